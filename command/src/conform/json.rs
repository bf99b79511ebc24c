//! JSON of `conform --format json`: one object, a stable contract.

use serde::Serialize;

use super::{Agreement, Case, Conformance, Counts, Difference};

/// The results of a program, as JSON.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct ConformJson<'a> {
    /// Counts of all cases.
    cases: Counts,
    /// Counts by rule: a case counts for each rule that it keeps or breaks.
    rules: Vec<RuleJson<'a>>,
    /// The cases with wrong or missing answers, in the order of the suite.
    failures: Vec<FailureJson<'a>>,
    /// The number of lines of the program that answer nothing.
    noise_lines: u64,
    /// The first of these lines.
    noise: &'a [String],
    /// The number of times that the program had to be restarted.
    restarts: u64,
}

/// The counts of a rule, as JSON.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct RuleJson<'a> {
    /// The number of the rule.
    id: &'a str,
    #[serde(flatten)]
    cases: Counts,
}

/// A case with a wrong or missing answer, as JSON.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct FailureJson<'a> {
    /// The name of the case.
    id: &'a str,
    /// The rules that its record keeps.
    keeps: &'a [String],
    /// The rules that its record breaks.
    breaks: &'a [String],
    /// The differences between the answer and the expected one; empty without an answer.
    wrong: &'a [Difference],
    /// The reason for a missing answer; null if there is an answer.
    unanswered: Option<&'a str>,
}

impl<'a> ConformJson<'a> {
    /// Creates the object for the results of a program.
    pub fn new(conformance: &'a Conformance<'a>) -> Self {
        let rules = conformance
            .by_rule()
            .into_iter()
            .map(|(id, cases)| RuleJson { id, cases });
        let failures = conformance
            .outcomes
            .iter()
            .filter_map(|(case, outcome)| FailureJson::new(case, outcome));
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
        Some(Self {
            id: &case.id,
            keeps: &case.keeps,
            breaks: &case.breaks,
            wrong,
            unanswered,
        })
    }
}
