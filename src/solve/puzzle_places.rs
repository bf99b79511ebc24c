//! The puzzles of a record with the positions in which they begin, and those without a position.
//!
//! A line is given by its *path*: for each variation around it, the number of the turn that the
//! variation replaces and the number of the variation. The path of the main line is empty.

use crate::notation::{
    Item, Line, Puzzle, PuzzleError, Record, TurnNode, puzzle_commands, puzzles_in,
};
use crate::replay::{Position, Timeline};
use crate::text::Span;

/// A puzzle with the line that follows it.
pub(super) struct PlacedPuzzle<'r> {
    pub(super) puzzle: Puzzle,
    pub(super) span: Span,
    /// The number of the turn before it; 0 for the start.
    pub(super) turn: u32,
    /// The path of its line.
    pub(super) path: &'r [u32],
    pub(super) position: &'r Position,
    /// The turns of the solution.
    pub(super) solution: &'r [TurnNode],
}

/// Returns true if a comment of the record begins a puzzle.
pub fn has_puzzles(record: &Record) -> bool {
    let in_items = |items| puzzles_in(items).next().is_some();
    in_items(&record.moves.opening)
        || in_items(&record.closing)
        || record
            .turns()
            .any(|(line, node)| in_items(&node.after) || in_items(&line.opening))
}

/// A command `[%puzzle …]` that [`puzzles_at`](super::puzzles_at) leaves out.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct UnsearchedPuzzle {
    /// The command.
    pub span: Span,
    /// The number of the turn before the puzzle; 0 for the start.
    pub turn: u32,
    /// The path of the line that the puzzle is in.
    pub path: Vec<u32>,
    /// The reason why the puzzle was not searched.
    pub reason: UnsearchedReason,
}

/// Reason why a puzzle is not searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum UnsearchedReason {
    /// The arguments of the command are not a valid claim.
    #[error(transparent)]
    Malformed(#[from] PuzzleError),
    /// The record does not name its game.
    #[error("the record does not name its game")]
    NoGame,
    /// The tags do not determine the start.
    #[error("the tags do not determine the start")]
    NoStart,
    /// The position is not known.
    #[error("a turn before it is illegal")]
    AfterFault,
}

/// Returns the puzzles of a record that are not searched. `timeline` is its replay; `None` if the
/// record does not name its game.
pub fn unsearched_puzzles(record: &Record, timeline: Option<&Timeline>) -> Vec<UnsearchedPuzzle> {
    PlacedPuzzles::collect(record, timeline).unsearched
}

/// The commands `[%puzzle …]` of a record, in the order of the text.
pub(super) struct PlacedPuzzles<'r> {
    timeline: Option<&'r Timeline>,
    pub(super) searched: Vec<PlacedPuzzle<'r>>,
    unsearched: Vec<UnsearchedPuzzle>,
}

/// The position that comments refer to, and the number of the turn before it.
#[derive(Clone, Copy)]
struct CommentPlace<'r> {
    position: Option<&'r Position>,
    turn: u32,
}

impl<'r> CommentPlace<'r> {
    /// Returns the position after a turn. A turn that is expected to be illegal leaves the position
    /// unchanged.
    fn after(self, node: &TurnNode, timeline: Option<&'r Timeline>) -> Self {
        match timeline.and_then(|timeline| timeline.frame(node.id)) {
            Some(frame) => Self {
                position: Some(&frame.position),
                turn: node.number,
            },
            None if node.expects_refusal() => self,
            None => Self {
                position: None,
                turn: node.number,
            },
        }
    }
}

impl<'r> PlacedPuzzles<'r> {
    pub(super) fn from_timeline(timeline: &'r Timeline) -> Self {
        Self::collect(timeline.record(), Some(timeline))
    }

    fn collect(record: &'r Record, timeline: Option<&'r Timeline>) -> Self {
        let mut places = Self {
            timeline,
            searched: Vec::new(),
            unsearched: Vec::new(),
        };
        let position = timeline
            .and_then(Timeline::start)
            .map(|frame| &frame.position);
        let end = places.collect_in_line(&record.moves, CommentPlace { position, turn: 0 });
        places.collect_in_items(&record.closing, end, &[], &[]);
        places.searched.sort_by_key(|place| place.span.start);
        places.unsearched.sort_by_key(|puzzle| puzzle.span.start);
        places
    }

    /// Collects the puzzles of a line and of its variations. Returns the end of the line.
    fn collect_in_line(&mut self, line: &'r Line, start: CommentPlace<'r>) -> CommentPlace<'r> {
        self.collect_in_items(&line.opening, start, &line.path, &line.turns);
        let mut here = start;
        for (index, node) in line.turns.iter().enumerate() {
            for variation in node.variations() {
                self.collect_in_line(&variation.line, here);
            }
            here = here.after(node, self.timeline);
            self.collect_in_items(&node.after, here, &line.path, &line.turns[index + 1..]);
        }
        here
    }

    /// Collects the puzzles of comments. `solution` is the line after them.
    fn collect_in_items(
        &mut self,
        items: &'r [Item],
        here: CommentPlace<'r>,
        path: &'r [u32],
        solution: &'r [TurnNode],
    ) {
        let CommentPlace { position, turn } = here;
        for (puzzle, span) in puzzle_commands(items) {
            let reason = match (puzzle, position) {
                (Ok(puzzle), Some(position)) => {
                    self.searched.push(PlacedPuzzle {
                        puzzle,
                        span,
                        turn,
                        path,
                        position,
                        solution,
                    });
                    continue;
                }
                (Err(error), _) => UnsearchedReason::Malformed(error),
                (Ok(_), None) => match self.timeline.map(Timeline::start) {
                    None => UnsearchedReason::NoGame,
                    Some(None) => UnsearchedReason::NoStart,
                    Some(Some(_)) => UnsearchedReason::AfterFault,
                },
            };
            self.unsearched.push(UnsearchedPuzzle {
                span,
                turn,
                path: path.to_vec(),
                reason,
            });
        }
    }
}
