//! Collections: boards that are turned, tables, and the commands for many records.

mod symmetry;
