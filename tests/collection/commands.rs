//! `stats`, `grep`, `dedupe`, `sort`, `merge`, `split` and `sample` from the command line.

use super::club::{ANN, BARE, ZIP, all, run};
use crate::support::{Folder, RecordText, VALID, file_names, random_game_of};

/// A `#` comment that follows the result and a blank line belongs to the next record, as in the
/// notation.
#[test]
fn comments_go_with_their_records() {
    let game = |date: &str, end: &str| {
        RecordText::new("pippip")
            .tag("Date", date)
            .with_moves(format!("*{end}"))
    };
    let event = |date: &str| format!("[Event \"e\"]\n{}", game(date, ""));
    let [old, new, last] = [
        game("2024", "\n# of old"),
        event("2026"),
        game("2025", " {end}\n"),
    ];
    let (first, cup, end) = (
        "# Found in the attic.\n",
        "# The cup.\n\n# In May.\n",
        "# The end.\n",
    );
    let text = format!("{first}{new}\n{cup}{old}\n{last}{end}");
    let folder = Folder::new("comments-of-records");
    let path = folder.file("games.pips", &text);
    for input in ["-", &path] {
        let run = |arguments: &[&str]| run(&[arguments, &["-q", input]].concat(), &text).stdout();
        assert_eq!(
            run(&["sort", "--by", "Date"]),
            format!("{cup}{old}\n{last}{end}{first}{new}\n")
        );
        assert_eq!(
            run(&["sort", "--by", "-Date"]),
            format!("{first}{new}\n{last}{end}{cup}{old}\n")
        );
        assert_eq!(run(&["merge"]), text);
        assert_eq!(run(&["sample", "-n", "9"]), text);
        assert_eq!(run(&["grep", "--record", "1"]), format!("{first}{new}\n"));
        assert_eq!(run(&["grep", "--record", "2"]), format!("{cup}{old}\n"));
        assert_eq!(run(&["grep", "--record", "3"]), format!("{last}{end}"));
    }
    let parts = folder.path().join("parts").display().to_string();
    run(&["split", "-q", "--by", "1", &path, "-o", &parts], "");
    let part = |number: u64| std::fs::read_to_string(format!("{parts}/{number:06}.pips")).unwrap();
    let expected = [
        format!("{first}{new}\n"),
        format!("{cup}{old}\n"),
        format!("{last}{end}"),
    ];
    assert_eq!([1, 2, 3].map(part), expected);
    // The note on a record that is left out is left out, too, and the next note stays.
    let note = "# Next: the final.\n";
    let twice = format!("{ANN}\n{cup}{ANN}\n{note}{ZIP}");
    assert_eq!(
        run(&["dedupe", "-q", "-"], &twice).stdout(),
        format!("{ANN}\n{note}{ZIP}")
    );
    let reported = run(&["dedupe", "-"], &format!("{note}{BARE}\n{ANN}"));
    assert_eq!(reported.stdout(), ANN);
    reported.expect_stderr("1 of these had different comments");
    // A byte order mark before comments would be text between records.
    let marked = folder.file("marked.pips", &format!("\u{FEFF}{note}{ZIP}"));
    for command in [&["grep", "-q"][..], &["sample", "-q", "-n", "9"]] {
        let both = run(&[command, &[&marked, &marked]].concat(), "").stdout();
        assert_eq!(both.trim_start_matches(&format!("{note}{ZIP}")), "");
        let both = run(&[command, &[&path, &marked]].concat(), "").stdout();
        assert_eq!(both, format!("{text}{note}{ZIP}"));
    }
    let page = folder.file("page.md", &format!("Text.\n\n```pips\n{text}```\n"));
    assert_eq!(
        run(&["grep", "-q", "--record", "2", &page], "").stdout(),
        format!("{cup}{old}\n")
    );
    assert_eq!(
        run(&["grep", "-q", "--record", "1", &page], "").stdout(),
        format!("{first}{new}\n")
    );
}

#[test]
fn an_output_does_not_replace_what_is_read() {
    let folder = Folder::new("output-is-input");
    let path = folder.file("games.pips", &all());
    let csv = folder.file("games.csv", "kept");
    for command in [
        &["grep", "--game", "pipe"][..],
        &["sample", "-n", "1"],
        &["stats"],
        &["convert", "--to", "csv"],
        &["convert", "--to", "sgf"],
    ] {
        for input in [&path, &folder.name()] {
            let output = run(&[command, &[input, "-o", &path]].concat(), "");
            assert_eq!(output.status(), Some(2), "{command:?} {}", output.stderr());
            assert_eq!(
                std::fs::read_to_string(&path).unwrap(),
                all(),
                "{command:?}"
            );
        }
    }
    // Outputs that contain none or only some of the records do not replace them either.
    for command in [
        &["shrink", &path, "-o", &path][..],
        &["dedupe", &path, "--dropped", &path],
        &["dedupe", &csv, "--dropped", &path],
        &["new", "gipf", "-o", &path],
        &["example", "G3.4", "-o", &path],
        &[
            "render",
            "corpus/gipf/real/game-a.pips",
            "--format",
            "svg",
            "-o",
            &path,
        ],
    ] {
        let output = run(command, "").expect_stderr("name another");
        assert_eq!(output.status(), Some(2), "{command:?}");
        assert_eq!(
            std::fs::read_to_string(&path).unwrap(),
            all(),
            "{command:?}"
        );
    }
    assert_eq!(
        run(
            &[
                "convert",
                "--to",
                "csv",
                "--columns",
                "all",
                &folder.name(),
                "-o",
                &csv
            ],
            ""
        )
        .status(),
        Some(0)
    );
    assert_ne!(std::fs::read_to_string(&csv).unwrap(), "kept");
}

/// Records are protected in every kind of file from which they are read.
#[test]
fn an_output_does_not_replace_a_document_with_records() {
    let folder = Folder::new("output-is-document");
    let games = folder.file("games.pips", &all());
    let fenced = format!("Text\n\n```pips\n{VALID}```\n");
    let latex = format!("Text\n\n\\begin{{pips}}\n{VALID}\\end{{pips}}\n");
    let texts = [
        ("page.md", fenced.as_str()),
        ("page.MARKDOWN", fenced.as_str()),
        ("page.mdx", fenced.as_str()),
        ("page.tex", latex.as_str()),
        ("page.typ", fenced.as_str()),
        ("upper-case.PIPS", VALID),
    ];
    for (name, text) in texts {
        let path = folder.file(name, text);
        for command in [
            &["check", "-q", &games, "-o", &path][..],
            &["dedupe", &games, "--dropped", &path],
            &["dedupe", &games, "-o", &path],
            &["merge", &games, "-o", &path],
            &["convert", "--to", "sgf", &games, "-o", &path],
            &["new", "gipf", "-o", &path],
            &["example", "G3.4", "-o", &path],
            &["render", "--format", "svg", &games, "-o", &path],
            &["stats", &games, "-o", &path],
            &["deck", "show", "twin-works", "-o", &path],
        ] {
            let output = run(command, "").expect_stderr("name another file");
            assert_eq!(output.status(), Some(2), "{command:?}");
            assert_eq!(std::fs::read_to_string(&path).unwrap(), text, "{command:?}");
        }
    }

    // The text around the records of a document would be lost, even if the document is read.
    let page = folder.file("page.md", &fenced);
    run(&["merge", &page, "-o", &page], "").expect_stderr("name another file");
    assert_eq!(std::fs::read_to_string(&page).unwrap(), fenced);
    let forced = run(&["merge", "--force", &games, "-o", &page], "");
    assert_eq!(forced.status(), Some(0), "{}", forced.stderr());
    assert_ne!(std::fs::read_to_string(&page).unwrap(), fenced);

    // A document without records is an output like any other.
    let report = folder.file("report.md", "# Report\n");
    let output = run(&["example", "G3.4", "-o", &report], "");
    assert_eq!(output.status(), Some(0), "{}", output.stderr());
    assert_ne!(std::fs::read_to_string(&report).unwrap(), "# Report\n");
}

#[test]
fn every_record_is_sorted_merged_split_and_none_is_lost() {
    let folder = Folder::new("collect");
    let games: Vec<String> = (0..30)
        .map(|seed| random_game_of(seed as usize, seed, 12))
        .collect();
    let (one, other) = (games[..20].join("\n"), games[20..].join("\n"));
    // The last line of the first file has no line break.
    let paths = [
        folder.file("in/a.pips", one.trim_end()),
        folder.file("in/b.pips", &other),
    ];
    let merged = folder.path().join("merged.pips").display().to_string();
    let output = run(&["merge", &paths[0], &paths[1], "-o", &merged], "");
    assert_eq!(output.stderr(), "30 records merged\n");
    let text = std::fs::read_to_string(&merged).unwrap();
    assert_eq!(text, format!("{}\n{other}", one.trim_end()));

    let sorted = run(&["sort", "--by", "game,-turns", &merged], "").stdout();
    let objects = run(&["check", "-q", "--format", "json", "-"], &sorted).stdout();
    let keys: Vec<(String, std::cmp::Reverse<u64>)> = objects
        .lines()
        .map(|line| serde_json::from_str::<serde_json::Value>(line).unwrap())
        .map(|object| {
            (
                object["game"].as_str().unwrap().to_owned(),
                std::cmp::Reverse(object["turns"].as_u64().unwrap()),
            )
        })
        .collect();
    assert!(keys.len() == 30 && keys.is_sorted(), "{keys:?}");

    let parts = folder.path().join("parts").display().to_string();
    let output = run(&["split", "--by", "7", &merged, "-o", &parts], "");
    assert!(
        output
            .stderr()
            .starts_with("30 records written into 5 files"),
        "{}",
        output.stderr()
    );
    let part =
        |name: &String| std::fs::read_to_string(folder.path().join("parts").join(name)).unwrap();
    let whole: String = file_names(&parts).iter().map(part).collect();
    assert_eq!(whole, text);
    let again = run(&["split", "--by", "7", &merged, "-o", &parts], "");
    assert!(
        again.status() == Some(2) && again.stderr().contains("already exists"),
        "{}",
        again.stderr()
    );
    let by_game = folder.path().join("games").display().to_string();
    run(&["split", "--by", "game", &merged, "-o", &by_game], "");
    assert_eq!(
        file_names(&by_game),
        ["gipf.pips", "pipe.pips", "pippinzip.pips", "pippip.pips"]
    );

    let sample =
        |seed: &str| run(&["sample", "-q", "-n", "5", "--seed", seed, &merged], "").stdout();
    assert_eq!(sample("1"), sample("1"));
    assert_ne!(sample("1"), sample("2"));
    assert_eq!(sample("3").matches("[Game ").count(), 5);
    assert_eq!(
        run(&["sample", "-q", "-n", "99", "-"], &text).stdout(),
        text
    );
}

#[test]
fn file_names_are_made_from_any_value() {
    let folder = Folder::new("split-names");
    let game = |event: &str| {
        RecordText::new("pippip")
            .tag("Event", event)
            .with_moves("*")
    };
    let events = ["a/b", "a b", "", "../..", "A_B"];
    let input: String = events.iter().map(|event| game(event)).collect();
    let output = run(
        &["split", "--by", "Event", "-", "-o", &folder.name()],
        &input,
    );
    assert!(output.status.success(), "{}", output.stderr());
    assert_eq!(
        file_names(folder.path()),
        [
            "A_B-3.pips",
            "a_b-2.pips",
            "a_b.pips",
            "unknown-2.pips",
            "unknown.pips"
        ]
    );
}

#[test]
fn a_record_without_a_boundary_is_reported_and_left_out() {
    let folder = Folder::new("no-border");
    let paths = [
        folder.file("a.pips", ZIP),
        folder.file("b.pips", "no record\n"),
    ];
    let output = run(&["merge", &paths[0], &paths[1]], "");
    assert_eq!((output.stdout().as_str(), output.status()), (ZIP, Some(1)));
    assert!(output.stderr().contains("left out"), "{}", output.stderr());
    // As the first record, it is read as before.
    assert_eq!(
        run(&["merge", &paths[1], &paths[0]], "").stdout(),
        format!("no record\n{ZIP}")
    );
}

#[test]
fn a_collection_is_counted() {
    let text = run(&["stats", "--depth", "1", "-"], &all()).stdout();
    for part in [
        "5 records: 4 valid, 1 invalid",
        "GIPF, basic: 4 records, 3 valid",
        "of 2 decided games: seat 1 0 %, seat 2 100 %",
        "gipf/off-board",
    ] {
        assert!(text.contains(part), "{part} is not in\n{text}");
    }
    let json: serde_json::Value =
        serde_json::from_str(&run(&["stats", "--format", "json", "-"], &all()).stdout()).unwrap();
    let gipf = &json["variants"][0];
    assert_eq!(
        (&json["records"], &gipf["games"], &gipf["results"]["0-1"]),
        (&5.into(), &4.into(), &2.into())
    );
    assert_eq!(gipf["openings"]["next"][0]["turn"], "b3");
    let page = run(&["stats", "--format", "html", "--coverage", "-"], &all()).stdout();
    assert!(
        page.contains("class=\"bar\"") && !page.contains("<script") && page.contains("G3.1"),
        "{page}"
    );
    let tree = roxmltree::Document::parse(
        &page[page.find("<body>").unwrap()..=page.rfind("</body>").unwrap() + 6],
    )
    .unwrap();
    assert!(
        tree.descendants()
            .filter(|node| node.attribute("class") == Some("bar"))
            .count()
            > 5
    );
    // Text of a record is never markup of the document.
    let event = "[Game \"pippip\"]\n[Variant \"<script>\"]\n\n*\n";
    assert!(
        !run(&["stats", "--format", "html", "-"], event)
            .stdout()
            .contains("<script")
    );
}

/// The comments at the start of a file do not become comments of the last record in the previous
/// file.
#[test]
fn comments_at_the_start_of_a_file_stay_with_it() {
    let folder = Folder::new("comments-of-files");
    let record = |event: &str, date: &str, end: &str| {
        RecordText::new("pippip")
            .tag("Event", event)
            .tag("Date", date)
            .with_moves(end)
    };
    let [one, two] = [record("a", "2025", "*"), record("b", "2024", "1. 5@b4/6 *")];
    let (head, cup) = ("# Club games\n", "# The cup\n");
    let paths = [
        folder.file("a.pips", &format!("{head}{one}")),
        folder.file("b.pips", &format!("{cup}{two}")),
    ];
    let merged = run(&["merge", "-q", &paths[0], &paths[1]], "");
    assert_eq!(
        (merged.stdout(), merged.stderr().as_str()),
        (format!("{head}{one}\n{cup}{two}"), "")
    );
    // Sorting two files is the same as sorting the merged one.
    for files in [vec![paths[0].as_str(), &paths[1]], vec!["-"]] {
        let sorted = run(
            &[&["sort", "-q", "--by", "Date"][..], &files].concat(),
            &merged.stdout(),
        );
        // The merged file has a blank line after the first record.
        let sorted = (format!("{}\n", sorted.stdout().trim_end()), sorted.stderr());
        assert_eq!(sorted, (format!("{cup}{two}\n{head}{one}"), String::new()));
        let kept = run(&[&["dedupe", "-q"][..], &files].concat(), &merged.stdout());
        assert_eq!(kept.stdout(), merged.stdout());
    }
    // Comments before a blank line are about the whole file.
    let about = format!("\u{FEFF}# By Ann\n{head}\n# The first\n{one}\n{cup}{two}");
    let sorted = run(&["sort", "-q", "--by", "Date", "-"], &about).stdout();
    assert_eq!(
        sorted,
        format!("# By Ann\n{head}\n{cup}{two}\n# The first\n{one}\n")
    );
    // A byte order mark does not stay with the comments after it.
    let marked = run(
        &["sort", "-q", "--by", "Date", "-"],
        &format!("\u{FEFF}{}", merged.stdout()),
    )
    .stdout();
    assert_eq!(marked, format!("{cup}{two}\n{head}{one}\n"));
    // A record without a result takes over the comments after it, whatever is between them. In this
    // case, both places are named.
    for end in ["1. 5@b4/6", "{never closed"] {
        let open = folder.file("open.pips", &record("a", "2025", end));
        let merged = run(&["merge", "-q", &open, &paths[1]], "");
        let words = format!(
            "{}:2: the `#` comments before it are now read as part of {open}:1",
            paths[1]
        );
        assert!(merged.stderr().contains(&words), "{}", merged.stderr());
        let sorted = run(&["sort", "-q", "--by", "-Date", &open, &paths[1]], "");
        assert!(
            sorted
                .stderr()
                .contains("the `#` comments before it are now read as part of"),
            "{}",
            sorted.stderr()
        );
        let parts = format!("{}/parts", folder.name());
        let split = run(
            &[
                "split", "-q", "--by", "game", "-o", &parts, &open, &paths[1],
            ],
            "",
        );
        assert!(
            split
                .stderr()
                .contains(&format!("are now read as part of {open}:1")),
            "{}",
            split.stderr()
        );
        std::fs::remove_dir_all(&parts).unwrap();
    }
}
