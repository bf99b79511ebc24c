//! Replayed records, as the tests use them.

use pipscribe::Checked;
use pipscribe::draw::Scene;
use pipscribe::games::Context;
use pipscribe::notation::Record;
use pipscribe::replay::{Frame, Report, Timeline};

/// A record turn by turn, with every position as its text.
pub(crate) struct Replayed {
    /// The starting position; `None` if the tags do not determine it.
    pub(crate) start: Option<String>,
    /// The turns of the main line.
    pub(crate) turns: Vec<PlayedTurn>,
    pub(crate) report: Report,
}

/// A turn that was played, with the position after it as text.
pub(crate) struct PlayedTurn {
    /// Its number, from 1.
    pub(crate) turn: u32,
    /// The seat that played it, from 1.
    pub(crate) seat: u8,
    /// The turn in canonical form.
    pub(crate) text: String,
    pub(crate) position: String,
}

impl PlayedTurn {
    fn new(frame: &Frame) -> Self {
        Self {
            turn: frame.number,
            seat: frame.position.mover().unwrap(),
            text: frame.position.turn().unwrap(),
            position: frame.position.text(),
        }
    }
}

impl Replayed {
    /// The position at the end of the main line.
    pub(crate) fn last(&self) -> Option<&str> {
        self.turns
            .last()
            .map(|turn| turn.position.as_str())
            .or(self.start.as_deref())
    }
}

/// A record, judged.
pub(crate) fn judged(record: &Record) -> Checked {
    Checked::from_record(record.clone(), &Context::default())
}

pub(crate) fn report(record: &Record) -> Report {
    judged(record).report
}

pub(crate) fn timeline(record: &Record) -> Timeline {
    Timeline::new(record.clone(), &Context::default()).unwrap()
}

/// The same of a record as text.
pub(crate) fn timeline_of(record: &str) -> Timeline {
    timeline(&Record::parse_str(record))
}

pub(crate) fn replayed(record: &Record) -> Replayed {
    let timeline = timeline(record);
    let start = timeline.start().map(|start| start.position.text());
    let turns = timeline.main_line().map(PlayedTurn::new).collect();
    Replayed {
        start,
        turns,
        report: timeline.report,
    }
}

pub(crate) fn canonical(record: &Record) -> Option<String> {
    timeline(record).canonical().ok()
}

/// The drawing after a turn; the last turn by default.
pub(crate) fn scene(record: &Record, turn: Option<u32>) -> Scene {
    timeline(record).after(turn).unwrap().position.scene()
}

pub(crate) fn perft(record: &Record, depth: u32) -> Vec<u64> {
    let mut steps = u64::MAX;
    timeline(record)
        .after(None)
        .unwrap()
        .position
        .perft(depth, &mut steps)
        .unwrap()
}
