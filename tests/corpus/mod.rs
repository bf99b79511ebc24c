//! The records of the corpus, each with its expected verdict.

mod manifest;
mod verdicts;

use crate::support::Run;

/// The expectations in comments of the corpus hold, except expectations that fail on purpose, which
/// are in a separate folder.
#[test]
fn the_expectations_of_the_corpus_hold() {
    let summary = |path: &str| {
        let output = Run::new(&["test", path]).done();
        let text = output.stdout();
        (
            output.status(),
            text.lines().last().unwrap_or_default().to_owned(),
        )
    };
    let (status, reported) = summary("corpus");
    assert!(
        status == Some(0) && reported.contains(" 0 failed;"),
        "{reported}"
    );
    let (status, reported) = summary("corpus/.failing");
    assert!(
        status == Some(1)
            && reported.contains(" 0 passed;")
            && reported.ends_with(" 0 without expectations"),
        "{reported}"
    );
}
