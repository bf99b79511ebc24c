//! Mutated input: valid texts in which bytes flip and parts are removed, repeated or taken from
//! elsewhere. The tests try a few thousand inputs, `cargo bench --bench survive` as many as time
//! allows.

mod dense;
pub(crate) mod lanes;
pub(crate) mod nonsense;

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

/// Fragments that are hard for parsers.
pub(crate) const MORSELS: &[&str] = &[
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

/// The longest generated input, in bytes: repeated repetitions would be most of the work.
const MAX_LENGTH: usize = 1 << 16;

/// Makes one input: the same for the same seed and number.
pub(crate) struct Mutator<'s> {
    seeds: &'s [Vec<u8>],
    random: ChaCha8Rng,
}

impl<'s> Mutator<'s> {
    pub(crate) fn new(seeds: &'s [Vec<u8>], seed: u64, number: u64) -> Self {
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        random.set_stream(number);
        Self { seeds, random }
    }

    pub(crate) fn below(&mut self, limit: usize) -> usize {
        let limit = u64::try_from(limit).unwrap_or(1).max(1);
        usize::try_from(self.random.next_u64() % limit).unwrap_or(0)
    }

    pub(crate) fn any<'t>(&mut self, words: &[&'t str]) -> &'t str {
        words[self.below(words.len())]
    }

    fn seed(&mut self) -> &'s [u8] {
        match self.seeds {
            [] => &[],
            seeds => &seeds[self.below(seeds.len())],
        }
    }

    /// A part of a text, at most `longest` bytes.
    fn part(&mut self, length: usize, longest: usize) -> std::ops::Range<usize> {
        let from = self.below(length + 1);
        from..(from + self.below(longest)).min(length)
    }

    /// A valid text, changed in one to five places.
    pub(crate) fn mutated(&mut self) -> Vec<u8> {
        let mut bytes = self.seed().to_vec();
        for _ in 0..=self.below(4) {
            self.change(&mut bytes);
        }
        bytes.truncate(MAX_LENGTH);
        bytes
    }

    fn change(&mut self, bytes: &mut Vec<u8>) {
        let at = self.below(bytes.len() + 1);
        match self.below(12) {
            0 | 1 => drop(bytes.drain(self.part(bytes.len(), 12))),
            2 | 3 => {
                let morsel = self.any(MORSELS);
                bytes.splice(at..at, morsel.bytes());
            }
            4 => {
                let part = bytes[self.part(bytes.len(), 40)].to_vec();
                bytes.splice(at..at, part);
            }
            5 => {
                let other = self.seed();
                let part = &other[self.part(other.len(), 60)];
                bytes.splice(at..at, part.iter().copied());
            }
            6 if at < bytes.len() => bytes[at] ^= 1 << self.below(8),
            7 if at < bytes.len() => bytes[at] = u8::try_from(self.below(256)).unwrap_or(0),
            8 => self.swap_words(bytes),
            // Only a few bytes, because short texts are soon used up.
            9 if self.below(4) == 0 => bytes.truncate(at),
            10 if self.below(4) == 0 => {
                let part = bytes[self.part(bytes.len(), 12)].to_vec();
                let times = self.below(60);
                bytes.splice(at..at, part.repeat(times));
            }
            // Digits are where arithmetic goes wrong.
            _ => {
                let digit = (at..bytes.len())
                    .chain(0..at)
                    .find(|&at| bytes[at].is_ascii_digit());
                if let Some(digit) = digit {
                    bytes[digit] = b'0' + u8::try_from(self.below(10)).unwrap_or(0);
                }
            }
        }
    }

    /// Two words are exchanged.
    fn swap_words(&mut self, bytes: &mut Vec<u8>) {
        let word = |from: usize| {
            let is_space = |at: &usize| bytes[*at].is_ascii_whitespace();
            let begins = (from..bytes.len()).find(|at| !is_space(at))?;
            Some(begins..(begins..bytes.len()).find(is_space).unwrap_or(bytes.len()))
        };
        let (a, b) = (self.below(bytes.len() + 1), self.below(bytes.len() + 1));
        let (Some(a), Some(b)) = (word(a.min(b)), word(a.max(b))) else {
            return;
        };
        if a.end <= b.start {
            let swapped = [&bytes[b.clone()], &bytes[a.end..b.start], &bytes[a.clone()]].concat();
            bytes.splice(a.start..b.end, swapped);
        }
    }
}
