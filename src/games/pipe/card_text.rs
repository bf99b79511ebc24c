//! One card as text.
//!
//! Each of its two squares is eight characters wide and four lines high. The rim shows the arcs,
//! `.` for light and `#` for dark. In the middle of each outer side is an entry: `BB` and `WW` for
//! pipes, `bb` and `ww` for end caps, and `B1`, `B2` if there are several pipes of one colour. Half
//! A contains the number of the card:
//!
//! ```text
//! ...B1######ww...
//! B  10          B
//! 2              2
//! ...ww######B1###
//! ```

use super::board::Heading;
use crate::decks::card::{FieldColour, Pipe};
use crate::decks::layout::{Layout, RIM};
use crate::draw::{Anchor, Place, Scene, UNIT};

/// Columns and lines of text per square.
const TEXT_SQUARE: Place = Place { x: 8, y: 4 };
/// The size of one text column and one line in a scene of cards.
pub(super) const TEXT_GRID: Place = Place {
    x: UNIT / TEXT_SQUARE.x,
    y: UNIT / TEXT_SQUARE.y,
};

/// The entries of half A, each with its side on a card with heading E.
const ENTRIES_OF_A: [(u8, Heading); 3] =
    [(1, Heading::North), (5, Heading::South), (6, Heading::West)];
/// The entries of half B.
const ENTRIES_OF_B: [(u8, Heading); 3] =
    [(2, Heading::North), (3, Heading::East), (4, Heading::South)];

/// A card to draw as text.
pub(super) struct CardText<'a> {
    pub(super) layout: &'a Layout,
    /// Clockwise quarter turns from heading E.
    pub(super) quarters: u8,
}

impl CardText<'_> {
    /// Writes both halves of the card into the scene. Only text output shows them.
    pub(super) fn write(&self, scene: &mut Scene, [first, second]: [Place; 2], number: &str) {
        text_square(scene, first, self.half(ENTRIES_OF_A, number));
        text_square(scene, second, self.half(ENTRIES_OF_B, ""));
    }

    /// Returns the two characters of a pipe.
    fn sign(&self, index: usize) -> [char; 2] {
        let pipes = &self.layout.card().pipes;
        let Some(pipe) = pipes.get(index) else {
            return [' '; 2];
        };
        let letter = pipe.colour.letter();
        if pipe.entries.len() == 1 {
            return [letter.to_ascii_lowercase(); 2];
        }
        let alike = |other: &&Pipe| other.colour == pipe.colour && other.entries.len() > 1;
        if pipes.iter().filter(alike).count() == 1 {
            return [letter; 2];
        }
        // With six entries there are at most three such pipes.
        let number = pipes[..index].iter().filter(alike).count() + 1;
        [
            letter,
            u32::try_from(number)
                .ok()
                .and_then(|number| char::from_digit(number, 10))
                .unwrap_or('+'),
        ]
    }

    /// Returns one half as lines of characters.
    fn half(&self, entries: [(u8, Heading); 3], number: &str) -> TextSquare {
        let mut square = TextSquare::blank();
        let shade = |arc: u8| {
            let colour = self.layout.card().arcs.get(usize::from(arc) - 1);
            if colour == Some(&FieldColour::Dark) {
                '#'
            } else {
                '.'
            }
        };
        for (entry, side_at_heading_e) in entries {
            let before = if entry == 1 { RIM } else { entry - 1 };
            let sign = self.sign(self.layout.pipe_of(entry));
            square.side(
                side_at_heading_e.turned(self.quarters),
                [shade(before), shade(entry)],
                sign,
            );
        }
        // Six digits fit; a longer number is shortened to its last five.
        let short = match number.len().checked_sub(6) {
            Some(more @ 1..) => format!("…{}", &number[more + 1..]),
            _ => number.to_owned(),
        };
        // A long number begins further to the left than a short one.
        let column = if short.len() > 3 { 1 } else { 3 };
        square.write(1, column, &short);
        square
    }
}

/// A square of characters, line by line.
struct TextSquare([[char; TEXT_SQUARE.x as usize]; TEXT_SQUARE.y as usize]);

impl TextSquare {
    fn blank() -> Self {
        Self([[' '; TEXT_SQUARE.x as usize]; TEXT_SQUARE.y as usize])
    }

    /// Draws an outer side: the shades of the arcs before and after its entry, clockwise, and the
    /// sign of the entry's pipe.
    fn side(&mut self, side: Heading, [before, after]: [char; 2], sign: [char; 2]) {
        let Self([top, _, _, bottom]) = self;
        let across =
            |left: char, right: char| [left, left, left, sign[0], sign[1], right, right, right];
        match side {
            Heading::North => *top = across(before, after),
            Heading::South => *bottom = across(after, before),
            Heading::East | Heading::West => {
                let column = if side == Heading::East {
                    TEXT_SQUARE.x as usize - 1
                } else {
                    0
                };
                let (upper, lower) = if side == Heading::East {
                    (before, after)
                } else {
                    (after, before)
                };
                for (line, character) in self.0.iter_mut().zip([upper, sign[0], sign[1], lower]) {
                    line[column] = character;
                }
            }
        }
    }

    fn write(&mut self, line: usize, column: usize, text: &str) {
        let Some(line) = self.0.get_mut(line) else {
            return;
        };
        for (slot, character) in line.iter_mut().skip(column).zip(text.chars()) {
            *slot = character;
        }
    }
}

fn text_square(scene: &mut Scene, middle: Place, square: TextSquare) {
    // The middle lies between four characters. Marks go to the lower right one, where they do not
    // cover the number.
    let x = middle.x - UNIT / 2 + TEXT_GRID.x / 2 - 1;
    let top = middle.y - UNIT / 2 + TEXT_GRID.y / 2 - 1;
    for (line, characters) in (0..).zip(square.0) {
        let place = Place {
            x,
            y: top + line * TEXT_GRID.y,
        };
        let text: String = characters.into_iter().collect();
        scene.write_alike(place, Anchor::Start, text);
    }
}
