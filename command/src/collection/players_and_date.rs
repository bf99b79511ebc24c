//! Players and date of a game. They distinguish games whose turns are the same by chance.

use pipscribe::collection::is_known_value;
use pipscribe::notation::{Record, is_date};
use pipscribe::text::Key;

/// Tags that name the player of each seat: those of the notation, and those of PGN.
const PLAYERS: [[&str; 2]; 4] = [
    ["Player1", "White"],
    ["Player2", "Black"],
    ["Player3", ""],
    ["Player4", ""],
];

/// Players and date of a game, if its record names them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct Occasion {
    /// Hash of each player's name; 0 for an unknown player.
    players: [u64; 4],
    /// Year, month and day; 0 for unknown parts.
    date: [u16; 3],
}

/// Differences between two records with the same turns.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct OccasionDifference {
    /// True if they name different players.
    pub(crate) players: bool,
    /// True if they have different dates.
    pub(crate) date: bool,
}

impl OccasionDifference {
    /// Returns true if there are no differences, so that the records may be of the same game.
    pub(crate) fn is_none(self) -> bool {
        !self.players && !self.date
    }

    /// Returns the names used in JSON.
    pub(crate) fn names(self) -> Vec<&'static str> {
        let names = [("players", self.players), ("date", self.date)];
        names
            .into_iter()
            .filter(|(_, is_different)| *is_different)
            .map(|(name, _)| name)
            .collect()
    }
}

impl Occasion {
    pub(super) fn from_record(record: &Record) -> Self {
        let player = |tags: [&str; 2]| {
            tags.into_iter()
                .find_map(|tag| hash_of_name(record.tag_value(tag)?))
        };
        Self {
            players: PLAYERS.map(|tags| player(tags).unwrap_or_default()),
            date: record
                .tag_value("Date")
                .map(parts_of_date)
                .unwrap_or_default(),
        }
    }

    /// Compares two occasions. A value that one of them does not give is not a difference.
    pub(super) fn difference(self, other: Self) -> OccasionDifference {
        OccasionDifference {
            players: differ(&self.players, &other.players),
            date: differ(&self.date, &other.date),
        }
    }

    /// Combines the key of a prefix or of a whole game (see `duplicates.rs`) with the players, so
    /// that games of other players get another key; `None` if no player is named.
    pub(super) fn key_with_players(self, turns_key: Key) -> Option<Key> {
        if self.players == [0; 4] {
            return None;
        }
        let players = self.players.iter().flat_map(|player| player.to_be_bytes());
        let bytes: Vec<u8> = players.chain(turns_key.bytes()).collect();
        Some(Key::of_raw(&bytes))
    }
}

/// Returns true if two lists differ in a value that is known in both. The default is unknown.
fn differ<T: Copy + Default + PartialEq>(one: &[T], other: &[T]) -> bool {
    let unknown = T::default();
    one.iter()
        .zip(other)
        .any(|(&one, &other)| one != unknown && other != unknown && one != other)
}

/// Returns the hash of a name, ignoring case and the number of spaces; `None` for an unknown player
/// (`?`).
fn hash_of_name(name: &str) -> Option<u64> {
    if !is_known_value(name) {
        return None;
    }
    let words: Vec<String> = name.split_whitespace().map(str::to_lowercase).collect();
    let key = Key::of_raw(words.join(" ").as_bytes()).bytes();
    let first_bytes = key.iter().take(8);
    let hash = first_bytes.fold(0, |hash, &byte| hash << 8 | u64::from(byte));
    // 0 means an unknown player.
    Some(hash.max(1))
}

/// Returns year, month and day of a date such as `2026-05-02`, `2026.05.02` or `2026-05-??`.
fn parts_of_date(date: &str) -> [u16; 3] {
    let with_hyphens = date.trim().replace(['.', '/'], "-");
    let date = with_hyphens.trim_end_matches("-??");
    let mut parts = [0; 3];
    if is_date(date) {
        let numbers = date
            .split('-')
            .map(|number| number.parse().unwrap_or_default());
        for (part, number) in parts.iter_mut().zip(numbers) {
            *part = number;
        }
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unknown_players_and_dates_are_no_difference() {
        let occasion = |tags: &str| {
            Occasion::from_record(&Record::parse_str(&format!(
                "[Game \"gipf\"]\n{tags}\n\n*\n"
            )))
        };
        let ann = occasion("[Player1 \"Ann\"]\n[Player2 \"Bob\"]\n[Date \"2026-01\"]");
        for (other, expected) in [
            ("", [].as_slice()),
            ("[Player1 \" ann\"]\n[Date \"2026\"]", &[]),
            ("[White \"Ann\"]\n[Date \"2026.01.02\"]", &[]),
            ("[Player1 \"?\"]\n[Date \"????.??.??\"]", &[]),
            ("[Player2 \"Ann\"]", &["players"]),
            ("[Date \"2026-02-03\"]", &["date"]),
            ("[Player1 \"Cy\"]\n[Date \"2025\"]", &["players", "date"]),
        ] {
            assert_eq!(ann.difference(occasion(other)).names(), expected, "{other}");
        }
    }
}
