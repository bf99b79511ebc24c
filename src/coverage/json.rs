//! JSON of `test --coverage --format json`: one object, a stable contract.

use serde::Serialize;

use super::{CodeShown, GroupShown, RuleShown, Times};
use crate::games::GameId;

/// What records show of the rules, as JSON has it.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct CoverageJson<'a> {
    /// How the tests went.
    tests: TestsJson,
    /// How much is shown: a rule counts once kept and once broken, a code once.
    shown: usize,
    /// How much can be shown.
    of: usize,
    /// By game, what all games share at the end.
    games: Vec<GroupJson<'a>>,
}

/// How the tests went, as JSON has it.
#[derive(Clone, Debug, Default, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct TestsJson {
    /// Those whose expectations hold.
    pub passed: u64,
    /// Those that failed.
    pub failed: u64,
    /// Records that expect nothing: what they show counts too.
    pub without: u64,
    /// Where the tests stand that failed, the first thousand of them.
    pub failures: Vec<String>,
}

/// What is shown of a game, as JSON has it.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct GroupJson<'a> {
    /// The game; null for what all games share.
    game: Option<&'static str>,
    /// How many records are of it.
    records: u64,
    /// How much of it is shown.
    shown: usize,
    /// How much can be shown.
    of: usize,
    /// Its rules, in their order.
    rules: Vec<RuleJson<'a>>,
    /// Its codes, in their order.
    codes: Vec<CodeJson<'a>>,
}

/// How often a rule is shown, as JSON has it.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct RuleJson<'a> {
    /// Its number.
    id: &'static str,
    /// What it is about.
    title: &'static str,
    /// Records in which a legal turn keeps it; null where no turn is told to.
    kept: Option<TimesJson<'a>>,
    /// Records in which something breaks it; null where nothing can.
    broken: Option<TimesJson<'a>>,
}

/// How often a code is met, as JSON has it.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct CodeJson<'a> {
    /// The stable code.
    id: &'static str,
    /// Records that have it.
    met: TimesJson<'a>,
}

/// How often something is shown, as JSON has it.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct TimesJson<'a> {
    /// In how many records.
    records: u64,
    /// Where the first of them stands: its file and line; null where there is none.
    first: Option<&'a str>,
}

impl<'a> CoverageJson<'a> {
    /// Creates the object for these groups.
    pub fn new(groups: &'a [GroupShown], tests: TestsJson) -> Self {
        let games: Vec<GroupJson<'a>> = groups.iter().map(GroupJson::new).collect();
        let sum = |part: fn(&GroupJson<'a>) -> usize| games.iter().map(part).sum();
        Self { tests, shown: sum(|group| group.shown), of: sum(|group| group.of), games }
    }
}

impl<'a> GroupJson<'a> {
    fn new(group: &'a GroupShown) -> Self {
        let (shown, of) = group.shown_of();
        Self {
            game: group.game.map(GameId::name),
            records: group.records,
            shown,
            of,
            rules: group.rules.iter().map(RuleJson::new).collect(),
            codes: group.codes.iter().map(CodeJson::new).collect(),
        }
    }
}

impl<'a> RuleJson<'a> {
    fn new(shown: &'a RuleShown) -> Self {
        let RuleShown { rule, kept, broken } = shown;
        let times = |times: &'a Option<Times>| times.as_ref().map(TimesJson::new);
        Self { id: rule.number, title: rule.title, kept: times(kept), broken: times(broken) }
    }
}

impl<'a> CodeJson<'a> {
    fn new(shown: &'a CodeShown) -> Self {
        Self { id: shown.code.id, met: TimesJson::new(&shown.met) }
    }
}

impl<'a> TimesJson<'a> {
    fn new(times: &'a Times) -> Self {
        Self { records: times.records, first: (times.records > 0).then_some(times.first.as_str()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::assert_schema;

    #[test]
    fn the_schema_is_committed() {
        assert_schema::<CoverageJson<'_>>("corpus/schema/coverage.json");
    }
}
