//! The formats `csv` and `csv-turns`, which are only written. The reference page follows.
//!
#![doc = include_str!("csv.md")]

use super::{ExportError, Exported, FileWrapper, Format, FormatInfo, export_losses};
use crate::check::Checked;
use crate::notation::{COMMON_TAGS, score_text};
use crate::replay::Timeline;

/// Returns the tags that have their own column in the format `csv`. The column of the result also
/// takes the result after the movetext.
fn column_tags() -> impl Iterator<Item = &'static str> {
    COMMON_TAGS
        .into_iter()
        .filter(|name| !["Rules", "Result"].contains(name))
}

const HEAD: &str = "record,game,variant,options,event,site,round,date,player1,player2,player3,player4,score,\
                    termination,result,result_by_rules,score_by_rules,turns,valid,findings,first_finding\r\n";

/// The format `csv`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Csv;

/// The format `csv-turns`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CsvTurns;

/// Formats fields as a row, quoted where needed.
///
/// The crate `csv` is not used: it cannot quote only the fields that begin or end with a space,
/// which some programs trim.
pub fn row(fields: impl IntoIterator<Item = impl AsRef<str>>) -> String {
    let fields = fields.into_iter().map(|field| {
        let field = field.as_ref();
        if field.contains([',', '"', '\n', '\r']) || field.starts_with(' ') || field.ends_with(' ')
        {
            format!("\"{}\"", field.replace('"', "\"\""))
        } else {
            field.to_owned()
        }
    });
    fields.collect::<Vec<_>>().join(",") + "\r\n"
}

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
        let value = |name: &str| record.tag_value(name).unwrap_or_default().to_owned();
        let mut fields = vec![number.to_string()];
        fields.extend(column_tags().map(value));
        fields.extend([
            record.stated_result().unwrap_or_default(),
            report
                .result
                .as_ref()
                .map(ToString::to_string)
                .unwrap_or_default(),
            report.score.as_deref().map(score_text).unwrap_or_default(),
            report.turns.to_string(),
            report.is_valid().to_string(),
            (report.findings.len() + report.findings_dropped).to_string(),
            report
                .findings
                .first()
                .map(|finding| finding.code.id)
                .unwrap_or_default()
                .to_owned(),
        ]);
        let mut losses = export_losses::beyond_turns(
            record,
            &column_tags().chain(["Result"]).collect::<Vec<_>>(),
        );
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
            let [record, number, seat] =
                [number, u64::from(frame.number), u64::from(seat)].map(|count| count.to_string());
            text.push_str(&row([
                &record,
                &number,
                &seat,
                &turn,
                &frame.position.text(),
            ]));
        }
        let mut losses = export_losses::beyond_turns(record, &[]);
        losses.add(
            "turn after an error",
            record
                .moves
                .turns
                .len()
                .saturating_sub(checked.report.turns as usize) as u64,
        );
        Ok(Exported { text, losses })
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
        assert_eq!(
            HEAD.trim_end().split(',').count(),
            column_tags().count() + 8
        );
    }

    #[test]
    fn all_games_have_rows() {
        assert_eq!(CsvTurns.games(), GameId::ALL);
    }
}
