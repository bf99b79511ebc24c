//! Figures, and the interactive player of a record.

#[cfg(feature = "png")]
mod animation;
mod boards;
mod cards;
#[cfg(feature = "png")]
mod contrast;
mod dice;
#[cfg(feature = "png")]
mod exact_letters;
mod gallery;
mod latex;
mod letters;
mod lines;
mod marks;
mod notes;
mod paper;
mod pictures;
#[cfg(feature = "png")]
mod pixels;
mod player;
mod player_page;
mod puzzles;
mod render;
mod scenes;
#[cfg(feature = "png")]
mod sheets;
mod slow;
mod tables;
mod words;

use crate::support::Run;

/// A figure in this format, with these `render` options.
fn drawn(arguments: &[&str], format: &str) -> String {
    Run::new(&[&["render", "--format", format], arguments].concat())
        .done()
        .expect_status(0)
        .stdout()
}

/// The output of `render` without messages.
fn rendered(arguments: &[&str], input: &str) -> String {
    let output = Run::new(&[&["render"], arguments].concat())
        .stdin(&input)
        .done();
    assert_eq!(
        (output.status(), output.stderr().as_str()),
        (Some(0), ""),
        "{arguments:?}"
    );
    output.stdout()
}
