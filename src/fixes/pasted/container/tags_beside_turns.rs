//! Texts whose tags are beside the turns, or after them.

use super::super::mapped_text::{MappedText, Part};
use super::super::movetext::{begins_with_number, is_number};
use super::lines_of;
use crate::text::Span;

/// The minimum number of lines with two columns, or with turns before the tags.
const MIN_LINES: usize = 3;
/// The minimum number of blanks between two columns.
const GAP: &str = "  ";

/// Moves a column to the right of the tags to the lines after them.
pub(super) fn side_by_side(text: &MappedText) -> Option<MappedText> {
    let source = text.text();
    let lines: Vec<(usize, &str)> = lines_of(source)
        .filter(|(_, line)| !line.trim().is_empty())
        .collect();
    let (_, first) = lines.first()?;
    let tag_end = first.find("\"]").map(|offset| offset + 2)?;
    let right = first.get(tag_end..)?;
    let is_tag = first.starts_with("[Game \"") && right.starts_with(GAP);
    if !is_tag || right.trim().is_empty() {
        return None;
    }

    let blanks = right.len() - right.trim_start().len();
    let column = first[..tag_end + blanks].chars().count();
    let mut parts = Vec::new();
    let mut moved = Vec::new();
    for (start, line) in lines {
        let border = line
            .char_indices()
            .nth(column)
            .map_or(line.len(), |(offset, _)| offset);
        let (left, right) = line.split_at(border);
        if border < line.len() && !left.ends_with(GAP) {
            return None;
        }
        let kept = left.trim_end();
        // A second record beside the first one is not text of this one.
        if right.trim_start().starts_with("[Game") {
            return None;
        }
        if !kept.is_empty() {
            parts.push(Part::Kept(Span::new(start, start + kept.len())));
            parts.push(Part::Written("\n".to_owned()));
        }
        if !right.trim().is_empty() {
            moved.push(Part::Kept(Span::new(start + border, start + line.len())));
            moved.push(Part::Written("\n".to_owned()));
        }
    }
    // Each line is two parts: its text, and a line end.
    if moved.len() < 2 * MIN_LINES {
        return None;
    }
    parts.push(Part::Written("\n".to_owned()));
    parts.extend(moved);
    text.assembled(&parts)
}

/// Moves tags that come after turns to the start.
pub(super) fn tags_first(text: &MappedText) -> Option<MappedText> {
    let source = text.text();
    let lines: Vec<(usize, &str)> = lines_of(source).collect();
    let is_tag = |line: &str| line.starts_with('[') && line.trim_end().ends_with("\"]");
    let first = lines
        .iter()
        .position(|(_, line)| line.starts_with("[Game \""))?;
    let count = lines[first..]
        .iter()
        .take_while(|(_, line)| is_tag(line))
        .count();
    let has_turn = |line: &str| {
        let word = line.split_whitespace().next().unwrap_or_default();
        is_number(word) || begins_with_number(word)
    };
    let turns = lines[..first].iter().filter(|(_, line)| has_turn(line));
    if turns.count() < MIN_LINES {
        return None;
    }

    let start = lines[first].0;
    let end = lines.get(first + count).map_or(source.len(), |line| line.0);
    text.assembled(&[
        Part::Kept(Span::new(start, end)),
        Part::Written("\n".to_owned()),
        Part::Kept(Span::new(0, start)),
        Part::Kept(Span::new(end, source.len())),
    ])
}

/// Moves the tags after the turns to those before them, if no turns follow.
pub(super) fn tags_together(text: &MappedText) -> Option<MappedText> {
    let source = text.text();
    let is_tag = |line: &str| line.starts_with('[') && line.trim_end().ends_with("\"]");
    let lines: Vec<(usize, &str)> = lines_of(source)
        .filter(|(_, line)| !line.trim().is_empty())
        .collect();
    let first = lines.iter().position(|(_, line)| !is_tag(line))?;
    let last = lines.iter().rposition(|(_, line)| !is_tag(line))?;
    let has_game = |lines: &[(usize, &str)]| {
        let mut lines = lines.iter();
        lines.any(|(_, line)| line.starts_with("[Game \""))
    };
    let after = lines.get(last + 1..)?;
    if after.is_empty() || !has_game(&lines[..first]) || has_game(after) {
        return None;
    }

    let turns = lines[first].0;
    let end = lines[last].0 + lines[last].1.len();
    let start_of_tags = after[0].0;
    let tags = source.get(..turns)?.trim_end().len();
    text.assembled(&[
        Part::Kept(Span::new(0, tags)),
        Part::Written("\n".to_owned()),
        Part::Kept(Span::new(start_of_tags, source.len())),
        Part::Written("\n".to_owned()),
        Part::Kept(Span::new(turns, end)),
        Part::Written("\n".to_owned()),
    ])
}

#[cfg(test)]
mod tests {
    use super::super::tests::peeled;

    #[test]
    fn tags_beside_the_turns_come_first() {
        let text = "[Game \"gipf\"]      1. a1-b2\n[Variant \"basic\"]  2. c3\n\
                    [Result \"*\"]       3. d4\n                   4. e5 *\n";
        assert_eq!(
            peeled(text),
            "[Game \"gipf\"]\n[Variant \"basic\"]\n[Result \"*\"]\n\n\
             1. a1-b2\n2. c3\n3. d4\n4. e5 *\n"
        );
    }

    #[test]
    fn tags_before_and_after_the_turns_come_together() {
        let text = "[Game \"gipf\"]\n\n1. a1-b2 2. c3 *\n\n[Variant \"basic\"]\n";
        let together = "[Game \"gipf\"]\n[Variant \"basic\"]\n\n1. a1-b2 2. c3 *\n";
        assert_eq!(peeled(text), together);
    }

    #[test]
    fn tags_after_the_turns_come_first() {
        let text = "3. d4 *\n2. c3\n1. a1-b2\n[Game \"gipf\"]\n[Variant \"basic\"]\n";
        assert_eq!(
            peeled(text),
            "[Game \"gipf\"]\n[Variant \"basic\"]\n\n3. d4 *\n2. c3\n1. a1-b2\n"
        );
    }
}
