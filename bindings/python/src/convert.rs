//! Texts in other formats.

use std::collections::BTreeMap;

use pipscribe::Checked;
use pipscribe::formats::{
    Assumptions, FORMATS, FileFrame, Format, Losses, Pieces, Recognised, decode, format_named, pips, recognise,
};
use pipscribe::games::{Context, GameId};
use pipscribe::notation::Record;
use pipscribe::text::{RawRecord, SourceText, split_text};
use pyo3::prelude::*;

use crate::decks::context;
use crate::errors::{not_converted, refused};
use crate::finding::{Finding, Origin};

/// The notation itself.
const PIPS: &str = "pips";

/// A text that was read in some format.
#[derive(Default)]
struct Read {
    /// The records, each in the notation, and the characters before it; `None` where what is wrong with it was told of the text
    /// that it was read from.
    records: Vec<(RawRecord, Option<usize>)>,
    findings: Vec<Finding>,
}

/// The formats: name, what it is, whether it can be read, whether it can be written.
///
/// >>> import pipscribe
/// >>> pipscribe.formats()[0]
/// ('pips', 'the notation itself', True, True)
#[pyfunction]
pub(crate) fn formats() -> Vec<(&'static str, &'static str, bool, bool)> {
    let own = (PIPS, "the notation itself", true, true);
    let others = FORMATS.iter().map(|format| (format.name(), format.about(), format.reads(), format.writes()));
    std::iter::once(own).chain(others).collect()
}

/// The foreign format of a name; `None` for the notation itself.
fn named(name: &str, fits: fn(&dyn Format) -> bool, does: &str) -> PyResult<Option<&'static dyn Format>> {
    if name == PIPS {
        return Ok(None);
    }
    match format_named(name).filter(|format| fits(*format)) {
        Some(format) => Ok(Some(format)),
        None => {
            let known = FORMATS.iter().filter(|format| fits(**format)).map(|format| format.name());
            let known: Vec<_> = std::iter::once(PIPS).chain(known).collect();
            Err(refused(format!("`{name}` is no format that can be {does}; they are {}", known.join(", "))))
        }
    }
}

/// Converts a text; gives the new one, what could not be carried over, and what is wrong with the old one.
#[pyfunction]
#[pyo3(signature = (text, to, from_=None, *, game=None, variant=None, options=None, decks=None))]
#[allow(clippy::too_many_arguments, reason = "they are Python's keywords")]
pub(crate) fn convert_text(
    py: Python<'_>,
    text: &[u8],
    to: &str,
    from_: Option<&str>,
    game: Option<&str>,
    variant: Option<String>,
    options: Option<String>,
    decks: Option<BTreeMap<String, String>>,
) -> PyResult<(String, Vec<String>, Vec<Finding>)> {
    let to = named(to, |format| format.writes(), "written")?;
    let game = match game {
        Some(name) => Some(GameId::named(name).ok_or_else(|| refused(format!("`{name}` is none of the four games")))?),
        None => None,
    };
    let assumptions = Assumptions { game, variant, options, context: context(decks)? };
    let from = match from_ {
        Some(name) => named(name, |format| format.reads(), "read")?,
        None => match recognise(&String::from_utf8_lossy(text), None) {
            Some(Recognised::Notation) => None,
            Some(Recognised::Foreign(format)) => Some(format),
            None => return Err(refused("the text is in none of the formats that can be read: say `from_`")),
        },
    };
    py.detach(|| {
        let read = match from {
            None => notated(text),
            Some(format) => foreign(format, text, &assumptions)?,
        };
        write(to, read, &assumptions.context)
    })
}

fn notated(text: &[u8]) -> Read {
    let mut before = 0;
    let placed = split_text(text).into_iter().map(|raw| {
        let start = before;
        before += String::from_utf8_lossy(&raw.bytes).chars().count();
        (raw, Some(start))
    });
    Read { records: placed.collect(), findings: Vec::new() }
}

fn foreign(format: &dyn Format, text: &[u8], assumptions: &Assumptions) -> PyResult<Read> {
    let mut read = Read::default();
    let mut before = 0;
    let mut is_of_none = true;
    for piece in Pieces::new(text, format.cut()) {
        let piece = piece.map_err(refused)?;
        let declared = format.declared_encoding(&piece.bytes);
        let source = SourceText::new(decode(&piece.bytes, declared.as_deref()).text, piece.offset, piece.line);
        is_of_none &= format.is_of_none(source.text());
        let origin = Origin::new(&source, before);
        for game in format.read(&source, assumptions) {
            read.findings.extend(game.findings.iter().map(|finding| Finding::new(finding, origin)));
            if !game.text.is_empty() {
                let raw = RawRecord { line: 1, bytes: game.text.into_bytes(), ..RawRecord::default() };
                read.records.push((raw, None));
            }
        }
        before += source.text().chars().count();
    }
    if read.records.is_empty() && !is_of_none {
        let message = format!("there is no game of {} in the text", format.name());
        return Err(not_converted(&message, read.findings));
    }
    Ok(read)
}

/// Records in the format that is wanted, in its frame.
fn write(
    to: Option<&'static dyn Format>,
    read: Read,
    context: &Context,
) -> PyResult<(String, Vec<String>, Vec<Finding>)> {
    let Read { records, mut findings } = read;
    let Some(format) = to else {
        let (mut joiner, mut out) = (pips::Joiner::default(), Vec::new());
        for (raw, before) in records {
            if !raw.preamble {
                let checked = Checked::of(Record::parse(raw.clone()), context);
                findings.extend(findings_of(&checked, before));
            }
            joiner.push(pips::FormattedPiece::of(raw, false, context), &mut out);
        }
        return Ok((String::from_utf8_lossy(&out).into_owned(), Vec::new(), findings));
    };
    let (mut texts, mut losses) = (Vec::new(), Losses::default());
    for (raw, before) in records.into_iter().filter(|(raw, _)| !raw.preamble) {
        let checked = Checked::read(raw, context);
        let own = findings_of(&checked, before);
        let number = texts.len() as u64 + 1;
        let exported =
            format.write_numbered(&checked, number).map_err(|error| not_converted(&error.to_string(), own.clone()))?;
        findings.extend(own);
        losses.merge(exported.losses);
        texts.push(exported.text);
    }
    let FileFrame { head, between, tail } = format.frame();
    let text = match texts.as_slice() {
        [one] if !format.frames_one() => format!("{one}\n"),
        several => format!("{head}{}{tail}", several.join(between)),
    };
    Ok((text, losses.in_words().collect(), findings))
}

fn findings_of(checked: &Checked, before: Option<usize>) -> Vec<Finding> {
    let Some(before) = before else { return Vec::new() };
    let origin = Origin::new(checked.source(), before);
    checked.report.findings.iter().map(|finding| Finding::new(finding, origin)).collect()
}
