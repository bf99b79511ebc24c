//! Turns and boards as typed values, and what programs that play need: undo, hashes, random turns.

use std::collections::BTreeMap;

use pipscribe::games::{Piece, TurnAction, TurnView};
use pipscribe::prelude::*;
use pipscribe::replay::{Frame, KeyCache, RandomTurns};

use crate::support::{SETUPS, random_game_of, timeline_of};

fn timeline(setup: usize) -> Timeline {
    timeline_of(&random_game_of(setup, 3, 60))
}

/// Every position of a random game of each set-up.
fn each_frame(mut see: impl FnMut(&Frame)) {
    for setup in 0..SETUPS.len() {
        timeline(setup).frames().iter().for_each(&mut see);
    }
}

/// The piece as positions write it.
fn written(piece: &Piece) -> String {
    match piece {
        Piece::Gipf { seat, is_gipf } => match (seat, is_gipf) {
            (1, false) => "w".to_owned(),
            (1, true) => "W".to_owned(),
            (_, false) => "b".to_owned(),
            (_, true) => "B".to_owned(),
        },
        Piece::Stone { is_white } => if *is_white { "w" } else { "b" }.to_owned(),
        Piece::Die { top, north, .. } => format!("{top}{north}"),
        Piece::Card {
            card,
            square,
            heading,
            ..
        } => format!("{card}@{square}/{}", heading.letter()),
        _ => panic!("a new kind of piece: {piece:?}"),
    }
}

/// Counts parts of a text.
fn counted(parts: impl IntoIterator<Item = String>) -> BTreeMap<String, usize> {
    parts.into_iter().fold(BTreeMap::new(), |mut counts, part| {
        *counts.entry(part).or_default() += 1;
        counts
    })
}

/// The pieces on the board by the text of a position.
fn in_text(game: GameId, text: &str) -> Vec<String> {
    let board = text.split(' ').next().unwrap();
    match game {
        GameId::Pipe => board
            .split(',')
            .filter(|card| card.contains('@'))
            .map(str::to_owned)
            .collect(),
        GameId::Pippip => {
            let dice = board.split(['L', 'D']).skip(1);
            dice.map(|die| die[..2].to_owned()).collect()
        }
        _ => board
            .chars()
            .filter(char::is_ascii_alphabetic)
            .map(String::from)
            .collect(),
    }
}

#[test]
fn the_pieces_are_those_of_the_position() {
    let mut pieces = 0;
    each_frame(|frame| {
        let position = &frame.position;
        let shown = position.pieces();
        pieces += shown.len();
        let text = position.text();
        let own = counted(shown.iter().map(|(_, piece)| written(piece)));
        assert_eq!(own, counted(in_text(position.game(), &text)), "{text}");
        assert!(
            shown
                .iter()
                .all(|(place, piece)| position.piece_at(place).as_ref() == Some(piece))
        );
        for place in ["", "a0", "zz", "é", "+9999+9999", "+3", "-"] {
            assert_eq!(position.piece_at(place), None, "{place}");
        }
    });
    assert!(pieces > 1000, "{pieces}");
}

#[test]
fn the_owner_of_a_die_follows_its_colour() {
    let game = LiveGame::start(
        "[Game \"pippip\"]\n[Colors \"dark,light\"]\n[Position \"L53.../..../..../...D35 L - -\"]\n",
    );
    let game = game.unwrap();
    let owner = |place| match game.position().piece_at(place) {
        Some(Piece::Die { seat, top, north }) => (seat, top, north),
        other => panic!("{place}: {other:?}"),
    };
    assert_eq!((owner("a4"), owner("d1")), ((2, 5, 3), (1, 3, 5)));
}

#[test]
fn a_card_covers_both_of_its_squares() {
    let timeline = timeline(8);
    let position = &timeline.after(None).unwrap().position;
    assert!(position.pieces().len() > 5, "{}", position.text());
    for (square, piece) in position.pieces() {
        let Piece::Card {
            card,
            square: first,
            ..
        } = &piece
        else {
            panic!("{piece:?}")
        };
        assert_eq!(*first, square);
        let (x, y): (i32, i32) = {
            let offset = square[1..].find(['+', '-']).unwrap() + 1;
            (
                square[..offset].parse().unwrap(),
                square[offset..].parse().unwrap(),
            )
        };
        let around = [(0, 1), (1, 0), (0, -1), (-1, 0)]
            .map(|(east, north)| format!("{:+}{:+}", x + east, y + north));
        let halves = around.iter().filter(
            |place| matches!(position.piece_at(place), Some(Piece::Card { card: other, .. }) if other == *card),
        );
        assert_eq!(halves.count(), 1, "{card}");
    }
}

#[test]
fn turns_say_what_they_do() {
    let mut turns = 0;
    each_frame(|frame| {
        let Some(turn) = frame.position.turn() else {
            return;
        };
        let view = frame.position.turn_view().unwrap();
        turns += 1;
        assert_eq!(view.to_string(), turn);
        assert_eq!(
            TurnView::parse(frame.position.game(), &turn).as_ref(),
            Ok(&view)
        );
        let effects = frame.position.effects();
        let (placed, gone) = (
            effects.placed.clone(),
            effects.gone_before.iter().chain(&effects.gone),
        );
        let mut gone: Vec<_> = gone.map(|ghost| ghost.name.clone()).collect();
        let mut removed = view.removed();
        gone.sort_unstable();
        removed.sort_unstable();
        match frame.position.game() {
            GameId::Gipf => assert_eq!(removed, gone, "{turn}"),
            GameId::Pipe => assert!(gone.len() <= removed.len(), "{turn}"),
            _ => assert!(gone.is_empty() && removed.is_empty(), "{turn}"),
        }
        if frame.position.game() != GameId::Gipf {
            assert_eq!(view.to(), placed, "{turn}");
        }
    });
    assert!(turns > 300, "{turns}");
}

#[test]
fn actions_of_all_kinds_are_read() {
    for (game, turn, kinds) in [
        (GameId::Gipf, "xb3,Gc4*;Ga2-d4;x", "Remove Push Remove"),
        (GameId::Pippinzip, "c3,d5", "Stone Stone"),
        (GameId::Pippinzip, "take", "Take"),
        (GameId::Pippinzip, "pass", "Pass"),
        (GameId::Pippip, "5s;*6@b3/2;xb2,c3", "PutAside Die Convert"),
        (GameId::Pipe, "discard:hidden;claim:black", "Discard Claim"),
        (
            GameId::Pipe,
            "17@+3-2/E;x3,4;x2:7;swap;draw:9",
            "Card PickUp PickUp Swap Draw",
        ),
        (GameId::Pipe, "17@+3-2/E;keep", "Card Keep"),
        (GameId::Gipf, "resign", "Resign"),
    ] {
        let view = TurnView::parse(game, turn).unwrap();
        let kind = |action: &TurnAction| {
            let text = format!("{action:?}");
            text.split([' ', '{', '(']).next().unwrap().to_owned()
        };
        let actions: Vec<_> = view.actions.iter().map(kind).collect();
        assert_eq!(
            (actions.join(" "), view.to_string()),
            (kinds.to_owned(), turn.to_owned())
        );
    }
    assert!(TurnView::parse(GameId::Gipf, "17@+3-2/E").is_err());
    let TurnAction::Card { card, to, .. } =
        &TurnView::parse(GameId::Pipe, "17@+3-2/E").unwrap().actions[0]
    else {
        panic!("a card is played")
    };
    assert_eq!((*card, to.as_str()), (17, "+3-2"));
}

#[test]
fn undo_takes_back_turn_by_turn() {
    for tags in [
        "[Game \"gipf\"]\n[Variant \"tournament\"]\n",
        "[Game \"pippip\"]\n",
    ] {
        let mut game = LiveGame::start(tags).unwrap();
        let start = game.record();
        let mut random = RandomTurns::new(5);
        let mut before = Vec::new();
        while let Some(turn) = random.next(game.position()) {
            before.push((game.position().text(), game.record()));
            game.play(&turn).unwrap();
        }
        assert!(game.position().result().is_some());
        while let Some((position, record)) = before.pop() {
            assert!(game.undo().is_some());
            assert_eq!((game.position().text(), game.record()), (position, record));
        }
        assert_eq!(
            (game.undo(), game.record(), game.turn_count()),
            (None, start, 0)
        );
    }
}

#[test]
fn random_turns_are_legal_and_follow_the_seed() {
    for setup in SETUPS {
        let tags: String = setup
            .iter()
            .map(|(name, value)| format!("[{name} \"{value}\"]\n"))
            .collect();
        let deck = if setup[0].1 == "pipe" {
            "[Deck \"twin-works\"]\n"
        } else {
            ""
        };
        let played = |seed| {
            let mut game = LiveGame::start(&format!("{tags}{deck}")).unwrap();
            let mut random = RandomTurns::new(seed);
            for _ in 0..12 {
                let Some(turn) = random.next(game.position()) else {
                    break;
                };
                assert_eq!(game.play(&turn).unwrap(), turn.as_str());
            }
            game.record()
        };
        assert_eq!(played(1), played(1));
        assert_ne!(played(1), played(2), "{tags}");
    }
}

#[test]
fn keys_of_positions_are_stable() {
    let game = LiveGame::start("[Game \"gipf\"]\n[Variant \"basic\"]\n").unwrap();
    assert_eq!(
        game.position().key().to_string(),
        "4184ccc171f451dd15600592a1fcd510"
    );
    each_frame(|frame| {
        assert_eq!(
            frame.position.key(),
            frame.position.keys(&mut KeyCache::default()).exact
        );
    });
}
