//! Converts a record of the notation to one of the site.

use serde_json::{Map, json};

use super::words::{RESIGN, USUAL_SIZE, ending_of, key_of_tag};
use super::{NO_DATE, PLAIN, is_placeholder};
use crate::checked::Checked;
use crate::formats::gipf_com::losses_of_moves;
use crate::formats::{ExportError, Exported, Format, game_for};
use crate::notation::{Outcome, Points, Termination, is_date};
use crate::replay::{Frame as Reached, Timeline};

/// Writes a record; `text_of` serialises its JSON.
pub(super) fn write(
    format: &dyn Format,
    checked: &Checked,
    text_of: fn(&serde_json::Value) -> serde_json::Result<String>,
) -> Result<Exported, ExportError> {
    let record = checked.record();
    game_for(format, record)?;
    let tag = |name: &str| record.tag(name).map_or("", |tag| tag.value.as_str());
    let refuse = |message: &str| Err(ExportError::Record(format!("AbstractPlay {message}")));
    if tag("Variant") != "zipline" || tag("Players") == "3" {
        return refuse("plays Pippinzip only as `zipline` with two seats");
    }
    if record.tag("Position").is_some() {
        return refuse("keeps only games that start from the empty board");
    }
    let outcome = record.result.as_ref().map(|(outcome, _)| outcome.clone()).or_else(|| Outcome::parse(tag("Result")));
    let Some(Outcome::Decided(standing)) = outcome else {
        return refuse("keeps only finished games, and this one has no result");
    };
    let players = standing.0.iter().enumerate().map(|(at, points)| {
        let name = Some(tag(&format!("Player{}", at + 1))).filter(|name| !name.is_empty()).unwrap_or("?");
        let result = match points {
            Points::Loss => 0,
            Points::Half | Points::Win => 1,
        };
        let mut player = json!({"name": name, "result": result});
        let user = tag(&format!("UserId{}", at + 1));
        let is_ai = serde_json::from_str::<bool>(tag(&format!("IsAi{}", at + 1)));
        if let Some(player) = player.as_object_mut() {
            if !user.is_empty() {
                player.insert("userid".to_owned(), user.into());
            }
            if let Ok(is_ai @ true) = is_ai {
                player.insert("is_ai".to_owned(), is_ai.into());
            }
        }
        player
    });
    let players: Vec<serde_json::Value> = players.collect();
    let mut carried =
        ["Game", "Variant", "Size", "Site", "GameId", "Date", "Player1", "Player2", "UserId1", "UserId2", "Result"]
            .to_vec();
    carried.extend(["IsAi1", "IsAi2"].into_iter().filter(|name| tag(name) == "true"));
    let size = tag("Size");
    let variants: Vec<String> = (size != USUAL_SIZE.to_string()).then(|| format!("size-{size}")).into_iter().collect();
    let mut site = json!({"name": if tag("Site").is_empty() { "?" } else { tag("Site") }});
    if let Some(site) = site.as_object_mut().filter(|_| !tag("GameId").is_empty()) {
        site.insert("gameid".to_owned(), tag("GameId").into());
    }
    let mut header = Map::new();
    header.insert("game".to_owned(), json!({"name": "Pippinzip", "variants": variants}));
    header.insert("site".to_owned(), site);
    header.insert("players".to_owned(), players.into());
    for (key, name) in PLAIN {
        carried.push(name);
        let day = Some(tag("Date")).filter(|date| date.len() == 10);
        let date = || day.map_or_else(|| NO_DATE.to_owned(), |day| format!("{day}T00:00:00Z"));
        match tag(name) {
            "" if key.starts_with("date-") => drop(header.insert(key.to_owned(), date().into())),
            "" => {}
            value => drop(header.insert(key.to_owned(), value.into())),
        }
    }
    for kept in &record.tags {
        let value = key_of_tag(&kept.name).and_then(|key| Some((key, serde_json::from_str(&kept.value).ok()?)));
        if let Some((key, value)) = value {
            header.insert(key, value);
            carried.push(&kept.name);
        }
    }
    // A reader takes this date as the day of the start.
    let start = header.get("date-start").and_then(serde_json::Value::as_str).filter(|start| *start != NO_DATE);
    let day = start.and_then(|start| start.get(..10)).filter(|day| is_date(day));
    carried.retain(|name| match *name {
        "Date" => day == Some(tag("Date")),
        name => !is_placeholder(name, tag(name)),
    });
    let played = checked.timeline().into_iter().flat_map(Timeline::main_line).filter_map(Reached::canonical_turn);
    let mut moves: Vec<String> = played.map(|turn| if turn == "take" { "pass".to_owned() } else { turn }).collect();
    let missing = record.moves.turns.len().saturating_sub(moves.len());
    let ending = Termination::named(tag("Termination")).and_then(|reason| ending_of(reason, &standing.0));
    if let Some((word, is_said)) = ending.filter(|_| moves.last().is_none_or(|last| last != RESIGN)) {
        // A reader takes the word as a turn of the seat to move if that seat has lost.
        let is_turn = word == RESIGN && standing.0.get(moves.len() % 2) != Some(&Points::Win);
        carried.extend(Some("Termination").filter(|_| is_said && !is_turn));
        moves.push(word.to_owned());
    }
    let moves: Vec<serde_json::Value> = moves.chunks(2).map(|round| json!(round)).collect();
    let mut losses = losses_of_moves(record, &carried);
    losses.add("turn", missing as u64);
    let text = text_of(&json!({"header": header, "moves": moves}));
    let text = text.map_err(|error| ExportError::Record(error.to_string()))?;
    Ok(Exported { text, losses })
}
