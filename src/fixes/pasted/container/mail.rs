//! Emails: soft line breaks, quote marks at any depth, headers, introductions and signatures.

use super::super::mapped_text::{Cut, Peel};
use super::{ContainerCuts, lines_of};
use crate::text::QuoteMarks;

/// Minimum share of lines with a quote mark for all marks to be removed: one line in this many.
const QUOTED_SHARE: usize = 4;
/// The maximum number of lines of a signature.
const MAX_SIGNATURE: usize = 15;

/// Joins lines that an email program broke, and decodes its escapes: `=20`, `=3D`.
pub(super) fn soft_line_break_cuts(text: &str) -> Option<ContainerCuts> {
    let has_break = lines_of(text).any(|(_, line)| {
        let line = line.trim_end_matches('\r');
        // Only long lines are broken; a short one that ends with `=` may be a frame of the text.
        let is_broken = line.ends_with('=') && !line.ends_with("==") && line.len() > 20;
        line.ends_with("=20") || is_broken
    });
    if !has_break {
        return None;
    }

    let mut cuts = Vec::new();
    let mut decoded_end = 0;
    for (start, _) in text.match_indices('=') {
        if start < decoded_end {
            continue;
        }
        let rest = &text[start + 1..];
        if let Some(line_end) = ["\r\n", "\n"].into_iter().find(|end| rest.starts_with(end)) {
            cuts.push(Cut::new(
                start,
                start + 1 + line_end.len(),
                "",
                Peel::Markup,
            ));
            continue;
        }
        let mut bytes = Vec::new();
        let mut end = start;
        while let Some(byte) = coded_byte(&text[end..]) {
            bytes.push(byte);
            end += 3;
        }
        if let Ok(now) = String::from_utf8(bytes)
            && !now.is_empty()
        {
            let at_line_end = text[end..].trim_start_matches('\r').starts_with('\n');
            let now = if at_line_end { now.trim_end() } else { &now };
            cuts.push(Cut::new(start, end, now, Peel::Markup));
            decoded_end = end;
        }
    }

    Some((cuts, "mail with soft line breaks"))
}

/// Returns the byte of `=3D`.
fn coded_byte(text: &str) -> Option<u8> {
    let digits = text.strip_prefix('=')?.get(..2)?;
    let is_code = digits
        .bytes()
        .all(|digit| digit.is_ascii_digit() || (b'A'..=b'F').contains(&digit));
    if is_code {
        u8::from_str_radix(digits, 16).ok()
    } else {
        None
    }
}

/// Removes `> ` from the lines that begin with it.
pub(super) fn quote_mark_cuts(text: &str) -> Option<ContainerCuts> {
    let written = text.lines().filter(|line| !line.trim().is_empty()).count();
    // A different mark counts if it comes before the first tag.
    let other = text.lines().find_map(|line| {
        let (before, _) = line.split_once("[Game \"")?;
        let mark = before.trim().chars().next()?;
        matches!(mark, '|' | ':' | '»' | '›').then_some(mark)
    });
    if let Some(marks) = mark_of_tag(text) {
        return Some((marks, "marks before each line"));
    }
    let mark = other.unwrap_or('>');
    let is_quoted = |line: &str| line.trim_start().starts_with(mark);
    let quoted = text.lines().filter(|line| is_quoted(line)).count();
    if quoted < 2 || quoted * QUOTED_SHARE < written {
        return None;
    }
    let signs = [mark];
    let mut marks = QuoteMarks::new(&signs, text.lines());
    let cuts = lines_of(text).filter_map(|(start, line)| {
        let length = marks.length_in_next(line);
        is_quoted(line).then(|| Cut::new(start, start + length, "", Peel::Markup))
    });
    Some((cuts.collect(), "quoted mail"))
}

/// Returns the cuts of a mark that comes before the first tag and before most other lines: `KN> `,
/// `// `, `* `.
fn mark_of_tag(text: &str) -> Option<Vec<Cut>> {
    /// The maximum length of a mark.
    const MAX_MARK: usize = 8;
    let (before, _) = text.lines().find_map(|line| line.split_once("[Game \""))?;
    let mark = before.trim();
    // A `+` may belong to a patch (`patch.rs`), and `>` is the mark of a quoted mail.
    let is_mark = mark.len() > 1
        && mark.len() <= MAX_MARK
        && mark.ends_with(|sign: char| !sign.is_alphanumeric() && sign != '+')
        && !mark.contains(['[', '{', '"', '<'])
        && !mark.chars().all(|sign| sign == '>' || sign == ' ');
    let marked = || lines_of(text).filter(|(_, line)| line.trim_start().starts_with(mark));
    let written = text.lines().filter(|line| !line.trim().is_empty()).count();
    if !is_mark || marked().count() * 2 < written {
        return None;
    }
    let cuts = marked().map(|(start, line)| {
        let from = line.len() - line.trim_start().len();
        let end = from + mark.len();
        let blank = usize::from(line[end..].starts_with(' '));
        Cut::new(start, start + end + blank, "", Peel::Label)
    });
    Some(cuts.collect())
}

/// Converts a signature to comments: the lines from `-- ` to the end.
pub(super) fn signature_cuts(text: &str) -> Option<ContainerCuts> {
    let (place, _) = lines_of(text).find(|(_, line)| *line == "-- " || *line == "--")?;
    let is_short = text[place..].lines().count() <= MAX_SIGNATURE;
    let after_tags = text[..place].contains("[Game \"");
    if !is_short || !after_tags || text[place..].contains("[Game \"") {
        return None;
    }
    let written = lines_of(text).filter(|(start, line)| *start >= place && !line.trim().is_empty());
    let cuts = written.map(|(start, _)| Cut::new(start, start, "# ", Peel::Talk));
    Some((cuts.collect(), "signature"))
}

/// Converts the lines before the first tag to comments: headers of an email,
/// `On Friday Ann wrote:`, a greeting.
pub(super) fn introduction_cuts(text: &str) -> Vec<Cut> {
    let Some(first) = lines_of(text).find(|(_, line)| is_tag(line)) else {
        return Vec::new();
    };
    lines_of(text)
        .take_while(|(start, _)| *start < first.0)
        .filter(|(_, line)| !line.trim().is_empty() && !line.trim_start().starts_with(['#', '{']))
        .filter(|(_, line)| line.contains(char::is_alphanumeric))
        .map(|(start, line)| {
            let offset = start + line.len() - line.trim_start().len();
            Cut::new(offset, offset, "# ", Peel::Talk)
        })
        .collect()
}

/// Returns true if a line is the `Game` tag.
fn is_tag(line: &str) -> bool {
    line.starts_with("[Game \"")
}

#[cfg(test)]
mod tests {
    use super::super::tests::peeled;

    #[test]
    fn an_introduction_becomes_a_comment() {
        let text = "On Fri, Ann wrote:\n> [Game \"gipf\"]\n> \n> 1. a1-b2 *\n";
        assert_eq!(
            peeled(text),
            "# On Fri, Ann wrote:\n[Game \"gipf\"]\n\n1. a1-b2 *\n"
        );
    }
}
