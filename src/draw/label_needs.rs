//! What labels need to have room on their places, and the labels that do not have it, the
//! *misfits*.
//!
//! A need is given as a width of the board, in per cent of its present width: a label with a need
//! of 150 would have room on a board that is one and a half times as wide.

use super::elements::Element;
use super::geometry::{Place, Rect, UNIT};
use super::label_fitting::Fitting;
use super::measure::scaled;
use super::role::{Role, Upon};
use super::shape::Shape;
use super::sign_room::{Misfit, Room, room};
use super::text_width;

/// Half the height of a capital, in thousandths of the font size.
const HALF_OF_CAPITAL: i32 = 357;
/// How far a text above a die may extend beyond it.
const STRIP_OVERHANG: i32 = UNIT * 4 / 100;
/// Part of the edge of a piece that a label may cover.
const COVERED_EDGE: i32 = UNIT * 5 / 100;
/// Largest factor, in hundredths, by which a figure should be wider for a label to fit.
const LARGEST_NEED: i64 = 1_000;

impl Fitting {
    /// Returns a number or label as a misfit if the board has no room for it at `place`. `name` is
    /// the name of that place in records.
    pub(super) fn find_misfit(
        &self,
        role: Role,
        text: &str,
        name: &str,
        place: Place,
    ) -> Option<Misfit> {
        let limits = room(role)?;
        let needed = self
            .needed_by_limits(&limits, role, text)
            .max(self.needed_inside_marks(role, text, name))
            .max(self.needed_above_piece(role, text, name, place));
        (needed > 100).then_some(Misfit {
            what: limits.what,
            needed,
            is_left_out: true,
        })
    }

    /// Returns the width that the board needs for the height and the width of a text.
    fn needed_by_limits(&self, limits: &Room, role: Role, text: &str) -> i64 {
        let min_size = match role {
            Role::Coordinate | Role::EntryNumber => self.font_sizes(role).fitted,
            _ => self.measure.min_font_size(role),
        };
        let min_width = text_width::width_of(text, min_size, role);
        let for_height = i64::from(min_size) * 100 / i64::from(limits.font_size);
        let for_width = i64::from(min_width) * 100 / i64::from(limits.width);
        for_height.max(for_width)
    }

    /// Returns the width that the board needs for a letter inside the marks on an empty place; 0
    /// for other texts.
    fn needed_inside_marks(&self, role: Role, text: &str, name: &str) -> i64 {
        if !is_letter_on_board(role) {
            return 0;
        }
        let Some(inside) = self.surroundings.insides.get(name) else {
            return 0;
        };
        let font_size = self.font_sizes(role).fitted;
        inside.needed(Place {
            x: text_width::width_of(text, font_size, role) / 2,
            y: scaled(font_size, HALF_OF_CAPITAL, 1000),
        })
    }

    /// Returns the width that the board needs for a text above a piece, which ends where the piece
    /// ends; 0 for other texts.
    fn needed_above_piece(&self, role: Role, text: &str, name: &str, place: Place) -> i64 {
        if !matches!(role, Role::StripNumber | Role::StripLabel) {
            return 0;
        }
        let Some(piece) = self.surroundings.pieces.get(name) else {
            return 0;
        };
        let available = (piece.to.x + STRIP_OVERHANG - place.x).max(1);
        let width = text_width::width_of(text, self.font_sizes(role).fitted, role);
        i64::from(width) * 100 / i64::from(available)
    }

    /// Adds a misfit, or the larger need of one of its kind.
    pub(super) fn add_misfit(&mut self, misfit: Misfit) {
        let known = self
            .misfits
            .iter_mut()
            .find(|known| known.what == misfit.what && known.is_left_out == misfit.is_left_out);
        match known {
            Some(known) => known.needed = known.needed.max(misfit.needed),
            None => self.misfits.push(misfit),
        }
    }

    /// Notes that the plate of a label hides a neighbouring piece only because the text did not
    /// shrink with the board. `plate` and `usual` are the plate in this figure and its usual size.
    pub(super) fn note_covered(&mut self, role: Role, name: &str, plate: Rect, usual: Rect) {
        let Some(Room { what, .. }) = room(role) else {
            return;
        };
        let middle = plate.middle();
        let mut needs = Vec::new();
        for (other, piece) in &self.surroundings.pieces {
            let piece = piece.widened(-COVERED_EDGE);
            if other != name && piece.meets(plate) && !piece.meets(usual) {
                // The piece is to the right or to the left of the plate.
                let distance = (piece.from.x - middle.x).max(middle.x - piece.to.x);
                needs.push(i64::from(plate.size().x / 2) * 100 / i64::from(distance.max(1)));
            }
        }
        if let Some(needed) = needs.into_iter().max() {
            self.add_misfit(Misfit {
                what,
                needed: needed.clamp(101, LARGEST_NEED),
                is_left_out: false,
            });
        }
    }

    /// Returns true if there is not enough space for the side numbers of dice.
    pub(super) fn lacks_sides(&self, seat: u8) -> bool {
        self.find_misfit(Role::SideNumber(seat), "6", "", Place::default())
            .is_some()
    }

    /// Returns true if the next element is a label of this role without room.
    pub(super) fn lacks_room(&self, next: Option<&Element>, role: Role) -> bool {
        let label = next.filter(|next| next.role == role);
        label.is_some_and(|label| match &label.shape {
            Shape::Label {
                at: place, text, ..
            } => self.find_misfit(role, text, &label.name, *place).is_some(),
            _ => false,
        })
    }
}

/// Returns true for a letter at the centre of an empty place.
pub(super) fn is_letter_on_board(role: Role) -> bool {
    matches!(
        role,
        Role::MarkLabel(Upon::Board) | Role::SmallLabel(Upon::Board) | Role::TinyLabel(Upon::Board)
    )
}
