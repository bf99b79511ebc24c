//! The program `pipscribe`.

use std::process::ExitCode;

fn main() -> ExitCode {
    pipscribe_cli::run()
}
