//! Puzzles: the arguments of the command `[%puzzle …]`.

use std::fmt;
use std::str::FromStr;

use super::command::{Command, Meaning};
use super::comment::comments_of;
use super::record::{Item, Variation};
use crate::text::Span;

/// The claim of a `[%puzzle …]` command: the goal that the seat to move reaches against every
/// defence.
///
/// ```
/// use pipscribe::notation::{Goal, Puzzle};
///
/// let puzzle: Puzzle = "win 3".parse()?;
/// assert_eq!((puzzle.goal, puzzle.turns), (Goal::Win, Some(3)));
/// assert_eq!(puzzle.to_string(), "win 3");
/// # Ok::<(), pipscribe::notation::PuzzleError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Puzzle {
    /// The goal.
    pub goal: Goal,
    /// The maximum number of turns of the seat that solves it; `None` for any length.
    pub turns: Option<u32>,
}

/// The goal of a puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Goal {
    /// The seat or its team wins.
    Win,
    /// The game ends, and the seat has not lost.
    Draw,
    /// The seat has not lost after its turns and the replies to them.
    Save,
    /// The game ends, and the final score of the seat is at least this number.
    Score(u32),
    /// Exactly one legal turn keeps the best result.
    Only,
}

/// Error for a text that is not the arguments of `[%puzzle …]`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "a puzzle is `win`, `draw`, `save`, `score` with points, or `only`, then the number of turns if it is limited"
)]
pub struct PuzzleError;

impl FromStr for Puzzle {
    type Err = PuzzleError;

    fn from_str(text: &str) -> Result<Self, PuzzleError> {
        let mut words = text.split_ascii_whitespace();
        let goal = match words.next().ok_or(PuzzleError)? {
            "win" => Goal::Win,
            "draw" => Goal::Draw,
            "save" => Goal::Save,
            "only" => Goal::Only,
            "score" => Goal::Score(words.next().and_then(number).ok_or(PuzzleError)?),
            _ => return Err(PuzzleError),
        };
        let turns = match words.next() {
            Some(word) => Some(number(word).filter(|&turns| turns > 0).ok_or(PuzzleError)?),
            None => None,
        };
        if words.next().is_some() {
            Err(PuzzleError)
        } else {
            Ok(Self { goal, turns })
        }
    }
}

/// Returns a number without a sign or leading zeros.
fn number(word: &str) -> Option<u32> {
    let is_plain =
        word.bytes().all(|byte| byte.is_ascii_digit()) && (word == "0" || !word.starts_with('0'));
    word.parse().ok().filter(|_| is_plain)
}

impl fmt::Display for Puzzle {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.goal {
            Goal::Win => out.write_str("win")?,
            Goal::Draw => out.write_str("draw")?,
            Goal::Save => out.write_str("save")?,
            Goal::Only => out.write_str("only")?,
            Goal::Score(points) => write!(out, "score {points}")?,
        }
        self.turns.map_or(Ok(()), |turns| write!(out, " {turns}"))
    }
}

/// Command about a variation that replaces a turn of a puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum VariationMark {
    /// `[%solution]`: it is another solution.
    Solution,
    /// `[%refuted]`: it is a wrong try with its refutation.
    Refuted,
}

impl Variation {
    /// Returns the mark in its comments before or after its first turn.
    pub fn mark(&self) -> Option<VariationMark> {
        self.marks().next()
    }

    /// Returns true if these comments have a mark.
    pub(crate) fn has_mark(&self, mark: VariationMark) -> bool {
        self.marks().any(|own| own == mark)
    }

    fn marks(&self) -> impl Iterator<Item = VariationMark> {
        let after_first = self.line.turns.first().map_or(&[][..], |node| &node.after);
        [&self.line.opening, after_first]
            .into_iter()
            .flat_map(marks_in)
    }
}

/// Returns the marks in the comments among `items`.
pub(crate) fn marks_in(items: &[Item]) -> impl Iterator<Item = VariationMark> {
    commands(items).filter_map(|command| match command.meaning {
        Meaning::Solution => Some(VariationMark::Solution),
        Meaning::Refuted => Some(VariationMark::Refuted),
        _ => None,
    })
}

/// Returns the puzzles that begin in the comments among `items`, with the places of their commands.
pub(crate) fn puzzles_in(items: &[Item]) -> impl Iterator<Item = (Puzzle, Span)> {
    puzzle_commands(items).filter_map(|(puzzle, span)| Some((puzzle.ok()?, span)))
}

/// Returns the commands `[%puzzle …]` in the comments among `items`, valid or not.
pub(crate) fn puzzle_commands(
    items: &[Item],
) -> impl Iterator<Item = (Result<Puzzle, PuzzleError>, Span)> {
    commands(items).filter_map(|command| match command.meaning {
        Meaning::Puzzle(puzzle) => Some((puzzle, command.span)),
        _ => None,
    })
}

fn commands(items: &[Item]) -> impl Iterator<Item = &Command> {
    comments_of(items).flat_map(|comment| &comment.commands)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn puzzles_are_read_as_written() {
        for text in [
            "win 3",
            "draw 1",
            "save",
            "score 0 12",
            "score 40",
            "only",
            "only 2",
            "win",
        ] {
            assert_eq!(
                text.parse::<Puzzle>()
                    .map(|puzzle| puzzle.to_string())
                    .as_deref(),
                Ok(text)
            );
        }
        assert_eq!(
            "  score  40\n2 ".parse::<Puzzle>(),
            Ok(Puzzle {
                goal: Goal::Score(40),
                turns: Some(2)
            })
        );
        let bad = [
            "",
            "wins",
            "win 0",
            "win 03",
            "win +3",
            "win 3 4",
            "score",
            "score win",
            "3",
            "win 4294967296",
        ];
        for text in bad {
            assert_eq!(text.parse::<Puzzle>(), Err(PuzzleError), "{text}");
        }
    }
}
