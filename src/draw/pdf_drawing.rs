//! Draws the tree of an SVG on a page of a PDF: groups with their clip paths, paths, and text as
//! text.

use std::collections::HashMap;

use krilla::geom::{Path, PathBuilder, Point, Transform};
use krilla::paint::{Fill, FillRule, LineCap, LineJoin, Stroke, StrokeDash};
use krilla::surface::Surface;
use krilla::text::{Font, GlyphId, KrillaGlyph};
use resvg::tiny_skia::PathSegment;
use resvg::usvg::{self, Group, Node, Tree, fontdb};

use super::pdf_colours::Inks;

/// The fonts of a document, by their place in the font database, which is the same for all of its
/// figures.
#[derive(Default)]
pub(super) struct PdfFonts(HashMap<fontdb::ID, Option<Font>>);

impl PdfFonts {
    /// Returns a font of a tree, or `None` if it cannot be read.
    fn font(&mut self, tree: &Tree, id: fontdb::ID) -> Option<Font> {
        let read = || {
            tree.fontdb()
                .with_face_data(id, |bytes, face| Font::new(bytes.to_vec().into(), face))?
        };
        self.0.entry(id).or_insert_with(read).clone()
    }
}

/// A figure that is being drawn on a page.
pub(super) struct PdfDrawing<'a, 'p> {
    pub(super) tree: &'a Tree,
    pub(super) inks: &'a Inks,
    pub(super) fonts: &'a mut PdfFonts,
    pub(super) surface: &'a mut Surface<'p>,
}

impl PdfDrawing<'_, '_> {
    /// Draws the whole figure, one point per pixel.
    pub(super) fn draw(&mut self) {
        self.group(self.tree.root());
    }

    /// Draws a group within its clip path.
    fn group(&mut self, group: &Group) {
        self.surface.push_transform(&transform(group.transform()));
        let clip = group
            .clip_path()
            .and_then(|clip| outline(clip.root(), clip.transform()));
        if let Some(clip) = &clip {
            self.surface.push_clip_path(clip, &FillRule::NonZero);
        }
        for node in group.children() {
            match node {
                Node::Group(group) => self.group(group),
                Node::Path(path) => self.path(path),
                Node::Text(text) => self.text(text),
                // No figure contains an image.
                Node::Image(_) => {}
            }
        }
        if clip.is_some() {
            self.surface.pop();
        }
        self.surface.pop();
    }

    /// Draws a path with its fill and its line.
    fn path(&mut self, path: &usvg::Path) {
        let fill = self.fill(path.fill());
        let stroke = self.stroke(path.stroke());
        if fill.is_none() && stroke.is_none() {
            return;
        }

        let mut builder = PathBuilder::new();
        add_segments(&mut builder, path, usvg::Transform::identity());
        if let Some(path) = builder.finish() {
            self.surface.set_fill(fill);
            self.surface.set_stroke(stroke);
            self.surface.draw_path(&path);
        }
    }

    /// Draws each glyph in its place, with its text, which can be selected and searched.
    fn text(&mut self, text: &usvg::Text) {
        for span in text.layouted() {
            let size = span.font_size.get();
            self.surface.set_stroke(None);
            self.surface.set_fill(self.fill(span.fill.as_ref()));
            for glyph in &span.positioned_glyphs {
                let Some(font) = self.fonts.font(self.tree, glyph.font) else {
                    continue;
                };
                // The transform of a glyph includes the size of the font.
                let scale = font.units_per_em() / size;
                self.surface
                    .push_transform(&transform(glyph.transform().pre_scale(scale, scale)));
                let drawn = KrillaGlyph::new(
                    GlyphId::new(glyph.id.0.into()),
                    0.0,
                    0.0,
                    0.0,
                    0.0,
                    0..glyph.text.len(),
                    None,
                );
                self.surface.draw_glyphs(
                    Point::from_xy(0.0, 0.0),
                    &[drawn],
                    font,
                    &glyph.text,
                    size,
                    false,
                );
                self.surface.pop();
            }
        }
    }

    /// Converts a fill.
    fn fill(&self, fill: Option<&usvg::Fill>) -> Option<Fill> {
        let fill = fill?;
        let rule = match fill.rule() {
            usvg::FillRule::NonZero => FillRule::NonZero,
            usvg::FillRule::EvenOdd => FillRule::EvenOdd,
        };
        Some(Fill {
            paint: self.paint(fill.paint())?,
            rule,
            ..Fill::default()
        })
    }

    /// Converts the style of a line.
    fn stroke(&self, stroke: Option<&usvg::Stroke>) -> Option<Stroke> {
        let stroke = stroke?;
        Some(Stroke {
            paint: self.paint(stroke.paint())?,
            width: stroke.width().get(),
            miter_limit: stroke.miterlimit().get(),
            line_cap: match stroke.linecap() {
                usvg::LineCap::Butt => LineCap::Butt,
                usvg::LineCap::Round => LineCap::Round,
                usvg::LineCap::Square => LineCap::Square,
            },
            line_join: match stroke.linejoin() {
                usvg::LineJoin::Miter | usvg::LineJoin::MiterClip => LineJoin::Miter,
                usvg::LineJoin::Round => LineJoin::Round,
                usvg::LineJoin::Bevel => LineJoin::Bevel,
            },
            dash: stroke.dasharray().map(|array| StrokeDash {
                array: array.to_vec(),
                offset: stroke.dashoffset(),
            }),
            ..Stroke::default()
        })
    }

    /// Converts a colour. Figures of this crate have no gradients or patterns.
    fn paint(&self, paint: &usvg::Paint) -> Option<krilla::paint::Paint> {
        let usvg::Paint::Color(colour) = paint else {
            return None;
        };
        Some(self.inks.paint([colour.red, colour.green, colour.blue]))
    }
}

/// Converts a transform.
fn transform(by: usvg::Transform) -> Transform {
    Transform::from_row(by.sx, by.ky, by.kx, by.sy, by.tx, by.ty)
}

/// Adds the segments of a path, transformed, to a path under construction.
fn add_segments(builder: &mut PathBuilder, path: &usvg::Path, by: usvg::Transform) {
    let moved = |mut point: resvg::tiny_skia::Point| {
        by.map_point(&mut point);
        point
    };
    for segment in path.data().segments() {
        match segment {
            PathSegment::MoveTo(to) => {
                let to = moved(to);
                builder.move_to(to.x, to.y);
            }
            PathSegment::LineTo(to) => {
                let to = moved(to);
                builder.line_to(to.x, to.y);
            }
            PathSegment::QuadTo(control, to) => {
                let [control, to] = [control, to].map(moved);
                builder.quad_to(control.x, control.y, to.x, to.y);
            }
            PathSegment::CubicTo(first, second, to) => {
                let [first, second, to] = [first, second, to].map(moved);
                builder.cubic_to(first.x, first.y, second.x, second.y, to.x, to.y);
            }
            PathSegment::Close => builder.close(),
        }
    }
}

/// Returns the outline of a clip path.
fn outline(group: &Group, by: usvg::Transform) -> Option<Path> {
    let mut builder = PathBuilder::new();
    add_paths(group, by, &mut builder);
    builder.finish()
}

/// Adds the paths of a group, transformed, to a path under construction.
fn add_paths(group: &Group, by: usvg::Transform, builder: &mut PathBuilder) {
    let by = by.pre_concat(group.transform());
    for node in group.children() {
        match node {
            Node::Group(group) => add_paths(group, by, builder),
            Node::Path(path) => add_segments(builder, path, by),
            Node::Text(_) | Node::Image(_) => {}
        }
    }
}
