//! Cards and decks of the Pipe Game.

mod command;
mod drawing;
mod fields;
mod records;
mod shipped;
