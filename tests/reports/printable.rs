//! Texts of records and names of files are harmless wherever they are printed: they contain no
//! control sequences, line breaks, bidirectional controls or commands of build servers.

use pipscribe::Checked;
use pipscribe::findings::{Finding, Hint};
use pipscribe::formats::{Assumptions, format_named};
use pipscribe::reports::{
    Emitter, Entry, Github, Human, Json, Junit, Look, Sarif, Short, TestVerdict,
};
use pipscribe::text::SourceText;
use pipscribe_cli::reports::TestLines;
use serde_json::Value;

use crate::support::{Folder, Run, file_names};

/// The name of a file with all of these.
const PATH: &str = "a\u{1b}[31m\u{9b}2J\u{202e}b\n::error::c\r\u{85}\u{2028}\u{61c}100%0A<&>.pips";

/// The same text inside a record, in every part that a message quotes.
const ACTING: &str = "\u{1b}[2J\u{9b}1m\u{7}\u{202e}\u{2066}\u{200f}\u{61c}\u{85}\u{2028}\u{2029}\u{7f}::set-env::%0A";

/// Returns true if a character is not allowed in a line.
fn acts(character: char) -> bool {
    let of_direction = [
        '\u{61c}', '\u{200e}', '\u{200f}', '\u{2028}', '\u{2029}', '\u{202a}', '\u{202b}',
    ];
    let more = [
        '\u{202c}', '\u{202d}', '\u{202e}', '\u{2066}', '\u{2067}', '\u{2068}', '\u{2069}',
    ];
    character.is_control() || of_direction.contains(&character) || more.contains(&character)
}

#[track_caller]
fn assert_tame(text: &str) {
    let is_order = |line: &str| {
        let order = line.trim_start().strip_prefix("::");
        order.is_some_and(|order| order.starts_with(|first: char| first.is_ascii_alphabetic()))
    };
    let wild = text
        .lines()
        .find(|line| line.contains(acts) || is_order(line));
    assert!(wild.is_none(), "{wild:?}");
    assert!(
        !text.contains(|character| acts(character) && character != '\n'),
        "{text:?}"
    );
}

/// Records in which nearly every text is quoted in a finding.
fn records() -> Vec<String> {
    let head = "[Game \"gipf\"]\n[Variant \"basic\"]\n";
    vec![
        format!("[Game \"{ACTING}\"]\n\n1. {ACTING} *\n"),
        format!(
            "[Game \"gipf\"]\n[Variant \"{ACTING}\"]\n[Options \"{ACTING}=1\"]\n[Position \"{ACTING}\"]\n\n*\n"
        ),
        format!(
            "{head}[Date \"{ACTING}\"]\n[Result \"{ACTING}\"]\n[Termination \"\r{ACTING}\"]\n[{ACTING} \"x\"]\n\n*\n"
        ),
        // A code with line breaks once split a line.
        format!(
            "{head}\n1. b3 {{[%irregular gipf/no-row\n::error::a\r\n{ACTING}\n b{ACTING}/c]}} *\n"
        ),
        format!(
            "{head}\n1. b3{ACTING} {{\r{ACTING}[%expect {ACTING}\n::x]}} 2. a2-c5 {{{ACTING}}} ({ACTING}) *\n"
        ),
        format!(
            "{head}\n1. a6 {{[%expect gipf/{ACTING}\n::y]}} {{[%expect position \"{ACTING}\"]}} *\n"
        ),
        format!(
            "[Game \"pipe\"]\n[Variant \"both\"]\n[Deck \"{ACTING}\"]\n[Card1 \"{ACTING}\"]\n[Hand1 \"{ACTING}\"]\n\n\
                *\n"
        ),
        format!(
            "[Game \"pippip\"]\n[Colors \"{ACTING},light\"]\n[DeckHash \"{ACTING}\"]\n\n1. {ACTING} 1-{ACTING}\n"
        ),
    ]
}

/// A report on those records, in a file of that name.
fn report(mut emitter: impl Emitter) -> (String, usize) {
    let mut bytes = Vec::new();
    let mut findings = 0;
    emitter.head(&mut bytes).unwrap();
    for (record, number) in records().iter().zip(1..) {
        let checked = Checked::from_text(record);
        assert!(!checked.report.findings.is_empty(), "{record:?}");
        findings += checked.report.findings.len();
        emitter
            .record(&Entry::new(PATH, number, &checked), &mut bytes)
            .unwrap();
    }
    emitter.tail("all", &mut bytes).unwrap();
    (String::from_utf8(bytes).unwrap(), findings)
}

const LOOK: Look<'_> = Look {
    colours: false,
    width: 80,
    links: None,
};

#[test]
fn messages_are_single_lines() {
    for record in records() {
        for Finding {
            message,
            help,
            related,
            ..
        } in Checked::from_text(&record).report.findings
        {
            let related = related.into_iter().map(|related| related.message);
            for text in [message].into_iter().chain(help).chain(related) {
                assert_tame(&text);
                assert!(!text.contains('\n') && !text.contains(" ::"), "{text:?}");
            }
        }
    }
}

#[test]
fn human_reports_have_no_control_characters() {
    let (text, findings) = report(Human::new(LOOK));
    assert_tame(&text);
    assert!(
        text.matches("  × ").count() + text.matches("  ⚠ ").count() >= findings,
        "{text}"
    );
    assert!(
        text.contains("\\u{1b}[31m"),
        "what was there is seen: {text}"
    );
    let (text, _) = report(TestLines::new(LOOK));
    assert_tame(&text);
}

#[test]
fn a_line_of_a_record_keeps_its_columns() {
    let checked = Checked::from_text(
        "[Game \"gipf\"]\n[Variant \"basic\"]\n\n1. b3 {spoof\rerror: none} 2. a2-c5 *\n",
    );
    let mut bytes = Vec::new();
    Human::new(LOOK)
        .record(&Entry::new("-", 1, &checked), &mut bytes)
        .unwrap();
    let text = String::from_utf8(bytes).unwrap();
    assert!(
        text.contains(" │ 1. b3 {spoof?error: none} 2. a2-c5 *\n"),
        "{text}"
    );
}

#[test]
fn the_short_format_has_one_line_per_finding() {
    let (text, findings) = report(Short);
    assert_tame(&text);
    assert_eq!(text.lines().count(), findings);
    let name =
        "a\\u{1b}[31m\\u{9b}2J\\u{202e}b\\n::error::c\\r\\u{85}\\u{2028}\\u{61c}100%0A<&>.pips:";
    assert!(text.lines().all(|line| line.starts_with(name)), "{text}");
}

#[test]
fn json_loses_nothing_and_has_no_control_characters() {
    let (text, _) = report(Json);
    assert_tame(&text);
    let lines: Vec<Value> = text
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!(lines.len(), records().len());
    assert!(lines.iter().all(|line| line["path"] == PATH));
    assert_eq!(lines[1]["variant"], ACTING);
}

#[test]
fn sarif_loses_nothing_and_has_no_control_characters() {
    let (text, findings) = report(Sarif::default());
    assert_tame(&text);
    let log: Value = serde_json::from_str(&text).unwrap();
    let results = log["runs"][0]["results"].as_array().unwrap();
    assert_eq!(results.len(), findings);
    for result in results {
        let uri = result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"]
            .as_str()
            .unwrap();
        let decoded = uri
            .split('%')
            .enumerate()
            .flat_map(|(index, part)| match index {
                0 => part.as_bytes().to_vec(),
                _ => [
                    &[u8::from_str_radix(&part[..2], 16).unwrap()],
                    &part.as_bytes()[2..],
                ]
                .concat(),
            });
        assert_eq!(String::from_utf8(decoded.collect()).unwrap(), PATH);
    }
}

#[test]
fn annotations_cannot_inject_workflow_commands() {
    let (text, findings) = report(Github);
    assert_eq!(text.lines().count(), findings);
    assert!(
        !text.contains(|character| acts(character) && character != '\n'),
        "{text:?}"
    );
    for line in text.lines() {
        let name = "file=a\\u{1b}[31m\\u{9b}2J\\u{202e}b%0A%3A%3Aerror%3A%3Ac%0D\\u{85}\\u{2028}\\u{61c}100%250A<&>.pips,";
        let properties = line
            .strip_prefix("::error ")
            .or_else(|| line.strip_prefix("::warning "))
            .unwrap();
        assert!(properties.starts_with(name), "{line}");
        assert!(
            !line.contains("%0A::") || line.matches("%0A").count() == 1,
            "{line}"
        );
    }
}

#[test]
fn junit_is_xml_without_control_characters() {
    let (text, _) = report(Junit::by_file());
    assert_tame(&text);
    let document = roxmltree::Document::parse(&text).unwrap();
    let cases: Vec<_> = document
        .descendants()
        .filter(|node| node.has_tag_name("testcase"))
        .collect();
    assert_eq!(cases.len(), records().len());
    for case in cases {
        // XML cannot represent one character of the name.
        assert_eq!(
            case.attribute("classname"),
            Some(&*PATH.replace('\u{1b}', "\\u{1b}"))
        );
    }
}

#[test]
fn notes_follow_findings() {
    let checked = Checked::from_text(&records()[0]);
    let entry = Entry {
        verdict: TestVerdict::Failed,
        notes: "why\n-a\n+b\n",
        ..Entry::new("-", 1, &checked)
    };
    let mut xml = Vec::new();
    let mut junit = Junit::in_one_suite("all");
    junit.record(&entry, &mut xml).unwrap();
    assert!(xml.is_empty(), "a suite is written once it is whole");
    junit.tail("", &mut xml).unwrap();
    let xml = String::from_utf8(xml).unwrap();
    let (findings, notes) = xml
        .split_once("\nwhy\n-a\n+b")
        .unwrap_or_else(|| panic!("{xml}"));
    assert!(
        findings.contains(checked.report.findings[0].code.id) && notes.starts_with("</failure>"),
        "{xml}"
    );
}

#[test]
fn findings_in_foreign_texts_are_single_lines() {
    for (format, text) in [
        (
            "json",
            format!("{{\"tags\":[[\"Game\",\"gipf\"],[\"{ACTING}\",1]],\"{ACTING}\":2}}")
                .replace('\u{1b}', "\\u001b"),
        ),
        ("yaml", format!("\"{}\": [\n", ACTING.escape_debug())),
        ("sgf", format!("(;GM[{ACTING}]FF[4]{ACTING};B[\r{ACTING}])")),
        ("gipf.com", format!("Gb3\n{ACTING}\n")),
    ] {
        let source = SourceText::new(text, 0, 1);
        let games = format_named(format)
            .unwrap()
            .read(&source, &Assumptions::default());
        assert!(
            games.iter().any(|game| !game.findings.is_empty()),
            "{format}"
        );
        for finding in games.iter().flat_map(|game| &game.findings) {
            assert_tame(&finding.message);
            assert_tame(&finding.advice(Hint::neutral_text).unwrap_or_default());
        }
    }
}

/// The output of `render` and `figures` has no raw control characters and no bidirectional
/// controls.
#[test]
fn written_figures_and_documents_have_no_control_characters() {
    let folder = Folder::new("printable-written");
    let record = format!(
        "[Game \"gipf\"]\n[Variant \"basic\"]\n[Event \"{ACTING}\"]\n[Player1 \"{ACTING}\"]\n[Player2 \"b\"]\n\n\
         1. b3 {{{ACTING} [%label b3 \"{ACTING}\"] [%diagram caption=\"{ACTING}\"]}} 2. c2 {{{ACTING}}} *\n"
    );
    let file = folder.file("a.pips", &record);
    let harmless = |text: &str| {
        let is_harmful = |character: char| {
            acts(character) && !['\n', '\u{61c}', '\u{200e}', '\u{200f}'].contains(&character)
        };
        assert!(
            !text.contains(is_harmful),
            "{:?}",
            text.lines().find(|line| line.contains(is_harmful))
        );
    };
    for ending in ["svg", "tikz", "tex", "typ", "html", "txt", "md"] {
        let out = folder
            .path()
            .join(format!("a.{ending}"))
            .display()
            .to_string();
        let caption = format!("{ACTING} caption");
        let output = Run::new(&[
            "render",
            "--turn",
            "1",
            "--caption",
            &caption,
            "-o",
            &out,
            &file,
        ])
        .done();
        if output.status() == Some(2) {
            assert_eq!(ending, "md", "{}", output.stderr());
            continue;
        }
        let written = std::fs::read_to_string(&out).unwrap();
        match ending {
            // Directions are embedded for the reader of the page.
            "svg" | "html" => assert!(
                !written.contains(|c: char| c.is_control() && c != '\n'),
                "{ending}"
            ),
            _ => harmless(&written),
        }
    }
    // A document keeps its author's text; what is added is harmless.
    for (name, open, close) in [
        ("a.md", "```pips turn=1 table", "```"),
        (
            "a.tex",
            "% pips: turn=1, table\n\\begin{pips}",
            "\\end{pips}",
        ),
    ] {
        let path = folder.file(name, &format!("{open}\n{record}{close}\n"));
        Run::new(&["figures", &path]).done().expect_status(0);
        let written = std::fs::read_to_string(&path).unwrap();
        let added = written.replace(&record, "");
        assert_ne!(added, written);
        harmless(&added);
    }
}

/// Every command, on files with such names and such records.
#[cfg(unix)]
#[test]
fn commands_print_no_control_characters() {
    let folder = Folder::new("printable");
    let plain = "[Game \"gipf\"]\n[Variant \"basic\"]\n";
    let all: String = records().concat();
    let path = folder.file(PATH, &all);
    let untidy = folder.file(
        &format!("untidy{PATH}"),
        &format!("{plain}{{{ACTING}\r\n ::stop-commands::x\rb}}b3\r\n c2"),
    );
    let tests = format!(
        "{plain}\n1. b3 {{[%expect gipf/off-board]}} {{{ACTING}}} *\n{plain}\n1. a6 {{[%expect legal]\r{ACTING}}} *\n"
    );
    let tests = folder.file(&format!("tests{PATH}"), &tests);
    let shown = format!(
        "{plain}\n1. b3 {{[%label b3 \"{ACTING}\"][%diagram caption=\"{ACTING}\"]}} {{[%circle {ACTING}]}} *\n"
    );
    let shown = folder.file(&format!("shown{PATH}"), &shown);
    let deck = folder.file(
        &format!("{PATH}.yaml"),
        &format!("name: \"\\e{}\"\nx: \"\\e[2J\\N\\L\"\n", '\u{2066}'),
    );
    let sgf = folder.file(
        &format!("{PATH}.sgf"),
        &format!("(;GM[1]FF[4]SZ[x]AB[{ACTING}]{ACTING};B[\r{ACTING}])"),
    );
    let snapshots = folder
        .path()
        .join(format!("snapshots{}", PATH.replace('/', "-")))
        .display()
        .to_string();
    let missing = format!("{}/missing{PATH}", folder.name());
    let theme = folder.file(&format!("theme{PATH}"), &format!("{ACTING}: 1\n"));
    let list = [
        &["check", &path, &missing][..],
        &["check", "--format", "short", &path],
        &["check", "--format", "json", &path],
        &["check", "--format", "sarif", &path],
        &["check", "--format", "junit", &path],
        &["check", "--format", ACTING],
        &["check", &format!("--{ACTING}")],
        &["test", &path, &tests, &missing],
        &["test", "--format", "junit", &tests],
        &["test", "--snapshot", &snapshots, &tests, &path],
        &["test", "--snapshot", &snapshots, "--bless", &tests],
        &["test", "--bless", &tests],
        &["fmt", "--check", &path, &untidy, &missing],
        &["fmt", "--diff", &path, &untidy],
        &["replay", &path, &untidy, &missing],
        &["replay", "--format", "json", &path],
        &["moves", &path],
        &["moves", "--game", ACTING],
        &["perft", "--game", "gipf", "--variant", ACTING],
        &["random", "--game", "gipf", "--tag", ACTING],
        &["render", "--figures", &shown],
        &["render", "--format", "unicode", "--caption", ACTING, &shown],
        &[
            "render",
            "--format",
            "words",
            "--mark",
            &format!("label b3 \"{ACTING}\""),
            &shown,
        ],
        &[
            "render",
            "--format",
            "text",
            "--mark",
            &format!("label b3 \"{ACTING}\""),
            &shown,
        ],
        &["render", "--theme", ACTING, &shown],
        &["render", "--theme", &theme, &shown],
        &["deck", "check", &deck, &missing],
        &["deck", "check", "--format", "short", &deck],
        &["deck", "check", "--format", "json", &deck],
        &["deck", "show", &deck],
        &["deck", "show", ACTING],
        &["explain", ACTING],
        &["man", ACTING],
        &["convert", "--to", "gipf.com", &untidy, &missing],
        &["convert", "--from", "gipf.com", &path],
        &["convert", &sgf],
        &["convert", &deck],
    ];
    for arguments in list {
        let output = Run::new(arguments).done();
        let is_data = arguments[0] == "convert";
        println!("{arguments:?}");
        assert_tame(&output.stderr());
        assert!(output.status().is_some_and(|code| code <= 2));
        if !is_data {
            assert_tame(&output.stdout());
        }
    }
    let annotations = Run::new(&["check", "--format", "github", &path])
        .done()
        .stdout();
    assert!(!annotations.contains(|character| acts(character) && character != '\n'));
    let names = file_names(&snapshots);
    assert!(
        !names.is_empty() && !names.iter().any(|name| name.contains(acts)),
        "{names:?}"
    );
}
