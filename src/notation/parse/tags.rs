//! Reads tags, and reports those that are damaged, in the wrong place or broken into several lines.

use super::unusual::Unusual;
use super::{RecordParser, at_line_start};
use crate::findings::{Finding, code};
use crate::notation::Rule;
use crate::notation::command::unescape;
use crate::notation::lexer::{PlainTag, Token};
use crate::notation::record::Tag;
use crate::notation::records::OPENING;
use crate::notation::tag_text::TagText;
use crate::notation::wrapped_strings::{WrappedString, has_stray_invisible};
use crate::text::{Span, character_name, first_invisible, without_invisible};

/// The turn number of findings on the tags.
const IN_TAGS: u32 = 0;

impl RecordParser<'_> {
    /// Reads a token in square brackets. A tag is added to the record, with a note on each unusual
    /// form. Otherwise it is reported: text that is not a tag, a tag in the wrong place, or a
    /// string that is not closed.
    pub(super) fn read_tag(&mut self, token: &Token) {
        if self.report_bracket(token) {
            return;
        }
        let text = self.text;
        let span = token.span;
        let name_start = span.start as usize + 1;
        let name_span = token
            .part(Rule::tag_name)
            .unwrap_or(Span::new(name_start, name_start));
        let string = token.parts.iter().find(|part| part.rule == Rule::string);
        let stray_escape = string.and_then(|string| string.part(Rule::string_stray_escape));
        let odd_string = token
            .parts
            .iter()
            .find(|part| part.rule == Rule::odd_string);
        let odd_string = odd_string.and_then(|string| string.part(Rule::odd_value));
        for blank in token
            .parts
            .iter()
            .filter(|part| part.rule == Rule::odd_blank)
        {
            self.note_unusual(Unusual::Blank, blank.span, IN_TAGS);
        }
        let name = name_span.slice(text);
        if !self.is_tag_in_place(name, span, odd_string) {
            self.report_tag_out_of_place(name, span);
            return;
        }
        let in_quotes = if stray_escape.is_none() { string } else { None };
        let in_quotes = in_quotes
            .map(|string| Span::new(string.span.start as usize + 1, string.span.end as usize - 1));
        let Some(value_span) = in_quotes.or(odd_string).filter(|_| token.rule == Rule::tag) else {
            self.read_tag_without_value(token, name_span, stray_escape);
            return;
        };
        if odd_string.is_some() {
            self.note_unusual(
                Unusual::Quotes,
                Span::new(name_span.end as usize, span.end as usize),
                IN_TAGS,
            );
        }
        self.add_tag(PlainTag {
            span,
            name: name_span,
            value: value_span,
        });
    }

    /// Reads a tag in its usual form.
    pub(super) fn read_plain_tag(&mut self, tag: PlainTag) {
        let name = tag.name.slice(self.text);
        if self.is_tag_in_place(name, tag.span, None) {
            self.add_tag(tag);
        } else {
            self.report_tag_out_of_place(name, tag.span);
        }
    }

    /// Adds a tag that is in its place.
    fn add_tag(&mut self, tag: PlainTag) {
        let PlainTag {
            span,
            name: name_span,
            value: value_span,
        } = tag;
        let name = name_span.slice(self.text);
        if name == "Game" && !self.is_first_tag() {
            let before = self.record.tags.first().map_or(span, |tag| tag.span);
            self.note_unusual(Unusual::TagBeforeGame, before, IN_TAGS);
        }
        let value = self.read_value(name, value_span);
        self.record.tags.push(Tag {
            name: name.into(),
            value,
            span,
            name_span,
            value_span,
            hashes: std::mem::take(&mut self.line_comments),
        });
    }

    /// Returns true before the first tag of the record.
    fn is_first_tag(&self) -> bool {
        self.record.tags.is_empty() && self.record.malformed_tags.is_empty()
    }

    /// Returns true if a tag with this name may stand here: before the movetext. The tag `Game`
    /// begins a record; as in PGN, other tags may come before it.
    fn is_tag_in_place(&self, name: &str, span: Span, odd_string: Option<Span>) -> bool {
        if self.movetext_begun {
            return false;
        }
        if name != "Game" {
            return true;
        }
        let is_only_one = !self.record.tags.iter().any(|tag| tag.name == "Game");
        is_only_one && self.opens_record(span, odd_string)
    }

    /// Returns true if a tag begins a line and is written as the first tag of a record. With plain
    /// quotes it must be written exactly like this; other quotes are read as if it were.
    fn opens_record(&self, span: Span, odd_string: Option<Span>) -> bool {
        let is_opening =
            || odd_string.is_some() || span.slice(self.text).as_bytes().starts_with(OPENING);
        at_line_start(self.text, span) && is_opening()
    }

    /// Returns the value of a tag without escapes. Invisible characters that have no meaning are
    /// noted and left out.
    fn read_value(&mut self, name: &str, value_span: Span) -> TagText {
        let written = value_span.slice(self.text);
        let value = unescape(written);
        if has_stray_invisible(name, written)
            && let Some((offset, character)) = first_invisible(written)
        {
            let start = value_span.start as usize + offset;
            self.note_unusual(
                Unusual::Invisible,
                Span::new(start, start + character.len_utf8()),
                IN_TAGS,
            );
            return without_invisible(&value).into();
        }
        value.into()
    }

    /// Reads a tag without a valid string: one that goes on in the next lines, or a malformed one,
    /// which is reported.
    fn read_tag_without_value(
        &mut self,
        token: &Token,
        name_span: Span,
        stray_escape: Option<Span>,
    ) {
        let text = self.text;
        let span = token.span;
        let name = name_span.slice(text);
        let string = token.part(Rule::unclosed_string);
        let wrapped =
            string.and_then(|string| WrappedString::find(text, string.start as usize, name));
        if let (Some(string), Some(wrapped)) = (string, wrapped) {
            self.read_wrapped_tag(span, name_span, string, wrapped);
            return;
        }
        match string {
            Some(string) => self.report_unclosed_string(string, "\"]"),
            None => self.report_malformed_tag(span, stray_escape),
        }
        self.record.malformed_tags.push(name.to_owned());
    }

    /// Reports a tag whose string goes on in the next lines, and reads it as if the lines were
    /// joined.
    fn read_wrapped_tag(
        &mut self,
        span: Span,
        name_span: Span,
        string: Span,
        wrapped: WrappedString,
    ) {
        let text = self.text;
        self.report_here(
            Finding::new(
                &code::UNCLOSED_STRING,
                string,
                "This string does not end on its line.",
            )
            .with_help("The string continues on the next line: join the lines."),
        );
        let end = wrapped.end;
        self.record.tags.push(Tag {
            name: name_span.slice(text).into(),
            value: unescape(&wrapped.joined(text)).into(),
            span: Span::new(span.start as usize, end),
            name_span,
            value_span: wrapped.inside,
            hashes: std::mem::take(&mut self.line_comments),
        });
        self.record.wrapped.push(wrapped);
        self.lexer.pass_over(end);
    }

    fn report_tag_out_of_place(&mut self, name: &str, span: Span) {
        let help = if name == "Game" {
            "A record begins at the start of a line, with exactly `[Game \"`."
        } else {
            "Write tags before the movetext."
        };
        self.report_here(
            Finding::new(&code::TAG_OUT_OF_PLACE, span, "A tag is not allowed here.")
                .with_help(help),
        );
    }

    /// Returns true for punctuation at the end of the line of a tag: `[Game "gipf"];`. It does not
    /// begin the movetext, because other tags follow.
    pub(super) fn is_stray_after_tag(&self, span: Span) -> bool {
        let text = self.text;
        let is_punctuation = |byte: u8| matches!(byte, b';' | b',' | b'.' | b':');
        if !span.slice(text).bytes().all(is_punctuation) {
            return false;
        }
        let Some(tag) = self.record.tags.last() else {
            return false;
        };
        let before = text.get(tag.span.end as usize..span.start as usize);
        let after = text.get(span.end as usize..).unwrap_or_default();
        let rest_of_line = after.split(['\n', '\r']).next().unwrap_or_default();
        let is_on_line_of_tag = before.is_some_and(|before| !before.contains(['\n', '\r']));
        is_on_line_of_tag && rest_of_line.trim().is_empty()
    }

    pub(super) fn report_stray_after_tag(&mut self, span: Span) {
        let message = format!("`{}` is not part of a tag.", span.slice(self.text));
        self.report_here(Finding::new(&code::TOKEN, span, message).with_help("Remove it."));
    }

    fn report_malformed_tag(&mut self, span: Span, stray_escape: Option<Span>) {
        self.report(match stray_escape {
            Some(escape) => Finding::new(&code::TAG, escape, "This is not a valid escape.")
                .with_help("Inside a string, `\\\"` and `\\\\` are the only escapes: write `\\\\` for a `\\`."),
            None => malformed_tag(self.text, span),
        });
    }
}

/// Reports a malformed tag.
fn malformed_tag(text: &str, span: Span) -> Finding {
    let Some((at, character)) = first_invisible(span.slice(text)) else {
        return Finding::new(&code::TAG, span, "This is not a valid tag.")
            .with_help("A tag is a name and a string in brackets: `[Event \"Club evening\"]`.");
    };
    let start = span.start as usize + at;
    let place = Span::new(start, start + character.len_utf8());
    let message = format!(
        "This tag contains an invisible character, {}.",
        character_name(character)
    );
    Finding::new(&code::TAG, place, message).with_help("Remove it.")
}
