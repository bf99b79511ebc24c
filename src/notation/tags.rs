//! The tags that all games share, read and checked.

use std::ops::Range;

use pest::Parser;

use super::outcome::Outcome;
use super::record::{Record, Tag};
use super::{Grammar, Rule};
use crate::findings::{Finding, Related, code};
use crate::games::{GameId, TagSpec};
use crate::text::Span;

/// The tags that all games share, in canonical order.
pub(crate) const COMMON_TAGS: [&str; 15] = [
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
    /// It did not end.
    Unfinished,
}

impl Termination {
    /// Every value with its name in a record.
    pub const ALL: [(&'static str, Self); 7] = [
        ("rules", Self::Rules),
        ("resignation", Self::Resignation),
        ("time", Self::Time),
        ("forfeit", Self::Forfeit),
        ("agreement", Self::Agreement),
        ("adjudication", Self::Adjudication),
        ("unfinished", Self::Unfinished),
    ];

    fn named(name: &str) -> Option<Self> {
        Self::ALL.iter().find(|(known, _)| *known == name).map(|&(_, value)| value)
    }
}

/// A `key=value` of the `Options` tag.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OptionPair {
    /// The part before `=`.
    pub key: String,
    /// The part behind it.
    pub value: String,
    /// Where the pair stands in the tag's value, in bytes.
    pub span: Range<usize>,
}

/// Reads the value of an `Options` tag; `None` where it is no list of pairs.
pub fn parse_options(value: &str) -> Option<Vec<OptionPair>> {
    let pairs = Grammar::parse(Rule::options_value, value).ok()?;
    let options = pairs.flat_map(pest::iterators::Pair::into_inner).filter(|pair| pair.as_rule() == Rule::option_pair);
    let read = options.map(|pair| {
        let span = pair.as_span().start()..pair.as_span().end();
        let mut parts = pair.into_inner().map(|part| part.as_str().to_owned());
        OptionPair { key: parts.next().unwrap_or_default(), value: parts.next().unwrap_or_default(), span }
    });
    Some(read.collect())
}

/// The options of a record; empty where it has none or they are malformed.
pub fn options_of(record: &Record) -> Vec<OptionPair> {
    record.tag("Options").and_then(|tag| parse_options(&tag.value)).unwrap_or_default()
}

/// Whether it is `2026`, `2026-11` or `2026-11-20`, and a day that exists.
pub fn is_date(value: &str) -> bool {
    let Ok(pairs) = Grammar::parse(Rule::date_value, value) else { return false };
    let mut numbers =
        pairs.flat_map(pest::iterators::Pair::into_inner).filter_map(|pair| pair.as_str().parse::<u32>().ok());
    let year = numbers.next().unwrap_or(0);
    let month = numbers.next().unwrap_or(1);
    let day = numbers.next().unwrap_or(1);
    let leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    let days = match month {
        1 | 3 | 5 | 7 | 8 | 10 | 12 => 31,
        4 | 6 | 9 | 11 => 30,
        2 if leap => 29,
        2 => 28,
        _ => 0,
    };
    (1..=days).contains(&day)
}

/// What the shared tags say, once they are checked.
#[derive(Clone, Debug, Default)]
pub struct CommonTags {
    /// The `Result` tag, where it could be read.
    pub result: Option<(Outcome, Span)>,
    /// The `Score` tag, where it could be read.
    pub score: Option<(Vec<u32>, Span)>,
    /// The `Termination` tag, where it could be read.
    pub termination: Option<(Termination, Span)>,
    /// A result speaks of another number of seats than the game has, or cannot be one of a game of so many.
    pub impossible_result: bool,
    /// What is wrong with the tags.
    pub findings: Vec<Finding>,
}

fn unknown_value(tag: &Tag, help: impl Into<String>) -> Finding {
    let message = format!("`{}` is no value of the tag `{}`.", shorten(&tag.value), tag.name);
    Finding::new(&code::UNKNOWN_VALUE, tag.value_span, message).with_help(help)
}

/// The beginning of a text that may be as long as the record, for a message.
pub(crate) fn shorten(value: &str) -> String {
    const MOST: usize = 60;
    match value.char_indices().nth(MOST) {
        Some((at, _)) => format!("{}…", &value[..at]),
        None => value.to_owned(),
    }
}

impl CommonTags {
    /// Checks the tags that all games share, and that no tag stands twice or belongs to another
    /// game. `game` is `None` where the record does not say which it is.
    pub fn check(record: &Record, game: Option<GameId>) -> Self {
        let mut tags = Self::default();
        tags.duplicates(record);
        for tag in &record.tags {
            tags.foreign(tag, game);
        }
        tags.values(record, game);
        tags
    }

    /// Checks what depends on the number of seats; `None` where the tags leave that open.
    pub fn check_seats(&mut self, record: &Record, seats: Option<u8>) {
        if let Some(seats) = seats {
            self.count_seats(record, seats);
        }
        self.compare_results(record);
    }

    fn count_seats(&mut self, record: &Record, seats: u8) {
        for (seat, name) in (1..=4u8).zip(["Player1", "Player2", "Player3", "Player4"]) {
            if let Some(tag) = record.tag(name).filter(|_| seat > seats) {
                let message = format!("This game has {seats} seats.");
                self.findings.push(Finding::new(&code::INCONSISTENT, tag.span, message));
            }
        }
        let claims: Vec<_> = self.result.iter().chain(&record.result).cloned().collect();
        for (outcome, span) in claims {
            let Outcome::Decided(standing) = &outcome else { continue };
            let count = standing.0.len();
            if count != usize::from(seats) {
                let message = format!("This result speaks of {count} seats; the game has {seats}.");
                self.findings.push(Finding::new(&code::INCONSISTENT, span, message));
                self.impossible_result = true;
            } else if !standing.is_possible() {
                let message = format!("No game of two seats ends `{outcome}`.");
                let finding = Finding::new(&code::UNKNOWN_VALUE, span, message);
                self.findings.push(finding.with_help("One of `1-0`, `0-1`, `1/2-1/2`, `0-0`."));
                self.impossible_result = true;
            }
        }
        self.result = self.result.take().filter(|(outcome, _)| match outcome {
            Outcome::Decided(standing) => standing.0.len() != usize::from(seats) || standing.is_possible(),
            Outcome::Open => true,
        });
        if let Some((points, span)) = self.score.as_ref().filter(|(points, _)| points.len() != usize::from(seats)) {
            let message = format!("This score speaks of {} seats; the game has {seats}.", points.len());
            self.findings.push(Finding::new(&code::INCONSISTENT, *span, message));
            self.score = None;
        }
    }

    fn duplicates(&mut self, record: &Record) {
        let mut seen = std::collections::HashMap::new();
        for tag in &record.tags {
            if let Some(first) = seen.insert(tag.name.as_str(), tag.span) {
                seen.insert(tag.name.as_str(), first);
                let message = format!("The tag `{}` stands twice.", tag.name);
                let related = Related { message: "the first one".into(), span: first, turn: 0 };
                self.findings.push(
                    Finding::new(&code::DUPLICATE, tag.span, message)
                        .with_help("Leave one of them.")
                        .with_related([related]),
                );
            }
        }
    }

    fn foreign(&mut self, tag: &Tag, game: Option<GameId>) {
        let Some(game) = game else { return };
        if game.tags().iter().any(|spec| spec.covers(&tag.name)) {
            return;
        }
        let owners: Vec<_> = GameId::ALL
            .iter()
            .filter(|other| other.tags().iter().any(|spec| spec.covers(&tag.name)))
            .map(|other| other.title())
            .collect();
        let message = if tag.name == "Score" && !game.has_scores() {
            format!("{} has no points.", game.title())
        } else if owners.is_empty() {
            return;
        } else {
            format!("`{}` is a tag of {}, not of {}.", tag.name, owners.join(" and "), game.title())
        };
        self.findings.push(Finding::new(&code::TAG_NOT_FOR_THIS_GAME, tag.span, message));
    }

    fn values(&mut self, record: &Record, game: Option<GameId>) {
        if let Some(tag) = record.tag("Date").filter(|tag| !is_date(&tag.value)) {
            self.findings.push(unknown_value(tag, "A date is `2026`, `2026-11` or `2026-11-20`."));
        }
        if let Some(tag) = record.tag("Rules") {
            let edition = Grammar::parse(Rule::edition_value, &tag.value).ok().map(|_| tag.value.parse::<u32>());
            if edition != Some(Ok(1)) {
                self.findings.push(unknown_value(tag, "Edition `1` of the rule sheets is the only one so far."));
            }
        }
        if let Some(tag) = record.tag("Termination") {
            match Termination::named(&tag.value) {
                Some(value) => self.termination = Some((value, tag.value_span)),
                None => {
                    let names: Vec<_> = Termination::ALL.iter().map(|(name, _)| format!("`{name}`")).collect();
                    self.findings.push(unknown_value(tag, format!("One of {}.", names.join(", "))));
                }
            }
        }
        if let Some(tag) = record.tag("Result") {
            match Outcome::parse(&tag.value) {
                Some(outcome) => self.result = Some((outcome, tag.value_span)),
                None => self
                    .findings
                    .push(unknown_value(tag, "One of `1`, `0`, `1/2` a seat, joined by `-`; `*` while it is open.")),
            }
        }
        if let Some(tag) = record.tag("Score").filter(|_| game.is_some_and(GameId::has_scores)) {
            match parse_score(&tag.value) {
                Some(points) => self.score = Some((points, tag.value_span)),
                None => self.findings.push(unknown_value(tag, "One number a seat, joined by `-`.")),
            }
        }
    }

    fn compare_results(&mut self, record: &Record) {
        let (Some((in_tag, tag_span)), Some((behind, span))) = (&self.result, &record.result) else { return };
        if in_tag != behind {
            let message = format!("The movetext ends with `{behind}`, the tag `Result` says `{in_tag}`.");
            let related = Related { message: "the other result".into(), span: *span, turn: 0 };
            let finding = Finding::new(&code::INCONSISTENT, *tag_span, message)
                .with_help("Write the same result in both places.")
                .with_related([related]);
            self.findings.push(finding);
        }
    }
}

fn parse_score(value: &str) -> Option<Vec<u32>> {
    let pairs = Grammar::parse(Rule::score_value, value).ok()?;
    let points = pairs.flat_map(pest::iterators::Pair::into_inner).filter(|pair| pair.as_rule() == Rule::points);
    points.map(|pair| pair.as_str().parse().ok()).collect()
}

/// Indices of a record's tags in canonical order: the shared ones, the game's own, the others by
/// name.
pub fn canonical_tag_order(record: &Record, own: &[TagSpec]) -> Vec<usize> {
    let rank = |name: &str| {
        if let Some(at) = COMMON_TAGS.iter().position(|&known| known == name) {
            return (0, at as u64);
        }
        if name == POSITION {
            return (1, 0);
        }
        match own.iter().position(|spec| spec.covers(name)) {
            Some(at) => (2, ((at as u64) << 32) | own[at].number_in(name)),
            None => (3, 0),
        }
    };
    let mut order: Vec<usize> = (0..record.tags.len()).collect();
    order.sort_by(|&left, &right| {
        let (left, right) = (&record.tags[left], &record.tags[right]);
        rank(&left.name).cmp(&rank(&right.name)).then_with(|| left.name.cmp(&right.name))
    });
    order
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_that_do_not_exist_are_refused() {
        for good in ["2026", "2026-11", "2026-11-20", "2024-02-29", "2000-02-29"] {
            assert!(is_date(good), "{good}");
        }
        for bad in ["", "26", "2026-13", "2026-00", "2026-02-29", "1900-02-29", "2026-11-31", "2026.11.20", "2026-1-2"]
        {
            assert!(!is_date(bad), "{bad}");
        }
    }

    #[test]
    fn options_are_pairs() {
        let keys = |text| parse_options(text).map(|pairs| pairs.into_iter().map(|pair| pair.key).collect::<Vec<_>>());
        assert_eq!(keys("a=1  b=2"), Some(vec!["a".into(), "b".into()]));
        assert_eq!(keys(""), Some(vec![]));
        assert_eq!(keys("a"), None);
    }
}
