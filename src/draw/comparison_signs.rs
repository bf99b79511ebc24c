//! Signs for comparisons of numbers: they show why a turn changed a piece, by the two numbers that
//! faced each other. The pieces are dice with a number on each side.

use super::annotation::Comparison;
use super::annotator::Annotator;
use super::elements::Element;
use super::geometry::{Place, Rect, UNIT};
use super::role::Role;
use super::shape::{Anchor, PathStep, Shape};
use super::style::DECIDING_FONT_SIZE;

impl Annotator<'_> {
    /// Draws why a piece changed: the two numbers that faced each other, and a sign between them
    /// that points to the smaller one.
    pub(super) fn draw_comparison(&mut self, comparison: &Comparison) {
        let Comparison {
            larger, smaller, ..
        } = comparison;
        let from = self.find_site(&larger.place);
        let to = self.find_site(&smaller.place);
        let (Some(from), Some(to)) = (from, to) else {
            return;
        };
        let middle = Rect::around([from.at, to.at]).unwrap_or_default().middle();
        for compared in [larger, smaller] {
            self.draw_deciding_number(&compared.place, compared.number, middle);
        }

        // The sign is twice as high as it is long.
        let strip = self.strip_shift();
        let along = to.at.minus(from.at).at_length(UNIT * 5 / 100);
        let across = along.turned_right();
        let tip = middle.plus(strip).plus(along);
        let back = middle.plus(strip).minus(along);
        let steps = vec![
            PathStep::Move(back.plus(across).plus(across)),
            PathStep::Line(tip),
            PathStep::Line(back.minus(across).minus(across)),
        ];
        let shape = Shape::Path { steps };
        self.scene.draw(shape.clone(), Role::ComparisonEdge);
        self.put_above_halos(shape, Role::Comparison, "");
    }

    /// Redraws the number on the side of a die that is nearest to a place, in reverse colours.
    fn draw_deciding_number(&mut self, name: &str, value: u8, near: Place) {
        // Distance of the number on a side; labels that are not such numbers come last.
        let distance = |element: &&mut Element| match (&element.shape, element.role) {
            (Shape::Label { at: place, .. }, Role::SideNumber(_)) => {
                place.minus(near).squared_length()
            }
            _ => i64::MAX,
        };
        let all = self.scene.elements.all_mut().iter_mut();
        let elements_of_die = all.filter(|element| element.name == name);
        let Some(number) = elements_of_die.min_by_key(distance) else {
            return;
        };
        let (Shape::Label { at: place, .. }, Role::SideNumber(seat)) = (&number.shape, number.role)
        else {
            return;
        };
        // The text forms show the number as before.
        let place = *place;
        number.role = Role::TextOnly;
        // A digit is 71 % of the font size high, so the disc encloses it.
        let radius = DECIDING_FONT_SIZE * 62 / 100;
        self.put(
            Shape::Disc { at: place, radius },
            Role::DecidingDisc(seat),
            name,
        );
        self.put(
            Shape::label(place, value.to_string(), Anchor::Middle),
            Role::DecidingNumber(seat),
            name,
        );
    }
}
