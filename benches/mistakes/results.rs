//! Results as people write them.

use super::{Dice, Game, Kind, Sheet, Wrong, kind};

pub(super) const KINDS: &[Kind] = &[
    kind("result-draw", |game, dice| {
        let draws = [
            "1/2",
            "½",
            "½-½",
            "draw",
            "0.5-0.5",
            "=",
            "1/2 - 1/2",
            "0,5-0,5",
            "drawn",
            "Draw",
        ];
        if game.result != "1/2-1/2" {
            return None;
        }
        written(game, dice, &draws, Place::Movetext)
    }),
    kind("result-noise", |game, dice| {
        let result = decided(game)?;
        let (one, other) = result.split_once('-')?;
        let made = [
            format!("{result}."),
            format!("{one} - {other}"),
            format!("\"{result}\""),
            format!("**{result}**"),
            format!("{one}:{other}"),
            format!("{one}–{other}"),
            format!("({result})"),
            format!("`{result}`"),
            format!("{result}!"),
            format!("{result};"),
            format!("{result}<br>"),
        ];
        written(
            game,
            dice,
            &made.each_ref().map(String::as_str),
            Place::Movetext,
        )
    }),
    kind("result-in-words", |game, dice| {
        let made = match decided(game)? {
            "1-0" => [
                "White wins",
                "White won",
                "white wins.",
                "Player 1 wins",
                "1 wins",
            ],
            "0-1" => [
                "Black wins",
                "Black won",
                "black wins.",
                "Player 2 wins",
                "2 wins",
            ],
            _ => return None,
        };
        let made = made.map(|text| with_colours(game, text));
        written(
            game,
            dice,
            &made.each_ref().map(String::as_str),
            Place::Movetext,
        )
    }),
    kind("result-tag-too", |game, dice| {
        let made = match game.result.as_str() {
            "1/2-1/2" => ["1/2", "½", "draw", "½-½", "0.5-0.5"],
            "1-0" => ["1 - 0", "1:0", "White", "White wins", "1–0"],
            "0-1" => ["0 - 1", "0:1", "Black", "Black wins", "0–1"],
            _ => return None,
        };
        let made = made.map(|text| with_colours(game, text));
        written(
            game,
            dice,
            &made.each_ref().map(String::as_str),
            Place::MovetextAndTag,
        )
    }),
    kind("resigns-out-of-turn", |game, dice| {
        if game.tag("Termination") != Some("resignation")
            || game.turns.iter().any(|turn| turn == "resign")
        {
            return None;
        }
        let loser = if game.result == "1-0" {
            ["Black", "black", "B"]
        } else {
            ["White", "white", "W"]
        };
        let loser = with_colours(game, dice.pick(&loser)?);
        let mut sheet = Sheet::of(game);
        sheet.result = format!(
            "{loser} {}",
            dice.pick(&["resigns", "resigned", "resigns."])?
        );
        if dice.below(2) == 0 {
            sheet
                .tags
                .retain(|tag| !tag.starts_with("[Result") && !tag.starts_with("[Termination"));
        }
        Some(sheet.wrong(Some(&game.result)))
    }),
    kind("resigns-in-words", |game, dice| {
        let index = game.turns.iter().position(|turn| turn == "resign")?;
        let black_lost = game.result == "1-0";
        let loser = with_colours(game, if black_lost { "Black" } else { "White" });
        let made = [
            format!("{loser} resigns"),
            format!("{loser} resigned"),
            "Resigns".into(),
            "resigns.".into(),
        ];
        let mut sheet = Sheet::of(game);
        sheet.set_turn(index, &made[dice.below(made.len())]);
        Some(Wrong {
            text: sheet.text(),
            turn: Some(index),
            right: Some("resign".into()),
        })
    }),
    kind("open-result", |game, dice| {
        if game.tag("Result").is_some_and(|result| result != "*")
            || !["", "*"].contains(&game.result.as_str())
        {
            return None;
        }
        let made = [
            "?",
            "...",
            "…",
            "unfinished",
            "ongoing",
            "`*`",
            "*.",
            "-",
            "**",
            "\"*\"",
            "?-?",
            "etc.",
        ];
        let mut wrong = written(game, dice, &made, Place::Movetext)?;
        wrong.right = None;
        Some(wrong)
    }),
];

/// Returns a text about White as the first seat, for a game in which that seat may have the dark
/// dice.
fn with_colours(game: &Game, text: &str) -> String {
    if game.tag("Colors") != Some("dark,light") {
        return text.to_owned();
    }
    let colours = [
        ("White", "Black"),
        ("white", "black"),
        ("Black", "White"),
        ("black", "white"),
    ];
    let other = colours
        .iter()
        .find_map(|(one, other)| Some(format!("{other}{}", text.strip_prefix(one)?)));
    other.unwrap_or_else(|| match text {
        "W" => "B".to_owned(),
        "B" => "W".to_owned(),
        _ => text.to_owned(),
    })
}

/// Returns the result of a finished game.
fn decided(game: &Game) -> Option<&str> {
    (!["", "*"].contains(&game.result.as_str())).then_some(game.result.as_str())
}

/// Where a result is written in another way.
#[derive(Clone, Copy)]
enum Place {
    Movetext,
    MovetextAndTag,
}

/// Returns the record with its result written as one of several texts.
fn written(game: &Game, dice: &mut Dice, made: &[&str], place: Place) -> Option<Wrong> {
    let mut sheet = Sheet::of(game);
    let result = dice.pick(made)?;
    sheet.result = result.to_owned();
    match place {
        Place::MovetextAndTag => {
            let mut tags = sheet.tags.iter_mut();
            if let Some(tag) = tags.find(|tag| tag.starts_with("[Result")) {
                *tag = format!("[Result \"{result}\"]");
            }
        }
        // If the rules decide the result, the movetext may be the only place that gives it.
        Place::Movetext => {
            if dice.below(3) == 0 {
                sheet.tags.retain(|tag| !tag.starts_with("[Result"));
            }
        }
    }
    Some(sheet.wrong(Some(&game.result)))
}
