//! python-chess, if it is installed (`pip install chess`): a process that runs one round per
//! request, so that its rounds are interleaved with the others.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

const PROGRAM: &str = include_str!("python_chess.py");

pub(crate) struct PythonChess {
    process: Child,
    questions: ChildStdin,
    answers: BufReader<ChildStdout>,
}

impl PythonChess {
    /// Starts python-chess with chess games. Returns `None` if it is not installed.
    pub(crate) fn start(games: &str) -> Option<Self> {
        let has_it = Command::new("python3")
            .args(["-c", "import chess.pgn, chess.svg"])
            .stderr(Stdio::null())
            .status();
        if !has_it.is_ok_and(|status| status.success()) {
            eprintln!("python-chess is left out: `pip install chess` has it.");
            return None;
        }
        let mut command = Command::new("python3");
        command
            .args(["-c", PROGRAM])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped());
        let mut process = command.spawn().expect("Python starts");
        let mut questions = process.stdin.take().expect("a pipe");
        let answers = BufReader::new(process.stdout.take().expect("a pipe"));
        write!(questions, "{}\n{games}", games.len()).expect("it reads");
        Some(Self {
            process,
            questions,
            answers,
        })
    }

    /// Runs one round. Returns the work per second of processor time.
    pub(crate) fn rate(&mut self, round: &str) -> f64 {
        writeln!(self.questions, "{round}").expect("it reads");
        let mut answer = String::new();
        self.answers.read_line(&mut answer).expect("it answers");
        let (done, seconds) = answer.trim().split_once(' ').expect("two numbers");
        done.parse::<f64>().expect("a number") / seconds.parse::<f64>().expect("a number")
    }
}

impl Drop for PythonChess {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
