//! Clickable areas for the places of a figure that a web page shows.

use serde::Serialize;

use super::crop;
use super::figure::Figure;
use super::geometry::{Place, Rect, UNIT};
use super::layout::Page;
use super::measure::Measure;
use super::scene::Site;
use super::svg_buffer::hundredths;

/// Area on a page, in pixels, the units of the SVG.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub enum Area {
    /// Circle.
    Circle {
        /// Distance of the centre from the left edge.
        x: f64,
        /// Distance of the centre from the top edge.
        y: f64,
        /// Radius.
        r: f64,
    },
    /// Polygon.
    Polygon {
        /// Corners in order.
        points: Vec<[f64; 2]>,
    },
}

/// Areas of the places of a figure.
#[derive(Clone, Debug)]
pub struct Areas<'f> {
    figure: &'f Figure,
    /// Position of the figure's origin on the page.
    shift: Place,
}

/// Smallest radius of a clickable area, in units.
const MIN_RADIUS: i32 = UNIT * 30 / 100;

impl<'f> Areas<'f> {
    /// Computes the areas of a figure as [`super::write_figure`] writes it.
    pub(crate) fn from_figure(figure: &'f Figure) -> Self {
        Self::on(figure, &Page::new(figure, Measure::USUAL, None))
    }

    /// Computes the areas of a board as [`super::write_board`] writes it.
    pub(crate) fn of_board(figure: &'f Figure) -> Self {
        Self::on(figure, &Page::of_board(figure))
    }

    fn on(figure: &'f Figure, page: &Page<'_>) -> Self {
        let shift = page
            .groups
            .get(Page::BOARD)
            .map(|board| board.shift)
            .unwrap_or_default();
        Self { figure, shift }
    }

    /// Returns the area of a place by its name in records, or `None` if it is not visible. Squares
    /// of a table are found even if nothing is near them.
    pub(crate) fn get(&self, name: &str) -> Option<Area> {
        match self.figure.sites.get(name) {
            Some(site) => self.area_of_site(name, site),
            None => self.area_of_empty_square(name),
        }
    }

    /// Returns the area of a place on which something can be.
    fn area_of_site(&self, name: &str, site: Site) -> Option<Area> {
        if !self.figure.visible.contains(site.at) {
            return None;
        }
        // A card covers two squares with one outline, but each square is a separate place.
        let is_one_square = |corners: &&Vec<Place>| {
            let rect = Rect::around(corners.iter().copied());
            rect.is_some_and(|rect| rect.size().x.max(rect.size().y) <= UNIT)
        };
        if let Some(corners) = self.figure.outlines.get(name).filter(is_one_square) {
            let on_page = corners.iter().map(|corner| corner.plus(self.shift));
            return Some(polygon(on_page));
        }

        let place = site.at.plus(self.shift);
        // Only the names of the squares of a table begin with a sign: `+3-2`. All squares have the
        // same area, occupied or not.
        if name.starts_with(['+', '-']) {
            return Some(square(place));
        }
        Some(Area::Circle {
            x: pixels(place.x),
            y: pixels(place.y),
            r: pixels(site.radius.max(MIN_RADIUS)),
        })
    }

    /// Returns the area of a square of a table with nothing near it.
    fn area_of_empty_square(&self, name: &str) -> Option<Area> {
        let figure = self.figure;
        // After an odd number of quarter turns, columns and rows are swapped.
        let is_swapped = figure.rotation.degrees() % 180 == 90;
        let place = if is_swapped {
            let swapped = crop::place_on_named_lines(&figure.rows, &figure.columns, name)?;
            Place {
                x: swapped.y,
                y: swapped.x,
            }
        } else {
            crop::place_on_named_lines(&figure.columns, &figure.rows, name)?
        };
        if !figure.visible.contains(place) {
            return None;
        }
        Some(square(place.plus(self.shift)))
    }

    /// Returns the areas of all visible places, with their names.
    pub(crate) fn all(&self) -> impl Iterator<Item = (&str, Area)> {
        self.figure
            .sites
            .iter()
            .filter_map(|(name, _)| Some((name.as_ref(), self.get(name)?)))
    }
}

/// Returns a square of a table, slightly smaller than drawn.
fn square(place: Place) -> Area {
    let corners = Rect::at(place).widened(UNIT * 46 / 100).corners();
    polygon(corners.into_iter())
}

fn polygon(corners: impl Iterator<Item = Place>) -> Area {
    Area::Polygon {
        points: corners
            .map(|place| [pixels(place.x), pixels(place.y)])
            .collect(),
    }
}

/// Converts a length to pixels, rounded like the SVG.
fn pixels(units: i32) -> f64 {
    f64::from(i32::try_from(hundredths(units)).unwrap_or(i32::MAX)) / 100.0
}
