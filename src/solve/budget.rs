//! Limits of a search.

/// The default number of steps of one search. A step generates one turn; on large boards and tables
/// it counts as several.
pub const USUAL_STEPS: u64 = 4_000_000;
/// The default number of bytes for the tables of one search: 256 MiB.
pub const USUAL_MEMORY: u64 = 256 << 20;

/// Limits of a search. Neither depends on the machine, so the answer is the same everywhere.
///
/// A number of steps converts to a budget with the default memory:
///
/// ```
/// use pipscribe::solve::{Budget, USUAL_MEMORY};
///
/// assert_eq!(Budget::from(1_000), Budget::new(1_000, USUAL_MEMORY));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Budget {
    /// The maximum number of steps.
    pub steps: u64,
    /// The maximum number of bytes for positions and turns. A search that needs more forgets
    /// positions, and takes more steps.
    pub memory: u64,
}

impl Budget {
    /// Returns a budget of this number of steps and of bytes.
    pub fn new(steps: u64, memory: u64) -> Self {
        Self { steps, memory }
    }

    /// Returns half of the budget, for one of two searches.
    pub(super) fn half(self) -> Self {
        Self {
            steps: self.steps / 2,
            memory: self.memory / 2,
        }
    }
}

impl Default for Budget {
    fn default() -> Self {
        Self {
            steps: USUAL_STEPS,
            memory: USUAL_MEMORY,
        }
    }
}

impl From<u64> for Budget {
    fn from(steps: u64) -> Self {
        Self {
            steps,
            ..Self::default()
        }
    }
}
