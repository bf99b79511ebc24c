//! Set-up tags. There is nothing to choose.

use super::Tictactoe;
use crate::games::SetupTags;

/// Setup of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Setup;

/// Reads the tags.
pub(super) fn read(tags: &mut SetupTags<'_>) -> Option<Setup> {
    tags.variant::<Tictactoe>().map(|_| Setup)
}
