//! Annotations: content of a figure other than the position, such as marks, movements and turn
//! numbers.
//!
//! A *dot* is a point at the edge of a GIPF board, from which pieces are pushed. The *text forms*
//! are figures of ASCII or Unicode characters; there, a mark is a pair of brackets around its
//! place.

use std::collections::BTreeSet;

use super::scene::{Scene, Shading};
use crate::findings::Finding;

/// Mark on a single place.
///
/// ```
/// use pipscribe::prelude::*;
///
/// let game = LiveGame::start("[Game \"gipf\"]\n[Variant \"basic\"]\n")?;
/// let annotations = Annotations {
///     marks: vec![(Mark::Square, "e5".into())],
///     ..Annotations::default()
/// };
/// let figure = Figure::new(game.position().scene(), &annotations, &View::default())?;
/// assert!(figure.words.contains("e5"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Mark {
    /// Ring.
    Circle,
    /// Outline of a square.
    Square,
    /// Two crossing lines.
    Cross,
    /// Outline of a triangle.
    Triangle,
    /// Shaded background.
    Shade,
    /// Ring or contour around a place of an error. It is outside the piece, so the piece does not
    /// look like another one. No command sets it.
    Fault,
}

impl Mark {
    /// All marks that commands set.
    pub const ALL: [Self; 5] = [
        Self::Circle,
        Self::Square,
        Self::Cross,
        Self::Triangle,
        Self::Shade,
    ];

    /// Returns the name of the command that sets the mark, or the legend's word for the place of an
    /// error.
    pub fn name(self) -> &'static str {
        match self {
            Self::Circle => "circle",
            Self::Square => "square",
            Self::Cross => "cross",
            Self::Triangle => "triangle",
            Self::Shade => "shade",
            Self::Fault => "error",
        }
    }

    /// Returns the mark whose form this one has: the place of an error has a ring, or a contour
    /// where pieces touch or are full of signs.
    pub(super) fn form(self, shading: Shading) -> Self {
        match (self, shading) {
            (Self::Fault, Shading::Tint) => Self::Circle,
            (Self::Fault, Shading::Contour | Shading::Brackets) => Self::Shade,
            _ => self,
        }
    }

    /// Returns the brackets around a marked place in the text forms.
    pub(crate) fn brackets(self) -> [&'static str; 2] {
        match self {
            Self::Circle => ["{", "}"],
            Self::Square | Self::Fault => ["[", "]"],
            Self::Cross => [">", "<"],
            Self::Triangle => ["/", "\\"],
            Self::Shade => ["=", "="],
        }
    }
}

/// Piece that has left the board, or is about to enter it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Ghost {
    /// Name of the place where the piece was.
    pub name: String,
    /// Appearance of the piece, as a seat.
    pub seat: u8,
    /// True if the piece had the ring of a special piece.
    pub ring: bool,
    /// Its fate, if it has left the board.
    pub fate: Fate,
}

/// Fate of a piece that has left the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub enum Fate {
    /// The game does not say, or the piece is still on the board.
    #[default]
    Unknown,
    /// Returned to the reserve of its owner.
    Reserve,
    /// Lost to its owner.
    Lost,
}

impl Fate {
    /// Returns the signs around the piece in the text forms.
    pub(super) fn brackets(self) -> [&'static str; 2] {
        match self {
            Self::Unknown => Mark::Cross.brackets(),
            Self::Reserve => ["x", "x"],
            Self::Lost => ["#", "#"],
        }
    }
}

/// Number on a side of a piece.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ComparedNumber {
    /// Place of the piece.
    pub place: String,
    /// The number.
    pub number: u8,
    /// Side of the piece that shows the number: `north`, `east`, `south` or `west`.
    pub side: &'static str,
}

/// Comparison of two numbers that changed a piece.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Comparison {
    /// The larger number.
    pub larger: ComparedNumber,
    /// The smaller number, on the piece that changed.
    pub smaller: ComparedNumber,
    /// Colour of the piece after the change.
    pub turned: &'static str,
}

impl Ghost {
    /// Creates a piece without a ring.
    pub fn plain(name: String, seat: u8) -> Self {
        Self {
            name,
            seat,
            ring: false,
            fate: Fate::Unknown,
        }
    }

    /// Creates a piece of the game GIPF from its letter in position strings: `w`, `b`, `W` or `B`.
    pub(crate) fn of_letter(name: String, letter: &str) -> Self {
        let seat = if letter.eq_ignore_ascii_case("w") {
            1
        } else {
            2
        };
        Self {
            name,
            seat,
            ring: letter.chars().all(|letter| letter.is_ascii_uppercase()),
            fate: Fate::Unknown,
        }
    }

    /// Returns the letter of the piece in the ASCII form, and its sign in the Unicode form.
    pub(super) fn letters(&self) -> [&'static str; 2] {
        match (self.seat, self.ring) {
            (1, false) => ["w", "○"],
            (1, true) => ["W", "◎"],
            (_, false) => ["b", "●"],
            (_, true) => ["B", "◉"],
        }
    }
}

/// Content of a figure other than the position. Places are named as in records.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Annotations {
    /// Marks, each with the place that it is on.
    pub marks: Vec<(Mark, String)>,
    /// Arrows from place to place.
    pub arrows: Vec<(String, String)>,
    /// Dashed arrows from place to place, for movements that were possible.
    pub possible: Vec<(String, String)>,
    /// Lines from place to place.
    pub lines: Vec<(String, String)>,
    /// Places with the text of their labels.
    pub labels: Vec<(String, String)>,
    /// Pieces on GIPF dots that are about to be pushed.
    #[doc(hidden)]
    pub waiting: Vec<Ghost>,
    /// Places on which the last turn placed pieces.
    pub last_turn: Vec<String>,
    /// Start and end of each piece that the last turn moved.
    #[doc(hidden)]
    pub moved: Vec<(String, String)>,
    /// The piece that the last turn pushed, as it was before.
    #[doc(hidden)]
    pub pushed: Option<Ghost>,
    /// Places of the pieces that the last turn changed.
    #[doc(hidden)]
    pub changed: Vec<String>,
    /// Comparisons of numbers that changed pieces.
    #[doc(hidden)]
    pub comparisons: Vec<Comparison>,
    /// Pieces that the last turn removed from the board.
    #[doc(hidden)]
    pub gone: Vec<Ghost>,
    /// Rows whose pieces were removed, by their ends.
    #[doc(hidden)]
    pub rows: Vec<(String, String)>,
    /// Owner of the rows, as the appearance of its pieces.
    #[doc(hidden)]
    pub row_owner: Option<u8>,
    /// Turn numbers on the pieces that the turns placed.
    #[doc(hidden)]
    pub numbers: Vec<(String, u32)>,
    /// Places at which turns entered the board, with the turn numbers.
    #[doc(hidden)]
    pub entries: Vec<(String, u32)>,
    /// Turns whose pieces cannot carry their numbers, in the form `12 at c3`.
    #[doc(hidden)]
    pub remarks: Vec<String>,
}

impl Annotations {
    /// Marks the places that a finding names, except those that the scene lacks.
    pub fn of_finding(finding: &Finding, scene: &Scene) -> Self {
        let named = finding.exhibit.iter().flat_map(|exhibit| &exhibit.marks);
        let shown = named.filter(|place| scene.place_of(place).is_some());
        Self {
            marks: shown.map(|place| (Mark::Fault, place.clone())).collect(),
            ..Self::default()
        }
    }

    /// Returns the places named by marks, arrows, lines, labels and pieces on dots.
    pub(crate) fn places(&self) -> impl Iterator<Item = &String> {
        let ends = self
            .arrows
            .iter()
            .chain(&self.possible)
            .chain(&self.lines)
            .flat_map(|(start, end)| [start, end]);
        let labelled = self.labels.iter().map(|(place, _)| place);
        let waiting = self.waiting.iter().map(|ghost| &ghost.name);
        self.marks
            .iter()
            .map(|(_, place)| place)
            .chain(ends)
            .chain(labelled)
            .chain(waiting)
    }

    /// Returns the annotations for a legend: those on places that are not visible are left out.
    /// Labels and pieces on dots stay, because a legend has no line for them.
    pub(super) fn shown(&self, is_shown: impl Fn(&str) -> bool) -> Self {
        let mut shown = self.clone();
        shown.marks.retain(|(_, place)| is_shown(place));
        for pairs in [
            &mut shown.arrows,
            &mut shown.possible,
            &mut shown.lines,
            &mut shown.moved,
            &mut shown.rows,
        ] {
            pairs.retain(|(from, to)| is_shown(from) || is_shown(to));
        }
        shown.last_turn.retain(|place| is_shown(place));
        shown.changed.retain(|place| is_shown(place));
        shown
            .comparisons
            .retain(|comparison| is_shown(&comparison.smaller.place));
        shown.gone.retain(|ghost| is_shown(&ghost.name));
        shown.pushed.take_if(|ghost| !is_shown(&ghost.name));
        for numbered in [&mut shown.numbers, &mut shown.entries] {
            numbered.retain(|(place, _)| is_shown(place));
        }
        shown
    }

    /// Returns the annotations without the marks, arrows, lines and labels on places that do not
    /// exist, and the names of these places.
    pub(super) fn known(&self, is_known: impl Fn(&str) -> bool) -> (Self, Vec<String>) {
        let mut known = self.clone();
        known.marks.retain(|(_, place)| is_known(place));
        known.labels.retain(|(place, _)| is_known(place));
        for pairs in [&mut known.arrows, &mut known.possible, &mut known.lines] {
            pairs.retain(|(from, to)| is_known(from) && is_known(to));
        }
        // `draw_waiting_piece` reports the names of pieces that are not on dots.
        let waiting = |place: &String| self.waiting.iter().any(|ghost| ghost.name == *place);
        let named = self.places().filter(|place| !waiting(place));
        let unknown = named.filter(|place| !is_known(place));
        (known, unknown.cloned().collect())
    }

    /// Returns the annotations for a figure that shows only a part of the board (`[%view]`):
    /// without the marks and labels on places for which `is_inside` is false. Also returns these
    /// places. Arrows and lines stay, because they may lead from the visible part to a place
    /// outside it.
    pub(super) fn inside_crop(&self, is_inside: impl Fn(&str) -> bool) -> (Self, Vec<String>) {
        let mut inside = self.clone();
        inside.marks.retain(|(_, place)| is_inside(place));
        inside.labels.retain(|(place, _)| is_inside(place));
        let named = self
            .marks
            .iter()
            .map(|(_, place)| place)
            .chain(self.labels.iter().map(|(place, _)| place));
        let outside: BTreeSet<&String> = named.filter(|place| !is_inside(place)).collect();
        (inside, outside.into_iter().cloned().collect())
    }
}
