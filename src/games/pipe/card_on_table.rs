//! Drawing of a card on the table: its place in the scene, and its parts of closed sets.
//!
//! A [`CardOnTable`] is drawn in steps, because the fields of all cards are below the pipes of all
//! cards: first the fields, then everything above them. [`super::card_number_drawing`] draws its
//! number. A *face* is an area of one field between the pipes of a card.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::board::{Heading, Square};
use super::card_art::Layer;
use super::card_cache::CardCache;
use super::card_drawing::{CardDrawing, KNOB, KNOB_IN_BAND, tone_of_field, tone_of_pipe};
use super::card_faces::{Face, drawn_stretch};
use super::card_text::{CardText, TEXT_GRID};
use super::card_words::words;
use super::polylines::beside_line;
use super::set_drawing::{FaceOutline, OutlineCorner, RimEdge, SetParts, split_rim};
use super::turn::{Id, Placement};
use crate::decks::card::FieldColour;
use crate::decks::{Contact, Layout};
use crate::draw::{Lang, Place, Role, Scene, Shape, Site, Size, Tone, UNIT, outline_through};

/// The radius of the marks on half a card.
const RADIUS: i32 = UNIT * 30 / 100;
/// The maximum distance, in squares, from the origin of a scene.
const REACH: i32 = i32::MAX / UNIT / 2;

/// A card within reach of a scene.
pub(super) struct CardOnTable<'a> {
    pub(super) drawing: CardDrawing<'a>,
    pub(super) card: Id,
    /// The squares of the card, half A first, and their middles.
    squares: [Square; 2],
    middles: [Place; 2],
}

impl<'a> CardOnTable<'a> {
    /// Creates the drawing of a card, relative to the middle of the square `origin`. Returns `None`
    /// if the card is too far away.
    pub(super) fn new(layout: &'a Layout, placement: &Placement, origin: Square) -> Option<Self> {
        let squares = placement.squares()?;
        let middles @ [first, second] = [
            middle_of(squares[0], origin)?,
            middle_of(squares[1], origin)?,
        ];
        let centre = Place {
            x: first.x.midpoint(second.x),
            y: first.y.midpoint(second.y),
        };
        let quarters = placement.heading.quarters_from(Heading::East);
        let drawing = CardDrawing {
            layout,
            art: Arc::clone(&CardCache::from_layout(layout).art),
            centre,
            quarters,
            size: Size::Full,
        };
        Some(Self {
            drawing,
            card: placement.card,
            squares,
            middles,
        })
    }

    /// Returns the number of the card.
    pub(super) fn card(&self) -> Id {
        self.card
    }

    /// Returns the squares of the card.
    pub(super) fn squares(&self) -> [Square; 2] {
        self.squares
    }

    /// Draws the fields.
    pub(super) fn draw_fields(&self, scene: &mut Scene) {
        self.drawing.draw_fields(scene);
    }

    /// Draws the fields of closed sets.
    pub(super) fn draw_set_fields(&self, sets: &SetParts, scene: &mut Scene) {
        for (face, tone) in self.faces_of_sets(sets) {
            let shape = self.drawing.face_shape(face);
            scene.draw(shape.clone(), Role::BadgeGround);
            scene.draw(shape, Role::SetField(tone));
        }
    }

    /// Draws the fields that belong to no closed set, above the contours of those that do.
    pub(super) fn draw_other_fields(&self, sets: &SetParts, scene: &mut Scene) {
        if self.drawing.art.faces.is_none() {
            self.drawing.draw_fields(scene);
            return;
        }
        let faces = self.faces_of_no_set(sets);
        for (face, _) in &faces {
            scene.draw(self.drawing.face_shape(face), Role::Field(Tone::Light));
        }
        // Where a pipe is cut, the border between two fields is visible. Without a cover, the
        // contour below them would show through it as a fine line.
        for seam in seams(&faces) {
            scene.draw(self.drawing.polygon(seam), Role::Field(Tone::Light));
        }
        for (face, _) in faces.iter().filter(|(_, tone)| *tone == Tone::Dark) {
            scene.draw(self.drawing.face_shape(face), Role::Field(Tone::Dark));
        }
    }

    /// Returns the faces that belong to fields of closed sets.
    fn faces_of_sets(&self, sets: &SetParts) -> Vec<(&Face, Tone)> {
        self.faces_for_which(|index| self.is_face_of_set(sets, index))
    }

    /// Returns the faces that belong to no field of a closed set.
    fn faces_of_no_set(&self, sets: &SetParts) -> Vec<(&Face, Tone)> {
        self.faces_for_which(|index| !self.is_face_of_set(sets, index))
    }

    /// Returns the faces for whose indices `is_wanted` is true.
    fn faces_for_which(&self, is_wanted: impl Fn(usize) -> bool) -> Vec<(&Face, Tone)> {
        let faces = self.faces().iter().enumerate();
        faces
            .filter(|(index, _)| is_wanted(*index))
            .map(|(_, (face, colour))| (face, tone_of_field(*colour)))
            .collect()
    }

    /// Returns true if a face belongs to a field of a closed set.
    fn is_face_of_set(&self, sets: &SetParts, face_index: usize) -> bool {
        let layout = self.drawing.layout;
        // The parts of a card are its pipes, then its fields.
        let pipes = layout.card().pipes.len();
        field_of_face(layout, self.faces(), face_index)
            .is_some_and(|field| sets.contains(self.card, pipes + field))
    }

    /// Returns the faces with their colours; none if letters show the fields.
    fn faces(&self) -> &[(Face, FieldColour)] {
        self.drawing.art.faces.as_deref().unwrap_or_default()
    }

    /// Returns the outlines of the fields of closed sets.
    pub(super) fn outlines_of_fields(&self, sets: &SetParts) -> Vec<FaceOutline> {
        // A card is two steps wide and one step high.
        let is_on_rim = |from: Place, to: Place| {
            let is_short_side = from.x == to.x && from.x.abs() == UNIT;
            let is_long_side = from.y == to.y && from.y.abs() == UNIT / 2;
            is_short_side || is_long_side
        };
        let outline = |face: &Face| {
            let next = face.corners.iter().cycle().skip(1);
            let sides = face.corners.iter().zip(next);
            let corners = sides
                .filter(|(from, to)| from != to)
                .map(|(&from, &to)| OutlineCorner {
                    place: self.drawing.turned(from),
                    is_rim: is_on_rim(from, to),
                });
            FaceOutline {
                corners: corners.collect(),
            }
        };
        self.faces_of_sets(sets)
            .into_iter()
            .map(|(face, _)| outline(face))
            .collect()
    }

    /// Returns the end caps in fields of closed sets.
    pub(super) fn caps_in_fields(&self, sets: &SetParts) -> Vec<CapInField> {
        let Self { drawing, card, .. } = self;
        let pipes = &drawing.layout.card().pipes;
        let parts = drawing.layout.parts();
        let is_in_field = |layer: &&Layer| {
            let entries = pipes.get(layer.pipe).map(|pipe| pipe.entries.as_slice());
            let Some([entry]) = entries else {
                // Only a pipe with one entry is an end cap.
                return false;
            };
            // A cap divides no field, so that the field before its entry goes on after it.
            let field = parts.part_index_at(*entry, Contact::Before);
            sets.contains(*card, field)
        };
        let caps = drawing.art.layers.iter().filter(is_in_field);
        caps.filter_map(|layer| {
            Some(CapInField {
                line: Shape::Path {
                    steps: drawing.centre_lines(&layer.course),
                },
                knob: drawing.knob_shape(layer, KNOB_IN_BAND)?,
            })
        })
        .collect()
    }

    /// Returns the pipes of closed sets.
    pub(super) fn pipes_of_sets(&self, sets: &SetParts) -> Vec<SetPipe> {
        let Self { drawing, card, .. } = self;
        let own = drawing
            .art
            .layers
            .iter()
            .filter(|layer| sets.contains(*card, layer.pipe));
        let pipe = |layer: &Layer| {
            let tone = tone_of_pipe(drawing.layout.card().pipes.get(layer.pipe)?.colour);
            Some(SetPipe {
                line: Shape::Path {
                    steps: drawing.centre_lines(&layer.course),
                },
                knob: drawing.knob_shape(layer, KNOB_IN_BAND),
                cap: drawing.knob_shape(layer, KNOB),
                cap_role: Role::PipeCap(tone, Size::Full),
                tone,
            })
        };
        own.filter_map(pipe).collect()
    }

    /// Draws everything above the fields. Marks can be put on each square by its name. A mark on
    /// the first square is a mark on the card.
    pub(super) fn draw_above(&self, sets: &SetParts, scene: &mut Scene) {
        let Self {
            drawing,
            card,
            squares,
            middles,
        } = self;
        drawing.draw_above_fields(scene);
        self.draw_rim(sets, scene);
        for (square, middle) in squares.iter().zip(middles) {
            let site = Site {
                has_art: true,
                keeps_inside: true,
                ..Site::empty(*middle, RADIUS)
            };
            scene.sites.insert(square.to_string(), site);
            scene.add_outline(square.to_string(), drawing.rim_corners());
        }
        let [first_square, _] = squares;
        self.draw_number(sets, first_square.to_string(), scene);
        CardText {
            layout: drawing.layout,
            quarters: drawing.quarters,
        }
        .write(scene, *middles, &card.to_string());
    }
}

impl CardOnTable<'_> {
    /// Draws the edge of the card, except between two cards of one field of a closed set.
    fn draw_rim(&self, sets: &SetParts, scene: &mut Scene) {
        let corners = self.drawing.rim_corners();
        let sides = corners.iter().zip(corners.iter().cycle().skip(1));
        let edges: Vec<RimEdge> = sides.flat_map(|(from, to)| split_rim(*from, *to)).collect();
        if edges.iter().any(|edge| sets.is_joint(edge)) {
            for (from, to) in edges.into_iter().filter(|edge| !sets.is_joint(edge)) {
                scene.draw(Shape::Line { from, to }, Role::CellEdge);
            }
            return;
        }
        let steps = outline_through(corners);
        scene.draw(Shape::Path { steps }, Role::CellEdge);
    }
}

/// An end cap in a field of a closed set, by the shapes that the lines around the field follow.
pub(super) struct CapInField {
    pub(super) line: Shape,
    pub(super) knob: Shape,
}

/// A pipe of a closed set, on the table.
pub(super) struct SetPipe {
    pub(super) line: Shape,
    /// The shape that the lines around the set follow at an end cap.
    pub(super) knob: Option<Shape>,
    pub(super) cap: Option<Shape>,
    pub(super) cap_role: Role,
    pub(super) tone: Tone,
}

/// Returns the field of a face: that of its arcs or, inside the card, that of the faces of its
/// colour across pipes.
fn field_of_face(layout: &Layout, faces: &[(Face, FieldColour)], index: usize) -> Option<usize> {
    let colour = faces.get(index)?.1;
    let mut seen = vec![index];
    let mut queue = vec![index];
    while let Some(next) = queue.pop() {
        let (face, _) = faces.get(next)?;
        if let Some(&arc) = face.arcs.first() {
            return Some(layout.field_of(arc));
        }
        for &beside in &face.beside {
            if faces.get(beside).is_some_and(|(_, own)| *own == colour) && !seen.contains(&beside) {
                seen.push(beside);
                queue.push(beside);
            }
        }
    }
    layout
        .fields()
        .iter()
        .position(|field| field.arcs.is_empty() && field.colour == colour)
}

/// Half the width of the cover of a border between two fields.
const HALF_SEAM: i32 = UNIT * 2 / 100;

/// Returns narrow areas along the borders between faces.
fn seams(faces: &[(&Face, Tone)]) -> Vec<Vec<Place>> {
    let mut seen: BTreeSet<Vec<Place>> = BTreeSet::new();
    let mut seams = Vec::new();
    for stretch in faces.iter().flat_map(|(face, _)| &face.stretches) {
        let stretch = drawn_stretch(stretch);
        // A stretch that two faces have is the border between them.
        let is_border = !seen.insert(stretch.clone());
        if is_border {
            seams.push(area_along(&stretch));
        }
    }
    seams
}

/// Returns the area within `HALF_SEAM` of a line.
fn area_along(line: &[Place]) -> Vec<Place> {
    let side = |aside: i32| (0..line.len()).map(move |index| beside_line(line, index, aside));
    side(HALF_SEAM).chain(side(-HALF_SEAM).rev()).collect()
}

/// Returns the middle of a square, relative to the middle of `origin`, or `None` if it is too far
/// away.
pub(super) fn middle_of(square: Square, origin: Square) -> Option<Place> {
    let steps = |to: i32, from: i32| {
        to.checked_sub(from)
            .filter(|steps| (-REACH..=REACH).contains(steps))
    };
    Some(Place {
        x: steps(square.x, origin.x)? * UNIT,
        y: steps(origin.y, square.y)? * UNIT,
    })
}

/// Draws a card, relative to the middle of the square `origin`. Omits a card that is too far away.
pub(super) fn draw_card(scene: &mut Scene, layout: &Layout, placement: &Placement, origin: Square) {
    if let Some(card) = CardOnTable::new(layout, placement, origin) {
        card.draw_fields(scene);
        card.draw_above(&SetParts::default(), scene);
    }
}

/// Returns a scene of a single card with heading E.
pub fn scene_of_card(layout: &Layout, id: Id) -> Scene {
    let placement = Placement {
        card: id,
        square: Square::default(),
        heading: Heading::East,
    };
    Scene {
        title: format!("Card {id}"),
        words: Lang::En.fill("Card {0}: {1}.", &[&id, &words(layout, None, Lang::En)]),
        ..card_alone(layout, &placement)
    }
}

/// Returns a scene of a single card in its placement.
pub(super) fn card_alone(layout: &Layout, placement: &Placement) -> Scene {
    let mut scene = Scene {
        margin: UNIT / 2,
        text_grid: TEXT_GRID,
        upright_text: true,
        ..Scene::default()
    };
    draw_card(&mut scene, layout, placement, placement.square);
    scene
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::decks::Card;
    use crate::draw::{
        Annotations, Charset, Figure, Mark, View, write_svg, write_text, write_text_figure,
    };

    fn layout(text: &str) -> Layout {
        Layout::from_card(&Card::parse(text).unwrap()).unwrap()
    }

    fn text(card: &str, heading: Heading) -> String {
        let origin = Square { x: 0, y: 0 };
        let mut scene = Scene {
            text_grid: TEXT_GRID,
            ..Scene::default()
        };
        draw_card(
            &mut scene,
            &layout(card),
            &Placement {
                card: 10,
                square: origin,
                heading,
            },
            origin,
        );
        write_text(&scene)
    }

    #[test]
    fn a_card_is_drawn_as_text_in_every_heading() {
        let card = "B14 W2 B36 W5 LLLDDL";
        insta::assert_snapshot!(text(card, Heading::East), @r#"
        ...B1......ww...
        B  10          B
        2              2
        ###ww######B1...
        "#);
        insta::assert_snapshot!(text(card, Heading::South), @r#"
        ###B2...
        w  10  B
        w      1
        #      .
        #      .
        B      w
        1      w
        ...B2...
        "#);
        insta::assert_snapshot!(text(card, Heading::West), @r#"
        ...B1######ww###
        B          10  B
        2              2
        ...ww......B1...
        "#);
        insta::assert_snapshot!(text(card, Heading::North), @r#"
        ...B2...
        w      B
        w      1
        .      #
        .      #
        B  10  w
        1      w
        ...B2###
        "#);
    }

    #[test]
    fn marks_do_not_cover_number_and_rim() {
        let scene = scene_of_card(&layout("W126 B3 W4 B5 DLLLLD"), 23);
        let marks = ["+0+0", "+1+0"]
            .map(|name| (Mark::Square, name.to_owned()))
            .to_vec();
        let marked = Annotations {
            marks,
            ..Annotations::default()
        };
        let figure = Figure::new(scene, &marked, &View::default()).unwrap();
        insta::assert_snapshot!(write_text_figure(&figure, Charset::Ascii), @r#"
        ###WW######WW...
        W  23          b
        W  [ ]     [ ] b
        ...bb......ww...
        "#);
        let scene = scene_of_card(&layout("B135 W246 LLDLLD L12 D3 L45 D6 D"), 123_456_789);
        insta::assert_snapshot!(write_text(&scene), @r#"
        ###BB......WW...
        W…56789        B
        W              B
        ...BB......WW###
        "#);
        insta::assert_snapshot!(scene.words, @"Card 123456789: black splitter at 1, 3, 5; white splitter at 2, 4, 6; \
            light field at arcs 1, 2; dark field at arc 3; light field at arcs 4, 5; dark field at arc 6; dark field \
            inside.");
    }

    #[test]
    fn a_card_far_away_is_left_out() {
        let far = Square {
            x: i32::MAX,
            y: i32::MIN,
        };
        for (square, origin) in [
            (far, Square { x: 0, y: 0 }),
            (Square { x: 0, y: 0 }, far),
            (far, far),
        ] {
            let mut scene = scene_of_card(&layout("B123456 LLLLLL"), 1);
            let before = scene.elements.len();
            let placement = Placement {
                card: 1,
                square,
                heading: Heading::East,
            };
            draw_card(&mut scene, &layout("B123456 LLLLLL"), &placement, origin);
            assert_eq!(scene.elements.len(), before);
        }
    }

    #[test]
    fn a_card_is_drawn_as_svg() {
        let svg = write_svg(&scene_of_card(&layout("B13 W26 B4 W5 LLDDDD"), 17));
        for part in [
            "class=\"field-dark\"",
            "class=\"pipe-light\"",
            ".pipe-dark{",
            ">17</text>",
        ] {
            assert!(svg.contains(part), "{part}");
        }
        assert!(!svg.contains("></text>"));
    }
}
