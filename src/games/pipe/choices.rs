//! Interactive input of a turn (V4, V5). In the set-up: cards to discard, and a colour. Later: a
//! card of the hand, a square to cover, an orientation, and a choice of colours if there is one.

use std::borrow::Cow;
use std::collections::BTreeSet;

use super::Pipe;
use super::board::{Heading, Square};
use super::card_words::words;
use super::lying_card::card_alone;
use super::moves::{
    PlacedCard, all_sets, discarded, empty_near, fits, free_colours, is_new, playable,
};
use super::setup::{DISCARDED, Setup};
use super::state::State;
use super::turn::{ColourChange, Discard, Id, Placement, Play, Turn};
use crate::decks::Colour;
use crate::draw::Lang;
use crate::games::{Choice, Language, NumberedChoices, Rules};

/// Keys for a hidden discard and for keeping the colours.
const HIDDEN: &str = "hidden";
const KEEP: &str = "keep";
const SWAP: &str = "swap";
/// Prefix of the key of a drawn card, if hands are not known.
const DRAW: &str = "draw:";

/// The number of squares within one square of a card.
const AROUND: u32 = 10;

/// The first number of each kind of choice, and their limit. Cards count by their place in the
/// deck. A square counts from a card on the table that it is near, so that the table has no edge
/// here either.
#[derive(Clone, Copy)]
pub(super) struct Numbers {
    /// Ten squares for each card, then the origin of an empty table, and a square apart from all
    /// cards.
    squares: u32,
    /// Which half covers the square, and four headings.
    orientations: u32,
    colours: u32,
    words: u32,
    /// The limit.
    pub(super) all: u32,
}

impl Numbers {
    pub(super) fn new(setup: &Setup) -> Self {
        let squares = u32::try_from(setup.deck.len()).unwrap_or(u32::MAX / 100);
        let orientations = squares + AROUND * squares + 2;
        let colours = orientations + 8;
        let words = orientations + 12;
        Self {
            squares,
            orientations,
            colours,
            words,
            all: words + 3,
        }
    }
}

/// Returns the place of a card in the deck.
fn card_number(setup: &Setup, card: Id) -> Option<u32> {
    (0..)
        .zip(setup.deck.ids())
        .find(|(_, id)| *id == card)
        .map(|(number, _)| number)
}

/// Returns which of the ten squares around a card a square is, seen in the heading of the card.
fn number_around(placement: &Placement, square: Square) -> Option<u32> {
    let east = square.x.checked_sub(placement.square.x)?;
    let north = square.y.checked_sub(placement.square.y)?;
    let (ahead, left) = match placement.heading {
        Heading::East => (east, north),
        Heading::North => (north, east.checked_neg()?),
        Heading::West => (east.checked_neg()?, north.checked_neg()?),
        Heading::South => (north.checked_neg()?, east),
    };
    match (ahead, left) {
        (-1..=2, 1) => u32::try_from(ahead + 1).ok(),
        (-1 | 2, 0) => Some(if ahead < 0 { 4 } else { 5 }),
        (-1..=2, -1) => u32::try_from(ahead + 7).ok(),
        _ => None,
    }
}

/// A partial turn.
pub(super) struct TurnBuilder<'a> {
    setup: &'a Setup,
    state: &'a State,
    next: NextChoice,
}

/// The next choice.
enum NextChoice {
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
    /// No card, or the drawn card, which may be omitted.
    Done(Box<(Turn, State)>),
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
        let all_sets = all_sets(self.setup, self.state);
        PlacedCard::new(self.setup, self.state, &all_sets, placement)
    }

    /// Returns the placements of a card that cover a square.
    fn placements_over(&self, card: Id, square: Square) -> impl Iterator<Item = Placement> {
        let with_half_a = Heading::ALL.into_iter().map(move |heading| {
            Some(Placement {
                card,
                square,
                heading,
            })
        });
        let with_half_b = Heading::ALL.into_iter().map(move |heading| {
            let square = square.beside(heading.opposite())?;
            Some(Placement {
                card,
                square,
                heading,
            })
        });
        // On an empty table, half A is always at the origin.
        let halves = if self.state.table.is_empty() { 4 } else { 8 };
        let all = with_half_a.chain(with_half_b).take(halves).flatten();
        all.filter(|placement| fits(self.setup, self.state, placement))
    }

    /// Returns the squares near the others that a card can cover. If there are none, returns one
    /// apart from them.
    fn squares(&self, card: Id) -> Vec<Square> {
        if self.state.table.is_empty() {
            return vec![Square { x: 0, y: 0 }];
        }
        let near: BTreeSet<Square> = empty_near(self.state).into_iter().collect();
        let mut squares: Vec<Square> = near
            .into_iter()
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
            || empty_near(self.state).into_iter().any(fits)
            || !self.squares(card).is_empty()
    }

    fn cards(&self) -> Vec<Id> {
        let mut cards = playable(self.setup, self.state);
        match &self.next {
            NextChoice::Discard(chosen) => cards.retain(|card| !chosen.contains(card)),
            _ => cards.retain(|&card| self.can_lie(card)),
        }
        cards
    }

    /// Returns the cards that can be discarded after others. The list is empty if the deck has too
    /// few cards to name.
    fn discardable(&self, chosen: &[Id]) -> Vec<Id> {
        let cards = self.cards();
        if cards.len() + chosen.len() < DISCARDED as usize {
            Vec::new()
        } else {
            cards
        }
    }

    /// Returns the numbers of squares: the smallest one for a square that is near several cards.
    fn square_numbers(&self, numbers: &Numbers, squares: Vec<Square>) -> Vec<(u32, Square)> {
        let of_card = |placement: Placement| {
            let number = card_number(self.setup, placement.card)?;
            Some((numbers.squares + AROUND * number, placement))
        };
        let placements = self.state.table.placements();
        let cards: Vec<(u32, Placement)> = placements.into_iter().filter_map(of_card).collect();
        let apart = numbers.orientations - if cards.is_empty() { 2 } else { 1 };
        let numbered = squares.into_iter().map(|square| {
            let near = cards
                .iter()
                .filter_map(|(first, card)| Some(first + number_around(card, square)?));
            (near.min().unwrap_or(apart), square)
        });
        numbered.collect()
    }

    /// Returns the next step after a card is played and the colours are chosen.
    fn after_colours(&self, placed: &PlacedCard, change: Option<ColourChange>) -> NextChoice {
        match placed.draws().as_slice() {
            [draw] => NextChoice::Done(Box::new(placed.finish(self.setup, change, *draw))),
            _ => NextChoice::Draw(Box::new(placed.clone()), change),
        }
    }

    /// Returns the next step after the set-up turn is complete.
    fn after_claim(&self, discard: Discard, colour: Colour) -> NextChoice {
        NextChoice::Done(Box::new(discarded(self.setup, self.state, discard, colour)))
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
    fn claims(&self, placed: &PlacedCard, named: &[Colour]) -> Vec<Vec<Colour>> {
        let changes = placed.changes(self.setup, self.state).into_iter();
        let claims = changes.filter_map(|change| match change {
            Some(ColourChange::Claim(words)) => words
                .iter()
                .map(super::ColourWord::colour)
                .collect::<Option<Vec<_>>>(),
            _ => None,
        });
        claims.filter(|claim| claim.starts_with(named)).collect()
    }

    /// Returns the colours that the next seat can claim.
    fn claimable(
        &self,
        placed: &PlacedCard,
        named: &[Colour],
    ) -> impl Iterator<Item = Colour> + use<> {
        let claims = self.claims(placed, named);
        let next: BTreeSet<usize> = claims
            .iter()
            .filter_map(|claim| Some(claim.get(named.len())?.index()))
            .collect();
        Colour::ALL
            .into_iter()
            .filter(move |colour| next.contains(&colour.index()))
    }

    /// Returns true if the colours may be swapped.
    fn may_swap(&self, placed: &PlacedCard) -> bool {
        placed
            .changes(self.setup, self.state)
            .contains(&Some(ColourChange::Swap))
    }

    /// Returns the next step after `key` is chosen for the colours, of which `named` are claimed
    /// already; `None` if it is not a valid choice.
    fn after_colour_key(
        &self,
        placed: &PlacedCard,
        named: &[Colour],
        key: &str,
    ) -> Option<NextChoice> {
        match key {
            KEEP => named.is_empty().then(|| self.after_colours(placed, None)),
            SWAP => self
                .may_swap(placed)
                .then(|| self.after_colours(placed, Some(ColourChange::Swap))),
            _ => {
                let named = [named, &[Colour::named(key)?]].concat();
                let is_whole = self.claims(placed, &named).first()?.len() == named.len();
                if !is_whole {
                    return Some(NextChoice::Colours(Box::new(placed.clone()), named));
                }
                let words = named.into_iter().map(super::ColourWord::Colour).collect();
                Some(self.after_colours(placed, Some(ColourChange::Claim(words))))
            }
        }
    }

    /// Returns the next step after the choice `key`, or `None` if it is not a valid choice.
    fn after(&self, key: &str) -> Option<NextChoice> {
        let card = || {
            key.parse::<Id>()
                .ok()
                .filter(|card| card.to_string() == key)
        };
        match &self.next {
            NextChoice::Discard(chosen) if key == HIDDEN => {
                let may = chosen.is_empty() && !self.state.hands.are_known();
                may.then(|| self.after_discard(Discard::Hidden))
            }
            NextChoice::Discard(chosen) => {
                let card = card().filter(|card| self.cards().contains(card))?;
                let cards = [&chosen[..], &[card]].concat();
                let all = cards.len() == DISCARDED as usize;
                Some(if all {
                    self.after_discard(Discard::Cards(cards))
                } else {
                    NextChoice::Discard(cards)
                })
            }
            NextChoice::Claim(discard) => {
                let colour = Colour::named(key)?;
                let is_free = free_colours(self.setup, self.state).contains(&colour);
                is_free.then(|| self.after_claim(discard.clone(), colour))
            }
            NextChoice::Card => card()
                .filter(|&card| is_new(self.setup, self.state, card))
                .map(NextChoice::Square),
            NextChoice::Square(card) => {
                let square = placement_of(&format!("{card}@{key}/E"))?.square;
                let can_be = square.to_string() == key
                    && self.placements_over(*card, square).next().is_some();
                can_be.then_some(NextChoice::Orientation(*card, square))
            }
            NextChoice::Orientation(card, square) => {
                let placement = placement_of(&format!("{card}@{key}"))?;
                let is_known = self
                    .placements_over(*card, *square)
                    .any(|other| other == placement);
                let placed = self.place(placement).filter(|_| is_known)?;
                let changes = placed.changes(self.setup, self.state).len() > 1;
                Some(if changes {
                    NextChoice::Colours(Box::new(placed), Vec::new())
                } else {
                    self.after_colours(&placed, None)
                })
            }
            NextChoice::Colours(placed, named) => self.after_colour_key(placed, named, key),
            NextChoice::Draw(placed, change) => {
                let draw = key
                    .strip_prefix(DRAW)
                    .and_then(|card| card.parse::<Id>().ok())?;
                let draw = placed
                    .draws()
                    .into_iter()
                    .find(|known| *known == Some(draw))?;
                Some(NextChoice::Done(Box::new(placed.finish(
                    self.setup,
                    change.clone(),
                    draw,
                ))))
            }
            NextChoice::Done(done) => {
                let Turn::Play(play) = &done.0 else {
                    return None;
                };
                let draw = key.strip_prefix(DRAW).and_then(|card| card.parse().ok());
                if play.draw.is_some() || draw.is_none() {
                    return None;
                }
                let turn = Turn::Play(Play {
                    draw,
                    ..play.clone()
                });
                let played = Pipe::judge(self.setup, self.state, &turn, &[]).ok()?;
                Some(NextChoice::Done(Box::new((played.turn, played.state))))
            }
        }
    }
}

/// Parses a placement.
fn placement_of(text: &str) -> Option<Placement> {
    match Pipe::parse_turn(text) {
        Ok(Turn::Play(play)) if play.placement.to_string() == text => Some(play.placement),
        _ => None,
    }
}

/// Returns the notation of a placement after the card's number.
fn orientation_key(placement: &Placement) -> String {
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

    fn asks(&self, lang: Lang) -> String {
        let prompt = match &self.next {
            NextChoice::Discard(chosen) => {
                let left = (DISCARDED as usize).saturating_sub(chosen.len());
                return match (chosen.len(), left) {
                    (0, _) => lang.fill("Choose {0} cards to discard", &[&left]),
                    (_, 1) => lang.say("Choose one more card to discard").to_owned(),
                    _ => lang.fill("Choose {0} more cards to discard", &[&left]),
                };
            }
            NextChoice::Claim(_) => "Claim a colour",
            NextChoice::Card => "Choose a card of the hand",
            NextChoice::Square(_) => "Choose a square that the card covers",
            NextChoice::Orientation(..) => "Turn the card",
            NextChoice::Colours(_, named) if named.is_empty() => {
                "The table is cleared: choose what becomes of the colours"
            }
            NextChoice::Colours(placed, named) => {
                let seat = self
                    .setup
                    .round_from(placed.seat, u8::try_from(named.len()).unwrap_or(0));
                return lang.fill("Choose the colour of seat {0}", &[&seat]);
            }
            NextChoice::Draw(..) => "Choose the card that is drawn",
            NextChoice::Done(_) => "Nothing is left to choose",
        };
        lang.say(prompt).to_owned()
    }

    fn choices(&self, lang: Lang) -> Vec<Choice> {
        let card = |card: Id| {
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
                ..choice.shown(card_alone(layout, &placement))
            }
        };
        let colour = |colour: Colour| Choice::new(colour.name(), lang.say(colour.name()));
        match &self.next {
            NextChoice::Discard(chosen) => {
                let hidden = (chosen.is_empty() && !self.state.hands.are_known())
                    .then(|| Choice::new(HIDDEN, lang.say("discard four unknown cards")));
                hidden
                    .into_iter()
                    .chain(self.discardable(chosen).into_iter().map(card))
                    .collect()
            }
            NextChoice::Card => self
                .cards()
                .into_iter()
                .map(|id| card(id).dragged())
                .collect(),
            NextChoice::Claim(_) => free_colours(self.setup, self.state)
                .into_iter()
                .map(colour)
                .collect(),
            NextChoice::Square(card) => self
                .squares(*card)
                .into_iter()
                .map(|square| Choice::of_place(square.to_string()))
                .collect(),
            NextChoice::Orientation(card, square) => self
                .placements_over(*card, *square)
                .map(|placement| {
                    let heading = lang.say(placement.heading.name());
                    let label = lang.fill("from {0} to the {1}", &[&placement.square, &heading]);
                    let squares = placement.squares().into_iter().flatten();
                    let choice = Choice::new(orientation_key(&placement), label).at(squares);
                    let Some(layout) = self.setup.deck.card(*card) else {
                        return choice;
                    };
                    choice.shown(card_alone(layout, &placement))
                })
                .collect(),
            NextChoice::Colours(placed, named) => {
                let mut choices = Vec::new();
                if named.is_empty() {
                    choices.push(Choice::new(KEEP, lang.say("keep the colours")));
                    choices.extend(
                        self.may_swap(placed)
                            .then(|| Choice::new(SWAP, lang.say("swap the colours"))),
                    );
                }
                let colours = self.claimable(placed, named);
                let seat = self
                    .setup
                    .round_from(placed.seat, u8::try_from(named.len()).unwrap_or(0));
                choices.extend(colours.map(|own| Choice {
                    label: lang.fill("seat {0} takes {1}", &[&seat, &lang.say(own.name())]),
                    ..colour(own)
                }));
                choices
            }
            NextChoice::Draw(placed, _) => {
                let drawn = |id| Choice {
                    key: format!("{DRAW}{id}"),
                    ..card(id)
                };
                placed.draws().into_iter().flatten().map(drawn).collect()
            }
            NextChoice::Done(_) => Vec::new(),
        }
    }

    fn numbered(&self) -> NumberedChoices {
        let numbers = Numbers::new(self.setup);
        let of_card = |card: Id| Some((card_number(self.setup, card)?, card.to_string()));
        let of_colour = |colour: Colour| {
            (
                numbers.colours + colour.index() as u32,
                colour.name().to_owned(),
            )
        };
        let of_word = |(number, word): (u32, &str)| (numbers.words + number, word.to_owned());
        let own = match &self.next {
            NextChoice::Draw(placed, _) => {
                let drawn =
                    |card: Id| Some((card_number(self.setup, card)?, format!("{DRAW}{card}")));
                let chance = placed
                    .draws()
                    .into_iter()
                    .flatten()
                    .filter_map(drawn)
                    .collect();
                return NumberedChoices {
                    own: Vec::new(),
                    chance,
                };
            }
            NextChoice::Discard(chosen) => {
                let may_hide = chosen.is_empty() && !self.state.hands.are_known();
                let hidden = may_hide.then(|| of_word((2, HIDDEN)));
                self.discardable(chosen)
                    .into_iter()
                    .filter_map(of_card)
                    .chain(hidden)
                    .collect()
            }
            NextChoice::Card => self.cards().into_iter().filter_map(of_card).collect(),
            NextChoice::Claim(_) => free_colours(self.setup, self.state)
                .into_iter()
                .map(of_colour)
                .collect(),
            NextChoice::Square(card) => {
                let squares = self.square_numbers(&numbers, self.squares(*card));
                let of_square = |(number, square): (u32, Square)| (number, square.to_string());
                squares.into_iter().map(of_square).collect()
            }
            NextChoice::Orientation(card, square) => {
                let of_placement = |placement: Placement| {
                    let half = if placement.square == *square { 0 } else { 4 };
                    (
                        numbers.orientations + half + placement.heading.index() as u32,
                        orientation_key(&placement),
                    )
                };
                self.placements_over(*card, *square)
                    .map(of_placement)
                    .collect()
            }
            NextChoice::Colours(placed, named) => {
                let words = [(true, (0, KEEP)), (self.may_swap(placed), (1, SWAP))].into_iter();
                let words = words
                    .filter(|(is_open, _)| *is_open && named.is_empty())
                    .map(|(_, word)| of_word(word));
                words
                    .chain(self.claimable(placed, named).map(of_colour))
                    .collect()
            }
            NextChoice::Done(_) => Vec::new(),
        };
        NumberedChoices {
            own,
            chance: Vec::new(),
        }
    }

    fn turn(&self) -> Option<Turn> {
        match &self.next {
            NextChoice::Done(done) => Some(done.0.clone()),
            _ => None,
        }
    }

    fn toward(&self, turn: &Turn) -> Option<String> {
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
            (NextChoice::Colours(_, named), Turn::Play(play)) => Some(match &play.colours {
                None | Some(ColourChange::Keep) => KEEP.to_owned(),
                Some(ColourChange::Swap) => SWAP.to_owned(),
                Some(ColourChange::Claim(words)) => {
                    words.get(named.len())?.colour()?.name().to_owned()
                }
            }),
            (NextChoice::Draw(..) | NextChoice::Done(_), Turn::Play(play)) => {
                Some(format!("{DRAW}{}", play.draw?))
            }
            _ => None,
        }
    }

    fn shown(&self) -> Cow<'_, State> {
        match &self.next {
            NextChoice::Colours(placed, _) | NextChoice::Draw(placed, _) => {
                Cow::Borrowed(&placed.after)
            }
            NextChoice::Done(done) => Cow::Borrowed(&done.1),
            _ => Cow::Borrowed(self.state),
        }
    }
}
