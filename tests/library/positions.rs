//! Positions made from their texts: decided positions, and the error messages for malformed ones.

use pipscribe::notation::{Record, Standing};
use pipscribe::prelude::*;
use pipscribe::replay::{NewGame, RandomGame};

/// A variant and a valid position of each game.
const POSITIONS: [(GameId, &str, &str); 4] = [
    (GameId::Gipf, "basic", "b2w/5/6/w5b/6/5/b2w w 12,12 0,0 - -"),
    (GameId::Pippinzip, "zipline", "5/5/2w2/5/5 2 taker=1 -"),
    (GameId::Pippip, "standard", "..../.L53../..../.... D - -"),
    (GameId::Pipe, "pipes", "- 1 -,- 0,0"),
];

/// A variant and a decided position of each game.
const DECIDED: [(GameId, &str, &str); 4] = [
    (GameId::Gipf, "basic", "b2w/5/6/w5b/6/5/b2w w 0,12 0,0 - -"),
    (GameId::Pippinzip, "zipline", "3w/w3/bbbb/w2w 1 taker=2 -"),
    (
        GameId::Pippip,
        "standard",
        "L12D12L12D12/D12L12D12L12/L12D12L12D12/D12L12D12L12 D - -",
    ),
    (GameId::Pippinzip, "freestyle", "wbw/bww/wbw 3 taker=2 -"),
];

fn error(game: GameId, variant: &str, text: &str) -> Finding {
    match Position::from_text(game, variant, text) {
        Ok(_) => panic!("{text} is a position"),
        Err(error) => *error,
    }
}

#[test]
fn a_position_is_made_from_its_text() {
    for (game, variant, text) in POSITIONS {
        let position = Position::from_text(game, variant, text).unwrap();
        assert_eq!((position.game(), position.text().as_str()), (game, text));
        assert!(
            position.result().is_none() && position.count_legal_turns(10_000_000) != Some(0),
            "{text}"
        );
    }
    assert!(Position::from_text(GameId::Pippip, None, POSITIONS[2].2).is_ok());
    assert_eq!(
        error(GameId::Gipf, "bsic", POSITIONS[0].2).code.id,
        "tag/unknown-value"
    );
    assert_eq!(
        error(GameId::Pippip, "bsic", POSITIONS[2].2).code.id,
        "tag/unknown-value"
    );
    let without = Position::from_text(GameId::Gipf, None, POSITIONS[0].2).unwrap_err();
    assert_eq!(without.code.id, "tag/missing");
    let wrong = error(GameId::Gipf, "basic", "B3/5/6/7/6/5/4 w 12,12 0,0 - -");
    assert_eq!((wrong.code.id, wrong.span.len()), ("tag/inconsistent", 30));
}

#[test]
fn a_decided_position_is_drawn_and_has_no_turns() {
    for (game, variant, text) in DECIDED {
        let position = Position::from_text(game, variant, text).unwrap();
        assert_eq!(position.text(), text);
        assert!(position.result().is_some(), "{text}");
        assert_eq!(
            (position.legal_turns().len(), position.perft(1, &mut 1_000)),
            (0, Some(vec![0])),
            "{text}"
        );
        assert!(!write_text(&position.scene()).is_empty());
        assert_eq!(
            position.play("resign").unwrap_err().code.id,
            "turn/after-end",
            "{text}"
        );
    }
}

fn tag_lines(tags: &[(String, String)]) -> String {
    tags.iter()
        .map(|(name, value)| format!("[{name} \"{value}\"]\n"))
        .collect()
}

/// The tags of a record with a position, and perhaps turns.
fn with_position(tags: &[(String, String)], position: &str, movetext: &str) -> Checked {
    let mut tags = tags.to_vec();
    tags.push(("Position".to_owned(), position.to_owned()));
    Checked::from_record(
        Record::parse_str(&format!("{}\n{movetext}\n", tag_lines(&tags))),
        &Context::default(),
    )
}

/// The tags of a game of each variant.
fn games() -> Vec<(GameId, Vec<(String, String)>)> {
    let mut games = Vec::new();
    for game in GameId::ALL {
        for variant in game.variants() {
            let mut tags = vec![("Game", game.name()), ("Variant", *variant)];
            match game {
                GameId::Pippinzip => tags.push(("Size", "4")),
                GameId::Pipe => tags.push(("Deck", "twin-works")),
                _ => {}
            }
            let tags: Vec<_> = tags
                .into_iter()
                .map(|(name, value)| (name.to_owned(), value.to_owned()))
                .collect();
            if game == GameId::Pippinzip && *variant != "pipeline" {
                games.push((
                    game,
                    [&tags[..], &[("Players".to_owned(), "3".to_owned())]].concat(),
                ));
            }
            games.push((game, tags));
        }
    }
    games
}

/// The position at the end of any game can be shown, but no turn can be played from it.
#[test]
fn the_end_of_every_game_is_a_position_to_show() {
    let context = Context::default();
    for (game, tags) in games() {
        for index in 0..8 {
            let random = RandomGame {
                tags: &tags,
                seed: 5,
                index,
                most_turns: 2_000,
                context: &context,
            };
            let played = Checked::from_text(&game.random(&random).unwrap());
            let timeline = played.timeline().unwrap();
            let end = &timeline.after(None).unwrap().position;
            let Some(standing) = end.result() else {
                continue;
            };
            // Hands and stock belong to the whole game, and would contradict the position.
            let shown = with_position(&tags, &end.text(), "*");
            let place = format!("{tags:?} {}", end.text());
            let start = shown
                .timeline()
                .unwrap()
                .start()
                .unwrap_or_else(|| panic!("{place}"));
            assert_eq!(start.position.result(), Some(standing), "{place}");
            assert!(start.position.legal_turns().is_empty(), "{place}");
            let codes: Vec<_> = shown
                .report
                .findings
                .iter()
                .map(|finding| finding.code.id)
                .collect();
            assert_eq!(
                (codes, shown.report.first_error_in_figures().is_none()),
                (vec!["tag/inconsistent"], true)
            );
            assert_eq!(
                (&shown.report.result, shown.report.turns),
                (&None::<Standing>, 0)
            );

            let continued = with_position(&tags, &end.text(), "1. resign *");
            let first = continued.report.first_error().unwrap();
            assert_eq!(first.code.id, "tag/inconsistent", "{place}");
            assert!(
                first
                    .message
                    .starts_with("This game is over before it begins: "),
                "{}",
                first.message
            );
            assert!(continued.timeline().unwrap().start().is_none(), "{place}");
        }
    }
}

#[test]
fn a_live_game_can_show_a_decided_position() {
    for (game, variant, text) in &DECIDED[..2] {
        let mut tags = NewGame::new(*game);
        tags.add("Variant", *variant).unwrap();
        if *game == GameId::Pippinzip {
            tags.add("Size", "4").unwrap();
        }
        tags.add("Position", *text).unwrap();
        let mut live = LiveGame::start(&tags.check(&Context::default()).unwrap()).unwrap();
        assert!(live.position().result().is_some() && live.position().legal_turns().is_empty());
        assert_eq!(live.play("resign").unwrap_err().code.id, "turn/after-end");
        assert!(tags.random(&Context::default(), 1, 0, 10).is_err());
    }
}

/// The message names every invalid field with its number and its form, whatever is wrong with it.
#[test]
fn every_field_of_a_malformed_position_is_named() {
    for (game, variant, text) in POSITIONS {
        let fields: Vec<&str> = text.split(' ').collect();
        let count = fields.len();
        for index in 0..count {
            let start = fields[..index]
                .iter()
                .map(|field| field.len() + 1)
                .sum::<usize>();
            for wrong in [
                "#", "", "é", "ww,", "x7", "1,", "taker=", "pair=", "0;0", "17@", ".",
            ] {
                // A row may be empty; a board with more than one row has a separate error.
                if fields[index] == wrong || (game, index, wrong) == (GameId::Pippinzip, 0, "") {
                    continue;
                }
                let mut written = fields.clone();
                written[index] = wrong;
                let written = written.join(" ");
                let error = error(game, variant, &written);
                assert_eq!(error.code.id, "tag/unknown-value", "{written}");
                let place = format!("field {} of {count}, ", index + 1);
                assert!(
                    error.message.contains(&place) && error.message.contains(", which "),
                    "{written}: {error}"
                );
                assert!(!error.message.contains("a part of a position"), "{error}");
                let offset = error.span.start as usize;
                assert!(
                    (start..=start + wrong.len()).contains(&offset),
                    "{written}: {offset}"
                );
                assert!(error.message.contains(&format!(
                    "(character {})",
                    written[..offset].chars().count() + 1
                )));
            }
            if index > 0 {
                let cut = fields[..index].join(" ");
                let error = error(game, variant, &cut);
                assert!(
                    error
                        .message
                        .starts_with(&format!("This position ends before field {} of", index + 1)),
                    "{error}"
                );
                assert_eq!(error.span.start as usize, cut.len());
            }
        }
        for more in [" ", " -", "x ", "\u{a0}"] {
            let long = format!("{text}{more}");
            let error = error(game, variant, &long);
            assert!(error.span.start as usize >= text.len(), "{long}: {error}");
        }
    }
    let message = error(GameId::Pippinzip, "zipline", "x").message;
    assert_eq!(
        message,
        "This position cannot be read at `x` (character 1), in field 1 of 4, the rows from the top, which are joined \
         by `/`, such as `5/5/2w2/1b3/5`."
    );
}
