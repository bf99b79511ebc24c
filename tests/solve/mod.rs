//! The solver: compared with brute force, and its commands.

mod addresses;
mod budgets;
mod commands;
mod faults;
mod slow;
mod untested;
