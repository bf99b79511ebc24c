//! Part of a record at a byte, such as a tag or a turn; and the word there.

use pipscribe::notation::{Command, Item, Line, Record, Tag, TurnNode};
use pipscribe::text::Span;

/// Part of a record under the cursor.
#[derive(Clone, Copy, Debug)]
pub(super) enum RecordPart<'r> {
    /// Name or brackets of a tag.
    Tag(&'r Tag),
    /// Value of a tag.
    Value(&'r Tag),
    /// Turn with its number and suffix.
    Turn(&'r TurnNode),
    /// Command in a comment.
    Command(&'r Command),
    /// Comment in braces or after `#`.
    Comment,
    /// Result after the movetext.
    Result(Span),
}

/// Returns the part at a byte. If two parts meet at the byte, returns the second.
pub(super) fn part_at(record: &Record, offset: u32) -> Option<RecordPart<'_>> {
    let tags = &record.tags;
    if let Some(tag) = tags.iter().rev().find(|tag| tag.span.touches(offset)) {
        return Some(if tag.value_span.touches(offset) {
            RecordPart::Value(tag)
        } else {
            RecordPart::Tag(tag)
        });
    }
    let mut comments_before_tags = tags.iter().flat_map(|tag| &tag.hashes);
    if comments_before_tags.any(|hash| hash.touches(offset)) {
        return Some(RecordPart::Comment);
    }
    if let Some((_, span)) = &record.result
        && span.touches(offset)
    {
        return Some(RecordPart::Result(*span));
    }
    in_items(&record.closing, offset).or_else(|| in_line(&record.moves, offset))
}

/// Returns the part of a line of play at a byte.
fn in_line(line: &Line, offset: u32) -> Option<RecordPart<'_>> {
    // Turns are in source order, so only the last one that starts at or before the byte, or an item
    // after it, can match.
    let started = line.turns.partition_point(|node| node.start() <= offset);
    let Some(node) = started.checked_sub(1).and_then(|last| line.turns.get(last)) else {
        return in_items(&line.opening, offset);
    };
    in_items(&node.after, offset)
        .or_else(|| (offset <= node.end_of_signs()).then_some(RecordPart::Turn(node)))
}

/// Returns the part at a byte within items: comments and variations, here those after one turn.
fn in_items(items: &[Item], offset: u32) -> Option<RecordPart<'_>> {
    items.iter().rev().find_map(|item| match item {
        Item::Comment(comment) if comment.span.touches(offset) => {
            let command = comment
                .commands
                .iter()
                .rev()
                .find(|command| command.span.touches(offset));
            Some(command.map_or(RecordPart::Comment, RecordPart::Command))
        }
        Item::Variation(variation) if variation.span.touches(offset) => {
            in_line(&variation.line, offset)
        }
        Item::Hash(hash) if hash.touches(offset) => Some(RecordPart::Comment),
        Item::Comment(_) | Item::Variation(_) | Item::Hash(_) => None,
    })
}

/// Returns the word at a byte, with its span. Codes, rule numbers and place names are words.
pub(super) fn word_at(text: &str, offset: usize) -> Option<(Span, &str)> {
    let is_part = |letter: char| letter.is_ascii_alphanumeric() || "/.-_+".contains(letter);
    let before = text.get(..offset)?;
    let after = text.get(offset..)?;
    let start = before.trim_end_matches(is_part).len();
    let end = text.len() - after.trim_start_matches(is_part).len();
    let word = text.get(start..end)?.trim_end_matches(['.', '-']);
    (!word.is_empty()).then(|| (Span::new(start, start + word.len()), word))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_part_is_found() {
        let text = "[Game \"gipf\"]\n# why\n[Variant \"basic\"]\n# how\n\n1. b3! {a [%circle c3]} (1. c2 {x}) 2. c2{z} *\n";
        let record = Record::parse_str(text);
        let kind =
            |mark: &str| match part_at(&record, u32::try_from(text.find(mark).unwrap()).unwrap()) {
                Some(RecordPart::Tag(_)) => "tag",
                Some(RecordPart::Value(_)) => "value",
                Some(RecordPart::Turn(node)) if node.id.line == 0 => "turn",
                Some(RecordPart::Turn(_)) => "turn of a variation",
                Some(RecordPart::Command(_)) => "command",
                Some(RecordPart::Comment) => "comment",
                Some(RecordPart::Result(_)) => "result",
                None => "nothing",
            };
        for (mark, expected) in [
            ("Game", "tag"),
            ("gipf", "value"),
            ("why", "comment"),
            ("how", "comment"),
            ("1. b3", "turn"),
            ("! {", "turn"),
            ("a [%", "comment"),
            ("circle", "command"),
            ("c2 {x}", "turn of a variation"),
            ("x}", "comment"),
            ("2. c2", "turn"),
            ("z}", "comment"),
            ("*", "result"),
            ("\n1.", "nothing"),
        ] {
            assert_eq!(kind(mark), expected, "{mark}");
        }

        let number = |mark: &str| {
            record
                .turn_before(u32::try_from(text.find(mark).unwrap()).unwrap())
                .map(|(line, node)| (line.path.len(), node.number))
        };
        assert_eq!(
            [
                number("[Game"),
                number("circle"),
                number("x}"),
                number("2. c2"),
                number("*")
            ],
            [None, Some((0, 1)), Some((2, 1)), Some((0, 2)), Some((0, 2))]
        );
    }

    #[test]
    fn codes_and_rules_are_found_in_text() {
        let text = "see G3.4. and gipf/line-full, +3-2";
        for (offset, word) in [
            (4, "G3.4"),
            (9, "G3.4"),
            (16, "gipf/line-full"),
            (text.len(), "+3-2"),
        ] {
            assert_eq!(
                word_at(text, offset).map(|(_, word)| word),
                Some(word),
                "{offset}"
            );
        }
        assert_eq!(word_at("a  b", 2), None);
    }
}
