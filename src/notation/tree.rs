//! Builds the tree of a movetext from its events.

use std::ops::ControlFlow;

use super::record::{Comment, Item, Line, TurnId, TurnNode, Variation};
use super::visitor::{MovetextVisitor, TurnEvent};
use crate::text::Span;

/// The maximum number of turns for which memory is reserved in advance.
const TURNS_RESERVED: usize = 512;

/// Builder of a [`Line`] with its variations.
#[derive(Default)]
pub(super) struct Tree {
    /// Open lines around the current one, the main line first, each with its index in the record.
    outer: Vec<(Line, u32)>,
    line: Line,
    ordinal: u32,
}

impl Tree {
    /// Creates a builder with memory for a text of `bytes` bytes.
    pub(super) fn with_room_for(bytes: usize) -> Self {
        let mut tree = Self::default();
        tree.line.turns.reserve((bytes / 8).min(TURNS_RESERVED));
        tree
    }

    /// Returns the main line.
    pub(super) fn into_line(self) -> Line {
        self.outer
            .into_iter()
            .next()
            .map_or(self.line, |(line, _)| line)
    }

    fn push(&mut self, item: Item) -> ControlFlow<()> {
        match self.line.turns.last_mut() {
            Some(turn) => turn.after.push(item),
            None => self.line.opening.push(item),
        }
        ControlFlow::Continue(())
    }
}

impl MovetextVisitor for Tree {
    fn turn(&mut self, turn: &TurnEvent) -> ControlFlow<()> {
        let TurnEvent {
            number,
            number_span,
            text,
            suffix,
            malformed,
            normalized,
        } = turn.clone();
        let index = u32::try_from(self.line.turns.len()).unwrap_or(u32::MAX);
        let id = TurnId {
            line: self.ordinal,
            index,
        };
        let glyphs = Vec::new();
        let after = Vec::new();
        self.line.turns.push(TurnNode {
            id,
            number,
            number_span,
            text,
            suffix,
            glyphs,
            malformed,
            normalized,
            after,
        });
        ControlFlow::Continue(())
    }

    fn glyph(&mut self, glyph: u8) -> ControlFlow<()> {
        if let Some(turn) = self.line.turns.last_mut() {
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
        let line = std::mem::replace(
            &mut self.line,
            Line {
                path: path.to_vec(),
                ..Line::default()
            },
        );
        self.outer
            .push((line, std::mem::replace(&mut self.ordinal, ordinal)));
        ControlFlow::Continue(())
    }

    fn close(&mut self, span: Span) -> ControlFlow<()> {
        let Some((line, ordinal)) = self.outer.pop() else {
            return ControlFlow::Continue(());
        };
        let line = std::mem::replace(&mut self.line, line);
        self.ordinal = ordinal;
        self.push(Item::Variation(Variation { span, line }))
    }
}
