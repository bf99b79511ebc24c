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
mod format;
mod gdansk;
mod gf1;
mod gipf_com;
mod gipf_rules;
mod gipf_turns;
mod import_losses;
mod json;
mod losses;
mod model;
mod other_game;
mod piece_scanner;
pub mod pips;
mod pips_in_documents;
mod position;
mod quoted_mail;
mod recognise;
mod rest_after_fault;
mod sgf;
mod stream_pieces;
mod yaml;

pub use convert_in_memory::{Conversion, Converted, NotConverted, PARTLY_QUOTED, convert};
pub use csv::row as csv_row;
pub use draft::Imported;
pub use encoding::TextStream;
#[doc(hidden)]
pub use encoding::{Decoded, decode};
pub use format::{ExportError, Exported, FileWrapper, Format, FormatInfo};
pub use losses::Losses;
pub use other_game::OtherGame;
pub use position::tags_of as tags_of_position;
pub use recognise::{Recognised, recognise};
#[doc(hidden)]
pub use stream_pieces::{Cut, CutPiece, Pieces};

use draft::{Draft, DraftItem, DraftLine, DraftTag, DraftTurn};
use finding_limit::{KeepFindings, KeptGames};
use format::game_for;
use stream_pieces::MAX_COMMENT_BYTES;

use crate::findings::Finding;
use crate::findings::codes::import as codes;
use crate::games::{Context, GameId};
use crate::text::UnknownName;
use crate::text::tree::Fault;

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
    &GIPF_COM_FIRST_SPOT,
    &GIPF_COM,
    &GIPF_COM_SHORT,
    &csv::Csv,
    &csv::CsvTurns,
];

/// The notation of gipf.com in its three styles.
const GIPF_COM: gipf_com::GipfCom = gipf_com::GipfCom(gipf_com::GipfComStyle::Complete);
const GIPF_COM_SHORT: gipf_com::GipfCom = gipf_com::GipfCom(gipf_com::GipfComStyle::Short);
const GIPF_COM_FIRST_SPOT: gipf_com::GipfCom = gipf_com::GipfCom(gipf_com::GipfComStyle::FirstSpot);

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

/// Facts that the caller knows and the source does not state.
///
/// ```
/// use pipscribe::formats::Assumptions;
///
/// let mut assumptions = Assumptions::default();
/// assumptions.variant = Some("basic".to_owned());
/// ```
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
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

/// Returns the finding for a text that is not a valid document.
fn syntax_finding(fault: Fault) -> Finding {
    let finding = Finding::new(&codes::SYNTAX, fault.span, fault.message);
    match fault.help {
        Some(help) => finding.with_help(help),
        None => finding,
    }
}
