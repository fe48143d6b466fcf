//! Ways round crates and walls against an independent shortest way.

use detour_oracle::{Obstacle, shortest_way};
use glam::Vec2;
use sidestep::avoid::detour::{
    Barrier, BarrierKind, Blocker, ClosedBy, Detour, DetourAnswer, DetourMemory, DetourQuery,
    DetourScratch, Outcome,
};
use sidestep::geometry::Circle;
use sidestep::motion::Body;
use sidestep::space::{Clusters, Filter, Topology};
use sidestep::world::{AgentId, AgentSpec, Goal};

use crate::case::{Case, Person, Thing};
use crate::dealer::Dealer;
use crate::promises::obstacle;

const STREAM: u64 = 4;

/// Deeper than this is in it (m).
const TOUCH: f64 = 1e-3;

/// How exactly places in single precision can tell the width of a gap (m).
const EXACT: f64 = 1e-6;

/// How much longer than the shortest a whole way may be.
const LONGEST: f64 = 1.05;

/// Draws somebody with a goal among crates, and in half of the yards walls.
pub fn draw(seed: u64) -> Case {
    let mut dealer = Dealer::new(seed, STREAM);
    let dealer = &mut dealer;
    let mut case = Case::new(1.0 / 30.0, 1200);
    let radius = dealer.between(0.1, 0.6);
    let reach = dealer.pick(&[3.0, 5.0, 5.0, 8.0]);
    match dealer.count(0, 3) {
        // Gaps that just fit, or just don't.
        0 => fence(dealer, &mut case, radius, reach),
        _ => {
            for _ in 0..dealer.count(0, 14) {
                let (place, size) = (dealer.place(reach), dealer.between(0.4, 4.0));
                case.things
                    .push(Thing::new(dealer.crate_shape(place, size)).temporary());
            }
        }
    }
    if dealer.one_in(2) {
        for _ in 0..dealer.count(1, 3) {
            let (place, length) = (dealer.place(reach), dealer.between(0.5, 6.0));
            case.things.push(Thing::new(dealer.wall(place, length)));
        }
    }
    let body = Body::new(dealer.place(1.4 * reach), radius, 1.4);
    let mut spec = AgentSpec::new(body);
    spec.id = Some(AgentId(0));
    spec.profile.goals = vec![Goal::point(dealer.place(1.4 * reach), 0.3)];
    case.people.push(Person::new(spec, Some("default")));
    case
}

/// Rows of barrels with gaps about as wide as the body.
fn fence(dealer: &mut Dealer, case: &mut Case, radius: f32, reach: f32) {
    let barrel = dealer.between(0.2, 0.6);
    for _ in 0..dealer.count(1, 2) {
        let ahead = dealer.direction();
        let start = dealer.place(0.5 * reach) - ahead * reach;
        let mut along = 0.0;
        while along < 2.0 * reach && case.things.len() < 24 {
            if let Ok(circle) = Circle::new(start + ahead * along, barrel) {
                case.things.push(Thing::new(circle).temporary());
            }
            let gap = 2.0 * radius * dealer.pick(&[0.9, 1.0, 1.02, 1.0201, 1.021, 1.03, 1.1]);
            along += 2.0 * barrel + gap;
        }
    }
}

/// A yard with the way asked for.
struct Yard<'c> {
    things: Vec<(&'c Thing, Obstacle)>,
    from: Vec2,
    to: Vec2,
    radius: f32,
}

impl<'c> Yard<'c> {
    fn of(case: &'c Case) -> Option<Self> {
        let (body, to) = case.first_way()?;
        Some(Self {
            things: (case.things.iter())
                .map(|thing| (thing, obstacle(&thing.shape, Vec2::ZERO)))
                .collect(),
            from: body.position,
            to,
            radius: body.radius,
        })
    }

    /// The answer to a query from a place, and the whole way.
    fn ask(
        &self,
        detour: &Detour,
        from: Vec2,
        memory: &mut DetourMemory,
    ) -> (DetourAnswer, Vec<Vec2>) {
        let width = 2.0 * (self.radius + detour.clearance);
        let mut clusters = Clusters::new(width, Topology::Open);
        for (index, (thing, _)) in (0u32..).zip(&self.things) {
            let kind = BarrierKind::of(thing.temporary);
            let name = Blocker::Obstacle(index);
            clusters.insert(name, kind, &thing.shape, Vec2::ZERO, Filter::default());
        }
        let mut barriers: Vec<Barrier<'_>> = Vec::new();
        let area = detour.area(from, self.to, self.radius);
        clusters.gather(area, &Filter::default(), &mut barriers);
        let query = DetourQuery {
            from,
            to: self.to,
            radius: self.radius,
            barriers: &barriers,
            walls_too: false,
        };
        let mut scratch = DetourScratch::default();
        let answer = detour.find(&query, memory, &mut scratch);
        (answer, scratch.way().to_vec())
    }

    /// Least distance of a straight move from the things asked for (m).
    fn distance(&self, from: Vec2, to: Vec2, counts: impl Fn(&Thing) -> bool) -> f64 {
        let (from, to) = (from.as_dvec2(), to.as_dvec2());
        (self.things.iter().filter(|(thing, _)| counts(thing)))
            .map(|(_, there)| there.distance(from, to))
            .fold(f64::INFINITY, f64::min)
    }

    fn shortest(&self, radius: f64) -> Option<f64> {
        let all: Vec<Obstacle> = self.things.iter().map(|(_, it)| it.clone()).collect();
        shortest_way(&all, radius, self.from.as_dvec2(), self.to.as_dvec2())
    }

    /// Whether the shortest way depends on the last digit of what is kept: it leads through a gap
    /// that is as wide as that.
    fn has_gap_of_width(&self, detour: &Detour) -> bool {
        let kept = f64::from(self.radius + detour.clearance);
        match [-EXACT, EXACT].map(|change| self.shortest(kept + change)) {
            [Some(narrow), Some(wide)] => wide - narrow > TOUCH,
            [narrow, wide] => narrow.is_some() != wide.is_some(),
        }
    }

    /// Whether a wall is crossed by a straight move that begins outside of it.
    fn crosses_wall(&self, from: Vec2, to: Vec2) -> bool {
        let (start, end) = (from.as_dvec2(), to.as_dvec2());
        (self.things.iter().filter(|(thing, _)| !thing.temporary))
            .any(|(_, it)| it.distance(start, start) > 0.0 && it.distance(start, end) <= 0.0)
    }

    /// What is wrong with one answer.
    fn answer_fault(&self, detour: &Detour, place: Vec2, is_first: bool) -> Option<String> {
        let (answer, way) = self.ask(detour, place, &mut DetourMemory::default());
        let radius = f64::from(self.radius);
        let start = answer.way_out.unwrap_or(place);
        let depth = radius - self.distance(place, place, |_| true);
        if let Some(out) = answer.way_out {
            if self.crosses_wall(place, out) {
                return Some(format!(
                    "the way out to {out} leads through a wall: {answer:?}"
                ));
            }
            if self.distance(out, out, |_| true) < radius - TOUCH {
                return Some(format!("the way out {out} isn't free: {answer:?}"));
            }
        }
        let leg = match answer.outcome {
            Outcome::Clear => Some((
                answer.goal,
                self.distance(start, answer.goal, |it| it.temporary),
            )),
            Outcome::Around { sub_goal, .. } => {
                Some((sub_goal, self.distance(start, sub_goal, |_| true)))
            }
            Outcome::Blocked { .. } => None,
        };
        // Who begins inside of a wall alone isn't in anything temporary.
        if is_first
            && answer.way_out.is_none()
            && depth > f64::from(detour.clearance) + TOUCH
            && matches!(answer.outcome, Outcome::Around { .. })
        {
            return Some(format!(
                "{depth} m inside, and taken for outside: {answer:?}"
            ));
        }
        let (end, distance) = leg?;
        if distance < radius - TOUCH {
            return Some(format!(
                "the way from {start} to {end} is {} m in something: {answer:?}",
                radius - distance
            ));
        }
        if answer.converged && matches!(answer.outcome, Outcome::Around { .. }) {
            let from = usize::from(answer.way_out.is_some());
            // Who has come out of something and goes straight on isn't on a way round: walls are
            // the business of whoever planned the path.
            let goes_round = answer.rounds > 0;
            for leg in way[from..].windows(2) {
                let counts = |thing: &Thing| goes_round || thing.temporary;
                let distance = self.distance(leg[0], leg[1], counts);
                if distance < radius - TOUCH {
                    return Some(format!(
                        "a whole way is {} m in something between {} and {}: {answer:?}",
                        radius - distance,
                        leg[0],
                        leg[1]
                    ));
                }
            }
        }
        None
    }
}

/// Ways are free, nearly the shortest, and blocked where there is none.
pub fn fault(case: &Case) -> Option<String> {
    let yard = Yard::of(case)?;
    let usual = Detour::for_radius(yard.radius);
    if let Some(fault) = yard.answer_fault(&usual, yard.from, true) {
        return Some(fault);
    }
    // Looks further than any of these ways goes.
    let far_sighted = Detour {
        neighborhood: 60.0,
        ..usual
    };
    if let Some(fault) = yard.answer_fault(&far_sighted, yard.from, true) {
        return Some(fault);
    }
    let temporary_alone = yard.things.iter().all(|(thing, _)| thing.temporary);
    let room = f64::from(yard.radius + 2.0 * usual.clearance);
    let free = |place: Vec2| yard.distance(place, place, |_| true) > room;
    if temporary_alone && free(yard.from) && free(yard.to) {
        whole_way_fault(&yard, &far_sighted)
    } else {
        None
    }
}

/// Walks to the end by asking again and again, and compares.
fn whole_way_fault(yard: &Yard<'_>, detour: &Detour) -> Option<String> {
    let mut memory = DetourMemory::default();
    let (mut place, mut length, mut converged, mut arrived) = (yard.from, 0.0, true, false);
    let mut ended = false;
    for _ in 0..300 {
        let (answer, _) = yard.ask(detour, place, &mut memory);
        converged &= answer.converged;
        let next = match answer.outcome {
            Outcome::Clear => answer.goal,
            Outcome::Around { sub_goal, .. } => sub_goal,
            // It may be that the search was too much.
            Outcome::Blocked {
                closed_by: ClosedBy::Effort,
                ..
            } => return None,
            Outcome::Blocked { .. } => {
                ended = true;
                break;
            }
        };
        length += f64::from(place.distance(next));
        place = next;
        if place.distance(yard.to) < 1e-4 {
            (ended, arrived) = (true, true);
            break;
        }
    }
    if !ended {
        return Some("never arrives nor gives up".to_owned());
    }
    // Between the two a gap may count as open or as closed.
    let radius = f64::from(yard.radius);
    let body = yard.shortest(radius - TOUCH);
    let kept = yard.shortest(radius + f64::from(detour.clearance) + TOUCH);
    match (arrived, body, kept) {
        (false, _, Some(way)) => Some(format!("blocked where there is a way of {way} m")),
        (true, None, _) => Some(format!("a way of {length} m where there is none")),
        (true, Some(shortest), _) if length < shortest - TOUCH => {
            Some(format!("{length} m is shorter than {shortest} m"))
        }
        // Once through a gap that is exactly as wide as what is kept, the side of the first thing is
        // kept at the next, too, and that may lead back.
        (true, _, Some(shortest))
            if converged && length > LONGEST * shortest && !yard.has_gap_of_width(detour) =>
        {
            Some(format!("{length} m instead of {shortest} m"))
        }
        _ => None,
    }
}
