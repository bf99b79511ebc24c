//! A movetext as a tree, built of what is read; and told of again.

use super::{Listener, PlainTurn};
use crate::notation::outcome::Outcome;
use crate::notation::record::{Comment, Item, Line, Record, TurnId, TurnNode, Variation};
use crate::text::Span;

/// Room for so many turns is made before it is known how many there are.
const TURNS_RESERVED: usize = 512;

/// A line that is read on after a variation of its last turn.
struct Outer {
    line: Line,
    /// Which line of the record it is.
    ordinal: u32,
    variations: u32,
}

/// What is read of the movetext so far.
#[derive(Default)]
pub(in crate::notation) struct Tree {
    /// The line that is open; in the end the main line.
    pub(in crate::notation) line: Line,
    /// Which line of the record it is.
    ordinal: u32,
    /// How many variations have begun.
    opened: u32,
    /// How many variations its last turn has.
    variations: u32,
    /// Those around it.
    outer: Vec<Outer>,
    pub(in crate::notation) result: Option<(Outcome, Span)>,
    pub(in crate::notation) closing: Vec<Item>,
}

impl Tree {
    /// With room for the turns of so many bytes.
    pub(in crate::notation) fn of(bytes: usize) -> Self {
        let mut tree = Self::default();
        tree.line.turns.reserve((bytes / 8).min(TURNS_RESERVED));
        tree
    }

    /// Where what stands between turns belongs.
    fn items(&mut self) -> &mut Vec<Item> {
        if self.result.is_some() {
            return &mut self.closing;
        }
        match self.line.turns.last_mut() {
            Some(turn) => &mut turn.after,
            None => &mut self.line.opening,
        }
    }
}

impl<'t> Listener<'t> for Tree {
    fn turn(&mut self, turn: PlainTurn<'t>) -> Option<()> {
        let PlainTurn { word, start, number, number_span, suffix } = turn;
        self.variations = 0;
        let index = u32::try_from(self.line.turns.len()).ok()?;
        self.line.turns.push(TurnNode {
            id: TurnId { line: self.ordinal, index },
            number,
            number_span,
            text: Span::new(start, start + word.len()),
            suffix,
            glyphs: Vec::new(),
            malformed: false,
            meant: None,
            after: Vec::new(),
        });
        Some(())
    }

    fn glyph(&mut self, glyph: u8) -> Option<()> {
        self.line.turns.last_mut()?.glyphs.push(glyph);
        Some(())
    }

    fn comment(&mut self, comment: Comment) -> Option<()> {
        self.items().push(Item::Comment(comment));
        Some(())
    }

    fn hash(&mut self, hash: Span) -> Option<()> {
        self.items().push(Item::Hash(hash));
        Some(())
    }

    fn open(&mut self) -> Option<()> {
        let replaced = self.line.turns.last()?.number;
        self.variations += 1;
        let mut path = self.line.path.clone();
        path.extend([replaced, self.variations]);
        let line = std::mem::replace(&mut self.line, Line { path, ..Line::default() });
        self.outer.push(Outer { line, ordinal: self.ordinal, variations: self.variations });
        self.opened += 1;
        self.ordinal = self.opened;
        self.variations = 0;
        Some(())
    }

    fn close(&mut self, span: Span) -> Option<()> {
        let Outer { line, ordinal, variations } = self.outer.pop()?;
        let line = std::mem::replace(&mut self.line, line);
        (self.ordinal, self.variations) = (ordinal, variations);
        self.items().push(Item::Variation(Variation { span, line }));
        Some(())
    }

    fn result(&mut self, outcome: Outcome, span: Span) -> Option<()> {
        self.result = Some((outcome, span));
        Some(())
    }
}

/// Tells what a record's movetext has, as a reader of its text would.
pub(in crate::notation) fn tell<'t>(record: &'t Record, listener: &mut impl Listener<'t>) -> Option<()> {
    tell_line(record, &record.moves, listener)?;
    if let Some((outcome, span)) = &record.result {
        listener.result(outcome.clone(), *span)?;
    }
    tell_items(record, &record.closing, listener)
}

fn tell_line<'t>(record: &'t Record, line: &'t Line, listener: &mut impl Listener<'t>) -> Option<()> {
    tell_items(record, &line.opening, listener)?;
    for node in &line.turns {
        let TurnNode { number, number_span, text, suffix, .. } = *node;
        let (word, start) = (record.text_of(text).as_bytes(), text.start as usize);
        listener.turn(PlainTurn { word, start, number, number_span, suffix })?;
        node.glyphs.iter().try_for_each(|&glyph| listener.glyph(glyph))?;
        tell_items(record, &node.after, listener)?;
    }
    Some(())
}

fn tell_items<'t>(record: &'t Record, items: &'t [Item], listener: &mut impl Listener<'t>) -> Option<()> {
    items.iter().try_for_each(|item| match item {
        Item::Comment(comment) => listener.comment(comment.clone()),
        Item::Hash(span) => listener.hash(*span),
        Item::Variation(Variation { span, line }) => {
            listener.open()?;
            tell_line(record, line, listener)?;
            listener.close(*span)
        }
    })
}
