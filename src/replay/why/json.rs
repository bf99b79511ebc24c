//! Output of `why --format json`: one object, a stable contract.

use serde::Serialize;

use super::{LetStand, Why, WhyFault, WhyStep};
use crate::findings::rule_named;
use crate::text::Printable;

/// A turn and why it is legal, or is not, as JSON has it.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct WhyJson<'a> {
    /// The file; `-` for standard input.
    path: &'a str,
    /// Which record of the file, from 1.
    record: u64,
    /// The turn as turns stand in the main line, from 1.
    turn: u32,
    /// The seat that took it, from 1.
    seat: u8,
    /// The turn as it is written.
    text: &'a str,
    /// The turn in canonical form; null where it is not legal.
    canonical: Option<&'a str>,
    /// Whether it is legal, or what is wrong with it is let stand.
    legal: bool,
    /// The position before it.
    before: String,
    /// What it did, part by part; of a turn that is not legal, what stands before the part that is at fault.
    steps: Vec<StepJson<'a>>,
    /// What stopped it; null where it is legal.
    fault: Option<FaultJson<'a>>,
}

/// What a part of a turn did, as JSON has it.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct StepJson<'a> {
    /// It in words.
    did: &'a str,
    /// The rules by which it was done, in the order in which it was held against them.
    rules: Vec<RuleJson>,
    /// What the turn as it is written does not say of it.
    unsaid: Option<&'a str>,
    /// What the record lets stand in it.
    irregular: Vec<LetStandJson<'a>>,
    /// The position after it.
    position: String,
}

/// A rule, as JSON has it.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct RuleJson {
    /// Its number.
    id: &'static str,
    /// What it is about.
    title: &'static str,
    /// Its first sentence; empty where it begins with a list. `explain` has all of it.
    words: String,
}

/// A fault that the record lets stand, as JSON has it.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct LetStandJson<'a> {
    /// The stable code.
    code: &'static str,
    /// The rule that is broken.
    rule: RuleJson,
    /// What is wrong, in one sentence.
    message: &'a str,
}

/// What stopped a turn, as JSON has it.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct FaultJson<'a> {
    /// The stable code.
    code: &'static str,
    /// The rule that is broken.
    rule: RuleJson,
    /// What is wrong, in one sentence.
    message: &'a str,
    /// What would mend it; null where nothing is known.
    help: Option<&'a str>,
    /// The rules that this part of the turn keeps, in the order in which it was held against them.
    kept: Vec<RuleJson>,
    /// The position at that point; null where the turn was not held against the rules.
    position: Option<&'a str>,
}

impl RuleJson {
    fn new(number: &'static str) -> Self {
        let rule = rule_named(number);
        Self {
            id: rule.map_or(number, |rule| rule.number),
            title: rule.map_or("", |rule| rule.title),
            words: rule.map_or_else(String::new, |rule| rule.sentence()),
        }
    }

    fn all(numbers: &[&'static str]) -> Vec<Self> {
        numbers.iter().map(|&number| Self::new(number)).collect()
    }
}

impl<'a> WhyJson<'a> {
    /// Creates the object for a turn of record `record` (from 1) of the file `path`.
    pub fn new(path: &'a str, record: u64, why: &'a Why) -> Self {
        Self {
            path,
            record,
            turn: why.turn,
            seat: why.seat,
            text: &why.text,
            canonical: why.canonical(),
            legal: why.is_legal(),
            before: why.before.text(),
            steps: why.steps().iter().map(StepJson::new).collect(),
            fault: why.fault().map(FaultJson::new),
        }
    }
}

impl<'a> StepJson<'a> {
    fn new(step: &'a WhyStep) -> Self {
        Self {
            did: &step.did,
            rules: RuleJson::all(&step.rules),
            unsaid: step.unsaid.as_deref(),
            irregular: step.irregular.iter().map(LetStandJson::new).collect(),
            position: step.position.text(),
        }
    }
}

impl<'a> LetStandJson<'a> {
    fn new(stands: &'a LetStand) -> Self {
        Self { code: stands.code.id, rule: RuleJson::new(stands.rule), message: stands.message.as_str() }
    }
}

impl<'a> FaultJson<'a> {
    fn new(fault: &'a WhyFault) -> Self {
        let WhyFault { finding, kept, .. } = fault;
        Self {
            code: finding.code.id,
            rule: RuleJson::new(finding.rule),
            message: finding.message.as_str(),
            help: finding.help.as_ref().map(Printable::as_str),
            kept: RuleJson::all(kept),
            position: finding.exhibit.as_ref().map(|exhibit| exhibit.position.as_str()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::assert_schema;

    #[test]
    fn the_schema_is_committed() {
        assert_schema::<WhyJson<'_>>("corpus/schema/why.json");
    }
}
