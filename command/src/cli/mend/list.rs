//! The list of `mend` for people: for each invalid record its first error, the fixes with their
//! likelihood, the question that distinguishes them, and the diff of the first or the chosen fix.

use super::mended::Mended;
use crate::cli::record_diff::unified_hunks;
use crate::cli::record_replacer::Replaced;
use pipscribe::findings::Finding;
use pipscribe::formats::{Recognised, recognise};
use pipscribe::notation::{LineAddress, Record};
use pipscribe::text::one_line;

/// Describes an invalid record and its fixes for people. `pick` is the number of the fix to apply.
pub(super) fn describe(
    path: &str,
    first: &Finding,
    mended: &Mended,
    pick: Option<usize>,
) -> String {
    let Mended {
        checked,
        mends,
        chosen,
        preview,
        ..
    } = mended;
    let place = checked.place(first);
    let turn = LineAddress::of_finding(first)
        .map_or_else(String::new, |address| format!(" turn {address}:"));
    let mut text = format!(
        "{}:{}:{}: {}{turn} {}\n",
        one_line(path),
        place.line,
        place.column,
        first.code.id,
        first.message
    );
    let Some(mends) = mends else {
        let reason = reason_without_search(checked.record(), first);
        text.push_str(&format!("  {reason}\n\n"));
        return text;
    };

    for line in mends.list_in_words(checked.record(), *chosen) {
        text.push_str(&format!("  {line}\n"));
    }
    text.extend(mends.remark().map(|remark| format!("  ({remark})\n")));
    if let Some(pick) = pick.filter(|&pick| pick > mends.mends.len()) {
        let count = mends.mends.len();
        text.push_str(&format!(
            "  (there is no fix {pick}; the list ends with {count})\n"
        ));
    }
    text.extend(
        mends
            .rejected
            .iter()
            .map(|rejected| format!("  {rejected}\n")),
    );
    if let Some(question) = mends.open_question() {
        let turn = question.turn;
        text.push_str(&format!(
            "  {question} Answer with `--answer {turn}=TURN`.\n"
        ));
    }

    if let Some(Replaced { before, after, .. }) = preview {
        let line = checked.source().first_line();
        let diff = unified_hunks(before, after, line, line);
        for line in diff.lines() {
            text.push_str(&format!("  {line}\n"));
        }
    }

    text.push('\n');
    text
}

/// Returns the reason why no fix was searched for in a record.
fn reason_without_search(record: &Record, first: &Finding) -> String {
    match other_game(record) {
        Some(other) => format!("{other}, so no fix was searched for"),
        // A change of text that is not UTF-8 would also change the bytes that cannot be read.
        None if first.code.id == "syntax/encoding" => "no fix was searched for".to_owned(),
        None => "the record does not name a game of this notation, so no fix was searched for; \
                 `pipscribe infer` detects the game"
            .to_owned(),
    }
}

/// Describes the game of a record without a game of this notation, with the evidence: `this is
/// chess, as the move `Nf3` shows`.
pub(in crate::cli) fn other_game(record: &Record) -> Option<String> {
    match recognise(record.text(), None)? {
        Recognised::OtherGame(other) => {
            let evidence = one_line(&other.evidence).into_owned();
            Some(format!("this is {}, as {evidence} shows", other.game))
        }
        _ => None,
    }
}
