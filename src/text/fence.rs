//! Block attributes: `key`, `key=value`, `#label`, `.class` after a fence, and the claim that they make about the
//! records.

use std::ops::Range;

/// One block attribute.
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
    /// No claim: the records must be legal, or announce themselves what they break.
    #[default]
    Legal,
    /// `finding`: the findings are to be shown, so none of them is an error.
    Open,
    /// `illegal`, `illegal=CODE`: each record breaks a rule, or has exactly this code.
    Illegal(Option<String>),
}

impl Claim {
    /// Returns the claim in the block attributes.
    pub fn of_info(info: &str) -> Self {
        let mut claim = Self::Legal;
        for attribute in block_attributes(info).0 {
            let value = attribute.value.filter(|value| value != "yes");
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

/// Parses the block attributes after the language. Also returns the place of a quote that is not
/// closed.
pub(crate) fn block_attributes(info: &str) -> (Vec<BlockAttribute>, Option<Range<usize>>) {
    let mut attributes = Vec::new();
    let mut unclosed = None;
    let mut at = usize::from(info.starts_with("pips")) * "pips".len();
    let separates = |letter: char| letter.is_whitespace() || ",{};:".contains(letter);
    while let Some(step) = info[at..].find(|letter| !separates(letter)) {
        at += step;
        let rest = &info[at..];
        let length = rest.find(|letter| separates(letter) || letter == '=').unwrap_or(rest.len());
        let key_place = at..at + length;
        let key = &info[key_place.clone()];
        at += length;
        let mut attribute = BlockAttribute { key: key.to_owned(), place: key_place.clone(), key_place, value: None };
        if let Some(rest) = info[at..].strip_prefix('=') {
            at += 1;
            match value(rest) {
                Some((value, length)) => {
                    attribute.place = at..at + length;
                    attribute.value = Some(value);
                    at += length;
                }
                None => {
                    unclosed = Some(at..info.len());
                    break;
                }
            }
        }
        match attribute.key.strip_prefix('#') {
            Some(label) => {
                attribute.value = Some(label.to_owned());
                attributes.push(BlockAttribute { key: "label".to_owned(), ..attribute });
            }
            // Classes are for other programs.
            None if attribute.key.starts_with('.') => {}
            None => attributes.push(attribute),
        }
    }
    (attributes, unclosed)
}

/// Returns a value and the length of its text: in quotes, or up to the next space, comma or brace. `None` if a quote
/// is not closed.
fn value(text: &str) -> Option<(String, usize)> {
    if let Some(rest) = text.strip_prefix('"') {
        let mut value = String::new();
        let mut letters = rest.char_indices();
        while let Some((at, letter)) = letters.next() {
            match letter {
                '"' => return Some((value, at + 2)),
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
    let end = text.find(|letter: char| letter.is_whitespace() || ",{}".contains(letter)).unwrap_or(text.len());
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
        ] {
            assert_eq!(Claim::of_info(info), claim, "{info}");
        }
    }
}
