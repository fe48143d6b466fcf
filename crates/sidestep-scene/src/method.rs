//! The avoidance methods that a run can choose, by name.

use sidestep_study::look_ahead::Probes;

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
    /// The library's own without detours: temporary obstacles are met as walls are.
    NoDetour,
    /// The library's own with detours over the furthest tangents, the classic form of M. Mononen
    /// (2011).
    ClassicDetour,
    /// The library's own with detours found on a small grid around the agent.
    LocalGrid,
    /// The library's own with everything temporary cut out of walkable space instead of detours:
    /// for all who walk along paths there.
    Rebake,
    /// The library's own towards obstacles, but others aren't foreseen.
    LookAhead,
    /// F. Bevilacqua's look-ahead towards obstacles.
    Classic {
        /// Which points are tested.
        probes: Probes,
        /// Whether the look-ahead grows with the speed.
        scaled_by_speed: bool,
    },
    /// Classic unaligned avoidance of others (rocketman, 2010), with F. Bevilacqua's look-ahead
    /// towards obstacles.
    Unaligned {
        /// Whether others are moved ahead by what they go in some time, not by a distance.
        by_time: bool,
    },
    /// Optimal reciprocal collision avoidance.
    Orca,
    /// A force that grows as contact comes nearer.
    Anticipatory,
    /// The whiskers towards walls of "Wall or corner avoidance" (One Tiny Leap, 2012).
    Walls {
        /// What a hit does.
        reading: HitReading,
        /// Whether nearer hits push harder.
        rising: bool,
    },
}

/// What the hit of a whisker does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HitReading {
    /// The agent seeks a point off the wall.
    HitNormal,
    /// It accelerates along the sum of its velocity and the way back from the hit.
    Additive,
    /// It accelerates sideways, away from the wall.
    Cross,
}

impl Method {
    /// All methods, the default first.
    pub const ALL: [Self; 21] = [
        Self::Default,
        Self::None,
        Self::NoDetour,
        Self::ClassicDetour,
        Self::LocalGrid,
        Self::Rebake,
        Self::LookAhead,
        Self::classic(Probes::Two, false),
        Self::classic(Probes::Three, false),
        Self::classic(Probes::Two, true),
        Self::classic(Probes::Three, true),
        Self::Unaligned { by_time: false },
        Self::Unaligned { by_time: true },
        Self::Orca,
        Self::Anticipatory,
        Self::walls(HitReading::HitNormal, false),
        Self::walls(HitReading::Additive, false),
        Self::walls(HitReading::Cross, false),
        Self::walls(HitReading::HitNormal, true),
        Self::walls(HitReading::Additive, true),
        Self::walls(HitReading::Cross, true),
    ];

    const fn classic(probes: Probes, scaled_by_speed: bool) -> Self {
        Self::Classic {
            probes,
            scaled_by_speed,
        }
    }

    const fn walls(reading: HitReading, rising: bool) -> Self {
        Self::Walls { reading, rising }
    }

    /// Its name on the command line and in scene files.
    pub const fn name(self) -> &'static str {
        self.texts().0
    }

    /// One line on what it does.
    pub const fn description(self) -> &'static str {
        self.texts().1
    }

    const fn texts(self) -> (&'static str, &'static str) {
        match self {
            Self::None => ("none", "no avoidance: straight to the goal"),
            Self::Default => (
                "default",
                "round obstacles by the shorter side, past others by the best of many velocities, room to stop kept",
            ),
            Self::NoDetour => (
                "no-detour",
                "the default without detours: temporary obstacles are met as walls are",
            ),
            Self::ClassicDetour => (
                "classic-detour",
                "the default with M. Mononen's detours (2011), over the furthest tangents of a cluster",
            ),
            Self::LocalGrid => (
                "local-grid",
                "the default with detours found on a small grid around the agent",
            ),
            Self::Rebake => (
                "rebake",
                "the default on paths through a mesh that is baked anew whenever anything temporary changes",
            ),
            Self::LookAhead => (
                "look-ahead",
                "the default towards obstacles; others aren't foreseen",
            ),
            Self::Classic {
                probes: Probes::Two,
                scaled_by_speed: false,
            } => (
                "classic-2",
                "F. Bevilacqua's look-ahead (2013): probes the end and the middle of a fixed way ahead",
            ),
            Self::Classic {
                probes: Probes::Three,
                scaled_by_speed: false,
            } => (
                "classic-3",
                "classic-2 with a third probe where the agent stands",
            ),
            Self::Classic {
                probes: Probes::Two,
                scaled_by_speed: true,
            } => (
                "classic-2-scaled",
                "classic-2 with a way ahead that grows with the speed",
            ),
            Self::Classic {
                probes: Probes::Three,
                scaled_by_speed: true,
            } => (
                "classic-3-scaled",
                "classic-3 with a way ahead that grows with the speed",
            ),
            Self::Unaligned { by_time: false } => (
                "classic",
                "unaligned avoidance (rocketman, 2010): all are moved ahead by a distance; classic-3 towards obstacles",
            ),
            Self::Unaligned { by_time: true } => (
                "classic-time",
                "classic with others moved ahead by what they go in some time",
            ),
            Self::Orca => (
                "orca",
                "half-planes of velocities and a linear programme (van den Berg et al. 2011)",
            ),
            Self::Anticipatory => (
                "anticipatory",
                "a force from the time to contact (Karamouzas et al. 2014); look-ahead towards obstacles",
            ),
            Self::Walls { reading, rising } => match (reading, rising) {
                (HitReading::HitNormal, false) => (
                    "hit-normal",
                    "whiskers (One Tiny Leap, 2012): seeks a point off the wall that was hit",
                ),
                (HitReading::Additive, false) => (
                    "additive",
                    "whiskers (One Tiny Leap, 2012): turns by the sum of velocity and the way back from the hit",
                ),
                (HitReading::Cross, false) => (
                    "cross",
                    "whiskers (One Tiny Leap, 2012): pushes sideways, away from the wall",
                ),
                (HitReading::HitNormal, true) => {
                    ("hit-normal-rising", "hit-normal, the stronger the nearer")
                }
                (HitReading::Additive, true) => {
                    ("additive-rising", "additive, the stronger the nearer")
                }
                (HitReading::Cross, true) => ("cross-rising", "cross, the stronger the nearer"),
            },
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
