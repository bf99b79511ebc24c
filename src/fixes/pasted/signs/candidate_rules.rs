//! Rules that samples of damaged turns suggest: what the notation of the game allows, and what each
//! run of foreign characters may stand for.

use std::collections::BTreeSet;

use super::sign_rules::Rule;
use super::written_signs::{KEY_TABLES, MISREAD};
use crate::games::GameId;
use crate::notation::Capitals;

/// The maximum number of rules that are tried at a time.
const MAX_TRIED: usize = 250;

/// Returns the rules that samples suggest, the likeliest first.
pub(super) fn candidate_rules(samples: &[&str], game: GameId) -> Vec<Rule> {
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
    targets.extend(facts.turns.aside.map(str::to_owned));
    if facts.turns.letters.contains(&b'*') {
        targets.push("*".to_owned());
    }
    if has_signed_squares(game) {
        targets.extend(["+".to_owned(), "-".to_owned()]);
    }
    targets
}

/// Returns true if the squares of a game are written as numbers with signs: `+3-2`.
fn has_signed_squares(game: GameId) -> bool {
    game.facts().turns.letters.contains(&b'+')
}

/// Returns true if `-` joins two places of a turn: `a2-c4`.
fn has_joined_places(game: GameId) -> bool {
    game.facts().turns.letters.contains(&b'-') && !has_signed_squares(game)
}

/// Returns the rules that the notation of a game allows, whatever the samples are.
fn rules_of_game(game: GameId) -> Vec<Rule> {
    let facts = game.facts();
    let mut rules = vec![Rule::Words, Rule::NoZeros, Rule::LookAlikes, Rule::Spoken];
    rules.extend((0..KEY_TABLES.len()).map(Rule::Keys));
    if facts.turns.lists_removals {
        rules.push(Rule::Removals);
    }
    if facts.turns.aside.is_some() {
        rules.extend([Rule::Aside, Rule::PlaceFirst, Rule::MarkAfterDie]);
    }
    if has_signed_squares(game) {
        rules.extend([Rule::FirstWordLast, Rule::SquareInBrackets]);
        rules.push(Rule::SquareWithoutPlus);
    } else {
        rules.push(Rule::PlaceInNumbers);
    }
    if facts.turns.capitals == Capitals::None {
        rules.push(Rule::SmallLetters);
    }
    if has_joined_places(game) {
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
