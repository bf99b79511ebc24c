//! The latency of a keystroke in a file of 100 MB with 200,000 records:
//! `cargo bench --bench lsp -- --records 200000`.
//!
//! A client opens the file, waits until all of it is checked, then types. For each key, the
//! benchmark measures the time until the diagnostics of the current text arrive, and until a
//! completion arrives. The time includes the 12 ms for which the server waits for further keys.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "a benchmark may fail where it likes"
)]

use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use lsp_server::{Connection, Message, Notification, Request, RequestId};
use pipscribe::games::{Context, GameId};
use pipscribe::replay::RandomGame;
use pipscribe_lsp::{NoFiles, serve};
use serde_json::{Value, json};

const URI: &str = "file:///archive.pips";
/// The time limit for the answer to a keystroke.
const DUE: Duration = Duration::from_millis(50);

fn main() {
    let records = argument("--records", 200_000);
    let keys = argument("--keys", 200);
    let mut text = archive(records);
    // The last diagnostics belong to the last record.
    text.push_str("[Game \"gipf\"]\n[Variant \"basic\"]\n\n1. zz *\n");
    let lines = text.matches('\n').count();
    println!(
        "{records} records, {:.1} MB, {lines} lines",
        text.len() as f64 / 1e6
    );

    let (client, server) = Connection::memory();
    let server = thread::spawn(move || serve(&server, Arc::new(NoFiles)));
    let mut client = Client {
        connection: client,
        last_id: 0,
    };
    client.request(
        "initialize",
        json!({ "processId": null, "capabilities": {} }),
    );
    client.notify("initialized", json!({}));
    open(&client, &text);
    let worst = press_keys(&mut client, keys, lines);
    print_memory();
    client.request("shutdown", Value::Null);
    client.notify("exit", Value::Null);
    server.join().unwrap();
    println!(
        "{}",
        if worst <= DUE {
            "each within 50 ms"
        } else {
            "not each within 50 ms"
        }
    );
}

/// Opens the file, and waits until all of it is checked.
fn open(client: &Client, text: &str) {
    let begun = Instant::now();
    client.notify(
        "textDocument/didOpen",
        json!({ "textDocument": { "uri": URI, "languageId": "pips", "version": 0, "text": text } }),
    );
    client.wait_for_diagnostics(0, |found| {
        found.as_array().is_some_and(|found| !found.is_empty())
    });
    println!("opened and checked in {:.1?}", begun.elapsed());
}

/// Presses keys in different places. Returns the longest time until the diagnostics came.
fn press_keys(client: &mut Client, keys: usize, lines: usize) -> Duration {
    let (mut checked, mut completed) = (Vec::new(), Vec::new());
    for key in 0..keys {
        let version = key as i32 + 1;
        // One key is pressed in each of several places in the file.
        let line = (key * 7_919 * 31) % (lines - 4);
        let place = json!({ "line": line, "character": 0 });
        let begun = Instant::now();
        client.notify(
            "textDocument/didChange",
            json!({
                "textDocument": { "uri": URI, "version": version },
                "contentChanges": [{ "range": { "start": place, "end": place }, "text": " " }],
            }),
        );
        client.wait_for_diagnostics(version, |_| true);
        checked.push(begun.elapsed());
        let begun = Instant::now();
        client.request(
            "textDocument/completion",
            json!({ "textDocument": { "uri": URI }, "position": { "line": line, "character": 1 } }),
        );
        completed.push(begun.elapsed());
    }
    let worst = print_times("a keystroke, until its diagnostics come", checked);
    print_times("a completion there", completed);
    worst
}

/// Prints the median and the longest of several times. Returns the longest.
fn print_times(what: &str, mut times: Vec<Duration>) -> Duration {
    times.sort();
    let worst = times.last().copied().unwrap_or_default();
    println!(
        "{what}: median {:.1?}, worst {worst:.1?} of {}",
        times[times.len() / 2],
        times.len()
    );
    worst
}

/// Prints the peak and the current resident memory, on Linux.
fn print_memory() {
    if let Ok(status) = std::fs::read_to_string("/proc/self/status") {
        status
            .lines()
            .filter(|line| line.starts_with("VmHWM") || line.starts_with("VmRSS"))
            .for_each(|line| println!("{line}"));
    }
}

/// Returns the number after a word of the command line.
fn argument(name: &str, default: usize) -> usize {
    let mut arguments = std::env::args().skip_while(|argument| argument != name);
    let value = arguments.nth(1);
    value
        .and_then(|value| value.parse().ok())
        .unwrap_or(default)
}

/// Returns records of all four games, as long as those in an archive.
fn archive(records: usize) -> String {
    let setups: [(GameId, &[(&str, &str)]); 4] = [
        (GameId::Gipf, &[("Game", "gipf"), ("Variant", "standard")]),
        (GameId::Pippip, &[("Game", "pippip")]),
        (
            GameId::Pippinzip,
            &[("Game", "pippinzip"), ("Variant", "zipline"), ("Size", "7")],
        ),
        (
            GameId::Pipe,
            &[
                ("Game", "pipe"),
                ("Variant", "pipes"),
                ("Deck", "twin-works"),
            ],
        ),
    ];
    let games = (0..64_u64).map(|seed| {
        let (game, tags) = setups[seed as usize % setups.len()];
        let tags: Vec<(String, String)> = tags
            .iter()
            .map(|(name, value)| ((*name).into(), (*value).into()))
            .collect();
        let context = Context::default();
        let random = RandomGame {
            tags: &tags,
            seed,
            index: 0,
            most_turns: 40,
            context: &context,
        };
        game.random(&random).expect("a game") + "\n"
    });
    let games: Vec<String> = games.collect();
    (0..records)
        .map(|index| games[index % games.len()].as_str())
        .collect()
}

/// Client of the server.
struct Client {
    connection: Connection,
    /// Id of the last request.
    last_id: i32,
}

impl Client {
    fn notify(&self, method: &str, params: Value) {
        let notification = Notification {
            method: method.into(),
            params,
        };
        self.connection.sender.send(notification.into()).unwrap();
    }

    /// Sends a request and waits for the response.
    fn request(&mut self, method: &str, params: Value) -> Value {
        self.last_id += 1;
        let id = RequestId::from(self.last_id);
        let request = Request {
            id: id.clone(),
            method: method.into(),
            params,
        };
        self.connection.sender.send(request.into()).unwrap();
        loop {
            if let Message::Response(response) = self.connection.receiver.recv().unwrap()
                && response.id == id
            {
                return response.response_result.expect("an answer");
            }
        }
    }

    /// Waits for diagnostics of a version that meet a condition.
    fn wait_for_diagnostics(&self, version: i32, until: impl Fn(&Value) -> bool) {
        loop {
            if let Message::Notification(message) = self.connection.receiver.recv().unwrap()
                && message.method == "textDocument/publishDiagnostics"
                && message.params["version"] == version
                && until(&message.params["diagnostics"])
            {
                return;
            }
        }
    }
}
