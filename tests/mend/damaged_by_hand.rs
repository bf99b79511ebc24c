//! Legal games that a tester damaged by hand. The first fix leads back to the game, and keeps every
//! word that somebody wrote.

use pipscribe::Checked;
use pipscribe::fixes::mend::{MAX_WORK, Mends};
use pipscribe::games::Context;

const BASIC: &str = "[Game \"gipf\"]\n[Variant \"basic\"]\n";
const FREESTYLE: &str =
    "[Game \"pippinzip\"]\n[Variant \"freestyle\"]\n[Result \"1-0\"]\n[Size \"5\"]\n";

/// The text with its first fix.
#[track_caller]
fn fixed(text: &str) -> String {
    let checked = Checked::from_text(text);
    let record = checked.record();
    let mends = Mends::search(record, &checked.report, &Context::default(), MAX_WORK);
    let mends = mends.unwrap_or_else(|| panic!("nothing is wrong with {text}"));
    let first = mends.mends.first();
    first
        .and_then(|mend| mend.text(record))
        .unwrap_or_else(|| panic!("{text}"))
}

/// Asserts that the first fix of a text is another text, with all spaces alike.
#[track_caller]
fn is_fixed(text: &str, expected: &str) {
    let on_one_line = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    assert_eq!(on_one_line(&fixed(text)), on_one_line(expected), "{text}");
    let report = Checked::from_text(expected).report;
    assert!(report.is_valid(), "{expected}\n{:?}", report.findings);
}

#[test]
fn the_turns_of_a_round_are_never_joined() {
    let game = "1. a5,b2,b4 b3 2. c1,d1,e3 d5 3. d3 a3 4. d2 1-0";
    for damaged in [
        "1. a5,b2,b4 b3 2. cl,dl,e3 d5 3. d3 a3 4. d2 1-0",
        "1. a5,b2,b4 b3 2. c1,dl,e3 d5 3. d3 a3 4. d2 1-0",
        "1. a5,b2,b4 b3 2. c1,d1,e3. d5 3. d3 a3 4. d2 1-0",
    ] {
        is_fixed(
            &format!("{FREESTYLE}\n{damaged}\n"),
            &format!("{FREESTYLE}\n{game}\n"),
        );
    }
}

#[test]
fn a_comment_without_its_opening_brace_gets_one() {
    let game = |comment: &str| format!("{BASIC}\n1. b3 2. c2 3. d2 {comment} 4. b4 5. c6 *\n");
    for words in ["a bit slow", "better than c3", "slow", "why not 17 here"] {
        is_fixed(&game(&format!("{words}}}")), &game(&format!("{{{words}}}")));
    }
    let on_two_lines = game("a bit\nslow}");
    is_fixed(&on_two_lines, &game("{a bit slow}"));
    // Without numbers, the words after the last turn are the comment.
    is_fixed(
        &format!("{BASIC}\nb3 c2 d2 a bit slow}} b4 c6 *\n"),
        &format!("{BASIC}\nb3 c2 d2 {{a bit slow}} b4 c6 *\n"),
    );
}

#[test]
fn each_comment_without_its_closing_brace_gets_one() {
    let turns = ["b3", "c2", "d2", "b4", "c6"];
    let game = |closing: &str, is_numbered: bool| {
        let mut text = format!("{BASIC}\n");
        for (index, turn) in turns.iter().enumerate() {
            if is_numbered {
                text += &format!("{}. ", index + 1);
            }
            text += turn;
            if index == 1 || index == 3 {
                text += &format!(" {{a bit slow{closing}");
            }
            text += "\n";
        }
        text + "*\n"
    };
    for is_numbered in [true, false] {
        is_fixed(&game("", is_numbered), &game("}", is_numbered));
    }
}

#[test]
fn a_remark_after_the_result_is_a_comment() {
    let game = "1. a5,b2,b4 2. b3 3. c1,d1,e3 4. d5 5. d3 6. a3 7. d2 1-0";
    for remark in ["gg", "(10-9)", "after 40 minutes", "good game!", "gg :)"] {
        let text = format!("{FREESTYLE}\n{game} {remark}\n");
        let fixed = fixed(&text);
        let report = Checked::from_text(&fixed).report;
        assert!(report.is_valid(), "{fixed}\n{:?}", report.findings);
        let kept = format!("1-0 {{{remark}}}");
        assert!(fixed.contains(&kept), "{kept}: {fixed}");
    }
}

#[test]
fn labels_within_a_line_are_no_turns() {
    let tags = FREESTYLE.replace("[Result", "[Player1 \"Ann\"]\n[Player2 \"Bob\"]\n[Result");
    let turns = ["a5,b2,b4", "b3", "c1,d1,e3", "d5", "d3", "a3", "d2"];
    let game = format!("{tags}\n{} 1-0\n", turns.join(" "));
    for labels in [["A", "B"], ["A:", "B:"], ["Ann:", "Bob:"], ["Ann", "Bob"]] {
        let words = turns.iter().zip(labels.iter().cycle());
        let words: Vec<String> = words
            .map(|(turn, label)| format!("{label} {turn}"))
            .collect();
        is_fixed(&format!("{tags}\n{} 1-0\n", words.join(" ")), &game);
    }
}

#[test]
fn a_date_with_a_weekday_or_a_time_is_a_date() {
    for date in [
        "Fri, 20 Nov 2026",
        "Friday, 20 November 2026",
        "20 Nov 2026 19:30",
        "2026-11-20 19:30",
        "2026-11-20T19:30",
        "Freitag, 20. November 2026",
        "vendredi 20 novembre 2026",
    ] {
        let game = |tag: &str| format!("{BASIC}{tag}\n\n1. b3 2. c2 *\n");
        is_fixed(
            &game(&format!("[Date \"{date}\"]")),
            &game(&format!("[Date \"2026-11-20\"] # {date}")),
        );
    }
}

#[test]
fn seconds_after_turns_are_comments() {
    let turns = ["a5,b2,b4", "b3", "c1,d1,e3", "d5", "d3", "a3", "d2"];
    let game = |before: &str, unit: &str, after: &str| {
        let turns = turns.iter().enumerate();
        let turns = turns.map(|(index, turn)| {
            format!(
                "{}. {turn} {before}{}{unit}{after}\n",
                index + 1,
                index * 3 + 1
            )
        });
        format!("{FREESTYLE}\n{}1-0\n", turns.collect::<String>())
    };
    for unit in ["s", ".0s", " sec", "sec"] {
        is_fixed(&game("", unit, ""), &game("{", unit, "}"));
    }
}

#[test]
fn tags_whose_bracket_closes_after_the_name_are_tags() {
    let tags = [
        ("Game", "gipf"),
        ("Variant", "basic"),
        ("Event", "Club evening"),
        ("Player1", "Ann"),
        ("Result", "*"),
    ];
    let game = |write: &dyn Fn(&str, &str) -> String| {
        let lines: String = tags
            .iter()
            .map(|(name, value)| write(name, value))
            .collect();
        format!("{lines}\n1. b3 2. c2 *\n")
    };
    let written = |name: &str, value: &str| format!("[{name} \"{value}\"]\n");
    let expected = game(&written);
    let forms: [fn(&str, &str) -> String; 3] = [
        |name, value| format!("<{name}>{value}</{name}>\n"),
        |name, value| format!("[{name}] {value}\n"),
        |name, value| format!("[{name}] \"{value}\"\n"),
    ];
    for form in forms {
        is_fixed(&game(&form), &expected);
        // The line with the game may be the only right one.
        let with_game = |name: &str, value: &str| match name {
            "Game" => written(name, value),
            _ => form(name, value),
        };
        is_fixed(&game(&with_game), &expected);
    }
    // Labels in brackets are no tags.
    let labels = format!("{BASIC}\n[White] b3\n[Black] h3\n[White] b4\n[Black] h4\n*\n");
    is_fixed(&labels, &format!("{BASIC}\nb3\nh3\nb4\nh4\n*\n"));
}

#[test]
fn two_players_in_one_tag_get_their_tags() {
    let records = [
        (BASIC, "1. b3 2. c2 *"),
        ("[Game \"pippip\"]\n", "1. 5@b3/3 *"),
        (
            FREESTYLE,
            "1. a5,b2,b4 2. b3 3. c1,d1,e3 4. d5 5. d3 6. a3 7. d2 1-0",
        ),
    ];
    for (tags, turns) in records {
        let game = |players: &str| format!("{tags}{players}\n\n{turns}\n");
        is_fixed(
            &game("[Players \"Ann vs Bob\"]"),
            &game("[Player1 \"Ann\"]\n[Player2 \"Bob\"]"),
        );
    }
    // With a tag for a player, both would say who it is.
    let text = format!("{BASIC}[Player1 \"Ann\"]\n[Players \"Ann vs Bob\"]\n\n1. b3 *\n");
    let checked = Checked::from_text(&text);
    assert!(!checked.report.is_valid());
    let finding = checked.report.first_error().unwrap();
    let help = finding.help.as_deref().unwrap_or_default();
    assert!(
        help.contains("`[Player1 \"Ann\"]` and `[Player2 \"Bob\"]`"),
        "{help}"
    );
}
