//! Interactive input of a turn (V4, V5). In the set-up: cards to discard, and a colour. Later: a
//! card of the hand, a square to cover, an orientation, and a choice of colours if there is one.
//! `turn_builder.rs` has the steps; this file describes them for people.

use std::borrow::Cow;

use super::Pipe;
use super::board::{Heading, Square};
use super::card_on_table::card_alone;
use super::card_words::words;
use super::moves::{PlacedCard, free_colours};
use super::setup::DISCARDED;
use super::state::State;
use super::turn::{ColourChange, Discard, Id, Placement, Turn};
use super::turn_builder::{DRAW, HIDDEN, KEEP, NextChoice, SWAP, TurnBuilder, orientation_key};
use crate::decks::Colour;
use crate::draw::Lang;
use crate::games::{Choice, ChoiceNumber, Choosing, NumberedChoices};

impl TurnBuilder {
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

    /// Returns the choices of a card to discard, of which `chosen` are chosen already.
    fn discard_choices(&self, chosen: &[Id], lang: Lang) -> Vec<Choice> {
        let mut choices = Vec::new();
        if chosen.is_empty() && !self.state.hands.are_known() {
            choices.push(Choice::new(HIDDEN, lang.say("discard four unknown cards")));
        }
        let cards = self.discardable(chosen).into_iter();
        choices.extend(cards.map(|card| self.card_choice(card, lang)));
        choices
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
        let seat = self.claiming_seat(placed, claimed);
        for colour in self.claimable(placed, claimed) {
            choices.push(Choice {
                label: lang.fill("seat {0} takes {1}", &[&seat, &lang.say(colour.name())]),
                ..colour_choice(colour, lang)
            });
        }
        choices
    }

    /// Returns the seat that claims the next colour on a cleared table.
    fn claiming_seat(&self, placed: &PlacedCard, claimed: &[Colour]) -> u8 {
        let places = u8::try_from(claimed.len()).unwrap_or(0);
        self.setup.round_from(placed.seat, places)
    }
}

/// Returns the choice of a colour.
fn colour_choice(colour: Colour, lang: Lang) -> Choice {
    Choice::new(colour.name(), lang.say(colour.name()))
}

impl Choosing<Pipe> for TurnBuilder {
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
                let seat = self.claiming_seat(placed, claimed);
                return lang.fill("Choose the colour of seat {0}", &[&seat]);
            }
            NextChoice::Draw(..) => "Choose the card that is drawn",
            NextChoice::Complete(_) => "Nothing is left to choose",
        };
        lang.say(prompt).to_owned()
    }

    fn choices(&self, lang: Lang) -> Vec<Choice> {
        match &self.next {
            NextChoice::Discard(chosen) => self.discard_choices(chosen, lang),
            NextChoice::Card => self
                .cards()
                .into_iter()
                .map(|card| self.card_choice(card, lang).dragged())
                .collect(),
            NextChoice::Claim(_) => free_colours(&self.setup, &self.state)
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
                .into_iter()
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

    fn key_of(&self, number: ChoiceNumber) -> Option<String> {
        match number {
            ChoiceNumber::Own(number) => self.key_of_own(number),
            ChoiceNumber::Chance(number) => {
                let card = self.setup.deck.ids().nth(number as usize)?;
                Some(format!("{DRAW}{card}"))
            }
        }
    }

    fn copy(&self) -> Box<dyn Choosing<Pipe>> {
        Box::new(self.clone())
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
            _ => Cow::Borrowed(&self.state),
        }
    }
}
