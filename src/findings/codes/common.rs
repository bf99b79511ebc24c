//! The codes that all games share. Each has a record that fails with exactly this code, and a
//! record that is near it and valid.

use super::codes;

codes! {
    /// The text is not a token of the notation, or it is a turn that cannot be parsed in this game.
    ///
    /// A turn of another game is `turn/not-for-this-game` instead. A turn that cannot be parsed
    /// ends the replay of the main line or of the variation that contains the turn.
    TOKEN = "syntax/token", Error, "notation 1";
    "text that is not a token of the notation",
    fails "[Game \"gipf\"]\n[Variant \"basic\"]\n\n1. b3 2. A2-c4\n",
    near "[Game \"gipf\"]\n[Variant \"basic\"]\n\n1. b3 2. a2-c4\n";

    /// The closing `}` of a comment is missing. A comment begins with `{` and ends with the next
    /// `}`. A `}` in its text is written `\}`.
    UNCLOSED_COMMENT = "syntax/unclosed-comment", Error, "notation 1";
    "a comment that is never closed",
    fails "[Game \"gipf\"]\n[Variant \"basic\"]\n\n1. b3 {good *\n",
    near "[Game \"gipf\"]\n[Variant \"basic\"]\n\n1. b3 {good \\} so far} *\n";

    /// The text of a comment has an unescaped `{`. Comments do not nest: a comment runs from its
    /// first `{` to the next `}`. The second brace is kept as text. Often, however, the `}` of an
    /// earlier comment is missing, so that the turns in between have become part of that comment.
    /// For a literal brace in a comment, write `\{`.
    BRACE_IN_COMMENT = "syntax/brace-in-comment", Warning, "notation 1";
    "an unescaped `{` in a comment",
    fails "[Game \"gipf\"]\n[Variant \"basic\"]\n\n1. b3 {good 2. c2 {better} *\n",
    near "[Game \"gipf\"]\n[Variant \"basic\"]\n\n1. b3 {good} 2. c2 {a \\{ in a comment} *\n";

    /// The closing `"` of a string is missing; a string must end on its line. A `"` in its text is
    /// written `\"`.
    UNCLOSED_STRING = "syntax/unclosed-string", Error, "notation 1";
    "a string that does not end on its line",
    fails "[Game \"gipf\"]\n[Variant \"basic\"]\n[Event \"Club\n\n1. b3 *\n",
    near "[Game \"gipf\"]\n[Variant \"basic\"]\n[Event \"Club \\\"Four\\\"\"]\n\n1. b3 *\n";

    /// The closing `)` of a variation is missing. A variation begins with `(` and ends with its
    /// `)`.
    UNCLOSED_VARIATION = "syntax/unclosed-variation", Error, "notation 3";
    "a variation that is never closed",
    fails "[Game \"gipf\"]\n[Variant \"basic\"]\n\n1. b3 (1. c2 2. b3\n",
    near "[Game \"gipf\"]\n[Variant \"basic\"]\n\n1. b3 (1. c2 2. b3) *\n";

    /// The closing `]` of a command is missing. A command in a comment begins with `[%` and ends
    /// with the next `]` outside a string.
    UNCLOSED_COMMAND = "syntax/unclosed-command", Error, "notation 1";
    "a command that is never closed",
    fails "[Game \"gipf\"]\n[Variant \"basic\"]\n\n1. b3 {[%circle b3} *\n",
    near "[Game \"gipf\"]\n[Variant \"basic\"]\n\n1. b3 {[%circle b3]} *\n";

    /// A `)`, `}` or `]` has no opening bracket that it could close.
    STRAY_CLOSE = "syntax/stray-close", Error, "notation 1";
    "a closing bracket that closes nothing",
    fails "[Game \"gipf\"]\n[Variant \"basic\"]\n\n1. b3) *\n",
    near "[Game \"gipf\"]\n[Variant \"basic\"]\n\n1. b3 (1. c2) *\n";

    /// The text in brackets is not a tag. A tag is a name and a string in brackets:
    /// `[Event "Club evening"]`.
    TAG = "syntax/tag", Error, "notation 2";
    "text in brackets that is not a tag",
    fails "[Game \"gipf\"]\n[Variant \"basic\"]\n[Event Club]\n\n1. b3 *\n",
    near "[Game \"gipf\"]\n[Variant \"basic\"]\n[ Event \"Club\" ]\n\n1. b3 *\n";

    /// Tags must come before the movetext, and `[Game "` must be at the start of a line of text. A
    /// tag anywhere else is not read.
    TAG_OUT_OF_PLACE = "syntax/tag-out-of-place", Error, "notation 1";
    "a tag after the start of the movetext, or `[Game` inside a line",
    fails "[Game \"gipf\"]\n[Variant \"basic\"]\n\n1. b3\n[Event \"Club\"]\n2. c2 *\n",
    near "[Game \"gipf\"]\n[Variant \"basic\"]\n\n[Event \"Club\"]\n\n1. b3 2. c2 *\n";

    /// The variation is empty, or no turn comes before it. A variation must follow the turn that it
    /// replaces, and must contain at least one turn.
    VARIATION_OUT_OF_PLACE = "syntax/variation-out-of-place", Error, "notation 3";
    "a variation that replaces no turn",
    fails "[Game \"gipf\"]\n[Variant \"basic\"]\n\n(1. c2) 1. b3 *\n",
    near "[Game \"gipf\"]\n[Variant \"basic\"]\n\n1. b3 (1. c2) *\n";

    /// Only comments may follow the result.
    AFTER_RESULT = "syntax/after-result", Error, "notation 3";
    "something after the result",
    fails "[Game \"gipf\"]\n[Variant \"basic\"]\n\n1. b3 * 2. c2\n",
    near "[Game \"gipf\"]\n[Variant \"basic\"]\n\n1. b3 2. c2 * {to be continued}\n";

    /// The text differs from the notation but has only one possible meaning: no-break spaces for
    /// spaces, minus signs for hyphens, the quotes of word processors, `1)` for a number, `White
    /// resigns`, a reserve in parentheses, a tag before `Game`, an invisible character in a value.
    /// The checker reads the text with that meaning and reports it once per record; `fmt` corrects
    /// it.
    UNUSUAL = "syntax/unusual", Warning, "notation 1";
    "an unusual spelling with only one possible meaning",
    fails "[Game \"gipf\"]\n[Variant \"basic\"]\n\n1) b3 2) c2 *\n",
    near "[Game \"gipf\"]\n[Variant \"basic\"]\n\n1. b3 2. c2 *\n";

    /// The record contains bytes that are not valid UTF-8.
    ENCODING = "syntax/encoding", Error, "notation 1";
    "bytes that are not UTF-8",
    // A catalogue of text cannot hold such bytes; the tests write this record's `~` as one.
    fails "[Game \"gipf\"]\n[Variant \"basic\"]\n[Player1 \"J~n\"]\n\n1. b3 *\n",
    near "[Game \"gipf\"]\n[Variant \"basic\"]\n[Player1 \"Ján\"]\n\n1. b3 *\n";

    /// The record exceeds a limit: 4 MiB per record, 10,000 findings per record, 4,000 cards per
    /// deck. These limits protect the reader from hostile input.
    RECORD_SIZE = "limit/record-size", Error, "notation 1";
    "a record that exceeds a size limit",
    // The tests repeat the text before the `~` until it is large enough.
    fails "[Game \"gipf\"]\n[Variant \"basic\"]\n\n# a long comment that goes on\n~",
    near "[Game \"gipf\"]\n[Variant \"basic\"]\n\n# a long comment that goes on\n";

    /// Variations may nest at most 64 levels deep. These variations are nested deeper.
    DEPTH = "limit/depth", Error, "notation 1";
    "variations nested too deep",
    fails "[Game \"gipf\"]\n[Variant \"basic\"]\n\n1. b3 \
(1. b3 (1. b3 (1. b3 (1. b3 (1. b3 (1. b3 (1. b3 (1. b3 (1. b3 (1. b3 (1. b3 (1. b3 (1. b3 (1. b3 (1. b3 (1. b3 \
(1. b3 (1. b3 (1. b3 (1. b3 (1. b3 (1. b3 (1. b3 (1. b3 (1. b3 (1. b3 (1. b3 (1. b3 (1. b3 (1. b3 (1. b3 (1. b3 \
(1. b3 (1. b3 (1. b3 (1. b3 (1. b3 (1. b3 (1. b3 (1. b3 (1. b3 (1. b3 (1. b3 (1. b3 (1. b3 (1. b3 (1. b3 (1. b3 \
(1. b3 (1. b3 (1. b3 (1. b3 (1. b3 (1. b3 (1. b3 (1. b3 (1. b3 (1. b3 (1. b3 (1. b3 (1. b3 (1. b3 (1. b3 (1. b3 \
(1. b3\
)))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))",
    near "[Game \"gipf\"]\n[Variant \"basic\"]\n\n1. b3 (1. b3 (1. b3 (1. b3)))\n";

    /// The checker cannot find the meaning of a turn within the step limit for a record. A GIPF
    /// removal that covers several rows, for example, can sometimes be split in a thousand ways or
    /// more. If the removal is written row by row, it is unambiguous.
    SEARCH = "limit/search", Error, "notation 1";
    "a turn with too many possible meanings to search",
    fails "[Game \"gipf\"]\n[Variant \"standard\"]\n[Position \"WWWW/WWWWW/WWWWWW/WWWWWWW/WWWWWW/WWWWW/WWWB w 1,1 \
        0,0 - -\"]\n\n1. xGb2,Gb3,Gb4,Gb5,Gc2,Gc3,Gc4,Gc5,Gc6,Gd2,Gd3,Gd4,Gd5,Gd6,Gd7,Ge2,Ge3,Ge4,Ge5,Ge6,Ge7,Ge8,Gf2,Gf3,Gf4,Gf5,Gf6,Gf7,Gg2,Gg3,Gg4,Gg5,Gg6,Gh2;h2 *\n",
    near "[Game \"gipf\"]\n[Variant \"standard\"]\n[Position \"WWWW/WWWWW/6/7/6/5/3B w 1,1 0,0 - -\"]\n\n1. \
        xGb2,Gb3,Gb4,Gc2,Gc3,Gc4;h2 *\n";

    /// A tag that this game needs is missing. `Game` is always required, as the first tag;
    /// `Variant` is required if the game has more than one variant.
    MISSING = "tag/missing", Error, "notation 2";
    "a required tag is missing",
    fails "[Game \"gipf\"]\n\n1. b3 *\n",
    near "[Game \"gipf\"]\n[Variant \"basic\"]\n\n1. b3 *\n";

    /// The tag has a value that is not valid for it, or names an option that the game does not
    /// have.
    UNKNOWN_VALUE = "tag/unknown-value", Error, "notation 2";
    "a value that is not valid for its tag",
    fails "[Game \"gipf\"]\n[Variant \"advanced\"]\n\n1. b3 *\n",
    near "[Game \"gipf\"]\n[Variant \"standard\"]\n\n1. b3 *\n";

    /// Each tag may appear only once in a record. This tag appears a second time.
    DUPLICATE = "tag/duplicate", Error, "notation 2";
    "a repeated tag",
    fails "[Game \"gipf\"]\n[Variant \"basic\"]\n[Event \"Club\"]\n[Event \"Cup\"]\n\n1. b3 *\n",
    near "[Game \"gipf\"]\n[Variant \"basic\"]\n[Event \"Club\"]\n[EventDate \"2026\"]\n\n1. b3 *\n";

    /// The tag belongs to another game.
    TAG_NOT_FOR_THIS_GAME = "tag/not-for-this-game", Error, "notation 2";
    "a tag of another game",
    fails "[Game \"gipf\"]\n[Variant \"basic\"]\n[Size \"7\"]\n\n1. b3 *\n",
    near "[Game \"gipf\"]\n[Variant \"basic\"]\n[BoardSize \"7\"]\n\n1. b3 *\n";

    /// A tag contradicts another tag, the movetext or the rules. Examples: two different results, a
    /// third player in a game for two, a position in which the game is already over, `Termination
    /// "rules"` with a resignation.
    INCONSISTENT = "tag/inconsistent", Error, "notation 2";
    "tags that contradict each other, the movetext or the rules",
    fails "[Game \"gipf\"]\n[Variant \"basic\"]\n[Result \"1-0\"]\n[Termination \"time\"]\n\n1. b3 0-1\n",
    near "[Game \"gipf\"]\n[Variant \"basic\"]\n[Result \"1-0\"]\n[Termination \"time\"]\n\n1. b3 1-0\n";

    /// The tag is unknown, but its name is so close to a known tag of this game that it may be a
    /// typo. The tag is kept and has no effect.
    MISSPELT = "tag/misspelt", Warning, "notation 2";
    "an unknown tag that is nearly a known one",
    fails "[Game \"gipf\"]\n[Variant \"basic\"]\n[Reslut \"*\"]\n\n1. b3 *\n",
    near "[Game \"gipf\"]\n[Variant \"basic\"]\n[Source \"*\"]\n\n1. b3 *\n";

    /// A turn number is wrong, or no turn follows the number. Every turn of every seat has its own
    /// number, counted from one. `fmt` renumbers the turns. Numbers that continue from a wrong
    /// number are not reported again.
    NUMBER = "turn/number", Warning, "notation 3";
    "a turn number out of sequence",
    fails "[Game \"gipf\"]\n[Variant \"basic\"]\n\n1. b3 3. c2 *\n",
    near "[Game \"gipf\"]\n[Variant \"basic\"]\n\n1. b3 c2 *\n";

    /// The turn, or an action in it, belongs to another game and does not exist in this one.
    TURN_NOT_FOR_THIS_GAME = "turn/not-for-this-game", Error, "notation 5";
    "an action that this game does not have",
    fails "[Game \"gipf\"]\n[Variant \"basic\"]\n\n1. take *\n",
    near "[Game \"gipf\"]\n[Variant \"basic\"]\n\n1. b3 *\n";

    /// The game was already over before this turn, or before this action of the turn.
    AFTER_END = "turn/after-end", Error, "notation 5";
    "a turn after the game has ended",
    fails "[Game \"gipf\"]\n[Variant \"basic\"]\n[Termination \"resignation\"]\n\n1. b3 2. resign 3. c2 1-0\n",
    near "[Game \"gipf\"]\n[Variant \"basic\"]\n[Termination \"resignation\"]\n\n1. b3 2. c2 3. resign 0-1\n";

    /// The record gives a result that differs from the result under the rules or after a
    /// resignation.
    ///
    /// If the rules have not decided a game with three or four seats, the two seats of a team must
    /// have the same outcome, and only one seat or one team may have `1`.
    RESULT = "record/result", Error, "notation 5";
    "a claimed result that differs from the result under the rules",
    fails "[Game \"gipf\"]\n[Variant \"basic\"]\n\n1. b3 2. resign 0-1\n",
    near "[Game \"gipf\"]\n[Variant \"basic\"]\n\n1. b3 2. resign 1-0\n";

    /// The record gives a score that differs from the score under the rules, or gives one although
    /// the game has no score yet.
    SCORE = "record/score", Error, "notation 5";
    "a claimed score that differs from the score under the rules",
    fails "[Game \"pippip\"]\n[Position \"L12D12L12D12/D12L12D12L12/L12D12L12D12/.L12D12L63 D - -\"]\n\
           [Score \"13-12\"]\n\n1. 5@a1/4 1/2-1/2\n",
    near "[Game \"pippip\"]\n[Position \"L12D12L12D12/D12L12D12L12/L12D12L12D12/.L12D12L63 D - -\"]\n\
          [Score \"12-12\"]\n\n1. 5@a1/4 1/2-1/2\n";

    /// The record claims a decision by the rules, but the game is not over.
    ///
    /// The tag `Termination` states a decision outside the rules: `resignation`, `time`, `forfeit`,
    /// `agreement` or `adjudication`.
    UNDECIDED = "record/undecided", Error, "notation 5";
    "a decision by the rules is claimed in a game that is not over",
    fails "[Game \"gipf\"]\n[Variant \"basic\"]\n\n1. b3 1-0\n",
    near "[Game \"gipf\"]\n[Variant \"basic\"]\n[Termination \"time\"]\n\n1. b3 1-0\n";

    /// A command in a comment is unknown, but so close to a known command that it may be a
    /// misspelling: it has a wrong letter or capitals, other brackets or another sign than `[%`, or
    /// an unknown name before a code, another expectation or the goal of a puzzle, as in
    /// `[%except gipf/no-row]`. The command is kept as text and has no effect: for example,
    /// `[%expct …]` tests nothing. Other unknown commands are not reported.
    COMMAND_MISSPELT = "command/misspelt", Warning, "notation 3";
    "an unknown command that is nearly a known one",
    fails "[Game \"gipf\"]\n[Variant \"basic\"]\n\n1. b3 {[%cirlce b3]} *\n",
    near "[Game \"gipf\"]\n[Variant \"basic\"]\n\n1. b3 {[%eval 0.3]} *\n";

    /// A command for figures, clocks or puzzles has invalid arguments: a place that is not on the
    /// board, an arrow without `>`, a label without its text, a clock that is not a time, a puzzle
    /// without its goal. The command is kept, and has no effect.
    COMMAND_MALFORMED = "command/malformed", Warning, "notation 3";
    "a command with invalid arguments",
    fails "[Game \"gipf\"]\n[Variant \"basic\"]\n\n1. b3 {[%arrow a1->b3]} *\n",
    near "[Game \"gipf\"]\n[Variant \"basic\"]\n\n1. b3 {[%arrow a1>b3]} *\n";

    /// The replay does not confirm an `[%expect …]` of the record.
    UNMET = "expect/unmet", Error, "notation 3";
    "a failed expectation",
    fails "[Game \"gipf\"]\n[Variant \"basic\"]\n\n1. b3 {[%expect moves 7]} *\n",
    near "[Game \"gipf\"]\n[Variant \"basic\"]\n\n1. a6 {[%expect gipf/off-board]} *\n";

    /// The turn breaks no rule that this `[%irregular …]` waives.
    UNNEEDED = "irregular/unneeded", Warning, "notation 3";
    "an `[%irregular]` that is not needed",
    fails "[Game \"gipf\"]\n[Variant \"basic\"]\n\n1. b3 {[%irregular gipf/no-row]} *\n",
    near "[Game \"gipf\"]\n[Variant \"basic\"]\n\n1. b3 {legal} *\n";
}
