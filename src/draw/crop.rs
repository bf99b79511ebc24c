//! Crop windows on boards with numbered lines, which may extend beyond the pieces on the board.
//!
//! The columns and rows of a table are numbered: `+3-2` is the square in column 3 and row -2. The
//! figure names only those *lines* that have something on them or beside them.

use super::axis_names::AxisName;
use super::geometry::{Place, Rect, Rotation, UNIT};
use super::scene::{BoardSymmetry, Scene};
use super::view::Lines;

/// Maximum distance of a window's edge from the nearest named line.
const FARTHEST: i32 = 60;

/// Parses the number of a line: `+3`.
pub(super) fn parse_line_number(name: &str) -> Option<i32> {
    name.strip_prefix('+').unwrap_or(name).parse().ok()
}

/// Numbered line: a column or row with its number.
#[derive(Clone, Copy)]
struct NumberedLine {
    number: i32,
    /// The x coordinate of a column, or the y coordinate of a row.
    offset: i32,
}

/// Returns the named lines whose names are numbers.
fn numbered_lines(names: &[AxisName]) -> Vec<NumberedLine> {
    let mut lines = Vec::new();
    for name in names {
        if let Some(number) = parse_line_number(&name.name) {
            lines.push(NumberedLine {
                number,
                offset: name.at,
            });
        }
    }
    lines
}

/// Returns the coordinate of a numbered line, counted from the nearest named line, or `None` if it
/// is one of those left out. `way` is 1 if the numbers rise with the coordinates, and -1 if they
/// fall.
fn line_coordinate(names: &[AxisName], wanted: i32, way: i32) -> Option<i32> {
    let lines = numbered_lines(names);
    let nearest = lines
        .iter()
        .min_by_key(|line| line.number.abs_diff(wanted))?;
    let has_lower = lines.iter().any(|line| line.number < wanted);
    let has_higher = lines.iter().any(|line| line.number > wanted);
    let is_left_out = has_lower && has_higher && nearest.number != wanted;
    if is_left_out {
        return None;
    }
    let steps = wanted.checked_sub(nearest.number)?;
    if steps.abs() > FARTHEST {
        return None;
    }
    Some(nearest.offset + steps * way * UNIT)
}

/// Returns the place with the numbers of a column and a row, `+3-2`, whether anything is near it or
/// not.
pub(super) fn place_on_grid(scene: &Scene, name: &str) -> Option<Place> {
    let (column, row) = parse_line_numbers(name)?;
    Some(Place {
        x: line_coordinate(&scene.columns, column, 1)?,
        y: line_coordinate(&scene.rows, row, -1)?,
    })
}

/// Returns the place of a square between the named columns and rows.
pub(super) fn place_within_lines(scene: &Scene, name: &str) -> Option<Place> {
    let (column, row) = parse_line_numbers(name)?;
    let is_between = |names: &[AxisName], number: i32| {
        let lines = numbered_lines(names);
        let has_lower = lines.iter().any(|line| line.number <= number);
        let has_higher = lines.iter().any(|line| line.number >= number);
        has_lower && has_higher
    };
    if !is_between(&scene.columns, column) || !is_between(&scene.rows, row) {
        return None;
    }
    place_on_grid(scene, name)
}

/// Returns the window around the places of a window after a rotation.
pub(super) fn rotated_window(scene: &Scene, window: Rect, rotation: Rotation) -> Rect {
    let rotated = |place: Place| rotation.applied(place);
    let around = match scene.symmetry {
        BoardSymmetry::Quarters => Rect::around(window.corners().map(rotated)),
        BoardSymmetry::Sixths if rotation.degrees() % 180 == 0 => {
            Rect::around(window.corners().map(rotated))
        }
        // The corners of an upright window are not places of a hexagon.
        BoardSymmetry::Sixths => {
            let inside = scene.sites.places().filter(|place| window.contains(*place));
            Rect::around(inside.map(rotated))
        }
    };
    around.unwrap_or(window)
}

/// Returns the window from the first to the last of some lines, and names the lines in it.
pub(super) fn window_of_lines(scene: &mut Scene, lines: Lines) -> Option<Rect> {
    let Lines { columns, rows } = lines;
    let corner = |index: usize| {
        Some(Place {
            x: line_coordinate(&scene.columns, columns[index], 1)?,
            y: line_coordinate(&scene.rows, rows[index], -1)?,
        })
    };
    let window = Rect::around([corner(0)?, corner(1)?])?;
    let offsets = |names: &[AxisName]| names.iter().map(|name| name.at).collect::<Vec<_>>();
    let named_columns = offsets(&scene.columns);
    let named_rows = offsets(&scene.rows);
    name_lines(scene, window);
    // Only the figures of a series have such a window. Their pictures also name the lines of an
    // empty table, which other pictures do not (`in_picture`).
    for (names, ends) in [
        (&mut scene.columns, [window.from.x, window.to.x]),
        (&mut scene.rows, [window.from.y, window.to.y]),
    ] {
        for name in names {
            name.in_picture |= (ends[0]..=ends[1]).contains(&name.at);
        }
    }
    // Text names only lines that something lies on or beside.
    for (names, named_before) in [
        (&mut scene.columns, named_columns),
        (&mut scene.rows, named_rows),
    ] {
        for name in names {
            name.in_text &= named_before.contains(&name.at);
        }
    }
    Some(window.widened(UNIT / 2))
}

/// Returns the place where a named column and a named row cross, whatever the rotation of the
/// board.
pub(super) fn place_on_named_lines(
    columns: &[AxisName],
    rows: &[AxisName],
    name: &str,
) -> Option<Place> {
    let (column, row) = parse_line_numbers(name)?;
    let find = |names: &[AxisName], wanted| {
        names
            .iter()
            .find(|name| parse_line_number(&name.name) == Some(wanted))
            .map(|name| name.at)
    };
    Some(Place {
        x: find(columns, column)?,
        y: find(rows, row)?,
    })
}

/// Parses the numbers of a column and a row.
pub(super) fn parse_line_numbers(name: &str) -> Option<(i32, i32)> {
    // The second sign begins the row.
    let start_of_row = name.get(1..)?.find(['+', '-'])? + 1;
    let (column, row) = name.split_at_checked(start_of_row)?;
    Some((parse_line_number(column)?, parse_line_number(row)?))
}

/// Names the lines of a window that have no name yet.
pub(super) fn name_lines(scene: &mut Scene, window: Rect) {
    // The numbers of columns rise with the coordinates, and those of rows fall.
    for (names, from, to, way) in [
        (&mut scene.columns, window.from.x, window.to.x, 1),
        (&mut scene.rows, window.from.y, window.to.y, -1),
    ] {
        let lines = numbered_lines(names);
        let (Some(first), Some(last)) = (
            lines.iter().min_by_key(|line| line.offset),
            lines.iter().max_by_key(|line| line.offset),
        ) else {
            continue;
        };
        let mut add_name = |nearest: &NumberedLine, steps: i32| {
            let name = format!("{:+}", nearest.number + steps * way);
            names.push(AxisName::new(nearest.offset + steps * UNIT, name));
        };
        for steps in 1..=(first.offset - from).max(0) / UNIT {
            add_name(first, -steps);
        }
        for steps in 1..=(to - last.offset).max(0) / UNIT {
            add_name(last, steps);
        }
        let are_columns = way > 0;
        if are_columns {
            AxisName::sort_columns(names);
        } else {
            AxisName::sort_rows(names);
        }
    }
}

/// Extends a window so that it cuts no card.
pub(super) fn with_whole_cards(scene: &Scene, window: Rect) -> Rect {
    // Cards have squares with edges.
    if !scene.cells {
        return window;
    }
    // Only cards are outlined as a whole and larger than their place.
    let cards: Vec<Rect> = scene
        .outlines
        .values()
        .filter_map(|corners| Rect::around(corners.iter().copied()))
        .filter(|card| card.size().x.max(card.size().y) > UNIT * 3 / 2)
        .collect();
    // A wider window may cut other cards, so this is repeated, at most once per card.
    let mut window = window;
    for _ in 0..=cards.len() {
        let wider = extended_by_cut_cards(&cards, window);
        if wider == window {
            break;
        }
        window = wider;
    }
    window
}

/// Extends a window by the cards that it cuts.
fn extended_by_cut_cards(cards: &[Rect], window: Rect) -> Rect {
    let half = Place {
        x: UNIT / 2,
        y: UNIT / 2,
    };
    // Cards and windows end at the edges of squares, so that a cut card has a whole square within
    // the window; one that only touches the window has nothing within it.
    let cut = cards.iter().filter(|card| {
        let inner = window.widened(UNIT / 2).cut_to(**card);
        inner.size().x > UNIT / 4 && inner.size().y > UNIT / 4
    });
    cut.fold(window, |window, card| {
        // The centres of the outermost squares of the card, which are at whole steps.
        let round = |value: i32| (value + UNIT / 2).div_euclid(UNIT) * UNIT;
        let from = card.from.plus(half);
        let to = card.to.minus(half);
        let places = [from, to].map(|place| Place {
            x: round(place.x),
            y: round(place.y),
        });
        Rect::around([window.from, window.to, places[0], places[1]]).unwrap_or(window)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn squares(from: (i32, i32), to: (i32, i32)) -> Rect {
        let place = |(x, y): (i32, i32)| Place {
            x: x * UNIT,
            y: y * UNIT,
        };
        Rect {
            from: place(from),
            to: place(to),
        }
    }

    #[test]
    fn a_crop_never_cuts_a_card() {
        let mut scene = Scene {
            cells: true,
            ..Scene::default()
        };
        for (name, from, to) in [
            ("1", (0, 0), (1, 0)),
            ("2", (1, 1), (2, 1)),
            ("3", (2, -1), (2, 0)),
            ("4", (4, 4), (5, 4)),
        ] {
            scene.add_outline(name, squares(from, to).widened(UNIT / 2).corners().to_vec());
        }
        // The window cuts the first card; extended, it cuts the second, and then the third.
        assert_eq!(
            with_whole_cards(&scene, squares((0, 0), (0, 1))),
            squares((0, -1), (2, 1))
        );
        assert_eq!(
            with_whole_cards(&scene, squares((5, 4), (5, 4))),
            squares((4, 4), (5, 4))
        );
        // A window that cuts no card is unchanged.
        for (from, to) in [
            ((0, 0), (1, 0)),
            ((3, 1), (3, 3)),
            ((3, 3), (3, 3)),
            ((-2, -2), (6, 6)),
        ] {
            assert_eq!(
                with_whole_cards(&scene, squares(from, to)),
                squares(from, to)
            );
        }
    }
}
