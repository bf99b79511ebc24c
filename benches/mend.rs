//! What `mend` finds of slips that are made from a seed: `cargo bench --bench mend -- --slips 40 --seed 1`.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a benchmark may fail where it likes")]

use std::collections::BTreeMap;
use std::time::Instant;

use pipscribe::Checked;
use pipscribe::games::{Context, GameId};
use pipscribe::mend::{MOST_WORK, Mend, Mends};
use pipscribe::notation::Record;
use pipscribe::replay::RandomGame;

mod slips;
use slips::{Dice, Slip, slipped};

const SETUPS: &[(&str, &[(&str, &str)])] = &[
    ("GIPF", &[("Game", "gipf"), ("Variant", "basic")]),
    ("GIPF", &[("Game", "gipf"), ("Variant", "standard"), ("Options", "out=empty")]),
    ("GIPF", &[("Game", "gipf"), ("Variant", "tournament")]),
    ("Pip•Pip", &[("Game", "pippip")]),
    ("Pip•Pip", &[("Game", "pippip"), ("Options", "dice=cw"), ("Colors", "dark,light")]),
    ("Pipe Game", &[("Game", "pipe"), ("Variant", "both"), ("Deck", "twin-works")]),
    ("Pipe Game", &[("Game", "pipe"), ("Variant", "both"), ("Deck", "twin-works"), ("Players", "3")]),
    ("Pippinzip", &[("Game", "pippinzip"), ("Variant", "zipline"), ("Size", "9")]),
    ("Pippinzip", &[("Game", "pippinzip"), ("Variant", "freestyle"), ("Size", "7"), ("Players", "3")]),
];

/// What became of some slips.
#[derive(Default)]
struct Row {
    slips: u32,
    first: u32,
    told: u32,
    sole: u32,
    sole_wrong: u32,
    /// Slips where nothing else of its cost explains the record.
    one_answer: u32,
    one_answer_first: u32,
    times: Vec<f64>,
}

fn words(slip: Slip) -> &'static str {
    match slip {
        Slip::Key => "a neighbouring key",
        Slip::LookAlike => "a look-alike",
        Slip::Following => "the next letter or digit",
        Slip::Swapped => "two characters swapped",
        Slip::LeftOut => "a character left out",
        Slip::Doubled => "a character doubled",
        Slip::Part => "a part",
        Slip::TurnLeftOut => "a turn left out",
        Slip::TurnTwice => "a turn twice",
        Slip::TurnsSwapped => "two turns swapped",
        Slip::Tag => "a tag",
    }
}

fn argument(name: &str, default: u64) -> u64 {
    let arguments: Vec<String> = std::env::args().collect();
    let at = arguments.iter().position(|argument| argument == name);
    at.and_then(|at| arguments.get(at + 1)?.parse().ok()).unwrap_or(default)
}

fn main() {
    let (slips, seed) = (argument("--slips", 20), argument("--seed", 1));
    let tells = std::env::args().any(|argument| argument == "--misses");
    let mut rows: BTreeMap<(&str, Option<Slip>), Row> = BTreeMap::new();
    let mut gaps: BTreeMap<(u32, u32), (u32, u32)> = BTreeMap::new();
    for (setup, (game, tags)) in SETUPS.iter().enumerate() {
        let id = GameId::named(tags[0].1).expect("a game of the four");
        let tags: Vec<_> = tags.iter().map(|&(name, value)| (name.to_owned(), value.to_owned())).collect();
        for slip in Slip::ALL {
            let mut made = 0;
            for index in 0..20 * slips {
                if made == slips {
                    break;
                }
                let game_of = RandomGame {
                    tags: &tags,
                    seed: seed + setup as u64,
                    index,
                    most_turns: 110,
                    context: &Context::default(),
                };
                let right = id.random(&game_of).expect("a set-up that can be played");
                let mut dice = Dice((seed << 32) ^ (index << 8) ^ (setup as u64 * 0x9E37_79B9) ^ (slip as u64) | 1);
                for _ in 0..20 {
                    dice.below(2);
                }
                let Some((wrong, at)) = slipped(&right, slip, &mut dice) else { continue };
                let checked = Checked::from_text(&wrong);
                if checked.report.is_valid() {
                    continue;
                }
                let fault =
                    checked.report.findings.iter().find(|finding| finding.is_error()).map_or(0, |finding| finding.turn);
                if slip != Slip::Tag && fault > 0 && (at as u32 + 1) + 10 < fault {
                    continue;
                }
                made += 1;
                let since = Instant::now();
                let mends = Mends::of(checked.record(), &checked.report, &Context::default(), MOST_WORK);
                let time = since.elapsed().as_secs_f64() * 1_000.0;
                let mends = mends.expect("a record at fault");
                let key = Checked::from_text(&right).bare();
                let is_true = |mend: &Mend| {
                    mend.text(checked.record()).is_some_and(|text| Checked::from_text(&text).bare() == key)
                };
                let place = mends.mends.iter().position(is_true);
                let sole = mends.sole().is_some();
                let best = mends.mends.first();
                let alike = mends.mends.iter().filter(|mend| {
                    best.is_some_and(|best| mend.complete && mend.result_agrees && mend.cost == best.cost)
                });
                let one_answer = alike.count() == 1;
                let explaining: Vec<u32> = mends
                    .mends
                    .iter()
                    .filter(|mend| mend.complete && mend.result_agrees)
                    .map(|mend| mend.cost)
                    .collect();
                if let Some(&best) = explaining.first() {
                    let gap = explaining.get(1).map_or(9, |next| next - best).min(9);
                    let entry = gaps.entry((best, gap)).or_insert((0, 0));
                    entry.0 += 1;
                    entry.1 += u32::from(place != Some(0));
                }
                if tells && place != Some(0) {
                    println!(
                        "{game} {slip:?} turn {} fault {fault} of {}: place {place:?} sole {sole} of {} {}",
                        at + 1,
                        checked.record().moves.turns.len(),
                        mends.count,
                        if mends.exhaustive { "" } else { "stopped" }
                    );
                    for mend in mends.mends.iter().take(2) {
                        println!(
                            "    cost {} legal {} complete {} agrees {} {:?}",
                            mend.cost, mend.legal_turns, mend.complete, mend.result_agrees, mend.edits
                        );
                    }
                    let right = Record::parse_str(&right);
                    if let Some(node) = right.moves.turns.get(at) {
                        println!(
                            "    true: {} for {}",
                            right.text_of(node.text),
                            checked.record().moves.turns.get(at).map_or("", |node| checked.record().text_of(node.text))
                        );
                    }
                }
                for key in [(*game, Some(slip)), (*game, None)] {
                    let row = rows.entry(key).or_default();
                    row.slips += 1;
                    row.first += u32::from(place == Some(0));
                    row.told += u32::from(place.is_some());
                    row.sole += u32::from(sole);
                    row.sole_wrong += u32::from(sole && place != Some(0));
                    row.one_answer += u32::from(one_answer);
                    row.one_answer_first += u32::from(one_answer && place == Some(0));
                    row.times.push(time);
                }
            }
        }
    }
    if tells {
        println!("best cost, gap to the next: how many, wrong\n{gaps:?}");
    }
    println!(
        "| game | slip | slips | true first | among ten | sole | sole and wrong | one answer | and true | ms, middle | ms, most |"
    );
    println!("|---|---|---|---|---|---|---|---|---|---|---|");
    for ((game, slip), mut row) in rows {
        row.times.sort_by(f64::total_cmp);
        let share = |count: u32| format!("{:.0} %", 100.0 * f64::from(count) / f64::from(row.slips));
        let slip = slip.map_or("**all**", words);
        println!(
            "| {game} | {slip} | {} | {} | {} | {} | {} | {} | {} | {:.1} | {:.0} |",
            row.slips,
            share(row.first),
            share(row.told),
            row.sole,
            row.sole_wrong,
            row.one_answer,
            row.one_answer_first,
            row.times[row.times.len() / 2],
            row.times.last().unwrap_or(&0.0),
        );
    }
}
