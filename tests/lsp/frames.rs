//! Frames as an editor writes them: a body that is not a message is answered, and the input after
//! it is read.

use std::io::{BufReader, Cursor, ErrorKind, Read, Write};
use std::process::{Command, Stdio};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use pipscribe_lsp::{Ended, NoFiles, serve_frames};
use serde_json::{Value, json};

use super::{GIPF, PATIENCE};

/// The output of the server.
#[derive(Clone, Default)]
struct Written(Arc<Mutex<Vec<u8>>>);

impl Write for Written {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().unwrap().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

fn framed(bodies: &[&[u8]]) -> Vec<u8> {
    let frame = |body: &&[u8]| {
        [
            format!("Content-Length: {}\r\n\r\n", body.len()).as_bytes(),
            body,
        ]
        .concat()
    };
    bodies.iter().flat_map(frame).collect()
}

/// The rest of an input, which the client writes once it has read a text.
struct Later {
    written: Written,
    awaited: &'static str,
    rest: Cursor<Vec<u8>>,
}

impl Read for Later {
    fn read(&mut self, bytes: &mut [u8]) -> std::io::Result<usize> {
        let until = Instant::now() + PATIENCE;
        let has_come =
            || String::from_utf8_lossy(&self.written.0.lock().unwrap()).contains(self.awaited);
        while !has_come() && Instant::now() < until {
            std::thread::sleep(Duration::from_millis(5));
        }
        self.rest.read(bytes)
    }
}

fn served(input: Vec<u8>) -> (std::io::Result<Ended>, Vec<Value>) {
    served_in_parts(input, "", Vec::new())
}

/// Serves a client that writes the rest once it has read a text.
fn served_in_parts(
    input: Vec<u8>,
    awaited: &'static str,
    rest: Vec<u8>,
) -> (std::io::Result<Ended>, Vec<Value>) {
    let written = Written::default();
    let later = Later {
        written: written.clone(),
        awaited,
        rest: Cursor::new(rest),
    };
    let input = BufReader::new(Cursor::new(input).chain(later));
    let ended = serve_frames(input, written.clone(), Arc::new(NoFiles));
    let output = String::from_utf8(written.0.lock().unwrap().clone()).unwrap();
    let bodies = output.split("Content-Length: ").skip(1).map(|frame| {
        let (length, body) = frame.split_once("\r\n\r\n").unwrap();
        assert_eq!(length.parse(), Ok(body.len()));
        serde_json::from_str(body).unwrap()
    });
    (ended, bodies.collect())
}

const INITIALIZE: &str =
    r#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"capabilities":{}}}"#;
const SHUTDOWN: &str = r#"{"jsonrpc":"2.0","id":2,"method":"shutdown"}"#;
const EXIT: &str = r#"{"jsonrpc":"2.0","method":"exit"}"#;

#[test]
fn a_body_that_is_not_a_message_is_answered_and_the_server_continues() {
    let deep = "[".repeat(100_000);
    for (body, id, code) in [
        (b"nonsense".as_slice(), json!(null), -32700),
        (b"", json!(null), -32700),
        (b"\xff\xfe", json!(null), -32700),
        (deep.as_bytes(), json!(null), -32700),
        (b"[]", json!(null), -32600),
        (
            b"[{\"jsonrpc\":\"2.0\",\"id\":4,\"method\":\"shutdown\"}]",
            json!(null),
            -32600,
        ),
        (b"null", json!(null), -32600),
        (b"{\"jsonrpc\":\"2.0\"}", json!(null), -32600),
        (
            b"{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":8}",
            json!(7),
            -32600,
        ),
    ] {
        let bodies = [
            INITIALIZE.as_bytes(),
            body,
            SHUTDOWN.as_bytes(),
            EXIT.as_bytes(),
        ];
        let (ended, answers) = served(framed(&bodies));
        assert_eq!(ended.unwrap(), Ended::Well);
        let refusal = answers
            .iter()
            .find(|answer| answer["error"]["code"] == code);
        assert_eq!(
            refusal.map(|answer| &answer["id"]),
            Some(&id),
            "{:.50}",
            String::from_utf8_lossy(body)
        );
        assert!(
            answers
                .iter()
                .any(|answer| answer["id"] == 2 && answer["error"].is_null()),
            "{answers:?}"
        );
    }
}

#[test]
fn half_of_a_surrogate_pair_is_read_as_the_replacement_character() {
    let text = format!("{GIPF}{{XX}} 1. zz *\n");
    let open = json!({
        "jsonrpc": "2.0", "method": "textDocument/didOpen",
        "params": { "textDocument": { "uri": "file:///a.pips", "languageId": "pips", "version": 1, "text": text } },
    });
    let open = open.to_string().replace("XX", "\\ud83d");
    let pull = r#"{"jsonrpc":"2.0","id":3,"method":"textDocument/diagnostic","params":{"textDocument":{"uri":"file:///a.pips"}}}"#;
    let pulls = INITIALIZE.replace("{}", r#"{"textDocument":{"diagnostic":{}}}"#);
    let bodies = [pulls.as_bytes(), open.as_bytes(), pull.as_bytes()];
    let rest = framed(&[SHUTDOWN.as_bytes(), EXIT.as_bytes()]);
    let (ended, answers) = served_in_parts(framed(&bodies), "\"id\":3", rest);
    assert_eq!(ended.unwrap(), Ended::Well);
    let found = answers.iter().find(|answer| answer["id"] == 3).unwrap();
    // The replacement character is one unit of UTF-16.
    assert_eq!(
        found["result"]["items"][0]["range"]["start"],
        json!({ "line": 3, "character": 7 }),
        "{found}"
    );
}

#[test]
fn a_malformed_header_ends_the_server_with_a_reason() {
    for header in [
        "Content-Length: 99999999999\r\n\r\n{}",
        "Content-Length: -1\r\n\r\n",
        "nonsense\r\n\r\n",
        "{}",
    ] {
        let input = [framed(&[INITIALIZE.as_bytes()]), header.into()].concat();
        let (ended, _) = served(input);
        assert_eq!(
            ended.unwrap_err().kind(),
            ErrorKind::InvalidData,
            "{header}"
        );
    }
    assert_eq!(
        served(framed(&[INITIALIZE.as_bytes()])).0.unwrap(),
        Ended::Abruptly
    );
}

#[test]
fn the_command_reports_why_it_ends() {
    let mut command = Command::new(env!("CARGO_BIN_EXE_pipscribe"));
    command
        .arg("lsp")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    let mut server = command.spawn().unwrap();
    server
        .stdin
        .take()
        .unwrap()
        .write_all(b"Content-Length: 99999999999\r\n\r\n{}")
        .unwrap();
    let output = server.wait_with_output().unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert!(
        said.contains("malformed header \"Content-Length: 99999999999\"")
            && said.lines().count() == 1,
        "{said}"
    );
}
