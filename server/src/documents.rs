//! Open documents, and how edits change them.
//!
//! Each document has a current snapshot, a copy that threads use while the document is edited
//! further. Every edit gives it a new generation, a number by which outdated results are
//! recognised.

use std::borrow::Cow;
use std::collections::HashMap;
use std::ops::Range;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use lsp_types::{TextDocumentContentChangeEvent, Uri};
use serde::Deserialize;

use super::cancel::Cancel;
use super::document_text::Text;
use super::embedded_records::EmbeddedRecords;
use super::environment::Project;
use super::sections::Sections;
use super::session::Session;
use super::snapshot::{DocumentRecords, Snapshot};
use super::uri::{key_of, path_of};
use pipscribe::games::Context;
use pipscribe::publish::documents::PageKind;
use pipscribe::text::utf8_or_marks;

/// Open document.
#[derive(Debug)]
pub(super) struct Document {
    /// Current snapshot.
    pub(super) now: Snapshot,
    /// Set if the document was edited since the last check.
    pub(super) due: Option<DueCheck>,
    /// Handle of the running check.
    pub(super) checking: Option<Cancel>,
}

/// Check that is due, by the server's clock.
#[derive(Clone, Copy, Debug)]
pub(super) struct DueCheck {
    /// Time of the check. Each edit moves it on.
    pub(super) time: Duration,
    /// Time of the first edit since the last check. It limits how far `time` moves on.
    pub(super) first_edit: Duration,
}

/// Open documents by the keys of their URIs.
#[derive(Debug, Default)]
pub(super) struct Documents {
    open: HashMap<String, Document>,
    generation: u64,
}

impl Documents {
    fn next_generation(&mut self) -> u64 {
        self.generation += 1;
        self.generation
    }

    /// Opens a document. A text in an unknown language is ignored, because its lines would be read
    /// as turns.
    pub(super) fn open(&mut self, item: OpenedText, session: &Session, context: Context) {
        let OpenedText {
            uri,
            language_id,
            version,
            text,
        } = item;
        let path = path_of(&uri);
        let Some(kind) = DocumentKind::new(&language_id, path.as_ref()) else {
            return;
        };
        let records = records_of(&text, kind);
        let generation = self.next_generation();
        let now = Snapshot {
            version,
            generation,
            ..snapshot(uri.clone(), text, records, session, context)
        };
        let before = self.open.insert(
            key_of(&uri),
            Document {
                now,
                due: None,
                checking: None,
            },
        );
        if let Some(checking) = before.and_then(|before| before.checking) {
            checking.cancel();
        }
    }

    pub(super) fn close(&mut self, uri: &Uri) -> Option<Document> {
        self.open.remove(&key_of(uri))
    }

    pub(super) fn get(&self, uri: &Uri) -> Option<&Document> {
        self.open.get(&key_of(uri))
    }

    pub(super) fn get_mut(&mut self, uri: &Uri) -> Option<&mut Document> {
        self.open.get_mut(&key_of(uri))
    }

    pub(super) fn iter_mut(&mut self) -> impl Iterator<Item = &mut Document> {
        self.open.values_mut()
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = &Document> {
        self.open.values()
    }

    /// Applies changes in order. Returns false if the document is not open.
    pub(super) fn change(
        &mut self,
        uri: &Uri,
        version: Option<i32>,
        changes: Vec<TextDocumentContentChangeEvent>,
    ) -> bool {
        let generation = self.next_generation();
        let Some(document) = self.open.get_mut(&key_of(uri)) else {
            return false;
        };
        for change in changes {
            document.now.edited_at = document.now.change(change);
        }
        document.now.version = version;
        document.now.generation = generation;
        true
    }

    /// Marks all documents to be judged again in a new context, with the current settings of their
    /// projects.
    pub(super) fn judge_again(&mut self, setting: impl Fn(&Snapshot) -> (Context, Arc<Project>)) {
        for document in self.open.values_mut() {
            self.generation += 1;
            let now = &mut document.now;
            now.generation = self.generation;
            (now.context, now.project) = setting(now);
            now.records = match &now.records {
                DocumentRecords::Notation(sections) => {
                    DocumentRecords::Notation(sections.without_verdicts())
                }
                DocumentRecords::Embedded(embedded) => {
                    DocumentRecords::Embedded(Arc::new(EmbeddedRecords::new(embedded.kind)))
                }
            };
        }
    }
}

/// Text that a client opens. Clients that do not count versions send `null`.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct OpenedText {
    pub(super) uri: Uri,
    language_id: String,
    version: Option<i32>,
    text: String,
}

impl Snapshot {
    /// Applies a change. Returns its place.
    fn change(&mut self, change: TextDocumentContentChangeEvent) -> usize {
        let (range, new) = match change.range {
            Some(range) => (self.text.bytes_of(range), change.text.as_str()),
            // Without a range, the client sends the whole text.
            None => changed_part(self.text.as_str(), &change.text),
        };
        if range.is_empty() && new.is_empty() {
            return range.start;
        }
        let text = Arc::make_mut(&mut self.text);
        text.replace(range.clone(), new);
        match &mut self.records {
            DocumentRecords::Notation(sections) => {
                sections.edit(&range, new.len(), text.as_bytes());
            }
            DocumentRecords::Embedded(embedded) => {
                *embedded = Arc::new(EmbeddedRecords::after(Arc::clone(embedded)));
            }
        }
        range.start
    }
}

/// Returns the part that differs between an old text and a new one: its bytes in the old text, and
/// the new content.
fn changed_part<'n>(old: &str, new: &'n str) -> (Range<usize>, &'n str) {
    let old_bytes = old.as_bytes();
    let new_bytes = new.as_bytes();
    let mut start = common_length(old_bytes.iter(), new_bytes.iter());
    while !new.is_char_boundary(start) {
        start -= 1;
    }

    // The common end must not overlap the common start.
    let max_end = old.len().min(new.len()) - start;
    let mut end = common_length(old_bytes.iter().rev(), new_bytes.iter().rev()).min(max_end);
    while !new.is_char_boundary(new.len() - end) {
        end -= 1;
    }
    let changed = new.get(start..new.len() - end).unwrap_or_default();
    (start..old.len() - end, changed)
}

/// Returns the number of bytes that are equal from the first one on.
fn common_length<'t>(
    old: impl Iterator<Item = &'t u8>,
    new: impl Iterator<Item = &'t u8>,
) -> usize {
    old.zip(new).take_while(|(old, new)| old == new).count()
}

/// Creates a snapshot of a file that is not open, to be judged once.
pub(super) fn closed(uri: Uri, bytes: Vec<u8>, session: &Session, context: Context) -> Snapshot {
    let path = path_of(&uri);
    // Only a client knows language ids, so the extension of the file decides.
    let kind = DocumentKind::new("", path.as_ref()).unwrap_or(DocumentKind::Notation);
    // Bytes that are not valid UTF-8 are replaced by marks, in a copy. The file's own bytes are
    // kept for findings about its encoding.
    let marked = utf8_or_marks(&bytes);
    let records = records_of(&marked, kind);
    let is_marked = matches!(marked, Cow::Owned(_));
    let text = marked.into_owned();
    let undecoded = is_marked.then(|| Arc::from(bytes));
    // On first use, code blocks are split from the text, which has marks. They are therefore split
    // here, from the bytes.
    if let (DocumentRecords::Embedded(embedded), Some(bytes)) = (&records, &undecoded) {
        embedded.split(bytes);
    }
    Snapshot {
        undecoded,
        ..snapshot(uri, text, records, session, context)
    }
}

/// Creates a snapshot of a decoded text.
fn snapshot(
    uri: Uri,
    text: String,
    records: DocumentRecords,
    session: &Session,
    context: Context,
) -> Snapshot {
    let path = path_of(&uri);
    let book = session.environment.book_of(path.as_deref());
    Snapshot {
        project: session.project(path.as_deref()),
        path,
        uri,
        version: None,
        generation: 0,
        edited_at: 0,
        text: Arc::new(Text::new(text, session.client.encoding)),
        undecoded: None,
        records,
        context,
        fades: session.client.fades,
        book,
    }
}

/// Kind of a document, by where its records are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum DocumentKind {
    /// The document consists of records.
    Notation,
    /// Records are in its code blocks.
    Embedding(PageKind),
}

impl DocumentKind {
    /// Returns the kind of a document by its language id, or otherwise by its extension. Returns
    /// `None` for a text in another language.
    fn new(language: &str, path: Option<&PathBuf>) -> Option<Self> {
        match language {
            "markdown" | "quarto" | "rmd" => Some(Self::Embedding(PageKind::Markdown)),
            "mdx" => Some(Self::Embedding(PageKind::Mdx)),
            "latex" | "tex" => Some(Self::Embedding(PageKind::Latex)),
            "typst" => Some(Self::Embedding(PageKind::Typst)),
            "pips" | "pipscribe" => Some(Self::Notation),
            _ => {
                let extension = path.and_then(|path| path.extension()?.to_str())?;
                let is_notation = extension.eq_ignore_ascii_case("pips");
                if is_notation {
                    Some(Self::Notation)
                } else {
                    PageKind::of_ending(extension).map(Self::Embedding)
                }
            }
        }
    }
}

/// Splits a text into records, or prepares to: code blocks are read on first use.
fn records_of(text: &str, kind: DocumentKind) -> DocumentRecords {
    match kind {
        DocumentKind::Embedding(kind) => {
            DocumentRecords::Embedded(Arc::new(EmbeddedRecords::new(kind)))
        }
        DocumentKind::Notation => DocumentRecords::Notation(Sections::new(text.as_bytes())),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn a_full_text_is_reduced_to_its_edit(old in "[a\u{e9}\u{1F3B2}\u{1F3B3}\n\
            ]{0,12}", new in "[a\u{e9}\u{1F3B2}\u{1F3B3}\n]{0,12}") {
            let (range, put) = changed_part(&old, &new);
            let mut text = old.clone();
            text.replace_range(range, put);
            prop_assert_eq!(text, new);
        }
    }
}
