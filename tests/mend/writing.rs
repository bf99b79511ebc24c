//! Writing into files: a fix changes its record, and no other byte.

use pipscribe::games::Context;
use std::collections::BTreeMap;

use pipscribe::Checked;
use pipscribe::notation::split_text;
use pipscribe::publish::documents::PageKind;
use pipscribe::text::RawRecord;
use serde_json::Value;

use super::mistakes::{Dice, Ending, Game, KINDS, Kind};
use crate::support::{Folder, Run, random_game_of, scaled};

/// Valid records around the one with a mistake.
const BEFORE: &str = r#"[Game "gipf"]
[Variant "basic"]

1. b3 2. b4 *
"#;
const AFTER: &str = r#"[Game "pippinzip"]
[Variant "pipeline"]
[Size "5"]

1. b5 2. take *
"#;

/// An extension, and a file of that kind with a record between others.
type Container = (&'static str, fn(&str) -> String);

const CONTAINERS: [Container; 9] = [
    ("pips", |wrong| format!("{BEFORE}\n{wrong}\n{AFTER}")),
    ("pips", |wrong| {
        format!("{BEFORE}\n{wrong}\n{AFTER}").replace('\n', "\r\n")
    }),
    ("pips", |wrong| {
        format!("# games\n\n{wrong}{AFTER}\n\n\n{BEFORE}")
    }),
    ("pips", |wrong| {
        format!("{BEFORE}\n{wrong}\n# the next\n\n[Event \"e\"]\n{AFTER}")
    }),
    ("md", |wrong| {
        format!(
            "# Page\n\n```pips\n{BEFORE}```\n\nText\n\n```pips\n{wrong}```\n\n~~~pips\n{AFTER}~~~\n"
        )
    }),
    ("md", |wrong| {
        let lines = |text: &str| {
            text.lines()
                .map(|line| format!("> {line}").trim_end().to_owned() + "\n")
                .collect()
        };
        let records: String = lines(&format!("```pips\n{BEFORE}\n{wrong}```"));
        format!("Text\n\n{records}\n```pips\n{AFTER}```\n")
    }),
    ("md", |wrong| {
        let lines = wrong
            .lines()
            .map(|line| format!("   {line}").trim_end().to_owned() + "\n");
        format!(
            "1. item\n\n   ```pips\n{}   ```\n\n2. item\n",
            lines.collect::<String>()
        )
    }),
    ("tex", |wrong| {
        format!(
            "\\begin{{pips}}\n{wrong}\\end{{pips}}\nText\n\\begin{{pips}}\n{AFTER}\\end{{pips}}\n"
        )
    }),
    ("typ", |wrong| {
        format!("= Page\n```pips\n{wrong}```\nText\n```pips\n{BEFORE}\n{AFTER}```\n")
    }),
];

/// A file with a mistake.
struct Sample {
    name: String,
    kind: Option<PageKind>,
    before: String,
    /// The number of records if the record with the mistake begins as it should. A damaged first
    /// line makes it a part of the record before it.
    intact: usize,
}

impl Sample {
    /// A file of some kind with a mistake in a game of some kind.
    fn of(kind: &Kind, index: usize) -> Option<Self> {
        let mut dice = Dice((index as u64 + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1);
        let wrong = (0..60).find_map(|try_| {
            let game = Game::parse(&random_game_of(index + try_, index as u64, 24))?;
            let ending = Ending::ALL[dice.below(Ending::ALL.len())];
            (kind.make)(&game.ended(ending, &mut dice)?, &mut dice)
        })?;
        let (extension, file) = CONTAINERS[index % CONTAINERS.len()];
        let name = format!("{}-{index}.{extension}", kind.name);
        let mut sample = Self {
            name,
            kind: PageKind::of_ending(extension),
            before: file(&wrong.text),
            intact: 0,
        };
        let begun = file("[Game \"gipf\"]\n[Variant \"basic\"]\n\n1. b3 *\n");
        sample.intact = sample.records(&begun).len();
        Some(sample)
    }

    /// The records of the file, without what is before the first.
    fn records(&self, text: &str) -> Vec<RawRecord> {
        let records = match self.kind {
            Some(kind) => kind.records(text.as_bytes()),
            None => split_text(text.as_bytes()),
        };
        records.into_iter().filter(RawRecord::is_record).collect()
    }

    /// The errors in the file after a fix was written; `promised` has the verdict of each record,
    /// from 1, after its fix.
    fn complaints(&self, after: &str, promised: &BTreeMap<usize, Promise>) -> Vec<String> {
        let (old, new) = (self.records(&self.before), self.records(after));
        if old.len() != new.len() {
            let separated = new.iter().all(|new| {
                let checked = Checked::new(new.clone(), &Context::default());
                checked.report.is_valid()
            });
            let is_right = new.len() == self.intact && separated;
            let complaint = format!("{} records were {}", new.len(), old.len());
            return if is_right {
                Vec::new()
            } else {
                vec![complaint]
            };
        }
        let mut complaints = Vec::new();
        for (index, (old, new)) in old
            .iter()
            .zip(&new)
            .enumerate()
            .filter(|(_, (old, new))| old.bytes != new.bytes)
        {
            let Some(promise) = promised.get(&(index + 1)) else {
                complaints.push(format!("record {} is written without a fix", index + 1));
                continue;
            };
            let report = Checked::new(new.clone(), &Context::default()).report;
            if report.turns != promise.turns || (promise.is_valid && !report.is_valid()) {
                complaints.push(format!(
                    "record {} is not as promised: {:?}",
                    index + 1,
                    report.findings.first()
                ));
            }
            // Everything before it and after its last character is unchanged.
            let (offset, lines) = old.lines();
            let rest = &self.before[offset as usize + lines.trim_ascii_end().len()..];
            if !after.starts_with(&self.before[..old.offset as usize]) {
                complaints.push(format!("something before record {} is changed", index + 1));
            }
            if !after.ends_with(rest) {
                complaints.push(format!("something after record {} is changed", index + 1));
            }
        }
        if self.before.contains("\r\n") && after.replace("\r\n", "").contains('\n') {
            complaints.push("a line end is another".to_owned());
        }
        complaints
    }
}

/// The promise of a fix for its record.
struct Promise {
    turns: u32,
    is_valid: bool,
}

/// The output of `mend` for each record of some files.
fn reported(files: &[String]) -> Vec<Value> {
    let mut arguments = vec!["mend", "--format", "json", "--quiet"];
    arguments.extend(files.iter().map(String::as_str));
    let output = Run::new(&arguments).done().stdout();
    output
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

/// The promise for each record of a file, by the fix that is to be written.
fn promises(reported: &[Value], file: &str, pick: Option<usize>) -> BTreeMap<usize, Promise> {
    let promise = |line: &Value| {
        let mend = line["mends"].get(pick.unwrap_or(1) - 1)?;
        let is = |key: &str| mend[key] == Value::Bool(true);
        let turns = u32::try_from(mend["legal_turns"].as_u64()?).ok()?;
        let is_written = pick.is_some() || is("sole");
        let promise = Promise {
            turns,
            is_valid: is("complete") && is("result_agrees"),
        };
        is_written.then(|| {
            (
                usize::try_from(line["record"].as_u64().unwrap()).unwrap(),
                promise,
            )
        })
    };
    reported
        .iter()
        .filter(|line| line["path"] == file)
        .filter_map(promise)
        .collect()
}

/// A discard was left out, and an exchange of hands would also explain the only turn after it.
#[test]
fn hands_are_not_exchanged_without_asking_for_a_single_turn() {
    let record = "[Game \"pipe\"]\n[Variant \"both\"]\n[Players \"3\"]\n[Deck \"twin-works\"]\n\
        [Hand1 \"18,6,26,40,27,36,47,41,1\"]\n[Hand2 \"15,17,8,9,32,43,46,11,22\"]\n\
        [Hand3 \"24,34,38,29,44,14,23,5,48\"]\n\
        [Stock \"7,42,19,45,10,3,28,25,16,21,4,33,39,30,13,12,20,35,37,31,2\"]\n\n\
        1. discard:18,27,40,41;claim:white\n2. discard:23,34,38,48;claim:dark\n";
    let folder = Folder::new("mend-hands");
    for way in [&["mend", "--write"][..], &["check", "--fix"]] {
        let file = folder.file("game.pips", record);
        Run::new(&[way, &[&file]].concat()).done().expect_status(1);
        assert_eq!(std::fs::read_to_string(&file).unwrap(), record, "{way:?}");
    }
}

/// Tags directly above a record may belong to it, whatever ends the record before it.
#[test]
fn tags_above_the_next_record_stay_there() {
    let game = "[Game \"gipf\"]\n[Variant \"basic\"]\n\n";
    let tags = "[Player1 \"Cy\"]\n[Player2 \"Di\"]\n\n";
    let folder = Folder::new("mend-tags-above");
    for end in [
        "1. b3 2. c2",
        "1. b3 2. c2 * {open",
        "1. b3 2. c2 3. resigns",
        "1. b3 2. h3 White wins",
    ] {
        let text = format!("{game}{end}\n\n{tags}{game}1. b3 *\n");
        for way in [&["mend", "--write"][..], &["check", "--fix"]] {
            let file = folder.file("games.pips", &text);
            Run::new(&[way, &[&file]].concat()).done().expect_status(1);
            assert_eq!(std::fs::read_to_string(&file).unwrap(), text, "{way:?}");
        }
        let converted = Run::new(&["convert", "-"]).stdin(&text).done().stdout();
        assert!(
            !converted.contains("Cy\"]\n[Player2 \"Di\"]\n\n1."),
            "{converted}"
        );
    }
    let text = format!("{game}1. b3 2. c2\n\n{tags}{game}1. b3 *\n");
    let checked = Run::new(&["check", "-"]).stdin(&text).done();
    checked
        .expect_stdout("may belong to it")
        .expect_stdout("End this record with its result");
    // Without a next record, the tags can only be those of this record.
    let text = format!("{game}1. b3 2. c2\n\n{tags}");
    let file = folder.file("game.pips", &text);
    Run::new(&["mend", "--write", &file])
        .done()
        .expect_status(0);
}

/// After a block that is not closed, the text is the author's.
#[test]
fn text_after_an_unclosed_block_stays() {
    let record = "[Game \"gipf\"]\n[Variant \"basic\"]\n\n1. b3 *\n\n";
    let text = "A paragraph without end.\n\n";
    let folder = Folder::new("mend-unclosed-blocks");
    for (name, page) in [
        (
            "two.md",
            format!("```pips\n{record}{text}```pips\n{record}```\n"),
        ),
        ("last.md", format!("```pips\n{record}{text}")),
        (
            "quoted.md",
            format!("```pips\n{record}{text}```pips\n{record}```\n")
                .lines()
                .map(|line| format!("> {line}\n"))
                .collect(),
        ),
        (
            "two.tex",
            format!("\\begin{{pips}}\n{record}{text}\\begin{{pips}}\n{record}\\end{{pips}}\n"),
        ),
    ] {
        for way in [&["mend", "--write"][..], &["check", "--fix"]] {
            let file = folder.file(name, &page);
            let ran = Run::new(&[way, &[&file]].concat()).done().expect_status(1);
            assert_eq!(std::fs::read_to_string(&file).unwrap(), page, "{name}");
            assert!(!ran.stdout().contains("the only fix"), "{name}");
        }
        let file = folder.file(name, &page);
        let checked = Run::new(&["check", &file]).done();
        if name == "two.tex" {
            checked.expect_stderr("nothing closes this block");
        } else {
            checked.expect_stdout("The code block of this record is not closed.");
        }
    }
    // A closed block is fixed as before.
    let closed = format!("```pips\n{}```\n", record.replace("1. b3", "Turn 1: b3"));
    let file = folder.file("closed.md", &closed);
    Run::new(&["mend", "--write", &file])
        .done()
        .expect_status(0);
}

mod slow {
    use super::*;

    #[test]
    fn a_fix_changes_only_its_bytes() {
        let kinds: Vec<&Kind> = KINDS.iter().copied().flatten().collect();
        let count = scaled(u32::try_from(kinds.len()).unwrap()) as usize;
        let samples: Vec<Sample> = (0..count)
            .filter_map(|index| Sample::of(kinds[index % kinds.len()], index))
            .collect();
        assert!(
            samples.len() * 4 > count * 3,
            "{} of {count}",
            samples.len()
        );
        let folder = Folder::new("mend-writing");
        let mut complaints = Vec::new();
        let mut written = 0;
        let ways: [(&[&str], Option<usize>); 4] = [
            (&["mend", "--write", "--no-trace"], None),
            (&["check", "--fix"], None),
            (&["mend", "--pick", "1"], Some(1)),
            (&["mend", "--pick", "2", "--no-trace"], Some(2)),
        ];
        let files = || {
            samples
                .iter()
                .map(|sample| folder.file(&sample.name, &sample.before))
                .collect::<Vec<_>>()
        };
        let reported = reported(&files());
        for (way, pick) in ways {
            let files = files();
            let arguments = way
                .iter()
                .copied()
                .chain(Some("--quiet"))
                .chain(files.iter().map(String::as_str));
            let output = Run::new(&arguments.collect::<Vec<_>>()).done();
            assert_ne!(output.status(), Some(2), "{way:?}: {}", output.stderr());
            for (sample, file) in samples.iter().zip(&files) {
                let after = std::fs::read_to_string(file).unwrap();
                written += usize::from(after != sample.before);
                for complaint in sample.complaints(&after, &promises(&reported, file, pick)) {
                    let (name, before) = (&sample.name, &sample.before);
                    complaints.push(format!(
                        "{way:?} {name}: {complaint}\n{before}\n--- after\n{after}"
                    ));
                }
            }
        }
        assert!(written > count / 2, "{written} of {count}");
        assert!(
            complaints.is_empty(),
            "{} complaints\n{}",
            complaints.len(),
            complaints.join("\n")
        );
    }

    /// Tests the fix that `check` gives to editors and other programs.
    #[test]
    fn the_fix_of_a_finding_changes_only_its_bytes() {
        let kinds: Vec<&Kind> = KINDS.iter().copied().flatten().collect();
        let count = scaled(u32::try_from(kinds.len()).unwrap()) as usize;
        let mut fixed = 0;
        for sample in
            (0..count).filter_map(|index| Sample::of(kinds[index % kinds.len()], index + 1000))
        {
            for (at, raw) in sample.records(&sample.before).into_iter().enumerate() {
                let checked = Checked::new(raw.clone(), &Context::default());
                let Some(fix) = checked
                    .first_error_with_fix()
                    .and_then(|finding| finding.fix)
                else {
                    continue;
                };
                fixed += 1;
                // Edits are applied from the last to the first, as programs do.
                let mut after = sample.before.clone().into_bytes();
                for (span, text) in fix.edits.iter().rev() {
                    let range = checked.source().in_file(*span);
                    let text = checked.source().lines_in_file(text);
                    after.splice(range.start as usize..range.end as usize, text.into_bytes());
                }
                let after = String::from_utf8(after).unwrap();
                let now = Checked::new(sample.records(&after).swap_remove(at), &Context::default());
                let promise = Promise {
                    turns: now.report.turns,
                    is_valid: true,
                };
                let complaints = sample.complaints(&after, &BTreeMap::from([(at + 1, promise)]));
                assert!(
                    complaints.is_empty(),
                    "{complaints:?}\n{}\n--- after\n{after}",
                    sample.before
                );
            }
        }
        assert!(fixed * 20 > count, "{fixed} of {count}");
    }
}
