//! Tracks as SVG images whose lines and text have the colour of the surrounding text, in light and
//! dark themes.

use railroad::svg::Element;
use railroad::{
    Choice, Comment, Diagram, Empty, Link, Node, NonTerminal, Optional, Repeat, Sequence,
    SimpleEnd, SimpleStart, Stack, Terminal,
};

use super::track::{Grammar, NOTHING, Track, without_mistakes, words_of};

/// Maximum width; a longer sequence continues in a row below.
const WIDEST: i64 = 560;

/// The style of a diagram by itself; a page sets its own colours.
const STYLE: &str = "\
svg.railroad{background:none;color:#111}
@media (prefers-color-scheme:dark){svg.railroad:root{color:#ddd}}
svg.railroad rect.railroad_canvas{fill:none;stroke:none}
svg.railroad path{fill:none;stroke:currentColor;stroke-width:1.5px}
svg.railroad rect{fill:currentColor;fill-opacity:.06;stroke:currentColor;stroke-width:1.2px}
svg.railroad .terminal rect{fill-opacity:.14}
svg.railroad [data-mistake] rect{stroke-dasharray:4 3;fill:none}
svg.railroad text{font:13px ui-monospace,Menlo,Consolas,\"DejaVu Sans \
Mono\",monospace;text-anchor:middle;fill:currentColor;stroke:none}
svg.railroad text.comment{font-size:12px;font-style:italic}
svg.railroad a:hover rect,svg.railroad a:focus rect{fill-opacity:.25}
";

/// The anchor of the diagram of a rule, for links from other diagrams.
type Address<'a> = &'a dyn Fn(&str) -> String;

/// The diagram of a rule in the chapter of its grammar.
pub(super) fn drawn(grammar: &Grammar, rule: &str) -> String {
    let name = grammar.name.replace('_', "-");
    diagram(rule, &grammar.track(rule), &|shown| {
        format!("#railroad-{name}-{shown}")
    })
}

/// The diagram of a rule without its mistakes, for a page that shows some of the diagrams; the
/// others are in the chapter.
pub(super) fn drawn_plainly(grammar: &Grammar, rule: &str, page: &str, on_page: &[&str]) -> String {
    let track = without_mistakes(&grammar.track(rule)).unwrap_or(NOTHING);
    let name = grammar.name;
    diagram(rule, &track, &|shown| match on_page.contains(&shown) {
        true => format!("#railroad-{page}-{shown}"),
        false => format!("{name}.html#railroad-{name}-{shown}"),
    })
}

/// The diagram of a track, one element per line.
fn diagram(rule: &str, track: &Track, address: Address<'_>) -> String {
    let mut whole: Sequence<Box<dyn Node>> = Sequence::default();
    whole.push(Box::new(SimpleStart));
    whole.push(node(track, address));
    whole.push(Box::new(SimpleEnd));
    let mut diagram = Diagram::new(whole);
    let (width, height) = (diagram.width(), diagram.height());
    for (name, value) in [("width", width.to_string()), ("height", height.to_string())] {
        diagram.attr(name.to_owned()).or_insert(value);
    }
    diagram.add_element(Element::new("title").text(&rule.replace('_', " ")));
    diagram.add_element(Element::new("desc").text(&words_of(track)));
    diagram.add_css(STYLE);
    // In Markdown, an empty line would end the diagram.
    let svg = diagram.to_string();
    let lines = svg
        .lines()
        .map(str::trim_end)
        .filter(|line| !line.trim().is_empty());
    lines.map(|line| format!("{line}\n")).collect()
}

fn node(track: &Track, address: Address<'_>) -> Box<dyn Node> {
    match track {
        Track::Text(text) => Box::new(Terminal::new(text.clone())),
        Track::Class { words, .. } => {
            let mut class = Terminal::new(words.clone());
            class
                .attr("data-class".to_owned())
                .or_insert("yes".to_owned());
            Box::new(class)
        }
        Track::Note(note) => Box::new(Comment::new(note.clone())),
        Track::Rule {
            name,
            shown: Some(shown),
        } => Box::new(Link::new(NonTerminal::new(name.clone()), address(shown))),
        Track::Rule { name, shown: None } => {
            let mut mistake = NonTerminal::new(name.clone());
            mistake
                .attr("data-mistake".to_owned())
                .or_insert("yes".to_owned());
            Box::new(mistake)
        }
        Track::Sequence(parts) => rows(parts.iter().map(|part| node(part, address)).collect()),
        Track::Choice(parts) => Box::new(Choice::new(
            parts
                .iter()
                .map(|part| node(part, address))
                .collect::<Vec<_>>(),
        )),
        Track::Optional(inner) => Box::new(Optional::new(node(inner, address))),
        Track::Repeat(inner, between) => {
            let back: Box<dyn Node> = match &**between {
                between if *between == NOTHING => Box::new(Empty),
                // This row runs from right to left.
                Track::Sequence(parts) => {
                    rows(parts.iter().rev().map(|part| node(part, address)).collect())
                }
                between => node(between, address),
            };
            Box::new(Repeat::new(node(inner, address), back))
        }
    }
}

/// A sequence, in as many rows as it needs.
fn rows(parts: Vec<Box<dyn Node>>) -> Box<dyn Node> {
    let mut rows: Vec<Box<dyn Node>> = Vec::new();
    let mut row: Sequence<Box<dyn Node>> = Sequence::default();
    let mut width = 0;
    for part in parts {
        if width > 0 && width + part.width() > WIDEST {
            rows.push(Box::new(std::mem::take(&mut row)));
            width = 0;
        }
        width += part.width() + 10;
        row.push(part);
    }
    rows.push(Box::new(row));
    if rows.len() == 1 {
        rows.remove(0)
    } else {
        Box::new(Stack::new(rows))
    }
}
