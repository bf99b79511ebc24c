//! JSON parser that keeps the places of values, and that continues after a value with an error.
//! `serde_json` does neither. The grammar `grammar/json.pest` splits the text into tokens; [`read`]
//! builds a [`Node`] from the tokens of each value.

use pest::Parser;
use pest::iterators::{Pair, Pairs};

use super::super::Span;
use super::{Document, Fault, MAX_DEPTH, NOTHING, Node, TRUTH_VALUE, Value};

use grammar::{Grammar, Rule};

mod grammar {
    //! Parser generated from `grammar/json.pest`.

    #[derive(pest_derive::Parser)]
    #[grammar = "../grammar/json.pest"]
    pub(crate) struct Grammar;
}

/// Parses the values of a text; a value with errors becomes its fault. A list around the values and
/// commas between them are optional, because a stream may have been cut at any value.
pub(crate) fn read(text: &str) -> Vec<Document> {
    // The grammar is total.
    let Ok(tokens) = Grammar::parse(Rule::tokens, text) else {
        return Vec::new();
    };
    let mut builder = Builder {
        tokens,
        open: 0,
        end: Span::new(text.len(), text.len()),
    };
    let mut documents = Vec::new();
    while let Some(token) = builder.tokens.next() {
        match token.as_rule() {
            Rule::open_list | Rule::close_list | Rule::comma | Rule::EOI => {}
            _ => {
                builder.open = 0;
                let document = builder.read_value(token, 0);
                if document.is_err() {
                    builder.skip_value();
                }
                documents.push(document);
            }
        }
    }
    documents
}

/// Builds the nodes of values from tokens.
struct Builder<'t> {
    tokens: Pairs<'t, Rule>,
    /// The number of open maps and lists.
    open: usize,
    end: Span,
}

fn span_of(token: &Pair<'_, Rule>) -> Span {
    Span::from(token.as_span())
}

impl<'t> Builder<'t> {
    /// Returns the next token of a value that is not complete.
    fn next_token(&mut self) -> Result<Pair<'t, Rule>, Fault> {
        match self.tokens.next() {
            Some(token) if token.as_rule() != Rule::EOI => Ok(token),
            _ => Err(Fault::new(
                self.end,
                "The text ends in the middle of a value.",
            )),
        }
    }

    /// Skips the rest of a value that has a fault.
    fn skip_value(&mut self) {
        while self.open > 0 {
            match self.tokens.next().map(|token| token.as_rule()) {
                Some(Rule::open_map | Rule::open_list) => self.open += 1,
                Some(Rule::close_map | Rule::close_list) => self.open -= 1,
                Some(_) => {}
                None => break,
            }
        }
    }

    /// Reads the value that begins with a token.
    fn read_value(&mut self, token: Pair<'t, Rule>, depth: usize) -> Document {
        let span = span_of(&token);
        let value = match token.as_rule() {
            Rule::open_map | Rule::open_list if depth == MAX_DEPTH => {
                self.open += 1;
                return Err(Fault::new(
                    span,
                    format!("Maps and lists nest more than {MAX_DEPTH} deep."),
                ));
            }
            Rule::open_map => return self.read_map(span, depth),
            Rule::open_list => return self.read_list(span, depth),
            Rule::string => return read_string(token),
            Rule::number => Value::Number(token.as_str().to_owned()),
            Rule::literal if token.as_str() == "null" => Value::Other(NOTHING),
            Rule::literal => Value::Other(TRUTH_VALUE),
            Rule::open_string => {
                return Err(Fault::new(span, "This text is not closed on its line."));
            }
            _ => {
                // A bracket in the place of a value closes the map or list around it, which
                // therefore needs no skipping.
                let closes = matches!(token.as_rule(), Rule::close_map | Rule::close_list);
                if closes {
                    self.open = self.open.saturating_sub(1);
                }
                return Err(Fault::new(span, "A value is expected here."));
            }
        };
        Ok(Node { span, value })
    }

    /// Reads the rest of a map after its bracket.
    fn read_map(&mut self, open: Span, depth: usize) -> Document {
        self.open += 1;
        let mut entries = Vec::new();
        let mut token = self.next_token()?;
        // Only an empty map may close here: after a comma, `}` is an error.
        while token.as_rule() != Rule::close_map || !entries.is_empty() {
            if token.as_rule() != Rule::string {
                let help = "A key is text in double quotes; the last value has no comma after it.";
                return Err(Fault {
                    help: Some(help),
                    ..self.misplaced(&token, "A key is expected here.")
                });
            }
            let key = read_string(token)?;
            let colon = self.next_token()?;
            if colon.as_rule() != Rule::colon {
                return Err(self.misplaced(&colon, "A `:` is expected here."));
            }
            let first = self.next_token()?;
            entries.push((key, self.read_value(first, depth + 1)?));
            token = self.next_token()?;
            match token.as_rule() {
                Rule::close_map => break,
                Rule::comma => token = self.next_token()?,
                _ => return Err(self.misplaced(&token, "A `,` or a `}` is expected here.")),
            }
        }
        self.open -= 1;
        let span = open.to(span_of(&token));
        Ok(Node {
            span,
            value: Value::Map(entries),
        })
    }

    /// Reads the rest of a list after its bracket.
    fn read_list(&mut self, open: Span, depth: usize) -> Document {
        self.open += 1;
        let mut items = Vec::new();
        let mut token = self.next_token()?;
        // Only an empty list may close here: after a comma, `]` is an error.
        while token.as_rule() != Rule::close_list || !items.is_empty() {
            items.push(self.read_value(token, depth + 1)?);
            token = self.next_token()?;
            match token.as_rule() {
                Rule::close_list => break,
                Rule::comma => token = self.next_token()?,
                _ => return Err(self.misplaced(&token, "A `,` or a `]` is expected here.")),
            }
        }
        self.open -= 1;
        let span = open.to(span_of(&token));
        Ok(Node {
            span,
            value: Value::List(items),
        })
    }

    /// Reports a token in the wrong place, and updates the number of open brackets.
    fn misplaced(&mut self, token: &Pair<'_, Rule>, message: &str) -> Fault {
        match token.as_rule() {
            Rule::open_map | Rule::open_list => self.open += 1,
            Rule::close_map | Rule::close_list => self.open = self.open.saturating_sub(1),
            _ => {}
        }
        Fault::new(span_of(token), message)
    }
}

/// Parses a string: removes its quotes and resolves its escapes.
fn read_string(token: Pair<'_, Rule>) -> Document {
    let whole = span_of(&token);
    let span = Span::new(whole.start as usize + 1, whole.end as usize - 1);
    let mut text = String::with_capacity(span.len());
    // The first half of a surrogate pair written as two escapes, with its place.
    let mut half: Option<(u16, Span)> = None;
    let lone = |span: Span| Fault::new(span, "This escape is half of a character.");
    for part in token.into_inner().flat_map(Pair::into_inner) {
        let part_span = span_of(&part);
        let written = part.as_str();
        let piece = match part.as_rule() {
            Rule::stray_escape => {
                return Err(Fault::new(part_span, "This is not a valid JSON escape."));
            }
            Rule::stray_control => {
                return Err(Fault::new(
                    part_span,
                    "This character has to be written as an escape.",
                ));
            }
            Rule::escape => Piece::of_escape(written),
            _ => Piece::Text(written),
        };
        match (piece, half.take()) {
            (Piece::Unit(unit), Some((first, first_span))) => {
                let pair = char::decode_utf16([first, unit]).next();
                text.push(
                    pair.and_then(Result::ok)
                        .filter(|_| (0xDC00..0xE000).contains(&unit))
                        .ok_or_else(|| lone(first_span))?,
                );
            }
            (Piece::Unit(unit), None) => match char::from_u32(u32::from(unit)) {
                Some(character) => text.push(character),
                None if unit < 0xDC00 => half = Some((unit, part_span)),
                None => return Err(lone(part_span)),
            },
            (Piece::Text(_), Some((_, first_span))) => return Err(lone(first_span)),
            (Piece::Text(written), None) => text.push_str(written),
        }
    }
    match half {
        Some((_, first_span)) => Err(lone(first_span)),
        None => Ok(Node {
            span,
            value: Value::Text(text),
        }),
    }
}

/// The meaning of a part of a string.
enum Piece<'t> {
    Text(&'t str),
    /// A code unit of UTF-16: `\uXXXX`.
    Unit(u16),
}

impl<'t> Piece<'t> {
    fn of_escape(written: &'t str) -> Self {
        match &written[1..] {
            "b" => Self::Text("\u{8}"),
            "f" => Self::Text("\u{C}"),
            "n" => Self::Text("\n"),
            "r" => Self::Text("\r"),
            "t" => Self::Text("\t"),
            other => match other
                .strip_prefix('u')
                .map(|digits| u16::from_str_radix(digits, 16))
            {
                Some(Ok(unit)) => Self::Unit(unit),
                _ => Self::Text(other),
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_agree_with_serde() {
        for source in [
            r#""a\"\\\/\b\f\n\r\t""#,
            r#""é\u00e9\uD83D\uDE00!""#,
            r#""""#,
        ] {
            let documents = read(source);
            let [
                Ok(Node {
                    value: Value::Text(text),
                    ..
                }),
            ] = documents.as_slice()
            else {
                panic!("{source}")
            };
            assert_eq!(*text, serde_json::from_str::<String>(source).unwrap());
        }
    }

    #[test]
    fn errors_have_a_place_and_hide_nothing_after_them() {
        for (source, offset) in [
            (r#"{"a" 1}"#, "1"),
            (r#"{"a":1,}"#, "}"),
            (r#"{"a":[1 2]}"#, "2"),
            (r#"{"a":nope}"#, "nope"),
            (r#"{"a":"\x"}"#, "\\"),
            (r#"{"a":"\uD83Dx"}"#, "\\uD83D"),
            ("{\"a\":\"open}\n}", "\"open}"),
            ("{\"a\":\"\t\"}", "\t"),
            ("{]}", "]"),
        ] {
            let text = format!("[{source}, {{\"b\": 1}}]");
            let documents = read(&text);
            let fault = documents[0].as_ref().unwrap_err();
            assert_eq!(fault.span.slice(&text), offset, "{source}");
            assert!(documents.last().unwrap().is_ok(), "{source}: {documents:?}");
        }
    }

    #[test]
    fn depth_is_bounded() {
        let deep = |depth: usize| "{\"a\":".repeat(depth) + "1" + &"}".repeat(depth);
        assert!(read(&deep(MAX_DEPTH))[0].is_ok());
        assert!(read(&deep(MAX_DEPTH + 1))[0].is_err());
        assert!(read(&deep(100_000))[0].is_err());
    }
}
