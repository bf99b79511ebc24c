//! Replays of records, and legal turns in their positions.

use std::ops::ControlFlow;

use pipscribe::notation::{LineAddress, Record};
use pipscribe::replay::{Position, Timeline};
use serde::Deserialize;

use crate::decks::{DeckTexts, context};
use crate::given::{At, Given, Page};
use crate::json::{array, line, value};
use crate::refused::Refused;
use crate::utf16_units::Units;

/// Default maximum number of legal turns listed.
const MAX_TURNS: usize = 1_000_000;

/// The options of `replay`.
#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct Options {
    page: Option<Page>,
    record: Option<u64>,
    /// Address of the last turn; by default the last turn of the main line.
    line: Option<String>,
    decks: Option<DeckTexts>,
}

/// Replays records. Returns an array with an entry for each turn and for the end of each record.
pub(crate) fn replay(given: Given<'_>, options: Options) -> Result<String, Refused> {
    let context = context(&options.decks)?;
    let address = options
        .line
        .map(|text| text.parse::<LineAddress>())
        .transpose()
        .map_err(Refused::turn)?;
    let mut lines = Vec::new();
    match options.record {
        Some(number) => {
            let timeline = given.timeline(options.page, number, &context)?;
            add_lines(number, &timeline, address.as_ref(), given, &mut lines)?;
        }
        // Records that do not name a game have no turns.
        None => {
            for (number, raw) in given.records(options.page) {
                if let Ok(timeline) = Timeline::new(Record::parse(raw), &context) {
                    add_lines(number, &timeline, address.as_ref(), given, &mut lines)?;
                }
            }
        }
    }
    Ok(array(&lines))
}

/// Adds the lines of a record: its turns, and how it ends.
fn add_lines(
    number: u64,
    timeline: &Timeline,
    address: Option<&LineAddress>,
    given: Given<'_>,
    lines: &mut Vec<String>,
) -> Result<(), Refused> {
    let mut last = None;
    if timeline.start().is_some() {
        let frames = timeline
            .line(address)
            .map_err(|error| Refused::hinted("turn", &error))?;
        for turn in frames.iter().filter_map(|frame| frame.json(None, number)) {
            lines.push(line(&turn)?);
        }
        // Without an address, the end is that of the main line, which is the default.
        if address.is_some() {
            last = frames.last().copied();
        }
    }

    let end = timeline.end_json(None, number, last);
    // Only the place at which a replay stopped may need conversion.
    if timeline.stopped().is_none() || !given.is_string {
        lines.push(line(&end)?);
        return Ok(());
    }
    let mut end = value(&end)?;
    Units::new(given).convert(&mut end);
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

/// Returns the legal turns in a position of a record.
pub(crate) fn legal_turns(given: Given<'_>, options: TurnOptions) -> Result<String, Refused> {
    let context = context(&options.decks)?;
    let timeline = given.timeline(options.page, options.at.record_number(), &context)?;
    let frame = options.at.frame(&timeline)?;
    listed(&frame.position, options.limit)
}

/// Returns the legal turns of a position as JSON. Refuses to list more than the limit.
pub(crate) fn listed(position: &Position, limit: Option<usize>) -> Result<String, Refused> {
    let most = limit.unwrap_or(MAX_TURNS);
    let mut turns = Vec::new();
    let mut is_all = true;
    let _ = position.visit_legal_turns(&mut |turn, _| {
        is_all = turns.len() < most;
        if !is_all {
            return ControlFlow::Break(());
        }
        turns.push(turn.to_string());
        ControlFlow::Continue(())
    });
    if !is_all {
        return Err(Refused::new(
            "limit",
            format!("there are more than {most} legal turns: raise `limit`"),
        ));
    }
    line(&turns)
}
