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
            match name {
                "C" => comments.push(unescape(raw).trim().to_owned()),
                "RE" if self.result.is_none() => self.result = Some((value, span)),
                _ => self.add_tag(name, value, span, draft),
            }
        }

        comments
    }

    /// Adds the tag for a property, unless it has none, or has been added already.
    fn add_tag(&mut self, name: &str, value: String, span: Span, draft: &mut Draft) {
        let known = TAGS.iter().find(|(property, _)| *property == name);
        let Some(&(_, tag)) = known.filter(|(_, tag)| draft.tag(tag).is_none()) else {
            self.left_out.add(name, span);
            return;
        };
        if tag != "Date" {
            draft.add_tag(tag, value, span);
            return;
        }

        let Some(date) = parse_date(&value) else {
            self.left_out.add(name, span);
            return;
        };
        let has_time_of_day = value.len() > date.len();
        draft.add_tag(tag, date, span);
        if has_time_of_day {
            draft.add_tag(format!("SGF_{name}"), value, span);
        }
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

    /// Sets the result of a value of `RE`, such as `W+R`, unless the turns give another one.
    /// Returns true if the record then expresses the whole value.
    fn set_result(value: &str, span: Span, draft: &mut Draft) -> bool {
        let seats = Seats { white: 1, black: 2 };
        let (result, reason, says_more) = if let Some((result, reason)) = result_of(value, seats) {
            (result, reason, !is_only_result(value))
        } else if let Some(result) = won_by(value, draft) {
            (result, None, false)
        } else {
            return false;
        };

        let timeline = draft.timeline();
        let played = timeline
            .as_ref()
            .map_or(0, |timeline| timeline.report.turns as usize);
        let has_illegal_turn = timeline.is_none() || played < draft.line.turns.len();
        // The draft has a result already if a player resigned.
        let by_resignation = draft.result.as_ref().map(|(result, _)| result.clone());
        let by_rules = timeline
            .and_then(|timeline| timeline.report.result)
            .map(|standing| Outcome::Decided(standing).to_string());

        if let Some(by_turns) = by_resignation.or(by_rules) {
            if by_turns != result {
                let message = format!(
                    "The game ended {result} according to this, but {by_turns} according to its turns, which are used."
                );
                draft
                    .findings
                    .keep(Finding::new(&codes::DISAGREES, span, message));
            }
        } else if has_illegal_turn {
            // The turns after it, which may have ended the game, are not played.
            draft.result = Some((result, span));
        } else if let Some(reason) = reason {
            draft.result = Some((result, span));
            draft.assume("Termination", reason);
        } else {
            // The turns do not end the game, and the value does not say what did.
            return false;
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
        let part = parts.iter().find(|pair| pair.as_rule() == rule)?;
        part.as_str().parse::<u32>().ok()
    };
    let year = number(Rule::year)?;
    let month = number(Rule::month)?;
    let day = number(Rule::day)?;

    let date = format!("{year:04}-{month:02}-{day:02}");
    is_date(&date).then_some(date)
}
