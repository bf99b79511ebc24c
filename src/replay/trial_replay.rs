//! Trial replays: replays variants of a record many times, for legality only, without findings.

use std::borrow::Cow;
use std::sync::Arc;

use super::CommonTags;
use super::claimed_result::wrong_results;
use super::progress::{Move, Progress, waived_codes};
use super::starting_position::{Start, sound_start_at};
use crate::findings::{Code, code};
use crate::games::{Context, FaultObserver, Game, NoObserver};
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
        // Unusual forms, such as `Resigns` or `b1–b3`, are played as parsed.
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

    /// Parses the turns of the main line.
    pub(crate) fn all(record: &Record) -> Vec<Self> {
        record
            .moves
            .turns
            .iter()
            .map(|node| Self::of_node(record, node))
            .collect()
    }

    /// Returns the move of another text in the same place. Waivers for the turn stay, and a turn
    /// that is not played stays unplayed.
    pub(crate) fn with_text(&self, text: &str) -> Self {
        let waived = match self {
            Self::NotPlayed => return Self::NotPlayed,
            Self::Unreadable => Vec::new(),
            Self::Played(_, waived) => waived.clone(),
        };
        match Move::parse(text) {
            Ok(played) => Self::Played(played, waived),
            Err(_) => Self::Unreadable,
        }
    }

    /// Returns the move that is played; `None` for one that is not played or not readable.
    pub(crate) fn played(&self) -> Option<&Move<G>> {
        match self {
            Self::Played(played, _) => Some(played),
            Self::Unreadable | Self::NotPlayed => None,
        }
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

/// The part of a record's tags that is the same under all settings, parsed once.
pub(crate) struct TagsRead<G: Game> {
    common: CommonTags,
    position: Option<G::PositionText>,
}

impl<G: Game> TagsRead<G> {
    /// Parses the tags. A tag that looks misspelt may be correct together with another tag, so this
    /// is not tested here.
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
        let mut common = self.common.recheck_names(record, G::ID);
        if !common.findings.is_empty() {
            return None;
        }
        let (setup, state) = sound_start_at::<G>(record, self.position.as_ref(), context)?;
        common.check_seats(record, Some(G::seats(&setup)));
        common.findings.is_empty().then_some(Trial {
            record: Cow::Borrowed(record),
            common,
            start: Start {
                setup: Arc::new(setup),
                state: Arc::new(state),
            },
        })
    }
}

/// A record's tags and the set-up that they give, for replaying turns.
pub(crate) struct Trial<'r, G: Game> {
    record: Cow<'r, Record>,
    common: CommonTags,
    start: Start<G>,
}

impl<'r, G: Game> Trial<'r, G> {
    /// Starts a trial of a record; `None` if its tags are invalid.
    pub(crate) fn new(record: &'r Record, context: &Context) -> Option<Self> {
        TagsRead::<G>::from_record(record)?.trial(record, context)
    }

    /// Returns the same trial with a separate record.
    pub(crate) fn into_owned<'o>(self) -> Trial<'o, G> {
        Trial {
            record: Cow::Owned(self.record.into_owned()),
            common: self.common,
            start: self.start,
        }
    }

    pub(crate) fn setup(&self) -> &G::Setup {
        &self.start.setup
    }

    /// Returns the progress before the first turn.
    pub(crate) fn start(&self) -> Progress<G> {
        Progress::start(&self.start)
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

    /// Plays a move that is not in the record, and returns true if it is legal. Otherwise
    /// `progress` must not be used again.
    pub(crate) fn play_move(&self, progress: &mut Progress<G>, played: &Move<G>) -> bool {
        progress
            .play(&self.start.setup, played, &mut NoObserver)
            .is_ok()
    }

    /// Returns true if a game with this end agrees with the result and the score that the record
    /// claims.
    pub(crate) fn agrees(&self, end: &Progress<G>) -> bool {
        wrong_results::<G>(&self.record, &self.start.setup, &self.common, end).is_empty()
    }
}
