//! The settings under which records are legal: those of the corpus, and some written for these
//! tests.

use pipscribe::fixes::infer::{MAX_JUDGED, Setting, Settings};
use pipscribe::games::{Context, GameId};
use serde_json::{Value, json};

use crate::support::{Folder, JsonSchema, Run, checked_file, corpus_files, root};

const WITHOUT_GAME: &str = "1. Gh2 2. Gb5 3. f7 4. h1-h3 5. d7 6. e8 7. i3-g3 8. b2 *\n";

/// Returns true if the whole record is legal under a setting and ends as claimed.
fn explains(setting: &Setting) -> bool {
    setting.complete && setting.result_agrees
}

fn settings_of(checked: &pipscribe::Checked) -> Settings {
    Settings::search(checked.record(), &Context::default(), MAX_JUDGED)
}

fn inferred(record: &str) -> Value {
    serde_json::from_str(
        &Run::new(&["infer", "--format", "json", "-"])
            .stdin(&record)
            .done()
            .stdout(),
    )
    .unwrap()
}

/// The header of each record names its wrong tag; it was written before `infer` existed.
#[test]
fn wrong_tags_of_the_corpus_are_inferred() {
    let mut count = 0;
    for path in corpus_files("slips/tags") {
        let text = std::fs::read_to_string(&path).unwrap();
        let mend = text
            .lines()
            .find_map(|line| line.strip_prefix("# mend: "))
            .unwrap();
        let mend: Value = serde_json::from_str(mend).unwrap();
        let name = mend["name"].as_str().unwrap_or_default();
        if !["Variant", "Options", "Size", "Deck", "Players", "Colors"].contains(&name) {
            continue;
        }
        count += 1;
        let all = settings_of(&checked_file(&path)[0]);
        let nearest: Vec<_> = all
            .settings
            .iter()
            .filter(|setting| setting.changes == 1 && explains(setting))
            .collect();
        let said = |setting: &&Setting| {
            let tag = setting.tags.iter().find(|(known, _)| *known == name);
            tag.map(|(_, value)| value.as_str()) == mend["now"].as_str()
        };
        assert!(nearest.iter().any(said), "{}: {nearest:?}", path.display());
        if let Some(sole) = all.sole() {
            assert!(said(&sole), "{}", path.display());
        }
    }
    assert!(count >= 11, "{count}");
}

#[test]
fn a_record_without_a_game_is_recognised_by_its_turns() {
    let found = inferred(WITHOUT_GAME);
    assert_eq!(found["sole"], true);
    assert_eq!(
        found["settings"],
        json!([{
            "game": "gipf", "tags": {"Variant": "tournament"}, "legal_turns": 8, "complete": true,
            "result_agrees": true, "as_written": false, "changes": 2,
        }])
    );
    // The turns are legal in three games, on boards of any size.
    let found = inferred("1. b3 *\n");
    assert_eq!(found["sole"], false);
    let games: Vec<_> = found["settings"]
        .as_array()
        .unwrap()
        .iter()
        .map(|setting| &setting["game"])
        .collect();
    assert!(
        games.contains(&&json!("gipf")) && games.contains(&&json!("pippinzip")),
        "{games:?}"
    );
    // These are not turns of any game.
    let found = inferred("1. hello 2. there *\n");
    assert_eq!(
        (&found["settings"], &found["turns"]),
        (&json!([]), &json!(2))
    );
}

#[test]
fn a_sole_setting_is_written() {
    let folder = Folder::new("infer-write");
    let file = folder.file("a.pips", WITHOUT_GAME);
    Run::new(&["infer", "--write", "--quiet", &file])
        .done()
        .expect_status(0);
    let written = format!("[Game \"gipf\"]\n[Variant \"tournament\"]\n\n{WITHOUT_GAME}");
    assert_eq!(std::fs::read_to_string(&file).unwrap(), written);
    Run::new(&["check", "--quiet", &file])
        .done()
        .expect_status(0);
    // Correct settings are unchanged.
    Run::new(&["infer", "--write", "--quiet", &file])
        .done()
        .expect_status(0);
    assert_eq!(std::fs::read_to_string(&file).unwrap(), written);
    // One tag changes, one is removed, one is added; everything else is unchanged.
    let wrong = "[Game \"gipf\"]\r\n[Player1 \"Ada\"]\r\n[Variant \"basic\"]\r\n# kept\r\n\r\n1. Gh2 {here} 2. Gb5 3. f7 *\r\n";
    let file = folder.file("b.pips", wrong);
    Run::new(&["infer", "--write", "--quiet", &file])
        .done()
        .expect_status(0);
    let kept = r#"{[%mended "[Variant \"basic\"]"]} 1. Gh2"#;
    assert_eq!(
        std::fs::read_to_string(&file).unwrap(),
        wrong.replace("basic", "tournament").replace("1. Gh2", kept)
    );
    Run::new(&["check", "--quiet", &file])
        .done()
        .expect_status(0);
    let wrong = "[Game \"pippip\"]\n[Colors \"dark,light\"]\n[Size \"7\"]\n\n1. 6@a2/4 *\n";
    let file = folder.file("c.pips", wrong);
    Run::new(&["infer", "--write", "--quiet", &file])
        .done()
        .expect_status(0);
    let without = wrong.replace("[Size \"7\"]\n", "");
    let kept = r#"{[%mended "[Size \"7\"]"]} 1. 6@"#;
    assert_eq!(
        std::fs::read_to_string(&file).unwrap(),
        without.replace("1. 6@", kept)
    );
    let file = folder.file("c.pips", wrong);
    Run::new(&["infer", "--write", "--no-trace", "--quiet", &file])
        .done()
        .expect_status(0);
    assert_eq!(std::fs::read_to_string(&file).unwrap(), without);
    // Two settings are equally good, so nothing is written.
    let open = "[Game \"pippinzip\"]\n[Variant \"pipeline\"]\n\n1. d4,g9,k2 *\n";
    let file = folder.file("d.pips", open);
    Run::new(&["infer", "--write", "--quiet", &file])
        .done()
        .expect_status(0);
    assert_eq!(std::fs::read_to_string(&file).unwrap(), open);
    Run::new(&["infer", "--write", "-"]).done().expect_status(2);
}

#[test]
fn people_see_a_table() {
    let two = format!(
        "{}\n{}",
        "[Game \"gipf\"]\n[Variant \"basic\"]\n\n1. Gh2 2. Gb5 3. f7 *\n",
        "[Game \"gipf\"]\n[Variant \"basic\"]\n\n1. b3 2. c2 3. d2 4. a2-d4 *\n"
    );
    let output = Run::new(&["infer", "-"]).stdin(&two).done();
    let expected = "-:1: 3 turns\n  [Game \"gipf\"] [Variant \"tournament\"]  all legal\n\
        -:6: 4 turns\n  [Game \"gipf\"] [Variant \"basic\"]  the first 3 legal, as written\n\
        \x20 [Game \"gipf\"] [Variant \"standard\"]  the first 3 legal\n";
    assert_eq!(output.stdout(), expected);
    assert_eq!(
        output.stderr(),
        "2 records: 1 legal as a whole under some setting\n"
    );
    assert_eq!(output.status(), Some(1));
}

/// A finding names the settings that make the record legal, in every game.
#[test]
fn findings_name_the_setting() {
    for (name, now) in [
        (
            "pippinzip-variant-pipeline-for-zipline",
            "[Variant \"zipline\"]",
        ),
        ("gipf-option-out-forgotten", "[Options \"out=empty\"]"),
        ("pippip-colors-forgotten", "[Colors \"dark,light\"]"),
    ] {
        let path = root().join(format!("corpus/slips/tags/{name}.pips"));
        let output = Run::new(&["check", "--format", "json", &path.display().to_string()]).done();
        let found: Value = serde_json::from_str(&output.stdout()).unwrap();
        let help = found["findings"][0]["help"].as_str().unwrap();
        assert!(
            help.contains(now) && help.contains("turns are legal."),
            "{name}: {help}"
        );
    }
}

#[test]
fn json_fits_its_schema() {
    let schema = JsonSchema::shipped("infer");
    let lines = Run::new(&[
        "infer",
        "--format",
        "json",
        "corpus/slips/tags",
        "corpus/readme",
    ])
    .done()
    .stdout();
    assert!(lines.lines().count() > 18);
    for line in lines.lines() {
        assert_eq!(
            schema.complaint(&serde_json::from_str(line).unwrap()),
            None,
            "{line}"
        );
    }
    assert!(
        !schema.fits(&json!({ "record": "one" })),
        "a schema that allows anything holds nothing"
    );
}

/// The turns of a GIPF record with another row, or another letter, for each place.
fn with_places(turns: &str, place: impl Fn(u8, u8) -> String) -> String {
    let bytes = turns.as_bytes();
    let mut out = String::new();
    let mut at = 0;
    while at < bytes.len() {
        match bytes
            .get(at + 1)
            .filter(|next| next.is_ascii_digit() && bytes[at].is_ascii_lowercase())
        {
            Some(row) => {
                out.push_str(&place(bytes[at] - b'a' + 1, row - b'0'));
                at += 2;
            }
            None => {
                out.push(char::from(bytes[at]));
                at += 1;
            }
        }
    }
    out
}

#[test]
fn a_convention_of_the_whole_record_is_named_and_not_written() {
    let turns = Run::new(&[
        "random",
        "--game",
        "gipf",
        "--variant",
        "basic",
        "--turns",
        "30",
        "--seed",
        "5",
    ])
    .done()
    .stdout();
    let (tags, turns) = turns.split_once("\n\n").unwrap();
    let letter = |column: u8| char::from(b'a' + column - 1);
    let rows = |column: u8| 9 - (5 - i16::from(column)).unsigned_abs() as u8;
    let mirrored = with_places(turns, |column, row| {
        format!("{}{}", letter(column), rows(column) + 1 - row)
    });
    let shifted = with_places(turns, |column, row| format!("{}{row}", letter(column + 1)));
    let folder = Folder::new("infer-convention");
    for (text, explanation) in [
        (mirrored, "rows are counted from the other side"),
        (shifted, "columns are off by one, `b` for `a`"),
        (turns.to_ascii_uppercase(), "the turns are in capitals"),
    ] {
        let record = format!("{tags}\n\n{text}");
        let found = inferred(&record);
        let all: Vec<_> = found["conventions"]
            .as_array()
            .unwrap()
            .iter()
            .map(|found| &found["explanation"])
            .collect();
        assert!(all.contains(&&json!(explanation)), "{found}\n{record}");
        assert_eq!(
            found["conventions"][0]["setting"]["as_written"], true,
            "{found}"
        );
        let file = folder.file("a.pips", &record);
        let output = Run::new(&["infer", "--write", &file]).done();
        assert_eq!(std::fs::read_to_string(&file).unwrap(), record);
        assert_eq!(output.status(), Some(1));
        assert!(
            output
                .stdout()
                .contains(&format!("all legal if {explanation}: run `pipscribe mend`")),
            "{}",
            output.stdout()
        );
        assert!(
            output.stderr().contains(": nothing is written: "),
            "{}",
            output.stderr()
        );
    }
    // A record that is legal as written has no other convention.
    assert_eq!(
        inferred(&format!("{tags}\n\n{turns}")).get("conventions"),
        None
    );
}

#[test]
fn every_game_is_tried() {
    for game in GameId::ALL {
        let output = Run::new(&[
            "random",
            "--game",
            game.name(),
            "--turns",
            "12",
            "--seed",
            "3",
        ])
        .done();
        let record = output.stdout();
        let record = match record.starts_with("[Game") {
            true => record,
            false => Run::new(&[
                "random",
                "--game",
                game.name(),
                "--turns",
                "12",
                "--variant",
                game.variants()[0],
            ])
            .done()
            .stdout(),
        };
        let moves: String = record
            .lines()
            .filter(|line| !line.starts_with("[Game") && !line.starts_with("[Variant"))
            .map(|line| format!("{line}\n"))
            .collect();
        let found = inferred(&moves);
        assert_eq!(found["settings"][0]["game"], game.name(), "{moves}{found}");
    }
}

mod slow {
    use super::*;

    /// Every record that the rules allow as written is reported as legal as written.
    #[test]
    fn valid_records_are_legal_as_written() {
        let mut count = 0;
        for path in corpus_files("").iter().step_by(7) {
            for checked in checked_file(path) {
                let has_findings = !checked.report.findings.is_empty();
                // A record that ends differently than written, as a comment expects, is not valid.
                let expects = |kind: &str| {
                    checked
                        .record()
                        .text()
                        .contains(&format!("[%expect {kind}/"))
                };
                if ["record", "tag", "syntax"].into_iter().any(expects) {
                    continue;
                }
                // A deck of a separate file, and a tag that waives something, are never inferred.
                if has_findings
                    || checked
                        .record()
                        .moves
                        .turns
                        .iter()
                        .any(|node| !node.variations().count().eq(&0))
                {
                    continue;
                }
                let all = settings_of(&checked);
                let first = all
                    .settings
                    .first()
                    .filter(|first| first.as_written && explains(first));
                assert!(first.is_some(), "{}: {all:?}", path.display());
                assert_eq!(
                    first.map(|first| first.legal_turns),
                    Some(checked.report.turns),
                    "{}",
                    path.display()
                );
                count += 1;
            }
        }
        assert!(count > 40, "{count}");
    }
}

#[test]
fn written_tags_have_the_line_ends_of_the_record() {
    let folder = Folder::new("infer-line-ends");
    let turns = WITHOUT_GAME;
    for text in [
        turns.to_owned(),
        format!("[Result \"*\"]\n\n{turns}"),
        format!("[Game \"gipf\"]\n\n{turns}"),
        format!("[Variant \"tournament\"]\n[Event \"x\"]\n\n{turns}"),
        format!("# a\n\n{turns}"),
    ] {
        let text = text.replace('\n', "\r\n");
        let file = folder.file("a.pips", &text);
        Run::new(&["infer", "--write", "--quiet", &file])
            .done()
            .expect_status(0);
        let written = std::fs::read_to_string(&file).unwrap();
        assert_ne!(written, text);
        assert!(
            !written.replace("\r\n", "").contains(['\r', '\n']),
            "{written:?}"
        );
    }
    let page = folder.file(
        "a.md",
        &format!("> ```pips\n> {turns}> ```\n").replace('\n', "\r\n"),
    );
    Run::new(&["infer", "--write", "--quiet", &page])
        .done()
        .expect_status(0);
    let written = std::fs::read_to_string(&page).unwrap();
    let start = "> ```pips\r\n> [Game \"gipf\"]\r\n> [Variant \"tournament\"]\r\n>\r\n> 1. Gh2";
    assert!(written.starts_with(start), "{written:?}");
}

/// `Game` is the first tag of a record, wherever the others are.
#[test]
fn a_missing_game_is_written_first() {
    let folder = Folder::new("infer-game-first");
    let file = folder.file(
        "a.pips",
        "[Variant \"tournament\"]\n[Result \"*\"]\n\n1. Gb3 2. Gh3 *\n",
    );
    Run::new(&["infer", "--write", &file])
        .done()
        .expect_status(0);
    let text = std::fs::read_to_string(&file).unwrap();
    assert_eq!(
        text,
        "[Game \"gipf\"]\n[Variant \"tournament\"]\n[Result \"*\"]\n\n1. Gb3 2. Gh3 *\n"
    );
    Run::new(&["check", "-q", &file]).done().expect_status(0);
}

/// In a list in a document, the tags are inserted with the margin of the text.
#[test]
fn tags_are_written_within_the_margin_of_a_block() {
    let folder = Folder::new("infer-margin");
    let file = folder.file(
        "a.md",
        "2. ~~~pips\n\n   1. 5@b3/3 2. 2s;6@b2/5 *\n   ~~~\n\nText\n",
    );
    Run::new(&["infer", "--write", &file])
        .done()
        .expect_status(0);
    let text = std::fs::read_to_string(&file).unwrap();
    assert_eq!(
        text,
        "2. ~~~pips\n\n   [Game \"pippip\"]\n\n   1. 5@b3/3 2. 2s;6@b2/5 *\n   ~~~\n\nText\n"
    );
    Run::new(&["check", "-q", &file]).done().expect_status(0);
}

/// The first line is damaged in a way that cannot be seen. The message still names its game, and no
/// other game.
#[test]
fn an_invisible_character_hides_no_game() {
    let turns = "[Variant \"basic\"]\n\n1. b3 2. c2 3. d2 *\n";
    for line in [
        "[\u{200B}Game \"gipf\"]",
        "\u{2060}[Game \"gipf\"]",
        "[Ga\u{AD}me \"gipf\"]",
        "[Gаme \"gipf\"]",
        "[Game gipf]",
    ] {
        let text = format!("{line}\n{turns}");
        let found = inferred(&text);
        let first = &found["settings"][0];
        assert_eq!(
            (&first["game"], &first["tags"]),
            (&json!("gipf"), &json!({"Variant": "basic"})),
            "{line}: {found}"
        );
        assert_eq!(
            (&first["legal_turns"], &found["sole"]),
            (&json!(3), &json!(true)),
            "{line}: {found}"
        );
        let folder = Folder::new("infer-invisible");
        let file = folder.file("a.pips", &text);
        Run::new(&["infer", "--write", "--no-trace", "--quiet", &file])
            .done()
            .expect_status(0);
        assert_eq!(
            std::fs::read_to_string(&file).unwrap(),
            format!("[Game \"gipf\"]\n{turns}"),
            "{line}"
        );
    }
}

/// A setting is reported as legal only if its turns were played, with the tags as they would be
/// written.
#[test]
fn a_setting_without_a_legal_turn_is_no_answer() {
    for text in [
        // Turns that do not belong to any game, and turns of a game whose first turn is illegal
        // everywhere.
        "[Game \"pipe\"]\n[Variant \"pipes\"]\n\n1. discard:1,2,3,4;claim:puce *\n",
        "[Game \"gipf\"]\n[Variant \"basic\"]\n\n1. a1-a1 2. b3 *\n",
        "text\n1. hello 2. there *\n",
    ] {
        let found = inferred(text);
        assert_eq!(
            (&found["settings"], &found["sole"]),
            (&json!([]), &json!(false)),
            "{text}"
        );
        let table = Run::new(&["infer", "-"]).stdin(&text).done().stdout();
        assert!(
            table.contains("no setting makes a turn legal") && !table.contains("first 0"),
            "{table}"
        );
        let help = Run::new(&["check", "-"]).stdin(&text).done().stdout();
        assert!(
            !help.contains("turns are legal") && !help.contains("turn is legal"),
            "{help}"
        );
    }
}
