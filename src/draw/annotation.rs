//! What a figure shows besides the position: marks, movements, numbers of turns.

use std::collections::BTreeMap;

use super::describe::{sentences, text_notes};
use super::figure::View;
use super::hatch::on_curve;
use super::legend::legend;
use super::metrics;
use super::note::{LINE, Note, Run};
use super::outline::{capsule, circle, cross, hexagon, polygon, square};
use super::place::{Place, Rect, UNIT};
use super::scene::{Anchor, Element, PathStep, Role, Scene, Shape, Site, Symmetry, Upon};
use super::style::{MARK_LETTERS, style};

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
pub(super) fn annotate(scene: &mut Scene, annotations: &Annotations, view: &View) -> Annotated {
    let mut writer =
        Annotator { scene, done: Annotated::default(), used: BTreeMap::new(), lifted: None, marked: BTreeMap::new() };
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
    let is_outlined = last_turn
        .first()
        .is_some_and(|name| is_outlined(name) && scene.sites.get(name).is_some_and(|site| site.piece.is_none()));
    let seats: Vec<(u8, String)> =
        scene.seats.iter().map(|(seat, name)| (*seat, view.lang.say(name).to_owned())).collect();
    if !remarks.is_empty() {
        done.notes.push(in_columns(remarks));
    }
    if view.legend {
        done.notes.extend(legend(annotations, view, is_outlined));
    }
    done.text_notes = text_notes(annotations, view.lang);
    done.words = sentences(annotations, &seats, view.lang);
    done.unknown.sort_unstable();
    done.unknown.dedup();
    done
}

struct Annotator<'a> {
    scene: &'a mut Scene,
    done: Annotated,
    /// How many texts a place bears so far, and whether more than its mark will stand there.
    used: BTreeMap<String, usize>,
    /// The dot on which the pushed piece is drawn.
    lifted: Option<String>,
    /// How many marks a place bears so far; it is here once a text will stand there too.
    marked: BTreeMap<String, usize>,
}

/// Where the texts of a place stand beside its middle.
const SHOULDERS: [(i32, i32); 4] = [(1, -1), (-1, -1), (1, 1), (-1, 1)];

impl Annotator<'_> {
    fn site(&mut self, name: &str) -> Option<Site> {
        let site = self.scene.sites.get(name);
        if site.is_none() {
            self.done.unknown.push(name.to_owned());
        }
        site
    }

    /// What bears a number or a letter leaves its middle to that.
    fn expect(&mut self, numbers: &[(String, u32)], labels: &[(String, String)]) {
        let names = numbers.iter().map(|(name, _)| name).chain(labels.iter().map(|(name, _)| name));
        self.used.extend(names.map(|name| (name.clone(), 0)));
    }

    /// Where the next text of a place stands: its middle, then around it.
    fn slot(&mut self, name: &str) -> Option<(i32, i32)> {
        let used = self.used.entry(name.to_owned()).or_default();
        *used += 1;
        used.checked_sub(2).map(|beside| SHOULDERS[beside % SHOULDERS.len()])
    }

    /// A text on a plate beside the middle of a place.
    fn beside(&mut self, site: Site, (x, y): (i32, i32), name: &str, text: &str) {
        let by = site.radius.max(UNIT * 30 / 100) * 80 / 100;
        let at = site.at.plus(Place { x: x * by, y: y * by });
        let half = (metrics::width(text, style(Role::PlateNumber).letters) / 2 + CLEAR).max(BADGE);
        let corner = Place { x: half, y: BADGE };
        let plate = match half > BADGE {
            true => Shape::Polygon { corners: Rect { from: at.minus(corner), to: at.plus(corner) }.corners().to_vec() },
            false => Shape::Disc { at, radius: BADGE },
        };
        self.scene.push(plate, Role::Plate, name.to_owned(), "");
        let shape = Shape::Label { at, text: text.to_owned().into(), anchor: Anchor::Middle };
        self.scene.push(shape, Role::PlateNumber, name.to_owned(), "");
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
        // What is marked twice, or bears a letter, has its marks around each other.
        let has_text = self.used.contains_key(name);
        let before = self.marked.get(name).copied().unwrap_or_default();
        let wider = |size: i32| {
            let first = if has_text && corner.is_none() { size.max(UNIT * 31 / 100) } else { size };
            (first + UNIT * 8 / 100 * i32::try_from(before).unwrap_or(0)).min(UNIT * 46 / 100)
        };
        let (at, upon, size, kept_clear) = match (corner, site.piece, site.is_small()) {
            (Some([at, _]), ..) => {
                if before == 0 {
                    self.scene.draw(Shape::Disc { at, radius: BADGE }, Role::BadgeGround);
                }
                (at, Upon::Board, UNIT * 10 / 100 + UNIT * 5 / 100 * i32::try_from(before).unwrap_or(0), Upon::Board)
            }
            (None, Some(_), _) => (site.at, upon, wider(MARK), upon),
            (None, None, true) => (site.at, upon, SMALL_MARK, Upon::Piece(1)),
            (None, None, false) => (site.at, upon, wider(OPEN_MARK), upon),
        };
        let shape = match (mark, self.scene.symmetry) {
            (Mark::Shade, Symmetry::Quarters) => Shape::Polygon { corners: square(at, UNIT / 2).to_vec() },
            (Mark::Shade, Symmetry::Sixths) => Shape::Polygon { corners: hexagon(at).to_vec() },
            _ => mark_shape(mark, at, size),
        };
        if mark == Mark::Shade {
            // The colour of a cell counts: dots leave it as it is.
            if !self.scene.cells {
                self.insert(shape.clone(), Role::Shade, name, is_above_ground);
            }
            self.insert(shape, Role::ShadeDots, name, is_above_ground);
        } else {
            *self.marked.entry(name.to_owned()).or_default() += 1;
            if kept_clear == Upon::Board {
                // What is within stays as it is: a circle there is no stone.
                self.scene.draw(shape.clone(), Role::HaloLine);
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

    /// A piece on the dot from which it was pushed; small, as dots are beside each other.
    fn pushed(&mut self, ghost: &Ghost) {
        let Some(site) = self.site(&ghost.name) else { return };
        let (at, radius, seat) = (site.at, UNIT * 24 / 100, ghost.seat);
        self.scene.push(Shape::Disc { at, radius }, Role::Piece(seat), ghost.name.clone(), "");
        if ghost.ring {
            self.scene.draw(Shape::Disc { at, radius: radius * 68 / 100 }, Role::PieceRing(seat));
        }
        self.lifted = Some(ghost.name.clone());
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
        if self.is_blocked(from.at, to.at) {
            self.bowed(from, to);
        } else {
            self.pointed(from.at.plus(short(from)), to.at.minus(short(to)));
        }
    }

    /// Whether pieces stand between two places.
    fn is_blocked(&self, from: Place, to: Place) -> bool {
        let way = to.minus(from);
        let length = i64::from(way.length()).max(1);
        self.scene.sites.values().filter(|site| site.piece.is_some()).any(|site| {
            let by = site.at.minus(from);
            let dot = i64::from(by.x) * i64::from(way.x) + i64::from(by.y) * i64::from(way.y);
            let off = (i64::from(by.x) * i64::from(way.y) - i64::from(by.y) * i64::from(way.x)).abs() / length;
            let along = dot / length;
            let clear = i64::from(UNIT) / 2;
            off < i64::from(site.radius) && along > clear && along < length - clear
        })
    }

    /// How much is in the way of a curve, what stands at its ends left out.
    fn pieces_on(&self, curve: [Place; 4]) -> usize {
        const PARTS: i64 = 24;
        let along: Vec<Place> = (1..PARTS).map(|part| on_curve(curve, part, PARTS)).collect();
        let ends = [curve[0], curve[3]];
        // What is small has its name beside it, which is to be read.
        let in_the_way = |site: &Site| if site.piece.is_some() { 4 } else { usize::from(site.is_small()) };
        let sites = self.scene.sites.values().filter(|site| in_the_way(site) > 0 && !ends.contains(&site.at));
        let near = |site: &Site| if site.is_small() { UNIT / 2 } else { site.radius };
        sites
            .filter(|site| along.iter().any(|at| at.minus(site.at).length() < near(site)))
            .map(|site| in_the_way(&site))
            .sum()
    }

    /// An arrow in a bow, past the pieces that stand between its ends.
    fn bowed(&mut self, from: Site, to: Site) {
        let way = to.at.minus(from.at);
        let eighth = way.at_length(way.length() / 8);
        let bow = |aside: i32| {
            let aside = match aside {
                0.. => Place { x: way.y, y: -way.x }.at_length(aside),
                _ => Place { x: -way.y, y: way.x }.at_length(-aside),
            };
            [from.at.plus(eighth).plus(aside), to.at.minus(eighth).plus(aside)]
        };
        // The flattest of those that pass over the fewest pieces.
        let tried = [52, -52, 66, -66, 90, -90, 118, -118, 150, -150, 190, -190].map(|aside| bow(UNIT * aside / 100));
        let hits = |bow: &[Place; 2]| self.pieces_on([from.at, bow[0], bow[1], to.at]);
        let [one, two] = tried.into_iter().min_by_key(hits).unwrap_or([from.at, to.at]);
        let reach = |site: Site| if site.piece.is_none() && !site.is_small() { CLEAR * 2 } else { site.radius + CLEAR };
        let start = from.at.plus(one.minus(from.at).at_length(reach(from)));
        let tip = to.at.plus(two.minus(to.at).at_length(reach(to)));
        let last = tip.minus(two);
        let end = tip.minus(last.at_length(HEAD * 80 / 100));
        let line = Shape::Path { steps: vec![PathStep::Move(start), PathStep::Curve(one, two, end)] };
        let head = head(tip, last);
        self.scene.draw(line.clone(), Role::HaloLine);
        self.scene.draw(head.clone(), Role::Halo);
        self.scene.draw(line, Role::Arrow);
        self.scene.draw(head, Role::ArrowHead);
    }

    /// A short arrow over the gap between two neighbouring places.
    fn moved(&mut self, first: &str, to: &str) {
        let from = first;
        let (Some(from), Some(to)) = (self.site(from), self.site(to)) else { return };
        let way = to.at.minus(from.at);
        let reach = |site: Site| way.at_length(if site.is_small() { site.radius + CLEAR } else { UNIT * 30 / 100 });
        let begin = match self.lifted.as_deref() == Some(first) {
            true => way.at_length(UNIT * 26 / 100),
            false => reach(from),
        };
        self.pointed(from.at.plus(begin), to.at.minus(reach(to)));
    }

    fn pointed(&mut self, start: Place, tip: Place) {
        let way = tip.minus(start);
        if way.length() == 0 {
            return;
        }
        let line = Shape::Line { from: start, to: tip.minus(way.at_length(HEAD * 80 / 100)) };
        let head = head(tip, way);
        self.scene.draw(line.clone(), Role::Halo);
        self.scene.draw(head.clone(), Role::Halo);
        self.scene.draw(line, Role::Arrow);
        self.scene.draw(head, Role::ArrowHead);
    }

    /// The number of a turn beside the dot, or on the place, where it entered.
    fn entry(&mut self, name: &str, number: u32) {
        let Some(site) = self.site(name) else { return };
        // Two turns may enter at one place, beside each other.
        let entered = self.marked.entry(format!("entry {name}")).or_default();
        let along = *entered;
        *entered += 1;
        let inward = Place::default().minus(site.at).at_length(UNIT * 30 / 100 * i32::try_from(along).unwrap_or(0));
        let at = site.at.plus(inward);
        self.scene.push(Shape::Disc { at, radius: UNIT * 15 / 100 }, Role::Plate, name.to_owned(), "");
        let shape = Shape::Label { at, text: number.to_string().into(), anchor: Anchor::Middle };
        self.scene.push(shape, Role::PlateNumber, name.to_owned(), "");
    }

    fn number(&mut self, name: &str, number: u32) {
        let Some(site) = self.site(name) else { return };
        let text = number.to_string();
        if let Some(slot) = self.slot(name) {
            self.beside(site, slot, name, &text);
            return;
        }
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
        // One letter stands for it in the text forms, as a longer one would hide its neighbours.
        let letter: String = text.chars().take(1).collect();
        if let Some(slot) = self.slot(name) {
            self.beside(site, slot, name, text);
            self.scene.write(site.at, Anchor::Middle, letter.clone(), letter);
            return;
        }
        let at = site.at;
        let mut upon = site.piece.map_or(Upon::Board, Upon::Piece);
        let half = |letters: i32| metrics::width(text, letters) / 2;
        // A long one is set in smaller letters, and then on a plate.
        let kinds: [fn(Upon) -> Role; 3] = [Role::MarkLabel, Role::SmallLabel, Role::TinyLabel];
        let sizes = kinds.map(|kind| (style(kind(upon)).letters, kind));
        let room = if upon == Upon::Board { UNIT * 44 / 100 } else { LETTER * 125 / 100 };
        let fits =
            sizes.iter().find(|(letters, _)| half(*letters) <= if *letters == MARK_LETTERS { LETTER } else { room });
        let (letters, role) = fits.copied().unwrap_or(sizes[2]);
        if half(letters) > room {
            // Wider than a piece: it stands on a plate.
            upon = Upon::Board;
        }
        if upon == Upon::Board && half(letters) > LETTER {
            let by = Place { x: half(letters) + CLEAR, y: letters * 60 / 100 };
            let corners = Rect { from: at.minus(by), to: at.plus(by) }.corners().to_vec();
            self.scene.push(Shape::Polygon { corners }, Role::BadgeGround, name.to_owned(), "");
        } else if upon == Upon::Board {
            self.scene.push(Shape::Disc { at, radius: LETTER }, Role::BadgeGround, name.to_owned(), "");
        }
        let shape = Shape::Label { at, text: text.to_owned().into(), anchor: Anchor::Middle };
        self.scene.push(shape, role(upon), name.to_owned(), letter);
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
        let label = Shape::Label { at: place, text: remark.clone().into(), anchor: Anchor::Start };
        let words = if at > 0 { format!(", {remark}") } else { remark.clone() };
        runs.push(Run::Drawing { elements: vec![Element::bare(label, Role::Note)], size, words });
    }
    Note { runs }
}

/// The head of an arrow that comes along a way.
fn head(tip: Place, way: Place) -> Shape {
    let (along, across) = (way.at_length(HEAD), Place { x: -way.y, y: way.x }.at_length(HEAD * 60 / 100));
    let back = tip.minus(along);
    Shape::Polygon { corners: vec![tip, back.plus(across), back.minus(across)] }
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
    !matches!(role, Role::Ground | Role::Field(_) | Role::FieldFrame | Role::Shade | Role::ShadeDots | Role::TextOnly)
}
