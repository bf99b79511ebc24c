//! Values of SGF: text and its escapes, composed values (`aa:bb`), and points.

use std::fmt;

use pest::Parser;

use super::grammar::{Grammar, Rule};

/// Escapes a text for use between brackets.
pub(super) fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        if matches!(character, '\\' | ']') {
            escaped.push('\\');
        }
        escaped.push(character);
    }
    escaped
}

/// Escapes a part of a composed value.
pub(super) fn escape_part(text: &str) -> String {
    escape(text).replace(':', "\\:")
}

/// Decodes a value: resolves escapes, removes escaped line ends, and converts line ends to LF.
pub(in crate::formats) fn unescape(raw: &str) -> String {
    let mut text = String::with_capacity(raw.len());
    let mut characters = raw.chars().peekable();
    while let Some(character) = characters.next() {
        match character {
            '\\' => match characters.next() {
                // An escaped line end is removed; it can have two characters.
                Some(end @ ('\n' | '\r')) => {
                    characters.next_if(|&next| next != end && matches!(next, '\n' | '\r'));
                }
                other => text.extend(other),
            },
            '\n' | '\r' => {
                characters.next_if(|&next| next != character && matches!(next, '\n' | '\r'));
                text.push('\n');
            }
            other => text.push(other),
        }
    }
    text
}

/// Decodes a value of one line, which SGF calls SimpleText.
pub(in crate::formats) fn simple(raw: &str) -> String {
    unescape(raw).replace('\n', " ")
}

/// Returns true if a text is preserved as a value of one line, even by other programs.
pub(super) fn is_simple(text: &str) -> bool {
    !text.is_empty() && text.trim() == text && !text.chars().any(char::is_control)
}

/// Splits a composed value into its two parts, still escaped.
pub(super) fn split_composed(raw: &str) -> Option<(&str, &str)> {
    let mut parts = Grammar::parse(Rule::composed, raw)
        .ok()?
        .next()?
        .into_inner();
    Some((parts.next()?.as_str(), parts.next()?.as_str()))
}

/// A point of a square board, from 0 at the bottom left.
#[derive(Clone, Copy, Debug)]
struct GridPoint {
    column: u8,
    row: u8,
}

impl GridPoint {
    /// Returns the point if it is on a board of this size.
    fn new(column: u8, row: u8, size: u8) -> Option<Self> {
        (column < size && row < size).then_some(Self { column, row })
    }

    /// Returns the point with this name in the notation, such as `c3`.
    fn named(name: &str, size: u8) -> Option<Self> {
        let column = name.bytes().next().filter(u8::is_ascii_lowercase)? - b'a';
        let number = name
            .get(1..)
            .filter(|digits| !digits.starts_with(['0', '+']))?;
        let row = number.parse::<u8>().ok()?.checked_sub(1)?;
        Self::new(column, row, size)
    }
}

impl fmt::Display for GridPoint {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}{}", char::from(b'a' + self.column), self.row + 1)
    }
}

/// Notation of points.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PlaceNames {
    /// Names as in the notation.
    Named,
    /// Points as in Go: column and row as letters, `aa` at the top left of a board of this size.
    Grid(u8),
}

impl PlaceNames {
    /// Converts a place of the notation to SGF. Returns `None` if SGF has no such point.
    pub(super) fn write(self, name: &str) -> Option<String> {
        match self {
            Self::Named => name
                .bytes()
                .all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'-'))
                .then(|| name.to_owned()),
            Self::Grid(size) => {
                let point = GridPoint::named(name, size)?;
                // SGF counts rows from the top.
                let row_from_top = size - 1 - point.row;
                let column = char::from(b'a' + point.column);
                let row = char::from(b'a' + row_from_top);
                Some(format!("{column}{row}"))
            }
        }
    }

    /// Converts a point of SGF to a place of the notation.
    pub(super) fn read(self, raw: &str) -> Option<String> {
        match self {
            Self::Named => self.write(raw.trim()).filter(|name| !name.is_empty()),
            Self::Grid(size) => Self::parse_point(raw, size).map(|point| point.to_string()),
        }
    }

    /// Parses a point of SGF: `aa` at the top left.
    fn parse_point(raw: &str, size: u8) -> Option<GridPoint> {
        let letters = <[u8; 2]>::try_from(raw.trim().as_bytes()).ok()?;
        if !letters.iter().all(u8::is_ascii_lowercase) {
            return None;
        }
        let [column, row_from_top] = letters.map(|letter| letter - b'a');
        let row = size.checked_sub(1)?.checked_sub(row_from_top)?;
        GridPoint::new(column, row, size)
    }

    /// Returns the corners with the lowest and the highest column and row of the rectangle between
    /// two points.
    fn corners_between(from: &str, to: &str, size: u8) -> Option<(GridPoint, GridPoint)> {
        let from = Self::parse_point(from, size)?;
        let to = Self::parse_point(to, size)?;
        let low = GridPoint::new(from.column.min(to.column), from.row.min(to.row), size)?;
        let high = GridPoint::new(from.column.max(to.column), from.row.max(to.row), size)?;
        Some((low, high))
    }

    /// Returns the places of a value: a point, or the two corners of a rectangle of points.
    pub(super) fn read_list(self, raw: &str) -> Option<Vec<String>> {
        let (Some((from, to)), Self::Grid(size)) = (raw.split_once(':'), self) else {
            return self.read(raw).map(|place| vec![place]);
        };
        let (low, high) = Self::corners_between(from, to, size)?;
        let columns = low.column..=high.column;
        let rows = low.row..=high.row;
        let points = columns.flat_map(|column| {
            rows.clone()
                .filter_map(move |row| GridPoint::new(column, row, size))
        });
        Some(points.map(|point| point.to_string()).collect())
    }

    /// Writes a view between two places; on a grid, between the top left and bottom right corners.
    pub(super) fn write_view(self, from: &str, to: &str) -> Option<String> {
        let from = self.write(from)?;
        let to = self.write(to)?;
        match self {
            Self::Named => Some(format!("{from}:{to}")),
            Self::Grid(_) => {
                // The corners have the lower and the higher of the two letters for each direction.
                let corner = |pick: fn(u8, u8) -> u8| -> String {
                    from.bytes()
                        .zip(to.bytes())
                        .map(|(from, to)| char::from(pick(from, to)))
                        .collect()
                };
                Some(format!("{}:{}", corner(u8::min), corner(u8::max)))
            }
        }
    }

    /// Returns the two places of a view.
    pub(super) fn read_view(self, raw: &str) -> Option<(String, String)> {
        let (from, to) = raw.split_once(':')?;
        match self {
            Self::Named => Some((self.read(from)?, self.read(to)?)),
            Self::Grid(size) => {
                let (low, high) = Self::corners_between(from, to, size)?;
                Some((low.to_string(), high.to_string()))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_round_trip() {
        for text in ["", "a]b\\c:d[", "two\nlines", "é{}"] {
            assert_eq!(unescape(&escape(text)), text);
            let value = format!("{}:{}", escape_part(text), escape_part(text));
            let (first, second) = split_composed(&value).unwrap();
            assert_eq!(
                (unescape(first).as_str(), unescape(second).as_str()),
                (text, text)
            );
        }
        assert_eq!(unescape("soft\\\r\nbreak\r\nhard\\:\\"), "softbreak\nhard:");
    }

    #[test]
    fn grid_points_count_from_the_top_left() {
        let grid = PlaceNames::Grid(13);
        for (name, point) in [("a1", "am"), ("a13", "aa"), ("m13", "ma"), ("c3", "ck")] {
            assert_eq!(grid.write(name).as_deref(), Some(point));
            assert_eq!(grid.read(point).as_deref(), Some(name));
        }
        for none in ["n1", "a14", "a0", "a01", "", "+0-1", "a999"] {
            assert_eq!(grid.write(none), None, "{none}");
        }
        assert_eq!(grid.read("an"), None);
        assert_eq!(grid.read_list("al:bm").unwrap(), ["a1", "a2", "b1", "b2"]);
        assert_eq!(grid.write_view("c2", "a3").as_deref(), Some("ak:cl"));
        assert_eq!(grid.read_view("ak:cl"), Some(("a2".into(), "c3".into())));
    }
}
