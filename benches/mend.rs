//! Tests `mend` with mistakes that people make: `cargo bench --bench mend -- --count 4 --seed 1`.
//!
//! Random games of every game get one mistake of each kind. The bare form of the original game is
//! compared with that of the game that each suggested fix gives. Options:
//!
//! - `--count N`: mistakes of each kind in each set-up; `--seed N`
//! - `--games gipf,pipe`, `--kinds draw,tag`, `--endings Open,Unended`: only games, kinds or
//!   endings whose names contain one of the words
//! - `--full`: a row for each kind in each game, which is the table of the book
//! - `--show N`: N examples of each kind in which the true game did not come first, or something
//!   was lost
//! - `--dump FOLDER`: all such examples as files, `…-wrong.pips` and `…-true.pips`; with `--all`,
//!   also those that went well
//! - `--work N`: the budget of a search, in judged turns
//! - `--reliability`: how often the first fix is right, by its reported weight
//! - `--list`: the names of all kinds
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "a benchmark may fail where it likes"
)]

use pipscribe::fixes::mend::MAX_WORK;
use pipscribe::games::{Context, GameId};
use pipscribe::replay::RandomGame;

mod mistakes;
mod outcome;

use mistakes::{Dice, Ending, Game, KINDS, Kind, Wrong};
use outcome::{Outcome, Table};

fn main() {
    let kind_words = option("--kinds");
    let kinds: Vec<&Kind> = KINDS
        .iter()
        .copied()
        .flatten()
        .filter(|kind| is_chosen(kind_words.as_deref(), kind.name))
        .collect();
    if flag("--list") {
        kinds.iter().for_each(|kind| println!("{}", kind.name));
        return;
    }

    let games = option("--games");
    let mut table = Table::default();
    for (order, kind) in kinds.into_iter().enumerate() {
        let mut examples = 0;
        for (index, setup) in SETUPS.iter().enumerate() {
            let id = setup.tags[0].1;
            if is_chosen(games.as_deref(), setup.game) || is_chosen(games.as_deref(), id) {
                let numbered = NumberedSetup { index, setup };
                measure_kind(&numbered, order, kind, &mut examples, &mut table);
            }
        }
    }
    if flag("--reliability") {
        println!("{}", table.reliability());
    }
    print!("{}", table.text(flag("--full")));
}

/// Makes the requested number of mistakes of a kind in random games of a set-up, and counts the
/// outcomes. `examples` is the number of examples of the kind that were shown.
fn measure_kind(
    numbered: &NumberedSetup,
    order: usize,
    kind: &Kind,
    examples: &mut u64,
    table: &mut Table,
) {
    let count = number("--count", 4);
    let seed = number("--seed", 1);
    let work = number("--work", MAX_WORK);
    let game_name = numbered.setup.game;
    let mut made = 0;
    for index in 0..TRIES * count {
        if made == count {
            break;
        }
        let Some(case) = Case::new(numbered, kind, seed, index) else {
            continue;
        };
        match Outcome::of(&case.game, &case.wrong, SEEN_WITHIN, work) {
            Ok(outcome) => {
                made += 1;
                let name = format!("{}-{}-{index}", kind.name, numbered.index);
                if *examples < number("--show", 0) && outcome.is_example(kind) {
                    *examples += 1;
                    let shown = outcome.shown(&case.game, &case.wrong);
                    println!("{name} {game_name} {:?} {shown}", case.ending);
                }
                if flag("--all") || outcome.is_example(kind) {
                    case.dump(&name);
                }
                table.count(game_name, order, kind, outcome);
            }
            Err(unseen) => table.unseen(game_name, order, kind, unseen),
        }
    }
}

/// Original game, and a record of it with a mistake.
struct Case {
    game: Game,
    ending: Ending,
    wrong: Wrong,
}

impl Case {
    /// Makes a mistake in a random game; `None` if the game has no place for it.
    fn new(numbered: &NumberedSetup, kind: &Kind, seed: u64, index: u64) -> Option<Self> {
        let setup = numbered.setup;
        let setup_seed = numbered.index as u64;
        let kind_seed: u64 = kind.name.bytes().fold(0, |sum, byte| {
            sum.wrapping_mul(31).wrapping_add(byte.into())
        });
        let mixed = (seed << 32) ^ (index << 8) ^ (setup_seed * 0x9E37_79B9) ^ kind_seed;
        // The generator needs a seed that is not 0.
        let mut dice = Dice(mixed | 1);
        // The first numbers of similar seeds are similar.
        for _ in 0..20 {
            dice.below(2);
        }
        let ending = Ending::ALL[dice.below(Ending::ALL.len())];
        if !is_chosen(option("--endings").as_deref(), &format!("{ending:?}")) {
            return None;
        }
        let game = game_of(setup, seed + setup_seed, index)?.ended(ending, &mut dice)?;
        let wrong = (kind.make)(&game, &mut dice)?;
        Some(Self {
            game,
            ending,
            wrong,
        })
    }

    /// Writes both records into the folder given with `--dump`, if there is one.
    fn dump(&self, name: &str) {
        let Some(folder) = option("--dump") else {
            return;
        };
        std::fs::create_dir_all(&folder).expect("a folder");
        std::fs::write(format!("{folder}/{name}-wrong.pips"), &self.wrong.text).expect("a file");
        std::fs::write(format!("{folder}/{name}-true.pips"), self.game.text()).expect("a file");
    }
}

/// Set-up with its place in the list, on which its games depend.
struct NumberedSetup {
    index: usize,
    setup: &'static Setup,
}

/// Returns the random game of a set-up, as in its record.
fn game_of(setup: &Setup, seed: u64, index: u64) -> Option<Game> {
    let tags: Vec<_> = setup
        .tags
        .iter()
        .map(|&(name, value)| (name.to_owned(), value.to_owned()))
        .collect();
    let id: GameId = setup.tags[0].1.parse().ok()?;
    let random = RandomGame {
        tags: &tags,
        seed,
        index,
        most_turns: 110,
        context: &Context::default(),
    };
    let mut game = Game::parse(&id.random(&random)?)?;
    if !setup.hands {
        game.tags
            .retain(|(name, _)| !name.starts_with("Hand") && name != "Stock");
        if index.is_multiple_of(2) {
            hide_discards(&mut game);
        }
    }
    Some(game)
}

/// Hides the discarded cards, as in records by somebody who did not see them.
fn hide_discards(game: &mut Game) {
    for turn in &mut game.turns {
        if turn.starts_with("discard:") {
            let claim = match turn.split_once(';') {
                Some((_, claim)) => format!(";{claim}"),
                None => String::new(),
            };
            *turn = format!("discard:hidden{claim}");
        }
    }
}

/// Returns the word after an option of the command line.
fn option(name: &str) -> Option<String> {
    std::env::args()
        .skip_while(|argument| argument != name)
        .nth(1)
}

fn number(name: &str, default: u64) -> u64 {
    option(name).map_or(default, |value| value.parse().expect("a number"))
}

fn flag(name: &str) -> bool {
    std::env::args().any(|argument| argument == name)
}

/// Returns true if a name contains one of the words given with an option, or if the option is
/// absent.
fn is_chosen(words: Option<&str>, name: &str) -> bool {
    let name = name.to_lowercase();
    words.is_none_or(|words| {
        words
            .to_lowercase()
            .split(',')
            .any(|word| name.contains(word))
    })
}

/// The tags of a random game.
struct Setup {
    game: &'static str,
    tags: &'static [(&'static str, &'static str)],
    /// True if the record keeps the tags of hands and stock.
    hands: bool,
}

/// Creates a set-up whose records keep hands and stock.
const fn setup(game: &'static str, tags: &'static [(&'static str, &'static str)]) -> Setup {
    Setup {
        game,
        tags,
        hands: true,
    }
}

/// Tags of the Pipe Game for two and for three seats, and of its variant with pipes only.
const TWO: &[(&str, &str)] = &[
    ("Game", "pipe"),
    ("Variant", "both"),
    ("Deck", "twin-works"),
];
const PIPES: &[(&str, &str)] = &[
    ("Game", "pipe"),
    ("Variant", "pipes"),
    ("Deck", "twin-works"),
];
const THREE: &[(&str, &str)] = &[
    ("Game", "pipe"),
    ("Variant", "both"),
    ("Deck", "twin-works"),
    ("Players", "3"),
];

const SETUPS: &[Setup] = &[
    setup("GIPF", &[("Game", "gipf"), ("Variant", "basic")]),
    setup(
        "GIPF",
        &[
            ("Game", "gipf"),
            ("Variant", "standard"),
            ("Options", "out=empty"),
        ],
    ),
    setup("GIPF", &[("Game", "gipf"), ("Variant", "tournament")]),
    setup("Pip•Pip", &[("Game", "pippip")]),
    setup(
        "Pip•Pip",
        &[
            ("Game", "pippip"),
            ("Options", "dice=cw"),
            ("Colors", "dark,light"),
        ],
    ),
    setup("Pipe Game", TWO),
    setup("Pipe Game", THREE),
    Setup {
        hands: false,
        ..setup("Pipe Game", TWO)
    },
    Setup {
        hands: false,
        ..setup("Pipe Game", PIPES)
    },
    setup(
        "Pippinzip",
        &[
            ("Game", "pippinzip"),
            ("Variant", "pipeline"),
            ("Size", "9"),
        ],
    ),
    setup(
        "Pippinzip",
        &[("Game", "pippinzip"), ("Variant", "zipline"), ("Size", "9")],
    ),
    setup(
        "Pippinzip",
        &[
            ("Game", "pippinzip"),
            ("Variant", "freestyle"),
            ("Size", "7"),
            ("Players", "3"),
        ],
    ),
];

/// The number of games that are tried for each requested mistake.
const TRIES: u64 = 40;
/// The number of turns within which a mistake must show.
const SEEN_WITHIN: u32 = 10;
