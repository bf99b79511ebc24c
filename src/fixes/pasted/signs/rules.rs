//! Signs and words inside turns that are the same throughout a record: `4@c2|5`, `i4/g6`,
//! `card 45 at +0+0/East`. A rule applies to all turns, and is accepted only if most of the damaged
//! turns then are turns of the game.

use std::collections::BTreeSet;

use super::super::layered::{Cut, Layered, Peel};
use super::super::movetext::{
    begins_with_number, is_number, is_readable, is_result, is_turn, lines,
};
use crate::games::GameId;
use crate::notation::WordFact;
use crate::text::Span;

/// The maximum number of rules that are applied one after the other.
const MAX_RULES: usize = 6;
/// The maximum number of rules that are tried at a time.
const MAX_TRIED: usize = 200;
/// The number of damaged turns on which rules are tried first.
const MAX_SAMPLES: usize = 12;
/// The maximum length of a part between two numbers, in bytes.
const MAX_PART: usize = 200;
/// The number of the best rules that are compared by the turns that are legal with them.
const MAX_COMPARED: usize = 8;

/// Characters for digits, each list in the order of their values from 0.
const DIGITS: [&str; 6] = [
    "⁰¹²³⁴⁵⁶⁷⁸⁹",
    "₀₁₂₃₄₅₆₇₈₉",
    "０１２３４５６７８９",
    "٠١٢٣٤٥٦٧٨٩",
    "۰۱۲۳۴۵۶۷۸۹",
    "०१२३४५६७८९",
];

/// Superscript and subscript signs, each with the plain sign.
const SMALL_SIGNS: [(char, char); 4] = [('⁺', '+'), ('⁻', '-'), ('₊', '+'), ('₋', '-')];

/// A rule for all turns.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Rule {
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
}

/// Applies rules to the movetext. `legal` returns how many turns are legal in a text.
pub(in super::super) fn peel(
    text: &Layered,
    game: GameId,
    legal: &dyn Fn(&str) -> u32,
) -> Option<(Layered, String)> {
    let mut found = Vec::new();
    let mut now = with_plain_digits(text, game).inspect(|_| found.push("other digits".to_owned()));
    for _ in 0..MAX_RULES {
        let current = now.as_ref().unwrap_or(text);
        let Some((rule, next)) = best_rule(current, game, legal) else {
            break;
        };
        found.push(rule.in_words());
        now = Some(next);
    }
    let next = now?;
    let left = damaged(&parts(next.text()), next.text(), game).len();
    let before = damaged(&parts(text.text()), text.text(), game).len();
    // Rules that leave more than a quarter of the damaged turns damaged explain nothing.
    (left * 4 <= before).then(|| (next, found.join(", ")))
}

/// Replaces digits of other scripts, and die faces.
fn with_plain_digits(text: &Layered, game: GameId) -> Option<Layered> {
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
    for part in parts(source) {
        for (offset, sign) in part.slice(source).char_indices() {
            let at = part.start as usize + offset;
            if let Some(digit) = digit(sign) {
                cuts.push(Cut::new(at, at + sign.len_utf8(), digit, Peel::Sign));
            } else if matches!(sign, '\u{FE0E}' | '\u{FE0F}') {
                cuts.push(Cut::new(at, at + sign.len_utf8(), "", Peel::Sign));
            }
        }
    }

    let next = text.cut(&cuts);
    let count = |text: &str| damaged(&parts(text), text, game).len();
    (!cuts.is_empty() && count(next.text()) <= count(source)).then_some(next)
}

/// Returns the parts of a movetext between numbers, comments and results. Each part is one turn, or
/// the turns of a round.
pub(super) fn parts(text: &str) -> Vec<Span> {
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
pub(super) fn damaged(parts: &[Span], text: &str, game: GameId) -> Vec<Span> {
    let is_damaged = |part: &&Span| !is_fine(part.slice(text), game);
    parts.iter().filter(is_damaged).copied().collect()
}

/// Returns true if a part is a turn, or several turns separated by spaces.
fn is_fine(part: &str, game: GameId) -> bool {
    // Text in parentheses is a variation in the notation.
    if part.contains(['(', ')']) {
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
fn best_rule(text: &Layered, game: GameId, legal: &dyn Fn(&str) -> u32) -> Option<(Rule, Layered)> {
    let source = text.text();
    let all = parts(source);
    let broken = damaged(&all, source, game);
    if broken.is_empty() || (broken.len() < 2 && all.len() > 4) {
        return None;
    }

    let samples: Vec<&str> = broken
        .iter()
        .take(MAX_SAMPLES)
        .map(|part| part.slice(source))
        .collect();
    let tried = candidates(&samples, game);
    let gain = |rules: &[&Rule]| {
        let is_repaired = |part: &&&str| {
            let mut now = (**part).to_owned();
            for rule in rules {
                now = applied(&now, rule, game);
            }
            now != ***part && is_written(&now, game)
        };
        samples.iter().filter(is_repaired).count()
    };
    let mut scored: Vec<(usize, &Rule)> = tried.iter().map(|rule| (gain(&[rule]), rule)).collect();
    scored.sort_by_key(|(gain, _)| std::cmp::Reverse(*gain));
    let best = scored.first().map_or(0, |(gain, _)| *gain);
    if best * 2 >= samples.len().min(4) && best > 0 {
        let equal = scored
            .iter()
            .take_while(|(gain, _)| *gain == best)
            .take(MAX_COMPARED);
        let next = equal.map(|(_, rule)| ((*rule).clone(), with_rule(text, &all, rule, game)));
        return next
            .max_by_key(|(rule, next)| (legal(next.text()), std::cmp::Reverse(rule.clone())));
    }
    // Pairs of rules are tried on fewer turns.
    let few: Vec<&str> = samples.iter().take(3).copied().collect();
    for first in tried.iter().take(40) {
        for second in tried.iter().take(60) {
            let is_repaired = |part: &&str| {
                let now = applied(&applied(part, first, game), second, game);
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

/// Returns the rules that samples suggest.
fn candidates(samples: &[&str], game: GameId) -> Vec<Rule> {
    let facts = game.facts();
    let mut targets: Vec<String> = facts.turns.borders.iter().map(char::to_string).collect();
    targets.push(String::new());
    let actions = facts
        .words
        .iter()
        .map(|fact| fact.meaning)
        .filter(|meaning| meaning.starts_with(';'));
    targets.extend(actions.map(str::to_owned));

    let mut rules = vec![Rule::Words, Rule::NoZeros];
    // In a single turn, the two signs may be swapped by mistake.
    if samples.len() > 1 {
        rules.push(Rule::LetterFirst);
    }
    for border in ["@", "/", "-", ";", ",", ":"] {
        if targets.iter().any(|target| target == border) {
            rules.extend([Rule::AfterDigit(border), Rule::BeforeDigit(border)]);
        }
    }

    let runs: BTreeSet<Run> = samples.iter().flat_map(|sample| runs_of(sample)).collect();
    for run in &runs {
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
                let facts = facts
                    .words
                    .iter()
                    .filter(|fact| fact.written.contains(&small.as_str()));
                rules
                    .extend(facts.map(|fact| Rule::Replace(text.clone(), fact.meaning.to_owned())));
            }
            RunKind::LetterAndSign => {
                let letter: String = text.chars().take(1).collect();
                rules.push(Rule::Replace(text.clone(), letter));
            }
        }
    }

    rules.truncate(MAX_TRIED);
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

/// Applies a rule to a part.
fn applied(part: &str, rule: &Rule, game: GameId) -> String {
    let mut now = String::with_capacity(part.len());
    let mut done = 0;
    for (start, end, new) in changes(part, rule, game) {
        if start >= done {
            now.push_str(&part[done..start]);
            now.push_str(&new);
            done = end;
        }
    }
    now.push_str(&part[done..]);
    now
}

/// Applies a rule to each damaged part of a text.
fn with_rule(text: &Layered, parts: &[Span], rule: &Rule, game: GameId) -> Layered {
    let source = text.text();
    let mut cuts = Vec::new();
    for part in damaged(parts, source, game) {
        let from = part.start as usize;
        let made = changes(part.slice(source), rule, game);
        let peel = if *rule == Rule::Words {
            Peel::Word
        } else {
            Peel::Sign
        };
        cuts.extend(
            made.into_iter()
                .map(|(start, end, now)| Cut::new(from + start, from + end, now, peel)),
        );
    }
    text.cut(&cuts)
}

/// Returns the places of a part that a rule changes, with their new texts.
fn changes(part: &str, rule: &Rule, game: GameId) -> Vec<(usize, usize, String)> {
    let kind_at = |at: usize| part[at..].chars().next();
    let before = |at: usize| part[..at].chars().next_back();
    match rule {
        Rule::Replace(from, to) => {
            let is_word = from.contains(char::is_alphabetic);
            let is_inside = |start: usize, end: usize| {
                let is_apart = |sign: Option<char>| sign.is_none_or(|sign| !sign.is_alphabetic());
                let ends_in_letter = from.ends_with(char::is_alphabetic);
                let ends_well = !ends_in_letter || is_apart(kind_at(end));
                !is_word || (is_apart(before(start)) && ends_well)
            };
            let places = part
                .match_indices(from.as_str())
                .filter(|(start, _)| is_inside(*start, start + from.len()));
            places
                .map(|(start, _)| with_blanks(part, start, start + from.len(), to))
                .collect()
        }
        Rule::AfterDigit(sign) | Rule::BeforeDigit(sign) => {
            let after_digit = matches!(rule, Rule::AfterDigit(_));
            let fits = |at: &usize| {
                let pair = (before(*at), kind_at(*at));
                matches!(pair, (Some(one), Some(two)) if if after_digit {
                    one.is_ascii_digit() && two.is_ascii_alphabetic() && two != 's'
                } else {
                    one.is_ascii_alphabetic() && two.is_ascii_digit()
                })
            };
            let places = part.char_indices().map(|(at, _)| at).filter(fits);
            places.map(|at| (at, at, (*sign).to_owned())).collect()
        }
        Rule::NoZeros => {
            let fits = |at: &usize| {
                part[*at..].starts_with('0')
                    && !before(*at).is_some_and(|sign| sign.is_ascii_digit())
                    && kind_at(at + 1).is_some_and(|sign| sign.is_ascii_digit())
            };
            let places = part.char_indices().map(|(at, _)| at).filter(fits);
            places.map(|at| (at, at + 1, String::new())).collect()
        }
        Rule::LetterFirst => places_with_number_first(part),
        Rule::Words => words(part, game.facts().words),
    }
}

/// Returns the places in a part whose number comes first, rewritten in the order of the notation.
fn places_with_number_first(part: &str) -> Vec<(usize, usize, String)> {
    let bytes = part.as_bytes();
    let mut found = Vec::new();
    let mut at = 0;
    while at < bytes.len() {
        let digits = bytes[at..].iter().take_while(|byte| byte.is_ascii_digit());
        let end = at + digits.count();
        let letter = bytes.get(end).copied().filter(u8::is_ascii_alphabetic);
        let after = bytes.get(end + 1).copied();
        let is_place = end > at && !after.is_some_and(|byte| byte.is_ascii_alphanumeric());
        match letter {
            Some(letter) if is_place => {
                let place = format!("{}{}", char::from(letter), &part[at..end]);
                found.push((at, end + 1, place));
                at = end + 1;
            }
            _ => at = end.max(at + 1),
        }
    }
    found
}

/// Returns the words of a part that have a meaning in a turn, with their meanings.
fn words(part: &str, facts: &[WordFact]) -> Vec<(usize, usize, String)> {
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(start) = part[at..].find(char::is_alphabetic).map(|next| at + next) {
        let length = part[start..].find(|sign: char| !sign.is_alphabetic());
        let end = length.map_or(part.len(), |length| start + length);
        let word = part[start..end].to_lowercase();
        let mut meant = facts.iter().filter(|fact| {
            fact.written.contains(&word.as_str())
                || (fact.meaning.trim_matches([';', ':']) == word && word.len() > 1)
        });
        // A word with two meanings is left to other rules.
        if let (Some(fact), None) = (meant.next(), meant.next()) {
            found.push(with_blanks(part, start, end, fact.meaning));
        }
        at = end;
    }
    found
}

/// Returns a place with the spaces around it, and with a `:` after it if the new text has one.
fn with_blanks(part: &str, start: usize, end: usize, to: &str) -> (usize, usize, String) {
    let before = part[..start].trim_end_matches(' ');
    let mut after = part[end..].trim_start_matches(' ');
    if to.ends_with([':', 'x', '@']) {
        after = after.trim_start_matches([':', '=']).trim_start_matches(' ');
    }
    if to == "s;" {
        let before = before.trim_end_matches([',', ' ']);
        let after = after.trim_start_matches([',', ';', ' ']);
        return (before.len(), part.len() - after.len(), to.to_owned());
    }
    let is_first = before.is_empty() || before.ends_with(';');
    let now = if is_first {
        to.trim_start_matches(';')
    } else {
        to
    };
    (before.len(), part.len() - after.len(), now.to_owned())
}

impl Rule {
    fn in_words(&self) -> String {
        match self {
            Self::Replace(from, to) if to.is_empty() => format!("no `{from}` in turns"),
            Self::Replace(from, to) => format!("`{from}` for `{to}`"),
            Self::AfterDigit(sign) | Self::BeforeDigit(sign) => format!("`{sign}` left out"),
            Self::NoZeros => "numbers with leading zeros".to_owned(),
            Self::LetterFirst => "places with their number first".to_owned(),
            Self::Words => "turns in words".to_owned(),
        }
    }
}
