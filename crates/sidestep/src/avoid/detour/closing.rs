//! What closes the way of somebody who finds none.

use super::field::Rounded;
use super::find::{Met, Query};
use super::parting::Joints;
use super::search::Task;
use super::{
    Blocker, ClosedBy, Detour, DetourAnswer, DetourMemory, DetourQuery, DetourScratch, Outcome,
};

impl Detour {
    /// Answers a query as [`find`](Self::find) does, and if there is no way looks what closes it, by
    /// leaving out what stands there: whoever stands before a closed row isn't blocked by the barrel
    /// in front of it.
    ///
    /// Then [`DetourScratch::members`] are those with any one of which gone there would be a way; if
    /// there is no such one, those that must all go. [`DetourScratch::barricade`] holds all of the
    /// closed rows that part the start from the goal. Where walls are no concern of the query they
    /// aren't named. Where the ways lead out of the neighbourhood, the members are those with which
    /// gone there would be one within it. Where the search was given up, or walls alone close the way,
    /// or the start is inside of something, they are those of the cluster in the way, as in `find`.
    ///
    /// It takes no search: whether what stands there parts the start from the goal is told from what
    /// overlaps what.
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
        let is_known = closed_by != ClosedBy::Effort;
        let is_something_else = self.field.shapes[met.hit].temporary || walls_too;
        if !is_known || !is_something_else {
            return false;
        }
        let task = &met.task;
        // What lies further away isn't known: there has to be a way that doesn't lead there.
        let within = (closed_by == ClosedBy::Neighborhood).then_some([task.low, task.high]);
        let joints = Joints::of(self.field, task.from, task.to, within);
        let groups = self.closed_groups(&joints, task, met.hit, walls_too);
        let closing = (groups.first()).map(|it| self.closing_of(it, &joints, task, walls_too));
        for shape in &mut self.field.shapes {
            shape.left_out = false;
        }
        let Some(closing) = closing else {
            return false;
        };
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
    /// out afterwards. Empty if there is a way as it is, or none whatever goes.
    fn closed_groups(
        &mut self,
        joints: &Joints,
        task: &Task,
        hit: usize,
        walls_too: bool,
    ) -> Vec<Vec<usize>> {
        let mut groups = Vec::new();
        let mut next = Some(hit);
        let mut opened = self.leaves_a_way(joints, task, walls_too);
        if opened {
            return groups;
        }
        while let Some(hit) = next
            && !opened
        {
            let group = self.joined_to(hit, |it| it.temporary || walls_too);
            self.leave_out(&group, true);
            groups.push(group);
            opened = self.leaves_a_way(joints, task, walls_too);
            next = self.next_met(task, walls_too);
        }
        if !opened {
            return Vec::new();
        }
        // What was only met on the way closes nothing.
        let mut index = 0;
        while groups.len() > 1 && index < groups.len() {
            self.leave_out(&groups[index], false);
            if self.leaves_a_way(joints, task, walls_too) {
                groups.remove(index);
            } else {
                self.leave_out(&groups[index], true);
                index += 1;
            }
        }
        groups
    }

    /// Those of a group, all of which is left out, with any one of which gone there is a way; if
    /// there is none, some of which none can stay: those that are met first, as far as that goes.
    fn closing_of(
        &mut self,
        group: &[usize],
        joints: &Joints,
        task: &Task,
        walls_too: bool,
    ) -> Vec<usize> {
        self.leave_out(group, false);
        let mut each_alone = Vec::new();
        for &shape in group {
            self.leave_out(&[shape], true);
            if self.leaves_a_way(joints, task, walls_too) {
                each_alone.push(shape);
            }
            self.leave_out(&[shape], false);
        }
        if !each_alone.is_empty() {
            return each_alone;
        }
        self.leave_out(group, true);
        let mut together = Vec::new();
        for &shape in group.iter().rev() {
            self.leave_out(&[shape], false);
            if !self.leaves_a_way(joints, task, walls_too) {
                self.leave_out(&[shape], true);
                together.push(shape);
            }
        }
        together
    }

    fn leave_out(&mut self, shapes: &[usize], left_out: bool) {
        for &shape in shapes {
            self.field.shapes[shape].left_out = left_out;
        }
    }

    /// Whether there is a free way, whatever it leads round.
    fn leaves_a_way(&self, joints: &Joints, task: &Task, walls_too: bool) -> bool {
        // Walls alone are the business of whoever planned the path.
        (!walls_too && self.next_met(task, false).is_none()) || !joints.part(self.field)
    }

    /// The shape that the straight way meets first of those that aren't left out.
    fn next_met(&self, task: &Task, walls_too: bool) -> Option<usize> {
        let counts = |it: &Rounded| !it.left_out && (it.temporary || walls_too);
        let hit = self.field.first_hit(task.from, task.to, counts);
        hit.map(|(shape, _)| shape)
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
