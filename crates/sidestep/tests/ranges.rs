//! Every number that has a range: documented, checked, and refused by name outside of it.

use std::fmt::Debug;

use sidestep::Vec2;
use sidestep::avoid::anticipatory::Anticipatory;
use sidestep::avoid::detour::{self, Detour, LocalGrid};
use sidestep::avoid::guard::Guard;
use sidestep::avoid::look_ahead::{self, LookAhead, Probes};
use sidestep::avoid::orca::Orca;
use sidestep::avoid::right_of_way::RightOfWay;
use sidestep::avoid::sampling::VelocitySampling;
use sidestep::avoid::unaligned::{self, Reach};
use sidestep::avoid::walls::{WallAvoidance, WallMethod, Whiskers};
use sidestep::blend::Blend;
use sidestep::geometry::Circle;
use sidestep::motion::Body;
use sidestep::range::{Parameter, Parameters, Range, Value};
use sidestep::space::{Filter, Floor};
use sidestep::steer::{FollowLeader, FollowPath, Wander};
use sidestep::world::{
    AgentAvoidance, AgentId, AgentSpec, Aim, Around, Behavior, BlockedAnswer, Detouring, Goal,
    Link, Objective, ObstacleAvoidance, ObstacleSpec, Pose, Profile, Target, WeightedBehavior,
    World, WorldSettings,
};

/// Something that takes every struct of the table.
trait Look {
    /// `source` is the file that declares the struct.
    fn at<T: Parameters + Debug>(&mut self, name: &str, source: &str, sound: T);
}

macro_rules! source {
    ($path:literal) => {
        include_str!(concat!("../src/", $path))
    };
}

/// Shows all structs whose numbers have ranges, each with sound values: those of one part first, then the wholes.
fn table(look: &mut impl Look) {
    pure(look);
    avoidance(look);
    goals(look);
    for behavior in behaviors() {
        let (name, source) = match behavior {
            Behavior::Wander(_) => ("Wander", source!("steer/wander.rs")),
            Behavior::FollowPath { .. } => ("FollowPath", source!("steer/follow_path.rs")),
            Behavior::FollowLeader(..) => ("FollowLeader", source!("steer/leader.rs")),
            _ => ("Behavior", source!("walker/behavior.rs")),
        };
        look.at(name, source, behavior);
    }
    worlds(look);
}

fn pure(look: &mut impl Look) {
    let body = Body::new(Vec2::ZERO, 0.3, 1.4);
    look.at("Body", source!("motion/body.rs"), body);
    look.at("Limits", source!("motion/limits.rs"), body.limits);
    look.at(
        "Wander",
        source!("steer/wander.rs"),
        Wander::for_radius(0.3),
    );
    look.at(
        "FollowPath",
        source!("steer/follow_path.rs"),
        FollowPath::for_radius(0.3),
    );
    look.at(
        "FollowLeader",
        source!("steer/leader.rs"),
        FollowLeader::for_radius(0.3),
    );
    let threshold = 0.1;
    look.at("Blend", source!("blend.rs"), Blend::Priority { threshold });
    look.at("Floor", source!("space/filter.rs"), filter().floor);
    look.at("Filter", source!("space/filter.rs"), filter());
    #[cfg(feature = "levels")]
    look.at(
        "LevelSettings",
        source!("nav/level/mod.rs"),
        sidestep::nav::LevelSettings::default(),
    );
}

fn avoidance(look: &mut impl Look) {
    look.at(
        "LookAhead",
        source!("avoid/look_ahead/swept.rs"),
        LookAhead::for_radius(0.3),
    );
    look.at(
        "Classic",
        source!("avoid/look_ahead/classic.rs"),
        classic_look_ahead(),
    );
    look.at(
        "Guard",
        source!("avoid/guard/mod.rs"),
        Guard::for_extent(1.0),
    );
    look.at("Orca", source!("avoid/orca/mod.rs"), Orca::for_radius(0.3));
    look.at(
        "Anticipatory",
        source!("avoid/anticipatory.rs"),
        Anticipatory::for_radius(0.3),
    );
    for classic in unaligned_classics() {
        look.at("Classic", source!("avoid/unaligned/classic.rs"), classic);
    }
    look.at(
        "VelocitySampling",
        source!("avoid/sampling/sampler.rs"),
        VelocitySampling::for_radius(0.3),
    );
    look.at(
        "RightOfWay",
        source!("avoid/right_of_way.rs"),
        RightOfWay::default(),
    );
    look.at(
        "Detour",
        source!("avoid/detour/mod.rs"),
        Detour::for_radius(0.3),
    );
    look.at(
        "Classic",
        source!("avoid/detour/classic/mod.rs"),
        detour::Classic::for_radius(0.3),
    );
    look.at(
        "LocalGrid",
        source!("avoid/detour/local_grid/mod.rs"),
        LocalGrid::for_radius(0.3),
    );
    look.at(
        "Whiskers",
        source!("avoid/walls/whiskers.rs"),
        Whiskers::for_radius(0.3),
    );
    for walls in walls() {
        look.at("WallMethod", source!("avoid/walls/method.rs"), walls.method);
        look.at(
            "Strength",
            source!("avoid/walls/strength.rs"),
            walls.strength,
        );
        look.at(
            "WallAvoidance",
            source!("avoid/walls/wall_avoidance.rs"),
            walls,
        );
    }
}

fn goals(look: &mut impl Look) {
    let source = source!("walker/goal.rs");
    let target = Target::Point(Vec2::ONE);
    look.at("Target", source, target);
    for objective in objectives() {
        look.at("Objective", source, objective);
        let goal = Goal {
            objective,
            speed: Some(1.0),
            time_limit: Some(9.0),
            height: Some(0.0),
        };
        look.at("Goal", source, goal);
    }
}

fn worlds(look: &mut impl Look) {
    let source = source!("walker/behavior.rs");
    look.at("Aim", source, Aim::At(Target::Point(Vec2::ONE)));
    look.at("Around", source, Around::within(1.0));
    let weighted = WeightedBehavior::from(Behavior::Wander(Wander::for_radius(0.3)));
    look.at("WeightedBehavior", source, weighted);
    let link = Link {
        from: Vec2::ZERO,
        to: Vec2::ONE,
        seconds: 0.5,
    };
    look.at("Link", source!("walker/profile.rs"), link);
    let seconds = 1.0;
    let source = source!("world/spec/blocked.rs");
    look.at("BlockedAnswer", source, BlockedAnswer::Wait { seconds });
    let circle = Circle::new(Vec2::ZERO, 1.0).expect("a circle");
    let obstacle = ObstacleSpec {
        filter: filter(),
        ..ObstacleSpec::new(circle)
    };
    let source = source!("world/spec/obstacle.rs");
    look.at("ObstacleSpec", source, obstacle);
    look.at("Pose", source, Pose::default());
    look.at(
        "WorldSettings",
        source!("world/spec/settings.rs"),
        WorldSettings::default(),
    );
    for profile in profiles() {
        let source = source!("walker/profile.rs");
        look.at("ObstacleAvoidance", source, profile.obstacle_avoidance);
        look.at("AgentAvoidance", source, profile.agent_avoidance);
        look.at("Detouring", source, profile.detouring);
        look.at("Profile", source, profile);
    }
}

fn filter() -> Filter {
    Filter {
        floor: Floor {
            low: -1.0,
            high: f32::INFINITY,
        },
        ..Filter::default()
    }
}

fn classic_look_ahead() -> look_ahead::Classic {
    look_ahead::Classic {
        probes: Probes::Two,
        distance: 2.0,
        scaled_by_speed: false,
        max_avoid_force: 3.0,
    }
}

fn unaligned_classics() -> [unaligned::Classic; 2] {
    [Reach::Distance(3.0), Reach::Time(2.0)].map(|look_ahead| unaligned::Classic {
        look_ahead,
        ..unaligned::Classic::for_radius(0.3)
    })
}

fn walls() -> [WallAvoidance; 2] {
    [
        WallAvoidance::for_radius(0.3, WallMethod::hit_normal_for_radius(0.3)),
        WallAvoidance::for_radius(0.3, WallMethod::Cross).rising(0.3),
    ]
}

fn objectives() -> [Objective; 4] {
    let target = Target::Point(Vec2::ONE);
    [
        Objective::Reach {
            target,
            radius: 0.2,
        },
        Objective::Enter {
            min: Vec2::ZERO,
            max: Vec2::splat(f32::MAX),
            aim: Some(Vec2::ONE),
        },
        Objective::Flee {
            from: target,
            distance: 3.0,
        },
        Objective::Head { direction: Vec2::X },
    ]
}

fn behaviors() -> Vec<Behavior> {
    let aim = Aim::At(Target::Point(Vec2::ONE));
    let around = Around::within(1.0);
    let leader = AgentId(0);
    vec![
        Behavior::Seek(aim),
        Behavior::Flee(aim, 2.0),
        Behavior::Arrive {
            aim,
            slowing_distance: 1.0,
        },
        Behavior::Pursue(aim, 2.0),
        Behavior::Evade {
            hunter: aim,
            horizon: 2.0,
            distance: 3.0,
        },
        Behavior::Wander(Wander::for_radius(0.3)),
        Behavior::FollowPath {
            path: vec![Vec2::ZERO, Vec2::ONE],
            parameters: FollowPath::for_radius(0.3),
        },
        Behavior::Hide {
            from: aim,
            distance: 9.0,
        },
        Behavior::Interpose(leader, AgentId(1)),
        Behavior::OffsetPursuit(leader, Vec2::ONE),
        Behavior::Separation(around),
        Behavior::Alignment(around),
        Behavior::Cohesion(around),
        Behavior::FollowLeader(leader, FollowLeader::for_radius(0.3)),
        Behavior::Queue(around),
    ]
}

/// Profiles that together have every kind of part.
fn profiles() -> Vec<Profile> {
    let mut plain = Profile::for_body(&Body::new(Vec2::ZERO, 0.3, 1.4));
    plain.filter = filter();
    let [by_distance, by_time] = unaligned_classics();
    let [normal, cross] = walls();
    let mut profiles = vec![plain.clone(); 4];
    profiles[1].obstacle_avoidance = ObstacleAvoidance::Classic(classic_look_ahead());
    profiles[1].agent_avoidance = AgentAvoidance::Classic(by_distance);
    profiles[1].detouring = Detouring::Classic(detour::Classic::for_radius(0.3));
    profiles[1].blend = Blend::Priority { threshold: 0.1 };
    profiles[2].obstacle_avoidance = ObstacleAvoidance::Walls(normal);
    profiles[2].agent_avoidance = AgentAvoidance::Orca(Orca::for_radius(0.3));
    profiles[2].detouring = Detouring::LocalGrid(LocalGrid::for_radius(0.3));
    profiles[3].obstacle_avoidance = ObstacleAvoidance::Walls(cross);
    profiles[3].agent_avoidance = AgentAvoidance::Anticipatory(Anticipatory::for_radius(0.3));
    profiles.extend(behaviors().into_iter().map(|behavior| Profile {
        behaviors: vec![behavior.into()],
        agent_avoidance: AgentAvoidance::Classic(by_time),
        ..plain.clone()
    }));
    profiles.extend(objectives().map(|objective| Profile {
        goals: vec![Goal {
            objective,
            speed: Some(1.0),
            time_limit: Some(9.0),
            height: Some(0.0),
        }],
        ..plain.clone()
    }));
    profiles
}

const TINY: f32 = f32::from_bits(1);

/// Numbers just inside of a range, and such as are just outside. Those of whole numbers are whole.
fn edges(parameter: &Parameter<'_>) -> (Vec<f32>, Vec<f32>) {
    let whole = matches!(parameter.value, Value::Count(_) | Value::Size(_));
    let below = |edge: f32| if whole { edge - 1.0 } else { edge.next_down() };
    let above = |edge: f32| if whole { edge + 1.0 } else { edge.next_up() };
    let (inside, mut outside) = match parameter.range {
        Range::Number => (vec![f32::NEG_INFINITY, 0.0, f32::INFINITY], vec![]),
        Range::Finite => (
            vec![f32::MIN, 0.0, f32::MAX],
            vec![f32::NEG_INFINITY, f32::INFINITY],
        ),
        Range::AboveZero => (
            vec![TINY, 1.0, f32::MAX],
            vec![-1.0, -TINY, -0.0, 0.0, f32::INFINITY, f32::NEG_INFINITY],
        ),
        Range::AboveZeroOrInfinite => (
            vec![TINY, 1.0, f32::MAX, f32::INFINITY],
            vec![-1.0, -TINY, -0.0, 0.0, f32::NEG_INFINITY],
        ),
        Range::AtLeast(least) => (
            vec![least, above(least), f32::MAX],
            vec![below(least), f32::INFINITY, f32::NEG_INFINITY],
        ),
        Range::AtLeastOrInfinite(least) => (
            vec![least, above(least), f32::MAX, f32::INFINITY],
            vec![below(least), f32::NEG_INFINITY],
        ),
        Range::Between(least, most) => (vec![least, most], vec![below(least), above(most)]),
        Range::OneOrMore => (vec![1.0, 2.0, 16_777_216.0], vec![0.0]),
        Range::UnitLength => (
            vec![0.9996, 1.0, 1.0004],
            vec![0.0, 0.999, 1.001, f32::INFINITY],
        ),
    };
    if !whole {
        outside.push(f32::NAN);
    }
    if matches!(parameter.range, Range::Between(..)) && !whole {
        outside.extend([f32::INFINITY, f32::NEG_INFINITY]);
    }
    (inside, outside)
}

/// Ways to put one number into a parameter: a vector has one for each coordinate. Each gives the name that an error has then.
fn put(parameter: &mut Parameter<'_>, number: f32, coordinate: usize) -> Option<String> {
    let name = parameter.name.to_owned();
    match &mut parameter.value {
        Value::Single(value) if coordinate == 0 => **value = number,
        Value::Count(value) if coordinate == 0 => **value = number as u32,
        Value::Size(value) if coordinate == 0 => **value = number as usize,
        Value::Vector(value) if parameter.range == Range::UnitLength => {
            **value = Vec2::AXES[coordinate] * number;
            return Some(format!("length of {name}"));
        }
        Value::Vector(value) => {
            value[coordinate] = number;
            return Some(format!("{} of {name}", ["x", "y"][coordinate]));
        }
        _ => return None,
    }
    Some(name)
}

struct Inside;

impl Look for Inside {
    fn at<T: Parameters + Debug>(&mut self, name: &str, _: &str, sound: T) {
        assert_eq!(sound.check(), Ok(()), "{name}");
        for index in 0..sound.clone().parameters().len() {
            let (inside, _) = edges(&sound.clone().parameters()[index]);
            for (number, coordinate) in inside.into_iter().flat_map(|it| [(it, 0), (it, 1)]) {
                let mut changed = sound.clone();
                if put(&mut changed.parameters()[index], number, coordinate).is_some() {
                    assert_eq!(changed.check(), Ok(()), "{name}: {changed:?}");
                }
            }
        }
    }
}

#[test]
fn what_is_just_inside_of_its_range_is_taken() {
    table(&mut Inside);
}

struct Outside;

impl Look for Outside {
    fn at<T: Parameters + Debug>(&mut self, name: &str, _: &str, sound: T) {
        for index in 0..sound.clone().parameters().len() {
            let (_, outside) = edges(&sound.clone().parameters()[index]);
            for (number, coordinate) in outside.into_iter().flat_map(|it| [(it, 0), (it, 1)]) {
                let mut changed = sound.clone();
                let Some(expected) = put(&mut changed.parameters()[index], number, coordinate)
                else {
                    continue;
                };
                let range = changed.parameters()[index].range;
                let Err(error) = changed.check() else {
                    panic!("{name} takes {expected} = {number}");
                };
                let named = error.name.strip_prefix(&expected);
                assert!(
                    named.is_some_and(|rest| rest.is_empty() || rest.starts_with(" of ")),
                    "{name}: {expected} = {number} is refused as {error}"
                );
                let sentence = error.to_string();
                assert!(
                    sentence.ends_with(&format!("it must be {range}")),
                    "{sentence}"
                );
                let same = error.value == f64::from(number)
                    || error.value.is_nan()
                    || range == Range::UnitLength;
                assert!(
                    same,
                    "{name}: {expected} = {number} is refused as {sentence}"
                );
            }
        }
    }
}

#[test]
fn what_is_just_outside_of_its_range_is_refused_by_name() {
    table(&mut Outside);
}

struct Documented {
    /// Names of those whose range isn't in their documentation.
    missing: Vec<String>,
}

impl Look for Documented {
    fn at<T: Parameters + Debug>(&mut self, name: &str, source: &str, mut sound: T) {
        for parameter in sound.parameters() {
            // Those of a part stand with the part; what has no name in the source is documented where it is used.
            let Some(text) = documentation(source, name, parameter.name) else {
                continue;
            };
            let all = words(&parameter).iter().all(|word| text.contains(word));
            if !all {
                let (field, range) = (parameter.name, parameter.range);
                self.missing
                    .push(format!("{name}::{field} ({range}): {text}"));
            }
        }
    }
}

/// What the documentation of a parameter must say.
fn words(parameter: &Parameter<'_>) -> Vec<String> {
    let words: &[&str] = match parameter.range {
        Range::Number => &["infinity"],
        Range::Finite => &["finite"],
        Range::AboveZero => &["above 0"],
        Range::AboveZeroOrInfinite => &["above 0", "infini"],
        Range::AtLeast(least) => return vec![format!("{least} or more")],
        Range::AtLeastOrInfinite(_) if parameter.name == "high" => &["not below `low`", "infini"],
        Range::AtLeastOrInfinite(least) => {
            return vec![format!("{least} or more"), "infini".to_owned()];
        }
        Range::Between(least, most) => {
            let most = if most == std::f32::consts::PI {
                "π".to_owned()
            } else {
                most.to_string()
            };
            return vec![format!("{least} to {most}")];
        }
        Range::OneOrMore => &["1 or more"],
        Range::UnitLength => &["unit vector"],
    };
    words.iter().map(|word| (*word).to_owned()).collect()
}

/// The documentation of a field in the definition of a struct or an enum, in one line.
fn documentation(source: &str, name: &str, field: &str) -> Option<String> {
    let begin = ["struct", "enum"]
        .iter()
        .find_map(|kind| source.find(&format!("\npub {kind} {name} {{\n")))
        .unwrap_or_else(|| panic!("{name} isn't where the table says"));
    let definition = &source[begin + 1..];
    let definition = &definition[..definition.find("\n}\n")?];
    let mut text = String::new();
    for line in definition.lines().map(str::trim) {
        if let Some(comment) = line.strip_prefix("///") {
            text += &comment.replace('−', "-");
            continue;
        }
        let line = line.strip_prefix("pub ").unwrap_or(line);
        if line
            .split_once(": ")
            .is_some_and(|(before, _)| before == field)
        {
            return Some(text);
        }
        if !line.starts_with('#') {
            text.clear();
        }
    }
    None
}

#[test]
fn the_documentation_says_what_is_checked() {
    let mut documented = Documented {
        missing: Vec::new(),
    };
    table(&mut documented);
    let missing = documented.missing.join("\n");
    assert!(missing.is_empty(), "not what is checked:\n{missing}");
}

#[test]
fn an_error_says_in_which_part_of_an_agent_the_number_is() {
    type Change = fn(&mut AgentSpec);
    let mut world = World::new(WorldSettings::default()).expect("settings");
    let refusal = |change: Change, world: &mut World| {
        let mut spec =
            AgentSpec::new(Body::new(Vec2::ZERO, 0.3, 1.4)).with_goal(Goal::point(Vec2::ONE, 0.2));
        spec.profile
            .behaviors
            .push(Behavior::Wander(Wander::for_radius(0.3)).into());
        change(&mut spec);
        world.insert_agent(spec).expect_err("bad").to_string()
    };
    let expected: [(Change, &str); 5] = [
        (
            |spec| spec.body.limits.max_force = 0.0,
            "max_force of body is 0; it must be a finite number above 0",
        ),
        (
            |spec| spec.profile.goals[0].speed = Some(-0.1),
            "speed of goals[0] is -0.1; it must be a finite number above 0",
        ),
        (
            |spec| spec.profile.goals[0] = Goal::point(Vec2::new(0.0, f32::NAN), 0.2),
            "y of target of goals[0] is NaN; it must be finite",
        ),
        (
            |spec| spec.profile.behaviors[1].weight = -1.0,
            "weight of behaviors[1] (wander) is -1; it must be a finite number, 0 or more",
        ),
        (
            |spec| spec.profile.responsibility = f32::INFINITY,
            "responsibility is inf; it must be a finite number, 0 or more",
        ),
    ];
    for (change, sentence) in expected {
        assert_eq!(refusal(change, &mut world), sentence);
    }
}

/// Agents with a number at the edge of its range walk among others for a while.
#[test]
fn with_what_is_zero_or_infinite_where_it_may_be_the_world_goes_on_with_numbers() {
    for profile in profiles() {
        let spec = AgentSpec {
            profile,
            ..AgentSpec::new(Body::new(Vec2::ZERO, 0.3, 1.4))
        };
        for index in 0..spec.clone().parameters().len() {
            for number in [0.0, f32::INFINITY] {
                let mut changed = spec.clone();
                changed.body.position = Vec2::new(-2.0, 0.1);
                // What may not be 0 or infinite is left out.
                put(&mut changed.parameters()[index], number, 0);
                if changed.check().is_ok() {
                    walk(changed);
                }
            }
        }
    }
}

fn walk(spec: AgentSpec) {
    let mut world = World::new(WorldSettings::default()).expect("settings");
    let circle = Circle::new(Vec2::new(1.0, 0.3), 0.4).expect("a circle");
    for spec in [
        ObstacleSpec::new(circle),
        ObstacleSpec::new(Circle::new(Vec2::new(-1.0, 0.0), 0.3).expect("a circle")).temporary(),
    ] {
        world.insert_obstacle(spec).expect("obstacle");
    }
    for (x, goal) in [(2.0, -3.0), (-3.0, 3.0)] {
        let other = AgentSpec::new(Body::new(Vec2::new(x, 0.0), 0.3, 1.4))
            .with_goal(Goal::point(Vec2::new(goal, 0.0), 0.2));
        world.insert_agent(other).expect("agent");
    }
    let id = world.insert_agent(spec.clone()).expect("agent");
    for _ in 0..40 {
        world.step(0.05).expect("step");
        let Some(agent) = world.agent(id) else { return };
        assert_eq!(agent.body.check(), Ok(()), "{spec:?}");
        for event in world.events() {
            assert_ne!(event.kind, sidestep::world::EventKind::Unsound, "{spec:?}");
        }
    }
}
