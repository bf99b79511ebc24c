//! Every command that handles more than one record cuts a stream in the same places.

use pipscribe::notation::{Entries, Entry, RecordSplitter};

use crate::support::{Folder, Run, file_names};

/// A record of a stream, with the comments before it.
struct Expected {
    text: String,
    line: u64,
}

fn expected(stream: &str) -> Vec<Expected> {
    let entries = Entries::new(RecordSplitter::new(stream.as_bytes())).map(Result::unwrap);
    let record = |entry: Entry| {
        let line = entry.record.as_ref()?.line;
        let text = String::from_utf8(entry.joined()?.bytes).unwrap();
        Some(Expected {
            text: text.trim_start_matches('\u{feff}').to_owned(),
            line,
        })
    };
    entries.filter_map(record).collect()
}

fn lines_of(json_lines: &str) -> Vec<u64> {
    let line = |text: &str| {
        serde_json::from_str::<serde_json::Value>(text).unwrap()["line"]
            .as_u64()
            .unwrap()
    };
    json_lines.lines().map(line).collect()
}

/// Streams of valid records. The text between two records is of a kind that once moved a tag or a
/// comment into the wrong record.
fn streams() -> Vec<String> {
    const TAGS: &str = "[Game \"gipf\"]\n[Variant \"basic\"]\n";
    let ends = [
        "*",
        "* {he wrote \\{ here}",
        "* {[%diagram \"a {b\"] ok}",
        "* {see [%label c3 \"}\"]}",
        "1/2\u{2013}1/2",
        "* # end",
        "* {two\n\nlines}",
    ];
    let heads = [
        "",
        "# next\n",
        "[Event \"Second\"]\n",
        "# next\n\n# more\n[Event \"Second\"]\n",
        "[Date \"2026\"] # when\n[Site \"x\"]\n\n",
    ];
    let record = |head: &str, end: &str| {
        let termination = if end.contains('/') {
            "[Termination \"agreement\"]\n"
        } else {
            ""
        };
        format!("{head}{TAGS}{termination}\n1. b3 2. h3 {end}\n")
    };
    let mut streams = Vec::new();
    for end in ends {
        let mut stream = String::from("# about the file\n\n# first\n");
        for head in heads {
            stream += &format!("{}\n", record(head, end));
        }
        streams.push(stream.replace('\n', "\r\n"));
        streams.push(stream.trim_end().to_owned());
        streams.push(stream);
    }
    streams
}

#[test]
fn every_command_cuts_a_stream_in_the_same_places() {
    let folder = Folder::new("streams");
    for (number, stream) in streams().iter().enumerate() {
        let path = folder.file(&format!("{number}.pips"), stream);
        let records = expected(stream);
        let count = records.len();
        assert_eq!(count, 5, "{stream}");
        let lines: Vec<u64> = records.iter().map(|record| record.line).collect();
        let texts: String = records.iter().map(|record| record.text.as_str()).collect();
        let run = |arguments: &[&str]| Run::new(&[arguments, &[path.as_str()]].concat()).done();
        let run_well = |arguments: &[&str]| run(arguments).expect_status(0).stdout();

        assert_eq!(
            lines_of(&run_well(&["check", "--format", "json"])),
            lines,
            "{stream}"
        );
        assert_eq!(run_well(&["merge"]), texts, "merge: {stream}");
        assert_eq!(
            run_well(&["sort", "--by", "record"]),
            texts,
            "sort: {stream}"
        );
        assert_eq!(run_well(&["sample", "-n", "9"]), texts, "sample: {stream}");
        assert_eq!(
            run_well(&["grep", "--game", "gipf"]),
            texts,
            "grep: {stream}"
        );
        assert_eq!(
            run_well(&["grep", "--game", "gipf", "--count"]),
            format!("{count}\n")
        );
        assert!(
            run_well(&["stats", "--format", "json"]).contains(&format!("\"records\":{count}")),
            "{stream}"
        );
        assert_eq!(
            run_well(&["convert", "--to", "jsonl"]).lines().count(),
            count,
            "{stream}"
        );
        let sgf = run_well(&["convert", "--to", "sgf"]);
        assert_eq!(
            sgf.matches("Second").count(),
            stream.matches("Second").count(),
            "{stream}"
        );

        let split = folder.path().join(format!("split-{number}"));
        run_well(&["split", "--by", "1", "--output", split.to_str().unwrap()]);
        let parts = file_names(&split)
            .into_iter()
            .map(|name| std::fs::read_to_string(split.join(name)).unwrap());
        let parts: Vec<String> = parts.collect();
        let with_line_end = |text: &str| {
            if text.ends_with('\n') {
                text.to_owned()
            } else {
                format!("{text}\n")
            }
        };
        let wanted: Vec<String> = records
            .iter()
            .map(|record| with_line_end(&record.text))
            .collect();
        assert_eq!(parts, wanted, "split: {stream}");

        let formatted = Run::new(&["fmt", "-"])
            .stdin(stream)
            .done()
            .expect_status(0)
            .stdout();
        let again = Run::new(&["fmt", "-"])
            .stdin(&formatted)
            .done()
            .expect_status(0)
            .stdout();
        assert_eq!(formatted, again);
        let formatted = expected(&formatted);
        assert_eq!(formatted.len(), count, "fmt: {stream}");
        let hashes = |text: &str| text.matches('#').count();
        for (before, after) in records.iter().zip(&formatted) {
            assert_eq!(
                hashes(&before.text),
                hashes(&after.text),
                "comments stay with their record: {stream}"
            );
        }
    }
}

#[test]
fn a_damaged_first_line_spoils_no_other_record() {
    let record = "[Variant \"basic\"]\n\n1. b3 2. h3 *\n\n";
    for opening in [
        "[Game gipf]",
        "[GAME \"GIPF\"]",
        "[Gmae \"gipf\"]",
        "> [Game \"gipf\"]",
        " [Game \"gipf\"]",
        "[Game “gipf”]",
        "[Game: gipf]",
    ] {
        for line_end in ["\n", "\r\n", "\r"] {
            let sound = format!("[Game \"gipf\"]\n{record}");
            let stream = format!("{sound}{opening}\n{record}{sound}").replace('\n', line_end);
            let run = Run::new(&["check", "--format", "json", "-"])
                .stdin(&stream)
                .done();
            let records: Vec<serde_json::Value> = run
                .stdout()
                .lines()
                .map(|line| serde_json::from_str(line).unwrap())
                .collect();
            let valid: Vec<_> = records
                .iter()
                .map(|record| record["valid"].as_bool().unwrap())
                .collect();
            assert_eq!(valid.len(), 3, "{stream}");
            assert!(valid[0] && valid[2], "{stream}");
        }
    }
}

#[test]
fn tags_that_set_up_play_may_come_before_the_game() {
    for (tags, rest) in [
        ("[Variant \"basic\"]\n[Game \"gipf\"]\n", "1. b3 *"),
        (
            "[Options \"out=empty\"]\n[Game \"gipf\"]\n[Variant \"tournament\"]\n",
            "1. Ge8 *",
        ),
        (
            "[Size \"7\"]\n[Variant \"pipeline\"]\n[Game \"pippinzip\"]\n",
            "*",
        ),
    ] {
        let stream = format!("{tags}\n{rest}\n");
        for stream in [stream.clone(), format!("{stream}\n{stream}")] {
            let json = Run::new(&["check", "--format", "json", "-"])
                .stdin(&stream)
                .done()
                .expect_status(0)
                .stdout();
            for line in json.lines() {
                let record: serde_json::Value = serde_json::from_str(line).unwrap();
                assert_eq!(
                    record["findings"].as_array().unwrap().len(),
                    1,
                    "{stream}{line}"
                );
                assert_eq!(record["findings"][0]["severity"], "warning");
            }
            assert_eq!(json.lines().count(), stream.matches("[Game").count());
            let formatted = Run::new(&["fmt", "-"])
                .stdin(&stream)
                .done()
                .expect_status(0)
                .stdout();
            assert!(formatted.starts_with("[Game "), "{formatted}");
            assert_eq!(formatted.matches("[Game").count(), json.lines().count());
        }
    }
}
