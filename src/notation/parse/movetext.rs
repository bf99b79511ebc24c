//! Reads the tokens of a movetext: numbers, turns, glyphs, variations and the result. Each method
//! handles one kind of token, and passes what it means to the visitor.

use std::ops::ControlFlow;

use super::unusual::Unusual;
use super::{OpenLine, RecordParser};
use crate::findings::{Finding, Hint, Related, code};
use crate::notation::comment::Comment;
use crate::notation::lexer::Token;
use crate::notation::lookalike::with_hyphens;
use crate::notation::outcome::Outcome;
use crate::notation::visitor::{MovetextVisitor, TurnEvent};
use crate::notation::{GameId, Rule};
use crate::text::{MAX_DEPTH, Span};

impl RecordParser<'_> {
    pub(super) fn open_variation<V: MovetextVisitor>(
        &mut self,
        span: Span,
        visitor: &mut V,
    ) -> ControlFlow<()> {
        self.show_pending(visitor)?;
        self.set_number(None);
        let line = &mut self.line;
        let number = line.last_number;
        let ahead = line.ahead;
        let mut path = line.path.clone();
        let replaces_turn = line.turns > 0;
        if replaces_turn {
            line.variations += 1;
            path.extend([number, line.variations]);
        }
        let is_orphan = line.is_orphan || !replaces_turn;
        if self.outer.len() >= MAX_DEPTH {
            let message = format!("Variations nest deeper than {MAX_DEPTH} levels.");
            // The path of such a finding would be too long to be useful.
            let turn = self.outer.first().map_or(number, |main| main.last_number);
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
        let last_number = number.max(1) - 1;
        let line = OpenLine {
            open: span,
            path,
            last_number,
            ahead,
            replaces_turn,
            is_orphan,
            ..OpenLine::main()
        };
        let shown = if is_orphan {
            ControlFlow::Continue(())
        } else {
            visitor.open(&line.path, ordinal)
        };
        self.outer.push(std::mem::replace(&mut self.line, line));
        shown
    }

    pub(super) fn close_variation<V: MovetextVisitor>(
        &mut self,
        close: Span,
        visitor: &mut V,
    ) -> ControlFlow<()> {
        self.show_pending(visitor)?;
        self.set_number(None);
        let Some(outer) = self.outer.pop() else {
            return ControlFlow::Continue(());
        };
        let line = std::mem::replace(&mut self.line, outer);
        let span = Span::new(line.open.start as usize, close.end as usize);
        if line.turns == 0 && line.replaces_turn {
            self.report_here(Finding::new(
                &code::VARIATION_OUT_OF_PLACE,
                span,
                "This variation has no turn.",
            ));
        }
        if line.is_orphan {
            ControlFlow::Continue(())
        } else {
            visitor.close(span)
        }
    }

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

    /// Reads `17.` A number that is too large becomes the maximum.
    pub(super) fn read_number(&mut self, span: Span) {
        let digits = span.slice(self.text).trim_end_matches('.');
        self.set_number(Some((digits.parse().unwrap_or(u64::MAX), span)));
    }

    /// `17)`: the number of a turn, unless the parenthesis closes a variation.
    pub(super) fn read_number_in_list<V: MovetextVisitor>(
        &mut self,
        token: &Token,
        visitor: &mut V,
    ) -> ControlFlow<()> {
        let [digits, close] = token.parts.as_slice() else {
            return ControlFlow::Continue(());
        };
        if !self.outer.is_empty() {
            self.add_turn(TurnEvent::malformed(digits.span), visitor)?;
            return self.close_variation(close.span, visitor);
        }
        self.note_unusual(Unusual::NumberInList, token.span, self.next_turn());
        self.set_number(Some((
            digits.span.slice(self.text).parse().unwrap_or(u64::MAX),
            token.span,
        )));
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
        if !has_turn
            && self.outer.is_empty()
            && digits.slice(self.text).parse() == Ok(self.next_turn())
        {
            let help = format!(
                "Write `{}.` if it is a turn number.",
                digits.slice(self.text)
            );
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
        self.open_variation(
            Span::new(span.start as usize, span.start as usize + 1),
            visitor,
        )?;
        if self.too_deep > 0 {
            // The parentheses are one token, so no tokens inside have to be skipped.
            self.too_deep = 0;
            return ControlFlow::Continue(());
        }
        self.add_turn(TurnEvent::malformed(digits), visitor)?;
        self.close_variation(Span::new(span.end as usize - 1, span.end as usize), visitor)
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
            Some(seat) => {
                let name = self
                    .record
                    .game()
                    .and_then(|game| game.facts().seat_of_turn(number));
                self.record.tag("Position").is_none()
                    && name.is_some_and(|name| seat.slice(self.text).eq_ignore_ascii_case(name))
            }
        };
        self.add_turn(
            TurnEvent {
                malformed: !is_to_move,
                ..TurnEvent::written(token.span)
            },
            visitor,
        )?;
        if is_to_move && let Some(turn) = &mut self.pending {
            turn.normalized = Some("resign".into());
            self.note_unusual(Unusual::Resignation, token.span, number);
        }
        ControlFlow::Continue(())
    }

    /// Sets the number of the next turn. An earlier number without a turn is reported.
    #[inline]
    pub(super) fn set_number(&mut self, number: Option<(u64, Span)>) {
        let is_explained = std::mem::take(&mut self.line.is_number_explained);
        if let Some((_, dangling)) = std::mem::replace(&mut self.line.number, number) {
            if is_explained {
                // The numbers after it count the turn that could not be read.
                self.line.ahead += 1;
                return;
            }
            self.report_here(Finding::new(
                &code::NUMBER,
                dangling,
                "No turn follows this number.",
            ));
        }
    }

    /// Reports a number at the end of the main line: the record breaks off there.
    pub(super) fn report_break(&mut self) {
        let Some((_, number)) = self.line.number.take() else {
            return;
        };
        let message = format!("The record breaks off after `{}`.", number.slice(self.text));
        self.report_here(
            Finding::new(&code::NUMBER, number, message)
                .with_help("Write the turns that are missing, or remove the number."),
        );
        self.record.last_number = Some(number);
    }

    pub(super) fn read_turn<V: MovetextVisitor>(
        &mut self,
        token: &Token,
        visitor: &mut V,
    ) -> ControlFlow<()> {
        let text = token.part(Rule::turn_text).unwrap_or(token.span);
        let mut turn = TurnEvent {
            suffix: token.part(Rule::suffix),
            ..TurnEvent::written(text)
        };
        if !token.span.bytes_of(self.text).is_ascii() {
            if let Some(number) = number_in_full_width(token.span.slice(self.text)) {
                self.note_unusual(Unusual::NumberInList, token.span, self.next_turn());
                self.set_number(Some((number, token.span)));
                return ControlFlow::Continue(());
            }
            turn.normalized = with_hyphens(text.slice(self.text)).map(Box::from);
        }
        self.add_turn(turn, visitor)
    }

    /// Adds a turn, and sets its number.
    // Inlined into the loop over plain tokens.
    #[inline(always)]
    pub(super) fn add_turn<V: MovetextVisitor>(
        &mut self,
        mut turn: TurnEvent,
        visitor: &mut V,
    ) -> ControlFlow<()> {
        if !self.line_comments.is_empty() {
            self.flush_line_comments(visitor)?;
        }
        if self.line.number.is_none()
            && let Some(last) = &mut self.pending
            && is_cut_by_blank(self.text, last, turn.text)
        {
            last.text.end = turn.text.end;
            last.suffix = turn.suffix;
            last.malformed = true;
            return ControlFlow::Continue(());
        }
        self.show_pending(visitor)?;
        let line = &mut self.line;
        let number = line.next_number();
        let written = line.number.take();
        line.is_number_explained = false;
        let before = line.is_last_numbered.replace(written.is_some());
        // The variations of a turn that is expected to be illegal are counted with those of the
        // turn after it.
        if number != line.last_number {
            line.variations = 0;
        }
        line.last_number = number;
        line.turns = line.turns.saturating_add(1);
        line.expects_refusal = false;
        // Most numbers are right, and need no further test.
        let is_right = |value: u64| value == u64::from(number) && line.ahead == 0;
        if let Some((value, number_span)) = written.filter(|&(value, _)| !is_right(value)) {
            self.check_number(value, number, number_span, before);
        }
        if turn.normalized.is_some() {
            self.note_unusual(Unusual::Dash, turn.text, number);
        }
        (turn.number, turn.number_span) = (number, written.map(|(_, span)| span));
        self.pending = Some(turn);
        ControlFlow::Continue(())
    }

    /// Reports a number where the counting changes, but not the numbers that continue from it.
    /// `before` is true if the turn before has a number; `None` if there is no turn before.
    fn check_number(&mut self, value: u64, number: u32, span: Span, before: Option<bool>) {
        let line = &mut self.line;
        let due = i128::from(number) + line.ahead;
        if i128::from(value) == due
            || (self.numbers_rounds && value == u64::from(number.div_ceil(2)))
        {
            return;
        }
        // The written number matches the count again.
        if value == u64::from(number) {
            line.ahead = 0;
            return;
        }
        line.ahead = i128::from(value) - i128::from(number);
        let path = line.path.clone();
        let last = due - 1;
        let message = match i128::from(value) - due {
            _ if before.is_none() => format!("This is turn {number}, not turn {value}."),
            1 => format!("Turn {due} is missing: {last} is followed by {value}."),
            missing if missing > 1 => {
                format!(
                    "Turns {due} to {} are missing: {last} is followed by {value}.",
                    value - 1
                )
            }
            -1 => format!("The number {value} is repeated: this is turn {due}."),
            _ => format!("This is turn {due}, not turn {value}."),
        };
        let mut finding = Finding::new(&code::NUMBER, span, message).at(number, &path);
        if value == u64::from(number.div_ceil(2)) && before == Some(false) {
            self.numbers_rounds = true;
            finding = finding
                .with_help(
                    "Every turn of every seat has its own number here; a number is not a round as in PGN.",
                )
                .with_hint(Hint::RenumberTurns);
        } else if before.is_some() {
            let by_hand = if i128::from(value) < due {
                Hint::RemoveTurn
            } else {
                Hint::InsertTurn
            };
            finding = finding.with_hint(by_hand).with_hint(Hint::RenumberTurns);
        }
        self.report(finding);
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
            .and_then(|at| self.record.findings.get_mut(at))
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

/// Parses a turn number in full-width digits, as East Asian keyboards give: `１．` or `１.`
fn number_in_full_width(text: &str) -> Option<u64> {
    let digits = text.strip_suffix(['.', '．', '。'])?;
    let plain = digits.chars().map(|digit| match digit {
        '0'..='9' => Some(digit),
        '０'..='９' => char::from_digit(u32::from(digit) - u32::from('０'), 10),
        _ => None,
    });
    plain.collect::<Option<String>>()?.parse().ok()
}

/// Returns true if a turn and the next word, separated only by spaces, are one turn that was split
/// by a space: one of them ends or starts with a separator, or the first cannot be a whole turn.
fn is_cut_by_blank(text: &str, last: &TurnEvent, next: Span) -> bool {
    if last.suffix.is_some() {
        return false;
    }
    let written = last.text.slice(text);
    let next = next.slice(text);
    // Most unnumbered turns are points or end with one, and are whole. Removal lists begin with
    // `x`.
    let is_whole = |word: &str| match word.as_bytes() {
        [first, .., last] => first.is_ascii_alphabetic() && *first != b'x' && last.is_ascii_digit(),
        _ => false,
    };
    if !last.malformed && is_whole(written) && is_whole(next) {
        return false;
    }
    let joins = |character: char| matches!(character, ',' | ';');
    // Only the last piece is examined, so that the cost does not grow with the number of pieces.
    let piece = written
        .rsplit(char::is_whitespace)
        .next()
        .unwrap_or(written);
    // A single part may be a turn whose rest was forgotten. If turns are numbered, the next turn
    // then has a number.
    piece.ends_with(joins)
        || next.starts_with(joins)
        || is_dash(piece)
        || is_dash(next)
        || is_number_cut_off(written, piece, next, last)
        || (piece.len() == written.len() && is_seat(piece))
        || (last.number_span.is_some() && is_part_of_turn(piece.as_bytes()))
}

/// Returns true if a piece is a turn number without its full stop, or with a space before it, and a
/// turn follows: `1 Gb3`, `1 . Gb3`.
fn is_number_cut_off(written: &str, piece: &str, next: &str, last: &TurnEvent) -> bool {
    let digits = written.trim_end_matches(|sign: char| !sign.is_ascii_digit());
    let counts = digits.parse() == Ok(last.number) && last.number_span.is_none();
    let is_bare = piece == written && written.len() <= digits.len() + 1;
    let is_turn = next.contains(|sign: char| sign.is_ascii_alphabetic());
    counts && ((is_bare && (is_turn || next == ".")) || (piece == "." && is_turn))
}

/// Returns true for a dash or an arrow, which joins parts that are separated by spaces.
fn is_dash(word: &str) -> bool {
    matches!(
        word,
        "-" | "--" | "->" | "\u{2013}" | "\u{2014}" | "\u{2212}" | "\u{2192}"
    )
}

/// Returns true for a word that names the seat that moves, in any game: `White`, `w:`.
fn is_seat(word: &str) -> bool {
    let name = word.strip_suffix([':', '.']).unwrap_or(word);
    let is_seat = |seat: &str| {
        let initial = seat.get(..1).unwrap_or_default();
        seat.eq_ignore_ascii_case(name) || initial.eq_ignore_ascii_case(name)
    };
    GameId::ALL
        .into_iter()
        .any(|game| game.facts().seats.colours().any(is_seat))
}

/// Returns true for a list of removed items, or for dice put aside: in every turn that starts with
/// them, something follows.
fn is_part_of_turn(word: &[u8]) -> bool {
    // `x17` is a point of a large board of Pippinzip.
    let is_list =
        matches!(word, [b'x', second, ..] if second.is_ascii_alphabetic() || word.contains(&b':'));
    let is_list = is_list && !word.contains(&b';');
    is_list
        || word
            .split(|&byte| byte == b';')
            .all(|action| matches!(action, [b'1'..=b'6', b's']))
}
