//! Words as outlines of the embedded font, for programs that would set an SVG's words in a font of their own.

use std::borrow::Cow;
use std::sync::LazyLock;

use ttf_parser::{Face, GlyphId, OutlineBuilder};

use super::figure::Figure;
use super::font::FONT;
use super::layout::Page;
use super::measure::Measure;
use super::place::Place;
use super::scene::{Anchor, PathStep, Shape};
use super::svg::SvgWriter;
use super::theme::Theme;

static FACE: LazyLock<Option<Face<'static>>> = LazyLock::new(|| Face::parse(FONT, 0).ok());

/// Writes a figure as SVG whose words are outlines: it looks the same wherever it is shown, and has no text to be searched.
///
/// ```
/// use pipscribe::prelude::*;
///
/// let game = LiveGame::start("[Game \"gipf\"]\n[Variant \"basic\"]\n")?;
/// let figure = Figure::plain(game.scene());
/// let svg = pipscribe::draw::write_outlined_figure(&figure, &Theme::default());
/// assert!(svg.starts_with("<svg") && !svg.contains("<text"));
/// # Ok::<(), Box<Finding>>(())
/// ```
pub fn write_outlined_figure(figure: &Figure, theme: &Theme) -> String {
    let mut page = Page::of(figure, Measure::USUAL, None);
    for group in &mut page.groups {
        let elements = Cow::to_mut(&mut group.elements);
        for element in elements.list() {
            if let Shape::Label { at, text, anchor } = &element.shape {
                element.shape =
                    Shape::Path { steps: outlined(*at, text, *anchor, Measure::USUAL.style(element.role).letters) };
            }
        }
    }
    SvgWriter::new(theme).page(&page)
}

/// The outline of words whose letters are of a size, in its units.
fn outlined(at: Place, text: &str, anchor: Anchor, letters: i32) -> Vec<PathStep> {
    let Some(face) = &*FACE else { return Vec::new() };
    let em = f32::from(face.units_per_em());
    let scale = letters as f32 / em;
    let advance =
        |glyph: Option<GlyphId>| glyph.and_then(|glyph| face.glyph_hor_advance(glyph)).map_or(em / 2.0, f32::from);
    let glyphs = text.chars().map(|letter| face.glyph_index(letter));
    let glyphs: Vec<(Option<GlyphId>, f32)> = glyphs.map(|glyph| (glyph, advance(glyph) * scale)).collect();
    let width: f32 = glyphs.iter().map(|(_, advance)| advance).sum();
    let before = match anchor {
        Anchor::Start => 0.0,
        Anchor::Middle => width / 2.0,
        Anchor::End => width,
    };
    let y = at.y.saturating_add(letters * 357 / 1000) as f32;
    let mut outline = Outline { steps: Vec::new(), x: at.x as f32 - before, y, scale, last: (0.0, 0.0) };
    for (glyph, advance) in glyphs {
        match glyph {
            // What has no outline is white.
            Some(glyph) => drop(face.outline_glyph(glyph, &mut outline)),
            None => outline.frame(em),
        }
        outline.x += advance;
    }
    outline.steps
}

/// The outlines of letters, one after the other.
struct Outline {
    steps: Vec<PathStep>,
    /// Where the next letter begins, on its line.
    x: f32,
    y: f32,
    scale: f32,
    /// The last place, as the font counts.
    last: (f32, f32),
}

impl Outline {
    fn place(&self, (x, y): (f32, f32)) -> Place {
        // Up is up in fonts. A figure is far smaller than what this holds.
        Place { x: (self.x + x * self.scale).round() as i32, y: (self.y - y * self.scale).round() as i32 }
    }

    /// A frame for a letter that the font lacks, half as wide as an em.
    fn frame(&mut self, em: f32) {
        let corners = |inset: f32| {
            let (low, right, high) = (inset, 0.5 - inset, 0.7 - inset);
            [(inset, low), (right, low), (right, high), (inset, high)]
        };
        let mut inner = corners(0.1);
        // The other way round, so that what is between is all that is filled.
        inner.reverse();
        for corners in [corners(0.05), inner] {
            for (at, (x, y)) in corners.into_iter().enumerate() {
                let to = self.place((x * em, y * em));
                self.steps.push(if at == 0 { PathStep::Move(to) } else { PathStep::Line(to) });
            }
            self.steps.push(PathStep::Close);
        }
    }

    fn cubic(&mut self, one: (f32, f32), two: (f32, f32), to: (f32, f32)) {
        self.steps.push(PathStep::Curve(self.place(one), self.place(two), self.place(to)));
        self.last = to;
    }
}

impl OutlineBuilder for Outline {
    fn move_to(&mut self, x: f32, y: f32) {
        self.steps.push(PathStep::Move(self.place((x, y))));
        self.last = (x, y);
    }

    fn line_to(&mut self, x: f32, y: f32) {
        self.steps.push(PathStep::Line(self.place((x, y))));
        self.last = (x, y);
    }

    /// A quadratic curve is a cubic one whose control points lie two thirds of the way to its own.
    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        let toward = |from: f32, to: f32| from + (to - from) * 2.0 / 3.0;
        let (x0, y0) = self.last;
        self.cubic((toward(x0, x1), toward(y0, y1)), (toward(x, x1), toward(y, y1)), (x, y));
    }

    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        self.cubic((x1, y1), (x2, y2), (x, y));
    }

    fn close(&mut self) {
        self.steps.push(PathStep::Close);
    }
}

#[cfg(test)]
mod tests {
    use super::super::metrics;
    use super::super::place::Rect;
    use super::*;

    fn ends(text: &str, anchor: Anchor) -> Rect {
        let steps = outlined(Place::default(), text, anchor, 1_000);
        Rect::around(steps.iter().filter_map(PathStep::end)).unwrap()
    }

    #[test]
    fn words_stand_where_their_anchor_says() {
        for text in ["White: 12 in reserve", "a1", "Öß"] {
            let [start, middle, end] = [Anchor::Start, Anchor::Middle, Anchor::End].map(|anchor| ends(text, anchor));
            assert!(start.from.x >= 0 && end.to.x <= 0, "{text}: {start:?} {end:?}");
            assert!((middle.from.x + middle.to.x).abs() < 200, "{text}: {middle:?}");
            let width = metrics::width(text, 1_000);
            assert!(start.to.x <= width + width / 8 && start.to.x > width / 2, "{text}: {start:?}, {width}");
        }
        // Capitals lie around the middle of their line.
        let capital = ends("H", Anchor::Start);
        assert!((capital.from.y + capital.to.y).abs() < 10 && capital.size().y > 600, "{capital:?}");
        assert!(outlined(Place::default(), " ", Anchor::Start, 1_000).is_empty());
        assert!(!outlined(Place::default(), "\u{10FFFF}", Anchor::Start, 1_000).is_empty(), "what is missing is seen");
    }
}
