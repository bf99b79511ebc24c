//! A record on a rotated board is the same game.

use std::collections::{BTreeMap, BTreeSet};

use pipscribe::Checked;
use pipscribe::games::{GameId, Symmetry};
use pipscribe::replay::{KeyCache, Position};
use pipscribe::text::Key;

use crate::support::{random_game, random_game_of};

/// The symmetries to try, some of them with a shift if the game allows it.
fn symmetries(game: GameId) -> Vec<Symmetry> {
    let shifts: &[(i32, i32)] = if game == GameId::Pipe {
        &[(0, 0), (-7, 40)]
    } else {
        &[(0, 0)]
    };
    let all = game.symmetries().into_iter();
    all.flat_map(|by| shifts.iter().map(move |&shift| Symmetry { shift, ..by }))
        .collect()
}

/// The text that all images of a record share.
fn shared(checked: &Checked) -> (bool, u32, Option<Key>, Vec<Key>, String) {
    let timeline = checked.timeline().unwrap();
    // Only some of the records are used, because all of them take a long time.
    let frames = timeline
        .main_line()
        .step_by(7)
        .chain([timeline.after(None).unwrap()]);
    let mut cache = KeyCache::default();
    let positions = frames
        .map(|frame| frame.position.keys(&mut cache).symmetric)
        .collect();
    let report = &checked.report;
    let ended = format!("{:?} {:?}", report.result, report.score);
    (
        report.is_valid(),
        report.turns,
        timeline.symmetric_key(),
        positions,
        ended,
    )
}

fn is_the_same_game(text: &str) {
    let checked = Checked::from_text(text);
    let game = checked.game.unwrap();
    let before = shared(&checked);
    assert!(before.2.is_some(), "{text}");
    for by in symmetries(game) {
        let turned = checked.timeline().unwrap().turned(by).unwrap();
        let image = Checked::from_text(&turned);
        assert_eq!(shared(&image), before, "{by}\n{text}\n{turned}");
        let back = image
            .timeline()
            .unwrap()
            .turned(by.inverse().unwrap())
            .unwrap();
        assert_eq!(
            Checked::from_text(&back).bare(),
            checked.bare(),
            "{by}\n{text}\n{turned}\n{back}"
        );
    }
}

#[test]
fn a_game_from_a_position_matches_its_image_from_the_usual_start() {
    let from_the_start = "[Game \"gipf\"]\n[Variant \"standard\"]\n\n1. b3 2. c2 *\n";
    is_the_same_game(from_the_start);
    let timeline = |text: &str| Checked::from_text(text).timeline().unwrap().clone();
    let turned = timeline(from_the_start)
        .turned(Symmetry::turned(60))
        .unwrap();
    assert!(turned.contains("[Position \"W2B/"), "{turned}");
    let back = timeline(&turned).turned(Symmetry::turned(300)).unwrap();
    assert_eq!(back, from_the_start);
    let alike = timeline(from_the_start)
        .turned(Symmetry::turned(120))
        .unwrap();
    assert!(!alike.contains("Position"), "{alike}");
    // Other reserves are part of the start.
    is_the_same_game(
        "[Game \"gipf\"]\n[Variant \"basic\"]\n[Options \"reserve=13,14\"]\n\n1. b3 *\n",
    );
    is_the_same_game(
        "[Game \"pippinzip\"]\n[Variant \"zipline\"]\n[Size \"4\"]\n[Players \"3\"]\n\
         [Position \"4/1b2/4/w3 3 taker=1 pair=b3\"]\n\n1. d1 2. a2 *\n",
    );
}

/// Returns the least text of the images of a position, with what else its key depends on.
fn least_image(position: &Position) -> String {
    let game = position.game();
    let images = game.symmetries().into_iter().filter_map(|by| {
        // In a mirror image, the dice of Pip•Pip run the other way.
        let dice = game == GameId::Pippip && by.mirrored;
        Some(format!("{game} {dice} {}", position.turned_text(by)?))
    });
    images.min().unwrap()
}

#[test]
fn positions_have_equal_keys_if_their_texts_are_equal() {
    let mut exact = BTreeMap::new();
    let mut symmetric = BTreeMap::new();
    // Short games on small boards repeat positions and their images.
    let setups: [&[(&str, &str)]; 5] = [
        &[("Game", "gipf"), ("Variant", "basic")],
        &[("Game", "gipf"), ("Variant", "tournament")],
        &[("Game", "pippinzip"), ("Variant", "zipline"), ("Size", "4")],
        &[("Game", "pippip")],
        &[
            ("Game", "pipe"),
            ("Variant", "both"),
            ("Deck", "twin-works"),
        ],
    ];
    let (mut positions, mut repeated) = (0, 0);
    for (setup, seed) in setups
        .iter()
        .flat_map(|setup| (0..40).map(move |seed| (setup, seed)))
    {
        let checked = Checked::from_text(&random_game(setup, seed, 24));
        let timeline = checked.timeline().unwrap();
        let mut cache = KeyCache::default();
        for frame in timeline.main_line() {
            let position = &frame.position;
            let keys = position.keys(&mut cache);
            assert_eq!(
                position.keys(&mut KeyCache::default()),
                keys,
                "from the start"
            );
            assert_eq!(position.key(), keys.exact);

            let text = format!("{} {}", position.game(), position.text());
            assert_eq!(*exact.entry(text.clone()).or_insert(keys.exact), keys.exact);
            positions += 1;
            // On the table of the Pipe Game a position has endless images.
            if position.game() != GameId::Pipe {
                let shared = symmetric.entry(least_image(position)).or_insert_with(|| {
                    repeated -= 1;
                    keys.symmetric
                });
                repeated += 1;
                assert_eq!(*shared, keys.symmetric, "{text}");
            }
        }
    }
    assert!(
        positions > 3_000 && repeated > 100,
        "{positions} {repeated}"
    );
    // Different texts have different keys.
    let different = |keys: &BTreeMap<String, Key>| keys.values().collect::<BTreeSet<_>>().len();
    assert_eq!(different(&exact), exact.len());
    assert_eq!(different(&symmetric), symmetric.len());
}

#[test]
fn keys_stay_the_same_in_all_versions() {
    let positions = [
        (
            GameId::Gipf,
            "tournament",
            "1B2/2W2/6/7/6/5/4 w 16,16 0,0 wb -",
            "1615fdfda9a347b25fc7bcdfdddd7444",
        ),
        (
            GameId::Pippinzip,
            "zipline",
            "5/5/2w2/5/5 1 taker=2 -",
            "780712c9385a18414ceb1883a8f95eb3",
        ),
        (
            GameId::Pippip,
            "standard",
            "..../.L53../..../.... D - 6",
            "3a5c1b05c3bdcb0d1b6f63648a32c3e2",
        ),
        (
            GameId::Pipe,
            "both",
            "17@+3-2/E,20@+0+0/N 2 black,white 3,12",
            "e95a45014ded6dee5fa6215658bc85f0",
        ),
    ];
    for (game, variant, text, expected) in positions {
        let position = Position::from_text(game, variant, text).unwrap();
        assert_eq!(position.text(), text);
        assert_eq!(position.key().to_string(), expected, "{text}");
    }
}

#[test]
fn rotated_records_keep_their_line_ends() {
    let from_the_start = "[Game \"gipf\"]\r\n[Variant \"standard\"]\r\n\r\n1. b3 2. c2 *\r\n";
    let rotated = |text: &str, degrees| {
        Checked::from_text(text)
            .timeline()
            .unwrap()
            .turned(Symmetry::turned(degrees))
            .unwrap()
    };
    let with_position = rotated(from_the_start, 60);
    assert!(
        with_position.contains("\r\n[Position \"W2B/"),
        "{with_position:?}"
    );
    assert_eq!(rotated(&with_position, 300), from_the_start);
}

#[test]
fn marks_variations_and_expectations_are_rotated() {
    let text = "[Game \"pippinzip\"]\n[Variant \"pipeline\"]\n[Size \"5\"]\n\n\
                {[%view a1..c2] a1 stays in words} 1. a1,b1 {[%circle a1 b1] [%arrow a1>b2] [%line a1..a3] [%label \
                c1 \"A\"] [%clock 0:01]} \
                (1. c1 {[%expect position \"5/5/5/5/2b2 2 auction -\"]}) 2. take {[%expect not-legal a1 \
                pippinzip/occupied]} *\n";
    let timeline = Checked::from_text(text).timeline().unwrap().clone();
    assert!(timeline.report.is_valid(), "{:?}", timeline.report.findings);
    let turned = timeline.turned(Symmetry::turned(90)).unwrap();
    let expected = "[Game \"pippinzip\"]\n[Variant \"pipeline\"]\n[Size \"5\"]\n\n\
                    {[%view a5..b3] a1 stays in words} 1. a4,a5 {[%circle a5 a4] [%arrow a5>b4] [%line a5..c5] \
                    [%label a3 \"A\"] [%clock 0:01]} \
                    (1. a3 {[%expect position \"5/5/b4/5/5 2 auction -\"]}) 2. take {[%expect not-legal a5 \
                    pippinzip/occupied]} *\n";
    assert_eq!(turned, expected);
    assert!(Checked::from_text(&turned).report.is_valid());
}

#[test]
fn invalid_symmetries_are_rejected() {
    let turned = |text: &str, by| {
        Checked::from_text(text)
            .timeline()
            .unwrap()
            .turned(by)
            .map_err(|error| error.to_string())
    };
    let pippip = "[Game \"pippip\"]\n\n1. 5@b3/3 *\n";
    assert_eq!(
        turned(pippip, Symmetry::turned(90)).unwrap_err(),
        "the board of Pip•Pip has no symmetry `turn=90`"
    );
    let shifted = Symmetry {
        shift: (1, 0),
        ..Symmetry::IDENTITY
    };
    assert!(turned(pippip, shifted).is_err());
    assert!(
        turned("[Game \"gipf\"]\n\n1. b3 *\n", Symmetry::IDENTITY)
            .unwrap_err()
            .contains("tags")
    );
    let mirrored = turned(pippip, Symmetry::mirrored(90)).unwrap();
    assert_eq!(
        mirrored,
        "[Game \"pippip\"]\n[Options \"dice=cw\"]\n\n1. 5@c2/1 *\n"
    );
    let far = format!("{}\n", random_game_of(8, 1, 3).trim_end());
    let shifted = Symmetry {
        shift: (1_999_999_999, 0),
        ..Symmetry::IDENTITY
    };
    assert!(turned(&far, shifted).unwrap_err().contains("farther away"));
}

mod slow {
    use proptest::prelude::*;

    use super::*;
    use crate::support::{SETUPS, cases, checked_file, corpus_files};

    proptest! {
        #![proptest_config(cases(2))]

        #[test]
        fn a_rotated_random_game_is_legal_and_can_be_rotated_back(seed in any::<u64>()) {
            for setup in 0..SETUPS.len() {
                is_the_same_game(&random_game_of(setup, seed, 30));
            }
        }
    }

    #[test]
    fn every_valid_record_of_the_corpus_can_be_rotated() {
        let mut count = 0;
        for path in corpus_files("gipf")
            .into_iter()
            .chain(corpus_files("pippip"))
            .chain(corpus_files("pippinzip"))
        {
            for checked in checked_file(&path) {
                let Some(timeline) = checked
                    .timeline()
                    .ok()
                    .filter(|_| checked.report.is_valid())
                else {
                    continue;
                };
                let Some(key) = timeline.symmetric_key() else {
                    continue;
                };
                let by = *timeline.game().symmetries().last().unwrap();
                let turned = Checked::from_text(&timeline.turned(by).unwrap());
                assert!(
                    turned.report.is_valid(),
                    "{}: {:?}",
                    path.display(),
                    turned.report.findings
                );
                assert_eq!(
                    turned.timeline().unwrap().symmetric_key(),
                    Some(key),
                    "{}",
                    path.display()
                );
                count += 1;
            }
        }
        assert!(count > 300, "{count}");
    }
}
