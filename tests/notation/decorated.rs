//! Formatting records with errors, glyphs, comments and variations in every place.

use pipscribe::Checked;
use pipscribe::formats::pips;
use pipscribe::notation::{Item, Record, TurnNode};
use proptest::prelude::*;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

use crate::support::{SETUPS, cases, random_game_of};

fn canonical(text: &str) -> String {
    String::from_utf8(pips::format(text.as_bytes(), false).bytes).unwrap()
}

/// Writes a record of a random game with everything that can occur between turns.
struct Decorator {
    random: ChaCha8Rng,
    out: String,
    /// One turn in this number is made illegal.
    one_illegal_in: usize,
}

impl Decorator {
    fn below(&mut self, limit: usize) -> usize {
        (self.random.next_u64() % limit.max(1) as u64) as usize
    }

    fn any<'t>(&mut self, words: &[&'t str]) -> &'t str {
        words[self.below(words.len())]
    }

    fn blank(&mut self) {
        let blank = self.any(&[" ", " ", "\n", "  ", "\r\n", "\t"]);
        self.out.push_str(blank);
    }

    fn comment(&mut self) {
        let comment = self.any(&[
            "{c}",
            "{}",
            "{two\nlines}",
            "{an escape \\} [%mine a]}",
            "{[%clock 0:10:00]}",
            "# hash\n",
        ]);
        self.out.push_str(comment);
    }

    /// The parts that belong to the first of `turns`, which has this number.
    fn after(&mut self, turns: &[String], number: usize, depth: usize) {
        for _ in 0..self.below(4) {
            self.blank();
            match self.below(4) {
                0 => self.comment(),
                1 | 2 => {
                    let glyph = self.any(&["$1", "$3", "$10", "$11", "$0"]);
                    self.out.push_str(glyph);
                    self.blank();
                }
                _ if depth < 3 => {
                    self.out.push('(');
                    if self.below(4) == 0 {
                        self.comment();
                    }
                    let length = 1 + self.below(3);
                    self.line(&turns[..length.min(turns.len())], number, depth + 1);
                    self.out.push(')');
                }
                _ => {}
            }
        }
    }

    fn line(&mut self, turns: &[String], first: usize, depth: usize) {
        for (at, turn) in turns.iter().enumerate() {
            self.blank();
            if self.below(3) > 0 {
                self.out.push_str(&format!("{}.", first + at));
                if self.below(6) == 0 {
                    self.comment();
                }
                self.blank();
            }
            let is_illegal = self.below(self.one_illegal_in) == 0;
            // A turn from another position, which is illegal here in most cases.
            let other = if is_illegal {
                self.below(turns.len())
            } else {
                at
            };
            self.out
                .push_str(if is_illegal { &turns[other] } else { turn });
            let suffix = self.any(&["", "", "", "!", "?!"]);
            self.out.push_str(suffix);
            self.after(&turns[at..], first + at, depth);
        }
    }

    fn record(setup: usize, seed: u64, most_turns: u32) -> String {
        let game = random_game_of(setup, seed, most_turns);
        let (tags, _) = game.split_once("\n\n").unwrap();
        let record = Record::parse_str(&game);
        let turns: Vec<String> = record
            .moves
            .turns
            .iter()
            .map(|node| record.turn_text(node).to_owned())
            .collect();
        let random = ChaCha8Rng::seed_from_u64(seed);
        let mut decorator = Self {
            random,
            out: String::new(),
            one_illegal_in: 2 + (seed % 40) as usize,
        };
        for tag in tags.lines() {
            if decorator.below(5) == 0 {
                decorator.out.push_str("# before a tag\n");
            }
            decorator.out.push_str(tag);
            decorator.out.push('\n');
        }
        if decorator.below(3) == 0 {
            decorator.comment();
        }
        decorator.line(&turns, 1, 0);
        decorator.blank();
        let result = record
            .result
            .as_ref()
            .map_or("*".to_owned(), |(outcome, _)| outcome.to_string());
        decorator.out.push_str(&result);
        if decorator.below(3) == 0 {
            decorator.blank();
            decorator.comment();
        }
        decorator.out.push('\n');
        decorator.out
    }
}

/// The code of an error, and its place.
type Error = (&'static str, u32, Vec<u32>);

/// The content of a record: its errors, and every comment, glyph and `#` comment with its turn.
fn contents(text: &str) -> (Vec<Error>, Vec<String>) {
    let checked = Checked::from_text(text);
    let errors = checked
        .report
        .findings
        .iter()
        .filter(|finding| finding.is_error());
    let errors = errors.map(|finding| (finding.code.id, finding.turn, finding.variation.clone()));
    let record = checked.record();
    let mut parts = Vec::new();
    let mut note = |place: &str, items: &[Item]| {
        for item in items {
            match item {
                Item::Comment(comment) => {
                    parts.push(format!(
                        "{place} {}",
                        comment.written(record).replace("\r\n", "\n")
                    ));
                }
                Item::Hash(span) => {
                    parts.push(format!("{place} {}", record.text_of(*span).trim_end()));
                }
                Item::Variation(variation) => {
                    parts.push(format!("{place} ({} turns)", variation.line.turns.len()));
                }
            }
        }
    };
    note("before", &record.moves.opening);
    note("after", &record.closing);
    for (line, node) in record.turns() {
        let place = format!("{:?} {}", line.path, node.number);
        note(&place, &node.after);
        for variation in node.variations() {
            note(&format!("{place} in"), &variation.line.opening);
        }
    }
    for (line, node) in record.turns() {
        parts.extend(
            signs(record, node)
                .into_iter()
                .map(|sign| format!("{:?} {} {sign}", line.path, node.number)),
        );
    }
    parts.sort();
    (errors.collect(), parts)
}

/// The glyphs of a turn as numbers, with the number of its sign first.
fn signs(record: &Record, node: &TurnNode) -> Vec<u8> {
    let sign = node.suffix.map(|span| match record.text_of(span) {
        "!" => 1,
        "?" => 2,
        "!!" => 3,
        "??" => 4,
        "!?" => 5,
        _ => 6,
    });
    let mut all: Vec<u8> = sign
        .into_iter()
        .chain(node.glyphs.iter().copied())
        .collect();
    all.sort_unstable();
    all
}

proptest! {
    #![proptest_config(cases(400))]

    #[test]
    fn formatting_twice_is_formatting_once_and_nothing_is_lost(
        setup in 0..SETUPS.len(), seed in any::<u64>(), most in 1..14_u32,
    ) {
        let text = Decorator::record(setup, seed, most);
        let once = canonical(&text);
        prop_assert_eq!(&canonical(&once), &once, "not idempotent: {}", text);
        prop_assert_eq!(contents(&text), contents(&once), "{}", text);
    }
}
