//! Lines of a note: text that is broken into lines, and drawings among it.
//!
//! A *note* consists of *runs*: words, drawings, tabs to the next column, and breaks of the line. A
//! [`NoteSetter`] turns them into *fragments*, each at its place in a line.

use std::borrow::Cow;

use super::elements::Elements;
use super::geometry::{Place, UNIT};
use super::line_breaking::{TextRoom, lines_of, pieces_of_word};
use super::measure::{Measure, scaled, tenths};
use super::note::{Note, NoteKind, Run};
use super::note_columns::{BETWEEN_COLUMNS, Grid, first_of_row, ink, worded};
use super::squares_in_notes::shown_in_note;
use super::text_width;

/// Gap between a sign of a legend and its meaning.
const AFTER_SIGN: i32 = tenths(35);
/// Size of a hand's cards, in per cent of the usual size, for which one more fits into a row.
const SMALLEST_CARD: i32 = 85;

/// Part of a line of a note.
pub(super) struct Fragment<'a> {
    /// Distance from the left.
    pub(super) across: i32,
    pub(super) content: Content<'a>,
}

/// Content of a part of a line.
pub(super) enum Content<'a> {
    Words(String),
    Drawing {
        elements: Cow<'a, Elements>,
        /// Size on the page.
        size: Place,
        /// Length to which a unit of the elements is scaled.
        unit: i32,
    },
}

/// Line of a note.
#[derive(Default)]
pub(super) struct NoteLine<'a> {
    pub(super) fragments: Vec<Fragment<'a>>,
    /// Height of the highest drawing.
    pub(super) height: i32,
}

/// Sets a note in lines, run by run.
pub(super) struct NoteSetter<'a, 'g> {
    width: i32,
    measure: Measure,
    grid: &'g Grid,
    lines: Vec<NoteLine<'a>>,
    /// Left edge of wrapped text.
    indent: i32,
    /// Left edge of drawings on separate lines.
    left: i32,
    /// Width of the last line so far: the distance from the left at which it continues.
    line_width: i32,
    /// Number of columns so far.
    column: usize,
    /// True if the next text begins a column.
    begins_column: bool,
    /// True after a [`Run::Break`]: the drawings that follow are the cards of a hand.
    is_hand: bool,
}

impl<'a, 'g> NoteSetter<'a, 'g> {
    pub(super) fn new(note: &Note, width: i32, measure: Measure, grid: &'g Grid) -> Self {
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
            line_width: if note.kind == NoteKind::Text {
                indent
            } else {
                0
            },
            column: 0,
            begins_column: false,
            is_hand: false,
        }
    }

    /// Breaks a note into lines.
    pub(super) fn lines(mut self, note: &'a Note) -> Vec<NoteLine<'a>> {
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
                    self.add_words(&text, after);
                }
                Run::Tab => self.add_tab(),
                Run::Break => {
                    self.lines.push(NoteLine::default());
                    self.line_width = self.grid.left;
                    self.left = self.grid.left;
                    self.is_hand = true;
                }
                Run::Drawing { elements, .. } if index == 0 && note.kind == NoteKind::Sign => {
                    self.add_sign(elements);
                }
                Run::Drawing { elements, size, .. } => {
                    let is_abridged = note.kind == NoteKind::Seat && self.grid.is_abridged;
                    let first_of_row = if is_abridged {
                        first_of_row(elements, *size)
                    } else {
                        None
                    };
                    let next = runs
                        .peek()
                        .map_or("", |(_, run)| text_of(run, self.measure));
                    let after = text_width::width(next.trim_end(), self.measure.note_font_size());
                    match first_of_row {
                        Some((one, size)) => self.add_drawing(Cow::Owned(one), size, after),
                        None => self.add_drawing(Cow::Borrowed(elements), *size, after),
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
    fn add_words(&mut self, words: &str, after: Option<i32>) {
        let font_size = self.measure.note_font_size();
        let width_of_other_lines = self.width - self.indent;
        // The text of a column stays together if it can.
        let whole = text_width::width(words.trim_end(), font_size);
        let is_column = self.begins_column && self.line_width > self.indent;
        if is_column && self.line_width + whole > self.width && whole <= width_of_other_lines {
            self.lines.push(NoteLine::default());
            self.line_width = self.indent;
        }
        let pieces: Vec<String> = words
            .split_inclusive(' ')
            .map(shown_in_note)
            .flat_map(|word| pieces_of_word(word, width_of_other_lines, font_size))
            .collect();
        let room = TextRoom {
            first: self.width - self.line_width,
            others: width_of_other_lines,
            is_begun: self.line_width > self.indent,
            after,
        };
        for (number, pieces) in lines_of(&pieces, room, font_size).into_iter().enumerate() {
            if number > 0 {
                self.lines.push(NoteLine::default());
                self.line_width = self.indent;
            }
            if !pieces.is_empty() {
                self.words_on_line(&pieces.concat());
            }
        }
    }

    /// Adds a text to the last line.
    fn words_on_line(&mut self, words: &str) {
        if let Some(line) = self.lines.last_mut() {
            let last = line.fragments.last_mut().map(|last| &mut last.content);
            match last {
                Some(Content::Words(before)) if !self.begins_column => before.push_str(words),
                _ => line.fragments.push(Fragment {
                    across: self.line_width,
                    content: Content::Words(words.to_owned()),
                }),
            }
        }
        self.begins_column = false;
        self.line_width += text_width::width(words, self.measure.note_font_size());
    }

    /// Moves to the next column.
    fn add_tab(&mut self) {
        self.line_width = match self.grid.columns.get(self.column) {
            Some(&edge) => edge.max(self.line_width),
            None => self.line_width + self.measure.of_note(BETWEEN_COLUMNS),
        };
        self.column += 1;
        self.begins_column = true;
    }

    /// Adds the sign of a legend line, centred in the column of signs.
    fn add_sign(&mut self, elements: &'a Elements) {
        let ink = ink(elements, self.measure);
        let size = Place {
            x: ink.size().x,
            // A drawing is centred by half of its height. Twice the middle of the ink therefore
            // puts this middle on the middle of the line.
            y: 2 * ink.middle().y,
        };
        let left = self.grid.signs / 2 - ink.middle().x;
        if let Some(line) = self.lines.last_mut() {
            line.fragments.push(Fragment {
                across: left,
                content: Content::Drawing {
                    elements: Cow::Borrowed(elements),
                    size,
                    unit: self.measure.of_note(UNIT),
                },
            });
            line.height = line.height.max(ink.size().y);
        }
        self.line_width = self.grid.signs + self.measure.of_note(AFTER_SIGN);
        if self.indent == 0 {
            self.lines.push(NoteLine::default());
            self.line_width = 0;
        }
    }

    /// Returns the largest width of a drawing of this usual width: the width of the figure, or less
    /// for a card of a hand if one more card fits into a row then.
    fn max_drawing_width(&self, usual: i32) -> i32 {
        let row = self.width - self.left;
        let cards_in_row = |width: i32| row / width.max(1);
        let usual_cards = cards_in_row(usual);
        let smaller_cards = cards_in_row(scaled(usual, SMALLEST_CARD, 100));
        if self.is_hand && smaller_cards > usual_cards && usual_cards > 0 {
            row / smaller_cards
        } else {
            self.width
        }
    }

    /// Adds a drawing to the last line; `after` is the width of the text beside it.
    fn add_drawing(&mut self, elements: Cow<'a, Elements>, size: Place, after: i32) {
        let usual = self.measure.of_note(size.x);
        let usual_unit = self.measure.of_note(UNIT);
        let max_width = self.max_drawing_width(usual);
        let unit = if usual > max_width {
            scaled(usual_unit, max_width.max(1), usual)
        } else {
            usual_unit
        };
        let size = Place {
            x: usual.min(max_width),
            y: scaled(size.y, unit, UNIT),
        };
        let has_room = |left: i32| left + size.x + after <= self.width;
        let is_too_wide = self.line_width + size.x > self.width;
        let fits_on_new_line = !has_room(self.line_width) && has_room(self.left);
        if self.line_width > 0 && (is_too_wide || fits_on_new_line) {
            self.lines.push(NoteLine::default());
            // A drawing that is nearly as wide as the figure needs all of it.
            self.line_width = if self.left + size.x <= self.width {
                self.left
            } else {
                0
            };
        }
        if let Some(line) = self.lines.last_mut() {
            line.fragments.push(Fragment {
                across: self.line_width,
                content: Content::Drawing {
                    elements,
                    size,
                    unit,
                },
            });
            line.height = line.height.max(size.y);
        }
        self.line_width += size.x;
    }
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
