//! A change that leads further, and how likely it is beside others.

use super::edit::Edit;

/// Within how many turns most slips show.
pub(super) const SEEN_SOON: usize = 10;
/// What a change costs: how unlikely it is beside the others.
pub(super) mod cost {
    /// A turn left out where the numbers leave one out.
    pub(in crate::mend) const NUMBERED: u32 = 0;
    /// A slip of the hand or the eye.
    pub(in crate::mend) const SLIP: u32 = 1;
    /// A part of a turn.
    pub(in crate::mend) const PART: u32 = 2;
    /// Turns written twice, or in the wrong order.
    pub(in crate::mend) const ORDER: u32 = 3;
    /// A convention that the whole record is written by.
    pub(in crate::mend) const CONVENTION: u32 = 2;
    /// A tag of a few values.
    pub(in crate::mend) const TAG: u32 = 3;
    /// Two wrong characters in one turn; a turn that was cut short.
    pub(in crate::mend) const TWO: u32 = 4;
    /// A turn left out; something in a long tag.
    pub(in crate::mend) const TURN: u32 = 5;
    /// A turn too many.
    pub(in crate::mend) const DELETED: u32 = 6;
    /// A character for one that is not near it, another turn.
    pub(in crate::mend) const FAR: u32 = 6;
}

/// A change under which the record replays further.
#[derive(Clone, Debug)]
pub(super) struct Found {
    pub(super) edit: Edit,
    /// What belongs to the same change.
    pub(super) more: Vec<Edit>,
    /// Why all of them are needed, where one reason accounts for them.
    pub(super) explanation: Option<&'static str>,
    pub(super) cost: u32,
    /// The turns of the main line that are legal then.
    pub(super) legal: u32,
    pub(super) complete: bool,
    pub(super) agrees: bool,
    /// How far before the fault it is, in turns.
    pub(super) distance: usize,
    /// How unlike what was written it is.
    pub(super) unlike: u32,
    pub(super) order: usize,
}

impl Found {
    /// The lower, the better.
    pub(super) fn rank(&self) -> impl Ord + use<> {
        let explains = self.explains();
        let legal = if self.complete { u32::MAX } else { self.legal };
        let place = (self.unlike, std::cmp::Reverse(self.legal), self.distance, self.order);
        (!explains, !self.complete, std::cmp::Reverse(legal), self.likelihood(), place)
    }

    /// What it costs, and what it costs that it was not seen for long; the lower, the likelier.
    pub(super) fn likelihood(&self) -> u32 {
        match self.edit {
            Edit::Tag { .. } => self.cost,
            _ => self.cost + u32::try_from(self.distance.saturating_sub(SEEN_SOON) / 4).unwrap_or(u32::MAX),
        }
    }

    /// Whether nothing is left to explain.
    pub(super) fn explains(&self) -> bool {
        self.complete && self.agrees
    }
}
