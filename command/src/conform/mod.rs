//! Conformance tests for other programs: a suite of records with known results, the answers of a
//! program, and the differences, rule by rule. A record of the suite with its results is a
//! [`Case`].
//!
//! A program receives requests on standard input and answers on standard output, one JSON object
//! per line: see `docs/src/conform.md`.

mod json;
mod suite;
mod tested_program;

use std::collections::BTreeMap;

use serde_json::{Map, Value, json};

pub use json::ConformJson;
pub use suite::{Case, SuiteError, embedded_suite, read_suite};
pub use tested_program::{Program, RunError};

/// Fields of an answer that are compared with the case.
pub const FIELDS: [&str; 7] = [
    "valid",
    "code",
    "turn",
    "turns",
    "positions",
    "result",
    "score",
];

/// Outcome of a case.
#[derive(Clone, Debug, PartialEq)]
pub enum Agreement {
    /// Everything that was answered is correct.
    Right,
    /// Something is wrong.
    Wrong(Vec<Difference>),
    /// The program does not support records of this kind.
    Unsupported,
    /// There was no answer, for this reason.
    Unanswered(String),
}

/// A part of an answer that is wrong.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Difference {
    /// The name of the field.
    pub field: &'static str,
    /// The expected value.
    pub expected: Value,
    /// The value in the answer.
    pub found: Value,
}

/// Returns the request for a case.
pub fn request(case: &Case) -> String {
    json!({ "id": case.id, "record": case.record }).to_string()
}

/// Compares an answer with a case. Fields that are missing from the answer are not compared, except
/// for the validity of the record.
pub fn judge(case: &Case, answer: &Map<String, Value>) -> Agreement {
    if answer.get("unsupported") == Some(&Value::Bool(true)) {
        return Agreement::Unsupported;
    }
    if !answer.get("valid").is_some_and(Value::is_boolean) {
        return Agreement::Unanswered(
            "the answer has neither `valid` nor `unsupported`".to_owned(),
        );
    }
    let known = case.fields();
    let wrong: Vec<Difference> = FIELDS
        .into_iter()
        .filter_map(|field| {
            let found = answer.get(field)?;
            let expected = known.get(field)?;
            let is_wrong = found != expected;
            is_wrong.then(|| Difference {
                field,
                expected: expected.clone(),
                found: found.clone(),
            })
        })
        .collect();
    if wrong.is_empty() {
        Agreement::Right
    } else {
        Agreement::Wrong(wrong)
    }
}

/// Numbers of the cases of a rule, by outcome.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Counts {
    /// All that was answered is right.
    pub right: u64,
    /// Something is wrong.
    pub wrong: u64,
    /// The program does not judge such records.
    pub unsupported: u64,
    /// There was no answer.
    pub unanswered: u64,
}

impl Counts {
    fn add(&mut self, outcome: &Agreement) {
        match outcome {
            Agreement::Right => self.right += 1,
            Agreement::Wrong(_) => self.wrong += 1,
            Agreement::Unsupported => self.unsupported += 1,
            Agreement::Unanswered(_) => self.unanswered += 1,
        }
    }

    /// Returns true if some cases are right, and no answer is wrong or missing.
    pub fn conforms(&self) -> bool {
        self.right > 0 && self.wrong == 0 && self.unanswered == 0
    }
}

/// Results of a program.
#[derive(Debug)]
pub struct Conformance<'a> {
    /// Cases with their outcomes, in the order of the suite.
    pub outcomes: Vec<(&'a Case, Agreement)>,
    /// First lines of output that are not an answer.
    pub noise: Vec<String>,
    /// Number of lines that are not an answer.
    pub noise_lines: u64,
    /// Number of restarts after the program died or did not answer in time.
    pub restarts: u64,
}

impl Conformance<'_> {
    /// Returns the counts of all cases together.
    pub fn counts(&self) -> Counts {
        let mut counts = Counts::default();
        for (_, outcome) in &self.outcomes {
            counts.add(outcome);
        }
        counts
    }

    /// Returns the counts of each rule with cases, sorted by rule number. A case counts for each
    /// rule that it obeys or breaks.
    pub fn by_rule(&self) -> Vec<(&str, Counts)> {
        let mut rules: BTreeMap<RuleKey<'_>, Counts> = BTreeMap::new();
        for (case, outcome) in &self.outcomes {
            for rule in case.rules() {
                rules.entry(RuleKey::parse(rule)).or_default().add(outcome);
            }
        }
        rules
            .into_iter()
            .map(|(key, counts)| (key.number, counts))
            .collect()
    }
}

/// Sort key of a rule number: `G3.2` before `G3.10`.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct RuleKey<'a> {
    letter: &'a str,
    /// The numbers after the letter: 3 and 10 for `G3.10`.
    parts: Vec<u32>,
    number: &'a str,
}

impl<'a> RuleKey<'a> {
    fn parse(number: &'a str) -> Self {
        let first_digit = number
            .find(|letter: char| letter.is_ascii_digit())
            .unwrap_or(number.len());
        let (letter, digits) = number.split_at(first_digit);
        let parts = digits
            .split('.')
            .map(|part| part.parse().unwrap_or(0))
            .collect();
        Self {
            letter,
            parts,
            number,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn case() -> Case {
        Case::new(
            "a",
            "[Game \"gipf\"]\n[Variant \"basic\"]\n\n1. a2-b3 2. a6 *\n",
            &[],
            &[],
        )
    }

    fn judged(answer: Value) -> Agreement {
        let Value::Object(answer) = answer else {
            panic!("{answer}")
        };
        judge(&case(), &answer)
    }

    #[test]
    fn a_case_has_the_expected_output_of_its_record() {
        let case = case();
        assert_eq!(
            (case.valid, case.code.as_deref(), case.turn),
            (false, Some("gipf/off-board"), Some(2))
        );
        assert_eq!(
            (case.turns.as_slice(), case.positions.len()),
            (["b3".to_owned()].as_slice(), 2)
        );
        assert!(
            case.keeps.contains(&"G3.1".to_owned()) && case.breaks == ["G1.1"],
            "{case:?}"
        );
    }

    #[test]
    fn answers_are_compared() {
        assert_eq!(
            judged(json!({ "id": "a", "valid": false })),
            Agreement::Right
        );
        let all = json!({ "valid": false, "code": "gipf/off-board", "turn": 2, "turns": ["b3"], "result": null });
        assert_eq!(judged(all), Agreement::Right);
        assert_eq!(
            judged(json!({ "unsupported": true })),
            Agreement::Unsupported
        );
        assert!(matches!(
            judged(json!({ "code": null })),
            Agreement::Unanswered(_)
        ));
        assert!(matches!(
            judged(json!({ "valid": "no" })),
            Agreement::Unanswered(_)
        ));
        let Agreement::Wrong(wrong) = judged(json!({ "valid": true, "turns": ["a2-b3"] })) else {
            panic!()
        };
        let fields: Vec<_> = wrong.iter().map(|difference| difference.field).collect();
        assert_eq!(fields, ["valid", "turns"]);
    }

    #[test]
    fn rules_are_in_the_order_of_their_numbers() {
        let case = |keeps: &[&str]| {
            let keeps = keeps.iter().map(|rule| (*rule).to_owned()).collect();
            Case {
                keeps,
                breaks: Vec::new(),
                ..case()
            }
        };
        let one = case(&["G3.10", "G3.2"]);
        let two = case(&["G3.2"]);
        let outcomes = vec![(&one, Agreement::Right), (&two, Agreement::Unsupported)];
        let conformance = Conformance {
            outcomes,
            noise: Vec::new(),
            noise_lines: 0,
            restarts: 0,
        };
        let rules = conformance.by_rule();
        assert_eq!(
            rules.iter().map(|(rule, _)| *rule).collect::<Vec<_>>(),
            ["G3.2", "G3.10"]
        );
        assert_eq!(
            rules[0].1,
            Counts {
                right: 1,
                unsupported: 1,
                ..Counts::default()
            }
        );
        assert!(conformance.counts().conforms());
    }
}
