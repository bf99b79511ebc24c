//! Formats: the notation itself, and formats of other programs and sites. Each has a module that
//! reads and writes it; [`FORMATS`] lists them.
//!
//! Data flow: a reader makes a `Draft` of each game, in which every part has its span in the
//! foreign text. The draft becomes a record, which is checked. Findings are mapped back to their
//! place in the source. A writer takes a record and returns its text with the [`Losses`]: the
//! content that the format could not carry.

mod abstractplay;
mod boardspace;
mod candidate_setups;
mod conversion_output;
mod convert_in_memory;
pub mod converter;
mod csv;
mod diagram;
mod draft;
#[cfg(feature = "encodings")]
mod encoding;
#[cfg(not(feature = "encodings"))]
#[path = "encoding/utf8_only.rs"]
mod encoding;
mod export_losses;
mod finding_limit;
mod gdansk;
mod gf1;
mod gipf_com;
mod gipf_rules;
mod gipf_turns;
mod import_losses;
mod json;
mod model;
mod other_game;
pub mod pips;
mod pips_in_documents;
mod position;
mod quoted_mail;
mod rest_after_fault;
mod sgf;
mod stream_pieces;
mod yaml;

use crate::findings::codes::import as codes;
pub use convert_in_memory::{Conversion, Converted, NotConverted, PARTLY_QUOTED, convert};
pub use csv::row as csv_row;
pub use draft::Imported;
use draft::{Draft, DraftItem, DraftLine, DraftTag, DraftTurn};
pub use encoding::{Decoded, TextStream, decode};
pub use other_game::OtherGame;
pub use position::tags_of as tags_of_position;
use stream_pieces::MAX_COMMENT_BYTES;
pub use stream_pieces::{Cut, CutPiece, Pieces};

use std::fmt;

use finding_limit::{KeepFindings, KeptGames};

use crate::check::Checked;
use crate::findings::{Finding, Hint, Hinted};
use crate::games::{Context, GameId};
use crate::notation::Record;
use crate::text::tree::Fault;
use crate::text::{SourceText, UnknownName, counted};

/// Facts that the caller knows and the source does not state.
#[derive(Clone, Debug, Default)]
pub struct Assumptions {
    /// Game that is played.
    pub game: Option<GameId>,
    /// Value of the tag `Variant`.
    pub variant: Option<String>,
    /// Value of the tag `Options`.
    pub options: Option<String>,
    /// Finds the decks of the Pipe Game.
    pub context: Context,
}

/// Record written in a foreign format.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Exported {
    /// Text of the record in the format.
    pub text: String,
    /// Parts of the record that the format could not carry.
    pub losses: Losses,
}

/// Reason why a record cannot be written in a format at all.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ExportError {
    /// The format is for other games.
    #[error("{format} is a format for {wanted}, but this record is {game}")]
    Game {
        /// Name of the format.
        format: &'static str,
        /// Games of the format.
        wanted: String,
        /// Game of the record.
        game: String,
    },
    /// The set-up of the record is invalid.
    #[error("the tags of this record are invalid")]
    NoStart,
    /// The format needs something that the record lacks.
    #[error("{0}")]
    Record(String),
}

impl Hinted for ExportError {
    fn hint(&self) -> Option<Hint> {
        matches!(self, Self::NoStart).then_some(Hint::CheckRecord)
    }
}

/// Text around and between the texts of several records.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FileWrapper {
    /// Text before the first record.
    pub head: &'static str,
    /// Text between two records.
    pub between: &'static str,
    /// Text after the last record.
    pub tail: &'static str,
}

impl FileWrapper {
    /// Wrapper for records that follow each other without a separator.
    pub(crate) const PLAIN: Self = Self {
        head: "",
        between: "",
        tail: "",
    };
    /// Wrapper for records that are separated by an empty line.
    pub(crate) const SPACED: Self = Self {
        head: "",
        between: "\n",
        tail: "",
    };
}

/// Fixed properties of a foreign format.
#[derive(Clone, Copy, Debug)]
pub struct FormatInfo {
    /// Name on the command line: `gipf.com`.
    pub name: &'static str,
    /// Description in one line.
    pub about: &'static str,
    /// Reference page as Markdown: what the format carries, what is lost, and what is assumed.
    pub page: &'static str,
    /// Games that the format supports.
    pub games: &'static [GameId],
    /// File extensions of the format.
    pub endings: &'static [&'static str],
    /// True if the format can be read.
    pub reads: bool,
    /// True if the format can be written.
    pub writes: bool,
    /// Places where a stream is split into pieces that are read separately.
    pub cut: Cut,
    /// Text around and between several records.
    pub frame: FileWrapper,
    /// True if that text also surrounds a single record.
    pub wraps_single: bool,
}

impl FormatInfo {
    /// Defaults: a format for all games that can be read and written, in which documents follow
    /// each other.
    pub(crate) const USUAL: Self = Self {
        name: "",
        about: "",
        page: "",
        games: &GameId::ALL,
        endings: &[],
        reads: true,
        writes: true,
        cut: Cut::Whole,
        frame: FileWrapper::SPACED,
        wraps_single: true,
    };
}

/// Foreign format: how to recognise, read and write it.
pub trait Format: Sync {
    /// Returns the fixed properties of the format.
    fn info(&self) -> FormatInfo;

    /// Returns the name on the command line: `gipf.com`.
    fn name(&self) -> &'static str {
        self.info().name
    }

    /// Returns the games that the format supports.
    fn games(&self) -> &'static [GameId] {
        self.info().games
    }

    /// Returns the file extensions of the format.
    fn endings(&self) -> &'static [&'static str] {
        self.info().endings
    }

    /// Returns true if the format can be read.
    fn reads(&self) -> bool {
        self.info().reads
    }

    /// Returns true if the format can be written.
    fn writes(&self) -> bool {
        self.info().writes
    }

    /// Returns true if a text, or its beginning, looks like this format and no other.
    fn recognises(&self, _text: &str) -> bool {
        false
    }

    /// Returns the reason why a text that begins like this is recognised as this format, if other
    /// readings are possible.
    fn reason(&self, _text: &str) -> Option<&'static str> {
        None
    }

    /// Returns the encoding that a text declares, if it is not UTF-8.
    fn declared_encoding(&self, _bytes: &[u8]) -> Option<String> {
        None
    }

    /// Returns true for the file that zero records would produce.
    fn is_empty_file(&self, text: &str) -> bool {
        text.trim().is_empty()
    }

    /// Reads the games of a piece.
    fn read(&self, _source: &SourceText, _assumptions: &Assumptions) -> Vec<Imported> {
        Vec::new()
    }

    /// Returns the form of this format that is written to files with this extension, if there are
    /// several forms.
    fn form_for(&self, _ending: &str) -> Option<&'static dyn Format> {
        None
    }

    /// Writes a record.
    ///
    /// # Errors
    /// Returns an error if the format cannot hold the record at all.
    fn write(&self, _checked: &Checked) -> Result<Exported, ExportError> {
        Err(ExportError::Record(format!(
            "{} cannot be written",
            self.name()
        )))
    }

    /// Writes a record; `number` counts the records written, from 1.
    ///
    /// # Errors
    /// Returns an error if the format cannot hold the record at all.
    fn write_numbered(&self, checked: &Checked, _number: u64) -> Result<Exported, ExportError> {
        self.write(checked)
    }
}

const GIPF_COM: gipf_com::GipfCom = gipf_com::GipfCom(gipf_com::GipfComStyle::Complete);
const GIPF_COM_SHORT: gipf_com::GipfCom = gipf_com::GipfCom(gipf_com::GipfComStyle::Short);
const FIRST_SPOT: gipf_com::GipfCom = gipf_com::GipfCom(gipf_com::GipfComStyle::FirstSpot);

/// Foreign formats, in the order in which they are recognised: the most distinctive first.
pub static FORMATS: &[&dyn Format] = &[
    &boardspace::Boardspace,
    &sgf::Sgf,
    &sgf::SgfMoves,
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

/// Returns the foreign format with this name.
pub fn format_named(name: &str) -> Option<&'static dyn Format> {
    FORMATS.iter().copied().find(|format| format.name() == name)
}

impl std::str::FromStr for &'static dyn Format {
    type Err = UnknownName;

    fn from_str(name: &str) -> Result<Self, UnknownName> {
        format_named(name).ok_or_else(|| {
            UnknownName::new("format", name, FORMATS.iter().map(|format| format.name()))
        })
    }
}

/// Format of a text, as recognised.
#[derive(Clone)]
#[non_exhaustive]
pub enum Recognised {
    /// The notation itself, or an empty text.
    Notation,
    /// A foreign format.
    Foreign(&'static dyn Format),
    /// A record of a game that the notation does not support.
    OtherGame(OtherGame),
}

/// Recognises the format of a text from its beginning and the file extension (`sgf`). Returns
/// `None` if no reader matches.
pub fn recognise(text: &str, ending: Option<&str>) -> Option<Recognised> {
    let text = text.trim_start_matches('\u{FEFF}');
    if text
        .lines()
        .any(|line| line.trim_start().starts_with("[Game \""))
        || text.trim().is_empty()
    {
        return Some(Recognised::Notation);
    }
    if let Some(other) = OtherGame::of_text(text) {
        return Some(Recognised::OtherGame(other));
    }
    // Quotation marks would be read as turns.
    if quoted_mail::quotes_record(text) {
        return None;
    }
    // A file with the extension of the notation is read as the notation, unless the text is in
    // another encoding.
    let is_text = !text
        .trim_end_matches('\u{FFFD}')
        .contains(['\u{FFFD}', '\0']);
    if ending == Some("pips") && is_text {
        return Some(Recognised::Notation);
    }

    let has_ending =
        |format: &&&dyn Format| ending.is_some_and(|ending| format.endings().contains(&ending));
    let readers = || FORMATS.iter().filter(|format| format.reads());
    let likeliest_first = readers().filter(has_ending).chain(readers());
    likeliest_first
        .copied()
        .find(|format| format.recognises(text))
        .map(Recognised::Foreign)
}

/// Returns the game of a record.
///
/// # Errors
/// Returns an error if the record does not name its game, or the format is for other games.
pub(crate) fn game_for(format: &dyn Format, record: &Record) -> Result<GameId, ExportError> {
    let tag = record.tag_value("Game").unwrap_or_default();
    let game = match GameId::named(tag) {
        Some(game) if format.games().contains(&game) => return Ok(game),
        Some(game) => format!("one of {}", game.title()),
        None if tag.is_empty() => "without a game".to_owned(),
        None => format!("one of `{tag}`"),
    };
    let titles: Vec<_> = format.games().iter().map(|game| game.title()).collect();
    Err(ExportError::Game {
        format: format.name(),
        wanted: titles.join(", "),
        game,
    })
}

/// Losses of a conversion: counts by kind.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Losses(std::collections::BTreeMap<String, u64>);

impl Losses {
    /// Adds `count` losses of a kind. `kind` begins with a noun in the singular; more words may
    /// follow.
    pub fn add(&mut self, kind: &str, count: u64) {
        if count > 0 {
            *self.0.entry(kind.to_owned()).or_default() += count;
        }
    }

    /// Adds the losses of another conversion.
    pub fn merge(&mut self, other: Self) {
        for (kind, count) in other.0 {
            self.add(&kind, count);
        }
    }

    /// Returns each kind in words with its count, sorted by kind: `3 tags Event`,
    /// `1 turn after a fault`.
    pub fn in_words(&self) -> impl Iterator<Item = String> {
        self.iter().map(|(kind, count)| {
            // The noun to put into the plural comes first; a sign may precede it.
            let noun = kind
                .find(|character: char| character.is_alphabetic())
                .unwrap_or(0);
            let end = kind[noun..]
                .find(' ')
                .map_or(kind.len(), |length| noun + length);
            counted(count, &kind[..end]) + &kind[end..]
        })
    }

    /// Returns each kind with its count, sorted by kind.
    pub fn iter(&self) -> impl Iterator<Item = (&str, u64)> {
        self.0.iter().map(|(kind, &count)| (kind.as_str(), count))
    }

    /// Returns true if nothing was lost.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

/// Writes each kind in words with its count: `3 tags Event, 1 turn after a fault`.
impl fmt::Display for Losses {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.in_words().collect::<Vec<_>>().join(", "))
    }
}

/// Returns the finding for a text that is not a valid document.
fn syntax_finding(fault: Fault) -> Finding {
    let finding = Finding::new(&codes::SYNTAX, fault.span, fault.message);
    match fault.help {
        Some(help) => finding.with_help(help),
        None => finding,
    }
}
