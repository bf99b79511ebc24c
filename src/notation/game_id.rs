//! Identifiers of the four games.

use std::fmt;
use std::str::FromStr;

use crate::text::{UnknownName, near};

/// Other names of the games, in small letters.
const OTHER_NAMES: [(&str, GameId); 8] = [
    ("pip-pip", GameId::Pippip),
    ("pip•pip", GameId::Pippip),
    ("pip pip", GameId::Pippip),
    ("pippin zip", GameId::Pippinzip),
    ("the very clever pipe game", GameId::Pipe),
    ("very clever pipe game", GameId::Pipe),
    ("pipe game", GameId::Pipe),
    ("pipes", GameId::Pipe),
];

/// One of the four games.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum GameId {
    /// GIPF.
    Gipf,
    /// Pippinzip.
    Pippinzip,
    /// Pip•Pip.
    Pippip,
    /// The Very Clever Pipe Game.
    Pipe,
}

impl GameId {
    /// All four games.
    pub const ALL: [Self; 4] = [Self::Gipf, Self::Pippinzip, Self::Pippip, Self::Pipe];

    /// Returns the game with this name in records.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|game| game.name() == name)
    }

    /// Returns the game that a text is another name of, or the name in capitals.
    pub(crate) fn called(text: &str) -> Option<Self> {
        let small = text.trim().to_lowercase();
        let other = OTHER_NAMES
            .iter()
            .find(|(name, _)| *name == small)
            .map(|(_, game)| *game);
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

    /// Returns the name in records: `gipf`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Gipf => "gipf",
            Self::Pippinzip => "pippinzip",
            Self::Pippip => "pippip",
            Self::Pipe => "pipe",
        }
    }

    /// Returns the name for people: `GIPF`.
    pub const fn title(self) -> &'static str {
        match self {
            Self::Gipf => "GIPF",
            Self::Pippinzip => "Pippinzip",
            Self::Pippip => "Pip•Pip",
            Self::Pipe => "The Very Clever Pipe Game",
        }
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
