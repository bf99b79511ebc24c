//! Converts findings to diagnostics of the protocol.

use lsp_types::{
    CodeDescription, Diagnostic, DiagnosticRelatedInformation, DiagnosticSeverity, DiagnosticTag,
    NumberOrString,
};

use super::book_pages;
use super::hint_text::hint_text;
use super::record_cache::UncheckedTurns;
use super::snapshot::{DocumentRecords, Entry, Snapshot};
use pipscribe::findings::{Finding, Severity, codes::common as code};

/// Source of the diagnostics.
pub(super) const SOURCE: &str = "pipscribe";
/// Maximum number of diagnostics per document. Those near the last edit come first.
const MAX_DIAGNOSTICS: usize = 1_000;

/// Converts a finding of a record.
pub(super) fn diagnostic(document: &Snapshot, entry: &Entry, finding: &Finding) -> Diagnostic {
    let related: Vec<_> = finding
        .related
        .iter()
        .map(|related| DiagnosticRelatedInformation {
            location: document.location(entry, related.span),
            message: match related.turn {
                0 => related.message.to_string(),
                turn => format!("turn {turn}: {}", related.message),
            },
        })
        .collect();
    let mut message = finding.message.to_string();
    if let Some(help) = finding.advice(hint_text) {
        message.push_str(&format!("\n{help}"));
    }
    message.push_str(&format!("\nRule: {}.", finding.rule));
    // Editors show unneeded text faded.
    let is_unneeded = finding.code.id == code::UNNEEDED.id;
    Diagnostic {
        range: document.range_in(entry, finding.span),
        severity: Some(match finding.severity {
            Severity::Error => DiagnosticSeverity::ERROR,
            _ => DiagnosticSeverity::WARNING,
        }),
        code: Some(NumberOrString::String(finding.code.id.to_owned())),
        code_description: book_pages::of_code(document.book, finding.code)
            .map(|href| CodeDescription { href }),
        source: Some(SOURCE.to_owned()),
        message,
        related_information: (!related.is_empty()).then_some(related),
        tags: is_unneeded.then(|| vec![DiagnosticTag::UNNECESSARY]),
        data: None,
    }
}

/// Returns the known diagnostics of a document. If there are too many, those after `near` come
/// first.
pub(super) fn known_diagnostics(document: &Snapshot, near: usize) -> Vec<Diagnostic> {
    let mut collector = Collector {
        document,
        diagnostics: Vec::new(),
        more: 0,
    };
    match &document.records {
        DocumentRecords::Embedded(_) => {
            for entry in document.all_entries() {
                collector.add_record(&entry);
            }
        }
        DocumentRecords::Notation(sections) => {
            // A block is a few hundred consecutive records.
            let block_near = sections.section_at(near).map_or(0, |place| place.block);
            let blocks: Vec<_> = sections.block_starts().collect();
            let (before, after) = blocks.split_at(block_near.min(blocks.len()));
            for (start, block) in after.iter().chain(before) {
                // Fast path: most blocks have no findings.
                let is_silent = block
                    .with_findings
                    .get()
                    .is_some_and(|numbers| numbers.is_empty());
                if is_silent {
                    continue;
                }
                for entry in Snapshot::entries_of(block, *start) {
                    collector.add_record(&entry);
                }
            }
        }
    }
    collector.finish()
}

/// Collects the diagnostics of a document.
struct Collector<'d> {
    document: &'d Snapshot,
    diagnostics: Vec<Diagnostic>,
    /// Number of findings that are not listed.
    more: usize,
}

impl Collector<'_> {
    /// Adds the findings of a record if it has been judged.
    fn add_record(&mut self, entry: &Entry) {
        let Some(judged) = entry.cache.known() else {
            return;
        };
        let room = MAX_DIAGNOSTICS.saturating_sub(self.diagnostics.len());
        let listed = judged.findings.iter().take(room);
        let listed_count = listed.len();
        self.diagnostics
            .extend(listed.map(|finding| diagnostic(self.document, entry, finding)));
        if self.document.fades
            && listed_count > 0
            && let Some(turns) = judged.unchecked
        {
            self.diagnostics
                .push(unchecked(self.document, entry, turns));
        }
        self.more += judged.more + judged.findings.len() - listed_count;
    }

    fn finish(mut self) -> Vec<Diagnostic> {
        self.diagnostics
            .sort_by_key(|diagnostic| diagnostic.range.start);
        if self.more > 0 {
            self.diagnostics.push(more(self.more));
        }
        self.diagnostics
    }
}

/// Returns a hint that fades the turns that are not checked because an earlier turn is illegal.
fn unchecked(document: &Snapshot, entry: &Entry, turns: UncheckedTurns) -> Diagnostic {
    let message = format!(
        "Not checked, because turn {} is illegal.",
        turns.illegal_turn
    );
    Diagnostic {
        range: document.range_in(entry, turns.span),
        severity: Some(DiagnosticSeverity::HINT),
        source: Some(SOURCE.to_owned()),
        message,
        tags: Some(vec![DiagnosticTag::UNNECESSARY]),
        ..Diagnostic::default()
    }
}

/// Returns a diagnostic that states how many findings are not listed.
fn more(count: usize) -> Diagnostic {
    Diagnostic {
        severity: Some(DiagnosticSeverity::INFORMATION),
        source: Some(SOURCE.to_owned()),
        message: format!("{count} more findings are not listed."),
        ..Diagnostic::default()
    }
}
