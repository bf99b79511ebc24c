//! Lines below the board about the seats: the piece, the player, what the seat has, its clock, and
//! whether it is to move or has won.

use std::collections::BTreeSet;

use crate::draw::{Lang, Note, Role, Theme, Tone, escaped};
use crate::figures::frame_figure::name_of_seat;
use crate::notation::Points;
use crate::replay::{Position, Timeline};

/// Seats of a record with the names of their players.
#[derive(Debug)]
pub(super) struct Players {
    /// Name of each seat, and its player as HTML.
    seats: Vec<(String, Option<String>)>,
    lang: Lang,
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
            lang,
        }
    }

    /// Returns the seat that a line is about.
    pub(super) fn seat_of(&self, words: &str) -> Option<u8> {
        let words = words.trim_start();
        let index = self.seats.iter().position(|(name, _)| {
            // French has a space before a colon.
            let rest = words.strip_prefix(name.as_str()).map(str::trim_start);
            rest.is_some_and(|rest| rest.is_empty() || rest.starts_with([':', ',']))
        })?;
        u8::try_from(index + 1).ok()
    }

    /// Writes a note of a position as HTML, and adds the roles of its drawings to `roles`.
    pub(super) fn note_html(
        &self,
        note: &Note,
        position: &Position,
        theme: &Theme,
        roles: &mut BTreeSet<(Role, bool)>,
    ) -> String {
        let html = note.with_piece().html(self.lang, theme, roles);
        let is_to_move = note.is_about_mover();
        let Some(seat) = self.seat_of(&note.words()) else {
            let class = if is_to_move { " class=\"moves\"" } else { "" };
            return format!("<p{class}>{html}</p>\n");
        };

        let state = if is_to_move {
            SeatState::ToMove
        } else if has_won(position, seat) {
            SeatState::Won
        } else {
            SeatState::Waits
        };
        // The words at the end of the line say who has won.
        let won = escaped(self.lang.say(", has won"));
        self.line(seat, &html.replacen(&won, "", 1), state)
    }

    /// Returns the line of a seat. The player and the name of the seat follow its piece.
    fn line(&self, seat: u8, html: &str, state: SeatState) -> String {
        let (name, player) = self.of(seat).map_or(("", None), |(name, player)| {
            (name.as_str(), player.as_deref())
        });
        let sign = html
            .strip_prefix("\n<svg")
            .and_then(|rest| rest.find("</svg>\n"))
            .map_or(0, |end| "\n<svg".len() + end + "</svg>\n".len());
        let (sign, rest) = html.split_at(sign);
        let (held, hand) = match rest.find("<span class=\"hand\"") {
            Some(hand) => rest.split_at(hand),
            None => (rest, ""),
        };

        let name = escaped(name);
        let held = match held.strip_prefix(name.as_str()) {
            Some(rest) => {
                let colon = if rest.starts_with(':') { ":" } else { "" };
                format!("<b>{name}{colon}</b>{}", &rest[colon.len()..])
            }
            None => held.to_owned(),
        };
        let class = if state == SeatState::ToMove {
            "own moves"
        } else {
            "own"
        };
        let said = match state {
            SeatState::ToMove => {
                let words = self.lang.say("to move");
                format!(" <strong class=\"state\">{words}</strong>")
            }
            SeatState::Won => {
                let words = self.lang.say("has won");
                format!(" <strong class=\"state won\">{words}</strong>")
            }
            SeatState::Waits => String::new(),
        };
        format!(
            "{} class=\"{class}\">{sign}<span class=\"held\">{}{held}</span>{said}{hand}</p>\n",
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
        let line = self.line(seat, &escaped(name), SeatState::Waits);
        let line = line.strip_suffix("</p>\n").unwrap_or(&line);
        format!("{beneath}{line} {clock}</p>\n")
    }

    fn of(&self, seat: u8) -> Option<&(String, Option<String>)> {
        self.seats.get(usize::from(seat).checked_sub(1)?)
    }
}

/// What the line of a seat says at its end.
#[derive(Clone, Copy, PartialEq, Eq)]
enum SeatState {
    ToMove,
    Won,
    Waits,
}

/// Returns the beginning of the line of a seat.
fn start(seat: u8) -> String {
    format!("<p data-seat=\"{seat}\"")
}

/// Returns true if a seat has won, alone or with others.
fn has_won(position: &Position, seat: u8) -> bool {
    let points = position.result().and_then(|result| {
        let index = usize::from(seat).checked_sub(1)?;
        result.points().get(index)
    });
    points == Some(&Points::Win)
}

/// Returns the name of a piece in the list of turns, for its style.
pub(super) fn name_of_piece(role: Role) -> Option<String> {
    match role {
        Role::Piece(style) => Some(style.to_string()),
        Role::Field(Tone::Light) => Some("light".to_owned()),
        Role::Field(Tone::Dark) => Some("dark".to_owned()),
        _ => None,
    }
}
