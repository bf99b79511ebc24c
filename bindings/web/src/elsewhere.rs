//! What other modules know, asked through JavaScript, which says so where one of them is not loaded.

use pipscribe::draw::{Anchor, Letters, OutlinesElsewhere, PathStep, Place};
use pipscribe::notation::guess_encodings_by;
use pipscribe::text::{CodeBlock, read_code_blocks_by};
use wasm_bindgen::prelude::*;

#[wasm_bindgen(raw_module = "./parts.js")]
extern "C" {
    /// The name of the encoding that bytes look like.
    #[wasm_bindgen(js_name = encodingLike)]
    fn encoding_like(bytes: &[u8]) -> Option<String>;

    /// The blocks of code of a text in CommonMark: [`blocks`] of numbers.
    #[wasm_bindgen(js_name = codeBlocks)]
    fn code_blocks(text: &str) -> Vec<u32>;

    /// The characters that the fonts lack.
    fn lacking(text: &str) -> String;

    /// The outlines of words: [`steps`] of numbers.
    fn outlined(x: i32, y: i32, text: &str, anchor: u8, size: i32) -> Vec<i32>;
}

/// Has others asked.
pub(crate) fn ask() {
    guess_encodings_by(|bytes| encoding_like(bytes));
    read_code_blocks_by(|text| blocks(&code_blocks(text)));
}

/// Letters as outlines.
pub(crate) fn outlines() -> Letters {
    Letters::Elsewhere(OutlinesElsewhere {
        lacking: |text| lacking(text).chars().collect(),
        outlined: |base, text, anchor, size| steps(&outlined(base.x, base.y, text, code(anchor), size)),
    })
}

/// The number of an anchor at the border.
fn code(anchor: Anchor) -> u8 {
    match anchor {
        Anchor::Start => 0,
        Anchor::Middle => 1,
        Anchor::End => 2,
    }
}

/// Steps, of which each is its number and six of its places: those that it has not are 0.
fn steps(numbers: &[i32]) -> Vec<PathStep> {
    let step = |numbers: &[i32]| match *numbers {
        [0, x, y, ..] => PathStep::Move(Place { x, y }),
        [1, x, y, ..] => PathStep::Line(Place { x, y }),
        [2, x, y, x1, y1, x2, y2] => PathStep::Curve(Place { x, y }, Place { x: x1, y: y1 }, Place { x: x2, y: y2 }),
        _ => PathStep::Close,
    };
    numbers.chunks(7).map(step).collect()
}

/// Blocks: of each its start and its end, 1 where it holds records, how many pieces it has, and the start and the end of each of them.
fn blocks(numbers: &[u32]) -> Vec<CodeBlock> {
    let mut places = numbers.iter().map(|&number| number as usize);
    let mut range = move || Some(places.next()?..places.next()?);
    let block = || {
        let (whole, about) = (range()?, range()?);
        let pieces = (0..about.end).map_while(|_| range()).collect();
        Some(CodeBlock { range: whole, is_pips: about.start == 1, pieces })
    };
    std::iter::from_fn(block).collect()
}
