//! A game tree as a draft.

use super::tree::{Node, Tree};
use super::value::{Places, simple};
use super::write::GLYPHS;
use crate::findings::Finding;
use crate::formats::{Assumptions, Draft, DraftItem, DraftLine, DraftTurn, Imported, codes};
use crate::games::GameId;
use crate::text::{MAX_DEPTH, SourceText, Span};
use std::collections::VecDeque;

/// Reads a game.
pub(super) fn import(source: &SourceText, tree: Tree, assumptions: &Assumptions) -> Imported {
    let Tree { nodes, findings } = tree;
    let mut reader = Reader { source, nodes: &nodes, places: Places::Named, game: None, findings };
    let mut draft = Draft { decks: assumptions.decks.clone(), ..Draft::default() };
    reader.tags(&mut draft, assumptions);
    reader.moves(&mut draft);
    reader.outcome(&mut draft);
    reader.hashes(&mut draft);
    draft.findings = reader.findings;
    draft.import(source)
}

pub(super) struct Reader<'a> {
    pub(super) source: &'a SourceText,
    pub(super) nodes: &'a [Node],
    pub(super) places: Places,
    pub(super) game: Option<GameId>,
    pub(super) findings: Vec<Finding>,
}

/// What belongs to a node besides its turn.
pub(super) struct Around {
    pub(super) opening: Vec<DraftItem>,
    pub(super) after: Vec<Part>,
}

/// A part of what stands behind a turn.
pub(super) enum Part {
    Item(DraftItem),
    /// The next variation.
    Variation,
}

impl<'a> Reader<'a> {
    pub(super) fn root(&self) -> &'a Node {
        &self.nodes[0]
    }

    pub(super) fn text_of(&self, span: Span) -> &'a str {
        self.source.text_of(span)
    }

    /// The first value of a property of one line, and where it stands.
    pub(super) fn value(&self, node: &Node, name: &str) -> Option<(String, Span)> {
        let span = *node.property(name)?.values.first()?;
        Some((simple(self.text_of(span)), span))
    }

    pub(super) fn refuse(&mut self, span: Span, message: impl Into<String>) {
        self.findings.push(Finding::new(&codes::VALUE, span, message));
    }

    // ---- turns

    fn moves(&mut self, draft: &mut Draft) {
        let root = self.root();
        let around = self.around(root, true);
        let mut opening: Vec<_> = around.opening;
        opening.extend(around.after.into_iter().filter_map(|part| match part {
            Part::Item(item) => Some(item),
            Part::Variation => None,
        }));
        let mut line = DraftLine { opening, turns: Vec::new() };
        if let Some(turn) = self.turn(root, true) {
            line.turns.push(turn);
        }
        let mut beside: VecDeque<usize> = root.children.iter().copied().collect();
        if let Some(first) = beside.pop_front() {
            self.line(first, &mut beside, true, 0, &mut line);
        }
        draft.line = line;
        draft.closing = self.closing();
    }

    /// Reads a line from a node on. `beside` are the nodes that stand beside the first one, to the right; the
    /// first of the main line, or of what goes on, has all of them as its variations.
    fn line(
        &mut self,
        first: usize,
        beside: &mut VecDeque<usize>,
        takes_all: bool,
        depth: usize,
        line: &mut DraftLine,
    ) {
        let nodes = self.nodes;
        self.node(&nodes[first], beside, takes_all, depth, line);
        let mut children = &nodes[first].children;
        while let Some((&next, others)) = children.split_first() {
            self.node(&nodes[next], &mut others.iter().copied().collect(), true, depth, line);
            children = &nodes[next].children;
        }
    }

    fn node(&mut self, node: &Node, beside: &mut VecDeque<usize>, takes_all: bool, depth: usize, line: &mut DraftLine) {
        let turn = self.turn(node, false);
        let is_turn = turn.is_some();
        let around = self.around(node, false);
        line.opening.extend(around.opening);
        line.turns.extend(turn);
        let mut parts = around.after;
        let asked = parts.iter().filter(|part| matches!(part, Part::Variation)).count();
        if takes_all && asked == 0 {
            parts.extend(beside.iter().map(|_| Part::Variation));
        }
        for part in parts {
            let item = match part {
                Part::Item(item) => Some(item),
                Part::Variation => self.variation(beside, is_turn, depth),
            };
            let Some(item) = item else { continue };
            match line.turns.last_mut() {
                Some(turn) => turn.after.push(item),
                None => line.opening.push(item),
            }
        }
        if takes_all {
            // What the notes do not speak of.
            while !beside.is_empty() {
                let item = self.variation(beside, is_turn, depth);
                if let (Some(item), Some(turn)) = (item, line.turns.last_mut()) {
                    turn.after.push(item);
                }
            }
        }
    }

    fn variation(&mut self, beside: &mut VecDeque<usize>, is_turn: bool, depth: usize) -> Option<DraftItem> {
        let first = beside.pop_front()?;
        let span = self.nodes[first].span;
        if !is_turn {
            self.refuse(span, "This variation replaces no turn, and is left out.");
            return None;
        }
        if depth >= MAX_DEPTH {
            let message = format!("Variations nest deeper than {MAX_DEPTH} levels; this one is left out.");
            self.findings.push(Finding::new(&codes::DEPTH, span, message));
            return None;
        }
        let mut line = DraftLine::default();
        self.line(first, beside, false, depth + 1, &mut line);
        if line.turns.is_empty() {
            self.refuse(span, "This variation holds no turn, and is left out.");
            return None;
        }
        Some(DraftItem::Variation(line))
    }

    fn turn(&mut self, node: &Node, is_root: bool) -> Option<DraftTurn> {
        let (text, span, is_move) = self.played(node, is_root)?;
        let mut turn = DraftTurn { text, span, ..DraftTurn::default() };
        let known = if is_move { &GLYPHS[..] } else { &[] };
        let glyph = known.iter().position(|(name, value)| {
            self.value(node, name)
                .is_some_and(|(found, _)| found == *value || (value.is_empty() && found.trim().is_empty()))
        });
        if let Some(at) = glyph {
            turn.suffix = ["!", "?", "!!", "??", "!?", "?!"][at].to_owned();
        }
        for &span in node.property("PIPGLYPH").map_or(&[][..], |property| &property.values) {
            match self.text_of(span).parse() {
                Ok(glyph) => turn.glyphs.push(glyph),
                Err(_) => self.refuse(span, "A glyph is a number from 0 to 255."),
            }
        }
        Some(turn)
    }

    /// The turn of a node, where it stands, and whether it is a move.
    fn played(&mut self, node: &Node, is_root: bool) -> Option<(String, Span, bool)> {
        if let Some((text, span)) = self.value(node, "PIPTURN") {
            return Some((text, span, false));
        }
        let property = node.property("B").or_else(|| node.property("W"));
        if let Some(property) = property {
            let &span = property.values.first()?;
            let raw = self.text_of(span);
            if let Some(&second) = property.values.get(1) {
                self.refuse(second, "A move has one value.");
            }
            if node.property("B").is_some()
                && let Some(white) = node.property("W")
            {
                self.refuse(white.span, "A node has one move.");
            }
            let Places::Grid(size) = self.places else { return Some((simple(raw), span, true)) };
            let is_pass = raw.trim().is_empty() || (raw == "tt" && size <= 19);
            if is_pass {
                return Some(("take".to_owned(), property.span, true));
            }
            let Some(name) = self.places.read(raw) else {
                let message = format!("`{raw}` is no point of a board of {size}.");
                self.refuse(span, message);
                return Some((raw.to_owned(), span, true));
            };
            return Some((name, span, true));
        }
        if is_root || self.game != Some(GameId::Pippinzip) {
            return None;
        }
        let (black, white) = (node.property("AB"), node.property("AW"));
        if let (Some(_), Some(white)) = (black, white) {
            self.refuse(white.span, "A turn places stones of one colour.");
        }
        let property = black.or(white)?;
        match self.stones(property) {
            Ok(names) => Some((names.join(","), property.span, false)),
            Err(span) => {
                self.refuse(span, "This is no point of the board.");
                Some((self.text_of(span).to_owned(), span, false))
            }
        }
    }
}
