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
            let _ = writeln!(self.out, "<g class=\"{}\"{look}>", class(role));
            for element in alike {
                self.shape(&element.shape, &style, hatched, shift);
            }
            self.out.push_str("</g>\n");
        }
    }

    fn shape(&mut self, shape: &Shape, style: &Style, hatched: bool, shift: Place) {
        let point = |at: Place| (pixels(at.x.saturating_add(shift.x)), pixels(at.y.saturating_add(shift.y)));
        let pair = |at: Place| {
            let (x, y) = point(at);
            format!("{x} {y}")
        };
        let out = &mut self.out;
        let _ = match shape {
            Shape::Polygon { corners } if hatched => hatching(corners, &pair, out),
            Shape::Path { steps } if hatched && !is_open(steps) => hatching(&flattened(steps), &pair, out),
            Shape::Line { from, to } => {
                let ((x1, y1), (x2, y2)) = (point(*from), point(*to));
                writeln!(out, "<line x1=\"{x1}\" y1=\"{y1}\" x2=\"{x2}\" y2=\"{y2}\"/>")
            }
            Shape::Disc { radius: 0, .. } => Ok(()),
            Shape::Disc { at, radius } => {
                let (x, y) = point(*at);
                writeln!(out, "<circle cx=\"{x}\" cy=\"{y}\" r=\"{}\"/>", pixels(*radius))
            }
            Shape::Polygon { corners } => {
                let corners: Vec<_> = corners.iter().map(|&corner| pair(corner)).collect();
                writeln!(out, "<polygon points=\"{}\"/>", corners.join(" "))
            }
            Shape::Path { steps } => {
                let steps: Vec<_> = steps
                    .iter()
                    .map(|step| match *step {
                        PathStep::Move(to) => format!("M{}", pair(to)),
                        PathStep::Line(to) => format!("L{}", pair(to)),
                        PathStep::Curve(one, two, to) => format!("C{} {} {}", pair(one), pair(two), pair(to)),
                        PathStep::Close => "Z".to_owned(),
                    })
                    .collect();
                // What is not closed is a line, whatever its role.
                let open = if style.fill.is_some() && is_open(steps_of(shape)) { " fill=\"none\"" } else { "" };
                writeln!(out, "<path{open} d=\"{}\"/>", steps.concat())
            }
            Shape::Label { text, .. } if text.is_empty() => Ok(()),
            Shape::Label { at, text, anchor } => {
                // Capitals and digits are 0.71 high, so that half of it sets them on their middle.
                let base = Place { x: at.x, y: at.y.saturating_add(style.letters * 357 / 1000) };
                let (x, y) = point(base);
                let anchor = match anchor {
                    Anchor::Start => "",
                    Anchor::Middle => " text-anchor=\"middle\"",
                    Anchor::End => " text-anchor=\"end\"",
                };
                writeln!(out, "<text{anchor} x=\"{x}\" y=\"{y}\">{}</text>", escaped(text))
            }
        };
    }
}

fn steps_of(shape: &Shape) -> &[PathStep] {
    match shape {
        Shape::Path { steps } => steps,
        _ => &[],
    }
}

fn hatching(corners: &[Place], pair: &impl Fn(Place) -> String, out: &mut String) -> std::fmt::Result {
    let lines: Vec<_> = hatch(corners).into_iter().map(|(from, to)| format!("M{}L{}", pair(from), pair(to))).collect();
    if lines.is_empty() { Ok(()) } else { writeln!(out, "<path d=\"{}\"/>", lines.concat()) }
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
    let unit = i64::from(UNIT);
    let scaled = i64::from(length) * STEP * 100;
    hundredths((scaled.abs() + unit / 2) / unit * scaled.signum())
}

/// A number of hundredths, with no needless digits.
fn hundredths(number: i64) -> String {
    let sign = if number < 0 { "-" } else { "" };
    let (whole, rest) = (number.abs() / 100, number.abs() % 100);
    match rest {
        0 => format!("{sign}{whole}"),
        _ if rest % 10 == 0 => format!("{sign}{whole}.{}", rest / 10),
        _ => format!("{sign}{whole}.{rest:02}"),
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
