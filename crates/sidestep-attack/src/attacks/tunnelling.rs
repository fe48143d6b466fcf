//! Walls and bodies at any speed: who goes through?

use glam::Vec2;
use sidestep::motion::{Body, Limits};
use sidestep::world::{AgentId, Goal};

use crate::case::{Case, Person, Thing};
use crate::dealer::Dealer;
use crate::method;
use crate::play::Play;
use crate::promises::{Before, unsound_numbers};

const STREAM: u64 = 2;

/// Draws somebody, or a few, who want to the other side of a wall, or are run into by one.
pub fn draw(seed: u64) -> Case {
    let mut dealer = Dealer::new(seed, STREAM);
    let dealer = &mut dealer;
    let dt = dealer.pick(&[1.0 / 120.0, 1.0 / 60.0, 1.0 / 30.0, 0.1]);
    let mut case = Case::new(dt, dealer.count(5, 60));
    case.settings.settle = !dealer.one_in(4);
    let radius = dealer.of_any_size(0.05, 2.0);
    let size = dealer.of_any_size(2.0, 20.0) * radius;
    let things = dealer.pick(&[1, 1, 1, 2, 3]);
    for _ in 0..things {
        let place = dealer.place(size);
        let shape = if dealer.one_in(4) {
            dealer.crate_shape(place, size)
        } else {
            dealer.wall(place, 2.0 * size)
        };
        let mut thing = Thing::new(shape);
        thing.temporary = dealer.one_in(3);
        match dealer.count(0, 5) {
            0 | 1 => thing.velocity = dealer.direction() * dealer.of_any_size(0.1, 300.0),
            2 => thing.turn = dealer.between(-20.0, 20.0),
            _ => {}
        }
        case.things.push(thing);
    }
    let names: Vec<&str> = method::names().collect();
    let name = if case.settings.settle {
        dealer.pick(&names)
    } else {
        "default"
    };
    for index in 0..dealer.pick(&[1, 1, 2, 4]) {
        let place = free_place(dealer, &case, radius, 2.0 * size);
        let speed = dealer.of_any_size(0.5, 1000.0);
        let mut body = Body::new(place, radius, speed);
        body.limits = Limits::for_speed(speed, body.mass);
        let goal = dealer.place(2.0 * size);
        body.heading = (goal - place).normalize_or(Vec2::X);
        // Without contacts one can't be stopped that is too fast to brake.
        if case.settings.settle && dealer.one_in(2) {
            body.velocity = body.heading * speed;
        }
        let mut spec = method::agent(&body, name);
        spec.id = Some(AgentId(index));
        spec.profile.goals = vec![Goal::point(goal, 0.5 * radius)];
        case.people.push(Person::new(spec, Some(name)));
    }
    case
}

/// A place off all things and people; if there is no such, one far off.
fn free_place(dealer: &mut Dealer, case: &Case, radius: f32, reach: f32) -> Vec2 {
    for _ in 0..50 {
        let place = dealer.place(reach);
        let away = |thing: &Thing| thing.shape.hull(Vec2::ZERO).surface(place).distance;
        let free = (case.things.iter()).all(|thing| away(thing) > 1.1 * radius);
        let others = case.people.iter().map(|other| other.spec.body.position);
        if free
            && others
                .into_iter()
                .all(|other| other.distance(place) > 2.2 * radius)
        {
            return place;
        }
    }
    Vec2::new((10.0 + case.people.len() as f32) * reach, 0.0)
}

/// No centre passes what stands; nor what moves or turns, if it is alone with one body. Without
/// contacts only the default method keeps bodies off what stands, if they are
/// alone with it.
pub fn fault(case: &Case) -> Option<String> {
    let mut play = Play::new(case, case.settings).ok()?;
    let alone = case.people.len() == 1 && case.things.len() == 1;
    let all_stand = case.things.iter().all(Thing::stands);
    let counts = |index: usize| {
        if case.settings.settle {
            case.things[index].stands() || alone
        } else {
            all_stand && case.people.len() == 1
        }
    };
    let enters = |index: usize| counts(index) && all_stand && case.people.len() == 1;
    for _ in 0..case.steps {
        play.prepare();
        let before = Before::of(&play.world);
        if let Err(error) = play.step() {
            return Some(format!("step refused: {error}"));
        }
        let fault = unsound_numbers(&play.world)
            .or_else(|| before.passed(&play, counts))
            .or_else(|| before.entered(&play, enters));
        if fault.is_some() {
            return fault;
        }
    }
    None
}
