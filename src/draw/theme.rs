//! Themes of figures: colours, line weights, hatching, printing inks. Theme files are read in
//! `theme_file.rs`.
//!
//! A [`Paint`] is a purpose of a colour, such as the background, and a [`Colour`] the colour that a
//! theme gives to it. *Inks* are the colour in print: cyan, magenta, yellow and black.

use std::borrow::Cow;
use std::fmt;

use super::paper::POINT;

/// Font sizes of text around the board in figures with a set width, so that the figures of a book
/// look alike at any width.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct TypeSizes {
    /// Size of notes and captions.
    pub(super) notes: i64,
    /// Size of coordinates.
    pub(super) coordinates: i64,
}

impl TypeSizes {
    /// Default sizes: 7.5 and 6.5 points.
    pub(super) const USUAL: Self = Self {
        notes: 15 * POINT / 2,
        coordinates: 13 * POINT / 2,
    };
}

/// Share of a faded ink, in per cent; the rest is the background.
pub(super) const FADED: u16 = 40;

/// Colour of a theme, by purpose. A page that shows figures can set each as a custom property:
/// `--pips-ground`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Paint {
    /// Background of the figure.
    Ground,
    /// Text on the background.
    Text,
    /// Lines of the board.
    Line,
    /// Light pieces.
    Light,
    /// Dark pieces.
    Dark,
    /// Outlines of pieces.
    Outline,
    /// Light fields of the board and of cards.
    FieldLight,
    /// Dark fields of the board and of cards.
    FieldDark,
    /// White pipes.
    PipeLight,
    /// Black pipes.
    PipeDark,
    /// Outlines of pipes.
    PipeEdge,
    /// Marks and arrows.
    Mark,
    /// Shaded places.
    Shade,
}

impl Paint {
    /// All colours.
    pub const ALL: [Self; 13] = [
        Self::Ground,
        Self::Text,
        Self::Line,
        Self::Light,
        Self::Dark,
        Self::Outline,
        Self::FieldLight,
        Self::FieldDark,
        Self::PipeLight,
        Self::PipeDark,
        Self::PipeEdge,
        Self::Mark,
        Self::Shade,
    ];

    /// Returns the name in theme files and, after `--pips-`, in style sheets.
    pub fn name(self) -> &'static str {
        match self {
            Self::Ground => "ground",
            Self::Text => "text",
            Self::Line => "line",
            Self::Light => "light",
            Self::Dark => "dark",
            Self::Outline => "outline",
            Self::FieldLight => "field-light",
            Self::FieldDark => "field-dark",
            Self::PipeLight => "pipe-light",
            Self::PipeDark => "pipe-dark",
            Self::PipeEdge => "pipe-edge",
            Self::Mark => "mark",
            Self::Shade => "shade",
        }
    }
}

/// Colour: `#rgb` or `#rrggbb`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Colour(String);

impl Colour {
    pub(super) fn parse(text: &str) -> Option<Self> {
        let digits = text
            .strip_prefix('#')
            .filter(|digits| matches!(digits.len(), 3 | 6))?;
        digits
            .bytes()
            .all(|digit| digit.is_ascii_hexdigit())
            .then(|| Self(text.to_ascii_lowercase()))
    }

    /// Returns the red, green and blue channels.
    pub fn channels(&self) -> [u8; 3] {
        let digits: Vec<u8> = self
            .0
            .chars()
            .filter_map(|digit| u8::try_from(digit.to_digit(16)?).ok())
            .collect();
        match digits.as_slice() {
            // One digit means the same digit twice: 17 is `0x11`.
            [red, green, blue] => [red * 17, green * 17, blue * 17],
            [red, red_low, green, green_low, blue, blue_low] => [
                red * 16 + red_low,
                green * 16 + green_low,
                blue * 16 + blue_low,
            ],
            _ => [0; 3],
        }
    }

    pub(super) fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Colour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Theme of a figure.
///
/// ```
/// use pipscribe::draw::Theme;
///
/// let theme: Theme = "dark".parse()?;
/// assert_eq!(theme.name, "dark");
/// assert!("dak".parse::<Theme>().is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Theme {
    /// Name, in lower-case letters, digits and hyphens: it becomes part of class names.
    pub name: String,
    pub(super) colours: [Colour; Paint::ALL.len()],
    /// True if dark fields and shades are hatched instead of filled.
    pub hatched: bool,
    /// Line weight in per cent.
    pub weight: i32,
    /// Printing inks of its colours: cyan, magenta, yellow and black in per cent.
    pub(super) inks: [Option<[u8; 4]>; Paint::ALL.len()],
    /// Font sizes of text around the board in figures with a set width.
    pub(super) types: TypeSizes,
}

/// Built-in theme.
#[derive(Clone, Copy)]
struct BuiltIn {
    name: &'static str,
    hatched: bool,
    weight: i32,
    /// Colours in the order of [`Paint::ALL`].
    colours: [&'static str; Paint::ALL.len()],
}

/// The built-in themes, the default first.
const BUILT_IN: [BuiltIn; 4] = [
    BuiltIn {
        name: "print",
        hatched: true,
        weight: 100,
        colours: [
            "#fff", "#000", "#000", "#fff", "#000", "#000", "#fff", "#000", "#fff", "#000", "#000",
            "#000", "#000",
        ],
    },
    BuiltIn {
        name: "screen",
        hatched: false,
        weight: 100,
        colours: [
            "#fbf7ee", "#2a2723", "#6b5f50", "#fffefb", "#26282c", "#26282c", "#f6ecd6", "#9a7641",
            "#fffefb", "#26282c", "#26282c", "#b3261e", "#f2ded5",
        ],
    },
    BuiltIn {
        name: "dark",
        hatched: false,
        weight: 100,
        colours: [
            "#1b1e23", "#e8e6e1", "#8b929c", "#f2efe8", "#0a0b0d", "#b9bec6", "#7b838e", "#2c323a",
            "#f2efe8", "#0a0b0d", "#8b929c", "#ff8a65", "#4a3431",
        ],
    },
    BuiltIn {
        name: "high-contrast",
        hatched: false,
        weight: 160,
        colours: [
            "#fff", "#000", "#000", "#fff", "#000", "#000", "#fff", "#a87400", "#fff", "#000",
            "#000", "#0033cc", "#e0e6f9",
        ],
    },
];

impl Theme {
    /// Returns the names of the built-in themes; the first is the default.
    pub fn names() -> impl Iterator<Item = &'static str> {
        BUILT_IN.iter().map(|theme| theme.name)
    }

    /// Returns the built-in theme with this name.
    pub fn named(name: &str) -> Option<Self> {
        BUILT_IN
            .into_iter()
            .find(|theme| theme.name == name)
            .map(Self::built_in)
    }

    fn built_in(
        BuiltIn {
            name,
            hatched,
            weight,
            colours,
        }: BuiltIn,
    ) -> Self {
        let colours = colours.map(|colour| Colour(colour.to_owned()));
        Self {
            name: name.to_owned(),
            colours,
            hatched,
            weight,
            inks: Default::default(),
            types: TypeSizes::USUAL,
        }
    }

    /// Returns one of the colours.
    pub fn colour(&self, paint: Paint) -> &Colour {
        &self.colours[paint as usize]
    }

    /// Returns a colour, mixed with the background if it is faded.
    pub(super) fn shown(&self, paint: Paint, faded: bool) -> Cow<'_, Colour> {
        if !faded {
            return Cow::Borrowed(self.colour(paint));
        }
        let ground = self.colour(Paint::Ground).channels();
        let mut mixed = self.colour(paint).channels();
        for (channel, ground) in mixed.iter_mut().zip(ground) {
            let sum = u16::from(*channel) * FADED + u16::from(ground) * (100 - FADED);
            // Rounded to the nearest integer.
            *channel = u8::try_from((sum + 50) / 100).unwrap_or(ground);
        }
        let [red, green, blue] = mixed;
        Cow::Owned(Colour(format!("#{red:02x}{green:02x}{blue:02x}")))
    }
}

/// Colour in terms of printing inks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ink {
    /// Black with this lightness, in thousandths.
    Grey(u16),
    /// Red, green and blue.
    Rgb([u8; 3]),
    /// Cyan, magenta, yellow and black, in thousandths.
    Cmyk([u16; 4]),
}

/// Converts a colour without defined inks to inks, each out of 255. Greys use only black.
pub(super) fn converted([red, green, blue]: [u8; 3]) -> [u8; 4] {
    let light = red.max(green).max(blue);
    let ink = |channel: u8| {
        let share = u16::from(light - channel) * 255 / u16::from(light.max(1));
        u8::try_from(share).unwrap_or(u8::MAX)
    };
    let is_grey = red == green && green == blue;
    if is_grey {
        [0, 0, 0, 255 - light]
    } else {
        [ink(red), ink(green), ink(blue), 255 - light]
    }
}

impl Theme {
    /// Returns a colour in terms of printing inks: the inks that the theme defines, or otherwise
    /// black only for greys.
    pub(super) fn ink(&self, paint: Paint, faded: bool) -> Ink {
        let thousandths = |part: u8| u16::try_from(u32::from(part) * 1000 / 255).unwrap_or(1000);
        let channels = self.shown(paint, faded).channels();
        let inks = if faded {
            None
        } else {
            self.inks[paint as usize]
        };
        match (inks, channels) {
            (Some(inks), _) => Ink::Cmyk(inks.map(|ink| u16::from(ink) * 10)),
            (None, _) if self.has_inks() => Ink::Cmyk(converted(channels).map(thousandths)),
            (None, [red, green, blue]) if red == green && green == blue => {
                Ink::Grey(thousandths(red))
            }
            _ => Ink::Rgb(channels),
        }
    }

    /// Returns true if the theme defines inks.
    pub(crate) fn has_inks(&self) -> bool {
        self.inks.iter().any(Option::is_some)
    }

    /// Returns the colours for which the theme defines inks, with the inks.
    #[cfg(feature = "pdf")]
    pub(crate) fn inks(&self) -> impl Iterator<Item = (&Colour, [u8; 4])> {
        self.colours
            .iter()
            .zip(&self.inks)
            .filter_map(|(colour, inks)| Some((colour, (*inks)?)))
    }
}

impl Default for Theme {
    fn default() -> Self {
        Self::built_in(BUILT_IN[0])
    }
}
