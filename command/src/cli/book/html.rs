//! Chapters of the book as HTML. A page links to files relative to itself: `up` is the path from
//! its folder to the folder of the first page, such as `../`.

use std::collections::BTreeMap;

use pulldown_cmark::{CowStr, Event, Options, Parser, Tag, TagEnd, html::push_html};

use super::search_page::PAGE as SEARCH;
use pipscribe::findings::heading_anchor;

/// Contents of the book, which every page shows.
pub(super) struct Contents {
    /// The contents as Markdown.
    summary: String,
    /// The chapters, in order.
    chapters: Vec<ListedChapter>,
}

/// A chapter in the contents.
struct ListedChapter {
    /// The path relative to the folder of the first page.
    path: String,
    title: String,
}

impl Contents {
    /// Reads `SUMMARY.md`, without the pages of single codes, which are listed on the pages of
    /// their families.
    pub(super) fn from_summary(summary: &str) -> Self {
        let lines = summary
            .lines()
            .filter(|line| !line.starts_with("    ") && *line != "# Summary");
        Self {
            summary: lines.collect::<Vec<_>>().join("\n"),
            chapters: summary.lines().filter_map(ListedChapter::parse).collect(),
        }
    }

    /// Returns links to the chapters before and after this one; empty for a page that is not in the
    /// contents.
    fn neighbours(&self, path: &str, up: &str) -> String {
        // The first page is a copy of the introduction, which the contents list.
        let path = if path == "index.md" {
            "introduction.md"
        } else {
            path
        };
        let Some(index) = self
            .chapters
            .iter()
            .position(|chapter| chapter.path == path)
        else {
            return String::new();
        };
        let before = index
            .checked_sub(1)
            .and_then(|index| self.chapters.get(index));
        let after = self.chapters.get(index + 1);

        let mut links = String::new();
        if let Some(chapter) = before {
            links.push_str(&chapter.link("prev", "Previous", up));
        }
        if let Some(chapter) = after {
            links.push_str(&chapter.link("next", "Next", up));
        }
        format!("<nav class=\"neighbours\">\n{links}</nav>\n")
    }
}

impl ListedChapter {
    /// Parses a line of `SUMMARY.md`, such as `- [Title](path.md)`.
    fn parse(line: &str) -> Option<Self> {
        let (title, path) = line
            .trim_start()
            .trim_start_matches("- ")
            .split_once("](")?;
        Some(Self {
            path: path.strip_suffix(')')?.to_owned(),
            title: title.strip_prefix('[')?.replace('`', ""),
        })
    }

    /// Returns a link to the chapter. `relation` is its relation to the page with the link.
    fn link(&self, relation: &str, label: &str, up: &str) -> String {
        format!(
            "<a rel=\"{relation}\" href=\"{}\">{label}: {}</a>\n",
            link(&self.path, up),
            escaped(&self.title)
        )
    }
}

/// Returns a page. `path` is the path of its chapter, relative to the first chapter.
pub(super) fn page(contents: &Contents, path: &str, text: &str) -> String {
    let title = text
        .lines()
        .find_map(|line| line.strip_prefix("# "))
        .unwrap_or("Pipscribe");
    // The links in a chapter are relative to the chapter already.
    page_with_content(contents, path, title, &html(text, ""))
}

/// Returns a page with this content.
pub(super) fn page_with_content(
    contents: &Contents,
    path: &str,
    title: &str,
    content: &str,
) -> String {
    let up = "../".repeat(path.matches('/').count());
    let search = if path == SEARCH {
        String::new()
    } else {
        format!(
            "<form class=\"search\" action=\"{up}{SEARCH}\"><input type=\"search\" name=\"q\" placeholder=\"Search\" \
             aria-label=\"Search the book\"></form>\n"
        )
    };
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>{}</title>\n\
         <style>{STYLE}</style>\n<link rel=\"stylesheet\" href=\"{up}pipscribe.css\">\n</head>\n\
         <body class=\"content\">\n\
         <details class=\"contents\"><summary>Contents</summary>\n<nav>\n{}</nav>\n</details>\n\
         {search}<main>\n{content}</main>\n{}\
         <script src=\"{up}pipscribe.js\"></script>\n</body>\n</html>\n",
        escaped(title),
        html(&contents.summary, &up),
        contents.neighbours(path, &up),
    )
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;")
}

/// Style sheet of the pages. The style sheet of the figures is `docs/theme/pipscribe.css`.
const STYLE: &str = include_str!("book.css");

/// Converts Markdown to HTML: links lead to HTML pages, and headings have the same anchors as in
/// mdBook. `up` is put before the links.
fn html(text: &str, up: &str) -> String {
    let mut events = events(text);
    let mut known = BTreeMap::new();
    for index in 0..events.len() {
        let (this, following) = events[index..].split_at_mut(1);
        if let [Event::Start(Tag::Heading { id, .. })] = this {
            let words = words(following);
            *id = Some(unique(heading_anchor(&words), &mut known).into());
        }
        if let Event::Start(Tag::Link { dest_url, .. } | Tag::Image { dest_url, .. }) =
            &mut events[index]
        {
            *dest_url = link(dest_url, up);
        }
    }
    let mut out = String::new();
    push_html(&mut out, events.into_iter());
    out
}

/// Parses Markdown into events.
pub(super) fn events(text: &str) -> Vec<Event<'_>> {
    let options =
        Options::ENABLE_TABLES | Options::ENABLE_FOOTNOTES | Options::ENABLE_STRIKETHROUGH;
    Parser::new_ext(text, options).collect()
}

/// Returns the text of a heading.
pub(super) fn words(events: &[Event<'_>]) -> String {
    let inside = events
        .iter()
        .take_while(|event| !matches!(event, Event::End(TagEnd::Heading(_))));
    let words = inside.filter_map(|event| match event {
        Event::Text(text) | Event::Code(text) => Some(text.as_ref()),
        _ => None,
    });
    words.collect()
}

/// Returns an anchor that no earlier heading of the page has: `dots`, then `dots-1`. `known` counts
/// the headings so far.
pub(super) fn unique(anchor: String, known: &mut BTreeMap<String, u32>) -> String {
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

/// Converts a link to a chapter to a link to its page.
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
    fn pages_lead_to_their_neighbours() {
        let contents = Contents::from_summary(
            "# Summary\n\n[Start](introduction.md)\n- [A `b`](a.md)\n    - [C < d](a/c.md)\n",
        );
        assert_eq!(
            contents.neighbours("a.md", ""),
            "<nav class=\"neighbours\">\n<a rel=\"prev\" href=\"introduction.html\">Previous: Start</a>\n\
             <a rel=\"next\" href=\"a/c.html\">Next: C &lt; d</a>\n</nav>\n"
        );
        let last = contents.neighbours("a/c.md", "../");
        assert!(
            last.contains("href=\"../a.html\"") && !last.contains("next"),
            "{last}"
        );
        let first = contents.neighbours("index.md", "");
        assert!(
            first.contains("href=\"a.html\"") && !first.contains("prev"),
            "{first}"
        );
        assert_eq!(contents.neighbours("other.md", ""), "");
    }

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
