//! Drawing of one card: fields, pipes, couplings and rim, and the small drawing for notes.
//! `card_on_table.rs` puts a card on the table.

use std::sync::{Arc, OnceLock};

use super::card_art::{Art, Layer};
use super::card_faces::{Face, card_corners};
use super::card_lines::{Course, ENTRIES, Strand};
use super::polylines::{UNSEEN, on_grid, simplified};
use super::turn::Id;
use crate::decks::card::{FieldColour, Pipe, PipeColour};
use crate::decks::{Layout, RIM};
use crate::draw::{
    CARD_NUMBER_ROOMS, Element, Elements, PathStep, Place, Role, Scene, Shape, Size, Tone, UNIT,
    on_plate,
};

/// The width along the rim and the depth of a flange at an entry.
pub(super) const FLANGE: Place = Place {
    x: UNIT * 285 / 1000,
    y: UNIT * 62 / 1000,
};
/// The knob of an end cap, and the radius at which a line as wide as a pipe has the same outer
/// edge.
pub(super) const KNOB: i32 = UNIT * 10 / 100;
pub(super) const KNOB_IN_BAND: i32 = UNIT * 26 / 1000;
/// The size of cards in notes, in per cent.
const SMALL: i32 = 55;
/// The width of the colour bands on cards whose fields are shown by letters.
const BAND: i32 = UNIT * 18 / 100;
/// The places of the letters of arcs.
const LETTERS: [Place; RIM as usize] = [
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

/// The first number that a card had, with its place.
type NumberCache = OnceLock<(String, Option<Place>)>;

/// The drawings of a card, which are cached with its layout.
pub(super) struct CardCache {
    pub(super) art: Arc<Art>,
    small: OnceLock<SmallCard>,
    /// Places of the first number that the card had, by quarter turns, relative to the middle of
    /// the card.
    numbers: [[NumberCache; 4]; CARD_NUMBER_ROOMS.len()],
}

impl CardCache {
    /// Returns the drawings of a card.
    pub(super) fn from_layout(layout: &Layout) -> Arc<Self> {
        layout.derived(|layout| Self {
            art: Arc::new(Art::from_layout(layout)),
            small: OnceLock::new(),
            numbers: Default::default(),
        })
    }

    /// Returns the place of a number on the card in one of its four positions, relative to the
    /// middle of the card. The first one is cached, as it serves most diagrams.
    pub(super) fn number_place(
        &self,
        number: &str,
        level: u8,
        quarters: u8,
        find: impl Fn() -> Option<Place>,
    ) -> Option<Place> {
        let Some(of_level) = self.numbers.get(usize::from(level)) else {
            return find();
        };
        let cache = &of_level[usize::from(quarters % 4)];
        let (first, place) = cache.get_or_init(|| (number.to_owned(), find()));
        if first == number { *place } else { find() }
    }

    /// Returns the drawing for a note.
    pub(super) fn small(&self, layout: &Layout) -> &SmallCard {
        self.small.get_or_init(|| SmallCard::from_layout(layout))
    }
}

/// A card for a note, with its upper left corner at the origin.
pub(super) struct SmallCard {
    pub(super) elements: Vec<Element>,
    pub(super) size: Place,
    /// Cache of the drawing with the number of the first card that had it.
    numbered: OnceLock<(Id, Elements)>,
}

impl SmallCard {
    pub(super) fn from_layout(layout: &Layout) -> Self {
        let mut scene = Scene::default();
        let centre = Place::default();
        CardDrawing {
            layout,
            art: Arc::clone(&CardCache::from_layout(layout).art),
            centre,
            quarters: 0,
            size: Size::Small,
        }
        .draw(&mut scene);
        let scaled = |place: Place| Place {
            x: (place.x + UNIT) * SMALL / 100,
            y: (place.y + UNIT / 2) * SMALL / 100,
        };
        let elements = Vec::from(scene.elements).into_iter().map(|element| {
            let shape = match element.shape.mapped(&scaled) {
                Shape::Disc { at: place, radius } => Shape::Disc {
                    at: place,
                    radius: radius * SMALL / 100,
                },
                other => other,
            };
            Element { shape, ..element }
        });
        let size = Place {
            x: UNIT * 2 * SMALL / 100,
            y: UNIT * SMALL / 100,
        };
        Self {
            elements: elements.collect(),
            size,
            numbered: OnceLock::new(),
        }
    }

    /// Returns the drawing with a number. The first one is cached, as it serves most diagrams.
    pub(super) fn with_number(&self, card: Id, draw: impl Fn() -> Vec<Element>) -> Elements {
        let (first, elements) = self
            .numbered
            .get_or_init(|| (card, Elements::from(draw()).shared()));
        if *first == card {
            elements.clone()
        } else {
            draw().into()
        }
    }
}

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
    pub(super) fn face(&self, face: &Face) -> Shape {
        let corners = face.drawn_outline().into_iter();
        Shape::Polygon {
            corners: corners.map(|place| on_grid(self.turned(place))).collect(),
        }
    }

    /// Returns the corners of the rim.
    pub(super) fn outline(&self) -> Vec<Place> {
        card_corners().map(|place| self.turned(place)).collect()
    }

    /// Draws the whole card.
    pub(super) fn draw(&self, scene: &mut Scene) {
        self.fields(scene);
        self.above_fields(scene);
        self.rim(scene);
    }

    /// Draws the background in light and the dark faces on top of it, or bands along the rim if no
    /// faces show the fields.
    pub(super) fn fields(&self, scene: &mut Scene) {
        scene.draw(self.polygon(card_corners()), Role::Field(Tone::Light));
        match &self.art.faces {
            Some(faces) => {
                for (face, _) in faces
                    .iter()
                    .filter(|(_, colour)| *colour == FieldColour::Dark)
                {
                    scene.draw(self.face(face), Role::Field(Tone::Dark));
                }
            }
            None => self.bands(scene),
        }
    }

    /// Draws the pipes, and the flanges at the entries or the letters of fields.
    pub(super) fn above_fields(&self, scene: &mut Scene) {
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
            self.pipe(pipe, layer, scene);
        }
        if self.size == Size::Full {
            self.couplings(scene);
        }
        if self.art.faces.is_none() {
            self.letters(scene);
        }
    }

    /// Draws the edge of a card by itself.
    pub(super) fn rim(&self, scene: &mut Scene) {
        let mut steps: Vec<PathStep> = card_corners()
            .map(|place| PathStep::Line(self.turned(place)))
            .collect();
        if let Some(step) = steps.first_mut() {
            *step = step.end().map_or(PathStep::Close, PathStep::Move);
        }
        steps.push(PathStep::Close);
        scene.draw(Shape::Path { steps }, Role::CellEdge);
    }

    /// Draws a flange at each entry, in the colour of its pipe. Two of them make a coupling where
    /// cards meet. The flanges of a colour are one path.
    pub(super) fn couplings(&self, scene: &mut Scene) {
        for colour in [PipeColour::Black, PipeColour::White] {
            let is_own = |number: u8| {
                let pipe = self.layout.card().pipes.get(self.layout.pipe_of(number));
                pipe.is_some_and(|pipe| pipe.colour == colour)
            };
            let entries = (1..).zip(ENTRIES).filter(|(number, _)| is_own(*number));
            let steps: Vec<PathStep> = entries
                .flat_map(|(_, (place, inward))| self.flange(place, inward))
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
    pub(super) fn flange(&self, place: Place, inward: Place) -> [PathStep; 5] {
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
    pub(super) fn bands(&self, scene: &mut Scene) {
        let corners: Vec<Place> = card_corners().collect();
        for (arc, colour) in self
            .layout
            .card()
            .arcs
            .iter()
            .enumerate()
            .take(usize::from(RIM))
        {
            let ends = [arc, (arc + 1) % usize::from(RIM)].map(|index| ENTRIES[index]);
            let [from, to] = ends.map(|(place, _)| place);
            let depth = |(place, inward): (Place, Place)| Place {
                x: place.x + inward.x * BAND,
                y: place.y + inward.y * BAND,
            };
            let [from_inner, to_inner] = ends.map(depth);
            let beside = |corner: &&Place| {
                let touches = |place: Place| place.x == corner.x || place.y == corner.y;
                touches(from) && touches(to) && from.x != to.x && from.y != to.y
            };
            let corner = corners.iter().find(beside).copied();
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

    /// Draws a letter for each field on its arcs. The letter of a field inside the card is in the
    /// middle.
    pub(super) fn letters(&self, scene: &mut Scene) {
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
                self.plate(place, UNIT * 27 / 100, field.colour.name(), scene);
            }
            for &arc in &field.arcs {
                self.plate(
                    LETTERS[usize::from(arc.clamp(1, RIM)) - 1],
                    UNIT * 5 / 100,
                    &letter.to_string(),
                    scene,
                );
            }
        }
    }

    /// Draws a text on a plate, so that it can be read on any field.
    pub(super) fn plate(&self, place: Place, across: i32, text: &str, scene: &mut Scene) {
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
    pub(super) fn pipe(&self, pipe: &Pipe, layer: &Layer, scene: &mut Scene) {
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
            steps: self.steps(&layer.course),
        };
        scene.draw(path.clone(), Role::PipeEdge(size));
        if let Some(knob) = self.knob(layer, KNOB) {
            scene.draw(knob, Role::PipeCap(tone, size));
        }
        scene.draw(path, Role::Pipe(tone, size));
    }

    /// Returns the knob of an end cap, with a separate radius.
    pub(super) fn knob(&self, layer: &Layer, radius: i32) -> Option<Shape> {
        let pipe = self.layout.card().pipes.get(layer.pipe)?;
        let curve = layer.course.strands.first()?.curves.last()?;
        (pipe.entries.len() == 1).then(|| Shape::Disc {
            at: self.turned(curve[3]),
            radius,
        })
    }

    /// Returns the centre lines of a pipe. Two arms of a splitter run through the hub, the others
    /// end there.
    pub(super) fn steps(&self, course: &Course) -> Vec<PathStep> {
        let mut steps = Vec::new();
        let mut strands = course.strands.iter();
        if let Some(first) = strands.next() {
            self.run(first, true, &mut steps);
            if let Some(second) = strands.next() {
                self.run(&reversed(second), false, &mut steps);
            }
        }
        for strand in strands {
            self.run(strand, true, &mut steps);
        }
        steps
    }

    /// Adds a strand to a path.
    pub(super) fn run(&self, strand: &Strand, begin: bool, steps: &mut Vec<PathStep>) {
        for (place, curve) in strand.curves.iter().enumerate() {
            let [from, one, two, to] = curve.map(|place| self.turned(place));
            if begin && place == 0 {
                steps.push(PathStep::Move(from));
            }
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
