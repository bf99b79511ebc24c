//! Room for numbers and letters on their places by their roles, and misfits: the kinds of numbers
//! and letters that do not fit. The *role* of a text says what it is, such as the number of a card.

use super::elements::Element;
use super::geometry::UNIT;
use super::role::{Role, Upon};

/// Maximum font size and width of a number or letter on its place, in units.
pub(super) struct Room {
    pub(super) font_size: i32,
    pub(super) width: i32,
    /// Name of its kind in the warning if it does not fit.
    pub(super) what: &'static str,
}

/// Returns the room for the text of a role, or `None` if the role has no limited text.
pub(super) fn room(role: Role) -> Option<Room> {
    let room = |thousandths: [i32; 2], what| {
        let [font_size, width] = thousandths.map(|part| UNIT * part / 1000);
        Some(Room {
            font_size,
            width,
            what,
        })
    };
    match role {
        Role::SideNumber(_) => room([125, 300], "the numbers at the sides of dice"),
        Role::CardNumber => room([290, 1000], "numbers of cards"),
        Role::StripNumber => room([260, 900], "numbers of turns beside dice"),
        Role::StripLabel => room([260, 900], "letters beside dice"),
        Role::CardLabel => room([500, 900], "letters on cards"),
        Role::Badge | Role::PlateNumber => room([400, 800], "numbers and letters beside pieces"),
        Role::MarkLabel(Upon::Piece(_))
        | Role::SmallLabel(Upon::Piece(_))
        | Role::TinyLabel(Upon::Piece(_)) => room([600, 760], "numbers and letters on pieces"),
        Role::MarkLabel(Upon::Board)
        | Role::SmallLabel(Upon::Board)
        | Role::TinyLabel(Upon::Board) => room([800, 4000], "letters on the board"),
        Role::Coordinate => room([600, 950], "names on the board"),
        Role::EntryNumber => room([320, 4000], "the numbers of turns beside dots"),
        _ => None,
    }
}

/// Returns the kind of an element that is left out where it has no room and that a legend explains.
pub(super) fn kind_of_sign(element: &Element) -> Option<&'static str> {
    match element.role {
        // Coordinates, and the numbers of dice and cards, are not signs.
        Role::Coordinate | Role::SideNumber(_) | Role::CardNumber => None,
        role => room(role).map(|room| room.what),
    }
}

/// Kind of numbers or letters that a board has no room for.
#[derive(Clone, Copy)]
pub(super) struct Misfit {
    /// Name of the kind.
    pub(super) what: &'static str,
    /// Factor, in hundredths, by which the figure would have to be wider.
    pub(super) needed: i64,
    /// False if the number or letter is drawn although it hides something.
    pub(super) is_left_out: bool,
}
