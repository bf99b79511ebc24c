//! Expectations: what an `[%expect …]` command claims about a turn or a record.

use pest::Parser;

use super::command::{Meaning, inside_quotes, unescape};
use super::comment::Comment;
use super::record::Record;
use super::{Grammar, Outcome, Rule};
use crate::text::Span;

/// The claim of an `[%expect …]` command.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Expectation {
    /// The turn is illegal with this code; or the tags, the result or the score have a finding with
    /// it.
    Code(String),
    /// The turn is legal.
    Legal,
    /// The rules give this result after the turn.
    Result(Outcome),
    /// The position after the turn is this one.
    Position(String),
    /// This is the number of legal turns after the turn, without `resign`.
    Moves(u64),
    /// These are the legal turns after the turn, without `resign`, in any order.
    Turns(Vec<String>),
    /// The given turn would be illegal here with the given code. It is not part of the record.
    NotLegal {
        /// The turn as written.
        turn: String,
        /// The expected code.
        code: String,
    },
    /// The turn is illegal, and this is the nearest legal turn.
    Mends(String),
    /// These are the points of each seat after the turn.
    Score(Vec<u32>),
    /// This seat is to move after the turn, counted from 1.
    ToMove(u8),
    /// The turn removes, converts or picks up these items, in any order, as its canonical form
    /// lists them after `x`.
    Captured(Vec<String>),
    /// The arguments are not valid.
    Unreadable,
}

impl Expectation {
    pub(super) fn parse(arguments: &str) -> Self {
        let Ok(mut pairs) = Grammar::parse(Rule::expect_arguments, arguments) else {
            return Self::Unreadable;
        };
        let Some(kind) = pairs.next().and_then(|all| all.into_inner().next()) else {
            return Self::Unreadable;
        };
        let rule = kind.as_rule();
        let parts: Vec<_> = kind
            .into_inner()
            // The word `none` in `captured none` is an empty list.
            .filter(|pair| pair.as_rule() != Rule::nothing)
            .collect();
        let all = || {
            parts
                .iter()
                .map(|pair| pair.as_str().to_owned())
                .collect::<Vec<_>>()
        };
        let text = parts.first().map_or("", |pair| pair.as_str());
        match rule {
            Rule::expect_legal => Self::Legal,
            Rule::expect_result => Outcome::parse(text).map_or(Self::Unreadable, Self::Result),
            Rule::expect_position => Self::Position(unescape(inside_quotes(text)).into_owned()),
            Rule::expect_moves => text.parse().map_or(Self::Unreadable, Self::Moves),
            Rule::expect_turns => Self::Turns(all()),
            Rule::expect_not_legal => {
                let code = parts.get(1).map_or("", |pair| pair.as_str());
                Self::NotLegal {
                    turn: text.to_owned(),
                    code: code.to_owned(),
                }
            }
            Rule::expect_mends => Self::Mends(text.to_owned()),
            Rule::expect_score => {
                let points = parts
                    .iter()
                    .map(|pair| pair.as_str().parse())
                    .collect::<Result<Vec<u32>, _>>();
                points.map_or(Self::Unreadable, Self::Score)
            }
            Rule::expect_to_move => text.parse().map_or(Self::Unreadable, Self::ToMove),
            Rule::expect_captured => Self::Captured(all()),
            _ => Self::Code(text.to_owned()),
        }
    }

    /// Returns the code with which the turn is expected to be illegal. Only the expectation of a
    /// code gives one: `[%expect mends …]` is written in addition to it.
    pub fn refusal(&self) -> Option<&str> {
        match self {
            Self::Code(code) => Some(code),
            _ => None,
        }
    }
}

/// Returns true if comments of the record have expectations, which makes it a test.
pub fn has_expectations(record: &Record) -> bool {
    let mut commands = record.comments().flat_map(|comment| &comment.commands);
    commands.any(|command| matches!(command.meaning, Meaning::Expect(_)))
}

/// Returns the expectations in `comments`, each with the span of its command.
pub fn expectations<'a>(
    comments: impl Iterator<Item = &'a Comment>,
) -> Vec<(&'a Expectation, Span)> {
    let commands = comments.flat_map(|comment| &comment.commands);
    let expected = commands.filter_map(|command| match &command.meaning {
        Meaning::Expect(expectation) => Some((expectation, command.span)),
        _ => None,
    });
    expected.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_form_of_expectation_is_read() {
        let cases = [
            (
                " gipf/line-full",
                Expectation::Code("gipf/line-full".into()),
            ),
            (" legal", Expectation::Legal),
            (
                " result 1-0 ",
                Expectation::Result(Outcome::parse("1-0").unwrap()),
            ),
            (
                " position \"a \\\" b\"",
                Expectation::Position("a \" b".into()),
            ),
            (" moves 24", Expectation::Moves(24)),
            (" moves many", Expectation::Unreadable),
            (
                " moves = a2-c4 b2 ",
                Expectation::Turns(vec!["a2-c4".into(), "b2".into()]),
            ),
            (" moves =", Expectation::Turns(Vec::new())),
            (" moves a2-c4", Expectation::Unreadable),
            (
                " not-legal a2-d4 gipf/not-in-line",
                Expectation::NotLegal {
                    turn: "a2-d4".into(),
                    code: "gipf/not-in-line".into(),
                },
            ),
            (" not-legal gipf/not-in-line", Expectation::Unreadable),
            (" not-legal a2-d4", Expectation::Unreadable),
            (" mends a2-c4", Expectation::Mends("a2-c4".into())),
            (" mends", Expectation::Unreadable),
            (" score 12-9", Expectation::Score(vec![12, 9])),
            (" score 012-9", Expectation::Unreadable),
            (" to-move 2", Expectation::ToMove(2)),
            (" to-move 0", Expectation::Unreadable),
            (
                " captured b2 b5*",
                Expectation::Captured(vec!["b2".into(), "b5*".into()]),
            ),
            (" captured none", Expectation::Captured(Vec::new())),
            (" captured", Expectation::Unreadable),
            ("", Expectation::Unreadable),
        ];
        for (arguments, expectation) in cases {
            assert_eq!(Expectation::parse(arguments), expectation, "{arguments}");
        }
    }
}
