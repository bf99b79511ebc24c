//! The program `pipscribe`. What it does is in the module `cli` of the library.

use std::process::ExitCode;

fn main() -> ExitCode {
    pipscribe::cli::run()
}
