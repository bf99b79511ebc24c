//! What starts other programs.

mod browser;
