//! JSON of `example --format json`: one object, a stable contract.

use serde::Serialize;

use super::{Example, Origin, Shows, turn_of};
use crate::text::Printable;

/// What shows a rule or a code, as JSON has it.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct ExampleJson<'a> {
    /// The number of the rule, or the code.
    id: &'static str,
    /// What it is about.
    title: &'static str,
    /// A record that keeps the rule, or nearly has the code; null where there is none.
    kept: Option<ShowsJson<'a>>,
    /// A record that breaks the rule, or has the code; null where there is none.
    broken: Option<ShowsJson<'a>>,
}

/// A record that shows something, as JSON has it.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct ShowsJson<'a> {
    /// Its text.
    record: &'a str,
    /// What it shows, in words; null where nobody said it.
    why: Option<&'a str>,
    /// Where it comes from: chosen from the corpus, of the page of a code, or found in random games.
    origin: Origin,
    /// The turn that it is about, as turns stand in the main line; null where it is about no turn.
    turn: Option<u32>,
    /// That turn as it is written.
    text: Option<String>,
    /// The position before it.
    before: Option<String>,
    /// The position after it; null where it is not legal.
    after: Option<String>,
    /// What is wrong first; null where nothing is.
    fault: Option<FaultJson>,
}

/// What is wrong first with a record, as JSON has it.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct FaultJson {
    /// The stable code.
    code: &'static str,
    /// The rule that is broken.
    rule: &'static str,
    /// What is wrong, in one sentence.
    message: String,
}

impl<'a> ExampleJson<'a> {
    /// Creates the object of an example; what was not requested is null.
    pub fn new(example: &'a Example) -> Self {
        let shows = |shows: &'a Option<Shows>| shows.as_ref().map(ShowsJson::new);
        let (id, title) = (example.subject.name(), example.subject.title());
        Self { id, title, kept: shows(&example.kept), broken: shows(&example.broken) }
    }
}

impl<'a> ShowsJson<'a> {
    fn new(shows: &'a Shows) -> Self {
        let checked = shows.checked();
        let why = checked.as_ref().and_then(turn_of);
        let of_turn = why.as_ref().and_then(|why| why.fault()).map(|fault| &fault.finding);
        let first = || checked.as_ref().and_then(|checked| checked.report.findings.first());
        let fault = of_turn.or_else(first).map(|finding| FaultJson {
            code: finding.code.id,
            rule: finding.rule,
            message: Printable::as_str(&finding.message).to_owned(),
        });
        let legal = why.as_ref().filter(|why| why.is_legal());
        Self {
            record: &shows.text,
            why: (!shows.why.is_empty()).then_some(shows.why.as_str()),
            origin: shows.origin,
            turn: why.as_ref().map(|why| why.turn),
            text: why.as_ref().map(|why| why.text.clone()),
            before: why.as_ref().map(|why| why.before.text()),
            after: legal.and_then(|why| why.steps().last()).map(|step| step.position.text()),
            fault,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::assert_schema;

    #[test]
    fn the_schema_is_committed() {
        assert_schema::<ExampleJson<'_>>("corpus/schema/example.json");
    }
}
