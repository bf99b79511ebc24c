//! Notes as parts for a page, which sets them as text of its own size.

use std::borrow::Cow;

use serde::Serialize;

use super::language::Lang;
use super::layout::{Group, Page};
use super::measure::Measure;
use super::note::{Note, Run};
use super::paper::Paper;
use super::place::Place;
use super::svg::svg_of;
use super::theme::Theme;

/// Part of a note: text, or a small drawing in it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct NotePart {
    /// The text; for a drawing, its replacement where only text is possible.
    pub words: String,
    /// The drawing as SVG; null for text.
    pub svg: Option<String>,
}

impl Note {
    /// Returns the parts of the note. Line breaks and text for the text forms are left out.
    pub fn parts(&self, lang: Lang, theme: &Theme) -> Vec<NotePart> {
        let part = |run: &Run| match run {
            Run::Words(words) => Some(NotePart { words: words.clone(), svg: None }),
            Run::Drawing { elements, size, words } if *size != Place::default() => {
                let drawn =
                    Group { shift: Place::default(), clip: None, among: None, elements: Cow::Owned(elements.clone()) };
                let page = Page {
                    title: words.clone(),
                    words: String::new(),
                    lang,
                    size: *size,
                    groups: vec![drawn],
                    measure: Measure::USUAL,
                    warnings: Vec::new(),
                };
                Some(NotePart { words: words.clone(), svg: Some(svg_of(&page, theme, &Paper::default())) })
            }
            Run::Drawing { .. } | Run::Break => None,
        };
        self.runs.iter().filter_map(part).collect()
    }
}
