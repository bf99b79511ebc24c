//! Visitor over the movetext of a record. The parser calls it; `tree.rs` builds the parse tree with
//! it, and the fast check of the replay plays the turns.

use std::ops::ControlFlow;

use super::comment::Comment;
use crate::text::Span;

/// A turn, as passed to a visitor.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TurnEvent {
    /// The counted number, from 1.
    pub(crate) number: u32,
    /// The written number.
    pub(crate) number_span: Option<Span>,
    pub(crate) turn: WrittenTurn,
}

/// A turn as written, without its number.
#[derive(Clone, Copy, Debug)]
pub(crate) struct WrittenTurn {
    /// The text of the turn, without its number and signs.
    pub(crate) text: Span,
    /// A sign such as `!`, directly after the turn.
    pub(crate) suffix: Option<Span>,
    pub(crate) form: TurnForm,
}

/// The form in which a turn is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TurnForm {
    /// A token of the notation.
    Token,
    /// A token with dashes in place of hyphens. It is read as if it had hyphens.
    WithDashes,
    /// `Resign` or `White resigns`, read as `resign`.
    OddResignation,
    /// Not a token of the notation.
    Malformed,
}

impl WrittenTurn {
    /// Creates a turn without a suffix.
    #[inline]
    pub(super) fn new(text: Span, form: TurnForm) -> Self {
        Self {
            text,
            suffix: None,
            form,
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
    fn turn(&mut self, turn: TurnEvent) -> ControlFlow<()>;

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
