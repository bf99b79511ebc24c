//! Movetext: numbers, turns, glyphs, variations, the result.

use pest::iterators::Pair;

use super::unusual::Unusual;
use super::{Builder, OpenLine};
use crate::findings::{Finding, Related, code};
use crate::notation::lookalike::with_hyphens;
use crate::notation::outcome::Outcome;
use crate::notation::plain::{is_dash, is_part_of_turn, is_seat};
use crate::notation::record::{Comment, Item, TurnId, TurnNode, Variation};
use crate::notation::{GameId, Rule};
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
        let ahead = self.frames.last().map_or(0, |frame| frame.ahead);
        self.frames.push(OpenLine { ahead, ..OpenLine::new(span, path, self.lines, number.max(1), orphan) });
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

    /// `17)`: the number of a turn, unless the parenthesis closes a variation.
    pub(super) fn number_in_list(&mut self, text: &str, span: Span, pair: Pair<'_, Rule>) {
        let parts: Vec<Span> = pair.into_inner().map(|part| part.as_span().into()).collect();
        let [digits, close] = parts.as_slice() else { return };
        if self.frames.len() > 1 {
            self.add_turn(text, *digits, None, true);
            self.close_variation(*close);
            return;
        }
        self.unusual(Unusual::NumberInList, span, self.next_turn());
        self.set_number(Some(digits.of(text).parse().unwrap_or(u64::MAX)), span);
    }

    /// `(16)` behind a turn: a note that is kept as a comment.
    pub(super) fn count(&mut self, text: &str, span: Span, pair: Pair<'_, Rule>) {
        let turn = self.frames.last().and_then(|frame| Some((frame.line.turns.last()?.number, frame.number)));
        if let Some((turn, None)) = turn {
            self.unusual(Unusual::Count, span, turn);
            self.items().push(Item::Comment(Comment { span, commands: Vec::new() }));
            return;
        }
        let digits = pair.into_inner().next().map_or(span, |digits| digits.as_span().into());
        if turn.is_none() && self.frames.len() == 1 && digits.of(text).parse() == Ok(self.next_turn()) {
            let help = format!("Write `{}.` if it is a turn number.", digits.of(text));
            self.report_here(
                Finding::new(&code::VARIATION_OUT_OF_PLACE, span, "This variation replaces no turn.").with_help(help),
            );
            return;
        }
        self.open_variation(Span::new(span.start as usize, span.start as usize + 1));
        if self.too_deep > 0 {
            self.too_deep = 0;
            return;
        }
        self.add_turn(text, digits, None, true);
        self.close_variation(Span::new(span.end as usize - 1, span.end as usize));
    }

    /// `Resign`, `White resigns`: read as `resign` where it is said of the seat to move.
    pub(super) fn odd_resignation(&mut self, text: &str, span: Span, pair: Pair<'_, Rule>) {
        let seat = pair.into_inner().find(|part| part.as_rule() == Rule::seat_of_color);
        let number = self.next_turn();
        let is_to_move = match seat.map(|seat| seat.as_str().eq_ignore_ascii_case("white")) {
            None => true,
            // White begins GIPF, but a position says itself who moves, and other games have other seats.
            Some(is_white) => {
                let from_start = self.record.game() == Some(GameId::Gipf) && self.record.tag("Position").is_none();
                from_start && is_white == (number % 2 == 1)
            }
        };
        self.add_turn(text, span, None, !is_to_move);
        if is_to_move && let Some(turn) = self.frames.last_mut().and_then(|frame| frame.line.turns.last_mut()) {
            turn.meant = Some("resign".into());
            self.unusual(Unusual::Resignation, span, number);
        }
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

    pub(super) fn turn(&mut self, text: &str, span: Span, pair: Pair<'_, Rule>) {
        if let Some(number) = number_in_full_width(span.of(text)) {
            self.unusual(Unusual::NumberInList, span, self.next_turn());
            self.set_number(Some(number), span);
            return;
        }
        let mut turn_text = span;
        let mut suffix = None;
        for part in pair.into_inner() {
            match part.as_rule() {
                Rule::turn_text => turn_text = part.as_span().into(),
                Rule::suffix => suffix = Some(part.as_span().into()),
                _ => {}
            }
        }
        self.add_turn(text, turn_text, suffix, false);
    }

    pub(super) fn add_turn(&mut self, text: &str, span: Span, suffix: Option<Span>, malformed: bool) {
        self.flush_hashes();
        let Some(frame) = self.frames.last_mut() else { return };
        if frame.number.is_none()
            && let Some(last) = frame.line.turns.last_mut()
            && is_cut_by_blank(text, last, span)
        {
            last.text.end = span.end;
            last.suffix = suffix;
            last.malformed = true;
            return;
        }
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
            meant: None,
            after: Vec::new(),
        });
        if let Some((value, number_span)) = written {
            self.check_number(value, number, number_span, &path);
        }
        if let Some(meant) = with_hyphens(span.of(text)).filter(|_| !malformed) {
            if let Some(turn) = self.frames.last_mut().and_then(|frame| frame.line.turns.last_mut()) {
                turn.meant = Some(meant.into());
            }
            self.unusual(Unusual::Dash, span, number);
        }
    }

    /// One finding where numbers begin to count otherwise, none on those that then go on from there.
    fn check_number(&mut self, value: u64, number: u32, span: Span, path: &[u32]) {
        let Some(frame) = self.frames.last_mut() else { return };
        let due = i128::from(number) + frame.ahead;
        if i128::from(value) == due || (self.numbers_rounds && value == u64::from(number.div_ceil(2))) {
            return;
        }
        // Back to what is counted.
        if value == u64::from(number) {
            frame.ahead = 0;
            return;
        }
        let before = frame.line.turns.iter().rev().nth(1);
        let is_unnumbered = before.is_some_and(|turn| turn.number_span.is_none());
        frame.ahead = i128::from(value) - i128::from(number);
        let last = due - 1;
        let message = match i128::from(value) - due {
            _ if before.is_none() => format!("This is turn {number}, not turn {value}."),
            1 => format!("Turn {due} is missing: {last} is followed by {value}."),
            missing if missing > 1 => {
                format!("Turns {due} to {} are missing: {last} is followed by {value}.", value - 1)
            }
            -1 => format!("The number {value} stands twice: this is turn {due}."),
            _ => format!("This is turn {due}, not turn {value}."),
        };
        let mut finding = Finding::new(&code::NUMBER, span, message).at(number, path);
        if value == u64::from(number.div_ceil(2)) && is_unnumbered {
            self.numbers_rounds = true;
            finding = finding.with_help(
                "Every turn of every seat has its own number here; a number is not a round as in PGN. `fmt` counts anew.",
            );
        } else if before.is_some() {
            finding = finding.with_help(match i128::from(value) < due {
                true => "Where a turn was written twice, leave one out; else `fmt` counts anew.",
                false => "Where a turn was left out, put it in; else `fmt` counts anew.",
            });
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
        if let Some(outcome) = with_hyphens(span.of(text)).and_then(|meant| Outcome::parse(&meant))
            && self.frames.len() == 1
        {
            let turn = self.frames.last().map_or(0, OpenLine::last_number);
            self.unusual(Unusual::Dash, span, turn);
            self.result(text, span);
            self.record.result = Some((outcome, span));
            return;
        }
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

/// The number of a turn in the digits that East Asian keyboards give: `１．` or `１.`
fn number_in_full_width(text: &str) -> Option<u64> {
    if text.is_ascii() {
        return None;
    }
    let digits = text.strip_suffix(['.', '．', '。'])?;
    let plain = digits.chars().map(|digit| match digit {
        '0'..='9' => Some(digit),
        '０'..='９' => char::from_digit(u32::from(digit) - u32::from('０'), 10),
        _ => None,
    });
    plain.collect::<Option<String>>()?.parse().ok()
}

/// Whether a turn and what stands behind it, with nothing but blanks between, are one turn that a blank was put into: it
/// ends or goes on with what joins parts of a turn, or is a part that no turn can be alone.
fn is_cut_by_blank(text: &str, last: &TurnNode, next: Span) -> bool {
    if last.suffix.is_some() || !last.glyphs.is_empty() || !last.after.is_empty() {
        return false;
    }
    let (written, next) = (last.text.of(text), next.of(text));
    let joins = |character: char| matches!(character, ',' | ';');
    // The turns before it are not looked at again, however long it gets.
    let piece = written.rsplit(char::is_whitespace).next().unwrap_or(written);
    // A part alone may be a turn of which the rest was forgotten: where turns are numbered, the next has a number then.
    piece.ends_with(joins)
        || next.starts_with(joins)
        || is_dash(piece)
        || is_dash(next)
        || is_number_cut_off(written, piece, next, last)
        || (piece.len() == written.len() && is_seat(piece))
        || (last.number_span.is_some() && is_part_of_turn(piece.as_bytes()))
}

/// Whether a piece is a turn number without its full stop, or is put apart from it, and a turn is next: `1 Gb3`, `1 . Gb3`.
fn is_number_cut_off(written: &str, piece: &str, next: &str, last: &TurnNode) -> bool {
    let digits = written.trim_end_matches(|sign: char| !sign.is_ascii_digit());
    let counts = digits.parse() == Ok(last.number) && last.number_span.is_none();
    let is_bare = piece == written && written.len() <= digits.len() + 1;
    let is_turn = next.contains(|sign: char| sign.is_ascii_alphabetic());
    counts && ((is_bare && (is_turn || next == ".")) || (piece == "." && is_turn))
}
