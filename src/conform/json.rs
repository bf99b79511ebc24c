//! JSON of `conform --format json`: one object, a stable contract.

use serde::Serialize;

use super::{Agreement, Case, Conformance, Counts, Difference};

/// How a program did, as JSON has it.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct ConformJson<'a> {
    /// All cases together.
    cases: Counts,
    /// By rule: a case counts for each rule that it keeps or breaks.
    rules: Vec<RuleJson<'a>>,
    /// The cases that are wrong or were not answered, in the order of the suite.
    failures: Vec<FailureJson<'a>>,
    /// Lines of the program that answer nothing: how many.
    noise_lines: u64,
    /// The first of them.
    noise: &'a [String],
    /// How often the program had to be started again.
    restarts: u64,
}

/// How the cases of a rule went, as JSON has it.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct RuleJson<'a> {
    /// Its number.
    id: &'a str,
    #[serde(flatten)]
    cases: Counts,
}

/// A case that went wrong, as JSON has it.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct FailureJson<'a> {
    /// Its name.
    id: &'a str,
    /// The rules that it keeps.
    keeps: &'a [String],
    /// The rules that something in it breaks.
    breaks: &'a [String],
    /// What of the answer is wrong; empty where there is none.
    wrong: &'a [Difference],
    /// Why there is no answer; null where there is one.
    unanswered: Option<&'a str>,
}

impl<'a> ConformJson<'a> {
    /// Creates the object for the results of a program.
    pub fn new(conformance: &'a Conformance<'a>) -> Self {
        let rules = conformance.by_rule().into_iter().map(|(id, cases)| RuleJson { id, cases });
        let failures = conformance.outcomes.iter().filter_map(|(case, outcome)| FailureJson::new(case, outcome));
        Self {
            cases: conformance.counts(),
            rules: rules.collect(),
            failures: failures.collect(),
            noise_lines: conformance.noise_lines,
            noise: &conformance.noise,
            restarts: conformance.restarts,
        }
    }
}

impl<'a> FailureJson<'a> {
    fn new(case: &'a Case, outcome: &'a Agreement) -> Option<Self> {
        let (wrong, unanswered) = match outcome {
            Agreement::Right | Agreement::Unsupported => return None,
            Agreement::Wrong(wrong) => (wrong.as_slice(), None),
            Agreement::Unanswered(why) => (&[][..], Some(why.as_str())),
        };
        Some(Self { id: &case.id, keeps: &case.keeps, breaks: &case.breaks, wrong, unanswered })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::assert_schema;

    #[test]
    fn the_schema_is_committed() {
        assert_schema::<ConformJson<'_>>("corpus/schema/conform.json");
    }
}
