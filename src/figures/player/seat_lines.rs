//! Lines below the board about the seats: the player, what the seat has, and its clock.

use crate::draw::{Lang, escaped};
use crate::figures::frame_figure::name_of_seat;
use crate::replay::{Position, Timeline};

/// Seats of a record with the names of their players.
#[derive(Debug)]
pub(super) struct Players {
    /// Name of each seat, and its player as HTML.
    seats: Vec<(String, Option<String>)>,
}

impl Players {
    pub(super) fn from_timeline(timeline: &Timeline, lang: Lang) -> Self {
        let record = timeline.record();
        let position = timeline.start().map(|frame| &frame.position);
        let seats = position.map_or(0, Position::seats);
        let seat = |seat: u8| {
            let name =
                position.map_or_else(String::new, |position| name_of_seat(position, seat, lang));
            let player = record
                .tag_value(&format!("Player{seat}"))
                .map(str::trim)
                .filter(|player| !player.is_empty());
            (
                name,
                player
                    .map(|player| format!("<bdi class=\"player-name\">{}</bdi> ", escaped(player))),
            )
        };
        Self {
            seats: (1..=seats).map(seat).collect(),
        }
    }

    /// Returns the seat that a line is about.
    pub(super) fn seat_of(&self, words: &str) -> Option<u8> {
        let words = words.trim_start();
        let index = self.seats.iter().position(|(name, _)| {
            let rest = words.strip_prefix(name.as_str());
            rest.is_some_and(|rest| rest.is_empty() || rest.starts_with([':', ',']))
        })?;
        u8::try_from(index + 1).ok()
    }

    /// Returns the line of a seat. Its player follows the sign of the seat to move.
    pub(super) fn line(&self, seat: u8, html: &str) -> String {
        let player = self.of(seat).and_then(|(_, player)| player.as_deref());
        let sign = html
            .strip_prefix("\n<svg")
            .and_then(|rest| rest.find("</svg>\n"))
            .map_or(0, |end| "\n<svg".len() + end + "</svg>\n".len());
        let (sign, rest) = html.split_at(sign);
        format!(
            "{}{sign}{}{rest}</p>\n",
            start(seat),
            player.unwrap_or_default()
        )
    }

    /// Adds the clock of a seat to its line, or adds a line if the seat has none.
    pub(super) fn with_clock(&self, beneath: &str, seat: u8, time: &str) -> String {
        let clock = format!("<span class=\"clock\">{time}</span>");
        let start = start(seat);
        if let Some((before, rest)) = beneath.split_once(&start)
            && let Some((line, after)) = rest.split_once("</p>\n")
        {
            return format!("{before}{start}{line} {clock}</p>\n{after}");
        }
        let name = self.of(seat).map_or("", |(name, _)| name.as_str());
        format!(
            "{beneath}{}",
            self.line(seat, &format!("{} {clock}", escaped(name)))
        )
    }

    fn of(&self, seat: u8) -> Option<&(String, Option<String>)> {
        self.seats.get(usize::from(seat).checked_sub(1)?)
    }
}

/// Returns the beginning of the line of a seat.
fn start(seat: u8) -> String {
    format!("<p class=\"own\" data-seat=\"{seat}\">")
}
