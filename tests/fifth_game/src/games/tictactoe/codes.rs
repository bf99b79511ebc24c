//! The codes of Tic-tac-toe.

use crate::findings::codes;

codes! {
    /// A name that is not a square.
    OFF_BOARD = "tictactoe/off-board", Error, "T1.1";
    "a name that is not a square",
    fails "[Game \"tictactoe\"]\n\n1. d1\n",
    near "[Game \"tictactoe\"]\n\n1. c1\n";

    /// The square has a mark already.
    OCCUPIED = "tictactoe/occupied", Error, "T2.1";
    "the square has a mark already",
    fails "[Game \"tictactoe\"]\n\n1. b2 2. b2\n",
    near "[Game \"tictactoe\"]\n\n1. b2 2. b3\n";
}
