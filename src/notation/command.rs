//! Commands in comments, and the codes that they waive.

use std::borrow::Cow;

use pest::Parser;

use super::comment::Comment;
use super::expectation::Expectation;
use super::figure_command::FigureCommand;
use super::{Grammar, Puzzle, PuzzleError, Rule};
use crate::text::Span;

/// A command in a comment: `[%name arguments]`.
#[derive(Clone, Debug)]
pub struct Command {
    /// The whole command.
    pub span: Span,
    /// The name.
    pub name: Span,
    /// The text after the name, white space included.
    pub arguments: Span,
    /// The parsed meaning.
    pub meaning: Meaning,
}

/// The meaning of a command.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Meaning {
    /// `[%expect …]`
    Expect(Expectation),
    /// `[%irregular …]`: the codes. Arguments that are not codes are kept as one string.
    Irregular(Vec<String>),
    /// A figure command; `Err` describes the expected form if the arguments are not valid.
    Figure(Result<FigureCommand, String>),
    /// `[%puzzle …]`; the error means that the arguments are not valid.
    Puzzle(Result<Puzzle, PuzzleError>),
    /// `[%solution]`: the variation is another solution of a puzzle.
    Solution,
    /// `[%refuted]`: the variation is a wrong try with its refutation.
    Refuted,
    /// `[%by Ann]`: the author of the comment; empty if the name is missing.
    By(String),
    /// Any other command. It is kept for the program that wrote it.
    Other,
}

impl Meaning {
    pub(super) fn parse(name: &str, arguments: &str) -> Self {
        match name {
            "expect" => Self::Expect(Expectation::parse(arguments)),
            "irregular" => Self::Irregular(codes_in(arguments)),
            "puzzle" => Self::Puzzle(arguments.parse()),
            "solution" => Self::Solution,
            "refuted" => Self::Refuted,
            "by" => Self::By(unescape(inside_quotes(arguments.trim())).trim().to_owned()),
            name => FigureCommand::parse(name, arguments).map_or(Self::Other, Self::Figure),
        }
    }
}

fn codes_in(arguments: &str) -> Vec<String> {
    match Grammar::parse(Rule::code_arguments, arguments) {
        Ok(pairs) => {
            let parts = pairs.flat_map(pest::iterators::Pair::into_inner);
            parts
                .filter(|pair| pair.as_rule() == Rule::code)
                .map(|code| code.as_str().to_owned())
                .collect()
        }
        Err(_) => vec![arguments.trim().to_owned()],
    }
}

/// Returns the text inside a pair of quotes, or a text without them unchanged.
pub(super) fn inside_quotes(text: &str) -> &str {
    text.strip_prefix('"')
        .and_then(|rest| rest.strip_suffix('"'))
        .unwrap_or(text)
}

/// Resolves the escapes of a string.
pub(super) fn unescape(text: &str) -> Cow<'_, str> {
    if !text.contains('\\') {
        return Cow::Borrowed(text);
    }
    let mut plain = String::with_capacity(text.len());
    let mut characters = text.chars();
    while let Some(character) = characters.next() {
        match character {
            '\\' => plain.extend(characters.next()),
            other => plain.push(other),
        }
    }
    Cow::Owned(plain)
}

/// Returns the codes waived by `[%irregular …]` in `comments`, each with the span of its command.
pub(crate) fn irregular_codes<'a>(
    comments: impl Iterator<Item = &'a Comment>,
) -> Vec<(&'a str, Span)> {
    let commands = comments.flat_map(|comment| &comment.commands);
    let codes = commands.flat_map(|command| {
        let codes = match &command.meaning {
            Meaning::Irregular(codes) => codes.as_slice(),
            _ => &[],
        };
        codes.iter().map(|code| (code.as_str(), command.span))
    });
    codes.collect()
}
