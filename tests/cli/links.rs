//! Findings lead to the book: hyperlinks of terminals, addresses in SARIF, pages and `explain`.

use serde_json::Value;

use crate::support::Run;

const SLIP: &str = "docs/src/records/slip.pips";
const CODE: &str = "https://pipscribe.github.io/pipscribe/findings/gipf/not-in-line.html";
const RULE: &str =
    "https://pipscribe.github.io/pipscribe/rules/gipf.html#g31-a-push-goes-from-a-dot-straight-along-a-line";

/// A link as terminals know it.
fn link(address: &str, text: &str) -> String {
    format!("\u{1B}]8;;{address}\u{1B}\\{text}\u{1B}]8;;\u{1B}\\")
}

fn head(arguments: &[&str], variables: &[(&str, &str)]) -> String {
    let all = [&["check", SLIP], arguments].concat();
    let output = Run::new(&all).envs(variables).done().expect_status(1);
    output.stdout().lines().next().unwrap().to_owned()
}

#[test]
fn codes_and_rules_are_links_where_there_are_links() {
    const PLAIN: &str = "gipf/not-in-line (G3.1)";
    let linked = format!("{} ({})", link(CODE, "gipf/not-in-line"), link(RULE, "G3.1"));
    // What is written to a pipe has none, unless somebody says so.
    assert_eq!(head(&[], &[]), PLAIN);
    assert_eq!(head(&[], &[("FORCE_HYPERLINK", "0")]), PLAIN);
    assert_eq!(head(&["--hyperlinks", "never"], &[("FORCE_HYPERLINK", "1")]), PLAIN);
    assert_eq!(head(&["--hyperlinks=always"], &[]), linked);
    assert_eq!(head(&[], &[("FORCE_HYPERLINK", "1")]), linked);
    for nowhere in ["", "none"] {
        assert_eq!(head(&["--hyperlinks=always", "--base-url", nowhere], &[]), PLAIN);
    }
    let elsewhere = head(&["--hyperlinks=always", "--base-url", "https://example.org/book/"], &[]);
    assert!(
        elsewhere.starts_with(&link("https://example.org/book/findings/gipf/not-in-line.html", "gipf/not-in-line"))
    );
    // Links and colours are two things.
    let coloured = head(&["--hyperlinks=always", "--color=always"], &[]);
    assert!(coloured.contains(&link(CODE, "gipf/not-in-line")) && coloured.contains("\u{1B}[3"), "{coloured:?}");
    // Nothing below the head is any longer or broken elsewhere.
    let rest = |arguments: &[&str]| {
        let output = Run::new(&[&["check", SLIP], arguments].concat()).done().stdout();
        output.lines().skip(1).map(str::to_owned).collect::<Vec<_>>()
    };
    assert_eq!(rest(&["--hyperlinks=always"]), rest(&[]));
}

#[test]
fn forms_for_other_programs_have_no_escapes() {
    for format in ["short", "json", "sarif", "github", "junit"] {
        let output = Run::new(&["check", SLIP, "--format", format, "--hyperlinks=always"]).done();
        assert!(!output.stdout().contains('\u{1B}'), "{format}");
    }
    // What JSON says is a contract.
    let plain = Run::new(&["check", SLIP, "--format", "json"]).done().stdout();
    assert!(!plain.contains("github.io"), "{plain}");
}

#[test]
fn sarif_names_the_page_of_each_code() {
    let rules = |arguments: &[&str]| {
        let log: Value = serde_json::from_str(&Run::new(arguments).done().stdout()).unwrap();
        log["runs"][0]["tool"]["driver"]["rules"].as_array().unwrap().clone()
    };
    let usual = rules(&["check", SLIP, "--format", "sarif"]);
    assert!(usual.len() > 80);
    for rule in &usual {
        let page = format!("https://pipscribe.github.io/pipscribe/findings/{}.html", rule["id"].as_str().unwrap());
        assert_eq!(rule["helpUri"], page);
    }
    let none = rules(&["check", SLIP, "--format", "sarif", "--base-url", ""]);
    assert!(none.iter().all(|rule| rule.get("helpUri").is_none()));
}

#[test]
fn explanations_and_pages_lead_to_the_book() {
    let explained = Run::new(&["explain", "gipf/not-in-line"]).done().stdout();
    assert!(explained.ends_with(&format!("\n## See also\n\n- {CODE}\n- {RULE}\n")), "{explained}");
    let rule = Run::new(&["explain", "g3.1"]).done().stdout();
    assert!(rule.ends_with(&format!("- {RULE}\n")), "{rule}");
    assert!(!Run::new(&["explain", "g3.1", "--base-url="]).done().stdout().contains("See also"));
    let page = Run::new(&["render", SLIP, "--format", "html"]).done().stdout();
    assert!(
        page.contains(&format!("<a href=\"{CODE}\"><code>gipf/not-in-line</code></a> · <a href=\"{RULE}\">G3.1</a>"))
    );
    let none = Run::new(&["render", SLIP, "--format", "html", "--base-url", "none"]).done().stdout();
    assert!(!none.contains("<a href=\"http"));
}

#[test]
fn an_address_is_one() {
    for address in ["a b", "https://x/\u{1B}]", "\"", "javascript:'"] {
        let output = Run::new(&["--base-url", address, "explain"]).done().expect_status(2);
        assert!(!output.stderr().contains('\u{1B}'));
    }
}
