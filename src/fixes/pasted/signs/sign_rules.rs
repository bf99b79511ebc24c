//! Signs and words inside turns that are the same throughout a record: `4@c2|5`, `i4/g6`,
//! `card 45 at +0+0/East`. A rule applies to all turns, and is accepted only if most of the damaged
//! turns then are turns of the game.
//!
//! The movetext is divided into parts, one for each turn (`turn_parts.rs`). Some damaged parts are
//! samples: `candidate_rules.rs` makes the rules that they suggest, and `best_rule` chooses the one
//! that repairs most samples. [`peel_rules`] repeats this with the text that results.

use std::cmp::Reverse;

use super::super::mapped_text::{Cut, MappedText, Peel};
use super::candidate_rules::candidate_rules;
use super::pieces_and_digits::{with_pieces, with_plain_digits};
use super::turn_changes::{apply_rule, changes_by_rule};
use super::turn_parts::{damaged_parts, is_written, turn_parts};
use super::written_signs::KEY_TABLES;
use crate::games::GameId;
use crate::text::Span;

/// The maximum number of rules that are applied one after the other.
const MAX_RULES: usize = 6;

/// The number of damaged turns on which rules are tried first.
const MAX_SAMPLES: usize = 12;

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

/// Returns the rule that makes most turns readable, and the text with it.
fn best_rule(
    text: &MappedText,
    game: GameId,
    legal: &dyn Fn(&str) -> u32,
) -> Option<(Rule, MappedText)> {
    let source = text.text();
    let all = turn_parts(source);
    let broken = damaged_parts(&all, source, game);
    // One damaged turn among several others is a mistake, not the form of the record.
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
    let gain = |rule: &Rule| {
        samples
            .iter()
            .filter(|part| repairs(&[rule], part, game))
            .count()
    };
    let mut scored: Vec<(usize, &Rule)> = tried.iter().map(|rule| (gain(rule), rule)).collect();
    scored.sort_by_key(|(gain, _)| Reverse(*gain));
    scored.retain(|(gain, rule)| *gain > 1 || !rule.looks_like_a_mistake());
    let best = scored.first().map_or(0, |(gain, _)| *gain);
    // If no rule alone repairs half of the samples, two rules may repair them together. The second
    // one is then found in the text with the first.
    if best == 0 || best * 2 < samples.len().min(4) {
        let first = first_of_pair(&samples, &tried, game)?;
        let next = with_rule(text, &all, first, game);
        return Some((first.clone(), next));
    }

    let equal = scored
        .iter()
        .take_while(|(gain, _)| *gain == best)
        .take(MAX_COMPARED);
    let next = equal.map(|(_, rule)| ((*rule).clone(), with_rule(text, &all, rule, game)));
    let (rule, next) =
        next.max_by_key(|(rule, next)| (legal(next.text()), Reverse(rule.clone())))?;
    let is_supported = best > 1 || legal(next.text()) > legal(source);
    is_supported.then_some((rule, next))
}

/// Returns true if rules, applied one after the other, make a damaged part a turn.
fn repairs(rules: &[&Rule], part: &str, game: GameId) -> bool {
    let mut now = part.to_owned();
    for rule in rules {
        now = apply_rule(&now, rule, game);
    }
    now != part && is_written(&now, game)
}

/// Returns the first of two rules that together repair the first samples.
fn first_of_pair<'r>(samples: &[&str], rules: &'r [Rule], game: GameId) -> Option<&'r Rule> {
    /// Pairs are many, so they are tried on few samples.
    const SAMPLES: usize = 3;
    /// The numbers of the likeliest rules that are tried as the first and the second of a pair.
    const FIRST_RULES: usize = 40;
    const SECOND_RULES: usize = 60;
    for first in rules.iter().take(FIRST_RULES) {
        for second in rules.iter().take(SECOND_RULES) {
            let is_repaired = |part: &&str| {
                let now = apply_rule(&apply_rule(part, first, game), second, game);
                is_written(&now, game)
            };
            if first != second && samples.iter().take(SAMPLES).all(is_repaired) {
                return Some(first);
            }
        }
    }
    None
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
