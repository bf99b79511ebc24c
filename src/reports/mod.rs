//! Reports on records, for people and other programs.
//!
//! Each form is an [`Emitter`] that writes a head, each record, and a tail. No report contains a
//! time: the same records give the same bytes.
//!
//! ```
//! use pipscribe::Checked;
//! use pipscribe::reports::{Emitter, Entry, Short};
//!
//! let checked = Checked::from_text("[Game \"gipf\"]\n[Variant \"basic\"]\n\n1. a6 *\n");
//! let mut report = Vec::new();
//! Short.record(&Entry::new("game.pips", 1, &checked), &mut report)?;
//! assert!(report.starts_with(b"game.pips:4:4: error[gipf/off-board] turn 1: "));
//! # Ok::<(), std::io::Error>(())
//! ```

mod github;
#[cfg(feature = "human")]
mod human;
mod json;
mod junit;
#[cfg(feature = "human")]
mod miette_finding;
mod sarif;
mod short;
mod why;

use std::io::{self, Write};

pub use github::{Github, write_github};
#[cfg(feature = "human")]
pub use human::{ForeignText, Human, HumanWriter, Look};
#[cfg(test)]
pub(crate) use json::RecordJson;
pub use json::{Extra, Extras, Json, finding_json};
pub use junit::Junit;
pub use sarif::Sarif;
pub use sarif::path_uri;
pub use short::{Short, write_short};
pub use why::write_why;

use crate::check::Checked;
use crate::draw::{Annotations, Charset, Figure, Scene, View, write_text_figure};
use crate::findings::{Finding, Hint, HintText};

/// Writer of a report in one form. Its memory does not grow with the number of records.
pub trait Emitter {
    /// Writes the text before the first record.
    ///
    /// # Errors
    /// Returns an error if `out` cannot be written.
    fn head(&mut self, _out: &mut dyn Write) -> io::Result<()> {
        Ok(())
    }

    /// Writes the report on one record.
    ///
    /// # Errors
    /// Returns an error if `out` cannot be written.
    fn record(&mut self, entry: &Entry<'_>, out: &mut dyn Write) -> io::Result<()>;

    /// Records that a part of the input could not be read.
    fn incomplete(&mut self) {}

    /// Writes the text after the last record. `summary` is a one-line summary of the run; forms for
    /// other programs ignore it.
    ///
    /// # Errors
    /// Returns an error if `out` cannot be written.
    fn tail(&mut self, _summary: &str, _out: &mut dyn Write) -> io::Result<()> {
        Ok(())
    }
}

/// Verdict on a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TestVerdict {
    /// The record is valid and its expectations hold.
    Passed,
    /// The expectations of the record were updated, so they hold now.
    Blessed,
    /// The record is invalid, or an expectation does not hold.
    Failed,
}

/// Checked record, as an emitter receives it.
///
/// ```
/// use pipscribe::Checked;
/// use pipscribe::reports::{Emitter, Entry, Short};
///
/// let checked = Checked::from_text("[Game \"gipf\"]\n[Variant \"basic\"]\n\n1. b3 2. a2-d4 *\n");
/// let mut out = Vec::new();
/// Short.record(&Entry::new("a.pips", 1, &checked), &mut out)?;
/// assert!(String::from_utf8(out)?.starts_with("a.pips:4:13: error[gipf/not-in-line]"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Entry<'a> {
    /// Path of the file; `-` for standard input.
    pub path: &'a str,
    /// Number of the record in the file, from 1.
    pub number: u64,
    /// The record with the findings to list.
    pub checked: &'a Checked,
    /// Verdict on the record. It takes all findings into account, including those that are not
    /// listed.
    pub verdict: TestVerdict,
    /// Lines to print after the findings.
    pub notes: &'a str,
    /// Requested extra parts. Only JSON can show them.
    pub extras: Option<&'a Extras>,
    /// Function that words the hints of the findings.
    pub hint_text: HintText,
}

impl<'a> Entry<'a> {
    /// Creates the entry for record `number` (from 1) of the file `path`, with all of its findings.
    pub fn new(path: &'a str, number: u64, checked: &'a Checked) -> Self {
        let verdict = if checked.report.is_valid() {
            TestVerdict::Passed
        } else {
            TestVerdict::Failed
        };
        Self {
            path,
            number,
            checked,
            verdict,
            notes: "",
            extras: None,
            hint_text: Hint::neutral_text,
        }
    }

    /// Returns true if the record failed.
    fn has_failed(&self) -> bool {
        self.verdict == TestVerdict::Failed
    }
}

/// Returns a board as text, with the places that a finding names marked.
fn board_of_finding(scene: Scene, finding: &Finding) -> Option<String> {
    let annotations = Annotations::of_finding(finding, &scene);
    let figure = Figure::new(scene, &annotations, &View::default()).ok()?;
    Some(write_text_figure(&figure, Charset::Ascii))
}

/// Indents the lines of a block. Empty lines stay empty.
pub fn indented(block: &str, indent: &str) -> String {
    block
        .lines()
        .map(|line| format!("{}\n", format!("{indent}{line}").trim_end_matches(' ')))
        .collect()
}

/// Returns a path in the form in which code hosts compare it with the paths of a repository:
/// without a leading `./`.
fn plain_path(path: &str) -> &str {
    let mut plain = path;
    while let Some(rest) = plain.strip_prefix("./") {
        plain = rest.trim_start_matches('/');
    }
    if plain.is_empty() { path } else { plain }
}

/// Writes the findings of a record one by one.
fn each_finding(
    entry: &Entry<'_>,
    write: impl Fn(&Finding) -> String,
    out: &mut dyn Write,
) -> io::Result<()> {
    let findings = &entry.checked.report.findings;
    findings
        .iter()
        .try_for_each(|finding| out.write_all(write(finding).as_bytes()))
}
