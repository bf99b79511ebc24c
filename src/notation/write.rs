//! Canonical writing: tags, and movetext wrapped at 79 characters.

use std::collections::HashMap;

use super::TagSpec;
use super::command::Meaning;
use super::record::{Comment, Item, Line, Record, TurnId, TurnNode};
use super::tags::canonical_tag_order;
use crate::text::Span;

const WIDTH: usize = 79;

/// A string of the notation, quotes and escapes included.
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

/// A part of the movetext.
#[derive(Clone, Copy, Debug)]
pub enum Piece<'a> {
    /// What is never split: a number and its turn, a glyph, a result.
    Token(&'a str),
    /// A comment, braces included; never wrapped.
    Comment(&'a str),
    /// `(`
    Open,
    /// `)`
    Close,
    /// `# …`, on a line of its own.
    Hash(&'a str),
}

/// Sets movetext in lines of 79 characters.
#[derive(Debug, Default)]
pub struct Wrap {
    out: String,
    column: usize,
    /// What waits for the parentheses that close after it.
    pending: String,
    /// Parentheses that open before the next token.
    opened: String,
}

impl Wrap {
    /// Adds a piece after the others.
    pub fn push(&mut self, piece: Piece<'_>) {
        match piece {
            Piece::Open => {
                self.flush();
                self.opened.push('(');
            }
            Piece::Close if self.opened.is_empty() => self.pending.push(')'),
            Piece::Close => {
                self.pending = std::mem::take(&mut self.opened);
                self.pending.push(')');
            }
            Piece::Token(token) => self.start(token),
            Piece::Comment(text) => {
                // Such a line would begin a record.
                let text = text.replace("\r\n", "\n").replace("\n[Game \"", "\n [Game \"");
                self.start(&text);
            }
            Piece::Hash(text) => {
                self.flush();
                if !self.opened.is_empty() {
                    self.start("");
                    self.flush();
                }
                self.break_line();
                self.out.push_str(text.trim_end());
                self.out.push('\n');
            }
        }
    }

    fn start(&mut self, text: &str) {
        self.flush();
        self.pending.push_str(&self.opened);
        self.opened.clear();
        self.pending.push_str(text);
    }

    /// Adds a turn after its number.
    fn turn(&mut self, number: u32, text: &str, suffix: &str) {
        self.start("");
        push_number(&mut self.pending, number);
        self.pending.push_str(". ");
        self.pending.push_str(text);
        self.pending.push_str(suffix);
    }

    fn break_line(&mut self) {
        if self.column > 0 {
            self.out.push('\n');
            self.column = 0;
        }
    }

    fn flush(&mut self) {
        if self.pending.is_empty() {
            return;
        }
        let line_end = memchr::memchr(b'\n', self.pending.as_bytes());
        let first = self.pending.get(..line_end.unwrap_or(self.pending.len())).unwrap_or_default().chars().count();
        if self.column > 0 && self.column + 1 + first > WIDTH {
            self.break_line();
        }
        if self.column > 0 {
            self.out.push(' ');
            self.column += 1;
        }
        self.out.push_str(&self.pending);
        match line_end.and_then(|_| self.pending.rsplit_once('\n')) {
            Some((_, last)) => self.column = last.chars().count(),
            None => self.column += first,
        }
        // Its memory serves for the next.
        self.pending.clear();
    }

    /// The lines, each with its line end.
    pub fn finish(mut self) -> String {
        self.flush();
        self.pending = std::mem::take(&mut self.opened);
        self.flush();
        self.break_line();
        self.out
    }
}

/// Writes a record in canonical form.
#[derive(Debug)]
pub struct RecordWriter<'a> {
    /// The record, without errors of syntax or tags.
    pub record: &'a Record,
    /// The game's own tags.
    pub own_tags: &'a [TagSpec],
    /// Canonical values of tags, where they differ from what is written.
    pub values: HashMap<String, String>,
    /// The canonical text of turns.
    pub turns: HashMap<TurnId, String>,
    /// From this byte on the movetext keeps its bytes.
    pub keep_from: Option<u32>,
}

impl<'a> RecordWriter<'a> {
    /// A writer that changes nothing but order, spaces and lines.
    pub fn plain(record: &'a Record, own_tags: &'a [TagSpec]) -> Self {
        Self { record, own_tags, values: HashMap::new(), turns: HashMap::new(), keep_from: None }
    }
}

impl RecordWriter<'_> {
    /// The canonical form.
    pub fn write(&self) -> String {
        // It is mostly as long as it was.
        let mut out = String::with_capacity(self.record.text().len() + WIDTH);
        for at in canonical_tag_order(self.record, self.own_tags) {
            let tag = &self.record.tags[at];
            for hash in &tag.hashes {
                out.push_str(self.record.text_of(*hash).trim_end());
                out.push('\n');
            }
            self.write_tag(&tag.name, self.values.get(&tag.name).unwrap_or(&tag.value), &mut out);
        }
        out.push('\n');
        let mut wrap = Wrap::default();
        wrap.out.reserve(self.record.text().len() + WIDTH);
        let whole = self.line(&self.record.moves, &mut wrap);
        if whole {
            wrap.push(Piece::Token(&self.result()));
            let (hashes, comments): (Vec<_>, Vec<_>) =
                self.record.closing.iter().partition(|item| matches!(item, Item::Hash(_)));
            for item in comments {
                self.item(item, &mut wrap);
            }
            out.push_str(&wrap.finish());
            if !hashes.is_empty() {
                out.push('\n');
            }
            for hash in hashes {
                let Item::Hash(span) = hash else { continue };
                out.push_str(self.record.text_of(*span).trim_end());
                out.push('\n');
            }
        } else {
            out.push_str(&wrap.finish());
            self.write_kept(&mut out);
        }
        out
    }

    /// The bare form: what bears on play alone. `keep` names the tags that stay.
    pub fn write_bare(&self, tags: &[(&str, String)]) -> String {
        let mut out = String::new();
        for (name, value) in tags {
            self.write_tag(name, value, &mut out);
        }
        out.push('\n');
        let mut wrap = Wrap::default();
        for node in self.record.moves.turns.iter().filter(|node| !node.expects_refusal()) {
            if self.is_kept(node) {
                out.push_str(&wrap.finish());
                self.write_kept(&mut out);
                return out;
            }
            wrap.push(Piece::Token(&format!("{}. {}", node.number, self.turn_text(node))));
            // What lets a turn stand stays: without it the turn would be at fault.
            let commands = node.comments().flat_map(|comment| &comment.commands);
            let irregular: Vec<&str> = commands
                .filter(|command| matches!(command.meaning, Meaning::Irregular(_)))
                .map(|command| self.record.text_of(command.span))
                .collect();
            if !irregular.is_empty() {
                wrap.push(Piece::Comment(&format!("{{{}}}", irregular.join(" "))));
            }
        }
        wrap.push(Piece::Token(&self.result()));
        out.push_str(&wrap.finish());
        out
    }

    fn write_tag(&self, name: &str, value: &str, out: &mut String) {
        out.push('[');
        out.push_str(name);
        out.push(' ');
        push_quoted(out, value);
        out.push_str("]\n");
    }

    fn write_kept(&self, out: &mut String) {
        let from = self.keep_from.unwrap_or(0) as usize;
        let kept = self.record.text().get(from..).unwrap_or_default();
        out.push_str(kept.trim_end());
        out.push('\n');
    }

    /// The result as text: after the movetext, else in its tag, else open.
    pub fn result(&self) -> String {
        match (&self.record.result, self.record.tag("Result")) {
            (Some((outcome, _)), _) => outcome.to_string(),
            (None, Some(tag)) => tag.value.clone(),
            (None, None) => "*".to_owned(),
        }
    }

    fn is_kept(&self, node: &TurnNode) -> bool {
        self.keep_from.is_some_and(|from| node.start() >= from)
    }

    fn turn_text<'n>(&'n self, node: &'n TurnNode) -> &'n str {
        self.turns.get(&node.id).map_or_else(|| self.record.turn_text(node), String::as_str)
    }

    /// Writes a line; whether it got to its end before the bytes that are kept.
    fn line(&self, line: &Line, wrap: &mut Wrap) -> bool {
        if !line.opening.iter().all(|item| self.item(item, wrap)) {
            return false;
        }
        for node in &line.turns {
            if self.is_kept(node) {
                return false;
            }
            self.turn(node, wrap);
            if !node.after.iter().all(|item| self.item(item, wrap)) {
                return false;
            }
        }
        true
    }

    fn turn(&self, node: &TurnNode, wrap: &mut Wrap) {
        let mut suffix = node.suffix.map_or("", |span| self.record.text_of(span));
        let mut glyphs = Vec::new();
        for &glyph in &node.glyphs {
            match glyph_suffix(glyph) {
                Some(text) if suffix.is_empty() => suffix = text,
                _ => glyphs.push(format!("${glyph}")),
            }
        }
        wrap.turn(node.number, self.turn_text(node), suffix);
        for glyph in &glyphs {
            wrap.push(Piece::Token(glyph));
        }
    }

    fn item(&self, item: &Item, wrap: &mut Wrap) -> bool {
        let is_kept = |span: Span| self.keep_from.is_some_and(|from| span.start >= from);
        match item {
            // After the number of a turn at fault: among the bytes that are kept.
            Item::Comment(Comment { span, .. }) | Item::Hash(span) if is_kept(*span) => {}
            Item::Comment(comment) => wrap.push(Piece::Comment(&comment.written(self.record))),
            Item::Hash(span) => wrap.push(Piece::Hash(self.record.text_of(*span))),
            Item::Variation(variation) => {
                if is_kept(variation.span) {
                    return false;
                }
                wrap.push(Piece::Open);
                if !self.line(&variation.line, wrap) {
                    return false;
                }
                wrap.push(Piece::Close);
            }
        }
        true
    }
}

/// Writes a number without what formatting it takes.
fn push_number(out: &mut String, mut number: u32) {
    let mut digits = [0; 10];
    let mut at = digits.len();
    while at == digits.len() || number > 0 {
        at -= 1;
        digits[at] = b'0' + (number % 10) as u8;
        number /= 10;
    }
    digits[at..].iter().for_each(|&digit| out.push(char::from(digit)));
}

/// The signs that stand for the glyphs `$1` to `$6`.
pub(crate) const GLYPH_SIGNS: [&str; 6] = ["!", "?", "!!", "??", "!?", "?!"];

/// The sign that stands for a glyph, where there is one.
pub(crate) fn glyph_suffix(glyph: u8) -> Option<&'static str> {
    GLYPH_SIGNS.get(usize::from(glyph).checked_sub(1)?).copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wrapped(pieces: &[Piece<'_>]) -> String {
        let mut wrap = Wrap::default();
        for &piece in pieces {
            wrap.push(piece);
        }
        wrap.finish()
    }

    #[test]
    fn a_line_is_79_characters_closing_parentheses_included() {
        let long = "x".repeat(70);
        for (count, breaks) in [(8, false), (9, true)] {
            let tail = "y".repeat(count);
            let text = wrapped(&[Piece::Token(&long), Piece::Token(&tail)]);
            assert_eq!(text.lines().count() == 2, breaks, "{count}");
        }
        let tail = "y".repeat(7);
        let text = wrapped(&[Piece::Token(&long), Piece::Open, Piece::Token(&tail), Piece::Close]);
        assert_eq!(text.lines().count(), 2, "{text}");
    }

    #[test]
    fn strings_are_quoted() {
        for (value, text) in [("", "\"\""), ("a\"b\\", "\"a\\\"b\\\\\""), ("é\"", "\"é\\\"\"")] {
            assert_eq!(quoted(value), text);
        }
    }

    #[test]
    fn numbers_are_written() {
        for number in [0, 1, 9, 10, 99, 100, 4_294_967_295] {
            let mut out = "1".to_owned();
            push_number(&mut out, number);
            assert_eq!(out, format!("1{number}"));
        }
    }

    #[test]
    fn parentheses_stick_and_hashes_stand_alone() {
        let text = wrapped(&[
            Piece::Token("5. b3"),
            Piece::Open,
            Piece::Comment("{a}"),
            Piece::Token("5. c2"),
            Piece::Hash("# h  "),
            Piece::Close,
            Piece::Token("*"),
        ]);
        assert_eq!(text, "5. b3 ({a} 5. c2\n# h\n) *\n");
    }
}
