//! Unknown names and their suggestions.

use crate::support::{Folder, Run};

/// The message of a command that is rejected.
fn refused(arguments: &[&str]) -> String {
    let output = Run::new(arguments).done();
    assert_eq!(
        (output.status(), output.stdout()),
        (Some(2), String::new()),
        "{arguments:?}"
    );
    output.stderr()
}

#[test]
fn a_typo_gets_a_suggestion() {
    let folder = Folder::new("meant");
    folder.file("my-deck.yaml", "");
    let near_file = folder.path().join("my-dek.yaml").display().to_string();
    for (arguments, meant) in [
        (&["moves", "--game", "gpif"][..], "gipf"),
        (&["random", "--game", "pipppip"], "pippip"),
        (&["convert", "--game", "Gipf", "-"], "gipf"),
        (
            &["moves", "--game", "gipf", "--variant", "standrad"],
            "standard",
        ),
        (
            &["random", "--game", "pippinzip", "--variant", "zip-line"],
            "zipline",
        ),
        (
            &["convert", "--game", "gipf", "--variant", "basics", "-"],
            "basic",
        ),
        (&["convert", "--variant", "freestile", "-"], "freestyle"),
        (&["convert", "--to", "jsn", "-"], "json"),
        (&["convert", "--from", "sfg", "-"], "sgf"),
        (&["convert", "--about", "gipfcom"], "gipf.com"),
        (&["convert", "-o", "out.ymal", "-"], "yaml"),
        (&["explain", "gipf/linefull"], "gipf/line-full"),
        (&["explain", "line-full"], "gipf/line-full"),
        (&["man", "chek"], "check"),
        (&["deck", "show", "twin-wroks"], "twin-works"),
        (&["deck", "show", &near_file], "my-deck.yaml"),
        (&["check", "--deck", &near_file, "-"], "my-deck.yaml"),
        (&["check", "--deck", "twinworks", "-"], "twin-works"),
    ] {
        let reported = refused(arguments);
        assert!(
            reported.contains("did you mean ") && reported.contains(&format!("`{meant}`")),
            "{arguments:?}: {reported}"
        );
    }
    for (arguments, meant) in [
        (&["check", "--format", "jsn", "-"][..], "json"),
        (&["chek", "-"], "check"),
        (&["validate", "-"], "check"),
        (&["check", "--formt", "json", "-"], "--format"),
        (&["why", "game.pips", "3"], "--turn 3"),
    ] {
        let reported = refused(arguments);
        assert!(
            reported.contains(&format!("did you mean `{meant}`?")),
            "{arguments:?}: {reported}"
        );
    }
}

#[test]
fn other_unknown_names_get_the_list_of_names() {
    let reported = refused(&["moves", "--game", "chess"]);
    assert!(
        !reported.contains("did you mean") && reported.contains("gipf, pippinzip, pippip, pipe"),
        "{reported}"
    );
    let reported = refused(&["moves", "--game", "gipf", "--variant", "zipline"]);
    assert!(
        !reported.contains("did you mean") && reported.contains("basic, standard, tournament"),
        "{reported}"
    );
    let reported = refused(&["deck", "show", "no/such/deck"]);
    assert!(
        reported.contains("No such file") && reported.contains("twin-works"),
        "{reported}"
    );
    // Control characters in arguments are escaped in messages.
    for arguments in [
        ["moves", "--game", "\u{1B}[31m"],
        ["explain", "\u{1B}[31m", "--color=never"],
    ] {
        assert!(!refused(&arguments).contains('\u{1B}'), "{arguments:?}");
    }
}

/// Invalid set-ups are reported in terms of the options, in the same words by every command.
#[test]
fn options_of_a_setup_are_named_as_typed() {
    for command in ["moves", "perft", "render", "random"] {
        assert_eq!(
            refused(&[command, "--game", "gipf"]),
            "pipscribe: GIPF needs `--variant`: basic, standard or tournament\n"
        );
        let reported = refused(&[
            command,
            "--game",
            "pippinzip",
            "--variant",
            "zipline",
            "--tag",
            "Size=1",
        ]);
        assert!(
            reported.starts_with("pipscribe: invalid `--tag Size=1`: "),
            "{reported}"
        );
        let reported = refused(&[
            command,
            "--game",
            "gipf",
            "--variant",
            "basic",
            "--options",
            "foo=bar",
        ]);
        assert!(
            reported.starts_with("pipscribe: invalid `--options`: ")
                && reported.contains("`reserve`"),
            "{reported}"
        );
    }
    assert_eq!(
        refused(&["random"]),
        "pipscribe: random needs `--game`: gipf, pippinzip, pippip or pipe\n"
    );
    for setup in [
        &["--game", "gipf", "--variant", "basic"][..],
        &["--game", "pippinzip", "--variant", "zipline"],
        &["--game", "pippip"],
        &["--game", "pipe", "--variant", "pipes"],
    ] {
        let reported = refused(&[&["moves", "--position", "x"], setup].concat());
        assert!(
            reported.starts_with("pipscribe: invalid `--position`: "),
            "{reported}"
        );
        assert!(
            !reported.contains("Size") && !reported.contains("Players"),
            "{reported}"
        );
    }
}

#[test]
fn an_unknown_extension_is_rejected() {
    let folder = Folder::new("ending");
    let path = |name: &str| folder.path().join(name).display().to_string();
    let record = folder.file(
        "a.pips",
        "[Game \"gipf\"]\n[Variant \"basic\"]\n\n1. b3 *\n",
    );
    let reported = refused(&["convert", &record, "-o", &path("out.doc")]);
    for ending in [".pips", ".json", ".jsonl", ".yaml", ".sgf", ".csv"] {
        assert!(reported.contains(ending), "{ending}: {reported}");
    }
    assert!(!folder.path().join("out.doc").exists());
    // A format option, a known extension, or neither is accepted.
    Run::new(&["convert", &record, "--to", "json", "-o", &path("out.doc")])
        .done()
        .expect_status(0);
    for name in ["out.PIPS", "out.sgf", "out"] {
        Run::new(&["convert", &record, "-o", &path(name)])
            .done()
            .expect_status(0);
        assert!(folder.path().join(name).exists());
    }
}

#[test]
fn the_bundled_decks_are_listed() {
    let list = Run::new(&["deck", "list"]).done().stdout();
    assert_eq!(Run::new(&["deck", "--list"]).done().stdout(), list);
    assert_eq!(list.lines().count(), 1, "{list}");
    for line in list.lines() {
        let words: Vec<&str> = line.split_whitespace().collect();
        let [name, cards, "cards", hash] = words.as_slice() else {
            panic!("{line}")
        };
        let page = Run::new(&["deck", "show", name]).done().stdout();
        assert!(
            page.starts_with(&format!("{name}, ")) && page.contains(&format!(", {cards} cards\n")),
            "{page}"
        );
        assert!(
            hash.len() == 12 && page.contains(&format!("\nhash {hash}")),
            "{line}"
        );
    }
    Run::new(&["deck", "--list", "list"])
        .done()
        .expect_status(2);
    Run::new(&["deck"]).done().expect_status(2);
}

#[test]
fn a_bundled_deck_can_be_given_by_name() {
    let random = |arguments: &[&str]| {
        Run::new(
            &[
                &["random", "--game", "pipe", "--variant", "both"],
                arguments,
            ]
            .concat(),
        )
        .done()
        .stdout()
    };
    assert!(random(&[]).contains("[Deck \"twin-works\"]"));
    assert_eq!(random(&["--deck", "twin-works"]), random(&[]));
}
