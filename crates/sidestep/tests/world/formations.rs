//! Groups that keep together: measured from positions alone.

use sidestep::Vec2;
use sidestep::formation::{Anchor, FormationId, FormationSpec, Pattern};
use sidestep::motion::Body;
use sidestep::world::{AgentId, AgentSpec, EventKind, Goal, OnArrival, World, WorldError};

use super::{bits, empty_world, step_for, wall};
use sidestep::space::Topology;
use sidestep::world::{Control, ObstacleSpec, WorldSettings};

const DT: f32 = 1.0 / 30.0;
const RADIUS: f32 = 0.3;

/// A leader at `start` (m) who walks to `goal` (m) at 1.1 m/s.
fn leader(world: &mut World, start: Vec2, goal: Vec2) -> AgentId {
    let mut body = Body::new(start, RADIUS, 1.1);
    body.heading = (goal - start).normalize_or(Vec2::X);
    let spec = AgentSpec::new(body).with_goal(Goal::point(goal, 0.2));
    world.insert_agent(spec).expect("leader")
}

/// Somebody who walks at up to 1.7 m/s and has no goal.
fn follower(world: &mut World, place: Vec2) -> AgentId {
    let spec = AgentSpec::new(Body::new(place, RADIUS, 1.7));
    world.insert_agent(spec).expect("follower")
}

/// `count` followers in a heap behind `front` (m), `mirror` −1 for its mirror image.
fn heap(world: &mut World, front: Vec2, count: usize, mirror: f32) -> Vec<AgentId> {
    let place = |index: usize| {
        let (row, column) = (index / 3, index % 3);
        let odd = 0.11 * (index % 4) as f32;
        Vec2::new(
            -0.9 - 0.9 * row as f32 - odd,
            (column as f32 - 1.0) * 0.9 + odd,
        )
    };
    (0..count)
        .map(|index| follower(world, front + place(index) * Vec2::new(1.0, mirror)))
        .collect()
}

/// A world with a leader who walks from the origin to `goal` (m), and followers.
fn tour(pattern: Pattern, count: usize, goal: Vec2) -> (World, FormationId) {
    let mut world = empty_world();
    let first = leader(&mut world, Vec2::ZERO, goal);
    let members = heap(&mut world, Vec2::ZERO, count, 1.0);
    let spec = FormationSpec::new(pattern, Anchor::Leader(first), 0.9, members);
    let id = world.insert_formation(spec).expect("formation");
    (world, id)
}

fn place(world: &World, id: AgentId) -> Vec2 {
    world.agent(id).expect("agent").body.position
}

/// How far each member is from its slot (m).
fn errors(world: &World, id: FormationId) -> Vec<f32> {
    let formation = world.formation(id).expect("formation");
    let pairs = formation.spec.members.iter().zip(formation.slots);
    pairs
        .map(|(member, slot)| place(world, *member).distance(*slot))
        .collect()
}

fn worst(world: &World, id: FormationId) -> f32 {
    errors(world, id).into_iter().fold(0.0, f32::max)
}

/// Least distance of two centres (m).
fn least_distance(world: &World) -> f32 {
    let places: Vec<Vec2> = world.agents().map(|agent| agent.body.position).collect();
    let mut least = f32::INFINITY;
    for (index, one) in places.iter().enumerate() {
        for other in &places[..index] {
            least = least.min(one.distance(*other));
        }
    }
    least
}

/// Steps for so long (s). Nobody may overlap meanwhile; `look` sees the world after each step.
fn watch(world: &mut World, seconds: f32, mut look: impl FnMut(&World)) {
    for _ in 0..(seconds / DT).round() as u32 {
        world.step(DT).expect("step");
        let least = least_distance(world);
        assert!(least > 2.0 * RADIUS - 1e-3, "{least} at {}", world.time());
        look(world);
    }
}

/// A wall across x = 6 from −`half` to `half` (m) with a door of `width` metres in the middle.
fn door(world: &mut World, half: f32, width: f32) {
    for sign in [-1.0, 1.0] {
        let jamb = Vec2::new(6.0, sign * 0.5 * width);
        let end = Vec2::new(6.0, sign * half);
        world.insert_obstacle(wall(jamb, end)).expect("wall");
    }
}

#[test]
fn spacing_is_kept_on_the_straight() {
    for pattern in [
        Pattern::Abreast { columns: 3 },
        Pattern::File,
        Pattern::Wedge,
        Pattern::Ring { radius: 1.5 },
        Pattern::Queue,
    ] {
        let (mut world, id) = tour(pattern, 6, Vec2::new(40.0, 0.0));
        watch(&mut world, 14.0, |_| ());
        let mut far = 0.0f32;
        watch(&mut world, 12.0, |world| far = far.max(worst(world, id)));
        println!("{pattern:?}: {far}");
        assert!(far < 0.15, "{pattern:?}: {far}");
    }
}

#[test]
fn a_formation_bends_through_a_door_and_forms_again() {
    for pattern in [
        Pattern::Abreast { columns: 3 },
        Pattern::Wedge,
        Pattern::File,
    ] {
        let (mut world, id) = tour(pattern, 8, Vec2::new(17.0, 0.0));
        door(&mut world, 7.0, 1.2);
        let (mut last_through, mut formed) = (0.0, None);
        watch(&mut world, 45.0, |world| {
            let mut all = true;
            for agent in world.agents() {
                let at = agent.body.position;
                assert!(at.y.abs() < 4.0, "{} went off to {at}", agent.id);
                all &= at.x > 6.0 + RADIUS;
            }
            if !all {
                last_through = world.time();
            } else if worst(world, id) > 0.4 {
                formed = None;
            } else if formed.is_none() {
                formed = Some(world.time());
            }
        });
        println!(
            "{pattern:?}: through {last_through}, formed {formed:?}, {:?}",
            errors(&world, id)
        );
        let formed = formed.expect("formed again");
        assert!(
            formed - last_through < 6.0,
            "{pattern:?}: {formed}, {last_through}"
        );
    }
}

/// Whether the wall of [`door`] with this half length was walked round: somebody was beside one of
/// its ends.
fn goes_round(world: &World, half: f32) -> bool {
    (world.agents()).any(|agent| {
        let at = agent.body.position;
        (at.x - 6.0).abs() < 0.5 && at.y.abs() > half - 0.5
    })
}

#[test]
fn nobody_walks_round_the_wall_where_the_door_is_merely_full() {
    for pattern in [
        Pattern::Ring { radius: 2.0 },
        Pattern::Abreast { columns: 4 },
        Pattern::Wedge,
    ] {
        // A short wall: round its ends it would be quicker. The leader stops close behind the door.
        let (mut world, id) = tour(pattern, 12, Vec2::new(8.7, 0.0));
        door(&mut world, 3.0, 0.8);
        watch(&mut world, 60.0, |world| {
            assert!(!goes_round(world, 3.0), "{pattern:?}")
        });
        let errors = errors(&world, id);
        println!("{pattern:?}: {errors:.2?}");
        let there = errors.iter().filter(|error| **error < 0.5).count();
        assert!(there >= 11, "{pattern:?}: {errors:.2?}");
    }
}

#[test]
fn a_formation_is_a_file_in_a_narrow_passage_and_wide_behind_it() {
    let (mut world, id) = tour(Pattern::Abreast { columns: 3 }, 6, Vec2::new(30.0, 0.0));
    for y in [-0.65, 0.65] {
        let passage = wall(Vec2::new(6.0, y), Vec2::new(18.0, y));
        world.insert_obstacle(passage).expect("wall");
    }
    let mut within = 0;
    watch(&mut world, 40.0, |world| {
        let formation = world.formation(id).expect("formation");
        let leader = place(world, AgentId(0)).x;
        if (14.0..17.5).contains(&leader) {
            within += 1;
            let mut behind: Vec<f32> = formation.slots.iter().map(|slot| leader - slot.x).collect();
            behind.sort_by(f32::total_cmp);
            for (index, behind) in behind.iter().enumerate() {
                let file = 0.9 * (index + 1) as f32;
                assert!((behind - file).abs() < 0.06, "{index} at {behind}");
            }
        }
    });
    assert!(within > 50);
    assert!(worst(&world, id) < 0.2);
    let sides = world
        .formation(id)
        .expect("formation")
        .slots
        .iter()
        .filter(|it| it.y.abs() > 0.8);
    assert_eq!(sides.count(), 4, "three abreast again");
}

#[test]
fn a_formation_follows_its_leader_round_corners() {
    let (mut world, id) = tour(Pattern::File, 5, Vec2::new(9.0, 0.0));
    // A corner: the straight way from behind it to the leader is closed.
    for (from, to) in [((-8.0, 0.7), (8.0, 0.7)), ((8.0, 0.7), (8.0, 12.0))] {
        world
            .insert_obstacle(wall(from.into(), to.into()))
            .expect("wall");
    }
    let turn = [Vec2::new(9.0, 0.0), Vec2::new(9.0, 14.0)].map(|to| Goal::point(to, 0.3));
    world.set_goals(AgentId(0), turn.to_vec()).expect("leader");
    watch(&mut world, 30.0, |_| ());
    assert!(place(&world, AgentId(0)).distance(Vec2::new(9.0, 14.0)) < 0.4);
    assert!(worst(&world, id) < 0.2, "{:?}", errors(&world, id));
    assert!(world.agents().all(|agent| agent.body.position.x > 8.2));
}

#[test]
fn a_ring_has_everybody_in_a_slot() {
    // Around a place, from one side; 9 need a larger ring than was asked for.
    let mut world = empty_world();
    let members = heap(&mut world, Vec2::new(-3.0, 0.0), 9, 1.0);
    let position = Vec2::new(1.0, 0.5);
    let anchor = Anchor::Place {
        position,
        heading: Vec2::X,
    };
    let spec = FormationSpec::new(Pattern::Ring { radius: 0.5 }, anchor, 0.8, members);
    let id = world.insert_formation(spec).expect("formation");
    let mut calm = 0.0;
    watch(&mut world, 30.0, |world| {
        if world.agents().any(|agent| !agent.arrived) {
            calm = world.time();
        }
    });
    println!("ring: {calm}, {:?}", errors(&world, id));
    assert!(calm < 15.0, "{calm}");
    assert!(worst(&world, id) < 0.3);
    let slots = world.formation(id).expect("formation").slots;
    for (index, slot) in slots.iter().enumerate() {
        assert!(
            (slot.distance(position) - 0.8 / (2.0 * libm::sinf(std::f32::consts::PI / 9.0))).abs()
                < 1e-3
        );
        for other in &slots[..index] {
            assert!(slot.distance(*other) > 0.79);
        }
    }
}

/// A queue to the left of the origin, with the ids of its members from the front on.
fn queue(count: usize) -> (World, FormationId) {
    let mut world = empty_world();
    let members = heap(&mut world, Vec2::new(0.0, 1.0), count, 1.0);
    let anchor = Anchor::Place {
        position: Vec2::ZERO,
        heading: Vec2::X,
    };
    let spec = FormationSpec::new(Pattern::Queue, anchor, 0.9, members);
    let id = world.insert_formation(spec).expect("formation");
    (world, id)
}

/// The members from the front of a queue on, by where they stand.
fn in_order(world: &World, id: FormationId) -> Vec<AgentId> {
    let mut members = world.formation(id).expect("formation").spec.members.clone();
    members.sort_by(|a, b| place(world, *b).x.total_cmp(&place(world, *a).x));
    members
}

#[test]
fn a_queue_closes_up_when_its_head_leaves() {
    let (mut world, id) = queue(6);
    watch(&mut world, 25.0, |_| ());
    let before = in_order(&world, id);
    assert!(worst(&world, id) < 0.3, "{:?}", errors(&world, id));
    // The first is served and goes its way.
    world.leave_formation(before[0]).expect("member");
    let exit = Goal::point(Vec2::new(6.0, -3.0), 0.3);
    world.set_goals(before[0], vec![exit]).expect("agent");
    watch(&mut world, 12.0, |_| ());
    assert_eq!(in_order(&world, id), before[1..], "nobody jumps the queue");
    for (index, member) in before[1..].iter().enumerate() {
        let slot = Vec2::new(-0.9 * index as f32, 0.0);
        let at = place(&world, *member);
        assert!(at.distance(slot) < 0.3, "{member} at {at}");
    }
    assert!(world.agent(before[0]).expect("agent").arrived);
    // Who comes now is the last.
    world.join_formation(id, before[0]).expect("joined");
    watch(&mut world, 20.0, |_| ());
    assert_eq!(in_order(&world, id).last(), Some(&before[0]));
    assert!(worst(&world, id) < 0.3);
}

#[test]
fn the_foremost_member_leads_when_the_leader_is_gone() {
    let (mut world, id) = tour(Pattern::File, 4, Vec2::new(20.0, 0.0));
    watch(&mut world, 8.0, |_| ());
    let slots = world.formation(id).expect("formation");
    let foremost = (slots.spec.members.iter())
        .max_by(|a, b| place(&world, **a).x.total_cmp(&place(&world, **b).x));
    let foremost = *foremost.expect("somebody");
    world.remove_agent(AgentId(0)).expect("leader");
    let spec = world.formation(id).expect("formation").spec;
    assert_eq!(spec.anchor, Anchor::Leader(foremost));
    assert_eq!(spec.members.len(), 3);
    // It goes where the leader would have gone.
    watch(&mut world, 25.0, |_| ());
    let at = place(&world, foremost);
    assert!(at.distance(Vec2::new(20.0, 0.0)) < 0.4, "{at}");
    assert!(worst(&world, id) < 0.3);
    // The last one of all: the formation ends.
    for agent in world.agents().map(|agent| agent.id).collect::<Vec<_>>() {
        world.remove_agent(agent).expect("agent");
    }
    assert!(world.formation(id).is_none());
}

#[test]
fn all_follow_a_leader_out_of_the_world_one_after_the_other() {
    let mut world = empty_world();
    let first = leader(&mut world, Vec2::ZERO, Vec2::new(8.0, 0.0));
    let mut spec = world.spec(first).expect("leader");
    spec.profile.on_arrival = OnArrival::Remove;
    world.set_spec(first, spec).expect("leader");
    let members = heap(&mut world, Vec2::ZERO, 4, 1.0);
    for &member in &members {
        let mut spec = world.spec(member).expect("member");
        spec.profile.on_arrival = OnArrival::Remove;
        world.set_spec(member, spec).expect("member");
    }
    let spec = FormationSpec::new(Pattern::File, Anchor::Leader(first), 0.9, members);
    world.insert_formation(spec).expect("formation");
    // In its slot nobody leaves.
    watch(&mut world, 4.0, |_| ());
    assert_eq!(world.agents().len(), 5);
    watch(&mut world, 20.0, |_| ());
    assert_eq!(world.agents().len(), 0);
    assert_eq!(world.formations().count(), 0);
}

#[test]
fn goals_are_put_aside_and_taken_up_again() {
    let (mut world, id) = tour(Pattern::File, 2, Vec2::new(6.0, 0.0));
    let later = Goal::point(Vec2::new(-5.0, 3.0), 0.2);
    world.set_goals(AgentId(1), vec![later]).expect("member");
    let spec = world.spec(AgentId(1)).expect("member");
    assert_eq!(spec.profile.goals, [later]);
    watch(&mut world, 10.0, |_| ());
    assert!(worst(&world, id) < 0.3, "the slot comes first");
    // What is said anew about a member doesn't take it out.
    let mut spec = world.spec(AgentId(1)).expect("member");
    spec.body.limits.max_speed = 1.3;
    world.set_spec(AgentId(1), spec).expect("member");
    watch(&mut world, 2.0, |_| ());
    assert!(worst(&world, id) < 0.3);
    world.remove_formation(id).expect("formation");
    watch(&mut world, 15.0, |_| ());
    assert!(world.agent(AgentId(1)).expect("member").arrived);
    assert!(place(&world, AgentId(1)).distance(Vec2::new(-5.0, 3.0)) < 0.3);
}

#[test]
fn what_makes_no_sense_is_refused_and_changes_nothing() {
    let (mut world, id) = tour(Pattern::File, 3, Vec2::new(6.0, 0.0));
    let other = follower(&mut world, Vec2::new(0.0, 5.0));
    let before = world.state_hash();
    let members = || vec![other];
    let spec = |pattern, leader, spacing, members| {
        FormationSpec::new(pattern, Anchor::Leader(AgentId(leader)), spacing, members)
    };
    let file = |leader, members| spec(Pattern::File, leader, 0.9, members);
    let mut refused = |spec: FormationSpec| {
        let error = world.insert_formation(spec).expect_err("refused");
        assert_eq!(world.state_hash(), before, "{error}");
        error
    };
    assert_eq!(
        refused(file(9, members())),
        WorldError::NoSuchAgent { id: AgentId(9) }
    );
    assert_eq!(
        refused(file(0, vec![AgentId(12)])),
        WorldError::NoSuchAgent { id: AgentId(12) }
    );
    let twice = WorldError::NamedTwice { agent: other };
    assert_eq!(refused(file(0, vec![other, other])), twice);
    assert_eq!(refused(file(other.0, members())), twice);
    let error = refused(file(0, vec![other, AgentId(2)]));
    assert_eq!(
        error.to_string(),
        "agent 2 is in formation 0 already; call `leave_formation` for it first"
    );
    for (pattern, spacing, looseness, says) in [
        (
            Pattern::File,
            f32::NAN,
            0.0,
            "spacing of the formation is NaN; it must be from 0 to",
        ),
        (Pattern::File, -1.0, 0.0, "spacing of the formation is -1"),
        (
            Pattern::File,
            1.0,
            1.5,
            "looseness of the formation is 1.5; it must be from 0 to 1",
        ),
        (
            Pattern::Abreast { columns: 0 },
            1.0,
            0.0,
            "columns of the formation is 0",
        ),
        (
            Pattern::Ring {
                radius: f32::INFINITY,
            },
            1.0,
            0.0,
            "radius of the formation is inf",
        ),
    ] {
        let spec = spec(pattern, 0, spacing, members()).with_looseness(looseness);
        let error = refused(spec).to_string();
        assert!(error.contains(says), "{error}");
    }
    let place = |position, heading| {
        let anchor = Anchor::Place { position, heading };
        FormationSpec::new(Pattern::Queue, anchor, 0.9, vec![other])
    };
    refused(place(Vec2::NAN, Vec2::X));
    refused(place(Vec2::ZERO, Vec2::ZERO));
    let gone = FormationId(7);
    let errors = [
        world.remove_formation(gone),
        world.join_formation(gone, other),
        world.set_formation(gone, file(0, members())),
    ];
    for error in errors {
        assert_eq!(
            error.expect_err("gone").to_string(),
            "there is no formation 7"
        );
    }
    let error = world.leave_formation(other).expect_err("no member");
    assert_eq!(error, WorldError::NotInFormation { agent: other });
    let error = world.join_formation(id, AgentId(0)).expect_err("leader");
    assert_eq!(error, WorldError::NamedTwice { agent: AgentId(0) });
    assert_eq!(world.state_hash(), before);
}

#[test]
fn mirror_images_take_mirrored_slots() {
    for pattern in [
        Pattern::Abreast { columns: 3 },
        Pattern::Wedge,
        Pattern::Ring { radius: 2.0 },
    ] {
        let run = |mirror: f32| {
            let mut world = empty_world();
            let goal = Vec2::new(9.0, 4.0 * mirror);
            let first = leader(&mut world, Vec2::ZERO, goal);
            let members = heap(&mut world, Vec2::ZERO, 6, mirror);
            let spec = FormationSpec::new(pattern, Anchor::Leader(first), 0.9, members);
            let id = world.insert_formation(spec).expect("formation");
            world.step(DT).expect("step");
            let slots = world.formation(id).expect("formation").slots.to_vec();
            step_for(&mut world, DT, 25.0);
            let places: Vec<Vec2> = world.agents().map(|agent| agent.body.position).collect();
            (slots, places)
        };
        let turned = |places: &[Vec2]| -> Vec<Vec2> {
            places
                .iter()
                .map(|place| Vec2::new(place.x, -place.y))
                .collect()
        };
        let (one, other) = (run(1.0), run(-1.0));
        for (a, b) in one.0.iter().zip(turned(&other.0)) {
            assert!(a.abs_diff_eq(b, 1e-5), "{pattern:?}: {a} and {b}");
        }
        // In the end all places are taken in both, whoever has passed whom on which side.
        for a in &one.1 {
            let near = turned(&other.1)
                .into_iter()
                .map(|b| a.distance(b))
                .fold(9.0, f32::min);
            assert!(
                near < 0.4,
                "{pattern:?}: {a} is {near} from any mirrored place"
            );
        }
    }
}

#[test]
fn looseness_is_how_far_from_their_slots_members_stay() {
    let strayed = |looseness: f32| {
        let mut world = empty_world();
        let first = leader(&mut world, Vec2::ZERO, Vec2::new(25.0, 0.0));
        let members = heap(&mut world, Vec2::new(0.5, 0.0), 9, 1.0);
        let spec = FormationSpec::new(Pattern::File, Anchor::Leader(first), 0.9, members)
            .with_looseness(looseness);
        let id = world.insert_formation(spec).expect("formation");
        let mut far = 0.0f32;
        watch(&mut world, 16.0, |_| ());
        watch(&mut world, 6.0, |world| far = far.max(worst(world, id)));
        far
    };
    let [exact, loose, free] = [0.0, 0.4, 1.0].map(strayed);
    println!("looseness: {exact}, {loose}, {free}");
    // A heap of 9 is 0.9 m · √9 wide.
    assert!(exact < 0.1, "{exact}");
    assert!(loose > 0.3 && loose < 0.4 * 2.7 + 0.15, "{loose}");
    assert!(free > loose && free < 2.7 + 0.15, "{free}");
}

#[test]
fn a_formation_goes_on_across_the_seam_of_a_torus() {
    let topology = Topology::torus(Vec2::splat(-10.0), Vec2::splat(10.0)).expect("torus");
    let mut world = World::new(WorldSettings {
        topology,
        ..WorldSettings::default()
    })
    .expect("world");
    let mut body = Body::new(Vec2::ZERO, RADIUS, 1.1);
    body.velocity = Vec2::new(1.1, 0.0);
    let mut spec = AgentSpec::new(body);
    spec.profile.control = Control::Driven;
    let player = world.insert_agent(spec).expect("player");
    world
        .set_velocity(player, Vec2::new(1.1, 0.0))
        .expect("player");
    let members = heap(&mut world, Vec2::ZERO, 6, 1.0);
    let anchor = Anchor::Leader(player);
    let spec = FormationSpec::new(Pattern::Abreast { columns: 3 }, anchor, 0.9, members);
    let id = world.insert_formation(spec).expect("formation");
    let far = |world: &World| {
        let formation = world.formation(id).expect("formation");
        let pairs = formation.spec.members.iter().zip(formation.slots);
        pairs
            .map(|(member, slot)| topology.between(place(world, *member), *slot).length())
            .fold(0.0, f32::max)
    };
    step_for(&mut world, DT, 8.0);
    let mut worst = 0.0f32;
    for _ in 0..900 {
        world.step(DT).expect("step");
        worst = worst.max(far(&world));
    }
    assert!(worst < 0.1, "{worst}");
}

#[test]
fn the_order_of_insertion_and_threads_change_nothing() {
    let run = |turned: bool, parallel: bool| {
        let settings = WorldSettings {
            parallel,
            ..WorldSettings::default()
        };
        let mut world = World::new(settings).expect("world");
        let mut ids: Vec<u64> = (0..40).collect();
        if turned {
            ids.reverse();
        }
        for &id in &ids {
            let at = Vec2::new((id % 8) as f32 - 9.0, (id / 8) as f32 - 2.0);
            let mut spec = AgentSpec::new(Body::new(at, RADIUS, 1.6));
            spec.id = Some(AgentId(id));
            if id < 2 {
                spec.body.limits.max_speed = 1.1;
                spec = spec.with_goal(Goal::point(Vec2::new(14.0, 6.0 * id as f32 - 3.0), 0.2));
            }
            world.insert_agent(spec).expect("agent");
        }
        door(&mut world, 8.0, 1.5);
        for (index, pattern) in [Pattern::Abreast { columns: 4 }, Pattern::Wedge]
            .into_iter()
            .enumerate()
        {
            let mut members: Vec<AgentId> = (2..40).map(AgentId).collect();
            members.retain(|id| id.0 as usize % 2 == index);
            if turned {
                members.reverse();
            }
            let anchor = Anchor::Leader(AgentId(index as u64));
            let spec = FormationSpec::new(pattern, anchor, 0.8, members);
            world.insert_formation(spec).expect("formation");
        }
        step_for(&mut world, DT, 12.0);
        (bits(&world), world.state_hash())
    };
    let one = run(false, false);
    assert_eq!(one, run(true, false));
    assert_eq!(one, run(false, true));
}

#[test]
fn a_formation_goes_on_with_the_same_bits_after_going_back() {
    let (mut world, _) = tour(Pattern::Wedge, 8, Vec2::new(14.0, 0.0));
    door(&mut world, 7.0, 1.2);
    step_for(&mut world, DT, 6.0);
    let middle = world.snapshot();
    let mut hashes = Vec::new();
    for _ in 0..200 {
        world.step(DT).expect("step");
        hashes.push(world.state_hash());
    }
    world.restore(&middle);
    let mut other = World::from_snapshot(&middle);
    for hash in hashes {
        world.step(DT).expect("step");
        other.step(DT).expect("step");
        assert_eq!((world.state_hash(), other.state_hash()), (hash, hash));
    }
}

#[test]
fn half_the_time_step_makes_the_same_formation() {
    let end = |dt: f32| {
        let (mut world, id) = tour(Pattern::Abreast { columns: 3 }, 8, Vec2::new(14.0, 0.0));
        door(&mut world, 7.0, 1.2);
        let mut formed = 0.0;
        for _ in 0..(40.0 / dt) as u32 {
            world.step(dt).expect("step");
            if worst(&world, id) > 0.4 {
                formed = world.time();
            }
        }
        formed
    };
    let (whole, half) = (end(DT), end(0.5 * DT));
    println!("formed after {whole} and {half}");
    assert!((whole - half).abs() < 4.0, "{whole} and {half}");
}

#[test]
fn members_in_their_slots_are_calm_and_nobody_is_stuck() {
    let (mut world, _) = tour(Pattern::Abreast { columns: 3 }, 6, Vec2::new(9.0, 0.0));
    watch(&mut world, 25.0, |world| {
        let stuck = |kind: &EventKind| matches!(kind, EventKind::Stuck { .. });
        assert!(!world.events().iter().any(|event| stuck(&event.kind)));
    });
    let before = bits(&world);
    assert!(world.agents().all(|agent| agent.arrived));
    assert!(world.agents().all(|agent| agent.body.speed() < 0.01));
    watch(&mut world, 5.0, |world| assert!(world.events().is_empty()));
    let moved = before
        .iter()
        .zip(bits(&world))
        .filter(|(a, b)| (f32::from_bits(**a) - f32::from_bits(*b)).abs() > 0.02);
    assert_eq!(moved.count(), 0);
}

#[test]
fn a_crate_in_the_way_is_walked_round() {
    let (mut world, id) = tour(Pattern::File, 5, Vec2::new(16.0, 0.0));
    step_for(&mut world, DT, 5.0);
    // It drops behind the leader, on the trail.
    let at = place(&world, AgentId(0)) - Vec2::new(0.45, 0.0) - Vec2::new(2.7, 0.0);
    let size = Vec2::new(0.3, 0.3);
    let shape = sidestep::geometry::ConvexPolygon::rectangle(at, size, 0.0).expect("crate");
    world
        .insert_obstacle(ObstacleSpec::new(shape).temporary())
        .expect("crate");
    step_for(&mut world, DT, 25.0);
    assert!(worst(&world, id) < 0.3, "{:?}", errors(&world, id));
}

#[test]
fn two_formations_that_meet_go_through_each_other_and_form_again() {
    let mut world = empty_world();
    let mut tours = Vec::new();
    for side in [1.0, -1.0] {
        let turned = Vec2::new(side, side);
        let from = Vec2::new(-9.0, 0.2);
        let first = leader(&mut world, from * turned, Vec2::new(9.0, -0.2) * turned);
        let members = heap(&mut world, Vec2::ZERO, 6, 1.0);
        for &member in &members {
            let place = place(&world, member);
            let place = (from + place) * turned;
            world
                .place_agent(member, place, Vec2::ZERO)
                .expect("member");
        }
        let anchor = Anchor::Leader(first);
        let spec = FormationSpec::new(Pattern::Abreast { columns: 3 }, anchor, 0.9, members);
        tours.push(world.insert_formation(spec).expect("formation"));
    }
    let (mut formed, mut nearest) = (0.0, f32::INFINITY);
    watch(&mut world, 60.0, |world| {
        for one in 0..7 {
            for other in 7..14 {
                let apart = place(world, AgentId(one)).distance(place(world, AgentId(other)));
                nearest = nearest.min(apart);
            }
        }
        if tours.iter().any(|id| worst(world, *id) > 0.4) {
            formed = world.time();
        }
    });
    println!("formed {formed}, nearest {nearest}");
    assert!(nearest < 1.2, "they met: {nearest}");
    assert!(formed < 35.0, "{formed}");
    for leader in [AgentId(0), AgentId(7)] {
        assert!(world.agent(leader).expect("leader").arrived);
    }
}

#[test]
fn a_leader_who_turns_back_is_let_through() {
    let (mut world, id) = tour(Pattern::Abreast { columns: 3 }, 6, Vec2::new(8.0, 0.0));
    watch(&mut world, 12.0, |_| ());
    let back = Goal::point(Vec2::new(-8.0, 0.0), 0.2);
    world.set_goals(AgentId(0), vec![back]).expect("leader");
    let began = world.time();
    let mut there = None;
    watch(&mut world, 40.0, |world| {
        if there.is_none() && world.agent(AgentId(0)).expect("leader").arrived {
            there = Some(world.time() - began);
        }
    });
    println!("back after {there:?}, {:?}", errors(&world, id));
    // 16 m at 1.1 m/s take 14.5 s.
    assert!(there.is_some_and(|time| time < 22.0), "{there:?}");
    assert!(worst(&world, id) < 0.3, "{:?}", errors(&world, id));
}

#[test]
fn no_numbers_that_are_allowed_break_a_formation() {
    let patterns = [
        Pattern::Abreast { columns: 1000 },
        Pattern::Abreast { columns: 1 },
        Pattern::File,
        Pattern::Wedge,
        Pattern::Ring { radius: 0.0 },
        Pattern::Ring { radius: 1e6 },
        Pattern::Queue,
    ];
    for pattern in patterns {
        for spacing in [0.0, 1e-30, 0.9, 1e6] {
            for radius in [1e-6, 0.3, 1e4] {
                for count in [0, 1, 2, 7] {
                    let mut world = empty_world();
                    door(&mut world, 7.0, 1.2);
                    // All in the same place.
                    let somebody = |_| AgentSpec::new(Body::new(Vec2::ZERO, radius, 1.5));
                    let mut all = world
                        .insert_agents((0..=count).map(somebody))
                        .expect("agents");
                    let first = all.remove(0);
                    let position = Vec2::new(1e5, -3.0);
                    let heading = Vec2::new(0.6, 0.8);
                    for anchor in [Anchor::Leader(first), Anchor::Place { position, heading }] {
                        let spec = FormationSpec::new(pattern, anchor, spacing, all.clone())
                            .with_looseness(if count == 2 { 1.0 } else { 0.0 });
                        let id = world.insert_formation(spec).expect("formation");
                        let far = Goal::point(Vec2::new(900.0, 5.0), 0.1);
                        world.set_goals(first, vec![far]).expect("leader");
                        for _ in 0..4 {
                            world.step(DT).expect("step");
                        }
                        for agent in world.agents() {
                            assert!(agent.body.position.is_finite());
                        }
                        let slots = world.formation(id).expect("formation").slots;
                        assert!(slots.iter().all(|slot| slot.is_finite()), "{slots:?}");
                        world.remove_formation(id).expect("formation");
                    }
                }
            }
        }
    }
}

/// A file whose leader waits from `waits_from` metres on, and whose members walk at `speed` (m/s).
fn slow_tour(waits_from: Option<f32>, speed: f32) -> (World, FormationId) {
    let (mut world, id) = tour(Pattern::File, 4, Vec2::new(20.0, 0.0));
    let mut spec = world.formation(id).expect("formation").spec.clone();
    spec.waits_from = waits_from;
    world.set_formation(id, spec.clone()).expect("formation");
    for &member in &spec.members {
        let mut spec = world.spec(member).expect("member");
        spec.body.limits.max_speed = speed;
        spec.profile.preferred_speed = speed;
        world.set_spec(member, spec).expect("member");
    }
    (world, id)
}

#[test]
fn a_leader_waits_for_slow_members_if_it_is_to() {
    let furthest = |waits_from| {
        let (mut world, id) = slow_tour(waits_from, 0.6);
        let (mut furthest, mut stuck) = (0.0f32, 0);
        watch(&mut world, 60.0, |world| {
            furthest = furthest.max(worst(world, id));
            let of_leader = |event: &&sidestep::world::Event| {
                event.agent == AgentId(0) && matches!(event.kind, EventKind::Stuck { .. })
            };
            stuck += world.events().iter().filter(of_leader).count();
        });
        assert!(world.agent(AgentId(0)).expect("leader").arrived);
        assert_eq!(stuck, 0, "who waits isn't stuck");
        assert!(worst(&world, id) < 0.3, "all are there at the end");
        furthest
    };
    let (never, waits) = (furthest(None), furthest(Some(1.0)));
    println!("{never} and {waits}");
    assert!(never > 4.0, "{never}");
    assert!(waits < 2.1, "{waits}");
    // Those who keep up anyway cost it no time.
    let there = |waits_from| {
        let (mut world, _) = slow_tour(waits_from, 1.7);
        let mut there = None;
        watch(&mut world, 30.0, |world| {
            if there.is_none() && world.agent(AgentId(0)).expect("leader").arrived {
                there = Some(world.time());
            }
        });
        there.expect("the leader arrives")
    };
    assert!(there(Some(3.0)) < there(None) + 0.2);
}

#[test]
fn a_leader_that_waits_stands_until_the_last_is_there_and_says_so() {
    let (mut world, id) = slow_tour(Some(1.0), 1.7);
    let last = *world
        .formation(id)
        .expect("formation")
        .spec
        .members
        .last()
        .expect("one");
    world
        .place_agent(last, Vec2::new(-14.0, 0.0), Vec2::ZERO)
        .expect("member");
    step_for(&mut world, DT, 2.0);
    let waited = place(&world, AgentId(0)).x;
    let told = world.explain(AgentId(0), DT).expect("leader");
    assert!(
        told.reasons
            .iter()
            .any(|reason| reason.contains("waits for those behind it in formation 0")),
        "{:?}",
        told.reasons
    );
    step_for(&mut world, DT, 3.0);
    let now = place(&world, AgentId(0)).x;
    assert!(now - waited < 0.2, "{waited} to {now}");
    step_for(&mut world, DT, 30.0);
    assert!(world.agent(AgentId(0)).expect("leader").arrived);
    assert!(worst(&world, id) < 0.3);
}

/// A leader waited for ever for somebody who could never get there.
#[test]
fn a_leader_goes_on_without_who_can_never_come() {
    let (mut world, id) = slow_tour(Some(1.0), 1.7);
    let members = world.formation(id).expect("formation").spec.members.clone();
    let (lost, last) = (members[3], members[2]);
    // Shut in between four walls.
    let center = Vec2::new(-14.0, 8.0);
    let corners =
        [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)].map(|(x, y)| center + Vec2::new(x, y));
    for side in 0..4 {
        let next = corners[(side + 1) % 4];
        world
            .insert_obstacle(wall(corners[side], next))
            .expect("a wall");
    }
    world.place_agent(lost, center, Vec2::ZERO).expect("member");
    step_for(&mut world, DT, 15.0);
    assert!(place(&world, AgentId(0)).x < 5.0, "it waits");
    step_for(&mut world, DT, 40.0);
    assert!(world.agent(AgentId(0)).expect("leader").arrived);
    assert!(place(&world, lost).distance(center) < 1.0);
    assert!(place(&world, last).distance(place(&world, AgentId(0))) < 4.0);
    // Once the walls are gone it comes, too.
    let walls: Vec<_> = world.obstacles().map(|obstacle| obstacle.id).collect();
    for wall in walls {
        world.remove_obstacle(wall).expect("a wall");
    }
    step_for(&mut world, DT, 60.0);
    assert!(worst(&world, id) < 0.5, "{}", worst(&world, id));
}

#[test]
fn a_leader_waits_from_a_number_that_makes_sense() {
    let (mut world, id) = tour(Pattern::File, 3, Vec2::new(6.0, 0.0));
    for (number, says) in [(0.0, "is 0;"), (-1.0, "is -1;"), (f32::NAN, "is NaN;")] {
        let mut spec = world.formation(id).expect("formation").spec.clone();
        spec.waits_from = Some(number);
        let error = world
            .set_formation(id, spec)
            .expect_err("refused")
            .to_string();
        assert!(
            error.starts_with("waits_from of the formation") && error.contains(says),
            "{error}"
        );
    }
}
