//! Turns read from their bytes. Whatever is not written plainly is left to the grammar, which says what is wrong.

use super::board::{Heading, Square};
use super::turn::{ColourChange, ColourWord, Discard, Id, PickUp, Placement, Play, Turn};

/// How many digits the numbers of cards have; longer ones are for the grammar.
const USUAL_DIGITS: usize = 9;

/// Reads a turn; `false` where the grammar has to.
pub(super) fn read_plainly(text: &[u8], turn: &mut Turn) -> bool {
    let mut reader = Reader { text };
    let read = match reader.word(b"discard:") {
        true => reader.set_up(),
        false => reader.play(),
    };
    match read.filter(|_| reader.text.is_empty()) {
        Some(read) => *turn = read,
        None => return false,
    }
    true
}

struct Reader<'t> {
    /// What is left.
    text: &'t [u8],
}

impl Reader<'_> {
    fn word(&mut self, word: &[u8]) -> bool {
        match self.text.strip_prefix(word) {
            Some(rest) => {
                self.text = rest;
                true
            }
            None => false,
        }
    }

    fn sign(&mut self, sign: u8) -> Option<()> {
        let (first, rest) = self.text.split_first()?;
        self.text = rest;
        (*first == sign).then_some(())
    }

    /// A number from 0, without leading zeros.
    fn number(&mut self) -> Option<Id> {
        let digits = self.text.iter().take_while(|byte| byte.is_ascii_digit()).count();
        let (number, rest) = self.text.split_at_checked(digits)?;
        let plain = match number {
            [b'0', _, ..] => false,
            _ => (1..=USUAL_DIGITS).contains(&digits),
        };
        self.text = rest;
        plain.then(|| number.iter().fold(0, |value, digit| value * 10 + Id::from(digit - b'0')))
    }

    fn coordinate(&mut self) -> Option<i32> {
        let negative = self.text.first() == Some(&b'-');
        self.sign(if negative { b'-' } else { b'+' })?;
        let value = i32::try_from(self.number()?).ok()?;
        if negative { (value > 0).then_some(-value) } else { Some(value) }
    }

    /// Numbers with commas between.
    fn numbers(&mut self) -> Option<Vec<Id>> {
        let mut numbers = vec![self.number()?];
        while self.word(b",") {
            numbers.push(self.number()?);
        }
        Some(numbers)
    }

    fn colour_word(&mut self) -> Option<ColourWord> {
        let letters = self.text.iter().take_while(|byte| byte.is_ascii_lowercase()).count();
        let (word, rest) = self.text.split_at_checked(letters)?;
        self.text = rest;
        (letters > 0).then(|| std::str::from_utf8(word).ok().map(ColourWord::read))?
    }

    fn set_up(&mut self) -> Option<Turn> {
        let discard = match self.word(b"hidden") {
            true => Discard::Hidden,
            false => Discard::Cards(self.numbers()?),
        };
        let claim = match self.word(b";claim:") {
            true => Some(self.colour_word()?),
            false => None,
        };
        Some(Turn::SetUp { discard, claim })
    }

    fn play(&mut self) -> Option<Turn> {
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
        let placement = Placement { card, square, heading };
        let mut play = Play { placement, pick_ups: Vec::new(), colours: None, draw: None };
        while self.word(b";x") {
            let seat = match self.text {
                [seat @ b'0'..=b'9', b':', rest @ ..] => {
                    self.text = rest;
                    Some(seat - b'0')
                }
                _ => None,
            };
            play.pick_ups.push(PickUp { seat, cards: self.numbers()? });
        }
        if self.word(b";swap") {
            play.colours = Some(ColourChange::Swap);
        } else if self.word(b";keep") {
            play.colours = Some(ColourChange::Keep);
        } else if self.word(b";claim:") {
            let mut words = vec![self.colour_word()?];
            while self.word(b",") {
                words.push(self.colour_word()?);
            }
            play.colours = Some(ColourChange::Claim(words));
        }
        if self.word(b";draw:") {
            play.draw = Some(self.number()?);
        }
        Some(Turn::Play(play))
    }
}
