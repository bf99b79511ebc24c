//! Commands in comments, and the arguments of those that bear on checking.

use pest::Parser;

use super::record::{Comment, Item, Line, Record, TurnNode};
use super::{Grammar, Outcome, Rule};
use crate::text::Span;

/// `[%name arguments]`
#[derive(Clone, Debug)]
pub struct Command {
    /// All of it.
    pub span: Span,
    /// Its name.
    pub name: Span,
    /// What follows the name, white space included.
    pub arguments: Span,
}

/// What `[%expect …]` expects.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Expectation {
    /// The turn is refused with this code; or the tags, the result, the score have it.
    Code(String),
    /// The turn is legal.
    Legal,
    /// The rules give this result once the turn is played.
    Result(Outcome),
    /// The position after the turn.
    Position(String),
    /// The number of legal turns after the turn, `resign` left out.
    Moves(u64),
    /// Arguments that mean nothing.
    Unreadable,
}

impl Expectation {
    fn parse(arguments: &str) -> Self {
        let Ok(mut pairs) = Grammar::parse(Rule::expect_arguments, arguments) else {
            return Self::Unreadable;
        };
        let Some(kind) = pairs.next().and_then(|all| all.into_inner().next()) else {
            return Self::Unreadable;
        };
        let rule = kind.as_rule();
        let first = kind.into_inner().next();
        let text = first.as_ref().map_or("", |pair| pair.as_str());
        match rule {
            Rule::expect_legal => Self::Legal,
            Rule::expect_result => Outcome::parse(text).map_or(Self::Unreadable, Self::Result),
            Rule::expect_position => Self::Position(unescape(inside_quotes(text))),
            Rule::expect_moves => text.parse().map_or(Self::Unreadable, Self::Moves),
            _ => Self::Code(text.to_owned()),
        }
    }
}

pub(super) fn inside_quotes(text: &str) -> &str {
    text.strip_prefix('"').and_then(|rest| rest.strip_suffix('"')).unwrap_or(text)
}

/// The text of a string without its escapes.
pub(super) fn unescape(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut characters = text.chars();
    while let Some(character) = characters.next() {
        match character {
            '\\' => plain.extend(characters.next()),
            other => plain.push(other),
        }
    }
    plain
}

fn commands<'a>(
    record: &'a Record,
    comments: impl Iterator<Item = &'a Comment>,
    name: &'static str,
) -> impl Iterator<Item = &'a Command> {
    comments.flat_map(|comment| &comment.commands).filter(move |command| record.text_of(command.name) == name)
}

/// Whether comments of a record expect anything: it is a test then.
pub fn has_expectations(record: &Record) -> bool {
    in_items(record, &record.closing) || in_line(record, &record.moves)
}

fn in_line(record: &Record, line: &Line) -> bool {
    in_items(record, &line.opening) || line.turns.iter().any(|node| in_items(record, &node.after))
}

fn in_items(record: &Record, items: &[Item]) -> bool {
    let has_some = |comment: &Comment| commands(record, std::iter::once(comment), "expect").next().is_some();
    items.iter().any(|item| match item {
        Item::Comment(comment) => has_some(comment),
        Item::Variation(variation) => in_line(record, &variation.line),
        Item::Hash(_) => false,
    })
}

/// Whether the comments of a turn expect it to be refused: it is not played then.
pub fn expects_refusal(record: &Record, node: &TurnNode) -> bool {
    let expected = expectations(record, node.comments());
    expected.iter().any(|(expectation, _)| matches!(expectation, Expectation::Code(_)))
}

/// The expectations in some comments, each with the span of its command.
pub fn expectations<'a>(record: &'a Record, comments: impl Iterator<Item = &'a Comment>) -> Vec<(Expectation, Span)> {
    commands(record, comments, "expect")
        .map(|command| (Expectation::parse(record.text_of(command.arguments)), command.span))
        .collect()
}

/// The codes that `[%irregular …]` lets stand in some comments, each with the span of its command.
pub fn irregular_codes<'a>(record: &'a Record, comments: impl Iterator<Item = &'a Comment>) -> Vec<(String, Span)> {
    let mut codes = Vec::new();
    for command in commands(record, comments, "irregular") {
        let arguments = record.text_of(command.arguments);
        match Grammar::parse(Rule::code_arguments, arguments) {
            Ok(pairs) => {
                let named =
                    pairs.flat_map(pest::iterators::Pair::into_inner).filter(|pair| pair.as_rule() == Rule::code);
                codes.extend(named.map(|code| (code.as_str().to_owned(), command.span)));
            }
            Err(_) => codes.push((arguments.trim().to_owned(), command.span)),
        }
    }
    codes
}

/// Whether the arguments of an `[%expect …]` name a code, so that its turn takes no number.
pub(super) fn is_expected_refusal(text: &str, command: &Command) -> bool {
    command.name.of(text) == "expect" && matches!(Expectation::parse(command.arguments.of(text)), Expectation::Code(_))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_form_of_expectation_is_read() {
        let cases = [
            (" gipf/line-full", Expectation::Code("gipf/line-full".into())),
            (" legal", Expectation::Legal),
            (" result 1-0 ", Expectation::Result(Outcome::parse("1-0").unwrap())),
            (" position \"a \\\" b\"", Expectation::Position("a \" b".into())),
            (" moves 24", Expectation::Moves(24)),
            (" moves many", Expectation::Unreadable),
            ("", Expectation::Unreadable),
        ];
        for (arguments, expectation) in cases {
            assert_eq!(Expectation::parse(arguments), expectation, "{arguments}");
        }
    }
}
