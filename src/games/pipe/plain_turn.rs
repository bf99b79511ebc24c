//! Turns read from their bytes. Whatever is not written plainly is left to the grammar, which says what is wrong.

use super::board::{Heading, Square};
use super::setup::DISCARDED;
use super::turn::{CardList, ColourChange, ColourWord, Discard, Id, PickUp, Placement, Play, Turn};

/// How many digits the numbers of cards have; longer ones are for the grammar.
const USUAL_DIGITS: usize = 9;

/// Reads the turn that a text begins with; `None` where the grammar has to. The memory of the last turn serves for this one.
pub(super) fn read_leading(text: &[u8], turn: &mut Turn) -> Option<usize> {
    if let Some(rest) = text.strip_prefix(b"discard:") {
        let mut reader = Reader { text: rest };
        *turn = reader.set_up()?;
        return Some(text.len() - reader.text.len());
    }
    if let Turn::SetUp { .. } = turn {
        let placement = Placement { card: 0, square: Square { x: 0, y: 0 }, heading: Heading::East };
        *turn = Turn::Play(Play { placement, pick_ups: Vec::new(), colours: None, draw: None });
    }
    match turn {
        Turn::Play(play) => {
            let mut reader = Reader { text };
            reader.play(play)?;
            Some(text.len() - reader.text.len())
        }
        Turn::SetUp { .. } => None,
    }
}

/// Headings by their letters.
static HEADINGS: [Option<Heading>; 256] = {
    let mut headings = [None; 256];
    headings[b'N' as usize] = Some(Heading::North);
    headings[b'E' as usize] = Some(Heading::East);
    headings[b'S' as usize] = Some(Heading::South);
    headings[b'W' as usize] = Some(Heading::West);
    headings
};

/// The number of a card that a text begins with, or a coordinate, from 0 and without leading zeros, and what follows it.
#[cfg_attr(not(target_family = "wasm"), inline(always))]
pub(super) fn leading_number(text: &[u8]) -> Option<(Id, &[u8])> {
    if let [first, second, third, ..] = text {
        let [first, second, third] = [first, second, third].map(|byte| byte.wrapping_sub(b'0'));
        // Whether it has a second digit no processor could guess, so that this is worked out both ways.
        let has_second = second < 10;
        if (first < 10) & !(has_second & ((first == 0) | (third < 10))) {
            let number = Id::from(first);
            let rest = text.get(1 + usize::from(has_second)..)?;
            return Some((if has_second { number * 10 + Id::from(second) } else { number }, rest));
        }
    }
    other_leading_number(text)
}

/// The same, where it has more digits, or hardly anything follows it.
#[inline(never)]
fn other_leading_number(text: &[u8]) -> Option<(Id, &[u8])> {
    let digits = text.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let (number, rest) = text.split_at_checked(digits).filter(|_| digits <= USUAL_DIGITS)?;
    let is_plain = digits == 1 || digits > 1 && number.first() != Some(&b'0');
    is_plain.then(|| (number.iter().fold(0, |value, digit| value * 10 + Id::from(digit - b'0')), rest))
}

struct Reader<'t> {
    /// What is left.
    text: &'t [u8],
}

impl Reader<'_> {
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn sign(&mut self, sign: u8) -> Option<()> {
        let (first, rest) = self.text.split_first()?;
        self.text = rest;
        (*first == sign).then_some(())
    }

    /// Reads a text, if it stands there.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn takes(&mut self, text: &[u8]) -> bool {
        let rest = self.text.strip_prefix(text);
        self.text = rest.unwrap_or(self.text);
        rest.is_some()
    }

    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn number(&mut self) -> Option<Id> {
        let (number, rest) = leading_number(self.text)?;
        self.text = rest;
        Some(number)
    }

    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn coordinate(&mut self) -> Option<i32> {
        let (sign, rest) = self.text.split_first()?;
        self.text = rest;
        let value = self.number()?.cast_signed();
        let is_negative = *sign == b'-';
        let is_plain = (*sign == b'+') | (is_negative & (value > 0));
        is_plain.then_some(if is_negative { -value } else { value })
    }

    /// Numbers with commas between.
    #[inline]
    fn numbers(&mut self, mut tell: impl FnMut(Id)) -> Option<()> {
        tell(self.number()?);
        while let [b',', rest @ ..] = self.text {
            self.text = rest;
            tell(self.number()?);
        }
        Some(())
    }

    fn colour_word(&mut self) -> Option<ColourWord> {
        let letters = self.text.iter().take_while(|byte| byte.is_ascii_lowercase()).count();
        let (word, rest) = self.text.split_at_checked(letters)?;
        self.text = rest;
        (letters > 0).then(|| std::str::from_utf8(word).ok().map(ColourWord::read))?
    }

    fn set_up(&mut self) -> Option<Turn> {
        let discard = if self.takes(b"hidden") {
            Discard::Hidden
        } else {
            let mut cards = Vec::with_capacity(DISCARDED as usize);
            self.numbers(|card| cards.push(card))?;
            Discard::Cards(cards)
        };
        let claim = if self.takes(b";claim:") { Some(self.colour_word()?) } else { None };
        Some(Turn::SetUp { discard, claim })
    }

    /// `play` has another turn so far, whose lists serve for this one.
    fn play(&mut self, play: &mut Play) -> Option<()> {
        let card = self.number()?;
        self.sign(b'@')?;
        let square = Square { x: self.coordinate()?, y: self.coordinate()? };
        self.sign(b'/')?;
        let (facing, rest) = self.text.split_first()?;
        let heading = HEADINGS[usize::from(*facing)]?;
        self.text = rest;
        play.placement = Placement { card, square, heading };
        let mut lists = 0;
        while let [b';', b'x', rest @ ..] = self.text {
            self.text = rest;
            let seat = match self.text {
                [seat @ b'0'..=b'9', b':', rest @ ..] => {
                    self.text = rest;
                    Some(seat - b'0')
                }
                _ => None,
            };
            if play.pick_ups.len() == lists {
                play.pick_ups.push(PickUp { seat, cards: CardList::new() });
            }
            let list = play.pick_ups.get_mut(lists)?;
            list.seat = seat;
            list.cards.clear();
            self.numbers(|card| list.cards.push(card))?;
            lists += 1;
        }
        // What is not there before either is not worth a call.
        if play.pick_ups.len() > lists {
            play.pick_ups.truncate(lists);
        }
        let has_colours = matches!(self.text, [b';', b's' | b'k' | b'c', ..]);
        if has_colours || play.colours.is_some() {
            play.colours = if has_colours { self.colours()? } else { None };
        }
        play.draw = if self.takes(b";draw:") { Some(self.number()?) } else { None };
        Some(())
    }

    /// What is said of the colours; `Some(None)` where nothing is.
    fn colours(&mut self) -> Option<Option<ColourChange>> {
        let change = if self.takes(b";swap") {
            ColourChange::Swap
        } else if self.takes(b";keep") {
            ColourChange::Keep
        } else if self.takes(b";claim:") {
            let mut words = vec![self.colour_word()?];
            while self.takes(b",") {
                words.push(self.colour_word()?);
            }
            ColourChange::Claim(words)
        } else {
            return Some(None);
        };
        Some(Some(change))
    }
}
