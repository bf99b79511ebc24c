//! Tests that start other programs.

mod browser;
