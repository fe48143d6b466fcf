//! Who goes first among those who go to the same place, as one of them decides it.

use sidestep::Vec2;
use sidestep::avoid::Obstacle;
use sidestep::avoid::right_of_way::{Rank, Standing};
use sidestep::geometry::Bounds;
use sidestep::motion::Body;
use sidestep::space::{Clusters, Filter, Topology};
use sidestep::walker::{
    AgentId, DecideScratch, Goal, Memory, Percept, Perception, Profile, StepContext, Walker,
    WayScratch, Waypoint,
};

const RADIUS: f32 = 0.3;
const SPEED: f32 = 1.4;

/// Who is there, and nothing else.
struct Seen<'a> {
    context: StepContext,
    people: &'a [Percept],
    clusters: &'a Clusters,
}

impl<'a> Perception<'a> for Seen<'a> {
    fn context(&self) -> &StepContext {
        &self.context
    }
    fn agent(&self, id: AgentId) -> Option<&'a Percept> {
        self.people.iter().find(|percept| percept.id == id)
    }
    fn agents_within(&self, center: Vec2, _: f32, mut visit: impl FnMut(&'a Percept, Vec2)) {
        for percept in self.people {
            visit(percept, percept.body.position - center);
        }
    }
    fn obstacles(&self, _: Bounds, _: &Filter, found: &mut Vec<Obstacle<'a>>) {
        found.clear();
    }
    fn clusters(&self) -> &'a Clusters {
        self.clusters
    }
}

/// An agent at a place (m) that goes to the origin.
fn percept(id: u64, place: Vec2, memory: impl FnOnce(&Walker<'_>, &mut Memory)) -> Percept {
    let body = Body::new(place, RADIUS, SPEED);
    let mut profile = Profile::for_body(&body);
    profile.goals = vec![Goal::point(Vec2::ZERO, 0.2)];
    let walker = Walker::new(AgentId(id), &body, &profile);
    let mut own = Memory::new(&profile, 0.0);
    memory(&walker, &mut own);
    walker.percept(&own)
}

/// Somebody who has been held up for a while by the agent `by`, which is at `ahead` (m), on its way
/// to the origin.
fn held(id: u64, place: Vec2, by: u64, ahead: Vec2) -> Percept {
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
    Percept {
        standing,
        aim: Some(Vec2::ZERO),
        ..percept(id, place, |_, _| ())
    }
}

/// How an agent at a place (m) stands that has decided among others, who are held up by it.
fn decided(place: Vec2, others: &[Vec2]) -> Standing {
    let people: Vec<Percept> = (1..)
        .zip(others)
        .map(|(id, other)| held(id, *other, 0, place))
        .collect();
    let mut context = StepContext::new(0.0, 1.0 / 30.0);
    for percept in &people {
        context.admit(&percept.body);
    }
    let seen = Seen {
        context,
        people: &people,
        clusters: &Clusters::new(1.0, Topology::Open),
    };
    let own = percept(0, place, |walker, memory| {
        let (mut ways, mut work) = (WayScratch::default(), DecideScratch::default());
        walker.take_aim(&seen, memory, &mut ways);
        walker.find_way(&seen, Waypoint::None, memory, &mut ways, &mut ());
        walker.decide(&seen, memory, &mut work, &mut ());
    });
    own.standing
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
