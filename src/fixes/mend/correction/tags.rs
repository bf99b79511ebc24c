//! Corrects tags with wrong brackets, quotes, names or values.
//!
//! [`tag_lines`] reads the lines that are intended as tags, and [`likely_value`] corrects the value
//! of a tag. [`changes`] puts both together, and corrects the names.

use super::super::edit::Edit;
use super::tag_line::{TagLine, tag_lines};
use super::tag_value::likely_value;
use super::{Change, change};
use crate::fixes::tag_names::foreign_name;
use crate::games::Context;
use crate::notation::{
    GameId, Record, TagSpec, date_beside_words, is_common_tag, is_player_of_pgn, likely_tag,
    quoted, two_players,
};
use crate::text::near;

/// Returns the changes that correct the tags.
pub(super) fn changes(text: &str, context: &Context) -> Vec<Change> {
    let lines = tag_lines(text);
    let record = Record::parse_str(text);
    let game = record.game().or_else(|| likely_game_of(&lines));
    let mut changes = Vec::new();
    for line in &lines {
        // Two tags must not get the same name.
        let is_free = |name: &String| {
            let mut all = lines.iter();
            let first = all.find(|other| other.name.eq_ignore_ascii_case(name));
            first.is_none_or(|first| std::ptr::eq(first, line))
        };
        let new_name = known_name(&line.name, game).filter(is_free);
        if !line.is_simple {
            changes.extend(new_name.map(|name| name_change(line, name)));
            continue;
        }

        let name = new_name.as_deref().unwrap_or(&line.name);
        if line.is_empty_field(text) && is_known(name, game) {
            changes.push(without_sign(text, line));
            continue;
        }

        if name == "Players"
            && let Some(players) = player_tags(text, line, &lines)
        {
            changes.push(players);
            continue;
        }

        let new_value = likely_value(name, &line.value, game, &record, context);
        let is_same = line.is_strict && name == line.name && new_value.is_none();
        let is_tag = line.is_strict || is_known(name, game);
        if is_tag && !is_same {
            changes.push(tag_change(text, line, name, new_value));
        }
    }
    changes
}

/// Returns the change that makes a comment of the name of a tag without a value.
fn without_sign(text: &str, line: &TagLine<'_>) -> Change {
    let written = line.span.slice(text);
    let now = format!("# {}", written.trim_end_matches([':', '=', ' ', '\t']));
    let start = line.span.start as usize;
    change(text, start, start + written.len(), now)
}

/// Returns the change of a whole tag: its form, its name and its value.
fn tag_change(text: &str, line: &TagLine<'_>, name: &str, new_value: Option<String>) -> Change {
    let value = new_value.as_deref().unwrap_or(&line.value);
    let mut now = format!("[{name} {}]", quoted(value));
    // The weekday and the time of day are not part of the tag, but somebody wrote them.
    let is_shortened =
        name == "Date" && new_value.is_some() && date_beside_words(&line.value).is_some();
    if is_shortened {
        now += &format!(" # {}", line.value);
    }
    let is_only_value = name == line.name && line.is_strict;
    let edit = if is_only_value {
        Edit::Tag {
            name: name.to_owned(),
            was: Some(line.value.clone()),
            now: new_value,
        }
    } else {
        Edit::Text {
            was: line.span.slice(text).to_owned(),
            now: now.clone(),
        }
    };
    Change {
        span: line.span,
        now,
        edit,
        trace: None,
    }
}

/// Returns the change that gives each of two players a tag: `[Players "Ann vs Bob"]`. `None` if the
/// value has no two names, or if a player has a tag already.
fn player_tags(text: &str, line: &TagLine<'_>, lines: &[TagLine<'_>]) -> Option<Change> {
    let [first, second] = two_players(&line.value)?;
    let names_player = |other: &TagLine<'_>| {
        let known = known_name(&other.name, None);
        let name = known.as_deref().unwrap_or(&other.name);
        matches!(name, "Player1" | "Player2")
    };
    if lines.iter().any(names_player) {
        return None;
    }
    let line_end = if text.contains("\r\n") { "\r\n" } else { "\n" };
    let now = format!(
        "[Player1 {}]{line_end}[Player2 {}]",
        quoted(first),
        quoted(second)
    );
    let start = line.span.start as usize;
    Some(change(text, start, line.span.end as usize, now))
}

/// Returns the change of the name of a tag.
fn name_change(line: &TagLine<'_>, now: String) -> Change {
    let edit = Edit::Text {
        was: line.name.clone().into_owned(),
        now: now.clone(),
    };
    Change {
        span: line.name_span,
        now,
        edit,
        trace: None,
    }
}

/// Returns the game that the tag `Game` means, if its name or its value is misspelt.
fn likely_game_of(lines: &[TagLine<'_>]) -> Option<GameId> {
    let is_game = |line: &&TagLine<'_>| {
        let known = known_name(&line.name, None);
        known.as_deref().unwrap_or(&line.name) == "Game"
    };
    let line = lines.iter().find(is_game)?;
    GameId::likely(&line.value)
}

fn is_known(name: &str, game: Option<GameId>) -> bool {
    is_common_tag(name) || own_tags(game).iter().any(|tag| tag.covers(name))
}

/// Returns the known tag for a misspelt name.
fn known_name(name: &str, game: Option<GameId>) -> Option<String> {
    if let Some(known) = foreign_name(&name.replace(' ', "")) {
        return Some(known.to_owned());
    }
    // A tag of another game is not misspelt, and these PGN tags are kept as they are.
    let is_of_a_game = GameId::ALL
        .into_iter()
        .any(|game| is_known(name, Some(game)));
    if is_of_a_game || is_player_of_pgn(name) {
        return None;
    }
    // `likely_tag` compares only names of at least four letters. A shorter one may still be a tag
    // of four letters, of any game: `Gme`.
    let short = || {
        near(name, ["Game", "Size", "Deck", "Date", "Site"])
            .first()
            .map(|known| (*known).to_owned())
    };
    likely_tag(name, own_tags(game)).or_else(short)
}

fn own_tags(game: Option<GameId>) -> &'static [TagSpec] {
    game.map_or(&[], GameId::tags)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixes::mend::correction::with_changes;

    /// Returns a text with the corrections of its tags.
    fn corrected(text: &str) -> String {
        with_changes(text, &changes(text, &Context::default())).unwrap()
    }

    #[test]
    fn only_the_name_changes_before_other_tags_or_escapes() {
        let game = "[Game \"pippip\"]\n";
        for (line, now) in [
            (r#"[Evnt "a"] [Site "b"]"#, r#"[Event "a"] [Site "b"]"#),
            (r#"[Evnt "a \"b\" c"]"#, r#"[Event "a \"b\" c"]"#),
            (r#"[Event "a"] [Site "b"]"#, r#"[Event "a"] [Site "b"]"#),
            // A tag of another game is not misspelt.
            (r#"[Size "7"]"#, r#"[Size "7"]"#),
            (
                r#"[Size "7"] [Colors "dark,light"]"#,
                r#"[Size "7"] [Colors "dark,light"]"#,
            ),
        ] {
            assert_eq!(
                corrected(&format!("{game}{line}\n\n1. b3\n")),
                format!("{game}{now}\n\n1. b3\n")
            );
        }
    }
}
