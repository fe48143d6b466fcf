//! A short form of each attack, with fixed seeds, and whether an attack would notice.

use sidestep_attack::attacks::{ALL, Attack};
use sidestep_attack::hunt::Until;

const SEED: u64 = 1;

fn attack(name: &str) -> Attack {
    let attack = ALL.into_iter().find(|attack| attack.name == name);
    attack.expect("an attack of that name")
}

fn assert_finds_nothing(name: &str) {
    let attack = attack(name);
    let outcome = attack.hunt(SEED, Until::Count(attack.short));
    assert_eq!(outcome.trials, attack.short, "{:#?}", outcome.found);
    assert!(outcome.found.is_none(), "{:#?}", outcome.found);
}

#[test]
fn random_worlds_hold() {
    assert_finds_nothing("worlds");
}

#[test]
fn nobody_goes_through_walls() {
    assert_finds_nothing("tunnelling");
}

#[test]
fn whoever_can_comes_out_of_what_dropped() {
    assert_finds_nothing("drops");
}

#[test]
fn ways_are_free_and_short() {
    assert_finds_nothing("yards");
}

#[test]
fn whoever_is_blocked_names_what_closes_its_way() {
    assert_finds_nothing("blocked");
}

#[test]
fn saved_worlds_go_on_the_same() {
    assert_finds_nothing("snapshots");
}

#[test]
fn threads_do_not_matter() {
    assert_finds_nothing("threads");
}

#[test]
fn what_is_found_is_shrunk_and_plays_as_a_scene() {
    // Contacts off, and no method: everybody walks through walls.
    let mut careless = attack("tunnelling");
    careless.name = "careless";
    careless.draw = |seed| {
        let mut case = (attack("tunnelling").draw)(seed);
        case.settings.settle = true;
        case
    };
    careless.fault = |case| {
        let mut case = case.clone();
        case.settings.settle = false;
        for person in &mut case.people {
            let profile = &mut person.spec.profile;
            profile.obstacle_avoidance = sidestep::world::ObstacleAvoidance::None;
            profile.detouring = sidestep::world::Detouring::None;
        }
        (attack("tunnelling").fault)(&case)
    };
    let outcome = careless.hunt(SEED, Until::Count(2000));
    let found = outcome.found.expect("somebody goes through a wall");
    assert_eq!(found.case.people.len(), 1, "{:#?}", found.case);
    assert_eq!(found.case.things.len(), 1, "{:#?}", found.case);
    // The same seed finds the same.
    let again = careless.hunt(found.seed, Until::Count(1));
    assert_eq!(again.found.expect("found again").fault, found.fault);

    let folder = tempfile::tempdir().expect("a folder");
    let path = found.write(&careless, folder.path()).expect("written");
    let scene = sidestep_scene::format::Scene::load(&path).expect("a scene");
    let layout = sidestep_scene::place::Layout::new(&scene).expect("a layout");
    let mut simulation = sidestep_scene::simulate::Simulation::new(layout).expect("a run");
    simulation.run(&mut []).expect("runs");
    assert_eq!(simulation.world().agents().len(), 1);
}
