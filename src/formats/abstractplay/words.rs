//! Vocabulary of the site and its equivalents in records: ends of games, labels of boards, header
//! keys.

use crate::notation::{Outcome, Points, Termination};

/// Board size that the site uses by default.
pub(super) const USUAL_SIZE: u64 = 11;
/// Board sizes of the site.
const SIZES: [u64; 5] = [9, USUAL_SIZE, 13, 15, 19];
/// Prefix of tags that keep a header entry.
const TAG_PREFIX: &str = "AP_";

/// Words that end a game without being a turn, with the corresponding reasons.
const ENDINGS: [(&str, Termination); 4] = [
    (RESIGN, Termination::Resignation),
    ("timeout", Termination::Time),
    ("draw", Termination::Agreement),
    ("abandoned", Termination::Forfeit),
];
/// Word for a resignation; converted to the turn `resign` if the seat to move resigns.
pub(super) const RESIGN: &str = "resign";

/// Returns the reason why a game ended, from its last move.
pub(super) fn reason_named(word: &str) -> Option<Termination> {
    ENDINGS
        .iter()
        .find(|(known, _)| *known == word)
        .map(|&(_, reason)| reason)
}

/// Word of the site for the reason why a game ended.
pub(super) struct EndWord {
    pub(super) word: &'static str,
    /// True if reading the word gives the same reason.
    pub(super) is_exact: bool,
}

/// Returns the word for the reason why a game ended; `None` if the site needs none.
pub(super) fn word_for_reason(reason: Termination, points: &[Points]) -> Option<EndWord> {
    let is_decisive = points.contains(&Points::Win);
    let is_draw = points.contains(&Points::Half);
    let has_own_word = match reason {
        Termination::Rules | Termination::Unfinished => return None,
        Termination::Resignation => is_decisive,
        Termination::Agreement => is_draw,
        Termination::Time | Termination::Forfeit => true,
        Termination::Adjudication => false,
    };
    // The site has no other word for a game that was ended by a third party.
    let named_reason = if has_own_word {
        reason
    } else {
        Termination::Forfeit
    };
    let (word, _) = ENDINGS.iter().find(|(_, known)| *known == named_reason)?;
    Some(EndWord {
        word,
        is_exact: has_own_word,
    })
}

/// Returns the result for two numbers of points, as written in the header.
pub(super) fn result_of(first: &str, second: &str) -> Option<&'static str> {
    let first = first.parse::<f64>().ok()?;
    let second = second.parse::<f64>().ok()?;
    match first.partial_cmp(&second)? {
        std::cmp::Ordering::Greater => Some("1-0"),
        std::cmp::Ordering::Less => Some("0-1"),
        // Neither player has a point, so it is not a draw.
        std::cmp::Ordering::Equal if first == 0.0 => Some("0-0"),
        std::cmp::Ordering::Equal => Some("1/2-1/2"),
    }
}

/// Returns the number of the only winning seat, from 1.
pub(super) fn only_winner(result: &str) -> Option<usize> {
    let Some(Outcome::Decided(standing)) = Outcome::parse(result) else {
        return None;
    };
    standing
        .0
        .iter()
        .position(|points| *points == Points::Win)
        .map(|index| index + 1)
}

/// Returns the board size in the name of a variant: `size-13`, or a label such as `13x13 board`,
/// which the site writes in the language of the user (`13x13-Brett`, `Plateau 13×13`).
pub(super) fn size_in_variant(variant: &str) -> Option<&str> {
    if let Some((_, rest)) = variant.split_once("size-") {
        return Some(leading_digits(rest)).filter(|size| is_size(size));
    }

    // The last sign is a Cyrillic letter.
    for (offset, sign) in variant.match_indices(['x', 'X', '×', 'х']) {
        let columns = trailing_digits(variant[..offset].trim_end());
        let rows = leading_digits(variant[offset + sign.len()..].trim_start());
        if columns == rows && is_size(columns) {
            return Some(columns);
        }
    }
    None
}

fn leading_digits(text: &str) -> &str {
    let rest = text.trim_start_matches(|character: char| character.is_ascii_digit());
    &text[..text.len() - rest.len()]
}

fn trailing_digits(text: &str) -> &str {
    let rest = text.trim_end_matches(|character: char| character.is_ascii_digit());
    &text[rest.len()..]
}

fn is_size(digits: &str) -> bool {
    digits.parse::<u8>().is_ok()
}

/// Returns the smallest board size that contains all points of a move.
pub(super) fn needed_size(text: &str) -> u64 {
    let needed_by_point = |point: &str| {
        let column_letter = point.bytes().next().filter(u8::is_ascii_lowercase)?;
        let column = u64::from(column_letter - b'a') + 1;
        let row = point.get(1..)?.parse::<u64>().ok()?;
        Some(row.max(column))
    };
    text.split(',')
        .filter_map(needed_by_point)
        .max()
        .unwrap_or(0)
}

/// Returns the likely board size if no variant names one and the moves need at least `needed`.
pub(super) fn likely_size(needed: u64) -> u64 {
    let fits = |size: &u64| *size >= needed.max(USUAL_SIZE);
    SIZES.into_iter().find(fits).unwrap_or(USUAL_SIZE)
}

/// Returns the tag that keeps a header entry. Tag names cannot contain a hyphen, so it is written
/// as `__`.
pub(super) fn tag_of_key(key: &str) -> Option<String> {
    let name = key.replace('-', "__");
    let is_name = !name.is_empty()
        && name
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
    let tag = format!("{TAG_PREFIX}{name}");
    // A key that has `__` itself would be read back as another key.
    let is_reversible = key_of_tag(&tag).as_deref() == Some(key);
    (is_name && is_reversible).then_some(tag)
}

/// Returns the header entry that a tag keeps.
pub(super) fn key_of_tag(tag: &str) -> Option<String> {
    tag.strip_prefix(TAG_PREFIX)
        .map(|name| name.replace("__", "-"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_name_the_size_in_any_language() {
        for (label, size) in [
            ("13x13 board", Some("13")),
            ("13x13-Brett", Some("13")),
            ("Plateau 9 × 9", Some("9")),
            ("Tabellone 19X19", Some("19")),
            ("Exact: 15x15", Some("15")),
            ("size-9", Some("9")),
            ("size-", None),
            ("size-x", None),
            ("13x15 board", None),
            ("x", None),
            ("113x13", None),
            ("13x131", None),
            ("999x999", None),
            ("#board", None),
        ] {
            assert_eq!(size_in_variant(label), size, "{label}");
        }
    }

    #[test]
    fn keys_and_tags_round_trip() {
        for key in [
            "unrated",
            "pie-invoked",
            "turn-model",
            "a_b",
            "x--y",
            "solo2",
        ] {
            let tag = tag_of_key(key).unwrap();
            assert_eq!(key_of_tag(&tag).as_deref(), Some(key));
        }
        assert_eq!(
            tag_of_key("pie-invoked").as_deref(),
            Some("AP_pie__invoked")
        );
        for key in ["", "a b", "a__b", "ä"] {
            assert_eq!(tag_of_key(key), None, "{key}");
        }
    }

    #[test]
    fn a_board_has_room_for_every_move() {
        assert_eq!(
            ["a1,c9", "m2", "take", "b17,c2", ""].map(needed_size),
            [9, 13, 0, 17, 0]
        );
        assert_eq!(
            [0, 9, 11, 12, 17, 19, 26].map(likely_size),
            [11, 11, 11, 13, 19, 19, 11]
        );
    }
}
