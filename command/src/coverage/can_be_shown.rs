//! The rules and codes that records can show: no turn can keep a rule that only defines terms, and
//! some rules cannot be broken.

use std::collections::BTreeMap;
use std::sync::OnceLock;

/// Coverage of the corpus, as written by `tests/coverage`: one line per rule or code.
const SHOWN: &str = include_str!("can_be_shown.txt");

/// Rules and codes for which there are records.
#[derive(Debug)]
pub struct CanBeShown {
    /// For each rule, two flags: it can be kept, it can be broken. For codes, both are false.
    entries: BTreeMap<&'static str, (bool, bool)>,
}

impl CanBeShown {
    /// Returns the table of the build, which is parsed on the first call.
    pub fn get() -> &'static Self {
        static READ: OnceLock<CanBeShown> = OnceLock::new();
        READ.get_or_init(|| {
            let lines = SHOWN.lines().filter(|line| !line.starts_with('#'));
            let entry = |line: &'static str| {
                let (name, how) = line.split_once(": ").unwrap_or((line, ""));
                (name, (how.contains("kept"), how.contains("broken")))
            };
            Self {
                entries: lines.map(entry).collect(),
            }
        })
    }

    /// Returns two flags: true if a turn can keep a rule, and true if a record can break it.
    pub fn rule(&self, number: &str) -> (bool, bool) {
        self.entries
            .get(number)
            .or_else(|| self.entries.get(number.to_lowercase().as_str()))
            .copied()
            .unwrap_or_default()
    }

    /// Returns true if a record can have a code.
    pub fn code(&self, id: &str) -> bool {
        self.entries.contains_key(id)
    }
}
