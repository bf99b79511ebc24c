//! Generates variants of a turn that differ in one part: one is missing, surplus, or replaced with another of its
//! kind.

use crate::notation::GameId;

/// Shows the variants of a text. Parts that the rules determine are handled by completion instead.
pub(super) fn with_other_parts(text: &str, game: GameId, show: &mut dyn FnMut(&str)) {
    if !text.is_ascii() {
        return;
    }
    match game {
        GameId::Gipf => {
            each_cut(text, "G", show);
            each_cut(text, "*", show);
        }
        GameId::Pippip => {
            each_other_end(text, "123456", show);
            each_without(text, ';', |action| action.ends_with('s'), show);
            each_without(text, ';', |action| action.starts_with('x'), show);
            each_cut(text, "*", show);
            let aside: Vec<usize> = text.match_indices("s;").map(|(at, _)| at + 2).collect();
            for at in std::iter::once(0).chain(aside) {
                ('1'..='6').for_each(|value| show(&format!("{}{value}s;{}", &text[..at], &text[at..])));
            }
        }
        GameId::Pippinzip => each_without(text, ',', |_| true, show),
        GameId::Pipe => {
            each_other_end(text, "NESW", show);
            let optional = |action: &str| action.starts_with('x') || action.starts_with("draw:") || is_word(action);
            each_without(text, ';', optional, show);
            let placed = text.split(';').next().unwrap_or_default();
            if placed.len() < text.len() {
                show(placed);
            }
        }
    }
}

fn is_word(action: &str) -> bool {
    action == "swap" || action == "keep" || action.starts_with("claim:")
}

/// Shows the text without each piece between `separator` for which `may_go` is true.
fn each_without(text: &str, separator: char, may_go: impl Fn(&str) -> bool, show: &mut dyn FnMut(&str)) {
    let pieces: Vec<&str> = text.split(separator).collect();
    for at in 0..pieces.len() {
        if may_go(pieces[at]) && pieces.len() > 1 {
            let left: Vec<&str> =
                pieces.iter().enumerate().filter(|(place, _)| *place != at).map(|(_, piece)| *piece).collect();
            show(&left.join(&separator.to_string()));
        }
    }
}

/// Shows the text without each occurrence of `sign`.
fn each_cut(text: &str, sign: &str, show: &mut dyn FnMut(&str)) {
    for (at, _) in text.match_indices(sign) {
        show(&format!("{}{}", &text[..at], &text[at + sign.len()..]));
    }
}

/// Shows the text with each of `others` as the character after the first `/`.
fn each_other_end(text: &str, others: &str, show: &mut dyn FnMut(&str)) {
    let Some(at) = text.find('/').map(|at| at + 1).filter(|&at| at < text.len()) else { return };
    for other in others.chars().filter(|&other| !text[at..].starts_with(other)) {
        show(&format!("{}{other}{}", &text[..at], &text[at + 1..]));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parts(text: &str, game: GameId) -> Vec<String> {
        let mut found = Vec::new();
        with_other_parts(text, game, &mut |text| found.push(text.to_owned()));
        found
    }

    #[test]
    fn one_part_is_changed() {
        assert_eq!(parts("xb2,Gb3;c3", GameId::Gipf), ["xb2,b3;c3"]);
        assert_eq!(parts("a2,g5", GameId::Pippinzip), ["g5", "a2"]);
        assert_eq!(parts("a2", GameId::Pippinzip), [""; 0]);
        let found = parts("6s;4@d1/5", GameId::Pippip);
        for meant in ["6s;4@d1/6", "4@d1/5", "1s;6s;4@d1/5", "6s;2s;4@d1/5"] {
            assert!(found.iter().any(|text| text == meant), "{meant}: {found:?}");
        }
        let found = parts("15@+5-2/S;x6,15;draw:25", GameId::Pipe);
        for meant in ["15@+5-2/N;x6,15;draw:25", "15@+5-2/S;draw:25", "15@+5-2/S"] {
            assert!(found.iter().any(|text| text == meant), "{meant}: {found:?}");
        }
    }
}
