//! Who goes first among those who go to the same place, as one of them decides it.

use sidestep::Vec2;
use sidestep::avoid::Obstacle;
use sidestep::avoid::right_of_way::{Rank, Standing, goes_along, goes_past};
use sidestep::geometry::Bounds;
use sidestep::motion::Body;
use sidestep::space::{Clusters, Filter, Topology};
use sidestep::walker::{
    AgentId, DecideScratch, Goal, Kinds, Memory, Percept, Perception, Profile, StepContext, Walker,
    WayScratch, Waypoint,
};

const RADIUS: f32 = 0.3;
const SPEED: f32 = 1.4;

/// Who is there, and nothing else.
struct Seen<'a> {
    context: StepContext,
    people: &'a [Percept],
    kinds: &'a Kinds,
    clusters: &'a Clusters,
}

impl<'a> Perception<'a> for Seen<'a> {
    fn context(&self) -> &StepContext {
        &self.context
    }
    fn kinds(&self) -> &'a Kinds {
        self.kinds
    }
    fn agent(&self, id: AgentId) -> Option<&'a Percept> {
        self.people.iter().find(|percept| percept.id == id)
    }
    fn agents_within(&self, center: Vec2, _: f32, mut visit: impl FnMut(&'a Percept, Vec2)) {
        for percept in self.people {
            visit(percept, percept.position - center);
        }
    }
    fn obstacles(&self, _: Bounds, _: &Filter, found: &mut Vec<Obstacle<'a>>) {
        found.clear();
    }
    fn clusters(&self) -> &'a Clusters {
        self.clusters
    }
}

/// Where somebody goes (m).
#[derive(Clone, Copy)]
enum To {
    /// To the origin.
    Origin,
    /// To a place of its own, far away, past this corner.
    Past(Vec2),
    /// The same the other way.
    Back(Vec2),
}

/// Somebody at a place (m) on its way.
#[derive(Clone, Copy)]
struct Person {
    id: u64,
    place: Vec2,
    to: To,
    standing: Standing,
}

impl To {
    fn goal(self, id: u64) -> Vec2 {
        match self {
            Self::Origin => Vec2::ZERO,
            Self::Past(_) => Vec2::new(-50.0, 10.0 * id as f32),
            Self::Back(_) => Vec2::new(50.0, 10.0 * id as f32),
        }
    }

    fn waypoint(self) -> Waypoint {
        match self {
            Self::Origin => Waypoint::None,
            Self::Past(place) | Self::Back(place) => Waypoint::Corner {
                place,
                beyond: 50.0,
            },
        }
    }
}

/// Asks something of an agent at a place (m) on its way, with its memory.
fn ask<T>(id: u64, place: Vec2, to: To, ask: impl FnOnce(&Walker<'_>, &mut Memory) -> T) -> T {
    let body = Body::new(place, RADIUS, SPEED);
    let mut profile = Profile::for_body(&body);
    profile.goals = vec![Goal::point(to.goal(id), 0.2)];
    let walker = Walker::new(AgentId(id), &body, &profile);
    ask(&walker, &mut Memory::new(&profile, 0.0))
}

/// Somebody who has been held up for a while by the agent `by`, which is at `ahead` (m), on its way
/// to the origin.
fn held(id: u64, place: Vec2, by: u64, ahead: Vec2) -> Person {
    let standing = Standing {
        wish: (ahead - place).normalize() * SPEED,
        held_seconds: 1.0,
        rank: Rank {
            id,
            ..Rank::default()
        },
        claimed_aim: Some(Vec2::ZERO),
        aim: Some(Vec2::ZERO),
        claimed_distance: place.length(),
        blocked_by: Some(by),
        ..Standing::default()
    };
    Person {
        id,
        place,
        to: To::Origin,
        standing,
    }
}

/// The same of somebody who goes past a corner.
fn held_before(corner: Vec2, id: u64, place: Vec2, by: u64, ahead: Vec2) -> Person {
    held_on_its_way(To::Past(corner), id, place, by, ahead)
}

/// The same of somebody who goes anywhere.
fn held_on_its_way(to: To, id: u64, place: Vec2, by: u64, ahead: Vec2) -> Person {
    let person = held(id, place, by, ahead);
    let aim = Some(to.goal(id));
    let standing = Standing {
        claimed_aim: aim,
        aim,
        claimed_distance: place.distance(to.goal(id)),
        ..person.standing
    };
    Person {
        to,
        standing,
        ..person
    }
}

/// How an agent at a place (m) stands that has decided among others, who are held up by it.
fn decided(place: Vec2, others: &[Vec2]) -> Standing {
    decided_again(1, place, others)
}

/// The same after so many steps in which nobody has moved.
fn decided_again(steps: u32, place: Vec2, others: &[Vec2]) -> Standing {
    let people: Vec<Person> = (1..)
        .zip(others)
        .map(|(id, other)| held(id, *other, 0, place))
        .collect();
    decided_among(steps, place, To::Origin, &people)
}

/// The same on its way anywhere, among others as they stand.
fn decided_among(steps: u32, place: Vec2, to: To, people: &[Person]) -> Standing {
    let mut context = StepContext::new(0.0, 1.0 / 30.0);
    let clusters = Clusters::new(1.0, Topology::Open);
    let mut kinds = Kinds::default();
    let mut percepts = Vec::new();
    for person in people {
        context.admit(&Body::new(person.place, RADIUS, SPEED));
        let alone = Seen {
            context,
            people: &[],
            kinds: &Kinds::default(),
            clusters: &clusters,
        };
        let mut percept = ask(person.id, person.place, person.to, |walker, memory| {
            let mut ways = WayScratch::default();
            walker.take_aim(&alone, memory, &mut ways);
            walker.find_way(&alone, person.to.waypoint(), memory, &mut ways, &mut ());
            walker.percept(memory, &mut kinds)
        });
        kinds.stand(&mut percept, &person.standing);
        percepts.push(percept);
    }
    let seen = Seen {
        context,
        people: &percepts,
        kinds: &kinds,
        clusters: &clusters,
    };
    ask(0, place, to, |walker, memory| {
        let (mut ways, mut work) = (WayScratch::default(), DecideScratch::default());
        walker.take_aim(&seen, memory, &mut ways);
        for _ in 0..steps {
            walker.find_way(&seen, to.waypoint(), memory, &mut ways, &mut ());
            walker.decide(&seen, memory, &mut work, &mut ());
        }
        let mut kinds = Kinds::default();
        let own = walker.percept(memory, &mut kinds);
        kinds.standing(&own)
    })
}

#[test]
fn of_several_who_are_let_in_front_the_nearest_to_the_goal_hands_on_its_right() {
    let place = Vec2::new(2.0, 0.0);
    // So far from us, and from where all go: 0.73 and 1.32 m; 0.81 and 1.75 m; 0.83 and 1.17 m.
    let [left, right, far] = [(1.3, -0.2), (1.6, 0.7), (1.17, 0.0)].map(Vec2::from);
    for (others, first) in [
        (vec![left], left),
        (vec![right], right),
        (vec![left, right], left),
        (vec![right, left], left),
        (vec![right, far], far),
    ] {
        let standing = decided(place, &others);
        assert!(standing.hands_on, "{others:?}: {standing:?}");
        assert_eq!(standing.claimed_distance, first.length(), "{others:?}");
    }
}

/// Who had been held up for long claimed its way, too, and was taken for one who goes before all fellows.
#[test]
fn who_claimed_its_way_hid_that_somebody_else_is_nearer_to_the_goal() {
    let place = Vec2::new(2.0, 0.0);
    let [nearer_to_us, nearer_to_it] = [(1.3, -0.2), (1.17, 0.0)].map(Vec2::from);
    let people = [(1, nearer_to_us), (2, nearer_to_it)].map(|(id, other)| {
        let person = held(id, other, 0, place);
        let standing = Standing {
            claims: true,
            ..person.standing
        };
        Person { standing, ..person }
    });
    let standing = decided_among(1, place, To::Origin, &people);
    assert!(standing.hands_on, "{standing:?}");
    assert_eq!(standing.claimed_distance, nearer_to_it.length());
}

/// Who makes room before a door for somebody nearer to it was asked how near it is itself. So the right
/// that it stood by ended there, and one at the corner of a door of 2.4 m was never let through by bodies of 1 m.
#[test]
fn the_right_of_the_nearest_to_a_door_ended_with_the_second_who_made_room() {
    let place = Vec2::new(1.2, 0.0);
    let holder = held_before(Vec2::ZERO, 2, Vec2::new(0.5, -0.3), 1, Vec2::new(1.6, 0.45));
    let between = held_before(Vec2::new(0.1, 0.1), 1, Vec2::new(1.6, 0.45), 0, place);
    let handing = Person {
        standing: Standing {
            hands_on: true,
            rank: holder.standing.rank,
            claimed_aim: Some(Vec2::ZERO),
            claimed_distance: holder.place.length(),
            ..between.standing
        },
        ..between
    };
    let standing = |people: &[Person]| decided_among(1, place, To::Past(Vec2::ZERO), people);
    assert!(!standing(&[between, holder]).hands_on, "it is further away");
    let standing = standing(&[handing, holder]);
    assert!(standing.hands_on, "{standing:?}");
    assert_eq!(standing.claimed_distance, holder.place.length());
}

/// A door has four corners. Those whose next one was across from each other took it for two doors, and
/// neither made room.
#[test]
fn two_before_a_door_whose_paths_bend_at_opposite_corners_wanted_through_two_doors() {
    let (place, other) = (Vec2::new(2.0, 0.0), Vec2::new(1.3, -0.2));
    let near = Vec2::new(0.0, -0.4);
    let standing = |ours: Vec2| {
        let nearer = held_before(near, 1, other, 0, place);
        decided_among(1, place, To::Past(ours), &[nearer])
    };
    let across = standing(Vec2::new(-1.1, 0.6));
    assert!(across.hands_on, "{across:?}");
    assert_eq!(across.claimed_distance, other.distance(near));
    let elsewhere = standing(Vec2::new(-1.1, 2.5));
    assert!(!elsewhere.hands_on, "{elsewhere:?}");
}

/// Those who stood along the wall on either side of a door took each other for people who came against them, so
/// nobody let anybody in front.
#[test]
fn two_along_the_wall_on_either_side_of_a_door_came_against_each_other() {
    let (place, other) = (Vec2::new(0.1, 0.5), Vec2::new(0.1, -0.3));
    let door = Vec2::ZERO;
    let standing = |theirs: To| {
        let nearer = held_on_its_way(theirs, 1, other, 0, place);
        decided_among(1, place, To::Past(door), &[nearer])
    };
    let same_way = standing(To::Past(door));
    assert!(same_way.hands_on && same_way.warned == 0, "{same_way:?}");
    let other_way = standing(To::Back(door));
    assert!(!other_way.hands_on && other_way.warned > 0, "{other_way:?}");
}

#[test]
fn of_two_equally_near_who_are_let_in_front_the_lower_one_goes_first() {
    let place = Vec2::new(2.0, 0.0);
    for lower in [1.0, -1.0] {
        let others = [lower, -lower].map(|side| Vec2::new(1.5, 0.5 * side));
        let standing = decided(place, &others);
        assert!(standing.hands_on, "{standing:?}");
        assert_eq!(standing.rank.id, 1, "{standing:?}");
    }
}

/// Whom it is the nearest to the goal, all others go after it, and it minds none of them any more
/// once it has been held up. Nobody knew then that it was in the way, and all stood for good.
#[test]
fn who_is_nearest_to_a_shared_goal_says_who_is_in_its_way_however_long_it_waits() {
    let nearest = Vec2::new(0.32, 0.0);
    // Each touches the two others: none of them can go on by itself.
    let others = [Vec2::new(-0.2, 0.322), Vec2::new(-0.2, -0.322)];
    for steps in [1, 30, 300] {
        let standing = decided_again(steps, nearest, &others);
        assert!(!standing.hands_on, "after {steps} steps: {standing:?}");
        assert!(
            standing.blocked_by.is_some(),
            "after {steps} steps: {standing:?}"
        );
    }
}

/// Rights that were handed on in a circle outlived whose they were: they kept everybody away from a
/// goal, and all stood round it for good.
#[test]
fn nobody_makes_room_in_the_name_of_who_has_left_or_gets_on() {
    let place = Vec2::new(2.0, 0.0);
    let between = Vec2::new(1.3, -0.2);
    // One is nearer to the common goal, the other goes elsewhere and claims the way before all.
    for claims in [false, true] {
        let nearer = held(2, Vec2::new(0.7, 0.0), 1, between);
        let aim = claims.then_some(Vec2::new(50.0, 0.0));
        let theirs = nearer.standing;
        let holds = Standing {
            claims,
            claimed_aim: aim.or(theirs.claimed_aim),
            rank: Rank {
                priority: i32::from(claims),
                ..theirs.rank
            },
            ..theirs
        };
        let holder = Person {
            standing: holds,
            ..nearer
        };
        // Somebody in between makes room for it, and would go through us.
        let before = held(1, between, 0, place);
        let handing = Person {
            standing: Standing {
                wish: (place - between).normalize() * SPEED,
                hands_on: true,
                ..holds
            },
            ..before
        };
        let gets_on = Person {
            standing: Standing {
                held_seconds: 0.0,
                claims: false,
                blocked_by: None,
                ..holds
            },
            ..holder
        };
        let hands_on = |people: &[Person]| decided_among(1, place, To::Origin, people).hands_on;
        assert!(hands_on(&[handing, holder]), "claims: {claims}");
        assert!(!hands_on(&[handing, gets_on]), "claims: {claims}");
        assert!(!hands_on(&[handing]), "claims: {claims}");
    }
}

#[test]
fn who_wants_to_a_place_well_ahead_or_crosses_does_not_go_past() {
    let body = Body::new(Vec2::ZERO, 0.25, 1.5);
    let wish = Vec2::new(1.3, 0.0);
    let passes = |theirs, aim| goes_past(&body, wish, theirs, aim);
    let against = Vec2::new(-1.0, 0.2);
    assert!(passes(against, None));
    assert!(passes(against, Some(Vec2::new(-5.0, 0.0))), "behind");
    assert!(passes(against, Some(Vec2::new(0.9, 3.0))), "beside");
    assert!(!passes(against, Some(Vec2::new(1.1, 3.0))), "a door");
    assert!(!passes(Vec2::new(-0.5, 1.0), None), "crosses");
    assert!(goes_along(wish, Vec2::new(1.0, 1.0)));
    assert!(!goes_along(wish, Vec2::new(1.0, 1.1)));
}
