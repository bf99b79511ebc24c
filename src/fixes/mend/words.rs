//! Describes a fix in words: the change, and the reason for it.

use super::{Edit, Mend, Mends};
use crate::notation::Record;
use crate::text::{Printable, first_invisible, is_invisible};

impl Mend {
    /// Describes the fix in one sentence without its full stop: the change, and the evidence for
    /// it.
    pub fn in_words(&self, record: &Record) -> Printable {
        let corrected = self
            .correction
            .as_deref()
            .map_or(&[][..], |correction| &correction.edits);
        let (common, own): (Vec<_>, Vec<_>) = self
            .edits
            .iter()
            .enumerate()
            .partition(|(index, edit)| corrected.get(*index) == Some(*edit));
        let own = match (self.explanation, own.as_slice()) {
            (Some(explanation), [(_, first), _, _, ..]) => {
                Some(format!("{explanation} ({}, and so on)", change(first)))
            }
            (Some(explanation), few) => listed(few).map(|few| format!("{explanation} ({few})")),
            (_, own) => listed(own),
        };
        let what = listed(&common)
            .into_iter()
            .chain(own)
            .collect::<Vec<_>>()
            .join(" and ");
        let reason = self.reason(record);
        let gap = if reason.is_empty() { "" } else { "; " };
        format!("{what}{gap}{reason}").into()
    }

    fn reason(&self, record: &Record) -> String {
        // Edits all over the record are judged by all turns.
        let is_of_whole = self.explanation.is_some() || self.edits.len() > 2;
        let turn = if is_of_whole {
            None
        } else {
            self.edits.iter().filter_map(Edit::turn).max()
        };
        let legal = self.legal_turns;
        let after = turn.map(|turn| {
            let last = match self.edits.last() {
                Some(Edit::Delete { .. }) => turn - 1,
                Some(Edit::Swap { .. }) => turn + 1,
                _ => turn,
            };
            legal.saturating_sub(last)
        });
        let all = if self.complete { "all" } else { "the first" };
        let turns = match (after, self.complete) {
            (Some(0), true) => "no turn comes after it".to_owned(),
            (Some(1), true) => "the turn after it is then legal".to_owned(),
            (Some(after), true) => format!("the {after} turns after it are then legal"),
            (Some(0), false) => "the next turn is then illegal".to_owned(),
            (Some(1), false) => "the next turn is then legal".to_owned(),
            (Some(after), false) => format!("the next {after} turns are then legal"),
            // Of a record in which no turn can be judged, nothing is said.
            (_, false) if legal == 0 => return String::new(),
            (None, true) if legal == 0 => "the record is then valid".to_owned(),
            (None, true) if legal == 1 => "the turn is then legal".to_owned(),
            (None, false) if legal == 1 => "the first turn is then legal".to_owned(),
            (None, _) => format!("{all} {legal} turns are then legal"),
        };
        let now = self.edits.iter().rev().find_map(|edit| match edit {
            Edit::Tag { name, now, .. } if name == "Result" => {
                Some(now.clone().unwrap_or_default())
            }
            _ => None,
        });
        if self.complete && self.leaves_errors {
            return format!("{turns}, but other errors are left");
        }
        let end = match (
            self.complete,
            self.result_agrees,
            record.stated_result().filter(|result| result != "*"),
        ) {
            (true, true, _) if now.is_some() => {
                match now.filter(|now| !matches!(now.as_str(), "" | "*")) {
                    Some(now) => format!(", and the game ends {now}"),
                    None => ", and the game is open".to_owned(),
                }
            }
            (true, true, Some(result)) => {
                format!(", and the game ends {result}, as the record claims")
            }
            (true, false, Some(_)) => ", but the game does not end as the record claims".to_owned(),
            _ => String::new(),
        };
        format!("{turns}{end}")
    }
}

/// Lists changes; of more than two, the first two and the number of the others. `None` without
/// changes.
fn listed(edits: &[(usize, &Edit)]) -> Option<String> {
    let changes: Vec<String> = edits.iter().map(|(_, edit)| change(edit)).collect();
    match changes.as_slice() {
        [] => None,
        [first, second, _, others @ ..] => Some(format!(
            "{first}, {second} and {} more of the kind",
            others.len() + 1
        )),
        few => Some(few.join(" and ")),
    }
}

/// Describes a change. Invisible characters are escaped, so that they can be seen.
fn change(edit: &Edit) -> String {
    let words = change_as_written(edit);
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

fn change_as_written(edit: &Edit) -> String {
    match edit {
        Edit::Replace { turn, was, now } => format!("in turn {turn}, replace `{was}` with `{now}`"),
        Edit::Insert { turn, now } => format!("before turn {turn}, insert `{now}`"),
        Edit::Delete { turn, was } => format!("remove turn {turn}, `{was}`"),
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

impl Mends {
    /// Returns the remark after the list of fixes: how many there are, and whether the search was
    /// exhaustive.
    pub fn remark(&self) -> Option<String> {
        let shown = self.mends.len();
        let mut remarks = Vec::new();
        if self.mends.is_empty() {
            remarks.push("no fix by a single change was found".to_owned());
        } else if self.count > shown {
            remarks.push(format!(
                "the first {shown} of {} equally good fixes",
                self.count
            ));
        }
        if !self.exhaustive {
            remarks.push("the search stopped before everything was tried".to_owned());
        }
        (!remarks.is_empty()).then(|| remarks.join("; "))
    }
}
