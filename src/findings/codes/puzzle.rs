//! The codes of puzzles, which `check --puzzles` and `test` report.

use super::codes;

codes! {
    /// A puzzle without a solution, or a turn that does not solve it: a turn of the line that
    /// follows `[%puzzle …]`, or of a variation with `[%solution]`. A resignation solves nothing.
    /// For a puzzle that has no solution at all, the finding shows a defence; for `only`, it says
    /// how many turns are equally good.
    ///
    /// Puzzles are proved by `pipscribe solve`, `pipscribe test` and `pipscribe check --puzzles`.
    UNSOLVED = "puzzle/unsolved", Error, "notation 3";
    "a puzzle that its solution does not solve",
    fails "[Game \"pippinzip\"]\n[Variant \"pipeline\"]\n[Size \"3\"]\n[Position \"3/bb1/2w 2 taker=2 -\"]\n\n\
           {[%puzzle win 1]} 1. a3 *\n",
    near "[Game \"pippinzip\"]\n[Variant \"pipeline\"]\n[Size \"3\"]\n[Position \"3/bb1/2w 2 taker=2 -\"]\n\n\
          {[%puzzle win 1]} 1. c2 0-1\n";

    /// A puzzle with another solution that is not marked: authors call it cooked. Other solutions
    /// that are meant go into variations with `[%solution]`. Only first turns are compared. A
    /// puzzle without a line that follows it has no finding of this kind.
    COOKED = "puzzle/cooked", Error, "notation 3";
    "a puzzle with a second solution that is not marked",
    fails "[Game \"pippinzip\"]\n[Variant \"pipeline\"]\n[Size \"3\"]\n[Position \"b2/bb1/2w 2 taker=2 -\"]\n\n\
           {[%puzzle win 1]} 1. c2 0-1\n",
    near "[Game \"pippinzip\"]\n[Variant \"pipeline\"]\n[Size \"3\"]\n[Position \"b2/bb1/2w 2 taker=2 -\"]\n\n\
          {[%puzzle win 1]} 1. c2 (1. {[%solution]} a1) (1. {[%solution]} b1) 0-1\n";

    /// A puzzle whose goal is reached in fewer turns than it claims.
    SHORTER = "puzzle/shorter", Error, "notation 3";
    "a puzzle that is solved in fewer turns than claimed",
    fails "[Game \"pippinzip\"]\n[Variant \"pipeline\"]\n[Size \"3\"]\n[Position \"3/bb1/2w 2 taker=2 -\"]\n\n\
           {[%puzzle win 2]} 1. c2 0-1\n",
    near "[Game \"pippinzip\"]\n[Variant \"pipeline\"]\n[Size \"3\"]\n[Position \"3/bb1/2w 2 taker=2 -\"]\n\n\
          {[%puzzle win]} 1. c2 0-1\n";

    /// A variation with `[%refuted]` that is not refuted: its first turn solves the puzzle, or a
    /// reply in it lets the goal be reached after all. If the variation has `[%solution]` too, one
    /// of the two is wrong: `[%refuted]`, with this code, or `[%solution]`, with `puzzle/unsolved`.
    /// A turn of the main line that solves the puzzle and has `[%refuted]` is reported too: the
    /// command marks variations.
    REFUTATION = "puzzle/refutation", Error, "notation 3";
    "a refutation that does not refute",
    fails "[Game \"pippinzip\"]\n[Variant \"pipeline\"]\n[Size \"3\"]\n[Position \"b2/bb1/2w 2 taker=2 -\"]\n\n\
           {[%puzzle win 1]} 1. c2 (1. {[%refuted]} a1) (1. {[%solution]} b1) 0-1\n",
    near "[Game \"pippinzip\"]\n[Variant \"pipeline\"]\n[Size \"3\"]\n[Position \"3/bb1/2w 2 taker=2 -\"]\n\n\
          {[%puzzle win 1]} 1. c2 (1. {[%refuted]} c3 2. c2) 0-1\n";

    /// A puzzle, or the mark of a variation, where it has no effect: a puzzle after the end of the
    /// game, and `[%solution]` or `[%refuted]` before which no puzzle begins, or after a later turn
    /// of a variation than its first.
    ///
    /// `pipscribe check` reports marks as warnings. For `test`, `check --puzzles` and `solve`, a
    /// puzzle or a mark that tests nothing is an error.
    OUT_OF_PLACE = "puzzle/out-of-place", Warning, "notation 3";
    "a puzzle, a solution or a refutation where it has no effect",
    fails "[Game \"gipf\"]\n[Variant \"basic\"]\n\n1. b3 (1. c2 {[%solution]}) *\n",
    near "[Game \"pippinzip\"]\n[Variant \"pipeline\"]\n[Size \"3\"]\n[Position \"b2/bb1/2w 2 taker=2 -\"]\n\n\
          {[%puzzle win 1]} 1. c2 (1. a1 {[%solution]}) (1. b1 {[%solution]}) 0-1\n";

    /// A puzzle that the search does not decide: the budget of steps is used up, or the hands and
    /// the stock of the Pipe Game are not known.
    UNDECIDED = "puzzle/undecided", Warning, "notation 3";
    "a puzzle that the search does not decide",
    fails "[Game \"pipe\"]\n[Variant \"pipes\"]\n[Deck \"twin-works\"]\n\n{[%puzzle win 1]} *\n",
    near "[Game \"pippinzip\"]\n[Variant \"pipeline\"]\n[Size \"3\"]\n[Position \"3/bb1/2w 2 taker=2 -\"]\n\n\
          {[%puzzle win 1]} *\n";
}
