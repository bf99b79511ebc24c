//! Corrects tags with wrong brackets, quotes, names or values.

use std::borrow::Cow;

use super::super::edit::Edit;
use super::{Change, change};
use crate::fixes::tag_names::foreign_name;
use crate::games::Context;
use crate::notation::{
    GameId, Outcome, Record, TagSpec, digit_like, foreign_words, is_common_tag, is_player_of_pgn,
    likely_date, likely_tag, quoted, worded_result_of,
};
use crate::text::{Span, is_invisible, lines_with_starts, near, without_invisible};

/// The maximum number of lines examined.
const MAX_LINES: usize = 200;

/// The maximum length of a value that is read as one number: `13x13`, `9 by 9`, `3 players`.
const MAX_NUMBER_LENGTH: usize = 12;

/// A line that is intended as a tag.
struct TagLine<'t> {
    /// The line without surrounding spaces.
    span: Span,
    name: Cow<'t, str>,
    name_span: Span,
    value: String,
    /// True if it has the brackets and quotes of a tag.
    is_strict: bool,
    /// False for several tags, and for a string with escapes. Then only the name may change.
    is_simple: bool,
}

impl TagLine<'_> {
    /// Returns true if the line has only the name of a tag and a sign: `White:`.
    fn is_empty_field(&self, text: &str) -> bool {
        self.value.is_empty() && self.span.slice(text).ends_with([':', '='])
    }

    /// Returns the change that makes a comment of the name of a tag without a value.
    fn without_sign(&self, text: &str) -> Change {
        let written = self.span.slice(text);
        let now = format!("# {}", written.trim_end_matches([':', '=', ' ', '\t']));
        let start = self.span.start as usize;
        change(text, start, start + written.len(), now)
    }
}

/// Returns the changes that correct the tags.
pub(super) fn changes(text: &str, context: &Context) -> Vec<Change> {
    let lines = tag_lines(text);
    let line_of = |name: &str| {
        lines
            .iter()
            .find(|line| line.name.eq_ignore_ascii_case(name))
    };
    let record = Record::parse_str(text);
    let game = record.game().or_else(|| game_of(&lines));
    let mut changes = Vec::new();
    for line in &lines {
        let known = known_name(&line.name, game);
        let known =
            known.filter(|name| line_of(name).is_none_or(|other| std::ptr::eq(other, line)));
        let name = known.as_deref().unwrap_or(&line.name);
        if !line.is_simple {
            changes.extend(known.map(|now| name_change(line, now)));
            continue;
        }
        if line.is_empty_field(text) && is_known(name, game) {
            changes.push(line.without_sign(text));
            continue;
        }
        let value = known_value(name, &line.value, game, &record, context);
        let is_same = line.is_strict && name == line.name && value.is_none();
        if is_same || (!line.is_strict && !is_known(name, game)) {
            continue;
        }
        let now = format!(
            "[{name} {}]",
            quoted(value.as_deref().unwrap_or(&line.value))
        );
        let edit = if name == line.name && line.is_strict {
            Edit::Tag {
                name: name.to_owned(),
                was: Some(line.value.clone()),
                now: value,
            }
        } else {
            Edit::Text {
                was: line.span.slice(text).to_owned(),
                now: now.clone(),
            }
        };
        changes.push(Change {
            span: line.span,
            now,
            edit,
            trace: None,
        });
    }
    changes
}

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

/// Returns the lines at the start of a text that are intended as tags.
fn tag_lines(text: &str) -> Vec<TagLine<'_>> {
    let mut found = Vec::new();
    for (start, line) in lines_with_starts(text).take(MAX_LINES) {
        let trimmed = line.trim();
        if trimmed.is_empty() || trimmed.starts_with('#') {
            continue;
        }
        let start = start + line.len() - line.trim_start().len();
        match tag_line(trimmed, Span::new(start, start + trimmed.len())) {
            Some(tag) => found.push(tag),
            None => break,
        }
    }
    found
}

fn tag_line(line: &str, span: Span) -> Option<TagLine<'_>> {
    // A comment in braces is not a tag unless it has only a name and a string.
    let is_braced =
        line.starts_with('{') && line.ends_with("\"}") && line.matches('"').count() == 2;
    let has_bracket = line.starts_with(['[', '<', '(']) || is_braced;
    let opening: &[char] = if is_braced { &['{'] } else { &['[', '<', '('] };
    let inside = line.trim_start_matches(opening).trim_start();
    let (written_name, rest) = inside.split_at(end_of_name(inside));
    let name = without_invisible(written_name);
    if name.is_empty() || !name.starts_with(char::is_alphabetic) {
        return None;
    }
    let with_commas = rest.trim_start().trim_start_matches([':', '=']).trim();
    // Two commas are typed for a low quote: `,,gipf''`.
    let value = with_commas.strip_prefix(",,").unwrap_or(with_commas);
    let has_quotes = value.len() < with_commas.len() || value.starts_with(is_quote);
    let closed = value.trim_end_matches([']', '>', ')', '}']).trim_end();
    // Without brackets and quotes, a tag needs a separator: `Variant: basic`.
    if !has_bracket && !has_quotes && !rest.trim_start().starts_with([':', '=']) {
        return None;
    }
    let name_start = line.len() - inside.len();
    let name_span = span.within(&(name_start..name_start + written_name.len()));
    let unquoted = closed.trim_matches(is_quote);
    let is_simple = !unquoted.contains(['[', ']', '\\', '{'])
        && (!unquoted.contains('"') || line.matches('[').count() == 1);
    let is_strict = format!("[{name} {}]", quoted(unquoted)) == line;
    Some(TagLine {
        span,
        name,
        name_span,
        value: unquoted.to_owned(),
        is_strict,
        is_simple,
    })
}

/// Returns the end of the name at the start of a tag, which may have two words before a quote:
/// `Player White "Ann"`.
fn end_of_name(inside: &str) -> usize {
    let end_of_word = |from: usize| {
        let rest = &inside[from..];
        let is_of_name = |sign: char| sign.is_alphanumeric() || sign == '_' || is_invisible(sign);
        let length = rest.find(|sign: char| !is_of_name(sign));
        length.map_or(inside.len(), |length| from + length)
    };
    let first = end_of_word(0);
    if !inside[first..].starts_with(' ') {
        return first;
    }

    let second = end_of_word(first + 1);
    let after = inside[second..].trim_start();
    let is_word = second > first + 1;
    let is_name = foreign_name(&inside[..second].replace(' ', "")).is_some();
    if is_word && is_name && after.starts_with(is_quote) {
        second
    } else {
        first
    }
}

fn is_quote(sign: char) -> bool {
    matches!(
        sign,
        '"' | '\'' | '`' | '\u{2018}'
            ..='\u{201F}' | '\u{AB}' | '\u{BB}' | '\u{2033}' | '\u{FF02}' | '\u{B4}'
    )
}

fn game_of(lines: &[TagLine<'_>]) -> Option<GameId> {
    let value = lines.iter().find(|line| {
        known_name(&line.name, None)
            .as_deref()
            .unwrap_or(&line.name)
            == "Game"
    })?;
    GameId::likely(&value.value)
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

/// Returns the likely intended value of an invalid one.
fn known_value(
    name: &str,
    value: &str,
    game: Option<GameId>,
    record: &Record,
    context: &Context,
) -> Option<String> {
    let of_words = |words: &[&str]| -> Option<String> {
        if words.contains(&value) {
            return None;
        }
        likely_word(&value.trim().to_lowercase(), words).map(str::to_owned)
    };
    // Other values are texts of people, in which these characters may have a meaning.
    let is_list = game.is_some_and(|game| has_known_values(name, game));
    if is_list && let Cow::Owned(visible) = without_invisible(value) {
        let known = known_value(name, &visible, game, record, context);
        return Some(known.unwrap_or(visible));
    }
    match name {
        "Game" if GameId::named(value).is_none() => {
            GameId::likely(value).map(|game| game.name().to_owned())
        }
        "Variant" => of_words(game?.variants()),
        "Termination" if foreign_termination(value).is_some() => {
            foreign_termination(value).map(str::to_owned)
        }
        "Hand1" | "Hand2" | "Hand3" | "Hand4" | "Stock" => with_commas(value),
        "Termination" => of_words(&[
            "rules",
            "resignation",
            "time",
            "forfeit",
            "agreement",
            "adjudication",
            "unfinished",
        ]),
        "Result" if Outcome::parse(value).is_none() => {
            let names = game?.seat_names(Some(record));
            worded_result_of(record, value, &names).map(|worded| worded.outcome.to_string())
        }
        // A longer value may be a tag that lacks its quote, with turns in it.
        "Size" | "Players" if value.parse::<u8>().is_err() && value.len() <= MAX_NUMBER_LENGTH => {
            let digits: String = value
                .chars()
                .skip_while(|sign| !sign.is_ascii_digit())
                .collect();
            let number: String = digits.chars().take_while(char::is_ascii_digit).collect();
            let is_tag = !value.contains(['"', ']', '\\', ',', '.', '*']);
            (is_tag && !number.is_empty() && number.len() < 3).then_some(number)
        }
        "Options" => known_options(value, game?),
        "Date" => likely_date(value).filter(|suggestion| suggestion != value),
        "Deck" => {
            let names = context.decks().names();
            let names: Vec<&str> = names.iter().map(String::as_str).collect();
            of_words(&names)
        }
        _ => None,
    }
}

/// Returns true if the value of a tag is not the text of a person, such as a name.
fn has_known_values(name: &str, game: GameId) -> bool {
    let is_common = matches!(name, "Game" | "Variant" | "Result" | "Date" | "Termination");
    is_common || game.tags().iter().any(|tag| tag.covers(name))
}

/// Returns the reason for the end of a game that words in another language mean.
fn foreign_termination(value: &str) -> Option<&'static str> {
    let small = value.trim().to_lowercase();
    foreign_words::TERMINATIONS
        .iter()
        .find(|(_, words)| words.contains(&small.as_str()))
        .map(|(known, _)| *known)
}

/// Returns a list of numbers with digits for letters that look like them, and commas for the signs
/// between the numbers; `None` for any other text, or one that has them.
fn with_commas(value: &str) -> Option<String> {
    let is_list = |sign: char| sign.is_ascii_digit() || " ,;/.-".contains(sign);
    let plain: String = value
        .chars()
        .map(|sign| digit_like(sign).unwrap_or(sign))
        .collect();
    let has_digit = value.contains(|sign: char| sign.is_ascii_digit());
    if !has_digit || !plain.chars().all(is_list) || value.starts_with('-') {
        return None;
    }
    let numbers: Vec<&str> = plain
        .split(|sign: char| !sign.is_ascii_digit())
        .filter(|number| !number.is_empty())
        .collect();
    let joined = numbers.join(",");
    (numbers.len() > 1 && joined != value).then_some(joined)
}

/// Returns the word that a text in small letters is, or the only one that it is nearest to. A
/// number has no near ones.
fn likely_word<'w>(text: &str, words: &[&'w str]) -> Option<&'w str> {
    let same = words.iter().find(|word| **word == text).copied();
    if same.is_some() || text.parse::<u32>().is_ok() {
        return same;
    }
    let distance = |word: &str| strsim::damerau_levenshtein(word, text);
    match near(text, words.iter().copied()).as_slice() {
        [first, second, ..] if distance(first) == distance(second) => None,
        near => near.first().copied(),
    }
}

/// Returns options with keys and values in the spelling of the rules.
fn known_options(value: &str, game: GameId) -> Option<String> {
    let keys: Vec<&str> = game.options().iter().map(|spec| spec.key).collect();
    let pairs: Option<Vec<String>> = value
        .split([' ', ',', ';'])
        .filter(|pair| !pair.is_empty())
        .map(|pair| {
            let (key, value) = pair.split_once(['=', ':'])?;
            let key = likely_word(&key.to_lowercase(), &keys)?;
            let values = game.facts().option(key)?.values.list();
            let values: Vec<&str> = values.iter().map(String::as_str).collect();
            Some(format!(
                "{key}={}",
                likely_word(&value.to_lowercase(), &values)?
            ))
        })
        .collect();
    let now = pairs?.join(" ");
    // Values that the parser accepts need no correction, and numbers with commas are values of
    // their own.
    (now != value && !value.contains(',')).then_some(now)
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

    #[test]
    fn a_number_is_read_only_from_a_value_without_turns() {
        let size = |value: &str| {
            let record = Record::parse_str("[Game \"pippinzip\"]\n\n");
            known_value(
                "Size",
                value,
                Some(GameId::Pippinzip),
                &record,
                &Context::default(),
            )
        };
        assert_eq!(size("9x9").as_deref(), Some("9"));
        assert_eq!(size("9 by 9").as_deref(), Some("9"));
        for value in [
            "3\"]a2,a3 *",
            "4\"]f6 28. b4 29. b2 30. d",
            "7\"],f1 7. t,f1",
            "5\"] b3",
        ] {
            assert_eq!(size(value), None, "{value}");
        }
    }
}
