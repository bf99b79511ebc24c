//! Recognises the line that begins a record, also if it is damaged: `[Game gipf]`, `[GAME "GIPF"]`, `> [Game "gipf"]`.

use crate::notation::GameId;
use crate::text::BYTE_ORDER_MARK;

/// The first bytes of the line that begins a record.
pub(crate) const OPENING: &[u8] = b"[Game \"";
/// The name of the tag, as it is compared.
const NAME: &str = "game";
/// Longest damaged line that is recognised, in bytes: a tag with a game's name and some margin before it is shorter.
pub(super) const MAX_DAMAGED_LENGTH: usize = 200;

/// A line that begins a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Opening {
    /// `[Game "`. It begins a record wherever it is.
    Exact,
    /// A line in which somebody meant to write that. It begins a record only outside comments.
    Damaged,
}

impl Opening {
    /// Returns how a line begins a record. `line` is without its line end.
    pub(crate) fn of_line(line: &[u8]) -> Option<Self> {
        if opens_a_record(line) {
            return Some(Self::Exact);
        }
        DamagedOpening::parse(line).is_some().then_some(Self::Damaged)
    }
}

/// True if bytes start a record, whatever precedes them.
pub(crate) fn opens_a_record(bytes: &[u8]) -> bool {
    bytes.strip_prefix(BYTE_ORDER_MARK).unwrap_or(bytes).starts_with(OPENING)
}

/// A quick test for most lines: false if the first letter after brackets and margins cannot be that of the tag. `None`
/// if the bytes end before it.
pub(super) fn may_open(line: &[u8]) -> Option<bool> {
    let first = line.iter().find(|byte| matches!(byte, b'\n' | b'\r') || !is_before_name(**byte));
    first.map(|&byte| matches!(byte, b'G' | b'g') || !byte.is_ascii())
}

fn is_before_name(byte: u8) -> bool {
    byte.is_ascii_whitespace() || b"[](<>|*-\"'".contains(&byte)
}

/// A damaged line that begins a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct DamagedOpening {
    /// The game, if its name is similar to that of one game.
    pub(crate) game: Option<GameId>,
}

impl DamagedOpening {
    /// Parses a line in which somebody meant to write the tag `Game`: the name of the tag, or one letter wrong, and a
    /// game's name, with at least one bracket.
    pub(crate) fn parse(line: &[u8]) -> Option<Self> {
        if line.len() > MAX_DAMAGED_LENGTH {
            return None;
        }
        let line = std::str::from_utf8(line).ok()?.trim_start_matches(is_margin);
        let (opened, rest) = match line.strip_prefix(is_open_bracket) {
            Some(rest) => (true, rest.trim_start_matches(is_margin)),
            None => (false, line),
        };
        let (name, rest) = split_word(rest);
        let between = rest.len();
        let rest = rest.trim_start_matches(is_separator);
        let is_separated = rest.len() < between;
        let (value, rest) = split_word(rest);
        let is_quoted = line.contains(is_quote);
        let (closers, more) = rest.split_at(rest.len() - rest.trim_start_matches(is_closer).len());
        let closed = closers.contains(is_close_bracket);

        // Other tags may follow on the line.
        let is_whole = more.is_empty() || (closed && more.starts_with(is_open_bracket));
        if !(opened || closed) || !is_separated || !is_whole || value.is_empty() {
            return None;
        }
        let is_named_exactly = name == NAME;
        let is_similar = name.starts_with('g') && strsim::osa_distance(&name, NAME) <= 1;
        let game = similar_game(&value);
        let is_meant = (is_similar && game.is_some()) || (is_named_exactly && opened && closed && is_quoted);
        is_meant.then_some(Self { game })
    }
}

/// Splits off the first word, without signs and in lower case.
fn split_word(text: &str) -> (String, &str) {
    let is_part = |letter: char| letter.is_alphanumeric() || is_invisible(letter) || matches!(letter, '-' | '_' | '•' | '·');
    let end = text.find(|letter| !is_part(letter)).unwrap_or(text.len());
    let (word, rest) = text.split_at(end);
    let letters = word.chars().map(narrow).filter(|letter| letter.is_alphanumeric());
    (letters.flat_map(char::to_lowercase).collect(), rest)
}

/// Returns the game whose name is the most similar; `None` if no name is.
fn similar_game(value: &str) -> Option<GameId> {
    let distance = |game: GameId| strsim::osa_distance(value, game.name());
    let nearest = GameId::ALL.into_iter().min_by_key(|&game| distance(game))?;
    // One letter of a short name, two of a long one.
    let allowed = if nearest.name().len() > 5 { 2 } else { 1 };
    (distance(nearest) <= allowed).then_some(nearest)
}

/// Returns the ASCII form of a full-width letter or sign.
fn narrow(letter: char) -> char {
    match letter {
        '\u{FF01}'..='\u{FF5E}' => char::from_u32(u32::from(letter) - 0xFEE0).unwrap_or(letter),
        _ => letter,
    }
}

/// Characters without a width, which copied text contains.
fn is_invisible(letter: char) -> bool {
    matches!(letter, '\u{AD}' | '\u{200B}'..='\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{2060}'..='\u{2064}' | '\u{FEFF}')
}

/// What mail programs, lists and tables write before a line.
fn is_margin(letter: char) -> bool {
    letter.is_whitespace() || is_invisible(letter) || matches!(letter, '>' | '|' | '*' | '-' | '•' | '"' | '\'')
}

fn is_separator(letter: char) -> bool {
    letter.is_whitespace() || is_invisible(letter) || is_quote(letter) || matches!(narrow(letter), ':' | '=' | ',' | '\\')
}

fn is_closer(letter: char) -> bool {
    is_separator(letter) || is_close_bracket(letter) || matches!(letter, '|' | '*' | ';' | '.')
}

fn is_quote(letter: char) -> bool {
    matches!(narrow(letter), '"' | '\'' | '`' | '´' | '«' | '»' | '\u{2018}'..='\u{201F}' | '\u{2032}' | '\u{2033}' | '「' | '」')
}

fn is_open_bracket(letter: char) -> bool {
    matches!(narrow(letter), '[' | '(' | '<' | '【' | '〔')
}

fn is_close_bracket(letter: char) -> bool {
    matches!(narrow(letter), ']' | ')' | '>' | '】' | '〕')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn damaged_lines_are_recognised() {
        for line in [
            "[Game gipf]",
            "[GAME \"GIPF\"]",
            "[Gmae \"gipf\"]",
            "> [Game \"gipf\"]",
            ">> [Game \"gipf\"]",
            " [Game \"gipf\"]",
            "\t[Game \"gipf\"]  ",
            "[Game “gipf”]",
            "[Game „gipf“]",
            "[Game: gipf]",
            "[Game: \"gipf\"]",
            "[Game=\"gipf\"]",
            "[game \"gipf\"]",
            "[Game 'gipf']",
            "[Game gipf\"]",
            "[Game gipf",
            "Game \"gipf\"]",
            "(Game \"gipf\")",
            "[Game\"gipf\"]",
            "[ Game \"gipf\" ]",
            "[Gane \"gipf\"]",
            "[Game \u{200b} \"gipf\"]",
            "[\u{200b}Game \"gipf\"]",
            "\u{feff} [Game \"gipf\"]",
            "［Ｇａｍｅ　＂ｇｉｐｆ＂］",
            "[Game pip-pip]",
            "[GAME \"Pip•Pip\"]",
            "[Game pippinzp] [Size \"5\"]",
            "[GAME \"chess\"]",
            "- [Game \"pipe\"]",
        ] {
            assert_eq!(Opening::of_line(line.as_bytes()), Some(Opening::Damaged), "{line}");
        }
    }

    #[test]
    fn other_lines_are_not() {
        for line in [
            "",
            "[Event \"gipf\"]",
            "[Name \"gipf\"]",
            "[Game over]",
            "[game 2]",
            "[Games \"old\"]",
            "Game gipf",
            "# [Game \"gipf\"]",
            "{[Game \"gipf\"]}",
            "g2-g4 5. b3",
            "[Game]",
            "[Game \u{200b}]",
            "12. g5 [gipf]",
            "[Gamegipf]",
            "[Game gipf was played here]",
        ] {
            assert_eq!(Opening::of_line(line.as_bytes()), None, "{line}");
        }
        assert_eq!(Opening::of_line(b"[Game \"x"), Some(Opening::Exact));
        assert_eq!(Opening::of_line("\u{feff}[Game \"gipf\"]".as_bytes()), Some(Opening::Exact));
    }

    #[test]
    fn the_game_is_the_most_similar_one() {
        let game = |line: &str| DamagedOpening::parse(line.as_bytes()).unwrap().game.map(GameId::name);
        assert_eq!(game("[Game gipf]"), Some("gipf"));
        assert_eq!(game("[GAME \"PIP-PIP\"]"), Some("pippip"));
        assert_eq!(game("[Game: Pippinzp]"), Some("pippinzip"));
        assert_eq!(game("[GAME \"chess\"]"), None);
    }
}
