//! What stands below a table of results: in a few words, what its figures mean.

use sidestep_scene::measure::Summary;
use sidestep_scene::recording::{AgentSetting, GoalSetting};

/// What a flip is.
pub const FLIPS: &str = "Direction flips: turns to one side and within half a second back to the other, of one agent in a minute of walking.";

/// Why not all have arrived; `None` if they have.
pub fn arrival_note(summary: &Summary, agents: &[AgentSetting]) -> Option<String> {
    let aimless = agents.iter().filter(|it| it.goals.is_empty()).count() as u64;
    let missing = summary.agents.saturating_sub(aimless + summary.arrived);
    let mut parts = Vec::new();
    if missing > 0 {
        let explained = summary.arrived_near + summary.stuck + summary.lost;
        let fates = [
            (missing.saturating_sub(explained), "still on the way"),
            (summary.arrived_near, "as near as others let them"),
            (summary.stuck, "stuck"),
            (summary.lost, "gone from the world"),
        ];
        let fates: Vec<String> = (fates.iter())
            .filter(|(count, _)| *count > 0)
            .map(|(count, fate)| format!("{count} {fate}"))
            .collect();
        parts.push(format!(
            "the run ended after {:.1} s with {}",
            summary.sim_seconds,
            fates.join(", ")
        ));
        if summary.blocked > 0 {
            parts.push(format!("{} found no way then", summary.blocked));
        }
        let moves = |goal: &GoalSetting| {
            matches!(goal, GoalSetting::Target { .. } | GoalSetting::Agent { .. })
        };
        if agents.iter().any(|it| it.goals.last().is_some_and(moves)) {
            parts.push("who has caught a goal that moves has arrived, and may go on".to_owned());
        }
    }
    if aimless > 0 {
        parts.push(format!("{aimless} without a goal"));
    }
    (!parts.is_empty()).then(|| {
        format!(
            "Arrived {} of {}: {}.",
            summary.arrived,
            summary.agents,
            parts.join("; ")
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::Vec2;

    fn agents(goals: &[Option<GoalSetting>]) -> Vec<AgentSetting> {
        let agent = |goal: &Option<GoalSetting>| AgentSetting {
            id: 0,
            group: 0,
            radius: 0.3,
            mass: 80.0,
            max_speed: 2.0,
            start: Vec2::ZERO,
            goals: goal.iter().copied().collect(),
            goal_heights: Vec::new(),
        };
        goals.iter().map(agent).collect()
    }

    const POINT: Option<GoalSetting> = Some(GoalSetting::Point {
        point: Vec2::ZERO,
        radius: 1.0,
    });

    fn summary(agents: u64, arrived: u64) -> Summary {
        Summary {
            agents,
            arrived,
            sim_seconds: 60.0,
            ..Summary::default()
        }
    }

    #[test]
    fn where_all_have_arrived_there_is_nothing_to_explain() {
        assert_eq!(arrival_note(&summary(2, 2), &agents(&[POINT; 2])), None);
    }

    #[test]
    fn each_who_has_not_arrived_is_counted_once() {
        let ended = Summary {
            arrived_near: 1,
            stuck: 2,
            lost: 1,
            blocked: 2,
            ..summary(10, 3)
        };
        let mut goals = [POINT; 10];
        goals[9] = None;
        assert_eq!(
            arrival_note(&ended, &agents(&goals)).expect("a note"),
            "Arrived 3 of 10: the run ended after 60.0 s with 2 still on the way, 1 as near as others let them, 2 stuck, \
             1 gone from the world; 2 found no way then; 1 without a goal."
        );
    }
}
