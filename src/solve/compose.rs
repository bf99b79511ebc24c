//! Random puzzles: positions of random games in which a puzzle has exactly one solution.

use super::{Solved, Verdict, solve, solve_in_brief};
use crate::games::{Context, GameId, Origin};
use crate::notation::{Outcome, Puzzle, Record, Tag, quoted};
use crate::replay::{Frame, RandomGame, Timeline, canonical};

/// The games that are searched for one puzzle.
const MOST_GAMES: u64 = 10_000;
/// The most turns of a random game.
const MOST_TURNS: u32 = 1_000;
/// The last positions of each game, which are searched from the end.
const LAST_POSITIONS: usize = 16;

/// Parameters of a random puzzle.
#[derive(Clone, Debug)]
pub struct RandomPuzzle<'a> {
    /// The tags before the movetext, `Game` first, without a result.
    pub tags: &'a [(String, String)],
    /// The claim that has exactly one solution.
    pub puzzle: Puzzle,
    /// The seed of the whole run.
    pub seed: u64,
    /// The index of the puzzle in the run, from 0.
    pub index: u64,
    /// The most steps of the search in one position.
    pub steps: u64,
    /// The context in which the deck named in the tags is found.
    pub context: &'a Context,
}

/// Searches the ends of random games for a position in which exactly one first turn solves a puzzle, in no fewer turns
/// than it says. Returns it as a canonical record with its main line; `None` if the tags are invalid or no such
/// position is found.
pub fn random_puzzle(game: GameId, search: &RandomPuzzle<'_>) -> Option<String> {
    let RandomPuzzle { tags, puzzle, seed, context, .. } = *search;
    (0..MOST_GAMES).find_map(|attempt| {
        let index = search.index.wrapping_mul(MOST_GAMES).wrapping_add(attempt);
        let text = game.random(&RandomGame { tags, seed, index, most_turns: MOST_TURNS, context })?;
        let timeline = Timeline::of(Record::parse_str(&text), context)?;
        let frames: Vec<&Frame> = timeline.start().into_iter().chain(timeline.main_line()).collect();
        let open = frames.into_iter().rev().filter(|frame| frame.position.result().is_none()).take(LAST_POSITIONS);
        open.into_iter().find_map(|frame| {
            if !is_sole(&solve_in_brief(&frame.position, puzzle, search.steps).ok()?) {
                return None;
            }
            written(&timeline, frame, &solve(&frame.position, puzzle, search.steps).ok()?)
        })
    })
}

/// Returns true if exactly one first turn, which is no matter of luck, solves the puzzle in as many turns as it says.
fn is_sole(solved: &Solved) -> bool {
    let length = solved.turns.is_none() || solved.puzzle.turns.is_none() || solved.turns == solved.puzzle.turns;
    let is_lucky = |origin: Option<Origin>| matches!(origin, Some(Origin::Rolled(_)));
    let is_only = matches!(solved.solutions.as_slice(), [only] if !is_lucky(only.origin));
    solved.verdict == Verdict::Proved && solved.is_complete && length && is_only
}

/// Returns the puzzle as a record: from its position or, in the Pipe Game, whose positions do not have the hands, from
/// the start of the game.
fn written(timeline: &Timeline, frame: &Frame, solved: &Solved) -> Option<String> {
    let is_kept = |tag: &&Tag| !["Result", "Score", "Termination", "Position"].contains(&&*tag.name);
    let tags = timeline.record().tags.iter().filter(is_kept);
    let mut text: String = tags.map(|tag| format!("[{} {}]\n", &*tag.name, quoted(&tag.value))).collect();
    if timeline.game() == GameId::Pipe {
        text.push('\n');
        let before = timeline.main_line().take_while(|before| before.number <= frame.number);
        text.extend(before.filter_map(Frame::canonical_turn).map(|turn| format!("{turn} ")));
    } else {
        text.push_str(&format!("[Position {}]\n\n", quoted(&frame.position.text())));
    }
    text.push_str(&format!("{{[%puzzle {}]}} {}", solved.puzzle, solved.line.join(" ")));
    let played = Timeline::of(Record::parse_str(&text), timeline.context())?;
    let result = played.after(None).ok()?.position.result().cloned().map_or(Outcome::Open, Outcome::Decided);
    canonical(&Record::parse_str(&format!("{text} {result}")), timeline.context())
}
