//! Effects of the parts of a turn, pushes and removals, in words.

use super::board::{PushLine, Spot, SpotSet};
use super::pieces::Colour;
use super::position::Position;
use super::removal;
use super::rows::{Row, rows};
use super::turn::{Action, Push};
use crate::games::{StepText, and, or};

/// Notation of a removal in the record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum RemovalNotation {
    /// The removal list of one row.
    Row,
    /// Part of a list of several rows: row `index`, from 0, of `count` rows.
    Among { count: usize, index: usize },
    /// A bare `x`.
    Bare,
    /// One of several bare `x` whose order does not matter.
    BareInAnyOrder,
    /// A waived list that no rule allows.
    Irregular,
}

/// Narrates a push, which led to `after`. `ends_right` is true if it ended the seat's right to
/// introduce GIPF pieces.
pub(super) fn push(
    after: &Position,
    push: &Push,
    line: PushLine,
    landing: Spot,
    ends_right: bool,
) -> StepText {
    let colour = after.text.to_move;
    let edge = line.edge();
    let piece = if push.kind.is_gipf() {
        "GIPF piece, two pieces of its reserve,"
    } else {
        "piece of its reserve"
    };
    let moves = moves_of_run(line, landing);
    let entry = match (push.from, moves.as_slice()) {
        (None, _) => format!("{edge}, which is empty: nothing else moves."),
        (Some(_), []) => format!(
            "the dot {} and pushes it to {edge}, which is empty: nothing else moves.",
            line.dot
        ),
        (Some(_), moves) => format!(
            "the dot {} and pushes it to {edge}: there the run moves on, {}.",
            line.dot,
            and(moves)
        ),
    };
    let mut effect = format!(
        "{} puts a {piece} on {entry} {} left in reserve.",
        colour.name(),
        are(after.text.reserve[colour.index()])
    );
    if ends_right {
        effect.push_str(&format!(
            " It is a single piece: from now on, {} cannot introduce GIPF pieces.",
            colour.name()
        ));
    }
    let implicit = if push.from.is_none() {
        Some(dots_of(edge))
    } else {
        None
    };
    StepText::new(effect).with_implicit(implicit)
}

/// Returns the moves of the pieces before the pushed one, the last piece of the run first: `c3 to
/// c4`.
fn moves_of_run(line: PushLine, landing: Spot) -> Vec<String> {
    let before_landing = line.path().take_while(|&spot| spot != landing);
    let path: Vec<Spot> = before_landing.chain([landing]).collect();
    let steps = path.windows(2).rev();
    steps
        .map(|step| format!("{} to {}", step[0], step[1]))
        .collect()
}

/// Returns a number with its verb: `1 is`, `12 are`.
fn are(count: u32) -> String {
    if count == 1 {
        "1 is".to_owned()
    } else {
        format!("{count} are")
    }
}

/// Lists the dots from which a push enters an empty spot.
fn dots_of(spot: Spot) -> String {
    let mut dots: Vec<String> = PushLine::onto_edge(spot)
        .map(|line| line.dot.to_string())
        .collect();
    dots.sort_unstable();
    format!(
        "The dot is not written: {} are possible, with the same effect.",
        or(dots)
    )
}

/// Lists pieces as items of a removal, joined by commas and `and`.
fn listed(position: &Position, colour: Colour, spots: SpotSet) -> String {
    and(removal::items(position, colour, spots))
}

/// Narrates a removal between two positions.
pub(super) fn removal(
    before: &Position,
    after: &Position,
    spots: SpotSet,
    notation: RemovalNotation,
) -> StepText {
    let colour = before.text.to_move;
    let own = spots.and(before.text.pieces.of_colour(colour));
    let captured = spots.without(own);
    let row = explaining_row(before, spots);
    let mut effect = removed_row(before, row.as_ref());
    if !own.is_empty() {
        let reserve = |position: &Position| position.text.reserve[colour.index()];
        let verb = if own.len() == 1 { "goes" } else { "go" };
        effect.push_str(&format!(
            " {} {verb} back to the reserve, which grows from {} to {}.",
            listed(before, colour, own),
            reserve(before),
            reserve(after)
        ));
    }
    if !captured.is_empty() {
        let verb = if captured.len() == 1 { "is" } else { "are" };
        effect.push_str(&format!(
            " {} {verb} captured.",
            listed(before, colour, captured)
        ));
    }
    let stay = row.map_or(SpotSet::EMPTY, |row| row.gipf(before).without(spots));
    if !stay.is_empty() {
        let verb = if stay.len() == 1 { "stays" } else { "stay" };
        effect.push_str(&format!(" {} {verb}.", listed(before, colour, stay)));
    }
    let list = Action::Remove(removal::items(before, colour, spots)).to_string();
    StepText::new(effect).with_implicit(implicit_list(notation, &list))
}

/// Returns the row that explains a removal; of crossing rows, the longest one.
fn explaining_row(position: &Position, spots: SpotSet) -> Option<Row> {
    rows(position, position.text.to_move)
        .filter(|row| row.singles(position).is_within(spots) && spots.is_within(row.segment))
        .max_by_key(|row| row.segment.len())
}

/// Returns the sentences on the row whose pieces are removed.
fn removed_row(position: &Position, row: Option<&Row>) -> String {
    let colour = position.text.to_move;
    let name = colour.name();
    let Some(row) = row else {
        return format!("{name} removes the listed pieces.");
    };
    let mut effect = format!("{name} has a row on {}.", and(row.own.in_line_order()));
    let attached = row.segment.without(row.own);
    if !attached.is_empty() {
        effect.push_str(&format!(
            " Attached to it: {}.",
            listed(position, colour, attached)
        ));
    }
    effect
}

/// Returns the sentence on what the notation of a removal leaves out; `list` is the removal as a
/// list.
fn implicit_list(notation: RemovalNotation, list: &str) -> Option<String> {
    match notation {
        RemovalNotation::Row | RemovalNotation::Irregular => None,
        RemovalNotation::Bare => Some(format!("`x` means `{list}`, the only possible removal.")),
        RemovalNotation::BareInAnyOrder => Some(format!(
            "`x` means `{list}`: the rows leave the same position in any order."
        )),
        RemovalNotation::Among { count, index } => Some(format!(
            "The list covers {count} rows, one after the other; number {} is `{list}`.",
            index + 1
        )),
    }
}
