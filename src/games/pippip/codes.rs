//! The codes of Pip•Pip, in the order of P7: of several faults of one action the first is named.

use crate::findings::codes;

codes! {
    /// A square that is not on the board.
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

    /// A value that is not a face of a die, or a north face that is the top or opposite to it.
    ///
    /// Opposite faces sum to 7. With 5 on top, 2 is below, and 1, 3, 4 or 6 can be to the north.
    IMPOSSIBLE_FACE = "pippip/impossible-face", Error, "P2.1";
    "a die that cannot be",
    fails "[Game \"pippip\"]\n\n1. 5@b3/2\n",
    near "[Game \"pippip\"]\n\n1. 5@b3/3\n";

    /// A pull of a value that the seat's own store does not hold.
    ///
    /// A die put aside keeps the value that was rolled. One put aside in the same turn can be
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

    /// A roll, or a die put aside, after which the store could not be empty at the end.
    ///
    /// Each seat places eight dice, and at the end every store is empty. A seat with as many dice
    /// in store as it has placements left, including this turn, can only pull. A rolled die can be
    /// put aside if all dice then in store can still be placed; under `store=roll` the roll that
    /// must follow takes a placement too.
    STORE_MUST_EMPTY = "pippip/store-must-empty", Error, "P3.4", can_stand;
    "the store could not be empty at the end",
    fails "[Game \"pippip\"]\n[Position \"L12D12L12D12/L12D12L12D12/L12D12L12D12/..L12D12 L 5 -\"]\n\n1. 6@a1/2\n",
    near "[Game \"pippip\"]\n[Position \"L12D12L12D12/L12D12L12D12/L12D12L12D12/..L12D12 L 5 -\"]\n\n1. *5@a1/3\n";

    /// A pull after putting a die aside in the same turn, under the option `store=roll`.
    ///
    /// The rules exist in two readings. Under `store=turn`, the default, a seat that has put a die
    /// aside rolls or pulls; under `store=roll` it must roll, and a pull is the only act of its
    /// turn.
    ROLL_REQUIRED = "pippip/roll-required", Error, "P3.3", can_stand;
    "a pull where a roll must follow",
    fails "[Game \"pippip\"]\n[Options \"store=roll\"]\n\n1. 5s;*5@b3/3\n",
    near "[Game \"pippip\"]\n[Options \"store=turn\"]\n\n1. 5s;*5@b3/3\n";

    /// The list after `x` is not the list of the converted dice.
    ///
    /// The placed die is compared with each die of the other colour next to it, number against
    /// number where they face each other. If its own number is greater, the other die changes
    /// colour. The list is optional. If it is written, it names each of these squares once.
    CONVERSION_WRONG = "pippip/conversion-wrong", Error, "P4.1", can_stand;
    "the list of converted dice is wrong",
    fails "[Game \"pippip\"]\n\n1. 5@b3/3 2. 6@b2/2;xb3\n",
    near "[Game \"pippip\"]\n\n1. 5@b3/3 2. 6@b2/5;xb3\n";
}
