//! Writes the root of a game tree: the properties for tags, result and starting position. The
//! tables of tags and properties are here; `read_root.rs` uses them too.

use std::collections::{HashMap, HashSet};

use super::result::{Seats, result_value, seats_from_start};
use super::shown_properties::is_escaped;
use super::turns_of;
use super::value::{PlaceNames, escape, escape_part, is_simple};
use crate::games::{GameId, Language, with_game};
use crate::notation::{Record, SgfTurns, is_date};
use crate::replay::Timeline;

/// Tags and the corresponding properties.
const PAIRS: [(&str, &str); 7] = [
    ("Event", "EV"),
    ("Site", "PC"),
    ("Round", "RO"),
    ("Date", "DT"),
    ("Annotator", "AN"),
    ("Source", "SO"),
    ("Copyright", "CP"),
];
/// Prefix of tags that keep a property.
pub(super) const TAG_PREFIX: &str = "SGF_";

/// Returns the properties of the root, without comments. `shown_position` is the
/// position that it shows, if there is one.
pub(super) fn root_properties(
    record: &Record,
    game: GameId,
    size: Option<u8>,
    timeline: Option<&Timeline>,
    shown_position: Option<&str>,
) -> Properties {
    let mut root = Properties::default();
    let application = format!("pipscribe:{}", env!("CARGO_PKG_VERSION"));
    for (name, value) in [
        ("FF", "4"),
        ("GM", game.facts().sgf.number),
        ("CA", "UTF-8"),
        ("AP", &application),
    ] {
        root.add(name, vec![value.to_owned()]);
    }

    root.add_value("SZ", size.map(|size| size.to_string()));

    let tag = |name: &str| record.tag_value(name).unwrap_or_default();
    let count = if tag("Players") == "3" { 3 } else { 2 };
    let seats = Seats::new(game, tag("Variant"), timeline, count);
    // Players whose seats are unknown remain tags when the file is read again.
    let is_unseated =
        seats.is_none() && record.tag("Player1").is_none() && record.tag("Player2").is_none();
    let other_tags = add_tags(record, game, size, is_unseated, &mut root);

    let outcome = record.outcome();
    if let Some(seats) = seats {
        for (name, seat) in [("PB", seats.black), ("PW", seats.white)] {
            let player = tag(&format!("Player{seat}"));
            if is_simple(player) {
                root.add(name, vec![escape(player)]);
            }
        }
        let result = result_value(outcome.as_ref(), tag("Termination"), seats);
        root.add_value("RE", result);
    }

    root.add("PIPTAG", other_tags);
    root.add("PIPHASH", hash_values(record));
    root.add_value("PIPRES", outcome.map(|outcome| outcome.to_string()));
    if let Some(position) = shown_position {
        let places = size.map_or(PlaceNames::Named, PlaceNames::Grid);
        add_position(game, position, places, &mut root);
    }

    root
}

/// Adds the properties that correspond to tags. Returns the other tags as values of `PIPTAG`. If
/// `is_unseated` is true, no player has a seat, and the tags that keep `PB` and `PW` become these
/// properties again.
fn add_tags(
    record: &Record,
    game: GameId,
    size: Option<u8>,
    is_unseated: bool,
    root: &mut Properties,
) -> Vec<String> {
    let mut counts: HashMap<&str, usize> = HashMap::new();
    for tag in &record.tags {
        *counts.entry(&tag.name).or_default() += 1;
    }

    let mut others = Vec::new();
    for tag in &record.tags {
        let is_unique = counts.get(tag.name.as_str()) == Some(&1);
        let unseated_player = tag
            .name
            .strip_prefix(TAG_PREFIX)
            .filter(|name| is_unseated && ["PB", "PW"].contains(name));
        let is_readable = is_simple(&tag.value) && (tag.name != "Date" || is_date(&tag.value));
        let property = if is_unique && is_readable {
            property_of(&tag.name, game).or(unseated_player)
        } else {
            None
        };
        let is_board_size =
            tag.name == "Size" && size.is_some_and(|size| size.to_string() == tag.value);
        if let Some(property) = property {
            root.add(property, vec![escape(&tag.value)]);
        } else if !is_board_size && !add_kept(&tag.name, &tag.value, root) {
            others.push(composed(&tag.name, &tag.value));
        }
    }

    others
}

/// Returns the tag of a property of the root.
pub(super) fn tag_of(property: &str, game: Option<GameId>) -> Option<&'static str> {
    PAIRS
        .into_iter()
        .chain(players_of(game))
        .find(|(_, known)| *known == property)
        .map(|(tag, _)| tag)
}

/// Returns the tags and properties of the players, if their colours are known from the start.
fn players_of(game: Option<GameId>) -> impl Iterator<Item = (&'static str, &'static str)> {
    let seats = game.and_then(seats_from_start);
    let property_of_seat = |seats: Seats, seat: u8| if seats.white == seat { "PW" } else { "PB" };
    seats.into_iter().flat_map(move |seats| {
        [
            ("Player1", property_of_seat(seats, 1)),
            ("Player2", property_of_seat(seats, 2)),
        ]
    })
}

/// Returns the property of a tag.
fn property_of(tag: &str, game: GameId) -> Option<&'static str> {
    PAIRS
        .into_iter()
        .chain(players_of(Some(game)))
        .find(|(known, _)| *known == tag)
        .map(|(_, property)| property)
}

/// Properties of a node, with unique names.
#[derive(Debug, Default)]
pub(super) struct Properties {
    /// Names and values.
    all: Vec<(String, Vec<String>)>,
    names: HashSet<String>,
}

impl Properties {
    /// Adds a property with values that are already escaped, unless there is one with this name.
    pub(super) fn add(&mut self, name: &str, values: Vec<String>) {
        if !values.is_empty() && self.names.insert(name.to_owned()) {
            self.all.push((name.to_owned(), values));
        }
    }

    /// Adds a property with one value, if there is one.
    fn add_value(&mut self, name: &str, value: Option<String>) {
        if let Some(value) = value {
            self.add(name, vec![value]);
        }
    }

    fn has(&self, name: &str) -> bool {
        self.names.contains(name)
    }
}

impl std::fmt::Display for Properties {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        for (name, values) in &self.all {
            out.write_str(name)?;
            for value in values {
                write!(out, "[{value}]")?;
            }
        }
        Ok(())
    }
}

/// Returns the `#` comments before tags, each with the name of its tag.
fn hash_values(record: &Record) -> Vec<String> {
    let mut values = Vec::new();
    for tag in &record.tags {
        for &hash in &tag.hashes {
            values.push(composed(&tag.name, record.text_of(hash).trim_end()));
        }
    }
    values
}

/// Returns a composed value: `Event:Club evening`.
fn composed(name: &str, text: &str) -> String {
    format!("{}:{}", escape_part(name), escape_part(text))
}

/// Restores a property that was kept as a tag: `[SGF_XX "a][b"]` is `XX[a][b]`. Returns true if the
/// property was added.
fn add_kept(tag: &str, value: &str, root: &mut Properties) -> bool {
    let Some(name) = tag.strip_prefix(TAG_PREFIX) else {
        return false;
    };
    let values: Vec<_> = value.split("][").map(str::to_owned).collect();
    let is_name = !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_uppercase());
    let is_plain =
        !value.chars().any(char::is_control) && values.iter().all(|value| is_escaped(value));
    let is_free = is_name && is_kept_in_root(name) && !root.has(name);
    let can_be_added = is_free && is_plain;
    if can_be_added {
        root.add(name, values);
    }
    can_be_added
}

/// Returns true if a property of the root is kept as a tag.
pub(super) fn is_kept_in_root(name: &str) -> bool {
    let written_otherwise = [
        "RE", "PB", "PW", "AE", "PL", "C", "GC", "CR", "SQ", "TR", "MA", "SL", "AR", "LN", "LB",
        "VW", "FG",
    ];
    !super::is_reserved(name)
        && !written_otherwise.contains(&name)
        && PAIRS.iter().all(|(_, pair)| *pair != name)
}

/// Adds the pieces and the colour to move of a position.
fn add_position(game: GameId, position: &str, places: PlaceNames, root: &mut Properties) {
    if turns_of(Some(game)) == SgfTurns::Private {
        return;
    }
    let read = with_game!(game, G => {
        let position = G::parse_position(position).ok();
        position.and_then(|position| {
            Some((G::pieces_of_colours(&position)?, G::colour_to_move(&position)))
        })
    });
    let Some((pieces, to_move)) = read else {
        return;
    };
    // `W` or `B`
    let initial = to_move.and_then(|name| name.get(..1)).map(str::to_owned);
    root.add_value("PL", initial);
    let written = |names: Vec<String>| names.iter().filter_map(|name| places.write(name)).collect();
    let [black, white] = pieces.map(written);
    root.add("AB", black);
    root.add("AW", white);
}
