//! Parts of one turn of GIPF, its push above all, for the formats that read or write GIPF. Whether
//! the turn is legal is a question for `gipf_rules.rs`.
//!
//! The notation of a turn: `Ga2-c4; xb4,c4` pushes a GIPF piece (`G`, two stacked pieces) from the
//! dot `a2`, a point at the edge, along a line. The last piece that moves reaches the spot `c4`.
//! Then the pieces of a row are removed. A push into an empty spot is written as that spot: `b3`. A
//! bare `x` removes the row without naming its pieces.

use crate::games::Language;
use crate::games::gipf::board::{BoardLine, PushLine, Spot};
use crate::games::gipf::{Action, Colour, Gipf, Items, Pieces, Push, Turn};

/// Returns the push of a turn.
pub(super) fn push_of(turn: &Turn) -> Option<Push> {
    turn.actions.iter().find_map(|action| match action {
        Action::Push(push) => Some(*push),
        Action::Remove(_) => None,
    })
}

/// Returns the same turn with another push.
pub(super) fn with_push(turn: &Turn, push: Push) -> Turn {
    let actions = turn.actions.iter().map(|action| match action {
        Action::Push(_) => Action::Push(push),
        Action::Remove(items) => Action::Remove(items.clone()),
    });
    Turn {
        actions: actions.collect(),
    }
}

/// Returns the line of a push. If it names only a spot, the push comes from the first dot beside
/// that spot.
pub(super) fn line_of(push: Push) -> Option<PushLine> {
    let to = push.to.spot()?;
    let is_line_of_push = |line: &PushLine| match push.from {
        Some(from) => from.point() == Some(line.dot) && line.path().any(|spot| spot == to),
        None => line.path().next() == Some(to),
    };
    PushLine::all()
        .filter(is_line_of_push)
        .min_by_key(|line| line.dot)
}

/// Returns the push as some formats write it: to the first spot that it passes, and always with its
/// dot.
pub(super) fn to_first_spot(push: Push) -> Option<Push> {
    let line = line_of(push)?;
    Some(Push {
        from: Some(line.dot.into()),
        to: line.path().next()?.into(),
        ..push
    })
}

/// Returns the row of a colour on a line: at least four adjacent pieces (G4.1).
pub(super) fn row_on(pieces: &Pieces, line: &BoardLine, colour: Colour) -> Option<Vec<Spot>> {
    let is_own = |spot: &Spot| pieces.at(*spot).is_some_and(|piece| piece.colour == colour);
    let runs = line.spots().split(|spot| !is_own(spot));
    runs.max_by_key(|run| run.len())
        .filter(|run| run.len() >= 4)
        .map(<[Spot]>::to_vec)
}

/// Returns the turn with each removal written as a bare `x`.
pub(super) fn with_bare_removals(turn: &Turn) -> Turn {
    let actions = turn.actions.iter().map(|action| match action {
        Action::Push(push) => Action::Push(*push),
        Action::Remove(_) => Action::Remove(Items::new()),
    });
    Turn {
        actions: actions.collect(),
    }
}

/// Parses a turn of the notation.
pub(super) fn parse_turn(text: &str) -> Option<Turn> {
    Gipf::parse_turn(text).ok()
}
