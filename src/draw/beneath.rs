//! Notes and captions below a board: text and small drawings, in lines.

use std::borrow::Cow;

use super::axis::shown_in_note;
use super::elements::Elements;
use super::label_fitting::resized;
use super::layout::{Group, in_wide_letters, kept, label, padding};
use super::measure::{Measure, scaled};
use super::metrics;
use super::note::{Note, Run};
use super::place::{Place, UNIT};
use super::scene::{Anchor, Element, Role, Shape};
use super::wrapping::{broken, parts_of_wide};

/// Gap after a line with a drawing.
const LINE_GAP: i32 = UNIT * 10 / 100;

/// Contents below a board: text, and drawings, which are identical wherever they are.
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
                    room.get_or_insert_with(|| metrics::width(text, measure.note()));
                }
            }
        }
    }

    /// Adds a drawing at a position on the page.
    fn drawing(&mut self, elements: Cow<'a, Elements>, at: Place) {
        self.groups.push(Group {
            shift: at,
            clip: None,
            among: Some(at),
            in_note: true,
            elements,
        });
    }
}

/// Part of a line of a note.
enum Fragment<'a> {
    Words(String),
    /// Elements, their size, and the length to which a unit is scaled.
    Drawing(&'a Elements, Place, i32),
}

/// Fragments of a line of a note, each after its distance from the left.
type NoteLine<'a> = Vec<(i32, Fragment<'a>)>;

/// Sets a note from `at`, in lines no wider than `width`, and returns the y below it. A line is as
/// high as its highest drawing.
pub(super) fn set_note<'a>(
    note: &'a Note,
    at: Place,
    width: i32,
    measure: Measure,
    out: &mut Beneath<'a>,
) -> i32 {
    if !note.is_drawn() {
        return at.y;
    }
    lines_of_note(note, width, measure)
        .into_iter()
        .fold(at.y, |down, line| {
            let height = height_of_line(&line, measure);
            set_line(
                line,
                Place { x: at.x, y: down },
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

/// Breaks a note into lines.
fn lines_of_note(note: &Note, width: i32, measure: Measure) -> Vec<NoteLine<'_>> {
    let letters = measure.note();
    let mut lines: Vec<NoteLine<'_>> = vec![Vec::new()];
    // Text beside a drawing is indented to stay beside it.
    let indent = match note.runs.as_slice() {
        [Run::Drawing { size, .. }, Run::Words(_), ..] => measure.of_note(size.x),
        _ => 0,
    };
    // Beside a few letters, lines begin below the drawing.
    let indent = if width - indent < letters * 4 {
        0
    } else {
        indent
    };
    let mut across = 0;
    let mut left = indent;
    for run in &note.runs {
        match run {
            Run::Words(words) => {
                let words = words.split_inclusive(' ').map(shown_in_note);
                let words: Vec<_> = words
                    .flat_map(|word| parts_of_wide(word, width - indent, letters))
                    .collect();
                for word in words {
                    if across + metrics::width(word.trim_end(), letters) > width && across > indent
                    {
                        lines.push(Vec::new());
                        across = indent;
                    }
                    if let Some(line) = lines.last_mut() {
                        match line.last_mut() {
                            Some((_, Fragment::Words(words))) => words.push_str(&word),
                            _ => line.push((across, Fragment::Words(word.clone()))),
                        }
                    }
                    across += metrics::width(&word, letters);
                }
            }
            Run::Break => {
                lines.push(Vec::new());
                (across, left) = (0, 0);
            }
            Run::Drawing { elements, size, .. } => {
                // A drawing that is wider than the figure shrinks.
                let usual = measure.of_note(size.x);
                let unit = measure.of_note(UNIT);
                let to = if usual > width {
                    scaled(unit, width.max(1), usual)
                } else {
                    unit
                };
                let size = Place {
                    x: usual.min(width),
                    y: scaled(size.y, to, UNIT),
                };
                if across + size.x > width && across > 0 {
                    lines.push(Vec::new());
                    // A drawing that is nearly as wide as the figure needs all of it.
                    across = if left + size.x <= width { left } else { 0 };
                }
                if let Some(line) = lines.last_mut() {
                    line.push((across, Fragment::Drawing(elements, size, to)));
                }
                across += size.x;
            }
        }
    }
    lines
}

fn height_of_line(line: &NoteLine<'_>, measure: Measure) -> i32 {
    let heights = line.iter().map(|(_, fragment)| match fragment {
        Fragment::Words(_) => 0,
        Fragment::Drawing(_, size, _) => size.y,
    });
    let highest = heights.max().unwrap_or(0);
    if highest > measure.line() {
        highest + measure.of_note(LINE_GAP)
    } else {
        measure.line()
    }
}

/// Sets a line from its upper left corner in the space of its size.
fn set_line<'a>(
    line: NoteLine<'a>,
    at: Place,
    space: Place,
    measure: Measure,
    out: &mut Beneath<'a>,
) {
    let is_drawn = |fragment: &Fragment<'_>| matches!(fragment, Fragment::Drawing(elements, ..) if !elements.is_empty());
    let last_drawing = line.iter().rposition(|(_, fragment)| is_drawn(fragment));
    for (number, (across, fragment)) in line.into_iter().enumerate() {
        let x = at.x + across;
        match fragment {
            Fragment::Words(words) if words.trim().is_empty() => {}
            Fragment::Words(words) => {
                let place = Place {
                    x,
                    y: at.y + space.y / 2,
                };
                let words = words.trim_end().to_owned();
                let end = across + in_wide_letters(metrics::width(&words, measure.note()));
                let is_free = last_drawing.is_none_or(|drawing| drawing < number)
                    && end <= space.x + padding(measure);
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
                        y: at.y + (space.y - size.y) / 2,
                    },
                );
            }
        }
    }
}

/// Scales a drawing in a note: a unit becomes `to`.
fn in_scale(elements: &Elements, to: i32) -> Cow<'_, Elements> {
    match to {
        UNIT => Cow::Borrowed(elements),
        to => Cow::Owned(
            elements
                .iter()
                .map(|element| resized(element, to, UNIT))
                .collect::<Vec<_>>()
                .into(),
        ),
    }
}

/// Sets a caption from the height `down`, centred on a page, and returns the y below it.
pub(super) fn set_caption(
    caption: &str,
    down: i32,
    page: i32,
    measure: Measure,
    out: &mut Beneath<'_>,
) -> i32 {
    let lines = broken(caption, page - padding(measure) * 2, measure.note());
    lines.into_iter().fold(down, |down, line| {
        let at = Place {
            x: page / 2,
            y: down + measure.line() / 2,
        };
        let fits = in_wide_letters(metrics::width(&line, measure.note())) <= page;
        out.word(if fits {
            label(at, line, Anchor::Middle, Role::Caption)
        } else {
            kept(at, line, Anchor::Middle, Role::Caption, measure)
        });
        down + measure.line()
    })
}
