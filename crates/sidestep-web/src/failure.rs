//! What went wrong, as JavaScript wants it.

use std::fmt::Display;

use wasm_bindgen::JsError;

/// An `Error` with the message that the command would print.
pub fn failure(error: impl Display) -> JsError {
    JsError::new(&error.to_string())
}
