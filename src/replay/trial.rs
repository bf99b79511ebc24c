//! A record that is replayed again and again with something changed in it: judged alone, without findings.

use std::sync::Arc;

use super::progress::{Move, Progress};
use super::result::wrong_results;
use super::{CommonTags, Start, sound_start_at};
use crate::findings::{Code, code, code_named};
use crate::games::{Context, FaultObserver, Game, NoObserver};
use crate::notation::{Record, TurnNode, irregular_codes, is_resignation};

/// A turn of the main line as the record has it.
#[derive(Debug)]
pub(crate) enum RecordedMove<G: Game> {
    /// It is played, and the faults of these codes are waived.
    Played(Move<G>, Vec<Code>),
    /// It is not a turn of this game.
    Unreadable,
    /// A comment expects that it is refused: it is not played.
    NotPlayed,
}

impl<G: Game> RecordedMove<G> {
    fn of_node(record: &Record, node: &TurnNode) -> Self {
        if node.expects_refusal() {
            return Self::NotPlayed;
        }
        let text = record.text_of(node.text);
        // A resignation is one whatever the token is.
        let written = if node.malformed && !is_resignation(text) { None } else { Move::parse(text).ok() };
        let irregular = irregular_codes(node.comments());
        let waived = || irregular.iter().filter_map(|(id, _)| code_named(id)).collect();
        written.map_or(Self::Unreadable, |written| Self::Played(written, waived()))
    }

    /// A turn that is not the record's.
    pub(crate) fn turn(turn: G::Turn) -> Self {
        Self::Played(Move::Turn(turn), Vec::new())
    }

    /// The turns of a record's main line.
    pub(crate) fn all(record: &Record) -> Vec<Self> {
        record.moves.turns.iter().map(|node| Self::of_node(record, node)).collect()
    }

    /// The turn of the game; `None` for a resignation and for what is not played.
    pub(crate) fn game_turn(&self) -> Option<&G::Turn> {
        match self {
            Self::Played(played, _) => played.game_turn(),
            Self::Unreadable | Self::NotPlayed => None,
        }
    }

    pub(crate) fn is_not_played(&self) -> bool {
        matches!(self, Self::NotPlayed)
    }

    pub(crate) fn is_unreadable(&self) -> bool {
        matches!(self, Self::Unreadable)
    }
}

/// Reads a turn in its common forms.
pub(crate) fn parse_usual_turn<G: Game>(text: &[u8]) -> Option<G::Turn> {
    let mut turn = G::Turn::default();
    G::parse_usual_turn(text, &mut turn).then_some(turn)
}

/// What the tags of a record say whatever is played: it is read once for all settings.
pub(crate) struct TagsRead<G: Game> {
    common: CommonTags,
    position: Option<G::PositionText>,
}

impl<G: Game> TagsRead<G> {
    /// Reads them. A tag that is misspelt need not be so where another tag is there.
    ///
    /// # Errors
    /// Where something is wrong with them under every setting; nothing of it is known then.
    pub(crate) fn of(record: &Record) -> Result<Self, NothingPlayed> {
        let common = CommonTags::check(record, Some(G::ID));
        if common.findings.iter().any(|finding| finding.code != &code::MISSPELT) {
            return Err(NothingPlayed);
        }
        let position = record.tag("Position").map(|tag| G::parse_position(&tag.value)).transpose();
        Ok(Self { common, position: position.map_err(|_| NothingPlayed)? })
    }

    /// `record` has the tags that were read, and those that say what is played besides. `None` where something is wrong with them.
    pub(crate) fn trial<'r>(&self, record: &'r Record, context: &Context) -> Option<Trial<'r, G>> {
        let mut common = self.common.beside_others(record, G::ID);
        if !common.findings.is_empty() {
            return None;
        }
        let start = sound_start_at::<G>(record, self.position.as_ref(), context)?;
        common.check_seats(record, Some(G::seats(&start.setup)));
        common.findings.is_empty().then_some(Trial { record, common, start })
    }
}

/// Nothing can be played with what the tags say.
pub(crate) struct NothingPlayed;

/// A record's tags, and what can be played under them.
pub(crate) struct Trial<'r, G: Game> {
    record: &'r Record,
    common: CommonTags,
    start: Start<G>,
}

impl<'r, G: Game> Trial<'r, G> {
    /// `None` where something is wrong with the tags.
    pub(crate) fn of(record: &'r Record, context: &Context) -> Option<Self> {
        TagsRead::<G>::of(record).ok()?.trial(record, context)
    }

    pub(crate) fn setup(&self) -> &G::Setup {
        &self.start.setup
    }

    /// Before the first turn.
    pub(crate) fn start(&self) -> Progress<G> {
        Progress::start(&self.start)
    }

    /// At a position.
    pub(crate) fn at(&self, state: G::State) -> Progress<G> {
        Progress::<G>::at(&self.start.setup, Arc::new(state))
    }

    /// Plays a turn, if it is legal; otherwise `progress` is of no use any more.
    pub(crate) fn play(&self, progress: &mut Progress<G>, recorded: &RecordedMove<G>) -> bool {
        let setup = &self.start.setup;
        match recorded {
            RecordedMove::NotPlayed => true,
            RecordedMove::Unreadable => false,
            RecordedMove::Played(turn, waived) if waived.is_empty() => {
                progress.play(setup, turn, &mut NoObserver).is_ok()
            }
            RecordedMove::Played(turn, waived) => progress.play(setup, turn, &mut FaultObserver::new(waived)).is_ok(),
        }
    }

    /// True if a game that ends there ends as the record says.
    pub(crate) fn agrees(&self, end: &Progress<G>) -> bool {
        wrong_results::<G>(self.record, &self.start.setup, &self.common, end).is_empty()
    }
}
