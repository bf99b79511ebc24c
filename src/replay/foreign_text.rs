//! Foreign text pasted with a record or around it. It is reported in one finding, with advice.

mod pasted_lines;

use super::illegal_turn::game_of_turn;
use crate::findings::{Finding, Hint, code, sort_by_place};
use crate::notation::{
    GameId, Item, Record, damaged_game_line, finding_on_unclosed_block, tags_of_next_record,
};
use crate::text::{ChessMoves, Span, character_name, written_lines};
use pasted_lines::{Pasted, Unreadable, pasted_in};

/// Limits: findings whose lines are examined, lines per finding, and bytes per line.
const MAX_FINDINGS: usize = 50;
const MAX_LINES: usize = 5;
const MAX_OF_LINE: usize = 2_000;
/// The maximum number of words before the first record that are compared with turns.
const MAX_WORDS: usize = 500;

/// A foreign format that a movetext resembles.
struct ForeignFormat {
    /// The name in a sentence.
    title: &'static str,
    /// The name of the format; `None` if the text is from another game.
    name: Option<&'static str>,
}

/// Replaces all findings caused by foreign text with one finding.
pub(crate) fn collapse_foreign_text(record: &Record, findings: &mut Vec<Finding>) {
    if !findings.iter().any(Finding::is_error) {
        return;
    }
    sort_by_place(findings);
    explain_tags_of_next_record(record, findings);
    let replaced = replace_by_utf16(record, findings)
        .or_else(|| replace_by_game_line(record, findings))
        .or_else(|| replace_by_pasted_line(record, findings))
        .or_else(|| replace_by_format(record, findings));
    if replaced.is_none() && record.tag("Game").is_none() {
        replace_by_prose(record, findings);
    }
    if let Some(finding) = finding_on_unclosed_block(record, findings) {
        finding.message = "The code block of this record is not closed.".into();
        finding.help =
            Some("End the block after the record, before the text that is not part of it.".into());
    }
}

/// Says of tags above the next record that they may belong to that one.
fn explain_tags_of_next_record(record: &Record, findings: &mut [Finding]) {
    let Some(tags) = tags_of_next_record(record) else {
        return;
    };
    let is_of_next = |finding: &&mut Finding| {
        finding.code == &code::TAG_OUT_OF_PLACE && finding.span.start >= tags.start
    };
    for finding in findings.iter_mut().filter(is_of_next) {
        finding.message = "This tag is directly above the next record and may belong to it.".into();
        let help = "End this record with its result, or with `*`: the tags after it then belong to the next record.";
        finding.help = Some(help.into());
    }
}

/// Reports UTF-16, which is unreadable as a whole. Returns `None` if the record is not UTF-16.
fn replace_by_utf16(record: &Record, findings: &mut Vec<Finding>) -> Option<()> {
    let bytes = record.text().as_bytes();
    let zeros = bytes.iter().filter(|byte| **byte == 0).count();
    if zeros < 8 || zeros < bytes.len() / 4 {
        return None;
    }
    let known = findings
        .iter()
        .find(|finding| finding.code == &code::ENCODING)
        .cloned();
    // Without a byte order mark, UTF-16 text in ASCII is valid UTF-8 with NUL bytes.
    let found = known.unwrap_or_else(|| {
        let first = bytes.iter().position(|&byte| byte == 0).unwrap_or(0);
        let name = if first % 2 == 1 { "UTF-16LE" } else { "UTF-16BE" };
        Finding::new(&code::ENCODING, Span::new(first, first + 1), "This is not UTF-8.").with_help(format!(
            "The record looks like {name}: save the file as UTF-8, or `iconv -f {name} -t UTF-8 FILE > NEW`."
        ))
    });
    *findings = vec![found];
    Some(())
}

/// Reports a damaged `Game` tag at the start of a record. Nothing after it can be judged without
/// the game.
fn replace_by_game_line(record: &Record, findings: &mut Vec<Finding>) -> Option<()> {
    let is_malformed = record.malformed_tags.iter().any(|name| name == "Game");
    if record.tag("Game").is_some() || is_malformed {
        return None;
    }
    let line = damaged_game_line(record.text())?;
    let after = record
        .text()
        .get(line.span.end as usize..)
        .unwrap_or_default();
    let rest = after.split_once('\n').map_or("", |(_, rest)| rest);
    // A whole record that is quoted or escaped has a separate finding.
    if written_lines(rest)
        .next()
        .is_some_and(|(_, next)| next.starts_with(['>', '|']))
    {
        return None;
    }
    let is_misplaced = |finding: &Finding| {
        finding.code == &code::TAG_OUT_OF_PLACE
            && finding.span.start < line.span.end
            && line.span.start < finding.span.end
    };
    let code = if findings.iter().any(is_misplaced) {
        &code::TAG_OUT_OF_PLACE
    } else {
        &code::MISSING
    };
    let advice = format!("Write `{}`", line.tag());
    let finding = match line.invisible {
        Some((offset, character)) => {
            let place = Span::new(offset, offset + character.len_utf8());
            let name = character_name(character);
            Finding::new(
                code,
                place,
                format!("A record seems to begin here, with an invisible character, {name}."),
            )
            .with_help(format!("{advice} without it."))
        }
        None => Finding::new(
            code,
            trimmed(record, line.span),
            "A record seems to begin here.",
        )
        .with_help(format!("{advice} at the start of the line.")),
    };
    findings.retain(|other| other.code == &code::ENCODING);
    findings.push(finding);
    sort_by_place(findings);
    Some(())
}

/// Reports the first line with an error that shows where the text was copied from, if any.
fn replace_by_pasted_line(record: &Record, findings: &mut Vec<Finding>) -> Option<()> {
    let is_of_syntax =
        |finding: &&Finding| finding.is_error() && finding.code.id.starts_with("syntax/");
    let mut looked_at = Vec::new();
    let found = findings
        .iter()
        .filter(is_of_syntax)
        .take(MAX_FINDINGS)
        .find_map(|finding| {
            let (line, pasted) = lines_of(record, finding.span).find_map(|line| {
                if looked_at.contains(&line.start) {
                    return None;
                }
                looked_at.push(line.start);
                let written = record.text_of(line);
                let cut = written
                    .char_indices()
                    .nth(MAX_OF_LINE)
                    .map_or(written.len(), |(index, _)| index);
                Some((line, pasted_in(&written[..cut])?))
            })?;
            Some((finding.code, finding.turn, line, pasted))
        });
    let (
        code,
        turn,
        line,
        &Pasted {
            message,
            help,
            unreadable,
            ..
        },
    ) = found?;
    let finding = Finding::new(code, trimmed(record, line), message)
        .with_help(help)
        .at(turn, &[]);
    let has_game = record.tag("Game").is_some();
    // Tags after that line are not parsed, so other tags seem to be missing.
    let hides_tags = findings
        .iter()
        .any(|finding| finding.code == &code::TAG_OUT_OF_PLACE);
    let hides_missing = hides_tags || !has_game || unreadable == Unreadable::Record;
    let hides_before = !has_game && unreadable == Unreadable::Record;
    findings.retain(|other| {
        if other.code == &code::MISSING {
            !hides_missing
        } else {
            other.span.end <= line.start && !hides_before
        }
    });
    let index = findings.partition_point(|other| other.span.start <= finding.span.start);
    findings.insert(index, finding);
    Some(())
}

/// Returns the first few lines that a finding covers.
fn lines_of(record: &Record, span: Span) -> impl Iterator<Item = Span> {
    let text = record.text();
    let starts = record
        .text_of(span)
        .match_indices('\n')
        .map(move |(offset, _)| span.start as usize + offset + 1);
    std::iter::once(span.start as usize)
        .chain(starts)
        .take(MAX_LINES)
        .map(move |offset| line_of(text, offset))
}

/// Returns the line that contains a byte, without its line end.
fn line_of(text: &str, offset: usize) -> Span {
    let (before, after) = text.split_at_checked(offset).unwrap_or((text, ""));
    let start = before.rfind('\n').map_or(0, |end| end + 1);
    Span::new(start, offset + after.find('\n').unwrap_or(after.len()))
}

/// Trims white space from a line.
fn trimmed(record: &Record, line: Span) -> Span {
    let text = record.text_of(line);
    let start = line.start as usize + text.len() - text.trim_start().len();
    Span::new(start, start + text.trim().len())
}

/// Reports a movetext in another format with one finding for everything after the tags; `None` if
/// it is in no known format.
fn replace_by_format(record: &Record, findings: &mut Vec<Finding>) -> Option<()> {
    let start = record
        .tags
        .iter()
        .map(|tag| tag.span.end as usize)
        .max()
        .unwrap_or(0);
    let is_after_tags = |finding: &Finding| finding.span.start as usize >= start;
    let is_of_syntax = |finding: &Finding| finding.code.id.starts_with("syntax/");
    let is_first =
        |finding: &&Finding| is_of_syntax(finding) && finding.is_error() && is_after_tags(finding);
    let first = findings.iter().find(is_first)?;
    let text = record.text().get(start..).unwrap_or_default();
    let ForeignFormat { title, name } = format_of(text)?;
    let from = start + text.len() - text.trim_start().len();
    let line = text
        .trim_start()
        .lines()
        .next()
        .map_or(0, |line| line.trim_end().len());
    let finding = Finding::new(
        &code::TOKEN,
        Span::new(from, from + line),
        format!("This is {title}, not the turns of a record."),
    )
    .at(first.turn, &[]);
    let finding = match name {
        Some(format) => finding.with_hint(Hint::ConvertFrom { format }),
        None => finding
            .with_help("Records are for GIPF, Pippinzip, Pip•Pip and The Very Clever Pipe Game."),
    };
    // Findings on missing tags are kept: they have no place in the movetext.
    findings.retain(|finding| !is_after_tags(finding) || finding.code.id.starts_with("tag/"));
    findings.push(finding);
    Some(())
}

/// Recognises a format by signs that never occur in a movetext.
fn format_of(text: &str) -> Option<ForeignFormat> {
    let format = |title, name| Some(ForeignFormat { title, name });
    let mut lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    let first = lines.next()?;
    if first.starts_with("(;") {
        return if text.contains("P0[") || text.contains("P1[") {
            format("a game of Boardspace", Some("boardspace"))
        } else {
            format("SGF", Some("sgf"))
        };
    }
    if first.split_whitespace().eq(["White", "Black"]) {
        return format("a log of the program GF1", Some("gf1-log"));
    }
    if ["<?xml", "<gamelog", "<board", "<gf1"]
        .iter()
        .any(|tag| first.starts_with(tag))
    {
        return format("XML, as the program GF1 saves games", Some("gf1"));
    }
    // One such word may be a mistake in a turn.
    let is_chess = ChessMoves::count_in(text).count > 1;
    is_chess.then_some(ForeignFormat {
        title: "a game of chess",
        name: None,
    })
}

/// Reports a record without a game that consists mostly of words: it is text before the first
/// record.
fn replace_by_prose(record: &Record, findings: &mut Vec<Finding>) {
    let has_tags = !record.tags.is_empty() || !record.malformed_tags.is_empty();
    let is_out_of_place = |finding: &Finding| finding.code == &code::TAG_OUT_OF_PLACE;
    if has_tags || findings.iter().any(is_out_of_place) || record.result.is_some() {
        return;
    }
    let mut words = 0;
    let mut turns = 0;
    for (_, node) in record.turns().take(MAX_WORDS) {
        words += 1;
        turns += usize::from(
            node.number_span.is_some() || game_of_turn(record.turn_text(node)).is_some(),
        );
    }
    let is_comment = words == 0
        && record
            .moves
            .opening
            .iter()
            .any(|item| matches!(item, Item::Comment(_)));
    let Some(missing) = findings
        .iter()
        .position(|finding| finding.code == &code::MISSING)
    else {
        return;
    };
    if is_comment || turns * 2 < words {
        let games = GameId::ALL.map(|game| format!("`{game}`")).join(", ");
        let finding = findings.swap_remove(missing).with_help(format!(
            "Write `#` before each line of a text that is before the first record. A record begins with `[Game \
                \"…\"]` at the start of a line: one of {games}.",
        ));
        *findings = vec![finding];
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formats_are_recognised_by_text_that_no_movetext_has() {
        let known = |text: &str| format_of(text).map(|format| format.name);
        assert_eq!(known("\n(;GM[1]FF[4];B[aa])"), Some(Some("sgf")));
        assert_eq!(known("(;GM[27];P0[1 Dropb A 1])"), Some(Some("boardspace")));
        assert_eq!(
            known("\n   White      Black\n\n01. b2-b3   c3\n"),
            Some(Some("gf1-log"))
        );
        assert_eq!(known("<gamelog blackplayer=\"B\">"), Some(Some("gf1")));
        for chess in [
            "1. e4 e5 2. Nf3 Nc6 *",
            "1.d4 2.Bb5 3.O-O",
            "1. Nbd7 Qxe4+",
            "1. R1e2 2. Kd1",
        ] {
            assert_eq!(known(chess), Some(None), "{chess}");
        }
        for text in [
            "",
            "1. b3 2. c2 *",
            "1. Gb3 2. Gc2-d3 *",
            "1. B3 2. C2 *",
            "1. b3 2. B4 3. c2 4. B5",
            "1. GB3 2. B1-B3 3. B2",
            "1. N5 2. K3,B4",
            "<b>",
            "<<<<<<< HEAD",
        ] {
            assert_eq!(known(text), None, "{text}");
        }
    }
}
