//! Numbers of turns: `17.`, and the unusual form `17)`. A number that disagrees with the count of
//! the turns is reported, once for each place where the counting changes.

use std::ops::ControlFlow;

use super::RecordParser;
use super::unusual::Unusual;
use crate::findings::{Finding, Hint, code};
use crate::notation::lexer::Token;
use crate::notation::visitor::{MovetextVisitor, TurnForm, WrittenTurn};
use crate::text::Span;

/// A number as written before a turn.
#[derive(Clone, Copy, Debug)]
pub(super) struct WrittenNumber {
    /// The value; the maximum if it is too large.
    pub(super) value: u64,
    /// The number with its full stop.
    pub(super) span: Span,
}

/// What precedes a turn in its line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TurnBefore {
    /// No turn.
    None,
    /// A turn with a written number.
    Numbered,
    /// A turn without a written number.
    Unnumbered,
}

impl RecordParser<'_> {
    /// Reads `17.`
    pub(super) fn read_number(&mut self, span: Span) {
        let digits = span.slice(self.text).trim_end_matches('.');
        let value = digits.parse().unwrap_or(u64::MAX);
        self.set_number(Some(WrittenNumber { value, span }));
    }

    /// Reads `17)`: the number of a turn, unless the parenthesis closes a variation.
    pub(super) fn read_number_in_list<V: MovetextVisitor>(
        &mut self,
        token: &Token,
        visitor: &mut V,
    ) -> ControlFlow<()> {
        let [digits, close] = token.parts.as_slice() else {
            return ControlFlow::Continue(());
        };
        if !self.outer.is_empty() {
            self.add_turn(WrittenTurn::new(digits.span, TurnForm::Malformed), visitor)?;
            return self.close_variation(close.span, visitor);
        }

        self.note_unusual(Unusual::NumberInList, token.span, self.next_turn());
        let digits = digits.span.slice(self.text);
        self.set_number(Some(WrittenNumber {
            value: digits.parse().unwrap_or(u64::MAX),
            span: token.span,
        }));
        ControlFlow::Continue(())
    }

    /// Sets the number of the next turn. An earlier number without a turn is reported.
    #[inline]
    pub(super) fn set_number(&mut self, number: Option<WrittenNumber>) {
        let is_explained = std::mem::take(&mut self.line.is_number_explained);
        if let Some(dangling) = std::mem::replace(&mut self.line.number, number) {
            if is_explained {
                // The numbers after it count the turn that could not be read.
                self.line.ahead += 1;
                return;
            }
            self.report_here(Finding::new(
                &code::NUMBER,
                dangling.span,
                "No turn follows this number.",
            ));
        }
    }

    /// Reports a number at the end of the main line: the record breaks off there.
    pub(super) fn report_break(&mut self) {
        let Some(number) = self.line.number.take() else {
            return;
        };
        let written = number.span.slice(self.text);
        let message = format!("The record breaks off after `{written}`.");
        self.report_here(
            Finding::new(&code::NUMBER, number.span, message)
                .with_help("Write the turns that are missing, or remove the number."),
        );
        self.record.last_number = Some(number.span);
    }

    /// Reports a number where the counting changes, but not the numbers that continue from it.
    /// `counted` is the number that the turn has by its place.
    pub(super) fn check_number(
        &mut self,
        written: WrittenNumber,
        counted: u32,
        turn_before: TurnBefore,
    ) {
        let value = i128::from(written.value);
        let due = i128::from(counted) + self.line.ahead;
        let round = i128::from(counted.div_ceil(2));
        if value == due || (self.numbers_rounds && value == round) {
            return;
        }
        // The written number matches the count again.
        if value == i128::from(counted) {
            self.line.ahead = 0;
            return;
        }
        self.line.ahead = value - i128::from(counted);

        let message = match turn_before {
            TurnBefore::None => format!("This is turn {counted}, not turn {value}."),
            TurnBefore::Numbered | TurnBefore::Unnumbered => number_message(value, due),
        };
        let mut finding =
            Finding::new(&code::NUMBER, written.span, message).at(counted, &self.line.path);
        if value == round && turn_before == TurnBefore::Unnumbered {
            self.numbers_rounds = true;
            finding = finding
                .with_help(
                    "Every turn of every seat has its own number here; a number is not a round as in PGN.",
                )
                .with_hint(Hint::RenumberTurns);
        } else if turn_before != TurnBefore::None {
            let by_hand = if value < due {
                Hint::RemoveTurn
            } else {
                Hint::InsertTurn
            };
            finding = finding.with_hint(by_hand).with_hint(Hint::RenumberTurns);
        }
        self.report(finding);
    }
}

/// Returns the message for a number that is not the one due after the turns before it.
fn number_message(value: i128, due: i128) -> String {
    let last = due - 1;
    match value - due {
        1 => format!("Turn {due} is missing: {last} is followed by {value}."),
        missing if missing > 1 => {
            let last_missing = value - 1;
            format!("Turns {due} to {last_missing} are missing: {last} is followed by {value}.")
        }
        -1 => format!("The number {value} is repeated: this is turn {due}."),
        _ => format!("This is turn {due}, not turn {value}."),
    }
}

/// Parses a turn number in full-width digits, as East Asian keyboards give: `１．` or `１.`
pub(super) fn number_in_full_width(text: &str) -> Option<u64> {
    let digits = text.strip_suffix(['.', '．', '。'])?;
    let plain = digits.chars().map(|digit| match digit {
        '0'..='9' => Some(digit),
        '０'..='９' => char::from_digit(u32::from(digit) - u32::from('０'), 10),
        _ => None,
    });
    plain.collect::<Option<String>>()?.parse().ok()
}
