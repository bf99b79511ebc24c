//! Reads turns with unknown signs: `card 11 x+0 y+0 facing n`, `1@d1/5 [d2]`. The numbers, places
//! and words of a turn are kept in their order. The signs between them are replaced by those that
//! make them a turn of the game.

use super::super::mapped_text::{Cut, MappedText, Peel};
use super::turn_parts::{damaged_parts, has_numbers, turn_parts};
use crate::games::{GameId, Language as _, with_game};
use crate::notation::WordFact;

/// The minimum number of turns for their signs to count as a habit.
const MIN_TURNS: usize = 3;
/// The maximum number of unfinished turns that are kept.
const MAX_STATES: usize = 8;
/// The maximum number of atoms of a turn.
const MAX_ATOMS: usize = 48;
/// The maximum number of words and letters of a turn without a meaning.
const MAX_LEFT_OUT: usize = 2;
/// The maximum number of letters before the number of a place: `xGc4`.
const MAX_LETTERS_OF_PLACE: usize = 3;
/// The maximum number of texts that are tried as beginnings of turns, for one record.
const MAX_BEGINNINGS: usize = 40_000;

/// The cost of a sign that differs from the written one.
const OTHER_SIGN: u32 = 1;
/// The cost of an action that no part of the text names.
const NEW_ACTION: u32 = 2;
/// The cost of a capital in place of a small letter, or the reverse.
const OTHER_CASE: u32 = 1;
/// The cost of a word or letter that is left out.
const LEFT_OUT: u32 = 2;

/// A part of a turn that has a meaning.
struct Atom<'t> {
    text: &'t str,
    /// The signs before it, without blanks.
    signs: &'t str,
    /// Possible meanings in the notation, each with its cost.
    meanings: Vec<(String, u32)>,
    /// True if the atom may be left out.
    may_go: bool,
}

/// An unfinished turn.
#[derive(Clone, PartialEq, Eq)]
struct State {
    cost: u32,
    text: String,
    /// The words that were left out, in order.
    left_out: Vec<String>,
}

/// Rewrites the turns that no other layer can read with the signs of the notation.
pub(in super::super) fn peel_unknown_signs(
    text: &MappedText,
    game: GameId,
    legal: &dyn Fn(&str) -> u32,
) -> Option<(MappedText, String)> {
    let source = text.text();
    let all = turn_parts(source);
    let mut broken = damaged_parts(&all, source, game);
    broken.retain(|part| turn_in(part.slice(source)).is_some());
    if broken.is_empty() {
        return None;
    }

    let has_numbers = has_numbers(source);
    let mut reader = Reader {
        game,
        borders: signs_between_atoms(game),
        beginnings_left: MAX_BEGINNINGS,
    };
    let mut cuts = Vec::new();
    for part in &broken {
        let Some(written) = turn_in(part.slice(source)) else {
            continue;
        };
        let Some(turn) = reader.read_turn(written) else {
            continue;
        };
        // The text between two numbers is a turn; a line without a number may be talk.
        if !turn.left_out.is_empty() && !has_numbers {
            continue;
        }
        // A single letter names a coordinate; a word is talk.
        let is_word = |text: &&String| text.chars().count() > 1;
        let talk: Vec<&str> = turn
            .left_out
            .iter()
            .filter(is_word)
            .map(String::as_str)
            .collect();
        let now = match talk.as_slice() {
            [] => turn.text,
            [word] => format!("{} {{{word}}}", turn.text),
            _ => continue,
        };
        let start = part.start as usize;
        cuts.push(Cut::new(start, start + written.len(), now, Peel::Word));
    }
    // A single damaged turn is a mistake. Unknown signs are a habit of the author, so they occur in
    // nearly all damaged turns.
    let is_most = (broken.len() - cuts.len()) * 4 <= broken.len();
    if cuts.len() < MIN_TURNS || !is_most {
        return None;
    }

    let next = text.cut(&cuts);
    (legal(next.text()) >= legal(source)).then(|| (next, "turns in other signs".to_owned()))
}

/// Returns a part without the glyphs at its end and the parentheses of variations, which stay.
/// Returns `None` if such signs, or signs of comments and commands, occur within the turn.
fn turn_in(part: &str) -> Option<&str> {
    let end = part.find(['(', ')']).unwrap_or(part.len());
    let (written, rest) = part.split_at(end);
    let turn = written.trim_end().trim_end_matches(['!', '?']);
    let is_apart = !rest.contains(char::is_alphanumeric)
        && !turn.contains(['{', '}', '%', '"', '$', '#', '!', '?']);
    is_apart.then_some(turn)
}

/// Returns the signs that may be between two atoms, the most common ones first.
fn signs_between_atoms(game: GameId) -> Vec<String> {
    let facts = game.facts();
    let mut borders = vec![String::new()];
    borders.extend(facts.turns.borders.iter().map(char::to_string));
    if facts.turns.lists_removals {
        borders.push(";x".to_owned());
    }
    borders
}

struct Reader {
    game: GameId,
    borders: Vec<String>,
    /// The number of beginnings that may still be tried.
    beginnings_left: usize,
}

impl Reader {
    /// Returns the turn that the atoms of a part form; `None` if they do not form a turn, or if two
    /// turns are equally likely.
    fn read_turn(&mut self, part: &str) -> Option<State> {
        let atoms = split_into_atoms(part, self.game);
        if atoms.is_empty() || atoms.len() > MAX_ATOMS {
            return None;
        }
        let mut states = vec![State {
            cost: 0,
            text: String::new(),
            left_out: Vec::new(),
        }];
        for atom in &atoms {
            states = self.extend_by_atom(&states, atom);
            if states.is_empty() {
                return None;
            }
        }
        let game = self.game;
        states.retain(|state| with_game!(game, G => G::parse_turn(&state.text).is_ok()));
        let best = states.first()?.cost;
        let is_only = states.get(1).is_none_or(|second| second.cost > best);
        if is_only {
            states.into_iter().next()
        } else {
            None
        }
    }

    /// Returns the unfinished turns after one more atom, the likeliest first.
    fn extend_by_atom(&mut self, states: &[State], atom: &Atom<'_>) -> Vec<State> {
        let mut next: Vec<State> = Vec::new();
        for state in states {
            // With more words without a meaning, the part is talk.
            if atom.may_go && state.left_out.len() < MAX_LEFT_OUT {
                let mut left_out = state.left_out.clone();
                left_out.push(atom.text.to_owned());
                next.push(State {
                    cost: state.cost + LEFT_OUT,
                    left_out,
                    ..state.clone()
                });
            }
            for (meaning, cost) in &atom.meanings {
                for border in &self.borders {
                    if state.text.is_empty() && !border.is_empty() {
                        continue;
                    }
                    let meaning = if state.text.is_empty() {
                        meaning.trim_start_matches(';')
                    } else {
                        meaning
                    };
                    let text = format!("{}{border}{meaning}", state.text);
                    self.beginnings_left = match self.beginnings_left.checked_sub(1) {
                        Some(left) => left,
                        None => return Vec::new(),
                    };
                    if !is_beginning(self.game, &text) {
                        continue;
                    }
                    let is_written = border == atom.signs
                        || (border.is_empty() && atom.signs.is_empty())
                        || (border == ";x" && atom.signs.ends_with('x'));
                    let sign = match border.as_str() {
                        _ if is_written => 0,
                        ";x" => NEW_ACTION,
                        _ => OTHER_SIGN,
                    };
                    next.push(State {
                        cost: state.cost + cost + sign,
                        text,
                        left_out: state.left_out.clone(),
                    });
                }
            }
        }

        next.sort_by(|left, right| (&left.text, left.cost).cmp(&(&right.text, right.cost)));
        next.dedup_by(|later, earlier| later.text == earlier.text);
        next.sort_by_key(|state| state.cost);
        next.truncate(MAX_STATES);
        next
    }
}

/// Returns true if a text is a turn or the beginning of one.
fn is_beginning(game: GameId, text: &str) -> bool {
    with_game!(game, G => match G::parse_turn(text) {
        Ok(_) => true,
        Err(error) => error.at >= text.len(),
    })
}

/// Returns the numbers, places and words of a part, in order.
fn split_into_atoms(part: &str, game: GameId) -> Vec<Atom<'_>> {
    let facts = game.facts();
    let has_signs = facts.turns.letters.contains(&b'+');
    let mut found = Vec::new();
    let mut signs_from = 0;
    let mut offset = 0;
    while let Some(first) = part[offset..].chars().next() {
        let rest = &part[offset..];
        let letters = length_while(rest, char::is_alphabetic);
        let is_signed = has_signs && matches!(first, '+' | '-');
        let before_digits = if is_signed { 1 } else { letters };
        let digits = length_while(&rest[before_digits..], |sign| sign.is_ascii_digit());
        let is_place = digits > 0 && before_digits <= MAX_LETTERS_OF_PLACE;
        let length = if is_place {
            before_digits + digits
        } else if letters > 0 {
            letters
        } else {
            first.len_utf8()
        };

        let text = &rest[..length];
        let meanings = if is_place {
            meanings_of_place(text, before_digits)
        } else if letters > 0 || !first.is_ascii() {
            meanings_of_word(text, facts.words, facts.turns.keywords)
        } else if first == '*' && facts.turns.letters.contains(&b'*') {
            vec![(text.to_owned(), 0)]
        } else {
            Vec::new()
        };
        if !meanings.is_empty() || letters > 0 {
            found.push(Atom {
                text,
                signs: part[signs_from..offset].trim(),
                may_go: !is_place && first != '*',
                meanings,
            });
            signs_from = offset + length;
        }
        offset += length;
    }

    found
}

/// Returns the number of bytes at the start of a text for which a predicate is true.
fn length_while(text: &str, is_part: impl Fn(char) -> bool) -> usize {
    text.find(|sign| !is_part(sign)).unwrap_or(text.len())
}

/// Returns the possible meanings of letters or a sign before digits: `+0`, `c4`, `Gc4`, `N3`.
fn meanings_of_place(text: &str, before_digits: usize) -> Vec<(String, u32)> {
    let digits = text[before_digits..].to_owned();
    if before_digits == 0 {
        return vec![(digits, 0)];
    }
    let mut found = vec![(text.to_owned(), 0), (digits, LEFT_OUT)];
    let small = text.to_lowercase();
    if small != text {
        found.push((small, OTHER_CASE));
    }
    found
}

/// Returns the possible meanings of a word or a letter in the notation.
fn meanings_of_word(text: &str, words: &[WordFact], keywords: &[&str]) -> Vec<(String, u32)> {
    let small = text.to_lowercase();
    let mut found: Vec<(String, u32)> = words
        .iter()
        .filter(|fact| !fact.is_turn && fact.written.contains(&small.as_str()))
        .map(|fact| (fact.meaning.to_owned(), 0))
        .collect();
    let own = words
        .iter()
        .map(|fact| fact.meaning)
        .filter(|meaning| meaning.trim_matches([';', ':']) == small);
    found.extend(own.map(|meaning| (meaning.to_owned(), 0)));
    if keywords.contains(&small.as_str()) {
        found.push((small.clone(), 0));
    }
    if text.len() == 1 {
        // A sign that is a single letter, such as the heading of a card.
        found.push((text.to_owned(), 0));
        let upper = text.to_uppercase();
        let other = if upper == text { small } else { upper };
        found.push((other, OTHER_CASE));
    }
    found.sort();
    found.dedup_by(|later, earlier| later.0 == earlier.0);
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn glyphs_and_variations_stay() {
        let source = "[Game \"pippip\"]\n\n1. 2@C1/N3! 2. 1@A2/N3?! 3. 6@D4/N4 (3. 6@D4/N3) *";
        let read = peel_unknown_signs(&MappedText::new(source), GameId::Pippip, &|_| 0);
        assert_eq!(
            read.map(|(text, _)| text.text().to_owned()).as_deref(),
            Some("[Game \"pippip\"]\n\n1. 2@c1/3! 2. 1@a2/3?! 3. 6@d4/4 (3. 6@d4/3) *"),
        );
    }

    #[test]
    fn turns_are_read_by_their_numbers_places_and_words() {
        for (game, part, turn) in [
            (
                GameId::Pipe,
                "card 11 x+0 y+0 facing n;draw:42",
                "11@+0+0/N;draw:42",
            ),
            (GameId::Pipe, "13 +0 +0 W draw:46", "13@+0+0/W;draw:46"),
            (
                GameId::Pipe,
                "21 -3 +0 S x13,23 draw:16",
                "21@-3+0/S;x13,23;draw:16",
            ),
            (
                GameId::Pipe,
                "12@+0+0/→;x2:12;draw:38",
                "12@+0+0/E;x2:12;draw:38",
            ),
            (GameId::Pippip, "1@d1/5 [d2]", "1@d1/5;xd2"),
            (GameId::Pippip, "2@C1/N3", "2@c1/3"),
            (GameId::Gipf, "b3 takes b3 Gc4", "b3;xb3,Gc4"),
            (GameId::Pippinzip, "a2 - d2 - e4", "a2,d2,e4"),
        ] {
            let mut reader = Reader {
                game,
                borders: signs_between_atoms(game),
                beginnings_left: MAX_BEGINNINGS,
            };
            let found = reader.read_turn(part).map(|state| state.text);
            assert_eq!(found.as_deref(), Some(turn), "{part}");
        }
    }
}
