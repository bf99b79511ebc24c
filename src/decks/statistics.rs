//! Statistics of a deck: how many pipes, crossings and fields its cards have.

use std::collections::BTreeMap;
use std::fmt;

use super::deck::Deck;
use crate::text::counted;

/// Counts over all cards of a deck.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct DeckStatistics {
    /// The number of pipes by number of entries (V2.2).
    pub pipes: BTreeMap<usize, usize>,
    /// The number of pairs of crossing pipes.
    pub crossings: usize,
    /// The number of fields by number of arcs (V2.5). Fields with 0 arcs are inside a card.
    pub fields: BTreeMap<usize, usize>,
}

impl DeckStatistics {
    /// Computes the statistics of a deck.
    pub fn from_deck(deck: &Deck) -> Self {
        let mut statistics = Self::default();
        for (_, layout) in deck.cards() {
            statistics.crossings += layout.crossings();
            for pipe in &layout.card().pipes {
                *statistics.pipes.entry(pipe.entries.len()).or_default() += 1;
            }
            for field in layout.fields() {
                *statistics.fields.entry(field.arcs.len()).or_default() += 1;
            }
        }
        statistics
    }

    /// Returns the numbers of end caps, sections and splitters: pipes with one entry, with two
    /// entries, and with more (V2.2).
    pub(crate) fn by_kind(&self) -> [usize; 3] {
        let splitters = self
            .pipes
            .iter()
            .filter(|(entries, _)| **entries > 2)
            .map(|(_, count)| count)
            .sum();
        let count = |entries: usize| self.pipes.get(&entries).copied().unwrap_or(0);
        [count(1), count(2), splitters]
    }
}

impl fmt::Display for DeckStatistics {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [caps, sections, splitters] = self.by_kind();
        writeln!(
            out,
            "end caps {caps}, sections {sections}, splitters {splitters}, crossings {}",
            self.crossings
        )?;
        let inside = self.fields.get(&0).copied().unwrap_or(0);
        let fields: Vec<_> = self
            .fields
            .iter()
            .filter(|(arcs, _)| **arcs > 0)
            .map(|(arcs, count)| format!("{count} of {}", counted(*arcs, "arc")))
            .collect();
        writeln!(out, "fields: {}, {inside} inside a card", fields.join(", "))
    }
}
