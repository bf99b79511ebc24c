//! Annotations: content of a figure other than the position, such as marks, movements and turn
//! numbers.

use std::collections::BTreeSet;

use super::scene::Scene;
use crate::findings::Finding;

/// Mark on a single place.
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
}

impl Mark {
    /// All marks.
    pub const ALL: [Self; 5] = [
        Self::Circle,
        Self::Square,
        Self::Cross,
        Self::Triangle,
        Self::Shade,
    ];

    /// Returns the name of the command that sets the mark.
    pub fn name(self) -> &'static str {
        match self {
            Self::Circle => "circle",
            Self::Square => "square",
            Self::Cross => "cross",
            Self::Triangle => "triangle",
            Self::Shade => "shade",
        }
    }

    /// Returns the brackets around a marked place in the text forms.
    pub fn brackets(self) -> [&'static str; 2] {
        match self {
            Self::Circle => ["{", "}"],
            Self::Square => ["[", "]"],
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
    /// True if it had the ring of a special piece.
    pub ring: bool,
}

impl Ghost {
    /// Creates a piece without a ring.
    pub fn plain(name: String, seat: u8) -> Self {
        Self {
            name,
            seat,
            ring: false,
        }
    }

    /// Creates a piece of GIPF from its letter in positions: `w`, `b`, `W` or `B`.
    pub fn of_letter(name: String, letter: &str) -> Self {
        let seat = if letter.eq_ignore_ascii_case("w") {
            1
        } else {
            2
        };
        Self {
            name,
            seat,
            ring: letter.chars().all(|letter| letter.is_ascii_uppercase()),
        }
    }
}

/// Content of a figure other than the position. Places are named as in records.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Annotations {
    /// Marks on places.
    pub marks: Vec<(Mark, String)>,
    /// Arrows from place to place.
    pub arrows: Vec<(String, String)>,
    /// Lines from place to place.
    pub lines: Vec<(String, String)>,
    /// Labels on places.
    pub labels: Vec<(String, String)>,
    /// Pieces on dots of GIPF, which are about to be pushed.
    pub waiting: Vec<Ghost>,
    /// Places on which the last turn placed pieces.
    pub last_turn: Vec<String>,
    /// Start and end of each piece that the last turn moved.
    pub moved: Vec<(String, String)>,
    /// The piece that the last turn pushed, as it was before.
    pub pushed: Option<Ghost>,
    /// Places of the pieces that the last turn changed.
    pub changed: Vec<String>,
    /// Pieces that the last turn removed from the board.
    pub gone: Vec<Ghost>,
    /// Rows that caused pieces to be removed, by their ends.
    pub rows: Vec<(String, String)>,
    /// Owner of the rows, as an appearance.
    pub row_owner: Option<u8>,
    /// Turn numbers on the pieces that the turns placed.
    pub numbers: Vec<(String, u32)>,
    /// Places at which turns entered the board, with the turn numbers.
    pub entries: Vec<(String, u32)>,
    /// Turns whose pieces cannot carry their numbers, as `12 at c3`.
    pub remarks: Vec<String>,
}

impl Annotations {
    /// Marks the places that a finding names, without those that the scene lacks.
    pub fn of_finding(finding: &Finding, scene: &Scene) -> Self {
        let named = finding.exhibit.iter().flat_map(|exhibit| &exhibit.marks);
        let shown = named.filter(|place| scene.place_of(place).is_some());
        Self {
            marks: shown.map(|place| (Mark::Square, place.clone())).collect(),
            ..Self::default()
        }
    }

    /// Returns the places named by marks, arrows, lines, labels and pieces on dots.
    pub(crate) fn places(&self) -> impl Iterator<Item = &String> {
        let ends = self
            .arrows
            .iter()
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

    /// Returns the annotations of which a place is shown.
    pub(super) fn shown(&self, is_shown: impl Fn(&str) -> bool) -> Self {
        let mut shown = self.clone();
        shown.marks.retain(|(_, place)| is_shown(place));
        for pairs in [
            &mut shown.arrows,
            &mut shown.lines,
            &mut shown.moved,
            &mut shown.rows,
        ] {
            pairs.retain(|(from, to)| is_shown(from) || is_shown(to));
        }
        shown.last_turn.retain(|place| is_shown(place));
        shown.changed.retain(|place| is_shown(place));
        shown.gone.retain(|ghost| is_shown(&ghost.name));
        shown.pushed.take_if(|ghost| !is_shown(&ghost.name));
        for numbered in [&mut shown.numbers, &mut shown.entries] {
            numbered.retain(|(place, _)| is_shown(place));
        }
        shown
    }

    /// Returns the annotations without the marks and labels on places for which `is_inside` is
    /// false, and these places.
    pub(super) fn inside(&self, is_inside: impl Fn(&str) -> bool) -> (Self, Vec<String>) {
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
