//! Tests of all formats: pages, recognition, losses, converted folders.

use pipscribe::formats::{
    Assumptions, Conversion, FORMATS, Imported, NotConverted, Recognised, convert, pips, recognise,
};
use pipscribe::notation::Record;
use pipscribe::text::SourceText;
use proptest::prelude::*;

use super::game_of;
use crate::support::{Folder, Run, cases, foreign_format, judged, random_game_of, root};

fn imported(name: &str, assumptions: &Assumptions) -> Imported {
    let path = root().join("corpus/formats/gipf.com").join(name);
    game_of(
        "gipf.com",
        &std::fs::read_to_string(path).unwrap(),
        assumptions,
    )
}

#[test]
fn the_game_with_three_errors_gives_these_three_findings() {
    let game = imported("game-b-with-errors.txt", &Assumptions::default());
    let found: Vec<_> = game
        .findings
        .iter()
        .map(|finding| (finding.code.id, finding.turn))
        .collect();
    assert_eq!(
        found,
        [
            ("import/reserve", 47),
            ("import/reserve", 48),
            ("gipf/not-in-line", 49)
        ]
    );
    let mended = imported("game-b-corrected.txt", &Assumptions::default());
    assert!(mended.findings.is_empty());
    assert_eq!(mended.turns(), 64);
}

#[test]
fn real_games_of_the_corpus_agree_with_their_conversion() {
    let mut out_empty = Assumptions::default();
    out_empty.options = Some("out=empty".into());
    let games = [
        ("game-a", out_empty),
        ("game-b-with-errors", Assumptions::default()),
        ("game-b-corrected", Assumptions::default()),
    ];
    for (name, assumptions) in games {
        let game = imported(&format!("{name}.txt"), &assumptions);
        let record =
            std::fs::read_to_string(root().join(format!("corpus/gipf/real/{name}.pips"))).unwrap();
        let start = record.find("[Game").unwrap();
        let words = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
        assert_eq!(words(&record[start..]), words(&game.text), "{name}");
    }
}

#[test]
fn an_impossible_push_is_explained() {
    let file = "corpus/formats/gipf.com/game-b-with-errors.txt";
    let output = Run::new(&["convert", file, "-o", "/dev/null"])
        .done()
        .expect_status(1);
    insta::assert_snapshot!(output.stderr());
}

#[test]
fn losses_are_named() {
    let record = "[Game \"gipf\"]\n[Variant \"basic\"]\n[Event \"e\"]\n[Termination \"resignation\"]\n\n\
                  {a} 1. b3! $7 {b [%circle b3] [%arrow a1>b3]} (1. c2 {c}) 2. c2 {[%diagram] [%clock 0:12:30] [%x \
                  y]}\n\
                  # d\n3. resign 0-1 {e}\n";
    let output = Run::new(&["convert", "-", "--to", "gipf.com"])
        .stdin(&record)
        .done();
    assert_eq!(output.stdout(), "b3 (11)\nc2 (11)\n");
    insta::assert_snapshot!(output.stderr(), @r"
    not carried over: 1 # comment
    not carried over: 1 clock
    not carried over: 1 command x
    not carried over: 3 comments
    not carried over: 1 diagram
    not carried over: 2 glyphs
    not carried over: 2 marks
    not carried over: 1 resignation
    not carried over: 1 result
    not carried over: 1 tag Event
    not carried over: 1 tag Termination
    not carried over: 1 tag Variant
    not carried over: 1 variation
    ");
}

/// A record that a format cannot carry may also be invalid.
#[test]
fn findings_of_unwritten_records_are_reported() {
    let record = "[Game \"pippip\"]\n\n1. 5@a1/5 *\n";
    let mut conversion = Conversion::default();
    conversion.to = Some("gipf.com");
    let Err(NotConverted::Export { error, findings }) = convert(record.as_bytes(), &conversion)
    else {
        panic!("it is written");
    };
    let codes: Vec<_> = findings
        .iter()
        .flat_map(|(_, findings)| findings)
        .map(|finding| finding.code.id)
        .collect();
    assert_eq!(codes, ["pippip/impossible-face"]);
    assert!(error.to_string().contains("is a format for"), "{error}");
}

#[test]
fn sheets_slashes_and_several_games_are_read() {
    let source = SourceText::new("1. b3 c2\n2. d2/f2 (10)\n\nb3\n\n\n".to_owned(), 0, 1);
    let games = foreign_format("gipf.com").read(&source, &Assumptions::default());
    let texts: Vec<_> = games
        .iter()
        .map(|game| game.text.lines().last().unwrap())
        .collect();
    assert_eq!(texts, ["1. b3 2. c2 3. d2 4. f2 *", "1. b3 *"]);
    let found = |game: &Imported| {
        game.findings
            .iter()
            .map(|finding| finding.code.id)
            .collect::<Vec<_>>()
    };
    assert!(games.iter().all(|game| found(game) == ["import/assumed"]));
}

/// A result is not part of the notation, but people add one after a game, and write numbers
/// directly before turns.
#[test]
fn a_result_after_a_game_is_read() {
    let source = SourceText::new("1.b3 c2 2.d2 resign 1-0\n\nb3 c2 *\n".to_owned(), 0, 1);
    let games = foreign_format("gipf.com").read(&source, &basic());
    let texts: Vec<_> = games
        .iter()
        .map(|game| game.text.lines().last().unwrap())
        .collect();
    assert_eq!(texts, ["1. b3 2. c2 3. d2 4. resign 1-0", "1. b3 2. c2 *"]);
    assert!(
        games.iter().all(|game| game.findings.is_empty()),
        "{:?}",
        games[0].findings
    );
}

/// A row of the standard game may leave GIPF pieces, which its notation does not name.
#[test]
fn a_game_that_is_legal_only_as_standard_is_standard() {
    let games = (0..40).map(|seed| random_game_of(1, seed, 200));
    let mut count = 0;
    for text in games {
        let foreign = foreign_format("gipf.com")
            .write(&judged(&Record::parse_str(&text)))
            .unwrap()
            .text;
        let back = &foreign_format("gipf.com").read(
            &SourceText::new(foreign.clone(), 0, 1),
            &Assumptions::default(),
        )[0];
        let variant = back.text.lines().nth(1).unwrap();
        if variant == "[Variant \"standard\"]" {
            assert_eq!(back.findings.len(), 0, "{foreign}");
            count += usize::from(!foreign.contains('G'));
        } else {
            // Nothing in the text distinguishes the two.
            assert_eq!(back.findings.len(), 1, "{foreign}");
            assert!(!foreign.contains('G'));
        }
    }
    assert!(count > 0);
}

proptest! {
    #![proptest_config(cases(40))]

    #[test]
    fn games_round_trip_through_gipf_com(seed in any::<u64>()) {
        let text = random_game_of(seed as usize % 3, seed, 200);
        let record = Record::parse_str(&text);
        let foreign = foreign_format("gipf.com").write(&judged(&record)).unwrap().text;
        let value = |name: &str| record.tag(name).map(|tag| tag.value.to_string());
        let mut assumptions = Assumptions::default();
        assumptions.variant = value("Variant");
        assumptions.options = value("Options");
        let back = foreign_format("gipf.com").read(&SourceText::new(foreign, 0, 1), &assumptions);
        prop_assert_eq!(back.len(), 1);
        prop_assert_eq!(back[0].findings.len(), 0);
        let bare = |text: &str| pips::format(text.as_bytes(), true).bytes;
        prop_assert_eq!(bare(&back[0].text), bare(&text));
    }
}

proptest! {
    #![proptest_config(cases(120))]

    /// A written file is recognised as its format if that format can be read. One or two turns by
    /// themselves may belong to several formats.
    #[test]
    fn written_files_are_recognised(seed in any::<u64>(), turns in 3..90_u32, count in 1..3_u32) {
        let text = random_game_of(seed as usize, seed, turns);
        let record = Record::parse_str(&text);
        for format in FORMATS.iter().filter(|format| format.info().reads) {
            let Ok(exported) = format.write(&judged(&record)) else { continue };
            if exported.text.trim().is_empty() {
                continue;
            }
            let frame = format.info().frame;
            let texts = vec![exported.text; count as usize].join(frame.between);
            let all = format!("{}{texts}{}", frame.head, frame.tail);
            let found = match recognise(&all, None) {
                Some(Recognised::Foreign(found)) => found.name(),
                Some(Recognised::Notation) => "pips",
                _ => "nothing",
            };
            // Each style of a notation is read under the names of the others.
            let style = |name: &'static str| if name.starts_with("gipf.") { "gipf.com" } else { name };
            prop_assert_eq!(style(found), style(format.name()), "{}", all);
        }
    }
}

/// The command and the documentation of the library describe in the same words what each format
/// carries.
#[test]
fn every_format_has_a_page() {
    let list = Run::new(&["convert", "--list"]).done().stdout();
    for format in FORMATS {
        let page = Run::new(&["convert", "--about", format.name()])
            .done()
            .stdout();
        assert_eq!(page, format.info().page);
        assert!(
            page.lines().count() > 5 && page.lines().all(|line| line.len() < 125),
            "{}",
            format.name()
        );
        assert!(list.contains(format.name()));
    }
    Run::new(&["convert", "--about", "pips"])
        .done()
        .expect_stdout("everything");
    Run::new(&["convert", "--about", "none"])
        .done()
        .expect_status(2);
}

#[test]
fn folders_are_converted_file_by_file_or_into_one() {
    let folder = Folder::new("convert-folders");
    let record = "[Game \"gipf\"]\n[Variant \"basic\"]\n\nb3 *\n";
    for inner in ["in", "in/a", "in/b"] {
        std::fs::create_dir_all(folder.path().join(inner)).unwrap();
    }
    for name in ["in/a/x.pips", "in/b/x.pips", "in/y.pips"] {
        folder.file(name, record);
    }
    let path = |name: &str| folder.path().join(name).display().to_string();
    // One stream is one document.
    let all = Run::new(&["convert", &path("in"), "--to", "json"]).done();
    let records: serde_json::Value = serde_json::from_slice(&all.stdout).unwrap();
    assert_eq!(records.as_array().unwrap().len(), 3);
    // In a folder, the files keep their places.
    let output = Run::new(&["convert", &path("in"), "--to", "json", "-o", &path("out")]).done();
    assert_eq!((output.status(), output.stderr()), (Some(0), String::new()));
    for name in ["out/a/x.json", "out/b/x.json", "out/y.json"] {
        assert!(
            std::fs::read_to_string(path(name))
                .unwrap()
                .contains("\"b3\""),
            "{name}"
        );
    }
    // Neither of two files with the same name is lost.
    let two = [path("in/a/x.pips"), path("in/b/x.pips")];
    Run::new(&[
        "convert",
        &two[0],
        &two[1],
        "--to",
        "sgf",
        "-o",
        &path("both"),
    ])
    .done()
    .expect_status(2)
    .expect_stderr("would be written from");
    // A file that cannot be read does not prevent others from being converted, and leaves no
    // output.

    Run::new(&[
        "convert",
        &path("none.pips"),
        &two[0],
        "--to",
        "sgf",
        "-o",
        &path("some"),
    ])
    .done()
    .expect_status(2);
    assert!(
        !folder.path().join("some/none.sgf").exists() && folder.path().join("some/x.sgf").exists()
    );
    let output = Run::new(&["convert", &path("none.pips"), &two[0], "--to", "csv"]).done();
    assert_eq!(
        (output.status(), output.stdout().lines().count()),
        (Some(2), 2)
    );
}

/// Records in the notation are checked like those of other formats.
#[test]
fn records_of_the_notation_are_judged() {
    let good = "[Game \"gipf\"]\n[Variant \"basic\"]\n[Result \"*\"]\n\n1. b3 *\n";
    let bad = good.replace("b3", "a2-d4");
    let expected = good.replace("b3 *", "z9 {[%expect gipf/off-board]} 1. b3 *");
    for to in ["pips", "json", "sgf", "gipf.com", "csv"] {
        let output = Run::new(&["convert", "-", "--to", to])
            .stdin(&format!("# of a file\n\n{good}\n{bad}"))
            .done();
        let reported = output.stderr();
        assert_eq!(output.status(), Some(1), "{to}: {reported}");
        assert!(
            reported.contains("gipf/not-in-line") && reported.contains("[-:13:7]"),
            "{to}: {reported}"
        );
        assert!(!output.stdout().is_empty());
        for sound in [good, expected.as_str()] {
            let output = Run::new(&["convert", "-", "--to", to]).stdin(&sound).done();
            let reported = output.stderr();
            assert_eq!(output.status(), Some(0), "{to}: {reported}");
            assert!(
                reported
                    .lines()
                    .all(|line| line.starts_with("not carried over: ")),
                "{to}: {reported}"
            );
        }
    }
    // Places count from the start of the file even with `#` comments before the first record.
    Run::new(&["convert", "-", "--to", "json"])
        .stdin(&format!("# of a file\n{bad}"))
        .done()
        .expect_stderr("[-:6:7]");
    // A warning is reported but is not an error.
    let output = Run::new(&["convert", "-"])
        .stdin(&good.replace("1. b3", "2. b3"))
        .done()
        .expect_stderr("turn/number");
    assert_eq!(output.status(), Some(0));
}

/// A `#` comment after a result and a blank line is about the next record, in every format and in
/// canonical form.
#[test]
fn comments_between_records_stay_with_their_record() {
    let game = "[Game \"gipf\"]\n[Variant \"basic\"]\n";
    let records =
        format!("{game}\n1. b3 *\n# first\n\n# second\n# too\n{game}\n1. b4 *\n\n# at the end\n");
    let run = |arguments: &[&str], input: &str| {
        let output = Run::new(arguments).stdin(&input).done();
        assert_eq!(output.status(), Some(0), "{}", output.stderr());
        output.stdout()
    };
    assert_eq!(run(&["fmt", "-"], &records), records);
    let json = run(&["convert", "-", "--to", "jsonl"], &records);
    let sgf = run(&["convert", "-", "--to", "sgf"], &records);
    for (first, second) in [
        json.split_once('\n').unwrap(),
        sgf.split_once("\n(").unwrap(),
    ] {
        assert!(
            first.contains("# first") && !first.contains("second"),
            "{first}"
        );
        assert!(
            second.contains("# second")
                && second.contains("# too")
                && second.contains("# at the end"),
            "{second}"
        );
    }
    for (format, text) in [("jsonl", &json), ("sgf", &sgf)] {
        let back = run(&["convert", "-", "--from", format], text);
        assert_eq!(
            back,
            records.replace("*\n\n# at the end", "*\n# at the end")
        );
        assert_eq!(run(&["convert", "-", "--to", format], &back), *text);
    }
    // The lines of findings refer to the file.
    let invalid = records.replace("b4", "z9");
    Run::new(&["convert", "-", "--to", "json"])
        .stdin(&invalid)
        .done()
        .expect_stderr("[-:12:4]");
    // The blocks of a document are independent.
    let block = |text: &str| format!("```pips\n{text}```\n\n");
    let page = [
        block(&format!("{game}\n1. b3 *\n\n# first\n")),
        block(&format!("{game}\n1. b4 *\n")),
    ]
    .concat();
    let folder = Folder::new("convert-comments");
    let json = run(
        &["convert", &folder.file("page.md", &page), "--to", "jsonl"],
        "",
    );
    assert!(
        json.lines()
            .next()
            .is_some_and(|first| first.contains("# first")),
        "{json}"
    );
}

/// Text that cannot be part of a turn in the notation stays readable: glyphs stay glyphs, and other
/// text goes into a comment.
#[test]
fn text_of_turns_is_kept() {
    let sheet = "1. a2-b3! b1-c2?\n2. c1-d2 !? g1-h3 {ok} o5#k\n";
    let convert = ["convert", "--from", "gipf.com", "--variant", "basic", "-"];
    let text = Run::new(&convert).stdin(&sheet).done().stdout();
    assert!(
        text.ends_with("1. a2-b3! 2. b1-c2? 3. c1-d2!? 4. g1-h3 {ok} 5. o5_k {o5#k} *\n"),
        "{text}"
    );
    let sheet = "{club game} 1. a2-b3 ! ?\n2. {b1-c2 is better} b1-c2\n{}\n";
    let text = Run::new(&convert).stdin(&sheet).done().stdout();
    assert!(
        text.ends_with("{club game} 1. b3! {?} {b1-c2 is better} 2. c2 *\n"),
        "{text}"
    );
    // Comments may have several lines and braces of their own, and may follow a turn without a
    // space.
    for (sheet, expected) in [
        (
            "1. a2-b3 {the usual\n b1-c2 is worse} b1-c2\n",
            "1. b3 {the usual\n b1-c2 is worse} 2. c2 *\n",
        ),
        (
            "1. a2-b3 {as {Ann} says} b1-c2\n",
            "1. b3 {as \\{Ann\\} says} 2. c2 *\n",
        ),
        (
            "1. a2-b3{good} b1-c2{bad}! c1-d2\n",
            "1. b3 {good} 2. c2! {bad} 3. d2 *\n",
        ),
        (
            "1. a2-b3 b1-c2\n\n{a1 is free}\n\n2. c1-d2\n",
            "1. b3 2. c2 {a1 is free} 3. d2 *\n",
        ),
        (
            "1. a2-b3 b1-c2 {never closed\n2. c1-d2\n",
            "1. b3 2. c2 {\\{never closed} 3. d2 *\n",
        ),
    ] {
        let text = Run::new(&convert).stdin(&sheet).done().stdout();
        assert!(text.ends_with(expected), "{sheet}\n{text}");
    }
    let json = r#"{"tags":[{"name":"Game","value":"gipf"},{"name":"Variant","value":"basic"}],
        "turns":[{"text":"b3 c2"},{"text":"d2!"},{"text":""},{"text":"1-0"}]}"#;
    let text = Run::new(&["convert", "--from", "json", "-"])
        .stdin(&json)
        .done()
        .stdout();
    assert!(
        text.contains("b3_c2 {b3 c2}") && text.contains(" d2! ") && text.contains("_-0 {1-0}"),
        "{text}"
    );
}

fn basic() -> Assumptions {
    let mut basic = Assumptions::default();
    basic.variant = Some("basic".into());
    basic
}

/// Text that our notation reads as something else stays one turn, so that later turns keep their
/// places.
#[test]
fn each_turn_of_the_source_stays_one_turn() {
    for garbled in [
        "b{", "b3}", "[%x", "5.b3", "1-0", "*", "#b3", "b3#", "€1", "!", "b3!", "O-1", "½-½",
        "b\u{B}3", "resign(1",
    ] {
        let source = SourceText::new(format!("b3\n{garbled}\nc2\n"), 0, 1);
        let games = foreign_format("gipf.com").read(&source, &basic());
        let first = &games[0].findings[0];
        assert_eq!(
            source.place(first.span.start).line,
            2,
            "{garbled}: {first:?}"
        );
        for finding in games.iter().flat_map(|game| &game.findings) {
            assert!(
                source.text().get(finding.span.range()).is_some(),
                "{garbled}: {finding:?}"
            );
        }
        assert_eq!(
            games[0]
                .checked
                .as_ref()
                .unwrap()
                .record()
                .moves
                .turns
                .len(),
            3,
            "{garbled}"
        );
    }
}

/// A record that is not UTF-8 is converted, and the assumed encoding is reported.
#[test]
fn a_record_in_another_encoding_keeps_its_letters() {
    let record = b"[Game \"gipf\"]\n[Variant \"basic\"]\n[Player1 \"J\xF6rg\"]\n\n1. b3 2. c2 *\n";
    for to in ["json", "sgf"] {
        Run::new(&["convert", "--to", to, "-"])
            .stdin(&record)
            .done()
            .expect_stdout("J\u{f6}rg")
            .expect_stderr("windows-1252");
    }
}

/// The library converts in memory and the command in streams: the same input gives the same output.
#[test]
fn the_library_writes_the_same_as_the_cli() {
    let latin =
        b"[Game \"gipf\"]\n[Variant \"basic\"]\n[Event \"Caf\xE9\"]\n\n1. b3 2. c2 *\n".to_vec();
    let plain = "[Game \"gipf\"]\n[Variant \"basic\"]\n[Event \"Caf\u{e9}\"]\n\n1. b3 *\n"
        .as_bytes()
        .to_vec();
    let wide = |text: &[u8], swap: bool| -> Vec<u8> {
        let text = format!("\u{FEFF}{}", String::from_utf8_lossy(text));
        text.encode_utf16()
            .flat_map(|unit| {
                if swap {
                    unit.to_be_bytes()
                } else {
                    unit.to_le_bytes()
                }
            })
            .collect()
    };
    let fenced = |text: &[u8]| [b"A page.\n\n```pips\n", text, b"```\n\nMore.\n"].concat();
    let mixed = [latin.as_slice(), b"\n", &plain].concat();
    let hashed = [b"# of the file \xE9\n\n".as_slice(), &mixed].concat();
    let broken = [
        plain.as_slice(),
        b"\n[Game \"gipf\"]\n[Variant \"basic\"]\n\n1. z9 *\n\n",
        &latin,
    ]
    .concat();
    let sgf =
        b"(;GM[39]CA[ISO-8859-1]PIPTAG[Variant:basic]PW[J\xE1n];W[b3])(;GM[1];B[aa])".to_vec();
    let inputs: [(&str, Vec<u8>); 12] = [
        ("pips", mixed.clone()),
        ("pips", latin.clone()),
        ("pips", hashed),
        ("pips", broken),
        ("pips", wide(&plain, false)),
        ("pips", wide(&plain, true)),
        ("md", fenced(&plain)),
        ("md", fenced(&mixed)),
        ("md", wide(&fenced(&plain), false)),
        ("sgf", sgf),
        (
            "txt",
            b"Ann versus J\xF6rg\n\n1. Gg2 (16)\nGh4 (16)\nBlack resigns\n".to_vec(),
        ),
        ("json", b"[]".to_vec()),
    ];
    let folder = Folder::new("library-and-command");
    for (index, (ending, bytes)) in inputs.iter().enumerate() {
        let path = folder.path().join(format!("{index}.{ending}"));
        std::fs::write(&path, bytes).unwrap();
        let path = path.display().to_string();
        let writing = FORMATS
            .iter()
            .filter(|format| format.info().writes)
            .map(|format| format.name());
        for to in ["pips"].into_iter().chain(writing) {
            let command = Run::new(&["convert", "--to", to, &path]).done();
            let mut conversion = Conversion::default();
            conversion.to = Some(to);
            conversion.ending = Some(ending);
            match convert(bytes, &conversion) {
                Ok(converted) => {
                    let [library, command] = [&converted.bytes, &command.stdout]
                        .map(|bytes| String::from_utf8_lossy(bytes));
                    assert_eq!(library, command, "{index} {ending} {to}");
                }
                Err(error) => {
                    assert_ne!(command.status(), Some(0), "{index} {ending} {to}: {error}");
                }
            }
        }
    }
    // Records with different encodings keep their letters.
    for to in ["json", "sgf", "csv", "yaml"] {
        let mut conversion = Conversion::default();
        conversion.to = Some(to);
        let converted = convert(&mixed, &conversion).unwrap();
        let text = String::from_utf8(converted.bytes).unwrap();
        assert_eq!(text.matches("Caf\u{e9}").count(), 2, "{to}: {text}");
        assert!(
            converted
                .notes
                .iter()
                .any(|note| note.contains("windows-1252")),
            "{:?}",
            converted.notes
        );
    }
}

/// A file with the extension `.pips` contains records, whatever its beginning looks like.
#[test]
fn a_file_of_records_is_recognised_by_name() {
    let folder = Folder::new("known-by-name");
    for (name, text, status) in [
        (
            "curly.pips",
            "[Game \u{201c}gipf\u{201d}]\n[Variant \u{201c}basic\u{201d}]\n\n1. b3 *\n",
            0,
        ),
        ("no-tags.pips", "1. b3 2. c2 *\n", 1),
    ] {
        let path = folder.file(name, text);
        let output = Run::new(&[
            "convert",
            "--to",
            "csv",
            "--columns",
            "valid,first_code",
            &path,
        ])
        .done();
        let expected = if status == 0 {
            "valid,first_code\r\ntrue,syntax/unusual\r\n"
        } else {
            "valid,first_code\r\nfalse,tag/missing\r\n"
        };
        assert_eq!(output.stdout(), expected, "{name}");
        assert_eq!(
            Run::new(&["convert", &path]).done().status(),
            Some(status),
            "{name}: {}",
            output.stderr()
        );
    }
}
