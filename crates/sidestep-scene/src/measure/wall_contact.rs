//! Contacts of agents with walls.

use super::contacts::Contact;
use super::depths::{Depths, NOISE_FLOOR};
use super::step::Step;
use crate::recording::{Setting, WorldBounds};
use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

/// Agents in walls.
///
/// Walls are segments, or boxes where they have a thickness; the four edges of a walled world are
/// walls too, and the edges of a level for those whose bodies reach between their heights. The depth is the agent's radius minus the least signed distance of its centre from
/// the wall along the straight motion from the last position to this one, so at most the radius
/// where the wall is a segment. Agents that were put where they are count with their end point
/// only; the last motion of an agent that is removed counts. In the air nobody touches a wall, and
/// who lands counts with the end point.
/// - `wall_contacts`: distinct pairs of agent and wall whose depth ever exceeded 1 mm. An agent in
///   a corner touches two walls.
/// - `max_wall_penetration_m`: the largest depth, or 0 if it stays below the noise floor.
/// - `escaped`: agents whose centre ever touched or crossed a wall, or lay outside a walled world.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(super) struct WallContacts {
    depths: Depths,
    escaped: BTreeSet<u32>,
}

impl WallContacts {
    /// Sees the contacts of a step with walls.
    pub(super) fn observe(&mut self, setting: &Setting, step: &Step, contacts: &[Contact]) {
        for contact in contacts {
            let depth = step.radii[contact.agent as usize] - contact.distance;
            if self.depths.see(depth) {
                self.depths.keep((contact.agent, contact.shape));
            }
            if contact.distance <= NOISE_FLOOR {
                self.escaped.insert(contact.agent);
            }
        }
        if let WorldBounds::Walled { min, max } = setting.bounds {
            let (min, max) = (min.as_dvec2(), max.as_dvec2());
            for (index, walk) in (0u32..).zip(&step.moves) {
                let seen = !walk.airborne && (walk.is_here() || walk.walked());
                if seen && (walk.to.cmplt(min).any() || walk.to.cmpgt(max).any()) {
                    self.escaped.insert(index);
                }
            }
        }
    }

    /// The pairs that touched.
    pub(super) fn depths(&self) -> &Depths {
        &self.depths
    }

    /// Agents whose centre got through.
    pub(super) fn escaped(&self) -> u64 {
        self.escaped.len() as u64
    }
}

#[cfg(test)]
mod tests {
    use crate::measure::testing::{frames_of, measured, setting_of};
    use crate::recording::{Frame, Setting, WorldBounds};
    use glam::Vec2;

    fn walled_setting() -> Setting {
        let mut setting = setting_of(&[0.5]);
        setting.walls = vec![[Vec2::new(0.0, -2.0), Vec2::new(0.0, 2.0)].into()];
        setting
    }

    fn contacts_depth_escaped(setting: &Setting, frames: &[Frame]) -> (u64, f64, u64) {
        let summary = measured(setting, frames);
        (
            summary.wall_contacts,
            summary.max_wall_penetration_m,
            summary.escaped,
        )
    }

    #[test]
    fn leaning_into_a_wall_is_a_contact_but_no_escape() {
        let frames = frames_of(&[&[(-5.0, 0.0)], &[(-0.375, 0.0)], &[(-5.0, 0.0)]]);
        assert_eq!(
            contacts_depth_escaped(&walled_setting(), &frames),
            (1, 0.125, 0)
        );
    }

    #[test]
    fn a_thick_wall_is_touched_at_its_face_and_escaped_into_at_once() {
        let mut setting = walled_setting();
        setting.walls[0].thickness = 0.5;
        let leaning = frames_of(&[&[(-5.0, 0.0)], &[(-0.625, 0.0)], &[(-5.0, 0.0)]]);
        assert_eq!(contacts_depth_escaped(&setting, &leaning), (1, 0.125, 0));
        let inside = frames_of(&[&[(-5.0, 0.0)], &[(-0.125, 0.0)]]);
        assert_eq!(contacts_depth_escaped(&setting, &inside), (1, 0.625, 1));
        // The ends are flat: half the thickness doesn't reach beyond them.
        let beyond = frames_of(&[&[(-5.0, 2.75)], &[(5.0, 2.75)]]);
        assert_eq!(contacts_depth_escaped(&setting, &beyond), (0, 0.0, 0));
    }

    #[test]
    fn jumping_through_a_wall_between_two_frames_is_an_escape() {
        let frames = frames_of(&[&[(-50.0, 1.0)], &[(50.0, 1.0)]]);
        assert_eq!(
            contacts_depth_escaped(&walled_setting(), &frames),
            (1, 0.5, 1)
        );
    }

    #[test]
    fn going_round_the_end_of_a_wall_is_none() {
        let frames = frames_of(&[&[(-5.0, 3.0)], &[(5.0, 3.0)]]);
        assert_eq!(
            contacts_depth_escaped(&walled_setting(), &frames),
            (0, 0.0, 0)
        );
        let brushing = frames_of(&[&[(-5.0, 2.25)], &[(5.0, 2.25)]]);
        assert_eq!(
            contacts_depth_escaped(&walled_setting(), &brushing),
            (1, 0.25, 0)
        );
    }

    #[test]
    fn a_centre_exactly_through_the_joint_of_two_walls_has_escaped() {
        let mut setting = setting_of(&[0.5]);
        let joint = Vec2::ZERO;
        setting.walls = vec![
            [Vec2::new(0.0, -2.0), joint].into(),
            [joint, Vec2::new(0.0, 2.0)].into(),
        ];
        let frames = frames_of(&[&[(-5.0, 0.0)], &[(5.0, 0.0)]]);
        assert_eq!(contacts_depth_escaped(&setting, &frames), (2, 0.5, 1));
    }

    #[test]
    fn the_edges_of_a_walled_world_are_walls() {
        let mut setting = setting_of(&[0.5]);
        setting.bounds = WorldBounds::Walled {
            min: Vec2::ZERO,
            max: Vec2::splat(10.0),
        };
        let corner = frames_of(&[&[(5.0, 5.0)], &[(9.75, 0.25)]]);
        assert_eq!(contacts_depth_escaped(&setting, &corner), (2, 0.25, 0));
        let outside = frames_of(&[&[(5.0, 5.0)], &[(12.0, 5.0)]]);
        assert_eq!(contacts_depth_escaped(&setting, &outside), (1, 0.5, 1));
        let outside_from_the_start = frames_of(&[&[(5.0, -7.0)]]);
        assert_eq!(
            contacts_depth_escaped(&setting, &outside_from_the_start),
            (0, 0.0, 1)
        );
    }

    #[test]
    fn an_agent_put_outside_a_walled_world_has_escaped_without_a_contact() {
        let mut setting = setting_of(&[0.5]);
        setting.bounds = WorldBounds::Walled {
            min: Vec2::ZERO,
            max: Vec2::splat(10.0),
        };
        let mut frames = frames_of(&[&[(5.0, 5.0)], &[(15.0, 5.0)]]);
        frames[1].agents[0].teleported = true;
        assert_eq!(contacts_depth_escaped(&setting, &frames), (0, 0.0, 1));
    }

    #[test]
    fn a_jump_over_a_wall_is_no_escape_unless_it_ends_outside() {
        let mut frames = frames_of(&[&[(-5.0, 0.0)], &[(0.0, 0.0)], &[(5.0, 0.0)]]);
        frames[1].agents[0].airborne = true;
        assert_eq!(
            contacts_depth_escaped(&walled_setting(), &frames),
            (0, 0.0, 0)
        );
        let mut setting = setting_of(&[0.5]);
        setting.bounds = WorldBounds::Walled {
            min: Vec2::splat(-6.0),
            max: Vec2::splat(6.0),
        };
        let mut outside = frames_of(&[&[(-5.0, 0.0)], &[(9.0, 0.0)], &[(5.0, 0.0)]]);
        outside[1].agents[0].airborne = true;
        assert_eq!(contacts_depth_escaped(&setting, &outside), (0, 0.0, 0));
        outside[2].agents[0].position.x = 9.0;
        assert_eq!(contacts_depth_escaped(&setting, &outside), (0, 0.0, 1));
    }

    #[test]
    fn a_point_without_a_size_still_escapes() {
        let mut setting = walled_setting();
        setting.agents[0].radius = 0.0;
        let frames = frames_of(&[&[(-5.0, 0.0)], &[(5.0, 0.0)]]);
        assert_eq!(contacts_depth_escaped(&setting, &frames), (0, 0.0, 1));
    }
}
