//! Figures as SVG: one file that needs nothing else, without a single id, so that any number of
//! them stand on one page. Every element bears its literal look, which all programs know; where
//! custom properties are known, a style sheet lets a page restyle it (`--pips-ground: …`).

use std::collections::BTreeSet;
use std::fmt::Write;

use super::figure::Figure;
use super::hatch::{dots, flattened, hatch};
use super::language::Lang;
use super::layout::{Group, Page, is_open};
use super::measure::Measure;
use super::paper::Paper;
use super::place::{Place, UNIT};
use super::scene::{Anchor, Element, PathStep, Role, Scene, Shape};
use super::style::{Hatching, Style, class, style};
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
    SvgWriter::new(theme).page(&Page::of(figure, Measure::USUAL, None))
}

/// Writes several figures as one page, in rows of `columns` each.
pub fn write_page(figures: &[Figure], columns: usize, theme: &Theme) -> String {
    SvgWriter::new(theme).page(&Page::of_all(figures, columns, Measure::USUAL))
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
        let page = Page::of(figure, Measure::USUAL, None);
        let mut writer = SvgWriter::new(theme);
        page.groups.iter().for_each(|group| writer.group(group));
        Self {
            width: pixels(page.size.x),
            height: pixels(page.size.y),
            roles: writer.roles().collect(),
            body: writer.out,
            title: page.title,
            words: page.words,
        }
    }
}

pub(super) struct SvgWriter<'a> {
    theme: &'a Theme,
    measure: Measure,
    has_ground: bool,
    out: String,
    /// The looks of the roles that were drawn so far.
    looks: Vec<Look>,
}

/// How a role is drawn in a theme.
struct Look {
    role: Role,
    style: Style,
    hatched: bool,
    /// From line to line of its hatching.
    hatch_step: i64,
    /// What a group of its elements begins with.
    opening: String,
}

impl Look {
    fn of(role: Role, theme: &Theme, measure: Measure) -> Self {
        let style = measure.style(role);
        let hatched = style.is_hatched(theme);
        let mut opening = String::with_capacity(200);
        opening.push_str("<g class=\"");
        put_class(role, &mut opening);
        opening.push('"');
        put_attributes(&style, hatched, theme, measure, &mut opening);
        opening.push_str(">\n");
        Self { role, style, hatched, hatch_step: measure.hatch_step(), opening }
    }
}

/// About how many bytes an element takes.
const BYTES_OF_ELEMENT: usize = 64;

// Writing to a string cannot fail, so that what `write!` gives is passed over.
impl<'a> SvgWriter<'a> {
    pub(super) fn new(theme: &'a Theme) -> Self {
        Self { theme, measure: Measure::USUAL, has_ground: true, out: String::new(), looks: Vec::new() }
    }

    /// The same for a page of this measure on paper.
    pub(super) fn on(self, paper: &Paper, measure: Measure) -> Self {
        Self { measure, has_ground: paper.ground, ..self }
    }

    /// The roles that were drawn so far, each once.
    fn roles(&self) -> impl Iterator<Item = Role> {
        self.looks.iter().map(|look| look.role)
    }

    pub(super) fn page(mut self, page: &Page<'_>) -> String {
        page.groups.iter().for_each(|group| self.group(group));
        // The style sheet stands before what it is for.
        let sheet = style_sheet(self.theme, self.roles());
        let (width, height) = (pixels(page.size.x), pixels(page.size.y));
        let measures = match self.measure.width() {
            None => [width.clone(), height.clone()],
            Some(length) => [page.size.x, page.size.y].map(|side| length.alike(self.measure.emu(side)).to_string()),
        };
        let mut out = String::with_capacity(self.out.len() + page.words.len() + sheet.len() + 500);
        let _ = write!(
            out,
            "<svg xmlns=\"http://www.w3.org/2000/svg\"{} class=\"pips pips-{}\" role=\"img\" width=\"{}\" \
             height=\"{}\" viewBox=\"0 0 {width} {height}\">\n<title>",
            lang_attribute(page.lang),
            self.theme.name,
            measures[0],
            measures[1],
        );
        put_escaped(&page.title, &mut out);
        out.push_str("</title>\n<desc>");
        put_escaped(&page.words, &mut out);
        out.extend(["</desc>\n<style>\n", &sheet, "</style>\n", &self.out, "</svg>\n"]);
        out
    }

    pub(super) fn group(&mut self, group: &Group<'_>) {
        let count = group.drawn().count();
        if count == 0 {
            return;
        }
        self.out.reserve(count * BYTES_OF_ELEMENT);
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
            self.elements(group.drawn(), Place::default());
            self.out.push_str("</svg>\n");
        } else {
            self.elements(group.drawn(), group.shift);
        }
    }

    /// Neighbours of one role share a group that has their look.
    fn elements<'e>(&mut self, elements: impl Iterator<Item = &'e Element>, shift: Place) {
        let mut open: Option<Role> = None;
        let mut at = 0;
        let has_ground = self.has_ground;
        let theme = self.theme;
        let is_drawn = |role: Role| (has_ground || role != Role::Ground) && style(role).is_drawn(theme);
        for element in elements.filter(|element| is_drawn(element.role)) {
            if open != Some(element.role) {
                self.out.push_str(if open.is_some() { "</g>\n" } else { "" });
                at = self.look_of(element.role);
                self.out.push_str(&self.looks[at].opening);
                open = Some(element.role);
            }
            put_shape(&element.shape, &self.looks[at], shift, &mut self.out);
        }
        self.out.push_str(if open.is_some() { "</g>\n" } else { "" });
    }

    /// Where the look of a role stands.
    fn look_of(&mut self, role: Role) -> usize {
        let known = self.looks.iter().position(|look| look.role == role);
        known.unwrap_or_else(|| {
            self.looks.push(Look::of(role, self.theme, self.measure));
            self.looks.len() - 1
        })
    }
}

fn put_shape(shape: &Shape, look: &Look, shift: Place, out: &mut String) {
    let Look { ref style, hatched, hatch_step, .. } = *look;
    match shape {
        Shape::Polygon { corners } if style.hatching == Hatching::Dots => {
            put_lines(&dots(corners, hatch_step), shift, out);
        }
        Shape::Polygon { corners } if hatched => hatching(corners, hatch_step, shift, out),
        Shape::Path { steps } if hatched && !is_open(steps) => hatching(&flattened(steps), hatch_step, shift, out),
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
            put_escaped(text, out);
            out.push_str("</text>\n");
        }
    }
}

fn hatching(corners: &[Place], step: i64, shift: Place, out: &mut String) {
    put_lines(&hatch(corners, step), shift, out);
}

fn put_lines(lines: &[(Place, Place)], shift: Place, out: &mut String) {
    if lines.is_empty() {
        return;
    }
    out.push_str("<path d=\"");
    for &(from, to) in lines {
        put_point(out, ["M", " "], from.plus(shift));
        put_point(out, ["L", " "], to.plus(shift));
    }
    out.push_str("\"/>\n");
}

/// The literal look of a group.
fn put_attributes(style: &Style, hatched: bool, theme: &Theme, measure: Measure, out: &mut String) {
    let stroke = if hatched { style.fill } else { style.stroke };
    let fill = if hatched { None } else { style.fill };
    out.extend([" fill=\"", fill.map_or("none", |paint| theme.colour(paint).as_str()), "\""]);
    if let Some(paint) = stroke {
        let width = match (hatched, style.hatching) {
            (true, Hatching::Dots) => measure.hatch_width() * 5 / 2,
            (true, _) => measure.hatch_width(),
            (false, _) => style.width,
        };
        let weight = if style.keeps_width { 100 } else { i64::from(theme.weight) };
        out.extend([" stroke=\"", theme.colour(paint).as_str(), "\" stroke-width=\""]);
        let width = (i64::from(width) * weight / 100 + i64::from(style.beyond)).max(measure.hairline());
        put_hundredths(out, width);
        out.push_str(if style.round || style.hatching == Hatching::Dots {
            "\" stroke-linecap=\"round\""
        } else {
            "\""
        });
        out.push_str(" stroke-linejoin=\"round\"");
        if !style.dashes.is_empty() {
            out.extend([" stroke-dasharray=\"", style.dashes, "\""]);
        }
    }
    if style.letters > 0 {
        out.extend([" font-family=\"", FONT, "\" font-size=\""]);
        put_pixels(out, style.letters);
        out.push('"');
    }
}

/// The rules by which a page restyles a figure. Programs that know no custom properties pass over
/// all of it.
pub(crate) fn style_sheet(theme: &Theme, roles: impl Iterator<Item = Role>) -> String {
    let mut out = String::with_capacity(1_000);
    out.push_str("@supports (--a:0) {\n");
    let mut used: Vec<Role> = roles.filter(|role| *role != Role::TextOnly).collect();
    used.sort_unstable();
    used.dedup();
    for role in used {
        let style = style(role);
        let hatched = style.is_hatched(theme);
        let (fill, stroke) = if hatched { (None, style.fill) } else { (style.fill, style.stroke) };
        out.extend([".pips-", &theme.name, " ."]);
        put_class(role, &mut out);
        let mut before = "{";
        for (property, paint) in [("fill", fill), ("stroke", stroke)] {
            if let Some(paint) = paint {
                let colour = theme.colour(paint).as_str();
                out.extend([before, property, ":var(--pips-", paint.name(), ",", colour, ")"]);
                before = ";";
            }
        }
        out.push_str(if before == "{" { "{}\n" } else { "}\n" });
    }
    out.push_str("}\n");
    out
}

/// The class of a role in style sheets, with the seat that it is of.
fn put_class(role: Role, out: &mut String) {
    let (class, seat) = class(role);
    out.push_str(class);
    if let Some(seat) = seat {
        out.push('-');
        out.push_str(itoa::Buffer::new().format(seat));
    }
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
fn put_hundredths(out: &mut String, number: i64) {
    if number < 0 {
        out.push('-');
    }
    let number = number.unsigned_abs();
    out.push_str(itoa::Buffer::new().format(number / 100));
    let digit = |digit: u64| char::from(b'0' + u8::try_from(digit).unwrap_or(0));
    let (tenths, rest) = (number / 10 % 10, number % 10);
    if tenths > 0 || rest > 0 {
        out.push('.');
        out.push(digit(tenths));
    }
    if rest > 0 {
        out.push(digit(rest));
    }
}

/// What an SVG says of its language, where that is not English.
fn lang_attribute(lang: Lang) -> String {
    if lang == Lang::En { String::new() } else { format!(" lang=\"{lang}\"") }
}

/// A text of one line as XML has it.
pub(crate) fn escaped(text: &str) -> String {
    let mut out = String::new();
    put_escaped(text, &mut out);
    out
}

fn put_escaped(text: &str, out: &mut String) {
    if xml::is_plain(text) {
        out.push_str(text);
    } else {
        out.push_str(&xml::escaped(&text.replace(['\t', '\n', '\r'], " ")));
    }
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
