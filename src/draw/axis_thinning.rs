//! Thinning of the names of columns and rows at the edges of a board: if there is no room for all,
//! only every second, every fifth or none is shown.

use super::axis_names::{Axis, AxisName};
use super::measure::Measure;
use super::text_width;

/// Names at an edge that are left out for lack of room, from the fewest to all of them.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Thinning {
    AllShown,
    EverySecond,
    EveryFifth,
    NoneShown,
}

/// Returns the names at an edge for which there is room.
pub(super) fn thinned(
    names: &[AxisName],
    letter_size: i32,
    measure: Measure,
    axis: Axis,
) -> (Vec<&AxisName>, Thinning) {
    let names: Vec<&AxisName> = names.iter().filter(|name| name.in_picture).collect();
    let nearest = names
        .windows(2)
        .map(|pair| (pair[1].at - pair[0].at).abs())
        .min();
    let (Some(nearest), Some(_)) = (nearest, measure.width()) else {
        return (names, Thinning::AllShown);
    };
    // A sign close to the number before it would look like an operator between the two.
    let has_signs = names.iter().any(|name| name.name.starts_with(['+', '-']));
    let gap = if has_signs {
        letter_size * 3 / 5
    } else {
        letter_size / 5
    };
    let needed = if axis == Axis::Columns {
        names
            .iter()
            .map(|name| text_width::width(&name.shown(), letter_size))
            .max()
            .unwrap_or(0)
            + gap
    } else {
        letter_size
    };
    let steps = [
        (1_u8, Thinning::AllShown),
        (2, Thinning::EverySecond),
        (5, Thinning::EveryFifth),
    ];
    match steps
        .into_iter()
        .find(|(step, _)| nearest.saturating_mul(i32::from(*step)) >= needed)
    {
        Some((step, thinning)) => (
            names.into_iter().step_by(usize::from(step)).collect(),
            thinning,
        ),
        None => (Vec::new(), Thinning::NoneShown),
    }
}
