//! Cards that the tags of a record list more than once. The tags give the cards on the table, in
//! hands and in the stock, and each card is in one place.

use std::collections::BTreeMap;

use crate::notation::{Record, Tag};

/// Returns the cards that are listed more than once, each by the tags that list it.
pub(super) fn listed_twice(tags: &Record) -> Vec<Vec<&str>> {
    let mut places: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for tag in &tags.tags {
        for card in cards_in(tag) {
            places.entry(card).or_default().push(&tag.name);
        }
    }
    places.into_values().filter(|tags| tags.len() > 1).collect()
}

/// Returns the numbers of the cards in a tag. Text that is not a number is not compared.
fn cards_in(tag: &Tag) -> impl Iterator<Item = &str> {
    let is_list = tag.name == "Position" || tag.name == "Stock" || tag.name.starts_with("Hand");
    // In a position, the cards come first, each with its place.
    let list = tag
        .value
        .split(' ')
        .next()
        .filter(|_| is_list)
        .unwrap_or_default();
    let numbers = list
        .split(',')
        .map(|item| item.split('@').next().unwrap_or_default());
    numbers.filter(|number| !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cards_in_two_places_are_found() {
        let text = "[Game \"pipe\"]\n[Hand1 \"3,4\"]\n[Hand2 \"5,4\"]\n[Stock \"12,12\"]\n[Score \"3-3\"]\n\
            [Position \"5@+0+0/N,1@+0+2/N 2 dark,light 12,5\"]\n";
        let record = Record::parse_str(text);
        assert_eq!(
            listed_twice(&record),
            [
                vec!["Stock", "Stock"],
                vec!["Hand1", "Hand2"],
                vec!["Hand2", "Position"]
            ]
        );
    }
}
