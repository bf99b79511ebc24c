//! Scene: the drawing of a position, as shapes in exact coordinates, with roles instead of colours.

use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::Arc;

use super::axis::AxisName;
use super::elements::Elements;
use super::note::Note;
use super::place::{Place, Rect, UNIT};
use super::sites::Sites;

/// Text that is the same in most scenes, so that it need not be copied.
type Words = Cow<'static, str>;

/// Part of a label that is aligned with its position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Anchor {
    /// Beginning.
    Start,
    /// Middle.
    Middle,
    /// End.
    End,
}

/// Step of a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PathStep {
    /// Moves to a place without drawing.
    Move(Place),
    /// Straight line to a place.
    Line(Place),
    /// Cubic Bézier curve to the last place, with two control points.
    Curve(Place, Place, Place),
    /// Closes the path.
    Close,
}

/// Shape, in units; [`super::UNIT`] of them make a step.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Shape {
    /// Straight line.
    Line {
        /// One end.
        from: Place,
        /// The other end.
        to: Place,
    },
    /// Filled circle.
    Disc {
        /// Centre.
        at: Place,
        /// Radius.
        radius: i32,
    },
    /// Filled polygon.
    Polygon {
        /// Corners.
        corners: Vec<Place>,
    },
    /// Path of lines and curves.
    Path {
        /// Steps in order.
        steps: Vec<PathStep>,
    },
    /// Text.
    Label {
        /// Position.
        at: Place,
        /// Content.
        text: Words,
        /// Alignment at the position.
        anchor: Anchor,
        /// Maximum width in any font, if another element follows; `None` if unlimited.
        room: Option<i32>,
    },
}

impl PathStep {
    /// Returns the end of the step.
    pub fn end(&self) -> Option<Place> {
        match *self {
            Self::Move(to) | Self::Line(to) | Self::Curve(_, _, to) => Some(to),
            Self::Close => None,
        }
    }
}

impl Shape {
    /// Creates a label of unlimited width.
    pub(crate) fn label(at: Place, text: impl Into<Words>, anchor: Anchor) -> Self {
        Self::Label {
            at,
            text: text.into(),
            anchor,
            room: None,
        }
    }

    /// Returns the shape with `go` applied to each of its places; lengths are unchanged.
    #[must_use]
    pub(crate) fn mapped(self, go: &impl Fn(Place) -> Place) -> Self {
        match self {
            Self::Line { from, to } => Self::Line {
                from: go(from),
                to: go(to),
            },
            Self::Disc { at, radius } => Self::Disc { at: go(at), radius },
            Self::Polygon { corners } => Self::Polygon {
                corners: corners.into_iter().map(go).collect(),
            },
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
            Self::Label {
                at,
                text,
                anchor,
                room,
            } => Self::Label {
                at: go(at),
                text,
                anchor,
                room,
            },
        }
    }
}

/// Shade of something that comes in two colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Tone {
    /// Light, or white.
    Light,
    /// Dark, or black.
    Dark,
}

/// Size of an object that has its own line widths.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Size {
    /// On the board.
    Full,
    /// In a note.
    Small,
}

/// Line around a closed set, from the lowest: each shows only beyond the next one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum SetBand {
    /// Gap around the contour.
    Edge,
    /// Contour.
    Contour,
    /// Gap within the contour.
    Moat,
}

impl SetBand {
    /// All lines, from the lowest.
    pub(crate) const ALL: [Self; 3] = [Self::Edge, Self::Contour, Self::Moat];
}

/// The shape that a line around a closed set follows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Along {
    /// A pipe of the set.
    OwnPipe,
    /// A pipe that bounds a field of the set.
    OtherPipe,
    /// The rim of a card.
    Rim,
}

/// Font sizes for which a card may have room for its number, the largest first.
pub(crate) const CARD_NUMBER_ROOMS: [i32; 6] = [
    UNIT * 29 / 100,
    UNIT * 25 / 100,
    UNIT * 22 / 100,
    UNIT * 19 / 100,
    UNIT * 16 / 100,
    UNIT * 13 / 100,
];

/// Background from which a shape must stand out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Upon {
    /// The board.
    Board,
    /// A piece of a seat.
    Piece(u8),
}

/// Role of a shape, which a theme maps to a style. Seats count from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Role {
    /// Background of the whole figure.
    Ground,
    /// Area of the board that is darker or lighter.
    Field(Tone),
    /// Line of the board.
    BoardLine,
    /// Heavier line of the board: its edge.
    BoardEdge,
    /// Edge of a card, or of a board whose fields have no lines between them.
    CellEdge,
    /// Point on which a piece can stay.
    Spot,
    /// Point on which no piece can stay.
    Dot,
    /// Piece of a seat.
    Piece(u8),
    /// Ring that distinguishes a special piece of a seat.
    PieceRing(u8),
    /// Number at the side of a piece of a seat.
    SideNumber(u8),
    /// Pip on a piece of a seat.
    Pip(u8),
    /// Thin line on a piece of a seat.
    PieceLine(u8),
    /// Gap between a piece and the field of this shade under it.
    PieceMoat(Tone),
    /// Second outline, around a piece that the last turn placed.
    LastRing,
    /// Gap around the second outline.
    LastMoat,
    /// Outline of a pipe.
    PipeEdge(Size),
    /// Pipe.
    Pipe(Tone, Size),
    /// Knob at the end of a pipe.
    PipeCap(Tone, Size),
    /// Outline of a pipe that another one passes over, as an area.
    CutPipeEdge,
    /// Pipe that another one passes over.
    CutPipe(Tone),
    /// Flange at an entry, half of the coupling of two cards.
    PipeCoupling(Tone),
    /// Pillar.
    Pillar,
    /// Background under a card number, so that hatching does not run through it.
    CardNumberGround,
    /// Number of a card.
    CardNumber,
    /// Number of a card on the table, at a place with room for a size of `CARD_NUMBER_ROOMS`. A
    /// figure shows one of the places of a card; a card without any place has an empty label.
    CardNumberAt(u8),
    /// Plate under the letter of a field.
    CardPlate,
    /// Letter of a field.
    CardLetter,
    /// Line around a closed set: along a pipe, or along the rim of a card.
    SetBand(SetBand, Along),
    /// Contour of a closed field along the rim of a card, above frames of cards.
    SetRim,
    /// Gap between the contour of a closed field and the rim.
    SetRimEdge,
    /// Outline of a pipe of a closed set.
    SetPipeEdge,
    /// Pipe of a closed set.
    SetPipe(Tone),
    /// Field of a closed set.
    SetField(Tone),
    /// Name on the board or at its edge.
    Coordinate,
    /// Text below the board.
    Note,
    /// Caption.
    Caption,
    /// Halo that separates a mark from the drawing under it.
    Halo,
    /// Halo around a line that must not hide anything else.
    HaloLine,
    /// Mark that is only an outline.
    Mark(Upon),
    /// Mark whose outline has the background inside, on an empty place.
    OpenMark,
    /// Ring around a piece.
    MarkRing,
    /// Gap on both sides of a ring around a piece.
    MarkMoat,
    /// Gap around a mark beside the art of a card.
    CardMarkHalo,
    /// Gap around a mark of lines beside the art of a card.
    CardMarkLineHalo,
    /// Filled mark beside the art of a card.
    CardMarkFill,
    /// Mark of lines beside the art of a card.
    CardMarkLine,
    /// Label beside the art of a card.
    CardLabel,
    /// Background of a mark for which there is no room next to the art.
    CardMarkButton,
    /// Turn number beside a die.
    StripNumber,
    /// Label beside a die.
    StripLabel,
    /// Tag with a turn number at a corner of a card.
    Tag,
    /// Turn number in a tag.
    TagNumber,
    /// Contour or brackets of shaded squares.
    ShadeContour,
    /// Gap on both sides of the contour of shaded squares.
    ShadeContourEdge,
    /// Disc behind a number that decided a comparison, on a piece of a seat.
    DecidingDisc(u8),
    /// Number that decided a comparison, on a piece of a seat.
    DecidingNumber(u8),
    /// Sign between two compared numbers.
    Comparison,
    /// Gap on both sides of the sign between two compared numbers.
    ComparisonEdge,
    /// Filled mark.
    MarkFill(Upon),
    /// Shading of a place: a tint, or a screen of lines in themes that hatch.
    Shade,
    /// Label or number on the board.
    MarkLabel(Upon),
    /// Label in a smaller font.
    SmallLabel(Upon),
    /// Label in the smallest font.
    TinyLabel(Upon),
    /// Turn number in a badge.
    Badge,
    /// Background of a badge.
    BadgeGround,
    /// Numbers of the turns that entered at a dot, beside its name.
    EntryNumber,
    /// Turn number that is not in the centre of a piece.
    PlateNumber,
    /// Plate under a turn number that is not in the centre of a piece.
    Plate,
    /// Outline of the object that the last turn placed, if it is not a piece.
    LastOutline,
    /// Gap on both sides of the outline of the object that the last turn placed.
    LastOutlineEdge,
    /// Corner of a piece that the last turn changed, in the colour of its former seat.
    FormerColour(u8),
    /// Arrow or line that shows a movement.
    Arrow,
    /// Dashed arrow that shows what was possible.
    PossibleArrow,
    /// Arrow head.
    ArrowHead,
    /// Halo around an arrow head.
    ArrowHeadHalo,
    /// Mark on a piece of a seat that the last turn placed.
    LastTurn(u8),
    /// Mark of the last turn beside a piece that has a text.
    LastDot,
    /// Outline of a piece that has left the board.
    Gone,
    /// Body of a piece of a seat that has left the board.
    Ghost(u8),
    /// Outline of a row of pieces.
    Row,
    /// Background inside the outline of a row, and the gap on both sides of the outline.
    RowEdge,
    /// Gap around a piece that stays on a row.
    RowPieceEdge,
    /// Outline of the connection between the stones of a seat's winning chain; lowest of its three
    /// layers.
    ChainEdge,
    /// Body of the connection; middle layer.
    ChainBody(u8),
    /// Line in the connection; top layer.
    Chain(u8),
    /// Edge at which a figure was cropped.
    CutEdge,
    /// Edge at which a table of limited size ends.
    TableEdge,
    /// Shown only by the text forms.
    TextOnly,
}

/// Shape with its role.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Element {
    /// Shape, without colours and line widths.
    pub shape: Shape,
    /// Role of the shape, which a theme maps to a style.
    pub role: Role,
    /// Name of the place in records; empty if the shape does not belong to a place.
    pub name: Words,
    /// Representation in the ASCII form; empty if there is none.
    pub text: Words,
    /// Representation in the Unicode form, if different.
    pub unicode: Option<Words>,
    /// True if its ink is mixed with the background, because it is not the subject of the figure.
    pub faded: bool,
}

impl Element {
    /// Creates a shape that belongs to no place and that the text forms do not show.
    pub(crate) fn bare(shape: Shape, role: Role) -> Self {
        Self {
            shape,
            role,
            name: Cow::Borrowed(""),
            text: Cow::Borrowed(""),
            unicode: None,
            faded: false,
        }
    }

    /// Returns the element moved by `by`.
    #[must_use]
    pub(crate) fn moved(&self, by: Place) -> Self {
        let shape = self.shape.clone().mapped(&|at: Place| at.plus(by));
        Self {
            shape,
            ..self.clone()
        }
    }
}

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
    pub(crate) fn empty(at: Place, radius: i32) -> Self {
        Self {
            at,
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
/// let scene = game.position().scene().mark(Mark::Circle, "c4").mark(Mark::Cross, "e2");
/// assert!(scene.figure()?.unknown.is_empty());
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
        at: Place,
        anchor: Anchor,
        text: impl Into<Words>,
        unicode: impl Into<Words>,
    ) {
        let shape = Shape::label(at, "", anchor);
        self.push_glyphs(shape, Role::TextOnly, "", text, unicode);
    }

    /// Adds the same text to the ASCII and Unicode forms.
    pub(crate) fn write_alike(&mut self, at: Place, anchor: Anchor, text: impl Into<Words>) {
        self.push(Shape::label(at, "", anchor), Role::TextOnly, "", text);
    }

    /// Adds a named place.
    pub(crate) fn add_site(&mut self, name: impl Into<Words>, at: Place, radius: i32) {
        self.sites.insert(name, Site::empty(at, radius));
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
