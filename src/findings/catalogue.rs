//! The catalogue of codes: one entry a code, each with its page, a record that yields exactly
//! this code and one that nearly does.

use std::fmt;

/// How grave a finding is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, serde::Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(test, derive(schemars::JsonSchema))]
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

/// All that is known of a code.
#[derive(Debug)]
pub struct CodeInfo {
    /// The stable name, such as `gipf/line-full`.
    pub id: &'static str,
    /// How grave it is when nothing lets it stand.
    pub severity: Severity,
    /// The rule that it breaks, or the section of the notation's page.
    pub rule: &'static str,
    /// One sentence.
    pub summary: &'static str,
    /// The page that `explain` prints, Markdown.
    pub page: &'static [&'static str],
    /// A record that yields exactly this code; a deck file where no record can.
    pub failing: &'static str,
    /// A record that looks alike and yields nothing.
    pub near_miss: &'static str,
    /// Whether `[%irregular]` can let it stand.
    pub can_stand: bool,
}

impl CodeInfo {
    /// The page as text, its lines without the space that a doc comment begins with.
    pub fn page_text(&self) -> String {
        let lines: Vec<_> = self.page.iter().map(|line| line.strip_prefix(' ').unwrap_or(line)).collect();
        lines.join("\n")
    }

    /// Its page of the book, as seen from the book's first, without an ending.
    pub fn book_page(&self) -> String {
        format!("findings/{}", self.id)
    }

    /// The page with all else that is known, Markdown: what `explain` prints.
    pub fn markdown(&self) -> String {
        let stands = if self.can_stand { "\n`[%irregular]` can let it stand.\n" } else { "" };
        let mut text = format!(
            "# {}\n\n{}: {}. Rule: {}.\n\n{}\n{stands}",
            self.id,
            self.severity,
            self.summary,
            self.rule,
            self.page_text().trim()
        );
        let is_deck_file = self.id.starts_with("deck/") && !self.failing.starts_with("[Game");
        let (what, language) = match self.id.split('/').next() {
            Some("deck") if is_deck_file => ("A deck file", "yaml"),
            // Such a text is in one of the other formats.
            Some("import") => ("A text", "text"),
            _ => ("A record", "pips"),
        };
        for (heading, example) in
            [(&*format!("{what} that has it"), self.failing), ("One that has not", self.near_miss)]
        {
            if !example.is_empty() {
                text.push_str(&format!("\n## {heading}\n\n~~~{language}\n{}\n~~~\n", example.trim_end()));
            }
        }
        text
    }
}

/// A name stands once in the catalogue.
impl PartialEq for CodeInfo {
    fn eq(&self, other: &Self) -> bool {
        self.id == other.id
    }
}

impl Eq for CodeInfo {}

/// A code of the catalogue.
pub type Code = &'static CodeInfo;

/// Writes a part of the catalogue: the doc comment of an entry is its page.
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
                page: &[$($page),+],
                failing: $failing,
                near_miss: $near_miss,
                can_stand: codes!(@stand $($can_stand)?),
            };
        )+
        /// All of them, in the order of the sheet.
        pub static ALL: &[$crate::findings::Code] = &[$(&$name),+];
    };
    (@stand) => { false };
    (@stand can_stand) => { true };
}
pub(crate) use codes;
