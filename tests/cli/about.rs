//! Version, licences, manual pages and completions for Nushell. Also `check` without a path.

use crate::support::{Folder, Run};

fn written(arguments: &[&str]) -> String {
    let output = Run::new(arguments).done();
    assert_eq!(
        (output.status(), &*output.stderr()),
        (Some(0), ""),
        "{arguments:?}"
    );
    output.stdout()
}

#[test]
fn the_version_has_commit_and_features_on_request() {
    let short = written(&["--version"]);
    assert_eq!(short, format!("pipscribe {}\n", env!("CARGO_PKG_VERSION")));
    let long = written(&["--version", "--verbose"]);
    assert!(
        long.starts_with(&short) && long.contains("\ncommit: ") && long.contains("\nfeatures: "),
        "{long}"
    );
    for arguments in [
        &["--verbose", "--version"][..],
        &["-V", "-v"],
        &["-v", "-V"],
        &["-vV"],
        &["--version", "-v"],
    ] {
        assert_eq!(written(arguments), long, "{arguments:?}");
    }
}

#[test]
fn licences_are_printed_in_full() {
    let licences = written(&["--licences"]);
    for text in [
        "MIT",
        "Apache License",
        "SIL OPEN FONT LICENSE",
        "\n- clap ",
        "\n- serde ",
    ] {
        assert!(licences.contains(text), "{text}");
    }
    assert!(!licences.contains("\u{1B}") && licences.len() > 100_000);
}

#[test]
fn the_manual_is_written_to_a_folder() {
    let folder = Folder::new("manual");
    let to = format!("{}/man1", folder.name());
    assert_eq!(written(&["man", "-o", &to]), "");
    let page = |name: &str| std::fs::read_to_string(format!("{to}/{name}.1")).unwrap();
    assert_eq!(page("pipscribe"), written(&["man"]));
    for command in ["check", "book", "man"] {
        assert_eq!(
            page(&format!("pipscribe-{command}")),
            written(&["man", command])
        );
    }
    assert!(!std::path::Path::new(&format!("{to}/pipscribe-help.1")).exists());
    Run::new(&["man", "check", "-o", &to])
        .done()
        .expect_status(2);
}

#[test]
fn nushell_completes_commands() {
    let text = written(&["completions", "nushell"]);
    assert!(
        text.contains("export extern \"pipscribe check\"") && text.contains("gipf/line-full"),
        "{text}"
    );
}

#[test]
fn check_without_a_path_reads_the_current_folder() {
    let folder = Folder::new("check-here");
    folder.file(
        "games/a.pips",
        "[Game \"gipf\"]\n[Variant \"basic\"]\n\n1. b3 *\n",
    );
    let output = Run::new(&["check"]).current_dir(folder.path()).done();
    assert_eq!(
        (output.status(), &*output.stderr()),
        (Some(0), "1 record checked: 1 valid, 0 invalid\n")
    );
}
