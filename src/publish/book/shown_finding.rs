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
        let spans: Vec<Span> = expectations.map(|command| command.span).collect();
        let has_only_expectations =
            spans.len() == comment.commands.len() && comment.words(record).is_empty();
        if spans.is_empty() {
            continue;
        }
        if has_only_expectations {
            // A comment that holds nothing else is removed entirely.
            let blank = record.text()[..comment.span.start as usize].ends_with(' ');
            let start = comment.span.start as usize - usize::from(blank);
            edits.push((Span::new(start, comment.span.end as usize), String::new()));
        } else {
            edits.extend(spans.into_iter().map(|span| (span, String::new())));
        }
    }

    let bytes = raw.edited(edits).bytes;
    let record = Record::parse(RawRecord {
        line: 1,
        bytes,
        ..RawRecord::default()
    });
    Checked::in_full(record, context).with_puzzles(USUAL_STEPS)
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
