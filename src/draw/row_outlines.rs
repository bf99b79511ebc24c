//! Outlines around rows of pieces that a turn removed.

use super::annotation_shapes::{capsule, closed_line};
use super::annotator::Annotator;
use super::elements::Element;
use super::geometry::{Place, UNIT};
use super::role::Role;
use super::scene::Site;
use super::shape::Shape;

/// Half the width of the outline around a row. It stays clear of the pieces of neighbouring rows.
const ROW: i32 = UNIT * 405 / 1000;

impl Annotator<'_> {
    /// Draws the outlines of rows, with a gap that is cut from the pieces beside them. Inside an
    /// outline, only the line of the row and the pieces on it remain.
    pub(super) fn draw_row_outlines(&mut self, rows: &[(String, String)]) {
        let mut drawn = Vec::new();
        for (from, to) in rows {
            if let Some(from) = self.find_site(from)
                && let Some(to) = self.find_site(to)
            {
                drawn.push(Row {
                    from: from.at,
                    to: to.at,
                });
            }
        }

        for row in &drawn {
            self.scene.draw(row.outline(), Role::RowEdge);
        }
        for row in &drawn {
            self.scene.draw(row.axis(), Role::BoardLine);
        }
        for row in &drawn {
            self.scene.draw(closed_line(row.outline()), Role::Row);
        }
        self.lift_pieces(&drawn);
    }

    /// Draws the pieces on rows again, above the outlines of the rows.
    fn lift_pieces(&mut self, rows: &[Row]) {
        let is_on_row =
            |site: &Site| site.piece.is_some() && rows.iter().any(|row| row.contains(site.at));
        let sites = self.scene.sites.iter().filter(|(_, site)| is_on_row(site));
        let lifted: Vec<(String, Site)> =
            sites.map(|(name, site)| (name.to_string(), site)).collect();
        for (name, site) in lifted {
            let is_piece = |element: &&Element| {
                element.name == name && matches!(element.role, Role::Piece(_) | Role::PieceRing(_))
            };
            // The text forms show the piece that was drawn first.
            let without_text = |element: &Element| Element {
                text: "".into(),
                unicode: None,
                ..element.clone()
            };
            let piece: Vec<Element> = self
                .scene
                .elements
                .iter()
                .filter(is_piece)
                .map(without_text)
                .collect();
            let gap = Shape::Disc {
                at: site.at,
                radius: site.radius,
            };
            self.scene.draw(gap, Role::RowPieceEdge);
            for element in piece {
                self.scene.elements.push(element);
            }
        }
    }
}

/// Row of pieces, by its ends.
struct Row {
    from: Place,
    to: Place,
}

impl Row {
    fn outline(&self) -> Shape {
        capsule(self.from, self.to, ROW)
    }

    /// Returns the line of the board along the row, as long as its outline.
    fn axis(&self) -> Shape {
        let beyond = self.to.minus(self.from).at_length(ROW);
        Shape::Line {
            from: self.from.minus(beyond),
            to: self.to.plus(beyond),
        }
    }

    /// Returns true if a place is on the row. Then the way over it is no longer than the row, apart
    /// from rounding.
    fn contains(&self, place: Place) -> bool {
        let way_over_place = place.minus(self.from).length() + self.to.minus(place).length();
        way_over_place <= self.to.minus(self.from).length() + UNIT / 100
    }
}
