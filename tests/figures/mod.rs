//! Figures, and the interactive player of a record.

#[cfg(feature = "png")]
mod animation;
mod boards;
mod cards;
#[cfg(feature = "png")]
mod contrast;
mod dice;
#[cfg(feature = "png")]
mod exact_letters;
mod gallery;
mod letters;
mod lines;
mod marks;
mod paper;
mod pictures;
#[cfg(feature = "png")]
mod pixels;
mod player;
mod puzzles;
mod render;
mod scenes;
#[cfg(feature = "png")]
mod sheets;
mod slow;
mod tables;
mod words;
