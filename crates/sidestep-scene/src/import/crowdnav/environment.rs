//! The `env.config` of CrowdNav: sizes, speeds and times that all episodes share.

use crate::import::Fault;
use crate::import::fault::quoted;
use crate::import::lines::Line;

/// What all episodes of a table share. The default is what CrowdNav's own `env.config` says.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Environment {
    /// Time step (s).
    pub time_step: f64,
    /// Time limit (s); an episode that is still going a second before it has timed out.
    pub time_limit: f64,
    /// Gap between robot and walker below which a walker feels uncomfortable (m).
    pub discomfort_distance: f64,
    /// Radius of the walkers (m).
    pub walker_radius: f64,
    /// Preferred and largest speed of the walkers (m/s).
    pub walker_speed: f64,
    /// Radius of the robot (m); it has arrived when its goal is nearer than this.
    pub robot_radius: f64,
    /// Preferred and largest speed of the robot (m/s).
    pub robot_speed: f64,
    /// Whether the walkers see the robot.
    pub robot_visible: bool,
    /// The robot goes from (0, -this) to (0, this) (m), among crossings of the circle and the
    /// square alike.
    pub circle_radius: f64,
}

impl Default for Environment {
    fn default() -> Self {
        Self {
            time_step: 0.25,
            time_limit: 25.0,
            discomfort_distance: 0.2,
            walker_radius: 0.3,
            walker_speed: 1.0,
            robot_radius: 0.3,
            robot_speed: 1.0,
            robot_visible: false,
            circle_radius: 4.0,
        }
    }
}

/// Reads an `env.config` from its text: sections in brackets and `key = value` lines. What it
/// doesn't say stays as in [`Environment::default`]; what doesn't matter to scored episodes, such
/// as rewards, is passed over. `source_name` stands in the messages.
///
/// # Errors
/// A [`Fault`] with its line when a line is none of these, a value that matters is no number or out
/// of range, or the episodes would depend on what the table doesn't say: drawn attributes, or
/// walkers that don't follow ORCA.
pub fn parse_environment(text: &str, source_name: &str) -> Result<Environment, Fault> {
    let mut environment = Environment::default();
    let mut section = String::new();
    for line in Line::all(text, source_name) {
        let content = line.text.trim();
        if content.is_empty() || content.starts_with(['#', ';']) {
            continue;
        }
        if let Some(name) = content
            .strip_prefix('[')
            .and_then(|it| it.strip_suffix(']'))
        {
            name.trim().clone_into(&mut section);
            continue;
        }
        let Some((key, value)) = content.split_once(['=', ':']) else {
            return Err(line.fault(
                format!("{} is neither a section nor a value", quoted(content)),
                "write `[section]` or `key = value`",
            ));
        };
        // Keys are the same in any case, sections aren't.
        let key = key.trim().to_lowercase();
        set(&mut environment, line, (&section, &key), value.trim())?;
    }
    Ok(environment)
}

fn set(
    environment: &mut Environment,
    line: Line<'_>,
    (section, key): (&str, &str),
    value: &str,
) -> Result<(), Fault> {
    let number = |least: f64, most: f64| {
        let given = value.parse::<f64>().ok();
        given
            .filter(|it| (least..=most).contains(it))
            .ok_or_else(|| {
                line.fault(
                    format!("{key} is {}", quoted(value)),
                    format!("write a number from {least} to {most}"),
                )
            })
    };
    match (section, key) {
        ("env", "time_step") => environment.time_step = number(0.01, 10.0)?,
        ("env", "time_limit") => environment.time_limit = number(1.0, 10_000.0)?,
        ("reward", "discomfort_dist") => environment.discomfort_distance = number(0.0, 100.0)?,
        ("humans", "radius") => environment.walker_radius = number(0.01, 100.0)?,
        ("humans", "v_pref") => environment.walker_speed = number(0.01, 100.0)?,
        ("robot", "radius") => environment.robot_radius = number(0.01, 100.0)?,
        ("robot", "v_pref") => environment.robot_speed = number(0.01, 100.0)?,
        ("robot", "visible") => environment.robot_visible = truth(line, key, value)?,
        ("sim", "circle_radius") => environment.circle_radius = number(0.0, 10_000.0)?,
        ("env", "randomize_attributes") if truth(line, key, value)? => {
            return Err(line.fault(
                "the walkers' sizes and speeds are drawn at random, and the table doesn't hold them",
                "write `randomize_attributes = false`",
            ));
        }
        ("humans", "policy") if value != "orca" => {
            return Err(line.fault(
                format!("the walkers' policy is {}", quoted(value)),
                "write `policy = orca`; there is no other here",
            ));
        }
        _ => {}
    }
    Ok(())
}

/// A truth value as CrowdNav's reader takes it.
fn truth(line: Line<'_>, key: &str, value: &str) -> Result<bool, Fault> {
    match value.to_lowercase().as_str() {
        "true" | "yes" | "on" | "1" => Ok(true),
        "false" | "no" | "off" | "0" => Ok(false),
        _ => Err(line.fault(
            format!("{key} is {}", quoted(value)),
            "write `true` or `false`",
        )),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_said_is_taken_and_the_rest_stays() {
        let text = "# ours\n[env]\ntime_step = 0.1\nTime_Limit: 30\nval_size = 100\n\n[robot]\nvisible = True\n\
            radius = 0.5\n[humans]\npolicy = orca\nradius=0.4\n[other]\ntime_step = no number\n";
        let expected = Environment {
            time_step: 0.1,
            time_limit: 30.0,
            robot_visible: true,
            robot_radius: 0.5,
            walker_radius: 0.4,
            ..Environment::default()
        };
        assert_eq!(parse_environment(text, "env.config"), Ok(expected));
        assert_eq!(
            parse_environment("", "env.config"),
            Ok(Environment::default())
        );
    }

    #[test]
    fn what_is_wrong_is_refused_with_its_line() {
        for (text, expected) in [
            (
                "[env]\ntime_step = fast",
                "env.config:2: time_step is `fast`; write a number from 0.01 to 10",
            ),
            (
                "[env]\ntime_limit = inf",
                "env.config:2: time_limit is `inf`",
            ),
            (
                "[robot]\n\nvisible = maybe",
                "env.config:3: visible is `maybe`; write `true` or `false`",
            ),
            (
                "[env]\nrandomize_attributes = true",
                "env.config:2: the walkers' sizes and speeds are drawn",
            ),
            (
                "[humans]\npolicy = linear",
                "env.config:2: the walkers' policy is `linear`",
            ),
            (
                "[env]\nhello",
                "env.config:2: `hello` is neither a section nor a value",
            ),
        ] {
            let message = parse_environment(text, "env.config")
                .expect_err(text)
                .to_string();
            assert!(message.starts_with(expected), "{message}");
        }
    }
}
