//! Files of several records, one of which is mutated or has a mistake.

use pipscribe::games::{Context, GameId};
use pipscribe::notation::split_text;
use pipscribe::replay::RandomGame;

use super::mistakes::{Dice, Ending, Game, KINDS, Kind};
use super::mutation::Mutator;

/// The number of random games per set-up from which files are made.
const GAMES: u64 = 60;

/// Tags of random games.
const SETUPS: &[&[(&str, &str)]] = &[
    &[("Game", "gipf"), ("Variant", "basic")],
    &[
        ("Game", "gipf"),
        ("Variant", "standard"),
        ("Options", "out=empty"),
    ],
    &[("Game", "gipf"), ("Variant", "tournament")],
    &[("Game", "pippip")],
    &[
        ("Game", "pippinzip"),
        ("Variant", "pipeline"),
        ("Size", "7"),
    ],
    &[("Game", "pippinzip"), ("Variant", "zipline"), ("Size", "7")],
    &[
        ("Game", "pippinzip"),
        ("Variant", "freestyle"),
        ("Size", "7"),
        ("Players", "3"),
    ],
    &[
        ("Game", "pipe"),
        ("Variant", "both"),
        ("Deck", "twin-works"),
    ],
];

/// Seed records of the files.
pub(crate) struct Pool {
    games: Vec<Game>,
    /// The seed records as text, and the records of the corpus.
    seeds: Vec<Vec<u8>>,
    kinds: Vec<&'static Kind>,
}

impl Pool {
    pub(crate) fn new(seed: u64) -> Self {
        let mut games = Vec::new();
        for setup in SETUPS {
            let tags: Vec<_> = setup
                .iter()
                .map(|&(name, value)| (name.to_owned(), value.to_owned()))
                .collect();
            let id: GameId = setup[0].1.parse().unwrap();
            for index in 0..GAMES {
                let most_turns = 4 + u32::try_from(index).unwrap();
                let game = RandomGame {
                    tags: &tags,
                    seed,
                    index,
                    most_turns,
                    context: &Context::default(),
                };
                games.extend(id.random(&game).and_then(|text| Game::parse(&text)));
            }
        }
        let mut seeds = records_of_corpus();
        seeds.extend(games.iter().map(|game| game.text().into_bytes()));
        Self {
            games,
            seeds,
            kinds: KINDS.iter().copied().flatten().collect(),
        }
    }
}

/// Returns the short records of the corpus.
fn records_of_corpus() -> Vec<Vec<u8>> {
    let corpus = walkdir::WalkDir::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../corpus"));
    let mut records = Vec::new();
    for entry in corpus.sort_by_file_name() {
        let path = entry.unwrap().into_path();
        if path.extension().is_none_or(|extension| extension != "pips") {
            continue;
        }
        let raws = split_text(&std::fs::read(path).unwrap()).into_iter();
        let short = raws.filter(|raw| raw.is_record() && raw.bytes.len() < 2_000);
        records.extend(short.map(|raw| raw.bytes));
    }
    records
}

/// A file.
pub(crate) struct Sample {
    pub(crate) text: String,
    /// The extension for the CLI, if the records are in the code blocks of a document.
    pub(crate) page: Option<(&'static str, String)>,
}

impl Sample {
    /// Returns the file with that number. The same seed and number give the same file.
    pub(crate) fn of(pool: &Pool, seed: u64, number: u64) -> Self {
        let mut dice = Dice(((seed << 40) ^ number.wrapping_mul(0x9E37_79B9_7F4A_7C15)) | 1);
        // The first numbers of similar seeds are similar.
        for _ in 0..8 {
            dice.below(2);
        }
        let count = 2 + dice.below(4);
        let wrong = dice.below(count);
        let mut records: Vec<String> = Vec::new();
        for index in 0..count {
            let game = &pool.games[dice.below(pool.games.len())];
            let choice = dice.below(3);
            records.push(match (index == wrong, choice) {
                (false, 0) => {
                    String::from_utf8_lossy(&pool.seeds[dice.below(pool.seeds.len())]).into_owned()
                }
                (false, _) => game.text(),
                (true, 0) => {
                    String::from_utf8_lossy(&Mutator::new(&pool.seeds, seed, number).mutated())
                        .into_owned()
                }
                (true, _) => mistaken(pool, game, &mut dice).unwrap_or_else(|| game.text()),
            });
        }

        let between = ["\n", "\n\n\n", "\n# a remark\n\n"][dice.below(3)];
        let pieces: Vec<String> = records
            .iter()
            .map(|record| format!("{}\n", record.trim_end()))
            .collect();
        let mut text = pieces.join(between);
        if dice.below(4) == 0 {
            text = text.replace("\r\n", "\n").replace('\n', "\r\n");
        }
        Self {
            text,
            page: page(&records, dice.below(4)),
        }
    }
}

/// Returns a record of a game with a mistake that people make; `None` if the game has no place for
/// it.
fn mistaken(pool: &Pool, game: &Game, dice: &mut Dice) -> Option<String> {
    let ending = Ending::ALL[dice.below(Ending::ALL.len())];
    let kind = pool.kinds[dice.below(pool.kinds.len())];
    let ended = game.ended(ending, dice)?;
    Some((kind.make)(&ended, dice)?.text)
}

/// Returns the records in a document; `None` for a file in the notation.
fn page(records: &[String], which: usize) -> Option<(&'static str, String)> {
    let blocks = |open: &str, close: &str| -> String {
        records
            .iter()
            .map(|record| format!("Text\n\n{open}\n{}\n{close}\n\n", record.trim_end()))
            .collect()
    };
    let quoted = |text: String| -> String {
        text.lines()
            .map(|line| format!("> {line}").trim_end().to_owned() + "\n")
            .collect()
    };
    match which {
        0 => Some(("md", blocks("```pips", "```"))),
        1 => Some(("md", quoted(blocks("~~~~pips", "~~~~")))),
        2 => Some(("tex", blocks("\\begin{pips}", "\\end{pips}"))),
        _ => None,
    }
}
