//! Colours and width of the output.

use crate::support::{BROKEN, Folder, Run};

/// Arguments, variables, and whether the output then has colours.
type Case = (
    &'static [&'static str],
    &'static [(&'static str, &'static str)],
    bool,
);

const ESCAPE: char = '\u{1B}';

fn findings(arguments: &[&str], variables: &[(&str, &str)]) -> String {
    Run::new(&[&["check", "-"], arguments].concat())
        .stdin(BROKEN)
        .envs(variables)
        .done()
        .stdout()
}

/// There is no terminal.
#[test]
fn colours_follow_the_option() {
    let no: &[(&str, &str)] = &[("NO_COLOR", "1")];
    let force: &[(&str, &str)] = &[("CLICOLOR_FORCE", "1")];
    let both: &[(&str, &str)] = &[("NO_COLOR", "1"), ("CLICOLOR_FORCE", "1")];
    let cases: [Case; 11] = [
        (&[], &[], false),
        (&[], no, false),
        (&[], force, true),
        (&[], &[("CLICOLOR", "0")], false),
        (&[], both, false),
        (&["--color", "auto"], force, true),
        (&["--color=always"], &[], true),
        (&["--color", "always"], no, true),
        (&["--color", "always", "--color", "never"], &[], false),
        (&["--color", "never"], force, false),
        (&["--color", "never", "--format", "short"], force, false),
    ];
    let plain = findings(&["--color", "never"], &[]);
    for (arguments, variables, has_colours) in cases {
        let text = findings(arguments, variables);
        assert_eq!(
            text.contains(ESCAPE),
            has_colours,
            "{arguments:?} {variables:?}"
        );
        assert!(text.contains("gipf/not-in-line"), "{text}");
        if !has_colours && !arguments.contains(&"short") {
            assert_eq!(text, plain);
        }
    }
    // The option also works before the subcommand. Help follows the option; errors have no colours.
    let coloured = |arguments: &[&str]| {
        let output = Run::new(arguments).envs(&[]).done();
        (output.stdout() + &output.stderr()).contains(ESCAPE)
    };
    assert!(coloured(&["--color", "always", "check", "--help"]) && !coloured(&["check", "--help"]));
    assert!(!coloured(&["check", "--color=always", "--no-such"]));
    Run::new(&["--color", "red", "explain"])
        .envs(&[])
        .done()
        .expect_status(2);
}

#[test]
fn a_file_is_coloured_only_on_request() {
    let folder = Folder::new("colour");
    let report = folder.file("report.txt", "");
    for (arguments, variables, has_colours) in [
        (&["-o", &report][..], &[][..], false),
        (
            &["-o", &report, "--color", "always"],
            &[("NO_COLOR", "1")],
            true,
        ),
        (
            &["-o", &report, "--color", "never"],
            &[("CLICOLOR_FORCE", "1")],
            false,
        ),
    ] {
        assert_eq!(findings(arguments, variables), "");
        assert_eq!(
            std::fs::read_to_string(&report).unwrap().contains(ESCAPE),
            has_colours,
            "{arguments:?}"
        );
    }
}

fn longest_line(text: &str) -> usize {
    text.lines().map(|line| line.chars().count()).max().unwrap()
}

#[test]
fn columns_set_the_width_of_findings() {
    let usual = findings(&[], &[]);
    let wide = |columns: &str| findings(&[], &[("COLUMNS", columns)]);
    assert!((81..=100).contains(&longest_line(&usual)), "{usual}");
    assert_eq!(wide("100"), usual, "the width that nobody said");
    for nonsense in ["", "0", "-5", "wide"] {
        assert_eq!(wide(nonsense), usual, "{nonsense:?}");
    }
    let narrow = wide("60");
    assert!(longest_line(&narrow) <= 60, "{narrow}");
    assert!(wide("200").lines().count() < narrow.lines().count());
    // However narrow the output is, a part of each finding stays visible.
    assert_eq!(wide("1"), wide("40"));
    let words = |text: &str| {
        text.split_whitespace()
            .map(str::to_owned)
            .collect::<Vec<_>>()
    };
    assert_eq!(
        words(&narrow),
        words(&usual),
        "only where lines end differs"
    );
}

#[test]
fn columns_set_the_width_of_help() {
    let help = |columns: &str| {
        Run::new(&["check", "--help"])
            .envs(&[("COLUMNS", columns)])
            .done()
            .stdout()
    };
    assert!(longest_line(&help("60")) <= 60, "{}", help("60"));
    assert!((61..=100).contains(&longest_line(&help("100"))));
}
