//! Boards for display in a page: the position at a place of a record, as SVG with clickable areas
//! and texts. The choices on a board are in `board_choices.rs`.
//!
//! A *frame* is a position of the replay, with the turn that led to it. The *items* after a turn
//! are its comments and variations; `[%diagram]` and other commands in them are drawn on the board.

use serde::{Serialize, Serializer};

use super::frame_figure::options_of_frame;
use super::{FigureOptions, figure_at_fault, figure_beside, shown_by};
use crate::draw::{
    Area, Areas, Figure, Note, NotePart, Theme, View, ViewError, write_board, write_figure,
};
use crate::notation::{Item, Line, Record, TurnId, TurnNode, score_text};
use crate::replay::{Frame, Position, Seen, Timeline};
use crate::text::Span;

/// Options for drawing a board and its choices.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct BoardOptions {
    /// Theme of the SVG.
    pub theme: Theme,
    /// Rotation, language, names at the edges and so on.
    pub figure: FigureOptions,
}

impl BoardOptions {
    /// Writes a figure. Without notes, the board fills its place.
    pub(super) fn write(&self, figure: &Figure) -> String {
        if self.figure.view.notes {
            write_figure(figure, &self.theme)
        } else {
            write_board(figure, &self.theme)
        }
    }

    /// Returns the areas of the places of a written figure.
    pub(super) fn areas<'f>(&self, figure: &'f Figure) -> Areas<'f> {
        if self.figure.view.notes {
            Areas::from_figure(figure)
        } else {
            Areas::of_board(figure)
        }
    }
}

/// Board at a place of a record.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Board {
    /// Identifier of the game: `gipf`.
    pub game: String,
    /// Display name of the game: `GIPF`.
    pub title: String,
    /// Turn that led to the position; null for the start.
    pub turn: Option<TurnId>,
    /// Number of the turn; 0 for the start.
    pub number: u32,
    /// Line of the turn: empty for the main line; otherwise, for each level, the turn that is
    /// replaced and the index of the variation.
    pub variation: Vec<u32>,
    /// The turn in canonical form; null for the start.
    pub played: Option<String>,
    /// Display name of the seat that took the turn; null for the start.
    pub seat: Option<String>,
    /// Seat to move, from 1; after the end, the seat that would be next.
    pub mover: u8,
    /// Display name of the seat to move.
    pub to_move: String,
    /// The seats in order, with the names of their players.
    pub seats: Vec<Seat>,
    /// Result under the rules so far: `1-0`; null while the game is open.
    pub result: Option<String>,
    /// Points: `3-4`; null if the game has none.
    pub score: Option<String>,
    /// Position as in the tag `Position`.
    pub position: String,
    /// Text description of the position.
    pub words: String,
    /// Board drawn as SVG.
    pub svg: String,
    /// Board with the pieces that the turn moved, as SVG, or at an error, the position with the
    /// places of the error marked; null unless the option `movement` is set, and at the start.
    pub moved: Option<String>,
    /// Lines below the board. They are listed even if the option `notes` leaves them out of the
    /// SVG.
    pub notes: Vec<Vec<NotePart>>,
    /// Areas of the places on the board with their names, sorted by name. An object in JSON.
    #[serde(serialize_with = "by_names")]
    pub places: Vec<(String, Area)>,
    /// Byte range of the turn in the record; null for the start.
    pub span: Option<Span>,
    /// Error in the turn at the cursor, which is therefore not on the board; null if there is none.
    pub fault: Option<String>,
    /// Step to the previous position; null at the start.
    pub previous: Option<Way>,
    /// Steps to the next positions: the next turn of the line itself, then its variations.
    pub next: Vec<Way>,
}

/// Seat of a board.
#[derive(Clone, Debug, Serialize)]
pub struct Seat {
    /// Display name of the seat.
    pub name: String,
    /// Name of its player; null if the record does not have it.
    pub player: Option<String>,
}

/// Step to another position of a record.
#[derive(Clone, Debug, Serialize)]
pub struct Way {
    /// Turn that leads to the position; null for the start.
    pub turn: Option<TurnId>,
    /// The turn in canonical form; null for the start.
    pub played: Option<String>,
    /// Byte range of the turn in the record; null for the start.
    pub span: Option<Span>,
}

/// There is no board, because the tags are invalid or the turn does not exist.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the tags of the record are invalid, or there is no such turn")]
pub struct NoBoard;

fn by_names<S: Serializer>(places: &[(String, Area)], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_map(places.iter().map(|(name, area)| (name, area)))
}

/// Returns the board for a byte of a record: the position after the turn at that byte or, if that
/// turn was not played, the last position before it in its line.
///
/// # Errors
/// Returns an error if the tags do not define a valid start.
pub fn board_at(timeline: &Timeline, at: u32, options: &BoardOptions) -> Result<Board, NoBoard> {
    let seen = timeline.seen_from(at).ok_or(NoBoard)?;
    let record = timeline.record();
    let frame = seen.frame;
    let node = timeline.node(frame);
    let items: &[Item] = node.map_or(&record.moves.opening, |node| &node.after);

    let without_movement = FigureOptions {
        movement: false,
        ..options.figure.clone()
    };
    let figure = figure_to_play_on(frame, items, without_movement).map_err(|_| NoBoard)?;
    let moved = if options.figure.movement {
        figure_of_movement(timeline, seen, items, &options.figure)?
    } else {
        None
    };
    let caption = figure.caption.clone().map(Note::of_words);
    let notes = caption
        .iter()
        .chain(&figure.notes)
        .map(|note| note.parts(figure.lang, &options.theme))
        .collect();
    let areas = options.areas(&figure);
    let places = areas.all().map(|(name, area)| (name.to_owned(), area));
    let position = &frame.position;
    Ok(Board {
        game: timeline.game().name().to_owned(),
        title: timeline.game().title().to_owned(),
        turn: frame.turn,
        number: frame.number,
        variation: frame.path.clone(),
        played: frame.canonical_turn(),
        seat: frame.seat_name(),
        mover: position.to_move(),
        to_move: position.seat_name(position.to_move()),
        seats: named_seats(record, position),
        result: position.result().map(ToString::to_string),
        score: position.score().map(|points| score_text(&points)),
        position: position.text(),
        words: figure.words.clone(),
        svg: options.write(&figure),
        moved: moved.map(|figure| options.write(&figure)),
        notes,
        places: places.collect(),
        span: node.map(|node| node.text),
        fault: seen.fault.map(|finding| finding.message.to_string()),
        previous: way_back(timeline, frame),
        next: ways_onward(timeline, frame),
    })
}

/// Draws what the turn at the cursor did: the pieces that it moved or, if it has an error, the
/// places of the error. Returns `None` at the start. The option `movement` is set.
fn figure_of_movement(
    timeline: &Timeline,
    seen: Seen<'_>,
    items: &[Item],
    options: &FigureOptions,
) -> Result<Option<Figure>, NoBoard> {
    let shown_error = seen.fault.and_then(|finding| shown_by(timeline, finding));
    if let Some((position, marks)) = shown_error {
        return Ok(fault_to_play_on(position, marks, items, options));
    }
    if seen.frame.turn.is_none() {
        return Ok(None);
    }
    figure_to_play_on(seen.frame, items, options.clone())
        .map(Some)
        .map_err(|_| NoBoard)
}

/// Draws a position with the commands in the comments beside it. Commands that do not fit the
/// board, or crop it, which would make it unplayable, are ignored.
fn figure_to_play_on(
    frame: &Frame,
    items: &[Item],
    mut options: FigureOptions,
) -> Result<Figure, ViewError> {
    // The notes are removed from the drawing later.
    options.view.notes = true;
    // While a game is open, the crop would hide empty places on which a piece can be put.
    options.view.tight &= frame.position.result().is_some();
    match figure_beside(frame, items, &options) {
        Ok(figure) if !figure.cut.any() => Ok(figure),
        _ => figure_beside(frame, &[], &options),
    }
}

/// Draws the position at an error with the marks of the comments beside it. Commands that do not
/// fit the board, or crop it, are ignored.
fn fault_to_play_on(
    position: &Position,
    places: &[String],
    items: &[Item],
    options: &FigureOptions,
) -> Option<Figure> {
    let whole_board = FigureOptions {
        view: View {
            tight: false,
            ..options.view.clone()
        },
        ..options.clone()
    };
    let (marked, _) = options_of_frame(items, &whole_board);
    let draw = |options| figure_at_fault(position, places, str::to_owned, options);
    draw(&marked)
        .ok()
        .filter(|figure| !figure.cut.any())
        .or_else(|| draw(&whole_board).ok())
}

/// Returns the seats of a position with the players that the record names.
fn named_seats(record: &Record, position: &Position) -> Vec<Seat> {
    (1..=position.seats())
        .map(|seat| {
            let player = record.tag_value(&format!("Player{seat}")).map(str::trim);
            Seat {
                name: position.seat_name(seat),
                player: player.filter(|name| !name.is_empty()).map(str::to_owned),
            }
        })
        .collect()
}

/// Returns the step to a position.
fn way_to(timeline: &Timeline, frame: &Frame) -> Way {
    let span = timeline.node(frame).map(|node| node.text);
    Way {
        turn: frame.turn,
        played: frame.canonical_turn(),
        span,
    }
}

/// Returns the step to the position before a turn; `None` at the start.
fn way_back(timeline: &Timeline, frame: &Frame) -> Option<Way> {
    let turn = frame.turn?;
    let (mut line, _) = line_of_turn(timeline, turn)?;
    let mut found = last_frame_before(timeline, line, turn);
    // The first turn of a variation follows whatever precedes the turn that it replaces.
    while found.is_none() && !line.path.is_empty() {
        let (outer_line, replaced) = turn_replaced_by(timeline, line)?;
        found = last_frame_before(timeline, outer_line, replaced.id);
        line = outer_line;
    }
    let previous = found.or_else(|| timeline.start())?;
    Some(way_to(timeline, previous))
}

/// Returns a turn with the line that contains it.
fn line_of_turn(timeline: &Timeline, turn: TurnId) -> Option<(&Line, &TurnNode)> {
    let mut turns = timeline.record().turns();
    turns.find(|(_, node)| node.id == turn)
}

/// Returns the position after the last turn that was played before a turn of its line.
fn last_frame_before<'t>(timeline: &'t Timeline, line: &Line, turn: TurnId) -> Option<&'t Frame> {
    let turns_before = line.turns.iter().take_while(|node| node.id != turn);
    turns_before
        .filter_map(|node| timeline.frame(node.id))
        .last()
}

/// Returns the turn that a variation replaces, with the line that contains the turn.
fn turn_replaced_by<'t>(
    timeline: &'t Timeline,
    variation_line: &Line,
) -> Option<(&'t Line, &'t TurnNode)> {
    let is_replaced = |node: &TurnNode| {
        node.variations()
            .any(|variation| variation.line.path == variation_line.path)
    };
    let mut turns = timeline.record().turns();
    turns.find(|(_, node)| is_replaced(node))
}

/// Returns the steps to the positions after the turns that can follow: the next turn of the line,
/// then the first turn of each variation in its place. After a turn that is illegal as expected,
/// the turn that follows it can also be next.
fn ways_onward(timeline: &Timeline, frame: &Frame) -> Vec<Way> {
    let mut ways = Vec::new();
    for node in turns_after(timeline, frame) {
        let in_line = timeline.frame(node.id);
        ways.extend(in_line.map(|frame| way_to(timeline, frame)));
        for variation in node.variations() {
            let mut turns = variation.line.turns.iter();
            let first_played = turns.find_map(|node| timeline.frame(node.id));
            ways.extend(first_played.map(|frame| way_to(timeline, frame)));
        }
        if !node.expects_refusal() {
            break;
        }
    }

    ways
}

/// Returns the turns of a line after a position.
fn turns_after<'t>(timeline: &'t Timeline, frame: &Frame) -> &'t [TurnNode] {
    let Some(turn) = frame.turn else {
        return &timeline.record().moves.turns;
    };
    let line = line_of_turn(timeline, turn).map(|(line, _)| line);
    line.and_then(|line| line.turns.get(turn.index as usize + 1..))
        .unwrap_or_default()
}
