//! The codes of Pip•Pip, in the order of P7: if an action has several faults, the first in this
//! order is reported.
//!
//! Each entry has a record that `fails` with the code and a `near` miss that is legal. `can_stand`
//! means that `[%irregular]` can waive the code.

use crate::findings::codes;

codes! {
    /// The square is not on the board.
    ///
    /// The board is the middle of a chessboard: four by four squares, `a1` to `d4`.
    OFF_BOARD = "pippip/off-board", Error, "P1.1";
    "a square that is not on the board",
    fails "[Game \"pippip\"]\n\n1. 5@e3/3\n",
    near "[Game \"pippip\"]\n\n1. 5@d3/3\n";

    /// A die is placed on an occupied square.
    OCCUPIED = "pippip/occupied", Error, "P3.1";
    "a die is placed on an occupied square",
    fails "[Game \"pippip\"]\n\n1. 5@b3/3 2. 6@b3/2\n",
    near "[Game \"pippip\"]\n\n1. 5@b3/3 2. 6@b2/2\n";

    /// The value is not a face of a die, or the north face equals the top face or the face opposite
    /// the top.
    ///
    /// Opposite faces add up to 7. With 5 on top, 2 is at the bottom, and the north face can be 1,
    /// 3, 4 or 6.
    IMPOSSIBLE_FACE = "pippip/impossible-face", Error, "P2.1";
    "an impossible die",
    fails "[Game \"pippip\"]\n\n1. 5@b3/2\n",
    near "[Game \"pippip\"]\n\n1. 5@b3/3\n";

    /// The turn pulls a value that the seat's own store does not hold.
    ///
    /// A die put aside keeps the value that was rolled. A die put aside in the same turn can be
    /// pulled at once, unless the option `store=roll` forbids it.
    NOT_IN_STORE = "pippip/not-in-store", Error, "P3.1";
    "a pull of a value that the store does not hold",
    fails "[Game \"pippip\"]\n\n1. 5s;*6@b3/2\n",
    near "[Game \"pippip\"]\n\n1. 5s;*5@b3/3\n";

    /// A die is put aside into a store that is full.
    ///
    /// A store holds at most three dice; the option `cap` can set another number.
    STORE_FULL = "pippip/store-full", Error, "P3.2", can_stand;
    "a die is put aside into a full store",
    fails "[Game \"pippip\"]\n\n1. 1s;2s;3s;4s;5@b3/3\n",
    near "[Game \"pippip\"]\n\n1. 1s;2s;3s;4@b3/5\n";

    /// After this roll, or after this die is put aside, the store could not be empty at the end.
    ///
    /// Each seat places eight dice, and at the end every store is empty. A seat that has as many
    /// dice in its store as placements left, including this turn, can only pull. A rolled die can
    /// be put aside if all dice then in the store can still be placed; under `store=roll`, the roll
    /// that must follow also takes a placement.
    STORE_MUST_EMPTY = "pippip/store-must-empty", Error, "P3.4", can_stand;
    "a store that could not be empty at the end",
    fails "[Game \"pippip\"]\n[Position \"L12D12L12D12/L12D12L12D12/L12D12L12D12/..L12D12 L 5 -\"]\n\n1. 6@a1/2\n",
    near "[Game \"pippip\"]\n[Position \"L12D12L12D12/L12D12L12D12/L12D12L12D12/..L12D12 L 5 -\"]\n\n1. *5@a1/3\n";

    /// Under the option `store=roll`, a seat pulls after putting a die aside in the same turn.
    ///
    /// The published rules have two readings. Under `store=turn`, the default, a seat that has put
    /// a die aside then rolls or pulls. Under `store=roll`, the seat must roll, and a pull must be
    /// the only act of its turn.
    ROLL_REQUIRED = "pippip/roll-required", Error, "P3.3", can_stand;
    "a pull where a roll must follow",
    fails "[Game \"pippip\"]\n[Options \"store=roll\"]\n\n1. 5s;*5@b3/3\n",
    near "[Game \"pippip\"]\n[Options \"store=turn\"]\n\n1. 5s;*5@b3/3\n";

    /// The list after `x` differs from the dice that are converted.
    ///
    /// The placed die is compared with each neighbouring die of the other colour, by the numbers on
    /// the two sides that face each other. If the number of the placed die is greater, the other
    /// die changes colour. The list is optional. If it is written, it must name the square of each
    /// converted die once.
    CONVERSION_WRONG = "pippip/conversion-wrong", Error, "P4.1", can_stand;
    "the list of converted dice is wrong",
    fails "[Game \"pippip\"]\n\n1. 5@b3/3 2. 6@b2/2;xb3\n",
    near "[Game \"pippip\"]\n\n1. 5@b3/3 2. 6@b2/5;xb3\n";
}
