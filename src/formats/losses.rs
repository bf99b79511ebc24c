//! Losses of a conversion: the content of a record that the target format cannot carry, such as a
//! comment in a table of turns. `export_losses.rs` counts it.

use std::collections::BTreeMap;
use std::fmt;

use crate::text::counted;

/// Losses of a conversion: counts by kind. A kind is a noun with details, such as `tag Event`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Losses(BTreeMap<String, u64>);

impl Losses {
    /// Adds `count` losses of a kind. `kind` begins with a noun in the singular; more words may
    /// follow.
    pub(crate) fn add(&mut self, kind: &str, count: u64) {
        if count > 0 {
            *self.0.entry(kind.to_owned()).or_default() += count;
        }
    }

    /// Adds the losses of another conversion.
    pub fn merge(&mut self, other: Self) {
        for (kind, count) in other.0 {
            self.add(&kind, count);
        }
    }

    /// Returns each kind in words with its count, sorted by kind: `3 tags Event`,
    /// `1 turn after a fault`.
    pub fn in_words(&self) -> impl Iterator<Item = String> {
        self.iter().map(|(kind, count)| kind_in_words(kind, count))
    }

    /// Returns each kind with its count, sorted by kind.
    pub fn iter(&self) -> impl Iterator<Item = (&str, u64)> {
        self.0.iter().map(|(kind, &count)| (kind.as_str(), count))
    }

    /// Returns true if nothing was lost.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

/// Writes each kind in words with its count: `3 tags Event, 1 turn after a fault`.
impl fmt::Display for Losses {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.in_words().collect::<Vec<_>>().join(", "))
    }
}

/// Returns a kind with its count, and the noun at its beginning in the plural if necessary:
/// `3 tags Event`. A sign may precede the noun: `2 # comments`.
fn kind_in_words(kind: &str, count: u64) -> String {
    let noun_start = kind
        .find(|character: char| character.is_alphabetic())
        .unwrap_or(0);
    let noun_end = kind[noun_start..]
        .find(' ')
        .map_or(kind.len(), |length| noun_start + length);
    let (noun, details) = kind.split_at(noun_end);

    counted(count, noun) + details
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn losses_are_described() {
        let mut losses = Losses::default();
        for (kind, count) in [
            ("tag Event", 3),
            ("# comment", 2),
            ("turn after an error", 1),
            ("variation nested too deep", 2),
        ] {
            losses.add(kind, count);
        }
        let words: Vec<_> = losses.in_words().collect();
        assert_eq!(
            words,
            [
                "2 # comments",
                "3 tags Event",
                "1 turn after an error",
                "2 variations nested too deep"
            ]
        );
    }
}
