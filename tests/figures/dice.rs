//! Drawings of Pip•Pip: the pips and numbers agree with a real die.

use std::collections::BTreeSet;

use pipscribe::draw::{
    Annotations, Charset, Figure, Place, Role, Rotation, Scene, Shape, UNIT, View,
    write_text_figure,
};
use pipscribe::games::Language;
use pipscribe::games::pippip::board::{Side, Square};
use pipscribe::games::pippip::{Colour, Die, Handedness, Pippip, PositionText};
use pipscribe::notation::Record;

use crate::support::{self, Run, timeline};

fn scene(tags: &str, position: &str) -> Scene {
    let text = format!("[Game \"pippip\"]\n{tags}[Position \"{position}\"]\n\n*\n");
    support::scene(&Record::parse_str(&text), None)
}

/// The pips drawn on a square, relative to its centre.
fn pips(scene: &Scene, square: &str) -> BTreeSet<Place> {
    let middle = scene.place_of(square).unwrap();
    let drawn = scene
        .elements
        .iter()
        .filter(|element| matches!(element.role, Role::Pip(_)) && element.name == square);
    drawn
        .map(|element| match element.shape {
            Shape::Disc { at, .. } => at.minus(middle),
            _ => panic!("a pip is a disc"),
        })
        .collect()
}

/// The side numbers on a square: north, east, south, west.
fn numbers(scene: &Scene, square: &str) -> Vec<String> {
    let middle = scene.place_of(square).unwrap();
    let ways = [(0, -1), (1, 0), (0, 1), (-1, 0)];
    let number = |(x, y): (i32, i32)| {
        let mut found =
            scene
                .elements
                .iter()
                .filter_map(|element| match (&element.shape, element.role) {
                    (Shape::Label { at, text, .. }, Role::SideNumber(_))
                        if element.name == square =>
                    {
                        let away = at.minus(middle);
                        ((away.x.signum(), away.y.signum()) == (x, y)).then(|| text.to_string())
                    }
                    _ => None,
                });
        let number = found.next().unwrap();
        assert!(found.next().is_none());
        number
    };
    ways.map(number).to_vec()
}

fn turned(at: Place) -> Place {
    Place { x: -at.y, y: at.x }
}

/// Every die appears once on its square, with its top as pips and the number of each side at that
/// side.
#[test]
fn boards_show_each_die_once() {
    let mut dice = 0;
    for seed in ["1", "2", "3"] {
        let record = Record::parse_str(
            &Run::new(&["random", "--game", "pippip", "--seed", seed])
                .done()
                .stdout(),
        );
        let mut before: Option<PositionText> = None;
        for frame in timeline(&record).frames() {
            let (scene, position) = (
                frame.position.scene(),
                Pippip::parse_position(&frame.position.text()).unwrap(),
            );
            for square in Square::all() {
                let name = square.to_string();
                let pieces: Vec<_> = scene
                    .elements
                    .iter()
                    .filter(|element| {
                        matches!(element.role, Role::Piece(_)) && element.name == name
                    })
                    .map(|element| element.role)
                    .collect();
                let Some(die) = position.at(square) else {
                    assert!(pieces.is_empty() && pips(&scene, &name).is_empty());
                    continue;
                };
                assert_eq!(
                    pieces,
                    [Role::Piece(if die.colour() == Colour::Light {
                        1
                    } else {
                        2
                    })]
                );
                assert_eq!(pips(&scene, &name).len(), usize::from(die.top()));
                let sides = die
                    .sides(Handedness::Counterclockwise)
                    .map(|number| number.to_string());
                assert_eq!(numbers(&scene, &name), sides);
                dice += 1;
            }
            // Effects describe exactly the differences.
            let effects = frame.position.effects();
            if let Some(before) = before {
                let names = |differs: &dyn Fn(Option<Die>, Option<Die>) -> bool| -> Vec<String> {
                    let squares = Square::all()
                        .filter(|&square| differs(before.at(square), position.at(square)));
                    squares.map(|square| square.to_string()).collect()
                };
                assert_eq!(
                    effects.placed,
                    names(&|before, after| before.is_none() && after.is_some())
                );
                assert_eq!(
                    effects.changed,
                    names(&|before, after| before.is_some() && before != after)
                );
                assert!(effects.gone.is_empty() && effects.moved.is_empty());
            }
            before = Some(position);
        }
    }
    assert!(dice > 300, "{dice}");
}

/// A rotated die shows the same pips, rotated; a tipped die shows the pips that it had.
#[test]
fn pips_stay_where_they_are_on_the_die() {
    for (tags, handedness) in [
        ("", Handedness::Counterclockwise),
        ("[Options \"dice=cw\"]\n", Handedness::Clockwise),
    ] {
        for top in 1..=6 {
            let norths: Vec<u8> = (1..=6)
                .filter(|&north| Die::new(Colour::Light, top, north).is_some())
                .collect();
            assert_eq!(norths.len(), 4);
            for north in norths {
                let drawn = |north: u8| {
                    pips(
                        &scene(tags, &format!("..../..../..../L{top}{north}... D - -")),
                        "a1",
                    )
                };
                let die = Die::new(Colour::Light, top, north).unwrap();
                // Rotated clockwise, the west side becomes the north side.
                let west = die.side(handedness, Side::West);
                let own: BTreeSet<Place> = drawn(north).into_iter().map(turned).collect();
                assert_eq!(own, drawn(west), "{top} {north} {handedness:?}");
            }
        }
    }
    // 1, 2 and 3 share a corner, where the diagonals of the 2 and of the 3 begin: with 2 on top and
    // 1 to the north 3 is to the east (P2.2), with 3 on top and 1 to the north 2 is to the west.
    let up_right = |apart: i32| Place {
        x: apart,
        y: -apart,
    };
    let apart = UNIT * 147 / 1000;
    let two = pips(&scene("", "..../..../..../L21... D - -"), "a1");
    assert_eq!(two, BTreeSet::from([up_right(apart), up_right(-apart)]));
    let three = pips(&scene("", "..../..../..../L31... D - -"), "a1");
    assert_eq!(
        three,
        BTreeSet::from([
            Place {
                x: -apart,
                y: -apart
            },
            Place::default(),
            Place { x: apart, y: apart }
        ])
    );
    // The rows of the 6 run from 2 to 5: with 2 to the north they are vertical.
    let six = pips(&scene("", "..../..../..../L62... D - -"), "a1");
    assert!(six.contains(&Place { x: apart, y: 0 }) && !six.contains(&Place { x: 0, y: apart }));
}

#[test]
fn text_rotates_with_the_board() {
    let scene = scene("", "..../..../..L62./D51... L 135 2");
    let text = |degrees: i32, charset: Charset| {
        let mut view = View::default();
        view.rotation = Rotation::of_degrees(degrees).unwrap();
        let figure = Figure::new(scene.clone(), &Annotations::default(), &view).unwrap();
        write_text_figure(&figure, charset)
    };
    // Light 6 on c2: north 2, east 3, south 5, west 4.
    insta::assert_snapshot!(text(0, Charset::Ascii), @r"
             :::::::       :::::::
    4    .   :::::::   .   :::::::
             :::::::       :::::::
      :::::::       :::::::
    3 :::::::   .   :::::::   .
      :::::::       :::::::
             ::::::: L 2   :::::::
    2    .   ::::::: 4 6 3 :::::::
             :::::::   5   :::::::
      :D 1  :       :::::::
    1 :3 5 4:   .   :::::::   .
      :  6  :       :::::::
         a      b      c      d

    Light: 6 points, store 1, 3 and 5
    Dark: 5 points, store 2
    Light to move
    ");
    insta::assert_snapshot!(text(90, Charset::Unicode), @r"
      ░  3 D░       ░░░░░░░
    a ░6 5 1░   ·   ░░░░░░░   ·
      ░  4  ░       ░░░░░░░
             ░░░░░░░       ░░░░░░░
    b    ·   ░░░░░░░   ·   ░░░░░░░
             ░░░░░░░       ░░░░░░░
      ░░░░░░░   4 L ░░░░░░░
    c ░░░░░░░ 5 6 2 ░░░░░░░   ·
      ░░░░░░░   3   ░░░░░░░
             ░░░░░░░       ░░░░░░░
    d    ·   ░░░░░░░   ·   ░░░░░░░
             ░░░░░░░       ░░░░░░░
         1      2      3      4

    Light: 6 points, store 1, 3 and 5
    Dark: 5 points, store 2
    Light to move
    ");
    assert!(text(180, Charset::Ascii).contains("Light: 6 points, store 1, 3 and 5\n"));
}

#[test]
fn stores_are_drawn_and_described() {
    let scene = scene("", "..../..../..../.... L 135 226");
    let figure = Figure::plain(scene);
    let words: Vec<String> = figure
        .notes
        .iter()
        .map(pipscribe::draw::Note::words)
        .collect();
    assert_eq!(
        words,
        [
            "Light: 0 points, store 1, 3 and 5",
            "Dark: 0 points, store 2, 2 and 6",
            "Light to move"
        ]
    );
    let drawn = figure
        .notes
        .iter()
        .flat_map(|note| &note.runs)
        .filter_map(|run| match run {
            pipscribe::draw::Run::Drawing { elements, .. } => Some(elements),
            _ => None,
        });
    let pips = drawn.map(|elements| {
        elements
            .iter()
            .filter(|element| matches!(element.role, Role::Pip(_)))
            .count()
    });
    assert_eq!(
        pips.filter(|count| *count > 0).collect::<Vec<_>>(),
        [1, 3, 5, 2, 2, 6]
    );
}
