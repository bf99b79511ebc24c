//! Writes tags and movetext in canonical form.

use std::collections::HashMap;

use super::TagSpec;
use super::command::Meaning;
use super::record::{Comment, Item, Line, Record, TurnId, TurnNode};
use super::tags::canonical_tag_order;
use super::wrap::{Wrap, WrapPiece};
use crate::text::Span;

/// Returns tags as lines of a record.
pub(crate) fn tag_lines<'t, N, V>(tags: impl IntoIterator<Item = &'t (N, V)>) -> String
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
    while let Some(at) = memchr::memchr2(b'"', b'\\', rest.as_bytes()) {
        let (before, after) = rest.split_at(at);
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
    pub turns: HashMap<TurnId, String>,
    /// The byte from which the movetext is copied unchanged.
    pub keep_from: Option<u32>,
}

impl<'a> RecordWriter<'a> {
    /// Creates a writer that changes only order, spaces and lines.
    pub(crate) fn plain(record: &'a Record, own_tags: &'a [TagSpec]) -> Self {
        Self { record, own_tags, values: HashMap::new(), turns: HashMap::new(), keep_from: None }
    }
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
        for at in canonical_tag_order(self.record, self.own_tags) {
            let tag = &self.record.tags[at];
            for hash in &tag.hashes {
                out.push_str(self.record.text_of(*hash).trim_end());
                out.push('\n');
            }
            let value = self.values.get(tag.name.as_str()).map_or(tag.value.as_str(), String::as_str);
            write_tag(&tag.name, value, &mut out);
        }
        out.push('\n');
        let mut wrap = Wrap::with_room(self.record.text().len());
        let whole = self.line(&self.record.moves, &mut wrap);
        if whole {
            wrap.push(WrapPiece::Token(&self.result()));
            for item in self.record.closing.iter().filter(|item| !matches!(item, Item::Hash(_))) {
                self.item(item, &mut wrap);
            }
            out.push_str(&wrap.finish());
            self.write_closing_hashes(&mut out);
        } else {
            let starts_variation = wrap.has_open();
            out.push_str(&wrap.finish());
            if starts_variation {
                // `(` stays on the line of its first turn.
                out.pop();
            }
            self.write_kept(&mut out);
        }
        out
    }

    /// Returns the bare form: only what affects play. `tags` are the tags to write.
    pub(crate) fn write_bare(&self, tags: &[(&str, String)]) -> String {
        let mut out = String::new();
        for (name, value) in tags {
            write_tag(name, value, &mut out);
        }
        out.push('\n');
        let mut wrap = Wrap::default();
        for node in self.record.moves.turns.iter().filter(|node| !node.expects_refusal()) {
            if self.is_kept(node) {
                out.push_str(&wrap.finish());
                self.write_kept(&mut out);
                return out;
            }
            wrap.push(WrapPiece::Token(&format!("{}. {}", node.number, self.turn_text(node))));
            // Waivers stay: without them the turn would be illegal.
            let commands = node.comments().flat_map(|comment| &comment.commands);
            let irregular: Vec<&str> = commands
                .filter(|command| matches!(command.meaning, Meaning::Irregular(_)))
                .map(|command| self.record.text_of(command.span))
                .collect();
            if !irregular.is_empty() {
                wrap.push(WrapPiece::Comment(&format!("{{{}}}", irregular.join(" "))));
            }
        }
        wrap.push(WrapPiece::Token(&self.result()));
        out.push_str(&wrap.finish());
        out
    }

    /// Writes the `#` comments after the result. Those after a blank line are about the next record, so it is kept.
    fn write_closing_hashes(&self, out: &mut String) {
        let mut before = self.record.result.as_ref().map(|(_, span)| span.end);
        let mut is_apart = false;
        for item in &self.record.closing {
            if let Item::Hash(span) = item {
                let gap = Span::new(before.unwrap_or(span.start) as usize, span.start as usize);
                if !is_apart && self.record.text_of(gap).bytes().filter(|&byte| byte == b'\n').count() > 1 {
                    is_apart = true;
                    out.push('\n');
                }
                out.push_str(self.record.text_of(*span).trim_end());
                out.push('\n');
            }
            before = Some(item.end());
        }
    }

    fn write_kept(&self, out: &mut String) {
        let from = self.keep_from.unwrap_or(0) as usize;
        let unchanged = self.record.text().get(from..).unwrap_or_default();
        out.push_str(unchanged.trim_end());
        out.push('\n');
    }

    /// Returns the result as text: from the end of the movetext, otherwise from its tag, otherwise `*`.
    pub(crate) fn result(&self) -> String {
        self.record.stated_result().unwrap_or_else(|| "*".to_owned())
    }

    fn is_kept(&self, node: &TurnNode) -> bool {
        self.keep_from.is_some_and(|from| node.start() >= from)
    }

    fn turn_text<'n>(&'n self, node: &'n TurnNode) -> &'n str {
        self.turns.get(&node.id).map_or_else(|| self.record.turn_text(node), String::as_str)
    }

    /// Writes a line. Returns true if it was written completely, before the bytes that are copied.
    fn line(&self, line: &Line, wrap: &mut Wrap) -> bool {
        if !line.opening.iter().all(|item| self.item(item, wrap)) {
            return false;
        }
        let mut skipped = 0;
        for node in &line.turns {
            if self.is_kept(node) {
                return false;
            }
            // In a record with an illegal turn, skipped numbers stay. They show where a turn is missing, which may be
            // why the other is illegal.
            if self.keep_from.is_some() {
                skipped = self.record.skipped_numbers(node).unwrap_or(skipped);
            }
            self.turn(node, node.number.saturating_add(skipped), wrap);
            if !node.after.iter().all(|item| self.item(item, wrap)) {
                return false;
            }
        }
        true
    }

    fn turn(&self, node: &TurnNode, number: u32, wrap: &mut Wrap) {
        let mut suffix = node.suffix.map_or("", |span| self.record.text_of(span));
        let mut glyphs = Vec::new();
        for &glyph in node.glyphs.iter().take(self.rewritten_glyphs(node)) {
            match glyph_suffix(glyph) {
                Some(text) if suffix.is_empty() => suffix = text,
                _ => glyphs.push(format!("${glyph}")),
            }
        }
        wrap.turn(number, self.turn_text(node), suffix);
        for glyph in &glyphs {
            wrap.push(WrapPiece::Token(glyph));
        }
    }

    /// Returns the number of glyphs of a turn that are written again. Glyphs after a variation with an illegal turn
    /// belong to the bytes that are copied.
    fn rewritten_glyphs(&self, node: &TurnNode) -> usize {
        let Some(from) = self.keep_from else { return node.glyphs.len() };
        if !node.variations().any(|variation| variation.span.range().contains(&(from as usize))) {
            return node.glyphs.len();
        }
        let ends = std::iter::once(node.suffix.unwrap_or(node.text).end).chain(node.after.iter().map(Item::end));
        // Between a turn and its items, or between two items, only glyphs and blanks can appear.
        let gaps = ends.zip(node.after.iter().map(Item::start)).filter(|(_, start)| *start <= from);
        let glyphs = gaps.map(|(end, start)| {
            self.record.text_of(Span::new(end as usize, start as usize)).bytes().filter(|&byte| byte == b'$').count()
        });
        glyphs.sum::<usize>().min(node.glyphs.len())
    }

    fn item(&self, item: &Item, wrap: &mut Wrap) -> bool {
        let is_kept = |span: Span| self.keep_from.is_some_and(|from| span.start >= from);
        match item {
            // After the number of an illegal turn, the comment belongs to the bytes that are copied.
            Item::Comment(Comment { span, .. }) | Item::Hash(span) if is_kept(*span) => {}
            Item::Comment(comment) => wrap.push(WrapPiece::Comment(&comment.written(self.record))),
            Item::Hash(span) => wrap.push(WrapPiece::Hash(self.record.text_of(*span))),
            Item::Variation(variation) => {
                if is_kept(variation.span) {
                    return false;
                }
                wrap.push(WrapPiece::Open);
                if !self.line(&variation.line, wrap) {
                    return false;
                }
                wrap.push(WrapPiece::Close);
            }
        }
        true
    }
}

/// The signs for the glyphs `$1` to `$6`.
pub(crate) const GLYPH_SIGNS: [&str; 6] = ["!", "?", "!!", "??", "!?", "?!"];

/// Returns the sign for a glyph, if there is one.
pub(crate) fn glyph_suffix(glyph: u8) -> Option<&'static str> {
    GLYPH_SIGNS.get(usize::from(glyph).checked_sub(1)?).copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strings_are_quoted() {
        for (value, text) in [("", "\"\""), ("a\"b\\", "\"a\\\"b\\\\\""), ("é\"", "\"é\\\"\"")] {
            assert_eq!(quoted(value), text);
        }
    }
}
