//! One query: the shortest way round what stands about.

use glam::{DVec2, Vec2};

use super::field::{Field, Rounded};
use super::search::{Failure, Found, Search, Task};
use super::tangents::Turn;
use super::{
    Barrier, Blocker, ClosedBy, Detour, DetourAnswer, DetourMemory, DetourQuery, DetourScratch,
    Outcome,
};
use crate::geometry::Side;

/// Steps in which a way goes round a corner (rad): in such short ones where there is no room for
/// long ones.
const STEPS: [f64; 4] = [0.35, 0.12, 0.04, 0.013];

/// Corners nearer than this share of the clearance count as reached.
const LEAST_PROGRESS: f64 = 0.5;

/// How far rounding may put somebody off its way (share of the largest coordinate).
const ROUNDING: f64 = 1e-6;

/// The same as a share of the clearance, at most.
const MOST_ROUNDING: f64 = 0.1;

/// How often a way is held against a shape at most in a query that goes round walls, of which very
/// many may be joined.
const MOST_LOOKS: u64 = 1_000_000;

/// Who has less room than this on two sides is in a gap that just fits (share of the clearance).
const PINCHED: f64 = 0.1;

/// One query being answered.
pub(super) struct Query<'q, 'a> {
    pub detour: &'q Detour,
    pub barriers: &'q [Barrier<'a>],
    pub field: &'q mut Field,
    pub search: &'q mut Search,
    pub turns: &'q mut Vec<Turn>,
    pub corners: &'q mut Vec<DVec2>,
    pub way: &'q mut Vec<Vec2>,
    pub members: &'q mut Vec<Blocker>,
    pub barricade: &'q mut Vec<Blocker>,
}

/// The way taken, whose turns are in place, and how it was come by.
pub(super) struct Taken {
    pub found: Found,
    rounds: u32,
    converged: bool,
}

/// What a query met on the straight way, and what it looked for then.
pub(super) struct Met {
    pub task: Task,
    /// Index of the shape that is met first.
    pub hit: usize,
    /// The side that was kept from the query before.
    pub kept: Option<Side>,
    /// The way taken, if there is one.
    pub taken: Option<Taken>,
}

impl Detour {
    /// The way round. The query's barriers must be all whose box touches its [`area`](Self::area).
    ///
    /// A body that is inside something comes out by the nearest way first; one that is no nearer
    /// than the clearance is taken for outside. Where no straight way leads out of something
    /// temporary, past all walls, it is blocked. A goal that is inside something moves to the
    /// nearest free place.
    pub fn find(
        &self,
        query: &DetourQuery<'_>,
        memory: &mut DetourMemory,
        scratch: &mut DetourScratch,
    ) -> DetourAnswer {
        match self.begin(query, memory, scratch) {
            Some(mut begun) => begun.answer(query, memory).0,
            None => DetourAnswer::clear(query),
        }
    }

    /// Makes ready to answer a query; `None` if its numbers aren't finite.
    pub(super) fn begin<'q, 'a>(
        &'q self,
        query: &DetourQuery<'a>,
        memory: &DetourMemory,
        scratch: &'q mut DetourScratch,
    ) -> Option<Query<'q, 'a>>
    where
        'a: 'q,
    {
        let DetourQuery {
            from,
            to,
            radius,
            barriers,
            walls_too: _,
        } = *query;
        scratch.way.clear();
        scratch.members.clear();
        scratch.barricade.clear();
        if !(from.is_finite() && to.is_finite() && radius.is_finite()) {
            return None;
        }
        let keep = self.keep(radius);
        scratch.field.fill(from, keep, barriers);
        let clearance = f64::from(self.clearance.max(0.0));
        if memory.chosen.is_some() {
            // Who is on its way through a gap that just fits is where single precision puts it, and
            // mustn't find the gap closed now. Other gaps stay as they are from everywhere else.
            let rounding = ROUNDING * f64::from(from.abs().max_element().max(1.0));
            let less = rounding.min(MOST_ROUNDING * clearance);
            scratch.field.ease_pinch(PINCHED * clearance, less);
        }
        Some(Query {
            detour: self,
            barriers,
            field: &mut scratch.field,
            search: &mut scratch.search,
            turns: &mut scratch.turns,
            corners: &mut scratch.corners,
            way: &mut scratch.way,
            members: &mut scratch.members,
            barricade: &mut scratch.barricade,
        })
    }

    /// Distance kept between the body's centre and what it passes (m).
    fn keep(&self, radius: f32) -> f64 {
        f64::from(radius.max(0.0)) + f64::from(self.clearance.max(0.0))
    }
}

impl DetourScratch {
    /// Whether the straight way from one point to another (m) is free of temporary obstacles, and
    /// of `walls_too` if so wanted, for a body that keeps `keep` metres between its centre and
    /// them, with the goal inside of nothing: then [`Detour::find`] would say that it is clear.
    /// Walls count for who is on a way round. `barriers` must hold all near that straight way.
    pub fn is_clear(
        &mut self,
        from: Vec2,
        to: Vec2,
        keep: f32,
        walls_too: bool,
        barriers: &[Barrier<'_>],
    ) -> bool {
        if !walls_too && !barriers.iter().any(Barrier::is_temporary) {
            return true;
        }
        let field = &mut self.field;
        field.fill(from, f64::from(keep), barriers);
        let goal = field.local(to);
        (0..field.shapes.len()).all(|shape| {
            let counts = walls_too || field.shapes[shape].temporary;
            let blocks = counts && field.blocks(shape, DVec2::ZERO, goal);
            !blocks && !field.is_inside(shape, goal)
        })
    }
}

impl DetourScratch {
    /// How far one can go straight from one point towards another (m) before any of the barriers,
    /// for a body that keeps `keep` metres between its centre and them.
    pub(crate) fn free_before(
        &mut self,
        from: Vec2,
        to: Vec2,
        keep: f32,
        barriers: &[Barrier<'_>],
    ) -> f32 {
        let field = &mut self.field;
        field.fill(from, f64::from(keep), barriers);
        let hit = field.first_hit(DVec2::ZERO, field.local(to), |_| true);
        hit.map_or(from.distance(to), |(_, distance)| distance as f32)
    }
}

impl Query<'_, '_> {
    /// The answer, and what was met if anything was.
    pub(super) fn answer(
        &mut self,
        query: &DetourQuery<'_>,
        memory: &mut DetourMemory,
    ) -> (DetourAnswer, Option<Met>) {
        let mut answer = DetourAnswer::clear(query);
        let wanted = self.field.local(query.to);
        let goal = match self.field.free_place(wanted) {
            Some(place) => {
                answer.goal = self.field.global(place);
                answer.goal_moved = true;
                place
            }
            None => wanted,
        };
        let near = f64::from(self.detour.clearance) + self.field.precision;
        let way_out = self.field.free_place(DVec2::ZERO);
        if way_out.is_none()
            && let Some(holding) = self.field.deepest_temporary(DVec2::ZERO, near)
        {
            memory.chosen = None;
            answer.outcome = self.held_by(holding);
            answer.free = 0.0;
            return (answer, None);
        }
        let start = way_out.unwrap_or_default();
        let inside = start.length() > near;
        self.way.push(self.field.global(DVec2::ZERO));
        if inside {
            let way_out = self.field.global(start);
            answer.way_out = Some(way_out);
            self.way.push(way_out);
        }
        // Who is on a way round that led behind a wall goes on round that too.
        let on_detour = memory.chosen.is_some();
        let field = &*self.field;
        let first_of_all = |counts| field.first_hit(start, goal, |_| counts);
        let hit = if query.walls_too {
            first_of_all(true)
        } else {
            (field.first_hit(start, goal, |shape| shape.temporary))
                .or_else(|| first_of_all(on_detour))
        };
        let Some((hit, distance)) = hit else {
            self.way.push(answer.goal);
            if let Some(sub_goal) = answer.way_out {
                answer.outcome = Outcome::Around {
                    sub_goal,
                    side: Side::default(),
                    cluster: self.nearest_to(DVec2::ZERO),
                    length: (start.length() + start.distance(goal)) as f32,
                };
            }
            memory.chosen = None;
            return (answer, None);
        };
        answer.free = distance as f32;
        let cluster = self.lowest_of_cluster(hit);
        // What was gathered lies about the places asked for, wherever these were moved to.
        let (low, high) = (wanted.min(DVec2::ZERO), wanted.max(DVec2::ZERO));
        let mut task = self.task(start, goal, hit, distance, [low, high]);
        if query.walls_too {
            task.most_looks = MOST_LOOKS;
        }
        let kept = self.kept_side(memory, hit, query.walls_too);
        self.search.begin_looks();
        let taken = match self.rounds(&task, hit, kept) {
            Ok(taken) => {
                let side = taken.found.side;
                let chosen_for = self.goes_round(&task, hit, query.walls_too);
                memory.chosen = Some((side, self.barriers[chosen_for].blocker));
                let sub_goal = self.draw(start, goal, answer.goal);
                let length = (taken.found.length + start.length()) as f32;
                answer.outcome = Outcome::Around {
                    sub_goal: answer.way_out.unwrap_or(sub_goal),
                    side,
                    cluster,
                    length,
                };
                answer.converged = taken.converged;
                answer.rounds = taken.rounds;
                Some(taken)
            }
            Err((failure, rounds)) => {
                self.way.clear();
                memory.chosen = None;
                let closed_by = self.closed_by(failure);
                self.name_members(hit);
                answer.outcome = Outcome::Blocked { cluster, closed_by };
                answer.rounds = rounds;
                None
            }
        };
        let met = Met {
            task,
            hit,
            kept,
            taken,
        };
        (answer, Some(met))
    }

    /// That there is no way out of a shape.
    fn held_by(&mut self, shape: usize) -> Outcome {
        self.name_members(shape);
        let field = &*self.field;
        let away = |wall: &usize| field.surface(*wall, DVec2::ZERO).2;
        let wall = (0..field.shapes.len())
            .filter(|wall| !field.shapes[*wall].temporary)
            .min_by(|a, b| away(a).total_cmp(&away(b)));
        Outcome::Blocked {
            cluster: self.lowest_of_cluster(shape),
            closed_by: wall.map_or(ClosedBy::Ring, |wall| ClosedBy::Wall {
                wall: self.barriers[wall].blocker,
            }),
        }
    }

    fn task(
        &self,
        from: DVec2,
        to: DVec2,
        hit: usize,
        distance: f64,
        [low, high]: [DVec2; 2],
    ) -> Task {
        let around = DVec2::splat(f64::from(self.detour.neighborhood));
        let entry = from + (to - from).normalize_or_zero() * distance;
        let (_, normal, _) = self.field.surface(hit, entry);
        Task {
            from,
            to,
            // Well inside of what is hit, and on the way there.
            landmark: entry - normal * (0.5 * self.field.shapes[hit].radius),
            low: (low - around).min(from).min(to),
            high: (high + around).max(from).max(to),
            side: None,
            longest: f64::INFINITY,
            most_turns: self.detour.most_turns,
            most_looks: u64::MAX,
        }
    }

    /// Searches, looks what else the way found meets, takes that in, and searches again.
    fn rounds(
        &mut self,
        task: &Task,
        hit: usize,
        kept: Option<Side>,
    ) -> Result<Taken, (Failure, u32)> {
        self.search.forget(self.field);
        self.activate(hit);
        self.turns.clear();
        self.take_in_what_is_met(task);
        let mut rounds = 0;
        // Each round takes in at least one shape.
        loop {
            rounds += 1;
            let best = self.search.run(self.field, task);
            let best = best.map_err(|failure| (failure, rounds))?;
            self.search.trace(&best, self.turns);
            let found = self.prefer_kept(task, best, kept);
            let (first_leg, rest) = self.take_in_what_is_met(task);
            if !first_leg && !rest {
                return Ok(Taken {
                    found,
                    rounds,
                    converged: true,
                });
            }
            if !first_leg && rounds >= self.detour.rounds.max(1) {
                return Ok(Taken {
                    found,
                    rounds,
                    converged: false,
                });
            }
        }
    }

    /// The way on the side that was kept, with its turns in place of those of the best way, if that
    /// isn't shorter by the margin.
    fn prefer_kept(&mut self, task: &Task, best: Found, kept: Option<Side>) -> Found {
        let Some(kept) = kept.filter(|kept| *kept != best.side) else {
            return best;
        };
        let patience = 1.0 + f64::from(self.detour.side_margin.max(0.0));
        let kept = Task {
            side: Some(kept),
            longest: best.length * patience,
            ..*task
        };
        let Ok(found) = self.search.run(self.field, &kept) else {
            return best;
        };
        self.search.trace(&found, self.turns);
        found
    }

    /// Takes in all inactive shapes that the way of `turns` leads through, with their clusters.
    /// Says whether the way to the first turn does, and whether the rest does.
    pub(super) fn take_in_what_is_met(&mut self, task: &Task) -> (bool, bool) {
        let (mut first_leg, mut rest) = (false, false);
        let (mut low, mut high) = (task.from.min(task.to), task.from.max(task.to));
        for (along, _, comes, goes) in self.turns.iter() {
            // A walk bulges out by no more than this.
            let bulge = DVec2::splat(2.0 * self.field.shapes[*along].bound);
            low = low.min(comes.point.min(goes.point) - bulge);
            high = high.max(comes.point.max(goes.point) + bulge);
        }
        for shape in 0..self.field.shapes.len() {
            let it = &self.field.shapes[shape];
            let reach = DVec2::splat(it.bound);
            let aside = (it.center + reach).cmplt(low) | (it.center - reach).cmpgt(high);
            if it.active || aside.any() {
                continue;
            }
            let mut from = task.from;
            let mut met = None;
            for (leg, (along, side, comes, goes)) in self.turns.iter().enumerate() {
                if self.field.blocks(shape, from, comes.point) {
                    met = met.or(Some(leg));
                }
                if self.field.walk_meets(*along, *side, comes, goes, shape) {
                    met = met.or(Some(leg + 1));
                }
                from = goes.point;
            }
            if self.field.blocks(shape, from, task.to) {
                met = met.or(Some(self.turns.len()));
            }
            if let Some(leg) = met {
                first_leg |= leg == 0;
                rest |= leg > 0;
                self.activate(shape);
            }
        }
        (first_leg, rest)
    }

    /// Takes in a shape with its cluster, and the walls that it touches with all that they are
    /// joined to.
    fn activate(&mut self, shape: usize) {
        let it = self.field.shapes[shape];
        self.activate_all(it.cluster, it.temporary);
        let ends_at_wall = (self.field.shapes.iter())
            .any(|there| there.temporary && there.at_wall && there.cluster == it.cluster);
        if !it.temporary || !ends_at_wall {
            return;
        }
        for wall in 0..self.field.shapes.len() {
            let there = self.field.shapes[wall];
            let touches = !there.temporary
                && !there.active
                && (0..self.field.shapes.len()).any(|member| {
                    let of_cluster = &self.field.shapes[member];
                    of_cluster.temporary
                        && of_cluster.at_wall
                        && of_cluster.cluster == it.cluster
                        && self.field.overlap(member, wall)
                });
            if touches {
                self.activate_all(there.cluster, false);
            }
        }
    }

    fn activate_all(&mut self, cluster: u32, temporary: bool) {
        for index in 0..self.field.shapes.len() {
            let shape = &mut self.field.shapes[index];
            let belongs = shape.cluster == cluster && shape.temporary == temporary;
            if belongs && !shape.active {
                shape.active = true;
                self.search.activate(self.field, index);
            }
        }
    }

    /// The side that was chosen before for the cluster of a shape.
    fn kept_side(&self, memory: &DetourMemory, hit: usize, walls_too: bool) -> Option<Side> {
        let (side, blocker) = memory.chosen?;
        let met = &self.barriers[hit];
        (self.barriers.iter())
            .any(|barrier| {
                barrier.blocker == blocker
                    && (barrier.is_temporary() || (walls_too && !met.is_temporary()))
                    && barrier.cluster == met.cluster
            })
            .then_some(side)
    }

    /// The shape for which a side is chosen: what is met first, or the first wall if walls are gone
    /// round, so that the way round them is kept whatever stands before them.
    fn goes_round(&self, task: &Task, hit: usize, walls_too: bool) -> usize {
        if !walls_too || !self.field.shapes[hit].temporary {
            return hit;
        }
        let wall = (self.field).first_hit(task.from, task.to, |shape| !shape.temporary);
        wall.map_or(hit, |(wall, _)| wall)
    }

    fn lowest_of_cluster(&self, hit: usize) -> Blocker {
        let cluster = self.barriers[hit].cluster;
        (self.barriers.iter())
            .filter(|barrier| barrier.is_temporary() && barrier.cluster == cluster)
            .map(|barrier| barrier.blocker)
            .min()
            .unwrap_or(self.barriers[hit].blocker)
    }

    /// Fills in who belongs to the cluster of a shape: all that this body can't pass between.
    pub(super) fn name_members(&mut self, hit: usize) {
        let cluster = self.field.shapes[hit].cluster;
        let joined = self.joined_to(hit, |it| it.temporary && it.cluster == cluster);
        let members = &mut *self.members;
        members.extend(joined.iter().map(|&shape| self.barriers[shape].blocker));
        members.sort_unstable();
        members.dedup();
    }

    /// A shape with all that are joined to it, among those that `may_belong`, so closely that this
    /// body can't pass between.
    pub(super) fn joined_to(
        &self,
        shape: usize,
        may_belong: impl Fn(&Rounded) -> bool,
    ) -> Vec<usize> {
        let mut reached = vec![shape];
        let mut others: Vec<usize> = (0..self.field.shapes.len())
            .filter(|&other| other != shape && may_belong(&self.field.shapes[other]))
            .collect();
        let mut next = 0;
        while let Some(&shape) = reached.get(next) {
            next += 1;
            let overlaps = |other: &mut usize| self.field.overlap(shape, *other);
            reached.extend(others.extract_if(.., overlaps));
        }
        reached
    }

    fn nearest_to(&self, point: DVec2) -> Blocker {
        let away = |shape: &usize| self.field.surface(*shape, point).2;
        (0..self.field.shapes.len())
            .min_by(|a, b| away(a).total_cmp(&away(b)))
            .map_or(Blocker::Obstacle(0), |shape| self.barriers[shape].blocker)
    }

    /// Draws the way of `turns` from corner to corner, and says where to go first.
    fn draw(&mut self, start: DVec2, goal: DVec2, goal_point: Vec2) -> Vec2 {
        let mut corners = std::mem::take(self.corners);
        let mut first = goal;
        for coarsest in 0..STEPS.len() {
            corners.clear();
            for turn in self.turns.iter() {
                let begin = corners.len();
                for &step in &STEPS[coarsest..] {
                    corners.truncate(begin);
                    self.field.corners_of_walk(turn, step, &mut corners);
                    if self.is_free_as_drawn(turn, &corners[begin..]) {
                        break;
                    }
                }
            }
            // What is as good as reached already would be gone to for ever.
            let near =
                LEAST_PROGRESS * f64::from(self.detour.clearance) + 8.0 * self.field.precision;
            let reached = corners
                .iter()
                .take_while(|corner| corner.distance(start) <= near)
                .count();
            corners.drain(..reached.saturating_sub(1));
            let from = if reached > 0 {
                corners.remove(0)
            } else {
                start
            };
            first = corners.first().copied().unwrap_or(goal);
            let free =
                (0..self.field.shapes.len()).all(|shape| !self.field.blocks(shape, from, first));
            if free {
                break;
            }
        }
        let field = &*self.field;
        self.way
            .extend(corners.iter().map(|&corner| field.global(corner)));
        self.way.push(goal_point);
        let goes_straight = corners.is_empty();
        *self.corners = corners;
        if goes_straight {
            goal_point
        } else {
            field.global(first)
        }
    }

    /// Whether a walk that is drawn by these corners leads into nothing but what it goes round.
    fn is_free_as_drawn(&self, (along, _, comes, goes): &Turn, corners: &[DVec2]) -> bool {
        let field = &*self.field;
        let round = field.shapes[*along];
        // The corners stand out no further than this.
        let reach = |other: &usize| {
            let there = field.shapes[*other];
            let near = 2.0 * round.bound + there.bound;
            *other != *along && round.center.distance_squared(there.center) < near * near
        };
        let ends = corners.iter().copied().chain([goes.point]);
        let legs = || {
            std::iter::once(comes.point)
                .chain(corners.iter().copied())
                .zip(ends.clone())
        };
        (0..field.shapes.len())
            .filter(reach)
            .all(|other| !legs().any(|(from, to)| field.blocks(other, from, to)))
    }

    pub(super) fn closed_by(&self, failure: Failure) -> ClosedBy {
        if failure.gave_up {
            return ClosedBy::Effort;
        }
        if failure.left_box {
            return ClosedBy::Neighborhood;
        }
        let at_ends = || (0..self.field.shapes.len()).find_map(|shape| self.field.wall_at(shape));
        match failure.wall.or_else(at_ends) {
            Some(wall) => ClosedBy::Wall {
                wall: self.barriers[wall].blocker,
            },
            None => ClosedBy::Ring,
        }
    }
}
