//! Checks of whole folders, and decks that change.

use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use lsp_server::Message;
use pipscribe::decks::{Deck, DeckFile, Decks, NoDeck};
use pipscribe::games::Context;
use pipscribe_lsp::Environment;
use serde_json::json;

use super::{Editor, GIPF, capabilities};
use crate::support::RecordText;

/// Files in memory.
#[derive(Debug, Default)]
struct Memory(Mutex<BTreeMap<PathBuf, Vec<u8>>>);

#[derive(Debug)]
struct OneDeck(Option<Vec<u8>>);

impl Decks for OneDeck {
    fn deck(&self, name: &str) -> Result<Arc<Deck>, NoDeck> {
        let text = self
            .0
            .as_ref()
            .filter(|_| name == "mine")
            .ok_or(NoDeck::Unknown)?;
        DeckFile::read(text)
            .deck
            .map(Arc::new)
            .ok_or(NoDeck::Unknown)
    }

    fn names(&self) -> Vec<String> {
        vec!["mine".to_owned()]
    }
}

impl Memory {
    fn put(&self, path: &str, bytes: impl AsRef<[u8]>) {
        self.0
            .lock()
            .unwrap()
            .insert(path.into(), bytes.as_ref().to_owned());
    }
}

impl Environment for Memory {
    fn context(&self, _path: Option<&Path>) -> Context {
        let deck = self
            .0
            .lock()
            .unwrap()
            .get(Path::new("/games/mine.yaml"))
            .cloned();
        Context::with_decks(Arc::new(OneDeck(deck)))
    }

    fn deck_file(&self, path: &Path, name: &str) -> Option<PathBuf> {
        let file = path.parent()?.join(format!("{name}.yaml"));
        self.0.lock().unwrap().contains_key(&file).then_some(file)
    }

    fn page(&self, name: &str, markdown: &str) -> Option<PathBuf> {
        let file = format!("/pages/{}.md", name.replace('/', "-"));
        self.put(&file, markdown);
        Some(file.into())
    }

    fn files(&self, folder: &Path) -> Vec<PathBuf> {
        let files = self.0.lock().unwrap();
        files
            .keys()
            .filter(|path| {
                path.starts_with(folder) && path.extension().is_some_and(|ending| ending != "yaml")
            })
            .cloned()
            .collect()
    }

    fn stamp(&self, path: &Path) -> Option<String> {
        self.0.lock().unwrap().get(path).map(|bytes| {
            format!(
                "{}-{}",
                bytes.len(),
                bytes.iter().filter(|byte| **byte == b'd').count()
            )
        })
    }

    fn read(&self, path: &Path) -> io::Result<Vec<u8>> {
        let found = self.0.lock().unwrap().get(path).cloned();
        found.ok_or_else(|| io::ErrorKind::NotFound.into())
    }

    fn forget(&self) {}
}

fn pulling() -> serde_json::Value {
    let mut able = capabilities();
    able["textDocument"]["diagnostic"] = json!({});
    able
}

#[test]
fn every_file_of_the_folders_is_checked() {
    let files = Arc::new(Memory::default());
    files.put("/games/bad.pips", format!("{GIPF}1. a2-d4 *\n"));
    files.put("/games/good.pips", format!("{GIPF}1. b3 *\n"));
    files.put("/games/deep/page.md", "```pips\n[Game \"gipf\"]\n```\n");
    files.put("/elsewhere/bad.pips", "zz");
    let mut editor = Editor::within(
        pulling(),
        json!(null),
        Arc::clone(&files) as Arc<dyn Environment>,
        &["file:///games"],
    );
    editor.open("file:///games/good.pips", GIPF);
    let ask = |known: serde_json::Value| {
        let token = "p";
        json!({ "previousResultIds": known, "workDoneToken": "t", "partialResultToken": token })
    };
    let report = editor.ask("workspace/diagnostic", ask(json!([])));
    let reported: Vec<_> = report["items"]
        .as_array()
        .unwrap()
        .iter()
        .map(|item| {
            (
                item["uri"].as_str().unwrap().to_owned(),
                item["items"][0]["code"]
                    .as_str()
                    .unwrap_or_default()
                    .to_owned(),
            )
        })
        .collect();
    assert_eq!(
        reported,
        [
            (
                "file:///games/bad.pips".to_owned(),
                "gipf/not-in-line".to_owned()
            ),
            (
                "file:///games/deep/page.md".to_owned(),
                "tag/missing".to_owned()
            ),
        ],
        "what is open is asked about by itself"
    );
    let progress: Vec<_> = editor
        .heard
        .iter()
        .filter(|said| said.method == "$/progress")
        .map(|said| {
            said.params["value"]["kind"]
                .as_str()
                .unwrap_or("part")
                .to_owned()
        })
        .collect();
    assert_eq!(
        (
            progress.first().map(String::as_str),
            progress.last().map(String::as_str)
        ),
        (Some("begin"), Some("end"))
    );

    // Unchanged files are not read again; a removed file has no findings.
    let known: Vec<_> = report["items"]
        .as_array()
        .unwrap()
        .iter()
        .map(|item| json!({ "uri": item["uri"], "value": item["resultId"] }))
        .collect();
    files.put("/games/deep/page.md", "nothing");
    let mut known = known;
    known.push(json!({ "uri": "file:///games/gone.pips", "value": "1" }));
    let report = editor.ask("workspace/diagnostic", ask(json!(known)));
    let kinds: Vec<_> = report["items"]
        .as_array()
        .unwrap()
        .iter()
        .map(|item| {
            (
                item["kind"].as_str().unwrap(),
                item["items"].as_array().map(Vec::len),
            )
        })
        .collect();
    assert_eq!(
        kinds,
        [("unchanged", None), ("full", Some(0)), ("full", Some(0))]
    );
    editor.close();
}

/// The codes in a report on folders, for the one file that it covers; `None` if nothing has
/// changed.
fn codes_of_file(report: &serde_json::Value) -> Option<Vec<String>> {
    let items = report["items"][0]["items"].as_array()?;
    Some(
        items
            .iter()
            .map(|one| one["code"].as_str().unwrap().to_owned())
            .collect(),
    )
}

#[test]
fn a_file_is_checked_again_if_its_deck_changes() {
    let files = Arc::new(Memory::default());
    files.put(
        "/games/a.pips",
        "[Game \"pipe\"]\n[Variant \"pipes\"]\n[Deck \"mine\"]\n\n1. discard:hidden *\n",
    );
    let deck = pipscribe::decks::ShippedDecks::text("twin-works").unwrap();
    files.put("/games/mine.yaml", deck);
    let mut editor = Editor::within(
        pulling(),
        json!(null),
        Arc::clone(&files) as Arc<dyn Environment>,
        &["file:///games"],
    );
    let mut ask = |known: &serde_json::Value| {
        let known: Vec<_> = known
            .as_str()
            .map(|id| json!({ "uri": "file:///games/a.pips", "value": id }))
            .into_iter()
            .collect();
        editor.ask(
            "workspace/diagnostic",
            json!({ "previousResultIds": known }),
        )
    };
    let first = ask(&json!(null));
    assert!(
        !codes_of_file(&first)
            .unwrap()
            .contains(&"deck/unknown".to_owned())
    );
    let known = first["items"][0]["resultId"].clone();
    assert_eq!(codes_of_file(&ask(&known)), None);
    files
        .0
        .lock()
        .unwrap()
        .remove(Path::new("/games/mine.yaml"));
    assert!(
        codes_of_file(&ask(&known))
            .unwrap()
            .contains(&"deck/unknown".to_owned())
    );
    // A stamp of another server is invalid.
    assert!(codes_of_file(&ask(&json!("2-3"))).is_some());
    editor.close();
}

#[test]
fn a_file_in_another_encoding_is_reported_as_by_check() {
    let files = Arc::new(Memory::default());
    let record = b"[Game \"gipf\"]\n[Variant \"basic\"]\n[Player1 \"J\xF6rg\"]\n\n1. b3 *\n";
    for (path, bytes) in [
        ("/games/a.pips", record.to_vec()),
        (
            "/games/a.md",
            [b"J\xF6rg:\n\n```pips\n", &record[..], b"```\n"].concat(),
        ),
    ] {
        files.0.lock().unwrap().clear();
        files.put(path, &bytes);
        let mut editor = Editor::within(
            pulling(),
            json!(null),
            Arc::clone(&files) as Arc<dyn Environment>,
            &["file:///games"],
        );
        let report = editor.ask("workspace/diagnostic", json!({ "previousResultIds": [] }));
        assert_eq!(
            codes_of_file(&report).unwrap(),
            ["syntax/encoding"],
            "{path}"
        );
        let line = if path.ends_with("md") { 5 } else { 2 };
        let place = |column: u32| json!({ "line": line, "character": column });
        assert_eq!(
            report["items"][0]["items"][0]["range"],
            json!({ "start": place(11), "end": place(12) })
        );
        editor.close();
    }
}

#[test]
fn a_folder_is_checked_by_a_command_and_that_can_be_cancelled() {
    let files = Arc::new(Memory::default());
    (0..300).for_each(|number| {
        files.put(
            &format!("/games/{number:03}.pips"),
            format!("{GIPF}1. a2-d4 *\n").repeat(4),
        );
    });
    let mut editor = Editor::within(
        capabilities(),
        json!(null),
        Arc::clone(&files) as Arc<dyn Environment>,
        &["file:///games"],
    );
    let done = editor.ask(
        "workspace/executeCommand",
        json!({ "command": "pipscribe.checkFolder", "arguments": [{ "uri": "file:///games" }] }),
    );
    assert_eq!(done, json!({ "files": 300, "findings": 1_200 }));
    let published = editor
        .heard
        .iter()
        .filter(|said| said.method == "textDocument/publishDiagnostics")
        .count();
    assert_eq!(published, 300);
    for uri in ["file:///nope", "http://x", "zz"] {
        let params = json!({ "command": "pipscribe.checkFolder", "arguments": [{ "uri": uri }] });
        assert_eq!(
            editor.refused("workspace/executeCommand", params),
            -32803,
            "{uri}"
        );
    }
    editor.heard.clear();
    let id = editor.begin(
        "workspace/executeCommand",
        json!({ "command": "pipscribe.checkFolder", "arguments": [], "workDoneToken": 7 }),
    );
    editor.tell("$/cancelRequest", json!({ "id": 6 }));
    assert_eq!(
        editor
            .answer(&id)
            .response_result
            .expect_err("cancelled")
            .code,
        -32800
    );
    let published = editor
        .heard
        .iter()
        .filter(|said| said.method == "textDocument/publishDiagnostics")
        .count();
    assert!(published < 300, "{published}");
    editor.close();
}

#[test]
fn a_changed_deck_is_used() {
    let files = Arc::new(Memory::default());
    let mut able = pulling();
    able["workspace"] = json!({ "diagnostic": { "refreshSupport": true } });
    for able in [capabilities(), able] {
        files.0.lock().unwrap().clear();
        let mut editor = Editor::with(
            able,
            json!(null),
            Arc::clone(&files) as Arc<dyn Environment>,
        );
        let uri = "file:///games/a.pips";
        let record =
            "[Game \"pipe\"]\n[Variant \"pipes\"]\n[Deck \"mine\"]\n\n1. discard:hidden *\n";
        editor.open(uri, record);
        let pulls = editor.answered["capabilities"]["diagnosticProvider"].is_object();
        let document = json!({ "textDocument": { "uri": uri } });
        let codes = |editor: &mut Editor| {
            let found = if pulls {
                editor.ask("textDocument/diagnostic", document.clone())["items"].clone()
            } else {
                json!(editor.diagnostics(uri, 1))
            };
            found
                .as_array()
                .unwrap()
                .iter()
                .map(|one| one["code"].as_str().unwrap().to_owned())
                .collect::<Vec<_>>()
        };
        assert!(codes(&mut editor).contains(&"deck/unknown".to_owned()));
        let deck = pipscribe::decks::ShippedDecks::text("twin-works").unwrap();
        files.put("/games/mine.yaml", deck);
        editor.tell(
            "workspace/didChangeWatchedFiles",
            json!({ "changes": [{ "uri": "file:///games/mine.yaml", "type": 1 }] }),
        );
        if pulls {
            let bidden = editor
                .connection
                .receiver
                .recv_timeout(super::PATIENCE)
                .unwrap();
            assert!(
                matches!(bidden, Message::Request(request) if request.method == "workspace/diagnostic/refresh")
            );
        }
        assert!(!codes(&mut editor).contains(&"deck/unknown".to_owned()));
        let at =
            json!({ "textDocument": { "uri": uri }, "position": { "line": 2, "character": 8 } });
        let found = editor.ask("textDocument/definition", at);
        assert_eq!(found[0]["uri"], "file:///games/mine.yaml");
        editor.close();
    }
}

#[test]
fn a_deck_outside_the_folder_is_not_opened() {
    let files = Arc::new(Memory::default());
    for file in ["/secret.yaml", "/games/../secret.yaml", "/games/deck.yaml"] {
        files.put(file, "name: secret");
    }
    let mut editor = Editor::with(
        capabilities(),
        json!(null),
        Arc::clone(&files) as Arc<dyn Environment>,
    );
    for (name, leads) in [
        ("../secret", false),
        ("/secret", false),
        ("..\\\\secret", false),
        ("deck", true),
    ] {
        let marked = format!("[Game \"pipe\"]\n[Variant \"pipes\"]\n[Deck \"{name}^\"]\n\n*\n");
        let found = editor.ask_at("textDocument/definition", &marked);
        assert_eq!(found.is_null(), !leads, "{name}: {found}");
    }
    editor.close();
}

#[test]
fn codes_rules_and_illegal_turns_link_to_their_pages() {
    let files = Arc::new(Memory::default());
    let mut editor = Editor::with(
        capabilities(),
        json!(null),
        Arc::clone(&files) as Arc<dyn Environment>,
    );
    for (marked, name, begins) in [
        (format!("{GIPF}1. b3 {{see G3.^4}} *\n"), "G3.4", "# G3.4 "),
        (
            format!("{GIPF}1. b3 {{[%expect gipf/not-^in-line]}} *\n"),
            "gipf-not-in-line",
            "# gipf/not-in-line\n",
        ),
        (format!("# see G3.^4\n\n{GIPF}1. b3 *\n"), "G3.4", "# G3.4 "),
        (format!("{GIPF}# see G3.^4\n1. b3 *\n"), "G3.4", "# G3.4 "),
        (
            format!("{GIPF}1. a2-d^4 *\n"),
            "gipf-not-in-line",
            "# gipf/not-in-line\n",
        ),
    ] {
        let found = editor.ask_at("textDocument/definition", &marked);
        let file = format!("/pages/{name}.md");
        assert_eq!(found[0]["uri"], format!("file://{file}"), "{marked}");
        let page = files.read(Path::new(&file)).unwrap();
        assert!(page.starts_with(begins.as_bytes()), "{marked}");
    }
    assert_eq!(
        editor.ask_at(
            "textDocument/definition",
            &format!("{GIPF}1. b3 {{see G^ame}} *\n")
        ),
        json!(null)
    );
    editor.close();
}

#[test]
fn records_are_found_in_open_and_other_files() {
    let files = Arc::new(Memory::default());
    let record = |player: &str, event: &str| {
        let tags = RecordText::gipf()
            .tag("Event", event)
            .tag("Player1", player);
        tags.with_moves("1. b3 *\n")
    };
    files.put(
        "/games/a.pips",
        record("Ada", "Spring") + &record("Bo", "Spring"),
    );
    files.put(
        "/games/page.md",
        format!("```pips\n{}```\n", record("Ada", "Autumn")),
    );
    files.put("/elsewhere/b.pips", record("Ada", "Elsewhere"));
    let mut editor = Editor::within(
        capabilities(),
        json!(null),
        Arc::clone(&files) as Arc<dyn Environment>,
        &["file:///games"],
    );
    editor.open("file:///games/open.pips", &record("Ada", "Open"));
    let mut found = |query: &str| -> Vec<(String, u64)> {
        let found = editor.ask("workspace/symbol", json!({ "query": query }));
        let symbol = |one: &serde_json::Value| {
            assert_eq!(
                one["name"].as_str().unwrap().split(':').next(),
                Some("GIPF")
            );
            let location = &one["location"];
            (
                location["uri"].as_str().unwrap().to_owned(),
                location["range"]["start"]["line"].as_u64().unwrap(),
            )
        };
        found.as_array().unwrap().iter().map(symbol).collect()
    };
    let at = |name: &str, line: u64| (format!("file:///games/{name}"), line);
    assert_eq!(
        found("ada"),
        [at("open.pips", 0), at("a.pips", 0), at("page.md", 1)]
    );
    assert_eq!(found("ADA aut"), [at("page.md", 1)]);
    assert_eq!(found("bo"), [at("a.pips", 7)]);
    assert_eq!((found("nobody").len(), found("").len()), (0, 4));
    editor.close();
}
