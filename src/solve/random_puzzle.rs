//! Random puzzles: positions of random games in which a puzzle has exactly one solution.

use super::{Detail, Solved, USUAL_STEPS, Verdict, solve_as};
use crate::games::{Context, GameId, Origin, Solving as _, with_game};
use crate::notation::{Outcome, Puzzle, Record, Tag, quoted};
use crate::replay::{Frame, GamePosition, Position, RandomGame, Timeline, canonical};

/// The maximum number of games that are searched for one puzzle.
const MAX_GAMES: u64 = 10_000;
/// The maximum number of turns of a random game.
const MAX_TURNS: u32 = 1_000;
/// The number of positions at the end of each game that are searched, the last one first.
const LAST_POSITIONS: usize = 16;

/// Parameters of a random puzzle.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct RandomPuzzle<'a> {
    /// The tags before the movetext, `Game` first, without a result.
    pub tags: &'a [(String, String)],
    /// The claim that has exactly one solution.
    pub puzzle: Puzzle,
    /// The seed of the whole run.
    pub seed: u64,
    /// The index of the puzzle in the run, from 0.
    pub index: u64,
    /// The maximum number of steps of the search in one position.
    pub steps: u64,
    /// The context in which the deck named in the tags is found.
    pub context: &'a Context,
}

impl<'a> RandomPuzzle<'a> {
    /// Returns the parameters of the first puzzle of a run with seed 0 and the default number of
    /// steps.
    pub fn new(tags: &'a [(String, String)], puzzle: Puzzle, context: &'a Context) -> Self {
        Self {
            tags,
            puzzle,
            seed: 0,
            index: 0,
            steps: USUAL_STEPS,
            context,
        }
    }
}

/// Searches the ends of random games for a position in which exactly one first turn solves a
/// puzzle, in no fewer turns than the puzzle claims. Returns it as a canonical record with its main
/// line; `None` if the tags are invalid or no such position is found.
pub fn random_puzzle(game: GameId, search: &RandomPuzzle<'_>) -> Option<String> {
    (0..MAX_GAMES).find_map(|attempt| puzzle_in_game(game, search, attempt))
}

/// Searches the end of one random game. `attempt` counts the games of one puzzle.
fn puzzle_in_game(game: GameId, search: &RandomPuzzle<'_>, attempt: u64) -> Option<String> {
    let text = game.random(&RandomGame {
        tags: search.tags,
        seed: search.seed,
        // Each attempt of each puzzle has its own game.
        index: search.index.wrapping_mul(MAX_GAMES).wrapping_add(attempt),
        most_turns: MAX_TURNS,
        context: search.context,
    })?;
    let timeline = Timeline::new(Record::parse_str(&text), search.context).ok()?;
    let start = timeline.start().into_iter();
    let frames: Vec<&Frame> = start.chain(timeline.main_line()).collect();
    frames
        .into_iter()
        .rev()
        .filter(|frame| frame.position.result().is_none())
        .take(LAST_POSITIONS)
        .find_map(|frame| puzzle_at(&timeline, frame, search))
}

/// Returns the puzzle in one position of a game as a record, or `None` if it does not have exactly
/// one solution there.
fn puzzle_at(timeline: &Timeline, frame: &Frame, search: &RandomPuzzle<'_>) -> Option<String> {
    let solved_with =
        |detail: Detail| solve_as(&frame.position, search.puzzle, search.steps.into(), detail).ok();
    if !is_sole(&solved_with(Detail::Verdict)?) {
        return None;
    }
    // The line is searched only for a puzzle that is returned.
    record_of_puzzle(timeline, frame, &solved_with(Detail::Line)?)
}

/// Returns true if exactly one first turn, which does not depend on luck, solves the puzzle in the
/// stated number of turns.
fn is_sole(solved: &Solved) -> bool {
    let has_stated_length = match (solved.turns, solved.puzzle.turns) {
        (Some(needed), Some(claimed)) => needed == claimed,
        // One of them sets no length.
        _ => true,
    };
    let is_only = match solved.solutions.as_slice() {
        [only] => !matches!(only.origin, Some(Origin::Rolled(_))),
        _ => false,
    };
    solved.verdict == Verdict::Proved && solved.is_complete && has_stated_length && is_only
}

/// Returns the puzzle as a canonical record that begins in its position, with the result after its
/// line.
fn record_of_puzzle(timeline: &Timeline, frame: &Frame, solved: &Solved) -> Option<String> {
    let mut text = tags_of_puzzle(timeline, frame)?;
    text.push_str(&format!(
        "\n{{[%puzzle {}]}} {}",
        solved.puzzle,
        solved.line.join(" ")
    ));

    let context = timeline.context();
    let played = Timeline::new(Record::parse_str(&text), context).ok()?;
    let end = played.after(None).ok()?;
    let result = match end.position.result() {
        Some(standing) => Outcome::Decided(standing.clone()),
        None => Outcome::Open,
    };
    canonical(&Record::parse_str(&format!("{text} {result}")), context).ok()
}

/// Returns the tags of a game as lines, with those that its position replaces. In the Pipe Game,
/// these also give the hands and the stock in this position.
fn tags_of_puzzle(timeline: &Timeline, frame: &Frame) -> Option<String> {
    let mut replaced = tags_of_position(&frame.position)?;
    replaced.push(("Position".to_owned(), frame.position.text()));
    let is_kept = |tag: &&Tag| {
        let is_replaced = replaced.iter().any(|(name, _)| *name == *tag.name);
        !is_replaced && !["Result", "Score", "Termination"].contains(&&*tag.name)
    };

    let mut text = String::new();
    for tag in timeline.record().tags.iter().filter(is_kept) {
        text.push_str(&format!("[{} {}]\n", tag.name, quoted(&tag.value)));
    }
    for (name, value) in &replaced {
        text.push_str(&format!("[{name} {}]\n", quoted(value)));
    }
    Some(text)
}

/// Returns the tags that a record from a position needs in addition to `Position`.
fn tags_of_position(position: &Position) -> Option<Vec<(String, String)>> {
    with_game!(position.game(), G => {
        let GamePosition { setup, progress, .. } = position.of_game::<G>()?;
        Some(G::tags_of_position(setup, &progress.state))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::pipe::Pipe;
    use crate::solve::solve;

    #[test]
    fn the_turns_to_the_end_are_those_that_follow() {
        for (seed, players, recycle) in [
            (1, "2", "no"),
            (2, "2", "yes"),
            (3, "3", "no"),
            (4, "4", "yes"),
        ] {
            let options = format!("recycle={recycle}");
            let tags = [
                ("Game", "pipe"),
                ("Variant", "both"),
                ("Players", players),
                ("Options", &options),
            ]
            .map(|(name, value)| (name.to_owned(), value.to_owned()));
            let context = Context::default();
            let game = RandomGame {
                tags: &tags,
                seed,
                index: 0,
                most_turns: 400,
                context: &context,
            };
            let timeline = Timeline::new(
                Record::parse_str(&GameId::Pipe.random(&game).unwrap()),
                &context,
            )
            .unwrap();
            let frames: Vec<&Frame> = timeline
                .start()
                .into_iter()
                .chain(timeline.main_line())
                .collect();
            let mut left = [0; 4];
            let seats = frames[0].position.seats();
            for frame in frames.iter().rev().skip(1) {
                let seat = frame.position.to_move();
                left[usize::from(seat) - 1] += 1;
                let GamePosition {
                    setup, progress, ..
                } = frame.position.of_game::<Pipe>().unwrap();
                let turns = (1..=seats)
                    .map(|seat| Pipe::turns_to_end(setup, &progress.state, seat).unwrap());
                assert!(
                    turns.eq(left.into_iter().take(usize::from(seats))),
                    "{players} {recycle}: {}",
                    frame.number
                );
            }
        }
    }

    #[test]
    fn a_puzzle_of_the_pipe_game_begins_from_its_position() {
        let context = Context::default();
        let tags = [("Game", "pipe"), ("Variant", "pipes")]
            .map(|(name, value)| (name.to_owned(), value.to_owned()));
        let puzzle = "win 1".parse().unwrap();
        let search = RandomPuzzle {
            tags: &tags,
            puzzle,
            seed: 2,
            index: 0,
            steps: 10_000,
            context: &context,
        };
        let text = random_puzzle(GameId::Pipe, &search).unwrap();
        let timeline = Timeline::new(Record::parse_str(&text), &context).unwrap();
        assert!(timeline.report.is_valid(), "{text}");
        assert!(
            timeline.record().tag("Position").is_some() && timeline.record().tag("Stock").is_some(),
            "{text}"
        );
        let solved = solve(&timeline.start().unwrap().position, puzzle, 10_000).unwrap();
        assert_eq!(
            (solved.verdict, solved.solutions.len()),
            (Verdict::Proved, 1),
            "{text}"
        );
    }
}
