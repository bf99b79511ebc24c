//! Figures as SVG: one file that needs nothing else, without a single id, so that any number of
//! them stand on one page. Every element bears its literal look, which all programs know; where
//! custom properties are known, a style sheet lets a page restyle it (`--pips-ground: …`).

use std::collections::BTreeSet;
use std::fmt::Write;

use super::figure::Figure;
use super::hatch::{flattened, hatch};
use super::layout::{Group, Page, is_open};
use super::place::{Place, UNIT};
use super::scene::{Anchor, Element, PathStep, Role, Scene, Shape};
use super::style::{Style, class, style};
use super::theme::Theme;
use crate::text::xml;

/// Pixels of one step, at 96 to the inch.
pub(super) const STEP: i64 = 48;

/// The fonts of words, the embedded one first.
pub(super) const FONT: &str = "Noto Sans,Helvetica,Arial,sans-serif";

/// Writes a scene as it is, in the theme for print.
pub fn write_svg(scene: &Scene) -> String {
    write_figure(&Figure::plain(scene.clone()), &Theme::default())
}

/// Writes a figure.
pub fn write_figure(figure: &Figure, theme: &Theme) -> String {
    SvgWriter::new(theme).page(&Page::of(figure))
}

/// Writes several figures as one page, in rows of `columns` each.
pub fn write_page(figures: &[Figure], columns: usize, theme: &Theme) -> String {
    SvgWriter::new(theme).page(&Page::of_all(figures, columns))
}

/// A figure as the parts of an SVG, for a page that shows several at one place.
#[derive(Clone)]
pub(crate) struct Drawing {
    pub(crate) title: String,
    pub(crate) words: String,
    pub(crate) width: String,
    pub(crate) height: String,
    /// What is drawn, a line an element.
    pub(crate) body: String,
    /// The roles of what is drawn: [`style_sheet`] has rules for them.
    pub(crate) roles: BTreeSet<Role>,
}

impl Drawing {
    pub(crate) fn of(figure: &Figure, theme: &Theme) -> Self {
        let page = Page::of(figure);
        let mut writer = SvgWriter::new(theme);
        for group in &page.groups {
            writer.group(group);
        }
        Self {
            width: pixels(page.size.x),
            height: pixels(page.size.y),
            body: writer.out,
            roles: roles_of(&page).collect(),
            title: page.title,
            words: page.words,
        }
    }
}

fn roles_of(page: &Page) -> impl Iterator<Item = Role> {
    page.groups.iter().flat_map(|group| &group.elements).map(|element| element.role)
}

pub(super) struct SvgWriter<'a> {
    theme: &'a Theme,
    out: String,
}

// Writing to a string cannot fail, so that what `write!` gives is passed over.
impl<'a> SvgWriter<'a> {
    pub(super) fn new(theme: &'a Theme) -> Self {
        Self { theme, out: String::new() }
    }

    pub(super) fn page(mut self, page: &Page) -> String {
        let (width, height) = (pixels(page.size.x), pixels(page.size.y));
        let _ = write!(
            self.out,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"pips pips-{}\" role=\"img\" width=\"{width}\" \
             height=\"{height}\" viewBox=\"0 0 {width} {height}\">\n<title>{}</title>\n<desc>{}</desc>\n",
            self.theme.name,
            escaped(&page.title),
            escaped(&page.words),
        );
        let sheet = style_sheet(self.theme, roles_of(page));
        let _ = write!(self.out, "<style>\n{sheet}</style>\n");
        for group in &page.groups {
            self.group(group);
        }
        self.out.push_str("</svg>\n");
        self.out
    }

    pub(super) fn group(&mut self, group: &Group) {
        if group.elements.is_empty() {
            return;
        }
        if let Some(clip) = group.clip {
            let (at, size) = (clip.from.plus(group.shift), clip.size());
            let _ = writeln!(
                self.out,
                "<svg x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" viewBox=\"{} {} {} {}\" overflow=\"hidden\">",
                pixels(at.x),
                pixels(at.y),
                pixels(size.x),
                pixels(size.y),
                pixels(clip.from.x),
                pixels(clip.from.y),
                pixels(size.x),
                pixels(size.y),
            );
            self.elements(&group.elements, Place::default());
            self.out.push_str("</svg>\n");
        } else {
            self.elements(&group.elements, group.shift);
        }
    }

    /// Neighbours of one role share a group that has their look.
    fn elements(&mut self, elements: &[Element], shift: Place) {
        for alike in elements.chunk_by(|one, next| one.role == next.role) {
            let Some(role) = alike.first().map(|element| element.role) else { continue };
            if role == Role::TextOnly {
                continue;
            }
            let style = style(role);
            let hatched = style.is_hatched(self.theme);
            let look = attributes(&style, hatched, self.theme);
            self.out.extend(["<g class=\"", &class(role), "\"", &look, ">\n"]);
            for element in alike {
                self.shape(&element.shape, &style, hatched, shift);
            }
            self.out.push_str("</g>\n");
        }
    }

    fn shape(&mut self, shape: &Shape, style: &Style, hatched: bool, shift: Place) {
        let out = &mut self.out;
        match shape {
            Shape::Polygon { corners } if hatched => hatching(corners, shift, out),
            Shape::Path { steps } if hatched && !is_open(steps) => hatching(&flattened(steps), shift, out),
            Shape::Line { from, to } => {
                put_point(out, ["<line x1=\"", "\" y1=\""], from.plus(shift));
                put_point(out, ["\" x2=\"", "\" y2=\""], to.plus(shift));
                out.push_str("\"/>\n");
            }
            Shape::Disc { radius: 0, .. } => {}
            Shape::Disc { at, radius } => {
                put_point(out, ["<circle cx=\"", "\" cy=\""], at.plus(shift));
                out.push_str("\" r=\"");
                put_pixels(out, *radius);
                out.push_str("\"/>\n");
            }
            Shape::Polygon { corners } => {
                out.push_str("<polygon points=\"");
                for (at, corner) in corners.iter().enumerate() {
                    put_point(out, [if at > 0 { " " } else { "" }, " "], corner.plus(shift));
                }
                out.push_str("\"/>\n");
            }
            Shape::Path { steps } => {
                // What is not closed is a line, whatever its role.
                let is_line = style.fill.is_some() && is_open(steps);
                out.push_str(if is_line { "<path fill=\"none\" d=\"" } else { "<path d=\"" });
                for step in steps {
                    match *step {
                        PathStep::Move(to) => put_point(out, ["M", " "], to.plus(shift)),
                        PathStep::Line(to) => put_point(out, ["L", " "], to.plus(shift)),
                        PathStep::Curve(one, two, to) => {
                            put_point(out, ["C", " "], one.plus(shift));
                            put_point(out, [" ", " "], two.plus(shift));
                            put_point(out, [" ", " "], to.plus(shift));
                        }
                        PathStep::Close => out.push('Z'),
                    }
                }
                out.push_str("\"/>\n");
            }
            Shape::Label { text, .. } if text.is_empty() => {}
            Shape::Label { at, text, anchor } => {
                // Capitals and digits are 0.71 high, so that half of it sets them on their middle.
                let base = Place { x: at.x, y: at.y.saturating_add(style.letters * 357 / 1000) };
                out.push_str(match anchor {
                    Anchor::Start => "<text",
                    Anchor::Middle => "<text text-anchor=\"middle\"",
                    Anchor::End => "<text text-anchor=\"end\"",
                });
                put_point(out, [" x=\"", "\" y=\""], base.plus(shift));
                out.push_str("\">");
                out.push_str(&escaped(text));
                out.push_str("</text>\n");
            }
        }
    }
}

fn hatching(corners: &[Place], shift: Place, out: &mut String) {
    let lines = hatch(corners);
    if lines.is_empty() {
        return;
    }
    out.push_str("<path d=\"");
    for (from, to) in lines {
        put_point(out, ["M", " "], from.plus(shift));
        put_point(out, ["L", " "], to.plus(shift));
    }
    out.push_str("\"/>\n");
}

/// The literal look of a group.
fn attributes(style: &Style, hatched: bool, theme: &Theme) -> String {
    let mut out = String::new();
    let stroke = if hatched { style.fill } else { style.stroke };
    let fill = if hatched { None } else { style.fill };
    match fill {
        Some(paint) => drop(write!(out, " fill=\"{}\"", theme.colour(paint))),
        None => out.push_str(" fill=\"none\""),
    }
    if let Some(paint) = stroke {
        let width = if hatched { HATCH_WIDTH } else { style.width };
        let weight = if style.keeps_width { 100 } else { i64::from(theme.weight) };
        let width = hundredths(i64::from(width) * weight / 100 + i64::from(style.beyond));
        let _ = write!(out, " stroke=\"{}\" stroke-width=\"{width}\"", theme.colour(paint));
        if style.round {
            out.push_str(" stroke-linecap=\"round\" stroke-linejoin=\"round\"");
        } else {
            out.push_str(" stroke-linejoin=\"round\"");
        }
        if !style.dashes.is_empty() {
            let _ = write!(out, " stroke-dasharray=\"{}\"", style.dashes);
        }
    }
    if style.letters > 0 {
        let _ = write!(out, " font-family=\"{FONT}\" font-size=\"{}\"", pixels(style.letters));
    }
    out
}

/// How wide the lines are that hatch.
const HATCH_WIDTH: i32 = 60;

/// The rules by which a page restyles a figure. Programs that know no custom properties pass over
/// all of it.
pub(crate) fn style_sheet(theme: &Theme, roles: impl Iterator<Item = Role>) -> String {
    let mut out = String::from("@supports (--a:0) {\n");
    let used: BTreeSet<Role> = roles.filter(|role| *role != Role::TextOnly).collect();
    for role in used {
        let style = style(role);
        let hatched = style.is_hatched(theme);
        let (fill, stroke) = if hatched { (None, style.fill) } else { (style.fill, style.stroke) };
        let mut rules = Vec::new();
        for (property, paint) in [("fill", fill), ("stroke", stroke)] {
            if let Some(paint) = paint {
                rules.push(format!("{property}:var(--pips-{},{})", paint.name(), theme.colour(paint)));
            }
        }
        let _ = writeln!(out, ".pips-{} .{}{{{}}}", theme.name, class(role), rules.join(";"));
    }
    out.push_str("}\n");
    out
}

/// Pixels with two decimals at most, in whole-number arithmetic.
pub(super) fn pixels(length: i32) -> String {
    let mut out = String::new();
    put_pixels(&mut out, length);
    out
}

/// The same at the end of a text. Most of a figure is numbers, so they do without the machinery of formatting.
fn put_pixels(out: &mut String, length: i32) {
    let unit = i64::from(UNIT);
    let scaled = i64::from(length) * STEP * 100;
    put_hundredths(out, (scaled.abs() + unit / 2) / unit * scaled.signum());
}

/// A place in pixels, each number behind a text.
fn put_point(out: &mut String, before: [&str; 2], at: Place) {
    for (text, length) in before.into_iter().zip([at.x, at.y]) {
        out.push_str(text);
        put_pixels(out, length);
    }
}

/// A number of hundredths, with no needless digits.
fn hundredths(number: i64) -> String {
    let mut out = String::new();
    put_hundredths(&mut out, number);
    out
}

fn put_hundredths(out: &mut String, number: i64) {
    if number < 0 {
        out.push('-');
    }
    let number = number.unsigned_abs();
    out.push_str(itoa::Buffer::new().format(number / 100));
    let digit = |digit: u64| char::from(b'0' + u8::try_from(digit).unwrap_or(0));
    match (number / 10 % 10, number % 10) {
        (0, 0) => {}
        (tenths, 0) => out.extend(['.', digit(tenths)]),
        (tenths, rest) => out.extend(['.', digit(tenths), digit(rest)]),
    }
}

/// A text of one line as XML has it.
pub(crate) fn escaped(text: &str) -> String {
    xml::escaped(&text.replace(['\t', '\n', '\r'], " "))
}

#[cfg(test)]
mod tests {
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
    fn nothing_escapes_into_the_markup() {
        assert_eq!(escaped("a<b>&\"\u{1}\n"), "a&lt;b&gt;&amp;&quot;\u{FFFD} ");
    }
}
