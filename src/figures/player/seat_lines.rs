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

    /// Iterates over the seats, from 1.
    pub(super) fn seats(&self) -> impl Iterator<Item = u8> {
        (1..=u8::MAX).take(self.seats.len())
    }

    /// Writes a note that is not about a seat as HTML, and adds the roles of its drawings to
    /// `roles`. A note without text becomes nothing.
    pub(super) fn note_html(
        &self,
        note: &Note,
        theme: &Theme,
        roles: &mut BTreeSet<(Role, bool)>,
    ) -> String {
        let html = note.with_piece().html(self.lang, theme, roles);
        if html.is_empty() {
            return html;
        }

        let class = if note.is_about_mover() {
            " class=\"moves\""
        } else {
            ""
        };
        format!("<p{class}>{html}</p>\n")
    }

    /// Writes the note about a seat as HTML, and adds the roles of its drawings to `roles`.
    pub(super) fn seat_html(
        &self,
        seat: u8,
        note: &Note,
        position: &Position,
        theme: &Theme,
        roles: &mut BTreeSet<(Role, bool)>,
    ) -> String {
        let html = note.with_piece().html(self.lang, theme, roles);
        let state = SeatState::new(position, seat, note.is_about_mover());
        // The words at the end of the line say who has won.
        let won = escaped(self.lang.say(", has won"));
        self.line(seat, &html.replacen(&won, "", 1), state)
    }

    /// Writes the line of the seat to move if its note says nothing else. It has the drawing of the
    /// note, which is empty before the seat has a piece.
    pub(super) fn mover_html(
        &self,
        seat: u8,
        note: &Note,
        theme: &Theme,
        roles: &mut BTreeSet<(Role, bool)>,
    ) -> String {
        let html = note.with_piece().html(self.lang, theme, roles);
        let (sign, _) = split_drawing(&html);
        let name = self.of(seat).map_or("", |(name, _)| name.as_str());
        self.line(seat, &format!("{sign}{}", escaped(name)), SeatState::ToMove)
    }

    /// Writes the line of a seat that has no note.
    pub(super) fn line_without_note(&self, seat: u8, position: &Position) -> String {
        let name = self.of(seat).map_or("", |(name, _)| name.as_str());
        let state = SeatState::new(position, seat, false);
        self.line(seat, &escaped(name), state)
    }

    /// Returns the line of a seat. The player and the name of the seat follow its piece.
    fn line(&self, seat: u8, html: &str, state: SeatState) -> String {
        let (name, player) = self.of(seat).map_or(("", None), |(name, player)| {
            (name.as_str(), player.as_deref())
        });
        let (sign, rest) = split_drawing(html);
        let sign = if sign.is_empty() {
            "<span class=\"no-piece\"></span>"
        } else {
            sign
        };
        let (held, hand) = match rest.find("<span class=\"hand\"") {
            Some(hand) => rest.split_at(hand),
            None => (rest, ""),
        };

        let name = escaped(name);
        let (name, held) = match held.strip_prefix(name.as_str()) {
            Some(after) => {
                // French has a space before a colon. The rest has a line of its own, so that the
                // colon would have nothing after it.
                let rest = after.trim_start().strip_prefix(':').unwrap_or(after);
                (format!("<b>{name}</b>"), rest)
            }
            None => (String::new(), held),
        };
        let (icons, held) = split_icons(held.trim_start_matches([',', ' ']));
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
            "{} class=\"{class}\">{sign}<span class=\"words\"><span class=\"name\">{}{name}</span> \
             {icons}<span class=\"held\">{held}</span></span>{said}{hand}</p>\n",
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

impl SeatState {
    fn new(position: &Position, seat: u8, is_to_move: bool) -> Self {
        if is_to_move {
            Self::ToMove
        } else if has_won(position, seat) {
            Self::Won
        } else {
            Self::Waits
        }
    }
}

/// Splits a drawing from the start of the HTML of a note; the drawing may be empty.
fn split_drawing(html: &str) -> (&str, &str) {
    let end = html
        .strip_prefix("\n<svg")
        .and_then(|rest| rest.find("</svg>\n"))
        .map_or(0, |end| "\n<svg".len() + end + "</svg>\n".len());
    html.split_at(end)
}

/// Splits the drawing that repeats how many pieces a seat has from the words that say so.
fn split_icons(held: &str) -> (String, &str) {
    let (drawing, words) = split_drawing(held);
    if drawing.contains("aria-hidden") {
        (format!("<span class=\"icons\">{drawing}</span>"), words)
    } else {
        (String::new(), held)
    }
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
