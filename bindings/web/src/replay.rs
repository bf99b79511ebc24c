//! Replays of records, and legal turns in their positions.

use std::fmt::Display;
use std::ops::ControlFlow;

use pipscribe::notation::Record;
use pipscribe::replay::{EndJson, Position, Timeline, TurnJson};
use serde::Deserialize;

use crate::decks::{DeckTexts, context};
use crate::given::{At, Given, Page, begun, record, records};
use crate::json::{line, value};
use crate::refused::Refused;
use crate::units::Units;

/// Default maximum number of legal turns listed.
const MOST_TURNS: usize = 1_000_000;

/// The options of `replay`.
#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct Options {
    page: Option<Page>,
    record: Option<u64>,
    decks: Option<DeckTexts>,
}

pub(crate) fn replay(given: Given<'_>, options: Options) -> Result<String, Refused> {
    let context = context(&options.decks)?;
    let mut lines = Vec::new();
    match options.record {
        Some(number) => {
            let timeline = begun(record(given.text, options.page, number)?, &context, given)?;
            tell(number, &timeline, given, &mut lines)?;
        }
        // Records that do not name a game have no turns.
        None => {
            for (number, raw) in records(given.text, options.page) {
                if let Some(timeline) = Timeline::of(Record::parse(raw), &context) {
                    tell(number, &timeline, given, &mut lines)?;
                }
            }
        }
    }
    Ok(format!("[{}]", lines.join(",\n")))
}

fn tell(number: u64, timeline: &Timeline, given: Given<'_>, lines: &mut Vec<String>) -> Result<(), Refused> {
    for turn in timeline.main_line().filter_map(|frame| TurnJson::new(number, frame)) {
        lines.push(line(&turn)?);
    }
    let end = EndJson::new(number, timeline);
    if end.stopped.is_none() || !given.is_string {
        lines.push(line(&end)?);
        return Ok(());
    }
    let mut end = value(&end)?;
    Units::of(given).convert(&mut end);
    lines.push(line(&end)?);
    Ok(())
}

/// The options of `legalTurns`.
#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct TurnOptions {
    page: Option<Page>,
    at: At,
    limit: Option<usize>,
    decks: Option<DeckTexts>,
}

pub(crate) fn legal_turns(given: Given<'_>, options: TurnOptions) -> Result<String, Refused> {
    let context = context(&options.decks)?;
    let timeline = begun(record(given.text, options.page, options.at.number())?, &context, given)?;
    let frame = options.at.frame(&timeline)?;
    listed(&frame.position, options.limit)
}

/// Returns the legal turns of a position as JSON. Refuses to list more than the limit.
pub(crate) fn listed(position: &Position, limit: Option<usize>) -> Result<String, Refused> {
    let most = limit.unwrap_or(MOST_TURNS);
    let mut turns = Vec::new();
    let mut is_all = true;
    position.visit_legal_turns(&mut |turn: &dyn Display, _| {
        is_all = turns.len() < most;
        if !is_all {
            return ControlFlow::Break(());
        }
        turns.push(turn.to_string());
        ControlFlow::Continue(())
    });
    if !is_all {
        return Err(Refused::new("limit", format!("there are more than {most} legal turns: raise `limit`")));
    }
    line(&turns)
}
