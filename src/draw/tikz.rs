//! Figures as TikZ pictures, drawn by LaTeX in the font of the document. A document can define the
//! colours `pips-…` or `\pipsfont` beforehand to override them.
//!
//! A *look* is the style of one kind of shape in this figure. Each look becomes a TikZ style, which
//! the paths of its shapes name.

use std::fmt::Write;

use super::geometry::{Place, Rect};
use super::layout::Page;
use super::measure::{Measure, decimals};
use super::paper::Paper;
use super::pen::{Drawer, Look, Pen};
use super::shape::{Anchor, PathStep};
use super::svg::put_pixels;
use super::svg_buffer::hundredths;
use super::text_outlines::Letters;
use super::theme::{FADED, Ink, Paint, Theme};
use crate::text::escaped_for_latex;

/// Writes a page as a `tikzpicture`.
pub(super) fn tikz_of(page: &Page<'_>, theme: &Theme, paper: &Paper) -> String {
    let measure = page.measure;
    let drawer = Drawer::new(
        theme,
        measure,
        TikzPen {
            measure,
            class: String::new(),
            has_room: false,
            out: String::new(),
        },
    )
    .on_paper(paper)
    .page(page);
    let step = measure.points_of_pixel();
    let mut out = String::with_capacity(drawer.pen.out.len() + page.words.len() + 2_000);
    let _ = write!(
        out,
        "% {}: needs \\usepackage{{tikz}}\n\\begin{{tikzpicture}}[x={step}bp, y=-{step}bp, line join=round, \
            alt/.try={{{}}}]\n",
        escaped_for_latex(&page.title),
        escaped_for_latex(&page.words),
    );
    define_colours(&drawer.looks, theme, &mut out);
    let has_words = paper.letters == Letters::Words;
    if has_words {
        out.push_str("\\providecommand*\\pipsfont{\\sffamily}\n");
    }
    if drawer.pen.has_room {
        out.push_str(FIT);
    }
    out.push_str("\\tikzset{pips/.cd");
    for look in &drawer.looks {
        put_style(
            look,
            has_words,
            |hundredths| measure.points(hundredths),
            &mut out,
        );
    }

    out.push_str("}\n\\useasboundingbox");
    put_point(&mut out, Place::default());
    out.push_str(" rectangle");
    put_point(&mut out, page.size);
    out.push_str(";\n");
    out.push_str(&drawer.pen.out);
    out.push_str("\\end{tikzpicture}\n");
    out
}

/// Writes the colour definitions of some looks.
fn define_colours(looks: &[Look], theme: &Theme, out: &mut String) {
    let faded_into = looks.iter().any(|look| look.faded).then_some(Paint::Ground);
    let used = looks.iter().flat_map(|look| [look.fill, look.stroke]);
    let mut paints: Vec<Paint> = used.chain([faded_into]).flatten().collect();
    paints.sort_unstable();
    paints.dedup();
    let share = |thousandths: u16| decimals(i64::from(thousandths), 1000);
    for paint in paints {
        let ink = match theme.ink(paint, false) {
            Ink::Grey(light) => format!("{{gray}}{{{}}}", share(light)),
            Ink::Rgb([red, green, blue]) => format!("{{HTML}}{{{red:02X}{green:02X}{blue:02X}}}"),
            Ink::Cmyk(inks) => format!("{{cmyk}}{{{}}}", inks.map(share).join(",")),
        };
        let _ = writeln!(out, "\\providecolor{{pips-{}}}{ink}", paint.name());
    }
}

/// Writes the styles of a look: for shapes, and for text if it has any.
fn put_style(look: &Look, has_words: bool, points: impl Fn(i64) -> String, out: &mut String) {
    out.push_str(",\n  ");
    look.put_name(out);
    out.push_str("/.style={");
    let mut parts: Vec<String> = Vec::new();
    let fading = if look.faded {
        format!("!{FADED}!pips-ground")
    } else {
        String::new()
    };
    parts.extend(
        look.fill
            .map(|paint| format!("fill=pips-{}{fading}", paint.name())),
    );
    if let Some(paint) = look.stroke {
        parts.push(format!(
            "draw=pips-{}{fading}, line width={}bp",
            paint.name(),
            points(look.width)
        ));
        parts.extend(look.round.then(|| "line cap=round".to_owned()));
        if let Some((dash, gap)) = look.dash_and_gap() {
            parts.push(format!(
                "dash pattern=on {}bp off {}bp",
                points(dash),
                points(gap)
            ));
        }
    }

    out.push_str(&parts.join(", "));
    out.push('}');
    let has_text = has_words && look.font_size > 0;
    if has_text && let Some(paint) = look.fill {
        out.push_str(",\n  ");
        look.put_name(out);
        let font_size = hundredths(look.font_size);
        let _ = write!(
            out,
            " text/.style={{inner sep=0pt, outer sep=0pt, text=pips-{}{fading}, \
                font=\\pipsfont{}\\fontsize{{{}bp}}{{{}bp}}\\selectfont}}",
            paint.name(),
            if look.is_bold { "\\bfseries" } else { "" },
            points(font_size),
            points(font_size * 6 / 5),
        );
    }
}

/// Macro that limits the width of text which another element follows.
const FIT: &str = "\\providecommand*\\pipsfit[2]{\\sbox0{#2}\\ifdim\\wd0>#1\\relax\
    \\resizebox{#1}{\\height}{\\usebox0}\\else\\usebox0\\fi}\n";

/// Pen that writes TikZ paths.
struct TikzPen {
    measure: Measure,
    /// Name of the current style.
    class: String,
    /// True if the width of some text is limited.
    has_room: bool,
    out: String,
}

/// Number of hatching lines per source line.
const LINES_PER_SOURCE_LINE: usize = 4;

/// Appends a place as a coordinate: ` (12,7)`.
fn put_point(out: &mut String, place: Place) {
    out.push_str(" (");
    put_pixels(out, place.x);
    out.push(',');
    put_pixels(out, place.y);
    out.push(')');
}

impl TikzPen {
    /// Begins a path in the current style, with further options.
    fn open(&mut self, more: &str) {
        self.out.extend(["\\path[pips/", &self.class, more, "]"]);
    }
}

impl Pen for TikzPen {
    fn begin_clip(&mut self, clip: Rect, shift: Place) -> Place {
        self.out.push_str("\\begin{scope}\n\\clip");
        put_point(&mut self.out, clip.from.plus(shift));
        self.out.push_str(" rectangle");
        put_point(&mut self.out, clip.to.plus(shift));
        self.out.push_str(";\n");
        shift
    }

    fn end_clip(&mut self) {
        self.out.push_str("\\end{scope}\n");
    }

    fn begin(&mut self, _: usize, look: &Look) {
        self.class.clear();
        look.put_name(&mut self.class);
    }

    fn disc(&mut self, place: Place, radius: i32) {
        self.open("");
        put_point(&mut self.out, place);
        self.out.push_str(" circle[radius=");
        put_pixels(&mut self.out, radius);
        self.out.push_str("];\n");
    }

    fn polygon(&mut self, corners: &[Place], shift: Place) {
        self.open("");
        for (index, corner) in corners.iter().enumerate() {
            self.out.push_str(if index > 0 { " --" } else { "" });
            put_point(&mut self.out, corner.plus(shift));
        }
        self.out.push_str(" -- cycle;\n");
    }

    fn path(&mut self, steps: &[PathStep], shift: Place, is_line: bool) {
        self.open(if is_line { ", fill=none" } else { "" });
        for step in steps {
            match *step {
                PathStep::Move(to) => {
                    self.out.push('\n');
                    put_point(&mut self.out, to.plus(shift));
                }
                PathStep::Line(to) => {
                    self.out.push_str(" --");
                    put_point(&mut self.out, to.plus(shift));
                }
                PathStep::Curve(first, second, to) => {
                    self.out.push_str(" .. controls");
                    put_point(&mut self.out, first.plus(shift));
                    self.out.push_str(" and");
                    put_point(&mut self.out, second.plus(shift));
                    self.out.push_str(" ..");
                    put_point(&mut self.out, to.plus(shift));
                }
                PathStep::Close => self.out.push_str(" -- cycle"),
            }
        }
        self.out.push_str(";\n");
    }

    fn lines(&mut self, lines: &[(Place, Place)], shift: Place) {
        if lines.is_empty() {
            return;
        }
        self.open("");
        for (index, &(from, to)) in lines.iter().enumerate() {
            if index > 0 && index % LINES_PER_SOURCE_LINE == 0 {
                self.out.push('\n');
            }
            put_point(&mut self.out, from.plus(shift));
            self.out.push_str(" --");
            put_point(&mut self.out, to.plus(shift));
        }
        self.out.push_str(";\n");
    }

    fn words(&mut self, base: Place, text: &str, anchor: Anchor, room: Option<i32>) {
        let anchor = match anchor {
            Anchor::Start => "base west",
            Anchor::Middle => "base",
            Anchor::End => "base east",
        };
        self.out.extend([
            "\\node[pips/",
            &self.class,
            " text, anchor=",
            anchor,
            "] at",
        ]);
        put_point(&mut self.out, base);
        let text = escaped_for_latex(text);
        match room {
            None => self.out.extend([" {", &text, "};\n"]),
            Some(room) => {
                self.has_room = true;
                let room = self.measure.points(hundredths(room));
                self.out
                    .extend([" {\\pipsfit{", &room, "bp}{", &text, "}};\n"]);
            }
        }
    }
}
