//! Builder of the parse tree: puts the lines of a record together from the events of its movetext.
//! `record.rs` defines the tree.

use std::ops::ControlFlow;

use super::comment::Comment;
use super::lookalike::with_hyphens;
use super::outcome::RESIGNATION;
use super::record::{Item, Line, TurnId, TurnNode, Variation};
use super::visitor::{MovetextVisitor, TurnEvent, TurnForm, WrittenTurn};
use crate::text::Span;

/// The maximum number of turns for which memory is reserved in advance.
const TURNS_RESERVED: usize = 512;
/// The minimum number of bytes of most turns, with their numbers.
const BYTES_PER_TURN: usize = 8;

/// Builder of a [`Line`] with its variations.
pub(super) struct Tree<'t> {
    /// The text of the record.
    text: &'t str,
    /// The line that is being built.
    current: TreeLine,
    /// The open lines around it, the main line first.
    outer: Vec<TreeLine>,
}

/// A line that is being built.
#[derive(Default)]
struct TreeLine {
    line: Line,
    /// The index of the line in the record, in the order in which lines open in the text.
    ordinal: u32,
}

impl<'t> Tree<'t> {
    /// Creates a builder for the text of a record, with memory for its turns.
    pub(super) fn new(text: &'t str) -> Self {
        let mut tree = Self {
            text,
            current: TreeLine::default(),
            outer: Vec::new(),
        };
        let turns = (text.len() / BYTES_PER_TURN).min(TURNS_RESERVED);
        tree.current.line.turns.reserve(turns);
        tree
    }

    /// Returns the main line.
    pub(super) fn into_line(self) -> Line {
        let main = self.outer.into_iter().next().unwrap_or(self.current);
        main.line
    }

    /// Adds an item after the last turn of the line, or before its first one.
    fn push(&mut self, item: Item) -> ControlFlow<()> {
        let line = &mut self.current.line;
        match line.turns.last_mut() {
            Some(turn) => turn.after.push(item),
            None => line.opening.push(item),
        }
        ControlFlow::Continue(())
    }
}

impl MovetextVisitor for Tree<'_> {
    fn turn(&mut self, event: TurnEvent) -> ControlFlow<()> {
        let TurnEvent {
            number,
            number_span,
            turn: WrittenTurn { text, suffix, form },
        } = event;
        let normalized = match form {
            TurnForm::WithDashes => with_hyphens(text.slice(self.text)).map(Box::from),
            TurnForm::OddResignation => Some(Box::from(RESIGNATION)),
            TurnForm::Token | TurnForm::Malformed => None,
        };
        let TreeLine { line, ordinal } = &mut self.current;
        let id = TurnId {
            line: *ordinal,
            index: u32::try_from(line.turns.len()).unwrap_or(u32::MAX),
        };
        line.turns.push(TurnNode {
            id,
            number,
            number_span,
            text,
            suffix,
            glyphs: Vec::new(),
            malformed: form == TurnForm::Malformed,
            normalized,
            after: Vec::new(),
        });
        ControlFlow::Continue(())
    }

    fn glyph(&mut self, glyph: u8) -> ControlFlow<()> {
        if let Some(turn) = self.current.line.turns.last_mut() {
            turn.glyphs.push(glyph);
        }
        ControlFlow::Continue(())
    }

    fn comment(&mut self, comment: Comment) -> ControlFlow<()> {
        self.push(Item::Comment(comment))
    }

    fn line_comment(&mut self, span: Span) -> ControlFlow<()> {
        self.push(Item::Hash(span))
    }

    fn open(&mut self, path: &[u32], ordinal: u32) -> ControlFlow<()> {
        let line = Line {
            path: path.to_vec(),
            ..Line::default()
        };
        let variation = TreeLine { line, ordinal };
        let around = std::mem::replace(&mut self.current, variation);
        self.outer.push(around);
        ControlFlow::Continue(())
    }

    fn close(&mut self, span: Span) -> ControlFlow<()> {
        let Some(around) = self.outer.pop() else {
            return ControlFlow::Continue(());
        };
        let TreeLine { line, .. } = std::mem::replace(&mut self.current, around);
        self.push(Item::Variation(Variation { span, line }))
    }
}
