//! The player in a real browser: every control reaches every turn, and the page shows what was
//! replayed.
//!
//! Without Chromium the tests report that they are skipped; `PIPSCRIBE_BROWSER=required` makes that
//! a failure.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::ops::ControlFlow;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use pipscribe::Checked;
use pipscribe::draw::{Place, Run, Theme, write_board};
use pipscribe::figures::{FigureOptions, PlayerCollection, PlayerOptions, Selection, figures};
use serde_json::Value;

use crate::figures::player_page::page;
use crate::support::{self, Folder, RecordText, random_game, root, skipped};

/// The time limit of a browser for one page.
const PATIENCE: Duration = Duration::from_secs(120);

fn chromium() -> Option<&'static str> {
    let runs = |name: &&str| {
        Command::new(name)
            .arg("--version")
            .output()
            .is_ok_and(|output| output.status.success())
    };
    let found = ["chromium", "chromium-browser", "google-chrome"]
        .into_iter()
        .find(runs);
    if found.is_none() {
        skipped(
            "there is no Chromium to test the player in",
            Some("PIPSCRIBE_BROWSER"),
        );
    }
    found
}

/// The result of opening a page in a browser, in a frame of the given width or without a frame: the
/// elements at the end, and the log.
fn opened(chromium: &str, name: &str, html: &str, framed: Option<u32>) -> (String, String) {
    let folder = Folder::new(&format!("browser-{name}"));
    let mut page = folder.file("page.html", html);
    if let Some(width) = framed {
        // No window is as narrow as a phone, but a frame can be.
        let frame = format!(
            "<!DOCTYPE html><body><iframe src=\"page.html\" width=\"{width}\" height=\"740\"></iframe>"
        );
        page = folder.file("frame.html", &frame);
    }
    let (out, log) = (folder.path().join("out"), folder.path().join("log"));
    let mut child = Command::new(chromium)
        .args([
            "--headless",
            "--no-sandbox",
            "--disable-gpu",
            "--disable-quic",
            "--no-first-run",
        ])
        .args([
            "--disable-background-networking",
            "--disable-component-update",
            "--disable-sync",
        ])
        .args([
            "--disable-dev-shm-usage",
            "--enable-logging=stderr",
            "--virtual-time-budget=600000",
            "--dump-dom",
        ])
        .args(["--window-size=1300,900", "--allow-file-access-from-files"])
        .arg(format!(
            "--user-data-dir={}",
            folder.path().join("profile").display()
        ))
        .arg(format!("file://{page}"))
        .stdin(Stdio::null())
        .stdout(File::create(&out).unwrap())
        .stderr(File::create(&log).unwrap())
        .spawn()
        .unwrap();
    let begun = Instant::now();
    while child.try_wait().unwrap().is_none() {
        if begun.elapsed() > PATIENCE {
            child.kill().unwrap();
            child.wait().unwrap();
            panic!(
                "{name}: the browser does not end\n{}",
                fs::read_to_string(&log).unwrap()
            );
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    (
        fs::read_to_string(out).unwrap(),
        String::from_utf8_lossy(&fs::read(log).unwrap()).into_owned(),
    )
}

/// A page with the test's scripts added to its own; its policy lets them run.
fn with_walk(html: &str) -> String {
    let (before, policy) = html.split_once("script-src ").unwrap();
    let (_, after) = policy.split_once(';').unwrap();
    let html = format!("{before}script-src 'unsafe-inline';{after}");
    let scripts = [include_str!("early.js"), include_str!("walk.js")];
    let html = html.replacen(
        "<title>",
        &format!("<script>{}</script>\n<title>", scripts[0]),
        1,
    );
    html.replacen(
        "</body>",
        &format!("<script>{}</script>\n</body>", scripts[1]),
        1,
    )
}

fn walked(chromium: &str, name: &str, html: &str, width: u32) -> Value {
    let (dom, log) = opened(chromium, name, &with_walk(html), Some(width));
    let json = dom
        .split_once("id=\"walked\">")
        .and_then(|(_, rest)| rest.split_once("</script>"));
    let Some((json, _)) = json else {
        panic!(
            "{name}: no result\n{log}\n{}",
            &dom[dom.len().saturating_sub(2000)..]
        )
    };
    let walked: Value = serde_json::from_str(json).unwrap();
    assert_eq!(walked["faults"], serde_json::json!([]), "{name}");
    assert_eq!(walked["width"], width, "{name}");
    walked
}

/// The last position of a record, from `replay`.
fn replayed(record: &str) -> Vec<Value> {
    let output = support::Run::new(&["replay", "--format", "json", "-"])
        .stdin(&record)
        .done()
        .stdout();
    output
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

/// A random game with variations at some turns, one of them nested, and the end of each.
fn with_variations(tags: &[(&str, &str)], turns: u32) -> (String, BTreeMap<String, String>) {
    let text = random_game(tags, 11, turns);
    let head = text.split("\n\n").next().unwrap();
    let head = head
        .lines()
        .filter(|line| !line.starts_with("[Result") && !line.starts_with("[Score"));
    let head: String = head.map(|line| format!("{line}\n")).collect();
    let main: Vec<String> = replayed(&text)
        .iter()
        .filter_map(|line| Some(line["text"].as_str()?.to_owned()))
        .collect();
    let checked = Checked::from_text(&text);
    let (mut movetext, mut expected) = (String::new(), BTreeMap::new());
    let mut trunk = format!("{head}\n");
    for (number, turn) in (1_u32..).zip(&main) {
        movetext.push_str(&format!("{number}. {turn} "));
        if number % 5 == 2 {
            let mut others = Vec::new();
            let before = number - 1;
            let _ = checked
                .timeline()
                .unwrap()
                .after(Some(before))
                .unwrap()
                .position
                .visit_legal_turns(&mut |other, _| {
                    let other = other.to_string();
                    if other != *turn {
                        others.push(other);
                    }
                    if others.len() < 3 {
                        ControlFlow::Continue(())
                    } else {
                        ControlFlow::Break(())
                    }
                });
            if let [one, two, three] = others.as_slice() {
                movetext.push_str(&format!(
                    "({number}. {one} ({number}. {two})) ({number}. {three}) "
                ));
                let ids = [
                    (format!("{number}-1-{number}"), one),
                    (format!("{number}-2-{number}"), three),
                ];
                let nested = (format!("{number}-1-{number}-1-{number}"), two);
                for (id, other) in ids.into_iter().chain([nested]) {
                    let lines = replayed(&format!("{trunk}{number}. {other} *\n"));
                    let last = &lines[lines.len() - 2];
                    assert_eq!(last["turn"], number, "{other}");
                    expected.insert(id, last["position"].as_str().unwrap().to_owned());
                }
            }
        }
        trunk.push_str(&format!("{number}. {turn} "));
    }
    (format!("{head}\n{movetext}*\n"), expected)
}

/// A line or a polygon in the form of the corresponding path on the page.
fn as_path(element: &str) -> String {
    let numbers: Vec<&str> = element
        .split(['"', ' '])
        .filter(|piece| piece.parse::<f64>().is_ok())
        .collect();
    let corners: Vec<String> = numbers.chunks(2).map(|corner| corner.join(" ")).collect();
    match element.split(' ').next() {
        Some("line") => format!("path d=\"M{}\"", corners.join("L")),
        Some("polygon") => format!("path d=\"M{}Z\"", corners.join("L")),
        _ => element.to_owned(),
    }
}

/// The drawing by `figures` of each position of the main line, element by element, and the number
/// of drawings in its notes.
fn drawn(record: &str) -> Vec<(Vec<String>, usize)> {
    let checked = Checked::from_text(record);
    let options = FigureOptions::default();
    let drawn = (0..=checked.report.turns).map(|turn| {
        let one = figures(
            checked.timeline().unwrap(),
            Selection::Turn(Some(turn)),
            &options,
        )
        .unwrap();
        let mut figure = one.figures.into_iter().next().unwrap().figure;
        // Notes are HTML of the page.
        let notes = std::mem::take(&mut figure.notes);
        let is_drawn =
            |run: &&Run| matches!(run, Run::Drawing { size, .. } if *size != Place::default());
        let below = notes
            .iter()
            .flat_map(|note| &note.runs)
            .filter(is_drawn)
            .count();
        (figure, below)
    });
    let of_figure = |svg: &str| {
        let mut class = "";
        let mut elements = Vec::new();
        for line in svg.split_once("</style>\n").unwrap().1.lines() {
            if let Some(group) = line.strip_prefix("<g class=\"") {
                class = group.split('"').next().unwrap();
            } else if let Some(element) =
                line.strip_prefix('<').filter(|rest| !rest.starts_with('/'))
            {
                let (element, text) = match element.strip_suffix("</text>") {
                    Some(label) => label.split_once('>').unwrap(),
                    None => (element.strip_suffix("/>").unwrap(), ""),
                };
                elements.push(format!("{class}: {} {text}", as_path(element)));
            }
        }
        elements
    };
    let theme = Theme::named("screen").unwrap();
    drawn
        .map(|(figure, below)| (of_figure(&write_board(&figure, &theme)), below))
        .collect()
}

/// Returns true if two elements are equal within two hundredths of a pixel, because the page rounds
/// positions.
fn is_alike(one: &str, other: &str) -> bool {
    let split = |text: &str| -> (Vec<String>, Vec<f64>) {
        let is_number = |letter: char| letter.is_ascii_digit() || "-.".contains(letter);
        let numbers = text
            .split(|letter| !is_number(letter))
            .filter_map(|number| number.parse().ok())
            .collect();
        (
            text.split(is_number)
                .filter(|piece| !piece.is_empty())
                .map(str::to_owned)
                .collect(),
            numbers,
        )
    };
    let ((words, numbers), (other_words, others)) = (split(one), split(other));
    let near = numbers
        .iter()
        .zip(&others)
        .all(|(number, other)| (number - other).abs() < 0.025);
    words == other_words && numbers.len() == others.len() && near
}

fn texts(value: &Value) -> Vec<&str> {
    value
        .as_array()
        .unwrap()
        .iter()
        .map(|text| text.as_str().unwrap())
        .collect()
}

fn plays_every_turn(name: &str, tags: &[(&str, &str)], turns: u32) {
    let Some(chromium) = chromium() else { return };
    let (record, mut expected) = with_variations(tags, turns);
    assert!(expected.len() >= 3, "{name}: {record}");
    let walked = walked(chromium, name, &page(&record), 320);
    let main = walked["main"].as_array().unwrap();
    let lines = replayed(&record);
    assert_eq!(
        main.len(),
        lines.len(),
        "{name}: the start and every turn, but not the result"
    );
    for (shown, line) in main[1..].iter().zip(&lines) {
        assert_eq!(shown["step"], line["turn"].to_string());
        assert_eq!(
            shown["position"], line["position"],
            "{name}, turn {}",
            line["turn"]
        );
        assert!(
            shown["label"]
                .as_str()
                .unwrap()
                .ends_with(line["text"].as_str().unwrap())
        );
    }
    for (shown, (drawn, below)) in main.iter().zip(drawn(&record)) {
        assert_eq!(shown["below"], below, "{name}, turn {}", shown["step"]);
        let shown_elements = texts(&shown["drawn"]);
        assert_eq!(
            shown_elements.len(),
            drawn.len(),
            "{name}, turn {}",
            shown["step"]
        );
        for (one, other) in shown_elements.into_iter().zip(&drawn) {
            assert!(
                is_alike(one, other),
                "{name}, turn {}:\n{one}\n{other}",
                shown["step"]
            );
        }
    }
    let listed = walked["listed"].as_array().unwrap();
    assert_eq!(listed.len(), main.len() + expected.len(), "{name}");
    let in_main: Vec<_> = listed
        .iter()
        .filter(|shown| !shown["step"].as_str().unwrap().contains('-'))
        .collect();
    assert!(
        in_main.into_iter().eq(main),
        "{name}: the list leads where the buttons do"
    );
    for shown in listed {
        if let Some(position) = expected.remove(shown["step"].as_str().unwrap()) {
            assert_eq!(shown["position"], position, "{name}, {}", shown["step"]);
        }
    }
    assert!(expected.is_empty(), "{name}: {expected:?}");
    assert!(!texts(&walked["beside"]).is_empty(), "{name}");
}

#[test]
fn gipf_is_played_in_a_browser() {
    plays_every_turn("gipf", &[("Game", "gipf"), ("Variant", "tournament")], 60);
}

#[test]
fn pippinzip_is_played_in_a_browser() {
    plays_every_turn(
        "pippinzip",
        &[("Game", "pippinzip"), ("Variant", "zipline"), ("Size", "5")],
        60,
    );
}

#[test]
fn pippip_is_played_in_a_browser() {
    plays_every_turn("pippip", &[("Game", "pippip"), ("Variant", "standard")], 60);
}

#[test]
fn pipe_is_played_in_a_browser() {
    plays_every_turn("pipe", &[("Game", "pipe"), ("Variant", "pipes")], 24);
}

/// The file that the command writes, with its own policy: the script runs, nothing is logged.
#[test]
fn the_file_itself_loads_without_an_error() {
    let Some(chromium) = chromium() else { return };
    let html = support::Run::new(&[
        "render",
        "--format",
        "html",
        "--turn",
        "3",
        "corpus/readme/opening.pips",
    ])
    .done()
    .stdout();
    let (dom, log) = opened(chromium, "itself", &html, None);
    assert!(!log.contains("CONSOLE"), "{log}");
    assert!(
        dom.contains("<div id=\"controls\">") && dom.contains("href=\"#3\" aria-current=\"step\""),
        "{dom}"
    );
    assert!(
        dom.contains(
            "<bdi id=\"label\">Turn 3, White <bdi class=\"turn\" title=\"Ga2-c4\">Ga2-c4</bdi></bdi>"
        ),
        "{dom}"
    );
}

#[test]
fn an_error_is_shown_at_its_turn_in_a_browser() {
    let Some(chromium) = chromium() else { return };
    let record =
        fs::read_to_string(root().join("corpus/gipf/real/game-b-with-errors.pips")).unwrap();
    let walked = walked(chromium, "fault", &page(&record), 1200);
    let last = walked["main"].as_array().unwrap().last().unwrap();
    assert_eq!(last["label"], "Turn 49 refused a2-d4");
    let notes = texts(&last["notes"]).concat();
    assert!(
        notes.contains("d4 is on no line that begins at a2.") && notes.contains("gipf/not-in-line"),
        "{notes}"
    );
}

/// Tags, comments and captions that would be markup, or end the script, are text.
#[test]
fn hostile_text_stays_text_in_a_browser() {
    let Some(chromium) = chromium() else { return };
    // White space is normalised, including the line separator.
    let evil = crate::figures::player_page::EVIL
        .split_whitespace()
        .collect::<Vec<_>>()
        .join(" ");
    let record = crate::figures::player_page::hostile_record();
    let walked = walked(chromium, "hostile", &page(&record), 320);
    let main = walked["main"].as_array().unwrap();
    assert_eq!(texts(&main[1]["notes"]), [evil], "{main:?}");
    assert!(
        texts(&main[1]["drawn"])
            .iter()
            .any(|element| element.contains("<b>&amp;")),
        "{main:?}"
    );
}

/// Result of a script that runs after the script of a page.
fn answered(chromium: &str, name: &str, html: &str, script: &str, answer: &str) -> Value {
    let (before, policy) = html.split_once("script-src ").unwrap();
    let html = format!(
        "{before}script-src 'unsafe-inline';{}",
        policy.split_once(';').unwrap().1
    );
    let html = html.replacen(
        "<title>",
        &format!("<script>{}</script>\n<title>", include_str!("early.js")),
        1,
    );
    let script = format!("<script>{script}</script>\n</body>");
    let (dom, log) = opened(chromium, name, &html.replacen("</body>", &script, 1), None);
    let id = format!("id=\"{answer}\">");
    let (_, json) = dom
        .split_once(&id)
        .unwrap_or_else(|| panic!("no result\n{log}"));
    serde_json::from_str(json.split_once("</script>").unwrap().0).unwrap()
}

/// A puzzle does not continue until the reader asks for its solution, by the button or by a link.
#[test]
fn a_solution_is_hidden_in_a_browser() {
    let Some(chromium) = chromium() else { return };
    let html = page(crate::figures::puzzles::PUZZLE);
    let answer = answered(
        chromium,
        "puzzle",
        &html,
        include_str!("solve.js"),
        "solved",
    );
    let expected = serde_json::json!({
        "faults": [],
        "shown": ["1", "1 of 1", false, 0],
        "kept": ["1", "1 of 1", false, 0],
        "asked": ["1", "1 of 3", true, 3],
        "end": ["3", "3 of 3", true, 3],
        "closed": ["1", "1 of 1", false, 0],
        "linked": ["2-1-3", "3 of 3", true, 0],
    });
    assert_eq!(answer, expected);
}

/// A page of several records shows the selected one. Keys play it, and its turns have addresses.
/// The list can be searched by words and by tags, also with the keyboard.
#[test]
fn a_page_of_several_records_plays_the_one_that_is_picked() {
    let Some(chromium) = chromium() else { return };
    let mut players = PlayerCollection::new(PlayerOptions::default());
    for (player, turns) in [("Ann", "1. b3"), ("Bob", "1. c2 2. d2")] {
        let tags = RecordText::gipf().tag("Player1", player);
        let checked = Checked::from_text(&tags.with_moves(format!("{turns} *")));
        players.add(checked.timeline().unwrap()).unwrap();
    }
    let picked = answered(
        chromium,
        "collection",
        &players.finish().html,
        include_str!("pick.js"),
        "picked",
    );
    let expected = serde_json::json!({
        "faults": [],
        "first": { "shown": ["record-1"], "step": "1", "current": "#record-1" },
        "second": { "shown": ["record-2"], "step": "2", "current": "#record-2" },
        "back": { "shown": ["record-2"], "step": "1", "current": "#record-2", "hash": "#record-2/1" },
        "search": {
            "focused": "search",
            "byWords": { "listed": ["#record-2"], "found": "1 of 2 records" },
            "opened": ["record-2"],
            "none": [],
            "tags": ["", "Player"],
            "values": ["Ann", "Bob"],
            "byTag": ["#record-2"],
            "before": ["record-1"],
            "after": ["record-2"],
        },
    });
    assert_eq!(picked, expected);
}
