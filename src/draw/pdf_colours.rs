//! Colours of figures in PDF: those of the screen, or the printing inks of a theme.

use krilla::color::{cmyk, luma, rgb};
use krilla::paint::Paint;

use super::theme::{Colour, Theme, converted};

/// Printing colours of a theme.
pub(super) struct Inks {
    known: Vec<([u8; 3], [u8; 4])>,
    /// True if the theme defines any inks.
    named: bool,
}

/// Converts an ink from per cent to a byte.
fn byte(per_cent: u8) -> u8 {
    u8::try_from(u16::from(per_cent.min(100)) * 255 / 100).unwrap_or(u8::MAX)
}

impl Inks {
    pub(super) fn from_theme(theme: &Theme) -> Self {
        let known = theme
            .inks()
            .map(|(colour, inks)| (colour.channels(), inks.map(byte)))
            .collect();
        Self {
            known,
            named: theme.has_inks(),
        }
    }

    /// Returns a colour in the form in which it is output: as inks if the theme defines any,
    /// otherwise as on the screen. Colours without defined inks are converted, greys to black only.
    pub(super) fn paint(&self, colour: [u8; 3]) -> Paint {
        let [red, green, blue] = colour;
        let is_grey = red == green && green == blue;
        if !self.named {
            return if is_grey {
                luma::Color::new(red).into()
            } else {
                rgb::Color::new(red, green, blue).into()
            };
        }
        let named = self
            .known
            .iter()
            .find(|(known, _)| *known == colour)
            .map(|(_, inks)| *inks);
        let [cyan, magenta, yellow, black] = named.unwrap_or_else(|| converted(colour));
        cmyk::Color::new(cyan, magenta, yellow, black).into()
    }

    pub(super) fn of_colour(&self, colour: &Colour) -> Paint {
        self.paint(colour.channels())
    }
}
