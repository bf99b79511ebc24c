//! Typed turns.

use std::collections::{BTreeSet, HashSet};

use pipscribe::findings::{Code, code_named};
use pipscribe::prelude::*;
use pipscribe::replay::RandomTurns;

fn start(tags: &str) -> LiveGame {
    LiveGame::start(tags).unwrap()
}

fn games() -> [LiveGame; 4] {
    [
        start("[Game \"gipf\"]\n[Variant \"basic\"]\n"),
        start("[Game \"pippinzip\"]\n[Variant \"zipline\"]\n[Size \"3\"]\n"),
        start("[Game \"pippip\"]\n"),
        start("[Game \"pipe\"]\n[Variant \"both\"]\n[Deck \"twin-works\"]\n"),
    ]
}

#[test]
fn typed_turns_are_the_turns_of_the_list() {
    for game in games() {
        let position = game.position();
        let listed = position.legal_turns();
        let typed: Vec<Turn> = position.turns().collect();
        let texts: Vec<_> = typed.iter().map(ToString::to_string).collect();
        assert_eq!(texts, listed);
        if position.missing().is_some() {
            continue;
        }
        for turn in &typed {
            let after = position.play(turn);
            assert_eq!(after.is_ok(), position.is_legal(turn), "{turn}");
            assert_eq!(after, position.play(turn.as_str()), "{turn}");
        }
    }
}

#[test]
fn a_turn_of_another_game_is_refused() {
    let [gipf, .., pippip, _] = games();
    let turn = pippip.position().turns().next().unwrap();
    let finding = gipf.position().play(&turn).unwrap_err();
    assert_eq!(finding.code.id, "turn/not-for-this-game");
    assert!(
        finding.message.starts_with("This is a turn of Pip"),
        "{finding}"
    );
    assert!(!gipf.position().is_legal(&turn));
}

#[test]
fn illegal_typed_turns_have_the_findings_of_their_text() {
    let mut game = games()[0].clone();
    let turn = game.position().parse("b3").unwrap();
    let resign = game.position().parse("resign").unwrap();
    assert_eq!((turn.as_str(), resign.as_str()), ("b3", "resign"));
    game.play(&resign).unwrap();
    let refused = game.play(&turn).unwrap_err();
    assert_eq!(refused, game.play("b3").unwrap_err());
    assert_eq!((refused.code.id, refused.turn), ("turn/after-end", 2));
}

#[test]
fn turns_are_values() {
    let [gipf, pippinzip, ..] = games();
    let turns: Vec<Turn> = gipf
        .position()
        .turns()
        .chain(pippinzip.position().turns())
        .collect();
    let hashed: HashSet<_> = turns.iter().cloned().collect();
    let sorted: BTreeSet<_> = turns.iter().cloned().collect();
    assert_eq!((hashed.len(), sorted.len()), (turns.len(), turns.len()));

    let turn = gipf.position().parse("a2-b3").unwrap();
    assert_eq!(turn, gipf.position().parse("b3").unwrap());
    let json = serde_json::to_string(&turn).unwrap();
    assert_eq!(json, r#"{"game":"gipf","turn":"b3"}"#);
    assert_eq!(serde_json::from_str::<Turn>(&json).unwrap(), turn);
    let wrong = serde_json::from_str::<Turn>(r#"{"game":"gipf","turn":"xyzzy"}"#);
    assert!(wrong.unwrap_err().to_string().contains("`xyzzy`"));
}

#[test]
fn equal_positions_share_a_hash() {
    let game = &games()[0];
    let after = |turn| game.position().play(turn).unwrap();
    let positions: HashSet<_> = [after("b3"), after("a2-b3"), after("c2")].into();
    assert_eq!(positions.len(), 2);
}

#[test]
fn a_game_plays_waived_turns_and_takes_them_back() {
    let mut game = start("[Game \"pippinzip\"]\n[Variant \"zipline\"]\n[Size \"5\"]\n");
    game.play("c3").unwrap();
    game.play("take").unwrap();
    let before = game.record();
    let waived: Vec<Code> = code_named("pippinzip/adjacent-pair").into_iter().collect();
    assert!(game.play("a1,a2").is_err());
    game.play_irregular("a1,a2", &waived).unwrap();
    assert_eq!(game.irregular(), ["pippinzip/adjacent-pair"]);
    assert!(
        game.record()
            .contains("a1,a2 {[%irregular pippinzip/adjacent-pair]}")
    );
    assert!(Checked::from_text(&game.record()).report.is_valid());
    assert_eq!(game.undo().unwrap(), "a1,a2");
    assert_eq!(game.record(), before);
    // A turn without the fault is not marked.
    game.play_irregular("a1,b2", &waived).unwrap();
    assert!(game.irregular().is_empty());
}

#[test]
fn copies_of_a_game_share_its_history_and_part() {
    let mut game = games()[2].clone();
    let mut random = RandomTurns::new(3);
    for _ in 0..4 {
        let turn = random.next(game.position()).unwrap();
        game.play(&turn).unwrap();
    }
    let mut copy = game.clone();
    copy.undo().unwrap();
    assert_eq!((game.turn_count(), copy.turn_count()), (4, 3));
    let texts = |game: &LiveGame| {
        game.history()
            .map(|turn| turn.to_string())
            .collect::<Vec<_>>()
    };
    assert_eq!(texts(&game)[..3], texts(&copy));
}
