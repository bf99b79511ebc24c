//! Notes below a board: text with small drawings in it. The *text forms* of a figure consist of
//! characters; *pictures* are all other forms.

use super::elements::{Element, Elements};
use super::geometry::{Place, UNIT};
use super::role::Role;
use super::shape::Shape;

/// Line height: 10.5 points beside letters of 7.5 points.
pub(crate) const LINE: i32 = UNIT * 406 / 1000;
/// Radius of the piece that represents a seat.
const SEAT_PIECE_RADIUS: i32 = UNIT * 128 / 1000;

/// Part of a note: text, or a drawing in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Run {
    /// Text.
    Words(String),
    /// Text with shorter forms for pictures.
    Worded(Wording),
    /// The next column of the notes on the seats.
    Tab,
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

/// Text with shorter forms for pictures.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wording {
    /// The whole text, for the text forms.
    pub words: String,
    /// The text in pictures.
    pub pictured: String,
    /// The text in narrow pictures.
    pub narrow: String,
}

impl Wording {
    /// Creates a text with the same form in all pictures.
    pub(crate) fn new(words: impl Into<String>, pictured: impl Into<String>) -> Self {
        let pictured = pictured.into();
        Self {
            words: words.into(),
            narrow: pictured.clone(),
            pictured,
        }
    }

    /// Returns the run of the text.
    fn into_run(self) -> Run {
        if self.words == self.pictured && self.words == self.narrow {
            Run::Words(self.words)
        } else {
            Run::Worded(self)
        }
    }
}

impl<T: Into<String>> From<T> for Wording {
    fn from(words: T) -> Self {
        let words = words.into();
        Self::new(words.clone(), words)
    }
}

impl Run {
    /// Creates text that only the text forms show.
    pub(crate) fn only_text(words: String) -> Self {
        Self::Drawing {
            elements: Elements::default(),
            size: Place::default(),
            words,
        }
    }
}

/// Place of a note in the grid below the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum NoteKind {
    /// Text.
    #[default]
    Text,
    /// Possessions of a seat, after a column for the triangle that marks the seat to move.
    Seat,
    /// Line of a legend: a sign and its meaning.
    Sign,
}

/// Note below the board.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Note {
    /// Place in the grid.
    pub kind: NoteKind,
    /// Parts of the note.
    pub runs: Vec<Run>,
    /// Role of a piece of the seat that the note is about, for pages that show one.
    pub(crate) piece: Option<Role>,
}

impl Note {
    /// Creates a note of text only.
    pub(crate) fn of_words(words: impl Into<String>) -> Self {
        Self::from(vec![Run::Words(words.into())])
    }

    /// Creates a line of a legend: a drawing followed by text; `text` replaces the drawing where
    /// only text is possible.
    pub(crate) fn beside(
        elements: Vec<Element>,
        size: Place,
        text: &str,
        words: impl Into<Wording>,
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
            kind: NoteKind::Sign,
            runs: vec![drawing, words.into().into_run()],
            piece: None,
        }
    }

    /// Returns true if the text forms have no characters for the sign of the note.
    pub(super) fn lacks_sign(&self) -> bool {
        let is_empty = |run: &Run| matches!(run, Run::Drawing { words, .. } if words.is_empty());
        self.kind == NoteKind::Sign && self.runs.first().is_some_and(is_empty)
    }

    /// Iterates over the elements of the drawings in the note.
    pub(super) fn drawn(&self) -> impl Iterator<Item = &Element> {
        let drawings = self.runs.iter().filter_map(|run| match run {
            Run::Drawing { elements, .. } => Some(elements),
            _ => None,
        });
        drawings.flat_map(Elements::iter)
    }

    /// Creates a note about a seat, after a small drawing of its piece if all its pieces look
    /// alike. An arrow head marks the seat to move.
    pub(crate) fn of_seat(look: Option<u8>, to_move: bool, words: impl Into<String>) -> Self {
        // In hundredths of a step, from the left end of the middle of the line.
        let place = |x: i32, y: i32| Place {
            x: UNIT * x / 100,
            y: LINE / 2 + UNIT * y / 100,
        };
        let piece = |seat| {
            Element::bare(
                Shape::Disc {
                    at: place(36, 0),
                    radius: SEAT_PIECE_RADIUS,
                },
                Role::Piece(seat),
            )
        };
        let mut elements: Vec<Element> = look.into_iter().map(piece).collect();
        if to_move {
            let corners = vec![place(0, -11), place(16, 0), place(0, 11)];
            elements.push(Element::bare(Shape::Polygon { corners }, Role::ArrowHead));
        }
        let width = if look.is_some() {
            UNIT * 62 / 100
        } else {
            UNIT * 26 / 100
        };
        Self {
            kind: NoteKind::Seat,
            piece: look.map(Role::Piece),
            ..Self::beside(elements, Place { x: width, y: LINE }, "", words.into())
        }
    }

    /// Creates a note about a seat whose text is shorter in pictures.
    pub(crate) fn of_seat_worded(look: Option<u8>, to_move: bool, wording: Wording) -> Self {
        let mut note = Self::of_seat(look, to_move, "");
        note.runs.pop();
        note.runs.push(Run::Worded(wording));
        note
    }

    /// Sets the role of a piece of the seat, where pictures show none before the text.
    #[must_use]
    pub(crate) fn about_piece(self, piece: Role) -> Self {
        Self {
            piece: Some(piece),
            ..self
        }
    }

    /// Returns true for a note about the seat to move.
    pub(crate) fn is_about_mover(&self) -> bool {
        self.drawn().any(|element| element.role == Role::ArrowHead)
    }

    /// Returns a note about a seat for pages, which say in words who is to move: a piece of the
    /// seat replaces the triangle.
    pub(crate) fn with_piece(&self) -> Self {
        if self.kind != NoteKind::Seat {
            return self.clone();
        }

        let disc = |role| {
            let centre = Place {
                x: LINE / 2,
                y: LINE / 2,
            };
            let disc = Shape::Disc {
                at: centre,
                radius: SEAT_PIECE_RADIUS,
            };
            Element::bare(disc, role)
        };
        // A field has no outline of its own.
        let outline = match self.piece {
            Some(Role::Field(_)) => Some(Role::CellEdge),
            _ => None,
        };
        let elements: Vec<Element> = self.piece.into_iter().chain(outline).map(disc).collect();

        // Without a piece, the drawing keeps its place, so that names are below each other.
        let sign = Run::Drawing {
            elements: elements.into(),
            size: Place { x: LINE, y: LINE },
            words: String::new(),
        };
        let rest = self.runs.iter().skip(1).cloned();
        Self {
            runs: std::iter::once(sign).chain(rest).collect(),
            ..self.clone()
        }
    }

    /// Adds text that only the text forms show.
    #[must_use]
    pub(crate) fn with_text(mut self, words: String) -> Self {
        self.runs.push(Run::only_text(words));
        self
    }

    /// Creates a note that only the text forms show.
    pub(crate) fn of_text(words: String) -> Self {
        Self::default().with_text(words)
    }

    /// Returns true if pictures show any of the note.
    pub(super) fn is_drawn(&self) -> bool {
        self.runs.iter().any(|run| match run {
            Run::Words(words) => !words.is_empty(),
            Run::Worded(wording) => !wording.pictured.is_empty(),
            Run::Drawing { size, .. } => *size != Place::default(),
            Run::Tab | Run::Break => false,
        })
    }

    /// Returns the note as text.
    pub fn words(&self) -> String {
        let words = self.runs.iter().map(|run| match run {
            Run::Words(words) | Run::Drawing { words, .. } => words.as_str(),
            Run::Worded(wording) => wording.words.as_str(),
            Run::Tab | Run::Break => "",
        });
        // Plain text is never wrapped, so its spaces need not be non-breaking.
        words.collect::<String>().replace('\u{A0}', " ")
    }
}

impl From<Vec<Run>> for Note {
    fn from(runs: Vec<Run>) -> Self {
        Self {
            runs,
            ..Self::default()
        }
    }
}
