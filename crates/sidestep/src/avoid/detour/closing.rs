//! What closes the way of somebody who finds none.

use super::field::Rounded;
use super::find::{Met, Query};
use super::search::Task;
use super::{
    Blocker, ClosedBy, Detour, DetourAnswer, DetourMemory, DetourQuery, DetourScratch, Outcome,
};

/// How often a way is held against a shape at most in looking for what closes it.
const MOST_LOOKS: u64 = 300_000;

impl Detour {
    /// Answers a query as [`find`](Self::find) does, and if there is no way looks what closes it, by
    /// leaving out what stands there: whoever stands before a closed row isn't blocked by the barrel
    /// in front of it.
    ///
    /// Then [`DetourScratch::members`] are those with any one of which gone there would be a way; if
    /// there is no such one, those that must all go. [`DetourScratch::barricade`] holds all of the
    /// closed rows that part the start from the goal. Where walls are no concern of the query they
    /// aren't named. Where the search was given up, or leads out of the neighbourhood, or the start
    /// is inside of something, the members are those of the cluster in the way, as in `find`.
    ///
    /// It takes one search for each that stands in the cluster, as far as 300,000 looks at what
    /// stands there go; then the members are those found so far, or those of the cluster.
    pub fn what_closes(
        &self,
        query: &DetourQuery<'_>,
        memory: &DetourMemory,
        scratch: &mut DetourScratch,
    ) -> DetourAnswer {
        let Some(mut begun) = self.begin(query, memory, scratch) else {
            return DetourAnswer::clear(query);
        };
        let (mut answer, met) = begun.answer(query, &mut memory.clone());
        if let (Outcome::Blocked { cluster, closed_by }, Some(met)) = (answer.outcome, met)
            && begun.name_what_closes(&met, closed_by, query.walls_too)
        {
            let lowest = begun.members.first().copied().unwrap_or(cluster);
            answer.outcome = Outcome::Blocked {
                cluster: lowest,
                closed_by: begun.closed_by_members(closed_by),
            };
        }
        answer
    }
}

impl Query<'_, '_> {
    /// Names what closes the way, if that can be known. Says whether it did; else the members stay
    /// as they were.
    pub(super) fn name_what_closes(
        &mut self,
        met: &Met,
        closed_by: ClosedBy,
        walls_too: bool,
    ) -> bool {
        let is_known = matches!(closed_by, ClosedBy::Ring | ClosedBy::Wall { .. });
        let is_something_else = self.field.shapes[met.hit].temporary || walls_too;
        if !is_known || !is_something_else {
            return false;
        }
        let task = Task {
            most_looks: MOST_LOOKS,
            ..met.task
        };
        self.search.begin_looks();
        let groups = self.closed_groups(&task, met.hit, walls_too);
        let closing = match groups.first() {
            Some(first) => self.closing_of(first, &task, walls_too),
            None => Vec::new(),
        };
        for shape in &mut self.field.shapes {
            shape.left_out = false;
        }
        if closing.is_empty() {
            return false;
        }
        self.barricade.clear();
        (self.barricade).extend(groups.iter().flatten().map(|&it| self.barriers[it].blocker));
        self.members.clear();
        (self.members).extend(closing.iter().map(|&it| self.barriers[it].blocker));
        for names in [&mut *self.barricade, &mut *self.members] {
            names.sort_unstable();
            names.dedup();
        }
        true
    }

    /// Groups of shapes that the body can't pass between, with all of which gone there is a way, and
    /// with any of them there none: in the order in which the straight way meets them. They are left
    /// out afterwards. Empty if there is no way whatever goes.
    fn closed_groups(&mut self, task: &Task, hit: usize, walls_too: bool) -> Vec<Vec<usize>> {
        let mut groups = Vec::new();
        let mut next = Some(hit);
        let mut opened = false;
        while let Some(hit) = next
            && !opened
        {
            let group = self.joined_to(hit, |it| it.temporary || walls_too);
            self.leave_out(&group, true);
            groups.push(group);
            opened = self.leaves_a_way(task, walls_too);
            let counts = |it: &Rounded| it.temporary || walls_too;
            next = (self.field.first_hit(task.from, task.to, counts)).map(|(next, _)| next);
        }
        if !opened {
            return Vec::new();
        }
        // What was only met on the way closes nothing.
        let mut index = 0;
        while groups.len() > 1 && index < groups.len() {
            self.leave_out(&groups[index], false);
            if self.leaves_a_way(task, walls_too) {
                groups.remove(index);
            } else {
                self.leave_out(&groups[index], true);
                index += 1;
            }
        }
        groups
    }

    /// Those of a group, all of which is left out, with any one of which gone there is a way; if
    /// there is none, some of which none can stay.
    fn closing_of(&mut self, group: &[usize], task: &Task, walls_too: bool) -> Vec<usize> {
        self.leave_out(group, false);
        let mut each_alone = Vec::new();
        for &shape in group {
            self.leave_out(&[shape], true);
            if self.leaves_a_way(task, walls_too) {
                each_alone.push(shape);
            }
            self.leave_out(&[shape], false);
            if !self.search.look(0, task) {
                return each_alone;
            }
        }
        if !each_alone.is_empty() {
            return each_alone;
        }
        self.leave_out(group, true);
        let mut together = Vec::new();
        for &shape in group {
            self.leave_out(&[shape], false);
            if !self.leaves_a_way(task, walls_too) {
                self.leave_out(&[shape], true);
                together.push(shape);
            }
        }
        if self.search.look(0, task) {
            together
        } else {
            Vec::new()
        }
    }

    fn leave_out(&mut self, shapes: &[usize], left_out: bool) {
        for &shape in shapes {
            self.field.shapes[shape].left_out = left_out;
        }
    }

    /// Whether there is a free way, whatever else it leads round.
    fn leaves_a_way(&mut self, task: &Task, walls_too: bool) -> bool {
        // Walls alone are the business of whoever planned the path.
        let meets = |counts: fn(&Rounded) -> bool| {
            (self.field.first_hit(task.from, task.to, counts)).is_some()
        };
        if !walls_too && !meets(|it| it.temporary) {
            return true;
        }
        self.search.forget(self.field);
        for shape in &mut self.field.shapes {
            shape.active = false;
        }
        self.turns.clear();
        // Each round takes in at least one shape.
        while self.search.look(self.field.shapes.len(), task) {
            let (first_leg, rest) = self.take_in_what_is_met(task);
            if !first_leg && !rest {
                return true;
            }
            match self.search.run(self.field, task) {
                Ok(found) => self.search.trace(&found, self.turns),
                Err(_) => return false,
            }
        }
        false
    }

    /// Which of those that were named is a wall, where a wall closes it.
    fn closed_by_members(&self, closed_by: ClosedBy) -> ClosedBy {
        let is_wall = |blocker: &&Blocker| {
            (self.barriers.iter())
                .any(|barrier| barrier.blocker == **blocker && !barrier.is_temporary())
        };
        match (closed_by, self.members.iter().find(is_wall)) {
            (ClosedBy::Wall { .. }, Some(&wall)) => ClosedBy::Wall { wall },
            _ => closed_by,
        }
    }
}
