//! The notation that all games share: tags, movetext, comments, commands, variations, results.
//!
//! [`Record::parse`] accepts any bytes and reports errors in [`Record::findings`]. Turns are only
//! text here: each game parses them with its own grammar.
//!
//! # Words
//!
//! - A *record* is one game written down: *tags* such as `[Variant "basic"]`, then the *movetext*
//!   with the turns, then the *result*, such as `1-0`. A *seat* is the place of one player, from 1.
//! - A *line* of play is the main line or a *variation*: an alternative in parentheses after the
//!   turn that it replaces. Its *path* has two numbers for each variation around it, the replaced
//!   turn and the number of the variation: `[7, 1]` is the first variation that replaces turn 7.
//! - An *item* is what comes between turns: a comment `{…}`, a variation, or a comment after `#`.
//! - A *command* is an instruction in a comment: `[%diagram]`. A *glyph* judges a turn: `!`, `$1`.
//! - A *finding* is one report of the checker. Its *code*, such as `gipf/no-row`, names its kind.
//! - An *expectation*, `[%expect …]`, is a claim that the checker tests. After `[%expect CODE]`, a
//!   turn is *expected to be illegal*: it is not played, and the next turn has the same number.
//! - `[%irregular CODE]` *waives* a fault: the turn is played in spite of it.
//! - The *canonical form* is the only spelling that Pipscribe writes. The *bare form* has only what
//!   affects play, so that all records of one game have the same.
//!
//! # Choices
//!
//! The specification of the notation does not settle these cases. They were decided as follows.
//!
//! - **Text.** A line ends with LF; a lone CR is white space. Each run of bytes that are not valid
//!   UTF-8 is one finding with turn 0; every such byte is replaced with U+001A and the rest is
//!   read. A record of more than 4 MiB is `limit/record-size` and is not read. Variations nest at
//!   most 64 levels. At most 10,000 findings of a record are listed, and the others are counted. A
//!   deck of more than 4,000 cards is also `limit/record-size`, because each position of its record
//!   would be that long.
//! - **Strings.** A backslash before any character other than `"` and `\` is `syntax/tag` in a tag,
//!   and is literal in a command. An unclosed command extends to the end of the record. Its comment
//!   is not reported as well, nor is an unescaped `{` in a comment that is never closed. A
//!   malformed tag is not reported as missing as well.
//! - **Tags.** `[Game` that does not open a record is `syntax/tag-out-of-place` and does not name
//!   the game. If a tag is repeated, the first one counts. A record whose tags do not determine the
//!   set-up is not replayed. `Score` in a game without points is `tag/not-for-this-game`; a single
//!   number as the score has the wrong number of seats. A `Position` is compared with the other
//!   tags only if these are valid. Dates must exist.
//! - **Turns.** A text that is not a turn ends the replay of its line and has the number that the
//!   turn would have had; other findings on the text have the number of the last turn before them.
//!   Text between turns is still parsed after a fault, and every turn number is checked. `resign`
//!   counts as a turn. A single action of another game, such as `swap`, is
//!   `turn/not-for-this-game`, even if it is not a whole turn in that game; `b3;take` in a game
//!   without `take` is `syntax/token`, because the token as a whole is not a turn of any game.
//! - **Variations.** A variation that is empty or replaces no turn is
//!   `syntax/variation-out-of-place`; a result in a variation is `syntax/token`. A variation
//!   without its number is accepted. An unclosed variation is reported in the line that it departs
//!   from. The path of a finding names every level: `[7,1,8,2]`.
//! - **After the result** everything is one `syntax/after-result`, except that a tag is
//!   `syntax/tag-out-of-place`.
//! - **Claims.** If two results differ, the one after the movetext is judged. These results are not
//!   judged: one for another number of seats; one that no game of two seats can have, which is
//!   `tag/unknown-value` after the movetext too; and one whose `Termination` cannot be parsed while
//!   the game is open. `unfinished` after a resignation is accepted.
//! - **`[%expect CODE]`**: the turn is never played. If it is legal, or illegal with another code,
//!   the only finding is `expect/unmet`. If the number of the next turn then counts the turn, the
//!   rest of the line is not replayed, and this number is not reported: both findings would only
//!   repeat the contradiction. The code may be a syntax code of the turn. Before the first turn and
//!   after the result, the expectation covers any finding that belongs to no turn, including
//!   findings on the text. A result or a score that is expected there is that of the record; other
//!   expectations refer to the start, or to the end. `moves = …`, `not-legal` and `mends` accept
//!   turns in any spelling. `mends` is the nearest legal turn, the one that the finding would name
//!   first. `captured` lists the items after `x` in the canonical form; in Pippinzip there are
//!   none. A turn tested by `not-legal` has no `[%irregular]`. An expectation with an unknown code,
//!   or one that cannot be parsed, is unmet. Expectations of a line that is no longer replayed are
//!   not checked. `[%expect legal]` after an illegal turn adds no finding to the one on the turn,
//!   which refers to it. Before the first turn it makes a record a test, and expects only that the
//!   record has no faults.
//! - **`[%irregular CODE …]`** may name several codes. A code that is not that of a fault of the
//!   turn is `irregular/unneeded`, on an illegal turn as well. A list that is correct except for
//!   the order of its items is not a fault; with a wrong item, the turn stays illegal if any other
//!   item of the list has no meaning.
//! - **Puzzles.** `[%puzzle …]` refers to the position where its comment is: after the turn before
//!   it, or at the start of its line. `[%solution]` and `[%refuted]` mark the variation whose
//!   comments have them, before or after its first turn. Elsewhere, and in the main line, they have
//!   no effect.
//! - **Canonical form.** `#` comments are on separate lines; those after the result of a record
//!   come before the next record. `$1` to `$6` become signs if the turn has none yet. The bare form
//!   takes `Result` from the movetext and omits turns that are expected to be illegal. From the
//!   first illegal turn on, the bytes are kept, starting on a new line.
//! - **Bare form.** `[%irregular …]` is in a separate comment after its turn; without a turn it
//!   is omitted. `Termination` is kept if neither the rules nor a resignation give the result, also
//!   after an illegal turn. The verdict of the bare form is that on the game: findings on
//!   variations, expectations and `Score` disappear with them.

mod address_lookup;
mod being_typed;
mod command;
mod command_check;
mod comment;
mod damaged_first_line;
mod dates;
mod expectation;
mod figure_command;
pub(crate) mod foreign_words;
mod game_facts;
mod game_id;
mod grammar;
mod lexer;
pub mod likeness;
mod line_address;
mod line_wrap;
mod lookalike;
mod option_spec;
mod outcome;
mod parse;
mod puzzle;
mod record;
mod records;
mod results_in_words;
mod set_tag;
mod tag_spec;
mod tag_text;
mod tags;
mod tags_of_next_record;
mod tree;
mod turn_notation_facts;
mod unclosed_block;
mod visitor;
mod wrapped_strings;
mod write;

pub(crate) use address_lookup::AddressedTurn;
pub(crate) use command::irregular_codes;
pub use command::{Command, Meaning};
pub use command_check::likely_command;
pub use comment::{Comment, comments_of};
pub(crate) use damaged_first_line::damaged_game_line;
pub use dates::is_date;
pub(crate) use dates::{date_beside_words, date_help, likely_date, month_named};
pub use expectation::{Expectation, expectations, has_expectations};
pub use figure_command::{FigureCommand, MARK_NAMES};
pub(crate) use figure_command::{asks_for_figure, figure_commands, has_unread_figure};
#[doc(hidden)]
pub use game_facts::{
    Board, GameFacts, PieceHelp, SeatNames, SgfFacts, SgfTurns, TagValue, WordFact,
};
pub use game_id::GameId;
pub(crate) use lexer::Lexer;
pub use line_address::{LineAddress, LineAddressError, NoSuchTurn};
pub(crate) use lookalike::retyped;
pub(crate) use lookalike::{begins_number_of_letters, digit_like, latin_like};
#[doc(hidden)]
pub use option_spec::OptionDefault;
pub use option_spec::OptionSpec;
pub use outcome::{NoOutcome, Outcome, Points, Standing, score_text};
pub(crate) use outcome::{RESIGNATION, is_resignation};
#[doc(inline)]
pub use parse::guess_encodings_by;
pub(crate) use puzzle::puzzles_in;
pub use puzzle::{Goal, Puzzle, PuzzleError, VariationMark};
pub use record::{Item, Line, Record, Tag, TurnId, TurnNode, Variation};
pub use records::{Entries, Entry, PartSplitter, RecordSplitter, opens_a_record, split_text};
pub(crate) use set_tag::first_token;
pub use tag_spec::{TagSpec, Values};
pub use tags::{COMMON_TAGS, OptionPair, Termination, likely_tag, options_of};
pub(crate) use tags::{canonical_tag_order, parse_options, write_options};
#[doc(hidden)]
pub use turn_notation_facts::{Capitals, PartMeaning, ShortForm, TurnFacts};
pub use write::{GLYPH_SIGNS, quoted, tag_lines};

pub(crate) use crate::text::shorten;
pub use being_typed::{Typed, typed_at_end};
pub(crate) use command_check::{form_of_command, has_written_test, is_test, is_test_command};
pub(crate) use figure_command::DIAGRAM_KEYS;
pub(crate) use grammar::{Grammar, Rule, error_at};
pub(crate) use line_wrap::{WIDTH as MOVETEXT_WIDTH, Wrap, WrapPiece};
pub(crate) use parse::{RecordParser, UnparsedRecord, braces_in, first_record};
pub(crate) use puzzle::{marks_in, puzzle_commands};
pub(crate) use records::OPENING;
pub(crate) use results_in_words::{WordedResult, worded_result, worded_result_of};
pub use tag_text::TagText;
pub(crate) use tags::{is_common_tag, is_edition, is_player_of_pgn, parse_score, two_players};
pub(crate) use tags_of_next_record::tags_of_next_record;
pub(crate) use unclosed_block::{finding_on_unclosed_block, is_in_unclosed_block};
pub(crate) use visitor::{MovetextVisitor, TurnEvent, TurnForm};
pub(crate) use wrapped_strings::WrappedString;
pub(crate) use write::{BareMovetext, RecordWriter, glyph_suffix};
