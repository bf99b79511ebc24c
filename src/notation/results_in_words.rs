//! Parses results in forms that people use: `½`, `draw`, `1 - 0`, `White wins`, `Black resigns`.
//! [`worded_result`] needs only the text and the names of the seats; [`worded_result_of`] also uses
//! the record, and reads other languages.

use super::outcome::{Outcome, Points, Standing};
use super::{Record, foreign_words, is_resignation};

/// The maximum length of a text that is parsed as a result, in bytes.
const MAX_LENGTH: usize = 60;

/// Words for a game that is not over.
const OPEN_GAMES: [&str; 11] = [
    "unfinished",
    "ongoing",
    "open",
    "in progress",
    "adjourned",
    "to be continued",
    "tbc",
    "not finished",
    "unknown",
    "undecided",
    "etc",
];
/// Words for a draw.
const DRAWS: [&str; 16] = [
    "1/2",
    "draw",
    "drawn",
    "a draw",
    "remis",
    "tie",
    "=",
    "agreed",
    "draw agreed",
    "agreed draw",
    "draw by agreement",
    "drawn by agreement",
    "game drawn",
    "draws",
    "1/2 agreed",
    "agreed 1/2-1/2",
];

/// A result in a form that is not part of the notation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct WordedResult {
    /// The result.
    pub(crate) outcome: Outcome,
    /// The seat that resigned according to the text, from 1.
    pub(crate) resigned: Option<u8>,
}

impl WordedResult {
    /// Creates the result of a text that mentions no resignation.
    fn without_resignation(outcome: Outcome) -> Self {
        Self {
            outcome,
            resigned: None,
        }
    }
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
    let result = worded_result(text, names).or_else(|| translated_result(record, text, names));
    if !begins_dark(names) {
        return result;
    }
    let Some(end) = stated_end(record) else {
        return result;
    };
    if result.as_ref().is_some_and(|result| result.outcome == end) {
        return result;
    }

    let with_white_first = worded_result(text, &["White", "Black"].map(str::to_owned));
    match with_white_first {
        Some(worded) if worded.outcome == end => Some(worded),
        _ => result,
    }
}

/// Parses a result in another language, with names of players or with points.
fn translated_result(record: &Record, text: &str, names: &[String]) -> Option<WordedResult> {
    let english = translate_to_english(record, text)?;
    worded_result(&english, names)
        .or_else(|| result_by_score(record, &english, names))
        .or_else(|| parse_several_winners(&english, names))
        .or_else(|| worded_result(without_manner(&english)?, names))
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
    // No game has more than four seats.
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
    // A player's name without another word does not say who won.
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
    (count > 1).then_some(WordedResult::without_resignation(outcome))
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
    // `1-0` is a result, not a score, and numbers of more than three digits are years or the like.
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
    let outcome = Outcome::Decided(standing);
    Some(WordedResult::without_resignation(outcome))
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
    // Two seats alternate, so the turns with an even index belong to seat 1.
    let winner = if resigned.is_multiple_of(2) { 2 } else { 1 };
    Some(Outcome::Decided(Standing::win_for(winner, 2)))
}

/// Parses a result in a form that is not part of the notation. `names` are the names of the seats,
/// in order.
pub(crate) fn worded_result(text: &str, names: &[String]) -> Option<WordedResult> {
    if text.len() > MAX_LENGTH {
        return None;
    }
    let seats = Seats::new(names)?;
    let plain = in_plain_signs(text);

    // The plain form of a text of signs only, such as `*`, is empty.
    let is_open = match plain.as_str() {
        "" => is_sign_of_open_game(text),
        words => OPEN_GAMES.contains(&words),
    };
    if is_open {
        return Some(WordedResult::without_resignation(Outcome::Open));
    }
    if DRAWS.contains(&plain.as_str()) {
        let outcome = Outcome::Decided((0..seats.count).map(|_| Points::Half).collect());
        return Some(WordedResult::without_resignation(outcome));
    }
    if let Some(outcome) = result_in_digits(&plain) {
        return Some(WordedResult::without_resignation(outcome));
    }
    if let Some(rest) = after_introduction(&plain) {
        return worded_result(rest, names);
    }
    seats
        .parse_sentence(&plain)
        .or_else(|| result_and_words(&plain, &seats))
}

/// Parses a result of digits and hyphens, also with spaces between them.
fn result_in_digits(plain: &str) -> Option<Outcome> {
    let digits = match plain {
        "1/0" | "0/1" => plain.replace('/', "-"),
        _ => with_digits(&plain.replace(' ', "")),
    };
    Outcome::parse(&digits).filter(|_| digits.contains('-'))
}

/// Returns a text without the words that introduce a result: `the game ended in`, `result:`. `None`
/// if it does not begin with them.
fn after_introduction(plain: &str) -> Option<&str> {
    const VERBS: [&str; 8] = [
        "is ",
        "was ",
        "ends in ",
        "ended in ",
        "ends ",
        "ended ",
        "- ",
        "= ",
    ];
    let sentence = plain
        .trim_start_matches("the ")
        .trim_start_matches("game ")
        .trim_start_matches("result")
        .trim();
    if sentence.len() == plain.len() {
        return None;
    }
    let rest = VERBS.iter().find_map(|verb| sentence.strip_prefix(verb));
    Some(rest.unwrap_or(sentence).trim())
}

/// Replaces letters that look like the digits of a result of two seats, which has three characters:
/// `I-O`.
fn with_digits(text: &str) -> String {
    let is_alike = |sign: char| matches!(sign, '0' | '1' | 'o' | 'i' | 'l' | '-');
    if text.len() != 3 || !text.contains(is_alike) || text.contains(|sign| !is_alike(sign)) {
        return text.to_owned();
    }
    text.replace('o', "0").replace(['i', 'l'], "1")
}

/// Parses a result that words confirm: `1-0 White wins`, `0-1 resigns`, `1-0 on time`.
fn result_and_words(plain: &str, seats: &Seats<'_>) -> Option<WordedResult> {
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
    match seats.parse_sentence(words) {
        Some(worded) if worded.outcome == outcome => Some(worded),
        _ if REASONS.contains(&words) => Some(WordedResult::without_resignation(outcome)),
        _ => None,
    }
}

/// The seats of a game, as a sentence about its result may name them.
struct Seats<'n> {
    /// The names, in order.
    names: &'n [String],
    /// The number of seats.
    count: u8,
    /// The colours of two seats in other games, in order; empty texts for more seats.
    colours: [&'static str; 2],
}

impl<'n> Seats<'n> {
    /// Creates the seats with these names; `None` for less than two.
    fn new(names: &'n [String]) -> Option<Self> {
        let count = u8::try_from(names.len()).ok().filter(|&count| count > 1)?;
        // White is the light colour where the seats have colours, otherwise the first of two seats.
        let colours = match count {
            2 if begins_dark(names) => ["black", "white"],
            2 => ["white", "black"],
            _ => ["", ""],
        };
        Some(Self {
            names,
            count,
            colours,
        })
    }

    /// Parses `White wins`, `Black resigned`, `won by seat 2`.
    fn parse_sentence(&self, plain: &str) -> Option<WordedResult> {
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
        if let Some(seat) = self.seat_with_verb(plain, &WINS) {
            return Some(WordedResult::without_resignation(self.won_by(seat)));
        }
        if let Some(seat) = self.seat_with_verb(plain, &RESIGNS) {
            return Some(WordedResult {
                outcome: self.won_by(self.opponent(seat)?),
                resigned: Some(seat),
            });
        }
        // A name alone is that of the winner. Initials and numbers are too short for that.
        if let Some(seat) = self.seat_named(plain)
            && plain.len() > 2
        {
            return Some(WordedResult::without_resignation(self.won_by(seat)));
        }
        let loser = self.seat_with_verb(plain, &LOSES)?;
        let outcome = self.won_by(self.opponent(loser)?);
        Some(WordedResult::without_resignation(outcome))
    }

    /// Returns the seat, from 1, that is named before one of these verbs, or after it: `won by
    /// White`.
    fn seat_with_verb(&self, sentence: &str, verbs: &[&str]) -> Option<u8> {
        verbs.iter().find_map(|verb| {
            let before = sentence
                .strip_suffix(verb)
                .and_then(|rest| rest.strip_suffix(' '));
            if let Some(seat) = before.and_then(|words| self.seat_named(words)) {
                return Some(seat);
            }

            let after = sentence.strip_prefix(verb)?;
            let words = after
                .trim_start_matches([' ', ':'])
                .trim_start_matches("by ");
            self.seat_named(words)
        })
    }

    /// Returns the seat, from 1, that words name: by its name, its colour, their initials, or its
    /// number.
    fn seat_named(&self, words: &str) -> Option<u8> {
        let words = words
            .trim_start_matches("the ")
            .trim_end_matches(" player")
            .trim_end_matches([':', ',']);
        let is_name = |name: &str| {
            let is_initial = words.len() == 1 && name.to_ascii_lowercase().starts_with(words);
            !words.is_empty() && (name.eq_ignore_ascii_case(words) || is_initial)
        };
        let by_name = self.names.iter().position(|name| is_name(name));
        let by_colour = || self.colours.iter().position(|name| is_name(name));
        let by_number = || {
            let number = words
                .strip_prefix("player ")
                .or_else(|| words.strip_prefix("seat "))
                .unwrap_or(words);
            number.parse::<usize>().ok()?.checked_sub(1)
        };

        let index = by_name.or_else(by_colour).or_else(by_number)?;
        let seat = u8::try_from(index + 1).ok()?;
        (seat <= self.count).then_some(seat)
    }

    /// Returns the other one of two seats.
    fn opponent(&self, seat: u8) -> Option<u8> {
        (self.count == 2).then(|| 3 - seat)
    }

    fn won_by(&self, seat: u8) -> Outcome {
        Outcome::Decided(Standing::win_for(seat, self.count))
    }
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
