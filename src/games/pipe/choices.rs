//! Interactive input of a turn (V4, V5). In the set-up: cards to discard, and a colour. Later: a
//! card of the hand, a square to cover, an orientation, and a choice of colours if there is one.

use std::borrow::Cow;
use std::collections::BTreeSet;

use super::Pipe;
use super::board::{Heading, Square};
use super::card_on_table::card_alone;
use super::card_words::words;
use super::free_squares::empty_near;
use super::moves::{
    PlacedCard, fits, free_colours, is_new, joined_sets, play_discard, playable_cards,
};
use super::setup::{DISCARDED, Setup};
use super::state::State;
use super::turn::{ColourChange, Discard, Id, Placement, Play, Turn};
use crate::decks::Colour;
use crate::draw::Lang;
use crate::games::{Choice, Language, NumberedChoices, Rules};

/// Key for a hidden discard.
pub(super) const HIDDEN: &str = "hidden";
/// Keys for keeping and for swapping the colours.
pub(super) const KEEP: &str = "keep";
pub(super) const SWAP: &str = "swap";
/// Prefix of the key of a drawn card, if hands are not known.
pub(super) const DRAW: &str = "draw:";

/// A partial turn.
pub(super) struct TurnBuilder<'a> {
    pub(super) setup: &'a Setup,
    pub(super) state: &'a State,
    pub(super) next: NextChoice,
}

/// The next choice.
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

/// A turn that may end here, and the position after it.
pub(super) struct CompleteTurn {
    turn: Turn,
    after: State,
}

impl CompleteTurn {
    fn boxed((turn, after): (Turn, State)) -> Box<Self> {
        Box::new(Self { turn, after })
    }
}

impl<'a> TurnBuilder<'a> {
    pub(super) fn new(setup: &'a Setup, state: &'a State) -> Self {
        let is_set_up = state.colour(state.to_move).is_some();
        let next = if is_set_up {
            NextChoice::Card
        } else {
            NextChoice::Discard(Vec::new())
        };
        Self { setup, state, next }
    }

    fn place(&self, placement: Placement) -> Option<PlacedCard> {
        let joined_sets = joined_sets(self.setup, self.state);
        PlacedCard::new(self.setup, self.state, &joined_sets, placement)
    }

    /// Returns the placements of a card that cover a square.
    pub(super) fn placements_over(
        &self,
        card: Id,
        square: Square,
    ) -> impl Iterator<Item = Placement> {
        let with_half_a = Heading::ALL.into_iter().map(move |heading| Placement {
            card,
            square,
            heading,
        });
        // On an empty table, half A is always at the origin.
        let headings_of_half_b: &[Heading] = if self.state.table.is_empty() {
            &[]
        } else {
            &Heading::ALL
        };
        let with_half_b = headings_of_half_b.iter().filter_map(move |&heading| {
            Some(Placement {
                card,
                square: square.beside(heading.opposite())?,
                heading,
            })
        });
        with_half_a
            .chain(with_half_b)
            .filter(|placement| fits(self.setup, self.state, placement))
    }

    /// Returns the squares near the others that a card can cover. If there are none, returns one
    /// apart from them.
    pub(super) fn squares(&self, card: Id) -> Vec<Square> {
        if self.state.table.is_empty() {
            return vec![Square { x: 0, y: 0 }];
        }
        let near = empty_near(&self.state.table).into_iter();
        let mut squares: Vec<Square> = near
            .filter(|&square| self.placements_over(card, square).next().is_some())
            .collect();
        if squares.is_empty() {
            let east = self.state.table.covered().max();
            let apart = east.and_then(|east| {
                Some(Square {
                    x: east.x.checked_add(3)?,
                    y: east.y,
                })
            });
            squares.extend(
                apart.filter(|&square| self.placements_over(card, square).next().is_some()),
            );
        }
        squares
    }

    /// Returns true if a card can be played at all. Usually the first square decides.
    fn can_lie(&self, card: Id) -> bool {
        let fits = |square: Square| self.placements_over(card, square).next().is_some();
        self.state.table.is_empty()
            || empty_near(&self.state.table).into_iter().any(fits)
            || !self.squares(card).is_empty()
    }

    /// Returns the cards that can be discarded or played next.
    pub(super) fn cards(&self) -> Vec<Id> {
        let mut cards = playable_cards(self.setup, self.state);
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
            [draw] => NextChoice::Complete(CompleteTurn::boxed(
                placed.finish(self.setup, change, *draw),
            )),
            _ => NextChoice::Draw(Box::new(placed.clone()), change),
        }
    }

    /// Returns the next step after the set-up turn is complete.
    fn after_claim(&self, discard: Discard, colour: Colour) -> NextChoice {
        NextChoice::Complete(CompleteTurn::boxed(play_discard(
            self.setup, self.state, discard, colour,
        )))
    }

    /// Returns the next step after the discard.
    fn after_discard(&self, discard: Discard) -> NextChoice {
        match free_colours(self.setup, self.state).as_slice() {
            // The last free colour goes to the seat without a choice.
            [colour] => self.after_claim(discard, *colour),
            _ => NextChoice::Claim(discard),
        }
    }

    /// Returns the claims that start with the given colours.
    fn claims(&self, placed: &PlacedCard, claimed: &[Colour]) -> Vec<Vec<Colour>> {
        let changes = placed.changes(self.setup, self.state).into_iter();
        let claims = changes.filter_map(|change| match change {
            Some(ColourChange::Claim(words)) => words
                .iter()
                .map(super::ColourWord::colour)
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
            .changes(self.setup, self.state)
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
                let words = longer.into_iter().map(super::ColourWord::Colour).collect();
                Some(self.after_colours(placed, Some(ColourChange::Claim(words))))
            }
        }
    }

    /// Returns the next step after the choice `key`, or `None` if it is not a valid choice.
    fn after(&self, key: &str) -> Option<NextChoice> {
        match &self.next {
            NextChoice::Discard(chosen) => self.after_discard_key(chosen, key),
            NextChoice::Claim(discard) => {
                let colour = Colour::named(key)?;
                let is_free = free_colours(self.setup, self.state).contains(&colour);
                is_free.then(|| self.after_claim(discard.clone(), colour))
            }
            NextChoice::Card => card_of_key(key)
                .filter(|&card| is_new(self.setup, self.state, card))
                .map(NextChoice::Square),
            NextChoice::Square(card) => {
                // The parser of placements also reads the square.
                let square = placement_of(&format!("{card}@{key}/E"))?.square;
                let can_cover = square.to_string() == key
                    && self.placements_over(*card, square).next().is_some();
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
                let complete = placed.finish(self.setup, change.clone(), draw);
                Some(NextChoice::Complete(CompleteTurn::boxed(complete)))
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
        let is_known = self
            .placements_over(card, square)
            .any(|other| other == placement);
        let placed = self.place(placement).filter(|_| is_known)?;
        let changes_colours = placed.changes(self.setup, self.state).len() > 1;
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
        let played = Pipe::judge(self.setup, self.state, &turn, &[]).ok()?;
        Some(NextChoice::Complete(CompleteTurn::boxed((
            played.turn,
            played.state,
        ))))
    }

    /// Returns the choice of a card, with its drawing.
    fn card_choice(&self, card: Id, lang: Lang) -> Choice {
        let choice = Choice::new(card.to_string(), lang.fill("Card {0}", &[&card]));
        let Some(layout) = self.setup.deck.card(card) else {
            return choice;
        };
        let placement = Placement {
            card,
            square: Square::default(),
            heading: Heading::East,
        };
        Choice {
            description: words(layout, None, lang),
            ..choice.with_picture(card_alone(layout, &placement))
        }
    }

    /// Returns the choice of an orientation, with the card as it would lie.
    fn orientation_choice(&self, placement: &Placement, lang: Lang) -> Choice {
        let heading = lang.say(placement.heading.name());
        let label = lang.fill("from {0} to the {1}", &[&placement.square, &heading]);
        let squares = placement.squares().into_iter().flatten();
        let choice = Choice::new(orientation_key(placement), label).at(squares);
        match self.setup.deck.card(placement.card) {
            Some(layout) => choice.with_picture(card_alone(layout, placement)),
            None => choice,
        }
    }

    /// Returns the choices of colours, of which `claimed` are chosen already.
    fn colour_choices(&self, placed: &PlacedCard, claimed: &[Colour], lang: Lang) -> Vec<Choice> {
        let mut choices = Vec::new();
        if claimed.is_empty() {
            choices.push(Choice::new(KEEP, lang.say("keep the colours")));
            if self.may_swap(placed) {
                choices.push(Choice::new(SWAP, lang.say("swap the colours")));
            }
        }
        let seat = self
            .setup
            .round_from(placed.seat, u8::try_from(claimed.len()).unwrap_or(0));
        for colour in self.claimable(placed, claimed) {
            choices.push(Choice {
                label: lang.fill("seat {0} takes {1}", &[&seat, &lang.say(colour.name())]),
                ..colour_choice(colour, lang)
            });
        }
        choices
    }
}

/// Returns the choice of a colour.
fn colour_choice(colour: Colour, lang: Lang) -> Choice {
    Choice::new(colour.name(), lang.say(colour.name()))
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

impl crate::games::Choosing<Pipe> for TurnBuilder<'_> {
    fn choose(&mut self, key: &str) -> bool {
        let Some(next) = self.after(key) else {
            return false;
        };
        self.next = next;
        true
    }

    fn prompt(&self, lang: Lang) -> String {
        let prompt = match &self.next {
            NextChoice::Discard(chosen) => {
                let missing = (DISCARDED as usize).saturating_sub(chosen.len());
                return match (chosen.len(), missing) {
                    (0, _) => lang.fill("Choose {0} cards to discard", &[&missing]),
                    (_, 1) => lang.say("Choose one more card to discard").to_owned(),
                    _ => lang.fill("Choose {0} more cards to discard", &[&missing]),
                };
            }
            NextChoice::Claim(_) => "Claim a colour",
            NextChoice::Card => "Choose a card of the hand",
            NextChoice::Square(_) => "Choose a square that the card covers",
            NextChoice::Orientation(..) => "Turn the card",
            NextChoice::Colours(_, claimed) if claimed.is_empty() => {
                "The table is cleared: choose what becomes of the colours"
            }
            NextChoice::Colours(placed, claimed) => {
                let seat = self
                    .setup
                    .round_from(placed.seat, u8::try_from(claimed.len()).unwrap_or(0));
                return lang.fill("Choose the colour of seat {0}", &[&seat]);
            }
            NextChoice::Draw(..) => "Choose the card that is drawn",
            NextChoice::Complete(_) => "Nothing is left to choose",
        };
        lang.say(prompt).to_owned()
    }

    fn choices(&self, lang: Lang) -> Vec<Choice> {
        match &self.next {
            NextChoice::Discard(chosen) => {
                let may_hide = chosen.is_empty() && !self.state.hands.are_known();
                let hidden =
                    may_hide.then(|| Choice::new(HIDDEN, lang.say("discard four unknown cards")));
                let cards = self.discardable(chosen).into_iter();
                hidden
                    .into_iter()
                    .chain(cards.map(|card| self.card_choice(card, lang)))
                    .collect()
            }
            NextChoice::Card => self
                .cards()
                .into_iter()
                .map(|card| self.card_choice(card, lang).dragged())
                .collect(),
            NextChoice::Claim(_) => free_colours(self.setup, self.state)
                .into_iter()
                .map(|colour| colour_choice(colour, lang))
                .collect(),
            NextChoice::Square(card) => self
                .squares(*card)
                .into_iter()
                .map(|square| Choice::of_place(square.to_string()))
                .collect(),
            NextChoice::Orientation(card, square) => self
                .placements_over(*card, *square)
                .map(|placement| self.orientation_choice(&placement, lang))
                .collect(),
            NextChoice::Colours(placed, claimed) => self.colour_choices(placed, claimed, lang),
            NextChoice::Draw(placed, _) => placed
                .draws()
                .into_iter()
                .flatten()
                .map(|card| Choice {
                    key: format!("{DRAW}{card}"),
                    ..self.card_choice(card, lang)
                })
                .collect(),
            NextChoice::Complete(_) => Vec::new(),
        }
    }

    fn numbered(&self) -> NumberedChoices {
        self.numbered_choices()
    }

    fn turn(&self) -> Option<Turn> {
        match &self.next {
            NextChoice::Complete(complete) => Some(complete.turn.clone()),
            _ => None,
        }
    }

    fn next_key_toward(&self, turn: &Turn) -> Option<String> {
        match (&self.next, turn) {
            (
                NextChoice::Discard(_),
                Turn::SetUp {
                    discard: Discard::Hidden,
                    ..
                },
            ) => Some(HIDDEN.to_owned()),
            (
                NextChoice::Discard(chosen),
                Turn::SetUp {
                    discard: Discard::Cards(cards),
                    ..
                },
            ) => cards.get(chosen.len()).map(ToString::to_string),
            (NextChoice::Claim(_), Turn::SetUp { claim, .. }) => {
                Some(claim.as_ref()?.colour()?.name().to_owned())
            }
            (NextChoice::Card, Turn::Play(play)) => Some(play.placement.card.to_string()),
            (NextChoice::Square(_), Turn::Play(play)) => {
                // Squares that are displayed come first.
                let shown = self.squares(play.placement.card);
                let squares = play.placement.squares()?;
                let near = squares.into_iter().find(|square| shown.contains(square));
                Some(near.unwrap_or(play.placement.square).to_string())
            }
            (NextChoice::Orientation(..), Turn::Play(play)) => {
                Some(orientation_key(&play.placement))
            }
            (NextChoice::Colours(_, claimed), Turn::Play(play)) => Some(match &play.colours {
                None | Some(ColourChange::Keep) => KEEP.to_owned(),
                Some(ColourChange::Swap) => SWAP.to_owned(),
                Some(ColourChange::Claim(words)) => {
                    words.get(claimed.len())?.colour()?.name().to_owned()
                }
            }),
            (NextChoice::Draw(..) | NextChoice::Complete(_), Turn::Play(play)) => {
                Some(format!("{DRAW}{}", play.draw?))
            }
            _ => None,
        }
    }

    fn shown_position(&self) -> Cow<'_, State> {
        match &self.next {
            NextChoice::Colours(placed, _) | NextChoice::Draw(placed, _) => {
                Cow::Borrowed(&placed.after)
            }
            NextChoice::Complete(complete) => Cow::Borrowed(&complete.after),
            _ => Cow::Borrowed(self.state),
        }
    }
}
