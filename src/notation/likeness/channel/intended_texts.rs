//! Generates the texts that may have been intended by a written one, with the costs of their slips.

use std::ops::ControlFlow;

use super::super::typos::may_be_turn;
use super::super::{MAX_LENGTH, has, near_to};
use super::Channel;
use super::cost::{self, SURPLUS_ITEM, mark_or, surplus, surplus_action};
use super::parts::{action_at, item_at};

/// The maximum length of a text in which two slips are searched for, in bytes.
const MAX_TWICE: usize = 20;

/// Tries a part in place of some bytes of the text, at a cost: the start of these bytes, their
/// number, the part, and the cost.
type TryText<'a> = &'a mut dyn FnMut(usize, usize, &[u8], u32) -> ControlFlow<()>;

impl Channel {
    /// Visits the texts that `written` may stand for, with their costs: texts one mistake away and,
    /// for a short text, texts with two similar characters. A text may be visited several times.
    pub(crate) fn texts(
        &self,
        written: &str,
        show: &mut dyn FnMut(&[u8], u32) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        if written.len() > MAX_LENGTH || !written.is_ascii() {
            return ControlFlow::Continue(());
        }

        let written = written.as_bytes();
        // Room for one item or action more.
        let mut text = Vec::with_capacity(written.len() + 8);
        let mut try_text = |start: usize, length: usize, part: &[u8], cost: u32| {
            text.clear();
            text.extend_from_slice(&written[..start]);
            text.extend_from_slice(part);
            text.extend_from_slice(&written[start + length..]);
            // Most of the texts have two adjacent characters that no turn has.
            if text == written || !may_be_turn(&text, self.followers) {
                return ControlFlow::Continue(());
            }
            show(&text, cost::SLIP + cost::AGAIN + cost)
        };

        for offset in 0..=written.len() {
            let here = written.get(offset).copied();
            for &letter in self.letters {
                try_text(offset, 0, &[letter], mark_or(letter, cost::LEFT_OUT))?;
                if let Some(here) = here {
                    try_text(offset, 1, &[letter], self.replacing(letter, here))?;
                }
            }
            if let Some(here) = here {
                let is_double = offset > 0 && written[offset - 1] == here;
                try_text(offset, 1, b"", surplus(here, is_double))?;
                if let Some(&next) = written.get(offset + 1) {
                    try_text(offset, 2, &[next, here], cost::SWAPPED)?;
                }
            }
            self.other_places(written, offset, &mut try_text)?;
            self.other_parts(written, offset, &mut try_text)?;
        }
        if written.len() <= MAX_TWICE {
            self.two_near_characters(written, &mut try_text)?;
        }
        ControlFlow::Continue(())
    }

    /// Tries another place in place of the one at a byte.
    fn other_places(
        &self,
        written: &[u8],
        offset: usize,
        try_text: TryText<'_>,
    ) -> ControlFlow<()> {
        let Some(length) = self.places.length_at(written, offset) else {
            return ControlFlow::Continue(());
        };
        let wrong = &written[offset..offset + length];
        if self.places.has(wrong) {
            self.places.each(&mut |place| {
                try_text(offset, length, place, self.replacing_place(place, wrong))
            })?;
        }
        ControlFlow::Continue(())
    }

    /// Tries one more item or action at a byte, and one less. The costs are upper bounds: a part
    /// that is added costs [`cost::AGAIN`] once more than in [`Channel::cost`].
    fn other_parts(&self, written: &[u8], offset: usize, try_text: TryText<'_>) -> ControlFlow<()> {
        let item = item_at(written, offset);
        if item > 0 {
            try_text(offset, item, b"", SURPLUS_ITEM)?;
        }
        let action = action_at(written, offset);
        if action > 0 {
            try_text(
                offset,
                action,
                b"",
                surplus_action(&written[offset..offset + action]),
            )?;
        }
        let is_end_of_part = offset == written.len() || matches!(written[offset], b',' | b';');
        if is_end_of_part && offset > 0 && self.letters.contains(&b',') {
            // A comma, and a place of up to three characters.
            let mut item = Vec::with_capacity(4);
            self.places.each(&mut |place| {
                item.clear();
                item.push(b',');
                item.extend_from_slice(place);
                try_text(offset, 0, &item, cost::ITEM + cost::AGAIN)
            })?;
        }
        // A die that was put aside, such as `5s;`, may be forgotten before any action.
        if let Some(end) = self.aside
            && (offset == 0 || written[offset - 1] == b';')
        {
            for value in b'1'..=b'6' {
                let action = [&[value], end.as_bytes()].concat();
                try_text(offset, 0, &action, cost::ACTION + cost::AGAIN)?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Tries characters near the written ones at every two places.
    fn two_near_characters(&self, written: &[u8], try_text: TryText<'_>) -> ControlFlow<()> {
        let near = |offset: usize| {
            let here = written[offset];
            self.letters
                .iter()
                .copied()
                .filter(move |&letter| letter != here && has(near_to(here), letter))
        };
        for first in 0..written.len() {
            for second in first + 1..written.len() {
                for one in near(first) {
                    for other in near(second) {
                        let mut part = written[first..=second].to_vec();
                        part[0] = one;
                        part[second - first] = other;
                        let cost = self.replacing(one, written[first])
                            + self.replacing(other, written[second])
                            + cost::AGAIN;
                        try_text(first, part.len(), &part, cost)?;
                    }
                }
            }
        }
        ControlFlow::Continue(())
    }
}
