//! Condition that a game reaches a position: exactly, or on a rotated or mirrored board.

use std::sync::Arc;

use crate::games::{Symmetric, with_game};
use crate::replay::{Frame, KeyCache, Position, Timeline, images_with_setup};

/// Condition on a position. A text that is only a board is compared only with boards.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PositionCondition {
    /// Text of the position or the board.
    pub text: String,
    /// True if any symmetric image matches as well.
    pub symmetric: bool,
}

impl PositionCondition {
    /// Returns true if one of the frames of a timeline has the position.
    pub fn holds<'t>(
        &self,
        timeline: &'t Timeline,
        frames: impl Iterator<Item = &'t Frame>,
    ) -> bool {
        with_game!(timeline.game(), G => self.holds_in::<G>(timeline, frames)).unwrap_or(false)
    }

    fn holds_in<'t, G: Symmetric>(
        &self,
        timeline: &'t Timeline,
        mut frames: impl Iterator<Item = &'t Frame>,
    ) -> Option<bool> {
        let setup = &timeline.start()?.position.of_game::<G>()?.setup;
        let goal = Goal::<G>::parse(&self.text)?;
        if !self.symmetric {
            return Some(frames.any(|frame| goal.is_at(frame)));
        }

        let Some(images) = images_with_setup::<G>(setup, &goal.position) else {
            // A table that can be shifted has too many images to list, but they share one key.
            let mut cache = KeyCache::default();
            return Some(frames.any(|frame| goal.has_image_at(frame, setup, &mut cache)));
        };
        let images: Vec<Goal<G>> = images
            .into_iter()
            .map(|image| goal.with_position(image))
            .collect();
        Some(frames.any(|frame| images.iter().any(|image| image.is_at(frame))))
    }
}

/// The parts of a position that are compared.
#[derive(Clone, Copy)]
enum Compared {
    /// The text of the position was given.
    Everything,
    /// Only the board was given.
    Board,
}

/// Position that is searched for.
struct Goal<G: Symmetric> {
    position: G::PositionText,
    compared: Compared,
}

impl<G: Symmetric> Goal<G> {
    fn parse(text: &str) -> Option<Self> {
        if let Ok(position) = G::parse_position(text) {
            return Some(Self {
                position,
                compared: Compared::Everything,
            });
        }

        Some(Self {
            position: G::parse_board(text)?,
            compared: Compared::Board,
        })
    }

    fn with_position(&self, position: G::PositionText) -> Self {
        Self {
            position,
            compared: self.compared,
        }
    }

    /// Returns the position searched for; fields that are not compared are taken from `other`.
    fn completed(&self, other: &G::PositionText) -> G::PositionText {
        match self.compared {
            Compared::Everything => self.position.clone(),
            Compared::Board => G::with_board(other, &self.position),
        }
    }

    /// Returns true if a frame has the position.
    fn is_at(&self, frame: &Frame) -> bool {
        let position = frame.position.of_game::<G>();
        position.is_some_and(|position| {
            let found = position.position_text();
            self.completed(&found) == found
        })
    }

    /// Returns true if a frame has the position or an image of it, by their keys.
    fn has_image_at(&self, frame: &Frame, setup: &Arc<G::Setup>, cache: &mut KeyCache) -> bool {
        let Some(position) = frame.position.of_game::<G>() else {
            return false;
        };
        let text = self.completed(&position.position_text());
        let goal = Position::to_look_at::<G>(Arc::clone(setup), &text);
        goal.keys(cache).symmetric == frame.position.keys(cache).symmetric
    }
}
