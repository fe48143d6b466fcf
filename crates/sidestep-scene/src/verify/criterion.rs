//! Which criteria there are.

use std::time::Instant;

use super::finding::{Finding, Measured};
use super::watch::VerifyError;
use super::{exits, rooms, walks};

/// RiMEA's guideline for microscopic evacuation analysis.
const RIMEA: &str = "RiMEA 3.0 (2016)";
/// IMO's guidelines on evacuation analysis of passenger ships.
const IMO: &str = "IMO MSC.1/Circ.1533 (2016), annex 3";

/// Something that others want of programs that move crowds.
#[derive(Clone, Copy, Debug)]
pub struct Criterion {
    name: &'static str,
    source: &'static str,
    title: &'static str,
    wanted: &'static str,
    note: &'static str,
    measure: fn() -> Result<Measured, VerifyError>,
}

/// Two criteria are the same if they have the same name.
impl PartialEq for Criterion {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

impl Criterion {
    /// All of them.
    pub const ALL: [Self; 20] = [
        Self {
            name: "rimea-1",
            source: RIMEA,
            title: "one person keeps a speed of 1.33 m/s over 40 m",
            wanted: "26 to 34 s",
            note: "",
            measure: walks::rimea_1,
        },
        Self {
            name: "rimea-4",
            source: "RiMEA 3.0 (2016); Weidmann 1993",
            title: "speed against density in a wide corridor",
            wanted: "Weidmann's speeds, within a quarter or 0.15 m/s",
            note: "The corridor is a torus of 14 × 8 m instead of 1000 × 10 m; densities up to 5 of the 6 people a square \
                   metre, as Weidmann's speed is 0 from 5.4 on.",
            measure: walks::rimea_4,
        },
        Self {
            name: "rimea-6",
            source: RIMEA,
            title: "20 people go round a corner without touching a wall",
            wanted: "all arrive, no wall touched",
            note: "They go straight towards the goal, without a path.",
            measure: rooms::rimea_6,
        },
        Self {
            name: "rimea-8",
            source: RIMEA,
            title: "what a parameter changes: 48 people leave a storey at four speeds",
            wanted: "sooner at each higher speed",
            note: "One storey, as there are no stairs; the mean of five starts each.",
            measure: rooms::rimea_8,
        },
        Self {
            name: "rimea-9",
            source: RIMEA,
            title: "1,000 people leave a room by four doors, then by two",
            wanted: "twice the time, within 0.3",
            note: "Everybody takes the nearest door that is open.",
            measure: exits::rimea_9,
        },
        Self {
            name: "rimea-12",
            source: RIMEA,
            title: "150 people go through a corridor 1 m wide and an exit of 1 m",
            wanted: "a jam before the corridor, none before the exit",
            note: "A jam is 1.5 people a square metre or more who are slower than 0.5 m/s on average. It is to be there half \
                   of the time with anybody in the place, or at most a twentieth of it, on the mean of 20 starts.",
            measure: rooms::rimea_12,
        },
        Self {
            name: "imo-1",
            source: IMO,
            title: "one person keeps a speed of 1 m/s over 40 m",
            wanted: "40 s, within 1 s",
            note: "",
            measure: walks::imo_1,
        },
        Self {
            name: "imo-2",
            source: IMO,
            title: "one person keeps a speed of 0.67 m/s up 10 m of stairs",
            wanted: "14.9 s, within 0.5 s",
            note: "Stairs are a stretch of the plane on the way to a goal with a speed of its own.",
            measure: walks::imo_2,
        },
        Self {
            name: "imo-3",
            source: IMO,
            title: "one person keeps a speed of 1 m/s down 10 m of stairs",
            wanted: "10 s, within 0.5 s",
            note: "As `imo-2`.",
            measure: walks::imo_3,
        },
        Self {
            name: "imo-4",
            source: IMO,
            title: "100 people leave a room by a door of 1 m",
            wanted: "at most 1.33 people a second",
            note: "A rule of design for ships: people in laboratories are faster, see `bottleneck-flow`.",
            measure: exits::imo_4,
        },
        Self {
            name: "imo-5",
            source: IMO,
            title: "ten people set out after 10 to 100 s",
            wanted: "each at its time, within 0.5 s",
            note: "To have set out is to be 5 cm from the start.",
            measure: exits::imo_5,
        },
        Self {
            name: "imo-6",
            source: IMO,
            title: "20 people go round a corner without touching a wall",
            wanted: "all arrive, no wall touched",
            note: "They follow a path through walkable space.",
            measure: rooms::imo_6,
        },
        Self {
            name: "imo-7",
            source: IMO,
            title: "fifty men of 30 to 50 years walk at speeds of 0.97 to 1.62 m/s",
            wanted: "all speeds in that range, spread over half a metre a second",
            note: "What is measured is how fast they walk, over 30 m.",
            measure: walks::imo_7,
        },
        Self {
            name: "imo-8",
            source: IMO,
            title: "100 people change rooms against 0, 10, 50 and 100 others",
            wanted: "longer against more",
            note: "",
            measure: rooms::imo_8,
        },
        Self {
            name: "imo-9",
            source: IMO,
            title: "1,000 people leave a room by four doors, then by two",
            wanted: "twice the time, within 0.3",
            note: "As `rimea-9`, with other starts.",
            measure: exits::imo_9,
        },
        Self {
            name: "imo-10",
            source: IMO,
            title: "23 people leave twelve cabins by the exits that they were given",
            wanted: "everybody by the own exit",
            note: "The scene says who has which exit; what is measured is where they leave.",
            measure: rooms::imo_10,
        },
        Self {
            name: "imo-11",
            source: IMO,
            title: "150 people go through a corridor to stairs",
            wanted: "jams before the corridor and before the stairs",
            note: "Jams as in `rimea-12`, on the mean of five starts; stairs as in `imo-2`, at 0.67 m/s.",
            measure: rooms::imo_11,
        },
        Self {
            name: "bottleneck-flow",
            source: "laboratory, 2.26·b − 0.17; grows evenly with the width b: Seyfried et al. 2009",
            title: "flow through doors of 0.8 to 2 m, at steps of 1/20, 1/30 and 1/60 s",
            wanted: "the laboratory's flows, within 15 %",
            note: "From the 20th to the 80th of 100 people, at the entrance of a door 1 m long; the mean of five starts each.",
            measure: exits::bottleneck_flow,
        },
        Self {
            name: "bottleneck-jam",
            source: "our own: a door keeps nobody for ever",
            title: "100 people go through a door of 0.8 m, with 20 seeds",
            wanted: "nobody left behind",
            note: "For at most 300 s.",
            measure: exits::bottleneck_jam,
        },
        Self {
            name: "speed-density",
            source: "laboratory, closed corridor",
            title: "speed against density in a corridor 3 m wide",
            wanted: "1.11 0.94 0.70 0.56 0.42 0.35 0.23 m/s, within 15 % or 0.1 m/s",
            note: "In the middles of bins of half a person a square metre, the mean of five starts each; people like to go at 1.1 to 1.3 m/s.",
            measure: walks::speed_density,
        },
    ];

    /// The criterion of this name, if there is one.
    #[must_use]
    pub fn find(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|it| it.name == name)
    }

    /// Its name, as the command takes it.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        self.name
    }

    /// Who set it, and when.
    #[must_use]
    pub const fn source(&self) -> &'static str {
        self.source
    }

    /// What happens in it.
    #[must_use]
    pub const fn title(&self) -> &'static str {
        self.title
    }

    /// What is wanted.
    #[must_use]
    pub const fn wanted(&self) -> &'static str {
        self.wanted
    }

    /// How it is taken here, where that isn't plain; empty where it is.
    #[must_use]
    pub const fn note(&self) -> &'static str {
        self.note
    }

    /// Runs it.
    ///
    /// # Errors
    /// If its scene or the engine refuses something.
    pub fn run(&self) -> Result<Finding, VerifyError> {
        let start = Instant::now();
        let measured = (self.measure)()?;
        let holds = !measured.readings.is_empty() && measured.readings.iter().all(|it| it.holds);
        let figures: Vec<String> = (measured.readings.iter())
            .map(|reading| reading.ours.map_or_else(|| "–".to_owned(), in_short))
            .collect();
        Ok(Finding {
            criterion: self.name,
            source: self.source,
            title: self.title,
            wanted: self.wanted,
            ours: figures.join(" "),
            holds,
            readings: measured.readings,
            curves: measured.curves,
            wall_seconds: start.elapsed().as_secs_f64(),
        })
    }
}

/// A figure in three digits or so.
fn in_short(value: f64) -> String {
    if value.fract() == 0.0 {
        format!("{value}")
    } else if value.abs() < 10.0 {
        format!("{value:.2}")
    } else {
        format!("{value:.1}")
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn names_are_their_own_and_found_again() {
        let names: BTreeSet<&str> = Criterion::ALL.iter().map(Criterion::name).collect();
        assert_eq!(names.len(), Criterion::ALL.len());
        for criterion in Criterion::ALL {
            assert_eq!(Criterion::find(criterion.name()), Some(criterion));
        }
        assert_eq!(Criterion::find("rimea-99"), None);
    }

    #[test]
    fn every_criterion_of_the_list_that_was_asked_for_is_there() {
        let rimea = [1, 4, 6, 8, 9, 12].map(|test| format!("rimea-{test}"));
        let imo = (1..=11).map(|test| format!("imo-{test}"));
        for name in rimea.into_iter().chain(imo) {
            assert!(Criterion::find(&name).is_some(), "{name}");
        }
    }

    #[test]
    fn figures_are_short() {
        for (value, text) in [(40.2, "40.2"), (1.234, "1.23"), (0.0, "0"), (150.0, "150")] {
            assert_eq!(in_short(value), text);
        }
    }

    /// Those that take no second, and must hold.
    #[test]
    fn a_single_walker_keeps_its_speed_and_people_get_round_corners() {
        for name in [
            "rimea-1", "imo-1", "imo-2", "imo-3", "imo-5", "imo-6", "imo-7", "imo-10",
        ] {
            let criterion = Criterion::find(name).expect(name);
            let finding = criterion
                .run()
                .unwrap_or_else(|error| panic!("{name}: {error}"));
            assert!(finding.holds, "{finding:#?}");
            assert_eq!(finding.criterion, name);
        }
    }
}
