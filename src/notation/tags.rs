//! Tags that all games share, and parsers of their values.

use std::ops::Range;

use pest::Parser;

use super::record::Record;
use super::{Grammar, OptionSpec, Rule, TagSpec, foreign_words};

/// The tags that all games share, in canonical order.
pub const COMMON_TAGS: [&str; 15] = [
    "Game",
    "Variant",
    "Rules",
    "Options",
    "Event",
    "Site",
    "Round",
    "Date",
    "Player1",
    "Player2",
    "Player3",
    "Player4",
    "Result",
    "Score",
    "Termination",
];
const POSITION: &str = "Position";

/// Why a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Termination {
    /// By the rules.
    Rules,
    /// A seat resigned.
    Resignation,
    /// A clock ran out.
    Time,
    /// A seat forfeited.
    Forfeit,
    /// The seats agreed.
    Agreement,
    /// An arbiter decided.
    Adjudication,
    /// The game did not end.
    Unfinished,
}

impl Termination {
    /// Every value, with its name in a record.
    pub const ALL: [(&'static str, Self); 7] = [
        ("rules", Self::Rules),
        ("resignation", Self::Resignation),
        ("time", Self::Time),
        ("forfeit", Self::Forfeit),
        ("agreement", Self::Agreement),
        ("adjudication", Self::Adjudication),
        ("unfinished", Self::Unfinished),
    ];

    /// Returns the value with this name.
    pub(crate) fn named(name: &str) -> Option<Self> {
        Self::ALL
            .iter()
            .find(|(known, _)| *known == name)
            .map(|&(_, value)| value)
    }
}

/// A `key=value` pair of the `Options` tag.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OptionPair {
    /// The part before `=`.
    pub key: String,
    /// The part after it.
    pub value: String,
    /// The place of the pair in the value of the tag, in bytes.
    pub span: Range<usize>,
}

/// Parses the value of an `Options` tag; `None` if it is not a list of pairs.
pub(crate) fn parse_options(value: &str) -> Option<Vec<OptionPair>> {
    // The grammar defines the form, but takes many times as long.
    if let Some(options) = fast_options(value) {
        return Some(options);
    }

    let pairs = Grammar::parse(Rule::options_value, value).ok()?;
    let options = pairs
        .flat_map(pest::iterators::Pair::into_inner)
        .filter(|pair| pair.as_rule() == Rule::option_pair);
    let read = options.map(|pair| {
        let span = pair.as_span().start()..pair.as_span().end();
        let mut parts = pair.into_inner().map(|part| part.as_str().to_owned());
        OptionPair {
            key: parts.next().unwrap_or_default(),
            value: parts.next().unwrap_or_default(),
            span,
        }
    });
    Some(read.collect())
}

/// Parses options separated by spaces. Returns `None` if the grammar has to decide.
fn fast_options(value: &str) -> Option<Vec<OptionPair>> {
    let mut start = 0;
    let pairs = value.split(' ').filter_map(|word| {
        let span = start..start + word.len();
        start = span.end + 1;
        let read = |word: &str| {
            let (key, value) = word.split_once('=').filter(|(key, _)| !key.is_empty())?;
            Some(OptionPair {
                key: key.to_owned(),
                value: value.to_owned(),
                span,
            })
        };
        (!word.is_empty()).then(|| read(word))
    });
    pairs.collect()
}

/// Writes options as the value of an `Options` tag, in the order of `known`.
pub(crate) fn write_options(mut pairs: Vec<(String, String)>, known: &[OptionSpec]) -> String {
    pairs.sort_by_key(|(key, _)| known.iter().position(|spec| spec.key == key));
    pairs
        .iter()
        .map(|(key, value)| format!("{key}={value}"))
        .collect::<Vec<_>>()
        .join(" ")
}

/// Returns the options of a record; empty if it has none or they are malformed.
pub fn options_of(record: &Record) -> Vec<OptionPair> {
    record
        .tag("Options")
        .and_then(|tag| parse_options(&tag.value))
        .unwrap_or_default()
}

/// Returns true for `2026`, `2026-11` or `2026-11-20`, if the day exists.
pub fn is_date(value: &str) -> bool {
    parse_date(value)
        .is_some_and(|[year, month, day]| (1..=days_of_month(year, month)).contains(&day))
}

/// Returns the help text for an invalid date.
pub(crate) fn date_help(value: &str) -> String {
    let day = parse_date(value).map(|[year, month, _]| days_of_month(year, month));
    match (day, likely_date(value)) {
        (Some(0), _) => "Months are numbered from `01` to `12`.".to_owned(),
        (Some(days), _) => format!("That month has {days} days."),
        (None, Some(suggestion)) => format!("Write `{suggestion}`."),
        (None, None) => "A date is `2026`, `2026-11` or `2026-11-20`.".to_owned(),
    }
}

/// Returns the date that a text in another form can only mean: `2026/11/20`, `20.11.2026`,
/// `20 November 2026`. `None` where the day and the month may be exchanged, as in `06/11/2026`.
pub(crate) fn likely_date(value: &str) -> Option<String> {
    // In PGN, unknown parts of a date are question marks.
    let known = value.trim().trim_end_matches(".??");
    let parts: Vec<&str> = known
        .split(|sign: char| !sign.is_alphanumeric())
        .filter(|part| !part.is_empty())
        .collect();
    let number = |part: &str| {
        part.bytes()
            .all(|byte| byte.is_ascii_digit())
            .then(|| part.parse::<u32>().ok())?
    };
    let is_year = |part: &&str| part.len() == 4 && number(part).is_some();
    let has_unknown_parts = known.len() < value.trim().len();
    let date = match parts.as_slice() {
        [year] if is_year(year) => (*year).to_owned(),
        [year, month] if is_year(year) => format!("{year}-{:02}", number(month)?),
        [year, month, day] if is_year(year) => {
            let month = number(month).or_else(|| month_named(month))?;
            format!("{year}-{month:02}-{:02}", number(day)?)
        }
        [first, second, year] if is_year(year) => {
            let (day, month) = day_and_month(first, second, known.contains('.'), number)?;
            format!("{year}-{month:02}-{day:02}")
        }
        _ => return None,
    };
    // Question marks after a whole date make no sense.
    (is_date(&date) && !(has_unknown_parts && parts.len() > 2)).then_some(date)
}

/// Returns the day and the month of a date whose year comes last; `None` if they may be exchanged.
/// With full stops, the day is first.
fn day_and_month(
    first: &str,
    second: &str,
    has_stops: bool,
    number: impl Fn(&str) -> Option<u32>,
) -> Option<(u32, u32)> {
    /// Endings of ordinals: `20th`.
    const ENDINGS: [&str; 4] = ["st", "nd", "rd", "th"];
    let day = |part: &str| {
        number(part).or_else(|| {
            number(
                ENDINGS
                    .iter()
                    .find_map(|ending| part.strip_suffix(ending))?,
            )
        })
    };
    match (month_named(first), month_named(second)) {
        (Some(month), None) => Some((day(second)?, month)),
        (None, Some(month)) => Some((day(first)?, month)),
        (None, None) => match (number(first)?, number(second)?) {
            (day, month) if has_stops || day > 12 || day == month => Some((day, month)),
            (month, day) if day > 12 => Some((day, month)),
            _ => None,
        },
        _ => None,
    }
}

/// Returns the number of a month.
pub(crate) fn month_named(name: &str) -> Option<u32> {
    const MONTHS: [&str; 12] = [
        "january",
        "february",
        "march",
        "april",
        "may",
        "june",
        "july",
        "august",
        "september",
        "october",
        "november",
        "december",
    ];
    let small = name.to_lowercase();
    // At least three letters: the whole name, or the start of one.
    let is_short_form = |month: &str| small.len() >= 3 && month.starts_with(&small);
    let english = MONTHS.iter().position(|month| is_short_form(month));
    let foreign = || {
        foreign_words::MONTHS
            .iter()
            .position(|names| names.contains(&small.as_str()))
    };
    let index = english.or_else(foreign)?;
    u32::try_from(index + 1).ok()
}

/// Returns the number of days in a month; 0 if the month does not exist.
fn days_of_month(year: u32, month: u32) -> u32 {
    let is_leap_year =
        year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
    match month {
        1 | 3 | 5 | 7 | 8 | 10 | 12 => 31,
        4 | 6 | 9 | 11 => 30,
        2 if is_leap_year => 29,
        2 => 28,
        _ => 0,
    }
}

/// Parses a date into year, month and day. Missing parts are 1.
fn parse_date(value: &str) -> Option<[u32; 3]> {
    // The grammar defines the form, but takes many times as long; most records have a date.
    if let Some(date) = fast_date(value.as_bytes()) {
        return Some(date);
    }

    let pairs = Grammar::parse(Rule::date_value, value).ok()?;
    let mut numbers = pairs
        .flat_map(pest::iterators::Pair::into_inner)
        .filter_map(|pair| pair.as_str().parse::<u32>().ok());
    Some([
        numbers.next().unwrap_or(0),
        numbers.next().unwrap_or(1),
        numbers.next().unwrap_or(1),
    ])
}

/// Parses a date from bytes. Missing parts are 1. Returns `None` if the grammar has to decide.
fn fast_date(value: &[u8]) -> Option<[u32; 3]> {
    /// Default of a missing part.
    const FIRST: &[u8] = b"1";
    let number = |digits: &[u8]| {
        let mut digits = digits.iter();
        digits.try_fold(0, |number, digit| {
            digit
                .is_ascii_digit()
                .then(|| number * 10 + u32::from(digit - b'0'))
        })
    };
    let (year, rest) = value.split_at_checked(4)?;
    let (month, day) = match rest.len() {
        0 => (FIRST, FIRST),
        3 => (rest.strip_prefix(b"-")?, FIRST),
        6 => (
            rest.strip_prefix(b"-")?.get(..2)?,
            rest.get(3..)?.strip_prefix(b"-")?,
        ),
        _ => return None,
    };
    Some([number(year)?, number(month)?, number(day)?])
}

/// Parses the value of a `Score` tag.
pub(crate) fn parse_score(value: &str) -> Option<Vec<u32>> {
    // The grammar defines the form, but takes many times as long.
    if let Some(points) = fast_score(value) {
        return Some(points);
    }

    let pairs = Grammar::parse(Rule::score_value, value).ok()?;
    let points = pairs
        .flat_map(pest::iterators::Pair::into_inner)
        .filter(|pair| pair.as_rule() == Rule::points);
    points.map(|pair| pair.as_str().parse().ok()).collect()
}

/// Parses a score by its hyphens. Returns `None` if the grammar has to decide.
fn fast_score(value: &str) -> Option<Vec<u32>> {
    let points = value.split('-').map(|points| {
        let is_plain = points == "0" || !points.starts_with(['0', '+']);
        points
            .parse()
            .ok()
            .filter(|_| is_plain && points.len() <= 9)
    });
    points.collect()
}

/// Returns true if a value is the number of an edition of the rule sheets.
pub(crate) fn is_edition(value: &str) -> bool {
    // Fast path: there is only one edition so far.
    value == "1" || Grammar::parse(Rule::edition_value, value).is_ok()
}

/// Returns the indices of a record's tags in canonical order: the shared tags, the game's own, and
/// the others by name.
pub(crate) fn canonical_tag_order(record: &Record, own: &[TagSpec]) -> Vec<usize> {
    let rank = |name: &str| {
        if let Some(index) = COMMON_TAGS.iter().position(|&known| known == name) {
            return (0, index as u64);
        }
        if name == POSITION {
            return (1, 0);
        }
        match own.iter().position(|spec| spec.covers(name)) {
            Some(index) => (2, ((index as u64) << 32) | own[index].number_in(name)),
            None => (3, 0),
        }
    };
    let mut order: Vec<usize> = (0..record.tags.len()).collect();
    order.sort_by_cached_key(|&index| {
        let name = record.tags[index].name.as_str();
        (rank(name), name)
    });
    order
}

/// Returns true if a tag is shared by all games.
pub(crate) fn is_common_tag(name: &str) -> bool {
    name == POSITION || COMMON_TAGS.contains(&name)
}

/// PGN tags for the players, and the tags of this notation.
const PLAYERS_OF_PGN: [(&str, &str); 2] = [("White", "Player1"), ("Black", "Player2")];

/// Returns true for the name of a tag that names a player in PGN.
pub(crate) fn is_player_of_pgn(name: &str) -> bool {
    PLAYERS_OF_PGN.iter().any(|(theirs, _)| *theirs == name)
}

/// Returns the known tag that a name may be a typo of: a shared tag, or one of `own`.
pub fn likely_tag(name: &str, own: &[TagSpec]) -> Option<String> {
    let stem = name.trim_end_matches(|character: char| character.is_ascii_digit());
    let number = &name[stem.len()..];
    let family = own
        .iter()
        .filter(|spec| spec.numbered.is_some() && !number.is_empty())
        .map(|spec| (spec.name, stem, number));
    let single = COMMON_TAGS
        .into_iter()
        .chain([POSITION])
        .chain(own.iter().map(|spec| spec.name));
    let near = single
        .map(|known| (known, name, ""))
        .chain(family)
        .filter_map(|(known, written, number)| {
            let max_distance = 1 + usize::from(known.len() > 6);
            // Lower bound: each missing or surplus character is an edit of its own.
            if known.len().abs_diff(written.chars().count()) > max_distance {
                return None;
            }
            let known_small = known.to_ascii_lowercase();
            let small = written.to_ascii_lowercase();
            let distance = strsim::damerau_levenshtein(&known_small, &small);
            (distance <= max_distance && known.len().min(written.len()) > 3)
                .then(|| (distance, format!("{known}{number}")))
        });
    // Of several at the same distance, the first.
    let nearest = near
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, known)| known);
    nearest.or_else(|| {
        PLAYERS_OF_PGN
            .iter()
            .find(|(theirs, _)| *theirs == name)
            .map(|(_, ours)| (*ours).to_owned())
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::score_text;
    use proptest::prelude::*;

    #[test]
    fn days_that_do_not_exist_are_rejected() {
        for good in ["2026", "2026-11", "2026-11-20", "2024-02-29", "2000-02-29"] {
            assert!(is_date(good), "{good}");
        }
        for bad in [
            "",
            "26",
            "2026-13",
            "2026-00",
            "2026-02-29",
            "1900-02-29",
            "2026-11-31",
            "2026.11.20",
            "2026-1-2",
        ] {
            assert!(!is_date(bad), "{bad}");
        }
    }

    #[test]
    fn invalid_dates_are_reported_with_the_reason() {
        for (value, help) in [
            ("2026-02-29", "That month has 28 days."),
            ("2026-11-00", "That month has 30 days."),
            ("2026-13", "Months are numbered from `01` to `12`."),
            ("2026.11.20", "Write `2026-11-20`."),
            ("2026/11/20", "Write `2026-11-20`."),
            ("2026.11.??", "Write `2026-11`."),
            ("2026.??.??", "Write `2026`."),
            ("????.??.??", "A date is `2026`, `2026-11` or `2026-11-20`."),
            ("20.11.2026", "Write `2026-11-20`."),
            ("20/11/2026", "Write `2026-11-20`."),
            ("11/20/2026", "Write `2026-11-20`."),
            ("6.11.2026", "Write `2026-11-06`."),
            ("2026-1-2", "Write `2026-01-02`."),
            ("20 November 2026", "Write `2026-11-20`."),
            ("Nov 20th, 2026", "Write `2026-11-20`."),
            ("06/11/2026", "A date is `2026`, `2026-11` or `2026-11-20`."),
            ("2026.02.29", "A date is `2026`, `2026-11` or `2026-11-20`."),
            ("yesterday", "A date is `2026`, `2026-11` or `2026-11-20`."),
        ] {
            assert_eq!(date_help(value), help, "{value}");
        }
    }

    /// Returns true if the grammar accepts a text.
    fn is_accepted(rule: Rule, text: &str) -> bool {
        Grammar::parse(rule, text).is_ok()
    }

    proptest! {
        #[test]
        fn scores_agree_with_the_grammar(text in "([0-9]{0,2}|[1-9][0-9]{8,9}|[0+ é])(-([0-9]{0,2}|[+é])){0,3}[ -]?") {
            let score = parse_score(&text);
            prop_assert_eq!(score.is_some(), is_accepted(Rule::score_value, &text));
            if let Some(score) = score {
                prop_assert_eq!(score_text(&score), text);
            }
        }

        #[test]
        fn dates_agree_with_the_grammar(text in "[0-9é]{3,5}([-.][0-9a]{1,3}){0,3}[ -]?| ?[0-9]{4}") {
            let date = parse_date(&text);
            prop_assert_eq!(date.is_some(), is_accepted(Rule::date_value, &text));
            if let Some([year, month, day]) = date {
                let written = format!("{year:04}-{month:02}-{day:02}");
                let missing = "0000-01-01".get(text.len()..).unwrap_or_default();
                prop_assert_eq!(format!("{text}{missing}"), written);
            }
        }

        #[test]
        fn options_agree_with_the_grammar(text in "[ab=é \t\n]{0,3}([a-cé]=?[1é=]?[ \t]{0,2}){0,3}") {
            let options = parse_options(&text);
            prop_assert_eq!(options.is_some(), is_accepted(Rule::options_value, &text));
            for pair in options.unwrap_or_default() {
                let written = format!("{}={}", pair.key, pair.value);
                prop_assert_eq!(text.get(pair.span), Some(written.as_str()));
                prop_assert!(!pair.key.contains('='));
            }
        }
    }

    #[test]
    fn typos_of_known_tags_are_reported() {
        let suggestion = |name| likely_tag(name, &[]);
        for (name, known) in [
            ("variant", "Variant"),
            ("Varant", "Variant"),
            ("Vairants", "Variant"),
            ("Termination", "Termination"),
            ("Terminatn", "Termination"),
            ("XTerminations", "Termination"),
            ("Sites", "Site"),
            ("White", "Player1"),
        ] {
            assert_eq!(suggestion(name).as_deref(), Some(known), "{name}");
        }
        assert_eq!(
            ["Sit", "Termina", "XXTerminations", "Sitess", "Annotator"].map(suggestion),
            [const { None }; 5]
        );
    }

    #[test]
    fn options_are_pairs() {
        let keys = |text| {
            parse_options(text)
                .map(|pairs| pairs.into_iter().map(|pair| pair.key).collect::<Vec<_>>())
        };
        assert_eq!(keys("a=1  b=2"), Some(vec!["a".into(), "b".into()]));
        assert_eq!(keys(""), Some(vec![]));
        assert_eq!(keys("a"), None);
    }
}
