//! Windows on boards whose lines are numbered, which may reach beyond what lies there so far.

use super::axis::AxisName;
use super::place::{Place, Rect, UNIT};
use super::scene::Scene;

/// The farthest line that a window may reach, from the nearest that has a name.
const FARTHEST: i32 = 60;

/// The number of a line: `+3`.
fn number(name: &str) -> Option<i32> {
    name.strip_prefix('+').unwrap_or(name).parse().ok()
}

/// Where a numbered line is, by the nearest that has a name; nowhere if it is among those that are left out.
fn line(names: &[AxisName], wanted: i32, way: i32) -> Option<i32> {
    let numbered = || names.iter().filter_map(|name| Some((number(&name.name)?, name.at)));
    let is_within = numbered().any(|(known, _)| known < wanted) && numbered().any(|(known, _)| known > wanted);
    let (nearest, at) = numbered().min_by_key(|(known, _)| known.abs_diff(wanted))?;
    if is_within && nearest != wanted {
        return None;
    }
    let lines = wanted.checked_sub(nearest).filter(|lines| lines.abs() <= FARTHEST)?;
    Some(at + lines * way * UNIT)
}

/// A place by the numbers of its column and row, `+3-2`, whether anything is near it or not.
pub(super) fn on_grid(scene: &Scene, name: &str) -> Option<Place> {
    let (column, row) = numbers(name)?;
    Some(Place { x: line(&scene.columns, column, 1)?, y: line(&scene.rows, row, -1)? })
}

/// The same among lines that have names, however the board is turned.
pub(super) fn on_lines(columns: &[AxisName], rows: &[AxisName], name: &str) -> Option<Place> {
    let (column, row) = numbers(name)?;
    let find =
        |names: &[AxisName], wanted| names.iter().find(|name| number(&name.name) == Some(wanted)).map(|name| name.at);
    Some(Place { x: find(columns, column)?, y: find(rows, row)? })
}

/// The numbers of a column and a row.
fn numbers(name: &str) -> Option<(i32, i32)> {
    let second = name.get(1..)?.find(['+', '-'])? + 1;
    Some((number(name.get(..second)?)?, number(name.get(second..)?)?))
}

/// Names the lines of a window that have none yet.
pub(super) fn name_lines(scene: &mut Scene, window: Rect) {
    for (names, from, to, way) in
        [(&mut scene.columns, window.from.x, window.to.x, 1), (&mut scene.rows, window.from.y, window.to.y, -1)]
    {
        let numbered: Vec<(i32, i32)> = names.iter().filter_map(|name| Some((number(&name.name)?, name.at))).collect();
        let (Some(low), Some(high)) =
            (numbered.iter().min_by_key(|(_, at)| *at), numbered.iter().max_by_key(|(_, at)| *at))
        else {
            continue;
        };
        let mut add = |(nearest, at): (i32, i32), lines: i32| {
            let name = format!("{:+}", nearest + lines * way);
            names.push(AxisName::new(at + lines * UNIT, name));
        };
        (1..=(low.1 - from).max(0) / UNIT).for_each(|lines| add(*low, -lines));
        (1..=(to - high.1).max(0) / UNIT).for_each(|lines| add(*high, lines));
        names.sort_by_key(|name| if way > 0 { name.at } else { -name.at });
    }
}

/// A window with all of each card that it would cut.
pub(super) fn whole_outlines(scene: &Scene, window: Rect) -> Rect {
    if !scene.cells || window.size() == Place::default() {
        return window;
    }
    // What is marked as a whole and larger than its place is a card.
    let cards = scene.outlines.values().filter_map(|corners| Rect::around(corners.iter().copied()));
    let cards: Vec<Rect> = cards.filter(|card| card.size().x.max(card.size().y) > UNIT * 3 / 2).collect();
    // A window that is wider may cut others: at most all of them are in it.
    let mut window = window;
    for _ in 0..=cards.len() {
        let wider = with_whole(&cards, window);
        if wider == window {
            break;
        }
        window = wider;
    }
    window
}

/// A window with all of each card that it cuts.
fn with_whole(cards: &[Rect], window: Rect) -> Rect {
    let half = Place { x: UNIT / 2, y: UNIT / 2 };
    let cut = cards.iter().filter(|card| {
        let inner = window.widened(UNIT / 2).cut_to(**card);
        inner.size().x > UNIT / 4 && inner.size().y > UNIT / 4
    });
    cut.fold(window, |window, card| {
        let round = |value: i32| (value + UNIT / 2).div_euclid(UNIT) * UNIT;
        let (from, to) = (card.from.plus(half), card.to.minus(half));
        let places = [from, to].map(|at| Place { x: round(at.x), y: round(at.y) });
        Rect::around([window.from, window.to, places[0], places[1]]).unwrap_or(window)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn squares(from: (i32, i32), to: (i32, i32)) -> Rect {
        let at = |(x, y): (i32, i32)| Place { x: x * UNIT, y: y * UNIT };
        Rect { from: at(from), to: at(to) }
    }

    #[test]
    fn a_window_cuts_no_card() {
        let mut scene = Scene { cells: true, ..Scene::default() };
        for (name, from, to) in
            [("1", (0, 0), (1, 0)), ("2", (1, 1), (2, 1)), ("3", (2, -1), (2, 0)), ("4", (4, 4), (5, 4))]
        {
            scene.add_outline(name, squares(from, to).widened(UNIT / 2).corners().to_vec());
        }
        // The first card is cut; with it whole the second is, and with that the third.
        assert_eq!(whole_outlines(&scene, squares((0, 0), (0, 1))), squares((0, -1), (2, 1)));
        // What cuts none stays as it is.
        for (from, to) in [((0, 0), (1, 0)), ((3, 1), (3, 3)), ((-2, -2), (6, 6))] {
            assert_eq!(whole_outlines(&scene, squares(from, to)), squares(from, to));
        }
    }
}
