//! The records of the corpus, each with the verdict that it carries.

mod manifest;
mod verdicts;
