//! Generator of all legal turns (G3 to G6), which walks the lines spot by spot.
//!
//! It shares only the board with [`super::rules`], so that tests can compare one with the other. It
//! therefore has its own functions for rows, removals and the end of the game.

use std::ops::ControlFlow;

use super::Gipf;
use super::board::{BoardLine, PushLine, Spot, SpotSet};
use super::position::{Colour, Decision, Piece, PieceKind, Position};
use super::setup::{LossRule, Setup, Variant};
use super::turn::{Action, Item, Items, Push, Turn};
use crate::games::{Suggest, TurnFilter, TurnSink, VisitLike, take_step};

type Visit<'a> = &'a mut dyn FnMut(&Turn, &Position) -> ControlFlow<()>;

/// Budget of removals and pushes for completing a turn.
const MAX_TRIED: u64 = 2_000;
/// Budget of removals and pushes for finding turns similar to a text.
const MAX_WALKED: u64 = 10_000;

/// Budget of removals and pushes for finding all legal turns, and how much each turn that is found
/// adds to it. On a full board there are more sequences of removals than anybody can wait for, and
/// none of them leads to a turn.
const MAX_IDLE: u64 = 1_000_000;
const MAX_FOR_A_TURN: u64 = 100;

/// Visits every legal turn in canonical form, with the position after it. Breaks if the budget is
/// used up.
pub(super) fn legal_turns(setup: &Setup, position: &Position, visit: Visit<'_>) -> ControlFlow<()> {
    if position.decided.is_some() {
        return ControlFlow::Continue(());
    }
    let walk = Walk::new(setup, position, TurnSink::All(visit));
    Walk {
        steps: MAX_IDLE,
        steps_per_turn: MAX_FOR_A_TURN,
        ..walk
    }
    .before_push(*position)
}

/// Visits the same turns within a budget of removals and pushes, and leaves in `tries` what is left
/// of it.
pub(super) fn turns_within(
    setup: &Setup,
    position: &Position,
    tries: &mut u64,
    visit: Visit<'_>,
) -> ControlFlow<()> {
    if position.decided.is_some() {
        return ControlFlow::Continue(());
    }
    let mut walk = Walk {
        steps: *tries,
        ..Walk::new(setup, position, TurnSink::All(visit))
    };
    let walked = walk.before_push(*position);
    *tries = walk.steps;
    walked
}

impl Suggest for Gipf {
    fn turns_like(
        setup: &Setup,
        position: &Position,
        _like: Option<&Turn>,
        filter: &mut dyn TurnFilter<Self>,
    ) -> ControlFlow<()> {
        if position.decided.is_some() {
            return ControlFlow::Continue(());
        }
        let walk = Walk::new(setup, position, TurnSink::Filter(filter));
        Walk {
            steps: MAX_WALKED,
            ..walk
        }
        .before_push(*position)
    }

    // The same push, whatever it removes. If there is none, the pushes from its dot and those that
    // land on its spot.
    fn completions(
        setup: &Setup,
        position: &Position,
        like: &Turn,
        visit: VisitLike<'_, Self>,
    ) -> ControlFlow<()> {
        let push = like.actions.iter().find_map(|action| match action {
            Action::Push(push) => Some(*push),
            Action::Remove(_) => None,
        });
        let Some(push) = push.filter(|_| position.decided.is_none()) else {
            return ControlFlow::Continue(());
        };
        let mut shown = false;
        let mut steps = MAX_TRIED;
        for is_loose in [false, true] {
            let mut show = |turn: &Turn, _: &Position| {
                shown = true;
                visit(turn)
            };
            let mut walk = Walk {
                required_push: Some(RequiredPush { push, is_loose }),
                steps,
                ..Walk::new(setup, position, TurnSink::All(&mut show))
            };
            let walked = walk.before_push(*position);
            steps = walk.steps;
            if shown || steps == 0 {
                return walked;
            }
        }
        ControlFlow::Continue(())
    }
}

/// The push that the turns must contain.
#[derive(Clone, Copy)]
struct RequiredPush {
    push: Push,
    /// True if the same dot or the same landing spot is enough.
    is_loose: bool,
}

impl RequiredPush {
    /// Returns true if a push that the walk has found is this one. `into_edge` is true if it moves
    /// no other piece, so that its dot need not be written.
    fn matches(self, kind: PieceKind, line: &PushLine, landing: Spot, into_edge: bool) -> bool {
        let has_same_dot = self.push.from.map(|dot| dot == line.dot.into());
        let has_same_landing = self.push.to == landing.into();
        if self.is_loose {
            has_same_landing || has_same_dot == Some(true)
        } else {
            kind == self.push.kind && has_same_landing && has_same_dot.unwrap_or(into_edge)
        }
    }
}

/// Walk through the parts of a turn: removals, a push, removals.
struct Walk<'a> {
    setup: &'a Setup,
    me: Colour,
    /// The actions so far.
    turn: Turn,
    /// Restricts the walk to these pushes.
    required_push: Option<RequiredPush>,
    /// The remaining budget of removals and pushes.
    steps: u64,
    /// Steps that each found turn adds to the budget.
    steps_per_turn: u64,
    sink: TurnSink<'a, Gipf>,
}

/// Consecutive pieces on a line, in its order. Around a row, this is what the rules call the
/// segment (G4.2).
pub(super) type Stretch = Vec<(Spot, Piece)>;

/// Returns the run of pieces around each of the seat's own rows of four or more, in the order of
/// its line.
pub(super) fn stretches(position: &Position, me: Colour) -> Vec<Stretch> {
    let mut found = Vec::new();
    let own = position.text.pieces.of_colour(me);
    // A line with fewer than four own pieces has no row.
    let may_have_row =
        |line: &&BoardLine| !line.middle().and(own).is_empty() && line.set().and(own).len() >= 4;
    for line in BoardLine::all().iter().filter(may_have_row) {
        // The start of the current run of pieces, the number of own pieces in a row up to here, and
        // the maximum of that number. `None` marks the end of the line.
        let mut start = 0;
        let mut run = 0;
        let mut longest = 0;
        let spots = line.spots();
        for (index, spot) in spots.iter().map(Some).chain([None]).enumerate() {
            if let Some(piece) = spot.and_then(|&spot| position.text.pieces.at(spot)) {
                run = if piece.colour == me { run + 1 } else { 0 };
                longest = longest.max(run);
                continue;
            }
            if longest >= 4 {
                let stretch = spots[start..index]
                    .iter()
                    .filter_map(|&spot| Some((spot, position.text.pieces.at(spot)?)));
                found.push(stretch.collect());
            }
            (start, run, longest) = (index + 1, 0, 0);
        }
    }
    found
}

/// Returns the sets of pieces that one removal from `stretches` may take, each set of spots once.
/// Lazy, as a full board has thousands of them.
fn possible_removals(stretches: &[Stretch]) -> impl Iterator<Item = Stretch> {
    stretches
        .iter()
        .enumerate()
        .flat_map(move |(index, stretch)| {
            let gipfs = stretch
                .iter()
                .filter(|(_, piece)| piece.kind.is_gipf())
                .count();
            let taken = (0..1_u32 << gipfs).map(|choice| removal_of_choice(stretch, choice));
            taken.filter(move |taken| {
                !taken.is_empty()
                    && !stretches[..index]
                        .iter()
                        .any(|other| may_take(other, taken))
            })
        })
}

/// Returns the single pieces of a stretch, and those of its GIPF pieces whose bit is set in
/// `choice`.
fn removal_of_choice(stretch: &Stretch, choice: u32) -> Stretch {
    let mut gipfs = 0;
    let is_taken = |(_, piece): &(Spot, Piece)| {
        gipfs += u32::from(piece.kind.is_gipf());
        !piece.kind.is_gipf() || choice >> (gipfs - 1) & 1 == 1
    };
    stretch.iter().copied().filter(is_taken).collect()
}

/// Returns true if one removal from `stretch` may take exactly these pieces.
fn may_take(stretch: &Stretch, taken: &Stretch) -> bool {
    let is_taken = |piece: &(Spot, Piece)| taken.contains(piece);
    taken.iter().all(|piece| stretch.contains(piece))
        && stretch
            .iter()
            .all(|piece| piece.1.kind.is_gipf() || is_taken(piece))
}

/// Returns true if a row must be removed.
pub(super) fn must_remove(stretches: &[Stretch]) -> bool {
    stretches
        .iter()
        .flatten()
        .any(|(_, piece)| !piece.kind.is_gipf())
}

/// Returns the items of a removal, and the position without its pieces.
pub(super) fn taken_off(
    me: Colour,
    position: Position,
    taken: &[(Spot, Piece)],
) -> (Items, Position) {
    let mut after = position;
    for &(spot, piece) in taken {
        after.text.pieces.set(spot, None);
        let worth = piece.kind.weight();
        if piece.colour == me {
            after.text.reserve[me.index()] += worth;
        } else {
            after.text.lost[piece.colour.index()] += worth;
        }
    }
    let item = |&(spot, piece): &(Spot, Piece)| Item {
        kind: piece.kind,
        spot: spot.into(),
        other_seat: piece.colour != me,
    };
    (taken.iter().map(item).collect(), after)
}

/// Returns the decision of the game if a removal by `me` took the last GIPF piece of a seat (G6.1).
pub(super) fn decision_after_removal(
    setup: &Setup,
    me: Colour,
    position: &Position,
) -> Option<Decision> {
    let none_left = |colour: Colour| {
        let mut pieces = Spot::all().filter_map(|spot| position.text.pieces.at(spot));
        pieces.all(|piece| !piece.kind.is_gipf() || piece.colour != colour)
            && !position.text.owes_first[colour.index()]
    };
    let decide = |winner, reason| {
        Some(Decision {
            winner,
            rule: "G6.1",
            reason,
        })
    };
    match setup.variant {
        Variant::Basic => None,
        _ if none_left(me.other()) => decide(me, "a removal took the other seat's last GIPF piece"),
        _ if none_left(me) => decide(
            me.other(),
            "a removal took the remover's own last GIPF piece",
        ),
        _ => None,
    }
}

/// Returns true if a seat whose reserve is not empty may introduce a piece of this kind.
pub(super) fn may_push(position: &Position, me: Colour, kind: PieceKind) -> bool {
    match kind {
        PieceKind::Gipf => {
            position.text.may_introduce[me.index()]
                && position.text.reserve[me.index()] >= kind.weight()
        }
        PieceKind::Single => !position.text.owes_first[me.index()],
    }
}

/// Returns the number of pieces that a push on a line moves, and the spot that the last of them
/// reaches. Returns `None` if the line is full.
pub(super) fn end_of_push(position: &Position, line: PushLine) -> Option<(usize, Spot)> {
    let all = position.text.pieces.all();
    (0..)
        .zip(line.path())
        .find(|&(_, spot)| !all.contains(spot))
}

/// Returns the notation of a push on a line that moves `moved` pieces, the last of them to
/// `landing`.
pub(super) fn push_moving(line: PushLine, kind: PieceKind, moved: usize, landing: Spot) -> Push {
    Push {
        kind,
        from: (moved > 0).then(|| line.dot.into()),
        to: landing.into(),
    }
}

/// Returns the position after a push that moves `moved` pieces.
pub(super) fn pushed(
    me: Colour,
    position: Position,
    line: PushLine,
    kind: PieceKind,
    moved: usize,
) -> Position {
    let mine = me.index();
    let mut after = position;
    let mut moving = Some(Piece { colour: me, kind });
    for spot in line.path().take(moved + 1) {
        after.text.pieces.set(spot, moving);
        moving = position.text.pieces.at(spot);
    }
    after.text.reserve[mine] -= kind.weight();
    after.text.owes_first[mine] = false;
    after.text.may_introduce[mine] = kind.is_gipf();
    after
}

impl<'a> Walk<'a> {
    fn new(setup: &'a Setup, position: &Position, sink: TurnSink<'a, Gipf>) -> Self {
        Self {
            setup,
            me: position.text.to_move,
            turn: Turn::default(),
            required_push: None,
            steps: u64::MAX,
            steps_per_turn: 0,
            sink,
        }
    }

    /// Steps 1 and 2 of G3.
    fn before_push(&mut self, position: Position) -> ControlFlow<()> {
        let rows = stretches(&position, self.me);
        self.removals(position, &rows, Self::before_push)?;
        if must_remove(&rows) {
            return ControlFlow::Continue(());
        }
        if position.text.reserve[self.me.index()] == 0 {
            if self.turn.actions.is_empty() {
                return ControlFlow::Continue(());
            }
            let lost = Decision {
                winner: self.me.other(),
                rule: "G6.2",
                reason: "a seat had nothing in reserve after clearing its rows",
            };
            return self.show(position, Some(lost));
        }
        self.pushes(position)
    }

    /// Makes every possible removal and calls `next` after each.
    fn removals(
        &mut self,
        position: Position,
        rows: &[Stretch],
        next: fn(&mut Self, Position) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        for taken in possible_removals(rows) {
            take_step(&mut self.steps)?;
            let (items, after) = taken_off(self.me, position, &taken);
            self.turn.actions.push(Action::Remove(items));
            // Ask the filter first: a full board has too many sequences of removals to walk
            // through.
            if self.sink.accepts_prefix(&self.turn)? {
                match decision_after_removal(self.setup, self.me, &after) {
                    Some(decision) => self.show(after, Some(decision))?,
                    None => next(self, after)?,
                }
            }
            self.turn.actions.pop();
        }
        ControlFlow::Continue(())
    }

    fn pushes(&mut self, position: Position) -> ControlFlow<()> {
        let mut edges = SpotSet::EMPTY;
        for line in PushLine::all() {
            let Some((moved, landing)) = end_of_push(&position, line) else {
                continue;
            };
            // Two dots can lead to the same edge spot.
            if moved == 0 {
                if edges.contains(landing) {
                    continue;
                }
                edges.insert(landing);
            }
            for kind in PieceKind::BOTH {
                let allowed = may_push(&position, self.me, kind);
                let is_required = self
                    .required_push
                    .is_none_or(|push| push.matches(kind, &line, landing, moved == 0));
                if !allowed || !is_required {
                    continue;
                }
                take_step(&mut self.steps)?;
                self.turn
                    .actions
                    .push(Action::Push(push_moving(line, kind, moved, landing)));
                if self.sink.accepts_prefix(&self.turn)? {
                    self.after_push(pushed(self.me, position, line, kind, moved))?;
                }
                self.turn.actions.pop();
            }
        }
        ControlFlow::Continue(())
    }

    /// Step 3 of G3.
    fn after_push(&mut self, position: Position) -> ControlFlow<()> {
        let rows = stretches(&position, self.me);
        self.removals(position, &rows, Self::after_push)?;
        if must_remove(&rows) {
            return ControlFlow::Continue(());
        }
        let next = self.me.other();
        let decided = if self.setup.out == LossRule::AtTurnEnd
            && position.text.reserve[self.me.index()] == 0
        {
            let reason = "a seat had nothing in reserve at the end of its turn";
            Some(Decision {
                winner: next,
                rule: "G6.3",
                reason,
            })
        } else if position.text.reserve[next.index()] == 0 && stretches(&position, next).is_empty()
        {
            let reason = "a seat had to move with nothing in reserve and no row";
            Some(Decision {
                winner: self.me,
                rule: "G6.2",
                reason,
            })
        } else {
            None
        };
        self.show(position, decided)
    }

    fn show(&mut self, position: Position, decided: Option<Decision>) -> ControlFlow<()> {
        let mut after = position;
        after.text.to_move = self.me.other();
        after.decided = decided;
        self.steps = self.steps.saturating_add(self.steps_per_turn);
        self.sink.show(&self.turn, || after)
    }
}
