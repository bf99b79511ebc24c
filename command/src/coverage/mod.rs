//! Coverage: which rules the turns of records obey, which they break, and which codes occur.
//!
//! A legal turn obeys the rules that explain it ([`Why`]). An illegal turn, expected by a comment
//! or not, breaks the rule that its finding cites; so does an error waived by `[%irregular]`.
//! A record *shows* a rule if it obeys or breaks it, and a code if the code occurs in it.
//! [`CanBeShown`] lists what a record can show at all.

mod can_be_shown;
mod json;

use std::collections::{BTreeMap, BTreeSet};

pub use can_be_shown::{CanBeShown, RuleCanBe};
pub use json::{CoverageJson, TestsJson};

use pipscribe::check::Checked;
use pipscribe::findings::{Code, Rule, all_codes, all_rules};
use pipscribe::games::GameId;
use pipscribe::notation::{Record, comments_of, expectations};
use pipscribe::replay::{WaivedFault, Why};

/// Rules and codes that a record shows.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RulesShown {
    /// Game, if the record names it.
    pub game: Option<GameId>,
    /// Rules that a legal turn obeys.
    pub kept: BTreeSet<&'static str>,
    /// Rules that something in the record breaks.
    pub broken: BTreeSet<&'static str>,
    /// Codes that occur in the record, expected or not.
    pub codes: BTreeSet<&'static str>,
}

impl RulesShown {
    /// Collects the rules and codes that the turns of a record show, including turns in variations.
    pub fn from_checked(checked: &Checked) -> Self {
        let mut shown = Self {
            game: checked.game,
            ..Self::default()
        };
        // In a document, block attributes can announce a finding, as in `pips illegal`. It is not
        // in the report then, but the record still shows its rule.
        for finding in checked
            .report
            .findings
            .iter()
            .chain(checked.announced_findings())
        {
            shown.add_broken(finding.code, finding.rule);
        }
        shown.add_fulfilled_expectations(checked);
        if let Ok(timeline) = checked.timeline() {
            timeline.tell_each(|_, why| shown.add_turn(why));
        }
        shown
    }

    /// Collects the rules and codes that one turn shows.
    pub fn of_turn(why: &Why) -> Self {
        let mut shown = Self::default();
        shown.add_turn(why);
        shown
    }

    fn add_broken(&mut self, code: Code, rule: &'static str) {
        self.codes.insert(code.id);
        self.broken.insert(rule);
    }

    /// Adds the expectations in comments before the first turn or after the result that are
    /// fulfilled. An expected error would be a finding otherwise, so it counts for the rule that it
    /// breaks.
    fn add_fulfilled_expectations(&mut self, checked: &Checked) {
        let record = checked.record();
        let comments = comments_of(&record.moves.opening).chain(comments_of(&record.closing));
        // The record without these expectations.
        let mut text = record.text().to_owned();
        let mut expected_codes = Vec::new();
        for (expectation, span) in expectations(comments) {
            if let Some(code) = expectation.refusal() {
                expected_codes.push(code);
                text.replace_range(span.range(), &" ".repeat(span.len()));
            }
        }
        if expected_codes.is_empty() {
            return;
        }

        // A check of that record reports the errors that they expect.
        let context = checked
            .timeline()
            .map(|timeline| timeline.context().clone())
            .unwrap_or_default();
        let unexpected = Checked::from_record(Record::parse_str(&text), &context);
        for finding in &unexpected.report.findings {
            if expected_codes.contains(&finding.code.id) {
                self.add_broken(finding.code, finding.rule);
            }
        }
    }

    /// Adds the rules and codes that one turn shows.
    fn add_turn(&mut self, why: &Why) {
        for step in why.steps() {
            for WaivedFault { code, rule, .. } in &step.irregular {
                self.add_broken(code, rule);
            }
        }
        match why.fault() {
            Some(fault) => self.add_broken(fault.finding.code, fault.finding.rule),
            None => self
                .kept
                .extend(why.steps().iter().flat_map(|step| &step.rules)),
        }
    }
}

/// Number of records that show something, and the first of them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Times {
    /// Number of records.
    pub records: u64,
    /// Location of the first record; empty if there is none.
    pub first: String,
}

impl Times {
    fn add(&mut self, place: &str) {
        if self.records == 0 {
            place.clone_into(&mut self.first);
        }
        self.records += 1;
    }
}

/// Combined coverage of many records.
#[derive(Clone, Debug, Default)]
pub struct Coverage {
    /// Number of records of each game.
    records: BTreeMap<GameId, u64>,
    kept: BTreeMap<&'static str, Times>,
    broken: BTreeMap<&'static str, Times>,
    codes: BTreeMap<&'static str, Times>,
}

/// Rule with the records that show it. A field is `None` if no record can show it.
#[derive(Clone, Debug)]
pub struct RuleShown {
    /// Rule that the records show.
    pub rule: Rule,
    /// Records with a legal turn that obeys it.
    pub kept: Option<Times>,
    /// Records that break it.
    pub broken: Option<Times>,
}

/// Code with the records in which it occurs.
#[derive(Clone, Debug)]
pub struct CodeShown {
    /// Code that the records show.
    pub code: Code,
    /// Records in which it occurs.
    pub met: Times,
}

/// Coverage of a game, or of the rules and codes that all games share.
#[derive(Clone, Debug)]
pub struct GroupShown {
    /// Game; `None` for the notation, which all games share.
    pub game: Option<GameId>,
    /// Number of records of the game.
    pub records: u64,
    /// Rules of the group, in the order of all rules.
    pub rules: Vec<RuleShown>,
    /// Codes of the group, in the order of all codes.
    pub codes: Vec<CodeShown>,
}

/// Numbers of entries of a group.
#[derive(Clone, Copy, Debug)]
pub struct ShownCounts {
    /// Entries that records show.
    pub shown: usize,
    /// Entries that records can show.
    pub total: usize,
}

impl GroupShown {
    /// Counts the entries of the group. A rule counts once as obeyed and once as broken; a code
    /// counts once.
    pub fn shown_counts(&self) -> ShownCounts {
        let of_rules = self
            .rules
            .iter()
            .flat_map(|shown| [&shown.kept, &shown.broken])
            .flatten();
        let all: Vec<&Times> = of_rules
            .chain(self.codes.iter().map(|shown| &shown.met))
            .collect();
        ShownCounts {
            shown: all.iter().filter(|times| times.records > 0).count(),
            total: all.len(),
        }
    }

    /// Returns the display name of the group.
    pub fn title(&self) -> &'static str {
        self.game.map_or("All games", GameId::title)
    }
}

impl Coverage {
    /// Adds the rules and codes that the record at `place` shows.
    pub fn add(&mut self, shown: &RulesShown, place: &str) {
        if let Some(game) = shown.game {
            *self.records.entry(game).or_default() += 1;
        }
        for rule in &shown.kept {
            self.kept.entry(rule).or_default().add(place);
        }
        for rule in &shown.broken {
            self.broken.entry(rule).or_default().add(place);
        }
        for code in &shown.codes {
            self.codes.entry(code).or_default().add(place);
        }
    }

    /// Returns the coverage of these games. If `games` is empty, returns the coverage of each game
    /// that has records, and of the entries that all games share.
    pub fn groups(&self, games: &[GameId]) -> Vec<GroupShown> {
        let named = GameId::ALL.into_iter().filter(|game| match games {
            [] => self.records.contains_key(game),
            games => games.contains(game),
        });
        let mut groups: Vec<GroupShown> = named.map(|game| self.group(Some(game))).collect();
        if games.is_empty() {
            groups.push(self.group(None));
        }
        groups
    }

    /// Returns the coverage of a game; `None` for the entries that all games share.
    fn group(&self, game: Option<GameId>) -> GroupShown {
        let rules = all_rules()
            .filter(|rule| game_of_rule(rule.number) == game)
            .filter_map(|rule| self.rule_shown(rule));
        let codes = all_codes()
            .filter(|code| CanBeShown::get().code(code.id) && game_of_code(code) == game)
            .map(|code| CodeShown {
                code,
                met: times_of(code.id, &self.codes),
            });
        let records = match game {
            Some(game) => self.records.get(&game).copied().unwrap_or(0),
            None => self.records.values().sum(),
        };
        GroupShown {
            game,
            records,
            rules: rules.collect(),
            codes: codes.collect(),
        }
    }

    /// Returns a rule with the records that show it; `None` for the title of a chapter.
    fn rule_shown(&self, rule: Rule) -> Option<RuleShown> {
        let can_be = CanBeShown::get().rule(rule.number);
        // Only rules have a dot in their numbers: `G3.2` is a rule, `G3` a chapter.
        let is_rule = can_be.kept || can_be.broken || rule.number.contains('.');
        if !is_rule {
            return None;
        }

        // Findings cite sections of the notation in lower case.
        let in_lower_case = rule.number.to_lowercase();
        let cited = match game_of_rule(rule.number) {
            Some(_) => rule.number,
            None => &in_lower_case,
        };
        Some(RuleShown {
            kept: can_be.kept.then(|| times_of(cited, &self.kept)),
            broken: can_be.broken.then(|| times_of(cited, &self.broken)),
            rule,
        })
    }
}

fn times_of(name: &str, times: &BTreeMap<&'static str, Times>) -> Times {
    times.get(name).cloned().unwrap_or_default()
}

/// Returns the game of a rule, from the first letter of its number: GIPF for `G3.2`. `None` for a
/// section of the notation, such as `Notation 3`.
pub fn game_of_rule(number: &str) -> Option<GameId> {
    let [letter, b'0'..=b'9', ..] = number.as_bytes() else {
        return None;
    };
    let has_letter = |game: &GameId| {
        game.codes()
            .iter()
            .any(|code| code.rule.as_bytes().first() == Some(letter))
    };
    GameId::ALL.into_iter().find(has_letter)
}

/// Returns the game of a code; codes of decks belong to the game that is
/// played with cards.
fn game_of_code(code: Code) -> Option<GameId> {
    let is_of_decks = code.id.starts_with("deck/");
    GameId::ALL
        .into_iter()
        .find(|game| game.codes().contains(&code) || (is_of_decks && game.facts().has_cards()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use pipscribe::findings::code_named;

    fn shown(text: &str) -> RulesShown {
        RulesShown::from_checked(&Checked::from_text(text))
    }

    #[test]
    fn a_turn_keeps_and_breaks_rules() {
        let kept = shown("[Game \"gipf\"]\n[Variant \"basic\"]\n\n1. e1-e3 *\n");
        assert!(
            kept.kept.contains("G3.2") && kept.broken.is_empty() && kept.codes.is_empty(),
            "{kept:?}"
        );
        let broken = shown("[Game \"gipf\"]\n[Variant \"basic\"]\n\n1. e1-e2 *\n");
        assert!(
            broken.kept.is_empty() && broken.codes.contains("gipf/wrong-landing"),
            "{broken:?}"
        );
    }

    #[test]
    fn expected_codes_count_as_found() {
        let found = shown("[Game \"gipf\"]\n[Variant \"basic\"]\n\n1. e1-e2 *\n");
        let expected = shown(
            "[Game \"gipf\"]\n[Variant \"basic\"]\n\n1. e1-e2 {[%expect gipf/wrong-landing]} *\n",
        );
        assert_eq!(found, expected);
        let of_tags = shown("[Game \"gipf\"]\n\n{[%expect tag/missing]} *\n");
        assert!(of_tags.codes.contains("tag/missing"), "{of_tags:?}");
        let in_vain = shown("[Game \"gipf\"]\n[Variant \"basic\"]\n\n{[%expect tag/missing]} *\n");
        assert!(!in_vain.codes.contains("tag/missing"), "{in_vain:?}");
        // The record counts for the rule that ended the game, not for the rule about claims.
        let record = |comment: &str| {
            let position = "[Position \"W3/5/6/7/6/5/B3 w 1,0 0,0 - -\"]";
            shown(&format!(
                "[Game \"gipf\"]\n[Variant \"standard\"]\n{position}\n\n{comment} 1. c2 0-1\n"
            ))
        };
        let expected = record("{[%expect record/result]}");
        assert_eq!(expected, record(""));
        assert!(expected.broken.contains("G6.2"), "{expected:?}");
    }

    #[test]
    fn variations_show_rules_too() {
        let shown =
            shown("[Game \"gipf\"]\n[Variant \"basic\"]\n\n1. b3 (1. e1-e3) (1. e1-e2) *\n");
        assert!(
            shown.kept.contains("G3.2") && shown.broken.contains("G3.2"),
            "{shown:?}"
        );
    }

    #[test]
    fn rules_and_codes_belong_to_their_games() {
        assert_eq!(game_of_rule("G3.1"), Some(GameId::Gipf));
        assert_eq!(game_of_rule("V5"), Some(GameId::Pipe));
        assert_eq!(game_of_rule("Notation 3"), None);
        let code = code_named("pippip/occupied").unwrap();
        assert_eq!(game_of_code(code), Some(GameId::Pippip));
    }

    #[test]
    fn a_game_is_counted_by_its_rules_and_codes() {
        let mut coverage = Coverage::default();
        let record = shown("[Game \"gipf\"]\n[Variant \"basic\"]\n\n1. e1-e3 *\n");
        coverage.add(&record, "a.pips:1");
        coverage.add(&record, "b.pips:1");
        let groups = coverage.groups(&[]);
        let [gipf, all] = groups.as_slice() else {
            panic!("{groups:?}")
        };
        assert_eq!(
            (gipf.game, gipf.records, all.game),
            (Some(GameId::Gipf), 2, None)
        );
        let rule = gipf
            .rules
            .iter()
            .find(|shown| shown.rule.number == "G3.2")
            .unwrap();
        let kept = rule.kept.clone().unwrap();
        assert_eq!((kept.records, kept.first.as_str()), (2, "a.pips:1"));
        assert_eq!(rule.broken.clone().unwrap().records, 0);
        let ShownCounts { shown, total } = gipf.shown_counts();
        assert!(
            0 < shown && shown < total && total > 50,
            "{shown} of {total}"
        );
        // G6.4 is not a rule about turns, so no turn can obey it.
        assert!(
            gipf.rules
                .iter()
                .any(|shown| shown.rule.number == "G6.4" && shown.kept.is_none())
        );
        assert_eq!(coverage.groups(&[GameId::Pipe]).len(), 1);
    }
}
