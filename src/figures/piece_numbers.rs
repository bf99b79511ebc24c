//! Turn numbers on the pieces that the turns placed.

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
        loop {
            let turns_of_line = self.lines.get(path).map(Vec::as_slice).unwrap_or_default();
            // A path ends with the turn that the variation replaces and the index of the variation.
            // A variation begins with the turn that it replaces.
            let parent_length = path.len().checked_sub(2);
            let parent = parent_length.map(|length| (path[length], &path[..length]));
            let first = parent.map_or(from, |(replaced, _)| from.max(replaced));
            turns.extend(
                turns_of_line
                    .iter()
                    .rev()
                    .filter(|turn| (first..=last).contains(&turn.number)),
            );
            let Some((replaced, line)) = parent else {
                break;
            };
            last = last.min(replaced.saturating_sub(1));
            path = line;
        }
        turns.reverse();
        turns
    }
}

/// Puts turn numbers, reduced by `offset`, on the pieces that the turns placed, wherever the pieces
/// are now. A turn whose piece is no longer visible is listed beside the board.
pub(super) fn number_pieces(
    turns: &[&PlayedTurn],
    offset: u32,
    lang: Lang,
    annotations: &mut Annotations,
) {
    let mut numbers: HashMap<String, u32> = HashMap::new();
    let mut remarks: Vec<(u32, String)> = Vec::new();
    let remark = |number: u32, name: &str| {
        let words = match square_in_note(name) {
            Some(square) => lang.fill("{0} at {1}", &[&number, &square]),
            None => format!("{number} {name}"),
        };
        (number, words.replace(' ', "\u{A0}"))
    };
    for PlayedTurn {
        number,
        text,
        effects,
    } in turns.iter().copied()
    {
        let number = number.saturating_sub(offset);
        if effects.placed.is_empty() {
            // Turns that place nothing on the board are listed beside it: `take`, `pass`.
            remarks.push((number, format!("{number}: {text}")));
        }
        annotations.entries.extend(
            effects
                .pushed
                .iter()
                .map(|ghost| (ghost.name.clone(), number)),
        );
        for Ghost { name, .. } in &effects.gone_before {
            remarks.extend(numbers.remove(name).map(|gone| remark(gone, name)));
        }
        let moved: Vec<(String, u32)> = effects
            .moved
            .iter()
            .filter_map(|(from, to)| Some((to.clone(), numbers.remove(from)?)))
            .collect();
        numbers.extend(moved);
        for name in &effects.placed {
            // A piece that moved to an occupied place now covers the piece that was there.
            remarks.extend(
                numbers
                    .insert(name.clone(), number)
                    .map(|covered| remark(covered, name)),
            );
        }
        for Ghost { name, .. } in &effects.gone {
            remarks.extend(numbers.remove(name).map(|gone| remark(gone, name)));
        }
    }

    remarks.sort_unstable();
    annotations
        .remarks
        .extend(remarks.into_iter().map(|(_, remark)| remark));
    annotations.numbers = numbers.into_iter().collect();
    annotations
        .numbers
        .sort_by(|(name, number), (other_name, other_number)| {
            (number, name).cmp(&(other_number, other_name))
        });
}
