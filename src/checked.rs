//! A record with its game and what is wrong with it.

use crate::findings::{Finding, code};
use crate::games::GameId;
use crate::notation::{CommonTags, Line, Record, shorten};
use crate::replay::{AnyGame, Report, expected_codes, game_of_turn};
use crate::text::{MAX_FINDINGS, RawRecord, Span};

/// A record that was checked.
#[derive(Debug)]
pub struct Checked {
    /// The record.
    pub record: Record,
    /// Its game, where the record says it.
    pub game: Option<GameId>,
    /// What checking it gave.
    pub report: Report,
}

impl Checked {
    /// Reads and checks a record.
    pub fn new(raw: RawRecord) -> Self {
        Self::of(Record::parse(raw))
    }

    /// Reads and checks the first record of a text.
    pub fn from_text(text: &str) -> Self {
        Self::of(Record::parse_str(text))
    }

    /// Checks a record.
    pub fn of(record: Record) -> Self {
        let game = record.tag("Game").and_then(|tag| GameId::named(&tag.value));
        let report = match game {
            Some(game) => game.rules().check(&record),
            None => without_game(&record),
        };
        Self { record, game, report }
    }

    /// The game with its rules, where the game is known.
    pub fn rules(&self) -> Option<&'static dyn AnyGame> {
        self.game.map(GameId::rules)
    }
}

/// What can be said of a record that does not say its game.
fn without_game(record: &Record) -> Report {
    let mut findings = record.findings.clone();
    // Of a record that is too large nothing else is known.
    let unread = findings.iter().any(|finding| finding.code.id == code::RECORD_SIZE.id);
    if !unread {
        let mut tags = CommonTags::check(record, None);
        tags.check_seats(record, None);
        findings.extend(tags.findings);
        findings.extend(game_finding(record));
        if record.tag("Game").is_none() {
            unreadable_turns(record, &record.moves, &mut findings);
        }
    }
    finish(record, findings)
}

fn game_finding(record: &Record) -> Option<Finding> {
    let names: Vec<_> = GameId::ALL.iter().map(|game| format!("`{game}`")).collect();
    let known = format!("One of {}.", names.join(", "));
    match record.tag("Game") {
        Some(tag) => {
            let message = format!("`{}` is no game of this notation.", shorten(&tag.value));
            Some(Finding::new(&code::UNKNOWN_VALUE, tag.value_span, message).with_help(known))
        }
        None if record.malformed_tags.iter().any(|name| name == "Game") => None,
        None => {
            let start = first_token(record.text());
            let message = "The tag `Game` is missing; it is a record's first.";
            Some(Finding::new(&code::MISSING, Span::new(start, start), message).with_help(known))
        }
    }
}

/// Where the text begins that is neither white space nor a `#` comment.
fn first_token(text: &str) -> usize {
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let plain = line.trim_start().trim_start_matches('\u{FEFF}');
        if !(plain.is_empty() || plain.starts_with('#')) {
            return start + line.len() - plain.len();
        }
        start += line.len();
    }
    text.trim_end().len()
}

/// Turns that are none of any of the four games.
fn unreadable_turns(record: &Record, line: &Line, findings: &mut Vec<Finding>) {
    for node in &line.turns {
        let text = record.text_of(node.text);
        if node.malformed || !(game_of_turn(text).is_some() || text == "resign") {
            let finding = Finding::new(&code::TOKEN, node.text, "This is no turn of any of the four games.");
            findings.push(finding.at(node.number, &line.path));
        }
        if findings.len() > MAX_FINDINGS {
            return;
        }
        for variation in node.variations() {
            unreadable_turns(record, &variation.line, findings);
        }
    }
}

fn finish(record: &Record, mut findings: Vec<Finding>) -> Report {
    let unmet = expected_codes(record, &mut findings);
    findings.extend(unmet);
    findings.sort_by_key(|finding| finding.span.start);
    Report { turns: 0, result: None, score: None, findings, findings_dropped: record.findings_dropped }
}
