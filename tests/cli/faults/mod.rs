//! Failures around the program: full disks, closed pipes, strange files. None of them hides the
//! rest of the work or leaves a file half written.

mod names;
mod saves;
mod slow;
mod split;

use std::ffi::OsStr;
use std::fs::{self, OpenOptions, Permissions};
use std::io::Write;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::{MetadataExt, PermissionsExt, symlink};
use std::process::{Command, Stdio};
use std::time::Duration;

use crate::support::{BROKEN, Folder, Ran, Run, UNTIDY, VALID, file_names, skipped};

const UNMET: &str = r#"[Game "gipf"]
[Variant "basic"]

1. b3 {[%expect moves 1]} *
"#;

fn full() -> fs::File {
    OpenOptions::new().write(true).open("/dev/full").unwrap()
}

fn command(arguments: &[impl AsRef<OsStr>]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_pipscribe"));
    command.args(arguments).stdin(Stdio::null());
    command
}

/// Runs a line of the shell in a folder; `$P` is the program.
fn shell(folder: &Folder, line: &str) -> Ran {
    let mut shell = Command::new("sh");
    shell
        .args(["-c", line])
        .env("P", env!("CARGO_BIN_EXE_pipscribe"));
    Ran::from(
        shell
            .current_dir(folder.path())
            .stdin(Stdio::null())
            .output()
            .unwrap(),
    )
}

#[test]
fn every_command_reports_a_full_disk() {
    let folder = Folder::new("full");
    let (valid, broken) = (
        folder.file("valid.pips", VALID),
        folder.file("broken.pips", BROKEN),
    );
    let commands: &[&[&str]] = &[
        &["check", &broken],
        &["check", "--format", "json", &valid],
        &["check", "--format", "sarif", &valid],
        &["check", "--format", "junit", &valid],
        &["fmt", "--bare", &valid],
        &["fmt", "--diff", &folder.file("untidy.pips", UNTIDY)],
        &["replay", &valid],
        &["render", &valid],
        &["render", "-o", "/dev/full", &valid],
        &["convert", &valid],
        &["convert", "-o", "/dev/full", &valid],
        &["moves", &valid],
        &["test", &valid],
        &["test", "--format", "junit", &valid],
        &["random", "--game", "gipf", "--variant", "basic"],
        &["explain"],
        &["man"],
        &["--help"],
        &["check", "--help"],
    ];
    for arguments in commands {
        let output = Ran::from(
            command(arguments)
                .stdout(full())
                .stderr(Stdio::piped())
                .output()
                .unwrap(),
        );
        assert_eq!(output.status(), Some(2), "{arguments:?}");
        let text = output.stderr();
        assert!(
            text.contains("pipscribe: writing "),
            "{arguments:?}: {text}"
        );
        assert!(
            text.contains("No space left on device"),
            "{arguments:?}: {text}"
        );
    }
    // If nothing can be printed, the exit status still shows the failure.
    for (path, code) in [(valid.as_str(), 0), (&broken, 1), ("no/such.pips", 2)] {
        let output = Ran::from(command(&["check", path]).stderr(full()).output().unwrap());
        assert_eq!(output.status(), Some(code), "{path}");
    }
}

#[test]
fn files_are_replaced_atomically() {
    let folder = Folder::new("limit");
    let long: String = (0..200)
        .map(|number| {
            format!("[Game \"gipf\"]\n[Variant \"basic\"]\n[Round \"{number}\"]\nb3 c2\n")
        })
        .collect();
    let unmet = format!("{long}{UNMET}");
    let files = [
        ("untidy.pips", long.as_str()),
        ("unmet.pips", &unmet),
        ("figure.svg", "old"),
        ("out.pips", "old"),
    ];
    let check = |lines: &[(&str, &str)]| {
        for (line, name) in lines {
            // No file may be longer than one block; standard error is a pipe.
            let output = shell(&folder, &format!("ulimit -f 1; trap '' XFSZ; {line}"));
            assert_eq!(output.status(), Some(2), "{line}: {}", output.stderr());
            assert!(
                output
                    .stderr()
                    .contains(&format!("writing {name}: File too large")),
                "{line}: {}",
                output.stderr()
            );
            for (name, text) in files {
                assert_eq!(
                    fs::read_to_string(folder.path().join(name)).unwrap(),
                    text,
                    "{line}"
                );
            }
            assert_eq!(
                file_names(folder.path()).len(),
                files.len(),
                "nothing is left behind: {line}"
            );
        }
    };
    for (name, text) in files {
        folder.file(name, text);
    }
    check(&[
        ("$P fmt untidy.pips", "untidy.pips"),
        ("$P test --bless unmet.pips", "unmet.pips"),
        ("$P render -o figure.svg untidy.pips", "figure.svg"),
        ("$P convert --force -o out.pips untidy.pips", "out.pips"),
    ]);
    // A file that cannot be written does not prevent others from being written.
    let output = shell(
        &folder,
        "ulimit -f 1; trap '' XFSZ; printf '%s' '[Game \"gipf\"]\n[Variant \"basic\"]\nb3' > z.pips; $P fmt \
            untidy.pips z.pips",
    );
    assert_eq!(output.status(), Some(2));
    assert_eq!(
        fs::read_to_string(folder.path().join("z.pips")).unwrap(),
        "[Game \"gipf\"]\n[Variant \"basic\"]\n\n1. b3 *\n"
    );
}

#[test]
fn unreadable_files_hide_nothing() {
    let folder = Folder::new("unreadable");
    folder.file("a.pips", BROKEN);
    folder.file("d.pips/inner.pips", BROKEN);
    folder.file("empty.pips", "");
    folder.file("z.pips", BROKEN);
    symlink("gone.pips", folder.path().join("dangling.pips")).unwrap();
    symlink(".", folder.path().join("cycle")).unwrap();
    symlink("loop.pips", folder.path().join("loop.pips")).unwrap();
    // In a folder, links are skipped, so that nothing is read twice or endlessly.
    let output = Run::new(&["check", "--format", "short", &folder.name()])
        .done()
        .expect_status(1);
    assert_eq!(output.stdout().lines().count(), 3);
    // Links given by name are followed, and reported if they lead nowhere; the other files are
    // checked.
    let path = |name: &str| folder.path().join(name).display().to_string();
    let output = Run::new(&[
        "check",
        "--format",
        "short",
        &path("dangling.pips"),
        &path("loop.pips"),
        &path("a.pips"),
    ])
    .done();
    assert_eq!(
        (output.status(), output.stdout().lines().count()),
        (Some(2), 1)
    );
    let reported = output.stderr();
    assert!(
        reported.contains(&format!("reading {}: No such file", path("dangling.pips"))),
        "{reported}"
    );
    assert!(
        reported.contains(&format!("reading {}: Too many levels", path("loop.pips"))),
        "{reported}"
    );
    // A folder instead of a file, and a Markdown file that cannot be read.
    Run::new(&["convert", &path("a.pips"), "--deck", &path("d.pips")])
        .done()
        .expect_status(2)
        .expect_stderr("Is a directory");
    symlink("/proc/self/mem", folder.path().join("fails.md")).unwrap();
    Run::new(&["test", &path("fails.md"), &path("a.pips")])
        .done()
        .expect_status(2)
        .expect_stdout("0 passed; 0 failed; 1 without")
        .expect_stderr("fails.md: Input/output error");
    // A file is not replaced if the work fails in the middle.
    Run::new(&["fmt", &path("empty.pips"), &path("a.pips")])
        .done()
        .expect_status(0);
    assert_eq!(fs::read(folder.path().join("empty.pips")).unwrap(), b"");
}

#[test]
fn a_folder_without_permissions_is_reported() {
    let folder = Folder::new("rights");
    folder.file("closed/a.pips", BROKEN);
    folder.file("open.pips", BROKEN);
    let closed = folder.path().join("closed");
    fs::set_permissions(&closed, Permissions::from_mode(0o000)).unwrap();
    // Permissions do not apply to root, unless it gives up the capabilities that override them.
    let bound = match fs::read_dir(&closed) {
        Err(_) => "",
        Ok(_) => {
            "setpriv --bounding-set=-dac_override,-dac_read_search --inh-caps=-dac_override,-dac_read_search"
        }
    };
    let output = shell(&folder, &format!("{bound} $P check --format short ."));
    fs::set_permissions(&closed, Permissions::from_mode(0o700)).unwrap();
    if output.stderr().contains("setpriv: ") {
        return skipped("root cannot give up capabilities here", None);
    }
    assert_eq!(
        (output.status(), output.stdout().lines().count()),
        (Some(2), 1)
    );
    assert!(output.stderr().contains("closed"), "{}", output.stderr());
}

#[test]
fn pipes_are_rejected_as_theme_deck_font_and_suite() {
    let folder = Folder::new("fifo-options");
    folder.file(
        "a.pips",
        "[Game \"gipf\"]\n[Variant \"basic\"]\n\n1. b3 *\n",
    );
    for arguments in [
        "render --theme p -o a.svg a.pips",
        "render --font p -o a.png a.pips",
        "check --deck p a.pips",
        "deck check p",
        "conform --suite p true",
    ] {
        let output = shell(
            &folder,
            &format!("rm -f p; mkfifo p; timeout 20 $P {arguments}"),
        );
        let reported = output.stderr();
        assert_eq!(output.status(), Some(2), "{arguments}: {reported}");
        assert!(
            reported.contains("it is a pipe or a device"),
            "{arguments}: {reported}"
        );
    }
    // A file that the caller has opened is read.
    folder.file("theme.yaml", "name: mine\nextends: dark\n");
    let output = shell(
        &folder,
        "cat theme.yaml | timeout 20 $P render --theme /dev/stdin -o a.svg a.pips",
    );
    assert_eq!(output.status(), Some(0), "{}", output.stderr());
}

#[test]
fn pipes_are_read_once_and_never_replaced() {
    let folder = Folder::new("fifo");
    let run = |arguments: &str| {
        shell(
            &folder,
            &format!(
                "rm -f p.pips; mkfifo p.pips; {{ cat untidy.pips >p.pips & }}; timeout 20 $P {arguments} p.pips"
            ),
        )
    };
    folder.file("untidy.pips", UNTIDY);
    let output = run("fmt --check");
    assert_eq!(
        (output.status(), output.stdout().as_str()),
        (Some(1), "p.pips\n"),
        "{}",
        output.stderr()
    );
    let output = run("fmt --diff");
    assert!(
        output.stdout().contains("\n+1. b3 2. c2 *\n"),
        "{}",
        output.stdout()
    );
    let output = run("fmt --bare");
    assert!(
        output.stdout().ends_with("\n1. b3 2. c2 *\n"),
        "{}",
        output.stdout()
    );
    let output = run("fmt");
    assert_eq!(output.status(), Some(2));
    assert!(
        output.stderr().contains("p.pips is not a regular file"),
        "{}",
        output.stderr()
    );
    folder.file("untidy.pips", UNMET);
    let output = run("test --bless");
    assert_eq!(output.status(), Some(2));
    assert!(
        output.stderr().contains("it is not a regular file"),
        "{}",
        output.stderr()
    );
    // In a folder, pipes are skipped, so that nothing waits for them.
    let output = shell(&folder, "timeout 20 $P check .");
    assert_eq!(
        output.status(),
        Some(1),
        "the unmet expectation is reported once"
    );
}

#[test]
fn file_names_of_any_bytes_keep_every_format_valid() {
    let folder = Folder::new("names");
    let strange: &[&[u8]] = &[
        b"\xFF.pips",
        b"a\nb.pips",
        b"<&\"'>.pips",
        b"a,b:c%.pips",
        b"\x1B[31m.pips",
        b"dir\xFE/\xFF.pips",
        b"--fmt.pips",
    ];
    for name in strange {
        let path = folder.path().join(OsStr::from_bytes(name));
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, BROKEN).unwrap();
    }
    let count = strange.len();
    let run = |format: &str| {
        let output = Run::new(&["check", "--format", format, &folder.name()])
            .done()
            .expect_status(1);
        output.stdout()
    };
    let json = run("json");
    assert_eq!(json.lines().count(), count);
    let parsed = |line: &str| serde_json::from_str::<serde_json::Value>(line).unwrap();
    let paths: Vec<_> = json
        .lines()
        .map(|line| parsed(line)["path"].as_str().unwrap().to_owned())
        .collect();
    assert!(
        paths
            .iter()
            .any(|path| path.starts_with("file:///") && path.ends_with("/dir%FE/%FF.pips"))
            && paths.iter().any(|path| path.ends_with("a\nb.pips"))
    );
    assert_eq!(
        parsed(&run("sarif"))["runs"][0]["results"]
            .as_array()
            .unwrap()
            .len(),
        count
    );
    let github = run("github");
    assert_eq!(github.lines().count(), count);
    assert!(
        github.lines().all(|line| line.starts_with("::error file=")),
        "{github}"
    );
    let xml = run("junit");
    assert_eq!(xml.matches("<testcase ").count(), count);
    assert!(
        xml.contains("&lt;&amp;&quot;'&gt;.pips") && !xml.contains('\u{1B}'),
        "{xml}"
    );
    let tested = Run::new(&[
        "test",
        "--snapshot",
        &format!("{}/snaps", folder.name()),
        &folder.name(),
    ])
    .done()
    .stdout();
    assert_eq!(
        tested
            .lines()
            .filter(|line| line.ends_with("... FAILED"))
            .count(),
        count
    );
    let missing = Run::new(&["check", "\u{1B}[31m"]).done();
    for text in [run("human"), run("short"), tested, missing.stderr()] {
        assert!(
            !text.contains('\u{1B}'),
            "a name is no command for the terminal: {text:?}"
        );
    }
    assert_eq!(run("short").lines().count(), count, "a finding is a line");
    // Such files are also written, each as a whole.
    for name in strange {
        fs::write(folder.path().join(OsStr::from_bytes(name)), UNTIDY).unwrap();
    }
    Run::new(&["fmt", &folder.name()]).done().expect_status(0);
    for name in strange {
        let path = folder.path().join(OsStr::from_bytes(name));
        assert!(
            fs::read_to_string(path)
                .unwrap()
                .ends_with("\n1. b3 2. c2 *\n")
        );
    }
    let output = command(&[
        OsStr::new("check"),
        folder
            .path()
            .join(OsStr::from_bytes(b"\xFF-none.pips"))
            .as_os_str(),
    ])
    .output();
    assert!(
        Ran::from(output.unwrap())
            .stderr()
            .contains("/%FF-none.pips: No such file")
    );
}

#[test]
fn replaced_files_keep_their_mode_and_links() {
    let folder = Folder::new("mode");
    let file = folder.file("file.pips", UNTIDY);
    fs::set_permissions(&file, Permissions::from_mode(0o640)).unwrap();
    let owner = fs::metadata(&file).unwrap().uid();
    symlink("file.pips", folder.path().join("link.pips")).unwrap();
    Run::new(&[
        "fmt",
        &folder.path().join("link.pips").display().to_string(),
    ])
    .done()
    .expect_status(0);
    let metadata = fs::metadata(&file).unwrap();
    assert_eq!(
        (metadata.permissions().mode() & 0o777, metadata.uid()),
        (0o640, owner)
    );
    assert!(
        fs::read_to_string(&file)
            .unwrap()
            .ends_with("\n1. b3 2. c2 *\n")
    );
    assert!(
        fs::symlink_metadata(folder.path().join("link.pips"))
            .unwrap()
            .is_symlink(),
        "the link is still one"
    );
    // The same holds for a figure that is drawn again.
    let figure = folder.file("figure.svg", "old");
    fs::set_permissions(&figure, Permissions::from_mode(0o604)).unwrap();
    Run::new(&["render", "-o", &figure, &file])
        .done()
        .expect_status(0);
    assert_eq!(
        fs::metadata(&figure).unwrap().permissions().mode() & 0o777,
        0o604
    );
    assert!(fs::read_to_string(&figure).unwrap().starts_with("<svg"));
}

#[test]
fn a_read_only_file_is_not_replaced() {
    let folder = Folder::new("read-only");
    let (a, b) = (folder.file("a.pips", UNTIDY), folder.file("b.pips", UNTIDY));
    let unmet = folder.file("c.pips", UNMET);
    for path in [&a, &unmet] {
        fs::set_permissions(path, Permissions::from_mode(0o444)).unwrap();
    }
    let output = Run::new(&["fmt", &a, &b]).done().expect_status(2);
    assert_eq!(
        output.stderr(),
        format!("pipscribe: writing {a}: the file is read-only\n1 of 2 files changed\n")
    );
    assert_eq!(fs::read_to_string(&a).unwrap(), UNTIDY);
    assert!(
        fs::read_to_string(&b)
            .unwrap()
            .ends_with("\n1. b3 2. c2 *\n"),
        "the others are written"
    );
    let output = Run::new(&["test", "--bless", &unmet])
        .done()
        .expect_status(2);
    assert!(
        output.stderr().contains("the file is read-only") && output.stdout().contains("... FAILED")
    );
    assert_eq!(fs::read_to_string(&unmet).unwrap(), UNMET);
    // A file that needs no change is not written.
    fs::set_permissions(&b, Permissions::from_mode(0o444)).unwrap();
    Run::new(&["fmt", &b]).done().expect_status(0);
}

#[test]
fn a_slow_pipe_is_read_to_its_end() {
    let folder = Folder::new("slow");
    folder.file("valid.pips", VALID);
    let mut child = command(&["check", "-"])
        .stdin(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = child.stdin.take().unwrap();
    for part in VALID.as_bytes().chunks(7) {
        input.write_all(part).unwrap();
        std::thread::sleep(Duration::from_millis(2));
    }
    drop(input);
    let output = Ran::from(child.wait_with_output().unwrap());
    assert_eq!(output.stderr(), "1 record checked: 1 valid, 0 invalid\n");
}

/// The bytes of a record beyond the limit are not kept, so the record is not written anywhere.
#[test]
fn a_record_that_is_too_long_is_never_written_cut_off() {
    let folder = Folder::new("faults-too-long");
    let text = format!(
        "{VALID}\n[Game \"gipf\"]\n{{{}}}\n\n{UNTIDY}",
        " word".repeat(1 << 20)
    );
    let file = folder.file("a.pips", &text);
    for arguments in [["fmt", "--quiet"], ["fmt", "--check"]] {
        let output = Ran::from(
            command(&[arguments[0], arguments[1], &file])
                .output()
                .unwrap(),
        );
        assert_eq!(output.status(), Some(2), "{arguments:?}");
        assert!(
            output.stderr().contains("record 2 is longer than 4 MiB"),
            "{}",
            output.stderr()
        );
        assert_eq!(fs::read_to_string(&file).unwrap(), text);
    }
    let sound = format!("{VALID}\n");
    for (arguments, records) in [
        (vec!["merge", &file], format!("{sound}{UNTIDY}")),
        (vec!["dedupe", &file], sound.clone()),
        (
            vec!["sort", "--by", "turns", &file],
            format!("{sound}{UNTIDY}"),
        ),
    ] {
        let output = Ran::from(command(&arguments).output().unwrap());
        assert_eq!(output.status(), Some(1), "{arguments:?}");
        assert!(
            output
                .stderr()
                .contains("a.pips:6: left out: longer than 4 MiB"),
            "{}",
            output.stderr()
        );
        assert_eq!(
            output.stdout().trim_end(),
            records.trim_end(),
            "{arguments:?}"
        );
    }
    let parts = folder.path().join("parts");
    let output = Ran::from(
        command(&[
            "split",
            "--by",
            "game",
            "-o",
            parts.to_str().unwrap(),
            &file,
        ])
        .output()
        .unwrap(),
    );
    assert_eq!(output.status(), Some(1));
    assert!(fs::metadata(parts.join("gipf.pips")).unwrap().len() < 1_000);
}

#[test]
fn a_theme_and_a_suite_have_a_limit() {
    let folder = Folder::new("faults-limits");
    let file = folder.file("a.pips", VALID);
    let theme = folder.file(
        "theme.yaml",
        &format!("name: x\n{}", "# more\n".repeat(20_000)),
    );
    let output = Ran::from(
        command(&["render", "--theme", &theme, &file])
            .output()
            .unwrap(),
    );
    assert_eq!(output.status(), Some(2));
    assert!(
        output.stderr().contains("it is longer than 128 KiB"),
        "{}",
        output.stderr()
    );
    let output = Ran::from(
        command(&["conform", "--suite", "/dev/zero", "true"])
            .output()
            .unwrap(),
    );
    assert_eq!(output.status(), Some(2));
}
