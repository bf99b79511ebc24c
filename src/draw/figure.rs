//! A scene with what a figure of it shows besides, turned and cut as it was asked for.

use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::Arc;

use super::annotation::{Annotations, annotate};
use super::axis::AxisName;
use super::crop;
use super::elements::Elements;
use super::language::Lang;
use super::legend::reworded;
use super::metrics;
use super::note::Note;
use super::place::{Place, Rect, Rotation, UNIT};
use super::scene::{Element, PathStep, Role, Scene, Shape, Site, Symmetry};
use super::sites::Sites;
use super::style::style;

/// The edges of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Edges {
    /// The upper one.
    pub top: bool,
    /// The right one.
    pub right: bool,
    /// The lower one.
    pub bottom: bool,
    /// The left one.
    pub left: bool,
}

impl Edges {
    /// None of them.
    pub const NONE: Self = Self { top: false, right: false, bottom: false, left: false };
    /// All four.
    pub const ALL: Self = Self { top: true, right: true, bottom: true, left: true };
    /// Where names of columns and rows stand unless somebody says otherwise.
    pub const USUAL: Self = Self { top: false, right: false, bottom: true, left: true };

    /// Whether it is any of them.
    pub fn any(self) -> bool {
        self != Self::NONE
    }
}

/// How a figure shows its scene.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct View {
    /// How it is turned.
    pub rotation: Rotation,
    /// Two places: only what lies between them is shown.
    pub crop: Option<(String, String)>,
    /// Where the names of columns and rows stand.
    pub coordinates: Edges,
    /// Whether the lines beneath the board are shown.
    pub notes: bool,
    /// Whether the marks are explained.
    pub legend: bool,
    /// The words beneath it.
    pub caption: Option<String>,
    /// What it is told in.
    pub lang: Lang,
    /// What the legend says in the place of its own words, by these.
    pub wording: Vec<(String, String)>,
}

impl Default for View {
    fn default() -> Self {
        Self {
            rotation: Rotation::default(),
            crop: None,
            coordinates: Edges::USUAL,
            notes: true,
            legend: false,
            caption: None,
            lang: Lang::En,
            wording: Vec::new(),
        }
    }
}

/// Why a figure cannot be shown as it was asked for.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ViewError {
    /// The board cannot be turned by that angle.
    #[error("this board is turned by multiples of {step} degrees, not by {degrees}")]
    Rotation {
        /// What was asked for.
        degrees: i32,
        /// The smallest angle.
        step: i32,
    },
    /// A place that the view names is not there.
    #[error("`{0}` is no place of this figure")]
    Place(String),
}

/// A figure, ready for any writer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Figure {
    /// What it shows, in a few words.
    pub title: String,
    /// It in words, for those who cannot see it.
    pub words: String,
    /// What is drawn of the board, from the bottom up.
    pub elements: Elements,
    /// The part of the board that is shown.
    pub visible: Rect,
    /// The edges of `visible` where the board goes on.
    pub cut: Edges,
    /// Where the middles of the outermost places are, cropped or not: the text forms count from there.
    pub span: Rect,
    /// What one column and one line of the text forms measure.
    pub text_grid: Place,
    /// Where the names of columns and rows stand.
    pub coordinates: Edges,
    /// The names of the columns that are shown.
    pub columns: Vec<AxisName>,
    /// The names of the rows that are shown.
    pub rows: Vec<AxisName>,
    /// The lines beneath the board.
    pub notes: Vec<Note>,
    /// Lines that the text forms have besides.
    pub text_notes: Vec<String>,
    /// The words beneath it.
    pub caption: Option<String>,
    /// What the annotations say: the turn, and what it did.
    pub told: String,
    /// What it is told in.
    pub lang: Lang,
    /// Whether it has text forms: some boards have none when they are turned.
    pub has_text: bool,
    /// Places that annotations name and the scene does not have.
    pub unknown: Vec<String>,
    /// How it is turned.
    pub rotation: Rotation,
    /// The places that can be named, turned as it is.
    pub sites: Sites,
    /// The outlines of what is marked as a whole, by the name of its place.
    pub outlines: Arc<HashMap<Cow<'static, str>, Vec<Place>>>,
}

impl Figure {
    /// A scene as it is.
    pub fn plain(scene: Scene) -> Self {
        let view = View::default();
        // Without a rotation and a crop nothing can be refused.
        Self::compose(scene, &Annotations::default(), &view, Rect::default())
    }

    /// A scene with annotations, shown as `view` says.
    ///
    /// # Errors
    /// Where the view does not fit the board.
    pub fn new(mut scene: Scene, annotations: &Annotations, view: &View) -> Result<Self, ViewError> {
        let degrees = view.rotation.degrees();
        let step = match scene.symmetry {
            Symmetry::Quarters => 90,
            Symmetry::Sixths => 60,
        };
        if degrees % step != 0 {
            return Err(ViewError::Rotation { degrees, step });
        }
        turn(&mut scene, view.rotation);
        let crop = match &view.crop {
            None => Rect::default(),
            Some((one, other)) => {
                let turned = view.rotation != Rotation::default();
                let place = |name: &String| {
                    let beyond = || if turned { None } else { crop::on_grid(&scene, name) };
                    scene.place_of(name).or_else(beyond).ok_or_else(|| ViewError::Place(name.clone()))
                };
                let crop = Rect::around([place(one)?, place(other)?]).unwrap_or_default();
                crop::name_lines(&mut scene, crop);
                crop::whole_outlines(&scene, crop)
            }
        };
        Ok(Self::compose(scene, annotations, view, crop))
    }

    /// `crop` holds the middles of the places that are shown, where the view asks for a crop.
    fn compose(mut scene: Scene, annotations: &Annotations, view: &View, crop: Rect) -> Self {
        let span = Rect::around(scene.sites.places()).unwrap_or_default();
        let board = Rect {
            from: span.from.minus(Place { x: scene.margin, y: scene.margin }),
            to: span.to.plus(Place { x: scene.margin, y: scene.margin }),
        };
        let (visible, span) = match view.crop {
            None => (board, span),
            Some(_) => {
                // Columns of a hexagon lie half a step apart: nothing of the next piece is shown. Cells are cut at
                // their edges.
                let beyond = match (scene.symmetry, scene.cells) {
                    (Symmetry::Sixths, _) => 47,
                    (Symmetry::Quarters, true) => 50,
                    (Symmetry::Quarters, false) => 62,
                };
                let window = crop.widened(UNIT * beyond / 100);
                // A window may reach beyond what lies on the table so far.
                let is_within = board.contains(crop.from) && board.contains(crop.to);
                if is_within { (window.cut_to(board), crop.cut_to(span)) } else { (window, crop) }
            }
        };
        let cut = Edges {
            top: visible.from.y > board.from.y,
            right: visible.to.x < board.to.x,
            bottom: visible.to.y < board.to.y,
            left: visible.from.x > board.from.x,
        };
        let annotated = annotate(&mut scene, annotations, view);
        let mut elements = scene.elements;
        if !view.coordinates.any() {
            elements.retain(|element| element.role != Role::Coordinate);
        }
        if cut.any() {
            elements.retain(|element| is_shown(&element.shape, visible) && is_whole(element, visible));
        }
        let shown = |low: i32, high: i32| move |name: &AxisName| (low..=high).contains(&name.at);
        scene.columns.retain(shown(span.from.x, span.to.x));
        scene.rows.retain(shown(span.from.y, span.to.y));
        if cut.any() && scene.symmetry == Symmetry::Sixths {
            scene.columns = ends_of_columns(&scene.sites, visible);
        }
        let mut notes = if view.notes { scene.notes } else { Vec::new() };
        if view.legend {
            notes.extend(reworded(scene.legend, view));
        }
        notes.extend(annotated.notes);
        let mut words = scene.words;
        let told = annotated.words.join(" ");
        if !told.is_empty() {
            words = format!("{words} {told}");
        }
        Self {
            title: scene.title,
            words,
            elements,
            visible,
            cut,
            span,
            text_grid: scene.text_grid,
            coordinates: view.coordinates,
            columns: scene.columns,
            rows: scene.rows,
            notes,
            text_notes: annotated.text_notes,
            caption: view.caption.clone(),
            told,
            lang: view.lang,
            has_text: !scene.upright_text || view.rotation == Rotation::default(),
            unknown: annotated.unknown,
            rotation: view.rotation,
            sites: scene.sites,
            outlines: scene.outlines,
        }
    }
}

impl Figure {
    /// Where a board begins to count whose columns and rows have names such as `+2` and `-1`: as it grows, what lies on it
    /// keeps its distance from there. The zero of the scene where they have not.
    pub(super) fn origin(&self) -> Place {
        let nearest = |names: &[AxisName], way: i32| {
            let signed = names.iter().filter(|name| name.name.starts_with(['+', '-']));
            let counted = signed.filter_map(|name| Some((name.name.parse::<i32>().ok()?, name.at)));
            let (line, at) = counted.min_by_key(|(line, _)| line.unsigned_abs())?;
            Some(at.saturating_sub(line.saturating_mul(UNIT).saturating_mul(way)))
        };
        Place { x: nearest(&self.columns, 1).unwrap_or_default(), y: nearest(&self.rows, -1).unwrap_or_default() }
    }
}

/// The lowest place that is seen of each column, by its whole name: the others are counted from it.
fn ends_of_columns(sites: &Sites, visible: Rect) -> Vec<AxisName> {
    let mut ends: Vec<(Site, &Cow<'static, str>)> = Vec::new();
    for (name, site) in sites.iter().filter(|(_, site)| visible.contains(site.at)) {
        // Turning leaves columns apart by a unit or two.
        match ends.iter_mut().find(|(end, _)| (end.at.x - site.at.x).abs() < UNIT / 10) {
            Some(end) if end.0.at.y < site.at.y => *end = (site, name),
            Some(_) => {}
            None => ends.push((site, name)),
        }
    }
    // What is too small for a piece bears its name itself.
    ends.retain(|(end, _)| !end.is_small());
    ends.sort_by_key(|(end, _)| end.at.x);
    ends.into_iter().map(|(end, name)| AxisName::new(end.at.x, name.clone())).collect()
}

/// Turns everything of a scene; words stay upright.
fn turn(scene: &mut Scene, rotation: Rotation) {
    if rotation == Rotation::default() {
        return;
    }
    let go = |at: Place| rotation.applied(at);
    for element in scene.elements.list() {
        let shape = std::mem::replace(&mut element.shape, Shape::Polygon { corners: Vec::new() });
        element.shape = shape.mapped(&go);
    }
    scene.sites.move_by(go);
    for outline in Arc::make_mut(&mut scene.outlines).values_mut() {
        outline.iter_mut().for_each(|at| *at = go(*at));
    }
    let turned = |names: &[AxisName], place: fn(i32) -> Place, read: fn(Place) -> i32| -> Vec<AxisName> {
        let turned = names.iter().map(|name| AxisName { at: read(go(place(name.at))), ..name.clone() });
        turned.collect()
    };
    let (column, row) = (|at| Place { x: at, y: 0 }, |at| Place { x: 0, y: at });
    let (columns, rows) = (std::mem::take(&mut scene.columns), std::mem::take(&mut scene.rows));
    // After an odd number of quarters the columns lie as rows did.
    if rotation.degrees() % 180 == 90 {
        scene.columns = turned(&rows, row, |at| at.x);
        scene.rows = turned(&columns, column, |at| at.y);
    } else {
        scene.columns = turned(&columns, column, |at| at.x);
        scene.rows = turned(&rows, row, |at| at.y);
    }
}

/// Whether all of a name on the board can be seen: what is cut says nothing.
fn is_whole(element: &Element, visible: Rect) -> bool {
    let (Shape::Label { at, text, .. }, Role::Coordinate) = (&element.shape, element.role) else { return true };
    let letters = style(element.role).letters;
    let by = Place { x: metrics::width(text, letters) / 2, y: letters / 2 };
    visible.contains(at.minus(by)) && visible.contains(at.plus(by))
}

/// Whether any of a shape can be seen; labels and pieces only if their middle can.
fn is_shown(shape: &Shape, visible: Rect) -> bool {
    let touches = |places: &[Place]| Rect::around(places.iter().copied()).is_some_and(|rect| rect.meets(visible));
    match shape {
        Shape::Line { from, to } => touches(&[*from, *to]),
        Shape::Disc { at, .. } | Shape::Label { at, .. } => visible.contains(*at),
        Shape::Polygon { corners } => touches(corners),
        Shape::Path { steps } => {
            let ends: Vec<Place> = steps.iter().filter_map(PathStep::end).collect();
            touches(&ends)
        }
    }
}
