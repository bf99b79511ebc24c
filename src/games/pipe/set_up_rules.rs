//! Judging the turn with which a seat ends its set-up: its discard, and its claim of a colour
//! (V4.2).

use std::collections::BTreeSet;

use smallvec::SmallVec;

use super::Pipe;
use super::codes;
use super::fault::Kind;
use super::narration;
use super::rules::{Judge, Judged};
use super::setup::{DISCARDED, Variant};
use super::turn::{ColourWord, Discard, Id, Turn};
use crate::decks::Colour;
use crate::games::{Detail, Observer, Part};

/// Index of the action with the discarded cards.
const DISCARD: usize = 0;
/// Index of the action with the claim of a colour.
const CLAIM: usize = 1;

/// Returns the index of the first repeated card.
fn first_repeated(listed: &[Id]) -> Option<usize> {
    // Fast exit without an allocation: most lists have four different cards.
    let mut sorted: SmallVec<[Id; DISCARDED as usize]> = SmallVec::from_slice(listed);
    sorted.sort_unstable();
    if sorted.windows(2).all(|pair| pair[0] != pair[1]) {
        return None;
    }

    let mut seen = BTreeSet::new();
    listed.iter().position(|&card| !seen.insert(card))
}

impl<W: Observer<Pipe>> Judge<'_, W> {
    pub(super) fn set_up(mut self, discard: &Discard, claim: Option<&ColourWord>) -> Judged<W> {
        if self.is_set_up() {
            return Err(self.refuse(
                &codes::OUT_OF_ORDER,
                "V4.2",
                Part::whole(DISCARD),
                Kind::DiscardAfterSetUp,
            ));
        }
        self.keeps("V4.2");
        let listed: &[Id] = match discard {
            Discard::Hidden => &[],
            Discard::Cards(cards) => cards,
        };
        self.check_listed_cards(listed)?;
        self.check_discard(discard, listed)?;
        let colour = self.first_claim(claim)?;
        self.take_discard_from_hand(discard, listed);
        self.position.set_colour(self.notes.seat, colour);
        if self.setup.recycle.is_on() {
            self.keeps("V4.3");
        }
        let setup = self.setup;
        self.record_effect(|after| {
            narration::set_up(setup, after, discard, claim.is_none(), colour)
        });
        self.position.pass_on(self.setup);
        let claim = Some(ColourWord::Colour(colour));
        self.observer.canonical(|| Turn::SetUp {
            discard: discard.clone(),
            claim,
        });
        Ok(())
    }

    /// Checks that the deck has the discarded cards, and that the seat can hold them (V2.7, V4.2).
    /// Once one of them is waived, the others are not tested.
    fn check_listed_cards(&mut self, listed: &[Id]) -> Judged<W> {
        let item = |index| Part {
            action: DISCARD,
            detail: Detail::Item(index),
        };
        for (index, &card) in listed.iter().enumerate() {
            self.card_of_deck(card, item(index))?;
        }
        if !listed.is_empty() {
            self.keeps("V2.7");
        }
        let mut is_one_waived = false;
        for (index, &card) in listed.iter().enumerate() {
            if !(is_one_waived || self.position.hands.can_discard(self.notes.seat, card)) {
                self.waive_or_refuse_not_in_hand(card, item(index))?;
                is_one_waived = true;
            }
        }
        if !listed.is_empty() && !is_one_waived {
            self.keeps(if self.position.hands.are_known() {
                "V4.2"
            } else {
                "V4.4"
            });
        }
        Ok(())
    }

    /// Takes the discarded cards from the hand of the seat, each once.
    fn take_discard_from_hand(&mut self, discard: &Discard, listed: &[Id]) {
        let hidden = if *discard == Discard::Hidden {
            DISCARDED
        } else {
            0
        };
        let seat = self.notes.seat;
        let recycle = self.setup.recycle;
        if first_repeated(listed).is_none() {
            self.position.hands.discard(seat, listed, hidden, recycle);
            return;
        }

        // A waived discard may list a card twice.
        let mut seen = BTreeSet::new();
        let mut once = listed.to_vec();
        once.retain(|&card| seen.insert(card));
        self.position.hands.discard(seat, &once, hidden, recycle);
    }

    /// Checks that four different cards are discarded.
    fn check_discard(&mut self, discard: &Discard, listed: &[Id]) -> Judged<W> {
        if *discard == Discard::Hidden {
            if self.position.hands.are_known() {
                return self.waive_or_refuse(
                    &codes::DISCARD_WRONG,
                    "V4.4",
                    Part::whole(DISCARD),
                    Kind::DiscardHidden,
                );
            }
            self.keeps("V4.4");
            return Ok(());
        }
        if let Some(index) = first_repeated(listed) {
            let part = Part {
                action: DISCARD,
                detail: Detail::Item(index),
            };
            let kind = Kind::DiscardTwice {
                card: listed.get(index).copied().unwrap_or_default(),
            };
            return self.waive_or_refuse(&codes::DISCARD_WRONG, "V4.2", part, kind);
        }
        if listed.len() != DISCARDED as usize {
            let kind = Kind::DiscardCount {
                count: listed.len(),
            };
            return self.waive_or_refuse(&codes::DISCARD_WRONG, "V4.2", Part::whole(DISCARD), kind);
        }
        Ok(())
    }

    /// Returns the colour that the seat claims, or the only one left.
    fn first_claim(&self, claim: Option<&ColourWord>) -> Judged<W, Colour> {
        let is_taken = |colour| self.position.owner(colour).is_some();
        let wrong = |part, kind| Err(self.refuse(&codes::CLAIM_WRONG, "V4.2", part, kind));
        let Some(word) = claim else {
            let all = self.setup.colours().iter().copied();
            let left: Vec<Colour> = all.filter(|&colour| !is_taken(colour)).collect();
            return match left.as_slice() {
                // With two colours, seat 2 gets the other one and may leave its claim out (V4.2).
                [colour] if self.setup.variant != Variant::Both => Ok(*colour),
                _ => wrong(Part::whole(CLAIM), Kind::ClaimMissing { left }),
            };
        };
        let part = Part {
            action: CLAIM,
            detail: Detail::Item(0),
        };
        let of_variant = |colour: &Colour| self.setup.colours().contains(colour);
        match word.colour().filter(of_variant) {
            None => wrong(part, Kind::NoSuchColour { word: word.clone() }),
            Some(colour) if is_taken(colour) => wrong(part, Kind::ColourTaken { colour }),
            Some(colour) => Ok(colour),
        }
    }
}
