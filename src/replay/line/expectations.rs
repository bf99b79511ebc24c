//! Compares the expectations in comments with turns, positions and the record.
//!
//! `expected_turns.rs` has the expectations of turns: `moves = TURN …`, `mends`, `captured` and
//! `not-legal`.

use super::untested_expectations::{is_about_record, untested_expectations};
use super::{Lines, MAX_COUNTED, TurnOutcome};
use crate::findings::codes::all_codes;
use crate::findings::{Exhibit, Finding, Hint, code, code_named};
use crate::games::Game;
use crate::notation::{
    Comment, Expectation, Line, Outcome, Record, TurnNode, asks_for_figure, comments_of,
    expectations, irregular_codes, quoted, score_text, shorten,
};
use crate::replay::full_replay::FindingDetail;
use crate::replay::illegal_turn::TurnError;
use crate::replay::progress::Progress;
use crate::replay::starting_position::Start;
use crate::text::{Printable, Span, near, near_in_words};

/// Removes the findings that comments before the first turn or after the result expect. Returns a
/// finding for each unmet expectation.
pub(crate) fn take_expected_findings(record: &Record, findings: &mut Vec<Finding>) -> Vec<Finding> {
    let comments = comments_about_record(record);
    let mut unmet = Vec::new();
    let mut seen: Vec<&str> = Vec::new();
    for (expectation, span) in expectations(comments) {
        let Expectation::Code(id) = expectation else {
            continue;
        };
        let before = findings.len();
        findings.retain(|finding| finding.code.id != id);
        if findings.len() == before && !seen.contains(&id.as_str()) {
            let mut finding = Finding::new(
                &code::UNMET,
                span,
                format!("The record has no finding `{id}`."),
            );
            if let Some(unknown) = UnknownCode::new(id) {
                finding.help = Some(unknown.text.into());
                finding.hints = unknown.hints;
            }
            // `legal` is always met. `bless` writes it, or the code of an unexpected finding.
            finding.holds = Some("legal".to_owned());
            unmet.push(finding);
        }
        seen.push(id);
    }
    unmet
}

/// Returns the comments about the whole record: those before the first turn and after the result.
pub(super) fn comments_about_record(record: &Record) -> impl Iterator<Item = &Comment> {
    let words = record.words_of_first_line().iter();
    comments_of(&record.moves.opening)
        .chain(words.flat_map(TurnNode::comments))
        .chain(comments_of(&record.closing))
}

/// The start of each form of expectation, with an example of the form.
const FORMS: [(&str, &str); 10] = [
    ("legal", "legal"),
    ("result", "result 1-0"),
    ("position", "position \"…\""),
    ("moves", "moves 24"),
    ("moves", "moves = TURN …"),
    ("not-legal", "not-legal TURN CODE"),
    ("mends", "mends TURN"),
    ("score", "score 12-9"),
    ("to-move", "to-move 2"),
    ("captured", "captured b2 b5"),
];

/// Suggests the expectations that unreadable arguments may stand for, or lists all of them.
fn unreadable(arguments: &str) -> Unmet {
    let written = arguments.trim();
    let first = written.split_whitespace().next().unwrap_or_default();
    let named = near(first, FORMS.map(|(word, _)| word));
    let forms: Vec<_> = FORMS
        .iter()
        .filter(|(word, _)| named.contains(word))
        .map(|(_, form)| format!("`{form}`"))
        .collect();
    let is_code = written.contains('/');
    let help = match forms.as_slice() {
        _ if is_code => "A code is a family and a name: `gipf/line-full`".to_owned(),
        [] => {
            let all = FORMS.map(|(_, form)| format!("`{form}`")).join(", ");
            format!("Expect a code such as `gipf/line-full`, or one of {all}.")
        }
        forms => format!("Write it like {}.", forms.join(" or ")),
    };
    let message = match written {
        "" => "`[%expect]` needs an expectation.".to_owned(),
        _ => format!("Unknown expectation `{}`.", shorten(written)),
    };
    Unmet {
        help: Some(help),
        hints: is_code.then_some(Hint::ListCodes).into_iter().collect(),
        ..Unmet::new(message)
    }
}

/// Lists the codes near an unknown one; `None` if no code is near.
fn near_codes(id: &str) -> Option<String> {
    near_in_words(id, all_codes().map(|code| code.id))
}

/// Advice on an unknown code.
struct UnknownCode {
    text: String,
    /// Hints if no code is near.
    hints: Vec<Hint>,
}

impl UnknownCode {
    /// Returns the advice; `None` if the code exists.
    fn new(id: &str) -> Option<Self> {
        if code_named(id).is_some() {
            return None;
        }
        let id_text = shorten(id);
        Some(match near_codes(id) {
            Some(codes) => Self {
                text: format!("Unknown code `{id_text}`: did you mean {codes}?"),
                hints: Vec::new(),
            },
            None => Self {
                text: format!("Unknown code `{id_text}`"),
                hints: vec![Hint::ListCodes],
            },
        })
    }
}

/// Adds advice on an unknown code in a waiver to a finding.
pub(super) fn with_known_codes(finding: Finding, id: &str) -> Finding {
    match near_codes(id) {
        Some(codes) => finding.with_help(format!("Did you mean {codes}?")),
        None => finding.with_hint(Hint::ListCodes),
    }
}

/// An unmet expectation.
pub(super) struct Unmet {
    message: String,
    /// A suggested text.
    help: Option<String>,
    hints: Vec<Hint>,
    /// The arguments with which it would be met, if known.
    correct_arguments: Option<String>,
    /// The board to show, if it is not the board of the position. Boxed, because most results have
    /// none.
    exhibit: Option<Box<Exhibit>>,
}

impl Unmet {
    pub(super) fn with_correction(
        message: impl Into<String>,
        correct_arguments: impl Into<String>,
    ) -> Self {
        Self {
            correct_arguments: Some(correct_arguments.into()),
            ..Self::new(message)
        }
    }

    pub(super) fn with_exhibit(self, exhibit: Option<Exhibit>) -> Self {
        Self {
            exhibit: exhibit.map(Box::new),
            ..self
        }
    }

    /// Returns the error for an unknown code; `None` if the code exists.
    pub(super) fn unknown_code(id: &str) -> Option<Self> {
        let UnknownCode { mut text, hints } = UnknownCode::new(id)?;
        if !hints.is_empty() {
            text.push('.');
        }
        Some(Self {
            hints,
            ..Self::new(text)
        })
    }

    pub(super) fn new(message: impl Into<String>) -> Self {
        Self {
            message: message.into(),
            help: None,
            hints: Vec::new(),
            correct_arguments: None,
            exhibit: None,
        }
    }
}

/// Returns an error with `message` and the arguments that would hold, unless `holds`.
fn met_if(
    holds: bool,
    message: impl FnOnce() -> String,
    correct_arguments: impl FnOnce() -> String,
) -> Result<(), Unmet> {
    if holds {
        Ok(())
    } else {
        Err(Unmet::with_correction(message(), correct_arguments()))
    }
}

fn check_result(found: Outcome, expected: &Outcome) -> Result<(), Unmet> {
    met_if(
        found == *expected,
        || format!("The result is `{found}`, not `{expected}`."),
        || format!("result {found}"),
    )
}

fn check_position(holds: bool, found: &str, expected: &str) -> Result<(), Unmet> {
    let unmet = met_if(
        holds,
        || format!("The position is `{found}`."),
        || format!("position {}", quoted(found)),
    );
    unmet.map_err(|unmet| Unmet {
        help: difference(found, expected),
        ..unmet
    })
}

/// The number of differences between two positions that a finding lists.
const LISTED_DIFFERENCES: usize = 3;

/// Describes the first differences between two positions, field by field, and on a board row by
/// row or column by column; `None` if they have different numbers of fields.
fn difference(found: &str, expected: &str) -> Option<String> {
    let found: Vec<&str> = found.split_whitespace().collect();
    let expected: Vec<&str> = expected.split_whitespace().collect();
    if found.len() != expected.len() {
        return None;
    }

    let mut differences = Vec::new();
    for (field, (found, expected)) in (1..).zip(found.into_iter().zip(expected)) {
        if found == expected {
            continue;
        }
        let parts: Vec<&str> = found.split('/').collect();
        let expected_parts: Vec<&str> = expected.split('/').collect();
        // The slashes of a placement (`17@+3-2/E`) do not separate parts of a board.
        let is_board = parts.len() > 1 && !found.contains('@');
        if !is_board || parts.len() != expected_parts.len() {
            let (found, expected) = (shorten(found), shorten(expected));
            differences.push(format!("field {field} is `{found}`, not `{expected}`"));
            continue;
        }
        let pairs = (1..).zip(parts.into_iter().zip(expected_parts));
        let different = pairs.filter(|(_, (part, expected))| part != expected);
        differences.extend(different.map(|(number, (part, expected))| {
            format!("part {number} of field {field} is `{part}`, not `{expected}`")
        }));
    }
    differences.truncate(LISTED_DIFFERENCES);
    (!differences.is_empty()).then(|| format!("The first differences: {}.", differences.join("; ")))
}

/// Compares scores. `found` is `None` in a game without points.
fn check_score(title: &str, found: Option<Vec<u32>>, expected: &[u32]) -> Result<(), Unmet> {
    let found = found.ok_or_else(|| Unmet::new(format!("{title} is not played for points.")))?;
    let found = score_text(&found);
    let expected = score_text(expected);
    met_if(
        found == expected,
        || format!("The score is {found}, not {expected}."),
        || format!("score {found}"),
    )
}

/// Compares the seat to move. `to_move` is `None` once the game is over.
fn check_to_move(to_move: Option<u8>, expected: u8) -> Result<(), Unmet> {
    let found = to_move.ok_or_else(|| Unmet::new("The game is over: no seat is to move."))?;
    let message = || format!("Seat {found} is to move, not seat {expected}.");
    met_if(found == expected, message, || format!("to-move {found}"))
}

/// Compares the number of legal turns. `count` is `None` if there are too many to count.
fn check_count(count: Option<u64>, expected: u64) -> Result<(), Unmet> {
    let too_many = || {
        Unmet::new(format!(
            "More than {MAX_COUNTED} turns in one record are not counted."
        ))
    };
    let count = count.ok_or_else(too_many)?;
    met_if(
        count == expected,
        || format!("There are {count} legal turns, not {expected}."),
        || format!("moves {count}"),
    )
}

impl<'a, G: Game> Lines<'a, '_, G> {
    /// Checks a turn that comments expect to be illegal. It is not played. Returns false if an
    /// expectation is unmet.
    pub(super) fn check_expected_refusal(
        &mut self,
        line: &'a Line,
        node: &'a TurnNode,
        before: Option<&Progress<G>>,
        outcome: &TurnOutcome<G>,
        refusals: &[(&str, Span)],
    ) -> bool {
        let mut is_met = true;
        let found = match outcome {
            TurnOutcome::Unknown => return is_met,
            TurnOutcome::Played(..) => None,
            TurnOutcome::IllegalTurn(error) => Some(error.code(self.record.turn_text(node))),
        };
        for &(id, span) in refusals {
            self.judged.add(span);
            let unmet = match found {
                Some(code) if code.id == id => continue,
                Some(code) => Unmet::with_correction(
                    format!("This turn was expected to be `{id}`; it is `{}`.", code.id),
                    code.id,
                ),
                None => Unmet::with_correction(
                    format!("This turn was expected to be `{id}`; it is legal."),
                    "legal",
                ),
            };
            is_met = false;
            let exhibit = match outcome {
                TurnOutcome::IllegalTurn(TurnError::Illegal(refusal)) => {
                    self.exhibit_of_refusal(refusal)
                }
                TurnOutcome::Played(_, progress) => self.exhibit_of_state(&progress.state),
                TurnOutcome::IllegalTurn(_) | TurnOutcome::Unknown => None,
            };
            let (help, hints) = match UnknownCode::new(id) {
                Some(UnknownCode { text, hints }) => (Some(text), hints),
                None => (None, Vec::new()),
            };
            let unmet = Unmet {
                help,
                hints,
                exhibit: exhibit.map(Box::new),
                ..unmet
            };
            self.report_unmet(span, unmet, node.number, &line.path);
        }
        if let TurnOutcome::IllegalTurn(error) = outcome
            && self.follow.is_some()
            && asks_for_figure(&node.after)
        {
            let finding = self
                .turn_finding(node, error, before, FindingDetail::InBrief)
                .at(node.number, &line.path);
            self.collector.expected.push((node.id, finding));
        }
        is_met
    }

    fn report_unmet(&mut self, span: Span, unmet: Unmet, turn: u32, path: &[u32]) {
        let mut finding = Finding::new(&code::UNMET, span, unmet.message).at(turn, path);
        finding.holds = unmet.correct_arguments;
        finding.help = unmet.help.map(Printable::from);
        finding.hints = unmet.hints;
        finding.exhibit = unmet.exhibit.map(|exhibit| *exhibit);
        self.collector.report_on_turn(finding);
    }

    /// Returns a board to show with a finding, within the limit.
    fn exhibit_of_state(&mut self, state: &G::State) -> Option<Exhibit> {
        let Start { setup, .. } = self.start?;
        if !self.may_explain() {
            return None;
        }
        Some(self.exhibit(G::position_text(setup, state), Vec::new()))
    }

    /// Checks an expectation of the current position, after a turn or at the start of a line.
    pub(super) fn check_expectation(
        &mut self,
        expectation: &Expectation,
        span: Span,
        progress: Option<&Progress<G>>,
        node: Option<&TurnNode>,
        path: &[u32],
    ) {
        let (Some(Start { setup, .. }), Some(progress)) = (self.start, progress) else {
            return;
        };
        self.judged.add(span);
        let checked = match expectation {
            // Codes were compared with the turn before them, or are compared with the findings on
            // the record.
            Expectation::Code(_) | Expectation::Legal => Ok(()),
            Expectation::Unreadable => Err(unreadable(self.arguments_of(span))),
            Expectation::Result(expected) => check_result(
                progress
                    .result
                    .clone()
                    .map_or(Outcome::Open, Outcome::Decided),
                expected,
            ),
            Expectation::Position(expected) => {
                let found = G::position_text(setup, &progress.state).to_string();
                // The position may be written in another way.
                let is_it =
                    || G::parse_position(expected).is_ok_and(|read| read.to_string() == found);
                check_position(found == *expected || is_it(), &found, expected)
            }
            Expectation::Score(expected) => {
                check_score(G::TITLE, G::score(setup, &progress.state), expected)
            }
            Expectation::ToMove(expected) => {
                let to_move = progress
                    .result
                    .is_none()
                    .then(|| G::to_move(setup, &progress.state));
                check_to_move(to_move, *expected)
            }
            Expectation::Moves(expected) => self.check_move_count(setup, progress, *expected),
            Expectation::Turns(expected) => self.check_exact_turns(setup, progress, expected),
            Expectation::Mends(expected) => self.check_mends(setup, progress, node, expected),
            Expectation::Captured(expected) => self.check_captured(node, expected),
            Expectation::NotLegal { turn, code } => {
                self.check_not_legal(setup, progress, turn, code)
            }
        };
        if let Err(mut unmet) = checked {
            unmet.exhibit = unmet
                .exhibit
                .or_else(|| self.exhibit_of_state(&progress.state).map(Box::new));
            self.report_unmet(span, unmet, Self::number_of(node, path), path);
        }
    }

    /// Reports a code that is expected before the first turn of a variation: no turn comes before
    /// it that could have the code.
    pub(super) fn report_expectation_without_turn(&mut self, id: &str, span: Span, path: &[u32]) {
        self.judged.add(span);
        let mut unmet = Unmet::with_correction("No turn comes before this expectation.", "legal");
        match UnknownCode::new(id) {
            Some(UnknownCode { text, hints }) => {
                unmet.help = Some(text);
                unmet.hints = hints;
            }
            None => {
                let help = "Write it after the turn. Expectations of the tags, the result or the score go before the first turn of the main line.";
                unmet.help = Some(help.to_owned());
            }
        }
        self.report_unmet(span, unmet, Self::number_of(None, path), path);
    }

    /// Returns the arguments of a command.
    fn arguments_of(&self, command: Span) -> &'a str {
        let text = self.record.text_of(command);
        text.strip_prefix("[%expect").map_or(text, |arguments| {
            arguments.strip_suffix(']').unwrap_or(arguments)
        })
    }

    /// Returns the number of the turn before a comment; at the start of a variation, the number of
    /// its first turn.
    fn number_of(node: Option<&TurnNode>, path: &[u32]) -> u32 {
        // A path ends with the turn that the variation replaces, and the number of the variation.
        let first = || {
            path.len()
                .checked_sub(2)
                .and_then(|index| path.get(index))
                .copied()
        };
        node.map(|node| node.number).or_else(first).unwrap_or(0)
    }

    fn check_move_count(
        &mut self,
        setup: &G::Setup,
        progress: &Progress<G>,
        expected: u64,
    ) -> Result<(), Unmet> {
        if let Some(left_out) = G::UNLISTED_TURNS {
            return Err(Unmet::new(format!(
                "The legal turns of {} cannot be counted: {left_out}.",
                G::TITLE
            )));
        }
        // Counts on beyond the expected number to report the right one, within the budget of the
        // record.
        let count = match &progress.result {
            Some(_) => Some(0),
            None if self.steps_left == 0 => None,
            None => G::count_turns(setup, &progress.state, &mut self.steps_left),
        };
        // A search that gave up has also used up the budget of the record.
        if count.is_none() {
            self.steps_left = 0;
        }
        check_count(count, expected)
    }

    /// Reports waivers in comments that belong to no turn.
    pub(super) fn report_waivers_without_turn(
        &mut self,
        irregular: Vec<(&str, Span)>,
        path: &[u32],
    ) {
        let turn = Self::number_of(None, path);
        for (id, span) in irregular {
            let message = match id {
                "" => "`[%irregular]` follows no turn.".to_owned(),
                _ => format!("`[%irregular {}]` follows no turn.", shorten(id)),
            };
            self.collector
                .report_on_turn(Finding::new(&code::UNNEEDED, span, message).at(turn, path));
        }
    }

    /// Checks the expectations in comments before the first turn and after the result.
    pub(in crate::replay) fn check_expectations_of_record(&mut self, end: &Option<Progress<G>>) {
        let start = self.progress_at_start();
        let opening = expectations(comments_of(&self.record.moves.opening));
        let closing = expectations(comments_of(&self.record.closing));
        let last = self.record.moves.turns.last();
        for (expectation, span) in &opening {
            if is_about_record(expectation) {
                self.judged.add(*span);
            }
            // Before the first turn, a result or a score refers to the record, because the start
            // has none.
            let progress = match expectation {
                Expectation::Result(_) | Expectation::Score(_) => {
                    end.as_ref().filter(|end| !end.at_fault)
                }
                _ => start.as_ref(),
            };
            self.check_expectation(expectation, *span, progress, None, &[]);
        }
        for (expectation, span) in &closing {
            if expectation.refusal().is_some() {
                self.judged.add(*span);
            }
            self.check_expectation(
                expectation,
                *span,
                end.as_ref().filter(|end| !end.at_fault),
                last,
                &[],
            );
        }
        let comments =
            || comments_of(&self.record.moves.opening).chain(comments_of(&self.record.closing));
        self.report_waivers_without_turn(irregular_codes(comments()), &[]);
        let unmet = take_expected_findings(self.record, &mut self.collector.of_record);
        for finding in unmet {
            self.collector.report_on_turn(finding);
        }
        // With an error the record fails anyway, often because of the place where a replay stops.
        if !self.collector.has_errors() {
            for finding in untested_expectations(self.record, &self.judged) {
                self.collector.report_on_turn(finding);
            }
        }
    }
}
