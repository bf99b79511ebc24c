//! Dice on the board (P2): their colours, and the side numbers that follow from top and north. The
//! die `L53` is light, with 5 on top and 3 on its north side.

use std::fmt;
use std::num::NonZeroU8;

use super::board::Side;
use super::grammar::{Grammar, Rule};
use crate::games::{WriteNotation, impl_display, value_pair};

/// The colour of a die and of a seat. The tag `Colors` assigns colours to seats (P1.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Colour {
    /// Scores on light squares.
    Light,
    /// Scores on dark squares.
    Dark,
}

impl Colour {
    /// Both colours, light first.
    pub(crate) const BOTH: [Self; 2] = [Self::Light, Self::Dark];

    /// Returns the other colour.
    #[must_use]
    #[inline]
    pub(crate) fn other(self) -> Self {
        match self {
            Self::Light => Self::Dark,
            Self::Dark => Self::Light,
        }
    }

    /// Returns 0 for light and 1 for dark.
    #[inline]
    pub(crate) fn index(self) -> usize {
        self as usize
    }

    /// Returns the letter: `L` or `D`.
    pub(crate) fn letter(self) -> char {
        match self {
            Self::Light => 'L',
            Self::Dark => 'D',
        }
    }

    /// Returns the display name.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Light => "Light",
            Self::Dark => "Dark",
        }
    }

    /// Returns the colour of a letter that the grammar has accepted.
    pub(super) fn read(letter: &str) -> Self {
        if letter == "D" {
            Self::Dark
        } else {
            Self::Light
        }
    }
}

/// A die on the board, with a possible pair of faces (P2.1).
///
/// A byte with three bits for the north side, three for the top, and one for the colour. It is
/// never zero, so that an empty square takes no more than a byte either.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Die(NonZeroU8);

/// The number of bits of a face.
const FACE_BITS: u8 = 3;
/// The bits of a face at the lower end.
const FACE: u8 = (1 << FACE_BITS) - 1;
/// The bit of dark dice, above those of the two faces.
const DARK: u8 = 1 << (2 * FACE_BITS);

impl Die {
    /// Creates a die with this top and north face, or returns `None` if no die has them (P2.1).
    #[inline]
    pub fn new(colour: Colour, top: u8, north: u8) -> Option<Self> {
        let faces = 1..=6;
        let is_possible =
            faces.contains(&top) && faces.contains(&north) && north != top && north + top != 7;
        if !is_possible {
            return None;
        }
        let colour = match colour {
            Colour::Light => 0,
            Colour::Dark => DARK,
        };
        NonZeroU8::new(colour | top << FACE_BITS | north).map(Self)
    }

    /// Returns the owner.
    #[inline]
    pub fn colour(self) -> Colour {
        if self.0.get() & DARK == 0 {
            Colour::Light
        } else {
            Colour::Dark
        }
    }

    /// Returns the number on top.
    #[inline]
    pub fn top(self) -> u8 {
        self.0.get() >> FACE_BITS & FACE
    }

    /// Returns the number on the north side.
    #[inline]
    pub(crate) fn north(self) -> u8 {
        self.0.get() & FACE
    }

    /// Returns the die in the other colour. Its top and rotation stay (P4.1).
    #[must_use]
    #[inline]
    pub(crate) fn converted(self) -> Self {
        // The bits of the faces stay, so the byte does not become zero.
        NonZeroU8::new(self.0.get() ^ DARK).map_or(self, Self)
    }
}

/// The option `dice`: the direction in which 1, 2, 3 run around their common corner (P2.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Handedness {
    /// `ccw`, as on Western dice.
    Counterclockwise,
    /// `cw`
    Clockwise,
}

impl Handedness {
    /// Returns the mirror image.
    #[must_use]
    pub(crate) fn other(self) -> Self {
        match self {
            Self::Counterclockwise => Self::Clockwise,
            Self::Clockwise => Self::Counterclockwise,
        }
    }

    /// Returns the option as a record writes it.
    pub(crate) fn option(self) -> &'static str {
        match self {
            Self::Counterclockwise => "dice=ccw",
            Self::Clockwise => "dice=cw",
        }
    }

    /// Parses the option.
    pub(crate) fn parse(text: &str) -> Option<Self> {
        match value_pair::<Grammar, _>(Rule::dice_only, text)?.as_rule() {
            Rule::counterclockwise => Some(Self::Counterclockwise),
            Rule::clockwise => Some(Self::Clockwise),
            _ => None,
        }
    }
}

/// The orientation of a die. The other three faces complete these to 7 (P2.1).
#[derive(Clone, Copy)]
struct Orientation {
    top: u8,
    north: u8,
    east: u8,
}

impl Orientation {
    /// Returns the orientation with 1 on top and 2 to the north. Seen from their common corner, 1,
    /// 2, 3 run counterclockwise if 3 is to the west, and clockwise if it is to the east.
    const fn first(handedness: Handedness) -> Self {
        let east = match handedness {
            Handedness::Counterclockwise => 4,
            Handedness::Clockwise => 3,
        };
        Self {
            top: 1,
            north: 2,
            east,
        }
    }

    /// Rotates by a quarter turn clockwise, seen from above.
    const fn turned(self) -> Self {
        Self {
            top: self.top,
            north: 7 - self.east,
            east: self.north,
        }
    }

    /// Tips by a quarter turn over the north edge.
    const fn tipped(self) -> Self {
        Self {
            top: 7 - self.north,
            north: self.top,
            east: self.east,
        }
    }

    /// Returns all 24 orientations: each face on top, in four rotations.
    const fn all(handedness: Handedness) -> [Self; 24] {
        let first = Self::first(handedness);
        let once = first.tipped();
        let sideways = first.turned().tipped();
        let twice = once.tipped();
        // Each has another face on top: four by tipping again and again, two by tipping sideways.
        let faces = [
            first,
            once,
            twice,
            twice.tipped(),
            sideways,
            sideways.tipped().tipped(),
        ];
        let mut all = [first; 24];
        let mut index = 0;
        while index < all.len() {
            all[index] = if index % 4 == 0 {
                faces[index / 4]
            } else {
                all[index - 1].turned()
            };
            index += 1;
        }
        all
    }

    /// Returns the sides in the order of [`Side::ALL`].
    const fn sides(self) -> [u8; 4] {
        [self.north, self.east, 7 - self.north, 7 - self.east]
    }
}

/// The sides of every die, by the bits of its top and its north side. Zeros where no die has both.
type Sides = [[u8; 4]; DARK as usize];

const fn sides_of_all(handedness: Handedness) -> Sides {
    let mut table = [[0; 4]; DARK as usize];
    let orientations = Orientation::all(handedness);
    let mut index = 0;
    while index < orientations.len() {
        let orientation = orientations[index];
        let faces = orientation.top << FACE_BITS | orientation.north;
        table[faces as usize] = orientation.sides();
        index += 1;
    }
    table
}

static COUNTERCLOCKWISE: Sides = sides_of_all(Handedness::Counterclockwise);
static CLOCKWISE: Sides = sides_of_all(Handedness::Clockwise);

impl Die {
    /// Returns the numbers on the sides, in the order of [`Side::ALL`] (P2.2).
    #[inline]
    pub fn sides(self, handedness: Handedness) -> [u8; 4] {
        let table = match handedness {
            Handedness::Counterclockwise => &COUNTERCLOCKWISE,
            Handedness::Clockwise => &CLOCKWISE,
        };
        let faces = self.0.get() & (DARK - 1);
        table[usize::from(faces)]
    }

    /// Returns the number on a side (P2.2).
    #[inline]
    pub fn side(self, handedness: Handedness, side: Side) -> u8 {
        self.sides(handedness)[side.index()]
    }
}

/// Returns the possible north faces for a top, in ascending order (P2.1).
pub(super) fn norths(top: u8) -> impl Iterator<Item = u8> {
    (1..=6).filter(move |&north| Die::new(Colour::Light, top, north).is_some())
}

impl WriteNotation for Die {
    fn write_to(&self, out: &mut impl fmt::Write) -> fmt::Result {
        (self.colour().letter(), self.top(), self.north()).write_to(out)
    }
}

impl_display!(Die);

impl fmt::Debug for Die {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, out)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// P2.2: the sides N, E, S, W of each top, in any rotation.
    const TABLE: [(u8, [u8; 4], [u8; 4]); 6] = [
        (1, [2, 4, 5, 3], [2, 3, 5, 4]),
        (2, [1, 3, 6, 4], [1, 4, 6, 3]),
        (3, [1, 5, 6, 2], [1, 2, 6, 5]),
        (4, [1, 2, 6, 5], [1, 5, 6, 2]),
        (5, [1, 4, 6, 3], [1, 3, 6, 4]),
        (6, [2, 3, 5, 4], [2, 4, 5, 3]),
    ];

    #[test]
    fn sides_agree_with_the_rule_sheet() {
        let mut compared = 0;
        for (top, ccw, cw) in TABLE {
            for (handedness, row) in [
                (Handedness::Counterclockwise, ccw),
                (Handedness::Clockwise, cw),
            ] {
                for turns in 0..4 {
                    let mut sides = row;
                    sides.rotate_left(turns);
                    let die = Die::new(Colour::Dark, top, sides[0]).unwrap();
                    assert_eq!(die.sides(handedness), sides, "{die} {handedness:?}");
                    assert_eq!(die.side(handedness, Side::West), sides[3]);
                    compared += 1;
                }
            }
        }
        assert_eq!(compared, 48);
    }

    #[test]
    fn there_are_24_orientations() {
        for handedness in [Handedness::Counterclockwise, Handedness::Clockwise] {
            let mut ways = Orientation::all(handedness).map(|way| (way.top, way.north));
            ways.sort_unstable();
            let tops = (1..=6).flat_map(|top| norths(top).map(move |north| (top, north)));
            assert_eq!(ways.to_vec(), tops.collect::<Vec<_>>());
        }
    }

    #[test]
    fn a_top_has_four_norths() {
        assert_eq!(norths(5).collect::<Vec<_>>(), [1, 3, 4, 6]);
        assert_eq!(norths(0).count() + norths(7).count(), 0);
    }
}
