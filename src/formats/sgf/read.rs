//! Converts a game tree to a draft: the tree is walked here, and each node gives a turn. The tags
//! and the result come from `read_root.rs`, the starting position from `read_setup.rs`, the
//! comments and markup from `read_notes.rs`.
//!
//! In the tree, a variation is a sibling of the node that it replaces. In the notation, it follows
//! the turn that it replaces. The first child of a node continues the line; the other children
//! become variations of the first one.

use std::collections::VecDeque;

use super::join_turns::{CONTINUES, join_turns};
use super::tree::{Property, SgfNode, Tree};
use super::turns_of;
use super::value::{PlaceNames, simple};
use super::write::GLYPH_PROPERTIES;
use crate::findings::Finding;
use crate::formats::KeepFindings as _;
use crate::formats::{Assumptions, Draft, DraftItem, DraftLine, DraftTurn, Imported, codes};
use crate::games::{GameId, Language, with_game};
use crate::notation::{GLYPH_SIGNS, SgfTurns};
use crate::text::{MAX_DEPTH, SourceText, Span};

/// Reads a game.
pub(super) fn import(source: &SourceText, tree: Tree, assumptions: &Assumptions) -> Imported {
    let Tree {
        mut nodes,
        mut findings,
    } = tree;
    join_turns(&mut nodes, &mut findings);
    let mut reader = SgfReader {
        source,
        nodes: &nodes,
        places: PlaceNames::Named,
        game: None,
        to_move: None,
        auction: Vec::new(),
        other_game: None,
        findings,
    };
    let mut draft = Draft {
        context: assumptions.context.clone(),
        ..Draft::default()
    };
    reader.read_tags(&mut draft, assumptions);
    if let Some(finding) = reader.other_game {
        // Syntax errors in a game that is not read do not help the user, but text around the game
        // may have been written by a person.
        let mut findings = reader.findings;
        findings.retain(|finding| finding.code.id == codes::LEFT_OUT.id);
        findings.push(finding);
        return Imported::refused(findings);
    }

    reader.read_turns(&mut draft);
    reader.read_result_and_players(&mut draft);
    reader.read_hashes(&mut draft);
    draft.findings = reader.findings;
    draft.import(source)
}

/// Reader of a game. `read_root.rs`, `read_setup.rs` and `read_notes.rs` have its other methods.
pub(super) struct SgfReader<'a> {
    pub(super) source: &'a SourceText,
    pub(super) nodes: &'a [SgfNode],
    /// How points are written in this game.
    pub(super) places: PlaceNames,
    /// The game, once the root has been read.
    pub(super) game: Option<GameId>,
    /// Colour to move, if it is known and the turns are moves of colours.
    to_move: Option<&'static str>,
    /// Turns of the auction of Pippinzip that the root keeps (`PIPAUCTION`).
    pub(super) auction: Vec<DraftTurn>,
    /// Finding for a file of another game, which is not read.
    pub(super) other_game: Option<Finding>,
    pub(super) findings: Vec<Finding>,
}

/// Siblings of a node that become its variations. In the tree, the siblings of a turn are its
/// alternatives, so only the first of them has the others as variations.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Siblings {
    /// All that no note has mentioned: the node continues the line.
    All,
    /// Only those that its notes mention: the node begins a variation.
    Mentioned,
}

/// Items around the turn of a node.
pub(super) struct ItemsAround {
    /// Items before the turn, which begins a variation.
    pub(super) opening: Vec<DraftItem>,
    pub(super) after: Vec<NodePart>,
}

/// Part of the text after a turn.
pub(super) enum NodePart {
    Item(DraftItem),
    /// The next variation.
    Variation,
}

impl NodePart {
    /// Returns the item; `None` for a variation.
    pub(super) fn into_item(self) -> Option<DraftItem> {
        match self {
            Self::Item(item) => Some(item),
            Self::Variation => None,
        }
    }
}

/// Turn of a node, in the notation.
struct TurnText {
    text: String,
    span: Span,
    /// True if programs for the game know the turn as a move, which can have a glyph as a property.
    is_move: bool,
}

impl TurnText {
    fn from_move(text: String, span: Span) -> Self {
        Self {
            text,
            span,
            is_move: true,
        }
    }
}

impl<'a> SgfReader<'a> {
    /// Reads all turns, with the comments and variations around them.
    fn read_turns(&mut self, draft: &mut Draft) {
        if let Some(game) = self.game
            && turns_of(Some(game)) == SgfTurns::OfColours
        {
            self.to_move = match draft.tag("Position") {
                Some(position) => with_game!(game, G => {
                    let position = G::parse_position(position).ok();
                    position.and_then(|position| G::colour_to_move(&position))
                }),
                None => game.facts().seat_of_turn(1),
            };
        }

        let root = self.root();
        let ItemsAround { mut opening, after } = self.items_around(root, true);
        opening.extend(after.into_iter().filter_map(NodePart::into_item));
        let mut line = DraftLine {
            opening,
            turns: std::mem::take(&mut self.auction),
        };
        line.turns.extend(self.read_turn(root, true));

        let mut siblings: VecDeque<usize> = root.children.iter().copied().collect();
        if let Some(first) = siblings.pop_front() {
            self.read_line(first, &mut siblings, Siblings::All, 0, &mut line);
        }
        draft.line = line;
        draft.closing = self.comments_after_result();
    }

    /// Reads a line starting with a node. `siblings` are the siblings to the right of the node, of
    /// which it takes `taken` as its variations. `depth` is the number of variations around the
    /// line.
    fn read_line(
        &mut self,
        first: usize,
        siblings: &mut VecDeque<usize>,
        taken: Siblings,
        depth: usize,
        line: &mut DraftLine,
    ) {
        let nodes = self.nodes;
        self.read_node(&nodes[first], siblings, taken, depth, line);
        let mut children = &nodes[first].children;
        while let Some((&next, others)) = children.split_first() {
            let mut siblings: VecDeque<usize> = others.iter().copied().collect();
            self.read_node(&nodes[next], &mut siblings, Siblings::All, depth, line);
            children = &nodes[next].children;
        }
    }

    /// Adds the turn of a node, its comments and its variations to a line.
    fn read_node(
        &mut self,
        node: &SgfNode,
        siblings: &mut VecDeque<usize>,
        taken: Siblings,
        depth: usize,
        line: &mut DraftLine,
    ) {
        let before = self.to_move;
        let turn = self.read_turn(node, false);
        let is_turn = turn.is_some();
        let ItemsAround { opening, after } = self.items_around(node, false);
        line.opening.extend(opening);
        line.turns.extend(turn);

        let mut parts = after;
        if taken == Siblings::All {
            // Variations that the notes do not mention come last.
            let mentioned = parts
                .iter()
                .filter(|part| matches!(part, NodePart::Variation))
                .count();
            parts.extend((mentioned..siblings.len()).map(|_| NodePart::Variation));
        }

        for part in parts {
            let item = match part {
                NodePart::Item(item) => Some(item),
                NodePart::Variation => self.read_variation(siblings, is_turn, before, depth),
            };
            let Some(item) = item else { continue };
            match line.turns.last_mut() {
                Some(turn) => turn.after.push(item),
                None => line.opening.push(item),
            }
        }
    }

    /// Reads the next variation of a turn; `before` is the colour to move before that turn. A
    /// variation that the record cannot hold is kept in a comment, as in the source.
    fn read_variation(
        &mut self,
        siblings: &mut VecDeque<usize>,
        is_turn: bool,
        before: Option<&'static str>,
        depth: usize,
    ) -> Option<DraftItem> {
        let first = siblings.pop_front()?;
        let span = self.nodes[first].span;
        if !is_turn {
            self.refuse(
                span,
                "This variation replaces no turn, and is kept in a comment.",
            );
            return Some(self.variation_in_comment(first));
        }
        if depth >= MAX_DEPTH {
            let message = format!(
                "Variations nest deeper than {MAX_DEPTH} levels; this one is kept in a comment."
            );
            self.findings
                .keep(Finding::new(&codes::DEPTH, span, message));
            return Some(self.variation_in_comment(first));
        }

        let mut line = DraftLine::default();
        let after = std::mem::replace(&mut self.to_move, before);
        self.read_line(first, siblings, Siblings::Mentioned, depth + 1, &mut line);
        self.to_move = after;
        if line.turns.is_empty() {
            self.refuse(
                span,
                "This variation has no turn, and is kept in a comment.",
            );
            return Some(self.variation_in_comment(first));
        }
        Some(DraftItem::Variation(line))
    }

    /// Returns the text of the variation that begins with node `first`, as a comment.
    fn variation_in_comment(&self, first: usize) -> DraftItem {
        let first = &self.nodes[first];
        let mut last = first;
        while let Some(&child) = last.children.last() {
            last = &self.nodes[child];
        }
        let end = last
            .properties
            .last()
            .map_or(last.span, |property| property.span);
        let text = self.text_of(first.span.to(end));
        DraftItem::Comment(format!("the source has a variation here: {text}"))
    }

    /// Reads the turn of a node, with its glyphs.
    fn read_turn(&mut self, node: &SgfNode, is_root: bool) -> Option<DraftTurn> {
        let TurnText {
            text,
            span,
            is_move,
        } = self.turn_text(node, is_root)?;
        let mut turn = DraftTurn {
            text,
            span,
            ..DraftTurn::default()
        };
        if let Some(index) = self.glyph_index(node)
            && is_move
        {
            turn.suffix = GLYPH_SIGNS[index].to_owned();
        }

        let glyphs = node
            .property("PIPGLYPH")
            .map_or(&[][..], |property| &property.values);
        for &span in glyphs {
            match self.text_of(span).parse() {
                Ok(glyph) => turn.glyphs.push(glyph),
                Err(_) => self.refuse(span, "A glyph is a number from 0 to 255."),
            }
        }
        Some(turn)
    }

    /// Returns the index in [`GLYPH_PROPERTIES`] of the first glyph that a node has as a property.
    pub(super) fn glyph_index(&self, node: &SgfNode) -> Option<usize> {
        GLYPH_PROPERTIES.iter().position(|(name, value)| {
            let Some((written, _)) = self.value(node, name) else {
                return false;
            };
            written == *value || (value.is_empty() && written.trim().is_empty())
        })
    }

    /// Returns the turn of a node. Reports other turns in the node.
    fn turn_text(&mut self, node: &SgfNode, is_root: bool) -> Option<TurnText> {
        let property = self.turn_property(node, is_root)?;
        if is_stones(property) {
            let was_joined = node.property(CONTINUES).is_some();
            return Some(self.turn_of_stones(property, was_joined));
        }

        let &span = property.values.first()?;
        let raw = self.text_of(span);
        for &surplus in &property.values[1..] {
            self.refuse(surplus, "A turn takes one value; this one is left out.");
        }
        if property.name == "PIPTURN" {
            // The stone has no colour, and may not have been played.
            self.to_move = None;
            return Some(TurnText {
                text: simple(raw),
                span,
                is_move: false,
            });
        }

        self.expect_colour(property);
        Some(self.turn_of_move(property, span))
    }

    /// Returns the property that is the turn of a node. Reports other turns in the node.
    fn turn_property<'n>(&mut self, node: &'n SgfNode, is_root: bool) -> Option<&'n Property> {
        let mut names = TEXTS_AND_MOVES.to_vec();
        // In the root, stones are not turns.
        if !is_root {
            names.extend(STONES);
        }
        let mut played: Option<&Property> = None;
        for property in names.into_iter().filter_map(|name| node.property(name)) {
            if played.is_some() {
                self.refuse(
                    property.span,
                    "A node takes one turn; this one is left out.",
                );
            } else if is_stones(property) && turns_of(self.game) != SgfTurns::Stones {
                self.refuse(
                    property.span,
                    "No turn of this game sets stones; the property is left out.",
                );
            } else {
                played = Some(property);
            }
        }
        played
    }

    /// Returns the turn that a set-up of stones means. `was_joined` is true if the stones are
    /// several moves that `join_turns` joined into this node; then the turn was a move and can have
    /// a glyph.
    fn turn_of_stones(&mut self, property: &Property, was_joined: bool) -> TurnText {
        let stones = self.read_stones(property);
        // A turn with an unreadable part is unreadable as a whole.
        if let Some(span) = stones.first_wrong {
            return TurnText {
                text: self.text_of(span).to_owned(),
                span,
                is_move: false,
            };
        }
        let names: Vec<String> = stones.places.into_iter().map(|(name, _)| name).collect();
        TurnText {
            text: names.join(","),
            span: property.span,
            is_move: was_joined,
        }
    }

    /// Returns the turn of a move (`B`, `W`) with the value at a span.
    fn turn_of_move(&mut self, property: &Property, span: Span) -> TurnText {
        let raw = self.text_of(span);
        let PlaceNames::Grid(size) = self.places else {
            return TurnText::from_move(simple(raw), span);
        };

        // Older programs write a pass as a point beyond a board of 19.
        let is_pass = raw.trim().is_empty() || (raw == "tt" && size <= 19);
        if is_pass {
            return TurnText::from_move("take".to_owned(), property.span);
        }
        let Some(name) = self.places.read(raw) else {
            let message = format!("`{raw}` is not a point on a board of size {size}.");
            self.refuse(span, message);
            return TurnText::from_move(raw.to_owned(), span);
        };

        TurnText::from_move(name, span)
    }

    /// Reports a move of the wrong colour, if the colour to move is known.
    fn expect_colour(&mut self, property: &Property) {
        if turns_of(self.game) != SgfTurns::OfColours {
            return;
        }
        let (colour, other) = if property.name == "W" {
            ("White", "Black")
        } else {
            ("Black", "White")
        };
        if let Some(to_move) = self.to_move.filter(|to_move| *to_move != colour) {
            let message = format!("This is a turn of {colour}, but {to_move} is to move.");
            self.refuse(property.span, message);
        }
        self.to_move = Some(other);
    }

    /// Returns the root of the tree.
    pub(super) fn root(&self) -> &'a SgfNode {
        &self.nodes[0]
    }

    /// Returns the text of the source at a span.
    pub(super) fn text_of(&self, span: Span) -> &'a str {
        self.source.text_of(span)
    }

    /// Returns the first value of a property of one line, with its span.
    pub(super) fn value(&self, node: &SgfNode, name: &str) -> Option<(String, Span)> {
        let span = *node.property(name)?.values.first()?;
        Some((simple(self.text_of(span)), span))
    }

    /// Reports a value that cannot be read as it is (`import/value`).
    pub(super) fn refuse(&mut self, span: Span, message: impl Into<String>) {
        self.findings
            .keep(Finding::new(&codes::VALUE, span, message));
    }
}

/// Properties that are turns: a text in the notation, and moves of Black and White.
const TEXTS_AND_MOVES: [&str; 3] = ["PIPTURN", "B", "W"];
/// Properties that set up stones, which is a turn in some games.
const STONES: [&str; 2] = ["AB", "AW"];

/// Returns true if a property sets up stones.
fn is_stones(property: &Property) -> bool {
    STONES.contains(&property.name.as_str())
}
