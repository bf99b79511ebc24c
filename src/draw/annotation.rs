//! What a figure shows besides the position: marks, movements, numbers of turns.

use super::describe::{sentences, text_notes};
use super::legend::legend;
use super::metrics;
use super::note::Note;
use super::outline::{capsule, circle, cross, hexagon, polygon, square};
use super::place::{Place, Rect, UNIT};
use super::scene::{Anchor, Element, PathStep, Role, Scene, Shape, Site, Symmetry, Upon};
use super::style::MARK_LETTERS;

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
    /// The pieces that the last turn changed where they stand.
    pub changed: Vec<String>,
    /// What the last turn took off the board.
    pub gone: Vec<Ghost>,
    /// The rows that made pieces leave.
    pub rows: Vec<(String, String)>,
    /// Numbers of turns on the pieces that they placed.
    pub numbers: Vec<(String, u32)>,
    /// Turns whose pieces cannot carry their numbers, as `12 at c3`.
    pub remarks: Vec<String>,
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

/// The radius of a mark: on a piece, on an empty place, on a place too small for a piece.
const MARK: i32 = UNIT * 18 / 100;
const OPEN_MARK: i32 = UNIT * 24 / 100;
const SMALL_MARK: i32 = UNIT * 17 / 100;
/// The length of an arrow's head, and what an arrow keeps clear of.
const HEAD: i32 = UNIT * 16 / 100;
const CLEAR: i32 = UNIT * 4 / 100;
/// The radius of the badge of a number, and of the ground beneath a letter.
const BADGE: i32 = UNIT * 17 / 100;
const LETTER: i32 = UNIT * 26 / 100;
/// Half the width of the outline around a row: pieces of neighbouring rows stay outside.
const ROW: i32 = UNIT * 455 / 1000;

/// Draws annotations on top of a scene.
pub(super) fn annotate(scene: &mut Scene, annotations: &Annotations, show_legend: bool) -> Annotated {
    let mut writer = Annotator { scene, done: Annotated::default() };
    let Annotations { marks, arrows, lines, labels, last_turn, moved, changed, gone, rows, numbers, remarks } =
        annotations;
    for (mark, name) in marks.iter().filter(|(mark, _)| *mark == Mark::Shade) {
        writer.mark(*mark, name);
    }
    rows.iter().for_each(|(from, to)| writer.row(from, to));
    for (at, ghost) in gone.iter().enumerate() {
        writer.gone(ghost, gone[at + 1..].iter().any(|later| later.name == ghost.name));
    }
    last_turn.iter().for_each(|name| writer.last_turn(name));
    changed.iter().for_each(|name| writer.changed(name));
    moved.iter().for_each(|(from, to)| writer.moved(from, to));
    lines.iter().for_each(|(from, to)| writer.line(from, to));
    for (mark, name) in marks.iter().filter(|(mark, _)| *mark != Mark::Shade) {
        writer.mark(*mark, name);
    }
    arrows.iter().for_each(|(from, to)| writer.arrow(from, to));
    numbers.iter().for_each(|(name, number)| writer.number(name, *number));
    labels.iter().for_each(|(name, text)| writer.label(name, text));
    let mut done = writer.done;
    if !remarks.is_empty() {
        done.notes.push(Note::of_words(remarks.join(", ")));
    }
    if show_legend {
        done.notes.extend(legend(annotations));
    }
    done.text_notes = text_notes(annotations);
    done.words = sentences(annotations);
    done.unknown.sort_unstable();
    done.unknown.dedup();
    done
}

struct Annotator<'a> {
    scene: &'a mut Scene,
    done: Annotated,
}

impl Annotator<'_> {
    fn site(&mut self, name: &str) -> Option<Site> {
        let site = self.scene.sites.get(name);
        if site.is_none() {
            self.done.unknown.push(name.to_owned());
        }
        site
    }

    /// Puts a shape over the ground, or over all that no piece stands on, and under the rest.
    fn insert(&mut self, shape: Shape, role: Role, name: &str, is_above: fn(Role) -> bool) {
        let elements = &mut self.scene.elements;
        let below = elements.iter().position(|element| is_above(element.role)).unwrap_or(elements.len());
        elements.insert(below, Element { name: name.to_owned().into(), ..Element::bare(shape, role) });
    }

    fn brackets(&mut self, at: Place, brackets: [&'static str; 2]) {
        let step = self.scene.text_grid.x;
        for (bracket, side) in brackets.into_iter().zip([-1, 1]) {
            let beside = Place { x: at.x + step * side, ..at };
            self.scene.write(beside, Anchor::Middle, bracket, bracket);
        }
    }

    fn mark(&mut self, mark: Mark, name: &str) {
        let Some(site) = self.site(name) else { return };
        let upon = site.piece.map_or(Upon::Board, Upon::Piece);
        let corner = site.corners.filter(|_| site.piece.is_some() && mark != Mark::Shade);
        // The halo would hide a small place.
        let (at, upon, size, kept_clear) = match (corner, site.piece, site.is_small()) {
            (Some([at, _]), ..) => {
                self.scene.draw(Shape::Disc { at, radius: BADGE }, Role::BadgeGround);
                (at, Upon::Board, UNIT * 10 / 100, Upon::Board)
            }
            (None, Some(_), _) => (site.at, upon, MARK, upon),
            (None, None, true) => (site.at, upon, SMALL_MARK, Upon::Piece(1)),
            (None, None, false) => (site.at, upon, OPEN_MARK, upon),
        };
        let shape = match (mark, self.scene.symmetry) {
            (Mark::Shade, Symmetry::Quarters) => Shape::Polygon { corners: square(at, UNIT / 2).to_vec() },
            (Mark::Shade, Symmetry::Sixths) => Shape::Polygon { corners: hexagon(at).to_vec() },
            _ => mark_shape(mark, at, size),
        };
        if mark == Mark::Shade {
            self.insert(shape, Role::Shade, name, is_above_ground);
        } else {
            if kept_clear == Upon::Board {
                let halo = if self.scene.outlines.contains_key(name) { Role::HaloLine } else { Role::Halo };
                self.scene.draw(shape.clone(), halo);
            }
            self.scene.push(shape, Role::Mark(upon), name.to_owned(), "");
        }
        self.brackets(site.at, mark.brackets());
    }

    fn last_turn(&mut self, name: &str) {
        let Some(site) = self.scene.sites.get(name) else { return };
        let Some(seat) = site.piece else {
            self.outline_of(name, Role::LastOutline);
            return;
        };
        let at = site.badge.unwrap_or(site.at);
        self.scene.push(Shape::Disc { at, radius: UNIT * 11 / 100 }, Role::LastTurn(seat), name.to_owned(), "");
        self.brackets(site.at, ["(", ")"]);
    }

    /// The outline of what is marked as a whole.
    fn outline_of(&mut self, name: &str, role: Role) {
        let Some(corners) = self.scene.outlines.get(name) else { return };
        let mut steps: Vec<PathStep> = corners.iter().map(|&to| PathStep::Line(to)).collect();
        if let (Some(step), Some(&first)) = (steps.first_mut(), corners.first()) {
            *step = PathStep::Move(first);
        }
        steps.push(PathStep::Close);
        self.scene.push(Shape::Path { steps }, role, name.to_owned(), "");
    }

    /// A ring, or the outline that the place has.
    fn changed(&mut self, name: &str) {
        let Some(site) = self.site(name) else { return };
        if self.scene.outlines.contains_key(name) {
            self.outline_of(name, Role::Changed);
        } else {
            let radius = site.radius + UNIT * 5 / 100;
            self.scene.push(Shape::Disc { at: site.at, radius }, Role::Changed, name.to_owned(), "");
        }
        self.brackets(site.at, ["<", ">"]);
    }

    /// What has left; small at the shoulder of what stands there now, or stood there after it.
    fn gone(&mut self, ghost: &Ghost, again: bool) {
        let name = &ghost.name;
        let Some(site) = self.site(name) else { return };
        let taken = site.piece.is_some() || again;
        let (at, radius) = if taken {
            let shoulder = Place { x: site.radius * 72 / 100, y: -site.radius * 72 / 100 };
            (site.at.plus(shoulder), site.radius * 42 / 100)
        } else {
            (site.at, site.radius)
        };
        if taken {
            self.scene.push(Shape::Disc { at, radius: radius + CLEAR }, Role::BadgeGround, name.to_owned(), "");
        }
        self.scene.push(circle(at, radius), Role::Ghost(ghost.seat), name.to_owned(), "");
        self.scene.push(circle(at, radius), Role::Gone, name.to_owned(), "");
        if ghost.ring {
            self.scene.push(circle(at, radius * 72 / 100), Role::Gone, name.to_owned(), "");
        }
        let shape = cross(at, radius * 45 / 100);
        self.scene.push(shape.clone(), Role::Halo, name.to_owned(), "");
        self.scene.push(shape, Role::Mark(Upon::Board), name.to_owned(), "");
        self.brackets(site.at, Mark::Cross.brackets());
    }

    /// The outline of a row, under the pieces.
    fn row(&mut self, from: &str, to: &str) {
        let (Some(from), Some(to)) = (self.site(from), self.site(to)) else { return };
        let is_piece = |role: Role| matches!(role, Role::Piece(_));
        self.insert(capsule(from.at, to.at, ROW), Role::Row, "", is_piece);
    }

    fn line(&mut self, from: &str, to: &str) {
        let (Some(from), Some(to)) = (self.site(from), self.site(to)) else { return };
        let shape = Shape::Line { from: from.at, to: to.at };
        self.scene.draw(shape.clone(), Role::Halo);
        self.scene.draw(shape, Role::Arrow);
    }

    fn arrow(&mut self, from: &str, to: &str) {
        let (Some(from), Some(to)) = (self.site(from), self.site(to)) else { return };
        let way = to.at.minus(from.at);
        // Clear of what stands at its ends, or of the middle of an empty place.
        let short = |site: Site| {
            let is_bare = site.piece.is_none() && !site.is_small();
            way.at_length(if is_bare { CLEAR * 2 } else { site.radius + CLEAR })
        };
        self.pointed(from.at.plus(short(from)), to.at.minus(short(to)));
    }

    /// A short arrow over the gap between two neighbouring places.
    fn moved(&mut self, from: &str, to: &str) {
        let (Some(from), Some(to)) = (self.site(from), self.site(to)) else { return };
        let way = to.at.minus(from.at);
        let reach = |site: Site| way.at_length(if site.is_small() { site.radius + CLEAR } else { UNIT * 30 / 100 });
        self.pointed(from.at.plus(reach(from)), to.at.minus(reach(to)));
    }

    fn pointed(&mut self, start: Place, tip: Place) {
        let way = tip.minus(start);
        if way.length() == 0 {
            return;
        }
        let (along, across) = (way.at_length(HEAD), Place { x: -way.y, y: way.x }.at_length(HEAD * 60 / 100));
        let back = tip.minus(along);
        let line = Shape::Line { from: start, to: tip.minus(way.at_length(HEAD * 80 / 100)) };
        let head = Shape::Polygon { corners: vec![tip, back.plus(across), back.minus(across)] };
        self.scene.draw(line.clone(), Role::Halo);
        self.scene.draw(head.clone(), Role::Halo);
        self.scene.draw(line, Role::Arrow);
        self.scene.draw(head, Role::ArrowHead);
    }

    fn number(&mut self, name: &str, number: u32) {
        let Some(site) = self.site(name) else { return };
        let text = number.to_string();
        let (at, upon) = match (site.badge, site.piece) {
            (None, Some(seat)) => (site.at, Some(seat)),
            (badge, _) => (badge.unwrap_or(site.at), None),
        };
        let role = match (upon, site.badge) {
            (Some(seat), _) if number > 99 => Role::SmallLabel(Upon::Piece(seat)),
            (Some(seat), _) => Role::MarkLabel(Upon::Piece(seat)),
            (None, None) => {
                self.scene.push(Shape::Disc { at, radius: BADGE }, Role::BadgeGround, name.to_owned(), "");
                Role::Badge
            }
            (None, Some(_)) => {
                self.scene.push(Shape::Disc { at, radius: BADGE }, Role::Plate, name.to_owned(), "");
                Role::PlateNumber
            }
        };
        self.scene.push(Shape::Label { at, text: text.into(), anchor: Anchor::Middle }, role, name.to_owned(), "");
    }

    fn label(&mut self, name: &str, text: &str) {
        let Some(site) = self.site(name) else { return };
        if let Some([_, at]) = site.corners.filter(|_| site.piece.is_some()) {
            self.scene.draw(Shape::Disc { at, radius: BADGE }, Role::Plate);
            let shape = Shape::Label { at, text: text.to_owned().into(), anchor: Anchor::Middle };
            self.scene.push(shape, Role::PlateNumber, name.to_owned(), "");
            let letter: String = text.chars().take(1).collect();
            self.scene.write(site.at, Anchor::Middle, letter.clone(), letter);
            return;
        }
        let at = site.at;
        let half = metrics::width(text, MARK_LETTERS) / 2;
        let mut upon = site.piece.map_or(Upon::Board, Upon::Piece);
        if half > LETTER {
            // Wider than a piece: it stands on a plate.
            upon = Upon::Board;
            let by = Place { x: half + CLEAR, y: UNIT * 20 / 100 };
            let corners = Rect { from: at.minus(by), to: at.plus(by) }.corners().to_vec();
            self.scene.push(Shape::Polygon { corners }, Role::BadgeGround, name.to_owned(), "");
        } else if upon == Upon::Board {
            self.scene.push(Shape::Disc { at, radius: LETTER }, Role::BadgeGround, name.to_owned(), "");
        }
        // One letter stands for it in the text forms, as a longer one would hide its neighbours.
        let letter: String = text.chars().take(1).collect();
        let shape = Shape::Label { at, text: text.to_owned().into(), anchor: Anchor::Middle };
        self.scene.push(shape, Role::MarkLabel(upon), name.to_owned(), letter);
    }
}

/// A mark that is drawn as an outline; a shade as the square that stands for it in a legend.
pub(super) fn mark_shape(mark: Mark, at: Place, size: i32) -> Shape {
    let corner = |x: i32, y: i32| Place { x: at.x + size * x / 100, y: at.y + size * y / 100 };
    match mark {
        Mark::Circle => Shape::Disc { at, radius: size },
        Mark::Square => polygon(&square(at, size * 90 / 100)),
        Mark::Triangle => polygon(&[corner(0, -115), corner(100, 58), corner(-100, 58)]),
        Mark::Cross => cross(at, size * 85 / 100),
        Mark::Shade => Shape::Polygon { corners: square(at, size).to_vec() },
    }
}

fn is_above_ground(role: Role) -> bool {
    !matches!(role, Role::Ground | Role::Field(_) | Role::Shade | Role::TextOnly)
}
