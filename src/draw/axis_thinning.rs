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
    // A single name has no neighbour, and without a set width all names are shown.
    let (Some(nearest), Some(_)) = (nearest, measure.width()) else {
        return (names, Thinning::AllShown);
    };

    let needed = match axis {
        Axis::Columns => width_of_column_names(&names, letter_size),
        Axis::Rows => letter_size,
    };
    let settings = [
        (1_u8, Thinning::AllShown),
        (2, Thinning::EverySecond),
        (5, Thinning::EveryFifth),
    ];
    for (step, thinning) in settings {
        if nearest.saturating_mul(i32::from(step)) >= needed {
            let shown = names.into_iter().step_by(usize::from(step));
            return (shown.collect(), thinning);
        }
    }
    (Vec::new(), Thinning::NoneShown)
}

/// Returns the width that a name beside others needs: that of the widest, with a gap.
fn width_of_column_names(names: &[&AxisName], letter_size: i32) -> i32 {
    // A sign close to the number before it would look like an operator between the two.
    let has_signs = names.iter().any(|name| name.name.starts_with(['+', '-']));
    let gap = if has_signs {
        letter_size * 3 / 5
    } else {
        letter_size / 5
    };
    let widths = names
        .iter()
        .map(|name| text_width::width(&name.shown(), letter_size));
    widths.max().unwrap_or(0) + gap
}
