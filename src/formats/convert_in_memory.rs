//! Conversion of a whole text in memory ([`convert`]), with its options and errors. [`Converter`]
//! in `converter.rs` does the work, and also converts streams of any size.

use std::convert::Infallible;

use super::converter::{
    ConversionSink, Converter, Input, NoteKind, Stop, Summary, Target, TextRead,
};
use super::{
    Assumptions, ExportError, FORMATS, Format, Imported, Losses, OtherGame, Recognised,
    format_named,
};
use crate::check::Checked;
use crate::findings::{Finding, Hint, Hinted};
use crate::publish::documents::PageKind;
use crate::text::{MAX_FINDINGS, SourceText, shorten};

/// Options of a conversion.
///
/// ```
/// use pipscribe::formats::{Conversion, convert};
///
/// let mut conversion = Conversion::default();
/// conversion.to = Some("json");
/// let converted = convert(b"[Game \"gipf\"]\n[Variant \"basic\"]\n\n1. b3 *\n", &conversion)?;
/// assert_eq!((converted.from, converted.records), ("pips", 1));
/// # Ok::<(), pipscribe::formats::NotConverted>(())
/// ```
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Conversion<'a> {
    /// Name of the format to read, `pips` for the notation; `None` to recognise it.
    pub from: Option<&'a str>,
    /// Name of the format to write; `None` for the notation.
    pub to: Option<&'a str>,
    /// File extension, used to recognise formats and documents.
    pub ending: Option<&'a str>,
    /// Facts that the source does not state.
    pub assumptions: Assumptions,
}

/// Result of a conversion.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Converted {
    /// Converted text. It may contain bytes that are not UTF-8 in records that are left unchanged.
    pub bytes: Vec<u8>,
    /// Name of the format that was read.
    pub from: &'static str,
    /// Number of records that were written.
    pub records: u64,
    /// Parts of the records that the target format cannot hold.
    pub losses: Losses,
    /// Assumptions and other remarks, one per line.
    pub notes: Vec<String>,
    /// Findings on the source, each with the piece of the source to which they belong.
    pub findings: Vec<(SourceText, Vec<Finding>)>,
}

/// Reason why a text cannot be converted.
#[derive(Clone, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum NotConverted {
    /// The format cannot be read or written, because it does not exist.
    #[error(
        "`{}` is not a format that can be {does}; those are {known}",
        shorten(asked)
    )]
    Format {
        /// Requested name.
        asked: String,
        /// Intended use of the format.
        does: &'static str,
        /// The known formats.
        known: String,
    },
    /// The text is not in any known format.
    #[error("the format of the text was not recognised: name it")]
    Unrecognised,
    /// The text is a record of another game.
    #[error("{0}")]
    OtherGame(OtherGame),
    /// The text quotes a record among other lines.
    #[error("{PARTLY_QUOTED}")]
    PartlyQuoted,
    /// The source contains no game.
    #[error("there is no game of {format} in the text")]
    NoGame {
        /// Name of the format that was read.
        format: &'static str,
        /// Findings on the source.
        findings: Vec<(SourceText, Vec<Finding>)>,
    },
    /// None of the records can be written.
    #[error("{error}")]
    Export {
        /// Error of the last record.
        error: ExportError,
        /// Findings on the source.
        findings: Vec<(SourceText, Vec<Finding>)>,
    },
}

impl Hinted for NotConverted {
    fn hint(&self) -> Option<Hint> {
        match self {
            Self::Export { error, .. } => error.hint(),
            _ => None,
        }
    }
}

/// Message about a text that quotes a record, as a mail does, among lines that are not quoted.
pub const PARTLY_QUOTED: &str =
    "a record is quoted (`> `) among lines that are not: leave only the lines of the record";

/// Name of the notation.
const PIPS: &str = "pips";

/// Converts a text from one format to another.
///
/// ```
/// use pipscribe::formats::{Conversion, convert};
///
/// let text = "[Game \"gipf\"]\n[Variant \"basic\"]\n\n1. b3 2. a2-c4 *\n";
/// let mut conversion = Conversion::default();
/// conversion.to = Some("gipf.com");
/// let converted = convert(text.as_bytes(), &conversion)?;
/// assert!(!converted.bytes.is_empty() && converted.from == "pips");
/// # Ok::<(), pipscribe::formats::NotConverted>(())
/// ```
///
/// # Errors
/// Returns an error if there is no such format, or if nothing can be read or written.
pub fn convert(text: &[u8], conversion: &Conversion<'_>) -> Result<Converted, NotConverted> {
    let target = match conversion.to {
        Some(name) => find_format(name, |format| format.info().writes, "written")?
            .map_or(Target::Notation, Target::Foreign),
        None => Target::Notation,
    };
    let from = match conversion.from {
        Some(name) => Some(
            find_format(name, |format| format.info().reads, "read")?
                .map_or(Recognised::Notation, Recognised::Foreign),
        ),
        None => None,
    };
    let page = conversion.ending.and_then(PageKind::of_ending);
    let input = Input {
        from,
        ending: conversion.ending,
        page,
        assumptions: &conversion.assumptions,
    };

    let mut converter = Converter::new(target, InMemory::default());
    let read = match converter.convert(text, &input) {
        Ok(read) => read,
        Err(Stop::Sink(never)) => match never {},
        // Reading from memory cannot fail.
        Err(Stop::Unrecognised | Stop::Read(_)) => return Err(NotConverted::Unrecognised),
        Err(Stop::OtherGame(other)) => return Err(NotConverted::OtherGame(other)),
        Err(Stop::PartlyQuoted) => return Err(NotConverted::PartlyQuoted),
    };
    let Ok((sink, summary)) = converter.finish();
    converted_text(sink, &read, summary)
}

/// Returns the result of a conversion, or an error if it read or wrote no record.
fn converted_text(
    sink: InMemory,
    read: &TextRead,
    summary: Summary,
) -> Result<Converted, NotConverted> {
    let InMemory {
        mut converted,
        unlisted,
        ..
    } = sink;

    if read.is_empty
        && let Some(format) = read.from
    {
        return Err(NotConverted::NoGame {
            format: format.name(),
            findings: converted.findings,
        });
    }
    if summary.records == 0
        && let Some(error) = summary.refused
    {
        return Err(NotConverted::Export {
            error,
            findings: converted.findings,
        });
    }

    if unlisted > 0 {
        converted
            .notes
            .push(format!("and {unlisted} more findings"));
    }

    converted.from = read.from.map_or(PIPS, |format| format.name());
    converted.records = summary.records;
    converted.losses = summary.losses;
    Ok(converted)
}

/// Returns the foreign format with this name, or `None` for the notation. Only formats for which
/// `fits` returns true are accepted; the error says that they can be `does`: `read` or `written`.
fn find_format(
    name: &str,
    fits: fn(&dyn Format) -> bool,
    does: &'static str,
) -> Result<Option<&'static dyn Format>, NotConverted> {
    if name == PIPS {
        return Ok(None);
    }
    if let Some(format) = format_named(name)
        && fits(format)
    {
        return Ok(Some(format));
    }

    let mut known = vec![PIPS];
    known.extend(
        FORMATS
            .iter()
            .filter(|format| fits(**format))
            .map(|format| format.name()),
    );
    Err(NotConverted::Format {
        asked: name.to_owned(),
        does,
        known: known.join(", "),
    })
}

/// Sink that collects the output, notes and findings in memory.
#[derive(Default)]
struct InMemory {
    converted: Converted,
    /// Number of findings kept so far.
    listed: usize,
    /// Number of findings beyond the limit, which are only counted.
    unlisted: usize,
}

impl InMemory {
    /// Adds the findings on a piece of the source, up to the limit.
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
        let line = line
            .map(|line| format!("line {line}: "))
            .unwrap_or_default();
        self.converted.notes.push(format!("{line}{message}"));
    }

    fn not_written(&mut self, line: u64, error: &ExportError) {
        self.note(Some(line), &error.to_string(), NoteKind::Failure);
    }

    fn findings_of_record(&mut self, checked: &Checked) {
        self.keep(checked.source(), checked.report.findings.iter().cloned());
    }

    fn findings_of_text(&mut self, text: &SourceText, games: &[Imported]) {
        self.keep(
            text,
            games.iter().flat_map(|game| game.findings.iter().cloned()),
        );
    }
}
