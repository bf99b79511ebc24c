//! The finding that a block with the attribute `finding` shows, as a text for readers of the
//! document.

use crate::check::Checked;
use crate::findings::Finding;
use crate::games::Context;
use crate::notation::{Record, comments_of};
use crate::solve::USUAL_STEPS;
use crate::text::{RawRecord, Span};

/// Checks the record without its expectations, because an expected error would not be a finding.
/// Lines are counted from 1.
pub(super) fn without_expectations(
    raw: &RawRecord,
    checked: &Checked,
    context: &Context,
) -> Checked {
    let record = checked.record();
    let opening = comments_of(&record.moves.opening);
    let comments = opening.chain(record.turns().flat_map(|(_, node)| node.comments()));
    let mut edits: Vec<(Span, String)> = Vec::new();
    for comment in comments {
        let expectations = comment
            .commands
            .iter()
            .filter(|command| record.text_of(command.name) == "expect");
        let expectation_spans: Vec<Span> = expectations.map(|command| command.span).collect();
        if expectation_spans.is_empty() {
            continue;
        }

        let has_only_expectations =
            expectation_spans.len() == comment.commands.len() && comment.words(record).is_empty();
        let removed = if has_only_expectations {
            vec![span_with_space(record, comment.span)]
        } else {
            expectation_spans
        };
        edits.extend(removed.into_iter().map(|span| (span, String::new())));
    }

    let bytes = raw.edited(edits).bytes;
    let record = Record::parse(RawRecord {
        line: 1,
        bytes,
        ..RawRecord::default()
    });
    Checked::in_full(record, context).with_puzzles(USUAL_STEPS)
}

/// Returns the span of a comment with the space before it.
fn span_with_space(record: &Record, comment: Span) -> Span {
    let before = &record.text()[..comment.start as usize];
    let start = before.strip_suffix(' ').unwrap_or(before).len();
    Span::new(start, comment.end as usize)
}

/// Formats a finding for readers.
#[cfg(feature = "human")]
pub(super) fn finding_text(checked: &Checked, finding: &Finding) -> String {
    use crate::reports::{HumanWriter, Look};
    const WIDTH: usize = 90;
    let look = Look {
        colours: false,
        width: WIDTH,
        links: None,
    };
    HumanWriter::new("record", checked.record(), &checked.report, look).write(finding)
}

#[cfg(not(feature = "human"))]
pub(super) fn finding_text(checked: &Checked, finding: &Finding) -> String {
    crate::reports::write_short("record", checked.source(), finding)
}
