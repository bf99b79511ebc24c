//! Tags that all games share: their names in canonical order, the values of `Options`, `Score`,
//! `Rules` and `Termination`, and suggestions for misspelt names. `dates.rs` parses `Date`.

use std::ops::Range;

use pest::Parser;

use super::record::Record;
use super::{Grammar, OptionSpec, Rule, TagSpec};

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
/// The tag for the starting position. Its canonical place is after the other shared tags.
const POSITION: &str = "Position";
/// The minimum length of a known name that matches others at a greater distance.
const LONG_NAME: usize = 7;
/// The minimum length of both names when they are compared. Shorter ones resemble too many others.
const MIN_COMPARED_NAME: usize = 4;

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
#[non_exhaustive]
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
        // Numbers of nine digits always fit.
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
    // The group of a tag, and its place in the group.
    let rank = |name: &str| {
        if let Some(index) = COMMON_TAGS.iter().position(|&known| known == name) {
            return (0, index as u64);
        }
        if name == POSITION {
            return (1, 0);
        }
        match own.iter().position(|spec| spec.covers(name)) {
            // The numbers of a family (`Hand1`, `Hand2`) have at most 32 bits.
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

/// Returns the names of two players in one text: `Ann vs Bob`. `None` for a number of players, and
/// for other texts.
pub(crate) fn two_players(value: &str) -> Option<[&str; 2]> {
    const BETWEEN: [&str; 11] = [
        " vs. ",
        " vs ",
        " v. ",
        " v ",
        " versus ",
        " against ",
        " gegen ",
        " contre ",
        " contra ",
        " tegen ",
        " przeciw ",
    ];
    let (first, second) = BETWEEN.iter().find_map(|word| value.split_once(word))?;
    let names = [first.trim(), second.trim()];
    let is_name = |name: &str| {
        name.contains(char::is_alphabetic) && !BETWEEN.iter().any(|word| name.contains(word))
    };
    names.iter().all(|name| is_name(name)).then_some(names)
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
            let max_distance = 1 + usize::from(known.len() >= LONG_NAME);
            // Lower bound: each missing or surplus character is an edit of its own.
            if known.len().abs_diff(written.chars().count()) > max_distance {
                return None;
            }
            let known_small = known.to_ascii_lowercase();
            let small = written.to_ascii_lowercase();
            let distance = strsim::damerau_levenshtein(&known_small, &small);
            (distance <= max_distance && known.len().min(written.len()) >= MIN_COMPARED_NAME)
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
    fn two_players_are_separated() {
        for value in [
            "Ann vs Bob",
            "Ann vs. Bob",
            "Ann gegen Bob",
            " Ann  v  Bob ",
        ] {
            assert_eq!(two_players(value), Some(["Ann", "Bob"]), "{value}");
        }
        for value in [
            "2",
            "Ann",
            "Ann vs ",
            "1 vs 2",
            "Ann vs Bob vs Carl",
            "Evs Bob",
        ] {
            assert_eq!(two_players(value), None, "{value}");
        }
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
