//! What the command `wasm-bindgen` does, with a few of its dependencies, and functions in an order that compresses well: `pipscribe-web-bindgen MODULE.wasm FOLDER NAME`.

mod order;

use std::path::Path;
use std::process::ExitCode;

use wasm_bindgen_cli_support::Bindgen;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [module, folder, name] = arguments.as_slice() else {
        eprintln!("usage: pipscribe-web-bindgen MODULE.wasm FOLDER NAME");
        return ExitCode::from(2);
    };
    match write(module, folder, name) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{module}: {error}");
            ExitCode::FAILURE
        }
    }
}

fn write(module: &str, folder: &str, name: &str) -> Result<(), Box<dyn std::error::Error>> {
    let mut bindgen = Bindgen::new();
    bindgen.input_path(module).out_name(name).typescript(true).web(true)?;
    // A module that came to grief is begun anew.
    bindgen.reset_state_function(true).remove_producers_section(true).demangle(false);
    bindgen.generate(folder)?;
    let written = Path::new(folder).join(format!("{name}_bg.wasm"));
    std::fs::write(&written, order::in_order(&std::fs::read(&written)?)?)?;
    Ok(())
}
