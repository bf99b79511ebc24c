//! Examples of a rule or a code: the smallest records that obey and break it. They are chosen from
//! the corpus, taken from the page of the code, or found in random games.
//!
//! The page of a code has a *failing* record, in which the code occurs, and a *near miss*: a
//! similar record without the code.

mod chosen;
mod figure;
mod json;
mod search;

pub(crate) use chosen::all as all_chosen;
pub(crate) use figure::figure_of;
pub(crate) use json::ExampleJson;

use self::chosen::ChosenExamples;
use crate::shrink::only_record;
use pipscribe::check::Checked;
use pipscribe::findings::{Code, Finding, Rule, all_codes, code_named, rule_named};
use pipscribe::games::Context;
use pipscribe::replay::Why;
use pipscribe::solve::USUAL_STEPS;

/// Subject of examples.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub(crate) enum Subject {
    /// Rule of a game, or section of the notation.
    Rule(Rule),
    /// Code.
    Code(Code),
}

/// Source of a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) enum Origin {
    /// Chosen from the corpus.
    Chosen,
    /// From the page of a code.
    Page,
    /// Found in random games, and shortened.
    Found,
}

/// Record that serves as an example.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ExampleRecord {
    /// Text of the record. For codes that no record can have, this is a text in another format or a
    /// deck file.
    pub text: String,
    /// Description of the example; may be empty.
    pub why: String,
    /// Source of the record.
    pub origin: Origin,
}

/// Examples of a rule or a code.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub(crate) struct Example {
    /// Rule or code that the records show.
    pub subject: Subject,
    /// Record that obeys the rule, or is a near miss of the code.
    pub kept: Option<ExampleRecord>,
    /// Record that breaks the rule, or has the code.
    pub broken: Option<ExampleRecord>,
}

impl Subject {
    /// Parses the name of a rule or a code; the case of rules is ignored.
    pub(crate) fn named(name: &str) -> Option<Self> {
        rule_named(name)
            .map(Self::Rule)
            .or_else(|| code_named(name).map(Self::Code))
    }

    /// Returns its name: `G3.2`, `gipf/line-full`.
    pub(crate) fn name(&self) -> &'static str {
        match self {
            Self::Rule(rule) => rule.number,
            Self::Code(code) => code.id,
        }
    }

    /// Returns its title.
    pub(crate) fn title(&self) -> &'static str {
        match self {
            Self::Rule(rule) => rule.title,
            Self::Code(code) => code.summary,
        }
    }
}

impl Example {
    /// Returns the known examples of a rule or a code.
    pub(crate) fn new(subject: Subject) -> Self {
        match subject {
            Subject::Code(code) => Self::of_code(subject, code),
            Subject::Rule(rule) => Self::of_rule(subject, &rule),
        }
    }

    fn of_rule(subject: Subject, rule: &Rule) -> Self {
        let ChosenExamples { kept, broken } = chosen::of_rule(rule.number);
        if kept.is_some() || broken.is_some() {
            return Self {
                subject,
                kept,
                broken,
            };
        }

        // Sections of the notation have codes, but no separate records.
        let cites_rule = |code: &Code| {
            code.rule.eq_ignore_ascii_case(rule.number) && has_code(code.failing(), code)
        };
        match all_codes().find(cites_rule) {
            Some(code) => Self::of_code(subject, code),
            None => Self {
                subject,
                kept,
                broken,
            },
        }
    }

    fn of_code(subject: Subject, code: Code) -> Self {
        let from_page = |text: &str, why: &str| {
            let text = text.trim_end();
            if text.is_empty() {
                return None;
            }
            Some(ExampleRecord {
                text: format!("{text}\n"),
                why: why.to_owned(),
                origin: Origin::Page,
            })
        };
        // A page cannot contain text that is not UTF-8 or is too long.
        let failing = code.failing();
        let is_substitute = is_record(failing) && !has_code(failing, code);
        let why = if is_substitute {
            "This text replaces bytes that cannot be shown."
        } else {
            ""
        };
        Self {
            subject,
            kept: from_page(code.near_miss(), ""),
            broken: from_page(failing, why),
        }
    }

    /// Searches random games for other examples. The result is deterministic for a seed. Keeps the
    /// known example if none is found.
    pub(crate) fn search(subject: Subject, seed: u64) -> Self {
        let known = Self::new(subject);
        let found = search::search(subject, seed);
        Self {
            subject,
            kept: found.kept.or(known.kept),
            broken: found.broken.or(known.broken),
        }
    }
}

impl ExampleRecord {
    /// Returns the checked record, or `None` if the text is not a record.
    pub(crate) fn checked(&self) -> Option<Checked> {
        if is_record(&self.text) {
            only_record(&self.text, &Context::default())
        } else {
            None
        }
    }
}

/// Returns the turn that an example shows: the illegal turn, or else the last turn.
pub(crate) fn turn_of(checked: &Checked) -> Option<Why> {
    Why::explain(checked.timeline().ok()?, None).ok()
}

/// Returns the finding that an example shows: the finding about its turn, or else the first finding
/// of its record.
pub(crate) fn finding_of<'a>(
    checked: Option<&'a Checked>,
    why: Option<&'a Why>,
) -> Option<&'a Finding> {
    let of_turn = why.and_then(Why::fault).map(|fault| &fault.finding);
    of_turn.or_else(|| checked?.report.findings.first())
}

/// Returns true if a text is a record that has a code.
fn has_code(text: &str, code: Code) -> bool {
    if !is_record(text) {
        return false;
    }
    let Some(checked) = only_record(text, &Context::default()) else {
        return false;
    };
    // Codes of puzzles need a search.
    let checked = checked.with_puzzles(USUAL_STEPS);
    checked
        .report
        .findings
        .iter()
        .any(|finding| finding.code == code)
}

fn is_record(text: &str) -> bool {
    text.trim_start().starts_with("[Game")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::coverage::{CanBeShown, RulesShown, game_of_rule};
    use pipscribe::findings::all_rules;

    /// Tests that the examples of every rule that can be shown do show the rule.
    #[test]
    fn examples_show_their_rule_or_code() {
        let mut seen = 0;
        for rule in all_rules() {
            let can_be = CanBeShown::get().rule(rule.number);
            let example = Example::new(Subject::Rule(rule));
            for (can, shows, valid) in [
                (can_be.kept, &example.kept, true),
                (can_be.broken, &example.broken, false),
            ] {
                if !can || game_of_rule(rule.number).is_none() {
                    continue;
                }
                let shows = shows
                    .as_ref()
                    .unwrap_or_else(|| panic!("{} {valid}", rule.number));
                let checked = shows.checked().unwrap();
                let shown = RulesShown::from_checked(&checked);
                let rules = if valid { shown.kept } else { shown.broken };
                assert!(
                    rules.contains(rule.number),
                    "{} {valid}: {}",
                    rule.number,
                    shows.text
                );
                seen += 1;
            }
        }
        assert!(seen > 120, "{seen}");
    }

    #[test]
    fn codes_have_the_records_of_their_pages() {
        for code in all_codes() {
            let example = Example::new(Subject::Code(code));
            let broken = example.broken.unwrap();
            let is_itself = broken.why.is_empty();
            assert_eq!(
                is_itself,
                !["syntax/encoding", "limit/record-size"].contains(&code.id),
                "{}",
                code.id
            );
            assert!(
                !is_itself || !is_record(&broken.text) || has_code(&broken.text, code),
                "{}",
                code.id
            );
        }
    }

    mod slow {
        use super::*;

        #[test]
        fn missing_examples_are_found_in_random_games() {
            let rule = Subject::named("g3.2").unwrap();
            let found = Example::search(rule, 1);
            let kept = found.kept.unwrap();
            let broken = found.broken.unwrap();
            assert_eq!((kept.origin, broken.origin), (Origin::Found, Origin::Found));
            assert!(
                RulesShown::from_checked(&kept.checked().unwrap())
                    .kept
                    .contains("G3.2"),
                "{}",
                kept.text
            );
            assert!(
                RulesShown::from_checked(&broken.checked().unwrap())
                    .broken
                    .contains("G3.2"),
                "{}",
                broken.text
            );
            assert!(
                kept.text.len() < 250 && broken.text.len() < 250,
                "{}{}",
                kept.text,
                broken.text
            );
            let again = Example::search(rule, 1);
            assert_eq!(again.kept.unwrap(), kept);
            // A turn that ends the game needs its result.
            let end = Example::search(Subject::named("Z5.1").unwrap(), 2)
                .kept
                .unwrap();
            assert!(
                end.origin == Origin::Found && end.checked().unwrap().report.is_valid(),
                "{}",
                end.text
            );
            let code = Subject::named("pippip/occupied").unwrap();
            assert!(Example::search(code, 1).broken.is_some());
        }
    }
}
