//! JSON and YAML: records survive a round trip.

use pipscribe::formats::{Assumptions, Format, Imported, pips};
use pipscribe::notation::Record;
use pipscribe::notation::split_text;
use pipscribe::text::{RawRecord, SourceText};
use proptest::prelude::*;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

use crate::support::{
    Folder, JsonSchema, RecordText, Run, cases, checked, corpus_files, foreign_format, judged,
    random_game_of, root,
};

const CARRIERS: [&str; 3] = ["json", "jsonl", "yaml"];

fn read(format: &dyn Format, text: &str) -> Vec<Imported> {
    format.read(
        &SourceText::new(text.to_owned(), 0, 1),
        &Assumptions::default(),
    )
}

fn record_of(text: &str) -> Record {
    let bytes = text.as_bytes().to_vec();
    Record::parse(RawRecord {
        line: 1,
        bytes,
        ..RawRecord::default()
    })
}

const WORDS: [&str; 15] = [
    "plain words",
    "two\nlines  ",
    " [%circle c3] ",
    "\\} \\{ \\[ \\\\",
    "é ○ \u{1F600}",
    "",
    "\n [Game \"x\"]",
    "'\"`: - # & * ! | > %",
    "---",
    "\t tab",
    "\u{7}\u{85}\u{2028}",
    "~",
    "17",
    "\n\n  a\n b\n",
    "[%x \"]}\"]",
];

const VALUES: [&str; 9] = [
    "a \\\"b\\\" \\\\ c",
    "",
    " 1 ",
    "null",
    "2026",
    "\u{7}",
    "é: - #",
    "{a}",
    "%d\t",
];

/// Invents comments, glyphs and variations between turns.
struct Decorator {
    random: ChaCha8Rng,
    text: String,
}

impl Decorator {
    fn below(&mut self, limit: usize) -> usize {
        usize::try_from(self.random.next_u64() % limit as u64).unwrap()
    }

    fn of<'a>(&mut self, texts: &[&'a str]) -> &'a str {
        texts[self.below(texts.len())]
    }

    /// Adds an item after `turn`. Variations replace the turn with itself.
    fn item(&mut self, turn: &str, depth: u32) {
        match self.below(5) {
            0 | 1 => {
                let words = self.of(&WORDS);
                self.text.push_str(&format!("{{{words}}}\n"));
            }
            2 => {
                // A blank line after the result is not carried over: it shows that a comment is
                // about the next record.
                let before = if self.text.ends_with('\n') { "" } else { "\n" };
                self.text.push_str(&format!("{before}# hash: \"x\"\n"));
            }
            _ if depth == 0 => {}
            _ => {
                let first = self.of(&["", "{first}"]);
                self.text.push_str(&format!("({first}{turn}!? "));
                self.item(turn, depth - 1);
                self.text.push(')');
            }
        }
    }
}

/// A random game with everything that a record can contain, in canonical form.
fn decorated(setup: usize, seed: u64) -> String {
    let plain = random_game_of(setup, seed, 30);
    let record = Record::parse_str(&plain);
    let mut out = Decorator {
        random: ChaCha8Rng::seed_from_u64(seed),
        text: String::new(),
    };
    for (index, tag) in record.tags.iter().enumerate() {
        let hash = out.of(&["", "", "# before a tag\n"]);
        out.text.push_str(if index == 0 { "" } else { hash });
        out.text
            .push_str(&format!("[{} \"{}\"]\n", tag.name, tag.value));
    }
    for name in ["Event", "Zeta", "x_1"] {
        let value = out.of(&VALUES);
        out.text.push_str(&format!("[{name} \"{value}\"]\n"));
    }
    out.item("", 0);
    for node in &record.moves.turns {
        let turn = record.text_of(node.text);
        let glyph = out.of(&["", "", "", "!!", " $7 $255", "? $2"]);
        out.text.push_str(&format!("\n{turn}{glyph} "));
        out.item(turn, 3);
        out.item(turn, 1);
    }
    let result = record
        .result
        .as_ref()
        .map(|(outcome, _)| outcome.to_string());
    out.text
        .push_str(&format!("\n{}\n", result.unwrap_or_default()));
    out.item("", 0);
    let canonical = pips::format(out.text.as_bytes(), false).bytes;
    String::from_utf8(canonical).unwrap()
}

/// The record is unchanged after every format that carries all of it.
fn assert_comes_back(text: &str, name: &str) {
    let found = |findings: &[pipscribe::findings::Finding]| {
        let mut found: Vec<_> = findings
            .iter()
            .map(|finding| (finding.code.id, finding.turn))
            .collect();
        found.sort_unstable();
        found
    };
    let record = judged(&record_of(text));
    let here = found(&checked(text.as_bytes())[0].report.findings);
    for format in CARRIERS.map(foreign_format) {
        let written = format.write(&record).unwrap();
        assert!(written.losses.is_empty(), "{name}: {:?}", written.losses);
        let back = read(format, &written.text);
        assert_eq!(
            back.len(),
            1,
            "{name} in {}: {}",
            format.name(),
            written.text
        );
        assert_eq!(
            back[0].text,
            text,
            "{name} in {}: {}",
            format.name(),
            written.text
        );
        assert_eq!(
            found(&back[0].findings),
            here,
            "{name} in {}",
            format.name()
        );
    }
}

proptest! {
    #![proptest_config(cases(60))]

    #[test]
    fn decorated_games_round_trip(seed in any::<u64>()) {
        let text = decorated(seed as usize, seed);
        assert_comes_back(&text, "a random game");
    }
}

#[test]
fn output_fits_the_schema() {
    let schema = JsonSchema::shipped("record");
    for seed in 0..40 {
        let record = record_of(&decorated(seed as usize, seed));
        let written =
            serde_json::from_str(&foreign_format("json").write(&judged(&record)).unwrap().text)
                .unwrap();
        assert_eq!(schema.complaint(&written), None, "{written}");
    }
    for bad in [
        r#"{"turns":[],"result":"*"}"#,
        r#"{"tags":[],"turns":[{"text":1}],"result":"*"}"#,
    ] {
        assert!(!schema.fits(&serde_json::from_str(bad).unwrap()), "{bad}");
    }
}

/// The nesting depth of lists and maps.
fn depth(value: &serde_json::Value) -> usize {
    let deepest = |values: &mut dyn Iterator<Item = &serde_json::Value>| {
        1 + values.map(depth).max().unwrap_or(0)
    };
    match value {
        serde_json::Value::Array(items) => deepest(&mut items.iter()),
        serde_json::Value::Object(entries) => deepest(&mut entries.values()),
        _ => 0,
    }
}

/// A record whose variations nest that deep, each with a comment and a separate turn after it.
fn nested(levels: usize) -> String {
    let inner = (0..levels).fold(String::new(), |inner, _| {
        format!(" {{v}} (1. b3{inner} 2. c2)")
    });
    let text = RecordText::gipf().with_moves(format!("1. b3{inner} 2. c2 *"));
    String::from_utf8(pips::format(text.as_bytes(), false).bytes).unwrap()
}

#[test]
fn variations_of_any_depth_are_flat() {
    let schema = JsonSchema::shipped("record");
    for levels in [0, 1, 2, 30, 64] {
        let text = nested(levels);
        assert_comes_back(&text, &format!("{levels} levels"));
        let written = foreign_format("json")
            .write(&judged(&record_of(&text)))
            .unwrap()
            .text;
        // The file can be parsed with the default limits of parsers.
        let value: serde_json::Value = serde_json::from_str(&written).unwrap();
        assert_eq!(schema.complaint(&value), None, "{written}");
        assert!(depth(&value) <= 7, "{written}");
        let written = foreign_format("yaml")
            .write(&judged(&record_of(&text)))
            .unwrap()
            .text;
        assert_eq!(
            serde_yaml::from_str::<serde_json::Value>(&written).unwrap(),
            value
        );
    }
}

const TAGS: &str = r#""tags":[{"name":"Game","value":"gipf"},{"name":"Variant","value":"basic"}]"#;

#[test]
fn variations_within_turns_are_still_read() {
    for (levels, found) in [
        (1, vec![]),
        (64, vec![]),
        (65, vec!["import/depth"]),
        (71, vec!["import/depth"]),
    ] {
        let inner = (0..levels).fold(String::new(), |inner, _| {
            let inner = if inner.is_empty() { inner } else { format!(",{inner}") };
            format!(r#"{{"variation":{{"turns":[{{"text":"b3","after":[{{"comment":"v"}}{inner}]}}]}}}}"#)
        });
        let text = format!(r#"{{{TAGS},"turns":[{{"text":"b3","after":[{inner}]}}]}}"#);
        let game = read(foreign_format("json"), &text).remove(0);
        assert_eq!(
            game.findings
                .iter()
                .map(|finding| finding.code.id)
                .collect::<Vec<_>>(),
            found,
            "{levels}"
        );
        assert_eq!(game.text.matches("{v}").count(), levels.min(64));
    }
}

#[test]
fn variations_without_a_single_place_are_reported() {
    let line = r#"{"turns":[{"text":"c2"}]}"#;
    let cases: [(&str, String, Vec<&str>); 7] = [
        (r#"{"variation":0}"#, line.to_owned(), vec![]),
        (r#"{"variation":1}"#, line.to_owned(), vec!["1", line]),
        (r#"{"variation":-1}"#, line.to_owned(), vec!["-1", line]),
        (r#"{"variation":"0"}"#, line.to_owned(), vec!["0", line]),
        (
            r#"{"variation":0},{"variation":0}"#,
            line.to_owned(),
            vec!["0"],
        ),
        // An alias that contains itself.
        (
            r#"{"variation":0}"#,
            r#"{"turns":[{"text":"c2","after":[{"variation":0}]}]}"#.to_owned(),
            vec!["0"],
        ),
        // A chain that is deeper than the notation allows.
        (
            r#"{"variation":0}"#,
            (1..66)
                .map(|next| {
                    format!(r#"{{"turns":[{{"text":"c2","after":[{{"variation":{next}}}]}}]}}"#)
                })
                .collect::<Vec<_>>()
                .join(","),
            vec!["64"],
        ),
    ];
    for (after, variations, faults) in cases {
        let text = format!(
            r#"{{{TAGS},"turns":[{{"text":"b3","after":[{after}]}}],"variations":[{variations}]}}"#
        );
        for (format, name) in [
            (foreign_format("json"), "json"),
            (foreign_format("yaml"), "yaml"),
        ] {
            let game = read(format, &text).remove(0);
            let on: Vec<_> = game
                .findings
                .iter()
                .map(|finding| finding.span.slice(&text))
                .collect();
            if name == "json" {
                assert_eq!(on, faults, "{text}");
            }
            assert_eq!(on.len(), faults.len(), "{name} {text}");
        }
    }
}

#[test]
fn findings_point_into_the_documents() {
    let json = r##"{"tags": [{"name": "Game", "value": "gipf"}, {"name": "Variant", "value": "basics"},
        {"name": "a b", "value": ""},
        {"name": "Event", "name": "Site", "value": 3}],
        "turns": [{"text": "b3", "suffix": "!!!", "moves": 1}, {"text": "c2", "glyphs": [256, "a"],
        "after": [{"comment": "a } b"},
        {"hash": "no sign"}, {"comment": "", "hash": "#"}, 7]}, {"glyphs": []}], "result": "1:0", "closing": {}}"##;
    let yaml = "tags:\n- {name: Game, value: gipf}\n- {name: Variant, value: basics}\n- {name: a b, value: ''}\n\
                - {name: Event, name: Site, value: [3]}\nturns:\n- {text: b3, suffix: '!!!', moves: 1}\n- text: \
                c2\n  glyphs: [256, a]\n  \
                after: [comment: 'a } b', hash: no sign, {comment: '', hash: '#'}, 7]\n- {glyphs: []}\nresult: 1:0\n\
                closing: {}\n";
    for (format, text) in [
        (foreign_format("json"), json),
        (foreign_format("yaml"), yaml),
    ] {
        let game = read(format, text).remove(0);
        let found: Vec<_> = game
            .findings
            .iter()
            .map(|finding| {
                (
                    finding.code.id,
                    finding.span.slice(text),
                    finding.message.as_str(),
                )
            })
            .collect();
        insta::with_settings!({ snapshot_suffix => format.name() }, { insta::assert_debug_snapshot!(found) });
    }
}

#[test]
fn an_illegal_turn_is_pointed_at() {
    let json = "{\"tags\": [{\"name\": \"Game\", \"value\": \"gipf\"}, {\"name\": \"Variant\", \"value\": \
        \"basic\"}],\n\
                \"turns\": [{\"text\": \"b3\"}, {\"text\": \"a2-z9\"}]}";
    let yaml = "tags: [{name: Game, value: gipf}, {name: Variant, value: basic}]\nturns:\n- text: b3\n- text: \"a2-z9\"\n";
    for (format, text) in [
        (foreign_format("json"), json),
        (foreign_format("yaml"), yaml),
    ] {
        let game = read(format, text).remove(0);
        let found: Vec<_> = game
            .findings
            .iter()
            .map(|finding| (finding.code.id, finding.span.slice(text)))
            .collect();
        assert_eq!(found, [("gipf/off-board", "z9")], "{}", format.name());
        assert_eq!(
            text[..game.findings[0].span.start as usize]
                .matches('\n')
                .count(),
            text.matches("\n").count() - usize::from(text.ends_with('\n'))
        );
    }
}

#[test]
fn a_bad_line_hides_no_other() {
    let line = "{\"tags\":[{\"name\":\"Game\",\"value\":\"pippip\"}],\"turns\":[]}\n";
    let input = format!("{line}{{\"tags\":[}}\n{line}");
    let output = Run::new(&["convert", "-", "--from", "jsonl"])
        .stdin(&input)
        .done()
        .expect_status(1);
    assert_eq!(output.stdout().matches("[Game \"pippip\"]").count(), 2);
    assert!(output.stderr().contains("-:2:"), "{}", output.stderr());
}

#[test]
fn files_are_recognised_and_round_trip() {
    let folder = Folder::new("trees");
    let file = "corpus/gipf/real/game-a.pips";
    let whole = std::fs::read_to_string(root().join(file)).unwrap();
    let both = folder.file(
        "both.pips",
        &format!("{whole}\n{}", &whole[whole.find("[Game").unwrap()..]),
    );
    for ending in ["json", "jsonl", "yaml"] {
        let target = folder
            .path()
            .join(format!("out.{ending}"))
            .display()
            .to_string();
        let output = Run::new(&["convert", &both, "-o", &target, "--strict"]).done();
        assert_eq!(
            (output.status(), output.stderr().as_str()),
            (Some(0), ""),
            "{ending}"
        );
        let input = std::fs::read(&target).unwrap();
        let back = Run::new(&["convert", "-"]).stdin(&input).done();
        assert_eq!(back.stderr(), "");
        let expected =
            String::from_utf8(pips::format(&std::fs::read(&both).unwrap(), false).bytes).unwrap();
        assert_eq!(back.stdout(), expected, "{ending}");
        assert_eq!(
            Run::new(&["convert", "-", "--to", ending])
                .stdin(&input)
                .done()
                .stdout()
                .as_bytes(),
            input,
            "{ending}"
        );
    }
}

#[test]
fn an_empty_list_is_valid() {
    for format in [
        "json",
        "jsonl",
        "yaml",
        "abstractplay",
        "abstractplay-jsonl",
        "diagram",
    ] {
        let none = Run::new(&["convert", "-", "--to", format]).done();
        let back = Run::new(&["convert", "-", "--from", format])
            .stdin(&none.stdout)
            .done();
        assert_eq!(
            (back.status(), back.stdout(), back.stderr()),
            (Some(0), String::new(), String::new()),
            "{format}"
        );
    }
    // Text without a game is not SGF.
    for text in ["no game", "", " \n", "()"] {
        Run::new(&["convert", "-", "--from", "sgf"])
            .stdin(&text)
            .done()
            .expect_status(1)
            .expect_stderr("it contains no game of sgf");
    }
}

#[test]
fn a_truncated_array_is_reported() {
    let record = "{\"tags\":[{\"name\":\"Game\",\"value\":\"pippip\"}],\"turns\":[]}";
    let output = Run::new(&["convert", "-"])
        .stdin(&format!("[{record},\n{record},\n"))
        .done();
    assert_eq!(output.stdout().matches("[Game \"pippip\"]").count(), 2);
    assert!(
        output.stderr().contains("not closed by a `]`"),
        "{}",
        output.stderr()
    );
    assert_eq!(output.status(), Some(1));
}

#[test]
fn tables_have_a_row_for_each_record_and_turn() {
    let record = "[Game \"gipf\"]\n[Variant \"basic\"]\n[Event \"a, \"]\n[Player1 \"x \\\"y\\\"\"]\n\nb3 c2 1-0\n\n\
        [Game \"pippip\"]\n\n *\n";
    let rows = Run::new(&["convert", "-", "--to", "csv"])
        .stdin(&record)
        .done()
        .stdout();
    insta::assert_snapshot!(rows.replace('\r', ""));
    let rows = Run::new(&["convert", "-", "--to", "csv-turns"])
        .stdin(&record)
        .done()
        .stdout();
    insta::assert_snapshot!(rows.replace('\r', ""));
    let lost = foreign_format("csv")
        .write(&judged(&Record::parse_str(
            "[Game \"gipf\"]\n[Zeta \"\"]\n{a} b3! (c2) *\n",
        )))
        .unwrap()
        .losses;
    let lost: Vec<_> = lost.iter().collect();
    assert_eq!(
        lost,
        [
            ("comment", 1),
            ("glyph", 1),
            ("tag Zeta", 1),
            ("turn", 1),
            ("variation", 1)
        ]
    );
}

/// Every second record of the corpus, round trip.
mod slow {
    use super::*;

    #[test]
    fn an_array_is_read_record_by_record() {
        let record = format!(
            "{{\"tags\":[{{\"name\":\"Game\",\"value\":\"pippip\"}}],\"closing\":[{{\"comment\":\"{}\"}}]}}",
            "x".repeat(300_000)
        );
        let array = format!("[{}]", vec![record; 20].join(",\n"));
        let output = Run::new(&["convert", "-", "--to", "csv"])
            .stdin(&array)
            .done();
        assert_eq!(output.stdout().lines().count(), 21, "{}", output.stderr());
        assert_eq!(
            (output.status(), output.stderr().as_str()),
            (Some(0), "not carried over: 20 comments\n")
        );
    }

    #[test]
    fn the_corpus_round_trips() {
        let mut count = 0;
        for path in corpus_files("").iter().step_by(2) {
            let bytes = std::fs::read(path).unwrap();
            for raw in split_text(&bytes).into_iter().filter(RawRecord::is_record) {
                let record = Record::parse(raw);
                let canonical = pips::format(record.text().as_bytes(), false);
                let is_whole = !record.has_syntax_errors() && canonical.left_as_they_are == 0;
                let is_valid = checked(&canonical.bytes)
                    .iter()
                    .all(|checked| checked.report.is_valid());
                if is_whole && is_valid {
                    let text = String::from_utf8(canonical.bytes).unwrap();
                    assert_comes_back(&text, &path.display().to_string());
                    count += 1;
                } else {
                    // Invalid text keeps its bytes, so the test can only require a stable result.
                    let judged_once = judged(&record);
                    for format in CARRIERS.map(foreign_format) {
                        let first = read(format, &format.write(&judged_once).unwrap().text)
                            .remove(0)
                            .text;
                        let again = format.write(&judged(&record_of(&first))).unwrap();
                        let second = read(format, &again.text).remove(0).text;
                        let words = |text: &str| {
                            text.split_whitespace()
                                .map(str::to_owned)
                                .collect::<Vec<_>>()
                        };
                        assert_eq!(
                            words(&first),
                            words(&second),
                            "{} in {}",
                            path.display(),
                            format.name()
                        );
                    }
                }
            }
        }
        assert!(count > 250, "{count}");
    }
}
