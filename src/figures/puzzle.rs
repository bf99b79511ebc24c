//! Puzzles of a record: their positions, their tasks in words, and their solutions, which figures
//! hide.
//!
//! A comment claims a puzzle with `[%puzzle win 3]`: the seat to move can win in three turns. The
//! *goal* is what the seat has to reach: to win, to draw, not to lose, or a number of points. A
//! *frame* is a position of the replay, with the turn that led to it.

use std::collections::HashMap;

use super::frame_figure::name_of_seat;
use crate::draw::Lang;
use crate::notation::{Goal, Puzzle, TurnNode, VariationMark};
use crate::replay::{Frame, Timeline};
use crate::solve::placed_puzzles;

/// Puzzle of the main line.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct PuzzleOf<'t> {
    /// The position in which the puzzle begins.
    pub frame: &'t Frame,
    /// The claim, which the solution has to meet.
    pub puzzle: Puzzle,
}

/// Returns the puzzles of the main line in their order. If there are several at one position, the
/// first counts.
pub fn puzzles(timeline: &Timeline) -> Vec<PuzzleOf<'_>> {
    let puzzles = PuzzlesByPosition::from_timeline(timeline);
    let frames = timeline.start().into_iter().chain(timeline.main_line());
    frames
        .filter_map(|frame| {
            Some(PuzzleOf {
                frame,
                puzzle: puzzles.at(frame)?,
            })
        })
        .collect()
}

/// The first puzzle of each position, by the path of the line and the number of the turn before it.
pub(super) struct PuzzlesByPosition<'t>(HashMap<(&'t [u32], u32), Puzzle>);

impl<'t> PuzzlesByPosition<'t> {
    pub(super) fn from_timeline(timeline: &'t Timeline) -> Self {
        let mut puzzles = HashMap::new();
        for (path, turn, puzzle) in placed_puzzles(timeline) {
            puzzles.entry((path, turn)).or_insert(puzzle);
        }
        Self(puzzles)
    }

    pub(super) fn at(&self, frame: &Frame) -> Option<Puzzle> {
        self.0.get(&(frame.path.as_slice(), frame.number)).copied()
    }
}

/// Returns true if a position comes after a puzzle at turn `number` of the main line.
pub(super) fn is_after(frame: &Frame, number: u32) -> bool {
    // The path of a variation begins with the turn of the main line that it replaces.
    frame.path.first().copied().unwrap_or(frame.number) > number
}

impl PuzzleOf<'_> {
    /// Returns the task in words: `White to move and win in 3 turns`.
    pub fn task(&self, lang: Lang) -> String {
        task(self.frame, self.puzzle, lang)
    }

    /// Returns the solutions: the turns up to the next puzzle or to the end of the main line, then
    /// those of each variation with `[%solution]`.
    pub fn solutions(&self, timeline: &Timeline) -> Vec<String> {
        let next_puzzle = puzzles(timeline)
            .into_iter()
            .map(|puzzle| puzzle.frame.number)
            .find(|&number| number > self.frame.number);
        let solution = self.frame.number + 1..=next_puzzle.unwrap_or(u32::MAX);
        let nodes: Vec<&TurnNode> = timeline
            .record()
            .moves
            .turns
            .iter()
            .filter(|node| solution.contains(&node.number))
            .collect();

        let mut lines = vec![turns_in_text(timeline, nodes.iter().copied())];
        for variation in nodes.iter().flat_map(|node| node.variations()) {
            if variation.mark() == Some(VariationMark::Solution) {
                lines.push(turns_in_text(timeline, variation.line.turns.iter()));
            }
        }
        lines.retain(|line| !line.is_empty());
        lines
    }
}

/// Returns those turns that were played, with their numbers: `2. c2 3. f7`.
fn turns_in_text<'n>(timeline: &Timeline, nodes: impl Iterator<Item = &'n TurnNode>) -> String {
    let numbered_turn = |node: &TurnNode| {
        let turn = timeline.frame(node.id)?.canonical_turn()?;
        Some(format!("{}. {turn}", node.number))
    };
    nodes
        .filter_map(numbered_turn)
        .collect::<Vec<_>>()
        .join(" ")
}

/// Returns the task of a puzzle in words.
pub(super) fn task(frame: &Frame, puzzle: Puzzle, lang: Lang) -> String {
    let seat = name_of_seat(&frame.position, frame.position.to_move(), lang);
    let turns = puzzle.turns.unwrap_or(0);
    let task = match (puzzle.goal, turns) {
        (Goal::Win, 0) => "{0} to move and win",
        (Goal::Win, 1) => "{0} to move and win in 1 turn",
        (Goal::Win, _) => "{0} to move and win in {1} turns",
        (Goal::Draw, 0) => "{0} to move and draw",
        (Goal::Draw, 1) => "{0} to move and draw in 1 turn",
        (Goal::Draw, _) => "{0} to move and draw in {1} turns",
        (Goal::Save, 0) => "{0} to move and not lose",
        (Goal::Save, 1) => "{0} to move and not lose in 1 turn",
        (Goal::Save, _) => "{0} to move and not lose in {1} turns",
        (Goal::Score(points), 0) => {
            return lang.fill("{0} to move and score {1} points", &[&seat, &points]);
        }
        (Goal::Score(points), 1) => {
            return lang.fill(
                "{0} to move and score {1} points in 1 turn",
                &[&seat, &points],
            );
        }
        (Goal::Score(points), _) => {
            return lang.fill(
                "{0} to move and score {1} points in {2} turns",
                &[&seat, &points, &turns],
            );
        }
        (Goal::Only, _) => "{0} to move: only one turn is good",
    };
    lang.fill(task, &[&seat, &turns])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Checked;
    use crate::figures::{FigureOptions, PlayerOptions, Selection, figures, player};

    const RECORD: &str = "[Game \"gipf\"]\n[Variant \"basic\"]\n\n1. b3 {[%puzzle save 1]} \
        2. c2 (2. {[%solution]} f2 3. g2) (2. d2 {[%refuted]}) 3. f7 {[%puzzle score 3 2] [%puzzle win]} 4. d2 *\n";

    #[test]
    fn tasks_and_solutions_are_written_out() {
        let checked = Checked::from_text(RECORD);
        let timeline = checked.timeline().unwrap();
        let found: Vec<_> = puzzles(timeline)
            .iter()
            .map(|puzzle| {
                (
                    puzzle.task(Lang::En),
                    puzzle.solutions(timeline).join(" | "),
                )
            })
            .collect();
        let expected = [
            (
                "Black to move and not lose in 1 turn",
                "2. c2 3. f7 | 2. f2 3. g2",
            ),
            ("Black to move and score 3 points in 2 turns", "4. d2"),
        ];
        assert_eq!(
            found,
            expected.map(|(task, solutions)| (task.to_owned(), solutions.to_owned()))
        );
        assert_eq!(
            puzzles(timeline)[0].task(Lang::De),
            "Schwarz am Zug verliert in 1 Zug nicht"
        );
    }

    /// An illegal turn leaves the position unchanged, and so does a result.
    #[test]
    fn a_puzzle_may_follow_a_refused_turn_or_the_result() {
        let puzzle = "[%puzzle save 1]";
        for moves in [
            format!("1. b3 2. z9 {{[%expect syntax/token] {puzzle}}} *"),
            format!("1. b3 2. z9 {{[%expect syntax/token]}} (2. c2) * {{{puzzle}}}"),
            format!("1. b3 * {{{puzzle} [%puzzle win]}}"),
            format!("1. b3 (1. c2 {{[%puzzle win]}}) ({{[%puzzle win]}} 1. d2) {{{puzzle}}} *"),
        ] {
            let checked = Checked::from_text(&format!(
                "[Game \"gipf\"]\n[Variant \"basic\"]\n\n{moves}\n"
            ));
            let timeline = checked.timeline().unwrap();
            let found: Vec<_> = puzzles(timeline)
                .iter()
                .map(|puzzle| puzzle.task(Lang::En))
                .collect();
            assert_eq!(found, ["Black to move and not lose in 1 turn"], "{moves}");
            let figure = figures(timeline, Selection::Turn(None), &FigureOptions::default())
                .unwrap()
                .figures
                .remove(0);
            assert!(
                figure
                    .figure
                    .words
                    .starts_with("Black to move and not lose in 1 turn. "),
                "{}",
                figure.figure.words
            );
            let html = player(timeline, &PlayerOptions::default()).unwrap().html;
            assert!(
                html.contains("<h1 id=\"task\">Black to move and not lose in 1 turn</h1>"),
                "{moves}"
            );
        }
    }
}
