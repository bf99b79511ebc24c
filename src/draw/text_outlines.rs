//! The form of text in figures: characters in a font of the reader, or outlines, which look the
//! same everywhere.

#[cfg(feature = "outlines")]
use super::fonts::Fonts;
use super::geometry::Place;
use super::shape::{Anchor, PathStep};

/// Output form of the text of a figure.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Letters {
    /// Characters, which can be searched, in a font of the reader.
    #[default]
    Words,
    /// Outlines in these fonts.
    #[cfg(feature = "outlines")]
    Outlines(Fonts),
    /// Outlines in fonts that another program has.
    Elsewhere(OutlinesElsewhere),
}

/// Weight of a font.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Weight {
    /// Text and coordinates.
    Regular,
    /// Numbers and letters of marks.
    Bold,
}

/// Access to fonts in another program: its `Fonts::lacking` and `Fonts::outlined`.
#[derive(Clone, Copy, Debug)]
pub struct OutlinesElsewhere {
    /// Returns the characters of a text that no font has, without duplicates.
    pub lacking: fn(&str) -> Vec<char>,
    /// Returns the outlines of text on a baseline.
    pub outlined: fn(Place, &str, Anchor, i32, Weight) -> Vec<PathStep>,
}

impl PartialEq for OutlinesElsewhere {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::fn_addr_eq(self.lacking, other.lacking)
            && std::ptr::fn_addr_eq(self.outlined, other.outlined)
    }
}

impl Eq for OutlinesElsewhere {}

impl Letters {
    /// Returns the characters of a text to be outlined that no font has, without duplicates.
    pub(super) fn lacking(&self, text: &str) -> Vec<char> {
        match self {
            #[cfg(feature = "outlines")]
            Self::Outlines(fonts) => fonts.lacking(text),
            Self::Elsewhere(fonts) => (fonts.lacking)(text),
            Self::Words => Vec::new(),
        }
    }

    /// Returns the outlines of text on a baseline as filled paths, or `None` if text is written as
    /// characters.
    pub(super) fn outlined(
        &self,
        base: Place,
        text: &str,
        anchor: Anchor,
        size: i32,
        weight: Weight,
    ) -> Option<Vec<PathStep>> {
        match self {
            #[cfg(feature = "outlines")]
            Self::Outlines(fonts) => Some(fonts.outlined(base, text, anchor, size, weight)),
            Self::Elsewhere(fonts) => Some((fonts.outlined)(base, text, anchor, size, weight)),
            Self::Words => None,
        }
    }
}
