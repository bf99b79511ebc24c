//! The faces of a card: the areas between the centre lines of its pipes.
//!
//! The rim and the centre lines form a planar graph of nodes and edges. Each face is traced by
//! always taking the rightmost edge. No rule is used: [`fields`] returns what the drawing shows, to
//! be compared with the rules V2.4 and V2.5.

use crate::draw::{Place, UNIT};

use super::pipe_centre_lines::{Course, ENTRIES, Strand};
use super::polylines::{COVERED, crossings_of, simplified};
use crate::decks::RIM;

/// A face of a card.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Face {
    /// The closed outline, clockwise.
    pub(super) corners: Vec<Place>,
    /// The stretches of the outline between nodes. Each one ends where the next one begins.
    pub(super) stretches: Vec<Vec<Place>>,
    /// The arcs on the face, from 1.
    pub(super) arcs: Vec<u8>,
    /// The neighbouring faces, each across a piece of pipe.
    pub(super) beside: Vec<usize>,
}

impl Face {
    /// Returns the outline with fewer corners, to be drawn. Faces that share a stretch have the
    /// same corners along it, so that there is no gap between them.
    pub(super) fn drawn_outline(&self) -> Vec<Place> {
        let mut outline = Vec::new();
        for stretch in &self.stretches {
            let mut corners = drawn_stretch(stretch);
            if !is_forward(stretch) {
                corners.reverse();
            }
            corners.pop();
            outline.extend(corners);
        }
        outline
    }
}

/// Returns true for the direction of a stretch in which its corners are chosen.
fn is_forward(stretch: &[Place]) -> bool {
    stretch.first() <= stretch.last()
}

/// Returns a stretch of an outline with fewer corners. The result does not depend on its direction.
pub(super) fn drawn_stretch(stretch: &[Place]) -> Vec<Place> {
    let mut places = stretch.to_vec();
    if !is_forward(stretch) {
        places.reverse();
    }
    simplified(places, COVERED)
}

/// An edge between two nodes.
struct Edge {
    nodes: [usize; 2],
    places: Vec<Place>,
    arc: Option<u8>,
}

/// The corner that each arc passes with heading E. Arcs 1 and 4 pass none.
pub(super) const CORNER_BY_ARC: [Option<Place>; RIM as usize] = [
    None,
    Some(Place {
        x: UNIT,
        y: -UNIT / 2,
    }),
    Some(Place {
        x: UNIT,
        y: UNIT / 2,
    }),
    None,
    Some(Place {
        x: -UNIT,
        y: UNIT / 2,
    }),
    Some(Place {
        x: -UNIT,
        y: -UNIT / 2,
    }),
];

/// Returns the corners of a card, clockwise.
pub(super) fn card_corners() -> impl Iterator<Item = Place> {
    CORNER_BY_ARC.into_iter().flatten()
}

/// The planar graph of the rim and the centre lines. Each edge consists of two half-edges, one for
/// each direction: those of edge `n` have the numbers `2 * n` and `2 * n + 1`.
#[derive(Default)]
struct Graph {
    nodes: Vec<Place>,
    edges: Vec<Edge>,
}

impl Graph {
    /// Returns the node at a place, which is added if it is new.
    fn node(&mut self, place: Place) -> usize {
        let known = self.nodes.iter().position(|node| *node == place);
        known.unwrap_or_else(|| {
            self.nodes.push(place);
            self.nodes.len() - 1
        })
    }

    fn from_courses(courses: &[Course]) -> Self {
        let mut graph = Self::default();
        for (index, arc) in (0..usize::from(RIM)).zip(1..) {
            let (from, to) = (ENTRIES[index].0, ENTRIES[(index + 1) % usize::from(RIM)].0);
            let nodes = [graph.node(from), graph.node(to)];
            let places = [Some(from), CORNER_BY_ARC[index], Some(to)]
                .into_iter()
                .flatten()
                .collect();
            graph.edges.push(Edge {
                nodes,
                places,
                arc: Some(arc),
            });
        }
        // End caps do not divide faces.
        let cutting = courses
            .iter()
            .filter(|course| course.hub.is_some() || ends_on_rim(course));
        let strands = cutting
            .enumerate()
            .flat_map(|(pipe, course)| course.strands.iter().map(move |strand| (pipe, strand)));
        let lines: Vec<(usize, Vec<Place>)> = strands
            .map(|(pipe, strand)| (pipe, strand.flattened()))
            .collect();
        for (pipe, line) in &lines {
            let others = lines.iter().filter(|(other, _)| other != pipe);
            let met = others.flat_map(|(_, other)| crossings_of_both(line, other));
            let mut cuts: Vec<(usize, Place)> = met.collect();
            cuts.sort_by_key(|&(part, place)| (part, place.minus(line[part]).length()));
            graph.add_line(line, &cuts);
        }
        graph
    }

    /// Adds a line, with a node wherever another line crosses it.
    fn add_line(&mut self, line: &[Place], cuts: &[(usize, Place)]) {
        let mut places: Vec<Place> = Vec::new();
        let mut cuts = cuts.iter().peekable();
        for (segment, &place) in line.iter().enumerate() {
            places.push(place);
            while let Some((_, cut)) = cuts.next_if(|(cut_segment, _)| *cut_segment == segment) {
                places.push(*cut);
                self.add_edge(std::mem::replace(&mut places, vec![*cut]));
            }
        }
        self.add_edge(places);
    }

    fn add_edge(&mut self, places: Vec<Place>) {
        if let (Some(&from), Some(&to)) = (places.first(), places.last()) {
            let nodes = [self.node(from), self.node(to)];
            self.edges.push(Edge {
                nodes,
                places,
                arc: None,
            });
        }
    }

    /// Returns the place next to the node at which a half-edge starts.
    fn next_place(&self, half_edge: usize) -> Place {
        let places = &self.edges[half_edge / 2].places;
        if is_forward_half(half_edge) {
            let start = places[0];
            let next = places.iter().find(|place| **place != start);
            next.copied().unwrap_or(start)
        } else {
            let start = places[places.len() - 1];
            let next = places.iter().rev().find(|place| **place != start);
            next.copied().unwrap_or(start)
        }
    }

    /// Returns the node at which a half-edge starts.
    fn start(&self, half_edge: usize) -> usize {
        self.edges[half_edge / 2].nodes[half_edge % 2]
    }

    /// Returns the half-edge that continues the face to the right of `half_edge`.
    fn next_half_edge(&self, half_edge: usize) -> usize {
        let back = other_half(half_edge);
        let node = self.start(back);
        let mut half_edges: Vec<usize> = (0..self.edges.len() * 2)
            .filter(|&other| self.start(other) == node)
            .collect();
        let way = |half_edge: usize| self.next_place(half_edge).minus(self.nodes[node]);
        half_edges.sort_by(|&one, &other| by_angle(way(one), way(other)));
        let index = half_edges
            .iter()
            .position(|&other| other == back)
            .unwrap_or(0);
        half_edges[(index + half_edges.len() - 1) % half_edges.len()]
    }
}

/// Returns true for the half-edge in the direction in which the places of its edge are listed.
fn is_forward_half(half_edge: usize) -> bool {
    half_edge.is_multiple_of(2)
}

/// Returns the other half-edge of the same edge, in the opposite direction.
fn other_half(half_edge: usize) -> usize {
    half_edge ^ 1
}

/// Returns the crossings of two lines: the segment of the first line, and the place. The place does
/// not depend on the order of the lines.
fn crossings_of_both(line: &[Place], other: &[Place]) -> Vec<(usize, Place)> {
    if line <= other {
        crossings_of(line, other)
            .into_iter()
            .map(|crossing| (crossing.segment, crossing.place))
            .collect()
    } else {
        crossings_of(other, line)
            .into_iter()
            .map(|crossing| (crossing.other_segment, crossing.place))
            .collect()
    }
}

/// Returns true if one of the strands leads to another entry, as in a section.
fn ends_on_rim(course: &Course) -> bool {
    let end = |strand: &Strand| strand.curves.last().map(|curve| curve[3]);
    course
        .strands
        .iter()
        .any(|strand| ENTRIES.iter().any(|(place, _)| end(strand) == Some(*place)))
}

/// Orders directions clockwise from the east; y points down. Directions in the lower half come
/// first; within a half, one direction comes before another that is to its right.
fn by_angle(one: Place, other: Place) -> std::cmp::Ordering {
    let upper = |way: Place| way.y < 0 || (way.y == 0 && way.x < 0);
    let product = i64::from(one.x) * i64::from(other.y) - i64::from(one.y) * i64::from(other.x);
    upper(one).cmp(&upper(other)).then(0.cmp(&product))
}

/// Returns the faces between the centre lines. Those with arcs come first, by their first arc.
pub(super) fn faces(courses: &[Course]) -> Vec<Face> {
    let graph = Graph::from_courses(courses);
    let half_edges = graph.edges.len() * 2;
    let mut face_of: Vec<Option<usize>> = vec![None; half_edges];
    let mut faces: Vec<Face> = Vec::new();
    // Counterclockwise along the rim is the outside of the card, which is not a face.
    let is_outside =
        |half_edge: usize| !is_forward_half(half_edge) && graph.edges[half_edge / 2].arc.is_some();
    for first in 0..half_edges {
        if face_of[first].is_some() || is_outside(first) {
            continue;
        }
        let mut face = Face::default();
        let mut half_edge = first;
        while face_of[half_edge].is_none() {
            face_of[half_edge] = Some(faces.len());
            let edge = &graph.edges[half_edge / 2];
            let mut places = edge.places.clone();
            if !is_forward_half(half_edge) {
                places.reverse();
            }
            face.stretches.push(places.clone());
            places.pop();
            face.corners.extend(places);
            face.arcs.extend(edge.arc);
            half_edge = graph.next_half_edge(half_edge);
        }
        face.arcs.sort_unstable();
        faces.push(face);
    }
    for half_edge in (0..half_edges).filter(|&half_edge| graph.edges[half_edge / 2].arc.is_none()) {
        if let (Some(one), Some(other)) = (face_of[half_edge], face_of[other_half(half_edge)]) {
            faces[one].beside.push(other);
        }
    }
    faces
}

/// Returns the connected fields of coloured faces, by their arcs. Those without arcs come last.
pub(super) fn fields<C: Copy + PartialEq>(faces: &[Face], colours: &[C]) -> Vec<(C, Vec<u8>)> {
    let mut fields = Vec::new();
    let mut seen = vec![false; faces.len()];
    for first in 0..faces.len() {
        if std::mem::replace(&mut seen[first], true) {
            continue;
        }
        let mut arcs = Vec::new();
        let mut queue = vec![first];
        while let Some(face) = queue.pop() {
            arcs.extend(&faces[face].arcs);
            for &beside in &faces[face].beside {
                if colours[beside] == colours[first] && !std::mem::replace(&mut seen[beside], true)
                {
                    queue.push(beside);
                }
            }
        }
        arcs.sort_unstable();
        fields.push((colours[first], arcs));
    }
    fields.sort_by_key(|(_, arcs)| arcs.first().copied().unwrap_or(u8::MAX));
    fields
}
