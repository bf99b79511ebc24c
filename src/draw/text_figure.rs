//! The text forms of figures: boards of ASCII or Unicode characters, with their notes below.
//! Annotations have characters too: a mark is a pair of brackets around its place, such as `[ ]`.
//!
//! [`write_text_figure`] puts the characters of each element on a [`Canvas`], whose cells are the
//! rows and columns of the text. Then it adds straight lines ([`TextLines`]), the names at the
//! edges, the notes and the caption.

use super::elements::Element;
use super::figure::Figure;
use super::geometry::Place;
use super::note::{Note, NoteKind, Run};
use super::role::Role;
use super::scene::Scene;
use super::shape::{Anchor, Shape};
use super::text_canvas::{Canvas, TextLines};
use crate::text;

/// Characters allowed in a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Charset {
    /// ASCII, which every program supports.
    Ascii,
    /// Unicode.
    Unicode,
}

/// Writes a scene without annotations as lines of ASCII text.
pub fn write_text(scene: &Scene) -> String {
    write_text_figure(&Figure::plain(scene.clone()), Charset::Ascii)
}

/// Writes a figure as lines of text. Marks become brackets around their places.
pub fn write_text_figure(figure: &Figure, charset: Charset) -> String {
    if !figure.has_text {
        return "This board has no text format when it is rotated.\n".to_owned();
    }

    let visible = figure.cut.any().then_some(figure.visible);
    // Links between pieces need lines between those of the pieces; without a link, such a line is
    // left out.
    let has_links = figure
        .elements
        .iter()
        .any(|element| element.role == Role::ChainEdge);
    let grid = Place {
        y: if has_links {
            figure.text_grid.y / 2
        } else {
            figure.text_grid.y
        },
        ..figure.text_grid
    };
    let mut canvas = Canvas::new(grid, figure.span.from, visible, has_links);
    put_elements(&mut canvas, figure, charset);
    canvas.put_names(figure);
    let mut written = canvas.into_text();
    push_notes(&mut written, figure, charset);
    if let Some(caption) = &figure.caption {
        written.push('\n');
        written.push_str(&text::lines(caption));
        written.push('\n');
    }

    written
}

/// Puts the elements of a board on a canvas, with straight lines below everything else.
fn put_elements(canvas: &mut Canvas, figure: &Figure, charset: Charset) {
    let mut lines = TextLines::default();
    for element in &figure.elements {
        let (place, anchor) = match &element.shape {
            Shape::Disc { at: place, .. } => (*place, Anchor::Middle),
            Shape::Label {
                at: place, anchor, ..
            } => (*place, *anchor),
            Shape::Polygon { corners } if !element.text.is_empty() => {
                canvas.fill(corners, glyphs(element, charset));
                continue;
            }
            Shape::Line { from, to }
                if charset == Charset::Unicode && !glyphs(element, charset).is_empty() =>
            {
                lines.add(canvas, *from, *to);
                continue;
            }
            Shape::Line { from, to } if element.role == Role::ChainEdge => {
                canvas.put_link(*from, *to, charset);
                continue;
            }
            Shape::Line { .. } | Shape::Polygon { .. } | Shape::Path { .. } => continue,
        };
        if canvas.shows(place) {
            canvas.put(place, anchor, glyphs(element, charset));
        }
    }

    lines.put_below(canvas);
}

/// Adds the notes of a figure after an empty line.
fn push_notes(written: &mut String, figure: &Figure, charset: Charset) {
    let lines: Vec<String> = figure
        .notes
        .iter()
        .filter(|note| !note.lacks_sign())
        .map(|note| note_in_text(note, figure, charset))
        .chain(figure.text_notes.iter().cloned())
        .filter(|line| !line.is_empty())
        .collect();
    if !lines.is_empty() {
        written.push('\n');
    }
    for line in lines {
        written.push_str(&text::lines(line.trim_end()));
        written.push('\n');
    }
}

/// Returns a note as text. The sign of a legend consists of the characters on the board.
fn note_in_text(note: &Note, figure: &Figure, charset: Charset) -> String {
    let words = note.words();
    let sign = match note.runs.first() {
        Some(Run::Drawing { words: sign, .. }) if note.kind == NoteKind::Sign => sign,
        _ => return words,
    };
    if charset == Charset::Ascii {
        return words;
    }
    let in_unicode = |part: &str| {
        let is_same = |element: &&Element| element.text == part && element.unicode.is_some();
        match figure.elements.iter().find(is_same) {
            // A piece, whose ASCII form is a letter.
            Some(element) if part.starts_with(char::is_alphabetic) => {
                glyphs(element, charset).to_owned()
            }
            // A link between pieces.
            _ if part == "=" => "═".to_owned(),
            _ => part.to_owned(),
        }
    };
    let parts: Vec<String> = sign.split(' ').map(in_unicode).collect();
    words.replacen(sign, &parts.join(" "), 1)
}

/// Returns the characters of an element.
fn glyphs(element: &Element, charset: Charset) -> &str {
    match (&element.unicode, charset) {
        (Some(unicode), Charset::Unicode) => unicode,
        _ => &element.text,
    }
}
