//! Which findings `check` lists and counts, and where it writes them.

use serde_json::Value;

use crate::support::{Folder, Run};

/// Two errors of GIPF, one shared by all games, and two warnings: three codes.
const RECORDS: &str = r#"[Game "gipf"]
[Variant "basic"]

1. a6 *
[Game "gipf"]
[Variant "basic"]

2. a6 *
[Game "gipf"]
[Variant "basic"]

2. b3 *
[Game "gipf"]
[Variant "none"]

1. b3 *
"#;

fn check(arguments: &[&str]) -> (Option<i32>, Vec<String>, String) {
    let output = Run::new(&[&["check", "--format", "short", "-"], arguments].concat())
        .stdin(RECORDS)
        .done();
    let code = |line: &str| line.split(['[', ']']).nth(1).unwrap().to_owned();
    (
        output.status(),
        output.stdout().lines().map(code).collect(),
        output.stderr(),
    )
}

#[test]
fn unselected_findings_are_neither_listed_nor_counted() {
    let all = [
        "gipf/off-board",
        "turn/number",
        "gipf/off-board",
        "turn/number",
        "tag/unknown-value",
    ];
    let listed = |arguments: &[&str]| {
        let (status, mut codes, _) = check(arguments);
        codes.sort();
        (status, codes.join(" "))
    };
    let mut sorted = all;
    sorted.sort_unstable();
    assert_eq!(listed(&[]), (Some(1), sorted.join(" ")));
    assert_eq!(
        listed(&["--select", "gipf"]),
        (Some(1), "gipf/off-board gipf/off-board".into())
    );
    assert_eq!(
        listed(&["--select", "gipf/"]),
        listed(&["--select", "gipf"])
    );
    assert_eq!(
        listed(&["--select", "gipf/off-board"]),
        listed(&["--select", "gipf"])
    );
    assert_eq!(
        listed(&["--select=gipf,tag", "--ignore", "gipf/off-board"]),
        (Some(1), "tag/unknown-value".into())
    );
    // Neither warnings nor unselected findings change the exit status.
    assert_eq!(
        listed(&["--select", "turn"]),
        (Some(0), "turn/number turn/number".into())
    );
    assert_eq!(
        listed(&["--ignore", "gipf,tag,turn"]),
        (Some(0), String::new())
    );
    assert_eq!(
        listed(&["--ignore", "gipf", "--ignore", "tag"]),
        listed(&["--select", "turn"])
    );
    assert_eq!(
        listed(&["--select", "gipf", "--ignore", "gipf"]),
        (Some(0), String::new())
    );
    let (_, _, reported) = check(&["--select", "turn"]);
    assert_eq!(
        reported,
        "4 records checked: 1 valid, 3 invalid; 0 errors, 2 warnings; 3 findings not selected\n"
    );
}

#[test]
fn the_verdict_of_json_is_that_of_the_whole_record() {
    let output = Run::new(&["check", "--format", "json", "--select", "turn", "-"])
        .stdin(RECORDS)
        .done();
    let objects = output.stdout();
    let objects: Vec<Value> = objects
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    let valid: Vec<_> = objects
        .iter()
        .map(|object| object["valid"].as_bool().unwrap())
        .collect();
    assert_eq!(
        (output.status(), valid),
        (Some(0), vec![false, false, true, false])
    );
    let codes = objects
        .iter()
        .flat_map(|object| object["findings"].as_array().unwrap());
    assert!(
        codes
            .map(|finding| finding["code"].as_str().unwrap())
            .all(|code| code == "turn/number")
    );
    // On a build server, a test passes if none of its findings is listed.
    let xml = Run::new(&["check", "--format", "junit", "--select", "tag", "-"])
        .stdin(RECORDS)
        .done()
        .stdout();
    assert!(xml.contains("tests=\"4\" failures=\"1\""), "{xml}");
}

#[test]
fn fail_fast_stops_at_a_selected_finding() {
    let (status, codes, reported) = check(&["--select", "tag", "--fail-fast"]);
    assert_eq!(
        (status, codes.join(" ")),
        (Some(1), "tag/unknown-value".into())
    );
    assert!(reported.starts_with("4 records checked"), "{reported}");
}

#[test]
fn unknown_codes_are_rejected() {
    for (arguments, meant) in [
        (["--select", "gipf/of-board"], "`gipf/off-board`"),
        (["--ignore", "gipf,sintax"], "`syntax`"),
        (["--select", "off-board"], "`gipf/off-board`"),
    ] {
        let output = Run::new(&[&["check", "-"], &arguments[..]].concat())
            .done()
            .expect_status(2);
        let reported = output.stderr();
        assert!(
            reported.contains("did you mean ") && reported.contains(meant),
            "{reported}"
        );
    }
    Run::new(&["check", "--select", "", "-"])
        .stdin(RECORDS)
        .done()
        .expect_status(2);
    Run::new(&["check", "--select", "g", "-"])
        .stdin(RECORDS)
        .done()
        .expect_status(2);
}

#[test]
fn statistics_have_one_line_per_code() {
    let table = |arguments: &[&str]| {
        let output = Run::new(&[&["check", "--statistics", "-"], arguments].concat())
            .stdin(RECORDS)
            .done();
        let rows: Vec<Vec<String>> = output
            .stdout()
            .lines()
            .map(|line| line.split_whitespace().take(2).map(str::to_owned).collect())
            .collect();
        (output.status(), rows.concat().join(" "))
    };
    assert_eq!(
        table(&[]),
        (
            Some(1),
            "2 gipf/off-board 2 turn/number 1 tag/unknown-value".into()
        )
    );
    assert_eq!(table(&["--format", "short"]), table(&[]));
    assert_eq!(
        table(&["--ignore", "gipf,tag"]),
        (Some(0), "2 turn/number".into())
    );
    assert_eq!(table(&["--select", "pipe"]), (Some(0), String::new()));
    for format in ["json", "sarif", "github", "junit"] {
        Run::new(&["check", "--statistics", "--format", format, "-"])
            .stdin(RECORDS)
            .done()
            .expect_status(2);
    }
}

#[test]
fn a_report_goes_to_a_file() {
    let folder = Folder::new("report");
    let path = folder.path().join("report.out").display().to_string();
    for format in ["human", "short", "json", "sarif", "github", "junit"] {
        let usual = Run::new(&["check", "--format", format, "-"])
            .stdin(RECORDS)
            .done();
        let output = Run::new(&["check", "--format", format, "-o", &path, "-"])
            .stdin(RECORDS)
            .done();
        assert_eq!(
            (output.status(), output.stdout()),
            (Some(1), String::new()),
            "{format}"
        );
        assert_eq!(
            std::fs::read_to_string(&path).unwrap(),
            usual.stdout(),
            "{format}"
        );
        assert_eq!(output.stderr(), usual.stderr());
    }
    let usual = Run::new(&["check", "--format", "short", "-"])
        .stdin(RECORDS)
        .done();
    let dash = Run::new(&["check", "--format", "short", "--output", "-", "-"])
        .stdin(RECORDS)
        .done();
    assert_eq!(dash.stdout(), usual.stdout());
    Run::new(&["check", "-o", "no/such/folder/report", "-"])
        .stdin(RECORDS)
        .done()
        .expect_status(2);
    // A mistake such as `-o *.pips` does not overwrite a record.
    let record = folder.file("a.pips", RECORDS);
    Run::new(&["check", "-o", &record, "-"])
        .stdin(RECORDS)
        .done()
        .expect_status(2);
    assert_eq!(std::fs::read_to_string(&record).unwrap(), RECORDS);
}

#[test]
fn only_selected_findings_are_fixed() {
    let broken = "[Game \"gipf\"]\n[Variant \"tournament\"]\n\n1. Gb3 2. Gg2 3. a2-c3 4. h2 *\n";
    let folder = Folder::new("select-fix");
    let file = folder.file("a.pips", broken);
    let whole = Run::new(&["check", "--fix", "--ignore", "gipf", &file]).done();
    assert_eq!(
        std::fs::read_to_string(&file).unwrap(),
        broken,
        "{}",
        whole.stderr()
    );
}
