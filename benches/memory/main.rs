//! Peak memory of each command on the worst inputs: `cargo bench --bench memory`.
//!
//! It runs the program on the largest files of the corpus and on generated records that are hard to
//! search, to draw or to hold, and prints the peak of each run in megabytes. A run ends after a few
//! seconds, so the peak of a longer run is a lower bound. The peak is read from `/proc`, so the
//! benchmark works only on Linux.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "a benchmark may fail where it likes"
)]

mod inputs;

use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// The commands, without the path that follows them.
const COMMANDS: [&[&str]; 16] = [
    &["check", "--format", "short"],
    &["check", "--format", "json"],
    &["check", "--puzzles", "--format", "short"],
    &["test"],
    &["solve"],
    &["solve", "--memory", "16M"],
    &["fmt", "--check"],
    &["mend"],
    &["infer"],
    &["replay", "--variations"],
    &["replay", "--tree"],
    &["stats"],
    &["dedupe"],
    &["sort"],
    &["moves", "--count"],
    &["render", "-o", "/dev/null", "--format", "svg"],
];
/// The time after which a run is ended.
const SECONDS: u64 = 20;
/// The time between two readings of the peak.
const PAUSE: Duration = Duration::from_millis(5);

/// The outcome of a run.
struct Run {
    megabytes: u64,
    seconds: f64,
    /// True if the run took too long and was ended.
    is_cut: bool,
}

fn main() {
    if !Path::new("/proc/self/status").exists() {
        println!("skipped: there is no /proc");
        return;
    }
    let folder = std::env::temp_dir().join(format!("pipscribe-memory-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let inputs = inputs::all(&folder);
    print!("{:<42}", "peak in MB (* cut after 20 s)");
    inputs.iter().for_each(|(name, _)| print!(" {name:>12}"));
    println!();
    for command in COMMANDS {
        print!("{:<42}", command.join(" "));
        for (_, path) in &inputs {
            let run = measure(command, path);
            let mark = if run.is_cut { "*" } else { "" };
            print!(
                " {:>12}",
                format!("{}{mark} {:.1}s", run.megabytes, run.seconds)
            );
        }
        println!();
    }
    let _ = std::fs::remove_dir_all(&folder);
}

/// Runs a command on a file, and reads its peak until it ends.
fn measure(command: &[&str], path: &Path) -> Run {
    let began = Instant::now();
    let mut child = Command::new(env!("CARGO_BIN_EXE_pipscribe"))
        .args(command)
        .arg(path)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut peak: u64 = 0;
    let mut is_cut = false;
    while child.try_wait().unwrap().is_none() {
        peak = peak.max(peak_of(&child).unwrap_or(0));
        if !is_cut && began.elapsed() > Duration::from_secs(SECONDS) {
            is_cut = true;
            child.kill().unwrap();
        }
        std::thread::sleep(PAUSE);
    }
    Run {
        megabytes: peak / 1024,
        seconds: began.elapsed().as_secs_f64(),
        is_cut,
    }
}

/// Returns the peak of the resident memory of a running program, in kilobytes.
fn peak_of(child: &Child) -> Option<u64> {
    let status = std::fs::read_to_string(format!("/proc/{}/status", child.id())).ok()?;
    let line = status
        .lines()
        .find_map(|line| line.strip_prefix("VmHWM:"))?;
    line.split_whitespace().next()?.parse().ok()
}
