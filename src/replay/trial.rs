//! A record that is replayed again and again with something changed in it: judged alone, without findings.

use super::result::{Ended, false_claims};
use super::{CommonTags, Start, sound_start_at};
use crate::findings::{Code, code, code_named};
use crate::games::{Context, Game, Silent};
use crate::notation::{Record, Standing, TurnNode, irregular_codes};

/// A turn of the main line as it is written.
pub(crate) struct Written<G: Game> {
    pub(crate) what: What<G>,
    /// The codes that the record lets stand in it.
    waived: Vec<Code>,
}

/// What a turn of the main line says.
pub(crate) enum What<G: Game> {
    Turn(G::Turn),
    Resign,
    /// It is no turn of this game.
    Unreadable,
    /// A comment expects that it is refused: it is not played.
    NotPlayed,
}

impl<G: Game> Written<G> {
    fn of(record: &Record, node: &TurnNode) -> Self {
        let text = record.text_of(node.text);
        let what = match text {
            _ if node.expects_refusal() => What::NotPlayed,
            "resign" => What::Resign,
            _ if node.malformed => What::Unreadable,
            text => {
                read::<G>(text.as_bytes()).or_else(|| G::parse_turn(text).ok()).map_or(What::Unreadable, What::Turn)
            }
        };
        let irregular = irregular_codes(node.comments());
        Self { what, waived: irregular.iter().filter_map(|(id, _)| code_named(id)).collect() }
    }

    /// A turn that is none of the record's.
    pub(crate) fn turn(turn: G::Turn) -> Self {
        Self { what: What::Turn(turn), waived: Vec::new() }
    }

    /// The turns of a record's main line.
    pub(crate) fn all(record: &Record) -> Vec<Self> {
        record.moves.turns.iter().map(|node| Self::of(record, node)).collect()
    }
}

/// A turn that is written plainly.
pub(crate) fn read<G: Game>(text: &[u8]) -> Option<G::Turn> {
    let mut turn = G::Turn::default();
    G::read_plain_turn(text, &mut turn).then_some(turn)
}

/// How far a trial has got.
pub(crate) struct TrialReached<G: Game> {
    pub(crate) state: G::State,
    /// What the rules or a resignation gave; no turn is legal any more.
    pub(crate) standing: Option<Standing>,
    resigned: bool,
}

impl<G: Game> Clone for TrialReached<G> {
    fn clone(&self) -> Self {
        Self { state: self.state.clone(), standing: self.standing.clone(), resigned: self.resigned }
    }
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
    pub(crate) fn start(&self) -> TrialReached<G> {
        let state = G::State::clone(&self.start.state);
        TrialReached { standing: G::standing(&self.start.setup, &state), state, resigned: false }
    }

    /// Behind a turn that led to a position.
    pub(crate) fn reached(&self, state: G::State) -> TrialReached<G> {
        TrialReached { standing: G::standing(&self.start.setup, &state), state, resigned: false }
    }

    /// Plays a turn, if it is legal; what was reached is of no use if it is not.
    pub(crate) fn play(&self, reached: &mut TrialReached<G>, written: &Written<G>) -> bool {
        let setup = &self.start.setup;
        match &written.what {
            What::NotPlayed => return true,
            _ if reached.standing.is_some() => return false,
            What::Unreadable => return false,
            What::Resign => {
                let Ok(standing) = G::resignation(setup, &reached.state) else { return false };
                (reached.standing, reached.resigned) = (Some(standing), true);
                return true;
            }
            What::Turn(turn) if written.waived.is_empty() => {
                if G::play(setup, &mut reached.state, turn, &mut Silent).is_err() {
                    return false;
                }
            }
            What::Turn(turn) => match G::judge(setup, &reached.state, turn, &written.waived) {
                Ok(played) => reached.state = played.state,
                Err(_) => return false,
            },
        }
        reached.standing = G::standing(setup, &reached.state);
        true
    }

    /// Whether a game that ends there ends as the record says.
    pub(crate) fn agrees(&self, end: TrialReached<G>) -> bool {
        let TrialReached { state, standing, resigned } = end;
        let ended = Ended::<G> { state: &state, result: standing.as_ref(), resigned, at_fault: false };
        false_claims::<G>(self.record, &self.start.setup, &self.common, &ended).is_empty()
    }
}
