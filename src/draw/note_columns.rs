//! Columns of the notes below a board: the notes about the seats share columns, and so do the signs
//! of a legend.
//!
//! A *note* consists of *runs*: words, drawings, tabs to the next column, and breaks of the line.
//! In a narrow figure, the notes on the seats are *abridged*: one piece represents a row of pieces.

use super::annotation_shapes::bounds;
use super::elements::{Element, Elements};
use super::geometry::{Place, Rect, UNIT};
use super::measure::{HUNDREDTHS_PER_STEP, Measure, scaled, tenths};
use super::note::{Note, NoteKind, Run, Wording};
use super::resizing::resized;
use super::shape::Shape;
use super::strips_beside_pieces::plate_of_text;
use super::text_width;

/// Width of the column for the triangle that marks the seat to move.
const TRIANGLE: i32 = UNIT * 26 / 100;
/// Gap between columns.
pub(super) const BETWEEN_COLUMNS: i32 = tenths(45);
/// Gap between columns in a figure without room for the usual one.
const BETWEEN_NARROW_COLUMNS: i32 = tenths(20);

/// Columns of the notes of a figure.
#[derive(Default)]
pub(super) struct Grid {
    /// Left edge of text if there is a column for the triangle.
    pub(super) left: i32,
    /// Width of the signs of the legend.
    pub(super) signs: i32,
    /// Left edges of the columns of the notes on the seats. Empty if there is no room for them.
    pub(super) columns: Vec<i32>,
    /// True if a single piece represents a row of pieces.
    pub(super) is_abridged: bool,
}

impl Grid {
    /// Returns the columns for notes in lines of a width.
    pub(super) fn new(notes: &[&Note], width: i32, measure: Measure) -> Self {
        let of_kind = |kind: NoteKind| notes.iter().filter(move |note| note.kind == kind);
        let seat_notes: Vec<&Note> = of_kind(NoteKind::Seat).copied().collect();
        let signs = of_kind(NoteKind::Sign).filter_map(|note| sign_of(note));
        let sign_widths = signs.map(|elements| ink(elements, measure).size().x);
        let seat_columns = SeatColumns::new(&seat_notes, width, measure);
        Self {
            left: if seat_notes.is_empty() {
                0
            } else {
                measure.of_note(TRIANGLE)
            },
            signs: sign_widths.max().unwrap_or(0),
            columns: seat_columns.edges,
            is_abridged: seat_columns.is_abridged,
        }
    }
}

/// Columns of the notes on the seats.
struct SeatColumns {
    /// Left edges of the columns after the first; empty if there is no room for them.
    edges: Vec<i32>,
    /// True if a single piece represents a row of pieces.
    is_abridged: bool,
}

impl SeatColumns {
    /// Chooses the widest columns that fit.
    fn new(notes: &[&Note], width: i32, measure: Measure) -> Self {
        let column_widths_of_all = |is_abridged: bool| -> Vec<Vec<i32>> {
            notes
                .iter()
                .map(|note| column_widths(note, is_abridged, measure))
                .collect()
        };
        // A piece and a number on one line say more than a row of pieces above the number.
        for (is_abridged, gap) in [
            (false, BETWEEN_COLUMNS),
            (true, BETWEEN_COLUMNS),
            (true, BETWEEN_NARROW_COLUMNS),
        ] {
            let widths = column_widths_of_all(is_abridged);
            if let Some(edges) = column_edges(&widths, width, measure.of_note(gap)) {
                return Self { edges, is_abridged };
            }
        }

        let gap = measure.of_note(BETWEEN_COLUMNS);
        let two_columns_fit = |widths: &Vec<i32>| widths.iter().take(2).sum::<i32>() + gap <= width;
        Self {
            edges: Vec::new(),
            is_abridged: !column_widths_of_all(false).iter().all(two_columns_fit),
        }
    }
}

/// Returns the sign of a line of a legend.
fn sign_of(note: &Note) -> Option<&Elements> {
    match note.runs.first()? {
        Run::Drawing { elements, .. } => Some(elements),
        _ => None,
    }
}

/// Returns the first piece of a row of equal pieces, with its size. Returns `None` for other
/// drawings.
pub(super) fn first_of_row(elements: &Elements, size: Place) -> Option<(Elements, Place)> {
    let place = |element: &Element| match element.shape {
        Shape::Disc { at: place, .. } => Some(place),
        _ => None,
    };
    let places: Vec<Place> = elements.iter().map(place).collect::<Option<_>>()?;
    let [first, .., last] = places.as_slice() else {
        return None;
    };
    let one = elements.iter().take(1).cloned().collect::<Vec<_>>();
    let size = Place {
        x: size.x - (last.x - first.x),
        ..size
    };
    Some((one.into(), size))
}

/// Returns the widths of the columns of a note on a seat.
fn column_widths(note: &Note, is_abridged: bool, measure: Measure) -> Vec<i32> {
    let mut widths = vec![0];
    for run in &note.runs {
        let width = match run {
            Run::Break => break,
            Run::Tab => {
                widths.push(0);
                continue;
            }
            Run::Words(words) => text_width::width(words, measure.note_font_size()),
            Run::Worded(wording) => {
                text_width::width(worded(wording, measure), measure.note_font_size())
            }
            Run::Drawing { elements, size, .. } => {
                let row = if is_abridged {
                    first_of_row(elements, *size)
                } else {
                    None
                };
                measure.of_note(row.map_or(size.x, |(_, size)| size.x))
            }
        };
        if let Some(last) = widths.last_mut() {
            *last += width;
        }
    }
    widths
}

/// Returns the left edges of columns after the first, from the widths of the columns of each note,
/// or `None` if they are wider than `width`.
fn column_edges(notes: &[Vec<i32>], width: i32, gap: i32) -> Option<Vec<i32>> {
    let count = notes.iter().map(Vec::len).max().unwrap_or(0);
    let widest = |column: usize| notes.iter().filter_map(|note| note.get(column)).max();
    let mut edges = Vec::new();
    let mut edge = 0;
    for column in 0..count {
        edge += widest(column).copied().unwrap_or(0);
        if column + 1 < count {
            edge += gap;
            edges.push(edge);
        }
    }
    (edge <= width).then_some(edges)
}

/// Returns the form of a text for a figure.
pub(super) fn worded(wording: &Wording, measure: Measure) -> &str {
    if measure.is_narrow() {
        &wording.narrow
    } else {
        &wording.pictured
    }
}

/// Returns the bounding box of a drawing in a note, with its lines.
pub(super) fn ink(elements: &Elements, measure: Measure) -> Rect {
    let to = measure.of_note(UNIT);
    let boxes = elements.iter().filter_map(|element| {
        let scaled_element = resized(element, to, UNIT);
        let style = measure.style_in_note(element.role);
        let half_line = if style.stroke.is_some() {
            scaled(style.width, UNIT, 2 * HUNDREDTHS_PER_STEP)
        } else {
            0
        };
        match &scaled_element.shape {
            Shape::Disc { at: place, radius } => {
                Some(Rect::around([*place])?.widened(radius + half_line))
            }
            Shape::Line { from, to } => Some(Rect::around([*from, *to])?.widened(half_line)),
            Shape::Label {
                at: place,
                text,
                anchor,
                ..
            } => {
                let font_size = style.font_size;
                let gap = 0;
                Some(plate_of_text(
                    *place,
                    text,
                    *anchor,
                    element.role,
                    font_size,
                    gap,
                ))
            }
            shape => Some(bounds(shape)?.widened(half_line)),
        }
    });
    boxes.reduce(Rect::around_both).unwrap_or_default()
}
