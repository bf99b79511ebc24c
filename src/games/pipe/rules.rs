//! Judging a turn (V4 to V6, V8.2). The first fault in the order of V9 is reported.
//!
//! Plays are judged here. The turn that ends the set-up is in `set_up_rules.rs`, the change of
//! colours on a cleared table in `colour_rules.rs`, and the pick-up lists in `pickup.rs`.

use super::Pipe;
use super::codes;
use super::fault::Kind;
use super::hands::StockTop;
use super::narration;
use super::neighbours::Neighbours;
use super::pickup::{self, ListFault, Taken};
use super::setup::Setup;
use super::state::State;
use super::table::Entry;
use super::table_size::bounds_with;
use super::turn::{ColourChange, Id, PickUp, Placement, Play, Turn};
use crate::decks::{Colour, Deck, Layout};
use crate::games::{self, Detail, Fault, Observer, Part};

/// State of judging a turn of this game.
pub(super) type Judge<'a, W> = games::Judge<'a, Pipe, W, Notes>;
/// Result of one step of judging.
pub(super) type Judged<W, T = ()> = games::Judged<Pipe, W, T>;

/// Returns the colour of an entry's pipe, or `None` if the deck does not have the card.
pub(super) fn entry_colour(deck: &Deck, entry: Entry) -> Option<Colour> {
    let layout = deck.card(entry.card)?;
    layout
        .card()
        .pipes
        .get(layout.pipe_of(entry.number))
        .map(|pipe| pipe.colour.into())
}

/// State kept while a turn is judged.
pub(super) struct Notes {
    /// The seat to play.
    pub(super) seat: u8,
}

/// Plays a turn in an undecided position.
pub(super) fn play<W: Observer<Pipe>>(
    setup: &Setup,
    state: &mut State,
    turn: &Turn,
    observer: &mut W,
) -> Judged<W> {
    let notes = Notes {
        seat: state.to_move,
    };
    let judge = Judge {
        setup,
        position: state,
        observer,
        notes,
    };
    match turn {
        Turn::SetUp { discard, claim } => judge.set_up(discard, claim.as_ref()),
        Turn::Play(play) => judge.play(play),
    }
}

impl<'a, W: Observer<Pipe>> Judge<'a, W> {
    pub(super) fn is_set_up(&self) -> bool {
        self.position.colour(self.notes.seat).is_some()
    }

    /// Returns a card of the deck, or refuses a number that the deck does not have.
    pub(super) fn card_of_deck(&self, card: Id, part: Part) -> Judged<W, &'a Layout> {
        let refuse = || self.refuse(&codes::UNKNOWN_CARD, "V2.7", part, Kind::UnknownCard);
        self.setup.deck.card(card).ok_or_else(refuse)
    }

    /// Checks that the seat holds the card or, if hands are not known, may hold it.
    fn check_in_hand(&mut self, card: Id, part: Part) -> Judged<W> {
        if self.position.hands.can_hold(self.notes.seat, card) {
            self.keeps(self.rule_of_hands());
            return Ok(());
        }
        self.waive_or_refuse_not_in_hand(card, part)
    }

    fn rule_of_hands(&self) -> &'static str {
        match (self.position.hands.are_known(), self.is_set_up()) {
            (false, _) => "V4.4",
            (true, false) => "V4.2",
            (true, true) => "V5",
        }
    }

    /// Refuses or waives a card that the seat cannot hold.
    pub(super) fn waive_or_refuse_not_in_hand(&mut self, card: Id, part: Part) -> Judged<W> {
        let rule = self.rule_of_hands();
        let kind = Kind::NotInHand { card };
        // A card cannot be in two places.
        if self.position.table.placement(card).is_some() {
            return Err(self.refuse(&codes::CARD_NOT_IN_HAND, rule, part, kind));
        }
        self.waive_or_refuse(&codes::CARD_NOT_IN_HAND, rule, part, kind)
    }

    // ---- V5

    fn play(mut self, play: &Play) -> Judged<W> {
        let part = |detail| Part { action: 0, detail };
        if !self.is_set_up() {
            return Err(self.refuse(
                &codes::OUT_OF_ORDER,
                "V5",
                Part::whole(0),
                Kind::PlayBeforeSetUp,
            ));
        }
        let placement = play.placement;
        let colours_index = 1 + play.pick_ups.len();
        let draw_part = Part {
            action: colours_index + usize::from(play.colours.is_some()),
            detail: Detail::What,
        };
        let layout = self.card_of_deck(placement.card, part(Detail::What))?;
        if let Some(card) = play.draw {
            self.card_of_deck(card, draw_part)?;
        }
        self.keeps("V2.7");
        self.check_in_hand(placement.card, part(Detail::What))?;

        self.check_squares_are_empty(&placement)?;
        let neighbours =
            Neighbours::new(&self.setup.deck, &self.position.table, layout, &placement);
        self.keeps("V5.1");
        self.check_table_size(&placement)?;
        self.check_pipe_colours(&placement, &neighbours)?;

        let seat = self.notes.seat;
        self.position.hands.play(seat, placement.card);
        self.position.table.put(placement);
        self.record_effect(|_| narration::place(seat, &placement, &neighbours));
        let lists = self.pick_up_and_change_colours(&neighbours, play, colours_index)?;
        let draw = self.draw(draw_part, play.draw)?;
        self.position.pass_on(self.setup);
        self.observer.canonical(|| {
            let colours = play
                .colours
                .clone()
                .filter(|change| *change != ColourChange::Keep);
            Turn::Play(Play {
                placement,
                pick_ups: lists.pick_ups(seat),
                colours,
                draw,
            })
        });
        Ok(())
    }

    fn too_far(&self) -> W::Refusal {
        self.refuse(
            &codes::SQUARE_OCCUPIED,
            "V5.1",
            Part {
                action: 0,
                detail: Detail::To,
            },
            Kind::TooFar,
        )
    }

    /// Checks that the card is within the range of coordinates, and that no other card covers its
    /// squares.
    fn check_squares_are_empty(&self, placement: &Placement) -> Judged<W> {
        let Some(squares) = placement.squares() else {
            return Err(self.too_far());
        };
        for square in squares {
            if let Some(card) = self.position.table.card_at(square) {
                let part = Part {
                    action: 0,
                    detail: Detail::To,
                };
                let kind = Kind::Occupied { square, card };
                return Err(self.refuse(&codes::SQUARE_OCCUPIED, "V5.1", part, kind));
            }
        }
        Ok(())
    }

    /// Checks that all cards fit into the table size that the players agreed on.
    fn check_table_size(&mut self, placement: &Placement) -> Judged<W> {
        let Some(size) = self.setup.table_size else {
            return Ok(());
        };
        let needed = bounds_with(self.position.table.bounds(), placement);
        if let Some(needed) = needed.filter(|&needed| !size.holds(needed)) {
            let part = Part {
                action: 0,
                detail: Detail::To,
            };
            return Err(self.refuse(
                &codes::OFF_TABLE,
                "V5.3",
                part,
                Kind::OffTable { size, needed },
            ));
        }
        self.keeps("V5.3");
        Ok(())
    }

    /// Checks that pipes that meet have one colour.
    fn check_pipe_colours(
        &mut self,
        placement: &Placement,
        neighbours: &Neighbours<'_>,
    ) -> Judged<W> {
        let Some((entry, met)) = neighbours.clash() else {
            self.keeps("V5.2");
            return Ok(());
        };
        let kind = Kind::Clash {
            placement: *placement,
            entry,
            met,
        };
        self.waive_or_refuse(&codes::COLOURS_CLASH, "V5.2", Part::whole(0), kind)
    }

    // ---- V6

    /// Picks up the cards of closed sets, and changes the colours. A fault of the colours comes
    /// before one of the lists.
    fn pick_up_and_change_colours(
        &mut self,
        neighbours: &Neighbours<'_>,
        play: &Play,
        colours_index: usize,
    ) -> Judged<W, Taken> {
        let mut taken = Taken::default();
        let list_fault = self.find_lists(play.placement, neighbours, &play.pick_ups, &mut taken);
        // The finding on a wrong list shows the table before anything is picked up. The cards are
        // picked up all the same, because the colours after it are judged first.
        let list_fault = list_fault.map(|fault| (fault, Box::new(self.position.clone())));
        self.pick_up(&taken);
        if W::NARRATES {
            for rule in narration::rules_of_sets(self.position, &taken) {
                self.keeps(rule);
            }
        }

        let mut refused = None;
        if let Some((fault, before)) = list_fault {
            let code = &codes::PICKUP_WRONG;
            let ListFault { part, rule, kind } = *fault;
            let fault = Fault {
                code,
                rule,
                part,
                kind,
            };
            let refusal = self.observer.refusal(&before, fault);
            // If a wrong list is waived, the change of colours is judged after that list.
            if pickup::can_be_waived(&before, &play.pick_ups) && self.is_waived(code) {
                self.observer.record_waived(refusal);
            } else {
                refused = Some(refusal);
            }
        }
        if refused.is_none() {
            let seat = self.notes.seat;
            self.record_effect(|after| narration::pick_up(after, seat, &taken, &play.pick_ups));
        }
        self.change_colours(colours_index, play.colours.as_ref())?;
        match refused {
            Some(refusal) => Err(refusal),
            None => Ok(taken),
        }
    }

    /// Determines who picks up what: by the rules, or by a wrong list if it is waived. Stores the
    /// result in `taken`, and returns the fault of the list.
    fn find_lists(
        &self,
        placement: Placement,
        neighbours: &Neighbours<'_>,
        listed: &[PickUp],
        taken: &mut Taken,
    ) -> Option<Box<ListFault>> {
        let left = &self.position.left_closed;
        let owners = self.position.owners();
        let closed = self
            .position
            .view(self.setup)
            .closed_by(placement, neighbours, left, owners);
        taken.add_due(self.setup, self.position, &closed);
        if listed.is_empty() || taken.is_stated_by(listed, self.notes.seat) {
            return None;
        }
        let wrong = pickup::list_fault(self.setup, self.position, listed, taken).map(Box::new);
        if wrong.is_some()
            && self.is_waived(&codes::PICKUP_WRONG)
            && pickup::can_be_waived(self.position, listed)
        {
            *taken = std::mem::take(taken).replaced_by(self.setup, self.notes.seat, listed);
        }
        wrong
    }

    /// Picks up the cards.
    fn pick_up(&mut self, lists: &Taken) {
        let state = &mut *self.position;
        for taken in lists
            .cards
            .iter()
            .filter(|taken| taken.seat <= self.setup.seats)
        {
            if state.table.take(taken.card) {
                state.add_score(taken.seat, 1);
            }
        }
        // Only a waived list leaves any of them on the table.
        state.left_closed.clear();
        let left = lists.closed.iter().copied();
        let left = left.filter(|&card| state.table.placement(card).is_some());
        state.left_closed.extend(left);
    }

    // ---- V8.2

    /// Draws a card unless the stock is empty. Returns it if it is known.
    fn draw(&mut self, part: Part, named: Option<Id>) -> Judged<W, Option<Id>> {
        let top = self.position.hands.top();
        if let Some(card) = named {
            if self.position.hands.can_draw(card) {
                self.keeps("V8.2");
            } else {
                self.refuse_not_drawn(part, card, top)?;
            }
        } else if top == StockTop::Discard {
            let kind = Kind::DrawUnnamed {
                left: self.position.hands.shuffled().to_vec(),
            };
            self.waive_or_refuse(&codes::DRAW_WRONG, "V4.3", Part::whole(part.action), kind)?;
        }
        if top == StockTop::Discard {
            self.keeps("V4.3");
        }
        self.position.hands.draw(self.notes.seat, named);
        let drawn = match top {
            StockTop::Card(card) => Some(named.unwrap_or(card)),
            _ => named,
        };
        self.keeps("V5");
        let seat = self.notes.seat;
        self.record_effect(|after| narration::draw(after, seat, top, named));
        Ok(drawn)
    }

    /// Refuses or waives a named card that is not drawn.
    fn refuse_not_drawn(&mut self, part: Part, card: Id, top: StockTop) -> Judged<W> {
        let rule = match top {
            StockTop::Discard => "V4.3",
            _ if self.position.hands.are_known() => "V8.2",
            _ => "V4.4",
        };
        let kind = match top {
            StockTop::Discard => Kind::NotADiscard {
                card,
                left: self.position.hands.shuffled().to_vec(),
            },
            _ => Kind::NotDrawn { card, top },
        };
        if self.position.table.placement(card).is_some() {
            return Err(self.refuse(&codes::DRAW_WRONG, rule, part, kind));
        }
        self.waive_or_refuse(&codes::DRAW_WRONG, rule, part, kind)
    }
}
