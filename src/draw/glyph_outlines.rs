//! Outlines of text, letter by letter, from the fonts that this program has.
//!
//! A *face* is a font of one weight, and a *glyph* the drawing of a character in it. A *run* is a
//! part of a text that is read in one direction.

use rustybuzz::ttf_parser::{GlyphId, OutlineBuilder};
use rustybuzz::{Direction, Face, UnicodeBuffer, shape};
use unicode_bidi::{BidiInfo, Level};

use super::fonts::{Fonts, MISSING};
use super::geometry::Place;
use super::shape::{Anchor, PathStep};
use super::text_outlines::Weight;

impl Fonts {
    /// Returns the outlines of text on a baseline at a font size, as filled paths.
    pub fn outlined(
        &self,
        base: Place,
        text: &str,
        anchor: Anchor,
        size: i32,
        weight: Weight,
    ) -> Vec<PathStep> {
        let faces = match weight {
            Weight::Regular => self.faces(),
            Weight::Bold => self.bold_faces(),
        };
        let drawn_text: String = text
            .chars()
            .map(|letter| if self.have(letter) { letter } else { MISSING })
            .collect();
        outlines_of_text(&drawn_text, &faces, base, anchor, size)
    }
}

/// Glyph with its font, positioned relative to the end of the previous one.
struct Glyph<'a> {
    face: &'a Face<'a>,
    id: GlyphId,
    /// Distance from its usual place to the right, and upwards.
    by: (f32, f32),
    /// Distance from its origin to that of the next glyph.
    advance: f32,
}

/// Returns the outlines of text on a baseline at a font size, in faces that have its characters.
fn outlines_of_text(
    text: &str,
    faces: &[Face<'_>],
    base: Place,
    anchor: Anchor,
    size: i32,
) -> Vec<PathStep> {
    let face_of = |letter: char| {
        faces
            .iter()
            .position(|face| face.glyph_index(letter).is_some())
    };
    let glyphs = shaped_glyphs(text, faces, &face_of, size as f32);
    let width: f32 = glyphs.iter().map(|glyph| glyph.advance).sum();
    let left_of_base = match anchor {
        Anchor::Start => 0.0,
        Anchor::Middle => width / 2.0,
        Anchor::End => width,
    };
    let mut x = base.x as f32 - left_of_base;
    let y = base.y as f32;
    let mut steps = Vec::new();
    for glyph in glyphs {
        let mut outline = Outline {
            steps: &mut steps,
            origin: (x + glyph.by.0, y - glyph.by.1),
            scale: size as f32 / glyph.face.units_per_em() as f32,
            last: (0.0, 0.0),
        };
        // White space has no outline.
        let _ = glyph.face.outline_glyph(glyph.id, &mut outline);
        x += glyph.advance;
    }

    steps
}

/// Returns the shaped glyphs of a text, from left to right.
fn shaped_glyphs<'a>(
    text: &str,
    faces: &'a [Face<'a>],
    face_of: &impl Fn(char) -> Option<usize>,
    size: f32,
) -> Vec<Glyph<'a>> {
    let bidi = BidiInfo::new(text, None);
    let mut glyphs = Vec::new();
    for paragraph in &bidi.paragraphs {
        let (levels, runs) = bidi.visual_runs(paragraph, paragraph.range.clone());
        for run in runs {
            let is_backward = levels.get(run.start).is_some_and(Level::is_rtl);
            let mut parts = parts_by_font(text.get(run).unwrap_or_default(), face_of);
            if is_backward {
                parts.reverse();
            }
            for part in parts {
                let Some(face) = faces.get(part.face) else {
                    continue;
                };
                let direction = if is_backward {
                    Direction::RightToLeft
                } else {
                    Direction::LeftToRight
                };
                glyphs.extend(shaped(face, &part.text, direction, size));
            }
        }
    }
    glyphs
}

/// Part of a text that is drawn with one font.
struct FontPart {
    /// Index of the face.
    face: usize,
    text: String,
}

/// Splits a text into parts of one font each; characters that no font has are added to the
/// previous part.
fn parts_by_font(text: &str, face_of: &impl Fn(char) -> Option<usize>) -> Vec<FontPart> {
    let mut parts: Vec<FontPart> = Vec::new();
    for letter in text.chars() {
        let face = face_of(letter);
        match parts.last_mut() {
            Some(last) if face.is_none_or(|face| face == last.face) => last.text.push(letter),
            _ => parts.push(FontPart {
                face: face.unwrap_or(0),
                text: letter.to_string(),
            }),
        }
    }
    parts
}

/// Shapes a text: chooses its glyphs and their distances, as the font defines them.
fn shaped<'a>(face: &'a Face<'a>, text: &str, direction: Direction, size: f32) -> Vec<Glyph<'a>> {
    let mut buffer = UnicodeBuffer::new();
    buffer.push_str(text);
    buffer.guess_segment_properties();
    buffer.set_direction(direction);
    let shaped = shape(face, &[], buffer);
    let scale = size / face.units_per_em() as f32;
    let placed = shaped.glyph_infos().iter().zip(shaped.glyph_positions());
    let glyphs = placed.filter_map(|(info, position)| {
        Some(Glyph {
            face,
            id: GlyphId(u16::try_from(info.glyph_id).ok()?),
            by: (
                position.x_offset as f32 * scale,
                position.y_offset as f32 * scale,
            ),
            advance: position.x_advance as f32 * scale,
        })
    });
    glyphs.collect()
}

/// Outline of a glyph, written after those of the glyphs before it.
struct Outline<'a> {
    steps: &'a mut Vec<PathStep>,
    /// Place of the glyph in the figure.
    origin: (f32, f32),
    /// Units of the figure per unit of the font.
    scale: f32,
    /// End of the last step, in font coordinates.
    last: (f32, f32),
}

impl Outline<'_> {
    fn place(&self, (x, y): (f32, f32)) -> Place {
        // The y axis of fonts points upwards. A figure is far smaller than the range of the type.
        Place {
            x: (self.origin.0 + x * self.scale).round() as i32,
            y: (self.origin.1 - y * self.scale).round() as i32,
        }
    }

    fn cubic(&mut self, first: (f32, f32), second: (f32, f32), to: (f32, f32)) {
        self.steps.push(PathStep::Curve(
            self.place(first),
            self.place(second),
            self.place(to),
        ));
        self.last = to;
    }
}

impl OutlineBuilder for Outline<'_> {
    fn move_to(&mut self, x: f32, y: f32) {
        self.steps.push(PathStep::Move(self.place((x, y))));
        self.last = (x, y);
    }

    fn line_to(&mut self, x: f32, y: f32) {
        self.steps.push(PathStep::Line(self.place((x, y))));
        self.last = (x, y);
    }

    /// Converts a quadratic curve to a cubic one: each control point is two thirds of the way from
    /// an end to the quadratic control point.
    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        let toward = |from: f32, to: f32| from + (to - from) * 2.0 / 3.0;
        let (x0, y0) = self.last;
        self.cubic(
            (toward(x0, x1), toward(y0, y1)),
            (toward(x, x1), toward(y, y1)),
            (x, y),
        );
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
    use super::super::geometry::Rect;
    use super::super::text_width;
    use super::*;

    fn ends(text: &str, anchor: Anchor) -> Rect {
        let steps =
            Fonts::default().outlined(Place::default(), text, anchor, 1_000, Weight::Regular);
        Rect::around(steps.iter().filter_map(PathStep::end)).unwrap()
    }

    #[test]
    fn text_is_placed_by_its_anchor() {
        for text in ["White: 12 in reserve", "a1", "Öß"] {
            let [start, middle, end] =
                [Anchor::Start, Anchor::Middle, Anchor::End].map(|anchor| ends(text, anchor));
            assert!(
                start.from.x >= 0 && end.to.x <= 0,
                "{text}: {start:?} {end:?}"
            );
            assert!(
                (middle.from.x + middle.to.x).abs() < 200,
                "{text}: {middle:?}"
            );
            let width = text_width::width(text, 1_000);
            assert!(
                start.to.x <= width + width / 8 && start.to.x > width / 2,
                "{text}: {start:?}, {width}"
            );
        }
        // Capitals are on the baseline.
        let capital = ends("H", Anchor::Start);
        assert!(
            capital.to.y.abs() < 5 && capital.size().y > 600,
            "{capital:?}"
        );
        let none = |text| {
            Fonts::default().outlined(
                Place::default(),
                text,
                Anchor::Start,
                1_000,
                Weight::Regular,
            )
        };
        assert!(none(" ").is_empty() && none("").is_empty());
        assert!(!none("\u{10FFFF}").is_empty(), "what is missing is seen");
    }

    #[test]
    fn letter_widths_come_from_the_font() {
        // A kerned pair, and a letter whose accent is a separate glyph.
        let width = |text| ends(text, Anchor::Start).size().x;
        assert!(
            width("AV") < width("AH") + width("VI") - width("HI"),
            "{} ",
            width("AV")
        );
        assert_eq!(ends("e\u{301}", Anchor::Start), ends("é", Anchor::Start));
    }
}
