//! Figures as Typst code, drawn by Typst in the font of the document.
//!
//! A *look* is the style of one kind of shape in this figure. Each look becomes a variable, which
//! the calls for its shapes pass to a function of [`TOOLS`], and those for its texts to one of
//! [`WORDS`].

use std::fmt::Write;

use super::figure_environments::typst_string;
use super::geometry::{Place, Rect};
use super::layout::Page;
use super::measure::decimals;
use super::paper::Paper;
use super::pen::{Drawer, Look, Pen};
use super::shape::{Anchor, PathStep};
use super::svg::put_pixels;
use super::svg_buffer::hundredths;
use super::text_outlines::Letters;
use super::theme::{Ink, Paint, Theme};
use crate::text::one_line;

/// Functions for drawing the shapes of a picture.
const TOOLS: &str = "  set par(first-line-indent: 0pt, hanging-indent: 0pt, justify: false)
  let m(x, y) = curve.move((x * px, y * px))
  let l(x, y) = curve.line((x * px, y * px))
  let c(a, b, c, d, x, y) = curve.cubic((a * px, b * px), (c * px, d * px), (x * px, y * px))
  let z = curve.close(mode: \"straight\")
  let path(look, ..steps) = place(top + left, curve(..steps.pos(), ..look))
  let lines(look, ..ends) = path(look, ..ends.pos().chunks(4).map(((a, b, c, d)) => (m(a, b), l(c, d))).flatten())
  let area(look, ..ends) = place(top + left, polygon(..ends.pos().chunks(2).map(((x, y)) => (x * px, y * px)), ..look))
  let disc(look, x, y, r) = place(top + left, dx: (x - r) * px, dy: (y - r) * px, circle(radius: r * px, ..look))
";
/// Functions for the text of a picture. Text is on its baseline, within a box wider than any text
/// so that Typst never breaks it. It is scaled down if it would exceed its maximum width.
const WORDS: &str = "  set text(hyphenate: false, number-type: \"lining\", top-edge: \"cap-height\", bottom-edge: \
    \"baseline\")
  let fit(side, room, said) = context {
    let wide = measure(said).width
    if wide > room { scale(x: room / wide * 100%, origin: side + bottom, said) } else { said }
  }
  let words(look, side, by, x, y, said, room: none) = {
    let said = text(..look, said)
    let said = if room == none { said } else { fit(side, room * px, said) }
    place(top + left, dx: x * px - by * 1000pt, dy: y * px - 100pt, box(width: 1000pt, height: 100pt, align(side + \
    bottom, said)))
  }
";

/// Writes a page as a Typst expression.
pub(super) fn typst_of(page: &Page<'_>, theme: &Theme, paper: &Paper) -> String {
    let measure = page.measure;
    let drawer = Drawer::new(theme, measure, TypstPen::default())
        .on_paper(paper)
        .page(page);
    let (width, height) = match measure.width() {
        Some(length) => (
            length.typst(),
            length.in_same_unit(measure.emu(page.size.y)).typst(),
        ),
        None => {
            let points = |side: i32| format!("{}pt", measure.points(hundredths(side)));
            (points(page.size.x), points(page.size.y))
        }
    };
    let mut out = String::with_capacity(drawer.pen.out.len() + 4_000);
    let _ = write!(
        out,
        "box(width: {width}, height: {height}, {{\n  // {}\n  set text(lang: \"{}\")\n  let px = {}pt\n{TOOLS}",
        one_line(&page.title),
        page.lang,
        measure.points_of_pixel(),
    );
    let has_words = paper.letters == Letters::Words;
    out.push_str(if has_words { WORDS } else { "" });
    for look in &drawer.looks {
        put_look(
            look,
            has_words,
            theme,
            |hundredths| measure.points(hundredths),
            &mut out,
        );
    }

    out.extend([&drawer.pen.out, "})"]);
    out
}

/// Returns a colour as a Typst expression.
fn ink(theme: &Theme, paint: Option<Paint>, faded: bool) -> String {
    match paint.map(|paint| theme.ink(paint, faded)) {
        None => "none".to_owned(),
        Some(Ink::Grey(light)) => format!("luma({}%)", per_cent(light)),
        Some(Ink::Rgb([red, green, blue])) => format!("rgb(\"#{red:02x}{green:02x}{blue:02x}\")"),
        Some(Ink::Cmyk(inks)) => format!(
            "cmyk({})",
            inks.map(|ink| format!("{}%", per_cent(ink))).join(", ")
        ),
    }
}

/// Formats thousandths as per cent.
fn per_cent(thousandths: u16) -> String {
    decimals(i64::from(thousandths), 10)
}

/// Writes the variables for the shapes of a look, and for its text if it has any.
fn put_look(
    look: &Look,
    has_words: bool,
    theme: &Theme,
    points: impl Fn(i64) -> String,
    out: &mut String,
) {
    let mut name = String::new();
    look.put_name(&mut name);
    let stroke = match look.stroke {
        None => "none".to_owned(),
        Some(paint) => {
            let paint = ink(theme, Some(paint), look.faded);
            let width = points(look.width);
            let cap = if look.round { ", cap: \"round\"" } else { "" };
            let dash = match look.dash_and_gap() {
                Some((dash, gap)) => format!(", dash: ({}pt, {}pt)", points(dash), points(gap)),
                None => String::new(),
            };
            format!("(paint: {paint}, thickness: {width}pt, join: \"round\"{cap}{dash})")
        }
    };
    let _ = writeln!(
        out,
        "  let {name} = (fill: {}, stroke: {stroke})",
        ink(theme, look.fill, look.faded)
    );
    if has_words && look.font_size > 0 {
        let size = points(hundredths(look.font_size));
        let weight = if look.is_bold {
            ", weight: \"bold\""
        } else {
            ""
        };
        let _ = writeln!(
            out,
            "  let {name}-words = (fill: {}, size: {size}pt{weight})",
            ink(theme, look.fill, look.faded)
        );
    }
}

/// Pen that writes calls to the functions above.
#[derive(Default)]
struct TypstPen {
    /// Name of the current look.
    class: String,
    out: String,
}

/// Appends a place as two arguments: `, 12, 7`.
fn put_point(out: &mut String, place: Place) {
    out.push_str(", ");
    put_pixels(out, place.x);
    out.push_str(", ");
    put_pixels(out, place.y);
}

/// Writes places as the first arguments of a call.
fn put_call(out: &mut String, call: &str, places: &[Place]) {
    out.extend([", ", call, "("]);
    for (index, place) in places.iter().enumerate() {
        out.push_str(if index > 0 { ", " } else { "" });
        put_pixels(out, place.x);
        out.push_str(", ");
        put_pixels(out, place.y);
    }
    out.push(')');
}

impl TypstPen {
    /// Begins a call of a function with the current look.
    fn open(&mut self, tool: &str) {
        self.out.extend(["  ", tool, "(", &self.class]);
    }

    fn close(&mut self) {
        self.out.push_str(")\n");
    }
}

impl Pen for TypstPen {
    fn begin_clip(&mut self, clip: Rect, shift: Place) -> Place {
        let place = clip.from.plus(shift);
        let size = clip.size();
        self.out.push_str("  place(top + left, dx: ");
        for (length, next) in [
            (place.x, " * px, dy: "),
            (place.y, " * px, box(clip: true, width: "),
            (size.x, " * px, height: "),
            (size.y, " * px, {\n"),
        ] {
            put_pixels(&mut self.out, length);
            self.out.push_str(next);
        }
        Place::default().minus(clip.from)
    }

    fn end_clip(&mut self) {
        self.out.push_str("  }))\n");
    }

    fn begin(&mut self, _: usize, look: &Look) {
        self.class.clear();
        look.put_name(&mut self.class);
    }

    fn disc(&mut self, place: Place, radius: i32) {
        self.open("disc");
        put_point(&mut self.out, place);
        self.out.push_str(", ");
        put_pixels(&mut self.out, radius);
        self.close();
    }

    fn polygon(&mut self, corners: &[Place], shift: Place) {
        self.open("area");
        for corner in corners {
            put_point(&mut self.out, corner.plus(shift));
        }
        self.close();
    }

    fn path(&mut self, steps: &[PathStep], shift: Place, is_line: bool) {
        if is_line {
            self.out
                .extend(["  path((..", &self.class, ", fill: none)"]);
        } else {
            self.open("path");
        }
        for step in steps {
            match *step {
                PathStep::Move(to) => put_call(&mut self.out, "m", &[to.plus(shift)]),
                PathStep::Line(to) => put_call(&mut self.out, "l", &[to.plus(shift)]),
                PathStep::Curve(first, second, to) => {
                    put_call(
                        &mut self.out,
                        "c",
                        &[first, second, to].map(|place| place.plus(shift)),
                    );
                }
                PathStep::Close => self.out.push_str(", z"),
            }
        }
        self.close();
    }

    fn lines(&mut self, lines: &[(Place, Place)], shift: Place) {
        if lines.is_empty() {
            return;
        }
        self.open("lines");
        for &(from, to) in lines {
            put_point(&mut self.out, from.plus(shift));
            put_point(&mut self.out, to.plus(shift));
        }
        self.close();
    }

    fn words(&mut self, base: Place, text: &str, anchor: Anchor, room: Option<i32>) {
        let (side, by) = match anchor {
            Anchor::Start => ("left", "0"),
            Anchor::Middle => ("center", "0.5"),
            Anchor::End => ("right", "1"),
        };
        self.out
            .extend(["  words(", &self.class, "-words, ", side, ", ", by]);
        put_point(&mut self.out, base);
        self.out.extend([", ", &typst_string(text)]);
        if let Some(room) = room {
            self.out.push_str(", room: ");
            put_pixels(&mut self.out, room);
        }
        self.out.push_str(")\n");
    }
}
