//! Criteria that others set for programs that move crowds: each builds its scene, runs it, and says
//! what came of it beside what is wanted.
//!
//! The criteria are RiMEA's test cases and IMO's tests as far as people walk in the plane, the flow
//! through doors and how speed falls with density. They describe people, not games: what doesn't
//! hold says where the engine differs from people. Everything is measured from positions alone.
//!
//! `curve` and `finding` are what comes of a criterion, `watch` takes measures from the frames of a
//! run, `walks`, `exits` and `rooms` have the scenes, [`criterion`](Criterion) lists them all, and
//! [`page`](criteria_page) writes the list for `docs`.

mod criterion;
mod curve;
mod exits;
mod finding;
mod page;
mod rooms;
mod walks;
mod watch;

pub use criterion::Criterion;
pub use curve::{Curve, CurveLine};
pub use finding::{Finding, Reading, Report};
pub use page::criteria_page;
pub use watch::VerifyError;
