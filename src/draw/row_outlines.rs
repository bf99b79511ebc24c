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
        let ends =
            |(from, to): &(String, String)| Some((self.find_site(from)?, self.find_site(to)?));
        let rows: Vec<(Place, Place)> = rows
            .iter()
            .filter_map(ends)
            .map(|(from, to)| (from.at, to.at))
            .collect();
        let outline = |&(from, to): &(Place, Place)| capsule(from, to, ROW);
        for row in &rows {
            self.scene.draw(outline(row), Role::RowEdge);
        }
        for &(from, to) in &rows {
            let beyond = to.minus(from).at_length(ROW);
            let axis = Shape::Line {
                from: from.minus(beyond),
                to: to.plus(beyond),
            };
            self.scene.draw(axis, Role::BoardLine);
        }
        for row in &rows {
            self.scene.draw(closed_line(outline(row)), Role::Row);
        }
        self.lift_pieces(&rows);
    }

    /// Draws the pieces on rows again, above the outlines of the rows.
    fn lift_pieces(&mut self, rows: &[(Place, Place)]) {
        let is_on_row = |site: &Site| {
            let near = |&(from, to): &(Place, Place)| {
                let way = to.minus(from);
                let by = site.at.minus(from);
                by.length() + to.minus(site.at).length() <= way.length() + UNIT / 100
            };
            site.piece.is_some() && rows.iter().any(near)
        };
        let sites = self.scene.sites.iter().filter(|(_, site)| is_on_row(site));
        let lifted: Vec<(String, Site)> =
            sites.map(|(name, site)| (name.to_string(), site)).collect();
        for (name, site) in lifted {
            let is_own = |element: &&Element| {
                element.name == name && matches!(element.role, Role::Piece(_) | Role::PieceRing(_))
            };
            let bare = |element: &Element| Element {
                text: "".into(),
                unicode: None,
                ..element.clone()
            };
            let own: Vec<Element> = self
                .scene
                .elements
                .iter()
                .filter(is_own)
                .map(bare)
                .collect();
            let gap = Shape::Disc {
                at: site.at,
                radius: site.radius,
            };
            self.scene.draw(gap, Role::RowPieceEdge);
            for element in own {
                self.scene.elements.push(element);
            }
        }
    }
}
