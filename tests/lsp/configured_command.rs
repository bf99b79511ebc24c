//! User settings and project settings, as `pipscribe lsp` reads them.
#![cfg(unix)]

use std::io::{Read, Write};
use std::process::{Command, Stdio};

use serde_json::{Value, json};

use crate::support::{Folder, root};

/// The codes that `pipscribe lsp` reports for a file of a folder, and its whole output.
fn of_command(folder: &Folder, arguments: &[&str], options: Value) -> (Vec<String>, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_pipscribe"));
    command
        .arg("lsp")
        .args(arguments)
        .current_dir(folder.path());
    let mut server = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = server.stdin.take().unwrap();
    let mut say = |message: Value| {
        let body = message.to_string();
        write!(input, "Content-Length: {}\r\n\r\n{body}", body.len()).unwrap();
    };
    let uri = format!("file://{}/games/a.pips", folder.name());
    let folders = json!([{ "uri": format!("file://{}", folder.name()), "name": "a" }]);
    let able = json!({ "textDocument": { "diagnostic": {} } });
    let params = json!({ "capabilities": able, "initializationOptions": options, "workspaceFolders": folders });
    say(json!({ "id": 1, "method": "initialize", "params": params }));
    let text = std::fs::read_to_string(folder.path().join("games/a.pips")).unwrap();
    let document = json!({ "uri": uri, "languageId": "pips", "version": 1, "text": text });
    say(json!({ "method": "textDocument/didOpen", "params": { "textDocument": document } }));
    say(
        json!({ "id": 2, "method": "textDocument/diagnostic", "params": { "textDocument": { "uri": uri } } }),
    );
    let mut output = Vec::new();
    let mut out = server.stdout.take().unwrap();
    while !String::from_utf8_lossy(&output).contains("\"id\":2") || !output.ends_with(b"}") {
        let mut bytes = [0; 4096];
        let read = out.read(&mut bytes).unwrap();
        assert_ne!(read, 0, "the server ended");
        output.extend_from_slice(&bytes[..read]);
    }
    say(json!({ "id": 3, "method": "shutdown" }));
    say(json!({ "method": "exit" }));
    assert!(server.wait().unwrap().success());
    let output = String::from_utf8(output).unwrap();
    let codes = output
        .split("\"code\":\"")
        .skip(1)
        .map(|rest| rest.split('"').next().unwrap().to_owned());
    (codes.collect(), output)
}

#[test]
fn the_command_reads_the_settings_above_a_document() {
    let folder = Folder::new("lsp-config");
    folder.file(
        "games/a.pips",
        "[Game \"pipe\"]\n[Variant \"pipes\"]\n[Deck \"own\"]\n\n2. pass *\n",
    );
    let codes = |arguments: &[&str], options: Value| of_command(&folder, arguments, options).0;
    assert!(codes(&[], json!(null)).contains(&"deck/unknown".to_owned()));
    let deck = std::fs::read_to_string(root().join("src/decks/twin-works.yaml")).unwrap();
    folder.file(
        "decks/mine.yaml",
        &deck.replace("name: twin-works", "name: own"),
    );
    folder.file(
        "pipscribe.toml",
        "decks = [\"decks/mine.yaml\"]\nignore = [\"turn\"]\n",
    );
    let found = codes(&[], json!(null));
    assert!(
        !found.contains(&"deck/unknown".to_owned()) && !found.contains(&"turn/number".to_owned()),
        "{found:?}"
    );
    assert!(codes(&["--no-config"], json!(null)).contains(&"deck/unknown".to_owned()));
    let by_setting = codes(&["--no-config"], json!({ "decks": ["decks/mine.yaml"] }));
    assert!(
        !by_setting.contains(&"deck/unknown".to_owned()),
        "{by_setting:?}"
    );
    // With a faulty settings file, the server runs, and reports why the file does not apply.
    folder.file("pipscribe.toml", "ignored = []\n");
    let (found, output) = of_command(&folder, &[], json!(null));
    assert!(found.contains(&"deck/unknown".to_owned()));
    assert!(
        output.contains("window/showMessage") && output.contains("unknown setting `ignored`"),
        "{output}"
    );
}
