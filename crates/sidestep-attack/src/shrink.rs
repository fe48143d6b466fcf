//! Making what was found smaller, as long as the fault stays.

use crate::attacks::Attack;
use crate::case::Case;

/// How many smaller cases are tried at most.
const MOST_TRIES: usize = 400;

/// The case with as few people, things and steps as it takes for the attack to find a fault in it.
#[must_use]
pub fn shrink(attack: &Attack, case: &Case) -> Case {
    let mut smallest = case.clone();
    let mut tries = 0;
    loop {
        let smaller = smaller(&smallest).into_iter().find(|case| {
            tries += 1;
            tries <= MOST_TRIES && attack.look(case).is_some()
        });
        match smaller {
            Some(case) => smallest = case,
            None => return smallest,
        }
    }
}

/// Cases that are smaller by one thing, the largest cuts first.
fn smaller(case: &Case) -> Vec<Case> {
    let mut all = Vec::new();
    let changed = |change: &dyn Fn(&mut Case)| {
        let mut smaller = case.clone();
        change(&mut smaller);
        smaller
    };
    for share in [2, 4] {
        for part in 0..share {
            let cut = |count: usize| (part * count / share)..((part + 1) * count / share);
            if case.people.len() >= 2 * share {
                all.push(changed(&|it| drop(it.people.drain(cut(it.people.len())))));
            }
            if case.things.len() >= 2 * share {
                all.push(changed(&|it| drop(it.things.drain(cut(it.things.len())))));
            }
        }
    }
    for steps in [
        case.steps / 2,
        case.steps * 3 / 4,
        case.steps.saturating_sub(1),
    ] {
        if 0 < steps && steps < case.steps {
            all.push(changed(&|it| it.steps = steps));
        }
    }
    for index in (0..case.people.len()).rev() {
        all.push(changed(&|it| drop(it.people.remove(index))));
    }
    for index in (0..case.things.len()).rev() {
        all.push(changed(&|it| drop(it.things.remove(index))));
    }
    if !case.links.is_empty() {
        all.push(changed(&|it| it.links.clear()));
    }
    if case.answers {
        all.push(changed(&|it| it.answers = false));
    }
    for (index, person) in case.people.iter().enumerate() {
        if person.second_goal.is_some() || person.moved.is_some() || person.stay.goes.is_some() {
            all.push(changed(&|it| {
                let person = &mut it.people[index];
                (person.second_goal, person.moved, person.stay.goes) = (None, None, None);
            }));
        }
        if person.spec.profile.behaviors.len() > 1 {
            all.push(changed(&|it| {
                it.people[index].spec.profile.behaviors.truncate(1)
            }));
        }
    }
    all
}
