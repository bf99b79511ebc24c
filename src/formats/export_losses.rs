//! Counts the parts of a record that a format cannot carry, as [`Losses`]. Each format calls the
//! functions for the parts that it lacks; [`beyond_turns`] is for formats with turns and tags only.

use std::collections::HashSet;

use super::Losses;
use crate::notation::{Comment, FigureCommand, Item, Line, Outcome, Record};

/// Returns the losses of a format that carries only turns and the tags in `carried`.
pub(super) fn beyond_turns(record: &Record, carried: &[&str]) -> Losses {
    let mut losses = Losses::default();
    count_tags(record, carried, &mut losses);
    if !carried.contains(&"Result") {
        count_result(record, &mut losses);
    }
    count_annotations(record, &mut losses);
    losses
}

/// Counts the result if it appears only after the movetext, unless it is `*`.
pub(super) fn count_result(record: &Record, losses: &mut Losses) {
    let is_decided = record
        .result
        .as_ref()
        .is_some_and(|(outcome, _)| *outcome != Outcome::Open);
    let is_only_after_movetext = is_decided && record.tag("Result").is_none();
    losses.add("result", u64::from(is_only_after_movetext));
}

/// Counts invalid parts, comments, commands by kind, line comments, glyphs and variations. The
/// contents of a variation are not counted separately.
pub(super) fn count_annotations(record: &Record, losses: &mut Losses) {
    count_faults(record, losses);
    losses.add(
        "# comment",
        record.tags.iter().map(|tag| tag.hashes.len() as u64).sum(),
    );
    count_line(record, &record.moves, losses);
    for closing in &record.closing {
        count_item(record, closing, losses);
    }
}

/// Counts the parts of a record's text that are not valid notation.
pub(super) fn count_faults(record: &Record, losses: &mut Losses) {
    let listed = record
        .findings
        .iter()
        .filter(|finding| finding.is_error())
        .count();
    // Findings beyond the limit are counted, but not kept.
    let errors = listed + record.findings_dropped;
    losses.add("part without a meaning", errors as u64);
}

/// Counts the tags that are not in `carried`, and repeated ones.
pub(super) fn count_tags(record: &Record, carried: &[&str], losses: &mut Losses) {
    let mut known = HashSet::new();
    for tag in &record.tags {
        // If a tag is repeated, the first one is carried.
        if !known.insert(tag.name.as_str()) || !carried.contains(&tag.name.as_str()) {
            losses.add(&format!("tag {}", tag.name), 1);
        }
    }
}

fn count_line(record: &Record, line: &Line, losses: &mut Losses) {
    for opening in &line.opening {
        count_item(record, opening, losses);
    }
    for node in &line.turns {
        losses.add(
            "glyph",
            node.glyphs.len() as u64 + u64::from(node.suffix.is_some()),
        );
        for after in &node.after {
            count_item(record, after, losses);
        }
    }
}

fn count_item(record: &Record, item: &Item, losses: &mut Losses) {
    match item {
        Item::Comment(words) => count_comment(record, words, losses),
        Item::Hash(_) => losses.add("# comment", 1),
        Item::Variation(_) => losses.add("variation", 1),
    }
}

/// Counts the words of a comment and each of its commands, such as `[%circle c3]`. A comment
/// without commands counts as one comment even if it is empty.
fn count_comment(record: &Record, comment: &Comment, losses: &mut Losses) {
    let has_words = comment.commands.is_empty() || !comment.words(record).is_empty();
    losses.add("comment", u64::from(has_words));
    for command in &comment.commands {
        let name = record.text_of(command.name);
        let kind: &str = match FigureCommand::parse(name, record.text_of(command.arguments)) {
            Some(Ok(FigureCommand::Diagram { .. })) => "diagram",
            Some(Ok(FigureCommand::View(..))) => "view",
            Some(Ok(_)) => "mark",
            _ if ["clock", "time"].contains(&name) => "clock",
            _ => &format!("command {name}"),
        };
        losses.add(kind, 1);
    }
}
