//! Drawing code shared by all output formats. The `Drawer` passes the shapes of a page to a `Pen`,
//! which writes them in its format (`svg.rs`, `tikz.rs`, `typst.rs`).
//!
//! The *role* of a shape says what it is in a figure, such as a piece or a line of the board. A
//! `Look` is the style of a role for one theme and one figure size. *Hatching*, parallel lines,
//! replaces dark fills in themes for print.

use super::curves::flattened;
use super::geometry::{Place, Rect};
use super::hatch::{hatch, mirrored_hatch};
use super::layout::{Group, Page};
use super::measure::{Measure, scaled};
use super::paper::Paper;
use super::role::Role;
use super::shape::{Anchor, PathStep, Shape, is_open};
use super::style::{Hatching, style};
use super::style_sheet::{DrawnRole, FADED_CLASS, put_class};
use super::text_outlines::{Letters, Weight};
use super::theme::{Paint, Theme};

/// Identity of a look within a figure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct LookKey {
    role: Role,
    in_note: bool,
    faded: bool,
}

/// Style of a role, resolved for one theme and one figure size.
pub(super) struct Look {
    pub(super) role: Role,
    /// True for a drawing in a note of a figure with a set width, where lines are finer than on the
    /// board.
    pub(super) in_note: bool,
    /// True if its colours are mixed with the background.
    pub(super) faded: bool,
    pub(super) fill: Option<Paint>,
    pub(super) stroke: Option<Paint>,
    /// Line width, in hundredths of a pixel of the page.
    pub(super) width: i64,
    /// True if lines have round caps.
    pub(super) round: bool,
    /// Dash pattern, in pixels of the page.
    pub(super) dashes: &'static str,
    /// Font size in units; 0 if the role has no text.
    pub(super) font_size: i32,
    /// True for bold text.
    pub(super) is_bold: bool,
    /// Hatching that replaces the fill; `None` for a fill.
    hatch: Option<Hatch>,
    /// True if the role has a fill, so that open paths must switch it off.
    is_filled: bool,
}

impl Look {
    /// Returns the length of a dash and of the gap after it, in hundredths of a pixel of the page.
    pub(super) fn dash_and_gap(&self) -> Option<(i64, i64)> {
        let (dash, gap) = self.dashes.split_once(' ')?;
        Some((
            dash.parse::<i64>().ok()? * 100,
            gap.parse::<i64>().ok()? * 100,
        ))
    }

    /// Returns the role for which a style sheet has a rule.
    pub(super) fn drawn_role(&self) -> DrawnRole {
        DrawnRole {
            role: self.role,
            is_faded: self.faded,
        }
    }

    /// Appends the name of the look, for outputs that name styles with their line widths.
    pub(super) fn put_name(&self, out: &mut String) {
        put_class(self.role, out);
        if self.in_note {
            out.push_str("-in-note");
        }
        out.push_str(if self.faded { FADED_CLASS } else { "" });
    }

    fn key(&self) -> LookKey {
        LookKey {
            role: self.role,
            in_note: self.in_note,
            faded: self.faded,
        }
    }

    fn new(key: LookKey, theme: &Theme, measure: Measure) -> Self {
        let on_board = measure.style(key.role);
        let style = if key.in_note {
            measure.style_in_note(key.role)
        } else {
            on_board
        };
        let hatch = on_board
            .is_hatched(theme)
            .then(|| Hatch::new(style.hatching, measure));
        let line_width = hatch.map_or(style.width, |hatch| hatch.line_width);
        let percent = if style.keeps_width {
            100
        } else {
            i64::from(theme.weight)
        };
        let width = i64::from(line_width) * percent / 100 + i64::from(style.beyond);
        // The lines of the hatching have the colour of the area.
        let (fill, stroke) = if hatch.is_some() {
            (None, style.fill)
        } else {
            (style.fill, style.stroke)
        };
        Self {
            role: key.role,
            in_note: key.in_note,
            faded: key.faded,
            fill,
            stroke,
            width: width.max(measure.hairline()),
            round: style.round,
            dashes: style.dashes,
            font_size: style.font_size,
            is_bold: style.bold,
            hatch,
            is_filled: style.fill.is_some(),
        }
    }
}

/// Hatching of an area.
#[derive(Clone, Copy)]
struct Hatch {
    /// True for lines in the direction across the usual one.
    is_mirrored: bool,
    /// Distance between the lines, in units.
    step: i64,
    /// Width of the lines, in hundredths of a pixel of the page.
    line_width: i32,
}

impl Hatch {
    fn new(hatching: Hatching, measure: Measure) -> Self {
        let step = measure.hatch_step();
        let line_width = measure.hatch_width();
        let (step, line_width) = match hatching {
            Hatching::ScreenInSome => (step * 4 / 5, line_width * 4 / 5),
            Hatching::DenseInSome => (step / 2, line_width * 3 / 4),
            _ => (step, line_width),
        };
        Self {
            is_mirrored: hatching == Hatching::ScreenInSome,
            step,
            line_width,
        }
    }

    /// Returns the lines of the hatching within a polygon.
    fn lines(self, corners: &[Place]) -> Vec<(Place, Place)> {
        if self.is_mirrored {
            mirrored_hatch(corners, self.step)
        } else {
            hatch(corners, self.step)
        }
    }
}

/// Writer of shapes in one output format. Coordinates are translated by `shift` before they are
/// written.
pub(super) trait Pen {
    /// Starts a group clipped to `clip`, which `shift` moves. Returns the shift to use inside it.
    fn begin_clip(&mut self, clip: Rect, shift: Place) -> Place;
    /// Ends the clipped group.
    fn end_clip(&mut self);
    /// Starts a group of shapes that share `look`, which has the index `number` among the looks of
    /// the figure.
    fn begin(&mut self, number: usize, look: &Look);
    /// Ends the group.
    fn end(&mut self) {}
    /// Writes a straight line.
    fn line(&mut self, from: Place, to: Place) {
        self.lines(&[(from, to)], Place::default());
    }
    /// Writes a circle.
    fn disc(&mut self, place: Place, radius: i32);
    /// Writes a closed polygon.
    fn polygon(&mut self, corners: &[Place], shift: Place);
    /// Writes a path of lines and curves; `is_line` switches the fill off.
    fn path(&mut self, steps: &[PathStep], shift: Place, is_line: bool);
    /// Writes separate line segments.
    fn lines(&mut self, lines: &[(Place, Place)], shift: Place);
    /// Writes text on a baseline. `room` limits its width if another element follows on the same
    /// line.
    fn words(&mut self, base: Place, text: &str, anchor: Anchor, room: Option<i32>);
}

/// Returns the baseline of text centred at `middle`: capitals and digits are 0.71 of the font size
/// high.
pub(super) fn base_line(middle: Place, font_size: i32) -> Place {
    Place {
        x: middle.x,
        y: middle.y.saturating_add(scaled(font_size, 357, 1000)),
    }
}

/// Draws pages with a pen.
pub(super) struct Drawer<'a, P> {
    theme: &'a Theme,
    measure: Measure,
    has_ground: bool,
    letters: &'a Letters,
    /// Index of the look whose group is open.
    open: Option<usize>,
    /// Looks of the roles drawn so far, without duplicates.
    pub(super) looks: Vec<Look>,
    pub(super) pen: P,
}

impl<'a, P: Pen> Drawer<'a, P> {
    pub(super) fn new(theme: &'a Theme, measure: Measure, pen: P) -> Self {
        Self {
            theme,
            measure,
            has_ground: true,
            letters: &Letters::Words,
            open: None,
            looks: Vec::new(),
            pen,
        }
    }

    /// Applies the options of a paper: whether the background is drawn, and whether text is written
    /// as outlines.
    pub(super) fn on_paper(self, paper: &'a Paper) -> Self {
        Self {
            has_ground: paper.ground,
            letters: &paper.letters,
            ..self
        }
    }

    /// Draws a page.
    pub(super) fn page(mut self, page: &Page<'_>) -> Self {
        for group in &page.groups {
            self.group(group);
        }
        self.close();
        self
    }

    /// Draws a group of a page. The group of shapes stays open for a neighbour with the same look.
    pub(super) fn group(&mut self, group: &Group<'_>) {
        if group.text_place.is_none() {
            self.close();
        }
        if group.drawn().next().is_none() {
            return;
        }
        let text_place = group.text_place.unwrap_or_default();
        match group.clip {
            Some(clip) => {
                self.close();
                let shift = self.pen.begin_clip(clip, group.shift);
                self.elements(group, shift, text_place);
                self.close();
                self.pen.end_clip();
            }
            None => self.elements(group, group.shift, text_place),
        }
    }

    /// Closes the open group.
    pub(super) fn close(&mut self) {
        if self.open.take().is_some() {
            self.pen.end();
        }
    }

    /// Draws elements; neighbours with the same role share a group. Hatching starts at
    /// `text_place`, so that it continues the hatching of the page.
    fn elements(&mut self, group: &Group<'_>, shift: Place, text_place: Place) {
        for element in group.drawn() {
            let key = LookKey {
                role: element.role,
                in_note: group.in_note,
                faded: element.faded,
            };
            let open = self.open.filter(|&index| self.looks[index].key() == key);
            let index = match open {
                Some(index) => index,
                None if self.is_left_out(element.role) => continue,
                None => self.open_look(key),
            };
            draw(
                &element.shape,
                &self.looks[index],
                GroupPlace { shift, text_place },
                self.letters,
                &mut self.pen,
            );
        }
    }

    /// Returns true if shapes of a role are not drawn.
    fn is_left_out(&self, role: Role) -> bool {
        let is_transparent = role == Role::Ground && !self.has_ground;
        is_transparent || !style(role).is_drawn(self.theme)
    }

    /// Closes the open group and opens one with this look. Returns the index of the look.
    fn open_look(&mut self, key: LookKey) -> usize {
        self.close();
        let index = self.look_of(key);
        self.pen.begin(index, &self.looks[index]);
        self.open = Some(index);
        index
    }

    /// Returns the index of a look.
    fn look_of(&mut self, key: LookKey) -> usize {
        let existing = self.looks.iter().position(|look| look.key() == key);
        existing.unwrap_or_else(|| {
            self.looks.push(Look::new(key, self.theme, self.measure));
            self.looks.len() - 1
        })
    }
}

/// Returns how far below the middle a text is placed. The number on a side of a die has no room to
/// spare: in another font with larger letters, it would grow upwards from its baseline.
fn lowered(look: &Look) -> Place {
    let by = if matches!(look.role, Role::SideNumber(_)) {
        scaled(look.font_size, 3, 100)
    } else {
        0
    };
    Place { x: 0, y: by }
}

/// Position of the shapes of a group.
#[derive(Clone, Copy)]
struct GroupPlace {
    /// Position of the origin of the shapes on the page.
    shift: Place,
    /// Position of the group within text, where hatching starts.
    text_place: Place,
}

/// Draws a shape with the pen.
fn draw(shape: &Shape, look: &Look, place: GroupPlace, letters: &Letters, pen: &mut impl Pen) {
    let shift = place.shift;
    match (shape, look.hatch) {
        (Shape::Polygon { corners }, Some(hatch)) => draw_hatch(corners, hatch, place, pen),
        (Shape::Path { steps }, Some(hatch)) if !is_open(steps) => {
            // Only polygons are hatched in the other direction.
            let hatch = Hatch {
                is_mirrored: false,
                ..hatch
            };
            draw_hatch(&flattened(steps), hatch, place, pen);
        }
        (Shape::Line { from, to }, _) => pen.line(from.plus(shift), to.plus(shift)),
        // A disc without a size is not drawn, not even its outline.
        (Shape::Disc { radius: 0, .. }, _) => {}
        (Shape::Disc { at: middle, radius }, _) => pen.disc(middle.plus(shift), *radius),
        (Shape::Polygon { corners }, None) => pen.polygon(corners, shift),
        // An open path is drawn without a fill, whatever its role.
        (Shape::Path { steps }, _) => pen.path(steps, shift, look.is_filled && is_open(steps)),
        (Shape::Label { .. }, _) => draw_label(shape, look, shift, letters, pen),
    }
}

/// Draws the hatching of a polygon, aligned with the hatching of the page.
fn draw_hatch(corners: &[Place], hatch: Hatch, place: GroupPlace, pen: &mut impl Pen) {
    let on_page: Vec<Place> = corners
        .iter()
        .map(|corner| corner.plus(place.text_place))
        .collect();
    pen.lines(&hatch.lines(&on_page), place.shift.minus(place.text_place));
}

/// Draws a label: as outlines if the letters are outlines, otherwise as text.
fn draw_label(shape: &Shape, look: &Look, shift: Place, letters: &Letters, pen: &mut impl Pen) {
    let Shape::Label {
        at: place,
        text,
        anchor,
        room,
    } = shape
    else {
        return;
    };
    if text.is_empty() {
        return;
    }

    let base = base_line(*place, look.font_size)
        .plus(shift)
        .plus(lowered(look));
    let weight = if look.is_bold {
        Weight::Bold
    } else {
        Weight::Regular
    };
    match letters.outlined(base, text, *anchor, look.font_size, weight) {
        Some(steps) if steps.is_empty() => {}
        Some(steps) => pen.path(&steps, Place::default(), false),
        None => pen.words(base, text, *anchor, *room),
    }
}
