//! What the command `wasm-bindgen` does, with a few of its dependencies, and what makes a module smaller that Binaryen does not do:
//! `pipscribe-web-bindgen glue MODULE.wasm FOLDER NAME` and `pipscribe-web-bindgen order MODULE.wasm`.

mod order;
mod traps;

use std::error::Error;
use std::path::Path;
use std::process::ExitCode;

use wasm_bindgen_cli_support::Bindgen;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let (module, done) = match arguments[..] {
        ["glue", module, folder, name] => (module, glue(module, folder, name)),
        ["order", module] => (module, rewritten(Path::new(module), order::in_order)),
        _ => {
            eprintln!("usage: pipscribe-web-bindgen glue MODULE.wasm FOLDER NAME | order MODULE.wasm");
            return ExitCode::from(2);
        }
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{module}: {error}");
            ExitCode::FAILURE
        }
    }
}

/// Writes the glue of a module, and the module that it goes with.
fn glue(module: &str, folder: &str, name: &str) -> Result<(), Box<dyn Error>> {
    let mut bindgen = Bindgen::new();
    bindgen.input_path(module).out_name(name).typescript(true).web(true)?;
    // A module that came to grief is begun anew.
    bindgen.reset_state_function(true).remove_producers_section(true).demangle(false);
    bindgen.generate(folder)?;
    rewritten(&Path::new(folder).join(format!("{name}_bg.wasm")), traps::trapping)
}

/// Writes a module anew where it is.
fn rewritten<E: Error + 'static>(path: &Path, write: fn(&[u8]) -> Result<Vec<u8>, E>) -> Result<(), Box<dyn Error>> {
    let written = write(&std::fs::read(path)?)?;
    Ok(std::fs::write(path, written)?)
}
