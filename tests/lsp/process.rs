//! The language server as a process: the end of its parent, and settings that the client does not
//! watch.
#![cfg(unix)]

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::support::Folder;

/// Time limit for a server.
const PATIENCE: Duration = Duration::from_secs(60);

/// A running `pipscribe lsp`.
struct Process {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Process {
    /// Starts a server in a folder. `parent` is the process that the client names.
    fn start(folder: &Folder, parent: Value, capabilities: Value) -> Self {
        let mut command = Command::new(env!("CARGO_BIN_EXE_pipscribe"));
        command
            .arg("lsp")
            .current_dir(folder.path())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped());
        let mut child = command.spawn().unwrap();
        let input = child.stdin.take().unwrap();
        let output = BufReader::new(child.stdout.take().unwrap());
        let mut process = Self {
            child,
            input,
            output,
        };
        let params = json!({ "processId": parent, "capabilities": capabilities });
        process.say(json!({ "id": 1, "method": "initialize", "params": params }));
        process.hear(|message| message["id"] == 1);
        process
    }

    fn say(&mut self, message: Value) {
        let body = message.to_string();
        write!(self.input, "Content-Length: {}\r\n\r\n{body}", body.len()).unwrap();
        self.input.flush().unwrap();
    }

    /// Returns the next message that is wanted.
    fn hear(&mut self, is_wanted: impl Fn(&Value) -> bool) -> Value {
        loop {
            let mut length = 0;
            loop {
                let mut line = String::new();
                assert_ne!(
                    self.output.read_line(&mut line).unwrap(),
                    0,
                    "the server ended"
                );
                if let Some(bytes) = line.strip_prefix("Content-Length: ") {
                    length = bytes.trim().parse().unwrap();
                }
                if line == "\r\n" {
                    break;
                }
            }
            let mut body = vec![0; length];
            self.output.read_exact(&mut body).unwrap();
            let message: Value = serde_json::from_slice(&body).unwrap();
            if is_wanted(&message) {
                return message;
            }
        }
    }

    /// Returns the codes of the next diagnostics.
    fn codes(&mut self) -> Vec<String> {
        let message = self.hear(|message| message["method"] == "textDocument/publishDiagnostics");
        let diagnostics = message["params"]["diagnostics"].as_array().unwrap().clone();
        diagnostics
            .iter()
            .map(|one| one["code"].as_str().unwrap_or_default().to_owned())
            .collect()
    }

    /// Returns true if the server ends in time while its input is open.
    fn ends(&mut self, within: Duration) -> bool {
        let until = Instant::now() + within;
        while Instant::now() < until {
            if self.child.try_wait().unwrap().is_some() {
                return true;
            }
            std::thread::sleep(Duration::from_millis(50));
        }
        false
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn the_server_ends_after_its_parent() {
    let folder = Folder::new("lsp-parent");
    let sleep = || Command::new("sleep").arg("600").spawn().unwrap();
    // A parent whose status nobody has collected has also ended, although it still has a process
    // entry.
    for is_reaped in [true, false] {
        let mut parent = sleep();
        let mut server = Process::start(&folder, json!(parent.id()), json!({}));
        assert!(!server.ends(Duration::from_secs(5)), "the parent lives");
        parent.kill().unwrap();
        if is_reaped {
            parent.wait().unwrap();
        }
        if is_reaped || cfg!(target_os = "linux") {
            assert!(server.ends(PATIENCE));
        }
        parent.wait().unwrap();
    }
    let mut server = Process::start(&folder, json!(null), json!({}));
    assert!(!server.ends(Duration::from_secs(5)), "there is no parent");
}

fn document(uri: &str, text: &str) -> Value {
    json!({ "uri": uri, "languageId": "pips", "version": null, "text": text })
}

#[test]
fn unwatched_settings_are_read_again_at_an_edit_and_at_a_save() {
    let folder = Folder::new("lsp-unwatched");
    let text = "[Game \"gipf\"]\n[Variant \"basic\"]\n\n2. b3 *\n";
    let uri = format!("file://{}", folder.file("games/a.pips", text));
    let mut server = Process::start(&folder, json!(null), json!({}));
    server.say(json!({ "method": "textDocument/didOpen", "params": { "textDocument": document(&uri, text) } }));
    assert_eq!(server.codes(), ["turn/number"]);

    // Clients that do not count versions can still edit.
    let edit = |line: u32| {
        let place = json!({ "line": line, "character": 0 });
        let change = json!({ "range": { "start": place, "end": place }, "text": "\n" });
        let document = json!({ "uri": uri, "version": null });
        json!({ "method": "textDocument/didChange",
            "params": { "textDocument": document, "contentChanges": [change] } })
    };
    folder.file("games/pipscribe.toml", "ignore = [\"turn\"]\n");
    server.say(edit(4));
    while !server.codes().is_empty() {}
    folder.file(
        "games/pipscribe.toml",
        "[severity]\n\"turn/number\" = \"error\"\n",
    );
    let save =
        json!({ "method": "textDocument/didSave", "params": { "textDocument": { "uri": uri } } });
    server.say(save.clone());
    assert_eq!(server.codes(), ["turn/number"]);
    // The file above the folder applies once the nearer one is gone.
    folder.file("pipscribe.toml", "ignore = [\"turn/number\"]\n");
    std::fs::remove_file(folder.path().join("games/pipscribe.toml")).unwrap();
    server.say(save);
    assert!(server.codes().is_empty());
}
