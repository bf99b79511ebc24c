//! Reports: what was found in records, as people and other programs read it. Each form is an
//! [`Emitter`]: it writes what stands before the records, each record, and what stands after them.
//! No report has a clock in it: the same records give the same bytes.
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

mod conform;
mod coverage;
mod example;
mod github;
#[cfg(feature = "human")]
mod human;
mod json;
mod junit;
mod sarif;
mod short;
mod stats;
mod stats_page;
#[cfg(feature = "cli")]
mod test_lines;
mod why;

use std::io::{self, Write};

pub use conform::write_conformance;
pub use coverage::{percent, write_coverage};
pub use example::{example_figures, write_example};
pub use github::{Github, write_github};
#[cfg(feature = "human")]
pub use human::{ForeignText, Human, HumanWriter, Look};
pub use json::{Extra, Extras, Json, RecordJson};
pub use json::{FindingJson, finding_json};
pub use junit::Junit;
pub use sarif::{Sarif, sarif_result};
pub use short::{Short, write_short};
pub use stats::write_stats;
pub use stats_page::StatsPage;
#[cfg(feature = "cli")]
pub use test_lines::TestLines;
pub use why::write_why;

use crate::checked::Checked;
use crate::findings::Finding;
use crate::text::SourceText;

/// How a record fared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TestVerdict {
    /// It is valid, and as a test it holds.
    Passed,
    /// As a test it holds from now on: what was found was written into it.
    Blessed,
    /// It is not valid, or as a test it does not hold.
    Failed,
}

/// A record that was judged, as a report has it.
#[derive(Clone, Copy, Debug)]
pub struct Entry<'a> {
    /// The file; `-` for standard input.
    pub path: &'a str,
    /// Which record of the file, from 1.
    pub number: u64,
    /// The record with its findings, those that are to be listed.
    pub checked: &'a Checked,
    /// How it fared, by all of its findings, listed or not.
    pub verdict: TestVerdict,
    /// Lines that are told after the findings.
    pub notes: &'a str,
    /// What was asked for besides; only JSON has room for it.
    pub extras: Option<&'a Extras>,
}

impl<'a> Entry<'a> {
    /// Record `number` (from 1) of the file `path`, with all of its findings.
    pub fn new(path: &'a str, number: u64, checked: &'a Checked) -> Self {
        let verdict = if checked.report.is_valid() { TestVerdict::Passed } else { TestVerdict::Failed };
        Self { path, number, checked, verdict, notes: "", extras: None }
    }

    fn has_failed(&self) -> bool {
        self.verdict == TestVerdict::Failed
    }
}

/// Writes every finding of a record, each by itself.
fn each_finding(
    entry: &Entry<'_>,
    write: fn(&str, &SourceText, &Finding) -> String,
    out: &mut dyn Write,
) -> io::Result<()> {
    let source = entry.checked.source();
    let findings = &entry.checked.report.findings;
    findings.iter().try_for_each(|finding| out.write_all(write(entry.path, source, finding).as_bytes()))
}

/// Writes a report of one form, in memory that does not grow with the number of records.
pub trait Emitter {
    /// Writes what stands before the first record.
    ///
    /// # Errors
    /// Where `out` cannot be written to.
    fn head(&mut self, _out: &mut dyn Write) -> io::Result<()> {
        Ok(())
    }

    /// Writes what there is to say of a record.
    ///
    /// # Errors
    /// Where `out` cannot be written to.
    fn record(&mut self, entry: &Entry<'_>, out: &mut dyn Write) -> io::Result<()>;

    /// Writes what stands after the last record. `summary` says in a line what all came to; forms
    /// for other programs have no room for it.
    ///
    /// # Errors
    /// Where `out` cannot be written to.
    fn tail(&mut self, _summary: &str, _out: &mut dyn Write) -> io::Result<()> {
        Ok(())
    }
}
