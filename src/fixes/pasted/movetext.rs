//! Reader of a pasted movetext: its lines of words, without the comments of the notation.

use std::borrow::Cow;

use super::mapped_text::{Cut, Peel};
use crate::games::{GameId, Language as _, respelled, with_game};
use crate::notation::{Outcome, is_resignation};
use crate::text::{Span, lines_with_starts};

/// The maximum number of digits of a turn number.
const DIGITS_OF_NUMBER: usize = 4;

/// A line of a movetext.
#[derive(Clone, Debug, Default)]
pub(super) struct WordLine {
    /// The words outside comments, in order.
    pub(super) words: Vec<Span>,
    /// The place of the line.
    pub(super) span: Span,
    /// True if a comment begins, ends or continues in the line.
    pub(super) has_comment: bool,
}

/// Returns the byte after the last tag of a text.
pub(super) fn start_of_movetext(text: &str) -> usize {
    let is_tag = |line: &str| {
        line.starts_with('[')
            && line.trim_end().ends_with(']')
            && line[1..].starts_with(|first: char| first.is_alphabetic())
            && line.contains('"')
    };
    let tags = lines_with_starts(text).filter(|(_, line)| is_tag(line));
    tags.last()
        .map_or(0, |(start, line)| start + line.trim_end().len())
}

/// Returns the lines of the movetext that have words.
pub(super) fn lines(text: &str) -> Vec<WordLine> {
    let from = start_of_movetext(text);
    let mut in_comment = false;
    let mut found = Vec::new();
    for (start, line) in lines_with_starts(text).filter(|(start, _)| *start >= from) {
        let mut read = WordLine {
            span: Span::new(start, start + line.len()),
            has_comment: in_comment,
            words: Vec::new(),
        };
        let mut word = None;
        for (offset, sign) in line.char_indices() {
            let place = start + offset;
            let is_border = in_comment || sign.is_whitespace() || matches!(sign, '{' | '}' | '#');
            if is_border {
                if let Some(first) = word.take() {
                    read.words.push(Span::new(first, place));
                }
            } else {
                word.get_or_insert(place);
            }
            match sign {
                '{' if !in_comment => (in_comment, read.has_comment) = (true, true),
                '}' => (in_comment, read.has_comment) = (false, true),
                '#' if !in_comment && is_line_comment(line, offset) => {
                    read.has_comment = true;
                    break;
                }
                '#' if !in_comment => {
                    // The sign is part of a word.
                    let joins = read
                        .words
                        .last()
                        .is_some_and(|last| last.end as usize == place);
                    let first = if joins {
                        read.words.pop().map_or(place, |last| last.start as usize)
                    } else {
                        place
                    };
                    word = Some(first);
                }
                _ => {}
            }
        }
        if let Some(first) = word {
            read.words.push(Span::new(first, start + line.len()));
        }
        if !read.words.is_empty() {
            found.push(read);
        }
    }

    found
}

/// Returns a text without the colon at its end if it is only a label, such as `Seat 1:`. In a
/// comment of its own, a label needs no colon.
pub(super) fn without_colon_of_label(text: &str) -> &str {
    /// The number of words of a label.
    const WORDS_OF_LABEL: usize = 2;
    if text.split_whitespace().count() > WORDS_OF_LABEL {
        return text;
    }
    text.trim_end_matches([':', ' '])
}

/// Returns the cuts that make comments of a part of a line. The comments of the notation in it stay
/// as they are.
pub(super) fn talk_cuts(text: &str, part: Span) -> Vec<Cut> {
    let mut cuts = Vec::new();
    let mut add_comment = |start: usize, end: usize| {
        let outside = text.get(start..end).unwrap_or_default();
        let inside = outside.trim();
        let comment = without_colon_of_label(inside.trim_end_matches('}').trim_end());
        if !comment.is_empty() {
            let first = start + outside.len() - outside.trim_start().len();
            let now = format!("{{{comment}}}");
            cuts.push(Cut::new(first, first + inside.len(), now, Peel::Talk));
        }
    };
    let mut start = part.start as usize;
    let mut in_comment = false;
    for (offset, sign) in part.slice(text).char_indices() {
        let place = part.start as usize + offset;
        match sign {
            '{' if !in_comment => {
                add_comment(start, place);
                in_comment = true;
            }
            '}' => {
                // A brace that closes nothing ends the talk before it.
                if !in_comment {
                    add_comment(start, place + 1);
                }
                in_comment = false;
                start = place + 1;
            }
            _ => {}
        }
    }
    if !in_comment {
        add_comment(start, part.end as usize);
    }
    cuts
}

/// Returns true if a `#` begins a comment: it is a word by itself, or at the start of a word that
/// is not a number.
fn is_line_comment(line: &str, offset: usize) -> bool {
    let before = line[..offset].chars().next_back();
    let after = line[offset + 1..].chars().next();
    before.is_none_or(char::is_whitespace) && !after.is_some_and(|sign| sign.is_ascii_digit())
}

/// Returns a word without glyphs and punctuation after it.
pub(super) fn without_punctuation(word: &str) -> &str {
    word.trim_end_matches(['!', '?', '.', ',', ';', ':'])
}

/// Returns true if a word is a turn in the notation, with or without glyphs.
pub(super) fn is_turn(game: GameId, word: &str) -> bool {
    let core = word.trim_end_matches(['!', '?']);
    !core.is_empty() && (is_resignation(core) || with_game!(game, G => G::parse_turn(core).is_ok()))
}

/// Returns true if a word is a turn, or can be read as a turn with certainty.
pub(super) fn is_readable(game: GameId, word: &str) -> bool {
    is_turn(game, word)
        || with_game!(game, G => respelled::<G>(word).is_some_and(|found| found.is_certain))
}

/// Returns true if a word begins as a turn that names a piece and its place, but lacks the rest:
/// `5@b3` without the number to the north, `17@+3-2` without a heading.
pub(super) fn is_begun_turn(game: GameId, word: &str) -> bool {
    let borders = game.facts().turns.borders;
    let has_parts = word
        .split(|sign: char| borders.contains(&sign))
        .filter(|part| !part.is_empty())
        .nth(1)
        .is_some();
    has_parts
        && word.ends_with(|sign: char| sign.is_ascii_digit())
        && with_game!(game, G => G::parse_turn(word).is_err_and(|error| error.at >= word.len()))
}

/// Returns true if a word is a turn, or looks like one: it has a place, or begins as a turn.
pub(super) fn looks_like_turn(game: GameId, word: &str) -> bool {
    has_place(word) || is_readable(game, word) || is_begun_turn(game, word)
}

/// Returns a word that is a turn, or can be read as one with certainty, in the notation.
pub(super) fn to_notation(game: GameId, word: &str) -> Option<String> {
    if is_turn(game, word) {
        return Some(word.to_owned());
    }
    let keyword = || super::words::meaning(game, without_punctuation(word)).map(str::to_owned);
    with_game!(game, G => respelled::<G>(word).filter(|found| found.is_certain))
        .map(|found| found.text)
        .or_else(keyword)
}

/// Returns true if a word is a turn number with its punctuation: `17.`, `17)`, `1...`, `(17)`,
/// `17:`.
pub(super) fn is_number(word: &str) -> bool {
    let digits = word.trim_start_matches(['(', '[', '№', '#']);
    let rest = digits.trim_start_matches(|sign: char| sign.is_ascii_digit());
    let length = digits.len() - rest.len();
    (1..=DIGITS_OF_NUMBER).contains(&length)
        && (!rest.is_empty() || digits.len() < word.len())
        && rest.chars().all(|sign| ".):]…-".contains(sign))
}

/// Returns true if a word is a number, with or without a sign.
pub(super) fn is_count(word: &str) -> bool {
    let is_bare = word.bytes().all(|byte| byte.is_ascii_digit());
    is_number(word) || (word.len() <= DIGITS_OF_NUMBER && is_bare)
}

/// Returns true if a word begins with a turn number: `17.b3`.
pub(super) fn begins_with_number(word: &str) -> bool {
    let rest = word.trim_start_matches(|sign: char| sign.is_ascii_digit());
    rest.len() < word.len()
        && rest.starts_with(['.', ')'])
        && rest
            .trim_start_matches(['.', ')'])
            .starts_with(char::is_alphanumeric)
        && !is_decimal_time(word)
}

/// Returns true if a word is a time with a fraction of seconds: `12.5s`.
fn is_decimal_time(word: &str) -> bool {
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let number = word
        .strip_suffix("sec")
        .or_else(|| word.strip_suffix('s'))
        .and_then(|number| number.split_once('.'));
    number.is_some_and(|(whole, fraction)| is_number(whole) && is_number(fraction))
}

/// Returns a word without a turn number at its start.
pub(super) fn without_number(word: &str) -> &str {
    if begins_with_number(word) {
        word.trim_start_matches(|sign: char| sign.is_ascii_digit())
            .trim_start_matches(['.', ')'])
    } else {
        word
    }
}

/// Returns true if a word is a result.
pub(super) fn is_result(word: &str) -> bool {
    let bare = without_punctuation(word).trim_matches(['(', ')', '[', ']', '"']);
    // With other signs, a `*` may be a part of a turn.
    word == "*" || (bare.len() > 2 && Outcome::parse(bare).is_some())
}

/// Returns true if a word has letters and digits, like turns and unlike words of a language.
pub(super) fn has_place(word: &str) -> bool {
    let is_letter = |sign: char| sign.is_alphabetic();
    // A size is not a place: `6x6`.
    let is_size = without_punctuation(word).split_once(['x', '×']);
    if is_size.is_some_and(|(one, two)| one == two && one.parse::<u8>().is_ok()) {
        return false;
    }
    word.contains(is_letter) && word.contains(|sign: char| sign.is_numeric())
}

/// Returns the letters of a word that consists of at least `least` letters and apostrophes, apart
/// from signs around them.
pub(super) fn letters(word: &str, least: usize) -> Option<&str> {
    let inside = word.trim_matches(|sign: char| !sign.is_alphanumeric());
    let is_word = inside
        .chars()
        .all(|sign| sign.is_alphabetic() || "'’-".contains(sign));
    (is_word && inside.chars().count() >= least).then_some(inside)
}

/// Clock time in a word: hours, minutes and seconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct ClockTime {
    pub(super) seconds: u32,
}

impl ClockTime {
    /// Parses `29:10`, `0:29:10`, `[29:10]`, `(0:29:10)`, `⏱29:10`, `1h24m08s`, `57'31"`.
    pub(super) fn parse(word: &str) -> Option<Self> {
        let inside = word
            .trim_start_matches(is_clock_sign)
            .trim_matches(['[', ']', '(', ')', ',', '<', '>', '%']);
        let inside = with_colons(inside.trim_start_matches(is_clock_sign));
        let mut parts = Vec::new();
        for part in inside.split(':') {
            let is_number =
                (1..=3).contains(&part.len()) && part.bytes().all(|byte| byte.is_ascii_digit());
            if !is_number {
                return None;
            }
            parts.push(part);
        }
        let number = |part: &str| part.parse::<u32>().unwrap_or(0);
        let is_low = |part: &str| part.len() == 2 && number(part) < 60;
        let seconds = match parts.as_slice() {
            [minutes, seconds] if is_low(seconds) => number(minutes) * 60 + number(seconds),
            [hours, minutes, seconds] if number(minutes) < 60 && is_low(seconds) => {
                number(hours) * 3600 + number(minutes) * 60 + number(seconds)
            }
            _ => return None,
        };
        Some(Self { seconds })
    }

    /// Returns the time in the notation.
    pub(super) fn text(self) -> String {
        let Self { seconds } = self;
        format!(
            "{}:{:02}:{:02}",
            seconds / 3600,
            seconds / 60 % 60,
            seconds % 60
        )
    }
}

/// Returns true for a picture of a clock, and for the sign that selects its form.
fn is_clock_sign(sign: char) -> bool {
    matches!(
        sign,
        '\u{231A}'..='\u{231B}' | '\u{23F0}'..='\u{23F3}' | '\u{1F550}'..='\u{1F567}' | '\u{FE0E}'..='\u{FE0F}'
    )
}

/// Returns a time with units in the form with colons: `1:24:08` for `1h24m08s`. Other texts stay as
/// they are.
fn with_colons(text: &str) -> Cow<'_, str> {
    /// The units of hours and minutes, after which more follows, and then those of seconds.
    const UNITS: [&[&str]; 2] = [
        &["h", "min", "m", "'", "\u{2019}", "\u{2032}"],
        &["sec", "s", "\"", "\u{201D}", "\u{2033}", "''"],
    ];
    let [before, last] = UNITS;
    let core = last
        .iter()
        .find_map(|unit| text.strip_suffix(unit))
        .unwrap_or(text);
    if !core.starts_with(|sign: char| sign.is_ascii_digit()) || core.contains(':') {
        return Cow::Borrowed(text);
    }
    let mut now = core.to_owned();
    for unit in before {
        now = now.replace(unit, ":");
    }
    let is_time = now.contains(':')
        && now
            .bytes()
            .all(|byte| byte.is_ascii_digit() || byte == b':');
    if is_time {
        Cow::Owned(now)
    } else {
        Cow::Borrowed(text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_read_outside_comments() {
        let text = "[Game \"gipf\"]\n\n1. b3 {a b\nc} 2. c2# # x y\n#3 d4\n";
        let read: Vec<Vec<&str>> = lines(text)
            .iter()
            .map(|line| line.words.iter().map(|word| word.slice(text)).collect())
            .collect();
        assert_eq!(
            read,
            [vec!["1.", "b3"], vec!["2.", "c2#"], vec!["#3", "d4"]]
        );
    }

    #[test]
    fn a_turn_that_lacks_its_end_is_begun() {
        for (game, word) in [
            (GameId::Pippip, "5@b3"),
            (GameId::Pippip, "5s;6@b3"),
            (GameId::Pipe, "17@+3-2"),
            (GameId::Pipe, "4@-1+0"),
        ] {
            assert!(is_begun_turn(game, word), "{word}");
        }
        for word in [
            "5",
            "17.",
            "12:30",
            "1/2",
            "2026-11-20",
            "b3",
            "7@home",
            "@b3",
        ] {
            let is_begun = GameId::ALL
                .into_iter()
                .any(|game| is_begun_turn(game, word));
            assert!(!is_begun, "{word}");
        }
    }

    #[test]
    fn comments_of_the_notation_stay_in_talk() {
        let written = |text: &str| -> Vec<String> {
            let cuts = talk_cuts(text, Span::new(0, text.len()));
            cuts.into_iter().map(|cut| cut.now).collect()
        };
        assert_eq!(
            written("Ann: gipf {so} basic } ok"),
            ["{Ann: gipf}", "{basic}", "{ok}"]
        );
        assert_eq!(written("Seat 1: {so} : {hm}"), ["{Seat 1}"]);
        assert_eq!(written("Ann: I mean: {so}"), ["{Ann: I mean:}"]);
    }

    #[test]
    fn times_are_told_from_results() {
        for (word, time) in [
            ("29:10", "0:29:10"),
            ("[1:02:03]", "1:02:03"),
            ("(75:00)", "1:15:00"),
            ("\u{23F1}14:16", "0:14:16"),
            ("(1h24m08s)", "1:24:08"),
            ("57'31\"", "0:57:31"),
            ("9min05sec", "0:09:05"),
        ] {
            assert_eq!(
                ClockTime::parse(word).map(ClockTime::text).as_deref(),
                Some(time)
            );
        }
        for word in [
            "1:0", "x2:44", "14:120", "", ":", "h3", "6s", "2s;5", "1h3", "b4'",
        ] {
            assert_eq!(ClockTime::parse(word), None, "{word}");
        }
    }
}
