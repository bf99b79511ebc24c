//! The corpus, mutated, and made-up text of every game: any bytes are survived, by every reader and
//! writer. `HOSTILE_CASES=1000000 cargo test --release hostile` is the long run.

use pipscribe::formats::FORMATS;
use pipscribe::notation::Record;
use pipscribe::text::split_text;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

use crate::support::{corpus_files, root};
use crate::survive;

/// How many mutated files a run looks at, unless `HOSTILE_CASES` says so.
const CASES: u64 = 700;

fn cases(usually: u64) -> u64 {
    let asked = std::env::var("HOSTILE_CASES").ok().and_then(|cases| cases.parse::<u64>().ok());
    asked.map_or(usually, |cases| cases * usually / CASES)
}

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
    fn new(files: Vec<Vec<u8>>) -> Self {
        Self { files, random: ChaCha8Rng::seed_from_u64(0) }
    }

    fn below(&mut self, limit: usize) -> usize {
        let limit = u64::try_from(limit).unwrap().max(1);
        usize::try_from(self.random.next_u64() % limit).unwrap()
    }

    fn any<'t>(&mut self, words: &[&'t str]) -> &'t str {
        words[self.below(words.len())]
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

/// Runs `cases` numbered cases of `mutator`; a case that panics is shown.
fn run(mut mutator: Mutator, cases: u64, make: fn(&mut Mutator, u64) -> Vec<u8>, survive: fn(&[u8])) {
    for number in 0..cases {
        let bytes = make(&mut mutator, number);
        let survived = std::panic::catch_unwind(|| survive(&bytes));
        assert!(survived.is_ok(), "case {number}:\n{}", String::from_utf8_lossy(&bytes));
    }
}

#[test]
fn a_mutated_corpus_is_survived() {
    let files = corpus_files("").iter().map(|path| std::fs::read(path).unwrap()).collect();
    run(Mutator::new(files), cases(CASES), Mutator::case, survive::records);
}

#[test]
fn mutated_decks_are_survived() {
    let shipped = std::fs::read(root().join("src/games/pipe/decks/twin-works.yaml")).unwrap();
    let small = b"name: a\ncards:\n  - {id: 1, pipes: B13 W26 B4 W5, arcs: LLDDDD, fields: L1 D2 L3 D4 L5 D6 D}\n";
    run(Mutator::new(vec![shipped, small.to_vec()]), cases(60), Mutator::case, survive::deck);
}

#[test]
fn mutated_games_of_gipf_com_are_survived() {
    let folder = root().join("corpus/formats/gipf.com");
    let mut paths: Vec<_> = folder.read_dir().unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    let files = paths.iter().map(|path| std::fs::read(path).unwrap()).collect();
    run(Mutator::new(files), cases(40), Mutator::case, |bytes| survive::gipf_com(&String::from_utf8_lossy(bytes)));
}

#[test]
fn mutated_foreign_texts_are_survived() {
    let mut files = Vec::new();
    for path in corpus_files("").iter().step_by(11) {
        let mut records = split_text(&std::fs::read(path).unwrap()).into_iter().filter(|raw| !raw.preamble);
        let Some(record) = records.next().map(Record::parse) else { continue };
        for format in FORMATS.iter().filter(|format| format.reads() && format.writes()) {
            files.extend(format.write(&record).ok().map(|written| written.text.into_bytes()));
        }
    }
    // Formats that are read alone.
    for folder in ["gf1", "boardspace"] {
        let folder = root().join("corpus/formats").join(folder).read_dir().unwrap();
        let mut paths: Vec<_> = folder.map(|entry| entry.unwrap().path()).collect();
        paths.sort();
        files.extend(paths.iter().map(|path| std::fs::read(path).unwrap()));
    }
    run(Mutator::new(files), cases(150), Mutator::case, |bytes| survive::foreign(&String::from_utf8_lossy(bytes)));
}

/// A game as a source of nonsense.
struct Nonsense {
    game: &'static str,
    /// The tags that it reads, with a sound value each.
    tags: &'static [(&'static str, &'static str)],
    /// Parts of its turns and of its tags' values.
    parts: &'static [&'static str],
}

const NONSENSE: [Nonsense; 4] = [
    Nonsense {
        game: "gipf",
        tags: &[
            ("Variant", "standard"),
            ("Options", "reserve=12,12 out=empty"),
            ("Position", "4/5/6/W5B/6/5/4 w 16,16 0,0 wb -"),
        ],
        parts: &[
            "G", "a1", "a2", "b3", "c4", "e5", "e9", "i5", "z99", "-", "x", ",", ";", "*", "W", "b", "/", "7", " ",
            "12,12", "w", "wb",
        ],
    },
    Nonsense {
        game: "pippinzip",
        tags: &[
            ("Variant", "pipeline"),
            ("Size", "5"),
            ("Surface", "cells"),
            ("Players", "3"),
            ("Position", "5/5/2b2/5/5 2 auction -"),
        ],
        parts: &[
            "a1", "a5", "e1", "c3", "z26", "z99", ",", ";", "take", "pass", "auction", "taker=", "pair=", "1", "3",
            "9", "b", "w", "/", " ", "-", "26", "27",
        ],
    },
    Nonsense {
        game: "pippip",
        tags: &[
            ("Colors", "dark,light"),
            ("Options", "dice=cw cap=0 store=roll"),
            ("Position", "..../..L12./.D31../.... D 12 -"),
        ],
        parts: &[
            "1", "6", "0", "7", "s", ";", "*", "@", "a1", "b2", "d4", "i9", "/", "x", ",", "L12", "D65", ".", " ", "L",
            "D", "-", "66",
        ],
    },
    Nonsense {
        game: "pipe",
        tags: &[
            ("Variant", "both"),
            ("Players", "4"),
            ("Deck", "twin-works"),
            ("DeckHash", "0000"),
            ("Card1", "B13 W26 B4 W5 LLDDDD"),
            ("Card4294967295", "B123456 LLLLLL"),
            ("Hand1", "1,2,3,4"),
            ("Hand4", "5,6,7,8"),
            ("Stock", "9,10,11"),
            ("Options", "recycle=no teams=13-24"),
            ("Position", "1@+0+0/N,2@+1+0/E 1 black,white,light,dark 0,0,0,0"),
        ],
        parts: &[
            "1",
            "2",
            "9",
            "24",
            "48",
            "49",
            "4294967295",
            "@",
            "+0",
            "+1",
            "-1",
            "+999999999",
            "-999999999",
            "/",
            "N",
            "E",
            "S",
            "W",
            "x",
            "2:",
            ",",
            ";",
            "swap",
            "keep",
            "claim:",
            "black",
            "light",
            "draw:",
            "discard:",
            "hidden",
            "B",
            "L",
            "D",
            " ",
            "-",
            "yes",
        ],
    },
];

const SHARED_TAGS: &[(&str, &str)] = &[
    ("Rules", "1"),
    ("Date", "2026-02-29"),
    ("Player4", "A"),
    ("Result", "1-0-0-1"),
    ("Score", "12-9"),
    ("Termination", "rules"),
    ("Clock", "\\\""),
    ("Variant", "tournament"),
    ("Size", "26"),
];

impl Mutator {
    /// A record of tokens that its game knows, in an order that it may not know.
    fn nonsense(&mut self, number: u64) -> Vec<u8> {
        self.random = ChaCha8Rng::seed_from_u64(number);
        let nonsense = &NONSENSE[self.below(NONSENSE.len())];
        let mut text = format!("[Game \"{}\"]\n", nonsense.game);
        // Most records have a sound set-up, or nothing would be played.
        let is_sound = self.below(3) > 0;
        for &(name, value) in nonsense.tags.iter().chain(SHARED_TAGS) {
            let is_needed =
                is_sound && ["Variant", "Size", "Deck"].contains(&name) && nonsense.tags.contains(&(name, value));
            if is_needed || self.below(4) == 0 {
                let value = if is_needed || self.below(3) > 0 { value.to_owned() } else { self.word(nonsense) };
                text.push_str(&format!("[{name} \"{value}\"]\n"));
            }
        }
        for _ in 0..self.below(14) {
            match self.below(5) {
                0 => text.push_str(self.any(MORSELS)),
                1 => text.push_str(self.any(&["(", ")", "1.", "2.", "{", "}", "\n", "$1", "!"])),
                2 => text.push_str(&format!("{{[%expect position \"{}\"]}}", self.word(nonsense))),
                _ => text.push_str(&self.word(nonsense)),
            }
            text.push(' ');
        }
        text.into_bytes()
    }

    fn word(&mut self, nonsense: &Nonsense) -> String {
        let mut word = String::new();
        for _ in 0..=self.below(9) {
            word.push_str(self.any(nonsense.parts));
        }
        word
    }

    /// A turn or a position of some game, with one part exchanged or added.
    fn expression(&mut self, number: u64) -> Vec<u8> {
        self.random = ChaCha8Rng::seed_from_u64(number);
        let nonsense = &NONSENSE[self.below(NONSENSE.len())];
        let mut text = nonsense.tags[self.below(nonsense.tags.len())].1.to_owned();
        if self.below(3) == 0 {
            text = self.word(nonsense);
        }
        for _ in 0..self.below(3) {
            let from = self.below(text.len() + 1);
            let to = (from + self.below(3)).min(text.len());
            text.replace_range(from..to, self.any(nonsense.parts));
        }
        text.into_bytes()
    }
}

#[test]
fn nonsense_is_survived() {
    run(Mutator::new(Vec::new()), cases(1_500), Mutator::nonsense, survive::records);
}

#[test]
fn what_is_read_is_written_so_that_it_is_read_alike() {
    run(Mutator::new(Vec::new()), cases(4_000), Mutator::expression, |bytes| {
        survive::language(&String::from_utf8_lossy(bytes));
    });
}
