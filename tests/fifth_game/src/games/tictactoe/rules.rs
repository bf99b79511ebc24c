//! Judging a turn (T2).

use super::fault::Kind;
use super::position::Position;
use super::turn::Turn;
use super::{Setup, Tictactoe, codes, narration};
use crate::games::{self, Judge, Observer, Part};

type Judged<W> = games::Judged<Tictactoe, W>;

/// Plays a turn in an undecided position.
pub(super) fn play<W: Observer<Tictactoe>>(
    setup: &Setup,
    position: &mut Position,
    turn: &Turn,
    observer: &mut W,
) -> Judged<W> {
    let mut judge: Judge<'_, Tictactoe, W, ()> = Judge {
        setup,
        position,
        observer,
        notes: (),
    };
    let whole = Part::whole(0);

    let Some(square) = turn.square() else {
        return Err(judge.refuse(&codes::OFF_BOARD, "T1.1", whole, Kind::OffBoard));
    };
    judge.keeps("T1.1");

    if let Some(mark) = judge.position.at(square) {
        let kind = Kind::Occupied { square, mark };
        return Err(judge.refuse(&codes::OCCUPIED, "T2.1", whole, kind));
    }
    judge.keeps("T2.1");

    let mark = judge.position.to_move();
    judge.position.play(square);
    judge.record_effect(|_| narration::mark(mark, square));
    Ok(())
}
