//! Finds records that are legal in another convention: rows counted from the other side, capitals
//! throughout, seats exchanged.

use super::candidates::Tags;
use super::search::{SearchGoal, Work, best, try_all};
use super::setting::Setting;
use super::{Reading, count_changes, one_record, record_of};
use crate::fixes::mend::conventions::{MIN_TURNS, in_small_letters, readings};
use crate::games::{Context, with_game};
use crate::notation::{GameId, Record};
use crate::text::edited;

/// Returns the conventions under which a whole record is legal. If the record names its game, only
/// conventions of this game count.
pub(super) fn conventional_readings(
    record: &Record,
    context: &Context,
    work: &mut Work,
) -> Vec<Reading> {
    let turns: Vec<String> = record
        .moves
        .turns
        .iter()
        .map(|node| record.text_of(node.text).to_owned())
        .collect();
    if turns.len() < MIN_TURNS {
        return Vec::new();
    }

    let own = record.game();
    let games = GameId::ALL
        .into_iter()
        .filter(|game| own.is_none_or(|own| own == *game));
    let mut found: Vec<Reading> = Vec::new();
    for game in games {
        let facts = game.facts();
        // Rows counted from the other side are different rows on a board of another size.
        for columns in facts.sides() {
            let fits = |tags: &Tags| facts.board.side(&value_in(tags)) == columns;
            let mut all = readings(&turns, game, columns);
            all.extend(in_small_letters(&turns, game));
            for read in all {
                let setting = best_setting(record, game, &read.turns, context, &fits, work);
                found.extend(setting.map(|setting| Reading {
                    explanation: read.explanation,
                    setting,
                }));
                if work.left == 0 {
                    return distinct(found);
                }
            }
        }
    }

    distinct(found)
}

/// Returns the readings with the fewest changes, one for each explanation and game.
fn distinct(mut found: Vec<Reading>) -> Vec<Reading> {
    found.sort_by_key(|reading| reading.setting.changes);
    let mut kept: Vec<Reading> = Vec::new();
    for reading in found {
        let is_known = |known: &Reading| {
            (known.explanation, known.setting.game) == (reading.explanation, reading.setting.game)
        };
        if !kept.iter().any(is_known) {
            kept.push(reading);
        }
    }
    kept
}

/// Returns the setting with the fewest changes under which a record with replaced turns is legal as
/// a whole.
fn best_setting(
    record: &Record,
    game: GameId,
    turns: &[String],
    context: &Context,
    fits: &dyn Fn(&Tags) -> bool,
    work: &mut Work,
) -> Option<Setting> {
    let nodes = record.moves.turns.iter().map(|node| node.text);
    let edits: Vec<_> = nodes.zip(turns.iter().cloned()).collect();
    let read = one_record(edited(record.text(), &edits)?)?;
    let of_game = record_of(&read, game)?;
    let mut tried = Vec::new();
    with_game!(game, G => try_all::<G>(&of_game, context, SearchGoal::Whole, fits, work, &mut tried));
    tried.retain(|setting| setting.explains() && setting.legal_turns > 0);
    count_changes(record, &mut tried);
    best(tried, record.game()).into_iter().next()
}

/// Returns the function that looks up a tag of a setting.
fn value_in(tags: &Tags) -> impl Fn(&str) -> Option<String> {
    move |name| {
        tags.iter()
            .find(|(known, _)| *known == name)
            .map(|(_, value)| value.clone())
    }
}
