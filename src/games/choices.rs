//! A turn that is put together part by part, as somebody does who clicks.

use std::borrow::Cow;

use super::Rules;
use crate::draw::{Lang, Scene};

/// Something that can be chosen next.
#[derive(Clone, Debug)]
pub struct Choice {
    /// What names it among the others.
    pub key: String,
    /// It in a few words.
    pub label: String,
    /// More words for those who cannot see it; may be empty.
    pub told: String,
    /// The places of the board that stand for it, as records name them.
    pub places: Vec<String>,
    /// Whether it is picked up: then the choices that come next are places to which it is dragged.
    pub drags: bool,
    /// How it looks, where it is no place of the board: a die, a card.
    pub picture: Option<Scene>,
}

impl Choice {
    /// One that no place stands for.
    pub fn new(key: impl Into<String>, label: impl Into<String>) -> Self {
        Self {
            key: key.into(),
            label: label.into(),
            told: String::new(),
            places: Vec::new(),
            drags: false,
            picture: None,
        }
    }

    /// One that is a place, by whose name it is called.
    pub fn of_place(name: impl Into<String>) -> Self {
        let name = name.into();
        Self { places: vec![name.clone()], ..Self::new(name.clone(), name) }
    }

    /// The same with the places that stand for it.
    #[must_use]
    pub fn at(self, places: impl IntoIterator<Item = impl ToString>) -> Self {
        Self { places: places.into_iter().map(|place| place.to_string()).collect(), ..self }
    }

    /// The same, to be picked up.
    #[must_use]
    pub fn dragged(self) -> Self {
        Self { drags: true, ..self }
    }

    /// The same with a picture.
    #[must_use]
    pub fn shown(self, picture: Scene) -> Self {
        Self { picture: Some(picture), ..self }
    }
}

/// A turn that is being put together in an undecided position. What has been chosen can always be gone on with until the turn
/// is whole.
pub trait Choosing<G: Rules> {
    /// Chooses; `false` where that is no choice here, and nothing has changed.
    fn choose(&mut self, key: &str) -> bool;

    /// What is to be chosen now, as a sentence.
    fn asks(&self, lang: Lang) -> String;

    /// What can be chosen now: nothing where the turn can but end. There may be more than is worth showing
    /// ([`Rules::UNLISTED_TURNS`]): [`Choosing::choose`] takes that too.
    fn choices(&self, lang: Lang) -> Vec<Choice>;

    /// The turn in canonical form, where it may end here.
    fn turn(&self) -> Option<G::Turn>;

    /// What is to be chosen next for a turn that is legal and goes on from here; `None` where it does not.
    fn toward(&self, turn: &G::Turn) -> Option<String>;

    /// The position as the parts that were chosen have changed it, to look at.
    fn shown(&self) -> Cow<'_, G::State>;
}

/// Turns put together choice by choice.
pub trait Choose: Rules {
    /// A turn that is put together part by part in an undecided position. Its ways are the legal turns, those that
    /// [`Rules::legal_turns`] leaves out included.
    fn choosing<'a>(setup: &'a Self::Setup, state: &'a Self::State) -> Box<dyn Choosing<Self> + 'a>;
}
