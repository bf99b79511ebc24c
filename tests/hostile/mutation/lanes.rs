//! Lanes of mutated input: each sends its inputs through one part of the program, starting from
//! seed texts.

use std::collections::BTreeSet;
use std::io::Write;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use pipscribe::Checked;
use pipscribe::decks::DeckFile;
use pipscribe::formats::{FORMATS, Format};
use pipscribe::games::Context;
use pipscribe::notation::Record;
use pipscribe::notation::split_text;
use pipscribe::publish::documents::PageKind;
use pipscribe::text::RawRecord;

use super::super::survive;
use super::Mutator;

/// Longer texts are used only if a lane has hardly any others: small ones exercise as many rules.
const SMALL: usize = 700;
/// The minimum number of seed texts of a lane, if there are enough.
const MIN: usize = 40;

/// Arguments of the CLI, which reads standard input; every subcommand that reads a record is
/// included.
const COMMANDS: &[&str] = &[
    "check -",
    "check --format json -",
    "check --format short -",
    "check --format sarif -",
    "check --format junit -",
    "check --format github -",
    "fmt -",
    "fmt --bare -",
    "fmt --diff -",
    "replay -",
    "replay --format json -",
    "render -",
    "render --format svg -",
    "render --format words -",
    "render --format html -",
    "render --figures --format svg --columns 2 -",
    "moves -",
    "mend -",
    "mend --format json -",
    "why -",
    "why --format json -",
    "perft --depth 1 -",
    "test -",
    "convert --to json -",
    "convert --to sgf -",
    "deck check -",
];

/// The part of the program that receives an input.
#[derive(Clone, Copy)]
enum Way {
    /// Parsing and judging records.
    Check,
    /// The same for records of a game's tokens in random order.
    Nonsense,
    /// The same for wrong turns in dense random positions.
    Dense,
    /// Records in a document of Markdown, LaTeX or Typst.
    Pages,
    /// Everything that can be done with a record: writers, replay, figures, reports.
    Records,
    /// Single turns and positions, parsed and written back.
    Expressions,
    /// A deck file.
    Deck,
    /// The reader of a foreign format; its result is judged.
    Foreign(&'static dyn Format),
    /// Every reader of a foreign format, and every writer after it.
    Formats,
    /// The CLI.
    Command(&'static str),
}

/// A lane of mutated input, with its seed texts.
pub(crate) struct Lane {
    name: String,
    way: Way,
    seeds: Vec<Vec<u8>>,
    /// The number of inputs of the first lane for each input of this one.
    every: u64,
}

/// The outcome of some inputs of a lane.
#[derive(Default)]
pub(crate) struct Seen {
    /// The codes of all findings.
    pub(crate) codes: BTreeSet<&'static str>,
    /// The inputs that failed, by number.
    pub(crate) panics: Vec<u64>,
    /// The slowest input, and its time.
    pub(crate) slowest: (Duration, u64),
}

impl Seen {
    #[allow(dead_code, reason = "the long run alone adds its threads up")]
    pub(crate) fn merge(&mut self, other: Self) {
        self.codes.extend(other.codes);
        self.panics.extend(other.panics);
        self.slowest = self.slowest.max(other.slowest);
    }
}

impl Lane {
    /// All lanes; `program` is the path of the CLI.
    pub(crate) fn all(program: &'static str) -> Vec<Self> {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
        let read = |path: PathBuf| std::fs::read(path).unwrap();
        let lane = |name: &str, way, seeds, every| Self {
            name: name.to_owned(),
            way,
            seeds: chosen(seeds),
            every,
        };
        let files: Vec<Vec<u8>> = files(&root.join("corpus"), "pips")
            .into_iter()
            .map(read)
            .collect();
        let records: Vec<Vec<u8>> = files
            .iter()
            .flat_map(|bytes| split_text(bytes))
            .filter(RawRecord::is_record)
            .map(|raw| raw.bytes)
            .collect();
        let pages = records
            .iter()
            .map(|bytes| [b"Text\n\n```pips\n", &bytes[..], b"```\n"].concat())
            .collect();
        let foreign = |format: &'static dyn Format| -> Vec<Vec<u8>> {
            let parsed = records
                .iter()
                .step_by(7)
                .map(|bytes| Record::parse_str(&String::from_utf8_lossy(bytes)));
            let written = parsed
                .filter_map(|record| {
                    format
                        .write(&Checked::from_record(record, &Context::default()))
                        .ok()
                })
                .map(|written| written.text.into_bytes());
            let own = FOLDERS.iter().filter(|(name, _)| *name == format.name());
            let own = own
                .flat_map(|(_, folder)| self::files(&root.join("corpus/formats").join(folder), ""));
            own.map(read).chain(written).collect()
        };
        let deck = b"name: a\ncards:\n  - {id: 1, pipes: B13 W26 B4 W5, arcs: LLDDDD, fields: L1 D2 L3 D4 L5 D6 D}\n";
        let shipped = files_of_decks(root).into_iter().map(read);
        let mut lanes = vec![
            lane("records: read and judged", Way::Check, records.clone(), 1),
            lane("records of a game's tokens", Way::Nonsense, Vec::new(), 10),
            lane("wrong turns in dense positions", Way::Dense, Vec::new(), 10),
            lane("records in pages", Way::Pages, pages, 10),
            lane("turns and positions", Way::Expressions, Vec::new(), 10),
            lane(
                "decks",
                Way::Deck,
                shipped.chain([deck.to_vec()]).collect(),
                100,
            ),
        ];
        let mut all_foreign = Vec::new();
        for format in FORMATS.iter().copied().filter(|format| format.info().reads) {
            let seeds = foreign(format);
            all_foreign.extend(seeds.iter().cloned());
            lanes.push(lane(
                &format!("read as {}", format.name()),
                Way::Foreign(format),
                seeds,
                10,
            ));
        }
        lanes.push(lane(
            "records: every writer",
            Way::Records,
            records.clone(),
            1_000,
        ));
        lanes.push(lane(
            "formats: every reader and writer",
            Way::Formats,
            all_foreign,
            1_000,
        ));
        lanes.push(lane("the command", Way::Command(program), records, 10_000));
        lanes
    }

    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    /// The number of inputs of this lane for a number of inputs of the first one.
    pub(crate) fn inputs(&self, of_first: u64) -> u64 {
        of_first.div_ceil(self.every)
    }

    /// The input of that number.
    pub(crate) fn input(&self, seed: u64, number: u64) -> Vec<u8> {
        let mut mutator = Mutator::new(&self.seeds, seed, number);
        match self.way {
            Way::Nonsense => mutator.nonsense(),
            Way::Dense => mutator.dense(),
            Way::Expressions => mutator.expression(),
            _ => mutator.mutated(),
        }
    }

    /// Runs inputs; a failing input does not end the run.
    pub(crate) fn run(&self, seed: u64, numbers: Range<u64>) -> Seen {
        let mut seen = Seen::default();
        for number in numbers {
            let bytes = self.input(seed, number);
            let start = Instant::now();
            let codes = &mut seen.codes;
            let survived = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
                self.survive(&bytes, number, codes);
            }));
            seen.slowest = seen.slowest.max((start.elapsed(), number));
            if survived.is_err() {
                seen.panics.push(number);
            }
        }
        seen
    }

    fn survive(&self, bytes: &[u8], number: u64, codes: &mut BTreeSet<&'static str>) {
        let text = String::from_utf8_lossy(bytes);
        let mut check = |checked: &Checked| {
            for finding in &checked.report.findings {
                assert!(
                    checked.record().text().get(finding.span.range()).is_some(),
                    "{finding:?}"
                );
                codes.insert(finding.code.id);
            }
        };
        match self.way {
            Way::Check | Way::Nonsense | Way::Dense => {
                split_text(bytes)
                    .into_iter()
                    .filter(RawRecord::is_record)
                    .for_each(|raw| check(&Checked::new(raw, &Context::default())));
            }
            Way::Pages => {
                let records = PageKind::ALL
                    .into_iter()
                    .flat_map(|kind| kind.records(bytes));
                records.for_each(|raw| check(&Checked::new(raw, &Context::default())));
            }
            Way::Records => survive::records(bytes),
            Way::Expressions => survive::language(&text),
            Way::Deck => {
                survive::deck(bytes);
                codes.extend(
                    DeckFile::read(bytes)
                        .findings
                        .iter()
                        .map(|finding| finding.code.id),
                );
            }
            Way::Foreign(format) => {
                let games = survive::foreign_games(format, &text);
                codes.extend(
                    games
                        .iter()
                        .flat_map(|game| &game.findings)
                        .map(|finding| finding.code.id),
                );
            }
            Way::Formats => survive::foreign(&text),
            Way::Command(program) => {
                let arguments = COMMANDS[usize::try_from(number).unwrap() % COMMANDS.len()];
                let (status, reported) = run(program, arguments, bytes);
                assert!(
                    status.is_some_and(|status| status <= 2),
                    "{arguments}: {status:?}: {reported}"
                );
                assert!(!reported.contains("panicked"), "{arguments}: {reported}");
            }
        }
    }
}

/// The folders of texts that were not written by this program, by format.
const FOLDERS: [(&str, &str); 5] = [
    ("gf1", "gf1"),
    ("gf1-log", "gf1"),
    ("boardspace", "boardspace"),
    ("gipf.com", "gipf.com"),
    ("gipf.com-short", "gipf.com"),
];

/// Runs the CLI; returns its exit status and standard error.
fn run(program: &str, arguments: &str, input: &[u8]) -> (Option<i32>, String) {
    let mut child = Command::new(program)
        .args(arguments.split(' '))
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // The program may ignore its input: inputs are smaller than the buffer of a pipe.
    let _ = child.stdin.take().unwrap().write_all(input);
    let output = child.wait_with_output().unwrap();
    (
        output.status.code(),
        String::from_utf8_lossy(&output.stderr).into_owned(),
    )
}

/// Returns the files under a folder with this extension, sorted by name. An empty extension means
/// all files.
fn files(folder: &Path, ending: &str) -> Vec<PathBuf> {
    let entries = walkdir::WalkDir::new(folder)
        .sort_by_file_name()
        .into_iter()
        .map(|entry| entry.unwrap().into_path());
    let has_ending =
        |path: &PathBuf| ending.is_empty() || path.extension().is_some_and(|found| found == ending);
    entries
        .filter(|path| path.is_file() && has_ending(path))
        .collect()
}

fn files_of_decks(root: &Path) -> Vec<PathBuf> {
    files(&root.join("src/decks"), "yaml")
}

/// Returns the small seed texts if there are enough of them, otherwise the smallest.
fn chosen(mut seeds: Vec<Vec<u8>>) -> Vec<Vec<u8>> {
    seeds.sort_by_key(Vec::len);
    let small = seeds.partition_point(|seed| seed.len() <= SMALL);
    seeds.truncate(small.max(MIN));
    seeds
}
