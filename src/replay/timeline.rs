//! Timelines: every position of a record, from one replay.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::Arc;

use rustc_hash::{FxBuildHasher, FxHashMap};

use super::full_replay::{FindingDetail, Replay, replay};
use super::game_position::{GamePosition, LedBy};
use super::{Position, Report};
use crate::findings::{Finding, Hint, Hinted};
use crate::games::{Context, Game, GameId, with_game};
use crate::notation::{Item, Line, LineAddress, NoSuchTurn, Record, TurnId, TurnNode};
use crate::text::{Span, shorten};

/// A replayed record with all its positions. Owns all its data.
///
/// ```
/// use pipscribe::prelude::*;
///
/// let record = Record::parse_str("[Game \"gipf\"]\n[Variant \"basic\"]\n\n1. b3 2. a2-c4 *\n");
/// let timeline = Timeline::new(record, &Context::default())?;
/// assert_eq!(timeline.frames().len(), 3);
/// let after = &timeline.after(Some(1))?.position;
/// assert_eq!(after.seat_name(after.to_move()), "Black");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Timeline {
    record: Arc<Record>,
    context: Context,
    game: GameId,
    /// The report of the check.
    pub report: Report,
    frames: Vec<Frame>,
    /// The index of the frame after each turn.
    places: FxHashMap<TurnId, usize>,
    /// The findings on turns that are expected to be illegal, if a figure is requested.
    expected: BTreeMap<TurnId, Finding>,
    /// The start of the first illegal turn of the main line.
    pub(super) main_fault: Option<u32>,
}

/// A position of a record: the start, or the position after a turn.
///
/// ```
/// use pipscribe::prelude::*;
/// use pipscribe::replay::Frame;
///
/// let record = Record::parse_str("[Game \"gipf\"]\n[Variant \"basic\"]\n\n1. b3 2. a2-c4 *\n");
/// let timeline = Timeline::new(record, &Context::default())?;
/// let seats: Vec<_> = timeline.main_line().filter_map(Frame::seat_name).collect();
/// assert_eq!(seats, ["White", "Black"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Frame {
    /// The turn that led to it; `None` for the start.
    pub turn: Option<TurnId>,
    /// The number of that turn; 0 for the start.
    pub number: u32,
    /// The path of that turn's line: empty for the main line, otherwise for each level the turn
    /// that is replaced and the number of the variation.
    pub path: Vec<u32>,
    /// The position, with the turn that led to it.
    pub position: Position,
}

impl Frame {
    /// Returns true for the start and for a turn of the main line.
    pub(crate) fn in_main_line(&self) -> bool {
        self.path.is_empty()
    }

    /// Returns the address of the turn that led to it.
    pub(crate) fn address(&self) -> LineAddress {
        LineAddress::of_turn(&self.path, self.number)
    }

    /// Returns the turn in canonical form; `None` for the start.
    pub(crate) fn canonical_turn(&self) -> Option<String> {
        self.position.turn()
    }

    /// Returns the seat that took the turn, from 1; `None` for the start.
    pub(crate) fn seat(&self) -> Option<u8> {
        self.position.mover()
    }

    /// Returns the name for people of the seat that took the turn; `None` for the start.
    pub fn seat_name(&self) -> Option<String> {
        self.seat().map(|seat| self.position.seat_name(seat))
    }
}

/// The position that a byte of a record refers to.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Seen<'t> {
    /// The position.
    pub frame: &'t Frame,
    /// The finding on the turn at that byte, if it is illegal and therefore not on the board.
    pub fault: Option<&'t Finding>,
}

/// The subject of the comments at one place of a record.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub(crate) enum Stop<'t> {
    /// A position: the start, or the position after a turn.
    Position(&'t Frame),
    /// A turn that is illegal as expected, and whose refusal the comments want to show in a figure.
    Refusal(&'t Finding),
}

/// The place where the replay of the main line stopped.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct StoppedAt<'t> {
    /// The number of the turn that was not played; 0 if the tags do not determine the start.
    pub turn: u32,
    /// The part of the record that is wrong.
    pub span: Span,
    /// The error; `None` if the record expects it.
    pub finding: Option<&'t Finding>,
}

/// Why a record does not have the requested position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum NoFrame {
    /// The set-up is invalid.
    #[error("the tags of the record are invalid")]
    NoStart,
    /// The record has no such turn.
    #[error("there is no turn {asked}: the last that can be replayed is {last}")]
    NoSuchTurn {
        /// The requested turn.
        asked: u32,
        /// The last turn that can be replayed.
        last: u32,
    },
    /// The record has no turn with this address.
    #[error(transparent)]
    NoSuchAddress(#[from] NoSuchTurn),
    /// The turn with this address, or one that leads to it, is illegal.
    #[error("turn `{}` cannot be replayed", .0.in_short())]
    NotPlayed(LineAddress),
}

impl Hinted for NoFrame {
    fn hint(&self) -> Option<Hint> {
        match self {
            Self::NoStart => Some(Hint::CheckRecord),
            Self::NoSuchTurn { .. } => None,
            Self::NoSuchAddress(error) => error.hint(),
            Self::NotPlayed(_) => Some(Hint::FindIllegalTurn),
        }
    }
}

/// Reason why a record cannot be replayed at all.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum NoGame {
    /// The record has no valid tag `Game`.
    #[error("the record does not name its game")]
    Missing,
    /// The tag `Game` has the name of another game.
    #[error("`{}` is not a game of this notation", shorten(.0))]
    Unknown(String),
}

impl NoGame {
    fn new(record: &Record) -> Self {
        match record.tag_value("Game") {
            None => Self::Missing,
            Some(name) => Self::Unknown(name.to_owned()),
        }
    }
}

impl Timeline {
    /// Replays a record.
    ///
    /// # Errors
    /// If the record does not name its game. An illegal turn is not an error: the timeline has the
    /// positions before it, and its report has the finding.
    pub fn new(record: impl Into<Arc<Record>>, context: &Context) -> Result<Self, NoGame> {
        Self::with_detail(record.into(), context, FindingDetail::AtLength)
    }

    /// Like [`Timeline::new`], with findings that have only code and place.
    pub(crate) fn in_brief(
        record: impl Into<Arc<Record>>,
        context: &Context,
    ) -> Result<Self, NoGame> {
        Self::with_detail(record.into(), context, FindingDetail::InBrief)
    }

    fn with_detail(
        record: Arc<Record>,
        context: &Context,
        detail: FindingDetail,
    ) -> Result<Self, NoGame> {
        let game = record.game().ok_or_else(|| NoGame::new(&record))?;
        Ok(with_game!(game, G => replay_all_positions::<G>(record, context, detail)))
    }

    /// Returns the record.
    pub fn record(&self) -> &Arc<Record> {
        &self.record
    }

    /// Returns the context of the check.
    pub fn context(&self) -> &Context {
        &self.context
    }

    /// Returns the game.
    pub fn game(&self) -> GameId {
        self.game
    }

    /// Returns all positions in the order of the text: the start, then the position after each turn
    /// that can be played, variations included. Empty if the tags do not determine the start.
    pub fn frames(&self) -> &[Frame] {
        &self.frames
    }

    /// Returns the position before the first turn.
    pub fn start(&self) -> Option<&Frame> {
        self.frames.first()
    }

    /// Returns the position after a turn; `None` if it was not played.
    pub fn frame(&self, turn: TurnId) -> Option<&Frame> {
        self.places.get(&turn).map(|&index| &self.frames[index])
    }

    /// Returns the position before a turn of any line, legal or not; `None` after an illegal turn.
    pub fn before(&self, turn: TurnId) -> Option<&Position> {
        let start = Some(&self.start()?.position);
        match self.before_in(&self.record.moves, start, turn) {
            ControlFlow::Break(before) => before,
            ControlFlow::Continue(()) => None,
        }
    }

    /// Searches for the turn in a line that starts from `start`. Stops with the position before it,
    /// `None` after an illegal turn.
    fn before_in<'t>(
        &'t self,
        line: &Line,
        start: Option<&'t Position>,
        turn: TurnId,
    ) -> ControlFlow<Option<&'t Position>> {
        let mut before = start;
        for node in &line.turns {
            if node.id == turn {
                return ControlFlow::Break(before);
            }
            for variation in node.variations() {
                self.before_in(&variation.line, before, turn)?;
            }
            before = match self.frame(node.id) {
                Some(after) => Some(&after.position),
                // The turn is not played, so the next one is taken in the same position.
                None if node.expects_refusal() => before,
                None => None,
            };
        }
        ControlFlow::Continue(())
    }

    /// Returns the position that a byte of the record refers to: the position after the turn at
    /// that byte, or the last position before it in its line if that turn was not played.
    pub fn seen_from(&self, offset: u32) -> Option<Seen<'_>> {
        let Some((line, node)) = self.record.turn_before(offset) else {
            return Some(Seen {
                frame: self.start()?,
                fault: None,
            });
        };
        if let Some(frame) = self.frame(node.id) {
            return Some(Seen { frame, fault: None });
        }
        let in_turn = |span: Span| node.text.touches(span.start);
        let fault = self
            .report
            .findings
            .iter()
            .find(|finding| in_turn(finding.span));
        let before = line.turns.iter().take_while(|other| other.id != node.id);
        let frame = before
            .filter_map(|other| self.frame(other.id))
            .last()
            .or_else(|| self.start())?;
        Some(Seen { frame, fault })
    }

    /// Returns the turn of the record that led to a position; `None` for the start.
    pub fn node(&self, frame: &Frame) -> Option<&TurnNode> {
        let id = frame.turn?;
        self.record
            .turns()
            .map(|(_, node)| node)
            .find(|node| node.id == id)
    }

    /// Returns the turns of the main line that could be played.
    pub fn main_line(&self) -> impl DoubleEndedIterator<Item = &Frame> {
        self.frames
            .iter()
            .skip(1)
            .filter(|frame| frame.in_main_line())
    }

    /// Returns the position after turn `turn` of the main line (0: before the first turn; `None`:
    /// at the end).
    ///
    /// # Errors
    /// If there is no such turn.
    pub fn after(&self, turn: Option<u32>) -> Result<&Frame, NoFrame> {
        let start = self.start().ok_or(NoFrame::NoStart)?;
        let found = match turn {
            Some(0) => Some(start),
            Some(number) => self.main_line().rfind(|frame| frame.number == number),
            None => self.main_line().next_back().or(Some(start)),
        };
        found.ok_or(NoFrame::NoSuchTurn {
            asked: turn.unwrap_or(0),
            last: self.report.turns,
        })
    }

    /// Returns the positions from the start to an address, along its line; all of the main line
    /// without an address.
    ///
    /// # Errors
    /// If the record has no such turn, or it was not played.
    pub fn line(&self, to: Option<&LineAddress>) -> Result<Vec<&Frame>, NoFrame> {
        let start = std::iter::once(self.start().ok_or(NoFrame::NoStart)?);
        let Some(address) = to else {
            return Ok(start.chain(self.main_line()).collect());
        };
        let turns = self.record.turns_to(address)?;
        let frames = turns.iter().map(|node| {
            self.frame(node.id)
                .ok_or_else(|| NoFrame::NotPlayed(address.clone()))
        });
        start.map(Ok).chain(frames).collect()
    }

    /// Returns the position with an address.
    ///
    /// # Errors
    /// If the record has no such turn, or it was not played.
    pub fn at(&self, address: &LineAddress) -> Result<&Frame, NoFrame> {
        let line = self.line(Some(address))?;
        line.last().copied().ok_or(NoFrame::NoStart)
    }

    /// Returns the place where the replay of the main line stopped; `None` if all of its turns were
    /// played.
    pub fn stopped(&self) -> Option<StoppedAt<'_>> {
        let mut errors = self
            .report
            .findings
            .iter()
            .filter(|finding| finding.is_error() && finding.variation.is_empty());
        let (turn, span, finding) = if self.start().is_none() {
            (0, Span::default(), errors.next())
        } else {
            let fault_start = self.main_fault?;
            let node = self
                .record
                .moves
                .turns
                .iter()
                .find(|node| node.start() == fault_start)?;
            let of_turns: Vec<&Finding> = errors.filter(|finding| finding.turn > 0).collect();
            // A turn that contradicts an expectation of the previous turn has no separate finding.
            let own = of_turns
                .iter()
                .find(|finding| finding.turn == node.number)
                .or(of_turns.first());
            (node.number, node.text, own.copied())
        };
        Some(StoppedAt {
            turn: finding.map_or(turn, |finding| finding.turn),
            span: finding.map_or(span, |finding| finding.span),
            finding,
        })
    }

    /// Returns the positions with the items after them, such as comments.
    pub(crate) fn items(&self) -> impl Iterator<Item = (&Frame, &[Item])> {
        self.stops().filter_map(|(stop, items)| match stop {
            Stop::Position(frame) => Some((frame, items)),
            Stop::Refusal(_) => None,
        })
    }

    /// Like [`Timeline::items`], with the illegal turns whose refusal is to be shown, in the order
    /// of the text.
    pub(crate) fn stops(&self) -> impl Iterator<Item = (Stop<'_>, &[Item])> {
        let start = self
            .start()
            .map(|start| (Stop::Position(start), self.record.moves.opening.as_slice()));
        let turns = self.record.turns().filter_map(|(_, node)| {
            let stop = match self.frame(node.id) {
                Some(frame) => Stop::Position(frame),
                None => Stop::Refusal(self.expected.get(&node.id)?),
            };
            Some((stop, node.after.as_slice()))
        });
        start.into_iter().chain(turns)
    }
}

/// Replays a record of the game `G` and keeps every position.
fn replay_all_positions<G: Game>(
    record: Arc<Record>,
    context: &Context,
    detail: FindingDetail,
) -> Timeline {
    let turns = record.moves.turns.len();
    let mut frames = Vec::with_capacity(turns + 1);
    let mut places = FxHashMap::with_capacity_and_hasher(turns, FxBuildHasher);
    let Replay {
        start,
        report,
        main_fault,
        expected,
    } = replay::<G>(
        &record,
        context,
        Some(&mut |step| {
            let by = Some(LedBy {
                before: Arc::clone(step.before),
                played: step.played.clone(),
            });
            let setup = Arc::clone(step.setup);
            let progress = step.after.clone();
            let reached = GamePosition::<G> {
                setup,
                progress,
                by,
            };
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
    if let Some(start) = start {
        let position = Position::new(GamePosition::<G>::start(start));
        frames.insert(
            0,
            Frame {
                turn: None,
                number: 0,
                path: Vec::new(),
                position,
            },
        );
    }
    let context = context.clone();
    let expected = expected.into_iter().collect();
    Timeline {
        record,
        context,
        game: G::ID,
        report,
        frames,
        places,
        expected,
        main_fault,
    }
}
