//! Builds turns from the pushes and removals of a saved log, which lists them one by one, each with
//! the piece of its seat.

use crate::findings::Finding;
use crate::formats::KeepFindings as _;
use crate::formats::{DraftTurn, codes};
use crate::games::gipf::board::Spot;
use crate::text::Span;

/// Turns that are complete, and the one being read.
#[derive(Default)]
pub(super) struct TurnBuilder {
    finished: Vec<DraftTurn>,
    open: OpenTurn,
    /// Seat of the last turn: `o` or `x`.
    last: Option<char>,
    findings: Vec<Finding>,
}

/// Turn being read.
#[derive(Default)]
struct OpenTurn {
    /// `o` or `x`.
    colour: Option<char>,
    /// Pieces removed before the push.
    before: Vec<String>,
    push: Option<String>,
    /// Pieces removed after the push.
    after: Vec<String>,
    span: Option<Span>,
}

impl TurnBuilder {
    /// Adds a push: `o` and `x` are single pieces, `O` and `X` GIPF pieces.
    pub(super) fn push(&mut self, piece: char, start: &str, end: &str, span: Span) {
        if self.open.push.is_some() {
            self.close_turn();
        }
        self.begin_or_continue(Some(piece), span);
        let letter = gipf_letter(piece);
        self.open.push = Some(format!("{letter}{start}-{end}"));
    }

    /// Continues or begins the turn of a colour.
    pub(super) fn begin_or_continue(&mut self, piece: Option<char>, span: Span) {
        let colour = piece.map(|piece| piece.to_ascii_lowercase());
        if self.open.colour.is_some() && self.open.colour != colour {
            self.close_turn();
        }
        let to_move = seat_after(self.last);
        let waiting = seat_after(Some(to_move));
        if self.open.span.is_none() && colour == Some(waiting) {
            let message = format!(
                "This is a turn of {}, but {} is to move.",
                name(waiting),
                name(to_move)
            );
            self.findings
                .keep(Finding::new(&codes::VALUE, span, message));
        }
        self.open.colour = colour;
        self.open.span = Some(self.open.span.map_or(span, |first| first.to(span)));
    }

    /// Removes a piece in the turn of the seat that acted last.
    pub(super) fn remove(&mut self, spot: Spot, piece: char) {
        let letter = gipf_letter(piece);
        let mark = if self.open.colour == Some(piece.to_ascii_lowercase()) {
            ""
        } else {
            "*"
        };
        let item = format!("{letter}{spot}{mark}");
        let list = if self.open.push.is_some() {
            &mut self.open.after
        } else {
            &mut self.open.before
        };
        // A piece at the crossing of two rows is named with both.
        if !list.contains(&item) {
            list.push(item);
        }
    }

    /// Returns the next seat to push: `o` or `x`.
    pub(super) fn to_move(&self) -> char {
        match self.open.colour {
            Some(colour) if self.open.push.is_none() => colour,
            Some(colour) => seat_after(Some(colour)),
            None => seat_after(self.last),
        }
    }

    /// Returns all turns, and findings on turns of the wrong seat.
    pub(super) fn finish(mut self) -> (Vec<DraftTurn>, Vec<Finding>) {
        self.close_turn();
        (self.finished, self.findings)
    }

    fn close_turn(&mut self) {
        let OpenTurn {
            colour,
            before,
            push,
            after,
            span,
        } = std::mem::take(&mut self.open);
        let list =
            |items: Vec<String>| (!items.is_empty()).then(|| format!("x{}", items.join(",")));
        let actions: Vec<String> = [list(before), push, list(after)]
            .into_iter()
            .flatten()
            .collect();
        if let Some(span) = span
            && !actions.is_empty()
        {
            self.finished.push(DraftTurn {
                text: actions.join(";"),
                span,
                ..DraftTurn::default()
            });
            self.last = colour;
        }
    }
}

/// Returns the seat that moves after `colour`; White begins.
fn seat_after(colour: Option<char>) -> char {
    if colour == Some('o') { 'x' } else { 'o' }
}

/// Returns the letter before a turn's GIPF piece, which the source writes in upper case.
fn gipf_letter(piece: char) -> &'static str {
    if piece.is_ascii_uppercase() { "G" } else { "" }
}

fn name(colour: char) -> &'static str {
    if colour == 'o' { "White" } else { "Black" }
}
