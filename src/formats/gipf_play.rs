//! What formats for GIPF share: turns played one by one, whatever stands before them.

use std::ops::ControlFlow;

use crate::findings::{Code, code};
use crate::games::gipf::board::{BoardLine, PushLine, Spot};
use crate::games::gipf::{Action, Colour, Gipf, Items, Pieces, Position, Push, Setup, Turn, codes};
use crate::games::{Context, Language, Rules, SetupTags};
use crate::notation::{Record, quoted};

/// How many legal turns of a position are looked at to find the one that is meant.
const MOST_LISTED: usize = 20_000;

/// The rules of a variant with its options.
#[derive(Clone, Debug)]
pub(super) struct GipfPlay {
    /// `None` where the tags are at fault.
    setup: Option<Setup>,
}

impl GipfPlay {
    /// Play in a variant, with options.
    pub(super) fn new(variant: &str, options: Option<&str>) -> Self {
        let options = options.map(|options| format!("[Options {}]\n", quoted(options))).unwrap_or_default();
        let tags = format!("[Game \"gipf\"]\n[Variant {}]\n{options}", quoted(variant));
        Self::of(&Record::parse_str(&tags))
    }

    /// Play as a record has it.
    pub(super) fn of(record: &Record) -> Self {
        Self { setup: Gipf::setup(&mut SetupTags::of::<Gipf>(record, &Context::default())) }
    }

    /// The position at the start; `None` where the tags leave it open.
    pub(super) fn start(&self) -> Option<Position> {
        self.setup.as_ref().map(Gipf::start)
    }

    /// The position of a text; `None` where nobody can play on from it.
    pub(super) fn at(&self, text: &str) -> Option<Position> {
        Gipf::position(self.setup.as_ref()?, &Gipf::parse_position(text).ok()?).ok()
    }

    /// The position after a turn, or the code of what is wrong with it.
    pub(super) fn play(&self, before: &Position, turn: &Turn) -> Result<Position, Code> {
        let Some(setup) = self.setup.as_ref().filter(|setup| Gipf::verdict(setup, before).is_none()) else {
            return Err(&code::AFTER_END);
        };
        let played = Gipf::judge(setup, before, turn, &[]).map_err(|refusal| refusal.fault.code)?;
        Ok(played.state)
    }

    /// The legal turns of a position; of one that nobody has played to, which can have countless ones, the first.
    pub(super) fn legal_turns(&self, position: &Position) -> Vec<Turn> {
        let mut turns = Vec::new();
        if let Some(setup) = &self.setup {
            let _ = Gipf::legal_turns(setup, position, &mut |turn, _| {
                turns.push(turn.clone());
                if turns.len() < MOST_LISTED { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
            });
        }
        turns
    }
}

/// The push of a turn.
pub(super) fn push_of(turn: &Turn) -> Option<Push> {
    turn.actions.iter().find_map(|action| match action {
        Action::Push(push) => Some(*push),
        Action::Remove(_) => None,
    })
}

/// The same turn with another push.
pub(super) fn with_push(turn: &Turn, push: Push) -> Turn {
    let actions = turn.actions.iter().map(|action| match action {
        Action::Push(_) => Action::Push(push),
        Action::Remove(items) => Action::Remove(items.clone()),
    });
    Turn { actions: actions.collect() }
}

/// The line that a push takes; one that names a spot alone comes from the first dot beside it.
pub(super) fn line_of(push: Push) -> Option<PushLine> {
    let to = push.to.spot()?;
    let goes = |line: &PushLine| match push.from {
        Some(from) => from.point() == Some(line.dot) && line.path().any(|spot| spot == to),
        None => line.path().next() == Some(to),
    };
    PushLine::all().filter(goes).min_by_key(|line| line.dot)
}

/// The turn with the spot that its push reaches, where it names the first one; as it is where nothing
/// fits better.
pub(super) fn reached(play: &GipfPlay, position: &Position, turn: &Turn) -> Turn {
    let Some((push, line)) = push_of(turn).and_then(|push| Some((push, line_of(push)?))) else { return turn.clone() };
    if push.from.is_none() || line.path().next() != push.to.spot() {
        return turn.clone();
    }
    let far = line.path().map(|spot: Spot| with_push(turn, Push { to: spot.into(), ..push }));
    let misses = |turn: &Turn| play.play(position, turn).is_err_and(|code| code == &codes::WRONG_LANDING);
    far.into_iter().find(|turn| !misses(turn)).unwrap_or_else(|| turn.clone())
}

/// The row of a colour on a line: four neighbours or more (G4.1).
pub(super) fn row_on(pieces: &Pieces, line: &BoardLine, colour: Colour) -> Option<Vec<Spot>> {
    let is_own = |spot: &Spot| pieces.at(*spot).is_some_and(|piece| piece.colour == colour);
    let runs = line.spots().split(|spot| !is_own(spot));
    runs.max_by_key(|run| run.len()).filter(|run| run.len() >= 4).map(<[Spot]>::to_vec)
}

/// A turn with a bare `x` for each of its removals.
pub(super) fn bare(turn: &Turn) -> Turn {
    let actions = turn.actions.iter().map(|action| match action {
        Action::Push(push) => Action::Push(*push),
        Action::Remove(_) => Action::Remove(Items::new()),
    });
    Turn { actions: actions.collect() }
}

/// A turn of the notation, if the text is one.
pub(super) fn turn(text: &str) -> Option<Turn> {
    Gipf::parse_turn(text).ok()
}
