//! Identifiers of the four games.

use std::fmt;
use std::str::FromStr;

use crate::text::UnknownName;

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
