//! Comments in delimiters other than braces, and bare words that are not turns of the game.
//!
//! [`peel_comments`] reads the movetext line by line and word by word ([`Reader`]). A comment may
//! have other delimiters (`delimited_comment`), go on to the end of its line
//! (`comment_to_line_end`), or be a run of words that are not turns (`bare_words`). Each becomes a
//! comment in braces. `damaged_braces.rs` and `footnotes.rs` have the other forms of comments.

use super::super::mapped_text::{Cut, MappedText, Peel};
use super::super::movetext::{
    WordLine, begins_with_number, is_count, is_number, is_readable, is_result, letters, lines,
    looks_like_turn, talk_cuts, without_colon_of_label,
};
use super::super::words::is_keyword;
use super::footnotes::footnote_mark;
use crate::games::GameId;
use crate::notation::{Outcome, Record, worded_result_of};
use crate::text::Span;

/// Description of a remark that may say how the game ended.
pub(in super::super) const ABOUT_RESULT: &str = "remarks after the last turn";

/// The maximum number of words of a result in words.
const MAX_RESULT: usize = 7;
/// Signs with which a comment begins and ends.
const PAIRS: [(&str, &str); 9] = [
    ("/*", "*/"),
    ("<!--", "-->"),
    ("\"", "\""),
    ("\u{201C}", "\u{201D}"),
    ("\u{201E}", "\u{201C}"),
    ("\u{AB}", "\u{BB}"),
    ("(", ")"),
    ("[", "]"),
    ("<", ">"),
];
/// Signs after which the rest of a line is a comment.
const TO_LINE_END: [&str; 6] = ["//", "--", ";", "%", "\u{2014}", "\u{2013}"];

/// Converts the words after the result that are not turns to comments: the rest of its line, and
/// the lines after it.
fn words_after_result(text: &str, record: &Record, game: GameId) -> Vec<Cut> {
    let lines = lines(text);
    let belongs_to_game = |span: &Span| {
        let word = span.slice(text);
        is_result(word) || is_readable(game, word)
    };
    let Some(last) = lines
        .iter()
        .rposition(|line| line.words.iter().any(belongs_to_game))
    else {
        return Vec::new();
    };
    let words = &lines[last].words;
    let index = words.iter().rposition(belongs_to_game).unwrap_or(0);
    if !is_result(words[index].slice(text)) {
        return Vec::new();
    }

    let span_of = |words: &[Span]| Some(words.first()?.to(*words.last()?));
    let rest_of_line = span_of(&words[index + 1..]);
    // Words that state a result may contradict the other one.
    let names = game.seat_names(Some(record));
    let states_result = |span: Span| worded_result_of(record, span.slice(text), &names).is_some();
    if rest_of_line.is_some_and(states_result) {
        return Vec::new();
    }
    // As a line comment, the text would belong to the next record.
    let later = lines[last + 1..].iter();
    let later = later.filter_map(|line| span_of(&line.words));
    let written = rest_of_line.into_iter().chain(later);
    written.flat_map(|words| talk_cuts(text, words)).collect()
}

/// Removes the dots after the last turn, which say that the record goes on elsewhere.
fn dots_at_end(text: &str) -> Option<Cut> {
    let last = *lines(text).last()?.words.last()?;
    let word = last.slice(text);
    let is_dots = !word.is_empty() && word.chars().all(|sign| matches!(sign, '.' | '…'));
    is_dots.then(|| Cut::new(last.start as usize, last.end as usize, "", Peel::Sign))
}

/// Puts words that do not belong to turns into comments in braces. Returns descriptions of what was
/// recognised.
pub(in super::super) fn peel_comments(
    text: &MappedText,
    record: &Record,
    game: GameId,
) -> Option<(MappedText, String)> {
    let mut reader = Reader {
        text: text.text(),
        record,
        game,
        names: game.seat_names(Some(record)),
        last_number: 0,
        end_of_turns: end_of_turns(text.text(), game),
        cuts: doubled_braces(text.text()),
    };
    let after = words_after_result(text.text(), record, game);
    let end = after.first().map_or(u32::MAX, |cut| cut.span.start);
    for mut line in lines(text.text()) {
        line.words.retain(|word| word.start < end);
        if !line.words.is_empty() {
            reader.read_line(&line);
        }
    }

    reader.cuts.extend(after);
    reader.cuts.extend(dots_at_end(text.text()));
    let end_of_turns = reader.end_of_turns;
    let cuts = reader.cuts;
    let is_talk_at_end = |cut: &Cut| {
        let is_after = cut.span.start as usize >= end_of_turns;
        is_after && cut.now.chars().any(char::is_alphanumeric)
    };
    let name = if is_result_open(record) && cuts.iter().any(is_talk_at_end) {
        ABOUT_RESULT
    } else {
        "remarks"
    };
    (!cuts.is_empty()).then(|| (text.cut(&cuts), name.to_owned()))
}

/// Returns true if a record does not state a result. Then a remark after the turns may say how the
/// game ended.
pub(in super::super) fn is_result_open(record: &Record) -> bool {
    let tag = record.tag_value("Result").and_then(Outcome::parse);
    record.result.is_none() && tag.is_none_or(|outcome| outcome == Outcome::Open)
}

/// Returns the byte after the last turn of a movetext.
fn end_of_turns(text: &str, game: GameId) -> usize {
    let lines = lines(text);
    let mut words = lines.iter().flat_map(|line| &line.words);
    let last = words.rfind(|word| is_readable(game, word.slice(text)));
    last.map_or(0, |word| word.end as usize)
}

/// Removes one brace at each end of `{{a}}`.
fn doubled_braces(text: &str) -> Vec<Cut> {
    let mut cuts = Vec::new();
    for (start, _) in text.match_indices("{{") {
        let Some(length) = text[start..].find("}}") else {
            continue;
        };
        let inside = &text[start + 2..start + length];
        if !inside.contains(['{', '}']) {
            cuts.push(Cut::new(start, start + 1, "", Peel::Markup));
            cuts.push(Cut::new(
                start + length,
                start + length + 1,
                "",
                Peel::Markup,
            ));
        }
    }
    cuts
}

/// Reader of a movetext, and the cuts that it has made so far.
struct Reader<'t> {
    text: &'t str,
    record: &'t Record,
    game: GameId,
    /// The names of the seats and the players.
    names: Vec<String>,
    /// The last turn number.
    last_number: u32,
    /// The byte after the last turn.
    end_of_turns: usize,
    cuts: Vec<Cut>,
}

impl Reader<'_> {
    fn read_line(&mut self, line: &WordLine) {
        let words = &line.words;
        if self.is_talk(words) {
            let whole = words[0].to(words[words.len() - 1]);
            for part in talk_cuts(self.text, whole) {
                self.write_comment(part.span.start as usize, part.span.end as usize);
            }
            return;
        }

        let runs = WordRuns::new(self, words);
        let mut closings = Closings::default();
        let mut index = 0;
        while index < words.len() {
            let word = self.word(words, index);
            if let Some(length) = footnote_mark(word, self.game) {
                let end = words[index].end as usize;
                let mark = &word[word.len() - length..];
                let now = format!(" {{{mark}}}");
                self.cuts.push(Cut::new(end - length, end, now, Peel::Talk));
                index += 1;
                continue;
            }
            if is_number(word) || begins_with_number(word) {
                let digits: String = word.chars().filter(char::is_ascii_digit).take(4).collect();
                self.last_number = digits.parse().unwrap_or(self.last_number);
            }
            let end = self
                .delimited_comment(words, index, &runs, &mut closings)
                .or_else(|| self.comment_to_line_end(words, index))
                .or_else(|| self.bare_words(words, index, &runs));
            match end {
                Some(end) => {
                    self.write_comment(words[index].start as usize, words[end - 1].end as usize);
                    index = end;
                }
                None => index += 1,
            }
        }
    }

    /// Returns true if a line is a sentence without a turn: `Yearbook 2026 - page 17`.
    fn is_talk(&self, words: &[Span]) -> bool {
        let is_of_turn = |span: &Span| {
            let word = span.slice(self.text);
            is_number(word)
                || begins_with_number(word)
                || word.starts_with(['[', '$'])
                || is_result(word)
                || is_keyword(self.game, word)
                || looks_like_turn(self.game, word)
        };
        // `Hi Jo,` has two short words.
        let count = |least: usize| {
            let has = |span: &&Span| letters(span.slice(self.text), least).is_some();
            words.iter().filter(has).count()
        };
        words.len() > 1
            && (count(3) > 0 || count(2) > 1)
            && !words.iter().any(is_of_turn)
            && !self.is_outcome(0, words.len(), words)
    }

    fn word(&self, words: &[Span], index: usize) -> &str {
        words.get(index).map_or("", |span| span.slice(self.text))
    }

    /// Converts a part of the text to a comment.
    fn write_comment(&mut self, start: usize, end: usize) {
        let was = &self.text[start..end];
        let mut inside = was.trim();
        for (open, close) in PAIRS {
            inside = inside.strip_prefix(open).unwrap_or(inside);
            inside = inside.strip_suffix(close).unwrap_or(inside);
        }
        for sign in TO_LINE_END {
            inside = inside.trim_start_matches(sign);
        }
        let inside = inside
            .trim()
            .trim_matches(['*', '_', '~'])
            .trim()
            .trim_start_matches("- ");
        let inside = without_colon_of_label(inside);
        if inside.contains(['{', '}']) || inside.is_empty() {
            return;
        }
        self.cuts
            .push(Cut::new(start, end, format!("{{{inside}}}"), Peel::Talk));
    }

    /// Returns the index of the word after a comment that begins and ends with signs.
    fn delimited_comment(
        &self,
        words: &[Span],
        index: usize,
        runs: &WordRuns,
        closings: &mut Closings,
    ) -> Option<usize> {
        let word = self.word(words, index);
        let pair = PAIRS.iter().position(|(open, _)| word.starts_with(open))?;
        let (open, _) = PAIRS[pair];
        let after_sign = word.get(open.len()..)?;
        let last = if closes(after_sign, pair) {
            index
        } else {
            closings.next_after(index, pair, |index| self.word(words, index), words.len())?
        };
        let end = last + 1;

        let first = words[index].start as usize + open.len();
        let inside = self.text.get(first..words[last].end as usize)?;
        // A variation begins with a number, and a list of removals has only places.
        let is_variation = inside
            .split_whitespace()
            .next()
            .is_some_and(|word| is_number(word) || begins_with_number(word));
        let is_text = self.is_text(after_sign) || runs.has_text(index + 1, end);
        let is_turn = last == index && is_readable(self.game, word);
        let is_tag = open == "[" && inside.contains('"');
        if open == "(" && is_variation
            || is_tag
            || is_turn
            || !is_text
            || self.is_missing_turn(words, index, end)
            || self.is_outcome(index, end, words)
        {
            return None;
        }

        Some(end)
    }

    /// Returns true for a word of a sentence, which has three letters or more.
    fn is_text(&self, word: &str) -> bool {
        letters(word, 3).is_some_and(|word| !is_keyword(self.game, word))
    }

    /// Returns the index of the word after a comment that extends to the end of its line, or to the
    /// next number.
    fn comment_to_line_end(&self, words: &[Span], index: usize) -> Option<usize> {
        let word = self.word(words, index);
        let sign = TO_LINE_END.iter().find(|sign| word.starts_with(**sign))?;
        let rest = &word[sign.len()..];
        let first = if rest.is_empty() {
            self.word(words, index + 1)
        } else {
            rest
        };
        letters(first, 2)?;
        let next = self.last_number + 1;
        let is_next = |word_index: &usize| {
            let word = self.word(words, *word_index);
            let digits = word.trim_end_matches(|sign: char| !sign.is_ascii_digit());
            is_number(word) && digits.parse() == Ok(next)
        };
        Some(
            (index + 1..words.len())
                .find(is_next)
                .unwrap_or(words.len()),
        )
    }

    /// Returns the index of the word after a run of words that are not turns.
    fn bare_words(&self, words: &[Span], index: usize, runs: &WordRuns) -> Option<usize> {
        if !runs.is_unknown[index] {
            return None;
        }
        let end = runs.ends[index];
        let is_sentence = runs.two_letters.between(index, end) > 1;
        if runs.three_letters.between(index, end) == 0
            || self.is_missing_turn(words, index, end)
            || self.is_outcome(index, end, words)
        {
            return None;
        }
        // A single word may be a misspelt word of the notation.
        let is_alone = end - index == 1 && self.may_be_keyword(self.word(words, index));
        (is_sentence || !is_alone).then_some(end)
    }

    /// Returns true if a word ends a run as a count without a sign: `better than 17`.
    fn is_plain_count_at_end(&self, words: &[Span], index: usize) -> bool {
        let word = self.word(words, index);
        is_count(word) && !is_number(word) && index + 1 == words.len()
    }

    /// Returns true if a word is neither a turn nor another sign of the notation.
    fn is_unknown(&self, words: &[Span], index: usize) -> bool {
        let word = self.word(words, index);
        let is_glyph =
            word.starts_with(['$', '[']) || word.chars().all(|sign| "!?*=".contains(sign));
        let is_taken = self
            .cuts
            .iter()
            .any(|cut| cut.span.start < words[index].end && words[index].start < cut.span.end);
        !(is_glyph
            || is_taken
            || self.is_of_turn(word)
            || is_count(word)
            || begins_with_number(word)
            || is_result(word)
            || looks_like_turn(self.game, word)
            || is_keyword(self.game, word))
    }

    /// Returns true if a word may be part of a turn in words: `flips`, `card`.
    fn is_of_turn(&self, word: &str) -> bool {
        let small = word
            .trim_matches(|sign: char| !sign.is_alphabetic())
            .to_lowercase();
        let mut facts = self.game.facts().words.iter();
        small.len() > 3 && facts.any(|fact| fact.written.contains(&small.as_str()))
    }

    /// Returns true if a number comes before some words and no turn comes after them, so that the
    /// words replace the turn.
    fn is_missing_turn(&self, words: &[Span], index: usize, end: usize) -> bool {
        let is_after_number = index > 0 && is_number(self.word(words, index - 1));
        let next = self.word(words, end);
        let is_before_turn = !next.is_empty() && is_readable(self.game, next);
        is_after_number && !is_before_turn
    }

    /// Returns true if a run of words begins with a result in words.
    fn is_outcome(&self, index: usize, end: usize, words: &[Span]) -> bool {
        if (words[index].start as usize) < self.end_of_turns {
            return false;
        }
        (index + 1..=end.min(index + MAX_RESULT)).any(|end| {
            let span = Span::new(words[index].start as usize, words[end - 1].end as usize);
            worded_result_of(self.record, span.slice(self.text), &self.names).is_some()
        })
    }

    /// Returns true if a word may be a misspelt word of the game, with up to two typos. Short words
    /// of the game resemble too many others.
    fn may_be_keyword(&self, word: &str) -> bool {
        let small = word.to_lowercase();
        let keywords = self.game.facts().turns.keywords.iter();
        keywords
            .filter(|keyword| keyword.len() > 3)
            .any(|keyword| strsim::damerau_levenshtein(keyword, &small) <= 2)
    }
}

/// The words of a line by kind, so that the search for comments tests each word once, however long
/// the line is.
struct WordRuns {
    /// True for each word that is neither a turn nor another sign of the notation.
    is_unknown: Vec<bool>,
    /// For each word, the index of the word after the run of unknown words that it begins.
    ends: Vec<usize>,
    /// The words of at least two letters.
    two_letters: CountOfWords,
    /// The words of at least three letters.
    three_letters: CountOfWords,
    /// The words of sentences.
    text: CountOfWords,
}

impl WordRuns {
    fn new(reader: &Reader<'_>, words: &[Span]) -> Self {
        let is_unknown: Vec<bool> = (0..words.len())
            .map(|index| reader.is_unknown(words, index))
            .collect();
        let goes_on =
            |index: usize| is_unknown[index] || reader.is_plain_count_at_end(words, index);
        let mut ends = vec![words.len(); words.len()];
        for index in (1..words.len()).rev() {
            ends[index - 1] = if goes_on(index) { ends[index] } else { index };
        }

        let count = |is_counted: &dyn Fn(&str) -> bool| {
            CountOfWords::new(words.iter().map(|span| is_counted(span.slice(reader.text))))
        };
        Self {
            two_letters: count(&|word| letters(word, 2).is_some()),
            three_letters: count(&|word| letters(word, 3).is_some()),
            text: count(&|word| reader.is_text(word)),
            is_unknown,
            ends,
        }
    }

    /// Returns true if a word of a sentence is among the words from `start` to before `end`.
    fn has_text(&self, start: usize, end: usize) -> bool {
        self.text.between(start, end) > 0
    }
}

/// The number of words of a kind before each word of a line.
struct CountOfWords(Vec<usize>);

impl CountOfWords {
    fn new(words: impl Iterator<Item = bool>) -> Self {
        let mut counts = vec![0];
        let mut count = 0;
        for is_counted in words {
            count += usize::from(is_counted);
            counts.push(count);
        }
        Self(counts)
    }

    /// Returns the number of words of the kind from `start` to before `end`.
    fn between(&self, start: usize, end: usize) -> usize {
        self.0[end] - self.0[start.min(end)]
    }
}

/// For each pair of signs, the next word of a line that closes a comment. The words are requested
/// in ascending order, so each is tested once for each pair.
#[derive(Default)]
struct Closings([usize; PAIRS.len()]);

impl Closings {
    /// Returns the index of the first word after `index` that closes a comment with a pair of
    /// signs, given by its index in [`PAIRS`].
    fn next_after<'w>(
        &mut self,
        index: usize,
        pair: usize,
        word: impl Fn(usize) -> &'w str,
        count: usize,
    ) -> Option<usize> {
        if self.0[pair] <= index {
            let mut rest = index + 1..count;
            self.0[pair] = rest
                .find(|&index| closes(word(index), pair))
                .unwrap_or(count);
        }
        Some(self.0[pair]).filter(|closing| *closing < count)
    }
}

/// Returns true if a word ends with the second sign of a pair, apart from punctuation after it.
/// `pair` is an index in [`PAIRS`].
fn closes(word: &str, pair: usize) -> bool {
    let (_, close) = PAIRS[pair];
    word.trim_end_matches(['.', ',', ';', '!', '?'])
        .ends_with(close)
}
