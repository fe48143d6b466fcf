//! `sidestep-wasm-bindgen INPUT FOLDER`: writes the WebAssembly of INPUT, its JavaScript and its
//! types into FOLDER, as `wasm-bindgen --target web` does.

use std::env::args_os;

use anyhow::{Context as _, Result};
use wasm_bindgen_cli_support::Bindgen;

fn main() -> Result<()> {
    let mut arguments = args_os().skip(1);
    let input = arguments.next().context("INPUT is missing")?;
    let folder = arguments.next().context("FOLDER is missing")?;
    Bindgen::new()
        .input_path(input)
        .web(true)?
        .typescript(true)
        .omit_default_module_path(false)
        .remove_name_section(true)
        .remove_producers_section(true)
        .generate(folder)
}
