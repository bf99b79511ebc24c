//! Turns and the table as typed values.

use super::Pipe;
use super::board::Square;
use super::setup::Setup;
use super::state::State;
use super::turn::{ColourChange, ColourWord, Discard, Play, Turn};
use crate::games::{Inspect, Piece, TurnAction};

impl Inspect for Pipe {
    fn actions(turn: &Turn) -> Vec<TurnAction> {
        match turn {
            Turn::SetUp { discard, claim } => set_up(discard, claim.as_ref()),
            Turn::Play(play) => play_actions(play),
        }
    }

    fn places(_setup: &Setup, state: &State) -> Vec<String> {
        state
            .table
            .placements()
            .iter()
            .map(|placement| placement.square.to_string())
            .collect()
    }

    fn piece_at(_setup: &Setup, state: &State, place: &str) -> Option<Piece> {
        let placement = state
            .table
            .placement(state.table.card_at(Square::named(place)?)?)?;
        let card = placement.card;
        let square = placement.square.to_string();
        Some(Piece::Card {
            card,
            square,
            heading: placement.heading,
        })
    }
}

fn set_up(discard: &Discard, claim: Option<&ColourWord>) -> Vec<TurnAction> {
    let cards = match discard {
        Discard::Hidden => None,
        Discard::Cards(cards) => Some(cards.clone()),
    };
    let claim = claim.map(|colour| TurnAction::Claim {
        colours: vec![colour.to_string()],
    });
    std::iter::once(TurnAction::Discard { cards })
        .chain(claim)
        .collect()
}

fn play_actions(play: &Play) -> Vec<TurnAction> {
    let placed = &play.placement;
    let card = placed.card;
    let to = placed.square.to_string();
    let mut actions = vec![TurnAction::Card {
        card,
        to,
        heading: placed.heading,
    }];
    let picked = play.pick_ups.iter();
    actions.extend(picked.map(|picked| TurnAction::PickUp {
        seat: picked.seat,
        cards: picked.cards.clone(),
    }));
    actions.extend(play.colours.as_ref().map(|change| match change {
        ColourChange::Swap => TurnAction::Swap,
        ColourChange::Keep => TurnAction::Keep,
        ColourChange::Claim(colours) => TurnAction::Claim {
            colours: colours.iter().map(ToString::to_string).collect(),
        },
    }));
    actions.extend(play.draw.map(|card| TurnAction::Draw { card }));
    actions
}
