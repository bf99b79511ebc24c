//! Findings link to the book: hyperlinks of terminals, addresses in SARIF, documents and `explain`.

use serde_json::Value;

use crate::support::{Folder, Run, root};

const SLIP: &str = "docs/src/records/slip.pips";
const BOOK: &str = "https://example.org/book";
const CODE: &str = "https://example.org/book/findings/gipf/not-in-line.html";
const RULE: &str =
    "https://example.org/book/rules/gipf.html#g31-a-push-goes-from-a-dot-straight-along-a-line";
const PLAIN: &str = "gipf/not-in-line (G3.1)";

/// Returns a link in the form of terminals.
fn link(address: &str, text: &str) -> String {
    format!("\u{1B}]8;;{address}\u{1B}\\{text}\u{1B}]8;;\u{1B}\\")
}

fn head(arguments: &[&str], variables: &[(&str, &str)]) -> String {
    let all = [&["check", SLIP], arguments].concat();
    let output = Run::new(&all).envs(variables).done().expect_status(1);
    output.stdout().lines().next().unwrap().to_owned()
}

/// Returns the lines of `explain` that are addresses.
fn addresses(arguments: &[&str], variables: &[(&str, &str)]) -> Vec<String> {
    let output = Run::new(&[&["explain", "gipf/not-in-line"], arguments].concat())
        .envs(variables)
        .done();
    let text = output.stdout();
    text.lines()
        .filter_map(|line| Some(line.strip_prefix("- ")?.to_owned()))
        .collect()
}

#[test]
fn codes_and_rules_are_links_if_hyperlinks_are_on() {
    let linked = format!(
        "{} ({})",
        link(CODE, "gipf/not-in-line"),
        link(RULE, "G3.1")
    );
    // Output to a pipe has links only if they are requested.
    for arguments in [
        &["--base-url", BOOK][..],
        &["--base-url", "https://example.org/book/"],
    ] {
        let with = |more: &[&'static str], variables: &[(&str, &str)]| {
            head(&[arguments, more].concat(), variables)
        };
        assert_eq!(with(&[], &[]), PLAIN);
        assert_eq!(with(&[], &[("FORCE_HYPERLINK", "0")]), PLAIN);
        assert_eq!(
            with(&["--hyperlinks", "never"], &[("FORCE_HYPERLINK", "1")]),
            PLAIN
        );
        assert_eq!(with(&["--hyperlinks=always"], &[]), linked);
        assert_eq!(with(&[], &[("FORCE_HYPERLINK", "1")]), linked);
    }
    for nowhere in ["", "none"] {
        assert_eq!(
            head(&["--hyperlinks=always", "--base-url", nowhere], &[]),
            PLAIN
        );
    }
    // Links and colours are independent.
    let coloured = head(
        &["--hyperlinks=always", "--color=always", "--base-url", BOOK],
        &[],
    );
    assert!(
        coloured.contains(&link(CODE, "gipf/not-in-line")) && coloured.contains("\u{1B}[3"),
        "{coloured:?}"
    );
    // Below the heading, no line is longer or wrapped differently.
    let rest = |arguments: &[&str]| {
        let output = Run::new(&[&["check", SLIP], arguments].concat())
            .done()
            .stdout();
        output
            .lines()
            .skip(1)
            .map(str::to_owned)
            .collect::<Vec<_>>()
    };
    assert_eq!(
        rest(&["--hyperlinks=always", "--base-url", BOOK]),
        rest(&[])
    );
}

/// Nothing is published yet, so no output that users pass on may contain a name that anybody can
/// register.
#[test]
fn without_an_address_there_are_no_links() {
    assert_eq!(head(&["--hyperlinks=always"], &[]), PLAIN);
    assert_eq!(addresses(&[], &[]), [""; 0]);
    for arguments in [
        &["check", SLIP, "--format", "sarif"][..],
        &["render", SLIP, "--format", "html"],
        &["man"],
    ] {
        let text = Run::new(arguments).done().stdout();
        assert!(!text.contains("github"), "{arguments:?}");
    }
}

#[test]
fn the_environment_and_the_file_of_settings_set_the_address() {
    let variable = [("PIPSCRIBE_BOOK_URL", "https://example.org/variable")];
    assert_eq!(
        addresses(&[], &variable)[0],
        "https://example.org/variable/findings/gipf/not-in-line.html"
    );
    // The command line comes first, and an empty variable counts as unset.
    assert_eq!(addresses(&["--base-url", BOOK], &variable), [CODE, RULE]);
    assert_eq!(addresses(&["--base-url", "none"], &variable), [""; 0]);
    assert_eq!(addresses(&[], &[("PIPSCRIBE_BOOK_URL", "")]), [""; 0]);
    let wrong = Run::new(&["explain"])
        .envs(&[("PIPSCRIBE_BOOK_URL", "a b")])
        .done()
        .expect_status(2);
    assert!(
        wrong
            .stderr()
            .starts_with("pipscribe: PIPSCRIBE_BOOK_URL: "),
        "{}",
        wrong.stderr()
    );

    let folder = Folder::new("settings");
    folder.file("pipscribe.toml", &format!("[book]\nurl = \"{BOOK}\"\n"));
    folder.file("games/2026/game.pips", "");
    let explain = |variables: &[(&str, &str)]| {
        let run = Run::new(&["explain", "gipf/not-in-line"])
            .current_dir(folder.path().join("games/2026"));
        run.envs(variables).done()
    };
    assert!(
        explain(&[])
            .stdout()
            .ends_with(&format!("- {CODE}\n- {RULE}\n"))
    );
    assert!(
        explain(&variable)
            .stdout()
            .contains("- https://example.org/variable/")
    );
    folder.file("pipscribe.toml", "[book]\nurl = \"javascript:alert(1)\"\n");
    // The text needs no settings; only its links are missing.
    let output = explain(&[]).expect_status(0);
    assert!(
        output
            .stderr()
            .contains("pipscribe.toml: `url` in [book] must begin with"),
        "{}",
        output.stderr()
    );
    assert!(output.stdout().contains("gipf/not-in-line") && !output.stdout().contains("https://"));

    // A report links to the book of the file to which it refers.
    folder.file(
        "games/2026/pipscribe.toml",
        &format!("[book]\nurl = \"{BOOK}\"\n"),
    );
    let slip = std::fs::read_to_string(root().join(SLIP)).unwrap();
    let report = |path: &str, format: &str| {
        let arguments = ["check", "--hyperlinks=always", "--format", format, path];
        Run::new(&arguments).done().expect_status(1).stdout()
    };
    let game = folder.file("games/2026/game.pips", &slip);
    assert!(report(&game, "human").contains(CODE) && report(&game, "sarif").contains(CODE));
}

#[test]
fn a_local_book_is_linked_on_this_machine_only() {
    let folder = Folder::new("written-book");
    let data = format!("{}/data", folder.name());
    let variables = [("XDG_DATA_HOME", data.as_str())];
    let output = Run::new(&["book"]).envs(&variables).done().expect_status(0);
    let first = output.stdout().trim_end().to_owned();
    assert!(
        first.starts_with(&data) && first.ends_with("index.html"),
        "{first}"
    );
    let written = first.strip_suffix("/index.html").unwrap();
    assert_eq!(
        addresses(&[], &variables)[0],
        format!("file://{written}/findings/gipf/not-in-line.html")
    );
    assert!(
        head(&["--hyperlinks=always"], &variables)
            .contains(&format!("file://{written}/rules/gipf.html#g31-"))
    );
    assert_eq!(addresses(&["--base-url", "none"], &variables), [""; 0]);
    // A file may be passed on to other people, who have no such folder.
    for arguments in [
        &["check", SLIP, "--format", "sarif"][..],
        &["render", SLIP, "--format", "html"],
    ] {
        assert!(
            !Run::new(arguments)
                .envs(&variables)
                .done()
                .stdout()
                .contains("file://"),
            "{arguments:?}"
        );
    }
    // The book is written to another folder twice. No old files are left, and nothing else is
    // written.
    let to = format!("{}/book", folder.name());
    for _ in 0..2 {
        let output = Run::new(&["book", "-o", &to]).done();
        assert_eq!(
            (output.status(), output.stdout()),
            (Some(0), format!("{to}/index.html\n"))
        );
    }
    let page =
        std::fs::read_to_string(folder.path().join("book/findings/gipf/line-full.html")).unwrap();
    assert!(
        page.contains("<h1 id=\"gipfline-full\">gipf/line-full</h1>") && page.contains("<svg"),
        "{page}"
    );
}

#[test]
fn forms_for_other_programs_have_no_escapes() {
    for format in ["short", "json", "sarif", "github", "junit"] {
        let arguments = [
            "check",
            SLIP,
            "--format",
            format,
            "--hyperlinks=always",
            "--base-url",
            BOOK,
        ];
        assert!(
            !Run::new(&arguments).done().stdout().contains('\u{1B}'),
            "{format}"
        );
    }
    // JSON output is a contract.
    let plain = Run::new(&["check", SLIP, "--format", "json", "--base-url", BOOK])
        .done()
        .stdout();
    assert!(!plain.contains("example.org"), "{plain}");
}

#[test]
fn sarif_names_the_page_of_each_code() {
    let driver = |arguments: &[&str]| {
        let log: Value = serde_json::from_str(&Run::new(arguments).done().stdout()).unwrap();
        log["runs"][0]["tool"]["driver"].clone()
    };
    let rules = |driver: &Value| driver["rules"].as_array().unwrap().clone();
    let with_book = driver(&["check", SLIP, "--format", "sarif", "--base-url", BOOK]);
    assert_eq!(with_book["informationUri"], BOOK);
    let linked = rules(&with_book);
    assert_eq!(linked.len(), 1);
    for rule in &linked {
        let id = rule["id"].as_str().unwrap();
        assert_eq!(rule["helpUri"], format!("{BOOK}/findings/{id}.html"));
        assert!(
            rule["help"]["text"]
                .as_str()
                .unwrap()
                .contains(&format!("`pipscribe explain {id}`"))
        );
    }
    for arguments in [
        &["check", SLIP, "--format", "sarif"][..],
        &["check", SLIP, "--format", "sarif", "--base-url", ""],
    ] {
        let without = driver(arguments);
        assert!(without.get("informationUri").is_none());
        assert!(
            rules(&without)
                .iter()
                .all(|rule| rule.get("helpUri").is_none())
        );
    }
}

#[test]
fn explanations_and_pages_link_to_the_book() {
    let explained = Run::new(&["explain", "gipf/not-in-line", "--base-url", BOOK])
        .done()
        .stdout();
    assert!(
        explained.ends_with(&format!("\n## See also\n\n- {CODE}\n- {RULE}\n")),
        "{explained}"
    );
    let rule = Run::new(&["explain", "g3.1", "--base-url", BOOK])
        .done()
        .stdout();
    assert!(rule.ends_with(&format!("- {RULE}\n")), "{rule}");
    assert!(
        !Run::new(&["explain", "g3.1", "--base-url="])
            .done()
            .stdout()
            .contains("See also")
    );
    let page = Run::new(&["render", SLIP, "--format", "html", "--base-url", BOOK])
        .done()
        .stdout();
    assert!(page.contains(&format!(
        "<a href=\"{CODE}\"><code>gipf/not-in-line</code></a> · <a href=\"{RULE}\">G3.1</a>"
    )));
    let none = Run::new(&["render", SLIP, "--format", "html", "--base-url", "none"])
        .done()
        .stdout();
    assert!(!none.contains("<a href=\"http"));
}

#[test]
fn invalid_addresses_are_rejected() {
    for address in ["a b", "https://x/\u{1B}]", "\"", "javascript:'"] {
        let output = Run::new(&["--base-url", address, "explain"])
            .done()
            .expect_status(2);
        assert!(!output.stderr().contains('\u{1B}'));
    }
}
