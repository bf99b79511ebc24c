//! Edits of a record's text that set one of its tags.

use super::{Record, TurnNode, quoted};
use crate::text::{Span, TextEdit, lines_with_starts};

impl Record {
    /// Returns the edits that give the record a tag with this value, in the order of its text: the
    /// tag is changed or, if the record lacks it, added. Empty if the record has it already.
    ///
    /// A record states its result in the tag `Result` and after its turns. Where it states a
    /// result after its turns, that one is set too, and a missing tag is not added.
    ///
    /// ```
    /// use pipscribe::prelude::*;
    /// use pipscribe::text::Span;
    ///
    /// let record = Record::parse_str("[Game \"gipf\"]\n\n1. b3 *\n");
    /// let edits = record.tag_edits("Variant", "basic");
    /// assert_eq!(edits, [(Span::new(13, 13), "\n[Variant \"basic\"]".to_owned())]);
    /// ```
    pub fn tag_edits(&self, name: &str, value: &str) -> Vec<TextEdit> {
        let result_after_turns = self.result.as_ref().filter(|_| name == "Result");
        let written = format!("[{name} {}]", quoted(value));

        let mut edits = Vec::new();
        match self.tag(name) {
            Some(tag) if tag.value == value => {}
            Some(tag) => edits.push((tag.span, written)),
            None if result_after_turns.is_some() => {}
            None => edits.push(self.edit_adding_tag(name, &written)),
        }
        if let Some((outcome, span)) = result_after_turns
            && outcome.to_string() != value
        {
            edits.push((*span, value.to_owned()));
        }
        edits
    }

    /// Returns the edit that adds a tag, which is `written`. The game comes first. Tags that are
    /// known at the end of a game come after the other tags, and everything else comes after
    /// `Variant` or `Game`.
    fn edit_adding_tag(&self, name: &str, written: &str) -> TextEdit {
        let line_end = self.line_end();
        let before = match name {
            "Game" => None,
            "Result" | "Score" | "Termination" => {
                let turns = self.moves.turns.first();
                let start = turns.map_or(u32::MAX, TurnNode::start);
                let mut tags = self.tags.iter();
                tags.rfind(|tag| tag.span.end <= start)
            }
            _ => self.tag("Variant").or_else(|| self.tag("Game")),
        };
        if let Some(before) = before {
            let end = before.span.end as usize;
            return (Span::new(end, end), format!("{line_end}{written}"));
        }

        let first = first_token(self.text());
        let before = self.text().get(..first).unwrap_or_default();
        let start = before.trim_end_matches([' ', '\t']).len();
        (Span::new(start, start), format!("{written}{line_end}"))
    }
}

/// Returns the start of the first token that is neither white space nor a `#` comment.
pub(crate) fn first_token(text: &str) -> usize {
    let first = lines_with_starts(text).find_map(|(start, line)| {
        let plain = line.trim_start().trim_start_matches('\u{FEFF}');
        let is_token = !(plain.is_empty() || plain.starts_with('#'));
        is_token.then_some(start + line.len() - plain.len())
    });
    first.unwrap_or(text.trim_end().len())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::edited;

    fn after(text: &str, name: &str, value: &str) -> String {
        let edits = Record::parse_str(text).tag_edits(name, value);
        edited(text, &edits).unwrap_or_default()
    }

    #[test]
    fn a_tag_is_changed_or_added() {
        let cases = [
            (
                "[Game \"gipf\"]\r\n\r\n1. b3 *\r\n",
                ("Variant", "basic"),
                "[Game \"gipf\"]\r\n[Variant \"basic\"]\r\n\r\n1. b3 *\r\n",
            ),
            (
                "[Game \"gipf\"]\n[Variant \"basic\"]\n\n1. b3 *\n",
                ("Termination", "time"),
                "[Game \"gipf\"]\n[Variant \"basic\"]\n[Termination \"time\"]\n\n1. b3 *\n",
            ),
            (
                "[Game \"gipf\"] [Event \"x\"] 1. b3 *\n",
                ("Event", "the \"x\""),
                "[Game \"gipf\"] [Event \"the \\\"x\\\"\"] 1. b3 *\n",
            ),
            (
                "# why\n  [Variant \"basic\"]\n\n1. b3 *\n",
                ("Game", "gipf"),
                "# why\n[Game \"gipf\"]\n  [Variant \"basic\"]\n\n1. b3 *\n",
            ),
        ];
        for (text, (name, value), expected) in cases {
            assert_eq!(after(text, name, value), expected);
        }
    }

    #[test]
    fn the_result_is_set_where_it_is_stated() {
        let cases = [
            (
                "[Game \"gipf\"]\n[Result \"1-0\"]\n\n1. b3 *\n",
                "[Game \"gipf\"]\n[Result \"0-1\"]\n\n1. b3 0-1\n",
            ),
            (
                "[Game \"gipf\"]\n\n1. b3 *\n",
                "[Game \"gipf\"]\n\n1. b3 0-1\n",
            ),
            (
                "[Game \"gipf\"]\n\n1. b3\n",
                "[Game \"gipf\"]\n[Result \"0-1\"]\n\n1. b3\n",
            ),
            (
                "[Game \"gipf\"]\n[Result \"0-1\"]\n\n1. b3 0-1\n",
                "[Game \"gipf\"]\n[Result \"0-1\"]\n\n1. b3 0-1\n",
            ),
        ];
        for (text, expected) in cases {
            assert_eq!(after(text, "Result", "0-1"), expected);
        }
    }
}
