//! What all questions have in common: bodies, shapes and parameters.

use glam::Vec2;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use sidestep::avoid::{Obstacle, SharedNeighbor, Wish};
use sidestep::geometry::{Circle, ConvexPolygon, Shape};
use sidestep::motion::Body;
use sidestep::range::Parameters;
use sidestep::steer::Neighbor;
use sidestep_scene::recording::Outline;

/// Time step that a question stands for (s).
pub const DT: f32 = 1.0 / 60.0;

/// Numbers beyond this (m, m/s) stand for nothing that could be drawn.
const LARGEST: f32 = 1e4;

/// A body, as far as a question says something of it.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GivenBody {
    position: Vec2,
    velocity: Vec2,
    radius: f32,
    max_speed: f32,
}

/// Parameters by name, those that aren't to be the usual ones.
pub type Values = Map<String, Value>;

impl GivenBody {
    /// The body, if it makes sense.
    pub fn body(self) -> Result<Body, String> {
        let Self {
            position,
            velocity,
            radius,
            max_speed,
        } = self;
        point("position", position)?;
        point("velocity", velocity)?;
        above_zero("radius", radius)?;
        above_zero("max_speed", max_speed)?;
        let mut body = Body::new(position, radius, max_speed);
        body.velocity = velocity;
        body.heading = velocity.normalize_or(body.heading);
        Ok(body)
    }

    /// It as another agent that does half of the work.
    pub fn neighbor(self, id: usize) -> Result<SharedNeighbor, String> {
        Ok(Neighbor::new(id as u64 + 1, &self.body()?).into())
    }
}

/// Other agents, the nearest first, as the methods want them. Their ids are their places in the
/// question, counted from 1.
pub fn neighbors(of: &Body, others: Vec<GivenBody>) -> Result<Vec<SharedNeighbor>, String> {
    let mut neighbors = (others.into_iter().enumerate())
        .map(|(index, other)| other.neighbor(index))
        .collect::<Result<Vec<_>, _>>()?;
    let distance = |it: &SharedNeighbor| it.neighbor.position.distance_squared(of.position);
    neighbors.sort_by(|a, b| {
        (distance(a).total_cmp(&distance(b))).then(a.neighbor.id.cmp(&b.neighbor.id))
    });
    Ok(neighbors)
}

/// What an agent would like (m/s), on its way to nowhere in particular.
pub fn wish(velocity: Vec2) -> Result<Wish, String> {
    point("wish", velocity)?;
    Ok(Wish::to_go(velocity, DT))
}

/// The shapes of outlines, in the same order.
pub fn shapes(outlines: &[Outline]) -> Result<Vec<Shape>, String> {
    outlines.iter().map(shape).collect()
}

/// The shape of an outline.
pub fn shape(outline: &Outline) -> Result<Shape, String> {
    let shape = match outline {
        Outline::Circle { center, radius } => Circle::new(*center, *radius).map(Shape::from),
        Outline::Polygon { points } => ConvexPolygon::new(points.clone()).map(Shape::from),
    };
    shape.map_err(|error| error.to_string())
}

/// Obstacles at rest, by their places in the question.
pub fn obstacles(shapes: &[Shape]) -> Vec<Obstacle<'_>> {
    (shapes.iter().enumerate())
        .map(|(index, shape)| Obstacle::new(index as u32, shape))
        .collect()
}

/// Parameters with some of them changed by name.
pub fn with_values<P>(usual: &P, values: Values) -> Result<P, String>
where
    P: Serialize + DeserializeOwned + Parameters,
{
    let mut all = serde_json::to_value(usual).map_err(|error| error.to_string())?;
    for (name, value) in values {
        match all.get_mut(&name) {
            Some(place) => *place = value,
            None => return Err(format!("there is no parameter `{name}`")),
        }
    }
    let changed: P = serde_json::from_value(all).map_err(|error| error.to_string())?;
    changed.check().map_err(|error| error.to_string())?;
    Ok(changed)
}

/// Refuses what is no place and no velocity.
pub fn point(name: &str, value: Vec2) -> Result<(), String> {
    if value.is_finite() && value.abs().max_element() <= LARGEST {
        Ok(())
    } else {
        Err(format!(
            "{name} is {value}: it must be finite, up to {LARGEST}"
        ))
    }
}

/// Refuses what can't be a length, a speed or a time.
pub fn above_zero(name: &str, value: f32) -> Result<(), String> {
    if value > 0.0 && value <= LARGEST {
        Ok(())
    } else {
        Err(format!(
            "{name} is {value}: it must be above 0, up to {LARGEST}"
        ))
    }
}
