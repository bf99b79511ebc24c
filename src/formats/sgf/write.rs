//! Converts a record to a game tree, as text: one node for each turn. The properties of the root
//! that are not comments come from `write_root.rs`.
//!
//! What SGF can show becomes public properties (`B`, `C`, `CR`, …). Where these do not determine
//! the original text, a private property (`PIP…`) keeps it: `PIPTURN` a turn, `PIPGLYPH` glyphs,
//! `PIPNOTE` the items after a turn; see `shown_properties.rs`.
//!
//! A turn of the auction of Pippinzip may place several stones. A node of SGF has one move of one
//! stone, so the root keeps the turns of the auction, and shows their stones as set-up.

use super::join_turns::CONTINUES;
use super::note::{derived_note, note_text};
use super::shown_properties::ShownProperties;
use super::stones::PlacedStones;
use super::value::{PlaceNames, escape};
use super::write_root::{Properties, root_properties};
use super::{CapturingTurns, turns_of};
use crate::check::Checked;
use crate::formats::{Exported, Losses, export_losses};
use crate::games::GameId;
use crate::notation::{
    Board, GLYPH_SIGNS, Item, Line, Record, SgfTurns, TurnNode, Variation, figure_commands,
};
use crate::replay::{Frame, Timeline};
use crate::text::Span;

/// Glyphs `$1` to `$6` as properties of a move: name and value.
pub(super) const GLYPH_PROPERTIES: [(&str, &str); 6] = [
    ("TE", "1"),
    ("BM", "1"),
    ("TE", "2"),
    ("BM", "2"),
    ("IT", ""),
    ("DO", ""),
];

/// Number of variations among comments before the first turn or after the result.
const NO_VARIATIONS: usize = 0;

/// Writes a record.
pub(super) fn write(checked: &Checked, game: GameId, capturing: CapturingTurns) -> Exported {
    let record = checked.record().as_ref();
    let timeline = checked.timeline().ok();
    let size = size_of(record, game);
    let places = size.map_or(PlaceNames::Named, PlaceNames::Grid);
    let mut writer = SgfWriter {
        record,
        timeline,
        game,
        places,
        capturing,
        auction_count: 0,
        out: String::new(),
    };
    let auction = writer.auction_in_root();
    writer.auction_count = auction.len();

    // The root shows the start, unless it is the default, and the stones of the auction.
    let mut shown_position = None;
    if let Some(last) = auction.last() {
        shown_position = Some(last.position.clone());
    } else if record.tag("Position").is_some() {
        shown_position = timeline
            .and_then(Timeline::start)
            .map(|start| start.position.text());
    }
    let mut root = root_properties(record, game, size, timeline, shown_position.as_deref());
    let auction_values = auction.iter().map(|turn| escape(&turn.text)).collect();
    root.add("PIPAUCTION", auction_values);
    writer.write_tree(&root);

    let mut losses = Losses::default();
    export_losses::count_faults(record, &mut losses);
    Exported {
        text: writer.out,
        losses,
    }
}

/// Returns the size of the board of a game with stones.
fn size_of(record: &Record, game: GameId) -> Option<u8> {
    let facts = game.facts();
    match facts.board {
        Board::SquareOfTag { tag, .. } if facts.sgf.turns == SgfTurns::Stones => {
            facts.side_named(record.tag_value(tag)?)
        }
        _ => None,
    }
}

/// Turn of the auction that the root keeps.
struct AuctionTurn {
    text: String,
    /// Position after the turn.
    position: String,
}

/// Writes the nodes of a record.
struct SgfWriter<'a> {
    record: &'a Record,
    timeline: Option<&'a Timeline>,
    game: GameId,
    places: PlaceNames,
    capturing: CapturingTurns,
    /// Number of main-line turns in the root.
    auction_count: usize,
    out: String,
}

/// Representation of a turn.
enum TurnShape {
    /// Consecutive moves, one per node: the properties of all moves but the last.
    Moves(Vec<String>),
    /// A turn that programs for the game do not know as a move.
    Other,
}

impl SgfWriter<'_> {
    /// Writes the root, with the comments before the first turn and after the result, and all
    /// turns.
    fn write_tree(&mut self, root: &Properties) {
        let moves = &self.record.moves;
        let mut text = root.to_string();

        let shown = ShownProperties::new(self.record, moves.opening.iter(), self.places)
            .comments_and_markup();
        push_shown(&shown, &mut text);
        if !self.is_derivable(&moves.opening, &shown, NO_VARIATIONS) {
            self.push_items("PIPNOTE", &moves.opening, &mut text);
        }

        let closing = ShownProperties::new(self.record, self.record.closing.iter(), self.places)
            .only_comments();
        if let Some(comment) = closing.0.first() {
            push("GC", &comment.values, &mut text);
        }
        if !self.is_derivable(&self.record.closing, &closing, NO_VARIATIONS) {
            self.push_items("PIPCLOSE", &self.record.closing, &mut text);
        }

        self.out.push_str(&format!("(;{text}"));
        self.write_line(moves, self.auction_count, None);
        self.out.push_str(")\n");
    }

    /// Returns the turns of the auction to put into the root. These are all turns that place stones
    /// if one of them places several and none has annotations; otherwise none.
    fn auction_in_root(&self) -> Vec<AuctionTurn> {
        let moves = &self.record.moves;
        // A figure of the start would also show the stones of the auction.
        let has_figure = !figure_commands(&moves.opening).is_empty();
        if turns_of(Some(self.game)) != SgfTurns::Stones || has_figure {
            return Vec::new();
        }

        let mut turns = Vec::new();
        let mut has_several = false;
        for node in &moves.turns {
            let text = self.record.turn_text(node);
            let stones = self.stones_of(node, text);
            let Some(stones) = stones.filter(PlacedStones::are_of_auction) else {
                break;
            };
            if node.suffix.is_some() || !node.glyphs.is_empty() || !node.after.is_empty() {
                return Vec::new();
            }
            // Go programs reject a set-up with stones that would be captured.
            if self.capturing == CapturingTurns::Moves && stones.would_capture() {
                return Vec::new();
            }
            has_several |= stones.names().count() > 1;
            turns.push(AuctionTurn {
                text: text.to_owned(),
                position: stones.position(),
            });
        }
        if has_several { turns } else { Vec::new() }
    }

    /// Returns the frame after a turn that was played.
    fn frame_after(&self, node: &TurnNode) -> Option<&Frame> {
        self.timeline?.frame(node.id)
    }

    /// Returns the stones of a turn that was played.
    fn stones_of(&self, node: &TurnNode, text: &str) -> Option<PlacedStones> {
        PlacedStones::from_turn(self.frame_after(node)?, text)
    }

    /// Writes a line of play from the turn with index `from`. `variation` is `None` for the main
    /// line only; variations of a variation's first turn become its siblings.
    fn write_line(&mut self, line: &Line, from: usize, variation: Option<&Variation>) {
        let mut branches: Vec<&TurnNode> = Vec::new();
        for (index, node) in line.turns.iter().enumerate().skip(from) {
            let is_first_of_variation = index == 0 && variation.is_some();
            if !is_first_of_variation && node.variations().next().is_some() {
                self.out.push_str("\n(");
                branches.push(node);
            }
            let opening = if is_first_of_variation {
                line.opening.as_slice()
            } else {
                &[]
            };
            self.write_turn(node, opening, is_first_of_variation);
        }
        // The variations of a turn follow the rest of the line, so the last branch is closed first.
        while let Some(node) = branches.pop() {
            self.out.push(')');
            for variation in node.variations() {
                self.write_variation(variation);
            }
        }
    }

    /// Writes a variation in its own parentheses.
    fn write_variation(&mut self, variation: &Variation) {
        if variation.line.turns.is_empty() {
            return;
        }
        self.out.push_str("\n(");
        self.write_line(&variation.line, 0, Some(variation));
        self.out.push(')');
        // In the tree, variations of the first turn are siblings of the variation.
        if let Some(first) = variation.line.turns.first() {
            for sibling in first.variations() {
                self.write_variation(sibling);
            }
        }
    }

    /// Writes the nodes of a turn, with its glyphs and the items before and after it.
    fn write_turn(&mut self, node: &TurnNode, opening: &[Item], is_first_of_variation: bool) {
        let text = self.record.turn_text(node);
        let mut out = String::new();
        let shape = self.push_turn(node, text, &mut out);
        let is_move = matches!(shape, TurnShape::Moves(_));

        let shown =
            ShownProperties::new(self.record, opening.iter().chain(&node.after), self.places);
        let mut unwritten = shown.clone();
        let mut glyphs = node.glyphs.clone();
        if let Some(suffix) = node.suffix {
            let glyph = self.push_suffix(suffix, is_move, &mut unwritten, &mut out);
            if let Some(glyph) = glyph {
                glyphs.insert(0, glyph);
            }
        }
        let glyphs: Vec<_> = glyphs.iter().map(ToString::to_string).collect();
        push("PIPGLYPH", &glyphs, &mut out);
        push_shown(&unwritten, &mut out);
        if !opening.is_empty() {
            self.push_items("PIPOPEN", opening, &mut out);
        }

        let variations = if is_first_of_variation {
            NO_VARIATIONS
        } else {
            variation_count(&node.after)
        };
        // The shown properties do not tell the items before the turn from those after it.
        if !opening.is_empty() || !self.is_derivable(&node.after, &shown, variations) {
            self.push_items("PIPNOTE", &node.after, &mut out);
        }

        if let TurnShape::Moves(earlier_moves) = shape {
            for earlier_move in earlier_moves {
                self.out.push_str(&format!("\n;{earlier_move}"));
            }
        }
        self.out.push_str(&format!("\n;{out}"));
    }

    /// Writes the sign after a turn (`!`, `?`, …) as a property of its move. If a comment keeps a
    /// property of the same name, its values follow the sign, and it is removed from `unwritten`.
    /// If the turn is not a move, returns the glyph of the sign instead.
    fn push_suffix(
        &self,
        suffix: Span,
        is_move: bool,
        unwritten: &mut ShownProperties,
        out: &mut String,
    ) -> Option<u8> {
        let sign = self.record.text_of(suffix);
        let index = GLYPH_SIGNS.iter().position(|known| *known == sign)?;
        if !is_move {
            return Some(index as u8 + 1);
        }
        let (name, value) = GLYPH_PROPERTIES[index];
        let mut values = vec![value.to_owned()];
        values.extend(unwritten.remove(name).unwrap_or_default());
        push(name, &values, out);
        None
    }

    /// Returns true if a reader can derive these items from the shown properties.
    fn is_derivable(&self, items: &[Item], shown: &ShownProperties, variations: usize) -> bool {
        note_text(self.record, items) == derived_note(shown, variations, self.places)
    }

    /// Writes items as a private property.
    fn push_items(&self, name: &str, items: &[Item], out: &mut String) {
        push(name, &[escape(&note_text(self.record, items))], out);
    }

    /// Writes the property of a turn, without the rest of its node.
    fn push_turn(&self, node: &TurnNode, text: &str, out: &mut String) -> TurnShape {
        let played = if text == "resign" {
            None
        } else {
            self.frame_after(node)
        };
        match (turns_of(Some(self.game)), played) {
            (SgfTurns::OfColours, Some(played)) => {
                let name = if played.seat() == Some(1) { "W" } else { "B" };
                push(name, &[escape(text)], out);
                TurnShape::Moves(Vec::new())
            }
            (SgfTurns::Stones, Some(_)) => self.push_stones(node, text, out),
            (SgfTurns::Private, _) | (_, None) => {
                push("PIPTURN", &[escape(text)], out);
                TurnShape::Other
            }
        }
    }

    /// Writes the stones of a turn: as moves, or as set-up if a Go program would capture stones.
    fn push_stones(&self, node: &TurnNode, text: &str, out: &mut String) -> TurnShape {
        let Some(stones) = self.stones_of(node, text) else {
            push("PIPTURN", &[escape(text)], out);
            push("N", &[escape(text)], out);
            return TurnShape::Other;
        };

        let (move_name, set_up_name) = if stones.are_black() {
            ("B", "AB")
        } else {
            ("W", "AW")
        };
        let values: Vec<String> = stones
            .names()
            .filter_map(|name| self.places.write(&name))
            .collect();
        if self.capturing == CapturingTurns::SetUp && stones.would_capture() {
            push(set_up_name, &values, out);
            return TurnShape::Other;
        }

        let mut earlier_moves: Vec<String> = Vec::new();
        for (index, value) in values.into_iter().enumerate() {
            let mut written = String::new();
            push(move_name, &[value], &mut written);
            // This move belongs to the turn of the previous node.
            if index > 0 {
                push(CONTINUES, &[String::new()], &mut written);
            }
            earlier_moves.push(written);
        }
        // The last move goes into the node that the caller writes.
        out.push_str(&earlier_moves.pop().unwrap_or_default());
        TurnShape::Moves(earlier_moves)
    }
}

/// Returns the number of variations among items.
fn variation_count(items: &[Item]) -> usize {
    items
        .iter()
        .filter(|item| matches!(item, Item::Variation(_)))
        .count()
}

/// Writes a property with values that are already escaped; nothing if the list is empty.
fn push(name: &str, values: &[String], out: &mut String) {
    if values.is_empty() {
        return;
    }
    out.push_str(name);
    for value in values {
        out.push_str(&format!("[{value}]"));
    }
}

/// Writes the properties that other programs display.
fn push_shown(shown: &ShownProperties, out: &mut String) {
    for property in &shown.0 {
        push(&property.name, &property.values, out);
    }
}
