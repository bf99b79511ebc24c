//! Page layout: board, names at its edges, notes and caption, for one or several figures.

use std::borrow::Cow;
use std::collections::BTreeSet;

use super::annotation_words::sentence;
use super::axis_names::{Axis, AxisName};
use super::axis_thinning::{Thinning, thinned};
use super::elements::{Element, Elements};
use super::figure::Figure;
use super::geometry::{Place, Rect, UNIT};
use super::label_fitting::fit_labels;
use super::language::Lang;
use super::measure::Measure;
use super::note::{Note, NoteKind};
use super::note_columns::Grid;
use super::paper::POINT;
use super::role::Role;
use super::shape::{Anchor, PathStep, Shape};
use super::sign_room::{Misfit, kind_of_sign};
use super::text_below::{BEFORE_CAPTION, BEFORE_LEGEND, Beneath, set_caption, set_note};
use super::text_width;
use super::uncut_names::with_uncut_names;
use super::view::Edges;

/// Margin around a figure.
const PADDING: i32 = UNIT * 30 / 100;
/// Margin around a figure with a set width: a typesetter adds the white space that the page needs.
const TIGHT_PADDING: i64 = 2 * POINT;
/// Space for the names of columns and rows.
const NAMES: i32 = UNIT * 50 / 100;
/// Gaps between the outermost pieces and the names of rows and columns, in a figure with a set
/// width.
const BESIDE_ROWS: i64 = 5 * POINT / 2;
const BESIDE_COLUMNS: i64 = 22 * POINT / 10;
/// Gap between board and notes.
const GAP: i32 = UNIT * 20 / 100;
/// Minimum width of the notes, so that text below a small board has room.
const NARROWEST: i32 = UNIT * 5;

/// Elements drawn at an offset, clipped or not.
#[derive(Clone, Debug)]
pub(super) struct Group<'a> {
    /// Position of the elements' origin on the page.
    pub(super) shift: Place,
    /// Visible part, in the elements' coordinates.
    pub(super) clip: Option<Rect>,
    /// Position within text, for drawings in notes. Such a group continues the current style, and
    /// its hatching aligns with the page.
    pub(super) among: Option<Place>,
    /// True for drawings in notes, whose lines are as fine as their size requires.
    pub(super) in_note: bool,
    pub(super) elements: Cow<'a, Elements>,
}

impl<'a> Group<'a> {
    /// Creates a group of elements in page coordinates.
    pub(super) fn of_page(elements: Vec<Element>) -> Self {
        Self {
            shift: Place::default(),
            clip: None,
            among: None,
            in_note: false,
            elements: Cow::Owned(elements.into()),
        }
    }

    /// Creates the background of a page.
    pub(super) fn ground(size: Place) -> Self {
        let corners = Rect {
            from: Place::default(),
            to: size,
        }
        .corners()
        .to_vec();
        Self::of_page(vec![Element::bare(
            Shape::Polygon { corners },
            Role::Ground,
        )])
    }

    /// Returns the elements that are drawn; the others belong to the text forms.
    pub(super) fn drawn(&self) -> impl Iterator<Item = &Element> {
        self.elements
            .iter()
            .filter(|element| element.role != Role::TextOnly)
    }
}

/// Page with all elements placed. Its origin is the upper left corner.
#[derive(Clone, Debug)]
pub(super) struct Page<'a> {
    pub(super) title: String,
    pub(super) words: String,
    pub(super) lang: Lang,
    pub(super) size: Place,
    pub(super) groups: Vec<Group<'a>>,
    /// Size of a step of the board.
    pub(super) measure: Measure,
    /// Warnings about parts that did not fit.
    pub(super) warnings: Vec<String>,
    /// Where the caption begins.
    pub(super) caption_at: Option<i32>,
}

pub(super) fn label(
    place: Place,
    text: impl Into<Cow<'static, str>>,
    anchor: Anchor,
    role: Role,
) -> Element {
    Element::bare(Shape::label(place, text, anchor), role)
}

/// Creates a label that keeps its measured width in any font, because another element follows it.
pub(super) fn kept(
    place: Place,
    text: String,
    anchor: Anchor,
    role: Role,
    measure: Measure,
) -> Element {
    let room = Some(text_width::width(&text, measure.note_font_size()));
    Element::bare(
        Shape::Label {
            at: place,
            text: text.into(),
            anchor,
            room,
        },
        role,
    )
}

/// Returns the width of a text in a wide font, from its width in the embedded font.
pub(super) fn in_wide_font(width: i32) -> i32 {
    width.saturating_mul(5) / 4
}

impl<'a> Page<'a> {
    /// Index of the group that holds the board, on a page with one figure.
    pub(super) const BOARD: usize = 1;

    /// Creates a page with one figure; `exact` is the required width.
    pub(super) fn new(figure: &'a Figure, measure: Measure, exact: Option<i32>) -> Self {
        Self::with_caption_at(figure, measure, exact, 0)
    }

    /// Creates a page whose caption begins no higher than `min_caption_y`, so that the captions of
    /// a row of figures are on one line.
    pub(super) fn with_caption_at(
        figure: &'a Figure,
        measure: Measure,
        exact: Option<i32>,
        min_caption_y: i32,
    ) -> Self {
        let Figure {
            coordinates,
            columns,
            rows,
            ..
        } = figure;
        let padding = padding(measure);
        let (elements, misfits) = fit_labels(&figure.elements, measure);
        let (elements, visible) = with_uncut_names(elements, figure, measure, padding);
        let font_size = measure.style(Role::Coordinate).font_size;
        let (shown_columns, column_thinning) = thinned(columns, font_size, measure, Axis::Columns);
        let (shown_rows, row_thinning) = thinned(rows, font_size, measure, Axis::Rows);
        let room = |wanted: bool, names: &[&AxisName], axis: Axis| match (wanted, names.is_empty())
        {
            (true, false) => room_of(names, font_size, axis, measure),
            _ => 0,
        };
        let [left, right] = [coordinates.left, coordinates.right]
            .map(|wanted| room(wanted, &shown_rows, Axis::Rows));
        let [above, bottom] = [coordinates.top, coordinates.bottom]
            .map(|wanted| room(wanted, &shown_columns, Axis::Columns));
        let top = padding + above;
        let board = visible.size();
        // The board fills a set width, or its place on a screen, however small it is.
        let narrowest = if measure.is_tight() { 0 } else { NARROWEST };
        let natural = (board.x + left + right).max(narrowest) + padding * 2;
        let widest = exact.unwrap_or(natural).max(board.x + left + right);
        let margin = (widest - left - right - board.x) / 2;
        let shift = Place {
            x: left + margin,
            y: top,
        }
        .minus(visible.from);

        let mut names = EdgeNames {
            origin: figure.origin(),
            groups: vec![Group::of_page(Vec::new())],
        };
        // Names end where the gap beside the board begins.
        let [beside_rows, beside_columns] = gaps(measure);
        let upper = top - (above + beside_columns) / 2;
        let lower = top + board.y + (bottom + beside_columns) / 2;
        names.add_columns(
            &shown_columns,
            shift.x,
            [(coordinates.top, upper), (coordinates.bottom, lower)],
        );
        let near = margin + (left - beside_rows) / 2;
        let far = margin + left + board.x + (right + beside_rows) / 2;
        names.add_rows(
            &shown_rows,
            shift.y,
            [(coordinates.left, near), (coordinates.right, far)],
        );
        let board_end = top + board.y + bottom;
        let (mut beneath, end, caption_at) =
            notes_and_caption(figure, &elements, board_end, widest, measure, min_caption_y);
        let lowest = match measure.width() {
            None => end - GAP,
            Some(_) if beneath.groups.is_empty() => board_end,
            Some(_) => end,
        };
        let size = Place {
            x: widest,
            y: lowest + padding,
        };
        let clip = figure.cut.any().then_some(visible);
        let board = Group {
            shift,
            clip,
            among: None,
            in_note: false,
            elements,
        };
        let edges = Group {
            shift,
            ..Group::of_page(cut_edges(figure.cut, visible))
        };
        let mut groups = vec![Group::ground(size), board, edges];
        groups.append(&mut names.groups);
        groups.append(&mut beneath.groups);
        let words = match &figure.caption {
            Some(caption) => format!("{} {}", sentence(caption), figure.words),
            None => figure.words.clone(),
        };
        let thinnings = [
            (coordinates.top || coordinates.bottom).then_some(column_thinning),
            (coordinates.left || coordinates.right).then_some(row_thinning),
        ];
        let thinning = thinnings
            .into_iter()
            .flatten()
            .max()
            .unwrap_or(Thinning::AllShown);
        let title = figure.title.clone();
        let lang = figure.lang;
        let warnings = misfit_warnings(measure, thinning, &misfits, visible.size().x, lang);
        Self {
            title,
            words,
            lang,
            size,
            groups,
            measure,
            warnings,
            caption_at,
        }
    }

    /// Creates a page with a board that fills its place on a screen. There is no room for text
    /// below it.
    pub(super) fn of_board(figure: &'a Figure) -> Self {
        Self::new(figure, Measure::of_board(figure.visible.size()), None)
    }

    /// Creates a page of a board without a background or anything around it, for a line of text.
    /// `beside` is the space left and right of it.
    pub(super) fn bare(figure: &'a Figure, measure: Measure, beside: i32) -> Self {
        let visible = figure.visible;
        let shift = Place { x: beside, y: 0 }.minus(visible.from);
        let (elements, _) = fit_labels(&figure.elements, measure);
        let board = Group {
            shift,
            clip: None,
            among: None,
            in_note: false,
            elements,
        };
        Self {
            title: figure.title.clone(),
            words: figure.words.clone(),
            lang: figure.lang,
            size: visible.size().plus(Place {
                x: 2 * beside,
                y: 0,
            }),
            groups: vec![board],
            measure,
            warnings: Vec::new(),
            caption_at: None,
        }
    }

    /// Widens a page, keeping its contents centred.
    pub(super) fn widen(&mut self, exact: Option<i32>) {
        let more = exact.map_or(0, |exact| exact - self.size.x);
        if more <= 0 {
            return;
        }
        for group in self.groups.iter_mut().skip(1) {
            group.shift = group.shift.plus(Place { x: more / 2, y: 0 });
        }
        self.size.x += more;
        if let Some(below) = self.groups.first_mut() {
            *below = Group::ground(self.size);
        }
    }
}

/// Names of columns and rows around a board.
struct EdgeNames<'a> {
    /// Origin of the board. Names are positioned relative to it, so that they stay the same while
    /// the board grows.
    origin: Place,
    groups: Vec<Group<'a>>,
}

impl EdgeNames<'_> {
    /// Adds the names of columns at the requested edges, each with its y.
    fn add_columns(&mut self, names: &[&AxisName], x: i32, edges: [(bool, i32); 2]) {
        for (_, y) in edges.into_iter().filter(|(is_wanted, _)| *is_wanted) {
            self.add(names, Place { x, y }, |x| Place { x, y: 0 });
        }
    }

    /// Adds the names of rows at the requested edges, each with its x.
    fn add_rows(&mut self, names: &[&AxisName], y: i32, edges: [(bool, i32); 2]) {
        for (_, x) in edges.into_iter().filter(|(is_wanted, _)| *is_wanted) {
            self.add(names, Place { x, y }, |y| Place { x: 0, y });
        }
    }

    /// Adds the names on one side of the board. `place` converts the position of a name to a place.
    fn add(&mut self, names: &[&AxisName], point: Place, place: fn(i32) -> Place) {
        let direction = place(1);
        let origin = Place {
            x: self.origin.x * direction.x,
            y: self.origin.y * direction.y,
        };
        let name = |name: &&AxisName| {
            label(
                place(name.at).minus(origin),
                name.shown(),
                Anchor::Middle,
                Role::Coordinate,
            )
        };
        let shift = point.plus(origin);
        let drawn = Group::of_page(names.iter().map(name).collect());
        self.groups.push(Group {
            shift,
            among: Some(shift),
            ..drawn
        });
    }
}

/// Sets the notes below a board that ends at `board_end`, and the caption, no higher than
/// `min_caption_y`. Also returns the end of both, and the start of the caption.
fn notes_and_caption<'a>(
    figure: &'a Figure,
    elements: &Elements,
    board_end: i32,
    width: i32,
    measure: Measure,
    min_caption_y: i32,
) -> (Beneath<'a>, i32, Option<i32>) {
    let padding = padding(measure);
    let gap = measure.of_note(GAP);
    let mut y = board_end + gap;
    let mut beneath = Beneath {
        from: Place { x: 0, y },
        groups: Vec::new(),
    };
    // The legend does not explain a sign for which the board has no room.
    let shown: BTreeSet<&str> = elements.iter().filter_map(kind_of_sign).collect();
    let is_explained = |note: &&Note| {
        let mut signs = note.drawn().filter_map(kind_of_sign);
        signs.all(|kind| shown.contains(kind))
    };
    let notes: Vec<&Note> = figure.notes.iter().filter(is_explained).collect();
    let grid = Grid::new(&notes, width - padding * 2, measure);
    let mut is_in_legend = true;
    for note in notes {
        let is_sign = note.kind == NoteKind::Sign;
        if is_sign && !is_in_legend {
            y += measure.of_note(BEFORE_LEGEND);
        }
        is_in_legend = is_sign;
        y = set_note(
            note,
            Place { x: padding, y },
            width - padding * 2,
            measure,
            &grid,
            &mut beneath,
        );
    }

    let mut caption_at = None;
    if let Some(caption) = &figure.caption {
        y += if figure.notes.is_empty() {
            0
        } else {
            measure.of_note(BEFORE_CAPTION)
        };
        y = y.max(min_caption_y);
        caption_at = Some(y);
        y = set_caption(caption, y, width, measure, &mut beneath);
    }

    beneath.make_alike(measure);
    (beneath, y, caption_at)
}

/// Returns the margin around a figure.
pub(super) fn padding(measure: Measure) -> i32 {
    if measure.is_tight() {
        measure.margin(measure.units(TIGHT_PADDING))
    } else {
        PADDING
    }
}

/// Returns the space beside the board for the names of columns or rows.
fn room_of(names: &[&AxisName], font_size: i32, axis: Axis, measure: Measure) -> i32 {
    if !measure.is_tight() {
        return NAMES;
    }
    let widest = names
        .iter()
        .map(|name| text_width::width(&name.shown(), font_size))
        .max()
        .unwrap_or(0);
    if measure.width().is_some() {
        let [beside_rows, beside_columns] = gaps(measure);
        return if axis == Axis::Columns {
            beside_columns + font_size * 72 / 100
        } else {
            beside_rows + widest
        };
    }
    let beside = font_size * 85 / 100;
    measure.margin(
        beside
            + if axis == Axis::Columns {
                font_size
            } else {
                widest.max(font_size)
            },
    )
}

/// Returns the gaps between a board and the names of its rows and of its columns. Without a set
/// width, names are in the middle of their space.
fn gaps(measure: Measure) -> [i32; 2] {
    if measure.width().is_some() {
        [BESIDE_ROWS, BESIDE_COLUMNS].map(|gap| measure.units(gap))
    } else {
        [0, 0]
    }
}

/// Returns the warnings about parts that did not fit. `board` is the width of the board, the only
/// part that grows with the figure.
fn misfit_warnings(
    measure: Measure,
    thinning: Thinning,
    misfits: &[Misfit],
    board: i32,
    lang: Lang,
) -> Vec<String> {
    let Some(width) = measure.width() else {
        return Vec::new();
    };

    let thinned = match thinning {
        Thinning::AllShown => None,
        Thinning::EverySecond => {
            Some("at {0} every second coordinate is left out, because there is no room for all")
        }
        Thinning::EveryFifth => {
            Some("at {0} every fifth coordinate is shown, because there is no room for all")
        }
        Thinning::NoneShown => {
            Some("at {0} there is no room for coordinates, so they are left out")
        }
    };
    let mut warnings: Vec<String> = thinned
        .into_iter()
        .map(|warning| lang.fill(warning, &[&width]))
        .collect();
    warnings.extend(misfits.iter().map(|misfit| {
        let &Misfit {
            what,
            needed,
            is_left_out,
        } = misfit;
        let enough = width
            .alike(width.emu() + measure.emu(board) * (needed - 100) / 100)
            .rounded_up();
        let warning = if is_left_out {
            "at {0} {1} are left out: there is room for them from about {2} on"
        } else {
            "at {0} {1} cover parts of the drawing: there is room beside it from about {2} on"
        };
        lang.fill(warning, &[&width, &lang.say(what), &enough])
    }));
    warnings
}

/// Returns dashed lines along the edges beyond which the board continues.
fn cut_edges(cut: Edges, visible: Rect) -> Vec<Element> {
    let [upper_left, upper_right, lower_right, lower_left] = visible.corners();
    let edges = [
        (cut.top, upper_left, upper_right),
        (cut.right, upper_right, lower_right),
        (cut.bottom, lower_right, lower_left),
        (cut.left, lower_left, upper_left),
    ];
    let cut = edges.into_iter().filter(|(is_cut, ..)| *is_cut);
    cut.map(|(_, from, to)| Element::bare(Shape::Line { from, to }, Role::CutEdge))
        .collect()
}

/// Returns true if a path is an open line without a filled area.
pub(super) fn is_open(steps: &[PathStep]) -> bool {
    !steps.contains(&PathStep::Close)
}
