//! The steps of a turn for the generator and for interactive input: rows and their removal (G4),
//! pushes (G3), and the position after each step.
//!
//! A row is four or more pieces of one colour side by side on a line; its segment is the row with
//! all pieces that continue it. `me` is the colour of the seat to move.
//!
//! These functions are independent of [`super::rules`] and [`super::rows`], so that tests can
//! compare the generator with the rules.

use super::board::{BoardLine, PushLine, Spot};
use super::pieces::{Colour, Piece, PieceKind};
use super::position::{Decision, Position};
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
    // A line with fewer than four own pieces has no row, and every row covers the middle.
    let may_have_row =
        |line: &&BoardLine| !line.middle().and(own).is_empty() && line.set().and(own).len() >= 4;
    for line in BoardLine::all().iter().filter(may_have_row) {
        let mut stretch = Stretch::new();
        for &spot in line.spots() {
            match position.text.pieces.at(spot) {
                Some(piece) => stretch.push((spot, piece)),
                // An empty spot ends the stretch.
                None => keep_if_row(std::mem::take(&mut stretch), me, &mut found),
            }
        }
        keep_if_row(stretch, me, &mut found);
    }
    found
}

/// Adds a stretch to `found` if it contains four own pieces side by side.
fn keep_if_row(stretch: Stretch, me: Colour, found: &mut Vec<Stretch>) {
    let is_own_four = |pieces: &[(Spot, Piece)]| pieces.iter().all(|(_, piece)| piece.colour == me);
    if stretch.windows(4).any(is_own_four) {
        found.push(stretch);
    }
}

/// Returns the sets of pieces that one removal from `stretches` may take, each set of spots once.
/// Lazy, as a full board has thousands of them.
pub(super) fn possible_removals(stretches: &[Stretch]) -> impl Iterator<Item = Stretch> {
    stretches
        .iter()
        .enumerate()
        .flat_map(move |(index, stretch)| {
            let earlier = &stretches[..index];
            let is_new = move |taken: &Stretch| !earlier.iter().any(|other| may_take(other, taken));
            removals_from(stretch).filter(is_new)
        })
}

/// Returns the sets of pieces that a removal from one stretch may take: all of its single pieces,
/// and any of its GIPF pieces.
fn removals_from(stretch: &Stretch) -> impl Iterator<Item = Stretch> {
    let is_gipf = |(_, piece): &&(Spot, Piece)| piece.kind.is_gipf();
    let gipf_pieces = stretch.iter().filter(is_gipf).count();
    // A bit of the choice for each GIPF piece.
    let choices = 0..1_u32 << gipf_pieces;
    choices
        .map(move |choice| removal_of_choice(stretch, choice))
        .filter(|taken| !taken.is_empty())
}

/// Returns the single pieces of a stretch, and those of its GIPF pieces whose bit is set in
/// `choice`. The first GIPF piece has the lowest bit.
fn removal_of_choice(stretch: &Stretch, choice: u32) -> Stretch {
    let mut taken = Stretch::new();
    let mut remaining_choices = choice;
    for &(spot, piece) in stretch {
        let is_taken = if piece.kind.is_gipf() {
            let is_chosen = remaining_choices & 1 == 1;
            remaining_choices >>= 1;
            is_chosen
        } else {
            true
        };
        if is_taken {
            taken.push((spot, piece));
        }
    }
    taken
}

/// Returns true if one removal from `stretch` may take exactly these pieces.
fn may_take(stretch: &Stretch, taken: &Stretch) -> bool {
    let has_all_taken = taken.iter().all(|piece| stretch.contains(piece));
    let may_stay =
        |&(spot, piece): &(Spot, Piece)| piece.kind.is_gipf() || taken.contains(&(spot, piece));
    has_all_taken && stretch.iter().all(may_stay)
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

/// The end of a push on a line.
#[derive(Clone, Copy)]
pub(super) struct Landing {
    /// The number of pieces that the push moves on. 0 if the spot next to the dot is empty.
    pub(super) moved: usize,
    /// The spot that the last of them reaches, or else the pushed piece.
    pub(super) spot: Spot,
}

/// Returns the end of a push on a line, or `None` if the line is full.
pub(super) fn landing_of_push(position: &Position, line: PushLine) -> Option<Landing> {
    let all = position.text.pieces.all();
    let (moved, spot) = line
        .path()
        .enumerate()
        .find(|&(_, spot)| !all.contains(spot))?;
    Some(Landing { moved, spot })
}

/// Returns the notation of a push. If it moves no other piece, the dot is left out (G7.1).
pub(super) fn push_notation(line: PushLine, kind: PieceKind, landing: Landing) -> Push {
    let from = if landing.moved > 0 {
        Some(line.dot.into())
    } else {
        None
    };
    Push {
        kind,
        from,
        to: landing.spot.into(),
    }
}

/// Returns the position after a push.
pub(super) fn push_piece(
    me: Colour,
    position: Position,
    line: PushLine,
    kind: PieceKind,
    landing: Landing,
) -> Position {
    let mine = me.index();
    let mut after = position;
    let mut moving = Some(Piece { colour: me, kind });
    for spot in line.path().take(landing.moved + 1) {
        after.text.pieces.set(spot, moving);
        moving = position.text.pieces.at(spot);
    }
    after.text.reserve[mine] -= kind.weight();
    after.text.owes_first[mine] = false;
    after.text.may_introduce[mine] = kind.is_gipf();
    after
}
