//! Completion of tags and their values.

use lsp_types::{CompletionItem, CompletionItemKind};

use super::turns::parse_record;
use super::{Cursor, Offer, end_of_word};
use crate::descriptions;
use pipscribe::LiveGame;
use pipscribe::games::GameId;
use pipscribe::notation::{COMMON_TAGS, Record, SeatNames, quoted};

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
                .take(4)
                .collect(),
        });
    let common = COMMON_TAGS
        .iter()
        .map(|name| (*name).to_owned())
        .chain(std::iter::once("Position".to_owned()));
    let fits = |name: &String| match (name.as_str(), game) {
        ("Score", Some(game)) => game.has_scores(),
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

/// Completes tag names.
pub(super) fn names(cursor: &Cursor<'_>, start: usize, typed: &str) -> Vec<CompletionItem> {
    let end = end_of_word(&cursor.text, cursor.offset, |letter| {
        letter.is_ascii_alphanumeric() || letter == '_'
    });
    let rest = cursor
        .text
        .get(end..)
        .and_then(|rest| rest.lines().next())
        .unwrap_or_default()
        .trim();
    let record = parse_record(&cursor.text);
    let snippets = cursor.request.session.client.snippets;
    let mut names = missing_tags(&record);
    // The typed text may be a complete name already.
    if descriptions::of_tag(record.game(), typed).is_some()
        && !names.iter().any(|name| name == typed)
    {
        names.push(typed.to_owned());
    }
    let offers = names.into_iter().map(|name| {
        let value = match rest {
            "" | "]" if snippets => {
                Some(format!(" \"$1\"{}", if rest.is_empty() { "]" } else { "" }))
            }
            "" | "]" => Some(" \"".to_owned()),
            _ => None,
        };
        Offer {
            insert: value.as_ref().map(|value| format!("{name}{value}")),
            snippet: snippets && value.is_some(),
            documentation: descriptions::of_tag(record.game(), &name).map(str::to_owned),
            ..Offer::new(name, CompletionItemKind::PROPERTY)
        }
    });
    cursor.items(offers.collect(), start..end)
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

    let values = match name {
        "Deck" => cursor.request.document.context.decks().names(),
        "Position" => positions(cursor, &record),
        "Event" | "Site" | "Round" | "Date" => nearby(cursor, name),
        name if name.starts_with("Player") && name.len() > "Player".len() && name != "Players" => {
            nearby(cursor, "Player")
        }
        _ => descriptions::values_of_tag(game, name),
    };
    let offers = values.into_iter().map(|value| {
        let means = descriptions::of_value(game, name, &value).map(str::to_owned);
        let escaped = quoted(&value);
        let inside = escaped
            .get(1..escaped.len() - 1)
            .unwrap_or_default()
            .to_owned();
        Offer {
            insert: Some(inside),
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
    let tags: String = record
        .tags
        .iter()
        .filter(|tag| tag.name != "Position")
        .map(|tag| format!("[{} {}]\n", tag.name, quoted(&tag.value)))
        .collect();
    let context = &cursor.request.document.context;
    let start = LiveGame::start_of(Record::parse_str(&tags), context)
        .ok()
        .map(|game| game.position().text());
    let before = cursor
        .entry
        .range
        .start
        .checked_sub(1)
        .and_then(|byte| cursor.request.document.entry_at(byte))
        .and_then(|entry| cursor.request.replayed(entry))
        .filter(|it| it.record().game() == record.game());
    let end = before.and_then(|it| Some(it.timeline()?.after(None).ok()?.position.text()));
    start.into_iter().chain(end).collect()
}

/// Completes comments after `#` with the header lines of test records.
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

/// Returns the values that nearby records have in the tags whose names begin with `tag`, each once.
fn nearby(cursor: &Cursor<'_>, tag: &str) -> Vec<String> {
    /// Distance within which other records are searched, in bytes.
    const AROUND: usize = 1 << 16;
    let document = &cursor.request.document;
    let start = cursor.entry.range.start.saturating_sub(AROUND);
    let end = cursor.entry.range.end + AROUND;
    let mut names: Vec<String> = Vec::new();
    for entry in document.entries(start..end) {
        let text = document.text_of(entry.range.clone());
        let tags = text
            .lines()
            .filter_map(|line| line.strip_prefix('[')?.strip_prefix(tag));
        let found =
            tags.filter_map(|tag| Some(tag.split_once('"')?.1.rsplit_once('"')?.0.to_owned()));
        names.extend(found.filter(|name| !name.is_empty()));
    }
    names.sort_unstable();
    names.dedup();
    names
}
