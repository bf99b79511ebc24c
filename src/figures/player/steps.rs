//! Steps of the player: each position of a record, and each illegal turn.
//!
//! [`Steps::new`] draws every position of the timeline (`StepContext::position_step`), then puts
//! the steps in the order of the record, each after its parent (`Steps::add_line`). Illegal turns
//! become steps on the way (`Steps::refused_step`), and findings are assigned to their turns.
//!
//! A *line* is the main line or a variation. Its *path* is empty for the main line; for a variation
//! it has, for each level, the number of the turn that is replaced and the number of the variation.

use std::collections::{BTreeMap, HashMap};

use super::lines_below::take_lines_below;
use super::puzzle_tries::{Tries, tries};
use super::seat_lines::Players;
use super::solver_positions::{SolverPositions, TryKind};
use super::{PlayerError, PlayerOptions};
use crate::draw::{Drawing, Figure, Lang, Theme, View, escaped};
use crate::figures::frame_figure::{
    figure_of_frame, name_of_seat, options_of_frame, seat_in, set_task,
};
use crate::figures::piece_numbers::History;
use crate::figures::puzzle::{PuzzleOf, PuzzlesByPosition, puzzles};
use crate::figures::{figure_at_fault, shown_by};
use crate::findings::{BookAddress, Finding};
use crate::notation::{Item, Line, Puzzle, TurnId, TurnNode, asks_for_figure};
use crate::replay::{Frame, NoFrame, Position, Timeline, clock_of_turn};

/// Maximum number of positions in one file.
pub(super) const MAX_POSITIONS: usize = 20_000;

/// Position, or illegal turn.
pub(super) struct PlayerStep {
    /// Identifier: `12` in the main line, `7-1-8` in a variation.
    pub(super) id: String,
    /// Previous step; `None` for the start.
    pub(super) parent: Option<usize>,
    /// Description of the turn: `Turn 3, White: Ga2-c4`.
    pub(super) label: String,
    /// True if the script derives the description from the list of turns.
    pub(super) is_usual: bool,
    /// Name of the seat.
    pub(super) seat: String,
    /// Piece of the seat, by its name in the style sheet.
    pub(super) piece: Option<String>,
    /// The turn, canonical if it could be played.
    pub(super) turn: String,
    pub(super) drawing: Drawing,
    /// Lines below the board as HTML, the caption first. Their text and small drawings are legible
    /// at any size of the board.
    pub(super) beneath: String,
    /// Short description of the effects of the turn.
    pub(super) did: String,
    /// True if the record requests a figure here.
    pub(super) is_diagram: bool,
    pub(super) position: Position,
    /// True for an illegal turn.
    pub(super) is_refused: bool,
    /// What a reader can try here, in a puzzle.
    pub(super) tries: Option<Tries>,
    /// The last clock of each seat.
    clocks: BTreeMap<u8, String>,
}

/// Steps of a record, each after its parent.
pub(super) struct Steps<'a> {
    pub(super) timeline: &'a Timeline,
    options: &'a PlayerOptions,
    theme: &'a Theme,
    /// Played turns that have not become steps yet.
    played: HashMap<TurnId, PlayerStep>,
    /// Findings that are not assigned to their turn yet, by the path of their line.
    waiting: HashMap<Vec<u32>, Vec<usize>>,
    /// Number of steps with each identifier so far.
    ids: HashMap<String, u32>,
    pub(super) steps: Vec<PlayerStep>,
    /// Step of each turn.
    pub(super) of_turn: HashMap<TurnId, usize>,
    /// Findings of each turn.
    pub(super) findings_of_turn: HashMap<TurnId, Vec<usize>>,
    /// Findings that belong to no turn.
    pub(super) findings_of_record: Vec<usize>,
    pub(super) warnings: Vec<String>,
    /// What the record says about its turns in puzzles.
    kinds: HashMap<TurnId, TryKind>,
    players: Players,
}

impl<'a> Steps<'a> {
    /// Creates the steps of a record.
    pub(super) fn new(
        timeline: &'a Timeline,
        options: &'a PlayerOptions,
        theme: &'a Theme,
    ) -> Result<Self, PlayerError> {
        timeline.start().ok_or(NoFrame::NoStart)?;
        let positions = timeline.items().filter(|(frame, _)| frame.turn.is_some());
        if positions.count() > MAX_POSITIONS {
            return Err(PlayerError::TooMany {
                most: MAX_POSITIONS,
            });
        }

        let players = Players::from_timeline(timeline, options.figure.view.lang);
        let solver = SolverPositions::from_timeline(timeline);
        let (findings_of_record, waiting) = findings_by_line(&timeline.report.findings);
        let mut steps = Self {
            timeline,
            options,
            theme,
            played: HashMap::new(),
            waiting,
            ids: HashMap::new(),
            steps: Vec::new(),
            of_turn: HashMap::new(),
            findings_of_turn: HashMap::new(),
            findings_of_record,
            warnings: Vec::new(),
            kinds: HashMap::new(),
            players,
        };
        steps.draw_positions(&solver)?;
        steps.kinds = solver.kinds;
        steps.add_line(&timeline.record().moves, 0, false);
        steps.give_record_the_other_findings();
        Ok(steps)
    }

    /// Creates the steps of all positions: the start as the first step, and the others in
    /// `played`.
    fn draw_positions(&mut self, solver: &SolverPositions) -> Result<(), PlayerError> {
        let timeline = self.timeline;
        let puzzles = PuzzlesByPosition::from_timeline(timeline);
        let mut history = History::default();
        for (frame, items) in timeline.items() {
            history.add(frame);
            let context = StepContext {
                options: self.options,
                players: &self.players,
                theme: self.theme,
                history: &history,
            };
            let puzzle = puzzles.at(frame);
            let is_tried = solver.contains(frame.turn);
            let step = context.position_step(frame, items, puzzle, is_tried, &mut self.warnings)?;
            match frame.turn {
                Some(turn) => {
                    self.played.insert(turn, step);
                }
                None => self.steps.push(step),
            }
        }
        Ok(())
    }

    /// Assigns the findings of lines that have no turns to the record.
    fn give_record_the_other_findings(&mut self) {
        let unplaced = self.waiting.drain().flat_map(|(_, findings)| findings);
        self.findings_of_record.extend(unplaced);
        self.findings_of_record.sort_unstable();
    }

    /// Returns the book that findings link to.
    pub(super) fn book(&self) -> Option<BookAddress<'_>> {
        BookAddress::new(self.options.book.as_deref()?)
    }

    /// Adds the steps of a line that branches off at step `last`. `is_over` is true after an
    /// illegal turn, because no more turns were played.
    fn add_line(&mut self, line: &Line, mut last: usize, mut is_over: bool) {
        self.place_findings(line);
        for node in &line.turns {
            // A variation replaces the turn, so it branches off before it.
            let before = last;
            let was_over = is_over;
            if let Some(step) = self.played.remove(&node.id) {
                last = self.add_step(step, before, node);
            } else if !is_over && let Some(step) = self.refused_step(line, node, before) {
                self.add_step(step, before, node);
                is_over = !node.expects_refusal();
            }
            for variation in node.variations() {
                self.add_line(&variation.line, before, was_over);
            }
        }
    }

    /// Assigns the findings of a line to their turns.
    fn place_findings(&mut self, line: &Line) {
        if line.turns.is_empty() {
            return;
        }
        for finding in self.waiting.remove(&line.path).unwrap_or_default() {
            let start = self.timeline.report.findings[finding].span.start;
            let next = line.turns.partition_point(|node| node.start() <= start);
            let node = &line.turns[next.saturating_sub(1)];
            self.findings_of_turn
                .entry(node.id)
                .or_default()
                .push(finding);
        }
    }

    /// Adds the step of a turn after its parent. Returns the index of the step.
    fn add_step(&mut self, mut step: PlayerStep, parent: usize, node: &TurnNode) -> usize {
        let count = self.ids.entry(step.id.clone()).or_insert(0);
        *count += 1;
        if *count > 1 {
            // An illegal turn and the one played instead have the same number.
            step.id = format!("{}.{count}", step.id);
        }
        step.parent = Some(parent);
        self.set_clocks(&mut step, parent, node);
        self.steps.push(step);
        let index = self.steps.len() - 1;
        self.of_turn.insert(node.id, index);
        index
    }

    /// Shows the last clock of each seat below the board.
    fn set_clocks(&self, step: &mut PlayerStep, parent: usize, node: &TurnNode) {
        step.clocks = self
            .steps
            .get(parent)
            .map(|before| before.clocks.clone())
            .unwrap_or_default();
        if !step.is_refused
            && let Some(seat) = step.position.mover()
            && let Some(time) = clock_of_turn(self.timeline.record(), node, "clock")
        {
            step.clocks.insert(seat, escaped(time));
        }
        for (seat, time) in &step.clocks {
            step.beneath = self.players.with_clock(&step.beneath, *seat, time);
        }
    }

    /// Returns what the record says about a turn of a puzzle.
    pub(super) fn kind_of_turn(&self, node: &TurnNode) -> Option<TryKind> {
        self.kinds.get(&node.id).copied()
    }

    /// Returns the puzzles: the step of each, and its task in words.
    pub(super) fn tasks(&self) -> Vec<(usize, String)> {
        let task = |puzzle: &PuzzleOf<'_>| {
            let step = match puzzle.frame.turn {
                None => 0,
                Some(turn) => *self.of_turn.get(&turn)?,
            };
            Some((step, puzzle.task(self.lang())))
        };
        puzzles(self.timeline).iter().filter_map(task).collect()
    }

    /// Returns what the record says about the steps of puzzles.
    pub(super) fn step_kinds(&self) -> BTreeMap<usize, TryKind> {
        let kinds = self.kinds.iter();
        kinds
            .filter_map(|(turn, kind)| Some((*self.of_turn.get(turn)?, *kind)))
            .collect()
    }

    /// Returns the turns of the main line after which the solutions of the puzzles begin.
    pub(super) fn puzzle_turns(&self) -> Vec<u32> {
        let mut turns: Vec<u32> = puzzles(self.timeline)
            .iter()
            .map(|puzzle| puzzle.frame.number)
            .collect();
        turns.dedup();
        turns
    }

    /// Returns true if the solution is shown at once.
    pub(super) fn shows_solution(&self) -> bool {
        self.options.figure.solution
    }

    /// Returns the language of the player.
    pub(super) fn lang(&self) -> Lang {
        self.options.figure.view.lang
    }

    /// Returns true if the board can be rotated while it is shown. Cards in hands would be upside
    /// down.
    pub(super) fn can_flip(&self) -> bool {
        !self.timeline.game().facts().has_cards()
    }

    /// Returns the step that shows the first error of a turn, or the first warning if there is no
    /// error.
    pub(super) fn first_finding(&self) -> Option<usize> {
        let findings = &self.timeline.report.findings;
        let mut candidates = Vec::new();
        for (turn, findings_of_turn) in &self.findings_of_turn {
            if let Some(&step) = self.of_turn.get(turn) {
                candidates.extend(findings_of_turn.iter().map(|&finding| (finding, step)));
            }
        }
        // Errors come before warnings.
        candidates
            .into_iter()
            .min_by_key(|&(finding, _)| (!findings[finding].is_error(), finding))
            .map(|(_, step)| step)
    }

    /// Returns the last step of the main line.
    pub(super) fn last_of_main_line(&self) -> usize {
        self.steps
            .iter()
            .rposition(|step| !step.id.contains('-'))
            .unwrap_or(0)
    }

    /// Returns the findings of a turn.
    pub(super) fn findings_at(&self, node: &TurnNode) -> Vec<&Finding> {
        let findings = self.findings_of_turn.get(&node.id);
        findings
            .into_iter()
            .flatten()
            .map(|&index| &self.timeline.report.findings[index])
            .collect()
    }

    /// Creates the step of a turn that was not played, with the board of its finding.
    fn refused_step(&self, line: &Line, node: &TurnNode, before: usize) -> Option<PlayerStep> {
        let finding = self
            .findings_at(node)
            .into_iter()
            .find(|finding| finding.is_error())?;
        let parent = self.steps.get(before)?;
        let (position, marks) = shown_by(self.timeline, finding).unwrap_or((&parent.position, &[]));
        let mut figure =
            figure_at_fault(position, marks, str::to_owned, &self.options.figure).ok()?;
        let turn = self.timeline.record().turn_text(node).to_owned();
        let seat = name_of_seat(position, position.to_move(), self.lang());
        let below = take_lines_below(&mut figure, position, &seat, self.theme, &self.players);
        let mut drawing = Drawing::of_board(&figure, self.theme);
        drawing.roles.extend(below.roles);
        Some(PlayerStep {
            id: id_of(&line.path, node.number),
            parent: None,
            label: self
                .lang()
                .fill("Turn {0} refused: {1}", &[&node.number, &turn]),
            is_usual: false,
            seat,
            piece: below.piece,
            turn,
            beneath: below.html,
            did: String::new(),
            is_diagram: false,
            drawing,
            position: position.clone(),
            is_refused: true,
            tries: None,
            clocks: BTreeMap::new(),
        })
    }
}

/// What all steps of a record need while they are created.
struct StepContext<'a> {
    options: &'a PlayerOptions,
    players: &'a Players,
    theme: &'a Theme,
    /// Turns up to the step that is being created.
    history: &'a History,
}

impl StepContext<'_> {
    /// Creates the step of a position. `is_tried` is true if a reader can try turns there.
    fn position_step(
        &self,
        frame: &Frame,
        items: &[Item],
        puzzle: Option<Puzzle>,
        is_tried: bool,
        warnings: &mut Vec<String>,
    ) -> Result<PlayerStep, PlayerError> {
        let number = frame.number;
        let lang = self.options.figure.view.lang;
        let mut figure = self.figure_of_step(frame, items, puzzle, warnings)?;
        let seat = seat_in(frame, lang);
        let turn = frame.canonical_turn().unwrap_or_default();
        let below = take_lines_below(
            &mut figure,
            &frame.position,
            &seat,
            self.theme,
            self.players,
        );
        let mut drawing = Drawing::of_board(&figure, self.theme);
        drawing.roles.extend(below.roles);
        let tries = if is_tried {
            tries(&frame.position, &figure, lang)
        } else {
            None
        };
        Ok(PlayerStep {
            id: id_of(&frame.path, number),
            parent: None,
            label: if number == 0 {
                lang.say("Start").to_owned()
            } else {
                lang.fill("Turn {0}, {1}: {2}", &[&number, &seat, &turn])
            },
            is_usual: number > 0,
            seat,
            piece: below.piece,
            turn,
            beneath: below.html,
            did: figure.annotation_words.clone(),
            is_diagram: asks_for_figure(items),
            drawing,
            position: frame.position.clone(),
            is_refused: false,
            tries,
            clocks: BTreeMap::new(),
        })
    }

    /// Draws a position, and adds the warnings about parts that cannot be shown.
    fn figure_of_step(
        &self,
        frame: &Frame,
        items: &[Item],
        puzzle: Option<Puzzle>,
        warnings: &mut Vec<String>,
    ) -> Result<Figure, PlayerError> {
        let number = frame.number;
        let view = &self.options.figure.view;
        let (mut step_options, mut step_warnings) = options_of_frame(items, &self.options.figure);
        set_common_view(&mut step_options.view, view);
        let mut figure = figure_of_frame(frame, self.history, step_options).map_err(|error| {
            PlayerError::View {
                turn: number,
                error,
            }
        })?;
        set_task(&mut figure, frame, puzzle, view.notes);
        if puzzle.is_some() && view.notes {
            // The page has the task as its heading.
            figure.notes.remove(0);
        }

        for name in &figure.unknown {
            let warning = view
                .lang
                .fill("`{0}` is not a place in this figure", &[name]);
            step_warnings.push(warning);
        }
        for warning in step_warnings {
            warnings.push(view.lang.fill("turn {0}: {1}", &[&number, &warning]));
        }
        Ok(figure)
    }
}

/// Returns the findings that belong to no turn, and the others by the path of their line.
fn findings_by_line(findings: &[Finding]) -> (Vec<usize>, HashMap<Vec<u32>, Vec<usize>>) {
    let mut of_record = Vec::new();
    let mut by_line: HashMap<Vec<u32>, Vec<usize>> = HashMap::new();
    for (index, finding) in findings.iter().enumerate() {
        match finding.turn {
            0 => of_record.push(index),
            _ => by_line
                .entry(finding.variation.clone())
                .or_default()
                .push(index),
        }
    }
    (of_record, by_line)
}

/// Shows a position like all others: the rotation and crop of a single diagram are intended for
/// print.
fn set_common_view(step_view: &mut View, view: &View) {
    step_view.rotation = view.rotation;
    step_view.coordinates = view.coordinates;
    step_view.notes = view.notes;
    step_view.lang = view.lang;
    step_view.crop.clone_from(&view.crop);
}

/// Returns the identifier of a step: `12` in the main line, `7-1-8` in a variation.
fn id_of(path: &[u32], number: u32) -> String {
    let numbers: Vec<String> = path
        .iter()
        .chain([&number])
        .map(ToString::to_string)
        .collect();
    numbers.join("-")
}
