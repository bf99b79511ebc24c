//! What a step of the board measures on paper, and what of a figure does not shrink with it: letters, fine lines,
//! hatching.

use super::note::LINE;
use super::paper::{Length, PIXEL, POINT};
use super::place::UNIT;
use super::scene::{Role, Size};
use super::style::{NOTE_LETTERS, Style, style};

/// A step where nobody says how wide a figure is: 48 pixels.
const USUAL_STEP: i64 = 48 * PIXEL;
/// No letter is smaller, whatever the width.
const SMALLEST_TYPE: i64 = 6 * POINT;
/// Words around the board are no larger in a figure of a width: the type of all of them is alike.
const LARGEST_WORDS: i64 = 21 * POINT / 2;
/// No line is finer.
const HAIRLINE: i64 = 3 * POINT / 8;
/// From line to line of a hatching, along either axis, and how wide the lines are in hundredths of a pixel.
const HATCH_STEP: i64 = UNIT as i64 * 12 / 100;
const HATCH_WIDTH: i64 = 60;

/// What a step of the board measures.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Measure {
    step: i64,
    /// How wide the figure has to be; without that nothing has to be kept from shrinking.
    width: Option<Length>,
}

impl Measure {
    /// What figures have unless somebody says how wide they are.
    pub(super) const USUAL: Self = Self { step: USUAL_STEP, width: None };
    /// The smallest step.
    pub(super) const SMALLEST: i64 = 100;

    /// A step of a figure of a width.
    pub(super) fn of(step: i64, width: Length) -> Self {
        Self { step, width: Some(width) }
    }

    pub(super) fn step(self) -> i64 {
        self.step
    }

    /// How wide the figure has to be.
    pub(super) fn width(self) -> Option<Length> {
        self.width
    }

    /// A length on paper in units of a scene.
    pub(super) fn units(self, emu: i64) -> i32 {
        i32::try_from(emu.saturating_mul(i64::from(UNIT)) / self.step.max(1)).unwrap_or(i32::MAX)
    }

    /// Units of a scene as a length on paper.
    pub(super) fn emu(self, units: i32) -> i64 {
        i64::from(units) * self.step / i64::from(UNIT)
    }

    /// The size of letters that are usually of this one, in units: no smaller than can be read.
    fn letters(self, usual: i32) -> i32 {
        match self.width {
            // Rounded up: a hair below the floor is below it.
            Some(_) if usual > 0 => usual.max(self.units(SMALLEST_TYPE) + 1),
            _ => usual,
        }
    }

    /// The same for words around the board, which do not grow with it either.
    fn words(self, usual: i32) -> i32 {
        match self.width {
            Some(_) => self.letters(usual.min(self.units(LARGEST_WORDS))),
            None => usual,
        }
    }

    /// The letters of notes and captions.
    pub(super) fn note(self) -> i32 {
        self.words(NOTE_LETTERS)
    }

    /// A length of a note, which grows and shrinks with its letters.
    pub(super) fn of_note(self, usual: i32) -> i32 {
        match self.width {
            Some(_) => scaled(usual, self.note(), NOTE_LETTERS),
            None => usual,
        }
    }

    /// How high a line of a note is.
    pub(super) fn line(self) -> i32 {
        self.of_note(LINE)
    }

    /// From line to line of a hatching, in units.
    pub(super) fn hatch_step(self) -> i64 {
        HATCH_STEP * USUAL_STEP / self.step.max(1)
    }

    /// How wide the lines of a hatching are, in hundredths of a pixel of the page.
    pub(super) fn hatch_width(self) -> i32 {
        i32::try_from(HATCH_WIDTH * USUAL_STEP / self.step.max(1)).unwrap_or(i32::MAX)
    }

    /// The finest line, in hundredths of a pixel of the page.
    pub(super) fn hairline(self) -> i64 {
        if self.width.is_some() { HAIRLINE * 4_800 / self.step.max(1) + 1 } else { 0 }
    }

    /// So many hundredths of a pixel of the page as points of paper, of which an inch has 72.
    pub(super) fn points(self, hundredths: i64) -> String {
        decimals(hundredths * 75 * self.step * 10 / USUAL_STEP, 100_000)
    }

    /// The points of a pixel of the page.
    pub(super) fn points_of_pixel(self) -> String {
        decimals(750_000 * self.step / USUAL_STEP, 1_000_000)
    }

    /// The look of a role at this size.
    pub(super) fn style(self, role: Role) -> Style {
        let usual = style(role);
        if self.width.is_none() {
            return usual;
        }
        let letters = match role {
            Role::Note | Role::Caption => self.note(),
            Role::Coordinate => self.words(usual.letters),
            _ => self.letters(usual.letters),
        };
        // Small pipes stand among words.
        let is_of_note = |size| size == Size::Small;
        let width = match role {
            Role::PipeGap(size) | Role::PipeEdge(size) | Role::Pipe(_, size) | Role::PipeCap(_, size)
                if is_of_note(size) =>
            {
                self.of_note(usual.width)
            }
            _ => usual.width,
        };
        Style { letters, width, ..usual }
    }
}

/// A number of parts of a whole, with no needless digits.
fn decimals(number: i64, whole: i64) -> String {
    let sign = if number < 0 { "-" } else { "" };
    let (number, digits) = (number.abs(), whole.ilog10() as usize);
    let text = format!("{sign}{}.{:0digits$}", number / whole, number % whole);
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// A length in proportion.
pub(super) fn scaled(length: i32, to: i32, from: i32) -> i32 {
    i32::try_from(i64::from(length) * i64::from(to) / i64::from(from.max(1))).unwrap_or(i32::MAX)
}
