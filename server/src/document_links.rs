//! Links from codes and rules that comments name to their pages in the book: `gipf/line-full`,
//! `G3.4`.

use lsp_types::{DocumentLink, DocumentLinkParams, Uri};

use super::book_pages;
use super::record_comments::remarks;
use super::session::{Answer, DocumentRequest};
use super::snapshot::Entry;
use pipscribe::findings::{code_named, rule_named};
use pipscribe::text::Span;

/// Maximum number of records with links.
const MAX_LINKED: usize = 500;

pub(super) fn links(
    request: &DocumentRequest,
    _params: DocumentLinkParams,
) -> Answer<Option<Vec<DocumentLink>>> {
    let mut links = Vec::new();
    // The text before the first record also consists of comments.
    for entry in request.document.all_entries().take(MAX_LINKED) {
        request.cancel.check()?;
        let record = request.written(&entry);
        for span in remarks(&record) {
            add_links_in_comment(request, &entry, record.text_of(span), span, &mut links);
        }
    }
    Ok(Some(links))
}

/// Collects the codes and rules named in a comment, whose text is at `span` of its record.
fn add_links_in_comment(
    request: &DocumentRequest,
    entry: &Entry,
    text: &str,
    span: Span,
    links: &mut Vec<DocumentLink>,
) {
    let is_part = |letter: char| letter.is_ascii_alphanumeric() || "/.-".contains(letter);
    let mut start = 0;
    for part in text.split_inclusive(|letter: char| !is_part(letter)) {
        let word = part.trim_end_matches(|letter: char| !is_part(letter));
        let word = word.trim_end_matches(['.', '-']);
        if let Some(target) = page_of(request, word) {
            let place = span.within(&(start..start + word.len()));
            links.push(DocumentLink {
                range: request.document.range_in(entry, place),
                target: Some(target),
                tooltip: Some(format!("The page of {word}")),
                data: None,
            });
        }
        start += part.len();
    }
}

/// Returns the page of a code or a rule. Every code contains a slash, and every rule ends with a
/// digit.
fn page_of(request: &DocumentRequest, word: &str) -> Option<Uri> {
    let book = request.document.book;
    if word.contains('/')
        && let Some(code) = code_named(word)
    {
        return book_pages::of_code(book, code);
    }
    if word.ends_with(|letter: char| letter.is_ascii_digit()) {
        return book_pages::of_rule(book, rule_named(word)?.number);
    }
    None
}
