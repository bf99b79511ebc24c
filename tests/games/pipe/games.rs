//! Random games of all variants and seats, through everything.

use pipscribe::draw::{write_svg, write_text};
use pipscribe::games::{Context, GameId};
use pipscribe::notation::Record;
use pipscribe::replay::RandomGame;

use super::random::{Numbers, deck_tags};
use crate::support::{canonical, replayed, scene};

/// Tests that take seconds.
mod slow {
    use super::*;

    #[test]
    fn random_games_of_all_variants_and_seats() {
        let mut cleared = 0;
        let mut pipes_and_fields = [0; 2];
        for (variant, seats, options) in [
            ("pipes", 2, ""),
            ("fields", 2, "recycle=yes"),
            ("both", 2, ""),
            ("both", 3, "recycle=yes"),
            ("both", 4, ""),
            ("both", 4, "recycle=no teams=13-24"),
            ("both", 3, "recycle=shuffled"),
            ("both", 4, "recycle=shuffled table=12x9"),
        ] {
            for index in 0..3 {
                let mut tags = vec![("Game", "pipe".to_owned()), ("Variant", variant.to_owned())];
                tags.push(("Options", options.to_owned()));
                tags.push(("Players", seats.to_string()));
                let mut tags: Vec<(String, String)> = tags
                    .into_iter()
                    .filter(|(_, value)| !value.is_empty())
                    .map(|(name, value)| (name.to_owned(), value))
                    .collect();
                tags.extend(deck_tags(&mut Numbers(index), 48));
                let game = RandomGame {
                    tags: &tags,
                    seed: 7,
                    index,
                    most_turns: 1000,
                    context: &Context::default(),
                };
                let text = GameId::Pipe.random(&game).unwrap();
                assert_eq!(
                    GameId::Pipe.random(&game),
                    Some(text.clone()),
                    "the same seed gives the same record"
                );
                let record = Record::parse_str(&text);
                let replayed = replayed(&record);
                assert!(
                    replayed.report.is_valid(),
                    "{variant} {seats}: {:?}",
                    replayed.report.findings
                );
                assert!(
                    replayed.report.result.is_some() && replayed.report.score.is_some(),
                    "{variant} {seats}"
                );
                assert_eq!(canonical(&record).as_ref(), Some(&text));
                for turn in &replayed.turns {
                    cleared +=
                        usize::from(turn.position.starts_with("- ") && turn.text.contains(";x"));
                    pipes_and_fields[usize::from(variant == "fields")] +=
                        usize::from(turn.text.contains(";x"));
                    assert!(text.contains(&turn.text));
                }
                // Without the lists and the draws, it is the same game; a shuffled discard must be
                // named.
                let names_draws = options.contains("shuffled");
                let bare: Vec<String> = replayed
                    .turns
                    .iter()
                    .map(|turn| {
                        let kept = |action: &&str| {
                            !action.starts_with('x')
                                && (names_draws || !action.starts_with("draw:"))
                        };
                        turn.text
                            .split(';')
                            .filter(kept)
                            .collect::<Vec<_>>()
                            .join(";")
                    })
                    .collect();
                let (head, _) = text.split_once("\n\n").unwrap();
                let result = replayed.report.result.unwrap();
                let terse = Record::parse_str(&format!("{head}\n\n{} {result}\n", bare.join(" ")));
                assert_eq!(canonical(&terse).as_ref(), Some(&text));
                // Drawings of the end and of the middle.
                for at in [Some(10), None] {
                    let scene = scene(&record, at);
                    assert!(write_svg(&scene).starts_with("<svg"));
                    assert!(!write_text(&scene).is_empty());
                }
            }
        }
        assert!(cleared > 0, "no table was ever cleared");
        assert!(
            pipes_and_fields.iter().all(|&count| count > 10),
            "{pipes_and_fields:?}"
        );
    }
}

/// Teams win by their total (V7.2).
#[test]
fn a_team_wins_by_its_score() {
    let game = crate::support::random_game_of(10, 3, 400);
    let reported = crate::support::Run::new(&["why", "-"])
        .stdin(&game)
        .done()
        .stdout();
    let said = [
        "one team's score is the highest",
        "the scores of both teams are equal",
    ];
    assert!(
        said.iter().any(|said| reported.contains(said)),
        "{reported}"
    );
}
