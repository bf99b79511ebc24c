//! Fonts for PNG, PDF and outlines. One font is embedded, so that the output is identical on every
//! machine; other fonts are used only if the caller supplies them. A *face* is a font of one
//! weight.

use std::collections::BTreeSet;
use std::sync::{Arc, LazyLock};

use rustybuzz::{Face, ttf_parser};

use super::font::{BOLD_FONT, FONT};

static EMBEDDED: LazyLock<Option<Face<'static>>> = LazyLock::new(|| Face::from_slice(FONT, 0));

static EMBEDDED_BOLD: LazyLock<Option<Face<'static>>> =
    LazyLock::new(|| Face::from_slice(BOLD_FONT, 0));

/// Replacement for characters that no font has.
pub(super) const MISSING: char = '\u{FFFD}';

/// A font cannot be parsed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the font cannot be read: it is neither a TrueType nor an OpenType font")]
pub struct FontError;

/// The embedded font, and further fonts for characters that it lacks.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Fonts {
    given: Vec<Arc<Vec<u8>>>,
}

impl Fonts {
    /// Adds a font from the bytes of a TrueType or OpenType file. It is used for the characters
    /// that the fonts before it lack.
    ///
    /// # Errors
    /// Returns an error if the bytes are not a valid font.
    pub fn with(mut self, font: Vec<u8>) -> Result<Self, FontError> {
        if faces_in(&font).next().is_none() {
            return Err(FontError);
        }
        self.given.push(Arc::new(font));
        Ok(self)
    }

    /// Returns the font files supplied by the caller.
    #[cfg(feature = "png")]
    pub(super) fn given(&self) -> impl Iterator<Item = Arc<Vec<u8>>> {
        self.given.iter().map(Arc::clone)
    }

    /// Returns all faces, the embedded one first.
    pub(super) fn faces(&self) -> Vec<Face<'_>> {
        EMBEDDED
            .iter()
            .cloned()
            .chain(self.given.iter().flat_map(|font| faces_in(font)))
            .collect()
    }

    /// Returns all faces for text in bold, the embedded bold one first.
    pub(super) fn bold_faces(&self) -> Vec<Face<'_>> {
        EMBEDDED_BOLD.iter().cloned().chain(self.faces()).collect()
    }

    /// Returns true if any font has the character.
    pub(crate) fn have(&self, character: char) -> bool {
        // Control characters, white space and variation selectors are never drawn.
        let is_unseen = character.is_control()
            || character.is_whitespace()
            || matches!(character, '\u{FE00}'..='\u{FE0F}');
        let has = |face: &Face<'_>| face.glyph_index(character).is_some();
        is_unseen
            || EMBEDDED.iter().any(has)
            || self
                .given
                .iter()
                .any(|font| faces_in(font).any(|face| has(&face)))
    }

    /// Returns the characters of a text that no font has, without duplicates.
    pub fn lacking(&self, text: &str) -> Vec<char> {
        let unusual: BTreeSet<char> = text
            .chars()
            .filter(|character| !character.is_ascii())
            .collect();
        unusual
            .into_iter()
            .filter(|&character| !self.have(character))
            .collect()
    }

    /// Returns the characters that an SVG of this crate draws and that no font has.
    pub fn lacking_in(&self, svg: &str) -> Vec<char> {
        let texts = svg.split("<text").skip(1).filter_map(content_of_text);
        self.lacking(&texts.collect::<String>())
    }

    /// Returns an SVG in which each missing character is replaced by [`MISSING`].
    #[cfg(feature = "png")]
    pub(super) fn drawable(&self, svg: &str) -> String {
        let lacking = self.lacking_in(svg);
        // The text of `title` and `desc` is not drawn.
        let (not_drawn, drawn) = svg.split_at(svg.find("<style>").unwrap_or(0));
        if lacking.is_empty() {
            svg.to_owned()
        } else {
            format!(
                "{not_drawn}{}",
                drawn.replace(
                    |character| lacking.contains(&character),
                    &MISSING.to_string()
                )
            )
        }
    }
}

/// Returns the content of a `text` element of SVG, given what follows `<text`.
fn content_of_text(rest: &str) -> Option<&str> {
    let (_attributes, content) = rest.split_once('>')?;
    content.split("</text>").next()
}

/// Returns the faces of a file; a collection has several.
fn faces_in(font: &[u8]) -> impl Iterator<Item = Face<'_>> {
    let count = ttf_parser::fonts_in_collection(font).unwrap_or(1);
    (0..count).filter_map(|index| Face::from_slice(font, index))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn missing_glyphs_are_named() {
        let fonts = Fonts::default();
        assert!(
            fonts
                .lacking("Zażółć gęślą jaźń, Ελληνικά, Москва • …\n")
                .is_empty()
        );
        assert!(fonts.have(MISSING));
        assert_eq!(fonts.lacking("名人 → 名"), ['→', '人', '名']);
        let svg =
            "<svg><desc>名</desc><style></style><text x=\"1\">a名</text><text>人</text></svg>";
        assert_eq!(fonts.lacking_in(svg), ['人', '名']);
        assert_eq!(fonts.with(b"no font".to_vec()), Err(FontError));
    }

    #[cfg(feature = "png")]
    #[test]
    fn missing_glyphs_get_a_replacement() {
        let svg =
            "<svg><desc>名</desc><style></style><text x=\"1\">a名</text><text>人</text></svg>";
        let drawable = "<svg><desc>名</desc><style></style><text x=\"1\">a\u{FFFD}</text><text>\u{FFFD}</text></svg>";
        assert_eq!(Fonts::default().drawable(svg), drawable);
    }
}
