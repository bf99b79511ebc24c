//! Measure of a figure: the size of a board step on paper, from which the font sizes and line
//! widths follow. Text, fine lines and hatching have minimum sizes, so they do not shrink with the
//! figure.
//!
//! Three units meet here. A *unit* is a part of a step in a scene ([`UNIT`]), a *pixel of the page*
//! is a 48th of a step whatever the size of the figure, and lengths on paper are in EMU (see
//! `paper.rs`).

use super::geometry::{Place, UNIT};
use super::note::LINE;
use super::paper::{Length, PIXEL, POINT};
use super::role::{Role, Size};
use super::style::{NOTE_FONT_SIZE, Style, style};
use super::theme::TypeSizes;

/// Step of a figure without a set width: 48 pixels.
const USUAL_STEP: i64 = 48 * PIXEL;
/// Hundredths of a pixel of the page in a step, whatever the size of the figure.
pub(super) const HUNDREDTHS_PER_STEP: i32 = 4_800;
/// Minimum font size, whatever the width.
const SMALLEST_TYPE: i64 = 6 * POINT;
/// Minimum font size of lone digits on dice.
const SMALLEST_DIGITS: i64 = 9 * POINT / 2;
/// Minimum font size of card numbers.
const SMALLEST_CARD_NUMBER: i64 = 5 * POINT;
/// Maximum font size of card numbers.
const LARGEST_CARD_NUMBER: i64 = 6 * POINT;
/// Maximum font size of numbers and letters on places.
const LARGEST_LABEL: i64 = 8 * POINT;
/// Font size of the turn numbers beside coordinates.
const ENTRY_TYPE: i64 = 57 * POINT / 10;
/// Width below which a figure has short texts and small signs: 50 mm.
const NARROW: i64 = 50 * 36_000;
/// Minimum line width.
const HAIRLINE: i64 = 3 * POINT / 8;
/// Distance between hatching lines along either axis.
const HATCH_STEP: i64 = UNIT as i64 * 12 / 100;
/// Width of hatching lines, in hundredths of a pixel.
const HATCH_WIDTH: i64 = 60;
/// Largest font size of coordinates beside a board that fills its place on a screen, in thousandths
/// of its longer side.
const NAME_SHARE: i32 = 32;
/// Three pixels, the smallest length that is a whole number of pixels and of units.
const WHOLE: i32 = UNIT / 16;
/// Width that no line exceeds, however small the board is, in hundredths of a pixel of the page.
const WIDEST_LINE: i64 = 100_000_000;

/// Size of a step of the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Measure {
    /// Length of a step on paper, in EMU.
    step: i64,
    /// Required width of the figure. Without it, minimum sizes do not apply.
    width: Option<Length>,
    types: TypeSizes,
    /// Largest font size of coordinates, in units, for a board that fills its place on a screen.
    max_coordinate_size: Option<i32>,
}

impl Measure {
    /// Size of figures without a set width.
    pub(super) const USUAL: Self = Self {
        step: USUAL_STEP,
        width: None,
        types: TypeSizes::USUAL,
        max_coordinate_size: None,
    };
    /// Smallest step, in EMU.
    pub(super) const MIN_SIZE: i64 = 100;

    /// Creates the measure of a figure with a set width.
    pub(super) fn new(step: i64, width: Length, types: TypeSizes) -> Self {
        Self {
            step,
            width: Some(width),
            types,
            max_coordinate_size: None,
        }
    }

    /// Creates the measure of a board that fills its place on a screen. Coordinates have the same
    /// size next to few squares as next to many.
    pub(super) fn of_board(size: Place) -> Self {
        let share_of_board = size.x.max(size.y) / 1000 * NAME_SHARE;
        let rounded_down = share_of_board / WHOLE * WHOLE;
        Self {
            // On a board of a few squares, one such length would be too small to read on paper.
            max_coordinate_size: Some(rounded_down.max(2 * WHOLE)),
            ..Self::USUAL
        }
    }

    /// Rounds a margin up. On a screen it is a number of pixels, so that coordinates in an SVG are
    /// short and equal for boards of different sizes.
    pub(super) fn margin(self, room: i32) -> i32 {
        if self.max_coordinate_size.is_some() {
            (room + WHOLE - 1) / WHOLE * WHOLE
        } else {
            room
        }
    }

    /// Returns true if the margins are as small as the coordinates allow.
    pub(super) fn is_tight(self) -> bool {
        self.width.is_some() || self.max_coordinate_size.is_some()
    }

    /// Returns the length of a step on paper.
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

    /// Converts a length on paper to units of a scene, rounded up, so that rounding never makes it
    /// smaller.
    fn units_rounded_up(self, emu: i64) -> i32 {
        self.units(emu) + 1
    }

    /// Returns the smallest legible font size of a role, in units.
    pub(super) fn min_font_size(self, role: Role) -> i32 {
        let min_size = match role {
            Role::SideNumber(_) => SMALLEST_DIGITS,
            Role::CardNumber | Role::CardNumberAt(_) | Role::DecidingNumber(_) => {
                SMALLEST_CARD_NUMBER
            }
            Role::StripNumber | Role::TagNumber => self.turn_number(),
            _ => SMALLEST_TYPE,
        };
        self.units_rounded_up(min_size)
    }

    /// Returns true if the figure is so narrow that it has short texts and small signs.
    pub(super) fn is_narrow(self) -> bool {
        self.width.is_some_and(|width| width.emu() < NARROW)
    }

    /// Returns the font size of turn numbers beside pieces and cards.
    fn turn_number(self) -> i64 {
        if self.is_narrow() {
            SMALLEST_CARD_NUMBER
        } else {
            ENTRY_TYPE
        }
    }

    /// Returns the font size of notes and captions.
    pub(super) fn note_font_size(self) -> i32 {
        if self.width.is_some() {
            self.units_rounded_up(self.types.notes)
        } else {
            NOTE_FONT_SIZE
        }
    }

    /// Scales a length in a note with its font size.
    pub(super) fn of_note(self, usual: i32) -> i32 {
        match self.width {
            Some(_) => scaled(usual, self.note_font_size(), NOTE_FONT_SIZE),
            None => usual,
        }
    }

    /// Returns the line height of a note.
    pub(super) fn note_line_height(self) -> i32 {
        self.of_note(LINE)
    }

    /// Returns the distance between hatching lines, in units.
    pub(super) fn hatch_step(self) -> i64 {
        HATCH_STEP * USUAL_STEP / self.step.max(1)
    }

    /// Returns the width of hatching lines, in hundredths of a pixel of the page.
    pub(super) fn hatch_width(self) -> i32 {
        i32::try_from((HATCH_WIDTH * USUAL_STEP / self.step.max(1)).min(WIDEST_LINE)).unwrap_or(0)
    }

    /// Returns the minimum line width, in hundredths of a pixel of the page.
    pub(super) fn hairline(self) -> i64 {
        if self.width.is_some() {
            let rounded_down = HAIRLINE * i64::from(HUNDREDTHS_PER_STEP) / self.step.max(1);
            rounded_down + 1
        } else {
            0
        }
    }

    /// Converts hundredths of a pixel of the page to points on paper (72 per inch).
    pub(super) fn points(self, hundredths: i64) -> String {
        // At the usual step, a pixel is 0.75 points, so its hundredth is 750 of these.
        const PARTS_PER_POINT: i64 = 100_000;
        decimals(hundredths * 750 * self.step / USUAL_STEP, PARTS_PER_POINT)
    }

    /// Returns the number of points in a pixel of the page.
    pub(super) fn points_of_pixel(self) -> String {
        const PARTS_PER_POINT: i64 = 1_000_000;
        decimals(
            PARTS_PER_POINT * 3 / 4 * self.step / USUAL_STEP,
            PARTS_PER_POINT,
        )
    }

    /// Returns the style of a role in a drawing within a note, whose lines are as fine as its size
    /// requires.
    pub(super) fn style_in_note(self, role: Role) -> Style {
        let usual = style(role);
        // Drawings in notes are about half as large as on the board.
        let share = if keeps_width_in_note(role) { 100 } else { 50 };
        let width = self
            .limited(Style {
                width: self.of_note(usual.width) * share / 100,
                ..usual
            })
            .width;
        let on_board = self.style(role);
        let font_size = match role {
            Role::Note | Role::Caption | Role::Coordinate | Role::EntryNumber => on_board.font_size,
            _ if usual.font_size == 0 => 0,
            Role::CardNumber => self.of_note(usual.font_size).max(self.min_font_size(role)),
            _ => (self.of_note(usual.font_size) / 2).max(self.min_font_size(role)),
        };
        Style {
            width,
            font_size,
            ..on_board
        }
    }

    /// Returns the width of the lines of a role on the board, in units.
    pub(super) fn line_width(self, role: Role) -> i32 {
        let style = self.style(role);
        if style.stroke.is_some() {
            scaled(style.width, UNIT, HUNDREDTHS_PER_STEP)
        } else {
            0
        }
    }

    /// Returns the style of a role on the board at this size.
    pub(super) fn style(self, role: Role) -> Style {
        let usual = self.limited(style(role));
        if self.width.is_none() {
            let max_size = if role == Role::Coordinate {
                self.max_coordinate_size
            } else {
                None
            };
            return Style {
                font_size: max_size.map_or(usual.font_size, |max| usual.font_size.min(max)),
                ..usual
            };
        }

        let font_size = match role {
            Role::Note | Role::Caption => self.note_font_size(),
            Role::Coordinate => self.units_rounded_up(self.types.coordinates),
            Role::EntryNumber => self.units_rounded_up(ENTRY_TYPE),
            Role::StripNumber | Role::TagNumber => self.units_rounded_up(self.turn_number()),
            Role::StripLabel | Role::CardLabel => self.units_rounded_up(self.types.coordinates),
            Role::CardNumber => {
                let max_size = self.units(LARGEST_CARD_NUMBER);
                usual.font_size.min(max_size).max(self.min_font_size(role))
            }
            Role::CardNumberAt(_) => self.min_font_size(role),
            Role::MarkLabel(_) | Role::SmallLabel(_) => {
                let max_size = self.units(LARGEST_LABEL);
                usual.font_size.min(max_size).max(self.min_font_size(role))
            }
            _ if usual.font_size > 0 => usual.font_size.max(self.min_font_size(role)),
            _ => 0,
        };
        Style { font_size, ..usual }
    }

    /// Returns a style with its line width within its limits on paper.
    fn limited(self, style: Style) -> Style {
        // At the usual step, a pixel is three quarters of a point.
        let pixels_of_points = |points: i32| {
            let pixels = i64::from(points) * 4 * USUAL_STEP / (3 * self.step.max(1));
            i32::try_from(pixels.min(WIDEST_LINE)).unwrap_or(0)
        };
        let [min_width, max_width] = style.limits.map(pixels_of_points);
        let width = if max_width > 0 {
            style.width.min(max_width)
        } else {
            style.width
        };
        Style {
            width: width.max(min_width) + pixels_of_points(style.around),
            ..style
        }
    }
}

/// Returns true if a role has the same line width in a note as on the board.
fn keeps_width_in_note(role: Role) -> bool {
    match role {
        // These have a size of their own in notes, to which their widths belong.
        Role::PipeEdge(size) | Role::Pipe(_, size) | Role::PipeCap(_, size) => size == Size::Small,
        Role::SetBand(..) | Role::SetPipeEdge | Role::SetPipe(_) => true,
        // These signs consist of a single line, which is recognized by its width.
        Role::Arrow | Role::PossibleArrow | Role::Row | Role::LastOutline => true,
        _ => false,
    }
}

/// Formats a fraction as a decimal without trailing zeros.
pub(super) fn decimals(number: i64, whole: i64) -> String {
    let sign = if number < 0 { "-" } else { "" };
    let number = number.abs();
    let digits = whole.ilog10() as usize;
    let text = format!("{sign}{}.{:0digits$}", number / whole, number % whole);
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// Length in a note, in tenths of a point at a font size of 7.5 points.
pub(super) const fn tenths(count: i32) -> i32 {
    NOTE_FONT_SIZE * count / 75
}

/// Scales a length proportionally.
pub(super) fn scaled(length: i32, to: i32, from: i32) -> i32 {
    i32::try_from(i64::from(length) * i64::from(to) / i64::from(from.max(1))).unwrap_or(i32::MAX)
}
