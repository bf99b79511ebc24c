//! `pipscribe/board`: the board at a position of a document, for a panel that follows the cursor.

use lsp_types::request::Request;
use lsp_types::{Range, TextDocumentPositionParams};
use serde::{Deserialize, Serialize};

use super::session::{Answer, Ask, Fault, Studied};
use super::show::{figure_of, text_of, theme};
use crate::draw::{Theme, write_figure};
use crate::notation::{Item, score_text};
use crate::replay::Frame;
use crate::text::Span;

/// The request.
#[derive(Debug)]
pub(super) enum BoardRequest {}

impl Request for BoardRequest {
    type Params = BoardParams;
    type Result = Option<Board>;
    const METHOD: &'static str = "pipscribe/board";
}

/// Where the cursor stands, and how the board is to look.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub struct BoardParams {
    /// The document and the place.
    #[serde(flatten)]
    pub at: TextDocumentPositionParams,
    /// The look of the image: `print`, `screen`, `dark` or `high-contrast`; the one in the settings where it is not given.
    #[serde(default)]
    pub theme: Option<String>,
    /// Goes so many turns on in the same line, or back where it is negative.
    #[serde(default)]
    pub step: i32,
}

/// A board.
#[derive(Clone, Debug, Deserialize, Serialize, PartialEq, Eq)]
#[serde(rename_all = "camelCase")]
pub struct Board {
    /// The game: `gipf`.
    pub game: String,
    /// Its name for people: `GIPF`.
    pub title: String,
    /// Which record of the document it is, from 1.
    pub record: usize,
    /// The number of the turn that led there; 0 before the first.
    pub turn: u32,
    /// The line of that turn: empty for the main line, else for each level the turn that is replaced and which of its
    /// variations this is.
    pub variation: Vec<u32>,
    /// The turn in canonical form; null before the first.
    #[serde(rename = "move")]
    pub played: Option<String>,
    /// Who took it, for people; null before the first.
    pub seat: Option<String>,
    /// Who is next, for people.
    pub to_move: String,
    /// What the rules give by now: `1-0`; null while the game is open.
    pub result: Option<String>,
    /// The points: `3-4`; null where the game has none.
    pub score: Option<String>,
    /// The position as the tag `Position` has it.
    pub position: String,
    /// The board as text.
    pub text: String,
    /// The board as SVG.
    pub svg: String,
    /// Where the turn stands in the document; null before the first.
    pub range: Option<Range>,
    /// Where the record stands in the document.
    pub within: Range,
    /// The turns of the main line that can be played.
    pub turns: u32,
    /// What is wrong with the turn at the cursor, which therefore is not on the board; null where nothing is.
    pub fault: Option<String>,
}

pub(super) fn board(ask: &Ask, params: BoardParams) -> Answer<Option<Board>> {
    let byte = ask.document.byte_of(params.at.position);
    // What is noted before the first record belongs to it; on a page it is the page's own text.
    let is_before = |start: usize| byte < start && ask.document.page_kind().is_none();
    let first =
        || ask.document.all_entries().find(|entry| !entry.preamble).filter(|entry| is_before(entry.range.start));
    let Some(studied) = ask.record_at(byte).or_else(|| ask.studied(first()?)) else { return Ok(None) };
    let look = params.theme.as_deref().map(look_named).transpose()?;
    Ok(board_at(ask, &studied, studied.at(byte), look, params.step))
}

/// The look of that name.
fn look_named(name: &str) -> Answer<Theme> {
    let names = || Theme::names().collect::<Vec<_>>().join(", ");
    Theme::named(name).ok_or_else(|| Fault::failed(format!("there is no theme `{name}`; they are {}", names())))
}

/// The board behind the turn at a byte of a record, or `step` turns on.
pub(super) fn board_at(ask: &Ask, studied: &Studied, at: u32, look: Option<Theme>, step: i32) -> Option<Board> {
    let (record, timeline) = (studied.record(), studied.timeline()?);
    let seen = timeline.seen_from(at)?;
    let fault = seen.fault.map(|finding| finding.message.to_string());
    let frame = stepped(timeline.frames(), seen.frame, step);
    let node = timeline.node(frame);
    let items: &[Item] = node.map_or(&record.moves.opening, |node| &node.after);
    let figure = figure_of(frame, items)?;
    let theme = look.unwrap_or_else(|| theme(ask));
    let position = &frame.position;
    let number = ask.document.entries(0..studied.entry.range.start).filter(|entry| !entry.preamble).count();
    Some(Board {
        game: timeline.game().name().to_owned(),
        title: timeline.game().title().to_owned(),
        record: number.max(1),
        turn: frame.number,
        variation: frame.path.clone(),
        played: frame.canonical_turn(),
        seat: frame.seat_name(),
        to_move: position.seat_name(position.to_move()),
        result: position.result().map(ToString::to_string),
        score: position.score().map(|points| score_text(&points)),
        position: position.text(),
        text: text_of(ask, &figure),
        svg: write_figure(&figure, &theme),
        range: node.map(|node| {
            ask.document.places_in(&studied.entry, Span::new(node.start() as usize, node.text.end as usize))
        }),
        within: ask.document.places_of(&studied.entry.range),
        turns: timeline.report.turns,
        fault,
    })
}

/// The position so many turns on in the same line, as far as it goes.
fn stepped<'f>(frames: &'f [Frame], frame: &'f Frame, step: i32) -> &'f Frame {
    let line: Vec<&Frame> = frames
        .iter()
        .filter(|other| other.path == frame.path || (other.turn.is_none() && frame.in_main_line()))
        .collect();
    let here = line.iter().position(|other| other.turn == frame.turn).unwrap_or(0);
    let last = i64::try_from(line.len()).unwrap_or(i64::MAX) - 1;
    let wanted = (i64::try_from(here).unwrap_or(0) + i64::from(step)).clamp(0, last.max(0));
    usize::try_from(wanted).ok().and_then(|at| line.get(at)).copied().unwrap_or(frame)
}
