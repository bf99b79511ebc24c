//! Contents of a saved game, as far as `old_save.rs` or `new_save.rs` has read it, and the record
//! that is made from it. A game with turns is compared with its board; otherwise the record starts
//! from the board.

use super::turn_builder::TurnBuilder;
use crate::findings::Finding;
use crate::formats::KeepFindings as _;
use crate::formats::import_losses::LeftOut;
use crate::formats::{Assumptions, Draft, Imported, codes};
use crate::games::gipf::board::{Point, Spot};
use crate::games::gipf::{Colour, Piece, PositionText};
use crate::text::{SourceText, Span};

const VARIANTS: [&str; 3] = ["basic", "standard", "tournament"];

/// Element of a save that describes a removal in progress.
pub(super) struct PendingRemoval {
    pub(super) element: String,
    pub(super) span: Span,
}

/// Board of a save, with the spans of its parts.
#[derive(Default)]
pub(super) struct SavedBoard {
    pub(super) text: PositionText,
    /// Start of the board; `None` if there is none.
    pub(super) span: Option<Span>,
    /// Spans of the pieces on the board.
    pub(super) pieces: Vec<(Spot, Span)>,
    /// Spans of the reserves of White and Black, if stated.
    pub(super) reserve: [Option<Span>; 2],
    /// Spans of the numbers of lost pieces, if stated.
    pub(super) lost: [Option<Span>; 2],
    /// Span of the seat to move, if stated.
    pub(super) to_move: Option<Span>,
    /// Evidence that rows, or GIPF pieces in them, were being removed.
    pub(super) pending: Option<PendingRemoval>,
    /// True if the save states who may introduce GIPF pieces.
    pub(super) states_introductions: bool,
}

/// Saved game being read.
#[derive(Default)]
pub(super) struct SavedGame {
    pub(super) draft: Draft,
    pub(super) turns: TurnBuilder,
    pub(super) board: SavedBoard,
    pub(super) left_out: LeftOut,
    /// True if the board says that the game has no GIPF pieces.
    pub(super) is_basic: bool,
    /// Variant that the save names.
    variant: Option<&'static str>,
}

impl SavedGame {
    /// Reports a part without meaning.
    pub(super) fn refuse(&mut self, span: Span, message: impl Into<String>) {
        self.draft
            .findings
            .keep(Finding::new(&codes::VALUE, span, message));
    }

    /// Sets the kind of game; the last one counts.
    pub(super) fn set_variant(&mut self, name: &str, span: Span) {
        let Some(variant) = VARIANTS
            .into_iter()
            .find(|known| known.eq_ignore_ascii_case(name))
        else {
            // This name denotes a board that was set up by hand.
            if !name.eq_ignore_ascii_case("other game") {
                self.refuse(
                    span,
                    "A game of GF1 is `basic`, `standard`, `tournament` or `other game`.",
                );
            }
            return;
        };
        if let Some(known) = self.variant.filter(|known| *known != variant) {
            let message =
                format!("The game is `{variant}` here and `{known}` before; `{variant}` is used.");
            self.draft
                .findings
                .keep(Finding::new(&codes::DISAGREES, span, message));
        }
        self.variant = Some(variant);
    }

    /// Sets the player of a seat, 0 for White; the first name counts.
    pub(super) fn set_player(&mut self, seat: usize, name: &str, span: Span) {
        let tag = if seat == 0 { "Player1" } else { "Player2" };
        if name.is_empty() {
            return;
        }
        match self.draft.tag(tag) {
            None => self.draft.add_tag(tag, name, span),
            Some(known) if known != name => {
                let message = format!(
                    "{} is `{name}` here and `{known}` before, which is used.",
                    colour_of(seat).name()
                );
                self.draft
                    .findings
                    .keep(Finding::new(&codes::DISAGREES, span, message));
            }
            Some(_) => {}
        }
    }

    /// Reads a count of pieces, such as `whitepieces` or `blacklost`.
    pub(super) fn set_count(&mut self, name: &str, value: &str, span: Span) {
        let seat = usize::from(name.starts_with("black"));
        let Ok(count) = value.parse() else {
            self.refuse(span, "This is not a number of pieces.");
            return;
        };
        let board = &mut self.board;
        if name.ends_with("lost") {
            board.text.lost[seat] = count;
            board.lost[seat] = Some(span);
        } else {
            board.text.reserve[seat] = count;
            board.reserve[seat] = Some(span);
        }
    }

    /// Sets the seat to move.
    pub(super) fn set_next_player(&mut self, seat: Option<Colour>, span: Span) {
        match seat {
            Some(seat) => {
                self.board.text.to_move = seat;
                self.board.to_move = Some(span);
            }
            None => self.refuse(span, "This is neither White nor Black."),
        }
    }

    /// Adds a piece on the board.
    pub(super) fn add_piece(&mut self, name: &str, piece: Piece, span: Span) {
        let Some(spot) = Point::named(name).and_then(Point::spot) else {
            self.refuse(span, "This is not a spot on the board.");
            return;
        };
        if self.board.text.pieces.at(spot).is_some() {
            self.refuse(
                span,
                format!("There is already a piece on {spot}; this one replaces it."),
            );
        } else {
            self.board.pieces.push((spot, span));
        }
        self.board.text.pieces.set(spot, Some(piece));
    }

    /// Reads a piece removed by the seat that acted last, such as `f5o`.
    pub(super) fn add_removed(&mut self, text: &str, span: Span) {
        let mut name = text.chars();
        if let Some(piece @ ('o' | 'O' | 'x' | 'X')) = name.next_back()
            && let Some(spot) = Point::named(name.as_str()).and_then(Point::spot)
        {
            self.turns.remove(spot, piece);
            return;
        }
        let message = "A removed piece is written as its spot and `o`, `O`, `x` or `X`.";
        self.refuse(span, message);
    }

    /// Builds the record.
    pub(super) fn finish(self, source: &SourceText, assumptions: &Assumptions) -> Imported {
        let Self {
            mut draft,
            turns,
            mut board,
            left_out,
            is_basic,
            variant,
        } = self;
        left_out.report(&mut draft.findings);
        let (turns, findings) = turns.finish();
        draft.line.turns = turns;
        draft.findings.extend(findings);

        let has_turns = !draft.line.turns.is_empty();
        let mut likely = variant;
        if let Some(span) = board.span
            && !has_turns
        {
            let known_variant = assumptions.variant.as_deref().or(variant);
            if known_variant == Some("tournament") && !board.states_introductions {
                assume_introductions(&mut board.text, span, &mut draft);
            }
            start_from_board(&mut board, &mut draft);
            likely = likely.or(Some(likely_variant(&board.text, is_basic)));
        }

        super::assume(&mut draft, assumptions, likely);
        if has_turns && board.span.is_some() {
            super::compare_board::compare_board(&board, &mut draft);
        }
        draft.import(source)
    }
}

/// Sets the board as the start of a record without turns.
fn start_from_board(board: &mut SavedBoard, draft: &mut Draft) {
    for colour in Colour::BOTH {
        // A seat that has no GIPF piece yet must introduce one first.
        let seat = colour.index();
        let introduces = board.text.may_introduce[seat];
        board.text.owes_first[seat] = introduces && !board.text.pieces.has_gipf(colour);
    }
    draft.assume("Position", board.text.to_string());

    if let Some(PendingRemoval { element, span }) = &board.pending {
        let message = format!(
            "The board was saved while pieces were being removed (`{element}`). A position comes before a \
             turn, so the pieces still to be removed are left out."
        );
        draft
            .findings
            .keep(Finding::new(&codes::LEFT_OUT, *span, message));
    }
}

/// Returns the colour of a seat, 0 for White.
fn colour_of(seat: usize) -> Colour {
    if seat == 0 {
        Colour::White
    } else {
        Colour::Black
    }
}

/// Returns the variant that a board suggests.
fn likely_variant(board: &PositionText, is_basic: bool) -> &'static str {
    if board.may_introduce.contains(&true) {
        "tournament"
    } else if is_basic || board.pieces.gipf().is_empty() {
        // Without GIPF pieces, a game of another variant would be over.
        "basic"
    } else {
        "standard"
    }
}

/// Assumes which seats may still introduce GIPF pieces, if the board does not say so: those that
/// have neither single pieces on the board nor lost pieces.
fn assume_introductions(board: &mut PositionText, span: Span, draft: &mut Draft) {
    for colour in Colour::BOTH {
        let singles = board.pieces.of_colour(colour).without(board.pieces.gipf());
        board.may_introduce[colour.index()] = singles.is_empty() && board.lost[colour.index()] == 0;
    }
    let message = "The board does not show which seats may still introduce GIPF pieces. A seat is assumed to be allowed to if it has neither single pieces on the board nor lost pieces.";
    draft
        .findings
        .keep(Finding::new(&codes::ASSUMED, span, message));
}
