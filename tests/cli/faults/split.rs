//! Tests of `split` runs that are stopped, and of two runs at the same time.

use std::fs;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use super::{command, shell};
use crate::support::{Folder, Run, VALID, file_names};

/// The names that the command has given to its own files in a folder.
fn own_names(folder: &Folder) -> Vec<String> {
    file_names(folder.path())
        .into_iter()
        .filter(|name| name.starts_with('.'))
        .collect()
}

#[test]
fn a_second_command_for_the_same_folder_is_refused() {
    for prepare in [
        "true",
        "mkdir parts",
        "mkdir parts && echo mine >parts/mine.txt",
    ] {
        let folder = Folder::new("two-splits");
        folder.file("a.pips", VALID);
        let line = format!(
            "{prepare}; mkfifo pipe; timeout 60 $P split --by game -o parts pipe & exec 3>pipe; \
             until [ -e parts/.pipscribe-split/lock ] || ls -d .pipscribe-split-* >/dev/null 2>&1; \
             do sleep 0.05; done; \
             sleep 0.3; $P split --by 1 -o parts a.pips; echo $?; cat a.pips >&3; exec 3>&-; wait $!; echo $?"
        );
        let output = shell(&folder, &line);
        assert_eq!(output.stdout(), "2\n0\n", "{prepare}: {}", output.stderr());
        assert!(
            output
                .stderr()
                .contains("another `split` is writing into parts"),
            "{}",
            output.stderr()
        );
        let parts = file_names(folder.path().join("parts"));
        let found: Vec<&String> = parts.iter().filter(|name| *name != "mine.txt").collect();
        assert_eq!(found, ["gipf.pips"], "{prepare}");
        assert_eq!(own_names(&folder), [""; 0], "{prepare}");
    }
}

#[test]
fn a_folder_or_a_file_of_a_user_stays() {
    let folder = Folder::new("split-users");
    folder.file("a.pips", VALID);
    folder.file("parts/.pipscribe-split/mine.pips", "mine");
    let output = shell(&folder, "$P split --by game -o parts a.pips");
    assert_eq!(output.status(), Some(2));
    assert!(
        output.stderr().contains("is not a folder of `split`"),
        "{}",
        output.stderr()
    );
    folder.file("other/.pipscribe-split/lock", "mine");
    let output = shell(&folder, "$P split --by game -o other a.pips");
    assert_eq!(output.status(), Some(2), "{}", output.stderr());
    for name in [
        "parts/.pipscribe-split/mine.pips",
        "other/.pipscribe-split/lock",
    ] {
        assert_eq!(
            fs::read_to_string(folder.path().join(name)).unwrap(),
            "mine"
        );
    }
}

/// Tests the state after a run is killed while it gives names to its files.
#[test]
fn names_that_a_killed_run_gave_are_taken_back() {
    let folder = Folder::new("split-half");
    folder.file("a.pips", &format!("{VALID}\n{VALID}\n{VALID}"));
    folder.file("parts/mine.pips", VALID);
    folder.file("parts/.pipscribe-split/files/000001.pips", VALID);
    folder.file("parts/.pipscribe-split/files/000002.pips", VALID);
    let part = |name: &str| folder.path().join("parts").join(name);
    fs::hard_link(
        part(".pipscribe-split/files/000001.pips"),
        part("000001.pips"),
    )
    .unwrap();
    let signature = "pipscribe split: these files are not complete\n";
    folder.file("parts/.pipscribe-split/lock", signature);

    // A file that has changed since then stays.
    let later = std::time::SystemTime::now() + Duration::from_secs(3);
    let file = fs::OpenOptions::new()
        .append(true)
        .open(part("000001.pips"))
        .unwrap();
    file.set_modified(later).unwrap();
    let output = shell(&folder, "$P split --by 1 -o parts a.pips");
    assert_eq!(output.status(), Some(2));
    assert!(
        output
            .stderr()
            .contains("000001.pips: it was changed after"),
        "{}",
        output.stderr()
    );
    assert!(part("000001.pips").exists());

    let lock = fs::OpenOptions::new()
        .append(true)
        .open(part(".pipscribe-split/lock"))
        .unwrap();
    lock.set_modified(later).unwrap();
    let output = shell(&folder, "$P split --by 1 -o parts a.pips");
    assert_eq!(output.status(), Some(0), "{}", output.stderr());
    assert_eq!(
        file_names(folder.path().join("parts")),
        ["000001.pips", "000002.pips", "000003.pips", "mine.pips"]
    );
}

mod slow {
    use super::*;

    /// Sends a signal to a run after some time. Returns false if it had ended.
    fn stopped(arguments: &[&str], signal: &str, wait: Duration) -> bool {
        let mut child = command(arguments).stderr(Stdio::null()).spawn().unwrap();
        std::thread::sleep(wait);
        let runs = child.try_wait().unwrap().is_none();
        let _ = Command::new("kill")
            .args([signal, &child.id().to_string()])
            .stderr(Stdio::null())
            .status();
        child.wait().unwrap();
        runs
    }

    #[test]
    fn a_stopped_run_leaves_all_files_or_none_and_can_be_repeated() {
        let records = 100;
        for (number, prepare) in ["", "parts/mine.txt"].into_iter().enumerate() {
            let folder = Folder::new(&format!("split-stopped-{number}"));
            let all = folder.file("all.pips", &format!("{VALID}\n").repeat(records));
            let parts = folder.path().join("parts");
            if !prepare.is_empty() {
                folder.file(prepare, "mine");
            }
            let arguments = ["split", "--by", "1", "-o", parts.to_str().unwrap(), &all];
            let own = usize::from(!prepare.is_empty());
            let given = || {
                let names = if parts.exists() {
                    file_names(&parts)
                } else {
                    Vec::new()
                };
                names.iter().filter(|name| name.ends_with(".pips")).count()
            };
            let clear = || {
                for name in if parts.exists() {
                    file_names(&parts)
                } else {
                    Vec::new()
                } {
                    if name.ends_with(".pips") {
                        fs::remove_file(parts.join(name)).unwrap();
                    }
                }
                if own == 0 && parts.exists() {
                    fs::remove_dir(&parts).unwrap();
                }
            };
            let begin = Instant::now();
            Run::new(&arguments).done().expect_status(0);
            let whole = begin.elapsed();
            assert_eq!(given(), records);

            for step in 0..12_u32 {
                clear();
                let signal = ["-INT", "-TERM", "-KILL"][step as usize % 3];
                let runs = stopped(&arguments, signal, whole * step / 12);
                let is_killed = signal == "-KILL";
                if !is_killed {
                    assert_eq!(own_names(&folder), [""; 0], "{signal} {step}");
                    assert!(!parts.join(".pipscribe-split").exists(), "{signal} {step}");
                }
                if own == 0 || !is_killed {
                    assert!(
                        [0, records].contains(&given()),
                        "{signal} {step}: {}",
                        given()
                    );
                }
                // A stopped run can be repeated, unless it was complete.
                let is_complete =
                    given() == records && !parts.join(".pipscribe-split/files").exists();
                let again = Run::new(&arguments).done();
                let expected = if is_complete { 2 } else { 0 };
                assert_eq!(
                    again.status(),
                    Some(expected),
                    "{signal} {step} {runs}: {}",
                    again.stderr()
                );
                assert_eq!(given(), records, "{signal} {step}");
                assert_eq!(own_names(&folder), [""; 0], "{signal} {step}");
                assert_eq!(file_names(&parts).len(), records + own, "{signal} {step}");
            }
        }
    }
}
