//! Snapshots of whole replays as text, in files that `cargo insta` can review.
//!
//! A snapshot contains the start and each turn of the main line with the position after it, the
//! result and the score, the findings (including those in variations), and the last position as a
//! figure:
//!
//! ```text
//! 0. b2w/5/6/w5b/6/5/b2w w 12,12 0,0 - -
//! 1. 1 b3 bw1w/5/6/w5b/6/5/b2w b 11,12 0,0 - -
//! result *
//! error[gipf/off-board] turn 2 at `a6`: `a6` is not a point on the board. (G1.1)
//! ```
//!
//! It does not include the place of the record in its file, so records can be moved.

use pipscribe::check::Checked;
use pipscribe::draw::write_text;
use pipscribe::findings::Finding;
use pipscribe::notation::{Record, score_text};
use pipscribe::replay::{Report, Timeline};
use pipscribe::text::{json_line, lines};

/// The maximum length of an excerpt that names the place of a finding, in characters.
const MAX_PART_LENGTH: usize = 60;

/// Returns the snapshot of a record.
pub(crate) fn snapshot(checked: &Checked) -> String {
    let mut text = String::new();
    let mut last_board = None;
    if let Ok(timeline) = checked.timeline() {
        text.push_str(&turns_with_positions(timeline));
        last_board = timeline
            .after(None)
            .ok()
            .map(|last| write_text(&last.position.scene()));
    }

    text.push_str(&result_and_score(&checked.report));
    for finding in &checked.report.findings {
        text.push_str(&finding_line(checked.record(), finding));
    }
    if let Some(board) = last_board {
        text.push('\n');
        text.push_str(&board);
    }

    // Names and comments of the record may contain control characters.
    lines(&normal(&text)).into_owned()
}

/// Returns one line for the start of the main line and one for each of its turns: the number, the
/// seat, the turn and the position after it.
fn turns_with_positions(timeline: &Timeline) -> String {
    let mut text = String::new();
    if let Some(start) = timeline.start() {
        text.push_str(&format!("0. {}\n", start.position.text()));
    }
    for frame in timeline.main_line() {
        if let (Some(seat), Some(turn)) = (frame.position.mover(), frame.position.turn()) {
            text.push_str(&format!(
                "{}. {seat} {turn} {}\n",
                frame.number,
                frame.position.text()
            ));
        }
    }
    text
}

fn result_and_score(report: &Report) -> String {
    let result = report
        .result
        .as_ref()
        .map_or_else(|| "*".to_owned(), ToString::to_string);
    let mut text = format!("result {result}\n");
    if let Some(points) = &report.score {
        text.push_str(&format!("score {}\n", score_text(points)));
    }
    text
}

/// Returns the line about a finding: its code, its place, the part of the text that it is about,
/// the message and the rule.
fn finding_line(record: &Record, finding: &Finding) -> String {
    let part: String = record
        .text_of(finding.span)
        .lines()
        .next()
        .unwrap_or_default()
        .chars()
        .take(MAX_PART_LENGTH)
        .collect();
    let mut place = match finding.turn {
        0 => String::new(),
        turn => format!(" turn {turn}"),
    };
    if !finding.variation.is_empty() {
        let path: Vec<_> = finding.variation.iter().map(ToString::to_string).collect();
        place.push_str(&format!(" variation {}", path.join(",")));
    }

    let Finding {
        severity,
        code,
        message,
        rule,
        ..
    } = finding;
    format!(
        "{severity}[{}]{place} at `{part}`: {message} ({rule})\n",
        code.id
    )
}

/// Normalises a text as insta does: trailing white space removed, LF line ends.
fn normal(text: &str) -> String {
    text.trim_end().replace("\r\n", "\n")
}

/// Returns a snapshot file in the format of insta. `source` is the file that contains the record,
/// and `expression` names the record in it. `line` is the line of the record, for a snapshot that
/// awaits review.
pub(crate) fn snapshot_file(
    source: &str,
    expression: &str,
    line: Option<u64>,
    contents: &str,
) -> String {
    let quoted = |text: &str| json_line(&text).unwrap_or_default();
    let line = line
        .map(|line| format!("assertion_line: {line}\n"))
        .unwrap_or_default();
    let source = quoted(source);
    let expression = quoted(expression);
    format!("---\nsource: {source}\n{line}expression: {expression}\n---\n{contents}\n")
}

/// Returns the contents of a snapshot file; `None` if the file is not a snapshot.
pub(crate) fn snapshot_contents(file: &str) -> Option<String> {
    let mut lines = file.split_inclusive('\n');
    if lines.next()?.trim_end() != "---" {
        return None;
    }
    lines.by_ref().find(|line| line.trim_end() == "---")?;
    Some(normal(&lines.collect::<String>()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn insta_reads_written_snapshots() {
        let checked = Checked::from_text(
            "[Game \"gipf\"]\n[Variant \"basic\"]\n\n1. b3 (1. a6) 2. a2-c5 *\n",
        );
        let text = snapshot(&checked);
        for source in [
            "a.pips",
            "strange: \"name\" #1 \\ {x}\u{FFFD}é\u{202e}\u{85}.pips",
            "---",
        ] {
            let path = std::env::temp_dir()
                .join(format!("pipscribe-snapshot-{}__1.snap", std::process::id()));
            let file = snapshot_file(source, "record 1", Some(7), &text);
            std::fs::write(&path, &file).unwrap();
            let read = insta::Snapshot::from_file(&path).unwrap();
            std::fs::remove_file(&path).unwrap();
            assert_eq!(read.metadata().source(), Some(source));
            assert_eq!(read.metadata().expression(), Some("record 1"));
            assert_eq!(read.metadata().assertion_line(), Some(7));
            assert_eq!(read.as_text().map(ToString::to_string), Some(text.clone()));
            assert_eq!(snapshot_contents(&file), Some(text.clone()));
            assert_eq!(
                snapshot_contents(&file.replace('\n', "\r\n")),
                Some(text.clone()),
                "as Git may check it out"
            );
        }
        assert_eq!(snapshot_contents("no snapshot"), None);
        insta::assert_snapshot!(text);
    }
}
