//! Reports: results of checking a record.

use super::Position;
use super::finding_collector::Boards;
use crate::findings::{Exhibit, Finding, code};
use crate::notation::Standing;
use crate::text::Span;

/// Result of checking a record.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Report {
    /// The number of turns of the main line that were replayed without error.
    pub turns: u32,
    /// The result under the rules or after a resignation.
    pub result: Option<Standing>,
    /// The points of each seat, once the game is over.
    pub score: Option<Vec<u32>>,
    /// The findings, in the order of the text.
    pub findings: Vec<Finding>,
    /// The number of findings beyond the limit.
    pub findings_dropped: usize,
    /// The value of the tag `Position` if the record has no turns and its position is decided.
    /// There is a finding on it, because the game cannot continue, but the position can be drawn.
    pub(crate) decided_start: Option<Span>,
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

    /// Returns the errors that keep the positions of the record from being shown as they are. A
    /// position in which somebody has won is shown, although no game can start from it.
    pub(crate) fn errors_in_figures(&self) -> impl Iterator<Item = &Finding> {
        let is_decided_start = |finding: &Finding| {
            finding.code == &code::INCONSISTENT && self.decided_start == Some(finding.span)
        };
        self.errors()
            .filter(move |finding| !is_decided_start(finding))
    }

    /// Returns the first of these errors.
    pub fn first_error_in_figures(&self) -> Option<&Finding> {
        self.errors_in_figures().next()
    }

    /// Returns the first error or, without errors, the first warning.
    pub(crate) fn main_finding(&self) -> Option<&Finding> {
        self.first_error().or_else(|| self.findings.first())
    }

    /// Returns the board that a finding shows.
    pub fn board(&self, exhibit: &Exhibit) -> Option<&Position> {
        // A board is shared, and parsed on first use: `Arc<LazyLock<Position>>`.
        self.boards.get(&exhibit.position).map(|board| &***board)
    }
}
