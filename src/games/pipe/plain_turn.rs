//! Turns read from their bytes. Whatever is not written plainly is left to the grammar, which says what is wrong.

use super::board::{Heading, Square};
use super::setup::DISCARDED;
use super::turn::{ColourChange, ColourWord, Discard, Id, PickUp, Placement, Play, Turn};

/// How many digits the numbers of cards have; longer ones are for the grammar.
const USUAL_DIGITS: usize = 9;

/// How many cards a list of those that are picked up mostly has at the most.
const USUAL_LIST: usize = 4;

/// Reads the turn that a text begins with; `None` where the grammar has to. The memory of the last turn serves for this one.
pub(super) fn read_leading(text: &[u8], turn: &mut Turn) -> Option<usize> {
    if let [b'd', b'i', b's', b'c', b'a', b'r', b'd', b':', rest @ ..] = text {
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

    /// A number from 0, without leading zeros.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn number(&mut self) -> Option<Id> {
        let (mut value, mut digits): (Id, usize) = (0, 0);
        while let Some(digit) = self.text.get(digits).map(|byte| byte.wrapping_sub(b'0')).filter(|&digit| digit < 10) {
            // What has more digits than are usual is not read.
            value = value.wrapping_mul(10).wrapping_add(Id::from(digit));
            digits += 1;
        }
        let (number, rest) = self.text.split_at_checked(digits)?;
        self.text = rest;
        let is_plain = digits == 1 || matches!(digits, 2..=USUAL_DIGITS) && number.first() != Some(&b'0');
        is_plain.then_some(value)
    }

    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn coordinate(&mut self) -> Option<i32> {
        let (sign, rest) = self.text.split_first()?;
        self.text = rest;
        let value = self.number()?.cast_signed();
        match sign {
            b'+' => Some(value),
            b'-' => (value > 0).then_some(-value),
            _ => None,
        }
    }

    /// Numbers with commas between.
    fn numbers(&mut self, numbers: &mut Vec<Id>) -> Option<()> {
        numbers.push(self.number()?);
        while let [b',', rest @ ..] = self.text {
            self.text = rest;
            numbers.push(self.number()?);
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
        let discard = match self.text {
            [b'h', b'i', b'd', b'd', b'e', b'n', rest @ ..] => {
                self.text = rest;
                Discard::Hidden
            }
            _ => {
                let mut cards = Vec::with_capacity(DISCARDED as usize);
                self.numbers(&mut cards)?;
                Discard::Cards(cards)
            }
        };
        let claim = match self.text {
            [b';', b'c', b'l', b'a', b'i', b'm', b':', rest @ ..] => {
                self.text = rest;
                Some(self.colour_word()?)
            }
            _ => None,
        };
        Some(Turn::SetUp { discard, claim })
    }

    /// `play` has another turn so far, whose lists serve for this one.
    fn play(&mut self, play: &mut Play) -> Option<()> {
        let card = self.number()?;
        self.sign(b'@')?;
        let square = Square { x: self.coordinate()?, y: self.coordinate()? };
        self.sign(b'/')?;
        let (facing, rest) = self.text.split_first()?;
        let heading = match facing {
            b'N' => Heading::North,
            b'E' => Heading::East,
            b'S' => Heading::South,
            b'W' => Heading::West,
            _ => return None,
        };
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
                play.pick_ups.push(PickUp { seat, cards: Vec::with_capacity(USUAL_LIST) });
            }
            let list = play.pick_ups.get_mut(lists)?;
            list.seat = seat;
            list.cards.clear();
            self.numbers(&mut list.cards)?;
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
        play.draw = match self.text {
            [b';', b'd', b'r', b'a', b'w', b':', rest @ ..] => {
                self.text = rest;
                Some(self.number()?)
            }
            _ => None,
        };
        Some(())
    }

    /// What is said of the colours; `Some(None)` where nothing is.
    fn colours(&mut self) -> Option<Option<ColourChange>> {
        let (change, rest) = match self.text {
            [b';', b's', b'w', b'a', b'p', rest @ ..] => (ColourChange::Swap, rest),
            [b';', b'k', b'e', b'e', b'p', rest @ ..] => (ColourChange::Keep, rest),
            [b';', b'c', b'l', b'a', b'i', b'm', b':', rest @ ..] => {
                self.text = rest;
                let mut words = vec![self.colour_word()?];
                while let [b',', rest @ ..] = self.text {
                    self.text = rest;
                    words.push(self.colour_word()?);
                }
                (ColourChange::Claim(words), self.text)
            }
            _ => return Some(None),
        };
        self.text = rest;
        Some(Some(change))
    }
}
