//! Files of Boardspace.

use pipscribe::formats::boardspace::Boardspace;
use pipscribe::formats::sgf::Sgf;
use pipscribe::formats::{Assumptions, FORMATS, Format, Imported, pips};
use pipscribe::games::GameId;
use pipscribe::notation::Record;
use pipscribe::text::SourceText;
use proptest::prelude::*;

use crate::notation::random_game_of;
use crate::support::root;

fn read(text: &str) -> Imported {
    let mut games = Boardspace.read(&SourceText::new(text.to_owned(), 0, 1), &Assumptions::default());
    assert_eq!(games.len(), 1, "{text}");
    games.remove(0)
}

fn point(name: &str) -> String {
    let (column, row) = name.split_at(1);
    format!("{} {row}", column.to_ascii_uppercase())
}

/// A game as Boardspace would have saved it: every piece that goes is marked, and every GIPF piece
/// whose fate is not the usual one.
fn saved(record: &str) -> String {
    let record = Record::parse_str(record);
    let first_spots = FORMATS.iter().find(|format| format.name() == "gipf.first-spot").unwrap();
    let variant = match record.tag("Variant").unwrap().value.as_str() {
        "basic" => "gipf",
        "standard" => "gipf-standard",
        _ => "GIPF-Tournament",
    };
    let mut out =
        format!("(;\nGM[GIPF]VV[1]\nSU[{variant} 0 102]\nP0[id \"Ann\"]\nP1[id \"Bo B\"]\n; P0[0 Start P0]\n");
    let mut number = 1;
    let text = first_spots.write(&record).unwrap().text;
    let mut single = [variant != "GIPF-Tournament"; 2];
    for (at, turn) in text.lines().enumerate() {
        let mut act = |words: String| {
            out.push_str(&format!("; P{}[{number} {words}]\n", at % 2));
            number += 1;
        };
        for action in turn.split(';') {
            if let Some(items) = action.strip_prefix('x') {
                for item in items.split(',') {
                    let spot = item.trim_start_matches('G').trim_end_matches('*');
                    if !(item.starts_with('G') && item.ends_with('*')) {
                        act(format!("Remove {}", point(spot)));
                    }
                }
                continue;
            }
            if !action.starts_with('G') && !single[at % 2] {
                single[at % 2] = true;
                act("Standard".to_owned());
            }
            let (dot, spot) = action.trim_start_matches('G').split_once('-').unwrap();
            act(format!("Dropb {}", point(dot)));
            act(format!("Pickb {}", point(dot)));
            act(format!("dropb {}", point(spot)));
        }
        act("Done".to_owned());
    }
    out + ")"
}

#[test]
fn a_real_game_comes_back() {
    let record = std::fs::read_to_string(root().join("corpus/gipf/real/game-b-corrected.pips")).unwrap();
    let record = &record[record.find("[Game").unwrap()..];
    let text = saved(record);
    assert!(Boardspace.recognises(&text) && FORMATS[0].name() == "boardspace");
    assert!(Sgf.recognises(&text));
    let game = read(&text);
    assert!(game.text.contains("[Player2 \"Bo B\"]"), "{}", game.text);
    assert_eq!(game.checked.report.turns, 64, "{:?}\n{}", game.findings, game.text);
}

#[test]
fn old_revisions_have_a_piece_more() {
    let game = read("(;GM[gipf]SU[gipf 0 100];P0[1 SlideFrom A 1 B 2];P0[2 Done];P1[3 wrong];P1[4 resign])");
    assert!(game.text.contains("[Options \"reserve=13,13\"]"), "{}", game.text);
    assert!(game.text.contains("1. a1-c3 2. resign"), "{}", game.text);
    assert_eq!(game.findings.iter().map(|finding| finding.code.id).collect::<Vec<_>>(), ["import/value"]);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 8, ..ProptestConfig::default() })]

    #[test]
    fn random_basic_games_come_back(seed in any::<u64>()) {
        let record = random_game_of(0, seed, 60);
        let game = read(&saved(&record));
        let moves = |text: &str| {
            let record = Record::parse_str(text);
            GameId::Gipf.rules().replay(&record).turns.into_iter().map(|turn| turn.position).collect::<Vec<_>>()
        };
        prop_assert_eq!(moves(&game.text), moves(&record), "{}", game.text);
        let _ = pips::format(game.text.as_bytes(), true);
    }
}
