//! What rules say, taken out of the pages of the book while this is compiled: the records under them are five times as long, and no
//! program needs them.

/// What begins the records under a rule, or the diagrams of its grammar; its words stand before them.
const RECORDS: [&[u8]; 4] = [b"Legal: ", b"Illegal, ", b"```pips", b"<!-- diagrams -->"];

/// A page without what is no rule: the headings of its sections, and the words under those that have a number; of these the
/// first paragraph or all.
macro_rules! rules_in {
    ($page:literal, $extent:ident) => {{
        const PAGE: &[u8] = include_bytes!($page);
        #[allow(long_running_const_eval, reason = "a page is read once, byte by byte")]
        const SPOKEN: ([u8; PAGE.len()], usize) =
            $crate::findings::rules::spoken::spoken(PAGE, $crate::findings::rules::spoken::Extent::$extent);
        #[allow(long_running_const_eval, reason = "a page is read once, byte by byte")]
        const RULES: [u8; SPOKEN.1] = $crate::findings::rules::spoken::beginning(&SPOKEN.0);
        match std::str::from_utf8(&RULES) {
            Ok(rules) => rules,
            Err(_) => "",
        }
    }};
}
pub(super) use rules_in;

/// How much is kept of the words of a rule.
#[derive(Clone, Copy)]
pub(super) enum Extent {
    FirstParagraph,
    All,
}

/// The bytes that are kept, in the beginning of an array, and how many they are.
pub(super) const fn spoken<const N: usize>(page: &[u8], extent: Extent) -> ([u8; N], usize) {
    let mut kept = [0; N];
    let mut length = 0;
    let mut is_said = false;
    let mut has_words = false;
    let mut at = 0;
    while at < page.len() {
        let is_section = begins(page, at, b"## ");
        let is_numbered =
            is_section && has_number(page, at + 3) || begins(page, at, b"### ") && has_number(page, at + 4);
        let mut record = 0;
        while record < RECORDS.len() {
            is_said &= !begins(page, at, RECORDS[record]);
            record += 1;
        }
        let is_blank = page[at] == b'\n';
        is_said &= !(matches!(extent, Extent::FirstParagraph) && has_words && is_blank);
        is_said = is_numbered || is_said && !is_section;
        has_words = !is_numbered && (has_words || !is_blank);
        let is_kept = is_said || is_section;
        let mut is_over = false;
        while at < page.len() && !is_over {
            is_over = page[at] == b'\n';
            if is_kept {
                kept[length] = page[at];
                length += 1;
            }
            at += 1;
        }
    }
    (kept, length)
}

/// The first bytes of an array.
pub(super) const fn beginning<const N: usize>(bytes: &[u8]) -> [u8; N] {
    let mut first = [0; N];
    first.copy_from_slice(bytes.split_at(N).0);
    first
}

const fn begins(page: &[u8], at: usize, with: &[u8]) -> bool {
    let mut offset = 0;
    while offset < with.len() {
        if at + offset >= page.len() || page[at + offset] != with[offset] {
            return false;
        }
        offset += 1;
    }
    true
}

/// Whether a heading has a number: `G3.1`, `Notation 4`.
const fn has_number(page: &[u8], at: usize) -> bool {
    let letter = begins(page, at, b"G") || begins(page, at, b"Z") || begins(page, at, b"P") || begins(page, at, b"V");
    let digit = if begins(page, at, b"Notation ") { at + 9 } else { at + 1 };
    (letter || digit == at + 9) && digit < page.len() && page[digit].is_ascii_digit()
}
