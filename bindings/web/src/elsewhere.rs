//! Functions of other modules, called through JavaScript, which records if one of them is not
//! loaded.

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
pub(crate) fn ask() {
    guess_encodings_by(encoding_like);
    read_code_blocks_by(|text| blocks(&code_blocks(text)));
}

/// Returns a setting that draws text as outlines.
pub(crate) fn outlines() -> Letters {
    Letters::Elsewhere(OutlinesElsewhere {
        lacking: |text| lacking(text).chars().collect(),
        outlined: |base, text, anchor, size, weight| {
            let bold = weight == Weight::Bold;
            steps(&outlined(base.x, base.y, text, code(anchor), size, bold))
        },
    })
}

/// Returns the number of an anchor at the border to JavaScript.
fn code(anchor: Anchor) -> u8 {
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
    let mut places = numbers.iter().map(|&number| number as usize);
    let mut range = move || Some(places.next()?..places.next()?);
    let block = || {
        let whole = range()?;
        let about = range()?;
        let pieces = (0..about.end).map_while(|_| range()).collect();
        Some(CodeBlock {
            range: whole,
            is_pips: about.start == 1,
            pieces,
        })
    };
    std::iter::from_fn(block).collect()
}
