//! The version with its details (`--version --verbose`), and the licences (`--licences`).

use std::ffi::OsString;

use super::output::Output;
use super::{Failure, Status};
use pipscribe::publish::bundled::LICENCES;

/// The features of this build.
const FEATURES: [(&str, bool); 6] = [
    ("lsp", cfg!(feature = "lsp")),
    // Always part of the program.
    ("markdown", true),
    ("outlines", cfg!(feature = "outlines")),
    ("parquet", cfg!(feature = "parquet")),
    ("pdf", cfg!(feature = "pdf")),
    ("png", cfg!(feature = "png")),
];

/// Returns the text that is requested without a command: `--licences`, or `--version` with
/// `--verbose`.
pub(super) fn requested_text(arguments: &[OsString]) -> Option<String> {
    let options: Vec<&str> = arguments
        .iter()
        .skip(1)
        .map(|argument| argument.to_str())
        .collect::<Option<_>>()?;
    let is_version = |argument: &str| matches!(argument, "-V" | "--version");
    let is_verbose = |argument: &str| matches!(argument, "-v" | "--verbose");
    match options.as_slice() {
        ["--licences"] => Some(LICENCES.to_owned()),
        ["-Vv" | "-vV"] => Some(detailed_version()),
        [one, other]
            if is_version(one) && is_verbose(other) || is_verbose(one) && is_version(other) =>
        {
            Some(detailed_version())
        }
        _ => None,
    }
}

/// Returns the version with the commit and the features.
fn detailed_version() -> String {
    let features: Vec<&str> = FEATURES
        .iter()
        .filter(|(_, is_on)| *is_on)
        .map(|(name, _)| *name)
        .collect();
    format!(
        "pipscribe {}\ncommit: {}\nsystem: {} {}\nfeatures: {}\n",
        env!("CARGO_PKG_VERSION"),
        option_env!("PIPSCRIBE_COMMIT").unwrap_or("unknown"),
        std::env::consts::ARCH,
        std::env::consts::OS,
        features.join(", "),
    )
}

/// Prints the text that [`requested_text`] returned.
pub(super) fn print(text: &str) -> Result<Status, Failure> {
    Output::write_data(None, text)?;
    Ok(Status::Well)
}
