//! The codes of GIPF, in the order of G8: if an action has several faults, the first in this order
//! is reported.
//!
//! Each entry has a record that `fails` with the code and a `near` miss that is legal. `can_stand`
//! means that `[%irregular]` can waive the code.

use crate::findings::codes;

codes! {
    /// The name is not a point on the board, or it is a dot where a spot is needed, or a spot where
    /// a dot is needed.
    ///
    /// Columns `a` to `i` have 5, 6, 7, 8, 9, 8, 7, 6, 5 points. The first and last point of each
    /// column, and all points of columns `a` and `i`, are dots: a push begins on a dot, and no
    /// piece ever stays there. A push names a dot, then a spot; everything else names spots.
    OFF_BOARD = "gipf/off-board", Error, "G1.2";
    "a name that is not a point, or a dot where a spot is needed, or the reverse",
    fails "[Game \"gipf\"]\n[Variant \"basic\"]\n\n1. a6\n",
    near "[Game \"gipf\"]\n[Variant \"basic\"]\n\n1. b3\n";

    /// The landing spot is on no line that begins at the dot.
    ///
    /// One board line begins at a corner dot, and two begin at every other dot. A push goes
    /// straight along one of these lines.
    NOT_IN_LINE = "gipf/not-in-line", Error, "G3.1";
    "a landing spot that is on no line from the dot",
    fails "[Game \"gipf\"]\n[Variant \"basic\"]\n\n1. a1-c2\n",
    near "[Game \"gipf\"]\n[Variant \"basic\"]\n\n1. a1-c3\n";

    /// The line has no empty spot, so nothing on it can move.
    LINE_FULL = "gipf/line-full", Error, "G3.4";
    "the line has no empty spot",
    fails "[Game \"gipf\"]\n[Variant \"basic\"]\n[Position \"wbwb/5/6/7/6/5/4 w 5,5 0,0 - -\"]\n\n1. b1-b5\n",
    near "[Game \"gipf\"]\n[Variant \"basic\"]\n[Position \"wbw1/5/6/7/6/5/4 w 5,5 0,0 - -\"]\n\n1. b1-b5\n";

    /// The spot is on the line, but the push does not end there. Or the turn names a spot without a
    /// dot, and that spot is not an empty spot at the edge.
    ///
    /// A push moves the unbroken run of pieces that begins next to the dot by one spot each. The
    /// spot in the notation is the one that the last of these pieces reaches, the first empty spot.
    WRONG_LANDING = "gipf/wrong-landing", Error, "G3.2";
    "the push does not end on that spot",
    fails "[Game \"gipf\"]\n[Variant \"basic\"]\n\n1. a1-b2\n",
    near "[Game \"gipf\"]\n[Variant \"basic\"]\n\n1. a2-b3\n";

    /// Too few pieces are left in reserve for this push. A single piece needs one, and a GIPF piece
    /// needs two.
    ///
    /// In a played game this happens after a removal that returned no pieces: a seat whose reserve
    /// is still empty then has lost, and its turn ends without a push (G6.2).
    RESERVE_EMPTY = "gipf/reserve-empty", Error, "G3.1";
    "too few pieces in reserve for this push",
    fails "[Game \"gipf\"]\n[Variant \"tournament\"]\n[Position \"W2B/5/6/7/6/5/4 w 1,5 0,0 w -\"]\n\n1. Gb3\n",
    near "[Game \"gipf\"]\n[Variant \"tournament\"]\n[Position \"W2B/5/6/7/6/5/4 w 2,5 0,0 w -\"]\n\n1. Gb3\n";

    /// The variant has no GIPF pieces to introduce, or this seat has already introduced a single
    /// piece.
    GIPF_NOT_ALLOWED = "gipf/gipf-not-allowed", Error, "G5.2", can_stand;
    "no GIPF piece can be introduced",
    fails "[Game \"gipf\"]\n[Variant \"standard\"]\n\n1. Gb3\n",
    near "[Game \"gipf\"]\n[Variant \"tournament\"]\n\n1. Gb3\n";

    /// In `tournament`, the first push of each seat must introduce a GIPF piece; this one
    /// introduces a single piece.
    GIPF_REQUIRED = "gipf/gipf-required", Error, "G5.1", can_stand;
    "the first push must introduce a GIPF piece",
    fails "[Game \"gipf\"]\n[Variant \"tournament\"]\n\n1. Gb3 2. c2\n",
    near "[Game \"gipf\"]\n[Variant \"tournament\"]\n\n1. Gb3 2. Gc2\n";

    /// A row that must be removed is still on the board before the push, or at the end of the turn.
    ///
    /// A row is four or more pieces of the mover's colour side by side on one line. The row must be
    /// removed if at least one single piece is in the segment, which is the row with all pieces
    /// that continue it without a gap.
    ROW_NOT_REMOVED = "gipf/row-not-removed", Error, "G4.4", can_stand;
    "a row that must be removed is still on the board",
    fails "[Game \"gipf\"]\n[Variant \"basic\"]\n[Position \"www1/5/6/7/6/5/4 w 5,5 0,0 - -\"]\n\n1. b5\n",
    near "[Game \"gipf\"]\n[Variant \"basic\"]\n[Position \"www1/5/6/7/6/5/4 w 5,5 0,0 - -\"]\n\n1. b5;xb2,b3,b4,b5\n";

    /// The removal does not match a row of this seat.
    ///
    /// A row has at least four pieces of the seat's own colour side by side on one line. Rows of
    /// the other seat are removed in that seat's turn.
    NO_ROW = "gipf/no-row", Error, "G4.1", can_stand;
    "a removal without a row of this seat",
    fails "[Game \"gipf\"]\n[Variant \"basic\"]\n[Position \"wwww/5/6/7/6/5/4 b 5,5 0,0 - -\"]\n\n1. \
        xb2*,b3*,b4*,b5*;c2\n",
    near "[Game \"gipf\"]\n[Variant \"basic\"]\n[Position \"wwww/5/6/7/6/5/4 w 5,5 0,0 - -\"]\n\n1. xb2,b3,b4,b5;c2\n";

    /// The removal matches a row, but its list is wrong.
    ///
    /// The list leaves out a single piece of the row's segment; names an empty spot, a piece
    /// outside the segment, or a piece twice; or has `G` (a GIPF piece) or `*` (a piece of the
    /// other seat) in the wrong place.
    REMOVAL_WRONG = "gipf/removal-wrong", Error, "G4.3", can_stand;
    "the list of a removal is wrong",
    fails "[Game \"gipf\"]\n[Variant \"basic\"]\n[Position \"4/wwwwb/6/7/6/5/4 w 5,5 0,0 - -\"]\n\n1. \
        xc2,c3,c4,c5;b3\n",
    near "[Game \"gipf\"]\n[Variant \"basic\"]\n[Position \"4/wwwwb/6/7/6/5/4 w 5,5 0,0 - -\"]\n\n1. \
        xc2,c3,c4,c5,c6*;b3\n";

    /// The bare `x` of this turn can mean several removals. A bare `x` stands for the only possible
    /// removal, or for one of several rows that are all removed and leave the same position in any
    /// order. In this turn the position depends on the removal, so the pieces must be listed.
    REMOVAL_AMBIGUOUS = "gipf/removal-ambiguous", Error, "G7.3";
    "a bare `x` that can mean several removals",
    fails "[Game \"gipf\"]\n[Variant \"standard\"]\n[Position \"4/wwwWB/6/7/6/5/W3 w 5,5 0,0 - -\"]\n\n1. x;b3\n",
    near "[Game \"gipf\"]\n[Variant \"basic\"]\n[Position \"4/wwwwb/6/7/6/5/4 w 5,5 0,0 - -\"]\n\n1. x;b3\n";

    /// The turn has no push. Every turn has a push, with one exception: a seat that begins its turn
    /// with an empty reserve, and gets no pieces back from its rows, has lost and does not push.
    PUSH_MISSING = "gipf/push-missing", Error, "G3", can_stand;
    "a turn without a push",
    fails "[Game \"gipf\"]\n[Variant \"basic\"]\n[Position \"wwww/5/6/7/6/5/4 w 5,5 0,0 - -\"]\n\n1. xb2,b3,b4,b5\n",
    near "[Game \"gipf\"]\n[Variant \"basic\"]\n[Position \"wwww/5/6/7/6/5/4 w 5,5 0,0 - -\"]\n\n1. xb2,b3,b4,b5;b3\n";
}
