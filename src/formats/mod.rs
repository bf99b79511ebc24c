//! Formats: the notation itself, and those of other programs and sites. One file each, reading and
//! writing; [`FORMATS`] lists them.
//!
//! A reader makes a [`Draft`] of each game, every part with its span in the foreign text; the draft
//! becomes a record, is checked, and what is wrong with it is told where it stands in the source. A
//! writer takes a record and says what it could not carry.

#[doc(hidden)]
pub mod abstractplay;
#[doc(hidden)]
pub mod boardspace;
mod candidates;
mod conversion;
mod converter;
#[doc(hidden)]
pub mod csv;
mod cut;
#[doc(hidden)]
pub mod diagram;
mod draft;
#[cfg(feature = "encodings")]
mod encoding;
#[cfg(not(feature = "encodings"))]
#[path = "encoding/unicode.rs"]
mod encoding;
mod export_losses;
#[doc(hidden)]
pub mod gdansk;
#[doc(hidden)]
pub mod gf1;
#[doc(hidden)]
pub mod gipf_com;
mod gipf_play;
mod import_losses;
#[doc(hidden)]
pub mod json;
mod kept;
#[doc(hidden)]
pub mod model;
pub mod pips;
mod pips_page;
#[doc(hidden)]
pub mod position;
#[doc(hidden)]
pub mod sgf;
#[doc(hidden)]
pub mod yaml;

#[doc(hidden)]
pub use crate::findings::codes::import as codes;
pub use conversion::{Conversion, Converted, NotConverted, convert};
#[cfg(feature = "cli")]
pub(crate) use converter::{ConversionSink, Converter, Input, NoteKind, Stop, Summary, Target};
#[doc(hidden)]
pub use cut::{Cut, CutPiece, Pieces};
pub use draft::Imported;
#[doc(hidden)]
pub use draft::{Draft, DraftItem, DraftLine, DraftTurn, comment_text};
pub use encoding::{Decoded, TextStream, decode};

use kept::{KeepFindings, KeptGames};

use crate::checked::Checked;
use crate::findings::Finding;
use crate::games::{Context, GameId};
use crate::notation::Record;
use crate::text::SourceText;
use crate::text::tree::Fault;

/// What the format does not say and the caller may.
#[derive(Clone, Debug, Default)]
pub struct Assumptions {
    /// The game.
    pub game: Option<GameId>,
    /// The variant.
    pub variant: Option<String>,
    /// The value of the tag `Options`.
    pub options: Option<String>,
    /// Where the decks of the Pipe Game are found.
    pub context: Context,
}

/// A record in a foreign format.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Exported {
    /// The text.
    pub text: String,
    /// What it could not carry over.
    pub losses: Losses,
}

/// Why a record cannot be written in a format at all.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ExportError {
    /// The format is for other games.
    #[error("{format} is a format for {wanted}, and this record is {game}")]
    Game {
        /// The format.
        format: &'static str,
        /// What it is for.
        wanted: String,
        /// What the record is.
        game: String,
    },
    /// The format needs what the record does not have.
    #[error("{0}")]
    Record(String),
}

/// How texts of several records are put together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FileWrapper {
    /// Before the first.
    pub head: &'static str,
    /// Between two.
    pub between: &'static str,
    /// After the last.
    pub tail: &'static str,
}

impl FileWrapper {
    /// One after the other.
    pub const PLAIN: Self = Self { head: "", between: "", tail: "" };
    /// An empty line between two.
    pub const SPACED: Self = Self { head: "", between: "\n", tail: "" };
}

/// A foreign format.
pub trait Format: Sync {
    /// Its name on the command line: `gipf.com`.
    fn name(&self) -> &'static str;

    /// What it is, in one line.
    fn about(&self) -> &'static str;

    /// What it carries, what is lost, and what is taken for granted, as Markdown.
    fn page(&self) -> &'static str;

    /// The games that it is for.
    fn games(&self) -> &'static [GameId] {
        &GameId::ALL
    }

    /// The endings of names that files in it have.
    fn endings(&self) -> &'static [&'static str] {
        &[]
    }

    /// Whether it can be read.
    fn reads(&self) -> bool {
        true
    }

    /// Whether it can be written.
    fn writes(&self) -> bool {
        true
    }

    /// Whether a text, of which this may be the beginning alone, looks like this format and no other.
    fn recognises(&self, _text: &str) -> bool {
        false
    }

    /// What is told where the format was recognised among readings that are much alike.
    fn tried(&self) -> Option<&'static str> {
        None
    }

    /// The encoding that a text declares, where it is no UTF-8.
    fn declared_encoding(&self, _bytes: &[u8]) -> Option<String> {
        None
    }

    /// How a stream is cut into pieces that are read apart.
    fn cut(&self) -> Cut {
        Cut::Whole
    }

    /// Whether a text is what this format writes of no records at all.
    fn is_empty_file(&self, text: &str) -> bool {
        text.trim().is_empty()
    }

    /// Reads the games of a piece.
    fn read(&self, _source: &SourceText, _assumptions: &Assumptions) -> Vec<Imported> {
        Vec::new()
    }

    /// How texts of several records are put together.
    fn frame(&self) -> FileWrapper {
        FileWrapper::SPACED
    }

    /// Whether the frame stands around a sole record too.
    fn wraps_single(&self) -> bool {
        true
    }

    /// The form of this format that is written to files whose names end so, where it has several.
    fn form_for(&self, _ending: &str) -> Option<&'static dyn Format> {
        None
    }

    /// Writes a record.
    ///
    /// # Errors
    /// Where the format has no room for it at all.
    fn write(&self, _checked: &Checked) -> Result<Exported, ExportError> {
        Err(ExportError::Record(format!("{} cannot be written", self.name())))
    }

    /// Writes a record that is the `number`th of those that are written, from 1.
    ///
    /// # Errors
    /// Where the format has no room for it at all.
    fn write_numbered(&self, checked: &Checked, _number: u64) -> Result<Exported, ExportError> {
        self.write(checked)
    }
}

const GIPF_COM: gipf_com::GipfCom = gipf_com::GipfCom(gipf_com::GipfComStyle::Complete);
const GIPF_COM_SHORT: gipf_com::GipfCom = gipf_com::GipfCom(gipf_com::GipfComStyle::Short);
const FIRST_SPOT: gipf_com::GipfCom = gipf_com::GipfCom(gipf_com::GipfComStyle::FirstSpot);

/// The foreign formats, the surest to recognise first.
pub static FORMATS: &[&dyn Format] = &[
    &boardspace::Boardspace,
    &sgf::Sgf,
    &abstractplay::AbstractPlayLines,
    &abstractplay::AbstractPlay,
    &json::JsonLines,
    &json::Json,
    &gf1::Gf1,
    &gf1::Gf1Log,
    &yaml::Yaml,
    &position::Position,
    &gdansk::Gdansk,
    &diagram::Diagram,
    &FIRST_SPOT,
    &GIPF_COM,
    &GIPF_COM_SHORT,
    &csv::Csv,
    &csv::CsvTurns,
];

/// The foreign format of that name.
pub fn format_named(name: &str) -> Option<&'static dyn Format> {
    FORMATS.iter().copied().find(|format| format.name() == name)
}

/// What a text is in.
#[derive(Clone, Copy)]
pub enum Recognised {
    /// The notation itself, or nothing at all.
    Notation,
    /// A foreign format.
    Foreign(&'static dyn Format),
}

/// What a text is in, of which the beginning may be enough, and the ending of its file's name: `sgf`.
/// `None` where it is nothing that can be read.
pub fn recognise(text: &str, ending: Option<&str>) -> Option<Recognised> {
    let text = text.trim_start_matches('\u{FEFF}');
    if text.lines().any(|line| line.trim_start().starts_with("[Game \"")) || text.trim().is_empty() {
        return Some(Recognised::Notation);
    }
    // A file of records says so by its name, whatever it begins with, unless it is in another encoding.
    let is_text = !text.trim_end_matches('\u{FFFD}').contains(['\u{FFFD}', '\0']);
    if ending == Some("pips") && is_text {
        return Some(Recognised::Notation);
    }
    let named = |format: &&&dyn Format| ending.is_some_and(|ending| format.endings().contains(&ending));
    let readers = || FORMATS.iter().filter(|format| format.reads());
    let found = readers().filter(named).chain(readers()).find(|format| format.recognises(text));
    found.map(|format| Recognised::Foreign(*format))
}

/// Says that a format is not for a record's game; else gives the game.
///
/// # Errors
/// Where the record does not say its game, or the format is for others.
pub fn game_for(format: &dyn Format, record: &Record) -> Result<GameId, ExportError> {
    let tag = record.tag("Game").map_or("", |tag| tag.value.as_str());
    let names: Vec<_> = format.games().iter().map(|game| game.title()).collect();
    match GameId::named(tag).filter(|game| format.games().contains(game)) {
        Some(game) => Ok(game),
        None => Err(ExportError::Game {
            format: format.name(),
            wanted: names.join(", "),
            game: match GameId::named(tag) {
                Some(game) => format!("one of {}", game.title()),
                None if tag.is_empty() => "without a game".to_owned(),
                None => format!("one of `{tag}`"),
            },
        }),
    }
}

/// What a conversion could not carry over: how many of which kind.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Losses(std::collections::BTreeMap<String, u64>);

impl Losses {
    /// Counts `count` things of a kind: a noun in the singular, which more words may follow.
    pub fn add(&mut self, kind: &str, count: u64) {
        if count > 0 {
            *self.0.entry(kind.to_owned()).or_default() += count;
        }
    }

    /// Adds another conversion's.
    pub fn merge(&mut self, other: Self) {
        for (kind, count) in other.0 {
            self.add(&kind, count);
        }
    }

    /// Each kind in words after its count: `3 tags Event`, `1 turn after a fault`; by the kinds' names.
    pub fn in_words(&self) -> impl Iterator<Item = String> {
        self.iter().map(|(kind, count)| {
            // Of a kind the noun comes first, at times with a sign before it.
            let noun = kind.find(|character: char| character.is_alphabetic()).unwrap_or(0);
            let end = kind[noun..].find(' ').map_or(kind.len(), |length| noun + length);
            let plural = if count == 1 { "" } else { "s" };
            format!("{count} {}{plural}{}", &kind[..end], &kind[end..])
        })
    }

    /// Each kind with its count, by name.
    pub fn iter(&self) -> impl Iterator<Item = (&str, u64)> {
        self.0.iter().map(|(kind, &count)| (kind.as_str(), count))
    }

    /// Whether nothing was lost.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

/// What keeps a text from being a document, as a finding.
fn syntax_finding(fault: Fault) -> Finding {
    let finding = Finding::new(&codes::SYNTAX, fault.span, fault.message);
    match fault.help {
        Some(help) => finding.with_help(help),
        None => finding,
    }
}
