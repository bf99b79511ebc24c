//! One card as part of a scene.
//!
//! As text each of its two squares is eight characters wide and four lines high. The rim shows the
//! arcs, `.` light and `#` dark, and in the middle of each outer side an entry: `BB` and `WW` for
//! pipes, `bb` and `ww` for end caps, `B1`, `B2` where several pipes of a colour have to be told
//! apart. Half A holds the card's number:
//!
//! ```text
//! ...B1######ww...
//! B  10          B
//! 2              2
//! ...ww######B1###
//! ```

use super::board::{Heading, Square};
use super::card::{FieldColour, Pipe, PipeColour};
use super::layout::{Layout, RIM};
use super::turn::{Id, Placement};
use crate::draw::{Anchor, Place, Role, Scene, Shape, Tone, UNIT};

/// In text a square is this many columns wide and lines high.
const TEXT_SQUARE: Place = Place { x: 8, y: 4 };
/// What one column and one line of the text form measure in a scene of cards.
pub(super) const TEXT_GRID: Place = Place { x: UNIT / TEXT_SQUARE.x, y: UNIT / TEXT_SQUARE.y };

const HALF: i32 = UNIT / 2;
/// How far a pipe runs straight in from its entry.
const INWARD: i32 = UNIT * 27 / 100;
const CAP: i32 = UNIT * 8 / 100;
const NUMBER: i32 = UNIT * 17 / 100;

/// The squares that a scene can hold lie within so many of its origin.
const REACH: i32 = i32::MAX / UNIT / 2;

/// The entries with heading E, from the middle of the card, and the way into it.
const ENTRIES: [(Place, Place); RIM as usize] = [
    (Place { x: -HALF, y: -HALF }, Place { x: 0, y: INWARD }),
    (Place { x: HALF, y: -HALF }, Place { x: 0, y: INWARD }),
    (Place { x: UNIT, y: 0 }, Place { x: -INWARD, y: 0 }),
    (Place { x: HALF, y: HALF }, Place { x: 0, y: -INWARD }),
    (Place { x: -HALF, y: HALF }, Place { x: 0, y: -INWARD }),
    (Place { x: -UNIT, y: 0 }, Place { x: INWARD, y: 0 }),
];

/// The corner that an arc runs round with heading E; arcs 1 and 4 run round none.
const CORNERS: [Option<Place>; RIM as usize] = [
    None,
    Some(Place { x: UNIT, y: -HALF }),
    Some(Place { x: UNIT, y: HALF }),
    None,
    Some(Place { x: -UNIT, y: HALF }),
    Some(Place { x: -UNIT, y: -HALF }),
];

/// The middle of a square, where that of `origin` is at 0; `None` where it is too far away.
pub(super) fn middle_of(square: Square, origin: Square) -> Option<Place> {
    let steps = |to: i32, from: i32| to.checked_sub(from).filter(|steps| (-REACH..=REACH).contains(steps));
    Some(Place { x: steps(square.x, origin.x)? * UNIT, y: steps(origin.y, square.y)? * UNIT })
}

/// Draws a card; the middle of the square `origin` is at 0. Each of its squares can be marked by its
/// name. A card that is too far away is left out.
pub(super) fn draw_card(scene: &mut Scene, layout: &Layout, placement: &Placement, origin: Square) {
    let other = placement.square.beside(placement.heading);
    let middles = (middle_of(placement.square, origin), other.and_then(|other| middle_of(other, origin)));
    let (Some(first), Some(second), Some(other)) = (middles.0, middles.1, other) else { return };
    let drawing = CardDrawing {
        layout,
        centre: Place { x: first.x.midpoint(second.x), y: first.y.midpoint(second.y) },
        quarters: placement.heading.quarters_from(Heading::East),
    };
    drawing.fields(scene);
    drawing.edge(scene);
    for pipe in &layout.card().pipes {
        drawing.pipe(scene, pipe);
    }
    let number = placement.card.to_string();
    scene.add_site(&placement.square.to_string(), first, UNIT * 30 / 100);
    scene.add_site(&other.to_string(), second, UNIT * 30 / 100);
    scene.push(Shape::Disc { at: first, radius: NUMBER }, Role::Dot, &placement.square.to_string(), "");
    scene.draw(Shape::Label { at: first, text: number.clone(), anchor: Anchor::Middle }, Role::Badge);
    text_square(scene, first, drawing.text(true, &number));
    text_square(scene, second, drawing.text(false, ""));
}

/// A card in words: its pipes, and its fields by the arcs that they hold.
pub(super) fn words(layout: &Layout) -> String {
    let card = layout.card();
    let pipes = card.pipes.iter().map(|pipe| {
        let colour = pipe.colour.name();
        match pipe.entries.as_slice() {
            [only] => format!("{colour} end cap at {only}"),
            [from, to] => format!("{colour} section from {from} to {to}"),
            entries => format!("{colour} splitter at {}", listed(entries)),
        }
    });
    let fields = layout.fields().iter().map(|field| {
        let colour = field.colour.name();
        match field.arcs.as_slice() {
            [] => format!("{colour} field inside"),
            [only] => format!("{colour} field at arc {only}"),
            arcs => format!("{colour} field at arcs {}", listed(arcs)),
        }
    });
    pipes.chain(fields).collect::<Vec<_>>().join("; ")
}

fn listed(numbers: &[u8]) -> String {
    numbers.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
}

fn tone_of_field(colour: FieldColour) -> Tone {
    match colour {
        FieldColour::Light => Tone::Light,
        FieldColour::Dark => Tone::Dark,
    }
}

fn tone_of_pipe(colour: PipeColour) -> Tone {
    match colour {
        PipeColour::White => Tone::Light,
        PipeColour::Black => Tone::Dark,
    }
}

struct CardDrawing<'a> {
    layout: &'a Layout,
    centre: Place,
    /// Quarter turns clockwise from heading E.
    quarters: u8,
}

impl CardDrawing<'_> {
    /// A place of the card with heading E, where it lies now.
    fn turned(&self, at: Place) -> Place {
        let turned = (0..self.quarters).fold(at, |at, _| Place { x: -at.y, y: at.x });
        Place { x: self.centre.x + turned.x, y: self.centre.y + turned.y }
    }

    /// Each arc as a wedge from the rim to the middle.
    fn fields(&self, scene: &mut Scene) {
        for (arc, colour) in self.layout.card().arcs.iter().enumerate().take(usize::from(RIM)) {
            let (from, to) = (ENTRIES[arc].0, ENTRIES[(arc + 1) % usize::from(RIM)].0);
            let corners = [Some(from), CORNERS[arc], Some(to), Some(Place { x: 0, y: 0 })];
            let corners = corners.into_iter().flatten().map(|at| self.turned(at)).collect();
            scene.draw(Shape::Polygon { corners }, Role::Field(tone_of_field(*colour)));
        }
    }

    fn edge(&self, scene: &mut Scene) {
        let corners: Vec<Place> = CORNERS.into_iter().flatten().map(|at| self.turned(at)).collect();
        for (at, &from) in corners.iter().enumerate() {
            let to = corners[(at + 1) % corners.len()];
            scene.push(Shape::Line { from, to }, Role::BoardLine, "", "");
        }
    }

    /// A pipe: straight in from each entry, then to the other one or to a hub.
    fn pipe(&self, scene: &mut Scene, pipe: &Pipe) {
        let ends: Vec<(Place, Place)> = pipe
            .entries
            .iter()
            .filter_map(|&entry| ENTRIES.get(usize::from(entry).checked_sub(1)?))
            .map(|&(at, inward)| (self.turned(at), self.turned(Place { x: at.x + inward.x, y: at.y + inward.y })))
            .collect();
        let count = i32::try_from(ends.len()).unwrap_or(1).max(1);
        let sum = ends
            .iter()
            .fold((0, 0), |sum, (_, inner)| (sum.0 + inner.x - self.centre.x, sum.1 + inner.y - self.centre.y));
        let hub = Place { x: self.centre.x + sum.0 / count, y: self.centre.y + sum.1 / count };
        let tone = tone_of_pipe(pipe.colour);
        for role in [Role::PipeEdge, Role::Pipe(tone)] {
            for &(outer, inner) in &ends {
                scene.push(Shape::Line { from: outer, to: inner }, role, "", "");
                if ends.len() > 1 {
                    scene.push(Shape::Line { from: inner, to: hub }, role, "", "");
                }
            }
            if let [(_, inner)] = ends.as_slice() {
                scene.push(Shape::Disc { at: *inner, radius: CAP }, role, "", "");
            }
        }
    }

    /// How the text form tells a pipe: two characters.
    fn sign(&self, index: usize) -> [char; 2] {
        let pipes = &self.layout.card().pipes;
        let Some(pipe) = pipes.get(index) else { return [' '; 2] };
        let letter = pipe.colour.letter();
        if pipe.entries.len() == 1 {
            return [letter.to_ascii_lowercase(); 2];
        }
        let alike = |other: &&Pipe| other.colour == pipe.colour && other.entries.len() > 1;
        if pipes.iter().filter(alike).count() == 1 {
            return [letter; 2];
        }
        // There are six entries, so three pipes of this kind at most.
        let number = pipes[..index].iter().filter(alike).count() + 1;
        [letter, u32::try_from(number).ok().and_then(|number| char::from_digit(number, 10)).unwrap_or('+')]
    }

    /// One half as lines of characters.
    fn text(&self, half_a: bool, number: &str) -> TextSquare {
        let mut square = TextSquare::blank();
        let shades = |arc: u8| {
            let colour = self.layout.card().arcs.get(usize::from(arc) - 1);
            if colour == Some(&FieldColour::Dark) { '#' } else { '.' }
        };
        // Entries with heading E, and the side that each is on.
        let own: [(u8, Heading); 3] = if half_a {
            [(1, Heading::North), (5, Heading::South), (6, Heading::West)]
        } else {
            [(2, Heading::North), (3, Heading::East), (4, Heading::South)]
        };
        for (entry, as_east) in own {
            let before = if entry == 1 { RIM } else { entry - 1 };
            let sign = self.sign(self.layout.pipe_of(entry));
            square.side(as_east.turned(self.quarters), [shades(before), shades(entry)], sign);
        }
        // Six digits have room; of a longer number the last five say most.
        let short = match number.len().checked_sub(6) {
            Some(more @ 1..) => format!("…{}", &number[more + 1..]),
            _ => number.to_owned(),
        };
        square.write(1, if short.len() > 3 { 1 } else { 3 }, &short);
        square
    }
}

/// A square in characters, line by line.
struct TextSquare([[char; TEXT_SQUARE.x as usize]; TEXT_SQUARE.y as usize]);

impl TextSquare {
    fn blank() -> Self {
        Self([[' '; TEXT_SQUARE.x as usize]; TEXT_SQUARE.y as usize])
    }

    /// Draws an outer side: the shades of the arcs before and behind its entry, clockwise, and the
    /// sign of the entry's pipe.
    fn side(&mut self, side: Heading, [before, behind]: [char; 2], sign: [char; 2]) {
        let Self([top, _, _, bottom]) = self;
        let across = |left: char, right: char| [left, left, left, sign[0], sign[1], right, right, right];
        match side {
            Heading::North => *top = across(before, behind),
            Heading::South => *bottom = across(behind, before),
            Heading::East | Heading::West => {
                let column = if side == Heading::East { TEXT_SQUARE.x as usize - 1 } else { 0 };
                let (upper, lower) = if side == Heading::East { (before, behind) } else { (behind, before) };
                for (line, character) in self.0.iter_mut().zip([upper, sign[0], sign[1], lower]) {
                    line[column] = character;
                }
            }
        }
    }

    fn write(&mut self, line: usize, column: usize, text: &str) {
        let Some(line) = self.0.get_mut(line) else { return };
        for (slot, character) in line.iter_mut().skip(column).zip(text.chars()) {
            *slot = character;
        }
    }
}

/// Adds what the text form shows of a square; the others show nothing of it.
fn text_square(scene: &mut Scene, middle: Place, square: TextSquare) {
    let x = middle.x - HALF + TEXT_GRID.x / 2;
    let top = middle.y - HALF + TEXT_GRID.y / 2;
    for (line, characters) in (0..).zip(square.0) {
        let at = Place { x, y: top + line * TEXT_GRID.y };
        let text: String = characters.into_iter().collect();
        scene.write(at, Anchor::Start, &text, &text);
    }
}

/// A scene that shows one card alone, with heading E.
pub fn scene_of_card(layout: &Layout, id: Id) -> Scene {
    let square = Square { x: 0, y: 0 };
    let mut scene = Scene {
        title: format!("Card {id}"),
        words: format!("Card {id}: {}.", words(layout)),
        margin: HALF,
        text_grid: TEXT_GRID,
        ..Scene::default()
    };
    draw_card(&mut scene, layout, &Placement { card: id, square, heading: Heading::East }, square);
    scene
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::draw::{Annotations, Charset, Figure, Mark, View, write_svg, write_text, write_text_figure};
    use crate::games::pipe::Card;

    fn layout(text: &str) -> Layout {
        Layout::of(&Card::parse(text).unwrap()).unwrap()
    }

    fn text(card: &str, heading: Heading) -> String {
        let origin = Square { x: 0, y: 0 };
        let mut scene = Scene { text_grid: TEXT_GRID, ..Scene::default() };
        draw_card(&mut scene, &layout(card), &Placement { card: 10, square: origin, heading }, origin);
        write_text(&scene)
    }

    #[test]
    fn a_card_is_drawn_as_text_whichever_way_it_lies() {
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
    fn marks_leave_number_and_rim_alone() {
        let scene = scene_of_card(&layout("W126 B3 W4 B5 DLLLLD"), 23);
        let marks = ["+0+0", "+1+0"].map(|name| (Mark::Square, name.to_owned())).to_vec();
        let marked = Annotations { marks, ..Annotations::default() };
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
        insta::assert_snapshot!(scene.words, @"Card 123456789: black splitter at 1, 3, 5; white splitter at 2, 4, 6; light field at arcs 1, 2; dark field at arc 3; light field at arcs 4, 5; dark field at arc 6; dark field inside.");
    }

    #[test]
    fn a_card_far_away_is_left_out() {
        let far = Square { x: i32::MAX, y: i32::MIN };
        for (square, origin) in [(far, Square { x: 0, y: 0 }), (Square { x: 0, y: 0 }, far), (far, far)] {
            let mut scene = scene_of_card(&layout("B123456 LLLLLL"), 1);
            let before = scene.elements.len();
            let placement = Placement { card: 1, square, heading: Heading::East };
            draw_card(&mut scene, &layout("B123456 LLLLLL"), &placement, origin);
            assert_eq!(scene.elements.len(), before);
        }
    }

    #[test]
    fn a_card_is_drawn_as_svg() {
        let svg = write_svg(&scene_of_card(&layout("B13 W26 B4 W5 LLDDDD"), 17));
        for part in ["class=\"field-dark\"", "class=\"pipe-light\"", ".pipe-dark{", ">17</text>"] {
            assert!(svg.contains(part), "{part}");
        }
        assert!(!svg.contains("></text>"));
    }
}
