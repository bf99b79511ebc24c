//! `--quiet` and `--verbose`, which every command accepts.

use crate::support::{Folder, Run};

const VALID: &str = r#"[Game "gipf"]
[Variant "basic"]

1. b3 {[%expect legal]} *
"#;
const INVALID: &str = r#"[Game "gipf"]
[Variant "basic"]

1. b9 *
"#;

#[test]
fn quiet_hides_summaries_and_keeps_errors() {
    let folder = Folder::new("quiet");
    let (valid, invalid) = (
        folder.file("valid.pips", VALID),
        folder.file("invalid.pips", INVALID),
    );
    for arguments in [
        vec!["check", "-q", &valid],
        vec!["fmt", "--check", "-q", &valid],
        vec!["-q", "mend", &valid],
        vec!["infer", &valid, "--quiet"],
        vec!["sort", "-q", "--by", "game", &valid],
        vec!["test", "-q", &valid],
        vec!["convert", "-q", "--to", "sgf", &valid],
        vec!["deck", "check", "-q", "twin-works"],
    ] {
        let ran = Run::new(&arguments).done().expect_status(0);
        assert_eq!(ran.stderr(), "", "{arguments:?}");
    }
    let ran = Run::new(&["test", "-q", &valid]).done();
    assert_eq!(ran.stdout(), "");
    let ran = Run::new(&["test", "-q", &valid, &invalid]).done();
    assert_eq!(ran.stdout(), "");
    let missing = Run::new(&["check", "-q", "missing.pips"])
        .done()
        .expect_status(2);
    assert!(
        missing.stderr().contains("missing.pips"),
        "{}",
        missing.stderr()
    );
    let wrong = Run::new(&["check", "-q", "--format", "short", &invalid])
        .done()
        .expect_status(1);
    assert!(wrong.stdout().contains("gipf/"), "{}", wrong.stdout());
}

#[test]
fn verbose_reports_files_and_settings() {
    let folder = Folder::new("verbose");
    folder.file("pipscribe.toml", "ignore = [\"tag\"]\n");
    folder.file("valid.pips", VALID);
    let ran = Run::new(&["check", "-v", "valid.pips"])
        .current_dir(folder.path())
        .done()
        .expect_status(0);
    let lines = ran.stderr();
    assert!(
        lines.contains("pipscribe: settings of ") && lines.contains("pipscribe.toml\n"),
        "{lines}"
    );
    assert!(lines.contains("pipscribe: reading valid.pips\n"), "{lines}");
    let plain = Run::new(&["check", "valid.pips"])
        .current_dir(folder.path())
        .done();
    assert!(!plain.stderr().contains("reading"), "{}", plain.stderr());
}

/// `-v` of `grep` inverts the selection, as in grep(1).
#[test]
fn grep_is_verbose_by_its_long_name() {
    let folder = Folder::new("verbose-grep");
    let valid = folder.file("valid.pips", VALID);
    let ran = Run::new(&["grep", "--verbose", "--game", "gipf", &valid])
        .done()
        .expect_status(0);
    assert!(
        ran.stderr().contains("pipscribe: reading "),
        "{}",
        ran.stderr()
    );
    let ran = Run::new(&["grep", "-v", "--game", "gipf", &valid])
        .done()
        .expect_status(1);
    assert!(!ran.stderr().contains("reading"), "{}", ran.stderr());
}
