//! Parts generated from a block: figures, table of turns, findings, link to the player.

use serde::{Serialize, Serializer};

use super::block_attributes::BlockAttributes;
use super::figure_width::Width;
use crate::draw::{Charset, Figure, Lang, write_text_figure};

/// Error in a block of a document.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct BookFault {
    /// Line of the document, from 1; 0 for the attributes of a single block.
    pub line: u64,
    /// Column in characters, from 1.
    pub column: u64,
    /// Description of the error, for the author of the document.
    pub message: String,
}

impl std::fmt::Display for BookFault {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.line {
            0 => write!(out, "after the tag: {}", self.message),
            line => write!(out, "line {line}, column {}: {}", self.column, self.message),
        }
    }
}

/// Figure of a document.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct BookFigure {
    /// Figure, without its caption.
    pub figure: Figure,
    /// Caption, without the number.
    pub caption: Option<String>,
    /// Number, if it has one.
    pub number: Option<u32>,
    /// Width that the document requests; `None` for the default.
    pub width: Option<Width>,
    /// Shows the figure as text instead of a picture.
    pub text: Option<Charset>,
    /// Label that cross-references use.
    pub label: Option<String>,
    /// Language of its text.
    pub lang: Lang,
}

impl BookFigure {
    /// Returns the caption, unless it is blank, as in `caption=""`.
    pub(crate) fn filled_caption(&self) -> Option<&String> {
        self.caption
            .as_ref()
            .filter(|caption| !caption.trim().is_empty())
    }

    /// Returns the caption with the number.
    pub(crate) fn full_caption(&self) -> Option<String> {
        match (self.number, self.filled_caption()) {
            (Some(number), Some(caption)) => {
                Some(self.lang.fill("Figure {0}: {1}", &[&number, caption]))
            }
            (Some(number), None) => Some(self.lang.fill("Figure {0}", &[&number])),
            (None, caption) => caption.cloned(),
        }
    }

    /// Returns the alternative text: its caption and its description.
    pub(crate) fn alt_text(&self) -> String {
        let words = &self.figure.words;
        match self.full_caption() {
            Some(caption) if words.is_empty() => caption,
            Some(caption) => format!("{}. {words}", caption.trim_end_matches('.')),
            None => words.clone(),
        }
    }

    /// Returns the figure with its caption, for formats without another place for it.
    pub(crate) fn with_caption(&self) -> Figure {
        Figure {
            caption: self.full_caption(),
            ..self.figure.clone()
        }
    }

    /// Returns the figure as text with its caption, if it is to be shown as text.
    pub(super) fn as_text(&self) -> Option<String> {
        Some(write_text_figure(&self.with_caption(), self.text?))
    }
}

/// Row of a table of turns, or of a table of solutions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Row {
    /// The number of the turn, or of the puzzle.
    pub(super) number: u32,
    /// The seat that took the turn, or the task of the puzzle.
    pub(super) seat_or_task: String,
    /// The turn, or the turns of the solution.
    pub(super) turns: String,
}

/// Plugins receive a row as an array.
impl Serialize for Row {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        (self.number, &self.seat_or_task, &self.turns).serialize(serializer)
    }
}

/// Turns of a record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct TurnTable {
    /// Column headings.
    pub(super) head: [&'static str; 3],
    pub(super) rows: Vec<Row>,
    /// The figure of each row, by its number among all figures of the document, from 0; empty if no
    /// row has one.
    pub(super) figures: Vec<Option<usize>>,
    /// The puzzle of each row in a table of solutions; empty in other tables.
    pub(super) puzzles: Vec<PuzzleSource>,
}

/// Place of a puzzle in its document, for documents that count their figures themselves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub(super) struct PuzzleSource {
    /// Index of its block, from 0.
    pub(super) block: usize,
    /// Its number among the puzzles, from 1.
    pub(super) puzzle: u32,
    /// True if its number in the table is the number of its figure.
    pub(super) numbered: bool,
}

impl TurnTable {
    /// Creates a table of turns. Names of seats that are colours are translated.
    pub(super) fn new(mut rows: Vec<Row>, lang: Lang) -> Self {
        for row in &mut rows {
            if let Some(seat) = lang.translation(&row.seat_or_task) {
                row.seat_or_task = seat.to_owned();
            }
        }
        let head = ["turn", "by", "played"].map(|word| lang.say(word));
        Self {
            head,
            rows,
            figures: Vec::new(),
            puzzles: Vec::new(),
        }
    }
}

/// Solution of a puzzle, for a table of solutions.
pub(super) struct Solution {
    /// Another solution of the same puzzle is a separate row.
    pub(super) row: Row,
    /// The figure of the puzzle, by its number among all figures of the document, from 0.
    pub(super) figure: Option<usize>,
    /// The puzzle.
    pub(super) source: PuzzleSource,
}

/// Returns a table of puzzles with their tasks and solutions.
pub(super) fn table_of_solutions(solutions: Vec<Solution>, lang: Lang) -> TurnTable {
    let figures = solutions.iter().map(|solution| solution.figure).collect();
    let puzzles = solutions.iter().map(|solution| solution.source).collect();
    let rows = solutions.into_iter().map(|solution| solution.row).collect();
    TurnTable {
        head: ["puzzle", "task", "solution"].map(|word| lang.say(word)),
        rows,
        figures,
        puzzles,
    }
}

/// Part generated from a block.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Part {
    Figure(Box<BookFigure>),
    Table(TurnTable),
    Finding(String),
    Player(PlayerPart, Lang),
}

/// Target player of a link.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum PlayerPart {
    /// Player to be written to a file or embedded.
    Page(String),
    /// Existing address.
    At(String),
}

/// Returns the text of a link to the player.
pub(super) fn play_it(lang: Lang) -> &'static str {
    lang.say("Play it through")
}

/// Returns the errors of a document, sorted by place.
pub(super) fn sort_faults(mut faults: Vec<BookFault>) -> Vec<BookFault> {
    faults.sort_by_key(|fault| (fault.line, fault.column));
    faults
}

/// Everything generated from a block.
pub(super) struct Parts {
    pub(super) parts: Vec<Part>,
    pub(super) attributes: BlockAttributes,
}
