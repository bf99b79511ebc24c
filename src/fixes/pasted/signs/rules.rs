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
const MAX_TRIED: usize = 250;
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

/// Numbers in words from 1 to 9, in English, German, French, Dutch, Polish, Spanish and Italian.
const NUMBER_WORDS: [[&str; 9]; 7] = [
    [
        "one", "two", "three", "four", "five", "six", "seven", "eight", "nine",
    ],
    [
        "eins", "zwei", "drei", "vier", "fünf", "sechs", "sieben", "acht", "neun",
    ],
    [
        "un", "deux", "trois", "quatre", "cinq", "six", "sept", "huit", "neuf",
    ],
    [
        "een", "twee", "drie", "vier", "vijf", "zes", "zeven", "acht", "negen",
    ],
    [
        "jeden",
        "dwa",
        "trzy",
        "cztery",
        "pięć",
        "sześć",
        "siedem",
        "osiem",
        "dziewięć",
    ],
    [
        "uno", "dos", "tres", "cuatro", "cinco", "seis", "siete", "ocho", "nueve",
    ],
    [
        "uno", "due", "tre", "quattro", "cinque", "sei", "sette", "otto", "nove",
    ],
];

/// Superscript and subscript signs, each with the plain sign.
const SMALL_SIGNS: [(char, char); 4] = [('⁺', '+'), ('⁻', '-'), ('₊', '+'), ('₋', '-')];

/// Keys of a table of other characters for the digits 1 to 9 and 0, and where they count.
struct KeyTable {
    name: &'static str,
    keys: &'static str,
    place: KeyPlace,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum KeyPlace {
    /// After the letter of a place.
    AfterLetter,
    /// After a single letter, before another sign.
    SecondLetter,
}

/// Characters that people type or write for the digit of a place.
const KEY_TABLES: [KeyTable; 4] = [
    KeyTable {
        name: "digits of a French keyboard without shift",
        keys: "&é\"'(-è_çà",
        place: KeyPlace::AfterLetter,
    },
    KeyTable {
        name: "digits of a US keyboard with shift",
        keys: "!@#$%^&*()",
        place: KeyPlace::AfterLetter,
    },
    KeyTable {
        name: "letters of the upper row for digits",
        keys: "qwertyuiop",
        place: KeyPlace::SecondLetter,
    },
    KeyTable {
        name: "letters for both coordinates",
        keys: "abcdefghij",
        place: KeyPlace::SecondLetter,
    },
];

/// Letters that look like digits, each with the digit.
const LOOK_ALIKES: [(char, char); 8] = [
    ('O', '0'),
    ('o', '0'),
    ('l', '1'),
    ('I', '1'),
    ('|', '1'),
    ('S', '5'),
    ('Z', '2'),
    ('B', '8'),
];

/// Texts that a scanner reads in place of letters.
const MISREAD: [(&str, &str); 10] = [
    ("€", "e"),
    ("q", "g"),
    ("9", "g"),
    ("cl", "d"),
    ("¢", "c"),
    ("©", "c"),
    ("ß", "b"),
    ("6", "b"),
    ("lo", "b"),
    ("ﬁ", "f1"),
];

/// Signs after a push for a GIPF piece.
const SIGNS_OF_PIECE: [&str; 10] = ["²", "′", "’", "'", "°", "^", "◎", "⁺", "ᴳ", "″"];

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
    /// A square comes before the die and the number to the north: `c3:52`.
    PlaceFirst,
    /// Letters as they are spoken: `be 4`.
    Spoken,
    /// The points of a push between the first and the last are left out: `b6-b5-b4`.
    FirstAndLast,
}

/// Applies rules to the movetext. `legal` returns how many turns are legal in a text.
pub(in super::super) fn peel(
    text: &Layered,
    game: GameId,
    legal: &dyn Fn(&str) -> u32,
) -> Option<(Layered, String)> {
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
    let left = damaged(&parts(next.text()), next.text(), game).len();
    let before = damaged(&parts(text.text()), text.text(), game).len();
    // Rules that leave more than a quarter of the damaged turns damaged explain nothing.
    (left * 4 <= before || (has_pieces && left <= before)).then(|| (next, found.join(", ")))
}

/// Writes `G` for other marks of GIPF pieces: capitals, `H5`, or a sign after the push, `h5²`.
fn with_pieces(text: &Layered, game: GameId, legal: &dyn Fn(&str) -> u32) -> Option<Layered> {
    if !game.facts().turns.letters.contains(&b'G') {
        return None;
    }
    let source = text.text();
    let all = parts(source);
    let capitals = all.iter().flat_map(|part| {
        let written = part.slice(source);
        let places = written.char_indices().filter(|(at, sign)| {
            let after = written.as_bytes().get(at + 1);
            let before = written[..*at].chars().next_back();
            sign.is_ascii_uppercase()
                && after.is_some_and(u8::is_ascii_digit)
                && !before.is_some_and(char::is_alphabetic)
        });
        let places: Vec<Cut> = places
            .map(|(at, sign)| {
                let start = part.start as usize + at;
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
    let tried: [Vec<Cut>; 2] = [capitals.collect(), signs.collect()];
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
    let all = parts(source);
    for part in damaged(&all, source, game) {
        let mut at = part.start as usize;
        for word in part.slice(source).split([' ', ',']) {
            let small = word.to_lowercase();
            let number = NUMBER_WORDS
                .iter()
                .find_map(|row| row.iter().position(|known| *known == small));
            if let Some(number) = number {
                let now = (number + 1).to_string();
                cuts.push(Cut::new(at, at + word.len(), now, Peel::Word));
            }
            at += word.len() + 1;
        }
    }
    for part in all {
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
    if part.contains(['(', ')', '<', '>', ']']) {
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
    let letters = facts.turns.letters;
    targets.extend(facts.turns.aside.map(str::to_owned));
    if letters.contains(&b'*') {
        targets.push("*".to_owned());
    }

    let mut rules = vec![Rule::Words, Rule::NoZeros, Rule::LookAlikes, Rule::Spoken];
    rules.extend((0..KEY_TABLES.len()).map(Rule::Keys));
    if facts.turns.lists_removals {
        rules.push(Rule::Removals);
    }
    if facts.turns.aside.is_some() {
        rules.extend([Rule::Aside, Rule::PlaceFirst]);
    }
    if letters.contains(&b'+') {
        rules.extend([Rule::FirstWordLast, Rule::SquareInBrackets]);
    }
    if letters.contains(&b'-') && !letters.contains(&b'+') {
        rules.push(Rule::FirstAndLast);
    }
    let misread = MISREAD.iter().filter(|(from, _)| {
        let has = samples.iter().filter(|sample| sample.contains(from));
        has.count() > 1
    });
    rules.extend(misread.map(|(from, to)| Rule::Replace((*from).to_owned(), (*to).to_owned())));
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
    // Signs that no keyboard has are the likeliest ones.
    let (rare, usual): (Vec<&Run>, Vec<&Run>) = runs.iter().partition(|run| !run.text.is_ascii());
    for run in rare.into_iter().chain(usual) {
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
        Rule::Keys(table) => KEY_TABLES
            .get(*table)
            .map_or_else(Vec::new, |table| digits_of_keys(part, table)),
        Rule::LookAlikes => digits_of_look_alikes(part, game),
        Rule::Removals => removals_in_brackets(part),
        Rule::Aside => numbers_in_brackets(part),
        Rule::FirstWordLast => first_word_last(part),
        Rule::SquareInBrackets => squares_in_brackets(part),
        Rule::FirstAndLast => points_between(part),
        Rule::PlaceFirst => places_before_dice(part),
        Rule::Spoken => spoken_letters(part),
        Rule::Words => words(part, game.facts().words),
    }
}

/// Returns the characters of a table in a part, with their digits.
fn digits_of_keys(part: &str, table: &KeyTable) -> Vec<(usize, usize, String)> {
    let signs: Vec<(usize, char)> = part.char_indices().collect();
    let letter_at = |index: Option<usize>| {
        let sign = index.and_then(|index| signs.get(index));
        sign.is_some_and(|(_, sign)| sign.is_ascii_alphabetic())
    };
    let mut found = Vec::new();
    for (index, (at, sign)) in signs.iter().enumerate() {
        let before = index.checked_sub(1);
        let is_pair = !letter_at(index.checked_sub(2)) && !letter_at(Some(index + 1));
        let is_here = letter_at(before)
            && (table.place == KeyPlace::AfterLetter || is_pair)
            && index.checked_sub(2).is_none_or(|two| !letter_at(Some(two)));
        let key = table.keys.chars().position(|key| key == *sign);
        if let Some(key) = key
            && is_here
        {
            let digit = (key + 1) % 10;
            found.push((*at, at + sign.len_utf8(), digit.to_string()));
        }
    }
    found
}

/// Returns the letters of a part that look like digits and are beside a digit or a sign.
fn digits_of_look_alikes(part: &str, game: GameId) -> Vec<(usize, usize, String)> {
    let letters = game.facts().turns.letters;
    let signs: Vec<(usize, char)> = part.char_indices().collect();
    let is_of_number = |index: Option<usize>| {
        let sign = index.and_then(|index| signs.get(index));
        sign.is_some_and(|(_, sign)| sign.is_ascii_digit() || matches!(sign, '+' | '-'))
    };
    let look_alike = |index: Option<usize>| {
        let sign = index.and_then(|index| signs.get(index))?;
        let known = LOOK_ALIKES.iter().find(|(letter, _)| *letter == sign.1)?;
        u8::try_from(known.0)
            .is_ok_and(|letter| !letters.contains(&letter))
            .then_some(known.1)
    };
    let mut found = Vec::new();
    for (index, (at, sign)) in signs.iter().enumerate() {
        let before = index.checked_sub(1);
        let is_beside = is_of_number(before)
            || is_of_number(Some(index + 1))
            || (look_alike(before).is_some()
                && is_of_number(before.and_then(|at| at.checked_sub(1))));
        if let Some(digit) = look_alike(Some(index))
            && is_beside
        {
            found.push((*at, at + sign.len_utf8(), digit.to_string()));
        }
    }
    found
}

/// Returns the brackets of a part, each with its start, its end and the text in it.
fn brackets(part: &str) -> Vec<(usize, usize, &str)> {
    let mut found = Vec::new();
    for (open, close) in [('[', ']'), ('<', '>'), ('(', ')')] {
        for (start, _) in part.match_indices(open) {
            let inside = &part[start + 1..];
            if let Some(length) = inside.find(close) {
                found.push((start, start + length + 2, &inside[..length]));
            }
        }
    }
    found.sort_unstable();
    found
}

/// Returns the groups of places in brackets, as removals before or after a push.
fn removals_in_brackets(part: &str) -> Vec<(usize, usize, String)> {
    let mut found = Vec::new();
    for (start, end, inside) in brackets(part) {
        let places: Vec<&str> = inside
            .split([' ', ','])
            .map(|place| place.trim_start_matches(['-', 'x', '~', '+', '×', '−']))
            .filter(|place| !place.is_empty())
            .collect();
        let is_place = |place: &&str| {
            let core = place.trim_start_matches('G').trim_end_matches('*');
            let mut signs = core.chars();
            let letter = signs.next().is_some_and(|sign| sign.is_ascii_lowercase());
            letter && signs.clone().count() > 0 && signs.all(|sign| sign.is_ascii_digit())
        };
        if places.is_empty() || !places.iter().all(is_place) {
            continue;
        }
        let before = part[..start].trim_end_matches([' ', ';', ',']);
        let after = part[end..].trim_start_matches([' ', ';', ',']);
        let list = places.join(",");
        let now = match (before.is_empty(), after.is_empty()) {
            (true, true) => format!("x{list}"),
            (true, false) => format!("x{list};"),
            (false, _) => format!(";x{list}"),
        };
        let end = if before.is_empty() {
            part.len() - after.len()
        } else {
            end
        };
        found.push((before.len(), end, now));
    }
    found
}

/// Returns the numbers in brackets, as dice that are put aside.
fn numbers_in_brackets(part: &str) -> Vec<(usize, usize, String)> {
    let groups = brackets(part).into_iter().filter(|(_, _, inside)| {
        let core = inside.trim();
        core.len() == 1 && core.bytes().all(|byte| byte.is_ascii_digit())
    });
    let made = groups.map(|(start, end, inside)| {
        let after = part[end..].trim_start_matches([' ', ',', ';']);
        (
            start,
            part.len() - after.len(),
            format!("{}s;", inside.trim()),
        )
    });
    made.collect()
}

/// Returns a part with its first word behind the place, which ends at the first `;`.
fn first_word_last(part: &str) -> Vec<(usize, usize, String)> {
    let Some((word, rest)) = part.split_once([' ', '/']) else {
        return Vec::new();
    };
    let is_word = !word.is_empty() && word.chars().all(|sign| !sign.is_ascii_digit());
    let end = rest.find([';', ',']).unwrap_or(rest.len());
    let place = rest[..end].trim();
    if !is_word || word.contains([':', '@', ';']) || place.is_empty() {
        return Vec::new();
    }
    let length = part.len() - rest.len() + end;
    let word = if word.len() == 1 {
        word.to_uppercase()
    } else {
        word.to_owned()
    };
    vec![(0, length, format!("{place}/{word}"))]
}

/// Returns the pairs of numbers in brackets, as squares with signs.
fn squares_in_brackets(part: &str) -> Vec<(usize, usize, String)> {
    let mut found = Vec::new();
    for (start, end, inside) in brackets(part) {
        let numbers: Vec<Option<i32>> = inside
            .split([',', ' ', ';'])
            .filter(|number| !number.is_empty())
            .map(|number| number.replace('−', "-").parse().ok())
            .collect();
        let [Some(x), Some(y)] = numbers.as_slice() else {
            continue;
        };
        let before = part[..start].trim_end_matches([' ', '@']);
        let after = part[end..].trim_start_matches([' ', '/']);
        let now = format!("@{x:+}{y:+}/");
        found.push((before.len(), part.len() - after.len(), now));
    }
    found
}

/// Returns squares with the two numbers of a die after them, in the order of the notation.
fn places_before_dice(part: &str) -> Vec<(usize, usize, String)> {
    let bytes = part.as_bytes();
    let digit = |at: usize| bytes.get(at).copied().filter(u8::is_ascii_digit);
    let skip = |at: usize, signs: &[u8]| {
        let is_sign = bytes.get(at).is_some_and(|byte| signs.contains(byte));
        at + usize::from(is_sign)
    };
    let mut found = Vec::new();
    for at in 0..bytes.len() {
        let is_start = at == 0 || !bytes[at - 1].is_ascii_alphanumeric();
        let is_square = bytes[at].is_ascii_lowercase() && digit(at + 1).is_some();
        if !is_start || !is_square {
            continue;
        }
        let first = skip(at + 2, b":=@ /-");
        let second = skip(first + 1, b":,./-");
        if let (Some(die), Some(north)) = (digit(first), digit(second))
            && digit(second + 1).is_none()
        {
            let square = &part[at..at + 2];
            let now = format!("{}@{square}/{}", char::from(die), char::from(north));
            found.push((at, second + 1, now));
        }
    }
    found
}

/// Returns spoken letters before a digit, and the words between two places.
fn spoken_letters(part: &str) -> Vec<(usize, usize, String)> {
    const SPOKEN: [(&str, &str); 14] = [
        ("a", "a"),
        ("ay", "a"),
        ("be", "b"),
        ("bee", "b"),
        ("see", "c"),
        ("sea", "c"),
        ("dee", "d"),
        ("e", "e"),
        ("ef", "f"),
        ("eff", "f"),
        ("gee", "g"),
        ("aitch", "h"),
        ("eye", "i"),
        ("jay", "j"),
    ];
    let mut found = Vec::new();
    let mut at = 0;
    for word in part.split(' ') {
        let end = at + word.len();
        let letter = SPOKEN.iter().find(|(spoken, _)| *spoken == word);
        let next = part.get(end + 1..).unwrap_or_default();
        let is_before_digit = next.starts_with(|sign: char| sign.is_ascii_digit());
        if let Some((_, letter)) = letter
            && is_before_digit
        {
            found.push((at, end + 1, (*letter).to_owned()));
        } else if word == "and" && at > 0 && end < part.len() {
            found.push((at - 1, end + 1, ",".to_owned()));
        }
        at = end + 1;
    }
    found
}

/// Returns the points between the first and the last of a push.
fn points_between(part: &str) -> Vec<(usize, usize, String)> {
    let mut found = Vec::new();
    let mut from = 0;
    for action in part.split(';') {
        let points: Vec<&str> = action.split('-').collect();
        if points.len() > 2 {
            let first = points.first().map_or(0, |point| point.len());
            let last = points.last().map_or(0, |point| point.len());
            found.push((from + first + 1, from + action.len() - last, String::new()));
        }
        from += action.len() + 1;
    }
    found
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
        let mut end = length.map_or(part.len(), |length| start + length);
        let word = part[start..end].to_lowercase();
        let several = facts.iter().find_map(|fact| {
            let written = fact.written.iter().filter(|text| text.contains(' '));
            let longest = written.max_by_key(|text| match part.get(start..start + text.len()) {
                Some(here) if here.to_lowercase() == **text => text.len(),
                _ => 0,
            })?;
            let here = part.get(start..start + longest.len())?;
            (here.to_lowercase() == *longest).then_some((fact.meaning, longest.len()))
        });
        if let Some((meaning, length)) = several {
            end = start + length;
            found.push(with_blanks(part, start, end, meaning));
            at = end;
            continue;
        }
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
    let is_before_die = !before.ends_with(|sign: char| sign.is_ascii_digit())
        && after.starts_with(|sign: char| sign.is_ascii_digit());
    if to == "s;" && is_before_die {
        let (die, rest) = after.split_at(1);
        let rest = rest.trim_start_matches([',', ';', ' ']);
        return (start, part.len() - rest.len(), format!("{die}{to}"));
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
            Self::Keys(table) => KEY_TABLES
                .get(*table)
                .map_or_else(String::new, |table| table.name.to_owned()),
            Self::LookAlikes => "letters for digits".to_owned(),
            Self::Removals => "removals in brackets".to_owned(),
            Self::Aside => "dice aside in brackets".to_owned(),
            Self::FirstWordLast => "the direction before the card".to_owned(),
            Self::SquareInBrackets => "squares in brackets".to_owned(),
            Self::FirstAndLast => "all points of a push".to_owned(),
            Self::PlaceFirst => "squares before dice".to_owned(),
            Self::Spoken => "spoken letters".to_owned(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn now(part: &str, rule: &Rule, game: GameId) -> String {
        applied(part, rule, game)
    }

    #[test]
    fn rules_rewrite_signs() {
        for (game, rule, part, expected) in [
            (GameId::Pippinzip, Rule::Keys(0), "c&,d-", "c1,d6"),
            (GameId::Pippinzip, Rule::Keys(2), "fi,gr", "f8,g4"),
            (GameId::Pippinzip, Rule::Keys(3), "ca,be", "c1,b5"),
            (GameId::Pippinzip, Rule::Keys(3), "take", "take"),
            (GameId::Pippinzip, Rule::Spoken, "be 1 and see 4", "b1,c4"),
            (
                GameId::Pipe,
                Rule::LookAlikes,
                "9@+O-l/S;draw:l2",
                "9@+0-1/S;draw:12",
            ),
            (
                GameId::Pipe,
                Rule::SquareInBrackets,
                "45(0,-1)E",
                "45@+0-1/E",
            ),
            (
                GameId::Pipe,
                Rule::FirstWordLast,
                "north 39@+0+0;draw:2",
                "39@+0+0/north;draw:2",
            ),
            (
                GameId::Pippip,
                Rule::Aside,
                "(3) (1) *3@d2/6",
                "3s;1s;*3@d2/6",
            ),
            (
                GameId::Pippip,
                Rule::PlaceFirst,
                "*c3:52;xb3",
                "*5@c3/2;xb3",
            ),
            (
                GameId::Gipf,
                Rule::Removals,
                "d7 [-b5 -Gc6*] <a1>",
                "d7;xb5,Gc6*;xa1",
            ),
            (GameId::Gipf, Rule::Removals, "[b5 c6] d7", "xb5,c6;d7"),
            (
                GameId::Gipf,
                Rule::FirstAndLast,
                "b6-b5-b4;xb4,b5",
                "b6-b4;xb4,b5",
            ),
        ] {
            assert_eq!(now(part, &rule, game), expected, "{part}");
        }
    }

    #[test]
    fn words_and_numbers_of_dice_are_read() {
        let facts = GameId::Pippip.facts().words;
        let read = |part: &str| {
            let mut text = part.to_owned();
            let mut changes = words(part, facts);
            changes.reverse();
            for (start, end, now) in changes {
                text.replace_range(start..end, &now);
            }
            text
        };
        assert_eq!(read("odkłada 1; 4@c1/5"), "1s;4@c1/5");
        assert_eq!(read("z zapasu 1@a3/2; odwraca b3"), "*1@a3/2;xb3");
    }

    #[test]
    fn pieces_with_other_marks_are_gipf_pieces() {
        let legal = |text: &str| u32::from(text.contains("Gb3") && !text.contains(" b3"));
        for text in ["\n1. B3 2. c4", "\n1. b3² 2. c4"] {
            let next = with_pieces(&Layered::new(text), GameId::Gipf, &legal);
            assert_eq!(
                next.map(|next| next.text().to_owned()).as_deref(),
                Some("\n1. Gb3 2. c4")
            );
        }
    }
}
