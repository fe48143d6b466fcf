//! Resolves which agents keep together, and behind whom.

use glam::Vec2;
use sidestep::formation::Pattern;

use crate::format::{Formation, FormationPattern, Scene};

use super::layout::Layout;
use super::layout_formation::{LayoutAnchor, LayoutFormation};

/// The formations of a scene whose parts fit together.
pub(super) fn formations(scene: &Scene, layout: &Layout) -> Vec<LayoutFormation> {
    (scene.formations.iter())
        .map(|formation| resolve(scene, layout, formation))
        .collect()
}

fn resolve(scene: &Scene, layout: &Layout, formation: &Formation) -> LayoutFormation {
    let group = |name: &crate::format::Name| scene.group_index(name.as_str()).unwrap_or_default();
    let anchor = match (&formation.leader, formation.place) {
        (Some(leader), _) => LayoutAnchor::Leader(layout.groups[group(leader)].members.start),
        (None, place) => {
            let angle = formation.heading.map_or(0.0, |heading| heading.get());
            let (sine, cosine) = libm::sincos(angle);
            LayoutAnchor::Place {
                // In a world that wraps, a place laps away is a place inside.
                position: (layout.topology()).wrap(place.map_or(Vec2::ZERO, |it| it.single())),
                heading: Vec2::new(cosine as f32, sine as f32),
            }
        }
    };
    let columns = formation.columns.get() as u32;
    let radius = formation.radius.single();
    LayoutFormation {
        members: group(&formation.members),
        anchor,
        pattern: match formation.pattern {
            FormationPattern::Abreast => Pattern::Abreast { columns },
            FormationPattern::File => Pattern::File,
            FormationPattern::Wedge => Pattern::Wedge,
            FormationPattern::Ring => Pattern::Ring { radius },
            FormationPattern::Queue => Pattern::Queue,
        },
        spacing: formation.spacing.single(),
        looseness: formation.looseness.single(),
        waits_from: formation.waits_from.map(|it| it.single()),
    }
}
