//! Figures in printing inks: each colour as its theme defines it, text as outlines.

use krilla::color::{cmyk, luma, rgb};
use krilla::geom::{Path, PathBuilder, Transform};
use krilla::paint::{Fill, FillRule, LineCap, LineJoin, Paint, Stroke, StrokeDash};
use krilla::surface::Surface;
use resvg::tiny_skia::PathSegment;
use resvg::usvg::{self, Group, Node};

use super::theme::{Colour, Theme, converted};

/// Printing colours of a theme.
pub(super) struct Inks {
    known: Vec<([u8; 3], [u8; 4])>,
    /// True if the theme defines any inks.
    named: bool,
}

/// Converts an ink from per cent to a byte.
fn byte(per_cent: u8) -> u8 {
    u8::try_from(u16::from(per_cent.min(100)) * 255 / 100).unwrap_or(u8::MAX)
}

impl Inks {
    pub(super) fn of(theme: &Theme) -> Self {
        let known = theme.inks().map(|(colour, inks)| (colour.channels(), inks.map(byte))).collect();
        Self { known, named: theme.has_inks() }
    }

    /// Returns the inks of a colour. Colours without defined inks are converted, greys to black only.
    fn paint(&self, colour: [u8; 3]) -> Paint {
        let [red, green, blue] = colour;
        let is_grey = red == green && green == blue;
        if !self.named {
            return if is_grey { luma::Color::new(red).into() } else { rgb::Color::new(red, green, blue).into() };
        }
        let named = self.known.iter().find(|(known, _)| *known == colour).map(|(_, inks)| *inks);
        let [cyan, magenta, yellow, black] = named.unwrap_or_else(|| converted(colour));
        cmyk::Color::new(cyan, magenta, yellow, black).into()
    }

    pub(super) fn of_colour(&self, colour: &Colour) -> Paint {
        self.paint(colour.channels())
    }

    /// Draws the contents of an SVG tree: groups with their clip paths, paths, text.
    pub(super) fn draw(&self, group: &Group, surface: &mut Surface<'_>) {
        surface.push_transform(&transform(group.transform()));
        let clip = group.clip_path().and_then(|clip| outline(clip.root(), clip.transform()));
        if let Some(clip) = &clip {
            surface.push_clip_path(clip, &FillRule::NonZero);
        }
        for node in group.children() {
            match node {
                Node::Group(group) => self.draw(group, surface),
                Node::Path(path) => self.path(path, surface),
                Node::Text(text) => self.draw(text.flattened(), surface),
                Node::Image(_) => {}
            }
        }
        if clip.is_some() {
            surface.pop();
        }
        surface.pop();
    }

    fn paint_of(&self, paint: &usvg::Paint) -> Option<Paint> {
        let usvg::Paint::Color(colour) = paint else { return None };
        Some(self.paint([colour.red, colour.green, colour.blue]))
    }

    fn path(&self, path: &usvg::Path, surface: &mut Surface<'_>) {
        let fill = path.fill().and_then(|fill| {
            let rule = match fill.rule() {
                usvg::FillRule::NonZero => FillRule::NonZero,
                usvg::FillRule::EvenOdd => FillRule::EvenOdd,
            };
            Some(Fill { paint: self.paint_of(fill.paint())?, rule, ..Fill::default() })
        });
        let stroke = path.stroke().and_then(|stroke| {
            Some(Stroke {
                paint: self.paint_of(stroke.paint())?,
                width: stroke.width().get(),
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
                dash: stroke.dasharray().map(|array| StrokeDash { array: array.to_vec(), offset: stroke.dashoffset() }),
                ..Stroke::default()
            })
        });
        let mut builder = PathBuilder::new();
        extend(&mut builder, path, usvg::Transform::identity());
        if let (Some(path), true) = (builder.finish(), fill.is_some() || stroke.is_some()) {
            surface.set_fill(fill);
            surface.set_stroke(stroke);
            surface.draw_path(&path);
        }
    }
}

fn transform(by: usvg::Transform) -> Transform {
    Transform::from_row(by.sx, by.ky, by.kx, by.sy, by.tx, by.ty)
}

fn extend(builder: &mut PathBuilder, path: &usvg::Path, by: usvg::Transform) {
    let at = |mut point: resvg::tiny_skia::Point| {
        by.map_point(&mut point);
        point
    };
    for segment in path.data().segments() {
        match segment {
            PathSegment::MoveTo(to) => {
                let to = at(to);
                builder.move_to(to.x, to.y);
            }
            PathSegment::LineTo(to) => {
                let to = at(to);
                builder.line_to(to.x, to.y);
            }
            PathSegment::QuadTo(control, to) => {
                let [control, to] = [control, to].map(at);
                builder.quad_to(control.x, control.y, to.x, to.y);
            }
            PathSegment::CubicTo(first, second, to) => {
                let [first, second, to] = [first, second, to].map(at);
                builder.cubic_to(first.x, first.y, second.x, second.y, to.x, to.y);
            }
            PathSegment::Close => builder.close(),
        }
    }
}

/// Returns the outline of a clip path.
fn outline(group: &Group, by: usvg::Transform) -> Option<Path> {
    let mut builder = PathBuilder::new();
    collect(group, by, &mut builder);
    builder.finish()
}

fn collect(group: &Group, by: usvg::Transform, builder: &mut PathBuilder) {
    let by = by.pre_concat(group.transform());
    for node in group.children() {
        match node {
            Node::Group(group) => collect(group, by, builder),
            Node::Path(path) => extend(builder, path, by),
            Node::Text(_) | Node::Image(_) => {}
        }
    }
}
