//! Judging a turn (T2), and the end of a game (T2.2, T2.3).

use super::board::Mark;
use super::fault::Kind;
use super::position::Position;
use super::turn::Turn;
use super::{Setup, Tictactoe, codes, narration};
use crate::games::{self, Judge, Observer, Part, Verdict};
use crate::notation::{Points, Standing};

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

/// Returns how the rules ended the game.
pub(super) fn verdict(position: &Position) -> Option<Verdict> {
    if let Some((line, mark)) = position.full_line() {
        return Some(Verdict {
            standing: Standing::win_for(mark.seat(), 2),
            rule: "T2.2",
            reason: match mark {
                Mark::Cross => "three crosses are in a line",
                Mark::Nought => "three noughts are in a line",
            },
            marks: line.iter().map(ToString::to_string).collect(),
        });
    }
    if position.empty_squares().next().is_some() {
        return None;
    }
    Some(Verdict {
        standing: Standing([Points::Half; 2].into_iter().collect()),
        rule: "T2.3",
        reason: "the board is full",
        marks: Vec::new(),
    })
}
