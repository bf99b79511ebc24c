//! Check of the numbers before turns: compares them with the order of the turns. `1. b3 2. c2`
//! numbers each turn, `1. b3 c2 2. d2` each pair of turns.

use crate::findings::Finding;
use crate::formats::codes;
use crate::text::Span;

/// Number in the text.
#[derive(Clone, Copy, Debug)]
pub(super) struct RowNumber {
    number: u64,
    /// The number of turns before it.
    turns: u64,
    span: Span,
}

impl RowNumber {
    /// Parses a number, such as `12.`, that follows the given number of turns.
    pub(super) fn parse(text: &str, turns: usize, span: Span) -> Self {
        let number = text.trim_end_matches('.').parse().unwrap_or(u64::MAX);
        Self {
            number,
            turns: turns as u64,
            span,
        }
    }

    /// Returns the differences between this number and a later one.
    fn steps_to(self, next: Self) -> Steps {
        Steps {
            number: next.number.checked_sub(self.number),
            turns: next.turns - self.turns,
        }
    }
}

/// Differences between two numbers in the text.
#[derive(Clone, Copy)]
struct Steps {
    /// Difference of the numbers themselves; `None` if the later one is smaller.
    number: Option<u64>,
    /// Number of turns between them.
    turns: u64,
}

/// Reports the numbers that do not fit the turns between them: a turn may be missing, so that each
/// later turn is read as a turn of the other seat. Numbers count turns or pairs of turns; the
/// numbers in the text decide which.
pub(super) fn compare_with_turns(numbers: &[RowNumber], turns: usize) -> Vec<Finding> {
    // Counts the steps that fit if each number is for this number of turns.
    let fitting_steps = |turns_of_each: u64| {
        let steps = numbers.windows(2).map(|pair| pair[0].steps_to(pair[1]));
        steps
            .filter(|step| step.turns > 0 && step.number == Some(step.turns / turns_of_each))
            .count()
    };
    let turns_of_each = if fitting_steps(1) > fitting_steps(2) {
        1
    } else {
        2
    };

    let mut findings = Vec::new();
    let Some(mut last) = numbers.first().copied() else {
        return findings;
    };

    for &next in &numbers[1..] {
        let Steps { number, turns } = last.steps_to(next);
        // The number before a turn of Black may be the number of the pair.
        if turns_of_each == 2 && number == Some(0) && turns == 1 {
            continue;
        }
        let expected_turns = number.map(|step| step.saturating_mul(turns_of_each));
        if expected_turns != Some(turns) || turns == 0 {
            findings.push(wrong_step(last, next));
        }
        last = next;
    }

    // The last number may have been reported already.
    let is_counted = findings
        .last()
        .is_none_or(|finding| finding.span != last.span);
    if last.turns == turns as u64 && is_counted {
        findings.push(Finding::new(
            &codes::DISAGREES,
            last.span,
            "No turn follows this number.",
        ));
    }

    findings
}

/// Returns the finding on a number that does not fit the one before it.
fn wrong_step(last: RowNumber, next: RowNumber) -> Finding {
    let turns_come = match last.steps_to(next).turns {
        1 => "1 turn comes".to_owned(),
        turns => format!("{turns} turns come"),
    };
    let message = format!(
        "{turns_come} between the numbers {} and {}; the order is used.",
        last.number, next.number
    );
    Finding::new(&codes::DISAGREES, next.span, message).with_help("Is a turn missing before it?")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_those_of_turns_or_of_pairs() {
        let reported = |numbers: &[(u64, u64)]| {
            let numbers: Vec<_> = (0..)
                .zip(numbers)
                .map(|(index, &(number, turns))| RowNumber {
                    number,
                    turns,
                    span: Span::new(index, index + 1),
                })
                .collect();
            compare_with_turns(&numbers, 99)
                .iter()
                .map(|finding| finding.span.start)
                .collect::<Vec<_>>()
        };
        for (numbers, expected) in [
            (&[(1, 0), (2, 2), (3, 4)][..], &[][..]),
            (&[(1, 0), (2, 1), (3, 2)], &[]),
            (&[(1, 0), (1, 1), (2, 2), (2, 3), (3, 4)], &[]),
            (&[(1, 1), (2, 3)], &[]),
            (&[(7, 0), (8, 2)], &[]),
            (&[(1, 0), (2, 2), (5, 8)], &[]),
            // A turn is missing, or there is one too many.
            (&[(1, 0), (2, 2), (3, 3), (4, 5)], &[2]),
            (&[(1, 0), (2, 3), (3, 5)], &[1]),
            (&[(1, 0), (2, 1), (3, 2), (5, 3)], &[3]),
            // A number without a turn, or a number that does not increase.
            (&[(1, 0), (2, 2), (2, 2), (3, 4)], &[2]),
            (&[(1, 0), (2, 2), (4, 4), (3, 6)], &[2, 3]),
            (&[(u64::MAX, 0), (1, 2)], &[1]),
            (&[(1, 0), (2, 2), (3, 99)], &[2]),
            (&[(1, 0), (2, 49), (3, 99)], &[1, 2]),
            (&[(1, 95), (2, 97), (3, 99)], &[2]),
            (&[], &[]),
        ] {
            assert_eq!(reported(numbers), expected, "{numbers:?}");
        }
    }
}
