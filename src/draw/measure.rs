//! Size of a board step on paper, and minimum sizes of what does not shrink with the figure: text, fine lines,
//! hatching.

use super::note::LINE;
use super::paper::{Length, PIXEL, POINT};
use super::place::UNIT;
use super::scene::{Role, Size};
use super::style::{NOTE_LETTERS, Style, style};

/// Step of a figure without a set width: 48 pixels.
const USUAL_STEP: i64 = 48 * PIXEL;
/// Minimum font size, whatever the width.
const SMALLEST_TYPE: i64 = 6 * POINT;
/// Maximum font size of text around the board in a figure with a set width, so that all such text is alike.
const LARGEST_WORDS: i64 = 21 * POINT / 2;
/// Minimum line width.
const HAIRLINE: i64 = 3 * POINT / 8;
/// Distance between hatching lines along either axis, and their width in hundredths of a pixel.
const HATCH_STEP: i64 = UNIT as i64 * 12 / 100;
const HATCH_WIDTH: i64 = 60;

/// Size of a step of the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Measure {
    step: i64,
    /// Required width of the figure. Without it, minimum sizes do not apply.
    width: Option<Length>,
}

impl Measure {
    /// Size of figures without a set width.
    pub(super) const USUAL: Self = Self { step: USUAL_STEP, width: None };
    /// Smallest step.
    pub(super) const SMALLEST: i64 = 100;

    /// Creates the measure of a figure with a set width.
    pub(super) fn of(step: i64, width: Length) -> Self {
        Self { step, width: Some(width) }
    }

    pub(super) fn step(self) -> i64 {
        self.step
    }

    /// Returns the required width of the figure.
    pub(super) fn width(self) -> Option<Length> {
        self.width
    }

    /// Converts a length on paper to units of a scene.
    pub(super) fn units(self, emu: i64) -> i32 {
        i32::try_from(emu.saturating_mul(i64::from(UNIT)) / self.step.max(1)).unwrap_or(i32::MAX)
    }

    /// Converts units of a scene to a length on paper.
    pub(super) fn emu(self, units: i32) -> i64 {
        i64::from(units) * self.step / i64::from(UNIT)
    }

    /// Returns a font size in units, from the default one: at least the legible minimum.
    fn letters(self, usual: i32) -> i32 {
        match self.width {
            // Rounded up, so that rounding never goes below the minimum.
            Some(_) if usual > 0 => usual.max(self.units(SMALLEST_TYPE) + 1),
            _ => usual,
        }
    }

    /// Returns the font size of text around the board, limited to a maximum as well.
    fn words(self, usual: i32) -> i32 {
        match self.width {
            Some(_) => self.letters(usual.min(self.units(LARGEST_WORDS))),
            None => usual,
        }
    }

    /// Returns the font size of notes and captions.
    pub(super) fn note(self) -> i32 {
        self.words(NOTE_LETTERS)
    }

    /// Scales a length in a note with its font size.
    pub(super) fn of_note(self, usual: i32) -> i32 {
        match self.width {
            Some(_) => scaled(usual, self.note(), NOTE_LETTERS),
            None => usual,
        }
    }

    /// Returns the line height of a note.
    pub(super) fn line(self) -> i32 {
        self.of_note(LINE)
    }

    /// Returns the distance between hatching lines, in units.
    pub(super) fn hatch_step(self) -> i64 {
        HATCH_STEP * USUAL_STEP / self.step.max(1)
    }

    /// Returns the width of hatching lines, in hundredths of a pixel of the page.
    pub(super) fn hatch_width(self) -> i32 {
        i32::try_from(HATCH_WIDTH * USUAL_STEP / self.step.max(1)).unwrap_or(i32::MAX)
    }

    /// Returns the minimum line width, in hundredths of a pixel of the page.
    pub(super) fn hairline(self) -> i64 {
        if self.width.is_some() { HAIRLINE * 4_800 / self.step.max(1) + 1 } else { 0 }
    }

    /// Converts hundredths of a pixel of the page to points on paper (72 per inch).
    pub(super) fn points(self, hundredths: i64) -> String {
        decimals(hundredths * 75 * self.step * 10 / USUAL_STEP, 100_000)
    }

    /// Returns the number of points in a pixel of the page.
    pub(super) fn points_of_pixel(self) -> String {
        decimals(750_000 * self.step / USUAL_STEP, 1_000_000)
    }

    /// Returns the style of a role at this size.
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
        // Small pipes are part of notes.
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

/// Formats a fraction as a decimal without trailing zeros.
fn decimals(number: i64, whole: i64) -> String {
    let sign = if number < 0 { "-" } else { "" };
    let (number, digits) = (number.abs(), whole.ilog10() as usize);
    let text = format!("{sign}{}.{:0digits$}", number / whole, number % whole);
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// Scales a length proportionally.
pub(super) fn scaled(length: i32, to: i32, from: i32) -> i32 {
    i32::try_from(i64::from(length) * i64::from(to) / i64::from(from.max(1))).unwrap_or(i32::MAX)
}
