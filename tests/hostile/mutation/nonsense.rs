//! Text of valid tokens of a game, in random order.

use super::{MORSELS, Mutator};

/// A game as a source of nonsense.
struct Nonsense {
    game: &'static str,
    /// The tags that the game reads, each with a valid value.
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
            "G", "a1", "a2", "b3", "c4", "e5", "e9", "i5", "z99", "-", "x", ",", ";", "*", "W",
            "b", "/", "7", " ", "12,12", "w", "wb",
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
            "a1", "a5", "e1", "c3", "z26", "z99", ",", ";", "take", "pass", "auction", "taker=",
            "pair=", "1", "3", "9", "b", "w", "/", " ", "-", "26", "27",
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
            "1", "6", "0", "7", "s", ";", "*", "@", "a1", "b2", "d4", "i9", "/", "x", ",", "L12",
            "D65", ".", " ", "L", "D", "-", "66",
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
            (
                "Position",
                "1@+0+0/N,2@+1+0/E 1 black,white,light,dark 0,0,0,0",
            ),
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

impl Mutator<'_> {
    /// A record of valid tokens of its game, in random order.
    pub(crate) fn nonsense(&mut self) -> Vec<u8> {
        let nonsense = &NONSENSE[self.below(NONSENSE.len())];
        let mut text = format!("[Game \"{}\"]\n", nonsense.game);
        // Most records have a valid set-up, or nothing would be played.
        let is_sound = self.below(3) > 0;
        for &(name, value) in nonsense.tags.iter().chain(SHARED_TAGS) {
            let is_needed = is_sound
                && ["Variant", "Size", "Deck"].contains(&name)
                && nonsense.tags.contains(&(name, value));
            if is_needed || self.below(4) == 0 {
                let value = if is_needed || self.below(3) > 0 {
                    value.to_owned()
                } else {
                    self.word(nonsense)
                };
                text.push_str(&format!("[{name} \"{value}\"]\n"));
            }
        }
        for _ in 0..self.below(14) {
            match self.below(5) {
                0 => text.push_str(self.any(MORSELS)),
                1 => text.push_str(self.any(&["(", ")", "1.", "2.", "{", "}", "\n", "$1", "!"])),
                2 => text.push_str(&format!(
                    "{{[%expect position \"{}\"]}}",
                    self.word(nonsense)
                )),
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
    pub(crate) fn expression(&mut self) -> Vec<u8> {
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
