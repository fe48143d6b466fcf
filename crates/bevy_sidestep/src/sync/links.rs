//! Links: jumps that agents may take.

use bevy_ecs::entity::Entity;
use bevy_ecs::hierarchy::ChildOf;
use bevy_ecs::prelude::{Query, ResMut};
use bevy_transform::components::Transform;
use sidestep::Link;
use sidestep::range::Parameters;

use super::worlds::Worlds;
use crate::components::{InWorld, JumpLink, LinkSlot, StableKey};
use crate::mirror::agent_id;
use crate::parents::Family;
use crate::trouble::{TroubleKind, Troubles};

type Saying<'a> = (
    Entity,
    &'a JumpLink,
    &'a LinkSlot,
    &'a Transform,
    Option<&'a ChildOf>,
    Option<&'a StableKey>,
    Option<&'a InWorld>,
);

/// Tells the core where links are, if that has changed.
pub(crate) fn meet_links(
    mut worlds: Worlds<'_, '_>,
    links: Query<Saying<'static>>,
    family: Family<'_, '_>,
    mut troubles: ResMut<Troubles>,
) {
    let mut mirrors = worlds.open();
    let mut said: Vec<(usize, u64, Link)> = Vec::new();
    for (entity, link, slot, transform, child_of, key, world) in &links {
        let found = mirrors.locate(entity, world, child_of, &family, &mut troubles);
        let Some((index, space)) = found else {
            continue;
        };
        let own = transform.compute_affine();
        let space = space.map_or(own, |space| space * own);
        let plane = mirrors.get(index).plane;
        let link = Link {
            from: plane.flat(space.translation.into()),
            to: plane.flat(space.transform_point3(link.landing)),
            seconds: link.seconds,
        };
        if let Err(error) = link.check() {
            let why = format!("its `JumpLink`: {error}");
            troubles.add(entity, TroubleKind::Refused(why));
            continue;
        }
        said.push((index, agent_id(key.map(|key| key.0), slot.order).0, link));
    }
    said.sort_unstable_by_key(|(index, order, _)| (*index, *order));
    for index in 0..mirrors.len() {
        let here = said.iter().filter(|(world, ..)| *world == index);
        let links: Vec<Link> = here.map(|(.., link)| *link).collect();
        let mirror = mirrors.get(index);
        if links != mirror.links
            && let Some(world) = &mut mirror.world
        {
            // Each was checked above.
            let told = world.set_links(links.clone());
            debug_assert!(told.is_ok(), "{told:?}");
            mirror.links = links;
        }
    }
}
