//! Selects the positions of a record to show, and applies the commands in its comments.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use super::options::FigureOptions;
use crate::draw::{Annotations, Element, Figure, Ghost, Lang, Lines, Note, Role, Scene, View, ViewError};
use crate::findings::Finding;
use crate::games::Effects;
use crate::notation::{
    Comment, Item, Meaning, asks_for_figure, comments_of, figure_commands, has_unread_figure, is_resignation,
};
use crate::replay::{Frame, NoFrame, Position, Stop, Timeline, clock};

use super::of_finding::{figure_of_finding, figures_of_findings, is_mover, without_mover};
use super::puzzle::{is_after, puzzle_in, puzzles, task};

/// The positions of a record to show.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Selection {
    /// The position after a turn of the line: 0 for the start, `None` for the last.
    Turn(Option<u32>),
    /// Each position with a `[%diagram]`, including those in variations. After a turn that is expected to be
    /// illegal, the figure shows the error.
    Diagrams,
    /// The position after each N-th turn of the line, and the last.
    Every(u32),
    /// The position at each error, with its places marked.
    Findings,
}

/// Figure with the position of the record that it shows.
#[derive(Clone, Debug)]
pub struct FigureOf {
    /// Line of the position: empty for the main line; otherwise, for each level, the turn that is replaced and
    /// the index of the variation.
    pub path: Vec<u32>,
    /// Turn after which the position occurs; 0 for the start.
    pub turn: u32,
    /// True if the figure shows this turn as illegal, as the record expects.
    pub refused: bool,
    /// Figure.
    pub figure: Figure,
}

/// Figures of a record.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Figures {
    /// Figures in the order of the text.
    pub figures: Vec<FigureOf>,
    /// Warnings about commands that cannot be carried out, each with its turn.
    pub warnings: Vec<String>,
}

/// Result of drawing a position.
#[derive(Default)]
struct Drawn {
    figure: Option<Figure>,
    /// Warnings about what cannot be shown.
    warnings: Vec<String>,
    is_refused: bool,
}

impl Figures {
    /// Adds the result of drawing a turn.
    fn add(&mut self, turn: u32, path: &[u32], drawn: Drawn, options: &FigureOptions) {
        let Drawn { figure, warnings, is_refused: refused } = drawn;
        let lang = options.view.lang;
        self.warnings.extend(warnings.iter().map(|warning| lang.fill("turn {0}: {1}", &[&turn, warning])));
        self.figures.extend(figure.map(|figure| FigureOf { path: path.to_vec(), turn, refused, figure }));
    }
}

/// Effects of a turn.
pub(super) struct TurnDone {
    number: u32,
    text: String,
    effects: Effects,
}

/// Effects of the turns in each line visited so far.
#[derive(Default)]
pub(super) struct History {
    lines: HashMap<Vec<u32>, Vec<TurnDone>>,
}

impl History {
    pub(super) fn add(&mut self, frame: &Frame) {
        let (number, effects) = (frame.number, frame.position.effects());
        let Some(text) = frame.canonical_turn() else { return };
        self.lines.entry(frame.path.clone()).or_default().push(TurnDone { number, text, effects });
    }

    /// Returns the turns `from` to `to` that led to a position of the line `path`.
    fn turns(&self, path: &[u32], from: u32, to: u32) -> Vec<&TurnDone> {
        let mut turns = Vec::new();
        let mut most = to;
        let mut path = path;
        loop {
            let own = self.lines.get(path).map(Vec::as_slice).unwrap_or_default();
            let begins = path.len().checked_sub(2).map_or(0, |at| path[at]);
            let wanted = own.iter().rev().filter(|turn| (from.max(begins)..=most).contains(&turn.number));
            turns.extend(wanted);
            let Some(shorter) = path.len().checked_sub(2) else { break };
            most = most.min(begins.saturating_sub(1));
            path = &path[..shorter];
        }
        turns.reverse();
        turns
    }
}

/// Draws figures of a record. The settings of a `[%diagram]` are applied after `options` and before the
/// commands beside it.
///
/// # Errors
/// If the position cannot be reached.
pub fn figures(timeline: &Timeline, selection: Selection, options: &FigureOptions) -> Result<Figures, NoFrame> {
    let done = selected(timeline, selection, options)?;
    if !matches!(selection, Selection::Every(_)) || options.view.crop.is_some() {
        return Ok(done);
    }
    // All figures of a series show the same part of a table.
    let lines = done.figures.iter().filter_map(|of| of.figure.lines()).reduce(Lines::joined);
    match lines {
        Some(_) if done.figures.iter().any(|of| of.figure.lines().is_some() && of.figure.lines() != lines) => {
            let view = View { lines, ..options.view.clone() };
            selected(timeline, selection, &FigureOptions { view, ..options.clone() })
        }
        _ => Ok(done),
    }
}

/// Draws the selected figures.
fn selected(timeline: &Timeline, selection: Selection, options: &FigureOptions) -> Result<Figures, NoFrame> {
    if selection == Selection::Findings {
        return Ok(figures_of_findings(timeline, options));
    }
    let mut line = timeline.line(options.line.as_ref())?;
    let hidden = hidden_from(timeline, selection, options);
    line.retain(|frame| !hidden.is_some_and(|at| is_after(frame, at)));
    let last = line.last().map_or(0, |frame| frame.number);
    let line: HashSet<_> = line.iter().map(|frame| frame.turn).collect();
    let mut shown = 0;
    let mut done = Figures::default();
    let mut history = History::default();
    let mut clocks: BTreeMap<u8, String> = BTreeMap::new();
    for (stop, items) in timeline.stops() {
        let frame = match stop {
            Stop::Position(frame) => frame,
            Stop::Refusal(finding) if selection == Selection::Diagrams => {
                done.add(finding.turn, &finding.variation, refusal(timeline, finding, items, options), options);
                continue;
            }
            Stop::Refusal(_) => continue,
        };
        if hidden.is_some_and(|at| is_after(frame, at)) {
            continue;
        }
        history.add(frame);
        let (number, in_line) = (frame.number, line.contains(&frame.turn));
        let time = clock(timeline, frame, "clock").filter(|_| options.clocks && in_line);
        if let (Some(seat), Some(time)) = (frame.seat(), time) {
            clocks.insert(seat, format!("{} {time}", seat_in(frame, options.view.lang)));
        }
        let wanted = match selection {
            Selection::Turn(turn) => in_line && number == turn.unwrap_or(last),
            Selection::Diagrams => asks_for_figure(items),
            Selection::Findings => false,
            Selection::Every(step) => in_line && (number % step.max(1) == 0 || number == last),
        };
        if selection == Selection::Diagrams && !wanted && has_unread_figure(items) {
            // The comment may have been intended as a diagram, so its warnings are reported.
            let (_, warnings) = options_of_frame(items, options);
            done.add(number, &frame.path, Drawn { warnings, ..Drawn::default() }, options);
        }
        if wanted {
            let mut options = options.clone();
            if options.renumber && matches!(selection, Selection::Every(_)) {
                // The numbers of each figure begin after the previous figure.
                options.numbers_from = Some(shown + 1).filter(|_| number > shown);
                shown = number;
            }
            if !matches!(selection, Selection::Turn(_)) {
                add_caption(&mut options, frame, &clocks);
            } else if let Some(from) = options.numbers_from.filter(|&from| from > number) {
                let warning = "turn {0} comes before turn {1}, so that no turn is numbered";
                done.warnings.push(options.view.lang.fill(warning, &[&number, &from]));
            }
            done.add(number, &frame.path, figure(frame, items, &history, &options), &options);
        }
    }
    if let (Selection::Turn(Some(asked)), true) = (selection, done.figures.is_empty() && done.warnings.is_empty()) {
        return Err(NoFrame::NoSuchTurn { asked, last });
    }
    Ok(done)
}

/// Sets the default caption of one of several figures: its turn and the clocks. A range of numbered turns gets its own.
fn add_caption(options: &mut FigureOptions, frame: &Frame, clocks: &BTreeMap<u8, String>) {
    let is_range = options.renumber && options.numbers_from.is_some();
    if options.view.caption.is_none() && !is_range {
        let moment = moment(frame, options.view.lang);
        let parts: Vec<String> = std::iter::once(moment).chain(clocks.values().cloned()).collect();
        options.view.caption = Some(parts.join(" · "));
    }
}

/// Returns the turn of the main line after which the solution of a puzzle begins, if figures hide it. A position that
/// is selected by its turn or its address is shown.
fn hidden_from(timeline: &Timeline, selection: Selection, options: &FigureOptions) -> Option<u32> {
    let is_asked = options.solution || options.line.is_some() || matches!(selection, Selection::Turn(Some(_)));
    if is_asked { None } else { puzzles(timeline).first().map(|puzzle| puzzle.frame.number) }
}

/// Draws one position with the commands in the comments beside it. Commands that cannot be carried out are
/// ignored.
///
/// # Errors
/// If the position cannot be shown as requested.
pub fn figure_beside(frame: &Frame, items: &[Item], options: &FigureOptions) -> Result<Figure, ViewError> {
    let mut history = History::default();
    history.add(frame);
    let (options, _) = options_of_frame(items, options);
    figure_of_frame(frame, &history, options)
}

/// Returns the name of the position, to distinguish one figure from others.
fn moment(frame: &Frame, lang: Lang) -> String {
    match frame.canonical_turn() {
        None => lang.say("The start").to_owned(),
        Some(turn) if is_resignation(&turn) => resigned(frame, lang),
        Some(turn) => lang.fill("After turn {0}: {1}", &[&frame.number, &turn]),
    }
}

/// Returns who resigned, and when.
fn resigned(frame: &Frame, lang: Lang) -> String {
    lang.fill("Turn {0}: {1} resigns", &[&frame.number, &seat_in(frame, lang)])
}

/// Returns the name of the seat that took the turn.
pub(super) fn seat_in(frame: &Frame, lang: Lang) -> String {
    frame.seat().map_or_else(String::new, |seat| name_of_seat(&frame.position, seat, lang))
}

/// Returns the name of a seat.
pub(super) fn name_of_seat(position: &Position, seat: u8, lang: Lang) -> String {
    const NAMES: [&str; 4] = ["White", "Black", "Light", "Dark"];
    let name = position.seat_name(seat);
    match NAMES.into_iter().find(|known| *known == name) {
        Some(known) => lang.say(known).to_owned(),
        None => lang.fill("Seat {0}", &[&seat]),
    }
}

/// Draws a position, with warnings about what cannot be shown.
fn figure(frame: &Frame, items: &[Item], history: &History, options: &FigureOptions) -> Drawn {
    let (options, warnings) = options_of_frame(items, options);
    let has_notes = options.view.notes;
    let mut drawn = with_warnings(figure_of_frame(frame, history, options), warnings);
    if let Some(figure) = &mut drawn.figure {
        set_task(figure, frame, items, has_notes);
    }
    if let Some(figure) = drawn.figure.as_mut().filter(|_| has_notes) {
        let lang = figure.lang;
        figure.notes.extend(authors(items).map(|author| Note::of_words(lang.fill("Note by {0}", &[&author]))));
    }
    drawn
}

/// Adds the task of a puzzle to its position, instead of which seat is to move.
pub(super) fn set_task(figure: &mut Figure, frame: &Frame, items: &[Item], has_notes: bool) {
    let Some(puzzle) = puzzle_in(items) else { return };
    let lang = figure.lang;
    let task = task(frame, puzzle, lang);
    figure.words = format!("{} {task}.", figure.words);
    if has_notes {
        figure.notes.retain(|note| !is_mover(&note.words(), lang));
        figure.notes.insert(0, Note::of_words(task));
    }
}

/// Returns the authors of the comments that a figure shows, each once.
fn authors(items: &[Item]) -> impl Iterator<Item = String> {
    let is_shown =
        |comment: &&Comment| comment.commands.iter().any(|command| matches!(command.meaning, Meaning::Figure(Ok(_))));
    let authors: BTreeSet<String> =
        comments_of(items).filter(is_shown).filter_map(Comment::author).map(str::to_owned).collect();
    authors.into_iter()
}

/// Draws a turn that is expected to be illegal, with warnings about what cannot be shown.
fn refusal(timeline: &Timeline, finding: &Finding, items: &[Item], options: &FigureOptions) -> Drawn {
    let (options, warnings) = options_of_frame(items, options);
    match figure_of_finding(timeline, finding, &options) {
        Some(drawn) => Drawn { is_refused: true, ..with_warnings(drawn, warnings) },
        None => Drawn { warnings, ..Drawn::default() },
    }
}

fn with_warnings(drawn: Result<Figure, ViewError>, mut warnings: Vec<String>) -> Drawn {
    let figure = drawn.map_err(|error| warnings.push(error.to_string())).ok();
    if let Some(figure) = &figure {
        let unknown = |name: &String| figure.lang.fill("`{0}` is not a place in this figure", &[name]);
        warnings.extend(figure.unknown.iter().map(unknown));
        let outside =
            |name: &String| figure.lang.fill("`{0}` is outside of the view, so its mark is left out", &[name]);
        warnings.extend(figure.outside.iter().map(outside));
        let is_seen = |element: &Element| !matches!(element.role, Role::TextOnly | Role::Coordinate);
        if !figure.elements.iter().any(is_seen) {
            warnings.push(figure.lang.say("the view shows no part of the board").to_owned());
        }
        let covering = |text: &String| figure.lang.fill("the label `{0}` covers a piece", &[text]);
        warnings.extend(figure.covering.iter().map(covering));
    }
    Drawn { figure, warnings, is_refused: false }
}

/// Returns the options of a figure combined with the commands in comments, and warnings about commands without
/// effect.
pub(super) fn options_of_frame(items: &[Item], options: &FigureOptions) -> (FigureOptions, Vec<String>) {
    let mut options = options.clone();
    let mut warnings = Vec::new();
    for (command, _) in figure_commands(items) {
        let applied = command.clone().and_then(|command| options.apply(command).map_err(|error| error.to_string()));
        warnings.extend(applied.err());
    }
    (options, warnings)
}

/// Draws a position.
pub(super) fn figure_of_frame(
    frame: &Frame,
    history: &History,
    mut options: FigureOptions,
) -> Result<Figure, ViewError> {
    let lang = options.view.lang;
    let of_turn = if options.movement { frame.position.scene_of_turn_in(lang) } else { None };
    let shows_turn = of_turn.is_some();
    let mut scene = of_turn.unwrap_or_else(|| frame.position.scene_in(lang));
    match frame.canonical_turn() {
        None => {}
        Some(turn) if is_resignation(&turn) => resign(&mut scene, frame, lang),
        Some(turn) => scene.title = lang.fill("{0}, after turn {1}: {2}", &[&scene.title, &frame.number, &turn]),
    }
    let mut annotations = options.marks.clone();
    let effects = frame.position.effects();
    scene.cards.extend(effects.placed.first().cloned().zip(effects.card));
    if let Some(from) = options.numbers_from {
        let turns = history.turns(&frame.path, from, frame.number);
        let less = if options.renumber { from.saturating_sub(1) } else { 0 };
        number_pieces(&turns, less, &mut annotations);
        if options.view.caption.is_none() && frame.number >= from {
            let caption = match (from < frame.number, less > 0) {
                (true, true) => "Turns {0} to {1}; 1 is turn {0}",
                (true, false) => "Turns {0} to {1}",
                (false, true) => "Turn {0}, as 1",
                (false, false) => "Turn {0}",
            };
            options.view.caption = Some(lang.fill(caption, &[&from, &frame.number]));
        }
    } else if options.last_turn && !options.movement {
        annotations.last_turn.clone_from(&effects.placed);
    }
    if options.movement && shows_turn {
        annotations.last_turn = effects.placed;
    } else if options.movement {
        annotations.changed = effects.changed;
        annotations.moved = effects.moved;
        annotations.rows = effects.rows;
        annotations.row_owner = effects.row_owner;
        annotations.pushed = effects.pushed;
        annotations.gone = effects.gone_before;
        annotations.gone.extend(effects.gone);
        if options.numbers_from.is_none() {
            annotations.last_turn = effects.placed;
        }
    }
    Figure::new(scene, &annotations, &options.view)
}

/// Shows a resignation: the position is unchanged, and no seat is to move.
fn resign(scene: &mut Scene, frame: &Frame, lang: Lang) {
    without_mover(scene, lang);
    let words = resigned(frame, lang);
    scene.title = format!("{}, {}", frame.position.game().title(), words);
    scene.words = format!("{} {words}.", scene.words);
    scene.notes.push(Note::of_words(words));
}

/// Puts turn numbers on the pieces that the turns placed, wherever those are now. A turn whose piece has left
/// the board is listed beside the board.
fn number_pieces(turns: &[&TurnDone], less: u32, annotations: &mut Annotations) {
    let mut standing: HashMap<String, u32> = HashMap::new();
    let mut left: Vec<(u32, String)> = Vec::new();
    let mut take = |standing: &mut HashMap<String, u32>, gone: &[Ghost]| {
        for Ghost { name, .. } in gone {
            left.extend(standing.remove(name).map(|number| (number, name.clone())));
        }
    };
    let mut without: Vec<(u32, String)> = Vec::new();
    for TurnDone { number, text, effects } in turns.iter().copied() {
        let number = &number.saturating_sub(less);
        if effects.placed.is_empty() {
            // Turns that place nothing on the board are listed beside it: `take`, `pass`.
            without.push((*number, text.clone()));
        }
        if let Some(Ghost { name, .. }) = &effects.pushed {
            annotations.entries.push((name.clone(), *number));
        }
        take(&mut standing, &effects.gone_before);
        let moved: Vec<(String, u32)> = effects
            .moved
            .iter()
            .filter_map(|(from, to)| standing.remove(from).map(|number| (to.clone(), number)))
            .collect();
        standing.extend(moved);
        for name in &effects.placed {
            // A piece that moved to an occupied place now covers the piece that was there.
            if let Some(before) = standing.insert(name.clone(), *number) {
                take(&mut HashMap::from([(name.clone(), before)]), &[Ghost::plain(name.clone(), 0)]);
            }
        }
        take(&mut standing, &effects.gone);
    }
    let left = left.into_iter().map(|(number, name)| (number, format!("{number}\u{A0}{name}")));
    let mut remarks: Vec<(u32, String)> =
        left.chain(without.into_iter().map(|(number, text)| (number, format!("{number}: {text}")))).collect();
    remarks.sort_unstable();
    annotations.remarks.extend(remarks.into_iter().map(|(_, remark)| remark));
    annotations.numbers = standing.into_iter().collect();
    annotations.numbers.sort_by(|(name, number), (other, others)| (number, name).cmp(&(others, other)));
}
