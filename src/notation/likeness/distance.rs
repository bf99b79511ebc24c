//! How unlike two texts are.

use super::{LONGEST, NEAR, has, near_to};

/// A character for any other.
const FAR: u8 = 2;
/// A character that is left out, put in or hit twice, or two that are swapped.
const SHIFT: u16 = 1;

/// How many characters there is room for at once: turns have few more.
const USUAL_CHARACTERS: usize = 24;

/// More than any two texts cost.
const TOO_MUCH: u16 = 1 << 14;

/// How unlike texts are to the one that was written, as the cost of what makes one the other. What was worked out for one of
/// them serves for the next, as far as both begin alike.
#[derive(Debug)]
pub(crate) struct Likeness<'w> {
    written: &'w [u8],
    /// By character: what it saves at most where it stands in a text, as it was written too or is near what was.
    worth: [u8; 256],
    /// The characters that were met so far.
    met: Vec<Met>,
    /// By character: how many were met when it was, itself included; 0 of the others.
    known: [u8; 256],
    /// By character that was met, and by place of what was written: what it costs to have written what stands there for it.
    changes: Vec<u8>,
    /// The last text that was not too far off at first sight.
    text: Vec<u8>,
    /// How much of it was looked at.
    looked_at: usize,
    /// For each beginning of that, the empty one first: what makes it each beginning of what was written.
    rows: Vec<u16>,
    /// The least of each of these rows.
    least: Vec<u16>,
    /// What costs more may be wrong in them.
    most: u16,
}

/// Where in what was written a character stands, and where it or one near it, a bit each; of long texts nowhere.
#[derive(Clone, Copy, Debug, Default)]
struct Met {
    same: u64,
    near: u64,
}

/// What is alike in what was written and the beginning of a text, in the same order.
#[derive(Clone, Copy, Debug)]
struct Alike {
    /// The longest such sequence of what is the same: each 0 is one of it.
    same: u64,
    /// The same of what is near.
    near: u64,
    /// The last character of the beginning, which is not counted yet, and the one before it.
    last: Met,
    before: Met,
}

impl Alike {
    const NOTHING: Self =
        Self { same: u64::MAX, near: u64::MAX, last: Met { same: 0, near: 0 }, before: Met { same: 0, near: 0 } };

    /// With the next character, by which the last is counted.
    #[inline]
    fn with(self, next: Met) -> Self {
        let Self { same, near, last, before } = self;
        let go_on = |ends: u64, found: u64| ends.wrapping_add(ends & found) | (ends & !found);
        // Two that are swapped are counted as if each stood in the place of the other.
        let swapped = next.same & last.same >> 1 | before.same & last.same << 1;
        let (same, near) = (go_on(same, last.same | swapped), go_on(near, last.near | swapped));
        Self { same, near, last: next, before: last }
    }

    /// With its last character counted.
    fn counted(self) -> Self {
        self.with(Met::default())
    }
}

impl<'w> Likeness<'w> {
    /// That to a text.
    pub(crate) fn to(written: &'w str) -> Self {
        let written = written.as_bytes();
        let width = written.len() + 1;
        let mut rows = Vec::new();
        if written.len() <= LONGEST {
            rows.reserve(USUAL_CHARACTERS * width);
            rows.extend((0..).take(width));
        }
        let mut least = Vec::with_capacity(USUAL_CHARACTERS);
        least.push(0);
        let near = written.iter().fold(0, |near, &one| near | near_to(one));
        let mut worth = [0; 256];
        for (near, worth) in near.to_le_bytes().into_iter().zip(worth.chunks_exact_mut(8)) {
            worth.copy_from_slice(&byte_for_each_bit(near).to_le_bytes());
        }
        written.iter().for_each(|&one| worth[usize::from(one)] = FAR);
        Self {
            written,
            worth,
            met: Vec::with_capacity(USUAL_CHARACTERS),
            known: [0; 256],
            changes: Vec::with_capacity(USUAL_CHARACTERS * written.len()),
            text: Vec::new(),
            looked_at: 0,
            rows,
            least,
            most: 0,
        }
    }

    /// What makes one text the other; `None` where that costs more than `most`.
    pub(crate) fn distance(&mut self, text: &str, most: u32) -> Option<u32> {
        let text = text.as_bytes();
        let apart = u32::try_from(self.written.len().abs_diff(text.len())).unwrap_or(u32::MAX);
        if self.written.len().max(text.len()) > LONGEST || apart > most {
            return None;
        }
        let most = u16::try_from(most).unwrap_or(TOO_MUCH).min(TOO_MUCH - 1);
        // What it costs at least takes less to work out than what it costs.
        let worth: usize = text.iter().map(|&one| usize::from(self.worth[usize::from(one)])).sum();
        let (all, most_of_all) = (self.written.len() + text.len(), usize::from(most));
        if all > worth + most_of_all || self.least_of(text) > most_of_all {
            return None;
        }
        self.take_up(text);
        // What cost too much before may not do so now.
        self.looked_at = if most > self.most { 0 } else { self.looked_at };
        self.most = most;
        while *self.least.get(self.looked_at)? <= most {
            match text.get(self.looked_at) {
                Some(&next) => self.go_on(next),
                None => {
                    let cost = self.rows.get(self.place_of_row(text.len()) + self.written.len())?;
                    return Some(u32::from(*cost)).filter(|_| *cost <= most);
                }
            }
        }
        // No row has less, by more than a step, than the one before, and to swap two takes one.
        None
    }

    /// Less than any text costs that begins so, or as much: every character of which nothing is the same costs something.
    pub(crate) fn least_of_beginning(&mut self, text: &str) -> u32 {
        if self.written.len().max(text.len()) > u64::BITS as usize {
            return 0;
        }
        let same = self.alike_with(text.as_bytes()).same.count_zeros();
        u32::try_from(text.len()).unwrap_or(0).saturating_sub(same)
    }

    /// Goes on to another text; of what is known of the last one that stays which holds of both.
    fn take_up(&mut self, text: &[u8]) {
        let alike = alike(&self.text, text);
        self.text.truncate(alike);
        self.text.extend_from_slice(text.get(alike..).unwrap_or_default());
        self.looked_at = self.looked_at.min(alike);
    }

    fn place_of_row(&self, at: usize) -> usize {
        at * (self.written.len() + 1)
    }

    /// Looks at the next character of the text.
    fn go_on(&mut self, next: u8) {
        let (at, width) = (self.looked_at, self.written.len() + 1);
        let changes = self.meet(next) * self.written.len();
        // What is shifted further costs more.
        let reach = usize::from(self.most);
        let (first, end) = (at.saturating_sub(reach), self.written.len().min(at + reach + 1));
        let changes = self.changes.get(changes..).and_then(|changes| changes.get(first..end)).unwrap_or_default();
        let last = at.checked_sub(1).and_then(|last| self.text.get(last)).copied();
        let swapped = last.filter(|&last| self.may_be_swapped(last, next));
        let written = self.written;
        if self.rows.len() < width * (at + 2) {
            self.rows.resize(width * (at + 2), TOO_MUCH);
        }
        let (done, row) = self.rows.split_at_mut(width * (at + 1));
        let row = row.get_mut(..width).unwrap_or_default();
        row.fill(TOO_MUCH);
        let (before, above) = done.split_at(width * at);
        let swapped = swapped.zip(before.rchunks(width).next());
        let mut diagonal = above.get(first).copied().unwrap_or(TOO_MUCH);
        let mut left = if first == 0 { diagonal + SHIFT } else { TOO_MUCH };
        let mut least = left;
        if let Some(slot) = row.get_mut(first) {
            *slot = left;
        }
        let row = row.get_mut(first + 1..).unwrap_or_default();
        let above = above.get(first + 1..).unwrap_or_default();
        for (((slot, &above), &change), place) in row.iter_mut().zip(above).zip(changes).zip(first..) {
            let mut cost = (diagonal + u16::from(change)).min(above.min(left) + SHIFT);
            if let Some((last, before)) = swapped
                && change > 0
                && written.get(place) == Some(&last)
                && let Some(behind) = place.checked_sub(1)
                && written.get(behind) == Some(&next)
                && let Some(before) = before.get(behind)
            {
                cost = cost.min(before + SHIFT);
            }
            *slot = cost;
            (diagonal, left) = (above, cost);
            least = least.min(cost);
        }
        self.looked_at += 1;
        self.least.truncate(at + 1);
        self.least.push(least);
    }

    /// Whether two characters that were met stand side by side in what was written, the other way round; of long texts they
    /// may.
    fn may_be_swapped(&self, last: u8, next: u8) -> bool {
        let places = |character: u8| {
            let at = usize::from(self.known[usize::from(character)]).checked_sub(1)?;
            self.met.get(at).map(|met| met.same)
        };
        let side_by_side = |(last, next): (u64, u64)| last & next << 1 != 0;
        self.written.len() > u64::BITS as usize || places(last).zip(places(next)).is_some_and(side_by_side)
    }

    /// Less than a text costs, or as much: what is alike in both in the same order, with nothing spent on what stands between.
    fn least_of(&mut self, text: &[u8]) -> usize {
        if self.written.len() > u64::BITS as usize {
            return 0;
        }
        let Alike { same, near, .. } = self.alike_with(text);
        let alike = same.count_zeros() + near.count_zeros();
        (self.written.len() + text.len()).saturating_sub(alike as usize)
    }

    /// What is alike in a text.
    fn alike_with(&mut self, text: &[u8]) -> Alike {
        text.iter().fold(Alike::NOTHING, |alike, &next| alike.with(self.met(next))).counted()
    }

    #[inline]
    fn met(&mut self, character: u8) -> Met {
        let at = self.meet(character);
        self.met.get(at).copied().unwrap_or_default()
    }

    /// Meets a character; gives how many others were met before.
    #[inline]
    fn meet(&mut self, character: u8) -> usize {
        match self.known[usize::from(character)].checked_sub(1) {
            Some(at) => usize::from(at),
            None => self.meet_first(character),
        }
    }

    #[cold]
    fn meet_first(&mut self, character: u8) -> usize {
        let (at, near) = (self.met.len(), near_to(character));
        let mut met = Met::default();
        for (place, &other) in self.written.iter().enumerate() {
            let cost = match other == character {
                true => 0,
                false if has(near, other) => NEAR as u8,
                false => FAR,
            };
            self.changes.push(cost);
            let bit = 1_u64.checked_shl(place as u32).unwrap_or(0);
            met.same |= if cost == 0 { bit } else { 0 };
            met.near |= if cost < FAR { bit } else { 0 };
        }
        self.met.push(met);
        // Texts of turns have but a few characters; of others there are no more than bytes.
        self.known[usize::from(character)] = u8::try_from(at + 1).unwrap_or(0);
        at
    }
}

/// Eight bytes, the lowest first, that are 1 where a bit is set and 0 elsewhere.
fn byte_for_each_bit(bits: u8) -> u64 {
    const EACH: u64 = u64::MAX / 0xFF;
    let own_bit_of_each = (u64::from(bits) * EACH) & 0x8040_2010_0804_0201;
    // No sum is carried into the next byte.
    ((own_bit_of_each + 0x7F * EACH) >> 7) & EACH
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
    fn each_bit_has_its_byte() {
        for bits in 0..=u8::MAX {
            let bytes = byte_for_each_bit(bits).to_le_bytes();
            assert!((0..8).all(|bit| bytes[bit] == bits >> bit & 1), "{bits}: {bytes:?}");
        }
    }

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
                prop_assert!(likeness.least_of(text.as_bytes()) <= whole as usize, "{}", text);
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
