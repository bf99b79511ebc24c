//! Replaces letters and dashes that were mistaken for others in a turn that cannot be parsed.

use pest::Parser;

use super::{GameId, Grammar, Rule};

/// A turn with its lookalikes replaced.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Retyped {
    /// The suggested turn.
    pub text: String,
    /// The first part that was replaced.
    pub first: std::ops::Range<usize>,
    /// The mistake in that part, in words.
    pub mistake: &'static str,
}

/// Replaces lookalike characters in a turn of a game; `None` if there are none.
pub(crate) fn retyped(text: &str, game: GameId) -> Option<Retyped> {
    let own_signs = game.facts().turns.own_signs;
    // In a word in small letters, such as `to`, an `o` is not a mistyped digit.
    let is_word = text.bytes().all(|byte| byte.is_ascii_lowercase());
    if is_word
        || text
            .bytes()
            .all(|byte| is_unmistakable(byte) || own_signs.contains(&byte))
    {
        return None;
    }
    let is_word_of_sentence = has_capitals_of_word(text);
    let pairs = Grammar::parse(Rule::lookalikes, text).ok()?;
    let mut corrected = String::with_capacity(text.len());
    let mut first = None;
    for pair in pairs.flat_map(pest::iterators::Pair::into_inner) {
        let character = pair.as_str().chars().next().unwrap_or_default();
        let mistaken = match pair.as_rule() {
            Rule::wrong_dash => Some(('-', "no hyphen")),
            Rule::capital_letter => Some((character.to_ascii_lowercase(), "a capital letter")),
            // In a word such as `So`, an `O` is not a digit.
            Rule::letter_o if is_word_of_sentence => {
                let small = character.to_ascii_lowercase();
                (small != character).then_some((small, "a capital letter"))
            }
            Rule::letter_o => Some(('0', "the letter O")),
            Rule::full_width => Some((latin_like(character), "a full-width character")),
            Rule::cyrillic => Some((latin_like(character), "a Cyrillic letter")),
            Rule::multiplication_sign => Some(('x', "a multiplication sign")),
            _ => None,
        };
        let is_own = pair.as_str().bytes().all(|byte| own_signs.contains(&byte));
        let Some((intended, mistake)) = mistaken.filter(|_| !is_own) else {
            corrected.push_str(pair.as_str());
            continue;
        };
        corrected.push(intended);
        let span = pair.as_span();
        first.get_or_insert((span.start()..span.end(), mistake));
    }
    let (first, mistake) = first?;
    Some(Retyped {
        text: corrected,
        first,
        mistake,
    })
}

/// Returns true if a text consists of letters, with the capitals of a word in a sentence: `So`,
/// `SO`. A capital after a small letter is the mistake of one who typed a place: `bO`.
fn has_capitals_of_word(text: &str) -> bool {
    let is_in_letters = text.bytes().all(|byte| byte.is_ascii_alphabetic());
    let has_small_end = text.bytes().skip(1).all(|byte| byte.is_ascii_lowercase());
    let is_in_capitals = text.bytes().all(|byte| byte.is_ascii_uppercase());
    is_in_letters && text.len() > 1 && (has_small_end || is_in_capitals)
}

/// Returns true if a character cannot be a lookalike of another. The grammar decides about the
/// others.
fn is_unmistakable(byte: u8) -> bool {
    matches!(byte, b'a'..=b'n' | b'p'..=b'z' | b'0'..=b'9' | b'-' | b',' | b';' | b'*' | b'@' | b'/' | b'+')
}

/// Returns true for a minus sign or a dash that is read as a hyphen.
pub(super) fn is_dash(character: char) -> bool {
    matches!(
        character,
        '\u{AD}' | '\u{2010}'..='\u{2015}' | '\u{2212}' | '\u{FE63}' | '\u{FF0D}'
    )
}

/// Returns the text with hyphens for minus signs and dashes; `None` if it has no such character.
pub(super) fn with_hyphens(text: &str) -> Option<String> {
    if text.is_ascii() {
        return None;
    }
    text.contains(is_dash).then(|| text.replace(is_dash, "-"))
}

/// Returns the digit that a letter or sign looks like.
pub(crate) fn digit_like(character: char) -> Option<char> {
    Some(match character {
        'O' | 'o' => '0',
        'l' | 'I' | '|' => '1',
        'Z' => '2',
        'S' => '5',
        'B' => '8',
        _ => return None,
    })
}

/// Returns true if a number that consists of letters only begins after `before`: `ll` in `draw:ll`,
/// and the seat in `xl:3`. A number with a digit shows its letters by itself.
pub(crate) fn begins_number_of_letters(before: &str, rest: &str) -> bool {
    /// The number of digits that a card may have.
    const DIGITS_OF_CARD: usize = 2;
    let end = rest.find(|sign: char| !sign.is_alphanumeric());
    let (number, after) = rest.split_at(end.unwrap_or(rest.len()));
    let is_number = (1..=DIGITS_OF_CARD).contains(&number.len())
        && number.chars().all(|sign| digit_like(sign).is_some());

    let action = before.rsplit(';').next().unwrap_or_default();
    let is_in_list = action.contains(':') && action.ends_with([':', ',']);
    let is_seat = action == "x" && after.starts_with(':');
    is_number && (is_in_list || is_seat)
}

/// Returns the ASCII character that a full-width character, a space, or a letter of another
/// alphabet looks like; otherwise the character itself.
pub(crate) fn latin_like(character: char) -> char {
    const LOOKALIKES: &[(&str, char)] = &[
        ("аАαΑ", 'a'),
        ("вВΒьЬ", 'b'),
        ("сСϲ", 'c'),
        ("ԁ", 'd'),
        ("еЕεΕё", 'e'),
        ("ɡԍԌ", 'g'),
        ("һНнΗ", 'h'),
        ("іІιΙı", 'i'),
        ("ј", 'j'),
        ("кКκΚ", 'k'),
        ("мМΜ", 'm'),
        ("пηΝ", 'n'),
        ("оОοΟ", 'o'),
        ("рРρΡ", 'p'),
        ("ѕЅ", 's'),
        ("тТτΤ", 't'),
        ("υ", 'u'),
        ("νѵ", 'v'),
        ("ԝω", 'w'),
        ("хХχΧ×✕✖", 'x'),
        ("уУγΥ", 'y'),
        ("зЗ", '3'),
        ("。", '.'),
        ("、", ','),
    ];
    match character {
        // The full-width characters have the order of ASCII, in which `!` is U+0021.
        '\u{FF01}'..='\u{FF5E}' => u32::from(character)
            .checked_sub(0xFEE0)
            .and_then(char::from_u32)
            .unwrap_or(character),
        '\u{A0}' | '\u{2000}'..='\u{200A}' | '\u{202F}' | '\u{3000}' => ' ',
        ascii if ascii.is_ascii() => ascii,
        other => LOOKALIKES
            .iter()
            .find(|(all, _)| all.contains(other))
            .map_or(other, |&(_, plain)| plain),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lookalikes_are_replaced() {
        let cases = [
            ("a2–b3", "a2-b3", 2..5),
            ("a2:b3", "a2-b3", 2..3),
            ("A2-b3", "a2-b3", 0..1),
            ("Gа2-b3", "Ga2-b3", 1..3),
            ("ＧB3", "Gb3", 0..3),
            ("×b3", "xb3", 0..2),
            ("bO", "b0", 1..2),
        ];
        for (text, intended, first) in cases {
            let found = retyped(text, GameId::Gipf).unwrap();
            assert_eq!(
                (found.text.as_str(), found.first),
                (intended, first),
                "{text}"
            );
        }
        assert_eq!(retyped("a2-b3", GameId::Gipf), None);
    }

    #[test]
    fn a_word_of_a_sentence_is_no_place() {
        for (word, small) in [
            ("So", "so"),
            ("SO", "so"),
            ("No", "no"),
            ("Also", "also"),
            ("Too", "too"),
            ("OK", "ok"),
        ] {
            let found = retyped(word, GameId::Pippinzip).unwrap();
            assert_eq!(found.text, small, "{word}");
        }
        // A number in a place shows that it is not a word of a sentence.
        for (text, place) in [("sO", "s0"), ("s1O", "s10"), ("S1O,A2", "s10,a2")] {
            let found = retyped(text, GameId::Pippinzip).unwrap();
            assert_eq!(found.text, place, "{text}");
        }
    }

    #[test]
    fn signs_of_a_game_are_kept() {
        assert_eq!(retyped("12@+0-1/E;draw:30", GameId::Pipe), None);
        let found = retyped("12@+O–1/E;draw:30", GameId::Pipe).unwrap();
        assert_eq!(
            (found.text.as_str(), found.first),
            ("12@+0-1/E;draw:30", 4..5)
        );
    }
}
