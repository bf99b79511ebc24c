//! Reads the properties that describe the whole game: tags, comments, and the result.

use super::grammar::Rule;
use super::read::parse_parts;
use super::simple;
use crate::findings::Finding;
use crate::formats::KeepFindings as _;
use crate::formats::import_losses::LeftOut;
use crate::formats::sgf::{Property, Seats, is_only_result, result_of, unescape};
use crate::formats::{Draft, codes};
use crate::notation::{Outcome, is_date};
use crate::text::{SourceText, Span};

/// Properties that correspond to tags.
const TAGS: [(&str, &str); 5] = [
    ("EV", "Event"),
    ("PC", "Site"),
    ("RO", "Round"),
    ("DT", "Date"),
    ("GN", "SGF_GN"),
];
/// Properties that are read elsewhere, or that do not describe the game.
const NOT_READ_HERE: [&str; 4] = ["GM", "SU", "FF", "CA"];

/// Information on the game, collected while its nodes are read.
#[derive(Default)]
pub(super) struct GameInfo {
    pub(super) left_out: LeftOut,
    /// Value of `RE`.
    result: Option<(String, Span)>,
}

impl GameInfo {
    /// Reads a property that does not belong to a player. Returns the comments in it.
    pub(super) fn read_property(
        &mut self,
        source: &SourceText,
        property: &Property,
        draft: &mut Draft,
    ) -> Vec<String> {
        let name = property.name.as_str();
        if NOT_READ_HERE.contains(&name) {
            return Vec::new();
        }

        let mut comments = Vec::new();
        for &span in &property.values {
            let raw = source.text_of(span);
            let value = simple(raw).replace(['\r', '\t'], " ").trim().to_owned();
            // Version 1 is the supported one.
            if value.is_empty() || (name == "VV" && value == "1") {
                continue;
            }
            let tag = TAGS
                .iter()
                .find(|(known, _)| *known == name)
                .map(|(_, tag)| *tag);
            match (name, tag) {
                ("C", _) => comments.push(unescape(raw).trim().to_owned()),
                ("RE", _) if self.result.is_none() => self.result = Some((value, span)),
                (_, Some(tag)) if draft.tag(tag).is_none() => {
                    let written = if tag == "Date" {
                        parse_date(&value)
                    } else {
                        Some(value.clone())
                    };
                    // The time of day, for example.
                    let says_more = written
                        .as_ref()
                        .is_some_and(|written| value.len() > written.len());
                    match written {
                        Some(written) => draft.add_tag(tag, written, span),
                        None => self.left_out.add(name, span),
                    }
                    if says_more {
                        draft.add_tag(format!("SGF_{name}"), value, span);
                    }
                }
                _ => self.left_out.add(name, span),
            }
        }

        comments
    }

    /// Sets the result if it fits, and reports the parts that are left out.
    pub(super) fn finish(mut self, draft: &mut Draft) {
        if let Some((value, span)) = self.result.take()
            && !Self::set_result(&value, span, draft)
        {
            self.left_out.add("RE", span);
        }
        self.left_out.report(&mut draft.findings);
    }

    /// Sets the result, unless the turns give another one. Returns true if the record then
    /// expresses the whole value.
    fn set_result(value: &str, span: Span, draft: &mut Draft) -> bool {
        let read = result_of(value, Seats { white: 1, black: 2 });
        let says_more = read.is_some() && !is_only_result(value);
        let Some((result, reason)) = read.or_else(|| Some((won_by(value, draft)?, None))) else {
            return false;
        };

        let timeline = draft.timeline();
        let played = timeline
            .as_ref()
            .map_or(0, |timeline| timeline.report.turns as usize);
        let has_illegal_turn = timeline.is_none() || played < draft.line.turns.len();
        let resigned = draft.result.as_ref().map(|(result, _)| result.clone());
        let by_turns =
            resigned.or_else(|| Some(Outcome::Decided(timeline?.report.result?).to_string()));
        match (by_turns, reason) {
            (Some(by_turns), _) if by_turns == result => {}
            (Some(by_turns), _) => {
                let message = format!(
                    "The game ended {result} according to this, but {by_turns} according to its turns, which are used."
                );
                draft
                    .findings
                    .keep(Finding::new(&codes::DISAGREES, span, message));
            }
            (None, _) if has_illegal_turn => draft.result = Some((result, span)),
            (None, None) => return false,
            (None, Some(reason)) => {
                draft.result = Some((result, span));
                draft.assume("Termination", reason);
            }
        }

        !says_more
    }
}

/// Parses `… won by Ann` if a player has this name.
fn won_by(value: &str, draft: &Draft) -> Option<String> {
    const WORDS: &str = "won by ";
    let offset = value.to_ascii_lowercase().rfind(WORDS)?;
    let name = value[offset + WORDS.len()..].trim().trim_end_matches('.');
    let is_called = |tag: &str| {
        draft
            .tag(tag)
            .is_some_and(|known| known.eq_ignore_ascii_case(name))
    };
    match (is_called("Player1"), is_called("Player2")) {
        (true, false) => Some("1-0".to_owned()),
        (false, true) => Some("0-1".to_owned()),
        _ => None,
    }
}

/// Parses a date that begins with the year.
fn parse_date(value: &str) -> Option<String> {
    if is_date(value) {
        return Some(value.to_owned());
    }
    let parts = parse_parts(Rule::date, value)?;
    let number = |rule: Rule| {
        parts
            .iter()
            .find(|pair| pair.as_rule() == rule)?
            .as_str()
            .parse::<u32>()
            .ok()
    };
    let date = format!(
        "{:04}-{:02}-{:02}",
        number(Rule::year)?,
        number(Rule::month)?,
        number(Rule::day)?
    );
    is_date(&date).then_some(date)
}
