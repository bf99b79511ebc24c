//! Output of `mend --format json`: one object per record, a stable contract.

use serde::Serialize;

use super::{Mend, Mends, Question};
use crate::findings::Finding;
use crate::notation::LineAddress;

/// A record and its suggested fixes, as JSON.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct MendsJson<'a> {
    /// The file; `-` for standard input.
    path: &'a str,
    /// The number of the record in its file, from 1.
    record: u64,
    /// True if no finding is an error.
    valid: bool,
    /// The first error; left out in a valid record.
    #[serde(skip_serializing_if = "Option::is_none")]
    fault: Option<FaultJson>,
    /// The smallest changes that make the record legal, the best first, ten at most; a valid record
    /// has none.
    #[serde(skip_serializing_if = "Option::is_none")]
    mends: Option<&'a [Mend]>,
    /// True if everything was tried; left out in a valid record.
    #[serde(skip_serializing_if = "Option::is_none")]
    exhaustive: Option<bool>,
    /// True if no game that is about as likely as the first one was left out; left out in a valid
    /// record.
    #[serde(skip_serializing_if = "Option::is_none")]
    proved: Option<bool>,
    /// The turn that distinguishes the likely games best; left out if there is only one.
    #[serde(skip_serializing_if = "Option::is_none")]
    question: Option<&'a Question>,
}

/// The first error of a record.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct FaultJson {
    /// The stable code.
    code: &'static str,
    /// The turn by its place in the main line, from 1; 0 for none.
    turn: u32,
    /// The address of the turn, as commands take it with `--line`; left out for none.
    #[serde(skip_serializing_if = "Option::is_none")]
    address: Option<String>,
}

/// Returns the JSON object that `mend --format json` writes for record `record` (from 1) of the
/// file `path`. `first` is its first error, if there is one. `mends` is the result of the search,
/// if a search was possible.
pub fn mends_json<'a>(
    path: &'a str,
    record: u64,
    first: Option<&Finding>,
    mends: Option<&'a Mends>,
) -> impl Serialize + use<'a> {
    MendsJson::new(path, record, first, mends)
}

impl<'a> MendsJson<'a> {
    fn new(path: &'a str, record: u64, first: Option<&Finding>, mends: Option<&'a Mends>) -> Self {
        let searched = mends.map(|mends| (mends.code.id, mends.turn));
        let reported = first.map(|first| (first.code.id, first.turn));
        let address = first
            .and_then(LineAddress::of_finding)
            .map(|address| address.to_string());
        let fault = searched.or(reported).map(|(code, turn)| FaultJson {
            code,
            turn,
            address,
        });

        // These keys are left out in a valid record.
        let is_invalid = fault.is_some();
        let list = mends.map_or(&[][..], |mends| &mends.mends);
        let exhaustive = mends.is_none_or(|mends| mends.exhaustive);
        let proved = mends.is_some_and(|mends| mends.proved);
        Self {
            path,
            record,
            valid: !is_invalid,
            fault,
            mends: is_invalid.then_some(list),
            exhaustive: is_invalid.then_some(exhaustive),
            proved: is_invalid.then_some(proved),
            question: mends.and_then(|mends| mends.question.as_ref()),
        }
    }
}
