//! Drawing of closed sets: a contour around their pipes, and one within their fields.
//!
//! The lines of a contour are layers on the same curves, the widest one lowest. The layers of all
//! parts of a set are drawn before the next layer, so that the parts have one contour.
//!
//! The *rim* is the edge of a card, and a *face* an area of one field between its pipes. A *joint*
//! is a stretch of rim at which two cards of one set meet: there, their fields are one area.

use std::collections::{BTreeMap, BTreeSet};

use super::board::{Heading, Square};
use super::card_drawing::FLANGE;
use super::card_on_table::{CapInField, CardOnTable};
use super::placed_part::SetPart;
use super::sets::ClosedSet;
use super::turn::Id;
use crate::draw::{Along, PathStep, Place, Role, Scene, SetBand, Shape, UNIT, line_through};

/// Half the side of a square.
const HALF: i32 = UNIT / 2;

/// Ends of a stretch of rim, in ascending order.
pub(super) type RimEdge = (Place, Place);

/// The parts of closed sets on the table, and what follows for the drawing of each card.
#[derive(Default)]
pub(super) struct SetParts {
    parts: BTreeSet<SetPart>,
    /// The stretches of rim between two cards of one field, which have no edge.
    joints: BTreeSet<RimEdge>,
}

impl SetParts {
    pub(super) fn new<'c, 's>(
        sets: &[ClosedSet],
        cards: impl Iterator<Item = &'c CardOnTable<'s>>,
    ) -> Self
    where
        's: 'c,
    {
        let mut set_parts = Self {
            parts: sets.iter().flat_map(|set| set.parts.clone()).collect(),
            joints: BTreeSet::new(),
        };
        // A stretch of rim that two faces have is between two cards.
        let mut seen: BTreeSet<RimEdge> = BTreeSet::new();
        let faces: Vec<FaceOutline> = cards
            .flat_map(|card| card.outlines_of_fields(&set_parts))
            .collect();
        for edge in faces.iter().flat_map(|face| rim_edges(&face.corners)) {
            if !seen.insert(edge) {
                set_parts.joints.insert(edge);
            }
        }
        set_parts
    }

    /// Returns true if a part of a card belongs to a closed set.
    pub(super) fn contains(&self, card: Id, part_index: usize) -> bool {
        self.parts.contains(&SetPart { card, part_index })
    }

    /// Returns true if a stretch of rim has no edge.
    pub(super) fn is_joint(&self, edge: &RimEdge) -> bool {
        self.joints.contains(edge)
    }
}

/// The closed outline of a face on the table.
pub(super) struct FaceOutline {
    pub(super) corners: Vec<OutlineCorner>,
}

/// A corner of an outline, with the line to the next corner.
pub(super) struct OutlineCorner {
    pub(super) place: Place,
    /// True if the line to the next corner runs along the rim of the card; otherwise it runs along
    /// a pipe.
    pub(super) is_rim: bool,
}

/// Returns the stretches of rim of a face, each half a square long.
fn rim_edges(corners: &[OutlineCorner]) -> Vec<RimEdge> {
    let next = corners.iter().cycle().skip(1);
    let along = corners.iter().zip(next).filter(|(from, _)| from.is_rim);
    along
        .flat_map(|(from, to)| split_rim(from.place, to.place))
        .collect()
}

/// Splits a straight stretch of rim into stretches of half a square.
pub(super) fn split_rim(from: Place, to: Place) -> Vec<RimEdge> {
    stretches(from, to)
        .into_iter()
        .map(|(from, to)| (from.min(to), from.max(to)))
        .collect()
}

/// Splits a straight stretch of rim into stretches of half a square, in its direction.
fn stretches(from: Place, to: Place) -> Vec<(Place, Place)> {
    let way = to.minus(from);
    let step = Place {
        x: way.x.signum() * HALF,
        y: way.y.signum() * HALF,
    };
    let count = way.length() / HALF;
    let place = |number: i32| {
        from.plus(Place {
            x: step.x * number,
            y: step.y * number,
        })
    };
    (0..count)
        .map(|number| (place(number), place(number + 1)))
        .collect()
}

/// Draws the contours within the fields of sets. They run over the neighbours, which are drawn
/// above them.
pub(super) fn draw_field_contours(scene: &mut Scene, sets: &SetParts, cards: &[&CardOnTable<'_>]) {
    let faces: Vec<FaceOutline> = cards
        .iter()
        .flat_map(|card| card.outlines_of_fields(sets))
        .collect();
    let caps: Vec<CapInField> = cards
        .iter()
        .flat_map(|card| card.caps_in_fields(sets))
        .collect();
    for band in SetBand::ALL {
        for face in &faces {
            for (from, to) in rim_edges(&face.corners)
                .into_iter()
                .filter(|edge| !sets.is_joint(edge))
            {
                scene.draw(Shape::Line { from, to }, Role::SetBand(band, Along::Rim));
            }
        }
        for steps in faces.iter().flat_map(|face| pipe_lines(&face.corners)) {
            scene.draw(Shape::Path { steps }, Role::SetBand(band, Along::OtherPipe));
        }
        for CapInField { line, knob } in &caps {
            scene.draw(line.clone(), Role::SetBand(band, Along::OtherPipe));
            scene.draw(knob.clone(), Role::SetBand(band, Along::OtherPipe));
        }
    }
}

/// Draws the contours along the rims again, above the frames of cards.
pub(super) fn draw_rim_contours(scene: &mut Scene, sets: &SetParts, cards: &[&CardOnTable<'_>]) {
    let faces: Vec<FaceOutline> = cards
        .iter()
        .flat_map(|card| card.outlines_of_fields(sets))
        .collect();
    for role in [Role::SetRimEdge, Role::SetRim] {
        for line in faces.iter().flat_map(|face| rim_lines(face, sets)) {
            let steps = line_through(line);
            scene.draw(Shape::Path { steps }, role);
        }
    }
}

/// Returns the lines along the rim of a face between entries and joints, each with the face on its
/// right.
fn rim_lines(face: &FaceOutline, sets: &SetParts) -> Vec<Vec<Place>> {
    let corners = &face.corners;
    // A line begins after a stretch that is no rim.
    let first = corners.iter().position(|corner| !corner.is_rim);
    let in_order = corners.iter().cycle().skip(first.unwrap_or(0));
    let pairs = in_order.clone().zip(in_order.skip(1)).take(corners.len());

    let mut lines: Vec<Vec<Place>> = Vec::new();
    // True if the next stretch continues the last line.
    let mut continues = false;
    for (corner, next_corner) in pairs {
        if !corner.is_rim {
            continues = false;
            continue;
        }
        for (from, to) in stretches(corner.place, next_corner.place) {
            if sets.is_joint(&(from.min(to), from.max(to))) {
                continues = false;
                continue;
            }
            match lines.last_mut() {
                Some(line) if continues => line.push(to),
                _ => lines.push(vec![from, to]),
            }
            // Flanges and caps interrupt a line.
            continues = !is_entry(to);
        }
    }

    let is_counterclockwise = twice_the_area(corners) < 0;
    for line in &mut lines {
        trim(line);
        if is_counterclockwise {
            line.reverse();
        }
    }
    lines
}

/// Returns twice the area within an outline; negative if the outline runs counterclockwise.
fn twice_the_area(corners: &[OutlineCorner]) -> i64 {
    let next = corners.iter().cycle().skip(1);
    corners
        .iter()
        .zip(next)
        .map(|(from, to)| {
            i64::from(from.place.x) * i64::from(to.place.y)
                - i64::from(from.place.y) * i64::from(to.place.x)
        })
        .sum()
}

/// Returns true for the middle of a side of a square, where cards have entries.
fn is_entry(place: Place) -> bool {
    place.x.rem_euclid(UNIT) == 0 || place.y.rem_euclid(UNIT) == 0
}

/// Shortens a line at the flanges of pipes.
fn trim(line: &mut [Place]) {
    let trimmed = |end: Place, inner: Place| {
        let way = inner.minus(end);
        if is_entry(end) {
            end.plus(way.at_length(FLANGE.x / 2))
        } else {
            end
        }
    };
    if let [end, inner, ..] = line {
        *end = trimmed(*end, *inner);
    }
    if let [.., inner, end] = line {
        *end = trimmed(*end, *inner);
    }
}

/// Returns the stretches of a face's outline that run along pipes.
fn pipe_lines(corners: &[OutlineCorner]) -> Vec<Vec<PathStep>> {
    let mut lines: Vec<Vec<PathStep>> = Vec::new();
    // True if the next stretch continues the last line.
    let mut continues = false;
    for (corner, next_corner) in corners.iter().zip(corners.iter().cycle().skip(1)) {
        if corner.is_rim {
            continues = false;
            continue;
        }
        let to = PathStep::Line(next_corner.place);
        match lines.last_mut() {
            Some(line) if continues => line.push(to),
            _ => lines.push(vec![PathStep::Move(corner.place), to]),
        }
        continues = true;
    }
    lines
}

/// Covers the contour beyond the rim on the empty squares beside the cards.
pub(super) fn cover_beyond(
    scene: &mut Scene,
    sets: &[ClosedSet],
    empty: &BTreeMap<Square, Place>,
    cards: &[&CardOnTable<'_>],
) {
    let named: BTreeSet<Id> = sets.iter().flat_map(ClosedSet::cards).collect();
    let squares = cards
        .iter()
        .filter(|card| named.contains(&card.card()))
        .flat_map(|card| card.squares());
    let beside: BTreeSet<Square> = squares
        .flat_map(|square| {
            Heading::ALL
                .into_iter()
                .filter_map(move |side| square.beside(side))
        })
        .collect();
    for centre in beside.iter().filter_map(|square| empty.get(square)) {
        let corner = |x: i32, y: i32| {
            centre.plus(Place {
                x: x * HALF,
                y: y * HALF,
            })
        };
        let corners = vec![corner(-1, -1), corner(1, -1), corner(1, 1), corner(-1, 1)];
        scene.draw(Shape::Polygon { corners }, Role::BadgeGround);
    }
}

/// Draws the pipes of sets above everything, with a contour around each set.
pub(super) fn draw_pipes(scene: &mut Scene, sets: &SetParts, cards: &[&CardOnTable<'_>]) {
    let pipes: Vec<_> = cards
        .iter()
        .flat_map(|card| card.pipes_of_sets(sets))
        .collect();
    for band in SetBand::ALL {
        for pipe in &pipes {
            scene.draw(pipe.line.clone(), Role::SetBand(band, Along::OwnPipe));
            if let Some(knob) = &pipe.knob {
                scene.draw(knob.clone(), Role::SetBand(band, Along::OwnPipe));
            }
        }
    }
    for pipe in &pipes {
        scene.draw(pipe.line.clone(), Role::SetPipeEdge);
    }
    for pipe in &pipes {
        if let Some(cap) = &pipe.cap {
            scene.draw(cap.clone(), pipe.cap_role);
        }
        scene.draw(pipe.line.clone(), Role::SetPipe(pipe.tone));
    }
}
