//! Every reader of a foreign format takes linear time, whatever part of its input is repeated, and
//! so do the writers of write-only formats, and Markdown.
//!
//! Wall time is unreliable on a busy machine, and memory does not show text that is read again and
//! again. So instructions are counted, which hardly differ from run to run of the same binary (by
//! the seeds of hashes and by the allocator): this test runs itself under
//! `valgrind --tool=callgrind`, which reports the cost of each call of [`counted_work`] separately.
//! Each part of each format is repeated once, n times, and 2n times. With linear cost the second n
//! cost as much as the first n, with quadratic cost three times as much; a reader that is quadratic
//! on purpose must be detected. Without valgrind the test is skipped with a message;
//! `PIPSCRIBE_VALGRIND=required` makes that a failure.
//!
//! It takes about two minutes on two cores, so it is run by name:
//! `cargo test linear -- --ignored --nocapture` prints the cost of each row. `LINEAR_SCALE=8`
//! before this command uses longer texts, which reveal smaller quadratic shares, and
//! `LINEAR_ONLY=sgf` runs one format.

use pipscribe::games::Context;
use std::collections::HashMap;
use std::hint::black_box;
use std::process::Command;

use pipscribe::Checked;
use pipscribe::formats::{Assumptions, FORMATS, Format, Pieces, decode, format_named};
use pipscribe::notation::split_text;
use pipscribe::publish::documents::PageKind;
use pipscribe::text::SourceText;

use crate::support::{Folder, skipped};

mod boards;
mod games;
mod pages;
mod searches;
mod trees;

/// Number of bytes that are repeated the first time.
const LENGTH: usize = 200;
/// The largest part of the cost of repetitions that may exceed linear cost. Quadratic cost gives
/// 0.5; linear readers have reached 0.14.
const MAX: f64 = 0.2;
/// The limit of a search's cost per byte of a record, parsing and judging included: it must not
/// copy or read the record for everything that it tries, which would cost 500,000 or more. The
/// highest observed cost is 25,000.
const MAX_A_BYTE: f64 = 60_000.0;
/// The number of parallel runs, each with its share of the cases.
const SHARES: usize = 2;
/// Number of texts for each case.
const TEXTS: usize = 3;
/// Environment variable of a counted run: the number of its share.
const SHARE: &str = "PIPSCRIBE_LINEAR";

/// A text of a format with a part that is repeated.
struct Case {
    format: &'static str,
    before: &'static str,
    /// `#` stands for the number of the repetition, from 1.
    part: &'static str,
    behind: &'static str,
    /// Number of bytes that are repeated the first time.
    length: usize,
}

const fn case(
    format: &'static str,
    before: &'static str,
    part: &'static str,
    behind: &'static str,
) -> Case {
    Case {
        format,
        before,
        part,
        behind,
        length: LENGTH,
    }
}

/// A case whose part of a turn is long, because little is then tried for it: the search for fixes
/// costs more than parsing.
const fn long(
    format: &'static str,
    before: &'static str,
    part: &'static str,
    behind: &'static str,
) -> Case {
    Case {
        format,
        before,
        part,
        behind,
        length: 8 * LENGTH,
    }
}

/// A case whose part costs so much that a few repetitions are enough.
const fn few(
    format: &'static str,
    before: &'static str,
    part: &'static str,
    behind: &'static str,
) -> Case {
    Case {
        format,
        before,
        part,
        behind,
        length: LENGTH / 4,
    }
}

/// A reader that is quadratic on purpose. Detecting it shows that real ones would be detected.
const SQUARE: Case = case("square", "", "x", "");

impl Case {
    fn text(&self, times: usize) -> String {
        let mut text = self.before.to_owned();
        for number in 1..=times {
            text.push_str(&self.part.replace('#', &number.to_string()));
        }
        text + self.behind
    }

    /// Returns the text without repetitions, and two texts with repetitions.
    fn texts(&self) -> [String; TEXTS] {
        let more = (self.length * scale()).div_ceil(self.part.len());
        [0, more, 2 * more].map(|more| self.text(1 + more))
    }

    fn work(&self, text: &str) {
        if self.format == SQUARE.format {
            for byte in text.bytes() {
                _ = black_box(text.bytes().position(|other| other != byte));
            }
            return;
        }
        if let Some(search) = searches::named(self.format) {
            split_text(text.as_bytes()).into_iter().for_each(search);
            return;
        }
        match format_named(self.format) {
            Some(format) if format.info().reads => read(format, text.as_bytes()),
            Some(format) => {
                split_text(text.as_bytes()).into_iter().for_each(|raw| {
                    drop(black_box(
                        format.write(&Checked::new(raw, &Context::default())),
                    ));
                });
            }
            None => {
                PageKind::Markdown
                    .records(text.as_bytes())
                    .into_iter()
                    .for_each(|raw| drop(black_box(Checked::new(raw, &Context::default()))));
            }
        }
    }
}

/// Calls three nested functions along one of a thousand paths, each of which callgrind counts
/// separately. All counts are then in the one file that callgrind writes at its end. Writing a file
/// after each call took three times as long as the work.
macro_rules! digits {
    ($all:ident: $($name:ident)*) => {
        $(#[inline(never)]
        fn $name(inner: &[Digit], work: &mut dyn FnMut()) {
            // Each function does something different, so that none are merged.
            black_box(stringify!($name));
            Digit::call(inner, work);
            black_box(());
        })*
        const $all: [Digit; 10] = [$(Digit($name)),*];
    };
}

#[derive(Clone, Copy)]
struct Digit(fn(&[Digit], &mut dyn FnMut()));

impl Digit {
    /// Calls the first of several functions, which calls those after it. The work is in the last
    /// one.
    #[inline(always)]
    fn call(digits: &[Digit], work: &mut dyn FnMut()) {
        match digits {
            [Digit(first), inner @ ..] => first(inner, work),
            [] => work(),
        }
    }
}

digits!(
    HUNDREDS: hundreds_0 hundreds_1 hundreds_2 hundreds_3 hundreds_4
              hundreds_5 hundreds_6 hundreds_7 hundreds_8 hundreds_9
);
digits!(TENS: tens_0 tens_1 tens_2 tens_3 tens_4 tens_5 tens_6 tens_7 tens_8 tens_9);
digits!(ONES: ones_0 ones_1 ones_2 ones_3 ones_4 ones_5 ones_6 ones_7 ones_8 ones_9);

/// Does the work under a number below a thousand.
fn counted_work(number: usize, work: &mut dyn FnMut()) {
    Digit::call(
        &[
            HUNDREDS[number / 100],
            TENS[number / 10 % 10],
            ONES[number % 10],
        ],
        work,
    );
}

/// The name that callgrind has for the innermost of the functions on the path of that number.
fn counted_name(number: usize) -> [String; 3] {
    [
        format!("ones_{}", number % 10),
        format!("tens_{}", number / 10 % 10),
        format!("hundreds_{}", number / 100),
    ]
}

/// Reads a file as `convert` does, but without the stream that converts encodings to UTF-8: its
/// buffer alone costs more than everything that is counted here.
fn read(format: &dyn Format, bytes: &[u8]) {
    let mut assumptions = Assumptions::default();
    assumptions.variant = assumed_variant(format);
    for piece in Pieces::new(bytes, format.info().cut).map(Result::unwrap) {
        let text = decode(
            &piece.bytes,
            format.declared_encoding(&piece.bytes).as_deref(),
        )
        .text;
        let source = SourceText::new(text, piece.offset, piece.line);
        drop(black_box(format.read(&source, &assumptions)));
    }
}

fn assumed_variant(format: &dyn Format) -> Option<String> {
    format
        .name()
        .starts_with("gipf.")
        .then(|| "basic".to_owned())
}

fn scale() -> usize {
    std::env::var("LINEAR_SCALE")
        .ok()
        .and_then(|scale| scale.parse().ok())
        .unwrap_or(1)
}

fn all() -> impl Iterator<Item = &'static Case> {
    [
        games::CASES,
        trees::CASES,
        boards::CASES,
        pages::CASES,
        searches::CASES,
        &[SQUARE],
    ]
    .into_iter()
    .flatten()
}

/// The cases of a share, all unless `LINEAR_ONLY` names the beginning of a format.
fn cases(share: usize) -> impl Iterator<Item = &'static Case> {
    let only = std::env::var("LINEAR_ONLY").unwrap_or_default();
    all()
        .filter(move |case| case.format.starts_with(&only) || case.format == SQUARE.format)
        .skip(share)
        .step_by(SHARES)
}

#[test]
#[ignore = "the work that is counted"]
fn counted() {
    let Some(share) = std::env::var(SHARE)
        .ok()
        .and_then(|share| share.parse().ok())
    else {
        return;
    };
    let texts: Vec<_> = cases(share).map(|case| (case, case.texts())).collect();
    // Values that are initialised once are initialised before the counted calls.
    let first = |at: &usize| *at == 0 || texts[at - 1].0.format != texts[*at].0.format;
    (0..texts.len())
        .filter(first)
        .for_each(|at| texts[at].0.work(&texts[at].1[0]));
    let all = texts
        .iter()
        .flat_map(|(case, texts)| texts.iter().map(move |text| (case, text)));
    for (number, (case, text)) in all.enumerate() {
        counted_work(number, &mut || case.work(text));
    }
}

/// Runs a share of the work under callgrind; returns the instructions of each call.
fn instructions(share: usize) -> Vec<u64> {
    let folder = Folder::new(&format!("linear-{share}"));
    let out = folder.path().join("out");
    let (_, module) = module_path!().split_once("::").unwrap();
    let output = Command::new("valgrind")
        .args([
            "--tool=callgrind",
            "--separate-callers2=*::ones_*",
            "--dump-line=no",
            "--compress-strings=no",
        ])
        .arg(format!("--callgrind-out-file={}", out.display()))
        .arg(std::env::current_exe().unwrap())
        .arg(format!("{module}::counted"))
        .args(["--exact", "--ignored", "--test-threads=1"])
        .env(SHARE, share.to_string())
        .output()
        .unwrap();
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    let counts = counts_of_calls(&std::fs::read_to_string(&out).unwrap());
    let count = |number| {
        counts
            .get(&counted_name(number))
            .copied()
            .expect("a count of every call")
    };
    (0..TEXTS * cases(share).count()).map(count).collect()
}

/// The cost of the calls to the counted functions, including everything that they call, by the
/// functions that lead to them.
fn counts_of_calls(profile: &str) -> HashMap<[String; 3], u64> {
    let mut counts = HashMap::new();
    let mut lines = profile.lines();
    while let Some(line) = lines.next() {
        let Some(name) = line
            .strip_prefix("cfn=")
            .filter(|name| name.contains("::ones_"))
        else {
            continue;
        };
        // The callers come after the function.
        let digits: Vec<_> = name
            .split('\'')
            .filter_map(|part| Some(part.rsplit_once("::")?.1.to_owned()))
            .collect();
        let Ok(digits) = <[String; 3]>::try_from(digits) else {
            continue;
        };
        let cost = lines
            .nth(1)
            .and_then(|line| line.rsplit_once(' ')?.1.parse::<u64>().ok());
        *counts.entry(digits).or_default() += cost.expect("a cost after `calls=`");
    }
    counts
}

#[test]
#[ignore = "two minutes under valgrind: cargo test linear -- --ignored"]
fn readers_take_time_in_proportion() {
    if Command::new("valgrind").arg("--version").output().is_err() {
        return skipped(
            "no instructions are counted, as there is no valgrind",
            Some("PIPSCRIBE_VALGRIND"),
        );
    }
    let counts: Vec<Vec<u64>> = std::thread::scope(|scope| {
        let runs: Vec<_> = (0..SHARES)
            .map(|share| scope.spawn(move || instructions(share)))
            .collect();
        runs.into_iter().map(|run| run.join().unwrap()).collect()
    });
    let (mut slow, mut dear) = (Vec::new(), Vec::new());
    let mut is_square_found = false;
    for (share, counts) in counts.iter().enumerate() {
        for (case, costs) in cases(share).zip(counts.chunks(TEXTS)) {
            let [one, more, most] = [0, 1, 2].map(|at| costs[at] as f64);
            let beyond = ((most - more) - (more - one)) / (most - one);
            let a_byte = (most - more) / (case.length * scale()) as f64;
            let line = format!(
                "{beyond:5.2} {costs:>12?} {a_byte:>7.0} {} {:?}",
                case.format, case.part
            );
            println!("{line}");
            if searches::named(case.format).is_some() {
                if a_byte > MAX_A_BYTE {
                    dear.push(line);
                }
                continue;
            }
            if beyond > MAX && case.format == SQUARE.format {
                is_square_found = true;
            } else if beyond > MAX {
                slow.push(line);
            }
        }
    }
    assert!(is_square_found, "what grows with the square is not found");
    assert!(
        slow.is_empty(),
        "costs grow faster than these texts:\n{}",
        slow.join("\n")
    );
    assert!(
        dear.is_empty(),
        "these records are searched at too high a price:\n{}",
        dear.join("\n")
    );
}

#[test]
fn every_format_has_parts() {
    let names = FORMATS
        .iter()
        .map(|format| format.name())
        .chain(["markdown"]);
    let missing: Vec<_> = names
        .filter(|name| all().all(|case| case.format != *name))
        .collect();
    assert!(missing.is_empty(), "no part of {missing:?} is repeated");
    let others = ["markdown", SQUARE.format];
    let is_known = |name: &str| {
        others.contains(&name) || format_named(name).is_some() || searches::named(name).is_some()
    };
    let unknown = all().find(|case| !is_known(case.format));
    assert_eq!(unknown.map(|case| case.format), None);
}
