//! Figure commands in comments: marks on places, sections of the board, and requests for diagrams.

use pest::Parser;

use super::command::{Meaning, inside_quotes, unescape};
use super::comment::comments_of;
use super::record::Item;
use super::{Grammar, Rule};
use crate::text::Span;

/// A figure command. Places have the names that the game gives them.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum FigureCommand {
    /// `[%circle c3 d4]` and similar: the name of the mark, and the places.
    Marks(&'static str, Vec<String>),
    /// `[%arrow a1>b3]`
    Arrows(Vec<(String, String)>),
    /// `[%dashed a1>b3]`: arrows for what was possible.
    DashedArrows(Vec<(String, String)>),
    /// `[%line a1..b3]`
    Lines(Vec<(String, String)>),
    /// `[%label c3 "A"]`
    Labels(Vec<(String, String)>),
    /// `[%piece a2 W]`: pieces of GIPF on dots, with their letters in positions.
    Pieces(Vec<(String, String)>),
    /// `[%view c2..f6]`
    View(String, String),
    /// `[%diagram "caption" key=value]`
    Diagram {
        /// The caption.
        caption: Option<String>,
        /// Keys and values in the order of the text.
        settings: Vec<(String, String)>,
    },
}

/// The commands that mark places of a figure. Those for single places come first.
pub const MARK_NAMES: [&str; 10] = [
    "circle", "square", "cross", "triangle", "shade", "arrow", "dashed", "line", "label", "piece",
];
/// The number of marks for single places.
const SINGLE_PLACE_MARKS: usize = 5;

/// The keys of settings in `[%diagram]`.
pub(crate) const DIAGRAM_KEYS: [&str; 14] = [
    "caption",
    "coordinates",
    "flip",
    "from",
    "lang",
    "last",
    "legend",
    "movement",
    "names",
    "notes",
    "renumber",
    "rotate",
    "view",
    "wording",
];

impl FigureCommand {
    /// Returns the places named in the command.
    pub(crate) fn places(&self) -> Vec<&str> {
        match self {
            Self::Marks(_, places) => places.iter().map(String::as_str).collect(),
            Self::Arrows(pairs) | Self::DashedArrows(pairs) | Self::Lines(pairs) => pairs
                .iter()
                .flat_map(|(from, to)| [from.as_str(), to.as_str()])
                .collect(),
            Self::Labels(all) | Self::Pieces(all) => {
                all.iter().map(|(place, _)| place.as_str()).collect()
            }
            Self::View(from, to) => vec![from, to],
            Self::Diagram { .. } => Vec::new(),
        }
    }

    /// Parses a command; `None` if `name` is not the name of a figure command.
    ///
    /// # Errors
    /// If the arguments are not valid. The message describes their form.
    pub fn parse(name: &str, arguments: &str) -> Option<Result<Self, String>> {
        let read = match name {
            "arrow" => parse_pairs(Rule::arrows, arguments).map(Self::Arrows),
            "dashed" => parse_pairs(Rule::arrows, arguments).map(Self::DashedArrows),
            "line" => parse_pairs(Rule::lines, arguments).map(Self::Lines),
            "label" => parse_pairs(Rule::labels, arguments).map(Self::Labels),
            "piece" => parse_pairs(Rule::pieces, arguments).map(Self::Pieces),
            "view" => parse_pairs(Rule::view_arguments, arguments)
                .and_then(|mut pairs| pairs.pop())
                .map(|(from, to)| Self::View(from, to)),
            "diagram" => parse_diagram(arguments),
            _ => {
                let mut single_place_marks = MARK_NAMES.into_iter().take(SINGLE_PLACE_MARKS);
                let mark = single_place_marks.find(|mark| *mark == name)?;
                parse_words(Rule::places, arguments).map(|places| Self::Marks(mark, places))
            }
        };
        let form = match name {
            "arrow" | "dashed" => "a1>b3",
            "line" => "a1..b3",
            "label" => "c3 \"A\"",
            "piece" => "a2 W",
            "view" => "c2..f6",
            "diagram" => "\"caption\" key=value",
            _ => "c3 d4",
        };
        Some(read.ok_or_else(|| match arguments.trim() {
            "" => format!("`{name}` needs arguments, as in `{name} {form}`"),
            invalid => {
                format!("`{invalid}` is not valid for `{name}`; write it as in `{name} {form}`")
            }
        }))
    }
}

/// Parses the places, pieces and strings in the arguments of a command.
fn parse_words(rule: Rule, arguments: &str) -> Option<Vec<String>> {
    let all = Grammar::parse(rule, arguments).ok()?.next()?;
    let words = all.into_inner().filter_map(|pair| match pair.as_rule() {
        Rule::place | Rule::piece => Some(pair.as_str().to_owned()),
        Rule::string => Some(unescape(inside_quotes(pair.as_str())).into_owned()),
        _ => None,
    });
    Some(words.collect())
}

/// Parses arguments whose words belong together two by two, such as a place and its label.
fn parse_pairs(rule: Rule, arguments: &str) -> Option<Vec<(String, String)>> {
    let mut words = parse_words(rule, arguments)?.into_iter();
    let mut pairs = Vec::new();
    while let (Some(first), Some(second)) = (words.next(), words.next()) {
        pairs.push((first, second));
    }
    Some(pairs)
}

fn parse_diagram(arguments: &str) -> Option<FigureCommand> {
    let all = Grammar::parse(Rule::diagram_arguments, arguments)
        .ok()?
        .next()?;
    let mut caption = None;
    let mut settings = Vec::new();
    for pair in all.into_inner() {
        match pair.as_rule() {
            Rule::string => caption = Some(unescape(inside_quotes(pair.as_str())).into_owned()),
            Rule::setting => {
                let mut parts = pair.into_inner();
                let (Some(key), Some(value)) = (parts.next(), parts.next()) else {
                    continue;
                };
                let value = match value.as_rule() {
                    Rule::string => unescape(inside_quotes(value.as_str())).into_owned(),
                    _ => value.as_str().to_owned(),
                };
                settings.push((key.as_str().to_owned(), value));
            }
            _ => {}
        }
    }
    Some(FigureCommand::Diagram { caption, settings })
}

/// Returns the figure commands in the comments among `items`, each with its span. Commands with
/// invalid arguments are errors that describe the valid form.
pub(crate) fn figure_commands(items: &[Item]) -> Vec<(&Result<FigureCommand, String>, Span)> {
    let commands = comments_of(items).flat_map(|comment| &comment.commands);
    let read = commands.filter_map(|command| match &command.meaning {
        Meaning::Figure(read) => Some((read, command.span)),
        _ => None,
    });
    read.collect()
}

/// Returns true if a comment among `items` asks for a figure.
pub(crate) fn asks_for_figure(items: &[Item]) -> bool {
    let commands = figure_commands(items);
    commands
        .iter()
        .any(|(command, _)| matches!(command, Ok(FigureCommand::Diagram { .. })))
}

/// Returns true if a figure command among `items` has invalid arguments.
pub(crate) fn has_unread_figure(items: &[Item]) -> bool {
    figure_commands(items)
        .iter()
        .any(|(command, _)| command.is_err())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_command_is_read() {
        let pair = |from: &str, to: &str| (from.to_owned(), to.to_owned());
        let cases = [
            (
                "circle",
                " c3 +3-2",
                FigureCommand::Marks("circle", vec!["c3".into(), "+3-2".into()]),
            ),
            (
                "arrow",
                " a1>b3  b3>c4 ",
                FigureCommand::Arrows(vec![pair("a1", "b3"), pair("b3", "c4")]),
            ),
            (
                "dashed",
                " a1>b3",
                FigureCommand::DashedArrows(vec![pair("a1", "b3")]),
            ),
            (
                "line",
                " +0-1..-3+2",
                FigureCommand::Lines(vec![pair("+0-1", "-3+2")]),
            ),
            (
                "label",
                " c3 \"A\" d4 \"b \\\"\"",
                FigureCommand::Labels(vec![pair("c3", "A"), pair("d4", "b \"")]),
            ),
            (
                "piece",
                " a2 W  b1 b",
                FigureCommand::Pieces(vec![pair("a2", "W"), pair("b1", "b")]),
            ),
            (
                "view",
                " c2..f6",
                FigureCommand::View("c2".into(), "f6".into()),
            ),
            (
                "diagram",
                " \"A corner\" rotate=60 caption=\"x y\"",
                FigureCommand::Diagram {
                    caption: Some("A corner".into()),
                    settings: vec![pair("rotate", "60"), pair("caption", "x y")],
                },
            ),
            (
                "diagram",
                "",
                FigureCommand::Diagram {
                    caption: None,
                    settings: vec![],
                },
            ),
        ];
        for (name, arguments, command) in cases {
            assert_eq!(
                FigureCommand::parse(name, arguments),
                Some(Ok(command)),
                "{name} {arguments}"
            );
        }
        assert_eq!(FigureCommand::parse("clock", " 0:12:30"), None);
        for (name, arguments) in [
            ("circle", ""),
            ("arrow", " a1 b3"),
            ("label", " A"),
            ("piece", " a2"),
            ("piece", " a2 x"),
            ("view", " c2"),
            ("diagram", " x"),
        ] {
            assert!(
                FigureCommand::parse(name, arguments).is_some_and(|read| read.is_err()),
                "{name} {arguments}"
            );
        }
    }
}
