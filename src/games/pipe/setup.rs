//! The values of the options (V4.3, V4.5) and of the tags (V2.8, V3, V4.1).

use pest::Parser;
use pest::iterators::Pair;

use super::grammar::{Grammar, Rule};
use super::turn::{Id, parse_id};

/// A variant (V3).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Variant {
    /// Seats claim colours of pipes.
    Pipes,
    /// Seats claim colours of fields.
    Fields,
    /// Seats claim colours of either.
    Both,
}

/// The option `teams` (V4.5).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Teams {
    /// `13-24`: seats 1 and 3 against 2 and 4.
    OddAgainstEven,
}

fn value(rule: Rule, text: &str) -> Option<Pair<'_, Rule>> {
    Grammar::parse(rule, text).ok()?.flat_map(Pair::into_inner).next()
}

impl Variant {
    /// Reads the tag `Variant`.
    pub fn parse(text: &str) -> Option<Self> {
        match value(Rule::variant_only, text)?.as_rule() {
            Rule::pipes => Some(Self::Pipes),
            Rule::fields => Some(Self::Fields),
            Rule::both => Some(Self::Both),
            _ => None,
        }
    }
}

impl Teams {
    /// Reads the option.
    pub fn parse(text: &str) -> Option<Self> {
        Grammar::parse(Rule::teams_only, text).ok().map(|_| Self::OddAgainstEven)
    }
}

/// Reads the option `recycle`: whether discards go under the stock (V4.3).
pub fn parse_recycle(text: &str) -> Option<bool> {
    match value(Rule::recycle_only, text)?.as_rule() {
        Rule::yes => Some(true),
        Rule::no => Some(false),
        _ => None,
    }
}

/// Reads the tag `Players` (V3).
pub fn parse_players(text: &str) -> Option<u8> {
    value(Rule::players_only, text)?.as_str().parse().ok()
}

/// Reads the tags `Hand1` … and `Stock`: numbers of cards, none perhaps (V4.1).
pub fn parse_cards(text: &str) -> Option<Vec<Id>> {
    let pairs = Grammar::parse(Rule::cards_only, text).ok()?.flat_map(Pair::into_inner);
    Some(pairs.filter(|pair| pair.as_rule() == Rule::item).map(parse_id).collect())
}

/// Whether the tag `Deck` can have that value (V2.8).
pub fn is_deck_name(text: &str) -> bool {
    Grammar::parse(Rule::deck_only, text).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::Language;
    use crate::games::pipe::Pipe;

    #[test]
    fn values_are_read() {
        assert_eq!(Pipe::VARIANTS.iter().filter_map(|name| Variant::parse(name)).count(), 3);
        assert_eq!(["", "pipe", "Both"].map(Variant::parse), [None; 3]);
        assert_eq!(Teams::parse("13-24"), Some(Teams::OddAgainstEven));
        assert_eq!(["", "12-34", "13-24 "].map(Teams::parse), [None; 3]);
        assert_eq!(["yes", "no", "y"].map(parse_recycle), [Some(true), Some(false), None]);
        assert_eq!(["2", "3", "4"].map(parse_players), [Some(2), Some(3), Some(4)]);
        assert_eq!(["", "1", "5", "02"].map(parse_players), [None; 4]);
        assert_eq!(parse_cards("3,12,3"), Some(vec![3, 12, 3]));
        assert_eq!(parse_cards(""), Some(vec![]));
        assert_eq!(["0", "3,", "3, 4", "a"].map(parse_cards), [None, None, None, None]);
        assert!(is_deck_name("my-deck-2"));
        assert!(["", "a b", "../deck", "a_b", "deck.yaml"].into_iter().all(|name| !is_deck_name(name)));
    }
}
