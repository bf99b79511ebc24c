//! Turns from logs that list pushes and removals one by one, each with the piece of its seat.

use crate::findings::Finding;
use crate::formats::KeepFindings as _;
use crate::formats::{DraftTurn, codes};
use crate::games::gipf::board::Spot;
use crate::text::Span;

/// Turns so far, and the current turn.
#[derive(Default)]
pub(super) struct Turns {
    done: Vec<DraftTurn>,
    open: Open,
    /// Seat of the last turn: `o` or `x`.
    last: Option<char>,
    findings: Vec<Finding>,
}

#[derive(Default)]
struct Open {
    /// `o` or `x`.
    colour: Option<char>,
    before: Vec<String>,
    push: Option<String>,
    after: Vec<String>,
    span: Option<Span>,
}

impl Turns {
    /// Adds a push: `o` and `x` are single pieces, `O` and `X` GIPF pieces.
    pub(super) fn push(&mut self, piece: char, start: &str, end: &str, span: Span) {
        if self.open.push.is_some() {
            self.finish_one();
        }
        self.act(Some(piece), span);
        let double = if piece.is_ascii_uppercase() { "G" } else { "" };
        self.open.push = Some(format!("{double}{start}-{end}"));
    }

    /// Continues or begins the turn of a colour.
    pub(super) fn act(&mut self, piece: Option<char>, span: Span) {
        let colour = piece.map(|piece| piece.to_ascii_lowercase());
        if self.open.colour.is_some() && self.open.colour != colour {
            self.finish_one();
        }
        let to_move = other(self.last);
        if self.open.span.is_none() && colour == Some(other(Some(to_move))) {
            let message =
                format!("This is a turn of {}, but {} is to move.", name(other(Some(to_move))), name(to_move));
            self.findings.keep(Finding::new(&codes::VALUE, span, message));
        }
        self.open.colour = colour;
        self.open.span = Some(self.open.span.map_or(span, |known| Span { end: span.end, ..known }));
    }

    /// Removes a piece in the turn of the seat that acted last.
    pub(super) fn remove(&mut self, spot: Spot, piece: char) {
        let double = if piece.is_ascii_uppercase() { "G" } else { "" };
        let other = if self.open.colour == Some(piece.to_ascii_lowercase()) { "" } else { "*" };
        let item = format!("{double}{spot}{other}");
        let list = if self.open.push.is_some() { &mut self.open.after } else { &mut self.open.before };
        // A piece at the crossing of two rows is named with both.
        if !list.contains(&item) {
            list.push(item);
        }
    }

    /// Returns the next seat to push: `o` or `x`.
    pub(super) fn to_move(&self) -> char {
        match self.open.colour {
            Some(colour) if self.open.push.is_none() => colour,
            Some(colour) => other(Some(colour)),
            None => other(self.last),
        }
    }

    /// Returns all turns, and findings on turns of the wrong seat.
    pub(super) fn finish(mut self) -> (Vec<DraftTurn>, Vec<Finding>) {
        self.finish_one();
        (self.done, self.findings)
    }

    fn finish_one(&mut self) {
        let Open { colour, before, push, after, span } = std::mem::take(&mut self.open);
        let list = |items: Vec<String>| (!items.is_empty()).then(|| format!("x{}", items.join(",")));
        let actions: Vec<String> = [list(before), push, list(after)].into_iter().flatten().collect();
        if let Some(span) = span.filter(|_| !actions.is_empty()) {
            self.done.push(DraftTurn { text: actions.join(";"), span, ..DraftTurn::default() });
            self.last = colour;
        }
    }
}

/// Returns the seat that moves after `colour`; White begins.
fn other(colour: Option<char>) -> char {
    if colour == Some('o') { 'x' } else { 'o' }
}

fn name(colour: char) -> &'static str {
    if colour == 'o' { "White" } else { "Black" }
}
