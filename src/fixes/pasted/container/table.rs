//! Tables: rows with rules, cells separated by commas, semicolons or tabs, and lists.

use super::super::mapped_text::{Cut, Peel};
use super::{ContainerCuts, is_in_comment, lines_of};

/// The minimum number of rows of a table.
const MIN_ROWS: usize = 3;

/// The characters of the lines between rows.
const RULES: &str = "|+-:=─═━┌┐└┘├┤┬┴┼╔╗╚╝╠╣╦╩╬ \t";
/// The characters between cells.
const BARS: [char; 4] = ['|', '│', '┃', '║'];

/// Returns the lines of the movetext with their starts: the lines after the last tag that are not
/// blank.
fn rows(text: &str) -> Vec<(usize, &str)> {
    let tags = lines_of(text).filter(|(_, line)| is_tag_line(line));
    let from = tags.last().map_or(0, |(start, line)| start + line.len());
    lines_of(text)
        .filter(|(start, line)| *start >= from && !line.trim().is_empty())
        .collect()
}

fn is_tag_line(line: &str) -> bool {
    let line = line.trim_start_matches(['"', ' ', '\u{FEFF}']);
    line.strip_prefix('[').is_some_and(|inside| {
        inside.starts_with(|first: char| first.is_ascii_uppercase()) && inside.contains('"')
    })
}

/// Replaces the separators of a table of comma-separated values with tabs.
pub(super) fn separated_table_cuts(text: &str) -> Option<ContainerCuts> {
    let rows = rows(text);
    let found = [';', ','].into_iter().find_map(|separator| {
        let counts: Vec<Option<usize>> = rows
            .iter()
            .filter(|(_, row)| !row.starts_with(['#', '{']))
            .map(|(_, row)| separator_count(row, separator))
            .collect();
        let numbered = rows
            .iter()
            .filter(|(_, row)| begins_with_number(row, separator))
            .count();
        // The number of rows with `width` separators. A cell may contain the separator too, as in
        // `d6;xc3`, so wider rows fit as well. Two other rows may be a heading and a remark.
        let with = |width: usize| {
            let same = counts.iter().flatten().filter(|count| **count == width);
            same.count()
        };
        let width = counts
            .iter()
            .flatten()
            .copied()
            .max_by_key(|width| (with(*width), *width))?;
        let wider = counts.iter().flatten().filter(|count| **count > width);
        let fitting = with(width) + wider.count();
        let is_table = numbered >= MIN_ROWS && width > 1 && fitting + 2 >= counts.len();
        is_table.then_some((separator, width))
    });
    let (separator, width) = found?;
    let mut cuts = Vec::new();
    for (start, row) in &rows {
        let mut in_quotes = false;
        let mut left = width;
        for (offset, sign) in row.char_indices() {
            let index = start + offset;
            match sign {
                '"' => {
                    in_quotes = !in_quotes;
                    cuts.push(Cut::new(index, index + 1, "", Peel::Markup));
                }
                _ if sign == separator && !in_quotes && left > 0 && !is_in_comment(text, index) => {
                    left -= 1;
                    cuts.push(Cut::new(index, index + 1, "\t", Peel::Markup));
                }
                _ => {}
            }
        }
    }

    Some((cuts, "table with separators"))
}

/// Returns the number of separators in a row, outside quotes, or `None` if it has no separator.
fn separator_count(row: &str, separator: char) -> Option<usize> {
    let mut in_quotes = false;
    let mut count = 0;
    for sign in row.chars() {
        in_quotes ^= sign == '"';
        count += usize::from(sign == separator && !in_quotes);
    }
    (count > 0).then_some(count)
}

/// Returns true if the first field of a row is a number.
fn begins_with_number(row: &str, separator: char) -> bool {
    let field = row.split(separator).next().unwrap_or_default();
    let number = field.trim().trim_matches('"').trim_end_matches('.');
    field.len() < row.len() && number.parse::<u32>().is_ok()
}

/// Joins the cells of a table that has each cell on a separate line, as in AsciiDoc.
pub(super) fn one_cell_a_line_cuts(text: &str) -> Option<ContainerCuts> {
    const RULE: &str = "|===";
    let lines: Vec<(usize, &str)> = lines_of(text).collect();
    if lines.iter().filter(|(_, line)| line.trim() == RULE).count() < 2 {
        return None;
    }

    let mut cuts = Vec::new();
    let mut is_inside = false;
    for (index, (start, line)) in lines.iter().enumerate() {
        let end = start + line.len();
        if line.trim() == RULE {
            is_inside = !is_inside;
            cuts.push(Cut::new(*start, end, "", Peel::Markup));
        } else if line.starts_with("[cols") || line.starts_with("[options") {
            cuts.push(Cut::new(*start, *start, "# ", Peel::Talk));
        } else if is_inside {
            let bars = line.match_indices('|');
            cuts.extend(bars.map(|(bar_offset, _)| {
                let now = if bar_offset == 0 { "" } else { "\t" };
                Cut::new(
                    start + bar_offset,
                    start + bar_offset + 1,
                    now,
                    Peel::Markup,
                )
            }));
            let next = lines.get(index + 1);
            if let Some((next, after)) = next
                && line.starts_with('|')
                && after.starts_with('|')
                && after.trim() != RULE
            {
                cuts.push(Cut::new(end, *next, "\t", Peel::Markup));
            }
        }
    }

    Some((cuts, "table"))
}

/// Replaces the dots that lead from one column to the next: `c4 ......... d1,e2`.
pub(super) fn leader_cuts(text: &str) -> Option<ContainerCuts> {
    /// The minimum number of signs.
    const MIN_SIGNS: usize = 3;
    let mut cuts = Vec::new();
    for (start, row) in rows(text) {
        let words = row.split(' ');
        let mut offset = 0;
        for word in words {
            let is_leader = word.len() >= MIN_SIGNS
                && (word.bytes().all(|byte| byte == b'.') || word.bytes().all(|byte| byte == b'_'));
            let is_between = !row[..offset].trim().is_empty()
                && !row[(offset + word.len()).min(row.len())..]
                    .trim()
                    .is_empty();
            if is_leader && is_between {
                cuts.push(Cut::new(
                    start + offset,
                    start + offset + word.len(),
                    "\t",
                    Peel::Markup,
                ));
            }
            offset += word.len() + 1;
        }
    }
    (cuts.len() >= MIN_ROWS).then_some((cuts, "columns with dots between"))
}

/// Returns the bars of a row with their places, except those in brackets, which may separate two
/// numbers of a place: `(4|6)`.
fn bars_of(row: &str) -> Vec<(usize, &str)> {
    let is_in_brackets = |offset: usize| {
        let before = &row[..offset];
        before.rfind('(') > before.rfind(')')
    };
    row.match_indices(BARS)
        .filter(|(offset, _)| !is_in_brackets(*offset))
        .collect()
}

/// Removes the rules and bars of a table.
pub(super) fn ruled_table_cuts(text: &str) -> Option<ContainerCuts> {
    let has_bars =
        |row: &str| bars_of(row).len() > 1 || (row.trim_start().starts_with(BARS) && row.len() > 3);
    let rows = rows(text);
    if rows.iter().filter(|(_, row)| has_bars(row)).count() < MIN_ROWS {
        return None;
    }

    let mut cuts = Vec::new();
    for (start, row) in rows {
        // The rules of a wiki table may have words, as in `{| class="wikitable"`; a row of headings
        // begins with `!`. These words stay, as comments.
        let is_wiki = ["{|", "|}", "|-"].iter().any(|mark| row.starts_with(mark));
        let has_words = row.contains(char::is_alphanumeric);
        if (is_wiki && has_words) || row.starts_with('!') {
            cuts.push(Cut::new(start, start, "# ", Peel::Talk));
            continue;
        }
        let is_rule = row.chars().all(|sign| RULES.contains(sign));
        if is_rule || row.starts_with("{|") || row.starts_with("|}") {
            cuts.push(Cut::new(start, start + row.len(), "", Peel::Markup));
            continue;
        }
        let bars = bars_of(row).into_iter();
        cuts.extend(bars.map(|(offset, bar)| {
            Cut::new(
                start + offset,
                start + offset + bar.len(),
                "\t",
                Peel::Markup,
            )
        }));
    }

    Some((cuts, "table"))
}

/// Removes the bullets of a list, which must be the same on all lines.
pub(super) fn bullet_cuts(text: &str) -> Option<ContainerCuts> {
    const BULLETS: [&str; 12] = [
        "- ", "* ", "+ ", "• ", "•", "– ", "· ", "‣ ", "▪ ", "◦ ", "→ ", "— ",
    ];
    let rows = rows(text);
    let bullet = BULLETS.into_iter().find(|bullet| {
        let has = rows
            .iter()
            .filter(|(_, row)| row.trim_start().starts_with(bullet))
            .count();
        // A title and a few remarks may have none.
        has >= MIN_ROWS && has + 3 >= rows.len()
    })?;
    let marked = rows.iter().filter_map(|(start, row)| {
        let indent = row.len() - row.trim_start().len();
        let has = row.trim_start().starts_with(bullet) && row.trim() != "*";
        has.then(|| {
            Cut::new(
                start + indent,
                start + indent + bullet.len(),
                "",
                Peel::Markup,
            )
        })
    });
    Some((marked.collect(), "list"))
}

/// Converts the right one of two games side by side to comments. Both columns begin with `1.`.
pub(super) fn aligned_column_cuts(text: &str) -> Option<ContainerCuts> {
    /// The minimum number of spaces between columns.
    const GAP: &str = "    ";
    let rows = rows(text);
    let right_of = |row: &str| -> Option<usize> {
        let gap = row.trim_end().rfind(GAP)?;
        (!row[..gap].trim().is_empty()).then_some(gap + GAP.len())
    };
    let places: Vec<Option<usize>> = rows.iter().map(|(_, row)| right_of(row)).collect();
    let column = places.iter().flatten().min().copied()?;
    let is_aligned = places.iter().flatten().all(|place| *place == column);
    let begins = |part: &str| part.trim_start().starts_with("1.");
    let (_, first) = rows.first()?;
    let is_first = begins(first) && begins(first.get(column..)?);
    if !is_aligned || !is_first || places.iter().flatten().count() < MIN_ROWS {
        return None;
    }

    let mut cuts = Vec::new();
    for ((start, row), place) in rows.iter().zip(&places) {
        let Some(column) = place else { continue };
        let right = row.get(*column..).unwrap_or_default();
        if !right.contains(['{', '}']) {
            let end = start + row.len();
            cuts.push(Cut::new(
                start + column,
                end,
                format!("{{{right}}}"),
                Peel::Talk,
            ));
        }
    }

    Some((cuts, "two columns, of which the left one is read"))
}
