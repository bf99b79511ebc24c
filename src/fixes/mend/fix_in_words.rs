//! Describes a fix in words: the change, and the reason for it.

use std::collections::BTreeSet;

use super::{Answer, Edit, Mend, Mends, Question, RejectedAnswer};
use crate::notation::Record;
use crate::notation::likeness::describe_mistake;
use crate::text::{Printable, and, first_invisible, is_invisible, or};

impl Mend {
    /// Describes the fix in one sentence without its full stop: the change, and the evidence for
    /// it.
    pub fn in_words(&self, record: &Record) -> Printable {
        // The edits of a correction come first. Its first `layered` edits separate the notation
        // from a pasted text, and `recognised` describes them. Its other edits and the edits of the
        // fix itself are listed one by one.
        let correction = self.correction.as_deref();
        let corrected = correction.map_or(&[][..], |correction| &correction.edits);
        let layered = correction.map_or(0, |correction| correction.layered);
        let recognised = correction.filter(|correction| !correction.recognised.is_empty());
        let read_as =
            recognised.map(|correction| format!("read as: {}", correction.recognised.join(", ")));
        let (corrections, later_edits): (Vec<_>, Vec<_>) = self
            .edits
            .iter()
            .enumerate()
            .skip(layered)
            .partition(|(index, edit)| corrected.get(*index) == Some(*edit));
        let later_changes = match (self.explanation.as_deref(), later_edits.as_slice()) {
            (Some(explanation), [(_, first), _, _, ..]) => {
                Some(format!("{explanation} ({}, and so on)", change(first)))
            }
            (Some(explanation), few) => {
                list_changes(few, MAX_CHANGES).map(|few| format!("{explanation} ({few})"))
            }
            (_, edits) => list_changes(edits, MAX_CHANGES),
        };
        // Corrections throughout the record are of one kind.
        let what = read_as
            .into_iter()
            .chain(list_changes(&corrections, MAX_CHANGES_OF_A_KIND))
            .chain(later_changes)
            .collect::<Vec<_>>()
            .join(" and ");
        let reason = self.reason(record);
        let gap = if reason.is_empty() { "" } else { "; " };
        format!("{what}{gap}{reason}").into()
    }

    fn reason(&self, record: &Record) -> String {
        // The evidence for a change of one place is the number of legal turns after it; for edits
        // all over the record, it is the number of all legal turns.
        let changed: BTreeSet<u32> = self.edits.iter().filter_map(Edit::turn).collect();
        let is_of_whole = self.explanation.is_some() || self.edits.len() > 2 || changed.len() > 1;
        let turn = if is_of_whole {
            None
        } else {
            self.edits.iter().filter_map(Edit::turn).max()
        };
        let legal = self.legal_turns;
        let legal_turns_after = turn.map(|turn| {
            let last_changed_turn = match self.edits.last() {
                Some(Edit::Delete { .. }) => turn - 1,
                Some(Edit::Swap { .. }) => turn + 1,
                _ => turn,
            };
            legal.saturating_sub(last_changed_turn)
        });
        let all = if self.complete { "all" } else { "the first" };
        let turns = match (legal_turns_after, self.complete) {
            (Some(0), true) => "no turn comes after it".to_owned(),
            (Some(1), true) => "the turn after it is then legal".to_owned(),
            (Some(after), true) => format!("the {after} turns after it are then legal"),
            (Some(0), false) => "the next turn is then illegal".to_owned(),
            (Some(1), false) => "the next turn is then legal".to_owned(),
            (Some(after), false) => format!("the next {after} turns are then legal"),
            // Nothing is reported for a record in which no turn can be judged.
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

/// The maximum number of changes that are listed one by one.
const MAX_CHANGES: usize = 4;
/// The same for changes of one kind.
const MAX_CHANGES_OF_A_KIND: usize = 2;

/// Lists changes; if there are more than `max_count`, the first two and the number of the others.
/// `None` without changes.
fn list_changes(edits: &[(usize, &Edit)], max_count: usize) -> Option<String> {
    let changes: Vec<String> = edits.iter().map(|(_, edit)| change(edit)).collect();
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

impl Mends {
    /// Returns how likely a fix of the list is, in words before it: `nearly certain (98 %): `.
    /// Empty for a fix that does not explain the record.
    pub fn mark(&self, index: usize) -> String {
        /// The weight from which a fix is called likely, in thousandths.
        const LIKELY: u32 = 500;
        let Some(mend) = self.mends.get(index) else {
            return String::new();
        };
        if mend.sole && self.count == 1 {
            return "the only fix: ".to_owned();
        }
        let word = match mend.weight {
            0 => return String::new(),
            _ if mend.sole => "nearly certain ",
            LIKELY.. => "likely ",
            _ => "",
        };
        format!("{word}({}): ", percent(mend.weight))
    }

    /// Returns the question that distinguishes the likely fixes, unless the first one is certain.
    pub fn open_question(&self) -> Option<&Question> {
        self.question.as_ref().filter(|_| self.sole().is_none())
    }

    /// Returns the fixes to list for people: the first one, and all others but the very unlikely.
    pub fn listed(&self) -> &[Mend] {
        /// The weight from which a fix is listed, in thousandths.
        const WORTH_A_LINE: u32 = 10;
        let explains = self.mends.first().is_some_and(|first| first.weight > 0);
        let likely = self
            .mends
            .iter()
            .take_while(|mend| !explains || mend.weight >= WORTH_A_LINE);
        let count = likely.count().max(1).min(self.mends.len());
        &self.mends[..count]
    }

    /// Returns the remark after the list of fixes: how many there are, and whether the search was
    /// exhaustive.
    pub fn remark(&self) -> Option<String> {
        let shown = self.listed().len();
        let mut remarks = Vec::new();
        if self.mends.is_empty() {
            remarks.push("no fix was found".to_owned());
        } else if self.count > shown {
            let others = self.count - shown;
            let noun = if others == 1 { "other" } else { "others" };
            remarks.push(format!("{others} {noun}, less likely"));
        }
        if !self.exhaustive {
            remarks.push("the search stopped before everything was tried".to_owned());
        }
        (!remarks.is_empty()).then(|| remarks.join("; "))
    }
}

/// Writes thousandths as a percentage.
fn percent(thousandths: u32) -> String {
    match thousandths {
        0..=9 => "below 1 %".to_owned(),
        _ => format!("{} %", (thousandths + 5) / 10),
    }
}

impl std::fmt::Display for Question {
    /// Asks for the turn, with the likely answers.
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(
            out,
            "What was turn {}: {}?",
            self.turn,
            values_in_words(&self.values)
        )
    }
}

impl std::fmt::Display for RejectedAnswer {
    /// Describes the error in the answer, and lists the possible answers.
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Answer { turn, text } = &self.answer;
        match text.as_str() {
            "" => write!(out, "No likely game ends before turn {turn}.")?,
            text if self.is_turn => write!(out, "No likely game has `{text}` as turn {turn}.")?,
            text => write!(out, "`{text}` is not a turn of this game.")?,
        }
        if self.values.is_empty() {
            return Ok(());
        }
        let values = values_in_words(&self.values);
        write!(out, " Possible answers for turn {turn}: {values}.")
    }
}

/// Lists the values of a turn, "none" for a game that ends before.
fn values_in_words(values: &[String]) -> String {
    let quoted = values.iter().map(|value| match value.as_str() {
        "" => "none".to_owned(),
        value => format!("`{value}`"),
    });
    or(quoted.collect::<Vec<String>>())
}
