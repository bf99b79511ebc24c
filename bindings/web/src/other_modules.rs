//! Functions of other WebAssembly modules, called through JavaScript (`parts.js`), which records if
//! one of them is not loaded. They exchange only strings and numbers, so values are encoded as
//! lists of numbers.

use std::ops::Range;

use pipscribe::draw::{Anchor, Letters, OutlinesElsewhere, PathStep, Place, Weight};
use pipscribe::notation::guess_encodings_by;
use pipscribe::publish::documents::{CodeBlock, read_code_blocks_by};
use wasm_bindgen::prelude::*;

#[wasm_bindgen(raw_module = "./parts.js")]
extern "C" {
    /// Returns the name of the most likely encoding of bytes.
    #[wasm_bindgen(js_name = encodingLike)]
    fn encoding_like(bytes: &[u8]) -> Option<String>;

    /// Returns the code blocks of a CommonMark text as numbers, for [`blocks`].
    #[wasm_bindgen(js_name = codeBlocks)]
    fn code_blocks(text: &str) -> Vec<u32>;

    /// Returns the text of a code or a rule as Markdown.
    pub(crate) fn explain(name: &str) -> Option<String>;

    /// Returns the characters that the fonts lack.
    fn lacking(text: &str) -> String;

    /// Returns the outlines of text as numbers, for [`steps`].
    fn outlined(x: i32, y: i32, text: &str, anchor: u8, size: i32, bold: bool) -> Vec<i32>;
}

/// Registers the functions of the other modules with the library.
pub(crate) fn register() {
    guess_encodings_by(encoding_like);
    read_code_blocks_by(|text| blocks(&code_blocks(text)));
}

/// Returns a setting that draws text as outlines.
pub(crate) fn outlines() -> Letters {
    Letters::Elsewhere(OutlinesElsewhere {
        lacking: |text| lacking(text).chars().collect(),
        outlined: |base, text, anchor, size, weight| {
            let bold = weight == Weight::Bold;
            steps(&outlined(
                base.x,
                base.y,
                text,
                anchor_number(anchor),
                size,
                bold,
            ))
        },
    })
}

/// Returns the number of an anchor at the border to JavaScript.
fn anchor_number(anchor: Anchor) -> u8 {
    match anchor {
        Anchor::Start => 0,
        Anchor::Middle => 1,
        Anchor::End => 2,
    }
}

/// Decodes path steps. Each is its number and six coordinates; unused coordinates are 0.
fn steps(numbers: &[i32]) -> Vec<PathStep> {
    let step = |numbers: &[i32]| match *numbers {
        [0, x, y, ..] => PathStep::Move(Place { x, y }),
        [1, x, y, ..] => PathStep::Line(Place { x, y }),
        [2, x, y, x1, y1, x2, y2] => PathStep::Curve(
            Place { x, y },
            Place { x: x1, y: y1 },
            Place { x: x2, y: y2 },
        ),
        _ => PathStep::Close,
    };
    numbers.chunks(7).map(step).collect()
}

/// Decodes code blocks. Each is its start, its end, 1 if it holds records, its number of pieces,
/// and the start and end of each piece.
fn blocks(numbers: &[u32]) -> Vec<CodeBlock> {
    let mut numbers = numbers.iter().map(|&number| number as usize);
    let mut blocks = Vec::new();
    while let Some(range) = next_range(&mut numbers)
        && let Some(is_pips) = numbers.next()
        && let Some(count) = numbers.next()
    {
        let pieces = (0..count).map_while(|_| next_range(&mut numbers));
        blocks.push(CodeBlock {
            range,
            is_pips: is_pips == 1,
            pieces: pieces.collect(),
        });
    }
    blocks
}

/// Decodes the next start and end.
fn next_range(numbers: &mut impl Iterator<Item = usize>) -> Option<Range<usize>> {
    Some(numbers.next()?..numbers.next()?)
}
