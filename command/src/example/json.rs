//! JSON of `explain --examples --format json`: one object, a stable contract.

use serde::Serialize;

use super::{Example, ExampleRecord, Origin, finding_of, turn_of};
use pipscribe::text::Printable;

/// The examples of a rule or a code, as JSON.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct ExampleJson<'a> {
    /// The number of the rule, or the code.
    id: &'static str,
    /// The title of the rule, or the summary of the code.
    title: &'static str,
    /// A record that keeps the rule, or nearly triggers the code; null if there is none.
    kept: Option<ShowsJson<'a>>,
    /// A record that breaks the rule, or triggers the code; null if there is none.
    broken: Option<ShowsJson<'a>>,
}

/// An example record, as JSON.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct ShowsJson<'a> {
    /// The text of the record.
    record: &'a str,
    /// Description of the record; null if there is none.
    why: Option<&'a str>,
    /// The origin: chosen from the corpus, from the page of a code, or found in random games.
    origin: Origin,
    /// The turn in question, by its place in the main line; null if the example is not about a
    /// turn.
    turn: Option<u32>,
    /// The turn as written.
    text: Option<String>,
    /// The position before the turn.
    before: Option<String>,
    /// The position after the turn; null if the turn is illegal.
    after: Option<String>,
    /// The first error; null if there is none.
    fault: Option<FaultJson>,
}

/// The first error of a record, as JSON.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct FaultJson {
    /// The stable code.
    code: &'static str,
    /// The rule that the record breaks.
    rule: &'static str,
    /// The error, in one sentence.
    message: String,
}

impl<'a> ExampleJson<'a> {
    /// Creates the object for an example; parts that were not requested are null.
    pub(crate) fn new(example: &'a Example) -> Self {
        let record = |record: &'a Option<ExampleRecord>| record.as_ref().map(ShowsJson::new);
        let id = example.subject.name();
        let title = example.subject.title();
        Self {
            id,
            title,
            kept: record(&example.kept),
            broken: record(&example.broken),
        }
    }
}

impl<'a> ShowsJson<'a> {
    fn new(example: &'a ExampleRecord) -> Self {
        let checked = example.checked();
        let why = checked.as_ref().and_then(turn_of);
        let fault = finding_of(checked.as_ref(), why.as_ref()).map(|finding| FaultJson {
            code: finding.code.id,
            rule: finding.rule,
            message: Printable::as_str(&finding.message).to_owned(),
        });
        let legal_turn = why.as_ref().filter(|why| why.is_legal());
        let last_step = legal_turn.and_then(|why| why.steps().last());
        Self {
            record: &example.text,
            why: (!example.why.is_empty()).then_some(example.why.as_str()),
            origin: example.origin,
            turn: why.as_ref().map(|why| why.turn),
            text: why.as_ref().map(|why| why.text.clone()),
            before: why.as_ref().map(|why| why.before.text()),
            after: last_step.map(|step| step.position.text()),
            fault,
        }
    }
}
