//! Drawing of one card: its fields, then its pipes with their couplings, then its rim.
//!
//! [`Art`] is the plan of the drawing; this file makes shapes of it. [`super::card_cache`] keeps
//! drawings that many figures use, and [`super::card_on_table`] puts a card on the table.
//!
//! - A *field* is a light or dark area of the card; a *face* is such an area in the drawing.
//! - An *arc* is the part of the rim between two entries. If no plan shows the fields, *bands*
//!   along the rim show the colours of the arcs, and letters on *plates* show which arcs are one
//!   field.
//! - A *course* is the centre line of a pipe. It has a *strand* for each arm; the arms of a
//!   splitter meet at the *hub*.
//! - A *flange* is the wide end of a pipe at an entry; the flanges of two cards make a *coupling*.
//! - A *knob* is the disc at the end of an end cap.

use std::sync::Arc;

use super::card_art::{Art, Layer};
use super::card_faces::{CORNER_BY_ARC, Face, card_corners};
use super::pipe_centre_lines::{Course, ENTRIES, Strand};
use super::polylines::{UNSEEN, on_grid, simplified};
use crate::decks::card::{FieldColour, Pipe, PipeColour};
use crate::decks::{Layout, RIM};
use crate::draw::{
    PathStep, Place, Role, Scene, Shape, Size, Tone, UNIT, on_plate, outline_through,
};

/// The width along the rim and the depth of a flange at an entry.
pub(super) const FLANGE: Place = Place {
    x: UNIT * 285 / 1000,
    y: UNIT * 62 / 1000,
};
/// The radius of the knob of an end cap.
pub(super) const KNOB: i32 = UNIT * 10 / 100;
/// The radius at which a line as wide as a pipe has the same outer edge as a knob.
pub(super) const KNOB_IN_BAND: i32 = UNIT * 26 / 1000;
/// The width of the colour bands on cards whose fields are shown by letters.
const BAND: i32 = UNIT * 18 / 100;
/// The places of the letters of arcs on a card with heading E, from arc 1. That of arc 6 leaves the
/// upper left corner to the number of the card.
const LETTER_PLACES: [Place; RIM as usize] = [
    Place {
        x: 0,
        y: -UNIT * 405 / 1000,
    },
    Place {
        x: UNIT * 78 / 100,
        y: -UNIT * 405 / 1000,
    },
    Place {
        x: UNIT * 78 / 100,
        y: UNIT * 405 / 1000,
    },
    Place {
        x: 0,
        y: UNIT * 405 / 1000,
    },
    Place {
        x: -UNIT * 78 / 100,
        y: UNIT * 405 / 1000,
    },
    Place {
        x: -UNIT * 635 / 1000,
        y: -UNIT * 405 / 1000,
    },
];

/// Returns the inner corner of the bands along the rim at a corner of the card.
fn within_bands(corner: Place) -> Place {
    Place {
        x: corner.x - BAND * corner.x.signum(),
        y: corner.y - BAND * corner.y.signum(),
    }
}

pub(super) fn tone_of_field(colour: FieldColour) -> Tone {
    match colour {
        FieldColour::Light => Tone::Light,
        FieldColour::Dark => Tone::Dark,
    }
}

pub(super) fn tone_of_pipe(colour: PipeColour) -> Tone {
    match colour {
        PipeColour::White => Tone::Light,
        PipeColour::Black => Tone::Dark,
    }
}

/// A card to draw at a place, in one of its four positions.
pub(super) struct CardDrawing<'a> {
    pub(super) layout: &'a Layout,
    pub(super) art: Arc<Art>,
    pub(super) centre: Place,
    /// Clockwise quarter turns from heading E.
    pub(super) quarters: u8,
    pub(super) size: Size,
}

impl CardDrawing<'_> {
    /// Rotates a place of the card from heading E to the card's heading.
    pub(super) fn turned(&self, place: Place) -> Place {
        let turned = (0..self.quarters).fold(place, |place, _| Place {
            x: -place.y,
            y: place.x,
        });
        Place {
            x: self.centre.x + turned.x,
            y: self.centre.y + turned.y,
        }
    }

    /// Returns a polygon of the card, rotated to its position.
    pub(super) fn polygon(&self, corners: impl IntoIterator<Item = Place>) -> Shape {
        let corners = corners
            .into_iter()
            .map(|place| self.turned(place))
            .collect();
        Shape::Polygon {
            corners: simplified(corners, UNSEEN),
        }
    }

    /// Returns the shape of a face, whose border lies under pipes.
    pub(super) fn face_shape(&self, face: &Face) -> Shape {
        let corners = face.drawn_outline().into_iter();
        Shape::Polygon {
            corners: corners.map(|place| on_grid(self.turned(place))).collect(),
        }
    }

    /// Returns the corners of the rim.
    pub(super) fn rim_corners(&self) -> Vec<Place> {
        card_corners().map(|place| self.turned(place)).collect()
    }

    /// Draws the whole card.
    pub(super) fn draw(&self, scene: &mut Scene) {
        self.draw_fields(scene);
        self.draw_above_fields(scene);
        self.draw_rim(scene);
    }

    /// Draws the background in light and the dark faces on top of it, or bands along the rim if no
    /// faces show the fields.
    pub(super) fn draw_fields(&self, scene: &mut Scene) {
        scene.draw(self.polygon(card_corners()), Role::Field(Tone::Light));
        match &self.art.faces {
            Some(faces) => {
                for (face, _) in faces
                    .iter()
                    .filter(|(_, colour)| *colour == FieldColour::Dark)
                {
                    scene.draw(self.face_shape(face), Role::Field(Tone::Dark));
                }
            }
            None => self.draw_bands(scene),
        }
    }

    /// Draws the pipes, and the flanges at the entries or the letters of fields.
    pub(super) fn draw_above_fields(&self, scene: &mut Scene) {
        if self.art.faces.is_none() {
            // Neither light nor dark.
            scene.draw(
                self.polygon(card_corners().map(within_bands)),
                Role::CardPlate,
            );
        }
        for layer in &self.art.layers {
            let Some(pipe) = self.layout.card().pipes.get(layer.pipe) else {
                continue;
            };
            self.draw_pipe(pipe, layer, scene);
        }
        if self.size == Size::Full {
            self.draw_couplings(scene);
        }
        if self.art.faces.is_none() {
            self.draw_letters(scene);
        }
    }

    /// Draws the edge of a card by itself.
    fn draw_rim(&self, scene: &mut Scene) {
        let steps = outline_through(self.rim_corners());
        scene.draw(Shape::Path { steps }, Role::CellEdge);
    }

    /// Draws a flange at each entry, in the colour of its pipe. Two of them make a coupling where
    /// cards meet. The flanges of a colour are one path.
    fn draw_couplings(&self, scene: &mut Scene) {
        for colour in [PipeColour::Black, PipeColour::White] {
            let is_own = |number: u8| {
                let pipe = self.layout.card().pipes.get(self.layout.pipe_of(number));
                pipe.is_some_and(|pipe| pipe.colour == colour)
            };
            let entries = (1..).zip(ENTRIES).filter(|(number, _)| is_own(*number));
            let steps: Vec<PathStep> = entries
                .flat_map(|(_, (place, inward))| self.flange_outline(place, inward))
                .collect();
            if !steps.is_empty() {
                scene.draw(
                    Shape::Path { steps },
                    Role::PipeCoupling(tone_of_pipe(colour)),
                );
            }
        }
    }

    /// Returns the outline of the flange at an entry.
    fn flange_outline(&self, place: Place, inward: Place) -> [PathStep; 5] {
        let corner = |along: i32, deep: i32| {
            on_grid(self.turned(Place {
                x: place.x + inward.y * along * FLANGE.x / 2 + inward.x * deep * FLANGE.y,
                y: place.y + inward.x * along * FLANGE.x / 2 + inward.y * deep * FLANGE.y,
            }))
        };
        let [first, second, third, fourth] =
            [corner(-1, 0), corner(1, 0), corner(1, 1), corner(-1, 1)];
        [
            PathStep::Move(first),
            PathStep::Line(second),
            PathStep::Line(third),
            PathStep::Line(fourth),
            PathStep::Close,
        ]
    }

    /// Draws the arcs in their colours along the rim.
    fn draw_bands(&self, scene: &mut Scene) {
        let colours = &self.layout.card().arcs;
        for ((index, colour), corner) in colours.iter().enumerate().zip(CORNER_BY_ARC) {
            let ends = [index, (index + 1) % usize::from(RIM)].map(|entry| ENTRIES[entry]);
            let [from, to] = ends.map(|(place, _)| place);
            let [from_inner, to_inner] = ends.map(|(place, inward)| Place {
                x: place.x + inward.x * BAND,
                y: place.y + inward.y * BAND,
            });
            // Along the rim, around a corner if the arc passes one, and back within the card.
            let outline = [
                Some(from),
                corner,
                Some(to),
                Some(to_inner),
                corner.map(within_bands),
                Some(from_inner),
            ];
            scene.draw(
                self.polygon(outline.into_iter().flatten()),
                Role::Field(tone_of_field(*colour)),
            );
        }
    }

    /// Draws a letter for each field on its arcs. A field inside the card has no arc that shows its
    /// colour, so the name of the colour is in the middle of the card instead.
    fn draw_letters(&self, scene: &mut Scene) {
        if self.size == Size::Small {
            return;
        }
        let mut inside = [0, -UNIT * 60 / 100, UNIT * 60 / 100].into_iter().cycle();
        for (field, letter) in self.layout.fields().iter().zip('a'..='z') {
            if field.arcs.is_empty() {
                let place = Place {
                    x: inside.next().unwrap_or(0),
                    y: 0,
                };
                self.draw_plate(place, UNIT * 27 / 100, field.colour.name(), scene);
            }
            for &arc in &field.arcs {
                self.draw_plate(
                    LETTER_PLACES[usize::from(arc.clamp(1, RIM)) - 1],
                    UNIT * 5 / 100,
                    &letter.to_string(),
                    scene,
                );
            }
        }
    }

    /// Draws a text on a plate, so that it can be read on any field.
    fn draw_plate(&self, place: Place, across: i32, text: &str, scene: &mut Scene) {
        let place = self.turned(place);
        let up = UNIT * 8 / 100;
        let corners = [(-across, -up), (across, -up), (across, up), (-across, up)];
        let corners = corners
            .map(|(x, y)| Place {
                x: place.x + x,
                y: place.y + y,
            })
            .to_vec();
        scene.draw(Shape::Polygon { corners }, Role::CardPlate);
        scene.draw(
            on_plate(place, text.to_owned(), Role::CardLetter),
            Role::CardLetter,
        );
    }

    /// Draws a pipe: first its outline, then its colour.
    fn draw_pipe(&self, pipe: &Pipe, layer: &Layer, scene: &mut Scene) {
        let tone = tone_of_pipe(pipe.colour);
        let size = self.size;
        if let Some(pieces) = &layer.pieces {
            for (areas, role) in [
                (&pieces.edges, Role::CutPipeEdge),
                (&pieces.bodies, Role::CutPipe(tone)),
            ] {
                for area in areas {
                    scene.draw(self.polygon(area.iter().copied()), role);
                }
            }
            return;
        }
        let path = Shape::Path {
            steps: self.centre_lines(&layer.course),
        };
        scene.draw(path.clone(), Role::PipeEdge(size));
        if let Some(knob) = self.knob_shape(layer, KNOB) {
            scene.draw(knob, Role::PipeCap(tone, size));
        }
        scene.draw(path, Role::Pipe(tone, size));
    }

    /// Returns the knob of an end cap, with the given radius; `None` for other pipes.
    pub(super) fn knob_shape(&self, layer: &Layer, radius: i32) -> Option<Shape> {
        let pipe = self.layout.card().pipes.get(layer.pipe)?;
        let curve = layer.course.strands.first()?.curves.last()?;
        (pipe.entries.len() == 1).then(|| Shape::Disc {
            at: self.turned(curve[3]),
            radius,
        })
    }

    /// Returns the centre lines of a pipe. Two arms of a splitter run through the hub, the others
    /// end there.
    pub(super) fn centre_lines(&self, course: &Course) -> Vec<PathStep> {
        let mut steps = Vec::new();
        let mut strands = course.strands.iter();
        if let Some(first) = strands.next() {
            self.start_line(first, &mut steps);
            if let Some(second) = strands.next() {
                self.continue_line(&reversed(second), &mut steps);
            }
        }
        for strand in strands {
            self.start_line(strand, &mut steps);
        }
        steps
    }

    /// Adds a strand to a path as a new line.
    fn start_line(&self, strand: &Strand, steps: &mut Vec<PathStep>) {
        let start = strand.curves.first().map(|[from, ..]| self.turned(*from));
        steps.extend(start.map(PathStep::Move));
        self.continue_line(strand, steps);
    }

    /// Adds a strand to a path as the continuation of the line so far.
    fn continue_line(&self, strand: &Strand, steps: &mut Vec<PathStep>) {
        for curve in &strand.curves {
            let [_, one, two, to] = curve.map(|place| self.turned(place));
            steps.push(PathStep::Curve(one, two, to));
        }
    }
}

fn reversed(strand: &Strand) -> Strand {
    let turned = strand
        .curves
        .iter()
        .rev()
        .map(|&[from, one, two, to]| [to, two, one, from]);
    Strand {
        curves: turned.collect(),
    }
}
