//! Overlaps of agents with obstacles.

use serde::{Deserialize, Serialize};

use super::contacts::Contact;
use super::depths::Depths;

/// Agents in obstacles.
///
/// The depth of an agent in a disc is the sum of the radii minus the distance of the centres; in a
/// polygon it is the agent's radius minus the signed distance of its centre, which is negative
/// inside and then reaches to the nearest edge line. The deepest point of the straight motion from
/// the last position to this one counts, relative to an obstacle that itself moves straight, so
/// that nobody tunnels through unseen; the last motion of an agent that is removed counts too. An
/// agent that was put where it is, and an obstacle that has just appeared, count with their end
/// point only; an absent obstacle not at all. In the air nobody is in an obstacle, and of the step
/// in which an agent lands the end point counts.
/// - `obstacle_overlaps`: distinct pairs of agent and obstacle whose depth ever exceeded 1 mm.
/// - `obstacle_overlap_pair_seconds`: the lengths of the steps with such a depth, added up over the
///   pairs.
/// - `max_obstacle_overlap_m`: the largest depth, or 0 if it stays below the noise floor.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(super) struct ObstacleOverlaps {
    depths: Depths,
}

impl ObstacleOverlaps {
    /// Sees the contacts with obstacles of a step of `dt` seconds.
    pub(super) fn observe(&mut self, contacts: &[Contact], radii: &[f64], dt: f64) {
        for contact in contacts {
            let depth = radii[contact.agent as usize] - contact.distance;
            if self.depths.see(depth) {
                self.depths.keep((contact.agent, contact.shape));
                self.depths.add_seconds(dt);
            }
        }
    }

    /// The pairs that overlapped.
    pub(super) fn depths(&self) -> &Depths {
        &self.depths
    }
}

#[cfg(test)]
mod tests {
    use crate::measure::testing::{add_disc, add_polygon, frames_of, measured, setting_of};
    use crate::recording::{Setting, WorldBounds};
    use glam::Vec2;

    const UNIT_SQUARE: [(f32, f32); 4] = [(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)];

    fn count_and_depth(setting: &Setting, frames: &[crate::recording::Frame]) -> (u64, f64) {
        let summary = measured(setting, frames);
        (summary.obstacle_overlaps, summary.max_obstacle_overlap_m)
    }

    #[test]
    fn a_small_obstacle_jumped_over_between_two_frames_is_found() {
        let mut setting = setting_of(&[0.25]);
        let mut frames = frames_of(&[&[(-20.0, 0.125)], &[(30.0, 0.125)]]);
        add_disc(&mut setting, &mut frames, (0.0, 0.0), 0.125);
        assert_eq!(count_and_depth(&setting, &frames), (1, 0.25));
    }

    #[test]
    fn a_small_polygon_jumped_over_is_found_with_its_depth() {
        let mut setting = setting_of(&[0.25]);
        let mut frames = frames_of(&[&[(-20.0, 0.75)], &[(30.0, 0.75)]]);
        add_polygon(&mut setting, &mut frames, &UNIT_SQUARE);
        assert_eq!(count_and_depth(&setting, &frames), (1, 0.5));
    }

    #[test]
    fn a_teleport_across_an_obstacle_is_no_contact() {
        let mut setting = setting_of(&[0.25]);
        let mut frames = frames_of(&[&[(-20.0, 0.0)], &[(30.0, 0.0)]]);
        frames[1].agents[0].teleported = true;
        add_disc(&mut setting, &mut frames, (0.0, 0.0), 1.0);
        assert_eq!(count_and_depth(&setting, &frames), (0, 0.0));
    }

    #[test]
    fn a_jump_over_an_obstacle_is_no_contact_but_a_landing_in_it_is() {
        let mut setting = setting_of(&[0.25]);
        let rows: [&[(f32, f32)]; 4] =
            [&[(-2.0, 0.0)], &[(-0.5, 0.0)], &[(0.5, 0.0)], &[(2.0, 0.0)]];
        let mut frames = frames_of(&rows);
        add_disc(&mut setting, &mut frames, (0.0, 0.0), 1.0);
        assert_eq!(count_and_depth(&setting, &frames), (1, 1.25));
        for frame in &mut frames[1..3] {
            frame.agents[0].airborne = true;
        }
        assert_eq!(count_and_depth(&setting, &frames), (0, 0.0));
        frames[2].agents[0].airborne = false;
        assert_eq!(count_and_depth(&setting, &frames), (1, 0.75));
    }

    #[test]
    fn who_is_taken_out_in_the_air_has_touched_nothing() {
        let mut setting = setting_of(&[0.25]);
        let mut frames = frames_of(&[&[(-2.0, 0.0)], &[(-0.5, 0.0)], &[(-0.5, 0.0)]]);
        add_disc(&mut setting, &mut frames, (0.0, 0.0), 1.0);
        frames[1].agents[0].airborne = true;
        frames[2].agents[0].present = false;
        assert_eq!(count_and_depth(&setting, &frames), (0, 0.0));
    }

    #[test]
    fn the_last_way_of_a_removed_agent_counts() {
        let mut setting = setting_of(&[0.25]);
        let mut frames = frames_of(&[&[(-1.0, 0.0)], &[(1.0, 0.0)], &[(1.0, 0.0)]]);
        frames[1].agents[0].present = false;
        frames[2].agents[0].present = false;
        add_disc(&mut setting, &mut frames, (0.0, 0.0), 0.125);
        assert_eq!(count_and_depth(&setting, &frames), (1, 0.375));
    }

    #[test]
    fn an_obstacle_that_rushes_over_a_standing_agent_hits_it() {
        let mut setting = setting_of(&[0.5]);
        let mut frames = frames_of(&[&[(0.0, 0.5)], &[(0.0, 0.5)]]);
        add_disc(&mut setting, &mut frames, (-9.0, 0.0), 0.5);
        frames[1].obstacles[0] = Some(Vec2::new(18.0, 0.0));
        assert_eq!(count_and_depth(&setting, &frames), (1, 0.5));
    }

    #[test]
    fn walking_along_with_a_moving_obstacle_is_no_contact() {
        let mut setting = setting_of(&[0.5]);
        let mut frames = frames_of(&[&[(-2.0, 0.0)], &[(8.0, 0.0)]]);
        add_disc(&mut setting, &mut frames, (0.0, 0.0), 1.0);
        frames[1].obstacles[0] = Some(Vec2::new(10.0, 0.0));
        assert_eq!(count_and_depth(&setting, &frames), (0, 0.0));
    }

    #[test]
    fn obstacles_count_only_while_they_are_there() {
        let mut setting = setting_of(&[0.5]);
        let mut frames = frames_of(&[&[(0.0, 0.0)], &[(5.0, 0.0)], &[(9.0, 0.0)]]);
        add_disc(&mut setting, &mut frames, (0.0, 0.0), 1.0);
        for frame in &mut frames {
            frame.obstacles[0] = None;
        }
        assert_eq!(count_and_depth(&setting, &frames), (0, 0.0));
        // It appears behind the agent while that walks away: the way before does not count.
        frames[1].obstacles[0] = Some(Vec2::ZERO);
        assert_eq!(count_and_depth(&setting, &frames), (0, 0.0));
        frames[1].obstacles[0] = Some(Vec2::new(5.0, 0.0));
        assert_eq!(count_and_depth(&setting, &frames), (1, 1.5));
    }

    #[test]
    fn each_agent_and_each_obstacle_make_their_own_pair() {
        let mut setting = setting_of(&[0.5, 0.5]);
        let mut frames = frames_of(&[&[(0.0, 0.0), (0.0, 3.0)], &[(9.0, 0.0), (9.0, 3.0)]]);
        add_disc(&mut setting, &mut frames, (3.0, 0.0), 0.25);
        add_disc(&mut setting, &mut frames, (6.0, 0.0), 0.25);
        add_disc(&mut setting, &mut frames, (6.0, 3.0), 0.25);
        assert_eq!(count_and_depth(&setting, &frames), (3, 0.75));
    }

    #[test]
    fn contact_across_the_seam_of_a_torus() {
        let mut setting = setting_of(&[0.5]);
        let mut frames = frames_of(&[&[(9.0, 5.0)], &[(9.75, 5.0)]]);
        add_disc(&mut setting, &mut frames, (0.25, 5.0), 0.25);
        assert_eq!(count_and_depth(&setting, &frames), (0, 0.0));
        setting.bounds = WorldBounds::Torus {
            min: Vec2::ZERO,
            max: Vec2::splat(10.0),
        };
        assert_eq!(count_and_depth(&setting, &frames), (1, 0.25));
    }

    #[test]
    fn an_agent_that_has_gone_round_the_torus_many_times_still_meets_what_appears() {
        let mut setting = setting_of(&[0.5]);
        setting.bounds = WorldBounds::Torus {
            min: Vec2::ZERO,
            max: Vec2::splat(10.0),
        };
        let places: Vec<[(f32, f32); 1]> = (0..=22)
            .map(|step| [((step * 2) as f32 % 10.0, 5.0)])
            .collect();
        let rows: Vec<&[(f32, f32)]> = places.iter().map(|place| &place[..]).collect();
        let mut frames = frames_of(&rows);
        add_disc(&mut setting, &mut frames, (4.5, 5.0), 0.25);
        for frame in &mut frames[..22] {
            frame.obstacles[0] = None;
        }
        assert_eq!(count_and_depth(&setting, &frames), (1, 0.25));
    }

    #[test]
    fn an_obstacle_that_crosses_the_seam_does_not_sweep_over_the_torus() {
        let mut setting = setting_of(&[0.5]);
        setting.bounds = WorldBounds::Torus {
            min: Vec2::ZERO,
            max: Vec2::splat(10.0),
        };
        let mut frames = frames_of(&[&[(5.0, 5.0)], &[(5.0, 5.0)]]);
        add_disc(&mut setting, &mut frames, (9.75, 5.0), 0.25);
        frames[1].obstacles[0] = Some(Vec2::new(-9.5, 0.0));
        assert_eq!(count_and_depth(&setting, &frames), (0, 0.0));
    }

    #[test]
    fn an_obstacle_that_moved_round_the_torus_is_found_where_it_is() {
        let mut setting = setting_of(&[0.5]);
        let mut frames = frames_of(&[&[(5.0, 5.0)]]);
        add_disc(&mut setting, &mut frames, (1.0, 5.0), 0.5);
        setting.bounds = WorldBounds::Torus {
            min: Vec2::ZERO,
            max: Vec2::splat(10.0),
        };
        frames[0].obstacles[0] = Some(Vec2::new(54.25, 0.0));
        assert_eq!(count_and_depth(&setting, &frames), (1, 0.75));
    }
}
