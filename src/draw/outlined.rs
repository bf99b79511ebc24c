//! The letters of an SVG as outlines: it looks alike wherever it is shown, whatever fonts there are.

use std::collections::HashMap;
use std::fmt::Write;

use resvg::tiny_skia::PathSegment;
use resvg::usvg::{Group, Node};

use super::fonts::Fonts;
use super::tree::{DrawError, read};

/// What an outlined text is called while it is looked for; no element of a figure has an id else.
const ID: &str = "text-";

/// Puts outlines in the place of the letters of an SVG of this crate. What it shows is told in `title` and `desc` as
/// before, and every group keeps its class.
///
/// # Errors
/// Where the SVG cannot be read.
pub fn write_outlined(svg: &str, fonts: &Fonts) -> Result<String, DrawError> {
    let drawable = fonts.drawable(svg);
    let mut parts = drawable.split("<text");
    let mut numbered = parts.next().unwrap_or_default().to_owned();
    for (number, part) in parts.clone().enumerate() {
        let _ = write!(numbered, "<text id=\"{ID}{number}\"{part}");
    }
    let tree = read(&numbered, fonts)?.tree;
    let mut outlines = HashMap::new();
    collect(tree.root(), &mut outlines);
    let mut out = drawable.split("<text").next().unwrap_or_default().to_owned();
    for (number, part) in parts.enumerate() {
        // A text of white space has none.
        if let Some(outline) = outlines.get(&format!("{ID}{number}")) {
            let _ = write!(out, "<path d=\"{outline}\"/>");
        }
        out.push_str(part.split_once("</text>").map_or("", |(_, rest)| rest));
    }
    Ok(out)
}

/// The outlines of each text by its id.
fn collect(group: &Group, outlines: &mut HashMap<String, String>) {
    for node in group.children() {
        match node {
            Node::Group(group) => collect(group, outlines),
            Node::Text(text) => {
                let mut outline = String::new();
                outline_of(text.flattened(), &mut outline);
                outlines.insert(text.id().to_owned(), outline);
            }
            Node::Path(_) | Node::Image(_) => {}
        }
    }
}

fn outline_of(group: &Group, out: &mut String) {
    for node in group.children() {
        match node {
            Node::Group(group) => outline_of(group, out),
            Node::Path(path) => path.data().segments().for_each(|segment| put_segment(segment, out)),
            Node::Text(_) | Node::Image(_) => {}
        }
    }
}

// Writing to a string cannot fail, so that what `write!` gives is passed over.
fn put_segment(segment: PathSegment, out: &mut String) {
    let (letter, points) = match segment {
        PathSegment::MoveTo(to) => ('M', vec![to]),
        PathSegment::LineTo(to) => ('L', vec![to]),
        PathSegment::QuadTo(by, to) => ('Q', vec![by, to]),
        PathSegment::CubicTo(one, two, to) => ('C', vec![one, two, to]),
        PathSegment::Close => ('Z', Vec::new()),
    };
    out.push(letter);
    for (at, point) in points.into_iter().enumerate() {
        let between = if at > 0 { " " } else { "" };
        let _ = write!(out, "{between}{} {}", hundredths(point.x), hundredths(point.y));
    }
}

/// A length with two decimals at most.
fn hundredths(length: f32) -> String {
    let rounded = format!("{length:.2}");
    let short = rounded.trim_end_matches('0').trim_end_matches('.');
    if short == "-0" { "0".to_owned() } else { short.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::draw::{Scene, write_svg};

    #[test]
    fn letters_become_outlines_and_words_stay() {
        let mut scene = Scene { title: "Two words".into(), words: "Said.".into(), ..Scene::default() };
        scene.notes = vec![crate::draw::Note::of_words("Agnes & 1/2")];
        let svg = write_svg(&scene);
        let outlined = write_outlined(&svg, &Fonts::default()).unwrap();
        assert!(svg.contains("<text") && !outlined.contains("<text") && !outlined.contains(" id="));
        assert!(outlined.contains("<title>Two words</title>") && outlined.contains("class=\"note\""));
        assert!(outlined.matches("<path d=\"M").count() == 1, "{outlined}");
    }
}
