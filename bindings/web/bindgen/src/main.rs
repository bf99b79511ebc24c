//! Generates the JavaScript that loads a module, like the command `wasm-bindgen --target web`, with
//! fewer dependencies to build: `pipscribe-web-bindgen MODULE.wasm FOLDER NAME`.

use std::process::ExitCode;

use wasm_bindgen_cli_support::Bindgen;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [module, folder, name] = arguments.as_slice() else {
        eprintln!("usage: pipscribe-web-bindgen MODULE.wasm FOLDER NAME");
        return ExitCode::from(2);
    };
    let mut bindgen = Bindgen::new();
    let written = bindgen
        .input_path(module)
        .out_name(name)
        .typescript(true)
        .web(true)
        .and_then(|bindgen| {
            // Lets the JavaScript restart the module after a panic.
            bindgen.reset_state_function(true);
            bindgen
                .remove_name_section(true)
                .remove_producers_section(true)
                .generate(folder)
        });
    if let Err(error) = written {
        eprintln!("{module}: {error:#}");
        return ExitCode::FAILURE;
    }
    ExitCode::SUCCESS
}
