//! Turns, results, numbers and tags that are clear but not written in the notation: the fix writes
//! them correctly, the finding names the correction, and nothing is lost.

use pipscribe::Checked;
use pipscribe::fixes::mend::{Edit, MAX_WORK, Mends};
use pipscribe::games::Context;
use pipscribe::notation::Record;

/// A record of a game with a place for its movetext.
fn with_tags(game: &str, movetext: &str) -> String {
    let tags = match game {
        "gipf" => "[Variant \"tournament\"]\n[Termination \"agreement\"]\n",
        "basic" => "[Variant \"basic\"]\n",
        "pippinzip" => "[Variant \"zipline\"]\n[Size \"9\"]\n",
        "pippip" => "",
        other => panic!("{other}"),
    };
    let name = if game == "basic" { "gipf" } else { game };
    format!("[Game \"{name}\"]\n{tags}\n{movetext}\n")
}

fn checked(text: &str) -> Checked {
    Checked::from_record(Record::parse_str(text), &Context::default())
}

/// The text after the sole fix of a record.
fn fixed(text: &str) -> String {
    let checked = checked(text);
    let mends = Mends::search(
        checked.record(),
        &checked.report,
        &Context::default(),
        MAX_WORK,
    );
    let mends = mends.unwrap_or_else(|| panic!("nothing is wrong with {text}"));
    let sole = mends
        .sole()
        .unwrap_or_else(|| panic!("{text}: {:?}", mends.mends));
    assert!(sole.complete && sole.result_agrees, "{text}");
    sole.text(checked.record()).unwrap()
}

#[track_caller]
fn fixes(game: &str, cases: &[(&str, &str)]) {
    for (written, meant) in cases {
        assert_eq!(
            fixed(&with_tags(game, written)),
            with_tags(game, meant),
            "{written}"
        );
    }
}

#[test]
fn signs_around_a_turn() {
    let meant = "1. Gb3 2. Gg2 3. Gh2 *";
    for turn in [
        "Gg2.",
        "Gg2,",
        "Gg2;",
        "Gg2:",
        "Gg2!!!",
        "Gg2…",
        "**Gg2**",
        "*Gg2*",
        "`Gg2`",
        "\"Gg2\"",
        "'Gg2'",
        "“Gg2”",
        "<b>Gg2</b>",
        "Gg2<br>",
        "Gg2&nbsp;",
        "GG2",
        "gg2",
        "Black: Gg2",
        "b: Gg2",
        "Ｇｇ２",
        "_Gg2_",
        "~~Gg2~~",
    ] {
        fixes("gipf", &[(&format!("1. Gb3 2. {turn} 3. Gh2 *"), meant)]);
    }
}

#[test]
fn blanks_and_arrows_in_a_turn() {
    fixes(
        "basic",
        &[
            ("1. b1 - b3 2. b6-b4 3. c2 *", "1. b1-b3 2. b6-b4 3. c2 *"),
            ("1. b1- b3 2. b6-b4 3. c2 *", "1. b1-b3 2. b6-b4 3. c2 *"),
            ("1. b1→b3 2. b6-b4 3. c2 *", "1. b1-b3 2. b6-b4 3. c2 *"),
            ("1. b1->b3 2. b6-b4 3. c2 *", "1. b1-b3 2. b6-b4 3. c2 *"),
            ("1. b1-&gt;b3 2. b6-b4 3. c2 *", "1. b1-b3 2. b6-b4 3. c2 *"),
            ("1. b1:b3 2. b6-b4 3. c2 *", "1. b1-b3 2. b6-b4 3. c2 *"),
            (
                "1. B1-B3 2. b6-b4 3. c2 4. c6 *",
                "1. b1-b3 2. b6-b4 3. c2 4. c6 *",
            ),
            (
                "1. B1-B3 2. B6-B4 3. C2 4. C6 *",
                "1. b1-b3 2. b6-b4 3. c2 4. c6 *",
            ),
        ],
    );
    fixes(
        "pippinzip",
        &[
            (
                "1. c3 2. a5, b2 3. c8,d7,i2 4. take *",
                "1. c3 2. a5,b2 3. c8,d7,i2 4. take *",
            ),
            (
                "1. c3 2. a5 ,b2 3. c8,d7,i2 4. take *",
                "1. c3 2. a5,b2 3. c8,d7,i2 4. take *",
            ),
            (
                "1. c3 2. a5 b2 3. c8,d7,i2 4. takes *",
                "1. c3 2. a5,b2 3. c8,d7,i2 4. take *",
            ),
            (
                "1. c3 2. a5,b2,b4/ 3. take *",
                "1. c3 2. a5,b2,b4 3. take *",
            ),
            ("1. c3 2. A5,B2 3. TAKE *", "1. c3 2. a5,b2 3. take *"),
            ("1. c3 2. a5,b2 3. tkae *", "1. c3 2. a5,b2 3. take *"),
            ("1. c3 2. a5,b2 3. takes *", "1. c3 2. a5,b2 3. take *"),
        ],
    );
    fixes(
        "pippip",
        &[
            (
                "1. 5@b3/3 2. 6@b2/5; xb3 3. 1@a1/2 *",
                "1. 5@b3/3 2. 6@b2/5;xb3 3. 1@a1/2 *",
            ),
            (
                "1. 5s; 2s; 6@b3/2 2. 5@d4/1 *",
                "1. 5s;2s;6@b3/2 2. 5@d4/1 *",
            ),
            ("1. 5@B3/3 2. 6@B2/5;XB3 *", "1. 5@b3/3 2. 6@b2/5;xb3 *"),
        ],
    );
}

#[test]
fn results() {
    for result in [
        "1/2",
        "½",
        "½-½",
        "draw",
        "=",
        "1/2-1/2.",
        "1/2 - 1/2",
        "\"1/2-1/2\"",
        "**1/2-1/2**",
        "0.5-0.5",
        "0,5-0,5",
    ] {
        fixes(
            "gipf",
            &[(&format!("1. Gb3 2. Gg2 {result}"), "1. Gb3 2. Gg2 1/2-1/2")],
        );
    }
    for result in ["1-0.", "1 - 0", "\"1-0\"", "1-0;", "1:0."] {
        fixes(
            "gipf",
            &[(&format!("1. Gb3 2. Gg2 {result}"), "1. Gb3 2. Gg2 1-0")],
        );
    }
    fixes("gipf", &[("1. Gb3 2. Gg2 White wins", "1. Gb3 2. Gg2 1-0")]);
    for open in ["*.", "`*`", "?", "...", "…", "unfinished"] {
        let (written, meant) = (
            with_tags("basic", "1. b3 2. c2 "),
            with_tags("basic", "1. b3 2. c2 *"),
        );
        assert_eq!(
            fixed(&(written.trim_end().to_owned() + " " + open + "\n")),
            meant,
            "{open}"
        );
    }
    let text = "[Game \"gipf\"]\n[Variant \"basic\"]\n\n1. b3 2. c2 Black resigns\n";
    let meant =
        "[Game \"gipf\"]\n[Variant \"basic\"]\n[Termination \"resignation\"]\n\n1. b3 2. c2 1-0\n";
    assert_eq!(fixed(text), meant);
}

#[test]
fn turn_numbers() {
    for written in [
        "1 Gb3 2 Gg2 3 Gh2 *",
        "1: Gb3 2: Gg2 3: Gh2 *",
        "1 . Gb3 2 . Gg2 3 . Gh2 *",
        "(1) Gb3 (2) Gg2 (3) Gh2 *",
        "1. Gb3, 2. Gg2, 3. Gh2 *",
        "1. Gb3; 2. Gg2; 3. Gh2 *",
        "1\\. Gb3 2\\. Gg2 3\\. Gh2 *",
        "1. Gb3 1... Gg2 2. Gh2 *",
    ] {
        fixes("gipf", &[(written, "1. Gb3 2. Gg2 3. Gh2 *")]);
    }
}

#[test]
fn tags_and_markup() {
    let plain = "[Game \"gipf\"]\n[Variant \"tournament\"]\n\n1. Gb3 2. Gg2 *\n";
    for (written, meant) in [
        ("[Variant \"tournament\"]", "[variant \"tournament\"]"),
        ("[Variant \"tournament\"]", "[Variant 'tournament']"),
        ("[Variant \"tournament\"]", "[Variant tournament]"),
        ("[Variant \"tournament\"]", "[Variant \"tournamnet\"]"),
        ("[Variant \"tournament\"]", "[Variant \"Tournament\"]"),
        ("[Variant \"tournament\"]", "[Varaint \"tournament\"]"),
        ("[Game \"gipf\"]", "[Game \"GIPF\"]"),
    ] {
        assert_eq!(fixed(&plain.replace(written, meant)), plain, "{meant}");
    }
    let quoted: String = plain.lines().map(|line| format!("> {line}\n")).collect();
    for text in [
        quoted,
        plain
            .replace('[', "\\[")
            .replace(']', "\\]")
            .replace('.', "\\.")
            .replace('*', "\\*"),
        plain.replace('"', "&quot;"),
    ] {
        assert_eq!(fixed(&text), plain, "{text}");
    }
}

/// A comment keeps its text: more marks than all lines have belong to it.
#[test]
fn marks_in_a_quoted_comment_stay() {
    let plain = "[Game \"gipf\"]\n[Variant \"tournament\"]\n\n1. Gb3 {a\n> b} 2. Gg2 *\n";
    for mark in ["> ", "> > "] {
        let lines = plain.lines().map(|line| format!("{mark}{line}\n"));
        assert_eq!(fixed(&lines.collect::<String>()), plain, "{mark}");
    }
}

/// The finding names the text that the fix writes.
#[test]
fn the_finding_says_what_to_write() {
    for (written, says) in [
        ("1. Gb3 2. **Gg2** 3. Gh2 *", "Write `Gg2`."),
        ("1. Gb3 2. Gg2. 3. Gh2 *", "Write `Gg2`."),
        ("1. Gb3 2. Gg2 1/2", "Write `1/2-1/2`."),
        ("1. Gb3 2. Gg2 White wins", "Write `1-0`."),
        ("1. Gb3 2. Gg2 1 - 0", "Write `1-0`."),
        ("1 Gb3 2. Gg2 *", "Write `1. Gb3`."),
        ("1. Gb3 2. Gg2 0.5-0.5", "Write `1/2-1/2`"),
    ] {
        let report = checked(&with_tags("gipf", written)).report;
        let errors: Vec<_> = report
            .findings
            .iter()
            .filter(|finding| finding.is_error())
            .collect();
        let [finding] = errors.as_slice() else {
            panic!("{written}: {errors:?}")
        };
        assert_eq!(finding.code.id, "syntax/token", "{written}");
        assert!(
            finding
                .help
                .as_ref()
                .is_some_and(|help| help.starts_with(says)),
            "{written}: {finding:?}"
        );
    }
}

/// An ambiguous text is left to its author.
#[test]
fn no_turn_is_deleted_silently() {
    for (game, written) in [
        ("gipf", "1. Gb3 2. zzzz *"),
        ("gipf", "1. Gb3 2. Gg2 3. h2-q9 *"),
        ("basic", "1. b3 2. swap"),
        ("pippinzip", "1. c3 2. a5,b2 3. c3 *"),
        ("pippip", "1. 5@b3/3 2. 6@b9/5;xb3"),
    ] {
        let checked = checked(&with_tags(game, written));
        let mends = Mends::search(
            checked.record(),
            &checked.report,
            &Context::default(),
            MAX_WORK,
        )
        .unwrap();
        let is_deletion = |edit: &Edit| matches!(edit, Edit::Delete { .. });
        assert!(
            !mends
                .sole()
                .is_some_and(|mend| mend.edits.iter().any(is_deletion)),
            "{written}: {:?}",
            mends.sole()
        );
    }
}

/// Comments are the author's own words, so a correction next to a comment keeps every byte of it.
#[test]
fn comments_keep_their_bytes() {
    for comment in [
        "{He said &quot;no&quot;<br> twice}",
        "{[%label b3 \"x} 2. **c2**\"]}",
        "{see **c2** and 1 c2, \\} \"c2\"}",
        "{a ` and 2: c2}",
    ] {
        let text = |turn: &str| with_tags("basic", &format!("1. b3 {comment} 2. {turn} 3. d2 *"));
        assert_eq!(fixed(&text("**c2**")), text("c2"), "{comment}");
    }
}

/// The words of a fix name the edit beside the spellings that all fixes correct.
#[test]
fn fixes_with_the_same_correction_are_told_apart() {
    let checked = Checked::from_text(
        "[Game \"gipf\"]\n[Variant \"basic\"]\n\n1st. b3 2nd. c2 3rd. a2-d4 4th. f7 *\n",
    );
    let mends = Mends::search(
        checked.record(),
        &checked.report,
        &Context::default(),
        MAX_WORK,
    )
    .unwrap();
    let words: Vec<String> = mends
        .mends
        .iter()
        .take(2)
        .map(|mend| mend.in_words(checked.record()).to_string())
        .collect();
    let expected = "replace `1st.` with `1.`, replace `2nd.` with `2.` and 2 more of this kind and in turn 3, replace \
                    `a2-d4` with `a2-c4` (`d` comes after `c`); all 4 turns are then legal";
    assert_eq!(words[0], expected);
    let different: std::collections::BTreeSet<&String> = words.iter().collect();
    assert_eq!(different.len(), words.len(), "{words:#?}");
}

/// The first fix of a record, which is not written without asking.
fn first_choice(text: &str) -> String {
    let checked = checked(text);
    let mends = Mends::search(
        checked.record(),
        &checked.report,
        &Context::default(),
        MAX_WORK,
    )
    .unwrap();
    assert!(mends.sole().is_none(), "{text}");
    mends.mends[0].text(checked.record()).unwrap()
}

#[test]
fn a_claimed_result_is_kept_before_it_is_dropped() {
    let record = |tags: &str, result: &str| {
        format!("[Game \"gipf\"]\n[Variant \"basic\"]\n{tags}\n1. b3 2. h3{result}\n")
    };
    let draw = "[Result \"1/2-1/2\"]\n[Termination \"agreement\"]\n";
    for written in ["1/2-1/2", "1/2", "draw"] {
        let tag = format!("[Result \"{written}\"]\n");
        assert_eq!(
            first_choice(&record(&tag, " *")),
            record(draw, " 1/2-1/2"),
            "{written}"
        );
        assert_eq!(
            first_choice(&record(&tag, "")),
            record(draw, ""),
            "{written}"
        );
    }
    let [agreed, resigned] =
        ["agreement", "resignation"].map(|how| format!("[Termination \"{how}\"]\n"));
    assert_eq!(
        first_choice(&record("", " 1/2-1/2")),
        record(&agreed, " 1/2-1/2")
    );
    assert_eq!(first_choice(&record("", " 0-1")), record(&resigned, " 0-1"));
}

#[test]
fn a_fix_of_the_result_says_what_it_replaces() {
    let text = "[Game \"gipf\"]\n[Variant \"basic\"]\n[Result \"1/2\"]\n\n1. b3 2. h3\n";
    let checked = checked(text);
    let mends = Mends::search(
        checked.record(),
        &checked.report,
        &Context::default(),
        MAX_WORK,
    )
    .unwrap();
    let words: Vec<String> = mends
        .mends
        .iter()
        .take(2)
        .map(|mend| mend.in_words(checked.record()).to_string())
        .collect();
    assert_eq!(
        words,
        [
            "replace the result `1/2` with `1/2-1/2` and the result is a draw by agreement (add the tag `Termination` \
             with the value `agreement`); all 2 turns are then legal, and the game ends 1/2-1/2",
            "replace the result `1/2` with `*`; all 2 turns are then legal, and the game is open",
        ]
    );
}
