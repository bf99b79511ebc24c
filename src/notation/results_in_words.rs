//! Parses results in forms that people use: `½`, `draw`, `1 - 0`, `White wins`, `Black resigns`.

use super::outcome::{Outcome, Points, Standing};
use super::{Record, foreign_words, is_resignation};

/// The maximum length of a text that is parsed as a result, in bytes.
const MAX_LENGTH: usize = 60;

/// A result in a form that is not part of the notation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct WordedResult {
    /// The result.
    pub(crate) outcome: Outcome,
    /// The seat that resigned according to the text, from 1.
    pub(crate) resigned: Option<u8>,
}

/// Returns true if the seats are dark and light, and the dark one begins.
fn begins_dark(names: &[String]) -> bool {
    names
        .first()
        .is_some_and(|name| name.eq_ignore_ascii_case("dark"))
}

/// Parses a result of a record that is not in a form of the notation. If Dark begins, White may be
/// Light or the first seat. The other statements of the record about its end decide; without any,
/// White is Light.
pub(crate) fn worded_result_of(
    record: &Record,
    text: &str,
    names: &[String],
) -> Option<WordedResult> {
    let read = worded_result(text, names).or_else(|| {
        let english = translate_to_english(record, text)?;
        worded_result(&english, names)
            .or_else(|| result_by_score(record, &english, names))
            .or_else(|| parse_several_winners(&english, names))
            .or_else(|| worded_result(without_manner(&english)?, names))
    });
    if !begins_dark(names) {
        return read;
    }
    let Some(end) = stated_end(record) else {
        return read;
    };
    let agrees =
        |read: &Option<WordedResult>| read.as_ref().is_some_and(|read| read.outcome == end);
    let of_first = worded_result(text, &["White", "Black"].map(str::to_owned));
    if !agrees(&read) && agrees(&of_first) {
        of_first
    } else {
        read
    }
}

/// Returns a result with English words, and with seats for the names of players; `None` for a name
/// alone, and for a long text.
fn translate_to_english(record: &Record, text: &str) -> Option<String> {
    if text.len() > MAX_LENGTH {
        return None;
    }
    let plain = in_plain_signs(&text.to_lowercase());
    let mut english = format!(" {plain} ");
    for (foreign, meaning) in foreign_words::RESULTS {
        english = english.replace(&format!(" {foreign} "), &format!(" {meaning} "));
    }
    for seat in 1..=4 {
        let Some(tag) = record.tag(&format!("Player{seat}")) else {
            continue;
        };
        let name = tag.value.to_lowercase();
        if !name.is_empty() {
            english = english.replace(&format!(" {name} "), &format!(" seat {seat} "));
        }
    }
    let english = english.split_whitespace().collect::<Vec<_>>().join(" ");
    let is_name = english.starts_with("seat ") && english.len() < "seat 10".len();
    (!is_name).then_some(english)
}

/// Returns the result of several seats that win together: `seat 1 and seat 3 won`.
fn parse_several_winners(text: &str, names: &[String]) -> Option<WordedResult> {
    let winners = ["wins", "won", "win"]
        .iter()
        .find_map(|verb| text.strip_suffix(verb))?;
    let plain = winners.replace(['&', ',', '+'], " and ");
    let mut has_won = vec![false; names.len()];
    let mut count = 0;
    for part in plain.split(" and ").map(str::trim) {
        let seat: usize = part.strip_prefix("seat ")?.trim().parse().ok()?;
        *has_won.get_mut(seat.checked_sub(1)?)? = true;
        count += 1;
    }
    let points = has_won.iter().map(|won| if *won { "1" } else { "0" });
    let outcome = Outcome::parse(&points.collect::<Vec<_>>().join("-"))?;
    (count > 1).then_some(WordedResult {
        outcome,
        resigned: None,
    })
}

/// Returns a result without the words that say how: `white wins with 20 points`.
fn without_manner(text: &str) -> Option<&str> {
    const MANNERS: [&str; 10] = [
        " with ", " by ", " on ", " mit ", " durch ", " avec ", " par ", " met ", " con ", " por ",
    ];
    let end = MANNERS
        .iter()
        .filter_map(|manner| text.find(manner))
        .min()?;
    Some(&text[..end])
}

/// Returns the result of a score that stands for it, or after its words, in a game for points:
/// `14-12`, `light wins 14-12`.
fn result_by_score(record: &Record, text: &str, names: &[String]) -> Option<WordedResult> {
    let has_scores = record.game()?.facts().has_scores;
    let (words, score) = text.rsplit_once(' ').unwrap_or(("", text));
    let (one, two) = score.split_once('-')?;
    let (one, two): (u32, u32) = (one.parse().ok()?, two.parse().ok()?);
    // `1-0` is a result, not a score.
    if !has_scores || names.len() != 2 || one.max(two) < 2 || one.max(two) > 999 {
        return None;
    }
    let words = words.trim_start_matches("result").trim();
    if !words.is_empty() {
        return worded_result(words, names);
    }
    let standing = match one.cmp(&two) {
        std::cmp::Ordering::Greater => Standing::win_for(1, 2),
        std::cmp::Ordering::Less => Standing::win_for(2, 2),
        std::cmp::Ordering::Equal => Standing([Points::Half, Points::Half].into_iter().collect()),
    };
    Some(WordedResult {
        outcome: Outcome::Decided(standing),
        resigned: None,
    })
}

/// Returns the end of the game as stated in another place: in the tag `Result`, or by a
/// resignation.
fn stated_end(record: &Record) -> Option<Outcome> {
    let tag = record
        .tag("Result")
        .and_then(|tag| Outcome::parse(&tag.value));
    if let Some(outcome) = tag.filter(|outcome| *outcome != Outcome::Open) {
        return Some(outcome);
    }
    let turns = &record.moves.turns;
    let resigned = turns
        .iter()
        .position(|node| is_resignation(record.text_of(node.text)))?;
    let winner = if resigned.is_multiple_of(2) { 2 } else { 1 };
    Some(Outcome::Decided(Standing::win_for(winner, 2)))
}

/// Parses a result in a form that is not part of the notation. `names` are the names of the seats,
/// in order.
pub(crate) fn worded_result(text: &str, names: &[String]) -> Option<WordedResult> {
    if text.len() > MAX_LENGTH {
        return None;
    }
    let plain = in_plain_signs(text);
    let seats = u8::try_from(names.len()).ok().filter(|&seats| seats > 1)?;
    let without_resignation = |outcome| {
        Some(WordedResult {
            outcome,
            resigned: None,
        })
    };
    match plain.as_str() {
        "" if is_sign_of_open_game(text) => return without_resignation(Outcome::Open),
        "unfinished" | "ongoing" | "open" | "in progress" | "adjourned" | "to be continued"
        | "tbc" | "not finished" | "unknown" | "undecided" | "etc" => {
            return without_resignation(Outcome::Open);
        }
        "1/2" | "draw" | "drawn" | "a draw" | "remis" | "tie" | "=" | "agreed" | "draw agreed"
        | "agreed draw" | "draw by agreement" | "drawn by agreement" | "game drawn" | "draws"
        | "1/2 agreed" | "agreed 1/2-1/2" => {
            return without_resignation(Outcome::Decided(Standing(
                (0..seats).map(|_| Points::Half).collect(),
            )));
        }
        _ => {}
    }
    let digits = match plain.as_str() {
        "1/0" | "0/1" => plain.replace('/', "-"),
        _ => with_digits(&plain.replace(' ', "")),
    };
    if let Some(outcome) = Outcome::parse(&digits)
        && digits.contains('-')
    {
        return without_resignation(outcome);
    }
    let sentence = plain
        .trim_start_matches("the ")
        .trim_start_matches("game ")
        .trim_start_matches("result")
        .trim();
    if sentence.len() < plain.len() {
        let rest = [
            "is ",
            "was ",
            "ends in ",
            "ended in ",
            "ends ",
            "ended ",
            "- ",
            "= ",
        ];
        let rest = rest
            .into_iter()
            .find_map(|verb| sentence.strip_prefix(verb))
            .unwrap_or(sentence)
            .trim();
        return if rest.len() < plain.len() {
            worded_result(rest, names)
        } else {
            None
        };
    }
    parse_sentence(&plain, names, seats).or_else(|| result_and_words(&plain, names, seats))
}

/// Replaces letters that look like the digits of a result of two seats.
fn with_digits(text: &str) -> String {
    let is_alike = |sign: char| matches!(sign, '0' | '1' | 'o' | 'i' | 'l' | '-');
    if text.len() != 3 || !text.contains(is_alike) || text.contains(|sign| !is_alike(sign)) {
        return text.to_owned();
    }
    text.replace('o', "0").replace(['i', 'l'], "1")
}

/// Parses a result that words confirm: `1-0 White wins`, `0-1 resigns`, `1-0 on time`.
fn result_and_words(plain: &str, names: &[String], seats: u8) -> Option<WordedResult> {
    const REASONS: [&str; 10] = [
        "wins",
        "won",
        "win",
        "resigns",
        "resigned",
        "resignation",
        "by resignation",
        "on time",
        "time",
        "by agreement",
    ];
    let (result, words) = plain.split_once(' ')?;
    let outcome = Outcome::parse(result).filter(|_| result.contains('-'))?;
    match parse_sentence(words, names, seats).filter(|worded| worded.outcome == outcome) {
        Some(worded) => Some(worded),
        None => REASONS.contains(&words).then_some(WordedResult {
            outcome,
            resigned: None,
        }),
    }
}

/// Parses `White wins`, `Black resigned`, `won by seat 2`.
fn parse_sentence(plain: &str, names: &[String], seats: u8) -> Option<WordedResult> {
    const WINS: [&str; 6] = ["wins", "won", "win", "winner", "victory", "has won"];
    const RESIGNS: [&str; 6] = [
        "resigns",
        "resigned",
        "resign",
        "gives up",
        "gave up",
        "has resigned",
    ];
    const LOSES: [&str; 5] = ["loses", "lost", "lose", "loss", "has lost"];
    // White is the light colour where the seats have colours, otherwise the first of two seats.
    let colours = match seats {
        2 if begins_dark(names) => ["black", "white"],
        2 => ["white", "black"],
        _ => ["", ""],
    };
    let seat_named = |words: &str| -> Option<u8> {
        let words = words
            .trim_start_matches("the ")
            .trim_end_matches(" player")
            .trim_end_matches([':', ',']);
        let is_name = |name: &str| {
            let is_initial = words.len() == 1 && name.to_ascii_lowercase().starts_with(words);
            !words.is_empty() && (name.eq_ignore_ascii_case(words) || is_initial)
        };
        let place = names.iter().position(|name| is_name(name));
        let place = place.or_else(|| colours.iter().position(|name| is_name(name)));
        let numbered = words
            .strip_prefix("player ")
            .or_else(|| words.strip_prefix("seat "))
            .unwrap_or(words);
        let place = place.or_else(|| numbered.parse::<usize>().ok()?.checked_sub(1));
        u8::try_from(place? + 1).ok().filter(|&seat| seat <= seats)
    };
    let seat_of = |verbs: &[&str]| {
        verbs.iter().find_map(|verb| {
            let before = plain
                .strip_suffix(verb)
                .and_then(|rest| rest.strip_suffix(' '))
                .and_then(seat_named);
            before.or_else(|| {
                seat_named(
                    plain
                        .strip_prefix(verb)?
                        .trim_start_matches([' ', ':'])
                        .trim_start_matches("by "),
                )
            })
        })
    };
    let other = |seat: u8| if seats == 2 { Some(3 - seat) } else { None };
    let won_by = |seat: u8| Outcome::Decided(Standing::win_for(seat, seats));
    if let Some(seat) = seat_of(&WINS) {
        return Some(WordedResult {
            outcome: won_by(seat),
            resigned: None,
        });
    }
    if let Some(seat) = seat_of(&RESIGNS) {
        return Some(WordedResult {
            outcome: won_by(other(seat)?),
            resigned: Some(seat),
        });
    }
    if let Some(seat) = seat_named(plain)
        && plain.len() > 2
    {
        return Some(WordedResult {
            outcome: won_by(seat),
            resigned: None,
        });
    }
    let seat = seat_of(&LOSES)?;
    Some(WordedResult {
        outcome: won_by(other(seat)?),
        resigned: None,
    })
}

/// Returns true if a text is one of the signs for an open game.
fn is_sign_of_open_game(text: &str) -> bool {
    let inside = text.trim_matches(['`', '"', '\'', '(', ')', '\u{201C}', '\u{201D}']);
    let inside = inside.trim_end_matches([',', ';']);
    matches!(
        inside,
        "*" | "*." | "**" | "***" | "*\u{2026}" | "?" | "..." | "...." | "\u{2026}" | "?-?" | "-"
    )
}

/// Normalises a text: lower case, plain signs for halves and dashes, no markup, quotes or full
/// stops around it.
fn in_plain_signs(text: &str) -> String {
    let mut plain = text.to_ascii_lowercase();
    for tag in [
        "<br>", "<br/>", "<br />", "<b>", "</b>", "<i>", "</i>", "&nbsp;",
    ] {
        plain = plain.replace(tag, " ");
    }
    for (sign, intended) in [
        ("½", "1/2"),
        ("0.5", "1/2"),
        ("0,5", "1/2"),
        (".5", "1/2"),
        (":", "-"),
        ("–", "-"),
        ("—", "-"),
        ("−", "-"),
    ] {
        plain = plain.replace(sign, intended);
    }
    let plain = plain.trim_matches(|sign: char| {
        sign.is_whitespace()
            || "*`\"'.,;!?_|~-()[]".contains(sign)
            || matches!(
                sign,
                '\u{2026}' | '\u{2018}'..='\u{201F}' | '\u{AB}' | '\u{BB}'
            )
    });
    plain.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn white_is_light_unless_the_record_says_otherwise() {
        let names = ["Dark", "Light"].map(str::to_owned);
        let read = |rest: &str, text: &str| {
            let record = Record::parse_str(&format!(
                "[Game \"pippip\"]\n[Colors \"dark,light\"]\n{rest}"
            ));
            worded_result_of(&record, text, &names)
                .map(|worded| (worded.outcome.to_string(), worded.resigned))
        };
        assert_eq!(
            read("\n1. 6@b4/5\n", "White wins"),
            Some(("0-1".into(), None))
        );
        assert_eq!(
            read("[Result \"1-0\"]\n\n1. 6@b4/5\n", "White wins"),
            Some(("1-0".into(), None))
        );
        assert_eq!(
            read("\n1. 6@b4/5 2. resign\n", "White wins"),
            Some(("1-0".into(), None))
        );
        assert_eq!(
            read("[Result \"0-1\"]\n\n1. 6@b4/5\n", "W resigned"),
            Some(("0-1".into(), Some(1)))
        );
        assert_eq!(
            read("\n1. 6@b4/5\n", "D resigns"),
            Some(("0-1".into(), Some(1)))
        );
    }

    #[test]
    fn results_are_read_as_people_write_them() {
        let names = ["White".to_owned(), "Black".to_owned()];
        let read = |text: &str| {
            let worded = worded_result(text, &names)?;
            Some((worded.outcome.to_string(), worded.resigned))
        };
        for text in [
            "1/2",
            "½",
            "draw",
            "=",
            "½-½",
            "1/2 - 1/2",
            "0.5-0.5",
            "0,5-0,5",
            "1/2-1/2.",
            "Draw agreed",
        ] {
            assert_eq!(read(text), Some(("1/2-1/2".into(), None)), "{text}");
        }
        for text in [
            "1-0.",
            "1 - 0",
            "\"1-0\"",
            "**1-0**",
            "1-0;",
            "1:0.",
            "White wins",
            "white won!",
            "Black lost",
        ] {
            assert_eq!(read(text), Some(("1-0".into(), None)), "{text}");
        }
        assert_eq!(read("Black resigns."), Some(("1-0".into(), Some(2))));
        assert_eq!(read("White resigned"), Some(("0-1".into(), Some(1))));
        for text in [
            ".5-.5",
            "The game is drawn.",
            "Result: 1/2",
            "the game ended in a draw",
        ] {
            assert_eq!(read(text), Some(("1/2-1/2".into(), None)), "{text}");
        }
        for text in [
            "I-O",
            "l-0",
            "1-O",
            "Result: 1-0",
            "1-0 wins",
            "1-0 White wins",
            "1-0 on time",
            "The game is 1-0",
        ] {
            assert_eq!(read(text), Some(("1-0".into(), None)), "{text}");
        }
        assert_eq!(read("1-0 Black resigns"), Some(("1-0".into(), Some(2))));
        assert_eq!(read("1-0 Black wins"), None);
        for text in ["*.", "`*`", "?", "...", "…", "unfinished", "\"*\""] {
            assert_eq!(read(text), Some(("*".into(), None)), "{text}");
        }
        assert_eq!(read("1 wins"), Some(("1-0".into(), None)));
        assert_eq!(read("B resigned"), Some(("1-0".into(), Some(2))));
        assert_eq!(read("Black"), Some(("0-1".into(), None)));
        for text in ["", "1", "b3", "wins", "1-", "2-1", "—", "..", "B"] {
            assert_eq!(read(text), None, "{text}");
        }
    }
}
