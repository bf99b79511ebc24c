//! The pieces: their colours and kinds, and the pieces on the board.
//!
//! A GIPF piece is two stacked pieces; any other piece is a single piece (G2).

use super::board::{PushLine, Spot, SpotSet};
use super::spot_set::PushedRun;

/// Colour of a seat: White is seat 1, Black is seat 2.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Colour {
    /// Seat 1, which moves first.
    #[default]
    White,
    /// Seat 2.
    Black,
}

impl Colour {
    /// Both colours, White first.
    pub(crate) const BOTH: [Self; 2] = [Self::White, Self::Black];

    /// Returns the other colour.
    #[must_use]
    #[inline]
    pub fn other(self) -> Self {
        match self {
            Self::White => Self::Black,
            Self::Black => Self::White,
        }
    }

    /// Returns 0 for White and 1 for Black.
    #[inline]
    pub(crate) fn index(self) -> usize {
        self as usize
    }

    /// Returns the seat, from 1.
    pub(crate) fn seat(self) -> u8 {
        self as u8 + 1
    }

    /// Returns the display name.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::White => "White",
            Self::Black => "Black",
        }
    }
}

/// Kind of a piece.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum PieceKind {
    /// A single piece.
    #[default]
    Single,
    /// A GIPF piece: two stacked pieces.
    Gipf,
}

impl PieceKind {
    /// Both kinds.
    pub(crate) const BOTH: [Self; 2] = [Self::Single, Self::Gipf];

    /// Returns the kind that a mark in a text gives, such as the letter `G`.
    #[inline]
    pub fn new(is_gipf: bool) -> Self {
        if is_gipf { Self::Gipf } else { Self::Single }
    }

    /// Returns true for a GIPF piece.
    #[inline]
    pub(crate) fn is_gipf(self) -> bool {
        self == Self::Gipf
    }

    /// Returns the number of single pieces that a piece counts as in reserves and captures (G2.2).
    #[inline]
    pub(crate) fn weight(self) -> u32 {
        match self {
            Self::Single => 1,
            Self::Gipf => 2,
        }
    }
}

/// A piece on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Piece {
    /// The owner.
    pub colour: Colour,
    /// Single piece or GIPF piece.
    pub kind: PieceKind,
}

impl Piece {
    /// Returns the letter in positions: `w`, `b`, `W` or `B`.
    pub(crate) fn letter(self) -> char {
        match (self.colour, self.kind) {
            (Colour::White, PieceKind::Single) => 'w',
            (Colour::White, PieceKind::Gipf) => 'W',
            (Colour::Black, PieceKind::Single) => 'b',
            (Colour::Black, PieceKind::Gipf) => 'B',
        }
    }
}

/// The pieces on the board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Pieces {
    /// The spots of White's and of Black's pieces, of both kinds.
    colours: [SpotSet; 2],
    /// The spots of GIPF pieces, of both colours.
    gipf: SpotSet,
}

impl Pieces {
    /// Creates the pieces from the spots of White and Black and the spots of GIPF pieces.
    pub(super) fn of_spots(colours: [SpotSet; 2], gipf: SpotSet) -> Self {
        Self { colours, gipf }
    }

    /// Returns the piece on a spot.
    pub fn at(&self, spot: Spot) -> Option<Piece> {
        let colour = Colour::BOTH
            .into_iter()
            .find(|colour| self.of_colour(*colour).contains(spot))?;
        Some(Piece {
            colour,
            kind: PieceKind::new(self.gipf.contains(spot)),
        })
    }

    /// Puts a piece on a spot, or empties it.
    pub fn set(&mut self, spot: Spot, piece: Option<Piece>) {
        for colour in &mut self.colours {
            colour.remove(spot);
        }
        self.gipf.remove(spot);
        if let Some(piece) = piece {
            self.colours[piece.colour.index()].insert(spot);
            if piece.kind.is_gipf() {
                self.gipf.insert(spot);
            }
        }
    }

    /// Moves the pieces of a push, and puts the new piece on the edge spot.
    #[inline]
    pub(super) fn push(&mut self, moved: PushedRun, edge: Spot, piece: Piece) {
        let [white, black] = self.colours;
        self.colours = [white.pushed(moved), black.pushed(moved)];
        self.gipf = self.gipf.pushed(moved);
        self.colours[piece.colour.index()].insert(edge);
        if piece.kind.is_gipf() {
            self.gipf.insert(edge);
        }
    }

    /// Pushes a piece in at the edge of a line. Returns the spot that the last moved piece reaches,
    /// which may be the pushed piece itself. Returns `None` and changes nothing if the line is
    /// full.
    pub(crate) fn push_along(&mut self, line: PushLine, piece: Piece) -> Option<Spot> {
        let landing = line.first_gap(self.all())?;
        self.push(line.moved(landing), line.edge(), piece);
        Some(landing)
    }

    /// Removes pieces.
    #[inline]
    pub(super) fn take_off(&mut self, spots: SpotSet) {
        let [white, black] = self.colours;
        self.colours = [white.without(spots), black.without(spots)];
        self.gipf = self.gipf.without(spots);
    }

    /// Returns the spots of a colour's pieces.
    #[inline]
    pub(crate) fn of_colour(&self, colour: Colour) -> SpotSet {
        self.colours[colour.index()]
    }

    /// Returns the spots of GIPF pieces.
    #[inline]
    pub(crate) fn gipf(&self) -> SpotSet {
        self.gipf
    }

    /// Returns the spots of all pieces.
    #[inline]
    pub(crate) fn all(&self) -> SpotSet {
        self.of_colour(Colour::White)
            .or(self.of_colour(Colour::Black))
    }

    /// Returns true if a colour has a GIPF piece on the board.
    #[inline]
    pub(crate) fn has_gipf(&self, colour: Colour) -> bool {
        !self.of_colour(colour).and(self.gipf).is_empty()
    }
}
