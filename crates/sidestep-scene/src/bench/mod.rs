//! Benches: figures outside any scene. [`yard`] draws random yards full of obstacles; [`detour`]
//! sends a body through each and compares its way with the best there is; [`changes`] says what
//! detours cost a crowd among obstacles that come, move and go.

pub mod changes;
pub mod detour;
pub mod yard;
