//! A record turn by turn: every position that it comes by, from one replay.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use super::position::{GamePosition, LedBy};
use super::{Detail, Position, Report, replay};
use crate::findings::{Exhibit, Finding};
use crate::games::{Context, Game, GameId, with_game};
use crate::notation::{Item, Line, Record, TurnId, TurnNode};
use crate::text::Span;

/// A record that was replayed, with every position that it comes by. It owns all that it needs.
#[derive(Clone, Debug)]
pub struct Timeline {
    record: Arc<Record>,
    context: Context,
    game: GameId,
    /// What judging the record gave.
    pub report: Report,
    frames: Vec<Frame>,
    /// Which frame a turn led to.
    places: HashMap<TurnId, usize>,
    /// What is wrong with turns that are expected to be refused, where a figure is asked for.
    expected: BTreeMap<TurnId, Finding>,
    /// Where the first turn at fault begins, in bytes.
    pub(super) first_fault: Option<u32>,
    /// The same for the main line alone.
    pub(super) main_fault: Option<u32>,
}

/// A position of a record: the start, or the one after a turn.
#[derive(Clone, Debug)]
pub struct Frame {
    /// Which turn led to it; `None` for the start.
    pub turn: Option<TurnId>,
    /// The number of that turn; 0 for the start.
    pub number: u32,
    /// The line of that turn: empty for the main line, else for each level the turn that is replaced and which of its
    /// variations this is.
    pub path: Vec<u32>,
    /// The position, which knows the turn that led to it.
    pub position: Position,
}

impl Frame {
    /// Whether it is the start or after a turn of the main line.
    pub fn in_main_line(&self) -> bool {
        self.path.is_empty()
    }

    /// The turn in canonical form; `None` for the start.
    pub fn canonical_turn(&self) -> Option<String> {
        self.position.turn()
    }

    /// The seat that took the turn, from 1; `None` for the start.
    pub fn seat(&self) -> Option<u8> {
        self.position.mover()
    }

    /// The name of that seat for people.
    pub fn seat_name(&self) -> Option<String> {
        self.seat().map(|seat| self.position.seat_name(seat))
    }
}

/// What a byte of a record speaks of.
#[derive(Clone, Copy, Debug)]
pub struct Seen<'t> {
    /// The position.
    pub frame: &'t Frame,
    /// What is wrong with the turn there, which therefore is not on the board.
    pub fault: Option<&'t Finding>,
}

/// What the comments at a place of a record speak of.
#[derive(Clone, Copy, Debug)]
pub enum Stop<'t> {
    /// A position: the start, or the one after a turn.
    Position(&'t Frame),
    /// A turn that is expected to be refused, and is; the comments ask for a figure of that.
    Refusal(&'t Finding),
}

/// Why there is no such position of a record.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoFrame {
    /// The set-up is at fault.
    #[error("the tags of the record are at fault; `pipscribe check` says how")]
    NoStart,
    /// There is no such turn.
    #[error("there is no turn {asked}: the last that can be replayed is {last}")]
    NoSuchTurn {
        /// The turn asked for.
        asked: u32,
        /// The last that can be replayed.
        last: u32,
    },
}

impl Timeline {
    /// Replays a record; `None` where it does not say its game.
    pub fn of(record: impl Into<Arc<Record>>, context: &Context) -> Option<Self> {
        Self::told(record.into(), context, Detail::AtLength)
    }

    /// The same for whoever asks of its findings what is wrong and where, and no more.
    pub(crate) fn in_brief(record: impl Into<Arc<Record>>, context: &Context) -> Option<Self> {
        Self::told(record.into(), context, Detail::InBrief)
    }

    fn told(record: Arc<Record>, context: &Context, detail: Detail) -> Option<Self> {
        let game = record.game()?;
        Some(with_game!(game, G => recorded::<G>(record, context, detail)))
    }

    /// The record.
    pub fn record(&self) -> &Arc<Record> {
        &self.record
    }

    /// What it was judged with.
    pub fn context(&self) -> &Context {
        &self.context
    }

    /// Its game.
    pub fn game(&self) -> GameId {
        self.game
    }

    /// Every position, in the order of the text: the start, then the one after each turn that can be played, those of
    /// variations included. None where the tags leave the start open.
    pub fn frames(&self) -> &[Frame] {
        &self.frames
    }

    /// The position before the first turn.
    pub fn start(&self) -> Option<&Frame> {
        self.frames.first()
    }

    /// The position after a turn; `None` where it was not played.
    pub fn frame(&self, turn: TurnId) -> Option<&Frame> {
        self.places.get(&turn).map(|&at| &self.frames[at])
    }

    /// The position in which a turn of any line was taken, or would have been if it were legal; `None` where a turn at fault
    /// stands before it.
    pub fn before(&self, turn: TurnId) -> Option<&Position> {
        self.before_in(&self.record.moves, Some(&self.start()?.position), turn)?
    }

    /// The same within a line that begins with a position; `None` where the turn stands elsewhere.
    fn before_in<'t>(&'t self, line: &Line, start: Option<&'t Position>, turn: TurnId) -> Option<Option<&'t Position>> {
        let mut before = start;
        for node in &line.turns {
            if node.id == turn {
                return Some(before);
            }
            let found = node.variations().find_map(|variation| self.before_in(&variation.line, before, turn));
            if found.is_some() {
                return found;
            }
            before = match self.frame(node.id) {
                Some(after) => Some(&after.position),
                // It is not played, and the next is taken in the same position.
                None => before.filter(|_| node.expects_refusal()),
            };
        }
        None
    }

    /// The position that a byte of the record speaks of: the one after the turn at it, or where that was not played, the last
    /// before it in its line.
    pub fn seen_from(&self, at: u32) -> Option<Seen<'_>> {
        let Some((line, node)) = self.record.turn_before(at) else {
            return Some(Seen { frame: self.start()?, fault: None });
        };
        if let Some(frame) = self.frame(node.id) {
            return Some(Seen { frame, fault: None });
        }
        let in_turn = |span: Span| node.text.start <= span.start && span.start <= node.text.end;
        let fault = self.report.findings.iter().find(|finding| in_turn(finding.span));
        let before = line.turns.iter().take_while(|other| other.id != node.id);
        let frame = before.filter_map(|other| self.frame(other.id)).last().or_else(|| self.start())?;
        Some(Seen { frame, fault })
    }

    /// The turn that led to a position as the record has it; `None` for the start.
    pub fn node(&self, frame: &Frame) -> Option<&TurnNode> {
        let id = frame.turn?;
        self.record.turns().map(|(_, node)| node).find(|node| node.id == id)
    }

    /// The turns of the main line that could be played.
    pub fn main_line(&self) -> impl DoubleEndedIterator<Item = &Frame> {
        self.frames.iter().skip(1).filter(|frame| frame.in_main_line())
    }

    /// The position after turn `turn` of the main line (0: before the first; `None`: at the end).
    ///
    /// # Errors
    /// Where there is no such turn.
    pub fn after(&self, turn: Option<u32>) -> Result<&Frame, NoFrame> {
        let start = self.start().ok_or(NoFrame::NoStart)?;
        let found = match turn {
            Some(0) => Some(start),
            Some(number) => self.main_line().rfind(|frame| frame.number == number),
            None => self.main_line().next_back().or(Some(start)),
        };
        found.ok_or(NoFrame::NoSuchTurn { asked: turn.unwrap_or(0), last: self.report.turns })
    }

    /// Whether no turn of any line is at fault.
    pub fn is_played_to_the_end(&self) -> bool {
        self.first_fault.is_none()
    }

    /// What stands beside a position: the comments that speak of it.
    pub fn items(&self) -> impl Iterator<Item = (&Frame, &[Item])> {
        self.stops().filter_map(|(stop, items)| match stop {
            Stop::Position(frame) => Some((frame, items)),
            Stop::Refusal(_) => None,
        })
    }

    /// The same, in the order of the text, with the turns whose refusal is to be shown.
    pub fn stops(&self) -> impl Iterator<Item = (Stop<'_>, &[Item])> {
        let start = self.start().map(|start| (Stop::Position(start), self.record.moves.opening.as_slice()));
        let turns = self.record.turns().filter_map(|(_, node)| {
            let stop = match self.frame(node.id) {
                Some(frame) => Stop::Position(frame),
                None => Stop::Refusal(self.expected.get(&node.id)?),
            };
            Some((stop, node.after.as_slice()))
        });
        start.into_iter().chain(turns)
    }

    /// The board that a finding shows.
    pub fn exhibit(&self, exhibit: &Exhibit) -> Option<&Position> {
        self.report.board(exhibit)
    }
}

fn recorded<G: Game>(record: Arc<Record>, context: &Context, detail: Detail) -> Timeline {
    let mut frames = Vec::new();
    let mut places = HashMap::new();
    let mut replayed = replay::<G>(
        &record,
        context,
        Some(&mut |step| {
            let by = Some(LedBy { before: Arc::clone(step.before), played: step.played.clone() });
            let (setup, progress) = (Arc::clone(step.setup), step.after.clone());
            let reached = GamePosition::<G> { setup, progress, by };
            places.insert(step.node.id, frames.len() + 1);
            frames.push(Frame {
                turn: Some(step.node.id),
                number: step.node.number,
                path: step.path.to_vec(),
                position: Position::new(reached),
            });
        }),
        detail,
    );
    if let Some(start) = &replayed.start {
        let position = Position::new(GamePosition::<G>::start(start.clone()));
        frames.insert(0, Frame { turn: None, number: 0, path: Vec::new(), position });
    }
    let (first_fault, main_fault) = (replayed.first_fault, replayed.main_fault);
    let expected = std::mem::take(&mut replayed.expected).into_iter().collect();
    let report = replayed.report();
    let context = context.clone();
    Timeline { record, context, game: G::ID, report, frames, places, expected, first_fault, main_fault }
}
