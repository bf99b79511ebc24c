//! A position as a scene.

use super::setup::Setup;
use super::state::State;
use crate::draw::{Place, Scene, UNIT};

/// Draws a position.
pub(super) fn scene(_setup: &Setup, _state: &State) -> Scene {
    Scene {
        title: String::new(),
        words: String::new(),
        origin: Place { x: 0, y: 0 },
        size: Place { x: UNIT, y: UNIT },
        text_grid: Place { x: UNIT, y: UNIT },
        elements: Vec::new(),
    }
}
