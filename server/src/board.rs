//! `pipscribe/board`: the board at a place in a document, for a panel that follows the cursor.

use lsp_types::request::Request;
use lsp_types::{Range, TextDocumentPositionParams};
use serde::{Deserialize, Serialize};

use super::session::{Answer, DocumentRequest, Fault, Replayed};
use super::shown_position::{figure_of, text_of, theme_of};
use super::user_settings::unknown_theme;
use pipscribe::draw::{Theme, write_figure};
use pipscribe::notation::{Item, score_text};
use pipscribe::replay::Frame;

/// Request for the board at the cursor.
#[derive(Debug)]
pub(super) enum BoardRequest {}

impl Request for BoardRequest {
    type Params = BoardParams;
    type Result = Option<Board>;
    const METHOD: &'static str = "pipscribe/board";
}

/// Parameters: the place of the cursor, and how to draw the board.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub(super) struct BoardParams {
    /// Document, and position of the cursor in it.
    #[serde(flatten)]
    pub at: TextDocumentPositionParams,
    /// Theme of the image: `print`, `screen`, `dark` or `high-contrast`; by default the theme in
    /// the settings.
    #[serde(default)]
    pub theme: Option<String>,
    /// Number of turns to move forward in the same line; negative to move back.
    #[serde(default)]
    pub step: i32,
}

/// Board at a place.
#[derive(Clone, Debug, Deserialize, Serialize, PartialEq, Eq)]
#[serde(rename_all = "camelCase")]
pub(super) struct Board {
    /// Identifier of the game: `gipf`.
    pub game: String,
    /// Display name of the game: `GIPF`.
    pub title: String,
    /// Number of the record in the document, from 1.
    pub record: usize,
    /// Number of the turn that led to the position; 0 for the start.
    pub turn: u32,
    /// Line of that turn: empty for the main line. In a variation, for each level, the turn that it
    /// replaces and the number of the variation.
    pub variation: Vec<u32>,
    /// Turn in canonical form; null for the start.
    #[serde(rename = "move")]
    pub played: Option<String>,
    /// Seat that took the turn, in words; null for the start.
    pub seat: Option<String>,
    /// Seat to move, in words.
    pub to_move: String,
    /// Result under the rules: `1-0`; null while the game is open.
    pub result: Option<String>,
    /// Points: `3-4`; null if the game has none.
    pub score: Option<String>,
    /// Position in the form of the tag `Position`.
    pub position: String,
    /// Board drawn as text.
    pub text: String,
    /// Board drawn as SVG.
    pub svg: String,
    /// Range of the turn in the document; null for the start.
    pub range: Option<Range>,
    /// Range of the record in the document.
    pub within: Range,
    /// Number of legal turns of the main line.
    pub turns: u32,
    /// Message about the turn at the cursor if it is illegal. The board then shows an earlier
    /// position. Null otherwise.
    pub fault: Option<String>,
}

pub(super) fn board(request: &DocumentRequest, params: BoardParams) -> Answer<Option<Board>> {
    let byte = request.document.byte_of(params.at.position);
    let Some(replayed) = request
        .record_at(byte)
        .or_else(|| first_record_after(request, byte))
    else {
        return Ok(None);
    };
    let chosen_theme = params.theme.as_deref().map(theme_named).transpose()?;
    board_at(
        request,
        &replayed,
        replayed.offset_at(byte),
        chosen_theme,
        params.step,
    )
}

/// Returns the first record of a file if a byte is in the comments before it. In a document with
/// code blocks, the text before the first record does not belong to it.
fn first_record_after(request: &DocumentRequest, byte: usize) -> Option<Replayed> {
    if request.document.page_kind().is_some() {
        return None;
    }
    let first = request
        .document
        .all_entries()
        .find(|entry| !entry.preamble)?;
    if byte >= first.range.start {
        return None;
    }
    request.replayed(first)
}

/// Returns the reason why a record has no board, usually a missing or invalid tag.
fn reason_for_no_board(replayed: &Replayed) -> String {
    let error = replayed.checked().report.first_error();
    let reason = error.map_or(String::new(), |error| format!(": {}", error.message));
    format!("this record has no board{reason}")
}

/// Returns the theme with this name.
pub(super) fn theme_named(name: &str) -> Answer<Theme> {
    Theme::named(name).ok_or_else(|| Fault::failed(unknown_theme(name)))
}

/// Returns the board after the turn at a byte of a record, moved on by `step` turns. A text without
/// tags has no board. For other records without a board, the error gives the reason.
pub(super) fn board_at(
    request: &DocumentRequest,
    replayed: &Replayed,
    offset: u32,
    chosen_theme: Option<Theme>,
    step: i32,
) -> Answer<Option<Board>> {
    let board = draw_board(request, replayed, offset, chosen_theme, step);
    if board.is_none() && !replayed.record().tags.is_empty() {
        return Err(Fault::failed(reason_for_no_board(replayed)));
    }
    Ok(board)
}

fn draw_board(
    request: &DocumentRequest,
    replayed: &Replayed,
    offset: u32,
    chosen_theme: Option<Theme>,
    step: i32,
) -> Option<Board> {
    let record = replayed.record();
    let timeline = replayed.timeline()?;
    let seen = timeline.seen_from(offset)?;
    let fault = seen.fault.map(|finding| finding.message.to_string());
    let frame = frame_after(timeline.frames(), seen.frame, step);
    let node = timeline.node(frame);
    let position = &frame.position;

    // The items after a turn are its comments and variations; the comments hold marks.
    let items: &[Item] = node.map_or(&record.moves.opening, |node| &node.after);
    let figure = figure_of(frame, items)?;
    let theme = chosen_theme.unwrap_or_else(|| theme_of(&request.document.project));

    // The range also touches the record itself, so its number counts from 1.
    let number = request
        .document
        .entries(0..replayed.entry.range.start)
        .filter(|entry| !entry.preamble)
        .count();
    Some(Board {
        game: timeline.game().name().to_owned(),
        title: timeline.game().title().to_owned(),
        record: number,
        turn: frame.number,
        variation: frame.path.clone(),
        played: frame.position.turn(),
        seat: frame.seat_name(),
        to_move: position.seat_name(position.to_move()),
        result: position.result().map(ToString::to_string),
        score: position.score().map(|points| score_text(&points)),
        position: position.text(),
        text: text_of(request, &figure),
        svg: write_figure(&figure, &theme),
        range: node.map(|node| {
            request
                .document
                .range_in(&replayed.entry, node.numbered_text())
        }),
        within: request.document.range_of(&replayed.entry.range),
        turns: timeline.report.turns,
        fault,
    })
}

/// Returns the frame `step` turns further in the same line, or the last one in that direction.
fn frame_after<'f>(frames: &'f [Frame], frame: &'f Frame, step: i32) -> &'f Frame {
    // The frame of the start has no turn. It belongs to the main line.
    let line: Vec<&Frame> = frames
        .iter()
        .filter(|other| other.path == frame.path || (other.turn.is_none() && frame.path.is_empty()))
        .collect();
    let index = line
        .iter()
        .position(|other| other.turn == frame.turn)
        .unwrap_or(0);

    let distance = usize::try_from(step.unsigned_abs()).unwrap_or(usize::MAX);
    let target = if step < 0 {
        index.saturating_sub(distance)
    } else {
        let last = line.len().saturating_sub(1);
        index.saturating_add(distance).min(last)
    };
    line.get(target).copied().unwrap_or(frame)
}
