//! Texts that are part of the library: the files of the book, JSON schemas and licences.

mod book;
mod licences;
mod schemas;

pub use book::BOOK_FILES;
pub use licences::LICENCES;
pub use schemas::schema;
