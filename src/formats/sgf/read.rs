//! A game tree as a draft.

use std::collections::VecDeque;

use super::root::{KEPT, Seats, TERMINATIONS, is_kept_in_root, result_of, set_up_position, tag_of};
use super::tree::{Node, Property, Tree};
use super::value::{Places, composed, simple, unescape};
use super::view::{Note, View, is_markup};
use super::write::GLYPHS;
use crate::findings::Finding;
use crate::formats::{Assumptions, Draft, DraftItem, DraftLine, DraftTurn, Imported, codes};
use crate::games::GameId;
use crate::games::pippinzip::{Variant, parse_size};
use crate::notation::{Item, is_date};
use crate::text::{MAX_DEPTH, SourceText, Span};

/// Reads a game.
pub(super) fn import(source: &SourceText, tree: Tree, assumptions: &Assumptions) -> Imported {
    let Tree { nodes, findings } = tree;
    let mut reader = Reader { source, nodes: &nodes, places: Places::Named, game: None, findings };
    let mut draft = Draft::default();
    reader.tags(&mut draft, assumptions);
    reader.moves(&mut draft);
    reader.outcome(&mut draft);
    draft.findings = reader.findings;
    draft.import(source)
}

struct Reader<'a> {
    source: &'a SourceText,
    nodes: &'a [Node],
    places: Places,
    game: Option<GameId>,
    findings: Vec<Finding>,
}

/// What belongs to a node besides its turn.
struct Around {
    opening: Vec<DraftItem>,
    after: Vec<Part>,
}

/// A part of what stands behind a turn.
enum Part {
    Item(DraftItem),
    /// The next variation.
    Variation,
}

impl<'a> Reader<'a> {
    fn root(&self) -> &'a Node {
        &self.nodes[0]
    }

    fn text_of(&self, span: Span) -> &'a str {
        self.source.text_of(span)
    }

    /// The first value of a property of one line, and where it stands.
    fn value(&self, node: &Node, name: &str) -> Option<(String, Span)> {
        let span = *node.property(name)?.values.first()?;
        Some((simple(self.text_of(span)), span))
    }

    fn refuse(&mut self, span: Span, message: impl Into<String>) {
        self.findings.push(Finding::new(&codes::VALUE, span, message));
    }

    // ---- tags

    fn tags(&mut self, draft: &mut Draft, assumptions: &Assumptions) {
        let root = self.root();
        for &span in root.property("PIPTAG").map_or(&[][..], |property| &property.values) {
            match composed(self.text_of(span)) {
                Some((name, value)) if is_tag_name(name) => draft.tags.push((name.to_owned(), simple(value), span)),
                _ => self.refuse(span, "A tag is its name, a colon and its value: `Event:Club evening`."),
            }
        }
        self.game(draft, assumptions);
        for property in &root.properties {
            self.root_property(property, draft);
        }
        if let Some(variant) = &assumptions.variant {
            draft.assume("Variant", variant.as_str());
        }
        if let Some(options) = &assumptions.options {
            draft.assume("Options", options.as_str());
        }
        if self.game == Some(GameId::Pippinzip) {
            let size = draft.tag("Size").and_then(parse_size).unwrap_or(19);
            self.places = Places::Grid(size);
            self.set_up(size, draft);
        }
    }

    fn game(&mut self, draft: &mut Draft, assumptions: &Assumptions) {
        let number = self.value(self.root(), "GM");
        let pippinzip = assumptions.variant.as_deref().is_some_and(|variant| Variant::parse(variant).is_some());
        match number.as_ref().map_or("1", |(number, _)| number.trim()) {
            _ if draft.tag("Game").is_some() => {}
            "39" => draft.assume("Game", "gipf"),
            "1" if pippinzip => draft.assume("Game", "pippinzip"),
            // The checker says that it is none of the four.
            other => {
                let span = number.as_ref().map_or(self.root().span, |(_, span)| *span);
                draft.tags.push(("Game".to_owned(), format!("SGF {other}"), span));
            }
        }
        self.game = draft.tag("Game").and_then(GameId::named);
        if self.game == Some(GameId::Pippinzip) && draft.tag("Size").is_none() {
            let (size, span) = self.value(self.root(), "SZ").unwrap_or_else(|| ("19".to_owned(), Span::default()));
            draft.tags.push(("Size".to_owned(), size.trim().to_owned(), span));
        }
    }

    fn root_property(&mut self, property: &Property, draft: &mut Draft) {
        let name = property.name.as_str();
        let Some(&first) = property.values.first() else { return };
        let value = simple(self.text_of(first));
        if let Some(tag) = tag_of(name, self.game) {
            if tag != "Date" || is_date(&value) {
                draft.tags.push((tag.to_owned(), value, first));
            } else {
                // `2026-11-20,21` is a date there.
                if let Some(day) = value.split(',').next().filter(|day| is_date(day)) {
                    draft.tags.push((tag.to_owned(), day.to_owned(), first));
                }
                draft.tags.push((format!("{KEPT}{name}"), value, first));
            }
            return;
        }
        let is_size = name == "SZ" && self.game != Some(GameId::Pippinzip);
        if is_size || is_kept_in_root(name) {
            let raw: Vec<_> = property.values.iter().map(|&span| self.text_of(span)).collect();
            draft.tags.push((format!("{KEPT}{name}"), raw.join("][").replace(['\n', '\r', '\t'], " "), first));
        }
    }

    fn set_up(&mut self, size: u8, draft: &mut Draft) {
        let stones = |name| self.root().property(name).map(|property| self.stones(property));
        let (black, white) = (stones("AB"), stones("AW"));
        let both = || [&black, &white].into_iter().flatten();
        if draft.tag("Position").is_some() || both().next().is_none() {
            return;
        }
        let span =
            self.root().property("AB").or_else(|| self.root().property("AW")).map_or(self.root().span, |p| p.span);
        let names = |stones: &Option<Result<Vec<String>, Span>>| match stones {
            Some(Ok(names)) => names.clone(),
            _ => Vec::new(),
        };
        let position = set_up_position(size, &names(&black), &names(&white));
        let wrong: Vec<_> = both().filter_map(|stones| stones.as_ref().err().copied()).collect();
        draft.tags.push(("Position".to_owned(), position, span));
        wrong.into_iter().for_each(|span| self.refuse(span, "This is no point of the board."));
    }

    /// The places of the stones of a property; where one is none, its value.
    fn stones(&self, property: &Property) -> Result<Vec<String>, Span> {
        let mut names = Vec::new();
        for &span in &property.values {
            names.extend(self.places.read_list(self.text_of(span)).ok_or(span)?);
        }
        Ok(names)
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

    // ---- comments

    /// The properties of a node that are no turn and say nothing to this reader.
    fn view(&self, node: &Node, is_root: bool) -> View {
        let own_name = self.value(node, "PIPTURN").map(|(text, _)| text);
        let is_move = node.property("B").or_else(|| node.property("W")).is_some();
        let shown = node.properties.iter().filter(|property| {
            let name = property.name.as_str();
            if is_root {
                return is_markup(name);
            }
            let is_glyph = is_move && GLYPHS.iter().any(|(known, _)| *known == name);
            let is_own = name == "N" && own_name.is_some() && self.value(node, "N").map(|(text, _)| text) == own_name;
            !(super::is_spoken_for(name) || is_glyph || is_own)
        });
        let values = |property: &Property| property.values.iter().map(|&span| self.text_of(span).to_owned()).collect();
        View(shown.map(|property| (property.name.clone(), values(property))).collect())
    }

    fn around(&mut self, node: &Node, is_root: bool) -> Around {
        let view = self.view(node, is_root);
        let own = [node.property("PIPOPEN"), node.property("PIPNOTE")];
        if own.iter().any(Option::is_some) {
            if let Some(around) = self.noted(node, &view, is_root) {
                return around;
            }
            let span = own.iter().flatten().next().map_or(node.span, |property| property.span);
            let message = "What is kept here does not fit the comment and the markup of this node, which count.";
            self.findings.push(Finding::new(&codes::CHANGED, span, message));
        }
        let (comment, strange) = view.natural(self.places);
        for name in strange {
            let span = node.property(name).map_or(node.span, |property| property.span);
            self.refuse(span, format!("This value of `{name}` has no meaning here; it is kept as it is."));
        }
        let after = if comment.is_empty() { Vec::new() } else { vec![Part::Item(DraftItem::Written(comment))] };
        Around { opening: Vec::new(), after }
    }

    /// What the own properties keep, where it says the same as the view.
    fn noted(&self, node: &Node, view: &View, is_root: bool) -> Option<Around> {
        let read = |name: &str| {
            let text = self.value_of_lines(node, name).unwrap_or_default();
            Note::read(&text)
        };
        let (opening, after) = (read("PIPOPEN")?, read("PIPNOTE")?);
        let mut said = View::of(opening.record(), opening.items().iter(), self.places);
        if opening.items().is_empty() {
            said = View::of(after.record(), after.items().iter(), self.places);
        } else if !after.items().is_empty() {
            // Words and places of both, as the writer puts them together.
            let text = format!(
                "{} {}",
                super::view::note_text(opening.record(), opening.items()),
                super::view::note_text(after.record(), after.items())
            );
            let both = Note::read(&text)?;
            said = View::of(both.record(), both.items().iter(), self.places);
        }
        if is_root {
            said = said.markup();
        }
        let parts = |note: &Note| -> Vec<Part> {
            let items = note.items().iter().map(|item| match item {
                Item::Comment(comment) => {
                    Part::Item(DraftItem::Written(note.record().text_of(comment.span).to_owned()))
                }
                Item::Hash(span) => Part::Item(DraftItem::Hash(note.record().text_of(*span).to_owned())),
                Item::Variation(_) => Part::Variation,
            });
            items.collect()
        };
        let opening_items = parts(&opening).into_iter().filter_map(|part| match part {
            Part::Item(item) => Some(item),
            Part::Variation => None,
        });
        (said.meaning() == view.meaning()).then(|| Around { opening: opening_items.collect(), after: parts(&after) })
    }

    fn value_of_lines(&self, node: &Node, name: &str) -> Option<String> {
        node.property(name)?.values.first().map(|&span| unescape(self.text_of(span)))
    }

    fn closing(&mut self) -> Vec<DraftItem> {
        let root = self.root();
        let words = self.value_of_lines(root, "GC");
        if let Some(text) = self.value_of_lines(root, "PIPCLOSE")
            && let Some(note) = Note::read(&text)
        {
            let said = View::of(note.record(), note.items().iter(), self.places).words();
            let said = said.0.first().and_then(|(_, values)| values.first()).map(|words| unescape(words));
            if said == words {
                let items = note.items().iter().filter_map(|item| match item {
                    Item::Comment(comment) => Some(DraftItem::Written(note.record().text_of(comment.span).to_owned())),
                    Item::Hash(span) => Some(DraftItem::Hash(note.record().text_of(*span).to_owned())),
                    Item::Variation(_) => None,
                });
                return items.collect();
            }
            let span = root.property("PIPCLOSE").map_or(root.span, |property| property.span);
            let message = "What is kept here does not fit the comment `GC`, which counts.";
            self.findings.push(Finding::new(&codes::CHANGED, span, message));
        }
        words.filter(|words| !words.is_empty()).map(DraftItem::Comment).into_iter().collect()
    }

    // ---- the result

    /// The result, and who played which colour: in Pippinzip only the turns tell.
    fn outcome(&mut self, draft: &mut Draft) {
        let root = self.root();
        draft.result = self.value(root, "PIPRES");
        let colours = [("PB", false), ("PW", true)];
        let has_players = draft.tag("Player1").is_some() || draft.tag("Player2").is_some();
        let is_foreign = draft.result.is_none() && root.property("RE").is_some();
        let named = colours.iter().any(|(name, _)| root.property(name).is_some());
        if !(is_foreign || (named && !has_players)) {
            return;
        }
        let variant = draft.tag("Variant").unwrap_or_default().to_owned();
        let replayed = if self.game == Some(GameId::Pippinzip) { draft.replayed() } else { None };
        let count = if draft.tag("Players") == Some("3") { 3 } else { 2 };
        let seats = self.game.and_then(|game| Seats::of(game, &variant, replayed.as_ref(), count));
        for (name, is_white) in colours {
            let Some((player, span)) = self.value(root, name).filter(|_| !has_players) else { continue };
            if tag_of(name, self.game).is_some() {
                continue;
            }
            let tag = match seats {
                Some(seats) => format!("Player{}", if is_white { seats.white } else { seats.black }),
                None => format!("{KEPT}{name}"),
            };
            draft.tags.push((tag, player, span));
        }
        if let Some((value, span)) = self.value(root, "RE").filter(|_| is_foreign) {
            let read = seats.and_then(|seats| result_of(value.trim(), seats));
            if let Some((result, reason)) = read {
                draft.result = Some((result, span));
                if let Some(reason) = reason.filter(|name| TERMINATIONS.iter().any(|(known, _)| known == name)) {
                    draft.assume("Termination", reason);
                }
            } else {
                draft.result = Some(("*".to_owned(), span));
                if !matches!(value.trim(), "" | "?" | "Void") {
                    draft.tags.push((format!("{KEPT}RE"), value, span));
                }
            }
        }
    }
}

/// Whether a tag can have that name.
fn is_tag_name(name: &str) -> bool {
    !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
}
