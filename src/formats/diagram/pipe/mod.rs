//! Diagrams of The Very Clever Pipe Game.
//!
//! A card covers two squares of the drawing. `square_grid.rs` finds the squares, `half_card.rs`
//! reads each as half a card, and `table.rs` pairs the halves. The cards and the notes below the
//! table give the deck and the position.
//!
//! Each seat claims a colour, either of the pipes on the cards or of the fields between them, and
//! scores the cards that it picks up. The rest of the cards are in the hands or in the stock.

mod axis_names;
mod drawn_card;
mod half_card;
mod notes;
mod signs;
mod square_grid;
mod table;

pub(super) use notes::{is_empty_table, is_note};
pub(super) use signs::{TablePart, is_names, part_of_table};

use super::{BoardReader, BoardReading, DrawnBoard, Tags, assumed};
use crate::decks::{Colour, Deck, Decks};
use crate::findings::{Finding, Hint};
use crate::games::GameId;
use crate::games::pipe::{PositionText, Variant};
use crate::text::Span;

use drawn_card::DrawnCard;
use notes::{Notes, Seat, SeatColour, StockNote};
use table::DrawnTable;

/// Reader of tables of the Pipe Game.
pub(super) const READER: BoardReader = BoardReader {
    game: GameId::Pipe,
    notes: &[
        "The table is empty",
        "The table ends:",
        "Stock:",
        "Outlined,",
        "Picked up by",
        "Closed",
        "Cards that lie outside",
    ],
    // A table is recognised by its parts, before its rows are put together.
    has_rows: |_| false,
    // A table without cards has no rows.
    is_whole: |_| true,
    read: |board, assumptions| read(board, assumptions.context.decks()),
};

/// Name of a deck made up of the drawn cards, which is used if no known deck fits.
const DRAWN_DECK: &str = "drawn";

/// Reads a table and its notes.
fn read(board: &DrawnBoard<'_>, decks: &dyn Decks) -> Result<BoardReading, Vec<Finding>> {
    let mut findings = Vec::new();
    let notes = Notes::read(board, &mut findings);
    if let Some(line) = notes.outside {
        let finding = line.fault("A table that is not fully drawn cannot be read.");
        return Err(vec![
            finding.with_hint(Hint::ConvertTo { format: "position" }),
        ]);
    }

    let mut drawn = if board.rows.is_empty() && notes.is_empty {
        DrawnTable::default()
    } else {
        table::read(&board.rows, board.span())?
    };
    findings.append(&mut drawn.findings);
    let deck = find_deck(&drawn, &notes, decks, board.span(), &mut findings)?;
    drawn
        .cards
        .retain(|card| !notes.picked_up.contains(&card.placement.card));
    let hand_tags = hand_tags(&notes, deck.is_known, board.span(), &mut findings);

    let position = IncompletePosition {
        drawn: &drawn,
        notes: &notes,
    };
    position.report_assumptions(board.span(), &mut findings);
    let mut candidates: Vec<Tags> = Vec::new();
    for variant in position.variants() {
        let mut tags: Tags = vec![("Variant".into(), variant.name().to_owned())];
        if notes.seats.len() != 2 {
            tags.push(("Players".into(), notes.seats.len().to_string()));
        }
        tags.extend(deck.tags.iter().chain(&hand_tags).cloned());
        tags.push(("Position".into(), position.text_in(variant).to_string()));
        candidates.push(tags);
    }
    Ok(BoardReading {
        candidates,
        findings,
    })
}

/// Deck of a record.
struct FoundDeck {
    tags: Tags,
    /// True if the cards that are not drawn are known.
    is_known: bool,
}

/// Returns the known deck that contains the drawn cards, or else a deck made up of them.
fn find_deck(
    drawn: &DrawnTable,
    notes: &Notes<'_>,
    decks: &dyn Decks,
    span: Span,
    findings: &mut Vec<Finding>,
) -> Result<FoundDeck, Vec<Finding>> {
    let mut first_mismatch: Option<DeckMismatch> = None;
    for name in decks.names() {
        let Ok(deck) = decks.deck(&name) else {
            continue;
        };
        if let Some(mismatch) = find_mismatch(drawn, notes, &deck, &name, span) {
            if first_mismatch.is_none() {
                first_mismatch = Some(mismatch);
            }
            continue;
        }

        if drawn.cards.is_empty() {
            let message =
                format!("No card in the drawing identifies the deck; `{name}` is assumed.");
            findings.push(assumed(span, message));
        }
        return Ok(FoundDeck {
            tags: vec![("Deck".into(), name)],
            is_known: true,
        });
    }

    let DeckMismatch { span, reason } = first_mismatch.unwrap_or_else(|| DeckMismatch {
        span,
        reason: "No deck is known".to_owned(),
    });
    let message = format!(
        "{reason}: the record gets its own deck, `{DRAWN_DECK}`, with the cards in the drawing."
    );
    let help = "Cards that lie elsewhere are not in it. Give the record the tag `Deck` of the deck that was played \
        with, and remove the tags `Card1` … again.";
    findings.push(assumed(span, message).with_help(help));
    drawn_deck(drawn, findings)
}

/// Reason why the cards are not those of a deck.
struct DeckMismatch {
    span: Span,
    /// Beginning of a sentence.
    reason: String,
}

/// Returns the first difference between the cards and a deck; `None` if they fit it.
fn find_mismatch(
    drawn: &DrawnTable,
    notes: &Notes<'_>,
    deck: &Deck,
    name: &str,
    span: Span,
) -> Option<DeckMismatch> {
    let is_in_deck = |card: &DrawnCard| {
        deck.card(card.placement.card)
            .is_some_and(|known| card.agrees_with(known))
    };
    if let Some(card) = drawn.cards.iter().find(|card| !is_in_deck(card)) {
        let number = card.placement.card;
        return Some(DeckMismatch {
            span: card.span,
            reason: format!("Card {number} is not drawn as in the deck `{name}`"),
        });
    }

    let unknown = notes
        .cards_elsewhere()
        .find(|card| deck.card(*card).is_none())?;
    Some(DeckMismatch {
        span,
        reason: format!("There is no card {unknown} in the deck `{name}`"),
    })
}

/// Returns a deck made up of the drawn cards.
fn drawn_deck(drawn: &DrawnTable, findings: &mut Vec<Finding>) -> Result<FoundDeck, Vec<Finding>> {
    let mut tags: Tags = vec![("Deck".into(), DRAWN_DECK.to_owned())];
    let mut faults = Vec::new();
    for card in &drawn.cards {
        let number = card.placement.card;
        match card.derived_card() {
            Ok(derived) => {
                if derived.has_unknown_fields {
                    let message = format!(
                        "The fields of card {number} do not follow from its pipes; all are assumed to be separate."
                    );
                    findings.push(
                        assumed(card.span, message).with_help("List them in its tag (V2.6)."),
                    );
                }
                tags.push((format!("Card{number}").into(), derived.card.to_string()));
            }
            Err(finding) => faults.push(*finding),
        }
    }
    if faults.is_empty() {
        Ok(FoundDeck {
            tags,
            is_known: false,
        })
    } else {
        Err(faults)
    }
}

/// Returns the tags of hands and stock, if the stock is empty.
fn hand_tags(notes: &Notes<'_>, is_known: bool, span: Span, findings: &mut Vec<Finding>) -> Tags {
    if let Some(StockNote { line, .. }) = notes.stock {
        let message = "The order of the stock is not drawn, so the hands are left out too.";
        findings.push(
            assumed(line.span, message)
                .with_help("If it is known, write the tags `Hand1` … and `Stock`."),
        );
        return Tags::new();
    }
    let Some(hands) = notes.hands() else {
        return Tags::new();
    };
    if !is_known {
        let message = "The cards in the hands are not drawn, so the hands are left out.";
        findings.push(assumed(span, message));
        return Tags::new();
    }
    let tags = (1..).zip(hands).map(|(seat, hand)| {
        let cards: Vec<String> = hand.iter().map(ToString::to_string).collect();
        (format!("Hand{seat}").into(), cards.join(","))
    });
    tags.chain([("Stock".into(), String::new())]).collect()
}

/// Position with details that the notes may not give.
struct IncompletePosition<'a> {
    drawn: &'a DrawnTable,
    notes: &'a Notes<'a>,
}

impl IncompletePosition<'_> {
    /// Returns the variants with these seats and colours, likeliest first.
    fn variants(&self) -> Vec<Variant> {
        let seats = &self.notes.seats;
        let fits = |variant: &Variant| {
            let has_all = seats
                .iter()
                .filter_map(|seat| seat.colour.claimed())
                .all(|colour| variant.colours().contains(&colour));
            *variant == Variant::Both || (seats.len() == 2 && has_all)
        };
        Variant::ALL.into_iter().filter(fits).collect()
    }

    /// Returns the colours of the seats. Cards are played only once each seat has a colour.
    fn colours(&self, variant: Variant) -> Vec<Option<Colour>> {
        let seats = &self.notes.seats;
        let claimed: Vec<Colour> = seats
            .iter()
            .filter_map(|seat| seat.colour.claimed())
            .collect();
        let mut free = variant
            .colours()
            .iter()
            .copied()
            .filter(|colour| !claimed.contains(colour));
        let colours = seats.iter().map(|seat| match seat.colour {
            SeatColour::Claimed(colour) => Some(colour),
            SeatColour::Unclaimed => None,
            SeatColour::Unknown if self.drawn.cards.is_empty() => None,
            SeatColour::Unknown => free.next(),
        });
        colours.collect()
    }

    /// Returns the position in a variant.
    fn text_in(&self, variant: Variant) -> PositionText {
        let colours = self.colours(variant);
        // Seats claim their colours in order, so the first seat without one is to move.
        let first_without_colour = colours
            .iter()
            .position(Option::is_none)
            .and_then(|index| u8::try_from(index + 1).ok());
        PositionText {
            table: self.drawn.cards.iter().map(|card| card.placement).collect(),
            to_move: self.notes.to_move.or(first_without_colour).unwrap_or(1),
            colours,
            scores: self
                .notes
                .seats
                .iter()
                .map(|seat| seat.score.unwrap_or(0))
                .collect(),
            // A table of which cards are left out is not read.
            in_part: false,
        }
    }

    /// Reports what the notes do not give.
    fn report_assumptions(&self, span: Span, findings: &mut Vec<Finding>) {
        let help = "Write it below the table: `Seat 2: white, 3 cards picked up, to move`.";
        let mut report = |message: String| findings.push(assumed(span, message).with_help(help));

        if let Some(seats) = self.seats_where(|seat| seat.colour == SeatColour::Unknown) {
            let colour = if self.drawn.cards.is_empty() {
                "none"
            } else {
                "one that is free"
            };
            report(format!(
                "The colour of {seats} is not given; {colour} is assumed."
            ));
        }

        if let Some(seats) = self.seats_where(|seat| seat.score.is_none()) {
            report(format!(
                "The number of cards that {seats} has picked up is not given; 0 is assumed."
            ));
        }

        if self.notes.to_move.is_none() {
            let seat = self
                .variants()
                .first()
                .map_or(1, |&variant| self.text_in(variant).to_move);
            report(format!(
                "The seat to move is not given; seat {seat} is assumed."
            ));
        }
    }

    /// Returns the seats that satisfy a predicate, in words: `seat 1 or seat 2`. Returns `None` if
    /// no seat does.
    fn seats_where(&self, predicate: fn(&Seat) -> bool) -> Option<String> {
        let mut seats = Vec::new();
        for (index, seat) in self.notes.seats.iter().enumerate() {
            if predicate(seat) {
                seats.push(format!("seat {}", index + 1));
            }
        }
        (!seats.is_empty()).then(|| seats.join(" or "))
    }
}
