//! Explanations of faults in words. `fault.rs` has the faults as data.

use super::Pipe;
use super::board::Square;
use super::exhibit;
use super::fault::Kind;
use super::hands::StockTop;
use super::rules::entry_colour;
use super::sets::OpenEnd;
use super::setup::Setup;
use super::state::State;
use super::table::Entry;
use super::turn::{Discard, Id, Placement, Turn};
use crate::decks::{Colour, Contact};
use crate::games::{CauseFinder, Explanation, PastTurn, Refusal, and, likely_colour};

/// Maximum number of open ends of a set that are listed.
const MAX_OPEN_ENDS: usize = 3;
/// Maximum number of cards of a list that are named.
const MAX_CARDS: usize = 20;

fn cards_in_words(cards: impl IntoIterator<Item = Id>) -> String {
    let mut cards = cards.into_iter();
    let mut named: Vec<String> = cards
        .by_ref()
        .take(MAX_CARDS)
        .map(|card| card.to_string())
        .collect();
    let more = cards.count();
    if more > 0 {
        named.push(format!("{more} more"));
    }
    and(named)
}

fn colours_in_words(colours: &[Colour]) -> String {
    and(colours.iter().map(|colour| colour.name()))
}

/// Finds the turn that revealed a card: placed, discarded or drew it.
fn last_seen(card: Id) -> Option<CauseFinder<Pipe>> {
    Some(Box::new(move |past: &PastTurn<'_, Pipe>| {
        let turn = past.turn();
        match &turn {
            Turn::SetUp {
                discard: Discard::Cards(cards),
                ..
            } if cards.contains(&card) => Some(format!("`{turn}` discarded card {card}")),
            Turn::Play(play) if play.placement.card == card => {
                Some(format!("`{turn}` played card {card}"))
            }
            Turn::Play(play) if play.draw == Some(card) => {
                Some(format!("`{turn}` drew card {card}"))
            }
            _ => None,
        }
    }))
}

/// Finds the turn that placed a card on the table.
fn turn_that_placed(card: Id) -> Option<CauseFinder<Pipe>> {
    Some(Box::new(move |past: &PastTurn<'_, Pipe>| {
        match past.written {
            Turn::Play(play) if play.placement.card == card => {
                Some(format!("`{}` placed card {card}", past.turn()))
            }
            _ => None,
        }
    }))
}

/// Finds the turn that gave a seat its colour.
fn turn_that_claimed(seat: u8, colour: Colour) -> Option<CauseFinder<Pipe>> {
    Some(Box::new(move |past: &PastTurn<'_, Pipe>| {
        let has = |state: &State| state.colour(seat) == Some(colour);
        (has(past.after()) && !has(past.before()))
            .then(|| format!("seat {seat} has {} from here on", colour.name()))
    }))
}

/// Explains a fault in words.
pub(super) fn explain(setup: &Setup, refusal: &Refusal<Pipe>, written: &str) -> Explanation<Pipe> {
    let state = &refusal.at;
    let seat = state.to_move;
    let marks = exhibit::focus(setup, refusal)
        .iter()
        .map(ToString::to_string)
        .collect();
    let mut explanation = Explanation {
        marks,
        ..Explanation::default()
    };
    match &refusal.fault.kind {
        Kind::DiscardAfterSetUp => {
            explanation.message = format!("Seat {seat} has already discarded and claimed.");
            explanation.help = Some("It plays a card: `17@+3-2/E`.".into());
        }
        Kind::PlayBeforeSetUp => {
            explanation.message = format!(
                "Seat {seat} has no colour yet: first it discards four cards and claims one."
            );
            explanation.help = Some(
                "Write `discard:3,9,12,40;claim:black`, or `discard:hidden;claim:black`.".into(),
            );
        }
        Kind::UnknownCard => {
            explanation.message = format!("The deck `{}` has no card {written}.", setup.deck.name);
            let first = setup.deck.ids().next();
            let last = setup.deck.ids().last();
            explanation.help = first
                .zip(last)
                .map(|(first, last)| format!("Its cards are numbered from {first} to {last}."));
        }
        &Kind::NotInHand { card } => not_in_hand(&mut explanation, state, card),
        &Kind::Occupied { square, card } => {
            explanation.message = format!("Card {card} covers {square}.");
            explanation.culprit = turn_that_placed(card);
        }
        Kind::TooFar => explanation.message = "This is farther away than can be written.".into(),
        Kind::OffTable { size, needed } => {
            explanation.message = format!(
                "This card would need a table of {}; this one is {size}.",
                needed.in_words()
            );
            explanation.help =
                Some("All cards must fit into one rectangle of that many columns and rows, at any place.".into());
        }
        &Kind::Clash {
            placement,
            entry,
            met,
        } => clash(&mut explanation, setup, state, placement, entry, met),
        Kind::DiscardCount { count } => {
            explanation.message =
                format!("A seat must discard four cards; this turn discards {count}.");
            explanation.help = holds(state);
        }
        Kind::DiscardTwice { card } => {
            explanation.message = format!("Card {card} is listed twice in this discard.");
        }
        Kind::DiscardHidden => {
            explanation.message =
                "The hands are known in this record, so the turn must name the discarded cards."
                    .into();
            explanation.help = holds(state);
        }
        Kind::NotDrawn { card, top } => not_drawn(&mut explanation, state, *card, *top),
        Kind::NotADiscard { card, left } => {
            explanation.message =
                format!("Card {card} is not one of the discards that are left to draw.");
            explanation.help = Some(discards_left(left));
            explanation.culprit = last_seen(*card);
        }
        Kind::DrawUnnamed { left } => {
            explanation.message =
                "The discards were shuffled: the turn must name the card that is drawn.".into();
            explanation.help = Some(discards_left(left));
        }
        Kind::NoResignation => {
            explanation.message = format!(
                "With {} seats and no teams, no seat can resign.",
                setup.seats
            );
            explanation.help =
                Some("If a seat leaves the game, say so with the tag `Termination`.".into());
        }
        kind => {
            if !colour_fault(&mut explanation, setup, state, kind) {
                wrong_list(&mut explanation, setup, state, kind, written);
            }
        }
    }
    explanation
}

/// Lists the cards of the seat to move, if they are known.
fn holds(state: &State) -> Option<String> {
    let seat = state.to_move;
    let cards = state.hands.known_cards(seat);
    state.hands.are_known().then(|| match cards.as_slice() {
        [] => format!("Seat {seat} holds no card."),
        cards => format!(
            "Seat {seat} holds {}.",
            cards_in_words(cards.iter().copied())
        ),
    })
}

fn not_in_hand(explanation: &mut Explanation<Pipe>, state: &State, card: Id) {
    let seat = state.to_move;
    let elsewhere = match (state.table.placement(card), state.hands.holder(card)) {
        (Some(placement), _) => Some(format!("it is on the table, `{placement}`")),
        (None, Some(holder)) => Some(format!("seat {holder} holds it")),
        (None, None) => None,
    };
    let known = state.hands.are_known();
    explanation.message = match elsewhere {
        Some(elsewhere) => format!("Seat {seat} cannot have card {card}: {elsewhere}."),
        None if known => format!("Seat {seat} does not hold card {card}."),
        None => format!("Card {card} was seen before."),
    };
    explanation.help = holds(state);
    explanation.culprit = last_seen(card);
}

fn clash(
    explanation: &mut Explanation<Pipe>,
    setup: &Setup,
    state: &State,
    placement: Placement,
    entry: u8,
    met: Entry,
) {
    let own = Entry {
        card: placement.card,
        number: entry,
    };
    let name = |entry: Entry| entry_colour(&setup.deck, entry).map_or("of no colour", Colour::name);
    let square = placement.side(entry).map(|(square, _)| square);
    let other = state
        .table
        .placement(met.card)
        .and_then(|placement| placement.side(met.number));
    let on =
        |square: Option<Square>| square.map_or_else(String::new, |square| format!(" on {square}"));
    explanation.message = format!(
        "Entry {entry} of card {}{} is {}, entry {} of card {}{} is {}: pipes that meet have one colour.",
        own.card,
        on(square),
        name(own),
        met.number,
        met.card,
        on(other.map(|(square, _)| square)),
        name(met),
    );
    let text = |card: Id| {
        setup
            .deck
            .card(card)
            .map(|layout| format!("card {card} is `{}`", layout.card()))
    };
    explanation.help = text(own.card).zip(text(met.card)).map(|(own, met)| {
        let (first, rest) = own.split_at(1);
        format!("{}{rest}, {met}.", first.to_ascii_uppercase())
    });
    explanation.culprit = turn_that_placed(met.card);
}

fn discards_left(left: &[Id]) -> String {
    let example = left
        .first()
        .map_or_else(String::new, |card| format!(": `draw:{card}`"));
    format!(
        "Name one of {}{example}.",
        cards_in_words(left.iter().copied())
    )
}

fn not_drawn(explanation: &mut Explanation<Pipe>, state: &State, card: Id, top: StockTop) {
    explanation.message = match top {
        StockTop::Card(top) => format!("The next card of the stock is {top}, not {card}."),
        StockTop::Hidden => format!("Card {card} was seen before, so it cannot be drawn."),
        StockTop::Nothing | StockTop::Discard => "The stock is empty: nothing is drawn.".into(),
    };
    explanation.help = match top {
        StockTop::Card(top) => Some(format!("Write `draw:{top}`, or leave the draw out.")),
        StockTop::Hidden | StockTop::Discard => None,
        StockTop::Nothing => Some("Leave the draw out.".into()),
    };
    explanation.culprit = match (top, state.table.placement(card)) {
        (StockTop::Nothing, _) => None,
        _ => last_seen(card),
    };
}

/// Explains a fault of a claim or swap. Returns false for other faults.
fn colour_fault(
    explanation: &mut Explanation<Pipe>,
    setup: &Setup,
    state: &State,
    kind: &Kind,
) -> bool {
    let seat = state.to_move;
    let all = colours_in_words(setup.colours());
    match kind {
        Kind::ClaimMissing { left } => {
            explanation.message = format!("Seat {seat} must claim a colour.");
            explanation.help = Some(format!(
                "The free colours are {}; add the claim after the discard: `;claim:COLOUR`.",
                colours_in_words(left)
            ));
        }
        Kind::NoSuchColour { word } => {
            explanation.message = format!("`{word}` is not a colour of this variant.");
            // A colour in another language, and of this variant.
            let suggestion = likely_colour(&word.to_string()).filter(|suggestion| {
                setup
                    .colours()
                    .iter()
                    .any(|colour| colour.name() == *suggestion)
            });
            explanation.help = Some(match suggestion {
                Some(suggestion) => format!("Its colours are {all}: write `claim:{suggestion}`."),
                None => format!("Its colours are {all}."),
            });
        }
        Kind::ColourTaken { colour } => {
            let owner = state.owner(*colour).unwrap_or_default();
            explanation.message = format!("Seat {owner} already has {}.", colour.name());
            let left: Vec<Colour> = setup
                .colours()
                .iter()
                .copied()
                .filter(|&colour| state.owner(colour).is_none())
                .collect();
            explanation.help = Some(format!("Left: {}.", colours_in_words(&left)));
            explanation.culprit = turn_that_claimed(owner, *colour);
        }
        Kind::ClaimOfTwoColours => {
            explanation.message =
                format!("With two colours, {all}, the seats swap them and do not claim again.");
            explanation.help = Some("On a cleared table write `swap`.".into());
        }
        Kind::TableNotCleared { over: true } => {
            explanation.message =
                "No card is left to play, so colours cannot change any more.".into();
        }
        Kind::TableNotCleared { over: false } => {
            let cards = match state.table.len() {
                1 => "A card is".to_owned(),
                cards => format!("{cards} cards are"),
            };
            explanation.message =
                format!("{cards} on the table: colours change only when the turn has cleared it.");
        }
        Kind::ColourNamedTwice { colour } => {
            explanation.message = format!("{} is listed twice in this claim.", colour.name());
        }
        Kind::ColourNotNew { colour } => {
            explanation.message = format!(
                "Seat {seat} already has {} and must first claim a new colour.",
                colour.name()
            );
            explanation.culprit = turn_that_claimed(seat, *colour);
        }
        Kind::ClaimCount { count } => {
            explanation.message = format!(
                "A claim on a cleared table names a colour for each of {} seats, not {count}.",
                setup.seats
            );
            let seats = and(setup.round(seat));
            explanation.help = Some(format!("The order of the seats is {seats}."));
        }
        Kind::SwapInBoth => {
            explanation.message = "With four colours, the seats claim them and do not swap.".into();
            explanation.help =
                Some("On a cleared table write `claim:` and a colour for every seat.".into());
        }
        _ => return false,
    }
    true
}

/// Describes an open end: `entry 4 of card 5, before +2-1`.
fn open_end_in_words(open_end: &OpenEnd) -> String {
    let OpenEnd {
        entry: Entry { card, number },
        contact,
        square,
    } = open_end;
    match contact {
        Contact::Entry => format!("entry {number} of card {card}, before {square}"),
        Contact::Before => {
            format!("the half side before entry {number} of card {card}, toward {square}")
        }
        Contact::After => {
            format!("the half side after entry {number} of card {card}, toward {square}")
        }
    }
}

/// Explains why a card is not picked up for a colour.
fn reason_to_leave(setup: &Setup, state: &State, card: Id, colour: Colour) -> String {
    let name = colour.name();
    let sets = state.view(setup).sets_through(card, colour);
    let Some(set) = sets
        .iter()
        .find(|set| !set.open_ends.is_empty())
        .or(sets.first())
    else {
        return format!("Card {card} has nothing {name}.");
    };
    match set.open_ends.as_slice() {
        [] if !set.is_set => {
            format!("The {name} pipes of card {card} are only end caps, which are not a set.")
        }
        [] => format!("The {name} set of card {card} is closed."),
        open_ends => {
            let named = and(open_ends.iter().take(MAX_OPEN_ENDS).map(open_end_in_words));
            let more = match open_ends.len().saturating_sub(MAX_OPEN_ENDS) {
                0 => String::new(),
                more => format!(", and at {more} other places"),
            };
            format!("The {name} set of card {card} is still open at {named}{more}.")
        }
    }
}

/// Describes the set for which a card is picked up.
fn reason_to_pick_up(setup: &Setup, state: &State, card: Id, taker: u8) -> Option<String> {
    let colour = state.colour(taker)?;
    let sets = state.view(setup).sets_through(card, colour);
    let set = sets
        .iter()
        .find(|set| set.open_ends.is_empty() && set.is_set)?;
    let name = colour.name();
    let cards = match set.cards.len() {
        1 => format!("card {card} alone"),
        _ => format!("cards {}", cards_in_words(set.cards.iter().copied())),
    };
    Some(format!(
        "a {name} set is closed ({cards}), and {name} is seat {taker}'s"
    ))
}

/// Explains a fault of the pick-up lists.
fn wrong_list(
    explanation: &mut Explanation<Pipe>,
    setup: &Setup,
    state: &State,
    kind: &Kind,
    written: &str,
) {
    let because = |card, taker| {
        reason_to_pick_up(setup, state, card, taker)
            .map_or_else(String::new, |why| format!(": {why}"))
    };
    let correct_lists = match kind {
        Kind::ListOfNobody { seat } => {
            explanation.message = format!(
                "There is no seat {seat}: this game has {} seats.",
                setup.seats
            );
            return;
        }
        Kind::TwoListsOfOne {
            seat,
            correct_lists,
        } => {
            explanation.message = format!("The turn has two lists for seat {seat}.");
            correct_lists
        }
        Kind::ListedNotOnTable {
            card,
            correct_lists,
        } => {
            explanation.message = format!("Card {written} is not on the table.");
            explanation.culprit = turn_that_placed(*card);
            correct_lists
        }
        Kind::ListedTwice {
            card,
            correct_lists,
        } => {
            explanation.message = format!("Card {card} is listed twice; it is taken once.");
            correct_lists
        }
        &Kind::ListedForOther {
            card,
            seat,
            taker,
            ref correct_lists,
        } => {
            explanation.message = format!(
                "Card {card} goes to seat {taker}, not to seat {seat}{}.",
                because(card, taker)
            );
            correct_lists
        }
        &Kind::ListedWrongly {
            card,
            seat,
            ref correct_lists,
        } => {
            let colour = state.colour(seat);
            let why = colour.map_or_else(String::new, |colour| {
                reason_to_leave(setup, state, card, colour)
            });
            explanation.message = format!("Seat {seat} does not pick up card {card}. {why}")
                .trim_end()
                .to_owned();
            correct_lists
        }
        &Kind::LeftOut {
            card,
            seat,
            ref correct_lists,
        } => {
            explanation.message = format!(
                "Seat {seat} picks up card {card} too{}.",
                because(card, seat)
            );
            correct_lists
        }
        _ => return,
    };
    explanation.help = Some(match correct_lists.as_slice() {
        [] => "Nothing is picked up: leave the list out.".into(),
        lists => {
            let text: Vec<String> = lists.iter().map(ToString::to_string).collect();
            format!("Write `{}`.", text.join(";"))
        }
    });
}
