//! Judging of records.

use pipscribe::Checked;
use pipscribe::notation::Record;
use pipscribe::reports::{Entry, Extra, Extras};
use serde::Deserialize;

use crate::decks::{DeckTexts, context};
use crate::given::{Given, Page};
use crate::hints::hint_text;
use crate::json::{array, line, value};
use crate::refused::Refused;
use crate::utf16_units::Units;

/// The options of `check`.
#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct Options {
    path: Option<String>,
    page: Option<Page>,
    /// Number of the only record to judge, from 1.
    record: Option<u64>,
    /// Names of additional fields in each entry of the result, such as `bare`.
    with: Vec<String>,
    /// False leaves out the suggested fix, which takes most of the time for an invalid record.
    fix: Option<bool>,
    decks: Option<DeckTexts>,
}

/// Judges the records of a text. Returns an array with an entry for each, as JSON.
pub(crate) fn check(given: Given<'_>, options: Options) -> Result<String, Refused> {
    let context = context(&options.decks)?;
    let path = options.path.as_deref().unwrap_or("-");
    let asked = extras_named(&options.with)?;

    let units = Units::new(given);
    let judge = |(number, raw)| {
        let mut checked = if asked.is_empty() {
            Checked::new(raw, &context)
        } else {
            // Additional fields may need every position of the replay.
            Checked::in_full(Record::parse(raw), &context)
        };
        if options.fix != Some(false) {
            checked = checked.with_fix();
        }
        let extras = Extras::new(&checked, &asked);
        let entry = Entry {
            extras: Some(&extras),
            hint_text,
            ..Entry::new(path, number, &checked)
        };
        // Only findings have places that may need conversion.
        if checked.report.findings.is_empty() || units.are_bytes() {
            return line(&entry);
        }
        let mut value = value(&entry)?;
        if let Some(findings) = value.get_mut("findings") {
            units.convert(findings);
        }
        line(&value)
    };
    let records = given.chosen(options.page, options.record)?;
    let entries: Result<Vec<String>, Refused> = records.into_iter().map(judge).collect();
    Ok(array(&entries?))
}

/// Returns the additional fields with these names.
fn extras_named(names: &[String]) -> Result<Vec<Extra>, Refused> {
    let mut all = Vec::new();
    for name in names {
        let extras = Extra::named(name);
        if extras.is_empty() {
            return Err(Refused::options(format!(
                "unknown additional field `{name}`"
            )));
        }
        all.extend(extras);
    }
    Ok(all)
}
