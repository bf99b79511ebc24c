//! A record as one HTML file that plays it: no network, no other file. Without JavaScript it shows
//! one position and all turns; with it, every position of the main line and of the variations.

mod list;
mod page;
mod pool;
mod steps;

use crate::draw::{Theme, ViewError};
use crate::figures::FigureOptions;
use crate::replay::{NoFrame, Timeline};

/// How a record is played.
#[derive(Clone, Debug, Default)]
pub struct PlayerOptions {
    /// How each position is shown.
    pub figure: FigureOptions,
    /// The look; light or dark as the reader's system is where it is not said.
    pub theme: Option<Theme>,
    /// The turn of the main line that is shown first; the start where it is not said.
    pub turn: Option<u32>,
    /// The address of the book that findings link to; they do not where it is not said.
    pub book: Option<String>,
}

/// A record as a page.
#[derive(Clone, Debug)]
pub struct Player {
    /// The whole file.
    pub html: String,
    /// What the record asks for and cannot be shown, in words, each with the turn.
    pub warnings: Vec<String>,
}

/// Why a record cannot be played.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PlayerError {
    /// Its set-up is at fault, or it has no such turn.
    #[error(transparent)]
    NoFrame(#[from] NoFrame),
    /// A position cannot be shown as it was asked for.
    #[error("turn {turn}: {error}")]
    View {
        /// The turn.
        turn: u32,
        /// Why.
        error: ViewError,
    },
    /// One file would be too large.
    #[error("the record has more than {most} positions, which is the most that a page plays")]
    TooMany {
        /// The most positions.
        most: usize,
    },
}

/// The script of the element `<pipscribe-player src="game.html">`, which shows pages that play records within other pages.
pub const PLAYER_ELEMENT: &str = page::SCRIPT;

/// Writes the page that plays a record.
///
/// # Errors
/// Where the tags leave the start open, a position cannot be shown as it was asked for, or there are
/// too many of them.
pub fn player(timeline: &Timeline, options: &PlayerOptions) -> Result<Player, PlayerError> {
    let theme = options.theme.clone().or_else(|| Theme::named("screen")).unwrap_or_default();
    let steps = steps::Steps::of(timeline, options, &theme)?;
    let open = match options.turn {
        None | Some(0) => 0,
        Some(asked) => {
            let id = asked.to_string();
            let missing = NoFrame::NoSuchTurn { asked, last: timeline.report.turns };
            steps.steps.iter().position(|step| step.id == id).ok_or(missing)?
        }
    };
    let html = page::write(&steps, open, options, &theme);
    Ok(Player { html, warnings: steps.warnings })
}
