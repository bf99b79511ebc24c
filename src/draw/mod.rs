//! Figures. A game draws a [`Scene`]; each writer turns it into one format.

mod scene;
mod svg;
mod text;

pub use scene::{Anchor, Element, Place, Role, Scene, Shape, Tone, UNIT};
pub use svg::write_svg;
pub use text::write_text;
