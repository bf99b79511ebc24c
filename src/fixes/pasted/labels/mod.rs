//! The second layer: labels before and after the turns of a line. Labels are names of players and
//! seats, and times of a chat or a clock.

mod clocks;
mod in_lines;
mod names;
mod prefix;

use super::mapped_text::MappedText;
use super::movetext::{WordLine, lines};
use crate::games::GameId;
use crate::notation::Record;
use crate::text::Span;
use clocks::clocks;
use in_lines::labels_in_lines;
pub(super) use names::Names;
use names::{player_tags, speakers};
use prefix::{Prefix, cut_prefix, has_turn, prefix};

/// The minimum number of lines with a name for names to be labels.
const MIN_LABELS: usize = 2;

/// Returns the number of words in the label of a line.
pub(super) fn label_length(text: &str, line: &WordLine, names: &Names, game: GameId) -> usize {
    prefix(text, line, names, game).words
}

/// Returns true if most lines begin with the names of people, as those of a chat do, also if they
/// were copied as the rows of a table.
pub(super) fn is_chat(text: &str, record: &Record, game: GameId) -> bool {
    let count = LabelCount::new(text, record, game);
    count.spoken >= MIN_LABELS && count.spoken * 2 > count.lines
}

/// Returns true if a text without tags has the labels of a chat: at least half of its lines begin
/// with the name of somebody who is not a seat, or with a time.
pub(crate) fn has_chat_labels(text: &str, game: GameId) -> bool {
    let count = LabelCount::new(text, &Record::parse_str(""), game);
    let labelled = count.spoken + count.only_timed;
    labelled >= MIN_LABELS && labelled * 2 >= count.lines
}

/// How many lines of a text have labels.
struct LabelCount {
    lines: usize,
    /// Lines with the name of somebody who is not a seat.
    spoken: usize,
    /// Other lines with a time.
    only_timed: usize,
}

impl LabelCount {
    fn new(text: &str, record: &Record, game: GameId) -> Self {
        let names = Names::new(record, game);
        let lines = lines(text);
        let mut count = Self {
            lines: lines.len(),
            spoken: 0,
            only_timed: 0,
        };
        for line in &lines {
            let prefix = prefix(text, line, &names, game);
            if prefix.name.is_some_and(|name| names.seat(&name).is_none()) {
                count.spoken += 1;
            } else if prefix.time.is_some() {
                count.only_timed += 1;
            }
        }
        count
    }
}

/// Removes the labels. Returns their descriptions.
pub(super) fn peel(
    text: &MappedText,
    record: &Record,
    game: GameId,
) -> Option<(MappedText, String)> {
    let names = Names::new(record, game);
    let source = text.text();
    let lines = lines(source);
    let prefixes: Vec<Prefix> = lines
        .iter()
        .map(|line| prefix(source, line, &names, game))
        .collect();

    let labelled = prefixes
        .iter()
        .filter(|prefix| prefix.name.is_some())
        .count();
    let timed = prefixes
        .iter()
        .filter(|prefix| prefix.time.is_some())
        .count();
    let mut recognised = Vec::new();
    let mut cuts = Vec::new();
    // Labels within lines count only outside a chat, and if more than one of them is on a line.
    let in_lines = labels_in_lines(source, &lines, record, &names, game)
        .filter(|found| timed < MIN_LABELS && found.count > labelled);
    if let Some(found) = in_lines {
        recognised.push("names before turns".to_owned());
        if !found.speakers.is_empty() {
            recognised.push(format!("names {}", names.in_words(&found.speakers)));
        }
        cuts.extend(found.cuts);
    } else if labelled >= MIN_LABELS || timed >= MIN_LABELS {
        // The name with which the first turn is labelled is that of the first player.
        let mut with_turn: Vec<&Prefix> = Vec::new();
        let mut without_turn: Vec<&Prefix> = Vec::new();
        for (line, prefix) in lines.iter().zip(&prefixes) {
            if has_turn(source, line, prefix, game) {
                with_turn.push(prefix);
            } else {
                without_turn.push(prefix);
            }
        }
        let in_order: Vec<&Prefix> = with_turn.into_iter().chain(without_turn).collect();
        let speakers = speakers(&in_order, &names);
        let tags = player_tags(record, &speakers);
        for (line, prefix) in lines.iter().zip(&prefixes) {
            // The tags and the colour of the turn say who speaks; any other name stays.
            let is_in_tags = prefix.name.as_ref().is_some_and(|name| {
                names.seat(name).is_some() || (!tags.is_empty() && speakers.contains(name))
            });
            cut_prefix(source, line, prefix, game, is_in_tags, &mut cuts);
        }
        recognised.push(
            if timed >= MIN_LABELS {
                "chat"
            } else {
                "names before turns"
            }
            .to_owned(),
        );
        if !tags.is_empty() {
            recognised.push(format!("names {}", names.in_words(&speakers)));
            cuts.extend(tags);
        }
    }

    let taken: Vec<Span> = cuts.iter().map(|cut| cut.span).collect();
    let clocks = clocks(source, &lines, &taken, game);
    if !clocks.is_empty() {
        recognised.push("clock times".to_owned());
        cuts.extend(clocks);
    }

    (!cuts.is_empty()).then(|| (text.cut(&cuts), recognised.join(", ")))
}
