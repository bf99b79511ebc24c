//! The part of the table that a figure shows. Cards can be anywhere, so stretches without cards are
//! left out; of a table that is still too large, only the middle is drawn.

use std::collections::{BTreeMap, BTreeSet};

use super::board::{Heading, Square};
use super::state::State;
use super::turn::Placement;
use crate::draw::{Place, UNIT};

/// Maximum number of columns, and of rows, in a diagram.
const MAX_LINES: i32 = 40;

/// Columns or rows of the grid that are drawn. Empty stretches are left out.
pub(super) struct Lines {
    /// The index in the diagram for each coordinate, from 0.
    pub(super) places: BTreeMap<i32, i32>,
    /// Lines without cards on them or beside them, drawn in place of a gap of one line.
    pub(super) bare: BTreeSet<i32>,
    /// The number of lines, including gaps.
    pub(super) count: i32,
}

impl Lines {
    /// Selects the covered lines and their neighbours. If there are too many, keeps the middle.
    fn from_covered(covered: &[i32]) -> Self {
        let with_neighbours: BTreeSet<i32> = covered
            .iter()
            .flat_map(|&line| [line.saturating_sub(1), line, line.saturating_add(1)])
            .collect();
        let mut places = BTreeMap::new();
        let mut bare = BTreeSet::new();
        let mut count = 0;
        let mut last: Option<i32> = None;
        for line in with_neighbours {
            let after_last = last.and_then(|last| last.checked_add(1));
            if let Some(first_left_out) = after_last.filter(|&after_last| after_last != line) {
                // A gap takes the place of one line. If only one line would be left out, it is
                // drawn instead.
                let is_only_one = first_left_out.checked_add(1) == Some(line);
                if is_only_one {
                    places.insert(first_left_out, count);
                    bare.insert(first_left_out);
                }
                count += 1;
            }
            places.insert(line, count);
            count += 1;
            last = Some(line);
        }
        if count > MAX_LINES {
            places = middle_of(places, count);
            count = MAX_LINES;
        }
        Self {
            places,
            bare,
            count: count.max(1),
        }
    }

    /// Returns true if the line before this one is not drawn.
    pub(super) fn begins(&self, line: i32) -> bool {
        line.checked_sub(1)
            .is_none_or(|before| !self.places.contains_key(&before))
    }

    /// Returns the indices of two lines; the first and last index for `None` and for lines that are
    /// not drawn.
    pub(super) fn ends(&self, lines: Option<(i32, i32)>) -> (i32, i32) {
        let place = |line: Option<i32>, outside: i32| {
            line.and_then(|line| self.places.get(&line).copied())
                .unwrap_or(outside)
        };
        (
            place(lines.map(|(low, _)| low), 0),
            place(lines.map(|(_, high)| high), self.count - 1),
        )
    }

    /// Returns the indices of the gaps.
    pub(super) fn gaps(&self) -> impl Iterator<Item = i32> {
        let places: Vec<i32> = self.places.values().copied().collect();
        let gaps: Vec<i32> = places
            .windows(2)
            .filter(|pair| pair[1] - pair[0] > 1)
            .map(|pair| pair[0] + 1)
            .collect();
        gaps.into_iter()
    }
}

/// Returns the middle [`MAX_LINES`] of a number of lines, with indices from 0.
fn middle_of(places: BTreeMap<i32, i32>, count: i32) -> BTreeMap<i32, i32> {
    let first = (count - MAX_LINES) / 2;
    places
        .into_iter()
        .map(|(line, place)| (line, place - first))
        .filter(|(_, place)| (0..MAX_LINES).contains(place))
        .collect()
}

/// An empty square beside a covered one.
pub(super) struct EmptySquare {
    pub(super) square: Square,
    pub(super) is_pillar: bool,
    /// True if half of a card beside it is drawn.
    pub(super) is_shown: bool,
}

/// The part of the grid that is drawn.
pub(super) struct Grid {
    pub(super) columns: Lines,
    /// From south to north.
    pub(super) rows: Lines,
    /// The empty squares beside all cards, drawn or not, in order.
    pub(super) empty: Vec<EmptySquare>,
}

impl Grid {
    /// Selects the part of a table that is drawn.
    pub(super) fn from_state(state: &State) -> Self {
        let covered: Vec<Square> = state.table.covered().collect();
        let (columns, rows): (Vec<i32>, Vec<i32>) =
            covered.iter().map(|square| (square.x, square.y)).unzip();
        let mut grid = Self {
            columns: Lines::from_covered(&columns),
            rows: Lines::from_covered(&rows),
            empty: Vec::new(),
        };
        // For each empty square, whether half of a card beside it is drawn.
        let mut empty_squares: BTreeMap<Square, bool> = BTreeMap::new();
        for square in covered {
            let is_drawn = grid.drawn(square).is_some();
            let beside = Heading::ALL
                .into_iter()
                .filter_map(|side| square.beside(side));
            for empty in beside.filter(|&beside| !state.table.covers(beside)) {
                *empty_squares.entry(empty).or_default() |= is_drawn;
            }
        }
        for (square, is_shown) in empty_squares {
            grid.empty.push(EmptySquare {
                square,
                is_pillar: state.table.is_pillar(square),
                is_shown,
            });
        }
        grid
    }

    /// Returns all pillars, drawn or not.
    pub(super) fn pillars(&self) -> impl Iterator<Item = Square> {
        self.empty
            .iter()
            .filter(|empty| empty.is_pillar)
            .map(|empty| empty.square)
    }

    /// Returns the square in the diagram, or `None` if it is not drawn. Rows count downwards, so y
    /// is never positive.
    pub(super) fn drawn(&self, square: Square) -> Option<Square> {
        let column = self.columns.places.get(&square.x)?;
        let row = self.rows.places.get(&square.y)?;
        Some(Square {
            x: *column,
            y: row + 1 - self.rows.count,
        })
    }

    /// Returns the place of a square in the figure, or `None` if it is not drawn.
    pub(super) fn place(&self, square: Square) -> Option<Place> {
        let drawn = self.drawn(square)?;
        Some(Place {
            x: drawn.x * UNIT,
            y: -drawn.y * UNIT,
        })
    }

    /// Returns the origin that puts a square in its place in the diagram.
    pub(super) fn origin_for(&self, square: Square) -> Option<Square> {
        let drawn = self.drawn(square)?;
        Some(Square {
            x: square.x.checked_sub(drawn.x)?,
            y: square.y.checked_sub(drawn.y)?,
        })
    }

    /// Returns true if the whole card is drawn.
    pub(super) fn shows(&self, placement: &Placement) -> bool {
        let squares = placement.squares().into_iter().flatten();
        squares
            .filter(|&square| self.drawn(square).is_some())
            .count()
            == 2
    }
}
