//! Help, `explain` pages and typical messages as snapshots, so that reviews show changes in the
//! texts.

use pipscribe::findings::all_codes;

use crate::support::{Run, command_names};

const BASIC: &str = r#"[Game "gipf"]
[Variant "basic"]

"#;
const TOURNAMENT: &str = r#"[Game "gipf"]
[Variant "tournament"]

"#;
const ROW: &str = r#"[Game "gipf"]
[Variant "basic"]
[Position "wwww/5/6/7/6/5/4 w 5,5 0,0 - -"]

"#;
const ALMOST_ROW: &str = r#"[Game "gipf"]
[Variant "basic"]
[Position "www1/5/6/7/6/5/4 w 5,5 0,0 - -"]

"#;
const ZIPLINE: &str = "[Game \"pippinzip\"]\n[Variant \"zipline\"]\n[Size \"5\"]\n\n1. c3 2. take ";
const PIPPIP: &str = r#"[Game "pippip"]

"#;
const PIPE: &str = r#"[Game "pipe"]
[Variant "pipes"]
[Deck "twin-works"]

"#;

/// Commands with standard input: wrong arguments, findings of each game, expectations, waivers and
/// fixes.
const MESSAGES: [(&[&str], &[&str]); 45] = [
    (&["moves", "--game", "gipf"], &[]),
    (&["moves", "--game", "gpif"], &[]),
    (&["moves", "--game", "gipf", "--variant", "basik"], &[]),
    (
        &[
            "moves",
            "--game",
            "gipf",
            "--variant",
            "basic",
            "--position",
            "x",
        ],
        &[],
    ),
    (
        &[
            "render",
            "--game",
            "pippinzip",
            "--variant",
            "zipline",
            "--position",
            "x",
        ],
        &[],
    ),
    (
        &[
            "render",
            "--game",
            "pipe",
            "--variant",
            "pipes",
            "--position",
            "x",
        ],
        &[],
    ),
    (&["render", "-o", "x.foo", "-"], &[BASIC, "1. b3 *\n"]),
    (&["render", "--turn", "9", "-"], &[BASIC, "1. b3 *\n"]),
    (&["render", "--rotate", "45", "-"], &[BASIC, "1. b3 *\n"]),
    (
        &["render", "--mark", "cirlce b3", "-"],
        &[BASIC, "1. b3 *\n"],
    ),
    (&["render", "--theme", "neon", "-"], &[BASIC, "1. b3 *\n"]),
    (&["explain", "gipf/norow"], &[]),
    (&["check", "--select", "foo", "-"], &[BASIC, "1. b3 *\n"]),
    (&["check", "no-such-file.pips"], &[]),
    (&["grep", "--tag", "Player 1", "-"], &[BASIC, "1. b3 *\n"]),
    (&["convert", "--to", "sfg", "-"], &[BASIC, "1. b3 *\n"]),
    (&["why", "--turn", "7", "-"], &[BASIC, "1. b3 *\n"]),
    (&["chekc"], &[]),
    (&["check", "-"], &[BASIC, "1. b7 *\n"]),
    (&["check", "-"], &[BASIC, "1. b3 2. a2-d4 3. c2 *\n"]),
    (&["check", "-"], &[TOURNAMENT, "1. b3 *\n"]),
    (&["check", "-"], &[ALMOST_ROW, "1. b5 *\n"]),
    (&["check", "-"], &[ALMOST_ROW, "1. b5;xb2,b3,b4 *\n"]),
    (&["check", "-"], &[ROW, "1. xb2,b3,b4,b5,b2;c2 *\n"]),
    (&["check", "-"], &[BASIC, "1. b3 2. zz *\n"]),
    (&["check", "-"], &[BASIC, "1. 5@b3/3 *\n"]),
    (&["check", "-"], &[ZIPLINE, "3. a1,a2 *\n"]),
    (&["check", "-"], &[ZIPLINE, "3. a1 *\n"]),
    (&["check", "-"], &[ZIPLINE, "3. c3,a1 *\n"]),
    (&["check", "-"], &[PIPPIP, "1. 5@b3/3 2. 4@b3/1 *\n"]),
    (&["check", "-"], &[PIPPIP, "1. 5@e9/3 *\n"]),
    (&["check", "-"], &[PIPPIP, "1. 5@b3/5 *\n"]),
    (&["check", "-"], &[PIPE, "1. discard:1,2,3;claim:black *\n"]),
    (&["check", "-"], &[PIPE, "1. discard:hidden *\n"]),
    (
        &["check", "-"],
        &[
            "[Game \"gipf\"]\n[Variant \"basik\"]\n[Date \"2026-02-30\"]\n[Evnt \"Club\"]\n\n",
            "1. b3 *\n",
        ],
    ),
    (&["check", "-"], &[BASIC, "1. b3 { an open comment\n"]),
    (&["check", "-"], &[BASIC, "1. b3 * 2. c2\n"]),
    (&["check", "-"], &[BASIC, "1. b3 3. c2 *\n"]),
    (
        &["check", "-"],
        &[
            BASIC,
            "1. b3 {[%irregular gipf/norow]} 2. c2 {[%irregular gipf/no-row]} *\n",
        ],
    ),
    (
        &["check", "-"],
        &[TOURNAMENT, "1. b3 {[%irregular gipf/gipf-required]} *\n"],
    ),
    (&["check", "-"], &[BASIC, "1. b3 {[%expect illegal]} *\n"]),
    (&["check", "-"], &[BASIC, "1. b3 {[%expct legal]} *\n"]),
    (
        &["check", "-"],
        &[BASIC, "1. b3 {[%expect gipf/no-row]} 2. c2 *\n"],
    ),
    (&["test", "-"], &[BASIC, "1. b3 {[%expect moves 7]} *\n"]),
    (&["mend", "-"], &[BASIC, "1. b3 2. a2-d4 3. h3 4. h2 1-0\n"]),
];

/// Returns all commands: those of the main help, and those of `deck`.
fn commands() -> Vec<Vec<String>> {
    let names = command_names().into_iter().filter(|name| name != "help");
    let mut commands: Vec<_> = names.map(|name| vec![name]).collect();
    commands.extend(
        ["check", "show", "list"].map(|command| vec!["deck".to_owned(), command.to_owned()]),
    );
    commands
}

#[test]
fn the_help_of_each_command_is_reviewed() {
    let commands = commands();
    assert!(commands.len() >= 32, "{commands:?}");
    insta::with_settings!({ snapshot_suffix => "pipscribe", omit_expression => true }, {
        insta::assert_snapshot!("help", Run::new(&["--help"]).done().stdout());
    });
    for command in commands {
        let arguments: Vec<&str> = command
            .iter()
            .map(String::as_str)
            .chain(["--help"])
            .collect();
        insta::with_settings!({ snapshot_suffix => command.join("-"), omit_expression => true }, {
            insta::assert_snapshot!("help", Run::new(&arguments).done().stdout());
        });
    }
}

#[test]
fn the_pages_of_explain_are_reviewed() {
    let mut families: Vec<(&str, String)> = Vec::new();
    for code in all_codes() {
        let family = code.id.split('/').next().unwrap();
        let page = Run::new(&["explain", code.id]).done().stdout();
        match families.last_mut().filter(|(last, _)| *last == family) {
            Some((_, pages)) => pages.push_str(&format!("\n{page}")),
            None => families.push((family, page)),
        }
    }
    for (family, pages) in families {
        insta::with_settings!({ snapshot_suffix => family, omit_expression => true }, {
            insta::assert_snapshot!("explain", pages);
        });
    }
}

#[test]
fn typical_messages_are_reviewed() {
    let mut all = String::new();
    for (arguments, input) in MESSAGES {
        let output = Run::new(arguments).stdin(&input.concat()).done();
        let record = input.last().unwrap_or(&"");
        all.push_str(&format!("$ pipscribe {}\n{record}", arguments.join(" ")));
        all.push_str(&format!("---\n{}{}\n", output.stdout(), output.stderr()));
    }
    insta::with_settings!({ omit_expression => true }, { insta::assert_snapshot!("messages", all) });
}
