//! Plays single turns from any position, for the formats of GIPF.

use std::ops::ControlFlow;

use crate::findings::{Code, code};
use crate::games::gipf::board::{BoardLine, PushLine, Spot};
use crate::games::gipf::{Action, Colour, Gipf, Items, Pieces, Position, Push, Setup, Turn, codes};
use crate::games::{Context, Language, Rules, SetupTags};
use crate::notation::{Record, quoted};

/// Maximum number of legal turns that are searched for the intended one.
const MAX_LISTED: usize = 20_000;

/// Rules of a variant with its options.
#[derive(Clone, Debug)]
pub(super) struct GipfPlay {
    /// `None` if the tags are invalid.
    setup: Option<Setup>,
}

impl GipfPlay {
    /// Creates the rules of a variant with options.
    pub(super) fn new(variant: &str, options: Option<&str>) -> Self {
        let options = options
            .map(|options| format!("[Options {}]\n", quoted(options)))
            .unwrap_or_default();
        let tags = format!("[Game \"gipf\"]\n[Variant {}]\n{options}", quoted(variant));
        Self::from_record(&Record::parse_str(&tags))
    }

    /// Creates the rules that the tags of a record define.
    pub(super) fn from_record(record: &Record) -> Self {
        Self {
            setup: Gipf::setup(&mut SetupTags::new::<Gipf>(record, &Context::default())),
        }
    }

    /// Returns the starting position, or `None` if the tags do not define it.
    pub(super) fn start(&self) -> Option<Position> {
        self.setup.as_ref().map(Gipf::start)
    }

    /// Parses a position. Returns `None` if play cannot continue from it.
    pub(super) fn at(&self, text: &str) -> Option<Position> {
        Gipf::position(self.setup.as_ref()?, &Gipf::parse_position(text).ok()?).ok()
    }

    /// Returns the position after a turn, or the code of the error in it.
    pub(super) fn play(&self, before: &Position, turn: &Turn) -> Result<Position, Code> {
        let Some(setup) = self
            .setup
            .as_ref()
            .filter(|setup| Gipf::verdict(setup, before).is_none())
        else {
            return Err(&code::AFTER_END);
        };
        let played = Gipf::judge(setup, before, turn, &[]).map_err(|refusal| refusal.fault.code)?;
        Ok(played.state)
    }

    /// Returns the legal turns of a position. The list is truncated for constructed positions with
    /// too many turns.
    pub(super) fn legal_turns(&self, position: &Position) -> Vec<Turn> {
        let mut turns = Vec::new();
        if let Some(setup) = &self.setup {
            let _ = Gipf::legal_turns(setup, position, &mut |turn, _| {
                turns.push(turn.clone());
                if turns.len() < MAX_LISTED {
                    ControlFlow::Continue(())
                } else {
                    ControlFlow::Break(())
                }
            });
        }
        turns
    }
}

/// Returns the push of a turn.
pub(super) fn push_of(turn: &Turn) -> Option<Push> {
    turn.actions.iter().find_map(|action| match action {
        Action::Push(push) => Some(*push),
        Action::Remove(_) => None,
    })
}

/// Returns the same turn with another push.
pub(super) fn with_push(turn: &Turn, push: Push) -> Turn {
    let actions = turn.actions.iter().map(|action| match action {
        Action::Push(_) => Action::Push(push),
        Action::Remove(items) => Action::Remove(items.clone()),
    });
    Turn {
        actions: actions.collect(),
    }
}

/// Returns the line of a push. If it names only a spot, the push comes from the first dot beside
/// that spot.
pub(super) fn line_of(push: Push) -> Option<PushLine> {
    let to = push.to.spot()?;
    let goes = |line: &PushLine| match push.from {
        Some(from) => from.point() == Some(line.dot) && line.path().any(|spot| spot == to),
        None => line.path().next() == Some(to),
    };
    PushLine::all().filter(goes).min_by_key(|line| line.dot)
}

/// Returns a push with the first spot that it passes, and always with its dot.
pub(super) fn first_spot(push: Push) -> Option<Push> {
    let line = line_of(push)?;
    Some(Push {
        from: Some(line.dot.into()),
        to: line.path().next()?.into(),
        ..push
    })
}

/// Returns a turn whose push names its first spot with the spot that the push reaches instead.
/// Returns the turn unchanged if nothing fits better.
pub(super) fn reached(play: &GipfPlay, position: &Position, turn: &Turn) -> Turn {
    let Some((push, line)) = push_of(turn).and_then(|push| Some((push, line_of(push)?))) else {
        return turn.clone();
    };
    if push.from.is_none() || line.path().next() != push.to.spot() {
        return turn.clone();
    }
    let far = line.path().map(|spot: Spot| {
        with_push(
            turn,
            Push {
                to: spot.into(),
                ..push
            },
        )
    });
    let misses = |turn: &Turn| {
        play.play(position, turn)
            .is_err_and(|code| code == &codes::WRONG_LANDING)
    };
    far.into_iter()
        .find(|turn| !misses(turn))
        .unwrap_or_else(|| turn.clone())
}

/// Returns the row of a colour on a line: at least four adjacent pieces (G4.1).
pub(super) fn row_on(pieces: &Pieces, line: &BoardLine, colour: Colour) -> Option<Vec<Spot>> {
    let is_own = |spot: &Spot| pieces.at(*spot).is_some_and(|piece| piece.colour == colour);
    let runs = line.spots().split(|spot| !is_own(spot));
    runs.max_by_key(|run| run.len())
        .filter(|run| run.len() >= 4)
        .map(<[Spot]>::to_vec)
}

/// Returns the turn with each removal written as a bare `x`.
pub(super) fn bare(turn: &Turn) -> Turn {
    let actions = turn.actions.iter().map(|action| match action {
        Action::Push(push) => Action::Push(*push),
        Action::Remove(_) => Action::Remove(Items::new()),
    });
    Turn {
        actions: actions.collect(),
    }
}

/// Parses a turn of the notation.
pub(super) fn turn(text: &str) -> Option<Turn> {
    Gipf::parse_turn(text).ok()
}
