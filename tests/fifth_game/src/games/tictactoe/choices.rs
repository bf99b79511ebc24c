//! Interactive input of a turn: one square.

use std::borrow::Cow;
use std::sync::Arc;

use super::Tictactoe;
use super::board::Square;
use super::moves::open_squares;
use super::position::Position;
use super::turn::Turn;
use crate::draw::Lang;
use crate::games::{Choice, ChoiceNumber, Choosing, NumberedChoices};

/// A turn before or after its only choice.
#[derive(Clone, Debug)]
pub(super) struct TurnBuilder {
    before: Arc<Position>,
    chosen: Option<Square>,
}

impl TurnBuilder {
    pub(super) fn new(before: &Arc<Position>) -> Self {
        Self {
            before: Arc::clone(before),
            chosen: None,
        }
    }

    fn squares(&self) -> Vec<Square> {
        match self.chosen {
            Some(_) => Vec::new(),
            None => open_squares(&self.before),
        }
    }
}

impl Choosing<Tictactoe> for TurnBuilder {
    fn choose(&mut self, key: &str) -> bool {
        let square = Square::named(key).filter(|square| self.squares().contains(square));
        self.chosen = square.or(self.chosen);
        square.is_some()
    }

    fn prompt(&self, _lang: Lang) -> String {
        "Choose a square".to_owned()
    }

    fn choices(&self, _lang: Lang) -> Vec<Choice> {
        let squares = self.squares().into_iter();
        squares
            .map(|square| Choice::of_place(square.to_string()))
            .collect()
    }

    fn numbered(&self) -> NumberedChoices {
        let squares = self.squares().into_iter();
        NumberedChoices {
            own: squares.map(|square| square.index() as u32).collect(),
            chance: Vec::new(),
        }
    }

    fn key_of(&self, number: ChoiceNumber) -> Option<String> {
        let ChoiceNumber::Own(number) = number else {
            return None;
        };
        let mut squares = self.squares().into_iter();
        let square = squares.find(|square| square.index() as u32 == number)?;
        Some(square.to_string())
    }

    fn turn(&self) -> Option<Turn> {
        self.chosen.map(Turn::from)
    }

    fn next_key_toward(&self, turn: &Turn) -> Option<String> {
        match self.chosen {
            Some(_) => None,
            None => turn.square().map(|square| square.to_string()),
        }
    }

    fn shown_position(&self) -> Cow<'_, Position> {
        let mut after = *self.before;
        if let Some(square) = self.chosen {
            after.set(square, Some(self.before.to_move()));
        }
        Cow::Owned(after)
    }

    fn copy(&self) -> Box<dyn Choosing<Tictactoe>> {
        Box::new(self.clone())
    }
}
