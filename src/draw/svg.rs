//! Figures as SVG: a self-contained file without ids, so that any number of figures fit on one
//! page.
//!
//! Every element has literal style attributes, which all programs understand. If custom properties
//! are supported, a style sheet lets a page restyle the figure (`--pips-ground: …`).

use std::borrow::Cow;
use std::fmt::Write;

use super::annotation::Annotations;
use super::figure::Figure;
use super::geometry::{Place, Rect, Rotation};
use super::language::Lang;
use super::layout::Page;
use super::measure::Measure;
use super::paper::Paper;
use super::pen::{Drawer, Look, Pen};
use super::scene::Scene;
use super::shape::{Anchor, PathStep};
use super::style_sheet::{FADED_CLASS, put_class, style_sheet};
use super::svg_buffer::{Markup, hundredths, put_hundredths};
use super::theme::Theme;
use super::view::View;
use crate::text::xml;

/// Approximate size of an element in bytes.
const BYTES_PER_ELEMENT: usize = 60;

/// Fonts of text, the embedded one first.
pub(super) const FONT: &str = "Noto Sans,Helvetica,Arial,sans-serif";

/// Writes a scene without annotations, in the theme for print.
pub fn write_svg(scene: &Scene) -> String {
    write_figure(&Figure::plain(scene.clone()), &Theme::default())
}

/// Writes a figure.
pub fn write_figure(figure: &Figure, theme: &Theme) -> String {
    svg_of(
        &Page::new(figure, Measure::USUAL, None),
        theme,
        &Paper::default(),
    )
}

/// Writes a board that fills its place on a screen: with small margins, and without text below it.
pub fn write_board(figure: &Figure, theme: &Theme) -> String {
    let board = Figure {
        notes: Vec::new(),
        caption: None,
        ..figure.clone()
    };
    svg_of(&Page::of_board(&board), theme, &Paper::default())
}

/// Writes a figure with its text as outlines of the embedded font. It looks the same everywhere,
/// but its text cannot be searched.
///
/// ```
/// use pipscribe::prelude::*;
///
/// let game = LiveGame::start("[Game \"gipf\"]\n[Variant \"basic\"]\n")?;
/// let figure = Figure::plain(game.position().scene());
/// let svg = pipscribe::draw::write_outlined_figure(&figure, &Theme::default());
/// assert!(svg.starts_with("<svg") && !svg.contains("<text"));
/// # Ok::<(), Box<Finding>>(())
/// ```
#[cfg(feature = "outlines")]
pub fn write_outlined_figure(figure: &Figure, theme: &Theme) -> String {
    let letters = super::text_outlines::Letters::Outlines(super::fonts::Fonts::default());
    let paper = Paper {
        letters,
        ..Paper::default()
    };
    svg_of(&Page::new(figure, Measure::USUAL, None), theme, &paper)
}

/// Writes several figures as one page, in rows of `columns` each.
pub fn write_page(figures: &[Figure], columns: usize, theme: &Theme) -> String {
    svg_of(
        &Page::of_all(figures, columns, Measure::USUAL),
        theme,
        &Paper::default(),
    )
}

/// Writes a scene without the text around it, as an SVG of minimal width.
pub(crate) fn write_picture(scene: &Scene, rotation: Rotation, theme: &Theme) -> String {
    let view = View {
        rotation,
        notes: false,
        ..View::default()
    };
    let figure = Figure::new(scene.clone(), &Annotations::default(), &view)
        .unwrap_or_else(|_| Figure::plain(scene.clone()));
    svg_of(
        &Page::bare(&figure, Measure::USUAL, 0),
        theme,
        &Paper::default(),
    )
}

/// Pen that writes SVG.
pub(super) struct SvgPen<'a> {
    theme: &'a Theme,
    /// Opening tag of the group of each look.
    openings: Vec<String>,
    pub(super) out: Markup,
}

/// Writes a page as SVG.
pub(super) fn svg_of(page: &Page<'_>, theme: &Theme, paper: &Paper) -> String {
    let mut pen = SvgPen::new(theme);
    let elements: usize = page.groups.iter().map(|group| group.elements.len()).sum();
    pen.out.reserve(elements * BYTES_PER_ELEMENT);
    let drawer = Drawer::new(theme, page.measure, pen)
        .on_paper(paper)
        .page(page);
    // The style sheet precedes the elements to which it applies.
    let sheet = style_sheet(theme, drawer.looks.iter().map(Look::drawn_role));
    let body = drawer.pen.out.into_text();
    let width = pixels(page.size.x);
    let height = pixels(page.size.y);
    let [shown_width, shown_height] = size_attributes(page);
    let mut out = String::with_capacity(body.len() + page.words.len() + sheet.len() + 500);
    // Writing to a string cannot fail.
    let _ = write!(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\"{} class=\"pips pips-{}\" role=\"img\" width=\"{shown_width}\" \
         height=\"{shown_height}\" viewBox=\"0 0 {width} {height}\">\n<title>",
        lang_attribute(page.lang),
        theme.name,
    );
    out.extend([
        &in_markup(&page.title),
        "</title>\n<desc>",
        &in_markup(&page.words),
        "</desc>\n<style>\n",
    ]);
    out.extend([&sheet, "</style>\n", &body, "</svg>\n"]);
    out
}

/// Returns the width and height at which a page is shown: in pixels, or in the unit of the width
/// that was requested.
fn size_attributes(page: &Page<'_>) -> [String; 2] {
    let sides = [page.size.x, page.size.y];
    let Some(requested) = page.measure.width() else {
        return sides.map(pixels);
    };
    sides.map(|side| {
        let exact = requested.in_same_unit(page.measure.emu(side));
        // The requested width is written as it was given, although the page is rounded to whole
        // units.
        let difference = exact.emu().abs_diff(requested.emu());
        let is_requested = difference * 10_000 < requested.emu().unsigned_abs();
        if is_requested {
            requested.to_string()
        } else {
            exact.to_string()
        }
    })
}

impl<'a> SvgPen<'a> {
    pub(super) fn new(theme: &'a Theme) -> Self {
        Self {
            theme,
            openings: Vec::new(),
            out: Markup::default(),
        }
    }
}

impl Pen for SvgPen<'_> {
    fn begin_clip(&mut self, clip: Rect, shift: Place) -> Place {
        let place = clip.from.plus(shift);
        let size = clip.size();
        self.out.push_point(["<svg x=\"", "\" y=\""], place);
        self.out.push_point(["\" width=\"", "\" height=\""], size);
        self.out.push_point(["\" viewBox=\"", " "], clip.from);
        self.out.push_point([" ", " "], size);
        self.out.push_str("\" overflow=\"hidden\">\n");
        // The nested element has its own coordinates.
        Place::default()
    }

    fn end_clip(&mut self) {
        self.out.push_str("</svg>\n");
    }

    fn begin(&mut self, number: usize, look: &Look) {
        if number == self.openings.len() {
            self.openings.push(opening(look, self.theme));
        }
        self.out.push_str(&self.openings[number]);
    }

    fn end(&mut self) {
        self.out.push_str("</g>\n");
    }

    fn line(&mut self, from: Place, to: Place) {
        self.out.push_point(["<line x1=\"", "\" y1=\""], from);
        self.out.push_point(["\" x2=\"", "\" y2=\""], to);
        self.out.push_str("\"/>\n");
    }

    fn disc(&mut self, place: Place, radius: i32) {
        self.out.push_point(["<circle cx=\"", "\" cy=\""], place);
        self.out.push_str("\" r=\"");
        self.out.push_pixels(radius);
        self.out.push_str("\"/>\n");
    }

    fn polygon(&mut self, corners: &[Place], shift: Place) {
        self.out.push_str("<polygon points=\"");
        let mut separator = "";
        for corner in corners {
            self.out.push_point([separator, " "], corner.plus(shift));
            separator = " ";
        }
        self.out.push_str("\"/>\n");
    }

    fn path(&mut self, steps: &[PathStep], shift: Place, is_line: bool) {
        let out = &mut self.out;
        out.push_str(if is_line {
            "<path fill=\"none\" d=\""
        } else {
            "<path d=\""
        });
        for step in steps {
            match *step {
                PathStep::Move(to) => out.push_point(["M", " "], to.plus(shift)),
                PathStep::Line(to) => out.push_point(["L", " "], to.plus(shift)),
                PathStep::Curve(one, two, to) => {
                    out.push_point(["C", " "], one.plus(shift));
                    out.push_point([" ", " "], two.plus(shift));
                    out.push_point([" ", " "], to.plus(shift));
                }
                PathStep::Close => out.push_str("Z"),
            }
        }
        out.push_str("\"/>\n");
    }

    fn lines(&mut self, lines: &[(Place, Place)], shift: Place) {
        if lines.is_empty() {
            return;
        }
        self.out.push_str("<path d=\"");
        for &(from, to) in lines {
            self.out.push_point(["M", " "], from.plus(shift));
            self.out.push_point(["L", " "], to.plus(shift));
        }
        self.out.push_str("\"/>\n");
    }

    fn words(&mut self, base: Place, text: &str, anchor: Anchor, room: Option<i32>) {
        self.out.push_str(match anchor {
            Anchor::Start => "<text",
            Anchor::Middle => "<text text-anchor=\"middle\"",
            Anchor::End => "<text text-anchor=\"end\"",
        });
        self.out.push_point([" x=\"", "\" y=\""], base);
        if let Some(room) = room {
            self.out.push_str("\" textLength=\"");
            self.out.push_pixels(room);
            self.out.push_str("\" lengthAdjust=\"spacingAndGlyphs");
        }
        self.out.push_str("\">");
        self.out.push_str(&in_markup(text));
        self.out.push_str("</text>\n");
    }
}

/// Returns the opening tag of the group of a look: its class, and attributes for programs without
/// style sheets.
fn opening(look: &Look, theme: &Theme) -> String {
    let mut out = String::with_capacity(200);
    out.push_str("<g class=\"");
    put_class(look.role, &mut out);
    out.push_str(if look.faded { FADED_CLASS } else { "" });
    let fill = match look.fill {
        Some(paint) => theme.shown(paint, look.faded).to_string(),
        None => "none".to_owned(),
    };
    out.extend(["\" fill=\"", &fill, "\""]);
    if let Some(paint) = look.stroke {
        out.extend([
            " stroke=\"",
            theme.shown(paint, look.faded).as_str(),
            "\" stroke-width=\"",
        ]);
        put_hundredths(&mut out, look.width);
        out.push_str(if look.round {
            "\" stroke-linecap=\"round\""
        } else {
            "\""
        });
        out.push_str(" stroke-linejoin=\"round\"");
        if !look.dashes.is_empty() {
            out.extend([" stroke-dasharray=\"", look.dashes, "\""]);
        }
    }

    if look.font_size > 0 {
        out.extend([" font-family=\"", FONT, "\" font-size=\""]);
        put_pixels(&mut out, look.font_size);
        out.push('"');
        out.push_str(if look.is_bold {
            " font-weight=\"bold\""
        } else {
            ""
        });
    }

    out.push_str(">\n");
    out
}

/// Formats pixels with at most two decimals, in integer arithmetic.
pub(super) fn pixels(length: i32) -> String {
    let mut out = String::new();
    put_pixels(&mut out, length);
    out
}

/// Appends pixels to a text. Most of a figure is numbers, so the formatting machinery is avoided.
pub(super) fn put_pixels(out: &mut String, length: i32) {
    put_hundredths(out, hundredths(length));
}

/// Returns the language attribute of an SVG, empty for English.
fn lang_attribute(lang: Lang) -> String {
    if lang == Lang::En {
        String::new()
    } else {
        format!(" lang=\"{lang}\"")
    }
}

/// Escapes a text of one line for XML.
pub(crate) fn escaped(text: &str) -> String {
    in_markup(text).into_owned()
}

fn in_markup(text: &str) -> Cow<'_, str> {
    if xml::is_plain(text) {
        Cow::Borrowed(text)
    } else {
        Cow::Owned(xml::escaped(&text.replace(['\t', '\n', '\r'], " ")))
    }
}

#[cfg(test)]
mod tests {
    use super::super::geometry::UNIT;
    use super::*;

    #[test]
    fn pixels_have_no_needless_digits() {
        for (length, text) in [
            (0, "0"),
            (UNIT, "48"),
            (UNIT / 2, "24"),
            (-UNIT / 2, "-24"),
            (1, "0"),
            (-1, "0"),
            (100, "0.48"),
            (125, "0.6"),
        ] {
            assert_eq!(pixels(length), text, "{length}");
        }
    }

    #[test]
    fn text_is_escaped_in_markup() {
        assert_eq!(escaped("a<b>&\"\u{1}\n"), "a&lt;b&gt;&amp;&quot;\u{FFFD} ");
    }
}
