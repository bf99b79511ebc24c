//! Data for the script of the player (`player.js`): the positions and their drawings, as JSON.
//! Texts that many positions share are numbered pieces in a pool; see `shared_texts.rs`.
//!
//! A *step* is a position with its drawing, or an illegal turn. The *frame* of a record is a
//! rectangle in which every one of its figures fits.

use std::collections::BTreeMap;
use std::fmt::Write;

use serde::Serialize;

use super::PlayerOptions;
use super::puzzle_tries::Tries;
use super::record_texts::record_heading;
use super::shared_texts::{Piece, Pool, difference};
use super::solver_positions::TryKind;
use super::steps::{PlayerStep, Steps};
use crate::findings::BookAddress;
use crate::games::GameId;
use crate::text::is_harmful;

/// Data for the script that all records of a page share.
#[derive(Serialize)]
struct Shared<'a> {
    /// Pieces of the drawings and descriptions of all positions.
    pieces: &'a [Piece],
    /// Texts of the script.
    say: BTreeMap<&'static str, &'static str>,
    /// Address of the web app; null if it is unknown.
    app: Option<String>,
}

/// Data of a record for the script.
#[derive(Serialize)]
struct Data<'a> {
    steps: Columns<'a>,
    /// Step that is shown first.
    open: usize,
    /// Heading.
    title: String,
    /// The record in canonical form; as written if it has none.
    record: &'a str,
    /// Name of the file in which a reader saves the record.
    file: String,
    /// Largest width and height of its figures.
    frame: [&'a str; 2],
    /// True if the board can be rotated while it is shown.
    flips: bool,
    /// The puzzles: step and task.
    puzzles: Vec<(usize, String)>,
    /// What the record says about the steps of puzzles.
    kinds: BTreeMap<usize, TryKind>,
    /// The turns that a reader can try at the steps of puzzles.
    tries: BTreeMap<usize, &'a Tries>,
}

/// Steps as columns, because equal values compress best next to each other.
#[derive(Default, Serialize)]
struct Columns<'a> {
    /// Identifier of each step; empty if it equals the index of the step.
    id: Vec<&'a str>,
    /// Number of steps between the step and its parent, in most cases zero.
    parent: Vec<usize>,
    label: Vec<&'a str>,
    /// Width of each figure; empty if it equals the width of the frame.
    width: Vec<&'a str>,
    height: Vec<&'a str>,
    /// Lines of the SVG, as numbers of pieces; the difference from the step before.
    drawing: Vec<Vec<i64>>,
    /// Words of the description of the position, without the effects of the turn, encoded in the
    /// same way.
    words: Vec<Vec<i64>>,
    /// Lines of the HTML below the board, encoded in the same way.
    beneath: Vec<Vec<i64>>,
    /// The position, encoded in the same way.
    position: Vec<Vec<i64>>,
    /// Effects of the turn, encoded in the same way.
    did: Vec<Vec<i64>>,
    /// 1 if the record requests a figure at the step.
    diagram: Vec<u8>,
}

/// Column of texts whose pieces are in a pool.
#[derive(Default)]
struct PooledColumn {
    /// The pieces of the last text, by their numbers.
    before: Vec<usize>,
    differences: Vec<Vec<i64>>,
}

impl PooledColumn {
    fn push(&mut self, numbers: Vec<usize>) {
        self.differences.push(difference(&self.before, &numbers));
        self.before = numbers;
    }
}

/// Returns the data that all records of a page share, as JSON.
pub(super) fn shared_data(pool: &Pool, options: &PlayerOptions) -> String {
    let book = options.book.as_deref().and_then(BookAddress::new);
    let shared = Shared {
        pieces: pool.pieces(),
        say: options.figure.view.lang.player_texts().collect(),
        app: book.map(|book| format!("{}/app/", book.base())),
    };
    // Serialising texts cannot fail.
    inert(&serde_json::to_string(&shared).unwrap_or_default())
}

/// Returns the largest width and the largest height of the figures. All positions have the same
/// frame, so that the content below does not move.
pub(super) fn frame_size<'s>(steps: &'s Steps<'_>) -> [&'s str; 2] {
    let largest = |side: fn(&PlayerStep) -> &String| {
        let sides = steps.steps.iter().map(side);
        let longest = sides.max_by_key(|side| sort_key(side));
        longest.map_or("1", String::as_str)
    };
    [
        largest(|step| &step.drawing.width),
        largest(|step| &step.drawing.height),
    ]
}

/// Returns the sort key of a length in pixels, such as `407.5`: the number of digits before the
/// point, then the digits.
fn sort_key(pixels: &str) -> (usize, &str) {
    (pixels.find('.').unwrap_or(pixels.len()), pixels)
}

/// Returns the data of a record for the script, as JSON. `open` is the step that is shown first.
pub(super) fn record_data(all: &Steps<'_>, open: usize, pool: &mut Pool) -> String {
    let steps = all.steps.as_slice();
    let frame = frame_size(all);
    let record = all.timeline.record();
    // A record from Markdown may have a margin; its canonical form has none.
    let text = all
        .timeline
        .canonical()
        .unwrap_or_else(|_| record.text().to_owned());
    let mut tries = BTreeMap::new();
    for (number, step) in steps.iter().enumerate() {
        if let Some(tries_of_step) = &step.tries {
            tries.insert(number, tries_of_step);
        }
    }
    let data = Data {
        steps: columns_of(steps, frame, pool),
        open,
        title: record_heading(record, all.lang()),
        record: &text,
        file: format!("{}.pips", record.game().map_or("record", GameId::name)),
        frame,
        flips: all.can_flip(),
        puzzles: all.tasks(),
        kinds: all.step_kinds(),
        tries,
    };
    // Serialising texts and numbers cannot fail.
    inert(&serde_json::to_string(&data).unwrap_or_default())
}

/// Returns the steps as columns. `frame` is the width and height of the largest figure.
fn columns_of<'s>(
    steps: &'s [PlayerStep],
    [width, height]: [&str; 2],
    pool: &mut Pool,
) -> Columns<'s> {
    let mut columns = Columns::default();
    let mut drawing = PooledColumn::default();
    let mut words = PooledColumn::default();
    let mut beneath = PooledColumn::default();
    let mut position = PooledColumn::default();
    let mut did = PooledColumn::default();
    for (number, step) in steps.iter().enumerate() {
        columns.id.push(if step.id == number.to_string() {
            ""
        } else {
            &step.id
        });
        columns.parent.push(
            step.parent
                .map_or(0, |parent| number.saturating_sub(parent + 1)),
        );
        // Labels that follow from the list of turns are not repeated.
        columns
            .label
            .push(if step.is_usual { "" } else { &step.label });
        // Most figures are as large as the frame.
        columns
            .width
            .push(empty_if_usual(&step.drawing.width, width));
        columns
            .height
            .push(empty_if_usual(&step.drawing.height, height));
        drawing.push(drawing_pieces(&step.drawing.body, pool));
        words.push(pool.numbers(position_in_words(step).split_inclusive(' ')));
        beneath.push(pool.numbers(step.beneath.split_inclusive('\n')));
        position.push(pool.numbers(step.position.text().split_inclusive('/')));
        did.push(pool.numbers(step.did.split_inclusive(' ')));
        columns.diagram.push(u8::from(step.is_diagram));
    }

    columns.drawing = drawing.differences;
    columns.words = words.differences;
    columns.beneath = beneath.differences;
    columns.position = position.differences;
    columns.did = did.differences;
    columns
}

/// Returns a text, or nothing if it equals the usual one.
fn empty_if_usual<'t>(text: &'t str, usual: &str) -> &'t str {
    if text == usual { "" } else { text }
}

/// Returns the numbers of the pieces of a drawing: its lines, and groups of one element.
fn drawing_pieces(drawing: &str, pool: &mut Pool) -> Vec<usize> {
    let lines: Vec<&str> = drawing.split_inclusive('\n').collect();
    let mut numbers = Vec::with_capacity(lines.len());
    let mut rest = lines.as_slice();
    while let Some((line, after_line)) = rest.split_first() {
        // The tag of the group, its element, and the end of the group.
        let is_group_of_one = line.starts_with("<g ") && after_line.get(1) == Some(&"</g>\n");
        if is_group_of_one {
            let (group, after_group) = rest.split_at(3);
            numbers.push(pool.sequence(group));
            rest = after_group;
        } else {
            numbers.push(pool.text(line));
            rest = after_line;
        }
    }
    numbers
}

/// Returns the description of a position, without what the turn did.
fn position_in_words(step: &PlayerStep) -> &str {
    let words = &step.drawing.words;
    words.strip_suffix(&step.did).unwrap_or(words).trim_end()
}

/// Escapes JSON so that it can end neither its HTML element nor a line of JavaScript.
fn inert(json: &str) -> String {
    let mut out = String::with_capacity(json.len());
    for character in json.chars() {
        if "<>&".contains(character) || is_harmful(character) {
            let _ = write!(out, "\\u{:04x}", u32::from(character));
        } else {
            out.push(character);
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_group_of_one_element_is_one_piece() {
        let mut pool = Pool::default();
        let drawing = "<g>\n<g class=\"b\">\n<b/>\n</g>\n<g class=\"b\">\n<b/>\n<c/>\n</g>\n</g>\n";
        let numbers = drawing_pieces(drawing, &mut pool);
        assert_eq!(numbers, [0, 4, 1, 2, 5, 3, 3]);
        assert_eq!(
            serde_json::to_string(pool.pieces()).unwrap(),
            r#"["<g>\n","<g class=\"b\">\n","<b/>\n","</g>\n",[1,2,3],"<c/>\n"]"#
        );
    }

    #[test]
    fn json_cannot_close_its_element() {
        assert_eq!(
            inert("\"</script>&\u{2028}\""),
            "\"\\u003c/script\\u003e\\u0026\\u2028\""
        );
    }
}
