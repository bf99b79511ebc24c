//! Drawings of the Pipe Game: cards as in V2, tables card by card.

use std::collections::{BTreeMap, BTreeSet};

use pipscribe::decks::card::{Card, FieldColour, Pipe, PipeColour};
use pipscribe::decks::{Deck, Decks, Layout, ShippedDecks};
use pipscribe::draw::{
    Annotations, Figure, Ghost, Place, Role, Rotation, Scene, SetBand, Shape, Tone, UNIT, View,
    write_svg,
};
use pipscribe::games::pipe::{card_scene, deck_scenes};
use pipscribe::notation::Record;

use crate::support::{Run, timeline};

/// The height of a card in cells of a raster; it is twice as wide.
const HIGH: i32 = 48;

/// The fields of a card as drawn: a raster of tones, row by row.
struct Raster {
    wide: i32,
    tones: Vec<Option<Tone>>,
    /// Cells whose neighbourhood has a single tone, so that nothing leaks where only corners meet.
    clear: Vec<bool>,
}

/// Connected cells of a raster.
struct Reached(Vec<bool>);

impl Raster {
    /// Paints the fields of a scene over each other, as every output format does.
    fn of(scene: &Scene) -> Self {
        let wide = HIGH * 2;
        let mut tones = vec![None; usize::try_from(wide * HIGH).unwrap()];
        let painted =
            scene
                .elements
                .iter()
                .filter_map(|element| match (&element.shape, element.role) {
                    (Shape::Polygon { corners }, Role::Field(tone)) => Some((corners, tone)),
                    _ => None,
                });
        let step = UNIT / HIGH;
        // The first square of the card is at 0.
        let middle = |at: i32| -UNIT / 2 + step * at + step / 2;
        for (corners, tone) in painted {
            for (y, row) in (0..).zip(tones.chunks_mut(usize::try_from(wide).unwrap())) {
                let crossing = sides_at(corners, middle(y));
                for (x, slot) in (0..).zip(row) {
                    if is_within(
                        &crossing,
                        Place {
                            x: middle(x),
                            y: middle(y),
                        },
                    ) {
                        *slot = Some(tone);
                    }
                }
            }
        }
        Self::of_tones(tones)
    }

    fn of_tones(tones: Vec<Option<Tone>>) -> Self {
        let wide = HIGH * 2;
        let mut raster = Self {
            wide,
            tones,
            clear: Vec::new(),
        };
        raster.clear = (0..HIGH)
            .flat_map(|y| (0..wide).map(move |x| (x, y)))
            .map(|at| raster.is_clear(at))
            .collect();
        raster
    }

    fn index(&self, (x, y): (i32, i32)) -> Option<usize> {
        let within = (0..self.wide).contains(&x) && (0..HIGH).contains(&y);
        within.then(|| usize::try_from(y * self.wide + x).unwrap())
    }

    fn tone(&self, x: i32, y: i32) -> Option<Tone> {
        self.index((x, y)).and_then(|at| self.tones[at])
    }

    fn is_clear(&self, (x, y): (i32, i32)) -> bool {
        let own = self.tone(x, y);
        let mut around = (-1..=1).flat_map(|right| (-1..=1).map(move |down| (x + right, y + down)));
        own.is_some() && around.all(|(x, y)| self.tone(x, y).is_none_or(|tone| Some(tone) == own))
    }

    /// Adds the cells connected with a cell; returns their number.
    fn flood(&self, from: (i32, i32), reached: &mut Reached) -> usize {
        let (mut count, mut queue) = (0, vec![from]);
        while let Some((x, y)) = queue.pop() {
            let Some(at) = self.index((x, y)) else {
                continue;
            };
            if self.clear[at] && !reached.0[at] {
                reached.0[at] = true;
                count += 1;
                queue.extend([(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)]);
            }
        }
        count
    }

    fn nothing(&self) -> Reached {
        Reached(vec![false; self.tones.len()])
    }

    fn has(&self, reached: &Reached, at: (i32, i32)) -> bool {
        self.index(at).is_some_and(|at| reached.0[at])
    }
}

/// The sides of a polygon that cross a row of the raster.
fn sides_at(corners: &[Place], y: i32) -> Vec<(Place, Place)> {
    let sides = corners
        .iter()
        .copied()
        .zip(corners.iter().copied().cycle().skip(1));
    sides
        .filter(|(from, to)| (from.y <= y) != (to.y <= y))
        .collect()
}

/// Returns true if an odd number of the sides that cross its row are on one side of a place.
fn is_within(crossing: &[(Place, Place)], at: Place) -> bool {
    let crossed = crossing.iter().filter(|(from, to)| {
        let (run, rise) = (i64::from(to.x - from.x), i64::from(to.y - from.y));
        let offset = i64::from(at.x - from.x) * rise - run * i64::from(at.y - from.y);
        (offset < 0) == (rise > 0)
    });
    crossed.count() % 2 == 1
}

/// Cells of the raster along each arc, from arc 1.
fn along_the_rim() -> [Vec<(i32, i32)>; 6] {
    let (far, low, half, quarter) = (HIGH * 2 - 2, HIGH - 2, HIGH / 2, HIGH / 4);
    [
        vec![(HIGH - quarter, 1), (HIGH, 1), (HIGH + quarter, 1)],
        vec![(HIGH * 2 - quarter, 1), (far, quarter)],
        vec![(far, half + quarter), (HIGH * 2 - quarter, low)],
        vec![(HIGH + quarter, low), (HIGH, low), (HIGH - quarter, low)],
        vec![(quarter, low), (1, half + quarter)],
        vec![(1, quarter), (quarter, 1)],
    ]
}

/// Floods the drawing of a card: along the rim each arc has its colour, and from an arc exactly the
/// arcs of its field are reached; an area that no arc reaches is a field inside the card.
fn assert_fields(layout: &Layout, raster: &Raster) {
    let card = layout.card();
    let tone = |colour: FieldColour| {
        if colour == FieldColour::Dark {
            Tone::Dark
        } else {
            Tone::Light
        }
    };
    let rim = along_the_rim();
    let mut reached = raster.nothing();
    for (arc, places) in (1..=6_u8).zip(&rim) {
        for &(x, y) in places {
            assert_eq!(
                raster.tone(x, y),
                Some(tone(card.arcs[usize::from(arc) - 1])),
                "{card}: arc {arc} at {x} {y}"
            );
        }
        let mut flooded = raster.nothing();
        raster.flood(places[0], &mut flooded);
        let arcs: Vec<u8> = (1..=6)
            .zip(&rim)
            .filter(|(_, places)| places.iter().any(|&at| raster.has(&flooded, at)))
            .map(|(arc, _)| arc)
            .collect();
        assert_eq!(
            arcs,
            layout.fields()[layout.field_of(arc)].arcs,
            "{card}: from arc {arc}"
        );
        assert!(
            places.iter().all(|&at| raster.has(&flooded, at)),
            "{card}: arc {arc} hangs together"
        );
        raster.flood(places[0], &mut reached);
    }
    let mut inside = Vec::new();
    for (x, y) in (0..HIGH * 2).flat_map(|x| (0..HIGH).map(move |y| (x, y))) {
        // An area that is cut off in a sharp corner is not a field.
        if raster.flood((x, y), &mut reached) > 8 {
            inside.push(raster.tone(x, y));
        }
    }
    let listed = layout.fields().iter().filter(|field| field.arcs.is_empty());
    assert_eq!(
        inside,
        listed
            .map(|field| Some(tone(field.colour)))
            .collect::<Vec<_>>(),
        "{card}: inside"
    );
}

/// The places of the entries with heading E, with the first square of the card at 0.
const ENTRIES: [(i32, i32); 6] = [(0, -1), (2, -1), (3, 0), (2, 1), (0, 1), (-1, 0)];

/// Each pipe is one path that reaches its own entries and no others, at right angles to the rim.
fn assert_pipes(layout: &Layout, scene: &Scene) {
    let half = UNIT / 2;
    let entry = |at: Place| {
        (1..=6_u8).zip(ENTRIES).find(|(_, (x, y))| {
            at == Place {
                x: x * half,
                y: y * half,
            }
        })
    };
    let mut drawn: Vec<(Tone, Vec<u8>)> = Vec::new();
    for element in &scene.elements {
        let (Shape::Path { steps }, Role::Pipe(tone, _)) = (&element.shape, element.role) else {
            continue;
        };
        let mut ends = Vec::new();
        let mut before = Place::default();
        for step in steps {
            if let pipscribe::draw::PathStep::Curve(one, two, to) = *step {
                for (end, control) in [(before, one), (to, two)] {
                    if let Some((number, _)) = entry(end) {
                        ends.push(number);
                        let is_upright = [1, 2, 4, 5].contains(&number);
                        assert_eq!(
                            if is_upright {
                                control.x - end.x
                            } else {
                                control.y - end.y
                            },
                            0
                        );
                    }
                }
            }
            before = step.end().unwrap_or(before);
        }
        ends.sort_unstable();
        drawn.push((tone, ends));
    }
    drawn.extend(cut_pipes(scene));
    let wanted = |pipe: &Pipe| {
        let mut entries = pipe.entries.clone();
        entries.sort_unstable();
        (
            if pipe.colour == PipeColour::Black {
                Tone::Dark
            } else {
                Tone::Light
            },
            entries,
        )
    };
    let mut wanted: Vec<_> = layout.card().pipes.iter().map(wanted).collect();
    wanted.sort_unstable();
    drawn.sort_unstable();
    assert_eq!(drawn, wanted, "{}", layout.card());
}

/// The pipes that others cross over: areas whose ends at the rim are on both sides of an entry.
fn cut_pipes(scene: &Scene) -> Vec<(Tone, Vec<u8>)> {
    let mut pipes: Vec<(Tone, Vec<u8>)> = Vec::new();
    let mut is_new = true;
    for element in &scene.elements {
        let (Shape::Polygon { corners }, Role::CutPipe(tone)) = (&element.shape, element.role)
        else {
            is_new = true;
            continue;
        };
        if std::mem::take(&mut is_new) {
            pipes.push((tone, Vec::new()));
        }
        let next = corners.iter().cycle().skip(1);
        let middles = corners.iter().zip(next).map(|(at, to)| Place {
            x: at.x.midpoint(to.x),
            y: at.y.midpoint(to.y),
        });
        for middle in middles {
            let half = UNIT / 2;
            let is_at = |(_, (x, y)): &(u8, (i32, i32))| {
                middle
                    .minus(Place {
                        x: x * half,
                        y: y * half,
                    })
                    .length()
                    < 60
            };
            let (_, ends) = pipes.last_mut().unwrap();
            ends.extend(
                (1..=6_u8)
                    .zip(ENTRIES)
                    .find(is_at)
                    .map(|(number, _)| number),
            );
        }
    }
    pipes.iter_mut().for_each(|(_, ends)| ends.sort_unstable());
    pipes
}

fn shipped() -> std::sync::Arc<Deck> {
    ShippedDecks.deck("twin-works").unwrap()
}

#[test]
fn the_cards_of_the_bundled_deck_show_their_fields_and_pipes() {
    let deck = shipped();
    for (id, layout) in deck.cards() {
        let scene = card_scene(layout, id);
        assert_fields(layout, &Raster::of(&scene));
        assert_pipes(layout, &scene);
    }
    // Three cards and their twins have a field inside.
    assert_eq!(
        deck.cards()
            .filter(|(_, layout)| layout.fields().iter().any(|field| field.arcs.is_empty()))
            .count(),
        6
    );
}

/// The image shows what was painted: only the fields, flooded pixel by pixel.
#[cfg(feature = "png")]
#[test]
fn images_show_the_same_fields() {
    use pipscribe::draw::{Theme, write_png};
    use resvg::tiny_skia::{self, Pixmap};
    let theme = Theme::from_yaml(
        "name: test\nextends: screen\ncolours: {ground: \"#808080\", field-light: \"#ffffff\", field-dark: \
            \"#000000\"}",
    );
    let theme = theme.unwrap();
    for (id, layout) in shipped()
        .cards()
        .filter(|(id, _)| [1, 12, 20, 21, 33].contains(id))
    {
        let mut scene = card_scene(layout, id);
        scene
            .elements
            .retain(|element| matches!(element.role, Role::Field(_)));
        let png = write_png(&Figure::plain(scene), &theme, 4.0).unwrap();
        let picture = Pixmap::decode_png(&png).unwrap();
        let red = |x: u32, y: u32| {
            picture
                .pixel(x, y)
                .filter(|pixel| pixel.alpha() == 255)
                .map_or(0x80, tiny_skia::PremultipliedColorU8::red)
        };
        let of_card = |(x, y): &(u32, u32)| red(*x, *y).abs_diff(0x80) > 0x70;
        let all = (0..picture.width()).flat_map(|x| (0..picture.height()).map(move |y| (x, y)));
        let found: Vec<(u32, u32)> = all.filter(of_card).collect();
        let (left, top) = (
            found.iter().map(|(x, _)| *x).min().unwrap(),
            found.iter().map(|(_, y)| *y).min().unwrap(),
        );
        let (right, bottom) = (
            found.iter().map(|(x, _)| *x).max().unwrap() + 1,
            found.iter().map(|(_, y)| *y).max().unwrap() + 1,
        );
        assert!(
            (right - left).abs_diff(384) <= 3 && (bottom - top).abs_diff(192) <= 3,
            "{id}: {left} {top} {right} {bottom}"
        );
        let step = 192 / u32::try_from(HIGH).unwrap();
        let squares = (0..u32::try_from(HIGH).unwrap())
            .flat_map(|y| (0..u32::try_from(HIGH * 2).unwrap()).map(move |x| (x, y)));
        let tones = squares.map(|(x, y)| {
            Some(
                if red(left + x * step + step / 2, top + y * step + step / 2) > 0x80 {
                    Tone::Light
                } else {
                    Tone::Dark
                },
            )
        });
        assert_fields(layout, &Raster::of_tones(tones.collect()));
    }
}

fn random(variant: &str, seed: u32) -> Record {
    let seed = seed.to_string();
    let arguments = [
        "random",
        "--game",
        "pipe",
        "--variant",
        variant,
        "--seed",
        &seed,
    ];
    Record::parse_str(&Run::new(&arguments).done().stdout())
}

/// The cards of a scene: the number of each by the name of its first square, or `None` if pipes
/// leave no space for it.
fn cards(scene: &Scene) -> BTreeMap<String, Option<String>> {
    let mut cards: BTreeMap<String, Option<String>> = BTreeMap::new();
    let is_number = |role: Role| matches!(role, Role::CardNumberAt(_));
    for element in scene
        .elements
        .iter()
        .filter(|element| is_number(element.role))
    {
        let Shape::Label { text, at, .. } = &element.shape else {
            panic!("a number is a label")
        };
        let square = scene.place_of(&element.name).unwrap();
        assert!(at.minus(square).length() < UNIT * 3 / 2, "{}", element.name);
        let number = cards.entry(element.name.to_string()).or_default();
        // Several places of a number belong to one card.
        if !text.is_empty() {
            let known = number.replace(text.to_string());
            assert!(known.is_none_or(|known| known == *text));
        }
    }
    cards
}

/// Each card appears once, at its place, and effects describe what was added and removed.
#[test]
fn tables_show_each_card_once_and_effects_distinguish_them() {
    let (mut picked, mut frames) = (0, 0);
    for (variant, seed) in [("pipes", 3), ("fields", 6), ("both", 1)] {
        let mut before = BTreeMap::new();
        let record = random(variant, seed);
        for frame in timeline(&record).frames() {
            let scene = frame.position.scene();
            let drawn = cards(&scene);
            let position = frame.position.text();
            let table = position.split(' ').next().unwrap();
            let placed: BTreeMap<String, String> = table
                .split(',')
                .filter_map(|card| card.split_once('@'))
                .map(|(card, rest)| (rest.split('/').next().unwrap().to_owned(), card.to_owned()))
                .collect();
            assert_eq!(
                drawn.keys().collect::<Vec<_>>(),
                placed.keys().collect::<Vec<_>>()
            );
            for (square, number) in &drawn {
                assert!(
                    number
                        .as_ref()
                        .is_none_or(|number| *number == placed[square]),
                    "{square}"
                );
            }
            let grounds = scene
                .elements
                .iter()
                .filter(|element| match &element.shape {
                    Shape::Polygon { corners } => {
                        corners.len() == 4 && element.role == Role::Field(Tone::Light)
                    }
                    _ => false,
                });
            assert_eq!(grounds.count(), placed.len());
            let effects = frame.position.effects();
            let mut expected: BTreeSet<&String> = before.keys().collect();
            expected.extend(&effects.placed);
            for Ghost { name, .. } in &effects.gone {
                assert!(expected.remove(name), "{name}");
            }
            assert_eq!(expected, drawn.keys().collect::<BTreeSet<_>>());
            if let Some(scene) = frame.position.scene_of_turn() {
                // A card that is picked up is still drawn, in outline.
                let borders = scene
                    .elements
                    .iter()
                    .filter(|element| matches!(element.role, Role::SetBand(SetBand::Contour, _)))
                    .count();
                let reported = scene
                    .elements
                    .iter()
                    .filter(|element| element.text == "closed")
                    .count();
                assert_eq!(reported, effects.gone.len());
                assert_eq!(borders > 0, reported > 0, "{borders} {reported}");
                assert_eq!(cards(&scene).len(), drawn.len() + effects.gone.len());
                picked += reported;
            }
            before = drawn;
            frames += 1;
        }
    }
    assert!(picked > 5 && frames > 120, "{picked} {frames}");
}

#[test]
fn rotated_tables_have_images_but_no_text() {
    let scene = card_scene(shipped().card(1).unwrap(), 1);
    let view = |degrees: i32| {
        let mut view = View::default();
        view.rotation = Rotation::of_degrees(degrees).unwrap();
        view
    };
    let figure =
        |degrees: i32| Figure::new(scene.clone(), &Annotations::default(), &view(degrees)).unwrap();
    assert!(figure(0).has_text && !figure(90).has_text && !figure(180).has_text);
    let record = "[Game \"pipe\"]\n[Variant \"pipes\"]\n[Deck \"twin-works\"]\n\n*\n";
    let turned = Run::new(&["render", "--rotate", "180", "-"])
        .stdin(&record)
        .done();
    assert!(!turned.status.success());
    let turned = Run::new(&["render", "--rotate", "180", "--format", "svg", "-"])
        .stdin(&record)
        .done();
    assert!(turned.status.success());
}

#[test]
fn a_deck_is_drawn_as_sheets() {
    let deck = shipped();
    let scenes = deck_scenes(&deck);
    assert_eq!(scenes.len(), 2);
    let edges = scenes
        .iter()
        .flat_map(|scene| &scene.elements)
        .filter(|element| element.role == Role::CellEdge);
    assert_eq!(edges.count(), 48);
    assert!(
        scenes[1]
            .words
            .contains("Card 48: black splitter at 1, 4, 5; white section from 2 to 3; ")
    );
    Run::new(&["deck", "show", "twin-works", "--format", "svg"])
        .done()
        .expect_stdout(">B14 W25 B36 LDLDLD</text>");
}

#[test]
fn a_card_in_svg() {
    let card = Layout::from_card(&Card::parse("B13 W26 B4 W5 LLDDDD").unwrap()).unwrap();
    // The black pipe is drawn last and crosses over the white one, with a gap between them.
    insta::assert_snapshot!("card-svg", write_svg(&card_scene(&card, 17)));
}

/// Tests that take seconds.
mod slow {
    use super::*;

    /// All ways to distribute the entries over pipes, each with valid colours.
    #[test]
    fn every_card_shows_its_fields_and_pipes() {
        let mut shares: Vec<Vec<Vec<u8>>> = vec![Vec::new()];
        for entry in 1..=6 {
            let mut next = Vec::new();
            for share in shares {
                for index in 0..share.len() {
                    let mut joined = share.clone();
                    joined[index].push(entry);
                    next.push(joined);
                }
                next.push([share, vec![vec![entry]]].concat());
            }
            shares = next;
        }
        assert_eq!(shares.len(), 203);
        let mut drawn = 0;
        for (number, share) in shares.into_iter().enumerate() {
            let colour = |index: usize| {
                if (index + number).is_multiple_of(2) {
                    PipeColour::Black
                } else {
                    PipeColour::White
                }
            };
            let pipes: Vec<Pipe> = share
                .into_iter()
                .enumerate()
                .map(|(index, entries)| Pipe {
                    colour: colour(index),
                    entries,
                })
                .collect();
            let of_bits = |bits: usize| -> Vec<FieldColour> {
                let dark = |arc: usize| bits >> arc & 1 == 1;
                (0..6)
                    .map(|arc| {
                        if dark(arc) {
                            FieldColour::Dark
                        } else {
                            FieldColour::Light
                        }
                    })
                    .collect()
            };
            let cards = (0..64).map(|bits| Card {
                pipes: pipes.clone(),
                arcs: of_bits(bits),
                fields: Vec::new(),
            });
            let sound: Vec<Layout> = cards
                .filter_map(|card| Layout::from_card(&card).ok())
                .collect();
            // A different example of each kind is tested.
            for layout in sound
                .iter()
                .cycle()
                .skip(number * 7)
                .take(sound.len().min(1))
            {
                let scene = card_scene(layout, 7);
                assert_fields(layout, &Raster::of(&scene));
                assert_pipes(layout, &scene);
                drawn += 1;
            }
        }
        assert!(drawn > 150, "{drawn}");
    }
}

/// In every heading, a card has either a number that no pipe crosses, or no number.
#[test]
fn numbers_keep_clear_of_pipes() {
    let (deck, mut numbered, mut cards) = (shipped(), 0, 0);
    for (id, layout) in deck.cards() {
        let scene = card_scene(layout, id);
        cards += 1;
        let is_number = |role: Role| matches!(role, Role::CardNumber | Role::CardNumberAt(_));
        let Some(number) = scene
            .elements
            .iter()
            .find(|element| is_number(element.role))
        else {
            continue;
        };
        let Shape::Label { at, .. } = &number.shape else {
            panic!("{number:?}")
        };
        numbered += 1;
        for element in scene.elements.iter() {
            let places: Vec<Place> = match (&element.shape, element.role) {
                (Shape::Path { steps }, Role::PipeEdge(_)) => steps
                    .iter()
                    .filter_map(pipscribe::draw::PathStep::end)
                    .collect(),
                (Shape::Polygon { corners }, Role::CutPipeEdge) => corners.clone(),
                (Shape::Disc { at, .. }, Role::PipeCap(..)) => vec![*at],
                _ => continue,
            };
            for place in places {
                let by = place.minus(*at);
                assert!(
                    by.x.abs() > UNIT * 8 / 100 || by.y.abs() > UNIT * 7 / 100,
                    "card {id}: {element:?}"
                );
            }
        }
    }
    assert!(
        numbered * 10 >= cards * 9,
        "{numbered} of {cards} cards have room for a number"
    );
}
