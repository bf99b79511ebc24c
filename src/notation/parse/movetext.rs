//! Reads turns, glyphs, variations and the result of a movetext. Each method handles one kind of
//! token, and passes what it means to the visitor. `turn_numbers.rs` reads the numbers, and
//! `comments.rs` the comments.

use std::ops::ControlFlow;

use super::cut_turns::is_cut_by_blank;
use super::turn_numbers::{TurnBefore, WrittenNumber, number_in_full_width};
use super::unusual::Unusual;
use super::{OpenLine, RecordParser};
use crate::findings::{Finding, Related, code};
use crate::notation::Rule;
use crate::notation::comment::Comment;
use crate::notation::lexer::Token;
use crate::notation::lookalike::with_hyphens;
use crate::notation::outcome::Outcome;
use crate::notation::visitor::{MovetextVisitor, TurnEvent, TurnForm, WrittenTurn};
use crate::text::{MAX_DEPTH, Span};

impl RecordParser<'_> {
    /// Reads `(`. A variation nested too deeply is reported, and its tokens are skipped.
    pub(super) fn open_variation<V: MovetextVisitor>(
        &mut self,
        span: Span,
        visitor: &mut V,
    ) -> ControlFlow<()> {
        self.show_pending(visitor)?;
        self.set_number(None);

        let around = &mut self.line;
        let replaced_number = around.last_number;
        let ahead = around.ahead;
        let mut path = around.path.clone();
        let replaces_turn = around.turns > 0;
        if replaces_turn {
            around.variations += 1;
            path.extend([replaced_number, around.variations]);
        }
        let is_orphan = around.is_orphan || !replaces_turn;

        if self.outer.len() >= MAX_DEPTH {
            let message = format!("Variations nest deeper than {MAX_DEPTH} levels.");
            // The path of such a finding would be too long to be useful.
            let main = self.outer.first();
            let turn = main.map_or(replaced_number, |main| main.last_number);
            self.report(Finding::new(&code::DEPTH, span, message).at(turn, &[]));
            self.too_deep = 1;
            return ControlFlow::Continue(());
        }
        if !replaces_turn {
            self.report_here(
                Finding::new(
                    &code::VARIATION_OUT_OF_PLACE,
                    span,
                    "This variation replaces no turn.",
                )
                .with_help("Write a variation after the turn that it replaces: `5. b3 (5. c2)`."),
            );
        }

        let ordinal = self.line_count;
        self.line_count += 1;
        let variation = OpenLine {
            open: span,
            path,
            // The first turn of the variation has the number of the turn that it replaces.
            last_number: replaced_number.max(1) - 1,
            ahead,
            replaces_turn,
            is_orphan,
            ..OpenLine::main()
        };
        let shown = if is_orphan {
            ControlFlow::Continue(())
        } else {
            visitor.open(&variation.path, ordinal)
        };
        self.outer
            .push(std::mem::replace(&mut self.line, variation));
        shown
    }

    /// Reads `)`, or closes a variation at the end of the text.
    pub(super) fn close_variation<V: MovetextVisitor>(
        &mut self,
        close: Span,
        visitor: &mut V,
    ) -> ControlFlow<()> {
        self.show_pending(visitor)?;
        self.set_number(None);
        let Some(around) = self.outer.pop() else {
            return ControlFlow::Continue(());
        };
        let variation = std::mem::replace(&mut self.line, around);
        let span = Span::new(variation.open.start as usize, close.end as usize);
        if variation.turns == 0 && variation.replaces_turn {
            self.report_here(Finding::new(
                &code::VARIATION_OUT_OF_PLACE,
                span,
                "This variation has no turn.",
            ));
        }
        if variation.is_orphan {
            ControlFlow::Continue(())
        } else {
            visitor.close(span)
        }
    }

    /// Reads `$1`.
    pub(super) fn read_glyph<V: MovetextVisitor>(
        &mut self,
        span: Span,
        visitor: &mut V,
    ) -> ControlFlow<()> {
        let value = span
            .slice(self.text)
            .strip_prefix('$')
            .and_then(|digits| digits.parse().ok());
        let has_turn = self.line.turns > 0;
        match value {
            Some(value) if has_turn => {
                self.show_pending(visitor)?;
                if !self.line.is_orphan {
                    return visitor.glyph(value);
                }
            }
            None => {
                self.report_bad_token(span, "This is not a glyph.", "A glyph is `$0` to `$255`.");
            }
            Some(_) => self.report_bad_token(
                span,
                "This glyph belongs to no turn.",
                "Write it after its turn: `b3 $1`.",
            ),
        }
        ControlFlow::Continue(())
    }

    /// Reads `(16)` after a turn: a note, kept as a comment.
    pub(super) fn read_count<V: MovetextVisitor>(
        &mut self,
        token: &Token,
        visitor: &mut V,
    ) -> ControlFlow<()> {
        let span = token.span;
        let has_turn = self.line.turns > 0;
        if has_turn && self.line.number.is_none() {
            self.note_unusual(Unusual::Count, span, self.line.last_number);
            return self.show_comment(
                Comment {
                    span,
                    commands: Vec::new(),
                },
                visitor,
            );
        }

        let digits = token.part(Rule::digits).unwrap_or(span);
        let written = digits.slice(self.text);
        if !has_turn && self.outer.is_empty() && written.parse() == Ok(self.next_turn()) {
            let help = format!("Write `{written}.` if it is a turn number.");
            self.report_here(
                Finding::new(
                    &code::VARIATION_OUT_OF_PLACE,
                    span,
                    "This variation replaces no turn.",
                )
                .with_help(help),
            );
            return ControlFlow::Continue(());
        }

        // Otherwise it is a variation with one malformed turn.
        let open = Span::new(span.start as usize, span.start as usize + 1);
        self.open_variation(open, visitor)?;
        if self.too_deep > 0 {
            // The parentheses are one token, so no tokens inside have to be skipped.
            self.too_deep = 0;
            return ControlFlow::Continue(());
        }
        self.add_turn(WrittenTurn::new(digits, TurnForm::Malformed), visitor)?;
        let close = Span::new(span.end as usize - 1, span.end as usize);
        self.close_variation(close, visitor)
    }

    /// Reads `Resign` or `White resigns` as `resign`, if it means the seat to move.
    pub(super) fn read_odd_resignation<V: MovetextVisitor>(
        &mut self,
        token: &Token,
        visitor: &mut V,
    ) -> ControlFlow<()> {
        let number = self.next_turn();
        let is_to_move = match token.part(Rule::seat_of_color) {
            None => true,
            // A position may start with either seat.
            Some(_) if self.record.tag("Position").is_some() => false,
            Some(seat) => {
                let game = self.record.game();
                let to_move = game.and_then(|game| game.facts().seat_of_turn(number));
                to_move.is_some_and(|name| seat.slice(self.text).eq_ignore_ascii_case(name))
            }
        };
        let form = if is_to_move {
            TurnForm::OddResignation
        } else {
            TurnForm::Malformed
        };
        self.add_turn(WrittenTurn::new(token.span, form), visitor)?;
        if is_to_move {
            self.note_unusual(Unusual::Resignation, token.span, number);
        }
        ControlFlow::Continue(())
    }

    /// Reads a turn with its suffix. A number in full-width digits is also such a token.
    pub(super) fn read_turn<V: MovetextVisitor>(
        &mut self,
        token: &Token,
        visitor: &mut V,
    ) -> ControlFlow<()> {
        let text = token.part(Rule::turn_text).unwrap_or(token.span);
        let mut turn = WrittenTurn {
            suffix: token.part(Rule::suffix),
            ..WrittenTurn::new(text, TurnForm::Token)
        };
        if !token.span.bytes_of(self.text).is_ascii() {
            if let Some(value) = number_in_full_width(token.span.slice(self.text)) {
                let span = token.span;
                self.note_unusual(Unusual::NumberInList, span, self.next_turn());
                self.set_number(Some(WrittenNumber { value, span }));
                return ControlFlow::Continue(());
            }
            if with_hyphens(text.slice(self.text)).is_some() {
                turn.form = TurnForm::WithDashes;
            }
        }
        self.add_turn(turn, visitor)
    }

    /// Adds a turn, and sets its number.
    // Inlined into the loop over plain tokens.
    #[inline(always)]
    pub(super) fn add_turn<V: MovetextVisitor>(
        &mut self,
        turn: WrittenTurn,
        visitor: &mut V,
    ) -> ControlFlow<()> {
        if !self.line_comments.is_empty() {
            self.flush_line_comments(visitor)?;
        }
        if self.line.number.is_none()
            && let Some(last) = &mut self.pending
            && is_cut_by_blank(self.text, last, turn.text)
        {
            last.turn = WrittenTurn {
                text: last.turn.text.to(turn.text),
                suffix: turn.suffix,
                form: TurnForm::Malformed,
            };
            return ControlFlow::Continue(());
        }
        self.show_pending(visitor)?;

        let line = &mut self.line;
        let number = line.next_number();
        let written = line.number.take();
        line.is_number_explained = false;
        let this_turn = if written.is_some() {
            TurnBefore::Numbered
        } else {
            TurnBefore::Unnumbered
        };
        let turn_before = std::mem::replace(&mut line.turn_before, this_turn);
        // The variations of a turn that is expected to be illegal are counted with those of the
        // turn after it.
        if number != line.last_number {
            line.variations = 0;
        }
        line.last_number = number;
        line.turns = line.turns.saturating_add(1);
        line.expects_refusal = false;

        // Most numbers are right, and need no further test.
        if let Some(written) = written
            && (written.value != u64::from(number) || line.ahead != 0)
        {
            self.check_number(written, number, turn_before);
        }
        if turn.form == TurnForm::WithDashes {
            self.note_unusual(Unusual::Dash, turn.text, number);
        }
        self.pending = Some(TurnEvent {
            number,
            number_span: written.map(|written| written.span),
            turn,
        });
        ControlFlow::Continue(())
    }

    /// Reads a result. `normalized` is its value if it is written in an unusual form.
    pub(super) fn read_result<V: MovetextVisitor>(
        &mut self,
        span: Span,
        normalized: Option<Outcome>,
        visitor: &mut V,
    ) -> ControlFlow<()> {
        if !self.outer.is_empty() {
            self.report_bad_token(
                span,
                "A variation cannot have a result.",
                "Write the evaluation in a comment.",
            );
            return ControlFlow::Continue(());
        }
        self.flush_line_comments(visitor)?;
        self.set_number(None);
        let outcome = normalized.or_else(|| Outcome::parse(span.slice(self.text)));
        self.record.result = outcome.map(|outcome| (outcome, span));
        self.result_seen = true;
        ControlFlow::Continue(())
    }

    /// Reads a text that resembles a result. One with dashes for hyphens is read as intended.
    pub(super) fn read_result_mistake<V: MovetextVisitor>(
        &mut self,
        span: Span,
        visitor: &mut V,
    ) -> ControlFlow<()> {
        let written = span.slice(self.text);
        let outcome = with_hyphens(written).and_then(|normalized| Outcome::parse(&normalized));
        if outcome.is_some() && self.outer.is_empty() {
            self.note_unusual(Unusual::Dash, span, self.line.last_number);
            return self.read_result(span, outcome, visitor);
        }
        self.record.result_unclear = true;
        let plain: String = written
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
            Some(outcome) => {
                format!("Write `{outcome}`: with zeros, a hyphen, and `1/2` for a half.")
            }
            None => "A result has `1`, `0` or `1/2` for each seat, joined by `-`.".to_owned(),
        };
        self.report_bad_token(span, "This is not a valid result.", &help);
        ControlFlow::Continue(())
    }

    /// Reports everything after the result in one finding.
    pub(super) fn report_after_result(&mut self, span: Span) {
        if let Some(finding) = self
            .after_result
            .and_then(|index| self.record.findings.get_mut(index))
        {
            finding.span.end = span.end;
            return;
        }
        self.after_result = Some(self.record.findings.len());
        let result = self.record.result.as_ref().map(|(_, result)| *result);
        let related = result.map(|span| Related {
            message: "the result".into(),
            span,
            turn: 0,
        });
        self.report_here(
            Finding::new(
                &code::AFTER_RESULT,
                span,
                "Only comments may follow the result.",
            )
            .with_help("Write it in braces, as a comment, or move it before the result.")
            .with_related(related),
        );
    }
}
