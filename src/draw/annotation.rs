//! What a figure shows besides the position: marks, movements, numbers of turns.

use std::collections::BTreeMap;

use super::describe::{sentences, text_notes};
use super::figure::View;
use super::legend::legend;
use super::metrics;
use super::note::{LINE, Note, Run};
use super::place::{Place, UNIT};
use super::scene::{Anchor, Element, Role, Scene, Shape, Site};
use super::style::style;

/// A mark that stands on one place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Mark {
    /// A ring.
    Circle,
    /// The outline of a square.
    Square,
    /// Two crossing lines.
    Cross,
    /// The outline of a triangle.
    Triangle,
    /// A shaded ground.
    Shade,
}

impl Mark {
    /// All of them.
    pub const ALL: [Self; 5] = [Self::Circle, Self::Square, Self::Cross, Self::Triangle, Self::Shade];

    /// The command of the notation that puts it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Circle => "circle",
            Self::Square => "square",
            Self::Cross => "cross",
            Self::Triangle => "triangle",
            Self::Shade => "shade",
        }
    }

    /// What stands before and behind a place in the text forms.
    pub fn brackets(self) -> [&'static str; 2] {
        match self {
            Self::Circle => ["{", "}"],
            Self::Square => ["[", "]"],
            Self::Cross => [">", "<"],
            Self::Triangle => ["/", "\\"],
            Self::Shade => ["=", "="],
        }
    }
}

/// A piece that has left the board.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Ghost {
    /// Where it stood.
    pub name: String,
    /// How it looked, as a seat.
    pub seat: u8,
    /// Whether it bore the ring of a special piece.
    pub ring: bool,
}

impl Ghost {
    /// A piece without a ring.
    pub fn plain(name: String, seat: u8) -> Self {
        Self { name, seat, ring: false }
    }
}

/// What a figure shows besides the position. Places are named as in records.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Annotations {
    /// Marks on places.
    pub marks: Vec<(Mark, String)>,
    /// Arrows from place to place.
    pub arrows: Vec<(String, String)>,
    /// Lines from place to place.
    pub lines: Vec<(String, String)>,
    /// Words on places.
    pub labels: Vec<(String, String)>,
    /// Where the last turn placed pieces.
    pub last_turn: Vec<String>,
    /// Each piece that the last turn moved: from where, to where.
    pub moved: Vec<(String, String)>,
    /// The piece that the last turn pushed, as it lay before.
    pub pushed: Option<Ghost>,
    /// The pieces that the last turn changed where they stand.
    pub changed: Vec<String>,
    /// What the last turn took off the board.
    pub gone: Vec<Ghost>,
    /// The rows that made pieces leave.
    pub rows: Vec<(String, String)>,
    /// Numbers of turns on the pieces that they placed.
    pub numbers: Vec<(String, u32)>,
    /// Where the turns of these numbers entered.
    pub entries: Vec<(String, u32)>,
    /// Turns whose pieces cannot carry their numbers, as `12 at c3`.
    pub remarks: Vec<String>,
}

impl Annotations {
    /// The places that marks, arrows, lines and labels name.
    pub(crate) fn places(&self) -> impl Iterator<Item = &String> {
        let ends = self.arrows.iter().chain(&self.lines).flat_map(|(start, end)| [start, end]);
        let labelled = self.labels.iter().map(|(place, _)| place);
        self.marks.iter().map(|(_, place)| place).chain(ends).chain(labelled)
    }
}

/// What annotating a scene gave besides its elements.
#[derive(Default)]
pub(super) struct Annotated {
    /// Lines beneath the board.
    pub(super) notes: Vec<Note>,
    /// Lines that the text forms need, as they cannot draw what the others do.
    pub(super) text_notes: Vec<String>,
    /// Sentences for those who cannot see it.
    pub(super) words: Vec<String>,
    /// Places that are not there.
    pub(super) unknown: Vec<String>,
}

/// What marks and arrows keep clear of.
pub(super) const CLEAR: i32 = UNIT * 4 / 100;

/// Draws annotations on top of a scene.
pub(super) fn annotate(scene: &mut Scene, annotations: &Annotations, view: &View) -> Annotated {
    let mut writer = Annotator {
        scene,
        done: Annotated::default(),
        used: BTreeMap::new(),
        labelled: BTreeMap::new(),
        lifted: None,
        marked: BTreeMap::new(),
    };
    let Annotations {
        marks,
        arrows,
        lines,
        labels,
        last_turn,
        moved,
        changed,
        gone,
        rows,
        numbers,
        entries,
        remarks,
        pushed,
    } = annotations;
    writer.expect(numbers, labels);
    for (mark, name) in marks.iter().filter(|(mark, _)| *mark == Mark::Shade) {
        writer.mark(*mark, name);
    }
    rows.iter().for_each(|(from, to)| writer.row(from, to));
    for (at, ghost) in gone.iter().enumerate() {
        writer.gone(ghost, gone[at + 1..].iter().any(|later| later.name == ghost.name));
    }
    pushed.iter().for_each(|ghost| writer.pushed(ghost));
    last_turn.iter().for_each(|name| writer.last_turn(name));
    changed.iter().for_each(|name| writer.changed(name));
    moved.iter().for_each(|(from, to)| writer.moved(from, to));
    lines.iter().for_each(|(from, to)| writer.line(from, to));
    for (mark, name) in marks.iter().filter(|(mark, _)| *mark != Mark::Shade) {
        writer.mark(*mark, name);
    }
    arrows.iter().for_each(|(from, to)| writer.arrow(from, to));
    entries.iter().for_each(|(name, number)| writer.entry(name, *number));
    numbers.iter().for_each(|(name, number)| writer.number(name, *number));
    labels.iter().for_each(|(name, text)| writer.label(name, text));
    let mut done = writer.done;
    let is_outlined = |name: &String| scene.outlines.contains_key(name.as_str()) && scene.place_of(name).is_some();
    let has_piece = |name: &String| scene.sites.get(name).is_some_and(|site| site.piece.is_some());
    // What the last turn placed can have left again.
    let shows_last_turn = last_turn.iter().any(|name| has_piece(name) || is_outlined(name));
    let is_outlined = last_turn
        .first()
        .is_some_and(|name| is_outlined(name) && scene.sites.get(name).is_some_and(|site| site.piece.is_none()));
    let seats: Vec<(u8, String)> =
        scene.seats.iter().map(|(seat, name)| (*seat, view.lang.say(name).to_owned())).collect();
    if !remarks.is_empty() {
        done.notes.push(in_columns(remarks));
    }
    if view.legend {
        let last_turn = shows_last_turn.then_some(is_outlined);
        done.notes.extend(legend(annotations, view, last_turn, scene.cells));
    }
    done.text_notes = text_notes(annotations, view.lang);
    done.words = sentences(annotations, &seats, view.lang);
    done.unknown.sort_unstable();
    done.unknown.dedup();
    done
}

/// Puts annotations on a scene: `marks` has what stands on a place, `arrows` what leads from place to place.
pub(super) struct Annotator<'a> {
    pub(super) scene: &'a mut Scene,
    pub(super) done: Annotated,
    /// How many texts a place bears so far, and whether more than its mark will stand there.
    pub(super) used: BTreeMap<String, usize>,
    /// The pieces that bear a label at a corner, and whether the last one is long.
    pub(super) labelled: BTreeMap<String, bool>,
    /// The dot on which the pushed piece is drawn.
    pub(super) lifted: Option<String>,
    /// How many marks a place bears so far; it is here once a text will stand there too.
    pub(super) marked: BTreeMap<String, usize>,
}

impl Annotator<'_> {
    pub(super) fn site(&mut self, name: &str) -> Option<Site> {
        let site = self.scene.sites.get(name);
        if site.is_none() {
            self.done.unknown.push(name.to_owned());
        }
        site
    }

    /// Puts a shape over the ground, or over all that no piece stands on, and under the rest.
    pub(super) fn insert(&mut self, shape: Shape, role: Role, name: &str, is_above: fn(Role) -> bool) {
        let elements = &mut self.scene.elements;
        let below = elements.iter().position(|element| is_above(element.role)).unwrap_or(elements.len());
        elements.insert(below, Element { name: name.to_owned().into(), ..Element::bare(shape, role) });
    }
}

/// Remarks beneath each other in columns; none of them is broken.
fn in_columns(remarks: &[String]) -> Note {
    let letters = style(Role::Note).letters;
    let widest = remarks.iter().map(|remark| metrics::width(remark, letters)).max().unwrap_or(0);
    let size = Place { x: widest + UNIT * 45 / 100, y: LINE };
    let mut runs = Vec::new();
    for (at, remark) in remarks.iter().enumerate() {
        let place = Place { x: 0, y: LINE / 2 };
        let room = Some(metrics::width(remark, letters));
        let label = Shape::Label { at: place, text: remark.clone().into(), anchor: Anchor::Start, room };
        let words = if at > 0 { format!(", {remark}") } else { remark.clone() };
        runs.push(Run::Drawing { elements: vec![Element::bare(label, Role::Note)].into(), size, words });
    }
    Note { runs }
}
