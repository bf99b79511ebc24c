//! Reads the lines at the start of a text that are intended as tags: `[Game "gipf"]`, but also
//! `(Game: gipf)`, `Game = 'gipf'`, `[Game] gipf` and `<Game>gipf</Game>`.

use std::borrow::Cow;

use crate::fixes::tag_names::{foreign_name, tag_named};
use crate::notation::{is_common_tag, quoted};
use crate::text::{Span, is_invisible, lines_with_starts, without_invisible};

/// The maximum number of lines examined.
const MAX_LINES: usize = 200;

/// A line that is intended as a tag.
pub(super) struct TagLine<'t> {
    /// The line without surrounding spaces.
    pub(super) span: Span,
    pub(super) name: Cow<'t, str>,
    pub(super) name_span: Span,
    pub(super) value: String,
    /// True if it has the brackets and quotes of a tag.
    pub(super) is_strict: bool,
    /// False for several tags, and for a string with escapes. Then only the name may change.
    pub(super) is_simple: bool,
}

impl TagLine<'_> {
    /// Returns true if the line has only the name of a tag and a sign: `White:`.
    pub(super) fn is_empty_field(&self, text: &str) -> bool {
        self.value.is_empty() && self.span.slice(text).ends_with([':', '='])
    }
}

/// Returns the lines at the start of a text that are intended as tags.
pub(super) fn tag_lines(text: &str) -> Vec<TagLine<'_>> {
    let mut found = Vec::new();
    for (start, line) in lines_with_starts(text).take(MAX_LINES) {
        let trimmed = line.trim();
        if trimmed.is_empty() || trimmed.starts_with('#') {
            continue;
        }
        let start = start + line.len() - line.trim_start().len();
        match tag_line(trimmed, Span::new(start, start + trimmed.len())) {
            Some(tag) => found.push(tag),
            None => break,
        }
    }
    found
}

/// Reads a line as a tag; `None` if it is not intended as one.
fn tag_line(line: &str, span: Span) -> Option<TagLine<'_>> {
    if let Some(tag) = tag_with_closed_name(line, span) {
        return Some(tag);
    }
    // A comment in braces is not a tag unless it has only a name and a string.
    let is_braced =
        line.starts_with('{') && line.ends_with("\"}") && line.matches('"').count() == 2;
    let opening: &[char] = if is_braced { &['{'] } else { &['[', '<', '('] };
    let has_bracket = line.starts_with(opening);
    let inside = line.trim_start_matches(opening).trim_start();

    let (written_name, rest) = inside.split_at(end_of_name(inside));
    let name = without_invisible(written_name);
    if !name.starts_with(char::is_alphabetic) {
        return None;
    }
    let name_start = line.len() - inside.len();
    let name_span = span.within(&(name_start..name_start + written_name.len()));

    let rest = rest.trim_start();
    let has_separator = rest.starts_with([':', '=']);
    let with_quotes = rest.trim_start_matches([':', '=']).trim();
    // Two commas are typed for a low quote: `,,gipf''`.
    let after_commas = with_quotes.strip_prefix(",,");
    let value = after_commas.unwrap_or(with_quotes);
    let has_quotes = after_commas.is_some() || value.starts_with(is_quote);
    // Without brackets and quotes, a tag needs a separator: `Variant: basic`.
    if !has_bracket && !has_quotes && !has_separator {
        return None;
    }

    let without_bracket = value.trim_end_matches([']', '>', ')', '}']).trim_end();
    let value = without_bracket.trim_matches(is_quote);
    let is_one_tag = !value.contains('"') || line.matches('[').count() == 1;
    Some(TagLine {
        span,
        is_strict: format!("[{name} {}]", quoted(value)) == line,
        is_simple: is_one_tag && !value.contains(['[', ']', '\\', '{']),
        name,
        name_span,
        value: value.to_owned(),
    })
}

/// Reads a tag whose bracket closes after its name: `[Variant] basic`, and in the form of XML,
/// `<Variant>basic</Variant>`. `None` for a name that no tag has: `[b]` and `[White]` may be before
/// a turn.
fn tag_with_closed_name(line: &str, span: Span) -> Option<TagLine<'_>> {
    let inside = line.strip_prefix(['[', '<'])?;
    let length = inside.find(|sign: char| !sign.is_alphanumeric() && sign != '_')?;
    let (name, rest) = inside.split_at(length);
    let value = if line.starts_with('<') {
        let closing = format!("</{name}>");
        rest.strip_prefix('>')?.strip_suffix(closing.as_str())?
    } else {
        rest.strip_prefix(']')?
    };
    let value = value.trim().trim_matches(is_quote);
    let is_value = !value.is_empty() && !value.contains(['[', ']', '<', '>', '{', '}', '"', '\\']);
    if !is_value || !is_name_of_tag(name) {
        return None;
    }
    Some(TagLine {
        span,
        is_strict: false,
        is_simple: true,
        name: Cow::Borrowed(name),
        name_span: span.within(&(1..1 + length)),
        value: value.to_owned(),
    })
}

/// Returns true for the name of a tag of the notation, with any capitals.
fn is_name_of_tag(name: &str) -> bool {
    let is_same = |known: String| known.eq_ignore_ascii_case(name);
    is_common_tag(name) || tag_named(name).is_some_and(is_same)
}

/// Returns the end of the name at the start of a tag, which may have two words before a quote:
/// `Player White "Ann"`.
fn end_of_name(inside: &str) -> usize {
    let end_of_word = |from: usize| {
        let rest = &inside[from..];
        let is_of_name = |sign: char| sign.is_alphanumeric() || sign == '_' || is_invisible(sign);
        let length = rest.find(|sign: char| !is_of_name(sign));
        length.map_or(inside.len(), |length| from + length)
    };
    let first = end_of_word(0);
    if !inside[first..].starts_with(' ') {
        return first;
    }

    let second = end_of_word(first + 1);
    let after = inside[second..].trim_start();
    let is_word = second > first + 1;
    let is_name = foreign_name(&inside[..second].replace(' ', "")).is_some();
    if is_word && is_name && after.starts_with(is_quote) {
        second
    } else {
        first
    }
}

fn is_quote(sign: char) -> bool {
    matches!(
        sign,
        '"' | '\'' | '`' | '\u{2018}'
            ..='\u{201F}' | '\u{AB}' | '\u{BB}' | '\u{2033}' | '\u{FF02}' | '\u{B4}'
    )
}
