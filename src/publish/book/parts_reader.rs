//! Reads the blocks of a document one after the other: checks the records of each, and prepares the
//! parts that its attributes request.
//!
//! [`PartsReader::read`] parses the attributes of a block ([`BlockAttributes`]), checks its records
//! and returns its [`Parts`], each from one function: figures (`figure_parts.rs`), tables of turns,
//! findings, solutions and players. Numbers of figures and puzzles continue from block to block.
//! Errors are collected with their places; a block with an error has no parts.

use super::block_attributes::{BlockAttributes, Number, PlayerLink, RequestedFigure};
use super::parts::{
    BookFault, Part, Parts, PlayerPart, PuzzleSource, Row, Solution, TurnTable, table_of_solutions,
};
use super::shown_finding;
use crate::check::Checked;
use crate::figures::{FigureOptions, PlayerOptions, player, puzzles};
use crate::findings::{Finding, Hint, Hinted};
use crate::games::Context;
use crate::notation::Record;
use crate::publish::documents::{PageBlock, PageKind};
use crate::replay::Timeline;
use crate::solve::USUAL_STEPS;
use crate::text::{LineIndex, RawRecord, utf8_or_marks};

/// Reader of the blocks of a document.
pub(super) struct PartsReader<'a> {
    page: std::borrow::Cow<'a, str>,
    lines: LineIndex,
    context: &'a Context,
    /// Adds a figure to blocks without attributes too.
    pub(super) all: bool,
    /// Number of the last numbered figure.
    pub(super) number: u32,
    pub(super) faults: Vec<BookFault>,
    /// Number of figures so far.
    pub(super) figure_count: usize,
    /// The first figure of each record of the block, by its number among all figures, from 0.
    pub(super) first_figures: Vec<Option<usize>>,
    /// Solutions of the puzzles since the last table of solutions.
    puzzles: Vec<Solution>,
    /// Number of puzzles in the document so far.
    puzzle_count: u32,
    /// Number of blocks before the current one.
    block_count: usize,
    /// True if a block since the last table of solutions is invalid, so that its puzzles are
    /// unknown.
    lacks_puzzles: bool,
}

/// Block with its attributes, which request parts, and its records.
pub(super) struct RequestedBlock<'b> {
    block: &'b PageBlock,
    pub(super) attributes: &'b BlockAttributes,
    /// Selected records, checked.
    records: Vec<(RawRecord, Checked)>,
}

impl RequestedBlock<'_> {
    /// Returns the position of an attribute in the document, or else the position of the block.
    pub(super) fn place(&self, name: &str) -> usize {
        self.attributes
            .place(name)
            .map_or(self.block.range.start, |place| {
                self.block.info.start + place.start
            })
    }

    /// Returns the replays of the records whose set-up is valid.
    pub(super) fn timelines(&self) -> impl Iterator<Item = &Timeline> {
        self.records
            .iter()
            .filter_map(|(_, checked)| checked.timeline().ok())
    }
}

impl<'a> PartsReader<'a> {
    pub(super) fn new(page: &'a [u8], context: &'a Context, all: bool) -> Self {
        let page = utf8_or_marks(page);
        let lines = LineIndex::new(&page);
        Self {
            lines,
            page,
            context,
            all,
            number: 0,
            faults: Vec::new(),
            figure_count: 0,
            first_figures: Vec::new(),
            puzzles: Vec::new(),
            puzzle_count: 0,
            block_count: 0,
            lacks_puzzles: false,
        }
    }

    /// Adds an error at a byte of the document.
    pub(super) fn fault(&mut self, index: usize, message: impl Into<String>) {
        let place = self
            .lines
            .place(&self.page, u32::try_from(index).unwrap_or(u32::MAX), 1);
        self.faults.push(BookFault {
            line: place.line,
            column: place.column,
            message: message.into(),
        });
    }

    /// Reports the places of the document that look like blocks and are not read.
    pub(super) fn report_unread_blocks(&mut self, page: &[u8], kind: PageKind) {
        for unread in kind.unread_blocks(page) {
            self.fault(unread.offset, unread.message);
        }
    }

    /// Returns the line in which a block begins, in words.
    pub(super) fn place_of(&self, block: &PageBlock) -> String {
        let start = u32::try_from(block.range.start).unwrap_or(u32::MAX);
        format!("line {}", self.lines.place(&self.page, start, 1).line)
    }

    /// Returns the label that the attributes of a block give, if they are valid.
    pub(super) fn label_of(&self, block: &PageBlock) -> Option<String> {
        let info = self.page.get(block.info.clone()).unwrap_or_default();
        let attributes = BlockAttributes::parse_with_options(info, &block.options).ok()?;
        attributes.label
    }

    /// Returns the parts of a block, or `None` if it has errors, which are added to the list.
    pub(super) fn read(&mut self, block: &PageBlock) -> Option<Parts> {
        let parts = self.read_parts(block);
        self.block_count += 1;
        self.lacks_puzzles |= parts.is_none();
        parts
    }

    fn read_parts(&mut self, block: &PageBlock) -> Option<Parts> {
        let faults_before = self.faults.len();
        let info = self
            .page
            .get(block.info.clone())
            .unwrap_or_default()
            .to_owned();
        let attributes = match BlockAttributes::parse_with_options(&info, &block.options) {
            Ok(attributes) => attributes,
            Err(errors) => {
                for error in errors {
                    self.fault(block.info.start + error.place.start, error.message);
                }
                return None;
            }
        };
        let request = self.check_records(block, &attributes);
        self.report_broken_claims(&request);

        let mut parts = Vec::new();
        if self.faults.len() == faults_before {
            parts.extend(self.figure_parts(&request));
            parts.extend(self.table_parts(&request));
            parts.extend(self.finding_parts(&request));
            self.keep_puzzles(&request);
            parts.extend(self.solution_table(&request));
            parts.extend(self.player_parts(&request));
        }
        (self.faults.len() == faults_before).then_some(Parts { parts, attributes })
    }

    /// Checks the selected records of a block.
    fn check_records<'b>(
        &mut self,
        block: &'b PageBlock,
        attributes: &'b BlockAttributes,
    ) -> RequestedBlock<'b> {
        let mut request = RequestedBlock {
            block,
            attributes,
            records: Vec::new(),
        };
        let mut raws = block.records();
        if raws.is_empty() && !attributes.solutions {
            self.fault(block.range.start, "this block has no record");
        }
        if let Some(number) = attributes.record {
            let count = raws.len();
            // The number is from 1.
            let before = usize::try_from(number).unwrap_or(usize::MAX) - 1;
            raws = raws.into_iter().skip(before).take(1).collect();
            if raws.is_empty() && count > 0 {
                self.fault(
                    request.place("record"),
                    format!("this block has no record {number}; it has {count}"),
                );
            }
        }

        let check = |raw: RawRecord| {
            let checked = Checked::in_full(Record::parse(raw.clone()), self.context);
            // Proofs take a long time. `pipscribe test` runs them for all blocks.
            let checked = if attributes.finding {
                checked.with_puzzles(USUAL_STEPS)
            } else {
                checked
            };
            (raw, checked)
        };
        request.records = raws.into_iter().map(check).collect();
        request
    }

    /// Reports records that break a rule without an attribute that announces it, and records that
    /// announce it but break none.
    fn report_broken_claims(&mut self, request: &RequestedBlock<'_>) {
        for (_, checked) in &request.records {
            let broken_claim = checked.broken_claim();
            if let Some(message) = broken_claim {
                self.fault(request.place("illegal"), message);
            }
            // A broken claim is the first finding, and has been reported above.
            let reported = if broken_claim.is_some() {
                checked.report.findings.first()
            } else {
                None
            };
            let is_reported = |finding: &Finding| {
                reported.is_some_and(|reported| std::ptr::eq(reported, finding))
            };
            let mut errors = checked.report.errors_in_figures();
            if let Some(finding) = errors.find(|finding| !is_reported(finding)) {
                let fault_place = checked.place(finding);
                let message = format!(
                    "{}: {} (if this is intended, add `[%expect {0}]` after the turn, or the attribute `illegal` to \
                        the block)",
                    finding.code.id, finding.message
                );
                self.faults.push(BookFault {
                    line: fault_place.line,
                    column: fault_place.column,
                    message,
                });
            }
        }
    }

    /// Returns a table of the turns of each record.
    fn table_parts(&mut self, request: &RequestedBlock<'_>) -> Vec<Part> {
        if !request.attributes.table {
            return Vec::new();
        }

        let turns = match request.attributes.shown {
            RequestedFigure::Range(from, to) => from..=to,
            _ => 0..=u32::MAX,
        };
        let line = request.attributes.options.line.as_ref();
        let rows_of = |timeline: &Timeline| {
            let mut rows: Vec<Row> = Vec::new();
            for frame in timeline.line(line).unwrap_or_default() {
                if turns.contains(&frame.number)
                    && let Some(turn) = frame.canonical_turn()
                {
                    rows.push(Row {
                        number: frame.number,
                        seat_or_task: frame.seat_name().unwrap_or_default(),
                        turns: turn,
                    });
                }
            }
            rows
        };
        let tables: Vec<Vec<Row>> = request.timelines().map(rows_of).collect();
        if tables.iter().any(Vec::is_empty) {
            self.fault(
                request.place("table"),
                "there is no turn to show in a table",
            );
        }
        let lang = request.attributes.options.view.lang;
        tables
            .into_iter()
            .map(|rows| Part::Table(TurnTable::new(rows, lang)))
            .collect()
    }

    /// Keeps the puzzles of a block for a table of solutions. Their number is the number of their
    /// figure, if it has one.
    fn keep_puzzles(&mut self, request: &RequestedBlock<'_>) {
        let lang = request.attributes.options.view.lang;
        for (index, timeline) in request.timelines().enumerate() {
            let figure = self.first_figures.get(index).copied().flatten();
            for puzzle in puzzles(timeline) {
                self.puzzle_count += 1;
                let number = match request.attributes.number {
                    Number::None => self.puzzle_count,
                    Number::Next | Number::Given(_) => self.number,
                };
                let source = PuzzleSource {
                    block: self.block_count,
                    puzzle: self.puzzle_count,
                    numbered: request.attributes.number != Number::None,
                };
                let mut solutions = puzzle.solutions(timeline);
                if solutions.is_empty() {
                    // The row of a puzzle without a solution shows its task.
                    solutions.push(String::new());
                }
                for (index, solution) in solutions.into_iter().enumerate() {
                    let task = if index == 0 {
                        puzzle.task(lang)
                    } else {
                        lang.say("or").to_owned()
                    };
                    self.puzzles.push(Solution {
                        row: Row {
                            number,
                            seat_or_task: task,
                            turns: solution,
                        },
                        figure,
                        source,
                    });
                }
            }
        }
    }

    /// Returns the table of the solutions of the puzzles since the last such table.
    fn solution_table(&mut self, request: &RequestedBlock<'_>) -> Option<Part> {
        if !request.attributes.solutions {
            return None;
        }
        // The puzzles of an invalid block are not known, and its errors have been reported already.
        if self.puzzles.is_empty() && !self.lacks_puzzles {
            self.fault(
                request.place("solutions"),
                "there is no puzzle before this block whose solution could be shown",
            );
        }
        self.lacks_puzzles = false;
        let rows = std::mem::take(&mut self.puzzles);
        Some(Part::Table(table_of_solutions(
            rows,
            request.attributes.options.view.lang,
        )))
    }

    /// Returns the main finding of each record as text.
    fn finding_parts(&mut self, request: &RequestedBlock<'_>) -> Vec<Part> {
        if !request.attributes.finding {
            return Vec::new();
        }
        let mut parts = Vec::new();
        for (raw, checked) in &request.records {
            let checked = shown_finding::without_expectations(raw, checked, self.context);
            let shown = checked.report.main_finding();
            parts.extend(
                shown.map(|shown| Part::Finding(shown_finding::finding_text(&checked, shown))),
            );
        }
        if parts.is_empty() {
            self.fault(
                request.place("finding"),
                "the record has no finding to show",
            );
        }
        parts
    }

    /// Returns a link to a player, or a player of each record.
    fn player_parts(&mut self, request: &RequestedBlock<'_>) -> Vec<Part> {
        let attributes = request.attributes;
        let lang = attributes.options.view.lang;
        match &attributes.player {
            None => Vec::new(),
            Some(PlayerLink::At(address)) => {
                vec![Part::Player(PlayerPart::At(address.clone()), lang)]
            }
            Some(PlayerLink::Made) => {
                let options = player_options(attributes);
                let pages: Vec<_> = request
                    .timelines()
                    .map(|timeline| player(timeline, &options))
                    .collect();
                let mut parts = Vec::new();
                for page in pages {
                    match page {
                        Ok(page) => parts.push(Part::Player(PlayerPart::Page(page.html), lang)),
                        Err(error) => {
                            let message = error.with_hint(Hint::neutral_text);
                            self.fault(request.place("player"), message);
                        }
                    }
                }
                parts
            }
        }
    }
}

/// Returns the options of the players of a block.
fn player_options(attributes: &BlockAttributes) -> PlayerOptions {
    let turn = match attributes.shown {
        RequestedFigure::Turn(turn) | RequestedFigure::Range(_, turn) => Some(turn),
        _ => None,
    };
    // The marks belong to one position, so the other positions are shown without them.
    let FigureOptions {
        view,
        line,
        solution,
        ..
    } = attributes.options.clone();
    let mut figure = FigureOptions {
        view,
        line,
        solution,
        ..FigureOptions::default()
    };
    figure.view.caption = None;
    PlayerOptions {
        figure,
        turn,
        ..PlayerOptions::default()
    }
}
