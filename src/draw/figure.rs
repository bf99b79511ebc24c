//! Figure: a scene with its annotations, rotated and cropped as requested.
//!
//! A *scene* is the drawing of a position by its game, and *annotations* are everything else, such
//! as marks. The *text forms* are figures of ASCII or Unicode characters.

use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::Arc;

use super::annotation::Annotations;
use super::annotation_words::as_sentence;
use super::annotator::annotate;
use super::axis_names::AxisName;
use super::crop;
use super::elements::Elements;
use super::geometry::{Place, Rect, Rotation, UNIT};
use super::hidden_parts::retain_visible;
use super::language::Lang;
use super::legend_wording::reworded;
use super::note::{Note, NoteKind};
use super::role::Role;
use super::scene::{BoardSymmetry, SQUARE_RADIUS, Scene};
use super::scene_rotation::rotate;
use super::sites::Sites;
use super::spoken_places;
use super::view::{Edges, Lines, View};
use super::visible_part::VisiblePart;
use crate::text::shorten;

/// Reason why a figure cannot be shown as requested.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ViewError {
    /// The board cannot be rotated by this angle.
    #[error("this board can be rotated by multiples of {step} degrees, not by {degrees}")]
    Rotation {
        /// The requested angle, in degrees.
        degrees: i32,
        /// The smallest possible angle, in degrees; every other one is a multiple of it.
        step: i32,
    },
    /// The view names a place that does not exist.
    #[error("`{}` is not a place in this figure", shorten(.0))]
    Place(String),
}

/// Figure, ready for any writer.
///
/// ```
/// use pipscribe::draw::Annotations;
/// use pipscribe::prelude::*;
///
/// let game = LiveGame::start("[Game \"pippip\"]\n")?;
/// let scene = game.position().scene();
/// let figure = Figure::new(scene, &Annotations::default(), &View::default())?;
/// assert!(write_figure(&figure, &Theme::default()).starts_with("<svg"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Figure {
    /// Title: a short description of the figure.
    pub title: String,
    /// Text description for readers who cannot see the figure.
    pub words: String,
    /// Elements of the board, from the bottom up.
    #[doc(hidden)]
    pub elements: Elements,
    /// Visible part of the board.
    pub(crate) visible: Rect,
    /// Edges of `visible` beyond which the board continues.
    pub(crate) cut: Edges,
    /// Rectangle around the centres of the outermost places, cropped or not. The text forms count
    /// from its corner.
    pub(crate) span: Rect,
    /// Size of one column and one line of the text forms.
    pub(crate) text_grid: Place,
    /// Edges at which the names of columns and rows appear.
    pub(crate) coordinates: Edges,
    /// Names of the visible columns.
    pub(crate) columns: Vec<AxisName>,
    /// Names of the visible rows.
    pub(crate) rows: Vec<AxisName>,
    /// Notes below the board.
    #[doc(hidden)]
    pub notes: Vec<Note>,
    /// Additional notes of the text forms.
    pub(crate) text_notes: Vec<String>,
    /// Caption below the figure.
    pub caption: Option<String>,
    /// Annotations in words: the turn and its effects.
    pub(crate) annotation_words: String,
    /// Language of all words in the figure.
    pub lang: Lang,
    /// True if the figure has text forms; some boards have none when rotated.
    #[doc(hidden)]
    pub has_text: bool,
    /// Places that annotations name but the scene lacks.
    pub unknown: Vec<String>,
    /// Places outside the view whose marks and labels are left out.
    pub(crate) outside: Vec<String>,
    /// Labels that cover pieces beside their place.
    pub(crate) covering: Vec<String>,
    /// Rotation.
    pub(crate) rotation: Rotation,
    /// Named places, rotated with the figure.
    pub(crate) sites: Sites,
    /// Outlines of objects that are marked as a whole, by the name of the place.
    pub(crate) outlines: Arc<HashMap<Cow<'static, str>, Vec<Place>>>,
}

impl Figure {
    /// Creates a figure of a scene without annotations.
    pub fn plain(scene: Scene) -> Self {
        let view = View::default();
        // Only a rotation or a crop can fail.
        Self::compose(scene, &Annotations::default(), &view, Rect::default())
    }

    /// Creates a figure of a scene with annotations, shown as `view` requests.
    ///
    /// # Errors
    /// Returns an error if the view does not fit the board.
    pub fn new(
        mut scene: Scene,
        annotations: &Annotations,
        view: &View,
    ) -> Result<Self, ViewError> {
        let degrees = view.rotation.degrees();
        let step = match scene.symmetry {
            BoardSymmetry::Quarters => 90,
            BoardSymmetry::Sixths => 60,
        };
        if degrees % step != 0 {
            return Err(ViewError::Rotation { degrees, step });
        }
        // The part is given in the names that records use, however the board is rotated.
        let crop = match &view.crop {
            None => Rect::default(),
            Some((from, to)) => {
                let corners = [place_in_view(&scene, from)?, place_in_view(&scene, to)?];
                let crop = Rect::around(corners).unwrap_or_default();
                crop::name_lines(&mut scene, crop);
                let crop = crop::with_whole_cards(&scene, crop);
                crop::rotated_window(&scene, crop, view.rotation)
            }
        };
        add_squares(&mut scene, annotations);
        rotate(&mut scene, view.rotation);
        Ok(Self::compose(scene, annotations, view, crop))
    }

    /// Composes the figure. `crop` is the rectangle around the centres of the visible places, used
    /// if the view has a crop.
    fn compose(mut scene: Scene, annotations: &Annotations, view: &View, crop: Rect) -> Self {
        let part = VisiblePart::new(&mut scene, annotations, view, crop);
        let VisiblePart {
            visible, span, cut, ..
        } = part;
        let (annotations, outside) = in_view(annotations, &scene, view, visible);
        let annotated = annotate(&mut scene, &annotations, view, visible);
        let part_in_words = part_in_words(&scene, view, cut);
        retain_visible(&mut scene, &part, view);
        let mut notes = if view.notes {
            std::mem::take(&mut scene.notes)
        } else {
            Vec::new()
        };
        // What happened comes first; the meanings of the pieces come last.
        let [events, pieces] = legend_of_scene(&mut scene, view, cut);
        let (signs, remarks): (Vec<Note>, Vec<Note>) = annotated
            .notes
            .into_iter()
            .partition(|note| note.kind == NoteKind::Sign);
        notes.extend([remarks, events, signs, pieces].concat());
        let words = std::iter::once(&scene.words)
            .chain(&annotated.words)
            .chain(&part_in_words)
            .map(String::as_str)
            .collect::<Vec<_>>()
            .join(" ");
        Self {
            title: scene.title,
            words,
            elements: scene.elements,
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
            annotation_words: annotated.words.join(" "),
            lang: view.lang,
            has_text: !scene.upright_text || view.rotation == Rotation::default(),
            unknown: annotated.unknown,
            outside,
            covering: annotated.covering,
            rotation: view.rotation,
            sites: scene.sites,
            outlines: scene.outlines,
        }
    }
}

impl Figure {
    /// Returns the text description with a headline and the caption, one sentence per line.
    pub fn description(&self) -> String {
        let caption = self.caption.as_deref().map(as_sentence);
        // The task of a puzzle is in the headline already.
        let is_new = |words: &&str| !self.title.contains(&format!(", {words}"));
        let sentences = self.words.split(". ").filter(is_new).map(as_sentence);
        let lines: Vec<String> = std::iter::once(as_sentence(&self.title))
            .chain(caption)
            .chain(sentences)
            .collect();
        lines.join("\n")
    }

    /// Returns the lines that the figure shows, or `None` if it leaves out some lines between
    /// others.
    pub(crate) fn lines(&self) -> Option<Lines> {
        let ends = |names: &[AxisName]| {
            let shown = names.iter().filter(|name| name.in_picture);
            let numbers = shown
                .map(|name| crop::parse_line_number(&name.name))
                .collect::<Option<Vec<i32>>>()?;
            Some([*numbers.iter().min()?, *numbers.iter().max()?])
        };
        Some(Lines {
            columns: ends(&self.columns)?,
            rows: ends(&self.rows)?,
        })
    }

    /// Returns the point of the board that keeps its distance from the pieces while the board
    /// grows: the crossing of the lines named 0. For boards without such lines, the origin of the
    /// scene.
    pub(super) fn origin(&self) -> Place {
        // The numbers of columns rise to the right, and those of rows rise upwards.
        Place {
            x: offset_of_line_0(&self.columns, 1).unwrap_or_default(),
            y: offset_of_line_0(&self.rows, -1).unwrap_or_default(),
        }
    }
}

/// Returns the coordinate of the line 0, counted from the numbered line nearest to it. `way` is 1
/// if the numbers rise with the coordinates, and -1 if they fall.
fn offset_of_line_0(names: &[AxisName], way: i32) -> Option<i32> {
    let signed = names
        .iter()
        .filter(|name| name.name.starts_with(['+', '-']));
    let numbered = signed.filter_map(|name| Some((name.name.parse::<i32>().ok()?, name.at)));
    let (number, offset) = numbered.min_by_key(|(number, _)| number.unsigned_abs())?;
    let distance = number.saturating_mul(UNIT).saturating_mul(way);
    Some(offset.saturating_sub(distance))
}

/// Returns the sentence that names the part of the board that a cropped figure shows.
fn part_in_words(scene: &Scene, view: &View, cut: Edges) -> Option<String> {
    let (from, to) = view.crop.as_ref()?;
    if !cut.any() {
        return None;
    }
    let [from, to] = [from, to].map(|name| spoken_places::place(scene, name, view.lang));
    let sentence = "The figure shows only the part from {0} to {1}.";
    Some(view.lang.fill(sentence, &[&from, &to]))
}

/// Returns a place of a scene by its name. On a numbered grid, any square is a place.
fn place_in_view(scene: &Scene, name: &str) -> Result<Place, ViewError> {
    scene
        .place_of(name)
        .or_else(|| crop::place_on_grid(scene, name))
        .ok_or_else(|| ViewError::Place(name.to_owned()))
}

/// Adds the squares of a numbered grid that annotations name. Any square within the named columns
/// and rows is a place, even if nothing is near it.
fn add_squares(scene: &mut Scene, annotations: &Annotations) {
    for name in annotations.places() {
        if scene.sites.get(name).is_none()
            && let Some(place) = crop::place_within_lines(scene, name)
        {
            scene.add_site(name.clone(), place, SQUARE_RADIUS);
        }
    }
}

/// Returns the annotations of the places in the view, and the names of other places that have
/// annotations.
fn in_view<'a>(
    annotations: &'a Annotations,
    scene: &Scene,
    view: &View,
    visible: Rect,
) -> (Cow<'a, Annotations>, Vec<String>) {
    if view.crop.is_none() {
        return (Cow::Borrowed(annotations), Vec::new());
    }
    let (inside, outside) = annotations.inside_crop(|name| match scene.sites.get(name) {
        Some(site) => visible.contains(site.at),
        None => true,
    });
    (Cow::Owned(inside), outside)
}

/// Takes the legend entries whose signs are visible from a scene: those of sets and chains, and
/// those of pieces.
fn legend_of_scene(scene: &mut Scene, view: &View, cut: Edges) -> [Vec<Note>; 2] {
    if !view.legend {
        return [Vec::new(), Vec::new()];
    }
    // An entry explains what is drawn with one of these roles; the other roles in its sign, such as
    // those of pieces, are in figures without the sign too.
    let is_event = |role| matches!(role, Role::SetBand(..) | Role::Chain(_));
    let is_sign = |role| is_event(role) || matches!(role, Role::PieceRing(_) | Role::Pillar);
    let legend = std::mem::take(&mut scene.legend);
    let has = |note: &Note, is_wanted: &dyn Fn(Role) -> bool| {
        let mut elements = scene.elements.iter();
        elements
            .any(|each| is_wanted(each.role) && note.drawn().any(|drawn| drawn.role == each.role))
    };
    let shown = legend
        .into_iter()
        .filter(|note| !cut.any() || has(note, &is_sign));
    let (events, pieces) = reworded(shown.collect(), view)
        .into_iter()
        .partition(|note| has(note, &is_event));
    [events, pieces]
}
