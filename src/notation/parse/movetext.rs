//! Movetext: numbers, turns, glyphs, variations, the result.

use pest::iterators::Pair;

use super::{Builder, OpenLine};
use crate::findings::{Finding, Related, code};
use crate::notation::Rule;
use crate::notation::outcome::Outcome;
use crate::notation::record::{Item, TurnId, TurnNode, Variation};
use crate::text::{MAX_DEPTH, Span};

impl Builder {
    pub(super) fn open_variation(&mut self, span: Span) {
        let depth = self.frames.len();
        let Some(frame) = self.frames.last_mut() else { return };
        let dangling = frame.number.take();
        let number = frame.last_number();
        let mut path = frame.line.path.clone();
        let orphan = frame.line.turns.is_empty();
        if !orphan {
            frame.variations += 1;
            path.extend([number, frame.variations]);
        }
        let here = frame.line.path.clone();
        self.dangling_number(dangling, number, &here);
        if depth > MAX_DEPTH {
            let message = format!("Variations nest deeper than {MAX_DEPTH} levels.");
            // Its path would be longer than anybody reads.
            let turn = self.frames.first().map_or(0, OpenLine::last_number);
            self.report(Finding::new(&code::DEPTH, span, message).at(turn, &[]));
            self.too_deep = 1;
            return;
        }
        if orphan {
            self.report_here(
                Finding::new(&code::VARIATION_OUT_OF_PLACE, span, "This variation replaces no turn.")
                    .with_help("A variation stands behind the turn that it replaces: `5. b3 (5. c2)`."),
            );
        }
        self.frames.push(OpenLine::new(span, path, self.lines, number.max(1), orphan));
        self.lines += 1;
    }

    pub(super) fn close_variation(&mut self, close: Span) {
        let Some(frame) = self.frames.pop() else { return };
        self.dangling_number(frame.number, frame.last_number(), &frame.line.path);
        let span = Span::new(frame.open.start as usize, close.end as usize);
        if frame.line.turns.is_empty() && !frame.orphan {
            self.report_here(Finding::new(&code::VARIATION_OUT_OF_PLACE, span, "This variation holds no turn."));
        }
        if !frame.orphan {
            self.items().push(Item::Variation(Variation { span, line: frame.line }));
        }
    }

    pub(super) fn glyph(&mut self, text: &str, span: Span) {
        let value = span.of(text).strip_prefix('$').and_then(|digits| digits.parse().ok());
        let turn = self.frames.last_mut().and_then(|frame| frame.line.turns.last_mut());
        match (value, turn) {
            (Some(value), Some(turn)) => turn.glyphs.push(value),
            (None, _) => self.bad_token(span, "This is no glyph.", "A glyph is `$0` to `$255`."),
            (_, None) => self.bad_token(span, "This glyph belongs to no turn.", "Write it behind its turn: `b3 $1`."),
        }
    }

    pub(super) fn number(&mut self, text: &str, span: Span) {
        let digits = span.of(text).trim_end_matches('.');
        self.set_number(Some(digits.parse().unwrap_or(u64::MAX)), span);
    }

    pub(super) fn set_number(&mut self, value: Option<u64>, span: Span) {
        let Some(frame) = self.frames.last_mut() else { return };
        let number = frame.last_number();
        let path = frame.line.path.clone();
        let before = std::mem::replace(&mut frame.number, value.map(|value| (value, span)));
        self.dangling_number(before, number, &path);
    }

    pub(super) fn dangling_number(&mut self, number: Option<(u64, Span)>, turn: u32, path: &[u32]) {
        if let Some((_, span)) = number {
            self.report(Finding::new(&code::NUMBER, span, "No turn follows this number.").at(turn, path));
        }
    }

    pub(super) fn turn(&mut self, span: Span, pair: Pair<'_, Rule>) {
        let mut turn_text = span;
        let mut suffix = None;
        for part in pair.into_inner() {
            match part.as_rule() {
                Rule::turn_text => turn_text = part.as_span().into(),
                Rule::suffix => suffix = Some(part.as_span().into()),
                _ => {}
            }
        }
        self.add_turn(turn_text, suffix, false);
    }

    pub(super) fn add_turn(&mut self, span: Span, suffix: Option<Span>, malformed: bool) {
        self.flush_hashes();
        let Some(frame) = self.frames.last_mut() else { return };
        let number = frame.next_number();
        let written = frame.number.take();
        frame.variations = 0;
        let path = frame.line.path.clone();
        let index = u32::try_from(frame.line.turns.len()).unwrap_or(u32::MAX);
        frame.line.turns.push(TurnNode {
            id: TurnId { line: frame.ordinal, index },
            number,
            number_span: written.map(|(_, span)| span),
            text: span,
            suffix,
            glyphs: Vec::new(),
            malformed,
            after: Vec::new(),
        });
        if let Some((value, number_span)) = written.filter(|&(value, _)| value != u64::from(number)) {
            self.wrong_number(value, number, number_span, &path);
        }
    }

    pub(super) fn wrong_number(&mut self, value: u64, number: u32, span: Span, path: &[u32]) {
        let message = format!("This is turn {number}, not turn {value}.");
        let mut finding = Finding::new(&code::NUMBER, span, message).at(number, path);
        let by_rounds = value == u64::from(number.div_ceil(2));
        if by_rounds && !self.round_numbers_explained {
            self.round_numbers_explained = true;
            finding = finding.with_help(
                "Every turn of every seat has its own number here; a number is not a round as in PGN. `fmt` counts anew.",
            );
        }
        self.report(finding);
    }

    pub(super) fn result(&mut self, text: &str, span: Span) {
        if self.frames.len() > 1 {
            self.bad_token(span, "A variation holds no result.", "Say in a comment who is better.");
            return;
        }
        self.flush_hashes();
        let number = self.frames.last_mut().and_then(|frame| frame.number.take());
        let last = self.frames.last().map_or(0, OpenLine::last_number);
        self.dangling_number(number, last, &[]);
        self.record.result = Outcome::parse(span.of(text)).map(|outcome| (outcome, span));
        self.result_seen = true;
    }

    pub(super) fn result_mistake(&mut self, text: &str, span: Span) {
        self.record.result_unclear = true;
        let plain: String = span
            .of(text)
            .replace('½', "1/2")
            .replace("0.5", "1/2")
            .chars()
            .map(|character| match character {
                'O' | 'o' => '0',
                digit if digit.is_ascii_digit() || digit == '/' => digit,
                _ => '-',
            })
            .collect();
        let help = match Outcome::parse(&plain) {
            Some(outcome) => format!("Write `{outcome}`: zeros, a hyphen, `1/2` for a half."),
            None => "A result is one of `1`, `0`, `1/2` a seat, joined by `-`.".to_owned(),
        };
        self.bad_token(span, "This is no result.", &help);
    }

    /// One finding covers all that stands after the result.
    pub(super) fn behind_result(&mut self, span: Span) {
        if let Some(finding) = self.behind_result.and_then(|at| self.record.findings.get_mut(at)) {
            finding.span.end = span.end;
            return;
        }
        self.behind_result = Some(self.record.findings.len());
        let result = self.record.result.as_ref().map(|(_, result)| *result);
        let related = result.map(|span| Related { message: "the result".into(), span, turn: 0 });
        self.report_here(
            Finding::new(&code::AFTER_RESULT, span, "Only comments can stand behind the result.").with_related(related),
        );
    }
}
