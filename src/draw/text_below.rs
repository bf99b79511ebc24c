//! Notes and captions below a board, set on the page. `note_columns.rs` determines the columns of
//! the notes, and `note_lines.rs` breaks a note into lines.

use std::borrow::Cow;

use super::elements::{Element, Elements};
use super::geometry::{Place, UNIT};
use super::layout::{Group, in_wide_font, label, label_of_fixed_width, padding};
use super::line_breaking::broken_caption;
use super::measure::{Measure, tenths};
use super::note::{Note, NoteKind};
use super::note_columns::Grid;
use super::note_lines::{Content, NoteLine, NoteSetter};
use super::resizing::resized;
use super::role::Role;
use super::shape::{Anchor, Shape};
use super::text_width;

/// Gap between the notes and the legend.
pub(super) const BEFORE_LEGEND: i32 = tenths(50);
/// Gap between notes and the caption.
pub(super) const BEFORE_CAPTION: i32 = tenths(25);
/// Gap after a line of a legend with a drawing that is higher than a line of text.
const AFTER_DRAWING: i32 = tenths(20);
/// Gap after a line of other notes with such a drawing, which shows cards.
const AFTER_CARDS: i32 = tenths(40);

/// Contents below a board: text, and drawings that are independent of their position.
pub(super) struct Beneath<'a> {
    /// Upper left corner of the contents on the page, to which labels are relative.
    pub(super) from: Place,
    pub(super) groups: Vec<Group<'a>>,
}

impl<'a> Beneath<'a> {
    /// Adds a label at its position on the page.
    pub(super) fn word(&mut self, word: Element) {
        let word = word.moved(Place::default().minus(self.from));
        match self.groups.last_mut() {
            Some(group) if group.text_place == Some(self.from) => {
                group.elements.to_mut().push(word);
            }
            _ => self.drawing(Cow::Owned(vec![word].into()), self.from),
        }
    }

    /// Makes the text of a figure uniform: if some labels keep their width, all do.
    pub(super) fn fix_all_widths(&mut self, measure: Measure) {
        let is_word = |element: &Element| matches!(element.role, Role::Note | Role::Caption);
        let is_kept =
            |element: &Element| matches!(element.shape, Shape::Label { room: Some(_), .. });
        let is_any_kept = self
            .groups
            .iter()
            .flat_map(Group::drawn)
            .any(|element| is_word(element) && is_kept(element));
        if !is_any_kept {
            return;
        }

        let font_size = measure.note_font_size();
        for group in &mut self.groups {
            for element in group.elements.to_mut().all_mut() {
                if is_word(element)
                    && let Shape::Label { text, room, .. } = &mut element.shape
                {
                    room.get_or_insert_with(|| text_width::width(text, font_size));
                }
            }
        }
    }

    /// Adds a drawing at a position on the page.
    fn drawing(&mut self, elements: Cow<'a, Elements>, place: Place) {
        self.groups.push(Group {
            shift: place,
            clip: None,
            text_place: Some(place),
            in_note: true,
            elements,
        });
    }
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
    let setter = NoteSetter::new(note, width, measure, grid);
    let after_drawing = match note.kind {
        NoteKind::Sign => AFTER_DRAWING,
        NoteKind::Text | NoteKind::Seat => AFTER_CARDS,
    };
    let mut corner = place;
    for line in setter.lines(note) {
        let height = height_of_line(&line, after_drawing, measure);
        let space = Place {
            x: width,
            y: height,
        };
        set_line(line, corner, space, measure, out);
        corner.y += height;
    }
    corner.y
}

/// Returns the height of a line, with the gap after a high drawing.
fn height_of_line(line: &NoteLine<'_>, after_drawing: i32, measure: Measure) -> i32 {
    let with_gap = line.height + measure.of_note(after_drawing);
    if line.height > measure.note_line_height() {
        with_gap
    } else {
        measure.note_line_height()
    }
}

/// Sets a line, whose upper left corner is `corner`, in a space of the given width and height.
fn set_line<'a>(
    line: NoteLine<'a>,
    corner: Place,
    space: Place,
    measure: Measure,
    out: &mut Beneath<'a>,
) {
    let is_seen = |content: &Content<'_>| match content {
        Content::Words(words) => !words.trim().is_empty(),
        Content::Drawing { elements, .. } => !elements.is_empty(),
    };
    let last_seen = line
        .fragments
        .iter()
        .rposition(|fragment| is_seen(&fragment.content));
    for (index, fragment) in line.fragments.into_iter().enumerate() {
        let across = fragment.across;
        let x = corner.x + across;
        match fragment.content {
            Content::Words(words) if words.trim().is_empty() => {}
            Content::Words(words) => {
                let place = Place {
                    x,
                    y: corner.y + space.y / 2,
                };
                let words = words.trim_end().to_owned();
                let width = text_width::width(&words, measure.note_font_size());
                let end = across + in_wide_font(width);
                // The last text of a line may be wider in another font.
                let is_last = last_seen.is_none_or(|last| last <= index);
                let is_free = is_last && end <= space.x + padding(measure);
                out.word(if is_free {
                    label(place, words, Anchor::Start, Role::Note)
                } else {
                    label_of_fixed_width(place, words, Anchor::Start, Role::Note, measure)
                });
            }
            Content::Drawing {
                elements,
                size,
                unit,
            } => {
                let place = Place {
                    x,
                    y: corner.y + (space.y - size.y) / 2,
                };
                out.drawing(in_scale(elements, unit), place);
            }
        }
    }
}

/// Scales a drawing in a note: a unit becomes `unit`.
fn in_scale(elements: Cow<'_, Elements>, unit: i32) -> Cow<'_, Elements> {
    if unit == UNIT {
        return elements;
    }
    let scaled: Vec<Element> = elements
        .iter()
        .map(|element| resized(element, unit, UNIT))
        .collect();
    Cow::Owned(scaled.into())
}

/// Sets a caption that begins at height `down`, at the left edge of a page of width `page`, and
/// returns the y below it.
pub(super) fn set_caption(
    caption: &str,
    down: i32,
    page: i32,
    measure: Measure,
    out: &mut Beneath<'_>,
) -> i32 {
    let left = padding(measure);
    let line_height = measure.note_line_height();
    let mut y = down;
    for line in broken_caption(caption, page - left * 2, measure.note_font_size()) {
        let place = Place {
            x: left,
            y: y + line_height / 2,
        };
        let fits = left + in_wide_font(text_width::width(&line, measure.note_font_size())) <= page;
        out.word(if fits {
            label(place, line, Anchor::Start, Role::Caption)
        } else {
            label_of_fixed_width(place, line, Anchor::Start, Role::Caption, measure)
        });
        y += line_height;
    }
    y
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
    use super::note_lines::Fragment;

    let part = |fragment: Fragment<'_>| {
        let text = match fragment.content {
            Content::Words(words) => Some(words.trim_end().to_owned()),
            Content::Drawing { .. } => None,
        };
        (fragment.across, text)
    };
    let lines = NoteSetter::new(note, width, measure, grid).lines(note);
    lines
        .into_iter()
        .map(|line| line.fragments.into_iter().map(part).collect())
        .collect()
}
