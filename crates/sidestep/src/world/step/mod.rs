//! The stages of a step, in order: sense, plan, decide, advance, settle, report.

mod advance;
mod course;
mod decide;
mod form;
mod plan;
mod report;
mod sense;
mod settle;
mod sharing;
mod stage;

pub(super) use plan::{find_way, plan_for};
pub(super) use sense::forget_standing;
pub(super) use settle::Settling;
pub use sharing::{Decisions, Sharing};
pub use stage::StepStage;
