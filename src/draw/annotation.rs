//! What a figure shows besides the position: marks, movements, numbers of turns.

use std::collections::BTreeMap;

use super::place::{Place, UNIT};
use super::scene::{Anchor, Note, PathStep, Role, Scene, Shape, Site, Upon};

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
    /// What the last turn took off the board: from where, and how it looked, as a seat.
    pub gone: Vec<(String, u8)>,
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

/// The radius of a mark, of an arrow's head, and of a badge.
const MARK: i32 = UNIT * 20 / 100;
const HEAD: i32 = UNIT * 16 / 100;
const BADGE: i32 = UNIT * 17 / 100;

/// Draws annotations on top of a scene.
pub(super) fn annotate(scene: &mut Scene, annotations: &Annotations, legend: bool) -> Annotated {
    let mut writer = Annotator { scene, done: Annotated::default() };
    let Annotations { marks, arrows, lines, labels, last_turn, moved, changed, gone, rows, numbers, remarks } =
        annotations;
    for (mark, name) in marks.iter().filter(|(mark, _)| *mark == Mark::Shade) {
        writer.mark(*mark, name);
    }
    rows.iter().for_each(|(from, to)| writer.line(from, to));
    gone.iter().for_each(|(name, _)| writer.gone(name));
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
    if legend {
        done.notes.extend(legend_of(annotations).into_iter().map(Note::of_words));
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
        let site = self.scene.sites.get(name).copied();
        if site.is_none() {
            self.done.unknown.push(name.to_owned());
        }
        site
    }

    /// An outline, kept clear of the lines under it where it does not stand on a piece.
    fn outline(&mut self, shape: Shape, upon: Upon, name: &str) {
        if upon == Upon::Board {
            let halo = if self.scene.outlines.contains_key(name) { Role::HaloLine } else { Role::Halo };
            self.scene.draw(shape.clone(), halo);
        }
        self.scene.push(shape, Role::Mark(upon), name, "");
    }

    fn brackets(&mut self, at: Place, brackets: [&str; 2]) {
        let step = self.scene.text_grid.x;
        for (bracket, side) in brackets.into_iter().zip([-1, 1]) {
            let beside = Place { x: at.x + step * side, ..at };
            self.scene.write(beside, Anchor::Middle, bracket, bracket);
        }
    }

    fn mark(&mut self, mark: Mark, name: &str) {
        let Some(site) = self.site(name) else { return };
        let corner = site.corners.filter(|_| site.piece.is_some() && mark != Mark::Shade);
        let (at, upon, size) = match (corner, site.piece) {
            (Some([at, _]), _) => {
                self.scene.draw(Shape::Disc { at, radius: BADGE }, Role::BadgeGround);
                (at, Upon::Board, UNIT * 10 / 100)
            }
            (None, Some(seat)) => (site.at, Upon::Piece(seat), MARK),
            (None, None) => (site.at, Upon::Board, UNIT * 24 / 100),
        };
        let corner = |x: i32, y: i32| Place { x: at.x + size * x / 100, y: at.y + size * y / 100 };
        let polygon = |corners: &[Place]| {
            let mut steps: Vec<PathStep> = corners.iter().map(|&to| PathStep::Line(to)).collect();
            steps[0] = PathStep::Move(corners[0]);
            steps.push(PathStep::Close);
            Shape::Path { steps }
        };
        match mark {
            Mark::Circle => self.outline(Shape::Disc { at, radius: size }, upon, name),
            Mark::Square => {
                let corners = [corner(-90, -90), corner(90, -90), corner(90, 90), corner(-90, 90)];
                self.outline(polygon(&corners), upon, name);
            }
            Mark::Triangle => {
                let corners = [corner(0, -115), corner(100, 58), corner(-100, 58)];
                self.outline(polygon(&corners), upon, name);
            }
            Mark::Cross => {
                let steps = vec![
                    PathStep::Move(corner(-85, -85)),
                    PathStep::Line(corner(85, 85)),
                    PathStep::Move(corner(85, -85)),
                    PathStep::Line(corner(-85, 85)),
                ];
                self.outline(Shape::Path { steps }, upon, name);
            }
            Mark::Shade => {
                let half = UNIT / 2;
                let corners = [(-half, -half), (half, -half), (half, half), (-half, half)];
                let corners = corners.map(|(x, y)| Place { x: at.x + x, y: at.y + y }).to_vec();
                // Under the pieces, over the ground.
                let shade = self.scene.elements.iter().position(|element| is_above_ground(element.role));
                let last = self.scene.elements.len();
                self.scene.push(Shape::Polygon { corners }, Role::Shade, name, "");
                self.scene.elements[shade.unwrap_or(last)..].rotate_right(1);
            }
        }
        self.brackets(site.at, mark.brackets());
    }

    fn last_turn(&mut self, name: &str) {
        let Some(site) = self.scene.sites.get(name).copied() else { return };
        let Some(seat) = site.piece else {
            self.outline_of(name, Role::LastOutline);
            return;
        };
        let at = site.badge.unwrap_or(site.at);
        self.scene.push(Shape::Disc { at, radius: UNIT * 11 / 100 }, Role::LastTurn(seat), name, "");
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
        self.scene.push(Shape::Path { steps }, role, name, "");
    }

    /// A ring, or the outline that the place has.
    fn changed(&mut self, name: &str) {
        let Some(site) = self.site(name) else { return };
        if self.scene.outlines.contains_key(name) {
            self.outline_of(name, Role::Changed);
        } else {
            let radius = site.radius + UNIT * 5 / 100;
            self.scene.push(Shape::Disc { at: site.at, radius }, Role::Changed, name, "");
        }
        self.brackets(site.at, ["<", ">"]);
    }

    fn gone(&mut self, name: &str) {
        let Some(site) = self.site(name) else { return };
        let (at, radius) = (site.at, site.radius);
        let reach = radius * 70 / 100;
        let corner = |x: i32, y: i32| Place { x: at.x + reach * x, y: at.y + reach * y };
        self.scene.push(Shape::Disc { at, radius }, Role::Gone, name, "");
        for (from, to) in [(corner(-1, -1), corner(1, 1)), (corner(1, -1), corner(-1, 1))] {
            self.scene.push(Shape::Line { from, to }, Role::Gone, name, "");
        }
        self.brackets(at, Mark::Cross.brackets());
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
        let start = from.at.plus(way.at_length(if from.piece.is_some() { from.radius } else { 0 }));
        // The head ends where the piece begins, or just before the middle of an empty place.
        let short = if to.piece.is_some() { to.radius } else { UNIT * 8 / 100 };
        let tip = to.at.minus(way.at_length(short));
        self.pointed(start, tip);
    }

    /// A short arrow over the gap between two neighbouring places.
    fn moved(&mut self, from: &str, to: &str) {
        let (Some(from), Some(to)) = (self.site(from), self.site(to)) else { return };
        let middle = Place { x: from.at.x.midpoint(to.at.x), y: from.at.y.midpoint(to.at.y) };
        let half = to.at.minus(from.at).at_length(UNIT * 24 / 100);
        self.pointed(middle.minus(half), middle.plus(half));
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
            (Some(seat), _) => Role::MarkLabel(Upon::Piece(seat)),
            (None, None) => {
                self.scene.push(Shape::Disc { at, radius: BADGE }, Role::BadgeGround, name, "");
                Role::Badge
            }
            (None, Some(_)) => {
                self.scene.push(Shape::Disc { at, radius: BADGE }, Role::Plate, name, "");
                Role::PlateNumber
            }
        };
        self.scene.push(Shape::Label { at, text: text.clone(), anchor: Anchor::Middle }, role, name, "");
    }

    fn label(&mut self, name: &str, text: &str) {
        let Some(site) = self.site(name) else { return };
        let corner = site.corners.filter(|_| site.piece.is_some());
        if let Some([_, at]) = corner {
            self.scene.draw(Shape::Disc { at, radius: BADGE }, Role::Plate);
            let shape = Shape::Label { at, text: text.to_owned(), anchor: Anchor::Middle };
            self.scene.push(shape, Role::PlateNumber, name, "");
            let letter: String = text.chars().take(1).collect();
            self.scene.write(site.at, Anchor::Middle, &letter, &letter);
            return;
        }
        let (at, upon) = (site.at, site.piece.map_or(Upon::Board, Upon::Piece));
        if upon == Upon::Board {
            self.scene.draw(Shape::Disc { at, radius: UNIT * 26 / 100 }, Role::BadgeGround);
        }
        // One letter stands for it in the text forms, as a longer one would hide its neighbours.
        let letter: String = text.chars().take(1).collect();
        let shape = Shape::Label { at, text: text.to_owned(), anchor: Anchor::Middle };
        self.scene.push(shape, Role::MarkLabel(upon), name, &letter);
    }
}

fn is_above_ground(role: Role) -> bool {
    !matches!(role, Role::Ground | Role::Field(_) | Role::Shade | Role::TextOnly)
}

/// Names by the mark that they bear, in the order of [`Mark::ALL`].
fn by_mark(annotations: &Annotations) -> BTreeMap<Mark, Vec<&str>> {
    let mut names: BTreeMap<Mark, Vec<&str>> = BTreeMap::new();
    for (mark, name) in &annotations.marks {
        names.entry(*mark).or_default().push(name);
    }
    names
}

fn pairs(pairs: &[(String, String)], between: &str) -> String {
    pairs.iter().map(|(from, to)| format!("{from}{between}{to}")).collect::<Vec<_>>().join(", ")
}

/// What the marks of a figure are, a line a kind.
fn legend_of(annotations: &Annotations) -> Vec<String> {
    let mut lines: Vec<String> = by_mark(annotations)
        .into_iter()
        .map(|(mark, names)| format!("{}: {}", mark.name(), names.join(", ")))
        .collect();
    for (what, listed) in [("arrow", pairs(&annotations.arrows, " to ")), ("line", pairs(&annotations.lines, " to "))] {
        if !listed.is_empty() {
            lines.push(format!("{what}: {listed}"));
        }
    }
    lines
}

/// What the text forms cannot draw.
fn text_notes(annotations: &Annotations) -> Vec<String> {
    let mut notes = Vec::new();
    let numbers = annotations.numbers.iter().map(|(name, number)| format!("{number} {name}"));
    let long = annotations.labels.iter().filter(|(_, text)| text.chars().count() > 1);
    let labels = long.map(|(name, text)| format!("{text} at {name}"));
    for (what, listed) in [
        ("Arrows", pairs(&annotations.arrows, ">")),
        ("Lines", pairs(&annotations.lines, "..")),
        ("Moved", pairs(&annotations.moved, ">")),
        ("Changed", annotations.changed.join(", ")),
        ("Rows", pairs(&annotations.rows, "..")),
        ("Labels", labels.collect::<Vec<_>>().join(", ")),
        ("Turns", numbers.collect::<Vec<_>>().join(", ")),
    ] {
        if !listed.is_empty() {
            notes.push(format!("{what}: {listed}"));
        }
    }
    notes
}

/// The annotations as sentences.
fn sentences(annotations: &Annotations) -> Vec<String> {
    let mut sentences: Vec<String> = by_mark(annotations)
        .into_iter()
        .map(|(mark, names)| format!("Marked with a {}: {}.", mark.name(), names.join(", ")))
        .collect();
    let labels = annotations.labels.iter().map(|(name, text)| format!("{text} at {name}"));
    let numbers = annotations.numbers.iter().map(|(name, number)| format!("{number} at {name}"));
    let gone = annotations.gone.iter().map(|(name, _)| name.clone());
    let remarks = annotations.remarks.iter().cloned();
    for (what, listed) in [
        ("Arrows from", pairs(&annotations.arrows, " to ")),
        ("Lines from", pairs(&annotations.lines, " to ")),
        ("Labels:", labels.collect::<Vec<_>>().join(", ")),
        ("Moved:", pairs(&annotations.moved, " to ")),
        ("Changed:", annotations.changed.join(", ")),
        ("Left the board:", gone.collect::<Vec<_>>().join(", ")),
        ("Turns by number:", numbers.chain(remarks).collect::<Vec<_>>().join(", ")),
    ] {
        if !listed.is_empty() {
            sentences.push(format!("{what} {listed}."));
        }
    }
    sentences
}
