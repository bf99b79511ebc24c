//! The entry of a code in the catalogue: its severity, its rule and its page, with a record that
//! yields exactly this code, and a near miss. The macro `codes!` defines the entries.

use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::str::FromStr;

use super::codes::{all_codes, all_pages, code_named};
use crate::text::UnknownName;

/// Severity of a finding.
///
/// ```
/// use pipscribe::findings::Severity;
///
/// assert!(Severity::Error > Severity::Warning);
/// assert_eq!(Severity::Error.to_string(), "error");
/// ```
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, serde::Deserialize, serde::Serialize,
)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[non_exhaustive]
pub enum Severity {
    /// Worth knowing; the record stays valid.
    Warning,
    /// The record is not valid.
    Error,
}

impl fmt::Display for Severity {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(match self {
            Self::Warning => "warning",
            Self::Error => "error",
        })
    }
}

/// The entry of a code in the catalogue.
///
/// ```
/// use pipscribe::findings::Code;
///
/// let code: Code = "gipf/line-full".parse()?;
/// assert_eq!((code.id, code.rule), ("gipf/line-full", "G3.4"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
#[non_exhaustive]
pub struct CodeInfo {
    /// The stable name, such as `gipf/line-full`.
    pub id: &'static str,
    /// The severity, unless it is waived.
    pub severity: Severity,
    /// The broken rule, or the section of the notation's specification.
    pub rule: &'static str,
    /// A summary in one sentence.
    pub summary: &'static str,
    /// True if `[%irregular]` can waive it.
    pub can_stand: bool,
}

/// Page of a code in the book. Separate from the code, so that programs that never use pages do not
/// contain them.
#[derive(Debug)]
pub(crate) struct CodePage {
    pub(crate) id: &'static str,
    /// The lines of the doc comment.
    pub(crate) lines: &'static [&'static str],
    pub(crate) failing: &'static str,
    pub(crate) near_miss: &'static str,
}

impl CodeInfo {
    fn find_page(&self) -> Option<&'static CodePage> {
        all_pages().find(|page| page.id == self.id)
    }

    /// Returns the text of the page as Markdown.
    pub fn page_text(&self) -> String {
        let lines = self.find_page().map_or(&[][..], |page| page.lines);
        // Lines of doc comments begin with a space.
        let lines: Vec<_> = lines
            .iter()
            .map(|line| line.strip_prefix(' ').unwrap_or(line))
            .collect();
        lines.join("\n")
    }

    /// Returns a record that yields exactly this code; a deck file if no record can.
    pub fn failing(&self) -> &'static str {
        self.find_page().map_or("", |page| page.failing)
    }

    /// Returns a near miss: a similar record without findings.
    pub fn near_miss(&self) -> &'static str {
        self.find_page().map_or("", |page| page.near_miss)
    }

    /// Returns the path of its page, relative to the first page of the book, without a file
    /// extension.
    pub(super) fn book_page(&self) -> String {
        format!("findings/{}", self.id)
    }

    /// Returns severity, rule and waiver in one line.
    fn facts_line(&self) -> String {
        // Rules of games have a letter and a number; other rules are sections of the notation, or
        // the page of a foreign format.
        let rule = if self.rule.starts_with("the ") {
            "see "
        } else if self
            .rule
            .starts_with(|letter: char| letter.is_ascii_uppercase())
        {
            "rule "
        } else {
            ""
        };
        let waiver = match (self.severity, self.can_stand) {
            (Severity::Warning, _) => String::new(),
            (Severity::Error, true) => format!(" · can be waived with `[%irregular {}]`", self.id),
            (Severity::Error, false) => " · cannot be waived".to_owned(),
        };
        let severity = match self.severity {
            Severity::Warning => "Warning",
            Severity::Error => "Error",
        };
        format!("{severity} · {rule}{}{waiver}", self.rule)
    }

    /// Returns the page that `explain` prints, as Markdown.
    ///
    /// The summary is not part of it: the text of the page says the same in a sentence.
    pub fn markdown(&self) -> String {
        let mut text = format!(
            "# {}\n\n{}\n\n{}\n",
            self.id,
            self.facts_line(),
            self.page_text().trim()
        );
        // Most codes of decks occur in a deck file, the others in a record.
        let is_deck_file = self.id.starts_with("deck/") && !self.failing().starts_with("[Game");
        let language = match self.id.split('/').next() {
            Some("deck") if is_deck_file => "yaml",
            // The text is in a foreign format.
            Some("import") => "text",
            _ => "pips",
        };
        for (heading, example) in [
            ("Triggers", self.failing()),
            ("Does not trigger", self.near_miss()),
        ] {
            if !example.is_empty() {
                text.push_str(&format!(
                    "\n## {heading}\n\n~~~{language}\n{}\n~~~\n",
                    example.trim_end()
                ));
            }
        }
        text
    }
}

/// Codes are equal if their names are: each name occurs once in the catalogue.
impl PartialEq for CodeInfo {
    fn eq(&self, other: &Self) -> bool {
        self.id == other.id
    }
}

impl Eq for CodeInfo {}

/// Orders codes by their names.
impl Ord for CodeInfo {
    fn cmp(&self, other: &Self) -> Ordering {
        self.id.cmp(other.id)
    }
}

impl PartialOrd for CodeInfo {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Hash for CodeInfo {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.id.hash(state);
    }
}

/// Writes the name: `gipf/line-full`.
impl fmt::Display for CodeInfo {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.pad(self.id)
    }
}

/// Serialises the code as its name.
impl serde::Serialize for CodeInfo {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.id)
    }
}

/// Finds a code by its name. The error lists the codes of the same family; all codes if there is no
/// such family.
impl FromStr for Code {
    type Err = UnknownName;

    fn from_str(id: &str) -> Result<Self, UnknownName> {
        if let Some(code) = code_named(id) {
            return Ok(code);
        }
        let family = id.split('/').next();
        let is_of_family = |known: &&str| known.split('/').next() == family;
        let all_ids: Vec<&str> = all_codes().map(|code| code.id).collect();
        let mut ids = all_ids.clone();
        ids.retain(is_of_family);
        if ids.is_empty() {
            ids = all_ids;
        }
        Err(UnknownName::new("code", id, ids))
    }
}

/// A code of the catalogue.
pub type Code = &'static CodeInfo;

/// Defines a part of the catalogue, such as the codes of a game. The doc comment of an entry is its
/// page:
///
/// ```text
/// /// The line has no empty spot, so nothing on it can move.
/// LINE_FULL = "gipf/line-full", Error, "G3.4";
/// "the line has no empty spot",
/// fails "[Game \"gipf\"] …",
/// near "[Game \"gipf\"] …";
/// ```
///
/// `can_stand` after the rule means that the code can be waived.
macro_rules! codes {
    ($(
        $(#[doc = $page:literal])+
        $name:ident = $id:literal, $severity:ident, $rule:literal $(, $can_stand:ident)?;
        $summary:literal,
        fails $failing:expr,
        near $near_miss:expr;
    )+) => {
        $(
            $(#[doc = $page])+
            pub static $name: $crate::findings::CodeInfo = $crate::findings::CodeInfo {
                id: $id,
                severity: $crate::findings::Severity::$severity,
                rule: $rule,
                summary: $summary,
                can_stand: $crate::findings::codes!(@stand $($can_stand)?),
            };
        )+
        /// All codes of this part, in the order of the rules.
        pub static ALL: &[$crate::findings::Code] = &[$(&$name),+];
        /// The pages of the codes.
        pub(crate) static PAGES: &[$crate::findings::CodePage] = &[$(
            $crate::findings::CodePage {
                id: $id,
                lines: &[$($page),+],
                failing: $failing,
                near_miss: $near_miss,
            }
        ),+];
    };
    (@stand) => { false };
    (@stand can_stand) => { true };
}
pub(crate) use codes;
