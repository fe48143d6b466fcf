//! Benches: figures outside any scene. [`yard`] draws random yards full of obstacles; [`detour`]
//! sends a body through each and compares its way with the best there is; [`changes`] says what
//! detours cost a crowd among obstacles that come, move and go; [`crowd`] says what each stage of a
//! scene's steps costs; [`soak`] steps a crowd for long while everything changes, and says which
//! promises were broken; [`growth`] steps worlds of hostile shapes beside plain ones, and says
//! whether a step costs what is near.

pub mod changes;
pub mod crowd;
pub mod detour;
pub mod growth;
pub mod soak;
pub mod yard;
