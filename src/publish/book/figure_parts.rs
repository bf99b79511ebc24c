//! Figures of a block: the positions that its attributes request, drawn, numbered and captioned.
//! The other parts of a block are in `parts_reader.rs`.
//!
//! [`PartsReader::figure_parts`] draws the figures of each record (`figures_of_record`), selects
//! those that the attribute `figure` names, and prepares them for the document
//! (`prepare_figure`). A *diagram* is a position with the command `[%diagram]` in a comment. A
//! *refusal* is a turn that is illegal, as the record expects.

use super::block_attributes::{BlockAttributes, Number, RequestedFigure};
use super::parts::{BookFigure, Part};
use super::parts_reader::{PartsReader, RequestedBlock};
use crate::figures::{FigureOf, Selection, figures};
use crate::findings::{Hint, Hinted};
use crate::notation::asks_for_figure;
use crate::replay::{Stop, Timeline};
use crate::text::did_you_mean;

/// Figure of a block that shows one of its records.
struct DrawnFigure {
    /// The index of the record in the block.
    record: usize,
    figure_of: FigureOf,
}

impl PartsReader<'_> {
    /// Draws the requested figures of a block.
    pub(super) fn figure_parts(&mut self, request: &RequestedBlock<'_>) -> Vec<Part> {
        let attributes = request.attributes;
        self.first_figures.clear();
        if attributes.shown == RequestedFigure::Nothing {
            return Vec::new();
        }

        let wants_diagram = matches!(
            attributes.shown,
            RequestedFigure::Diagrams | RequestedFigure::Numbered(_) | RequestedFigure::Named(_)
        );
        let mut drawn: Vec<DrawnFigure> = Vec::new();
        for (record, timeline) in request.timelines().enumerate() {
            let of_record = self.figures_of_record(timeline, request);
            drawn.extend(
                of_record
                    .into_iter()
                    .map(|figure_of| DrawnFigure { record, figure_of }),
            );
        }

        if wants_diagram {
            match select_diagrams(drawn, &attributes.shown) {
                Ok(selected) => drawn = selected,
                Err(message) => {
                    self.fault(request.place("figure"), message);
                    return Vec::new();
                }
            }
        }

        // The puzzles of a record refer to the first figure that shows this record.
        for record in 0..request.timelines().count() {
            let first = drawn.iter().position(|drawn| drawn.record == record);
            self.first_figures
                .push(first.map(|index| self.figure_count + index));
        }

        let count = drawn.len();
        self.figure_count += count;
        let has_text = |drawn: &DrawnFigure| drawn.figure_of.figure.has_text;
        if attributes.text.is_some() && !drawn.iter().all(has_text) {
            self.fault(
                request.place("text"),
                "the text formats of this game cannot be rotated",
            );
        }

        let mut parts = Vec::with_capacity(count);
        for (drawn, index) in drawn.into_iter().zip(0..) {
            let figure = self.prepare_figure(drawn.figure_of, index, count, attributes);
            parts.push(Part::Figure(Box::new(figure)));
        }
        parts
    }

    /// Draws the requested figures of a record.
    fn figures_of_record(
        &mut self,
        timeline: &Timeline,
        request: &RequestedBlock<'_>,
    ) -> Vec<FigureOf> {
        let attributes = request.attributes;
        let draws_without_request = self.all && !attributes.table && !attributes.finding;
        let is_wanted = draws_without_request || attributes.asks_for_figure();
        let has_diagrams = has_diagrams(timeline);
        let has_refusal = timeline
            .stops()
            .any(|(stop, _)| matches!(stop, Stop::Refusal(_)));
        let mut options = attributes.options.clone();
        let selection = match attributes.shown {
            RequestedFigure::Turn(turn) => Selection::Turn(Some(turn)),
            RequestedFigure::Line => Selection::Turn(None),
            RequestedFigure::Range(from, to) => {
                options.numbers_from = Some(from);
                Selection::Turn(Some(to))
            }
            RequestedFigure::DiagramsOrLast if !has_diagrams && !is_wanted => return Vec::new(),
            RequestedFigure::DiagramsOrLast if !has_diagrams && !has_refusal => {
                Selection::Turn(None)
            }
            _ => Selection::Diagrams,
        };
        match figures(timeline, selection, &options) {
            Ok(drawn) => {
                // A warning is about the marks, or about the view of the board.
                let names = ["marks", "rotate", "view"];
                let name = names
                    .into_iter()
                    .find(|name| attributes.place(name).is_some())
                    .unwrap_or("marks");
                for warning in drawn.warnings {
                    self.fault(request.place(name), warning);
                }
                drawn.figures
            }
            // If the set-up itself is invalid, there is no position to show.
            Err(_)
                if attributes.shown == RequestedFigure::DiagramsOrLast
                    && !timeline.report.is_valid() =>
            {
                Vec::new()
            }
            Err(error) => {
                let name = ["range", "line"]
                    .into_iter()
                    .find(|name| attributes.place(name).is_some());
                let message = error.with_hint(Hint::neutral_text);
                self.fault(request.place(name.unwrap_or("turn")), message);
                Vec::new()
            }
        }
    }

    /// Prepares one of `count` figures of a block.
    fn prepare_figure(
        &mut self,
        figure_of: FigureOf,
        index: u32,
        count: usize,
        attributes: &BlockAttributes,
    ) -> BookFigure {
        let mut figure = figure_of.figure;
        let caption_of_diagram = figure.caption.take();
        let number = match attributes.number {
            Number::None => None,
            Number::Next => Some(self.number + 1),
            Number::Given(number) => Some(number.saturating_add(index)),
        };
        self.number = number.unwrap_or(self.number);
        let label = attributes.label.as_ref().map(|label| match count {
            1 => label.clone(),
            _ => format!("{label}-{}", index + 1),
        });
        if let Some(alt) = &attributes.alt {
            figure.words.clone_from(alt);
        }
        let caption = attributes
            .options
            .view
            .caption
            .clone()
            .or(caption_of_diagram);
        let width = attributes.width.clone();
        let text = attributes.text;
        let lang = attributes.options.view.lang;
        BookFigure {
            figure,
            caption,
            number,
            width,
            text,
            label,
            lang,
        }
    }
}

/// Returns true if a comment of the record asks for a figure (`[%diagram]`).
fn has_diagrams(timeline: &Timeline) -> bool {
    timeline.stops().any(|(_, items)| asks_for_figure(items))
}

/// Returns the diagrams that the attribute `figure` selects, or a message if no diagram fits it.
fn select_diagrams(
    diagrams: Vec<DrawnFigure>,
    shown: &RequestedFigure,
) -> Result<Vec<DrawnFigure>, String> {
    let count = diagrams.len();
    match shown {
        _ if count == 0 => Err("the record has no `[%diagram]` with a position to show".to_owned()),
        RequestedFigure::Numbered(number) => {
            let one = diagrams
                .into_iter()
                .zip(1..)
                .find(|(_, index)| index == number)
                .map(|(diagram, _)| vec![diagram]);
            one.ok_or_else(|| format!("there is no figure {number}; there are {count}"))
        }
        RequestedFigure::Named(name) => {
            let caption = |drawn: &DrawnFigure| {
                let caption = &drawn.figure_of.figure.caption;
                caption.clone().unwrap_or_default()
            };
            let captions: Vec<String> = diagrams.iter().map(caption).collect();
            let one: Vec<_> = diagrams
                .into_iter()
                .filter(|drawn| caption(drawn) == *name)
                .collect();
            if one.is_empty() {
                return Err(format!(
                    "there is no figure `{name}`{}",
                    did_you_mean(name, captions.iter().map(String::as_str))
                ));
            }
            Ok(one)
        }
        _ => Ok(diagrams),
    }
}
