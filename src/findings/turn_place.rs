//! The place of a turn in the lines of its record.

use std::fmt;

/// A variation on the way to a turn. Its display form is `7.1`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Branch {
    /// The turn that the variation replaces, counted from 1 in its line.
    pub(crate) replaced: u32,
    /// The number of the variation among those of that turn, from 1.
    pub(crate) number: u32,
}

impl fmt::Display for Branch {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}.{}", self.replaced, self.number)
    }
}

/// Place of a turn: the variations around it, and its number in its line. Its display form is the
/// address that commands accept: `7`, or `7.1/3` for the third turn of the first variation that
/// replaces turn 7.
pub(crate) struct TurnPlace {
    /// The variations around the turn, the outermost first.
    pub(crate) branches: Vec<Branch>,
    /// The turn, counted from 1 in its line.
    pub(crate) turn: u32,
}

impl TurnPlace {
    /// Returns the place of a turn, given the path of its line and the number of the turn in the
    /// record. The path has two numbers for each level: the number of the replaced turn, and the
    /// number of the variation.
    ///
    /// Turns of a variation are numbered on from the turn that it replaces. With the path `[7, 1]`,
    /// turn 9 is therefore the third turn of its line, `7.1/3`. A number lower than those of the
    /// line is taken as the number of its first turn.
    pub(crate) fn new(path: &[u32], number: u32) -> Self {
        // The number of the first turn of the current line.
        let mut first = 1;
        let mut branches = Vec::with_capacity(path.len() / 2);
        for &[replaced, number] in path.as_chunks::<2>().0 {
            branches.push(Branch {
                replaced: replaced.saturating_sub(first) + 1,
                number,
            });
            first = replaced;
        }
        // In the main line, 0 stays 0: the start.
        let turn = if path.is_empty() {
            number
        } else {
            number.saturating_sub(first) + 1
        };
        Self { branches, turn }
    }
}

impl fmt::Display for TurnPlace {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        for branch in &self.branches {
            write!(out, "{branch}/")?;
        }
        write!(out, "{}", self.turn)
    }
}
