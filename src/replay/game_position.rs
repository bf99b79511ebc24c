//! Game positions: positions with the types of their game, and the trait behind which
//! [`Position`] hides these types.

use std::any::Any;
use std::borrow::Cow;
use std::ops::ControlFlow;
use std::sync::Arc;

use super::illegal_turn::{
    end_in_words, explain_refusal, span_of_part, unreadable_finding, with_suggestions,
};
use super::nearest::nearest_turns;
use super::position::Position;
use super::progress::{Move, NotPlayed, Progress};
use super::remedies::remedies;
use super::starting_position::{Start, missing_finding};
use super::turn::{Turn, TurnInput, TurnRef, TypedTurnRef};
use super::why::{AskedTurn, TurnExplanation};
use crate::draw::{Lang, Scene};
use crate::findings::{Code, Exhibit, Finding, code};
use crate::games::{
    Effects, Game, GameId, NoObserver, Origin, Piece, Refusal, TurnView, take_step,
};
use crate::notation::Standing;
use crate::text::Span;

/// Visitor of legal turns. It is passed each turn with the place that its piece comes from, and may
/// stop.
pub(super) type ShowTurn<'a> = &'a mut dyn FnMut(TurnRef<'_>, Option<Origin>) -> ControlFlow<()>;

/// [`Position`] with the types of its game.
pub(crate) struct GamePosition<G: Game> {
    pub(crate) setup: Arc<G::Setup>,
    pub(crate) progress: Progress<G>,
    pub(crate) by: Option<LedBy<G>>,
}

/// The turn that led to a position, and the position before it.
pub(crate) struct LedBy<G: Game> {
    pub(crate) before: Arc<G::State>,
    /// The move in canonical form.
    pub(crate) played: Move<G>,
}

/// The position after a turn that was played.
pub(super) struct ReachedPosition {
    pub(super) position: Position,
    /// The codes of the faults that were waived.
    pub(super) waived: Vec<Code>,
}

/// A position whose game is known only at run time. [`Position`] has the same methods, with their
/// documentation.
pub(super) trait AnyPosition: Any + Send + Sync {
    fn game(&self) -> GameId;
    fn seats(&self) -> u8;
    fn seat_name(&self, seat: u8) -> String;
    fn to_move(&self) -> u8;
    fn text(&self) -> String;
    fn scene(&self, lang: Lang) -> Scene;
    fn result(&self) -> Option<&Standing>;
    fn score(&self) -> Option<Vec<u32>>;
    fn visit_legal_turns(&self, visit: ShowTurn<'_>) -> ControlFlow<()>;
    fn count_legal_turns(&self, most: u64) -> Option<u64>;
    fn perft(&self, depth: u32, steps: &mut u64) -> Option<Vec<u64>>;
    fn missing(&self) -> Option<&'static str>;
    fn is_same(&self, other: &dyn Any) -> bool;
    fn play(&self, turn: TurnInput<'_>, waived: &[Code]) -> Result<ReachedPosition, Box<Finding>>;
    fn is_legal(&self, turn: TurnInput<'_>) -> bool;
    fn turn(&self) -> Option<String>;
    fn last_turn(&self) -> Option<Turn>;
    fn mover(&self) -> Option<u8>;
    fn turn_view(&self) -> Option<TurnView>;
    fn pieces(&self) -> Vec<(String, Piece)>;
    fn piece_at(&self, place: &str) -> Option<Piece>;
    fn effects(&self) -> Effects;
    fn scene_of_turn(&self, lang: Lang) -> Option<Scene>;
    fn explain_turn(&self, asked: &AskedTurn<'_>) -> TurnExplanation;
    fn nearest_turns(&self, written: &str) -> Vec<String>;
    fn remedies(&self, written: &str) -> Vec<String>;
    fn as_any(&self) -> &dyn Any;
}

impl<G: Game> GamePosition<G> {
    /// Creates a position without a turn that led to it.
    pub(crate) fn start(start: Start<G>) -> Self {
        let progress = Progress::start(&start);
        Self {
            setup: start.setup,
            progress,
            by: None,
        }
    }

    pub(crate) fn state(&self) -> &Arc<G::State> {
        &self.progress.state
    }

    pub(crate) fn position_text(&self) -> G::PositionText {
        G::position_text(&self.setup, self.state())
    }

    /// Returns the typed move of a turn to play.
    fn typed<'t>(&self, input: TurnInput<'t>) -> Result<Cow<'t, Move<G>>, Box<Finding>> {
        let text = match input {
            TurnInput::Turn(turn) => {
                let played = turn.of_game::<G>().map(Cow::Borrowed);
                return played.ok_or_else(|| Box::new(other_game::<G>(turn)));
            }
            TurnInput::Text(text) => text,
        };
        Move::parse(text).map(Cow::Owned).map_err(|error| {
            let whole = Span::new(0, text.len());
            let names = G::ID.seat_names(None);
            let finding = unreadable_finding::<G>(text, whole, error.at, &names);
            self.with_nearest(finding, text)
        })
    }

    /// Returns the finding on a turn that was not played.
    fn not_played(&self, reason: NotPlayed<Box<Refusal<G>>>, text: &str) -> Box<Finding> {
        let whole = Span::new(0, text.len());
        let NotPlayed::Illegal(refusal) = reason else {
            let message = end_in_words(G::verdict(&self.setup, self.state()).as_ref());
            return Box::new(Finding::new(&code::AFTER_END, whole, message));
        };

        let span = span_of_part::<G>(text, whole, refusal.fault.part);
        let (mut finding, explanation) =
            explain_refusal::<G>(&self.setup, &refusal, span, span.slice(text));
        let position = G::exhibit(&self.setup, &refusal).to_string();
        finding.exhibit = Some(Exhibit {
            position,
            marks: explanation.marks,
        });
        self.with_nearest(finding, text)
    }

    fn with_nearest(&self, finding: Finding, text: &str) -> Box<Finding> {
        let nearest = if self.progress.result.is_some() {
            None
        } else {
            nearest_turns::<G>(&self.setup, self.state(), text)
        };
        Box::new(with_suggestions::<G>(finding, nearest))
    }
}

/// Returns the finding on a typed turn of another game.
fn other_game<G: Game>(turn: &Turn) -> Finding {
    let whole = Span::new(0, turn.as_str().len());
    let message = format!(
        "This is a turn of {}, not of {}.",
        turn.game().title(),
        G::TITLE
    );
    Finding::new(&code::TURN_NOT_FOR_THIS_GAME, whole, message)
}

impl<G: Game> AnyPosition for GamePosition<G> {
    fn game(&self) -> GameId {
        G::ID
    }

    fn seats(&self) -> u8 {
        G::seats(&self.setup)
    }

    fn seat_name(&self, seat: u8) -> String {
        G::seat_name(&self.setup, seat)
    }

    fn to_move(&self) -> u8 {
        G::to_move(&self.setup, self.state())
    }

    fn text(&self) -> String {
        G::position_string(&self.position_text())
    }

    fn scene(&self, lang: Lang) -> Scene {
        G::scene_in(&self.setup, self.state(), lang)
    }

    fn result(&self) -> Option<&Standing> {
        self.progress.result.as_ref()
    }

    fn score(&self) -> Option<Vec<u32>> {
        G::score(&self.setup, self.state())
    }

    fn visit_legal_turns(&self, visit: ShowTurn<'_>) -> ControlFlow<()> {
        match self.progress.result {
            Some(_) => ControlFlow::Continue(()),
            None => G::legal_turns(&self.setup, self.state(), &mut |turn, _| {
                visit(TurnRef::new(&TypedTurnRef::<G>(turn)), G::origin(turn))
            }),
        }
    }

    fn count_legal_turns(&self, most: u64) -> Option<u64> {
        match self.progress.result {
            Some(_) => Some(0),
            None => G::count_turns(&self.setup, self.state(), &mut most.clone()),
        }
    }

    fn perft(&self, depth: u32, steps: &mut u64) -> Option<Vec<u64>> {
        // The turns of a position with unknown parts can be listed, but not played.
        if depth > 1 && self.missing().is_some() {
            return None;
        }
        let mut counts = vec![0; depth as usize];
        if self.progress.result.is_none() {
            let walked = count_sequences::<G>(&self.setup, self.state(), &mut counts, steps);
            if walked.is_break() {
                return None;
            }
        }
        Some(counts)
    }

    fn play(&self, input: TurnInput<'_>, waived: &[Code]) -> Result<ReachedPosition, Box<Finding>> {
        if let Some(missing) = self.missing() {
            let whole = Span::new(0, input.text().len());
            return Err(Box::new(missing_finding(missing, whole)));
        }

        let turn = self.typed(input)?;
        let played = self.progress.after(&self.setup, &turn, waived);
        let played = played.map_err(|reason| self.not_played(reason, input.text()))?;
        let by = Some(LedBy {
            before: Arc::clone(self.state()),
            played: played.canonical,
        });
        let position = Position::new(Self {
            setup: Arc::clone(&self.setup),
            progress: played.after,
            by,
        });

        let waived = played.waived.iter().map(|refusal| refusal.fault.code);
        Ok(ReachedPosition {
            position,
            waived: waived.collect(),
        })
    }

    fn is_legal(&self, input: TurnInput<'_>) -> bool {
        let turn = match input {
            TurnInput::Turn(turn) => turn.of_game::<G>().map(Cow::Borrowed),
            TurnInput::Text(text) => Move::parse(text).ok().map(Cow::Owned),
        };
        let Some(turn) = turn else {
            return false;
        };
        let mut progress = self.progress.clone();

        self.missing().is_none() && progress.play(&self.setup, &turn, &mut NoObserver).is_ok()
    }

    fn turn(&self) -> Option<String> {
        self.by.as_ref().map(|by| by.played.text())
    }

    fn last_turn(&self) -> Option<Turn> {
        self.by.as_ref().map(|by| Turn::new(by.played.clone()))
    }

    fn mover(&self) -> Option<u8> {
        self.by
            .as_ref()
            .map(|by| G::to_move(&self.setup, &by.before))
    }

    fn turn_view(&self) -> Option<TurnView> {
        Some(match &self.by.as_ref()?.played {
            Move::Turn(turn) => TurnView::from_turn::<G>(turn),
            Move::Resign => TurnView::resignation(G::ID),
        })
    }

    fn pieces(&self) -> Vec<(String, Piece)> {
        let places = G::places(&self.setup, self.state()).into_iter();
        places
            .filter_map(|place| self.piece_at(&place).map(|piece| (place, piece)))
            .collect()
    }

    fn piece_at(&self, place: &str) -> Option<Piece> {
        G::piece_at(&self.setup, self.state(), place)
    }

    fn effects(&self) -> Effects {
        match &self.by {
            Some(LedBy {
                before,
                played: Move::Turn(turn),
            }) => G::effects(&self.setup, before, turn, self.state()),
            Some(LedBy {
                played: Move::Resign,
                ..
            })
            | None => Effects::default(),
        }
    }

    fn scene_of_turn(&self, lang: Lang) -> Option<Scene> {
        let LedBy {
            before,
            played: Move::Turn(turn),
        } = self.by.as_ref()?
        else {
            return None;
        };
        G::scene_of_turn(&self.setup, before, turn, self.state(), lang)
    }

    fn explain_turn(&self, asked: &AskedTurn<'_>) -> TurnExplanation {
        super::why::explain_turn(self, asked)
    }

    fn nearest_turns(&self, written: &str) -> Vec<String> {
        match self.progress.result {
            Some(_) => Vec::new(),
            None => nearest_turns::<G>(&self.setup, self.state(), written).unwrap_or_default(),
        }
    }

    fn remedies(&self, written: &str) -> Vec<String> {
        remedies::<G>(self, written)
    }

    fn missing(&self) -> Option<&'static str> {
        G::missing(self.state())
    }

    fn is_same(&self, other: &dyn Any) -> bool {
        let Some(other) = other.downcast_ref::<Self>() else {
            return false;
        };
        let own = &self.progress;
        let others = &other.progress;
        own.state == others.state
            && (own.resigned, &own.result) == (others.resigned, &others.result)
            && self.setup == other.setup
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}

/// Adds the numbers of sequences of legal turns to `counts`, one per length.
fn count_sequences<G: Game>(
    setup: &G::Setup,
    state: &G::State,
    counts: &mut [u64],
    steps: &mut u64,
) -> ControlFlow<()> {
    let Some((first, deeper)) = counts.split_first_mut() else {
        return ControlFlow::Continue(());
    };
    if deeper.is_empty() {
        let Some(count) = G::count_turns(setup, state, steps) else {
            return ControlFlow::Break(());
        };
        *first = first.saturating_add(count);
        return ControlFlow::Continue(());
    }
    G::legal_turns(setup, state, &mut |_, next| {
        *first = first.saturating_add(1);
        take_step(steps)?;
        count_sequences::<G>(setup, next, deeper, steps)
    })
}
