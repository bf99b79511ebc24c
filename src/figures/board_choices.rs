//! Choices for display in a page: what a seat can choose next on a board, with clickable areas and
//! pictures. The board itself is in `board.rs`.
//!
//! A turn is built choice by choice, such as the card that is played and then its place. Each
//! choice has a *key*, and the keys of the choices so far lead to the next step.

use serde::Serialize;

use super::board::BoardOptions;
use super::frame_figure::figure_of_turn;
use crate::draw::{Annotations, Area, Areas, Figure, View, write_picture};
use crate::games::Choice;
use crate::replay::Position;
use crate::replay::choices::{NoChoice, Step, choices};

/// What a seat can choose next on its way to a turn, for display.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct Choices {
    /// Prompt, as a sentence.
    pub asks: String,
    /// The turn in canonical form if it may end here; otherwise null.
    pub turn: Option<String>,
    /// The choices; empty if the turn can only end.
    pub choices: Vec<ChoiceShown>,
    /// True if the seat to move may resign instead.
    pub resign: bool,
    /// The board as changed by the choices so far; null if there are none.
    pub svg: Option<String>,
}

/// One of the choices, for display.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct ChoiceShown {
    /// Key that identifies the choice.
    pub key: String,
    /// Short label, such as a button shows.
    pub label: String,
    /// Additional text for screen readers; may be empty.
    pub told: String,
    /// Areas on the board; empty if it is not on the board.
    pub areas: Vec<Area>,
    /// True if the choice picks up a piece: the choices that follow are the places to which it can
    /// be dragged.
    pub drags: bool,
    /// Picture as SVG if it is not a place of the board; otherwise null.
    pub picture: Option<String>,
}

/// Returns the choices in a position, for display, given those already made in `chosen`.
///
/// # Errors
/// Returns an error if an entry of `chosen` is not a valid choice, or the game is over.
pub fn choices_shown(
    position: &Position,
    chosen: &[String],
    options: &BoardOptions,
) -> Result<Choices, NoChoice> {
    let Step {
        asks,
        turn,
        choices,
        shown,
        resign,
    } = choices(position, chosen, options.figure.view.lang)?;
    let view = View {
        crop: None,
        tight: false,
        ..options.figure.view.clone()
    };

    // A complete turn is shown with its effects, so that it can be judged before it is played.
    let complete = if choices.is_empty() && options.figure.movement {
        turn.as_deref()
    } else {
        None
    };
    let after_turn = complete.and_then(|turn| position.play(turn).ok());
    let drawn = match after_turn {
        Some(after) => figure_of_turn(&after, &view),
        None => {
            let annotations = annotations_before_turn(position, chosen, options);
            Figure::new(shown.scene_in(view.lang), &annotations, &view)
        }
    };
    let figure = drawn.map_err(|_| NoChoice::Nowhere)?;

    let areas = options.areas(&figure);
    let shown_choices = choices
        .into_iter()
        .map(|choice| choice_shown(choice, &areas, options))
        .collect();
    let svg = if chosen.is_empty() {
        None
    } else {
        Some(options.write(&figure))
    };
    Ok(Choices {
        asks,
        turn,
        choices: shown_choices,
        resign,
        svg,
    })
}

/// Returns the annotations of a board whose turn is not complete.
fn annotations_before_turn(
    position: &Position,
    chosen: &[String],
    options: &BoardOptions,
) -> Annotations {
    // Before the first choice, the board is the board of the record.
    if chosen.is_empty() && options.figure.last_turn {
        Annotations {
            last_turn: position.effects().placed,
            ..Annotations::default()
        }
    } else {
        Annotations::default()
    }
}

/// Returns a choice with its areas on the board and its picture.
fn choice_shown(choice: Choice, areas: &Areas<'_>, options: &BoardOptions) -> ChoiceShown {
    let rotation = options.figure.view.rotation;
    ChoiceShown {
        key: choice.key,
        label: choice.label,
        told: choice.description,
        drags: choice.drags,
        areas: choice
            .places
            .iter()
            .filter_map(|name| areas.get(name))
            .collect(),
        picture: choice
            .picture
            .map(|scene| write_picture(&scene, rotation, &options.theme)),
    }
}
