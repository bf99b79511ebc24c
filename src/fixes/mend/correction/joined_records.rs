//! Separates records that follow each other without the line that begins a record: a `Game` tag in
//! the middle of a line, tags without a game, or turns that begin again after a result.

use super::{Change, change};
use crate::findings::codes;
use crate::fixes::pasted::begins_numbered;
use crate::games::{Context, GameId};
use crate::notation::{Record, damaged_game_line};
use crate::replay::Report;
use crate::text::{Span, TextEdit, edited, original_span};

/// The maximum number of records that are separated.
const MAX_RECORDS: usize = 20;

/// Returns the changes that separate the records of a text; empty if the text is one record, or if
/// one of its records has errors of its own.
pub(super) fn changes(record: &Record, report: &Report, context: &Context) -> Vec<Change> {
    separating_changes(record, report, context).unwrap_or_default()
}

/// Returns the changes that separate the records of a text. `None` if one of its records has errors
/// of its own, or if it cannot be found out how one of them begins.
fn separating_changes(record: &Record, report: &Report, context: &Context) -> Option<Vec<Change>> {
    let text = record.text();
    let line_end = record.line_end();
    let game = record.game()?;
    let tags = text_of_tags(record);
    let mut found = Vec::new();
    let mut records = 0;
    let mut start = 0;
    let mut current = Part::new(Vec::new(), report);
    while let Some(length) = current.length {
        let end = start + length;
        let before = text.get(start..end)?;
        let is_record = report_with(before, &current.edits, context)?.is_valid();
        if !is_record || records == MAX_RECORDS {
            return None;
        }

        let next = next_part(text.get(end..)?, game, &tags, context)?;
        let end_of_record = start + before.trim_end().len();
        let empty_line = format!("{line_end}{line_end}");
        found.push(change(text, end_of_record, end, empty_line));
        found.extend(next.edits.iter().map(|(span, now)| {
            let (from, to) = (end + span.start as usize, end + span.end as usize);
            change(text, from, to, now.replace('\n', line_end))
        }));
        records += 1;
        start = end;
        current = next;
    }
    Some(found)
}

/// One of several records in a text.
struct Part {
    /// The edits with which the text begins a record; it may lack its tags.
    edits: Vec<TextEdit>,
    /// The length in bytes without the edits; `None` if no other record follows.
    length: Option<usize>,
}

impl Part {
    /// Creates the part of a text that has this report with `edits`.
    fn new(edits: Vec<TextEdit>, report: &Report) -> Self {
        let length = next_beginning(report).map(|offset| {
            let border = Span::new(offset, offset);
            original_span(&edits, border).start as usize
        });
        Self { edits, length }
    }
}

/// Returns the first record of the rest of a text; `None` if the rest does not begin with one.
fn next_part(rest: &str, game: GameId, tags: &str, context: &Context) -> Option<Part> {
    let beginnings = possible_beginnings(rest, game, tags).into_iter();
    let mut parts = beginnings.filter_map(|edits| {
        let report = report_with(rest, &edits, context)?;
        let part = Part::new(edits, &report);
        (report.is_valid() || part.length.is_some()).then_some(part)
    });
    parts.next()
}

/// Returns the report of a text with edits as a record; `None` if it names no game.
fn report_with(text: &str, edits: &[TextEdit], context: &Context) -> Option<Report> {
    let record = Record::parse_str(&edited(text, edits)?);
    Some(record.game()?.check(&record, context))
}

/// Returns the byte where another record begins, if that is the first error of a record.
fn next_beginning(report: &Report) -> Option<usize> {
    let begins = [
        &codes::common::TAG_OUT_OF_PLACE,
        &codes::common::AFTER_RESULT,
    ];
    let first = report.first_error()?;
    begins
        .contains(&first.code)
        .then_some(first.span.start as usize)
}

/// Returns the edits with which the rest of a text may begin a record: what is missing is inserted,
/// and a damaged `Game` tag is replaced.
fn possible_beginnings(rest: &str, game: GameId, tags: &str) -> Vec<Vec<TextEdit>> {
    let inserted = |text: String| vec![(Span::new(0, 0), text)];
    if rest.starts_with("[Game \"") {
        return vec![Vec::new()];
    }
    if let Some(line) = damaged_game_line(rest) {
        return vec![vec![(line.span, line.tag())]];
    }
    if rest.starts_with('[') {
        return vec![inserted(format!("[Game \"{game}\"]\n"))];
    }
    if !begins_numbered(rest) {
        return Vec::new();
    }
    // The second game may be of another variant.
    let line_of_variant = tags.lines().find(|line| line.starts_with("[Variant "));
    let other_variants = game.variants().iter().filter_map(|variant| {
        let written = line_of_variant?;
        let other = format!("[Variant \"{variant}\"]");
        (written != other).then(|| tags.replace(written, &other))
    });
    std::iter::once(tags.to_owned())
        .chain(other_variants)
        .map(inserted)
        .collect()
}

/// Returns the tags of a record without its result, and an empty line.
fn text_of_tags(record: &Record) -> String {
    let text = record.text();
    let lines = record
        .tags
        .iter()
        .filter(|tag| !matches!(tag.name.as_str(), "Result" | "Score" | "Termination"))
        .map(|tag| format!("{}\n", tag.span.slice(text)));
    format!("{}\n", lines.collect::<String>())
}

#[cfg(test)]
mod tests {
    use super::super::with_changes;
    use super::*;

    fn separated(text: &str) -> Option<String> {
        let context = Context::default();
        let record = Record::parse_str(text);
        let report = record.game()?.check(&record, &context);
        with_changes(text, &changes(&record, &report, &context))
    }

    #[test]
    fn records_without_a_beginning_are_separated() {
        let tags = "[Game \"gipf\"]\n[Variant \"basic\"]\n";
        let first = format!("{tags}\n1. a2-b3 2. h1-h3 *");
        let other = "[Game \"pippinzip\"]\n[Variant \"pipeline\"]\n[Size \"5\"]\n\n1. a1 *\n";
        for (glued, expected) in [
            (format!("{first} {other}"), format!("{first}\n\n{other}")),
            (format!("{first}{other}"), format!("{first}\n\n{other}")),
            (
                format!("{first}\n\n[Variant \"basic\"]\n\n1. a2-b3 *\n"),
                format!("{first}\n\n{tags}\n1. a2-b3 *\n"),
            ),
            (
                format!("{first}\n\n[Fame \"gipf\"]\n[Variant \"basic\"]\n\n1. a2-b3 *\n"),
                format!("{first}\n\n{tags}\n1. a2-b3 *\n"),
            ),
            (
                format!(
                    "{first}\n\n[Fame \"pippinzip\"]\n[Variant \"pipeline\"]\n[Size \"5\"]\n\n1. a1 *\n"
                ),
                format!(
                    "{first}\n\n[Game \"pippinzip\"]\n[Variant \"pipeline\"]\n[Size \"5\"]\n\n1. a1 *\n"
                ),
            ),
            (
                format!("{first}\n\n1. a2-b3 2. h1-h3 3. a2-c4 *\n"),
                format!("{first}\n\n{tags}\n1. a2-b3 2. h1-h3 3. a2-c4 *\n"),
            ),
        ] {
            assert_eq!(separated(&glued).as_deref(), Some(expected.as_str()));
        }
    }

    #[test]
    fn line_ends_stay_the_same() {
        let tags = "[Game \"gipf\"]\r\n[Variant \"basic\"]\r\n";
        let glued = format!("{tags}\r\n1. a2-b3 *\r\n[Variant \"basic\"]\r\n\r\n1. b3 *\r\n");
        let expected = format!("{tags}\r\n1. a2-b3 *\r\n\r\n{tags}\r\n1. b3 *\r\n");
        assert_eq!(separated(&glued).as_deref(), Some(expected.as_str()));
    }

    #[test]
    fn a_record_with_errors_of_its_own_stays() {
        let text = "[Game \"gipf\"]\n[Variant \"basic\"]\n\n1. a2-b3 *\n\n1. a2-b3 2. a2-b9 *\n";
        assert_eq!(separated(text).as_deref(), Some(text));
    }
}
