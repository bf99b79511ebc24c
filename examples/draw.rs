//! Draws a figure with marks: a circle, an arrow, a letter, and a legend below it.
//!
//! `cargo run --example draw > figure.svg`

use std::error::Error;

use pipscribe::figures::RenderRequest;
use pipscribe::games::Context;
use pipscribe::notation::Record;
use pipscribe::replay::Timeline;

pub(crate) const RECORD: &str =
    "[Game \"gipf\"]\n[Variant \"tournament\"]\n\n1. Gb3 2. Gg2 3. Ga2-c4 4. h2 5. e8 *\n";
pub(crate) const MARKS: [&str; 3] = ["circle c3 d4", "arrow e9>e5", "label g3 \"A\""];

fn main() -> Result<(), Box<dyn Error>> {
    print!("{}", figure(RECORD, &MARKS)?);
    Ok(())
}

/// Returns the last position of a record as SVG, with marks in the syntax of comments.
pub(crate) fn figure(record: &str, marks: &[&str]) -> Result<String, Box<dyn Error>> {
    let timeline = Timeline::new(Record::parse_str(record), &Context::default())?;
    let mut request = RenderRequest::default();
    request.set("format", "svg")?;
    request.set("caption", "White threatens e5")?;
    for mark in marks {
        request.set("mark", mark)?;
    }
    let rendered = request.render(&timeline, "figure")?;
    Ok(rendered.texts.concat())
}
