//! Describes a fix in words: the change, and the reason for it.

use std::collections::BTreeSet;

use super::{Edit, Mend};
use crate::notation::Record;
use crate::notation::likeness::describe_mistake;
use crate::text::{Printable, and, first_invisible, is_invisible};

/// The maximum number of changes that are listed one by one.
const MAX_CHANGES: usize = 4;
/// The same for changes of one kind.
const MAX_CHANGES_OF_A_KIND: usize = 2;

impl Mend {
    /// Describes the fix in one sentence without its full stop: the change, and the evidence for
    /// it.
    pub fn in_words(&self, record: &Record) -> Printable {
        let what = self.changes_in_words();
        let reason = self.reason(record);
        let gap = if reason.is_empty() { "" } else { "; " };
        format!("{what}{gap}{reason}").into()
    }

    /// Describes the changes. The edits of a correction come first. Its first `layer_edit_count`
    /// edits separate the notation from a pasted text, and `recognised` describes them. Its other
    /// edits and the later edits are listed one by one.
    fn changes_in_words(&self) -> String {
        let correction = self.correction.as_deref();
        let corrected = correction.map_or(&[][..], |correction| &correction.edits);
        let layer_edits = correction.map_or(0, |correction| correction.layer_edit_count);
        let recognised = correction.map_or(&[][..], |correction| &correction.recognised);

        let mut corrections: Vec<&Edit> = Vec::new();
        let mut later_edits: Vec<&Edit> = Vec::new();
        for (index, edit) in self.edits.iter().enumerate().skip(layer_edits) {
            // An edit of the correction that a later edit continues is no longer the same.
            if corrected.get(index) == Some(edit) {
                corrections.push(edit);
            } else {
                later_edits.push(edit);
            }
        }

        let mut parts = Vec::new();
        if !recognised.is_empty() {
            parts.push(format!("read as: {}", recognised.join(", ")));
        }
        // Corrections throughout the record are of one kind.
        parts.extend(list_changes(&corrections, MAX_CHANGES_OF_A_KIND));
        parts.extend(self.later_changes_in_words(&later_edits));
        parts.join(" and ")
    }

    /// Describes the edits after the correction, with their common reason if there is one.
    fn later_changes_in_words(&self, edits: &[&Edit]) -> Option<String> {
        let Some(explanation) = self.explanation.as_deref() else {
            return list_changes(edits, MAX_CHANGES);
        };
        // A few edits are all listed, because fixes for the same reason may differ in any of them.
        if let [first, ..] = edits
            && edits.len() > MAX_CHANGES
        {
            let first = change_in_words(first);
            return Some(format!("{explanation} ({first}, and so on)"));
        }
        list_changes(edits, MAX_CHANGES).map(|few| format!("{explanation} ({few})"))
    }

    /// Describes the evidence for the fix: how many turns are legal with it, and how the game ends.
    /// Empty for a record in which no turn can be judged.
    fn reason(&self, record: &Record) -> String {
        let Some(turns) = self.legal_turns_in_words() else {
            return String::new();
        };
        if self.complete && self.leaves_errors {
            return format!("{turns}, but other errors are left");
        }
        let end = self.end_in_words(record);
        format!("{turns}{end}")
    }

    /// Describes how many turns are legal with the fix. For a change of one place, these are the
    /// turns after it; for edits all over the record, all turns. `None` if no turn can be judged.
    pub fn legal_turns_in_words(&self) -> Option<String> {
        let legal = self.legal_turns;
        if let Some(last_changed) = self.last_changed_turn() {
            let after = legal.saturating_sub(last_changed);
            return Some(match (after, self.complete) {
                (0, true) => "no turn comes after it".to_owned(),
                (1, true) => "the turn after it is then legal".to_owned(),
                (_, true) => format!("the {after} turns after it are then legal"),
                (0, false) => "the next turn is then illegal".to_owned(),
                (1, false) => "the next turn is then legal".to_owned(),
                (_, false) => format!("the next {after} turns are then legal"),
            });
        }
        match (legal, self.complete) {
            (0, false) => None,
            (0, true) => Some("the record is then valid".to_owned()),
            (1, true) => Some("the turn is then legal".to_owned()),
            (1, false) => Some("the first turn is then legal".to_owned()),
            (_, true) => Some(format!("all {legal} turns are then legal")),
            (_, false) => Some(format!("the first {legal} turns are then legal")),
        }
    }

    /// Returns the last turn that the fix changes, as it is counted in the fixed record; `None` if
    /// the fix changes more than one place, or no turn.
    fn last_changed_turn(&self) -> Option<u32> {
        let changed: BTreeSet<u32> = self.edits.iter().filter_map(Edit::turn).collect();
        // One turn, and perhaps the tag or the number that changes with it.
        let is_of_one_place =
            self.explanation.is_none() && self.edits.len() <= 2 && changed.len() <= 1;
        if !is_of_one_place {
            return None;
        }

        let turn = changed.last().copied()?;
        Some(match self.edits.last() {
            Some(Edit::Delete { .. }) => turn - 1,
            Some(Edit::Swap { .. }) => turn + 1,
            _ => turn,
        })
    }

    /// Describes the end of the game with the fix, if all turns are legal.
    fn end_in_words(&self, record: &Record) -> String {
        if !self.complete {
            return String::new();
        }

        let claimed = record.stated_result().filter(|result| result != "*");
        if !self.result_agrees {
            return match claimed {
                Some(_) => ", but the game does not end as the record claims".to_owned(),
                None => String::new(),
            };
        }

        let new_result = self.edits.iter().rev().find_map(|edit| match edit {
            Edit::Tag { name, now, .. } if name == "Result" => {
                Some(now.as_deref().unwrap_or_default())
            }
            _ => None,
        });
        match (new_result, claimed) {
            (Some("" | "*"), _) => ", and the game is open".to_owned(),
            (Some(result), _) => format!(", and the game ends {result}"),
            (None, Some(result)) => format!(", and the game ends {result}, as the record claims"),
            (None, None) => String::new(),
        }
    }
}

/// Lists changes; if there are more than `max_count`, the first two and the number of the others.
/// `None` without changes.
fn list_changes(edits: &[&Edit], max_count: usize) -> Option<String> {
    let changes: Vec<String> = edits.iter().map(|edit| change_in_words(edit)).collect();
    match changes.as_slice() {
        [] => None,
        [first, second, others @ ..] if changes.len() > max_count => Some(format!(
            "{first}, {second} and {} more of this kind",
            others.len()
        )),
        few => Some(and(few)),
    }
}

/// Describes a change. Invisible characters are escaped, so that they can be seen.
fn change_in_words(edit: &Edit) -> String {
    let words = unescaped_change(edit);
    if first_invisible(&words).is_none() {
        return words;
    }
    let mut shown = String::with_capacity(words.len() + 16);
    for character in words.chars() {
        if is_invisible(character) {
            shown.extend(character.escape_unicode());
        } else {
            shown.push(character);
        }
    }
    shown
}

/// Describes a change with the characters as they are.
fn unescaped_change(edit: &Edit) -> String {
    match edit {
        Edit::Replace { turn, was, now } => {
            let why =
                describe_mistake(now, was).map_or_else(String::new, |why| format!(" ({why})"));
            format!("in turn {turn}, replace `{was}` with `{now}`{why}")
        }
        Edit::Insert { turn, now } => format!("insert `{now}` before turn {turn}"),
        Edit::Delete { turn, was } => format!("remove turn {turn} (`{was}`)"),
        Edit::Text { was, now } if now.is_empty() => format!("remove `{}`", was.trim()),
        Edit::Text { was, now } => format!("replace `{was}` with `{now}`"),
        Edit::Swap { turn } => format!("swap turns {turn} and {}", turn + 1),
        Edit::Tag {
            name,
            was: Some(was),
            now: Some(now),
        } if name == "Result" => {
            format!("replace the result `{was}` with `{now}`")
        }
        Edit::Tag {
            name,
            was: Some(was),
            now: Some(now),
        } => {
            format!("in the tag `{name}`, replace `{was}` with `{now}`")
        }
        Edit::Tag {
            name,
            was: None,
            now: Some(now),
        } => format!("add the tag `{name}` with the value `{now}`"),
        Edit::Tag {
            name,
            was,
            now: None,
        } => {
            format!(
                "remove the tag `{name}` with the value `{}`",
                was.as_deref().unwrap_or_default()
            )
        }
    }
}
