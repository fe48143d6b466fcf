//! Explanations for the replay, packed as they come.
//!
//! All explanations of one moment are a JSON text, compressed: they repeat the same names and
//! words, and shrink to a fifth. The page unpacks the moment that it shows. When they take more
//! room than the file may have, every other moment is dropped, as with frames.

use std::io::Write;

use flate2::Compression;
use flate2::write::ZlibEncoder;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use sidestep::explain::{Explanation, MarkKind, MarkShape};
use sidestep_scene::recording::Setting;

use super::frames::{spread, stride};

/// The explanations of one moment.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Moment {
    /// Number of steps done.
    pub step: u64,
    /// Simulated time (s).
    pub time: f64,
    /// The explanations as JSON in the zlib format: a list of
    /// `[agent, forces, total, marks, reasons]`, see [`packed`].
    pub packed: Vec<u8>,
}

/// Keeps explanations for the replay.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct ReplayExplanations {
    agents: Vec<usize>,
    moments: Vec<Moment>,
    largest: Vec<f32>,
    kinds: Vec<MarkKind>,
    first_stride: u64,
    stride: u64,
    budget: usize,
    cost: usize,
}

impl ReplayExplanations {
    /// Keeps the explanations of at most `most_agents` of the `shown` agents, `per_second` times a
    /// second at most, in about `budget` bytes.
    pub fn new(
        setting: &Setting,
        shown: &[usize],
        most_agents: usize,
        per_second: f64,
        budget: usize,
    ) -> Self {
        let stride = stride(setting.dt, per_second);
        Self {
            agents: spread(shown.len(), most_agents)
                .into_iter()
                .map(|index| shown[index])
                .collect(),
            moments: Vec::new(),
            largest: vec![0.0; setting.agents.len()],
            kinds: Vec::new(),
            first_stride: stride,
            stride,
            budget,
            cost: 0,
        }
    }

    /// Indices of the agents whose explanations are wanted after a step; `None` if none are.
    pub fn wanted(&self, step: u64) -> Option<&[usize]> {
        (!self.agents.is_empty() && step.is_multiple_of(self.stride)).then_some(&self.agents)
    }

    /// Indices of the agents that are explained.
    pub fn agents(&self) -> &[usize] {
        &self.agents
    }

    /// The moments so far.
    pub fn moments(&self) -> &[Moment] {
        &self.moments
    }

    /// The largest force of an agent (N), to which arrows are scaled.
    pub fn largest_force(&self, agent: usize) -> f32 {
        self.largest.get(agent).copied().unwrap_or(0.0)
    }

    /// Kinds of marks that occurred.
    pub fn kinds(&self) -> &[MarkKind] {
        &self.kinds
    }

    /// Steps from one moment to the next.
    pub fn stride(&self) -> u64 {
        self.stride
    }

    /// Whether moments had to go because they took too much room.
    pub fn was_thinned(&self) -> bool {
        self.stride > self.first_stride
    }

    /// Takes in the explanations of one moment.
    pub fn add(&mut self, step: u64, time: f64, explanations: &[(usize, Explanation)]) {
        for (agent, explanation) in explanations {
            for mark in &explanation.marks {
                if !self.kinds.contains(&mark.kind) {
                    self.kinds.push(mark.kind);
                }
            }
            if let Some(largest) = self.largest.get_mut(*agent) {
                let forces = explanation
                    .forces
                    .iter()
                    .flat_map(|share| [share.wanted, share.given])
                    .chain([explanation.total]);
                for force in forces {
                    let length = force.length();
                    if length.is_finite() {
                        *largest = largest.max(length);
                    }
                }
            }
        }
        let list: Vec<Value> = explanations
            .iter()
            .map(|(agent, explanation)| packed(*agent, explanation))
            .collect();
        let text = Value::Array(list).to_string();
        let mut encoder = ZlibEncoder::new(Vec::new(), Compression::default());
        // A sink in memory can't fail.
        let Ok(packed) = encoder
            .write_all(text.as_bytes())
            .and_then(|()| encoder.finish())
        else {
            return;
        };
        self.cost += packed.len();
        self.moments.push(Moment { step, time, packed });
        while self.cost > self.budget && self.moments.len() > 1 {
            self.stride = self.stride.saturating_mul(2);
            let stride = self.stride;
            self.moments
                .retain(|moment| moment.step.is_multiple_of(stride));
            self.cost = self.moments.iter().map(|moment| moment.packed.len()).sum();
        }
    }
}

/// An explanation as short JSON: `[agent, [[name, weight, wanted x, y, given x, y]…], [total x, y],
/// [[kind, label, shape, numbers…]…], [reason…]]`. Numbers are rounded to a thousandth; what isn't
/// a number becomes `null`.
fn packed(agent: usize, explanation: &Explanation) -> Value {
    let forces: Vec<Value> = explanation
        .forces
        .iter()
        .map(|share| {
            json!([
                share.name,
                short(share.weight),
                short(share.wanted.x),
                short(share.wanted.y),
                short(share.given.x),
                short(share.given.y)
            ])
        })
        .collect();
    let marks: Vec<Value> = explanation
        .marks
        .iter()
        .map(|mark| {
            let mut values = vec![json!(mark.kind), json!(mark.label)];
            let (shape, points, radius) = match &mark.shape {
                MarkShape::Point { at } => ("point", vec![*at], None),
                MarkShape::Line { from, to } => ("line", vec![*from, *to], None),
                MarkShape::Circle { center, radius } => ("circle", vec![*center], Some(*radius)),
                MarkShape::Polyline { points } => ("polyline", points.clone(), None),
            };
            values.push(json!(shape));
            for point in points {
                values.extend([short(point.x), short(point.y)]);
            }
            values.extend(radius.map(short));
            Value::Array(values)
        })
        .collect();
    json!([
        agent,
        forces,
        [short(explanation.total.x), short(explanation.total.y)],
        marks,
        explanation.reasons
    ])
}

/// A number to a thousandth.
fn short(value: f32) -> Value {
    json!((f64::from(value) * 1000.0).round() / 1000.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::output::synthetic;
    use glam::Vec2;
    use sidestep::explain::Mark;
    use std::io::Read;

    fn unpack(moment: &Moment) -> Value {
        let mut text = String::new();
        flate2::read::ZlibDecoder::new(moment.packed.as_slice())
            .read_to_string(&mut text)
            .expect("unpacks");
        serde_json::from_str(&text).expect("is JSON")
    }

    #[test]
    fn what_was_said_comes_back() {
        let run = synthetic::run(4, 300);
        let agents = [0, 1, 2, 3];
        let mut kept = ReplayExplanations::new(&run.setting, &agents, 10, 5.0, 1 << 20);
        let mut said = Vec::new();
        for frame in &run.frames {
            if let Some(wanted) = kept.wanted(frame.step) {
                let list: Vec<_> = wanted
                    .iter()
                    .map(|&agent| (agent, synthetic::explanation(&run.setting, frame, agent)))
                    .collect();
                kept.add(frame.step, frame.time, &list);
                said.push(list);
            }
        }
        assert_eq!(kept.moments().len(), 51, "five a second for ten seconds");
        for (moment, said) in kept.moments().iter().zip(&said) {
            let list = unpack(moment);
            for (value, (agent, explanation)) in list.as_array().expect("list").iter().zip(said) {
                assert_eq!(value[0], *agent);
                assert_eq!(
                    value[1].as_array().expect("forces").len(),
                    explanation.forces.len()
                );
                let given = value[1][2][4].as_f64().expect("number");
                assert!((given - f64::from(explanation.forces[2].given.x)).abs() < 6e-4);
                assert_eq!(
                    value[3].as_array().expect("marks").len(),
                    explanation.marks.len()
                );
                assert_eq!(value[4], json!(explanation.reasons));
            }
        }
    }

    #[test]
    fn too_many_are_thinned_evenly() {
        let run = synthetic::run(4, 3000);
        let agents = [0, 1, 2, 3];
        let mut kept = ReplayExplanations::new(&run.setting, &agents, 2, 10.0, 20_000);
        for frame in &run.frames {
            if let Some(wanted) = kept.wanted(frame.step) {
                assert_eq!(wanted.len(), 2);
                let list: Vec<_> = wanted
                    .iter()
                    .map(|&agent| (agent, synthetic::explanation(&run.setting, frame, agent)))
                    .collect();
                kept.add(frame.step, frame.time, &list);
            }
        }
        assert!(kept.was_thinned());
        let total: usize = kept
            .moments()
            .iter()
            .map(|moment| moment.packed.len())
            .sum();
        assert!(total <= 20_000 && kept.moments().len() > 10);
        for pair in kept.moments().windows(2) {
            assert_eq!(pair[1].step - pair[0].step, kept.stride());
        }
    }

    #[test]
    fn lines_through_many_points_are_packed_in_order_and_kinds_are_known() {
        let explanation = Explanation {
            marks: vec![Mark {
                kind: MarkKind::ChosenWay,
                shape: MarkShape::Polyline {
                    points: vec![Vec2::ZERO, Vec2::new(1.5, -2.0), Vec2::new(4.00049, 0.25)],
                },
                label: "4.7 m on the right".to_owned(),
            }],
            ..Explanation::default()
        };
        assert_eq!(
            packed(0, &explanation)[3],
            json!([[
                "chosen-way",
                "4.7 m on the right",
                "polyline",
                0.0,
                0.0,
                1.5,
                -2.0,
                4.0,
                0.25
            ]])
        );
        let run = synthetic::run(2, 0);
        let mut kept = ReplayExplanations::new(&run.setting, &[0, 1], 2, 5.0, 1 << 20);
        assert!(kept.kinds().is_empty());
        kept.add(0, 0.0, &[(0, explanation.clone()), (1, explanation)]);
        assert_eq!(kept.kinds(), [MarkKind::ChosenWay]);
    }

    #[test]
    fn the_drawing_knows_every_kind_of_the_core() {
        // Who asks serde for a kind that there isn't hears of all that there are.
        let refusal = serde_json::from_str::<MarkKind>("\"?\"").expect_err("no kind");
        let refusal = refusal.to_string();
        let kinds: Vec<&str> = refusal.split('`').skip(3).step_by(2).collect();
        assert!(
            kinds.len() >= 15 && kinds.contains(&"sub-goal"),
            "{refusal}"
        );
        let marks = include_str!("drawing/marks.js");
        for kind in kinds {
            let told = format!("\n  \"{kind}\": {{ name: ");
            assert!(marks.contains(&told), "{kind} isn't in drawing/marks.js");
        }
    }

    #[test]
    fn what_is_not_a_number_becomes_null() {
        let mut explanation = Explanation {
            total: Vec2::new(f32::NAN, f32::INFINITY),
            ..Explanation::default()
        };
        explanation.reasons.push("</script>".to_owned());
        assert_eq!(
            packed(3, &explanation),
            json!([3, [], [null, null], [], ["</script>"]])
        );
    }
}
