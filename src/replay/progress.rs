//! Playing the moves of a line: everything that plays a turn of a record goes through [`Progress`].

use std::sync::Arc;

use super::starting_position::Start;
use crate::findings::{Code, code_named};
use crate::games::{FaultObserver, Game, Observer, Refusal, TurnSyntaxError, TurnText};
use crate::notation::{RESIGNATION, Record, Standing, TurnNode, irregular_codes, is_resignation};
use crate::text::Span;

/// A move: a turn of the game, or a resignation.
#[derive(Debug)]
pub(crate) enum Move<G: Game> {
    Turn(G::Turn),
    Resign,
}

impl<G: Game> Clone for Move<G> {
    fn clone(&self) -> Self {
        match self {
            Self::Turn(turn) => Self::Turn(turn.clone()),
            Self::Resign => Self::Resign,
        }
    }
}

impl<G: Game> Default for Move<G> {
    fn default() -> Self {
        Self::Turn(G::Turn::default())
    }
}

impl<G: Game> Move<G> {
    /// Returns the turn of the game; `None` for a resignation.
    pub(crate) fn game_turn(&self) -> Option<&G::Turn> {
        match self {
            Self::Turn(turn) => Some(turn),
            Self::Resign => None,
        }
    }

    /// Returns the text. This is faster than `to_string`.
    pub(crate) fn text(&self) -> String {
        match self {
            Self::Turn(turn) => turn_text::<G>(turn),
            Self::Resign => RESIGNATION.to_owned(),
        }
    }

    /// Parses a move.
    ///
    /// # Errors
    /// If the text is neither a turn of the game nor `resign`.
    pub(crate) fn parse(text: &str) -> Result<Self, TurnSyntaxError> {
        if is_resignation(text) {
            Ok(Self::Resign)
        } else {
            G::parse_turn(text).map(Self::Turn)
        }
    }

    /// Parses the move in a span of a text into this one and reuses its memory.
    ///
    /// # Errors
    /// As [`Move::parse`].
    #[inline]
    pub(crate) fn parse_into(&mut self, text: &str, span: Span) -> Result<(), TurnSyntaxError> {
        if let Self::Turn(turn) = self
            && G::Turn::fast_parse(span.bytes_of(text), turn).is_some()
        {
            return Ok(());
        }
        *self = Self::parse(span.slice(text))?;
        Ok(())
    }

    /// Parses the move of a turn of a record.
    ///
    /// # Errors
    /// As [`Move::parse`], and if the text is not a token of the notation.
    pub(crate) fn of_node(record: &Record, node: &TurnNode) -> Result<Self, TurnSyntaxError> {
        if node.malformed {
            return Err(TurnSyntaxError {
                at: node.text.len(),
            });
        }
        Self::parse(record.turn_text(node))
    }
}

/// The length up to which the text of a turn grows without another allocation.
const USUAL_TURN_BYTES: usize = 16;

/// Returns the text of a turn. This is faster than `to_string`.
pub(super) fn turn_text<G: Game>(turn: &G::Turn) -> String {
    let mut text = String::with_capacity(USUAL_TURN_BYTES);
    G::write_turn(turn, &mut text);
    text
}

impl<G: Game> std::fmt::Display for Move<G> {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Turn(turn) => turn.fmt(out),
            Self::Resign => out.write_str(RESIGNATION),
        }
    }
}

/// The state of a line after some of its moves.
#[derive(Debug)]
pub(crate) struct Progress<G: Game> {
    /// The position after the last move.
    pub(crate) state: Arc<G::State>,
    /// The result under the rules or after a resignation. Once it is set, no turn is legal.
    pub(crate) result: Option<Standing>,
    /// True if the game ended by a resignation.
    pub(crate) resigned: bool,
    /// True if a move was illegal, so that the positions after it are unknown.
    pub(crate) at_fault: bool,
}

impl<G: Game> Clone for Progress<G> {
    fn clone(&self) -> Self {
        let Self {
            state,
            result,
            resigned,
            at_fault,
        } = self;
        Self {
            state: Arc::clone(state),
            result: result.clone(),
            resigned: *resigned,
            at_fault: *at_fault,
        }
    }
}

/// Like [`Progress`], but with a position that is not shared, so that a move is played in place.
/// Ends at the first move that is not legal.
#[derive(Debug)]
pub(crate) struct OwnedProgress<G: Game> {
    state: G::State,
    result: Option<Standing>,
    resigned: bool,
}

impl<G: Game> Clone for OwnedProgress<G> {
    fn clone(&self) -> Self {
        Self {
            state: self.state.clone(),
            result: self.result.clone(),
            resigned: self.resigned,
        }
    }
}

impl<G: Game> OwnedProgress<G> {
    /// Returns the progress at a position.
    pub(crate) fn new(setup: &G::Setup, state: G::State) -> Self {
        Self {
            result: G::standing(setup, &state),
            state,
            resigned: false,
        }
    }

    /// Returns the position after the last move.
    #[inline]
    pub(crate) fn state(&self) -> &G::State {
        &self.state
    }

    /// Plays a move. Returns `None` if it is not legal; it may then have been played in part.
    #[inline]
    pub(crate) fn play(
        &mut self,
        setup: &G::Setup,
        played: &Move<G>,
        observer: &mut impl Observer<G>,
    ) -> Option<()> {
        if self.result.is_some() {
            return None;
        }

        let result = play_in(setup, &mut self.state, played, observer).ok()?;
        // Most turns end no game, and then nothing is written.
        if result.is_some() {
            self.result = result;
            self.resigned = matches!(played, Move::Resign);
        }
        Some(())
    }

    /// Returns the progress, with a position that can be shared.
    pub(crate) fn into_progress(self) -> Progress<G> {
        Progress {
            state: Arc::new(self.state),
            result: self.result,
            resigned: self.resigned,
            at_fault: false,
        }
    }
}

/// Why a move was not played.
#[derive(Debug)]
pub(crate) enum NotPlayed<R> {
    /// A move before it was illegal.
    AfterFault,
    /// The game was over.
    AfterEnd,
    /// The rules refuse it.
    Illegal(R),
}

/// A legal move that was played.
#[derive(Debug)]
pub(crate) struct PlayedMove<G: Game> {
    /// The move in canonical form.
    pub(crate) canonical: Move<G>,
    /// The progress after it.
    pub(crate) after: Progress<G>,
    /// The waived faults of the turn.
    pub(crate) waived: Vec<Refusal<G>>,
}

impl<G: Game> Progress<G> {
    /// Returns the progress before the first move.
    pub(crate) fn start(start: &Start<G>) -> Self {
        Self::at(&start.setup, Arc::clone(&start.state))
    }

    /// Returns the progress at a position.
    pub(crate) fn at(setup: &G::Setup, state: Arc<G::State>) -> Self {
        let result = G::standing(setup, &state);
        Self {
            state,
            result,
            resigned: false,
            at_fault: false,
        }
    }

    /// Plays a move. `observer` may waive faults.
    ///
    /// # Errors
    /// If the move is illegal. An illegal turn may have been played in part, so keep a clone to
    /// continue from.
    #[inline]
    pub(crate) fn play<O: Observer<G>>(
        &mut self,
        setup: &G::Setup,
        played: &Move<G>,
        observer: &mut O,
    ) -> Result<(), NotPlayed<O::Refusal>> {
        if self.at_fault {
            return Err(NotPlayed::AfterFault);
        }
        if self.result.is_some() {
            return Err(NotPlayed::AfterEnd);
        }

        let state = Arc::make_mut(&mut self.state);
        self.result = play_in(setup, state, played, observer).map_err(NotPlayed::Illegal)?;
        self.resigned = matches!(played, Move::Resign);
        Ok(())
    }

    /// Returns a copy. `spare` is a state that is no longer needed: the copy reuses its memory if
    /// possible.
    pub(crate) fn copy_to(&self, spare: Option<Arc<G::State>>) -> Self {
        let Some(mut state) = spare else {
            return self.clone();
        };
        let Some(free) = Arc::get_mut(&mut state) else {
            return self.clone();
        };
        free.clone_from(&self.state);
        let Self {
            result,
            resigned,
            at_fault,
            ..
        } = self;
        Self {
            state,
            result: result.clone(),
            resigned: *resigned,
            at_fault: *at_fault,
        }
    }

    /// Plays a move on a copy, and returns its canonical form and its faults. Faults whose code is
    /// in `waived` are waived if the rules allow it.
    ///
    /// # Errors
    /// If the move is not legal.
    pub(crate) fn after(
        &self,
        setup: &G::Setup,
        played: &Move<G>,
        waived: &[Code],
    ) -> Result<PlayedMove<G>, NotPlayed<Box<Refusal<G>>>> {
        self.clone().into_after(setup, played, waived)
    }

    /// Like [`Progress::after`], without a copy.
    ///
    /// # Errors
    /// If the move is not legal.
    pub(crate) fn into_after(
        mut self,
        setup: &G::Setup,
        played: &Move<G>,
        waived: &[Code],
    ) -> Result<PlayedMove<G>, NotPlayed<Box<Refusal<G>>>> {
        let mut observer = FaultObserver::new(waived);
        self.play(setup, played, &mut observer)?;
        let (canonical, waived) = observer.into_parts();
        let canonical = canonical.map_or_else(|| played.clone(), Move::Turn);
        Ok(PlayedMove {
            canonical,
            after: self,
            waived,
        })
    }
}

/// Plays a move in a position, and returns the result after it.
///
/// # Errors
/// If the rules refuse the move. An illegal turn may have been played in part.
#[inline]
fn play_in<G: Game, O: Observer<G>>(
    setup: &G::Setup,
    state: &mut G::State,
    played: &Move<G>,
    observer: &mut O,
) -> Result<Option<Standing>, O::Refusal> {
    match played {
        Move::Turn(turn) => {
            G::play(setup, state, turn, observer)?;
            Ok(G::standing(setup, state))
        }
        Move::Resign => match G::resignation(setup, state) {
            Ok(standing) => Ok(Some(standing)),
            Err(fault) => Err(observer.refusal(state, fault)),
        },
    }
}

/// Returns the codes that the comments at a turn waive.
pub(super) fn waived_codes(node: &TurnNode) -> Vec<Code> {
    irregular_codes(node.comments())
        .iter()
        .filter_map(|(id, _)| code_named(id))
        .collect()
}
