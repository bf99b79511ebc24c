//! The place of a turn in the lines of its record.

use std::fmt;

/// Place of a turn: the variations around it, and its number in its line. Its display form is the
/// address that commands accept: `7`, or `7.1/3` for the third turn of the first variation that
/// replaces turn 7.
pub(crate) struct TurnPlace {
    /// For each variation, the outermost first: the turn that it replaces, counted in its line, and
    /// its number among the variations of that turn.
    pub(crate) branches: Vec<(u32, u32)>,
    /// The turn, counted from 1 in its line.
    pub(crate) turn: u32,
}

impl TurnPlace {
    /// Returns the place of a turn, given the path of its line and the number of the turn in the
    /// record. The path has two numbers for each level: the number of the replaced turn, and the
    /// number of the variation. A number lower than the numbers of the line is interpreted as the
    /// number of its first turn.
    pub(crate) fn new(path: &[u32], number: u32) -> Self {
        let mut first = 1;
        let mut branches = Vec::with_capacity(path.len() / 2);
        for &[replaced, variation] in path.as_chunks::<2>().0 {
            branches.push((replaced.saturating_sub(first) + 1, variation));
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
        for (turn, variation) in &self.branches {
            write!(out, "{turn}.{variation}/")?;
        }
        write!(out, "{}", self.turn)
    }
}
