//! Interactive input of a turn, one choice at a time: first a dot, then a direction, and so on.
//!
//! Each game implements [`Choosing`] in its `choices.rs`. The module `replay::choices` offers the
//! choices to users, and writes the finished turn into a record.

use std::borrow::Cow;
use std::sync::Arc;

use super::Rules;
use crate::draw::{Lang, Scene};

/// An option of the next step.
#[derive(Clone, Debug)]
pub struct Choice {
    /// The key that identifies the choice among the others.
    pub key: String,
    /// A label of a few words.
    pub label: String,
    /// A longer description for people who cannot see the picture. May be empty.
    pub description: String,
    /// The places on the board that select this choice, as records name them.
    pub places: Vec<String>,
    /// True if the choice is picked up, so that the next choices are places to drag it to.
    pub drags: bool,
    /// A picture, if the choice is not a place on the board: a die or a card.
    pub picture: Option<Scene>,
}

impl Choice {
    /// Creates a choice without places.
    pub(crate) fn new(key: impl Into<String>, label: impl Into<String>) -> Self {
        Self {
            key: key.into(),
            label: label.into(),
            description: String::new(),
            places: Vec::new(),
            drags: false,
            picture: None,
        }
    }

    /// Creates a choice for a place, with the place's name as key and label.
    pub(crate) fn of_place(name: impl Into<String>) -> Self {
        let name = name.into();
        Self {
            places: vec![name.clone()],
            ..Self::new(name.clone(), name)
        }
    }

    /// Sets the places that select the choice.
    #[must_use]
    pub(crate) fn at(self, places: impl IntoIterator<Item = impl ToString>) -> Self {
        Self {
            places: places.into_iter().map(|place| place.to_string()).collect(),
            ..self
        }
    }

    /// Marks the choice as draggable.
    #[must_use]
    pub(crate) fn dragged(self) -> Self {
        Self {
            drags: true,
            ..self
        }
    }

    /// Sets the picture.
    #[must_use]
    pub(crate) fn with_picture(self, picture: Scene) -> Self {
        Self {
            picture: Some(picture),
            ..self
        }
    }
}

/// The number of a choice. It means the same in all positions of a set-up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChoiceNumber {
    /// A choice of the seat to move. The number is below
    /// [`Encode::choice_count`](super::Encode::choice_count).
    Own(u32),
    /// A result of chance: a roll, or a card drawn from shuffled discards. The number is below
    /// [`Encode::outcome_count`](super::Encode::outcome_count).
    Chance(u32),
}

/// The numbers of the next choices, each once.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NumberedChoices {
    /// The numbers of [`ChoiceNumber::Own`].
    pub own: Vec<u32>,
    /// The numbers of [`ChoiceNumber::Chance`]. The results are equally likely.
    pub chance: Vec<u32>,
}

/// A turn being built in an undecided position. Every partial turn can be completed to a legal
/// turn.
pub trait Choosing<G: Rules>: Send + Sync {
    /// Makes a choice. Returns false, and changes nothing, if `key` is not a valid choice here.
    fn choose(&mut self, key: &str) -> bool;

    /// Returns the prompt for the next choice, as a sentence.
    fn prompt(&self, lang: Lang) -> String;

    /// Returns the next choices. The list is empty if the turn can only end here. It may be
    /// incomplete if there are too many choices to show ([`Rules::UNLISTED_TURNS`]);
    /// [`Choosing::choose`] also accepts the others.
    fn choices(&self, lang: Lang) -> Vec<Choice>;

    /// Returns the numbers of [`Choosing::choices`].
    fn numbered(&self) -> NumberedChoices;

    /// Returns the key of one of the choices of [`Choosing::numbered`].
    fn key_of(&self, number: ChoiceNumber) -> Option<String>;

    /// Returns the turn in canonical form, or `None` if it may not end here.
    fn turn(&self) -> Option<G::Turn>;

    /// Returns the key of the next choice on the way to a legal turn, or `None` if `turn` does not
    /// continue the choices made so far.
    fn next_key_toward(&self, turn: &G::Turn) -> Option<String>;

    /// Returns the position after the choices made so far, for display.
    fn shown_position(&self) -> Cow<'_, G::State>;

    /// Returns a copy of the partial turn.
    fn copy(&self) -> Box<dyn Choosing<G>>;
}

/// Games whose turns can be built one choice at a time.
pub trait Choose: Rules {
    /// Starts a turn in an undecided position. The choices lead to exactly the legal turns,
    /// including those that [`Rules::legal_turns`] leaves out.
    fn choosing(setup: &Arc<Self::Setup>, state: &Arc<Self::State>) -> Box<dyn Choosing<Self>>;
}
