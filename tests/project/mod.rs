//! The project itself: its pages, its package, the layers of its code.

mod command_words;
mod container;
mod games;
mod hooks;
mod limits;
mod lines;
mod package;
mod pages;
mod recipes;
mod release;
mod shell;
mod sources;
mod structure;
mod vocabulary;
