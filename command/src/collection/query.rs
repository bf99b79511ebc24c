//! Search in a collection. A record matches if all conditions hold.
//!
//! A condition is a name, a sign and a value: `Date>=2026-05`, `white-lost>=6`. The *material* of a
//! position is the number of pieces of each kind; `white-lost` is the number of white pieces that
//! are out of the game.

use std::cmp::Ordering;

use pipscribe::collection::{Game, PositionCondition, material, material_names};
use pipscribe::games::{GameId, TurnView};
use pipscribe::replay::{Frame, Position, Timeline};
use pipscribe::text::{did_you_mean, shorten};

/// Comparison of two values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Comparison {
    /// `=`
    Equal,
    /// `!=`
    Unequal,
    /// `>=`
    AtLeast,
    /// `<=`
    AtMost,
    /// `>`
    More,
    /// `<`
    Less,
    /// `~`: the value contains the text, ignoring case.
    Has,
}

/// Signs of all comparisons. A sign comes before its own prefixes.
const SIGNS: [(&str, Comparison); 7] = [
    ("!=", Comparison::Unequal),
    (">=", Comparison::AtLeast),
    ("<=", Comparison::AtMost),
    ("=", Comparison::Equal),
    (">", Comparison::More),
    ("<", Comparison::Less),
    ("~", Comparison::Has),
];

impl Comparison {
    /// Returns true if two values in this order meet the comparison.
    fn matches(self, order: Ordering) -> bool {
        match self {
            // `Has` compares only texts, in `matches_texts`.
            Self::Equal | Self::Has => order.is_eq(),
            Self::Unequal => order.is_ne(),
            Self::AtLeast => order.is_ge(),
            Self::AtMost => order.is_le(),
            Self::More => order.is_gt(),
            Self::Less => order.is_lt(),
        }
    }

    /// Compares a text with the value of a condition.
    fn matches_texts(self, left: &str, right: &str) -> bool {
        match self {
            Self::Has => left.to_lowercase().contains(&right.to_lowercase()),
            other => other.matches(natural_order(left, right)),
        }
    }
}

/// Compares two texts in natural order, with the numbers in them by value: `9` before `10`, and
/// `Round 9` before `Round 10`. This is a total order, as sorting needs it.
pub(crate) fn natural_order(left: &str, right: &str) -> Ordering {
    let pieces = text_pieces(left).cmp(text_pieces(right));
    // Numbers with leading zeros are equal to others.
    pieces.then_with(|| left.cmp(right))
}

/// A part of a text that is compared as a whole. Numbers come before other text.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
enum TextPiece<'t> {
    /// A number of any size: how many digits it has, and the digits, both without leading zeros.
    Number(usize, &'t str),
    Text(&'t str),
}

/// Divides a text into numbers and the text between them.
fn text_pieces(text: &str) -> impl Iterator<Item = TextPiece<'_>> {
    let mut rest = text;
    std::iter::from_fn(move || {
        let is_digit = |sign: char| sign.is_ascii_digit();
        let is_number = rest.chars().next().map(is_digit)?;
        let length = rest.find(|sign| is_digit(sign) != is_number);
        let (piece, after) = rest.split_at(length.unwrap_or(rest.len()));
        rest = after;
        Some(if is_number {
            let digits = piece.trim_start_matches('0');
            TextPiece::Number(digits.len(), digits)
        } else {
            TextPiece::Text(piece)
        })
    })
}

/// Splits a condition into its name and, if there is one, its sign with the value.
fn split(text: &str) -> (&str, Option<(Comparison, &str)>) {
    let end_of_name = text.find(['!', '>', '<', '=', '~']).unwrap_or(text.len());
    let (name, rest) = text.split_at(end_of_name);
    for (sign, comparison) in SIGNS {
        if let Some(value) = rest.strip_prefix(sign) {
            return (name.trim(), Some((comparison, value.trim())));
        }
    }
    (name.trim(), None)
}

/// Error for a condition that cannot be parsed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub(crate) struct NoCondition(String);

/// Condition on a tag: `Player1=Ann`, `Event~club`, `Date>=2026-05`, or `Round` for a tag that must
/// be present.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct TagCondition {
    name: String,
    value: Option<(Comparison, String)>,
}

impl std::str::FromStr for TagCondition {
    type Err = NoCondition;

    fn from_str(text: &str) -> Result<Self, NoCondition> {
        let (name, value) = split(text);
        let is_name = name.starts_with(|first: char| first.is_ascii_alphabetic())
            && name
                .chars()
                .all(|letter| letter.is_ascii_alphanumeric() || letter == '_');
        // A `!` without `=` ends the name, but is not a sign.
        let has_invalid_sign = value.is_none() && name.len() < text.trim().len();
        if !is_name || has_invalid_sign {
            let message = format!(
                "`{}` is not a condition on a tag: write `Event=Open`, `Player~ann` or `Date>=2026`",
                shorten(text)
            );
            return Err(NoCondition(message));
        }
        Ok(Self {
            name: name.to_owned(),
            value: value.map(|(comparison, value)| (comparison, value.to_owned())),
        })
    }
}

impl TagCondition {
    /// Returns true for the name of the tag. `Player` means the tags of all players.
    fn is_about(&self, name: &str) -> bool {
        // Such as `Player1`.
        let is_player_tag = name.len() == 7 && name.starts_with("Player");
        name == self.name || (self.name == "Player" && is_player_tag)
    }

    /// Returns true if the record meets the condition.
    fn holds(&self, game: &Game<'_>) -> bool {
        let record = game.checked.record();
        let mut tags = record.tags.iter().filter(|tag| self.is_about(&tag.name));
        match &self.value {
            None => tags.next().is_some(),
            // A missing tag is unequal to every value.
            Some((Comparison::Unequal, value)) => tags.all(|tag| tag.value != *value),
            Some((comparison, value)) => {
                tags.any(|tag| comparison.matches_texts(&tag.value, value))
            }
        }
    }
}

/// Condition on the material of a position: `white-lost>=6`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct MaterialCondition {
    name: String,
    comparison: Comparison,
    count: u64,
}

impl std::str::FromStr for MaterialCondition {
    type Err = NoCondition;

    fn from_str(text: &str) -> Result<Self, NoCondition> {
        let (name, value) = split(text);
        let names = material_names();
        if !names.contains(&name) {
            let suggestion = did_you_mean(name, names.iter().copied());
            let message = format!(
                "unknown material `{name}`{suggestion} (use one of {})",
                names.join(", ")
            );
            return Err(NoCondition(message));
        }
        if let Some((comparison, value)) = value
            && comparison != Comparison::Has
            && let Ok(count) = value.parse()
        {
            return Ok(Self {
                name: name.to_owned(),
                comparison,
                count,
            });
        }
        Err(NoCondition(format!(
            "`{}` has no number to compare with: write `{name}>=3`",
            shorten(text)
        )))
    }
}

impl MaterialCondition {
    fn holds(&self, position: &Position) -> bool {
        material(position, &self.name)
            .is_some_and(|count| self.comparison.matches(count.cmp(&self.count)))
    }
}

/// Condition on a turn: `Gb3`, or `2:Gg2` for the second turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct TurnCondition {
    number: Option<u32>,
    text: String,
}

impl std::str::FromStr for TurnCondition {
    type Err = NoCondition;

    fn from_str(text: &str) -> Result<Self, NoCondition> {
        let (number, turn) = split_turn_number(text);
        let is_turn = |game: &GameId| TurnView::parse(*game, turn).is_ok();
        if !GameId::ALL.iter().any(is_turn) {
            return Err(NoCondition(format!(
                "`{}` is not a turn of any of the games",
                shorten(turn)
            )));
        }
        Ok(Self {
            number,
            text: turn.to_owned(),
        })
    }
}

/// Splits a condition on a turn into its number, if there is one, and the turn.
fn split_turn_number(text: &str) -> (Option<u32>, &str) {
    if let Some((before, turn)) = text.split_once(':')
        && let Ok(number) = before.parse()
    {
        (Some(number), turn)
    } else {
        (None, text)
    }
}

impl TurnCondition {
    fn holds(&self, timeline: &Timeline, variations: bool) -> bool {
        let parsed = TurnView::parse(timeline.game(), &self.text);
        let canonical = parsed.map_or_else(|_| self.text.clone(), |turn| turn.to_string());
        // The turn may continue with actions that the condition omits because the rules imply them.
        let matches = |turn: &str| {
            turn.strip_prefix(canonical.as_str())
                .is_some_and(|rest| rest.is_empty() || rest.starts_with(';'))
        };
        frames_to_search(timeline, variations)
            .filter(|frame| self.number.is_none_or(|number| frame.number == number))
            .any(|frame| frame.position.turn().is_some_and(|turn| matches(&turn)))
    }
}

/// Returns the turns with their positions, the start first. Those of variations are included if
/// `variations` is true.
fn frames_to_search(timeline: &Timeline, variations: bool) -> impl Iterator<Item = &Frame> {
    timeline
        .frames()
        .iter()
        .filter(move |frame| variations || frame.path.is_empty())
}

/// Conditions of a search.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Query {
    /// Conditions on tags.
    pub tags: Vec<TagCondition>,
    /// The record must be of one of these games; empty means any game.
    pub games: Vec<GameId>,
    /// The record must be of one of these variants; empty means any variant.
    pub variants: Vec<String>,
    /// At least one finding must have one of these codes or families.
    pub codes: Vec<String>,
    /// Required validity; `None` for any.
    pub valid: Option<bool>,
    /// Turns, all of which the main line must contain.
    pub turns: Vec<TurnCondition>,
    /// Positions, all of which the main line must reach.
    pub positions: Vec<PositionCondition>,
    /// Conditions on material, all of which one position must meet.
    pub material: Vec<MaterialCondition>,
    /// True if the position that meets the material conditions must be the last one.
    pub at_end: bool,
    /// True if turns and positions of variations match as well.
    pub variations: bool,
    /// The record must have one of these results. The result under the rules takes precedence over
    /// the claimed one.
    pub results: Vec<String>,
    /// Minimum number of turns.
    pub least_turns: Option<u32>,
    /// Maximum number of turns.
    pub most_turns: Option<u32>,
}

impl Query {
    /// Returns true if a record matches.
    pub(crate) fn finds(&self, game: &Game<'_>) -> bool {
        // Cheap conditions are tested first.
        self.finds_by_tags(game) && self.finds_by_report(game) && self.finds_by_turns(game)
    }

    /// Returns the names of the tags in the conditions.
    pub(crate) fn tag_names(&self) -> impl Iterator<Item = &str> {
        self.tags.iter().map(|tag| tag.name.as_str())
    }

    /// Returns for each condition on a tag if a record has the tag, whatever its value.
    pub(crate) fn present_tags(&self, game: &Game<'_>) -> Vec<bool> {
        if self.tags.is_empty() {
            return Vec::new();
        }
        let written = &game.checked.record().tags;
        let is_present =
            |condition: &TagCondition| written.iter().any(|tag| condition.is_about(&tag.name));
        self.tags.iter().map(is_present).collect()
    }

    fn finds_by_tags(&self, game: &Game<'_>) -> bool {
        let has_game = || {
            let game_of_record = game.checked.game;
            game_of_record.is_some_and(|game| self.games.contains(&game))
        };
        let has_variant = || {
            game.variant()
                .is_some_and(|variant| self.variants.contains(&variant))
        };
        (self.games.is_empty() || has_game())
            && (self.variants.is_empty() || has_variant())
            && self.tags.iter().all(|tag| tag.holds(game))
    }

    fn finds_by_report(&self, game: &Game<'_>) -> bool {
        let report = &game.checked.report;
        let has_code = || {
            let mut codes = report.findings.iter().map(|finding| finding.code.id);
            codes.any(|id| self.codes.iter().any(|name| is_code_or_family_of(name, id)))
        };
        let has_result = || {
            let by_rules = report.result.as_ref().map(ToString::to_string);
            let result = by_rules.or_else(|| game.claimed());
            self.results.contains(&result.unwrap_or("*".to_owned()))
        };
        (self.codes.is_empty() || has_code())
            && self.valid.is_none_or(|valid| report.is_valid() == valid)
            && self.least_turns.is_none_or(|least| report.turns >= least)
            && self.most_turns.is_none_or(|most| report.turns <= most)
            && (self.results.is_empty() || has_result())
    }

    fn finds_by_turns(&self, game: &Game<'_>) -> bool {
        let needs_no_positions =
            self.turns.is_empty() && self.positions.is_empty() && self.material.is_empty();
        if needs_no_positions {
            return true;
        }
        let Ok(timeline) = game.checked.timeline() else {
            return false;
        };
        let frames = || frames_to_search(timeline, self.variations);
        let has_material = |frame: &Frame| {
            let mut conditions = self.material.iter();
            conditions.all(|condition| condition.holds(&frame.position))
        };
        let meets_material = || {
            if self.at_end {
                timeline.after(None).is_ok_and(has_material)
            } else {
                frames().any(has_material)
            }
        };
        let mut turns = self.turns.iter();
        let mut positions = self.positions.iter();
        turns.all(|turn| turn.holds(timeline, self.variations))
            && positions.all(|position| position.holds(timeline, frames()))
            && (self.material.is_empty() || meets_material())
    }
}

/// Returns true if `name` is a code, such as `gipf/line-full`, or its family, such as `gipf`.
fn is_code_or_family_of(name: &str, code: &str) -> bool {
    code.strip_prefix(name)
        .is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}

#[cfg(test)]
mod tests {
    use super::*;
    use pipscribe::check::Checked;

    const RECORD: &str = "[Game \"gipf\"]\n[Variant \"basic\"]\n[Date \"2026-05-02\"]\n[Round \"10\"]\n[Player2 \
        \"Ann Bee\"]\n\n\
                          1. b3 2. c2 3. a2-c4 *\n";

    fn finds(query: &Query) -> bool {
        let checked = Checked::from_text(RECORD);
        assert!(checked.report.is_valid(), "{:?}", checked.report.findings);
        query.finds(&Game::new(&checked))
    }

    #[test]
    fn natural_order_is_total() {
        let ascending = [
            "",
            "2",
            "02",
            "9",
            "10",
            "1a",
            "10a",
            "99999999999999999999",
            "2025-05",
            "2026",
            "2026-05",
            "2026-05-02",
            "Ann",
            "Ann 9",
            "Ann 10",
            "Anna",
            "naïve",
            "é",
        ];
        let mut sorted = ascending.to_vec();
        sorted.sort_by(|left, right| natural_order(left, right));
        for window in sorted.windows(2) {
            assert_eq!(
                natural_order(window[0], window[1]),
                Ordering::Less,
                "{window:?}"
            );
        }
        for triple in sorted.windows(3) {
            assert_eq!(
                natural_order(triple[0], triple[2]),
                Ordering::Less,
                "{triple:?}"
            );
        }
        let before = |left, right| natural_order(left, right) == Ordering::Less;
        assert!(before("9", "10") && before("1a", "10a") && before("1a", "9"));
        assert!(before("Round 9", "Round 10") && before("2025-05", "2026"));
        assert!(before("2026", "2026-05") && before("2026-05", "2026-05-02"));
    }

    #[test]
    fn tags_are_compared() {
        let tag = |text: &str| {
            finds(&Query {
                tags: vec![text.parse().unwrap()],
                ..Query::default()
            })
        };
        for yes in [
            "Date",
            "Date>=2026",
            "Date<2026-06",
            "Round>9",
            "Round = 10",
            "Player~bee",
            "Player1!=Ann",
            "Event!=x",
        ] {
            assert!(tag(yes), "{yes}");
        }

        for no in [
            "Event",
            "Date<2026",
            "Round<9",
            "Player=Ann",
            "Event=x",
            "Round!=10",
        ] {
            assert!(!tag(no), "{no}");
        }

        for wrong in ["", "=x", "a b=c", "Date!"] {
            assert!(wrong.parse::<TagCondition>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn turns_positions_and_material_are_found() {
        let turn = |text: &str| {
            finds(&Query {
                turns: vec![text.parse().unwrap()],
                ..Query::default()
            })
        };
        assert!(turn("b3") && turn("2:c2") && turn("a2-c4"));
        assert!(!turn("3:c2") && !turn("a2-c3"));
        let checked = Checked::from_text(RECORD);
        let timeline = checked.timeline().unwrap();
        let board = |text: &str, symmetric| {
            finds(&Query {
                positions: vec![PositionCondition {
                    text: text.to_owned(),
                    symmetric,
                }],
                ..Query::default()
            })
        };
        let position = timeline.after(Some(2)).unwrap().position.clone();
        let text = position.text();
        let turned = position
            .turned_text(pipscribe::games::Symmetry::turned(120))
            .unwrap();
        assert!(
            board(&text, false)
                && board(&text, true)
                && !board(&turned, false)
                && board(&turned, true)
        );
        let only = |text: &str| text.split(' ').next().unwrap().to_owned();
        assert!(
            board(&only(&text), false)
                && board(&only(&turned), true)
                && !board(&only(&turned), false)
        );
        assert!(!board("5/5", true));
        let material = |text: &str| text.parse().unwrap();
        let asked = |list: &[&str], at_end| {
            finds(&Query {
                material: list.iter().map(|text| material(text)).collect(),
                at_end,
                ..Query::default()
            })
        };
        assert!(
            asked(&["white=3"], false)
                && !asked(&["white=3"], true)
                && asked(&["white=5", "black=4"], true)
        );
        assert!(!asked(&["cards>=0"], false));
        let in_variations = |text: &str, variations| {
            let checked = Checked::from_text(&RECORD.replace("2. c2 ", "2. c2 (2. h3) "));
            let query = Query {
                turns: vec![text.parse().unwrap()],
                variations,
                ..Query::default()
            };
            query.finds(&Game::new(&checked))
        };
        assert!(
            in_variations("2:h3", true)
                && !in_variations("2:h3", false)
                && !in_variations("3:h3", true)
        );
        assert!(
            "whit=3"
                .parse::<MaterialCondition>()
                .unwrap_err()
                .to_string()
                .contains("did you mean `white`")
        );
        assert!(
            "white".parse::<MaterialCondition>().is_err()
                && "white~3".parse::<MaterialCondition>().is_err()
        );
        assert!("b3?".parse::<TurnCondition>().is_err());
    }
}
