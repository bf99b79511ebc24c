//! Marks of GIPF pieces and digits in other characters. They are replaced before rules are sought.

use std::collections::BTreeMap;

use super::super::mapped_text::{Cut, MappedText, Peel};
use super::super::movetext::{WordLine, lines};
use super::turn_parts::{damaged_parts, turn_parts};
use super::written_signs::{DIGITS, SIGNS_OF_PIECE, SMALL_SIGNS};
use crate::games::GameId;
use crate::notation::foreign_words::NUMBER_WORDS;

/// Writes `G` for other marks of GIPF pieces: capitals, `H5`, or a sign after the push, `h5²`.
pub(super) fn with_pieces(
    text: &MappedText,
    game: GameId,
    legal: &dyn Fn(&str) -> u32,
) -> Option<MappedText> {
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
pub(super) fn with_plain_digits(text: &MappedText, game: GameId) -> Option<MappedText> {
    let source = text.text();
    let digit = |sign: char| {
        // The dice `⚀` to `⚅`, and the circled digits `①` to `⑨`.
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
                // An invisible sign that selects the form of the sign before it.
                cuts.push(Cut::new(place, place + sign.len_utf8(), "", Peel::Sign));
            }
        }
    }

    let next = text.cut(&cuts);
    let count = |text: &str| damaged_parts(&turn_parts(text), text, game).len();
    (!cuts.is_empty() && count(next.text()) <= count(source)).then_some(next)
}
