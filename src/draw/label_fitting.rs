//! Fits labels on a board when text does not shrink with it. Labels move clear of their
//! surroundings; those without room are left out and reported.

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

/// Gap between the name of a dot and the numbers of turns beside it; at the sides of the board,
/// between the middle of the dot and the numbers.
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
        let (from, beside) = if self.is_at_side {
            (self.dot.x, SIDE_GAP)
        } else {
            (self.name.x, metrics::width(name, own) / 2 + ENTRY_GAP)
        };
        let x = match self.side {
            Anchor::Start => from + beside,
            Anchor::Middle => from,
            Anchor::End => from - beside,
        };
        Place {
            x,
            y: self.name.y + self.line * numbers * 105 / 100,
        }
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
    let room = |thousandths: [i32; 2], what| {
        let [letters, width] = thousandths.map(|part| UNIT * part / 1000);
        Some(Room {
            letters,
            width,
            what,
        })
    };
    match role {
        Role::SideNumber(_) => room([125, 300], "the numbers at the sides of dice"),
        Role::CardNumber => room([290, 1000], "numbers of cards"),
        Role::SmallCardNumber => room([220, 1000], "numbers of cards"),
        Role::Badge | Role::PlateNumber => room([400, 800], "numbers and letters beside pieces"),
        Role::MarkLabel(Upon::Piece(_))
        | Role::SmallLabel(Upon::Piece(_))
        | Role::TinyLabel(Upon::Piece(_)) => room([600, 760], "numbers and letters on pieces"),
        Role::MarkLabel(Upon::Board)
        | Role::SmallLabel(Upon::Board)
        | Role::TinyLabel(Upon::Board) => room([800, 4000], "letters on the board"),
        Role::Coordinate => room([600, 950], "names on the board"),
        Role::EntryNumber => room([320, 4000], "the numbers of turns beside dots"),
        _ => None,
    }
}

/// Kind of numbers or letters that a board has no room for.
#[derive(Clone, Copy)]
pub(super) struct Misfit {
    /// Name of the kind.
    pub(super) what: &'static str,
    /// Factor, in hundredths, by which the figure would have to be wider.
    pub(super) needed: i64,
}

/// Fits the labels of a board to a size. Also returns the kinds that did not fit.
pub(super) fn fit_labels(
    elements: &Elements,
    measure: Measure,
) -> (Cow<'_, Elements>, Vec<Misfit>) {
    let has_letters = |role: Role| style(role).letters > 0 || role == Role::ArrowHead;
    if measure.width().is_none() || !elements.iter().any(|element| has_letters(element.role)) {
        return (Cow::Borrowed(elements), Vec::new());
    }
    let mut fitting = Fitting {
        measure,
        middle: Place::default(),
        dots: BTreeMap::new(),
        names: BTreeMap::new(),
        misfits: Vec::new(),
    };
    fitting.find_dots(elements);
    let all: Vec<&Element> = elements.iter().collect();
    let mut fitted = Vec::with_capacity(all.len());
    for (index, element) in all.iter().enumerate() {
        let is_label = |next: &&&Element| {
            matches!(next.shape, Shape::Label { .. }) && next.role != Role::TextOnly
        };
        let label = all.get(index + 1).filter(is_label);
        fitted.extend(fitting.element(element, label.copied()));
    }
    (Cow::Owned(fitted.into()), fitting.misfits)
}

/// Returns the visible part of a board, extended by the names on it, which grow as the figure
/// shrinks. Names that a crop would cut are left out.
pub(super) fn with_whole_names<'a>(
    mut elements: Cow<'a, Elements>,
    figure: &Figure,
    measure: Measure,
    padding: i32,
) -> (Cow<'a, Elements>, Rect) {
    let Figure {
        cut, mut visible, ..
    } = *figure;
    if measure.width().is_none() {
        return (elements, visible);
    }
    let extent = |element: &Element| match &element.shape {
        Shape::Label {
            at, text, anchor, ..
        } if element.role != Role::TextOnly && !text.is_empty() => {
            let size = measure.style(element.role).letters;
            let width = in_wide_letters(metrics::width(text, size));
            let before = match anchor {
                Anchor::Start => 0,
                Anchor::Middle => width / 2,
                Anchor::End => width,
            };
            let from = Place {
                x: at.x - before,
                y: at.y - size / 2,
            };
            Some(Rect {
                from,
                to: from.plus(Place { x: width, y: size }),
            })
        }
        _ => None,
    };
    for Rect { from, to } in elements.iter().filter_map(extent) {
        let grow = |is_cut: bool, known: i32, grown: i32| if is_cut { known } else { grown };
        visible.from.x = grow(
            cut.left,
            visible.from.x,
            visible.from.x.min(from.x + padding),
        );
        visible.from.y = grow(
            cut.top,
            visible.from.y,
            visible.from.y.min(from.y + padding),
        );
        visible.to.x = grow(cut.right, visible.to.x, visible.to.x.max(to.x - padding));
        visible.to.y = grow(cut.bottom, visible.to.y, visible.to.y.max(to.y - padding));
    }
    if cut.any() {
        let is_whole = |element: &Element| {
            let inside =
                |extent: Rect| visible.contains(extent.from) && visible.contains(extent.to);
            element.role != Role::Coordinate || extent(element).is_none_or(inside)
        };
        if !elements.iter().all(is_whole) {
            elements.to_mut().retain(is_whole);
        }
    }
    (elements, visible)
}

/// Fitting of the elements of a board, one after the other.
struct Fitting {
    measure: Measure,
    /// Centre of the current piece or card.
    middle: Place,
    /// Dots with a name beside them.
    dots: BTreeMap<String, Place>,
    /// Usual places of those names.
    names: BTreeMap<String, Place>,
    misfits: Vec<Misfit>,
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
        let beyond = self
            .dots
            .get(name)
            .map(|&dot| at.minus(dot).at_length((own - usual) * 45 / 100));
        at.plus(beyond.unwrap_or_default())
    }

    /// Returns the position of the numbers of turns beside the name of a dot, which move with the
    /// name.
    fn entry(&self, at: Place, side: Anchor, name: &str) -> Place {
        let Some(&usual_name) = self.names.get(name) else {
            return at;
        };
        let letters = [
            self.growth(Role::Coordinate),
            self.growth(Role::EntryNumber),
        ];
        let [usual, own] = [letters.map(|(_, usual)| usual), letters.map(|(own, _)| own)];
        // The line follows from the usual distance.
        let line = scaled(at.y - usual_name.y, 100, usual[1] * 105 / 100);
        let dot = self.dots.get(name).copied().unwrap_or(usual_name);
        let name_at = self.name(usual_name, name);
        let line = (line + 50).div_euclid(100);
        let is_at_side = (at.x - dot.x).abs() == SIDE_GAP;
        let place = EntryPlace {
            name: name_at,
            dot,
            side,
            line,
            is_at_side,
        };
        place.at(name, own)
    }

    /// Returns the font size of a role on this figure, and its usual one.
    fn growth(&self, role: Role) -> (i32, i32) {
        (self.measure.style(role).letters, style(role).letters)
    }

    /// Returns a number or label as a misfit if the board has no room for it.
    fn misfit(&self, role: Role, text: &str) -> Option<Misfit> {
        let Room {
            letters,
            width,
            what,
        } = room(role)?;
        let least = match role {
            Role::Coordinate | Role::EntryNumber => self.growth(role).0,
            _ => self.measure.least_letters(role),
        };
        let needed = (i64::from(least) * 100 / i64::from(letters))
            .max(i64::from(metrics::width(text, least)) * 100 / i64::from(width));
        (needed > 100).then_some(Misfit { what, needed })
    }

    /// Returns an element resized and moved as its role requires, or `None` if there is no room for
    /// it. `next` is the label after it, if there is one.
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
            (Shape::Polygon { corners }, Role::ArrowHead | Role::ArrowHeadHalo) => Some(Element {
                shape: self.head(corners),
                ..element.clone()
            }),
            (_, Role::CardNumberGround | Role::CardPlate | Role::Plate | Role::BadgeGround) => {
                self.plate(element, next)
            }
            (
                Shape::Label {
                    at,
                    text,
                    anchor,
                    room,
                },
                _,
            ) => {
                if let Some(misfit) = self.misfit(role, text) {
                    match self
                        .misfits
                        .iter_mut()
                        .find(|known| known.what == misfit.what)
                    {
                        Some(known) => known.needed = known.needed.max(misfit.needed),
                        None => self.misfits.push(misfit),
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
                    shape: Shape::Label {
                        at,
                        text: text.clone(),
                        anchor: *anchor,
                        room,
                    },
                    ..element.clone()
                })
            }
            _ => Some(element.clone()),
        }
    }

    /// Returns an arrow head, its tip first, that is large enough beside its line, whose width has
    /// a limit on paper.
    fn head(&self, corners: &[Place]) -> Shape {
        let length = self.measure.units(SMALLEST_HEAD).max(HEAD);
        let tip = corners.first().copied().unwrap_or_default();
        Shape::Polygon {
            corners: corners
                .iter()
                .map(|corner| scaled_from(tip, *corner, length, HEAD))
                .collect(),
        }
    }

    /// Returns true if there is not enough space for the side numbers of dice.
    fn lacks_sides(&self, seat: u8) -> bool {
        self.misfit(Role::SideNumber(seat), "6").is_some()
    }

    /// Returns a plate resized and moved with its label.
    fn plate(&self, element: &Element, label: Option<&Element>) -> Option<Element> {
        let Some((role, Shape::Label { text, .. })) = label.map(|label| (label.role, &label.shape))
        else {
            return Some(element.clone());
        };
        if self.misfit(role, text).is_some() {
            return None;
        }
        let (own, usual) = self.growth(role);
        let shape = match &element.shape {
            Shape::Disc { at, radius } => Shape::Disc {
                at: *at,
                radius: scaled(*radius, own, usual),
            },
            shape => {
                let middle = bounds(shape).map(Rect::middle).unwrap_or_default();
                shape
                    .clone()
                    .mapped(&|at| scaled_from(middle, at, own, usual))
            }
        };
        Some(Element {
            shape,
            ..element.clone()
        })
    }
}

/// Returns an element of a die without side numbers, whose top face takes all of it. `middle` is
/// the middle of the die.
pub(super) fn without_sides(element: &Element, middle: Place) -> Option<Element> {
    match (&element.shape, element.role) {
        (_, Role::PieceLine(_) | Role::SideNumber(_)) => None,
        (Shape::Disc { at, radius }, Role::Pip(_)) => {
            let at = scaled_from(middle, *at, 123, 100);
            Some(Element {
                shape: Shape::Disc {
                    at,
                    radius: scaled(*radius, 141, 100),
                },
                ..element.clone()
            })
        }
        _ => Some(element.clone()),
    }
}

/// Scales the distance of a place from `middle` by `to / from`.
fn scaled_from(middle: Place, at: Place, to: i32, from: i32) -> Place {
    let apart = at.minus(middle);
    middle.plus(Place {
        x: scaled(apart.x, to, from),
        y: scaled(apart.y, to, from),
    })
}

/// Names at an edge that are left out for lack of room, from the fewest to all of them.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Thinning {
    None,
    EverySecond,
    EveryFifth,
    NoneShown,
}

/// Returns the names at an edge for which there is room.
pub(super) fn thinned(
    names: &[AxisName],
    size: i32,
    measure: Measure,
    is_column: bool,
) -> (Vec<&AxisName>, Thinning) {
    let names: Vec<&AxisName> = names.iter().filter(|name| name.in_picture).collect();
    let nearest = names
        .windows(2)
        .map(|pair| (pair[1].at - pair[0].at).abs())
        .min();
    let (Some(nearest), Some(_)) = (nearest, measure.width()) else {
        return (names, Thinning::None);
    };
    // A sign close to the number before it would look like an operator between the two.
    let has_signs = names.iter().any(|name| name.name.starts_with(['+', '-']));
    let gap = if has_signs { size * 3 / 5 } else { size / 5 };
    let needed = match is_column {
        true => {
            names
                .iter()
                .map(|name| metrics::width(&name.shown(), size))
                .max()
                .unwrap_or(0)
                + gap
        }
        false => size,
    };
    let steps = [
        (1_u8, Thinning::None),
        (2, Thinning::EverySecond),
        (5, Thinning::EveryFifth),
    ];
    match steps
        .into_iter()
        .find(|(step, _)| nearest.saturating_mul(i32::from(*step)) >= needed)
    {
        Some((step, thinning)) => (
            names.into_iter().step_by(usize::from(step)).collect(),
            thinning,
        ),
        None => (Vec::new(), Thinning::NoneShown),
    }
}

/// Scales an element by `to / from` around the origin.
pub(super) fn resized(element: &Element, to: i32, from: i32) -> Element {
    let shape = match element
        .shape
        .clone()
        .mapped(&|at| scaled_from(Place::default(), at, to, from))
    {
        Shape::Disc { at, radius } => Shape::Disc {
            at,
            radius: scaled(radius, to, from),
        },
        Shape::Label {
            at,
            text,
            anchor,
            room,
        } => Shape::Label {
            at,
            text,
            anchor,
            room: room.map(|room| scaled(room, to, from)),
        },
        other => other,
    };
    Element {
        shape,
        ..element.clone()
    }
}
