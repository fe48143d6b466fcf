//! The stages by name, for those who measure what each of them costs.

/// A stage of a step, in the order in which they follow each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum StepStage {
    /// Agents and obstacles are indexed as they stand. What the report of the last step has indexed
    /// already, to see who has arrived, is counted there.
    Sense,
    /// Each agent sees where its goal is and finds the way there.
    Plan,
    /// Each agent decides on a force.
    Decide,
    /// The forces move the bodies.
    Advance,
    /// Contacts are settled.
    Settle,
    /// Events are told, and who has arrived for good leaves.
    Report,
}

impl StepStage {
    /// All of them, in order.
    pub const ALL: [Self; 6] = [
        Self::Sense,
        Self::Plan,
        Self::Decide,
        Self::Advance,
        Self::Settle,
        Self::Report,
    ];

    /// Its name: the one in `ARCHITECTURE.md`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Sense => "sense",
            Self::Plan => "plan",
            Self::Decide => "decide",
            Self::Advance => "advance",
            Self::Settle => "settle",
            Self::Report => "report",
        }
    }
}
