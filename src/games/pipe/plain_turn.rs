//! Fast parser for turns in their usual form. All other texts are left to the grammar, which also reports
//! errors.

use super::board::{Heading, Square};
use super::turn::{ColourChange, ColourWord, Discard, Id, PickUp, Placement, Play, Turn};

/// The most digits of a number that is read here. Longer numbers are left to the grammar.
const USUAL_DIGITS: usize = 9;

/// Parses the turn at the start of a text, and returns its length. Returns `None` if the text needs the
/// grammar.
pub(super) fn read_leading(text: &[u8], turn: &mut Turn) -> Option<usize> {
    let mut reader = Reader { text };
    *turn = if reader.takes(b"discard:") { reader.set_up()? } else { Turn::Play(reader.play()?) };
    Some(text.len() - reader.text.len())
}

/// Parses the number at the start of a text, without leading zeros, and returns it with the rest of the text.
pub(super) fn leading_number(text: &[u8]) -> Option<(Id, &[u8])> {
    let (mut value, mut rest) = (0, text);
    while let [digit @ b'0'..=b'9', after @ ..] = rest
        && text.len() - after.len() <= USUAL_DIGITS
    {
        (value, rest) = (value * 10 + Id::from(digit - b'0'), after);
    }
    let digits = text.len() - rest.len();
    let has_leading_zero = digits > 1 && text.first() == Some(&b'0');
    let is_usual = digits > 0 && !has_leading_zero && !rest.first().is_some_and(u8::is_ascii_digit);
    is_usual.then_some((value, rest))
}

struct Reader<'t> {
    /// The text that has not been parsed yet.
    text: &'t [u8],
}

impl Reader<'_> {
    fn byte(&mut self) -> Option<u8> {
        let (first, rest) = self.text.split_first()?;
        self.text = rest;
        Some(*first)
    }

    /// Skips a text if it comes next.
    fn takes(&mut self, text: &[u8]) -> bool {
        let rest = self.text.strip_prefix(text);
        self.text = rest.unwrap_or(self.text);
        rest.is_some()
    }

    fn number(&mut self) -> Option<Id> {
        let (number, rest) = leading_number(self.text)?;
        self.text = rest;
        Some(number)
    }

    fn coordinate(&mut self) -> Option<i32> {
        let sign = self.byte()?;
        let value = self.number()?.cast_signed();
        match sign {
            b'+' => Some(value),
            b'-' if value > 0 => Some(-value),
            _ => None,
        }
    }

    fn heading(&mut self) -> Option<Heading> {
        match self.byte()? {
            b'N' => Some(Heading::North),
            b'E' => Some(Heading::East),
            b'S' => Some(Heading::South),
            b'W' => Some(Heading::West),
            _ => None,
        }
    }

    /// Parses numbers separated by commas.
    fn numbers(&mut self) -> Option<Vec<Id>> {
        let mut numbers = Vec::new();
        loop {
            numbers.push(self.number()?);
            if !self.takes(b",") {
                return Some(numbers);
            }
        }
    }

    fn colour_word(&mut self) -> Option<ColourWord> {
        let letters = self.text.iter().take_while(|byte| byte.is_ascii_lowercase()).count();
        let (word, rest) = self.text.split_at_checked(letters).filter(|_| letters > 0)?;
        self.text = rest;
        std::str::from_utf8(word).ok().map(ColourWord::read)
    }

    fn set_up(&mut self) -> Option<Turn> {
        let discard = if self.takes(b"hidden") { Discard::Hidden } else { Discard::Cards(self.numbers()?) };
        let claim = if self.takes(b";claim:") { Some(self.colour_word()?) } else { None };
        Some(Turn::SetUp { discard, claim })
    }

    fn play(&mut self) -> Option<Play> {
        let card = self.number()?;
        let square =
            if self.takes(b"@") { Square { x: self.coordinate()?, y: self.coordinate()? } } else { return None };
        let heading = if self.takes(b"/") { self.heading()? } else { return None };
        let mut play =
            Play { placement: Placement { card, square, heading }, pick_ups: Vec::new(), colours: None, draw: None };
        while self.takes(b";x") {
            play.pick_ups.push(self.pick_up()?);
        }
        play.colours = self.colours()?;
        play.draw = if self.takes(b";draw:") { Some(self.number()?) } else { None };
        Some(play)
    }

    fn pick_up(&mut self) -> Option<PickUp> {
        let seat = match self.text {
            [seat @ b'0'..=b'9', b':', rest @ ..] => {
                self.text = rest;
                Some(seat - b'0')
            }
            _ => None,
        };
        Some(PickUp { seat, cards: self.numbers()? })
    }

    /// Parses the change of colours, or returns `Some(None)` if there is none.
    fn colours(&mut self) -> Option<Option<ColourChange>> {
        Some(if self.takes(b";swap") {
            Some(ColourChange::Swap)
        } else if self.takes(b";keep") {
            Some(ColourChange::Keep)
        } else if self.takes(b";claim:") {
            let mut words = vec![self.colour_word()?];
            while self.takes(b",") {
                words.push(self.colour_word()?);
            }
            Some(ColourChange::Claim(words))
        } else {
            None
        })
    }
}
