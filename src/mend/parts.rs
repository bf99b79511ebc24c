//! Generates variants of a turn that differ in one part: one is missing, surplus, or replaced with
//! another of its kind.

use crate::notation::GameId;

/// Returns the variants of a text. Parts that the rules determine are handled by completion
/// instead.
pub(super) fn with_other_parts(text: &str, game: GameId) -> Vec<String> {
    if !text.is_ascii() {
        return Vec::new();
    }
    match game {
        GameId::Gipf => [without_each(text, "G"), without_each(text, "*")].concat(),
        GameId::Pippip => {
            let ends_of_asides = text.match_indices("s;").map(|(at, _)| at + 2);
            let with_aside = std::iter::once(0).chain(ends_of_asides).flat_map(|at| {
                let (before, after) = text.split_at(at);
                ('1'..='6').map(move |value| format!("{before}{value}s;{after}"))
            });
            let variants = [
                with_other_ends(text, "123456"),
                without_each_piece(text, ";", |action| action.ends_with('s')),
                without_each_piece(text, ";", |action| action.starts_with('x')),
                without_each(text, "*"),
            ];
            variants.into_iter().flatten().chain(with_aside).collect()
        }
        GameId::Pippinzip => without_each_piece(text, ",", |_| true),
        GameId::Pipe => {
            let optional = |action: &str| {
                action.starts_with('x') || action.starts_with("draw:") || is_word(action)
            };
            let placed = text.split_once(';').map(|(placed, _)| placed.to_owned());
            let variants = [
                with_other_ends(text, "NESW"),
                without_each_piece(text, ";", optional),
            ];
            variants.into_iter().flatten().chain(placed).collect()
        }
    }
}

fn is_word(action: &str) -> bool {
    action == "swap" || action == "keep" || action.starts_with("claim:")
}

/// Returns the text without each piece between separators for which `may_go` is true.
fn without_each_piece(text: &str, separator: &str, may_go: impl Fn(&str) -> bool) -> Vec<String> {
    let pieces: Vec<&str> = text.split(separator).collect();
    let may_go = |at: &usize| pieces.len() > 1 && may_go(pieces[*at]);
    let without = |at: usize| [&pieces[..at], &pieces[at + 1..]].concat().join(separator);
    (0..pieces.len()).filter(may_go).map(without).collect()
}

/// Returns the text without each occurrence of `sign`.
fn without_each(text: &str, sign: &str) -> Vec<String> {
    text.match_indices(sign)
        .map(|(at, _)| format!("{}{}", &text[..at], &text[at + sign.len()..]))
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
