//! Converts a record of the site AbstractPlay, a JSON object with a header and rounds of moves, to
//! the notation.
//!
//! `read_header` makes tags, and `read_round` collects the moves of all rounds. Then `set_size`
//! determines the size of the board, which the site gives only through the names of variants, and
//! `convert_moves` makes turns. Entries that a record cannot hold are listed in one finding.

use super::words::{
    USUAL_SIZE, likely_size, needed_size, only_winner, reason_named, result_of, size_in_variant,
    tag_of_key,
};
use super::{HEADER_TAGS, NO_DATE, is_placeholder};
use crate::findings::Finding;
use crate::formats::KeepFindings as _;
use crate::formats::import_losses::LeftOut;
use crate::formats::{Assumptions, Draft, DraftTurn, Imported, codes};
use crate::notation::{Termination, is_date};
use crate::text::tree::{KeyFault, Keys, NOTHING, Node, Value};
use crate::text::{SourceText, Span};

/// Reads a record.
pub(super) fn read_game(source: &SourceText, record: &Node, assumptions: &Assumptions) -> Imported {
    RecordReader::new(source).read_record(record, assumptions)
}

/// Reads the parts of one record.
struct RecordReader<'a> {
    source: &'a SourceText,
    draft: Draft,
    left_out: LeftOut,
    /// Spans of missing moves. They are an error only if another move follows.
    gaps: Vec<Span>,
    /// All moves in the order of play.
    moves: Vec<Move>,
    /// The variants, if the record lists any.
    variants: Option<VariantList>,
}

/// A move of the game.
struct Move {
    /// Text in lower case and without spaces.
    text: String,
    span: Span,
}

/// A move of one round, as in the source.
struct MoveOfRound<'n> {
    /// Place in the order of play within the round.
    sequence: u64,
    text: &'n str,
    span: Span,
}

/// The variants that a record lists.
#[derive(Clone, Copy)]
struct VariantList {
    span: Span,
    /// True if one of them does not name a board.
    has_unknown: bool,
}

impl<'a> RecordReader<'a> {
    fn new(source: &'a SourceText) -> Self {
        Self {
            source,
            draft: Draft::default(),
            left_out: LeftOut::default(),
            gaps: Vec::new(),
            moves: Vec::new(),
            variants: None,
        }
    }

    fn read_record(mut self, record: &Node, assumptions: &Assumptions) -> Imported {
        let has_header = record
            .entry("header")
            .is_some_and(|node| matches!(node.value, Value::Map(_)));
        let has_moves = record
            .entry("moves")
            .is_some_and(|node| matches!(node.value, Value::List(_)));
        if !has_header && !has_moves {
            let message = format!("This is {}, not a record.", record.value.in_words());
            let finding = Finding::new(&codes::FORM, record.span, message);
            return Imported::refused(vec![
                finding.with_help("A record has a map `header` and a list `moves`."),
            ]);
        }

        self.note_left_out(record, "", &["header", "moves"]);
        for key in ["header", "moves"] {
            if record.entry(key).is_none() {
                self.report_malformed(record.span, &format!("A record needs `{key}`."));
            }
        }

        if let Some(header) = record.entry("header") {
            self.read_header(header);
        }
        self.draft.assume("Game", "pippinzip");
        let rounds = self.list_items(record.entry("moves"), "moves");
        for round in rounds {
            self.read_round(round);
        }

        self.set_size(record.span);
        let variant = assumptions.variant.as_deref().unwrap_or("zipline");
        self.draft.assume("Variant", variant);
        self.convert_moves();
        self.left_out.report(&mut self.draft.findings);
        self.draft.import(self.source)
    }

    fn read_header(&mut self, header: &Node) {
        self.check_map(header, "header");
        if let Some(game) = header.entry("game") {
            self.read_game_and_variants(game);
        }
        for (key, tag) in HEADER_TAGS {
            let node = header.entry(key);
            self.add_tag(tag, node);
            // The game was played on the day on which it started: the first ten characters.
            if key == "date-start"
                && let Some(node) = node
                && let Some(date) = node.text()
                && date != NO_DATE
                && let Some(day) = date.get(..10)
                && is_date(day)
            {
                self.draft.add_tag("Date", day, node.span);
            }
        }

        if let Some(site) = header.entry("site") {
            self.add_tag("Site", site.entry("name"));
            self.add_tag("GameId", site.entry("gameid"));
            self.note_left_out(site, "site.", &["name", "gameid"]);
        }

        let players = self.list_items(header.entry("players"), "players");
        self.read_players(players);
        for (key, value) in header.entries() {
            let name = key.text().unwrap_or_default();
            let is_read_already = ["game", "site", "players"].contains(&name)
                || HEADER_TAGS.iter().any(|(known, _)| *known == name);
            if is_read_already {
                continue;
            }
            match tag_of_key(name) {
                Some(tag) => self.draft.add_tag(tag, self.json(value), value.span),
                None => self.left_out.add(format!("header.{name}"), value.span),
            }
        }
    }

    fn read_game_and_variants(&mut self, game: &Node) {
        self.note_left_out(game, "game.", &["name", "variants"]);
        if let Some(node) = game.entry("name")
            && let Some(name) = node.text()
        {
            // An unknown name is left to the checker, which reports it.
            let name = if name.eq_ignore_ascii_case("pippinzip") {
                "pippinzip"
            } else {
                name
            };
            self.draft.add_tag("Game", name, node.span);
        }

        let Some(variants) = game.entry("variants") else {
            return;
        };

        let mut has_unknown = false;
        for variant in self.list_items(Some(variants), "variants") {
            let name = variant.text().unwrap_or_default();
            match size_in_variant(name) {
                // The size may be given both by its name and by its label.
                Some(size) if self.draft.tag("Size") == Some(size) => {}
                Some(size) => self.draft.add_tag("Size", size, variant.span),
                None if name == "#board" => {}
                None => {
                    has_unknown = true;
                    let message = "This variant is not known here; it is left out.";
                    self.draft
                        .findings
                        .keep(Finding::new(&codes::VALUE, variant.span, message));
                }
            }
        }

        self.variants = Some(VariantList {
            span: variants.span,
            has_unknown,
        });
    }

    fn read_players(&mut self, players: &[Node]) {
        let mut results = Vec::new();
        for (number, player) in (1..).zip(players) {
            self.add_tag(&format!("Player{number}"), player.entry("name"));
            self.add_tag(&format!("UserId{number}"), player.entry("userid"));
            // The site writes this entry for every player; human players are the default.
            let is_ai = player
                .entry("is_ai")
                .filter(|node| self.json(node) != "false");
            self.add_tag(&format!("IsAi{number}"), is_ai);
            self.note_left_out(player, "players.", &["name", "userid", "is_ai", "result"]);
            match player.entry("result") {
                Some(Node {
                    value: Value::Number(result),
                    span,
                }) => results.push((result, *span)),
                Some(other) if !other.is_nothing() => {
                    self.report_malformed(other.span, "A `result` must be a number.");
                }
                _ => {}
            }
        }

        if let [(first, span), (second, _)] = results.as_slice() {
            self.draft.result = result_of(first, second).map(|result| (result.to_owned(), *span));
        }
        // A result in this format is for two players.
        if self.draft.result.is_none() {
            for (_, span) in results {
                self.left_out.add("players.result", span);
            }
        }
    }

    /// Reads a round: a list with the move of each seat, in the order of play unless the entries
    /// state their `sequence`.
    fn read_round(&mut self, round: &Node) {
        if !matches!(round.value, Value::List(_)) {
            self.report_malformed(
                round.span,
                "A round must be a list of moves; this value is left out.",
            );
        }

        let mut moves: Vec<MoveOfRound<'_>> = Vec::new();
        for (position, entry) in (0..).zip(round.items()) {
            let played = entry.entry("move").unwrap_or(entry);
            let sequence = self.read_sequence(entry).unwrap_or(position);
            if matches!(entry.value, Value::Map(_)) {
                self.note_left_out(entry, "moves.", &["move", "sequence"]);
            }
            match played.text() {
                Some(text) => {
                    for gap in std::mem::take(&mut self.gaps) {
                        self.report_malformed(gap, "A move is missing here, and others follow.");
                    }
                    let span = played.span;
                    moves.push(MoveOfRound {
                        sequence,
                        text,
                        span,
                    });
                }
                None if played.is_nothing() => self.gaps.push(played.span),
                None => self.report_malformed(entry.span, "This is not a move."),
            }
        }

        moves.sort_by_key(|played| played.sequence);
        for MoveOfRound { text, span, .. } in moves {
            let without_spaces: String = text.to_lowercase().split_whitespace().collect();
            self.moves.push(Move {
                text: without_spaces,
                span,
            });
        }
    }

    /// Returns the place of a move in its round, if the entry states one.
    fn read_sequence(&mut self, entry: &Node) -> Option<u64> {
        let sequence = entry.entry("sequence").filter(|node| !node.is_nothing())?;
        let number: Option<u64> = match &sequence.value {
            Value::Number(number) => number.parse().ok(),
            _ => None,
        };
        if number.is_none() {
            self.report_malformed(
                sequence.span,
                "A `sequence` must be a whole number; the place in the list is used.",
            );
        }
        number
    }

    /// Sets the size of the board if no variant names it: the smallest likely size that holds all
    /// moves.
    fn set_size(&mut self, record: Span) {
        if self.draft.tag("Size").is_some() {
            return;
        }

        // The side that the moves need, and the first move in the source that needs it.
        let mut needed = 0;
        let mut span_of_needed = Span::default();
        for Move { text, span } in &self.moves {
            let side = needed_size(text);
            let is_earlier = side == needed && span.start < span_of_needed.start;
            if side > needed || is_earlier {
                needed = side;
                span_of_needed = *span;
            }
        }
        let size = likely_size(needed);
        self.draft.assume("Size", size.to_string());

        let variants = self.variants.unwrap_or(VariantList {
            span: record,
            has_unknown: false,
        });
        let (message, span) = if size != USUAL_SIZE {
            let message = format!(
                "No variant names the board; {size} × {size} is assumed, because this move needs a side of {needed}."
            );
            (message, span_of_needed)
        } else if variants.has_unknown {
            let message = format!(
                "No variant names the board size; {size} × {size} is assumed (the moves need {needed} × {needed})."
            );
            (message, variants.span)
        } else {
            return;
        };
        self.draft
            .findings
            .keep(Finding::new(&codes::ASSUMED, span, message));
    }

    /// Converts the moves to turns. The last move may be a word that describes how the game ended.
    fn convert_moves(&mut self) {
        let mut moves = std::mem::take(&mut self.moves);
        let reason = moves.last().and_then(|last| reason_named(&last.text));
        // Only a resignation of the seat to move is a turn of the notation.
        let is_last_move_a_turn = match reason {
            Some(Termination::Resignation) => !self.is_won_by_seat_to_move(moves.len() - 1),
            Some(_) => false,
            None => true,
        };
        if !is_last_move_a_turn && let Some(reason) = reason {
            let span = moves.pop().map(|last| last.span).unwrap_or_default();
            let name = Termination::ALL
                .iter()
                .find(|(_, known)| *known == reason)
                .map_or("", |(name, _)| name);
            self.draft.add_tag("Termination", name, span);
        }

        for Move { text, span } in moves {
            // In the auction, the site calls taking the offered role a pass.
            let turn_text = if text == "pass" {
                "take".to_owned()
            } else {
                text
            };
            self.draft.line.turns.push(DraftTurn {
                text: turn_text,
                span,
                ..DraftTurn::default()
            });
        }
    }

    /// Returns true if the header says that the seat to move after `turns` turns has won; then the
    /// other seat resigned.
    fn is_won_by_seat_to_move(&self, turns: usize) -> bool {
        let result = self.draft.result.as_ref().map_or("", |(result, _)| result);
        only_winner(result) == Some(turns % 2 + 1)
    }

    /// Adds a tag, unless the source does not give its value.
    fn add_tag(&mut self, name: &str, node: Option<&Node>) {
        let Some(node) = node else { return };
        let Some(value) = self.plain_text(node) else {
            return;
        };
        let value = value.replace(|character: char| character.is_control(), " ");
        if !value.is_empty() && !is_placeholder(name, &value) {
            self.draft.add_tag(name, value, node.span);
        }
    }

    /// Returns a text unchanged, a number as written, `None` for nothing, and other values as JSON.
    fn plain_text(&self, node: &Node) -> Option<String> {
        match &node.value {
            Value::Text(text) => Some(text.clone()),
            Value::Number(number) => Some(number.clone()),
            Value::Other(NOTHING) => None,
            _ => Some(self.json(node)),
        }
    }

    /// Returns a value as JSON in one line.
    fn json(&self, node: &Node) -> String {
        if let Some(text) = node.text() {
            return serde_json::Value::from(text).to_string();
        }
        let raw = self.source.text_of(node.span);
        serde_json::from_str::<serde_json::Value>(raw)
            .map_or_else(|_| raw.to_owned(), |value| value.to_string())
    }

    /// Returns the items of a list. Reports any other value.
    fn list_items<'n>(&mut self, node: Option<&'n Node>, what: &str) -> &'n [Node] {
        let Some(node) = node else { return &[] };
        if !matches!(node.value, Value::List(_) | Value::Other(NOTHING)) {
            let message = format!("`{what}` must be a list; this value is left out.");
            self.report_malformed(node.span, &message);
        }
        node.items()
    }

    /// Notes the entries of a map that are left out, and the malformed parts of it. `path` is the
    /// place of the map in the record, such as `site.`; empty for the record itself.
    fn note_left_out(&mut self, node: &Node, path: &str, known: &[&str]) {
        let name_of_map = match path {
            "" => "record",
            path => path.trim_end_matches('.'),
        };
        self.check_map(node, name_of_map);

        for (key, value) in node.entries() {
            let name = key.text().unwrap_or_default();
            if !known.contains(&name) && !value.is_nothing() {
                self.left_out.add(format!("{path}{name}"), value.span);
            }
        }
    }

    /// Reports a value that is not a map, and repeated keys of a map.
    fn check_map(&mut self, node: &Node, what: &str) {
        if !matches!(node.value, Value::Map(_) | Value::Other(NOTHING)) {
            let message = format!("`{what}` must be a map; this value is left out.");
            self.report_malformed(node.span, &message);
        }
        // The site may add keys, so any text is a key.
        for fault in Keys::new(node, |_| true).faults {
            if let KeyFault::Repeated { name, key, .. } = fault {
                let message = format!("The key `{name}` is repeated; the first one counts.");
                self.report_malformed(key.span, &message);
            }
        }
    }

    fn report_malformed(&mut self, span: Span, message: &str) {
        self.draft
            .findings
            .keep(Finding::new(&codes::FORM, span, message));
    }
}
