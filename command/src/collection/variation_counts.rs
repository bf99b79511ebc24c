//! Counts of the variations of records.

use serde::Serialize;

use pipscribe::notation::Record;

/// Counts of the variations of some records.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct VariationCounts {
    /// The number of records with at least one variation.
    pub records: u64,
    /// The number of variations.
    pub variations: u64,
    /// The number of turns in variations.
    pub turns: u64,
    /// The number of levels of the deepest variation.
    pub depth: u64,
}

impl VariationCounts {
    /// Counts the variations of a record.
    pub(crate) fn from_record(record: &Record) -> Self {
        let mut counts = Self::default();
        for (line, node) in record.turns() {
            // The path of a line has two numbers for each level: the turn that is replaced, and the
            // index of the variation.
            let depth = line.path.len() as u64 / 2;
            let is_in_variation = depth > 0;
            counts.variations += node.variations().count() as u64;
            counts.turns += u64::from(is_in_variation);
            counts.depth = counts.depth.max(depth);
        }
        counts.records = u64::from(counts.variations > 0);
        counts
    }

    /// Adds the counts of other records.
    pub(crate) fn add(&mut self, other: Self) {
        self.records += other.records;
        self.variations += other.variations;
        self.turns += other.turns;
        self.depth = self.depth.max(other.depth);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn variations_are_counted_with_their_turns() {
        let counts_of = |moves: &str| {
            VariationCounts::from_record(&Record::parse_str(&format!(
                "[Game \"gipf\"]\n\n{moves} *\n"
            )))
        };
        assert_eq!(counts_of("1. b3 2. c2"), VariationCounts::default());
        let mut counts = counts_of("1. b3 2. c2 (2. h3 3. d2 (3. e2 4. f2)) (2. i3) 3. d8");
        assert_eq!(
            counts,
            VariationCounts {
                records: 1,
                variations: 3,
                turns: 5,
                depth: 2
            }
        );
        counts.add(counts_of("1. b3 (1. c2)"));
        assert_eq!(
            counts,
            VariationCounts {
                records: 2,
                variations: 4,
                turns: 6,
                depth: 2
            }
        );
    }
}
