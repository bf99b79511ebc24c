//! Chapters of the book as HTML.

use std::collections::BTreeMap;

use pulldown_cmark::{CowStr, Event, Options, Parser, Tag, TagEnd, html::push_html};

use pipscribe::findings::heading_anchor;

/// Contents of the book, which every page shows.
pub(super) struct Contents {
    summary: String,
}

impl Contents {
    /// Reads `SUMMARY.md`, without the pages of single codes: each family lists its own.
    pub(super) fn from_summary(summary: &str) -> Self {
        let lines = summary
            .lines()
            .filter(|line| !line.starts_with("    ") && *line != "# Summary");
        Self {
            summary: lines.collect::<Vec<_>>().join("\n"),
        }
    }
}

/// Returns a page. `path` is that of the chapter, relative to the first one.
pub(super) fn page(contents: &Contents, path: &str, text: &str) -> String {
    let up = "../".repeat(path.matches('/').count());
    let title = text
        .lines()
        .find_map(|line| line.strip_prefix("# "))
        .unwrap_or("Pipscribe");
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>{}</title>\n\
         <style>{STYLE}</style>\n<link rel=\"stylesheet\" href=\"{up}pipscribe.css\">\n</head>\n\
         <body class=\"content\">\n\
         <details class=\"contents\"><summary>Contents</summary>\n<nav>\n{}</nav>\n</details>\n<main>\n{}</main>\n\
         <script src=\"{up}pipscribe.js\"></script>\n</body>\n</html>\n",
        escaped(title),
        html(&contents.summary, &up),
        html(text, ""),
    )
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;")
}

/// Style of the pages. That of the figures is in `docs/theme/pipscribe.css`.
const STYLE: &str = include_str!("book.css");

/// Returns Markdown as HTML: links lead to pages of HTML, and headings have the anchors that mdBook
/// gives them. `up` leads to the first page.
fn html(text: &str, up: &str) -> String {
    let options =
        Options::ENABLE_TABLES | Options::ENABLE_FOOTNOTES | Options::ENABLE_STRIKETHROUGH;
    let mut events: Vec<Event<'_>> = Parser::new_ext(text, options).collect();
    let mut known = BTreeMap::new();
    for index in 0..events.len() {
        if let Event::Start(Tag::Heading { .. }) = &events[index] {
            let words = words(&events[index + 1..]);
            if let Event::Start(Tag::Heading { id, .. }) = &mut events[index] {
                *id = Some(unique(heading_anchor(&words), &mut known).into());
            }
        }
        if let Event::Start(Tag::Link { dest_url, .. } | Tag::Image { dest_url, .. }) =
            &mut events[index]
        {
            *dest_url = link(dest_url, up);
        }
    }
    let mut out = String::with_capacity(text.len() * 2);
    push_html(&mut out, events.into_iter());
    out
}

/// Returns the words of a heading.
fn words(events: &[Event<'_>]) -> String {
    let inside = events
        .iter()
        .take_while(|event| !matches!(event, Event::End(TagEnd::Heading(_))));
    let words = inside.filter_map(|event| match event {
        Event::Text(text) | Event::Code(text) => Some(text.as_ref()),
        _ => None,
    });
    words.collect()
}

/// Returns an anchor that no earlier heading has.
fn unique(anchor: String, known: &mut BTreeMap<String, u32>) -> String {
    let count = known
        .entry(anchor.clone())
        .and_modify(|count| *count += 1)
        .or_default();
    if *count == 0 {
        anchor
    } else {
        format!("{anchor}-{count}")
    }
}

/// Returns a link to a chapter as one to its page.
fn link<'a>(to: &str, up: &str) -> CowStr<'a> {
    if to.contains("://") || to.starts_with('#') {
        return to.to_owned().into();
    }
    let (path, anchor) = to.split_at(to.find('#').unwrap_or(to.len()));
    let path = path
        .strip_suffix(".md")
        .map_or_else(|| path.to_owned(), |path| format!("{path}.html"));
    format!("{up}{path}{anchor}").into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headings_have_anchors_and_links_lead_to_pages() {
        let made = html(
            "# A `b`, c\n\n[x](y/z.md#w) [o](https://example.org/a.md)\n\n# A b c\n",
            "../",
        );
        assert!(made.contains("<h1 id=\"a-b-c\">"), "{made}");
        assert!(made.contains("<h1 id=\"a-b-c-1\">"), "{made}");
        assert!(
            made.contains("href=\"../y/z.html#w\"")
                && made.contains("href=\"https://example.org/a.md\""),
            "{made}"
        );
    }
}
