//! Expected explanations of a turn, written by hand from the rule sheets: the rules, their order,
//! the positions.

use super::reported;

/// A record, one of its turns, and the expected explanation.
pub(super) struct Expected {
    /// Its tags.
    pub(super) tags: &'static str,
    /// Its movetext.
    pub(super) moves: &'static str,
    /// For each step a part of its text, the rules in order, and the position after it if it
    /// matters.
    pub(super) steps: &'static [(&'static str, &'static [&'static str], &'static str)],
    /// Text that no step contains.
    pub(super) unsaid: &'static [&'static str],
    /// The code and the rule of the error, and the rules kept before it.
    pub(super) fault: Option<(&'static str, &'static str, &'static [&'static str])>,
}

impl Expected {
    pub(super) fn holds(&self) {
        let Self {
            tags,
            moves,
            steps,
            unsaid,
            fault,
        } = self;
        let why = reported(&format!("{tags}\n\n{moves} *\n"), None).unwrap();
        let found: Vec<(&str, &[&str])> = why
            .steps()
            .iter()
            .map(|step| (step.did.as_str(), step.rules.as_slice()))
            .collect();
        assert_eq!(found.len(), steps.len(), "{moves}: {found:#?}");
        for (step, (did, rules, position)) in why.steps().iter().zip(*steps) {
            assert!(step.did.contains(did), "{moves}: {did}: {}", step.did);
            assert_eq!(step.rules, *rules, "{moves}: {}", step.did);
            assert!(
                position.is_empty() || step.position.text() == *position,
                "{moves}: {}",
                step.position.text()
            );
        }
        let left_out: Vec<&str> = why
            .steps()
            .iter()
            .filter_map(|step| step.unsaid.as_deref())
            .collect();
        assert_eq!(left_out.len(), unsaid.len(), "{moves}: {left_out:#?}");
        for (found, part) in left_out.iter().zip(*unsaid) {
            assert!(found.contains(part), "{moves}: {part}: {found}");
        }
        let stopped = why.fault().map(|fault| {
            (
                fault.finding.code.id,
                fault.finding.rule,
                fault.kept.as_slice(),
            )
        });
        assert_eq!(stopped, *fault, "{moves}");
        assert_eq!(why.is_legal(), fault.is_none());
        assert_eq!(why.canonical().is_some(), fault.is_none());
    }
}
