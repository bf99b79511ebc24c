//! Text that was pasted with a record or around it gets one finding, which says what to do.

use crate::support::checked;

const TAGS: &str = r#"[Game "gipf"]
[Variant "tournament"]
"#;

/// The findings of a file: number of its record, code, message and help.
fn reported(bytes: &[u8]) -> Vec<(usize, &'static str, String)> {
    let records = checked(bytes);
    let findings = records.iter().enumerate().flat_map(|(number, checked)| {
        checked.report.findings.iter().map(move |finding| {
            let help = finding.help.as_deref().unwrap_or_default();
            (
                number + 1,
                finding.code.id,
                format!("{} {help}", &*finding.message),
            )
        })
    });
    findings.collect()
}

fn assert_one(bytes: &[u8], code: &str, words: &[&str]) {
    let reported = reported(bytes);
    let shown = String::from_utf8_lossy(bytes);
    let [(_, found, said)] = reported.as_slice() else {
        panic!("{shown}\n{reported:#?}")
    };
    assert_eq!(*found, code, "{shown}");
    assert!(
        words.iter().all(|word| said.contains(word)),
        "{shown}\n{said}"
    );
}

#[test]
fn records_in_the_style_of_other_programs_are_one_finding() {
    let record = format!("{TAGS}\n1. Gb3 2. Gg2 *\n");
    let mail: String = record
        .lines()
        .map(|line| format!("> {line}").trim_end().to_owned() + "\n")
        .collect();
    assert_one(mail.as_bytes(), "syntax/token", &["mail", "Remove the `>`"]);
    assert_one(
        format!("Ann wrote on Monday:\n\n{mail}").as_bytes(),
        "syntax/token",
        &["mail"],
    );
    let cell = format!("\"{}\"\n", record.trim_end().replace('"', "\"\""));
    assert_one(
        cell.as_bytes(),
        "syntax/token",
        &["spreadsheet", "Replace two quotes with one"],
    );
    assert_one(
        record.replace('"', "\"\"").as_bytes(),
        "syntax/tag",
        &["spreadsheet"],
    );
    let markdown = record
        .replace('[', "\\[")
        .replace(']', "\\]")
        .replace(". ", "\\. ")
        .replace('*', "\\*");
    assert_one(
        markdown.as_bytes(),
        "syntax/token",
        &["Markdown", "Remove the `\\`"],
    );
    assert_one(
        record.replace(". ", "\\. ").as_bytes(),
        "syntax/token",
        &["Markdown"],
    );
    assert_one(
        record.replace('"', "&quot;").as_bytes(),
        "syntax/tag-out-of-place",
        &["HTML", "`\"` for `&quot;`"],
    );
    assert_one(
        record.replace('"', "\\\"").as_bytes(),
        "syntax/tag-out-of-place",
        &["JSON"],
    );
    assert_one(
        record.replace('\n', "\\n").as_bytes(),
        "syntax/token",
        &["JSON", "`\\n`"],
    );
    assert_one(
        format!("\"{}\"", record.replace('"', "\\\"").replace('\n', "\\n")).as_bytes(),
        "syntax/token",
        &["JSON"],
    );
}

#[test]
fn a_file_in_utf_16_is_one_finding() {
    let text = format!("{TAGS}\n1. Gb3 {{a comment}} 2. Gg2 *\n");
    let little: Vec<u8> = text.encode_utf16().flat_map(u16::to_le_bytes).collect();
    let big: Vec<u8> = text.encode_utf16().flat_map(u16::to_be_bytes).collect();
    for (bytes, name) in [
        ([b"\xFF\xFE", little.as_slice()].concat(), "UTF-16LE"),
        ([b"\xFE\xFF", big.as_slice()].concat(), "UTF-16BE"),
        (little, "UTF-16LE"),
        (big, "UTF-16BE"),
    ] {
        assert_one(&bytes, "syntax/encoding", &[name, "iconv"]);
    }
}

#[test]
fn lines_that_belong_to_no_record_are_one_finding_wherever_they_are() {
    for (line, word) in [
        ("<<<<<<< HEAD", "conflict marker"),
        ("=======", "conflict marker"),
        (">>>>>>> other", "conflict marker"),
        ("||||||| base", "conflict marker"),
        ("@@ -1,3 +1,3 @@", "diff"),
        ("```", "fence"),
        ("; a comment of PGN", "after `#`"),
        (";comment", "after `#`"),
        ("% a line", "after `#`"),
        ("// a line", "after `#`"),
        ("/* a line */", "after `#`"),
        ("-- a line", "after `#`"),
        ("<!-- a line -->", "after `#`"),
        ("<b>Round 1</b>", "markup"),
    ] {
        for text in [
            format!("{line}\n{TAGS}\n1. Gb3 2. Gg2 *\n"),
            format!("[Game \"gipf\"]\n{line}\n[Variant \"tournament\"]\n\n1. Gb3 2. Gg2 *\n"),
            format!("{TAGS}\n1. Gb3\n{line}\n2. Gg2 3. Gh2 *\n"),
            format!("{TAGS}\n1. Gb3 2. Gg2\n{line}\n"),
        ] {
            assert_one(text.as_bytes(), "syntax/token", &[word]);
        }
        assert_one(
            format!("{TAGS}\n1. Gb3 *\n{line}\n").as_bytes(),
            "syntax/after-result",
            &[word],
        );
    }
    assert_one(
        format!("{TAGS}\n1. Gb3 ; a comment of PGN\n2. Gg2 *\n").as_bytes(),
        "syntax/token",
        &["after `#`"],
    );
    let conflict = "<<<<<<< HEAD\n[Player1 \"Ann\"]\n=======\n[Player1 \"Anne\"]\n>>>>>>> other\n";
    assert_one(
        format!("{TAGS}{conflict}\n1. Gb3 *\n").as_bytes(),
        "syntax/token",
        &["conflict marker", "two versions"],
    );
}

#[test]
fn other_text_keeps_its_findings() {
    let count = |movetext: &str| reported(format!("{TAGS}\n{movetext} *\n").as_bytes()).len();
    assert_eq!(count("1. b3 2. B4 3. c2 4. B5"), 3);
    assert_eq!(count("1. Gb9 {; a comment\n% of a line} 2. Gg2 (2. x9)"), 2);
    assert_eq!(count("1. Gb3\n{\n<<<<<<< HEAD\n}\n2. Gg2"), 0);
    assert_eq!(
        reported(b"[Game \"gipf\"]\n\n1. Gb3\n% x\n*\n").len(),
        2,
        "the missing tag is a fault of its own"
    );
}

#[test]
fn text_before_the_first_record_goes_after_a_hash() {
    for text in [
        "A file of games.\n",
        "{ A file of games. }\n",
        "From: Ann\nSubject: (GIPF) a game, at last!\n",
        "Games {old} of 2026\n",
    ] {
        let reported = reported(format!("{text}\n{TAGS}\n1. Gb3 *\n").as_bytes());
        let [(1, "tag/missing", said)] = reported.as_slice() else {
            panic!("{text}: {reported:?}")
        };
        assert!(said.contains("Write `#` before each line"), "{said}");
    }
    // A record without tags still counts as a record.
    let reported = reported(b"1. Gb3 2. Gg2 *\n");
    assert!(!reported[0].2.contains('#'), "{reported:?}");
}

#[test]
fn an_indented_tag_is_one_finding_of_its_record() {
    for blank in [" ", "\t"] {
        let text = format!("{blank}{TAGS}\n1. Gb3 *\n");
        let words = [
            "A record seems to begin here.",
            "Write `[Game \"gipf\"]` at the start of the line.",
        ];
        assert_one(text.as_bytes(), "syntax/tag-out-of-place", &words);
    }
    let text = format!("{TAGS}\n1. Gb3 *\n\n {TAGS}\n1. Gb3 *\n");
    assert_one(
        text.as_bytes(),
        "syntax/tag-out-of-place",
        &["A record seems to begin here."],
    );
    assert_eq!(
        reported(text.as_bytes())[0].0,
        2,
        "the record before is valid"
    );
}

#[test]
fn an_end_of_file_character_is_read_as_a_blank() {
    for (end, name) in [
        ("\u{1A}", "U+001A"),
        ("\n\u{1A}\n", "U+001A"),
        ("\0\0\0", "U+0000"),
    ] {
        let text = format!("{TAGS}\n1. Gb3 2. Gg2 *{end}");
        assert_one(text.as_bytes(), "syntax/unusual", &[name]);
        let written = pipscribe::formats::pips::format(text.as_bytes(), false).bytes;
        assert_eq!(
            String::from_utf8(written).unwrap(),
            format!("{TAGS}\n1. Gb3 2. Gg2 *\n")
        );
    }
    let inside = reported(format!("{TAGS}\n1. Gb3 \u{1A} 2. Gg2 *").as_bytes());
    assert_eq!(
        inside[0].1, "syntax/token",
        "inside it is no blank: {inside:?}"
    );
}
