//! The formats `csv` (one row per record) and `csv-turns` (one row per turn), which are only
//! written. The reference page follows.
//!
#![doc = include_str!("csv.md")]

use super::{ExportError, Exported, FileWrapper, Format, FormatInfo, export_losses};
use crate::check::Checked;
use crate::notation::{COMMON_TAGS, score_text};
use crate::replay::Timeline;

/// Columns of the format `csv`.
const HEAD: &str = "record,game,variant,options,event,site,round,date,player1,player2,player3,player4,score,\
                    termination,result,result_by_rules,score_by_rules,turns,valid,findings,first_finding\r\n";

/// The format `csv`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Csv;

/// The format `csv-turns`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CsvTurns;

impl Format for Csv {
    fn info(&self) -> FormatInfo {
        FormatInfo {
            name: "csv",
            about: "a table with one row per record",
            page: include_str!("csv.md"),
            endings: &["csv"],
            reads: false,
            frame: FileWrapper {
                head: HEAD,
                between: "",
                tail: "",
            },
            ..FormatInfo::USUAL
        }
    }

    fn write(&self, checked: &Checked) -> Result<Exported, ExportError> {
        self.write_numbered(checked, 1)
    }

    fn write_numbered(&self, checked: &Checked, number: u64) -> Result<Exported, ExportError> {
        let record = checked.record();
        let report = &checked.report;
        let result_by_rules = report.result.as_ref().map(ToString::to_string);
        let score_by_rules = report.score.as_deref().map(score_text);
        let finding_count = report.findings.len() + report.findings_dropped;
        let first_finding = report.findings.first().map(|finding| finding.code.id);

        let mut fields = vec![number.to_string()];
        for tag in column_tags() {
            fields.push(record.tag_value(tag).unwrap_or_default().to_owned());
        }
        fields.extend([
            record.stated_result().unwrap_or_default(),
            result_by_rules.unwrap_or_default(),
            score_by_rules.unwrap_or_default(),
            report.turns.to_string(),
            report.is_valid().to_string(),
            finding_count.to_string(),
            first_finding.unwrap_or_default().to_owned(),
        ]);

        let carried_tags: Vec<&str> = column_tags().chain(["Result"]).collect();
        let mut losses = export_losses::beyond_turns(record, &carried_tags);
        losses.add("turn", record.moves.turns.len() as u64);
        Ok(Exported {
            text: row(fields),
            losses,
        })
    }
}

impl Format for CsvTurns {
    fn info(&self) -> FormatInfo {
        FormatInfo {
            name: "csv-turns",
            about: "a table with one row per turn and the position after it",
            page: include_str!("csv.md"),
            reads: false,
            frame: FileWrapper {
                head: "record,turn,seat,text,position\r\n",
                between: "",
                tail: "",
            },
            ..FormatInfo::USUAL
        }
    }

    fn write(&self, checked: &Checked) -> Result<Exported, ExportError> {
        self.write_numbered(checked, 1)
    }

    fn write_numbered(&self, checked: &Checked, number: u64) -> Result<Exported, ExportError> {
        let record = checked.record();
        super::game_for(self, record)?;
        let played = checked.timeline().into_iter().flat_map(Timeline::main_line);
        let mut text = String::new();
        for frame in played {
            let (Some(seat), Some(turn)) = (frame.seat(), frame.canonical_turn()) else {
                continue;
            };
            text.push_str(&row([
                number.to_string(),
                frame.number.to_string(),
                seat.to_string(),
                turn,
                frame.position.text(),
            ]));
        }

        let mut losses = export_losses::beyond_turns(record, &[]);
        let legal_turns = checked.report.turns as usize;
        let turns_after_error = record.moves.turns.len().saturating_sub(legal_turns);
        losses.add("turn after an error", turns_after_error as u64);
        Ok(Exported { text, losses })
    }
}

/// Returns the tags that have their own column in the format `csv`. The column of the result also
/// takes the result after the movetext.
fn column_tags() -> impl Iterator<Item = &'static str> {
    COMMON_TAGS
        .into_iter()
        .filter(|name| !["Rules", "Result"].contains(name))
}

/// Formats fields as a row, quoted where needed.
///
/// The crate `csv` is not used: it cannot quote only the fields that begin or end with a space,
/// which some programs trim.
pub fn row(fields: impl IntoIterator<Item = impl AsRef<str>>) -> String {
    let fields: Vec<String> = fields
        .into_iter()
        .map(|field| quoted_where_needed(field.as_ref()))
        .collect();
    fields.join(",") + "\r\n"
}

fn quoted_where_needed(field: &str) -> String {
    let needs_quotes =
        field.contains([',', '"', '\n', '\r']) || field.starts_with(' ') || field.ends_with(' ');
    if needs_quotes {
        format!("\"{}\"", field.replace('"', "\"\""))
    } else {
        field.to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::GameId;

    #[test]
    fn fields_are_quoted_where_necessary() {
        assert_eq!(
            row(["a", "b c", "d,e", "f \"g\"", "h\ni", "", " j"]),
            "a,b c,\"d,e\",\"f \"\"g\"\"\",\"h\ni\",,\" j\"\r\n"
        );
        // The number of the record, and the seven columns after the tags.
        let other_columns = 8;
        assert_eq!(
            HEAD.trim_end().split(',').count(),
            column_tags().count() + other_columns
        );
    }

    #[test]
    fn all_games_have_rows() {
        assert_eq!(CsvTurns.info().games, GameId::ALL);
    }
}
