//! The page with the search of the written book, and its index. The search works without a network
//! and without a server. The texts are in a script, because browsers do not let local pages read
//! other files.

use std::collections::BTreeMap;

use pulldown_cmark::{Event, Tag, TagEnd};
use serde_json::json;

use super::html::{events, unique, words};
use pipscribe::findings::heading_anchor;

/// Name of the page with the search.
pub(super) const PAGE: &str = "search.html";
/// Name of the script with the texts of the book.
pub(super) const INDEX: &str = "search-index.js";
/// Name of the script that searches.
pub(super) const SCRIPT: &str = "search.js";
/// Text of this script.
pub(super) const SCRIPT_TEXT: &str = include_str!("search.js");

/// Content of the page with the search, without the frame of all pages.
pub(super) const CONTENT: &str = "<h1>Search</h1>\n\
     <p><input type=\"search\" id=\"words\" aria-label=\"Words to find\" autofocus></p>\n\
     <div id=\"results\" aria-live=\"polite\"></div>\n\
     <script src=\"search-index.js\"></script>\n<script src=\"search.js\"></script>\n";

/// Texts of all sections of the book. A section begins with a heading.
#[derive(Default)]
pub(super) struct Index {
    sections: Vec<Section>,
}

struct Section {
    /// The address of the heading: `tour.html#pushes`.
    address: String,
    /// The title of the chapter and that of the section: `Tour: Pushes`.
    title: String,
    text: String,
}

impl Index {
    /// Adds the sections of a chapter. `path` is the path of its page.
    pub(super) fn add(&mut self, path: &str, text: &str) {
        let events = events(text);
        let mut known = BTreeMap::new();
        let mut chapter_title = String::new();
        let mut is_heading = false;
        for (index, event) in events.iter().enumerate() {
            match event {
                Event::Start(Tag::Heading { .. }) => {
                    is_heading = true;
                    let heading = words(&events[index + 1..]);
                    let anchor = unique(heading_anchor(&heading), &mut known);
                    let title = if chapter_title.is_empty() {
                        chapter_title.clone_from(&heading);
                        heading
                    } else {
                        format!("{chapter_title}: {heading}")
                    };
                    self.sections.push(Section {
                        address: format!("{path}#{anchor}"),
                        title,
                        text: String::new(),
                    });
                }
                Event::End(TagEnd::Heading(_)) => is_heading = false,
                Event::Text(words) | Event::Code(words) if !is_heading => self.add_text(words),
                Event::SoftBreak
                | Event::HardBreak
                | Event::End(
                    TagEnd::Paragraph | TagEnd::Item | TagEnd::TableCell | TagEnd::CodeBlock,
                ) => self.add_text(" "),
                _ => {}
            }
        }
    }

    /// Adds text to the last section.
    fn add_text(&mut self, words: &str) {
        // Text before the first heading belongs to no section.
        if let Some(section) = self.sections.last_mut() {
            section.text.push_str(words);
        }
    }

    /// Returns the script that defines the sections.
    pub(super) fn script(&self) -> String {
        let sections: Vec<String> = self
            .sections
            .iter()
            .map(|section| json!([section.address, section.title, section.text]).to_string())
            .collect();
        format!("const sections = [\n{}\n]\n", sections.join(",\n"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_section_has_its_address_and_text() {
        let mut index = Index::default();
        index.add("a/b.html", "# Pushes\n\nA *push* \"x\".\n\n## Dots\n\n| a | b |\n|---|---|\n| c | d |\n\n## Dots\n");
        assert_eq!(
            index.script(),
            "const sections = [\n\
             [\"a/b.html#pushes\",\"Pushes\",\"A push \\\"x\\\". \"],\n\
             [\"a/b.html#dots\",\"Pushes: Dots\",\"a b c d \"],\n\
             [\"a/b.html#dots-1\",\"Pushes: Dots\",\"\"]\n]\n"
        );
    }
}
