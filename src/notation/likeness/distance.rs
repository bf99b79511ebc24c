//! Edit distance between a written text and similar ones.

use super::{LONGEST, NEAR, has, near_to};

/// Cost of replacing a character with any other: the same as deleting one and inserting one.
const FAR: u32 = 2;
/// Cost of a deleted, inserted or doubled character, or of two swapped ones.
const SHIFT: u32 = 1;

/// Initial capacity, in characters: most turns have fewer.
const USUAL_CHARACTERS: usize = 24;

/// Edit distance from a written text to others. Bit-parallel for short texts; intermediate results
/// are reused for the common prefix of successive texts.
#[derive(Debug)]
pub struct Likeness<'w> {
    written: &'w [u8],
    /// Match masks of the characters seen so far.
    masks: Vec<MatchMask>,
    /// For each character: one more than its index in `masks`; 0 if not seen yet.
    known: [u8; 256],
    /// Columns for the prefixes of the last text, the empty prefix first.
    columns: Vec<Column>,
    /// The last three rows of the table in the row-by-row computation.
    rows: [Vec<u32>; 3],
}

/// Match mask of a character: the places of the written text that it matches. Empty for long texts.
/// Each place has two bits, for two half matches: an equal character matches both halves, a nearby
/// one only the first.
#[derive(Clone, Copy, Debug, Default)]
struct MatchMask {
    /// Places with this character or one near it: the first bit of each place.
    near: u64,
    /// Places with this character: the second bit of each place.
    same: u64,
}

/// Column of the table: the result for one prefix of a text.
#[derive(Clone, Copy, Debug)]
struct Column {
    /// The last character.
    last: u8,
    /// Half matches with each prefix of the written text, encoded as differences: a bit is 0 if its
    /// half adds one more match.
    common: u64,
}

impl Column {
    const NOTHING: Self = Self {
        last: 0,
        common: u64::MAX,
    };

    /// Appends a character. The halves that nearby characters match are added first. `before` is
    /// the column before the last character.
    #[inline]
    fn with(self, before: Self, character: u8, next: MatchMask, last: MatchMask) -> Self {
        let go_on = |ends: u64, found: u64| ends.wrapping_add(ends & found) | (ends & !found);
        let mut common = go_on(go_on(self.common, next.near), next.same);
        let swapped = next.same & last.same >> 2;
        if swapped != 0 && character != self.last {
            common = with_swapped(common, before.common, swapped);
        }
        Self {
            last: character,
            common,
        }
    }

    /// Returns the number of half matches: the cost saved compared with deleting one text and
    /// inserting the other.
    fn in_common(self) -> u32 {
        self.common.count_zeros()
    }
}

/// Updates the matches if the last two characters may be swapped. A swap saves three, and matching
/// one of the two characters saves two. `swapped` are the second halves of the places where the
/// written text has the two in the other order.
fn with_swapped(mut common: u64, before: u64, mut swapped: u64) -> u64 {
    let bits_below = |end: u32| 1_u64.checked_shl(end).unwrap_or(0).wrapping_sub(1);
    while swapped != 0 {
        let second_half = swapped.trailing_zeros();
        swapped &= swapped - 1;
        let saved_before = (!before & bits_below(second_half - 1)).count_ones();
        let end = second_half + 3;
        if (!common & bits_below(end)).count_ones() == saved_before + 2 {
            common &= !(1 << (end - 1));
            // Prefixes that had one more match now have as many.
            let further = !common & !bits_below(end);
            common |= further & further.wrapping_neg();
        }
    }
    common
}

impl<'w> Likeness<'w> {
    /// Creates the comparison with a written text.
    pub fn to(written: &'w str) -> Self {
        let mut columns = Vec::with_capacity(USUAL_CHARACTERS);
        columns.push(Column::NOTHING);
        Self {
            written: written.as_bytes(),
            masks: Vec::with_capacity(USUAL_CHARACTERS),
            known: [0; 256],
            columns,
            rows: Default::default(),
        }
    }

    /// Returns the edit distance; `None` if it exceeds `most`.
    pub fn distance(&mut self, text: &str, most: u32) -> Option<u32> {
        let text = text.as_bytes();
        let apart = u32::try_from(self.written.len().abs_diff(text.len())).unwrap_or(u32::MAX);
        if self.written.len().max(text.len()) > LONGEST || apart > most {
            return None;
        }
        let cost = if self.is_long() {
            self.step_by_step(text, most)?
        } else {
            self.at_once(text)
        };
        Some(cost).filter(|&cost| cost <= most)
    }

    /// Returns a lower bound on the distance to any text with this prefix: every character without
    /// an equal one costs something.
    pub(crate) fn least_of_beginning(&mut self, text: &str) -> u32 {
        if self.is_long() {
            return 0;
        }
        let (mut column, mut last, mut swapped) = (Column::NOTHING, MatchMask::default(), 0);
        for character in text.bytes() {
            let next = MatchMask {
                near: 0,
                ..self.mask(character)
            };
            column = column.with(Column::NOTHING, character, next, MatchMask::default());
            swapped += u32::from(next.same & last.same >> 2 != 0);
            last = next;
        }
        u32::try_from(text.len())
            .unwrap_or(0)
            .saturating_sub(column.in_common() + swapped)
    }

    /// Returns an upper bound on the half matches of a part of a text that may follow the character
    /// `before`. The matches of a text are at most the sum of those of its parts.
    pub(crate) fn in_common_with_part(&mut self, before: Option<char>, part: &str) -> u32 {
        if self.is_long() {
            return u32::try_from(self.written.len() + part.len()).unwrap_or(u32::MAX / 2);
        }
        let before = before.and_then(|before| u8::try_from(before).ok());
        let start = Column {
            last: before.unwrap_or_default(),
            ..Column::NOTHING
        };
        let mut last = before.map(|before| self.mask(before)).unwrap_or_default();
        let first = part
            .bytes()
            .next()
            .map(|first| self.mask(first))
            .unwrap_or_default();
        // A swap at the border of two parts saves one more than matching one of the two characters.
        let swapped = u32::from(first.same & last.same >> 2 != 0);
        let (mut before, mut column) = (start, start);
        for (character, at) in part.bytes().zip(0..) {
            let next = self.mask(character);
            // The swap at the border is counted already.
            let longer = column.with(
                before,
                character,
                next,
                if at == 0 { MatchMask::default() } else { last },
            );
            (before, column, last) = (column, longer, next);
        }
        column.in_common() + swapped
    }

    /// True if the written text has more places than the bit masks have room for.
    fn is_long(&self) -> bool {
        self.written.len() > u64::BITS as usize / 2
    }

    /// Computes the distance bit-parallel. Columns of the last text are kept for the common prefix.
    fn at_once(&mut self, text: &[u8]) -> u32 {
        let known = self.columns.iter().skip(1);
        let common = known
            .zip(text)
            .take_while(|(column, next)| column.last == **next)
            .count();
        self.columns.truncate(common + 1);
        let (mut before, mut column) = match self.columns[..] {
            [.., before, column] => (before, column),
            _ => (Column::NOTHING, Column::NOTHING),
        };
        let mut last = if common > 0 {
            self.mask(column.last)
        } else {
            MatchMask::default()
        };
        for &character in text.get(common..).unwrap_or_default() {
            let next = self.mask(character);
            (before, column, last) = (column, column.with(before, character, next, last), next);
            self.columns.push(column);
        }
        let all = u32::try_from(self.written.len() + text.len()).unwrap_or(u32::MAX);
        all.saturating_sub(column.in_common())
    }

    /// Computes the distance row by row.
    fn step_by_step(&mut self, text: &[u8], most: u32) -> Option<u32> {
        let written = self.written;
        let [before, above, row] = &mut self.rows;
        above.clear();
        above.extend((0..).take(written.len() + 1));
        let mut last = None;
        for (&next, at) in text.iter().zip(1..) {
            let near = near_to(next);
            let mut left = at;
            let mut least = left;
            row.clear();
            row.push(left);
            for (place, &other) in written.iter().enumerate() {
                let change = if other == next {
                    0
                } else {
                    FAR - NEAR * u32::from(has(near, other))
                };
                let mut cost = (above[place] + change).min(above[place + 1].min(left) + SHIFT);
                if last == Some(other)
                    && let Some(previous) = place.checked_sub(1)
                    && written[previous] == next
                {
                    cost = cost.min(before[previous] + SHIFT);
                }
                row.push(cost);
                left = cost;
                least = least.min(cost);
            }
            // No row has a smaller minimum than the one before by more than one step, and a swap
            // takes one step.
            if least > most {
                return None;
            }
            last = Some(next);
            std::mem::swap(before, above);
            std::mem::swap(above, row);
        }
        above.last().copied()
    }

    #[inline]
    fn mask(&mut self, character: u8) -> MatchMask {
        match self.known[usize::from(character)].checked_sub(1) {
            Some(at) => self.masks.get(usize::from(at)).copied().unwrap_or_default(),
            None => self.new_mask(character),
        }
    }

    /// Computes the match mask of a character, and caches it.
    fn new_mask(&mut self, character: u8) -> MatchMask {
        let near = near_to(character);
        let mut mask = MatchMask::default();
        for &other in self.written.iter().rev() {
            let is_same = other == character;
            mask.near = mask.near << 2 | u64::from(is_same | has(near, other));
            mask.same = mask.same << 2 | u64::from(is_same) << 1;
        }
        self.masks.push(mask);
        // Turns contain few different characters. An index that does not fit is not cached.
        self.known[usize::from(character)] = u8::try_from(self.masks.len()).unwrap_or(0);
        mask
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
                in_common += likeness.in_common_with_part(before, part);
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
                    let least = likeness.least_of_beginning(&text[..end]);
                    prop_assert!(least <= whole, "{} of {}", &text[..end], text);
                }
            }
        }
    }

    /// Computes the distance by the full table, without shortcuts.
    fn distance_in_full(left: &[u8], right: &[u8]) -> u32 {
        let mut table = vec![vec![0_u32; right.len() + 1]; left.len() + 1];
        for (at, place) in
            (0..=left.len()).flat_map(|at| (0..=right.len()).map(move |place| (at, place)))
        {
            let mut costs = Vec::new();
            if at > 0 {
                costs.push(table[at - 1][place] + 1);
            }
            if place > 0 {
                costs.push(table[at][place - 1] + 1);
            }
            if at > 0 && place > 0 {
                let (one, other) = (left[at - 1], right[place - 1]);
                let change = if one == other {
                    0
                } else {
                    2 - u32::from(has(near_to(one), other))
                };
                costs.push(table[at - 1][place - 1] + change);
            }
            if at > 1
                && place > 1
                && left[at - 1] == right[place - 2]
                && left[at - 2] == right[place - 1]
            {
                costs.push(table[at - 2][place - 2] + 1);
            }
            table[at][place] = costs.into_iter().min().unwrap_or(0);
        }
        table[left.len()][right.len()]
    }
}
