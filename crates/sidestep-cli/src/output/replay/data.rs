//! The data of a replay, as the page reads it.
//!
//! One JSON object. Lists of numbers are little-endian arrays in Base64; [`ReplayData`] says what
//! they hold. Agents are named by their place in the lists, and `u64` values (ids, seed) are
//! strings, because JavaScript's numbers can't hold all of them.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use glam::Vec2;
use serde::Serialize;
use serde_json::{Map, Value};
use sidestep::explain::MarkKind;
use sidestep_scene::recording::{
    GoalSetting, ObstacleSetting, Outline, Setting, WallSetting, WorldBounds,
};

use super::explanations::ReplayExplanations;
use super::frames::{Kept, PRESENT, ReplayFrames};
use super::notes::notes;
use crate::measures::MEASURES;
use crate::output::extent::Extent;
use crate::output::palette::Colouring;

/// Positions are quantised to 16 bits as long as that loses less than this (m).
const COARSEST: f32 = 0.005;

/// Everything that the page needs.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ReplayData<'a> {
    scene: &'a str,
    title: &'a str,
    method: &'a str,
    seed: String,
    dt: f64,
    bounds: &'a WorldBounds,
    /// Walls, and the edges of a level.
    walls: Vec<WallSetting>,
    obstacles: Vec<ObstacleData<'a>>,
    groups: &'a [String],
    targets: &'a [String],
    agents: AgentData,
    frames: FrameData,
    explanations: ExplanationData,
    /// Lower left and upper right corner of what "fit" shows (m).
    view: [f32; 4],
    /// Top of the speed scale (m/s) where colours stand for speeds, else absent.
    fastest: Option<f32>,
    /// Label, value, unit.
    measures: Vec<[String; 3]>,
    notes: Vec<String>,
}

#[derive(Debug, Serialize)]
struct ObstacleData<'a> {
    outline: &'a Outline,
    temporary: bool,
    /// Where it was from a frame on: `[frame, x, y]`, or `[frame]` where it left.
    poses: Vec<Vec<Value>>,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct AgentData {
    ids: Vec<String>,
    groups: Vec<usize>,
    radii: Vec<f32>,
    masses: Vec<f32>,
    max_speeds: Vec<f32>,
    goals: Vec<Vec<Value>>,
    total: usize,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct FrameData {
    count: usize,
    /// `f64` a frame (s).
    times: String,
    /// x and y an agent and frame, frame by frame: `u16` steps from the origin, or `f32` metres.
    positions: String,
    /// Corner and step (m) of 16-bit positions; absent for `f32`.
    grid: Option<Grid>,
    /// `u16` an agent and frame, in steps of `speed_step` (m/s).
    speeds: String,
    speed_step: f32,
    /// `u8` an agent and frame: direction of the velocity in 1/256 turns, counter-clockwise from x.
    headings: String,
    /// `u8` an agent and frame: 1 present, 2 jumped here, 4 blocked, 8 not a number, 16 in the air.
    flags: String,
    /// x and y a target and frame (`f32`, m).
    targets: String,
}

#[derive(Clone, Copy, Debug, Serialize)]
struct Grid {
    origin: Vec2,
    step: Vec2,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct ExplanationData {
    /// Places of the agents that have explanations in the lists of agents.
    agents: Vec<usize>,
    /// What the moments call each of them: their places in the whole run.
    keys: Vec<usize>,
    /// The largest force of each of them (N).
    largest: Vec<f32>,
    /// Kinds of marks that occur.
    kinds: Vec<MarkKind>,
    /// Time of each moment (s).
    times: Vec<f64>,
    /// JSON of each moment, zlib in Base64.
    moments: Vec<String>,
}

/// What a replay is made of.
#[derive(Clone, Copy, Debug)]
pub struct ReplaySource<'a> {
    /// The setting of the run.
    pub setting: &'a Setting,
    /// The frames that were kept.
    pub frames: &'a ReplayFrames,
    /// The forces and reasons that were kept.
    pub explanations: &'a ReplayExplanations,
    /// What agents and targets reached.
    pub travelled: Extent,
    /// What colours stand for.
    pub colouring: Colouring,
    /// Measures of the run.
    pub summary: &'a Map<String, Value>,
}

impl<'a> ReplayData<'a> {
    /// Puts the data together after a run.
    pub fn new(source: &ReplaySource<'a>) -> Self {
        let ReplaySource {
            setting,
            frames,
            explanations,
            travelled,
            colouring,
            summary,
        } = *source;
        let view = Extent::of_run(setting, &travelled).framed(0.0);
        Self {
            scene: &setting.scene,
            title: if setting.title.is_empty() {
                &setting.scene
            } else {
                &setting.title
            },
            method: &setting.method,
            seed: setting.seed.to_string(),
            dt: setting.dt,
            bounds: &setting.bounds,
            walls: (setting.walls.iter().copied())
                .chain(edges_of_level(setting))
                .collect(),
            obstacles: setting
                .obstacles
                .iter()
                .enumerate()
                .map(|(index, obstacle)| obstacle_data(index, obstacle, frames.kept()))
                .collect(),
            groups: &setting.groups,
            targets: &setting.targets,
            agents: agent_data(setting, frames.shown()),
            frames: frame_data(frames, setting.targets.len()),
            explanations: explanation_data(explanations, frames.shown()),
            view: [view.min.x, view.min.y, view.max.x, view.max.y],
            fastest: match colouring {
                Colouring::Group => None,
                Colouring::Speed(fastest) => Some(fastest),
            },
            measures: MEASURES
                .iter()
                .filter(|measure| summary.contains_key(measure.key))
                .map(|measure| {
                    [
                        measure.label.to_owned(),
                        measure.text(measure.value(summary)),
                        measure.unit.to_owned(),
                    ]
                })
                .collect(),
            notes: notes(setting, frames, explanations),
        }
    }
}

/// Where the ground of a level ends, as walls.
fn edges_of_level(setting: &Setting) -> impl Iterator<Item = WallSetting> + '_ {
    let edges = setting.level.iter().flat_map(|level| &level.edges);
    edges.map(|edge| WallSetting::from(edge.ends))
}

fn obstacle_data<'a>(
    index: usize,
    obstacle: &'a ObstacleSetting,
    frames: &[Kept],
) -> ObstacleData<'a> {
    let mut poses: Vec<Vec<Value>> = Vec::new();
    let mut before: Option<Vec2> = None;
    for (frame, kept) in frames.iter().enumerate() {
        let pose = kept
            .obstacles
            .get(index)
            .copied()
            .flatten()
            .filter(|offset| offset.is_finite());
        if pose != before {
            let mut entry = vec![Value::from(frame)];
            if let Some(offset) = pose {
                entry.extend([thousandth(offset.x), thousandth(offset.y)]);
            }
            poses.push(entry);
            before = pose;
        }
    }
    ObstacleData {
        outline: &obstacle.outline,
        temporary: obstacle.temporary,
        poses,
    }
}

fn thousandth(value: f32) -> Value {
    Value::from((f64::from(value) * 1000.0).round() / 1000.0)
}

fn agent_data(setting: &Setting, shown: &[usize]) -> AgentData {
    let agents = || shown.iter().filter_map(|&agent| setting.agents.get(agent));
    AgentData {
        ids: agents().map(|agent| agent.id.to_string()).collect(),
        groups: agents().map(|agent| agent.group).collect(),
        radii: agents().map(|agent| agent.radius).collect(),
        masses: agents().map(|agent| agent.mass).collect(),
        max_speeds: agents().map(|agent| agent.max_speed).collect(),
        goals: agents()
            .map(|agent| agent.goals.iter().map(goal_data).collect())
            .collect(),
        total: setting.agents.len(),
    }
}

/// `["point", x, y, radius]`, `["target", index, radius]`, `["agent", id, radius]` or
/// `["region", left, bottom, right, top]`.
fn goal_data(goal: &GoalSetting) -> Value {
    match *goal {
        GoalSetting::Point { point, radius } => {
            serde_json::json!(["point", point.x, point.y, radius])
        }
        GoalSetting::Target { target, radius } => serde_json::json!(["target", target, radius]),
        GoalSetting::Agent { id, radius } => serde_json::json!(["agent", id.to_string(), radius]),
        GoalSetting::Region { min, max } => {
            serde_json::json!(["region", min.x, min.y, max.x, max.y])
        }
    }
}

fn frame_data(frames: &ReplayFrames, targets: usize) -> FrameData {
    let kept = frames.kept();
    let snapshots = || kept.iter().flat_map(|frame| &frame.agents);
    let present = || snapshots().filter(|agent| agent.flags & PRESENT != 0);
    let mut extent = Extent::default();
    let mut fastest = 0.0_f32;
    for agent in present() {
        extent.add(agent.position);
        fastest = fastest.max(agent.velocity.length());
    }
    let grid = grid(&extent);
    let mut positions = Vec::new();
    for agent in snapshots() {
        match grid {
            Some(grid) => {
                let steps = ((agent.position - grid.origin) / grid.step).round();
                // Absent agents may lie outside; the conversion then takes the nearest step.
                positions.extend((steps.x as u16).to_le_bytes());
                positions.extend((steps.y as u16).to_le_bytes());
            }
            None => {
                positions.extend(agent.position.x.to_le_bytes());
                positions.extend(agent.position.y.to_le_bytes());
            }
        }
    }
    let speed_step = if fastest > 0.0 && fastest.is_finite() {
        fastest / f32::from(u16::MAX)
    } else {
        1.0
    };
    FrameData {
        count: kept.len(),
        times: base64(kept.iter().flat_map(|frame| frame.time.to_le_bytes())),
        positions: STANDARD.encode(positions),
        grid,
        speeds: base64(snapshots().flat_map(|agent| {
            ((agent.velocity.length() / speed_step).round() as u16).to_le_bytes()
        })),
        speed_step,
        headings: base64(snapshots().map(|agent| heading(agent.velocity))),
        flags: base64(snapshots().map(|agent| agent.flags)),
        targets: base64(kept.iter().flat_map(|frame| {
            (0..targets).flat_map(|target| {
                let place = frame.targets.get(target).copied().unwrap_or(Vec2::NAN);
                [place.x, place.y].into_iter().flat_map(f32::to_le_bytes)
            })
        })),
    }
}

/// Steps for 16-bit positions, if those are fine enough.
fn grid(extent: &Extent) -> Option<Grid> {
    if extent.is_empty() {
        return Some(Grid {
            origin: Vec2::ZERO,
            step: Vec2::ONE,
        });
    }
    let step = extent.size() / f32::from(u16::MAX);
    if !step.is_finite() || step.max_element() > COARSEST {
        return None;
    }
    // A line of agents has no extent across; its coordinate is the origin's.
    Some(Grid {
        origin: extent.min,
        step: step.max(Vec2::splat(1e-6)),
    })
}

/// Direction in 1/256 turns.
fn heading(velocity: Vec2) -> u8 {
    let turns = velocity.y.atan2(velocity.x) / std::f32::consts::TAU;
    ((turns * 256.0).round() as i32).rem_euclid(256) as u8
}

fn explanation_data(explanations: &ReplayExplanations, shown: &[usize]) -> ExplanationData {
    let explained = || {
        explanations
            .agents()
            .iter()
            .filter_map(|&key| shown.binary_search(&key).ok().map(|place| (place, key)))
    };
    ExplanationData {
        agents: explained().map(|(place, _)| place).collect(),
        keys: explained().map(|(_, key)| key).collect(),
        largest: explained()
            .map(|(_, key)| explanations.largest_force(key))
            .collect(),
        kinds: explanations.kinds().to_vec(),
        times: explanations
            .moments()
            .iter()
            .map(|moment| moment.time)
            .collect(),
        moments: explanations
            .moments()
            .iter()
            .map(|moment| STANDARD.encode(&moment.packed))
            .collect(),
    }
}

fn base64(bytes: impl Iterator<Item = u8>) -> String {
    STANDARD.encode(bytes.collect::<Vec<u8>>())
}
