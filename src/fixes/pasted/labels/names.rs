//! Names before turns: which seat a name means, and the names that become tags.

use super::super::mapped_text::{Cut, Peel};
use super::MIN_LABELS;
use super::prefix::Prefix;
use crate::games::GameId;
use crate::notation::{Record, foreign_words, quoted};

/// The maximum number of different names.
const MAX_NAMES: usize = 4;

/// The names that a record has for its seats.
pub(in super::super) struct Names {
    /// The names of the players, each after its seat, counted from 0.
    players: Vec<(usize, String)>,
    /// The names of the seats in the game.
    seats: Vec<String>,
}

impl Names {
    pub(in super::super) fn new(record: &Record, game: GameId) -> Self {
        let players = (1..=MAX_NAMES).filter_map(|seat| {
            let tag = record.tag(&format!("Player{seat}"))?;
            Some((seat - 1, tag.value.to_lowercase()))
        });
        Self {
            players: players.collect(),
            seats: game.seat_names(Some(record)),
        }
    }

    /// Returns the seat that a name means.
    pub(super) fn seat(&self, name: &str) -> Option<usize> {
        let small = name.to_lowercase();
        let joined: String = small.split_whitespace().collect();
        let is_short = |full: &str| {
            full.split_whitespace().any(|part| part == small)
                || (small.chars().count() == 1 && full.starts_with(&small))
        };
        let player = self
            .players
            .iter()
            .find(|(_, player)| *player == small)
            .or_else(|| self.players.iter().find(|(_, player)| is_short(player)));
        let in_game = || {
            self.seats
                .iter()
                .position(|seat| seat.to_lowercase() == small)
        };
        let known = || {
            foreign_words::SEATS
                .iter()
                .find(|(seat, _)| *seat == joined)
                .map(|&(_, seat)| seat)
        };
        player
            .map(|&(seat, _)| seat)
            .or_else(in_game)
            .or_else(known)
    }

    /// Returns names with their seats: `White = Ann, Black = Bob`.
    pub(super) fn in_words(&self, speakers: &[String]) -> String {
        let words = speakers.iter().enumerate().map(|(order, name)| {
            let index = self.seat(name).unwrap_or(order);
            let seat = self.seats.get(index).map_or("", String::as_str);
            format!("{seat} = {name}")
        });
        words.collect::<Vec<_>>().join(", ")
    }
}

/// Returns the first names with which lines begin, in the order of the lines. If there are more
/// than two, each has at least two lines.
pub(super) fn speakers(prefixes: &[&Prefix], names: &Names) -> Vec<String> {
    let mut found: Vec<(String, usize)> = Vec::new();
    for name in prefixes.iter().filter_map(|prefix| prefix.name.as_ref()) {
        match found.iter_mut().find(|(known, _)| known == name) {
            Some((_, count)) => *count += 1,
            None => found.push((name.clone(), 1)),
        }
    }
    let is_player = |name: &str| {
        let joined: String = name.to_lowercase().split_whitespace().collect();
        joined.chars().count() > 1 && foreign_words::SEATS.iter().all(|(seat, _)| *seat != joined)
    };
    // Of two people who speak, one may have had only one turn so far.
    let is_pair = found.len() == 2;
    let known = found.into_iter().filter(|(name, count)| {
        is_player(name) && (is_pair || *count >= MIN_LABELS || names.seat(name).is_some())
    });
    known.map(|(name, _)| name).take(MAX_NAMES).collect()
}

/// Adds player tags that a record lacks.
pub(super) fn player_tags(record: &Record, speakers: &[String]) -> Vec<Cut> {
    let has_players = (1..=MAX_NAMES).any(|seat| record.tag(&format!("Player{seat}")).is_some());
    if has_players || speakers.len() < 2 {
        return Vec::new();
    }
    let last = record
        .tags
        .iter()
        .rfind(|tag| matches!(&*tag.name, "Variant" | "Game"));
    let Some(last) = last else {
        return Vec::new();
    };

    let end = last.span.end as usize;
    let tags: String = speakers
        .iter()
        .enumerate()
        .map(|(order, name)| format!("\n[Player{} {}]", order + 1, quoted(name)))
        .collect();
    vec![Cut::new(end, end, tags, Peel::Label)]
}
