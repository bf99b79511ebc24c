//! A run that is killed again and again, and a run with little memory.

use std::fs;
use std::os::unix::fs::MetadataExt;
use std::process::Stdio;
use std::time::Duration;

use pipscribe::text::MAX_RECORD_BYTES;

use super::{command, shell};
use crate::support::{BROKEN, Folder, Run, UNTIDY, file_names};

#[test]
fn a_killed_run_leaves_every_file_old_or_new() {
    let folder = Folder::new("killed");
    let body: String = std::iter::repeat_n(UNTIDY, 40)
        .map(|text| format!("{text}\n"))
        .collect();
    for number in 0..150 {
        folder.file(&format!("{number:03}.pips"), &body);
    }
    let new = Run::new(&["fmt", "-"]).stdin(&body).done().stdout();
    let is_old_or_new = || {
        let mut changed = 0;
        for number in 0..150 {
            let text = fs::read_to_string(folder.path().join(format!("{number:03}.pips"))).unwrap();
            assert!(text == body || text == new, "{number}");
            changed += usize::from(text == new);
        }
        changed
    };
    // Each run is killed a little later than the one before, until one has reached its end.
    let mut seen_between = 0;
    for wait in 0.. {
        let mut child = command(&["fmt", &folder.name()])
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        std::thread::sleep(Duration::from_millis(2 + 3 * wait));
        let done = child.try_wait().unwrap().is_some();
        child.kill().unwrap();
        child.wait().unwrap();
        let changed = is_old_or_new();
        seen_between += usize::from(changed > 0 && changed < 150);
        if done || changed == 150 {
            break;
        }
    }
    assert!(
        seen_between > 0,
        "no run was killed in the middle of its work"
    );
    // The new file has no name until it is complete. In the worst case, a run is killed at the
    // moment when both the new file and the old one have a name. The next run that writes the file
    // removes the leftover.
    let left: Vec<_> = file_names(folder.path())
        .into_iter()
        .filter(|name| !name.ends_with(".pips"))
        .collect();
    assert!(
        left.len() <= 1 && left.iter().all(|name| name.starts_with(".pipscribe-")),
        "{left:?}"
    );
    folder.file("000.pips", &body);
    // A leftover file has its own inode in its name.
    let leftover = folder.path().join("leftover");
    fs::write(&leftover, BROKEN).unwrap();
    let inode = fs::metadata(&leftover).unwrap().ino();
    fs::rename(
        &leftover,
        folder.path().join(format!(".pipscribe-{inode:x}-0.tmp")),
    )
    .unwrap();
    let output = Run::new(&["check", &folder.name()]).done();
    assert_eq!(
        output.stderr(),
        "6000 records checked: 6000 valid, 0 invalid\n",
        "it is no record"
    );
    Run::new(&["fmt", &folder.name()]).done().expect_status(0);
    assert_eq!(is_old_or_new(), 150);
    assert!(
        file_names(folder.path())
            .iter()
            .all(|name| name.ends_with(".pips"))
    );
}

/// A record of 4 MiB with only variations, on the largest board: `check` and `fmt` keep none of its
/// positions.
#[test]
fn a_record_of_variations_takes_little_memory() {
    let folder = Folder::new("variations");
    let head =
        "[Game \"pippinzip\"]\n[Variant \"zipline\"]\n[Size \"26\"]\n\n1. a1 2. take 3. a2,a9 ";
    let variation = "(3. a2,a13)";
    let record = head.to_owned()
        + &variation.repeat((MAX_RECORD_BYTES - head.len() - 4) / variation.len())
        + " *\n";
    folder.file("long.pips", &record);
    for line in ["$P check -q long.pips", "$P fmt long.pips"] {
        // The limit applies to mapped memory, not to used memory, and each thread maps some.
        // Therefore, the test uses one thread and a reserve.
        let output = shell(
            &folder,
            &format!("ulimit -v 1200000; export RAYON_NUM_THREADS=1; {line}"),
        );
        assert!(output.status.success(), "{line}: {}", output.stderr());
    }
}

#[test]
fn a_closed_pipe_is_not_a_failure() {
    let folder = Folder::new("pipe-closed");
    // The output must fill the pipe of 64 kB. Findings that each have a suggested fix fill it
    // sooner than rewritten records.
    folder.file("few.pips", &BROKEN.repeat(100));
    folder.file("some.pips", &BROKEN.repeat(200));
    folder.file("many.pips", &BROKEN.repeat(3000));
    for line in [
        "check few.pips",
        "check --format json some.pips",
        "replay many.pips",
        "fmt --bare many.pips",
        "fmt --diff many.pips",
        "convert many.pips",
        "test many.pips",
        "test --snapshot snaps many.pips",
        "random --game gipf --variant basic --count 1000",
    ] {
        if line.contains("snapshot") {
            folder.file("many.pips", BROKEN);
        }
        let output = shell(
            &folder,
            &format!(
                "{{ $P {line} 2>reported; echo $? >status; }} | head -c 1 >/dev/null; cat status reported"
            ),
        );
        let text = output.stdout();
        let (code, reported) = text.split_once('\n').unwrap();
        assert!(["0", "1"].contains(&code), "{line}: {text}");
        assert!(
            !reported.contains("panicked") && !reported.contains("ipe"),
            "{line}: {reported}"
        );
    }
    // The same holds for standard error that nobody reads.
    let output = shell(
        &folder,
        "{ $P check no/such many.pips; echo $? >status; } 2>&1 >/dev/null | true; cat status",
    );
    assert_eq!(output.stdout(), "2\n");
}
