//! Lines beneath a board: words, and small drawings among them.

use super::elements::Elements;
use super::place::{Place, UNIT};
use super::scene::{Element, Role, Shape};

/// How high a line is.
pub(super) const LINE: i32 = UNIT * 46 / 100;

/// A part of a note: words, or something drawn among them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Run {
    /// Words.
    Words(String),
    /// A drawing as high as a line; its upper left corner is 0.
    Drawing {
        /// What is drawn.
        elements: Elements,
        /// Its width and height.
        size: Place,
        /// What stands for it where only words can.
        words: String,
    },
    /// A new line, where there are lines: words go on.
    Break,
}

/// A line beneath the board.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Note {
    /// What it is made of.
    pub runs: Vec<Run>,
}

impl Note {
    /// A note of words alone.
    pub fn of_words(words: impl Into<String>) -> Self {
        Self { runs: vec![Run::Words(words.into())] }
    }

    /// Words behind a drawing, for which a text stands where only words can.
    pub fn beside(elements: Vec<Element>, size: Place, text: &str, words: impl Into<String>) -> Self {
        let text = if text.is_empty() { String::new() } else { format!("{text} ") };
        let drawing = Run::Drawing { elements: elements.into(), size, words: text };
        Self { runs: vec![drawing, Run::Words(words.into())] }
    }

    /// A note about a seat, behind a small piece of it where it has one look; an arrow head marks the
    /// seat to move.
    pub fn of_seat(look: Option<u8>, to_move: bool, words: impl Into<String>) -> Self {
        let at = |x: i32, y: i32| Place { x: UNIT * x / 100, y: LINE / 2 + UNIT * y / 100 };
        let piece = |seat| Element::bare(Shape::Disc { at: at(36, 0), radius: UNIT * 14 / 100 }, Role::Piece(seat));
        let mut elements: Vec<Element> = look.into_iter().map(piece).collect();
        if to_move {
            let corners = vec![at(0, -11), at(16, 0), at(0, 11)];
            elements.push(Element::bare(Shape::Polygon { corners }, Role::ArrowHead));
        }
        Self::beside(elements, Place { x: UNIT * 62 / 100, y: LINE }, "", words)
    }

    /// Adds words that the text forms alone have.
    #[must_use]
    pub fn with_text(mut self, words: String) -> Self {
        self.runs.push(Run::Drawing { elements: Elements::default(), size: Place::default(), words });
        self
    }

    /// Whether it shows things in a grid, which no words can stand for.
    pub(crate) fn is_grid(&self) -> bool {
        self.runs.contains(&Run::Break)
    }

    /// It in words.
    pub fn words(&self) -> String {
        let words = self.runs.iter().map(|run| match run {
            Run::Words(words) | Run::Drawing { words, .. } => words.as_str(),
            Run::Break => "",
        });
        words.collect()
    }
}
