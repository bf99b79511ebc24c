//! What the marks of a figure mean, each sign beside its meaning.

use super::annotation::{Annotations, Mark, mark_shape};
use super::describe::{by_mark, pairs};
use super::metrics;
use super::note::{LINE, Note, Run};
use super::outline::{capsule, circle, cross};
use super::place::{Place, UNIT};
use super::scene::{Anchor, Element, Role, Shape, Upon};
use super::style::NOTE_LETTERS;

/// The size of a sign, and where its middle is.
const SIGN: i32 = UNIT * 15 / 100;
const WIDTH: i32 = UNIT * 62 / 100;
const MIDDLE: Place = Place { x: UNIT * 24 / 100, y: LINE / 2 };

fn entry(drawn: Vec<(Shape, Role)>, sign: &str, words: String) -> Note {
    let elements = drawn.into_iter().map(|(shape, role)| Element::bare(shape, role)).collect();
    Note::beside(elements, Place { x: WIDTH, y: LINE }, sign, words)
}

/// An entry that the text forms do without, as they say what it speaks of in words.
fn drawn_entry(mut drawn: Vec<(Shape, Role)>, words: &str) -> Note {
    let at = Place { x: WIDTH, ..MIDDLE };
    drawn.push((Shape::Label { at, text: words.to_owned().into(), anchor: Anchor::Start }, Role::Note));
    let elements = drawn.into_iter().map(|(shape, role)| Element::bare(shape, role)).collect();
    let size = Place { x: WIDTH + metrics::width(words, NOTE_LETTERS), y: LINE };
    Note { runs: vec![Run::Drawing { elements, size, words: String::new() }] }
}

fn line() -> Shape {
    Shape::Line { from: MIDDLE.minus(Place { x: SIGN, y: 0 }), to: MIDDLE.plus(Place { x: SIGN, y: 0 }) }
}

fn arrow() -> Vec<(Shape, Role)> {
    let at = |x: i32, y: i32| MIDDLE.plus(Place { x: SIGN * x / 100, y: SIGN * y / 100 });
    let corners = vec![at(120, 0), at(10, 60), at(10, -60)];
    let shaft = Shape::Line { from: at(-120, 0), to: at(30, 0) };
    vec![(shaft, Role::Arrow), (Shape::Polygon { corners }, Role::ArrowHead)]
}

/// The lines of a legend, one a kind of mark.
pub(super) fn legend(annotations: &Annotations) -> Vec<Note> {
    let mut notes: Vec<Note> = Vec::new();
    for (mark, names) in by_mark(annotations) {
        let role = if mark == Mark::Shade { Role::Shade } else { Role::Mark(Upon::Board) };
        let words = format!("{}: {}", mark.name(), names.join(", "));
        notes.push(entry(vec![(mark_shape(mark, MIDDLE, SIGN), role)], &mark.brackets().join(" "), words));
    }
    if !annotations.arrows.is_empty() {
        notes.push(entry(arrow(), "", format!("arrow: {}", pairs(&annotations.arrows, " to "))));
    }
    if !annotations.lines.is_empty() {
        let words = format!("line: {}", pairs(&annotations.lines, " to "));
        notes.push(entry(vec![(line(), Role::Arrow)], "", words));
    }
    if !annotations.last_turn.is_empty() {
        let piece = (Shape::Disc { at: MIDDLE, radius: SIGN }, Role::Piece(1));
        let dot = (Shape::Disc { at: MIDDLE, radius: SIGN * 35 / 100 }, Role::LastTurn(1));
        notes.push(entry(vec![piece, dot], "( )", "placed by the last turn".into()));
    }
    if !annotations.moved.is_empty() {
        notes.push(drawn_entry(arrow(), "moved by the last turn"));
    }
    if !annotations.gone.is_empty() {
        let drawn = vec![(circle(MIDDLE, SIGN), Role::Gone), (cross(MIDDLE, SIGN * 45 / 100), Role::Mark(Upon::Board))];
        notes.push(entry(drawn, "> <", "left the board".into()));
    }
    if !annotations.rows.is_empty() {
        let reach = Place { x: SIGN / 2, y: 0 };
        let drawn = capsule(MIDDLE.minus(reach), MIDDLE.plus(reach), SIGN);
        notes.push(drawn_entry(vec![(drawn, Role::Row)], "row that made pieces leave"));
    }
    notes
}
