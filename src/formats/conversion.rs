//! A text in one format made into one in another, in memory; what the command does with files of any size.

use std::io::Read;

use super::pips::{FormattedPiece, Joiner};
use super::{Assumptions, CutPiece, ExportError, FileFrame, Format, Losses, Pieces, Recognised, TextStream};
use super::{decode, format_named, recognise};
use crate::checked::Checked;
use crate::findings::Finding;
use crate::notation::Record;
use crate::text::{MAX_FINDINGS, PageBlock, PageKind, RawRecord, RecordSplitter, SourceText};

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
/// Where a format is none, or nothing can be read or written.
pub fn convert(text: &[u8], conversion: &Conversion<'_>) -> Result<Converted, NotConverted> {
    let to = match conversion.to {
        Some(name) => named(name, |format| format.writes(), "written")?,
        None => None,
    };
    let page = conversion.ending.and_then(PageKind::of_ending);
    // Reading what is in memory cannot fail.
    let Ok(mut input) = TextStream::new(text) else { return Err(NotConverted::Unrecognised) };
    let from = match conversion.from {
        Some(name) => named(name, |format| format.reads(), "read")?,
        None if page.is_some() => None,
        None => match recognise(&String::from_utf8_lossy(&input.head()), conversion.ending) {
            Some(Recognised::Notation) => None,
            Some(Recognised::Foreign(format)) => Some(format),
            None => return Err(NotConverted::Unrecognised),
        },
    };
    let mut writer = Writer::new(to, from, conversion);
    if let (None, Some(tried)) = (conversion.from, from.and_then(<dyn Format>::tried)) {
        writer.converted.notes.push(tried.to_owned());
    }
    if let Some(format) = from {
        let declared = format.declared_encoding(&input.head());
        input.declare(declared.as_deref());
    }
    writer.converted.notes.extend(input.assumed().map(str::to_owned));
    match (from, page) {
        (Some(format), _) => read(format, &mut input, &mut writer, conversion)?,
        (None, Some(kind)) => {
            let mut page = Vec::new();
            // What is in memory is read to its end.
            let _ = input.read_to_end(&mut page);
            for raw in kind.blocks(&page).iter().flat_map(PageBlock::whole_records) {
                writer.raw(raw);
            }
        }
        (None, None) => RecordSplitter::whole(&mut input).map_while(Result::ok).for_each(|raw| writer.raw(raw)),
    }
    if input.has_faults() {
        writer.converted.notes.push("not all bytes are text in that encoding; U+FFFD stands for others".to_owned());
    }
    writer.finish()
}

fn read(
    format: &'static dyn Format,
    input: &mut TextStream<&[u8]>,
    writer: &mut Writer<'_>,
    conversion: &Conversion<'_>,
) -> Result<(), NotConverted> {
    let (mut has_games, mut is_of_none, mut told) = (false, None, None);
    // What is UTF-8 by now declares what it was.
    let is_bytes = input.assumed().is_none();
    let mut pieces = Pieces::new(input, format.cut());
    for CutPiece { offset, line, bytes, cut_off } in pieces.by_ref().map_while(Result::ok) {
        if cut_off {
            writer.converted.notes.push(format!("line {line}: this document is too large; its end was not read"));
        }
        let declared = if is_bytes { format.declared_encoding(&bytes) } else { None };
        let decoded = decode(&bytes, declared.as_deref());
        if decoded.assumed.is_some() && told != decoded.assumed {
            told = decoded.assumed;
            writer.converted.notes.push(format!("line {line}: {}", told.as_deref().unwrap_or_default()));
        }
        let source = SourceText::new(decoded.text, offset, line);
        is_of_none = Some(is_of_none.unwrap_or(true) && format.is_of_none(source.text()));
        let mut findings = Vec::new();
        for game in format.read(&source, &conversion.assumptions) {
            has_games |= !game.text.is_empty() || game.findings.iter().any(Finding::is_error);
            findings.extend(game.findings);
            if !game.text.is_empty() {
                writer.imported(game.text);
            }
        }
        writer.tell(source, findings);
    }
    if pieces.is_in_list() {
        let note = "the list of records is not closed by a `]`: the end of the text may be missing";
        writer.converted.notes.push(note.to_owned());
    }
    if !has_games && !is_of_none.unwrap_or_else(|| format.is_of_none("")) {
        let findings = std::mem::take(&mut writer.converted.findings);
        return Err(NotConverted::NoGame { format: format.name(), findings });
    }
    Ok(())
}

/// A record as UTF-8, and what was assumed to read it.
pub(crate) fn record_as_text(raw: RawRecord) -> (RawRecord, Option<String>) {
    if std::str::from_utf8(&raw.bytes).is_ok() {
        return (raw, None);
    }
    let decoded = decode(&raw.bytes, None);
    (RawRecord { bytes: decoded.text.into_bytes(), ..raw }, decoded.assumed)
}

/// Writes records one after the other.
struct Writer<'a> {
    to: Option<&'static dyn Format>,
    conversion: &'a Conversion<'a>,
    converted: Converted,
    joiner: Joiner,
    /// The `#` comments before the first record.
    hashes: Option<RawRecord>,
    texts: Vec<String>,
    /// How many findings are kept, and how many were too many.
    told: usize,
    untold: usize,
    refused: Option<ExportError>,
}

impl<'a> Writer<'a> {
    fn new(to: Option<&'static dyn Format>, from: Option<&'static dyn Format>, conversion: &'a Conversion<'a>) -> Self {
        let from = from.map_or(PIPS, |format| format.name());
        Self {
            to,
            conversion,
            converted: Converted { from, ..Converted::default() },
            joiner: Joiner::default(),
            hashes: None,
            texts: Vec::new(),
            told: 0,
            untold: 0,
            refused: None,
        }
    }

    /// A record of the notation, which is judged as those of other formats are.
    fn raw(&mut self, raw: RawRecord) {
        let context = &self.conversion.assumptions.context;
        if raw.preamble {
            match self.to {
                None => self.joiner.push(FormattedPiece::of(raw, false, context), &mut self.converted.bytes),
                Some(_) => self.hashes = Some(raw),
            }
            return;
        }
        let judged = match self.to {
            None => raw.clone().capped(),
            // A text in another encoding is carried over as what it says.
            Some(_) => {
                let (judged, assumed) = record_as_text(raw.clone().capped());
                let line = judged.line;
                self.converted.notes.extend(assumed.map(|assumed| format!("line {line}: {assumed}")));
                judged
            }
        };
        // They belong to the first record of the file.
        let judged = match self.hashes.take() {
            Some(hashes) => hashes.with_next(&judged),
            None => judged,
        };
        let checked = match self.to {
            // The canonical form wants every position.
            None => Checked::in_full(Record::parse(judged), context),
            Some(_) => Checked::read(judged, context),
        };
        if !checked.report.findings.is_empty() {
            self.tell(checked.source().clone(), checked.report.findings.clone());
        }
        match self.to {
            None => self.piece(FormattedPiece::of_checked(&checked, raw.bytes)),
            Some(format) => self.foreign(format, &checked),
        }
    }

    /// Keeps what is wrong with a piece of the text, as long as not too much is.
    fn tell(&mut self, source: SourceText, mut findings: Vec<Finding>) {
        let room = MAX_FINDINGS.saturating_sub(self.told);
        self.untold += findings.len().saturating_sub(room);
        findings.truncate(room);
        self.told += findings.len();
        if !findings.is_empty() {
            self.converted.findings.push((source, findings));
        }
    }

    /// The text of a record that was read from another format.
    fn imported(&mut self, text: String) {
        let Some(format) = self.to else { return self.piece(FormattedPiece::Canonical(text)) };
        // Its first bytes may be `#` comments, which are no record of their own.
        let raw = RawRecord { line: 1, bytes: text.into_bytes(), ..RawRecord::default() };
        self.foreign(format, &Checked::read(raw, &self.conversion.assumptions.context));
    }

    fn piece(&mut self, piece: FormattedPiece) {
        self.joiner.push(piece, &mut self.converted.bytes);
        self.converted.records += 1;
    }

    fn foreign(&mut self, format: &dyn Format, checked: &Checked) {
        match format.write_numbered(checked, self.converted.records + 1) {
            Ok(exported) => {
                self.converted.records += 1;
                self.converted.losses.merge(exported.losses);
                self.texts.push(exported.text);
            }
            Err(error) => {
                let line = checked.source().first_line();
                self.converted.notes.push(format!("line {line}: {error}"));
                self.refused = Some(error);
            }
        }
    }

    fn finish(mut self) -> Result<Converted, NotConverted> {
        if self.untold > 0 {
            self.converted.notes.push(format!("and {} more findings", self.untold));
        }
        let Some(format) = self.to else { return Ok(self.converted) };
        let FileFrame { head, between, tail } = format.frame();
        let text = match (self.texts.as_slice(), self.refused) {
            ([], Some(error)) => {
                return Err(NotConverted::Export { error, findings: self.converted.findings });
            }
            ([one], _) if !format.frames_one() => format!("{one}\n"),
            (several, _) => format!("{head}{}{tail}", several.join(between)),
        };
        self.converted.bytes = text.into_bytes();
        Ok(self.converted)
    }
}
