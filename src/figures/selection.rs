//! Selects the positions of a record to show, and draws their figures.
//!
//! A *frame* is a position of the replay, with the turn that led to it. A *refusal* is an illegal
//! turn that the record expects to be illegal. The *items* after a turn are its comments and
//! variations; `[%diagram]` in a comment asks for a figure.

use std::collections::{BTreeMap, HashSet};

use super::finding_figure::figures_of_findings;
use super::frame_figure::{
    Drawn, add_caption, add_names, draw_frame, draw_refusal, options_of_frame,
};
use super::options::FigureOptions;
use super::piece_numbers::History;
use super::puzzle::{PuzzlesByPosition, is_after, puzzles};
use crate::draw::{Figure, Lines};
use crate::notation::{Item, TurnId, asks_for_figure, has_unread_figure};
use crate::replay::{Frame, NoFrame, Stop, Timeline, clock};

/// The positions of a record to show.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Selection {
    /// The position after a turn of the line: 0 for the start, `None` for the last.
    Turn(Option<u32>),
    /// Each position with a `[%diagram]`, including those in variations. After a turn that is
    /// expected to be illegal, the figure shows the error.
    Diagrams,
    /// The position after each N-th turn of the line, and the last.
    Every(u32),
    /// The position at each error, with its places marked.
    Findings,
}

/// Figure with the position of the record that it shows.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct FigureOf {
    /// Line of the position: empty for the main line; otherwise, for each level, the turn that is
    /// replaced and the index of the variation.
    pub path: Vec<u32>,
    /// Turn after which the position occurs; 0 for the start.
    pub turn: u32,
    /// True if the figure shows this turn as illegal, as the record expects.
    pub refused: bool,
    /// Figure of the position.
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

/// Draws figures of a record. The settings of a `[%diagram]` are applied after `options` and before
/// the commands beside it.
///
/// # Errors
/// Returns an error if the position cannot be reached.
pub fn figures(
    timeline: &Timeline,
    selection: Selection,
    options: &FigureOptions,
) -> Result<Figures, NoFrame> {
    let drawn = draw_selected(timeline, selection, options)?;
    if !matches!(selection, Selection::Every(_)) || options.view.crop.is_some() {
        return Ok(drawn);
    }

    // All figures of a series show the same part of a table: if they differ, they are drawn again
    // with the columns and rows that any of them shows.
    let lines = drawn
        .figures
        .iter()
        .filter_map(|shown| shown.figure.lines())
        .reduce(Lines::joined);
    let shows_other_lines = |shown: &FigureOf| shown.figure.lines() != lines;
    if lines.is_none() || !drawn.figures.iter().any(shows_other_lines) {
        return Ok(drawn);
    }
    let mut options = options.clone();
    options.view.lines = lines;
    draw_selected(timeline, selection, &options)
}

/// Draws the selected figures.
fn draw_selected(
    timeline: &Timeline,
    selection: Selection,
    options: &FigureOptions,
) -> Result<Figures, NoFrame> {
    if selection == Selection::Findings {
        return Ok(figures_of_findings(timeline, options));
    }
    let hidden_after = hidden_after(timeline, selection, options);
    let mut series = Series::new(timeline, selection, options, hidden_after)?;
    let has_diagrams = timeline.stops().any(|(_, items)| asks_for_figure(items));
    for (stop, items) in timeline.stops() {
        match stop {
            Stop::Position(frame) => {
                let is_hidden = hidden_after.is_some_and(|turn| is_after(frame, turn));
                if !is_hidden {
                    series.add_position(frame, items);
                }
            }
            Stop::Refusal(finding) => {
                // A block that announces an illegal turn shows it if nothing else asks for a
                // figure.
                let is_wanted = !has_diagrams || asks_for_figure(items);
                if selection == Selection::Diagrams && is_wanted {
                    let drawn = draw_refusal(timeline, finding, items, options);
                    series.add_drawn(finding.turn, &finding.variation, drawn);
                }
            }
        }
    }
    series.finish()
}

/// The figures of a record, in the order in which they are drawn.
struct Series<'a> {
    timeline: &'a Timeline,
    selection: Selection,
    options: &'a FigureOptions,
    /// The positions of the line that the options select, by the turn before each; `None` for the
    /// start.
    line: HashSet<Option<TurnId>>,
    /// The number of the last turn of that line.
    last: u32,
    /// The last turn that a figure with its own numbers shows.
    numbered: u32,
    history: History,
    puzzles: PuzzlesByPosition<'a>,
    /// The times on the clocks of the seats.
    clocks: BTreeMap<u8, String>,
    /// The figures so far.
    result: Figures,
}

impl<'a> Series<'a> {
    fn new(
        timeline: &'a Timeline,
        selection: Selection,
        options: &'a FigureOptions,
        hidden_after: Option<u32>,
    ) -> Result<Self, NoFrame> {
        let mut line = timeline.line(options.line.as_ref())?;
        line.retain(|frame| !hidden_after.is_some_and(|turn| is_after(frame, turn)));
        Ok(Self {
            timeline,
            selection,
            options,
            last: line.last().map_or(0, |frame| frame.number),
            line: line.iter().map(|frame| frame.turn).collect(),
            numbered: 0,
            history: History::default(),
            puzzles: PuzzlesByPosition::from_timeline(timeline),
            clocks: BTreeMap::new(),
            result: Figures::default(),
        })
    }

    /// Draws a position if it is selected.
    fn add_position(&mut self, frame: &Frame, items: &[Item]) {
        self.history.add(frame);
        if self.line.contains(&frame.turn) {
            self.note_clock(frame);
        }
        if self.is_selected(frame, items) {
            let options = self.options_of(frame);
            let mut drawn = draw_frame(
                frame,
                items,
                self.puzzles.at(frame),
                &self.history,
                &options,
            );
            if drawn.shows_names
                && let Some(figure) = &mut drawn.figure
            {
                add_names(
                    figure,
                    self.timeline,
                    frame,
                    &self.clocks,
                    options.view.lang,
                );
            }
            self.add_drawn(frame.number, &frame.path, drawn);
        } else if self.selection == Selection::Diagrams && has_unread_figure(items) {
            // The comment may have been intended as a diagram, so its warnings are reported.
            let (_, warnings) = options_of_frame(items, self.options);
            self.add_drawn(
                frame.number,
                &frame.path,
                Drawn {
                    warnings,
                    ..Drawn::default()
                },
            );
        }
    }

    /// Remembers the time on the clock of the seat that took the turn.
    fn note_clock(&mut self, frame: &Frame) {
        if let (Some(seat), Some(time)) = (frame.seat(), clock(self.timeline, frame, "clock")) {
            self.clocks.insert(seat, time.to_owned());
        }
    }

    /// Returns true if the selection contains a position.
    fn is_selected(&self, frame: &Frame, items: &[Item]) -> bool {
        let number = frame.number;
        let is_in_line = self.line.contains(&frame.turn);
        match self.selection {
            Selection::Turn(turn) => is_in_line && number == turn.unwrap_or(self.last),
            Selection::Diagrams => asks_for_figure(items),
            Selection::Findings => false,
            Selection::Every(step) => {
                is_in_line && (number.is_multiple_of(step.max(1)) || number == self.last)
            }
        }
    }

    /// Returns the options of a selected position: its numbers and its caption.
    fn options_of(&mut self, frame: &Frame) -> FigureOptions {
        let number = frame.number;
        let mut options = self.options.clone();
        if options.renumber && matches!(self.selection, Selection::Every(_)) {
            // The numbers of each figure begin after the previous figure.
            options.numbers_from = (number > self.numbered).then_some(self.numbered + 1);
            self.numbered = number;
        }
        if !matches!(self.selection, Selection::Turn(_)) {
            let clocks = self.options.clocks.then_some(&self.clocks);
            add_caption(&mut options, frame, clocks);
        } else if let Some(from) = options.numbers_from.filter(|&from| from > number) {
            let warning = "turn {0} comes before turn {1}, so no turn is numbered";
            self.result
                .warnings
                .push(options.view.lang.fill(warning, &[&number, &from]));
        }
        options
    }

    /// Adds the result of drawing a turn.
    fn add_drawn(&mut self, turn: u32, path: &[u32], drawn: Drawn) {
        let Drawn {
            figure,
            warnings,
            is_refused: refused,
            shows_names: _,
        } = drawn;
        let lang = self.options.view.lang;
        self.result.warnings.extend(
            warnings
                .iter()
                .map(|warning| lang.fill("turn {0}: {1}", &[&turn, warning])),
        );
        self.result.figures.extend(figure.map(|figure| FigureOf {
            path: path.to_vec(),
            turn,
            refused,
            figure,
        }));
    }

    /// Returns the figures, or an error if the selected turn does not exist.
    fn finish(self) -> Result<Figures, NoFrame> {
        match self.selection {
            Selection::Turn(Some(asked))
                if self.result.figures.is_empty() && self.result.warnings.is_empty() =>
            {
                Err(NoFrame::NoSuchTurn {
                    asked,
                    last: self.last,
                })
            }
            _ => Ok(self.result),
        }
    }
}

/// Returns the turn of the main line after which the solution of a puzzle begins, if figures hide
/// it. A position that is selected by its turn or its address is shown.
fn hidden_after(timeline: &Timeline, selection: Selection, options: &FigureOptions) -> Option<u32> {
    let is_asked =
        options.solution || options.line.is_some() || matches!(selection, Selection::Turn(Some(_)));
    if is_asked {
        None
    } else {
        puzzles(timeline).first().map(|puzzle| puzzle.frame.number)
    }
}
