//! What is drawn, and the page that plays a record.

mod boards;
mod browser;
mod cards;
mod dice;
mod gallery;
mod player;
mod render;
mod scenes;
