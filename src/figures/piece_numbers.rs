//! Numbers of turns on the pieces that they placed.

use std::collections::HashMap;

use crate::draw::{Annotations, Ghost};
use crate::games::Effects;
use crate::replay::Frame;

/// Effects of a turn.
pub(super) struct TurnDone {
    number: u32,
    text: String,
    effects: Effects,
}

/// Effects of the turns in each line visited so far.
#[derive(Default)]
pub(super) struct History {
    lines: HashMap<Vec<u32>, Vec<TurnDone>>,
}

impl History {
    pub(super) fn add(&mut self, frame: &Frame) {
        let (number, effects) = (frame.number, frame.position.effects());
        let Some(text) = frame.canonical_turn() else { return };
        self.lines.entry(frame.path.clone()).or_default().push(TurnDone { number, text, effects });
    }

    /// Returns the turns `from` to `to` that led to a position of the line `path`.
    pub(super) fn turns(&self, path: &[u32], from: u32, to: u32) -> Vec<&TurnDone> {
        let mut turns = Vec::new();
        let mut most = to;
        let mut path = path;
        loop {
            let own = self.lines.get(path).map(Vec::as_slice).unwrap_or_default();
            let begins = path.len().checked_sub(2).map_or(0, |at| path[at]);
            let wanted = own.iter().rev().filter(|turn| (from.max(begins)..=most).contains(&turn.number));
            turns.extend(wanted);
            let Some(shorter) = path.len().checked_sub(2) else { break };
            most = most.min(begins.saturating_sub(1));
            path = &path[..shorter];
        }
        turns.reverse();
        turns
    }
}

/// Puts turn numbers on the pieces that the turns placed, wherever those are now. A turn whose piece has left
/// the board is listed beside the board.
pub(super) fn number_pieces(turns: &[&TurnDone], less: u32, annotations: &mut Annotations) {
    let mut standing: HashMap<String, u32> = HashMap::new();
    let mut left: Vec<(u32, String)> = Vec::new();
    let mut take = |standing: &mut HashMap<String, u32>, gone: &[Ghost]| {
        for Ghost { name, .. } in gone {
            left.extend(standing.remove(name).map(|number| (number, name.clone())));
        }
    };
    let mut without: Vec<(u32, String)> = Vec::new();
    for TurnDone { number, text, effects } in turns.iter().copied() {
        let number = &number.saturating_sub(less);
        if effects.placed.is_empty() {
            // Turns that place nothing on the board are listed beside it: `take`, `pass`.
            without.push((*number, text.clone()));
        }
        if let Some(Ghost { name, .. }) = &effects.pushed {
            annotations.entries.push((name.clone(), *number));
        }
        take(&mut standing, &effects.gone_before);
        let moved: Vec<(String, u32)> = effects
            .moved
            .iter()
            .filter_map(|(from, to)| standing.remove(from).map(|number| (to.clone(), number)))
            .collect();
        standing.extend(moved);
        for name in &effects.placed {
            // A piece that moved to an occupied place now covers the piece that was there.
            if let Some(before) = standing.insert(name.clone(), *number) {
                take(&mut HashMap::from([(name.clone(), before)]), &[Ghost::plain(name.clone(), 0)]);
            }
        }
        take(&mut standing, &effects.gone);
    }
    let left = left.into_iter().map(|(number, name)| (number, format!("{number}\u{A0}{name}")));
    let mut remarks: Vec<(u32, String)> =
        left.chain(without.into_iter().map(|(number, text)| (number, format!("{number}: {text}")))).collect();
    remarks.sort_unstable();
    annotations.remarks.extend(remarks.into_iter().map(|(_, remark)| remark));
    annotations.numbers = standing.into_iter().collect();
    annotations.numbers.sort_by(|(name, number), (other, others)| (number, name).cmp(&(others, other)));
}
