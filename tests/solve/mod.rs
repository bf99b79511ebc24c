//! The solver: compared with brute force, and its commands.

mod commands;
mod faults;
mod slow;
