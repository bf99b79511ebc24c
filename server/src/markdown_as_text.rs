//! Converts the Markdown of hovers and documentation to plain text, for clients that do not show
//! Markdown. It covers the Markdown that this server writes: headings, fences, emphasis, code,
//! links and images.
//!
//! The functions for markup within a line, such as `push_code`, get the text from a sign on. They
//! add what is shown and return the length of the markup, or return `None` if the sign is an
//! ordinary character.

use std::iter::Peekable;
use std::str::Lines;

/// Returns Markdown as plain text.
pub(super) fn plain_text(markdown: &str) -> String {
    let mut out = String::with_capacity(markdown.len());
    let mut lines = markdown.lines().peekable();
    while let Some(line) = lines.next() {
        if let Some(fence) = fence_of(line) {
            push_block(&mut lines, fence, &mut out);
            continue;
        }
        let line = line.trim_end();
        let title = line.trim_start_matches('#');
        let is_heading = title.len() < line.len() && title.starts_with(' ');
        let shown = if is_heading { title.trim_start() } else { line };
        push_line(shown, &mut out);
    }
    // Omitted parts leave empty lines behind.
    while out.contains("\n\n\n") {
        out = out.replace("\n\n\n", "\n\n");
    }
    out.trim_matches('\n').to_owned()
}

/// Returns the fence with which a line begins.
fn fence_of(line: &str) -> Option<&str> {
    let sign = line
        .chars()
        .next()
        .filter(|sign| matches!(sign, '`' | '~'))?;
    let length = line.chars().take_while(|&next| next == sign).count();
    if length < 3 {
        return None;
    }
    line.get(..length)
}

/// Adds the lines of a code block unchanged.
fn push_block(lines: &mut Peekable<Lines<'_>>, fence: &str, out: &mut String) {
    for line in lines.by_ref() {
        if line.trim_end() == fence {
            return;
        }
        out.push_str(line);
        out.push('\n');
    }
}

/// Adds a line outside of code blocks. A line with only an image is dropped.
fn push_line(line: &str, out: &mut String) {
    let start = out.len();
    push_inline(line, out);
    if out.len() > start || line.is_empty() {
        out.push('\n');
    }
}

/// Adds the text of a line, or of a link, without its markup.
fn push_inline(text: &str, out: &mut String) {
    let mut rest = text;
    while let Some(sign) = rest.chars().next() {
        let length_of_markup = match sign {
            '`' => push_code(rest, out),
            '\\' => push_escaped(rest, out),
            '!' => image_length(rest),
            '[' => push_link(rest, out),
            '*' => emphasis_length(rest, out),
            _ => None,
        };
        let length = length_of_markup.unwrap_or_else(|| {
            out.push(sign);
            sign.len_utf8()
        });
        rest = rest.get(length..).unwrap_or_default();
    }
}

/// Adds the code with which a text begins, and returns its length.
fn push_code(text: &str, out: &mut String) -> Option<usize> {
    let fence_length = text.len() - text.trim_start_matches('`').len();
    let (fence, after_fence) = text.split_at(fence_length);
    let inner = &after_fence[..after_fence.find(fence)?];
    // One space on each side lets code begin or end with a backtick.
    let is_padded = inner.starts_with(' ') && inner.ends_with(' ') && !inner.trim().is_empty();
    let code = if is_padded {
        &inner[1..inner.len() - 1]
    } else {
        inner
    };
    out.push_str(code);
    Some(inner.len() + 2 * fence_length)
}

/// Adds the escaped character with which a text begins, and returns its length.
fn push_escaped(text: &str, out: &mut String) -> Option<usize> {
    let escaped = text.chars().nth(1)?;
    if !escaped.is_ascii_punctuation() {
        return None;
    }
    out.push(escaped);
    Some(2)
}

/// Adds the label of the link with which a text begins, and returns the length of the link.
fn push_link(text: &str, out: &mut String) -> Option<usize> {
    let (label, length) = link_of(text)?;
    push_inline(label, out);
    Some(length)
}

/// Returns the length of the image with which a text begins. Images are not shown.
fn image_length(text: &str) -> Option<usize> {
    let link = text.get(1..).filter(|link| link.starts_with('['))?;
    link_of(link).map(|(_, length)| length + 1)
}

/// Returns the label and the length of the link with which a text begins, such as
/// `[G3.1](https://a/b.html "A (b)")`.
fn link_of(text: &str) -> Option<(&str, usize)> {
    let end_of_label = text.find("](")?;
    let label = text.get(1..end_of_label)?;
    if label.contains('[') {
        return None;
    }
    let target = end_of_label + "](".len();
    let mut in_title = false;
    for (index, sign) in text[target..].char_indices() {
        match sign {
            '"' => in_title = !in_title,
            ')' if !in_title => return Some((label, target + index + ")".len())),
            _ => {}
        }
    }
    None
}

/// Returns the length of the asterisks with which a text begins, unless they mean themselves,
/// as in `Result *.` They then follow a space, and no emphasised text follows them.
fn emphasis_length(text: &str, out: &str) -> Option<usize> {
    let rest = text.trim_start_matches('*');
    let is_gap = |letter: Option<char>| letter.is_none_or(char::is_whitespace);
    let previous = out.chars().next_back();
    let next = rest.chars().next();
    let is_before_punctuation = next.is_some_and(|sign| ".,;:)?".contains(sign));
    let is_by_itself = is_gap(previous) && (is_gap(next) || is_before_punctuation);
    (!is_by_itself).then(|| text.len() - rest.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markdown_becomes_plain_text() {
        for (markdown, plain) in [
            ("**2. `a2-c4`**, Black", "2. a2-c4, Black"),
            (
                "- 11 left ([G3.1](https://a/b.html \"A (b)\"), x)\n",
                "- 11 left (G3.1, x)",
            ),
            (
                "![The board](data:image/svg+xml;base64,AA==)\n\n```text\n  *a* `b`\n```\n",
                "  *a* `b`",
            ),
            (
                "# gipf/off-board\n\n~~~pips\n[a](b)\n~~~\nend",
                "gipf/off-board\n\n[a](b)\nend",
            ),
            ("*After the fix: x.*", "After the fix: x."),
            ("`` a`b `` and `c", "a`b and `c"),
            (
                "Result *. 1 \\* 2, # 3 [a] \\n",
                "Result *. 1 * 2, # 3 [a] \\n",
            ),
            ("", ""),
            ("```\nopen", "open"),
        ] {
            assert_eq!(plain_text(markdown), plain, "{markdown}");
        }
    }
}
