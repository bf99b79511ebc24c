//! Characters and words that people write for digits, letters and marks of the notation.

/// Characters for digits, each list in the order of their values from 0.
pub(super) const DIGITS: [&str; 6] = [
    "⁰¹²³⁴⁵⁶⁷⁸⁹",
    "₀₁₂₃₄₅₆₇₈₉",
    "０１２３４５６７８９",
    "٠١٢٣٤٥٦٧٨٩",
    "۰۱۲۳۴۵۶۷۸۹",
    "०१२३४५६७८९",
];

/// Superscript and subscript signs, each with the plain sign.
pub(super) const SMALL_SIGNS: [(char, char); 4] = [('⁺', '+'), ('⁻', '-'), ('₊', '+'), ('₋', '-')];

/// Keys of a table of other characters for the digits 1 to 9 and 0, and where they count.
pub(super) struct KeyTable {
    pub(super) name: &'static str,
    pub(super) keys: &'static str,
    pub(super) place: KeyPlace,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum KeyPlace {
    /// After the letter of a place.
    AfterLetter,
    /// After a single letter, before another sign.
    SecondLetter,
}

/// Characters that people type or write for the digit of a place.
pub(super) const KEY_TABLES: [KeyTable; 4] = [
    KeyTable {
        name: "digits of a French keyboard without shift",
        keys: "&é\"'(-è_çà",
        place: KeyPlace::AfterLetter,
    },
    KeyTable {
        name: "digits of a US keyboard with shift",
        keys: "!@#$%^&*()",
        place: KeyPlace::AfterLetter,
    },
    KeyTable {
        name: "letters of the upper row for digits",
        keys: "qwertyuiop",
        place: KeyPlace::SecondLetter,
    },
    KeyTable {
        name: "letters for both coordinates",
        keys: "abcdefghij",
        place: KeyPlace::SecondLetter,
    },
];

/// Texts that a scanner reads in place of letters.
pub(super) const MISREAD: [(&str, &str); 10] = [
    ("€", "e"),
    ("q", "g"),
    ("9", "g"),
    ("cl", "d"),
    ("¢", "c"),
    ("©", "c"),
    ("ß", "b"),
    ("6", "b"),
    ("lo", "b"),
    ("ﬁ", "f1"),
];

/// Signs after a push for a GIPF piece.
pub(super) const SIGNS_OF_PIECE: [&str; 10] = ["²", "′", "’", "'", "°", "^", "◎", "⁺", "ᴳ", "″"];
