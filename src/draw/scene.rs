//! What a game draws of a position: shapes in exact coordinates, with roles instead of colours.

use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::Arc;

use super::axis::AxisName;
use super::elements::Elements;
use super::note::Note;
use super::place::{Place, UNIT};
use super::sites::Sites;

/// Words that mostly are the same in every scene, so that they need not be copied.
type Words = Cow<'static, str>;

/// Which part of a label stands at its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Anchor {
    /// Its beginning.
    Start,
    /// Its middle.
    Middle,
    /// Its end.
    End,
}

/// A step of a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PathStep {
    /// To a place, without drawing.
    Move(Place),
    /// Straight to a place.
    Line(Place),
    /// To the last place along a cubic Bézier curve with two control points.
    Curve(Place, Place, Place),
    /// Back to where the path began.
    Close,
}

/// A shape, measured in units, of which [`super::UNIT`] make a step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Shape {
    /// A straight line.
    Line {
        /// One end.
        from: Place,
        /// The other.
        to: Place,
    },
    /// A filled circle.
    Disc {
        /// Its centre.
        at: Place,
        /// Its radius.
        radius: i32,
    },
    /// A filled polygon.
    Polygon {
        /// Its corners.
        corners: Vec<Place>,
    },
    /// Lines and curves.
    Path {
        /// One after the other.
        steps: Vec<PathStep>,
    },
    /// Words.
    Label {
        /// Where they stand.
        at: Place,
        /// What they say.
        text: Words,
        /// How they stand there.
        anchor: Anchor,
        /// What they take across, whatever the font of who reads them, where something else begins behind them.
        room: Option<i32>,
    },
}

impl PathStep {
    /// Where it leads.
    pub fn end(&self) -> Option<Place> {
        match *self {
            Self::Move(to) | Self::Line(to) | Self::Curve(_, _, to) => Some(to),
            Self::Close => None,
        }
    }
}

impl Shape {
    /// Words that take the room they need.
    pub fn label(at: Place, text: impl Into<Words>, anchor: Anchor) -> Self {
        Self::Label { at, text: text.into(), anchor, room: None }
    }

    /// The same shape with every place of it moved by `go`; lengths stay.
    #[must_use]
    pub fn mapped(self, go: &impl Fn(Place) -> Place) -> Self {
        match self {
            Self::Line { from, to } => Self::Line { from: go(from), to: go(to) },
            Self::Disc { at, radius } => Self::Disc { at: go(at), radius },
            Self::Polygon { corners } => Self::Polygon { corners: corners.into_iter().map(go).collect() },
            Self::Path { steps } => Self::Path {
                steps: steps
                    .into_iter()
                    .map(|step| match step {
                        PathStep::Move(to) => PathStep::Move(go(to)),
                        PathStep::Line(to) => PathStep::Line(go(to)),
                        PathStep::Curve(one, two, to) => PathStep::Curve(go(one), go(two), go(to)),
                        PathStep::Close => PathStep::Close,
                    })
                    .collect(),
            },
            Self::Label { at, text, anchor, room } => Self::Label { at: go(at), text, anchor, room },
        }
    }
}

/// How dark something is that comes in two colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Tone {
    /// Light, or white.
    Light,
    /// Dark, or black.
    Dark,
}

/// How large something is drawn whose lines have a width of their own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Size {
    /// On the board.
    Full,
    /// In a note.
    Small,
}

/// What something is drawn upon, so that it stands out from it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Upon {
    /// The board.
    Board,
    /// A piece of a seat.
    Piece(u8),
}

/// What a shape is; a theme gives it its look. Seats count from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Role {
    /// The ground of the whole figure.
    Ground,
    /// What darkens, or lightens, a part of the board.
    Field(Tone),
    /// A line of the board.
    BoardLine,
    /// A heavier line of the board: its edge.
    BoardEdge,
    /// A point where a piece can stand.
    Spot,
    /// A point where no piece can stay.
    Dot,
    /// A piece of a seat.
    Piece(u8),
    /// What tells a special piece of a seat from a common one.
    PieceRing(u8),
    /// A number at the side of a piece of a seat.
    SideNumber(u8),
    /// A pip of a piece of a seat.
    Pip(u8),
    /// A thin line on a piece of a seat.
    PieceLine(u8),
    /// What sets a pipe off from what is under it.
    PipeGap(Size),
    /// The outline of a pipe.
    PipeEdge(Size),
    /// A pipe.
    Pipe(Tone, Size),
    /// The knob at the end of a pipe.
    PipeCap(Tone, Size),
    /// The plate that the number of a card stands on.
    CardPlate,
    /// The number of a card.
    CardNumber,
    /// The outline of what belongs to a closed set.
    Closed,
    /// A name on the board, or at its edge.
    Coordinate,
    /// Words beneath the board.
    Note,
    /// The words beneath a figure that say what it is.
    Caption,
    /// What keeps a mark clear of what is under it.
    Halo,
    /// The same around a line that shall hide nothing else.
    HaloLine,
    /// A mark that is only an outline.
    Mark(Upon),
    /// A mark that is filled.
    MarkFill(Upon),
    /// What shades a place.
    Shade,
    /// The dots on it, which nothing of a board has.
    ShadeDots,
    /// The frame of a dark square, which is seen around what stands there.
    FieldFrame,
    /// A letter or number put upon the board.
    MarkLabel(Upon),
    /// The same in smaller letters.
    SmallLabel(Upon),
    /// The same in the smallest letters.
    TinyLabel(Upon),
    /// The number of a turn in a badge.
    Badge,
    /// The badge around it.
    BadgeGround,
    /// The number of a turn where its place is not the middle of a piece.
    PlateNumber,
    /// The plate that it stands on.
    Plate,
    /// The outline of what the last turn placed, where that is no piece.
    LastOutline,
    /// The outline of a piece that the last turn changed.
    Changed,
    /// An arrow or a line that shows a movement.
    Arrow,
    /// The head of an arrow.
    ArrowHead,
    /// What tells a piece of a seat that the last turn placed.
    LastTurn(u8),
    /// The outline of a piece that has left the board.
    Gone,
    /// The body of a piece of a seat that has left the board.
    Ghost(u8),
    /// The outline of a row of pieces.
    Row,
    /// What joins the stones of a winning chain, of a seat, from the bottom up: its outline, its
    /// body, the line in it.
    ChainEdge,
    /// Its body.
    ChainBody(u8),
    /// The line in it.
    Chain(u8),
    /// Where a figure was cut.
    CutEdge,
    /// What the text forms alone show.
    TextOnly,
}

/// A shape with its role.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Element {
    /// What is drawn.
    pub shape: Shape,
    /// What it is.
    pub role: Role,
    /// The place of the game that it stands on, as records name it; empty where there is none.
    pub name: Words,
    /// How the ASCII form shows it; empty where it does not.
    pub text: Words,
    /// How the Unicode form shows it, where that is not the same.
    pub unicode: Option<Words>,
}

impl Element {
    /// A shape that stands on no place and that the text forms do not show.
    pub fn bare(shape: Shape, role: Role) -> Self {
        Self { shape, role, name: Cow::Borrowed(""), text: Cow::Borrowed(""), unicode: None }
    }

    /// The same elsewhere.
    #[must_use]
    pub fn moved(&self, by: Place) -> Self {
        let Self { shape, role, name, text, unicode } = self;
        let shape = shape.clone().mapped(&|at: Place| at.plus(by));
        Self { shape, role: *role, name: name.clone(), text: text.clone(), unicode: unicode.clone() }
    }
}

/// A place of the game, by its name in records, that marks and numbers can be put on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Site {
    /// Its middle.
    pub at: Place,
    /// The radius of a circle around what stands there.
    pub radius: i32,
    /// How the piece looks that stands there, as a seat from 1.
    pub piece: Option<u8>,
    /// Where the number of a turn stands, in a badge; in the middle of the piece where it is not
    /// said.
    pub badge: Option<Place>,
    /// Where a mark stands, small, and where a label does, so that they hide nothing of a piece; in its
    /// middle where it is not said.
    pub corners: Option<[Place; 2]>,
}

impl Site {
    /// A place on which nothing stands yet.
    pub fn empty(at: Place, radius: i32) -> Self {
        Self { at, radius, piece: None, badge: None, corners: None }
    }

    /// Whether it is too small for a piece, as the dots beside a board are.
    pub fn is_small(&self) -> bool {
        self.piece.is_none() && self.radius <= UNIT * 20 / 100
    }
}

/// Around which angles a board looks alike.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Symmetry {
    /// Quarters of a turn.
    #[default]
    Quarters,
    /// Sixths of a turn.
    Sixths,
}

/// What a game draws of a position.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Scene {
    /// What it shows, in a few words.
    pub title: String,
    /// The position in words, for those who cannot see it.
    pub words: String,
    /// What the board takes beyond the middles of its outermost places.
    pub margin: i32,
    /// What one column and one line of the text forms measure.
    pub text_grid: Place,
    /// How it may be turned.
    pub symmetry: Symmetry,
    /// What is drawn of the board, from the bottom up.
    pub elements: Elements,
    /// The places that can be named.
    pub sites: Sites,
    /// The outlines of what is marked as a whole rather than in its middle, by the name of its place.
    pub outlines: Arc<HashMap<Words, Vec<Place>>>,
    /// Whether its places are cells with edges, along which it is cut.
    pub cells: bool,
    /// Whether its text forms cannot be turned, as they are put together from words.
    pub upright_text: bool,
    /// The names of the columns, at the top and bottom edge.
    pub columns: Vec<AxisName>,
    /// The names of the rows, at the left and right edge.
    pub rows: Vec<AxisName>,
    /// The lines beneath the board.
    pub notes: Vec<Note>,
    /// What the game's own signs mean.
    pub legend: Vec<Note>,
    /// Whose the pieces are that look like those of a seat, by their English names.
    pub seats: Vec<(u8, &'static str)>,
}

impl Scene {
    /// Adds a shape on top of the others.
    pub fn push(&mut self, shape: Shape, role: Role, name: impl Into<Words>, text: impl Into<Words>) {
        self.elements.push(Element { shape, role, name: name.into(), text: text.into(), unicode: None });
    }

    /// Adds a shape that the Unicode form shows otherwise.
    pub fn push_glyphs(
        &mut self,
        shape: Shape,
        role: Role,
        name: impl Into<Words>,
        text: impl Into<Words>,
        unicode: impl Into<Words>,
    ) {
        let unicode = Some(unicode.into());
        self.elements.push(Element { shape, role, name: name.into(), text: text.into(), unicode });
    }

    /// Adds a shape that the text forms do not show.
    pub fn draw(&mut self, shape: Shape, role: Role) {
        self.elements.push(Element::bare(shape, role));
    }

    /// Adds what the text forms alone show.
    pub fn write(&mut self, at: Place, anchor: Anchor, text: impl Into<Words>, unicode: impl Into<Words>) {
        let shape = Shape::label(at, "", anchor);
        self.push_glyphs(shape, Role::TextOnly, "", text, unicode);
    }

    /// The same, in ASCII and Unicode alike.
    pub(crate) fn write_alike(&mut self, at: Place, anchor: Anchor, text: impl Into<Words>) {
        self.push(Shape::label(at, "", anchor), Role::TextOnly, "", text);
    }

    /// Adds a place that can be named.
    pub fn add_site(&mut self, name: impl Into<Words>, at: Place, radius: i32) {
        self.sites.insert(name, Site::empty(at, radius));
    }

    /// Adds the outline of what is marked as a whole.
    pub fn add_outline(&mut self, name: impl Into<Words>, corners: Vec<Place>) {
        Arc::make_mut(&mut self.outlines).insert(name.into(), corners);
    }

    /// Where a place of the game is drawn.
    pub fn place_of(&self, name: &str) -> Option<Place> {
        self.sites.get(name).map(|site| site.at)
    }

    /// The same with its elements kept where scenes that begin as copies of it share them, as it does its places anyway.
    #[must_use]
    pub(crate) fn shared(self) -> Self {
        Self { elements: self.elements.shared(), ..self }
    }
}
