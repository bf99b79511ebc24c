//! The option `recycle`: the rule for discards (V4.3).

use super::grammar::{Grammar, Rule};
use super::setup::MAX_SEATS;
use crate::games::value_pair;

/// Rule for discards: the option `recycle` (V4.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RecycleRule {
    /// Discards leave the game.
    No,
    /// Discards are put under the stock, in the order in which they were written.
    InOrder,
    /// Discards are put under the stock, in an unknown order.
    Shuffled,
}

impl RecycleRule {
    /// Parses the option.
    pub(crate) fn parse(text: &str) -> Option<Self> {
        match value_pair::<Grammar, _>(Rule::recycle_only, text)?.as_rule() {
            Rule::yes => Some(Self::InOrder),
            Rule::no => Some(Self::No),
            Rule::shuffled => Some(Self::Shuffled),
            _ => None,
        }
    }

    /// Returns true if discards are put under the stock.
    pub fn is_on(self) -> bool {
        self != Self::No
    }

    /// Returns the default for a number of seats.
    pub(super) fn by_default(seats: u8) -> Self {
        if seats == MAX_SEATS {
            Self::InOrder
        } else {
            Self::No
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_read() {
        assert_eq!(
            ["yes", "no", "shuffled"].map(RecycleRule::parse),
            [RecycleRule::InOrder, RecycleRule::No, RecycleRule::Shuffled].map(Some)
        );
        assert_eq!(["y", "Shuffled", ""].map(RecycleRule::parse), [None; 3]);
        assert_eq!(
            [2, 3, 4].map(RecycleRule::by_default),
            [RecycleRule::No, RecycleRule::No, RecycleRule::InOrder]
        );
    }
}
