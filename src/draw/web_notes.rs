//! Notes for web pages, which set them as text of their own size: as parts, each a text or a small
//! SVG, or as HTML.
//!
//! A *note* is a line of text below the board. It consists of *runs*: words, small drawings, and
//! breaks of the line. The break in the note of a seat comes before the cards of its hand.

use std::borrow::Cow;
use std::collections::BTreeSet;

use serde::Serialize;

use super::elements::Elements;
use super::geometry::Place;
use super::language::Lang;
use super::layout::{Group, Page};
use super::measure::Measure;
use super::note::{Note, Run};
use super::paper::Paper;
use super::style_sheet::DrawnRole;
use super::svg::{escaped, svg_of};
use super::svg_parts::Drawing;
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
    pub(crate) fn parts(&self, lang: Lang, theme: &Theme) -> Vec<NotePart> {
        let part = |run: &Run| match run {
            Run::Words(words) => Some(NotePart {
                words: words.clone(),
                svg: None,
            }),
            Run::Worded(wording) => Some(NotePart {
                words: wording.words.clone(),
                svg: None,
            }),
            Run::Drawing {
                elements,
                size,
                words,
            } if *size != Place::default() => {
                let svg = svg_of(
                    &page_of_drawing(elements, *size, words, lang),
                    theme,
                    &Paper::default(),
                );
                Some(NotePart {
                    words: words.clone(),
                    svg: Some(svg),
                })
            }
            Run::Drawing { .. } | Run::Tab | Run::Break => None,
        };
        self.runs.iter().filter_map(part).collect()
    }

    /// Writes the note as HTML, one line for each drawing, and adds the roles of the drawings to
    /// `roles`. The cards of a hand are in an element of their own.
    pub(crate) fn html(
        &self,
        lang: Lang,
        theme: &Theme,
        roles: &mut BTreeSet<DrawnRole>,
    ) -> String {
        let mut out = String::new();
        let mut is_hand = false;
        for run in &self.runs {
            match run {
                Run::Words(words) => {
                    out.push_str(&escaped(&words.replace(char::is_whitespace, " ")));
                }
                Run::Worded(wording) => {
                    let words = wording.words.replace(char::is_whitespace, " ");
                    out.push_str(&escaped(&words));
                }
                Run::Drawing {
                    elements,
                    size,
                    words,
                } if *size != Place::default() => {
                    let page = page_of_drawing(elements, *size, words, lang);
                    out.push_str(&drawing_html(page, words, theme, roles));
                }
                Run::Drawing { .. } | Run::Tab => {}
                Run::Break if is_hand => {}
                Run::Break => {
                    is_hand = true;
                    out.push_str("<span class=\"hand\">");
                }
            }
        }

        if is_hand {
            out.push_str("</span>");
        }
        out
    }
}

/// Returns a page that holds a drawing of a note.
fn page_of_drawing<'a>(elements: &'a Elements, size: Place, words: &str, lang: Lang) -> Page<'a> {
    let drawn = Group {
        shift: Place::default(),
        clip: None,
        text_place: None,
        in_note: true,
        elements: Cow::Borrowed(elements),
    };
    Page {
        title: words.to_owned(),
        words: String::new(),
        lang,
        size,
        groups: vec![drawn],
        measure: Measure::USUAL,
        warnings: Vec::new(),
        caption_at: None,
    }
}

/// Returns a drawing of a note as an SVG on a line of its own, and adds the roles in it to `roles`.
/// A drawing without words is hidden from screen readers.
fn drawing_html(
    page: Page<'_>,
    words: &str,
    theme: &Theme,
    roles: &mut BTreeSet<DrawnRole>,
) -> String {
    let drawing = Drawing::of_page(page, Place::default(), theme);
    roles.extend(drawing.roles);
    let width = drawing.width;
    let height = drawing.height;
    let name = match words.trim() {
        "" => "aria-hidden=\"true\"".to_owned(),
        words => format!("role=\"img\" aria-label=\"{}\"", escaped(words)),
    };
    format!(
        "\n<svg class=\"pips pips-{}\" {name} width=\"{width}\" height=\"{height}\" \
         viewBox=\"0 0 {width} {height}\">{}</svg>\n",
        theme.name,
        drawing.body.replace('\n', "").replace("</g>", "</g>\n"),
    )
}
