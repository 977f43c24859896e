//! `bindgen FILE.wasm FOLDER`: writes the program as a browser loads it, with the script that speaks to it.

use std::{env, error::Error};

use wasm_bindgen_cli_support::Bindgen;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let [input, folder] = arguments.as_slice() else { return Err("usage: bindgen FILE.wasm FOLDER".into()) };
    let mut bindgen = Bindgen::new();
    bindgen.input_path(input).web(true)?.typescript(false).remove_name_section(true).remove_producers_section(true);
    Ok(bindgen.generate(folder)?)
}
