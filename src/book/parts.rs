//! What a block becomes: figures, a table of turns, findings, a link to the page that plays its record.

use super::attributes::{BlockAttributes, Width};
use crate::draw::{Charset, Figure, Lang, write_text_figure};

/// What is wrong with a block of a page, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BookFault {
    /// The line of the page, from 1; 0 for what stands behind the tag of a block of Typst.
    pub line: u64,
    /// Its column in characters, from 1.
    pub column: u64,
    /// What is wrong.
    pub message: String,
}

impl std::fmt::Display for BookFault {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.line {
            0 => write!(out, "behind the tag: {}", self.message),
            line => write!(out, "line {line}, column {}: {}", self.column, self.message),
        }
    }
}

/// A figure of a page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BookFigure {
    /// The figure, without its caption.
    pub figure: Figure,
    /// The words beneath it, without its number.
    pub caption: Option<String>,
    /// Its number; `None` where it has none.
    pub number: Option<u32>,
    /// How wide it is to be.
    pub width: Option<Width>,
    /// As text instead of a picture.
    pub text: Option<Charset>,
    /// By what it is referred to.
    pub label: Option<String>,
    /// The language of its words.
    pub lang: Lang,
}

impl BookFigure {
    /// The caption with the number.
    pub fn full_caption(&self) -> Option<String> {
        match (self.number, &self.caption) {
            (Some(number), Some(caption)) => Some(self.lang.fill("Figure {0}: {1}", &[&number, caption])),
            (Some(number), None) => Some(self.lang.fill("Figure {0}", &[&number])),
            (None, caption) => caption.clone(),
        }
    }

    /// What stands for it where it is not seen: its caption and its words.
    pub fn alternative(&self) -> String {
        match self.full_caption() {
            Some(caption) => format!("{}. {}", caption.trim_end_matches('.'), self.figure.words),
            None => self.figure.words.clone(),
        }
    }

    /// The figure with its caption, for what has no other place for it.
    pub fn captioned(&self) -> Figure {
        Figure { caption: self.full_caption(), ..self.figure.clone() }
    }

    /// Its text with its caption, if that is how it is to be shown.
    pub(super) fn as_text(&self) -> Option<String> {
        Some(write_text_figure(&self.captioned(), self.text?))
    }
}

/// A turn of a table: its number, the seat, what was played.
pub(super) type Row = (u32, String, String);

/// The turns of a record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct TurnTable {
    /// What stands above its columns.
    pub(super) head: [&'static str; 3],
    pub(super) rows: Vec<Row>,
}

impl TurnTable {
    pub(super) fn new(rows: Vec<Row>, lang: Lang) -> Self {
        let seat_in = |seat: String| lang.of_template(&seat).map_or(seat, str::to_owned);
        let rows = rows.into_iter().map(|(number, seat, turn)| (number, seat_in(seat), turn)).collect();
        Self { head: ["turn", "by", "played"].map(|word| lang.say(word)), rows }
    }
}

/// A part of what a block becomes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Part {
    Figure(Box<BookFigure>),
    Table(TurnTable),
    Finding(String),
    Player(PlayerPart, Lang),
}

/// What leads to the page that plays a record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum PlayerPart {
    /// A page to be put somewhere.
    Page(String),
    /// One that is there.
    At(String),
}

/// What a link to that page says.
pub(super) fn play_it(lang: Lang) -> &'static str {
    lang.say("Play it through")
}

/// What a block becomes.
pub(super) struct Parts {
    pub(super) parts: Vec<Part>,
    /// What was asked for.
    pub(super) attributes: BlockAttributes,
}
