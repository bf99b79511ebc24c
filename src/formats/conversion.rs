//! Conversion between formats: [`convert`] in memory, [`Converter`] for streams of any size.

use std::convert::Infallible;

use super::converter::{ConversionSink, Converter, Input, NoteKind, Stop, Target};
use super::{Assumptions, ExportError, Format, Imported, Losses, Recognised, format_named};
use crate::checked::Checked;
use crate::findings::Finding;
use crate::text::{MAX_FINDINGS, PageKind, SourceText};

/// How a text is converted.
#[derive(Clone, Debug, Default)]
pub struct Conversion<'a> {
    /// The name of the format to read, `pips` for the notation; recognised where it is not given.
    pub from: Option<&'a str>,
    /// The name of the format to write; the notation where it is not given.
    pub to: Option<&'a str>,
    /// The ending of the file's name, by which formats and pages are recognised.
    pub ending: Option<&'a str>,
    /// What the format read does not say.
    pub assumptions: Assumptions,
}

/// A text in another format.
#[derive(Clone, Debug, Default)]
pub struct Converted {
    /// It; a record that is left as it is may be no UTF-8.
    pub bytes: Vec<u8>,
    /// The format that was read.
    pub from: &'static str,
    /// How many records were written.
    pub records: u64,
    /// What could not be carried over.
    pub losses: Losses,
    /// What was assumed, and what else there is to say, a line each.
    pub notes: Vec<String>,
    /// What is wrong with the text that was read, piece by piece of it.
    pub findings: Vec<(SourceText, Vec<Finding>)>,
}

/// Why a text cannot be converted.
#[derive(Clone, Debug, thiserror::Error)]
pub enum NotConverted {
    /// There is no such format to read or to write.
    #[error("`{asked}` is no format that can be {does}; they are {known}")]
    Format {
        /// What was asked for.
        asked: String,
        /// What was to be done with it.
        does: &'static str,
        /// Those that there are.
        known: String,
    },
    /// It is in none of the formats.
    #[error("the text is in none of the formats that can be read: say which it is")]
    Unrecognised,
    /// There is nothing to convert.
    #[error("there is no game of {format} in the text")]
    NoGame {
        /// The format that was read.
        format: &'static str,
        /// What is wrong with it.
        findings: Vec<(SourceText, Vec<Finding>)>,
    },
    /// Not one of its records can be written.
    #[error("{error}")]
    Export {
        /// Why the last of them cannot.
        error: ExportError,
        /// What is wrong with them.
        findings: Vec<(SourceText, Vec<Finding>)>,
    },
}

/// The notation itself.
const PIPS: &str = "pips";

/// The foreign format of a name; `None` for the notation itself.
fn named(
    name: &str,
    fits: fn(&dyn Format) -> bool,
    does: &'static str,
) -> Result<Option<&'static dyn Format>, NotConverted> {
    if name == PIPS {
        return Ok(None);
    }
    let found = format_named(name).filter(|format| fits(*format)).map(Some);
    found.ok_or_else(|| {
        let known = super::FORMATS.iter().filter(|format| fits(**format)).map(|format| format.name());
        let known = std::iter::once(PIPS).chain(known).collect::<Vec<_>>().join(", ");
        NotConverted::Format { asked: name.to_owned(), does, known }
    })
}

/// Converts a text.
///
/// ```
/// use pipscribe::formats::{Conversion, convert};
///
/// let text = "[Game \"gipf\"]\n[Variant \"basic\"]\n\n1. b3 2. a2-c4 *\n";
/// let converted = convert(text.as_bytes(), &Conversion { to: Some("gipf.com"), ..Conversion::default() })?;
/// assert!(!converted.bytes.is_empty() && converted.from == "pips");
/// # Ok::<(), pipscribe::formats::NotConverted>(())
/// ```
///
/// # Errors
/// If there is no such format, or nothing can be read or written.
pub fn convert(text: &[u8], conversion: &Conversion<'_>) -> Result<Converted, NotConverted> {
    let target = match conversion.to {
        Some(name) => named(name, |format| format.writes(), "written")?.map_or(Target::Notation, Target::Foreign),
        None => Target::Notation,
    };
    let from = match conversion.from {
        Some(name) => {
            Some(named(name, |format| format.reads(), "read")?.map_or(Recognised::Notation, Recognised::Foreign))
        }
        None => None,
    };
    let page = conversion.ending.and_then(PageKind::of_ending);
    let input = Input { from, ending: conversion.ending, page, assumptions: &conversion.assumptions };
    let mut converter = Converter::new(target, InMemory::default());
    let read = match converter.convert(text, &input) {
        Ok(read) => read,
        Err(Stop::Sink(never)) => match never {},
        // Reading what is in memory cannot fail.
        Err(Stop::Unrecognised | Stop::Read(_)) => return Err(NotConverted::Unrecognised),
    };
    let Ok((sink, summary)) = converter.finish();
    let InMemory { mut converted, unlisted, .. } = sink;
    if let (Some(format), true) = (read.from, read.is_empty) {
        return Err(NotConverted::NoGame { format: format.name(), findings: converted.findings });
    }
    if let (Some(error), 0) = (summary.refused, summary.records) {
        return Err(NotConverted::Export { error, findings: converted.findings });
    }
    if unlisted > 0 {
        converted.notes.push(format!("and {unlisted} more findings"));
    }
    converted.from = read.from.map_or(PIPS, |format| format.name());
    (converted.records, converted.losses) = (summary.records, summary.losses);
    Ok(converted)
}

/// Keeps what a conversion writes and reports.
#[derive(Default)]
struct InMemory {
    converted: Converted,
    /// The number of findings that are kept, and of those that are only counted.
    listed: usize,
    unlisted: usize,
}

impl InMemory {
    fn keep(&mut self, source: &SourceText, findings: impl IntoIterator<Item = Finding>) {
        let mut findings: Vec<Finding> = findings.into_iter().collect();
        let room = MAX_FINDINGS.saturating_sub(self.listed);
        self.unlisted += findings.len().saturating_sub(room);
        findings.truncate(room);
        self.listed += findings.len();
        if !findings.is_empty() {
            self.converted.findings.push((source.clone(), findings));
        }
    }
}

impl ConversionSink for InMemory {
    type Error = Infallible;

    fn write(&mut self, bytes: &[u8]) -> Result<(), Infallible> {
        self.converted.bytes.extend_from_slice(bytes);
        Ok(())
    }

    fn note(&mut self, line: Option<u64>, message: &str, _kind: NoteKind) {
        let line = line.map(|line| format!("line {line}: ")).unwrap_or_default();
        self.converted.notes.push(format!("{line}{message}"));
    }

    fn findings_of_record(&mut self, checked: &Checked) {
        self.keep(checked.source(), checked.report.findings.iter().cloned());
    }

    fn findings_of_text(&mut self, text: &SourceText, games: &[Imported]) {
        self.keep(text, games.iter().flat_map(|game| game.findings.iter().cloned()));
    }
}
