//! The words of a figure: its title, a note on each seat, and the description of the position for
//! readers who do not see the figure.

use std::collections::BTreeSet;

use super::board::Point;
use super::drawing::{style_seat, winning_chain};
use super::position::{Colour, FirstOfPair, Phase, Position};
use super::setup::Setup;
use crate::draw::{Lang, Note, Wording};

/// Returns the title: the seat to move, or the winner.
pub(super) fn title(position: &Position, lang: Lang) -> String {
    match (position.decided, position.text.phase) {
        (None, _) => lang.fill("Pippinzip, seat {0} to move", &[&position.text.to_move]),
        (Some(decision), Phase::Auction) => lang.fill(
            "Pippinzip, won by seat {0} in the auction",
            &[&decision.seat],
        ),
        (Some(decision), Phase::Taken(_)) => {
            lang.fill("Pippinzip, won by {0}", &[&decision.colour.role()])
        }
    }
}

/// Returns the notes, each after a stone of its seat's colour. The note of the winner lists the
/// winning chain for people who cannot see it.
pub(super) fn seat_notes(
    setup: &Setup,
    position: &Position,
    note_texts: &[String],
    lang: Lang,
) -> Vec<Note> {
    let mut all: Vec<Note> = Vec::new();
    let mut is_chain_listed = false;
    for (seat, words) in (1..).zip(note_texts) {
        let (style, wins) = match position.text.phase {
            Phase::Taken(taker) => {
                let colour = setup.colour_of(seat, taker);
                (
                    Some(style_seat(colour)),
                    position
                        .decided
                        .is_some_and(|decision| decision.colour == colour),
                )
            }
            // The first line is about the stones, the second about the seat.
            Phase::Auction if seat == 1 => {
                (Some(style_seat(setup.variant.auction_colour())), false)
            }
            Phase::Auction => (None, position.decided.is_some()),
        };
        let its_turn = match position.text.phase {
            Phase::Taken(_) => seat == position.text.to_move,
            Phase::Auction => style.is_none(),
        };
        let to_move = position.decided.is_none() && its_turn;
        // In images a triangle marks the seat to move.
        let mover = lang.say(", to move");
        let shown = words.strip_suffix(mover);
        let pictured = words_in_picture(setup, position, seat, shown.unwrap_or(words), lang);
        let wording = Wording::new(shown.unwrap_or(words), pictured);
        let mut note = Note::of_seat_worded(style, to_move, wording);
        if shown.is_some() {
            note = note.with_text(mover.to_owned());
        }
        // Only the first seat of a team lists it.
        if wins && !is_chain_listed {
            let points = chain_in_order(position).0.join(" ");
            note = note.with_text(lang.fill("{0}: {1}", &[&"", &points]));
            is_chain_listed = true;
        }
        all.push(note);
    }
    all
}

/// Returns the note on a seat in pictures, which says only what the stone does not: the role. A
/// team has two seats of one role.
fn words_in_picture(
    setup: &Setup,
    position: &Position,
    seat: u8,
    words: &str,
    lang: Lang,
) -> String {
    let Phase::Taken(taker) = position.text.phase else {
        return words.to_owned();
    };
    if setup.seats > 2 {
        return words.to_owned();
    }
    let colour = setup.colour_of(seat, taker);
    let has_won = position
        .decided
        .is_some_and(|decision| decision.colour == colour);
    if has_won {
        lang.fill("{0} has won", &[&colour.role()])
    } else {
        colour.role().to_string()
    }
}

/// Describes the restriction of the second seat of a team.
fn pair_in_words(position: &Position, lang: Lang) -> Option<String> {
    match position.text.pair {
        FirstOfPair::Absent => None,
        FirstOfPair::Nothing => Some(
            lang.say("The pair's first member placed nothing")
                .to_owned(),
        ),
        FirstOfPair::Stone(stone) => {
            Some(lang.fill("The pair's first stone lies on {0}", &[&stone]))
        }
    }
}

/// Returns the points of the winning chain, in the order in which they follow each other, and true
/// if it runs from left to right.
fn chain_in_order(position: &Position) -> (Vec<&'static str>, bool) {
    let steps = winning_chain(position);
    let beside = |point: Point| {
        let other = move |&(from, to): &(Point, Point)| match point {
            point if point == from => Some(to),
            point if point == to => Some(from),
            _ => None,
        };
        steps.iter().filter_map(other).collect::<Vec<Point>>()
    };
    let points = steps.iter().flat_map(|&(from, to)| [from, to]);
    let ends = points.filter(|&point| beside(point).len() == 1);
    // From the left side to the right, or from the lower side to the upper.
    let size = position.text.stones.size();
    let mut ends: Vec<Point> = ends.collect();
    ends.sort_unstable_by_key(|point| (point.column(), point.row()));
    let is_across = ends.first().is_some_and(|first| first.column() == 0)
        && ends.last().is_some_and(|last| last.column() + 1 == size);
    if !is_across {
        ends.sort_unstable_by_key(|point| (point.row(), point.column()));
    }
    let mut waiting: Vec<Point> = ends.first().copied().into_iter().collect();
    let mut seen: BTreeSet<Point> = BTreeSet::new();
    let mut order = Vec::new();
    while let Some(point) = waiting.pop() {
        if seen.insert(point) {
            order.push(point.name());
            waiting.extend(beside(point).into_iter().rev());
        }
    }
    (order, is_across)
}

/// Describes the seats, and who is to move or has won.
pub(super) fn note_texts(setup: &Setup, position: &Position, lang: Lang) -> Vec<String> {
    let Phase::Taken(taker) = position.text.phase else {
        let auction = match setup.variant.auction_colour() {
            Colour::White => lang.say("Auction of white stones").to_owned(),
            Colour::Black => lang.say("Auction of black stones").to_owned(),
        };
        let seat = match position.decided {
            Some(decision) => lang.fill("Seat {0} has won", &[&decision.seat]),
            None => lang.fill("Seat {0} to move", &[&position.text.to_move]),
        };
        return vec![auction, seat];
    };
    let note = |seat: u8| {
        let colour = setup.colour_of(seat, taker);
        let state = match position.decided {
            Some(decision) if decision.colour == colour => lang.say(", has won"),
            None if position.text.to_move == seat => lang.say(", to move"),
            _ => "",
        };
        let role = match colour {
            Colour::Black => lang.fill("Seat {0}: Pip, black", &[&seat]),
            Colour::White => lang.fill("Seat {0}: Zip, white", &[&seat]),
        };
        format!("{role}{state}")
    };
    (1..=setup.seats).map(note).collect()
}

/// Describes the position in words.
pub(super) fn describe(position: &Position, note_texts: &[String], lang: Lang) -> String {
    let mut parts = vec![lang.fill("Board of {0} by {0}", &[&position.text.stones.size()])];
    for (colour, name) in [(Colour::Black, "Black"), (Colour::White, "White")] {
        let points: Vec<&str> = position
            .text
            .stones
            .of_colour(colour)
            .iter()
            .map(Point::name)
            .collect();
        match points.as_slice() {
            [] => {}
            [one] => parts.push(lang.fill("{0} stone on {1}", &[&lang.say(name), one])),
            several => {
                parts.push(lang.fill("{0} stones on {1}", &[&lang.say(name), &several.join(", ")]));
            }
        }
    }
    if parts.len() == 1 {
        parts.push(lang.say("The board is empty").to_owned());
    }
    parts.extend(note_texts.iter().cloned());
    parts.extend(pair_in_words(position, lang));
    let (chain, is_across) = chain_in_order(position);
    if let (Some(decision), false) = (position.decided, chain.is_empty()) {
        let owner = match decision.colour {
            Colour::White => lang.say("White"),
            Colour::Black => lang.say("Black"),
        };
        let pattern = if is_across {
            "{0}'s winning chain from the left side to the right: {1}"
        } else {
            "{0}'s winning chain from the lower side to the upper: {1}"
        };
        parts.push(lang.fill(pattern, &[&owner, &chain.join(", ")]));
    }
    format!("{}.", parts.join(". "))
}
