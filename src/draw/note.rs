//! Notes below a board: text with small drawings in it.

use super::elements::Elements;
use super::place::{Place, UNIT};
use super::scene::{Element, Role, Shape};

/// Line height.
pub(super) const LINE: i32 = UNIT * 46 / 100;

/// Part of a note: text, or a drawing in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Run {
    /// Text.
    Words(String),
    /// Drawing as high as a line; its origin is its upper left corner.
    Drawing {
        /// Elements of the drawing.
        elements: Elements,
        /// Width and height.
        size: Place,
        /// Replacement where only text is possible.
        words: String,
    },
    /// Line break, where the output has lines; otherwise the text continues.
    Break,
}

impl Run {
    /// Creates text that only the text forms show.
    pub fn only_text(words: String) -> Self {
        Self::Drawing {
            elements: Elements::default(),
            size: Place::default(),
            words,
        }
    }
}

/// Note below the board.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Note {
    /// Parts of the note.
    pub runs: Vec<Run>,
}

impl Note {
    /// Creates a note of text only.
    pub fn of_words(words: impl Into<String>) -> Self {
        Self {
            runs: vec![Run::Words(words.into())],
        }
    }

    /// Creates a note of a drawing followed by text; `text` replaces the drawing where only text is
    /// possible.
    pub fn beside(
        elements: Vec<Element>,
        size: Place,
        text: &str,
        words: impl Into<String>,
    ) -> Self {
        let text = if text.is_empty() {
            String::new()
        } else {
            format!("{text} ")
        };
        let drawing = Run::Drawing {
            elements: elements.into(),
            size,
            words: text,
        };
        Self {
            runs: vec![drawing, Run::Words(words.into())],
        }
    }

    /// Returns true if a drawing in the note has an element of this role.
    pub(super) fn has(&self, role: Role) -> bool {
        let is_drawn = |run: &Run| match run {
            Run::Drawing { elements, .. } => elements.iter().any(|element| element.role == role),
            Run::Words(_) | Run::Break => false,
        };
        self.runs.iter().any(is_drawn)
    }

    /// Creates a note about a seat, after a small piece of it if its pieces all look alike. An
    /// arrow head marks the seat to move.
    pub fn of_seat(look: Option<u8>, to_move: bool, words: impl Into<String>) -> Self {
        let at = |x: i32, y: i32| Place {
            x: UNIT * x / 100,
            y: LINE / 2 + UNIT * y / 100,
        };
        let piece = |seat| {
            Element::bare(
                Shape::Disc {
                    at: at(36, 0),
                    radius: UNIT * 14 / 100,
                },
                Role::Piece(seat),
            )
        };
        let mut elements: Vec<Element> = look.into_iter().map(piece).collect();
        if to_move {
            let corners = vec![at(0, -11), at(16, 0), at(0, 11)];
            elements.push(Element::bare(Shape::Polygon { corners }, Role::ArrowHead));
        }
        let width = if look.is_some() {
            UNIT * 62 / 100
        } else {
            UNIT * 26 / 100
        };
        Self::beside(elements, Place { x: width, y: LINE }, "", words)
    }

    /// Adds text that only the text forms show.
    #[must_use]
    pub fn with_text(mut self, words: String) -> Self {
        self.runs.push(Run::only_text(words));
        self
    }

    /// Creates a note that only the text forms show.
    pub fn of_text(words: String) -> Self {
        Self::default().with_text(words)
    }

    /// Returns true if pictures show any of the note.
    pub(super) fn is_drawn(&self) -> bool {
        self.runs.iter().any(|run| match run {
            Run::Words(words) => !words.is_empty(),
            Run::Drawing { size, .. } => *size != Place::default(),
            Run::Break => false,
        })
    }

    /// Returns the note as text.
    pub fn words(&self) -> String {
        let words = self.runs.iter().map(|run| match run {
            Run::Words(words) | Run::Drawing { words, .. } => words.as_str(),
            Run::Break => "",
        });
        // Text is never broken at spaces.
        words.collect::<String>().replace('\u{A0}', " ")
    }
}
