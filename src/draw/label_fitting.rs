//! Fits labels on a board when text does not shrink with it. Labels move clear of their surroundings; those
//! without room are left out and reported.

use std::borrow::Cow;
use std::collections::BTreeMap;

use super::axis::AxisName;
use super::elements::Elements;
use super::figure::Figure;
use super::layout::in_wide_letters;
use super::measure::{Measure, scaled};
use super::metrics;
use super::outline::{HEAD, bounds};
use super::paper::POINT;
use super::place::{Place, Rect, UNIT};
use super::scene::{Anchor, Element, Role, Shape, Upon};
use super::style::style;

/// Gap between the name of a dot and the numbers of turns beside it; at the sides of the board, between the middle of
/// the dot and the numbers.
const ENTRY_GAP: i32 = UNIT * 8 / 100;
const SIDE_GAP: i32 = UNIT * 17 / 100;

/// Place of the numbers of turns beside the name of a dot.
pub(super) struct EntryPlace {
    /// Place of the name, and of the dot.
    pub(super) name: Place,
    pub(super) dot: Place,
    pub(super) side: Anchor,
    /// Index of the line, counted downwards from that of the name.
    pub(super) line: i32,
    /// True if the numbers go beneath the name.
    pub(super) is_at_side: bool,
}

impl EntryPlace {
    /// Returns the place for a name and numbers in the given font sizes.
    pub(super) fn at(&self, name: &str, [own, numbers]: [i32; 2]) -> Place {
        let (from, beside) = match self.is_at_side {
            true => (self.dot.x, SIDE_GAP),
            false => (self.name.x, metrics::width(name, own) / 2 + ENTRY_GAP),
        };
        let x = match self.side {
            Anchor::Start => from + beside,
            Anchor::Middle => from,
            Anchor::End => from - beside,
        };
        Place { x, y: self.name.y + self.line * numbers * 105 / 100 }
    }
}

/// Minimum length of an arrow head on paper.
const SMALLEST_HEAD: i64 = 3 * POINT;

/// Maximum height and width of a number on its place, in units.
struct Room {
    letters: i32,
    width: i32,
    /// Name of the number in the warning if it does not fit.
    what: &'static str,
}

fn room(role: Role) -> Option<Room> {
    let room =
        |letters: i32, width: i32, what| Some(Room { letters: UNIT * letters / 100, width: UNIT * width / 100, what });
    match role {
        Role::SideNumber(_) => {
            Some(Room { letters: UNIT * 125 / 1000, width: UNIT * 30 / 100, what: "the numbers at the sides of dice" })
        }
        Role::CardNumber => room(29, 100, "numbers of cards"),
        Role::SmallCardNumber => room(22, 100, "numbers of cards"),
        Role::Badge | Role::PlateNumber => room(40, 80, "numbers and letters beside pieces"),
        Role::MarkLabel(Upon::Piece(_)) | Role::SmallLabel(Upon::Piece(_)) | Role::TinyLabel(Upon::Piece(_)) => {
            room(60, 76, "numbers and letters on pieces")
        }
        Role::MarkLabel(Upon::Board) | Role::SmallLabel(Upon::Board) | Role::TinyLabel(Upon::Board) => {
            room(80, 400, "letters on the board")
        }
        Role::Coordinate => room(60, 95, "names on the board"),
        Role::EntryNumber => room(32, 400, "the numbers of turns beside dots"),
        _ => None,
    }
}

/// Fits the elements of a board to a size. Also returns what did not fit, each with the factor, in hundredths,
/// by which the figure would have to be wider.
pub(super) fn fitted(elements: &Elements, measure: Measure) -> (Cow<'_, Elements>, Vec<(&'static str, i64)>) {
    let has_letters = |role: Role| style(role).letters > 0 || role == Role::ArrowHead;
    if measure.width().is_none() || !elements.iter().any(|element| has_letters(element.role)) {
        return (Cow::Borrowed(elements), Vec::new());
    }
    let mut fitting =
        Fitting { measure, middle: Place::default(), dots: BTreeMap::new(), names: BTreeMap::new(), lost: Vec::new() };
    fitting.find_dots(elements);
    let all: Vec<&Element> = elements.iter().collect();
    let mut fitted = Vec::with_capacity(all.len());
    for (at, element) in all.iter().enumerate() {
        let is_label = |next: &&&Element| matches!(next.shape, Shape::Label { .. }) && next.role != Role::TextOnly;
        let label = all.get(at + 1).filter(is_label);
        fitted.extend(fitting.element(element, label.copied()));
    }
    (Cow::Owned(fitted.into()), fitting.lost)
}

/// Returns the visible part of a board, extended by the names on it, which grow as the figure shrinks. Names that a
/// crop would cut are left out.
pub(super) fn with_whole_names<'a>(
    mut elements: Cow<'a, Elements>,
    figure: &Figure,
    measure: Measure,
    padding: i32,
) -> (Cow<'a, Elements>, Rect) {
    let Figure { cut, mut visible, .. } = *figure;
    if measure.width().is_none() {
        return (elements, visible);
    }
    let extent = |element: &Element| match &element.shape {
        Shape::Label { at, text, anchor, .. } if element.role != Role::TextOnly && !text.is_empty() => {
            let size = measure.style(element.role).letters;
            let width = in_wide_letters(metrics::width(text, size));
            let before = match anchor {
                Anchor::Start => 0,
                Anchor::Middle => width / 2,
                Anchor::End => width,
            };
            let from = Place { x: at.x - before, y: at.y - size / 2 };
            Some(Rect { from, to: from.plus(Place { x: width, y: size }) })
        }
        _ => None,
    };
    for Rect { from, to } in elements.iter().filter_map(extent) {
        let grow = |is_cut: bool, known: i32, grown: i32| if is_cut { known } else { grown };
        visible.from.x = grow(cut.left, visible.from.x, visible.from.x.min(from.x + padding));
        visible.from.y = grow(cut.top, visible.from.y, visible.from.y.min(from.y + padding));
        visible.to.x = grow(cut.right, visible.to.x, visible.to.x.max(to.x - padding));
        visible.to.y = grow(cut.bottom, visible.to.y, visible.to.y.max(to.y - padding));
    }
    if cut.any() {
        let is_whole = |element: &Element| {
            let inside = |extent: Rect| visible.contains(extent.from) && visible.contains(extent.to);
            element.role != Role::Coordinate || extent(element).is_none_or(inside)
        };
        if !elements.iter().all(is_whole) {
            elements.to_mut().retain(is_whole);
        }
    }
    (elements, visible)
}

struct Fitting {
    measure: Measure,
    /// Centre of the current piece or card.
    middle: Place,
    /// Dots with a name beside them.
    dots: BTreeMap<String, Place>,
    /// Usual places of those names.
    names: BTreeMap<String, Place>,
    lost: Vec<(&'static str, i64)>,
}

impl Fitting {
    /// Collects the dots and their names.
    fn find_dots(&mut self, elements: &Elements) {
        for element in elements {
            match (&element.shape, element.role) {
                (Shape::Disc { at, .. }, Role::Dot) => {
                    self.dots.insert(element.name.to_string(), *at);
                }
                (Shape::Label { at, text, .. }, Role::Coordinate) => {
                    self.names.insert(text.to_string(), *at);
                }
                _ => {}
            }
        }
    }

    /// Returns the position of the name of a dot, which moves outwards as it grows.
    fn name(&self, at: Place, name: &str) -> Place {
        let (own, usual) = self.growth(Role::Coordinate);
        let beyond = self.dots.get(name).map(|&dot| at.minus(dot).at_length((own - usual) * 45 / 100));
        at.plus(beyond.unwrap_or_default())
    }

    /// Returns the position of the numbers of turns beside the name of a dot, which move with the name.
    fn entry(&self, at: Place, side: Anchor, name: &str) -> Place {
        let Some(&usual_name) = self.names.get(name) else { return at };
        let letters = [self.growth(Role::Coordinate), self.growth(Role::EntryNumber)];
        let [usual, own] = [letters.map(|(_, usual)| usual), letters.map(|(own, _)| own)];
        // The line follows from the usual distance.
        let line = scaled(at.y - usual_name.y, 100, usual[1] * 105 / 100);
        let dot = self.dots.get(name).copied().unwrap_or(usual_name);
        let (name_at, line) = (self.name(usual_name, name), (line + 50).div_euclid(100));
        let is_at_side = (at.x - dot.x).abs() == SIDE_GAP;
        let place = EntryPlace { name: name_at, dot, side, line, is_at_side };
        place.at(name, own)
    }

    fn growth(&self, role: Role) -> (i32, i32) {
        (self.measure.style(role).letters, style(role).letters)
    }

    /// Returns the width that a number lacks, in hundredths, if it does not fit.
    fn missing(&self, role: Role, text: &str) -> Option<(&'static str, i64)> {
        let Room { letters, width, what } = room(role)?;
        let least = match role {
            Role::Coordinate | Role::EntryNumber => self.growth(role).0,
            _ => self.measure.least_letters(role),
        };
        let needed = (i64::from(least) * 100 / i64::from(letters))
            .max(i64::from(metrics::width(text, least)) * 100 / i64::from(width));
        (needed > 100).then_some((what, needed))
    }

    fn element(&mut self, element: &Element, next: Option<&Element>) -> Option<Element> {
        let role = element.role;
        match (&element.shape, role) {
            (shape, Role::Piece(_) | Role::BoardLine) => {
                self.middle = bounds(shape).map_or(self.middle, Rect::middle);
                Some(element.clone())
            }
            // Without numbers, the top face takes all of the die.
            (_, Role::PieceLine(seat) | Role::Pip(seat)) if self.lacks_sides(seat) => {
                without_sides(element, self.middle)
            }
            (Shape::Polygon { corners }, Role::ArrowHead | Role::ArrowHeadHalo) => {
                Some(Element { shape: self.head(corners), ..element.clone() })
            }
            (_, Role::CardNumberGround | Role::CardPlate | Role::Plate | Role::BadgeGround) => {
                self.plate(element, next)
            }
            (Shape::Label { at, text, anchor, room }, _) => {
                if let Some((what, needed)) = self.missing(role, text) {
                    match self.lost.iter_mut().find(|(known, _)| *known == what) {
                        Some((_, most)) => *most = needed.max(*most),
                        None => self.lost.push((what, needed)),
                    }
                    return None;
                }
                let at = match role {
                    // Names at the edge do not belong to a place, so they are found by their text.
                    Role::Coordinate => self.name(*at, text),
                    Role::EntryNumber => self.entry(*at, *anchor, &element.name),
                    _ => *at,
                };
                let (own, usual) = self.growth(role);
                let room = room.map(|room| scaled(room, own, usual));
                Some(Element {
                    shape: Shape::Label { at, text: text.clone(), anchor: *anchor, room },
                    ..element.clone()
                })
            }
            _ => Some(element.clone()),
        }
    }

    /// Returns an arrow head, its tip first, that is large enough beside its line, whose width has a limit on paper.
    fn head(&self, corners: &[Place]) -> Shape {
        let length = self.measure.units(SMALLEST_HEAD).max(HEAD);
        let tip = corners.first().copied().unwrap_or_default();
        Shape::Polygon { corners: corners.iter().map(|corner| scaled_from(tip, *corner, length, HEAD)).collect() }
    }

    /// Returns true if there is not enough space for the side numbers of dice.
    fn lacks_sides(&self, seat: u8) -> bool {
        self.missing(Role::SideNumber(seat), "6").is_some()
    }

    /// Returns a plate resized and moved with its label.
    fn plate(&self, element: &Element, label: Option<&Element>) -> Option<Element> {
        let Some((role, Shape::Label { text, .. })) = label.map(|label| (label.role, &label.shape)) else {
            return Some(element.clone());
        };
        if self.missing(role, text).is_some() {
            return None;
        }
        let (own, usual) = self.growth(role);
        let shape = match &element.shape {
            Shape::Disc { at, radius } => Shape::Disc { at: *at, radius: scaled(*radius, own, usual) },
            shape => {
                let middle = bounds(shape).map(Rect::middle).unwrap_or_default();
                shape.clone().mapped(&|at| scaled_from(middle, at, own, usual))
            }
        };
        Some(Element { shape, ..element.clone() })
    }
}

/// Returns an element of a die without side numbers, whose top face takes all of it. `middle` is the middle of
/// the die.
pub(super) fn without_sides(element: &Element, middle: Place) -> Option<Element> {
    match (&element.shape, element.role) {
        (_, Role::PieceLine(_) | Role::SideNumber(_)) => None,
        (Shape::Disc { at, radius }, Role::Pip(_)) => {
            let at = scaled_from(middle, *at, 123, 100);
            Some(Element { shape: Shape::Disc { at, radius: scaled(*radius, 141, 100) }, ..element.clone() })
        }
        _ => Some(element.clone()),
    }
}

/// Scales the distance of a place from `middle` by `to / from`.
fn scaled_from(middle: Place, at: Place, to: i32, from: i32) -> Place {
    let apart = at.minus(middle);
    middle.plus(Place { x: scaled(apart.x, to, from), y: scaled(apart.y, to, from) })
}

/// Returns how many of the names at an edge are shown: each, every second, every fifth, or none.
pub(super) fn thinned(
    names: &[AxisName],
    size: i32,
    measure: Measure,
    is_column: bool,
) -> (Vec<&AxisName>, Option<usize>) {
    let names: Vec<&AxisName> = names.iter().filter(|name| name.in_picture).collect();
    let nearest = names.windows(2).map(|pair| (pair[1].at - pair[0].at).abs()).min();
    let (Some(nearest), Some(_)) = (nearest, measure.width()) else { return (names, None) };
    // A sign close to the number before it would look like an operator between the two.
    let has_signs = names.iter().any(|name| name.name.starts_with(['+', '-']));
    let gap = if has_signs { size * 3 / 5 } else { size / 5 };
    let needed = match is_column {
        true => names.iter().map(|name| metrics::width(&name.shown(), size)).max().unwrap_or(0) + gap,
        false => size,
    };
    match [1, 2, 5].into_iter().find(|step| nearest.saturating_mul(*step) >= needed) {
        Some(1) => (names, None),
        Some(step) => {
            let step = usize::try_from(step).unwrap_or(1);
            (names.into_iter().step_by(step).collect(), Some(step))
        }
        None => (Vec::new(), Some(0)),
    }
}

/// Scales an element by `to / from` around the origin.
pub(super) fn resized(element: &Element, to: i32, from: i32) -> Element {
    let shape = match element.shape.clone().mapped(&|at| scaled_from(Place::default(), at, to, from)) {
        Shape::Disc { at, radius } => Shape::Disc { at, radius: scaled(radius, to, from) },
        Shape::Label { at, text, anchor, room } => {
            Shape::Label { at, text, anchor, room: room.map(|room| scaled(room, to, from)) }
        }
        other => other,
    };
    Element { shape, ..element.clone() }
}
