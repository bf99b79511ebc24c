//! Lowest layer: records as bytes with their places, lines and spans, and text that is escaped,
//! shortened or worded for output.

mod block_attributes;
mod chess_moves;
mod edits;
#[cfg(feature = "encodings")]
mod encoding_detection;
mod hash;
mod hash_key;
mod invisible_characters;
mod latex;
mod limits;
mod lines;
mod lists_in_words;
mod margins;
mod near_names;
mod percent_encoding;
mod plurals;
mod printable;
mod quoted_mail;
mod raw_record;
mod shorten;
mod source_text;
mod span;
mod span_json;
pub(crate) mod tree;
mod utf8;
pub mod xml;

pub use block_attributes::Claim;
pub(crate) use block_attributes::{BlockAttribute, after_cell_language, block_attributes};
pub(crate) use chess_moves::ChessMoves;
pub use edits::{TextEdit, edited};
pub(crate) use edits::{composed, original_span, sort_edits};
#[cfg(feature = "encodings")]
pub use encoding_detection::encoding_like;
pub(crate) use hash::sha256;
pub(crate) use hash_key::{FeatureSum, KeyMaker};
pub use hash_key::{Key, NoKey};
pub(crate) use invisible_characters::{
    character_name, first_invisible, is_invisible, without_invisible,
};
pub(crate) use latex::escaped_for_latex;
pub use limits::{MAX_DECK_CARDS, MAX_DEPTH, MAX_FINDINGS, MAX_RECORD_BYTES};
pub(crate) use lines::LineIndex;
pub use lines::{LineColumn, written_lines};
pub(crate) use lines::{LineRanges, last_line_start, lines_with_starts};
pub use lists_in_words::and;
pub(crate) use lists_in_words::or;
pub use margins::Margins;
pub use near_names::{UnknownName, did_you_mean, near};
pub(crate) use near_names::{near_in_words, near_or_few};
pub use percent_encoding::{file_uri, percent_encoded};
pub(crate) use percent_encoding::{is_file_uri, path_in_uri};
pub use plurals::counted;
#[cfg(feature = "human")]
pub(crate) use printable::masked;
pub use printable::{Printable, lines, one_line};
pub(crate) use printable::{has_effect, is_harmful};
pub use printable::{json_line, spelled_out};
pub(crate) use quoted_mail::{QuoteMarks, Unquoted, is_quoted, quote_marks, without_mark};
pub(crate) use raw_record::count_lines;
pub use raw_record::{BYTE_ORDER_MARK, RawKind, RawRecord, TOO_LONG};
pub use shorten::shorten;
pub use source_text::SourceText;
pub use span::Span;
pub(crate) use span_json::SpanJson;
pub use utf8::utf8_or_marks;
