//! Style of each role: its colours in a theme ([`Paint`]), its line width and its font size.
//!
//! [`style`] is the table of all roles, from the board up to the annotations. A *moat* is a line in
//! the colour of the background that separates a shape from what is below it. Moats and rings are
//! drawn as wider lines below their shape, so only their outer part is visible. A *closed set* is a
//! group of pipes or fields of cards that cannot grow any more; it has a contour.

use super::geometry::UNIT;
use super::role::{Along, Role, SetBand, Size, Tone, Upon};
use super::theme::{Paint, Theme};

/// Style of a role. Line widths are hundredths of a pixel at 48 pixels per step of the board; font
/// sizes are in the unit of scenes ([`UNIT`]).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub(super) struct Style {
    pub(super) fill: Option<Paint>,
    pub(super) stroke: Option<Paint>,
    pub(super) width: i32,
    /// Smallest and largest line width on paper, in hundredths of a point; 0 means no limit.
    pub(super) limits: [i32; 2],
    /// Additional line width on paper, in hundredths of a point.
    pub(super) around: i32,
    /// Additional line width, which the line weight of a theme does not scale.
    pub(super) beyond: i32,
    /// Lengths of dashes and gaps as in SVG; empty for a solid line.
    pub(super) dashes: &'static str,
    /// True for lines with round ends.
    pub(super) round: bool,
    pub(super) font_size: i32,
    /// True if the line weight of a theme does not apply.
    pub(super) keeps_width: bool,
    /// True for text in bold.
    pub(super) bold: bool,
    /// Condition under which hatching in the colour of `fill` replaces the fill.
    pub(super) hatching: Hatching,
}

/// Condition under which a fill is hatched.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub(super) enum Hatching {
    /// In no theme.
    #[default]
    Never,
    /// In themes that hatch.
    InSome,
    /// In every theme.
    Always,
    /// A screen of fine lines in the other direction, in themes that hatch.
    ScreenInSome,
    /// Hatched twice as densely in themes that hatch.
    DenseInSome,
    /// Not hatched, and drawn only in themes that hatch.
    OnlyInSome,
}

impl Style {
    /// Returns true if a theme draws the role at all.
    pub(super) fn is_drawn(&self, theme: &Theme) -> bool {
        self.hatching != Hatching::OnlyInSome || theme.hatched
    }

    /// Returns true if a theme hatches the role.
    pub(super) fn is_hatched(&self, theme: &Theme) -> bool {
        match self.hatching {
            Hatching::Always => true,
            Hatching::InSome | Hatching::DenseInSome | Hatching::ScreenInSome => theme.hatched,
            Hatching::Never | Hatching::OnlyInSome => false,
        }
    }

    /// Creates an area without an outline.
    fn filled(fill: Paint) -> Self {
        Self {
            fill: Some(fill),
            ..Self::default()
        }
    }

    /// Creates a line with round ends.
    fn line(stroke: Paint, width: i32) -> Self {
        Self {
            stroke: Some(stroke),
            width,
            round: true,
            ..Self::default()
        }
    }

    /// Creates an area with an outline.
    fn both(fill: Paint, stroke: Paint, width: i32) -> Self {
        Self {
            fill: Some(fill),
            ..Self::line(stroke, width)
        }
    }

    /// Limits the line width on paper, in hundredths of a point.
    fn within(self, min: i32, max: i32) -> Self {
        Self {
            limits: [min, max],
            ..self
        }
    }

    /// Sets the text in bold.
    fn bold(self) -> Self {
        Self { bold: true, ..self }
    }

    /// Creates a text; the font size is in hundredths of a step of the board.
    fn text(fill: Paint, hundredths: i32) -> Self {
        Self {
            font_size: UNIT * hundredths / 100,
            ..Self::filled(fill)
        }
    }
}

/// Width of the outline of a piece.
const OUTLINE: i32 = 110;
/// Width of the moat around a die.
const MOAT: i32 = 106;
/// Smallest and largest width of the outline of a piece on paper, in hundredths of a point.
const OUTLINE_LIMITS: [i32; 2] = [50, 100];
/// Smallest and largest width of the moat around a die on paper, in hundredths of a point.
const MOAT_LIMITS: [i32; 2] = [45, 120];
/// Font size of the side numbers of dice.
pub(super) const SIDE_FONT_SIZE: i32 = UNIT * 1295 / 10_000;
/// Font size of the numbers that decided a comparison.
pub(super) const DECIDING_FONT_SIZE: i32 = UNIT * 148 / 1000;
/// Font size of notes and captions.
pub(super) const NOTE_FONT_SIZE: i32 = UNIT * 29 / 100;
/// Font size of labels and numbers on places.
pub(super) const MARK_FONT_SIZE: i32 = UNIT * 34 / 100;

/// Line on the outline of a piece.
#[derive(Clone, Copy)]
enum PieceBand {
    /// Moat around the piece.
    Moat,
    /// Ring around the moat, one and a half times as heavy as the outline.
    Ring,
    /// Moat around the ring.
    RingMoat,
}

/// Returns the style of a line on the outline of a piece. The middle of the line is on the contour
/// of the piece, so only half of its width is outside.
fn piece_band(stroke: Paint, band: PieceBand) -> Style {
    // A band shows on both sides of the bands above it, so that the ring adds three outlines.
    let width = |outline: i32, moat: i32| match band {
        PieceBand::Moat => outline + 2 * moat,
        PieceBand::Ring => outline * 4 + 2 * moat,
        PieceBand::RingMoat => outline * 4 + 4 * moat,
    };
    let limit = |end: usize| width(OUTLINE_LIMITS[end], MOAT_LIMITS[end]);
    Style::line(stroke, width(OUTLINE, MOAT)).within(limit(0), limit(1))
}

/// Returns the colour of the pieces of a seat.
fn piece(seat: u8) -> Paint {
    if seat == 1 { Paint::Light } else { Paint::Dark }
}

/// Returns the colour of a pipe.
fn pipe(tone: Tone) -> Paint {
    match tone {
        Tone::Light => Paint::PipeLight,
        Tone::Dark => Paint::PipeDark,
    }
}

/// Width of a pipe without its outline.
const PIPE: i32 = 560;
/// Width of a pipe with its outline.
const PIPE_EDGE: i32 = 860;
/// Width of the gap on either side of a pipe in a contour.
const PIPE_MOAT: i32 = 336;
/// Weight of the contour of a closed set, in hundredths of a point.
const CONTOUR: i32 = 110;
/// Width of the gap beside the contour of a closed set, in hundredths of a point.
const CONTOUR_GAP: i32 = 80;

/// Width of the gap between the contour of a closed field and the frame of a card, in hundredths of
/// a point.
const CONTOUR_EDGE: i32 = 45;
/// Distance of the middle of the contour of a closed field from the rim of a card, in hundredths of
/// a point.
pub(super) const CONTOUR_MIDDLE: i32 = CONTOUR_GAP + CONTOUR / 2;
/// Distance of the middle of the gap outside of that contour from the rim of a card, in hundredths
/// of a point.
pub(super) const CONTOUR_EDGE_MIDDLE: i32 = CONTOUR_GAP - CONTOUR_EDGE / 2;

/// Returns the style of a line around a closed set. Around a pipe, the contour is outside; around a
/// field, it is inside, so there the gap is the highest line.
fn set_band(band: SetBand, along: Along) -> Style {
    let (paint, around) = match (band, along) {
        (SetBand::Edge, Along::OwnPipe) => (Paint::Ground, 2 * (CONTOUR + CONTOUR_GAP)),
        (SetBand::Contour, Along::OwnPipe) => (Paint::Text, 2 * CONTOUR),
        (SetBand::Moat, Along::OwnPipe) => (Paint::Ground, 0),
        (SetBand::Edge, _) => (Paint::Ground, 2 * (CONTOUR + 2 * CONTOUR_GAP)),
        (SetBand::Contour, _) => (Paint::Text, 2 * (CONTOUR + CONTOUR_GAP)),
        (SetBand::Moat, _) => (Paint::Ground, 2 * CONTOUR_GAP),
    };
    let width = match along {
        Along::OwnPipe => PIPE_EDGE + 2 * PIPE_MOAT,
        Along::OtherPipe => PIPE_EDGE,
        Along::Rim => 0,
    };
    Style {
        around,
        keeps_width: true,
        ..Style::line(paint, width)
    }
}

/// Pipes have straight ends, so that the pipes of neighbouring cards meet.
fn pipe_line(stroke: Paint, width: i32, size: Size) -> Style {
    let width = match size {
        Size::Full => width,
        Size::Small => width * 55 / 100,
    };
    Style {
        round: false,
        keeps_width: true,
        ..Style::line(stroke, width)
    }
}

/// Returns a colour that contrasts with a piece of a seat.
fn upon_piece(seat: u8) -> Paint {
    if seat == 1 { Paint::Dark } else { Paint::Light }
}

/// Returns the colour of a sign: `board` on the board, a contrasting one on a piece.
fn upon(upon: Upon, board: Paint) -> Paint {
    match upon {
        Upon::Board => board,
        Upon::Piece(seat) => upon_piece(seat),
    }
}

/// Returns the style of a role.
pub(super) fn style(role: Role) -> Style {
    match role {
        Role::Ground => Style::filled(Paint::Ground),
        Role::Field(Tone::Light) => Style::filled(Paint::FieldLight),
        Role::Field(Tone::Dark) => Style {
            hatching: Hatching::InSome,
            ..Style::filled(Paint::FieldDark)
        },
        Role::Shade => Style {
            hatching: Hatching::ScreenInSome,
            ..Style::filled(Paint::Shade)
        },
        Role::ShadeContour => Style::line(Paint::Mark, 160).within(110, 140),
        Role::ShadeContourEdge => Style {
            around: 180,
            ..Style::line(Paint::Ground, 160).within(110, 140)
        },
        Role::BoardLine => Style::line(Paint::Line, 110).within(45, 60),
        Role::BoardEdge => Style::line(Paint::Line, 220).within(75, 100),
        // Lines of the board have too little contrast with dark fields.
        Role::CellEdge => Style::line(Paint::Text, 160).within(60, 75),
        Role::Spot => Style::filled(Paint::Line),
        Role::Dot => Style::both(Paint::Ground, Paint::Line, 120).within(45, 60),
        Role::Piece(seat) => Style::both(piece(seat), Paint::Outline, OUTLINE)
            .within(OUTLINE_LIMITS[0], OUTLINE_LIMITS[1]),
        Role::PieceRing(seat) => Style::line(upon_piece(seat), 300).within(60, 220),
        Role::SideNumber(seat) => Style {
            font_size: SIDE_FONT_SIZE,
            ..Style::filled(upon_piece(seat))
        }
        .bold(),
        Role::Pip(seat) => Style::filled(upon_piece(seat)),
        Role::PieceLine(seat) => Style::line(upon_piece(seat), OUTLINE / 2).within(38, 50),
        // Lines on the outline of a piece, the widest one lowest: each shows only beyond the next
        // one.
        Role::PieceMoat(Tone::Light) => piece_band(Paint::FieldLight, PieceBand::Moat),
        Role::PieceMoat(Tone::Dark) => piece_band(Paint::Ground, PieceBand::Moat),
        Role::LastRing => piece_band(Paint::Outline, PieceBand::Ring),
        Role::LastMoat => piece_band(Paint::Ground, PieceBand::RingMoat),
        Role::PipeEdge(size) => pipe_line(Paint::PipeEdge, PIPE_EDGE, size),
        Role::Pipe(tone, size) => pipe_line(pipe(tone), PIPE, size),
        Role::PipeCap(tone, size) => Style {
            fill: Some(pipe(tone)),
            ..pipe_line(Paint::PipeEdge, 150, size)
        },
        Role::CutPipeEdge => Style::filled(Paint::PipeEdge),
        Role::CutPipe(tone) => Style::filled(pipe(tone)),
        Role::PipeCoupling(tone) => Style {
            fill: Some(pipe(tone)),
            ..pipe_line(Paint::PipeEdge, 106, Size::Full).within(40, 80)
        },
        Role::Pillar => Style::both(Paint::Ground, Paint::Line, 110).within(60, 75),
        Role::CardNumberGround => Style {
            hatching: Hatching::OnlyInSome,
            ..Style::filled(Paint::Ground)
        },
        Role::CardNumber => Style::text(Paint::Text, 22),
        Role::CardNumberAt(_) => Style::text(Paint::Text, 20).bold(),
        Role::CardPlate => Style::both(Paint::Ground, Paint::Line, 90).within(40, 60),
        Role::CardLetter => Style::text(Paint::Text, 21),
        Role::SetBand(band, along) => set_band(band, along),
        Role::SetRim | Role::SetRimEdge => {
            let (paint, around) = match role {
                Role::SetRim => (Paint::Text, CONTOUR),
                _ => (Paint::Ground, CONTOUR_EDGE),
            };
            Style {
                around,
                keeps_width: true,
                round: false,
                ..Style::line(paint, 0)
            }
        }
        Role::SetPipeEdge => Style {
            round: true,
            ..pipe_line(Paint::PipeEdge, PIPE_EDGE, Size::Full)
        },
        Role::SetPipe(tone) => Style {
            round: true,
            ..pipe_line(pipe(tone), PIPE, Size::Full)
        },
        Role::SetField(Tone::Light) => Style::filled(Paint::FieldLight),
        Role::SetField(Tone::Dark) => Style {
            hatching: Hatching::DenseInSome,
            ..Style::filled(Paint::FieldDark)
        },
        Role::Coordinate => Style::text(Paint::Text, 27),
        Role::Note | Role::Caption => Style::text(Paint::Text, 29),
        Role::Halo | Role::ArrowHeadHalo => Style {
            beyond: 300,
            ..Style::both(Paint::Ground, Paint::Ground, 280).within(100, 140)
        },
        Role::HaloLine => Style {
            beyond: 300,
            ..Style::line(Paint::Ground, 280).within(100, 140)
        },
        Role::Mark(on) => Style::line(upon(on, Paint::Mark), 240).within(80, 120),
        Role::OpenMark => Style::both(Paint::Ground, Paint::Mark, 240).within(80, 120),
        Role::MarkRing => Style::line(Paint::Mark, 340).within(100, 160),
        Role::MarkMoat => Style {
            around: 100,
            ..Style::line(Paint::Ground, 340).within(100, 160)
        },
        Role::CardMarkHalo => Style {
            around: 160,
            ..Style::both(Paint::Ground, Paint::Ground, 0)
        },
        Role::CardMarkLineHalo => Style {
            around: 160,
            ..Style::line(Paint::Ground, 240).within(100, 140)
        },
        Role::CardMarkFill => Style::filled(Paint::Mark),
        Role::CardMarkLine => Style::line(Paint::Mark, 240).within(100, 140),
        Role::CardLabel => Style::text(Paint::Mark, 18).bold(),
        Role::CardMarkButton => Style::both(Paint::Ground, Paint::Mark, 100).within(70, 70),
        Role::StripNumber => Style::text(Paint::Mark, 16).bold(),
        Role::StripLabel => Style::text(Paint::Mark, 18).bold(),
        Role::Tag => Style::both(Paint::Mark, Paint::Ground, 160).within(120, 120),
        Role::TagNumber => Style::text(Paint::Ground, 16).bold(),
        Role::DecidingDisc(seat) => {
            Style::both(upon_piece(seat), piece(seat), 130).within(100, 100)
        }
        Role::DecidingNumber(seat) => Style {
            font_size: DECIDING_FONT_SIZE,
            ..Style::filled(piece(seat))
        }
        .bold(),
        Role::Comparison => Style::line(Paint::Mark, 160).within(100, 140),
        Role::ComparisonEdge => Style {
            around: 200,
            ..Style::line(Paint::Ground, 160).within(100, 140)
        },
        Role::MarkFill(on) => Style::filled(upon(on, Paint::Mark)),
        Role::MarkLabel(on) => Style {
            font_size: MARK_FONT_SIZE,
            ..Style::filled(upon(on, Paint::Mark))
        }
        .bold(),
        Role::SmallLabel(on) => Style::text(upon(on, Paint::Mark), 25).bold(),
        Role::TinyLabel(on) => Style::text(upon(on, Paint::Mark), 18),
        Role::Badge => Style::text(Paint::Text, 21),
        Role::BadgeGround => Style::filled(Paint::Ground),
        Role::EntryNumber => Style::text(Paint::Mark, 24).bold(),
        Role::PlateNumber => Style::text(Paint::Ground, 21).bold(),
        Role::Plate => Style::both(Paint::Mark, Paint::Ground, 150),
        Role::LastOutlineEdge => Style {
            around: 110,
            ..Style::line(Paint::Ground, 240).within(110, 160)
        },
        Role::LastOutline => Style::line(Paint::Mark, 240).within(110, 160),
        Role::FormerColour(seat) => Style::both(piece(seat), Paint::Outline, OUTLINE)
            .within(OUTLINE_LIMITS[0], OUTLINE_LIMITS[1]),
        Role::Arrow => Style::line(Paint::Mark, 280).within(100, 140),
        Role::PossibleArrow => Style {
            dashes: "5 4",
            ..Style::line(Paint::Mark, 280).within(100, 140)
        },
        Role::ArrowHead => Style::filled(Paint::Mark),
        Role::LastTurn(seat) => Style::filled(upon_piece(seat)),
        Role::LastDot => Style {
            beyond: 200,
            ..Style::both(Paint::Mark, Paint::Ground, 0)
        },
        Role::Gone => Style {
            dashes: "4 3",
            ..Style::line(Paint::Outline, 140).within(50, 90)
        },
        Role::Ghost(1) => Style::filled(Paint::Light),
        Role::Ghost(_) => Style {
            hatching: Hatching::Always,
            ..Style::filled(Paint::Outline)
        },
        Role::RowEdge => Style {
            around: 130,
            ..Style::both(Paint::Ground, Paint::Ground, 260).within(90, 110)
        },
        Role::RowPieceEdge => Style {
            around: 180,
            ..Style::both(Paint::Ground, Paint::Ground, 0)
        },
        Role::Row => Style::line(Paint::Mark, 260).within(90, 110),
        Role::ChainEdge => Style {
            around: 100,
            ..Style::line(Paint::Outline, 1_500)
        },
        Role::ChainBody(seat) => Style::line(piece(seat), 1_500),
        Role::Chain(seat) => Style::line(upon_piece(seat), 400).within(100, 400),
        Role::CutEdge => Style {
            dashes: "2 3",
            ..Style::line(Paint::Line, 120).within(45, 60)
        },
        Role::TableEdge => Style {
            dashes: "6 4",
            ..Style::line(Paint::Line, 120).within(45, 60)
        },
        Role::TextOnly => Style::default(),
    }
}
