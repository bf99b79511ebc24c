//! Records that many tests use, and a builder for others.

use std::fmt::Display;

use pipscribe::notation::tag_lines;

/// A valid record in canonical form.
pub(crate) const VALID: &str = r#"[Game "gipf"]
[Variant "basic"]

1. b3 2. c2 *
"#;

/// The same record as someone may type it.
pub(crate) const UNTIDY: &str = r#"[Game "gipf"]
[Variant "basic"]
b3 c2"#;

/// A record whose second turn is illegal.
pub(crate) const BROKEN: &str = r#"[Game "gipf"]
[Variant "basic"]

1. b3 2. a2-c5 *
"#;

/// Builder of the text of a record, from its tags and its movetext.
///
/// ```ignore
/// let record = RecordText::gipf().tag("Event", "Club").with_moves("1. b3 *");
/// ```
#[derive(Clone, Debug)]
pub(crate) struct RecordText(Vec<(String, String)>);

impl RecordText {
    /// A record of a game by its name in `[Game]`.
    pub(crate) fn new(game: &str) -> Self {
        Self(Vec::new()).tag("Game", game)
    }

    /// A record of GIPF in its variant `basic`.
    pub(crate) fn gipf() -> Self {
        Self::new("gipf").tag("Variant", "basic")
    }

    /// Adds a tag after the others.
    pub(crate) fn tag(mut self, name: &str, value: impl Display) -> Self {
        self.0.push((name.to_owned(), value.to_string()));
        self
    }

    /// The lines of the tags.
    pub(crate) fn tags(&self) -> String {
        tag_lines(&self.0)
    }

    /// The whole record: tags, a blank line and the movetext, which ends with a line end.
    pub(crate) fn with_moves(&self, movetext: impl Display) -> String {
        format!("{}\n{movetext}\n", self.tags())
    }
}
