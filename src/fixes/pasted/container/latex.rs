//! LaTeX around turns: commands and the signs of tables.

use super::super::mapped_text::{Cut, Peel};
use super::{ContainerCuts, end_of_comment};

/// Raised signs that belong to a turn, as in `f2$^*$`.
const RAISED_SIGNS: [(&str, &str); 4] = [
    ("$^*$", "*"),
    ("$^{*}$", "*"),
    ("$*$", "*"),
    ("$\\ast$", "*"),
];

/// Removes LaTeX commands. Rows become lines, and cells are separated by tabs.
pub(super) fn latex_cuts(text: &str) -> Option<ContainerCuts> {
    if !is_latex(text) {
        return None;
    }

    let mut cuts: Vec<Cut> = Vec::new();
    for (raised, sign) in RAISED_SIGNS {
        for (offset, _) in text.match_indices(raised) {
            cuts.push(Cut::new(offset, offset + raised.len(), sign, Peel::Markup));
        }
    }
    let mut offset = 0;
    while let Some(start) = text[offset..]
        .find(['\\', '{', '&'])
        .map(|next| offset + next)
    {
        let rest = &text[start..];
        let name_length = rest[1..]
            .find(|sign: char| !sign.is_ascii_alphabetic())
            .unwrap_or(rest.len() - 1);
        let name = &rest[1..=name_length];
        let end = start + 1 + name_length;
        offset = end.max(start + 1);
        match rest.as_bytes()[0] {
            b'{' => offset = end_of_comment(text, start),
            b'&' => cuts.push(Cut::new(start, start + 1, "\t", Peel::Markup)),
            _ if rest.starts_with("\\\\") => {
                cuts.push(Cut::new(start, start + 2, "\n", Peel::Markup));
                offset = start + 2;
            }
            _ if name.is_empty() => {
                let next = rest[1..].chars().next().unwrap_or(' ');
                if "&%_#${}".contains(next) {
                    cuts.push(Cut::new(start, start + 1, "", Peel::Markup));
                }
                offset = (start + 1 + next.len_utf8()).min(text.len());
            }
            _ => offset = cut_command(text, start, end, name, &mut cuts),
        }
    }

    (!cuts.is_empty()).then_some((cuts, "LaTeX"))
}

/// Returns true if a text has commands or line ends of LaTeX.
fn is_latex(text: &str) -> bool {
    const COMMANDS: [&str; 6] = [
        "\\begin{",
        "\\item",
        "\\hline",
        "\\texttt{",
        "\\textbf{",
        "\\emph{",
    ];
    COMMANDS.iter().any(|command| text.contains(command))
        || text.match_indices("\\\\").count() > 2
        || has_commands(text)
}

/// Returns true if several words of a text are arguments of a command with at least three letters:
/// `\move{b3}`.
fn has_commands(text: &str) -> bool {
    let is_command = |(start, _): &(usize, &str)| {
        let rest = &text[start + 1..];
        let end = rest
            .find(|sign: char| !sign.is_ascii_alphabetic())
            .unwrap_or(rest.len());
        end > 2 && rest[end..].starts_with('{')
    };
    text.match_indices('\\').filter(is_command).count() > 2
}

/// Removes a LaTeX command. Returns the place at which to continue.
fn cut_command(text: &str, start: usize, end: usize, name: &str, cuts: &mut Vec<Cut>) -> usize {
    let close_of = |from: usize| text[from..].find('}').map(|length| from + length);
    let has_argument = text[end..].starts_with('{');
    match name {
        "begin" | "end" | "usepackage" | "documentclass" | "vspace" | "hspace" | "label" => {
            let mut after = end;
            while text[after..].starts_with(['{', '[']) {
                let close = text[after..].find(['}', ']']);
                after = close.map_or(text.len(), |length| after + length + 1);
            }
            // A command on a line by itself becomes a comment, with its arguments.
            let before = text[..start].trim_end_matches([' ', '\t']);
            let rest = text[after..].trim_start_matches([' ', '\t', '\r']);
            let is_alone = (before.is_empty() || before.ends_with('\n'))
                && (rest.is_empty() || rest.starts_with('\n'));
            if is_alone {
                cuts.push(Cut::new(start, start, "# ", Peel::Talk));
            } else {
                cuts.push(Cut::new(start, after, "", Peel::Markup));
            }
            after
        }
        "item" | "newline" | "par" => {
            cuts.push(Cut::new(start, end, "\n", Peel::Markup));
            end
        }
        // Text that is crossed out. Its braces stay, and make a comment of it.
        "sout" | "st" | "cancel" if has_argument => {
            cuts.push(Cut::new(start, end, "", Peel::Markup));
            close_of(end).map_or(end, |close| close + 1)
        }
        // Text that is not a part of the movetext becomes a comment in the same way.
        "section" | "subsection" | "title" | "caption" | "footnote" if has_argument => {
            cuts.push(Cut::new(start, end, "", Peel::Markup));
            close_of(end).map_or(end, |close| close + 1)
        }
        "rightarrow" | "to" => {
            cuts.push(Cut::new(start, end, "-", Peel::Markup));
            end
        }
        _ if has_argument => {
            cuts.push(Cut::new(start, end + 1, "", Peel::Markup));
            if let Some(close) = close_of(end) {
                cuts.push(Cut::new(close, close + 1, "", Peel::Markup));
            }
            end + 1
        }
        _ => {
            cuts.push(Cut::new(start, end, "", Peel::Markup));
            end
        }
    }
}
