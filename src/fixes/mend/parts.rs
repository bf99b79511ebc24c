//! Generates variants of a turn that differ in one part: one is missing, surplus, or replaced with
//! another of its kind.

use crate::notation::{GameId, TurnPart};

/// Returns the variants of a text. Parts that the rules determine are handled by completion
/// instead.
pub(super) fn with_other_parts(text: &str, game: GameId) -> Vec<String> {
    if !text.is_ascii() {
        return Vec::new();
    }
    let facts = &game.facts().turns;
    let variants = facts.parts.iter().map(|part| match *part {
        TurnPart::Sign(sign) => without_each(text, sign),
        TurnPart::Item(separator, may_go) => without_each_item(text, separator, may_go),
        TurnPart::AfterSlash(others) => with_other_ends(text, others),
        TurnPart::Aside(values) => with_aside(text, values, facts.aside.unwrap_or_default()),
        TurnPart::AfterFirstAction => {
            let first = text.split_once(';').map(|(first, _)| first.to_owned());
            first.into_iter().collect()
        }
    });
    variants.flatten().collect()
}

/// Returns the text with one more die put aside, at each place where that can be.
fn with_aside(text: &str, values: &str, ending: &str) -> Vec<String> {
    let ends = text.match_indices(ending).map(|(at, _)| at + ending.len());
    let with_value = std::iter::once(0).chain(ends).flat_map(|at| {
        let (before, after) = text.split_at(at);
        values
            .chars()
            .map(move |value| format!("{before}{value}{ending}{after}"))
    });
    with_value.collect()
}

/// Returns the text without each piece between separators for which `may_go` is true.
fn without_each_item(text: &str, separator: &str, may_go: impl Fn(&str) -> bool) -> Vec<String> {
    let pieces: Vec<&str> = text.split(separator).collect();
    let may_go = |at: &usize| pieces.len() > 1 && may_go(pieces[*at]);
    let without = |at: usize| [&pieces[..at], &pieces[at + 1..]].concat().join(separator);
    (0..pieces.len()).filter(may_go).map(without).collect()
}

/// Returns the text without each occurrence of `sign`.
fn without_each(text: &str, sign: &str) -> Vec<String> {
    text.match_indices(sign)
        .map(|(offset, _)| format!("{}{}", &text[..offset], &text[offset + sign.len()..]))
        .collect()
}

/// Returns the text with each of `others` as the character after the first `/`.
fn with_other_ends(text: &str, others: &str) -> Vec<String> {
    let Some(at) = text
        .find('/')
        .map(|at| at + 1)
        .filter(|&at| at < text.len())
    else {
        return Vec::new();
    };
    let others = others
        .chars()
        .filter(|&other| !text[at..].starts_with(other));
    others
        .map(|other| format!("{}{other}{}", &text[..at], &text[at + 1..]))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_part_is_changed() {
        assert_eq!(with_other_parts("xb2,Gb3;c3", GameId::Gipf), ["xb2,b3;c3"]);
        assert_eq!(with_other_parts("a2,g5", GameId::Pippinzip), ["g5", "a2"]);
        assert_eq!(with_other_parts("a2", GameId::Pippinzip), [""; 0]);
        let found = with_other_parts("6s;4@d1/5", GameId::Pippip);
        for meant in ["6s;4@d1/6", "4@d1/5", "1s;6s;4@d1/5", "6s;2s;4@d1/5"] {
            assert!(found.iter().any(|text| text == meant), "{meant}: {found:?}");
        }
        let found = with_other_parts("15@+5-2/S;x6,15;draw:25", GameId::Pipe);
        for meant in ["15@+5-2/N;x6,15;draw:25", "15@+5-2/S;draw:25", "15@+5-2/S"] {
            assert!(found.iter().any(|text| text == meant), "{meant}: {found:?}");
        }
    }
}
