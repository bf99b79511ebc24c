//! JSON parser that keeps the places of values, and that continues after a value with an error.
//! `serde_json` does neither. The grammar `grammar/json.pest` splits the text into tokens; [`read`]
//! builds a [`Node`] from the tokens of each value. The grammar is total: mistakes are tokens too,
//! so every text has tokens.

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
    /// The number of maps and lists of the current value that are open. After an error, the tokens
    /// up to the end of the outermost one are skipped.
    open: usize,
    /// The end of the text.
    end: Span,
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
    let mut content = StringContent {
        text: String::with_capacity(span.len()),
        half: None,
    };
    for part in token.into_inner().flat_map(Pair::into_inner) {
        let part_span = span_of(&part);
        let written = part.as_str();
        match part.as_rule() {
            Rule::stray_escape => {
                return Err(Fault::new(part_span, "This is not a valid JSON escape."));
            }
            Rule::stray_control => {
                return Err(Fault::new(
                    part_span,
                    "This character has to be written as an escape.",
                ));
            }
            Rule::escape => match Escaped::new(written) {
                Escaped::Text(text) => content.push_text(text)?,
                Escaped::Unit(unit) => content.push_unit(unit, part_span)?,
            },
            _ => content.push_text(written)?,
        }
    }
    Ok(Node {
        span,
        value: Value::Text(content.finish()?),
    })
}

/// Content of a string whose escapes are resolved one by one. Two escapes may be one character: the
/// halves of a UTF-16 surrogate pair, as in `\uD83D\uDE00`.
struct StringContent {
    text: String,
    /// The first half of a pair, with its place.
    half: Option<(u16, Span)>,
}

impl StringContent {
    fn push_text(&mut self, text: &str) -> Result<(), Fault> {
        self.check_no_half()?;
        self.text.push_str(text);
        Ok(())
    }

    /// Adds a code unit of UTF-16.
    fn push_unit(&mut self, unit: u16, span: Span) -> Result<(), Fault> {
        let is_second_half = (0xDC00..0xE000).contains(&unit);
        if let Some((first, first_span)) = self.half.take() {
            let pair = char::decode_utf16([first, unit]).next();
            match pair {
                Some(Ok(character)) if is_second_half => self.text.push(character),
                _ => return Err(lone_half(first_span)),
            }
            return Ok(());
        }

        match char::from_u32(u32::from(unit)) {
            Some(character) => self.text.push(character),
            None if is_second_half => return Err(lone_half(span)),
            None => self.half = Some((unit, span)),
        }
        Ok(())
    }

    fn finish(self) -> Result<String, Fault> {
        self.check_no_half()?;
        Ok(self.text)
    }

    /// Returns an error if a first half has no second half.
    fn check_no_half(&self) -> Result<(), Fault> {
        match self.half {
            Some((_, span)) => Err(lone_half(span)),
            None => Ok(()),
        }
    }
}

fn lone_half(span: Span) -> Fault {
    Fault::new(span, "This escape is half of a character.")
}

/// The meaning of an escape.
enum Escaped<'t> {
    Text(&'t str),
    /// A code unit of UTF-16: `\uXXXX`.
    Unit(u16),
}

impl<'t> Escaped<'t> {
    /// Returns the meaning of an escape that is written with its backslash.
    fn new(written: &'t str) -> Self {
        let after_backslash = &written[1..];
        if let Some(digits) = after_backslash.strip_prefix('u')
            && let Ok(unit) = u16::from_str_radix(digits, 16)
        {
            return Self::Unit(unit);
        }
        Self::Text(match after_backslash {
            "b" => "\u{8}",
            "f" => "\u{C}",
            "n" => "\n",
            "r" => "\r",
            "t" => "\t",
            // `\"`, `\\` and `\/` are these characters themselves.
            other => other,
        })
    }
}

fn span_of(token: &Pair<'_, Rule>) -> Span {
    Span::from(token.as_span())
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
