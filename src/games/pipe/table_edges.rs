//! The ends of a table of limited size (V5.3) in a figure. The table may lie anywhere around the
//! cards, so an end is known only in a direction in which the cards are as long as the table.

use super::drawn_grid::Grid;
use super::setup::Setup;
use super::state::State;
use super::table_size::Bounds;
use crate::draw::{Lang, Note, Place, Role, Scene, Shape, UNIT};

/// The sides of a table whose place is known.
pub(super) struct TableEdges {
    bounds: Bounds,
    /// True if the west and east sides are known.
    knows_columns: bool,
    /// True if the north and south sides are known.
    knows_rows: bool,
}

impl TableEdges {
    /// Returns the known sides; `None` if no side is known.
    pub(super) fn new(setup: &Setup, state: &State) -> Option<Self> {
        let size = setup.table_size?;
        let bounds = state.table.bounds()?;
        let (columns, rows) = bounds.size();
        let edges = Self {
            bounds,
            knows_columns: columns == i64::from(size.width),
            knows_rows: rows == i64::from(size.height),
        };
        (edges.knows_columns || edges.knows_rows).then_some(edges)
    }

    /// Draws the known sides as dashed lines, as long as the table or, if that is unknown, as the
    /// figure.
    pub(super) fn draw(&self, scene: &mut Scene, grid: &Grid) {
        let Bounds { low, high } = self.bounds;
        let (west, east) = grid.sides_of_columns(self.knows_columns.then_some((low.x, high.x)));
        let (north, south) = grid.sides_of_rows(self.knows_rows.then_some((low.y, high.y)));
        let mut line =
            |from: Place, to: Place| scene.draw(Shape::Line { from, to }, Role::TableEdge);
        let at = |x: i32, y: i32| Place { x, y };
        if self.knows_columns {
            for x in [west, east] {
                line(at(x, north), at(x, south));
            }
        }
        if self.knows_rows {
            for y in [north, south] {
                line(at(west, y), at(east, y));
            }
        }
    }

    /// Says where the table ends, for figures without lines.
    pub(super) fn note(&self, lang: Lang) -> Note {
        let Bounds { low, high } = self.bounds;
        let columns = || lang.fill("columns {0} to {1}", &[&signed(low.x), &signed(high.x)]);
        let rows = || lang.fill("rows {0} to {1}", &[&signed(low.y), &signed(high.y)]);
        let lines = match (self.knows_columns, self.knows_rows) {
            (true, true) => format!("{}, {}", columns(), rows()),
            (true, false) => columns(),
            (false, _) => rows(),
        };
        Note::of_words(lang.fill("The table ends: {0}", &[&lines]))
    }
}

fn signed(line: i32) -> String {
    format!("{line:+}")
}

impl Grid {
    /// Returns the west and east sides of some columns in the diagram; of all drawn ones for
    /// `None`. A column that is not drawn has its side at the edge of the diagram.
    fn sides_of_columns(&self, ends: Option<(i32, i32)>) -> (i32, i32) {
        let (first, last) = self.columns.ends(ends);
        (first * UNIT - UNIT / 2, last * UNIT + UNIT / 2)
    }

    /// Returns the north and south sides of some rows in the diagram, as for columns.
    fn sides_of_rows(&self, ends: Option<(i32, i32)>) -> (i32, i32) {
        let (first, last) = self.rows.ends(ends);
        let top = self.rows.count - 1;
        (
            (top - last) * UNIT - UNIT / 2,
            (top - first) * UNIT + UNIT / 2,
        )
    }
}
