//! The command `pipscribe`.

use std::process::ExitCode;

fn main() -> ExitCode {
    pipscribe::cli::run()
}
