//! Findings: what is wrong with a record, where, by which rule, and what would mend it.

mod book;
mod catalogue;
#[doc(hidden)]
pub mod codes;
mod rules;

pub use book::BookAddress;
pub use catalogue::{Code, CodeInfo, Severity};
#[doc(hidden)]
pub use codes::common as code;
pub use codes::{all_codes, code_named};
pub use rules::{Rule, all_rules, rule_named};

use crate::text::{Printable, Span, TextEdit};

/// Something else in the record that a finding collides with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Related {
    /// What it has to do with the finding.
    pub message: Printable,
    /// Where it stands.
    pub span: Span,
    /// Its turn, from 1; 0 for tags and the result.
    pub turn: u32,
}

/// The board at the point of a finding, to be drawn when somebody looks at it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Exhibit {
    /// The position as the game's sheet writes it.
    pub position: String,
    /// The places at fault, as the game names them.
    pub marks: Vec<String>,
}

/// Something that is wrong with a record.
#[derive(Clone, Debug)]
pub struct Finding {
    /// What kind of fault it is.
    pub code: Code,
    /// Whether it makes the record invalid; what `[%irregular]` lets stand is a warning.
    pub severity: Severity,
    /// The number of the rule that is broken.
    pub rule: &'static str,
    /// The turn, from 1; 0 for tags and for the result.
    pub turn: u32,
    /// For a finding in a variation: the turn that it replaces and which of its variations it
    /// is, both from 1, for each level.
    pub variation: Vec<u32>,
    /// What is wrong, in one sentence.
    pub message: Printable,
    /// What would mend it.
    pub help: Option<Printable>,
    /// The very part of the record that is wrong.
    pub span: Span,
    /// What it collides with.
    pub related: Vec<Related>,
    /// The board at that point.
    pub exhibit: Option<Exhibit>,
    /// What would mend it, where only one change of the record would.
    pub fix: Option<Box<Fix>>,
    /// Of an expectation that did not hold: the arguments with which it would, `moves 24`.
    pub holds: Option<String>,
}

/// A change of a record that mends it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fix {
    /// What is changed, and what speaks for it.
    pub message: Printable,
    /// Parts of the record's text and what is to stand there, in the order of the text.
    pub edits: Vec<TextEdit>,
}

impl Finding {
    /// A finding about the record as a whole, of turn 0; the other parts are filled in after.
    pub fn new(code: Code, span: Span, message: impl Into<String>) -> Self {
        Self {
            code,
            severity: code.severity,
            rule: code.rule,
            turn: 0,
            variation: Vec::new(),
            message: Printable::from(message.into()),
            help: None,
            span,
            related: Vec::new(),
            exhibit: None,
            fix: None,
            holds: None,
        }
    }

    /// Adds what would mend it.
    #[must_use]
    pub fn with_help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(Printable::from(help.into()));
        self
    }

    /// Says at which turn it is, and in which variation.
    #[must_use]
    pub fn at(mut self, turn: u32, variation: &[u32]) -> Self {
        self.turn = turn;
        self.variation = variation.to_vec();
        self
    }

    /// Names something that it collides with.
    #[must_use]
    pub fn with_related(mut self, related: impl IntoIterator<Item = Related>) -> Self {
        self.related.extend(related);
        self
    }

    /// Whether it makes the record invalid.
    pub fn is_error(&self) -> bool {
        self.severity == Severity::Error
    }
}
