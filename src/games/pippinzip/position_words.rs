//! The words of a figure: its title, a note on each seat, and the description of the position for
//! readers who do not see the figure.

use std::collections::BTreeSet;

use super::board::Point;
use super::drawing::{style_seat, winning_chain};
use super::position::{FirstOfPair, Phase, Position};
use super::setup::Setup;
use super::stones::Colour;
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
    let mut notes: Vec<Note> = Vec::new();
    let mut is_chain_listed = false;
    for (number, words) in (1..).zip(note_texts) {
        let subject = NoteSubject::new(setup, position, number);
        let is_seat_to_move = position.decided.is_none() && subject.is_to_move;
        // In images a triangle marks the seat to move, so `, to move` is a text of its own.
        let mover = lang.say(", to move");
        let without_mover = words.strip_suffix(mover);
        let shown = without_mover.unwrap_or(words);
        let pictured = words_in_picture(setup, position, number, shown, lang);
        let wording = Wording::new(shown, pictured);
        let mut note = Note::of_seat_worded(subject.style, is_seat_to_move, wording);
        if without_mover.is_some() {
            note = note.with_text(mover.to_owned());
        }
        // Only the first seat of a team lists it.
        if subject.has_won && !is_chain_listed {
            let points = chain_in_order(position).points.join(" ");
            note = note.with_text(lang.fill("{0}: {1}", &[&"", &points]));
            is_chain_listed = true;
        }
        notes.push(note);
    }
    notes
}

/// What a note is about: a seat or, in the auction, first the stones and then the seat to move.
struct NoteSubject {
    /// The style of the stone before the note, if it has one.
    style: Option<u8>,
    has_won: bool,
    is_to_move: bool,
}

impl NoteSubject {
    /// Returns the subject of a note by its number, from 1. After the auction, that is the number
    /// of the seat.
    fn new(setup: &Setup, position: &Position, number: u8) -> Self {
        match position.text.phase {
            Phase::Taken(taker) => {
                let colour = setup.colour_of(number, taker);
                let winner = position.decided.map(|decision| decision.colour);
                Self {
                    style: Some(style_seat(colour)),
                    has_won: winner == Some(colour),
                    is_to_move: number == position.text.to_move,
                }
            }
            Phase::Auction if number == 1 => Self {
                style: Some(style_seat(setup.variant.auction_colour())),
                has_won: false,
                is_to_move: false,
            },
            Phase::Auction => Self {
                style: None,
                has_won: position.decided.is_some(),
                is_to_move: true,
            },
        }
    }
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

/// The winning chain of a position. Without points if the game is undecided.
struct OrderedChain {
    /// The names of its points, in the order in which they follow each other.
    points: Vec<&'static str>,
    direction: ChainDirection,
}

/// Direction in which a chain is listed.
#[derive(Clone, Copy)]
enum ChainDirection {
    LeftToRight,
    BottomToTop,
}

/// Returns the winning chain from one of its ends.
fn chain_in_order(position: &Position) -> OrderedChain {
    let steps = winning_chain(position);
    let points = steps.iter().flat_map(|&(from, to)| [from, to]);
    let mut ends: Vec<Point> = points
        .filter(|&point| linked_points(&steps, point).len() == 1)
        .collect();
    ends.sort_unstable_by_key(|point| (point.column(), point.row()));
    let size = position.text.stones.size();
    let starts_left = ends.first().is_some_and(|first| first.column() == 0);
    let ends_right = ends.last().is_some_and(|last| last.column() + 1 == size);
    let direction = if starts_left && ends_right {
        ChainDirection::LeftToRight
    } else {
        ends.sort_unstable_by_key(|point| (point.row(), point.column()));
        ChainDirection::BottomToTop
    };

    // Depth first, so that each branch is listed as a whole.
    let mut waiting: Vec<Point> = ends.first().copied().into_iter().collect();
    let mut seen: BTreeSet<Point> = BTreeSet::new();
    let mut points = Vec::new();
    while let Some(point) = waiting.pop() {
        if seen.insert(point) {
            points.push(point.name());
            waiting.extend(linked_points(&steps, point).into_iter().rev());
        }
    }
    OrderedChain { points, direction }
}

/// Returns the points to which the steps of a chain lead from a point.
fn linked_points(steps: &BTreeSet<(Point, Point)>, point: Point) -> Vec<Point> {
    let other_end = |&(from, to): &(Point, Point)| {
        if point == from {
            Some(to)
        } else if point == to {
            Some(from)
        } else {
            None
        }
    };
    steps.iter().filter_map(other_end).collect()
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
    let chain = chain_in_order(position);
    if let Some(decision) = position.decided
        && !chain.points.is_empty()
    {
        let owner = match decision.colour {
            Colour::White => lang.say("White"),
            Colour::Black => lang.say("Black"),
        };
        let pattern = match chain.direction {
            ChainDirection::LeftToRight => {
                "{0}'s winning chain from the left side to the right: {1}"
            }
            ChainDirection::BottomToTop => {
                "{0}'s winning chain from the lower side to the upper: {1}"
            }
        };
        parts.push(lang.fill(pattern, &[&owner, &chain.points.join(", ")]));
    }
    format!("{}.", parts.join(". "))
}
