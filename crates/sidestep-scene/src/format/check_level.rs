//! Whether a scene fits its level.

use super::agents::{AgentGroup, Control, Route};
use super::document::way;
use super::error::{Misfit, SceneError};
use super::scene::{BoundsKind, Scene};

impl Scene {
    /// Refuses a level that can't be read, what can't stand on a level, and heights without one.
    pub(super) fn check_level(&self) -> Result<(), SceneError> {
        let Some(level) = &self.level else {
            return self.check_no_heights();
        };
        level
            .check(self.origin.level.as_deref())
            .map_err(|misfit| self.misfit(way!["level"], misfit))?;
        if self.bounds.kind != BoundsKind::Open {
            return Err(self.error_at(
                &way!["bounds"],
                "a level ends where its ground ends, and takes no `bounds`; remove one of both",
            ));
        }
        let stray = [
            (
                "walls",
                !self.walls.is_empty(),
                "draw them as faces of the level, or use `obstacles` with `temporary = true`",
            ),
            (
                "scatter",
                !self.scatter.is_empty(),
                "list the obstacles in `obstacles`, each with its `floor`",
            ),
            (
                "links",
                !self.links.is_empty(),
                "a jump has no height; remove the links, or the level",
            ),
            (
                "formations",
                !self.formations.is_empty(),
                "the places in a formation have no height; remove the formations, or the level",
            ),
            (
                "keep_density",
                self.keep_density,
                "a level doesn't grow with the number of agents; remove one of both",
            ),
        ];
        if let Some((key, _, mend)) = stray.into_iter().find(|(_, stray, _)| *stray) {
            return Err(self.error_at(
                &way![key],
                format!("a scene on a level takes no `{key}`: {mend}"),
            ));
        }
        for (index, obstacle) in self.obstacles.iter().enumerate() {
            if !obstacle.temporary {
                return Err(self.error_at(
                    &way!["obstacles", index],
                    "on a level obstacles are temporary: set `temporary = true`, or make it part of \
                     the level",
                ));
            }
        }
        for (index, group) in self.agents.iter().enumerate() {
            group
                .check_on_level()
                .map_err(|misfit| self.misfit(way!["agents", index], misfit))?;
        }
        Ok(())
    }

    fn check_no_heights(&self) -> Result<(), SceneError> {
        let mend = "without a `[level]` nothing has a height; remove it, or add the level";
        for (index, obstacle) in self.obstacles.iter().enumerate() {
            if obstacle.floor.is_some() {
                return Err(self.error_at(&way!["obstacles", index, "floor"], mend));
            }
        }
        for (index, group) in self.agents.iter().enumerate() {
            if group.height.is_some() {
                return Err(self.error_at(&way!["agents", index, "height"], mend));
            }
            for (number, goal) in group.goals.iter().enumerate() {
                if goal.height.is_some() {
                    return Err(
                        self.error_at(&way!["agents", index, "goals", number, "height"], mend)
                    );
                }
            }
        }
        Ok(())
    }
}

impl AgentGroup {
    /// What about the group can't be on a level.
    fn check_on_level(&self) -> Result<(), Misfit> {
        if self.floor.is_some() {
            return Err(Misfit::at(
                "floor",
                "on a level the floor is the one on which an agent stands; say `height` instead",
            ));
        }
        if self.control == Control::Driven {
            return Err(Misfit::at(
                "control",
                "driven agents go straight on through everything and have no ground on a level; \
                 remove it, or the level",
            ));
        }
        if self.route != Route::Walkable {
            return Err(Misfit::at(
                "route",
                "on a level agents walk along paths over its ground; set `route = \"walkable\"`",
            ));
        }
        if self.goals.is_empty() {
            return Err(Misfit::whole(
                "on a level agents follow the ground on their way to a goal; add `goals`",
            ));
        }
        Ok(())
    }
}
