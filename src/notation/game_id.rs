//! Finds games by their names in records, by other names, and by misspelt names.

use std::fmt;
use std::str::FromStr;

pub use crate::game_list::GameId;
use crate::text::{UnknownName, near};

impl GameId {
    /// Returns the game with this name in records.
    pub(crate) fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|game| game.name() == name)
    }

    /// Returns the game that a text is another name of, or the name in capitals.
    pub(crate) fn called(text: &str) -> Option<Self> {
        let small = text.trim().to_lowercase();
        let other = Self::ALL
            .into_iter()
            .find(|game| game.facts().other_names.contains(&small.as_str()));
        other.or_else(|| Self::named(&small))
    }

    /// Returns the game that a text is another name of, or a misspelling.
    pub(crate) fn likely(text: &str) -> Option<Self> {
        let misspelt = || {
            near(&text.trim().to_lowercase(), Self::ALL.map(Self::name))
                .first()
                .and_then(|name| Self::named(name))
        };
        Self::called(text).or_else(misspelt)
    }
}

impl fmt::Display for GameId {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(self.name())
    }
}

impl FromStr for GameId {
    type Err = UnknownName;

    fn from_str(name: &str) -> Result<Self, UnknownName> {
        Self::named(name).ok_or_else(|| UnknownName::new("game", name, Self::ALL.map(Self::name)))
    }
}

impl serde::Serialize for GameId {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}
