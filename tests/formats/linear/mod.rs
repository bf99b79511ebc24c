//! Every reader of a foreign format takes time in proportion to its input, whatever of it is repeated.
//!
//! Time on a clock says little on a busy machine, and memory nothing about text that is looked at again and again.
//! So instructions are counted, which are the same for the same binary: this test runs itself under
//! `valgrind --tool=callgrind`, which writes a count at the end of every call of [`counted_work`]. Each part of each format is
//! repeated n, 2n and 4n times. What the last 2n cost is then about twice of what the n before them cost, and four
//! times where the cost grows with the square; the constant share of both falls out of the difference. Without
//! valgrind the test is skipped, and says so. `LINEAR_SCALE=8 cargo test linear` takes longer texts, in which smaller
//! shares of a square show.

mod cases;

use std::hint::black_box;
use std::io::Write;
use std::process::Command;

use pipscribe::formats::{Assumptions, Format, Pieces, TextStream, decode, format_named};
use pipscribe::text::SourceText;

use crate::support::Folder;
use cases::CASES;

/// How many bytes the shortest text repeats.
const LENGTH: usize = 500;
/// What a linear reader's costs may grow by where those of the text before double.
const MOST: f64 = 2.6;
/// In the environment of the run that is counted.
const COUNTED: &str = "PIPSCRIBE_LINEAR";

/// A text of a format with a part that is repeated.
struct Case {
    format: &'static str,
    before: &'static str,
    /// `#` stands for the number of the repetition, from 1.
    part: &'static str,
    behind: &'static str,
}

const fn case(format: &'static str, before: &'static str, part: &'static str, behind: &'static str) -> Case {
    Case { format, before, part, behind }
}

impl Case {
    fn text(&self, times: usize) -> String {
        let mut text = self.before.to_owned();
        for number in 1..=times {
            text.push_str(&self.part.replace('#', &number.to_string()));
        }
        text + self.behind
    }
}

/// What callgrind counts: it is told this function's name.
#[inline(never)]
fn counted_work(work: &mut dyn FnMut()) {
    work();
}

/// Reads a file as `convert` does.
fn read(format: &dyn Format, bytes: &[u8]) {
    let mut stream = TextStream::new(bytes).unwrap();
    let declared = format.declared_encoding(&stream.head());
    stream.declare(declared.as_deref());
    let assumptions = Assumptions { variant: assumed_variant(format), ..Assumptions::default() };
    for piece in Pieces::new(stream, format.cut()).map(Result::unwrap) {
        let text = decode(&piece.bytes, format.declared_encoding(&piece.bytes).as_deref()).text;
        let source = SourceText::new(text, piece.offset, piece.line);
        drop(black_box(format.read(&source, &assumptions)));
    }
}

fn assumed_variant(format: &dyn Format) -> Option<String> {
    ["gipf.com", "gipf.first-spot"].contains(&format.name()).then(|| "basic".to_owned())
}

fn scale() -> usize {
    std::env::var("LINEAR_SCALE").ok().and_then(|scale| scale.parse().ok()).unwrap_or(1)
}

/// The cases of a run, all unless `LINEAR_ONLY` names the beginning of a format.
fn cases() -> impl Iterator<Item = &'static Case> {
    let only = std::env::var("LINEAR_ONLY").unwrap_or_default();
    CASES.iter().filter(move |case| case.format.starts_with(&only))
}

#[test]
#[ignore = "the work that is counted"]
fn counted() {
    if std::env::var_os(COUNTED).is_none() {
        return;
    }
    counted_work(&mut || ());
    for case in cases() {
        let format = format_named(case.format).unwrap();
        let times = (LENGTH * scale()).div_ceil(case.part.len());
        for times in [times, 2 * times, 4 * times] {
            let text = case.text(times);
            counted_work(&mut || read(format, text.as_bytes()));
        }
    }
}

/// Runs the work under callgrind; how many instructions each call of it took. `None` without valgrind.
fn instructions() -> Option<Vec<u64>> {
    if Command::new("valgrind").arg("--version").output().is_err() {
        // Straight to the terminal: what tests print is not shown where they pass.
        let _ = writeln!(std::io::stderr(), "SKIPPED: no instructions are counted, as valgrind is not installed");
        return None;
    }
    let folder = Folder::new("linear");
    let out = folder.path().join("out");
    let (_, this_module) = module_path!().split_once("::").unwrap();
    let output = Command::new("valgrind")
        .args(["--tool=callgrind", "--dump-after=*counted_work*"])
        .arg(format!("--callgrind-out-file={}", out.display()))
        .arg(std::env::current_exe().unwrap())
        .args([&format!("{this_module}::counted"), "--exact", "--ignored", "--test-threads=1"])
        .env(COUNTED, "1")
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let count = |number: usize| -> Option<u64> {
        let text = std::fs::read_to_string(out.with_file_name(format!("out.{number}"))).ok()?;
        text.lines().find_map(|line| line.strip_prefix("totals: ")?.trim().parse().ok())
    };
    // The first call does nothing: its count is that of all before.
    Some((2..).map_while(count).collect())
}

#[test]
#[ignore = "minutes under valgrind: cargo test linear -- --ignored"]
fn readers_take_time_in_proportion() {
    let Some(counts) = instructions() else { return };
    let mut slow = Vec::new();
    let mut count = 0;
    for (case, costs) in cases().zip(counts.chunks(3)) {
        let [one, two, four] = [0, 1, 2].map(|at| costs[at] as f64);
        let growth = (four - two) / (two - one);
        count += 1;
        let line = format!("{growth:.2} {:>12} {} {:?}", costs[2], case.format, case.part);
        println!("{line}");
        if growth > MOST {
            slow.push(line);
        }
    }
    assert_eq!(count, cases().count());
    assert!(slow.is_empty(), "costs grow faster than these texts:\n{}", slow.join("\n"));
}
