//! Where the places of a figure are on its page, for those who click there; and small pictures beside it.

use serde::Serialize;

use super::crop;
use super::elements::Elements;
use super::figure::Figure;
use super::language::Lang;
use super::layout::{Group, Page};
use super::measure::Measure;
use super::paper::Paper;
use super::place::{Place, Rect, Rotation};
use super::scene::Scene;
use super::svg::{STEP, svg_of};
use super::theme::Theme;
use super::{UNIT, View};

/// A part of a page, in the units of its SVG: pixels.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub enum Area {
    /// A circle.
    Circle {
        /// Its middle, from the left.
        x: f64,
        /// The same from the top.
        y: f64,
        /// Its radius.
        r: f64,
    },
    /// A polygon.
    Polygon {
        /// Its corners, one after the other.
        points: Vec<[f64; 2]>,
    },
}

/// The places of a figure on its page.
#[derive(Clone, Debug)]
pub struct Areas<'f> {
    figure: &'f Figure,
    /// Where 0 of the figure lies on the page.
    shift: Place,
}

/// The least radius of what somebody shall hit, in units.
const LEAST: i32 = UNIT * 30 / 100;

fn pixels(units: i32) -> f64 {
    // Hundredths, as the SVG has them.
    let hundredths = i64::from(units) * STEP * 100 / i64::from(UNIT);
    f64::from(i32::try_from(hundredths).unwrap_or(i32::MAX)) / 100.0
}

impl<'f> Areas<'f> {
    /// The places of a figure as [`super::write_figure`] writes it.
    pub fn of(figure: &'f Figure) -> Self {
        let page = Page::of(figure, Measure::USUAL, None);
        let shift = page.groups.get(Page::BOARD).map(|board| board.shift).unwrap_or_default();
        Self { figure, shift }
    }

    /// That of a place by its name in records; `None` where it is not to be seen. A square of a table need not have anything
    /// near it.
    pub fn get(&self, name: &str) -> Option<Area> {
        let figure = self.figure;
        let on_page = |at: Place| at.plus(self.shift);
        if let Some(site) = figure.sites.get(name) {
            if !figure.visible.contains(site.at) {
                return None;
            }
            // The outline of a card belongs to two squares, of which each is one place.
            let outline = figure.outlines.get(name).filter(|corners| {
                Rect::around(corners.iter().copied()).is_some_and(|rect| rect.size().x.max(rect.size().y) <= UNIT)
            });
            if let Some(corners) = outline {
                return Some(polygon(corners.iter().copied().map(on_page)));
            }
            // On a table squares are alike, whether anything is beside them or not.
            if name.starts_with(['+', '-']) {
                return Some(square(on_page(site.at)));
            }
            let (at, r) = (on_page(site.at), pixels(site.radius.max(LEAST)));
            return Some(Area::Circle { x: pixels(at.x), y: pixels(at.y), r });
        }
        // After an odd number of quarters columns lie as rows did.
        let (columns, rows) = match figure.rotation.degrees() % 180 {
            90 => (&figure.rows, &figure.columns),
            _ => (&figure.columns, &figure.rows),
        };
        let at = crop::on_lines(columns, rows, name).map(|at| match figure.rotation.degrees() % 180 {
            90 => Place { x: at.y, y: at.x },
            _ => at,
        });
        let at = at.filter(|&at| figure.visible.contains(at))?;
        Some(square(on_page(at)))
    }

    /// Those of all places that are to be seen, by their names.
    pub fn all(&self) -> impl Iterator<Item = (&str, Area)> {
        self.figure.sites.iter().filter_map(|(name, _)| Some((name.as_ref(), self.get(name)?)))
    }
}

/// A square of a table, a little smaller than it is.
fn square(at: Place) -> Area {
    polygon(Rect { from: at, to: at }.widened(UNIT * 46 / 100).corners().into_iter())
}

fn polygon(corners: impl Iterator<Item = Place>) -> Area {
    Area::Polygon { points: corners.map(|at| [pixels(at.x), pixels(at.y)]).collect() }
}

/// Writes what a scene shows without words around it, as SVG that is no wider than it must be.
pub fn write_picture(scene: &Scene, rotation: Rotation, theme: &Theme) -> String {
    let view = View { rotation, notes: false, ..View::default() };
    let figure = Figure::new(scene.clone(), &super::Annotations::default(), &view)
        .unwrap_or_else(|_| Figure::plain(scene.clone()));
    let shift = Place::default().minus(figure.visible.from);
    let elements: Elements = figure.elements;
    let board = Group { shift, clip: None, among: None, elements: std::borrow::Cow::Owned(elements) };
    let page = Page {
        title: figure.title,
        words: figure.words,
        lang: Lang::En,
        size: figure.visible.size(),
        groups: vec![board],
        measure: Measure::USUAL,
        warnings: Vec::new(),
    };
    svg_of(&page, theme, &Paper::default())
}
