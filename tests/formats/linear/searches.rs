//! Searches for fixes of an invalid record. Their work is bounded, so a longer record costs only
//! the reading of the rest.

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

/// What is done with a record under that name.
pub(super) fn named(name: &str) -> Option<fn(RawRecord)> {
    (name == "fix")
        .then_some(|raw| drop(black_box(Checked::new(raw, &Context::default()).with_fix())))
}
