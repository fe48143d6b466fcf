//! A game to try things in: each update is a tick of 1/64 s.

use bevy_app::App;
use bevy_ecs::prelude::*;
use bevy_math::{Vec2, Vec3};
use bevy_sidestep::prelude::*;
use bevy_sidestep::{DefaultWorld, Mirror, Trouble};
use bevy_time::{TimePlugin, TimeUpdateStrategy};
use bevy_transform::TransformPlugin;
use bevy_transform::components::Transform;

/// Length of a tick (s).
pub const TICK: f32 = 1.0 / 64.0;

/// A game with the plug-in on the plane XY.
pub fn game() -> App {
    game_with(SidestepPlugin::default())
}

/// A game with a plug-in.
pub fn game_with(plugin: SidestepPlugin) -> App {
    let mut app = App::new();
    app.add_plugins((TimePlugin, TransformPlugin, plugin));
    app.insert_resource(TimeUpdateStrategy::FixedTimesteps(1));
    // Time begins with an update in which none has passed, and so no tick is due.
    app.update();
    app
}

/// So many ticks.
pub fn run(app: &mut App, ticks: usize) {
    for _ in 0..ticks {
        app.update();
    }
}

/// Ticks until something holds, `most` of them at most: how many it took.
pub fn run_until(app: &mut App, most: usize, holds: impl Fn(&App) -> bool) -> usize {
    for tick in 1..=most {
        app.update();
        if holds(app) {
            return tick;
        }
    }
    panic!("it doesn't hold after {most} ticks");
}

/// Somebody who walks from a place of the plane XY to another.
pub fn walker(from: Vec2, to: Vec2) -> impl Bundle {
    (
        Agent {
            radius: 0.3,
            max_speed: 1.5,
        },
        Transform::from_translation(from.extend(0.0)),
        Goal::Point(to.extend(0.0)),
    )
}

pub fn place(app: &App, entity: Entity) -> Vec3 {
    let transform = app.world().get::<Transform>(entity);
    transform.expect("a transform").translation
}

pub fn state(app: &App, entity: Entity) -> AgentState {
    let status = app.world().get::<AgentStatus>(entity);
    status.expect("a status").state
}

pub fn default_world(app: &App) -> Entity {
    app.world().resource::<DefaultWorld>().0
}

pub fn mirror(app: &App) -> &Mirror {
    let world = default_world(app);
    app.world().get::<Mirror>(world).expect("the mirror")
}

pub fn hash(app: &App) -> u64 {
    mirror(app).state_hash()
}

/// What is heard of a kind of message from now on.
#[derive(Resource)]
pub struct Heard<M>(pub Vec<M>);

/// Collects all messages of a kind.
pub fn listen<M: Message + Clone>(app: &mut App) {
    app.insert_resource(Heard::<M>(Vec::new()));
    app.add_systems(
        bevy_app::Update,
        |mut reader: MessageReader<M>, mut heard: ResMut<Heard<M>>| {
            heard.0.extend(reader.read().cloned());
        },
    );
}

pub fn heard<M: Message>(app: &App) -> &[M] {
    &app.world().resource::<Heard<M>>().0
}

/// What the plug-in complained of.
pub fn troubles(app: &App) -> Vec<String> {
    let heard = heard::<Trouble>(app);
    heard.iter().map(ToString::to_string).collect()
}
