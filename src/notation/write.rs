//! Writes tags and movetext in canonical form.

use std::collections::HashMap;

use rustc_hash::FxHashMap;

use super::TagSpec;
use super::command::Meaning;
use super::line_wrap::{Wrap, WrapPiece};
use super::record::{Item, Line, Record, TurnId, TurnNode};
use super::tags::canonical_tag_order;
use crate::text::Span;

/// Returns tags as lines of a record.
pub fn tag_lines<'t, N, V>(tags: impl IntoIterator<Item = &'t (N, V)>) -> String
where
    N: AsRef<str> + 't,
    V: AsRef<str> + 't,
{
    let line = |(name, value): &(N, V)| format!("[{} {}]\n", name.as_ref(), quoted(value.as_ref()));
    tags.into_iter().map(line).collect()
}

/// Returns a string of the notation, with quotes and escapes.
pub fn quoted(value: &str) -> String {
    let mut out = String::with_capacity(value.len() + 2);
    push_quoted(&mut out, value);
    out
}

fn push_quoted(out: &mut String, value: &str) {
    out.push('"');
    let mut rest = value;
    while let Some(offset) = memchr::memchr2(b'"', b'\\', rest.as_bytes()) {
        let (before, after) = rest.split_at(offset);
        out.push_str(before);
        out.push('\\');
        out.push_str(&after[..1]);
        rest = &after[1..];
    }
    out.push_str(rest);
    out.push('"');
}

/// Writer of a record in canonical form.
#[derive(Debug)]
pub(crate) struct RecordWriter<'a> {
    /// The record. It has no errors in syntax or tags.
    pub record: &'a Record,
    /// The specifications of the game's own tags.
    pub own_tags: &'a [TagSpec],
    /// Canonical values of tags that differ from the written ones.
    pub values: HashMap<String, String>,
    /// The canonical text of turns.
    pub turns: FxHashMap<TurnId, String>,
}

impl<'a> RecordWriter<'a> {
    /// Creates a writer that changes only order, numbers, spaces and lines. It is for texts that a
    /// program made: a record that a person wrote is only written if it has a canonical form.
    pub(crate) fn plain(record: &'a Record, own_tags: &'a [TagSpec]) -> Self {
        Self {
            record,
            own_tags,
            values: HashMap::new(),
            turns: FxHashMap::default(),
        }
    }
}

/// The movetext of a bare form.
pub(crate) struct BareMovetext(Wrap);

impl BareMovetext {
    /// Creates an empty movetext with capacity for a number of bytes.
    pub(crate) fn with_room(bytes: usize) -> Self {
        Self(Wrap::with_room(bytes))
    }

    /// Appends a turn with its number.
    pub(crate) fn turn(&mut self, number: u32, write_turn: impl FnOnce(&mut String)) {
        self.0.turn(number, write_turn, "");
    }
}

/// Returns a bare form with these tags and this movetext.
fn with_bare_tags(tags: &[(&str, String)], movetext: &str) -> String {
    /// Space for the tags of most records, in bytes.
    const USUAL_TAGS: usize = 128;
    let mut out = String::with_capacity(movetext.len() + USUAL_TAGS);
    for (name, value) in tags {
        write_tag(name, value, &mut out);
    }
    out.push('\n');
    out.push_str(movetext);
    out
}

fn write_tag(name: &str, value: &str, out: &mut String) {
    out.push('[');
    out.push_str(name);
    out.push(' ');
    push_quoted(out, value);
    out.push_str("]\n");
}

impl RecordWriter<'_> {
    /// Returns the canonical form.
    pub(crate) fn write(&self) -> String {
        // The canonical form has about the same length.
        let mut out = String::with_capacity(self.record.text().len());
        for index in canonical_tag_order(self.record, self.own_tags) {
            let tag = &self.record.tags[index];
            for hash in &tag.hashes {
                out.push_str(self.record.text_of(*hash).trim_end());
                out.push('\n');
            }
            let value = self
                .values
                .get(tag.name.as_str())
                .map_or(tag.value.as_str(), String::as_str);
            write_tag(&tag.name, value, &mut out);
        }
        out.push('\n');
        let mut wrap = Wrap::with_room(self.record.text().len());
        self.write_line(&self.record.moves, &mut wrap);
        wrap.push(WrapPiece::Token(&self.result()));
        for item in self
            .record
            .closing
            .iter()
            .filter(|item| !matches!(item, Item::Hash(_)))
        {
            self.write_item(item, &mut wrap);
        }
        out.push_str(&wrap.finish());
        self.write_closing_hashes(&mut out);
        out
    }

    /// Returns the bare form: only what affects play. `tags` are the tags to write. The movetext is
    /// copied unchanged from the illegal turn that begins at byte `fault`.
    pub(crate) fn write_bare(&self, tags: &[(&str, String)], fault: Option<u32>) -> String {
        // The movetext is not much longer than the record.
        let mut movetext = BareMovetext::with_room(self.record.text().len());
        for node in self
            .record
            .moves
            .turns
            .iter()
            .filter(|node| !node.expects_refusal())
        {
            if let Some(fault) = fault.filter(|&fault| node.start() >= fault) {
                let unchanged = self.record.text().get(fault as usize..).unwrap_or_default();
                let mut out = with_bare_tags(tags, &movetext.0.finish());
                out.push_str(unchanged.trim_end());
                out.push('\n');
                return out;
            }
            movetext.turn(node.number, |out| out.push_str(self.turn_text(node)));
            // Waivers stay: without them the turn would be illegal.
            let commands = node.comments().flat_map(|comment| &comment.commands);
            let irregular: Vec<&str> = commands
                .filter(|command| matches!(command.meaning, Meaning::Irregular(_)))
                .map(|command| self.record.text_of(command.span))
                .collect();
            if !irregular.is_empty() {
                let waivers = format!("{{{}}}", irregular.join(" "));
                movetext.0.push(WrapPiece::Comment(&waivers));
            }
        }
        self.write_bare_with(tags, movetext)
    }

    /// Returns the bare form of a record whose turns are already written.
    pub(crate) fn write_bare_with(
        &self,
        tags: &[(&str, String)],
        mut movetext: BareMovetext,
    ) -> String {
        movetext.0.push(WrapPiece::Token(&self.result()));
        with_bare_tags(tags, &movetext.0.finish())
    }

    /// Writes the `#` comments after the result. Comments after a blank line are about the next
    /// record, so this line is kept.
    fn write_closing_hashes(&self, out: &mut String) {
        let mut before = self.record.result.as_ref().map(|(_, span)| span.end);
        let mut is_apart = false;
        for item in &self.record.closing {
            if let Item::Hash(span) = item {
                // Two line ends in the gap enclose a blank line.
                let gap = Span::new(before.unwrap_or(span.start) as usize, span.start as usize);
                if !is_apart
                    && self
                        .record
                        .text_of(gap)
                        .bytes()
                        .filter(|&byte| byte == b'\n')
                        .count()
                        > 1
                {
                    is_apart = true;
                    out.push('\n');
                }
                out.push_str(self.record.text_of(*span).trim_end());
                out.push('\n');
            }
            before = Some(item.end());
        }
    }

    /// Returns the result as text: from the end of the movetext, otherwise from its tag, otherwise
    /// `*`.
    pub(crate) fn result(&self) -> String {
        self.record
            .stated_result()
            .unwrap_or_else(|| "*".to_owned())
    }

    fn turn_text<'n>(&'n self, node: &'n TurnNode) -> &'n str {
        self.turns
            .get(&node.id)
            .map_or_else(|| self.record.turn_text(node), String::as_str)
    }

    fn write_line(&self, line: &Line, wrap: &mut Wrap) {
        for item in &line.opening {
            self.write_item(item, wrap);
        }
        for node in &line.turns {
            self.write_turn(node, wrap);
            for item in &node.after {
                self.write_item(item, wrap);
            }
        }
    }

    fn write_turn(&self, node: &TurnNode, wrap: &mut Wrap) {
        let mut suffix = node.suffix.map_or("", |span| self.record.text_of(span));
        let mut glyphs = Vec::new();
        for &glyph in &node.glyphs {
            match glyph_suffix(glyph) {
                Some(text) if suffix.is_empty() => suffix = text,
                _ => glyphs.push(format!("${glyph}")),
            }
        }
        let text = self.turn_text(node);
        wrap.turn(node.number, |out| out.push_str(text), suffix);
        for glyph in &glyphs {
            wrap.push(WrapPiece::Token(glyph));
        }
    }

    fn write_item(&self, item: &Item, wrap: &mut Wrap) {
        match item {
            Item::Comment(comment) => wrap.push(WrapPiece::Comment(&comment.written(self.record))),
            Item::Hash(span) => wrap.push(WrapPiece::Hash(self.record.text_of(*span))),
            Item::Variation(variation) => {
                wrap.push(WrapPiece::Open);
                self.write_line(&variation.line, wrap);
                wrap.push(WrapPiece::Close);
            }
        }
    }
}

/// The signs for the glyphs `$1` to `$6`.
pub const GLYPH_SIGNS: [&str; 6] = ["!", "?", "!!", "??", "!?", "?!"];

/// Returns the sign for a glyph, if there is one.
pub(crate) fn glyph_suffix(glyph: u8) -> Option<&'static str> {
    GLYPH_SIGNS.get(usize::from(glyph).checked_sub(1)?).copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strings_are_quoted() {
        for (value, text) in [
            ("", "\"\""),
            ("a\"b\\", "\"a\\\"b\\\\\""),
            ("é\"", "\"é\\\"\""),
        ] {
            assert_eq!(quoted(value), text);
        }
    }
}
