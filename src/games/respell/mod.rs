//! Respelling: extracts a turn from a text with characters that are not notation.
//!
//! People paste turns from web pages, mails and spreadsheets, and use the habits of other
//! notations: `**Gg2**`, `B1-B3`, `a5, b2`, `1) Gb3`, `b1→b3`. Such a text contains the whole turn,
//! so nothing has to be guessed. Each step below removes one kind of these characters. After each
//! step the text is tried as a turn.

mod cleaning;
mod prefixes;
mod words;

pub(crate) use words::likely_colour;

use std::borrow::Cow;

use crate::notation::is_resignation;
use crate::text::{character_name, first_invisible, without_invisible};

use super::{GameId, Language};
use cleaning::{
    in_latin, lower_case, only_signs_of_turns, with_digits, with_one_list, with_plain_hyphens,
    with_plain_separators, with_single_separators, without_html, without_markup,
    without_punctuation,
};
use prefixes::{turn_number, without_seat, without_turn_number};
use words::{with_colours, with_known_words};

/// Maximum length of a text that is respelled, in bytes.
const MAX_LENGTH: usize = 400;

/// A turn extracted from a text with characters that are not notation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Respelled {
    /// The turn.
    pub(crate) text: String,
    /// The mistake in the written text, in one sentence.
    pub(crate) mistake: Cow<'static, str>,
    /// The turn number before the turn, if there is one.
    pub(crate) number: Option<u32>,
    /// False if a different turn may have been intended.
    pub(crate) is_certain: bool,
}

/// Step that removes one kind of character.
struct Step {
    apply: fn(&str, GameId) -> String,
    mistake: &'static str,
    part: StepPart,
}

/// Part of the text that a step examines.
#[derive(Clone, Copy, PartialEq, Eq)]
enum StepPart {
    /// The turn itself, and what surrounds it, such as the seat.
    Turn,
    /// The number before the turn. It may belong to the turn, so it is removed only if the text is
    /// not a turn with it.
    Number,
}

/// Treatment of a number before the turn.
#[derive(Clone, Copy, PartialEq, Eq)]
enum NumberBeforeTurn {
    /// It is taken as a part of the turn.
    Kept,
    /// It is taken as a turn number.
    Removed,
}

impl Step {
    const fn new(apply: fn(&str, GameId) -> String, mistake: &'static str) -> Self {
        Self {
            apply,
            mistake,
            part: StepPart::Turn,
        }
    }

    const fn for_part(
        part: StepPart,
        apply: fn(&str, GameId) -> String,
        mistake: &'static str,
    ) -> Self {
        Self {
            apply,
            mistake,
            part,
        }
    }
}

/// The mistake of a turn that is written in several parts.
const WHITE_SPACE: &str = "A turn cannot contain white space.";
/// The start of the sentence on a text with an invisible character; the name of the character
/// follows.
const INVISIBLE: &str = "The turn contains an invisible character";

/// The steps, from the surroundings of a turn to its inside.
const STEPS: &[Step] = &[
    Step::new(|text, _| without_html(text), "HTML is not part of a turn."),
    Step::new(|text, _| without_invisible(text).into_owned(), INVISIBLE),
    Step::new(
        |text, _| in_latin(text),
        "This has full-width characters, or letters of another alphabet.",
    ),
    Step::for_part(
        StepPart::Number,
        |text, _| without_turn_number(text),
        "A turn number is written with a full stop: `17.`.",
    ),
    Step::new(
        |text, _| without_seat(text),
        "The seat that moves is not part of a turn.",
    ),
    Step::new(
        |text, _| without_markup(text),
        "The signs around the turn are not notation.",
    ),
    Step::new(
        with_plain_hyphens,
        "Parts of a turn are joined by a plain hyphen.",
    ),
    Step::new(
        |text, _| without_punctuation(text),
        "The punctuation around the turn is not notation.",
    ),
    Step::new(
        |text, _| with_plain_separators(text),
        "Parts of a turn are joined by `,` or `;`.",
    ),
    Step::new(
        |text, _| with_single_separators(text),
        "One `,` or `;` separates two parts.",
    ),
    Step::new(
        with_one_list,
        "A turn lists what it removes once, after one `x`.",
    ),
    Step::new(with_colours, "The colour is written in another language."),
    Step::new(lower_case, "A turn is written in small letters."),
    Step::new(with_known_words, "This word is misspelt."),
    Step::new(
        only_signs_of_turns,
        "There are signs in the turn that are not notation.",
    ),
];

/// Extracts the turn from a text with characters that are not notation. Returns `None` if the text
/// is already a turn, or does not contain one.
pub(crate) fn respelled<G: Language>(text: &str) -> Option<Respelled> {
    if text.is_empty() || text.len() > MAX_LENGTH || is_turn::<G>(text) {
        return None;
    }
    let certain = |text: String, mistake: &'static str| Respelled {
        text,
        mistake: Cow::Borrowed(mistake),
        number: None,
        is_certain: true,
    };
    if let Some(joined) = without_blanks::<G>(text) {
        let mistake = with_character_name(
            text,
            if first_invisible(text).is_some() {
                INVISIBLE
            } else {
                WHITE_SPACE
            },
        );
        return Some(Respelled {
            mistake,
            ..certain(joined, WHITE_SPACE)
        });
    }
    if let Some(text) = with_digits(text).filter(|text| is_turn::<G>(text)) {
        return Some(certain(text, "A letter is written in place of a digit."));
    }
    let found = by_steps::<G>(text, NumberBeforeTurn::Kept)
        .or_else(|| by_steps::<G>(text, NumberBeforeTurn::Removed));
    if found.is_some() {
        return found;
    }
    let text = without_seat_letter::<G>(text)?;
    Some(Respelled {
        is_certain: false,
        ..certain(text, "The seat that moves is not part of a turn.")
    })
}

/// Returns the mistake as a sentence. An invisible character is named in it.
fn with_character_name(text: &str, mistake: &'static str) -> Cow<'static, str> {
    match first_invisible(text).filter(|_| mistake == INVISIBLE) {
        Some((_, character)) => format!("{mistake}, {}.", character_name(character)).into(),
        None => mistake.into(),
    }
}

/// Returns a turn whose colours are written in another language with their English names; `None`
/// for any other text.
pub(crate) fn in_english<G: Language>(text: &str) -> Option<String> {
    let plain = with_colours(text, G::ID);
    (plain != text && is_turn::<G>(&plain)).then_some(plain)
}

/// Applies the steps until the text is a turn.
fn by_steps<G: Language>(written: &str, number_before: NumberBeforeTurn) -> Option<Respelled> {
    let removes_number = number_before == NumberBeforeTurn::Removed;
    let mut plain = Cow::Borrowed(written);
    let mut mistake = None;
    for step in STEPS
        .iter()
        .filter(|step| removes_number || step.part != StepPart::Number)
    {
        let next = (step.apply)(&plain, G::ID);
        if next == *plain {
            continue;
        }
        plain = Cow::Owned(next);
        let mistake = *mistake.get_or_insert(step.mistake);
        if let Some(text) = as_turn::<G>(&plain) {
            let number = if removes_number {
                turn_number(&in_latin(&without_html(written)))
            } else {
                None
            };
            return Some(Respelled {
                text,
                mistake: with_character_name(written, mistake),
                number,
                is_certain: true,
            });
        }
    }
    None
}

fn is_turn<G: Language>(text: &str) -> bool {
    is_resignation(text) || G::parse_turn(text).is_ok()
}

/// Returns the text as a turn, either as it is or without its spaces.
fn as_turn<G: Language>(text: &str) -> Option<String> {
    let text = text.trim();
    if is_turn::<G>(text) {
        Some(text.to_owned())
    } else {
        without_blanks::<G>(text)
    }
}

/// Replaces the spaces in a turn with `;`, with `,` or with nothing: the first that makes the text
/// a turn. Returns `None` if the text has no spaces, or is not a turn with any of these.
pub(crate) fn without_blanks<G: Language>(text: &str) -> Option<String> {
    if !text.contains(char::is_whitespace) {
        return None;
    }
    // Signs between two parts of a turn; next to them, a space is left out without a replacement.
    let joins = |character: char| matches!(character, ',' | ';' | '-' | ':' | '@' | '/');
    let joined_by = |separator: &str| {
        let mut pieces = text.split_whitespace();
        let mut joined = pieces.next().unwrap_or_default().to_owned();
        let is_digit = |character: char| character.is_ascii_digit();
        for piece in pieces {
            if !joined.ends_with(joins) && !piece.starts_with(joins) {
                // Joining two numbers would make a different number.
                if separator.is_empty() && joined.ends_with(is_digit) && piece.starts_with(is_digit)
                {
                    return None;
                }
                joined.push_str(separator);
            }
            joined.push_str(piece);
        }
        Some(joined)
    };
    [";", ",", ""]
        .into_iter()
        .filter_map(joined_by)
        .find(|joined| is_turn::<G>(joined))
}

/// Removes the seat's letter before a turn, as other programs write it: `nb1-b3` for Black (noir).
fn without_seat_letter<G: Language>(text: &str) -> Option<String> {
    let rest = text.strip_prefix(G::FACTS.turns.seat_letters)?;
    as_turn::<G>(rest)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::gipf::Gipf;
    use crate::games::pipe::Pipe;
    use crate::games::pippinzip::Pippinzip;
    use crate::games::pippip::Pippip;

    fn gives<G: Language>(cases: &[(&str, &str)]) {
        for (text, turn) in cases {
            assert_eq!(
                respelled::<G>(text).map(|found| found.text).as_deref(),
                Some(*turn),
                "{text}"
            );
        }
    }

    #[test]
    fn a_turn_is_found_among_other_characters() {
        gives::<Gipf>(&[
            ("b1 - b3", "b1-b3"),
            ("B1-B3", "b1-b3"),
            ("Gg2.", "Gg2"),
            ("Gg2,", "Gg2"),
            ("Gg2;", "Gg2"),
            ("Gg2:", "Gg2"),
            ("Gg2!!!", "Gg2"),
            ("Gg2…", "Gg2"),
            ("**Gg2**", "Gg2"),
            ("**xd5*;c6**", "xd5*;c6"),
            ("`Gg2`", "Gg2"),
            ("\"Gg2\"", "Gg2"),
            ("Gg2<br>", "Gg2"),
            ("<b>Gg2</b>", "Gg2"),
            ("b1→b3", "b1-b3"),
            ("b1->b3", "b1-b3"),
            ("b1-&gt;b3", "b1-b3"),
            ("XB3,GC3;B3", "xb3,Gc3;b3"),
            ("White: Gb3", "Gb3"),
            ("w:Gb3", "Gb3"),
            ("B Gb3", "Gb3"),
            ("nb1-b3", "b1-b3"),
            ("1 Gb3", "Gb3"),
            ("1: Gb3", "Gb3"),
            ("1 . Gb3", "Gb3"),
            ("(1) Gb3", "Gb3"),
            ("1\\. Gb3", "Gb3"),
            ("１．Gb3", "Gb3"),
            ("Ｇｂ３", "Gb3"),
            ("а1-с3", "a1-c3"),
            ("g1-e3 xe2,f2,g2", "g1-e3;xe2,f2,g2"),
            ("xb3, c3 ; b3", "xb3,c3;b3"),
            ("resihn", "resign"),
            ("Resigned.", "resign"),
            ("xd5\\*;c6", "xd5*;c6"),
            ("(w) Gb3", "Gb3"),
            ("[Gb3](#t1)", "Gb3"),
            ("Gb3)", "Gb3"),
            ("xb3, c3 and d3; b3", "xb3,c3,d3;b3"),
            ("g1-e3&semi;xe2", "g1-e3;xe2"),
            ("g1-e3 then xe2", "g1-e3;xe2"),
            ("\u{200F}Gb3", "Gb3"),
            ("b1-\u{AD}b3", "b1-b3"),
            ("bS", "b5"),
            ("Gcl", "Gc1"),
            ("xeZ,fZ;gZ", "xe2,f2;g2"),
        ]);
        gives::<Pippinzip>(&[
            ("a5, b2", "a5,b2"),
            ("a5 ,b2", "a5,b2"),
            ("A1,B2", "a1,b2"),
            ("TAKE", "take"),
            ("tkae", "take"),
            ("pas", "pass"),
            ("a5,b2,b4/", "a5,b2,b4"),
            ("3. a1 b2", "a1,b2"),
            ("a1,,b2", "a1,b2"),
            ("a1 and b2", "a1,b2"),
            ("a1 & b2", "a1,b2"),
            ("Seat 1: a1,b2", "a1,b2"),
            ("(P2) a1,b2", "a1,b2"),
        ]);
        gives::<Pippip>(&[
            ("5S;6@D1/4;XC1", "5s;6@d1/4;xc1"),
            ("6@b2/5; xb3", "6@b2/5;xb3"),
            ("5s; 2s; 6@b3/2", "5s;2s;6@b3/2"),
            ("***6@d1/4**", "*6@d1/4"),
        ]);
        gives::<Pipe>(&[
            ("45@+0+0/E; draw:9", "45@+0+0/E;draw:9"),
            ("45@+0+0/e;DRAW:9", "45@+0+0/E;draw:9"),
            ("45@+0+0/E;draq:42", "45@+0+0/E;draw:42"),
            ("disard:3,4", "discard:3,4"),
            ("discard:3,4;clam:Black", "discard:3,4;claim:black"),
            ("discard:iidden", "discard:hidden"),
            ("45@+0+0/E;draw:6\"", "45@+0+0/E;draw:6"),
            ("45@+0+0/E + draw:6", "45@+0+0/E;draw:6"),
            ("discard:3 and 4", "discard:3,4"),
            ("discard:3;claim:biały", "discard:3;claim:white"),
            ("discard:3;claim:Weiß", "discard:3;claim:white"),
            ("discard:3;claim:NOIR", "discard:3;claim:black"),
            ("discard:3;claim:Schwarz", "discard:3;claim:black"),
        ]);
    }

    /// A letter is no sign that could be left out.
    #[test]
    fn words_of_other_languages_stay_whole() {
        for text in [
            "discard:3;claim:żółty",
            "discard:3;claim:biaława",
            "discard:3;claim:белый",
            "discard:3;claim:白",
        ] {
            assert_eq!(respelled::<Pipe>(text), None, "{text}");
        }
        for text in ["bł3", "b3é", "Gß2", "b3日"] {
            assert_eq!(respelled::<Gipf>(text), None, "{text}");
        }
    }

    #[test]
    fn nothing_is_invented() {
        for text in ["", "zzz", "hello", "1/2", "White wins", "b3", "-", "..."] {
            assert_eq!(respelled::<Gipf>(text), None, "{text}");
        }
    }
}
