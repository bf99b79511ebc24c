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

/// The tags of a random game.
struct Setup {
    game: &'static str,
    tags: &'static [(&'static str, &'static str)],
    /// True if the record keeps the tags of hands and stock.
    hands: bool,
}

const fn setup(game: &'static str, tags: &'static [(&'static str, &'static str)]) -> Setup {
    Setup {
        game,
        tags,
        hands: true,
    }
}

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

fn option(name: &str) -> Option<String> {
    let arguments: Vec<String> = std::env::args().collect();
    let at = arguments.iter().position(|argument| argument == name)?;
    arguments.get(at + 1).cloned()
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

/// Returns the random game of a set-up, as in its record.
fn game_of(setup: &Setup, seed: u64, index: u64) -> Option<Game> {
    let tags: Vec<_> = setup
        .tags
        .iter()
        .map(|&(name, value)| (name.to_owned(), value.to_owned()))
        .collect();
    let id = GameId::named(setup.tags[0].1)?;
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
        let hides = index.is_multiple_of(2);
        for turn in game
            .turns
            .iter_mut()
            .filter(|turn| hides && turn.starts_with("discard:"))
        {
            let claim = turn
                .find(';')
                .map(|at| turn[at..].to_owned())
                .unwrap_or_default();
            *turn = format!("discard:hidden{claim}");
        }
    }
    Some(game)
}

/// Returns an original game and a record of it with a mistake that the checker reports.
fn case(
    setup: &Setup,
    at: u64,
    kind: &Kind,
    seed: u64,
    index: u64,
) -> Option<(Game, Ending, Wrong)> {
    let name: u64 = kind.name.bytes().fold(0, |sum, byte| {
        sum.wrapping_mul(31).wrapping_add(byte.into())
    });
    let mut dice = Dice((seed << 32) ^ (index << 8) ^ (at * 0x9E37_79B9) ^ name | 1);
    for _ in 0..20 {
        dice.below(2);
    }
    let ending = Ending::ALL[dice.below(Ending::ALL.len())];
    if !is_chosen(option("--endings").as_deref(), &format!("{ending:?}")) {
        return None;
    }
    let game = game_of(setup, seed + at, index)?.ended(ending, &mut dice)?;
    let wrong = (kind.make)(&game, &mut dice)?;
    Some((game, ending, wrong))
}

fn main() {
    let (count, seed, shown) = (
        number("--count", 4),
        number("--seed", 1),
        number("--show", 0),
    );
    let work = number("--work", MAX_WORK);
    let (games, kinds) = (option("--games"), option("--kinds"));
    let kinds: Vec<&Kind> = KINDS
        .iter()
        .copied()
        .flatten()
        .filter(|kind| is_chosen(kinds.as_deref(), kind.name))
        .collect();
    if flag("--list") {
        kinds.iter().for_each(|kind| println!("{}", kind.name));
        return;
    }
    let mut table = Table::default();
    for (order, kind) in kinds.iter().enumerate() {
        let mut examples = 0;
        for (at, setup) in SETUPS.iter().enumerate() {
            if !is_chosen(games.as_deref(), setup.game)
                && !is_chosen(games.as_deref(), setup.tags[0].1)
            {
                continue;
            }
            let mut made = 0;
            for index in 0..TRIES * count {
                if made == count {
                    break;
                }
                let Some((game, ending, wrong)) = case(setup, at as u64, kind, seed, index) else {
                    continue;
                };
                let outcome = match Outcome::of(&game, &wrong, SEEN_WITHIN, work) {
                    Ok(outcome) => outcome,
                    Err(unseen) => {
                        table.unseen(setup.game, order, kind, unseen);
                        continue;
                    }
                };
                made += 1;
                let name = format!("{}-{at}-{index}", kind.name);
                if examples < shown && outcome.is_example(kind) {
                    examples += 1;
                    println!(
                        "{name} {} {ending:?} {}",
                        setup.game,
                        outcome.shown(&game, &wrong)
                    );
                }
                if let Some(folder) =
                    option("--dump").filter(|_| flag("--all") || outcome.is_example(kind))
                {
                    std::fs::create_dir_all(&folder).expect("a folder");
                    std::fs::write(format!("{folder}/{name}-wrong.pips"), &wrong.text)
                        .expect("a file");
                    std::fs::write(format!("{folder}/{name}-true.pips"), game.text())
                        .expect("a file");
                }
                table.count(setup.game, order, kind, outcome);
            }
        }
    }
    if flag("--reliability") {
        println!("{}", table.reliability());
    }
    print!("{}", table.text(flag("--full")));
}
