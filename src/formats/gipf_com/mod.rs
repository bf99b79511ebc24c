//! The format `gipf.com` in its styles. `recognition.rs` recognises a text, `page.rs` splits it
//! into games ([`ForeignGame`]), and `import.rs` makes a record of each. `dialect.rs` and
//! `webgipf.rs` convert the turns of other programs, and `write.rs` exports. The reference page
//! follows.
//!
#![doc = include_str!("page.md")]

mod dialect;
mod headings;
mod import;
mod lines;
mod outline;
mod page;
mod recognition;
mod turn_number_check;
mod webgipf;
mod worded_result;
mod write;

use super::{
    Assumptions, Cut, DraftTag, ExportError, Exported, Format, FormatInfo, Imported, OtherGame,
    codes, game_for,
};
use crate::check::Checked;
use crate::findings::Finding;
use crate::games::GameId;
use crate::games::gipf::Colour;
use crate::text::{SourceText, Span};

use dialect::NamedSpot;
use headings::is_pgn_tags;
use import::import;
use page::split_games;
use recognition::{fits_first_spot, is_game_of_gipf};
use turn_number_check::RowNumber;

use grammar::Rule;

mod grammar {
    //! Rules of `grammar/gipf_com.pest`.

    #[derive(pest_derive::Parser)]
    #[grammar = "../grammar/gipf_com.pest"]
    pub(crate) struct Grammar;
}

/// Style of turns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum GipfComStyle {
    /// All removed pieces, and the reserves.
    Complete,
    /// A bare `x` if it is unambiguous, without reserves.
    Short,
    /// The first spot after the dot, without reserves.
    FirstSpot,
}

/// The format `gipf.com` in one of its styles.
#[derive(Clone, Copy, Debug)]
pub(super) struct GipfCom(pub GipfComStyle);

impl Format for GipfCom {
    fn info(&self) -> FormatInfo {
        let (name, about) = match self.0 {
            GipfComStyle::Complete => ("gipf.com", "the notation of gipf.com"),
            GipfComStyle::Short => ("gipf.com-short", "gipf.com notation in its short style"),
            GipfComStyle::FirstSpot => (
                "gipf.first-spot",
                "gipf.com notation with the first spot of a push, not the last",
            ),
        };
        FormatInfo {
            name,
            about,
            page: include_str!("page.md"),
            games: &[GameId::Gipf],
            cut: Cut::PagesThatBegin(outline::begins),
            ..FormatInfo::USUAL
        }
    }

    fn recognises(&self, text: &str) -> bool {
        is_game_of_gipf(text) && (self.0 != GipfComStyle::FirstSpot || fits_first_spot(text))
    }

    fn reason(&self, text: &str) -> Option<&'static str> {
        Some(match self.0 {
            GipfComStyle::FirstSpot => {
                "fewer of its turns are legal as gipf.com, which was tried too"
            }
            _ if text.lines().any(is_pgn_tags) => "it has turns of GIPF, and tags as in PGN",
            _ => "it has turns of GIPF",
        })
    }

    fn read(&self, source: &SourceText, assumptions: &Assumptions) -> Vec<Imported> {
        let named_spot = match self.0 {
            GipfComStyle::FirstSpot => NamedSpot::First,
            GipfComStyle::Complete | GipfComStyle::Short => NamedSpot::Reached,
        };
        split_games(source)
            .into_iter()
            .map(|game| match game.other_game() {
                Some(finding) => Imported::refused(vec![finding]),
                None => import(source, game, assumptions, named_spot),
            })
            .collect()
    }

    fn write(&self, checked: &Checked) -> Result<Exported, ExportError> {
        game_for(self, checked.record())?;
        let (text, losses) = write::write_in(checked, self.0);
        Ok(Exported { text, losses })
    }
}

/// Turn of the source.
#[derive(Clone)]
struct ForeignTurn {
    /// The turn in the notation of this crate.
    text: String,
    /// The colour that its push names.
    colour: Option<Colour>,
    span: Span,
    /// The reserve of the mover that the source notes after the turn, with its span.
    reserve: Option<(u32, Span)>,
    /// Text after the turn.
    after: Vec<String>,
}

impl ForeignTurn {
    /// Creates a turn without anything else.
    fn new(text: &str, span: Span) -> Self {
        Self {
            text: text.to_owned(),
            colour: None,
            span,
            reserve: None,
            after: Vec::new(),
        }
    }
}

/// Game of the source.
#[derive(Clone, Default)]
struct ForeignGame {
    tags: Vec<DraftTag>,
    /// Text before the first turn.
    opening: Vec<String>,
    turns: Vec<ForeignTurn>,
    /// Numbers before turns.
    numbers: Vec<RowNumber>,
    /// Result after the last turn: `1-0`.
    outcome: Option<(String, Span)>,
    /// Reason for the end of the game, as a value of the tag `Termination`.
    termination: Option<(&'static str, Span)>,
    /// Variations and glyphs of PGN that are kept as comments.
    kept_as_comments: Vec<Span>,
    findings: Vec<Finding>,
}

impl ForeignGame {
    /// Returns the value of a tag.
    fn tag(&self, name: &str) -> Option<&str> {
        self.tags
            .iter()
            .find(|tag| tag.name == name)
            .map(|tag| tag.value.as_str())
    }

    /// Returns the finding on a game of another kind, such as chess, among games of GIPF.
    fn other_game(&self) -> Option<Finding> {
        let tags = self.tags.iter().map(|tag| format!("[{} \"\"]\n", tag.name));
        let turns = self.turns.iter().map(|turn| format!("{} ", turn.text));
        let text: String = tags.chain(turns).collect();
        let OtherGame { game, evidence } = OtherGame::from_text(&text)?;
        let message = format!("This is {game}, as {evidence} shows: it cannot be read.");
        let first = self.turns.first().map(|turn| turn.span);
        let finding = Finding::new(&codes::VALUE, first.unwrap_or_default(), message);
        Some(finding.with_help("Only the games of this notation are written."))
    }
}
