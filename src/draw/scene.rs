//! Scene: the drawing of a position, as shapes in exact coordinates, with roles instead of colours.

use std::collections::HashMap;
use std::sync::Arc;

use super::axis_names::AxisName;
use super::elements::{Element, Elements};
use super::geometry::{Place, Rect, UNIT};
use super::note::Note;
use super::role::Role;
use super::shape::{Anchor, Shape, Words};
use super::sites::Sites;

/// Radius of an empty square of a table of cards.
pub(crate) const SQUARE_RADIUS: i32 = UNIT * 40 / 100;

/// Place of the game that can have marks and numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Site {
    /// Centre of the place.
    pub at: Place,
    /// Radius of a circle around the piece on it.
    pub radius: i32,
    /// Appearance of the piece on it, as a seat from 1.
    pub piece: Option<u8>,
    /// True if it is half of a card, whose art marks must not hide.
    pub has_art: bool,
    /// True if something is drawn around its centre that marks must not hide.
    pub keeps_inside: bool,
}

impl Site {
    /// Creates an empty place.
    pub(crate) fn empty(place: Place, radius: i32) -> Self {
        Self {
            at: place,
            radius,
            piece: None,
            has_art: false,
            keeps_inside: false,
        }
    }

    /// Returns true if it is too small for a piece, like the dots beside a board.
    pub fn is_small(&self) -> bool {
        self.piece.is_none() && self.radius <= UNIT * 20 / 100
    }
}

/// Rotations under which a board looks the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum BoardSymmetry {
    /// Quarters of a full rotation.
    #[default]
    Quarters,
    /// Sixths of a full rotation.
    Sixths,
}

/// Form of shaded places.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Shading {
    /// Tint, or a screen of lines in themes that hatch.
    #[default]
    Tint,
    /// Contour around each region of cells.
    Contour,
    /// Brackets at the corners of each cell.
    Brackets,
}

/// Drawing of a position by its game.
///
/// ```
/// use pipscribe::prelude::*;
///
/// let game = LiveGame::start("[Game \"gipf\"]\n[Variant \"basic\"]\n\n")?;
/// let annotations = Annotations {
///     marks: vec![(Mark::Circle, "c4".into()), (Mark::Cross, "e2".into())],
///     ..Annotations::default()
/// };
/// let figure = Figure::new(game.position().scene(), &annotations, &View::default())?;
/// assert!(figure.unknown.is_empty());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct Scene {
    /// Title: a short description of the board.
    pub title: String,
    /// Text description of the position.
    pub words: String,
    /// Margin of the board beyond the centres of its outermost places.
    pub(crate) margin: i32,
    /// Size of one column and one line of the text forms.
    pub(crate) text_grid: Place,
    /// Possible rotations.
    pub(crate) symmetry: BoardSymmetry,
    /// Elements of the board, from the bottom up.
    #[doc(hidden)]
    pub elements: Elements,
    /// Places that annotations can name.
    #[doc(hidden)]
    pub sites: Sites,
    /// Outlines of objects that are marked as a whole rather than at their centre, by the name of
    /// the place.
    pub(crate) outlines: Arc<HashMap<Words, Vec<Place>>>,
    /// The area that a figure must show if it may leave out empty places around it; `None` for the
    /// whole board.
    pub(crate) core: Option<Rect>,
    /// Distance by which pieces move to the lower right if signs are beside them, so that the signs
    /// have a strip along the upper and left edges of their cells; 0 if signs are on the pieces.
    pub(crate) strip: i32,
    /// Form of shaded places.
    pub(crate) shading: Shading,
    /// True if its places are cells with edges, along which it is cropped.
    pub(crate) cells: bool,
    /// True if its text forms cannot be rotated because they consist of words.
    pub(crate) upright_text: bool,
    /// Names of the columns, at the top and bottom edge.
    #[doc(hidden)]
    pub columns: Vec<AxisName>,
    /// Names of the rows, at the left and right edge.
    #[doc(hidden)]
    pub rows: Vec<AxisName>,
    /// Notes below the board.
    #[doc(hidden)]
    pub notes: Vec<Note>,
    /// Meanings of the game's own signs.
    #[doc(hidden)]
    pub legend: Vec<Note>,
    /// Cards on places that are squares of a numbered grid: the names of their squares, and their
    /// numbers.
    pub(crate) cards: Vec<(String, u32)>,
    /// English names of the owners of the pieces, by appearance.
    pub(crate) seats: Vec<(u8, &'static str)>,
}

impl Scene {
    /// Adds a shape on top of the others.
    pub(crate) fn push(
        &mut self,
        shape: Shape,
        role: Role,
        name: impl Into<Words>,
        text: impl Into<Words>,
    ) {
        self.elements.push(Element {
            shape,
            role,
            name: name.into(),
            text: text.into(),
            unicode: None,
            faded: false,
        });
    }

    /// Adds a shape with a different representation in the Unicode form.
    pub(crate) fn push_glyphs(
        &mut self,
        shape: Shape,
        role: Role,
        name: impl Into<Words>,
        text: impl Into<Words>,
        unicode: impl Into<Words>,
    ) {
        let unicode = Some(unicode.into());
        self.elements.push(Element {
            shape,
            role,
            name: name.into(),
            text: text.into(),
            unicode,
            faded: false,
        });
    }

    /// Adds a shape that the text forms do not show.
    pub(crate) fn draw(&mut self, shape: Shape, role: Role) {
        self.elements.push(Element::bare(shape, role));
    }

    /// Adds text that only the text forms show.
    pub(crate) fn write(
        &mut self,
        place: Place,
        anchor: Anchor,
        text: impl Into<Words>,
        unicode: impl Into<Words>,
    ) {
        let shape = Shape::label(place, "", anchor);
        self.push_glyphs(shape, Role::TextOnly, "", text, unicode);
    }

    /// Adds the same text to the ASCII and Unicode forms.
    pub(crate) fn write_alike(&mut self, place: Place, anchor: Anchor, text: impl Into<Words>) {
        self.push(Shape::label(place, "", anchor), Role::TextOnly, "", text);
    }

    /// Adds a named place.
    pub(crate) fn add_site(&mut self, name: impl Into<Words>, place: Place, radius: i32) {
        self.sites.insert(name, Site::empty(place, radius));
    }

    /// Adds the outline of an object that is marked as a whole.
    pub(crate) fn add_outline(&mut self, name: impl Into<Words>, corners: Vec<Place>) {
        Arc::make_mut(&mut self.outlines).insert(name.into(), corners);
    }

    /// Returns the position of a place by name.
    pub fn place_of(&self, name: &str) -> Option<Place> {
        self.sites.get(name).map(|site| site.at)
    }

    /// Returns the scene with its elements in a shared prefix, so that copies of it share them like
    /// its places.
    #[must_use]
    pub(crate) fn shared(self) -> Self {
        Self {
            elements: self.elements.shared(),
            ..self
        }
    }
}
