//! Reader of frames: a header with the length of a body, then the body, which is one message in
//! JSON.
//!
//! The reader of `lsp-server` ends at the first body that is not a message, and allocates whatever
//! length a header claims. This reader distinguishes an invalid frame from an invalid body, and
//! continues with the next frame after an invalid body.

use std::borrow::Cow;
use std::io::{self, BufRead, Read};

use lsp_server::{ErrorCode, Message, RequestId};
use serde_json::{Value, json};

/// Maximum length of a header line, in bytes.
const MAX_HEADER_BYTES: u64 = 4 << 10;
/// Number of characters of an invalid header line that a message shows.
const SHOWN_CHARACTERS: usize = 100;
/// Maximum length of a body, in bytes.
const MAX_BODY_BYTES: u64 = 1 << 30;

/// Reads the body of the next frame, or `None` at the end of the input.
///
/// # Errors
/// Returns an error if the header is malformed or the body is incomplete, because the start of the
/// next frame is then unknown.
pub(super) fn read_frame(input: &mut impl BufRead) -> io::Result<Option<Vec<u8>>> {
    let first_line = read_header_line(input)?;
    if first_line.is_empty() {
        return Ok(None);
    }
    let length = read_length(first_line, input)?;

    // Memory grows with the received data, not with the announced length.
    let mut body = Vec::new();
    input.by_ref().take(length).read_to_end(&mut body)?;
    if (body.len() as u64) < length {
        return Err(invalid(format!(
            "the input ends after {} of the {length} bytes of a message",
            body.len()
        )));
    }

    Ok(Some(body))
}

/// Reads a line of the header, with its line end. Returns an empty line at the end of the input.
fn read_header_line(input: &mut impl BufRead) -> io::Result<Vec<u8>> {
    let mut line = Vec::new();
    input
        .by_ref()
        .take(MAX_HEADER_BYTES)
        .read_until(b'\n', &mut line)?;
    Ok(line)
}

/// Reads the rest of a header, up to the empty line after it. Returns the length of the body.
fn read_length(first_line: Vec<u8>, input: &mut impl BufRead) -> io::Result<u64> {
    let mut length = None;
    let mut line = first_line;
    loop {
        let Some(field) = line.strip_suffix(b"\r\n") else {
            return Err(bad_header(&line, "it does not end in CR LF"));
        };
        if field.is_empty() {
            break;
        }
        let text = std::str::from_utf8(field).ok();
        let Some((name, value)) = text.and_then(|text| text.split_once(':')) else {
            return Err(bad_header(field, "it is not `Name: value`"));
        };
        if name.trim().eq_ignore_ascii_case("Content-Length") {
            length = Some(length_of(value.trim()).map_err(|why| bad_header(field, &why))?);
        }
        line = read_header_line(input)?;
    }
    length.ok_or_else(|| invalid("the header `Content-Length` is missing".to_owned()))
}

fn length_of(value: &str) -> Result<u64, String> {
    match value.parse() {
        Ok(length) if length <= MAX_BODY_BYTES => Ok(length),
        Ok(_) => Err(format!("a message has at most {MAX_BODY_BYTES} bytes")),
        Err(_) => Err("its value is not a number of bytes".to_owned()),
    }
}

fn bad_header(line: &[u8], why: &str) -> io::Error {
    let text = String::from_utf8_lossy(line);
    let shown: String = text.chars().take(SHOWN_CHARACTERS).collect();
    invalid(format!("malformed header {shown:?}: {why}"))
}

fn invalid(message: String) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, message)
}

/// Parses the message in a body. `Err` holds the error response, or `None` if there must be no
/// response.
pub(super) fn message_of(body: &[u8]) -> Result<Message, Option<Value>> {
    let text = std::str::from_utf8(body).map_err(|error| Some(parse_error(&error.to_string())))?;
    let error = match serde_json::from_str(text) {
        Ok(message) => return Ok(message),
        Err(error) => error,
    };
    let repaired = without_lone_surrogates(text);
    if let Ok(message) = serde_json::from_str(&repaired) {
        return Ok(message);
    }
    match serde_json::from_str::<Value>(&repaired) {
        Ok(value) => Err(invalid_request(&value)),
        Err(_) => Err(Some(parse_error(&error.to_string()))),
    }
}

/// Replaces lone surrogates with U+FFFD. Editors with UTF-16 strings write them, and JSON can hold
/// them only as escapes.
fn without_lone_surrogates(json: &str) -> Cow<'_, str> {
    let bytes = json.as_bytes();
    let mut repaired = String::new();
    let mut offset = 0;
    let mut copied = 0;
    while let Some(found) = memchr::memchr(b'\\', bytes.get(offset..).unwrap_or_default()) {
        let backslash = offset + found;
        let escape = Escape::at(bytes, backslash);
        offset = backslash + escape.length();
        if matches!(escape, Escape::LoneSurrogate) {
            repaired.push_str(json.get(copied..backslash).unwrap_or_default());
            repaired.push_str("\\ufffd");
            copied = offset;
        }
    }

    if copied == 0 {
        return Cow::Borrowed(json);
    }

    repaired.push_str(json.get(copied..).unwrap_or_default());
    Cow::Owned(repaired)
}

/// Length of a Unicode escape, such as `\u00e9`.
const UNICODE_ESCAPE: usize = 6;

/// Escape in a JSON string.
enum Escape {
    /// Two characters, such as `\n`.
    Short,
    /// Unicode escape of a character.
    Character,
    /// Two Unicode escapes, the UTF-16 surrogates of one character.
    SurrogatePair,
    /// Unicode escape of a surrogate that is not part of a pair.
    LoneSurrogate,
}

impl Escape {
    /// Returns the escape at a backslash.
    fn at(json: &[u8], backslash: usize) -> Self {
        let is_high = |unit: u16| (0xd800..0xdc00).contains(&unit);
        let is_low = |unit: u16| (0xdc00..0xe000).contains(&unit);
        let Some(unit) = escaped_unit(json, backslash) else {
            return Self::Short;
        };
        let next = escaped_unit(json, backslash + UNICODE_ESCAPE);
        if is_high(unit) && next.is_some_and(is_low) {
            Self::SurrogatePair
        } else if is_high(unit) || is_low(unit) {
            Self::LoneSurrogate
        } else {
            Self::Character
        }
    }

    /// Returns the length in bytes.
    fn length(&self) -> usize {
        match self {
            Self::Short => 2,
            Self::Character | Self::LoneSurrogate => UNICODE_ESCAPE,
            Self::SurrogatePair => 2 * UNICODE_ESCAPE,
        }
    }
}

/// Returns the UTF-16 code unit of the Unicode escape that begins at a byte, if there is one.
fn escaped_unit(json: &[u8], start: usize) -> Option<u16> {
    let digits = json.get(start..)?.strip_prefix(b"\\u")?.get(..4)?;
    u16::from_str_radix(std::str::from_utf8(digits).ok()?, 16).ok()
}

/// Returns the error response to JSON that is not a message, or `None` for a malformed response:
/// answering it could make two programs exchange errors forever.
fn invalid_request(value: &Value) -> Option<Value> {
    let is_response = value.get("method").is_none()
        && (value.get("result").is_some() || value.get("error").is_some());
    if is_response {
        return None;
    }
    let id = value
        .get("id")
        .filter(|id| serde_json::from_value::<RequestId>((*id).clone()).is_ok());
    let why = match value {
        Value::Array(_) => {
            "the Language Server Protocol has no batches: send each message by itself"
        }
        Value::Object(_) => "this is neither a request nor a notification nor a response",
        _ => "a message must be a JSON object",
    };
    Some(error(
        id.cloned().unwrap_or_default(),
        ErrorCode::InvalidRequest,
        why,
    ))
}

fn parse_error(why: &str) -> Value {
    error(Value::Null, ErrorCode::ParseError, why)
}

fn error(id: Value, code: ErrorCode, message: &str) -> Value {
    json!({ "jsonrpc": "2.0", "id": id, "error": { "code": code as i32, "message": message } })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn frames(mut input: &[u8]) -> (Vec<String>, Option<String>) {
        let mut bodies = Vec::new();
        loop {
            match read_frame(&mut input) {
                Ok(Some(body)) => bodies.push(String::from_utf8_lossy(&body).into_owned()),
                Ok(None) => return (bodies, None),
                Err(error) => return (bodies, Some(error.to_string())),
            }
        }
    }

    #[test]
    fn frames_are_read_one_after_the_other() {
        let two = b"Content-Length: 2\r\n\r\n{}content-length:3\r\nContent-Type: x\r\n\r\nabc";
        assert_eq!(frames(two), (vec!["{}".into(), "abc".into()], None));
        assert_eq!(frames(b""), (vec![], None));
        assert_eq!(
            frames(b"Content-Length: 0\r\n\r\n"),
            (vec![String::new()], None)
        );
    }

    #[test]
    fn malformed_headers_are_errors_that_quote_them() {
        let long = format!("X: {}\r\n\r\n", "y".repeat(10_000));
        for (input, why) in [
            ("Content-Length: 2\n\n{}", "CR LF"),
            ("{\"id\": 1}", "CR LF"),
            ("nonsense\r\n\r\n", "Name: value"),
            ("Content-Length: -1\r\n\r\n", "not a number"),
            ("Content-Length: 99999999999\r\n\r\n{}", "at most"),
            (
                "Content-Length: 99999999999999999999999\r\n\r\n{}",
                "not a number",
            ),
            (
                "Content-Type: x\r\n\r\n{}",
                "the header `Content-Length` is missing",
            ),
            ("Content-Length: 3\r\n\r\n{}", "2 of the 3 bytes"),
            ("Content-Length: 3\r\n", "CR LF"),
            (&long, "CR LF"),
        ] {
            let (bodies, error) = frames(input.as_bytes());
            assert!(
                bodies.is_empty() && error.as_ref().is_some_and(|error| error.contains(why)),
                "{input:.40}: {error:?}"
            );
        }
    }

    #[test]
    fn bodies_that_are_not_messages_are_answered() {
        let answer = |body: &[u8]| message_of(body).map(drop).unwrap_err();
        let code = |body: &[u8]| {
            answer(body).map(|answer| (answer["id"].clone(), answer["error"]["code"].clone()))
        };
        let parse_error = Some((Value::Null, json!(-32700)));
        let deep = "[".repeat(100_000);
        for body in [
            b"".as_slice(),
            b"nonsense",
            b"{",
            b"\xff\xfe",
            b"{\"method\": \"\xff\"}",
            deep.as_bytes(),
        ] {
            assert_eq!(
                code(body),
                parse_error,
                "{:.40}",
                String::from_utf8_lossy(body)
            );
        }

        for (body, id) in [
            ("[]", json!(null)),
            ("[{\"id\":1,\"method\":\"x\"}]", json!(null)),
            ("null", json!(null)),
            ("3", json!(null)),
            ("{\"jsonrpc\":\"2.0\"}", json!(null)),
            ("{\"id\":7,\"method\":3}", json!(7)),
            ("{\"id\":\"a\",\"method\":[]}", json!("a")),
            ("{\"id\":[],\"method\":3}", json!(null)),
        ] {
            assert_eq!(code(body.as_bytes()), Some((id, json!(-32600))), "{body}");
        }

        assert_eq!(
            answer(b"{\"id\":null,\"error\":{\"code\":1,\"message\":\"\"}}"),
            None
        );
    }

    #[test]
    fn lone_surrogates_become_replacement_characters() {
        for (json, repaired) in [
            (r#""a\ud83db""#, r#""a\ufffdb""#),
            (r#""\ud83d\ud83c\udfb2""#, r#""\ufffd\ud83c\udfb2""#),
            (r#""\uDFB2\\ud83d\n""#, r#""\ufffd\\ud83d\n""#),
            (r#""\ud83c\udfb2 \u00e9""#, r#""\ud83c\udfb2 \u00e9""#),
            (r#""\ud8""#, r#""\ud8""#),
            (r#""\"#, r#""\"#),
        ] {
            assert_eq!(without_lone_surrogates(json), repaired);
        }
        let said = message_of(br#"{"method":"x","params":["\ud83d"]}"#).unwrap();
        assert!(matches!(said, Message::Notification(said) if said.params == json!(["\u{fffd}"])));
    }
}
