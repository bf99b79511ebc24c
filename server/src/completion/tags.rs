//! Completion of tags and their values: `[Variant "basic"]`.

use lsp_types::{CompletionItem, CompletionItemKind};

use super::turns::parse_record;
use super::{Cursor, Offer, end_of_word};
use crate::descriptions;
use pipscribe::LiveGame;
use pipscribe::games::GameId;
use pipscribe::notation::{COMMON_TAGS, Record, SeatNames, quoted};

/// Number of tags of a numbered family, such as `Card1`, `Card2` and so on, that are offered.
const OFFERED_OF_FAMILY: usize = 4;

/// Completes tag names.
pub(super) fn names(cursor: &Cursor<'_>, start: usize, typed: &str) -> Vec<CompletionItem> {
    let end = end_of_word(&cursor.text, cursor.offset, |letter| {
        letter.is_ascii_alphanumeric() || letter == '_'
    });
    let rest_of_line = cursor
        .text
        .get(end..)
        .and_then(|rest| rest.lines().next())
        .unwrap_or_default()
        .trim();
    let snippets = cursor.request.session.client.snippets;
    let after_name = inserted_after_name(rest_of_line, snippets);
    let record = parse_record(&cursor.text);
    let mut names = missing_tags(&record);
    // The typed text may be a complete name already.
    if descriptions::of_tag(record.game(), typed).is_some()
        && !names.iter().any(|name| name == typed)
    {
        names.push(typed.to_owned());
    }
    let offers = names.into_iter().map(|name| Offer {
        insert: after_name.map(|after| format!("{name}{after}")),
        snippet: snippets && after_name.is_some(),
        documentation: descriptions::of_tag(record.game(), &name).map(str::to_owned),
        ..Offer::new(name, CompletionItemKind::PROPERTY)
    });
    cursor.items(offers.collect(), start..end)
}

/// Returns the text to insert after the name of a tag, by the text that follows on the line: in a
/// snippet, `$1` is where the user types the value. `None` if there is a value already.
fn inserted_after_name(rest_of_line: &str, snippets: bool) -> Option<&'static str> {
    match rest_of_line {
        "" if snippets => Some(" \"$1\"]"),
        "]" if snippets => Some(" \"$1\""),
        "" | "]" => Some(" \""),
        _ => None,
    }
}

/// Completes whole tags at the start of a line.
pub(super) fn whole_tags(cursor: &Cursor<'_>, start: usize, typed: &str) -> Vec<CompletionItem> {
    let before = cursor.text.get(..start).unwrap_or_default();
    if !typed.is_empty() || !(before.is_empty() || before.ends_with('\n')) {
        return Vec::new();
    }
    let record = parse_record(&cursor.text);
    let offers = missing_tags(&record).into_iter().map(|name| {
        let value = default_value(&record, &name).unwrap_or_default();
        let offer = Offer::new(
            format!("[{name} {}]", quoted(&value)),
            CompletionItemKind::PROPERTY,
        );
        Offer {
            documentation: descriptions::of_tag(record.game(), &name).map(str::to_owned),
            ..offer
        }
    });
    cursor.items(offers.collect(), start..start)
}

/// Returns the tags that can still be added to the record, in canonical order.
fn missing_tags(record: &Record) -> Vec<String> {
    let game = record.game();
    let own_tags = game
        .map(GameId::tags)
        .unwrap_or_default()
        .iter()
        .flat_map(|spec| match spec.numbered {
            None => vec![spec.name.to_owned()],
            // For a numbered family, offer only the first missing members.
            Some(_) => spec
                .names()
                .filter(|name| record.tag(name).is_none())
                .take(OFFERED_OF_FAMILY)
                .collect(),
        });
    let common = COMMON_TAGS
        .iter()
        .map(|name| (*name).to_owned())
        .chain(std::iter::once("Position".to_owned()));
    let fits = |name: &String| match (name.as_str(), game) {
        ("Score", Some(game)) => game.facts().has_scores,
        ("Options", Some(game)) => !game.options().is_empty(),
        ("Variant", Some(game)) => !game.variants().is_empty(),
        ("Player3" | "Player4", Some(game)) => game.facts().seats == SeatNames::Numbers,
        _ => true,
    };
    common
        .chain(own_tags)
        .filter(fits)
        .filter(|name| record.tag(name).is_none())
        .collect()
}

/// Returns the default value of a tag.
fn default_value(record: &Record, name: &str) -> Option<String> {
    if name == "Result" {
        return None;
    }
    descriptions::values_of_tag(record.game(), name)
        .into_iter()
        .next()
}

/// Completes values of a tag.
pub(super) fn values(
    cursor: &Cursor<'_>,
    name: &str,
    start: usize,
    typed: &str,
) -> Vec<CompletionItem> {
    let record = parse_record(&cursor.text);
    let game = record.game();
    if let ("Options", Some(game)) = (name, game) {
        return options(cursor, game, start, typed);
    }

    // `Players` is the number of players.
    let is_player = name.starts_with("Player") && name != "Player" && name != "Players";
    let values = match name {
        "Deck" => cursor.request.document.context.decks().names(),
        "Position" => positions(cursor, &record),
        "Event" | "Site" | "Round" | "Date" => nearby_values(cursor, name),
        _ if is_player => nearby_values(cursor, "Player"),
        _ => descriptions::values_of_tag(game, name),
    };
    let offers = values.into_iter().map(|value| {
        let means = descriptions::of_value(game, name, &value).map(str::to_owned);
        // The quotes are in the text already.
        let in_quotes = quoted(&value);
        let escaped = in_quotes.get(1..in_quotes.len() - 1).unwrap_or_default();
        Offer {
            insert: Some(escaped.to_owned()),
            documentation: means,
            ..Offer::new(value, CompletionItemKind::ENUM_MEMBER)
        }
    });
    let end = end_of_word(&cursor.text, cursor.offset, |letter| {
        !matches!(letter, '"' | '\n' | '\r' | ']')
    });
    cursor.items(offers.collect(), start..end)
}

/// Completes `key=value` in the tag `Options`.
fn options(cursor: &Cursor<'_>, game: GameId, start: usize, typed: &str) -> Vec<CompletionItem> {
    let word_start = typed.rfind(' ').map_or(0, |blank| blank + 1);
    let used: Vec<&str> = typed
        .get(..word_start)
        .unwrap_or_default()
        .split_whitespace()
        .collect();
    let is_used = |key: &str| used.iter().any(|pair| pair.split('=').next() == Some(key));
    let offers = descriptions::options(game)
        .filter(|(key, _)| !is_used(key))
        .flat_map(|(key, values)| {
            let means = descriptions::of_option(game, key).unwrap_or_default();
            values.into_iter().map(move |value| {
                Offer::new(format!("{key}={value}"), CompletionItemKind::ENUM_MEMBER)
                    .with_documentation(means)
            })
        });
    let end = end_of_word(&cursor.text, cursor.offset, |letter| {
        !matches!(letter, ' ' | '"' | '\n' | '\r' | ']')
    });
    cursor.items(offers.collect(), start + word_start..end)
}

/// Returns the position from which the record starts according to its other tags, and the last
/// position of the previous record.
fn positions(cursor: &Cursor<'_>, record: &Record) -> Vec<String> {
    let other_tags: String = record
        .tags
        .iter()
        .filter(|tag| tag.name != "Position")
        .map(|tag| format!("[{} {}]\n", tag.name, quoted(&tag.value)))
        .collect();
    let context = &cursor.request.document.context;
    let mut positions = Vec::new();
    if let Ok(game) = LiveGame::start_of(Record::parse_str(&other_tags), context) {
        positions.push(game.position().text());
    }
    positions.extend(last_position_before(cursor, record.game()));
    positions
}

/// Returns the last position of the previous record, if it is a record of the same game.
fn last_position_before(cursor: &Cursor<'_>, game: Option<GameId>) -> Option<String> {
    let request = cursor.request;
    let byte_before = cursor.entry.range.start.checked_sub(1)?;
    let previous = request.replayed(request.document.entry_at(byte_before)?)?;
    if previous.record().game() != game {
        return None;
    }
    let last = previous.timeline()?.after(None).ok()?;
    Some(last.position.text())
}

/// Returns the values that nearby records have in the tags whose names begin with `tag`, each once.
fn nearby_values(cursor: &Cursor<'_>, tag: &str) -> Vec<String> {
    /// Distance within which other records are searched, in bytes.
    const AROUND: usize = 1 << 16;
    let document = &cursor.request.document;
    let start = cursor.entry.range.start.saturating_sub(AROUND);
    let end = cursor.entry.range.end + AROUND;
    let mut values: Vec<String> = Vec::new();
    for entry in document.entries(start..end) {
        let text = document.text_of(entry.range.clone());
        let in_record = text.lines().filter_map(|line| value_on_line(line, tag));
        values.extend(in_record.map(str::to_owned));
    }
    values.sort_unstable();
    values.dedup();
    values
}

/// Returns the value of the tag on a line, if its name begins with `tag` and it has a value. Lines
/// are read without parsing, because there may be many.
fn value_on_line<'l>(line: &'l str, tag: &str) -> Option<&'l str> {
    let after_tag = line.strip_prefix('[')?.strip_prefix(tag)?;
    let (_, after_quote) = after_tag.split_once('"')?;
    let (value, _) = after_quote.rsplit_once('"')?;
    (!value.is_empty()).then_some(value)
}

/// Completes comments after `#` with the header lines of test records: `# why: …`.
pub(super) fn header(cursor: &Cursor<'_>, start: usize, typed: &str) -> Vec<CompletionItem> {
    let line = cursor
        .text
        .get(..start)
        .and_then(|before| before.lines().next_back())
        .unwrap_or_default();
    if !line.trim_start().starts_with('#')
        || !typed.chars().all(|letter| letter.is_ascii_alphabetic())
    {
        return Vec::new();
    }
    let blank = if line.ends_with('#') { " " } else { "" };
    let offers = descriptions::HEADERS.into_iter().map(|(name, means)| {
        let offer =
            Offer::new(format!("{name}: "), CompletionItemKind::KEYWORD).with_documentation(means);
        Offer {
            insert: Some(format!("{blank}{name}: ")),
            ..offer
        }
    });
    cursor.items(offers.collect(), start..start + typed.len())
}
