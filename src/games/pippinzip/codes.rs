//! The codes of Pippinzip, in the order of Z7: of several faults of a turn the first is named.
//!
//! Each entry has a record that `fails` with the code and a `near` miss that is legal. `can_stand`
//! means that `[%irregular]` can waive the code.

use crate::findings::codes;

codes! {
    /// The point is not on the board.
    ///
    /// The tag `Size` gives the number of columns, which is also the number of rows. Columns have
    /// the letters from `a` on, without a gap; rows have the numbers from 1 on, and row 1 is the
    /// lowest.
    OFF_BOARD = "pippinzip/off-board", Error, "Z1.1";
    "a point that is not on this board",
    fails "[Game \"pippinzip\"]\n[Variant \"zipline\"]\n[Size \"5\"]\n\n1. c3,f5\n",
    near "[Game \"pippinzip\"]\n[Variant \"zipline\"]\n[Size \"6\"]\n\n1. c3,f5\n";

    /// A stone is placed on an occupied point, or two stones are placed on the same point.
    ///
    /// Stones of both colours stay where they are until the end of the game.
    OCCUPIED = "pippinzip/occupied", Error, "Z1.3";
    "a stone is placed on an occupied point",
    fails "[Game \"pippinzip\"]\n[Variant \"zipline\"]\n[Size \"5\"]\n\n1. c3,d4 2. take 3. d4,a1\n",
    near "[Game \"pippinzip\"]\n[Variant \"zipline\"]\n[Size \"5\"]\n\n1. c3,d4 2. take 3. d5,a1\n";

    /// The turn places more stones than the rules allow.
    ///
    /// A turn in the auction places one, two or three stones. After the auction, Zip places one
    /// stone per turn, and so does Pip in `pipeline`. In `zipline` and `freestyle` Pip places two
    /// stones; with three seats, each of the two seats that are Pip places one.
    TOO_MANY_STONES = "pippinzip/too-many-stones", Error, "Z4.2", can_stand;
    "more stones than a turn allows",
    fails "[Game \"pippinzip\"]\n[Variant \"pipeline\"]\n[Size \"5\"]\n\n1. c3,d4 2. take 3. a1,b2\n",
    near "[Game \"pippinzip\"]\n[Variant \"freestyle\"]\n[Size \"5\"]\n\n1. c3,d4 2. take 3. a1,b2\n";

    /// In `zipline` Pip's second stone is next to its first.
    ///
    /// "Next to" means next to the first stone in its column or row; a diagonal neighbour is
    /// allowed. With three seats, the two stones are the ones that the two seats of the team place
    /// in one round. If every empty point is next to the first stone, the second stone is left out;
    /// the second seat of a team then writes `pass`.
    ADJACENT_PAIR = "pippinzip/adjacent-pair", Error, "Z4.3", can_stand;
    "Pip's second stone is next to its first",
    fails "[Game \"pippinzip\"]\n[Variant \"zipline\"]\n[Size \"5\"]\n\n1. c3 2. take 3. a1,a2\n",
    near "[Game \"pippinzip\"]\n[Variant \"zipline\"]\n[Size \"5\"]\n\n1. c3 2. take 3. a1,b2\n";

    /// In `zipline` and `freestyle` Pip places two stones per turn, but this turn has only one.
    ///
    /// One stone is enough if it wins. In `zipline` it is also enough if every remaining empty
    /// point is next to it.
    TOO_FEW_STONES = "pippinzip/too-few-stones", Error, "Z4.3", can_stand;
    "Pip places one stone but must place two",
    fails "[Game \"pippinzip\"]\n[Variant \"freestyle\"]\n[Size \"5\"]\n\n1. c3 2. take 3. a1\n",
    near "[Game \"pippinzip\"]\n[Variant \"freestyle\"]\n[Size \"5\"]\n[Position \"b4/b4/b3w/b3w/5 1 taker=2 -\"]\n\n\
        1. a1 1-0\n";

    /// A seat writes `take` after the auction.
    ///
    /// The auction ends as soon as a seat takes. That seat gets its role, and all other seats get
    /// the other role.
    TAKE_OUTSIDE_AUCTION = "pippinzip/take-outside-auction", Error, "Z3.1";
    "`take` after the auction",
    fails "[Game \"pippinzip\"]\n[Variant \"pipeline\"]\n[Size \"5\"]\n\n1. c3 2. take 3. take\n",
    near "[Game \"pippinzip\"]\n[Variant \"pipeline\"]\n[Size \"5\"]\n\n1. c3 2. take 3. a1\n";

    /// A seat passes although the rules do not allow a pass here.
    ///
    /// Passing is possible in only one case: in `zipline` with three seats, if every empty point is
    /// next to the stone that the first seat of the team has just placed, the second seat writes
    /// `pass`.
    PASS_NOT_ALLOWED = "pippinzip/pass-not-allowed", Error, "Z4.1", can_stand;
    "a pass that is not allowed",
    fails "[Game \"pippinzip\"]\n[Variant \"pipeline\"]\n[Size \"5\"]\n\n1. c3 2. take 3. pass\n",
    near "[Game \"pippinzip\"]\n[Variant \"zipline\"]\n[Size \"3\"]\n[Players \"3\"]\n[Position \"w1b/1b1/b1w 3 \
        taker=1 pair=b2\"]\n\n1. pass\n";
}
