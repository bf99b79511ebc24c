//! A turn that is built choice by choice: what may be chosen next, and what follows from a choice.
//! `choices.rs` describes the choices for people.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::Pipe;
use super::board::Square;
use super::card_places::{CardPlaces, EntryColours, placements_over};
use super::moves::{
    PlacedCard, fits, free_colours, is_new, joined_sets, play_discard, playable_cards,
};
use super::setup::{DISCARDED, Setup};
use super::state::State;
use super::turn::{ColourChange, ColourWord, Discard, Id, Placement, Play, Turn};
use crate::decks::Colour;
use crate::games::{Language, Rules};

/// Key for a hidden discard.
pub(super) const HIDDEN: &str = "hidden";
/// Keys for keeping and for swapping the colours.
pub(super) const KEEP: &str = "keep";
pub(super) const SWAP: &str = "swap";
/// Prefix of the key of a drawn card, if hands are not known.
pub(super) const DRAW: &str = "draw:";

/// A partial turn.
#[derive(Clone)]
pub(super) struct TurnBuilder {
    pub(super) setup: Arc<Setup>,
    pub(super) state: Arc<State>,
    /// The places near the cards on the table. Empty in the set-up.
    places: Arc<CardPlaces>,
    pub(super) next: NextChoice,
}

/// The next choice.
#[derive(Clone)]
pub(super) enum NextChoice {
    /// A card to discard.
    Discard(Vec<Id>),
    /// The colour, after the discard.
    Claim(Discard),
    /// A card to play.
    Card,
    /// A square for the card to cover.
    Square(Id),
    /// The orientation of the card.
    Orientation(Id, Square),
    /// Colours, after those already claimed.
    Colours(Box<PlacedCard>, Vec<Colour>),
    /// The drawn card, if the discards were shuffled.
    Draw(Box<PlacedCard>, Option<ColourChange>),
    /// The turn is complete. If the stock is not known, the drawn card may still be named.
    Complete(Box<CompleteTurn>),
}

impl NextChoice {
    /// Returns the end of a turn that leads to a position.
    fn complete((turn, after): (Turn, State)) -> Self {
        Self::Complete(Box::new(CompleteTurn { turn, after }))
    }
}

/// A turn that may end here, and the position after it.
#[derive(Clone)]
pub(super) struct CompleteTurn {
    pub(super) turn: Turn,
    pub(super) after: State,
}

impl TurnBuilder {
    pub(super) fn new(setup: &Arc<Setup>, state: &Arc<State>) -> Self {
        let is_set_up = state.colour(state.to_move).is_some();
        let (places, next) = if is_set_up {
            (CardPlaces::new(setup, &state.table), NextChoice::Card)
        } else {
            (CardPlaces::default(), NextChoice::Discard(Vec::new()))
        };
        Self {
            setup: Arc::clone(setup),
            state: Arc::clone(state),
            places: Arc::new(places),
            next,
        }
    }

    fn place(&self, placement: Placement) -> Option<PlacedCard> {
        let joined_sets = joined_sets(&self.setup, &self.state);
        PlacedCard::new(&self.setup, &self.state, &joined_sets, placement)
    }

    /// Returns the end of the turn if nothing can be chosen after a placement, as for most: neither
    /// colours nor a draw. Otherwise returns `None`.
    ///
    /// The rules look only at the sets that the new card touches, and so they take a fraction of
    /// the time of [`joined_sets`].
    fn played_without_choices(&self, placement: Placement) -> Option<NextChoice> {
        if !self.state.hands.shuffled().is_empty() {
            return None;
        }
        let turn = Turn::Play(Play {
            placement,
            pick_ups: Vec::new(),
            colours: None,
            draw: None,
        });
        let played = Pipe::judge(&self.setup, &self.state, &turn, &[]).ok()?;
        let is_cleared = played.state.table.is_empty();
        (!is_cleared).then(|| NextChoice::complete((played.turn, played.state)))
    }

    /// Returns the placements of a card that cover a square.
    pub(super) fn placements_over(&self, card: Id, square: Square) -> Vec<Placement> {
        let colours = EntryColours::of_card(&self.setup.deck, card);
        if let Some(placements) = self.places.placements(card, colours, square) {
            return placements;
        }
        // On an empty table, half A is always at the origin.
        let has_half_a = |placement: &Placement| placement.square == square;
        let placements = placements_over(card, square).into_iter().flatten();
        placements
            .filter(|placement| !self.state.table.is_empty() || has_half_a(placement))
            .filter(|placement| fits(&self.setup, &self.state, placement))
            .collect()
    }

    /// Returns the squares near the others that a card can cover. If there are none, returns one
    /// apart from them.
    pub(super) fn squares(&self, card: Id) -> Vec<Square> {
        if self.state.table.is_empty() {
            return vec![Square { x: 0, y: 0 }];
        }
        let colours = EntryColours::of_card(&self.setup.deck, card);
        let mut squares = self.places.squares_for(colours);
        if squares.is_empty()
            && let Some(apart) = self.square_apart()
            && !self.placements_over(card, apart).is_empty()
        {
            squares.push(apart);
        }
        squares
    }

    /// Returns a square to the east of all cards, with an empty column between.
    pub(super) fn square_apart(&self) -> Option<Square> {
        let east = self.state.table.covered().max()?;
        Some(Square {
            x: east.x.checked_add(3)?,
            y: east.y,
        })
    }

    /// Returns true if a card can be played at all. Usually the first square decides.
    fn can_lie(&self, card: Id) -> bool {
        let colours = EntryColours::of_card(&self.setup.deck, card);
        self.state.table.is_empty()
            || self.places.have_room_for(colours)
            || !self.squares(card).is_empty()
    }

    /// Returns the cards that can be discarded or played next.
    pub(super) fn cards(&self) -> Vec<Id> {
        let mut cards = playable_cards(&self.setup, &self.state);
        match &self.next {
            NextChoice::Discard(chosen) => cards.retain(|card| !chosen.contains(card)),
            _ => cards.retain(|&card| self.can_lie(card)),
        }
        cards
    }

    /// Returns the cards that can be discarded after others. The list is empty if the deck has too
    /// few cards to name.
    pub(super) fn discardable(&self, chosen: &[Id]) -> Vec<Id> {
        let cards = self.cards();
        if cards.len() + chosen.len() < DISCARDED as usize {
            Vec::new()
        } else {
            cards
        }
    }

    /// Returns the next step after a card is played and the colours are chosen.
    fn after_colours(&self, placed: &PlacedCard, change: Option<ColourChange>) -> NextChoice {
        match placed.draws().as_slice() {
            // The stock determines the card, or it is unknown.
            [draw] => NextChoice::complete(placed.finish(&self.setup, change, *draw)),
            _ => NextChoice::Draw(Box::new(placed.clone()), change),
        }
    }

    /// Returns the next step after the set-up turn is complete.
    fn after_claim(&self, discard: Discard, colour: Colour) -> NextChoice {
        NextChoice::complete(play_discard(&self.setup, &self.state, discard, colour))
    }

    /// Returns the next step after the discard.
    fn after_discard(&self, discard: Discard) -> NextChoice {
        match free_colours(&self.setup, &self.state).as_slice() {
            // The last free colour goes to the seat without a choice.
            [colour] => self.after_claim(discard, *colour),
            _ => NextChoice::Claim(discard),
        }
    }

    /// Returns the claims that start with the given colours.
    fn claims(&self, placed: &PlacedCard, claimed: &[Colour]) -> Vec<Vec<Colour>> {
        let changes = placed.changes(&self.setup, &self.state).into_iter();
        let claims = changes.filter_map(|change| match change {
            Some(ColourChange::Claim(words)) => words
                .iter()
                .map(ColourWord::colour)
                .collect::<Option<Vec<_>>>(),
            _ => None,
        });
        claims.filter(|claim| claim.starts_with(claimed)).collect()
    }

    /// Returns the colours that the next seat can claim.
    pub(super) fn claimable(
        &self,
        placed: &PlacedCard,
        claimed: &[Colour],
    ) -> impl Iterator<Item = Colour> + use<> {
        let claims = self.claims(placed, claimed);
        let next: BTreeSet<usize> = claims
            .iter()
            .filter_map(|claim| Some(claim.get(claimed.len())?.index()))
            .collect();
        Colour::ALL
            .into_iter()
            .filter(move |colour| next.contains(&colour.index()))
    }

    /// Returns true if the colours may be swapped.
    pub(super) fn may_swap(&self, placed: &PlacedCard) -> bool {
        placed
            .changes(&self.setup, &self.state)
            .contains(&Some(ColourChange::Swap))
    }

    /// Returns the next step after `key` is chosen for the colours, of which `claimed` are chosen
    /// already; `None` if it is not a valid choice.
    fn after_colour_key(
        &self,
        placed: &PlacedCard,
        claimed: &[Colour],
        key: &str,
    ) -> Option<NextChoice> {
        match key {
            KEEP => claimed.is_empty().then(|| self.after_colours(placed, None)),
            SWAP => self
                .may_swap(placed)
                .then(|| self.after_colours(placed, Some(ColourChange::Swap))),
            _ => {
                let longer = [claimed, &[Colour::named(key)?]].concat();
                let is_whole = self.claims(placed, &longer).first()?.len() == longer.len();
                if !is_whole {
                    return Some(NextChoice::Colours(Box::new(placed.clone()), longer));
                }
                let words = longer.into_iter().map(ColourWord::Colour).collect();
                Some(self.after_colours(placed, Some(ColourChange::Claim(words))))
            }
        }
    }

    /// Returns the next step after the choice `key`, or `None` if it is not a valid choice.
    pub(super) fn after(&self, key: &str) -> Option<NextChoice> {
        match &self.next {
            NextChoice::Discard(chosen) => self.after_discard_key(chosen, key),
            NextChoice::Claim(discard) => {
                let colour = Colour::named(key)?;
                let is_free = free_colours(&self.setup, &self.state).contains(&colour);
                is_free.then(|| self.after_claim(discard.clone(), colour))
            }
            NextChoice::Card => card_of_key(key)
                .filter(|&card| is_new(&self.setup, &self.state, card))
                .map(NextChoice::Square),
            NextChoice::Square(card) => {
                // The parser of placements also reads the square.
                let square = placement_of(&format!("{card}@{key}/E"))?.square;
                let can_cover =
                    square.to_string() == key && !self.placements_over(*card, square).is_empty();
                can_cover.then_some(NextChoice::Orientation(*card, square))
            }
            NextChoice::Orientation(card, square) => {
                self.after_orientation_key(*card, *square, key)
            }
            NextChoice::Colours(placed, claimed) => self.after_colour_key(placed, claimed, key),
            NextChoice::Draw(placed, change) => {
                let card = drawn_card_of_key(key)?;
                let mut draws = placed.draws().into_iter();
                let draw = draws.find(|known| *known == Some(card))?;
                let complete = placed.finish(&self.setup, change.clone(), draw);
                Some(NextChoice::complete(complete))
            }
            NextChoice::Complete(complete) => self.after_draw_key(&complete.turn, key),
        }
    }

    /// Returns the next step after `key` is chosen for the discard, of which `chosen` are named
    /// already.
    fn after_discard_key(&self, chosen: &[Id], key: &str) -> Option<NextChoice> {
        if key == HIDDEN {
            let may_hide = chosen.is_empty() && !self.state.hands.are_known();
            return may_hide.then(|| self.after_discard(Discard::Hidden));
        }

        let card = card_of_key(key).filter(|card| self.cards().contains(card))?;
        let cards = [chosen, &[card]].concat();
        let are_all = cards.len() == DISCARDED as usize;
        Some(if are_all {
            self.after_discard(Discard::Cards(cards))
        } else {
            NextChoice::Discard(cards)
        })
    }

    /// Returns the next step after `key` is chosen for the orientation of a card over a square.
    fn after_orientation_key(&self, card: Id, square: Square, key: &str) -> Option<NextChoice> {
        let placement = placement_of(&format!("{card}@{key}"))?;
        if !self.placements_over(card, square).contains(&placement) {
            return None;
        }
        if let Some(complete) = self.played_without_choices(placement) {
            return Some(complete);
        }
        let placed = self.place(placement)?;
        let changes_colours = placed.changes(&self.setup, &self.state).len() > 1;
        Some(if changes_colours {
            NextChoice::Colours(Box::new(placed), Vec::new())
        } else {
            self.after_colours(&placed, None)
        })
    }

    /// Returns the next step after `key` names the card that a complete turn draws.
    fn after_draw_key(&self, turn: &Turn, key: &str) -> Option<NextChoice> {
        let Turn::Play(play) = turn else {
            return None;
        };
        if play.draw.is_some() {
            return None;
        }

        let turn = Turn::Play(Play {
            draw: Some(drawn_card_of_key(key)?),
            ..play.clone()
        });
        let played = Pipe::judge(&self.setup, &self.state, &turn, &[]).ok()?;
        Some(NextChoice::complete((played.turn, played.state)))
    }
}

/// Returns the card that a key names.
fn card_of_key(key: &str) -> Option<Id> {
    let card: Id = key.parse().ok()?;
    (card.to_string() == key).then_some(card)
}

/// Returns the drawn card that a key names.
fn drawn_card_of_key(key: &str) -> Option<Id> {
    key.strip_prefix(DRAW)?.parse().ok()
}

/// Parses a placement.
fn placement_of(text: &str) -> Option<Placement> {
    match Pipe::parse_turn(text) {
        Ok(Turn::Play(play)) if play.placement.to_string() == text => Some(play.placement),
        _ => None,
    }
}

/// Returns the notation of a placement after the card's number.
pub(super) fn orientation_key(placement: &Placement) -> String {
    format!("{}/{}", placement.square, placement.heading.letter())
}
