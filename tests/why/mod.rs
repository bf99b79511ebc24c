//! Explained turns: their effects, the rules, and the positions between.

mod command;
mod expected;
mod gipf;
mod pipe;
mod pippinzip;
mod pippip;
mod slow;

use pipscribe::games::Context;
use pipscribe::notation::Record;
use pipscribe::replay::{NoWhy, Timeline, Why};

/// An explained turn of a record.
fn reported(text: &str, turn: Option<u32>) -> Result<Why, NoWhy> {
    let record = Record::parse_str(text);
    Why::explain(
        &Timeline::new(record, &Context::default()).expect("the record says its game"),
        turn,
    )
}
