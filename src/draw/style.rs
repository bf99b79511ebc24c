//! Style of each role: colours of a theme, line width, font size.

use super::geometry::UNIT;
use super::role::{Along, Role, SetBand, Size, Tone, Upon};
use super::theme::{Paint, Theme};

/// Style of a role. Line widths are hundredths of a pixel at 48 pixels per step; font sizes are
/// units.
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
    pub(super) dashes: &'static str,
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

    fn filled(fill: Paint) -> Self {
        Self {
            fill: Some(fill),
            ..Self::default()
        }
    }

    fn line(stroke: Paint, width: i32) -> Self {
        Self {
            stroke: Some(stroke),
            width,
            round: true,
            ..Self::default()
        }
    }

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

/// Returns the style of one of the lines on the outline of a piece: 1 shows a moat around the
/// piece, 2 a ring around the moat, one and a half times as heavy as the outline, and 3 a moat
/// around the ring.
fn piece_band(stroke: Paint, band: i32) -> Style {
    let width = |outline: i32, moat: i32| match band {
        1 => outline + 2 * moat,
        2 => outline * 4 + 2 * moat,
        _ => outline * 4 + 4 * moat,
    };
    let limit = |end: usize| width(OUTLINE_LIMITS[end], MOAT_LIMITS[end]);
    Style::line(stroke, width(OUTLINE, MOAT)).within(limit(0), limit(1))
}

fn piece(seat: u8) -> Paint {
    if seat == 1 { Paint::Light } else { Paint::Dark }
}

fn pipe(tone: Tone) -> Paint {
    match tone {
        Tone::Light => Paint::PipeLight,
        Tone::Dark => Paint::PipeDark,
    }
}

/// Width of a pipe with its outline.
const PIPE_EDGE: i32 = 860;
/// Width of the gap on either side of a pipe in a contour.
const PIPE_MOAT: i32 = 336;
/// Weight of the contour of a closed set, in hundredths of a point.
const CONTOUR: i32 = 110;
/// Width of the gap beside the contour of a closed set, in hundredths of a point.
const CONTOUR_GAP: i32 = 80;

/// Width of the gap between the contour of a closed field and the frame of a card, and the
/// distances of the middles of contour and gap from the rim of a card, in hundredths of a point.
const CONTOUR_EDGE: i32 = 45;
pub(super) const CONTOUR_MIDDLE: i32 = CONTOUR_GAP + CONTOUR / 2;
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
        Role::PieceMoat(Tone::Light) => piece_band(Paint::FieldLight, 1),
        Role::PieceMoat(Tone::Dark) => piece_band(Paint::Ground, 1),
        Role::LastRing => piece_band(Paint::Outline, 2),
        Role::LastMoat => piece_band(Paint::Ground, 3),
        Role::PipeEdge(size) => pipe_line(Paint::PipeEdge, PIPE_EDGE, size),
        Role::Pipe(tone, size) => pipe_line(pipe(tone), 560, size),
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
            ..pipe_line(pipe(tone), 560, Size::Full)
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

/// Returns the class of a role in style sheets, and its seat if the role belongs to a seat.
pub(super) fn class(role: Role) -> (&'static str, Option<u8>) {
    let upon = |class: &'static str, upon: Upon| match upon {
        Upon::Board => (class, None),
        Upon::Piece(seat) => (class, Some(seat)),
    };
    let class = match role {
        Role::Ground => "ground",
        Role::Field(Tone::Light) => "field-light",
        Role::Field(Tone::Dark) => "field-dark",
        Role::BoardLine => "board-line",
        Role::BoardEdge => "board-edge",
        Role::CellEdge => "cell-edge",
        Role::Spot => "spot",
        Role::Dot => "dot",
        Role::Piece(seat) => return ("piece", Some(seat)),
        Role::PieceRing(seat) => return ("ring", Some(seat)),
        Role::SideNumber(seat) => return ("side", Some(seat)),
        Role::Pip(seat) => return ("pip", Some(seat)),
        Role::PieceLine(seat) => return ("piece-line", Some(seat)),
        Role::PieceMoat(Tone::Light) => "piece-moat-light",
        Role::PieceMoat(Tone::Dark) => "piece-moat-dark",
        Role::LastRing => "last-ring",
        Role::LastMoat => "last-moat",
        Role::PipeEdge(Size::Full) => "pipe-edge",
        Role::PipeEdge(Size::Small) => "pipe-edge-small",
        Role::Pipe(Tone::Light, Size::Full) => "pipe-light",
        Role::Pipe(Tone::Light, Size::Small) => "pipe-light-small",
        Role::Pipe(Tone::Dark, Size::Full) => "pipe-dark",
        Role::Pipe(Tone::Dark, Size::Small) => "pipe-dark-small",
        Role::PipeCap(Tone::Light, Size::Full) => "pipe-cap-light",
        Role::PipeCap(Tone::Light, Size::Small) => "pipe-cap-light-small",
        Role::PipeCap(Tone::Dark, Size::Full) => "pipe-cap-dark",
        Role::PipeCap(Tone::Dark, Size::Small) => "pipe-cap-dark-small",
        Role::CutPipeEdge => "cut-pipe-edge",
        Role::CutPipe(Tone::Light) => "cut-pipe-light",
        Role::CutPipe(Tone::Dark) => "cut-pipe-dark",
        Role::PipeCoupling(Tone::Light) => "pipe-coupling-light",
        Role::PipeCoupling(Tone::Dark) => "pipe-coupling-dark",
        Role::Pillar => "pillar",
        Role::CardNumberGround => "card-number-ground",
        Role::CardNumber => "card-number",
        Role::CardNumberAt(_) => "placed-card-number",
        Role::CardPlate => "card-plate",
        Role::CardLetter => "card-letter",
        Role::SetBand(band, along) => match (band, along) {
            (SetBand::Edge, Along::OwnPipe) => "set-edge",
            (SetBand::Edge, Along::OtherPipe) => "set-edge-at-pipe",
            (SetBand::Edge, Along::Rim) => "set-edge-at-rim",
            (SetBand::Contour, Along::OwnPipe) => "set-contour",
            (SetBand::Contour, Along::OtherPipe) => "set-contour-at-pipe",
            (SetBand::Contour, Along::Rim) => "set-contour-at-rim",
            (SetBand::Moat, Along::OwnPipe) => "set-moat",
            (SetBand::Moat, Along::OtherPipe) => "set-moat-at-pipe",
            (SetBand::Moat, Along::Rim) => "set-moat-at-rim",
        },
        Role::SetRim => "set-rim",
        Role::SetRimEdge => "set-rim-edge",
        Role::SetPipeEdge => "set-pipe-edge",
        Role::SetPipe(Tone::Light) => "set-pipe-light",
        Role::SetPipe(Tone::Dark) => "set-pipe-dark",
        Role::SetField(Tone::Light) => "set-field-light",
        Role::SetField(Tone::Dark) => "set-field-dark",
        Role::Coordinate => "coordinate",
        Role::Note => "note",
        Role::Caption => "caption",
        Role::Halo => "halo",
        Role::HaloLine => "halo-line",
        Role::Mark(on) => return upon("mark", on),
        Role::MarkFill(on) => return upon("mark-fill", on),
        Role::OpenMark => "open-mark",
        Role::MarkRing => "mark-ring",
        Role::MarkMoat => "mark-moat",
        Role::CardMarkHalo => "card-mark-halo",
        Role::CardMarkLineHalo => "card-mark-line-halo",
        Role::CardMarkFill => "card-mark-fill",
        Role::CardMarkLine => "card-mark",
        Role::CardLabel => "card-label",
        Role::CardMarkButton => "card-mark-button",
        Role::StripNumber => "strip-number",
        Role::StripLabel => "strip-label",
        Role::Tag => "tag",
        Role::TagNumber => "tag-number",
        Role::DecidingDisc(seat) => return ("deciding-disc", Some(seat)),
        Role::DecidingNumber(seat) => return ("deciding-number", Some(seat)),
        Role::Comparison => "comparison",
        Role::ComparisonEdge => "comparison-edge",
        Role::Shade => "shade",
        Role::ShadeContour => "shade-contour",
        Role::ShadeContourEdge => "shade-contour-edge",
        Role::MarkLabel(on) => return upon("label", on),
        Role::SmallLabel(on) => return upon("small-label", on),
        Role::TinyLabel(on) => return upon("tiny-label", on),
        Role::Badge => "badge",
        Role::BadgeGround => "badge-ground",
        Role::EntryNumber => "entry-number",
        Role::PlateNumber => "plate-number",
        Role::Plate => "plate",
        Role::LastOutline => "last-outline",
        Role::LastOutlineEdge => "last-outline-edge",
        Role::FormerColour(seat) => return ("former-colour", Some(seat)),
        Role::Arrow => "arrow",
        Role::PossibleArrow => "possible-arrow",
        Role::ArrowHead => "arrow-head",
        Role::ArrowHeadHalo => "arrow-head-halo",
        Role::LastTurn(seat) => return ("last", Some(seat)),
        Role::LastDot => "last-dot",
        Role::Gone => "gone",
        Role::Ghost(seat) => return ("ghost", Some(seat)),
        Role::Row => "row",
        Role::RowEdge => "row-edge",
        Role::RowPieceEdge => "row-piece-edge",
        Role::ChainEdge => "chain-edge",
        Role::ChainBody(seat) => return ("chain-body", Some(seat)),
        Role::Chain(seat) => return ("chain", Some(seat)),
        Role::CutEdge => "cut-edge",
        Role::TableEdge => "table-edge",
        Role::TextOnly => "text-only",
    };
    (class, None)
}
