//! What is to be drawn, in flat arrays that JavaScript looks at where they are.

use glam::Vec2;
use sidestep::space::Topology;
use sidestep_scene::place;
use sidestep_scene::recording::{Frame, Setting};

/// Numbers for each agent: x, y, direction x, direction y, speed, radius, group, flags, velocity x, velocity y.
pub const AGENT_STRIDE: usize = 10;
/// Numbers for each obstacle: how far it has moved (x, y), and 1 if it is there.
pub const OBSTACLE_STRIDE: usize = 3;

/// Bits of an agent's flags.
pub mod flag {
    /// In the world.
    pub const PRESENT: u32 = 1;
    /// Finds no way.
    pub const BLOCKED: u32 = 2;
    /// On a jump.
    pub const AIRBORNE: u32 = 4;
    /// Has reached its last goal, or come as near to it as it can.
    pub const ARRIVED: u32 = 8;
    /// Touches another agent, an obstacle or a wall by more than 1 mm.
    pub const TOUCHING: u32 = 16;
    /// Has come as near to its last goal as others who rest there let it.
    pub const NEAR: u32 = 32;
}

/// Where everything was before the last step, and where it is drawn.
#[derive(Clone, Debug, Default)]
pub struct DrawnFrame {
    /// [`AGENT_STRIDE`] numbers an agent.
    pub agents: Vec<f32>,
    /// [`OBSTACLE_STRIDE`] numbers an obstacle.
    pub obstacles: Vec<f32>,
    /// x and y of each moving target (m).
    pub targets: Vec<f32>,
    before: Before,
}

/// What is drawn: a part of the way from the frame that was kept to this one.
#[derive(Clone, Copy, Debug)]
pub struct Moment<'a> {
    /// What stays the same.
    pub setting: &'a Setting,
    /// The frame after the step.
    pub frame: &'a Frame,
    /// How far on the way to it (0 to 1).
    pub share: f32,
}

#[derive(Clone, Debug, Default)]
struct Before {
    agents: Vec<Vec2>,
    obstacles: Vec<Option<Vec2>>,
    targets: Vec<Vec2>,
}

impl DrawnFrame {
    /// Keeps a frame as the one before the next step.
    pub fn keep(&mut self, frame: &Frame) {
        self.before.agents.clear();
        (self.before.agents).extend(frame.agents.iter().map(|agent| agent.position));
        self.before.obstacles.clone_from(&frame.obstacles);
        self.before.targets.clone_from(&frame.targets);
    }

    /// An obstacle was put so far from its pose (m): it isn't drawn on the way there.
    pub fn put_obstacle(&mut self, obstacle: usize, offset: Vec2) {
        if let Some(before) = self.before.obstacles.get_mut(obstacle) {
            *before = Some(offset);
        }
    }

    /// A target was put somewhere (m): it isn't drawn on the way there.
    pub fn put_target(&mut self, target: usize, place: Vec2) {
        if let Some(before) = self.before.targets.get_mut(target) {
            *before = place;
        }
    }

    /// Fills the arrays with what is shown at a moment. `headings` says where those face who are in
    /// the world, and `flags` what else is known of an agent.
    pub fn draw(
        &mut self,
        moment: Moment<'_>,
        headings: impl Iterator<Item = (usize, Vec2)>,
        flags: impl Fn(usize) -> u32,
    ) {
        let Moment { frame, share, .. } = moment;
        let topology = place::topology(moment.setting.bounds).unwrap_or_default();
        self.draw_agents(moment, topology, flags);
        for (agent, heading) in headings {
            // Those who have left keep theirs.
            if let Some(row) = self.agents.get_mut(agent * AGENT_STRIDE..) {
                row[2..4].copy_from_slice(&heading.to_array());
            }
        }
        self.obstacles.clear();
        for (index, offset) in frame.obstacles.iter().enumerate() {
            let before = self.before.obstacles.get(index).copied().flatten();
            let drawn = offset.map(|now| before.unwrap_or(now).lerp(now, share));
            let Vec2 { x, y } = drawn.unwrap_or_default();
            self.obstacles
                .extend([x, y, f32::from(u8::from(drawn.is_some()))]);
        }
        self.targets.clear();
        for (index, now) in frame.targets.iter().enumerate() {
            let before = self.before.targets.get(index).copied().unwrap_or(*now);
            let Vec2 { x, y } = between(topology, before, *now, share);
            self.targets.extend([x, y]);
        }
    }

    fn draw_agents(
        &mut self,
        moment: Moment<'_>,
        topology: Topology,
        flags: impl Fn(usize) -> u32,
    ) {
        let Moment {
            setting,
            frame,
            share,
        } = moment;
        self.agents.resize(frame.agents.len() * AGENT_STRIDE, 0.0);
        let rows = self.agents.chunks_exact_mut(AGENT_STRIDE);
        let agents = frame.agents.iter().zip(&setting.agents);
        for (index, (row, (agent, fixed))) in rows.zip(agents).enumerate() {
            let before = match self.before.agents.get(index) {
                Some(before) if !agent.teleported => *before,
                _ => agent.position,
            };
            let Vec2 { x, y } = between(topology, before, agent.position, share);
            let bits = flags(index)
                | if agent.present { flag::PRESENT } else { 0 }
                | if agent.blocked { flag::BLOCKED } else { 0 }
                | if agent.airborne { flag::AIRBORNE } else { 0 }
                | if agent.arrived_near { flag::NEAR } else { 0 };
            let (radius, group) = (fixed.radius, fixed.group as f32);
            row[..2].copy_from_slice(&[x, y]);
            let Vec2 { x: vx, y: vy } = agent.velocity;
            row[4..].copy_from_slice(&[
                agent.velocity.length(),
                radius,
                group,
                bits as f32,
                vx,
                vy,
            ]);
        }
    }
}

/// A point on the way from one to another, by the shorter way where the plane wraps.
fn between(topology: Topology, from: Vec2, to: Vec2, share: f32) -> Vec2 {
    topology.wrap(from + topology.between(from, to) * share)
}

#[cfg(test)]
mod tests {
    use std::iter;

    use super::*;
    use sidestep_scene::recording::{AgentFrame, AgentSetting, WorldBounds};

    fn setting(bounds: WorldBounds) -> Setting {
        Setting {
            bounds,
            agents: vec![AgentSetting {
                id: 0,
                group: 2,
                radius: 0.5,
                mass: 1.0,
                max_speed: 2.0,
                start: Vec2::ZERO,
                goals: Vec::new(),
                goal_heights: Vec::new(),
            }],
            ..Setting::default()
        }
    }

    fn frame(x: f32) -> Frame {
        Frame {
            agents: vec![AgentFrame {
                position: Vec2::new(x, 0.0),
                velocity: Vec2::new(0.0, 1.5),
                present: true,
                teleported: false,
                blocked: true,
                airborne: false,
                arrived_near: true,
                passed_by: None,
                height: 0.0,
            }],
            ..Frame::default()
        }
    }

    /// A quarter of the way to a frame.
    fn quarter<'a>(setting: &'a Setting, frame: &'a Frame) -> Moment<'a> {
        Moment {
            setting,
            frame,
            share: 0.25,
        }
    }

    #[test]
    fn an_agent_is_drawn_between_two_steps() {
        let mut drawn = DrawnFrame::default();
        drawn.keep(&frame(1.0));
        // It faces another way than it moves.
        let facing = [(0, Vec2::X)].into_iter();
        let setting = setting(WorldBounds::Open);
        drawn.draw(quarter(&setting, &frame(2.0)), facing, |_| flag::ARRIVED);
        let bits = (flag::PRESENT | flag::BLOCKED | flag::ARRIVED | flag::NEAR) as f32;
        assert_eq!(
            drawn.agents,
            [1.25, 0.0, 1.0, 0.0, 1.5, 0.5, 2.0, bits, 0.0, 1.5]
        );
    }

    #[test]
    fn who_was_put_elsewhere_is_not_drawn_on_the_way_there() {
        let mut drawn = DrawnFrame::default();
        drawn.keep(&frame(1.0));
        let mut after = frame(9.0);
        after.agents[0].teleported = true;
        let setting = setting(WorldBounds::Open);
        drawn.draw(quarter(&setting, &after), iter::empty(), |_| 0);
        assert_eq!(drawn.agents[0], 9.0);
    }

    #[test]
    fn what_is_dragged_is_drawn_where_it_was_put() {
        let at = |offset| Frame {
            obstacles: vec![Some(Vec2::new(offset, 0.0))],
            targets: vec![Vec2::new(offset, 0.0)],
            ..Frame::default()
        };
        let mut drawn = DrawnFrame::default();
        drawn.keep(&at(1.0));
        drawn.put_obstacle(0, Vec2::new(3.0, 0.0));
        drawn.put_target(0, Vec2::new(3.0, 0.0));
        drawn.draw(quarter(&Setting::default(), &at(3.0)), iter::empty(), |_| 0);
        assert_eq!(drawn.obstacles, [3.0, 0.0, 1.0]);
        assert_eq!(drawn.targets, [3.0, 0.0]);
    }

    #[test]
    fn who_leaves_on_one_side_of_a_torus_is_not_drawn_across_it() {
        let bounds = WorldBounds::Torus {
            min: Vec2::splat(-10.0),
            max: Vec2::splat(10.0),
        };
        let mut drawn = DrawnFrame::default();
        drawn.keep(&frame(9.5));
        drawn.draw(
            quarter(&setting(bounds), &frame(-9.5)),
            iter::empty(),
            |_| 0,
        );
        assert_eq!(drawn.agents[0], 9.75);
    }
}
