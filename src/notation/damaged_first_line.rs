//! A damaged first line of a record: a line that is intended as `[Game "gipf"]` but written
//! differently.

use super::{GameId, foreign_words, latin_like};
use crate::text::{Span, is_invisible, lines_with_starts};

/// The maximum number of lines at the start of a record that are examined.
const MAX_LINES: usize = 40;
/// The maximum length of a line that is examined, in bytes.
pub(crate) const MAX_BYTES: usize = 200;

/// A line that is intended as `[Game "…"]`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct GameLine {
    /// The damaged tag, with everything before it on its line.
    pub(crate) span: Span,
    /// The game that it names.
    pub(crate) game: GameId,
    /// The first invisible character in it, and its place in the text.
    pub(crate) invisible: Option<(usize, char)>,
}

impl GameLine {
    /// Returns the tag as it should be written.
    pub(crate) fn tag(&self) -> String {
        format!("[Game \"{}\"]", self.game)
    }
}

/// Returns the damaged `Game` tag at the start of a text: on its first line, or after other tags.
pub(crate) fn damaged_game_line(text: &str) -> Option<GameLine> {
    let written = lines_with_starts(text).filter(|(_, line)| {
        let line = line.trim();
        !line.is_empty() && !line.starts_with('#')
    });
    for (start, line) in written.take(MAX_LINES) {
        if line.trim_start_matches('\u{FEFF}').starts_with("[Game \"") {
            return None;
        }
        if let Some(found) = parse_line(start, line) {
            return Some(found);
        }
        if !line.trim_start().starts_with('[') {
            return None;
        }
    }
    None
}

/// Returns true if a line is a damaged `Game` tag, so that a record may begin with it.
pub(crate) fn is_damaged_game_line(line: &str) -> bool {
    parse_line(0, line).is_some()
}

/// The characters of a line without invisible ones, each with its place. Look-alikes are replaced
/// with Latin letters.
struct Characters {
    all: Vec<(usize, char)>,
    next: usize,
}

impl Characters {
    fn of_line(line: &str) -> Self {
        let visible = line
            .char_indices()
            .filter(|(_, character)| !is_invisible(*character));
        Self {
            all: visible
                .map(|(offset, character)| (offset, latin_like(character)))
                .collect(),
            next: 0,
        }
    }

    /// Passes over the characters for which a predicate is true, and returns them.
    fn take_while(&mut self, is_taken: impl Fn(char) -> bool) -> String {
        let taken: String = self.all[self.next..]
            .iter()
            .map(|(_, character)| *character)
            .take_while(|&character| is_taken(character))
            .collect();
        self.next += taken.chars().count();
        taken
    }

    /// Returns the place of the next character; the end of the line after the last one.
    fn place(&self, line: &str) -> usize {
        self.all
            .get(self.next)
            .map_or(line.len(), |(offset, _)| *offset)
    }
}

/// Reads a line as a damaged `Game` tag; `None` if it is correct, or not such a tag.
fn parse_line(start: usize, line: &str) -> Option<GameLine> {
    let whole = line.trim_end();
    let byte_order_mark_length = if start == 0 && whole.starts_with('\u{FEFF}') {
        '\u{FEFF}'.len_utf8()
    } else {
        0
    };
    let start = start + byte_order_mark_length;
    let line = whole.get(byte_order_mark_length..)?;
    if line.len() > MAX_BYTES {
        return None;
    }
    let mut characters = Characters::of_line(line);
    characters.take_while(|sign| {
        sign.is_whitespace() || matches!(sign, '>' | '|' | '*' | '-' | '•' | '_' | '`')
    });
    let opening = characters.take_while(|sign| is_opening_bracket(sign) || sign.is_whitespace());
    let is_comment = opening.contains('{');
    let has_bracket = !opening.trim().is_empty();
    let name = characters.take_while(char::is_alphanumeric);
    // The start of the text may be lost: `me "gipf"]`.
    let may_be_cut = !has_bracket && name != "Game" && "Game".ends_with(&name);
    if !may_be_cut && !is_name_of_game_tag(&name) {
        return None;
    }

    let separator = characters.take_while(|sign| sign.is_whitespace() || matches!(sign, ':' | '='));
    let quotes = characters.take_while(is_quote);
    let has_separator = separator.contains([':', '=']);
    // Doubled quotes come from a spreadsheet, and concern the whole record.
    if quotes.chars().count() > 1 || !(has_bracket || has_separator || !quotes.is_empty()) {
        return None;
    }
    let value = characters.take_while(|sign| {
        !is_quote(sign) && !is_closing_bracket(sign) && !matches!(sign, '\\' | '&')
    });
    // Without a bracket, the line may be prose, so misspelt names do not count.
    let game = if has_bracket {
        GameId::likely(&value)
    } else {
        GameId::called(&value)
    }?;
    characters.take_while(is_quote);
    characters.take_while(char::is_whitespace);
    let closing = characters.take_while(is_closing_bracket);
    let end = characters.place(line);
    let rest = line.get(end..)?;
    if may_be_cut && (quotes.is_empty() || closing.is_empty()) {
        return None;
    }
    // Braces are also those of a comment, which may contain anything else.
    let is_whole_tag =
        opening.trim() == "{" && closing == "}" && !quotes.is_empty() && rest.trim().is_empty();
    if is_comment && !is_whole_tag {
        return None;
    }
    // Escapes of Markdown or HTML concern the whole record. Text after a line without brackets is
    // prose.
    if rest.starts_with(['\\', '&']) || (!has_bracket && closing.is_empty() && !rest.is_empty()) {
        return None;
    }

    let written = line.get(..end)?;
    let invisible = written
        .char_indices()
        .find(|(_, character)| is_invisible(*character));
    let found = GameLine {
        span: Span::new(start, start + end),
        game,
        invisible: invisible.map(|(offset, character)| (start + offset, character)),
    };
    (written.trim_end() != found.tag()).then_some(found)
}

/// Returns true for `Game`, in any letters, with one typo, or in another language.
fn is_name_of_game_tag(name: &str) -> bool {
    let small = name.to_lowercase();
    let is_near = small.chars().count() > 2 && strsim::damerau_levenshtein(&small, "game") <= 1;
    is_near || foreign_words::GAME_LINE_NAMES.contains(&small.as_str())
}

fn is_opening_bracket(character: char) -> bool {
    matches!(
        character,
        '[' | '(' | '{' | '<' | '「' | '『' | '【' | '〔' | '〖' | '《' | '〈'
    )
}

fn is_closing_bracket(character: char) -> bool {
    matches!(
        character,
        ']' | ')' | '}' | '>' | '」' | '』' | '】' | '〕' | '〗' | '》' | '〉'
    )
}

fn is_quote(character: char) -> bool {
    matches!(
        character,
        '"' | '\'' | '`' | '\u{AB}' | '\u{BB}' | '\u{B4}' | '\u{2018}'..='\u{201F}' | '\u{2033}'
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn damaged_game_tags_are_recognised() {
        for line in [
            "[Game gipf]",
            "[GAME \"GIPF\"]",
            "[Gmae \"gipf\"]",
            "[Name \"gipf\"]",
            "> [Game \"gipf\"]",
            " [Game \"gipf\"]",
            "\t[Game \"gipf\"]",
            "[Game “gipf”]",
            "[Game: gipf]",
            "Game: gipf",
            "Game \"gipf\"",
            "Game = gipf",
            "[Game  \"gipf\"]",
            "[Game\"gipf\"]",
            "[ Game \"gipf\" ]",
            "(Game \"gipf\")",
            "<Game \"gipf\">",
            "[[Game \"gipf\"]]",
            "[Game 'gipf']",
            "[Game gifp]",
            "[GAME \"gipf\"",
            "[Spiel \"Gipf\"]",
            "[\u{200B}Game \"gipf\"]",
            "\u{200B}[Game \"gipf\"]",
            "[Ga\u{AD}me \"gipf\"]",
            "[GAME \"gi\u{200D}pf\"]",
            "[Gаme \"gipf\"]",
            "［Game ＂gipf＂］",
            "**[Game \"gipf\"]**",
            "{Game \"gipf\"}",
            "｛Game ＂gipf＂｝",
            "「Game \"gipf\"」",
            "『Game: gipf』",
            "《Game \"gipf\"》",
        ] {
            let found = damaged_game_line(&format!(
                "# a file\n\n{line}\n[Variant \"basic\"]\n\n1. b3 *\n"
            ));
            assert_eq!(
                found.map(|found| found.tag()).as_deref(),
                Some("[Game \"gipf\"]"),
                "{line}"
            );
        }
        let found = damaged_game_line("[Event \"x\"]\n[Game pip-pip] [Site \"y\"]\n").unwrap();
        assert_eq!(
            (found.span, found.game),
            (Span::new(12, 26), GameId::Pippip)
        );
        let found = damaged_game_line("a")
            .or_else(|| damaged_game_line("\u{FEFF}[\u{200B}Game \"gipf\"]\n"));
        assert_eq!(
            found.and_then(|found| found.invisible),
            Some((4, '\u{200B}'))
        );
    }

    #[test]
    fn other_lines_are_not() {
        for line in [
            "[Game \"gipf\"]",
            "\u{FEFF}[Game \"gipf\"]",
            "[Event \"gipf\"]",
            "[Game \"chess\"]",
            "game one",
            "Game 1: b3",
            "The game gipf",
            "Game: gipf is fun",
            "[Game \"\"gipf\"\"]",
            "[Game \\\"gipf\\\"]",
            "\\[Game \"gipf\"\\]",
            "[Game &quot;gipf&quot;]",
            "1. b3 [Game gipf]",
            "{[Game \"gipf\"]}",
            "{Game gipf}",
            "{Game \"gipf\"} 1. b3",
            "{Game \"gipf\" of the day}",
            "",
        ] {
            assert_eq!(damaged_game_line(&format!("{line}\n")), None, "{line}");
        }
        assert_eq!(
            damaged_game_line("[Game \"gipf\"]\n[Name \"gipf\"]\n"),
            None
        );
        assert_eq!(damaged_game_line("1. b3 2. c2 *\n\n[Game gipf]\n"), None);
    }
}
