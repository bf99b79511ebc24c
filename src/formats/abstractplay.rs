//! The game records of AbstractPlay, JSON, for Pippinzip: it plays Zipline, with two seats.
//!
//! - Carried: the turns (`pass` is `take`), players, event, round, site, the size (`size-13`; 11 where no
//!   variant says it), and the result, which is a number a player there: the greater wins.
//! - What it has beside these becomes tags and is written back: `GameId`, `DateStart`, `DateEnd`, `DateGenerated`
//!   (`Date` is the day of the first), `UserId1`, `UserId2`; any other entry of the header is `AP_` and its name,
//!   with its JSON. Of a move given as an object its `move` and `sequence` are read; `timeout` there is
//!   the tag `Termination`.
//! - Lost, and told: comments, variations, glyphs, and all other tags. It keeps finished games alone, from
//!   the empty board: others cannot be written. A date that is not known is written as 1970-01-01.
//! - Several records stand behind each other, or in an array when read.

use serde_json::{Map, Value, json};

use super::gipf_com::losses_of_moves;
use super::{Assumptions, Draft, DraftTurn, ExportError, Exported, Format, Frame, Imported, codes, game_for};
use crate::findings::Finding;
use crate::games::GameId;
use crate::notation::{Outcome, Points, Record, is_date};
use crate::text::{SourceText, Span};

/// The size that is played where no variant says it.
const USUAL_SIZE: u64 = 11;
/// Before the name of an entry of the header that is kept as a tag.
const KEPT: &str = "AP_";
/// Entries of the header and the tags that they are.
const PLAIN: [(&str, &str); 5] = [
    ("event", "Event"),
    ("round", "Round"),
    ("date-start", "DateStart"),
    ("date-end", "DateEnd"),
    ("date-generated", "DateGenerated"),
];
const NO_DATE: &str = "1970-01-01T00:00:00Z";

/// The format.
#[derive(Clone, Copy, Debug)]
pub struct AbstractPlay;

impl Format for AbstractPlay {
    fn name(&self) -> &'static str {
        "abstractplay"
    }

    fn about(&self) -> &'static str {
        "game records of AbstractPlay, JSON"
    }

    fn games(&self) -> &'static [GameId] {
        &[GameId::Pippinzip]
    }

    fn reads(&self) -> bool {
        true
    }

    fn writes(&self) -> bool {
        true
    }

    fn recognises(&self, text: &str) -> bool {
        text.trim_start().starts_with(['{', '[']) && text.contains("\"header\"") && text.contains("\"moves\"")
    }

    fn read(&self, source: &SourceText, assumptions: &Assumptions) -> Vec<Imported> {
        let mut games = Vec::new();
        let mut reader = Reader { source, cursor: 0, draft: Draft::default() };
        let documents = serde_json::Deserializer::from_str(source.text()).into_iter::<Value>();
        for document in documents {
            match document {
                Ok(Value::Array(records)) => {
                    games.extend(records.iter().map(|record| reader.game(record, assumptions)));
                }
                Ok(record) => games.push(reader.game(&record, assumptions)),
                Err(error) => {
                    let line = source.lines().start_of(error.line().saturating_sub(1), source.text());
                    let at = (line + error.column().saturating_sub(1)).min(source.text().len());
                    reader.refuse_token(Span::new(at, at), format!("This is no JSON: {error}."));
                    games.push(reader.game(&json!({"header": {}, "moves": []}), assumptions));
                    break;
                }
            }
        }
        games
    }

    fn frame(&self) -> Frame {
        Frame::PLAIN
    }

    fn write(&self, record: &Record) -> Result<Exported, ExportError> {
        game_for(self, record)?;
        write(record)
    }
}

struct Reader<'a> {
    source: &'a SourceText,
    /// Behind what was found last; strings are found in the order of the text.
    cursor: usize,
    draft: Draft,
}

impl Reader<'_> {
    fn refuse_token(&mut self, span: Span, message: impl Into<String>) {
        self.draft.findings.push(Finding::new(&codes::TOKEN, span, message));
    }

    /// Where a string stands, between its quotes.
    fn find(&mut self, text: &str) -> Span {
        let quoted = Value::from(text).to_string();
        let rest = self.source.text().get(self.cursor..).unwrap_or_default();
        match rest.find(&quoted) {
            Some(at) => {
                let start = self.cursor + at + 1;
                self.cursor = start + quoted.len() - 1;
                Span::new(start, start + quoted.len() - 2)
            }
            None => Span::new(self.cursor, self.cursor),
        }
    }

    fn tag(&mut self, name: &str, value: &str) {
        if !value.is_empty() {
            let value = value.replace(|character: char| character.is_control(), " ");
            self.draft.tags.push((name.to_owned(), value, Span::new(self.cursor, self.cursor)));
        }
    }

    fn game(&mut self, record: &Value, assumptions: &Assumptions) -> Imported {
        self.find("header");
        let empty = Map::new();
        let header = record.get("header").and_then(Value::as_object).unwrap_or(&empty);
        self.header(header, assumptions);
        self.find("moves");
        for round in record.get("moves").and_then(Value::as_array).into_iter().flatten() {
            self.round(round);
        }
        std::mem::take(&mut self.draft).import(self.source)
    }

    fn header(&mut self, header: &Map<String, Value>, assumptions: &Assumptions) {
        let game = header.get("game");
        let name = game.and_then(|game| game.get("name")).and_then(Value::as_str).unwrap_or("Pippinzip");
        if name.eq_ignore_ascii_case("pippinzip") {
            self.tag("Game", "pippinzip");
        } else {
            // The checker says that it is none of the four.
            let span = self.find(name);
            self.draft.tags.push(("Game".to_owned(), name.to_owned(), span));
        }
        self.tag("Variant", assumptions.variant.as_deref().unwrap_or("zipline"));
        let mut size = USUAL_SIZE;
        let variants = game.and_then(|game| game.get("variants")).and_then(Value::as_array);
        for variant in variants.into_iter().flatten().filter_map(Value::as_str) {
            match variant.strip_prefix("size-").and_then(|size| size.parse().ok()) {
                Some(said) => size = said,
                None if variant == "#board" => {}
                None => {
                    let span = self.find(variant);
                    let message = "This variant is not known here; it is left out.";
                    self.draft.findings.push(Finding::new(&codes::VALUE, span, message));
                }
            }
        }
        self.tag("Size", &size.to_string());
        for (key, tag) in PLAIN {
            let value = header.get(key).map(as_text).unwrap_or_default();
            self.tag(tag, &value);
            if let Some(day) = value.get(..10).filter(|day| key == "date-start" && is_date(day)) {
                self.tag("Date", day);
            }
        }
        let site = header.get("site");
        self.tag("Site", &site.and_then(|site| site.get("name")).map(as_text).unwrap_or_default());
        self.tag("GameId", &site.and_then(|site| site.get("gameid")).map(as_text).unwrap_or_default());
        self.players(header);
        let known = ["game", "site", "players"];
        for (key, value) in header {
            let is_name = key.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
            if is_name && !known.contains(&key.as_str()) && PLAIN.iter().all(|(plain, _)| plain != key) {
                self.tag(&format!("{KEPT}{key}"), &value.to_string());
            }
        }
    }

    fn players(&mut self, header: &Map<String, Value>) {
        let players = header.get("players").and_then(Value::as_array).map_or(&[][..], Vec::as_slice);
        let mut results = Vec::new();
        for (at, player) in players.iter().enumerate() {
            let text = |key: &str| player.get(key).map(as_text).unwrap_or_default();
            self.tag(&format!("Player{}", at + 1), &text("name"));
            self.tag(&format!("UserId{}", at + 1), &text("userid"));
            results.extend(player.get("result").and_then(Value::as_i64));
        }
        if let [one, other] = results.as_slice() {
            let result = match one.cmp(other) {
                std::cmp::Ordering::Greater => "1-0",
                std::cmp::Ordering::Less => "0-1",
                std::cmp::Ordering::Equal => "1/2-1/2",
            };
            self.draft.result = Some((result.to_owned(), Span::new(self.cursor, self.cursor)));
        }
    }

    fn round(&mut self, round: &Value) {
        let mut moves: Vec<(u64, &str)> = Vec::new();
        for (at, entry) in round.as_array().into_iter().flatten().enumerate() {
            let text = entry.as_str().or_else(|| entry.get("move").and_then(Value::as_str));
            let sequence = entry.get("sequence").and_then(Value::as_u64).unwrap_or(at as u64);
            moves.extend(text.map(|text| (sequence, text)));
        }
        // Spans first: they are found in the order of the text.
        let mut turns: Vec<_> = moves.into_iter().map(|(sequence, text)| (sequence, text, self.find(text))).collect();
        turns.sort_by_key(|(sequence, ..)| *sequence);
        for (_, text, span) in turns {
            let plain: String = text.to_lowercase().split_whitespace().collect();
            match plain.as_str() {
                "timeout" => self.draft.assume("Termination", "time"),
                "pass" => self.turn("take", span),
                other => self.turn(other, span),
            }
        }
    }

    fn turn(&mut self, text: &str, span: Span) {
        self.draft.line.turns.push(DraftTurn { text: text.to_owned(), span, ..DraftTurn::default() });
    }
}

fn as_text(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

fn write(record: &Record) -> Result<Exported, ExportError> {
    let tag = |name: &str| record.tag(name).map_or("", |tag| tag.value.as_str());
    let refuse = |message: &str| Err(ExportError::Record(format!("AbstractPlay {message}")));
    if tag("Variant") != "zipline" || tag("Players") == "3" {
        return refuse("plays Pippinzip as `zipline` with two seats alone");
    }
    if record.tag("Position").is_some() {
        return refuse("keeps games from the empty board alone");
    }
    let outcome = record.result.as_ref().map(|(outcome, _)| outcome.clone()).or_else(|| Outcome::parse(tag("Result")));
    let Some(Outcome::Decided(standing)) = outcome else {
        return refuse("keeps finished games alone, and this one has no result");
    };
    let players = standing.0.iter().enumerate().map(|(at, points)| {
        let name = Some(tag(&format!("Player{}", at + 1))).filter(|name| !name.is_empty()).unwrap_or("?");
        let result = match points {
            Points::Loss => 0,
            Points::Half | Points::Win => 1,
        };
        let mut player = json!({"name": name, "result": result});
        let user = tag(&format!("UserId{}", at + 1));
        if let Some(player) = player.as_object_mut().filter(|_| !user.is_empty()) {
            player.insert("userid".to_owned(), user.into());
        }
        player
    });
    let players: Vec<Value> = players.collect();
    let mut carried =
        ["Game", "Variant", "Size", "Site", "GameId", "Date", "Player1", "Player2", "UserId1", "UserId2", "Result"]
            .to_vec();
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
        let value = kept.name.strip_prefix(KEPT).and_then(|key| Some((key, serde_json::from_str(&kept.value).ok()?)));
        if let Some((key, value)) = value {
            header.insert(key.to_owned(), value);
            carried.push(&kept.name);
        }
    }
    let replayed = GameId::Pippinzip.rules().replay(record);
    let turns: Vec<&str> =
        replayed.turns.iter().map(|turn| if turn.text == "take" { "pass" } else { turn.text.as_str() }).collect();
    let moves: Vec<Value> = turns.chunks(2).map(|round| json!(round)).collect();
    let mut losses = losses_of_moves(record, &carried);
    losses.add("turn", (record.moves.turns.len() - turns.len().min(record.moves.turns.len())) as u64);
    let text = serde_json::to_string_pretty(&json!({"header": header, "moves": moves}));
    let text = text.map_err(|error| ExportError::Record(error.to_string()))?;
    Ok(Exported { text: format!("{text}\n"), losses })
}
