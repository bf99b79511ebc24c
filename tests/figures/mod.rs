//! Figures, and the interactive player of a record.

#[cfg(feature = "png")]
mod animation;
mod boards;
mod cards;
mod contrast;
mod dice;
mod gallery;
mod letters;
mod lines;
mod marks;
mod paper;
mod pictures;
mod player;
mod render;
mod scenes;
mod slow;
mod tables;
mod words;
