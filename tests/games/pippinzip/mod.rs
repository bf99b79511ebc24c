//! Pippinzip: the rules of the sheet, and a comparison of its two derivations of the legal turns.

mod auction;
mod counts;
mod ends;
mod figures;
mod findings;
mod play;
mod properties;
mod tags;

use pipscribe::findings::Finding;
use pipscribe::games::pippinzip::{
    Pippinzip, Position, PositionText, Setup, Surface, Turn, Variant,
};
use pipscribe::games::{Language, Part, Played, Refusal, Rules};
use pipscribe::notation::Record;
use pipscribe::replay::Report;

use crate::support::{legal_turns, report};

/// Every variant with its numbers of seats (Z2).
const TABLES: [(Variant, u8); 5] = [
    (Variant::Pipeline, 2),
    (Variant::Zipline, 2),
    (Variant::Zipline, 3),
    (Variant::Freestyle, 2),
    (Variant::Freestyle, 3),
];

fn setup(variant: Variant, seats: u8, size: u8) -> Setup {
    Setup {
        variant,
        size,
        seats,
        surface: Surface::Points,
    }
}

fn turn(text: &str) -> Turn {
    Pippinzip::parse_turn(text).unwrap()
}

fn text(position: &str) -> PositionText {
    Pippinzip::parse_position(position).unwrap()
}

type Judged = Result<Played<Pippinzip>, Box<Refusal<Pippinzip>>>;

/// Plays turns from a position, or from the start if it is empty; the last may be illegal.
fn play(setup: &Setup, from: &str, turns: &str) -> Judged {
    let mut state = match from {
        "" => Pippinzip::start(setup),
        _ => Pippinzip::position(setup, &text(from)).unwrap(),
    };
    let mut turns = turns.split(' ').peekable();
    loop {
        let played = Pippinzip::judge(setup, &state, &turn(turns.next().unwrap()), &[]);
        if turns.peek().is_none() {
            return played;
        }
        state = played.map_err(|refusal| refusal.fault).unwrap().state;
    }
}

fn after(setup: &Setup, from: &str, turns: &str) -> String {
    play(setup, from, turns)
        .map(|played| played.state.text().to_string())
        .map_err(|refusal| refusal.fault)
        .unwrap()
}

/// The code of a refusal, its rule and the invalid stone.
fn fault(judged: Judged) -> (&'static str, &'static str, usize) {
    let fault = judged
        .map(|played| played.turn.to_string())
        .unwrap_err()
        .fault;
    assert_eq!(fault.part, Part::whole(fault.part.action));
    (
        fault.code.id.strip_prefix("pippinzip/").unwrap(),
        fault.rule,
        fault.part.action,
    )
}

/// The result under the rules, and the rule that gives it.
fn verdict(setup: &Setup, judged: Judged) -> Option<(String, &'static str)> {
    let state = judged.map_err(|refusal| refusal.fault).unwrap().state;
    Pippinzip::verdict(setup, &state).map(|verdict| (verdict.standing.to_string(), verdict.rule))
}

fn legal(setup: &Setup, state: &Position) -> Vec<String> {
    legal_turns::<Pippinzip>(setup, state)
        .into_iter()
        .map(|(turn, _)| turn)
        .collect()
}

fn record(variant: &str, tags: &str, moves: &str) -> Report {
    report(&Record::parse_str(&format!(
        "[Game \"pippinzip\"]\n[Variant \"{variant}\"]\n{tags}\n{moves}\n"
    )))
}

fn findings(variant: &str, tags: &str, moves: &str) -> Vec<Finding> {
    record(variant, tags, moves).findings
}

fn ids(findings: &[Finding]) -> Vec<&'static str> {
    findings.iter().map(|finding| finding.code.id).collect()
}
