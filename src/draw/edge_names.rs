//! Names of columns and rows at the edges of a board: which of them are shown, the space that they
//! need, and their place on the page.

use super::axis_names::{Axis, AxisName};
use super::axis_thinning::{Thinning, thinned};
use super::figure::Figure;
use super::geometry::{Place, Rect, UNIT};
use super::layout::{Group, label};
use super::measure::Measure;
use super::paper::POINT;
use super::role::Role;
use super::shape::Anchor;
use super::text_width;
use super::view::Edges;

/// Space for the names of columns and rows.
const NAMES: i32 = UNIT * 50 / 100;
/// Gap between the outermost pieces and the names of rows, in a figure with a set width.
const BESIDE_ROWS: i64 = 5 * POINT / 2;
/// Gap between the outermost pieces and the names of columns, in a figure with a set width.
const BESIDE_COLUMNS: i64 = 22 * POINT / 10;

/// Names at the edges of a board for which a figure has room.
pub(super) struct EdgeNames<'a> {
    /// Edges at which names are requested.
    requested: Edges,
    columns: Vec<&'a AxisName>,
    rows: Vec<&'a AxisName>,
    /// The names of columns that are left out.
    column_thinning: Thinning,
    /// The names of rows that are left out.
    row_thinning: Thinning,
    gaps: Gaps,
    /// Space for the names above the board; 0 without names.
    pub(super) above: i32,
    /// Space below the board.
    pub(super) below: i32,
    /// Space to the left of the board.
    pub(super) left: i32,
    /// Space to the right of the board.
    pub(super) right: i32,
}

impl<'a> EdgeNames<'a> {
    /// Chooses the names of a figure, and measures the space that they need.
    pub(super) fn new(figure: &'a Figure, measure: Measure) -> Self {
        let requested = figure.coordinates;
        let font_size = measure.style(Role::Coordinate).font_size;
        let (columns, column_thinning) =
            thinned(&figure.columns, font_size, measure, Axis::Columns);
        let (rows, row_thinning) = thinned(&figure.rows, font_size, measure, Axis::Rows);

        let space = |is_requested: bool, names: &[&AxisName], axis: Axis| {
            if is_requested && !names.is_empty() {
                space_for_names(names, font_size, axis, measure)
            } else {
                0
            }
        };
        Self {
            above: space(requested.top, &columns, Axis::Columns),
            below: space(requested.bottom, &columns, Axis::Columns),
            left: space(requested.left, &rows, Axis::Rows),
            right: space(requested.right, &rows, Axis::Rows),
            requested,
            columns,
            rows,
            column_thinning,
            row_thinning,
            gaps: Gaps::new(measure),
        }
    }

    /// Returns which names are left out; the worse case of columns and rows.
    pub(super) fn thinning(&self) -> Thinning {
        let Edges {
            top,
            right,
            bottom,
            left,
        } = self.requested;
        let thinnings = [
            (top || bottom).then_some(self.column_thinning),
            (left || right).then_some(self.row_thinning),
        ];
        thinnings
            .into_iter()
            .flatten()
            .max()
            .unwrap_or(Thinning::AllShown)
    }

    /// Returns the names around a board as groups on the page. `board` is the board on the page,
    /// `shift` the position of its coordinate origin there. Names are positioned relative to
    /// `origin`, a place of the board, so that they stay the same while the board grows.
    pub(super) fn groups<'g>(&self, board: Rect, shift: Place, origin: Place) -> Vec<Group<'g>> {
        // Names end where the gap beside the board begins.
        let Gaps {
            beside_rows,
            beside_columns,
        } = self.gaps;
        let top = board.from.y - (self.above + beside_columns) / 2;
        let bottom = board.to.y + (self.below + beside_columns) / 2;
        // Names are in the middle of their space. If its length is odd, the names on the left are
        // rounded away from the board, and the others towards it.
        let left = board.from.x - self.left + (self.left - beside_rows) / 2;
        let right = board.to.x + (self.right + beside_rows) / 2;

        let mut groups = Vec::new();
        for (is_requested, y) in [(self.requested.top, top), (self.requested.bottom, bottom)] {
            if is_requested {
                let point = Place { x: shift.x, y };
                let place_on_edge = |x| Place { x, y: 0 };
                groups.push(group_of_names(&self.columns, point, origin, place_on_edge));
            }
        }
        for (is_requested, x) in [(self.requested.left, left), (self.requested.right, right)] {
            if is_requested {
                let point = Place { x, y: shift.y };
                let place_on_edge = |y| Place { x: 0, y };
                groups.push(group_of_names(&self.rows, point, origin, place_on_edge));
            }
        }
        groups
    }
}

/// Returns the names at one edge of the board. `place_on_edge` converts the position of a name to a
/// place.
fn group_of_names<'g>(
    names: &[&AxisName],
    point: Place,
    origin: Place,
    place_on_edge: fn(i32) -> Place,
) -> Group<'g> {
    // The unit vector along the edge.
    let direction = place_on_edge(1);
    // `origin`, projected on the edge.
    let origin_on_edge = Place {
        x: origin.x * direction.x,
        y: origin.y * direction.y,
    };
    let name = |name: &&AxisName| {
        label(
            place_on_edge(name.at).minus(origin_on_edge),
            name.shown(),
            Anchor::Middle,
            Role::Coordinate,
        )
    };
    let shift = point.plus(origin_on_edge);
    Group {
        shift,
        text_place: Some(shift),
        ..Group::of_page(names.iter().map(name).collect())
    }
}

/// Returns the space beside the board for the names of columns or rows.
fn space_for_names(names: &[&AxisName], font_size: i32, axis: Axis, measure: Measure) -> i32 {
    if !measure.is_tight() {
        return NAMES;
    }
    let widest = names
        .iter()
        .map(|name| text_width::width(&name.shown(), font_size))
        .max()
        .unwrap_or(0);
    if measure.width().is_some() {
        let gaps = Gaps::new(measure);
        return if axis == Axis::Columns {
            gaps.beside_columns + text_width::letter_height(font_size)
        } else {
            gaps.beside_rows + widest
        };
    }
    // A board that fills its place on a screen has a gap that grows with its names.
    let gap = font_size * 85 / 100;
    let extent = if axis == Axis::Columns {
        font_size
    } else {
        widest.max(font_size)
    };
    measure.margin(gap + extent)
}

/// Gaps between a board and the names of its rows, and between it and those of its columns.
#[derive(Clone, Copy)]
struct Gaps {
    beside_rows: i32,
    beside_columns: i32,
}

impl Gaps {
    fn new(measure: Measure) -> Self {
        if measure.width().is_some() {
            Self {
                beside_rows: measure.units(BESIDE_ROWS),
                beside_columns: measure.units(BESIDE_COLUMNS),
            }
        } else {
            // Without a set width, names are in the middle of their space.
            Self {
                beside_rows: 0,
                beside_columns: 0,
            }
        }
    }
}
