//! Whether the parts of a scene fit together.

use super::agents::{AgentGroup, Route};
use super::behavior::Behavior;
use super::document::way;
use super::error::{Misfit, SceneError};
use super::goal::GoalKind;
use super::names::Name;
use super::number::{Count, RangedNumber};
use super::scene::{BoundsKind, Scene};
use super::shape::Region;
use crate::method::Method;
use crate::suggestion::unknown_word;

/// Most steps of a run.
pub const MOST_STEPS: f64 = 1e7;

impl Scene {
    /// Checks that the parts fit together: that names which are referred to exist, that keys which
    /// exclude each other aren't both there, and that the run isn't absurdly long or crowded.
    ///
    /// # Errors
    /// [`SceneError::Invalid`] for the first thing that doesn't fit.
    pub fn check(&self) -> Result<(), SceneError> {
        self.check_run()?;
        self.check_bounds()?;
        self.check_keep_density()?;
        self.check_level()?;
        for (index, obstacle) in self.obstacles.iter().enumerate() {
            obstacle
                .check()
                .map_err(|misfit| self.misfit(way!["obstacles", index], misfit))?;
        }
        for (index, link) in self.links.iter().enumerate() {
            (link.check()).map_err(|misfit| self.misfit(way!["links", index], misfit))?;
        }
        self.check_counts()?;
        self.check_names()?;
        for (index, group) in self.agents.iter().enumerate() {
            self.check_group(index, group)?;
        }
        for index in 0..self.formations.len() {
            (self.check_formation(index))
                .map_err(|misfit| self.misfit(way!["formations", index], misfit))?;
        }
        Ok(())
    }

    /// The scene's name; `unnamed` when it has none.
    pub fn name(&self) -> &str {
        self.name.as_ref().map_or("unnamed", Name::as_str)
    }

    /// Name of a group: its own, or `group-1`, `group-2` and so on by its place in the file.
    pub fn group_name(&self, index: usize) -> String {
        match self.agents.get(index).and_then(|group| group.name.as_ref()) {
            Some(name) => name.to_string(),
            None => format!("group-{}", index + 1),
        }
    }

    /// Index of the group of that name.
    pub fn group_index(&self, name: &str) -> Option<usize> {
        (0..self.agents.len()).find(|index| self.group_name(*index) == name)
    }

    /// Index of the moving target of that name.
    pub fn target_index(&self, name: &str) -> Option<usize> {
        self.targets
            .iter()
            .position(|target| target.name.as_str() == name)
    }

    /// The box of a world with edges.
    pub fn edges(&self) -> Option<Region> {
        match (self.bounds.kind, self.bounds.min, self.bounds.max) {
            (BoundsKind::Open, ..) => None,
            (_, Some(min), Some(max)) => Region::new(min, max).ok(),
            _ => None,
        }
    }

    /// Number of steps of a whole run: the first whole number of steps that reaches `duration`.
    pub fn steps(&self) -> u64 {
        let steps = self.duration.get() / self.dt.get();
        // A duration that is a whole number of steps but for rounding isn't given one more.
        let nearest = steps.round();
        if (steps - nearest).abs() < 1e-6 * nearest.max(1.0) {
            nearest as u64
        } else {
            steps.ceil() as u64
        }
    }

    fn check_run(&self) -> Result<(), SceneError> {
        Method::find(&self.method)
            .map_err(|error| self.error_at(&way!["method"], error.to_string()))?;
        let steps = self.duration.get() / self.dt.get();
        if steps > MOST_STEPS {
            return Err(self.error_at(
                &way!["duration"],
                format!(
                    "{} s in steps of {} s are {steps:.0} steps; at most {MOST_STEPS:.0} are \
                     allowed: shorten `duration` or lengthen `dt`",
                    self.duration.get(),
                    self.dt.get()
                ),
            ));
        }
        Ok(())
    }

    fn check_bounds(&self) -> Result<(), SceneError> {
        let bounds = &self.bounds;
        if bounds.kind == BoundsKind::Open {
            let stray = if bounds.min.is_some() { "min" } else { "max" };
            if bounds.min.is_some() || bounds.max.is_some() {
                return Err(self.error_at(
                    &way!["bounds", stray],
                    "an open world has no edges; remove `min` and `max`, or set `kind` to \"walled\" \
                     or \"torus\"",
                ));
            }
            return Ok(());
        }
        let (Some(min), Some(max)) = (bounds.min, bounds.max) else {
            return Err(self.error_at(
                &way!["bounds"],
                "a world with edges needs both `min = [x, y]` and `max = [x, y]`",
            ));
        };
        Region::new(min, max)
            .map_err(|error| self.error_at(&way!["bounds", "min"], error.to_string()))?;
        Ok(())
    }

    /// Refuses what can't grow with the world where it shall keep its density.
    fn check_keep_density(&self) -> Result<(), SceneError> {
        if !self.keep_density {
            return Ok(());
        }
        let stray = [
            ("walls", !self.walls.is_empty()),
            ("obstacles", !self.obstacles.is_empty()),
            ("scatter", !self.scatter.is_empty()),
            ("targets", !self.targets.is_empty()),
            ("links", !self.links.is_empty()),
        ];
        if let Some((key, _)) = stray.into_iter().find(|(_, stray)| *stray) {
            return Err(self.error_at(
                &way![key],
                format!(
                    "`keep_density` can't make `{key}` grow with the world; remove one of both"
                ),
            ));
        }
        match self.agents.iter().position(|group| group.region.is_none()) {
            Some(index) => Err(self.error_at(
                &way!["agents", index],
                "with `keep_density` every group starts in a `region`, which grows with the number of \
                 agents; give it one, or remove `keep_density`",
            )),
            None => Ok(()),
        }
    }

    fn check_counts(&self) -> Result<(), SceneError> {
        let most = Count::MAX as u64;
        let mut obstacles = self.obstacles.len() as u64;
        for (index, scatter) in self.scatter.iter().enumerate() {
            obstacles += scatter.count.get();
            if obstacles > most {
                return Err(self.error_at(
                    &way!["scatter", index, "count"],
                    format!("more than {most} obstacles in all; lower the counts"),
                ));
            }
        }
        if self.agents.is_empty() {
            return Err(self.error_at(
                &[],
                "the scene has no agents; add a group: [[agents]] with `count` and `region`, or \
                 `positions`",
            ));
        }
        let mut agents = 0;
        for (index, group) in self.agents.iter().enumerate() {
            agents += group.size() as u64;
            if agents > most {
                return Err(self.error_at(
                    &way!["agents", index],
                    format!("more than {most} agents in all; lower the counts"),
                ));
            }
        }
        Ok(())
    }

    fn check_names(&self) -> Result<(), SceneError> {
        for (index, target) in self.targets.iter().enumerate() {
            if self.target_index(target.name.as_str()) != Some(index) {
                return Err(self.error_at(
                    &way!["targets", index, "name"],
                    format!("there is already a target `{}`; rename one", target.name),
                ));
            }
        }
        let mut names: Vec<(String, usize)> = (0..self.agents.len())
            .map(|index| (self.group_name(index), index))
            .collect();
        names.sort();
        for pair in names.windows(2) {
            if pair[0].0 == pair[1].0 {
                return Err(self.error_at(
                    &way!["agents", pair[1].1, "name"],
                    format!("there is already a group `{}`; rename one", pair[0].0),
                ));
            }
        }
        Ok(())
    }

    fn check_group(&self, index: usize, group: &AgentGroup) -> Result<(), SceneError> {
        group
            .start()
            .map_err(|misfit| self.misfit(way!["agents", index], misfit))?;
        if let Some(method) = &group.method {
            Method::find(method).map_err(|error| {
                self.error_at(&way!["agents", index, "method"], error.to_string())
            })?;
        }
        group
            .check_control()
            .map_err(|misfit| self.misfit(way!["agents", index], misfit))?;
        if group.route == Route::Walkable && self.bounds.kind == BoundsKind::Torus {
            return Err(self.error_at(
                &way!["agents", index, "route"],
                "there are no paths through walkable space on a torus; remove `route`, or make `bounds` open or walled",
            ));
        }
        if let Some(floor) = group.floor
            && floor.low >= floor.high
        {
            return Err(self.error_at(
                &way!["agents", index, "floor"],
                "`low` must be below `high`; swap them",
            ));
        }
        for (number, goal) in group.goals.iter().enumerate() {
            let at = || way!["agents", index, "goals", number];
            let kind = goal.kind().map_err(|misfit| self.misfit(at(), misfit))?;
            let missing = match kind {
                GoalKind::Target(name) => self.missing_target("target", name),
                GoalKind::Agent(name) => self.missing_group("agent", name),
                GoalKind::FleeAgent(name) => self.missing_group("flee_agent", name),
                _ => None,
            };
            let own = match kind {
                GoalKind::Agent(name) => self.own_group("agent", index, name),
                GoalKind::FleeAgent(name) => self.own_group("flee_agent", index, name),
                _ => None,
            };
            if let Some(misfit) = missing.or(own) {
                return Err(self.misfit(at(), misfit));
            }
        }
        for (number, behavior) in group.behaviors.iter().enumerate() {
            let misfit = behavior
                .check()
                .err()
                .or_else(|| self.missing_names(behavior));
            if let Some(misfit) = misfit {
                return Err(self.misfit(way!["agents", index, "behaviors", number], misfit));
            }
        }
        Ok(())
    }

    fn missing_names(&self, behavior: &Behavior) -> Option<Misfit> {
        let target = behavior.target.as_ref();
        let agents = behavior.agents.as_ref();
        let other = behavior.other.as_ref();
        target
            .and_then(|name| self.missing_target("target", name))
            .or_else(|| agents.and_then(|name| self.missing_group("agents", name)))
            .or_else(|| other.and_then(|name| self.missing_group("other", name)))
    }

    /// Refuses the group itself where one agent of it would be its own goal.
    fn own_group(&self, key: &'static str, index: usize, name: &Name) -> Option<Misfit> {
        (self.group_index(name.as_str()) == Some(index)).then(|| {
            Misfit::at(
                key,
                format!(
                    "the first agent of `{name}` can't be about itself; put it into a group of its \
                     own and name that"
                ),
            )
        })
    }

    fn missing_target(&self, key: &'static str, name: &Name) -> Option<Misfit> {
        if self.target_index(name.as_str()).is_some() {
            return None;
        }
        let known: Vec<&str> = self
            .targets
            .iter()
            .map(|target| target.name.as_str())
            .collect();
        Some(Misfit::at(
            key,
            unknown_word("target", name.as_str(), &known),
        ))
    }

    fn missing_group(&self, key: &'static str, name: &Name) -> Option<Misfit> {
        let is_known = self.group_index(name.as_str()).is_some();
        (!is_known).then(|| self.unknown_group(key, name))
    }

    /// Refuses the name of a group that there isn't.
    pub(super) fn unknown_group(&self, key: &'static str, name: &Name) -> Misfit {
        let known: Vec<String> = (0..self.agents.len())
            .map(|index| self.group_name(index))
            .collect();
        let known: Vec<&str> = known.iter().map(String::as_str).collect();
        Misfit::at(key, unknown_word("group", name.as_str(), &known))
    }
}
