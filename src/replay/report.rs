//! What judging a record gave.

use super::{Boards, Position};
use crate::findings::{Exhibit, Finding};
use crate::notation::Standing;

/// What checking a record gave.
#[derive(Clone, Debug, Default)]
pub struct Report {
    /// Turns of the main line that were replayed without error.
    pub turns: u32,
    /// What the rules, or a resignation, gave each seat.
    pub result: Option<Standing>,
    /// The points of each seat, once the game is over.
    pub score: Option<Vec<u32>>,
    /// What is wrong, in the order of the text.
    pub findings: Vec<Finding>,
    /// How many findings were too many to list.
    pub findings_dropped: usize,
    /// The boards that findings show.
    pub(crate) boards: Boards,
}

impl Report {
    /// Whether no finding is an error.
    pub fn is_valid(&self) -> bool {
        self.findings_dropped == 0 && !self.findings.iter().any(Finding::is_error)
    }

    /// The board that a finding shows.
    pub fn board(&self, exhibit: &Exhibit) -> Option<&Position> {
        self.boards.get(&exhibit.position).map(|board| &***board)
    }
}
