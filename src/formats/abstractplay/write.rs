//! Converts a record of the notation to a record of the site AbstractPlay.

use serde_json::{Map, Value, json};

use super::words::{EndWord, RESIGN, USUAL_SIZE, key_of_tag, word_for_reason};
use super::{HEADER_TAGS, NO_DATE, is_placeholder};
use crate::check::Checked;
use crate::formats::{ExportError, Exported, Format, export_losses, game_for};
use crate::notation::{Outcome, Points, Record, Standing, Termination, is_date};
use crate::replay::{Frame, Timeline};

/// Tags that a record of the site carries with any value, in addition to those of [`HEADER_TAGS`].
const CARRIED: [&str; 11] = [
    "Game", "Variant", "Size", "Site", "GameId", "Date", "Player1", "Player2", "UserId1",
    "UserId2", "Result",
];

/// Writes a record; `text_of` serialises its JSON.
pub(super) fn write(
    format: &dyn Format,
    checked: &Checked,
    text_of: fn(&Value) -> serde_json::Result<String>,
) -> Result<Exported, ExportError> {
    let record = checked.record();
    game_for(format, record)?;
    let standing = supported_standing(record)?;

    // The tags that are not lost.
    let mut carried = CARRIED.to_vec();
    for name in ["IsAi1", "IsAi2"] {
        if tag(record, name) == "true" {
            carried.push(name);
        }
    }
    let header = header(record, &standing, &mut carried);
    let day = day_of_start(&header);
    carried.retain(|name| match *name {
        "Date" => day == Some(tag(record, "Date")),
        name => !is_placeholder(name, tag(record, name)),
    });

    let mut moves = moves_of_main_line(checked);
    let missing = record.moves.turns.len().saturating_sub(moves.len());
    let is_resigned = moves.last().is_some_and(|last| last == RESIGN);
    if !is_resigned
        && let Some(reason) = Termination::named(tag(record, "Termination"))
        && let Some(EndWord { word, is_exact }) = word_for_reason(reason, &standing.0)
    {
        // A reader interprets the word as a turn of the seat to move if that seat has lost.
        let is_turn = word == RESIGN && standing.0.get(moves.len() % 2) != Some(&Points::Win);
        if is_exact && !is_turn {
            carried.push("Termination");
        }
        moves.push(word.to_owned());
    }

    let rounds: Vec<Value> = moves.chunks(2).map(|round| json!(round)).collect();
    let mut losses = export_losses::beyond_turns(record, &carried);
    losses.add("turn", missing as u64);
    let text = text_of(&json!({"header": header, "moves": rounds}))
        .map_err(|error| ExportError::Record(error.to_string()))?;
    Ok(Exported { text, losses })
}

/// Returns the legal turns as moves of the site.
fn moves_of_main_line(checked: &Checked) -> Vec<String> {
    let turns = checked
        .timeline()
        .into_iter()
        .flat_map(Timeline::main_line)
        .filter_map(Frame::canonical_turn);
    turns
        .map(|turn| match turn.as_str() {
            "take" => "pass".to_owned(),
            _ => turn,
        })
        .collect()
}

/// Returns the final standing of a record that the site can hold.
fn supported_standing(record: &Record) -> Result<Standing, ExportError> {
    let refuse = |message: &str| Err(ExportError::Record(format!("AbstractPlay {message}")));
    if tag(record, "Variant") != "zipline" || tag(record, "Players") == "3" {
        return refuse("plays Pippinzip only as `zipline` with two seats");
    }
    if record.tag("Position").is_some() {
        return refuse("keeps only games that start from the empty board");
    }
    match record.outcome() {
        Some(Outcome::Decided(standing)) => Ok(standing),
        _ => refuse("keeps only finished games, and this one has no result"),
    }
}

/// Returns the value of a tag; empty if it is missing.
fn tag<'r>(record: &'r Record, name: &str) -> &'r str {
    record.tag_value(name).unwrap_or_default()
}

/// Returns the value of a tag, or the placeholder for an unknown name.
fn name_or_placeholder<'r>(record: &'r Record, name: &str) -> &'r str {
    match tag(record, name) {
        "" => "?",
        value => value,
    }
}

/// Returns the header. Adds to `carried` the tags that the header carries only for some records.
fn header<'r>(
    record: &'r Record,
    standing: &Standing,
    carried: &mut Vec<&'r str>,
) -> Map<String, Value> {
    let size = tag(record, "Size");
    let mut variants: Vec<String> = Vec::new();
    if size != USUAL_SIZE.to_string() {
        variants.push(format!("size-{size}"));
    }

    let mut site = json!({"name": name_or_placeholder(record, "Site")});
    let game_id = tag(record, "GameId");
    if !game_id.is_empty()
        && let Some(site) = site.as_object_mut()
    {
        site.insert("gameid".to_owned(), game_id.into());
    }

    let players: Vec<Value> = (1..)
        .zip(&*standing.0)
        .map(|(seat, points)| player(record, seat, *points))
        .collect();

    let mut header = Map::new();
    header.insert(
        "game".to_owned(),
        json!({"name": "Pippinzip", "variants": variants}),
    );
    header.insert("site".to_owned(), site);
    header.insert("players".to_owned(), players.into());
    let date = match tag(record, "Date") {
        day if day.len() == 10 => format!("{day}T00:00:00Z"),
        _ => NO_DATE.to_owned(),
    };
    for (key, name) in HEADER_TAGS {
        carried.push(name);
        let mut value = tag(record, name);
        // The site needs every date.
        if value.is_empty() && key.starts_with("date-") {
            value = &date;
        }
        if !value.is_empty() {
            header.insert(key.to_owned(), value.into());
        }
    }

    // Other entries of a header that was imported are kept in tags, as JSON.
    for tag in &record.tags {
        if let Some(key) = key_of_tag(&tag.name)
            && let Ok(value) = serde_json::from_str(&tag.value)
        {
            header.insert(key, value);
            carried.push(&tag.name);
        }
    }

    header
}

/// Returns a player as the header lists it.
fn player(record: &Record, seat: usize, points: Points) -> Value {
    // A draw is two equal results other than 0: two zeros mean that both seats lost (`0-0`).
    let result = match points {
        Points::Loss => 0,
        Points::Half | Points::Win => 1,
    };
    let mut player =
        json!({"name": name_or_placeholder(record, &format!("Player{seat}")), "result": result});
    let user = tag(record, &format!("UserId{seat}"));
    let is_ai =
        serde_json::from_str::<bool>(tag(record, &format!("IsAi{seat}"))).is_ok_and(|is_ai| is_ai);
    if let Some(player) = player.as_object_mut() {
        if !user.is_empty() {
            player.insert("userid".to_owned(), user.into());
        }
        if is_ai {
            player.insert("is_ai".to_owned(), true.into());
        }
    }
    player
}

/// Returns the day in the header that a reader would use as the date of the game.
fn day_of_start(header: &Map<String, Value>) -> Option<&str> {
    let start = header
        .get("date-start")
        .and_then(Value::as_str)
        .filter(|start| *start != NO_DATE)?;
    start.get(..10).filter(|day| is_date(day))
}
