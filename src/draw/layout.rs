//! Page layout: the board, the names at its edges, notes and a caption, each as a [`Group`] of
//! elements at its place on a [`Page`].
//!
//! [`Page::with_caption_at`] puts them together: labels that fit (`label_fitting.rs`), the visible
//! part of the board (`uncut_names.rs`), the names at its edges (`edge_names.rs`), the text below
//! it (`text_below.rs`), and warnings about parts that do not fit. `page_of_figures.rs` combines
//! pages of one figure; `page_fitting.rs` chooses the size of a step of the board, the [`Measure`].
//! A *misfit* is a kind of label for which the board has no room.

use std::borrow::Cow;
use std::collections::BTreeSet;

use super::annotation_words::as_sentence;
use super::axis_thinning::Thinning;
use super::edge_names::EdgeNames;
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
use super::shape::{Anchor, Shape};
use super::sign_room::{Misfit, kind_of_sign};
use super::text_below::{BEFORE_CAPTION, BEFORE_LEGEND, Beneath, set_caption, set_note};
use super::text_width;
use super::uncut_names::with_uncut_names;
use super::view::Edges;

/// Margin around a figure.
const PADDING: i32 = UNIT * 30 / 100;
/// Margin around a figure with a set width: a typesetter adds the white space that the page needs.
const TIGHT_PADDING: i64 = 2 * POINT;
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
    pub(super) text_place: Option<Place>,
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
            text_place: None,
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

/// Creates a label of unlimited width.
pub(super) fn label(
    place: Place,
    text: impl Into<Cow<'static, str>>,
    anchor: Anchor,
    role: Role,
) -> Element {
    Element::bare(Shape::label(place, text, anchor), role)
}

/// Creates a label that keeps its measured width in any font, because another element follows it.
pub(super) fn label_of_fixed_width(
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
        let padding = padding(measure);
        let (elements, misfits) = fit_labels(&figure.elements, measure);
        let (elements, visible) = with_uncut_names(elements, figure, measure, padding);
        let names = EdgeNames::new(figure, measure);

        let board_size = visible.size();
        let content_width = board_size.x + names.left + names.right;
        let width = page_width(content_width, exact, measure);
        let margin = (width - content_width) / 2;
        let corner = Place {
            x: margin + names.left,
            y: padding + names.above,
        };
        let board = Rect {
            from: corner,
            to: corner.plus(board_size),
        };
        let shift = corner.minus(visible.from);

        let board_end = board.to.y + names.below;
        let text_below =
            set_text_below(figure, &elements, board_end, width, measure, min_caption_y);
        let size = Place {
            x: width,
            y: end_of_content(board_end, &text_below, measure) + padding,
        };

        let board_group = Group {
            shift,
            clip: figure.cut.any().then_some(visible),
            text_place: None,
            in_note: false,
            elements,
        };
        let edges = Group {
            shift,
            ..Group::of_page(cut_edges(figure.cut, visible))
        };
        let mut groups = vec![Group::ground(size), board_group, edges];
        groups.extend(names.groups(board, shift, figure.origin()));
        groups.extend(text_below.groups);

        let lang = figure.lang;
        let warnings = misfit_warnings(measure, names.thinning(), &misfits, board_size.x, lang);
        Self {
            title: figure.title.clone(),
            words: words_with_caption(figure),
            lang,
            size,
            groups,
            measure,
            warnings,
            caption_at: text_below.caption_at,
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
            text_place: None,
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

/// Returns the width of a page, whose board and names are `content_width` wide. `exact` is the
/// required width.
fn page_width(content_width: i32, exact: Option<i32>, measure: Measure) -> i32 {
    // The board fills a set width, or its place on a screen, however small it is.
    let min_width = if measure.is_tight() { 0 } else { NARROWEST };
    let natural_width = content_width.max(min_width) + padding(measure) * 2;
    exact.unwrap_or(natural_width).max(content_width)
}

/// Returns where the margin below a board and its text begins.
fn end_of_content(board_end: i32, text_below: &TextBelow<'_>, measure: Measure) -> i32 {
    // Without a set width, a board without text has no gap below it, and the margin begins in the
    // white space below the last line. With a set width, the margin is narrow, so it begins below
    // that white space.
    match measure.width() {
        None => text_below.end - GAP,
        Some(_) if text_below.groups.is_empty() => board_end,
        Some(_) => text_below.end,
    }
}

/// Returns the text description of a figure, with its caption.
fn words_with_caption(figure: &Figure) -> String {
    match &figure.caption {
        Some(caption) => format!("{} {}", as_sentence(caption), figure.words),
        None => figure.words.clone(),
    }
}

/// Notes and caption below a board.
struct TextBelow<'a> {
    groups: Vec<Group<'a>>,
    end: i32,
    /// Where the caption begins.
    caption_at: Option<i32>,
}

/// Sets the notes below a board that ends at `board_end`, and the caption, no higher than
/// `min_caption_y`.
fn set_text_below<'a>(
    figure: &'a Figure,
    elements: &Elements,
    board_end: i32,
    width: i32,
    measure: Measure,
    min_caption_y: i32,
) -> TextBelow<'a> {
    let padding = padding(measure);
    let gap = measure.of_note(GAP);
    let mut y = board_end + gap;
    let mut beneath = Beneath {
        from: Place { x: 0, y },
        groups: Vec::new(),
    };
    let notes = notes_about_shown_signs(figure, elements);
    let grid = Grid::new(&notes, width - padding * 2, measure);
    // No gap before a legend that begins the notes.
    let mut was_sign = true;
    for note in notes {
        let is_sign = note.kind == NoteKind::Sign;
        if is_sign && !was_sign {
            y += measure.of_note(BEFORE_LEGEND);
        }
        was_sign = is_sign;
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

    beneath.fix_all_widths(measure);
    TextBelow {
        groups: beneath.groups,
        end: y,
        caption_at,
    }
}

/// Returns the notes of a figure without the lines of the legend that explain a sign for which the
/// board has no room.
fn notes_about_shown_signs<'a>(figure: &'a Figure, elements: &Elements) -> Vec<&'a Note> {
    let shown: BTreeSet<&str> = elements.iter().filter_map(kind_of_sign).collect();
    let has_only_shown_signs = |note: &&Note| {
        let mut signs = note.drawn().filter_map(kind_of_sign);
        signs.all(|kind| shown.contains(kind))
    };
    figure.notes.iter().filter(has_only_shown_signs).collect()
}

/// Returns the margin around a figure.
pub(super) fn padding(measure: Measure) -> i32 {
    if measure.is_tight() {
        measure.margin(measure.units(TIGHT_PADDING))
    } else {
        PADDING
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
    for misfit in misfits {
        let missing = measure.emu(board) * (misfit.needed - 100) / 100;
        let enough = width.in_same_unit(width.emu() + missing).rounded_up();
        let warning = if misfit.is_left_out {
            "at {0} {1} are left out: there is room for them from about {2} on"
        } else {
            "at {0} {1} cover parts of the drawing: there is room beside it from about {2} on"
        };
        warnings.push(lang.fill(warning, &[&width, &lang.say(misfit.what), &enough]));
    }
    warnings
}

/// Returns dashed lines along the edges beyond which the board continues.
fn cut_edges(cut: Edges, visible: Rect) -> Vec<Element> {
    let [upper_left, upper_right, lower_right, lower_left] = visible.corners();
    let mut lines = Vec::new();
    for (is_cut, from, to) in [
        (cut.top, upper_left, upper_right),
        (cut.right, upper_right, lower_right),
        (cut.bottom, lower_right, lower_left),
        (cut.left, lower_left, upper_left),
    ] {
        if is_cut {
            lines.push(Element::bare(Shape::Line { from, to }, Role::CutEdge));
        }
    }
    lines
}
