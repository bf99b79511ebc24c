//! Clickable areas for the places of a figure that a web page shows.

use serde::Serialize;

use super::crop;
use super::figure::Figure;
use super::geometry::{Place, Rect, UNIT};
use super::layout::Page;
use super::measure::Measure;
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

fn pixels(units: i32) -> f64 {
    // Rounded like the SVG.
    f64::from(i32::try_from(hundredths(units)).unwrap_or(i32::MAX)) / 100.0
}

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
        let figure = self.figure;
        let on_page = |place: Place| place.plus(self.shift);
        if let Some(site) = figure.sites.get(name) {
            if !figure.visible.contains(site.at) {
                return None;
            }
            // A card covers two squares with one outline, but each square is a separate place.
            let outline = figure.outlines.get(name).filter(|corners| {
                Rect::around(corners.iter().copied())
                    .is_some_and(|rect| rect.size().x.max(rect.size().y) <= UNIT)
            });
            if let Some(corners) = outline {
                return Some(polygon(corners.iter().copied().map(on_page)));
            }
            // All squares of a table are alike, occupied or not.
            if name.starts_with(['+', '-']) {
                return Some(square(on_page(site.at)));
            }
            let place = on_page(site.at);
            let r = pixels(site.radius.max(MIN_RADIUS));
            return Some(Area::Circle {
                x: pixels(place.x),
                y: pixels(place.y),
                r,
            });
        }
        // After an odd number of quarter turns, columns and rows are swapped.
        let (columns, rows) = match figure.rotation.degrees() % 180 {
            90 => (&figure.rows, &figure.columns),
            _ => (&figure.columns, &figure.rows),
        };
        let place = crop::place_on_named_lines(columns, rows, name)
            .map(|place| match figure.rotation.degrees() % 180 {
                90 => Place {
                    x: place.y,
                    y: place.x,
                },
                _ => place,
            })
            .filter(|&place| figure.visible.contains(place))?;
        Some(square(on_page(place)))
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
    polygon(
        Rect {
            from: place,
            to: place,
        }
        .widened(UNIT * 46 / 100)
        .corners()
        .into_iter(),
    )
}

fn polygon(corners: impl Iterator<Item = Place>) -> Area {
    Area::Polygon {
        points: corners
            .map(|place| [pixels(place.x), pixels(place.y)])
            .collect(),
    }
}
