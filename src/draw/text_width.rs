//! Text widths, so that lines can be broken without loading a font, and the height of letters.

use super::measure::scaled;
use super::role::Role;
use super::style::style;
use super::text_outlines::Weight;

/// Widths of U+0020 to U+007E in the embedded font, in thousandths of the font size.
const WIDTHS: [u16; 95] = [
    260, 269, 408, 646, 572, 831, 732, 225, 300, 300, 551, 572, 268, 322, 268, 372, 572, 572, 572,
    572, 572, 572, 572, 572, 572, 572, 268, 268, 572, 572, 572, 434, 899, 639, 650, 632, 730, 556,
    519, 728, 741, 339, 273, 619, 524, 907, 760, 781, 605, 781, 622, 549, 556, 731, 600, 930, 586,
    566, 572, 329, 372, 329, 572, 444, 281, 561, 615, 480, 615, 564, 344, 615, 618, 258, 258, 534,
    258, 935, 618, 605, 615, 615, 413, 479, 361, 618, 508, 786, 529, 510, 470, 380, 551, 380, 572,
];

/// The same in the embedded bold font.
const BOLD_WIDTHS: [u16; 95] = [
    260, 282, 479, 646, 572, 902, 750, 266, 339, 339, 542, 572, 285, 320, 281, 415, 572, 572, 572,
    572, 572, 572, 572, 572, 572, 572, 281, 285, 572, 572, 572, 477, 898, 692, 665, 642, 732, 560,
    549, 724, 765, 389, 331, 664, 559, 943, 813, 791, 621, 791, 656, 551, 577, 756, 650, 967, 670,
    626, 579, 331, 415, 331, 572, 411, 365, 599, 632, 516, 632, 597, 387, 632, 650, 299, 298, 620,
    298, 975, 650, 625, 632, 632, 447, 502, 434, 650, 571, 856, 578, 571, 493, 394, 551, 394, 572,
];

/// Assumed width of any other character.
const OTHER: u16 = 640;
/// Assumed width of an East Asian character or an emoji.
const WIDE: u16 = 1000;
/// Width of a combining or an invisible character.
const JOINED: u16 = 0;

/// Width of the minus sign, which is that of the plus sign.
const MINUS: u16 = 572;
/// Width of the bold minus sign, which is that of the bold plus sign.
const BOLD_MINUS: u16 = 581;

/// Returns the width of a character outside of ASCII.
fn other_width(character: char) -> u16 {
    match character {
        '\u{A0}' => WIDTHS[0],
        '\u{2013}' => 500,
        '\u{2014}' => 1000,
        '\u{2018}' | '\u{2019}' => 175,
        '\u{2022}' => 376,
        '\u{2026}' => 791,
        '\u{B7}' => 268,
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

/// Returns the height of capitals and digits: 0.714 of the font size, rounded up.
pub(super) fn letter_height(font_size: i32) -> i32 {
    scaled(font_size, 72, 100)
}

/// Returns half the height of capitals and digits, which is what they take on either side of their
/// middle.
pub(crate) fn half_letter_height(font_size: i32) -> i32 {
    scaled(font_size, 36, 100)
}

/// Returns the width of a text at a font size, in the same units as the size.
pub(super) fn width(text: &str, size: i32) -> i32 {
    width_in(text, size, Weight::Regular)
}

/// Returns the width of a text in the font of a role.
pub(crate) fn width_of(text: &str, size: i32, role: Role) -> i32 {
    let weight = if style(role).bold {
        Weight::Bold
    } else {
        Weight::Regular
    };
    width_in(text, size, weight)
}

/// Returns the width of a text in the embedded font of a weight.
fn width_in(text: &str, size: i32, weight: Weight) -> i32 {
    let (widths, minus) = match weight {
        Weight::Regular => (&WIDTHS, MINUS),
        Weight::Bold => (&BOLD_WIDTHS, BOLD_MINUS),
    };
    let width = |character: char| {
        let index = u32::from(character)
            .checked_sub(0x20)
            .and_then(|index| usize::try_from(index).ok());
        match (index.and_then(|index| widths.get(index)), character) {
            (Some(width), _) => *width,
            (None, '\u{2212}') => minus,
            (None, _) => other_width(character),
        }
    };
    let thousandths: i64 = text
        .chars()
        .map(|character| i64::from(width(character)))
        .sum();
    i32::try_from(thousandths * i64::from(size) / 1000).unwrap_or(i32::MAX)
}

#[cfg(all(test, feature = "outlines"))]
mod tests {
    use rustybuzz::Face;

    use super::super::font::{BOLD_FONT, FONT};
    use super::*;

    #[test]
    fn widths_are_those_of_the_embedded_fonts() {
        for (font, weight, others) in [
            (FONT, Weight::Regular, "\u{2212}–—‘’•…·\u{A0}"),
            (BOLD_FONT, Weight::Bold, "\u{2212}"),
        ] {
            let face = Face::from_slice(font, 0).unwrap();
            assert_eq!(face.units_per_em(), 1000);
            for character in (' '..='~').chain(others.chars()) {
                let glyph = face.glyph_index(character).unwrap();
                let advance = i32::from(face.glyph_hor_advance(glyph).unwrap());
                let width = width_in(&character.to_string(), 1000, weight);
                assert_eq!(width, advance, "{character:?} {weight:?}");
            }
        }
    }
}
