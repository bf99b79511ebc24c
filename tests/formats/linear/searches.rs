//! Searches for fixes of an invalid record. Their work is bounded, so a longer record costs only
//! the time for reading the rest.

use pipscribe::games::Context;
use std::hint::black_box;

use pipscribe::Checked;
use pipscribe::text::RawRecord;

use super::{Case, case, long};

pub(super) const CASES: &[Case] = &[
    case(
        "fix",
        "[Game \"gipf\"]\n[Variant \"basic\"]\n\nb1-b9 ",
        "c2 ",
        "*\n",
    ),
    long(
        "fix",
        "[Game \"gipf\"]\n[Variant \"basic\"]\n",
        "[Event \"a\"]\n",
        "\nb1-b9 *\n",
    ),
];

/// Returns the search with this name, to be run on a record.
pub(super) fn named(name: &str) -> Option<fn(RawRecord)> {
    (name == "fix")
        .then_some(|raw| drop(black_box(Checked::new(raw, &Context::default()).with_fix())))
}
