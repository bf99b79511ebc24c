//! Trial replays: replays variants of a record many times, for legality only, without findings.

use std::sync::Arc;

use super::CommonTags;
use super::progress::{Move, Progress, waived_codes};
use super::result::wrong_results;
use super::start::{Start, sound_start_at};
use crate::findings::{Code, code};
use crate::games::{Context, FaultObserver, Game, NoObserver, TurnText};
use crate::notation::{Record, TurnNode, is_resignation};

/// A turn of the main line, parsed once and replayed in every trial.
#[derive(Debug)]
pub(crate) enum RecordedMove<G: Game> {
    /// A move to play, with the codes that are waived for it.
    Played(Move<G>, Vec<Code>),
    /// The text is not a turn of this game.
    Unreadable,
    /// A comment expects the turn to be illegal, so it is not played.
    NotPlayed,
}

impl<G: Game> RecordedMove<G> {
    fn of_node(record: &Record, node: &TurnNode) -> Self {
        if node.expects_refusal() {
            return Self::NotPlayed;
        }
        // Unusual forms, such as `Resigns` or `b1–b3`, are played as they are read.
        let text = record.turn_text(node);
        // `resign` counts as a resignation even if it is not a token of the notation.
        let written = if node.malformed && !is_resignation(text) {
            None
        } else {
            Move::parse(text).ok()
        };
        written.map_or(Self::Unreadable, |written| {
            Self::Played(written, waived_codes(node))
        })
    }

    /// Wraps a turn that is not in the record.
    pub(crate) fn turn(turn: G::Turn) -> Self {
        Self::Played(Move::Turn(turn), Vec::new())
    }

    /// Parses the turns of the main line.
    pub(crate) fn all(record: &Record) -> Vec<Self> {
        record
            .moves
            .turns
            .iter()
            .map(|node| Self::of_node(record, node))
            .collect()
    }

    /// Returns the turn of the game; `None` for a resignation and for a turn that is not played.
    pub(crate) fn game_turn(&self) -> Option<&G::Turn> {
        match self {
            Self::Played(played, _) => played.game_turn(),
            Self::Unreadable | Self::NotPlayed => None,
        }
    }

    pub(crate) fn is_resignation(&self) -> bool {
        matches!(self, Self::Played(Move::Resign, _))
    }

    pub(crate) fn is_not_played(&self) -> bool {
        matches!(self, Self::NotPlayed)
    }

    pub(crate) fn is_unreadable(&self) -> bool {
        matches!(self, Self::Unreadable)
    }
}

/// Parses a turn of a common form, without the grammar: most candidates of a search are not turns.
pub(crate) fn fast_parse_turn<G: Game>(text: &[u8]) -> Option<G::Turn> {
    let mut turn = G::Turn::default();
    G::Turn::fast_parse(text, &mut turn).map(|()| turn)
}

/// The part of a record's tags that is the same under all settings, parsed once.
pub(crate) struct TagsRead<G: Game> {
    common: CommonTags,
    position: Option<G::PositionText>,
}

impl<G: Game> TagsRead<G> {
    /// Parses the tags. A tag that looks misspelt may be correct beside another tag, so that is not
    /// tested here.
    ///
    /// Returns `None` if the tags are invalid under every setting.
    pub(crate) fn from_record(record: &Record) -> Option<Self> {
        let common = CommonTags::check(record, Some(G::ID));
        if common
            .findings
            .iter()
            .any(|finding| finding.code != &code::MISSPELT)
        {
            return None;
        }
        let position = record
            .tag("Position")
            .map(|tag| G::parse_position(&tag.value))
            .transpose();
        Some(Self {
            common,
            position: position.ok()?,
        })
    }

    /// Starts a trial of `record`, which has these tags and those that say what is played. Returns
    /// `None` if the tags are invalid.
    pub(crate) fn trial<'r>(&self, record: &'r Record, context: &Context) -> Option<Trial<'r, G>> {
        let mut common = self.common.beside_others(record, G::ID);
        if !common.findings.is_empty() {
            return None;
        }
        let start = sound_start_at::<G>(record, self.position.as_ref(), context)?;
        common.check_seats(record, Some(G::seats(&start.setup)));
        common.findings.is_empty().then_some(Trial {
            record,
            common,
            start,
        })
    }
}

/// A record's tags and the set-up that they give, for replaying turns.
pub(crate) struct Trial<'r, G: Game> {
    record: &'r Record,
    common: CommonTags,
    start: Start<G>,
}

impl<'r, G: Game> Trial<'r, G> {
    /// Starts a trial of a record; `None` if its tags are invalid.
    pub(crate) fn new(record: &'r Record, context: &Context) -> Option<Self> {
        TagsRead::<G>::from_record(record)?.trial(record, context)
    }

    pub(crate) fn setup(&self) -> &G::Setup {
        &self.start.setup
    }

    /// Returns the progress before the first turn.
    pub(crate) fn start(&self) -> Progress<G> {
        Progress::start(&self.start)
    }

    /// Returns the progress at a position.
    pub(crate) fn at(&self, state: G::State) -> Progress<G> {
        Progress::<G>::at(&self.start.setup, Arc::new(state))
    }

    /// Plays a turn and returns true if it is legal. Otherwise `progress` must not be used again.
    pub(crate) fn play(&self, progress: &mut Progress<G>, recorded: &RecordedMove<G>) -> bool {
        let setup = &self.start.setup;
        match recorded {
            RecordedMove::NotPlayed => true,
            RecordedMove::Unreadable => false,
            RecordedMove::Played(turn, waived) if waived.is_empty() => {
                progress.play(setup, turn, &mut NoObserver).is_ok()
            }
            RecordedMove::Played(turn, waived) => progress
                .play(setup, turn, &mut FaultObserver::new(waived))
                .is_ok(),
        }
    }

    /// True if a game with this end agrees with the result and the score that the record claims.
    pub(crate) fn agrees(&self, end: &Progress<G>) -> bool {
        wrong_results::<G>(self.record, &self.start.setup, &self.common, end).is_empty()
    }
}
