//! What a formation remembers, and where it sends its members.

use glam::Vec2;

use super::deal;
use super::layout::{Line, Slot};
use super::trail::{Gauge, Sides};
use super::{Anchor, FormationSpec, Pattern, Room, Trail};
use crate::motion::Body;
use crate::space::Topology;
use crate::walker::{AgentId, Goal, Objective, Target};

/// Least distance of slots (shares of the widths of the two widest bodies): they mustn't touch.
const LEAST_SPACING: f32 = 1.1;

/// Distance of the points of a trail (radii of the widest body): no wall fits between two of them.
const STRIDE: f32 = 0.8;

/// How many places ahead of a walking leader are looked at to see how narrow it gets.
const MOST_AHEAD: u32 = 32;

/// Speed from which a leader walks, and below which it stands (shares of its largest).
const WALKS_FROM: f32 = 0.1;
const STANDS_BELOW: f32 = 0.03;

/// Time within which a member makes up for what it lags behind its slot or is ahead of it (s).
const CATCH_UP: f32 = 0.8;

/// How far ahead of itself a walking member goes (s): so it doesn't slow down as before a goal.
const AHEAD: f32 = 1.2;

/// Speed of a member that waits for its slot to come along (shares of its largest).
const WAITING: f32 = 0.02;

/// Share of its speed for a leader that all but stands: what walks at all keeps its direction.
const LEAST_SHARE: f32 = 0.02;

/// Distance from its slot at which a member stands in it (radii), while nobody walks, and how much
/// further the slot may move until it goes after it.
const IN_SLOT: f32 = 0.25;
const LEAVES_SLOT: f32 = 0.5;

/// Time after which members look whether they had better change slots (s).
const CHANGES_EVERY: f32 = 0.5;

/// Time after which a leader no longer waits for a member that gets no nearer to its slot (s).
const GIVES_UP_AFTER: f32 = 20.0;

/// By how much less a member lags behind when it has got nearer to its slot (m).
const NEARER: f32 = 0.1;

/// How a member falls behind its slot, if its leader waits for it.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(crate) struct Straggler {
    /// The least that it lagged behind since it fell behind (m).
    pub(crate) least: f32,
    /// Time since it last got nearer than that (s).
    pub(crate) since: f32,
}

impl Straggler {
    /// One that keeps up.
    const NONE: Self = Self {
        least: f32::MAX,
        since: 0.0,
    };

    /// Sees how far it lags behind now (m), and whether it is to be waited for.
    fn watch(&mut self, lag: f32, waits_from: f32, dt: f32) -> bool {
        if lag <= waits_from {
            *self = Self::NONE;
        } else if lag < self.least - NEARER {
            *self = Self {
                least: lag,
                since: 0.0,
            };
        } else {
            self.since += dt;
        }
        self.since < GIVES_UP_AFTER
    }
}

/// A group that keeps together: what was said about it, and what it remembers from step to step.
///
/// Whoever holds the agents calls [`Formation::advance`] in each step, before the members decide.
#[derive(Clone, Debug, PartialEq)]
pub struct Formation {
    pub(crate) spec: FormationSpec,
    pub(crate) trail: Trail,
    /// The index of each member's slot, in order of id; empty until slots are dealt.
    pub(crate) dealt: Vec<u32>,
    /// Where each member's slot is (m), in order of id, for whoever looks.
    pub(crate) places: Vec<Vec2>,
    /// Where the first slot of a ring is, a unit vector.
    pub(crate) front: Vec2,
    /// Time since members looked whether they had better change slots (s).
    pub(crate) since_change: f32,
    /// Whether the leader walks.
    pub(crate) walks: bool,
    /// The share of its speed at which the leader walks, above 0 and up to 1.
    pub(crate) leader_share: f32,
    /// How members fall behind, in order of id; empty while the leader waits for nobody.
    pub(crate) stragglers: Vec<Straggler>,
}

/// A member as it stands.
#[derive(Clone, Copy, Debug)]
pub struct Marcher {
    /// Its body.
    pub body: Body,
    /// Whether it stands in its slot: it has reached the goal that the last order gave it.
    pub stands: bool,
}

/// What is around a formation in a step.
#[derive(Clone, Copy, Debug)]
pub struct Surrounds {
    /// The leader's body, if there is one.
    pub leader: Option<Body>,
    /// Whether the plane wraps.
    pub topology: Topology,
    /// Length of the step (s), above 0.
    pub dt: f32,
}

/// What a member is told to do in a step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Order {
    /// Stay: it stands in its slot.
    Stay,
    /// Go there, on the way or into its slot.
    Go {
        /// Where to, and how fast.
        goal: Goal,
        /// Whether the slot moves: a member that gets no nearer to it isn't stuck.
        moves: bool,
    },
}

impl Formation {
    /// A formation whose members have no slots yet.
    #[must_use]
    pub fn new(mut spec: FormationSpec) -> Self {
        spec.members.sort_unstable();
        Self {
            spec,
            trail: Trail::default(),
            dealt: Vec::new(),
            places: Vec::new(),
            front: Vec2::X,
            since_change: 0.0,
            walks: false,
            leader_share: 1.0,
            stragglers: Vec::new(),
        }
    }

    /// What was said about it, with its members in order of id.
    #[must_use]
    pub const fn spec(&self) -> &FormationSpec {
        &self.spec
    }

    /// Where each member's slot was in the last step (m), in order of id; empty before the first.
    #[must_use]
    pub fn slots(&self) -> &[Vec2] {
        &self.places
    }

    /// Where its leader has walked.
    #[must_use]
    pub const fn trail(&self) -> &Trail {
        &self.trail
    }

    /// The share of its speed at which the leader should walk in this step, from 0.02 to 1: less than 1
    /// while it [waits](FormationSpec::waits_from) for somebody.
    #[must_use]
    pub const fn leader_share(&self) -> f32 {
        self.leader_share
    }

    /// Takes over what is said now. The trail is kept as long as it follows the same.
    pub fn set_spec(&mut self, spec: FormationSpec) {
        let mut next = Self::new(spec);
        if next.spec.anchor == self.spec.anchor {
            next.trail = std::mem::take(&mut self.trail);
            next.walks = self.walks;
            next.leader_share = self.leader_share;
        }
        *self = next;
    }

    /// Adds a member: to the end of a queue, otherwise slots are dealt anew. Does nothing if it is
    /// one already.
    pub fn join(&mut self, id: AgentId) {
        let members = &mut self.spec.members;
        if let Err(place) = members.binary_search(&id) {
            members.insert(place, id);
            self.places.clear();
            self.stragglers.clear();
            if self.spec.pattern == Pattern::Queue && self.dealt.len() == members.len() - 1 {
                self.dealt.insert(place, members.len() as u32 - 1);
            } else {
                self.dealt.clear();
            }
        }
    }

    /// Takes a member out: all behind it in a queue move up, otherwise slots are dealt anew. Says
    /// whether it was one.
    pub fn leave(&mut self, id: AgentId) -> bool {
        let Ok(place) = self.spec.members.binary_search(&id) else {
            return false;
        };
        self.spec.members.remove(place);
        self.places.clear();
        self.stragglers.clear();
        if self.spec.pattern == Pattern::Queue && place < self.dealt.len() {
            let gone = self.dealt.remove(place);
            for slot in &mut self.dealt {
                *slot -= u32::from(*slot > gone);
            }
        } else {
            self.dealt.clear();
        }
        true
    }

    /// Who leads if the leader has gone: the member in the foremost slot, before slots are dealt the
    /// one with the lowest id.
    #[must_use]
    pub fn successor(&self) -> Option<AgentId> {
        let slot = |index: usize| self.dealt.get(index).copied().unwrap_or(0);
        (self.spec.members.iter().enumerate())
            .min_by_key(|&(index, id)| (slot(index), *id))
            .map(|(_, id)| *id)
    }

    /// Makes an agent at `place` (m) the leader; it is no member any more. The trail goes on from
    /// there.
    pub fn follow(&mut self, leader: AgentId, place: Vec2) {
        self.leave(leader);
        self.spec.anchor = Anchor::Leader(leader);
        self.leader_share = 1.0;
        self.trail.cut(place);
    }

    /// Forgets where the leader has walked: it was put somewhere else.
    pub fn forget_trail(&mut self) {
        self.trail.clear();
    }

    /// Goes on by a step: calls `tell` with the index of each member, in order of id, and what it is
    /// to do. `members` are those of the spec as they stand, in the same order.
    ///
    /// Nothing happens while the leader isn't there, or if there are more or fewer members.
    pub fn advance(
        &mut self,
        surrounds: &Surrounds,
        members: &[Marcher],
        room: &mut impl Room,
        mut tell: impl FnMut(usize, Order),
    ) {
        let head = match (self.spec.anchor, &surrounds.leader) {
            (Anchor::Place { position, heading }, _) => (position, heading, 0.0),
            (Anchor::Leader(_), Some(leader)) => {
                self.watch_leader(leader);
                (leader.position, leader.heading, leader.speed())
            }
            (Anchor::Leader(_), None) => return,
        };
        if members.is_empty() || members.len() != self.spec.members.len() {
            self.leader_share = 1.0;
            return;
        }
        let places: Vec<Vec2> = (members.iter())
            .map(|member| {
                surrounds
                    .topology
                    .nearest_image(head.0, member.body.position)
            })
            .collect();
        let slots = self.lay(surrounds, (head.0, head.1), members, room);
        let spacing = self.spacing(members, surrounds.leader.as_ref());
        self.deal(&places, &slots, spacing, surrounds.dt);
        let column = Column {
            formation: self,
            head: head.0,
            speed: if self.walks { head.2 } else { 0.0 },
            walking: surrounds
                .leader
                .and_then(|leader| leader.velocity.try_normalize()),
            spacing,
        };
        for (index, (member, &place)) in members.iter().zip(&places).enumerate() {
            let slot = &slots[column.formation.dealt[index] as usize];
            let mut order = column.order(member, place, slot, room);
            if let Order::Go { goal, .. } = &mut order
                && let Objective::Reach {
                    target: Target::Point(point),
                    ..
                } = &mut goal.objective
            {
                *point = surrounds.topology.wrap(*point);
            }
            tell(index, order);
        }
        self.watch_stragglers(&places, &slots, spacing, surrounds.dt);
        self.places.clear();
        let slot = |dealt: &u32| surrounds.topology.wrap(slots[*dealt as usize].place);
        self.places.extend(self.dealt.iter().map(slot));
    }

    /// Sees how far members at these places (m) lag behind, and how fast their leader walks therefore.
    fn watch_stragglers(&mut self, places: &[Vec2], slots: &[Slot], spacing: f32, dt: f32) {
        self.leader_share = 1.0;
        let Some(waits_from) = self.spec.waits_from else {
            self.stragglers.clear();
            return;
        };
        let slack = self.spec.slack(spacing);
        self.stragglers.resize(places.len(), Straggler::NONE);
        let mut worst = 0.0f32;
        for ((place, dealt), straggler) in places.iter().zip(&self.dealt).zip(&mut self.stragglers)
        {
            let lag = place.distance(slots[*dealt as usize].place) - slack;
            if straggler.watch(lag, waits_from, dt) {
                worst = worst.max(lag);
            }
        }
        self.leader_share = (2.0 - worst / waits_from).clamp(LEAST_SHARE, 1.0);
    }

    /// Sees whether the leader walks, by two thresholds, so that nobody comes and goes.
    fn watch_leader(&mut self, leader: &Body) {
        let threshold = if self.walks { STANDS_BELOW } else { WALKS_FROM };
        self.walks = leader.speed() > threshold * leader.limits.max_speed;
    }

    /// Distance of neighbouring slots (m).
    fn spacing(&self, members: &[Marcher], leader: Option<&Body>) -> f32 {
        let (mut widest, mut second) = (0.0f32, 0.0f32);
        for body in members.iter().map(|member| &member.body).chain(leader) {
            second = second.max(body.radius.min(widest));
            widest = widest.max(body.radius);
        }
        (self.spec.spacing).max(LEAST_SPACING * (widest + second))
    }

    /// Keeps the trail, and lays the slots along it.
    fn lay(
        &mut self,
        surrounds: &Surrounds,
        (head, heading): (Vec2, Vec2),
        members: &[Marcher],
        room: &mut impl Room,
    ) -> Vec<Slot> {
        let leader = surrounds.leader.as_ref();
        let bodies = members.iter().map(|member| &member.body).chain(leader);
        let radius = bodies.fold(0.0, |widest: f32, body| widest.max(body.radius));
        let spacing = self.spacing(members, leader);
        let columns = match self.spec.pattern {
            Pattern::Abreast { columns } => columns as f32,
            Pattern::Wedge => members.len() as f32,
            _ => 1.0,
        };
        let gauge = Gauge {
            stride: STRIDE * radius,
            radius,
            widest: spacing * columns.min(members.len() as f32),
            length: spacing * (members.len() as f32 + 2.0),
        };
        let trail = &mut self.trail;
        match trail.points().last().map(|point| point.place) {
            Some(last) if self.spec.anchor.leader().is_some() => {
                let image = surrounds.topology.nearest_image(last, head);
                if image != head && surrounds.topology != Topology::Open {
                    trail.shift(head - image);
                }
                trail.follow(room, head, &gauge);
            }
            // Beside a place that stays, walls may come and go.
            Some(_) if self.since_change + surrounds.dt <= CHANGES_EVERY => {}
            _ => trail.begin(room, (head, heading), &gauge),
        }
        let line = Line {
            trail: &self.trail,
            head,
            heading,
            sides: ahead(room, (head, heading), self.walks, &gauge, spacing),
            is_led: leader.is_some(),
            spacing,
            gauge,
        };
        if self.dealt.is_empty() {
            let far = |member: &&Marcher| {
                let way = surrounds.topology.between(head, member.body.position);
                way.length_squared()
            };
            let nearest = members.iter().min_by(|a, b| far(a).total_cmp(&far(b)));
            let way = nearest.map(|it| surrounds.topology.between(head, it.body.position));
            self.front = way.unwrap_or(heading).normalize_or(heading);
        }
        line.slots(self.spec.pattern, members.len(), self.front, room)
    }

    /// Deals slots to those who have none, and lets members change on the way now and then.
    fn deal(&mut self, places: &[Vec2], slots: &[Slot], spacing: f32, dt: f32) {
        self.since_change += dt;
        let is_queue = self.spec.pattern == Pattern::Queue;
        if self.dealt.len() != places.len() {
            self.dealt = if is_queue {
                deal::line_up(places, slots[0].place)
            } else {
                deal::deal(places, slots)
            };
            self.since_change = 0.0;
        } else if self.since_change > CHANGES_EVERY {
            if !is_queue {
                deal::change_on_the_way(places, slots, spacing, &mut self.dealt);
            }
            self.since_change = 0.0;
        }
    }
}

/// The room beside somebody at `head` who faces along the unit vector `heading`, and as far as the
/// first rank needs ahead of it if it `walks`: ranks are narrow before they are at a door.
fn ahead(
    room: &mut impl Room,
    (head, heading): (Vec2, Vec2),
    walks: bool,
    gauge: &Gauge,
    spacing: f32,
) -> Sides {
    let measure =
        |room: &mut _, place| Sides::measure(room, (place, heading), gauge.radius, gauge.widest);
    let mut sides = measure(room, head);
    if walks {
        let free = room.free_way(head, heading * spacing, gauge.radius);
        for index in 1..=((free / gauge.stride) as u32).min(MOST_AHEAD) {
            let place = head + heading * (index as f32 * gauge.stride);
            sides = sides.min(measure(room, place));
        }
    }
    sides
}

/// A formation in a step, as its members are told where to go.
struct Column<'f> {
    formation: &'f Formation,
    /// Where the leader or the place is (m).
    head: Vec2,
    /// How fast the leader walks (m/s).
    speed: f32,
    /// Where it walks to, a unit vector.
    walking: Option<Vec2>,
    /// Distance of neighbouring slots (m).
    spacing: f32,
}

impl Column<'_> {
    /// What a member at `place` (m) is told.
    fn order(&self, member: &Marcher, place: Vec2, slot: &Slot, room: &mut impl Room) -> Order {
        let radius = member.body.radius;
        let slack = self.formation.spec.slack(self.spacing);
        let off = slot.place - place;
        // The nearest place with which it is content.
        let wanted = place + off.clamp_length_max((off.length() - slack).max(0.0));
        if !self.formation.walks && member.stands && is_content(&member.body, place, slack, slot) {
            return Order::Stay;
        }
        let sees = |room: &mut _, to: Vec2| is_clear(room, place, to, radius);
        if !sees(room, wanted) {
            return self.catch_up(place, slot, member, room);
        }
        if !self.formation.walks {
            return Order::Go {
                goal: Goal::point(wanted, IN_SLOT * radius),
                moves: false,
            };
        }
        let along = match self.formation.spec.pattern {
            Pattern::Ring { .. } => self.walking.unwrap_or(slot.heading),
            _ => slot.heading,
        };
        let largest = member.body.limits.max_speed;
        let mut velocity = along * self.speed + (wanted - place) / CATCH_UP;
        // Who is ahead of its slot waits for it rather than going back.
        let back = velocity.dot(along).min(0.0);
        velocity -= along * back;
        let speed = velocity.length().clamp(WAITING * largest, largest);
        let direction = velocity.normalize_or(along);
        let way = direction * (speed * AHEAD + radius);
        let free = room.free_way(place, way, radius);
        let goal = if free < 2.0 * radius && wanted.distance(place) > free {
            Goal::point(wanted, 0.0)
        } else {
            Goal::point(place + way.clamp_length_max(free), 0.0)
        };
        let speed = Some(speed);
        Order::Go {
            goal: Goal { speed, ..goal },
            moves: true,
        }
    }

    /// On along the trail as far as a member at `place` (m) sees, who doesn't see its slot; straight
    /// to the slot if it sees nothing of the trail.
    fn catch_up(&self, place: Vec2, slot: &Slot, member: &Marcher, room: &mut impl Room) -> Order {
        let Formation { trail, walks, .. } = self.formation;
        let body = &member.body;
        let mut behind = 0.0;
        let mut from = self.head;
        let on_trail = trail.points().iter().rev().find(|point| {
            behind += from.distance(point.place);
            from = point.place;
            behind >= slot.behind && is_clear(room, place, point.place, body.radius)
        });
        let goal = match on_trail {
            Some(point) => Goal {
                speed: Some(body.limits.max_speed),
                ..Goal::point(point.place, 0.0)
            },
            None => Goal::point(slot.place, IN_SLOT * body.radius),
        };
        Order::Go {
            goal,
            moves: *walks,
        }
    }
}

/// Whether one that stands at `place` (m) has no reason to go.
fn is_content(body: &Body, place: Vec2, slack: f32, slot: &Slot) -> bool {
    let enough = (IN_SLOT + LEAVES_SLOT) * body.radius;
    place.distance(slot.place) <= slack + enough
}

/// Whether a disc gets straight from one place to another (m).
fn is_clear(room: &mut impl Room, from: Vec2, to: Vec2, radius: f32) -> bool {
    let way = to - from;
    // What rounding leaves of it.
    room.free_way(from, way, radius) >= 0.999 * way.length()
}
