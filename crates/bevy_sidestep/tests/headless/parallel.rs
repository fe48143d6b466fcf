//! Several threads, those of rayon, beside Bevy's own.

use std::any::Any;
use std::collections::BTreeSet;
use std::sync::{Arc, Mutex};
use std::thread::{ThreadId, current};

use bevy_app::App;
use bevy_math::Vec2;
use bevy_sidestep::AgentOverride;
use bevy_sidestep::prelude::*;
use bevy_sidestep::sidestep::avoid::{
    Decision, Largest, Memory, Method, Reach, Stage, Surroundings, Wish,
};
use bevy_sidestep::sidestep::{AgentAvoidance, AgentSpec, Body};

use crate::stage::*;

/// Goes where it wants, and notes on which thread it was asked.
#[derive(Clone, Debug, Default)]
struct Watch(Arc<Mutex<BTreeSet<String>>>);

fn name(thread: ThreadId) -> String {
    format!("{thread:?}")
}

impl Method for Watch {
    fn name(&self) -> &'static str {
        "watch"
    }

    fn stage(&self) -> Stage {
        Stage::Turn
    }

    fn reach(&self, _: &Body, _: &Largest) -> Reach {
        Reach {
            neighbors: 1.0,
            obstacles: 0.0,
        }
    }

    fn decide(&self, _: &Body, wish: &Wish, _: &Surroundings<'_>, _: &mut Memory) -> Decision {
        let mut threads = self.0.lock().expect("nobody panics");
        threads.insert(name(current().id()));
        Decision::to_go(wish.velocity)
    }

    fn same_as(&self, other: &dyn Method) -> bool {
        (other as &dyn Any).is::<Self>()
    }
}

/// A crowd of 900 that crosses, some of whom note their threads.
fn crowd(parallel: bool) -> (App, Watch) {
    let world = SidestepWorld {
        parallel,
        ..SidestepWorld::default()
    };
    let mut app = game_with(SidestepPlugin::default().with_world(world));
    let watch = Watch::default();
    for key in 0..900 {
        let from = Vec2::new((key % 30) as f32, (key / 30) as f32) * 1.1 - 16.0;
        let agent = (StableKey(key), walker(from, -from));
        let mut agent = app.world_mut().spawn(agent);
        if key % 3 == 0 {
            let mut spec = AgentSpec::new(Body::new(from, 0.3, 1.5));
            spec.profile.agent_avoidance = AgentAvoidance::Custom(Arc::new(watch.clone()));
            agent.insert(AgentOverride(spec));
        }
    }
    (app, watch)
}

#[test]
fn several_threads_come_to_the_same_bits_as_one() {
    let (mut alone, watch_alone) = crowd(false);
    let (mut together, watch_together) = crowd(true);
    for tick in 0..200 {
        alone.update();
        together.update();
        assert_eq!(hash(&alone), hash(&together), "tick {tick}");
    }
    let threads = |watch: &Watch| watch.0.lock().expect("nobody panics").clone();
    let own = BTreeSet::from([name(current().id())]);
    assert_eq!(threads(&watch_alone), own, "on the thread of the game");
    // Those of rayon's pool, while that of the game waits.
    let others = threads(&watch_together);
    assert!(!others.is_empty() && others.is_disjoint(&own), "{others:?}");
}
