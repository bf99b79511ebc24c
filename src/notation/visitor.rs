//! Visitor over the movetext of a record.

use std::ops::ControlFlow;

use super::record::Comment;
use crate::text::Span;

/// A turn of a movetext.
#[derive(Clone, Debug)]
pub(crate) struct TurnEvent {
    /// Its number by counting, from 1.
    pub(crate) number: u32,
    /// The number that is written before it.
    pub(crate) number_span: Option<Span>,
    pub(crate) text: Span,
    /// `!` and its like, right after it.
    pub(crate) suffix: Option<Span>,
    /// It is not a token of the notation.
    pub(crate) malformed: bool,
    /// The text to read instead of what is written.
    pub(crate) meant: Option<Box<str>>,
}

/// Visitor of the events of a movetext, in the order of the text. `Break` ends the visit.
///
/// Glyphs, comments and variations belong to the turn before them, comments before the first turn of a line to that line. A
/// variation is an `open`, the events of its line, and a `close`. What comes after the result is not visited.
pub(crate) trait MovetextVisitor {
    fn turn(&mut self, turn: TurnEvent) -> ControlFlow<()>;

    /// `$1`
    fn glyph(&mut self, glyph: u8) -> ControlFlow<()>;

    /// `{ … }`
    fn comment(&mut self, comment: Comment) -> ControlFlow<()>;

    /// `# …`
    fn line_comment(&mut self, span: Span) -> ControlFlow<()>;

    /// A variation begins: its path, and which line of the record it is, in the order of the text.
    fn open(&mut self, path: &[u32], ordinal: u32) -> ControlFlow<()>;

    /// A variation ends; the span includes its parentheses.
    fn close(&mut self, span: Span) -> ControlFlow<()>;
}
