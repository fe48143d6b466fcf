//! Formations of a layout in the world.

use sidestep::world::{AgentId, Anchor, FormationId, FormationSpec, World, WorldError};

use crate::place::{Layout, LayoutAnchor, LayoutFormation};

/// Puts the formations of a layout into a world that has its agents, in order.
pub(super) fn insert(world: &mut World, layout: &Layout) -> Result<Vec<FormationId>, WorldError> {
    let members = |formation: &LayoutFormation| {
        let members = layout.groups[formation.members].members.clone();
        members.map(|id| AgentId(id as u64)).collect()
    };
    (layout.formations.iter())
        .map(|formation| world.insert_formation(spec(formation, members(formation))))
        .collect()
}

/// Takes over what is said about formations now. Each keeps the members that it has, and who leads
/// it; one that has ended stays so.
pub(super) fn change(
    world: &mut World,
    ids: &[FormationId],
    before: &[LayoutFormation],
    after: &[LayoutFormation],
) -> Result<(), WorldError> {
    for (&id, (old, new)) in ids.iter().zip(before.iter().zip(after)) {
        let Some(current) = world.formation(id).filter(|_| old != new) else {
            continue;
        };
        let mut next = spec(new, current.spec.members.clone());
        if let Anchor::Leader(leader) = current.spec.anchor {
            next.anchor = Anchor::Leader(leader);
        }
        world.set_formation(id, next)?;
    }
    Ok(())
}

/// Lets an agent of a group join the formation of that group, if there is one.
pub(super) fn join(
    world: &mut World,
    ids: &[FormationId],
    layout: &Layout,
    (group, agent): (usize, AgentId),
) -> Result<(), WorldError> {
    let pairs = ids.iter().zip(&layout.formations);
    for (&id, _) in pairs.filter(|(_, formation)| formation.members == group) {
        if world.formation(id).is_some() {
            world.join_formation(id, agent)?;
        }
    }
    Ok(())
}

fn spec(formation: &LayoutFormation, members: Vec<AgentId>) -> FormationSpec {
    let anchor = match formation.anchor {
        LayoutAnchor::Leader(id) => Anchor::Leader(AgentId(id as u64)),
        LayoutAnchor::Place { position, heading } => Anchor::Place { position, heading },
    };
    FormationSpec {
        looseness: formation.looseness,
        waits_from: formation.waits_from,
        ..FormationSpec::new(formation.pattern, anchor, formation.spacing, members)
    }
}
