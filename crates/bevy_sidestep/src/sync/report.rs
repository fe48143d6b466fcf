//! Events and troubles are told.

use bevy_ecs::prelude::{Commands, Query, ResMut};

use crate::mirror::Mirror;
use crate::trouble::Troubles;

/// Tells what has happened, in the order in which it did, and despawns who has left.
pub(crate) fn report(
    mut mirrors: Query<&mut Mirror>,
    mut troubles: ResMut<Troubles>,
    mut commands: Commands<'_, '_>,
) {
    for mut mirror in &mut mirrors {
        for happened in std::mem::take(&mut mirror.happened) {
            happened.tell(&mut commands);
        }
        for entity in std::mem::take(&mut mirror.departed) {
            commands.entity(entity).try_despawn();
        }
    }
    for trouble in std::mem::take(&mut troubles.fresh) {
        commands.write_message(trouble);
    }
}
