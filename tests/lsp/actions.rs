//! Code actions at the cursor: their titles, and the resulting text.

use pipscribe::Checked;
use pipscribe::fixes::mend::{MAX_QUICK_WORK, Mends};
use pipscribe::games::Context;
use serde_json::{Value, json};

use super::{Editor, GIPF, PIPE, PIPE_SETUP, URI, cursor, edited};
use crate::support::RecordText;

/// The actions at the cursor: title, kind, and resulting text of each.
fn actions(editor: &mut Editor, marked: &str) -> Vec<(String, String, String)> {
    let (text, position) = cursor(marked);
    editor.open(URI, &text);
    let params = json!({ "textDocument": { "uri": URI }, "range": { "start": position, "end": position },
        "context": { "diagnostics": [] } });
    let answer = editor.ask("textDocument/codeAction", params);
    let text_of = |action: &Value| edited(&text, &action["edit"]["changes"][URI]);
    let string = |value: &Value| value.as_str().unwrap().to_owned();
    answer
        .as_array()
        .unwrap()
        .iter()
        .map(|action| {
            (
                string(&action["title"]),
                string(&action["kind"]),
                text_of(action),
            )
        })
        .collect()
}

/// The resulting text of the action with that title.
fn made(editor: &mut Editor, marked: &str, title: &str) -> String {
    let all = actions(editor, marked);
    let titles: Vec<_> = all.iter().map(|(title, ..)| title.clone()).collect();
    let found = all.into_iter().find(|(known, ..)| known.starts_with(title));
    found
        .unwrap_or_else(|| panic!("no `{title}` in {titles:?}"))
        .2
}

#[test]
fn a_misspelt_command_can_be_corrected() {
    let mut editor = Editor::new();
    let record = |comment: &str| format!("{GIPF}1. b3 {{{comment}}} 2. c2 *\n");
    for (title, written, meant) in [
        ("Write `expect`", "[%ex^pct legal]", "[%expect legal]"),
        ("Write `label`", "[%la^ble b3 \"A\"]", "[%label b3 \"A\"]"),
        (
            "Write `[%expect legal]`",
            "[exp^ect legal]",
            "[%expect legal]",
        ),
        ("Write `[%circle b3]`", "[% circ^le b3]", "[%circle b3]"),
    ] {
        assert_eq!(made(&mut editor, &record(written), title), record(meant));
    }
}

#[test]
fn an_illegal_turn_can_be_fixed_expected_or_waived() {
    let mut editor = Editor::new();
    let record = |turn: &str| format!("{GIPF}1. b3 2. {turn} 3. c2 *\n");
    for (title, turn) in [
        ("Suggested fix", "a2-c4"),
        ("Play `a2-c4`", "a2-c4"),
        (
            "Expect this: `[%expect gipf/not-in-line]`",
            "a2-d4 {[%expect gipf/not-in-line]}",
        ),
    ] {
        assert_eq!(
            made(&mut editor, &record("a2-d^4"), title),
            record(turn),
            "{title}"
        );
    }
    let row = "[Game \"gipf\"]\n[Variant \"basic\"]\n[Position \"4/5/1ww1w1/2w4/6/5/4 w 8,12 0,0 - -\"]\n\n";
    let waived = made(&mut editor, &format!("{row}1. b2;x^ *\n"), "Waive this");
    assert_eq!(
        waived,
        format!("{row}1. b2;x {{[%irregular gipf/no-row]}} *\n")
    );
    let zip = "[Game \"pippinzip\"]\n[Variant \"zipline\"]\n[Size \"5\"]\n\n1. c3 2. take 3. ";
    assert_eq!(
        made(&mut editor, &format!("{zip}a1,a^2 *\n"), "Waive this"),
        format!("{zip}a1,a2 {{[%irregular pippinzip/adjacent-pair]}} *\n")
    );
    let dice = "[Game \"pippip\"]\n\n1. 5@b2/3 2. ";
    assert!(
        actions(&mut editor, &format!("{dice}3@b^2/1 *\n"))
            .iter()
            .any(|(title, ..)| title.starts_with("Play `3@b"))
    );
    let cards = format!("{PIPE}{PIPE_SETUP}3. ");
    assert_eq!(
        made(&mut editor, &format!("{cards}30@+0+0/^W *\n"), "Waive this"),
        format!("{cards}30@+0+0/W {{[%irregular pipe/card-not-in-hand]}} *\n")
    );
    editor.close();
}

/// A help names pushes, removals or lists; each of them is an action.
#[test]
fn turns_that_a_help_names_can_be_written() {
    let mut editor = Editor::new();
    for push in ["a4-c6", "a5-c5"] {
        assert_eq!(
            made(
                &mut editor,
                &format!("{GIPF}1. b^5 *\n"),
                &format!("Write `{push}`")
            ),
            format!("{GIPF}1. {push} *\n")
        );
    }
    // In a variation as well.
    assert_eq!(
        made(
            &mut editor,
            &format!("{GIPF}1. b3 (1. b^5) *\n"),
            "Write `a4-c6`"
        ),
        format!("{GIPF}1. b3 (1. a4-c6) *\n")
    );
    // A text that is not a turn is written as the help says.
    for (marked, title, written) in [
        (
            "1. b3 [12:^30] 2. c2 *",
            "Write `{[%clock 0:12:30]}`",
            "1. b3 {[%clock 0:12:30]} 2. c2 *",
        ),
        (
            "1. b3 [Ann: go^od] 2. c2 *",
            "Write `{Ann: good}`",
            "1. b3 {Ann: good} 2. c2 *",
        ),
        (
            "1. b3 2. [c^2] 3. d2 *",
            "Write `c2`",
            "1. b3 2. c2 3. d2 *",
        ),
    ] {
        assert_eq!(
            made(&mut editor, &format!("{GIPF}{marked}\n"), title),
            format!("{GIPF}{written}\n")
        );
    }
    // A part of a turn is written with the rest of it.
    let marked = format!("{PIPE}{PIPE_SETUP}3. 1@+0+0/N;draw:4^2 *\n");
    let all = actions(&mut editor, &marked);
    let is_draw = |text: &str| text.ends_with("3. 1@+0+0/N;draw:6 *\n");
    assert!(all.iter().any(|(_, _, text)| is_draw(text)), "{all:?}");
    editor.close();
}

/// If several games are likely, each answer to the question has an action with the fix to which it
/// leads.
#[test]
fn likely_fixes_are_offered_with_the_answers_that_decide() {
    let mut editor = Editor::new();
    let open = |turn: &str| format!("{GIPF}1. b3 2. {turn} *\n");
    for (title, turn) in [
        ("Suggested fix, likely (", "a2-c4"),
        ("Turn 2 is `a2-c4`", "a2-c4"),
        ("Turn 2 is `a2-c2`", "a2-c2"),
    ] {
        assert_eq!(
            made(&mut editor, &open("a2-d^4"), title),
            open(turn),
            "{title}"
        );
    }
    // Either of two turns is wrong.
    let record =
        |first: &str, second: &str| format!("{GIPF}1. {first} 2. {second} 3. h3 4. c2 *\n");
    let marked = record("b3", "b^3");
    let fixed = made(&mut editor, &marked, "Turn 2 is `b4`");
    assert_eq!(fixed, record("b3", "b4"));
    let all = actions(&mut editor, &marked);
    // Before an answer, no fix is likely.
    let is_fix = |title: &str| title.starts_with("Suggested fix");
    assert!(!all.iter().any(|(title, ..)| is_fix(title)), "{all:?}");
    for (title, _, text) in all
        .iter()
        .filter(|(title, ..)| title.starts_with("Turn 2 is"))
    {
        assert!(
            pipscribe::check_str(text)[0].report.is_valid(),
            "{title}: {text}"
        );
    }
    editor.close();
}

/// The turn before the illegal one may be the wrong one. The changes after which more of the record
/// is legal come first.
#[test]
fn a_change_of_an_earlier_turn_is_offered() {
    let mut editor = Editor::new();
    let zip = "[Game \"pippinzip\"]\n[Variant \"pipeline\"]\n[Size \"7\"]\n\n";
    for (marked, turn) in [
        (
            format!("{zip}1. d4 2. take 3. a1 4. g7 5. c3 6. c^3 7. e5 8. f2 *\n"),
            5,
        ),
        (format!("{GIPF}1. b3 2. b^3 3. h3 4. c2 *\n"), 1),
        (
            "[Game \"pippip\"]\n\n1. 5@b2/3 2. 3@b^2/1 3. 6@d4/2 *\n".to_owned(),
            1,
        ),
    ] {
        let all = actions(&mut editor, &marked);
        let title = format!("Possible fix: in turn {turn}, replace");
        let change = all.iter().find(|(known, ..)| known.starts_with(&title));
        let Some((_, kind, text)) = change else {
            panic!("no `{title}`: {all:?}");
        };
        assert_eq!(kind, "quickfix");
        assert!(pipscribe::check_str(text)[0].report.is_valid(), "{text}");
    }

    // `c4` is played later, so this change comes after those with which all turns are legal.
    let marked = format!("{zip}1. d4 2. take 3. a1 4. g7 5. c3 6. c^3 7. c4 8. f2 *\n");
    let all = actions(&mut editor, &marked);
    let legal: Vec<u32> = all
        .iter()
        .filter(|(title, ..)| title.starts_with("Play `"))
        .map(|(_, _, text)| pipscribe::check_str(text)[0].report.turns)
        .collect();
    assert!(!legal.is_empty() && legal.is_sorted_by(|one, next| one >= next));
    editor.close();
}

/// Records with two illegal turns. Of the answers for the first one, those after which the most
/// turns are legal come first, and of these the smallest changes. Each says how far the record is
/// then legal.
#[test]
fn the_smallest_change_that_helps_most_comes_first() {
    let mut editor = Editor::new();
    let dice = "[Game \"pippip\"]\n\n1. 1s;6s;1s;1@d2/3 2. 4@c2/5 3. 2@a2/6 4. 3@d1/^4 \
                5. *1@a3/3 6. 4@d4/5 7. 4@c2/5 8. 5s;4@c3/2 9. *1@a1/2 *\n";
    let pushes = format!(
        "{GIPF}1. i4-g6 2. b4 3. i1-g3 4. b^5 5. a1-c3 6. a3-c5 7. a3-d6 8. f2 9. f1-d2 10. a2-c4 \
         11. i4-f7 12. h1-h4 13. a3-e7 *\n"
    );
    for (marked, expected) in [
        (
            dice,
            &[
                "Play `2@d1/4`; the next 2 turns are then legal",
                "Play `3@d1/1`; the next 2 turns are then legal",
                "Play `3@d1/5;xd2`; the next 2 turns are then legal",
            ][..],
        ),
        (
            pushes.as_str(),
            &[
                "Play `b3`; the next 7 turns are then legal",
                "Write `b6-b3`; the next 7 turns are then legal",
                "Write `a4-c6`; the next 5 turns are then legal",
                "Write `a5-c5`; the next turn is then legal",
            ][..],
        ),
    ] {
        let all = actions(&mut editor, marked);
        let titles: Vec<&str> = all.iter().map(|(title, ..)| title.as_str()).collect();
        let written: Vec<&str> = titles
            .iter()
            .copied()
            .filter(|title| title.starts_with("Play `") || title.starts_with("Write `"))
            .collect();
        assert_eq!(written, expected, "{titles:?}");
    }

    // A turn of a variation says nothing about the main line.
    let all = actions(&mut editor, &format!("{GIPF}1. b3 (1. b^5) 2. c2 *\n"));
    let of_variation = all
        .iter()
        .filter(|(title, ..)| title.starts_with("Write `"));
    for (title, ..) in of_variation {
        assert!(!title.contains(';'), "{title}");
    }
    editor.close();
}

/// The fixes that an editor offers are those of `mend`, in its order, with the same numbers of
/// legal turns.
#[test]
fn the_offered_fixes_are_those_of_mend() {
    let mut editor = Editor::new();
    let zip = "[Game \"pippinzip\"]\n[Variant \"pipeline\"]\n[Size \"7\"]\n\n";
    for marked in [
        format!("{zip}1. d4 2. take 3. a1 4. g7 5. c3 6. c^3 7. e5 8. f2 *\n"),
        format!("{GIPF}1. b3 2. b^3 3. h3 4. c2 *\n"),
        format!("{GIPF}1. b3 2. h3 3. b4 4. h^3 5. c2 6. d2 7. b4 8. g2 *\n"),
        "[Game \"pippip\"]\n\n1. 5@b2/3 2. 3@b^2/1 3. 6@d4/2 4. 6@d4/2 *\n".to_owned(),
    ] {
        let (text, _) = cursor(&marked);
        let checked = Checked::from_text(&text);
        let record = checked.record();
        let context = Context::default();
        let found = Mends::search(record, &checked.report, &context, MAX_QUICK_WORK).unwrap();
        let by_turn = found.by_turn();
        let listed = found.mends.iter().chain(by_turn.iter().copied());
        let words: Vec<String> = listed
            .map(|mend| mend.in_words(record).to_string())
            .collect();

        let all = actions(&mut editor, &marked);
        for (title, _, changed) in &all {
            if title.starts_with("Suggested fix") || title.starts_with("Possible fix") {
                let is_listed = words.iter().any(|words| title.ends_with(words.as_str()));
                assert!(is_listed, "{title}: {words:?}");
            }
            let is_of_turn = title.starts_with("Play `") || title.starts_with("Write `");
            if is_of_turn && title.contains("then legal") {
                let legal = pipscribe::check_str(changed)[0].report.turns;
                let after = legal - found.turn;
                let says_so = match after {
                    1 => title.contains("turn after it is") || title.contains("next turn is"),
                    _ => title.contains(&format!(" {after} turns ")),
                };
                assert!(says_so, "{title}: {legal}");
            }
        }
    }
    editor.close();
}

/// A text that was pasted from elsewhere has one remedy, which turns the other text into comments.
#[test]
fn a_pasted_text_has_one_fix() {
    let mut editor = Editor::new();
    let chat =
        "[20:0^0] Ada: h1-h3\n[20:01] Max: f8-d7\n[20:01] Max: that was quick\n[20:03] Ada: g2\n";
    let all = actions(&mut editor, &format!("{GIPF}{chat}"));
    let fixes: Vec<_> = all
        .iter()
        .filter(|(_, kind, _)| kind == "quickfix")
        .collect();
    let [(title, _, text)] = fixes.as_slice() else {
        panic!("{all:?}");
    };
    assert!(
        title.contains("read as: chat, names White = Ada"),
        "{title}"
    );
    assert!(text.contains("that was quick"), "{text}");
    assert!(pipscribe::check_str(text)[0].report.is_valid(), "{text}");
    // Prose has a fix that makes comments of all its words, although one of its turns is illegal.
    let prose = "[Game \"pippip\"]\n\nY^ou rolled a 6 and put it on a2 with the 4 up: 6@a2/4. I answered \
                 5@d3/4, you 3@d1/4, me 4@b1/2.\nI put a 4 in my store, so 8.\n";
    let all = actions(&mut editor, prose);
    let reading = all
        .iter()
        .find(|(title, ..)| title.starts_with("Suggested fix") && title.contains("read as: prose"));
    let Some((_, _, text)) = reading else {
        panic!("{all:?}");
    };
    assert!(text.contains("{I put a 4 in my store, so 8.}"), "{text}");
    assert!(
        !all.iter().any(|(title, ..)| title.starts_with("Play")),
        "{all:?}"
    );
    // A record without the tag `Game` may belong to any game in which its turns are legal.
    let all = actions(&mut editor, "^1. i4-g6 2. g7-g5 3. d7 4. f1-d2 *\n");
    let games: Vec<_> = all
        .iter()
        .filter(|(title, ..)| title.starts_with("Insert `[Game "))
        .map(|(title, ..)| title.as_str())
        .collect();
    assert_eq!(games, ["Insert `[Game \"gipf\"]`"], "{all:?}");
    editor.close();
}

/// A waiver is offered only for a waivable error.
#[test]
fn only_waivable_codes_are_waived() {
    let mut editor = Editor::new();
    let pickup = include_str!("../../corpus/pipe/edges/irregular-pick-up-too-few.pips");
    for (marked, can_stand) in [
        (
            "[Game \"pippip\"]\n[Position \"..../..../..../.... L - -\"]\n\n1. 4@b2/1;xb^1 *\n"
                .to_owned(),
            false,
        ),
        (format!("{PIPE}{PIPE_SETUP}3. 999@+0+0/^W *\n"), false),
        (
            pickup.replace(";x1 {[%irregular pipe/pickup-wrong]}", ";x^1"),
            true,
        ),
    ] {
        let all = actions(&mut editor, &marked);
        let waivers: Vec<_> = all
            .iter()
            .filter(|(title, ..)| title.starts_with("Waive this"))
            .collect();
        assert_eq!(!waivers.is_empty(), can_stand, "{all:?}");
        for (title, _, text) in &waivers {
            let after = &pipscribe::check_str(text)[0].report.findings;
            assert!(
                after
                    .iter()
                    .any(|finding| !finding.is_error() && title.contains(finding.code.id)),
                "{title}: {after:?}"
            );
        }
        assert!(
            all.iter()
                .any(|(title, ..)| title.starts_with("Expect this")),
            "{all:?}"
        );
    }
    editor.close();
}

#[test]
fn only_values_that_fix_the_record_are_offered() {
    let mut editor = Editor::new();
    let options =
        |game: &str, options: &str| format!("[Game \"{game}\"]\n[Options \"{options}\"]\n\n*\n");
    for (game, marked, expected) in [
        (
            "gipf\"]\n[Variant \"basic",
            "out=push out=^empty",
            "out=push",
        ),
        ("pippip", "cap=3 ca^p=3", "cap=3"),
        ("pippip", "ca^=3 dice=cw", "cap=3 dice=cw"),
    ] {
        let all = actions(&mut editor, &options(game, marked));
        let fixes: Vec<_> = all
            .iter()
            .filter(|(_, kind, _)| kind == "quickfix")
            .collect();
        assert!(
            fixes
                .iter()
                .any(|(_, _, text)| *text == options(game, expected)),
            "{fixes:?}"
        );
        for (title, _, text) in fixes {
            let after = &pipscribe::check_str(text)[0].report.findings;
            assert!(
                title.starts_with("Expect")
                    || after
                        .iter()
                        .all(|finding| finding.code.id != "tag/unknown-value"),
                "{title}: {text}"
            );
        }
    }
    let record = format!("{GIPF}1. b3 *\n");
    let titles = |all: &[(String, String, String)]| {
        all.iter()
            .map(|(title, ..)| title.clone())
            .collect::<Vec<_>>()
    };
    let second = actions(
        &mut editor,
        &format!("{record}\n\t[Ga^me {}", record.trim_start_matches("[Game ")),
    );
    assert!(
        second
            .iter()
            .any(|(_, _, text)| *text == format!("{record}\n{record}")),
        "{:?}",
        titles(&second)
    );
    let all = actions(&mut editor, &format!(" ^{record}"));
    assert!(
        all.iter()
            .any(|(title, _, text)| title.starts_with("Begin the record") && *text == record),
        "{:?}",
        titles(&all)
    );
    assert!(
        all.iter()
            .all(|(title, ..)| !title.starts_with("Insert `[Game")),
        "{:?}",
        titles(&all)
    );
    editor.close();
}

#[test]
fn the_only_fix_is_preferred() {
    let mut editor = Editor::new();
    let (text, position) = cursor(&format!("{GIPF}1. b3 2. a2-d^4 3. c2 *\n"));
    editor.open(URI, &text);
    let params = json!({ "textDocument": { "uri": URI }, "range": { "start": position, "end": position },
        "context": { "diagnostics": [], "only": ["quickfix"] } });
    let all = editor.ask("textDocument/codeAction", params);
    let all = all.as_array().unwrap();
    assert!(
        all.iter().all(|action| action["kind"] == "quickfix"),
        "no others were asked for"
    );
    let preferred: Vec<_> = all
        .iter()
        .filter(|action| action["isPreferred"] == true)
        .collect();
    assert_eq!(preferred.len(), 1);
    assert_eq!(preferred[0]["diagnostics"][0]["code"], "gipf/not-in-line");
    editor.close();
}

#[test]
fn text_that_the_rules_determine_can_be_written_out() {
    let mut editor = Editor::new();
    for (written, title, now) in [
        (
            "[Game \"gipf\"]\n[Variant \"basic\"]\n[Position \"4/1w3/2w3/3w2b/3b2/5/4 w 8,10 0,0 - -\"]\n\n1. b2;^x \
                *\n"
            .to_owned(),
            "Expand `x`",
            "b2;xb2,c3,d4,e5,f5* *",
        ),
        ("[Game \"pippip\"]\n\n1. 5@b2/3 2. 3@b1/5^ *\n".to_owned(), "Write out the conversions", "3@b1/5;xb2 *"),
        (format!("{PIPE}{PIPE_SETUP}3. 20@+0+0/^W *\n"), "Write out what the turn does", "20@+0+0/W;x2:20;draw:6 *"),
    ] {
        let all = actions(&mut editor, &written);
        let Some((_, kind, text)) = all.iter().find(|(known, ..)| known.starts_with(title)) else {
            panic!("{title}: {all:?}");
        };
        assert_eq!(kind, "refactor.rewrite");
        assert!(text.contains(now), "{text}");
    }
    editor.close();
}

#[test]
fn tags_are_inserted_and_corrected() {
    let mut editor = Editor::new();
    let turns = "\n1. c2 *\n";
    for (marked, title, expected) in [
        (
            "[Game \"gi^pf\"]",
            "Insert `[Variant \"standard\"]`",
            "[Game \"gipf\"]\n[Variant \"standard\"]",
        ),
        (
            "[Game \"gi^pff\"]\n[Variant \"basic\"]",
            "Write `gipf`",
            "[Game \"gipf\"]\n[Variant \"basic\"]",
        ),
        (
            "[Game \"gipf\"]\n[Variant \"bas^ik\"]",
            "Write `basic`",
            "[Game \"gipf\"]\n[Variant \"basic\"]",
        ),
        (
            "[Game \"gipf\"]\n[Vari^nat \"basic\"]",
            "Write `Variant`",
            "[Game \"gipf\"]\n[Variant \"basic\"]",
        ),
        (
            "[Game \"gipf\"]\n[Variant \"basic\"]\n[Options \"out=emp^y\"]",
            "Write `out=empty`",
            "[Game \"gipf\"]\n[Variant \"basic\"]\n[Options \"out=empty\"]",
        ),
        (
            "[Game \"gipf\"]\n[Variant \"basic\"]\n[Variant \"st^andard\"]",
            "Remove the tag `Variant`",
            "[Game \"gipf\"]\n[Variant \"basic\"]",
        ),
    ] {
        assert_eq!(
            made(&mut editor, &format!("{marked}\n{turns}"), title),
            format!("{expected}\n{turns}"),
            "{title}"
        );
    }
    let inserted = made(
        &mut editor,
        "^[Variant \"basic\"]\n\n1. b3 *\n",
        "Insert `[Game \"gipf\"]`",
    );
    assert_eq!(
        inserted,
        "[Game \"gipf\"]\n[Variant \"basic\"]\n\n1. b3 *\n"
    );
    let formatted = made(
        &mut editor,
        &format!("{GIPF}1. b3 2. a2–^c4 *\n"),
        "Format this record",
    );
    assert!(formatted.ends_with("\n1. b3 2. a2-c4 *\n"), "{formatted}");
    let numbers = made(
        &mut editor,
        &format!("{GIPF}1. b3 3^. c2 4. d2 *\n"),
        "Renumber the turns",
    );
    assert_eq!(numbers, format!("{GIPF}1. b3 2. c2 3. d2 *\n"));
    // The tags and the turns contradict each other.
    let settings = actions(
        &mut editor,
        "[Game \"gipf\"]\n[Variant \"basic\"]\n\n1. G^b3 2. Ga2-c4 3. c2 4. d2 *\n",
    );
    assert!(
        settings.iter().any(
            |(title, _, text)| title.starts_with("Legal as written under")
                && text.contains("[Variant \"tournament\"]")
        ),
        "{settings:?}"
    );
    editor.close();
}

#[test]
fn open_brackets_are_closed_and_results_corrected() {
    let mut editor = Editor::new();
    let result = |tag: &str, end: &str| {
        let tags = RecordText::gipf().tag("Result", tag);
        tags.with_moves(format!("1. b3 {end}"))
    };
    for (marked, title, expected) in [
        (
            format!("{GIPF}1. b3 {{op^en\n2. c2 *\n"),
            "Close it with `}`",
            format!("{GIPF}1. b3 {{open}}\n2. c2 *\n"),
        ),
        (
            format!("{GIPF}1. b3 (^1. c2\n"),
            "Close it with `)`",
            format!("{GIPF}1. b3 (1. c2)\n"),
        ),
        (
            "[Game \"gipf\"]\n[Variant \"basic\"]\n[Site \"ab^c]\n\n1. b3 *\n".to_owned(),
            "Close it with `\"`",
            "[Game \"gipf\"]\n[Variant \"basic\"]\n[Site \"abc\"]\n\n1. b3 *\n".to_owned(),
        ),
        (
            "[Game \"gipf\"]\n[Variant \"basic\"]\n[Site \"a^\n\n1. b3 *\n".to_owned(),
            "Close it with `\"]`",
            "[Game \"gipf\"]\n[Variant \"basic\"]\n[Site \"a\"]\n\n1. b3 *\n".to_owned(),
        ),
        (
            format!("{GIPF}1. b3 {{[%label c3 \"A^]}} 2. c2 *\n"),
            "Close it with `\"`",
            format!("{GIPF}1. b3 {{[%label c3 \"A\"]}} 2. c2 *\n"),
        ),
        (
            format!("{GIPF}1. b3 (^1. b4 2. c2 # hm\n"),
            "Close it with `)`",
            format!("{GIPF}1. b3 (1. b4 2. c2) # hm\n"),
        ),
        (
            format!("{GIPF}1. b3 (^1. h3 2. b4 2. h3 3. b4 *\n"),
            "Close it with `)` before `2.`",
            format!("{GIPF}1. b3 (1. h3 2. b4) 2. h3 3. b4 *\n"),
        ),
        (
            format!("{GIPF}1. b3 2. h3 (^2. h4 3. c2 {{so}}\n3. b4 *\n"),
            "Close it with `)` before `3.`",
            format!("{GIPF}1. b3 2. h3 (2. h4 3. c2 {{so}})\n3. b4 *\n"),
        ),
        (
            format!("{GIPF}1. b3 {{op^en 2. c2 *\n"),
            "Close it with `}` before `2.`",
            format!("{GIPF}1. b3 {{open}} 2. c2 *\n"),
        ),
        (
            format!("{GIPF}1. b3 {{good 2. c2 ^{{better}} *\n"),
            "Write `}` before `2.`",
            format!("{GIPF}1. b3 {{good}} 2. c2 {{better}} *\n"),
        ),
        (
            format!("{GIPF}1. b3 {{good\nc2 ^{{better}} *\n"),
            "Write `}` before `c2`",
            format!("{GIPF}1. b3 {{good}}\nc2 {{better}} *\n"),
        ),
        (
            format!("{GIPF}1. b3 {{good] 2. c2 ^{{better}} *\n"),
            "Write `}` for `]`",
            format!("{GIPF}1. b3 {{good}} 2. c2 {{better}} *\n"),
        ),
        (
            format!("{GIPF}1. b3 {{[%cir^cle c3}} 2. c2 *\n"),
            "Close it with `]`",
            format!("{GIPF}1. b3 {{[%circle c3]}} 2. c2 *\n"),
        ),
        (
            format!("{GIPF}1. b3 {{[%cir^cle c3\n2. c2 *\n"),
            "Close it with `]}`",
            format!("{GIPF}1. b3 {{[%circle c3]}}\n2. c2 *\n"),
        ),
        (
            result("1^-0", "0-1"),
            "The result is `0-1`",
            result("0-1", "0-1"),
        ),
        (
            result("1^-0", "0-1"),
            "The result is `1-0`",
            result("1-0", "1-0"),
        ),
        (
            result("1-0", "1-^0"),
            "Insert `[Termination \"time\"]`",
            RecordText::gipf()
                .tag("Result", "1-0")
                .tag("Termination", "time")
                .with_moves("1. b3 1-0"),
        ),
        (
            "[Game \"pipe\"]\n[Variant \"pipes\"]\n[Deck \"twinwork^s\"]\n\n*\n".to_owned(),
            "Write `twin-works`",
            "[Game \"pipe\"]\n[Variant \"pipes\"]\n[Deck \"twin-works\"]\n\n*\n".to_owned(),
        ),
    ] {
        assert_eq!(made(&mut editor, &marked, title), expected, "{title}");
    }
    editor.close();
}

#[test]
fn records_become_canonical_and_blessed() {
    let mut editor = Editor::new();
    let canonical = made(
        &mut editor,
        &format!("{GIPF}b^3   a2-c4\n\n\n[Game \"gipf\"]\n"),
        "Make this record canonical",
    );
    assert_eq!(
        canonical,
        format!("{GIPF}1. b3 2. a2-c4 *\n\n\n[Game \"gipf\"]\n")
    );
    let unmet = format!("{GIPF}1. b3 {{[%expect mo^ves 3]}} *\n");
    let holds = format!("{GIPF}1. b3 {{[%expect moves 31]}} *\n");
    assert_eq!(made(&mut editor, &unmet, "Bless: expect `moves 31`"), holds);
    assert_eq!(
        made(&mut editor, &unmet, "Bless: expect what this record gives"),
        holds
    );
    assert_eq!(
        made(&mut editor, &unmet, "Remove `[%expect moves 3]`"),
        format!("{GIPF}1. b3 *\n")
    );
    let unneeded = format!("{GIPF}1. b3 {{[%irreg^ular gipf/no-row]}} *\n");
    assert_eq!(
        made(&mut editor, &unneeded, "Remove"),
        format!("{GIPF}1. b3 *\n")
    );
    editor.close();
}

#[test]
fn inserted_lines_have_the_line_ends_of_the_record() {
    let mut editor = Editor::new();
    let wrong_ends = |text: &str| text.replace("\r\n", "").contains(['\r', '\n']);
    for marked in [
        "[Game \"gi^pf\"]\n\n1. Gb3 2. Gh3 *\n",
        "^[Variant \"tournament\"]\n\n1. Gb3 2. Gh3 *\n",
        "[Game \"gipf\"]\n[Variant \"basic\"]\n\n1. b3 2. c2 1-^0\n",
    ] {
        let all = actions(&mut editor, &marked.replace('\n', "\r\n"));
        assert!(
            all.iter().any(|(_, kind, _)| kind == "quickfix"),
            "{marked}: {all:?}"
        );
        for (title, _, text) in &all {
            assert!(!wrong_ends(text), "{title}: {text:?}");
        }
    }
    editor.close();
}

/// Every fix that is offered for a finding of a corpus record changes the text.
#[test]
fn every_fix_changes_something() {
    let mut editor = Editor::new();
    let mut fixes = 0;
    for path in crate::support::corpus_files("slips")
        .into_iter()
        .step_by(40)
    {
        let text = std::fs::read_to_string(&path).unwrap();
        editor.open(URI, &text);
        for finding in editor.diagnostics(URI, 1).iter().take(3) {
            let context = json!({ "diagnostics": [finding] });
            let params = json!({ "textDocument": { "uri": URI }, "range": finding["range"], "context": context });
            let all = editor.ask("textDocument/codeAction", params);
            for action in all.as_array().unwrap() {
                let now = edited(&text, &action["edit"]["changes"][URI]);
                assert_ne!(now, text, "{}: {}", path.display(), action["title"]);
                fixes += 1;
            }
        }
        editor.tell(
            "textDocument/didClose",
            json!({ "textDocument": { "uri": URI } }),
        );
    }
    assert!(fixes > 20, "{fixes}");
    editor.close();
}

#[test]
fn all_unambiguous_fixes_are_one_action() {
    let mut editor = Editor::new();
    let slip = format!("{GIPF}1. b3 2. a2-d4 3. c2 *\n");
    let text = format!("{slip}\n{GIPF}1. b3 *\n\n{slip}");
    editor.open(URI, &text);
    let mut actions = |only: Value| {
        let range =
            json!({ "start": { "line": 0, "character": 0 }, "end": { "line": 0, "character": 0 } });
        let context = json!({ "diagnostics": [], "only": only });
        editor.ask(
            "textDocument/codeAction",
            json!({ "textDocument": { "uri": URI }, "range": range, "context": context }),
        )
    };
    for only in ["source.fixAll", "source.fixAll.pipscribe", "source"] {
        let found = actions(json!([only]));
        let fixes: Vec<&Value> = found
            .as_array()
            .unwrap()
            .iter()
            .filter(|one| one["kind"] == "source.fixAll.pipscribe")
            .collect();
        assert_eq!(fixes.len(), 1, "{only}: {found}");
        let fixed = edited(&text, &fixes[0]["edit"]["changes"][URI]);
        assert!(
            pipscribe::check_str(&fixed)
                .iter()
                .all(|record| record.report.is_valid()),
            "{fixed}"
        );
    }
    assert_eq!(actions(json!(["source.fixAll.other"])), json!([]));
    editor.close();
}

#[test]
fn only_a_record_without_expectations_gets_a_first_one() {
    let mut editor = Editor::new();
    let title = "Expect the position after this turn";
    let expected = made(&mut editor, &format!("{GIPF}1. b^3 *\n"), title);
    assert!(
        expected.starts_with(&format!("{GIPF}1. b3 {{[%expect position \"")),
        "{expected}"
    );
    for moves in [
        "{[%expect legal]} 1. b^3 *",
        "1. b^3 {[%expect legal]} *",
        "1. b^3 * {[%expect result *]}",
    ] {
        let offered = actions(&mut editor, &format!("{GIPF}{moves}\n"));
        assert!(!offered.iter().any(|(offer, ..)| offer == title), "{moves}");
    }
}
