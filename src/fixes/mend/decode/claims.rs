//! What a record claims about the end of its game, and records with other claims. The result is
//! written in two places: in its tag, and after the turns.

use crate::notation::{Outcome, Record};

/// Returns the value that is replaced if a tag gets the value `now`. The result is written in two
/// places: if the tag is correct, the result after the turns is the one that changes.
pub(super) fn value_of(record: &Record, name: &str, now: Option<&str>) -> Option<String> {
    if name == "Result" {
        let mut written = written_results(record);
        let first = written.next();
        return if first.is_some() && first.as_deref() == now {
            written.next().or(first)
        } else {
            first
        };
    }
    record.tag_value(name).map(str::to_owned)
}

/// Returns the record with another value of a tag.
pub(super) fn with_tag(record: &Record, name: &str, now: Option<&str>) -> Record {
    let mut other = record.clone();
    let index = other.tags.iter().position(|tag| tag.name == name);
    match (index, now) {
        (Some(index), Some(now)) => other.tags[index].value = now.into(),
        (Some(index), None) => {
            other.tags.remove(index);
        }
        // A result after the turns is changed below, and needs no tag.
        (None, Some(now)) if name != "Result" || other.result.is_none() => {
            // The copy of another tag: only the name and the value matter here.
            if let Some(mut tag) = other.tags.first().cloned() {
                (tag.name, tag.value) = (name.into(), now.into());
                other.tags.push(tag);
            }
        }
        (None, _) => {}
    }
    if let ("Result", Some((_, span)), Some(outcome)) =
        (name, &record.result, now.and_then(Outcome::parse))
    {
        other.result = Some((outcome, *span));
    }
    other
}

/// Returns the record without its claims about the end.
pub(super) fn without_ends(record: &Record) -> Record {
    let mut other = with_tag(&with_tag(record, "Result", None), "Score", None);
    other.result = None;
    other
}

/// Returns the decided result that a record claims in one place, if the other place does not
/// contradict it.
pub(super) fn claimed_result(record: &Record) -> Option<String> {
    let written = written_results(record).filter_map(|written| Outcome::parse(&written));
    let mut decided = written.filter(|claim| *claim != Outcome::Open);
    let claim = decided.next()?;
    decided
        .all(|other| other == claim)
        .then(|| claim.to_string())
}

/// Returns the results that a record states: in its tag, then after the turns.
pub(super) fn written_results(record: &Record) -> impl Iterator<Item = String> {
    let tag = record.tag_value("Result").map(str::to_owned);
    let after_turns = record
        .result
        .as_ref()
        .map(|(outcome, _)| outcome.to_string());
    tag.into_iter().chain(after_turns)
}
