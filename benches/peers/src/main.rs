//! Compares the time to check records with the time in which pgn-reader and shakmaty, the fastest
//! of their kind, read and replay chess games: interleaved in one run, on one core, on corpora with
//! the same number of turns. The output is the number of turns checked in the time of a chess ply:
//! a ratio, because the machine is never quiet. python-chess replays the same games, and sgf-parse
//! reads some Go games. Games are also played by random actions. Then figures are compared with
//! those of python-chess.
//!
//! `--turns N` sets the size of the corpora, `--rounds N` the number of measurements, `--only TEXT`
//! selects corpora by name, in addition to chess. `--once NAME` processes one corpus once and
//! prints only its number of turns, for use with callgrind, which counts instructions
//! (`--toggle-collect='*counted_work*'`).

use std::fmt::Write as _;
use std::hint::black_box;
use std::ops::ControlFlow;
use std::time::Duration;

use pgn_reader::{Reader, SanPlus, Skip, Visitor};
use pipscribe::draw::{Figure, Theme, write_figure};
use pipscribe::games::{Context, GameId};
use pipscribe::notation::Record;
use pipscribe::replay::{RandomGame, Timeline};
use python::PythonChess;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use rustix::time::{ClockId, clock_gettime};
use shakmaty::{Chess, Position};

mod actions;
mod python;
mod tables;

type Tags = &'static [(&'static str, &'static str)];
/// The text after the name of a corpus, and the function that prepares its records.
type Form = (&'static str, fn(&str) -> String);

const SETUPS: &[(&str, Tags)] = &[
    ("gipf basic", &[("Game", "gipf"), ("Variant", "basic")]),
    (
        "gipf standard",
        &[("Game", "gipf"), ("Variant", "standard")],
    ),
    (
        "gipf tournament",
        &[("Game", "gipf"), ("Variant", "tournament")],
    ),
    (
        "pippinzip pipeline 13",
        &[
            ("Game", "pippinzip"),
            ("Variant", "pipeline"),
            ("Size", "13"),
        ],
    ),
    (
        "pippinzip zipline 13",
        &[
            ("Game", "pippinzip"),
            ("Variant", "zipline"),
            ("Size", "13"),
        ],
    ),
    (
        "pippinzip freestyle 26",
        &[
            ("Game", "pippinzip"),
            ("Variant", "freestyle"),
            ("Size", "26"),
        ],
    ),
    ("pippip", &[("Game", "pippip")]),
    (
        "pipe pipes",
        &[
            ("Game", "pipe"),
            ("Variant", "pipes"),
            ("Deck", "twin-works"),
        ],
    ),
    (
        "pipe fields",
        &[
            ("Game", "pipe"),
            ("Variant", "fields"),
            ("Deck", "twin-works"),
        ],
    ),
    (
        "pipe both",
        &[
            ("Game", "pipe"),
            ("Variant", "both"),
            ("Deck", "twin-works"),
        ],
    ),
];

/// The counted unit.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Unit {
    /// Turns, or plies.
    Turn,
    Figure,
}

/// The program that does the work.
#[derive(Clone, Copy)]
enum Worker {
    /// Returns the amount of work done.
    Here(fn(&str) -> u64),
    /// A round of python-chess.
    Python(&'static str),
}

/// A corpus, and the work on it.
struct Work {
    name: String,
    text: String,
    unit: Unit,
    worker: Worker,
}

impl Work {
    fn new(name: impl Into<String>, text: String, run: fn(&str) -> u64) -> Self {
        Self {
            name: name.into(),
            text,
            unit: Unit::Turn,
            worker: Worker::Here(run),
        }
    }
}

fn main() {
    let mut arguments = std::env::args().skip(1);
    let (mut turns, mut rounds, mut once, mut only) = (50_000, 15, None, String::new());
    while let Some(argument) = arguments.next() {
        let value = arguments.next().unwrap_or_default();
        match argument.as_str() {
            "--turns" => turns = value.parse().expect("a number"),
            "--rounds" => rounds = value.parse().expect("a number"),
            "--only" => only = value,
            "--once" => once = Some(value),
            _ => panic!("--turns N, --rounds N, --only TEXT, --once NAME"),
        }
    }
    if let Some(name) = once {
        let work = all_work(turns, &|known| known == name)
            .into_iter()
            .next()
            .expect("no such corpus");
        println!("{}", counted_work(&work));
        return;
    }
    let all = all_work(turns, &|name| name == "chess" || name.contains(&only));
    let has_python_work = all
        .iter()
        .any(|work| matches!(work.worker, Worker::Python(_)));
    let mut python = all
        .first()
        .filter(|_| has_python_work)
        .and_then(|chess| PythonChess::start(&chess.text));
    let is_there = |work: &&Work| python.is_some() || matches!(work.worker, Worker::Here(_));
    let all: Vec<&Work> = all.iter().filter(is_there).collect();
    let mut rates: Vec<Vec<f64>> = vec![Vec::new(); all.len()];
    for _ in 0..rounds {
        for (work, rates) in all.iter().zip(&mut rates) {
            rates.push(rate(work, python.as_mut()));
        }
    }
    let measured: Vec<(&Work, Vec<f64>)> = all.into_iter().zip(rates).collect();
    print_table("turns a second, and to a chess ply", &measured, Unit::Turn);
    print_table(
        "figures a second, and to the first",
        &measured,
        Unit::Figure,
    );
}

/// Returns the amount of work per second of processor time.
fn rate(work: &Work, python: Option<&mut PythonChess>) -> f64 {
    match work.worker {
        Worker::Here(_) => {
            let before = cpu_time();
            let done = counted_work(work);
            done as f64 / (cpu_time() - before).as_secs_f64()
        }
        Worker::Python(round) => python.map_or(f64::NAN, |python| python.rate(round)),
    }
}

/// Prints the rates per unit, each relative to the first rate in the same rounds.
fn print_table(title: &str, measured: &[(&Work, Vec<f64>)], unit: Unit) {
    let mut rows = measured
        .iter()
        .filter(|(work, _)| work.unit == unit)
        .peekable();
    let Some((_, first)) = rows.peek().copied() else {
        return;
    };
    println!(
        "{title:<36} {:>10} {:>8} {:>8}",
        "median", "minimum", "median"
    );
    for (work, rates) in rows {
        let mut ratios: Vec<f64> = rates
            .iter()
            .zip(first)
            .map(|(rate, first)| rate / first)
            .collect();
        let mut rates = rates.clone();
        ratios.sort_by(f64::total_cmp);
        rates.sort_by(f64::total_cmp);
        let middle = rates.len() / 2;
        println!(
            "{:<36} {:>10.0} {:>8.2} {:>8.2}",
            work.name, rates[middle], ratios[0], ratios[middle]
        );
    }
}

/// The measured work, without the generation of the corpora.
#[inline(never)]
fn counted_work(work: &Work) -> u64 {
    match work.worker {
        Worker::Here(run) => black_box(run(black_box(&work.text))),
        Worker::Python(_) => 0,
    }
}

/// Returns the processor time of this thread, so that other programs on the machine do not count.
fn cpu_time() -> Duration {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    Duration::new(
        time.tv_sec.unsigned_abs(),
        u32::try_from(time.tv_nsec).unwrap_or(0),
    )
}

fn all_work(turns: u64, wanted: &dyn Fn(&str) -> bool) -> Vec<Work> {
    let mut all = Vec::new();
    if wanted("chess") {
        all.push(Work::new("chess", chess_games(turns), replay_chess));
    }
    for (name, tags) in SETUPS {
        let plain = std::cell::OnceCell::new();
        let records = || plain.get_or_init(|| games(tags, turns));
        let forms: [Form; 3] = [
            ("", |text| text.to_owned()),
            (", annotated", annotated),
            (", one fault each", faulty),
        ];
        for (form, make) in forms {
            let name = format!("{name}{form}");
            if wanted(&name) {
                let text = records()
                    .iter()
                    .map(|text| make(text))
                    .collect::<Vec<_>>()
                    .join("\n");
                let run = if form.is_empty() { check_sound } else { check };
                all.push(Work::new(name, text, run));
            }
        }
    }
    for cards in tables::SIZES {
        let name = format!("pipe, tables of {cards} cards");
        if wanted(&name) {
            all.push(Work::new(name, tables::games(cards, turns), tables::play));
        }
    }
    for (name, tags) in actions::SETUPS {
        let name = format!("{name}, by actions");
        if wanted(&name) {
            let records = games(tags, turns.div_ceil(actions::SLOWDOWN));
            let text = records.join(actions::SEPARATOR);
            all.push(Work::new(name, text, actions::play));
        }
    }
    let name = "Go, read by sgf-parse";
    if wanted(name) {
        all.push(Work::new(name, go_games(turns), read_go));
    }
    for (name, unit, round) in [
        ("chess, by python-chess", Unit::Turn, "replay"),
        ("chess, by python-chess, drawn", Unit::Figure, "draw"),
    ] {
        if wanted(name) {
            all.push(Work {
                name: name.into(),
                text: String::new(),
                unit,
                worker: Worker::Python(round),
            });
        }
    }
    for (name, tags) in SETUPS {
        let name = format!("{name}, drawn");
        if wanted(&name) {
            all.push(Work {
                unit: Unit::Figure,
                ..Work::new(name, games(tags, 1).join("\n"), draw)
            });
        }
    }
    all
}

// ---- ours

fn games(tags: Tags, turns: u64) -> Vec<String> {
    let rules: GameId = tags[0].1.parse().expect("a game");
    let context = Context::default();
    let tags: Vec<_> = tags
        .iter()
        .map(|&(name, value)| (name.to_owned(), value.to_owned()))
        .collect();
    let mut games = Vec::new();
    let mut left = turns;
    while left > 0 {
        let index = games.len() as u64;
        let game = RandomGame {
            tags: &tags,
            seed: 1,
            index,
            most_turns: 1_000,
            context: &context,
        };
        let text = rules.random(&game).expect("a set-up that can be played");
        left = left.saturating_sub(Record::parse_str(&text).moves.turns.len() as u64);
        games.push(text);
    }
    games
}

/// Returns the record with something after every tenth turn.
fn annotated(text: &str) -> String {
    let record = Record::parse_str(text);
    let (mut out, mut done) = (String::new(), 0);
    for node in record
        .moves
        .turns
        .iter()
        .filter(|node| node.number % 10 == 0)
    {
        let (turn, end) = (record.text_of(node.text), node.text.end as usize);
        out.push_str(&text[done..end]);
        match node.number / 10 % 3 {
            0 => out.push_str(" {Something to say of it.}"),
            1 => out.push_str(" $4"),
            _ => write!(out, " ({}. {turn})", node.number).expect("a string"),
        }
        done = end;
    }
    out + &text[done..]
}

/// Returns the record with a last turn that is illegal in its position.
fn faulty(text: &str) -> String {
    let record = Record::parse_str(text);
    let Some(last) = record.moves.turns.last() else {
        return text.to_owned();
    };
    let wrong = match record.tag("Game").map(|tag| tag.value.as_str()) {
        Some("gipf") => "a6",
        _ => record.text_of(record.moves.turns[0].text),
    };
    format!(
        "{}{wrong}{}",
        &text[..last.text.start as usize],
        &text[last.text.end as usize..]
    )
}

fn check(text: &str) -> u64 {
    let records =
        pipscribe::check_reader(text.as_bytes()).map(|checked| checked.expect("a text in memory"));
    records.map(|checked| u64::from(checked.report.turns)).sum()
}

fn check_sound(text: &str) -> u64 {
    let mut turns = 0;
    for checked in pipscribe::check_reader(text.as_bytes()) {
        let report = checked.expect("a text in memory").report;
        assert!(report.is_valid());
        turns += u64::from(report.turns);
    }
    turns
}

/// Draws the position after half of the turns of a record, often enough that the cost of the replay
/// does not matter.
fn draw(text: &str) -> u64 {
    const FIGURES: u64 = 500;
    let timeline =
        Timeline::new(Record::parse_str(text), &Context::default()).expect("a game of the four");
    let half = &timeline.frames()[timeline.frames().len() / 2].position;
    let theme = Theme::default();
    for _ in 0..FIGURES {
        black_box(write_figure(
            &Figure::plain(black_box(half).scene()),
            &theme,
        ));
    }
    FIGURES
}

// ---- Go

/// Random stones: the games are only read, not replayed.
fn go_games(moves: u64) -> String {
    let mut random = ChaCha8Rng::seed_from_u64(1);
    let mut text = String::new();
    let mut left = moves;
    while left > 0 {
        text.push_str("(;FF[4]GM[1]SZ[19]PB[A]PW[B]DT[2026-11-22]RE[?]\n");
        for stone in 0..200.min(left) {
            let [column, row] =
                [0, 32].map(|shift| char::from(b'a' + (random.next_u64() >> shift) as u8 % 19));
            write!(
                text,
                ";{}[{column}{row}]",
                if stone % 2 == 0 { 'B' } else { 'W' }
            )
            .expect("a string");
            left -= 1;
        }
        text.push_str(")\n");
    }
    text
}

fn read_go(text: &str) -> u64 {
    sgf_parse::go::parse(text)
        .expect("games of Go")
        .iter()
        .map(|root| root.main_variation().count() as u64 - 1)
        .sum()
}

// ---- chess

/// Returns random chess games, like those of the other games.
fn chess_games(plies: u64) -> String {
    let mut random = ChaCha8Rng::seed_from_u64(1);
    let mut text = String::new();
    let mut left = plies;
    while left > 0 {
        text.push_str(
            "[Event \"?\"]\n[Site \"?\"]\n[Date \"2026.11.22\"]\n[Round \"1\"]\n[White \"A\"]\n[Black \
            \"B\"]\n[Result \"*\"]\n\n",
        );
        let mut position = Chess::default();
        for ply in 0..80.min(left) {
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            let chosen =
                moves[usize::try_from(random.next_u64() % moves.len() as u64).unwrap_or(0)];
            if ply % 2 == 0 {
                write!(text, "{}. ", ply / 2 + 1).expect("a string");
            }
            write!(
                text,
                "{}",
                SanPlus::from_move_and_play_unchecked(&mut position, chosen)
            )
            .expect("a string");
            text.push(if ply % 16 == 15 { '\n' } else { ' ' });
            left -= 1;
        }
        text.push_str("*\n\n");
    }
    text
}

struct Replay {
    plies: u64,
}

impl Visitor for Replay {
    type Tags = ();
    type Movetext = Chess;
    type Output = bool;

    fn begin_tags(&mut self) -> ControlFlow<bool, ()> {
        ControlFlow::Continue(())
    }

    fn begin_movetext(&mut self, (): ()) -> ControlFlow<bool, Chess> {
        ControlFlow::Continue(Chess::default())
    }

    fn begin_variation(&mut self, _: &mut Chess) -> ControlFlow<bool, Skip> {
        ControlFlow::Continue(Skip(true))
    }

    fn san(&mut self, position: &mut Chess, san: SanPlus) -> ControlFlow<bool> {
        self.plies += 1;
        match san.san.to_move(position) {
            Ok(chosen) => {
                position.play_unchecked(chosen);
                ControlFlow::Continue(())
            }
            Err(_) => ControlFlow::Break(false),
        }
    }

    fn end_game(&mut self, _: Chess) -> bool {
        true
    }
}

fn replay_chess(text: &str) -> u64 {
    let mut reader = Reader::new(text.as_bytes());
    let mut replay = Replay { plies: 0 };
    while let Some(legal) = reader.read_game(&mut replay).expect("a text in memory") {
        assert!(legal);
    }
    replay.plies
}
