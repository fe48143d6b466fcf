//! The avoidance methods that a run can choose, by name.

use sidestep::avoid::look_ahead::Probes;

use crate::suggestion::unknown_word;

/// There is no method of a name. The message lists the names and suggests the nearest.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct UnknownMethod(String);

/// An avoidance method.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Method {
    /// No avoidance at all: the baseline.
    None,
    /// The library's own.
    #[default]
    Default,
    /// The tutorial's look-ahead.
    Classic {
        /// Which points are tested.
        probes: Probes,
        /// Whether the look-ahead grows with the speed.
        scaled_by_speed: bool,
    },
}

impl Method {
    /// All methods, the default first.
    pub const ALL: [Self; 6] = [
        Self::Default,
        Self::None,
        Self::classic(Probes::Two, false),
        Self::classic(Probes::Three, false),
        Self::classic(Probes::Two, true),
        Self::classic(Probes::Three, true),
    ];

    const fn classic(probes: Probes, scaled_by_speed: bool) -> Self {
        Self::Classic {
            probes,
            scaled_by_speed,
        }
    }

    /// Its name on the command line and in scene files.
    pub const fn name(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::Default => "default",
            Self::Classic {
                probes: Probes::Two,
                scaled_by_speed: false,
            } => "classic-2",
            Self::Classic {
                probes: Probes::Three,
                scaled_by_speed: false,
            } => "classic-3",
            Self::Classic {
                probes: Probes::Two,
                scaled_by_speed: true,
            } => "classic-2-scaled",
            Self::Classic {
                probes: Probes::Three,
                scaled_by_speed: true,
            } => "classic-3-scaled",
        }
    }

    /// One line on what it does.
    pub const fn description(self) -> &'static str {
        match self {
            Self::None => "no avoidance: straight to the goal",
            Self::Default => {
                "the body swept along its way, the smaller turn past, room to stop kept"
            }
            Self::Classic {
                probes: Probes::Two,
                scaled_by_speed: false,
            } => "the tutorial's: probes the end and the middle of a fixed way ahead",
            Self::Classic {
                probes: Probes::Three,
                scaled_by_speed: false,
            } => "the tutorial's with a third probe where the agent stands",
            Self::Classic {
                probes: Probes::Two,
                scaled_by_speed: true,
            } => "classic-2 with a way ahead that grows with the speed",
            Self::Classic {
                probes: Probes::Three,
                scaled_by_speed: true,
            } => "classic-3 with a way ahead that grows with the speed",
        }
    }

    /// The method of a name.
    ///
    /// # Errors
    /// If there is none; the message lists the names and suggests the nearest.
    pub fn find(name: &str) -> Result<Self, UnknownMethod> {
        Self::ALL
            .into_iter()
            .find(|method| method.name() == name)
            .ok_or_else(|| {
                let names: Vec<&str> = Self::ALL.iter().map(|method| method.name()).collect();
                UnknownMethod(unknown_word("method", name, &names))
            })
    }
}
