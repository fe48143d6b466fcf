//! Overlaps of agents with each other.

use serde::{Deserialize, Serialize};

use super::depths::Depths;
use super::pairs::Pair;

/// Agents in each other.
///
/// The depth of a pair is the sum of its radii minus the distance of its centres, in metres, at the
/// positions of a frame; on a torus the distance is the shortest one. Only agents in the world and
/// on the ground count, on a level only those on the same floor.
/// - `agent_overlaps`: distinct pairs whose depth ever exceeded 1 mm, frame 0 included.
/// - `overlap_pair_seconds`: the lengths of the steps that ended with such a pair, summed over
///   pairs.
/// - `max_overlap_m`: the largest depth of any pair, or 0 if it stays below the noise floor.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(super) struct AgentOverlaps {
    depths: Depths,
    last: Vec<(u32, u32)>,
    now: Vec<(u32, u32)>,
}

impl AgentOverlaps {
    /// Sees the overlapping pairs of a frame, sorted, and how long the step took (s).
    pub(super) fn observe(&mut self, pairs: &[Pair], elapsed: f64) {
        self.now.clear();
        for pair in pairs {
            if self.depths.see(pair.depth) {
                self.now.push((pair.first, pair.second));
            }
        }
        self.depths.add_seconds(self.now.len() as f64 * elapsed);
        // Most pairs of a jam were there a frame ago: only the new ones need a look at the set.
        let mut before = self.last.iter().peekable();
        for pair in &self.now {
            while before.next_if(|&earlier| earlier < pair).is_some() {}
            if before.peek() != Some(&pair) {
                self.depths.keep(*pair);
            }
        }
        std::mem::swap(&mut self.last, &mut self.now);
    }

    /// The pairs that overlapped.
    pub(super) fn depths(&self) -> &Depths {
        &self.depths
    }
}

#[cfg(test)]
mod tests {
    use crate::measure::testing::{frames_of, measured, setting_of};
    use crate::recording::WorldBounds;
    use glam::Vec2;

    #[test]
    fn a_known_depth_is_measured_and_timed() {
        let setting = setting_of(&[0.5, 0.25]);
        let frames = frames_of(&[
            &[(0.0, 0.0), (2.0, 0.0)],
            &[(0.0, 0.0), (0.5, 0.0)],
            &[(0.0, 0.0), (0.625, 0.0)],
            &[(0.0, 0.0), (2.0, 0.0)],
        ]);
        let summary = measured(&setting, &frames);
        assert_eq!(summary.agent_overlaps, 1);
        assert_eq!(summary.max_overlap_m, 0.25);
        assert!((summary.overlap_pair_seconds - 0.2).abs() < 1e-12);
    }

    #[test]
    fn touching_and_half_a_millimetre_are_no_overlap() {
        let setting = setting_of(&[0.5, 0.5]);
        let touching = measured(&setting, &frames_of(&[&[(0.0, 0.0), (1.0, 0.0)]]));
        assert_eq!((touching.agent_overlaps, touching.max_overlap_m), (0, 0.0));
        let slight = measured(&setting, &frames_of(&[&[(0.0, 0.0), (0.9995, 0.0)]]));
        assert_eq!(slight.agent_overlaps, 0);
        assert!((slight.max_overlap_m - 0.0005).abs() < 1e-7);
    }

    #[test]
    fn an_overlap_in_the_only_frame_has_no_duration() {
        let summary = measured(
            &setting_of(&[1.0, 1.0]),
            &frames_of(&[&[(0.0, 0.0), (1.5, 0.0)]]),
        );
        assert_eq!(summary.agent_overlaps, 1);
        assert_eq!(summary.overlap_pair_seconds, 0.0);
        assert_eq!(summary.max_overlap_m, 0.5);
    }

    #[test]
    fn meeting_the_same_agent_again_is_the_same_pair() {
        let setting = setting_of(&[0.5, 0.5, 0.5]);
        let apart: &[(f32, f32)] = &[(0.0, 0.0), (5.0, 0.0), (9.0, 0.0)];
        let first_two: &[(f32, f32)] = &[(0.0, 0.0), (0.5, 0.0), (9.0, 0.0)];
        let all: &[(f32, f32)] = &[(0.0, 0.0), (0.5, 0.0), (0.75, 0.0)];
        let frames = frames_of(&[apart, first_two, apart, first_two, all, all]);
        let summary = measured(&setting, &frames);
        assert_eq!(summary.agent_overlaps, 3);
        assert!((summary.overlap_pair_seconds - 0.8).abs() < 1e-12);
    }

    #[test]
    fn overlap_across_the_seams_of_a_torus() {
        let mut setting = setting_of(&[0.5, 0.5]);
        let frames = frames_of(&[&[(9.75, 9.75), (0.125, 0.25)]]);
        assert_eq!(measured(&setting, &frames).agent_overlaps, 0);
        setting.bounds = WorldBounds::Torus {
            min: Vec2::ZERO,
            max: Vec2::splat(10.0),
        };
        let summary = measured(&setting, &frames);
        assert_eq!(summary.agent_overlaps, 1);
        assert_eq!(summary.max_overlap_m, 1.0 - 0.375f64.hypot(0.5));
    }

    #[test]
    fn agents_that_crossed_opposite_seams_by_almost_half_a_torus_still_meet() {
        let mut setting = setting_of(&[0.5, 0.5]);
        setting.bounds = WorldBounds::Torus {
            min: Vec2::ZERO,
            max: Vec2::splat(10.0),
        };
        let frames = frames_of(&[&[(0.125, 5.0), (9.875, 5.0)], &[(5.25, 5.0), (4.75, 5.0)]]);
        let summary = measured(&setting, &frames[..1]);
        assert_eq!(summary.max_overlap_m, 0.75);
        let summary = measured(&setting, &frames);
        assert!(summary.overlap_pair_seconds > 0.0);
        let apart_at_first =
            frames_of(&[&[(0.125, 5.0), (9.875, 9.0)], &[(5.25, 5.0), (4.75, 5.0)]]);
        assert_eq!(measured(&setting, &apart_at_first).max_overlap_m, 0.5);
    }

    #[test]
    fn an_agent_in_the_air_overlaps_nobody_until_it_lands() {
        let setting = setting_of(&[0.5, 0.5]);
        let mut frames = frames_of(&[&[(0.0, 0.0), (2.0, 0.0)], &[(0.0, 0.0), (0.5, 0.0)]]);
        frames[1].agents[0].airborne = true;
        assert_eq!(measured(&setting, &frames).agent_overlaps, 0);
        frames[1].agents[0].airborne = false;
        assert_eq!(measured(&setting, &frames).agent_overlaps, 1);
    }

    #[test]
    fn removed_agents_are_nobodys_neighbour() {
        let mut frames = frames_of(&[&[(0.0, 0.0), (0.5, 0.0)]]);
        frames[0].agents[1].present = false;
        assert_eq!(
            measured(&setting_of(&[0.5, 0.5]), &frames).agent_overlaps,
            0
        );
    }
}
