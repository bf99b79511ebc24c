//! Option lines at the start of a cell or directive: `#| fig-cap: A push` in Quarto,
//! `:caption: A push` in MyST.

use std::ops::Range;

use crate::text::{BlockAttribute, LineRanges};

/// Forms of the option lines of a cell.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Form {
    /// `#| key: value`
    Comment,
    /// `:key: value`
    Field,
    /// `key: value` between lines of `---`
    FrontMatter,
}

impl Form {
    /// Returns the form of an option line; `None` if it is not an option line.
    fn of_line(written: &str) -> Option<Self> {
        if written.starts_with("#|") {
            return Some(Self::Comment);
        }
        field_text(written).map(|_| Self::Field)
    }
}

/// Reader of the option lines of a cell, one line after the other.
pub(super) struct CellOptions {
    /// The start of the block attributes, to which places are relative.
    origin: usize,
    form: Option<Form>,
    has_ended: bool,
    attributes: Vec<BlockAttribute>,
}

impl CellOptions {
    pub(super) fn new(origin: usize) -> Self {
        Self {
            origin,
            form: None,
            has_ended: false,
            attributes: Vec::new(),
        }
    }

    /// Returns the length of the option lines at the start of a stretch of the document. Later
    /// calls continue where this one ended.
    pub(super) fn take(&mut self, page: &[u8], stretch: Range<usize>) -> usize {
        for line in LineRanges::of_part(page, stretch.clone()) {
            if !self.take_line(page, &line) {
                return line.start - stretch.start;
            }
        }
        stretch.len()
    }

    /// Returns the attributes.
    pub(super) fn finish(self) -> Vec<BlockAttribute> {
        self.attributes
            .into_iter()
            .flat_map(BlockAttribute::of_cell)
            .collect()
    }

    /// Returns false if the line is not an option line, which ends the options.
    fn take_line(&mut self, page: &[u8], line: &Range<usize>) -> bool {
        let text = std::str::from_utf8(&page[line.clone()])
            .unwrap_or_default()
            .trim_end();
        let written = text.trim_start();
        // A blank line after an option ends the options. It still belongs to them, as do the blank
        // lines after it.
        let is_separator = written.is_empty() && !self.attributes.is_empty();
        if self.has_ended || (is_separator && self.form != Some(Form::FrontMatter)) {
            self.has_ended = true;
            return is_separator;
        }

        if written == "---" {
            match self.form {
                None => {
                    self.form = Some(Form::FrontMatter);
                    return true;
                }
                Some(Form::FrontMatter) => {
                    self.has_ended = true;
                    return true;
                }
                Some(Form::Comment | Form::Field) => {}
            }
        }

        let form = self.form.or_else(|| Form::of_line(written));
        let content = match form {
            Some(Form::Comment) => written.strip_prefix("#|"),
            Some(Form::Field) => field_text(written),
            // A record that begins before the closing line shows that the closing line is missing.
            Some(Form::FrontMatter) if written.starts_with("[Game") => None,
            Some(Form::FrontMatter) => Some(text),
            None => None,
        };
        self.form = form;
        match content {
            Some(content) => {
                self.take_option(content, line.start + text.len() - content.len());
                true
            }
            None => {
                self.has_ended = true;
                false
            }
        }
    }

    /// Adds `key: value`, or continues the value of the line before. `start` is the place of the
    /// content in the document.
    fn take_option(&mut self, content: &str, start: usize) {
        let space_length =
            usize::from(self.form == Some(Form::Comment) && content.starts_with(' '));
        let content_start = start + space_length;
        let content = &content[space_length..];
        // In YAML, an indented line or an item of a list belongs to the key above.
        let continues = content.starts_with([' ', '\t', '-']);
        match content.split_once(':') {
            Some((key, value)) if !continues && !key.trim().is_empty() => {
                let key = key.trim_end();
                let key_place = self.relative_place(content_start, key.len());
                let value_start = content_start + content.len() - value.trim_start().len();
                let value = value.trim();
                let (value, place) = if value.is_empty() {
                    (None, key_place.clone())
                } else {
                    let place = self.relative_place(value_start, value.len());
                    (Some(scalar_value(value)), place)
                };
                self.attributes.push(BlockAttribute {
                    key: key.to_owned(),
                    key_place,
                    value,
                    place,
                });
            }
            _ => self.continue_value(content.trim()),
        }
    }

    /// Returns a range of the document relative to the block attributes.
    fn relative_place(&self, start: usize, length: usize) -> Range<usize> {
        let start = start - self.origin;
        start..start + length
    }

    /// Continues the value of the last attribute with the words of another line.
    fn continue_value(&mut self, words: &str) {
        if words.is_empty() {
            return;
        }
        let Some(last) = self.attributes.last_mut() else {
            return;
        };

        last.value = Some(match last.value.take() {
            // The sign of a YAML block scalar is not part of the value.
            Some(before) if !["|", ">", "|-", ">-"].contains(&before.as_str()) => {
                format!("{before} {words}")
            }
            _ => words.to_owned(),
        });
    }
}

/// Returns `key: value` of a field, `:key: value`.
fn field_text(line: &str) -> Option<&str> {
    let rest = line.strip_prefix(':')?;
    let (key, _) = rest.split_once(':')?;
    let fits = |byte: u8| byte.is_ascii_alphanumeric() || b"_-.".contains(&byte);
    (!key.is_empty() && key.bytes().all(fits)).then_some(rest)
}

/// Returns the value of a YAML scalar on one line.
fn scalar_value(text: &str) -> String {
    let quoted = |sign: char| {
        text.strip_prefix(sign)
            .and_then(|rest| rest.strip_suffix(sign))
    };
    if let Some(inner) = quoted('\'') {
        return inner.replace("''", "'");
    }
    match quoted('"') {
        Some(inner) => inner.replace("\\\"", "\"").replace("\\\\", "\\"),
        None => text.to_owned(),
    }
}
