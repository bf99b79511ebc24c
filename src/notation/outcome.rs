//! Results and scores, one entry per seat.

use std::fmt;
use std::str::FromStr;

use pest::Parser;
use smallvec::SmallVec;

use super::{Grammar, Rule};
use crate::text::Printable;

/// The text of a resignation, in every game (notation 3).
pub(crate) const RESIGNATION: &str = "resign";

/// Returns true if the text of a turn is a resignation.
pub(crate) fn is_resignation(turn: &str) -> bool {
    turn == RESIGNATION
}

/// Points of a seat at the end of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Points {
    /// `0`
    Loss,
    /// `1/2`
    Half,
    /// `1`
    Win,
}

/// 0, 0.5 or 1.
impl From<Points> for f64 {
    fn from(points: Points) -> Self {
        match points {
            Points::Loss => 0.0,
            Points::Half => 0.5,
            Points::Win => 1.0,
        }
    }
}

/// A result as a record states it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Outcome {
    /// `*`: not over, or not known.
    Open,
    /// `1-0`: one entry per seat.
    Decided(Standing),
}

/// Points of each seat, seat 1 first.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Standing(pub(crate) SmallVec<[Points; 4]>);

impl FromIterator<Points> for Standing {
    fn from_iter<I: IntoIterator<Item = Points>>(points: I) -> Self {
        Self(points.into_iter().collect())
    }
}

impl Standing {
    /// Returns the points of each seat, seat 1 first.
    pub fn points(&self) -> &[Points] {
        &self.0
    }

    /// Returns the seat that won, from 1; `None` if no seat or several seats won.
    ///
    /// ```
    /// use pipscribe::notation::Outcome;
    ///
    /// let Outcome::Decided(standing) = "0-1".parse()? else { panic!() };
    /// assert_eq!(standing.winner(), Some(2));
    /// # Ok::<(), pipscribe::notation::NoOutcome>(())
    /// ```
    pub fn winner(&self) -> Option<u8> {
        let mut winners = (1..)
            .zip(&self.0)
            .filter(|(_, points)| **points == Points::Win);
        let (seat, _) = winners.next()?;
        winners.next().is_none().then_some(seat)
    }

    /// Returns the result in which only `seat` (from 1) wins.
    pub(crate) fn win_for(seat: u8, seats: u8) -> Self {
        Self(
            (1..=seats)
                .map(|other| {
                    if other == seat {
                        Points::Win
                    } else {
                        Points::Loss
                    }
                })
                .collect(),
        )
    }

    /// Returns true if a game can end with this result: some seats win and the others lose, two or
    /// more share and the others lose, or all lose.
    pub(crate) fn is_possible(&self) -> bool {
        let count = |wanted| self.0.iter().filter(|&&points| points == wanted).count();
        match (count(Points::Win), count(Points::Half)) {
            (0, 1) => false,
            (0, _) => true,
            (wins, 0) => wins < self.0.len(),
            _ => false,
        }
    }

    /// Returns true if the seats of each side have the same outcome, and only one side wins.
    /// `sides` holds the side of each seat.
    pub(crate) fn fits(&self, sides: &[u8]) -> bool {
        let seats = || self.0.iter().zip(sides);
        let is_like = |(points, side): (&Points, &u8)| {
            let partners = seats()
                .filter(|&(_, other)| other == side)
                .all(|(other, _)| other == points);
            let only = *points != Points::Win
                || seats().all(|(other, other_side)| other_side == side || *other != Points::Win);
            partners && only
        };
        seats().all(is_like)
    }
}

/// A text is not an outcome.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is not a result: write one entry per seat, such as `1-0` or `1/2-1/2`, or `*`")]
pub struct NoOutcome(Printable);

impl FromStr for Outcome {
    type Err = NoOutcome;

    fn from_str(text: &str) -> Result<Self, NoOutcome> {
        Self::parse(text).ok_or_else(|| NoOutcome(text.into()))
    }
}

impl Outcome {
    /// Parses `1-0`, `1/2-1/2`, `1-0-1`, `*`.
    pub(crate) fn parse(text: &str) -> Option<Self> {
        // The grammar defines the form, but takes many times as long; nearly every record has a
        // result.
        if let Some(outcome) = Self::fast_parse(text.as_bytes()) {
            return Some(outcome);
        }

        let pairs = Grammar::parse(Rule::name_of_result, text).ok()?;
        let points: SmallVec<_> = pairs
            .flat_map(pest::iterators::Pair::into_inner)
            .filter(|pair| pair.as_rule() == Rule::outcome)
            .map(|pair| match pair.as_str() {
                "1" => Points::Win,
                "0" => Points::Loss,
                _ => Points::Half,
            })
            .collect();
        Some(if points.is_empty() {
            Self::Open
        } else {
            Self::Decided(Standing(points))
        })
    }

    /// Parses an outcome from bytes; `None` if the grammar has to decide.
    pub(super) fn fast_parse(text: &[u8]) -> Option<Self> {
        if text == b"*" {
            return Some(Self::Open);
        }
        let read = |points: &[u8]| match points {
            b"1" => Some(Points::Win),
            b"0" => Some(Points::Loss),
            b"1/2" => Some(Points::Half),
            _ => None,
        };
        // Fast path: most games have two seats.
        if let [first, b'-', second] = text
            && let (Some(first), Some(second)) = (read(&[*first]), read(&[*second]))
        {
            return Some(Self::Decided(Standing(SmallVec::from_slice(&[
                first, second,
            ]))));
        }
        let points = text.split(|&byte| byte == b'-').map(read);
        let points: SmallVec<_> = points.collect::<Option<_>>()?;
        (points.len() > 1).then_some(Self::Decided(Standing(points)))
    }
}

/// Formats points as in the `Score` tag.
pub fn score_text(points: &[u32]) -> String {
    points
        .iter()
        .map(ToString::to_string)
        .collect::<Vec<_>>()
        .join("-")
}

impl fmt::Display for Points {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(match self {
            Self::Loss => "0",
            Self::Half => "1/2",
            Self::Win => "1",
        })
    }
}

impl fmt::Display for Standing {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (seat, points) in self.0.iter().enumerate() {
            if seat > 0 {
                out.write_str("-")?;
            }
            points.fmt(out)?;
        }
        Ok(())
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Open => out.write_str("*"),
            Self::Decided(standing) => standing.fmt(out),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn outcomes_share_one_win() {
        for (text, possible) in [
            ("1-0", true),
            ("0-1", true),
            ("1/2-1/2", true),
            ("0-0", true),
            ("1-1", false),
            ("1/2-1", false),
            ("1/2-0", false),
            ("1-0-1", true),
            ("0-0-0", true),
            ("0-1-0-0", true),
            ("1/2-0-1/2", true),
            ("1/2-1/2-1/2-1/2", true),
            ("1-1-1", false),
            ("1/2-0-0", false),
            ("1-1/2-0", false),
            ("1-1/2-1/2-0", false),
        ] {
            let Some(Outcome::Decided(standing)) = Outcome::parse(text) else {
                panic!("{text}")
            };
            assert_eq!(standing.is_possible(), possible, "{text}");
        }
    }

    #[test]
    fn one_side_wins_and_its_members_share_the_outcome() {
        for (text, sides, fits) in [
            ("1-0-1", [0, 1, 0].as_slice(), true),
            ("1-0-0", &[0, 1, 0], false),
            ("0-1-0", &[0, 1, 0], true),
            ("1-1-0", &[0, 1, 0], false),
            ("1/2-0-1/2", &[0, 1, 0], true),
            ("1/2-1/2-0", &[0, 1, 0], false),
            ("1-1-0", &[1, 2, 3], false),
            ("1/2-1/2-0", &[1, 2, 3], true),
            ("0-0-0", &[1, 2, 3], true),
            ("1-0-1-0", &[1, 2, 1, 2], true),
            ("1-1-0-0", &[1, 2, 1, 2], false),
            ("1/2-1/2-1/2-1/2", &[1, 2, 1, 2], true),
        ] {
            let Some(Outcome::Decided(standing)) = Outcome::parse(text) else {
                panic!("{text}")
            };
            assert_eq!(standing.fits(sides), fits, "{text} {sides:?}");
        }
    }

    #[test]
    fn results_agree_with_the_grammar() {
        let mut texts = vec![String::new()];
        for _ in 0..5 {
            let longer = |text: &String| {
                ["*", "1", "0", "1/2", "-", "/"].map(|piece| format!("{text}{piece}"))
            };
            texts = texts
                .iter()
                .flat_map(longer)
                .chain([String::new()])
                .collect();
            for text in &texts {
                let outcome = Outcome::parse(text);
                let is_accepted = Grammar::parse(Rule::name_of_result, text).is_ok();
                assert_eq!(outcome.is_some(), is_accepted, "{text}");
                if let Some(outcome) = outcome {
                    assert_eq!(outcome.to_string(), *text);
                }
            }
        }
    }

    #[test]
    fn results_are_read_and_written() {
        for text in ["*", "1-0", "1/2-1/2", "1-0-1", "0-0-0-1"] {
            assert_eq!(
                Outcome::parse(text)
                    .map(|outcome| outcome.to_string())
                    .as_deref(),
                Some(text)
            );
        }
        for text in ["", "1", "1-", "1-2", "1–0", "1-0 "] {
            assert_eq!(Outcome::parse(text), None, "{text}");
        }
    }
}
