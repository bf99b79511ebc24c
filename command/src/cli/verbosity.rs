//! Verbosity of `pipscribe` on standard error.

use std::sync::OnceLock;

use clap::Args;

use super::help_notes::GLOBAL_HEADING;

/// Arguments that set the amount of output.
#[derive(Clone, Copy, Debug, Default, Args)]
pub(super) struct Verbosity {
    /// Hide summaries, notes and the progress bar
    #[arg(short, long, global = true, help_heading = GLOBAL_HEADING, display_order = 1_003)]
    quiet: bool,
    /// Report the files that are read and the settings that apply; with --version, the commit and
    /// the features
    #[arg(
        short,
        long,
        global = true,
        overrides_with = "quiet",
        help_heading = GLOBAL_HEADING,
        display_order = 1_004
    )]
    verbose: bool,
}

static VERBOSITY: OnceLock<Verbosity> = OnceLock::new();

impl Verbosity {
    /// Sets the verbosity of this run.
    pub(super) fn set(self) {
        // The arguments are parsed only once.
        let _ = VERBOSITY.set(self);
    }
}

/// Returns true if summaries, notes and the progress bar are hidden. Errors are still reported.
pub(super) fn is_quiet() -> bool {
    VERBOSITY.get().is_some_and(|verbosity| verbosity.quiet)
}

/// Returns true if the files that are read and the settings that apply are reported.
pub(super) fn is_verbose() -> bool {
    VERBOSITY.get().is_some_and(|verbosity| verbosity.verbose)
}

/// Writes a summary or a note to standard error, unless `--quiet` is given.
macro_rules! note {
    ($($text:tt)*) => {
        if !$crate::cli::verbosity::is_quiet() {
            $crate::cli::output::write_stderr_line(&format!($($text)*));
        }
    };
}
pub(super) use note;

/// Writes a detail to standard error if `--verbose` is given.
macro_rules! detail {
    ($($text:tt)*) => {
        if $crate::cli::verbosity::is_verbose() {
            $crate::cli::output::write_stderr_line(&format!($($text)*));
        }
    };
}
pub(super) use detail;
