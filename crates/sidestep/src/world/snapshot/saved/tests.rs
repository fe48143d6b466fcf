use std::any::Any;
use std::sync::Arc;

use glam::Vec2;

use super::{LoadError, SAVED_FORMAT, SavedWorld, Supply};
use crate::avoid::{Decision, Largest, Memory, Method, Reach, Stage, Surroundings, Wish};
use crate::geometry::Circle;
use crate::motion::Body;
use crate::walker::{AgentAvoidance, AgentId, Goal, Link};
use crate::world::{
    AgentSpec, Anchor, FormationId, FormationSpec, ObstacleSpec, Pattern, World, WorldSettings,
};

/// Stands still.
#[derive(Debug)]
struct Still(&'static str);

impl Method for Still {
    fn name(&self) -> &'static str {
        self.0
    }
    fn stage(&self) -> Stage {
        Stage::Turn
    }
    fn reach(&self, _: &Body, _: &Largest) -> Reach {
        Reach::default()
    }
    fn decide(&self, _: &Body, _: &Wish, _: &Surroundings<'_>, _: &mut Memory) -> Decision {
        Decision::to_go(Vec2::ZERO)
    }
    fn same_as(&self, other: &dyn Method) -> bool {
        (other as &dyn Any)
            .downcast_ref::<Self>()
            .is_some_and(|other| other.0 == self.0)
    }
}

/// Hands over a method whatever is asked for.
struct Hand(Option<&'static str>);

impl Supply for Hand {
    fn agent_method(&mut self, _: AgentId, _: &str) -> Option<Arc<dyn Method>> {
        self.0.map(|name| Arc::new(Still(name)) as Arc<dyn Method>)
    }
}

/// Two agents with a goal, two that follow one of them, two obstacles and a link, a second after they have begun.
fn world() -> World {
    let mut world = World::new(WorldSettings::default()).expect("settings");
    for x in [3.0, 6.0] {
        let circle = Circle::new(Vec2::new(x, 0.1), 0.5).expect("circle");
        world
            .insert_obstacle(ObstacleSpec::new(circle).temporary())
            .expect("obstacle");
    }
    for (from, to) in [(0.0, 9.0), (9.0, 0.0)] {
        let spec = AgentSpec::new(Body::new(Vec2::new(from, 0.0), 0.3, 1.4));
        let goal = Goal::point(Vec2::new(to, 0.0), 0.2);
        world.insert_agent(spec.with_goal(goal)).expect("agent");
    }
    let link = Link {
        from: Vec2::ZERO,
        to: Vec2::X,
        seconds: 1.0,
    };
    world.insert_link(link).expect("link");
    let members = world
        .insert_agents([2.0, 3.0].map(|y| AgentSpec::new(Body::new(Vec2::new(-1.0, y), 0.3, 1.4))))
        .expect("members");
    let leader = Anchor::Leader(AgentId(0));
    let file = FormationSpec::new(Pattern::File, leader, 0.9, members);
    world.insert_formation(file).expect("formation");
    for _ in 0..30 {
        world.step(1.0 / 30.0).expect("step");
    }
    world
}

/// The error of a saved world in which something was changed.
fn refused(change: impl FnOnce(&mut SavedWorld)) -> LoadError {
    let mut saved = world().save();
    change(&mut saved);
    World::load(&saved, &mut ()).expect_err("refused")
}

#[test]
fn what_was_saved_is_loaded_to_the_bit() {
    let mut world = world();
    let mut loaded = World::load(&world.save(), &mut ()).expect("loaded");
    for _ in 0..200 {
        assert_eq!(world.state_hash(), loaded.state_hash());
        world.step(1.0 / 30.0).expect("step");
        loaded.step(1.0 / 30.0).expect("step");
    }
}

#[test]
fn another_format_is_refused() {
    let error = refused(|saved| saved.format += 1);
    let found = SAVED_FORMAT + 1;
    assert_eq!(error, LoadError::Format { found });
    assert!(
        error
            .to_string()
            .contains("with the version that has saved it")
    );
}

#[test]
fn ids_that_are_there_twice_are_refused() {
    let twice = |what, id| LoadError::Order { what, id };
    let error = refused(|saved| saved.agents[1].id = 0);
    assert_eq!(error, twice("agent", 0));
    let error = refused(|saved| saved.obstacles[1].id = 0);
    assert_eq!(error, twice("obstacle", 0));
    let error = refused(|saved| saved.next_obstacle = 1);
    assert_eq!(error, twice("obstacle", 1));
}

#[test]
fn numbers_out_of_their_range_are_refused_by_name() {
    type Change = fn(&mut SavedWorld);
    let changes: [(Change, &str); 4] = [
        (|saved| saved.time = f64::NAN, "time is NaN"),
        (|saved| saved.links[0].seconds = 0.0, "seconds of a link"),
        (|saved| saved.clusters.width = 0.1, "width of gaps"),
        (
            |saved| saved.clusters.width = f32::INFINITY,
            "width of gaps",
        ),
    ];
    for (change, name) in changes {
        let error = refused(change).to_string();
        assert!(error.contains(name), "{error}");
    }
}

#[test]
fn formations_that_cannot_be_are_refused() {
    let error = refused(|saved| saved.next_formation = 0);
    assert_eq!(
        error,
        LoadError::Order {
            what: "formation",
            id: 0
        }
    );
    let slots = LoadError::Slots {
        formation: FormationId(0),
    };
    assert_eq!(refused(|saved| saved.formations[0].dealt[1] = 7), slots);
    assert_eq!(refused(|saved| saved.agents[2].slot = None), slots);
    let error = refused(|saved| saved.agents[1].slot = saved.agents[2].slot);
    let agent = AgentId(1);
    assert_eq!(error, LoadError::NotInFormation { agent });
    let error = refused(|saved| saved.formations[0].spec.members[1] = AgentId(9));
    let missing = "the saved world is wrong: formation 0 names agent 9, which isn't there";
    assert_eq!(error.to_string(), missing);
    let error = refused(|saved| saved.formations[0].spec.members[0] = AgentId(0));
    let twice = "the saved world is wrong: member 0 is there twice or out of order";
    assert_eq!(error.to_string(), twice);
    let error = refused(|saved| saved.formations[0].front = Vec2::ZERO);
    assert!(
        error.to_string().contains("front of formation 0"),
        "{error}"
    );
    let error = refused(|saved| {
        let again = saved.formations[0].clone();
        saved.formations.push(again);
        saved.formations[1].id = 1;
        saved.next_formation = 2;
    });
    assert!(error.to_string().contains("there twice"), "{error}");
}

#[test]
fn a_method_of_ones_own_is_asked_for_by_name() {
    let mut world = world();
    let id = AgentId(0);
    let mut spec = world.spec(id).expect("there");
    spec.profile.agent_avoidance = AgentAvoidance::Custom(Arc::new(Still("still")));
    world.set_spec(id, spec).expect("changed");
    let saved = world.save();
    let name = "still".to_owned();
    let error = World::load(&saved, &mut ()).expect_err("nothing is handed over");
    let missing = LoadError::NoMethod {
        agent: id,
        name: name.clone(),
    };
    assert_eq!(error, missing);
    let error = World::load(&saved, &mut Hand(Some("shy"))).expect_err("another one");
    let found = "shy".to_owned();
    assert_eq!(
        error,
        LoadError::OtherMethod {
            agent: id,
            name,
            found
        }
    );
    let mut loaded = World::load(&saved, &mut Hand(Some("still"))).expect("loaded");
    for _ in 0..30 {
        world.step(1.0 / 30.0).expect("step");
        loaded.step(1.0 / 30.0).expect("step");
    }
    assert_eq!(world.state_hash(), loaded.state_hash());
}

#[cfg(feature = "nav")]
mod walkable {
    use super::*;
    use crate::nav::{NavMeshes, WalkableArea};
    use crate::walker::Route;

    struct Ground(NavMeshes);

    impl Supply for Ground {
        fn walkable(&mut self, _: u64) -> Option<NavMeshes> {
            Some(self.0.clone())
        }
    }

    fn meshes(width: f32) -> NavMeshes {
        let max = Vec2::new(width, 10.0);
        NavMeshes::new(WalkableArea::new(Vec2::splat(-10.0), max).expect("an area"))
    }

    #[test]
    fn walkable_space_is_asked_for_by_its_key() {
        let mut world = world();
        world.set_walkable(meshes(20.0)).expect("walkable");
        let mut spec = AgentSpec::new(Body::new(Vec2::new(1.0, 4.0), 0.3, 1.4));
        spec.profile.route = Route::Walkable;
        let goal = Goal::point(Vec2::new(9.0, 5.0), 0.2);
        world.insert_agent(spec.with_goal(goal)).expect("agent");
        for _ in 0..10 {
            world.step(1.0 / 30.0).expect("step");
        }
        let saved = world.save();
        let key = meshes(20.0).key();
        let error = World::load(&saved, &mut ()).expect_err("nothing is handed over");
        assert_eq!(error, LoadError::NoWalkable { key });
        let other = meshes(21.0);
        let found = other.key();
        assert_ne!(found, key);
        let error = World::load(&saved, &mut Ground(other)).expect_err("another one");
        assert_eq!(error, LoadError::OtherWalkable { key, found });
        let mut loaded = World::load(&saved, &mut Ground(meshes(20.0))).expect("loaded");
        for _ in 0..60 {
            world.step(1.0 / 30.0).expect("step");
            loaded.step(1.0 / 30.0).expect("step");
            assert_eq!(world.state_hash(), loaded.state_hash());
        }
    }
}
