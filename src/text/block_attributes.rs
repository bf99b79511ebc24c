//! Block attributes: `key`, `key=value`, `#label`, `.class` in the first line of a code block of a
//! document (after its fence), and the claim that they make about the records in the block.

use std::ops::Range;

/// One block attribute. Its places are relative to the start of the block attributes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct BlockAttribute {
    pub(crate) key: String,
    pub(crate) key_place: Range<usize>,
    pub(crate) value: Option<String>,
    /// The place of the value, or of the key if it has no value.
    pub(crate) place: Range<usize>,
}

/// Claim of the block attributes about the rules that the records follow or break.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Claim {
    /// No claim: the records must be legal, or state themselves which rule they break.
    #[default]
    Legal,
    /// `finding`: the findings are to be shown, so they are not errors.
    Open,
    /// `illegal`, `illegal=CODE`: each record breaks a rule, or has exactly this code.
    Illegal(Option<String>),
}

impl Claim {
    /// Returns the claim in the block attributes.
    pub(crate) fn of_info(info: &str) -> Self {
        Self::of_attributes(&block_attributes(info).attributes)
    }

    pub(crate) fn of_attributes(attributes: &[BlockAttribute]) -> Self {
        let mut claim = Self::Legal;
        for attribute in attributes {
            let value = attribute.value.clone().filter(|value| value != "yes");
            match attribute.key.as_str() {
                _ if value.as_deref() == Some("no") => {}
                "illegal" => claim = Self::Illegal(value),
                "finding" if claim == Self::Legal => claim = Self::Open,
                _ => {}
            }
        }
        claim
    }
}

/// Returns the text after the language if the block attributes belong to a cell: `{pips}`, `{pips,
/// echo=FALSE}`. Quarto and R Markdown call such blocks cells, and MyST calls them directives.
pub(crate) fn after_cell_language(info: &str) -> Option<&str> {
    info.strip_prefix("{pips")
        .filter(|rest| rest.starts_with([' ', '\t', ',', '}']))
}

/// The block attributes of a code block.
#[derive(Clone, Debug)]
pub(crate) struct ParsedAttributes {
    pub(crate) attributes: Vec<BlockAttribute>,
    /// The place of a quote that is not closed. Nothing is read after it.
    pub(crate) unclosed: Option<Range<usize>>,
}

/// Parses the block attributes after the language.
pub(crate) fn block_attributes(info: &str) -> ParsedAttributes {
    let after_cell = after_cell_language(info);
    let after_language = after_cell
        .or_else(|| info.strip_prefix("pips"))
        .unwrap_or(info);
    let parsed = attributes_from(info, info.len() - after_language.len());
    if after_cell.is_none() {
        return parsed;
    }

    let of_cell = parsed.attributes.into_iter();
    ParsedAttributes {
        attributes: of_cell.flat_map(BlockAttribute::of_cell).collect(),
        unclosed: parsed.unclosed,
    }
}

/// Parses the block attributes from `offset` on.
fn attributes_from(info: &str, mut offset: usize) -> ParsedAttributes {
    let mut attributes = Vec::new();
    let mut unclosed = None;
    while let Some(gap) = info[offset..].find(|letter| !separates(letter)) {
        let key_start = offset + gap;
        let rest = &info[key_start..];
        // The name of a label or a class may contain a colon: `#fig:push`.
        let is_name = rest.starts_with(['#', '.']);
        let ends_key = |letter: char| match letter {
            ':' => !is_name,
            '=' => true,
            _ => separates(letter),
        };
        let key_length = rest.find(ends_key).unwrap_or(rest.len());
        let key_end = key_start + key_length;
        let mut attribute = BlockAttribute {
            key: info[key_start..key_end].to_owned(),
            key_place: key_start..key_end,
            value: None,
            place: key_start..key_end,
        };
        offset = key_end;

        if let Some(rest) = info[key_end..].strip_prefix('=') {
            let value_start = key_end + 1;
            let Some((value, length)) = parse_value(rest) else {
                unclosed = Some(value_start..info.len());
                break;
            };
            offset = value_start + length;
            attribute.value = Some(value);
            attribute.place = value_start..offset;
        }
        attributes.extend(attribute.with_plain_key());
    }
    ParsedAttributes {
        attributes,
        unclosed,
    }
}

/// Returns true for a character between block attributes.
fn separates(letter: char) -> bool {
    letter.is_whitespace() || ",{};:".contains(letter)
}

impl BlockAttribute {
    /// Writes `#label` as `label=label`. Returns `None` for a class, such as `.wide`, which is
    /// intended for other programs.
    fn with_plain_key(mut self) -> Option<Self> {
        if self.key.starts_with('.') {
            return None;
        }
        if let Some(label) = self.key.strip_prefix('#') {
            self.value = Some(label.to_owned());
            self.key = "label".to_owned();
        }
        Some(self)
    }

    /// Returns the block attributes that correspond to a cell option: `fig-cap`, which R Markdown
    /// writes `fig.cap`, is the caption. Options that are not about figures have none.
    pub(crate) fn of_cell(self) -> Vec<Self> {
        // Prefixes of options without a meaning for figures.
        const IGNORED: [&str; 18] = [
            "cache",
            "cap-location",
            "classes",
            "code-",
            "column",
            "comment",
            "error",
            "fenced",
            "fig-",
            "layout",
            "lst-",
            "message",
            "out-",
            "page-",
            "results",
            "tags",
            "tbl-",
            "warning",
        ];
        let key = self.key.replace('.', "-");
        let word = self.value.as_deref().map(|value| match value {
            "true" | "TRUE" | "True" | "T" => "yes",
            "false" | "FALSE" | "False" | "F" => "no",
            value => value,
        });
        let is_off = word == Some("no");
        let value = word.map(str::to_owned);
        let named = |name: &str, value: Option<String>| Self {
            key: name.to_owned(),
            value,
            ..self.clone()
        };
        let switched = |name: &str, value: &str| named(name, Some(value.to_owned()));
        match key.as_str() {
            "fig-cap" => vec![named("caption", value)],
            "fig-alt" => vec![named("alt", value)],
            "out-width" => vec![named("width", value)],
            "echo" if is_off => vec![switched("hidden", "yes")],
            "eval" | "output" if is_off => vec![switched("figure", "none")],
            "include" if is_off => vec![switched("hidden", "yes"), switched("figure", "none")],
            "echo" | "eval" | "output" | "include" => Vec::new(),
            key if IGNORED.iter().any(|start| key.starts_with(start)) => Vec::new(),
            _ => vec![named(&self.key, value)],
        }
    }
}

/// Parses a value: in quotes, or up to the next space, comma or brace. Returns it with the length
/// of its text, or `None` if a double quote is not closed. A single quote that is not closed is an
/// apostrophe.
fn parse_value(text: &str) -> Option<(String, usize)> {
    if text.starts_with('"') {
        return parse_quoted(text, '"');
    }
    if text.starts_with('\'')
        && let Some(quoted) = parse_quoted(text, '\'')
    {
        return Some(quoted);
    }
    let end = text
        .find(|letter: char| letter.is_whitespace() || ",{}".contains(letter))
        .unwrap_or(text.len());
    Some((text[..end].to_owned(), end))
}

/// Parses the text between two quotes. Returns it with the length including the quotes, or `None`
/// if the second quote is missing.
fn parse_quoted(text: &str, quote: char) -> Option<(String, usize)> {
    let rest = text.strip_prefix(quote)?;
    let mut value = String::new();
    let mut letters = rest.char_indices();
    while let Some((offset, letter)) = letters.next() {
        match letter {
            '\\' => match letters.next() {
                Some((_, next)) if next == quote || next == '\\' => value.push(next),
                Some((_, next)) => value.extend(['\\', next]),
                None => value.push('\\'),
            },
            // Both quotes are one byte long.
            letter if letter == quote => return Some((value, offset + 2)),
            letter => value.push(letter),
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::{Claim, block_attributes};

    #[test]
    fn names_may_contain_colons() {
        for info in [
            "pips #fig:a",
            "pips {#fig:a}",
            "{#fig:a .pips}",
            "{.pips #fig:a}",
            "pips: #fig:a, .md:wide",
            "{pips} label=fig:a",
        ] {
            let read = block_attributes(info).attributes;
            assert_eq!(read.len(), 1, "{info}: {read:?}");
            assert_eq!(
                (read[0].key.as_str(), read[0].value.as_deref()),
                ("label", Some("fig:a")),
                "{info}"
            );
        }
    }

    #[test]
    fn values_may_be_in_single_quotes() {
        for (info, value) in [
            ("pips caption='a b'", "a b"),
            ("{pips, fig.cap='a, b'}", "a, b"),
            ("{.pips caption='it\\'s'}", "it's"),
            ("pips caption='say \"x\"'", "say \"x\""),
            ("pips caption=\"it's\"", "it's"),
            ("pips caption='tis", "'tis"),
        ] {
            let parsed = block_attributes(info);
            assert_eq!(parsed.unclosed, None, "{info}");
            let read = parsed.attributes;
            assert_eq!(read.len(), 1, "{info}: {read:?}");
            assert_eq!(
                (read[0].key.as_str(), read[0].value.as_deref()),
                ("caption", Some(value)),
                "{info}"
            );
        }
    }

    #[test]
    fn fence_attributes_are_read() {
        let illegal = |code: Option<&str>| Claim::Illegal(code.map(str::to_owned));
        for (info, claim) in [
            ("pips", Claim::Legal),
            ("pips,turn=2", Claim::Legal),
            ("pips finding", Claim::Open),
            ("pips {illegal}", illegal(None)),
            ("{.pips illegal=gipf/no-row}", illegal(Some("gipf/no-row"))),
            ("pips: illegal, finding", illegal(None)),
            ("pips finding illegal=yes", illegal(None)),
            ("pips illegal=no", Claim::Legal),
            ("pips caption=\"illegal, finding\"", Claim::Legal),
            ("pips caption=\"x illegal", Claim::Legal),
            ("{pips illegal=true}", illegal(None)),
            ("{pips} finding", Claim::Open),
            ("{pips, illegal=FALSE, fig.cap=\"illegal\"}", Claim::Legal),
        ] {
            assert_eq!(Claim::of_info(info), claim, "{info}");
        }
    }
}
