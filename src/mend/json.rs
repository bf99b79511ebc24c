//! Output of `mend --format json`: one object per record, a stable contract.

use serde::Serialize;

use super::{Edit, Mend, Mends};

/// A record and its suggested fixes, as JSON.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct MendsJson<'a> {
    /// The file; `-` for standard input.
    path: &'a str,
    /// The number of the record in its file, from 1.
    record: u64,
    /// True if no finding is an error.
    valid: bool,
    /// The first error; left out in a valid record.
    #[serde(skip_serializing_if = "Option::is_none")]
    fault: Option<FaultJson>,
    /// The smallest changes that make the record legal, the best first, ten at most; a valid record has none.
    #[serde(skip_serializing_if = "Option::is_none")]
    mends: Option<Vec<MendJson<'a>>>,
    /// True if everything was tried; left out in a valid record.
    #[serde(skip_serializing_if = "Option::is_none")]
    exhaustive: Option<bool>,
}

/// The first error of a record.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct FaultJson {
    /// The stable code.
    code: &'static str,
    /// The turn by its place in the main line, from 1; 0 for none.
    turn: u32,
}

/// A change that lets more turns of a record be replayed, as JSON.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct MendJson<'a> {
    /// The changes.
    edits: &'a [Edit],
    /// The number of turns of the main line that are then legal.
    legal_turns: u32,
    /// True if all turns are then legal.
    complete: bool,
    /// True if the game then ends as the record claims.
    result_agrees: bool,
    /// True if no other change of equal likelihood explains the record equally well.
    sole: bool,
    /// The common reason for several changes; left out otherwise.
    #[serde(skip_serializing_if = "Option::is_none")]
    explanation: Option<&'static str>,
}

impl<'a> MendsJson<'a> {
    /// Creates the object for record `record` (from 1) of the file `path`. `first` holds the code and the turn of its
    /// first error, if there is one. `mends` is the result of the search, if a search was possible.
    pub fn new(path: &'a str, record: u64, first: Option<(&'static str, u32)>, mends: Option<&'a Mends>) -> Self {
        let fault = mends.map(|mends| (mends.code.id, mends.turn)).or(first);
        let fault = fault.map(|(code, turn)| FaultJson { code, turn });
        let told = |mends: &'a Mends| mends.mends.iter().map(MendJson::new).collect();
        Self {
            path,
            record,
            valid: fault.is_none(),
            mends: fault.as_ref().map(|_| mends.map(told).unwrap_or_default()),
            exhaustive: fault.as_ref().map(|_| mends.is_none_or(|mends| mends.exhaustive)),
            fault,
        }
    }
}

impl<'a> MendJson<'a> {
    fn new(mend: &'a Mend) -> Self {
        let Mend { edits, legal_turns, complete, result_agrees, sole, explanation, .. } = mend;
        Self {
            edits,
            legal_turns: *legal_turns,
            complete: *complete,
            result_agrees: *result_agrees,
            sole: *sole,
            explanation: *explanation,
        }
    }
}
