//! The steps of a turn for the generator and for interactive input: rows and their removal (G4),
//! pushes (G3), and the position after each step.
//!
//! These functions are independent of [`super::rules`] and [`super::rows`], so that tests can
//! compare the generator with the rules.

use super::board::{BoardLine, PushLine, Spot};
use super::position::{Colour, Decision, Piece, PieceKind, Position};
use super::setup::{Setup, Variant};
use super::turn::{Item, Items, Push};

/// Consecutive pieces on a line, in its order. Around a row, this is what the rules call the
/// segment (G4.2).
pub(super) type Stretch = Vec<(Spot, Piece)>;

/// Returns the run of pieces around each of the seat's own rows of four or more, in the order of
/// its line.
pub(super) fn stretches(position: &Position, me: Colour) -> Vec<Stretch> {
    let mut found = Vec::new();
    let own = position.text.pieces.of_colour(me);
    // A line with fewer than four own pieces has no row.
    let may_have_row =
        |line: &&BoardLine| !line.middle().and(own).is_empty() && line.set().and(own).len() >= 4;
    for line in BoardLine::all().iter().filter(may_have_row) {
        // The start of the current run of pieces, the number of own pieces in a row up to here, and
        // the maximum of that number. `None` marks the end of the line.
        let mut start = 0;
        let mut run = 0;
        let mut longest = 0;
        let spots = line.spots();
        for (index, spot) in spots.iter().map(Some).chain([None]).enumerate() {
            if let Some(piece) = spot.and_then(|&spot| position.text.pieces.at(spot)) {
                run = if piece.colour == me { run + 1 } else { 0 };
                longest = longest.max(run);
                continue;
            }
            if longest >= 4 {
                let stretch = spots[start..index]
                    .iter()
                    .filter_map(|&spot| Some((spot, position.text.pieces.at(spot)?)));
                found.push(stretch.collect());
            }
            (start, run, longest) = (index + 1, 0, 0);
        }
    }
    found
}

/// Returns the sets of pieces that one removal from `stretches` may take, each set of spots once.
/// Lazy, as a full board has thousands of them.
pub(super) fn possible_removals(stretches: &[Stretch]) -> impl Iterator<Item = Stretch> {
    stretches
        .iter()
        .enumerate()
        .flat_map(move |(index, stretch)| {
            let gipfs = stretch
                .iter()
                .filter(|(_, piece)| piece.kind.is_gipf())
                .count();
            let taken = (0..1_u32 << gipfs).map(|choice| removal_of_choice(stretch, choice));
            taken.filter(move |taken| {
                !taken.is_empty()
                    && !stretches[..index]
                        .iter()
                        .any(|other| may_take(other, taken))
            })
        })
}

/// Returns the single pieces of a stretch, and those of its GIPF pieces whose bit is set in
/// `choice`.
fn removal_of_choice(stretch: &Stretch, choice: u32) -> Stretch {
    let mut gipfs = 0;
    let is_taken = |(_, piece): &(Spot, Piece)| {
        gipfs += u32::from(piece.kind.is_gipf());
        !piece.kind.is_gipf() || choice >> (gipfs - 1) & 1 == 1
    };
    stretch.iter().copied().filter(is_taken).collect()
}

/// Returns true if one removal from `stretch` may take exactly these pieces.
fn may_take(stretch: &Stretch, taken: &Stretch) -> bool {
    let is_taken = |piece: &(Spot, Piece)| taken.contains(piece);
    taken.iter().all(|piece| stretch.contains(piece))
        && stretch
            .iter()
            .all(|piece| piece.1.kind.is_gipf() || is_taken(piece))
}

/// Returns true if a row must be removed.
pub(super) fn must_remove(stretches: &[Stretch]) -> bool {
    stretches
        .iter()
        .flatten()
        .any(|(_, piece)| !piece.kind.is_gipf())
}

/// Returns the items of a removal, and the position without its pieces.
pub(super) fn remove_pieces(
    me: Colour,
    position: Position,
    taken: &[(Spot, Piece)],
) -> (Items, Position) {
    let mut after = position;
    for &(spot, piece) in taken {
        after.text.pieces.set(spot, None);
        let worth = piece.kind.weight();
        if piece.colour == me {
            after.text.reserve[me.index()] += worth;
        } else {
            after.text.lost[piece.colour.index()] += worth;
        }
    }
    let item = |&(spot, piece): &(Spot, Piece)| Item {
        kind: piece.kind,
        spot: spot.into(),
        other_seat: piece.colour != me,
    };
    (taken.iter().map(item).collect(), after)
}

/// Returns the decision of the game if a removal by `me` took the last GIPF piece of a seat (G6.1).
pub(super) fn decision_after_removal(
    setup: &Setup,
    me: Colour,
    position: &Position,
) -> Option<Decision> {
    let none_left = |colour: Colour| {
        let mut pieces = Spot::all().filter_map(|spot| position.text.pieces.at(spot));
        pieces.all(|piece| !piece.kind.is_gipf() || piece.colour != colour)
            && !position.text.owes_first[colour.index()]
    };
    let decide = |winner, reason| {
        Some(Decision {
            winner,
            rule: "G6.1",
            reason,
        })
    };
    match setup.variant {
        Variant::Basic => None,
        _ if none_left(me.other()) => decide(me, "a removal took the other seat's last GIPF piece"),
        _ if none_left(me) => decide(
            me.other(),
            "a removal took the remover's own last GIPF piece",
        ),
        _ => None,
    }
}

/// Returns true if a seat whose reserve is not empty may introduce a piece of this kind.
pub(super) fn may_push(position: &Position, me: Colour, kind: PieceKind) -> bool {
    match kind {
        PieceKind::Gipf => {
            position.text.may_introduce[me.index()]
                && position.text.reserve[me.index()] >= kind.weight()
        }
        PieceKind::Single => !position.text.owes_first[me.index()],
    }
}

/// Returns the number of pieces that a push on a line moves, and the spot that the last of them
/// reaches. Returns `None` if the line is full.
pub(super) fn landing_of_push(position: &Position, line: PushLine) -> Option<(usize, Spot)> {
    let all = position.text.pieces.all();
    (0..)
        .zip(line.path())
        .find(|&(_, spot)| !all.contains(spot))
}

/// Returns the notation of a push on a line that moves `moved` pieces, the last of them to
/// `landing`.
pub(super) fn push_notation(line: PushLine, kind: PieceKind, moved: usize, landing: Spot) -> Push {
    Push {
        kind,
        from: (moved > 0).then(|| line.dot.into()),
        to: landing.into(),
    }
}

/// Returns the position after a push that moves `moved` pieces.
pub(super) fn push_piece(
    me: Colour,
    position: Position,
    line: PushLine,
    kind: PieceKind,
    moved: usize,
) -> Position {
    let mine = me.index();
    let mut after = position;
    let mut moving = Some(Piece { colour: me, kind });
    for spot in line.path().take(moved + 1) {
        after.text.pieces.set(spot, moving);
        moving = position.text.pieces.at(spot);
    }
    after.text.reserve[mine] -= kind.weight();
    after.text.owes_first[mine] = false;
    after.text.may_introduce[mine] = kind.is_gipf();
    after
}
