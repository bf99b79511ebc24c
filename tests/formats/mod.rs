//! Foreign formats: import and export.

mod abstractplay;
mod boardspace;
mod chats;
mod conversion;
mod gf1;
mod gipf;
mod kept_text;
mod linear;
mod pasted;
mod pipe_diagrams;
mod positions;
mod sgf;
mod trees;
mod understood;

use pipscribe::formats::{Assumptions, Imported, pips};
use pipscribe::notation::Record;
use pipscribe::text::SourceText;

use crate::support::{foreign_format, judged, root};

/// The games of a foreign text.
fn games_of(format: &str, text: &str, assumptions: &Assumptions) -> Vec<Imported> {
    foreign_format(format).read(&SourceText::new(text.to_owned(), 0, 1), assumptions)
}

/// The only game of a foreign text.
fn game_of(format: &str, text: &str, assumptions: &Assumptions) -> Imported {
    let mut games = games_of(format, text, assumptions);
    assert_eq!(games.len(), 1, "{text}");
    games.remove(0)
}

/// A record in a foreign format.
fn written(format: &str, record: &str) -> String {
    foreign_format(format)
        .write(&judged(&Record::parse_str(record)))
        .unwrap()
        .text
}

/// Each finding of a game: its code, and the text it points at.
fn found_in<'t>(game: &Imported, text: &'t str) -> Vec<(&'static str, &'t str)> {
    game.findings
        .iter()
        .map(|finding| (finding.code.id, finding.span.slice(text)))
        .collect()
}

fn messages_of(game: &Imported) -> Vec<String> {
    game.findings
        .iter()
        .map(|finding| finding.message.to_string())
        .collect()
}

/// The value of a tag.
fn value(record: &Record, name: &str) -> Option<String> {
    record.tag(name).map(|tag| tag.value.to_string())
}

/// The settings of a record that a format does not contain.
fn assumptions_of(record: &Record) -> Assumptions {
    let mut assumptions = Assumptions::default();
    assumptions.variant = value(record, "Variant");
    assumptions.options = value(record, "Options");
    assumptions
}

/// A record without comments, in canonical form.
fn bare(text: &str) -> String {
    String::from_utf8(pips::format(text.as_bytes(), true).bytes).unwrap()
}

/// A file of the corpus.
fn corpus(name: &str) -> String {
    std::fs::read_to_string(root().join("corpus").join(name)).unwrap()
}
