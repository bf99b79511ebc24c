//! Signs and words inside turns that are the same throughout a record: `4@c2|5`, `i4/g6`,
//! `card 45 at +0+0/East`. A rule applies to all turns, and is accepted only if most of the damaged
//! turns then are turns of the game.
//!
//! The movetext is divided into parts, one for each turn ([`turn_parts`]). Some damaged parts are
//! samples: `candidate_rules` makes the rules that they suggest, and `best_rule` chooses the one
//! that repairs most samples. [`peel_rules`] repeats this with the text that results.

use std::collections::{BTreeMap, BTreeSet};

use super::super::mapped_text::{Cut, MappedText, Peel};
use super::super::movetext::{
    WordLine, begins_with_number, is_number, is_readable, is_result, is_turn, lines,
};
use super::turn_changes::{apply_rule, changes_by_rule};
use super::written_signs::{DIGITS, KEY_TABLES, MISREAD, SIGNS_OF_PIECE, SMALL_SIGNS};
use crate::games::GameId;
use crate::notation::Capitals;
use crate::notation::foreign_words::NUMBER_WORDS;
use crate::text::Span;

/// The maximum number of rules that are applied one after the other.
const MAX_RULES: usize = 6;
/// The maximum number of rules that are tried at a time.
const MAX_TRIED: usize = 250;
/// The number of damaged turns on which rules are tried first.
const MAX_SAMPLES: usize = 12;
/// The maximum length of a part between two numbers, in bytes.
const MAX_PART: usize = 200;
/// The number of the best rules that are compared by the turns that are legal with them.
const MAX_COMPARED: usize = 8;

/// A rule for all turns.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Rule {
    /// A text is replaced with another one, and the spaces around it are removed.
    Replace(String, String),
    /// A sign is inserted between a digit and a letter.
    AfterDigit(&'static str),
    /// A sign is inserted between a letter and a digit.
    BeforeDigit(&'static str),
    /// Leading zeros of a number are removed.
    NoZeros,
    /// The number of a place is written before its letter: `3b`.
    LetterFirst,
    /// Words of the game are replaced with their equivalents in the notation.
    Words,
    /// Characters of a table are replaced with digits: the index of the table.
    Keys(usize),
    /// Letters that look like digits, beside digits and signs, are replaced with digits.
    LookAlikes,
    /// Places in brackets are removed pieces: `d7 [-b5 -c6]`.
    Removals,
    /// A number in brackets is put aside: `(5) 6@b2/3`.
    Aside,
    /// The first word comes after the place: `north 39@+0+0`.
    FirstWordLast,
    /// Two numbers in brackets are a square: `45(0,-1)E`.
    SquareInBrackets,
    /// The numbers of a square have no plus, or signs between them: `45@0 -1/E`.
    SquareWithoutPlus,
    /// Two numbers are a place: `(4|6)` or `4-6` for `d6`.
    PlaceInNumbers,
    /// Capitals are small letters.
    SmallLetters,
    /// The mark of a die comes after its number: `1*@d1/3`.
    MarkAfterDie,
    /// A square comes before the die and the number to the north: `c3:52`.
    PlaceFirst,
    /// Letters as they are spoken: `be 4`.
    Spoken,
    /// The points of a push between the first and the last are left out: `b6-b5-b4`.
    FirstAndLast,
}

/// Applies rules to the movetext. `legal` returns how many turns are legal in a text.
pub(in super::super) fn peel_rules(
    text: &MappedText,
    game: GameId,
    legal: &dyn Fn(&str) -> u32,
) -> Option<(MappedText, String)> {
    let mut found = Vec::new();
    let mut now = with_pieces(text, game, legal).inspect(|_| found.push("GIPF pieces".to_owned()));
    let has_pieces = now.is_some();
    if let Some(next) = with_plain_digits(now.as_ref().unwrap_or(text), game) {
        found.push("other digits".to_owned());
        now = Some(next);
    }
    for _ in 0..MAX_RULES {
        let current = now.as_ref().unwrap_or(text);
        let Some((rule, next)) = best_rule(current, game, legal) else {
            break;
        };
        found.push(rule.in_words());
        now = Some(next);
    }
    let next = now?;
    let left = damaged_parts(&turn_parts(next.text()), next.text(), game).len();
    let before = damaged_parts(&turn_parts(text.text()), text.text(), game).len();
    // Rules that leave more than a quarter of the damaged turns damaged explain nothing.
    (left * 4 <= before || (has_pieces && left <= before)).then(|| (next, found.join(", ")))
}

/// Writes `G` for other marks of GIPF pieces: capitals, `H5`, or a sign after the push, `h5²`.
fn with_pieces(text: &MappedText, game: GameId, legal: &dyn Fn(&str) -> u32) -> Option<MappedText> {
    if !game.facts().turns.letters.contains(&b'G') {
        return None;
    }
    let source = text.text();
    let all = turn_parts(source);
    let capitals = all.iter().flat_map(|part| {
        let written = part.slice(source);
        let places = written.char_indices().filter(|(offset, sign)| {
            let after = written.as_bytes().get(offset + 1);
            let before = written[..*offset].chars().next_back();
            sign.is_ascii_uppercase()
                && after.is_some_and(u8::is_ascii_digit)
                && !before.is_some_and(char::is_alphabetic)
        });
        let places: Vec<Cut> = places
            .map(|(offset, sign)| {
                let start = part.start as usize + offset;
                let now = format!("G{}", sign.to_ascii_lowercase());
                Cut::new(start, start + 1, now, Peel::Sign)
            })
            .collect();
        places
    });
    let words = lines(source);
    let signs = words.iter().flat_map(|line| &line.words).flat_map(|span| {
        let word = span.slice(source);
        let mut from = 0;
        let mut cuts = Vec::new();
        for action in word.split(';') {
            let mark = SIGNS_OF_PIECE
                .iter()
                .find(|sign| action.ends_with(**sign) && action.len() > sign.len());
            if let Some(sign) = mark {
                let start = span.start as usize + from;
                let end = start + action.len();
                cuts.push(Cut::new(start, start, "G", Peel::Sign));
                cuts.push(Cut::new(end - sign.len(), end, "", Peel::Sign));
            }
            from += action.len() + 1;
        }
        cuts
    });
    let mut tried: Vec<Vec<Cut>> = vec![capitals.collect(), signs.collect()];
    tried.extend(marks_before_places(source, &words));
    let before = legal(source);
    let better = tried.iter().filter(|cuts| !cuts.is_empty()).map(|cuts| {
        let next = text.cut(cuts);
        (legal(next.text()), next)
    });
    better
        .filter(|(count, _)| *count > before)
        .max_by_key(|(count, _)| *count)
        .map(|(_, next)| next)
}

/// Returns the cuts that write `G` for a sign before places, a list for each sign: `6g6`, `#h3`.
fn marks_before_places(text: &str, lines: &[WordLine]) -> Vec<Vec<Cut>> {
    let mut found: BTreeMap<char, Vec<Cut>> = BTreeMap::new();
    for span in lines.iter().flat_map(|line| &line.words) {
        let word = span.slice(text);
        // Each part of a turn begins after one of these signs.
        let mut next = span.start as usize;
        for part in word.split([';', ',', '-']) {
            let place = part.trim_start_matches('x');
            let start = next + part.len() - place.len();
            next += part.len() + 1;
            let mut signs = place.chars();
            let (Some(mark), Some(letter), Some(digit)) =
                (signs.next(), signs.next(), signs.next())
            else {
                continue;
            };
            let is_mark = !matches!(mark, 'a'..='z' | 'G' | '{' | '(' | '*');
            if is_mark && letter.is_ascii_lowercase() && digit.is_ascii_digit() {
                let cut = Cut::new(start, start + mark.len_utf8(), "G", Peel::Sign);
                found.entry(mark).or_default().push(cut);
            }
        }
    }
    found.into_values().filter(|cuts| cuts.len() > 1).collect()
}

/// Replaces digits of other scripts, and die faces.
fn with_plain_digits(text: &MappedText, game: GameId) -> Option<MappedText> {
    let source = text.text();
    let digit = |sign: char| {
        let die = u32::from(sign).checked_sub(0x2680).filter(|face| *face < 6);
        let circled = u32::from(sign).checked_sub(0x2460).filter(|face| *face < 9);
        let sign_of_place = SMALL_SIGNS.iter().find(|(small, _)| *small == sign);
        if let Some((_, plain)) = sign_of_place {
            return Some(plain.to_string());
        }
        let in_row = DIGITS
            .iter()
            .find_map(|row| row.chars().position(|digit| digit == sign));
        die.or(circled)
            .map(|face| face + 1)
            .or_else(|| u32::try_from(in_row?).ok())
            .map(|digit| digit.to_string())
    };
    let mut cuts = Vec::new();
    let all = turn_parts(source);
    for part in damaged_parts(&all, source, game) {
        let mut offset = part.start as usize;
        for word in part.slice(source).split([' ', ',']) {
            let small = word.to_lowercase();
            let number = NUMBER_WORDS
                .iter()
                .find_map(|row| row.iter().position(|known| *known == small));
            if let Some(number) = number {
                let now = (number + 1).to_string();
                cuts.push(Cut::new(offset, offset + word.len(), now, Peel::Word));
            }
            offset += word.len() + 1;
        }
    }
    for part in all {
        for (offset, sign) in part.slice(source).char_indices() {
            let place = part.start as usize + offset;
            if let Some(digit) = digit(sign) {
                cuts.push(Cut::new(place, place + sign.len_utf8(), digit, Peel::Sign));
            } else if matches!(sign, '\u{FE0E}' | '\u{FE0F}') {
                cuts.push(Cut::new(place, place + sign.len_utf8(), "", Peel::Sign));
            }
        }
    }

    let next = text.cut(&cuts);
    let count = |text: &str| damaged_parts(&turn_parts(text), text, game).len();
    (!cuts.is_empty() && count(next.text()) <= count(source)).then_some(next)
}

/// Returns the parts of a movetext between numbers, comments and results. Each part is one turn, or
/// the turns of a round.
pub(super) fn turn_parts(text: &str) -> Vec<Span> {
    let mut found = Vec::new();
    let all = lines(text);
    let has_numbers = has_numbers(text);
    let mut open: Option<Span> = None;
    for span in all.iter().flat_map(|line| &line.words) {
        let word = span.slice(text);
        let gap = open.map_or("", |open| {
            text.get(open.end as usize..span.start as usize)
                .unwrap_or_default()
        });
        let is_apart = !gap.trim().is_empty() || (!has_numbers && gap.contains('\n'));
        if is_apart {
            found.extend(open.take());
        }
        if is_number(word) || is_result(word) || word.starts_with('$') {
            found.extend(open.take());
            continue;
        }
        let mut start = span.start as usize;
        if begins_with_number(word) {
            found.extend(open.take());
            let digits = word.trim_start_matches(|sign: char| sign.is_ascii_digit());
            start += word.len() - digits.trim_start_matches(['.', ')']).len();
        }
        open = match open {
            Some(open) if has_numbers || !is_turn_like(open.slice(text)) => Some(Span {
                start: open.start,
                end: span.end,
            }),
            Some(open) => {
                found.push(open);
                Some(Span::new(start, span.end as usize))
            }
            None => Some(Span::new(start, span.end as usize)),
        };
    }

    found.extend(open);
    found.retain(|part| part.len() <= MAX_PART);
    found
}

/// Returns true if the turns of a movetext are numbered.
pub(super) fn has_numbers(text: &str) -> bool {
    lines(text)
        .iter()
        .flat_map(|line| &line.words)
        .any(|word| is_number(word.slice(text)) || begins_with_number(word.slice(text)))
}

/// Returns true if a text ends like a turn, so that the next word is another turn.
fn is_turn_like(text: &str) -> bool {
    text.ends_with(|sign: char| sign.is_ascii_digit() || sign == '*') || text.contains(['/', '@'])
}

/// Returns the parts that are not turns.
pub(super) fn damaged_parts(parts: &[Span], text: &str, game: GameId) -> Vec<Span> {
    let is_damaged = |part: &&Span| !is_fine(part.slice(text), game);
    parts.iter().filter(is_damaged).copied().collect()
}

/// Returns true if a part is a turn, or several turns separated by spaces.
fn is_fine(part: &str, game: GameId) -> bool {
    // Text in parentheses is a variation in the notation, and text after `#` is a comment.
    if part.contains(['(', ')', '<', '>', ']', '#']) {
        return false;
    }
    // An arrow or another picture has a meaning.
    if part.contains(|sign| matches!(sign, '\u{2190}'..='\u{21FF}' | '\u{25A0}'..='\u{25FF}')) {
        return false;
    }
    is_turn(game, part)
        || part.split_whitespace().all(|word| is_readable(game, word))
        || is_readable(game, part)
}

/// Returns true if a part is a turn in the notation, or several turns separated by spaces.
fn is_written(part: &str, game: GameId) -> bool {
    is_turn(game, part) || part.split_whitespace().all(|word| is_turn(game, word))
}

/// Returns the rule that makes most turns readable, and the text with it.
fn best_rule(
    text: &MappedText,
    game: GameId,
    legal: &dyn Fn(&str) -> u32,
) -> Option<(Rule, MappedText)> {
    let source = text.text();
    let all = turn_parts(source);
    let broken = damaged_parts(&all, source, game);
    if broken.is_empty() || (broken.len() < 2 && all.len() > 4) {
        return None;
    }

    let samples: Vec<&str> = broken
        .iter()
        .take(MAX_SAMPLES)
        .map(|part| part.slice(source))
        .collect();
    let mut tried = candidate_rules(&samples, game);
    // What a single turn suggests may be a mistake in this turn.
    tried.retain(|rule| samples.len() > 1 || !rule.looks_like_a_mistake());
    let gain = |rules: &[&Rule]| {
        let is_repaired = |part: &&&str| {
            let mut now = (**part).to_owned();
            for rule in rules {
                now = apply_rule(&now, rule, game);
            }
            now != ***part && is_written(&now, game)
        };
        samples.iter().filter(is_repaired).count()
    };
    let mut scored: Vec<(usize, &Rule)> = tried.iter().map(|rule| (gain(&[rule]), rule)).collect();
    scored.sort_by_key(|(gain, _)| std::cmp::Reverse(*gain));
    scored.retain(|(gain, rule)| *gain > 1 || !rule.looks_like_a_mistake());
    let best = scored.first().map_or(0, |(gain, _)| *gain);
    if best * 2 >= samples.len().min(4) && best > 0 {
        let equal = scored
            .iter()
            .take_while(|(gain, _)| *gain == best)
            .take(MAX_COMPARED);
        let next = equal.map(|(_, rule)| ((*rule).clone(), with_rule(text, &all, rule, game)));
        let (rule, next) =
            next.max_by_key(|(rule, next)| (legal(next.text()), std::cmp::Reverse(rule.clone())))?;
        let is_supported = best > 1 || legal(next.text()) > legal(source);
        return is_supported.then_some((rule, next));
    }
    // Pairs of rules are tried on fewer turns.
    let few: Vec<&str> = samples.iter().take(3).copied().collect();
    for first in tried.iter().take(40) {
        for second in tried.iter().take(60) {
            let is_repaired = |part: &&str| {
                let now = apply_rule(&apply_rule(part, first, game), second, game);
                is_written(&now, game)
            };
            if first != second && few.iter().all(is_repaired) {
                let next = with_rule(text, &all, first, game);
                return Some((first.clone(), next));
            }
        }
    }

    None
}

/// Returns the rules that samples suggest, the likeliest first.
fn candidate_rules(samples: &[&str], game: GameId) -> Vec<Rule> {
    let targets = signs_of_game(game);
    let mut rules = rules_of_game(game);
    let misread = MISREAD
        .iter()
        .filter(|(from, _)| samples.iter().any(|sample| sample.contains(from)));
    rules.extend(misread.map(|(from, to)| Rule::Replace((*from).to_owned(), (*to).to_owned())));
    rules.push(Rule::LetterFirst);
    for border in ["@", "/", "-", ";", ",", ":"] {
        if targets.iter().any(|target| target == border) {
            rules.extend([Rule::AfterDigit(border), Rule::BeforeDigit(border)]);
        }
    }

    let runs: BTreeSet<Run> = samples.iter().flat_map(|sample| runs_of(sample)).collect();
    // Signs that no keyboard has are the likeliest ones.
    let (rare, usual): (Vec<&Run>, Vec<&Run>) = runs.iter().partition(|run| !run.text.is_ascii());
    for run in rare.into_iter().chain(usual) {
        rules.extend(replacements_of_run(run, &targets, game));
    }

    rules.truncate(MAX_TRIED);
    rules
}

/// Returns what foreign signs may stand for: the signs between the parts of turns, the actions and
/// marks of the game, and the empty string.
fn signs_of_game(game: GameId) -> Vec<String> {
    let facts = game.facts();
    let mut targets: Vec<String> = facts.turns.borders.iter().map(char::to_string).collect();
    targets.push(String::new());
    let actions = facts
        .words
        .iter()
        .map(|fact| fact.meaning)
        .filter(|meaning| meaning.starts_with(';'));
    targets.extend(actions.map(str::to_owned));
    let letters = facts.turns.letters;
    targets.extend(facts.turns.aside.map(str::to_owned));
    if letters.contains(&b'*') {
        targets.push("*".to_owned());
    }
    if letters.contains(&b'+') {
        targets.extend(["+".to_owned(), "-".to_owned()]);
    }
    targets
}

/// Returns the rules that the notation of a game allows, whatever the samples are.
fn rules_of_game(game: GameId) -> Vec<Rule> {
    let facts = game.facts();
    let letters = facts.turns.letters;
    let mut rules = vec![Rule::Words, Rule::NoZeros, Rule::LookAlikes, Rule::Spoken];
    rules.extend((0..KEY_TABLES.len()).map(Rule::Keys));
    if facts.turns.lists_removals {
        rules.push(Rule::Removals);
    }
    if facts.turns.aside.is_some() {
        rules.extend([Rule::Aside, Rule::PlaceFirst, Rule::MarkAfterDie]);
    }
    if letters.contains(&b'+') {
        rules.extend([Rule::FirstWordLast, Rule::SquareInBrackets]);
        rules.push(Rule::SquareWithoutPlus);
    } else {
        rules.push(Rule::PlaceInNumbers);
    }
    if facts.turns.capitals == Capitals::None {
        rules.push(Rule::SmallLetters);
    }
    if letters.contains(&b'-') && !letters.contains(&b'+') {
        rules.push(Rule::FirstAndLast);
    }
    rules
}

/// Returns the rules that replace a run of characters with one of the targets, or with a word of
/// the game.
fn replacements_of_run(run: &Run, targets: &[String], game: GameId) -> Vec<Rule> {
    let mut rules = Vec::new();
    let text = &run.text;
    match run.kind {
        RunKind::Signs => {
            let possible = targets.iter().filter(|target| *target != text);
            rules.extend(possible.map(|to| Rule::Replace(text.clone(), to.clone())));
        }
        // Only a single letter may replace a sign, and only words of the game may be left out.
        RunKind::Letters => {
            let is_sign = |to: &&String| text.chars().count() == 1 && to.len() == 1;
            let possible = targets.iter().filter(is_sign);
            rules.extend(possible.map(|to| Rule::Replace(text.clone(), to.clone())));
            let small = text.to_lowercase();
            let words = game.facts().words.iter();
            let facts = words.filter(|fact| fact.written.contains(&small.as_str()));
            rules.extend(facts.map(|fact| Rule::Replace(text.clone(), fact.meaning.to_owned())));
        }
        RunKind::LetterAndSign => {
            let letter: String = text.chars().take(1).collect();
            rules.push(Rule::Replace(text.clone(), letter));
        }
    }
    rules
}

/// Kind of the characters in a run.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum RunKind {
    Signs,
    /// A capital letter and a separate sign: `G-`.
    LetterAndSign,
    Letters,
}

/// A run of characters of one kind.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Run {
    kind: RunKind,
    text: String,
}

/// Returns the runs of signs, and of letters, in a part.
fn runs_of(part: &str) -> Vec<Run> {
    let mut runs = Vec::new();
    let mut push = |kind, text: &str| {
        if !text.is_empty() {
            let text = text.to_owned();
            runs.push(Run { kind, text });
        }
    };
    let is_sign = |sign: char| !sign.is_alphabetic() && !sign.is_numeric();
    let mut rest = part;
    while let Some(first) = rest.chars().next() {
        let is_same = |sign: char| {
            is_sign(sign) == is_sign(first) && sign.is_alphabetic() == first.is_alphabetic()
        };
        let end = rest.find(|sign| !is_same(sign)).unwrap_or(rest.len());
        let (run, after) = rest.split_at(end);
        if is_sign(first) {
            push(RunKind::Signs, run);
            push(RunKind::Signs, run.trim());
            // The sign of a number belongs to the number: `38->+0`.
            if let Some(before) = run.strip_suffix(['+', '-']) {
                push(RunKind::Signs, before);
                push(RunKind::Signs, before.trim());
            }
            // A run may contain two different signs, such as `/→`.
            push(
                RunKind::Signs,
                run.trim().trim_start_matches(['/', '@', ';']),
            );
        } else if first.is_alphabetic() {
            push(RunKind::Letters, run);
            if let Some(sign) = after.chars().next().filter(|sign| is_sign(*sign))
                && run.len() == 1
                && first.is_ascii_uppercase()
            {
                push(RunKind::LetterAndSign, &format!("{run}{sign}"));
            }
        }
        rest = after;
    }

    runs
}

/// Applies a rule to each damaged part of a text.
fn with_rule(text: &MappedText, parts: &[Span], rule: &Rule, game: GameId) -> MappedText {
    let source = text.text();
    let mut cuts = Vec::new();
    for part in damaged_parts(parts, source, game) {
        let from = part.start as usize;
        let made = changes_by_rule(part.slice(source), rule, game);
        let peel = if *rule == Rule::Words {
            Peel::Word
        } else {
            Peel::Sign
        };
        cuts.extend(
            made.into_iter()
                .map(|change| Cut::new(from + change.start, from + change.end, change.now, peel)),
        );
    }
    text.cut(&cuts)
}

impl Rule {
    /// Returns true if the rule writes other letters and digits, which is also a usual mistake.
    fn looks_like_a_mistake(&self) -> bool {
        match self {
            Self::LetterFirst | Self::Keys(_) | Self::LookAlikes => true,
            Self::Replace(from, to) => from.contains(char::is_alphanumeric) && !to.starts_with(';'),
            _ => false,
        }
    }

    fn in_words(&self) -> String {
        match self {
            Self::Replace(from, to) if to.is_empty() => format!("no `{from}` in turns"),
            Self::Replace(from, to) => format!("`{from}` for `{to}`"),
            Self::AfterDigit(sign) | Self::BeforeDigit(sign) => format!("`{sign}` left out"),
            Self::NoZeros => "numbers with leading zeros".to_owned(),
            Self::LetterFirst => "places with their number first".to_owned(),
            Self::Words => "turns in words".to_owned(),
            Self::Keys(table) => KEY_TABLES
                .get(*table)
                .map_or_else(String::new, |table| table.name.to_owned()),
            Self::LookAlikes => "letters for digits".to_owned(),
            Self::Removals => "removals in brackets".to_owned(),
            Self::Aside => "dice aside in brackets".to_owned(),
            Self::FirstWordLast => "the direction before the card".to_owned(),
            Self::SquareInBrackets => "squares in brackets".to_owned(),
            Self::SquareWithoutPlus => "squares without `+`".to_owned(),
            Self::PlaceInNumbers => "places in numbers".to_owned(),
            Self::SmallLetters => "capitals".to_owned(),
            Self::MarkAfterDie => "the mark after the die".to_owned(),
            Self::FirstAndLast => "all points of a push".to_owned(),
            Self::PlaceFirst => "squares before dice".to_owned(),
            Self::Spoken => "spoken letters".to_owned(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_with_other_marks_are_gipf_pieces() {
        let legal = |text: &str| u32::from(text.contains("Gb3") && !text.contains(" b3"));
        for text in ["\n1. B3 2. c4", "\n1. b3² 2. c4"] {
            let next = with_pieces(&MappedText::new(text), GameId::Gipf, &legal);
            assert_eq!(
                next.map(|next| next.text().to_owned()).as_deref(),
                Some("\n1. Gb3 2. c4")
            );
        }
    }
}
