//! Cards and decks of the Pipe Game: what follows from pipes and arcs held against a drawing, and
//! the deck that ships.

use std::collections::{BTreeMap, BTreeSet};

use pipscribe::games::pipe::card::{Card, Field, Pipe, PipeColour};
use pipscribe::games::pipe::{Deck, Decks, Layout, LayoutField, ShippedDecks};

fn shipped() -> std::sync::Arc<Deck> {
    ShippedDecks.deck("twin-works").unwrap()
}

/// A card's text that does not depend on the order of its parts.
fn text(mut card: Card) -> String {
    for pipe in &mut card.pipes {
        pipe.entries.sort_unstable();
    }
    card.pipes.sort_by_key(|pipe| pipe.entries.clone());
    for field in &mut card.fields {
        field.arcs.sort_unstable();
    }
    card.fields.sort_by_key(|field| (field.arcs.clone(), field.colour.letter()));
    card.to_string()
}

/// The card with black and white, light and dark exchanged.
fn twin(card: &Card) -> Card {
    Card {
        pipes: card.pipes.iter().map(|pipe| Pipe { colour: pipe.colour.other(), ..pipe.clone() }).collect(),
        arcs: card.arcs.iter().map(|colour| colour.other()).collect(),
        fields: card.fields.iter().map(|field| Field { colour: field.colour.other(), ..field.clone() }).collect(),
    }
}

/// The same card turned by a half.
fn turned(card: &Card) -> Card {
    let across = |number: &u8| (number + 2) % 6 + 1;
    let mut arcs = card.arcs.clone();
    arcs.rotate_right(3);
    Card {
        pipes: card
            .pipes
            .iter()
            .map(|pipe| Pipe { colour: pipe.colour, entries: pipe.entries.iter().map(across).collect() })
            .collect(),
        arcs,
        fields: card
            .fields
            .iter()
            .map(|field| Field { colour: field.colour, arcs: field.arcs.iter().map(across).collect() })
            .collect(),
    }
}

#[test]
fn every_card_that_ships_has_its_twin() {
    let deck = shipped();
    assert_eq!(deck.ids().collect::<Vec<_>>(), (1..=48).collect::<Vec<_>>());
    for id in 1..=24 {
        let [card, other] = [id, id + 24].map(|id| deck.card(id).unwrap().card().clone());
        assert_eq!(text(other), text(twin(&card)), "card {id}");
    }
    // No card stands twice, turned or not.
    let looks: BTreeSet<_> =
        deck.cards().map(|(_, layout)| text(layout.card().clone()).min(text(turned(layout.card())))).collect();
    assert_eq!(looks.len(), 48);
}

#[test]
fn the_deck_that_ships_has_a_good_mix() {
    let deck = shipped();
    let mut pipes: BTreeMap<usize, u32> = BTreeMap::new();
    let mut fields: BTreeMap<usize, u32> = BTreeMap::new();
    let mut entries = [[0_u32; 2]; 6];
    let mut crossings = BTreeSet::new();
    for (_, layout) in deck.cards() {
        crossings.insert(layout.crossings());
        for pipe in &layout.card().pipes {
            *pipes.entry(pipe.entries.len()).or_default() += 1;
            for &entry in &pipe.entries {
                entries[usize::from(entry) - 1][usize::from(pipe.colour == PipeColour::White)] += 1;
            }
        }
        for field in layout.fields() {
            *fields.entry(field.arcs.len()).or_default() += 1;
        }
    }
    // A third of the entries are end caps, a quarter belong to splitters.
    assert_eq!(pipes, BTreeMap::from([(1, 96), (2, 62), (3, 20), (4, 2)]));
    // Fields of every size, some of them within a card.
    assert_eq!(fields.keys().copied().collect::<Vec<_>>(), (0..=6).collect::<Vec<_>>());
    assert_eq!(fields[&0], 6);
    assert_eq!(crossings, BTreeSet::from([0, 1, 3]));
    // Black and white are equally frequent at every entry.
    assert_eq!(entries, [[24, 24]; 6]);
}

#[test]
fn the_deck_that_ships_says_what_it_is() {
    let deck = shipped();
    let text = ShippedDecks::text("twin-works").unwrap();
    assert_eq!(ShippedDecks::names().collect::<Vec<_>>(), ["twin-works"]);
    assert!(deck.source.contains("not the published deck"));
    assert!(text.contains("This is not the published deck"));
    // A record with this hash goes on meaning the same game.
    insta::assert_snapshot!(deck.hash(), @"e039eb40822ffcc05446d75e5879b4e80fe7e4eebb6f5a9790cbb34d918571eb");
}

/// A drawing of a card as a picture of its faces: pipes are chords and stars in a circle. It
/// shares nothing with the derivation from sectors.
mod drawing {
    use super::Pipe;

    const SIDE: i32 = 360;
    const RADIUS: i32 = 176;
    /// Half the width of a pipe.
    const HALF: i32 = 2;

    type Point = (i32, i32);

    /// The middle of the circle and six points on it, a little irregular so that no three chords
    /// meet in one point.
    const MIDDLE: Point = (SIDE / 2, SIDE / 2);
    const ENTRIES: [Point; 6] = [(200, 5), (330, 86), (326, 278), (200, 355), (30, 270), (26, 98)];

    /// What a picture tells.
    pub(super) struct Faces {
        /// For each arc its face.
        pub(super) of_arcs: [usize; 6],
        /// How many points each face has; a few are slivers at the rim.
        pub(super) sizes: Vec<u32>,
        /// Faces that a single piece of pipe parts.
        pub(super) neighbours: Vec<(usize, usize)>,
    }

    fn squared(from: Point, to: Point) -> i64 {
        let (x, y) = (i64::from(from.0 - to.0), i64::from(from.1 - to.1));
        x * x + y * y
    }

    /// Whether a point is nearer than `reach` to a stretch.
    fn is_near(at: Point, (from, to): (Point, Point), reach: i32) -> bool {
        let along = (i64::from(to.0 - from.0), i64::from(to.1 - from.1));
        let offset = (i64::from(at.0 - from.0), i64::from(at.1 - from.1));
        let length = along.0 * along.0 + along.1 * along.1;
        let dot = along.0 * offset.0 + along.1 * offset.1;
        let reach = i64::from(reach);
        if dot <= 0 {
            return squared(at, from) <= reach * reach;
        }
        if dot >= length {
            return squared(at, to) <= reach * reach;
        }
        let across = along.0 * offset.1 - along.1 * offset.0;
        across * across <= reach * reach * length
    }

    /// The stretches of a pipe that cuts the card.
    fn stretches(pipe: &Pipe) -> Vec<(Point, Point)> {
        let points: Vec<Point> = pipe.entries.iter().map(|&entry| ENTRIES[usize::from(entry) - 1]).collect();
        match points.as_slice() {
            [] | [_] => Vec::new(),
            [from, to] => vec![(*from, *to)],
            legs => {
                // Four legs meet nearer to the first, off the chord that two entries span.
                let heavy = if legs.len() == 4 { vec![legs[0]; 2] } else { Vec::new() };
                let count = i32::try_from(legs.len() + heavy.len()).unwrap();
                let sum = legs.iter().chain(&heavy).fold((0, 0), |sum, leg| (sum.0 + leg.0, sum.1 + leg.1));
                let hub = (sum.0 / count, sum.1 / count);
                legs.iter().map(|&leg| (hub, leg)).collect()
            }
        }
    }

    fn points() -> impl Iterator<Item = Point> {
        (0..SIDE).flat_map(|y| (0..SIDE).map(move |x| (x, y)))
    }

    fn index((x, y): Point) -> usize {
        usize::try_from(y * SIDE + x).unwrap()
    }

    pub(super) fn faces(pipes: &[Pipe]) -> Faces {
        let drawn: Vec<Vec<(Point, Point)>> = pipes.iter().map(stretches).collect();
        let touching = |at: Point, reach: i32| -> Vec<usize> {
            let near =
                |stretches: &Vec<(Point, Point)>| stretches.iter().filter(|&&line| is_near(at, line, reach)).count();
            drawn.iter().map(near).enumerate().filter(|(_, lines)| *lines > 0).map(|(pipe, _)| pipe).collect()
        };
        let inside = |at: Point| squared(at, MIDDLE) < i64::from(RADIUS * RADIUS);
        let free: Vec<bool> = points().map(|at| inside(at) && touching(at, HALF).is_empty()).collect();
        let mut face = vec![usize::MAX; free.len()];
        let mut sizes = Vec::new();
        for start in points().filter(|&at| free[index(at)]) {
            if face[index(start)] != usize::MAX {
                continue;
            }
            let mut open = vec![start];
            face[index(start)] = sizes.len();
            let mut size = 0;
            while let Some((x, y)) = open.pop() {
                size += 1;
                for next in [(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)] {
                    if free[index(next)] && face[index(next)] == usize::MAX {
                        face[index(next)] = sizes.len();
                        open.push(next);
                    }
                }
            }
            sizes.push(size);
        }
        let mut of_arcs = [0; 6];
        for (arc, slot) in of_arcs.iter_mut().enumerate() {
            let (from, to) = (ENTRIES[arc], ENTRIES[(arc + 1) % 6]);
            // Just inside the rim, half way.
            let chord = ((from.0 + to.0) / 2, (from.1 + to.1) / 2);
            let out = (chord.0 - MIDDLE.0, chord.1 - MIDDLE.1);
            let at = (MIDDLE.0 + out.0 * 110 / 100, MIDDLE.1 + out.1 * 110 / 100);
            *slot = face[index(at)];
        }
        // A point of one pipe alone, far from hubs and crossings, has a face on either side.
        let mut neighbours = Vec::new();
        let lonely = |at: Point| inside(at) && touching(at, 1).len() == 1 && touching(at, 4 * HALF).len() == 1;
        for at in points().filter(|&at| lonely(at)) {
            let hubs = drawn.iter().filter(|lines| lines.len() > 2).any(|lines| squared(lines[0].0, at) < 144);
            if hubs {
                continue;
            }
            let around = points_around(at).filter(|&near| free.get(index(near)) == Some(&true));
            let mut faces: Vec<usize> = around.map(|near| face[index(near)]).collect();
            faces.sort_unstable();
            faces.dedup();
            if let [left, right] = faces.as_slice() {
                neighbours.push((*left, *right));
            }
        }
        neighbours.sort_unstable();
        neighbours.dedup();
        Faces { of_arcs, sizes, neighbours }
    }

    fn points_around((x, y): Point) -> impl Iterator<Item = Point> {
        let reach = HALF + 2;
        let square = (-reach..=reach).flat_map(move |right| (-reach..=reach).map(move |down| (x + right, y + down)));
        square.filter(|&(x, y)| (0..SIDE).contains(&x) && (0..SIDE).contains(&y))
    }
}

/// Every way to share six entries out among pipes.
fn partitions() -> Vec<Vec<Pipe>> {
    let mut all: Vec<Vec<Pipe>> = vec![Vec::new()];
    for entry in 1..=6_u8 {
        let mut next = Vec::new();
        for pipes in all {
            for at in 0..=pipes.len() {
                let mut pipes = pipes.clone();
                match pipes.get_mut(at) {
                    Some(pipe) => pipe.entries.push(entry),
                    None => pipes.push(Pipe { colour: PipeColour::Black, entries: vec![entry] }),
                }
                next.push(pipes);
            }
        }
        all = next;
    }
    all
}

#[test]
fn fields_are_those_of_a_drawing() {
    let partitions = partitions();
    assert_eq!(partitions.len(), 203);
    let mut listed = 0;
    for pipes in partitions {
        let faces = drawing::faces(&pipes);
        let reached: BTreeSet<_> = faces.of_arcs.into_iter().collect();
        let has_inner_face = (0..faces.sizes.len()).any(|face| faces.sizes[face] > 10 && !reached.contains(&face));
        let name = Card { pipes: pipes.clone(), ..Card::default() }.to_string();
        let splitters = pipes.iter().filter(|pipe| pipe.entries.len() > 2).count();
        let all_light = Card { pipes: pipes.clone(), arcs: Card::parse("LLLLLL").unwrap().arcs, fields: Vec::new() };
        let Ok(layout) = Layout::of(&all_light) else {
            listed += 1;
            // Two splitters that cross can be drawn without a face inside.
            assert!(has_inner_face || splitters == 2, "{name}");
            continue;
        };
        assert!(!has_inner_face, "{name}");
        assert_eq!(layout.fields().len(), 1, "{name}");
        for colours in 0..64_u32 {
            let is_dark = |arc: usize| colours & (1 << arc) != 0;
            let arcs: String = (0..6).map(|arc| if is_dark(arc) { 'D' } else { 'L' }).collect();
            let card = Card { arcs: Card::parse(&arcs).unwrap().arcs, ..all_light.clone() };
            let two_colours = (0..6).any(|left| {
                (0..6).any(|right| faces.of_arcs[left] == faces.of_arcs[right] && is_dark(left) != is_dark(right))
            });
            match Layout::of(&card) {
                Err(faults) => {
                    assert!(two_colours, "{name}{arcs}");
                    assert!(faults.iter().all(|fault| fault.code().id == "deck/face-colours"));
                }
                Ok(layout) => {
                    assert!(!two_colours, "{name}{arcs}");
                    assert_eq!(groups(&layout), drawn_groups(&faces, is_dark), "{name}{arcs}");
                }
            }
        }
    }
    // Three sections that cross; two splitters, ten pairs of three less those side by side; a
    // section with a splitter of four about it.
    assert_eq!(listed, 1 + 7 + 3);
}

/// Arcs from 1 that hang together.
fn groups(layout: &Layout) -> BTreeSet<Vec<u8>> {
    layout.fields().iter().map(|LayoutField { arcs, .. }| arcs.clone()).collect()
}

fn drawn_groups(faces: &drawing::Faces, is_dark: impl Fn(usize) -> bool) -> BTreeSet<Vec<u8>> {
    let dark_face = |face: usize| (0..6).any(|arc| faces.of_arcs[arc] == face && is_dark(arc));
    let mut group: Vec<usize> = (0..faces.sizes.len()).collect();
    for _ in 0..faces.sizes.len() {
        for &(left, right) in &faces.neighbours {
            if dark_face(left) == dark_face(right) {
                let least = group[left].min(group[right]);
                group[left] = least;
                group[right] = least;
            }
        }
    }
    let mut found: BTreeMap<usize, Vec<u8>> = BTreeMap::new();
    for (arc, face) in (1..).zip(faces.of_arcs) {
        found.entry(group[face]).or_default().push(arc);
    }
    found.into_values().collect()
}

mod records {
    use std::sync::Arc;

    use pipscribe::Checked;
    use pipscribe::findings::{CodeInfo, code};
    use pipscribe::games::pipe::{Deck, DeckFile, Decks, NoDeck, deck_codes};
    use pipscribe::notation::Record;

    const FILE: &str = "name: mine\nedition: 1\nsource: x\ncards:\n  - {id: 7, pipes: W26 B31 W5 B4, arcs: LLDDDD}\n";
    const HASH: &str = "3b71a10f949e72567bee1b3e991aad20df5a8ab71d287b8af2a7b8a13c958cea";

    #[derive(Debug)]
    struct One(Result<Arc<Deck>, NoDeck>);

    impl Decks for One {
        fn deck(&self, name: &str) -> Result<Arc<Deck>, NoDeck> {
            if name == "mine" { self.0.clone() } else { Err(NoDeck::Unknown) }
        }
    }

    fn mine() -> One {
        One(Ok(Arc::new(DeckFile::read(FILE.as_bytes()).deck.unwrap())))
    }

    /// Of each finding its code, the text that it points at, what it says.
    fn findings(tags: &str, decks: Option<One>) -> Vec<(&'static str, String, String)> {
        let mut record = Record::parse_str(&format!("[Game \"pipe\"]\n[Variant \"pipes\"]\n{tags}\n*\n"));
        if let Some(decks) = decks {
            record = record.with_decks(Arc::new(decks));
        }
        let checked = Checked::of(record);
        let found = checked.report.findings.iter();
        found
            .map(|finding| {
                let help = finding.help.as_deref().unwrap_or_default();
                let message = format!("{} {help}", finding.message);
                (finding.code.id, checked.record.text_of(finding.span).to_owned(), message)
            })
            .collect()
    }

    #[track_caller]
    fn one(tags: &str, decks: Option<One>, code: &CodeInfo, at: &str, says: &str) {
        let found = findings(tags, decks);
        assert_eq!(found.len(), 1, "{found:?}");
        assert_eq!((found[0].0, found[0].1.as_str()), (code.id, at), "{}", found[0].2);
        assert!(found[0].2.contains(says), "{}", found[0].2);
    }

    #[test]
    fn a_deck_is_found_by_its_name() {
        assert_eq!(findings("[Deck \"twin-works\"]", None), []);
        assert_eq!(findings("[Deck \"mine\"]", Some(mine())), []);
        one("[Deck \"mine\"]", None, &deck_codes::UNKNOWN, "mine", "`--deck FILE`");
        one("[Deck \"other\"]", Some(mine()), &deck_codes::UNKNOWN, "other", "`other.yaml`");
        one("", None, &code::MISSING, "[Game \"pipe\"]", "`Deck`");
        one("[Deck \"../x\"]", None, &code::UNKNOWN_VALUE, "../x", "letters, digits and `-`");
        let broken = NoDeck::Broken { code: &deck_codes::ARCS, message: "The deck in x.yaml is broken.".into() };
        one("[Deck \"mine\"]", Some(One(Err(broken))), &deck_codes::ARCS, "mine", "x.yaml is broken. `pipscribe deck");
    }

    #[test]
    fn a_hash_has_to_agree() {
        let hash = mine().0.unwrap().hash();
        assert_eq!(hash, HASH);
        let tags = |hash: &str| format!("[Deck \"mine\"]\n[DeckHash \"{hash}\"]");
        assert_eq!(findings(&tags(&hash), Some(mine())), []);
        one(&tags("beef"), Some(mine()), &code::INCONSISTENT, "beef", &hash);
        // The same cards in the record, written otherwise, are the same deck.
        let own = format!("{}\n[Card7 \"B13 B4 W5 W62 LLDDDD D3456 L21\"]", tags(&hash));
        assert_eq!(findings(&own, None), []);
    }

    #[test]
    fn cards_of_a_record_come_before_any_file() {
        let deck = |card: &str| format!("[Deck \"mine\"]\n[Card1 \"{card}\"]");
        assert_eq!(findings(&deck("B123456 LLLLLL"), None), []);
        one(&deck("B12345 LLLLLL"), Some(mine()), &deck_codes::ENTRY, "B12345", "Entry 6");
        one(&deck("B123456 LLLLLLL"), None, &deck_codes::ARCS, "LLLLLLL", "not 7");
        one(&deck("B123456 LLL LLL"), None, &code::UNKNOWN_VALUE, "LL", "cannot be read");
        one(&deck("B13 W26 B4 W5 LLDDLD"), None, &deck_codes::FACE_COLOURS, "L", "arc 5");
        one(&deck("B14 W25 B36 LDLDLD"), None, &deck_codes::FIELDS, "B14 W25 B36 LDLDLD", "must be listed");
        one(&deck("B123456 LLLLLL L123456 D1"), None, &deck_codes::FIELDS, "1", "stands twice");
        // One that stands twice is a tag that stands twice.
        let twice = format!("{}\n[Card1 \"\"]", deck("B123456 LLLLLL"));
        one(&twice, None, &code::DUPLICATE, "[Card1 \"\"]", "stands twice");
    }
}

mod command {
    use crate::support::{Folder, pipscribe, status, stderr, stdout};

    const CARD: &str = "name: mine\nedition: 1\nsource: x\ncards:\n  - {id: 7, pipes: B13 W26 B4 W5, arcs: LLDDDD}\n";
    const RECORD: &str = "[Game \"pipe\"]\n[Variant \"pipes\"]\n[Deck \"mine\"]\n\n*\n";

    #[test]
    fn decks_are_found_beside_the_record_or_given() {
        let folder = Folder::new("decks-found");
        let record = folder.file("a.pips", RECORD);
        assert_eq!(status(&["check", &record], ""), Some(1));
        let given = folder.file("given.yaml", CARD);
        assert_eq!(status(&["check", "--deck", &given, &record], ""), Some(0));
        assert_eq!(status(&["check", "--deck", &given, "-"], RECORD), Some(0));
        let untidy = RECORD.replace("\n\n", "\n");
        for command in ["fmt", "convert"] {
            assert_eq!(stdout(&pipscribe(&[command, "--deck", &given, "-"], untidy.as_bytes())), RECORD);
            assert_eq!(stdout(&pipscribe(&[command, "-"], untidy.as_bytes())), untidy, "its set-up is not known");
        }
        assert_eq!(status(&["replay", "--deck", &given, "-"], RECORD), Some(0));
        assert_eq!(status(&["render", "--deck", &given, "-"], RECORD), Some(0));
        assert_eq!(status(&["test", "--deck", &given, "-"], RECORD), Some(0));
        assert_eq!(status(&["check", "--deck", &given, "--deck", &given, &record], ""), Some(2));
        assert_eq!(status(&["check", "--deck", "no-such-file.yaml", &record], ""), Some(2));
        let beside = folder.file("mine.yaml", CARD);
        assert_eq!(status(&["check", &record], ""), Some(0));
        assert_eq!(status(&["check", "-"], RECORD), Some(1), "standard input lies beside nothing");
        // What was given comes first; what is broken is told where it is named.
        std::fs::write(&beside, CARD.replace("B4", "")).unwrap();
        assert_eq!(status(&["check", "--deck", &given, &record], ""), Some(0));
        let told = stdout(&pipscribe(&["check", "--format", "short", &record], b""));
        assert!(told.contains("a.pips:3:8: error[deck/yaml]: The deck in") && told.contains("line 5:"), "{told}");
        std::fs::write(&beside, CARD.replace("mine", "yours")).unwrap();
        let told = stdout(&pipscribe(&["check", "--format", "short", &record], b""));
        assert!(told.contains("error[deck/unknown]") && told.contains("holds the deck `yours`"), "{told}");
    }

    #[test]
    fn random_games_are_played_with_the_deck_given() {
        let folder = Folder::new("decks-random");
        let shipped = pipscribe::games::pipe::ShippedDecks::text("twin-works").unwrap();
        let given = folder.file("given.yaml", &shipped.replace("name: twin-works", "name: mine"));
        let arguments = ["random", "--game", "pipe", "--variant", "both", "--tag", "Deck=mine", "--deck", &given];
        let game = stdout(&pipscribe(&arguments, b""));
        assert!(game.contains("[Deck \"mine\"]"), "{game}");
        assert_eq!(status(&["check", "--deck", &given, "-"], &game), Some(0));
        assert_eq!(status(&["check", "-"], &game.replace("mine", "twin-works")), Some(0));
    }

    #[test]
    fn a_deck_that_is_given_is_known_to_every_format() {
        let folder = Folder::new("decks-formats");
        // A deck like the shipped one, its black pipes white and the other way round.
        let shipped = pipscribe::games::pipe::ShippedDecks::text("twin-works").unwrap();
        let (head, cards) = shipped.split_at(shipped.find("cards:").unwrap());
        let swapped: String = cards
            .lines()
            .map(|line| match line.split_once("pipes: ") {
                Some((before, pipes)) => {
                    let turned = pipes.split_once(',').map(|(pipes, rest)| {
                        let pipes: String = pipes
                            .chars()
                            .map(|sign| match sign {
                                'B' => 'W',
                                'W' => 'B',
                                other => other,
                            })
                            .collect();
                        format!("{before}pipes: {pipes},{rest}\n")
                    });
                    turned.unwrap()
                }
                None => format!("{line}\n"),
            })
            .collect();
        let given = folder.file("given.yaml", &format!("{}{swapped}", head.replace("name: twin-works", "name: mine")));
        let game = stdout(&pipscribe(
            &["random", "--game", "pipe", "--variant", "pipes", "--turns", "12", "--deck", &given],
            b"",
        ));
        assert!(game.contains("[Deck \"mine\"]"), "{game}");
        for format in ["json", "jsonl", "yaml", "sgf"] {
            let there = pipscribe(&["convert", "-", "--to", format, "--deck", &given], game.as_bytes());
            let back = pipscribe(&["convert", "-", "--deck", &given], &there.stdout);
            assert_eq!((stdout(&back), stderr(&back)), (game.clone(), String::new()), "{format}");
        }
        for format in ["diagram", "position"] {
            let there = pipscribe(&["convert", "-", "--to", format, "--deck", &given], game.as_bytes());
            let back = pipscribe(&["convert", "-", "--variant", "pipes", "--deck", &given], &there.stdout);
            assert!(stdout(&back).contains("[Deck \"mine\"]"), "{format}: {}", stderr(&back));
            assert_eq!(status(&["check", "-", "--deck", &given], &stdout(&back)), Some(0), "{format}");
        }
    }

    #[test]
    fn deck_check_says_what_is_wrong() {
        let folder = Folder::new("decks-check");
        let good = folder.file("good.yaml", CARD);
        let bad = folder.file("bad.yaml", &CARD.replace(" B4", "").replace("edition", "editon"));
        assert_eq!(status(&["deck", "check", &good], ""), Some(0));
        assert_eq!(status(&["deck", "check", "-"], CARD), Some(0));
        assert_eq!(status(&["deck", "check", "no/such/file"], ""), Some(2));
        assert_eq!(status(&["deck", "check"], ""), Some(2));
        let output = pipscribe(&["deck", "check", "--format", "short", &good, &bad], b"");
        assert_eq!(output.status.code(), Some(1));
        insta::assert_snapshot!(stdout(&output).replace(&bad, "bad.yaml"), @r#"
        bad.yaml:1:1: error[deck/yaml]: A deck needs the key `edition`. (V2.7)
        bad.yaml:2:1: error[deck/yaml]: A deck has no such key. (V2.7)
        bad.yaml:5:20: error[deck/entry]: Entry 4 belongs to no pipe. (V2.2)
        "#);
        assert_eq!(stderr(&output), "2 decks checked: 1 valid, 1 not; 3 errors\n");
        let output = pipscribe(&["deck", "check", "--format", "json", &good, &bad], b"");
        let lines = stdout(&output).replace(&bad, "bad.yaml").replace(&good, "good.yaml");
        insta::assert_snapshot!(lines.replace("},{", "},\n{").replace("[{", "[\n{"), @r#"
        {"path":"good.yaml","deck":"mine","valid":true,"cards":1,"hash":"3b71a10f949e72567bee1b3e991aad20df5a8ab71d287b8af2a7b8a13c958cea","findings":[]}
        {"path":"bad.yaml","deck":"mine","valid":false,"cards":null,"hash":null,"findings":[
        {"code":"deck/yaml","severity":"error","rule":"V2.7","turn":0,"message":"A deck needs the key `edition`.","help":"It has `name`, `edition`, `source`, `cards`.","span":{"start":0,"end":10,"line":1,"column":1},"related":[]},
        {"code":"deck/yaml","severity":"error","rule":"V2.7","turn":0,"message":"A deck has no such key.","help":"It has `name`, `edition`, `source`, `cards`.","span":{"start":11,"end":17,"line":2,"column":1},"related":[]},
        {"code":"deck/entry","severity":"error","rule":"V2.2","turn":0,"message":"Entry 4 belongs to no pipe.","help":"An entry at which a pipe ends at once is an end cap: `B4`.","span":{"start":57,"end":67,"line":5,"column":20},"related":[]}]}
        "#);
        assert!(stdout(&pipscribe(&["deck", "check", &bad], b"")).contains("deck/entry (V2.2)"));
    }

    #[test]
    fn deck_show_draws_what_was_understood() {
        let output = pipscribe(&["deck", "show", "-"], CARD.as_bytes());
        assert_eq!(output.status.code(), Some(0));
        insta::assert_snapshot!(stdout(&output), @r#"
        mine, edition 1, 1 card
        x
        hash 3b71a10f949e72567bee1b3e991aad20df5a8ab71d287b8af2a7b8a13c958cea

        end caps 2, sections 2, splitters 0, crossings 1
        fields: 1 of 2 arcs, 1 of 4 arcs, 0 inside a card

        On the rim `.` is light and `#` dark; BB, B1, WW are pipes, bb, ww end caps.

        7: B13 W26 B4 W5 LLDDDD = L12 D3456
        ###BB......WW...
        W  7           B
        W              B
        ###ww######bb###
        "#);
        let shown = stdout(&pipscribe(&["deck", "show", "twin-works"], b""));
        assert_eq!(shown.lines().filter(|line| line.contains(" = ")).count(), 48);
        assert_eq!(status(&["deck", "show", "-"], &CARD.replace(" B4", "")), Some(1));
        assert_eq!(status(&["deck", "show", "no-such-deck"], ""), Some(2));
        let hostile = CARD.replace("edition: 1", "edition: \"\\e[31m\"");
        assert!(!stdout(&pipscribe(&["deck", "show", "-"], hostile.as_bytes())).contains('\u{1b}'));
    }
}
