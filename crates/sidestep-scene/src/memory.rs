//! How much memory a scene needs, before it takes any.
//!
//! The figures are measured: by how much the process of `sidestep run` and `sidestep bench` grows,
//! at most, from one number of agents or shapes to another (`plaza` with 1,000 to 40,000 agents,
//! scattered circles, walls), with a tenth and more on top. What a scene really takes depends on how
//! its agents crowd and on what they are told to do, so this is what to expect and no bound.

use crate::format::Scene;

/// What the process takes by itself (bytes).
const PROCESS: u64 = 16 << 20;
/// What an agent takes: its place among the others, its frame, and what is measured of it (bytes).
const AGENT: u64 = 2_000;
/// What a wall or an obstacle takes with its place in the indices (bytes).
const SHAPE: u64 = 1_500;

/// What the files of a run take before there is anything in them: pictures, frames of the replay,
/// trails, as far as these are bounded (bytes).
const FILES: u64 = 75 << 20;
/// What the files take for each agent, as they are made (bytes).
const FILES_AN_AGENT: u64 = 4_800;
/// What the files take for each wall or obstacle, as they are made (bytes).
const FILES_A_SHAPE: u64 = 1_200;

/// What reading a scene file takes for each byte of it, while it is read (bytes).
const READING: u64 = 110;

/// What takes memory in a run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Crowd {
    /// Number of agents.
    pub agents: u64,
    /// Number of pieces of wall and of obstacles, listed and scattered.
    pub shapes: u64,
}

impl Crowd {
    /// Those of a scene.
    #[must_use]
    pub fn of(scene: &Scene) -> Self {
        let walls = (scene.walls.iter()).map(|wall| wall.points.points().len() as u64);
        let scattered = scene.scatter.iter().map(|some| some.count.get());
        Self {
            agents: (scene.agents.iter()).map(|group| group.size() as u64).sum(),
            shapes: walls.chain(scattered).sum::<u64>() + scene.obstacles.len() as u64,
        }
    }

    /// Memory that a run of it needs (bytes); more if it is recorded in files.
    #[must_use]
    pub fn memory(self, recorded: bool) -> u64 {
        let stepped = PROCESS + self.agents * AGENT + self.shapes * SHAPE;
        match recorded {
            true => stepped + FILES + self.agents * FILES_AN_AGENT + self.shapes * FILES_A_SHAPE,
            false => stepped,
        }
    }
}

/// Memory that it takes to read a scene file of so many bytes (bytes).
#[must_use]
pub fn to_read(length: u64) -> u64 {
    PROCESS.saturating_add(length.saturating_mul(READING))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_that_a_scene_lists_scatters_and_counts_is_counted() {
        let text = "[[agents]]\npositions = [[0, 0], [3, 0]]\n[[agents]]\ncount = 40\n\
            region = { min = [10, 10], max = [90, 90] }\n[[walls]]\npoints = [[-5, 0], [-5, 9], [-9, 9]]\n\
            [[obstacles]]\ncircle = { center = [-20, 0], radius = 1 }\n[[scatter]]\ncount = 7\nradius = 1\n\
            region = { min = [10, -90], max = [90, -10] }\n";
        let scene = Scene::from_toml(text, "a.toml").unwrap_or_else(|error| panic!("{error}"));
        let crowd = Crowd::of(&scene);
        assert_eq!((crowd.agents, crowd.shapes), (42, 11));
        assert!(crowd.memory(true) > crowd.memory(false));
    }

    /// `sidestep run plaza --agents 40000` took 253 MB, with `--json` 78 MB, and 10,000 agents 133 MB
    /// and 29 MB; 60,000 scattered circles took 180 MB and 81 MB.
    #[test]
    fn what_was_measured_is_within_what_is_said_and_not_far_below() {
        for (agents, shapes, recorded, measured) in [
            (40_000, 0, true, 253),
            (40_000, 0, false, 78),
            (10_000, 0, true, 133),
            (10_000, 0, false, 29),
            (1, 60_000, true, 180),
            (1, 60_000, false, 81),
        ] {
            let said = Crowd { agents, shapes }.memory(recorded) / 1_000_000;
            let fits = (measured..2 * measured).contains(&said);
            assert!(fits, "{agents} {shapes} {recorded}: {said} MB");
        }
        assert!(to_read(u64::MAX) == u64::MAX);
    }
}
