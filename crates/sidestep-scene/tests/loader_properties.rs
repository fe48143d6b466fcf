//! Properties of the loader: no text makes it panic, every refusal says something about its source,
//! and what is written is read back the same.

use proptest::prelude::*;
use sidestep_scene::builtin;
use sidestep_scene::format::number::{
    Angle, Columns, Count, Distance, Fraction, Horizon, Length, Margin, Pace, Part, Priority,
    Rounds, RunLength, Seconds, Seed, Speed, TimeStep, Weight,
};
use sidestep_scene::format::reference::EXAMPLE;
use sidestep_scene::format::{
    AgentGroup, Amount, AnticipatoryOverrides, Behavior, BehaviorKind, Bounds, BoundsKind, Control,
    DetourOverrides, Floor, Formation, FormationPattern, Goal, Link, Name, Obstacle, OnArrival,
    OrcaOverrides, ParameterOverrides, Point, Polyline, Region, Route, SamplingOverrides, Scatter,
    ScatterShape, Scene, SceneError, Spread, StartCircle, Target, UnalignedOverrides, Velocity,
    Wall, WhenBlocked,
};
use sidestep_scene::method::Method;
use sidestep_scene::place::Layout;

/// Reads a text, and lays it out if it is a scene. Whatever is refused must say so properly.
fn try_out(text: &str, overrides: &[(String, String)]) -> Result<(), TestCaseError> {
    let refused = |error: SceneError| {
        let message = error.to_string();
        prop_assert!(message.starts_with("test.toml"), "{message}");
        prop_assert!(message.len() > "test.toml: ".len(), "{message}");
        Ok(())
    };
    match Scene::with_overrides(text, "test.toml", overrides) {
        // Laying out very many agents is right but slow.
        Ok(scene) if scene.agents.iter().map(AgentGroup::size).sum::<usize>() > 2000 => Ok(()),
        Ok(scene) => Layout::new(&scene).map(|_| ()).or_else(refused),
        Err(error) => refused(error),
    }
}

/// Words that a hostile or careless author may write.
const HOSTILE: [&str; 26] = [
    "nan",
    "inf",
    "-inf",
    "-1",
    "0",
    "1e12",
    "1e400",
    "99999999999999999999999",
    "0.3",
    "5",
    "\"\"",
    "\"../up\"",
    "\"seek\"",
    "[]",
    "{}",
    "[[]]",
    "[0, 0]",
    "[[0, 0], [0, 0]]",
    "[[0, 0], [1, 0], [0, 1]]",
    "true",
    "1979-05-27",
    "=",
    "{ min = 1, max = 0 }",
    "{ min = [0, 0], max = [1, 1] }",
    "\u{0}",
    "ß",
];

/// A whole scene with a few lines dropped, doubled, swapped or given another value.
fn damaged() -> impl Strategy<Value = String> {
    let texts: Vec<&'static str> = builtin::all()
        .iter()
        .map(|scene| scene.text)
        .chain([EXAMPLE])
        .collect();
    let damage = (
        0..5_usize,
        any::<prop::sample::Index>(),
        any::<prop::sample::Index>(),
    );
    let damages = prop::collection::vec((damage, prop::sample::select(&HOSTILE[..])), 1..5);
    (prop::sample::select(texts), damages).prop_map(|(text, damages)| {
        let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
        for ((kind, one, other), word) in damages {
            let (one, other) = (one.index(lines.len()), other.index(lines.len()));
            match kind {
                0 => lines[one].clear(),
                1 => lines.insert(one, lines[other].clone()),
                2 => lines.swap(one, other),
                3 => {
                    if let Some(equals) = lines[one].find('=') {
                        lines[one].truncate(equals + 1);
                        lines[one].push_str(word);
                    }
                }
                _ => lines[one] = lines[one].replacen(|c: char| c.is_ascii_digit(), word, 1),
            }
        }
        lines.join("\n")
    })
}

fn point() -> impl Strategy<Value = Point> {
    (-1e6..1e6, -1e6..1e6).prop_map(|(x, y)| Point::new(x, y).expect("in range"))
}

fn region() -> impl Strategy<Value = Region> {
    (-1e5..1e5, -1e5..1e5, 0.1..1e5, 0.1..1e5).prop_map(|(x, y, width, height)| {
        let min = Point::new(x, y).expect("in range");
        let max = Point::new(x + width, y + height).expect("in range");
        Region::new(min, max).expect("an area")
    })
}

fn line() -> impl Strategy<Value = Polyline> {
    prop::collection::vec(point(), 2..6).prop_filter_map("neighbours differ", |points| {
        Polyline::try_from(points).ok()
    })
}

fn length() -> impl Strategy<Value = Length> {
    (0.0001..1e6).prop_map(Length::clamped)
}

fn lengths() -> impl Strategy<Value = Amount<Length>> {
    let spread = (length(), length()).prop_filter_map("in order", |(min, max)| {
        Spread::new(min, max).map(Amount::Between)
    });
    prop_oneof![length().prop_map(Amount::Fixed), spread]
}

fn speed() -> impl Strategy<Value = Pace> {
    (0.0..10_000.0).prop_map(Pace::clamped)
}

fn seconds() -> impl Strategy<Value = Seconds> {
    (0.0..1e6).prop_map(Seconds::clamped)
}

fn obstacle() -> impl Strategy<Value = Obstacle> {
    let circle =
        (point(), length()).prop_map(|(center, radius)| Obstacle::from_circle(center, radius));
    let turned_box = (point(), length(), length(), -3.0..3.0).prop_map(|(center, x, y, angle)| {
        Obstacle::from_box(center, [x, y], Angle::clamped(angle))
    });
    let shape = prop_oneof![circle, turned_box];
    let path = prop::option::of((line(), speed()));
    let velocity = prop::option::of((-9.0..9.0, -9.0..9.0));
    let times = (prop::option::of(0.0..10.0), prop::option::of(11.0..20.0));
    (shape, any::<bool>(), times, path, velocity).prop_map(
        |(mut obstacle, temporary, (appear, vanish), path, velocity)| {
            obstacle.temporary = temporary;
            obstacle.appear = appear.map(Seconds::clamped);
            obstacle.vanish = vanish.map(Seconds::clamped);
            if let Some((path, speed)) = path {
                obstacle.path = Some(path);
                obstacle.speed = Some(Speed::clamped(speed.get()));
                obstacle.closed = temporary;
            } else {
                obstacle.velocity = velocity.map(|(x, y)| Velocity::new(x, y).expect("in range"));
            }
            obstacle
        },
    )
}

fn goal() -> impl Strategy<Value = Goal> {
    let of = |goal: Goal| Just(goal);
    let kind = prop_oneof![
        point().prop_map(Goal::at),
        region().prop_map(|region| Goal {
            region: Some(region),
            ..Goal::default()
        }),
        region().prop_map(|random| Goal {
            random: Some(random),
            ..Goal::default()
        }),
        of(Goal {
            target: Some(Name::from_any("prey")),
            ..Goal::default()
        }),
        point().prop_map(|point| Goal {
            flee: Some(point),
            ..Goal::default()
        }),
    ];
    (kind, prop::option::of(speed()), prop::option::of(seconds())).prop_map(
        |(goal, speed, time_limit)| Goal {
            speed,
            time_limit,
            ..goal
        },
    )
}

fn behaviors() -> impl Strategy<Value = Vec<Behavior>> {
    let kind = prop_oneof![
        Just(BehaviorKind::Seek),
        Just(BehaviorKind::Arrive),
        Just(BehaviorKind::Wander),
        Just(BehaviorKind::Queue),
        Just(BehaviorKind::Cohesion),
    ];
    let one = (kind, 0.0..1e6).prop_map(|(kind, weight)| Behavior {
        weight: Weight::clamped(weight),
        ..Behavior::new(kind)
    });
    prop::collection::vec(one, 0..4)
}

fn method_name() -> impl Strategy<Value = String> {
    prop::sample::select(Method::ALL.map(|method| method.name().to_owned()).to_vec())
}

type Manners = (
    Control,
    Option<String>,
    Part,
    Priority,
    (Route, WhenBlocked),
);

fn manners() -> impl Strategy<Value = Manners> {
    let when_blocked = prop_oneof![
        Just(WhenBlocked::Replan),
        Just(WhenBlocked::Wait),
        Just(WhenBlocked::Press),
    ];
    let route = prop_oneof![Just(Route::Straight), Just(Route::Walkable)];
    (
        prop_oneof![Just(Control::Steered), Just(Control::Driven)],
        prop::option::of(method_name()),
        (0.0..1000.0).prop_map(Part::clamped),
        (-1_000_000..=1_000_000).prop_map(|rank| Priority::new(rank).expect("in range")),
        (route, when_blocked),
    )
}

fn parameters() -> impl Strategy<Value = ParameterOverrides> {
    let horizon = || prop::option::of((0.001..100.0).prop_map(Horizon::clamped));
    let detour = (0.0..10.0, 1..1000_u64, 1..1_000_000_u64).prop_map(|(share, rounds, turns)| {
        DetourOverrides {
            clearance: Some(Distance::clamped(share)),
            neighborhood: Some(Length::clamped(10.0 * share)),
            rounds: Some(Rounds::clamped(rounds)),
            side_margin: Some(Margin::clamped(share)),
            most_turns: Some(Count::clamped(turns)),
            round_walls: Some(share > 0.5),
        }
    });
    let detour = prop::option::of(detour);
    (horizon(), horizon(), horizon(), horizon(), detour).prop_map(
        |(sampling, orca, anticipatory, unaligned, detour)| ParameterOverrides {
            detour: detour.unwrap_or_default(),
            sampling: SamplingOverrides {
                horizon: sampling,
                ..SamplingOverrides::default()
            },
            orca: OrcaOverrides {
                time_horizon: orca,
                ..OrcaOverrides::default()
            },
            anticipatory: AnticipatoryOverrides {
                fading_time: anticipatory,
                ..AnticipatoryOverrides::default()
            },
            unaligned: UnalignedOverrides {
                time: unaligned,
                ..UnalignedOverrides::default()
            },
            ..ParameterOverrides::default()
        },
    )
}

fn group() -> impl Strategy<Value = AgentGroup> {
    let count = || (1..1000_u64).prop_map(Count::clamped);
    let start = prop_oneof![
        (count(), region()).prop_map(|(count, region)| AgentGroup {
            count: Some(count),
            region: Some(region),
            ..AgentGroup::default()
        }),
        (count(), point(), length()).prop_map(|(count, center, radius)| AgentGroup {
            count: Some(count),
            circle: Some(StartCircle { center, radius }),
            ..AgentGroup::default()
        }),
        prop::collection::vec(point(), 1..9).prop_map(|positions| AgentGroup {
            positions,
            ..AgentGroup::default()
        }),
    ];
    let rest = (
        lengths(),
        prop::option::of(speed()),
        prop::collection::vec(goal(), 0..4),
        behaviors(),
        prop_oneof![Just(OnArrival::Stop), Just(OnArrival::Redraw)],
        any::<(bool, u32, u32)>(),
        manners(),
    );
    (start, rest).prop_map(
        |(
            group,
            (radius, max_speed, goals, behaviors, on_arrival, (avoid, layer, mask), manners),
        )| {
            let (control, method, responsibility, priority, (route, when_blocked)) = manners;
            let steered = control == Control::Steered;
            let usual = AgentGroup::default();
            AgentGroup {
                radius,
                max_speed: max_speed.map(Amount::Fixed),
                goals,
                behaviors: if steered { behaviors } else { usual.behaviors },
                on_arrival,
                avoid,
                method: method.filter(|_| avoid && steered),
                responsibility: if steered {
                    responsibility
                } else {
                    usual.responsibility
                },
                priority: if steered { priority } else { usual.priority },
                route: if steered { route } else { usual.route },
                when_blocked: if steered {
                    when_blocked
                } else {
                    usual.when_blocked
                },
                control,
                layer,
                mask,
                floor: avoid.then(|| Floor {
                    low: sidestep_scene::format::number::Height::clamped(0.0),
                    high: sidestep_scene::format::number::Height::clamped(2.0),
                }),
                ..group
            }
        },
    )
}

fn link() -> impl Strategy<Value = Link> {
    (point(), point(), 0.001..100.0)
        .prop_filter("leads nowhere", |(from, to, _)| from != to)
        .prop_map(|(from, to, seconds)| Link {
            from,
            to,
            seconds: Horizon::clamped(seconds),
        })
}

/// A formation of each group that may be in one. Numbers follow from `number`.
fn formations_of(agents: &mut [AgentGroup], number: f64) -> Vec<Formation> {
    let count = agents.len();
    let mut formations = Vec::new();
    for (index, group) in agents.iter_mut().enumerate() {
        let takes = group.control == Control::Steered
            && group.route == Route::Straight
            && !matches!(group.on_arrival, OnArrival::Respawn | OnArrival::Redraw);
        if !takes {
            continue;
        }
        group.behaviors.push(Behavior::new(BehaviorKind::Arrive));
        let name = |index: usize| Name::from_any(&format!("group-{}", index + 1));
        let led = index + 1 < count;
        let patterns = [
            FormationPattern::Abreast,
            FormationPattern::File,
            FormationPattern::Wedge,
            FormationPattern::Ring,
            FormationPattern::Queue,
        ];
        formations.push(Formation {
            members: group.name.clone().unwrap_or_else(|| name(index)),
            leader: None,
            place: Point::new(number, -number).ok(),
            heading: Some(Angle::clamped(number / 1000.0)),
            pattern: patterns[(number as usize + index) % 5],
            columns: Columns::clamped(number as u64 + 1),
            radius: Distance::clamped(number),
            spacing: Distance::clamped(number / 100.0),
            looseness: Fraction::clamped(if led { 0.5 } else { 0.0 }),
            waits_from: None,
        });
    }
    // Each but the last follows the next group.
    for formation in &mut formations {
        let is_it = |(index, group): &(usize, &AgentGroup)| {
            let own = Name::from_any(&format!("group-{}", index + 1));
            *group.name.as_ref().unwrap_or(&own) == formation.members
        };
        let index = (agents.iter().enumerate().find(is_it)).map_or(0, |(index, _)| index);
        if let Some(next) = agents.get(index + 1) {
            let own = Name::from_any(&format!("group-{}", index + 2));
            formation.leader = Some(next.name.clone().unwrap_or(own));
            formation.place = None;
            formation.heading = None;
            formation.waits_from = Some(Length::clamped(1.5));
        }
    }
    formations
}

fn scene() -> impl Strategy<Value = Scene> {
    let bounds = prop_oneof![
        Just(Bounds::default()),
        region().prop_map(|region| Bounds::around(BoundsKind::Walled, region)),
        region().prop_map(|region| Bounds::around(BoundsKind::Torus, region)),
    ];
    let wall = (line(), any::<bool>(), prop_oneof![Just(0.0), 0.0..2.0]).prop_map(
        |(points, closed, thickness)| Wall {
            points,
            closed,
            thickness: Distance::clamped(thickness),
        },
    );
    let scatter =
        (lengths(), region(), 0.0..9.0, any::<bool>()).prop_map(|(radius, region, gap, is_box)| {
            Scatter {
                count: Count::clamped(12),
                radius,
                region,
                gap: Distance::clamped(gap),
                keep_clear: Distance::clamped(gap / 2.0),
                shape: if is_box {
                    ScatterShape::Box
                } else {
                    ScatterShape::Circle
                },
                temporary: is_box,
            }
        });
    let texts = (
        "[a-zA-Z0-9_-]{1,80}",
        any::<String>(),
        any::<String>(),
        method_name(),
    );
    let run = (
        0..=9_007_199_254_740_992_u64,
        0.01..1.0,
        0.1..10_000.0,
        any::<bool>(),
    );
    let lists = (
        prop::collection::vec(wall, 0..3),
        prop::collection::vec(obstacle(), 0..4),
        prop::collection::vec(scatter, 0..3),
        prop::collection::vec(group(), 1..4),
        (
            line(),
            speed(),
            parameters(),
            prop::collection::vec(link(), 0..3),
        ),
    );
    (texts, run, bounds, lists).prop_map(
        |((name, title, description, method), (seed, dt, duration, settle), bounds, lists)| {
            let (walls, obstacles, scatter, mut agents, (path, speed, parameters, links)) = lists;
            // Whoever may be in a formation is: behind the next group, or at a place.
            let formations = formations_of(&mut agents, duration);
            if bounds.kind == BoundsKind::Torus {
                agents
                    .iter_mut()
                    .for_each(|group| group.route = Route::Straight);
            }
            let name_of_target = Name::from_any("prey");
            Scene {
                name: Some(Name::from_any(&name)),
                title,
                description,
                method,
                seed: Seed::clamped(seed),
                dt: TimeStep::clamped(dt),
                duration: RunLength::clamped(duration),
                settle,
                decide_every: Seconds::clamped(dt),
                bounds,
                walls,
                obstacles,
                scatter,
                agents,
                links,
                formations,
                parameters,
                targets: vec![Target {
                    name: name_of_target,
                    path,
                    speed: Speed::clamped(speed.get()),
                    closed: settle,
                }],
                ..Scene::default()
            }
        },
    )
}

proptest! {
    #[test]
    fn no_text_makes_the_loader_panic(text in any::<String>()) {
        try_out(&text, &[])?;
    }

    #[test]
    fn no_toml_makes_the_loader_panic(
        text in r#"(\[{1,2}(agents|walls|bounds|goals)\]{1,2}\n|[a-z_.]{1,9} = [-0-9a-z."\[\]{},= ]{0,30}\n){0,12}"#
    ) {
        try_out(&text, &[])?;
    }

    #[test]
    fn no_damaged_scene_makes_the_loader_or_the_placement_panic(text in damaged()) {
        try_out(&text, &[])?;
    }

    #[test]
    fn no_override_makes_the_loader_panic(
        key in r"(agents|formations|obstacles|bounds|dt|walls|parameters|\*|[0-9]|radius|min|\.){0,9}|\PC{0,20}",
        value in prop_oneof![prop::sample::select(&HOSTILE[..]).prop_map(str::to_owned), any::<String>()],
    ) {
        try_out(EXAMPLE, &[(key, value)])?;
    }

    #[test]
    fn what_is_written_is_read_back_the_same(scene in scene()) {
        let text = scene.to_toml().expect("a checked scene can be written");
        match Scene::from_toml(&text, "test.toml") {
            Ok(read) => prop_assert_eq!(read, scene),
            Err(error) => return Err(TestCaseError::fail(format!("{error}\n{text}"))),
        }
    }
}

#[test]
fn the_built_in_scenes_are_read_back_the_same() {
    for built_in in builtin::all() {
        let scene = built_in.scene(&[]).expect(built_in.name);
        let text = scene.to_toml().expect("can be written");
        assert_eq!(Scene::from_toml(&text, "test.toml"), Ok(scene), "{text}");
    }
}
