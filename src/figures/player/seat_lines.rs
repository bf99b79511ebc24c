//! Lines below the board about the seats: the piece, the player, what the seat has, its clock, and
//! whether it is to move or has won.

use std::collections::BTreeSet;

use crate::draw::{DrawnRole, Lang, Note, Role, Theme, Tone, escaped};
use crate::figures::frame_figure::name_of_seat;
use crate::notation::Points;
use crate::replay::{Position, Timeline};

/// Seats of a record with the names of their players.
#[derive(Debug)]
pub(super) struct Players {
    seats: Vec<NamedSeat>,
    lang: Lang,
}

/// Seat with the name of its player.
#[derive(Debug)]
struct NamedSeat {
    name: String,
    /// The player as HTML, followed by a space; empty if the record does not name the player.
    player: String,
}

impl Players {
    pub(super) fn from_timeline(timeline: &Timeline, lang: Lang) -> Self {
        let mut seats = Vec::new();
        if let Some(start) = timeline.start() {
            for seat in 1..=start.position.seats() {
                let tag = timeline.record().tag_value(&format!("Player{seat}"));
                let player = match tag.unwrap_or_default().trim() {
                    "" => String::new(),
                    player => {
                        let player = escaped(player);
                        format!("<bdi class=\"player-name\">{player}</bdi> ")
                    }
                };
                seats.push(NamedSeat {
                    name: name_of_seat(&start.position, seat, lang),
                    player,
                });
            }
        }
        Self { seats, lang }
    }

    /// Returns the seat that a line is about.
    pub(super) fn seat_of(&self, words: &str) -> Option<u8> {
        let words = words.trim_start();
        let index = self.seats.iter().position(|seat| {
            // French has a space before a colon.
            let rest = words.strip_prefix(seat.name.as_str()).map(str::trim_start);
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
        roles: &mut BTreeSet<DrawnRole>,
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
        roles: &mut BTreeSet<DrawnRole>,
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
        roles: &mut BTreeSet<DrawnRole>,
    ) -> String {
        let html = note.with_piece().html(self.lang, theme, roles);
        let (sign, _) = split_drawing(&html);
        let name = self.escaped_name(seat);
        self.line(seat, &format!("{sign}{name}"), SeatState::ToMove)
    }

    /// Writes the line of a seat that has no note.
    pub(super) fn line_without_note(&self, seat: u8, position: &Position) -> String {
        let state = SeatState::new(position, seat, false);
        self.line(seat, &self.escaped_name(seat), state)
    }

    /// Returns the line of a seat. The player and the name of the seat follow its piece. `html` is
    /// the note about the seat: the drawing of its piece, its name, what it holds, and its hand of
    /// cards.
    fn line(&self, seat: u8, html: &str, state: SeatState) -> String {
        let (sign, rest) = split_drawing(html);
        let sign = if sign.is_empty() {
            "<span class=\"no-piece\"></span>"
        } else {
            sign
        };
        let (words, hand) = match rest.find("<span class=\"hand\"") {
            Some(hand) => rest.split_at(hand),
            None => (rest, ""),
        };
        let (name, held) = split_name(words, &self.escaped_name(seat));
        let (icons, held) = split_icons(held.trim_start_matches([',', ' ']));

        let player = self
            .named_seat(seat)
            .map_or("", |seat| seat.player.as_str());
        let class = if state == SeatState::ToMove {
            "own moves"
        } else {
            "own"
        };
        let state_html = self.state_html(state);
        format!(
            "{} class=\"{class}\">{sign}<span class=\"words\"><span class=\"name\">{player}{name}</span> \
             {icons}<span class=\"held\">{held}</span></span>{state_html}{hand}</p>\n",
            start_of_line(seat),
        )
    }

    /// Returns the HTML for the state of a seat, which precedes its hand.
    fn state_html(&self, state: SeatState) -> String {
        match state {
            SeatState::ToMove => {
                let words = self.lang.say("to move");
                format!(" <strong class=\"state\">{words}</strong>")
            }
            SeatState::Won => {
                let words = self.lang.say("has won");
                format!(" <strong class=\"state won\">{words}</strong>")
            }
            SeatState::Waits => String::new(),
        }
    }

    /// Adds the clock of a seat to its line, or adds a line if the seat has none.
    pub(super) fn with_clock(&self, beneath: &str, seat: u8, time: &str) -> String {
        let clock = format!("<span class=\"clock\">{time}</span>");
        let start = start_of_line(seat);
        if let Some((before, rest)) = beneath.split_once(&start)
            && let Some((line, after)) = rest.split_once("</p>\n")
        {
            return format!("{before}{start}{line} {clock}</p>\n{after}");
        }
        let line = self.line(seat, &self.escaped_name(seat), SeatState::Waits);
        let line = line.strip_suffix("</p>\n").unwrap_or(&line);
        format!("{beneath}{line} {clock}</p>\n")
    }

    /// Returns a seat from 1.
    fn named_seat(&self, seat: u8) -> Option<&NamedSeat> {
        self.seats.get(usize::from(seat).checked_sub(1)?)
    }

    /// Returns the name of a seat for HTML; empty if there is no such seat.
    fn escaped_name(&self, seat: u8) -> String {
        self.named_seat(seat)
            .map_or_else(String::new, |seat| escaped(&seat.name))
    }
}

/// What the line of a seat says about its turn and its result.
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

/// Splits the name of a seat from the start of a note about it. Returns the name in bold and the
/// rest. The rest has a line of its own, so the colon between them is left out.
fn split_name<'n>(note: &'n str, name: &str) -> (String, &'n str) {
    let Some(after) = note.strip_prefix(name) else {
        return (String::new(), note);
    };
    // French has a space before a colon.
    let rest = after.trim_start().strip_prefix(':').unwrap_or(after);
    (format!("<b>{name}</b>"), rest)
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
fn start_of_line(seat: u8) -> String {
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
