//! Visitor over the movetext of a record. The parser calls it; `tree.rs` builds the parse tree with
//! it, and the fast check of the replay plays the turns.

use std::ops::ControlFlow;

use super::comment::Comment;
use crate::text::Span;

/// A turn, as passed to a visitor.
#[derive(Clone, Debug)]
pub(crate) struct TurnEvent {
    /// The counted number, from 1.
    pub(crate) number: u32,
    /// The written number.
    pub(crate) number_span: Option<Span>,
    /// The text of the turn, without its number and signs.
    pub(crate) text: Span,
    /// A sign such as `!`, directly after the turn.
    pub(crate) suffix: Option<Span>,
    /// True if it is not a token of the notation.
    pub(crate) malformed: bool,
    /// The text to read instead of the written one.
    pub(crate) normalized: Option<Box<str>>,
}

impl TurnEvent {
    /// Creates the event of a turn that has no number yet.
    #[inline]
    pub(super) fn written(text: Span) -> Self {
        Self {
            number: 0,
            number_span: None,
            text,
            suffix: None,
            malformed: false,
            normalized: None,
        }
    }

    /// Creates the event of a text that is not a token of the notation.
    pub(super) fn malformed(text: Span) -> Self {
        Self {
            malformed: true,
            ..Self::written(text)
        }
    }
}

/// Visitor over the events of a movetext, in source order. `Break` ends the visit.
///
/// Glyphs, comments and variations belong to the turn visited before them; comments before the
/// first turn of a line belong to the line. A variation is an `open`, the events of its line, and a
/// `close`. Items after the result are not visited.
pub(crate) trait MovetextVisitor {
    /// Visits a turn: `1. b3!`.
    fn turn(&mut self, turn: &TurnEvent) -> ControlFlow<()>;

    /// Visits a glyph: `$1`.
    fn glyph(&mut self, glyph: u8) -> ControlFlow<()>;

    /// Visits a comment: `{ … }`.
    fn comment(&mut self, comment: Comment) -> ControlFlow<()>;

    /// Visits a line comment: `# …`.
    fn line_comment(&mut self, span: Span) -> ControlFlow<()>;

    /// Enters a variation with this path. `ordinal` is the index of its line in the record, in the
    /// order of the text.
    fn open(&mut self, path: &[u32], ordinal: u32) -> ControlFlow<()>;

    /// Leaves a variation. The span includes its parentheses.
    fn close(&mut self, span: Span) -> ControlFlow<()>;
}
