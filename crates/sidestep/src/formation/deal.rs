//! Who gets which slot.

use glam::Vec2;

use super::layout::Slot;

/// How much less the squares of both ways together have to be for two members to change slots while
/// they walk (shares of the square of the spacing): below that nobody would gain what changing costs.
const WORTH: f32 = 0.25;

/// How often all pairs of members are gone through at the most when slots are dealt.
const MOST_ROUNDS: usize = 32;

/// Deals slots to members, the nearest to each other first, then so that no two ways cross. `places`
/// (m) are those of the members in order of id. Returns the index of each one's slot.
pub(super) fn deal(places: &[Vec2], slots: &[Slot]) -> Vec<u32> {
    let mut pairs = Vec::with_capacity(places.len() * slots.len());
    for (member, place) in places.iter().enumerate() {
        for (slot, it) in slots.iter().enumerate() {
            pairs.push((place.distance_squared(it.place), member, slot));
        }
    }
    pairs.sort_unstable_by(|a, b| a.0.total_cmp(&b.0).then((a.1, a.2).cmp(&(b.1, b.2))));
    let mut dealt = vec![u32::MAX; places.len()];
    let mut taken = vec![false; slots.len()];
    for (_, member, slot) in pairs {
        if dealt[member] == u32::MAX && !taken[slot] {
            dealt[member] = slot as u32;
            taken[slot] = true;
        }
    }
    let mut rounds = 0..MOST_ROUNDS;
    let length = |member: Vec2, slot: Vec2| member.distance(slot);
    while rounds.next().is_some() && exchange(places, slots, (length, 0.0), &mut dealt) {}
    dealt
}

/// Lets members change slots on the way, once through all pairs, where that is worth it with slots
/// `spacing` metres apart. Squares count: two who move up by one are better than one who overtakes
/// the other.
pub(super) fn change_on_the_way(places: &[Vec2], slots: &[Slot], spacing: f32, dealt: &mut [u32]) {
    let square = |member: Vec2, slot: Vec2| member.distance_squared(slot);
    let worth = WORTH * spacing * spacing;
    exchange(places, slots, (square, worth), dealt);
}

/// Lets any two members change slots whose ways together cost less by more than `worth` by that.
/// Says whether any did.
fn exchange(
    places: &[Vec2],
    slots: &[Slot],
    (cost, worth): (impl Fn(Vec2, Vec2) -> f32, f32),
    dealt: &mut [u32],
) -> bool {
    let length = |member: usize, slot: u32| cost(places[member], slots[slot as usize].place);
    let mut changed = false;
    for one in 0..places.len() {
        for other in one + 1..places.len() {
            let now = length(one, dealt[one]) + length(other, dealt[other]);
            let then = length(one, dealt[other]) + length(other, dealt[one]);
            // Rounding mustn't let two change to and fro.
            if then + worth < now - 1e-5 * now {
                dealt.swap(one, other);
                changed = true;
            }
        }
    }
    changed
}

/// Slots in the order in which members are nearest to the front at `head` (m), for a queue.
pub(super) fn line_up(places: &[Vec2], head: Vec2) -> Vec<u32> {
    let mut order: Vec<usize> = (0..places.len()).collect();
    let far = |member: usize| places[member].distance_squared(head);
    order.sort_by(|&a, &b| far(a).total_cmp(&far(b)));
    let mut dealt = vec![0; places.len()];
    for (slot, member) in (0u32..).zip(order) {
        dealt[member] = slot;
    }
    dealt
}

#[cfg(test)]
mod tests {
    use super::*;

    fn slots(places: &[Vec2]) -> Vec<Slot> {
        let slot = |&place: &Vec2| Slot {
            place,
            heading: Vec2::X,
            behind: 0.0,
        };
        places.iter().map(slot).collect()
    }

    fn cross(a: (Vec2, Vec2), b: (Vec2, Vec2)) -> bool {
        let side = |line: (Vec2, Vec2), point: Vec2| (line.1 - line.0).perp_dot(point - line.0);
        side(a, b.0) * side(a, b.1) < 0.0 && side(b, a.0) * side(b, a.1) < 0.0
    }

    #[test]
    fn ways_to_the_slots_never_cross() {
        let mut random = crate::random::Random::new(1, 7);
        for _ in 0..50 {
            let mut places = || {
                let mut place = || Vec2::new(random.between(-5.0, 5.0), random.between(-5.0, 5.0));
                (0..12).map(|_| place()).collect::<Vec<_>>()
            };
            let (members, slots) = (places(), slots(&places()));
            let dealt = deal(&members, &slots);
            let mut sorted = dealt.clone();
            sorted.sort_unstable();
            assert!(
                sorted.iter().copied().eq(0..12),
                "each slot once: {dealt:?}"
            );
            let way = |member: usize| (members[member], slots[dealt[member] as usize].place);
            for one in 0..12 {
                for other in 0..one {
                    assert!(!cross(way(one), way(other)), "{one} and {other}");
                }
            }
        }
    }

    #[test]
    fn who_is_nearest_to_the_front_of_a_queue_is_first() {
        let places = [3.0, 1.0, 2.0].map(|x| Vec2::new(x, 0.0));
        assert_eq!(line_up(&places, Vec2::ZERO), [2, 0, 1]);
    }
}
