//! A record as a game tree.

use std::collections::HashMap;

use super::points::go_would_capture;
use super::root::{self, Properties};
use super::value::{Places, escape};
use super::view::{View, natural_note, note_text};
use crate::formats::{Exported, Losses, lost};
use crate::games::pippinzip::{Colour, Name, Pippinzip, Turn, parse_size};
use crate::games::{GameId, Language};
use crate::notation::{Item, Line, Record, TurnNode, Variation};

/// The glyphs `$1` to `$6` as properties of a move.
pub(super) const GLYPHS: [(&str, &str); 6] =
    [("TE", "1"), ("BM", "1"), ("TE", "2"), ("BM", "2"), ("IT", ""), ("DO", "")];

/// A turn that was played.
struct Played {
    seat: u8,
    position: String,
}

struct Writer<'a> {
    record: &'a Record,
    game: GameId,
    places: Places,
    played: HashMap<u32, Played>,
    out: String,
}

/// Writes a record.
pub(super) fn write(record: &Record, game: GameId) -> Exported {
    let rules = game.rules();
    let size = record.tag("Size").filter(|_| game == GameId::Pippinzip).and_then(|tag| parse_size(&tag.value));
    let places = size.map_or(Places::Named, Places::Grid);
    let mut played = HashMap::new();
    // Without a start nothing is played.
    let _ = rules.walk(record, &mut |frame| {
        if let (Some(node), Some(seat)) = (frame.node(), frame.seat()) {
            let position = if game == GameId::Pippinzip { frame.position() } else { String::new() };
            played.insert(node.text.start, Played { seat, position });
        }
    });
    let mut writer = Writer { record, game, places, played, out: String::new() };
    writer.tree(&root::properties(record, game, size, &rules.replay(record)));
    let mut losses = Losses::default();
    lost::faults(record, &mut losses);
    Exported { text: writer.out, losses }
}

impl Writer<'_> {
    fn tree(&mut self, root: &Properties) {
        let moves = &self.record.moves;
        let mut text = root.to_string();
        let view = View::of(self.record, moves.opening.iter(), self.places).markup();
        push_view(&view, &mut text);
        self.note(&moves.opening, &view, 0, false, &mut text);
        let closing = View::of(self.record, self.record.closing.iter(), self.places).words();
        if let Some((_, words)) = closing.0.first() {
            push("GC", words, &mut text);
        }
        let note = note_text(self.record, &self.record.closing);
        if note != natural_note(&closing, 0, self.places) {
            push("PIPCLOSE", &[escape(&note)], &mut text);
        }
        self.out.push_str(&format!("(;{text}"));
        self.line(moves, None);
        self.out.push_str(")\n");
    }

    /// Writes a line; `variation` for one that is none but the main line: its first turn's own variations
    /// stand beside it.
    fn line(&mut self, line: &Line, variation: Option<&Variation>) {
        let mut branches: Vec<&TurnNode> = Vec::new();
        for (at, node) in line.turns.iter().enumerate() {
            let is_first_of_variation = at == 0 && variation.is_some();
            if !is_first_of_variation && node.variations().next().is_some() {
                self.out.push_str("\n(");
                branches.push(node);
            }
            let opening = if is_first_of_variation { line.opening.as_slice() } else { &[] };
            self.turn(node, opening, is_first_of_variation);
        }
        while let Some(node) = branches.pop() {
            self.out.push(')');
            node.variations().for_each(|variation| self.variation(variation));
        }
    }

    fn variation(&mut self, variation: &Variation) {
        if variation.line.turns.is_empty() {
            return;
        }
        self.out.push_str("\n(");
        self.line(&variation.line, Some(variation));
        self.out.push(')');
        for beside in variation.line.turns.iter().take(1).flat_map(TurnNode::variations) {
            self.variation(beside);
        }
    }

    fn turn(&mut self, node: &TurnNode, opening: &[Item], is_first_of_variation: bool) {
        let text = self.record.text_of(node.text);
        let mut out = String::new();
        let is_move = self.play(node, text, &mut out);
        let mut glyphs = node.glyphs.clone();
        if let Some(suffix) = node.suffix {
            let number =
                ["!", "?", "!!", "??", "!?", "?!"].iter().position(|known| *known == self.record.text_of(suffix));
            match number {
                Some(at) if is_move => push(GLYPHS[at].0, &[GLYPHS[at].1.to_owned()], &mut out),
                Some(at) => glyphs.insert(0, at as u8 + 1),
                None => {}
            }
        }
        let glyphs: Vec<_> = glyphs.iter().map(ToString::to_string).collect();
        push("PIPGLYPH", &glyphs, &mut out);
        let view = View::of(self.record, opening.iter().chain(&node.after), self.places);
        push_view(&view, &mut out);
        if !opening.is_empty() {
            push("PIPOPEN", &[escape(&note_text(self.record, opening))], &mut out);
        }
        let variations = if is_first_of_variation { 0 } else { written_variations(&node.after) };
        self.note(&node.after, &view, variations, !opening.is_empty(), &mut out);
        self.out.push_str("\n;");
        self.out.push_str(&out);
    }

    /// Keeps items where the view is not all of them.
    fn note(&self, items: &[Item], view: &View, variations: usize, always: bool, out: &mut String) {
        let note = note_text(self.record, items);
        if always || note != natural_note(view, variations, self.places) {
            push("PIPNOTE", &[escape(&note)], out);
        }
    }

    /// Writes what is played; whether as a move.
    fn play(&self, node: &TurnNode, text: &str, out: &mut String) -> bool {
        let played = self.played.get(&node.text.start).filter(|_| text != "resign");
        match (self.game, played) {
            (GameId::Gipf, Some(played)) => {
                push(if played.seat == 1 { "W" } else { "B" }, &[escape(text)], out);
                true
            }
            (GameId::Pippinzip, Some(played)) => self.stones(text, &played.position, out),
            _ => {
                push("PIPTURN", &[escape(text)], out);
                false
            }
        }
    }

    fn stones(&self, text: &str, position: &str, out: &mut String) -> bool {
        let own = |out: &mut String| {
            push("PIPTURN", &[escape(text)], out);
            push("N", &[escape(text)], out);
            false
        };
        let (Ok(Turn::Stones(names)), Ok(after)) = (Pippinzip::parse_turn(text), Pippinzip::parse_position(position))
        else {
            return own(out);
        };
        let points: Option<Vec<_>> = names.iter().map(|name: &Name| name.point(after.stones.size())).collect();
        let Some(points) = points else { return own(out) };
        let black = points.first().is_some_and(|&point| after.stones.at(point) == Some(Colour::Black));
        let values: Vec<_> = points.iter().filter_map(|point| self.places.write(&point.to_string())).collect();
        match points.as_slice() {
            [point] if !go_would_capture(&after.stones, *point) => {
                push(if black { "B" } else { "W" }, &values, out);
                true
            }
            _ => {
                push(if black { "AB" } else { "AW" }, &values, out);
                false
            }
        }
    }
}

/// How many variations get a node.
fn written_variations(items: &[Item]) -> usize {
    items.iter().filter(|item| matches!(item, Item::Variation(_))).count()
}

fn push(name: &str, values: &[String], out: &mut String) {
    if values.is_empty() {
        return;
    }
    out.push_str(name);
    values.iter().for_each(|value| out.push_str(&format!("[{value}]")));
}

fn push_view(view: &View, out: &mut String) {
    view.0.iter().for_each(|(name, values)| push(name, values, out));
}
