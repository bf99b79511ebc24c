//! What formats for GIPF share: turns played one by one, whatever stands before them.

use crate::games::gipf::board::{PushLine, Spot};
use crate::games::gipf::{Action, Colour, Gipf, Piece, Pieces, Push, Turn};
use crate::games::{GameId, Language};
use crate::notation::{Record, quoted};

/// The tags that bear on play.
#[derive(Clone, Debug)]
pub(super) struct Play {
    tags: String,
}

impl Play {
    /// Play in a variant, with options.
    pub(super) fn new(variant: &str, options: Option<&str>) -> Self {
        let options = options.map(|options| format!("[Options {}]\n", quoted(options))).unwrap_or_default();
        Self { tags: format!("[Game \"gipf\"]\n[Variant {}]\n{options}", quoted(variant)) }
    }

    /// Play as a record has it.
    pub(super) fn of(record: &Record) -> Self {
        let value = |name: &str| record.tag(name).map(|tag| tag.value.as_str());
        Self::new(value("Variant").unwrap_or_default(), value("Options"))
    }

    /// The position at the start; `None` where the tags leave it open.
    pub(super) fn start(&self) -> Option<String> {
        GameId::Gipf.rules().replay(&Record::parse_str(&format!("{}\n*\n", self.tags))).start
    }

    /// The position after a turn, or the code of what is wrong with it.
    pub(super) fn play(&self, position: &str, turn: &str) -> Result<String, &'static str> {
        let record = Record::parse_str(&format!("{}[Position {}]\n\n1. {turn} *\n", self.tags, quoted(position)));
        let replayed = GameId::Gipf.rules().replay(&record);
        match (replayed.turns.into_iter().next(), replayed.report.findings.first()) {
            (Some(turn), _) => Ok(turn.position),
            (None, fault) => Err(fault.map_or("", |finding| finding.code.id)),
        }
    }
}

/// The legal turns of a position.
pub(super) fn legal_turns(play: &Play, position: &str) -> Vec<Turn> {
    let record = Record::parse_str(&format!("{}[Position {}]\n\n*\n", play.tags, quoted(position)));
    let mut turns = Vec::new();
    // A position at fault has none.
    let _ = GameId::Gipf.rules().legal_turns(&record, None, &mut |shown, _| {
        turns.extend(turn(&shown.to_string()));
        std::ops::ControlFlow::Continue(())
    });
    turns
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
pub(super) fn reached(play: &Play, position: &str, turn: &Turn) -> Turn {
    let Some((push, line)) = push_of(turn).and_then(|push| Some((push, line_of(push)?))) else { return turn.clone() };
    if push.from.is_none() || line.path().next() != push.to.spot() {
        return turn.clone();
    }
    let far = line.path().map(|spot: Spot| with_push(turn, Push { to: spot.into(), ..push }));
    let misses = |turn: &Turn| play.play(position, &turn.to_string()) == Err("gipf/wrong-landing");
    far.into_iter().find(|turn| !misses(turn)).unwrap_or_else(|| turn.clone())
}

/// Puts a piece on a line: those in its way move on.
pub(super) fn push_piece(pieces: &mut Pieces, line: PushLine, colour: Colour, gipf: bool) {
    let mut moving = Some(Piece { colour, gipf });
    for spot in line.path() {
        let here = pieces.at(spot);
        pieces.set(spot, moving);
        moving = here;
        if moving.is_none() {
            return;
        }
    }
}

/// A turn of the notation, if the text is one.
pub(super) fn turn(text: &str) -> Option<Turn> {
    Gipf::parse_turn(text).ok()
}
