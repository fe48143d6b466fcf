//! Zombies, doors, and crates that fall where one clicks.

mod game;

use bevy::prelude::*;
use bevy_sidestep::prelude::*;
use bevy_sidestep::SidestepDebugPlugin;

fn main() {
    App::new()
        .add_plugins((DefaultPlugins, SidestepPlugin::default(), SidestepDebugPlugin))
        .add_plugins(game::plug_in)
        .run();
}
