//! Edits of a record, as a fix describes them, and their conversion to changes of its text.

use serde::Serialize;

use crate::notation::{Item, Line, Record, TurnNode, quoted};
use crate::text::{Span, TextEdit, original_span, sort_edits};

/// A change of a record. Turns are counted by their place in the main line, from 1, whatever their
/// numbers are.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(tag = "kind", rename_all = "lowercase")]
#[non_exhaustive]
pub enum Edit {
    /// A turn is replaced.
    Replace {
        /// The turn.
        turn: u32,
        /// The old turn.
        was: String,
        /// The new turn.
        now: String,
    },
    /// A turn is inserted.
    Insert {
        /// The turn before which to insert it; one past the last for the end.
        turn: u32,
        /// The new turn.
        now: String,
    },
    /// A turn is removed.
    Delete {
        /// The turn.
        turn: u32,
        /// The removed turn.
        was: String,
    },
    /// A turn and the next one change places.
    Swap {
        /// The first of the two.
        turn: u32,
    },
    /// The value of a tag changes.
    Tag {
        /// The name of the tag.
        name: String,
        /// The old value; null if the tag is missing.
        was: Option<String>,
        /// The new value; null if the tag is removed.
        now: Option<String>,
    },
    /// A part of the text that is neither a turn nor a tag changes: a turn number, markup, a line
    /// of a tag.
    Text {
        /// The old text.
        was: String,
        /// The new text.
        now: String,
    },
}

impl Edit {
    /// Returns the turn that is changed; `None` for a tag.
    pub(crate) fn turn(&self) -> Option<u32> {
        match self {
            Self::Replace { turn, .. }
            | Self::Insert { turn, .. }
            | Self::Delete { turn, .. }
            | Self::Swap { turn } => Some(*turn),
            Self::Tag { .. } | Self::Text { .. } => None,
        }
    }

    /// Returns the edit with the original of the text that it replaces, if there is one.
    pub(super) fn with_original(mut self, original: &str) -> Self {
        if let Self::Replace { was, .. } | Self::Delete { was, .. } | Self::Text { was, .. } =
            &mut self
            && !original.is_empty()
        {
            original.clone_into(was);
        }
        self
    }

    /// Returns the changes of the record's text. With `trace`, a comment preserves the original
    /// text. `None` if the record has no such turn or tag.
    pub(crate) fn in_text(&self, record: &Record, trace: bool) -> Option<Vec<TextEdit>> {
        let written = Original::new(record.text(), &[]);
        in_text(std::slice::from_ref(self), record, trace.then_some(written))
    }

    /// Takes over a later edit if it replaces what this one wrote; otherwise returns false.
    fn continues_with(&mut self, later: &Self) -> bool {
        match (self, later) {
            (
                Self::Replace { turn, now, .. },
                Self::Replace {
                    turn: again,
                    was,
                    now: then,
                },
            ) if turn == again && now == was => {
                now.clone_from(then);
            }
            (
                Self::Tag { name, now, .. },
                Self::Tag {
                    name: again,
                    was,
                    now: then,
                },
            ) if name == again && now == was => {
                now.clone_from(then);
            }
            _ => return false,
        }
        true
    }
}

/// The text that a person wrote, before a correction changed it. Comments preserve parts of this
/// text, never of a corrected one.
#[derive(Clone, Copy)]
pub(super) struct Original<'a> {
    text: &'a str,
    /// The correction, in the order of the text.
    changes: &'a [TextEdit],
}

impl<'a> Original<'a> {
    /// Creates the original of a text that `changes` correct, which are in the order of the text.
    pub(super) fn new(text: &'a str, changes: &'a [TextEdit]) -> Self {
        Self { text, changes }
    }

    /// Returns the original of a part of the corrected text.
    pub(super) fn part(&self, span: Span) -> &'a str {
        original_span(self.changes, span).slice(self.text)
    }
}

/// Returns the changes of the record's text that edits make together, in order. The edits name the
/// turns as the record counts them. If `traced` is the original text, comments preserve what the
/// edits replace. `None` if the record has no such turn or tag.
pub(super) fn in_text(
    edits: &[Edit],
    record: &Record,
    traced: Option<Original<'_>>,
) -> Option<Vec<TextEdit>> {
    let mut changes = Vec::new();
    // Where turns are added or removed, with their number.
    let mut shifts: Vec<(usize, i64)> = Vec::new();
    for edit in edits {
        add_changes(edit, record, traced, &mut changes, &mut shifts)?;
    }
    shifts.sort_by_key(|(turn, _)| *turn);
    renumber(record, &shifts, &mut changes);
    sort_edits(&mut changes);
    // The white space at the end of a record separates it from the next one in the file.
    let end = record.source().end().end;
    let is_inside = changes.iter().all(|(span, _)| span.end <= end);
    let is_apart = changes
        .windows(2)
        .all(|pair| pair[0].0.end <= pair[1].0.start);
    (is_inside && is_apart).then_some(changes)
}

/// Adds the changes of the text that one edit makes, and to `shifts` where it adds or removes
/// turns, with their number. `None` if the record has no such turn or tag.
fn add_changes(
    edit: &Edit,
    record: &Record,
    traced: Option<Original<'_>>,
    changes: &mut Vec<TextEdit>,
    shifts: &mut Vec<(usize, i64)>,
) -> Option<()> {
    let turns = &record.moves.turns;
    let index = |turn: u32| usize::try_from(turn).ok()?.checked_sub(1);
    match edit {
        Edit::Replace { turn, was, now } => {
            let first = index(*turn)?;
            let (last, change) = replace_turns(record, first, was, now)?;
            let covered = i64::try_from(last - first + 1).ok()?;
            let more = i64::try_from(now.split(' ').count()).ok()? - covered;
            if more != 0 {
                shifts.push((last + 1, more));
            }
            let replaced = change.0;
            changes.push(change);
            if let Some(original) = traced {
                changes.push(trace_after(turns.get(last)?, original.part(replaced)));
            }
        }
        Edit::Swap { turn } => {
            let first = turns.get(index(*turn)?)?;
            let second = turns.get(index(*turn)? + 1)?;
            for (node, other) in [(first, second), (second, first)] {
                changes.push((node.text, record.text_of(other.text).to_owned()));
                if let Some(original) = traced {
                    changes.push(trace_after(node, original.part(node.text)));
                }
            }
        }
        Edit::Delete { turn, .. } => {
            let turn_index = index(*turn)?;
            let node = turns.get(turn_index)?;
            let was = traced.map(|original| original.part(node.text));
            delete_turn(record, node, was, changes);
            shifts.push((turn_index + 1, -1));
        }
        Edit::Insert { turn, now } => {
            let turn_index = index(*turn)?;
            let before: i64 = shifts.iter().map(|(_, by)| by).sum();
            changes.push(insert_turn(record, turn_index, now, before)?);
            shifts.push((turn_index, 1));
        }
        Edit::Tag { name, was, now } => {
            changes.extend(tag_edits(
                record,
                name,
                was.as_deref(),
                now.as_deref(),
                traced,
            )?);
        }
        // Only a correction knows the place in the text.
        Edit::Text { .. } => return None,
    }
    Some(())
}

/// Returns the comment after a turn that preserves its original text.
fn trace_after(node: &TurnNode, text: &str) -> TextEdit {
    let after = node.end_of_signs() as usize;
    (Span::new(after, after), format!(" {{{}}}", trace_of(text)))
}

/// Returns the change that writes `now` in place of `was`, which begins with the turn `first`, and
/// the last turn that `was` covers. If the turn has a number, the other turns in `now` get theirs.
fn replace_turns(record: &Record, first: usize, was: &str, now: &str) -> Option<(usize, TextEdit)> {
    let turns = &record.moves.turns;
    let node = turns.get(first)?;
    let span = span_of_turns(record, first, was)?;
    let last = turns
        .iter()
        .rposition(|node| node.text.start < span.end)
        .filter(|&last| last >= first)?;
    let has_number = node.number_span.is_some();
    let text: Vec<String> = now
        .split(' ')
        .zip(node.number..)
        .enumerate()
        .map(|(index, (turn, number))| {
            if has_number && index > 0 {
                format!("{number}. {turn}")
            } else {
                turn.to_owned()
            }
        })
        .collect();
    Some((last, (span, text.join(" "))))
}

/// Returns the span of the text `was`, which begins with a turn and may cover several.
fn span_of_turns(record: &Record, first: usize, was: &str) -> Option<Span> {
    let node = record.moves.turns.get(first)?;
    let start = node.text.start as usize;
    let covered = record.text().get(start..start + was.len());
    if covered == Some(was) {
        Some(Span::new(start, start + was.len()))
    } else {
        Some(node.text)
    }
}

/// Concatenates the edits of a correction and those of the corrected record. Two edits of one turn
/// or tag become one. `original` is the text before the correction.
pub(super) fn one_after_the_other(
    correction: &[Edit],
    later: &[Edit],
    corrected: &Record,
    original: Original<'_>,
) -> Vec<Edit> {
    let mut all = correction.to_vec();
    for edit in later {
        let is_continued = all.iter_mut().any(|before| before.continues_with(edit));
        if is_continued {
            continue;
        }
        let replaced = match edit {
            Edit::Replace { turn, was, .. } | Edit::Delete { turn, was } => {
                let first = usize::try_from(*turn)
                    .ok()
                    .and_then(|turn| turn.checked_sub(1));
                first.and_then(|first| span_of_turns(corrected, first, was))
            }
            _ => None,
        };
        let was = replaced.map_or("", |span| original.part(span));
        all.push(edit.clone().with_original(was));
    }
    all
}

/// Returns a comment command with the text that a fix replaces, on one line.
pub(super) fn trace_of(text: &str) -> String {
    let words: Vec<&str> = text.split_whitespace().collect();
    format!("[%mended {}]", quoted(&words.join(" ")))
}

fn is_blank(character: char) -> bool {
    matches!(character, ' ' | '\t')
}

/// Extends a span by the spaces on one side, so that the spaces on the other side remain. Line ends
/// stay.
fn with_blanks(text: &str, span: Span) -> Span {
    let start = span.start as usize;
    let end = span.end as usize;
    let before = text.get(..start).unwrap_or_default();
    let next = text
        .get(end..)
        .unwrap_or_default()
        .trim_start_matches(is_blank);
    let is_last_on_line = next.is_empty() || next.starts_with(['\r', '\n']);
    if is_last_on_line {
        Span::new(before.trim_end_matches(is_blank).len(), end)
    } else {
        Span::new(start, text.len() - next.len())
    }
}

/// Removes a turn with its number and glyphs. Comments stay.
fn delete_turn(record: &Record, node: &TurnNode, trace: Option<&str>, edits: &mut Vec<TextEdit>) {
    let text = record.text();
    let between = |start: u32, end: u32| text.get(start as usize..end as usize).unwrap_or_default();
    let mut start = node.start();
    // A comment may come between the number and the turn.
    if let Some(number) = node
        .number_span
        .filter(|number| !between(number.end, node.text.start).trim().is_empty())
    {
        edits.push((with_blanks(text, number), String::new()));
        start = node.text.start;
    }
    let signs = node.end_of_signs();
    let glyphs = record.end_of_turn(node);
    let end = if between(signs, glyphs).contains('\n') {
        signs
    } else {
        glyphs
    };
    edits.push(match trace {
        Some(was) => (Span { start, end }, format!("{{{}}}", trace_of(was))),
        None => (with_blanks(text, Span { start, end }), String::new()),
    });
}

/// Inserts a turn before the turn at `index`. `shift` is the number of turns that were added
/// before it.
fn insert_turn(record: &Record, index: usize, now: &str, shift: i64) -> Option<TextEdit> {
    let turns = &record.moves.turns;
    let numbered = turns.iter().any(|node| node.number_span.is_some());
    let number = match (turns.get(index), turns.last()) {
        (Some(node), _) => node.number,
        (None, Some(last)) => last.number + u32::from(!last.expects_refusal()),
        (None, None) => 1,
    };
    let number = i64::from(number) + shift;
    let text = if numbered || turns.is_empty() {
        format!("{number}. {now}")
    } else {
        now.to_owned()
    };
    if let Some(node) = turns.get(index) {
        let start = node.start() as usize;
        return Some((Span::new(start, start), format!("{text} ")));
    }
    let last = turns.last()?;
    let after = last
        .after
        .last()
        .map_or_else(|| record.end_of_turn(last), Item::end) as usize;
    // A `#` comment extends to the end of its line.
    let before = if matches!(last.after.last(), Some(Item::Hash(_))) {
        record.line_end()
    } else {
        " "
    };
    Some((Span::new(after, after), format!("{before}{text}")))
}

/// Corrects the written numbers of turns after turns were added or removed, and in their
/// variations. `shifts` says before which turns, and how many.
fn renumber(record: &Record, shifts: &[(usize, i64)], edits: &mut Vec<TextEdit>) {
    let Some((first, _)) = shifts.first() else {
        return;
    };
    let is_replaced = |span: Span, edits: &[TextEdit]| {
        edits
            .iter()
            .any(|(edited, _)| edited.start < span.end && span.start < edited.end)
    };
    let mut rename = |node: &TurnNode, by: i64| {
        let Some(span) = node.number_span else { return };
        let written = record.text_of(span);
        let digits = written.len()
            - written
                .trim_start_matches(|letter: char| letter.is_ascii_digit())
                .len();
        let number = (i64::from(node.number) + by).to_string();
        // The number may go with its turn.
        if written.get(..digits) != Some(number.as_str()) && !is_replaced(span, edits) {
            edits.push((span.within(&(0..digits)), number));
        }
    };
    for (index, node) in record.moves.turns.iter().enumerate().skip(*first) {
        let before = shifts.iter().take_while(|(turn, _)| *turn <= index);
        let by = before.map(|(_, by)| by).sum();
        rename(node, by);
        let mut lines: Vec<&Line> = node.variations().map(|variation| &variation.line).collect();
        while let Some(line) = lines.pop() {
            for node in &line.turns {
                rename(node, by);
                lines.extend(node.variations().map(|variation| &variation.line));
            }
        }
    }
}

/// Returns the span of a tag with its line, or only of the tag if the line has other text.
fn without_tag(text: &str, tag: Span) -> Option<Span> {
    let start = tag.start as usize;
    let end = tag.end as usize;
    let before = text.get(..start)?.trim_end_matches(is_blank);
    let rest = text.get(end..)?;
    let next = rest.trim_start_matches(is_blank);
    let line_end = ["\r\n", "\n"]
        .into_iter()
        .find(|line_end| next.starts_with(line_end));
    let is_first = before.is_empty() || before.ends_with('\n');
    let is_last = next.trim_start().is_empty();
    Some(match line_end.filter(|_| is_first && !is_last) {
        Some(line_end) => Span::new(before.len(), text.len() - next.len() + line_end.len()),
        None if is_last || line_end.is_some() => Span::new(before.len(), end),
        None => Span::new(start, text.len() - next.len()),
    })
}

fn tag_edits(
    record: &Record,
    name: &str,
    was: Option<&str>,
    now: Option<&str>,
    traced: Option<Original<'_>>,
) -> Option<Vec<TextEdit>> {
    let mut edits = Vec::new();
    let tag = record.tag(name);
    match (tag, now) {
        (_, Some(now)) => edits.extend(record.tag_edits(name, now)),
        (Some(tag), None) => edits.push((without_tag(record.text(), tag.span)?, String::new())),
        (None, None) => return None,
    }
    if let Some(original) = traced {
        let result = record.result.as_ref().filter(|_| name == "Result");
        let after_turns = result.map(|(outcome, span)| (outcome.to_string(), *span));
        let is_in_tag = |was: &str| tag.is_some_and(|tag| tag.value == was);
        let tag_was = |was: &str| match tag.filter(|tag| tag.value == was) {
            Some(tag) => original.part(tag.span).to_owned(),
            None => format!("[{name} {}]", quoted(was)),
        };
        let text = match (was, &after_turns) {
            // The result was only after the turns, or differed from the tag.
            (Some(was), Some((other, span))) if !is_in_tag(was) && was == other => {
                original.part(*span).to_owned()
            }
            (Some(was), Some((other, span))) if was != other => {
                format!("{} {}", tag_was(was), original.part(*span))
            }
            (Some(was), _) => tag_was(was),
            (None, _) => format!("[{name}]"),
        };
        edits.push(trace_before_turns(record, &text));
    }
    Some(edits)
}

/// Returns a comment before the first turn that keeps the tags replaced by a change.
pub(crate) fn trace_before_turns(record: &Record, text: &str) -> TextEdit {
    let offset = record
        .moves
        .turns
        .first()
        .map_or_else(|| record.source().end().start, TurnNode::start) as usize;
    (
        Span::new(offset, offset),
        format!("{{{}}} ", trace_of(text)),
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::edited;

    const TAGS: &str = "[Game \"gipf\"]\n[Variant \"basic\"]\n\n";

    /// Returns the text of a record after an edit.
    fn after(text: &str, edit: &Edit, trace: bool) -> String {
        let edits = edit.in_text(&Record::parse_str(text), trace).unwrap();
        edited(text, &edits).unwrap()
    }

    #[test]
    fn a_deleted_turn_leaves_line_ends_and_comments() {
        let cases = [
            (
                "1. b3 2. swap\n\n",
                2,
                "1. b3\n\n",
                "1. b3 {[%mended \"swap\"]}\n\n",
            ),
            ("1. b3 2. swap", 2, "1. b3", "1. b3 {[%mended \"swap\"]}"),
            (
                "1. b3\r\n2. swap \r\n3. c2",
                2,
                "1. b3\r\n \r\n2. c2",
                "1. b3\r\n{[%mended \"swap\"]} \r\n2. c2",
            ),
            (
                "1. b3 2. swap! $1 3. c2",
                2,
                "1. b3 2. c2",
                "1. b3 {[%mended \"swap\"]} 2. c2",
            ),
            (
                "1. swap # a\n2. c2 *",
                1,
                "# a\n1. c2 *",
                "{[%mended \"swap\"]} # a\n1. c2 *",
            ),
            (
                "1. b3 2. {a} swap {b} *",
                2,
                "1. b3 {a} {b} *",
                "1. b3 {a} {[%mended \"swap\"]} {b} *",
            ),
            ("b3 swap{b}", 2, "b3 {b}", "b3 {[%mended \"swap\"]}{b}"),
        ];
        for (text, turn, left, traced) in cases {
            let edit = Edit::Delete {
                turn,
                was: "swap".into(),
            };
            assert_eq!(
                after(&format!("{TAGS}{text}"), &edit, false),
                format!("{TAGS}{left}")
            );
            assert_eq!(
                after(&format!("{TAGS}{text}"), &edit, true),
                format!("{TAGS}{traced}")
            );
        }
    }

    #[test]
    fn a_tag_is_removed_with_its_line_only_if_alone_on_it() {
        let edit = Edit::Tag {
            name: "Options".into(),
            was: Some("a".into()),
            now: None,
        };
        let cases = [
            (
                "[Game \"gipf\"]\r\n[Options \"a\"]\r\n\r\nb3\r\n",
                "[Game \"gipf\"]\r\n\r\nb3\r\n",
            ),
            (
                "[Game \"gipf\"] [Options \"a\"]\n\nb3\n",
                "[Game \"gipf\"]\n\nb3\n",
            ),
            (
                "[Game \"gipf\"]\n[Options \"a\"] # why\nb3\n",
                "[Game \"gipf\"]\n# why\nb3\n",
            ),
            ("[Game \"gipf\"]\n[Options \"a\"]\n", "[Game \"gipf\"]\n\n"),
        ];
        for (text, left) in cases {
            assert_eq!(after(text, &edit, false), left);
        }
        let edit = Edit::Tag {
            name: "Options".into(),
            was: None,
            now: Some("a".into()),
        };
        let added = after("[Game \"gipf\"]\r\n\r\nb3\r\n", &edit, false);
        assert_eq!(added, "[Game \"gipf\"]\r\n[Options \"a\"]\r\n\r\nb3\r\n");
    }
}
