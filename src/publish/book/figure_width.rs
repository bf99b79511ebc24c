//! Width of a figure, as the attribute `width` of a block gives it.

use serde::Serialize;

use crate::draw::Length;

const UNITS: [&str; 6] = ["%", "px", "cm", "mm", "in", "pt"];
/// A width that no page has, in any unit. It is a mistake.
const TOO_LARGE: f64 = 10_000.0;

/// Width of a figure.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Width {
    /// Number as the document writes it.
    pub number: String,
    /// `%`, `px`, `cm`, `mm`, `in` or `pt`.
    pub unit: &'static str,
}

impl Width {
    /// Returns the width as a length, or `None` for a percentage.
    pub fn length(&self) -> Option<Length> {
        format!("{}{}", self.number, self.unit).parse().ok()
    }

    /// Parses a number with a unit; pixels if there is no unit.
    pub(super) fn parse(text: &str) -> Option<Self> {
        let digits =
            text.trim_end_matches(|letter: char| letter == '%' || letter.is_ascii_alphabetic());
        let unit = match &text[digits.len()..] {
            "" => "px",
            unit => UNITS.into_iter().find(|known| *known == unit)?,
        };
        let is_number = digits
            .chars()
            .all(|letter| letter.is_ascii_digit() || letter == '.')
            && digits
                .parse::<f64>()
                .is_ok_and(|number| number > 0.0 && number < TOO_LARGE);
        is_number.then(|| Self {
            number: digits.to_owned(),
            unit,
        })
    }
}
