//! Zombies walk to a goal, round a pillar and a crate, without a window: what a first scene needs.
//!
//! `cargo run -p bevy_sidestep --example first_scene`

use bevy_app::App;
use bevy_ecs::prelude::*;
use bevy_sidestep::prelude::*;
use bevy_time::{TimePlugin, TimeUpdateStrategy};
use bevy_transform::{TransformPlugin, components::Transform};

fn spawn(mut commands: Commands) {
    commands.spawn((Obstacle::circle(1.0), Transform::from_xyz(4.0, 0.0, 0.0)));
    let crate_ = (Obstacle::rect(1.0, 6.0), Temporary);
    commands.spawn((crate_, Transform::from_xyz(9.0, 1.0, 0.0)));
    for row in 0..10 {
        let start = Transform::from_xyz(0.0, row as f32 - 4.5, 0.0);
        commands.spawn((Preset::Zombie.agent(), start, Goal::xy(14.0, 0.0)));
    }
}

fn main() {
    let mut app = App::new();
    app.add_plugins((TimePlugin, TransformPlugin, SidestepPlugin::default()))
        .insert_resource(TimeUpdateStrategy::FixedTimesteps(1)) // a game with a window has its own time
        .add_systems(bevy_app::Startup, spawn)
        .add_observer(|stuck: On<Stuck>| println!("{} is stuck: {:?}", stuck.entity, stuck.reason));
    for _ in 0..64 * 40 {
        app.update();
    }
    let mut agents = app.world_mut().query::<(&Transform, &AgentStatus)>();
    for (transform, status) in agents.iter(app.world()) {
        println!("{:6.2} {:?}", transform.translation, status.state);
        assert!(transform.translation.x > 12.0, "everybody gets there");
    }
}
