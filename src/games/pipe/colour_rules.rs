//! Judging the change of colours on a cleared table (V5.4).

use super::Pipe;
use super::codes;
use super::fault::Kind;
use super::narration;
use super::rules::{Judge, Judged};
use super::setup::Variant;
use super::turn::{ColourChange, ColourWord};
use crate::decks::Colour;
use crate::findings::Code;
use crate::games::{Detail, Observer, Part, StepText};

/// The first fault of the colours that a claim names.
struct ClaimFault {
    detail: Detail,
    kind: Kind,
}

impl<W: Observer<Pipe>> Judge<'_, W> {
    /// Changes the colours on a cleared table. `index` is that of the action.
    pub(super) fn change_colours(
        &mut self,
        index: usize,
        change: Option<&ColourChange>,
    ) -> Judged<W> {
        match change {
            None => {
                self.keep_unmentioned_colours();
                Ok(())
            }
            Some(ColourChange::Claim(words)) => self.claim_colours(index, words),
            Some(ColourChange::Swap) => self.swap_colours(index),
            Some(ColourChange::Keep) => {
                self.check_table_is_cleared(&codes::SWAP_NOT_ALLOWED, index)?;
                self.colours_changed();
                Ok(())
            }
        }
    }

    /// Reports to the observer that colours stay which a turn could change.
    fn keep_unmentioned_colours(&mut self) {
        if W::NARRATES && self.may_change_colours() {
            self.keeps("V5.4");
            let implicit = Some("The colours are not mentioned, so they stay.".to_owned());
            self.record_effect(|_| {
                StepText::new("The table is cleared, and the colours stay.").with_implicit(implicit)
            });
        }
    }

    /// Gives each seat the colour that a claim names for it.
    fn claim_colours(&mut self, index: usize, words: &[ColourWord]) -> Judged<W> {
        let code = &codes::CLAIM_WRONG;
        if self.setup.variant != Variant::Both {
            return Err(self.refuse(code, "V5.4", Part::whole(index), Kind::ClaimOfTwoColours));
        }
        self.check_table_is_cleared(code, index)?;
        match self.new_colours(words) {
            Err(ClaimFault { detail, kind }) => {
                let part = Part {
                    action: index,
                    detail,
                };
                Err(self.refuse(code, "V5.4", part, kind))
            }
            Ok(colours) => {
                let seats = self.setup.round(self.notes.seat);
                for (seat, colour) in seats.zip(colours) {
                    self.position.set_colour(seat, colour);
                }
                self.colours_changed();
                Ok(())
            }
        }
    }

    fn swap_colours(&mut self, index: usize) -> Judged<W> {
        let code = &codes::SWAP_NOT_ALLOWED;
        if self.setup.variant == Variant::Both {
            return Err(self.refuse(code, "V5.4", Part::whole(index), Kind::SwapInBoth));
        }
        self.check_table_is_cleared(code, index)?;
        self.position.colours.swap(0, 1);
        self.colours_changed();
        Ok(())
    }

    fn may_change_colours(&self) -> bool {
        self.position.table.is_empty() && !self.position.is_over()
    }

    /// Checks that the turn cleared the table, and that the game goes on.
    fn check_table_is_cleared(&self, code: Code, index: usize) -> Judged<W> {
        if self.may_change_colours() {
            return Ok(());
        }
        let kind = Kind::TableNotCleared {
            over: self.position.is_over(),
        };
        Err(self.refuse(code, "V5.4", Part::whole(index), kind))
    }

    /// Reports to the observer that the colours have been decided.
    fn colours_changed(&mut self) {
        self.keeps("V5.4");
        let setup = self.setup;
        self.record_effect(|after| narration::colours(setup, after));
    }

    /// Returns the colours claimed on a cleared table, starting with the seat that cleared it.
    fn new_colours(&self, words: &[ColourWord]) -> Result<Vec<Colour>, ClaimFault> {
        let old_colour = self.position.colour(self.notes.seat);
        let mut colours = Vec::new();
        for (index, word) in words.iter().enumerate() {
            let wrong = |kind| {
                Err(ClaimFault {
                    detail: Detail::Item(index),
                    kind,
                })
            };
            let Some(colour) = word.colour() else {
                return wrong(Kind::NoSuchColour { word: word.clone() });
            };
            if colours.contains(&colour) {
                return wrong(Kind::ColourNamedTwice { colour });
            }
            if index == 0 && old_colour == Some(colour) {
                return wrong(Kind::ColourNotNew { colour });
            }
            colours.push(colour);
        }
        if words.len() != usize::from(self.setup.seats) {
            return Err(ClaimFault {
                detail: Detail::Whole,
                kind: Kind::ClaimCount { count: words.len() },
            });
        }
        Ok(colours)
    }
}
