//! Reports: results of checking a record.

use super::Position;
use super::collector::Boards;
use crate::findings::{Exhibit, Finding};
use crate::notation::Standing;

/// Result of checking a record.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Report {
    /// The number of turns of the main line that were replayed without error.
    pub turns: u32,
    /// The result by the rules or by a resignation.
    pub result: Option<Standing>,
    /// The points of each seat, once the game is over.
    pub score: Option<Vec<u32>>,
    /// The findings, in the order of the text.
    pub findings: Vec<Finding>,
    /// The number of findings beyond the limit.
    pub findings_dropped: usize,
    /// The boards that findings show.
    pub(crate) boards: Boards,
}

impl Report {
    /// Returns true if no finding is an error.
    pub fn is_valid(&self) -> bool {
        self.findings_dropped == 0 && !self.findings.iter().any(Finding::is_error)
    }

    /// Returns the findings that are errors.
    pub fn errors(&self) -> impl Iterator<Item = &Finding> {
        self.findings.iter().filter(|finding| finding.is_error())
    }

    /// Returns the first error.
    pub fn first_error(&self) -> Option<&Finding> {
        self.errors().next()
    }

    /// Returns the first error or, without errors, the first warning.
    pub(crate) fn main_finding(&self) -> Option<&Finding> {
        self.first_error().or_else(|| self.findings.first())
    }

    /// Returns the board that a finding shows.
    pub fn board(&self, exhibit: &Exhibit) -> Option<&Position> {
        self.boards.get(&exhibit.position).map(|board| &***board)
    }
}
