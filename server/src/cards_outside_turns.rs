//! Cards of the Pipe Game that a record names outside of its turns: in tags and in expectations.
//!
//! Cards have numbers. A table is the list of the cards on the board, the first word of a position:
//! in `4@+2+0/N,17@+0+0/E 1 black,white 0,0`, card 17 lies on square `+0+0` and points east. A part
//! such as `17@+0+0/E` is a placement. Hands and the stock are lists of numbers:
//! `[Hand1 "3,17,22"]`.

use super::places_in_turns::names_in_text;
use super::record_comments::expectations;
use pipscribe::notation::{Expectation, Record, Tag};
use pipscribe::text::{Span, TextEdit};

/// Returns the cards that a record names outside of its turns, with their spans.
pub(super) fn cards_outside_turns(record: &Record) -> Vec<(Span, &str)> {
    if !record.game().is_some_and(|game| game.facts().has_cards()) {
        return Vec::new();
    }
    let mut named = cards_in_tags(record);
    named.extend(cards_in_expectations(record));
    named.extend(cards_on_tables(record));
    // A list may also hold other words, such as `none` in `[%expect captured none]`.
    named.retain(|(_, card)| !card.is_empty() && card.bytes().all(|byte| byte.is_ascii_digit()));
    named.sort_by_key(|(span, _)| *span);
    named.dedup();
    named
}

/// Returns the edits that renumber a card wherever it is named outside of turns. The cards of a
/// position are listed in ascending order, so a table is rewritten as a whole.
pub(super) fn renumbering_edits(record: &Record, card: &str, new: &str) -> Vec<TextEdit> {
    let tables: Vec<Span> = table_spans(record).collect();
    let is_on_table = |span: Span| tables.iter().any(|table| table.contains(span));
    let mut edits: Vec<TextEdit> = cards_outside_turns(record)
        .into_iter()
        .filter(|(span, name)| *name == card && !is_on_table(*span))
        .map(|(span, _)| (span, new.to_owned()))
        .collect();
    for table in tables {
        let renumbered = renumbered_table(record, table, card, new);
        // An empty table is written as a separate sign, which must stay.
        if !renumbered.is_empty() && renumbered != record.text_of(table) {
            edits.push((table, renumbered));
        }
    }
    edits
}

/// Returns a table in which a card has another number; an empty text for a table without cards.
fn renumbered_table(record: &Record, table: Span, card: &str, new: &str) -> String {
    let mut placements: Vec<(&str, &str)> = parts(record, table, |letter| letter == ',')
        .filter_map(|(_, placement)| split_placement(placement))
        .map(|(name, rest)| (if name == card { new } else { name }, rest))
        .collect();
    // The length comes first, so that `4` is before `17`.
    placements.sort_by_key(|(name, _)| (name.len(), *name));
    placements
        .iter()
        .map(|(name, rest)| format!("{name}{rest}"))
        .collect::<Vec<String>>()
        .join(",")
}

/// Returns the cards named in the hands, in the stock and in the deck.
fn cards_in_tags(record: &Record) -> Vec<(Span, &str)> {
    let mut cards = Vec::new();
    for tag in &record.tags {
        if tag.name == "Stock" || number_of(tag, "Hand").is_some() {
            cards.extend(parts(record, tag.value_span, |letter| letter == ','));
        }
        if let Some(number) = number_of(tag, "Card") {
            let digits = "Card".len()..tag.name.len();
            cards.push((tag.name_span.within(&digits), number));
        }
    }
    cards
}

/// Returns the number of a numbered tag: `3` of `Card3`.
pub(super) fn number_of<'t>(tag: &'t Tag, family: &str) -> Option<&'t str> {
    let number = tag.name.strip_prefix(family)?;
    (!number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit())).then_some(number)
}

/// Returns the cards named in expected turns and among expected captures.
fn cards_in_expectations(record: &Record) -> Vec<(Span, &str)> {
    let mut cards = Vec::new();
    for (command, expected) in expectations(record) {
        match expected {
            Expectation::Turns(_) | Expectation::NotLegal { .. } | Expectation::Mends(_) => {
                let words = parts(record, command.arguments, char::is_whitespace);
                let named = words.flat_map(|(word, _)| names_in_text(record, word));
                cards.extend(named.map(|(span, _)| (span, record.text_of(span))));
            }
            Expectation::Captured(_) => {
                let is_separator = |letter: char| " ,:".contains(letter);
                cards.extend(parts(record, command.arguments, is_separator));
            }
            _ => {}
        }
    }
    cards
}

/// Returns the cards named on the tables of positions, with their spans.
fn cards_on_tables(record: &Record) -> impl Iterator<Item = (Span, &str)> {
    let placements =
        table_spans(record).flat_map(|table| parts(record, table, |letter| letter == ','));
    placements.filter_map(|(span, placement)| {
        let (card, _) = split_placement(placement)?;
        Some((span.within(&(0..card.len())), card))
    })
}

/// Splits a placement on a table into the card's number and the rest, which begins with `@`.
fn split_placement(placement: &str) -> Option<(&str, &str)> {
    placement.split_at_checked(placement.find('@')?)
}

/// Returns the spans of the tables in all positions that a record states: in the tag `Position`,
/// and in `[%expect position "…"]`.
fn table_spans(record: &Record) -> impl Iterator<Item = Span> {
    let in_tags = record
        .tags
        .iter()
        .filter(|tag| tag.name == "Position")
        .map(|tag| tag.value_span);
    let in_expectations = expectations(record)
        .filter(|(_, expected)| matches!(expected, Expectation::Position(_)))
        .filter_map(|(command, _)| {
            let after_quote = record.text_of(command.arguments).find('"')? + 1;
            Some(Span::new(
                command.arguments.start as usize + after_quote,
                command.arguments.end as usize,
            ))
        });
    // The table is the first word of a position.
    in_tags
        .chain(in_expectations)
        .filter_map(|position| parts(record, position, |letter| " \"".contains(letter)).next())
        .map(|(table, _)| table)
}

/// Splits a span at separators, which are single bytes.
fn parts(
    record: &Record,
    span: Span,
    is_separator: fn(char) -> bool,
) -> impl Iterator<Item = (Span, &str)> {
    let mut start = 0;
    record.text_of(span).split(is_separator).map(move |part| {
        let range = start..start + part.len();
        start = range.end + 1;
        (span.within(&range), part)
    })
}
