//! All files of the book ([`book_files`]): the chapters as pages, the search, the styles, figures,
//! and the players of records. Their sources are files of the repository that are part of this
//! program ([`BOOK_FILES`]); `includes.rs` expands the includes of a chapter.

use std::path::Path;

use serde_json::{Value, json};

use super::html::{Contents, page, page_with_content};
use super::includes::with_includes;
use super::search_page::{self, Index};
use crate::cli::Failure;
use pipscribe::draw::Theme;
use pipscribe::figures::{PlayerOptions, player};
use pipscribe::findings::finding_pages;
use pipscribe::games::Context;
use pipscribe::notation::Record;
use pipscribe::publish::book::preprocessed;
use pipscribe::publish::bundled::BOOK_FILES;
use pipscribe::replay::Timeline;

/// The folder of the chapters in the repository.
const SOURCE: &str = "docs/src/";

/// Returns all files of the book, by their paths.
///
/// # Errors
/// Returns an error if a chapter or a record of the book is invalid.
pub(super) fn book_files() -> Result<Vec<(String, String)>, Failure> {
    let contents = Contents::from_summary(bundled_file("docs/src/SUMMARY.md").unwrap_or_default());
    let mut book_files = Vec::new();
    let mut index = Index::default();
    for Chapter { path, text } in chapters()? {
        let text = with_includes(&format!("{SOURCE}{path}"), &text);
        // The introduction is also the first page.
        if path == "introduction.md" {
            book_files.push(("index.html".to_owned(), page(&contents, "index.md", &text)));
        }
        let address = path.replace(".md", ".html");
        index.add(&address, &text);
        book_files.push((address, page(&contents, &path, &text)));
    }

    let page_with_search =
        page_with_content(&contents, search_page::PAGE, "Search", search_page::CONTENT);
    book_files.push((search_page::PAGE.to_owned(), page_with_search));
    book_files.push((search_page::INDEX.to_owned(), index.script()));
    book_files.push((
        search_page::SCRIPT.to_owned(),
        search_page::SCRIPT_TEXT.to_owned(),
    ));
    for (path, text) in BOOK_FILES {
        if let Some(name) = path.strip_prefix("docs/theme/") {
            book_files.push((name.to_owned(), (*text).to_owned()));
        } else if let Some(figure) = path
            .strip_prefix(SOURCE)
            .filter(|path| path.starts_with("figures/"))
        {
            book_files.push((figure.to_owned(), (*text).to_owned()));
        } else if let Some(record) = name_of_played_record(path) {
            book_files.push((format!("play/{record}.html"), player_page(record, text)?));
        }
    }

    Ok(book_files)
}

/// A chapter as Markdown.
struct Chapter {
    /// The path below [`SOURCE`].
    path: String,
    text: String,
}

/// Returns the chapters, with their figures. The figures are the same as in the published book,
/// because its preprocessor draws them, which takes and returns the book as JSON.
fn chapters() -> Result<Vec<Chapter>, Failure> {
    let files = BOOK_FILES
        .iter()
        .filter_map(|(path, text)| Some((path.strip_prefix(SOURCE)?, *text)))
        .filter(|(path, _)| path.ends_with(".md") && *path != "SUMMARY.md");
    let findings = finding_pages();
    let pages_of_findings = findings
        .iter()
        .map(|(path, text)| (path.as_str(), text.as_str()));
    let items: Vec<Value> = files
        .chain(pages_of_findings)
        .map(
            |(path, text)| json!({ "Chapter": { "path": path, "content": text, "sub_items": [] } }),
        )
        .collect();

    // A block of a chapter gets a figure only if its attributes ask for one.
    let config = json!({ "config": { "preprocessor": { "pipscribe": { "figures": "asked" } } } });
    let input = json!([config, { "items": items }]).to_string();
    let theme = |_: &Path| Theme::default();
    let context = |_: &Path| Context::default();
    let output = preprocessed(&input, &theme, &context).map_err(|error| invalid_book(&error))?;

    let book: Value = serde_json::from_str(&output).map_err(|error| invalid_book(&error))?;
    let chapters = book["items"].as_array().into_iter().flatten();
    Ok(chapters.filter_map(chapter_of_item).collect())
}

fn chapter_of_item(item: &Value) -> Option<Chapter> {
    let chapter = &item["Chapter"];
    Some(Chapter {
        path: chapter["path"].as_str()?.to_owned(),
        text: chapter["content"].as_str()?.to_owned(),
    })
}

/// Returns the name of a record that has a player in the book: a first game, to which
/// the tour links, or a whole game, which the page on its game shows.
fn name_of_played_record(path: &str) -> Option<&str> {
    path.strip_prefix("docs/src/records/")
        .and_then(|name| name.strip_suffix(".pips"))
        .filter(|record| record.starts_with("first-") || record.starts_with("whole-"))
}

/// Returns the page with the player of a record.
fn player_page(record: &str, text: &str) -> Result<String, Failure> {
    // The players are in a folder of the book.
    let mut options = PlayerOptions::default();
    options.book = Some("..".to_owned());
    let timeline = Timeline::new(Record::parse_str(text), &Context::default());
    let player = timeline
        .ok()
        .and_then(|timeline| player(&timeline, &options).ok());
    player
        .map(|player| player.html)
        .ok_or_else(|| invalid_book(&record))
}

/// Returns the failure for a book of which a part is invalid.
fn invalid_book(what: &dyn std::fmt::Display) -> Failure {
    Failure::Usage(format!("the book of this program is invalid: {what}"))
}

/// Returns the text of a file of the repository that is part of this program.
pub(super) fn bundled_file(path: &str) -> Option<&'static str> {
    let index = BOOK_FILES
        .binary_search_by(|(known, _)| (*known).cmp(path))
        .ok()?;
    BOOK_FILES.get(index).map(|(_, text)| *text)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::super::includes::resolved_path;
    use super::*;
    use pipscribe::findings::{BookAddress, all_codes, all_rules};

    #[test]
    fn files_are_in_order() {
        assert!(BOOK_FILES.is_sorted_by(|one, other| one.0 < other.0));
    }

    /// Returns a page without its code samples.
    fn without_code(html: &str) -> String {
        let mut parts = html.split("<code");
        let first = parts.next().unwrap_or_default().to_owned();
        parts.fold(first, |out, part| {
            out + part.split_once("</code>").map_or("", |(_, rest)| rest)
        })
    }

    /// Returns the value of an HTML attribute, up to the closing quote.
    fn values<'a>(html: &'a str, attribute: &'a str) -> impl Iterator<Item = &'a str> {
        html.split(attribute)
            .skip(1)
            .map(|rest| rest.split('"').next().unwrap())
    }

    #[test]
    fn links_of_the_written_book_lead_somewhere() {
        let book_files = book_files().unwrap();
        let pages: BTreeSet<&str> = book_files.iter().map(|(path, _)| path.as_str()).collect();
        assert_eq!(pages.len(), book_files.len());
        let anchors: BTreeSet<String> = book_files
            .iter()
            .flat_map(|(path, html)| values(html, " id=\"").map(move |id| format!("{path}#{id}")))
            .collect();
        let mut links = 0;
        let mut dead = Vec::new();
        for (path, html) in book_files
            .iter()
            .filter(|(path, _)| path.ends_with(".html") && !path.starts_with("play/"))
        {
            assert!(!html.contains("{{#include"), "{path}");
            let html = without_code(html);
            for target in values(&html, " href=\"").chain(values(&html, " src=\"")) {
                if target.contains("://")
                    || target.starts_with("mailto:")
                    || target.starts_with("data:")
                {
                    continue;
                }
                links += 1;
                let (file, anchor) = target.split_once('#').unwrap_or((target, ""));
                let file = if file.is_empty() {
                    path.clone()
                } else {
                    resolved_path(path, file)
                };
                let is_there = pages.contains(file.as_str())
                    && (anchor.is_empty() || anchors.contains(&format!("{file}#{anchor}")));
                if !is_there {
                    dead.push(format!("{path}: {target}"));
                }
            }
        }

        assert!(dead.is_empty() && links > 2000, "{links}: {dead:#?}");
        let text = |name: &str| {
            let (_, text) = book_files.iter().find(|(path, _)| path == name).unwrap();
            text
        };
        // The addresses in the search index must exist, too.
        let index = text(search_page::INDEX);
        let sections = index.lines().filter_map(|line| line.strip_prefix("[\""));
        let addresses: Vec<&str> = sections.filter_map(|line| line.split('"').next()).collect();
        assert!(addresses.len() > 700, "{}", addresses.len());
        let unknown = |address: &&&str| !anchors.contains(**address);
        assert_eq!(addresses.iter().find(unknown), None);
        assert!(index.contains("A push goes from a dot"));
        assert!(text("tour.html").contains("<a rel=\"next\" href="));
        assert!(text("search.html").contains("src=\"search-index.js\""));
        let book = BookAddress::new("x").unwrap();
        let addresses = all_codes()
            .map(|code| book.of_code(code))
            .chain(all_rules().filter_map(|rule| book.of_rule(rule.number)));
        for address in addresses {
            let address = address.strip_prefix("x/").unwrap();
            assert!(
                pages.contains(address) || anchors.contains(address),
                "{address}"
            );
        }
    }
}
