//! Candidate fixes and their costs.

use super::edit::Edit;

/// The number of turns within which most mistakes become apparent.
pub(super) const SEEN_SOON: usize = 10;
/// Costs of changes: the higher, the less likely.
pub(super) mod cost {
    /// A missing turn, where a number is skipped.
    pub(in crate::fixes::mend) const NUMBERED: u32 = 0;
    /// A typo.
    pub(in crate::fixes::mend) const TYPO: u32 = 1;
    /// A missing, surplus or wrong part of a turn.
    pub(in crate::fixes::mend) const PART: u32 = 2;
    /// Turns that were written twice, or in the wrong order.
    pub(in crate::fixes::mend) const ORDER: u32 = 3;
    /// A convention in which the whole record is written.
    pub(in crate::fixes::mend) const CONVENTION: u32 = 2;
    /// A tag that has few possible values.
    pub(in crate::fixes::mend) const TAG: u32 = 3;
    /// Two wrong characters in one turn; a turn that was cut short.
    pub(in crate::fixes::mend) const TWO: u32 = 4;
    /// A missing turn; a change in a long tag.
    pub(in crate::fixes::mend) const TURN: u32 = 5;
    /// A surplus turn.
    pub(in crate::fixes::mend) const DELETED: u32 = 6;
    /// A character replaced with one not near it; another turn.
    pub(in crate::fixes::mend) const FAR: u32 = 6;
}

/// A change after which more of the record is legal.
#[derive(Clone, Debug)]
pub(super) struct Candidate {
    /// The edits; at least one.
    pub(super) edits: Vec<Edit>,
    /// The reason for all of them, if there is a common one.
    pub(super) explanation: Option<&'static str>,
    pub(super) cost: u32,
    /// The number of turns of the main line that are legal after the change.
    pub(super) legal: u32,
    pub(super) complete: bool,
    pub(super) agrees: bool,
    /// The distance from the change to the fault, in turns.
    pub(super) turns_to_fault: usize,
    /// The edit distance from the original text.
    pub(super) text_distance: u32,
}

impl Candidate {
    /// Returns the sort key: the lower, the better.
    pub(super) fn rank(&self) -> impl Ord + use<> {
        let explains = self.explains();
        let legal = if self.complete { u32::MAX } else { self.legal };
        let place = (
            self.text_distance,
            std::cmp::Reverse(self.legal),
            self.turns_to_fault,
        );
        (
            !explains,
            !self.complete,
            std::cmp::Reverse(legal),
            self.total_cost(),
            place,
        )
    }

    /// Returns the cost, plus a penalty for a mistake that was not noticed for long. The lower, the
    /// likelier the change is.
    pub(super) fn total_cost(&self) -> u32 {
        match self.edits[..] {
            [Edit::Tag { .. }, ..] => self.cost,
            _ => {
                self.cost
                    + u32::try_from(self.turns_to_fault.saturating_sub(SEEN_SOON) / 4)
                        .unwrap_or(u32::MAX)
            }
        }
    }

    /// True if the change explains the whole record.
    pub(super) fn explains(&self) -> bool {
        self.complete && self.agrees
    }

    /// Returns the turn that the first edit changes.
    pub(super) fn turn(&self) -> Option<u32> {
        self.edits.first().and_then(Edit::turn)
    }
}
