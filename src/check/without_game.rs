//! Report on a record that does not name its game.

use crate::findings::{Finding, code, sort_by_place};
use crate::games::GameId;
use crate::notation::{Line, Record, Tag, first_token, is_resignation, shorten};
use crate::replay::{
    CommonTags, Report, collapse_foreign_text, game_of_turn, take_expected_findings,
    untested_without_game,
};
use crate::text::{MAX_FINDINGS, Span, and, near_or_few};

/// Returns the report on a record that does not name its game.
pub(super) fn without_game(record: &Record) -> Report {
    let mut findings = record.findings.clone();
    // A text that is too long, or not text, has only the finding that says so.
    if !record.is_unread {
        let mut tags = CommonTags::check(record, None);
        tags.check_seats(record, None);
        findings.extend(tags.findings);
        findings.extend(game_finding(record));
        // Turns of a game with an unknown name need not be turns of a known game.
        if record.tag("Game").is_none() {
            report_unreadable_turns(record, &record.moves, &mut findings);
            collapse_foreign_text(record, &mut findings);
        }
    }
    report_without_expected(record, findings)
}

/// Returns the finding on the tag `Game`, which is missing or names no known game.
fn game_finding(record: &Record) -> Option<Finding> {
    match record.tag("Game") {
        Some(tag) => Some(unknown_game(tag)),
        // The malformed tag has a finding of its own.
        None if record.malformed_tags.iter().any(|name| name == "Game") => None,
        None => {
            let start = first_token(record.text());
            let message = "The tag `Game` is missing; it must be the first tag.";
            let finding = Finding::new(&code::MISSING, Span::new(start, start), message);
            let games = GameId::ALL.map(GameId::name);
            Some(finding.with_help(games_in_words()).with_tag("Game", games))
        }
    }
}

/// Returns the finding on a tag `Game` whose value is not the name of a game.
fn unknown_game(tag: &Tag) -> Finding {
    let message = format!("`{}` is not a game of this notation.", shorten(&tag.value));
    let finding = Finding::new(&code::UNKNOWN_VALUE, tag.value_span, message);
    // The value may be another name of a game, such as its title.
    if let Some(game) = GameId::called(&tag.value) {
        return finding
            .with_help(format!("Write `{game}`."))
            .with_tag("Game", [game.name()]);
    }
    let names = GameId::ALL.map(|game| game.name().to_owned());
    finding
        .with_help(games_in_words())
        .with_tag("Game", near_or_few(&tag.value, &names))
}

/// Lists the games in a sentence.
fn games_in_words() -> String {
    let names = GameId::ALL.iter().map(|game| format!("`{game}`"));
    format!("The games are {}.", and(names))
}

/// Reports turns that do not belong to any of the games.
fn report_unreadable_turns(record: &Record, line: &Line, findings: &mut Vec<Finding>) {
    for node in &line.turns {
        let text = record.turn_text(node);
        if node.malformed || !(game_of_turn(text).is_some() || is_resignation(text)) {
            let finding = Finding::new(
                &code::TOKEN,
                node.text,
                "This is not a turn of any of the games.",
            );
            findings.push(finding.at(node.number, &line.path));
        }
        if findings.len() > MAX_FINDINGS {
            return;
        }
        for variation in node.variations() {
            report_unreadable_turns(record, &variation.line, findings);
        }
    }
}

/// Builds the report from the findings that no comment expects.
fn report_without_expected(record: &Record, mut findings: Vec<Finding>) -> Report {
    let unmet = take_expected_findings(record, &mut findings);
    findings.extend(unmet);
    // With an error the record fails anyway.
    if !findings.iter().any(Finding::is_error) {
        findings.extend(untested_without_game(record));
    }
    sort_by_place(&mut findings);
    Report {
        findings,
        findings_dropped: record.findings_dropped,
        ..Report::default()
    }
}
