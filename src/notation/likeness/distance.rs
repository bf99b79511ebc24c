//! How unlike two texts are.

use super::{LONGEST, NEAR, has, near_to};

/// A character for any other: as much as to leave one out and to put one in.
const FAR: u32 = 2;
/// A character that is left out, put in or hit twice, or two that are swapped.
const SHIFT: u32 = 1;

/// How many characters there is room for at once: turns have few more.
const USUAL_CHARACTERS: usize = 24;

/// How unlike texts are to the one that was written, as the cost of what makes one the other. What was worked out for one of
/// them serves for the next, as far as both begin alike.
#[derive(Debug)]
pub(crate) struct Likeness<'w> {
    written: &'w [u8],
    /// The characters that were met so far.
    met: Vec<Met>,
    /// By character: how many were met when it was, itself included; 0 of the others.
    known: [u8; 256],
    /// The beginnings of the last text that was looked at, the empty one first.
    begun: Vec<Begun>,
    /// The last three rows of the table of a text that is looked at step by step.
    rows: [Vec<u32>; 3],
}

/// What a character has in common with what was written; with long texts nothing. Each place has two bits, so that there is
/// room for two halves: what is the same has both in common, what is near the first.
#[derive(Clone, Copy, Debug, Default)]
struct Met {
    /// Where it or one near it stands: the first bit of each place.
    near: u64,
    /// Where it stands: the second bit of each place.
    same: u64,
}

/// The beginning of a text.
#[derive(Clone, Copy, Debug)]
struct Begun {
    /// Its last character.
    last: u8,
    /// The most halves that it has in common with each beginning of what was written, in the same order: a bit is 0 where one
    /// more is, if the half of that place belongs to it too.
    common: u64,
}

impl Begun {
    const NOTHING: Self = Self { last: 0, common: u64::MAX };

    /// With the next character, the half first that is in common with what is near. `before` is what was begun before its
    /// last character.
    #[inline]
    fn with(self, before: Self, character: u8, next: Met, last: Met) -> Self {
        let go_on = |ends: u64, found: u64| ends.wrapping_add(ends & found) | (ends & !found);
        let mut common = go_on(go_on(self.common, next.near), next.same);
        let swapped = next.same & last.same >> 2;
        if swapped != 0 && character != self.last {
            common = with_swapped(common, before.common, swapped);
        }
        Self { last: character, common }
    }

    /// What is saved where two such texts are made each other instead of written anew.
    fn in_common(self) -> u32 {
        self.common.count_zeros()
    }
}

/// What is in common where the last two characters may be swapped: then they save three, where one of them in its place
/// saves two. `swapped` are the second halves of the places at which what was written has them the other way round.
fn with_swapped(mut common: u64, before: u64, mut swapped: u64) -> u64 {
    let bits_below = |end: u32| 1_u64.checked_shl(end).unwrap_or(0).wrapping_sub(1);
    while swapped != 0 {
        let second_half = swapped.trailing_zeros();
        swapped &= swapped - 1;
        let saved_before = (!before & bits_below(second_half - 1)).count_ones();
        let end = second_half + 3;
        if (!common & bits_below(end)).count_ones() == saved_before + 2 {
            common &= !(1 << (end - 1));
            // What had one more further on has as much now.
            let further = !common & !bits_below(end);
            common |= further & further.wrapping_neg();
        }
    }
    common
}

impl<'w> Likeness<'w> {
    /// That to a text.
    pub(crate) fn to(written: &'w str) -> Self {
        let mut begun = Vec::with_capacity(USUAL_CHARACTERS);
        begun.push(Begun::NOTHING);
        Self {
            written: written.as_bytes(),
            met: Vec::with_capacity(USUAL_CHARACTERS),
            known: [0; 256],
            begun,
            rows: Default::default(),
        }
    }

    /// What makes one text the other; `None` where that costs more than `most`.
    pub(crate) fn distance(&mut self, text: &str, most: u32) -> Option<u32> {
        let text = text.as_bytes();
        let apart = u32::try_from(self.written.len().abs_diff(text.len())).unwrap_or(u32::MAX);
        if self.written.len().max(text.len()) > LONGEST || apart > most {
            return None;
        }
        let cost = if self.is_long() { self.step_by_step(text, most)? } else { self.at_once(text) };
        Some(cost).filter(|&cost| cost <= most)
    }

    /// Less than any text costs that begins so, or as much: every character of which nothing is the same costs something.
    pub(crate) fn least_of_beginning(&mut self, text: &str) -> u32 {
        if self.is_long() {
            return 0;
        }
        let (mut begun, mut last, mut swapped) = (Begun::NOTHING, Met::default(), 0);
        for character in text.bytes() {
            let next = Met { near: 0, ..self.met(character) };
            begun = begun.with(Begun::NOTHING, character, next, Met::default());
            swapped += u32::from(next.same & last.same >> 2 != 0);
            last = next;
        }
        u32::try_from(text.len()).unwrap_or(0).saturating_sub(begun.in_common() + swapped)
    }

    /// What a part of a text has in common with what was written, or more, which may stand behind a character. A text has no more
    /// in common with it than its parts have together.
    pub(crate) fn in_common_with_part(&mut self, before: Option<char>, part: &str) -> u32 {
        if self.is_long() {
            return u32::try_from(self.written.len() + part.len()).unwrap_or(u32::MAX / 2);
        }
        let before = before.and_then(|before| u8::try_from(before).ok());
        let behind = Begun { last: before.unwrap_or_default(), ..Begun::NOTHING };
        let mut last = before.map(|before| self.met(before)).unwrap_or_default();
        let first = part.bytes().next().map(|first| self.met(first)).unwrap_or_default();
        // To swap the two at the border saves one more than to leave one of them.
        let swapped = u32::from(first.same & last.same >> 2 != 0);
        let (mut before, mut begun) = (behind, behind);
        for (character, at) in part.bytes().zip(0..) {
            let next = self.met(character);
            // The border's swap is counted already.
            let longer = begun.with(before, character, next, if at == 0 { Met::default() } else { last });
            (before, begun, last) = (begun, longer, next);
        }
        begun.in_common() + swapped
    }

    /// Whether there is no room for each place of what was written.
    fn is_long(&self) -> bool {
        self.written.len() > u64::BITS as usize / 2
    }

    /// What makes one text the other; of what is known of the last one that stays which holds of both.
    fn at_once(&mut self, text: &[u8]) -> u32 {
        let known = self.begun.iter().skip(1);
        let alike = known.zip(text).take_while(|(begun, next)| begun.last == **next).count();
        self.begun.truncate(alike + 1);
        let [before, begun] = match self.begun[..] {
            [.., before, begun] => [before, begun],
            _ => [Begun::NOTHING; 2],
        };
        let (mut before, mut begun) = (before, begun);
        let mut last = if alike > 0 { self.met(begun.last) } else { Met::default() };
        for &character in text.get(alike..).unwrap_or_default() {
            let next = self.met(character);
            (before, begun, last) = (begun, begun.with(before, character, next, last), next);
            self.begun.push(begun);
        }
        let all = u32::try_from(self.written.len() + text.len()).unwrap_or(u32::MAX);
        all.saturating_sub(begun.in_common())
    }

    /// What makes one text the other, by what makes each beginning of one each beginning of the other.
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
                let change = if other == next { 0 } else { FAR - NEAR * u32::from(has(near, other)) };
                let mut cost = (above[place] + change).min(above[place + 1].min(left) + SHIFT);
                if last == Some(other)
                    && let Some(behind) = place.checked_sub(1)
                    && written[behind] == next
                {
                    cost = cost.min(before[behind] + SHIFT);
                }
                row.push(cost);
                left = cost;
                least = least.min(cost);
            }
            // No row has less, by more than a step, than the one before, and to swap two takes one.
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
    fn met(&mut self, character: u8) -> Met {
        match self.known[usize::from(character)].checked_sub(1) {
            Some(at) => self.met.get(usize::from(at)).copied().unwrap_or_default(),
            None => self.meet(character),
        }
    }

    /// What a character has in common with what was written, worked out once.
    fn meet(&mut self, character: u8) -> Met {
        let near = near_to(character);
        let mut met = Met::default();
        for &other in self.written.iter().rev() {
            let is_same = other == character;
            met.near = met.near << 2 | u64::from(is_same | has(near, other));
            met.same = met.same << 2 | u64::from(is_same) << 1;
        }
        self.met.push(met);
        // Texts of turns have but a few characters; of others there are no more than bytes.
        self.known[usize::from(character)] = u8::try_from(self.met.len()).unwrap_or(0);
        met
    }
}

/// How many characters in front are the same.
pub(crate) fn alike(left: &[u8], right: &[u8]) -> usize {
    left.iter().zip(right).take_while(|(left, right)| left == right).count()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn distances() {
        let cases =
            [("", "", 0), ("a2-d4", "a2-c4", 1), ("5c", "c5", 1), ("b3", "Gb3", 1), ("a7", "a2", 2), ("abc", "", 3)];
        for (left, right, expected) in cases {
            for most in 0..6 {
                let due = Some(expected).filter(|&expected| expected <= most);
                assert_eq!(Likeness::to(left).distance(right, most), due, "{left} {right} {most}");
                assert_eq!(Likeness::to(right).distance(left, most), due, "{right} {left} {most}");
            }
        }
    }

    proptest! {
        #[test]
        fn a_bound_cuts_off_nothing_nearer(left in "[a-c1-3]{0,7}", right in "[a-c1-3]{0,7}", most in 0_u32..8) {
            let whole = distance_in_full(left.as_bytes(), right.as_bytes());
            prop_assert_eq!(Likeness::to(&left).distance(&right, u32::MAX), Some(whole));
            prop_assert_eq!(Likeness::to(&left).distance(&right, most), Some(whole).filter(|&whole| whole <= most));
        }

        #[test]
        fn a_text_has_no_more_in_common_than_its_parts(
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
        fn long_texts_are_held_against_each_other_as_short_ones(
            written in "[a-e1-4;@/é]{20,70}", texts in proptest::collection::vec("[a-e1-4;@/é]{20,70}", 1..4), most in 0_u32..90
        ) {
            let mut likeness = Likeness::to(&written);
            for text in texts {
                let whole = distance_in_full(written.as_bytes(), text.as_bytes());
                prop_assert_eq!(likeness.distance(&text, most), Some(whole).filter(|&whole| whole <= most), "{}", text);
            }
        }

        #[test]
        fn what_serves_for_the_next_text_is_right_for_it(
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

    /// By what is left of both texts, without any short cut.
    fn distance_in_full(left: &[u8], right: &[u8]) -> u32 {
        let mut table = vec![vec![0_u32; right.len() + 1]; left.len() + 1];
        for (at, place) in (0..=left.len()).flat_map(|at| (0..=right.len()).map(move |place| (at, place))) {
            let mut costs = Vec::new();
            if at > 0 {
                costs.push(table[at - 1][place] + 1);
            }
            if place > 0 {
                costs.push(table[at][place - 1] + 1);
            }
            if at > 0 && place > 0 {
                let (one, other) = (left[at - 1], right[place - 1]);
                let change = if one == other { 0 } else { 2 - u32::from(has(near_to(one), other)) };
                costs.push(table[at - 1][place - 1] + change);
            }
            if at > 1 && place > 1 && left[at - 1] == right[place - 2] && left[at - 2] == right[place - 1] {
                costs.push(table[at - 2][place - 2] + 1);
            }
            table[at][place] = costs.into_iter().min().unwrap_or(0);
        }
        table[left.len()][right.len()]
    }
}
