//! Suggestions of legal turns in place of an illegal one.
//!
//! Very many turns are tried, so they are judged step by step on one shared table, with the
//! functions of the rules. [`super::moves`] generates turns in another way.

use std::ops::ControlFlow;

use super::Pipe;
use super::board::{Heading, Square};
use super::free_squares::places_near_cards;
use super::hands::StockTop;
use super::moves::{
    free_colours, is_new, playable_cards, possible_draws, visit_discards, visit_plays,
};
use super::neighbours::Neighbours;
use super::pickup::Taken;
use super::repeated_cards;
use super::sets::TableView;
use super::setup::Setup;
use super::state::State;
use super::table::Table;
use super::table_size::bounds_with;
use super::turn::{ColourWord, Discard, Id, Placement, Play, Turn};
use crate::games::{Rules, Suggest, TurnFilter, VisitLike};
use crate::notation::Record;

type Visit<'a> = &'a mut dyn FnMut(&Turn) -> ControlFlow<()>;

/// Placements within this distance of the illegal one are tried.
const NEAR: i32 = 2;
/// Maximum number of cards on a table for which all turns are searched for the intended one.
const MAX_SEARCHED: usize = 100;

impl Suggest for Pipe {
    fn listed_twice(tags: &Record) -> Vec<Vec<&str>> {
        repeated_cards::listed_twice(tags)
    }

    fn fits_phase(state: &State, turn: &Turn) -> bool {
        matches!(turn, Turn::SetUp { .. }) == state.colour(state.to_move).is_none()
    }

    // The same card near the placement, or other cards of the hand there.
    fn turns_like(
        setup: &Setup,
        state: &State,
        like: Option<&Turn>,
        filter: &mut dyn TurnFilter<Self>,
    ) -> ControlFlow<()> {
        let visit: Visit<'_> = &mut |turn| filter.show(turn);
        if state.colour(state.to_move).is_none() {
            return visit_discards(setup, state, &mut |turn, _| visit(turn));
        }
        let written_draw = match like {
            Some(Turn::Play(play)) => play.draw,
            _ => None,
        };
        let mut plays = Plays::new(setup, state, written_draw, visit);
        let placement = match like {
            Some(Turn::Play(play)) => play.placement,
            None if state.table.len() > MAX_SEARCHED => return ControlFlow::Continue(()),
            _ => {
                let places = places_near_cards(&state.table);
                return playable_cards(setup, state)
                    .into_iter()
                    .try_for_each(|card| {
                        places.iter().try_for_each(|&(square, heading)| {
                            plays.try_out(Placement {
                                card,
                                square,
                                heading,
                            })
                        })
                    });
            }
        };
        let near = |from: i32| (-NEAR..=NEAR).filter_map(move |step| from.checked_add(step));
        if is_new(setup, state, placement.card) {
            for (x, y) in
                near(placement.square.x).flat_map(|x| near(placement.square.y).map(move |y| (x, y)))
            {
                let square = Square { x, y };
                Heading::ALL.into_iter().try_for_each(|heading| {
                    plays.try_out(Placement {
                        square,
                        heading,
                        ..placement
                    })
                })?;
            }
        }
        let others = state
            .hands
            .known_cards(state.to_move)
            .into_iter()
            .filter(|&card| card != placement.card);
        others
            .map(|card| Placement { card, ..placement })
            .try_for_each(|placement| plays.try_out(placement))
    }

    // The same placement or the same discard.
    fn completions(
        setup: &Setup,
        state: &State,
        like: &Turn,
        visit: VisitLike<'_, Self>,
    ) -> ControlFlow<()> {
        match like {
            Turn::Play(play) if state.colour(state.to_move).is_some() => {
                let is_new = is_new(setup, state, play.placement.card);
                if is_new {
                    Plays::new(setup, state, play.draw, visit).try_out(play.placement)
                } else {
                    ControlFlow::Continue(())
                }
            }
            Turn::SetUp {
                discard: Discard::Cards(cards),
                ..
            } if state.colour(state.to_move).is_none() => free_colours(setup, state)
                .into_iter()
                .try_for_each(|colour| {
                    let claim = Some(ColourWord::Colour(colour));
                    let turn = Turn::SetUp {
                        discard: Discard::Cards(cards.clone()),
                        claim,
                    };
                    match Pipe::judge(setup, state, &turn, &[]) {
                        Ok(played) => visit(&played.turn),
                        Err(_) => ControlFlow::Continue(()),
                    }
                }),
            Turn::Play(_) | Turn::SetUp { .. } => ControlFlow::Continue(()),
        }
    }
}

/// Tries plays in one position.
struct Plays<'a> {
    setup: &'a Setup,
    state: &'a State,
    /// A copy of the table for trial placements.
    table: Table,
    /// The cards that can be drawn, or one `None` if none is known.
    draws: Vec<Option<Id>>,
    visit: Visit<'a>,
}

impl<'a> Plays<'a> {
    /// Creates the search. If one of several cards is drawn, the written card is used if it can be
    /// drawn.
    fn new(setup: &'a Setup, state: &'a State, written_draw: Option<Id>, visit: Visit<'a>) -> Self {
        let draws = match state.hands.top() {
            StockTop::Card(card) => vec![Some(card)],
            StockTop::Hidden | StockTop::Nothing => vec![None],
            StockTop::Discard => match written_draw.filter(|&card| state.hands.can_draw(card)) {
                None => possible_draws(state),
                written_draw => vec![written_draw],
            },
        };
        Self {
            setup,
            state,
            table: state.table.clone(),
            draws,
            visit,
        }
    }

    /// Visits the turns that place a card of the hand there, if it fits.
    fn try_out(&mut self, placement: Placement) -> ControlFlow<()> {
        let setup = self.setup;
        let state = self.state;
        let layout = setup.deck.card(placement.card);
        let Some((layout, squares)) = layout.zip(placement.squares()) else {
            return ControlFlow::Continue(());
        };
        if squares.iter().any(|&square| self.table.covers(square)) {
            return ControlFlow::Continue(());
        }

        let neighbours = Neighbours::new(&setup.deck, &self.table, layout, &placement);
        let is_off_table = || {
            let size = setup.table_size?;
            Some(!size.holds(bounds_with(self.table.bounds(), &placement)?))
        };
        if neighbours.clash().is_some() || is_off_table() == Some(true) {
            return ControlFlow::Continue(());
        }
        self.table.put(placement);
        let view = TableView {
            deck: &setup.deck,
            table: &self.table,
        };
        let closed = view.closed_by(placement, &neighbours, &state.left_closed, state.owners());
        self.table.take(placement.card);
        let mut due = Taken::default();
        due.add_due(setup, state, &closed);
        if due.cards.len() > state.table.len() {
            // The rare case of a cleared table, in which colours may change.
            return visit_plays(setup, state, [placement], &mut |turn, _| (self.visit)(turn));
        }
        let pick_ups = due.pick_ups(state.to_move);
        self.draws.iter().try_for_each(|&draw| {
            let pick_ups = pick_ups.clone();
            (self.visit)(&Turn::Play(Play {
                placement,
                pick_ups,
                colours: None,
                draw,
            }))
        })
    }
}
