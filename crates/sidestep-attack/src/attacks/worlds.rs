//! Random worlds in which everybody and everything comes and goes.

use glam::Vec2;
use sidestep::blend::Blend;
use sidestep::geometry::{Capsule, Circle, ConvexPolygon, Segment, Shape};
use sidestep::motion::Body;
use sidestep::space::Topology;
use sidestep::steer::{FollowLeader, FollowPath, Wander};
use sidestep::world::{
    AgentId, AgentSpec, Aim, Around, Behavior, Control, Goal, Link, Objective, OnArrival, Target,
    WeightedBehavior, WorldSettings,
};

use crate::case::{Case, Person, Stay, Thing};
use crate::dealer::Dealer;
use crate::method;
use crate::play::Play;
use crate::promises::{Before, unsound_numbers};

const STREAM: u64 = 1;

/// Draws a hostile world for odd seeds, a tame one for even seeds.
pub fn draw(seed: u64) -> Case {
    let mut dealer = Dealer::new(seed, STREAM);
    if seed % 2 == 1 {
        hostile(&mut dealer)
    } else {
        let people = dealer.count(2, 30);
        tame(&mut dealer, people)
    }
}

/// A world of usual sizes and speeds with as many people, among walls and crates.
pub(super) fn tame(dealer: &mut Dealer, people: u32) -> Case {
    let steps = dealer.count(20, 150);
    let mut case = Case::new(dealer.pick(&[1.0 / 60.0, 1.0 / 30.0, 0.1]), steps);
    let reach = (1.5 * (people as f32).sqrt()).max(5.0) * dealer.between(1.0, 2.0);
    case.settings = WorldSettings {
        seed: dealer.seed(),
        decide_every: dealer.pick(&[0.0, 0.0, 0.1]),
        ..WorldSettings::default()
    };
    if dealer.one_in(6) {
        let corner = Vec2::splat(1.2 * reach);
        case.settings.topology = Topology::torus(-corner, corner).unwrap_or(Topology::Open);
    }
    case.answers = dealer.one_in(2);
    let methods: Vec<&str> = method::names().collect();
    let usual = if dealer.one_in(3) {
        dealer.pick(&methods)
    } else {
        "default"
    };
    for index in 0..people {
        let radius = dealer.between(0.15, 0.5);
        let mut body = Body::new(dealer.place(reach), radius, dealer.between(0.5, 3.0));
        body.heading = dealer.direction();
        body.mass = dealer.pick(&[1.0, 1.0, 5.0]);
        body.limits = sidestep::motion::Limits::for_speed(body.limits.max_speed, body.mass);
        let name = if dealer.one_in(10) {
            dealer.pick(&methods)
        } else {
            usual
        };
        let mut spec = method::agent(&body, name);
        spec.id = Some(AgentId(u64::from(index)));
        spec.profile.goals = vec![Goal::point(dealer.place(reach), 2.0 * radius)];
        let mut person = Person::new(spec, Some(name));
        person.stay = stay(dealer, steps);
        if dealer.one_in(5) {
            let goal = Goal::point(dealer.place(reach), radius);
            person.second_goal = Some((dealer.count(1, steps), goal));
        }
        if dealer.one_in(15) {
            person.moved = Some((dealer.count(1, steps), dealer.place(reach)));
        }
        if dealer.one_in(10) {
            person.spec.profile.on_arrival = OnArrival::Remove;
            person.method = None;
        }
        case.people.push(person);
    }
    for _ in 0..dealer.count(0, people / 3 + 4) {
        let center = dealer.place(reach);
        let is_wall = dealer.one_in(2);
        let length = dealer.between(0.5, reach);
        let mut thing = if is_wall {
            Thing::new(dealer.wall(center, length))
        } else {
            Thing::new(dealer.crate_shape(center, 2.0)).temporary()
        };
        thing.stay = stay(dealer, steps);
        if dealer.one_in(5) {
            thing.velocity = dealer.direction() * dealer.of_any_size(0.1, 10.0);
        }
        if dealer.one_in(10) {
            thing.turn = dealer.between(-3.0, 3.0);
        }
        case.things.push(thing);
    }
    for _ in 0..dealer.count(0, 2) {
        case.links.push(Link {
            from: dealer.place(reach),
            to: dealer.place(reach),
            seconds: dealer.between(0.2, 3.0),
        });
    }
    case
}

/// Mostly all the time.
fn stay(dealer: &mut Dealer, steps: u32) -> Stay {
    let comes = if dealer.one_in(4) {
        dealer.count(0, steps)
    } else {
        0
    };
    let goes = dealer
        .one_in(5)
        .then(|| dealer.count(comes + 1, comes + steps));
    Stay { comes, goes }
}

fn hostile(dealer: &mut Dealer) -> Case {
    let dt = if dealer.one_in(2) {
        1.0 / 30.0
    } else {
        dealer.extreme().clamp(1e-9, 2.0)
    };
    let steps = dealer.count(1, 12);
    let mut case = Case::new(dt, steps);
    case.settings.seed = dealer.seed();
    case.settings.settle = !dealer.one_in(3);
    if dealer.one_in(4) {
        let (min, size) = (
            dealer.extreme_place(),
            Vec2::new(dealer.extreme(), dealer.extreme()),
        );
        case.settings.topology = Topology::torus(min, min + size).unwrap_or(Topology::Open);
    }
    case.answers = dealer.one_in(2);
    for index in 0..dealer.count(1, 8) {
        let mut body = Body::new(dealer.extreme_place(), dealer.extreme(), dealer.extreme());
        body.velocity = dealer.extreme_place();
        body.heading = dealer.direction();
        body.mass = dealer.extreme();
        body.limits.max_force = dealer.extreme();
        body.limits.response_time = dealer.extreme();
        let mut spec = AgentSpec::new(body);
        spec.id = Some(AgentId(u64::from(index)));
        let profile = &mut spec.profile;
        if dealer.one_in(2) {
            // Of another body than its own.
            let other = Body::new(Vec2::ZERO, dealer.extreme(), dealer.extreme());
            let other = if dealer.one_in(2) {
                AgentSpec::new(other)
            } else {
                let mut usual = Body::new(Vec2::ZERO, 0.4, 1.4);
                usual.radius = dealer.between(0.1, 2.0);
                let methods: Vec<&str> = method::names().collect();
                method::agent(&usual, dealer.pick(&methods))
            };
            profile.obstacle_avoidance = other.profile.obstacle_avoidance;
            profile.agent_avoidance = other.profile.agent_avoidance;
            profile.detouring = other.profile.detouring;
        }
        profile.goals = (0..dealer.count(0, 2)).map(|_| goal(dealer)).collect();
        if dealer.one_in(2) {
            let some = 0..dealer.count(0, 3);
            profile.behaviors = some.map(|_| behavior(dealer)).collect();
        }
        profile.blend = dealer.pick(&[
            Blend::WeightedSum,
            Blend::Prioritised,
            Blend::Priority { threshold: 0.1 },
        ]);
        profile.on_arrival =
            dealer.pick(&[OnArrival::Stop, OnArrival::Continue, OnArrival::Remove]);
        profile.preferred_speed = dealer.extreme();
        profile.responsibility = dealer.extreme();
        profile.priority = dealer.pick(&[0, 0, 1, i32::MIN, i32::MAX]);
        if dealer.one_in(5) {
            profile.control = Control::Driven;
        }
        let mut person = Person::new(spec, None);
        person.stay = stay(dealer, steps);
        if dealer.one_in(3) {
            person.second_goal = Some((dealer.count(1, steps), goal(dealer)));
        }
        if dealer.one_in(5) {
            person.moved = Some((dealer.count(1, steps), dealer.extreme_place()));
        }
        case.people.push(person);
    }
    for _ in 0..dealer.count(0, 8) {
        let Some(shape) = extreme_shape(dealer) else {
            continue;
        };
        let mut thing = Thing::new(shape);
        thing.temporary = dealer.one_in(2);
        thing.stay = stay(dealer, steps);
        if dealer.one_in(3) {
            thing.velocity = dealer.extreme_place();
        }
        if dealer.one_in(5) {
            thing.turn = dealer.extreme();
        }
        case.things.push(thing);
    }
    for _ in 0..dealer.count(0, 2) {
        let (from, to) = (dealer.extreme_place(), dealer.extreme_place());
        let seconds = dealer.extreme();
        case.links.push(Link { from, to, seconds });
    }
    case
}

fn target(dealer: &mut Dealer) -> Target {
    if dealer.one_in(2) {
        Target::Point(dealer.extreme_place())
    } else {
        Target::Agent(AgentId(u64::from(dealer.count(0, 8))))
    }
}

fn goal(dealer: &mut Dealer) -> Goal {
    let objective = match dealer.count(0, 5) {
        0 | 1 => Objective::Reach {
            target: target(dealer),
            radius: dealer.extreme(),
        },
        2 => {
            let (one, other) = (dealer.extreme_place(), dealer.extreme_place());
            Objective::Enter {
                min: one.min(other),
                max: one.max(other),
                aim: dealer.one_in(2).then(|| dealer.extreme_place()),
            }
        }
        3 => Objective::Flee {
            from: target(dealer),
            distance: dealer.extreme(),
        },
        4 => Objective::Head {
            direction: dealer.extreme_place(),
        },
        _ => Objective::Idle,
    };
    Goal {
        objective,
        speed: dealer.one_in(3).then(|| dealer.extreme()),
        time_limit: dealer.one_in(3).then(|| dealer.extreme()),
        height: dealer.one_in(5).then(|| dealer.extreme_coordinate()),
    }
}

fn behavior(dealer: &mut Dealer) -> WeightedBehavior {
    let aim = match dealer.one_in(2) {
        true => Aim::Goal,
        false => Aim::At(target(dealer)),
    };
    let someone = AgentId(u64::from(dealer.count(0, 8)));
    let (some, more) = (dealer.extreme(), dealer.extreme());
    let around = Around::within(some);
    let behavior = match dealer.count(0, 14) {
        0 => Behavior::Seek(aim),
        1 => Behavior::Flee(aim, some),
        2 => Behavior::Arrive {
            aim,
            slowing_distance: some,
        },
        3 => Behavior::Pursue(aim, some),
        4 => Behavior::Evade {
            hunter: aim,
            horizon: some,
            distance: more,
        },
        5 => Behavior::Wander(Wander {
            distance: some,
            radius: more,
            period: dealer.extreme(),
        }),
        6 => Behavior::FollowPath {
            path: (0..dealer.count(0, 4))
                .map(|_| dealer.extreme_place())
                .collect(),
            parameters: FollowPath {
                look_ahead: some,
                corridor_radius: more,
                closed: dealer.one_in(2),
            },
        },
        7 => Behavior::Hide {
            from: aim,
            distance: some,
        },
        8 => Behavior::Interpose(someone, AgentId(0)),
        9 => Behavior::OffsetPursuit(someone, dealer.extreme_place()),
        10 => Behavior::Separation(around),
        11 => Behavior::Alignment(around),
        12 => Behavior::Cohesion(around),
        13 => Behavior::FollowLeader(
            someone,
            FollowLeader {
                behind: some,
                clear_ahead: more,
                spacing: dealer.extreme(),
            },
        ),
        _ => Behavior::Queue(around),
    };
    WeightedBehavior {
        behavior,
        weight: dealer.pick(&[1.0, 0.0, 1e6, 1e-6]),
    }
}

fn extreme_shape(dealer: &mut Dealer) -> Option<Shape> {
    let place = dealer.extreme_place();
    Some(match dealer.count(0, 3) {
        0 => Circle::new(place, dealer.extreme()).ok()?.into(),
        1 => Segment::new(place, dealer.extreme_place()).ok()?.into(),
        2 => {
            let end = dealer.extreme_place();
            Capsule::new(place, end, dealer.extreme()).ok()?.into()
        }
        _ => {
            let size = Vec2::new(dealer.extreme(), dealer.extreme());
            let angle = dealer.between(0.0, 7.0);
            ConvexPolygon::rectangle(place, size, angle).ok()?.into()
        }
    })
}

/// Numbers stay numbers, nobody is lost, and in tame worlds on the open plane nobody passes what
/// stands.
pub fn fault(case: &Case) -> Option<String> {
    let mut play = match Play::new(case, case.settings) {
        Ok(play) => play,
        Err(error) => return Some(format!("settings refused: {error}")),
    };
    // Whoever a scene file can say is tame.
    let is_tame = case.settings.settle
        && case.settings.topology == Topology::Open
        && case.people.iter().any(|person| person.method.is_some());
    for _ in 0..case.steps {
        play.prepare();
        let before = Before::of(&play.world);
        if let Err(error) = play.step() {
            return Some(format!("step {} refused: {error}", play.step));
        }
        let stands = |index: usize| case.things[index].stands();
        let fault = unsound_numbers(&play.world)
            .or_else(|| someone_lost(&play))
            .or_else(|| unexplained(&mut play));
        if fault.is_some() {
            return fault;
        }
        if is_tame {
            let fault = before.passed(&play, stands);
            if fault.is_some() {
                return fault;
            }
        }
    }
    None
}

/// Who is there without having come, or isn't there although it hasn't gone.
fn someone_lost(play: &Play<'_>) -> Option<String> {
    let known = play.people.iter().flatten().count();
    let there = play.world.agents().len();
    (known != there).then(|| format!("{there} agents instead of {known} after step {}", play.step))
}

/// Somebody whose decision can't be told in numbers.
fn unexplained(play: &mut Play<'_>) -> Option<String> {
    let id = play.people.iter().flatten().copied().next()?;
    match play.world.explain(id, play.case.dt) {
        Ok(told) if told.total.is_finite() => None,
        Ok(told) => Some(format!("agent {id} wants a force of {}", told.total)),
        Err(error) => Some(format!("agent {id} can't be explained: {error}")),
    }
}
