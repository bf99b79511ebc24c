//! Markup: HTML, BBCode and Markdown around turns. Crossed-out text becomes a comment. LaTeX is in
//! `latex.rs`.

use super::super::mapped_text::{Cut, Peel};
use crate::fixes::pasted::CROSSED_OUT;

use super::{ContainerCuts, is_in_comment, lines_of};

/// The maximum length of a tag of markup, in bytes.
const MAX_TAG: usize = 300;
/// The length within which an entity ends, in bytes: `hellip;` or `#x1F3B2;`.
const BYTES_OF_ENTITY: usize = 10;
/// Longer texts between two marks are not crossed out, in bytes.
const BYTES_OF_CROSSED_OUT: usize = 60;

/// HTML tags that begin or end a line.
const LINE_TAGS: [&str; 18] = [
    "br",
    "p",
    "div",
    "li",
    "tr",
    "ul",
    "ol",
    "table",
    "pre",
    "h1",
    "h2",
    "h3",
    "h4",
    "blockquote",
    "tbody",
    "thead",
    "dt",
    "dd",
];
/// HTML tags within a line.
const INLINE_TAGS: [&str; 26] = [
    "b", "i", "u", "em", "strong", "code", "tt", "kbd", "samp", "span", "font", "a", "small",
    "sub", "sup", "html", "body", "head", "center", "mark", "o:p", "big", "q", "var", "section",
    "article",
];
/// HTML tags of table cells.
const CELL_TAGS: [&str; 2] = ["td", "th"];
/// Tags around crossed-out text.
const STRUCK_TAGS: [&str; 4] = ["s", "del", "strike", "x"];
/// BBCode tags within a line.
const FORUM_TAGS: [&str; 22] = [
    "b",
    "i",
    "u",
    "code",
    "pre",
    "size",
    "color",
    "colour",
    "url",
    "spoiler",
    "center",
    "font",
    "noparse",
    "left",
    "right",
    "indent",
    "tt",
    "mono",
    "hide",
    "highlight",
    "fixed",
    "plain",
];
/// BBCode tags that begin or end a line.
const FORUM_LINE_TAGS: [&str; 10] = [
    "quote", "q", "list", "*", "li", "ul", "ol", "table", "tr", "hr",
];

/// BBCode tags around the address of something that is shown.
const MEDIA_TAGS: [&str; 5] = ["img", "video", "media", "youtube", "attachment"];

/// Named entities and their characters.
const ENTITIES: [(&str, &str); 18] = [
    ("quot", "\""),
    ("gt", ">"),
    ("lt", "<"),
    ("nbsp", " "),
    ("apos", "'"),
    ("ndash", "-"),
    ("mdash", "-"),
    ("minus", "-"),
    ("hyphen", "-"),
    ("rarr", "-"),
    ("hellip", "…"),
    ("semi", ";"),
    ("comma", ","),
    ("commat", "@"),
    ("sol", "/"),
    ("ast", "*"),
    ("amp", "&"),
    ("lsqb", "["),
];

/// Decodes HTML entities, except in comments of the notation.
pub(super) fn entity_cuts(text: &str) -> Option<ContainerCuts> {
    let mut cuts = Vec::new();
    for (start, _) in text.match_indices('&') {
        let rest = &text[start + 1..];
        let mut bytes = rest.bytes().take(BYTES_OF_ENTITY);
        let Some(length) = bytes.position(|byte| byte == b';') else {
            continue;
        };
        let name = &rest[..length];
        let named = ENTITIES
            .iter()
            .find(|(entity, _)| *entity == name)
            .map(|(_, sign)| (*sign).to_owned());
        let Some(now) = named.or_else(|| numeric_entity(name)) else {
            continue;
        };
        if !is_in_comment(text, start) {
            cuts.push(Cut::new(start, start + length + 2, now, Peel::Markup));
        }
    }
    (!cuts.is_empty()).then_some((cuts, "entities of HTML"))
}

/// Returns the character of `#8211` or `#x2013`. Dashes become hyphens.
fn numeric_entity(name: &str) -> Option<String> {
    let digits = name.strip_prefix('#')?;
    let code = match digits.strip_prefix(['x', 'X']) {
        Some(digits) => u32::from_str_radix(digits, 16).ok()?,
        None => digits.parse().ok()?,
    };
    let sign = match char::from_u32(code)? {
        '\u{2010}'..='\u{2015}' | '\u{2212}' => '-',
        '\u{A0}' => ' ',
        sign if sign.is_control() && sign != '\n' => return None,
        sign => sign,
    };
    Some(sign.to_string())
}

/// A tag of markup.
struct MarkupTag<'t> {
    start: usize,
    end: usize,
    /// The name in small letters.
    name: String,
    is_end: bool,
    /// The text after the name: ` class="x"` in HTML, `=12` in BBCode.
    rest: &'t str,
}

/// Returns the tags of a markup language whose tags have these brackets, outside comments of the
/// notation.
fn tags_of(text: &str, open: char, close: char) -> Vec<MarkupTag<'_>> {
    let mut found = Vec::new();
    for (start, _) in text.match_indices(open) {
        let inside = &text[start + 1..];
        let length = inside
            .bytes()
            .take(MAX_TAG)
            .position(|byte| byte == close as u8);
        let Some(length) = length else { continue };
        let inside = &inside[..length];
        let named = inside.strip_prefix('/').unwrap_or(inside);
        let end = named
            .find(|sign: char| !(sign.is_ascii_alphanumeric() || matches!(sign, '*' | ':')))
            .unwrap_or(named.len());
        let (name, rest) = named.split_at(end);
        if name.is_empty() || inside.contains('\n') || is_in_comment(text, start) {
            continue;
        }
        found.push(MarkupTag {
            start,
            end: start + length + 2,
            name: name.to_ascii_lowercase(),
            is_end: named.len() < inside.len(),
            rest,
        });
    }
    found
}

/// Returns the text in place of a tag that begins or ends a line.
fn line_break(text: &str, tag: &MarkupTag<'_>) -> &'static str {
    let line_start = text[..tag.start].rfind('\n').map_or(0, |end| end + 1);
    // A cell of a table may have several lines.
    if tag.name == "br" && text[line_start..tag.start].trim_start().starts_with('|') {
        return " ";
    }
    let before = text[..tag.start].trim_end_matches([' ', '\t']);
    let after = text[tag.end..].trim_start_matches([' ', '\t', '\r']);
    if before.is_empty() || before.ends_with('\n') || after.starts_with('\n') {
        ""
    } else {
        "\n"
    }
}

/// Removes HTML tags. Rows become lines, and cells are separated by tabs.
pub(super) fn html_cuts(text: &str) -> Option<ContainerCuts> {
    let tags = tags_of(text, '<', '>');
    let is_named = |tag: &MarkupTag<'_>, names: &[&str]| {
        names.contains(&tag.name.as_str())
            && (tag.rest.is_empty() || tag.rest.starts_with([' ', '/']))
    };
    let mut cuts = Vec::new();
    for (start, end) in html_comments(text) {
        let inside = text[start + 4..end - 3].trim();
        cuts.push(Cut::new(start, end, format!("{{{inside}}}"), Peel::Talk));
    }

    for tag in &tags {
        let now = if is_named(tag, &LINE_TAGS) {
            line_break(text, tag)
        } else if is_named(tag, &CELL_TAGS) {
            if tag.is_end { "\t" } else { "" }
        } else if is_named(tag, &INLINE_TAGS) {
            ""
        } else {
            continue;
        };
        cuts.push(Cut::new(tag.start, tag.end, now, Peel::Markup));
    }

    let struck = struck_between(text, &tags);
    let name = if struck.is_empty() {
        "HTML"
    } else {
        CROSSED_OUT
    };
    cuts.extend(struck);
    (!cuts.is_empty()).then_some((cuts, name))
}

/// Returns the HTML comments that are closed and contain no brace.
fn html_comments(text: &str) -> Vec<(usize, usize)> {
    let mut found = Vec::new();
    let mut from = 0;
    while let Some(start) = text[from..].find("<!--").map(|offset| from + offset) {
        let Some(end) = text[start + 4..]
            .find("-->")
            .map(|offset| start + 4 + offset + 3)
        else {
            break;
        };
        if !text[start..end].contains(['{', '}']) && !is_in_comment(text, start) {
            found.push((start, end));
        }
        from = end;
    }
    found
}

/// Returns true if a word other than a turn number follows, which replaces the crossed-out word.
fn is_replaced(text: &str, end: usize) -> bool {
    let next = text[end..].split_whitespace().next().unwrap_or_default();
    let rest = next.trim_start_matches(|sign: char| sign.is_ascii_digit());
    let is_number = rest.len() < next.len() && rest.starts_with(['.', ')', ':']);
    !next.is_empty() && next != "*" && !is_number
}

/// Converts the text between `<s>` and `</s>` to comments.
fn struck_between(text: &str, tags: &[MarkupTag<'_>]) -> Vec<Cut> {
    let is_struck = |tag: &MarkupTag<'_>| STRUCK_TAGS.contains(&tag.name.as_str());
    let struck: Vec<_> = tags.iter().filter(|tag| is_struck(tag)).collect();
    let pairs = struck
        .windows(2)
        .filter(|pair| !pair[0].is_end && pair[1].is_end && pair[0].name == pair[1].name)
        .filter(|pair| !text[pair[0].end..pair[1].start].contains(['{', '}', '\n']))
        .filter(|pair| is_replaced(text, pair[1].end));
    pairs
        .flat_map(|pair| {
            [
                Cut::new(pair[0].start, pair[0].end, "{", Peel::Markup),
                Cut::new(pair[1].start, pair[1].end, "} ", Peel::Markup),
            ]
        })
        .collect()
}

/// Removes BBCode. Items and rows become lines.
pub(super) fn forum_cuts(text: &str) -> Option<ContainerCuts> {
    let tags = tags_of(text, '[', ']');
    let is_closed = |name: &str| tags.iter().any(|tag| tag.is_end && tag.name == name);
    let items = tags.iter().filter(|tag| tag.name == "*").count();
    // Brackets have other meanings in a record, so only closed tags, items and rules count.
    let is_forum = |tag: &MarkupTag<'_>| {
        let is_plain = tag.rest.is_empty() || tag.rest.starts_with('=');
        is_plain && (is_closed(&tag.name) || (tag.name == "*" && items > 1) || tag.name == "hr")
    };
    let mut cuts = Vec::new();
    for tag in tags.iter().filter(|tag| is_forum(tag)) {
        let name = tag.name.as_str();
        let value = tag.rest.trim_start_matches('=').trim_matches('"');
        let now = if matches!(name, "quote" | "q") && !value.is_empty() {
            format!("# [{name}{}]\n", tag.rest)
        } else if FORUM_LINE_TAGS.contains(&name) {
            line_break(text, tag).to_owned()
        } else if CELL_TAGS.contains(&name) {
            if tag.is_end { "\t" } else { "" }.to_owned()
        } else if MEDIA_TAGS.contains(&name) {
            if tag.is_end { "} " } else { " {" }.to_owned()
        } else if FORUM_TAGS.contains(&name) {
            String::new()
        } else {
            continue;
        };
        cuts.push(Cut::new(tag.start, tag.end, now, Peel::Markup));
    }

    let struck = struck_between(text, &tags);
    let name = if struck.is_empty() {
        "BBCode of a forum"
    } else {
        CROSSED_OUT
    };
    cuts.extend(struck);
    (!cuts.is_empty()).then_some((cuts, name))
}

/// Converts text that is crossed out with characters to comments: `~~d6~~`, or with a combining
/// stroke on each letter.
pub(super) fn crossed_out_cuts(text: &str) -> Option<ContainerCuts> {
    let mut cuts = Vec::new();
    let mut pairs: Vec<(usize, usize)> = Vec::new();
    for sign in ["~~", "--"] {
        let marks: Vec<usize> = text.match_indices(sign).map(|(offset, _)| offset).collect();
        pairs.extend(marks.chunks_exact(2).map(|pair| (pair[0], pair[1])));
    }
    for (open, close) in pairs {
        let pair = [open, close];
        let inside = &text[pair[0] + 2..pair[1]];
        // Two hyphens may also begin a remark.
        let is_word = text[open..].starts_with("~~")
            || (!inside.contains(char::is_whitespace)
                && inside.starts_with(char::is_alphanumeric)
                && text[..open].ends_with([' ', '\n']));
        if is_word
            && inside.len() < BYTES_OF_CROSSED_OUT
            && !inside.contains(['{', '}', '\n'])
            && !inside.trim().is_empty()
            && is_replaced(text, pair[1] + 2)
        {
            cuts.push(Cut::new(pair[0], pair[0] + 2, "{", Peel::Markup));
            cuts.push(Cut::new(pair[1], pair[1] + 2, "} ", Peel::Markup));
        }
    }

    let is_stroke = |sign: char| matches!(sign, '\u{335}'..='\u{338}');
    let mut from = 0;
    while let Some(stroke) = text[from..].find(is_stroke).map(|offset| from + offset) {
        let blank = text[..stroke]
            .char_indices()
            .rev()
            .find(|(_, sign)| sign.is_whitespace());
        let start = blank.map_or(0, |(offset, sign)| offset + sign.len_utf8());
        let last = text[stroke..].find(char::is_whitespace);
        let end = last.map_or(text.len(), |length| stroke + length);
        let plain: String = text[start..end]
            .chars()
            .filter(|&sign| !is_stroke(sign))
            .collect();
        cuts.push(Cut::new(start, end, format!("{{{plain}}}"), Peel::Talk));
        from = end;
    }

    (!cuts.is_empty()).then_some((cuts, CROSSED_OUT))
}

/// Removes lines that only begin or end code or a quotation: `{code}`, `{noformat}`.
pub(super) fn frame_cuts(text: &str) -> Option<ContainerCuts> {
    const FRAMES: [&str; 4] = ["code", "noformat", "quote", "panel"];
    let is_frame = |line: &str| {
        let inside = line
            .trim()
            .strip_prefix('{')
            .and_then(|rest| rest.strip_suffix('}'));
        let name = inside.and_then(|inside| inside.split(':').next());
        name.is_some_and(|name| FRAMES.contains(&name))
    };
    let lines: Vec<(usize, &str)> = lines_of(text).filter(|(_, line)| is_frame(line)).collect();
    let cuts = lines
        .iter()
        .map(|(start, line)| Cut::new(*start, start + line.len(), "", Peel::Markup));
    (lines.len() > 1).then(|| (cuts.collect(), "frames of code"))
}

/// Removes backticks around turns, and the targets of links.
pub(super) fn code_and_link_cuts(text: &str) -> Option<ContainerCuts> {
    let mut cuts = Vec::new();
    for (start, line) in lines_of(text) {
        let ticks: Vec<usize> = line
            .match_indices('`')
            .map(|(tick, _)| start + tick)
            .collect();
        let is_fence = line.trim_start().starts_with("```");
        if !is_fence && !ticks.is_empty() && ticks.len().is_multiple_of(2) {
            let outside = ticks.iter().filter(|tick| !is_in_comment(text, **tick));
            cuts.extend(outside.map(|&tick| Cut::new(tick, tick + 1, "", Peel::Markup)));
        }
    }
    for (middle, _) in text.match_indices("](") {
        let rest = &text[middle + 2..];
        let open = text[..middle].rfind(['[', '\n']);
        let close = rest.find([')', '\n', ' ']);
        let (Some(open), Some(close)) = (open, close) else {
            continue;
        };
        let is_link = text[open..].starts_with('[') && rest[close..].starts_with(')');
        if is_link && !is_in_comment(text, open) {
            cuts.push(Cut::new(open, open + 1, "", Peel::Markup));
            cuts.push(Cut::new(middle, middle + 3 + close, "", Peel::Markup));
        }
    }
    (!cuts.is_empty()).then_some((cuts, "Markdown"))
}
