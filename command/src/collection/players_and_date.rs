//! Players, date, event, site and round of a game. They distinguish games whose turns are the same
//! by chance.

use pipscribe::collection::is_known_value;
use pipscribe::notation::{Record, is_date};
use pipscribe::text::{Key, and};

/// Tags that name the player of each seat: those of the notation, and those of PGN.
const PLAYERS: [[&str; 2]; 4] = [
    ["Player1", "White"],
    ["Player2", "Black"],
    ["Player3", ""],
    ["Player4", ""],
];

/// Players, date, event, site and round of a game, if its record names them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct Occasion {
    /// Hash of each player's name; 0 for an unknown player.
    players: [u64; 4],
    /// Year, month and day; 0 for unknown parts.
    date: [u16; 3],
    /// Hashes of the tags `Event`, `Site` and `Round`; 0 for unknown values.
    event: u64,
    site: u64,
    round: u64,
}

/// Differences between two records with the same turns.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct OccasionDifference {
    /// True if they name different players.
    pub(crate) players: bool,
    /// True if they have different dates.
    pub(crate) date: bool,
    /// True if they name different events.
    pub(crate) event: bool,
    /// True if they name different sites.
    pub(crate) site: bool,
    /// True if they have different rounds.
    pub(crate) round: bool,
}

impl OccasionDifference {
    /// Returns true if there are no differences, so that the records may be of the same game.
    pub(crate) fn is_none(self) -> bool {
        self == Self::default()
    }

    /// Returns the names used in JSON.
    pub(crate) fn names(self) -> Vec<&'static str> {
        let names = self.parts().map(|(name, _)| name);
        names.collect()
    }

    /// Describes the differences in words; empty without differences.
    pub(crate) fn in_words(self) -> String {
        and(self.parts().map(|(_, words)| words))
    }

    /// Returns the differences, each with its name in JSON and in words.
    fn parts(self) -> impl Iterator<Item = (&'static str, &'static str)> {
        let parts = [
            (self.players, ("players", "other players")),
            (self.date, ("date", "another date")),
            (self.event, ("event", "another event")),
            (self.site, ("site", "another site")),
            (self.round, ("round", "another round")),
        ];
        parts
            .into_iter()
            .filter(|(is_different, _)| *is_different)
            .map(|(_, names)| names)
    }
}

impl Occasion {
    pub(super) fn from_record(record: &Record) -> Self {
        let player = |tags: [&str; 2]| {
            tags.into_iter()
                .find_map(|tag| hash_of_name(record.tag_value(tag)?))
        };
        let name = |tag| {
            record
                .tag_value(tag)
                .and_then(hash_of_name)
                .unwrap_or_default()
        };
        Self {
            players: PLAYERS.map(|tags| player(tags).unwrap_or_default()),
            date: record
                .tag_value("Date")
                .map(parts_of_date)
                .unwrap_or_default(),
            event: name("Event"),
            site: name("Site"),
            round: name("Round"),
        }
    }

    /// Returns true if a tag is part of an occasion.
    pub(super) fn has_tag(tag: &str) -> bool {
        ["Date", "Event", "Site", "Round"].contains(&tag) || PLAYERS.as_flattened().contains(&tag)
    }

    /// Compares two occasions. A value that one of them does not give is not a difference.
    pub(super) fn difference(self, other: Self) -> OccasionDifference {
        OccasionDifference {
            players: differ(&self.players, &other.players),
            date: differ(&self.date, &other.date),
            event: differ(&[self.event], &[other.event]),
            site: differ(&[self.site], &[other.site]),
            round: differ(&[self.round], &[other.round]),
        }
    }

    /// Returns true if this occasion has a value that the other one does not give.
    pub(super) fn adds_to(self, other: Self) -> bool {
        adds(&self.players, &other.players)
            || adds(&self.date, &other.date)
            || adds(&self.names(), &other.names())
    }

    fn names(self) -> [u64; 3] {
        [self.event, self.site, self.round]
    }

    /// Returns the key of a beginning combined with its players; `None` if no player is named.
    pub(super) fn key_with_players(self, beginning: Key) -> Option<Key> {
        if self.players == [0; 4] {
            return None;
        }
        let players = self.players.iter().flat_map(|player| player.to_be_bytes());
        let bytes: Vec<u8> = players.chain(beginning.bytes()).collect();
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

/// Returns true if a list has a value where the other one has none.
fn adds<T: Default + PartialEq>(one: &[T], other: &[T]) -> bool {
    let unknown = T::default();
    one.iter()
        .zip(other)
        .any(|(one, other)| *one != unknown && *other == unknown)
}

/// Returns the hash of a name, ignoring case and the number of spaces; `None` for an unknown player
/// (`?`).
fn hash_of_name(name: &str) -> Option<u64> {
    if !is_known_value(name) {
        return None;
    }
    let words: Vec<String> = name.split_whitespace().map(str::to_lowercase).collect();
    let key = Key::from_text(&words.join(" ")).bytes();
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
            ("[Event \"?\"]\n[Site \"x\"]", &[]),
        ] {
            assert_eq!(ann.difference(occasion(other)).names(), expected, "{other}");
        }
        let club = occasion("[Event \"Club\"]\n[Site \"Here\"]\n[Round \"1\"]");
        for (other, expected) in [
            ("[Event \"club\"]\n[Site \"-\"]", [].as_slice()),
            ("[Event \"Cup\"]", &["event"]),
            ("[Site \"There\"]\n[Round \"2\"]", &["site", "round"]),
        ] {
            let difference = club.difference(occasion(other));
            assert_eq!(difference.names(), expected, "{other}");
        }
        assert!(club.adds_to(occasion("[Event \"Club\"]")));
        assert!(!occasion("[Event \"Club\"]").adds_to(club));
        assert!(!ann.adds_to(occasion(
            "[Player1 \"Ann\"]\n[Player2 \"Cy\"]\n[Date \"2026-01-02\"]"
        )));
    }
}
