//! The words of a figure: the title at the end of a game, a note on each seat with its points and
//! its store, and the description of the position for readers who do not see the figure.

use super::board::Square;
use super::dice::Colour;
use super::die_drawing::{small_die, style_seat};
use super::end::{points, scoring};
use super::position::PositionText;
use super::setup::Setup;
use super::store::Store;
use crate::draw::{Lang, Note, Role, Run, Wording};

/// Maximum number of stored dice that are drawn. A larger store is shown as numbers.
const MAX_STORED: u32 = 16;

/// Returns the title of a finished game, with its winner.
pub(super) fn title_at_end(position: &PositionText, lang: Lang) -> String {
    let [light, dark] = points(position);
    let winner = match light.cmp(&dark) {
        std::cmp::Ordering::Greater => Colour::Light,
        std::cmp::Ordering::Less => Colour::Dark,
        std::cmp::Ordering::Equal => return lang.say("Pip•Pip, at its end").to_owned(),
    };
    lang.fill("Pip•Pip, won by {0}", &[&lang.say(winner.name())])
}

/// Returns a note on each seat and, during the game, one on the seat to move.
pub(super) fn notes(position: &PositionText, has_ended: bool, lang: Lang) -> Vec<Note> {
    let mut notes: Vec<Note> = Colour::BOTH
        .into_iter()
        .map(|colour| seat_note(position, colour, has_ended, lang))
        .collect();
    if !has_ended {
        notes.push(Note::of_text(
            lang.fill("{0} to move", &[&lang.say(position.to_move.name())]),
        ));
    }
    notes
}

/// Returns the note on a seat, short enough for the width of the diagram: its points and its store.
fn seat_note(position: &PositionText, colour: Colour, has_ended: bool, lang: Lang) -> Note {
    let own_points = points(position)[colour.index()];
    let pattern = if own_points == 1 {
        "{0}: {1} point, store "
    } else {
        "{0}: {1} points, store "
    };
    let store = position.stores[colour.index()];
    let to_move = position.to_move == colour && !has_ended;
    let name = lang.say(colour.name());
    let mut words = lang.fill(pattern, &[&name, &own_points]);
    if store.is_empty() {
        words.push_str(lang.say("empty"));
    }
    let other_points = points(position)[colour.other().index()];
    let won = if has_ended && own_points > other_points {
        lang.say(", has won")
    } else {
        ""
    };
    let pictured = format!("{name} {own_points}{won}");
    let mut note = Note::of_seat_worded(None, to_move, Wording::new(words, pictured))
        .about_piece(Role::Piece(style_seat(colour)));
    // In images, the dice show the store; an empty store shows nothing.
    if !store.is_empty() {
        push_store(&mut note.runs, &store, colour, lang);
    }
    note
}

/// Appends the drawing of a store. In words, its dice are a list.
fn push_store(runs: &mut Vec<Run>, store: &Store, colour: Colour, lang: Lang) {
    let heading = format!("{} ", lang.say("store"));
    runs.push(Run::Tab);
    runs.push(Run::Worded(Wording::new("", heading)));
    if store.len() > MAX_STORED {
        runs.push(Run::Words(store.to_string()));
        return;
    }
    let count = store.values().count();
    for (index, value) in store.values().enumerate() {
        let before = match index {
            0 => "",
            _ if index + 1 == count => lang.say(" and "),
            _ => ", ",
        };
        runs.push(Run::only_text(before.to_owned()));
        runs.push(small_die(style_seat(colour), value));
    }
}

/// Describes the position in words.
pub(super) fn describe(
    setup: &Setup,
    position: &PositionText,
    notes: &[Note],
    lang: Lang,
) -> String {
    let mut parts: Vec<String> = Square::all()
        .filter_map(|square| {
            let die = position.at(square)?;
            let [north, east, south, west] = die.sides(setup.handedness);
            let colour = lang.say(die.colour().name());
            let top = die.top();
            Some(lang.fill(
                "{0} {1} on {2}, north {3}, east {4}, south {5}, west {6}",
                &[&colour, &top, &square, &north, &east, &south, &west],
            ))
        })
        .collect();
    if parts.is_empty() {
        parts.push(lang.say("The board is empty").to_owned());
    }
    parts.extend(notes.iter().map(Note::words));
    for colour in Colour::BOTH {
        let squares: Vec<String> = scoring(position, colour)
            .map(|square| square.to_string())
            .collect();
        if !squares.is_empty() {
            parts.push(lang.fill(
                "{0} scores on {1}",
                &[&lang.say(colour.name()), &squares.join(", ")],
            ));
        }
    }
    let dark: Vec<String> = Square::all()
        .filter(|square| square.is_dark())
        .map(|square| square.to_string())
        .collect();
    parts.push(lang.fill("Dark squares: {0}", &[&dark.join(", ")]));
    format!("{}.", parts.join(". "))
}
