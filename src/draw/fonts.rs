//! The fonts of PNG, PDF and outlines: one is embedded and stands for all, so that the same bytes come out on every
//! machine; others are used only where somebody gives them.

use std::collections::BTreeSet;
use std::sync::{Arc, LazyLock};

use resvg::usvg::fontdb::{Database, Source};

use super::tree::DrawError;

/// Noto Sans, Latin, Greek and Cyrillic.
static EMBEDDED: &[u8] = include_bytes!("font/NotoSans.ttf");

static USUAL: LazyLock<Fonts> = LazyLock::new(|| {
    let mut fonts = Database::new();
    fonts.load_font_source(Source::Binary(Arc::new(EMBEDDED)));
    Fonts { known: Arc::new(fonts) }
});

/// What stands for a character that no font has.
const MISSING: char = '\u{FFFD}';

/// The embedded font, and others for the characters that it lacks.
#[derive(Clone, Debug)]
pub struct Fonts {
    known: Arc<Database>,
}

impl Default for Fonts {
    fn default() -> Self {
        USUAL.clone()
    }
}

impl Fonts {
    /// Adds a font, as the bytes of a TrueType or OpenType file: it draws what those before it lack.
    ///
    /// # Errors
    /// Where the bytes are no font.
    pub fn with(mut self, font: Vec<u8>) -> Result<Self, DrawError> {
        let known = Arc::make_mut(&mut self.known);
        match known.load_font_source(Source::Binary(Arc::new(font))).is_empty() {
            true => Err(DrawError::Font),
            false => Ok(self),
        }
    }

    pub(super) fn database(&self) -> Arc<Database> {
        Arc::clone(&self.known)
    }

    /// Whether any of them has the character.
    pub fn have(&self, character: char) -> bool {
        // What only joins, parts or directs letters is never drawn.
        let is_unseen =
            character.is_control() || character.is_whitespace() || matches!(character, '\u{FE00}'..='\u{FE0F}');
        is_unseen
            || self.known.faces().any(|face| {
                let has = |data: &[u8], index: u32| {
                    ttf_parser::Face::parse(data, index).is_ok_and(|face| face.glyph_index(character).is_some())
                };
                self.known.with_face_data(face.id, has).unwrap_or(false)
            })
    }

    /// The characters of a text that none of them has, each once.
    pub fn lacking(&self, text: &str) -> Vec<char> {
        let unusual: BTreeSet<char> = text.chars().filter(|character| !character.is_ascii()).collect();
        unusual.into_iter().filter(|&character| !self.have(character)).collect()
    }

    /// The characters that an SVG of this crate puts upon the figure and that none of them has.
    pub fn lacking_in(&self, svg: &str) -> Vec<char> {
        let texts = svg.split("<text").skip(1).filter_map(|part| part.split_once('>')?.1.split("</text>").next());
        self.lacking(&texts.collect::<String>())
    }

    /// An SVG in which nothing that they lack is left: a sign says that something is missing there.
    pub(super) fn drawable(&self, svg: &str) -> String {
        let lacking = self.lacking_in(svg);
        // The words in `title` and `desc` need no font.
        let (told, drawn) = svg.split_at(svg.find("<style>").unwrap_or(0));
        match lacking.is_empty() {
            true => svg.to_owned(),
            false => format!("{told}{}", drawn.replace(|character| lacking.contains(&character), &MISSING.to_string())),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_font_lacks_is_named_and_leaves_a_sign() {
        let fonts = Fonts::default();
        assert!(fonts.lacking("Zażółć gęślą jaźń, Ελληνικά, Москва • …\n").is_empty());
        assert_eq!(fonts.lacking("名人 → 名"), ['→', '人', '名']);
        let svg = "<svg><desc>名</desc><style></style><text x=\"1\">a名</text><text>人</text></svg>";
        assert_eq!(fonts.lacking_in(svg), ['人', '名']);
        let drawable = "<svg><desc>名</desc><style></style><text x=\"1\">a\u{FFFD}</text><text>\u{FFFD}</text></svg>";
        assert_eq!(fonts.drawable(svg), drawable);
        assert!(fonts.with(b"no font".to_vec()).is_err());
    }
}
