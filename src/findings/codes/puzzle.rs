//! The codes of puzzles, which `check --puzzles` and `test` report.

use super::codes;

codes! {
    /// The puzzle has no solution, or a turn given as the solution does not solve it. Such a turn
    /// is in the line of play that follows `[%puzzle …]`, or in a variation with `[%solution]`. A
    /// resignation solves nothing. If the puzzle has no solution at all, the finding shows a
    /// defence; for the goal `only`, it gives the number of equally good turns.
    ///
    /// `pipscribe solve`, `pipscribe test` and `pipscribe check --puzzles` prove puzzles.
    UNSOLVED = "puzzle/unsolved", Error, "notation 3";
    "a solution that does not solve its puzzle",
    fails "[Game \"pippinzip\"]\n[Variant \"pipeline\"]\n[Size \"3\"]\n[Position \"3/bb1/2w 2 taker=2 -\"]\n\n\
           {[%puzzle win 1]} 1. a3 *\n",
    near "[Game \"pippinzip\"]\n[Variant \"pipeline\"]\n[Size \"3\"]\n[Position \"3/bb1/2w 2 taker=2 -\"]\n\n\
          {[%puzzle win 1]} 1. c2 0-1\n";

    /// The puzzle has a second solution that is not marked. Puzzle authors call such a puzzle
    /// cooked. Put other intended solutions into variations with `[%solution]`. The checker
    /// compares only the first turns of solutions. It does not report this finding if no turns
    /// follow the puzzle.
    COOKED = "puzzle/cooked", Error, "notation 3";
    "a puzzle with a second solution that is not marked",
    fails "[Game \"pippinzip\"]\n[Variant \"pipeline\"]\n[Size \"3\"]\n[Position \"b2/bb1/2w 2 taker=2 -\"]\n\n\
           {[%puzzle win 1]} 1. c2 0-1\n",
    near "[Game \"pippinzip\"]\n[Variant \"pipeline\"]\n[Size \"3\"]\n[Position \"b2/bb1/2w 2 taker=2 -\"]\n\n\
          {[%puzzle win 1]} 1. c2 (1. {[%solution]} a1) (1. {[%solution]} b1) 0-1\n";

    /// The goal of the puzzle can be reached in fewer turns than the puzzle claims.
    SHORTER = "puzzle/shorter", Error, "notation 3";
    "a puzzle that is solved in fewer turns than claimed",
    fails "[Game \"pippinzip\"]\n[Variant \"pipeline\"]\n[Size \"3\"]\n[Position \"3/bb1/2w 2 taker=2 -\"]\n\n\
           {[%puzzle win 2]} 1. c2 0-1\n",
    near "[Game \"pippinzip\"]\n[Variant \"pipeline\"]\n[Size \"3\"]\n[Position \"3/bb1/2w 2 taker=2 -\"]\n\n\
          {[%puzzle win]} 1. c2 0-1\n";

    /// A variation with `[%refuted]` is not refuted: its first turn solves the puzzle, or a reply
    /// in the variation still lets the goal be reached. If the variation also has `[%solution]`,
    /// one of the two commands is wrong: this code means `[%refuted]`, and `puzzle/unsolved` means
    /// `[%solution]`. The checker also reports `[%refuted]` at a turn of the main line that solves
    /// the puzzle, because `[%refuted]` marks variations.
    REFUTATION = "puzzle/refutation", Error, "notation 3";
    "a refutation that does not refute",
    fails "[Game \"pippinzip\"]\n[Variant \"pipeline\"]\n[Size \"3\"]\n[Position \"b2/bb1/2w 2 taker=2 -\"]\n\n\
           {[%puzzle win 1]} 1. c2 (1. {[%refuted]} a1) (1. {[%solution]} b1) 0-1\n",
    near "[Game \"pippinzip\"]\n[Variant \"pipeline\"]\n[Size \"3\"]\n[Position \"3/bb1/2w 2 taker=2 -\"]\n\n\
          {[%puzzle win 1]} 1. c2 (1. {[%refuted]} c3 2. c2) 0-1\n";

    /// A puzzle command has no effect in this place: `[%puzzle …]` comes after the end of the game,
    /// or `[%solution]` or `[%refuted]` has no puzzle before it or does not follow the first turn
    /// of a variation.
    ///
    /// `pipscribe check` reports `[%solution]` and `[%refuted]` out of place as warnings. For
    /// `pipscribe test`, `check --puzzles` and `solve`, a puzzle command that tests nothing is an
    /// error.
    OUT_OF_PLACE = "puzzle/out-of-place", Warning, "notation 3";
    "a puzzle, a solution or a refutation where it has no effect",
    fails "[Game \"gipf\"]\n[Variant \"basic\"]\n\n1. b3 (1. c2 {[%solution]}) *\n",
    near "[Game \"pippinzip\"]\n[Variant \"pipeline\"]\n[Size \"3\"]\n[Position \"b2/bb1/2w 2 taker=2 -\"]\n\n\
          {[%puzzle win 1]} 1. c2 (1. a1 {[%solution]}) (1. b1 {[%solution]}) 0-1\n";

    /// The search cannot decide the puzzle: the step budget is used up, or the hands and the stock
    /// of the Pipe Game are unknown.
    UNDECIDED = "puzzle/undecided", Warning, "notation 3";
    "a puzzle that the search cannot decide",
    fails "[Game \"pipe\"]\n[Variant \"pipes\"]\n[Deck \"twin-works\"]\n\n{[%puzzle win 1]} *\n",
    near "[Game \"pippinzip\"]\n[Variant \"pipeline\"]\n[Size \"3\"]\n[Position \"3/bb1/2w 2 taker=2 -\"]\n\n\
          {[%puzzle win 1]} *\n";
}
