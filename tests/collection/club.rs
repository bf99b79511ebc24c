//! The records of a club, with which the commands for collections are tested.

use crate::support::{Ran, Run};

pub(super) const ANN: &str = r#"[Game "gipf"]
[Variant "basic"]
[Date "2026-05-02"]
[Player1 "Ann"]
[Player2 "Bob"]

1. b3 {good} 2. c2 3. resign 0-1
"#;
pub(super) const BARE: &str = r#"[Game "gipf"]
[Variant "basic"]

1. a2-b3 2. c2 3. resign 0-1"#;
pub(super) const OPEN: &str = r#"[Game "gipf"]
[Variant "basic"]

1. b3 2. c2 *

"#;
/// A note on `ZIP`.
pub(super) const NOTE: &str = "# A note.\n";
pub(super) const ZIP: &str = r#"[Game "pippinzip"]
[Variant "pipeline"]
[Size "5"]
[Player1 "Zoe Ann"]

1. take 2. a1 *
"#;
pub(super) const WRONG: &str = r#"[Game "gipf"]
[Variant "basic"]

1. b9 *
"#;

/// Runs the program with this input.
pub(super) fn run(arguments: &[&str], input: &str) -> Ran {
    Run::new(arguments).stdin(&input).done()
}

/// The records of an input that `grep` finds with these arguments.
pub(super) fn found(arguments: &[&str], input: &str) -> String {
    run(&[&["grep", "--quiet"], arguments, &["-"]].concat(), input).stdout()
}

/// A collection with all these records.
pub(super) fn all() -> String {
    format!("# The club.\n\n{ANN}\n{BARE}\n{OPEN}{NOTE}{ZIP}{WRONG}")
}
