//! Turn numbers in forms that the notation does not have: Roman numerals, row numbers of a table,
//! and numbers of rounds.

use super::mapped_text::{Cut, MappedText, Peel};
use super::movetext::{
    WordLine, begins_with_number, is_count, is_number, is_readable, lines, looks_like_turn,
    start_of_movetext, without_number, without_punctuation,
};
use super::words::is_keyword;
use crate::games::GameId;
use crate::notation::digit_like;
use crate::text::Span;

/// The minimum number of rows for their numbers to be read as numbers of rounds.
const MIN_ROWS: usize = 3;

/// The minimum number of numbers in one form for the form to apply to the whole record.
const MIN_NUMBERS: usize = 3;

/// Words for a turn before or after its number.
const NOUNS: [&str; 24] = [
    "move",
    "turn",
    "ply",
    "no",
    "nr",
    "zug",
    "züge",
    "halbzug",
    "runde",
    "coup",
    "tour",
    "ruch",
    "tura",
    "kolejka",
    "posunięcie",
    "zet",
    "beurt",
    "jugada",
    "turno",
    "movimiento",
    "n°",
    "nº",
    "round",
    "t",
];

/// Replaces the numbers with those of the notation. `legal` returns how many turns are legal in a
/// text.
pub(super) fn peel(
    text: &MappedText,
    game: GameId,
    legal: &dyn Fn(&str) -> u32,
) -> Option<(MappedText, String)> {
    let source = text.text();
    let lines = lines(source);
    let rows = row_number_cuts(source, &lines, game);
    if !rows.is_empty() {
        return Some((text.cut(&rows), "rows of a table".to_owned()));
    }
    let roman = roman_numbers(source, &lines);
    if !roman.is_empty() {
        return Some((text.cut(&roman), "Roman numbers".to_owned()));
    }
    let cuts = half_moves(source, &lines);
    if !cuts.is_empty() {
        return Some((text.cut(&cuts), "numbers of half-moves".to_owned()));
    }
    let cuts = round_cuts(source, &lines, game, legal);
    (!cuts.is_empty()).then(|| (text.cut(&cuts), "numbers of rounds".to_owned()))
}

/// Replaces numbers in words, `1st turn:`, with those of the notation.
pub(super) fn peel_ordinals(text: &MappedText) -> Option<(MappedText, String)> {
    let source = text.text();
    let cuts = ordinal_cuts(source, &lines(source));
    (!cuts.is_empty()).then(|| (text.cut(&cuts), "numbers in words".to_owned()))
}

/// Numbers turns that end with a full stop instead of having a number: `B2. B3. A2,c1.`
pub(super) fn peel_full_stops(text: &MappedText, game: GameId) -> Option<(MappedText, String)> {
    let source = text.text();
    let lines = lines(source);
    let words: Vec<&Span> = lines.iter().flat_map(|line| &line.words).collect();
    let stopped = words.iter().filter(|span| {
        let word = span.slice(source);
        let turn = word.strip_suffix('.').unwrap_or_default();
        !turn.is_empty() && !is_count(turn) && (is_readable(game, turn) || is_keyword(game, turn))
    });
    let mut cuts = Vec::new();
    for (span, number) in stopped.zip(1..) {
        let start = span.start as usize;
        let end = span.end as usize;
        cuts.push(Cut::new(start, start, format!("{number}. "), Peel::Number));
        cuts.push(Cut::new(end - 1, end, "", Peel::Sign));
    }
    let has_numbers = words.iter().any(|span| is_number(span.slice(source)));
    // There are two cuts for each turn, so at least half of the words are such turns.
    let is_rule = cuts.len() >= 2 * MIN_NUMBERS && cuts.len() >= words.len() && !has_numbers;
    is_rule.then(|| (text.cut(&cuts), "a full stop after each turn".to_owned()))
}

/// Removes signs between the turns of a round: `1. d6 / a5,c3 2. b4 / take`.
pub(super) fn peel_borders(text: &MappedText, game: GameId) -> Option<(MappedText, String)> {
    const BORDERS: [&str; 10] = ["/", "|", "-", "–", "—", "&", "+", "·", "•", "…"];
    let source = text.text();
    let lines = lines(source);
    let words: Vec<&str> = lines
        .iter()
        .flat_map(|line| &line.words)
        .map(|span| span.slice(source))
        .collect();
    let is_turn_word = |word: &&str| is_readable(game, word) || is_keyword(game, word);
    let spans = lines.iter().flat_map(|line| &line.words).enumerate();
    let borders = spans.filter(|(index, span)| {
        let before = index.checked_sub(1).and_then(|before| words.get(before));
        let is_between =
            before.is_some_and(is_turn_word) && words.get(index + 1).is_some_and(is_turn_word);
        is_between && BORDERS.contains(&span.slice(source))
    });
    let cuts: Vec<Cut> = borders
        .map(|(_, span)| Cut::new(span.start as usize, span.end as usize, "", Peel::Sign))
        .collect();
    let is_rule = cuts.len() >= MIN_NUMBERS;
    is_rule.then(|| {
        (
            text.cut(&cuts),
            "signs between the turns of a round".to_owned(),
        )
    })
}

/// Numbers the turns in the rows of a table with one turn per cell.
fn row_number_cuts(text: &str, lines: &[WordLine], game: GameId) -> Vec<Cut> {
    let is_turn_word = |word: &str| is_readable(game, word) || is_keyword(game, word);
    let is_row = |line: &&WordLine| {
        let first = &line.words[0];
        let rest = &line.words[1..];
        let row = line.span.slice(text);
        row.contains('\t')
            && is_count(first.slice(text))
            && !rest.is_empty()
            && rest.iter().all(|span| is_turn_word(span.slice(text)))
    };
    let found: Vec<&WordLine> = lines.iter().filter(is_row).collect();
    let pairs = found.iter().filter(|line| line.words.len() > 2).count();
    if found.len() < MIN_ROWS || pairs * 2 < found.len() {
        return Vec::new();
    }

    let mut due = 1;
    let mut cuts = Vec::new();
    for line in found {
        let first = line.words[0];
        let now = format!("{due}.");
        cuts.push(Cut::new(
            first.start as usize,
            first.end as usize,
            now,
            Peel::Number,
        ));
        for span in line.words.iter().skip(2) {
            due += 1;
            let start = span.start as usize;
            cuts.push(Cut::new(start, start, format!("{due}. "), Peel::Number));
        }
        due += 1;
    }

    cuts
}

/// Replaces Roman numerals, and letters in place of digits, if the result is the next turn number.
fn roman_numbers(text: &str, lines: &[WordLine]) -> Vec<Cut> {
    let mut last: u32 = 0;
    let mut cuts = Vec::new();
    for span in lines.iter().flat_map(|line| &line.words) {
        let word = span.slice(text);
        let Some(number) = word.strip_suffix(['.', ')', ':', ',']) else {
            continue;
        };
        if let Ok(number) = number.parse::<u32>() {
            // A comma in place of the full stop.
            let is_misread = word.ends_with(',');
            if is_misread && Some(number) == last.checked_add(1) {
                let end = span.end as usize;
                cuts.push(Cut::new(end - 1, end, ".", Peel::Sign));
            }
            if !is_misread || Some(number) == last.checked_add(1) {
                last = number;
            }
            continue;
        }
        let digits: String = number
            .chars()
            .map(|sign| digit_like(sign).unwrap_or(sign))
            .collect();
        let next = last.checked_add(1);
        if next.is_some() && (parse_roman(number) == next || digits.parse().ok() == next) {
            last += 1;
            let now = format!("{last}.");
            cuts.push(Cut::new(
                span.start as usize,
                span.end as usize,
                now,
                Peel::Number,
            ));
        }
    }

    cuts
}

/// Replaces half-move numbers, `1.1 b3 1.2 c4 2.1 d5` or `1a) b3 1b) c4`, with turn numbers.
fn half_moves(text: &str, lines: &[WordLine]) -> Vec<Cut> {
    let mut cuts = Vec::new();
    let mut last = (0_u32, 0_u32);
    let mut most_seats = 0;
    let mut has_letters = false;
    for span in lines.iter().flat_map(|line| &line.words) {
        let word = span.slice(text);
        let Some((round, seat)) = half_move(word) else {
            continue;
        };
        let is_next = (round == last.0 && Some(seat) == last.1.checked_add(1))
            || (Some(round) == last.0.checked_add(1) && seat == 1);
        if !is_next {
            return Vec::new();
        }
        last = (round, seat);
        most_seats = most_seats.max(seat);
        has_letters |= word.ends_with('.') && word.contains(char::is_alphabetic);
        let now = format!("{}.", cuts.len() + 1);
        cuts.push(Cut::new(
            span.start as usize,
            span.end as usize,
            now,
            Peel::Number,
        ));
    }
    // The numbers `1a.` and `1b.` are corrected one by one.
    let is_usual = has_letters && most_seats < 3;
    if is_usual || cuts.len() < MIN_NUMBERS {
        Vec::new()
    } else {
        cuts
    }
}

/// Returns the round and the seat, from 1, of a half-move number: `2.1`, `2a)`, `2b.`
fn half_move(word: &str) -> Option<(u32, u32)> {
    let inside = word.trim_end_matches([':', ')', '.']);
    if let Some((round, seat)) = inside.split_once('.') {
        return Some((round.parse().ok()?, seat.parse().ok()?));
    }
    let (offset, letter) = inside.char_indices().next_back()?;
    let is_marked = inside.len() < word.len();
    // Four players at most.
    let seat = "abcd"
        .find(letter.to_ascii_lowercase())
        .filter(|_| is_marked)?;
    Some((
        inside[..offset].parse().ok()?,
        u32::try_from(seat).ok()? + 1,
    ))
}

/// A number of a round and the turns after it.
struct Round {
    value: u32,
    /// The places of the number, which may be repeated before the second turn.
    numbers: Vec<Span>,
    /// The places of the turns.
    turns: Vec<Span>,
    /// True if another word is between two turns: `1. a2 to b3` is one turn.
    has_word_between: bool,
    /// True if another word is after the last turn.
    has_word_after: bool,
}

impl Round {
    fn new(value: u32, number: Span) -> Self {
        Self {
            value,
            numbers: vec![number],
            turns: Vec::new(),
            has_word_between: false,
            has_word_after: false,
        }
    }

    /// Adds a word that is not a number.
    fn add_word(&mut self, word: Span, is_turn: bool) {
        if is_turn {
            self.has_word_between |= self.has_word_after;
            self.turns.push(word);
        } else {
            self.has_word_after |= !self.turns.is_empty();
        }
    }
}

/// Returns the rounds of a text: a number, and the turns up to the next one. A repeated number
/// belongs to the same round: `1. b3 1... h3`.
fn rounds(text: &str, lines: &[WordLine], game: GameId) -> Vec<Round> {
    let mut rounds: Vec<Round> = Vec::new();
    for &span in lines.iter().flat_map(|line| &line.words) {
        let word = span.slice(text);
        let joins_turn = begins_with_number(word);
        let length = match (joins_turn, is_count(word)) {
            (true, _) => word.len() - without_number(word).len(),
            (false, true) => word.len(),
            (false, false) => 0,
        };
        let (number, rest) = word.split_at(length);
        let border = span.start as usize + length;
        let digits = number.trim_matches(|sign: char| !sign.is_ascii_digit());
        if let Ok(value) = digits.parse::<u32>() {
            let place = Span::new(span.start as usize, border);
            match rounds.last_mut() {
                Some(last) if last.value == value => last.numbers.push(place),
                _ => rounds.push(Round::new(value, place)),
            }
        }
        if let Some(round) = rounds.last_mut()
            && !rest.is_empty()
        {
            let bare = without_punctuation(rest);
            let is_turn = looks_like_turn(game, bare) || is_keyword(game, bare);
            round.add_word(Span::new(border, span.end as usize), is_turn);
        }
    }
    rounds
}

/// Numbers the turns of rounds, `1. b3 h3 2. b4 h4`, if each round has two turns. The last one may
/// have only one.
fn round_cuts(
    text: &str,
    lines: &[WordLine],
    game: GameId,
    legal: &dyn Fn(&str) -> u32,
) -> Vec<Cut> {
    let rounds = rounds(text, lines, game);
    let Some((last, before)) = rounds.split_last() else {
        return Vec::new();
    };
    let is_counted = rounds.iter().zip(1..).all(|(round, due)| {
        // The second number may only be before the second turn.
        let is_in_order = match (round.numbers.as_slice(), round.turns.as_slice()) {
            ([_], _) => true,
            ([_, number], [first, second]) => {
                first.end <= number.start && number.end <= second.start
            }
            _ => false,
        };
        let is_variation = |number: &Span| {
            let written = number.slice(text);
            written.starts_with('(') && !written.ends_with(')')
        };
        let is_plain = is_in_order && !round.has_word_between;
        round.value == due && is_plain && !round.numbers.iter().any(is_variation)
    });
    let are_pairs = before.iter().all(|round| round.turns.len() == 2);
    if before.is_empty() || !is_counted || !are_pairs || !(1..=2).contains(&last.turns.len()) {
        return Vec::new();
    }

    // The two places of a round may also be one turn without its sign, as in `1. a2 b3`. The rules
    // show which of both is meant: the reading that makes more of the text legal.
    let tags = &text[..start_of_movetext(text)];
    let count_legal = |sign: &str| {
        let joined = rounds.iter().map(|round| {
            let turns: Vec<&str> = round.turns.iter().map(|turn| turn.slice(text)).collect();
            turns.join(sign)
        });
        let turns = joined.collect::<Vec<_>>().join(" ");
        legal(&format!("{tags}\n\n{turns}\n")) as usize
    };
    let turn_count: usize = rounds.iter().map(|round| round.turns.len()).sum();
    let legal_count = count_legal(" ");
    let signs = game.facts().turns.borders;
    // Some of the turns may be wrong. Then two turns are far better than one, whatever its sign.
    let is_better = |sign: &char| legal_count > 2 * count_legal(&sign.to_string());
    if legal_count < 2 || (legal_count < turn_count && !signs.iter().all(is_better)) {
        return Vec::new();
    }

    let mut cuts = Vec::new();
    let mut due = 0;
    for round in &rounds {
        let mut numbers = round.numbers.iter();
        for turn in &round.turns {
            due += 1;
            let start = turn.start as usize;
            let Some(number) = numbers.next() else {
                cuts.push(Cut::new(start, start, format!("{due}. "), Peel::Number));
                continue;
            };
            let now = if number.end == turn.start {
                format!("{due}. ")
            } else {
                format!("{due}.")
            };
            if number.slice(text) != now.trim_end() {
                let first = number.start as usize;
                cuts.push(Cut::new(first, number.end as usize, now, Peel::Number));
            }
        }
    }
    cuts
}

/// Replaces numbers with a word for a turn, `Zug 3:`, `3rd move`, `3e coup :`.
fn ordinal_cuts(text: &str, lines: &[WordLine]) -> Vec<Cut> {
    let words: Vec<Span> = lines.iter().flat_map(|line| line.words.clone()).collect();
    let word = |index: usize| words.get(index).map_or("", |span| span.slice(text));
    let is_noun = |index: usize| {
        let small = word(index).to_lowercase();
        NOUNS.contains(&small.trim_matches([':', '.', ')', '(']))
    };
    let is_sign = |index: usize| {
        let word = word(index);
        !word.is_empty() && word.chars().all(|sign| ":-–—=)".contains(sign))
    };
    let mut cuts = Vec::new();
    let mut index = 0;
    while index < words.len() {
        let due = cuts.len() + 1;
        let first = index;
        let has_noun_before = is_noun(index);
        index += usize::from(has_noun_before);
        if parse_ordinal(word(index)) != Some(due) {
            index = first + 1;
            continue;
        }
        index += 1;
        let has_noun_after = is_noun(index);
        index += usize::from(has_noun_after);
        if !has_noun_before && !has_noun_after {
            continue;
        }
        index += usize::from(is_sign(index));
        let start = words[first].start;
        let end = words[index - 1].end;
        let now = format!("{due}.");
        cuts.push(Cut::new(start as usize, end as usize, now, Peel::Number));
    }

    if cuts.len() < MIN_NUMBERS {
        Vec::new()
    } else {
        cuts
    }
}

/// Returns the number of `3`, `3.`, `3rd`, `3e` or `3ème`, with signs around it.
fn parse_ordinal(word: &str) -> Option<usize> {
    const ENDINGS: [&str; 12] = [
        "", "st", "nd", "rd", "th", "er", "e", "ère", "ème", "º", "ª", "ter",
    ];
    let inside = word.trim_matches(['(', ')', ':', '.', '#']);
    let end = inside.find(|sign: char| !sign.is_ascii_digit());
    let (digits, ending) = inside.split_at(end.unwrap_or(inside.len()));
    let is_known = ENDINGS.contains(&ending.to_lowercase().as_str());
    if is_known { digits.parse().ok() } else { None }
}

/// Returns the value of a Roman numeral, which may be in small letters.
fn parse_roman(number: &str) -> Option<u32> {
    let value = |sign| match sign {
        'I' => Some(1),
        'V' => Some(5),
        'X' => Some(10),
        'L' => Some(50),
        'C' => Some(100),
        _ => None,
    };
    let values = number
        .to_uppercase()
        .chars()
        .map(value)
        .collect::<Option<Vec<i64>>>()
        .filter(|values| (1..12).contains(&values.len()))?;
    let next = values.iter().skip(1).copied().chain([0]);
    let signed = values
        .iter()
        .zip(next)
        .map(|(&value, next)| if value < next { -value } else { value });
    u32::try_from(signed.sum::<i64>()).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Counts the words of a text, as if all of them were legal turns.
    fn count_words(text: &str) -> u32 {
        u32::try_from(text.split_whitespace().count()).unwrap_or(0)
    }

    fn peeled(text: &str) -> String {
        let text = MappedText::new(text);
        let peeled = peel_ordinals(&text).or_else(|| peel(&text, GameId::Pippinzip, &count_words));
        peeled.map_or_else(String::new, |(text, _)| text.text().to_owned())
    }

    #[test]
    fn signs_between_the_turns_of_a_round_go() {
        let text = MappedText::new("1. b4,e4 / take 2. d2,a1 / a3 3. a2,d1 / b2");
        let (next, _) = peel_borders(&text, GameId::Pippinzip).unwrap();
        assert_eq!(next.text(), "1. b4,e4  take 2. d2,a1  a3 3. a2,d1  b2");
    }

    #[test]
    fn roman_numbers_count_turns() {
        for (text, now) in [
            (
                "I. d6 II. a5 iii) b4 IV. c3 5. a1 Vl. b2",
                "1. d6 2. a5 3. b4 4. c3 5. a1 Vl. b2",
            ),
            ("I. d6 2. a5 10. b1 II. c1", "1. d6 2. a5 10. b1 11. c1"),
            ("1. d6 2, a5 3. b1, 7, c1", "1. d6 2. a5 3. b1, 7, c1"),
        ] {
            assert_eq!(peeled(text), now);
        }
    }

    #[test]
    fn numbers_of_half_moves_and_in_words_count_turns() {
        assert_eq!(
            peeled("1.1 a1 1.2 b1 2.1 c1 2.2 d1"),
            "1. a1 2. b1 3. c1 4. d1"
        );
        assert_eq!(
            peeled("1er coup : b1 2e coup : d2,d5 3e coup : a5"),
            "1. b1 2. d2,d5 3. a5"
        );
        assert_eq!(
            peeled("Zug 1: a1\nZug 2: b1\nZug 3: c1"),
            "1. a1\n2. b1\n3. c1"
        );
    }

    #[test]
    fn rounds_are_numbered_by_turns() {
        for (text, now) in [
            (
                "1. d6 a5,b1 2. b4 take 3. f1 a7",
                "1. d6 2. a5,b1 3. b4 4. take 5. f1 6. a7",
            ),
            (
                "1) d6 take\n2) b4 c4\n3) f1\n",
                "1. d6 2. take\n3. b4 4. c4\n5. f1\n",
            ),
            ("1 d6 take 2 b4 c4", "1. d6 2. take 3. b4 4. c4"),
            ("1.d6 take 2.b4 c4", "1.d6 2. take 3. b4 4. c4"),
            ("1. d6 1... take 2. b4 2... c4", "1. d6 2. take 3. b4 4. c4"),
            // Some of these numbers count turns, or a turn may be missing.
            ("1. d6 2. take", ""),
            ("1. d6 take 2. b4 3. c4 d4", ""),
            ("1. d6 take 3. b4 c4", ""),
            ("1. d6 (1. e6 take) 2. b4 c4", ""),
            ("1. d6 and take 2. b4 and c4", ""),
        ] {
            assert_eq!(peeled(text), now, "{text}");
        }
        // Each pair may be one turn, unless the rules show that it is not.
        let text = MappedText::new("1. d6 d5 2. b4 c4");
        assert!(peel(&text, GameId::Pippinzip, &|_| 2).is_none());
        let is_separate = |text: &str| -> u32 { if text.contains(',') { 1 } else { 3 } };
        let (next, _) = peel(&text, GameId::Pippinzip, &is_separate).unwrap();
        assert_eq!(next.text(), "1. d6 2. d5 3. b4 4. c4");
    }

    #[test]
    fn rows_of_rounds_are_numbered_by_turns() {
        assert_eq!(
            peeled("1\td6\ta5,b1\n2\tb4\ttake\n3\tf1\ta7\n4\tc1\n"),
            "1.\td6\t2. a5,b1\n3.\tb4\t4. take\n5.\tf1\t6. a7\n7.\tc1\n"
        );
    }
}
