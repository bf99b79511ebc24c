//! What a block becomes: figures, a table of turns, findings.

use super::attributes::{BlockAttributes, Number, WantedFigure, Width};
use crate::checked::Checked;
use crate::draw::{Charset, Figure};
use crate::figures::{FigureOf, Selection, figures};
use crate::findings::Finding;
use crate::games::Context;
use crate::notation::{Record, comments_of};
use crate::replay::Timeline;
use crate::text::{LineIndex, PageBlock, RawRecord, Span, meant, utf8_or_marks};

/// What is wrong with a block of a page, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BookFault {
    /// The line of the page, from 1.
    pub line: u64,
    /// Its column in characters, from 1.
    pub column: u64,
    /// What is wrong.
    pub message: String,
}

/// A figure of a page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BookFigure {
    /// The figure, without its caption.
    pub figure: Figure,
    /// The words beneath it, without its number.
    pub caption: Option<String>,
    /// Its number; `None` where it has none.
    pub number: Option<u32>,
    /// How wide it is to be.
    pub width: Option<Width>,
    /// As text instead of a picture.
    pub text: Option<Charset>,
    /// By what it is referred to.
    pub label: Option<String>,
}

impl BookFigure {
    /// The caption with the number.
    pub fn full_caption(&self) -> Option<String> {
        match (self.number, &self.caption) {
            (Some(number), Some(caption)) => Some(format!("Figure {number}: {caption}")),
            (Some(number), None) => Some(format!("Figure {number}")),
            (None, caption) => caption.clone(),
        }
    }

    /// What stands for it where it is not seen: its caption and its words.
    pub fn alternative(&self) -> String {
        match self.full_caption() {
            Some(caption) => format!("{}. {}", caption.trim_end_matches('.'), self.figure.words),
            None => self.figure.words.clone(),
        }
    }

    /// The figure with its caption, for what has no other place for it.
    pub fn captioned(&self) -> Figure {
        Figure { caption: self.full_caption(), ..self.figure.clone() }
    }
}

/// A turn of a table: its number, the seat, what was played.
pub(super) type Row = (u32, String, String);

/// A part of what a block becomes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Part {
    Figure(Box<BookFigure>),
    Table(Vec<Row>),
    Finding(String),
}

/// What a block becomes.
pub(super) struct Parts {
    pub(super) parts: Vec<Part>,
    /// The record itself is not shown.
    pub(super) hidden: bool,
}

/// Reads the blocks of a page, one after the other.
pub(super) struct PartsReader<'a> {
    page: std::borrow::Cow<'a, str>,
    lines: LineIndex,
    context: &'a Context,
    /// Blocks that ask for nothing get a figure too.
    all: bool,
    /// The number of the last figure that has one.
    number: u32,
    pub(super) faults: Vec<BookFault>,
}

impl<'a> PartsReader<'a> {
    pub(super) fn new(page: &'a [u8], context: &'a Context, all: bool) -> Self {
        let page = utf8_or_marks(page);
        Self { lines: LineIndex::new(&page), page, context, all, number: 0, faults: Vec::new() }
    }

    /// What is wrong at a byte of the page.
    pub(super) fn fault(&mut self, at: usize, message: impl Into<String>) {
        let place = self.lines.place(&self.page, u32::try_from(at).unwrap_or(u32::MAX), 1);
        self.faults.push(BookFault { line: place.line, column: place.column, message: message.into() });
    }

    /// What a block becomes; `None` where something is wrong with it, which is told.
    pub(super) fn read(&mut self, block: &PageBlock) -> Option<Parts> {
        let before = self.faults.len();
        let info = self.page.get(block.info.clone()).unwrap_or_default().to_owned();
        let attributes = match BlockAttributes::parse(&info) {
            Ok(attributes) => attributes,
            Err(errors) => {
                errors.into_iter().for_each(|error| self.fault(block.info.start + error.place.start, error.message));
                return None;
            }
        };
        let place =
            |name: &str| attributes.place(name).map_or(block.range.start, |place| block.info.start + place.start);
        let records = self.records(block, &attributes, &place);
        self.judge(&records, &attributes, &place);
        let mut parts = Vec::new();
        if self.faults.len() == before {
            self.figures(&records, &attributes, &place, &mut parts);
            self.tables(&records, &attributes, &place, &mut parts);
            self.findings(&records, &attributes, &place, &mut parts);
        }
        (self.faults.len() == before).then_some(Parts { parts, hidden: attributes.hidden })
    }

    /// The records that are meant, with what is found in them.
    fn records(
        &mut self,
        block: &PageBlock,
        attributes: &BlockAttributes,
        place: &dyn Fn(&str) -> usize,
    ) -> Vec<(RawRecord, Checked)> {
        let mut raws = block.records();
        if raws.is_empty() {
            self.fault(block.range.start, "this block has no record");
        }
        if let Some(number) = attributes.record {
            let count = raws.len();
            let at = usize::try_from(number).unwrap_or(usize::MAX) - 1;
            raws = raws.into_iter().skip(at).take(1).collect();
            if raws.is_empty() && count > 0 {
                self.fault(place("record"), format!("this block has no record {number}; it has {count}"));
            }
        }
        let check = |raw: RawRecord| {
            let checked = Checked::in_full(Record::parse(raw.clone()), self.context);
            (raw, checked)
        };
        raws.into_iter().map(check).collect()
    }

    /// Tells of records that break a rule and do not say so, and of those that say so and break none.
    fn judge(&mut self, records: &[(RawRecord, Checked)], attributes: &BlockAttributes, place: &dyn Fn(&str) -> usize) {
        let may_be_illegal = attributes.illegal || attributes.finding;
        for (_, checked) in records.iter().filter(|_| !may_be_illegal) {
            if let Some(finding) = checked.report.findings.iter().find(|finding| finding.is_error()) {
                let at = checked.place(finding);
                let message = format!(
                    "{}: {} (where that is meant, say so: `[%expect {0}]` behind it, or `illegal` behind the fence)",
                    finding.code.id, finding.message
                );
                self.faults.push(BookFault { line: at.line, column: at.column, message });
            }
        }
        let is_legal = |checked: &Checked| checked.report.is_valid();
        if attributes.illegal && !records.is_empty() && records.iter().all(|(_, checked)| is_legal(checked)) {
            self.fault(place("illegal"), "`illegal` is said of a record that is legal");
        }
    }

    fn figures(
        &mut self,
        records: &[(RawRecord, Checked)],
        attributes: &BlockAttributes,
        place: &dyn Fn(&str) -> usize,
        parts: &mut Vec<Part>,
    ) {
        let mut diagrams = Vec::new();
        let is_usual = self.all && !attributes.table && !attributes.finding;
        let is_asked = attributes.asks_for_figure();
        if attributes.shown == WantedFigure::Nothing {
            return;
        }
        let wants_diagram =
            matches!(attributes.shown, WantedFigure::Diagrams | WantedFigure::Numbered(_) | WantedFigure::Named(_));
        for timeline in records.iter().filter_map(|(_, checked)| checked.timeline()) {
            let has_diagrams = has_diagrams(timeline);
            let mut options = attributes.options.clone();
            let selection = match attributes.shown {
                WantedFigure::Turn(turn) => Selection::Turn(Some(turn)),
                WantedFigure::Range(from, to) => {
                    options.numbers_from = Some(from);
                    Selection::Turn(Some(to))
                }
                WantedFigure::Usual if !has_diagrams && (is_usual || is_asked) => Selection::Turn(None),
                WantedFigure::Usual if !has_diagrams => continue,
                _ => Selection::Diagrams,
            };
            match figures(timeline, selection, &options) {
                Ok(drawn) => {
                    drawn.warnings.into_iter().for_each(|warning| self.fault(place("marks"), warning));
                    diagrams.extend(drawn.figures);
                }
                // Where the set-up itself is at fault there is nothing to be seen.
                Err(_) if attributes.shown == WantedFigure::Usual && !timeline.report.is_valid() => {}
                Err(error) => {
                    let name = if attributes.place("range").is_some() { "range" } else { "turn" };
                    self.fault(place(name), error.to_string());
                }
            }
        }
        if wants_diagram {
            match chosen(diagrams, &attributes.shown) {
                Ok(chosen) => diagrams = chosen,
                Err(message) => {
                    self.fault(place("figure"), message);
                    return;
                }
            }
        }
        let count = diagrams.len();
        for (at, FigureOf { mut figure, .. }) in diagrams.into_iter().enumerate() {
            let own = figure.caption.take();
            let caption = attributes.options.view.caption.clone().or(own);
            let number = match attributes.number {
                Number::None => None,
                Number::Next => Some(self.number + 1),
                Number::Given(number) => Some(number.saturating_add(u32::try_from(at).unwrap_or(u32::MAX))),
            };
            self.number = number.unwrap_or(self.number);
            let label = attributes.label.as_ref().map(|label| match count {
                1 => label.clone(),
                _ => format!("{label}-{}", at + 1),
            });
            if attributes.text.is_some() && !figure.has_text {
                self.fault(place("text"), "the text forms of this game cannot be turned");
            }
            if let Some(alt) = &attributes.alt {
                figure.words.clone_from(alt);
            }
            let (width, text) = (attributes.width.clone(), attributes.text);
            parts.push(Part::Figure(Box::new(BookFigure { figure, caption, number, width, text, label })));
        }
    }

    fn tables(
        &mut self,
        records: &[(RawRecord, Checked)],
        attributes: &BlockAttributes,
        place: &dyn Fn(&str) -> usize,
        parts: &mut Vec<Part>,
    ) {
        if !attributes.table {
            return;
        }
        for timeline in records.iter().filter_map(|(_, checked)| checked.timeline()) {
            let turns = match attributes.shown {
                WantedFigure::Range(from, to) => from..=to,
                _ => 0..=u32::MAX,
            };
            let frames = timeline.main_line().filter(|frame| turns.contains(&frame.number));
            let row = |frame: &crate::replay::Frame| {
                Some((frame.number, frame.seat_name().unwrap_or_default(), frame.canonical_turn()?))
            };
            let rows: Vec<Row> = frames.filter_map(row).collect();
            match rows.is_empty() {
                true => self.fault(place("table"), "there is no turn to show in a table"),
                false => parts.push(Part::Table(rows)),
            }
        }
    }

    fn findings(
        &mut self,
        records: &[(RawRecord, Checked)],
        attributes: &BlockAttributes,
        place: &dyn Fn(&str) -> usize,
        parts: &mut Vec<Part>,
    ) {
        if !attributes.finding {
            return;
        }
        let before = parts.len();
        for (raw, checked) in records {
            let checked = unexpected(raw, checked, self.context);
            let findings = &checked.report.findings;
            let shown = findings.iter().find(|finding| finding.is_error()).or_else(|| findings.first());
            parts.extend(shown.map(|finding| Part::Finding(told(&checked, finding))));
        }
        if parts.len() == before {
            self.fault(place("finding"), "nothing is wrong with this record that could be shown");
        }
    }
}

fn has_diagrams(timeline: &Timeline) -> bool {
    let mut items = timeline.items();
    items.any(|(_, items)| {
        use crate::notation::{FigureCommand, figure_commands};
        figure_commands(items).iter().any(|(command, _)| matches!(command, Ok(FigureCommand::Diagram { .. })))
    })
}

/// The diagrams that are meant.
fn chosen(diagrams: Vec<FigureOf>, shown: &WantedFigure) -> Result<Vec<FigureOf>, String> {
    let count = diagrams.len();
    match shown {
        _ if count == 0 => Err("the record has no `[%diagram]`".to_owned()),
        WantedFigure::Numbered(number) => {
            let at = usize::try_from(*number).unwrap_or(usize::MAX).checked_sub(1);
            let one: Vec<_> = at.into_iter().filter_map(|at| diagrams.get(at).cloned()).collect();
            if one.is_empty() { Err(format!("there is no figure {number}; there are {count}")) } else { Ok(one) }
        }
        WantedFigure::Named(name) => {
            let caption = |of: &FigureOf| of.figure.caption.clone().unwrap_or_default();
            let captions: Vec<String> = diagrams.iter().map(caption).collect();
            let one: Vec<_> = diagrams.into_iter().filter(|of| caption(of) == *name).collect();
            if one.is_empty() {
                return Err(format!("there is no figure `{name}`{}", meant(name, captions.iter().map(String::as_str))));
            }
            Ok(one)
        }
        _ => Ok(diagrams),
    }
}

/// The record as it is judged where it expects nothing, its lines counted from 1: what is expected is no finding.
fn unexpected(raw: &RawRecord, checked: &Checked, context: &Context) -> Checked {
    let record = checked.record();
    let opening = comments_of(&record.moves.opening);
    let comments = opening.chain(record.turns().flat_map(|(_, node)| node.comments()));
    let mut edits: Vec<(Span, String)> = Vec::new();
    for comment in comments {
        let expectations = comment.commands.iter().filter(|command| record.text_of(command.name) == "expect");
        let spans: Vec<Span> = expectations.map(|command| command.span).collect();
        let is_all = spans.len() == comment.commands.len() && comment.words(record).is_empty();
        match spans.is_empty() {
            true => {}
            // A comment of nothing else goes as a whole.
            false if is_all => {
                let blank = record.text()[..comment.span.start as usize].ends_with(' ');
                let start = comment.span.start as usize - usize::from(blank);
                edits.push((Span::new(start, comment.span.end as usize), String::new()));
            }
            false => edits.extend(spans.into_iter().map(|span| (span, String::new()))),
        }
    }
    let bytes = raw.edited(edits).bytes;
    Checked::in_full(Record::parse(RawRecord { line: 1, bytes, ..RawRecord::default() }), context)
}

/// A finding as people see it.
#[cfg(feature = "cli")]
fn told(checked: &Checked, finding: &Finding) -> String {
    use crate::reports::{HumanWriter, Look};
    const WIDTH: usize = 90;
    let look = Look { colours: false, width: WIDTH, links: None };
    HumanWriter::new("record", checked.record(), &checked.report, look).write(finding)
}

#[cfg(not(feature = "cli"))]
fn told(checked: &Checked, finding: &Finding) -> String {
    crate::reports::write_short("record", checked.source(), finding)
}
