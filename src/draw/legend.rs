//! Legend: the signs of a figure, each beside its meaning.

use super::annotation::{Annotations, Mark};
use super::describe::{by_mark, pairs_in_words};
use super::figure::View;
use super::label_fitting::without_sides;
use super::layout::resized;
use super::marks::mark_shape;
use super::note::{LINE, Note, Run};
use super::outline::{capsule, circle, cross, polygon, square};
use super::place::{Place, UNIT};
use super::scene::{Anchor, Element, Role, Scene, Shape, Upon};

/// Texts of all signs in legends in English, including those of the games. Each can be reworded.
pub(crate) const SIGNS: [&str; 19] = [
    "circle",
    "square",
    "cross",
    "triangle",
    "shade",
    "arrow",
    "line",
    "placed by the last turn",
    "moved by the last turn",
    "pushed from there",
    "changed by the last turn",
    "left the board",
    "row that made pieces leave",
    "number of the turn that placed it",
    "where the turn of that number entered",
    "GIPF piece, two stacked",
    "winning chain",
    "pillar",
    "closed set",
];

/// Replaces the texts of a game's own signs with the chosen ones.
pub(super) fn reworded(mut notes: Vec<Note>, view: &View) -> Vec<Note> {
    for run in notes.iter_mut().flat_map(|note| &mut note.runs) {
        let Run::Words(words) = run else { continue };
        let is_its = |sign: &str| view.lang.of_template(sign) == Some(words.as_str());
        if let Some((_, chosen)) = view.wording.iter().find(|(sign, _)| is_its(sign)) {
            words.clone_from(chosen);
        }
    }
    notes
}

/// Size of a sign and its centre.
const SIGN: i32 = UNIT * 15 / 100;
const WIDTH: i32 = UNIT * 62 / 100;
const MIDDLE: Place = Place { x: UNIT * 24 / 100, y: LINE / 2 };

fn entry(drawn: Vec<(Shape, Role)>, sign: &str, words: String) -> Note {
    let elements = drawn.into_iter().map(|(shape, role)| Element::bare(shape, role)).collect();
    Note::beside(elements, Place { x: WIDTH, y: LINE }, sign, words)
}

/// Height of a sign that is cut from the figure, and its scale in hundredths.
const CUT_HEIGHT: i32 = LINE * 125 / 100;
const CUT_SCALE: i32 = 48;

/// Cuts a die with its marks from a scene, with its middle at the origin. Its side numbers would be too small.
fn sign_of_die(scene: &Scene, name: &str) -> Option<Vec<Element>> {
    let site = scene.sites.get(name).filter(|site| site.piece.is_some() && site.corners.is_some())?;
    let own = scene.elements.iter().filter(|element| element.name == name && element.role != Role::TextOnly);
    let shown = own.filter_map(|element| without_sides(element, site.at));
    Some(shown.map(|element| element.moved(Place::default().minus(site.at))).collect())
}

/// Returns the line of a sign that is cut from the figure.
fn cut_entry(sign: Vec<Element>, text: &str, words: String) -> Note {
    let middle = Place { x: MIDDLE.x, y: CUT_HEIGHT / 2 };
    let small = sign.iter().map(|element| resized(element, CUT_SCALE, 100).moved(middle)).collect();
    Note::beside(small, Place { x: WIDTH, y: CUT_HEIGHT }, text, words)
}

impl Scene {
    /// Returns the line of a legend whose sign is what the scene has at a place. `text` represents it in text forms.
    pub(crate) fn sign_at(&self, name: &str, text: &str, words: String) -> Option<Note> {
        let site = self.sites.get(name)?;
        let own = self.elements.iter().filter(|element| element.name == name && element.role != Role::TextOnly);
        let from = Place::default().minus(site.at);
        Some(cut_entry(own.map(|element| element.moved(from)).collect(), text, words))
    }
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

/// Returns a piece with a text on it; `role` is that of the text.
fn numbered(text: &str, role: Role) -> Vec<(Shape, Role)> {
    let label = Shape::label(MIDDLE, text.to_owned(), Anchor::Middle);
    vec![(Shape::Disc { at: MIDDLE, radius: SIGN * 130 / 100 }, Role::Piece(1)), (label, role)]
}

/// Returns the lines of a legend, one per kind of mark, each with its sign for pictures and for text.
/// `last_turn` says whether the pieces of the last turn are outlined, or is `None` without such pieces.
pub(super) fn legend(
    scene: &Scene,
    annotations: &Annotations,
    view: &View,
    last_turn: Option<bool>,
) -> Vec<Note> {
    let (lang, keeps_colours) = (view.lang, scene.cells);
    // Chosen texts replace the defaults.
    let said = |usual: &'static str| -> String {
        let chosen = view.wording.iter().find(|(sign, _)| sign == usual).map(|(_, words)| words.clone());
        chosen.unwrap_or_else(|| lang.say(usual).to_owned())
    };
    let mut notes: Vec<Note> = Vec::new();
    for (mark, names) in by_mark(annotations) {
        let drawn = match mark {
            Mark::Shade => {
                let shape = mark_shape(mark, MIDDLE, SIGN);
                // As on the board: cells keep their colours, so a shade has only dots.
                let ground = (!keeps_colours).then(|| (shape.clone(), Role::Shade));
                ground.into_iter().chain([(shape, Role::ShadeDots)]).collect()
            }
            _ => vec![(mark_shape(mark, MIDDLE, SIGN), Role::Mark(Upon::Board))],
        };
        let words = format!("{}: {}", said(mark.name()), names.join(", "));
        notes.push(entry(drawn, &mark.brackets().join(" "), words));
    }
    if !annotations.arrows.is_empty() {
        notes.push(entry(arrow(), ">", format!("{}: {}", said("arrow"), pairs_in_words(&annotations.arrows, lang))));
    }
    if !annotations.lines.is_empty() {
        let words = format!("{}: {}", said("line"), pairs_in_words(&annotations.lines, lang));
        notes.push(entry(vec![(line(), Role::Arrow)], "..", words));
    }
    if let Some(is_outlined) = last_turn {
        let piece = (Shape::Disc { at: MIDDLE, radius: SIGN }, Role::Piece(1));
        let dot = (Shape::Disc { at: MIDDLE, radius: SIGN * 35 / 100 }, Role::LastTurn(1));
        // Objects that are marked as a whole are outlined.
        let outline = (polygon(&square(MIDDLE, SIGN)), Role::LastOutline);
        let words = said("placed by the last turn");
        let placed = annotations.last_turn.iter().find_map(|name| sign_of_die(scene, name));
        notes.push(match (placed, is_outlined) {
            (Some(sign), _) => cut_entry(sign, "( )", words),
            (None, true) => entry(vec![outline], "", words),
            (None, false) => entry(vec![piece, dot], "( )", words),
        });
    }
    if !annotations.moved.is_empty() {
        notes.push(entry(arrow(), ">", said("moved by the last turn")));
    }
    if let Some(pushed) = &annotations.pushed {
        let piece = (Shape::Disc { at: MIDDLE, radius: SIGN }, Role::Piece(pushed.seat));
        notes.push(entry(vec![piece], "", said("pushed from there")));
    }
    if let Some(sign) = annotations.changed.iter().find_map(|name| sign_of_die(scene, name)) {
        notes.push(cut_entry(sign, "< >", said("changed by the last turn")));
    }
    if !annotations.gone.is_empty() {
        let drawn = vec![(circle(MIDDLE, SIGN), Role::Gone), (cross(MIDDLE, SIGN * 45 / 100), Role::Mark(Upon::Board))];
        notes.push(entry(drawn, "> <", said("left the board")));
    }
    if !annotations.rows.is_empty() {
        let reach = Place { x: SIGN / 2, y: 0 };
        let drawn = capsule(MIDDLE.minus(reach), MIDDLE.plus(reach), SIGN);
        notes.push(entry(vec![(drawn, Role::Row)], "..", said("row that made pieces leave")));
    }
    if let Some((_, number)) = annotations.numbers.first() {
        let text = number.to_string();
        let drawn = numbered(&text, Role::SmallLabel(Upon::Piece(1)));
        notes.push(entry(drawn, &text, said("number of the turn that placed it")));
    }
    if let Some((_, number)) = annotations.entries.first() {
        let text = number.to_string();
        let label = Shape::label(MIDDLE, text.clone(), Anchor::Middle);
        let drawn = vec![(Shape::Disc { at: MIDDLE, radius: SIGN }, Role::Plate), (label, Role::PlateNumber)];
        notes.push(entry(drawn, &text, said("where the turn of that number entered")));
    }
    notes
}
