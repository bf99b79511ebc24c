//! Output of `why --format json`: one object, a stable contract.

use serde::Serialize;

use super::{WaivedFault, Why, WhyFault, WhyStep};
use crate::findings::rule_named;
use crate::text::Printable;

/// A turn and the reasons why it is legal or illegal, as JSON.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct WhyJson<'a> {
    /// The file; `-` for standard input.
    path: &'a str,
    /// The number of the record in its file, from 1.
    record: u64,
    /// The turn by its place in the main line, from 1.
    turn: u32,
    /// The address of the turn, as commands take it with `--line`.
    address: String,
    /// The seat that played it, from 1.
    seat: u8,
    /// The turn as written.
    text: &'a str,
    /// The turn in canonical form; null if it is illegal.
    canonical: Option<&'a str>,
    /// True if the turn is legal, or all its faults are waived.
    legal: bool,
    /// The position before the turn.
    before: String,
    /// The effects of the turn, part by part; of an illegal turn, those of the parts before the
    /// error.
    steps: Vec<StepJson<'a>>,
    /// The error; null if the turn is legal.
    fault: Option<FaultJson<'a>>,
}

/// The effect of a part of a turn, as JSON.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct StepJson<'a> {
    /// The effect in words.
    did: &'a str,
    /// The rules that apply, in the order in which they were checked.
    rules: Vec<RuleJson>,
    /// The meaning that the notation of the turn leaves implicit.
    unsaid: Option<&'a str>,
    /// The waived faults of this part.
    irregular: Vec<WaivedFaultJson<'a>>,
    /// The position after this part.
    position: String,
}

/// A rule, as JSON.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct RuleJson {
    /// The number of the rule.
    id: &'static str,
    /// The title of the rule.
    title: &'static str,
    /// The first sentence of the rule; empty if it begins with a list. `explain` has the whole
    /// text.
    words: &'static str,
}

/// A waived fault, as JSON.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "LetStandJson"))]
struct WaivedFaultJson<'a> {
    /// The stable code.
    code: &'static str,
    /// The rule that the turn breaks.
    rule: RuleJson,
    /// The error, in one sentence.
    message: &'a str,
}

/// The error of an illegal turn, as JSON.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct FaultJson<'a> {
    /// The stable code.
    code: &'static str,
    /// The rule that the turn breaks.
    rule: RuleJson,
    /// The error, in one sentence.
    message: &'a str,
    /// Advice on how to fix it; null if there is none.
    help: Option<&'a str>,
    /// The rules that this part of the turn keeps, in the order in which they were checked.
    kept: Vec<RuleJson>,
    /// The position at that point; null if the turn was not checked against the rules.
    position: Option<&'a str>,
}

impl RuleJson {
    fn new(number: &'static str) -> Self {
        let rule = rule_named(number);
        Self {
            id: rule.map_or(number, |rule| rule.number),
            title: rule.map_or("", |rule| rule.title),
            words: rule.map_or("", |rule| rule.sentence()),
        }
    }

    fn all(numbers: &[&'static str]) -> Vec<Self> {
        numbers.iter().map(|&number| Self::new(number)).collect()
    }
}

impl Why {
    /// Returns the JSON object that `why --format json` writes for a turn of record `record` (from
    /// 1) of the file `path`.
    pub fn json<'a>(&'a self, path: &'a str, record: u64) -> impl Serialize + use<'a> {
        WhyJson {
            path,
            record,
            turn: self.turn,
            address: self.address.to_string(),
            seat: self.seat,
            text: &self.text,
            canonical: self.canonical(),
            legal: self.is_legal(),
            before: self.before.text(),
            steps: self.steps().iter().map(StepJson::new).collect(),
            fault: self.fault().map(FaultJson::new),
        }
    }
}

impl<'a> StepJson<'a> {
    fn new(step: &'a WhyStep) -> Self {
        Self {
            did: &step.did,
            rules: RuleJson::all(&step.rules),
            unsaid: step.unsaid.as_deref(),
            irregular: step.irregular.iter().map(WaivedFaultJson::new).collect(),
            position: step.position.text(),
        }
    }
}

impl<'a> WaivedFaultJson<'a> {
    fn new(waived: &'a WaivedFault) -> Self {
        Self {
            code: waived.code.id,
            rule: RuleJson::new(waived.rule),
            message: waived.message.as_str(),
        }
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
            position: finding
                .exhibit
                .as_ref()
                .map(|exhibit| exhibit.position.as_str()),
        }
    }
}
