//! Reports in JSON: the end of a replay, variations, schemas, SARIF.

use serde_json::{Value, json};

use crate::support::{BROKEN, Folder, Run, VALID, root};

/// The objects that `replay --format json` prints.
fn replayed(record: &str, options: &[&str]) -> Vec<Value> {
    let arguments = [&["replay", "--format", "json", "-"], options].concat();
    let lines = Run::new(&arguments).stdin(&record).done().stdout();
    lines
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

#[test]
fn the_end_of_a_replay_says_where_it_stopped() {
    let start = "[Game \"gipf\"]\n[Variant \"basic\"]\n";
    for (record, turns, stopped) in [
        (
            format!("{start}\n1. b3 2. a2-d4 3. c2 *\n"),
            1,
            json!(["gipf/not-in-line", 2, 4, 13, 4, 15]),
        ),
        (
            format!("{start}\n1. b3 resign 2. c2 *\n"),
            2,
            json!(["turn/after-end", 3, 4, 17, 4, 19]),
        ),
        (
            format!("{start}\n1. b3 {{[%expect gipf/off-board]}} 2. c2 3. d2 *\n"),
            0,
            json!(["expect/unmet", 1, 4, 8, 4, 32]),
        ),
        (
            "[Game \"gipf\"]\n\n1. b3 *\n".to_owned(),
            0,
            json!(["tag/missing", 0, 1, 1, 1, 14]),
        ),
        (
            format!("{start}[Result \"1-0\"]\n\n1. b3 *\n"),
            1,
            Value::Null,
        ),
        (
            format!("{start}\n1. b3 2. c2 (2. a2-d4) *\n"),
            2,
            Value::Null,
        ),
    ] {
        let lines = replayed(&record, &[]);
        let end = lines.last().unwrap();
        let stop = &end["stopped"];
        let said = match stop {
            Value::Null => Value::Null,
            stop => {
                let span = &stop["span"];
                assert!(stop["message"].as_str().unwrap().ends_with('.'));
                json!([
                    stop["code"],
                    stop["turn"],
                    span["line"],
                    span["column"],
                    span["end_line"],
                    span["end_column"]
                ])
            }
        };
        assert_eq!(
            (&said, end["replayed"].as_u64(), lines.len()),
            (&stopped, Some(turns), turns as usize + 1),
            "{record}"
        );
        assert_eq!(end["valid"], false, "{record}");
    }
}

/// The record expects the error, so it is valid, but its turns were not played.
#[test]
fn a_replay_that_stops_as_expected_is_valid() {
    let record = "[Game \"gipf\"]\n\n{[%expect tag/missing]} 1. b3 *\n";
    let lines = replayed(record, &[]);
    let end = lines.last().unwrap();
    assert_eq!(
        (
            &end["valid"],
            &end["stopped"]["code"],
            &end["stopped"]["turn"]
        ),
        (&json!(true), &Value::Null, &json!(0))
    );
}

#[test]
fn variations_are_replayed_on_request() {
    let record =
        "[Game \"gipf\"]\n[Variant \"basic\"]\n\n1. b3 2. c2 (2. d2 3. f2 (3. g2)) 3. f7 *\n";
    let paths: Vec<_> = replayed(record, &["--variations"])
        .iter()
        .map(|line| json!([line["turn"], line["variation"], line["text"]]))
        .collect();
    let expected = [
        json!([1, null, "b3"]),
        json!([2, null, "c2"]),
        json!([2, [2, 1], "d2"]),
        json!([3, [2, 1], "f2"]),
        json!([3, [2, 1, 3, 1], "g2"]),
        json!([3, null, "f7"]),
        json!([null, null, null]),
    ];
    assert_eq!(paths, expected);
    assert_eq!(replayed(record, &[]).len(), 4);
    let text = Run::new(&["replay", "--variations", "-"])
        .stdin(&record)
        .done()
        .stdout();
    let begins: Vec<_> = text
        .lines()
        .map(|line| line.split(' ').take(3).collect::<Vec<_>>().join(" "))
        .collect();
    assert_eq!(
        begins[2..5],
        ["2.1/1. 2 d2", "2.1/2. 1 f2", "2.1/2.1/1. 1 g2"]
    );
}

#[test]
fn schemas_are_printed() {
    let listed = Run::new(&["schema"]).done().expect_status(0).stdout();
    let names: Vec<_> = listed
        .lines()
        .map(|line| line.split(' ').next().unwrap())
        .collect();
    let mut files: Vec<String> = std::fs::read_dir(root().join("corpus/schema"))
        .unwrap()
        .map(|file| {
            file.unwrap()
                .path()
                .file_stem()
                .unwrap()
                .to_string_lossy()
                .into_owned()
        })
        .collect();
    files.sort_unstable();
    assert_eq!(names, files);
    for name in names {
        let schema: Value =
            serde_json::from_str(&Run::new(&["schema", name]).done().stdout()).unwrap();
        assert_eq!(
            schema["$id"],
            format!(
                "urn:pipscribe:{}:schema/{name}.json",
                env!("CARGO_PKG_VERSION")
            )
        );
    }
    let unknown = Run::new(&["schema", "chekc"])
        .done()
        .expect_status(2)
        .stderr();
    assert!(unknown.contains("check"), "{unknown}");
}

fn sarif_run(arguments: &[&str], input: &str) -> Value {
    let arguments = [&["check", "--format", "sarif"], arguments].concat();
    let log = Run::new(&arguments).stdin(&input).done().stdout();
    serde_json::from_str::<Value>(&log).unwrap_or_else(|error| panic!("{error}: {log}"))["runs"][0]
        .clone()
}

#[test]
fn fingerprints_stay_when_other_records_change() {
    let prints = |input: &str| {
        let run = sarif_run(&["-"], input);
        let results = run["results"].as_array().unwrap().iter();
        results
            .map(|result| result["partialFingerprints"]["pipscribe/v1"].clone())
            .collect::<Vec<_>>()
    };
    let before = prints(BROKEN);
    assert!(!before.is_empty() && before.iter().all(Value::is_string));
    assert_eq!(prints(&format!("{VALID}\n{BROKEN}")), before);
    assert_ne!(prints(&BROKEN.replace("basic", "standard")), before);
}

#[test]
fn sarif_says_if_a_file_could_not_be_read() {
    let folder = Folder::new("sarif");
    let file = folder.file("a.pips", VALID);
    let missing = folder
        .path()
        .join("missing.pips")
        .to_string_lossy()
        .into_owned();
    let run = sarif_run(&[&file, &missing], "");
    assert_eq!(run["invocations"][0]["executionSuccessful"], false);
    assert_eq!(
        sarif_run(&[&file], "")["invocations"][0]["executionSuccessful"],
        true
    );
    // Findings are not a failure.
    assert_eq!(
        sarif_run(&["-"], BROKEN)["invocations"][0]["executionSuccessful"],
        true
    );
}
