//! Text widths, so that lines can be broken without loading a font.

/// Widths of U+0020 to U+007E in the embedded font, in thousandths of the font size.
const WIDTHS: [u16; 95] = [
    260, 269, 408, 646, 572, 831, 732, 225, 300, 300, 551, 572, 268, 322, 268, 372, 572, 572, 572,
    572, 572, 572, 572, 572, 572, 572, 268, 268, 572, 572, 572, 434, 899, 639, 650, 632, 730, 556,
    519, 728, 741, 339, 273, 619, 524, 907, 760, 781, 605, 781, 622, 549, 556, 731, 600, 930, 586,
    566, 572, 329, 372, 329, 572, 444, 281, 561, 615, 480, 615, 564, 344, 615, 618, 258, 258, 534,
    258, 935, 618, 605, 615, 615, 413, 479, 361, 618, 508, 786, 529, 510, 470, 380, 551, 380, 572,
];

/// Assumed width of any other character, of an East Asian one, and of a combining one.
const OTHER: u16 = 640;
const WIDE: u16 = 1000;
const JOINED: u16 = 0;

/// Width of the minus sign, which is that of the plus sign.
const MINUS: u16 = 572;

fn other(character: char) -> u16 {
    match character {
        '\u{2212}' => MINUS,
        '\u{A0}' => WIDTHS[0],
        '\u{300}'..='\u{36F}' | '\u{200B}'..='\u{200F}' | '\u{FE00}'..='\u{FE0F}' => JOINED,
        '\u{1100}'..='\u{115F}'
        | '\u{2E80}'..='\u{A4CF}'
        | '\u{AC00}'..='\u{D7A3}'
        | '\u{F900}'..='\u{FAFF}'
        | '\u{FE30}'..='\u{FE6F}'
        | '\u{FF00}'..='\u{FF60}'
        | '\u{1F300}'..='\u{1FAFF}'
        | '\u{20000}'..='\u{3FFFD}' => WIDE,
        _ => OTHER,
    }
}

/// Returns the width of a text at a font size, in the same units as the size.
pub(crate) fn width(text: &str, size: i32) -> i32 {
    let thousandths: i64 = text
        .chars()
        .map(|character| {
            let at = u32::from(character)
                .checked_sub(0x20)
                .and_then(|at| usize::try_from(at).ok());
            i64::from(
                at.and_then(|at| WIDTHS.get(at))
                    .copied()
                    .unwrap_or_else(|| other(character)),
            )
        })
        .sum();
    i32::try_from(thousandths * i64::from(size) / 1000).unwrap_or(i32::MAX)
}
