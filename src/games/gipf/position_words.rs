//! The words of a figure: its title, a note on each seat with its reserve and its rights, and the
//! description of the position for readers who do not see the figure.

use super::board::Spot;
use super::drawing::draw_reserve;
use super::effects::ends;
use super::pieces::{Colour, PieceKind};
use super::position::Position;
use super::rows::rows;
use crate::draw::{Lang, Note, Role, Run, Wording};

/// Returns the title: the seat to move, or the winner.
pub(super) fn title(position: &Position, lang: Lang) -> String {
    match position.decided {
        Some(decision) => lang.fill("GIPF, won by {0}", &[&lang.say(decision.winner.name())]),
        None => lang.fill(
            "GIPF, {0} to move",
            &[&lang.say(position.text.to_move.name())],
        ),
    }
}

/// Returns true if a seat is to move in a game that has not ended.
fn is_to_move(position: &Position, colour: Colour) -> bool {
    position.text.to_move == colour && position.decided.is_none()
}

/// Returns the note on a seat: its name, a drawing of its reserve, and what it holds in words.
pub(super) fn seat_note(position: &Position, colour: Colour, lang: Lang) -> Note {
    // The text is built as a whole and divided here, because each language joins its parts in its
    // own way.
    let words = holding_in_words(position, colour, lang);
    let (name, held) = words.split_once(": ").unwrap_or(("", &words));
    let has_won = position
        .decided
        .is_some_and(|decision| decision.winner == colour);
    let won = if has_won { lang.say(", has won") } else { "" };
    let wording = Wording::new(format!("{name}: "), format!("{}{won}", name.trim_end()));
    let mut note = Note::of_seat_worded(None, is_to_move(position, colour), wording)
        .about_piece(Role::Piece(colour.seat()));
    let drawn_pieces = if position.text.is_unknown[colour.index()] {
        0
    } else {
        position.text.reserve[colour.index()]
    };
    // In images a triangle marks the seat to move, so `, to move` is a run of its own.
    let without_mover = held.strip_suffix(lang.say(", to move"));
    let shown = without_mover.unwrap_or(held);
    let wording = Wording {
        words: unbroken(shown),
        pictured: unbroken(shown),
        narrow: unbroken(&short_holding(shown, position, colour, lang)),
    };
    note.runs.extend([
        Run::Tab,
        draw_reserve(colour, drawn_pieces),
        Run::Tab,
        Run::Worded(wording),
    ]);
    if without_mover.is_some() {
        note.runs
            .push(Run::only_text(lang.say(", to move").to_owned()));
    }
    note
}

/// Returns a short form of the description of a seat: `12, lost 3` for `12 in reserve, 3 lost`. A
/// drawing of the reserve is next to it.
fn short_holding(held: &str, position: &Position, colour: Colour, lang: Lang) -> String {
    let mut parts: Vec<String> = held.split(", ").map(str::to_owned).collect();
    if let Some(first) = parts.first_mut() {
        *first = position.text.reserve_text(colour);
    }
    let lost = position.text.lost[colour.index()];
    if let Some(second) = parts.get_mut(1).filter(|_| lost > 0) {
        *second = lang.fill("lost {0}", &[&lost]);
    }
    parts.join(", ")
}

/// Keeps the words between commas on one line.
fn unbroken(words: &str) -> String {
    words
        .split(", ")
        .map(|part| part.replace(' ', "\u{A0}"))
        .collect::<Vec<_>>()
        .join(", ")
}

/// Describes the reserve and the rights of a seat.
fn holding_in_words(position: &Position, colour: Colour, lang: Lang) -> String {
    let index = colour.index();
    let mut words = lang.fill(
        "{0}: {1} in reserve",
        &[
            &lang.say(colour.name()),
            &position.text.reserve_text(colour),
        ],
    );
    if position.text.lost[index] > 0 {
        words.push_str(&lang.fill(", {0} lost", &[&position.text.lost[index]]));
    }
    if position.text.owes_first[index] {
        words.push_str(lang.say(", owes its first GIPF piece"));
    } else if position.text.may_introduce[index] {
        words.push_str(lang.say(", may introduce GIPF pieces"));
    }
    if is_to_move(position, colour) {
        words.push_str(lang.say(", to move"));
    }
    words
}

/// Describes the position in words.
pub(super) fn describe(position: &Position, lang: Lang) -> String {
    let mut parts = Vec::new();
    for colour in Colour::BOTH {
        for (kind, one, several) in [
            (
                PieceKind::Single,
                "{0} single piece on {1}",
                "{0} single pieces on {1}",
            ),
            (
                PieceKind::Gipf,
                "{0} GIPF piece on {1}",
                "{0} GIPF pieces on {1}",
            ),
        ] {
            let spots: Vec<&str> = Spot::all()
                .filter(|&spot| {
                    position
                        .text
                        .pieces
                        .at(spot)
                        .is_some_and(|piece| piece.colour == colour && piece.kind == kind)
                })
                .map(|spot| spot.point().name())
                .collect();
            match spots.as_slice() {
                [] => {}
                [spot] => parts.push(lang.fill(one, &[&lang.say(colour.name()), spot])),
                spots => {
                    parts.push(lang.fill(several, &[&lang.say(colour.name()), &spots.join(", ")]));
                }
            }
        }
    }
    if parts.is_empty() {
        parts.push(lang.say("The board is empty").to_owned());
    }
    for colour in Colour::BOTH {
        let pattern = "{0}'s row on the board from {1} to {2}";
        let rows = rows(position, colour).filter_map(|row| ends(row.segment));
        parts.extend(
            rows.map(|(from, to)| lang.fill(pattern, &[&lang.say(colour.name()), &from, &to])),
        );
    }
    parts.extend(Colour::BOTH.map(|colour| holding_in_words(position, colour, lang)));
    format!("{}.", parts.join(". "))
}
