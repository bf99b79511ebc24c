//! Conversion of edits to changes of a record's text.
//!
//! [`in_text`] converts one edit after the other. Turns that are inserted or deleted shift the
//! numbers of the turns after them, so that the written numbers are corrected at the end.

use super::edit::Edit;
use super::mended_comment::{Original, trace_after, trace_of};
use super::tag_edit_in_text::tag_changes;
use crate::notation::{Item, Line, Record, TurnNode};
use crate::text::{Span, TextEdit, sort_edits};

/// Returns the changes of the record's text that edits make together, in order. The edits name the
/// turns as the record counts them. If `traced` is the original text, comments preserve what the
/// edits replace. `None` if the record has no such turn or tag.
pub(super) fn in_text(
    edits: &[Edit],
    record: &Record,
    traced: Option<Original<'_>>,
) -> Option<Vec<TextEdit>> {
    let mut converter = Converter {
        record,
        traced,
        changes: Vec::new(),
        shifts: Vec::new(),
    };
    for edit in edits {
        converter.add(edit)?;
    }
    converter.renumber();

    let mut changes = converter.changes;
    sort_edits(&mut changes);
    // The white space at the end of a record separates it from the next one in the file.
    let end = record.source().end().end;
    let is_inside = changes.iter().all(|(span, _)| span.end <= end);
    let mut pairs = changes.iter().zip(changes.iter().skip(1));
    let are_apart = pairs.all(|((span, _), (next, _))| span.end <= next.start);
    (is_inside && are_apart).then_some(changes)
}

/// Turns that an edit adds or removes.
struct Shift {
    /// The index of the first turn after them.
    from: usize,
    /// The number of added turns; negative if turns are removed.
    by: i64,
}

/// The changes of a record's text, and the shifts of its turns, from the edits so far.
struct Converter<'r> {
    record: &'r Record,
    /// The original text, if comments preserve what the edits replace.
    traced: Option<Original<'r>>,
    changes: Vec<TextEdit>,
    shifts: Vec<Shift>,
}

impl Converter<'_> {
    /// Converts one edit. `None` if the record has no such turn or tag.
    fn add(&mut self, edit: &Edit) -> Option<()> {
        match edit {
            Edit::Replace { turn, was, now } => self.replace(*turn, was, now),
            Edit::Swap { turn } => self.swap(*turn),
            Edit::Delete { turn, .. } => self.delete(*turn),
            Edit::Insert { turn, now } => self.insert(*turn, now),
            Edit::Tag { name, was, now } => {
                let (was, now) = (was.as_deref(), now.as_deref());
                let changes = tag_changes(self.record, name, was, now, self.traced)?;
                self.changes.extend(changes);
                Some(())
            }
            // Only a correction knows the place in the text.
            Edit::Text { .. } => None,
        }
    }

    /// Writes `now` in place of `was`. Both may be several turns.
    fn replace(&mut self, turn: u32, was: &str, now: &str) -> Option<()> {
        let turns = &self.record.moves.turns;
        let first = index_of(turn)?;
        let node = turns.get(first)?;
        let span = span_of_turns(self.record, turn, was)?;
        let last = turns
            .iter()
            .rposition(|node| node.text.start < span.end)
            .filter(|&last| last >= first)?;
        self.changes.push((span, with_numbers(node, now)));

        let replaced = i64::try_from(last - first + 1).ok()?;
        let written = i64::try_from(now.split(' ').count()).ok()?;
        if written != replaced {
            self.shifts.push(Shift {
                from: last + 1,
                by: written - replaced,
            });
        }
        if let Some(original) = self.traced {
            let trace = trace_after(turns.get(last)?, original.part(span));
            self.changes.push(trace);
        }
        Some(())
    }

    /// Exchanges a turn with the next one.
    fn swap(&mut self, turn: u32) -> Option<()> {
        let index = index_of(turn)?;
        let first = self.record.moves.turns.get(index)?;
        let second = self.record.moves.turns.get(index + 1)?;
        for (node, other) in [(first, second), (second, first)] {
            let now = self.record.text_of(other.text).to_owned();
            self.changes.push((node.text, now));
            if let Some(original) = self.traced {
                self.changes
                    .push(trace_after(node, original.part(node.text)));
            }
        }
        Some(())
    }

    /// Removes a turn with its number and glyphs. Comments stay.
    fn delete(&mut self, turn: u32) -> Option<()> {
        let index = index_of(turn)?;
        let record = self.record;
        let node = record.moves.turns.get(index)?;
        let text = record.text();
        let between =
            |start: u32, end: u32| text.get(start as usize..end as usize).unwrap_or_default();

        // If a comment comes between the number and the turn, they are removed separately.
        let separate_number = node
            .number_span
            .filter(|number| !between(number.end, node.text.start).trim().is_empty());
        if let Some(number) = separate_number {
            self.changes
                .push((with_blanks(text, number), String::new()));
        }
        let start = if separate_number.is_some() {
            node.text.start
        } else {
            node.start()
        };

        // Glyphs such as `$1` that are on another line stay.
        let signs = node.end_of_signs();
        let glyphs = record.end_of_turn(node);
        let end = if between(signs, glyphs).contains('\n') {
            signs
        } else {
            glyphs
        };

        let span = Span { start, end };
        self.changes.push(match self.traced {
            Some(original) => {
                let trace = trace_of(original.part(node.text));
                (span, format!("{{{trace}}}"))
            }
            None => (with_blanks(text, span), String::new()),
        });
        self.shifts.push(Shift {
            from: index + 1,
            by: -1,
        });
        Some(())
    }

    /// Inserts a turn before another one, or at the end.
    fn insert(&mut self, turn: u32, now: &str) -> Option<()> {
        let index = index_of(turn)?;
        let turns = &self.record.moves.turns;
        let is_numbered = turns.is_empty() || turns.iter().any(|node| node.number_span.is_some());
        let text = if is_numbered {
            let shift: i64 = self.shifts.iter().map(|shift| shift.by).sum();
            let number = i64::from(number_at(self.record, index)) + shift;
            format!("{number}. {now}")
        } else {
            now.to_owned()
        };

        let change = match turns.get(index) {
            Some(node) => {
                let start = node.start() as usize;
                (Span::new(start, start), format!("{text} "))
            }
            None => insertion_at_end(self.record, &text)?,
        };
        self.changes.push(change);
        self.shifts.push(Shift { from: index, by: 1 });
        Some(())
    }

    /// Corrects the written numbers of the shifted turns, and of the turns in their variations.
    fn renumber(&mut self) {
        self.shifts.sort_by_key(|shift| shift.from);
        let Some(first) = self.shifts.first() else {
            return;
        };
        let first = first.from;
        let record = self.record;
        let turns = &record.moves.turns;
        for (index, node) in turns.iter().enumerate().skip(first) {
            let before = self.shifts.iter().take_while(|shift| shift.from <= index);
            let by: i64 = before.map(|shift| shift.by).sum();
            self.renumber_turn(node, by);

            let mut lines: Vec<&Line> =
                node.variations().map(|variation| &variation.line).collect();
            while let Some(line) = lines.pop() {
                for node in &line.turns {
                    self.renumber_turn(node, by);
                    lines.extend(node.variations().map(|variation| &variation.line));
                }
            }
        }
    }

    /// Corrects the written number of a turn that is shifted, unless an edit replaces the number.
    fn renumber_turn(&mut self, node: &TurnNode, by: i64) {
        let Some(span) = node.number_span else { return };
        let written = self.record.text_of(span);
        let digits = written.bytes().take_while(u8::is_ascii_digit).count();
        let number = (i64::from(node.number) + by).to_string();
        let is_right = written.get(..digits) == Some(number.as_str());

        let mut changes = self.changes.iter();
        let is_replaced =
            changes.any(|(changed, _)| changed.start < span.end && span.start < changed.end);
        if !is_right && !is_replaced {
            self.changes.push((span.within(&(0..digits)), number));
        }
    }
}

/// Returns the index of a turn that is counted from 1.
fn index_of(turn: u32) -> Option<usize> {
    usize::try_from(turn).ok()?.checked_sub(1)
}

/// Returns the span of the text `was`, which begins with a turn, counted from 1, and may cover
/// several. If the record has another text there, the span is that of the turn.
pub(super) fn span_of_turns(record: &Record, turn: u32, was: &str) -> Option<Span> {
    let node = record.moves.turns.get(index_of(turn)?)?;
    let start = node.text.start as usize;
    let end = start + was.len();
    if record.text().get(start..end) == Some(was) {
        Some(Span::new(start, end))
    } else {
        Some(node.text)
    }
}

/// Returns the turns that replace others from `node` on. If that turn has a number, the turns after
/// the first one get theirs.
fn with_numbers(node: &TurnNode, now: &str) -> String {
    if node.number_span.is_none() {
        return now.to_owned();
    }
    let mut turns = now.split(' ');
    let mut text = turns.next().unwrap_or_default().to_owned();
    for (turn, number) in turns.zip(node.number + 1..) {
        text.push_str(&format!(" {number}. {turn}"));
    }
    text
}

/// Returns the number of a turn that is inserted at an index, without other edits.
fn number_at(record: &Record, index: usize) -> u32 {
    let turns = &record.moves.turns;
    match (turns.get(index), turns.last()) {
        (Some(node), _) => node.number,
        // A turn that is expected to be illegal does not count, so the next one has its number.
        (None, Some(last)) => last.number + u32::from(!last.expects_refusal()),
        (None, None) => 1,
    }
}

/// Returns the change that writes a text after the last turn and its comments; `None` without
/// turns.
fn insertion_at_end(record: &Record, text: &str) -> Option<TextEdit> {
    let last = record.moves.turns.last()?;
    let end_of_items = last.after.last().map(Item::end);
    let end = end_of_items.unwrap_or_else(|| record.end_of_turn(last)) as usize;
    // A `#` comment extends to the end of its line.
    let separator = if matches!(last.after.last(), Some(Item::Hash(_))) {
        record.line_end()
    } else {
        " "
    };
    Some((Span::new(end, end), format!("{separator}{text}")))
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

pub(super) fn is_blank(character: char) -> bool {
    matches!(character, ' ' | '\t')
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
}
