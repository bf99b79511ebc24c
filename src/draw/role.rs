//! Role: what a shape is in a figure, from which its style follows.

use super::geometry::UNIT;

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
