//! Edit distance between a written text and similar ones.
//!
//! Not a distance of `strsim`: it has no costs for characters that are near each other.

use super::{MAX_LENGTH, NEAR, has, near_to};

/// Cost of replacing a character with any other: the same as deleting one and inserting one.
const FAR: u32 = 2;
/// Cost of a deleted, inserted or doubled character, or of two swapped ones.
const SHIFT: u32 = 1;

/// The maximum length of a written text for which a part of a text is tested. Longer ones are
/// compared only with whole texts.
const MAX_TESTED: usize = 32;

/// Edit distance from a written text to others.
#[derive(Debug)]
pub struct Likeness<'w> {
    written: &'w [u8],
    /// The last three rows of the table; their memory is reused.
    rows: [Vec<u32>; 3],
}

impl<'w> Likeness<'w> {
    /// Creates the comparison with a written text.
    pub fn to(written: &'w str) -> Self {
        Self {
            written: written.as_bytes(),
            rows: Default::default(),
        }
    }

    /// Returns the edit distance; `None` if it exceeds `max_distance`.
    pub fn distance(&mut self, text: &str, max_distance: u32) -> Option<u32> {
        let text = text.as_bytes();
        let apart = u32::try_from(self.written.len().abs_diff(text.len())).unwrap_or(u32::MAX);
        if self.written.len().max(text.len()) > MAX_LENGTH || apart > max_distance {
            return None;
        }

        self.row_by_row(text, max_distance)
            .filter(|&cost| cost <= max_distance)
    }

    /// Returns a lower bound on the distance to any text with this prefix: every character without
    /// an equal one costs something.
    pub(crate) fn lower_bound_for_prefix(&mut self, text: &str) -> u32 {
        if self.is_long() {
            return 0;
        }

        let text = text.as_bytes();
        let pairs = text.iter().zip(text.iter().skip(1));
        let swapped = pairs.filter(|&(&first, &second)| self.has_pair(second, first));
        // Of two swapped characters, the common subsequence has at most one, and the swap accounts
        // for the other.
        let matched = swapped.count() + self.common_subsequence(text);
        u32::try_from(text.len().saturating_sub(matched)).unwrap_or(0)
    }

    /// Returns an upper bound on what a part of a text that may follow the character `before` saves
    /// compared with deleting one text and inserting the other. A text saves at most the sum of the
    /// savings of its parts.
    pub(crate) fn max_savings_of_part(&mut self, before: Option<char>, part: &str) -> u32 {
        let part = part.as_bytes();
        // Half of the maximum leaves room for the addition below.
        let all = u32::try_from(self.written.len() + part.len()).unwrap_or(u32::MAX / 2);
        if self.is_long() {
            return all;
        }

        let cost = self.row_by_row(part, u32::MAX).unwrap_or(all);
        // A swap at the border of two parts saves one more than matching one of the two characters.
        let before = before.and_then(|before| u8::try_from(before).ok());
        let border = before.zip(part.first());
        let is_swapped = border.is_some_and(|(before, &first)| self.has_pair(first, before));
        all - cost + u32::from(is_swapped)
    }

    fn is_long(&self) -> bool {
        self.written.len() > MAX_TESTED
    }

    /// Returns true if the written text has two characters one after the other.
    fn has_pair(&self, first: u8, second: u8) -> bool {
        self.written.windows(2).any(|pair| pair == [first, second])
    }

    /// Returns the length of the longest common subsequence.
    fn common_subsequence(&mut self, text: &[u8]) -> usize {
        let [row, ..] = &mut self.rows;
        row.clear();
        row.resize(self.written.len() + 1, 0);
        for next in text {
            let mut diagonal = 0;
            for (index, other) in self.written.iter().enumerate() {
                let above = row[index + 1];
                row[index + 1] = if other == next {
                    diagonal + 1
                } else {
                    above.max(row[index])
                };
                diagonal = above;
            }
        }
        row.last().map_or(0, |&length| length as usize)
    }

    /// Computes the distance row by row; `None` if it exceeds `max_distance`.
    fn row_by_row(&mut self, text: &[u8], max_distance: u32) -> Option<u32> {
        let written = self.written;
        let [two_above, above, row] = &mut self.rows;
        above.clear();
        above.extend((0..).take(written.len() + 1));
        // The character of `text` in the row above.
        let mut last = None;
        for (&next, index) in text.iter().zip(1..) {
            let near = near_to(next);
            let mut left = index;
            let mut row_minimum = left;
            row.clear();
            row.push(left);
            for (place, &other) in written.iter().enumerate() {
                let change = if other == next {
                    0
                } else if has(near, other) {
                    NEAR
                } else {
                    FAR
                };
                let mut cost = (above[place] + change).min(above[place + 1].min(left) + SHIFT);
                // This character and the one before it may be swapped.
                if last == Some(other)
                    && let Some(previous) = place.checked_sub(1)
                    && written[previous] == next
                {
                    cost = cost.min(two_above[previous] + SHIFT);
                }
                row.push(cost);
                left = cost;
                row_minimum = row_minimum.min(cost);
            }
            // The minimum of a row is at most one step smaller than that of the previous row, and a
            // swap takes one step.
            if row_minimum > max_distance {
                return None;
            }
            last = Some(next);
            std::mem::swap(two_above, above);
            std::mem::swap(above, row);
        }
        above.last().copied()
    }
}

/// Returns the length of the common prefix.
pub(crate) fn common_prefix_length(left: &[u8], right: &[u8]) -> usize {
    left.iter()
        .zip(right)
        .take_while(|(left, right)| left == right)
        .count()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn distances_beyond_a_bound_are_not_computed() {
        let cases = [
            ("", "", 0),
            ("a2-d4", "a2-c4", 1),
            ("5c", "c5", 1),
            ("b3", "Gb3", 1),
            ("a7", "a2", 2),
            ("abc", "", 3),
        ];
        for (left, right, expected) in cases {
            for most in 0..6 {
                let due = Some(expected).filter(|&expected| expected <= most);
                assert_eq!(
                    Likeness::to(left).distance(right, most),
                    due,
                    "{left} {right} {most}"
                );
                assert_eq!(
                    Likeness::to(right).distance(left, most),
                    due,
                    "{right} {left} {most}"
                );
            }
        }
    }

    proptest! {
        #[test]
        fn a_bound_keeps_all_nearer_texts(left in "[a-c1-3]{0,7}", right in "[a-c1-3]{0,7}", most in 0_u32..8) {
            let whole = distance_in_full(left.as_bytes(), right.as_bytes());
            prop_assert_eq!(Likeness::to(&left).distance(&right, u32::MAX), Some(whole));
            prop_assert_eq!(Likeness::to(&left).distance(&right, most), Some(whole).filter(|&whole| whole <= most));
        }

        #[test]
        fn common_parts_bound_common_characters(
            written in "[a-c1-3,;]{0,9}", parts in proptest::collection::vec("[a-c1-3,;]{0,5}", 1..5)
        ) {
            let mut likeness = Likeness::to(&written);
            let text = parts.concat();
            let (mut before, mut in_common) = (None, 0);
            for part in &parts {
                in_common += likeness.max_savings_of_part(before, part);
                before = part.chars().next_back().or(before);
            }
            let whole = distance_in_full(written.as_bytes(), text.as_bytes());
            prop_assert!((written.len() + text.len()) as u32 <= whole + in_common);
        }

        #[test]
        fn long_texts_are_compared_like_short_ones(
            written in "[a-e1-4;@/é]{20,70}",
            texts in proptest::collection::vec("[a-e1-4;@/é]{20,70}", 1..4),
            most in 0_u32..90
        ) {
            let mut likeness = Likeness::to(&written);
            for text in texts {
                let whole = distance_in_full(written.as_bytes(), text.as_bytes());
                prop_assert_eq!(likeness.distance(&text, most), Some(whole).filter(|&whole| whole <= most), "{}", text);
            }
        }

        #[test]
        fn reused_rows_are_valid_for_the_next_text(
            written in "[a-c1-3;é]{0,7}",
            texts in proptest::collection::vec(("[a-c1-3;é]{0,7}", 0_u32..9), 0..20)
        ) {
            let mut likeness = Likeness::to(&written);
            for (text, most) in texts {
                let whole = distance_in_full(written.as_bytes(), text.as_bytes());
                prop_assert_eq!(likeness.distance(&text, most), Some(whole).filter(|&whole| whole <= most), "{}", text);
                for end in (0..=text.len()).filter(|&end| text.is_char_boundary(end)) {
                    let least = likeness.lower_bound_for_prefix(&text[..end]);
                    prop_assert!(least <= whole, "{} of {}", &text[..end], text);
                }
            }
        }
    }

    /// Computes the distance by the full table, without shortcuts.
    fn distance_in_full(left: &[u8], right: &[u8]) -> u32 {
        let mut table = vec![vec![0_u32; right.len() + 1]; left.len() + 1];
        for (index, place) in
            (0..=left.len()).flat_map(|index| (0..=right.len()).map(move |place| (index, place)))
        {
            let mut costs = Vec::new();
            if index > 0 {
                costs.push(table[index - 1][place] + 1);
            }
            if place > 0 {
                costs.push(table[index][place - 1] + 1);
            }
            if index > 0 && place > 0 {
                let one = left[index - 1];
                let other = right[place - 1];
                let change = if one == other {
                    0
                } else {
                    2 - u32::from(has(near_to(one), other))
                };
                costs.push(table[index - 1][place - 1] + change);
            }
            if index > 1
                && place > 1
                && left[index - 1] == right[place - 2]
                && left[index - 2] == right[place - 1]
            {
                costs.push(table[index - 2][place - 2] + 1);
            }
            table[index][place] = costs.into_iter().min().unwrap_or(0);
        }
        table[left.len()][right.len()]
    }
}
