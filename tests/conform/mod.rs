//! `conform`: the suite, and correct and incorrect programs that are tested with it.

use std::process::Command;
use std::time::{Duration, Instant};

use pipscribe_cli::conform::{Case, read_suite};
use serde_json::Value;

use crate::support::{
    Folder, JsonSchema, Ran, RecordText, Run, assert_committed, claimed_rules, corpus_files, root,
};

/// The suite and the manifest agree on every record.
#[test]
fn the_suite_agrees_with_the_manifest() {
    let read = |file: &str| std::fs::read_to_string(root().join("corpus").join(file)).unwrap();
    let cases = read_suite(&read("conformance.jsonl")).unwrap();
    let manifest: Vec<Value> = serde_json::from_str(&read("manifest.json")).unwrap();
    let mut seen = 0;
    for entry in &manifest {
        let path = entry["path"].as_str().unwrap();
        let several = format!("{path}#{}", entry["record"]);
        let Some(case) = cases
            .iter()
            .find(|case| case.id == path || case.id == several)
        else {
            continue;
        };
        assert_eq!(entry["valid"], case.valid, "{path}");
        assert_eq!(entry["result"].as_str(), case.result.as_deref(), "{path}");
        assert_eq!(entry["score"].as_str(), case.score.as_deref(), "{path}");
        let turns = entry["turns"].as_array().unwrap();
        let texts: Vec<&str> = turns
            .iter()
            .map(|turn| turn["text"].as_str().unwrap())
            .collect();
        assert_eq!(texts, case.turns, "{path}");
        seen += 1;
    }
    assert_eq!(seen, cases.len());
}

/// A suite of a few records about GIPF pushes.
fn small_suite(folder: &Folder) -> String {
    let record = |turns: &str| RecordText::gipf().with_moves(format!("{turns} *"));
    let records = [
        ("one", "1. b3 2. c2"),
        ("two", "1. a2-c4"),
        ("three", "1. e1-e3"),
        ("four", "1. a6"),
    ];
    let lines = records.map(|(id, turns)| {
        serde_json::to_string(&Case::new(id, &record(turns), &[], &[])).unwrap()
    });
    folder.file("suite.jsonl", &lines.join("\n"))
}

fn conform(arguments: &[&str], program: &str) -> Ran {
    Run::new(&[&["conform"], arguments, &["--", "python3", "-c", program]].concat()).done()
}

/// The report on a program as JSON.
fn json(suite: &str, timeout: &str, program: &str) -> Value {
    let output = conform(
        &["--format", "json", "--suite", suite, "--timeout", timeout],
        program,
    );
    serde_json::from_slice(&output.stdout)
        .unwrap_or_else(|error| panic!("{error}: {}", output.stderr()))
}

const HEAD: &str = "import json, sys, time\nrequests = [json.loads(line) for line in sys.stdin]\n\
    valid = {'one': True, 'two': False, 'three': True, 'four': False}\n\
    def answer(id, **more): print(json.dumps({'id': id, 'valid': valid[id], **more}), flush=True)\n";

fn program(rest: &str) -> String {
    format!("{HEAD}{rest}")
}

#[test]
fn the_reference_adapter_conforms() {
    let adapter = root()
        .join("examples/conform/gipf_pushes.py")
        .display()
        .to_string();
    let text = std::fs::read_to_string(&adapter).unwrap();
    assert!(text.lines().count() < 100);
    for suite in [&["--suite", "corpus/conformance.jsonl"][..], &[]] {
        let arguments = [
            &["conform", "--format", "json"],
            suite,
            &["--", "python3", &adapter],
        ]
        .concat();
        let output = Run::new(&arguments).done().expect_status(0);
        let found: Value = serde_json::from_slice(&output.stdout).unwrap();
        assert!(found["cases"]["right"].as_u64().unwrap() > 3, "{found}");
        assert!(
            found["cases"]["unsupported"].as_u64().unwrap() > 100,
            "{found}"
        );
    }
}

#[test]
fn answers_come_in_any_order() {
    let folder = Folder::new("conform-order");
    let suite = small_suite(&folder);
    let found = json(
        &suite,
        "10",
        &program("for request in reversed(requests): answer(request['id'])"),
    );
    assert_eq!(
        found["cases"],
        serde_json::json!({"right": 4, "wrong": 0, "unsupported": 0, "unanswered": 0})
    );
    let schema = JsonSchema::shipped("conform");
    assert_eq!(schema.complaint(&found), None);
}

#[test]
fn wrong_answers_are_reported_by_rule() {
    let folder = Folder::new("conform-wrong");
    let suite = small_suite(&folder);
    let wrong = program(
        "for request in requests: answer(request['id'], turns=['b3'], code='gipf/off-board' if request['id'] == \
            'four' else None)",
    );
    let found = json(&suite, "10", &wrong);
    // `two` is an illegal push: the piece would stop too early or go too far.
    let names: Vec<&str> = found["failures"]
        .as_array()
        .unwrap()
        .iter()
        .map(|case| case["id"].as_str().unwrap())
        .collect();
    assert!(
        names.contains(&"one") && names.contains(&"three"),
        "{found}"
    );
    let rules = found["rules"].as_array().unwrap();
    let pushed = rules.iter().find(|rule| rule["id"] == "G3.2").unwrap();
    assert_eq!(
        (&pushed["wrong"], &pushed["right"]),
        (&Value::from(1), &Value::from(0)),
        "{pushed}"
    );
    let output = conform(&["--suite", &suite], &wrong);
    assert_eq!(output.status(), Some(1));
    let text = output.stdout();
    assert!(
        text.contains("rules with mistakes")
            && text.contains("  turns: [\"b3\"]\n    it is [\"b3\",\"c2\"]"),
        "{text}"
    );
}

#[test]
fn a_program_that_dies_is_started_again() {
    let folder = Folder::new("conform-dies");
    let suite = small_suite(&folder);
    let dies = program(
        "for request in requests:\n  if request['id'] == 'two': sys.exit(3)\n  answer(request['id'])",
    );
    let found = json(&suite, "10", &dies);
    assert_eq!(
        found["cases"],
        serde_json::json!({"right": 3, "wrong": 0, "unsupported": 0, "unanswered": 1})
    );
    assert_eq!(
        (&found["restarts"], &found["failures"][0]["id"]),
        (&Value::from(1), &Value::from("two"))
    );
    let why = found["failures"][0]["unanswered"].as_str().unwrap();
    assert!(
        why.contains("the program ended") && why.contains('3'),
        "{why}"
    );
    // The run gives up on a program that always crashes.
    let found = json(&suite, "10", "import sys; sys.exit(1)");
    assert_eq!(found["cases"]["unanswered"], 4, "{found}");
}

#[test]
fn failures_are_reported() {
    let folder = Folder::new("conform-usage");
    let suite = small_suite(&folder);
    Run::new(&["conform"]).done().expect_status(2);
    Run::new(&["conform", "--suite", &suite, "no/such/program"])
        .done()
        .expect_status(2);
    Run::new(&["conform", "--suite", "no/such.jsonl", "true"])
        .done()
        .expect_status(2);
    Run::new(&["conform", "--suite", &suite, "--timeout", "0", "true"])
        .done()
        .expect_status(2);
    let broken = folder.file("broken.jsonl", "{\"id\":1}\n");
    let reported = Run::new(&["conform", "--suite", &broken, "true"])
        .done()
        .stderr();
    assert!(
        reported.contains("broken.jsonl: line 1 is not a case of a suite"),
        "{reported}"
    );
    // The program supports none of the records, so nothing was tested.
    let output = conform(
        &["--suite", &suite],
        &program("for r in requests: print(json.dumps({'id': r['id'], 'unsupported': True}))"),
    );
    assert_eq!(output.status(), Some(1));
    assert!(
        output.stderr().contains("supports none of the 4 records"),
        "{}",
        output.stderr()
    );
}

mod slow {
    use super::*;

    #[test]
    fn output_that_is_not_an_answer_is_skipped() {
        let folder = Folder::new("conform-noise");
        let suite = small_suite(&folder);
        let noisy = program(
            "print('hello'); print('[1, 2]'); print('{\"id\": \"five\", \"valid\": true}'); print('{\"id\": 7}')\n\
             sys.stdout.buffer.write(b'\\xff\\xfe\\x1b[31m\\n')\n\
             for request in requests: answer(request['id']); answer(request['id'])",
        );
        let found = json(&suite, "10", &noisy);
        assert_eq!(found["cases"]["right"], 4, "{found}");
        assert!(found["noise_lines"].as_u64().unwrap() >= 5 + 3, "{found}");
        assert_eq!(found["noise"][0], "hello");
        let text = conform(&["--suite", &suite], &noisy).stdout();
        assert!(
            text.contains("output that answers nothing: hello") && !text.contains('\u{1b}'),
            "{text}"
        );
        // A flood of text is not an answer either.
        let since = Instant::now();
        let flood = json(&suite, "1", "while True: print('x' * 1000)");
        assert_eq!(flood["cases"]["unanswered"], 4);
        assert!(since.elapsed() < Duration::from_secs(120));
    }

    #[test]
    fn a_program_that_hangs_is_stopped() {
        let folder = Folder::new("conform-hangs");
        let suite = small_suite(&folder);
        let since = Instant::now();
        let hangs = program(
            "for request in requests:\n  if request['id'] == 'three': time.sleep(600)\n  answer(request['id'])",
        );
        let found = json(&suite, "2", &hangs);
        assert_eq!(
            found["cases"],
            serde_json::json!({"right": 3, "wrong": 0, "unsupported": 0, "unanswered": 1})
        );
        assert_eq!(found["failures"][0]["unanswered"], "no answer within 2 s");
        assert!(since.elapsed() < Duration::from_secs(120));
    }

    /// If a script starts other programs, they are ended with it.
    #[cfg(unix)]
    #[test]
    fn child_processes_end_with_the_program() {
        let folder = Folder::new("conform-group");
        let suite = small_suite(&folder);
        let pids = folder.path().join("pids");
        for end in ["sleep 1000", "true"] {
            let _ = std::fs::remove_file(&pids);
            let script = format!(
                "sleep 1000 >/dev/null & echo $! >>{}; {end}",
                pids.display()
            );
            let run = [
                "conform",
                "--suite",
                &suite,
                "--timeout",
                "0.3",
                "--",
                "sh",
                "-c",
                &script,
            ];
            Run::new(&run).done().expect_status(1);
            let pids = std::fs::read_to_string(&pids).unwrap();
            assert!(pids.lines().count() > 1, "{pids}");
            for pid in pids.lines() {
                // Until it is reaped, it exists as a zombie.
                let state = Command::new("ps")
                    .args(["-o", "stat=", "-p", pid])
                    .output()
                    .unwrap();
                assert!(
                    state.stdout.is_empty() || state.stdout.starts_with(b"Z"),
                    "{end}: {pid} is still there"
                );
            }
        }
    }

    /// The suite has every record of the corpus that is text, except `slips`, whose errors need a
    /// whole game, and the failing tests.
    #[test]
    fn the_suite_is_committed() {
        let mut lines = Vec::new();
        for path in corpus_files("") {
            let name = path
                .strip_prefix(root().join("corpus"))
                .unwrap()
                .display()
                .to_string();
            if ["slips", ".failing", "formats", "gallery", "readme"]
                .iter()
                .any(|folder| name.starts_with(folder))
            {
                continue;
            }
            let bytes = std::fs::read(&path).unwrap();
            let Ok(head) = String::from_utf8(bytes.clone()) else {
                continue;
            };
            let (keeps, breaks) = (claimed_rules(&head, "kept"), claimed_rules(&head, "broken"));
            let records: Vec<_> = pipscribe::notation::split_text(&bytes)
                .into_iter()
                .filter(pipscribe::text::RawRecord::is_record)
                .collect();
            for (number, raw) in (1..).zip(&records) {
                let id = if records.len() == 1 {
                    name.clone()
                } else {
                    format!("{name}#{number}")
                };
                let record = String::from_utf8(raw.bytes.clone()).unwrap();
                lines.push(
                    serde_json::to_string(&Case::new(&id, &record, &keeps, &breaks)).unwrap(),
                );
            }
        }
        assert_committed(
            "corpus/conformance.jsonl",
            &format!("{}\n", lines.join("\n")),
        );
        let cases = read_suite(&lines.join("\n")).unwrap();
        assert!(cases.len() > 1_000);
        let schema = JsonSchema::shipped("conformance");
        for line in lines.iter().step_by(50) {
            assert_eq!(
                schema.complaint(&serde_json::from_str(line).unwrap()),
                None,
                "{line}"
            );
        }
    }
}
