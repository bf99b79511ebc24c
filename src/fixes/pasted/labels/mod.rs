//! The second layer: labels before and after the turns of a line. Labels are names of players and
//! seats, and times of a chat or a clock.

mod clocks;
mod names;
mod prefix;

use super::mapped_text::MappedText;
use super::movetext::lines;
use crate::games::GameId;
use crate::notation::Record;
use crate::text::Span;
use clocks::clocks;
use names::{Names, player_tags, speakers};
use prefix::{Prefix, cut_prefix, prefix};

/// The minimum number of lines with a name for names to be labels.
const MIN_LABELS: usize = 2;

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
    if labelled >= MIN_LABELS || timed >= MIN_LABELS {
        let speakers = speakers(&prefixes, &names);
        for (line, prefix) in lines.iter().zip(&prefixes) {
            cut_prefix(source, line, prefix, game, &mut cuts);
        }
        recognised.push(
            if timed >= MIN_LABELS {
                "chat"
            } else {
                "names before turns"
            }
            .to_owned(),
        );
        if !speakers.is_empty() {
            recognised.push(format!("names {}", names.in_words(&speakers)));
            cuts.extend(player_tags(record, &speakers));
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
