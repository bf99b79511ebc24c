//! What a foreign format is: its fixed properties ([`FormatInfo`]), how to recognise, read and
//! write it ([`Format`]), and the result of writing a record ([`Exported`] or [`ExportError`]).

use super::{Assumptions, Cut, Imported, Losses};
use crate::check::Checked;
use crate::findings::{Hint, Hinted};
use crate::games::GameId;
use crate::notation::Record;
use crate::text::SourceText;

/// Foreign format: how to recognise, read and write it.
///
/// ```
/// use pipscribe::Checked;
/// use pipscribe::formats::{Format, format_named};
///
/// let sgf: &dyn Format = format_named("sgf").expect("a format");
/// assert!(sgf.info().reads && sgf.info().endings.contains(&"sgf"));
/// let checked = Checked::from_text("[Game \"gipf\"]\n[Variant \"basic\"]\n\n1. b3 *\n");
/// assert!(sgf.write(&checked).is_ok());
/// ```
pub trait Format: Sync {
    /// Returns the fixed properties of the format.
    fn info(&self) -> FormatInfo;

    /// Returns the name on the command line: `gipf.com`.
    fn name(&self) -> &'static str {
        self.info().name
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
    #[doc(hidden)]
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

/// Returns the game of a record.
///
/// # Errors
/// Returns an error if the record does not name its game, or the format is for other games.
pub(super) fn game_for(format: &dyn Format, record: &Record) -> Result<GameId, ExportError> {
    let tag = record.tag_value("Game").unwrap_or_default();

    // The error goes on after "this record is".
    let game_in_words = match GameId::named(tag) {
        Some(game) if format.info().games.contains(&game) => return Ok(game),
        Some(game) => format!("one of {}", game.title()),
        None if tag.is_empty() => "without a game".to_owned(),
        None => format!("one of `{tag}`"),
    };

    let titles: Vec<_> = format
        .info()
        .games
        .iter()
        .map(|game| game.title())
        .collect();
    Err(ExportError::Game {
        format: format.name(),
        wanted: titles.join(", "),
        game: game_in_words,
    })
}
