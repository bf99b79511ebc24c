//! Formats: the notation itself, and those of other programs and sites. One file each, reading
//! and writing.

pub mod codes;
pub mod gipf_com;
pub mod pips;

/// What a conversion could not carry over: how many of which kind.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Losses(std::collections::BTreeMap<String, u64>);

impl Losses {
    /// Counts `count` things of a kind.
    pub fn add(&mut self, kind: &str, count: u64) {
        if count > 0 {
            *self.0.entry(kind.to_owned()).or_default() += count;
        }
    }

    /// Adds another conversion's.
    pub fn merge(&mut self, other: Self) {
        for (kind, count) in other.0 {
            self.add(&kind, count);
        }
    }

    /// Each kind with its count, by name.
    pub fn iter(&self) -> impl Iterator<Item = (&str, u64)> {
        self.0.iter().map(|(kind, &count)| (kind.as_str(), count))
    }

    /// Whether nothing was lost.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}
