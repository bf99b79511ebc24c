//! Turn numbers on the pieces that the turns placed.
//!
//! The *path* of a line is empty for the main line. For a variation it has, for each level, the
//! number of the turn that is replaced and the number of the variation: `[7, 1]`. A *ghost* is a
//! piece that a figure shows where it was before.

use std::collections::HashMap;

use crate::draw::{Annotations, Ghost, Lang, square_in_note};
use crate::games::Effects;
use crate::replay::Frame;

/// Turn that was played, with its effects.
pub(super) struct PlayedTurn {
    number: u32,
    text: String,
    effects: Effects,
}

/// Effects of the turns in each line visited so far.
#[derive(Default)]
pub(super) struct History {
    lines: HashMap<Vec<u32>, Vec<PlayedTurn>>,
}

impl History {
    pub(super) fn add(&mut self, frame: &Frame) {
        let number = frame.number;
        let effects = frame.position.effects();
        let Some(text) = frame.canonical_turn() else {
            return;
        };
        self.lines
            .entry(frame.path.clone())
            .or_default()
            .push(PlayedTurn {
                number,
                text,
                effects,
            });
    }

    /// Returns the turns `from` to `to` that led to a position of the line `path`.
    pub(super) fn turns(&self, path: &[u32], from: u32, to: u32) -> Vec<&PlayedTurn> {
        let mut turns = Vec::new();
        let mut path = path;
        let mut last = to;
        // From the innermost line to the main line, each from its last turn to its first one.
        loop {
            let turns_of_line = self.lines.get(path).map(Vec::as_slice).unwrap_or_default();
            let parent = parent_of(path);
            // A variation begins with the turn that it replaces.
            let first = parent.map_or(from, |parent| from.max(parent.replaced));
            turns.extend(
                turns_of_line
                    .iter()
                    .rev()
                    .filter(|turn| (first..=last).contains(&turn.number)),
            );

            let Some(parent) = parent else { break };
            last = last.min(parent.replaced.saturating_sub(1));
            path = parent.path;
        }
        turns.reverse();
        turns
    }
}

/// The line from which a variation branches off.
#[derive(Clone, Copy)]
struct Parent<'p> {
    path: &'p [u32],
    /// The number of the turn that the variation replaces.
    replaced: u32,
}

/// Returns the line from which a variation branches off; `None` for the main line.
fn parent_of(path: &[u32]) -> Option<Parent<'_>> {
    // The last two numbers are the turn that is replaced and the number of the variation.
    let parent_length = path.len().checked_sub(2)?;
    Some(Parent {
        path: &path[..parent_length],
        replaced: path[parent_length],
    })
}

/// Puts turn numbers, reduced by `offset`, on the pieces that the turns placed, wherever the pieces
/// are now. A turn whose piece is no longer visible is listed beside the board.
pub(super) fn number_pieces(
    turns: &[&PlayedTurn],
    offset: u32,
    lang: Lang,
    annotations: &mut Annotations,
) {
    let mut numbered = NumberedPieces {
        numbers: HashMap::new(),
        remarks: Vec::new(),
        lang,
    };
    for turn in turns {
        let number = turn.number.saturating_sub(offset);
        if let Some(ghost) = &turn.effects.pushed {
            annotations.entries.push((ghost.name.clone(), number));
        }
        numbered.play(number, turn);
    }

    numbered.remarks.sort_unstable();
    for (_, remark) in numbered.remarks {
        annotations.remarks.push(remark);
    }
    let mut numbers: Vec<(String, u32)> = numbered.numbers.into_iter().collect();
    numbers.sort_by(|(name, number), (other_name, other_number)| {
        number.cmp(other_number).then_with(|| name.cmp(other_name))
    });
    annotations.numbers = numbers;
}

/// The numbers on the pieces of a board, while turns are played.
struct NumberedPieces {
    /// The number of the turn that placed the piece, by the place where the piece is now.
    numbers: HashMap<String, u32>,
    /// Turns without a visible piece: the number of each, and its text beside the board.
    remarks: Vec<(u32, String)>,
    lang: Lang,
}

impl NumberedPieces {
    /// Plays a turn that has this number in the figure.
    fn play(&mut self, number: u32, turn: &PlayedTurn) {
        let effects = &turn.effects;
        if effects.placed.is_empty() {
            // Turns that place nothing on the board are listed beside it: `take`, `pass`.
            self.remarks
                .push((number, format!("{number}: {}", turn.text)));
        }

        self.remove(&effects.gone_before);
        // All pieces leave their places before the first one arrives.
        let mut moved: Vec<(String, u32)> = Vec::new();
        for (from, to) in &effects.moved {
            if let Some(number_of_piece) = self.numbers.remove(from) {
                moved.push((to.clone(), number_of_piece));
            }
        }
        self.numbers.extend(moved);
        for name in &effects.placed {
            // A piece that moved to an occupied place now covers the piece that was there.
            if let Some(covered) = self.numbers.insert(name.clone(), number) {
                self.remark_place(covered, name);
            }
        }
        self.remove(&effects.gone);
    }

    /// Removes pieces from the board. Their turns are listed beside it.
    fn remove(&mut self, ghosts: &[Ghost]) {
        for ghost in ghosts {
            if let Some(number) = self.numbers.remove(&ghost.name) {
                self.remark_place(number, &ghost.name);
            }
        }
    }

    /// Lists a turn beside the board, with the place on which its piece is not visible.
    fn remark_place(&mut self, number: u32, name: &str) {
        let words = match square_in_note(name) {
            Some(square) => self.lang.fill("{0} at {1}", &[&number, &square]),
            None => format!("{number} {name}"),
        };
        self.remarks.push((number, words.replace(' ', "\u{A0}")));
    }
}
