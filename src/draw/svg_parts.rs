//! Figures as parts of an SVG, for a page that shows many of them in one place. Equal shapes give
//! equal text wherever they are, so that the page compresses well.

use std::collections::BTreeSet;

use super::figure::Figure;
use super::geometry::{Place, Rect};
use super::layout::{Group, Page};
use super::pen::{Drawer, Look, Pen};
use super::shape::{Anchor, PathStep, outline_through};
use super::style_sheet::DrawnRole;
use super::svg::{SvgPen, pixels};
use super::svg_buffer::{Markup, hundredths};
use super::theme::Theme;

/// Figure as the parts of an SVG.
#[derive(Clone)]
pub(crate) struct Drawing {
    pub(crate) title: String,
    pub(crate) words: String,
    pub(crate) width: String,
    pub(crate) height: String,
    /// Shapes, one element per line.
    pub(crate) body: String,
    /// Roles that were drawn, for which the page needs the rules of a style sheet.
    pub(crate) roles: BTreeSet<DrawnRole>,
}

impl Drawing {
    /// Draws a board without the text below it.
    pub(crate) fn of_board(figure: &Figure, theme: &Theme) -> Self {
        Self::of_page(Page::of_board(figure), figure.origin(), theme)
    }

    /// Draws the page; `board` is the origin of its board.
    pub(super) fn of_page(page: Page<'_>, board: Place, theme: &Theme) -> Self {
        let mut drawer = Drawer::new(theme, page.measure, RelativePen(SvgPen::new(theme)));
        for (index, group) in page.groups.iter().enumerate() {
            if group.drawn().next().is_none() {
                continue;
            }
            // Coordinates relative to the origin give equal text for equal parts of positions.
            let origin = if index == Page::BOARD {
                board
            } else {
                Place::default()
            };
            draw_translated(&mut drawer, group, origin);
        }

        Self {
            width: pixels(page.size.x),
            height: pixels(page.size.y),
            roles: drawer.looks.iter().map(Look::drawn_role).collect(),
            body: drawer.pen.0.out.into_text(),
            title: page.title,
            words: page.words,
        }
    }
}

/// Draws a group in an SVG group that is translated to `origin`, a place in the coordinates of the
/// elements. A clipped group has its own coordinates.
fn draw_translated(drawer: &mut Drawer<'_, RelativePen<'_>>, group: &Group<'_>, origin: Place) {
    let translation = if group.clip.is_some() {
        Place::default()
    } else {
        group.shift.plus(origin)
    };
    let is_translated = translation != Place::default();
    if is_translated {
        let out = drawer.pen.out();
        out.push_point(["<g transform=\"translate(", " "], translation);
        out.push_str(")\">\n");
    }
    drawer.group(&Group {
        shift: group.shift.minus(translation),
        text_place: None,
        ..group.clone()
    });
    drawer.close();
    if is_translated {
        drawer.pen.out().push_str("</g>\n");
    }
}

/// Writes SVG with relative coordinates, so that an arrow, row or pipe is the same text wherever it
/// is, apart from its start.
struct RelativePen<'a>(SvgPen<'a>);

impl RelativePen<'_> {
    fn out(&mut self) -> &mut Markup {
        &mut self.0.out
    }

    /// Writes a path element, which begins with `opening`.
    fn put(&mut self, opening: &str, steps: impl IntoIterator<Item = PathStep>, shift: Place) {
        self.out().push_str(opening);
        let mut path = RelativePath {
            out: &mut self.0.out,
            last: None,
            start: [0; 2],
        };
        for step in steps {
            match step {
                PathStep::Move(to) => path.begin(to.plus(shift)),
                PathStep::Line(to) => path.step("l", &[to.plus(shift)]),
                PathStep::Curve(one, two, to) => {
                    path.step("c", &[one, two, to].map(|place| place.plus(shift)));
                }
                PathStep::Close => path.close(),
            }
        }
        self.out().push_str("\"/>\n");
    }
}

/// Path under construction, in hundredths of a pixel. Coordinates are rounded before they are
/// subtracted, so that errors do not add up.
struct RelativePath<'a> {
    out: &'a mut Markup,
    /// End of the last step.
    last: Option<[i64; 2]>,
    /// Start of the current subpath.
    start: [i64; 2],
}

/// Returns the coordinates of a place, in hundredths of a pixel.
fn rounded(place: Place) -> [i64; 2] {
    [hundredths(place.x), hundredths(place.y)]
}

impl RelativePath<'_> {
    fn begin(&mut self, to: Place) {
        match self.last {
            None => {
                self.out.push_point(["M", " "], to);
                self.last = Some(rounded(to));
            }
            Some(_) => self.step("m", &[to]),
        }
        self.start = rounded(to);
    }

    /// Appends a step with a letter of SVG path data.
    fn step(&mut self, letter: &str, places: &[Place]) {
        let [x, y] = self.last.unwrap_or_default();
        self.out.push_str(letter);
        for (index, place) in places.iter().enumerate() {
            let to = rounded(*place);
            self.out.push_str(if index > 0 { " " } else { "" });
            self.out.push_hundredths(to[0] - x);
            self.out.push_str(" ");
            self.out.push_hundredths(to[1] - y);
            self.last = Some(to);
        }
    }

    fn close(&mut self) {
        self.out.push_str("z");
        self.last = Some(self.start);
    }
}

impl Pen for RelativePen<'_> {
    fn begin_clip(&mut self, clip: Rect, shift: Place) -> Place {
        self.0.begin_clip(clip, shift)
    }

    fn end_clip(&mut self) {
        self.0.end_clip();
    }

    fn begin(&mut self, number: usize, look: &Look) {
        self.0.begin(number, look);
    }

    fn end(&mut self) {
        self.0.end();
    }

    fn disc(&mut self, place: Place, radius: i32) {
        self.0.disc(place, radius);
    }

    fn polygon(&mut self, corners: &[Place], shift: Place) {
        let steps = outline_through(corners.iter().copied());
        self.put("<path d=\"", steps, shift);
    }

    fn path(&mut self, steps: &[PathStep], shift: Place, is_line: bool) {
        let opening = if is_line {
            "<path fill=\"none\" d=\""
        } else {
            "<path d=\""
        };
        self.put(opening, steps.iter().copied(), shift);
    }

    fn lines(&mut self, lines: &[(Place, Place)], shift: Place) {
        if !lines.is_empty() {
            let steps = lines
                .iter()
                .flat_map(|&(from, to)| [PathStep::Move(from), PathStep::Line(to)]);
            self.put("<path d=\"", steps, shift);
        }
    }

    fn words(&mut self, base: Place, text: &str, anchor: Anchor, room: Option<i32>) {
        self.0.words(base, text, anchor, room);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Converts a path to absolute coordinates, as a browser does.
    fn absolute(path: &str) -> Vec<(char, Vec<i64>)> {
        let mut steps = Vec::new();
        let mut position = [0; 2];
        let mut start = [0; 2];
        let letters: Vec<usize> = path
            .match_indices(|letter: char| letter.is_ascii_alphabetic())
            .map(|(offset, _)| offset)
            .collect();
        for (number, from) in letters.iter().enumerate() {
            let to = letters.get(number + 1).copied().unwrap_or(path.len());
            let (letter, numbers) = path[*from..to].split_at(1);
            let numbers: Vec<i64> = numbers
                .split_whitespace()
                .map(|number| (number.parse::<f64>().unwrap() * 100.0).round() as i64)
                .collect();
            let letter = letter.chars().next().unwrap();
            let from = if letter == 'M' { [0; 2] } else { position };
            let absolute: Vec<i64> = numbers
                .iter()
                .enumerate()
                .map(|(place, number)| number + from[place % 2])
                .collect();
            if let [.., x, y] = absolute.as_slice() {
                position = [*x, *y];
            }
            match letter {
                'M' | 'm' => start = position,
                'z' => position = start,
                _ => {}
            }
            steps.push((letter.to_ascii_uppercase(), absolute));
        }

        steps
    }

    #[test]
    fn relative_coordinates_reach_the_same_points() {
        let point = |x: i32, y: i32| Place { x, y };
        let steps = [
            PathStep::Move(point(11, 7)),
            PathStep::Line(point(-31, 333)),
            PathStep::Curve(point(100, 1), point(17, 19), point(5_000, -4_999)),
            PathStep::Close,
            PathStep::Move(point(77, 78)),
            PathStep::Line(point(79, 80)),
        ];
        let theme = Theme::default();
        let mut pen = RelativePen(SvgPen::new(&theme));
        pen.path(&steps, point(3, 4), true);
        let written = pen.0.out.into_text();
        let path = written
            .strip_prefix("<path fill=\"none\" d=\"")
            .unwrap()
            .strip_suffix("\"/>\n")
            .unwrap();
        let there = |places: &[Place]| {
            places
                .iter()
                .flat_map(|place| rounded(place.plus(point(3, 4))))
                .collect::<Vec<_>>()
        };
        let wanted: Vec<(char, Vec<i64>)> = steps
            .iter()
            .map(|step| match *step {
                PathStep::Move(to) => ('M', there(&[to])),
                PathStep::Line(to) => ('L', there(&[to])),
                PathStep::Curve(one, two, to) => ('C', there(&[one, two, to])),
                PathStep::Close => ('Z', Vec::new()),
            })
            .collect();
        assert_eq!(absolute(path), wanted, "{path}");
    }

    #[test]
    fn equal_shapes_are_written_equally() {
        let theme = Theme::default();
        let written = |by: i32| {
            let mut pen = RelativePen(SvgPen::new(&theme));
            let corners = [(0, 0), (100, 50), (-300, 100)].map(|(x, y)| Place { x: x + by, y });
            pen.polygon(&corners, Place::default());
            pen.line(corners[0], corners[1]);
            let written = pen.0.out.into_text();
            let lines = written
                .lines()
                .map(|line| line.split_once('l').unwrap().1.to_owned());
            lines.collect::<Vec<_>>()
        };
        assert_eq!(written(0), written(10_000));
    }
}
