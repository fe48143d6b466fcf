use crate::avoid::detour::{Classic, Detour, LocalGrid};
use crate::walker::Detouring;
use crate::world::spec::WorldError;
use crate::world::spec::error::{check_not_negative, check_positive};

pub(super) fn check(detouring: &Detouring) -> Result<(), WorldError> {
    match *detouring {
        Detouring::None | Detouring::Rebake => Ok(()),
        Detouring::Silhouette(Detour {
            clearance,
            neighborhood,
            rounds,
            side_margin,
            most_turns,
        }) => {
            check_not_negative("clearance of a detour", clearance)?;
            check_positive("neighborhood of a detour", neighborhood)?;
            check_count("rounds of a detour", rounds)?;
            check_not_negative("side_margin of a detour", side_margin)?;
            check_count("most_turns of a detour", most_turns)
        }
        Detouring::Classic(Classic {
            clearance,
            neighborhood,
            rounds,
            favored: _,
            bias,
            least_leg,
        }) => {
            check_not_negative("clearance of a classic detour", clearance)?;
            check_positive("neighborhood of a classic detour", neighborhood)?;
            check_count("rounds of a classic detour", rounds)?;
            check_not_negative("bias of a classic detour", bias)?;
            check_not_negative("least_leg of a classic detour", least_leg)
        }
        Detouring::LocalGrid(LocalGrid {
            clearance,
            cell,
            half_extent,
        }) => {
            check_not_negative("clearance of a local grid", clearance)?;
            check_positive("cell of a local grid", cell)?;
            check_positive("half_extent of a local grid", half_extent)
        }
    }
}

fn check_count(name: &'static str, value: u32) -> Result<(), WorldError> {
    if value >= 1 {
        return Ok(());
    }
    Err(WorldError::OutOfRange {
        name,
        value: f64::from(value),
        range: "1 or more",
    })
}
