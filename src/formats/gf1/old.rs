//! Saved games as written by GF1 before 1.02: lines of text.

use pest::Parser;
use pest::iterators::Pair;

use super::grammar::{Grammar, Rule};
use super::save::Save;
use crate::findings::Finding;
use crate::formats::KeepFindings as _;
use crate::formats::{Assumptions, Imported, codes};
use crate::games::gipf::{Colour, Piece};
use crate::text::{SourceText, Span};

#[derive(Default)]
struct SavedGameReader {
    save: Save,
    /// Number of following lines with arbitrary content.
    free: u8,
    /// Names in the settings; those in the log take precedence.
    names: [Option<(String, Span)>; 2],
    /// Number of the kind of game, and whether its name has been read too.
    kind: Option<Span>,
    is_named: bool,
    /// The last line of the board, and of the log, until its end is read.
    board: Option<Span>,
    log: Option<Span>,
}

/// Returns true if a text looks like such a file.
pub(super) fn recognises(text: &str) -> bool {
    let first = text.trim_start_matches('\u{FEFF}').trim_start().lines().next().unwrap_or_default();
    first.trim_end().eq_ignore_ascii_case("# saved game for gf1")
}

/// Reads a file.
pub(super) fn read(source: &SourceText, assumptions: &Assumptions) -> Vec<Imported> {
    let mut games = Vec::new();
    let mut reader = None;
    for pair in Grammar::parse(Rule::old, source.text()).into_iter().flatten() {
        if pair.as_rule() == Rule::old_head {
            games.extend(reader.take().map(|reader| finish(reader, source, assumptions)));
        }
        reader.get_or_insert_with(SavedGameReader::default).line(pair);
    }
    games.extend(reader.map(|reader| finish(reader, source, assumptions)));
    games
}

fn finish(reader: SavedGameReader, source: &SourceText, assumptions: &Assumptions) -> Imported {
    let SavedGameReader { mut save, names, kind, is_named, board, log, .. } = reader;
    for (span, end) in [(board, "# end of board"), (log, "end of gamelog")] {
        if let Some(span) = span {
            let message = format!("The line `{end}` is missing after this.");
            save.draft.findings.keep(Finding::new(&codes::TOKEN, span, message));
        }
    }
    for (seat, name) in names.into_iter().enumerate() {
        if let Some((name, span)) = name {
            save.player(seat, &name, span);
        }
    }
    if let Some(span) = kind.filter(|_| !is_named && assumptions.variant.is_none()) {
        let message = "The kind of game with this number is unknown, and the line `game:` is missing.";
        let finding = Finding::new(&codes::ASSUMED, span, message);
        save.draft
            .findings
            .keep(finding.with_help("It is read as the variant that the board suggests, or as `standard`."));
    }
    save.finish(source, assumptions)
}

impl SavedGameReader {
    fn line(&mut self, pair: Pair<'_, Rule>) {
        let span = Span::from(pair.as_span());
        let rule = pair.as_rule();
        let parts: Vec<Pair<'_, Rule>> = pair.into_inner().collect();
        let part = |wanted: Rule| parts.iter().find(|part| part.as_rule() == wanted);
        let value = part(Rule::old_value).map_or(("", span), |value| (value.as_str(), value.as_span().into()));
        let piece = part(Rule::old_piece).and_then(|piece| piece.as_str().chars().next());
        if rule != Rule::old_unknown && rule != Rule::EOI {
            self.free = 0;
        }
        match rule {
            Rule::old_count | Rule::old_next | Rule::old_place => self.board = Some(span),
            Rule::old_named_kind | Rule::old_player | Rule::old_move | Rule::old_row | Rule::old_gipf => {
                self.log = Some(span);
            }
            Rule::old_end_of_board => self.board = None,
            Rule::old_end_of_log => self.log = None,
            _ => {}
        }
        match rule {
            // One line separates the settings from the board.
            Rule::old_head => self.free = 1,
            Rule::old_kind => (self.kind, self.free) = (Some(value.1), 1),
            Rule::old_setting => {
                self.free = 1;
                self.setting(&parts, value, span);
            }
            Rule::old_end_of_board => {
                self.begin_board(span);
                self.free = 1;
            }
            Rule::old_named_kind => {
                self.is_named = true;
                self.save.variant(value.0, value.1);
            }
            Rule::old_player => {
                // Two lines precede the first turn.
                self.free = 2;
                let is_black = part(Rule::old_colour).is_some_and(|colour| colour.as_str().starts_with(['b', 'B']));
                self.save.player(usize::from(is_black), value.0, value.1);
            }
            Rule::old_count => {
                self.begin_board(span);
                let name = part(Rule::old_counted).map_or("", |name| name.as_str()).to_ascii_lowercase();
                self.save.count(&name, value.0, value.1);
            }
            Rule::old_next => {
                self.begin_board(span);
                let seat = value.0.chars().next().filter(|_| value.0.len() == 1).and_then(colour);
                self.save.next_player(seat, value.1);
            }
            Rule::old_place => {
                self.begin_board(span);
                if let Some((piece, colour)) = piece.and_then(|piece| Some((piece, colour(piece)?))) {
                    self.save.piece(value.0, Piece { colour, gipf: piece.is_ascii_uppercase() }, value.1);
                }
            }
            Rule::old_move => {
                let mut points = parts.iter().filter(|part| part.as_rule() == Rule::old_point);
                if let (Some(piece), Some(start), Some(end)) = (piece, points.next(), points.next()) {
                    self.save.turns.push(piece, start.as_str(), end.as_str(), span);
                }
            }
            Rule::old_row | Rule::old_gipf => {
                self.save.turns.act(piece, span);
                for removed in parts.iter().filter(|part| part.as_rule() == Rule::old_removed) {
                    self.save.removed(removed.as_str(), removed.as_span().into());
                }
            }
            Rule::old_unknown if self.free > 0 => self.free -= 1,
            Rule::old_unknown => {
                let message = "This is not a line of a saved game of GF1.";
                self.save.draft.findings.keep(Finding::new(&codes::TOKEN, span, message));
            }
            _ => {}
        }
    }

    fn begin_board(&mut self, span: Span) {
        self.save.board.span = self.save.board.span.or(Some(span));
    }

    fn setting(&mut self, parts: &[Pair<'_, Rule>], (value, value_span): (&str, Span), span: Span) {
        let text = |rule| parts.iter().find(|part| part.as_rule() == rule).map_or("", |part| part.as_str());
        let key = text(Rule::old_key).to_ascii_lowercase();
        match key.as_str() {
            "name" => self.names[usize::from(text(Rule::old_seat) == "1")] = Some((value.to_owned(), value_span)),
            _ => self.save.left_out.add(key, span),
        }
    }
}

fn colour(piece: char) -> Option<Colour> {
    match piece {
        'o' | 'O' => Some(Colour::White),
        'x' | 'X' => Some(Colour::Black),
        _ => None,
    }
}
