//! What records can show at all: some rules are kept by no turn, as they say what words mean, and some cannot be broken.

use std::collections::BTreeMap;
use std::sync::OnceLock;

/// What the corpus shows, as `tests/coverage` writes it: a rule with what there are records of, or a code.
const SHOWN: &str = include_str!("can_be_shown.txt");

/// What there is a record of.
#[derive(Debug)]
pub struct CanBeShown {
    /// Whether a rule can be kept, and whether it can be broken; codes have neither.
    entries: BTreeMap<&'static str, (bool, bool)>,
}

impl CanBeShown {
    /// All of it.
    pub fn get() -> &'static Self {
        static READ: OnceLock<CanBeShown> = OnceLock::new();
        READ.get_or_init(|| {
            let lines = SHOWN.lines().filter(|line| !line.starts_with('#'));
            let entry = |line: &'static str| {
                let (name, how) = line.split_once(": ").unwrap_or((line, ""));
                (name, (how.contains("kept"), how.contains("broken")))
            };
            Self { entries: lines.map(entry).collect() }
        })
    }

    /// Whether a turn can keep a rule, and whether a record can break it.
    pub fn rule(&self, number: &str) -> (bool, bool) {
        self.entries
            .get(number)
            .or_else(|| self.entries.get(number.to_lowercase().as_str()))
            .copied()
            .unwrap_or_default()
    }

    /// Whether a record can have a code.
    pub fn code(&self, id: &str) -> bool {
        self.entries.contains_key(id)
    }
}
