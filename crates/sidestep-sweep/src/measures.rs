//! What the figures of a summary mean: name, unit, and which way is better.
//!
//! Tables, drawings and the replay read a summary as a JSON object and take from here how to show
//! it. Keys that a summary doesn't have are left out, so that older and newer summaries can be
//! shown.

use serde_json::{Map, Value};

/// Which of two values of a measure is better.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Better {
    /// The smaller one.
    Lower,
    /// The larger one.
    Higher,
    /// Neither: it says what was run.
    Neither,
}

/// How to show one key of a summary.
#[derive(Clone, Copy, Debug)]
pub struct Measure {
    /// Key in `summary.json`.
    pub key: &'static str,
    /// Name for people.
    pub label: &'static str,
    /// Unit, empty for counts and ratios.
    pub unit: &'static str,
    /// Which way is better.
    pub better: Better,
    /// Digits after the point.
    pub decimals: usize,
}

const fn measure(
    key: &'static str,
    label: &'static str,
    unit: &'static str,
    better: Better,
    decimals: usize,
) -> Measure {
    Measure {
        key,
        label,
        unit,
        better,
        decimals,
    }
}

/// All measures in the order in which they are shown.
pub const MEASURES: &[Measure] = &[
    measure("agents", "Agents", "", Better::Neither, 0),
    measure("sim_seconds", "Simulated time", "s", Better::Neither, 1),
    measure("arrived", "Arrived", "", Better::Higher, 0),
    measure("arrived_near", "Arrived near", "", Better::Neither, 0),
    measure("stuck", "Stuck", "", Better::Lower, 0),
    measure("blocked", "Blocked", "", Better::Lower, 0),
    measure("blocked_ever", "Ever blocked", "", Better::Lower, 0),
    measure(
        "blocked_agent_seconds",
        "Time blocked",
        "agent s",
        Better::Lower,
        1,
    ),
    measure("escaped", "Escaped", "", Better::Lower, 0),
    measure(
        "mean_travel_seconds",
        "Mean travel time",
        "s",
        Better::Lower,
        2,
    ),
    measure(
        "last_arrival_seconds",
        "Last arrival",
        "s",
        Better::Lower,
        2,
    ),
    measure("mean_path_ratio", "Mean path ratio", "", Better::Lower, 3),
    measure(
        "agent_overlaps",
        "Agent overlaps",
        "pairs",
        Better::Lower,
        0,
    ),
    measure(
        "start_overlaps",
        "Overlaps at the start",
        "pairs",
        Better::Neither,
        0,
    ),
    measure(
        "overlap_pair_seconds",
        "Overlap time",
        "pair s",
        Better::Lower,
        2,
    ),
    measure("max_overlap_m", "Deepest overlap", "m", Better::Lower, 3),
    measure(
        "obstacle_overlaps",
        "Obstacle overlaps",
        "pairs",
        Better::Lower,
        0,
    ),
    measure(
        "obstacle_overlap_pair_seconds",
        "Time in obstacles",
        "pair s",
        Better::Lower,
        2,
    ),
    measure(
        "max_obstacle_overlap_m",
        "Deepest in an obstacle",
        "m",
        Better::Lower,
        3,
    ),
    measure("wall_contacts", "Wall contacts", "", Better::Lower, 0),
    measure(
        "max_wall_penetration_m",
        "Deepest in a wall",
        "m",
        Better::Lower,
        3,
    ),
    measure(
        "mean_abs_turn_rate",
        "Mean turn rate",
        "rad/s",
        Better::Lower,
        3,
    ),
    measure(
        "direction_flips_per_minute",
        "Direction flips",
        "1/min",
        Better::Lower,
        2,
    ),
    measure("side_changes", "Changes of sides", "", Better::Lower, 0),
    measure(
        "max_side_changes_per_obstacle",
        "Most at one obstacle",
        "",
        Better::Lower,
        0,
    ),
    measure("energy_j", "Energy", "J", Better::Lower, 1),
    measure("steerbench_score", "SteerBench score", "", Better::Lower, 2),
    measure("wall_seconds", "Stepping took", "s", Better::Lower, 3),
    measure(
        "agent_steps_per_second",
        "Agent steps per second",
        "1/s",
        Better::Higher,
        0,
    ),
];

impl Measure {
    /// The value in a summary, if it is there and is a finite number.
    pub fn value(&self, summary: &Map<String, Value>) -> Option<f64> {
        summary
            .get(self.key)
            .and_then(Value::as_f64)
            .filter(|value| value.is_finite())
    }

    /// A value in words, without its unit. A value that is missing (nobody arrived, so there is no
    /// mean travel time) is a dash.
    pub fn text(&self, value: Option<f64>) -> String {
        match value {
            None => "–".to_owned(),
            Some(value) => grouped(&format!("{value:.*}", self.decimals)),
        }
    }
}

/// Sets the thousands of a number apart by spaces from five digits on.
fn grouped(number: &str) -> String {
    let (whole, rest) = match number.find('.') {
        Some(at) => number.split_at(at),
        None => (number, ""),
    };
    let (sign, digits) = match whole.strip_prefix('-') {
        Some(digits) => ("-", digits),
        None => ("", whole),
    };
    if digits.len() < 5 {
        return number.to_owned();
    }
    let mut out = sign.to_owned();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            out.push(' ');
        }
        out.push(digit);
    }
    out + rest
}

/// The few measures that say the most, in one line, for under a drawing's title.
pub fn key_line(summary: &Map<String, Value>) -> String {
    let number = |key: &str| {
        MEASURES
            .iter()
            .find(|measure| measure.key == key)
            .and_then(|measure| {
                let value = measure.value(summary)?;
                Some(measure.text(Some(value)))
            })
    };
    let mut parts = Vec::new();
    match (number("arrived"), number("agents")) {
        (Some(arrived), Some(agents)) => parts.push(format!("{arrived} of {agents} arrived")),
        (None, Some(agents)) => parts.push(format!("{agents} agents")),
        _ => {}
    }
    if let Some(seconds) = number("sim_seconds") {
        parts.push(format!("{seconds} s simulated"));
    }
    if let Some(seconds) = number("mean_travel_seconds") {
        parts.push(format!("mean travel {seconds} s"));
    }
    if let Some(ratio) = number("mean_path_ratio") {
        parts.push(format!("path ratio {ratio}"));
    }
    if let Some(overlaps) = number("agent_overlaps") {
        parts.push(format!("agent overlaps {overlaps}"));
    }
    if let Some(overlaps) = number("obstacle_overlaps") {
        parts.push(format!("obstacle overlaps {overlaps}"));
    }
    parts.join(" · ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn object(value: Value) -> Map<String, Value> {
        match value {
            Value::Object(map) => map,
            other => panic!("not an object: {other}"),
        }
    }

    #[test]
    fn every_key_is_listed_once() {
        let mut keys: Vec<_> = MEASURES.iter().map(|measure| measure.key).collect();
        keys.sort_unstable();
        let count = keys.len();
        keys.dedup();
        assert_eq!(keys.len(), count);
    }

    #[test]
    fn thousands_are_set_apart() {
        assert_eq!(grouped("690000"), "690 000");
        assert_eq!(grouped("-1234567.50"), "-1 234 567.50");
        assert_eq!(grouped("1800"), "1800");
    }

    #[test]
    fn the_key_line_leaves_out_what_is_missing() {
        let summary = object(json!({"agents": 3, "arrived": 2, "mean_travel_seconds": null}));
        assert_eq!(key_line(&summary), "2 of 3 arrived");
        assert_eq!(key_line(&Map::new()), "");
    }
}
