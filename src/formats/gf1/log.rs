//! Reads and writes the logs of GF1: a table with the turns of White and Black in each row. A saved
//! game has its own form of the log (`turn_builder.rs`).
//!
//! ```text
//! 07. c4 d4 x(b4-e4) g2 ; a2-c4             i5-f5
//! ```
//!
//! In row 7, White removes a row and pushes; Black only pushes. The row reached from b4 to e4: c4
//! and d4 are White's own pieces, and g2 is a piece of Black.
//!
//! [`read`] takes the words one after the other. [`LoggedTurn`] collects those of a turn until the
//! next turn begins, and [`Row`] checks the numbers and columns of the rows.

use pest::Parser;
use pest::iterators::Pair;

use super::grammar::{Grammar, Rule};
use super::removals::play_removals;
use crate::findings::Finding;
use crate::formats::KeepFindings as _;
use crate::formats::gipf_turns::line_of;
use crate::formats::{
    Assumptions, Draft, DraftItem, DraftLine, DraftTurn, ExportError, Exported, Imported, Losses,
    codes, export_losses,
};
use crate::games::gipf::{Action, Gipf, Piece, PositionText, Push, Turn};
use crate::notation::{Record, TurnNode};
use crate::replay::{LedBy, Timeline};
use crate::text::{SourceText, Span};

/// Width of White's column, and of its heading.
const COLUMN: usize = 38;

/// Placeholder for a player without a name.
const NOBODY: &str = "?";

/// Reads a log. Returns `None` if the text is not a log.
pub(super) fn read(source: &SourceText, assumptions: &Assumptions) -> Option<Imported> {
    let mut reader = LogReader::default();
    let mut last_end = 0;
    // The grammar accepts every text.
    let tokens = Grammar::parse(Rule::log, source.text())
        .into_iter()
        .flatten();
    for token in tokens {
        let span = Span::from(token.as_span());
        // Turns are separated by two spaces or a line end, words within a turn by one space.
        let start = span.start as usize;
        let is_apart = start > last_end + 1 || source.text().get(last_end..start) == Some("\n");
        reader.read_token(token, span, is_apart, assumptions);
        last_end = span.end as usize;
    }
    reader.finish_turn();

    let LogReader {
        mut draft,
        players,
        has_kind,
        ..
    } = reader;
    let is_log = has_kind || players > 0 || !draft.line.turns.is_empty();
    if !is_log {
        return (!draft.findings.is_empty()).then(|| Imported::refused(draft.findings));
    }
    super::assume(&mut draft, assumptions, None);
    Some(draft.import(source))
}

/// Reads the words of a log.
#[derive(Default)]
struct LogReader {
    draft: Draft,
    turn: LoggedTurn,
    row: Row,
    /// Number of players read so far.
    players: usize,
    /// True if the log names the kind of game.
    has_kind: bool,
}

impl LogReader {
    /// Reads a word; `is_apart` is true if a wide gap separates it from the word before.
    fn read_token(
        &mut self,
        pair: Pair<'_, Rule>,
        span: Span,
        is_apart: bool,
        assumptions: &Assumptions,
    ) {
        let text = pair.as_str();
        match pair.as_rule() {
            Rule::kind => {
                self.has_kind = true;
                if assumptions.variant.is_none() {
                    self.read_variant(text.trim(), span);
                }
            }
            Rule::players => {
                for player in pair.into_inner() {
                    self.read_player(&player);
                }
            }
            Rule::number => {
                self.finish_turn();
                self.row.begin(text, span, &mut self.draft.findings);
            }
            Rule::semicolon => {
                self.turn.close_removal();
                self.turn.continues = true;
            }
            rule @ (Rule::push | Rule::piece | Rule::row) => {
                self.read_action(rule, text, span, is_apart);
            }
            Rule::unknown => self.read_unknown(text, span, is_apart),
            _ => {}
        }
    }

    /// Reads the kind of game, at the end of `span`. `other game` does not name a variant.
    fn read_variant(&mut self, kind: &str, span: Span) {
        if kind != "other game" {
            let span = Span::new(span.end as usize - kind.len(), span.end as usize);
            self.draft.add_tag("Variant", kind, span);
        }
    }

    fn read_player(&mut self, player: &Pair<'_, Rule>) {
        self.players += 1;
        let name = player.as_str().trim();
        if name != NOBODY {
            let tag = format!("Player{}", self.players);
            self.draft.add_tag(tag, name, player.as_span().into());
        }
    }

    /// Reads a push, a removed piece, or the ends of a row.
    fn read_action(&mut self, rule: Rule, text: &str, span: Span, is_apart: bool) {
        // The ends of a row follow its pieces, so they never begin a turn.
        if self.turn.is_complete(is_apart) && rule != Rule::row {
            self.finish_turn();
        }
        self.turn.continues = false;
        if self.turn.span.is_none() {
            self.row.add_turn(span, &mut self.draft.findings);
        }
        self.turn.extend_to(span);
        match rule {
            Rule::push => {
                self.turn.close_removal();
                self.turn.actions.push(text.to_owned());
                self.turn.has_push = true;
            }
            Rule::row => self.turn.is_after_row = true,
            _ => {
                // The notation marks pieces of the other seat.
                let mark = if self.turn.is_after_row { "*" } else { "" };
                self.turn.removed.push(format!("{text}{mark}"));
            }
        }
    }

    /// Reports a word that is not part of a log, and keeps it.
    fn read_unknown(&mut self, text: &str, span: Span, is_apart: bool) {
        let finding = Finding::new(&codes::TOKEN, span, "This is not part of a GF1 log.")
            .with_help(
                "A turn is written `a2-c4`; removals follow after `;`: `c4 d4 x(b4-e4) g2`.",
            );
        self.draft.findings.keep(finding);
        if self.turn.is_complete(is_apart) {
            self.finish_turn();
        }
        // A word in place of a turn is kept as a turn, so that the other turns keep their seats.
        // Every other word is kept in a comment, and so is a word that cannot be in a turn.
        let is_in_row = self.row.number_end.is_some();
        let is_turn = self.turn.span.is_none() && is_in_row && self.row.turns < 2;
        if is_turn {
            self.row.add_turn(span, &mut self.draft.findings);
            self.turn.extend_to(span);
            self.turn.unread = Some(placeholder(text));
            self.turn.has_push = true;
        }
        let is_kept_as_turn = is_turn && self.turn.unread.as_deref() == Some(text);
        if !is_kept_as_turn {
            self.turn.words.push(text.to_owned());
        }
    }

    /// Adds the turn being read to the draft, with its words as a comment.
    fn finish_turn(&mut self) {
        self.turn.close_removal();
        let LoggedTurn {
            actions,
            unread,
            words,
            span,
            ..
        } = std::mem::take(&mut self.turn);
        if let Some(span) = span {
            let text = unread.unwrap_or_else(|| actions.join(";"));
            self.draft.line.turns.push(DraftTurn {
                text,
                span,
                ..DraftTurn::default()
            });
        }
        if !words.is_empty() {
            let DraftLine { opening, turns } = &mut self.draft.line;
            let items = match turns.last_mut() {
                Some(turn) => &mut turn.after,
                None => opening,
            };
            items.push(DraftItem::Comment(words.join(" ")));
        }
    }
}

/// Returns a word that a record can hold in place of a turn.
fn placeholder(word: &str) -> String {
    let letters: String = word
        .chars()
        .filter(|letter| letter.is_ascii_alphanumeric() || *letter == '-')
        .collect();
    if letters.starts_with(|letter: char| letter.is_ascii_alphabetic()) {
        letters
    } else {
        "unread".to_owned()
    }
}

/// Turn being read.
#[derive(Default)]
struct LoggedTurn {
    /// Pushes and removals in the notation: `a2-c4`, `xc4,d4`.
    actions: Vec<String>,
    /// Pieces of the removal being read.
    removed: Vec<String>,
    /// True after the ends of the row: the pieces that follow belong to the other seat.
    is_after_row: bool,
    has_push: bool,
    /// True after a semicolon, which joins the next word to the turn.
    continues: bool,
    /// Invalid word in place of the turn.
    unread: Option<String>,
    /// Other words, kept as a comment.
    words: Vec<String>,
    span: Option<Span>,
}

impl LoggedTurn {
    /// Ends the removal being read, if there is one.
    fn close_removal(&mut self) {
        if !self.removed.is_empty() {
            self.actions.push(format!("x{}", self.removed.join(",")));
        }
        self.removed.clear();
        self.is_after_row = false;
    }

    /// Returns true if the turn is complete before the next word; `is_apart` is true if a wide gap
    /// separates the two.
    fn is_complete(&self, is_apart: bool) -> bool {
        self.has_push && is_apart && !self.continues
    }

    fn extend_to(&mut self, span: Span) {
        self.span = Some(self.span.map_or(span, |first| first.to(span)));
    }
}

/// Row being read.
#[derive(Default)]
struct Row {
    number: u64,
    /// Offset of the end of the row number; `None` before the first row.
    number_end: Option<usize>,
    /// Number of turns so far.
    turns: u32,
    /// True if the only turn of the row is in Black's column.
    has_only_black: bool,
}

impl Row {
    /// Begins the next row.
    fn begin(&mut self, text: &str, span: Span, findings: &mut Vec<Finding>) {
        if self.turns == 1 && !self.has_only_black {
            findings.keep(Finding::new(
                &codes::VALUE,
                span,
                "The previous row has no Black turn.",
            ));
        }
        let expected = self.number.saturating_add(1);
        let number = text.trim_end_matches('.').parse().unwrap_or(u64::MAX);
        if number != expected {
            let message = format!(
                "This row has number {number}, but {expected} comes next; the order is used."
            );
            findings.keep(Finding::new(&codes::DISAGREES, span, message));
        }
        *self = Self {
            number,
            number_end: Some(span.end as usize),
            turns: 0,
            has_only_black: false,
        };
    }

    /// Begins a turn. The turns of White begin soon after the number, those of Black where White's
    /// column ends. A first turn nearer to that end is in Black's column.
    fn add_turn(&mut self, span: Span, findings: &mut Vec<Finding>) {
        let is_far = self
            .number_end
            .is_some_and(|end| span.start as usize > end + COLUMN / 2);
        if is_far && self.turns == 0 {
            self.has_only_black = true;
            findings.keep(Finding::new(
                &codes::VALUE,
                span,
                "This row has only a Black turn.",
            ));
        }
        self.turns += 1;
    }
}

/// Writes a log.
pub(super) fn write(timeline: &Timeline) -> Result<Exported, ExportError> {
    let record = timeline.record();
    if let Some(first) = timeline.main_line().next()
        && first.seat() != Some(1)
    {
        let text = first.canonical_turn().unwrap_or_default();
        let message = format!("a GF1 log begins with White's turn, not with `{text}`");
        return Err(ExportError::Record(message));
    }

    let mut losses =
        export_losses::beyond_turns(record, &["Game", "Variant", "Player1", "Player2"]);
    let white = player_name(record, "Player1", &mut losses);
    let black = player_name(record, "Player2", &mut losses);
    // With the space that always follows, the heading is as wide as the column.
    let width = (COLUMN - 1).max(white.chars().count() + 1);
    let variant = record.tag_value("Variant").unwrap_or_default();
    let mut text = format!(" {variant}\n\n    {white:<width$} {black}\n");

    let mut turns: Vec<String> = Vec::new();
    for node in &record.moves.turns {
        match logged_turn(timeline, node) {
            Ok(turn) => turns.push(turn),
            Err(kind_of_loss) => losses.add(kind_of_loss, 1),
        }
    }
    for (row, turns_of_row) in (1..).zip(turns.chunks(2)) {
        if let Some(white_turn) = turns_of_row.first() {
            // At least two spaces separate the columns.
            let width = COLUMN.max(white_turn.len() + 2);
            text.push_str(&format!("{row:02}. {white_turn:<width$}"));
        }
        if let Some(black_turn) = turns_of_row.get(1) {
            text.push_str(&format!("{black_turn}\n"));
        }
    }

    let lines: Vec<_> = text.lines().map(str::trim_end).collect();
    Ok(Exported {
        text: format!("{}\n", lines.join("\n")),
        losses,
    })
}

/// Returns the name of a player in a form that a log can contain.
fn player_name(record: &Record, tag: &str, losses: &mut Losses) -> String {
    let value = record.tag_value(tag);
    let words = value
        .unwrap_or_default()
        .split_whitespace()
        .collect::<Vec<_>>()
        .join(" ");
    let is_name = Grammar::parse(Rule::player_only, &words).is_ok() && words != NOBODY;
    let is_carried = value.is_none_or(|value| value == words && is_name);
    losses.add(&format!("tag {tag}"), u64::from(!is_carried));
    if is_name { words } else { NOBODY.to_owned() }
}

/// Returns a turn in the syntax of the log, or the kind of loss if the log cannot hold it.
fn logged_turn(timeline: &Timeline, node: &TurnNode) -> Result<String, &'static str> {
    let reached = timeline
        .frame(node.id)
        .and_then(|frame| frame.position.of_game::<Gipf>()?.by.as_ref());
    let Some(LedBy { before, played }) = reached else {
        // A turn that is expected to be illegal was never played.
        return Err(if node.expects_refusal() {
            "turn expected to be illegal"
        } else {
            "turn after an error"
        });
    };
    let turn = played.game_turn().ok_or("resignation")?;
    in_log_syntax(turn, &before.text).ok_or("turn")
}

/// Returns a turn in the syntax of the log: groups with ` ; ` between them.
fn in_log_syntax(turn: &Turn, before: &PositionText) -> Option<String> {
    let mut pieces = before.pieces;
    let seat = before.to_move;
    let mut groups = Vec::new();
    for action in &turn.actions {
        match action {
            Action::Push(push) => {
                let line = line_of(*push)?;
                let with_dot = Push {
                    from: Some(line.dot.into()),
                    ..*push
                };
                groups.push(with_dot.to_string());
                let introduced = Piece {
                    colour: seat,
                    kind: push.kind,
                };
                pieces.push_along(line, introduced);
            }
            Action::Remove(items) => groups.push(play_removals(&mut pieces, items, seat)?),
        }
    }
    Some(groups.join(" ; "))
}
