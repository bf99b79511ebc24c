//! Boards and choices as a page shows them: SVG, where to click, and words.

use serde::{Serialize, Serializer};

use super::{NoChoice, Step, choices};
use crate::draw::{Annotations, Area, Areas, Figure, Theme, View, write_figure, write_picture};
use crate::figures::{FigureOptions, figure_beside};
use crate::games::Choice;
use crate::notation::{Item, Line, TurnId, TurnNode, score_text};
use crate::replay::{Frame, Position, Timeline};
use crate::text::Span;

/// How boards look.
#[derive(Clone, Debug, Default)]
pub struct BoardOptions {
    /// The look.
    pub theme: Theme,
    /// Rotator, language, names at the edges and so on.
    pub figure: FigureOptions,
}

/// The board at a place of a record.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Board {
    /// The game: `gipf`.
    pub game: String,
    /// Its name for people: `GIPF`.
    pub title: String,
    /// The turn that led there; null for the start.
    pub turn: Option<TurnId>,
    /// Its number; 0 for the start.
    pub number: u32,
    /// Its line: empty for the main line, else for each level the turn that is replaced and which of its variations this is.
    pub variation: Vec<u32>,
    /// It in canonical form; null for the start.
    pub played: Option<String>,
    /// Who took it, for people; null for the start.
    pub seat: Option<String>,
    /// The seat to move, from 1; after the end the one that would be next.
    pub mover: u8,
    /// The same for people.
    pub to_move: String,
    /// What the rules give by now: `1-0`; null while the game is open.
    pub result: Option<String>,
    /// The points: `3-4`; null where the game has none.
    pub score: Option<String>,
    /// The position as the tag `Position` has it.
    pub position: String,
    /// It in words.
    pub words: String,
    /// The board as SVG.
    pub svg: String,
    /// Where the places are on it, each with its name, in the order of these. As JSON an object.
    #[serde(serialize_with = "by_names")]
    pub places: Vec<(String, Area)>,
    /// Where the turn stands in the record, in bytes; null for the start.
    pub span: Option<Span>,
    /// What is wrong with the turn at the cursor, which therefore is not on the board; null where nothing is.
    pub fault: Option<String>,
    /// Where one step back leads: null at the start.
    pub previous: Option<Way>,
    /// Where a step on leads, the line's own turn first, then variations.
    pub next: Vec<Way>,
}

/// A step to another position of a record.
#[derive(Clone, Debug, Serialize)]
pub struct Way {
    /// The turn that leads there; null for the start.
    pub turn: Option<TurnId>,
    /// It in canonical form; null for the start.
    pub played: Option<String>,
    /// Where it stands in the record, in bytes; null for the start.
    pub span: Option<Span>,
}

/// Why there is no board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the tags of the record are at fault, or there is no such turn")]
pub struct NoBoard;

fn by_names<S: Serializer>(places: &[(String, Area)], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_map(places.iter().map(|(name, area)| (name, area)))
}

/// The board that a byte of a record speaks of, or the one after a turn of it.
///
/// # Errors
/// Where its tags leave the start open.
pub fn board_at(timeline: &Timeline, at: u32, options: &BoardOptions) -> Result<Board, NoBoard> {
    let seen = timeline.seen_from(at).ok_or(NoBoard)?;
    let (record, frame) = (timeline.record(), seen.frame);
    let node = timeline.node(frame);
    let items: &[Item] = node.map_or(&record.moves.opening, |node| &node.after);
    // What comments ask for may not fit the board, or show a part of it alone: then one could not play on the rest.
    let figure = figure_beside(frame, items, &options.figure).ok().filter(|figure| !figure.cut.any());
    let figure = match figure {
        Some(figure) => figure,
        None => figure_beside(frame, &[], &options.figure).map_err(|_| NoBoard)?,
    };
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
        result: position.result().map(ToString::to_string),
        score: position.score().map(|points| score_text(&points)),
        position: position.text(),
        words: figure.words.clone(),
        svg: write_figure(&figure, &options.theme),
        places: Areas::of(&figure).all().map(|(name, area)| (name.to_owned(), area)).collect(),
        span: node.map(|node| node.text),
        fault: seen.fault.map(|finding| finding.message.to_string()),
        previous: previous(timeline, frame),
        next: next(timeline, frame),
    })
}

fn way(timeline: &Timeline, frame: &Frame) -> Way {
    let span = timeline.node(frame).map(|node| node.text);
    Way { turn: frame.turn, played: frame.canonical_turn(), span }
}

/// The position before a turn.
fn previous(timeline: &Timeline, frame: &Frame) -> Option<Way> {
    let (line, node) = timeline.record().turns().find(|(_, node)| Some(node.id) == frame.turn)?;
    let in_line = |line: &Line, id: TurnId| {
        let before = line.turns.iter().take_while(|other| other.id != id);
        before.filter_map(|other| timeline.frame(other.id)).last()
    };
    let mut found = in_line(line, node.id);
    let mut inner = line;
    // The first of a variation comes behind what stands before the turn that it replaces.
    while found.is_none() && !inner.path.is_empty() {
        let replaced = |node: &TurnNode| node.variations().any(|variation| variation.line.path == inner.path);
        let (outer, node) = timeline.record().turns().find(|(_, node)| replaced(node))?;
        found = in_line(outer, node.id);
        inner = outer;
    }
    found.or_else(|| timeline.start()).map(|frame| way(timeline, frame))
}

/// The positions after the turns that can follow.
fn next(timeline: &Timeline, frame: &Frame) -> Vec<Way> {
    let record = timeline.record();
    let following = match frame.turn {
        None => record.moves.turns.as_slice(),
        Some(id) => {
            let line = record.turns().find(|(_, node)| node.id == id).map(|(line, _)| line);
            line.and_then(|line| line.turns.get(id.index as usize + 1..)).unwrap_or_default()
        }
    };
    let mut ways = Vec::new();
    for node in following {
        let firsts = node
            .variations()
            .filter_map(|variation| variation.line.turns.iter().find_map(|node| timeline.frame(node.id)));
        ways.extend(timeline.frame(node.id).into_iter().chain(firsts).map(|frame| way(timeline, frame)));
        if !node.expects_refusal() {
            break;
        }
    }
    ways
}

/// What can be chosen, to be shown.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Choices {
    /// What is to be chosen, as a sentence.
    pub asks: String,
    /// The turn in canonical form, where it may end here; else null.
    pub turn: Option<String>,
    /// What can be chosen; nothing where the turn can but end.
    pub choices: Vec<ChoiceShown>,
    /// Whether the seat to move may resign instead.
    pub resign: bool,
    /// The board as the parts that were chosen have changed it; null where nothing is chosen.
    pub svg: Option<String>,
}

/// Something that can be chosen.
#[derive(Clone, Debug, Serialize)]
pub struct ChoiceShown {
    /// What names it among the others.
    pub key: String,
    /// It in a few words.
    pub label: String,
    /// More words for those who cannot see it; may be empty.
    pub told: String,
    /// Where it is on the board; nothing where it is not there.
    pub areas: Vec<Area>,
    /// Whether it is picked up: then the choices that come next are places to which it is dragged.
    pub drags: bool,
    /// How it looks where it is no place of the board, as SVG; else null.
    pub picture: Option<String>,
}

/// What can be chosen after a turn of a record, or at its start, once `chosen` is.
///
/// # Errors
/// Where the turn was not played, something chosen is no choice, or the game is over.
pub fn choices_at(
    timeline: &Timeline,
    after: Option<TurnId>,
    chosen: &[String],
    options: &BoardOptions,
) -> Result<Choices, NoChoice> {
    let frame = match after {
        None => timeline.start(),
        Some(id) => timeline.frame(id),
    };
    choices_shown(&frame.ok_or(NoChoice::Nowhere)?.position, chosen, options)
}

/// The same in a position.
///
/// # Errors
/// Where something chosen is no choice, or the game is over.
pub fn choices_shown(position: &Position, chosen: &[String], options: &BoardOptions) -> Result<Choices, NoChoice> {
    let view = &options.figure.view;
    let Step { asks, turn, choices, shown, resign } = choices(position, chosen, view.lang)?;
    let view = View { crop: None, ..view.clone() };
    let annotations = match chosen {
        // Then the board is the one that the record has there.
        [] if options.figure.last_turn => {
            Annotations { last_turn: position.effects().placed, ..Annotations::default() }
        }
        _ => Annotations::default(),
    };
    let figure = Figure::new(shown.scene_in(view.lang), &annotations, &view).map_err(|_| NoChoice::Nowhere)?;
    let areas = Areas::of(&figure);
    let to_show = |choice: Choice| ChoiceShown {
        key: choice.key,
        label: choice.label,
        told: choice.told,
        drags: choice.drags,
        areas: choice.places.iter().filter_map(|name| areas.get(name)).collect(),
        picture: choice.picture.map(|scene| write_picture(&scene, view.rotation, &options.theme)),
    };
    let choices = choices.into_iter().map(to_show).collect();
    let svg = (!chosen.is_empty()).then(|| write_figure(&figure, &options.theme));
    Ok(Choices { asks, turn, choices, resign, svg })
}
