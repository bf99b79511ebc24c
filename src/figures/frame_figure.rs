//! Figures of frames: draws a position of a replay, with the commands in the comments beside it,
//! the traces of the last turn, and its caption.
//!
//! A *frame* is a position of the replay, with the turn that led to it. The *items* after a turn
//! are its comments and variations; `[%circle c3]` and other commands in them mark the figure. A
//! *scene* is the drawing of a position without marks.

use std::collections::{BTreeMap, BTreeSet};

use super::finding_figure::figure_of_finding;
use super::options::FigureOptions;
use super::piece_numbers::{History, number_pieces};
use super::puzzle::task;
use super::seat_to_move::{is_mover, without_mover};
use crate::draw::{Annotations, Edges, Element, Figure, Lang, Note, Role, Scene, View, ViewError};
use crate::findings::Finding;
use crate::games::Effects;
use crate::notation::{
    Comment, Item, Meaning, Puzzle, comments_of, figure_commands, is_resignation,
};
use crate::replay::{Frame, Position, Timeline};

/// Result of drawing a position.
#[derive(Default)]
pub(super) struct Drawn {
    pub(super) figure: Option<Figure>,
    /// Warnings about parts that cannot be shown.
    pub(super) warnings: Vec<String>,
    pub(super) is_refused: bool,
    /// True if the names of the players go below the board.
    pub(super) shows_names: bool,
}

/// Draws one position with the commands in the comments beside it. Commands that cannot be carried
/// out are ignored.
///
/// # Errors
/// Returns an error if the position cannot be shown as requested.
pub fn figure_beside(
    frame: &Frame,
    items: &[Item],
    options: &FigureOptions,
) -> Result<Figure, ViewError> {
    let mut history = History::default();
    history.add(frame);
    let (options, _) = options_of_frame(items, options);
    figure_of_frame(frame, &history, options)
}

/// Draws a selected position with the commands beside it and the task of its puzzle. Also returns
/// warnings about parts that cannot be shown.
pub(super) fn draw_frame(
    frame: &Frame,
    items: &[Item],
    puzzle: Option<Puzzle>,
    history: &History,
    options: &FigureOptions,
) -> Drawn {
    let (options, warnings) = options_of_frame(items, options);
    let has_notes = options.view.notes;
    let shows_names = options.names;
    let mut drawn = with_warnings(figure_of_frame(frame, history, options), warnings);
    drawn.shows_names = shows_names;
    if let Some(figure) = &mut drawn.figure {
        set_task(figure, frame, puzzle, has_notes);
        if has_notes {
            let lang = figure.lang;
            figure.notes.extend(
                authors(items).map(|author| Note::of_words(lang.fill("Note by {0}", &[&author]))),
            );
        }
    }
    drawn
}

/// Adds the task of a puzzle to its position, instead of the seat to move.
pub(super) fn set_task(
    figure: &mut Figure,
    frame: &Frame,
    puzzle: Option<Puzzle>,
    has_notes: bool,
) {
    let Some(puzzle) = puzzle else { return };
    let lang = figure.lang;
    let task = task(frame, puzzle, lang);
    let headline = format!("{}, {task}", frame.position.game().title());
    figure.title = match frame.canonical_turn() {
        Some(turn) => lang.fill(
            "{0}, after turn {1}: {2}",
            &[&headline, &frame.number, &turn],
        ),
        None => headline,
    };
    figure.words = format!("{task}. {}", figure.words);
    if has_notes {
        figure.notes.retain(|note| !is_mover(&note.words(), lang));
        figure.notes.insert(0, Note::of_words(task));
    }
}

/// Returns the authors of the comments that a figure shows, each once.
fn authors(items: &[Item]) -> impl Iterator<Item = String> {
    let is_shown = |comment: &&Comment| {
        comment
            .commands
            .iter()
            .any(|command| matches!(command.meaning, Meaning::Figure(Ok(_))))
    };
    let authors: BTreeSet<String> = comments_of(items)
        .filter(is_shown)
        .filter_map(Comment::author)
        .map(str::to_owned)
        .collect();
    authors.into_iter()
}

/// Draws a turn that is expected to be illegal, with warnings about parts that cannot be shown.
pub(super) fn draw_refusal(
    timeline: &Timeline,
    finding: &Finding,
    items: &[Item],
    options: &FigureOptions,
) -> Drawn {
    let (options, warnings) = options_of_frame(items, options);
    match figure_of_finding(timeline, finding, &options) {
        Some(drawn) => Drawn {
            is_refused: true,
            ..with_warnings(drawn, warnings)
        },
        None => Drawn {
            warnings,
            ..Drawn::default()
        },
    }
}

/// Returns the result of drawing a position. `warnings` are those that precede the warnings about
/// the figure itself.
fn with_warnings(drawn: Result<Figure, ViewError>, mut warnings: Vec<String>) -> Drawn {
    let figure = match drawn {
        Ok(figure) => {
            warnings.extend(warnings_about(&figure));
            Some(figure)
        }
        Err(error) => {
            warnings.push(error.to_string());
            None
        }
    };
    Drawn {
        figure,
        warnings,
        ..Drawn::default()
    }
}

/// Returns warnings about the parts of a figure that cannot be shown, or not well.
fn warnings_about(figure: &Figure) -> Vec<String> {
    let lang = figure.lang;
    let mut warnings = Vec::new();
    for name in &figure.unknown {
        warnings.push(lang.fill("`{0}` is not a place in this figure", &[name]));
    }
    for name in &figure.outside {
        let warning = "`{0}` is outside of the view, so its mark is left out";
        warnings.push(lang.fill(warning, &[name]));
    }

    let is_seen = |element: &Element| !matches!(element.role, Role::TextOnly | Role::Coordinate);
    if !figure.elements.iter().any(is_seen) {
        warnings.push(lang.say("the view shows no part of the board").to_owned());
    }

    // The names of a board without columns and rows belong to its places.
    let has_lines = !(figure.columns.is_empty() && figure.rows.is_empty());
    let selects_edges = ![Edges::USUAL, Edges::ALL, Edges::NONE].contains(&figure.coordinates);
    if !has_lines && selects_edges {
        let warning = "the names on this board have no edges: all of them are shown";
        warnings.push(lang.say(warning).to_owned());
    }

    for text in &figure.covering {
        warnings.push(lang.fill("the label `{0}` covers a piece", &[text]));
    }
    warnings
}

/// Returns the options of a figure combined with the commands in comments, and warnings about
/// commands without effect.
pub(super) fn options_of_frame(
    items: &[Item],
    options: &FigureOptions,
) -> (FigureOptions, Vec<String>) {
    let mut options = options.clone();
    let mut warnings = Vec::new();
    for (command, _) in figure_commands(items) {
        let applied = command
            .clone()
            .and_then(|command| options.apply(command).map_err(|error| error.to_string()));
        warnings.extend(applied.err());
    }
    (options, warnings)
}

/// Draws a position.
pub(super) fn figure_of_frame(
    frame: &Frame,
    history: &History,
    mut options: FigureOptions,
) -> Result<Figure, ViewError> {
    let lang = options.view.lang;
    // Some games draw a turn as a scene of its own. In the others, marks show the movement.
    let scene_of_turn = if options.movement {
        frame.position.scene_of_turn_in(lang)
    } else {
        None
    };
    let has_scene_of_turn = scene_of_turn.is_some();
    let mut scene = scene_of_turn.unwrap_or_else(|| frame.position.scene_in(lang));
    match frame.canonical_turn() {
        None => {}
        Some(turn) if is_resignation(&turn) => resign(&mut scene, frame, lang),
        Some(turn) => {
            scene.title = lang.fill(
                "{0}, after turn {1}: {2}",
                &[&scene.title, &frame.number, &turn],
            );
        }
    }

    let mut annotations = options.marks.clone();
    let effects = frame.position.effects();
    if let (Some(place), Some(card)) = (effects.placed.first(), effects.card) {
        scene.cards.push((place.clone(), card));
    }

    // Numbers mark what turns placed. In a scene of its own, the turn is marked in addition.
    let marks_placed = match options.numbers_from {
        Some(from) => {
            number_turns(frame, history, from, &mut options, &mut annotations);
            has_scene_of_turn
        }
        None => options.movement || options.last_turn,
    };
    if marks_placed {
        annotations.last_turn.clone_from(&effects.placed);
    }
    if options.movement && !has_scene_of_turn {
        show_movement(effects, &mut annotations);
    }
    Figure::new(scene, &annotations, &options.view)
}

/// Draws the effects of the last turn of a position.
pub(super) fn figure_of_turn(position: &Position, view: &View) -> Result<Figure, ViewError> {
    let effects = position.effects();
    let mut annotations = Annotations {
        last_turn: effects.placed.clone(),
        ..Annotations::default()
    };
    let scene = position.scene_of_turn_in(view.lang).unwrap_or_else(|| {
        show_movement(effects, &mut annotations);
        position.scene_in(view.lang)
    });
    Figure::new(scene, &annotations, view)
}

/// Annotates the pieces that a turn moved and removed.
fn show_movement(effects: Effects, annotations: &mut Annotations) {
    annotations.changed = effects.changed;
    annotations.comparisons = effects.comparisons;
    annotations.moved = effects.moved;
    annotations.rows = effects.rows;
    annotations.row_owner = effects.row_owner;
    annotations.pushed = effects.pushed;
    annotations.gone = effects.gone_before;
    annotations.gone.extend(effects.gone);
}

/// Numbers the pieces that the turns from `from` on placed, and lists these turns in the caption.
fn number_turns(
    frame: &Frame,
    history: &History,
    from: u32,
    options: &mut FigureOptions,
    annotations: &mut Annotations,
) {
    let offset = if options.renumber {
        from.saturating_sub(1)
    } else {
        0
    };
    number_pieces(
        &history.turns(&frame.path, from, frame.number),
        offset,
        options.view.lang,
        annotations,
    );
    if options.view.caption.is_none() && frame.number >= from {
        let is_range = from < frame.number;
        let is_renumbered = offset > 0;
        let caption = match (is_range, is_renumbered) {
            (true, true) => "Turns {0} to {1}; 1 is turn {0}",
            (true, false) => "Turns {0} to {1}",
            (false, true) => "Turn {0}, as 1",
            (false, false) => "Turn {0}",
        };
        options.view.caption = Some(options.view.lang.fill(caption, &[&from, &frame.number]));
    }
}

/// Shows a resignation: the position is unchanged, and no seat is to move.
fn resign(scene: &mut Scene, frame: &Frame, lang: Lang) {
    without_mover(scene, lang);
    let words = resigned(frame, lang);
    scene.title = format!("{}, {}", frame.position.game().title(), words);
    scene.words = format!("{} {words}.", scene.words);
    scene.notes.push(Note::of_words(words));
}

/// Returns the name of the position in a caption, such as `After turn 3: b3`.
fn name_of_moment(frame: &Frame, lang: Lang) -> String {
    match frame.canonical_turn() {
        None => lang.say("The start").to_owned(),
        Some(turn) if is_resignation(&turn) => resigned(frame, lang),
        Some(turn) => lang.fill("After turn {0}: {1}", &[&frame.number, &turn]),
    }
}

/// Returns who resigned, and when.
fn resigned(frame: &Frame, lang: Lang) -> String {
    lang.fill(
        "Turn {0}: {1} resigns",
        &[&frame.number, &seat_in(frame, lang)],
    )
}

/// Returns the name of the seat that took the turn.
pub(super) fn seat_in(frame: &Frame, lang: Lang) -> String {
    frame.seat().map_or_else(String::new, |seat| {
        name_of_seat(&frame.position, seat, lang)
    })
}

/// Returns the name of a seat.
pub(super) fn name_of_seat(position: &Position, seat: u8, lang: Lang) -> String {
    let name = position.seat_name(seat);
    let mut colours = position.game().facts().seats.colours();
    match colours.find(|colour| *colour == name) {
        Some(colour) => lang.name(colour).to_owned(),
        None => lang.fill("Seat {0}", &[&seat]),
    }
}

/// Sets the default caption of one of several figures: its turn and the clocks. A range of numbered
/// turns gets its own.
pub(super) fn add_caption(
    options: &mut FigureOptions,
    frame: &Frame,
    clocks: Option<&BTreeMap<u8, String>>,
) {
    let is_range = options.renumber && options.numbers_from.is_some();
    if options.view.caption.is_none() && !is_range {
        let lang = options.view.lang;
        let mut parts = vec![name_of_moment(frame, lang)];
        for (seat, time) in clocks.into_iter().flatten() {
            let name = name_of_seat(&frame.position, *seat, lang);
            parts.push(format!("{name} {time}"));
        }
        options.view.caption = Some(parts.join(" · "));
    }
}

/// Adds the names of the players and the times on their clocks, above the other notes.
pub(super) fn add_names(
    figure: &mut Figure,
    timeline: &Timeline,
    frame: &Frame,
    clocks: &BTreeMap<u8, String>,
    lang: Lang,
) {
    let tags = &timeline.record().tags;
    let player = |seat: u8| {
        let tag_name = format!("Player{seat}");
        let tag = tags.iter().find(|tag| tag.name == tag_name)?;
        Some(tag.value.to_string()).filter(|name| !name.is_empty())
    };
    let mut lines = Vec::new();
    for seat in 1..=frame.position.seats() {
        let clock = clocks.get(&seat).cloned();
        let parts: Vec<String> = player(seat).into_iter().chain(clock).collect();
        if !parts.is_empty() {
            let name = name_of_seat(&frame.position, seat, lang);
            lines.push(format!("{name}: {}", parts.join(", ")));
        }
    }

    for words in &lines {
        figure.words = format!("{} {words}.", figure.words);
    }
    let names = lines.into_iter().map(Note::of_words);
    figure.notes.splice(0..0, names);
}
