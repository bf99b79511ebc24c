//! Gives a record the tag of a game that it does not name, and the variant and the size that its
//! first lines name in words.

use super::super::candidate_games::tags_in_title;
use super::super::edit::Edit;
use super::{Change, change};
use crate::games::GameId;
use crate::notation::Record;

/// Gives a record another game, or one if it names none.
pub(super) fn other_game(record: &Record, game: GameId) -> Vec<Change> {
    if record.game() == Some(game) {
        return Vec::new();
    }
    let text = record.text();
    let line_end = record.line_end();
    let mut written = format!("[Game \"{game}\"]");
    for (name, value) in tags_in_title(text, game) {
        if record.tag(name).is_none() {
            written.push_str(&format!("{line_end}[{name} \"{value}\"]"));
        }
    }

    let change_of_text = match (record.tag("Game"), record.tags.first()) {
        (Some(tag), _) => change(
            text,
            tag.span.start as usize,
            tag.span.end as usize,
            written,
        ),
        (None, Some(first)) => {
            let start = first.span.start as usize;
            change(text, start, start, format!("{written}{line_end}"))
        }
        (None, None) => {
            let start = text.len() - text.trim_start().len();
            change(text, start, start, format!("{written}{line_end}{line_end}"))
        }
    };
    let edit = Edit::Tag {
        name: "Game".to_owned(),
        was: record.tag_value("Game").map(str::to_owned),
        now: Some(game.name().to_owned()),
    };
    vec![Change {
        edit,
        ..change_of_text
    }]
}
