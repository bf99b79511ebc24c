//! The corpus, mutated: any bytes are survived, by every reader and writer. `HOSTILE_CASES=1000000
//! cargo test --release hostile` is the long run.

use pipscribe::Checked;
use pipscribe::draw::{write_svg, write_text};
use pipscribe::findings::human::{HumanWriter, Look};
use pipscribe::findings::{RecordJson, junit, sarif, write_github, write_short};
use pipscribe::formats::{Assumptions, FORMATS, pips};
use pipscribe::games::pipe::DeckFile;
use pipscribe::text::{SourceText, split_text};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

use crate::support::{corpus_files, root};

/// How many mutated files a run looks at, unless `HOSTILE_CASES` says so.
const CASES: u64 = 700;

struct Mutator {
    files: Vec<Vec<u8>>,
    random: ChaCha8Rng,
}

/// What a reader may trip over.
const MORSELS: &[&str] = &[
    "{",
    "}",
    "(",
    ")",
    "[",
    "]",
    "[%",
    "\"",
    "\\",
    "#",
    "\u{FEFF}",
    "\r\n",
    "\n[Game \"pipe\"]\n",
    "-0",
    "+0",
    "0",
    "00",
    "99999999999",
    "4294967295",
    "-2147483648",
    "2147483647",
    ";",
    ",",
    "x",
    "*",
    "$255",
    "$256",
    "é",
    "\u{0}",
    "1/2",
    "*",
    "resign",
    "[%expect moves 5]",
    "[%irregular pipe/pickup-wrong]",
    "[%irregular gipf/row-not-removed]",
    "[Position \"- 1 -,- 0,0\"]",
    "[Card1 \"B123456 LLLLLL\"]",
];

impl Mutator {
    fn below(&mut self, limit: usize) -> usize {
        let limit = u64::try_from(limit).unwrap().max(1);
        usize::try_from(self.random.next_u64() % limit).unwrap()
    }

    fn case(&mut self, number: u64) -> Vec<u8> {
        self.random = ChaCha8Rng::seed_from_u64(number);
        let file = self.below(self.files.len());
        let mut bytes = self.files[file].clone();
        for _ in 0..=self.below(4) {
            let at = self.below(bytes.len() + 1);
            match self.below(6) {
                0 => drop(bytes.drain(at..(at + self.below(12)).min(bytes.len()))),
                1 => {
                    let morsel = MORSELS[self.below(MORSELS.len())];
                    bytes.splice(at..at, morsel.bytes());
                }
                2 => {
                    let end = (at + self.below(40)).min(bytes.len());
                    let part = bytes[at..end].to_vec();
                    let to = self.below(bytes.len() + 1);
                    bytes.splice(to..to, part);
                }
                3 => {
                    let other = self.below(self.files.len());
                    let from = self.below(self.files[other].len());
                    let to = (from + self.below(60)).min(self.files[other].len());
                    let part = self.files[other][from..to].to_vec();
                    bytes.splice(at..at, part);
                }
                4 if at < bytes.len() => bytes[at] = u8::try_from(self.below(256)).unwrap(),
                _ => {
                    // Digits are where arithmetic goes wrong.
                    let digits: Vec<usize> = (0..bytes.len()).filter(|&at| bytes[at].is_ascii_digit()).collect();
                    if !digits.is_empty() {
                        let at = digits[self.below(digits.len())];
                        bytes[at] = b'0' + u8::try_from(self.below(10)).unwrap();
                    }
                }
            }
        }
        bytes
    }
}

fn survive(bytes: &[u8]) {
    let once = pips::format(bytes, false).bytes;
    assert_eq!(pips::format(&once, false).bytes, once, "not idempotent");
    let _ = pips::format(bytes, true);
    for raw in split_text(bytes).into_iter().filter(|raw| !raw.preamble) {
        let checked = Checked::new(raw);
        let Checked { record, game, report } = &checked;
        let length = record.text().len();
        let writer = HumanWriter::new("-", record, *game, Look { colours: false, width: 80 });
        let mut last = 0;
        for finding in &report.findings {
            let span = finding.span;
            assert!(last <= span.start && span.start <= span.end && span.end as usize <= length, "{finding:?}");
            last = span.start;
            let _ = (write_short("-", record.source(), finding), write_github("-", record.source(), finding));
            let _ = (sarif::result("-", 1, record.source(), finding), writer.write(finding));
        }
        let _ = junit::case("-", 1, record.source(), &report.findings, report.is_valid());
        let _ = serde_json::to_string(&RecordJson::new("-", 1, record, *game, report)).unwrap();
        for format in FORMATS.iter().filter(|format| format.writes()) {
            let Ok(exported) = format.write(record) else { continue };
            let source = SourceText::new(exported.text, 0, 1);
            for game in format.read(&source, &Assumptions::default()) {
                assert!(game.findings.iter().all(|finding| finding.span.end as usize <= source.text().len()));
            }
        }
        let Some(rules) = checked.rules() else { continue };
        assert_eq!(rules.replay(record).report.turns, report.turns);
        if let Ok(scene) = rules.scene(record, None) {
            let _ = (write_text(&scene), write_svg(&scene));
        }
    }
}

#[test]
fn a_mutated_corpus_is_survived() {
    let cases = std::env::var("HOSTILE_CASES").ok().and_then(|cases| cases.parse().ok()).unwrap_or(CASES);
    let files = corpus_files("").iter().map(|path| std::fs::read(path).unwrap()).collect();
    let mut mutator = Mutator { files, random: ChaCha8Rng::seed_from_u64(0) };
    for number in 0..cases {
        let bytes = mutator.case(number);
        let survived = std::panic::catch_unwind(|| survive(&bytes));
        assert!(survived.is_ok(), "case {number}:\n{}", String::from_utf8_lossy(&bytes));
    }
}

#[test]
fn mutated_foreign_files_are_survived() {
    let folder = walkdir::WalkDir::new(root().join("corpus/formats")).sort_by_file_name();
    let files = folder.into_iter().map(|entry| entry.unwrap().into_path()).filter(|path| path.is_file());
    let mut files: Vec<Vec<u8>> = files.map(|path| std::fs::read(path).unwrap()).collect();
    files.push(
        b"(;GM[1]SZ[5]PIPTAG[Game:pippinzip][Variant:pipeline];B[aa]C[x](;W[]PIPNOTE[{x} ()])(;W[bb]LB[aa:x]))"
            .to_vec(),
    );
    let mut mutator = Mutator { files, random: ChaCha8Rng::seed_from_u64(0) };
    for number in 0..200 {
        let bytes = mutator.case(number);
        let source = SourceText::new(String::from_utf8_lossy(&bytes).into_owned(), 0, 1);
        for format in FORMATS.iter().filter(|format| format.reads()) {
            let _ = format.recognises(source.text());
            for game in format.read(&source, &Assumptions::default()) {
                assert!(game.findings.iter().all(|finding| finding.span.end as usize <= source.text().len()));
            }
        }
    }
}

#[test]
fn mutated_decks_are_survived() {
    let shipped = std::fs::read(root().join("src/games/pipe/decks/twin-works.yaml")).unwrap();
    let mut mutator = Mutator { files: vec![shipped], random: ChaCha8Rng::seed_from_u64(0) };
    for number in 0..60 {
        let bytes = mutator.case(number);
        let file = DeckFile::read(&bytes);
        assert!(file.findings.iter().all(|finding| finding.span.end as usize <= file.source.text().len()));
        assert_eq!(file.deck.is_some(), file.findings.is_empty(), "case {number}");
    }
}
