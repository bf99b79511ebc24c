//! Findings: the errors of a record, their places and rules, and how to fix them. `code_info.rs`
//! defines the entries of the catalogue of codes, and `codes/` holds them.
//!
//! A finding has a *code*, such as `gipf/line-full`, which identifies the kind of problem, and the
//! number of the broken *rule*, such as `G3.4`. A *waived* finding is an error that the record
//! permits with `[%irregular CODE]`; it is a warning. *Hints* are remedies that a program can act
//! on.

mod book_links;
mod code_info;
mod code_pages;
#[doc(hidden)]
pub mod codes;
mod hint;
mod rules;
mod turn_place;

pub use book_links::{BookAddress, heading_anchor};
pub use code_info::{Code, CodeInfo, Severity};
pub(crate) use code_info::{CodePage, codes};
#[doc(hidden)]
pub use code_pages::{families, finding_pages};
pub(crate) use codes::common as code;
pub use codes::{all_codes, code_named};
pub(crate) use hint::capitalized;
pub use hint::{Hint, HintText, Hinted};
pub use rules::{Rule, all_rules, rule_named};
pub(crate) use turn_place::{Branch, TurnPlace};

use std::fmt;

use serde::{Serialize, Serializer};

use crate::text::{Printable, Span, TextEdit};

/// Another part of the record that a finding refers to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Related {
    /// The relation to the finding.
    pub message: Printable,
    /// The place in the record.
    pub span: Span,
    /// The turn, from 1; 0 for tags and the result.
    pub turn: u32,
}

/// Board to be drawn with a finding. Only the text is kept, so that an exhibit costs little until
/// it is shown.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Exhibit {
    /// The position string of the game.
    pub position: String,
    /// The places to mark as illegal, by their names in the game.
    pub marks: Vec<String>,
}

/// One error or warning of the checker.
///
/// It implements [`std::error::Error`], so that `?` passes it on. It serialises with the keys of
/// `check --format json`; its spans count from the start of the record, as [`Span`] does.
///
/// ```
/// use pipscribe::Checked;
///
/// let checked = Checked::from_text("[Game \"gipf\"]\n\n1. b3 *\n");
/// let finding = &checked.report.findings[0];
/// assert!(finding.is_error());
/// assert_eq!(finding.code.id, "tag/missing");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Finding {
    /// The code, which identifies the kind of problem.
    pub code: Code,
    /// The severity. A waived error is a warning.
    pub severity: Severity,
    /// The number of the broken rule.
    pub rule: &'static str,
    /// The turn, from 1; 0 for tags and for the result.
    pub turn: u32,
    /// For a finding in a variation: the turn that is replaced and the number of its variation,
    /// both from 1, for each level.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub variation: Vec<u32>,
    /// The message, one sentence.
    pub message: Printable,
    /// Advice on how to fix the record, without the hints; [`Finding::advice`] returns both.
    pub help: Option<Printable>,
    /// Alternative ways to resolve the finding.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub hints: Vec<Hint>,
    /// The exact part of the record that is wrong.
    pub span: Span,
    /// Other parts of the record to which the finding refers.
    pub related: Vec<Related>,
    /// The board at the place of the finding.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub exhibit: Option<Exhibit>,
    /// The suggested fix, if only one change would fix the record.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fix: Option<Box<Fix>>,
    /// For an unmet expectation: arguments that would be met, such as `moves 24`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub holds: Option<String>,
}

/// Change that fixes a record.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Fix {
    /// The change, and the reason.
    pub message: Printable,
    /// Spans of the record's text with their replacements, in the order of the text.
    #[serde(serialize_with = "edits")]
    pub edits: Vec<TextEdit>,
}

/// Sorts findings by their places. Findings that begin at the same place keep the order of notation
/// 5: text, tags, figure commands, result and score, turns, puzzles.
pub(crate) fn sort_by_place(findings: &mut [Finding]) {
    findings.sort_by_key(|finding| finding.span.start);
}

impl Finding {
    /// Creates a finding about the record as a whole, with turn 0. The other fields can be set
    /// later.
    pub fn new(code: Code, span: Span, message: impl Into<String>) -> Self {
        Self {
            code,
            severity: code.severity,
            rule: code.rule,
            turn: 0,
            variation: Vec::new(),
            message: Printable::from(message.into()),
            help: None,
            hints: Vec::new(),
            span,
            related: Vec::new(),
            exhibit: None,
            fix: None,
            holds: None,
        }
    }

    /// Sets the help: advice on how to solve the problem.
    #[must_use]
    pub(crate) fn with_help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(Printable::from(help.into()));
        self
    }

    /// Adds a hint: a remedy that a program can act on.
    #[must_use]
    pub(crate) fn with_hint(mut self, hint: Hint) -> Self {
        self.hints.push(hint);
        self
    }

    /// Adds a hint for each value that a tag could be given.
    #[must_use]
    pub(crate) fn with_tag<V: Into<Printable>>(
        mut self,
        name: &str,
        values: impl IntoIterator<Item = V>,
    ) -> Self {
        let hints = values.into_iter().map(|value| Hint::SetTag {
            name: Printable::from(name),
            value: value.into(),
        });
        self.hints.extend(hints);
        self
    }

    /// Returns the help, followed by the hints in the wording of a front end. If there is help,
    /// hints to set a tag are left out, because the help names the values.
    pub fn advice(&self, hint_text: HintText) -> Option<String> {
        hint::advice(self.help.as_deref(), &self.hints, hint_text)
    }

    /// Sets the turn and the variation.
    #[must_use]
    pub(crate) fn at(mut self, turn: u32, variation: &[u32]) -> Self {
        self.turn = turn;
        self.variation = variation.to_vec();
        self
    }

    /// Adds related parts of the record.
    #[must_use]
    pub(crate) fn with_related(mut self, related: impl IntoIterator<Item = Related>) -> Self {
        self.related.extend(related);
        self
    }

    /// Returns the number of the rule; `None` for a finding about a foreign format, whose page has
    /// no numbered rules.
    pub(crate) fn rule_number(&self) -> Option<&'static str> {
        rule_named(self.rule).map(|_| self.rule)
    }

    /// Returns true if the finding makes the record invalid.
    pub fn is_error(&self) -> bool {
        self.severity == Severity::Error
    }
}

/// Writes `error[gipf/line-full] turn 5: message (rule)`.
impl fmt::Display for Finding {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}[{}]", self.severity, self.code)?;
        if self.turn > 0 {
            write!(out, " turn {}", TurnPlace::new(&self.variation, self.turn))?;
        }
        write!(out, ": {}", self.message)?;
        match self.rule_number() {
            Some(rule) => write!(out, " ({rule})"),
            None => Ok(()),
        }
    }
}

impl std::error::Error for Finding {}

/// Serialises edits as in `check --format json`.
fn edits<S: Serializer>(edits: &[TextEdit], serializer: S) -> Result<S::Ok, S::Error> {
    #[derive(Serialize)]
    struct Edit<'a> {
        start: u32,
        end: u32,
        text: &'a str,
    }
    serializer.collect_seq(edits.iter().map(|(span, text)| Edit {
        start: span.start,
        end: span.end,
        text,
    }))
}
