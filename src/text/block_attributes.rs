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
        Self::of_attributes(&block_attributes(info).0)
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

/// Parses the block attributes after the language. Also returns the place of a quote that is not
/// closed.
pub(crate) fn block_attributes(info: &str) -> (Vec<BlockAttribute>, Option<Range<usize>>) {
    let after_cell = after_cell_language(info);
    let after_language = after_cell
        .or_else(|| info.strip_prefix("pips"))
        .unwrap_or(info);
    let (mut attributes, unclosed) = attributes_from(info, info.len() - after_language.len());
    if after_cell.is_some() {
        attributes = attributes
            .into_iter()
            .flat_map(BlockAttribute::of_cell)
            .collect();
    }
    (attributes, unclosed)
}

/// Parses the block attributes from `offset` on.
fn attributes_from(info: &str, mut offset: usize) -> (Vec<BlockAttribute>, Option<Range<usize>>) {
    let mut attributes = Vec::new();
    let mut unclosed = None;
    let separates = |letter: char| letter.is_whitespace() || ",{};:".contains(letter);
    while let Some(gap) = info[offset..].find(|letter| !separates(letter)) {
        offset += gap;
        let rest = &info[offset..];
        let length = rest
            .find(|letter| separates(letter) || letter == '=')
            .unwrap_or(rest.len());
        let key_place = offset..offset + length;
        let key = &info[key_place.clone()];
        offset += length;
        let mut attribute = BlockAttribute {
            key: key.to_owned(),
            place: key_place.clone(),
            key_place,
            value: None,
        };
        if let Some(rest) = info[offset..].strip_prefix('=') {
            offset += 1;
            match parse_value(rest) {
                Some((value, length)) => {
                    attribute.place = offset..offset + length;
                    attribute.value = Some(value);
                    offset += length;
                }
                None => {
                    unclosed = Some(offset..info.len());
                    break;
                }
            }
        }
        match attribute.key.strip_prefix('#') {
            Some(label) => {
                attribute.value = Some(label.to_owned());
                attributes.push(BlockAttribute {
                    key: "label".to_owned(),
                    ..attribute
                });
            }
            // Classes are intended for other programs.
            None if attribute.key.starts_with('.') => {}
            None => attributes.push(attribute),
        }
    }
    (attributes, unclosed)
}

impl BlockAttribute {
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
        let word = word.map(str::to_owned);
        let named = |name: &str, value: Option<String>| Self {
            key: name.to_owned(),
            value,
            ..self.clone()
        };
        let switched = |name: &str, value: &str| named(name, Some(value.to_owned()));
        match key.as_str() {
            "fig-cap" => vec![named("caption", word)],
            "fig-alt" => vec![named("alt", word)],
            "out-width" => vec![named("width", word)],
            "echo" if is_off => vec![switched("hidden", "yes")],
            "eval" | "output" if is_off => vec![switched("figure", "none")],
            "include" if is_off => vec![switched("hidden", "yes"), switched("figure", "none")],
            "echo" | "eval" | "output" | "include" => Vec::new(),
            key if IGNORED.iter().any(|start| key.starts_with(start)) => Vec::new(),
            _ => vec![named(&self.key, word)],
        }
    }
}

/// Parses a value: in quotes, or up to the next space, comma or brace. Returns it with the length
/// of its text, or `None` if a quote is not closed.
fn parse_value(text: &str) -> Option<(String, usize)> {
    if let Some(rest) = text.strip_prefix('"') {
        let mut value = String::new();
        let mut letters = rest.char_indices();
        while let Some((offset, letter)) = letters.next() {
            match letter {
                '"' => return Some((value, offset + 2)),
                '\\' => match letters.next() {
                    Some((_, next @ ('"' | '\\'))) => value.push(next),
                    Some((_, next)) => value.extend(['\\', next]),
                    None => value.push('\\'),
                },
                letter => value.push(letter),
            }
        }
        return None;
    }
    let end = text
        .find(|letter: char| letter.is_whitespace() || ",{}".contains(letter))
        .unwrap_or(text.len());
    Some((text[..end].to_owned(), end))
}

#[cfg(test)]
mod tests {
    use super::Claim;

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
