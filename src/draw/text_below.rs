//! Notes and captions below a board, set in lines: text, with small drawings in it. The notes about
//! the seats share columns, and so do the signs of a legend. `line_breaking.rs` breaks the text.

use std::borrow::Cow;

use super::annotation_shapes::bounds;
use super::elements::{Element, Elements};
use super::geometry::{Place, Rect, UNIT};
use super::layout::{Group, in_wide_font, kept, label, padding};
use super::line_breaking::{Room, broken_caption, lines_of, pieces_of_word};
use super::measure::{Measure, scaled};
use super::note::{Note, NoteKind, Run, Wording};
use super::resizing::resized;
use super::role::Role;
use super::shape::{Anchor, Shape};
use super::sign_strips::plate_of_text;
use super::squares_in_notes::shown_in_note;
use super::style::NOTE_FONT_SIZE;
use super::text_width;

/// Width of the column for the triangle that marks the seat to move.
const TRIANGLE: i32 = UNIT * 26 / 100;

/// Contents below a board: text, and drawings that are independent of their position.
pub(super) struct Beneath<'a> {
    pub(super) from: Place,
    pub(super) groups: Vec<Group<'a>>,
}

impl<'a> Beneath<'a> {
    /// Adds a label at its position on the page.
    pub(super) fn word(&mut self, word: Element) {
        let word = word.moved(Place::default().minus(self.from));
        match self.groups.last_mut() {
            Some(group) if group.among == Some(self.from) => group.elements.to_mut().push(word),
            _ => self.drawing(Cow::Owned(vec![word].into()), self.from),
        }
    }

    /// Makes the text of a figure uniform: if some labels keep their width, all do.
    pub(super) fn make_alike(&mut self, measure: Measure) {
        let is_word = |element: &Element| matches!(element.role, Role::Note | Role::Caption);
        let is_kept =
            |element: &Element| matches!(element.shape, Shape::Label { room: Some(_), .. });
        if !self
            .groups
            .iter()
            .flat_map(Group::drawn)
            .any(|element| is_word(element) && is_kept(element))
        {
            return;
        }
        for group in &mut self.groups {
            for element in group
                .elements
                .to_mut()
                .all_mut()
                .iter_mut()
                .filter(|element| is_word(element))
            {
                if let Shape::Label { text, room, .. } = &mut element.shape {
                    room.get_or_insert_with(|| text_width::width(text, measure.note_font_size()));
                }
            }
        }
    }

    /// Adds a drawing at a position on the page.
    fn drawing(&mut self, elements: Cow<'a, Elements>, place: Place) {
        self.groups.push(Group {
            shift: place,
            clip: None,
            among: Some(place),
            in_note: true,
            elements,
        });
    }
}

/// Part of a line of a note.
enum Fragment<'a> {
    Words(String),
    /// Elements, their size, and the length to which a unit is scaled.
    Drawing(Cow<'a, Elements>, Place, i32),
}

/// Line of a note.
#[derive(Default)]
struct NoteLine<'a> {
    /// Fragments, each after its distance from the left.
    fragments: Vec<(i32, Fragment<'a>)>,
    /// Height of the highest drawing.
    height: i32,
}

/// Length in a note, in tenths of a point at a font size of 7.5 points.
const fn tenths(count: i32) -> i32 {
    NOTE_FONT_SIZE * count / 75
}

/// Gap between the notes and the legend, and between notes and the caption.
pub(super) const BEFORE_LEGEND: i32 = tenths(50);
pub(super) const BEFORE_CAPTION: i32 = tenths(25);
/// Gap between a sign of a legend and its meaning, and between columns.
const AFTER_SIGN: i32 = tenths(35);
const BETWEEN_COLUMNS: i32 = tenths(45);
/// Gap between columns in a figure without room for the usual one.
const BETWEEN_NARROW_COLUMNS: i32 = tenths(20);
/// Size of a hand's cards, in per cent of the usual size, for which one more fits into a row.
const SMALLEST_CARD: i32 = 85;
/// Gap between a line and the next one if a drawing is higher than a line of text: in a legend, and
/// in other notes.
const AFTER_DRAWING: i32 = tenths(20);
const AFTER_CARDS: i32 = tenths(40);

/// Columns of the notes of a figure.
#[derive(Default)]
pub(super) struct Grid {
    /// Left edge of text if there is a column for the triangle.
    left: i32,
    /// Width of the signs of the legend.
    signs: i32,
    /// Left edges of the columns of the notes on the seats. Empty if there is no room for them.
    columns: Vec<i32>,
    /// True if a single piece represents a row of pieces.
    is_abridged: bool,
}

impl Grid {
    /// Returns the columns for notes in lines of a width.
    pub(super) fn new(notes: &[&Note], width: i32, measure: Measure) -> Self {
        let has_seats = notes.iter().any(|note| note.kind == NoteKind::Seat);
        let of_kind = |kind: NoteKind| notes.iter().filter(move |note| note.kind == kind);
        let signs = of_kind(NoteKind::Sign).filter_map(|note| sign_of(note));
        let widest = signs
            .map(|(elements, _)| ink(elements, measure).size().x)
            .max();
        let seats = |is_abridged: bool| -> Vec<Vec<i32>> {
            of_kind(NoteKind::Seat)
                .map(|note| column_widths(note, is_abridged, measure))
                .collect()
        };
        // A piece and a number on one line say more than a row of pieces above the number.
        let settings = [
            (false, BETWEEN_COLUMNS),
            (true, BETWEEN_COLUMNS),
            (true, BETWEEN_NARROW_COLUMNS),
        ];
        let fitting = settings.into_iter().find_map(|(is_abridged, gap)| {
            let columns = columns(&seats(is_abridged), width, measure.of_note(gap))?;
            Some((columns, is_abridged))
        });
        let (columns, is_abridged) = fitting.unwrap_or_else(|| {
            let gap = measure.of_note(BETWEEN_COLUMNS);
            let fits = |row: &Vec<i32>| row.iter().take(2).sum::<i32>() + gap <= width;
            (Vec::new(), !seats(false).iter().all(fits))
        });
        Self {
            left: if has_seats {
                measure.of_note(TRIANGLE)
            } else {
                0
            },
            signs: widest.unwrap_or(0),
            columns,
            is_abridged,
        }
    }
}

/// Returns the sign of a line of a legend, with its size.
fn sign_of(note: &Note) -> Option<(&Elements, Place)> {
    match note.runs.first()? {
        Run::Drawing { elements, size, .. } => Some((elements, *size)),
        _ => None,
    }
}

/// Returns the first piece of a row of equal pieces, with its size. Returns `None` for other
/// drawings.
fn first_of_row(elements: &Elements, size: Place) -> Option<(Elements, Place)> {
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
                let row = first_of_row(elements, *size).filter(|_| is_abridged);
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
fn columns(notes: &[Vec<i32>], width: i32, gap: i32) -> Option<Vec<i32>> {
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

/// Returns true for text, and for what only the text forms show.
fn is_text(run: &Run) -> bool {
    match run {
        Run::Words(_) | Run::Worded(_) => true,
        Run::Drawing { size, .. } => *size == Place::default(),
        Run::Tab | Run::Break => false,
    }
}

/// Returns the text of a run in a figure.
fn text_of(run: &Run, measure: Measure) -> &str {
    match run {
        Run::Words(words) => words,
        Run::Worded(wording) => worded(wording, measure),
        Run::Drawing { .. } | Run::Tab | Run::Break => "",
    }
}

/// Returns the form of a text for a figure.
fn worded(wording: &Wording, measure: Measure) -> &str {
    if measure.is_narrow() {
        &wording.narrow
    } else {
        &wording.pictured
    }
}

/// Returns the bounding box of a drawing in a note, with its lines.
fn ink(elements: &Elements, measure: Measure) -> Rect {
    let to = measure.of_note(UNIT);
    let boxes = elements.iter().filter_map(|element| {
        let scaled_element = resized(element, to, UNIT);
        let style = measure.style_in_note(element.role);
        let line = if style.stroke.is_some() {
            scaled(style.width, UNIT, 9_600)
        } else {
            0
        };
        match &scaled_element.shape {
            Shape::Disc { at: place, radius } => {
                Some(Rect::around([*place])?.widened(radius + line))
            }
            Shape::Line { from, to } => Some(Rect::around([*from, *to])?.widened(line)),
            Shape::Label {
                at: place,
                text,
                anchor,
                ..
            } => {
                let font = (element.role, style.font_size);
                Some(plate_of_text(*place, text, *anchor, font, 0))
            }
            shape => Some(bounds(shape)?.widened(line)),
        }
    });
    boxes.reduce(Rect::around_both).unwrap_or_default()
}

/// Sets a note from `place`, in lines no wider than `width`, and returns the y below it. A line is
/// as high as its highest drawing.
pub(super) fn set_note<'a>(
    note: &'a Note,
    place: Place,
    width: i32,
    measure: Measure,
    grid: &Grid,
    out: &mut Beneath<'a>,
) -> i32 {
    if !note.is_drawn() {
        return place.y;
    }
    let setting = Setting::new(note, width, measure, grid);
    let after_drawing = match note.kind {
        NoteKind::Sign => AFTER_DRAWING,
        NoteKind::Text | NoteKind::Seat => AFTER_CARDS,
    };
    setting.lines(note).into_iter().fold(place.y, |down, line| {
        let height = height_of_line(&line, after_drawing, measure);
        set_line(
            line,
            Place {
                x: place.x,
                y: down,
            },
            Place {
                x: width,
                y: height,
            },
            measure,
            out,
        );
        down + height
    })
}

/// Setting of a note in lines.
struct Setting<'a, 'g> {
    width: i32,
    measure: Measure,
    grid: &'g Grid,
    lines: Vec<NoteLine<'a>>,
    /// Left edge of wrapped text.
    indent: i32,
    /// Left edge of drawings on separate lines.
    left: i32,
    /// Distance from the left at which the last line continues.
    across: i32,
    /// Number of columns so far.
    column: usize,
    /// True if the next text begins a column.
    is_apart: bool,
    /// True for the cards of a hand.
    is_hand: bool,
}

impl<'a, 'g> Setting<'a, 'g> {
    fn new(note: &Note, width: i32, measure: Measure, grid: &'g Grid) -> Self {
        let font_size = measure.note_font_size();
        // Text beside a drawing is indented to stay beside it.
        let indent = match (note.kind, note.runs.as_slice()) {
            (NoteKind::Sign, _) => grid.signs + measure.of_note(AFTER_SIGN),
            (NoteKind::Text, _) => grid.left,
            (NoteKind::Seat, [Run::Drawing { size, .. }, ..]) => measure.of_note(size.x),
            (NoteKind::Seat, _) => 0,
        };
        // If there is room for only a few letters beside the drawing, lines begin below it.
        let indent = if width - indent < font_size * 4 {
            0
        } else {
            indent
        };
        Self {
            width,
            measure,
            grid,
            lines: vec![NoteLine::default()],
            indent,
            left: grid.left.min(indent),
            across: if note.kind == NoteKind::Text {
                indent
            } else {
                0
            },
            column: 0,
            is_apart: false,
            is_hand: false,
        }
    }

    /// Breaks a note into lines.
    fn lines(mut self, note: &'a Note) -> Vec<NoteLine<'a>> {
        let mut runs = note.runs.iter().enumerate().peekable();
        while let Some((index, run)) = runs.next() {
            match run {
                Run::Words(_) | Run::Worded(_) => {
                    // Texts in a row are broken as one.
                    let mut text = text_of(run, self.measure).to_owned();
                    while let Some((_, more)) = runs.next_if(|(_, run)| is_text(run)) {
                        text.push_str(text_of(more, self.measure));
                    }
                    let after = runs.peek().and_then(|(_, run)| self.width_after_text(run));
                    self.words(&text, after);
                }
                Run::Tab => self.tab(),
                Run::Break => {
                    self.lines.push(NoteLine::default());
                    (self.across, self.left) = (self.grid.left, self.grid.left);
                    self.is_hand = true;
                }
                Run::Drawing { elements, .. } if index == 0 && note.kind == NoteKind::Sign => {
                    self.sign(elements);
                }
                Run::Drawing { elements, size, .. } => {
                    let row = first_of_row(elements, *size)
                        .filter(|_| note.kind == NoteKind::Seat && self.grid.is_abridged);
                    let next = runs
                        .peek()
                        .map_or("", |(_, run)| text_of(run, self.measure));
                    let after = text_width::width(next.trim_end(), self.measure.note_font_size());
                    match row {
                        Some((one, size)) => self.drawing(Cow::Owned(one), size, after),
                        None => self.drawing(Cow::Borrowed(elements), *size, after),
                    }
                }
            }
        }
        self.lines
    }

    /// Returns the width of what follows a text on its line, or `None` if its line ends.
    fn width_after_text(&self, next: &Run) -> Option<i32> {
        match next {
            Run::Drawing { size, .. } => Some(self.measure.of_note(size.x)),
            Run::Tab => Some(0),
            Run::Words(_) | Run::Worded(_) | Run::Break => None,
        }
    }

    /// Sets a text; `after` is the width of what follows it on its last line.
    fn words(&mut self, words: &str, after: Option<i32>) {
        let font_size = self.measure.note_font_size();
        let others = self.width - self.indent;
        // The text of a column stays together if it can.
        let whole = text_width::width(words.trim_end(), font_size);
        let is_column = self.is_apart && self.across > self.indent;
        if is_column && self.across + whole > self.width && whole <= others {
            self.lines.push(NoteLine::default());
            self.across = self.indent;
        }
        let pieces: Vec<String> = words
            .split_inclusive(' ')
            .map(shown_in_note)
            .flat_map(|word| pieces_of_word(word, others, font_size))
            .collect();
        let room = Room {
            first: self.width - self.across,
            others,
            is_begun: self.across > self.indent,
            after,
        };
        for (number, pieces) in lines_of(&pieces, room, font_size).into_iter().enumerate() {
            if number > 0 {
                self.lines.push(NoteLine::default());
                self.across = self.indent;
            }
            if !pieces.is_empty() {
                self.words_on_line(&pieces.concat());
            }
        }
    }

    /// Adds a text to the last line.
    fn words_on_line(&mut self, words: &str) {
        if let Some(line) = self.lines.last_mut() {
            match line.fragments.last_mut() {
                Some((_, Fragment::Words(before))) if !self.is_apart => before.push_str(words),
                _ => line
                    .fragments
                    .push((self.across, Fragment::Words(words.to_owned()))),
            }
        }
        self.is_apart = false;
        self.across += text_width::width(words, self.measure.note_font_size());
    }

    fn tab(&mut self) {
        self.across = match self.grid.columns.get(self.column) {
            Some(&edge) => edge.max(self.across),
            None => self.across + self.measure.of_note(BETWEEN_COLUMNS),
        };
        self.column += 1;
        self.is_apart = true;
    }

    /// Adds the sign of a legend line, centred in the column of signs.
    fn sign(&mut self, elements: &'a Elements) {
        let ink = ink(elements, self.measure);
        let size = Place {
            x: ink.size().x,
            y: 2 * ink.middle().y,
        };
        let across = self.grid.signs / 2 - ink.middle().x;
        if let Some(line) = self.lines.last_mut() {
            let unit = self.measure.of_note(UNIT);
            line.fragments.push((
                across,
                Fragment::Drawing(Cow::Borrowed(elements), size, unit),
            ));
            line.height = line.height.max(ink.size().y);
        }
        self.across = self.grid.signs + self.measure.of_note(AFTER_SIGN);
        if self.indent == 0 {
            self.lines.push(NoteLine::default());
            self.across = 0;
        }
    }

    /// Returns the largest width of a drawing of this usual width: the width of the figure, or less
    /// for a card of a hand if one more card fits into a row then.
    fn max_drawing_width(&self, usual: i32) -> i32 {
        let row = self.width - self.left;
        let in_row = |width: i32| row / width.max(1);
        let more = in_row(scaled(usual, SMALLEST_CARD, 100));
        if self.is_hand && more > in_row(usual) && in_row(usual) > 0 {
            row / more
        } else {
            self.width
        }
    }

    /// Adds a drawing to the last line; `after` is the width of the text beside it.
    fn drawing(&mut self, elements: Cow<'a, Elements>, size: Place, after: i32) {
        let usual = self.measure.of_note(size.x);
        let unit = self.measure.of_note(UNIT);
        let max_width = self.max_drawing_width(usual);
        let to = if usual > max_width {
            scaled(unit, max_width.max(1), usual)
        } else {
            unit
        };
        let size = Place {
            x: usual.min(max_width),
            y: scaled(size.y, to, UNIT),
        };
        let has_room = |across: i32| across + size.x + after <= self.width;
        let is_too_wide = self.across + size.x > self.width;
        if (is_too_wide || !has_room(self.across) && has_room(self.left)) && self.across > 0 {
            self.lines.push(NoteLine::default());
            // A drawing that is nearly as wide as the figure needs all of it.
            self.across = if self.left + size.x <= self.width {
                self.left
            } else {
                0
            };
        }
        if let Some(line) = self.lines.last_mut() {
            line.fragments
                .push((self.across, Fragment::Drawing(elements, size, to)));
            line.height = line.height.max(size.y);
        }
        self.across += size.x;
    }
}

fn height_of_line(line: &NoteLine<'_>, after_drawing: i32, measure: Measure) -> i32 {
    let with_gap = line.height + measure.of_note(after_drawing);
    if line.height > measure.note_line_height() {
        with_gap
    } else {
        measure.note_line_height()
    }
}

/// Sets a line from its upper left corner in the space of its size.
fn set_line<'a>(
    line: NoteLine<'a>,
    point: Place,
    space: Place,
    measure: Measure,
    out: &mut Beneath<'a>,
) {
    let is_seen = |fragment: &Fragment<'_>| match fragment {
        Fragment::Words(words) => !words.trim().is_empty(),
        Fragment::Drawing(elements, ..) => !elements.is_empty(),
    };
    let last = line
        .fragments
        .iter()
        .rposition(|(_, fragment)| is_seen(fragment));
    for (number, (across, fragment)) in line.fragments.into_iter().enumerate() {
        let x = point.x + across;
        match fragment {
            Fragment::Words(words) if words.trim().is_empty() => {}
            Fragment::Words(words) => {
                let place = Place {
                    x,
                    y: point.y + space.y / 2,
                };
                let words = words.trim_end().to_owned();
                let end =
                    across + in_wide_font(text_width::width(&words, measure.note_font_size()));
                let is_free =
                    last.is_none_or(|last| last <= number) && end <= space.x + padding(measure);
                out.word(if is_free {
                    label(place, words, Anchor::Start, Role::Note)
                } else {
                    kept(place, words, Anchor::Start, Role::Note, measure)
                });
            }
            Fragment::Drawing(elements, size, to) => {
                out.drawing(
                    in_scale(elements, to),
                    Place {
                        x,
                        y: point.y + (space.y - size.y) / 2,
                    },
                );
            }
        }
    }
}

/// Scales a drawing in a note: a unit becomes `to`.
fn in_scale(elements: Cow<'_, Elements>, to: i32) -> Cow<'_, Elements> {
    match to {
        UNIT => elements,
        to => Cow::Owned(
            elements
                .iter()
                .map(|element| resized(element, to, UNIT))
                .collect::<Vec<_>>()
                .into(),
        ),
    }
}

/// Sets a caption that begins at height `down`, at the left edge of a page, and returns the y below
/// it.
pub(super) fn set_caption(
    caption: &str,
    down: i32,
    page: i32,
    measure: Measure,
    out: &mut Beneath<'_>,
) -> i32 {
    let left = padding(measure);
    let lines = broken_caption(caption, page - left * 2, measure.note_font_size());
    lines.into_iter().fold(down, |down, line| {
        let place = Place {
            x: left,
            y: down + measure.note_line_height() / 2,
        };
        let fits = left + in_wide_font(text_width::width(&line, measure.note_font_size())) <= page;
        out.word(if fits {
            label(place, line, Anchor::Start, Role::Caption)
        } else {
            kept(place, line, Anchor::Start, Role::Caption, measure)
        });
        down + measure.note_line_height()
    })
}

/// Returns the parts of each line of a note, from the left: the distance of each from the left
/// edge, and its text; `None` for a drawing.
#[cfg(test)]
pub(super) fn parts_of_lines(
    note: &Note,
    width: i32,
    measure: Measure,
    grid: &Grid,
) -> Vec<Vec<(i32, Option<String>)>> {
    let part = |(across, fragment): (i32, Fragment<'_>)| {
        let text = match fragment {
            Fragment::Words(words) => Some(words.trim_end().to_owned()),
            Fragment::Drawing(..) => None,
        };
        (across, text)
    };
    let lines = Setting::new(note, width, measure, grid).lines(note);
    lines
        .into_iter()
        .map(|line| line.fragments.into_iter().map(part).collect())
        .collect()
}
