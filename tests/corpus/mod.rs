//! The records of the corpus, each with the verdict that it carries.

mod manifest;
mod verdicts;

use crate::support::Run;

/// What comments of the corpus expect holds, but where it is made to fail, which lies apart.
#[test]
fn the_corpus_holds_what_it_expects() {
    let summary = |path: &str| {
        let output = Run::new(&["test", path]).done();
        let text = output.stdout();
        (output.status(), text.lines().last().unwrap_or_default().to_owned())
    };
    let (status, told) = summary("corpus");
    assert!(status == Some(0) && told.contains(" 0 failed;"), "{told}");
    let (status, told) = summary("corpus/.failing");
    assert!(status == Some(1) && told.contains(" 0 passed;") && told.ends_with(" 0 without expectations"), "{told}");
}
