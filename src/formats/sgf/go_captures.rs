//! Behaviour of a program for Go with the stones of a turn.

use crate::games::pippinzip::board::{Point, PointSet};
use crate::games::pippinzip::{Colour, Stones};

/// Returns true if a program for Go would capture stones after a stone is played as a move.
pub(super) fn go_would_capture(stones: &Stones, point: Point) -> bool {
    let Some(colour) = stones.at(point) else {
        return false;
    };
    let others = point
        .beside(stones.size())
        .filter(|&beside| stones.at(beside) == Some(colour.other()));
    others
        .chain([point])
        .any(|member| !has_liberty(stones, member))
}

fn has_liberty(stones: &Stones, point: Point) -> bool {
    let colour: Option<Colour> = stones.at(point);
    let mut seen = PointSet::default();
    seen.insert(point);
    let mut pending = vec![point];
    while let Some(member) = pending.pop() {
        for beside in member.beside(stones.size()) {
            match stones.at(beside) {
                None => return true,
                stone if stone == colour && !seen.contains(beside) => {
                    seen.insert(beside);
                    pending.push(beside);
                }
                Some(_) => {}
            }
        }
    }
    false
}
