//! Describes a list of fixes in words: the probability of each fix, the remark after the list, and
//! the question whose answer distinguishes the fixes.

use super::{Answer, Mend, Mends, Question, RejectedAnswer};
use crate::notation::Record;
use crate::text::or;

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

    /// Lists the fixes for people: a line for each, with its number and its likelihood. The list
    /// includes the chosen fix.
    pub fn list_in_words(&self, record: &Record, chosen: Option<usize>) -> Vec<String> {
        let count = match chosen {
            Some(index) => self.listed().len().max(index + 1),
            None => self.listed().len(),
        };
        let line = |(index, mend): (usize, &Mend)| {
            let mark = if chosen == Some(index) && !mend.sole {
                "picked: ".to_owned()
            } else {
                // How likely the fix is: `likely (60 %): `.
                self.mark(index)
            };
            format!("{}. {mark}{}", index + 1, mend.in_words(record))
        };
        self.mends
            .iter()
            .enumerate()
            .take(count)
            .map(line)
            .collect()
    }

    /// Returns the question that distinguishes the likely fixes, unless the first one is certain.
    pub fn open_question(&self) -> Option<&Question> {
        if self.sole().is_some() {
            None
        } else {
            self.question.as_ref()
        }
    }

    /// Returns the fixes to list for people: the first one, and all others but the very unlikely.
    pub fn listed(&self) -> &[Mend] {
        /// The weight from which a fix is listed, in thousandths.
        const WORTH_A_LINE: u32 = 10;
        let Some(first) = self.mends.first() else {
            return &[];
        };
        // Fixes that explain nothing have no weight.
        let are_weighted = first.weight > 0;
        let listed = self
            .mends
            .iter()
            .take_while(|mend| !are_weighted || mend.weight >= WORTH_A_LINE);
        let count = listed.count().max(1);
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
