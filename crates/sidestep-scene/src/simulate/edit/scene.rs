//! The scene as it stands after all changes, to be saved.

use glam::Vec2;

use super::{EditError, written};
use crate::format::{Goal, Origin, Polyline, Scene};
use crate::place::{Layout, LayoutGoalKind};
use crate::simulate::Simulation;

/// What a scene would place elsewhere than it is.
struct Astray {
    /// Groups whose agents would start elsewhere, by index.
    groups: Vec<usize>,
    /// Whether scattered obstacles would lie elsewhere.
    scattered: bool,
}

impl Simulation {
    /// The scene with what was added, moved and removed by hand, so that it can be saved, shared
    /// and started again. `scene` is the one that runs, with the values that were set.
    ///
    /// - Obstacles: inserted ones appear when they were inserted, removed ones vanish when they
    ///   were removed, so that a run from the file is the same bit for bit as the one in which they
    ///   came and went; moved ones are where they were put from the beginning.
    /// - Walls are as they stand, from the beginning.
    /// - Inserted agents start with their group where they were put, and removed ones don't start.
    ///   What is drawn for an agent goes by its place in the group. A group from which all were
    ///   removed is left out, and its formation.
    /// - What was done before the first step is how the scene begins: agents that were placed start
    ///   there, targets that were moved stay there, and a goal that was set for a whole group is
    ///   the goal of the group.
    /// - What was done to agents, goals and targets later is not kept: a file can't say it.
    ///
    /// Random places that would be others beside what was inserted are written out.
    ///
    /// # Errors
    /// If what is left is no scene: without any agent, or without a group that others refer to.
    pub fn scene_as_it_stands(&self, scene: &Scene) -> Result<Scene, EditError> {
        // As the scene would begin with its values, had nothing been done by hand.
        let given = Layout::new(scene)?;
        let mut minimal = self.write(scene, &given, &Astray::none())?;
        if minimal == *scene {
            return Ok(minimal);
        }
        minimal.keep_density = false;
        minimal.origin = Origin {
            text: None,
            overrides: Vec::new(),
            ..scene.origin.clone()
        };
        minimal.check()?;
        let astray = self.astray(scene, &given, &minimal);
        if astray.groups.is_empty() && !astray.scattered {
            return Ok(minimal);
        }
        let fixed = Scene {
            origin: minimal.origin.clone(),
            keep_density: minimal.keep_density,
            ..self.write(scene, &given, &astray)?
        };
        // Where a listed start is no longer free, a random one still finds a place.
        let runs = Layout::new(&fixed).is_ok() || Layout::new(&minimal).is_err();
        Ok(if runs { fixed } else { minimal })
    }

    fn write(&self, scene: &Scene, given: &Layout, listed: &Astray) -> Result<Scene, EditError> {
        let mut written = scene.clone();
        written.walls = written::walls(scene, &self.layout.walls)?;
        // One that was there from the start comes before the scattered ones in a file, but came
        // after them here.
        let known = scene.obstacles.len() + written::scattered(scene);
        let inserted_at_start =
            (self.layout.obstacles.iter().skip(known)).any(|it| it.appear == 0.0);
        let list_scattered = listed.scattered || inserted_at_start;
        written::obstacles(&mut written, &self.layout.obstacles, list_scattered)?;
        for &index in &self.edits.targets {
            let target = &mut written.targets[index];
            let place = self.layout.targets[index].track.position_at(0.0);
            target.path =
                Polyline::try_from(written::stay(place)?).map_err(|source| EditError::Shape {
                    what: "a target",
                    source,
                })?;
            target.speed = crate::format::number::Speed::clamped(0.0);
            target.closed = false;
        }
        self.write_agents(&mut written, given, &listed.groups)?;
        Ok(written)
    }

    /// Writes where agents start, and the goals that were set for whole groups.
    fn write_agents(
        &self,
        written: &mut Scene,
        given: &Layout,
        listed: &[usize],
    ) -> Result<(), EditError> {
        let mut emptied = Vec::new();
        for (index, group) in written.agents.iter_mut().enumerate() {
            let members = self.layout.groups[index].members.clone();
            let kept = self.kept_of(index);
            let changed = kept.len() != members.len()
                || kept.iter().any(|agent| !members.contains(agent))
                || kept.iter().any(|agent| self.edits.starts.contains(agent));
            if kept.is_empty() {
                emptied.push(index);
                continue;
            }
            if changed || listed.contains(&index) {
                let starts = kept.iter().map(|&agent| self.start_of(agent, given));
                group.positions = starts.map(written::point).collect::<Result<_, _>>()?;
                group.count = None;
                group.region = None;
                group.circle = None;
            }
            if kept.iter().all(|agent| self.edits.goals.contains(agent)) {
                let goals = &self.layout.agents[kept[0]].goals;
                let shared = (kept.iter()).all(|&agent| self.layout.agents[agent].goals == *goals);
                if let (true, Some(LayoutGoalKind::Point { point, radius })) =
                    (shared, goals.first().map(|goal| goal.kind))
                {
                    group.goals = vec![Goal {
                        radius: Some(written::length(radius)?),
                        ..Goal::at(written::point(point)?)
                    }];
                }
            }
        }
        for &index in &emptied {
            let name = written.group_name(index);
            (written.formations).retain(|formation| formation.members.as_str() != name);
        }
        for index in emptied.into_iter().rev() {
            written.agents.remove(index);
        }
        Ok(())
    }

    /// The agents of a group that weren't taken out.
    fn kept_of(&self, group: usize) -> Vec<usize> {
        (0..self.layout.agents.len())
            .filter(|&agent| self.layout.agents[agent].group == group)
            .filter(|agent| !self.edits.removed.contains(agent))
            .collect()
    }

    /// Where an agent begins (m).
    fn start_of(&self, agent: usize, given: &Layout) -> Vec2 {
        match given.agents.get(agent) {
            Some(given) if !self.edits.starts.contains(&agent) => given.start,
            _ => self.layout.agents[agent].start,
        }
    }

    /// What `written` would place elsewhere than it is; all that is random if it can't be placed.
    fn astray(&self, scene: &Scene, given: &Layout, written: &Scene) -> Astray {
        let groups = 0..scene.agents.len();
        let random = |group: &usize| scene.agents[*group].region.is_some();
        let Ok(layout) = Layout::new(written) else {
            return Astray {
                groups: groups.filter(random).collect(),
                scattered: !scene.scatter.is_empty(),
            };
        };
        let mut starts = layout.agents.iter().map(|agent| agent.start);
        let mut stray = Vec::new();
        for group in groups {
            let kept = self.kept_of(group);
            let written: Vec<Vec2> = starts.by_ref().take(kept.len()).collect();
            let now = kept.iter().map(|&agent| self.start_of(agent, given));
            let same = now.eq(written);
            if !same {
                stray.push(group);
            }
        }
        let listed = scene.obstacles.len();
        let scattered = written::scattered(written);
        let skipped = layout.obstacles.len() - scattered;
        let outlines = layout.obstacles[skipped..].iter();
        let same =
            (outlines.zip(&given.obstacles[listed..])).all(|(new, old)| new.outline == old.outline);
        Astray {
            groups: stray,
            scattered: !same,
        }
    }
}

impl Astray {
    const fn none() -> Self {
        Self {
            groups: Vec::new(),
            scattered: false,
        }
    }
}
