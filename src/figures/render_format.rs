//! Output formats of figures.

use std::fmt;
use std::str::FromStr;

use crate::draw::PictureLanguage;
use crate::text::shorten;

/// Output format of figures.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum RenderFormat {
    /// Text in ASCII.
    #[default]
    Text,
    /// Text with Unicode characters.
    Unicode,
    /// Description in words, as an alternative text.
    Words,
    /// Scalable Vector Graphics.
    Svg,
    /// Portable Network Graphics.
    Png,
    /// Animation of the record, turn by turn, as an animated PNG.
    Apng,
    /// The same animation as a GIF.
    Gif,
    /// Document with one page for each figure, or with sheets of paper.
    Pdf,
    /// Interactive player of the whole record.
    Html,
    /// Typst figure, drawn by Typst.
    Typst,
    /// LaTeX figure around an image in a separate PDF file.
    Latex,
    /// Picture drawn by LaTeX.
    Tikz,
}

impl RenderFormat {
    /// All formats, in the order of the documentation.
    pub const ALL: [Self; 12] = [
        Self::Text,
        Self::Unicode,
        Self::Words,
        Self::Svg,
        Self::Png,
        Self::Apng,
        Self::Gif,
        Self::Pdf,
        Self::Html,
        Self::Typst,
        Self::Latex,
        Self::Tikz,
    ];

    /// Returns the name, the file extension and the description.
    const fn entry(self) -> FormatEntry {
        match self {
            Self::Text => FormatEntry {
                name: "text",
                extension: "txt",
                description: "ASCII text",
            },
            Self::Unicode => FormatEntry {
                name: "unicode",
                extension: "txt",
                description: "Text with Unicode signs",
            },
            Self::Words => FormatEntry {
                name: "words",
                extension: "txt",
                description: "Text description (alt text)",
            },
            Self::Svg => FormatEntry {
                name: "svg",
                extension: "svg",
                description: "Scalable vector graphics",
            },
            Self::Png => FormatEntry {
                name: "png",
                extension: "png",
                description: "Pixels",
            },
            Self::Apng => FormatEntry {
                name: "apng",
                extension: "apng",
                description: "Animated PNG of the game, turn by turn",
            },
            Self::Gif => FormatEntry {
                name: "gif",
                extension: "gif",
                description: "Animated GIF of the game, turn by turn",
            },
            Self::Pdf => FormatEntry {
                name: "pdf",
                extension: "pdf",
                description: "PDF, one page per figure",
            },
            Self::Html => FormatEntry {
                name: "html",
                extension: "html",
                description: "Interactive player of the whole record; it starts at the requested turn",
            },
            Self::Typst => FormatEntry {
                name: "typst",
                extension: "typ",
                description: "Typst figure with number and label, drawn by Typst",
            },
            Self::Latex => FormatEntry {
                name: "latex",
                extension: "tex",
                description: "LaTeX figure with number and label, and its image as PDF",
            },
            Self::Tikz => FormatEntry {
                name: "tikz",
                extension: "tikz",
                description: "TikZ picture; in a .tex file with a figure around it",
            },
        }
    }

    /// Returns the name, as in `--format`.
    pub const fn name(self) -> &'static str {
        self.entry().name
    }

    /// Returns the extension of its files, without the dot.
    pub const fn extension(self) -> &'static str {
        self.entry().extension
    }

    /// Returns a short description.
    pub const fn description(self) -> &'static str {
        self.entry().description
    }

    /// Returns the first format with this file extension.
    pub fn of_extension(extension: &str) -> Option<Self> {
        Self::ALL
            .into_iter()
            .find(|format| format.extension() == extension)
    }

    /// Returns true for animations.
    pub const fn is_animated(self) -> bool {
        matches!(self, Self::Apng | Self::Gif)
    }

    /// Returns true for the formats that are read as text.
    pub const fn is_text(self) -> bool {
        matches!(self, Self::Text | Self::Unicode | Self::Words)
    }

    /// Returns true if the caller can choose between text and outlines. Images always have
    /// outlines.
    pub const fn takes_letters(self) -> bool {
        matches!(self, Self::Svg | Self::Typst | Self::Tikz)
    }

    /// Returns the language of its pictures.
    pub const fn language(self) -> PictureLanguage {
        match self {
            Self::Typst => PictureLanguage::Typst,
            Self::Tikz => PictureLanguage::Tikz,
            _ => PictureLanguage::Svg,
        }
    }
}

/// What help texts and file names say about a format.
struct FormatEntry {
    name: &'static str,
    /// Extension without the dot.
    extension: &'static str,
    description: &'static str,
}

impl fmt::Display for RenderFormat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// Error for a name that is not a figure format.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "`{}` is not a figure format; the formats are {}",
    shorten(name),
    known_names()
)]
#[non_exhaustive]
pub struct UnknownRenderFormat {
    /// The name that was given.
    pub name: String,
}

fn known_names() -> String {
    RenderFormat::ALL.map(RenderFormat::name).join(", ")
}

impl FromStr for RenderFormat {
    type Err = UnknownRenderFormat;

    fn from_str(name: &str) -> Result<Self, Self::Err> {
        let format = Self::ALL.into_iter().find(|format| format.name() == name);
        format.ok_or_else(|| UnknownRenderFormat {
            name: name.to_owned(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formats_have_names_and_extensions() {
        for format in RenderFormat::ALL {
            assert_eq!(format.name().parse(), Ok(format));
            assert!(RenderFormat::of_extension(format.extension()).is_some());
        }
        assert_eq!(RenderFormat::of_extension("txt"), Some(RenderFormat::Text));
        let error = "eps".parse::<RenderFormat>().unwrap_err().to_string();
        assert!(
            error.starts_with("`eps` is not a figure format; the formats are text, unicode,"),
            "{error}"
        );
    }
}
