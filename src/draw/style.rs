//! The look of each role: which colours of a theme, how wide a line, how large the letters.

use super::place::UNIT;
use super::scene::{Role, Size, Tone, Upon};
use super::theme::{Paint, Theme};

/// The look of a role. Widths are hundredths of a pixel where a step measures 48 of them; sizes of
/// letters are units of a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub(super) struct Style {
    pub(super) fill: Option<Paint>,
    pub(super) stroke: Option<Paint>,
    pub(super) width: i32,
    /// What it is wider besides, however heavy the lines of a theme are.
    pub(super) beyond: i32,
    pub(super) dashes: &'static str,
    pub(super) round: bool,
    pub(super) letters: i32,
    /// Whether no theme makes it wider or narrower.
    pub(super) keeps_width: bool,
    /// Whether lines in the colour of `fill` stand for it.
    pub(super) hatching: Hatching,
}

/// When a fill is hatched.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub(super) enum Hatching {
    /// In no theme.
    #[default]
    Never,
    /// In themes that hatch.
    InSome,
    /// In any theme.
    Always,
}

impl Style {
    /// Whether a theme hatches it.
    pub(super) fn is_hatched(&self, theme: &Theme) -> bool {
        self.hatching == Hatching::Always || self.hatching == Hatching::InSome && theme.hatched
    }

    fn filled(fill: Paint) -> Self {
        Self { fill: Some(fill), ..Self::default() }
    }

    fn line(stroke: Paint, width: i32) -> Self {
        Self { stroke: Some(stroke), width, round: true, ..Self::default() }
    }

    fn both(fill: Paint, stroke: Paint, width: i32) -> Self {
        Self { fill: Some(fill), ..Self::line(stroke, width) }
    }

    fn letters(fill: Paint, hundredths: i32) -> Self {
        Self { letters: UNIT * hundredths / 100, ..Self::filled(fill) }
    }
}

/// How large the letters of notes are, and of captions.
pub(super) const NOTE_LETTERS: i32 = UNIT * 29 / 100;
/// How large the letters and numbers on places are.
pub(super) const MARK_LETTERS: i32 = UNIT * 34 / 100;

fn piece(seat: u8) -> Paint {
    if seat == 1 { Paint::Light } else { Paint::Dark }
}

fn pipe(tone: Tone) -> Paint {
    match tone {
        Tone::Light => Paint::PipeLight,
        Tone::Dark => Paint::PipeDark,
    }
}

/// Pipes end straight, so that those of neighbouring cards meet.
fn pipe_line(stroke: Paint, width: i32, size: Size) -> Style {
    let width = match size {
        Size::Full => width,
        Size::Small => width * 55 / 100,
    };
    Style { round: false, keeps_width: true, ..Style::line(stroke, width) }
}

/// What stands out from a piece of a seat.
fn upon_piece(seat: u8) -> Paint {
    if seat == 1 { Paint::Dark } else { Paint::Light }
}

fn upon(upon: Upon, board: Paint) -> Paint {
    match upon {
        Upon::Board => board,
        Upon::Piece(seat) => upon_piece(seat),
    }
}

/// The look of a role.
pub(super) fn style(role: Role) -> Style {
    match role {
        Role::Ground => Style::filled(Paint::Ground),
        Role::Field(Tone::Light) => Style::filled(Paint::FieldLight),
        Role::Field(Tone::Dark) => Style { hatching: Hatching::InSome, ..Style::filled(Paint::FieldDark) },
        Role::Shade => Style { hatching: Hatching::InSome, ..Style::filled(Paint::Shade) },
        Role::BoardLine => Style::line(Paint::Line, 110),
        Role::BoardEdge => Style::line(Paint::Line, 220),
        Role::Spot => Style::filled(Paint::Line),
        Role::Dot => Style::both(Paint::Ground, Paint::Line, 120),
        Role::Piece(seat) => Style::both(piece(seat), Paint::Outline, 160),
        Role::PieceRing(seat) => Style::line(upon_piece(seat), 300),
        Role::Top(seat) => Style::letters(upon_piece(seat), 40),
        Role::SideNumber(seat) => Style::letters(upon_piece(seat), 21),
        Role::Pip(seat) => Style::filled(upon_piece(seat)),
        Role::PieceLine(seat) => Style::line(upon_piece(seat), 90),
        Role::PipeGap(size) => pipe_line(Paint::Ground, 1_220, size),
        Role::PipeEdge(size) => pipe_line(Paint::PipeEdge, 860, size),
        Role::Pipe(tone, size) => pipe_line(pipe(tone), 560, size),
        Role::PipeCap(tone, size) => Style { fill: Some(pipe(tone)), ..pipe_line(Paint::PipeEdge, 150, size) },
        Role::CardPlate => Style::both(Paint::Ground, Paint::Line, 90),
        Role::CardNumber => Style::letters(Paint::Text, 21),
        Role::Closed => Style { dashes: "7 4", round: false, ..Style::line(Paint::Mark, 240) },
        Role::Coordinate => Style::letters(Paint::Text, 27),
        Role::Note | Role::Caption => Style::letters(Paint::Text, 29),
        Role::Halo => Style { beyond: 300, ..Style::both(Paint::Ground, Paint::Ground, 280) },
        Role::HaloLine => Style { beyond: 300, ..Style::line(Paint::Ground, 280) },
        Role::Mark(on) => Style::line(upon(on, Paint::Mark), 240),
        Role::MarkFill(on) => Style::filled(upon(on, Paint::Mark)),
        Role::MarkLabel(on) => Style { letters: MARK_LETTERS, ..Style::filled(upon(on, Paint::Mark)) },
        Role::SmallLabel(on) => Style::letters(upon(on, Paint::Mark), 25),
        Role::Badge => Style::letters(Paint::Text, 21),
        Role::BadgeGround => Style::filled(Paint::Ground),
        Role::PlateNumber => Style::letters(Paint::Ground, 21),
        Role::Plate => Style::both(Paint::Mark, Paint::Ground, 150),
        Role::LastOutline => Style::line(Paint::Mark, 240),
        Role::Changed => Style { dashes: "3 3", round: false, ..Style::line(Paint::Mark, 240) },
        Role::Arrow => Style::line(Paint::Mark, 280),
        Role::ArrowHead => Style::filled(Paint::Mark),
        Role::LastTurn(seat) => Style::filled(upon_piece(seat)),
        Role::Gone => Style { dashes: "4 3", ..Style::line(Paint::Outline, 140) },
        Role::Ghost(1) => Style::filled(Paint::Light),
        Role::Ghost(_) => Style { hatching: Hatching::Always, ..Style::filled(Paint::Outline) },
        Role::Row => Style::line(Paint::Mark, 260),
        Role::ChainEdge => Style::line(Paint::Outline, 1_100),
        Role::ChainBody(seat) => Style::line(piece(seat), 800),
        Role::Chain(seat) => Style::line(upon_piece(seat), 280),
        Role::CutEdge => Style { dashes: "2 3", ..Style::line(Paint::Line, 120) },
        Role::TextOnly => Style::default(),
    }
}

/// The class of a role in style sheets.
pub(super) fn class(role: Role) -> String {
    let tone = |tone: Tone| match tone {
        Tone::Light => "light",
        Tone::Dark => "dark",
    };
    let size = |size: Size| match size {
        Size::Full => "",
        Size::Small => "-small",
    };
    let on = |on: Upon| match on {
        Upon::Board => String::new(),
        Upon::Piece(seat) => format!("-{seat}"),
    };
    match role {
        Role::Ground => "ground".into(),
        Role::Field(of) => format!("field-{}", tone(of)),
        Role::BoardLine => "board-line".into(),
        Role::BoardEdge => "board-edge".into(),
        Role::Spot => "spot".into(),
        Role::Dot => "dot".into(),
        Role::Piece(seat) => format!("piece-{seat}"),
        Role::PieceRing(seat) => format!("ring-{seat}"),
        Role::Top(seat) => format!("top-{seat}"),
        Role::SideNumber(seat) => format!("side-{seat}"),
        Role::Pip(seat) => format!("pip-{seat}"),
        Role::PieceLine(seat) => format!("piece-line-{seat}"),
        Role::PipeGap(of) => format!("pipe-gap{}", size(of)),
        Role::PipeEdge(of) => format!("pipe-edge{}", size(of)),
        Role::Pipe(of, how) => format!("pipe-{}{}", tone(of), size(how)),
        Role::PipeCap(of, how) => format!("pipe-cap-{}{}", tone(of), size(how)),
        Role::CardPlate => "card-plate".into(),
        Role::CardNumber => "card-number".into(),
        Role::Closed => "closed".into(),
        Role::Coordinate => "coordinate".into(),
        Role::Note => "note".into(),
        Role::Caption => "caption".into(),
        Role::Halo => "halo".into(),
        Role::HaloLine => "halo-line".into(),
        Role::Mark(upon) => format!("mark{}", on(upon)),
        Role::MarkFill(upon) => format!("mark-fill{}", on(upon)),
        Role::Shade => "shade".into(),
        Role::MarkLabel(upon) => format!("label{}", on(upon)),
        Role::SmallLabel(upon) => format!("small-label{}", on(upon)),
        Role::Badge => "badge".into(),
        Role::BadgeGround => "badge-ground".into(),
        Role::PlateNumber => "plate-number".into(),
        Role::Plate => "plate".into(),
        Role::LastOutline => "last-outline".into(),
        Role::Changed => "changed".into(),
        Role::Arrow => "arrow".into(),
        Role::ArrowHead => "arrow-head".into(),
        Role::LastTurn(seat) => format!("last-{seat}"),
        Role::Gone => "gone".into(),
        Role::Ghost(seat) => format!("ghost-{seat}"),
        Role::Row => "row".into(),
        Role::ChainEdge => "chain-edge".into(),
        Role::ChainBody(seat) => format!("chain-body-{seat}"),
        Role::Chain(seat) => format!("chain-{seat}"),
        Role::CutEdge => "cut-edge".into(),
        Role::TextOnly => "text-only".into(),
    }
}
