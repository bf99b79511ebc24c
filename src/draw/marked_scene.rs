//! Builder for figures with marks, which starts at a scene.

use super::annotation::{Annotations, Mark};
use super::figure::{Figure, ViewError};
use super::scene::Scene;
use super::view::View;

/// Scene to which marks are added one by one; [`MarkedScene::figure`] builds the figure.
///
/// ```
/// use pipscribe::prelude::*;
///
/// let game = LiveGame::start("[Game \"gipf\"]\n[Variant \"basic\"]\n");
/// let scene = game.map_err(|finding| finding.message.to_string())?.position().scene();
/// let figure = scene.mark(Mark::Circle, "e5").arrow("a2", "c4").caption("A push from a2").figure()?;
/// assert!(write_figure(&figure, &Theme::default()).contains("A push from a2"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct MarkedScene {
    scene: Scene,
    annotations: Annotations,
    view: View,
}

impl Scene {
    /// Adds a mark on a place.
    pub fn mark(self, mark: Mark, place: &str) -> MarkedScene {
        MarkedScene::from(self).mark(mark, place)
    }

    /// Adds an arrow from place to place.
    pub fn arrow(self, from: &str, to: &str) -> MarkedScene {
        MarkedScene::from(self).arrow(from, to)
    }

    /// Sets the caption.
    pub fn caption(self, words: &str) -> MarkedScene {
        MarkedScene::from(self).caption(words)
    }
}

impl From<Scene> for MarkedScene {
    fn from(scene: Scene) -> Self {
        Self {
            scene,
            annotations: Annotations::default(),
            view: View::default(),
        }
    }
}

impl MarkedScene {
    /// Adds a mark on a place.
    #[must_use]
    pub fn mark(mut self, mark: Mark, place: &str) -> Self {
        self.annotations.marks.push((mark, place.to_owned()));
        self
    }

    /// Adds an arrow from place to place.
    #[must_use]
    pub fn arrow(mut self, from: &str, to: &str) -> Self {
        self.annotations
            .arrows
            .push((from.to_owned(), to.to_owned()));
        self
    }

    /// Adds a line from place to place.
    #[must_use]
    pub fn line(mut self, from: &str, to: &str) -> Self {
        self.annotations
            .lines
            .push((from.to_owned(), to.to_owned()));
        self
    }

    /// Adds a label on a place.
    #[must_use]
    pub fn label(mut self, place: &str, words: &str) -> Self {
        self.annotations
            .labels
            .push((place.to_owned(), words.to_owned()));
        self
    }

    /// Sets the caption.
    #[must_use]
    pub fn caption(mut self, words: &str) -> Self {
        self.view.caption = Some(words.to_owned());
        self
    }

    /// Sets all other options of the view; replaces a caption that was set before.
    #[must_use]
    pub fn view(mut self, view: View) -> Self {
        self.view = view;
        self
    }

    /// Builds the figure.
    ///
    /// # Errors
    /// Returns an error if a mark names a place that the scene lacks, or the view does not fit the
    /// board.
    pub fn figure(self) -> Result<Figure, ViewError> {
        let mut figure = Figure::new(self.scene, &self.annotations, &self.view)?;
        if figure.unknown.is_empty() {
            return Ok(figure);
        }
        Err(ViewError::Place(figure.unknown.swap_remove(0)))
    }
}
