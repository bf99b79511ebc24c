//! Changes of a record, and what of its text they touch.

use serde::Serialize;

use crate::notation::{Item, Line, Record, TurnNode, quoted};
use crate::text::{Span, TextEdit};

/// A change of a record. Turns are counted as they stand in the main line, from 1, whatever numbers they bear.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum Edit {
    /// A turn is another.
    Replace {
        /// The turn.
        turn: u32,
        /// What stands there.
        was: String,
        /// What is to stand there.
        now: String,
    },
    /// A turn was left out.
    Insert {
        /// The turn before which it is to stand; one past the last for the end.
        turn: u32,
        /// What is to stand there.
        now: String,
    },
    /// A turn is one too many.
    Delete {
        /// The turn.
        turn: u32,
        /// What stands there.
        was: String,
    },
    /// A turn and the next stand in the wrong order.
    Swap {
        /// The first of them.
        turn: u32,
    },
    /// A tag says something else.
    Tag {
        /// Its name.
        name: String,
        /// What it says; null where it does not stand.
        was: Option<String>,
        /// What it is to say; null where it is not to stand.
        now: Option<String>,
    },
}

impl Edit {
    /// The turn that it speaks of; `None` for a tag.
    pub fn turn(&self) -> Option<u32> {
        match self {
            Self::Replace { turn, .. }
            | Self::Insert { turn, .. }
            | Self::Delete { turn, .. }
            | Self::Swap { turn } => Some(*turn),
            Self::Tag { .. } => None,
        }
    }

    /// What is to be changed in the text of the record. With `trace` a comment keeps what stood there. `None` where the
    /// record has no such turn or tag.
    pub fn in_text(&self, record: &Record, trace: bool) -> Option<Vec<TextEdit>> {
        let turns = &record.moves.turns;
        let node = |turn: u32| turns.get(usize::try_from(turn).ok()?.checked_sub(1)?);
        let kept = |node: &TurnNode, text: &str| {
            let behind = node.suffix.map_or(node.text.end, |suffix| suffix.end) as usize;
            trace.then(|| (Span::new(behind, behind), format!(" {{{}}}", trace_of(text))))
        };
        let mut edits = Vec::new();
        match self {
            Self::Replace { turn, was, now } => {
                let node = node(*turn)?;
                edits.push((node.text, now.clone()));
                edits.extend(kept(node, was));
            }
            Self::Swap { turn } => {
                let pair = [node(*turn)?, node(turn + 1)?];
                for (node, other) in [(pair[0], pair[1]), (pair[1], pair[0])] {
                    edits.push((node.text, record.text_of(other.text).to_owned()));
                    edits.extend(kept(node, record.text_of(node.text)));
                }
            }
            Self::Delete { turn, was } => {
                let at = usize::try_from(*turn).ok()?.checked_sub(1)?;
                let node = turns.get(at)?;
                let end = node.suffix.map_or(node.text.end, |suffix| suffix.end) as usize;
                let rest = record.text().get(end..)?;
                let blanks = rest.len() - rest.trim_start_matches([' ', '\t', '\r', '\n']).len();
                let left = if trace { format!("{{{}}} ", trace_of(was)) } else { String::new() };
                edits.push((Span::new(node.start() as usize, end + blanks), left));
                renumber(record, at + 1, -1, &mut edits);
            }
            Self::Insert { turn, now } => {
                let at = usize::try_from(*turn).ok()?.checked_sub(1)?;
                edits.push(inserted(record, at, now)?);
                renumber(record, at, 1, &mut edits);
            }
            Self::Tag { name, was, now } => {
                edits.extend(tag_edits(record, name, was.as_deref(), now.as_deref(), trace)?);
            }
        }
        Some(edits)
    }
}

/// What a comment keeps of what stood somewhere.
fn trace_of(text: &str) -> String {
    format!("[%mended {}]", quoted(text))
}

/// A turn before the one at `at`.
fn inserted(record: &Record, at: usize, now: &str) -> Option<TextEdit> {
    let turns = &record.moves.turns;
    let numbered = turns.iter().any(|node| node.number_span.is_some());
    let number = match (turns.get(at), turns.last()) {
        (Some(node), _) => node.number,
        (None, Some(last)) => last.number + u32::from(!last.expects_refusal()),
        (None, None) => 1,
    };
    let text = if numbered || turns.is_empty() { format!("{number}. {now}") } else { now.to_owned() };
    if let Some(node) = turns.get(at) {
        let start = node.start() as usize;
        return Some((Span::new(start, start), format!("{text} ")));
    }
    let last = turns.last()?;
    let behind = last.after.last().map_or_else(|| record.end_of_turn(last), Item::end);
    // A `#` comment runs to the end of its line.
    let before = if matches!(last.after.last(), Some(Item::Hash(_))) { "\n" } else { " " };
    let behind = behind as usize;
    Some((Span::new(behind, behind), format!("{before}{text}")))
}

/// The numbers that stand before turns from `at` on, and in their variations, once there is a turn more or less before them.
fn renumber(record: &Record, at: usize, by: i64, edits: &mut Vec<TextEdit>) {
    let mut lines: Vec<&Line> = Vec::new();
    let mut rename = |node: &TurnNode| {
        let Some(span) = node.number_span else { return };
        let written = record.text_of(span);
        let digits = written.len() - written.trim_start_matches(|letter: char| letter.is_ascii_digit()).len();
        let number = (i64::from(node.number) + by).to_string();
        if written.get(..digits) != Some(number.as_str()) {
            edits.push((span.within(&(0..digits)), number));
        }
    };
    for node in record.moves.turns.get(at..).unwrap_or_default() {
        rename(node);
        lines.extend(node.variations().map(|variation| &variation.line));
    }
    while let Some(line) = lines.pop() {
        for node in &line.turns {
            rename(node);
            lines.extend(node.variations().map(|variation| &variation.line));
        }
    }
}

fn tag_edits(record: &Record, name: &str, was: Option<&str>, now: Option<&str>, trace: bool) -> Option<Vec<TextEdit>> {
    let mut edits = Vec::new();
    match (record.tag(name), now) {
        (Some(tag), Some(now)) => edits.push((tag.span, format!("[{name} {}]", quoted(now)))),
        (Some(tag), None) => {
            let rest = record.text().get(tag.span.end as usize..)?;
            let line = rest.len() - rest.trim_start_matches([' ', '\t', '\r']).len();
            let line = line + usize::from(rest.get(line..).is_some_and(|rest| rest.starts_with('\n')));
            edits.push((Span::new(tag.span.start as usize, tag.span.end as usize + line), String::new()));
        }
        (None, Some(now)) => {
            let before = record.tag("Variant").or_else(|| record.tag("Game"))?.span.end as usize;
            edits.push((Span::new(before, before), format!("\n[{name} {}]", quoted(now))));
        }
        (None, None) => return None,
    }
    // The result stands in two places.
    if let ("Result", Some((_, span)), Some(now)) = (name, &record.result, now) {
        edits.push((*span, now.to_owned()));
    }
    if trace {
        let said = record.tag(name).map(|tag| tag.value.as_str());
        let behind = record.result.as_ref().filter(|_| name == "Result").map(|(outcome, _)| outcome.to_string());
        let text = match (was, &behind) {
            // What stood behind the turns alone, or otherwise than the tag.
            (Some(was), Some(behind)) if said != Some(was) && was == behind => was.to_owned(),
            (Some(was), Some(behind)) if was != behind => format!("[{name} {}] {behind}", quoted(was)),
            (Some(was), _) => format!("[{name} {}]", quoted(was)),
            (None, _) => format!("[{name}]"),
        };
        let at = record.moves.turns.first().map_or_else(|| record.source().end().start, TurnNode::start) as usize;
        edits.push((Span::new(at, at), format!("{{{}}} ", trace_of(&text))));
    }
    Some(edits)
}
