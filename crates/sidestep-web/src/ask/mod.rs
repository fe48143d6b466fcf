//! One method, asked once, without a world: for drawings that explain it. Each takes plain data as
//! JSON and answers so; `npm/index.d.ts` has the shapes.

mod arrive;
mod blend;
mod closest_approach;
mod detour;
mod given;
mod half_planes;
mod look_ahead;
mod over_the_edge;
mod probes;
mod pursue;
mod slots;
mod velocity_costs;
mod whiskers;

use serde::Serialize;
use serde::de::DeserializeOwned;
use wasm_bindgen::JsError;
use wasm_bindgen::prelude::wasm_bindgen;

/// Makes of each answer a function of the package.
macro_rules! asked {
    ($($(#[$documentation:meta])* $name:ident as $named:literal)*) => {$(
        $(#[$documentation])*
        ///
        /// # Errors
        /// If the question makes no sense.
        #[wasm_bindgen(js_name = $named)]
        pub fn $name(question: &str) -> Result<String, JsError> {
            answered(question, $name::answer).map_err(|message| JsError::new(&message))
        }
    )*};
}

asked! {
    /// F. Bevilacqua's probes: the points, and the push of the circle that one of them is inside.
    probes as "askProbes"
    /// The swept disc: how far it looks, what it meets, and the ways past that.
    look_ahead as "askLookAhead"
    /// When and how two movers come nearest, and when they touch.
    closest_approach as "askClosestApproach"
    /// What all velocities cost, and which were looked at.
    velocity_costs as "askVelocityCosts"
    /// ORCA's half-planes, what they leave of the velocities, and the one that is taken.
    half_planes as "askHalfPlanes"
    /// Whiskers, what they hit, and the three pushes that follow.
    whiskers as "askWhiskers"
    /// The way round temporary obstacles.
    detour as "askDetour"
    /// Several forces as one.
    blend as "askBlend"
    /// The way to a point, by arriving and by seeking.
    arrive as "askArrive"
    /// A hunt, by pursuing and by seeking.
    pursue as "askPursue"
    /// The slots of a group on its leader's trail.
    slots as "askSlots"
    /// Somebody beyond the edge of a world that wraps.
    over_the_edge as "askOverTheEdge"
}

/// Reads a question, answers it, and writes the answer.
fn answered<Question: DeserializeOwned, Answer: Serialize>(
    question: &str,
    answer: impl FnOnce(Question) -> Result<Answer, String>,
) -> Result<String, String> {
    let question = serde_json::from_str(question).map_err(|error| error.to_string())?;
    serde_json::to_string(&answer(question)?).map_err(|error| error.to_string())
}
