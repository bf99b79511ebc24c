//! Cards of the Pipe Game that a record names outside of its turns: in tags and in expectations.

use super::record_comments::expectations;
use super::turn_places::names_in_text;
use pipscribe::notation::{Expectation, Record, Tag};
use pipscribe::text::{Span, TextEdit};

/// Returns the number of a numbered tag: `3` of `Card3`.
pub(super) fn number_of<'t>(tag: &'t Tag, family: &str) -> Option<&'t str> {
    let number = tag.name.strip_prefix(family)?;
    (!number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit())).then_some(number)
}

/// Splits a span at separators.
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

/// Returns the spans that list the cards on the table, in all positions that a record states.
fn table_spans(record: &Record) -> impl Iterator<Item = Span> {
    let starts = record
        .tags
        .iter()
        .filter(|tag| tag.name == "Position")
        .map(|tag| tag.value_span);
    let expected = expectations(record)
        .filter(|(_, expected)| matches!(expected, Expectation::Position(_)))
        .filter_map(|(command, _)| {
            let inside = record.text_of(command.arguments).find('"')? + 1;
            Some(Span::new(
                command.arguments.start as usize + inside,
                command.arguments.end as usize,
            ))
        });
    starts
        .chain(expected)
        .filter_map(|text| parts(record, text, |letter| " \"".contains(letter)).next())
        .map(|(table, _)| table)
}

/// Splits a placement on a table into the card's number and the rest.
fn split_placement(placement: &str) -> Option<(&str, &str)> {
    placement.split_at_checked(placement.find('@')?)
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

/// Returns the cards named elsewhere: in hands, in the stock, in the deck, and in expected turns.
fn cards_off_tables(record: &Record) -> Vec<(Span, &str)> {
    let mut found = Vec::new();
    for tag in &record.tags {
        if tag.name == "Stock" || number_of(tag, "Hand").is_some() {
            found.extend(parts(record, tag.value_span, |letter| letter == ','));
        }
        if let Some(number) = number_of(tag, "Card") {
            found.push((
                tag.name_span.within(&("Card".len()..tag.name.len())),
                number,
            ));
        }
    }
    for (command, expected) in expectations(record) {
        match expected {
            Expectation::Turns(_) | Expectation::NotLegal { .. } | Expectation::Mends(_) => {
                let words = parts(record, command.arguments, char::is_whitespace);
                let named = words.flat_map(|(word, _)| names_in_text(record, word));
                found.extend(named.map(|(span, _)| (span, record.text_of(span))));
            }
            Expectation::Captured(_) => found.extend(parts(record, command.arguments, |letter| {
                " ,:".contains(letter)
            })),
            _ => {}
        }
    }
    found
}

/// Returns the cards that a record names outside of its turns, with their spans.
pub(super) fn cards_outside_turns(record: &Record) -> Vec<(Span, &str)> {
    if !record.game().is_some_and(|game| game.facts().has_cards()) {
        return Vec::new();
    }
    let mut named = cards_off_tables(record);
    named.extend(cards_on_tables(record));
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
    let named = cards_outside_turns(record)
        .into_iter()
        .filter(|(_, name)| *name == card);
    let mut edits: Vec<TextEdit> = named
        .filter(|(span, _)| !is_on_table(*span))
        .map(|(span, _)| (span, new.to_owned()))
        .collect();
    for table in tables {
        let mut placements: Vec<(&str, &str)> = parts(record, table, |letter| letter == ',')
            .filter_map(|(_, placement)| split_placement(placement))
            .map(|(name, rest)| (if name == card { new } else { name }, rest))
            .collect();
        placements.sort_by_key(|(name, _)| (name.len(), *name));
        let text = placements
            .iter()
            .map(|(name, rest)| format!("{name}{rest}"))
            .collect::<Vec<String>>()
            .join(",");
        // An empty table is written as a separate sign, which must stay.
        if !placements.is_empty() && text != record.text_of(table) {
            edits.push((table, text));
        }
    }
    edits
}
