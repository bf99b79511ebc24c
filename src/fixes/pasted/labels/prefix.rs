//! Prefixes: the label before the turn of a line, which consists of a name, a time, or both.

use std::ops::ControlFlow;

use super::super::mapped_text::{Cut, Peel};
use super::super::movetext::{
    ClockTime, WordLine, begins_with_number, has_place, is_begun_turn, is_count, is_readable,
    is_result, talk_cuts, without_colon_of_label,
};
use super::super::words::{has_keyword, is_keyword};
use super::names::Names;
use crate::games::GameId;
use crate::notation::{foreign_words, month_named};
use crate::text::Span;

/// The maximum number of words before a turn that may be a label.
const MAX_WORDS: usize = 8;
/// The number of words of the longest name.
const WORDS_OF_NAME: usize = 3;

/// The label before the turn of a line.
#[derive(Default)]
pub(super) struct Prefix {
    /// The number of words.
    pub(super) words: usize,
    /// The name, as written.
    pub(super) name: Option<String>,
    /// The words of the time, if there is one.
    pub(super) time: Option<Span>,
}

/// Reads the words before the turn of a line.
pub(super) fn prefix(text: &str, line: &WordLine, names: &Names, game: GameId) -> Prefix {
    let mut reader = PrefixReader {
        text,
        names,
        game,
        read: Prefix::default(),
        name_words: Vec::new(),
        is_named: false,
    };
    for (index, span) in line.words.iter().enumerate().take(MAX_WORDS) {
        let is_last = index + 1 == line.words.len();
        if reader.read_word(index, *span, is_last).is_break() {
            break;
        }
    }

    if reader.is_named || reader.read.time.is_some() {
        reader.read
    } else {
        Prefix::default()
    }
}

/// Reader of the words before a turn, one after the other.
struct PrefixReader<'t> {
    text: &'t str,
    names: &'t Names,
    game: GameId,
    read: Prefix,
    /// The words that may be a name.
    name_words: Vec<&'t str>,
    /// True if these words are a name.
    is_named: bool,
}

impl PrefixReader<'_> {
    /// Reads a word. Breaks if the turn begins here, or if there is no prefix.
    fn read_word(&mut self, index: usize, span: Span, is_last: bool) -> ControlFlow<()> {
        let word = span.slice(self.text);
        if !self.is_named && self.is_part_of_time(word) {
            let start = self.read.time.map_or(span.start, |time| time.start);
            let end = span.end;
            self.read.time = Some(Span { start, end });
            self.read.words = index + 1;
            // A name may come before the time: `Ann (20:01): b3`.
            let name = self.name_words.join(" ");
            if self.read.name.is_none() && is_name(&name, self.game) {
                self.read.name = Some(name);
            }
            return ControlFlow::Continue(());
        }

        let has_begun = !self.name_words.is_empty() || self.read.time.is_some();
        if matches!(word, "-" | "–" | "—" | "|" | "·" | ">" | ":" | "~" | "+") {
            if has_begun {
                self.read.words = index + 1;
                self.is_named |= !self.name_words.is_empty();
            }
            return ControlFlow::Continue(());
        }
        if self.is_named && is_verb(word) && !is_last {
            self.read.words = index + 1;
            return ControlFlow::Continue(());
        }
        if self.is_named || (is_last && !self.is_seat_alone(word)) {
            return ControlFlow::Break(());
        }
        if !has_begun && is_count(word) {
            // The turn number stays where it is.
            return if index == 0 {
                ControlFlow::Continue(())
            } else {
                ControlFlow::Break(())
            };
        }
        self.read_name_word(index, span)
    }

    /// Returns true if the last word of a line ends the name of a seat or a player, with a colon:
    /// `Seat 1:`. The turn is then on the next line.
    fn is_seat_alone(&self, word: &str) -> bool {
        let Some(last) = word.strip_suffix(':') else {
            return false;
        };
        let mut words = self.name_words.clone();
        words.push(last);
        self.names.seat(&words.join(" ")).is_some()
    }

    /// Returns true if a word begins a time, or continues the one that was begun.
    fn is_part_of_time(&self, word: &str) -> bool {
        if self.read.time.is_some() {
            return is_time_word(word) || is_count(word);
        }
        is_time_word(word) && (word.contains(char::is_numeric) || is_month(word))
    }

    /// Reads a word that may belong to a name.
    fn read_name_word(&mut self, index: usize, span: Span) -> ControlFlow<()> {
        // The name came before the time.
        if self.read.name.is_some() {
            return ControlFlow::Break(());
        }
        let word = span.slice(self.text);
        let bare = word.trim_matches(['<', '>', '[', ']', '(', ')', '*', '@', ':', '|', ',']);
        // In a copied table, the name is the first cell of a row.
        let is_cell = self.text[span.end as usize..].starts_with('\t');
        let is_closed =
            is_cell || word.ends_with([':', '>', ')', ']', '|']) || word.ends_with(":*");
        self.name_words.push(bare);
        let name = self.name_words.join(" ");
        let is_known = self.names.seat(&name).is_some()
            && (is_closed || name.chars().count() > 2 || word.len() > bare.len());
        // `a)` is the mark of a list or of a remark, whose next line is `b)`.
        let is_list_mark = name == "a" && word.ends_with(')') && !word.starts_with('(');
        // A single letter may be a column, and an unknown name needs a sign after it.
        if (is_known && !is_list_mark)
            || (is_closed && self.name_words.len() <= WORDS_OF_NAME && is_name(&name, self.game))
        {
            self.read.name = Some(name);
            self.read.words = index + 1;
            self.is_named = true;
            return ControlFlow::Continue(());
        }
        if is_readable(self.game, word) || self.name_words.len() >= WORDS_OF_NAME {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    }
}

/// Returns true for a word between a name and a turn: `Ann plays d6`.
fn is_verb(word: &str) -> bool {
    foreign_words::VERBS.contains(&word.to_lowercase().as_str())
}

/// Returns true if a text may be the name of a person: it begins with a letter and is not a turn.
fn is_name(name: &str, game: GameId) -> bool {
    name.starts_with(char::is_alphabetic)
        && name.chars().count() > 1
        && name
            .chars()
            .all(|sign| sign.is_alphanumeric() || " _-.'".contains(sign))
        && !is_readable(game, name)
        && !["Result", "Score", "Ergebnis", "Wynik", "Date"].contains(&name)
}

/// Returns true if a word is the name of a month, in full or as its first three letters.
fn is_month(word: &str) -> bool {
    let name = word.trim_matches(['[', '(', ',', '.']);
    name.chars().count() > 2 && month_named(name).is_some()
}

/// Returns true if a word is part of a date or a time: `[20.11.26,`, `7:01`, `PM]`.
fn is_time_word(word: &str) -> bool {
    let bare = word.trim_matches(['[', ']', '(', ')', ',', '<', '>', '*', ':']);
    if foreign_words::TIMES.contains(&bare.to_lowercase().as_str()) || is_month(word) {
        return true;
    }
    // A date with its time: `2026-11-20T18:01:39Z`.
    let is_stamp = bare.split_once('T').is_some_and(|(date, time)| {
        let is_of = |text: &str, signs: &[u8]| {
            let mut bytes = text.bytes();
            !text.is_empty() && bytes.all(|byte| byte.is_ascii_digit() || signs.contains(&byte))
        };
        is_of(date, b"-") && date.len() > 7 && is_of(time, b":.Z+-")
    });
    if is_stamp {
        return true;
    }
    let digits = bare.bytes().filter(u8::is_ascii_digit).count();
    let signs = bare.matches([':', '.', '/', '-']).count();
    let is_digits = bare
        .bytes()
        .all(|byte| byte.is_ascii_digit() || b":./-".contains(&byte));
    let is_clock = ClockTime::parse(bare).is_some();
    // A date has two signs: from `1.5.26` to `2026-11-20`.
    is_digits && (is_clock || (signs == 2 && (4..=8).contains(&digits)))
}

/// Returns true if a turn, a result or a part of one follows the label of a line.
pub(super) fn has_turn(text: &str, line: &WordLine, prefix: &Prefix, game: GameId) -> bool {
    let rest = line.words.get(prefix.words..).unwrap_or_default();
    let belongs_to_game = |span: &Span| {
        let word = span.slice(text);
        // A single `*` in a sentence is not the result of an unfinished game.
        is_readable(game, word)
            || (is_result(word) && (word != "*" || rest.len() == 1))
            || begins_with_number(word)
            || (has_place(word) && ClockTime::parse(word).is_none())
            || is_begun_turn(game, word)
            || is_keyword(game, word)
    };
    // In a longer sentence, a word such as `take` may be talk.
    rest.iter().any(belongs_to_game) || (rest.len() < 4 && has_keyword(game, text, rest))
}

/// Removes the label of a line, or makes a comment of it if its name is in no tag. A line without a
/// turn becomes a comment as a whole.
pub(super) fn cut_prefix(
    text: &str,
    line: &WordLine,
    prefix: &Prefix,
    game: GameId,
    is_in_tags: bool,
    cuts: &mut Vec<Cut>,
) {
    let Some(last) = prefix
        .words
        .checked_sub(1)
        .and_then(|last| line.words.get(last))
    else {
        return;
    };

    let first = line
        .words
        .iter()
        .find(|span| !is_count(span.slice(text)))
        .unwrap_or(&line.words[0])
        .start as usize;
    // The name of a seat alone is the label of the next line.
    let is_seat_alone = is_in_tags && prefix.time.is_none() && prefix.words == line.words.len();
    if !is_seat_alone && !has_turn(text, line, prefix, game) {
        let end = line.words.last().map_or(first, |word| word.end as usize);
        cuts.extend(talk_cuts(text, Span::new(first, end)));
        return;
    }

    let end = last.end as usize;
    let label = &text[first..end];
    let is_name_kept = prefix.name.is_some() && !is_in_tags && !label.contains(['{', '}']);
    match prefix.time {
        _ if is_name_kept => {
            let name = without_colon_of_label(label);
            cuts.push(Cut::new(first, end, format!("{{{name}}}"), Peel::Talk));
        }
        Some(time) => {
            let start = time.start as usize;
            let stop = time.end as usize;
            let inside =
                text[start..stop].trim_matches(['[', ']', '(', ')', ',', ' ', '<', '>', ':']);
            if first < start {
                cuts.push(Cut::new(first, start, "", Peel::Label));
            }
            cuts.push(Cut::new(start, stop, format!("{{{inside}}}"), Peel::Talk));
            if stop < end {
                cuts.push(Cut::new(stop, end, "", Peel::Label));
            }
        }
        None => {
            let blanks = text[end..].len() - text[end..].trim_start_matches([' ', '\t']).len();
            cuts.push(Cut::new(first, end + blanks, "", Peel::Label));
        }
    }
}
