//! Losses of a fix that is written into a file: in the other records of the file, and in the fixed
//! record.

use pipscribe::notation::{Record, split_text};
use pipscribe::text::RawRecord;

use crate::mistakes::Game;

/// Valid record before the mistaken one in its file.
const BEFORE: &str = "[Game \"gipf\"]\n[Variant \"basic\"]\n\n1. b3 2. b4 *\n\n";
/// Valid record after it.
const AFTER: &str =
    "\n[Game \"pippinzip\"]\n[Variant \"pipeline\"]\n[Size \"5\"]\n\n1. b5 2. take *\n";

/// The mistaken record in its file, between others.
pub(super) struct InFile {
    bytes: Vec<u8>,
    records: Vec<RawRecord>,
    /// The index of the mistaken record.
    own: usize,
}

impl InFile {
    /// Creates a file in which the record is found; some mistakes in its first line join it to the
    /// previous record.
    pub(super) fn of(wrong: &str) -> Self {
        let is_own = |raw: &RawRecord| raw.bytes.trim_ascii() == wrong.as_bytes().trim_ascii();
        for (before, after) in [(BEFORE, AFTER), ("", AFTER), ("", "")] {
            let bytes = format!("{before}{wrong}{after}").into_bytes();
            let records = split_text(&bytes);
            if let Some(own) = records.iter().position(is_own) {
                return Self {
                    bytes,
                    records,
                    own,
                };
            }
        }
        Self {
            bytes: wrong.as_bytes().to_vec(),
            records: split_text(wrong.as_bytes()),
            own: 0,
        }
    }

    /// Returns the mistaken record.
    pub(super) fn own(&self) -> &RawRecord {
        &self.records[self.own]
    }

    /// Returns the loss in the other records when the record is rewritten.
    fn loss_around(&self, written: &str) -> Option<&'static str> {
        let own = self.own();
        let start = own.offset as usize;
        let end = start + own.bytes.len();
        let end_of_content = start + own.bytes.trim_ascii_end().len();
        let file = [&self.bytes[..start], written.as_bytes(), &self.bytes[end..]].concat();
        let records = split_text(&file);
        if records.len() != self.records.len() {
            return Some("another number of records");
        }
        if !file.ends_with(&self.bytes[end_of_content..]) {
            return Some("white space after the record is gone");
        }
        let is_other_changed = records
            .iter()
            .zip(&self.records)
            .enumerate()
            .any(|(index, (new, old))| index != self.own && new.bytes != old.bytes);
        is_other_changed.then_some("another record is changed")
    }
}

/// Returns the loss when a record is rewritten.
pub(super) fn loss(game: &Game, file: &InFile, written: &str) -> Option<&'static str> {
    if let Some(loss) = file.loss_around(written) {
        return Some(loss);
    }
    let record = Record::parse_str(written);
    if record.game() != Some(game.id) {
        return Some("another game");
    }
    let turns: Vec<&str> = record
        .moves
        .turns
        .iter()
        .map(|node| record.text_of(node.text))
        .collect();
    if turns.len() < game.turns.len() {
        return Some("a turn is gone");
    }
    let mut pairs = turns.iter().zip(&game.turns);
    if turns.len() == game.turns.len() && pairs.any(|(new, right)| says_less(new, right)) {
        return Some("a part of a turn is gone");
    }

    // The result after the turns counts, and otherwise its tag.
    let result = match &record.result {
        Some((outcome, _)) => outcome.to_string(),
        None => record.tag_value("Result").unwrap_or_default().to_owned(),
    };
    let right = if game.result.is_empty() {
        game.tag("Result").unwrap_or_default()
    } else {
        &game.result
    };
    let is_open = |result: &str| ["", "*"].contains(&result);
    (!is_open(right) && is_open(&result)).then_some("the result is gone")
}

/// Returns true if a turn is another turn with some of its parts left out.
fn says_less(new: &str, right: &str) -> bool {
    let separators = [';', ',', ':'];
    let new: Vec<&str> = new.split(separators).collect();
    let right: Vec<&str> = right.split(separators).collect();
    new.len() < right.len() && new.iter().all(|part| right.contains(part))
}
