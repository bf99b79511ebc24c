//! The notation that all games share: tags, movetext, comments, commands, variations, results.
//!
//! [`Record::parse`] reads any bytes; what is wrong with them is in [`Record::findings`]. What a
//! turn says is text here: each game reads it with a grammar of its own.
//!
//! # Choices
//!
//! Where the notation's page is silent, this is what was chosen.
//!
//! - **Text.** A line ends with LF; a lone CR is white space. Bytes that are no UTF-8 are one finding
//!   for each run of them, of turn 0, and stand as U+001A while the rest is read. A record of more
//!   than 4 MiB is `limit/record-size` and is not read; variations nest 64 levels; of one record
//!   10,000 findings are listed and the others counted; a deck of more than 4,000 cards is
//!   `limit/record-size` as well, as each position of its record would be that long.
//! - **Strings.** A backslash before any other letter than `"` and `\` is `syntax/tag` in a tag, and
//!   stands for itself in a command. An unclosed command reaches to the end of the record, and its
//!   comment is not reported as well, nor is an unescaped `{` in a comment that is never closed. A tag that is malformed is not missing too.
//! - **Tags.** `[Game` that does not open a record is `syntax/tag-out-of-place`, and does not say the
//!   game. Of a tag that stands twice the first counts. A record whose tags leave the set-up open is
//!   not replayed. `Score` in a game without points is `tag/not-for-this-game`; one
//!   of a single number has the wrong number of seats. A `Position` is held against the other tags
//!   only where these are sound. Dates must exist.
//! - **Turns.** A text that is no turn ends the replay of its line and has the number that the turn
//!   would have had; other findings on the text have the number of the last turn before them. What
//!   stands between turns is read on, and every turn number is checked, after a fault too.
//!   `resign` counts as a turn. An action of another game that stands alone, such as `swap`, is
//!   `turn/not-for-this-game` though it is no whole turn there; `b3;take` in a game without `take`
//!   is `syntax/token`: the token as a whole is no turn of any game.
//! - **Variations.** An empty one, or one that replaces no turn, is `syntax/variation-out-of-place`;
//!   a result in one is `syntax/token`. One without its number is read. An unclosed one is reported
//!   in the line that it departs from. The path of a finding names every level: `[7,1,8,2]`.
//! - **After the result** all is one `syntax/after-result`, but a tag is `syntax/tag-out-of-place`.
//! - **Claims.** Of two results that differ the one after the movetext is judged. One of another
//!   number of seats is not judged, nor one that no game of two seats can have, which is `tag/unknown-value`
//!   after the movetext as well, nor one whose `Termination` cannot be read while the game is
//!   open. `unfinished` after a resignation is no fault.
//! - **`[%expect CODE]`**: the turn is not played, whatever becomes of it; if it is refused with
//!   another code, or legal, that is `expect/unmet` alone. It may be a syntax code of the turn.
//!   Before the first turn, and after the result, it covers any finding that is bound to no turn,
//!   those on the text too. A result or a score that is expected there is the record's; other expectations
//!   speak of the start, or of the end.
//!   `moves = …`, `not-legal` and `mends` take turns in any spelling. `mends` is the nearest legal turn that the finding
//!   would name first. `captured` lists what the canonical form has behind `x`, in Pippinzip nothing. A turn
//!   that is held against `not-legal` has no `[%irregular]`. An expectation with a code that nobody knows, or
//!   that cannot be read, does not hold.
//!   Expectations of a line that is not replayed any more are not judged.
//!   `[%expect legal]` before the first turn makes a record a test and expects nothing more than that
//!   nothing in it is wrong.
//! - **`[%irregular CODE …]`** may name several codes. One that names another fault than the turn's is
//!   `irregular/unneeded` on a refused turn as well. A list that is right but for the order of its items names
//!   nothing wrong; one whose item is wrong stays refused if any other item of it has no meaning.
//! - **Canonical form.** `#` comments stand on lines of their own; those after a record's result
//!   stand before the next record. `$1` to `$6` become signs where the turn has none yet. The bare
//!   form writes `Result` from the movetext, and leaves out turns that are expected to be refused.
//!   From a turn at fault on the bytes are kept on a line of their own.
//! - **Bare form.** `[%irregular …]` stands in a comment of its own after its turn; where no turn is it is left out.
//!   `Termination` stays where neither the rules nor a resignation give the result, after a turn at fault too.
//!   Its verdict is that on the game: what is wrong with variations, expectations or a `Score` goes with them.

mod command;
mod command_check;
mod figure_command;
mod game_id;
mod grammar;
mod lexer;
pub(crate) mod likeness;
mod lookalike;
mod outcome;
mod parse;
mod record;
mod result_words;
mod tag_spec;
mod tags;
mod tree;
mod visitor;
mod wrap;
mod write;

pub use command::{Command, Expectation, Meaning, expectations, has_expectations, irregular_codes};
pub use figure_command::{FigureCommand, asks_for_figure, figure_commands, has_unread_figure};
pub use game_id::GameId;
pub use lookalike::{Retyped, retyped};
pub use outcome::{Outcome, Points, RESIGNATION, Standing};
#[doc(inline)]
pub use parse::{EncodingGuess, guess_encodings_by};
pub use record::{Comment, Item, Line, Record, Tag, TurnId, TurnNode, Variation, comments_of};
pub use tags::{OptionPair, Termination, canonical_tag_order, is_date, options_of, parse_options};
#[doc(hidden)]
pub use wrap::{Wrap, WrapPiece};
#[doc(hidden)]
pub use write::RecordWriter;
pub use write::quoted;

#[cfg(feature = "lsp")]
pub(crate) use command_check::command_meant;
pub(crate) use command_check::form_of_command;
pub(crate) use figure_command::DIAGRAM_KEYS;
pub(crate) use grammar::{Grammar, Rule};
pub(crate) use outcome::{is_resignation, score_text};
pub(crate) use parse::{RecordParser, UnparsedRecord, braces_in, first_record};
pub(crate) use result_words::{WordedResult, seat_names, worded_result};
pub use tag_spec::TagSpec;
pub(crate) use tags::{COMMON_TAGS, date_help, is_common_tag, is_edition, parse_score, shorten, tag_meant};
pub(crate) use visitor::{MovetextVisitor, TurnEvent};
pub(crate) use wrap::WIDTH as MOVETEXT_WIDTH;
pub(crate) use write::{GLYPH_SIGNS, glyph_suffix};
