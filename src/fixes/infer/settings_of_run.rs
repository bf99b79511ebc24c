//! Finds settings for all records of a run, within a common budget.

use std::collections::HashMap;

use super::Settings;
use crate::games::Context;
use crate::notation::Record;
use crate::text::{Printable, sha256};

/// Budget of a run: the number of turns judged and settings tried for all its records.
const MAX_JUDGED_IN_A_RUN: u64 = 1_000_000;
/// The maximum number of cached answers.
const MAX_REMEMBERED: usize = 1_000;
/// Tags whose values do not affect any setting.
const FREE_TAGS: [&str; 9] = [
    "Event", "Site", "Round", "White", "Black", "Player1", "Player2", "Player3", "Player4",
];

/// Search for the settings of many records, one after another. Each answer depends only on the
/// records before it.
pub struct SettingsSearch {
    /// The rest of the budget.
    left: u64,
    /// Cached answers, by a hash of the record.
    known: HashMap<String, Option<Printable>>,
}

impl Default for SettingsSearch {
    fn default() -> Self {
        Self {
            left: MAX_JUDGED_IN_A_RUN,
            known: HashMap::new(),
        }
    }
}

impl SettingsSearch {
    /// Describes the settings of a record in a sentence. Records with the same text may have
    /// different answers if their decks are in different folders; `deck_folder` is the folder for
    /// this record.
    pub(crate) fn in_words(
        &mut self,
        record: &Record,
        context: &Context,
        deck_folder: &str,
    ) -> Option<Printable> {
        let key = sha256(&format!("{deck_folder}\n{}", without_free_values(record)));
        if let Some(known) = self.known.get(&key) {
            return known.clone();
        }
        if self.left == 0 {
            return None;
        }
        let words = Settings::of_whole(record, context, &mut self.left).in_words(record);
        if self.known.len() < MAX_REMEMBERED {
            self.known.insert(key, words.clone());
        }
        words
    }
}

/// Returns the text of a record without the values that do not affect any setting.
fn without_free_values(record: &Record) -> String {
    let free = record
        .tags
        .iter()
        .filter(|tag| FREE_TAGS.contains(&tag.name.as_str()));
    let mut values: Vec<_> = free.map(|tag| tag.value_span.range()).collect();
    values.sort_by_key(|value| value.start);

    let text = record.text();
    let mut kept = String::new();
    let mut end = 0;
    for value in values {
        kept.push_str(text.get(end..value.start).unwrap_or_default());
        end = value.end;
    }
    kept + text.get(end..).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(search: &mut SettingsSearch, text: &str) -> Option<String> {
        let record = Record::parse_str(text);
        search
            .in_words(&record, &Context::default(), "")
            .map(|words| words.to_string())
    }

    #[test]
    fn records_that_differ_only_in_names_share_one_answer() {
        let mut search = SettingsSearch::default();
        let text =
            |event: &str| format!("[Game \"gipf\"]\n[Event \"{event}\"]\n\n1. Gb3 2. Gb2 *\n");
        let first = words(&mut search, &text("One"));
        assert!(
            first
                .as_ref()
                .is_some_and(|words| words.contains("tournament")),
            "{first:?}"
        );
        let left = search.left;
        assert!(left < MAX_JUDGED_IN_A_RUN);
        assert_eq!(words(&mut search, &text("Two")), first);
        assert_eq!(search.left, left);
        words(&mut search, &text("Two").replace("Gb2", "Gb4"));
        assert!(search.left < left);
    }

    #[test]
    fn a_run_ends() {
        let mut search = SettingsSearch {
            left: 1,
            ..SettingsSearch::default()
        };
        let text = |index: usize| format!("[Game \"gipf\"]\n\n1. Gb3 2. Gb{index} *\n");
        words(&mut search, &text(2));
        assert_eq!((search.left, words(&mut search, &text(4))), (0, None));
    }
}
