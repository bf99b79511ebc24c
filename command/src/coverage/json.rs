//! JSON of `test --coverage --format json`: one object, a stable contract.

use serde::Serialize;

use super::{CodeShown, GroupShown, RuleShown, ShownCounts, Times};
use pipscribe::games::GameId;

/// The coverage of rules and codes by records, as JSON.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct CoverageJson<'a> {
    /// The results of the tests.
    tests: TestsJson,
    /// The number of items that records show: a rule counts once if kept and once if broken, a code
    /// once.
    shown: usize,
    /// The number of items that records can show.
    of: usize,
    /// The coverage by game; the entries that all games share come last.
    games: Vec<GroupJson<'a>>,
}

/// The results of the tests, as JSON.
#[derive(Clone, Debug, Default, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct TestsJson {
    /// Tests whose expectations hold.
    pub passed: u64,
    /// Tests that failed.
    pub failed: u64,
    /// Number of records without expectations, which also count for the coverage.
    pub without: u64,
    /// The places of the failed tests, the first thousand of them.
    pub failures: Vec<String>,
}

/// The coverage of a game, as JSON.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct GroupJson<'a> {
    /// The game; null for the entries that all games share.
    game: Option<&'static str>,
    /// The number of its records.
    records: u64,
    /// The number of items of the game that records show.
    shown: usize,
    /// The number of items of the game that records can show.
    of: usize,
    /// The rules of the game, in their order.
    rules: Vec<RuleJson<'a>>,
    /// The codes of the game, in their order.
    codes: Vec<CodeJson<'a>>,
}

/// The coverage of a rule, as JSON.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct RuleJson<'a> {
    /// The number of the rule.
    id: &'static str,
    /// The title of the rule.
    title: &'static str,
    /// Records in which a legal turn keeps the rule; null if the replay cannot observe that.
    kept: Option<TimesJson<'a>>,
    /// Records that break the rule; null if nothing can break it.
    broken: Option<TimesJson<'a>>,
}

/// The coverage of a code, as JSON.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct CodeJson<'a> {
    /// The stable code.
    id: &'static str,
    /// Records that trigger the code.
    met: TimesJson<'a>,
}

/// Numbers of records that show an item, as JSON.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct TimesJson<'a> {
    /// The number of records.
    records: u64,
    /// The file and line of the first record that shows this; null if there is none.
    first: Option<&'a str>,
}

impl<'a> CoverageJson<'a> {
    /// Creates the object for these groups.
    pub fn new(groups: &'a [GroupShown], tests: TestsJson) -> Self {
        let games: Vec<GroupJson<'a>> = groups.iter().map(GroupJson::new).collect();
        let sum = |part: fn(&GroupJson<'a>) -> usize| games.iter().map(part).sum();
        Self {
            tests,
            shown: sum(|group| group.shown),
            of: sum(|group| group.of),
            games,
        }
    }
}

impl<'a> GroupJson<'a> {
    fn new(group: &'a GroupShown) -> Self {
        let ShownCounts { shown, total } = group.shown_counts();
        Self {
            game: group.game.map(GameId::name),
            records: group.records,
            shown,
            of: total,
            rules: group.rules.iter().map(RuleJson::new).collect(),
            codes: group.codes.iter().map(CodeJson::new).collect(),
        }
    }
}

impl<'a> RuleJson<'a> {
    fn new(shown: &'a RuleShown) -> Self {
        let RuleShown { rule, kept, broken } = shown;
        let times = |times: &'a Option<Times>| times.as_ref().map(TimesJson::new);
        Self {
            id: rule.number,
            title: rule.title,
            kept: times(kept),
            broken: times(broken),
        }
    }
}

impl<'a> CodeJson<'a> {
    fn new(shown: &'a CodeShown) -> Self {
        Self {
            id: shown.code.id,
            met: TimesJson::new(&shown.met),
        }
    }
}

impl<'a> TimesJson<'a> {
    fn new(times: &'a Times) -> Self {
        Self {
            records: times.records,
            first: (times.records > 0).then_some(times.first.as_str()),
        }
    }
}
