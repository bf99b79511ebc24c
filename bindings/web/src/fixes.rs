//! Explanations of turns, suggested fixes of records, and settings under which they are legal.

use std::collections::BTreeMap;

use pipscribe::Checked;
use pipscribe::fixes::infer::{MAX_JUDGED, Settings};
use pipscribe::fixes::mend::{Answer, MAX_WORK, Mends, mends_json};
use pipscribe::notation::Record;
use pipscribe::replay::Why;
use pipscribe::reports::write_why;
use pipscribe::text::TextEdit;
use serde::Deserialize;
use serde_json::{Value, json};

use crate::decks::{DeckTexts, context};
use crate::given::{Given, Page};
use crate::json::{array, line, value};
use crate::refused::Refused;
use crate::utf16_units::Units;

/// Turns of the game that are certain, by their numbers.
type Answers = BTreeMap<u32, String>;

/// Reads answers to questions of the search for fixes.
fn answers(given: &Answers) -> Result<Vec<Answer>, Refused> {
    given
        .iter()
        .map(|(turn, text)| Answer::new(*turn, text).map_err(Refused::options))
        .collect()
}

/// The options of `mend`.
#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct MendOptions {
    path: Option<String>,
    page: Option<Page>,
    record: Option<u64>,
    answers: Answers,
    /// True to add the list of fixes in words to each entry.
    words: bool,
    decks: Option<DeckTexts>,
}

pub(crate) fn mend(given: Given<'_>, options: MendOptions) -> Result<String, Refused> {
    let context = context(&options.decks)?;
    let answers = answers(&options.answers)?;
    let path = options.path.as_deref().unwrap_or("-");
    let fixes_of = |(number, raw)| {
        let checked = Checked::from_record(Record::parse(raw), &context);
        let report = &checked.report;
        let mends =
            Mends::search_with_answers(checked.record(), report, &context, MAX_WORK, &answers);
        let first = checked.report.first_error();
        let json = mends_json(path, number, first, mends.as_ref());
        match &mends {
            Some(mends) if options.words => {
                let mut object = value(&json)?;
                if let Value::Object(entry) = &mut object {
                    entry.insert("words".to_owned(), in_words(mends, checked.record()));
                }
                line(&object)
            }
            _ => line(&json),
        }
    };
    let records = given.chosen(options.page, options.record)?;
    let lines: Result<Vec<String>, Refused> = records.into_iter().map(fixes_of).collect();
    Ok(array(&lines?))
}

/// Returns the list of fixes for people: the fixes, a remark on the list, the answer that was
/// rejected, and the question that distinguishes the fixes.
fn in_words(mends: &Mends, record: &Record) -> Value {
    json!({
        "fixes": mends.list_in_words(record, None),
        "remark": mends.remark(),
        "rejected": mends.rejected.as_ref().map(ToString::to_string),
        "question": mends.open_question().map(ToString::to_string),
    })
}

/// The options of `mendEdits`.
#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct PickOptions {
    page: Option<Page>,
    record: Option<u64>,
    /// Number of the fix, from 1.
    pick: Option<u64>,
    /// True to keep the replaced text in a comment.
    trace: bool,
    answers: Answers,
    decks: Option<DeckTexts>,
}

pub(crate) fn mend_edits(given: Given<'_>, options: PickOptions) -> Result<String, Refused> {
    let context = context(&options.decks)?;
    let number = options.record.unwrap_or(1);
    let pick = options.pick.unwrap_or(1);
    let checked =
        Checked::from_record(Record::parse(given.record(options.page, number)?), &context);
    let answers = answers(&options.answers)?;
    let report = &checked.report;
    let mends = Mends::search_with_answers(checked.record(), report, &context, MAX_WORK, &answers);
    let mend = mends.as_ref().and_then(|mends| nth(&mends.mends, pick));
    let edits = mend.and_then(|mend| mend.in_text(checked.record(), options.trace));
    let Some(edits) = edits else {
        return Err(Refused::new(
            "record",
            format!("record {number} has no fix {pick}"),
        ));
    };
    in_units(given, checked.record(), &edits)
}

/// Returns the item with a number, from 1.
fn nth<T>(items: &[T], number: u64) -> Option<&T> {
    items.get(usize::try_from(number).ok()?.checked_sub(1)?)
}

/// Returns edits of a record as edits of the text.
fn in_units(given: Given<'_>, record: &Record, edits: &[TextEdit]) -> Result<String, Refused> {
    let units = Units::new(given);
    let edit = |(span, text): &TextEdit| {
        let [start, end] = units.of_span(record.source(), *span);
        json!({"start": start, "end": end, "text": text})
    };
    line(&edits.iter().map(edit).collect::<Vec<_>>())
}

/// The options of `why`.
#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct WhyOptions {
    path: Option<String>,
    page: Option<Page>,
    record: Option<u64>,
    turn: Option<u32>,
    words: bool,
    decks: Option<DeckTexts>,
}

pub(crate) fn why(given: Given<'_>, options: WhyOptions) -> Result<String, Refused> {
    let context = context(&options.decks)?;
    let number = options.record.unwrap_or(1);
    let timeline = given.timeline(options.page, number, &context)?;
    let why =
        Why::explain(&timeline, options.turn).map_err(|error| Refused::hinted("turn", &error))?;
    if options.words {
        line(&write_why(&why))
    } else {
        let path = options.path.as_deref().unwrap_or("-");
        line(&why.json(path, number))
    }
}

/// The options of `infer`.
#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct InferOptions {
    path: Option<String>,
    page: Option<Page>,
    record: Option<u64>,
    decks: Option<DeckTexts>,
}

pub(crate) fn infer(given: Given<'_>, options: InferOptions) -> Result<String, Refused> {
    let context = context(&options.decks)?;
    let path = options.path.as_deref().unwrap_or("-");
    let settings_of = |(number, raw)| {
        let settings = Settings::search(&Record::parse(raw), &context, MAX_JUDGED);
        line(&settings.json(path, number))
    };
    let records = given.chosen(options.page, options.record)?;
    let lines: Result<Vec<String>, Refused> = records.into_iter().map(settings_of).collect();
    Ok(array(&lines?))
}

/// The options of `inferEdits`.
#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct SettingOptions {
    page: Option<Page>,
    record: Option<u64>,
    pick: Option<u64>,
    decks: Option<DeckTexts>,
}

pub(crate) fn infer_edits(given: Given<'_>, options: SettingOptions) -> Result<String, Refused> {
    let context = context(&options.decks)?;
    let number = options.record.unwrap_or(1);
    let pick = options.pick.unwrap_or(1);
    let record = Record::parse(given.record(options.page, number)?);
    let settings = Settings::search(&record, &context, MAX_JUDGED);
    match nth(&settings.settings, pick) {
        Some(setting) => in_units(given, &record, &setting.edits(&record)),
        None => Err(Refused::new(
            "record",
            format!("record {number} has no setting {pick}"),
        )),
    }
}
