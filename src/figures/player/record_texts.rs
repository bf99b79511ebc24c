//! Texts about a record on the pages of players: the heading, the line below it, and the result.

use std::fmt::Write;

use super::steps::Steps;
use crate::draw::{Lang, escaped};
use crate::games::GameId;
use crate::notation::{Outcome, Record, score_text};

/// Returns the names of the players, or the game if there are none.
pub(super) fn record_heading(record: &Record, lang: Lang) -> String {
    match players(record).as_slice() {
        [] => record
            .game()
            .map_or(lang.say("Record"), GameId::title)
            .to_owned(),
        players => players.join(" – "),
    }
}

/// Returns the game, and where and when it was played.
pub(super) fn about_line(record: &Record, lang: Lang) -> String {
    let round = tag_value(record, "Round").map(|round| lang.fill("round {0}", &[&round]));
    // Without players, the game is the heading.
    let game = if players(record).is_empty() {
        None
    } else {
        record.game().map(|game| game.title().to_owned())
    };
    let parts: Vec<_> = [
        game,
        tag_value(record, "Variant").map(str::to_owned),
        tag_value(record, "Event").map(str::to_owned),
        tag_value(record, "Site").map(str::to_owned),
        round,
        tag_value(record, "Date").map(str::to_owned),
    ]
    .into_iter()
    .flatten()
    .map(|part| format!("<bdi>{}</bdi>", escaped(&part)))
    .collect();
    parts.join(" · ")
}

/// Returns the result under the rules, or else the result in the record.
pub(super) fn result_text(record: &Record, steps: &Steps<'_>, lang: Lang) -> String {
    let claimed = || match (&record.result, tag_value(record, "Result")) {
        (Some((Outcome::Decided(standing), _)), _) => {
            lang.fill("{0}, as the record says", &[standing])
        }
        (None, Some(result)) if result != "*" => lang.fill("{0}, as the record says", &[&result]),
        _ => lang.say("open").to_owned(),
    };
    let mut out = steps
        .timeline
        .report
        .result
        .as_ref()
        .map_or_else(claimed, ToString::to_string);
    if let Some(score) = &steps.timeline.report.score {
        let _ = write!(out, " · {}", lang.fill("Score {0}", &[&score_text(score)]));
    }
    if let Some(termination) = tag_value(record, "Termination") {
        let _ = write!(out, " · {termination}");
    }
    out
}

/// Returns the names of the players that the record names, of at most four seats.
fn players(record: &Record) -> Vec<&str> {
    (1..=4)
        .filter_map(|seat| tag_value(record, &format!("Player{seat}")))
        .collect()
}

/// Returns the value of a tag that is not blank.
fn tag_value<'a>(record: &'a Record, name: &str) -> Option<&'a str> {
    record
        .tag_value(name)
        .filter(|value| !value.trim().is_empty())
}
