//! Options that limit the search for the solutions of puzzles.

use clap::Args;

use pipscribe::solve::{Budget, USUAL_STEPS};

/// The budget of the searches in each record, or of each puzzle for `solve`.
#[derive(Clone, Copy, Debug, Args)]
pub(super) struct PuzzleBudget {
    /// Search at most N steps; a step generates one turn, or part of a turn on large boards
    #[arg(long = "budget", value_name = "N", default_value_t = USUAL_STEPS)]
    steps: u64,
    /// Store positions in at most SIZE bytes of memory, such as `64M` or `2G`; with less memory, a
    /// search takes more steps
    #[arg(long, value_name = "SIZE", default_value = "256M", value_parser = memory_size)]
    memory: u64,
}

impl From<PuzzleBudget> for Budget {
    fn from(budget: PuzzleBudget) -> Self {
        Self::new(budget.steps, budget.memory)
    }
}

/// Parses a number of bytes: `1000000`, `64M`, `64MB`, `2G`.
fn memory_size(text: &str) -> Result<u64, String> {
    let lower = text.to_ascii_lowercase();
    let digits = lower.trim_end_matches(|character: char| character.is_ascii_alphabetic());
    let unit = &lower[digits.len()..];
    let factor: u64 = match unit {
        "" | "b" => 1,
        "k" | "kb" | "kib" => 1 << 10,
        "m" | "mb" | "mib" => 1 << 20,
        "g" | "gb" | "gib" => 1 << 30,
        _ => return Err("a size is a number of bytes, such as `64M` or `2G`".to_owned()),
    };
    let number = digits
        .parse::<u64>()
        .ok()
        .and_then(|number| number.checked_mul(factor));
    number.ok_or_else(|| "a size is a number of bytes, such as `64M` or `2G`".to_owned())
}
