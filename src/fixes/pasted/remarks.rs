//! Remarks that name a turn with its number: `I think 3. c2 would have been better`.
//!
//! A number before a turn is also written in talk, so the sequence of the numbers decides whether
//! the turn belongs to the record. A number counts once: a turn at the beginning of a line or a
//! sentence goes before one in the middle of a sentence. A number in the middle of a sentence
//! counts only if it continues the sequence, as in `Then 3. b4, and you 4. h4`.

use std::collections::HashMap;

use super::labels::{Names, label_length};
use super::mapped_text::{Cut, MappedText};
use super::movetext::{
    WordLine, begins_with_number, is_number, is_result, letters, lines, looks_like_turn, talk_cuts,
    without_number, without_punctuation,
};
use super::signs::is_word_of_correction;
use super::words::is_keyword;
use crate::games::GameId;
use crate::notation::Record;
use crate::text::Span;

/// The minimum number of words of a language that make a remark of a numbered turn.
const MIN_PROSE: usize = 2;
/// The number of words of the longest correction before a turn: `no, I meant 4. h4`.
const WORDS_OF_CORRECTION: usize = 4;
/// Signs with which other forms of comments begin, which `signs/comments.rs` reads.
const DELIMITERS: [char; 12] = [
    '(', '[', '<', '"', '\u{201E}', '\u{201C}', '\u{AB}', ';', '%', '/', '\u{2014}', '\u{2013}',
];

/// Signs with which they end.
const CLOSING: [char; 6] = [')', ']', '>', '"', '\u{201D}', '\u{BB}'];

/// The place of a numbered turn in its sentence; the likeliest turn of a record comes first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Form {
    /// The sentence has no other words.
    Alone,
    /// The sentence begins with it.
    BeforeTalk,
    /// Other words are before it.
    InTalk,
}

/// A number with the turn after it.
struct NumberedTurn {
    number: u32,
    /// False if the words after the number are not known to be a turn. They may be one in another
    /// language, so the number counts if it continues the sequence.
    is_turn: bool,
    /// The index of its line.
    line: usize,
    /// The first word of the part of the sentence that belongs to it, and the index after the last.
    start_of_part: usize,
    end_of_part: usize,
    /// The numbers of words of a language in the sentence, before and after it.
    prose_before: usize,
    prose_after: usize,
    /// True if no other number is before it in its sentence.
    is_first_of_sentence: bool,
}

impl NumberedTurn {
    fn form(&self) -> Form {
        if self.prose_before > 0 {
            Form::InTalk
        } else if self.prose_after >= MIN_PROSE {
            Form::BeforeTalk
        } else {
            Form::Alone
        }
    }

    /// Returns true if the turn is in a sentence that only talks about it.
    fn is_within_talk(&self) -> bool {
        self.is_first_of_sentence && self.prose_before >= MIN_PROSE && self.prose_after > 0
    }
}

/// Converts remarks that name turns with their numbers to comments.
pub(super) fn peel(
    text: &MappedText,
    record: &Record,
    game: GameId,
) -> Option<(MappedText, String)> {
    let source = text.text();
    let lines = lines(source);
    let names = Names::new(record, game);
    let mut turns = Vec::new();
    let mut labels = Vec::new();
    for (index, line) in lines.iter().enumerate() {
        let label = label_length(source, line, &names, game);
        let reader = LineReader {
            text: source,
            line,
            game,
        };
        reader.read(index, label, &mut turns);
        labels.push(label);
    }

    let mut remarks: HashMap<usize, Vec<&NumberedTurn>> = HashMap::new();
    for remark in remarks_among(&turns) {
        remarks.entry(remark.line).or_default().push(remark);
    }
    let mut cuts: Vec<Cut> = Vec::new();
    for (index, line) in lines.iter().enumerate() {
        if let Some(remarks) = remarks.get(&index) {
            for part in parts_of_line(line, labels[index], remarks) {
                cuts.extend(talk_cuts(source, part));
            }
        }
    }
    (!cuts.is_empty()).then(|| (text.cut(&cuts), "remarks that name turns".to_owned()))
}

/// Returns the parts of a line that are remarks. The label of a line without other words is a part
/// of its remark.
fn parts_of_line(line: &WordLine, label: usize, remarks: &[&NumberedTurn]) -> Vec<Span> {
    let mut is_remark = vec![false; line.words.len()];
    for remark in remarks {
        is_remark[remark.start_of_part..remark.end_of_part].fill(true);
    }
    if is_remark.iter().skip(label).all(|is_remark| *is_remark) {
        is_remark.fill(true);
    }

    let mut parts: Vec<Span> = Vec::new();
    let mut is_open = false;
    for (word, is_remark) in line.words.iter().zip(is_remark) {
        match parts.last_mut() {
            Some(part) if is_remark && is_open => part.end = word.end,
            _ if is_remark => parts.push(*word),
            _ => {}
        }
        is_open = is_remark;
    }
    parts
}

/// A number at a word of a line.
struct NumberAt {
    number: u32,
    /// True if a turn is after it.
    is_turn: bool,
    /// The index of the word after the number and its turn.
    end: usize,
}

/// Reader of the numbered turns of a line.
struct LineReader<'t> {
    text: &'t str,
    line: &'t WordLine,
    game: GameId,
}

impl LineReader<'_> {
    /// Reads the numbered turns after a label of the given number of words.
    fn read(&self, line: usize, label: usize, turns: &mut Vec<NumberedTurn>) {
        let count = self.line.words.len();
        let mut prose = 0;
        let mut start = label;
        let mut is_first_of_sentence = true;
        let mut is_delimited = false;
        // The turn before the next words of the sentence.
        let mut last: Option<usize> = None;
        let mut index = label;
        while index < count {
            let word = self.word(index);
            is_delimited |= word.starts_with(DELIMITERS) || word.starts_with("--");
            if let Some(NumberAt {
                number,
                is_turn,
                end,
            }) = self.number_at(index)
            {
                let is_neutral = is_delimited || self.is_corrected(start, index);
                last = None;
                if !is_neutral {
                    last = Some(turns.len());
                    turns.push(NumberedTurn {
                        number,
                        is_turn,
                        line,
                        is_first_of_sentence,
                        start_of_part: start,
                        end_of_part: end,
                        prose_before: prose,
                        prose_after: 0,
                    });
                }
                index = end;
                start = end;
                is_first_of_sentence = false;
            } else {
                let is_prose = self.is_prose(word);
                prose += usize::from(is_prose);
                index += 1;
                if let Some(turn) = last.and_then(|last| turns.get_mut(last)) {
                    turn.prose_after += usize::from(is_prose);
                    turn.end_of_part = index;
                }
            }

            // The full stop of a number does not end a sentence.
            let word = self.word(index - 1);
            if without_punctuation(word).ends_with(CLOSING) {
                is_delimited = false;
            }
            let ends_sentence = word.ends_with(['.', '!', '?', ';']) && !self.is_glyph(word);
            if ends_sentence && !is_number(word) {
                (prose, start, is_first_of_sentence, last) = (0, index, true, None);
            }
        }
    }

    fn word(&self, index: usize) -> &str {
        let span = self.line.words.get(index);
        span.map_or("", |span| span.slice(self.text))
    }

    /// Returns the number that begins with a word.
    fn number_at(&self, index: usize) -> Option<NumberAt> {
        let word = self.word(index);
        let (number, turn, end) = if begins_with_number(word) {
            let turn = without_number(word);
            (&word[..word.len() - turn.len()], turn, index + 1)
        } else if is_number(word) {
            (word, self.word(index + 1), index + 2)
        } else {
            return None;
        };
        let bare = without_punctuation(turn);
        let is_turn =
            !bare.is_empty() && (looks_like_turn(self.game, bare) || is_keyword(self.game, bare));
        let digits = number.trim_matches(|sign: char| !sign.is_ascii_digit());
        Some(NumberAt {
            number: digits.parse().ok()?,
            is_turn,
            end: if is_turn { end } else { index + 1 },
        })
    }

    /// Returns true if a short correction is before a turn: `sorry, 4. h4`. `taken_back.rs` reads
    /// those after another turn.
    fn is_corrected(&self, start: usize, turn: usize) -> bool {
        turn - start <= WORDS_OF_CORRECTION
            && (start..turn).any(|index| is_word_of_correction(self.word(index)))
    }

    /// Returns true if a word ends with a glyph of a turn, which does not end a sentence: `b4!`.
    fn is_glyph(&self, word: &str) -> bool {
        word.ends_with(['!', '?']) && looks_like_turn(self.game, without_punctuation(word))
    }

    /// Returns true for a word of a language that means no turn.
    fn is_prose(&self, word: &str) -> bool {
        let bare = without_punctuation(word);
        letters(word, 2).is_some()
            && !is_keyword(self.game, bare)
            && !is_result(word)
            && !looks_like_turn(self.game, bare)
    }
}

/// Returns the turns that do not belong to the record; none if most numbers are repeated, because
/// they count rounds.
fn remarks_among(turns: &[NumberedTurn]) -> Vec<&NumberedTurn> {
    let mut forms: HashMap<u32, Vec<Form>> = HashMap::new();
    for turn in turns.iter().filter(|turn| turn.is_turn) {
        forms.entry(turn.number).or_default().push(turn.form());
    }
    let count_alone = |forms: &[Form]| {
        let alone = forms.iter().filter(|form| **form == Form::Alone);
        alone.count()
    };
    let repeated = forms.values().filter(|forms| forms.len() > 1).count();
    let counts_rounds = forms.values().any(|forms| count_alone(forms) > 1);
    if counts_rounds || repeated * 2 > forms.len() {
        return Vec::new();
    }

    let alone: usize = forms.values().map(|forms| count_alone(forms)).sum();
    let are_mostly_alone = alone * 2 > turns.len();
    let mut last: Option<u32> = None;
    let mut remarks = Vec::new();
    for turn in turns {
        let continues = last.is_none_or(|last| last.checked_add(1) == Some(turn.number));
        if !turn.is_turn {
            if continues {
                last = Some(turn.number);
            }
            continue;
        }
        let form = turn.form();
        let rivals = forms.get(&turn.number).map_or(&[][..], Vec::as_slice);
        let is_best = rivals.iter().all(|other| form <= *other);
        let has_equal = rivals.iter().filter(|other| **other == form).count() > 1;
        // The last number has no number after it that shows that it counts.
        let next = turn.number.checked_add(1);
        let is_last = next.is_none_or(|next| !forms.contains_key(&next));
        let is_in_sequence = continues && !(is_last && are_mostly_alone);
        let belongs_to_record = match form {
            Form::Alone => true,
            Form::BeforeTalk | Form::InTalk if !is_best => false,
            Form::BeforeTalk | Form::InTalk if has_equal => continues,
            Form::BeforeTalk => true,
            Form::InTalk => is_in_sequence || !turn.is_within_talk(),
        };
        if belongs_to_record {
            last = Some(turn.number);
        } else {
            remarks.push(turn);
        }
    }
    remarks
}

#[cfg(test)]
mod tests {
    use super::*;

    fn peeled(movetext: &str) -> Option<String> {
        let record = Record::parse_str("[Game \"gipf\"]\n[Variant \"basic\"]\n");
        let (text, _) = peel(&MappedText::new(movetext), &record, GameId::Gipf)?;
        Some(text.text().to_owned())
    }

    #[test]
    fn a_number_counts_once() {
        for (written, made) in [
            (
                "1. b3 2. h3\n3. b4\nI think 3. c2 would be better\n4. h4 5. c2\n",
                "1. b3 2. h3\n3. b4\n{I think 3. c2 would be better}\n4. h4 5. c2\n",
            ),
            (
                "Ann: 1. b3\nBob: 2. h3\nBob: 1. c2 would have been better\nAnn: 3. b4\n",
                "Ann: 1. b3\nBob: 2. h3\n{Bob: 1. c2 would have been better}\nAnn: 3. b4\n",
            ),
            (
                "1. b3 2. h3, you should play 2.g2 here. 3. b4! 4. h4 I like 3. b4 too\n5. c2",
                "1. b3 2. h3, {you should play 2.g2 here.} 3. b4! 4. h4 {I like 3. b4 too}\n5. c2",
            ),
            (
                "I began 1. b3 and you 2. h3 so I 3. b4, better than 3. c2 maybe, and 4. h4",
                "I began 1. b3 and you 2. h3 so I 3. b4, {better than 3. c2 maybe, and} 4. h4",
            ),
            (
                "1. b3\n2. h3\nyou could play 3. c2 now\n",
                "1. b3\n2. h3\n{you could play 3. c2 now}\n",
            ),
        ] {
            assert_eq!(peeled(written).as_deref(), Some(made), "{written}");
        }
    }

    #[test]
    fn numbers_of_turns_and_corrections_stay() {
        for written in [
            "1. b3 good 2. h3 hm 3. b4 I like this more than c2 4. h4",
            "I began 1. b3 and you answered 2. h3 there. Then 3. b4 and you 4. h4",
            "1. b3\n2. h3\nok then 3. b4\n",
            "1. b3\n2. hh3\nsorry, 2. h3\n3. b4\n4. h4\n",
            "Ann: 1. b3\nBob: ok 1. h3\nAnn: nice 2. b4\nBob: hm 2. h4\n",
            "1. b3 (better is 1. c2) 2. h3 3. b4",
            "1. b3 (1. c2) 2. h3 3. b4",
            "1. b3\n2. h3\n3. b4 I like this 4. h4 hm\n",
            "1. b3 2. je prends h3 3. b4 4. h4",
            "1. b3 3. quite so 4. h4 6. c2",
        ] {
            assert_eq!(peeled(written), None, "{written}");
        }
    }
}
