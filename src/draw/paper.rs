//! Lengths on paper, sheets, and how figures are set on them.

use std::fmt;
use std::str::FromStr;

use super::measure::decimals;
use super::text_outlines::Letters;
use crate::text::shorten;

/// Unit of length. Lengths are counted in English Metric Units of office formats, 914,400 to the
/// inch: a whole number for every unit here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Unit {
    Millimetre,
    Centimetre,
    Inch,
    Point,
    Pixel,
}

impl Unit {
    const ALL: [Self; 5] = [
        Self::Millimetre,
        Self::Centimetre,
        Self::Inch,
        Self::Point,
        Self::Pixel,
    ];

    fn name(self) -> &'static str {
        match self {
            Self::Millimetre => "mm",
            Self::Centimetre => "cm",
            Self::Inch => "in",
            Self::Point => "pt",
            Self::Pixel => "px",
        }
    }

    fn emu(self) -> i64 {
        match self {
            Self::Millimetre => 36_000,
            Self::Centimetre => 360_000,
            Self::Inch => 914_400,
            Self::Point => POINT,
            Self::Pixel => PIXEL,
        }
    }
}

/// A pixel, of which an inch has 96.
pub(super) const PIXEL: i64 = 9_525;
/// A point, of which an inch has 72.
pub(super) const POINT: i64 = 12_700;
/// Maximum length: ten metres.
const MAX_LENGTH: i64 = 360_000_000;

/// Length on paper: `60mm`, `6cm`, `2.5in`, `170pt`, `227px`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Length {
    emu: i64,
    unit: Unit,
}

/// A text is not a valid length.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "`{}` is not a valid length: write a number greater than 0 with a unit, such as 60mm, 6cm, 2.5in, 170pt or 227px, up \
        to ten metres",
    shorten(.0)
)]
pub struct LengthError(String);

impl FromStr for Length {
    type Err = LengthError;

    fn from_str(text: &str) -> Result<Self, LengthError> {
        Self::parse(text).ok_or_else(|| LengthError(text.to_owned()))
    }
}

impl Length {
    fn parse(text: &str) -> Option<Self> {
        let unit = Unit::ALL
            .into_iter()
            .find(|unit| text.ends_with(unit.name()))?;
        let number = text.strip_suffix(unit.name())?.trim_end();
        let (whole, part) = number.split_once('.').unwrap_or((number, "0"));
        let digits = |text: &str, max_length| {
            text.len() <= max_length && text.bytes().all(|byte| byte.is_ascii_digit())
        };
        if whole.is_empty() || part.is_empty() || !digits(whole, 6) || !digits(part, 3) {
            return None;
        }

        let thousandths =
            whole.parse::<i64>().ok()? * 1000 + format!("{part:0<3}").parse::<i64>().ok()?;
        let emu = thousandths * unit.emu() / 1000;
        (1..=MAX_LENGTH)
            .contains(&emu)
            .then_some(Self { emu, unit })
    }

    /// Returns a length of `count` millimetres.
    pub(crate) fn millimetres(count: u16) -> Self {
        Self {
            emu: i64::from(count.max(1)) * Unit::Millimetre.emu(),
            unit: Unit::Millimetre,
        }
    }

    /// Returns a length of `count` points (72 per inch).
    pub(crate) fn of_points(count: u16) -> Self {
        Self {
            emu: i64::from(count.max(1)) * POINT,
            unit: Unit::Point,
        }
    }

    pub(super) fn emu(self) -> i64 {
        self.emu
    }

    /// Returns the length in points (72 per inch).
    pub fn points(self) -> f32 {
        self.emu as f32 / POINT as f32
    }

    /// Returns the length in Typst syntax, which has no pixels.
    pub(super) fn typst(self) -> String {
        if self.unit == Unit::Pixel {
            Self {
                unit: Unit::Point,
                ..self
            }
            .to_string()
        } else {
            self.to_string()
        }
    }

    /// Rounds up to the next whole unit; to a tenth for centimetres and inches.
    pub(super) fn rounded_up(self) -> Self {
        let step = self.rounding();
        self.in_same_unit((self.emu + step - 1) / step * step)
    }

    /// Rounds down to the steps of [`rounded_up`](Self::rounded_up), but never below one step.
    pub(super) fn rounded_down(self) -> Self {
        let step = self.rounding();
        self.in_same_unit((self.emu / step).max(1) * step)
    }

    fn rounding(self) -> i64 {
        match self.unit {
            Unit::Centimetre | Unit::Inch => self.unit.emu() / 10,
            _ => self.unit.emu(),
        }
    }

    /// Returns another length, given in EMU, in the unit of this one.
    pub(super) fn in_same_unit(self, emu: i64) -> Self {
        Self { emu, ..self }
    }
}

impl fmt::Display for Length {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let unit = self.unit.emu();
        let thousandths = (self.emu * 1000 + unit / 2) / unit;
        write!(f, "{}{}", decimals(thousandths, 1000), self.unit.name())
    }
}

/// Size and margin of a sheet of paper.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sheet {
    /// Width of the sheet, including the margins.
    pub width: Length,
    /// Height of the sheet, including the margins.
    pub height: Length,
    /// Margin on each side.
    pub margin: Length,
}

impl Sheet {
    /// Returns the sheet with this name: `a4`, `a5` or `letter`.
    pub(crate) fn named(name: &str) -> Option<Self> {
        match name {
            "a4" => Some(Self::a4()),
            "a5" => Some(Self::a5()),
            "letter" => Some(Self::letter()),
            _ => None,
        }
    }

    /// A4, 210 by 297 mm.
    pub(crate) fn a4() -> Self {
        Self::new(210, 297)
    }

    /// A5, 148 by 210 mm.
    pub(crate) fn a5() -> Self {
        Self::new(148, 210)
    }

    /// Letter, 8.5 by 11 inches.
    pub(crate) fn letter() -> Self {
        let inch = |tenths: i64| Length {
            emu: tenths * 91_440,
            unit: Unit::Inch,
        };
        Self {
            width: inch(85),
            height: inch(110),
            margin: Length::millimetres(15),
        }
    }

    fn new(width: u16, height: u16) -> Self {
        let [width, height, margin] = [width, height, 15].map(Length::millimetres);
        Self {
            width,
            height,
            margin,
        }
    }
}

/// Options for setting figures on paper.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Paper {
    /// Width of a figure, or of a page of several; `None` for 48 pixels per step of the board. With
    /// a width, text is at least 6 points, and lines and hatching are thick enough for print.
    pub width: Option<Length>,
    /// Maximum height of a figure, or of a page of several: the board shrinks until they fit.
    pub max_height: Option<Length>,
    /// True if the background is drawn; otherwise it is transparent.
    pub ground: bool,
    /// Output form of text.
    pub letters: Letters,
    /// Output language of pictures.
    pub language: PictureLanguage,
}

/// Output language of pictures.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
#[non_exhaustive]
pub enum PictureLanguage {
    /// Scalable Vector Graphics, one file per picture.
    #[default]
    Svg,
    /// A LaTeX `tikzpicture`.
    Tikz,
    /// Typst code.
    Typst,
}

impl Default for Paper {
    fn default() -> Self {
        Self {
            width: None,
            max_height: None,
            ground: true,
            letters: Letters::Words,
            language: PictureLanguage::Svg,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lengths_are_read_and_written() {
        for (text, points) in [
            ("60mm", 170.078_74),
            ("6cm", 170.078_74),
            ("2.5in", 180.0),
            ("170pt", 170.0),
            ("96px", 72.0),
        ] {
            let length: Length = text.parse().unwrap();
            assert!((length.points() - points).abs() < 0.001, "{text}");
            assert_eq!(length.to_string(), text);
        }
        for text in [
            "", "60", "mm", "0mm", "-3mm", "1e3mm", "60 mm x", "6.mm", ".5in", "99999cm",
            "1.2345mm",
        ] {
            assert!(text.parse::<Length>().is_err(), "{text}");
        }
    }
}
