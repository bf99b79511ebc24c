//! Builds turns from the pushes and removals of a saved log, which lists them one by one, each with
//! the piece of its seat: `o` and `x` are single pieces of White and Black, `O` and `X` GIPF
//! pieces.

use crate::findings::Finding;
use crate::formats::KeepFindings as _;
use crate::formats::{DraftTurn, codes};
use crate::games::gipf::Colour;
use crate::games::gipf::board::Spot;
use crate::text::Span;

/// Turns that are complete, and the one being read.
#[derive(Default)]
pub(super) struct TurnBuilder {
    finished: Vec<DraftTurn>,
    open: OpenTurn,
    /// Seat of the last turn.
    last: Option<Colour>,
    findings: Vec<Finding>,
}

/// Turn being read.
#[derive(Default)]
struct OpenTurn {
    /// The seat; `None` if the source does not state it.
    colour: Option<Colour>,
    /// Pieces removed before the push.
    before: Vec<String>,
    push: Option<String>,
    /// Pieces removed after the push.
    after: Vec<String>,
    span: Option<Span>,
}

impl TurnBuilder {
    /// Adds a push of a piece from a dot to the spot that it reaches.
    pub(super) fn push(&mut self, piece: char, start: &str, end: &str, span: Span) {
        if self.open.push.is_some() {
            self.close_turn();
        }
        self.begin_or_continue(Some(piece), span);
        let letter = gipf_letter(piece);
        self.open.push = Some(format!("{letter}{start}-{end}"));
    }

    /// Continues or begins the turn of the seat that owns a piece.
    pub(super) fn begin_or_continue(&mut self, piece: Option<char>, span: Span) {
        let colour = piece.map(owner);
        if self.open.colour.is_some() && self.open.colour != colour {
            self.close_turn();
        }

        let to_move = seat_after(self.last);
        let waiting = to_move.other();
        let begins_turn = self.open.span.is_none();
        if begins_turn && colour == Some(waiting) {
            let message = format!(
                "This is a turn of {}, but {} is to move.",
                waiting.name(),
                to_move.name()
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
        let is_own = self.open.colour == Some(owner(piece));
        let mark = if is_own { "" } else { "*" };
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

    /// Returns a single piece of the next seat to push: `o` or `x`.
    pub(super) fn piece_to_push(&self) -> char {
        let seat = match self.open.colour {
            Some(colour) if self.open.push.is_none() => colour,
            Some(colour) => colour.other(),
            None => seat_after(self.last),
        };
        match seat {
            Colour::White => 'o',
            Colour::Black => 'x',
        }
    }

    /// Returns all turns, and findings on turns of the wrong seat.
    pub(super) fn finish(mut self) -> (Vec<DraftTurn>, Vec<Finding>) {
        self.close_turn();
        (self.finished, self.findings)
    }

    /// Ends the turn being read.
    fn close_turn(&mut self) {
        let OpenTurn {
            colour,
            before,
            push,
            after,
            span,
        } = std::mem::take(&mut self.open);
        let removal =
            |items: Vec<String>| (!items.is_empty()).then(|| format!("x{}", items.join(",")));
        let actions: Vec<String> = [removal(before), push, removal(after)]
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

/// Returns the seat that moves after `last`; White begins.
fn seat_after(last: Option<Colour>) -> Colour {
    last.map_or(Colour::White, Colour::other)
}

/// Returns the owner of a piece.
fn owner(piece: char) -> Colour {
    match piece {
        'o' | 'O' => Colour::White,
        _ => Colour::Black,
    }
}

/// Returns the letter of a GIPF piece in the notation; empty for a single piece.
fn gipf_letter(piece: char) -> &'static str {
    if piece.is_ascii_uppercase() { "G" } else { "" }
}
