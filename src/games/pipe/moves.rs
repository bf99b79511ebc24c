//! Generator of legal turns (V4, V5): all within reach of the cards on the table.
//!
//! It shares nothing with [`super::rules`] above the table, the layouts and the hands, so that
//! tests can compare one with the other. `choices.rs` uses the same steps for turns that are built
//! click by click, with [`fits`] for the places of a card; `suggestions.rs` and `random_play.rs`
//! also use the steps.

use std::ops::ControlFlow;

use super::free_squares::places_near_cards;
use super::hands::StockTop;
use super::joined_sets::JoinedSets;
use super::sets_with_card::{SeatPickUp, picked_up_from};
use super::setup::{DISCARDED, Setup, Variant};
use super::state::State;
use super::table_size::bounds_with;
use super::turn::{ColourChange, ColourWord, Discard, Id, PickUp, Placement, Play, Turn};
use crate::decks::Colour;
use crate::decks::layout::RIM;

type Visit<'a> = &'a mut dyn FnMut(&Turn, &State) -> ControlFlow<()>;

/// The turns that the list of legal turns leaves out.
pub(super) const LEFT_OUT: &str = "cards can be placed anywhere on the grid; the list has only placements within one square of the cards on the table, and each discard in one order of its cards";

/// Returns the cards that the seat to move may play or discard, in ascending order.
pub(super) fn playable_cards(setup: &Setup, state: &State) -> Vec<Id> {
    let seat = state.to_move;
    if state.hands.are_known() {
        return state.hands.known_cards(seat);
    }
    let discards = state.colour(seat).is_none();
    let can_have = |&card: &Id| {
        if discards {
            state.hands.can_discard(seat, card)
        } else {
            state.hands.can_hold(seat, card)
        }
    };
    let unseen = setup.deck.ids().filter(can_have);
    unseen
        .filter(|&card| state.table.placement(card).is_none())
        .collect()
}

/// Visits every legal turn within reach, in canonical form, with the position after it.
pub(super) fn legal_turns(setup: &Setup, state: &State, visit: Visit<'_>) -> ControlFlow<()> {
    if state.colour(state.to_move).is_none() {
        return visit_discards(setup, state, visit);
    }
    let places = places_near_cards(&state.table);
    let cards = playable_cards(setup, state).into_iter();
    let placements = cards.flat_map(|card| {
        places.iter().map(move |&(square, heading)| Placement {
            card,
            square,
            heading,
        })
    });
    visit_plays(setup, state, placements, visit)
}

/// Returns true if the seat to move may hold a card and the card is not on the table.
pub(super) fn is_new(setup: &Setup, state: &State, card: Id) -> bool {
    let may_be_held = state.hands.can_hold(state.to_move, card) && setup.deck.card(card).is_some();
    may_be_held && state.table.placement(card).is_none()
}

/// Visits every legal turn with one of the given placements.
pub(super) fn visit_plays(
    setup: &Setup,
    state: &State,
    placements: impl IntoIterator<Item = Placement>,
    visit: Visit<'_>,
) -> ControlFlow<()> {
    let joined_sets = joined_sets(setup, state);
    for placement in placements {
        let Some(play) = PlacedCard::new(setup, state, &joined_sets, placement) else {
            continue;
        };
        for (change, draw) in play.endings(setup, state) {
            let (turn, after) = play.finish(setup, change, draw);
            visit(&turn, &after)?;
        }
    }
    ControlFlow::Continue(())
}

/// Returns the sets on the table whose colours have an owner.
pub(super) fn joined_sets<'a>(setup: &'a Setup, state: &'a State) -> JoinedSets<'a> {
    let owned: Vec<Colour> = (1..=setup.seats)
        .filter_map(|seat| state.colour(seat))
        .collect();
    JoinedSets::new(&setup.deck, &state.table, &owned)
}

// ---- V4.2: the set-up

/// Returns the colours without an owner.
pub(super) fn free_colours(setup: &Setup, state: &State) -> Vec<Colour> {
    let owned: Vec<Colour> = (1..=setup.seats)
        .filter_map(|seat| state.colour(seat))
        .collect();
    setup
        .colours()
        .iter()
        .copied()
        .filter(|colour| !owned.contains(colour))
        .collect()
}

/// Visits every discard with every claim.
pub(super) fn visit_discards(setup: &Setup, state: &State, visit: Visit<'_>) -> ControlFlow<()> {
    let colours = free_colours(setup, state);
    let mut show = |discard: Discard| {
        for &colour in &colours {
            let (turn, after) = play_discard(setup, state, discard.clone(), colour);
            visit(&turn, &after)?;
        }
        ControlFlow::Continue(())
    };
    if !state.hands.are_known() {
        show(Discard::Hidden)?;
    }
    card_choices(
        &playable_cards(setup, state),
        &mut Vec::new(),
        &mut |cards| show(Discard::Cards(cards.to_vec())),
    )
}

/// Visits every choice of four cards, in order.
fn card_choices(
    cards: &[Id],
    chosen: &mut Vec<Id>,
    visit: &mut dyn FnMut(&[Id]) -> ControlFlow<()>,
) -> ControlFlow<()> {
    if chosen.len() == DISCARDED as usize {
        return visit(chosen);
    }
    for (index, &card) in cards.iter().enumerate() {
        chosen.push(card);
        card_choices(cards.get(index + 1..).unwrap_or_default(), chosen, visit)?;
        chosen.pop();
    }
    ControlFlow::Continue(())
}

/// Returns the turn that discards and claims, and the position after it.
pub(super) fn play_discard(
    setup: &Setup,
    state: &State,
    discard: Discard,
    colour: Colour,
) -> (Turn, State) {
    let mut after = state.clone();
    match &discard {
        Discard::Hidden => after
            .hands
            .discard(state.to_move, &[], DISCARDED, setup.recycle),
        Discard::Cards(cards) => after.hands.discard(state.to_move, cards, 0, setup.recycle),
    }
    after.set_colour(state.to_move, colour);
    after.pass_on(setup);
    (
        Turn::SetUp {
            discard,
            claim: Some(ColourWord::Colour(colour)),
        },
        after,
    )
}

// ---- V5: later turns

/// Returns the cards that can be drawn (V4.3). If the discards were shuffled, these are all of
/// them. Otherwise it is one `None`: the stock determines the card, or it is unknown.
pub(super) fn possible_draws(state: &State) -> Vec<Option<Id>> {
    match state.hands.shuffled() {
        [] => vec![None],
        discards => discards.iter().copied().map(Some).collect(),
    }
}

/// Returns true if a card fits there: on empty squares within the table, with pipes that continue
/// those that they meet (V5.1, V5.2).
pub(super) fn fits(setup: &Setup, state: &State, placement: &Placement) -> bool {
    let table = &state.table;
    let is_free = placement
        .squares()
        .is_some_and(|squares| !squares.iter().any(|&square| table.covers(square)));
    if !is_free || !is_within_table(setup, state, placement) {
        return false;
    }
    let colour = |card: Id, entry: u8| {
        let layout = setup.deck.card(card)?;
        Some(layout.card().pipes.get(layout.pipe_of(entry))?.colour)
    };
    (1..=RIM).all(|entry| {
        let Some((square, side)) = placement.facing_square(entry) else {
            return false;
        };
        let Some((met, other)) = table.entry_on(square, side.opposite()) else {
            return true;
        };
        let own = colour(placement.card, entry);
        own.is_some() && own == colour(met.card, other)
    })
}

/// Returns true if the cards fit into the table size with one more card (V5.3).
fn is_within_table(setup: &Setup, state: &State, placement: &Placement) -> bool {
    setup.table_size.is_none_or(|size| {
        bounds_with(state.table.bounds(), placement).is_some_and(|bounds| size.holds(bounds))
    })
}

/// Returns what each seat picks up if a card is played, in order. Returns `None` if it does not fit
/// there.
pub(super) fn picked_up_with(
    setup: &Setup,
    state: &State,
    joined_sets: &JoinedSets<'_>,
    placement: &Placement,
) -> Option<Vec<SeatPickUp>> {
    if !is_within_table(setup, state, placement) {
        return None;
    }
    let closed = joined_sets.closed_with(placement)?;
    Some(picked_up_from(setup, state, &closed))
}

/// A played card and what was picked up, before colours change.
#[derive(Clone)]
pub(super) struct PlacedCard {
    pub(super) seat: u8,
    placement: Placement,
    /// What the seats pick up, in order.
    pub(super) picked_up: Vec<SeatPickUp>,
    pub(super) after: State,
}

impl PlacedCard {
    /// Plays a card. Returns `None` if it does not fit there.
    pub(super) fn new(
        setup: &Setup,
        state: &State,
        joined_sets: &JoinedSets<'_>,
        placement: Placement,
    ) -> Option<Self> {
        let picked_up = picked_up_with(setup, state, joined_sets, &placement)?;
        Some(Self::with_picked_up(state, placement, picked_up))
    }

    /// Plays a card that fits there, and the seats pick up the cards in `picked_up`.
    pub(super) fn with_picked_up(
        state: &State,
        placement: Placement,
        picked_up: Vec<SeatPickUp>,
    ) -> Self {
        let mut after = state.clone();
        after.table.put(placement);
        for pick_up in &picked_up {
            for &card in &pick_up.cards {
                after.table.take(card);
                after.add_score(pick_up.seat, 1);
            }
        }
        after.left_closed.clear();
        after.hands.play(state.to_move, placement.card);
        Self {
            seat: state.to_move,
            placement,
            picked_up,
            after,
        }
    }

    /// Returns true if the table is empty afterwards.
    pub(super) fn clears(&self) -> bool {
        self.after.table.is_empty()
    }

    /// Returns the possible changes of colours (V5.4).
    pub(super) fn changes(&self, setup: &Setup, state: &State) -> Vec<Option<ColourChange>> {
        let mut changes = vec![None];
        if !self.clears() || self.after.hands.are_over() {
            return changes;
        }
        if setup.variant != Variant::Both {
            changes.push(Some(ColourChange::Swap));
            return changes;
        }
        let mut claims: Vec<Vec<Colour>> = vec![Vec::new()];
        for _ in 0..setup.seats {
            let longer = claims.iter().flat_map(|claim| {
                let fits = |colour: &Colour| {
                    let is_old = claim.is_empty() && state.colour(self.seat) == Some(*colour);
                    !is_old && !claim.contains(colour)
                };
                Colour::ALL
                    .into_iter()
                    .filter(fits)
                    .map(|colour| [&claim[..], &[colour]].concat())
                    .collect::<Vec<_>>()
            });
            claims = longer.collect();
        }
        let words = |claim: Vec<Colour>| claim.into_iter().map(ColourWord::Colour).collect();
        changes.extend(
            claims
                .into_iter()
                .map(|claim| Some(ColourChange::Claim(words(claim)))),
        );
        changes
    }

    /// Returns the cards that can be drawn after the card is played ([`possible_draws`]).
    pub(super) fn draws(&self) -> Vec<Option<Id>> {
        possible_draws(&self.after)
    }

    /// Returns all ways in which the turn can end.
    fn endings(
        &self,
        setup: &Setup,
        state: &State,
    ) -> impl Iterator<Item = (Option<ColourChange>, Option<Id>)> {
        let draws = self.draws();
        let with_each_draw = move |change: Option<ColourChange>| {
            draws
                .clone()
                .into_iter()
                .map(move |draw| (change.clone(), draw))
        };
        self.changes(setup, state)
            .into_iter()
            .flat_map(with_each_draw)
    }

    /// Returns the whole turn, and the position after it. The turn names the drawn card if the
    /// stock does not determine it.
    pub(super) fn finish(
        &self,
        setup: &Setup,
        colours: Option<ColourChange>,
        named: Option<Id>,
    ) -> (Turn, State) {
        let mut after = self.after.clone();
        match &colours {
            None | Some(ColourChange::Keep) => {}
            Some(ColourChange::Swap) => after.colours.swap(0, 1),
            Some(ColourChange::Claim(words)) => {
                let mut seat = self.seat;
                for colour in words.iter().filter_map(ColourWord::colour) {
                    after.set_colour(seat, colour);
                    seat = if seat >= setup.seats { 1 } else { seat + 1 };
                }
            }
        }
        let top = after.hands.top();
        let draw = match top {
            StockTop::Card(card) => Some(card),
            StockTop::Hidden | StockTop::Nothing | StockTop::Discard => named,
        };
        after.hands.draw(self.seat, named);
        after.pass_on(setup);
        // A list without a seat is that of the mover.
        let list = |pick_up: &SeatPickUp| PickUp {
            seat: Some(pick_up.seat).filter(|&seat| seat != self.seat),
            cards: pick_up.cards.clone(),
        };
        let turn = Turn::Play(Play {
            placement: self.placement,
            pick_ups: self.picked_up.iter().map(list).collect(),
            colours,
            draw,
        });
        (turn, after)
    }
}
