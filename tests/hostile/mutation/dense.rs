//! Records that start from a dense random position, with a turn that is hardly ever legal there:
//! the worst case of searches for similar legal turns.

use pipscribe::games::{Context, GameId};
use pipscribe::replay::RandomGame;

use super::Mutator;

/// The maximum length of a random game to which a wrong turn is added.
const MAX_PLAYED: usize = 40;

/// Turns that are mostly illegal, by game.
const WRONG_TURNS: [&[&str]; 4] = [
    &[
        "a2-c4",
        "Ga2-c4",
        "b2",
        "zz",
        "a1-z9",
        "x",
        "x;a2-b3",
        "xGb2,Gb3;h2",
        "xGb2;xGb3;xGb4;a1-b2",
        "xb2,b3,b4,b5;a1-b2",
        "xb2,b3,b4,b5,c2,c3,c4,c5,d2,d3,d4,Ge5;a1-c3",
    ],
    &[
        "a1",
        "a1,b2",
        "c3,d5,e6",
        "a1,a2,a3,a4",
        "take",
        "pass",
        "zz",
        "b2;c3",
    ],
    &[
        "1@a1/2",
        "*6@d4/1",
        "5s;6@b2/1;xc1",
        "1s;2s;3@c3/4",
        "zz",
        "4@b9/1",
    ],
    &[
        "1@+0+0/N",
        "9@+1+0/E;draw:22",
        "12@-1+2/W;x3,4;claim:white",
        "discard:3,9,12,40",
        "swap",
        "zz",
    ],
];

impl Mutator<'_> {
    /// A dense position of some game with a wrong turn.
    pub(crate) fn dense(&mut self) -> Vec<u8> {
        let [gipf, pippinzip, pippip, pipe] = WRONG_TURNS;
        let (text, wrong) = match self.below(9) {
            0..=3 => (self.dense_gipf(), gipf),
            4 | 5 => (self.dense_pippinzip(), pippinzip),
            6 | 7 => (self.dense_pippip(), pippip),
            _ => (self.dense_pipe(), pipe),
        };
        let wrong = self.any(wrong);
        format!("{text}\n{wrong}\n").into_bytes()
    }

    /// A row of this many places, as in a position.
    fn row(&mut self, length: usize, letters: &str, hundredths: usize) -> String {
        let letters: Vec<char> = letters.chars().collect();
        let (mut row, mut empty) = (String::new(), 0);
        for _ in 0..length {
            if self.below(100) >= hundredths {
                empty += 1;
                continue;
            }
            if empty > 0 {
                row.push_str(&std::mem::take(&mut empty).to_string());
            }
            row.push(letters[self.below(letters.len())]);
        }
        if empty > 0 {
            row.push_str(&empty.to_string());
        }
        row
    }

    fn hundredths(&mut self) -> usize {
        [100, 100, 97, 90, 75][self.below(5)]
    }

    fn dense_gipf(&mut self) -> String {
        let letters = self.any(&[
            "W",
            "WWWWWWWWB",
            "WWWB",
            "WB",
            "Ww",
            "WwB",
            "WwbB",
            "wWWWWWWWb",
            "wb",
        ]);
        let hundredths = self.hundredths();
        let columns: Vec<String> = [4, 5, 6, 7, 6, 5, 4]
            .map(|length| self.row(length, letters, hundredths))
            .into();
        let variant = match letters {
            "wb" => "basic",
            _ => self.any(&["standard", "tournament"]),
        };
        let introduce = if variant == "tournament" {
            self.any(&["-", "w", "wb"])
        } else {
            "-"
        };
        let to_move = self.any(&["w", "b"]);
        let reserve = self.any(&["0,1", "1,0", "1,1", "2,3", "3,9", "12,12"]);
        let columns = columns.join("/");
        let position = format!("{columns} {to_move} {reserve} 0,0 {introduce} -");
        format!("[Game \"gipf\"]\n[Variant \"{variant}\"]\n[Position \"{position}\"]\n")
    }

    fn dense_pippinzip(&mut self) -> String {
        let size = [3, 5, 9, 13, 19, 26][self.below(6)];
        let hundredths = self.hundredths();
        let letters = self.any(&["bw", "b", "w", "bbbw"]);
        let rows: Vec<String> = (0..size)
            .map(|_| self.row(size, letters, hundredths))
            .collect();
        let (to_move, stage) = (
            self.any(&["1", "2"]),
            self.any(&["taker=1", "taker=2", "auction"]),
        );
        let variant = self.any(&["pipeline", "zipline", "freestyle"]);
        let tags = format!("[Game \"pippinzip\"]\n[Variant \"{variant}\"]\n[Size \"{size}\"]\n");
        format!(
            "{tags}[Position \"{} {to_move} {stage} -\"]\n",
            rows.join("/")
        )
    }

    fn dense_pippip(&mut self) -> String {
        let hundredths = self.hundredths();
        let rank = |mutator: &mut Self| -> String {
            let mut place = || match mutator.below(100) < hundredths {
                true => format!(
                    "{}{}{}",
                    mutator.any(&["L", "D"]),
                    1 + mutator.below(6),
                    1 + mutator.below(6)
                ),
                false => ".".to_owned(),
            };
            (0..4).map(|_| place()).collect()
        };
        let ranks: Vec<String> = (0..4).map(|_| rank(self)).collect();
        let (to_move, stores) = (
            self.any(&["L", "D"]),
            self.any(&["- -", "12 -", "- 666", "123456 1"]),
        );
        let options = self.any(&["dice=cw", "dice=ccw", "dice=cw cap=8 store=roll"]);
        let tags = format!("[Game \"pippip\"]\n[Variant \"standard\"]\n[Options \"{options}\"]\n");
        format!(
            "{tags}[Position \"{} {to_move} {stores}\"]\n",
            ranks.join("/")
        )
    }

    /// A table of cards that fit: a random one would be rejected.
    fn dense_pipe(&mut self) -> String {
        let tags = [
            ("Game", "pipe"),
            ("Variant", self.any(&["pipes", "both"])),
            ("Deck", "twin-works"),
        ];
        let tags = tags.map(|(name, value)| (name.to_owned(), value.to_owned()));
        let (seed, most_turns) = (
            self.below(1 << 20) as u64,
            1 + self.below(MAX_PLAYED) as u32,
        );
        let context = Context::default();
        let game = RandomGame {
            tags: &tags,
            seed,
            index: 0,
            most_turns,
            context: &context,
        };
        let text = GameId::Pipe.random(&game).unwrap_or_default();
        // The turn comes before the end of the record.
        text.trim_end().trim_end_matches('*').to_owned()
    }
}
