//! Colours of figures in PDF: those of the screen, or the printing inks of a theme: cyan, magenta,
//! yellow and black.

use krilla::color::{cmyk, luma, rgb};
use krilla::paint::Paint;

use super::theme::{Colour, Theme, converted};

/// Colour for which a theme defines inks.
struct InkedColour {
    /// Red, green and blue.
    colour: [u8; 3],
    /// Inks, each out of 255.
    inks: [u8; 4],
}

/// Printing colours of a theme.
pub(super) struct Inks {
    colours: Vec<InkedColour>,
    /// True if the theme defines any inks.
    are_defined: bool,
}

impl Inks {
    pub(super) fn from_theme(theme: &Theme) -> Self {
        let colours = theme.inks().map(|(colour, inks)| InkedColour {
            colour: colour.channels(),
            inks: inks.map(byte),
        });
        Self {
            colours: colours.collect(),
            are_defined: theme.has_inks(),
        }
    }

    /// Returns a colour in the form in which it is output: as inks if the theme defines any,
    /// otherwise as on the screen. Colours without defined inks are converted, greys to black only.
    pub(super) fn paint(&self, colour: [u8; 3]) -> Paint {
        let [red, green, blue] = colour;
        let is_grey = red == green && green == blue;
        if !self.are_defined {
            return if is_grey {
                luma::Color::new(red).into()
            } else {
                rgb::Color::new(red, green, blue).into()
            };
        }
        let inked_colour = self.colours.iter().find(|known| known.colour == colour);
        let [cyan, magenta, yellow, black] =
            inked_colour.map_or_else(|| converted(colour), |known| known.inks);
        cmyk::Color::new(cyan, magenta, yellow, black).into()
    }

    pub(super) fn of_colour(&self, colour: &Colour) -> Paint {
        self.paint(colour.channels())
    }
}

/// Converts an ink from per cent to a byte.
fn byte(per_cent: u8) -> u8 {
    u8::try_from(u16::from(per_cent.min(100)) * 255 / 100).unwrap_or(u8::MAX)
}
