//! Searches random games for records that show a rule or a code, and reduces them to a minimum. A
//! *moment* is a position of a game with a turn that shows the rule or the code ([`Moment`]). An
//! illegal turn is found by trying turns that are likely to be illegal ([`wrong_turn`]).

use std::ops::ControlFlow;

use super::{ExampleRecord, Origin, Subject};
use crate::coverage::{CanBeShown, RulesShown, game_of_rule};
use crate::shrink::{Cutter, only_record, turn_in_position};
use pipscribe::findings::Code;
use pipscribe::games::{Context, GameId};
use pipscribe::notation::Record;
use pipscribe::notation::likeness::each_near_typo;
use pipscribe::replay::{Position, RandomGame, Timeline};

/// Number of random games per variant.
const MAX_GAMES: u64 = 12;
/// Number of turns per game.
const MAX_TURNS: u32 = 60;
/// Maximum number of candidate illegal turns, in one position and in total.
const MAX_WRONG_HERE: u32 = 150;
const MAX_WRONG: u32 = 30_000;

/// Result of the search.
#[derive(Default)]
pub(super) struct FoundExample {
    pub(super) kept: Option<ExampleRecord>,
    pub(super) broken: Option<ExampleRecord>,
}

/// Turn that serves as an example, and its position.
struct Moment {
    record: Record,
    position: String,
    turn: String,
    /// The legal turn that was played in the position.
    played: String,
    /// Result under the rules after the turn.
    result: String,
}

impl Moment {
    /// Returns the record with the example turn.
    fn text(&self) -> String {
        let result = if self.turn == self.played {
            self.result.as_str()
        } else {
            "*"
        };
        turn_in_position(&self.record, &self.position, &self.turn, result)
    }

    /// Returns the record with the legal turn.
    fn text_of_played(&self) -> String {
        turn_in_position(&self.record, &self.position, &self.played, &self.result)
    }
}

/// Searches for examples of a rule or a code of a game: takes the first turn of random games that
/// shows it ([`first_moment`]), and reduces the record with this turn to a minimum ([`cut`]).
pub(super) fn search(subject: Subject, seed: u64) -> FoundExample {
    match subject {
        Subject::Rule(rule) => search_rule(rule.number, seed),
        Subject::Code(code) => search_code(code, seed),
    }
}

/// Searches for a turn that keeps a rule and for one that breaks it, as far as records can show it.
fn search_rule(number: &'static str, seed: u64) -> FoundExample {
    let mut found = FoundExample::default();
    let Some(game) = game_of_rule(number) else {
        return found;
    };
    let can_be = CanBeShown::get().rule(number);
    if can_be.kept {
        let keeps =
            move |shown: &RulesShown| shown.broken.is_empty() && shown.kept.contains(number);
        let turn_that_keeps = |position: &Position, turn: &str, _: &[String]| {
            let shown = RulesShown::of_turn(&position.why(turn));
            keeps(&shown).then(|| turn.to_owned())
        };
        let moment = first_moment(game, seed, turn_that_keeps);
        found.kept = moment.and_then(|moment| cut(&moment.text(), keeps));
    }
    if can_be.broken {
        let is_breach = |_: Code, rule: &str| rule == number;
        let breaks = move |shown: &RulesShown| shown.broken.contains(number);
        let moment = first_moment(game, seed, wrong_turn(game, &is_breach));
        found.broken = moment.and_then(|moment| cut(&moment.text(), breaks));
    }
    found
}

/// Searches for a turn that has a code. The turn that was played in its position is similar to the
/// illegal one, so it is a good counterpart.
fn search_code(code: Code, seed: u64) -> FoundExample {
    let mut found = FoundExample::default();
    let Some(game) = GameId::ALL
        .into_iter()
        .find(|game| game.codes().contains(&code))
    else {
        return found;
    };
    let has_code = move |other: Code, _: &str| other == code;
    let Some(moment) = first_moment(game, seed, wrong_turn(game, &has_code)) else {
        return found;
    };
    found.broken = cut(&moment.text(), move |shown| shown.codes.contains(code.id));
    found.kept = cut(&moment.text_of_played(), |shown| {
        shown.codes.is_empty() && !shown.kept.is_empty()
    });
    found
}

/// Returns the first moment of random games for which `example_turn` returns a turn. `example_turn`
/// takes the position, the turn that is played in it and all turns of the game.
fn first_moment(
    game: GameId,
    seed: u64,
    mut example_turn: impl FnMut(&Position, &str, &[String]) -> Option<String>,
) -> Option<Moment> {
    let context = Context::default();
    for index in 0..MAX_GAMES {
        for tags in setups(game) {
            let random = RandomGame {
                tags: &tags,
                seed,
                index,
                most_turns: MAX_TURNS,
                context: &context,
            };
            let Some(text) = game.random(&random) else {
                continue;
            };
            let record = Record::parse_str(&text);
            let moment = Timeline::new(record.clone(), &context)
                .ok()
                .and_then(|timeline| moment_in_game(&record, &timeline, &mut example_turn));
            if moment.is_some() {
                return moment;
            }
        }
    }

    None
}

/// Returns the first moment of one game.
fn moment_in_game(
    record: &Record,
    timeline: &Timeline,
    example_turn: &mut impl FnMut(&Position, &str, &[String]) -> Option<String>,
) -> Option<Moment> {
    let turns: Vec<String> = timeline
        .main_line()
        .filter_map(|frame| frame.position.turn())
        .collect();
    let before_turns = timeline.start().into_iter().chain(timeline.main_line());
    for (frame, played) in before_turns.zip(&turns) {
        let Some(turn) = example_turn(&frame.position, played, &turns) else {
            continue;
        };
        let after = frame.position.play(played).ok();
        let result = after
            .as_ref()
            .and_then(Position::result)
            .map(ToString::to_string);
        return Some(Moment {
            record: without_end_tags(record),
            position: frame.position.text(),
            turn,
            played: played.clone(),
            result: result.unwrap_or_else(|| "*".to_owned()),
        });
    }
    None
}

/// Returns a record without the tags that describe how it ended.
fn without_end_tags(record: &Record) -> Record {
    let mut record = record.clone();
    record
        .tags
        .retain(|tag| !["Result", "Score", "Termination"].contains(&tag.name.as_str()));
    record
}

/// Returns the tags of random games: one set for each variant. The values of the other tags are
/// those with which games end soon.
fn setups(game: GameId) -> Vec<Vec<(String, String)>> {
    let tag = |name: &str, value: &str| (name.to_owned(), value.to_owned());
    let mut shared_tags = vec![tag("Game", game.name())];
    for spec in game.tags() {
        if let Some(value) = spec.quick {
            shared_tags.push(tag(spec.name, value));
        }
    }

    let mut setups = Vec::new();
    for variant in game.variants() {
        let mut tags = shared_tags.clone();
        tags.push(tag("Variant", variant));
        setups.push(tags);
    }
    if setups.is_empty() {
        setups.push(shared_tags);
    }
    setups
}

/// Returns a function for [`first_moment`] that creates turns in a position until one is illegal in
/// the required way. Candidates are other turns of the game, and the played turn with a
/// transcription error.
fn wrong_turn<'a>(
    game: GameId,
    is_required: &'a dyn Fn(Code, &str) -> bool,
) -> impl FnMut(&Position, &str, &[String]) -> Option<String> + 'a {
    let mut tries_left = MAX_WRONG;
    move |position, played, turns| {
        let mut tries_left_here = MAX_WRONG_HERE;
        let mut found = None;
        let mut try_out = |turn: &str| {
            if tries_left == 0 || tries_left_here == 0 {
                return ControlFlow::Break(());
            }
            tries_left -= 1;
            tries_left_here -= 1;
            let why = position.why(turn);
            match why.fault() {
                Some(fault) if is_required(fault.finding.code, fault.finding.rule) => {
                    found = Some(turn.to_owned());
                    ControlFlow::Break(())
                }
                _ => ControlFlow::Continue(()),
            }
        };
        let flow = turns.iter().try_for_each(|turn| try_out(turn));
        if flow.is_continue() {
            each_near_typo(played, game, &mut try_out);
        }
        found
    }
}

/// Reduces a record as far as possible while the predicate holds for the rules and codes that it
/// shows. Returns `None` if the predicate does not hold for the whole record.
fn cut(text: &str, keeps: impl Fn(&RulesShown) -> bool) -> Option<ExampleRecord> {
    let shows = |text: &str| {
        only_record(text, &Context::default())
            .is_some_and(|checked| keeps(&RulesShown::from_checked(&checked)))
    };
    if !shows(text) {
        return None;
    }
    Some(ExampleRecord {
        text: Cutter::new(shows).cut(text),
        why: String::new(),
        origin: Origin::Found,
    })
}
