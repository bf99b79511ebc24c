//! The solver: compared with brute force, and its commands.

mod brute;
mod commands;
