//! Log of GF1.

use pest::Parser;

use super::grammar::{Grammar, Rule};
use super::rows::removals;
use crate::findings::Finding;
use crate::formats::KeepFindings as _;
use crate::formats::gipf_com::losses_of_moves;
use crate::formats::gipf_play::line_of;
use crate::formats::{Assumptions, Draft, DraftTurn, ExportError, Exported, Imported, codes};
use crate::games::gipf::{Action, Gipf, Piece, PositionText, Push, Turn as LegalTurn};
use crate::replay::{LedBy, Timeline};
use crate::text::{SourceText, Span};

/// Width of White's column, and of its heading.
const COLUMN: usize = 38;

/// Placeholder for a player without a name.
const NOBODY: &str = "?";

/// Turn being read.
#[derive(Default)]
struct Turn {
    actions: Vec<String>,
    group: Vec<String>,
    /// True after the ends of the row: what follows belongs to the other seat.
    is_behind_row: bool,
    has_push: bool,
    /// True after a semicolon.
    is_open: bool,
    /// Word in place of the turn that is not a valid turn.
    unread: Option<String>,
    span: Option<Span>,
}

impl Turn {
    fn close_group(&mut self) {
        if !self.group.is_empty() {
            self.actions.push(format!("x{}", self.group.join(",")));
        }
        self.group.clear();
        self.is_behind_row = false;
    }

    fn grow(&mut self, span: Span) {
        self.span = Some(self.span.map_or(span, |known| Span { end: span.end, ..known }));
    }
}

/// Row being read.
#[derive(Default)]
struct Row {
    number: u64,
    /// End of its number; `None` before the first row.
    end: Option<usize>,
    turns: u32,
    is_blacks: bool,
}

impl Row {
    /// Begins the next row.
    fn begin(&mut self, text: &str, span: Span, findings: &mut Vec<Finding>) {
        if self.turns == 1 && !self.is_blacks {
            findings.keep(Finding::new(&codes::VALUE, span, "The row before this one has no turn of Black's."));
        }
        let expected = self.number.saturating_add(1);
        let number = text.trim_end_matches('.').parse().unwrap_or(u64::MAX);
        if number != expected {
            let message = format!("This row has number {number}, but {expected} comes next; the order is used.");
            findings.keep(Finding::new(&codes::DISAGREES, span, message));
        }
        *self = Self { number, end: Some(span.end as usize), turns: 0, is_blacks: false };
    }

    /// Begins a turn.
    fn add(&mut self, span: Span, findings: &mut Vec<Finding>) {
        let is_far = self.end.is_some_and(|end| span.start as usize > end + COLUMN / 2);
        if is_far && self.turns == 0 {
            self.is_blacks = true;
            findings.keep(Finding::new(&codes::VALUE, span, "This row has only a turn of Black."));
        }
        self.turns += 1;
    }
}

/// Reads a log. Returns `None` if the text is not a log.
pub(super) fn read(source: &SourceText, assumptions: &Assumptions) -> Option<Imported> {
    let mut draft = Draft::default();
    let mut turn = Turn::default();
    let mut row = Row::default();
    let (mut players, mut has_kind) = (0, false);
    let mut end = 0;
    for pair in Grammar::parse(Rule::log, source.text()).into_iter().flatten() {
        let span = Span::from(pair.as_span());
        let text = pair.as_str();
        // Turns are separated by two blanks or a line end, words within a turn by one blank.
        let is_apart = span.start as usize > end + 1 || source.text().get(end..span.start as usize) == Some("\n");
        let rule = pair.as_rule();
        match rule {
            Rule::kind => {
                has_kind = true;
                let kind = text.trim();
                if kind != "other game" && assumptions.variant.is_none() {
                    let start = span.end as usize - kind.len();
                    draft.tags.push(("Variant".to_owned(), kind.to_owned(), Span::new(start, span.end as usize)));
                }
            }
            Rule::players => {
                for player in pair.into_inner() {
                    players += 1;
                    if player.as_str().trim() == NOBODY {
                        continue;
                    }
                    let name = format!("Player{players}");
                    draft.tags.push((name, player.as_str().trim().to_owned(), player.as_span().into()));
                }
            }
            Rule::number => {
                finish(&mut turn, &mut draft);
                row.begin(text, span, &mut draft.findings);
            }
            Rule::semicolon => {
                turn.close_group();
                turn.is_open = true;
            }
            Rule::push | Rule::piece | Rule::row => {
                if turn.has_push && is_apart && !turn.is_open && rule != Rule::row {
                    finish(&mut turn, &mut draft);
                }
                turn.is_open = false;
                if turn.span.is_none() {
                    row.add(span, &mut draft.findings);
                }
                turn.grow(span);
                match rule {
                    Rule::push => {
                        turn.close_group();
                        turn.actions.push(text.to_owned());
                        turn.has_push = true;
                    }
                    Rule::row => turn.is_behind_row = true,
                    _ => turn.group.push(format!("{text}{}", if turn.is_behind_row { "*" } else { "" })),
                }
            }
            Rule::unknown => {
                let finding = Finding::new(&codes::TOKEN, span, "This is not a part of a GF1 log.")
                    .with_help("A turn is written `a2-c4`; removals follow after `;`: `c4 d4 x(b4-e4) g2`.");
                draft.findings.keep(finding);
                if turn.has_push && is_apart && !turn.is_open {
                    finish(&mut turn, &mut draft);
                }
                // A word in place of a turn is kept as a turn, so that the other turns keep their seats.
                if turn.span.is_none() && row.end.is_some() && row.turns < 2 {
                    row.add(span, &mut draft.findings);
                    turn.grow(span);
                    turn.unread = Some(placeholder(text));
                    turn.has_push = true;
                }
            }
            _ => continue,
        }
        end = span.end as usize;
    }
    finish(&mut turn, &mut draft);
    if !has_kind && players == 0 && draft.line.turns.is_empty() {
        return (!draft.findings.is_empty()).then(|| Imported::refused(draft.findings));
    }
    super::assume(&mut draft, assumptions, None);
    Some(draft.import(source))
}

/// Returns a word that a record can hold in place of a turn.
fn placeholder(word: &str) -> String {
    let kept: String = word.chars().filter(|letter| letter.is_ascii_alphanumeric() || *letter == '-').collect();
    if kept.starts_with(|letter: char| letter.is_ascii_alphabetic()) { kept } else { "unread".to_owned() }
}

fn finish(turn: &mut Turn, draft: &mut Draft) {
    turn.close_group();
    let Turn { actions, unread, span, .. } = std::mem::take(turn);
    if let Some(span) = span {
        draft.line.turns.push(DraftTurn {
            text: unread.unwrap_or_else(|| actions.join(";")),
            span,
            ..DraftTurn::default()
        });
    }
}

/// Writes a log.
pub(super) fn write(timeline: &Timeline) -> Result<Exported, ExportError> {
    let record = timeline.record();
    let tag = |name: &str| record.tag(name).map_or("", |tag| tag.value.as_str());
    if let Some(first) = timeline.main_line().next().filter(|first| first.seat() != Some(1)) {
        let text = first.canonical_turn().unwrap_or_default();
        let message = format!("a log of GF1 begins with White's turn, not with `{text}`");
        return Err(ExportError::Record(message));
    }
    let mut losses = losses_of_moves(record, &["Game", "Variant", "Player1", "Player2"]);
    let mut player = |name: &str| -> String {
        let words = tag(name).split_whitespace().collect::<Vec<_>>().join(" ");
        let is_name = Grammar::parse(Rule::player_only, &words).is_ok() && words != NOBODY;
        let written = if is_name { words } else { NOBODY.to_owned() };
        let is_carried = record.tag(name).is_none_or(|tag| tag.value == written && is_name);
        losses.add(&format!("tag {name}"), u64::from(!is_carried));
        written
    };
    let (white, black) = (player("Player1"), player("Player2"));
    let width = (COLUMN - 1).max(white.chars().count() + 1);
    let mut text = format!(" {}\n\n    {white:<width$} {black}\n", tag("Variant"));
    let mut count = 0;
    for node in &record.moves.turns {
        let reached = timeline.frame(node.id).and_then(|frame| frame.position.of_game::<Gipf>()?.by.as_ref());
        let Some(LedBy { before, played }) = reached else {
            // A turn that is expected to be illegal was never played.
            let kind = if node.expects_refusal() { "turn expected to be refused" } else { "turn after an error" };
            losses.add(kind, 1);
            continue;
        };
        let Some(turn) = played.game_turn() else {
            losses.add("resignation", 1);
            continue;
        };
        let Some(written) = foreign(turn, &before.text) else {
            losses.add("turn", 1);
            continue;
        };
        if count % 2 == 0 {
            // At least two blanks separate the columns.
            let width = COLUMN.max(written.len() + 2);
            text.push_str(&format!("{:02}. {written:<width$}", count / 2 + 1));
        } else {
            text.push_str(&format!("{written}\n"));
        }
        count += 1;
    }
    let lines: Vec<_> = text.lines().map(str::trim_end).collect();
    Ok(Exported { text: format!("{}\n", lines.join("\n")), losses })
}

/// Returns a turn in the syntax of the log.
fn foreign(turn: &LegalTurn, before: &PositionText) -> Option<String> {
    let (mut pieces, seat) = (before.pieces, before.to_move);
    let mut groups = Vec::new();
    for action in &turn.actions {
        match action {
            Action::Push(push) => {
                let line = line_of(*push)?;
                let with_dot = Push { from: Some(line.dot.into()), ..*push };
                groups.push(with_dot.to_string());
                pieces.push_along(line, Piece { colour: seat, gipf: push.gipf });
            }
            Action::Remove(items) => groups.push(removals(&mut pieces, items, seat)?),
        }
    }
    Some(groups.join(" ; "))
}
