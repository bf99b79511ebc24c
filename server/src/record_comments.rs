//! All comments of a record: before, between and after its turns, and in its variations.

use pipscribe::notation::{Command, Comment, Expectation, Item, Meaning, Record};
use pipscribe::text::Span;

/// Returns the comments in braces.
pub(super) fn comments(record: &Record) -> impl Iterator<Item = &Comment> {
    items(record).into_iter().filter_map(|item| match item {
        Item::Comment(comment) => Some(comment),
        Item::Variation(_) | Item::Hash(_) => None,
    })
}

/// Returns the commands that state an expectation, with the expectation.
pub(super) fn expectations(record: &Record) -> impl Iterator<Item = (&Command, &Expectation)> {
    comments(record)
        .flat_map(|comment| &comment.commands)
        .filter_map(|command| match &command.meaning {
            Meaning::Expect(expected) => Some((command, expected)),
            _ => None,
        })
}

/// Returns the spans of all comments, in braces or after `#`, including those before tags.
pub(super) fn remarks(record: &Record) -> Vec<Span> {
    let items = items(record).into_iter().filter_map(|item| match item {
        Item::Comment(comment) => Some(comment.span),
        Item::Hash(hash) => Some(*hash),
        Item::Variation(_) => None,
    });
    record
        .tags
        .iter()
        .flat_map(|tag| tag.hashes.iter().copied())
        .chain(items)
        .collect()
}

/// Returns the comments between and after turns in source order, including those within variations.
fn items(record: &Record) -> Vec<&Item> {
    let mut found: Vec<&Item> = record.closing.iter().collect();
    let mut lines = vec![&record.moves];
    while let Some(line) = lines.pop() {
        for item in line
            .opening
            .iter()
            .chain(line.turns.iter().flat_map(|node| &node.after))
        {
            match item {
                Item::Variation(variation) => lines.push(&variation.line),
                Item::Comment(_) | Item::Hash(_) => found.push(item),
            }
        }
    }
    // Lines were visited out of order. The items do not overlap, so their ends have their order.
    found.sort_by_key(|item| item.end());
    found
}
