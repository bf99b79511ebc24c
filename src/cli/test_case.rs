//! A record of `pipscribe test`, judged.

use super::rewriting::Replaced;
use crate::bless::{Blessed, bless};
use crate::checked::Checked;
use crate::coverage::RulesShown;
use crate::findings::Finding;
use crate::games::Context;
use crate::notation::Record;
use crate::notation::has_expectations;
use crate::snapshot::snapshot;
use crate::text::{Claim, RawRecord};

/// A record that may be a test.
pub(super) struct Case {
    pub(super) checked: Checked,
    /// It has expectations, or its page says of it what does not hold by itself.
    pub(super) is_test: bool,
    /// What becomes of its expectations, if they have to be blessed.
    pub(super) blessed: Option<Result<Replaced, Vec<Finding>>>,
    /// What its snapshot is to be.
    pub(super) pinned: Option<String>,
    /// What it shows of the rules, if that is asked.
    pub(super) shown: Option<RulesShown>,
}

/// What is done with each record.
#[derive(Clone, Copy)]
pub(super) struct Wanted {
    pub(super) bless: bool,
    pub(super) pins: bool,
    pub(super) coverage: bool,
}

impl Case {
    /// Judges a record, and where that is wanted blesses and pins it.
    pub(super) fn of(raw: RawRecord, context: &Context, wanted: Wanted) -> Self {
        let Wanted { bless: wants_bless, pins, coverage } = wanted;
        let judge = if pins || coverage { Checked::in_full } else { Checked::of };
        let check = |raw| judge(Record::parse(raw), context);
        let before = wants_bless.then(|| raw.clone());
        let mut checked = check(raw);
        let has_expectations = has_expectations(checked.record());
        let mut blessed = None;
        if let Some(before) = before.filter(|_| has_expectations && !checked.report.is_valid()) {
            blessed = Some(bless(&before, check).map(|Blessed { raw, checked: anew }| {
                checked = anew;
                Replaced::of(&before, &raw)
            }));
        }
        // What stands in a page has to be legal, or to say what it breaks. There is nothing to be blessed in it.
        let has_to_hold = match checked.source().claim() {
            Some(Claim::Illegal(_)) => true,
            Some(Claim::Legal | Claim::Open) => !checked.report.is_valid(),
            None => false,
        };
        let pinned = pins.then(|| snapshot(&checked));
        let shown = coverage.then(|| RulesShown::of(&checked));
        Self { checked, is_test: has_expectations || has_to_hold, blessed, pinned, shown }
    }
}
