//! Runs the program under test. It may die, hang, write invalid output, or answer in any order. One
//! thread sends all requests, another one reads the lines of output, and the calling thread waits
//! for the lines with a time limit. Lines that are not answers are *noise*.

use std::collections::{BTreeMap, VecDeque};
use std::ffi::OsString;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Map, Value};

use super::{Agreement, Case, Conformance, judge, request};
use pipscribe::text::one_line;

/// Maximum number of starts of a program that dies or does not answer.
const MAX_STARTS: u64 = 10;
/// Maximum length of an answer line in bytes: enough for the positions of any record.
const MAX_LINE: u64 = 64 << 20;
/// Maximum number of lines that wait to be processed.
const MAX_WAITING: usize = 64;
/// Maximum number of invalid lines that are kept, and of characters kept of each.
const MAX_NOISE: usize = 5;
const MAX_NOISE_LENGTH: usize = 100;

/// Program to be tested.
#[derive(Clone, Debug)]
pub struct Program {
    /// The program and its arguments.
    pub command: Vec<OsString>,
    /// Maximum time from one answer to the next.
    pub timeout: Duration,
}

/// Reason why a program cannot be run.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RunError {
    /// The program cannot be started.
    #[error("starting {program}: {error}")]
    Start {
        /// Name of the program.
        program: String,
        /// Error of the operating system.
        error: io::Error,
    },
    /// No program was named.
    #[error("no program is named")]
    NoProgram,
}

/// What the reading thread sends.
enum Output {
    Line(Vec<u8>),
    /// The program has closed its output.
    End,
}

/// State of a test run.
struct TestRun<'a> {
    cases: &'a [Case],
    /// Index of each case by name.
    by_id: BTreeMap<&'a str, usize>,
    /// The outcome of each case; `None` without an answer so far.
    outcomes: Vec<Option<Agreement>>,
    /// Indices of the cases without an answer so far, in order.
    pending: VecDeque<usize>,
    /// The first lines of noise.
    noise: Vec<String>,
    noise_lines: u64,
}

impl Program {
    /// Runs the program on all cases. If it dies or does not answer in time, the first unanswered
    /// case is skipped and the program is restarted for the others.
    ///
    /// # Errors
    /// Returns an error if the program cannot be started.
    pub fn run<'a>(&self, cases: &'a [Case]) -> Result<Conformance<'a>, RunError> {
        let mut run = TestRun {
            cases,
            by_id: cases
                .iter()
                .enumerate()
                .map(|(index, case)| (case.id.as_str(), index))
                .collect(),
            outcomes: cases.iter().map(|_| None).collect(),
            pending: (0..cases.len()).collect(),
            noise: Vec::new(),
            noise_lines: 0,
        };
        let mut starts = 0;
        let mut last_trouble = String::new();
        while !run.pending.is_empty() && starts < MAX_STARTS {
            starts += 1;
            if let Some(trouble) = self.run_once(&mut run)? {
                run.give_up_first(&trouble);
                last_trouble = trouble;
            }
        }

        let reason = format!("not asked again after {starts} starts: {last_trouble}");
        let agreements = run
            .outcomes
            .into_iter()
            .map(|outcome| outcome.unwrap_or_else(|| Agreement::Unanswered(reason.clone())));
        Ok(Conformance {
            outcomes: cases.iter().zip(agreements).collect(),
            noise: run.noise,
            noise_lines: run.noise_lines,
            restarts: starts.saturating_sub(1),
        })
    }

    /// Starts the program once. Returns the problem that ended the run before everything was
    /// answered.
    fn run_once(&self, run: &mut TestRun<'_>) -> Result<Option<String>, RunError> {
        let StartedProgram {
            mut child,
            input,
            output,
        } = self.start()?;
        let requests: Vec<String> = run
            .pending
            .iter()
            .map(|&index| request(&run.cases[index]))
            .collect();
        // The threads end once the program's ends of the pipes are closed. A descendant in another
        // process group may keep them open, so the threads are not joined.
        thread::spawn(move || send(input, &requests));
        let (sender, lines) = sync_channel(MAX_WAITING);
        thread::spawn(move || receive(output, &sender));
        Ok(match self.listen(&lines, run) {
            Some(Trouble::Silent) => {
                kill_group_and_wait(&mut child);
                Some(format!("no answer within {} s", self.timeout.as_secs_f64()))
            }
            Some(Trouble::Ended) => Some(self.wait_for_end(&mut child)),
            None => {
                let _ = self.wait_for_end(&mut child);
                None
            }
        })
    }

    fn start(&self) -> Result<StartedProgram, RunError> {
        let (program, arguments) = self.command.split_first().ok_or(RunError::NoProgram)?;
        let failure = |error| RunError::Start {
            program: program.display().to_string(),
            error,
        };
        let mut command = Command::new(program);
        command
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped());
        in_own_group(&mut command);
        let mut child = command.spawn().map_err(failure)?;
        match (child.stdin.take(), child.stdout.take()) {
            (Some(input), Some(output)) => Ok(StartedProgram {
                child,
                input,
                output,
            }),
            _ => Err(failure(io::ErrorKind::BrokenPipe.into())),
        }
    }

    /// Processes answers until all have arrived, or until no more can arrive.
    fn listen(&self, lines: &Receiver<Output>, run: &mut TestRun<'_>) -> Option<Trouble> {
        let mut last_answer = Instant::now();
        while !run.pending.is_empty() {
            let remaining = self.timeout.saturating_sub(last_answer.elapsed());
            match lines.recv_timeout(remaining) {
                Ok(Output::Line(line)) => {
                    // Noise does not extend the time limit.
                    if run.take_answer(&line) {
                        last_answer = Instant::now();
                    } else if last_answer.elapsed() >= self.timeout {
                        return Some(Trouble::Silent);
                    }
                }
                Err(RecvTimeoutError::Timeout) => return Some(Trouble::Silent),
                Ok(Output::End) | Err(RecvTimeoutError::Disconnected) => {
                    return Some(Trouble::Ended);
                }
            }
        }
        None
    }

    /// Waits for a program that has closed its output or has answered everything. Describes how it
    /// ended.
    fn wait_for_end(&self, child: &mut Child) -> String {
        let since = Instant::now();
        loop {
            match child.try_wait() {
                Ok(Some(status)) => {
                    end_group(child);
                    return format!("the program ended ({status})");
                }
                Ok(None) if since.elapsed() < self.timeout => {
                    thread::sleep(Duration::from_millis(5));
                }
                Ok(None) | Err(_) => {
                    kill_group_and_wait(child);
                    return "the program closed its output".to_owned();
                }
            }
        }
    }
}

/// A running program with its pipes.
struct StartedProgram {
    child: Child,
    input: ChildStdin,
    output: ChildStdout,
}

/// Reason why reading answers stops.
enum Trouble {
    /// There was no answer within the time limit.
    Silent,
    /// The program has closed its output.
    Ended,
}

/// Starts the program as the leader of a process group, so that its descendants can be ended with
/// it.
#[cfg(unix)]
fn in_own_group(command: &mut Command) {
    use std::os::unix::process::CommandExt;
    command.process_group(0);
}

#[cfg(not(unix))]
fn in_own_group(_command: &mut Command) {}

/// Ends the rest of the program's process group.
#[cfg(unix)]
fn end_group(child: &Child) {
    // If no process of the group is left, this returns an error, which is ignored.
    let _ = rustix::process::kill_process_group(
        rustix::process::Pid::from_child(child),
        rustix::process::Signal::KILL,
    );
}

#[cfg(not(unix))]
fn end_group(_child: &Child) {}

/// Ends the program and its descendants, and collects its status.
fn kill_group_and_wait(child: &mut Child) {
    end_group(child);
    let _ = child.kill();
    let _ = child.wait();
}

/// Sends all requests. The program may close its input early.
fn send(mut input: ChildStdin, requests: &[String]) {
    for request in requests {
        if input.write_all(format!("{request}\n").as_bytes()).is_err() {
            return;
        }
    }
    let _ = input.flush();
}

/// Forwards the output of the program line by line, until it ends or the receiver is gone.
fn receive(output: ChildStdout, sender: &SyncSender<Output>) {
    let mut output = BufReader::new(output);
    loop {
        let mut line = Vec::new();
        match output.by_ref().take(MAX_LINE).read_until(b'\n', &mut line) {
            Ok(0) | Err(_) => break,
            Ok(_) if sender.send(Output::Line(line)).is_err() => return,
            Ok(_) => {}
        }
    }
    let _ = sender.send(Output::End);
}

impl TestRun<'_> {
    /// Processes a line. Returns true if it answers a case for the first time.
    fn take_answer(&mut self, line: &[u8]) -> bool {
        let answer = serde_json::from_slice::<Map<String, Value>>(line).ok();
        let id = answer
            .as_ref()
            .and_then(|answer| answer.get("id"))
            .and_then(Value::as_str);
        let index = id
            .and_then(|id| self.by_id.get(id))
            .copied()
            .filter(|&index| self.outcomes[index].is_none());
        let (Some(answer), Some(index)) = (answer, index) else {
            self.add_noise(line);
            return false;
        };
        self.outcomes[index] = Some(judge(&self.cases[index], &answer));
        self.pending.retain(|&other| other != index);
        true
    }

    /// Counts a line that is not an answer, and keeps the first ones.
    fn add_noise(&mut self, line: &[u8]) {
        let text = String::from_utf8_lossy(line);
        if text.trim().is_empty() {
            return;
        }
        self.noise_lines += 1;
        if self.noise.len() < MAX_NOISE {
            let text: String = text.trim_end().chars().take(MAX_NOISE_LENGTH).collect();
            self.noise.push(one_line(&text).into_owned());
        }
    }

    /// Skips the first case without an answer.
    fn give_up_first(&mut self, why: &str) {
        if let Some(index) = self.pending.pop_front() {
            self.outcomes[index] = Some(Agreement::Unanswered(why.to_owned()));
        }
    }
}
