//! Links from codes and rules to their pages in the book.

use lsp_types::{DocumentLink, DocumentLinkParams};

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
            in_comment(request, &entry, record.text_of(span), span, &mut links);
        }
    }
    Ok(Some(links))
}

/// Collects the codes and rules named in a comment.
fn in_comment(
    request: &DocumentRequest,
    entry: &Entry,
    text: &str,
    span: Span,
    links: &mut Vec<DocumentLink>,
) {
    let is_word = |letter: char| letter.is_ascii_alphanumeric() || "/.-".contains(letter);
    for word in text.split(|letter: char| !is_word(letter)) {
        let start = word.as_ptr() as usize - text.as_ptr() as usize;
        let word = word.trim_end_matches(['.', '-']);
        // Every code contains a slash, and every rule ends with a digit.
        let page = match code_named(word) {
            Some(code) if word.contains('/') => book_pages::of_code(request.document.book, code),
            _ if word.ends_with(|letter: char| letter.is_ascii_digit()) => rule_named(word)
                .and_then(|rule| book_pages::of_rule(request.document.book, rule.number)),
            _ => None,
        };
        if let Some(target) = page {
            let range = request
                .document
                .range_in(entry, span.within(&(start..start + word.len())));
            links.push(DocumentLink {
                range,
                target: Some(target),
                tooltip: Some(format!("The page of {word}")),
                data: None,
            });
        }
    }
}
