#![doc = include_str!("abstractplay.md")]

use serde_json::{Map, json};

use super::gipf_com::losses_of_moves;
use super::json::{Json, JsonLines, object_line};
use super::left_out::LeftOut;
use super::{Assumptions, Cut, Draft, DraftTurn, ExportError, Exported, FileFrame, Format, Imported, codes, game_for};
use crate::checked::Checked;
use crate::findings::Finding;
use crate::formats::{KeepFindings as _, KeptGames};
use crate::games::GameId;
use crate::notation::{Outcome, Points, is_date};
use crate::replay::{Frame as Reached, Timeline};
use crate::text::tree::{NOTHING, Node, Value, json};
use crate::text::{Order, SourceText, Span};

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

/// The format `abstractplay`.
#[derive(Clone, Copy, Debug)]
pub struct AbstractPlay;

/// The format `abstractplay-jsonl`.
#[derive(Clone, Copy, Debug)]
pub struct AbstractPlayLines;

/// Whether a text has the keys of a record.
fn has_keys(text: &str) -> bool {
    text.contains("\"header\"") && text.contains("\"moves\"")
}

fn records(source: &SourceText, assumptions: &Assumptions) -> Vec<Imported> {
    let mut games = KeptGames::default();
    for document in json::read(source.text()) {
        games.push(match document {
            Ok(record) => ReportReader::new(source).game(&record, assumptions),
            Err(fault) => Imported::refused(vec![crate::formats::syntax_finding(fault)]),
        });
    }
    games.into_games()
}

impl Format for AbstractPlay {
    fn name(&self) -> &'static str {
        "abstractplay"
    }

    fn page(&self) -> &'static str {
        include_str!("abstractplay.md")
    }

    fn about(&self) -> &'static str {
        "game records of AbstractPlay, JSON"
    }

    fn games(&self) -> &'static [GameId] {
        &[GameId::Pippinzip]
    }

    fn recognises(&self, text: &str) -> bool {
        text.trim_start().starts_with(['{', '[']) && has_keys(text)
    }

    fn cut(&self) -> Cut {
        Cut::Objects
    }

    fn is_of_none(&self, text: &str) -> bool {
        Json.is_of_none(text)
    }

    fn read(&self, source: &SourceText, assumptions: &Assumptions) -> Vec<Imported> {
        records(source, assumptions)
    }

    fn frame(&self) -> FileFrame {
        FileFrame { head: "[\n", between: ",\n", tail: "\n]\n" }
    }

    fn frames_one(&self) -> bool {
        false
    }

    fn form_for(&self, ending: &str) -> Option<&'static dyn Format> {
        JsonLines.endings().contains(&ending).then_some(&AbstractPlayLines)
    }

    fn write(&self, checked: &Checked) -> Result<Exported, ExportError> {
        write(self, checked, serde_json::to_string_pretty)
    }
}

impl Format for AbstractPlayLines {
    fn name(&self) -> &'static str {
        "abstractplay-jsonl"
    }

    fn page(&self) -> &'static str {
        include_str!("abstractplay.md")
    }

    fn about(&self) -> &'static str {
        "the same, one record a line"
    }

    fn games(&self) -> &'static [GameId] {
        AbstractPlay.games()
    }

    fn recognises(&self, text: &str) -> bool {
        object_line(text).is_some_and(has_keys)
    }

    fn cut(&self) -> Cut {
        Cut::Lines
    }

    fn read(&self, source: &SourceText, assumptions: &Assumptions) -> Vec<Imported> {
        records(source, assumptions)
    }

    fn frame(&self) -> FileFrame {
        FileFrame::PLAIN
    }

    fn write(&self, checked: &Checked) -> Result<Exported, ExportError> {
        write(self, checked, |value| Ok(serde_json::to_string(value)? + "\n"))
    }
}

/// Whether the writer puts that where it knows nothing.
fn is_placeholder(tag: &str, value: &str) -> bool {
    match tag {
        "Player1" | "Player2" | "Site" => value == "?",
        "DateStart" | "DateEnd" | "DateGenerated" => value == NO_DATE,
        _ => false,
    }
}

struct ReportReader<'a> {
    source: &'a SourceText,
    draft: Draft,
    left_out: LeftOut,
    /// Places of moves without one; at the end of the game they are none.
    gaps: Vec<Span>,
}

impl<'a> ReportReader<'a> {
    fn new(source: &'a SourceText) -> Self {
        Self { source, draft: Draft::default(), left_out: LeftOut::default(), gaps: Vec::new() }
    }

    /// Adds a tag, unless the source leaves it open.
    fn tag(&mut self, name: &str, node: Option<&Node>) {
        let Some((node, value)) = node.and_then(|node| Some((node, self.plain(node)?))) else { return };
        let value = value.replace(|character: char| character.is_control(), " ");
        if !value.is_empty() && !is_placeholder(name, &value) {
            self.draft.tags.push((name.to_owned(), value, node.span));
        }
    }

    /// A text as it is, a number as it is written; `None` for nothing. Of other values the JSON.
    fn plain(&self, node: &Node) -> Option<String> {
        match &node.value {
            Value::Text(text) => Some(text.clone()),
            Value::Number(number) => Some(number.clone()),
            Value::Other(NOTHING) => None,
            _ => Some(self.json(node)),
        }
    }

    /// The JSON of a value, in one line.
    fn json(&self, node: &Node) -> String {
        if let Some(text) = node.text() {
            return serde_json::Value::from(text).to_string();
        }
        let raw = self.source.text_of(node.span);
        serde_json::from_str::<serde_json::Value>(raw).map_or_else(|_| raw.to_owned(), |value| value.to_string())
    }

    /// Notes the entries of a map that have no meaning here.
    fn pass_over(&mut self, node: &Node, inside: &str, known: &[&str]) {
        for (key, value) in node.entries() {
            let name = key.text().unwrap_or_default();
            if !known.contains(&name) && !value.is_nothing() {
                self.left_out.add(format!("{inside}{name}"), value.span);
            }
        }
    }

    fn game(mut self, record: &Node, assumptions: &Assumptions) -> Imported {
        let is_map = |key: &str| record.entry(key).is_some_and(|node| matches!(node.value, Value::Map(_)));
        let is_list = |key: &str| record.entry(key).is_some_and(|node| matches!(node.value, Value::List(_)));
        if !is_map("header") && !is_list("moves") {
            let message = format!("This is {}, and no record.", record.value.in_words());
            let finding = Finding::new(&codes::FORM, record.span, message);
            return Imported::refused(vec![finding.with_help("A record has a map `header` and a list `moves`.")]);
        }
        self.pass_over(record, "", &["header", "moves"]);
        for key in ["header", "moves"].into_iter().filter(|key| record.entry(key).is_none()) {
            let message = format!("A record has `{key}`.");
            self.draft.findings.keep(Finding::new(&codes::FORM, record.span, message));
        }
        if let Some(header) = record.entry("header") {
            self.header(header);
        }
        self.draft.assume("Game", "pippinzip");
        let size = USUAL_SIZE.to_string();
        self.draft.assume("Size", size);
        self.draft.assume("Variant", assumptions.variant.as_deref().unwrap_or("zipline"));
        if let Some(moves) = record.entry("moves") {
            if !matches!(moves.value, Value::List(_)) {
                self.malformed(moves.span, "`moves` is a list of rounds; this is left out.");
            }
            moves.items().iter().for_each(|round| self.round(round));
        }
        self.left_out.tell(&mut self.draft.findings);
        self.draft.import(self.source)
    }

    fn header(&mut self, header: &Node) {
        if let Some(game) = header.entry("game") {
            self.played(game);
        }
        for (key, tag) in PLAIN {
            let node = header.entry(key);
            self.tag(tag, node);
            let day = node.and_then(Node::text).and_then(|date| date.get(..10)).filter(|day| is_date(day));
            let day = day.filter(|_| node.and_then(Node::text) != Some(NO_DATE));
            if let (Some(day), Some(node), "date-start") = (day, node, key) {
                self.draft.tags.push(("Date".to_owned(), day.to_owned(), node.span));
            }
        }
        if let Some(site) = header.entry("site") {
            self.tag("Site", site.entry("name"));
            self.tag("GameId", site.entry("gameid"));
            self.pass_over(site, "site.", &["name", "gameid"]);
        }
        self.players(header.entry("players").map(Node::items).unwrap_or_default());
        for (key, value) in header.entries() {
            let name = key.text().unwrap_or_default();
            let is_known = ["game", "site", "players"].contains(&name) || PLAIN.iter().any(|(plain, _)| *plain == name);
            let is_name = !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
            match (is_known, is_name) {
                (true, _) => {}
                (false, true) => self.draft.tags.push((format!("{KEPT}{name}"), self.json(value), value.span)),
                (false, false) => self.left_out.add(format!("header.{name}"), value.span),
            }
        }
    }

    /// The game and its variants.
    fn played(&mut self, game: &Node) {
        self.pass_over(game, "game.", &["name", "variants"]);
        if let Some((node, name)) = game.entry("name").and_then(|node| Some((node, node.text()?))) {
            // Of another name the checker says that it is none of the four.
            let name = if name.eq_ignore_ascii_case("pippinzip") { "pippinzip" } else { name };
            self.draft.tags.push(("Game".to_owned(), name.to_owned(), node.span));
        }
        for variant in game.entry("variants").map(Node::items).unwrap_or_default() {
            let name = variant.text().unwrap_or_default();
            match name.strip_prefix("size-").filter(|size| size.parse::<u8>().is_ok()) {
                Some(size) => self.draft.tags.push(("Size".to_owned(), size.to_owned(), variant.span)),
                None if name == "#board" => {}
                None => {
                    let message = "This variant is not known here; it is left out.";
                    self.draft.findings.keep(Finding::new(&codes::VALUE, variant.span, message));
                }
            }
        }
    }

    fn players(&mut self, players: &[Node]) {
        let mut results = Vec::new();
        for (number, player) in (1..).zip(players) {
            self.tag(&format!("Player{number}"), player.entry("name"));
            self.tag(&format!("UserId{number}"), player.entry("userid"));
            self.pass_over(player, "players.", &["name", "userid", "result"]);
            if let Some(Node { value: Value::Number(result), span }) = player.entry("result") {
                results.extend(result.parse::<i64>().ok().map(|result| (result, *span)));
            }
        }
        if let [(one, span), (other, _)] = results.as_slice() {
            let result = match one.cmp(other) {
                std::cmp::Ordering::Greater => "1-0",
                std::cmp::Ordering::Less => "0-1",
                std::cmp::Ordering::Equal => "1/2-1/2",
            };
            self.draft.result = Some((result.to_owned(), *span));
        }
    }

    fn malformed(&mut self, span: Span, message: &str) {
        self.draft.findings.keep(Finding::new(&codes::FORM, span, message));
    }

    fn round(&mut self, round: &Node) {
        if !matches!(round.value, Value::List(_)) {
            self.malformed(round.span, "A round is a list of moves; this is left out.");
        }
        let mut moves: Vec<(u64, &Node, &str)> = Vec::new();
        for (at, entry) in (0..).zip(round.items()) {
            let said = entry.entry("move").unwrap_or(entry);
            let sequence = entry.entry("sequence").filter(|node| !node.is_nothing());
            let number = sequence.and_then(|node| match &node.value {
                Value::Number(number) => number.parse().ok(),
                _ => None,
            });
            if let (Some(sequence), None) = (sequence, number) {
                self.malformed(sequence.span, "A `sequence` is a whole number; the place in the list counts.");
            }
            let sequence = number.unwrap_or(at);
            self.pass_over(entry, "moves.", &["move", "sequence"]);
            match said.text() {
                Some(text) => {
                    for gap in std::mem::take(&mut self.gaps) {
                        self.malformed(gap, "A move is missing here, and others follow.");
                    }
                    moves.push((sequence, said, text));
                }
                None if said.is_nothing() => self.gaps.push(said.span),
                None => self.malformed(entry.span, "This is no move."),
            }
        }
        moves.order_by_key(|(sequence, ..)| *sequence);
        for (_, node, text) in moves {
            let plain: String = text.to_lowercase().split_whitespace().collect();
            let text = match plain.as_str() {
                "timeout" => {
                    self.draft.tags.push(("Termination".to_owned(), "time".to_owned(), node.span));
                    continue;
                }
                "pass" => "take".to_owned(),
                _ => plain,
            };
            self.draft.line.turns.push(DraftTurn { text, span: node.span, ..DraftTurn::default() });
        }
    }
}

fn write(
    format: &dyn Format,
    checked: &Checked,
    text_of: fn(&serde_json::Value) -> serde_json::Result<String>,
) -> Result<Exported, ExportError> {
    let record = checked.record();
    game_for(format, record)?;
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
    let players: Vec<serde_json::Value> = players.collect();
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
    // What a reader makes of it is the day of the start.
    let start = header.get("date-start").and_then(serde_json::Value::as_str).filter(|start| *start != NO_DATE);
    let day = start.and_then(|start| start.get(..10)).filter(|day| is_date(day));
    carried.retain(|name| match *name {
        "Date" => day == Some(tag("Date")),
        name => !is_placeholder(name, tag(name)),
    });
    let played = checked.timeline().into_iter().flat_map(Timeline::main_line).filter_map(Reached::canonical_turn);
    let turns: Vec<String> = played.map(|turn| if turn == "take" { "pass".to_owned() } else { turn }).collect();
    let moves: Vec<serde_json::Value> = turns.chunks(2).map(|round| json!(round)).collect();
    let mut losses = losses_of_moves(record, &carried);
    losses.add("turn", (record.moves.turns.len() - turns.len().min(record.moves.turns.len())) as u64);
    let text = text_of(&json!({"header": header, "moves": moves}));
    let text = text.map_err(|error| ExportError::Record(error.to_string()))?;
    Ok(Exported { text, losses })
}
