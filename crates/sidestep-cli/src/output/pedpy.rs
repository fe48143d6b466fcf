//! What PedPy, a library that analyses the trajectories of pedestrians, loads: `pedpy_trajectories.txt`
//! with `load_trajectory`, and `pedpy_walkable_area.wkt` as a `WalkableArea`.
//!
//! The trajectories are a line with the frame rate, one that names the columns, and then a line for
//! each agent in the world and step: `id frame x y`, in metres. The area is one polygon in the
//! well-known text of the Open Geospatial Consortium, with a hole for each obstacle that stays.

use std::io::{self, Write};

use glam::{DVec2, Vec2};
use i_overlay::core::fill_rule::FillRule;
use i_overlay::core::overlay_rule::OverlayRule;
use i_overlay::float::single::SingleFloatOverlay;
use sidestep_scene::recording::{Frame, Outline, Setting, WallSetting, WorldBounds};

use super::extent::Extent;

/// Thickness that a wall without any has in the area (m): a hole needs some.
const THIN: f32 = 0.01;
/// Free space round everything in a world without edges (m).
const AROUND: f32 = 1.0;
/// Corners of a polygon that stands for a circle.
const CIRCLE: usize = 64;

/// Writes the lines into any sink.
#[derive(Debug)]
pub struct PedpyTrajectories<W: Write> {
    sink: W,
    has_begun: bool,
}

impl<W: Write> PedpyTrajectories<W> {
    /// Trajectories without a line yet.
    pub fn new(sink: W) -> Self {
        Self {
            sink,
            has_begun: false,
        }
    }

    /// Adds a line for each agent that is in the world.
    ///
    /// # Errors
    /// When the sink fails.
    pub fn add(&mut self, setting: &Setting, frame: &Frame) -> io::Result<()> {
        if !self.has_begun {
            // A thirtieth of a second isn't a round number; its reciprocal is.
            let rate = (1e6 / setting.dt).round() / 1e6;
            writeln!(self.sink, "# framerate: {rate:?}")?;
            writeln!(self.sink, "# id frame x/m y/m")?;
            self.has_begun = true;
        }
        for (agent, state) in setting.agents.iter().zip(&frame.agents) {
            if state.present && state.position.is_finite() {
                let Vec2 { x, y } = state.position;
                writeln!(self.sink, "{} {} {x} {y}", agent.id, frame.step)?;
            }
        }
        Ok(())
    }

    /// Hands the sink back.
    pub fn finish(self) -> W {
        self.sink
    }
}

/// A polygon: its outer ring and its holes (m).
type Rings = Vec<Vec<[f64; 2]>>;

/// The walkable area for PedPy.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WalkableArea {
    /// It as text, with a line's end.
    pub text: String,
    /// How many agents start outside of it: PedPy refuses trajectories that do.
    pub outside: usize,
}

/// The walkable area: what is between the edges of the world, or a metre around everything where it
/// has none, without walls and obstacles that stay. Where walls part it, it is the part in which most
/// agents start, as PedPy takes one polygon only.
pub fn walkable_area(setting: &Setting, travelled: Extent) -> WalkableArea {
    let [min, max] = match setting.bounds {
        WorldBounds::Walled { min, max } | WorldBounds::Torus { min, max } => [min, max],
        WorldBounds::Open => {
            let mut extent = Extent::of_setting(setting);
            extent.add(travelled.min);
            extent.add(travelled.max);
            [
                extent.min - Vec2::splat(AROUND),
                extent.max + Vec2::splat(AROUND),
            ]
        }
    };
    let whole = [min, Vec2::new(max.x, min.y), max, Vec2::new(min.x, max.y)];
    let walls = setting.walls.iter().map(|wall| {
        WallSetting {
            thickness: wall.thickness.max(THIN),
            ..*wall
        }
        .corners()
    });
    let obstacles = (setting.obstacles.iter())
        .filter(|obstacle| !obstacle.temporary)
        .map(|obstacle| corners(&obstacle.outline));
    let closed: Vec<Vec<[f64; 2]>> = walls
        .chain(obstacles)
        .filter(|corners| corners.len() > 2)
        .map(|corners| corners.into_iter().map(exact).collect())
        .collect();
    let whole: Vec<[f64; 2]> = whole.into_iter().map(exact).collect();
    let parts: Vec<Rings> = whole.overlay(&closed, OverlayRule::Difference, FillRule::NonZero);
    let starts = |rings: &Rings| {
        let agents = setting.agents.iter();
        agents
            .filter(|agent| is_inside(rings, exact(agent.start)))
            .count()
    };
    // The first of those with the most.
    let best = parts.iter().rev().max_by_key(|rings| starts(rings));
    let outside = setting.agents.len() - best.map_or(0, starts);
    let rings: Vec<String> = (best.into_iter().flatten())
        .map(|ring| text_of(ring))
        .collect();
    let text = if rings.is_empty() {
        "POLYGON EMPTY\n".to_owned()
    } else {
        format!("POLYGON ({})\n", rings.join(", "))
    };
    WalkableArea { text, outside }
}

fn exact(point: Vec2) -> [f64; 2] {
    DVec2::from(point).into()
}

fn corners(outline: &Outline) -> Vec<Vec2> {
    match outline {
        Outline::Polygon { points } => points.clone(),
        Outline::Circle { center, radius } => (0..CIRCLE)
            .map(|corner| {
                let angle = std::f32::consts::TAU * corner as f32 / CIRCLE as f32;
                *center + *radius * Vec2::from_angle(angle)
            })
            .collect(),
    }
}

/// Whether a point is inside the outer ring and in no hole: whether a ray from it crosses their edges
/// an odd number of times.
fn is_inside(rings: &Rings, [x, y]: [f64; 2]) -> bool {
    let edges = rings.iter().flat_map(|ring| {
        let next = ring.iter().cycle().skip(1);
        ring.iter().zip(next)
    });
    let crossed = edges.filter(|([ax, ay], [bx, by])| {
        (*ay > y) != (*by > y) && x < ax + (bx - ax) * (y - ay) / (by - ay)
    });
    crossed.count() % 2 == 1
}

/// A ring, whose last point is its first, to as many digits as the scene has.
fn text_of(ring: &[[f64; 2]]) -> String {
    let points = ring.iter().chain(ring.first());
    let texts: Vec<String> = points
        .map(|[x, y]| format!("{} {}", *x as f32, *y as f32))
        .collect();
    format!("({})", texts.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::output::synthetic;
    use sidestep_scene::recording::{AgentSetting, ObstacleSetting};

    #[test]
    fn trajectories_have_frame_rate_columns_and_a_line_for_who_is_there() {
        let mut run = synthetic::run(2, 3);
        run.setting.dt = 1.0 / 30.0;
        run.frames[1].agents[0].present = false;
        let mut table = PedpyTrajectories::new(Vec::new());
        for frame in &run.frames {
            table.add(&run.setting, frame).expect("written");
        }
        let text = String::from_utf8(table.finish()).expect("text");
        let mut lines = text.lines();
        assert_eq!(lines.next(), Some("# framerate: 30.0"));
        assert_eq!(lines.next(), Some("# id frame x/m y/m"));
        let rows: Vec<Vec<f64>> = lines
            .map(|line| {
                line.split(' ')
                    .map(|it| it.parse().expect("a number"))
                    .collect()
            })
            .collect();
        let there = run.frames.iter().flat_map(|frame| &frame.agents);
        assert_eq!(rows.len(), there.filter(|agent| agent.present).count());
        assert!(rows.iter().all(|row| row.len() == 4));
        let first = run.frames[0].agents[0].position;
        assert_eq!(
            rows[0][2..],
            [f64::from(first.x), f64::from(first.y)].map(|it| {
                // As text of the shorter number.
                (it as f32).to_string().parse::<f64>().expect("a number")
            })
        );
    }

    fn rings(text: &str) -> Vec<Vec<[f64; 2]>> {
        let inside = text.trim().strip_prefix("POLYGON ((").expect("a polygon");
        let inside = inside.strip_suffix("))").expect("closed");
        let point = |text: &str| {
            let (x, y) = text.split_once(' ').expect("two numbers");
            [x, y].map(|it| it.parse().expect("a number"))
        };
        inside
            .split("), (")
            .map(|ring| ring.split(", ").map(point).collect())
            .collect()
    }

    fn area(ring: &[[f64; 2]]) -> f64 {
        let pairs = ring.windows(2);
        let twice: f64 = pairs
            .map(|pair| pair[0][0] * pair[1][1] - pair[1][0] * pair[0][1])
            .sum();
        0.5 * twice.abs()
    }

    #[test]
    fn the_area_has_a_hole_for_what_stays_and_none_for_a_crate() {
        let square = |center: f32| Outline::Polygon {
            points: [[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]]
                .map(|it| Vec2::from(it) + Vec2::new(center, 5.0))
                .to_vec(),
        };
        let setting = Setting {
            bounds: WorldBounds::Walled {
                min: Vec2::ZERO,
                max: Vec2::new(20.0, 10.0),
            },
            obstacles: vec![
                ObstacleSetting {
                    outline: square(5.0),
                    temporary: false,
                    heights: None,
                },
                ObstacleSetting {
                    outline: square(15.0),
                    temporary: true,
                    heights: None,
                },
            ],
            ..Setting::default()
        };
        let rings = rings(&walkable_area(&setting, Extent::default()).text);
        let areas: Vec<f64> = rings.iter().map(|ring| area(ring)).collect();
        assert_eq!(areas.len(), 2);
        assert!((areas[0] - 200.0).abs() < 1e-3, "{areas:?}");
        assert!((areas[1] - 4.0).abs() < 1e-3, "{areas:?}");
        assert!(rings.iter().all(|ring| ring.first() == ring.last()));
    }

    #[test]
    fn of_an_area_in_two_parts_it_is_the_one_with_the_agents() {
        let agent = |x: f32| AgentSetting {
            id: 0,
            group: 0,
            radius: 0.3,
            mass: 80.0,
            max_speed: 1.0,
            start: Vec2::new(x, 5.0),
            goals: Vec::new(),
            goal_heights: Vec::new(),
        };
        for (starts, from, to) in [
            ([1.0, 2.0, 15.0], 0.0, 10.0),
            ([1.0, 15.0, 16.0], 10.0, 20.0),
        ] {
            let setting = Setting {
                bounds: WorldBounds::Walled {
                    min: Vec2::ZERO,
                    max: Vec2::new(20.0, 10.0),
                },
                walls: vec![WallSetting::from([
                    Vec2::new(10.0, 0.0),
                    Vec2::new(10.0, 10.0),
                ])],
                agents: starts.map(agent).to_vec(),
                ..Setting::default()
            };
            let rings = rings(&walkable_area(&setting, Extent::default()).text);
            assert_eq!(rings.len(), 1);
            assert!(
                rings[0].iter().all(|[x, _]| (from..=to).contains(x)),
                "{rings:?}"
            );
            assert!((area(&rings[0]) - 100.0).abs() < 0.1);
        }
    }
}
