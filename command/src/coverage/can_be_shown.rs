//! The rules and codes that records can show: no turn can keep a rule that only defines terms, and
//! some rules cannot be broken. `can_be_shown.txt` lists them: `G3.2: kept broken` for a rule, and
//! `gipf/no-row` for a code.

use std::collections::BTreeMap;
use std::sync::OnceLock;

/// Coverage of the corpus, as written by `tests/coverage`: one line per rule or code.
const SHOWN: &str = include_str!("can_be_shown.txt");

/// Rules and codes for which there are records.
#[derive(Debug)]
pub struct CanBeShown {
    /// The entries by rule or code. Only their names count for codes.
    entries: BTreeMap<&'static str, RuleCanBe>,
}

/// What records can show of a rule.
#[derive(Clone, Copy, Debug, Default)]
pub struct RuleCanBe {
    /// True if a turn can keep the rule.
    pub kept: bool,
    /// True if a record can break the rule.
    pub broken: bool,
}

impl CanBeShown {
    /// Returns the table of the build, which is parsed on the first call.
    pub fn get() -> &'static Self {
        static READ: OnceLock<CanBeShown> = OnceLock::new();
        READ.get_or_init(|| {
            let mut entries = BTreeMap::new();
            for line in SHOWN.lines().filter(|line| !line.starts_with('#')) {
                let (name, how) = line.split_once(": ").unwrap_or((line, ""));
                let can_be = RuleCanBe {
                    kept: how.contains("kept"),
                    broken: how.contains("broken"),
                };
                entries.insert(name, can_be);
            }
            Self { entries }
        })
    }

    /// Returns what records can show of a rule.
    pub fn rule(&self, number: &str) -> RuleCanBe {
        // Sections of the notation are listed in lower case.
        let in_lower_case = number.to_lowercase();
        self.entries
            .get(number)
            .or_else(|| self.entries.get(in_lower_case.as_str()))
            .copied()
            .unwrap_or_default()
    }

    /// Returns true if a record can have a code.
    pub fn code(&self, id: &str) -> bool {
        self.entries.contains_key(id)
    }
}
