//! The values of the tags (Z1, Z2).

use pest::Parser;
use pest::iterators::Pair;

use super::board::{LARGEST, SMALLEST};
use super::grammar::{Grammar, Rule};

/// A variant (Z2).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Variant {
    /// Black stones in the auction, and Pip places one stone a turn.
    Pipeline,
    /// Pip places two stones, not next to each other.
    Zipline,
    /// Pip places any two stones.
    Freestyle,
}

/// How the board is drawn (Z1.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Surface {
    /// Stones stand where lines cross.
    Points,
    /// Stones stand in cells.
    Cells,
}

fn value(rule: Rule, text: &str) -> Option<Pair<'_, Rule>> {
    Grammar::parse(rule, text).ok()?.flat_map(Pair::into_inner).next()
}

impl Variant {
    /// Reads the tag `Variant`, `pipline` too (Z2.1).
    pub fn parse(text: &str) -> Option<Self> {
        match value(Rule::variant_only, text)?.as_rule() {
            Rule::pipeline => Some(Self::Pipeline),
            Rule::zipline => Some(Self::Zipline),
            Rule::freestyle => Some(Self::Freestyle),
            _ => None,
        }
    }

    /// Its name in records.
    pub fn name(self) -> &'static str {
        match self {
            Self::Pipeline => "pipeline",
            Self::Zipline => "zipline",
            Self::Freestyle => "freestyle",
        }
    }
}

impl Surface {
    /// Reads the tag `Surface` (Z1.2).
    pub fn parse(text: &str) -> Option<Self> {
        match value(Rule::surface_only, text)?.as_rule() {
            Rule::points => Some(Self::Points),
            Rule::cells => Some(Self::Cells),
            _ => None,
        }
    }
}

/// Reads the tag `Size` (Z1.1).
pub fn parse_size(text: &str) -> Option<u8> {
    let size = value(Rule::size_only, text)?.as_str().parse().ok()?;
    (SMALLEST..=LARGEST).contains(&size).then_some(size)
}

/// Reads the tag `Players` (Z2.1).
pub fn parse_players(text: &str) -> Option<u8> {
    value(Rule::players_only, text)?.as_str().parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_read() {
        assert_eq!(Variant::parse("pipline"), Some(Variant::Pipeline));
        assert_eq!(Variant::parse("Pipeline"), None);
        assert_eq!(Surface::parse("points"), Some(Surface::Points));
        assert_eq!(Surface::parse("cells"), Some(Surface::Cells));
        assert_eq!(Surface::parse("cell"), None);
        assert_eq!(["3", "13", "26"].map(parse_size), [Some(3), Some(13), Some(26)]);
        assert_eq!(["2", "27", "05", "", "130"].map(parse_size), [None; 5]);
        assert_eq!(["2", "3"].map(parse_players), [Some(2), Some(3)]);
        assert_eq!(["1", "4", "02", ""].map(parse_players), [None; 4]);
    }
}
