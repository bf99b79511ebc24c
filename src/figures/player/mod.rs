//! Interactive player: a record as one self-contained HTML file that works offline. Without
//! JavaScript it shows one position and all turns; with it, every position of the main line and of
//! the variations.
//!
//! [`player`] first makes a step of each position (`steps.rs`), then the HTML (`page.rs`) with the
//! data for the script `player.js` (`script_data.rs`). A *step* is a position with its drawing, or
//! an illegal turn; the *open* step is the one that is shown first.

mod collection;
mod colour_sheet;
mod lines_below;
mod page;
mod puzzle_tries;
mod record_texts;
mod script_data;
mod seat_lines;
mod shared_texts;
mod solver_positions;
mod steps;
mod turn_list;

pub use self::collection::PlayerCollection;
use crate::draw::{Theme, ViewError};
use crate::figures::FigureOptions;
use crate::findings::{Hint, Hinted};
use crate::replay::{NoFrame, Timeline};

/// Options of the player.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct PlayerOptions {
    /// Options of each position's figure.
    pub figure: FigureOptions,
    /// Theme; `None` for light or dark according to the reader's system.
    pub theme: Option<Theme>,
    /// Turn of the main line that is shown first; `None` for the first puzzle, or the first
    /// finding, or the last turn.
    pub turn: Option<u32>,
    /// Address of the book for links from findings; `None` for no links.
    pub book: Option<String>,
}

/// Player of a record.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Player {
    /// The complete HTML file.
    pub html: String,
    /// Warnings about commands that cannot be carried out, each with its turn.
    pub warnings: Vec<String>,
}

/// Reason why there is no player for a record.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PlayerError {
    /// The set-up of the record is invalid, or the record lacks the requested turn.
    #[error(transparent)]
    NoFrame(#[from] NoFrame),
    /// A position cannot be shown as requested.
    #[error("turn {turn}: {error}")]
    View {
        /// Number of the turn whose position cannot be shown.
        turn: u32,
        /// The reason.
        error: ViewError,
    },
    /// The file would be too large.
    #[error("the record has more than {most} positions, which is the most that a page plays")]
    TooMany {
        /// Maximum number of positions.
        most: usize,
    },
    /// The page of several records would be too large.
    #[error(
        "the records have more than {most} positions together, which is the most that a page plays: the first {fit} \
         of them fit"
    )]
    TooManyTogether {
        /// Maximum number of positions.
        most: usize,
        /// Number of records that fit.
        fit: usize,
    },
}

impl Hinted for PlayerError {
    fn hint(&self) -> Option<Hint> {
        match self {
            Self::NoFrame(error) => error.hint(),
            Self::View { .. } | Self::TooMany { .. } | Self::TooManyTogether { .. } => None,
        }
    }
}

/// Script of the element `<pipscribe-player src="game.html">`, which embeds players in other pages.
pub const PLAYER_ELEMENT: &str = page::SCRIPT;

/// Writes the player of a record.
///
/// # Errors
/// Returns an error if the tags do not define a valid start, a position cannot be shown as
/// requested, or there are too many positions.
pub fn player(timeline: &Timeline, options: &PlayerOptions) -> Result<Player, PlayerError> {
    let theme = theme_or_default(options);
    let steps = steps::Steps::new(timeline, options, &theme)?;
    let open = opening_step(&steps, timeline, options)?;
    let html = page::write_page(&steps, open, options, &theme);
    Ok(Player {
        html,
        warnings: steps.warnings,
    })
}

/// Returns the theme of the figures, whether chosen or the default.
fn theme_or_default(options: &PlayerOptions) -> Theme {
    options
        .theme
        .clone()
        .or_else(|| Theme::named("screen"))
        .unwrap_or_default()
}

/// Returns the step that is shown first.
fn opening_step(
    steps: &steps::Steps<'_>,
    timeline: &Timeline,
    options: &PlayerOptions,
) -> Result<usize, PlayerError> {
    if let Some(address) = &options.figure.line {
        let turn = timeline.at(address)?.turn;
        return Ok(turn
            .and_then(|turn| steps.of_turn.get(&turn).copied())
            .unwrap_or(0));
    }

    match options.turn {
        None => Ok(step_of_first_puzzle(steps)
            .or_else(|| steps.first_finding())
            .unwrap_or_else(|| steps.last_of_main_line())),
        Some(0) => Ok(0),
        Some(asked) => {
            let missing = NoFrame::NoSuchTurn {
                asked,
                last: timeline.report.turns,
            };
            Ok(step_after_turn(steps, asked).ok_or(missing)?)
        }
    }
}

/// Returns the step at which the first puzzle begins, unless the solutions are shown at once.
fn step_of_first_puzzle(steps: &steps::Steps<'_>) -> Option<usize> {
    if steps.shows_solution() {
        return None;
    }
    let turn = *steps.puzzle_turns().first()?;
    step_after_turn(steps, turn)
}

/// Returns the step after a turn of the main line, whose identifier is the number of the turn.
fn step_after_turn(steps: &steps::Steps<'_>, turn: u32) -> Option<usize> {
    let id = turn.to_string();
    steps.steps.iter().position(|step| step.id == id)
}
