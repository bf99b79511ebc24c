//! Saved games as written by GF1 before 1.02: lines of text, first the settings, then the board,
//! then the log. `new_save.rs` reads the newer form.
//!
//! The grammar gives each line a kind. `read_line` passes what the line says to [`SavedGame`],
//! which makes a record of it. A file may hold several games, each after its own first line.

use pest::Parser;
use pest::iterators::Pair;

use super::grammar::{Grammar, Rule};
use super::saved_game::SavedGame;
use crate::findings::Finding;
use crate::formats::KeepFindings as _;
use crate::formats::{Assumptions, DraftItem, Imported, codes};
use crate::games::gipf::{Colour, Piece, PieceKind};
use crate::text::{SourceText, Span};

/// Returns true if a text looks like such a file.
pub(super) fn recognises(text: &str) -> bool {
    let text = text.trim_start_matches('\u{FEFF}').trim_start();
    let first_line = text.lines().next().unwrap_or_default();
    first_line
        .trim_end()
        .eq_ignore_ascii_case("# saved game for gf1")
}

/// Reads a file.
pub(super) fn read(source: &SourceText, assumptions: &Assumptions) -> Vec<Imported> {
    let mut games = Vec::new();
    let mut current: Option<SavedGameReader> = None;
    // The grammar accepts every text.
    let lines = Grammar::parse(Rule::old, source.text())
        .into_iter()
        .flatten();
    for line in lines {
        let begins_game = line.as_rule() == Rule::old_head;
        if begins_game && let Some(reader) = current.take() {
            games.push(finish(reader, source, assumptions));
        }
        current.get_or_insert_default().read_line(line);
    }

    if let Some(reader) = current {
        games.push(finish(reader, source, assumptions));
    }
    games
}

/// Makes a record of a game, and reports what its lines lack.
fn finish(reader: SavedGameReader, source: &SourceText, assumptions: &Assumptions) -> Imported {
    let SavedGameReader {
        mut save,
        names,
        kind_number,
        is_kind_named,
        open_board,
        open_log,
        ..
    } = reader;
    for (span, end) in [(open_board, "# end of board"), (open_log, "end of gamelog")] {
        if let Some(span) = span {
            let message = format!("The line `{end}` is missing after this.");
            save.draft
                .findings
                .keep(Finding::new(&codes::TOKEN, span, message));
        }
    }

    for (seat, name) in names.into_iter().enumerate() {
        if let Some((name, span)) = name {
            save.set_player(seat, &name, span);
        }
    }

    if let Some(span) = kind_number
        && !is_kind_named
        && assumptions.variant.is_none()
    {
        let message =
            "The kind of game with this number is unknown, and the line `game:` is missing.";
        let finding = Finding::new(&codes::ASSUMED, span, message);
        save.draft.findings.keep(
            finding
                .with_help("It is read as the variant that the board suggests, or as `standard`."),
        );
    }

    save.finish(source, assumptions)
}

/// Reads the lines of a game.
#[derive(Default)]
struct SavedGameReader {
    save: SavedGame,
    /// Number of lines that follow with arbitrary content.
    free_lines: u8,
    /// Names of White and Black in the settings; names in the log take precedence.
    names: [Option<(String, Span)>; 2],
    /// Span of the number of the kind of game.
    kind_number: Option<Span>,
    /// True if the name of the kind of game has been read.
    is_kind_named: bool,
    /// Last line of the board, until its end is read.
    open_board: Option<Span>,
    /// Last line of the log, until its end is read.
    open_log: Option<Span>,
}

impl SavedGameReader {
    /// Reads a line of the settings, the board or the log.
    fn read_line(&mut self, pair: Pair<'_, Rule>) {
        let text = pair.as_str().trim();
        let line = OldLine {
            span: pair.as_span().into(),
            rule: pair.as_rule(),
            parts: pair.into_inner().collect(),
        };
        if line.rule != Rule::old_unknown && line.rule != Rule::EOI {
            self.free_lines = 0;
        }
        self.note_sections(&line);

        match line.rule {
            // One line separates the settings from the board.
            Rule::old_head => self.free_lines = 1,
            Rule::old_kind => {
                let (_, span) = line.value();
                self.kind_number = Some(span);
                self.free_lines = 1;
            }
            Rule::old_setting => {
                self.free_lines = 1;
                self.read_setting(&line);
            }
            Rule::old_named_kind => {
                self.is_kind_named = true;
                let (name, span) = line.value();
                self.save.set_variant(name, span);
            }
            Rule::old_player => {
                // Two lines precede the first turn.
                self.free_lines = 2;
                let is_black = line.text(Rule::old_colour).starts_with(['b', 'B']);
                let (name, span) = line.value();
                self.save.set_player(usize::from(is_black), name, span);
            }
            Rule::old_end_of_board => {
                self.begin_board(line.span);
                self.free_lines = 1;
            }
            Rule::old_count | Rule::old_next | Rule::old_place => self.read_board_line(&line),
            Rule::old_move => self.read_push(&line),
            Rule::old_row | Rule::old_gipf => self.read_removal(&line),
            Rule::old_unknown => self.read_unknown(text, line.span),
            _ => {}
        }
    }

    /// Reads a push: `o: a2-c4`.
    fn read_push(&mut self, line: &OldLine<'_>) {
        let mut points = line.parts_of(Rule::old_point);
        if let (Some(piece), Some(start), Some(end)) = (line.piece(), points.next(), points.next())
        {
            self.save
                .turns
                .push(piece, start.as_str(), end.as_str(), line.span);
        }
    }

    /// Reads the pieces that a seat removes.
    fn read_removal(&mut self, line: &OldLine<'_>) {
        self.save.turns.begin_or_continue(line.piece(), line.span);
        for removed in line.parts_of(Rule::old_removed) {
            self.save
                .add_removed(removed.as_str(), removed.as_span().into());
        }
    }

    /// Keeps a line of arbitrary content as a comment where one may follow; reports it elsewhere.
    fn read_unknown(&mut self, text: &str, span: Span) {
        if self.free_lines == 0 {
            let message = "This is not a line of a saved game of GF1.";
            self.save
                .draft
                .findings
                .keep(Finding::new(&codes::TOKEN, span, message));
            return;
        }

        self.free_lines -= 1;
        if text.contains(char::is_alphanumeric) {
            self.save
                .draft
                .line
                .opening
                .push(DraftItem::Comment(text.to_owned()));
        }
    }

    /// Records where the board and the log begin and end.
    fn note_sections(&mut self, line: &OldLine<'_>) {
        match line.rule {
            Rule::old_count | Rule::old_next | Rule::old_place => self.open_board = Some(line.span),
            Rule::old_named_kind
            | Rule::old_player
            | Rule::old_move
            | Rule::old_row
            | Rule::old_gipf => {
                self.open_log = Some(line.span);
            }
            Rule::old_end_of_board => self.open_board = None,
            Rule::old_end_of_log => self.open_log = None,
            _ => {}
        }
    }

    /// Reads a number of pieces, the seat to move, or a piece on the board.
    fn read_board_line(&mut self, line: &OldLine<'_>) {
        self.begin_board(line.span);
        let (value, span) = line.value();
        match line.rule {
            Rule::old_count => {
                let name = line.text(Rule::old_counted).to_ascii_lowercase();
                self.save.set_count(&name, value, span);
            }
            Rule::old_next => {
                let next = match value {
                    "o" | "O" => Some(Colour::White),
                    "x" | "X" => Some(Colour::Black),
                    _ => None,
                };
                self.save.set_next_player(next, span);
            }
            _ => {
                if let Some(letter) = line.piece()
                    && let Some(colour) = colour_of(letter)
                {
                    let piece = Piece {
                        colour,
                        kind: PieceKind::new(letter.is_ascii_uppercase()),
                    };
                    self.save.add_piece(value, piece, span);
                }
            }
        }
    }

    /// Records where the board begins.
    fn begin_board(&mut self, span: Span) {
        self.save.board.span = self.save.board.span.or(Some(span));
    }

    /// Reads a setting: the name of a player, or one that a record cannot hold.
    fn read_setting(&mut self, line: &OldLine<'_>) {
        let key = line.text(Rule::old_key).to_ascii_lowercase();
        if key == "name" {
            let (name, span) = line.value();
            let is_black = line.text(Rule::old_seat) == "1";
            self.names[usize::from(is_black)] = Some((name.to_owned(), span));
        } else {
            self.save.left_out.add(key, line.span);
        }
    }
}

/// Line of a saved game, with its parts.
struct OldLine<'a> {
    rule: Rule,
    span: Span,
    parts: Vec<Pair<'a, Rule>>,
}

impl<'a> OldLine<'a> {
    /// Returns the parts that a rule of the grammar matches.
    fn parts_of(&self, rule: Rule) -> impl Iterator<Item = &Pair<'a, Rule>> {
        self.parts.iter().filter(move |part| part.as_rule() == rule)
    }

    /// Returns the text of a part, or an empty text if the line lacks it.
    fn text(&self, rule: Rule) -> &'a str {
        self.parts_of(rule).next().map_or("", Pair::as_str)
    }

    /// Returns the value of the line with its span.
    fn value(&self) -> (&'a str, Span) {
        let value = self.parts_of(Rule::old_value).next();
        value.map_or(("", self.span), |value| {
            (value.as_str(), value.as_span().into())
        })
    }

    fn piece(&self) -> Option<char> {
        self.text(Rule::old_piece).chars().next()
    }
}

fn colour_of(piece: char) -> Option<Colour> {
    match piece {
        'o' | 'O' => Some(Colour::White),
        'x' | 'X' => Some(Colour::Black),
        _ => None,
    }
}
