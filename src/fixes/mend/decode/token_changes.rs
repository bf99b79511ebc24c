//! The mistakes that are tried at one token of a hypothesis: another turn was intended, one token
//! is two turns, two tokens are one turn or have changed places, the token is not a turn, or a turn
//! is missing before it.

use std::rc::Rc;

use super::expand::{Attempt, Place, cost_of_choice};
use super::legal_turns::MAX_LISTED;
use super::queue::Stage;
use super::{CHEAP, Decoder, FEW_TURNS, KnownMove, cost};
use crate::games::{Game, TurnText};
use crate::notation::likeness::MAX_LENGTH;
use crate::notation::{RESIGNATION, is_resignation};
use crate::replay::Move;

/// The signs that may be left out between two parts of a turn.
const SIGNS_BETWEEN: [&str; 5] = ["", "-", ",", ";", "/"];
/// The maximum number of parts of a surplus turn that count.
const MAX_PARTS: usize = 10;

impl<G: Game> Decoder<'_, G> {
    /// Tries the mistakes of a stage that replace a token.
    pub(super) fn try_changes(&mut self, place: &Place<'_, G>) {
        let reading = self.nodes[place.node].step.premises.reading;
        let token = &self.readings[reading].tokens[place.token];
        if token.recorded.is_not_played() {
            return;
        }
        let fixed = token.fixed;
        let is_over = place.before.progress.result.is_some();
        if !fixed.is_on_two_lines && !is_over {
            self.try_other_turns(place);
        }
        if place.stage == Stage::Cheap {
            self.try_two_turns(place);
            self.try_swap(place);
            // Two turns that are legal one after the other are not torn.
            if place.after.is_none() {
                self.try_joined_turn(place);
            }
        }
        if !fixed.stays {
            self.try_no_turn(place);
        }
    }

    /// Tries other turns in place of a token.
    fn try_other_turns(&mut self, place: &Place<'_, G>) {
        let reading = self.nodes[place.node].step.premises.reading;
        let intended = self.intended_turns(reading, place.token);
        let legal = if place.token == self.nodes[place.node].refused {
            self.turns_in_place_of(place.node, place.before, place.token, &intended)
        } else {
            Rc::new([])
        };
        for other in intended.iter().chain(legal.iter()) {
            if self.stopped {
                return;
            }
            let is_in_stage = Stage::of_cost(other.cost) == place.stage;
            if is_in_stage && !self.loses(reading, place.token, &other.turn, other.cost) {
                self.try_move(place, Move::Turn(other.turn.clone()), other.cost);
            }
        }

        let text = &self.readings[reading].tokens[place.token].text;
        match self.known_moves.get(&(place.before.counts.moves + 1)) {
            // A known turn is the intended one, whatever the text says.
            Some(KnownMove::Move(known)) => {
                let cost = self.channel.cost(&known.to_string(), text);
                let known = known.clone();
                self.try_move(place, known, cost.min(cost::UNREADABLE));
            }
            Some(KnownMove::NoMove) => {}
            None => {
                let cost = self.channel.cost(RESIGNATION, text);
                if !is_resignation(text) && cost < cost::UNREADABLE {
                    self.try_move(place, Move::Resign, cost);
                }
            }
        }
    }

    /// Tries a move in place of a token, if its cost belongs to the stage.
    fn try_move(&mut self, place: &Place<'_, G>, other: Move<G>, cost: u32) {
        if Stage::of_cost(cost) == place.stage {
            let attempt = place.replacement(1, cost);
            self.attempt(place.before, attempt, &[other], place.after);
        }
    }

    /// Returns true if a turn in place of a token loses information that is nowhere else in the
    /// record: the drawn card, as in `;draw:12` (V8.2), or a word that is not a mistyped turn.
    fn loses(&self, reading: usize, token: usize, turn: &G::Turn, cost: u32) -> bool {
        let token = &self.readings[reading].tokens[token];
        let is_word = token.fixed.is_words_or_score && cost > CHEAP;
        let has_digit = |text: String| text.contains(|sign: char| sign.is_ascii_digit());
        if is_word && has_digit(turn.to_string()) {
            return true;
        }
        let Some((action, known_by)) = G::FACTS.turns.drawn else {
            return false;
        };
        token.text.contains(action)
            && self.record.tag(known_by).is_none()
            && !turn.to_string().contains(action)
    }

    /// Tries to read a token as two turns.
    fn try_two_turns(&mut self, place: &Place<'_, G>) {
        let reading = self.nodes[place.node].step.premises.reading;
        let token = &self.readings[reading].tokens[place.token];
        if !token.recorded.is_unreadable() || token.text.len() > MAX_LENGTH {
            return;
        }
        let text = token.text.clone();
        let attempt = place.replacement(1, cost::TORN);
        // A turn has at least two characters.
        let cuts = 2..text.len().saturating_sub(1);
        for cut in cuts.filter(|&cut| text.is_char_boundary(cut)) {
            self.take_text();
            let (first, second) = text.split_at(cut);
            if let (Some(first), Some(second)) = (fast_move(first), fast_move(second)) {
                self.attempt(place.before, attempt, &[first, second], None);
            }
        }
    }

    /// Tries to exchange a token with the next one.
    fn try_swap(&mut self, place: &Place<'_, G>) {
        let reading = self.nodes[place.node].step.premises.reading;
        let tokens = &self.readings[reading].tokens[place.token..];
        let [current, next, ..] = tokens else {
            return;
        };
        if current.text == next.text {
            return;
        }
        let (Some(first), Some(second)) = (current.recorded.played(), next.recorded.played())
        else {
            return;
        };
        let exchanged = [second.clone(), first.clone()];
        let attempt = Attempt {
            is_swap: true,
            ..place.replacement(2, cost::SWAPPED)
        };
        self.attempt(place.before, attempt, &exchanged, None);
    }

    /// Tries to read a token and the next one as one turn.
    fn try_joined_turn(&mut self, place: &Place<'_, G>) {
        let reading = self.nodes[place.node].step.premises.reading;
        let tokens = &self.readings[reading].tokens[place.token..];
        let [current, next, ..] = tokens else {
            return;
        };
        let (first, second) = (current.text.clone(), next.text.clone());
        let attempt = place.replacement(2, cost::TORN);
        for sign in SIGNS_BETWEEN {
            self.take_text();
            if let Some(joined) = fast_move(&format!("{first}{sign}{second}")) {
                self.attempt(place.before, attempt, &[joined], None);
            }
        }
    }

    /// Tries to leave a token out.
    fn try_no_turn(&mut self, place: &Place<'_, G>) {
        let reading = self.nodes[place.node].step.premises.reading;
        let tokens = &self.readings[reading].tokens;
        let current = &tokens[place.token];
        let is_twice = place.token > 0 && tokens[place.token - 1].text == current.text;
        let has_digit = current.text.contains(|sign: char| sign.is_ascii_digit());
        let is_word = current.recorded.is_unreadable() && !has_digit;
        let cost = if is_twice {
            cost::TWICE
        } else if is_word {
            cost::WORD
        } else {
            // The more a turn says, the less likely it was made up.
            let parts = current.text.matches([',', ';']).count().min(MAX_PARTS);
            cost::SURPLUS + u32::try_from(parts).unwrap_or(0) * cost::SURPLUS_PART
        };
        if Stage::of_cost(cost) == place.stage {
            self.attempt(place.before, place.replacement(1, cost), &[], None);
        }
    }

    /// Tries a missing turn before a token, or at the end.
    pub(super) fn try_missing_turns(&mut self, place: &Place<'_, G>) {
        let walk = place.before;
        let is_over = walk.progress.result.is_some();
        if is_over || walk.counts.cost + cost::MISSING > self.highest_cost() {
            return;
        }
        let limit = match place.stage {
            Stage::Missing => FEW_TURNS + 1,
            _ => MAX_LISTED as usize,
        };
        let mut turns = self.legal_turns(place.node, walk, limit);
        let are_few = turns.len() <= FEW_TURNS;
        if are_few && place.stage == Stage::MissingOfMany {
            return;
        }
        // A word is a separate choice: to pass, or to place one of very many pieces.
        if !are_few && place.stage == Stage::Missing {
            let words = G::FACTS.turns.keywords.iter();
            turns = words.filter_map(|word| G::parse_turn(word).ok()).collect();
        }

        let cost = cost::MISSING + cost_of_choice(turns.len());
        for turn in turns {
            if self.stopped {
                return;
            }
            let attempt = place.replacement(0, cost);
            self.attempt(walk, attempt, &[Move::Turn(turn)], None);
        }
    }
}

/// Parses a move of a common form. The grammar would take many times as long for a text that is not
/// a move, and most are not.
fn fast_move<G: Game>(text: &str) -> Option<Move<G>> {
    if is_resignation(text) {
        return Some(Move::Resign);
    }
    let mut turn = G::Turn::default();
    G::Turn::fast_parse(text.as_bytes(), &mut turn)?;
    Some(Move::Turn(turn))
}
